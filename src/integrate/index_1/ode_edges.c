/* Steps of the integrator and edges of formulas (system/edges.h). A stage beyond an edge brings in forces that are none
   of the motion's, and where error control refuses that it refuses every step but such as are next to nothing. So steps
   end short of an edge, nearer each time, and from so near that nothing happens in between the state is led over it. */
#include <math.h>
#include <string.h>
#include "base/numbers.h"
#include "integrate/index_1/ode_motion.h"
#include "system/passage.h"

static void look(const trm_OdeMotion *motion, const trm_State *state, trm_Edge *out) {
  trm_Instant now = trm_state_instant(state, state->w);
  now.signals = state->z;
  trm_edges_at(motion->edges, &now, out);
}

bool trm_ode_edges_met(trm_OdeMotion *motion) {
  if (!motion->edges || !motion->watches_edges) return false;
  look(motion, motion->state, motion->edges->to);
  /* of stairs error control has seen some */
  return trm_edges_met(motion->edges, 0, &motion->edge) && !trm_edge_is_stair(motion->edges, motion->edge.edge);
}

static double duration_of(const trm_OdeMotion *motion) {
  return motion->tools->task.analysis->until - motion->tools->task.start;
}

trm_Status trm_ode_edge_crossed(trm_OdeMotion *motion) {
  trm_State *state = motion->state;
  state->history->acceleration_step = state->history->count = 0;
  bool goes_on = trm_edges_note(&state->history->crossings, &motion->edge, *state->time, duration_of(motion));
  return goes_on ? TRM_OK : TRM_STEP_FAILED;
}

/* of a length or rad, and of those in the duration: what positions and rates are known to */
static const double known_to = 1e-13;

/* How much of the edges' arguments is round-off: what a motion of that size changes. The rate between two parts that
   fall side by side is nothing but that. The snapshot is spoilt. */
static void find_noise(trm_OdeMotion *motion) {
  const trm_StepTools *tools = motion->tools;
  const trm_System *system = tools->system;
  trm_Snapshot *snapshot = tools->snapshot;
  for (int i = 0; i < system->numbering.count; i++) {
    double way = sin(i + 1.) / system->inverse_extent[i]; /* in no direction in particular */
    snapshot->nu[i] = way, snapshot->solution[i] = way / duration_of(motion);
  }
  trm_state_copy(tools->saved, motion->state);
  trm_pass_on(snapshot, tools->saved, known_to);
  look(motion, tools->saved, motion->edges->to);
  for (int k = 0; k < motion->edges->count; k++)
    motion->edges->noise[k] = fabs(motion->edges->to[k].value - motion->edges->from[k].value);
}

/* Is an edge met by the motion within h, as velocities and accelerations of the snapshot go on? */
static bool foreseen_within(trm_OdeMotion *motion, double h) {
  const trm_StepTools *tools = motion->tools;
  trm_state_copy(tools->saved, motion->state);
  trm_pass_on(tools->snapshot, tools->saved, h);
  *tools->saved->time += h;
  look(motion, tools->saved, motion->edges->to);
  return trm_edges_met(motion->edges, 0, &motion->edge);
}

enum { BISECTIONS = 40 };

/* When an edge is met, at most after h; INFINITY: none is. */
static double foreseen(trm_OdeMotion *motion, double h) {
  double low = 0, high = h;
  if (!foreseen_within(motion, h)) return INFINITY;
  for (int k = 0; k < BISECTIONS; k++) {
    double middle = 0.5 * (low + high);
    if (foreseen_within(motion, middle))
      high = middle;
    else
      low = middle;
  }
  return high;
}

/* Of the tolerance, and at most: over so much of a step the state is led, since what happens within it does not show;
   of the duration, at least: an argument that is round-off, as the rate of what rests, comes to its edge all the time.
   Of the same: a motion that is led back so soon stays where the formula jumps, and is left to error control. Where an
   edge is foreseen after a part of a step the next one ends short of it by a fifth of the square of that: what
   accelerations change of the way. */
static const double leap_of_tolerance = 1e-4, longest_leap = 1e-9, next_to_no_time = 1e-12;
static const double stays = 1e3, less = 0.2, beyond = 0.5; /* of a leap; of a step */

/* over the edge that was met last */
static trm_Status leap_over(trm_OdeMotion *motion, double leap) {
  trm_pass_on(motion->tools->snapshot, motion->state, leap);
  *motion->state->time += leap;
  return trm_ode_edge_crossed(motion);
}

trm_Status trm_ode_edges_ahead(trm_OdeMotion *motion, double *stop, bool *leapt) {
  const trm_StepTools *tools = motion->tools;
  trm_State *state = motion->state;
  const trm_Crossings *crossed = &state->history->crossings;
  *leapt = false;
  if (!motion->edges) return TRM_OK;
  double now = *state->time, room = *stop - now, next = fmax(motion->stride, trm_ode_counts(motion->ode).next_step);
  double step = next > 0 ? fmin(room, 2 * next) : room;
  double leap = step * fmin(longest_leap, leap_of_tolerance * tools->task.tolerance);
  leap = fmax(leap, fmax(4 * trm_same_time * fabs(now), next_to_no_time * duration_of(motion)));
  motion->leap = leap;
  look(motion, state, motion->edges->from);
  motion->watches_edges = !(crossed->count > 0 && now - crossed->time <= stays * leap);
  if (!motion->watches_edges) return TRM_OK;
  find_noise(motion);
  if (trm_snapshot_take(tools->snapshot, state, NULL) != TRM_OK) return TRM_OK;
  double way = foreseen(motion, step);
  if (motion->stride > 0 && !(way <= leap)) trm_ode_wish(motion->ode, motion->stride);
  motion->stride = isfinite(way) ? next : 0;
  if (way > leap) {
    double left = fmax(way * fmin(beyond, less * way / step), 0.5 * leap);
    *stop = fmin(*stop, now + way - left);
    return TRM_OK;
  }
  *leapt = true;
  /* stair after stair, steps would stay as long as it is between two */
  if (trm_edge_is_stair(motion->edges, motion->edge.edge)) motion->stride *= 2;
  return leap_over(motion, 2 * leap);
}
