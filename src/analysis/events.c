/* Events are found by repeating the step from the same state with another end (regula falsi, Illinois): no
   interpolation, so that the state there is one of the scheme, and every scheme has them. */
#include "analysis/events.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "analysis/dynamic.h"
#include "base/findings.h"
#include "base/numbers.h"
#include "base/report.h"
#include "base/text.h"

/* ---- the list ---- */

void trm_events_free(trm_Events *events) {
  if (!events) return;
  trm_state_free(events->before);
  trm_release(events->happened);
  trm_arena_free(&events->arena);
  trm_release(events);
}

bool trm_events_any(const trm_Simulation *s) { return s->beside.events && s->beside.events->count > 0; }

trm_Watched *trm_events_add(trm_Simulation *s) {
  if (!s->beside.events) s->beside.events = TRM_NEW(trm_Events, 1);
  trm_Events *events = s->beside.events;
  trm_Watched *items = events ? TRM_ARENA_NEW(&events->arena, trm_Watched, events->count + 1) : NULL;
  if (!items) return NULL;
  if (events->count > 0) memcpy(items, events->items, sizeof *items * (size_t)events->count);
  events->items = items;
  return &items[events->count++];
}

static trm_Status note(trm_Simulation *s, int which) {
  trm_Events *events = s->beside.events;
  if (events->happened_count == events->happened_room) {
    int room = 2 * events->happened_room + 16;
    trm_Happened *grown = trm_realloc(events->happened, (size_t)room, sizeof *grown);
    if (!grown) return TRM_NO_MEMORY;
    events->happened = grown, events->happened_room = room;
  }
  events->happened[events->happened_count++] = (trm_Happened){*s->state->time, which};
  return TRM_OK;
}

/* ---- when one happens ---- */

static double value_of(trm_Simulation *s, const trm_Watched *event) { return event->kind->value(s, event); }

/* of an event: a value of 0 is on the other side of where it came from */
static int side_of(const trm_Watched *event, double value) { return value > 0 ? 1 : value < 0 ? -1 : -event->side; }

static bool counts(trm_Simulation *s, const trm_Watched *event, double value) {
  int side = side_of(event, value);
  if (isnan(value) && isnan(event->seen)) return false; /* it has been there before */
  if (event->side == 0 || side == event->side || (event->direction != 0 && event->direction != side)) return false;
  return !event->kind->counts || event->kind->counts(s, event, value);
}

/* A value that is held (a coordinate that an event has locked) changes its sign by round-off: of the largest value; and
   of the terms that it is made of, which may be larger by any factor. Loops are closed to 1e-14 of the model's size,
   and values that they hold were off by up to 7e-15 of their terms. Only what is so much smaller than the largest is
   looked at so closely. */
static const double round_off = 1e-12, of_terms = 1e-13, may_be_none = 1e-3;

/* Is it 0 but for round-off? */
static bool is_none(trm_Simulation *s, const trm_Watched *event, double value, double largest) {
  if (fabs(value) <= round_off * largest) return true;
  if (!(fabs(value) <= may_be_none * largest) || !event->kind->terms) return false;
  return fabs(value) <= of_terms * event->kind->terms(s, event);
}

static bool is_zero(trm_Simulation *s, const trm_Watched *event, double value) {
  return is_none(s, event, value, fmax(event->largest, fabs(event->value)));
}

static void note_size(trm_Watched *event, double value) {
  if (isfinite(value)) event->largest = fmax(event->largest, fabs(value));
}

/* Has it happened, and not by round-off? */
static bool has_passed(trm_Simulation *s, const trm_Watched *event, double value) {
  return counts(s, event, value) && (event->kind->counts || !is_none(s, event, value, event->largest));
}

/* ---- where something breaks ---- */

/* of the times: less than what is one time (trm_same_time), more than what breaks are found to */
static const double just_beside = 5e-13;

/* Loads and rates of drives that jump are between two values there: those at the end of a step are looked at just
   before (-1), those that the next one begins with just after (1). Returns the time, which is put back (look_here). */
static double look_beside(trm_Simulation *s, int side) {
  double now = *s->state->time;
  if (now != s->beside.events->broken || now == 0) return now;
  *s->state->time += side * just_beside * fabs(now), s->snapshot->seen = false;
  return now;
}

