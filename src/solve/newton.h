/* Newton's method on a problem seen through callbacks: no joint, no body here. */
#ifndef TRM_SOLVE_NEWTON_H
#define TRM_SOLVE_NEWTON_H

#include <stdbool.h>
#include <stdint.h>
#include "linalg/lu.h"

/* A few further unknowns with full rows and columns, eliminated by bordering: [K, columns; rows, corner]. The
   caller's, for one call. */
typedef struct trm_Border {
  int count; /* at most TRM_BORDER */
  /* columns: count vectors of n; rows: count vectors of n; corner: count x count by rows; residual: count. At the
     iterate of the last problem->evaluate. */
  void (*evaluate)(void *self, double *columns, double *rows, double *corner, double *residual);
  void (*correct)(void *self, const double *change);
} trm_Border;

enum { TRM_BORDER = 24 };

/* Equations to be solved: functions and their own data, the caller's, for the time of one call. */
typedef struct trm_Problem {
  void *self;
  int n;
  /* residual (and tangent values when not NULL) at the present iterate */
  void (*evaluate)(void *self, double *residual, double *values);
  /* size of the residual relative to the largest forces and lengths met: 1e-12 is converged; *worst = the worst
     equation */
  double (*measure)(void *self, const double *residual, int *worst);
  /* adds a correction to the iterate */
  void (*correct)(void *self, const double *change);
  const trm_Border *border; /* or NULL */
  /* the measure that round-off of the unknowns may leave, whatever is iterated, by the tangent and the residual; asked
     for where nothing falls any more. NULL: none */
  double (*noise)(void *self, const double *values, const double *residual);
  /* Has the iterate left where solutions are that can be accepted? It is asked late, and given up then, or where
     nothing falls: a shorter step costs less. NULL: nobody knows, and all iterations are made. */
  bool (*lost)(void *self);
  /* what the measure is relative to, so that its round-off can be told from one step to the next. NULL: always the
     same */
  double (*yardstick)(void *self);
  double step; /* s: factors serve steps of about the size that they were made for */
  /* by which corrections are measured, one per unknown, 0 where the equations are linear in it; NULL: nobody knows */
  const double *unit;
  /* The work (J) that the residual does on the step, which the energy lacks in its end; *energy: the largest there
     was. NULL: nobody knows. */
  double (*work)(void *self, const double *residual, double *energy);
  /* Factors serve longer where what they were made of is seen turning: `place` tells where the present iterate is (into
     newton->place, which trm_newton_turns has made), `turn` takes forces back to such a place, or motions from there
     to the present. NULL: nothing turns. */
  void (*place)(void *self, double *place);
  void (*turn)(void *self, const double *place, double *vector, bool back);
  /* residual and tangent, by the parts of the pattern (trm_Parts), with the same bits; NULL: not offered */
  void (*evaluate_parts)(void *self, double *residual, double *parts);
  struct trm_Team *team; /* who helps to solve; NULL: nobody */
} trm_Problem;

typedef struct trm_NewtonOptions {
  double tolerance;  /* on the measure */
  double acceptable; /* a residual that no longer falls is accepted below this: round-off of the model */
  int iterations;
  bool
      /* the factors there are serve as long as the residual falls fast: for a neighbour of what was solved last */
      keep;
  /* Of a series of steps: what a tangent and its factors cost, in units of a residual and a solve. Factors then serve
     as long as that is less work, and the last correction is taken without another look where what it leaves is known
     to be nothing. 0: each problem stands for itself. */
  double tangent_work;
  bool backtrack; /* a correction that makes the residual larger is halved: for equations with kinks (friction) */
} trm_NewtonOptions;

trm_NewtonOptions trm_newton_default(void);

typedef struct trm_NewtonReport {
  int iterations, factorizations;
  double measure; /* last */
  int worst;      /* equation */
  bool timed;     /* given: the seconds are wanted, else they stay as they are */
  int readings;   /* of the clock, which took a time of their own */
  double seconds_assembly, seconds_linear;
} trm_NewtonReport;

/* What is known of the factors at hand and of round-off, from step to step. */
typedef struct trm_NewtonMemory {
  bool kept;         /* the factors serve further steps */
  double step;       /* ... of this size, s */
  double rate;       /* what a correction with them leaves of the residual */
  double work;       /* spent since they were made, in units of a residual and a solve */
  int64_t steps;     /* that they served */
  int64_t last;      /* corrections of the last of them */
  double floor;      /* measure times yardstick below which no iteration came; 0: not known */
  int64_t floor_age; /* in steps */
  /* the most that a correction with a tangent of its own left, times yardstick, over its own square; 0: not known */
  double curvature;
  double work_floor; /* J: the same of the work of residuals; 0: not known */
  double tamed;      /* residuals, of the largest force, that are large because forces are small; 0: none */
} trm_NewtonMemory;

