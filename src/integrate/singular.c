/* When steps have become short next to a singular position, and the hop over it (theory.md, "Index 1", singular
   positions). */
#include "integrate/singular.h"
#include <math.h>
#include <string.h>
#include "element/irreversible.h"
#include "system/settle.h"

/* Pivots of the constraints (rows of unit length) against the largest: below the first a position may be singular soon,
   below the second nothing should start there. Near a change point the smallest is about the angle that is left to
   it. */
static const double near_pivot = 1e-2, close_pivot = 1e-4;

/* Steps this much shorter than the longest so far: the integrator is in trouble. Those of order 8 are longer: from
   where they are as short a hop of low order would be wrong by more than they are. */
static const double collapse = 0.05, collapse_of_8 = 0.01;

/* the sine of the angle between bars that are nearly in line, as far as steps get */
static const double nearly = 1e-3;

const char trm_singular_advice[] =
    "The mechanism is close to a singular position (stretched, folded or at a change point), in which constraints "
    "depend on each "
    "other and speeds or forces grow without bound: no step is short enough. If it is not meant to get there, "
    "change lengths, drives or the start";

bool trm_singular_close_by(const trm_RowChoice *rows, trm_System *system, const trm_State *state) {
  return trm_rows_lose_rank(rows, system, state, nearly);
}

void trm_step_trend_note(trm_StepTrend *trend, double h) {
  trend->largest = fmax(trend->largest, h);
  trend->last = h;
}

static bool loses_rank(const trm_Stepper *over, double pivot) {
  return trm_rows_lose_rank(over->tools->rows, over->tools->system, over->state, pivot);
}

bool trm_singular_near(const trm_Stepper *over) { return loses_rank(over, near_pivot); }

bool trm_singular_ahead(const trm_Stepper *over, const trm_StepTrend *trend) {
  double short_of = over->tools->task.analysis->order > 6 ? collapse_of_8 : collapse;
  return trend->last < short_of * trend->largest && trm_singular_near(over);
}

bool trm_singular_here(const trm_RowChoice *rows, trm_System *system, const trm_State *state) {
  return trm_rows_lose_rank(rows, system, state, close_pivot);
}

static bool is_here(const trm_Stepper *over) { return loses_rank(over, close_pivot); }

/* rad, and of the model's size: the first way from a singular position. Three times the angle at which steps may begin
   beside it (close_pivot), small enough for an error of the order of its cube. */
static const double first_way = 3e-4;

double trm_singular_start(const trm_Stepper *over, double duration) {
  double fastest = 0;
  const trm_System *system = over->tools->system;
  int n = system->numbering.count;
  double *nu = over->tools->snapshot->nu_work;
  if (!is_here(over)) return 0;
  memset(nu, 0, sizeof(double) * (size_t)n);
  trm_state_velocity(system, over->state->q, over->state->w, nu);
  for (int i = 0; i < n; i++)
    fastest =
        fmax(fastest, fabs(nu[i]) / (system->unknowns[i].kind == TRM_UNKNOWN_DISPLACEMENT ? system->model->size : 1));
  return fastest * duration > first_way ? first_way / fastest : duration;
}

/* The scheme's velocities are off the constraints by what its order leaves. */
static trm_Status project_velocities(trm_Stepper *over) {
  trm_Settled settled;
  if (is_here(over)) return TRM_OK; /* here that would be guessing */
  trm_Status status = trm_settle_state(over->tools->snapshot, over->state, &settled);
  over->state->works->numerical += settled.numerical;
  over->state->works->drive_work += settled.drive_work;
  return status;
}

/* Velocities go on smoothly over a singular position; on another branch some of them are others at once. The kinetic
   energy of the change tells, next to that of the motion, which keeps its own meanwhile; what sets off from rest or
   comes to it there is not judged. */
static bool leaves_branch(trm_Stepper *over) {
  const trm_StepTools *tools = over->tools;
  double before = trm_state_energy(over->tools->system, tools->before).kinetic,
         after = trm_state_energy(over->tools->system, over->state).kinetic;
  if (!(fmin(before, after) > 0.5 * fmax(before, after))) return false;
  trm_state_copy(over->tools->saved, tools->before);
  for (int i = 0; i < trm_configuration_size(over->tools->system->model); i++)
    over->tools->saved->w[i] = over->state->w[i] - tools->before->w[i];
  return trm_state_energy(over->tools->system, over->tools->saved).kinetic > 0.02 * (before + after);
}

