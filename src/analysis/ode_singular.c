#include "analysis/ode_singular.h"
#include <math.h>
#include <string.h>

/* Pivots of the constraints (rows of unit length) against the largest: below the first a position may be singular soon, below the second
   nothing should start there. Near a change point the smallest is about the angle that is left to it. */
static const double near_pivot = 1e-2, close_pivot = 1e-4;

/* Steps this much shorter than the longest so far: the integrator is in trouble. */
static const double collapse = 0.05;

void trm_step_trend_note(trm_StepTrend *trend, double h) {
  trend->largest = fmax(trend->largest, h);
  trend->last = h;
}

bool trm_singular_near(trm_Simulation *s) { return trm_simulation_loses_rank(s, near_pivot); }

bool trm_singular_ahead(trm_Simulation *s, const trm_StepTrend *trend) {
  return trend->last < collapse * trend->largest && trm_singular_near(s);
}

bool trm_singular_here(const trm_Simulation *s) { return trm_simulation_loses_rank(s, close_pivot); }

double trm_singular_start(trm_Simulation *s) {
  double fastest = 0;
  int n = s->system->numbering.count;
  double *nu = s->snapshot->nu_work;
  if (!trm_singular_here(s)) return 0;
  memset(nu, 0, sizeof(double) * (size_t)n);
  trm_state_velocity(s->system, s->state->q, s->state->w, nu);
  for (int i = 0; i < n; i++)
    fastest =
        fmax(fastest, fabs(nu[i]) / (s->system->unknowns[i].kind == TRM_UNKNOWN_DISPLACEMENT ? s->model->size : 1));
  double duration = s->analysis->until - s->start_time;
  return fastest * duration > 3e-4 ? 3e-4 / fastest : duration;
}

/* The scheme's velocities are off the constraints by what its order leaves. */
static trm_Status project_velocities(trm_Simulation *s) {
  trm_Settled settled;
  if (trm_singular_here(s)) return TRM_OK; /* here that would be guessing */
  trm_Status status = trm_settle_state(s->snapshot, s->state, &settled);
  s->state->works->numerical += settled.numerical;
  s->state->works->drive_work += settled.drive_work;
  return status;
}

enum { TRIES = 8 };

trm_Status trm_singular_hop(trm_Simulation *s, double h, double most, trm_StepReport *report) {
  static const double longer = 1.7;
  trm_Status status = TRM_STEP_FAILED;
  for (int attempt = 0; attempt < TRIES; attempt++, h *= longer) {
    double from = *s->state->time;
    trm_StepOptions options = {.h = fmin(h, most), .order = 2};
    trm_state_copy(s->before, s->state);
    s->state->history->count = 0;
    status = trm_step_safely(trm_schemes[0], &s->motion, s->newton, &options, report);
    bool good = status == TRM_OK && (options.h == most || !trm_singular_here(s));
    if (good) {
      *s->state->time = from + options.h;
      return project_velocities(s);
    }
    trm_state_copy(s->state, s->before);
    trm_system_drop(s->system, s->state->dropped);
  }
  return status == TRM_OK ? TRM_SINGULAR : status;
}