static void look_here(trm_Simulation *s, double now) {
  if (*s->state->time != now) *s->state->time = now, s->snapshot->seen = false;
}

/* ---- what jumps at an instant ---- */

/* What happens there changes values at once, also those of other events. Which side they are on is then where they are,
   and what a jump has led to the other side has passed: but for what its own action has led back, and for what has just
   happened where the motion came to it. That is 0 there, though steps end within some round-off beside it, or where
   another time is as good as one. */
static void look_again(trm_Simulation *s, trm_Watched *event, double value) {
  double change = fabs(value - event->seen);
  bool jumped = !(change <= round_off * fmax(event->largest, fabs(value)));
  bool led = !event->spent || jumped;
  event->seen = value;
  if (isnan(value) || !led || is_none(s, event, value, event->largest)) return;
  event->side = side_of(event, value), event->spent = false;
}

/* Has it been led to the other side? */
static bool passes_at_once(trm_Simulation *s, trm_Watched *event, double value) {
  if (event->kind->counts) return has_passed(s, event, value);
  if (event->side == 0) event->side = side_of(event, value);
  if (!event->spent && has_passed(s, event, value)) return event->seen = value, true;
  look_again(s, event, value);
  return false;
}

/* Times that are so near to each other, in shortest steps, are one instant. */
static const double one_instant = 4;

static bool has_no_end(trm_Simulation *s, trm_Watched *event) {
  trm_Events *events = s->beside.events;
  bool later = !(*s->state->time - events->instant <= one_instant * trm_dynamic_nearness(s));
  for (int e = 0; e < events->count && later; e++) events->items[e].again = 0;
  events->instant = *s->state->time;
  return ++event->again > TRM_AT_ONE_INSTANT;
}

/* Those that take part, what began it has happened less often; each is told to have happened once. */
static trm_Status refuse_without_end(trm_Simulation *s, const trm_Watched *event) {
  const trm_Events *events = s->beside.events;
  trm_Text names = {0};
  int count = 0, repeats = -1; /* the last one is not there yet */
  for (int e = 0; e < events->count; e++) {
    repeats += events->items[e].again > 1 ? events->items[e].again - 1 : 0;
    if (events->items[e].again <= TRM_LINK_AT_LEAST) continue;
    if (count < TRM_LINKS_NAMED) trm_text_format(&names, "%s\"%.100s\"", count ? ", " : "", events->items[e].name);
    count++;
  }
  if (count > TRM_LINKS_NAMED) trm_text_format(&names, ", ... (%d)", count);
  snprintf(s->failure, sizeof s->failure,
           "at t = %.9g s: what happens there has no end: %.500s %s happen again and again at this instant",
           *s->state->time, names.data ? names.data : "", count > 1 ? "make each other" : "makes itself");
  trm_text_free(&names);
  s->beside.events->happened_count -= repeats;
  s->said.cause = TRM_FIND_FAST_EVENT;
  s->said.at = event->place;
  return TRM_STEP_FAILED;
}

/* located: where the motion has come to it; else something has led it there at once. */
static trm_Status happen(trm_Simulation *s, int e, bool located) {
  trm_Watched *event = &s->beside.events->items[e];
  trm_Status status = has_no_end(s, event) ? refuse_without_end(s, event) : note(s, e);
  event->spent = located && !event->kind->counts;
  if (status == TRM_OK) status = event->kind->happen(s, event);
  if (status != TRM_OK) return status; /* the run ends here, and may have lost what goes with a layout */
  s->state->history->count = s->state->history->acceleration_step = 0; /* nothing smooth */
  s->snapshot->seen = false;
  for (int other = 0; other < s->beside.events->count; other++) s->beside.events->items[other].smooth = false;
  double now = look_beside(s, 1);
  if (!event->kind->counts) look_again(s, event, value_of(s, event));
  look_here(s, now);
  return trm_dynamic_remember(s, 1);
}