static void go_back(trm_Stepper *over) { trm_state_copy(over->state, over->tools->before); }

/* The smallest pivot of the constraints, rather too large by a third than too small, between the two bounds. */
static double pivot_here(trm_Stepper *over) {
  enum { HALVINGS = 4 };
  double low = close_pivot, high = near_pivot;
  if (loses_rank(over, low)) return low;
  for (int i = 0; i < HALVINGS; i++) {
    double middle = sqrt(low * high);
    if (loses_rank(over, middle))
      high = middle;
    else
      low = middle;
  }
  return high;
}

/* in equal steps from over->tools->before to `options->h` later, velocities onto the constraints */
static trm_Status go_over(trm_Stepper *over, const trm_StepOptions *options, trm_StepReport *report) {
  double from = *over->state->time;
  int parts = options->order == 2 ? 16 : 2;
  trm_StepOptions part = *options;
  part.h /= parts;
  over->state->history->count = 0;
  for (int i = 0; i < parts; i++) {
    trm_Status status = trm_stepper_step_safely(over, over->state, &part, report);
    if (status != TRM_OK) return status;
    *over->state->time = from + (i + 1) * part.h;
  }
  *over->state->time = from + options->h;
  return project_velocities(over);
}

/* J: what the way since over->tools->before took from the energy, by projection or unexplained */
static double lost(const trm_Stepper *over) {
  const trm_Works *before = over->tools->before->works, *after = over->state->works;
  return fabs(after->numerical - before->numerical) + fabs(after->residual - before->residual);
}

/* of the energy: they have no tolerance, and hops of order 6 can be so good */
static const double of_fixed_steps = 1e-9;

/* J: of what is asked of the whole analysis, what one singular position may take */
static double may_lose(const trm_Stepper *over) {
  const trm_StepTools *tools = over->tools;
  double tolerance = tools->task.analysis->step.size > 0
                         ? of_fixed_steps
                         : fmax(tools->task.tolerance, tools->task.analysis->step.tolerance);
  return 0.1 * tolerance * tools->before->works->largest_energy;
}

enum { TRIES = 10 };

typedef struct Try {
  double h, lost;
  int order;
  bool over;
} Try;

/* Goes over and looks whether that is the branch; *way says what that took. > 0: another may do. */
static trm_Status try_over(trm_Stepper *over, const trm_Hop *hop, double most, Try *way, trm_StepReport *report) {
  trm_StepOptions options = {.h = fmin(way->h, most), .order = way->order};
  trm_Status status = go_over(over, &options, report);
  if (status != TRM_OK) return status;
  way->over = !loses_rank(over, hop->pivot), way->lost = lost(over);
  return (way->over || options.h == most) && !leaves_branch(over) ? TRM_OK : TRM_SINGULAR;
}

/* Order 6 loses no energy to the projection that would show; its substeps go back and forth, and where they lead to
   another branch steps of order 2 stay on it. Where a step ends next to the singular position itself it may lose more
   than it should, and a longer way is better: the best of all is taken. */
trm_Status trm_singular_hop(trm_Stepper *over, trm_Hop *hop, double most, trm_StepReport *report) {
  static const double longer = 1.7;
  int highest = trm_model_irreversible(over->tools->system->model).owner ? 2 : 6;
  trm_Status status = TRM_STEP_FAILED;
  Try best = {.lost = INFINITY};
  if (!(hop->pivot > 0)) hop->pivot = pivot_here(over);
  trm_state_copy(over->tools->before, over->state);
  double allowed = may_lose(over);
  for (double h = hop->h, end = h * pow(longer, TRIES - 0.5); h < end && best.lost > allowed; h *= longer)
    for (int order = highest; order >= 2 && best.lost > allowed; order -= 4) {
      Try way = {.h = h, .order = order};
      trm_Status tried = try_over(over, hop, most, &way, report);
      if (tried == TRM_OK && way.lost < best.lost) best = way;
      if (best.lost > allowed) go_back(over);
      if (tried < 0) return tried;
      if (best.h == 0) status = tried;
    }
  if (best.h == 0) return status;
  status = best.lost > allowed ? try_over(over, hop, most, &best, report) : TRM_OK;
  if (status == TRM_OK && best.over) *hop = (trm_Hop){0};
  return status;
}
