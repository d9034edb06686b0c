/* Perturbing a state, following it and how far it comes to be from the motion (theory.md, "What `tolerance` means"). */
#include "analysis/neighbour.h"
#include <math.h>
#include <string.h>
#include "analysis/passing.h"
#include "analysis/rehearsal.h"
#include "math/vec3.h"
#include "system/rate_kinks.h"
#include "system/settle.h"

/* Velocities of a rigid motion of the whole, as far as the constraints allow it: no direction that a mechanism would
   not know. */
static trm_Status perturb(trm_Simulation *s, trm_State *state, double rate) {
  static const double shift[3] = {0.61, -0.47, 0.64}, spin[3] = {-0.52, 0.71, 0.48};
  const trm_Numbering *numbering = &s->system->numbering;
  int worst = -1;
  trm_Status status = trm_snapshot_factor(s->snapshot, state, &worst);
  if (status != TRM_OK) return status;
  double *nu = s->snapshot->nu, part[3];
  memset(nu, 0, sizeof(double) * (size_t)numbering->count);
  trm_state_velocity(s->system, state->q, state->w, nu);
  for (int p = 0; p < s->model->node_count; p++) {
    trm_cross(part, spin, state->q + trm_point_at(p));
    for (int n = 0; n < 3 && trm_point_leads(numbering, p); n++)
      if (numbering->point[p][n] >= 0) nu[numbering->point[p][n]] += rate * (s->model->size * shift[n] + part[n]);
  }
  for (int t = 0; t < s->model->node_count; t++)
    for (int n = 0; n < 3 && trm_triad_leads(numbering, t); n++)
      if (numbering->triad[t][n] >= 0) nu[numbering->triad[t][n]] += rate * spin[n];
  double kinetic = trm_state_kinetic(s->system, state, state->w);
  status = trm_snapshot_project(s->snapshot, state, NULL);
  if (status != TRM_OK) return status;
  trm_state_set_velocity(s->system, state, nu);
  state->works->start_energy += trm_state_kinetic(s->system, state, state->w) - kinetic;
  return TRM_OK;
}

/* A perturbation of what speed, 1/s: much slower than the motion, so that the two are neighbours, but such that they
   are further apart than the errors of the iteration, also where only vibrations are possible. */
static double small_rate(const trm_Simulation *s) {
  static const double small = 1e-7; /* of the motion's own rates; equations are solved to 1e-12 */
  double fastest = fmax(1 / (s->analysis->until - s->start_time), s->dynamics->rehearsal->speed);
  for (int n = 0; n < s->model->node_count; n++) {
    const double *acceleration = s->snapshot->node_acceleration + 6 * n;
    fastest = fmax(fastest, sqrt(fmax(trm_norm(acceleration) / s->model->size, trm_norm(acceleration + 3))));
  }
  return small * fastest;
}

/* The neighbour's step is predicted by the one that was just taken, and solved with its factors. */
static void guide(trm_Simulation *s, const trm_State *own) {
  trm_State *shadow = s->dynamics->rehearsal->shadow;
  if (own->history->count == 0) return;
  memcpy(trm_state_rates(shadow, 0), trm_state_rates(own, 0), sizeof(double) * (size_t)s->system->numbering.count);
  shadow->history->middle[0] = own->history->middle[0], shadow->history->size[0] = own->history->size[0];
  shadow->history->count = 1;
}

/* Where prescribed rates jump the neighbour's velocities follow too, but for the end, where those of the motion do not
   either. */
static trm_Status follow_impulse(trm_Simulation *s) {
  trm_Dynamics *d = s->dynamics;
  trm_Settled settled;
  int worst = -1;
  if (!(*s->state->time < s->analysis->until)) return TRM_OK;
  if (!trm_drive_rates_jump(s->system->layout, s->state->inputs, *s->state->time)) return TRM_OK;
  trm_Status status = trm_follow_impulse(s->snapshot, d->rehearsal->shadow, &settled);
  d->rehearsal->shadow->works->numerical += settled.numerical;
  d->rehearsal->shadow->works->drive_work += settled.drive_work;
  return status == TRM_OK ? trm_simulation_snapshot(s, &worst) : status;
}

/* Where its sliders go from one element to the next its velocities settle as those beside it did. */
static trm_Status settle_passed(trm_Simulation *s) {
  trm_Dynamics *d = s->dynamics;
  trm_State *own = s->state, *shadow = d->rehearsal->shadow;
  int worst = -1;
  if (!d->tools.trial->watches) return TRM_OK;
  s->state = shadow;
  trm_Status status = trm_passing_settle(s, d->rehearsal->passed);
  s->state = own;
  return status == TRM_OK ? trm_simulation_snapshot(s, &worst) : status;
}