/* What one event does may make others happen at the same time, until nothing does any more. */
static trm_Status settle_down(trm_Simulation *s) {
  trm_Events *events = s->beside.events;
  trm_Status status = TRM_OK;
  double now = look_beside(s, 1);
  for (bool any = true; any && status == TRM_OK;) {
    any = false;
    for (int e = 0; e < events->count && status == TRM_OK && !events->stopped; e++) {
      trm_Watched *event = &events->items[e];
      bool tied = event->tied;
      if (!passes_at_once(s, event, value_of(s, event)) && !tied) continue;
      event->tied = false;
      if (!event->kind->counts) event->side = -event->side;
      look_here(s, now);
      status = happen(s, e, tied);
      look_beside(s, 1);
      any = true;
    }
  }
  look_here(s, now);
  return status;
}

trm_Status trm_events_begin(trm_Simulation *s) {
  if (!trm_events_any(s) || s->dynamics->rehearsing) return TRM_OK;
  return settle_down(s);
}

/* Has the last step come to 0, but for round-off, from elsewhere? Whether it would go on nobody sees any more. */
static bool comes_at_last(trm_Simulation *s, const trm_Watched *event, double value) {
  bool on_the_way = event->side != 0 && side_of(event, event->value) == event->side;
  return *s->state->time >= s->analysis->until && !event->kind->counts && on_the_way &&
         (event->direction == 0 || event->direction == -event->side) && is_none(s, event, value, event->largest) &&
         !is_none(s, event, event->value, event->largest);
}

/* Which happen where the step has ended is known before any of them does: each then does, whatever others do. */
static void meet(trm_Simulation *s, trm_Watched *event) {
  double value = value_of(s, event);
  bool due = event->due || comes_at_last(s, event, value);
  event->passed = due || has_passed(s, event, value), event->spent = due && !event->kind->counts;
  if (!event->due) note_size(event, value); /* else it may be at a pole */
  bool clear = !is_none(s, event, value, event->largest);
  if (!event->kind->counts && (due || clear)) event->side = due ? -event->side : side_of(event, value);
  event->seen = value;
}

/* Stops and relays follow what others have done. */
static bool happens_here(trm_Simulation *s, const trm_Watched *event) {
  if (!event->kind->counts || event->due) return event->passed;
  return has_passed(s, event, value_of(s, event));
}

trm_Status trm_events_reached(trm_Simulation *s) {
  trm_Events *events = s->beside.events;
  trm_Status status = TRM_OK;
  if (!trm_events_any(s) || s->dynamics->rehearsing) return TRM_OK;
  if (s->dynamics->plan.break_at_end && s->dynamics->plan.to == *s->state->time) events->broken = *s->state->time;
  double now = look_beside(s, 1);
  for (int e = 0; e < events->count; e++) meet(s, &events->items[e]);
  look_here(s, now);
  for (int e = 0; e < events->count && status == TRM_OK; e++) {
    trm_Watched *event = &events->items[e];
    bool happens = happens_here(s, event), located = event->spent;
    event->due = false;
    if (happens) status = happen(s, e, located);
  }
  return status == TRM_OK && !events->stopped ? settle_down(s) : status;
}

/* ---- where ---- */

/* The search for the time at which the first event happens: each try is a step from the same state. */
typedef struct Search {
  double start;         /* s */
  double low, high;     /* times: the event has not happened yet at low, and has at high */
  double g_low, g_high; /* its values there, weighted (Illinois) */
  int side;             /* of the last try */
  double enough;        /* a value that is as good as 0 */
  double near;          /* s: no step is shorter: over it the round-off of positions would be a velocity; 0: any */
  bool ties;            /* what is so close to the start is there, else where a step of that length ends */
  trm_Watched *event;
  double width; /* s: what the bracket was when it was last half as long as before, ... */
  int since;    /* ... and how many tries ago that was */
  int stuck;    /* so many tries ended at an end of the bracket: steps end beside their aims by round-off */
} Search;

/* At which share of the step has it happened, by its secant? What is no number any more has been none at its end. */
static double share_of(const trm_Watched *event, double now) {
  if (side_of(event, event->value) != event->side) return 0;
  double share = event->value / (event->value - now);
  return isfinite(share) ? share : 1;
}

/* Of the events that have happened in the step from search->start to now the one that is first by its secant; NULL:
   none. */
