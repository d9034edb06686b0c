/* An ordinary differential equation dy/dt = f(t, y) whose solution is put back onto its invariants after every step,
   integrated by embedded explicit Runge-Kutta methods. */
#ifndef TRM_INTEGRATE_ODE_H
#define TRM_INTEGRATE_ODE_H

#include "base/bytes.h"
#include "trammel/status.h"

/* What is integrated: functions and their own data, the caller's, as long as the integrator lives. */
typedef struct trm_OdeProblem {
  void *self;
  int n;
  /* > 0: not at this place, a smaller step may do */
  trm_Status (*rates)(void *self, double t, const double *y, double *y_dot);
  /* After a step whose error is small enough: puts y onto the invariants. > 0: it cannot be, and the step fails. */
  trm_Status (*settle)(void *self, double t, double *y);
} trm_OdeProblem;

/* A value of trm_ode_new; `absolute` stays the caller's. */
typedef struct trm_OdeOptions {
  int order; /* 4, 6, 8 */
  double relative;
  const double *absolute;   /* per component: error that a step may have, with `relative` times its size */
  double smallest, largest; /* bounds of the step, s; 0: none */
} trm_OdeOptions;

typedef struct trm_Ode trm_Ode;

trm_Status trm_ode_new(trm_Ode **ode, const trm_OdeProblem *problem, const trm_OdeOptions *options);
void trm_ode_free(trm_Ode *ode);
double *trm_ode_values(trm_Ode *ode); /* y, n numbers; to be filled before the first restart */
/* Goes on from t with the present y, which may have been changed. */
trm_Status trm_ode_restart(trm_Ode *ode, double t);
/* Other absolute errors from component `first` on. */
void trm_ode_tolerate(trm_Ode *ode, int first, int count, const double *absolute);
/* Steps of this size from now on; 0: the size is chosen. */
void trm_ode_fix_step(trm_Ode *ode, double h);
/* The next step is to be so long, where its error allows it; nothing before the first one. */
void trm_ode_wish(trm_Ode *ode, double h);
/* One step that ends at `stop` or before; *t is where. > 0 or < 0: it failed, y is that before the step. */
trm_Status trm_ode_step(trm_Ode *ode, double stop, double *t);

/* Estimated error of the last step over what it may have, the largest of all components. */
double trm_ode_error(const trm_Ode *ode);

typedef struct trm_OdeCounts {
  long evaluations, rejected; /* since trm_ode_new */
  double last_step, next_step;
} trm_OdeCounts;
trm_OdeCounts trm_ode_counts(const trm_Ode *ode);
/* Writes or reads y, tolerances and all that the next steps go by. */
void trm_ode_memory(trm_Ode *ode, trm_Bytes *bytes);

#endif
