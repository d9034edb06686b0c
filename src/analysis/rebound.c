/* Rigid stops (stops: {restitution}): at the bound the rate of the coordinate is turned round and multiplied, by an
   impulse along it; J = -(1 + e) v / r, r the rate that a unit impulse gives, and (1 - e^2) v^2 / (2 r) is lost. A
   rebound that would rise by next to nothing is none: the coordinate is then locked at the bound, as long as what holds
   it there presses. */
#include <math.h>
#include <stdio.h>
#include "analysis/dynamic.h"
#include "analysis/events.h"
#include "base/findings.h"
#include "system/settle.h"

/* of the model's length, or rad: rebounds that rise less are over */
static const double no_rise = 1e-9;

/* how far the coordinate is from the bound; while it rests there the force that presses, N or N m */
static double value(trm_Simulation *s, const trm_Watched *stop) {
  const trm_Joint *joint = &s->system->layout->joints[stop->joint];
  int at = joint->first_coordinate + stop->coordinate;
  if (s->system->layout->released[stop->joint]) return 1;
  if (!stop->closed) return stop->end < 0 ? s->state->x[at] - stop->bound : stop->bound - s->state->x[at];
  if (trm_simulation_look(s) != TRM_OK) return 0;
  const double *multipliers = s->snapshot->multipliers + joint->first_multiplier + joint->row_count;
  for (int d = 0; d < joint->drive_count; d++)
    if (joint->drives[d] == stop->coordinate) return stop->end * *s->state->scale * multipliers[d];
  return 0;
}

/* the rate away from the bound, and its acceleration */
static trm_Status motion(trm_Simulation *s, const trm_Watched *stop, double *rate, double *acceleration) {
  int at = s->system->layout->joints[stop->joint].first_coordinate + stop->coordinate;
  trm_Status status = trm_simulation_look(s);
  *rate = -stop->end * s->snapshot->x_rate[at], *acceleration = -stop->end * s->snapshot->x_acceleration[at];
  return status;
}

static double length_of(const trm_Simulation *s, const trm_Watched *stop) {
  return s->model->joints[stop->joint].kind->coordinates[stop->coordinate].angular ? 1 : s->model->scales.length;
}

/* Does it rise no more than next to nothing, or press? */
static bool rests(const trm_Simulation *s, const trm_Watched *stop, double rate, double acceleration) {
  return acceleration < 0 && rate * rate <= -2 * acceleration * no_rise * length_of(s, stop);
}

/* of a length, or rad: round-off of positions */
static const double no_depth = 1e-14;

/* Does it come back by itself before it is beyond its bound by more than round-off? Where a stop lets go neither a rate
   nor an acceleration is left but what round-off makes of them: a blow would turn round-off into round-off, without
   end. */
static bool turns_back(const trm_Simulation *s, const trm_Watched *stop, double rate, double acceleration) {
  double most = no_depth * length_of(s, stop);
  return acceleration >= 0 && (-rate * s->model->scales.time <= most || rate * rate <= 2 * acceleration * most);
}

static bool strikes(const trm_Simulation *s, const trm_Watched *stop, double rate, double acceleration) {
  return rate < 0 && !turns_back(s, stop, rate, acceleration);
}

/* A coordinate that leaves its bound is beyond it by round-off only. */
static bool counts(trm_Simulation *s, const trm_Watched *stop, double gap) {
  double rate, acceleration;
  (void)gap;
  if (stop->closed) return true;
  if (motion(s, stop, &rate, &acceleration) != TRM_OK) return false;
  return strikes(s, stop, rate, acceleration) || rests(s, stop, rate, acceleration);
}

static int unknown_of(const trm_Simulation *s, const trm_Watched *stop) {
  const trm_Joint *joint = &s->system->layout->joints[stop->joint];
  return s->system->numbering.joint[stop->joint] + joint->unknown_of[stop->coordinate];
}

static trm_Status strike(trm_Simulation *s, const trm_Watched *stop, double rate) {
  double gained = 0, change = -(1 + stop->restitution) * rate;
  trm_Status status = trm_strike_coordinate(s->snapshot, s->state, unknown_of(s, stop), -stop->end * change, &gained);
  s->state->works->dissipated -= gained;
  return status;
}

/* of a length, or rad, in the time of the analysis: what is slower stands still */
static const double no_motion = 1e-9;

/* What joints and drives lead no impulse turns round: where it stands still nothing happens, else there is no motion
   that goes on. */
static trm_Status led(trm_Simulation *s, const trm_Watched *stop, double rate, double acceleration) {
  const trm_ModelJoint *joint = &s->model->joints[stop->joint];
  double time = s->model->scales.time, least = no_motion * length_of(s, stop);
  if (rate * time > -least && acceleration * time * time > -least) return TRM_OK;
  snprintf(s->failure, sizeof s->failure,
           "at t = %.9g s: joint \"%.100s\": drives lead %s to its rigid stop at %.6g and beyond it, where nothing can "
           "rebound",
           *s->state->time, joint->name, joint->kind->coordinates[stop->coordinate].name, stop->bound);
  s->said.cause = TRM_FIND_LED_TO_STOP;
  return TRM_STEP_FAILED;
}

static trm_Status happen(trm_Simulation *s, trm_Watched *stop) {
  double rate, acceleration;
  if (stop->closed) { /* it pulls: let go */
    stop->closed = false;
    return trm_events_hold(s, stop->joint, stop->coordinate, false);
  }
  trm_Status status = trm_events_settle(s);
  if (status == TRM_OK) status = motion(s, stop, &rate, &acceleration);
  if (status != TRM_OK) return status;
  if (trm_coordinate_is_led(s->snapshot, s->state, unknown_of(s, stop))) return led(s, stop, rate, acceleration);
  bool led_back = stop->tied_at == *s->state->time; /* it let go here, and is pressed again where the next step ends */
  if (!led_back && !rests(s, stop, rate < 0 ? stop->restitution * rate : rate, acceleration))
    return strikes(s, stop, rate, acceleration) ? strike(s, stop, rate) : TRM_OK;
  stop->closed = true; /* what it still has is lost with the lock */
  return trm_events_hold(s, stop->joint, stop->coordinate, true);
}

const trm_WatchedKind trm_watched_rebound = {value, counts, happen, .exact = true};