static trm_Watched *first_passed(trm_Simulation *s, double *share) {
  trm_Events *events = s->beside.events;
  trm_Watched *first = NULL;
  *share = INFINITY;
  for (int e = 0; e < events->count; e++) {
    trm_Watched *event = &events->items[e];
    double now = value_of(s, event);
    if (event->due || !has_passed(s, event, now)) continue;
    double own = share_of(event, now);
    if (own < *share) *share = own, first = event;
  }
  return first;
}

static void go_back(trm_Simulation *s) {
  trm_state_copy(s->state, s->beside.events->before);
  s->snapshot->seen = false;
  s->state->history->count = 0;
  if (s->dynamics->stepper->scheme->equations == TRM_EQUATIONS_RATES)
    s->state->history->acceleration_step = 0; /* the integrator of rates begins anew */
}

/* The secant of a value that is next to infinite at one end hardly moves: so many tries may halve the bracket. */
enum { PATIENCE = 4, TRIES = 300 };
/* of the bracket: the next time keeps this distance from its ends, so that it becomes shorter on both sides */
static const double off_the_ends = 1e-3;
/* Where an event is found: of the times, two units of the last digit, and of the step; of the values of the event's
   function; of the times again, a step that is none. */
static const double time_digit = 4e-16, part_of_step = 1e-13, part_of_value = 1e-13, no_step = 1e-13;

/* Halving where the values say nothing: just after the event has happened it is 0, and its sign round-off; or where
   they say too little. No step is so short that its ends are one time. */
static double next_time(const Search *search) {
  double share = search->g_low / (search->g_low - search->g_high);
  bool slow = search->since >= PATIENCE || search->stuck > 0;
  if (slow || !isfinite(share) || !(search->g_low * search->g_high < 0)) share = 0.5;
  double time = search->low + fmin(fmax(share, off_the_ends), 1 - off_the_ends) * (search->high - search->low);
  return fmax(time, search->start + search->near);
}

/* what times are known to */
static double digits_of(const Search *search) { return time_digit * (fabs(search->start) + fabs(search->high)); }

/* No step ends between the start and the event. */
static bool is_close(const Search *search) {
  return search->near > 0 && search->high - search->start <= search->near + digits_of(search);
}

/* Is it where the step begins? There it is to happen: see tie. */
static bool is_at_start(const Search *search) { return search->ties && is_close(search); }

/* What jumps where a step ends has not yet while the step is searched: its end is looked at just before. */
static trm_Status take_step(trm_Simulation *s, const trm_WatchedStep *step, bool *at_end, trm_StepReport *report) {
  trm_Status status = step->take(s, at_end, report);
  if (status == TRM_OK && *at_end && s->dynamics->plan.break_at_end) {
    s->beside.events->broken = *s->state->time;
    look_beside(s, -1);
  }
  return status;
}

/* The step control has ended the step before the event: a step without one. So near to it that hardly a step would be
   left, half of it is taken. */
static trm_Status stop_short(trm_Simulation *s, const trm_WatchedStep *step, const Search *search, bool *at_end,
                             trm_StepReport *report) {
  double now = *s->state->time;
  if (search->high - now > 0.1 * (now - search->start)) return TRM_OK;
  go_back(s);
  s->aim = search->start + 0.5 * (now - search->start);
  step->plan(s);
  return take_step(s, step, at_end, report);
}

static void narrow(Search *search, double now, double g, bool beyond) {
  bool at_end = beyond ? now >= search->high : now <= search->low;
  search->stuck = at_end ? search->stuck + 1 : 0;
  if (beyond) {
    search->high = now, search->g_high = g;
    if (search->side > 0) search->g_low *= 0.5;
    search->side = 1;
  } else {
    search->low = now, search->g_low = g;
    if (search->side < 0) search->g_high *= 0.5;
    search->side = -1;
  }
  search->since++;
  if (search->high - search->low <= 0.5 * search->width) search->width = search->high - search->low, search->since = 0;
}

/* A value that jumps is 0 nowhere: where the last step has ended by round-off just before the jump, it would happen
   again at once. A little later it is beyond. */
static bool jumps_later(const Search *search, double g) {
  return fabs(g) > search->enough && side_of(search->event, g) == search->event->side;
}

