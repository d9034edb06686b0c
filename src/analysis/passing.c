#include "analysis/passing.h"
#include <math.h>
#include "system/passage.h"

/* Jumps of a slider's velocity, over its speed, where it goes from one element of its track to the next: those that steps end at. The position
   follows the track anyhow; what a smaller jump does to the motion is of the order of its square. */
static double least_jump(const trm_StepDef *step) {
  const double most = 0.05;
  return step->size > 0 ? most : fmin(most, sqrt(0.1 * step->tolerance));
}

trm_Status trm_passing_new(trm_Simulation *s) {
  s->trial->least_jump = least_jump(&s->analysis->step);
  s->trial->watches = trm_passages_possible(s->model) && !s->rates;
  return s->trial->watches && !s->passing ? trm_state_new(&s->passing, s->system) : TRM_OK;
}

/* The search for the size of a step: where it ends short of the place, and where beyond. */
typedef struct Search {
  trm_Passage target;
  bool aims;            /* the target is known */
  double low, high;     /* sizes of steps, s */
  double f_low, f_high; /* how far beyond the target they end, over the length; f_low < 0 < f_high */
  int side;             /* of the last one: -1 short, 1 beyond */
} Search;

static void go_back(trm_Simulation *s) {
  trm_state_copy(s->state, s->passing);
  trm_system_drop(s->system, s->state->dropped);
}

static trm_Status attempt(trm_Simulation *s, const trm_StepTaker *taker, double h) {
  go_back(s);
  s->trial->watches = false;
  trm_Status status = taker->take(s, h, taker->data);
  s->trial->watches = true;
  return status;
}

/* Steps end just before the place, by some round-off of what they find: schemes that put velocities onto the constraints at their end
   do so with those before it. */
static const double before = 4e-14, there = 2e-14; /* of the length: where, and how exactly */

/* how far x is beyond where the step is to end */
static double beyond(const trm_Simulation *s, const trm_Passage *target, const double *x) {
  const trm_Joint *joint = &s->model->joints[target->joint];
  return target->way * (x[joint->first_coordinate] - target->s) / trm_slide_length(joint) + before;
}

static trm_PassageWay way_of_step(const trm_Simulation *s) {
  return (trm_PassageWay){s->passing->x, s->state->x, s->state->q, s->trial->least_jump};
}

/* The first place that the step has come to is the target from now on. False: it has come to none. */
static bool aim(const trm_Simulation *s, Search *search) {
  trm_Passage found;
  trm_PassageWay way = way_of_step(s);
  if (!trm_passage_first(s->model, &way, &found)) return search->aims;
  bool same = search->aims && found.joint == search->target.joint && found.s == search->target.s;
  if (same) return true;
  search->target = found, search->aims = true, search->side = 0;
  search->low = 0, search->f_low = beyond(s, &found, s->passing->x);
  return true;
}

/* regula falsi, Illinois */
static double next_size(Search *search, double h, double f) {
  if (f < 0) {
    search->low = h, search->f_low = f;
    if (search->side < 0) search->f_high *= 0.5;
    search->side = -1;
  } else {
    search->high = h, search->f_high = f;
    if (search->side > 0) search->f_low *= 0.5;
    search->side = 1;
  }
  double width = search->high - search->low, share = search->f_low / (search->f_low - search->f_high);
  if (!isfinite(search->f_high)) share = 0.5;
  return search->low + fmin(fmax(share, 1e-6), 1 - 1e-6) * width;
}

enum { SEARCHES = 60, ENOUGH = 9 };
static const double next_to_none = 1e-7; /* of a step */

static trm_Status cross(trm_Simulation *s, const trm_Passage *passage) {
  return passage->release ? trm_pass_release(s->snapshot, s->state, passage)
                          : trm_pass_over(s->snapshot, s->state, passage);
}

trm_Status trm_passing_locate(trm_Simulation *s, double most, const trm_StepTaker *taker, double *h) {
  Search search = {.high = most, .f_high = INFINITY};
  trm_Status status = TRM_OK;
  trm_state_copy(s->passing, s->state);
  *h = most;
  for (int k = 0; k < SEARCHES; k++) {
    status = attempt(s, taker, *h);
    if (status < 0) return status;
    if (status > 0) { /* shorter ones may do */
      search.high = *h, search.f_high = INFINITY, *h = 0.5 * (search.low + *h);
      continue;
    }
    if (!aim(s, &search)) return TRM_OK;
    double f = beyond(s, &search.target, s->state->x);
    if (fabs(f) <= there || (k >= ENOUGH && f < before && f > -0.5 * trm_passage_slack)) return TRM_OK;
    *h = next_size(&search, *h, f);
    if (*h <= next_to_none * most) {
      go_back(s);
      *h = 0;
      status = cross(s, &search.target);
      trm_state_copy(s->passing, s->state); /* which has crossed already */
      return status;
    }
  }
  go_back(s);
  return status > 0 ? status : TRM_NEWTON_SLOW;
}

trm_Status trm_passing_cross(trm_Simulation *s) {
  trm_Status status = TRM_OK;
  for (int j = 0; j < s->model->joint_count && status == TRM_OK; j++) {
    trm_Passage passage;
    trm_PassageWay way = way_of_step(s);
    if (!trm_passage_of(s->model, j, &way, &passage)) continue;
    status = cross(s, &passage);
  }
  return status;
}

trm_Status trm_passing_settle(trm_Simulation *s, const double *x) {
  trm_Status status = TRM_OK;
  bool carries = s->scheme->equations == TRM_EQUATIONS_PAIR || (s->scheme->balances && s->rho >= 1);
  for (int j = 0; s->trial->watches && carries && j < s->model->joint_count && status == TRM_OK; j++)
    if (trm_passage_changes_element(&s->model->joints[j], x, s->state->x) &&
        !trm_contact_released(&s->model->joints[j], s->state->x))
      status = trm_pass_settle(s->snapshot, s->state, j);
  return status;
}
