/* Time integration schemes: a scheme is a row of functions and facts, its file or folder holds all of it. What it
   moves, and with which tools, is the stepper's (stepper.h). */
#ifndef TRM_INTEGRATE_SCHEME_H
#define TRM_INTEGRATE_SCHEME_H

#include "base/bytes.h"
#include "solve/newton.h"

typedef struct trm_Stepper trm_Stepper;

typedef struct trm_StepReport {
  trm_NewtonReport newton; /* sums over the substeps; measure and worst of the last */
  int substeps, retries;
  double tried; /* size of the last step that was tried, s */
  /* of schemes that choose their steps: size of the last one, s, 0: none; its error, over the model's size; and how
     many had too large a one */
  double taken, error;
  long rejected;
} trm_StepReport;

typedef struct trm_StepOptions {
  double h;
  int order;
  double rho; /* spectral radius at infinity, 0 .. 1 (schemes with numerical dissipation) */
} trm_StepOptions;

/* Which of the system's equations a scheme solves. */
typedef enum trm_Equations {
  TRM_EQUATIONS_PAIR,      /* over the pair of configurations of a step */
  TRM_EQUATIONS_TWO_STAGE, /* the same with a jump, where there is strain */
  TRM_EQUATIONS_INSTANT,   /* at the step's end, with accelerations */
  TRM_EQUATIONS_RATES /* none over a step: accelerations at any instant, integrated as an ODE in steps of its own */
} trm_Equations;

/* A scheme: constant, a line of schemes.def. */
typedef struct trm_Scheme {
  const char *name, *doc; /* doc: what it does, in words that follow its name */
  int orders[4];          /* offered, 0-terminated */
  int automatic_order;    /* where nobody asks for one of these and the step is automatic; 0: the highest of them */
  bool dissipates;        /* takes energy out of fast motions; rho is used */
  /* by construction and to round-off: energy is gained nowhere and balances with what is booked; momenta are kept.
     Where not, the ledger's residual is the scheme's energy error. */
  bool balances;
  trm_Equations equations;
  double rho; /* when the model gives none */
  /* Makes stepper->data, what the scheme needs of the system's equations for itself, and frees it. NULL: nothing. */
  trm_Status (*open)(trm_Stepper *stepper);
  void (*close)(trm_Stepper *stepper);
  /* One step of size h, or of the stepper's task where it chooses them itself. > 0: it failed, the state is that before
     the step. */
  trm_Status (*step)(trm_Stepper *stepper, const trm_StepOptions *options, trm_StepReport *report);
  /* An iteration of its own, whose factors and choice of pivots a continued run repeats. NULL: none. */
  trm_Newton *(*newton)(const trm_Stepper *stepper);
  /* Writes or reads what it keeps from one step to the next besides the state. NULL: nothing. */
  void (*bytes)(trm_Stepper *stepper, trm_Bytes *bytes);
  /* Why a step failed, in words of its own. Where a contact left its track nothing is said: the relative coordinates
     there are returned, NULL else. NULL: what all schemes have to say. */
  const double *(*explain)(const trm_Stepper *stepper, trm_Status status, char *text, size_t size);
} trm_Scheme;

extern const trm_Scheme *const trm_schemes[];
extern const int trm_scheme_count;

#endif