/* The state is behind the event: a step that ends there instead. */
static trm_Status locate(trm_Simulation *s, const trm_WatchedStep *step, Search *search, bool *at_end,
                         trm_StepReport *report) {
  double aim = s->aim;
  trm_Status status = TRM_OK;
  for (int k = 0; k < TRIES && !is_at_start(search); k++) {
    double near = digits_of(search) + part_of_step * (search->high - search->start);
    bool narrow_enough = search->high - search->low <= near || search->stuck > 1;
    bool last = narrow_enough || is_close(search) || k == TRIES - 1;
    go_back(s);
    s->aim = last ? search->high : next_time(search);
    step->plan(s);
    status = take_step(s, step, at_end, report);
    s->snapshot->seen = false;
    if (status != TRM_OK) break;
    double now = *s->state->time, g = value_of(s, search->event);
    bool beyond = counts(s, search->event, g);
    if (now < s->aim - trm_same_time * fabs(s->aim) && !beyond) {
      status = stop_short(s, step, search, at_end, report);
      break;
    }
    if (last && k < TRIES - 1 && jumps_later(search, g)) {
      search->high += digits_of(search) * (double)(k + 1);
      continue;
    }
    search->event->due = last;
    if (last) break;
    search->event->due = beyond && fabs(g) <= search->enough;
    if (search->event->due) break;
    narrow(search, now, g, beyond);
  }
  s->aim = aim;
  return status;
}

static trm_Status keep_start(trm_Simulation *s) {
  trm_Events *events = s->beside.events;
  trm_Status status = events->before ? TRM_OK : trm_state_new(&events->before, s->system);
  if (status != TRM_OK) return status;
  trm_state_copy(events->before, s->state);
  double now = look_beside(s, 1);
  for (int e = 0; e < events->count; e++) {
    trm_Watched *event = &events->items[e];
    event->value = event->seen = value_of(s, event);
    note_size(event, event->value); /* also that of the start: the first step may end at the event */
    if (event->side == 0) event->side = side_of(event, event->value);
    event->fresh = event->spent && !isnan(event->value);
    event->spent = false;
  }
  look_here(s, now);
  return TRM_OK;
}

/* Of the time of the analysis: how soon after an event it is looked which way its value goes, and a way out and back
   that is shorter than steps are to be, so that an event which comes again and again does not end. Of the largest
   value: what it changes by at least if not by round-off. */
static const double glance = 1e-7, no_way = 1e-5, no_turn = 1e-14;

/* Was it 0 but for round-off where the step began? Whether it would pass was not known there. */
static bool passed_at_start(trm_Simulation *s, const trm_Watched *event, double start) {
  bool zero = is_none(s, event, event->value, event->largest) || side_of(event, event->value) != event->side;
  return zero && !event->kind->counts && event->tied_at != start;
}

/* A stop that let go where the step begins, at its bound but for round-off: which way it goes shows only later. So soon
   after the start it is pressed again there, and holds. */
static double soon_held(const trm_Simulation *s, const trm_Watched *event) {
  bool at_bound = event->kind->exact && !event->closed && side_of(event, event->value) != event->side;
  return at_bound ? glance * s->model->scales.time : 0;
}

/* Others that happen there as well, whatever the first one does to their values. */
static void tie_companions(trm_Simulation *s, double start) {
  trm_Events *events = s->beside.events;
  for (int e = 0; e < events->count; e++) {
    trm_Watched *event = &events->items[e];
    if (!event->passed || event->kind->counts || !passed_at_start(s, event, start)) continue;
    event->tied = true, event->tied_at = start;
  }
}

/* Back to the start, where it is to happen (trm_events_begin) before the step is taken again: a step from there to
   there would have a length of round-off. */
static void tie(trm_Simulation *s, const trm_WatchedStep *step, trm_Watched *event, double start) {
  trm_Events *events = s->beside.events;
  for (int e = 0; e < events->count; e++) {
    trm_Watched *other = &events->items[e];
    other->due = false;
    other->spent = other->tied_at == start && !other->kind->counts; /* it has happened there */
  }
  tie_companions(s, start);
  event->tied = true, event->tied_at = start;
  go_back(s);
  step->plan(s);
}

bool trm_events_tied(const trm_Simulation *s) {
  const trm_Events *events = s->beside.events;
  for (int e = 0; events && e < events->count; e++)
    if (events->items[e].tied) return true;
  return false;
}

/* ---- two changes of sign within a step ---- */

