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

/* Steps end just beyond an edge, so that the next begins on its other side (1); those of schemes that ask for forces at
   their ends just before it, and the state is then led over it (-1). */
static double side_of_edge(const trm_Simulation *s) {
  return s->dynamics->stepper->scheme->equations == TRM_EQUATIONS_INSTANT ? -1 : 1;
}

trm_Status trm_passing_new(trm_Simulation *s) {
  trm_Dynamics *d = s->dynamics;
  bool rates = d->stepper->scheme->equations == TRM_EQUATIONS_RATES;
  bool equal = s->analysis->step.size > 0 || (trm_cannot_rehearse(s) == TRM_ERROR_KNOWN && trm_wants_equal_steps(s));
  d->tools.trial->least_jump = least_jump(&s->analysis->step, equal, rates);
  d->tools.trial->watches = trm_passages_possible(s->system->layout) && !rates;
  bool automatic = !(s->analysis->step.size > 0) && !rates;
  trm_Status status = automatic ? trm_edges_new(&d->edges, s->model, &s->work) : (d->edges = NULL, TRM_OK);
  d->tools.trial->edges = d->edges, d->tools.trial->short_of_edges = side_of_edge(s) < 0;
  bool located = d->tools.trial->watches || d->edges;
  return status == TRM_OK && located && !d->passing ? trm_state_new(&d->passing, s->system) : status;
}

/* A step that was tried: its size, s, and how far beyond its aim it ended, over the length. */
typedef struct Tried {
  double h, f;
} Tried;

/* Where a step is to end: a place of a slider, or an edge of a formula. */
typedef struct Target {
  trm_Passage passage;
  bool is_edge;
  trm_EdgeMet edge;
} Target;

/* The search for the size of a step: the two longest that ended short of the place, the shortest that ended beyond. */
typedef struct Search {
  Target target;
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
  bool watches = d->tools.trial->watches;
  d->tools.trial->watches = false, d->tools.trial->edges = NULL;
  if (closely) s->newton->options.tolerance = closer * exact;
  if (watches) trm_passage_hold(s->system->layout, &(trm_PassageHold){s->state->x, NULL, d->tools.trial->to_and_fro});
  trm_Status status = taker->take(s, h, taker->data);
  trm_passage_let_go(s->system->layout);
  s->newton->options.tolerance = exact;
  d->tools.trial->watches = watches, d->tools.trial->edges = d->edges;
  return status;
}

/* Steps end just before the place, by some round-off of what they find: schemes that put velocities onto the
   constraints at their end do so with those before it. */
static const double before = 4e-14, there = 2e-14; /* of the length: where, and how exactly */

/* How far from an edge steps end, of the way that the formula's argument had to go: of the tolerance, at most, at least
   (what the iteration leaves). */
static const double beside_of_tolerance = 1e-4, beside_most = 1e-9, beside_least = 1e-12;

static double beside_edge(const trm_Simulation *s) {
  return fmax(beside_least, fmin(beside_most, beside_of_tolerance * s->analysis->step.tolerance));
}

/* the edges at a state */
static void look_at_edges(const trm_Simulation *s, const trm_State *state, trm_Edge *out) {
  trm_Instant now = trm_state_instant(state, state->w);
  now.signals = state->z;
  trm_edges_at(s->dynamics->edges, &now, out);
}

/* how far the state is beyond where the step is to end */
static double beyond(const trm_Simulation *s, const Target *target, const trm_State *state) {
  const trm_Edges *edges = s->dynamics->edges;
  if (target->is_edge) {
    look_at_edges(s, state, edges->to);
    double from = edges->from[target->edge.edge].value, to = edges->to[target->edge.edge].value;
    return (to - target->edge.level) / (target->edge.level - from) - side_of_edge(s) * beside_edge(s);
  }
  const trm_Passage *passage = &target->passage;
  const trm_Joint *joint = &s->system->layout->joints[passage->joint];
  return passage->way * (state->x[joint->first_coordinate] - passage->s) / trm_slide_length(joint) + before;
}

/* for jumps that are larger than that */
static trm_PassageWay way_of_step(const trm_Simulation *s, double least) {
  const trm_Dynamics *d = s->dynamics;
  return (trm_PassageWay){d->passing->x, s->state->x, s->state->q, least, d->tools.trial->to_and_fro};
}

/* Sliders are held to their elements while a step's end is looked for, and go over no border of theirs. */
static const double any_jump = -1;

/* The first place or edge that the step has come to. False: none. */
static bool first_met(const trm_Simulation *s, Target *found) {
  const trm_Dynamics *d = s->dynamics;
  trm_PassageWay way = way_of_step(s, any_jump);
  bool slides = d->tools.trial->watches && trm_passage_first(s->system->layout, &way, &found->passage);
  if (!d->edges) return slides;
  look_at_edges(s, s->state, d->edges->to);
  found->is_edge = trm_edges_met(d->edges, trm_trial_edges_from(d->tools.trial, d->passing), &found->edge) &&
                   !(slides && found->passage.share < found->edge.share);
  return slides || found->is_edge;
}

static bool is_same(const Target *a, const Target *b) {
  if (a->is_edge != b->is_edge) return false;
  if (a->is_edge) return a->edge.edge == b->edge.edge && a->edge.level == b->edge.level;
  return a->passage.joint == b->passage.joint && a->passage.s == b->passage.s;
}

