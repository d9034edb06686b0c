/* Time integration schemes. A scheme knows how velocities follow from displacements and how steps are composed; it
   moves the system through callbacks and knows no joint. */
#ifndef TRM_INTEGRATE_SCHEME_H
#define TRM_INTEGRATE_SCHEME_H

#include "solve/newton.h"

/* What a scheme asks of the system under way. */
typedef struct trm_Motion {
  void *self;
  trm_Problem problem; /* the equations of the step that was begun */
  /* starts a step of size h with w_f = slope * (q_f - q_i) + memory * w_i */
  void (*begin)(void *self, double h, double slope, double memory);
  /* makes the step's end the state; > 0 when the end is not acceptable after all (the state is then unchanged) */
  trm_Status (*accept)(void *self, double numerical_dissipation);
  /* Have the equations kinks (friction)? again: begins the step under way again, with loads that depend on its
     reactions held at what is expected of them. hold: from now on they are those of the present reactions. */
  bool (*has_kinks)(void *self);
  void (*again)(void *self);
  void (*hold)(void *self);
  /* the two-stage equations of the energy-decaying scheme; evaluated with its alpha. needs_jump: there is strain to
     damp */
  bool (*needs_jump)(void *self);
  void (*begin_jump)(void *self, double alpha);
  trm_Problem jump_problem;
  trm_Newton *jump_newton; /* of the doubled system; NULL when no jump is needed */
  /* velocities of the step's end from the jump, projected onto the constraints; *numerical = energy taken */
  trm_Status (*settle)(void *self, double alpha, double *numerical);
  /* the equations at the end of a step of size h, for the generalized-alpha scheme; > 0: accelerations to start from
     were not found */
  trm_Status (*begin_instant)(void *self, double h, double rho);
  trm_Problem instant_problem;
  void (*save)(void *self);    /* remembers the present state ... */
  void (*restore)(void *self); /* ... and goes back to it, forgetting the predictor's memory */
} trm_Motion;

typedef struct trm_StepReport {
  trm_NewtonReport newton; /* sums over the substeps; measure and worst of the last */
  int substeps, retries;
  double tried; /* size of the last step that was tried, s */
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
  TRM_EQUATIONS_RATES      /* none over a step: accelerations at any instant, integrated as an ODE (ode.h) */
} trm_Equations;

typedef struct trm_Scheme {
  const char *name, *doc; /* doc: what it does, in words that follow its name */
  int orders[4];          /* offered, 0-terminated */
  bool dissipates;        /* takes energy out of fast motions; rho is used */
  /* by construction and to round-off: energy is gained nowhere and balances with what is booked; momenta are kept.
     Where not, the ledger's residual is the scheme's energy error. */
  bool balances;
  trm_Equations equations;
  double rho; /* when the model gives none */
  /* One step of size h. > 0: it failed, the state is that before the step. NULL: steps are those of the ODE. */
  trm_Status (*step)(const trm_Motion *motion, trm_Newton *newton, const trm_StepOptions *options,
                     trm_StepReport *report);
} trm_Scheme;

extern const trm_Scheme *const trm_schemes[];
extern const int trm_scheme_count;

/* Newton's method on the step that was begun, with care where there are kinks. Where loads that depend on reactions
   keep it from the solution, they are held: once at what is expected, once at what comes out then. */
trm_Status trm_solve_step(const trm_Motion *motion, trm_Newton *newton, const trm_Problem *problem,
                          trm_NewtonReport *report);

/* A step that, where it fails, is retried as two half steps, and so on, at most `depth` times halved. TRM_PASSES is
   returned at once: the state is then that before the part of the step that passes, report->tried its size. */
trm_Status trm_step_safely(const trm_Scheme *scheme, const trm_Motion *motion, trm_Newton *newton,
                           const trm_StepOptions *options, trm_StepReport *report);

#endif