/* A step is taken in halves where the value turns back so near to 0, of what it changes by within the step: the
   parabola that tells it is wrong by terms of third order. So far beside the step it may turn, in its lengths. Of the
   largest value: what changes less is round-off. */
static const double near_turn = 0.3, beside_step = 0.3, no_change = 1e-9;

/* a step as it was taken: from the same state, with its end at a time that is looked at */
typedef struct Taken {
  const trm_WatchedStep *step;
  trm_Plan plan;     /* as it was planned first, ... */
  double start, end; /* s: ... which led there */
  bool *at_end;
  trm_StepReport *report;
} Taken;

/* another step from the same state, no longer than that */
static trm_Status take_to(trm_Simulation *s, const Taken *taken, double to) {
  double aim = s->aim;
  bool rates = s->dynamics->stepper->scheme->equations == TRM_EQUATIONS_RATES; /* they remember other steps */
  go_back(s);
  if (to == taken->end && s->analysis->step.size > 0 && !rates) {
    s->dynamics->plan = taken->plan;
  } else {
    s->aim = to;
    taken->step->plan(s);
  }
  trm_Status status = take_step(s, taken->step, taken->at_end, taken->report);
  s->snapshot->seen = false, s->aim = aim;
  return status;
}

static double half_way(const trm_Simulation *s, const Taken *taken) {
  return taken->start + 0.5 * (*s->state->time - taken->start);
}

/* Does the parabola through the values at the ends of this step and at a third time (the start of the step before, a
   place within this one, or the end of a longer one) come to the other side, or near to it, though both ends are on
   one? */
static bool may_turn(trm_Simulation *s, const trm_Watched *event, double start, double now) {
  double a = start - event->before_at, b = now - start, g = value_of(s, event);
  bool begins = is_zero(s, event, event->value) || side_of(event, event->value) == event->side;
  if (event->fresh || event->side == 0 || !begins || side_of(event, g) != event->side) return false;
  if (!(b > 0) || a == 0 || a + b == 0 || (a > 0 && !event->smooth)) return false;
  double slope = (g - event->value) / b, curvature = (slope - (event->value - event->before) / a) / (a + b);
  double at_start = slope - curvature * b, turn = -at_start / (2 * curvature);
  double least = event->value + 0.5 * at_start * turn, change = fmax(fabs(event->value - least), fabs(g - least));
  bool inside = event->side * curvature > 0 && turn > -beside_step * b && turn < (1 + beside_step) * b;
  return inside && change > no_change * event->largest && event->side * least < near_turn * change;
}

static bool any_may_turn(trm_Simulation *s, double start) {
  trm_Events *events = s->beside.events;
  for (int e = 0; e < events->count; e++)
    if (may_turn(s, &events->items[e], start, *s->state->time)) return true;
  return false;
}

/* After something has happened, and at the start, there is no step before: values where this one is now are the third
   ones. */
static void note_third(trm_Simulation *s) {
  trm_Events *events = s->beside.events;
  for (int e = 0; e < events->count; e++) {
    trm_Watched *event = &events->items[e];
    if (!event->smooth) event->before = value_of(s, event), event->before_at = *s->state->time;
  }
}

/* Only those that may happen on either side of where they are: a rebound knows its rate. */
static bool wants_third(const trm_Events *events) {
  for (int e = 0; e < events->count; e++)
    if (!events->items[e].smooth && !events->items[e].fresh && !events->items[e].kind->counts) return true;
  return false;
}

/* Half of the step, for its values, and the step again. */
static trm_Status look_within(trm_Simulation *s, const Taken *taken) {
  double end = *s->state->time;
  trm_Status status = take_to(s, taken, half_way(s, taken));
  if (status != TRM_OK) return status;
  note_third(s);
  return take_to(s, taken, end);
}

/* Shorter steps from the same state, until none may turn within it. */
static trm_Status look_closer(trm_Simulation *s, const Taken *taken) {
  enum { HALVINGS = 5 };
  trm_Status status = wants_third(s->beside.events) ? look_within(s, taken) : TRM_OK;
  for (int k = 0; k < HALVINGS && status == TRM_OK && any_may_turn(s, taken->start); k++) {
    note_third(s);
    status = take_to(s, taken, half_way(s, taken));
  }
  return status;
}