/* Owned by a simulation (or a test), for one pattern: factors and workspaces, kept from step to step. */
typedef struct trm_Newton {
  const trm_Pattern *pattern;
  trm_Lu *lu;
  double *residual, *values;
  double *parts_memory, *parts; /* of the tangent; NULL: the pattern has none */
  bool in_parts;                /* the last tangent stands there, and its values are not made */
  double *taken;                /* the last correction, for going back */
  double *columns, *rows;       /* of a border, allocated when first needed */
  int border_room;
  double *place; /* where the factors were made, as the problem tells it; NULL: nothing turns */
  int place_size;
  bool placed;   /* they were made there by a problem that told it */
  bool factored; /* there are factors */
  trm_NewtonOptions options;
  trm_NewtonMemory memory;
} trm_Newton;

/* Workspace for problems with this pattern. */
trm_Status trm_newton_new(trm_Newton **newton, const trm_Pattern *pattern, const trm_BlockTree *tree);
void trm_newton_free(trm_Newton *newton);
/* Room for so many numbers that tell where factors were made. */
trm_Status trm_newton_turns(trm_Newton *newton, int place_size);
/* Iterates to convergence. > 0: not converged (a smaller step may help); the iterate is then of no use. */
trm_Status trm_newton_solve(trm_Newton *newton, const trm_Problem *problem, trm_NewtonReport *report);
/* Writes or reads what the next step goes by: the solver's memory, the factors that are kept (as their matrix), and
   what is known of them. A step after reading has the same bits as one where it was written. */
void trm_newton_bytes(trm_Newton *newton, trm_Bytes *bytes);
trm_Status trm_newton_renew(trm_Newton *newton); /* as new */

/* ---- step by step: for who solves several problems side by side, each with a trm_Newton of its own ---- */

/* An iteration under way: the measures of the last and of the best iterate. */
typedef struct trm_NewtonProgress {
  double last, best;
  double rate;            /* what a correction with the factors there are leaves of the residual: seen, or expected */
  double ahead;           /* what the last correction was expected to leave */
  double moved;           /* the largest unknown of the last correction with a tangent of its own; 0: not known */
  double work, last_work; /* of the residual, and of the one before, on the step, J */
  double energy;          /* the largest, J */
  int extra;              /* corrections of what is round-off but for its work */
  int iteration;
  int used;     /* corrections with the factors there are */
  int stands;   /* iterations since the measure came down to half of its best */
  double level; /* ... which is this; 0: none yet */
  bool chord;   /* the last correction was made with the factors of the one before */
  bool kept;    /* the factors are those of an earlier problem */
  bool doubted; /* fresh factors reduced the residual too little: linear solves are checked */
} trm_NewtonProgress;

/* What is seen of an iterate. */
typedef struct trm_NewtonLook {
  double measure;
  double work, energy; /* as trm_Problem.work has them, where factors are kept */
  bool tangent;        /* it was evaluated too */
} trm_NewtonLook;

/* A correction that was computed: the measure that it is of, and its largest part by
   trm_Problem.unit, where a tangent of its own was used and factors are not kept. */
typedef struct trm_NewtonCorrection {
  double measure, largest;
} trm_NewtonCorrection;

/* Converged, still falling, or hopeless? LAST: one more correction with the factors there are leaves nothing. AWAY:
   factors of an earlier step have led further away. BACK: a correction of what had converged but for its work has. */
typedef enum trm_NewtonVerdict {
  TRM_NEWTON_IS_CONVERGED,
  TRM_NEWTON_LAST,
  TRM_NEWTON_GO_ON,
  TRM_NEWTON_AWAY,
  TRM_NEWTON_BACK,
  TRM_NEWTON_IS_DIVERGED
} trm_NewtonVerdict;

trm_NewtonProgress trm_newton_begin(trm_Newton *newton, const trm_Problem *problem);
/* Is the tangent to be evaluated along with the residual? */
bool trm_newton_wants_tangent(const trm_Newton *newton, const trm_Problem *problem, const trm_NewtonProgress *progress);
/* May the verdict on such a residual ask whether the problem is lost? */
bool trm_newton_asks(const trm_NewtonProgress *progress, double measure);
/* Are factors of so much work kept from step to step? */
bool trm_newton_keeps(double tangent_work);
/* *chord: go on with the factors there are; else, where it goes on, with those of a tangent. */
trm_NewtonVerdict trm_newton_judge(trm_Newton *newton, const trm_Problem *problem, trm_NewtonProgress *progress,
                                   const trm_NewtonLook *look, bool *chord);
/* Residual and tangent of the present iterate; and factors of that. */
void trm_newton_evaluate(trm_Newton *newton, const trm_Problem *problem);
trm_Status trm_newton_factor(trm_Newton *newton, const trm_Problem *problem);
/* From a look on, whose verdict is known, as trm_newton_solve would: newton->residual is that of the present iterate,
   newton->taken the last correction, and where it goes on without a chord the tangent was evaluated. */
typedef struct trm_NewtonSeen {
  trm_NewtonVerdict verdict;
  bool chord;
} trm_NewtonSeen;
trm_Status trm_newton_go_on(trm_Newton *newton, const trm_Problem *problem, trm_NewtonProgress *progress,
                            trm_NewtonSeen seen, trm_NewtonReport *report);
/* Counts a correction. */
void trm_newton_count(trm_Newton *newton, const trm_Problem *problem, trm_NewtonProgress *progress, bool chord,
                      const trm_NewtonCorrection *correction);
void trm_newton_end(trm_Newton *newton, int iterations, trm_Status status);

#endif