/* The first place that the step has come to is the target from now on. False: it has come to none. */
static bool aim(const trm_Simulation *s, Search *search) {
  Target found = {.is_edge = false};
  if (!first_met(s, &found)) return search->aims;
  if (search->aims && is_same(&found, &search->target)) return true;
  search->target = found, search->aims = true, search->side = 0;
  search->low = search->lower = (Tried){0, beyond(s, &found, s->dynamics->passing)};
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
  trm_passage_note(s->dynamics->tools.trial->to_and_fro, passage);
  return passage->release ? trm_pass_release(s->snapshot, s->state, passage)
                          : trm_pass_over(s->snapshot, s->state, passage);
}

/* The state is at the target, or so near before it that no step of any size gets nearer: schemes that take their
   constraints at the end of a step alone may jump over it. */
static bool arrived(const trm_Simulation *s, const Search *search, Tried last, int count) {
  if (search->target.is_edge) { /* a formula may jump over it itself */
    bool close = search->high.h - search->low.h <= narrow * last.h;
    return fabs(last.f) < beside_edge(s) || (side_of_edge(s) * last.f > 0 && close);
  }
  if (fabs(last.f) <= there) return true;
  bool short_of_it = last.f < before && search->side < 0;
  if (count >= ENOUGH && short_of_it && last.f > -0.5 * trm_passage_slack) return true;
  return short_of_it && search->high.h - last.h <= narrow * last.h && last.f > -near_by;
}

/* A scheme that asks for forces at the ends of steps finds itself beyond an edge as soon as it can be there, since
   forces are others there: no step ends between. */
static bool stopped_short(const trm_Simulation *s, Tried last) {
  return side_of_edge(s) < 0 && !(fabs(last.f) < beside_edge(s));
}

/* Between what is known of the target: nothing but where the step begins, and that it is passed. */
static void begin_search(const trm_Simulation *s, Search *search, double most) {
  search->low = search->lower = (Tried){0, beyond(s, &search->target, s->dynamics->passing)};
  search->high = (Tried){most, INFINITY};
  search->weight[0] = search->weight[1] = 1, search->side = 0;
}

trm_Status trm_passing_locate(trm_Simulation *s, double most, const trm_StepTaker *taker, double *h) {
  trm_Dynamics *d = s->dynamics;
  Search search = {.high = {most, INFINITY}};
  trm_Status status = TRM_OK;
  trm_state_copy(d->passing, s->state);
  *h = most, d->at_place = d->at_edge = false;
  if (d->edges) look_at_edges(s, s->state, d->edges->from);
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
    Tried last = {*h, beyond(s, &search.target, s->state)};
    note(&search, last);
    d->place = search.target.passage, d->at_edge = search.target.is_edge, d->edge = search.target.edge;
    if (arrived(s, &search, last, k)) {
      d->leap = 4 * beside_edge(s) * *h;
      d->at_place = !(d->at_edge && stopped_short(s, last)); /* then the next step begins nearer */
      return TRM_OK;
    }
    bool narrowed = search.high.h - search.low.h <= narrow * search.low.h;
    *h = !narrowed ? next_size(&search) : d->at_edge && side_of_edge(s) > 0 ? search.high.h : search.low.h;
    if (k + 1 == ENOUGH) begin_search(s, &search, most);
    if (*h <= next_to_none * most) {
      go_back(s);
      *h = 0, d->leap = 4 * beside_edge(s) * most, d->at_place = true;
      return TRM_OK;
    }
  }
  go_back(s);
  return status > 0 ? status : TRM_NEWTON_SLOW;
}

static bool is_over_edge(const trm_Simulation *s) {
  const trm_Edges *edges = s->dynamics->edges;
  int edge = s->dynamics->edge.edge;
  look_at_edges(s, s->state, edges->to);
  return !(edges->to[edge].value >= edges->from[edge].low && edges->to[edge].value < edges->from[edge].high);
}

/* Just before an edge: over it, as velocities and accelerations lead. A motion that is slow there takes a little longer
   than its way says. */
static trm_Status leap(trm_Simulation *s, bool *over) {
  enum { LEAPS = 10 };
  trm_Status status = trm_snapshot_take(s->snapshot, s->state, NULL);
  double longer = s->dynamics->leap;
  *over = false;
  for (int k = 0; k < LEAPS && status == TRM_OK && !*over; k++, longer *= 2) {
    trm_pass_on(s->snapshot, s->state, longer);
    *s->state->time = fmin(*s->state->time + longer, s->dynamics->plan.to);
    *over = is_over_edge(s);
  }
  return status;
}

/* Forces are others from here on. */
static trm_Status cross_edge(trm_Simulation *s) {
  trm_History *history = s->state->history;
  history->count = history->acceleration_step = 0;
  s->snapshot->seen = false;
  bool over = true;
  trm_Status status = side_of_edge(s) < 0 ? leap(s, &over) : TRM_OK;
  if (status != TRM_OK) return status;
  double duration = s->analysis->until - s->start_time, last = history->crossings.time;
  bool goes_on = trm_edges_note(&history->crossings, &s->dynamics->edge, *s->state->time, duration);
  if (!over) history->crossings.time = last; /* the next step comes to it once more */
  return goes_on ? TRM_OK : TRM_STEP_FAILED;
}

trm_Status trm_passing_cross(trm_Simulation *s) {
  trm_Dynamics *d = s->dynamics;
  if (!d->at_place) return TRM_OK;
  d->at_place = false;
  if (d->at_edge) return cross_edge(s);
  trm_Status status = cross(s, &d->place);
  for (int j = 0; j < s->model->joint_count && status == TRM_OK; j++) { /* others, at the same time */
    trm_Passage passage;
    trm_PassageWay way = way_of_step(s, s->dynamics->tools.trial->least_jump);
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