/* The first that has happened where the step began and is on the side that it came from where it ends. */
static trm_Watched *first_back(trm_Simulation *s) {
  trm_Events *events = s->beside.events;
  for (int e = 0; e < events->count; e++) {
    trm_Watched *event = &events->items[e];
    double now = event->fresh ? value_of(s, event) : 0;
    if (event->fresh && !is_zero(s, event, now) && side_of(event, now) != event->side) return event;
  }
  return NULL;
}

/* Has it gone on from where it happened, which may have been some way behind 0? */
static bool is_beyond(const trm_Watched *event, double value) {
  return side_of(event, value) == event->side && event->side * (value - event->value) >= 0;
}

/* What has just happened is back where it came from: either it went through and came back, and a shorter step ends
   while it is beyond; or it was turned round there (a blow, a tangent) and is on the side on which it was. */
static trm_Status look_beyond(trm_Simulation *s, const Taken *taken) {
  enum { HALVINGS = 26 }; /* of the step: 1e-8 */
  trm_Status status = TRM_OK;
  for (trm_Watched *event = first_back(s); event && status == TRM_OK; event = first_back(s)) {
    double end = *s->state->time, now;
    for (int k = 0; k < HALVINGS && status == TRM_OK; k++) {
      status = take_to(s, taken, half_way(s, taken));
      now = value_of(s, event);
      if (is_zero(s, event, now) || is_beyond(event, now)) break;
    }
    event->fresh = false;
    now = value_of(s, event);
    if (status != TRM_OK || (!is_zero(s, event, now) && is_beyond(event, now))) continue;
    event->side = -event->side, event->tied_at = taken->start;
    status = take_to(s, taken, end);
  }
  return status;
}

/* ---- what is turned round where it happens ---- */

/* It happened where the step begins, and its value is beyond where it ends: it went on, or was turned round and is
   back. */
static bool may_be_back(trm_Simulation *s, const trm_Watched *event) {
  double now = event->fresh ? value_of(s, event) : 0;
  return event->fresh && !is_zero(s, event, now) && side_of(event, now) == event->side;
}

/* A blow, or what was released or set, may turn a value round where it is 0; the way out and back may be shorter than
   the step, which then looks like one that goes on. What was turned is on the side that it came from. */
static trm_Status look_turned(trm_Simulation *s, const Taken *taken) {
  trm_Events *events = s->beside.events;
  double end = *s->state->time, soon = glance * s->model->scales.time;
  bool any = false;
  for (int e = 0; e < events->count; e++) any = any || may_be_back(s, &events->items[e]);
  if (!any || !(end - taken->start > soon)) return TRM_OK;
  for (int e = 0; e < events->count; e++) events->items[e].asked = may_be_back(s, &events->items[e]);
  trm_Status status = take_to(s, taken, taken->start + soon);
  for (int e = 0; e < events->count && status == TRM_OK; e++) {
    trm_Watched *event = &events->items[e];
    double change = event->asked ? value_of(s, event) - event->value : 0;
    if (!(-event->side * change > no_turn * event->largest)) continue;
    event->side = -event->side, event->fresh = false, event->tied_at = taken->start;
  }
  return status == TRM_OK ? take_to(s, taken, end) : status;
}

enum { AGAIN = 6 };

/* Has it come again and again, each time sooner, and within next to no time now? */
static bool never_ends(const trm_Simulation *s, const trm_Watched *event) {
  const trm_Events *events = s->beside.events;
  double later = *s->state->time, least = later - no_way * s->model->scales.time, last = 0;
  int count = 0;
  for (int i = events->happened_count - 1; i >= 0 && count < AGAIN; i--) {
    const trm_Happened *one = &events->happened[i];
    if (&events->items[one->which] != event) continue;
    if (count == 0 ? !(one->time > least) : !(later - one->time > last)) return false;
    last = later - one->time, later = one->time, count++;
  }
  return count == AGAIN;
}

static trm_Status refuse_again(trm_Simulation *s, const trm_Watched *event) {
  snprintf(
      s->failure, sizeof s->failure,
      "at t = %.9g s: the event \"%.100s\" happens again and again, each time sooner than before: what it does turns "
      "its value round, and less of the motion is left each time",
      *s->state->time, event->name);
  s->said.cause = TRM_FIND_FAST_EVENT;
  s->said.at = event->place;
  return TRM_STEP_FAILED;
}

