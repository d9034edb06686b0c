/* The end of a step at a place of element/passage.h, by regula falsi on the size of the step; then over it
   (theory.md, "Curves that bodies carry"). */
#include "analysis/passing.h"
#include <math.h>
#include "analysis/analysis_numbers.h"
#include "analysis/rehearsal.h"
#include "system/passage.h"

/* Jumps of a slider's velocity, over its speed, where it goes from one element of its track to the next: those that
   steps end at. The position follows the track anyhow; what a smaller jump does to the motion is of the order of its
   square. Fixed steps of schemes that carry velocities on by the constraints bear jumps that explicit ones, which
   project, would lose energy at: these take what the tolerance of fixed steps asks for. */
static double least_jump(const trm_StepDef *step, bool equal, bool projects) {
  const double most = 0.05;
  if (equal && !projects) return most;
  return fmin(most, sqrt(0.1 * (step->size > 0 ? trm_tolerance_of_fixed : step->tolerance)));
}

trm_Status trm_passing_new(trm_Simulation *s) {
  trm_Dynamics *d = s->dynamics;
  bool rates = d->stepper->scheme->equations == TRM_EQUATIONS_RATES;
  bool equal = s->analysis->step.size > 0 || (trm_cannot_rehearse(s) == TRM_ERROR_KNOWN && trm_wants_equal_steps(s));
  d->tools.trial->least_jump = least_jump(&s->analysis->step, equal, rates);
  d->tools.trial->watches = trm_passages_possible(s->system->layout) && !rates;
  return d->tools.trial->watches && !d->passing ? trm_state_new(&d->passing, s->system) : TRM_OK;
}

/* A step that was tried: its size, s, and how far beyond its aim it ended, over the length. */
typedef struct Tried {
  double h, f;
} Tried;

/* The search for the size of a step: the two longest that ended short of the place, the shortest that ended beyond. */
typedef struct Search {
  trm_Passage target;
  bool aims; /* the target is known */
  Tried low, lower, high;
  double weight[2]; /* of low and high in the regula falsi (Illinois) */
  int side;         /* of the last one: -1 short, 1 beyond */
} Search;

static void go_back(trm_Simulation *s) { trm_state_copy(s->state, s->dynamics->passing); }

enum { SEARCHES = 60, ENOUGH = 9, FAILURES = 6 };
static const double closer = 1e-3; /* of the tolerance of the iteration: what it leaves is then below `there` */

/* closely: the equations are solved so that ends of steps are a smooth function of their size. What the iteration
   leaves, up to half of trm_passage_slack, depends on the factors that it happens to have. */
static trm_Status attempt(trm_Simulation *s, const trm_StepTaker *taker, double h, bool closely) {
  trm_Dynamics *d = s->dynamics;
  double exact = s->newton->options.tolerance;
  go_back(s);
  d->tools.trial->watches = false;
  if (closely) s->newton->options.tolerance = closer * exact;
  trm_Status status = taker->take(s, h, taker->data);
  s->newton->options.tolerance = exact;
  d->tools.trial->watches = true;
  return status;
}

/* Steps end just before the place, by some round-off of what they find: schemes that put velocities onto the
   constraints at their end do so with those before it. */
static const double before = 4e-14, there = 2e-14; /* of the length: where, and how exactly */

/* how far x is beyond where the step is to end */
static double beyond(const trm_Simulation *s, const trm_Passage *target, const double *x) {
  const trm_Joint *joint = &s->system->layout->joints[target->joint];
  return target->way * (x[joint->first_coordinate] - target->s) / trm_slide_length(joint) + before;
}

static trm_PassageWay way_of_step(const trm_Simulation *s) {
  const trm_Dynamics *d = s->dynamics;
  return (trm_PassageWay){d->passing->x, s->state->x, s->state->q, d->tools.trial->least_jump};
}

/* The first place that the step has come to is the target from now on. False: it has come to none. */
static bool aim(const trm_Simulation *s, Search *search) {
  trm_Passage found;
  trm_PassageWay way = way_of_step(s);
  if (!trm_passage_first(s->system->layout, &way, &found)) return search->aims;
  bool same = search->aims && found.joint == search->target.joint && found.s == search->target.s;
  if (same) return true;
  search->target = found, search->aims = true, search->side = 0;
  search->low = search->lower = (Tried){0, beyond(s, &found, s->dynamics->passing->x)};
  search->weight[0] = search->weight[1] = 1;
  return true;
}

static void note(Search *search, Tried last) {
  int end = last.f < 0 ? 0 : 1, side = last.f < 0 ? -1 : 1;
  if (side < 0)
    search->lower = search->low, search->low = last;
  else
    search->high = last;
  search->weight[end] = 1;
  if (search->side == side) search->weight[1 - end] *= 0.5;
  search->side = side;
}

