/* When steps have become short next to a singular position, and the hop over it (theory.md, "Index 1", singular
   positions). */
#include "analysis/ode_singular.h"
#include <math.h>
#include <string.h>
#include "system/settle.h"
#include "system/rate_kinks.h"

/* Pivots of the constraints (rows of unit length) against the largest: below the first a position may be singular soon,
   below the second nothing should start there. Near a change point the smallest is about the angle that is left to
   it. */
static const double near_pivot = 1e-2, close_pivot = 1e-4;

/* Steps this much shorter than the longest so far: the integrator is in trouble. */
static const double collapse = 0.05;

void trm_step_trend_note(trm_StepTrend *trend, double h) {
  trend->largest = fmax(trend->largest, h);
  trend->last = h;
}

bool trm_singular_near(trm_Simulation *s) { return trm_rows_lose_rank(&s->rows, s->system, s->state, near_pivot); }

bool trm_singular_ahead(trm_Simulation *s, const trm_StepTrend *trend) {
  return trend->last < collapse * trend->largest && trm_singular_near(s);
}

bool trm_singular_here(const trm_Simulation *s) {
  return trm_rows_lose_rank(&s->rows, s->system, s->state, close_pivot);
}

/* rad, and of the model's size: the first way from a singular position. Three times the angle at which steps may begin
   beside it (close_pivot), small enough for an error of the order of its cube. */
static const double first_way = 3e-4;

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
  return fastest * duration > first_way ? first_way / fastest : duration;
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

/* Velocities go on smoothly over a singular position; on another branch some of them are others at once. The kinetic
   energy of the change tells, next to that of the motion, which keeps its own meanwhile; what sets off from rest or
   comes to it there is not judged. */
static bool leaves_branch(trm_Simulation *s) {
  trm_Dynamics *d = s->dynamics;
  double before = trm_state_energy(s->system, d->before).kinetic, after = trm_state_energy(s->system, s->state).kinetic;
  if (!(fmin(before, after) > 0.5 * fmax(before, after))) return false;
  trm_state_copy(s->saved, d->before);
  for (int i = 0; i < trm_configuration_size(s->model); i++) s->saved->w[i] = s->state->w[i] - d->before->w[i];
  return trm_state_energy(s->system, s->saved).kinetic > 0.02 * (before + after);
}

static void go_back(trm_Simulation *s) { trm_state_copy(s->state, s->dynamics->before); }

/* The smallest pivot of the constraints, rather too large by a third than too small, between the two bounds. */
static double pivot_here(trm_Simulation *s) {
  enum { HALVINGS = 4 };
  double low = close_pivot, high = near_pivot;
  if (trm_rows_lose_rank(&s->rows, s->system, s->state, low)) return low;
  for (int i = 0; i < HALVINGS; i++) {
    double middle = sqrt(low * high);
    if (trm_rows_lose_rank(&s->rows, s->system, s->state, middle))
      high = middle;
    else
      low = middle;
  }
  return high;
}

/* in equal steps from s->dynamics->before to `options->h` later, velocities onto the constraints */
static trm_Status go_over(trm_Simulation *s, const trm_StepOptions *options, trm_StepReport *report) {
  double from = *s->state->time;
  int parts = options->order == 2 ? 16 : 2;
  trm_StepOptions part = *options;
  part.h /= parts;
  s->state->history->count = 0;
  for (int i = 0; i < parts; i++) {
    trm_Status status = trm_stepper_step_safely(&s->dynamics->steppers[0], s->state, &part, report);
    if (status != TRM_OK) return status;
    *s->state->time = from + (i + 1) * part.h;
  }
  *s->state->time = from + options->h;
  return project_velocities(s);
}

/* J: what the way since s->dynamics->before took from the energy, by projection or unexplained */
static double lost(const trm_Simulation *s) {
  const trm_Works *before = s->dynamics->before->works, *after = s->state->works;
  return fabs(after->numerical - before->numerical) + fabs(after->residual - before->residual);
}

/* of the energy: they have no tolerance, and hops of order 6 can be so good */
static const double of_fixed_steps = 1e-9;

/* J: of what is asked of the whole analysis, what one singular position may take */
static double may_lose(const trm_Simulation *s) {
  const trm_Dynamics *d = s->dynamics;
  double tolerance = s->analysis->step.size > 0 ? of_fixed_steps : fmax(d->step_tolerance, s->analysis->step.tolerance);
  return 0.1 * tolerance * d->before->works->largest_energy;
}

enum { TRIES = 10 };

typedef struct Try {
  double h, lost;
  int order;
  bool over;
} Try;

/* Goes over and looks whether that is the branch; *way says what that took. > 0: another may do. */
static trm_Status try_over(trm_Simulation *s, const trm_Hop *hop, double most, Try *way, trm_StepReport *report) {
  trm_StepOptions options = {.h = fmin(way->h, most), .order = way->order};
  trm_Status status = go_over(s, &options, report);
  if (status != TRM_OK) return status;
  way->over = !trm_rows_lose_rank(&s->rows, s->system, s->state, hop->pivot), way->lost = lost(s);
  return (way->over || options.h == most) && !leaves_branch(s) ? TRM_OK : TRM_SINGULAR;
}

/* Order 6 loses no energy to the projection that would show; its substeps go back and forth, and where they lead to
   another branch steps of order 2 stay on it. Where a step ends next to the singular position itself it may lose more
   than it should, and a longer way is better: the best of all is taken. */
trm_Status trm_singular_hop(trm_Simulation *s, trm_Hop *hop, double most, trm_StepReport *report) {
  static const double longer = 1.7;
  int highest = trm_model_reversible(s->model) ? 6 : 2;
  trm_Status status = TRM_STEP_FAILED;
  Try best = {.lost = INFINITY};
  if (!(hop->pivot > 0)) hop->pivot = pivot_here(s);
  trm_state_copy(s->dynamics->before, s->state);
  double allowed = may_lose(s);
  for (double h = hop->h, end = h * pow(longer, TRIES - 0.5); h < end && best.lost > allowed; h *= longer)
    for (int order = highest; order >= 2 && best.lost > allowed; order -= 4) {
      Try way = {.h = h, .order = order};
      trm_Status tried = try_over(s, hop, most, &way, report);
      if (tried == TRM_OK && way.lost < best.lost) best = way;
      if (best.lost > allowed) go_back(s);
      if (tried < 0) return tried;
      if (best.h == 0) status = tried;
    }
  if (best.h == 0) return status;
  status = best.lost > allowed ? try_over(s, hop, most, &best, report) : TRM_OK;
  if (status == TRM_OK && best.over) *hop = (trm_Hop){0};
  return status;
}