/* It is to happen next. A rigid stop comes to rest by itself, where its rebounds are over. */
static trm_Status follow(trm_Simulation *s, const trm_Watched *event) {
  return !event->kind->counts && never_ends(s, event) ? refuse_again(s, event) : TRM_OK;
}

static void note_start(trm_Events *events, double start) {
  for (int e = 0; e < events->count; e++) {
    trm_Watched *event = &events->items[e];
    event->before = event->value, event->before_at = start, event->smooth = true;
  }
}

/* ---- a step ---- */

static void note_passed(trm_Simulation *s) {
  trm_Events *events = s->beside.events;
  for (int e = 0; e < events->count; e++)
    events->items[e].passed = has_passed(s, &events->items[e], value_of(s, &events->items[e]));
}

/* Others that happen at the same time, but for round-off: whatever the first one does. */
static void find_companions(trm_Simulation *s, const trm_Watched *first) {
  trm_Events *events = s->beside.events;
  for (int e = 0; e < events->count && first->due; e++) {
    trm_Watched *event = &events->items[e];
    if (event->passed && !event->kind->counts && is_zero(s, event, value_of(s, event))) event->due = true;
  }
}

/* What is sampled or driven may jump where the step has ended: what it came to before is known by then. */
static void note_ends(trm_Simulation *s) {
  trm_Events *events = s->beside.events;
  for (int e = 0; e < events->count; e++) {
    trm_Watched *event = &events->items[e];
    double value = event->kind->counts ? 0 : value_of(s, event);
    if (!event->kind->counts && !event->due && !has_passed(s, event, value)) look_again(s, event, value);
  }
}

/* The others are not where the step ends now. */
static void forget_later(trm_Simulation *s, const trm_Watched *event) {
  trm_Events *events = s->beside.events;
  for (int e = 0; e < events->count; e++)
    if (&events->items[e] != event) events->items[e].due = false;
}

trm_Status trm_events_step(trm_Simulation *s, const trm_WatchedStep *step, bool *at_end, trm_StepReport *report) {
  trm_Events *events = s->beside.events;
  if (!trm_events_any(s)) return step->take(s, at_end, report);
  trm_Status status = keep_start(s);
  Taken taken = {step, s->dynamics->plan, *s->state->time, 0, at_end, report};
  double start = taken.start, near = trm_dynamic_nearness(s), share;
  if (status == TRM_OK) status = take_step(s, step, at_end, report);
  taken.end = *s->state->time, s->snapshot->seen = false;
  if (status == TRM_OK) status = look_beyond(s, &taken);
  if (status == TRM_OK) status = look_turned(s, &taken);
  if (status == TRM_OK) status = look_closer(s, &taken);
  for (int k = 0; k < events->count && status == TRM_OK;
       k++) { /* another may have happened before the first that was found */
    trm_Watched *event = first_passed(s, &share);
    if (!event) break;
    double now = *s->state->time;
    double g = value_of(s, event);
    double enough = part_of_value * fmax(fabs(event->value), fabs(g));
    double least = event->kind->exact ? soon_held(s, event) : near;
    Search search = {.start = start,
                     .low = start,
                     .high = now,
                     .g_low = event->value,
                     .g_high = g,
                     .enough = enough,
                     .near = least,
                     .ties = least > 0 && event->tied_at != start,
                     .event = event,
                     .width = now - start};
    if (now - start <= no_step * (fabs(start) + fabs(now))) break;
    *at_end = false;
    note_passed(s);
    if (passed_at_start(s, event, start)) {
      tie(s, step, event, start);
      status = follow(s, event);
      break;
    }
    status = locate(s, step, &search, at_end, report);
    if (status == TRM_OK && is_at_start(&search)) {
      tie(s, step, event, start);
      status = follow(s, event);
      break;
    }
    if (!event->due || now - *s->state->time > near) forget_later(s, event);
    if (status == TRM_OK) find_companions(s, event);
    if (status == TRM_OK && event->due) status = follow(s, event);
  }
  if (status == TRM_OK && !trm_events_tied(s)) note_ends(s);
  note_start(events, start);
  return status;
}