static const double off_the_ends = 1e-6; /* of the bracket: the next step is neither of those tried */

/* Short of the place all is smooth, so that the secant through the last two steps there is the best guess, unless the
   last step went beyond; then regula falsi. */
static double next_size(const Search *search) {
  const Tried *low = &search->low, *lower = &search->lower, *high = &search->high;
  double secant = low->h - low->f * (low->h - lower->h) / (low->f - lower->f);
  if (search->side < 0 && secant > low->h && secant < high->h) return secant;
  double f_low = search->weight[0] * low->f, f_high = search->weight[1] * high->f, share = f_low / (f_low - f_high);
  if (!isfinite(high->f)) share = 0.5;
  return low->h + fmin(fmax(share, off_the_ends), 1 - off_the_ends) * (high->h - low->h);
}

static const double next_to_none = 1e-7;           /* of a step */
static const double narrow = 1e-9, near_by = 1e-6; /* between two steps; from the place, of the length */

static trm_Status cross(trm_Simulation *s, const trm_Passage *passage) {
  return passage->release ? trm_pass_release(s->snapshot, s->state, passage)
                          : trm_pass_over(s->snapshot, s->state, passage);
}

/* The state is at the target, or so near before it that no step of any size gets nearer: schemes that take their
   constraints at the end of a step alone may jump over it. */
static bool arrived(const Search *search, Tried last, int count) {
  if (fabs(last.f) <= there) return true;
  bool short_of_it = last.f < before && search->side < 0;
  if (count >= ENOUGH && short_of_it && last.f > -0.5 * trm_passage_slack) return true;
  return short_of_it && search->high.h - last.h <= narrow * last.h && last.f > -near_by;
}

/* Between what is known of the target: nothing but where the step begins, and that it is passed. */
static void begin_search(const trm_Simulation *s, Search *search, double most) {
  search->low = search->lower = (Tried){0, beyond(s, &search->target, s->dynamics->passing->x)};
  search->high = (Tried){most, INFINITY};
  search->weight[0] = search->weight[1] = 1, search->side = 0;
}

trm_Status trm_passing_locate(trm_Simulation *s, double most, const trm_StepTaker *taker, double *h) {
  trm_Dynamics *d = s->dynamics;
  Search search = {.high = {most, INFINITY}};
  trm_Status status = TRM_OK;
  trm_state_copy(d->passing, s->state);
  *h = most, d->at_place = false;
  for (int k = 0, failures = 0; k < SEARCHES && failures < FAILURES; k++) {
    status = attempt(s, taker, *h, k >= ENOUGH);
    if (status > 0 && k >= ENOUGH) status = attempt(s, taker, *h, false); /* round-off does not let it be so close */
    if (status < 0) return status;
    if (status > 0) { /* shorter ones may do */
      failures++;
      search.high = (Tried){*h, INFINITY}, *h = 0.5 * (search.low.h + *h);
      continue;
    }
    if (!aim(s, &search)) return TRM_OK;
    Tried last = {*h, beyond(s, &search.target, s->state->x)};
    note(&search, last);
    d->place = search.target;
    if (arrived(&search, last, k)) return d->at_place = true, TRM_OK;
    *h = search.high.h - search.low.h <= narrow * search.low.h ? search.low.h : next_size(&search);
    if (k + 1 == ENOUGH) begin_search(s, &search, most);
    if (*h <= next_to_none * most) {
      go_back(s);
      *h = 0, d->at_place = true;
      return TRM_OK;
    }
  }
  go_back(s);
  return status > 0 ? status : TRM_NEWTON_SLOW;
}

trm_Status trm_passing_cross(trm_Simulation *s) {
  trm_Dynamics *d = s->dynamics;
  if (!d->at_place) return TRM_OK;
  d->at_place = false;
  trm_Status status = cross(s, &d->place);
  for (int j = 0; j < s->model->joint_count && status == TRM_OK; j++) { /* others, at the same time */
    trm_Passage passage;
    trm_PassageWay way = way_of_step(s);
    if (j != d->place.joint && trm_passage_of(s->system->layout, j, &way, &passage)) status = cross(s, &passage);
  }
  return status;
}

trm_Status trm_passing_settle(trm_Simulation *s, const double *x) {
  trm_Dynamics *d = s->dynamics;
  const trm_Scheme *scheme = d->stepper->scheme;
  trm_Status status = TRM_OK;
  bool carries = scheme->equations == TRM_EQUATIONS_PAIR || (scheme->balances && d->rho >= 1);
  for (int j = 0; d->tools.trial->watches && carries && j < s->model->joint_count && status == TRM_OK; j++)
    if (trm_passage_changes_element(&s->system->layout->joints[j], x, s->state->x) &&
        !trm_contact_released(&s->system->layout->joints[j], s->state->x))
      status = trm_pass_settle(s->snapshot, s->state, j);
  return status;
}
