/* A stepper moves a state of a system by the steps of a scheme: opened on the tools of a run, it owns what the scheme
   needs besides. The functions below are what the steps of all schemes are made of. */
#ifndef TRM_INTEGRATE_STEPPER_H
#define TRM_INTEGRATE_STEPPER_H

#include "integrate/scheme.h"
#include "integrate/turns.h"
#include "system/instant.h"
#include "system/redundancy.h"
#include "system/time_functions.h"

/* What an analysis asks of its steps, for schemes that choose them by themselves. */
typedef struct trm_StepTask {
  const trm_AnalysisDef *analysis;
  double start;                       /* when it began, s */
  double tolerance;                   /* what the errors of all steps may add up to, over the model's size */
  bool rehearses;                     /* it is coarse in all */
  const trm_TimeFunctions *functions; /* of which nothing is stepped over */
  double from, to;                    /* the stretch to the next stop, s */
  double h;                           /* of equal steps, s; 0: their sizes are the scheme's to choose */
  double room;                        /* what a step may take of the way to the stop, s */
  double near;                        /* what happens so close to either end happens there, s */
  bool break_at_end;                  /* something jumps at the stop */
} trm_StepTask;

/* What the substeps of compositions were, for a neighbouring motion that takes the same ones: their rates, one after
   the other. A view of the caller's numbers. */
typedef struct trm_SubstepPath {
  double *rates;   /* NULL: nobody wants to know */
  int room, count; /* substeps that there is room for; that were taken */
  bool follows;    /* they are those that begin now, ... */
  int at;          /* ... of which so many are done */
} trm_SubstepPath;

/* What the steppers of a run share, as old as its equations. The run owns what is pointed to, but for the trial and
   `before`. */
typedef struct trm_StepTools {
  trm_System *system;
  trm_Trial *trial; /* the step under way */
  trm_Newton *newton;
  trm_Snapshot *snapshot;
  trm_State *saved;  /* before the step */
  trm_State *before; /* before several of them, or a hop; NULL: nobody needs it */
  const trm_RowChoice *rows;
  trm_SubstepPath path;
  trm_StepTask task;
  trm_Scales scales;    /* of the last evaluation */
  int contradicted;     /* redundant multiplier whose constraint refused the last step, -1 none */
  double contradiction; /* by how much, m or rad */
} trm_StepTools;

/* A step that was tried elsewhere (tile_step.h), in vain, with all that this does to Newton's memory. */
typedef struct trm_TriedStep {
  double h; /* 0: none */
  trm_Status status;
  int iterations, factorizations;
  double measure;
} trm_TriedStep;

/* Kept by the run that opened it, until it is closed; `data` is owned by the scheme's open and close. */
struct trm_Stepper {
  const trm_Scheme *scheme; /* NULL: it is closed */
  trm_StepTools *tools;
  trm_State *state;    /* that is moved */
  trm_Turns *turns;    /* per triad, what the steps lose of its rotation; NULL: nobody counts */
  void *data;          /* the scheme's own */
  trm_TriedStep tried; /* the one that comes next */
};

/* How many substeps a step of the energy-preserving scheme has; the most that any has. */
int trm_substeps(int order);
enum { TRM_MOST_SUBSTEPS = 18 };

/* Was the key of `step` at this offset written? */
bool trm_given_step(const trm_StepDef *step, size_t offset);

trm_Status trm_stepper_open(trm_Stepper *stepper, const trm_Scheme *scheme, trm_StepTools *tools, trm_State *state);
void trm_stepper_close(trm_Stepper *stepper);

/* One step of the state, by the scheme. > 0: it failed, the state is that before. */
trm_Status trm_stepper_step(trm_Stepper *stepper, trm_State *state, const trm_StepOptions *options,
                            trm_StepReport *report);
/* A step that, where it fails, is retried as two half steps, and so on, at most `depth` times halved. TRM_PASSES is
   returned at once: the state is then that before the part of the step that passes, report->tried its size. */
trm_Status trm_stepper_step_safely(trm_Stepper *stepper, trm_State *state, const trm_StepOptions *options,
                                   trm_StepReport *report);

/* ---- for schemes ---- */

/* Remembers the present state ... */
void trm_step_save(trm_Stepper *stepper);
/* ... and goes back to it, forgetting the predictor's memory and choosing redundant rows again. */
void trm_step_restore(trm_Stepper *stepper);

/* The equations of the step that was begun, and what solves them. A value for one step; what is pointed to is the
   stepper's. */
typedef struct trm_StepEquations {
  trm_Problem problem;
  trm_Newton *newton;
  void (*begun)(trm_Stepper *stepper); /* after the trial was begun once more; NULL: nothing is to be done */
} trm_StepEquations;

/* Those over the pair of configurations of a step. */
trm_StepEquations trm_step_pair(trm_Stepper *stepper);
/* As one of a series of steps: with what is known from one to the next. */
trm_Problem trm_step_series(const trm_Stepper *stepper, const trm_StepEquations *equations);
/* Newton's method on the step that was begun, with care where there are kinks. Where loads that depend on reactions
   keep it from the solution, they are held: once at what is expected, once at what comes out then. */
trm_Status trm_step_solve(trm_Stepper *stepper, const trm_StepEquations *equations, trm_NewtonReport *report);
/* Makes the step's end the state; > 0 when the end is not acceptable after all (the state is then unchanged). */
trm_Status trm_step_accept(trm_Stepper *stepper, trm_Settled settled);

/* Parts of problems. The size of a residual, and a correction of the trial; self: the stepper. */
double trm_step_measure(void *self, const double *residual, int *worst);
/* Directors of the nodes of beams. */
void trm_step_place(void *self, double *place);
/* Stiffnesses of beams turn with their nodes: K = R K' R^T with the rotations R = sum over j of d_j d'_j^T of the nodes
   since d' were their directors. at: where the unknowns stand in the vector; NULL: as they are. */
void trm_step_turn(const trm_Stepper *stepper, const int *at, const double *place, double *vector, bool back);
void trm_step_correct(void *self, const double *change);
/* What round-off of positions leaves of the measure, by a matrix with this pattern; `at`: the place of an unknown in
   it, NULL: its own. */
double trm_step_noise(const trm_Stepper *stepper, const trm_Pattern *pattern, const int *at, const double *values,
                      const double *residual);

#endif