/* Its own samples are taken and its own delays remember: a controller holds it as it holds the motion. */
static trm_Status signals_follow(trm_Simulation *s) {
  trm_State *own = s->state, *shadow = s->dynamics->rehearsal->shadow;
  int worst = -1;
  s->state = shadow, s->snapshot->seen = false;
  trm_Status status =
      *shadow->time == s->dynamics->plan.to ? trm_dynamic_signals_arrive(s) : trm_dynamic_remember(s, 0);
  s->state = own, s->snapshot->seen = false;
  return status == TRM_OK && s->model->forces.signals.reacts ? trm_simulation_snapshot(s, &worst) : status;
}

/* a step of the neighbour: the same one, or the same two halves */
static trm_Status follow(trm_Simulation *s, double h) {
  trm_Dynamics *d = s->dynamics;
  trm_State *own = s->state, *shadow = d->rehearsal->shadow;
  int parts = d->step_scale > 0 || h < 1.5 * d->last_size ? 1 : 2;
  bool guided = parts == 1 && d->order == 2;
  /* all substeps of compositions are known, and none that was taken twice */
  d->tools.path.follows = d->order > 2 && d->tools.path.count == parts * trm_substeps(d->order);
  d->tools.path.at = 0;
  trm_StepOptions options = {.h = h / parts, .order = d->order, .rho = d->rho};
  trm_Status status = TRM_OK;
  if (guided) guide(s, own);
  s->newton->options.keep = guided;
  if (s->model->coordinate_count)
    memcpy(d->rehearsal->passed, shadow->x, sizeof(double) * (size_t)s->model->coordinate_count);
  d->tools.trial->edges = NULL; /* it comes to them a little sooner or later */
  for (int part = 0; part < parts && status == TRM_OK; part++) {
    trm_StepReport report = {.newton = {.worst = -1}};
    status = trm_stepper_step(d->stepper, shadow, &options, &report);
  }
  d->tools.trial->edges = d->edges;
  s->newton->options.keep = d->tools.path.follows = false;
  *shadow->time = *own->time;
  if (own->history->count == 0) shadow->history->count = shadow->history->acceleration_step = 0;
  if (status == TRM_OK) status = settle_passed(s);
  if (status == TRM_OK) status = follow_impulse(s);
  if (status == TRM_OK) status = signals_follow(s);
  return status;
}

static void note_apart(trm_Simulation *s, double h, trm_Apart *apart) {
  trm_Dynamics *d = s->dynamics;
  const trm_State *shadow = d->rehearsal->shadow;
  double far = trm_step_distance(d->step_error, s->state, shadow->q);
  double fast = trm_step_speed(d->step_error, s->state, shadow);
  apart->far = fmax(apart->far, far), apart->fast = fmax(apart->fast, fast);
  apart->squares[0] += h * far * far, apart->squares[1] += h * fast * fast;
}

/* Distances and speeds compare by the perturbation's own time, the ratio of their root mean squares: of a free
   motion all of the duration, of a vibration 1/omega. */
double trm_neighbour_growth(const trm_Apart *apart) {
  double own_time = apart->squares[1] > 0 ? sqrt(apart->squares[0] / apart->squares[1]) : 0;
  return own_time > 0 && apart->first > 0 ? (apart->far + own_time * apart->fast) / (own_time * apart->first) : 1;
}

/* of the rate that a neighbour was to be given: what the constraints left of it is enough to be followed */
static const double left_of_rate = 1e-4;

bool trm_neighbour_begin(trm_Simulation *s, trm_Apart *apart) {
  trm_Dynamics *d = s->dynamics;
  trm_State *shadow = d->rehearsal->shadow;
  *apart = (trm_Apart){0};
  trm_state_copy(shadow, s->state);
  double rate = small_rate(s);
  if (perturb(s, shadow, rate) != TRM_OK) return false;
  apart->first = trm_step_speed(d->step_error, s->state, shadow);
  return apart->first > left_of_rate * rate;
}

bool trm_neighbour_step(trm_Simulation *s, double h, trm_Apart *apart) {
  static const double lost = 0.01; /* of the model's size, rad */
  if (follow(s, h) != TRM_OK) return false;
  note_apart(s, h, apart);
  return apart->far < lost;
}
