/* Moving, copying, velocities; the trial of a step; the energy ledger and when a step balances. */
#include "system/state.h"
#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "element/contact.h"
#include "element/element_numbers.h"
#include "element/frame.h"
#include "element/joint.h"
#include "element/law.h"
#include "element/passage.h"
#include "element/signal.h"
#include "math/rotation.h"
#include "math/vec3.h"
#include "system/tile.h"

static void start_laws(const trm_Model *model, double *z, double *past) {
  for (int j = 0; j < model->joint_count; j++)
    for (int c = 0; c < model->joints[j].kind->coordinate_count; c++) TRM_EACH_LAW(law, &model->joints[j].laws[c])
  if (law->kind->start) law->kind->start(law->data, z + law->state);
  trm_signals_start(model, z, past);
}

trm_Status trm_state_new(trm_State **out, const trm_System *system) {
  const trm_Model *model = system->model;
  trm_State *state = TRM_NEW(trm_State, 1);
  *out = NULL;
  if (!state) return TRM_NO_MEMORY;
  state->size = trm_state_lay_out(state, system);
  state->layout = system->layout;
  state->data = TRM_NEW(double, state->size);
  if (!state->data) return trm_release(state), TRM_NO_MEMORY;
  trm_state_lay_out(state, system);
  *state->scale = 1;
  for (int p = 0; p < model->node_count; p++) trm_copy(state->q + trm_point_at(p), model->nodes[p].at, 3);
  for (int t = 0; t < model->node_count; t++)
    for (int j = 0; j < 3; j++) state->q[trm_triad_at(model, t) + 4 * j] = 1;
  snprintf(state->signature, sizeof state->signature,
           "trammel state 8: points %d triads %d coordinates %d law states %d inputs %d multipliers %d unknowns %d",
           model->node_count, model->node_count, model->coordinate_count, model->on_joints.law_state_count,
           model->inputs.count, system->layout->multiplier_count, system->numbering.count);
  start_laws(model, state->z, state->past);
  if (model->inputs.count) memcpy(state->inputs, model->inputs.start, sizeof(double) * (size_t)model->inputs.count);
  *out = state;
  return TRM_OK;
}

void trm_state_free(trm_State *state) {
  if (!state) return;
  trm_release(state->data);
  trm_release(state);
}

void trm_state_count_dropped(trm_State *state) {
  *state->dropped_count = 0;
  for (int i = 0; i < state->layout->multiplier_count; i++) *state->dropped_count += state->dropped[i] != 0;
}

void trm_state_copy(trm_State *to, const trm_State *from) {
  assert(to->size == from->size);
  memcpy(to->data, from->data, from->size * sizeof(double));
}

void trm_state_keep(trm_State *to, const trm_State *from) {
  assert(to->size == from->size && from->ring < from->nu);
  memcpy(to->data, from->data, (size_t)(from->ring - from->data) * sizeof(double));
  if (from->history->acceleration_step != 0) /* else there are none */
    memcpy(to->nu, from->nu, (size_t)(from->data + from->size - from->nu) * sizeof(double));
}

trm_Status trm_trial_new(trm_Trial **out, trm_System *system) {
  const trm_Model *model = system->model;
  trm_Trial *trial = TRM_NEW(trm_Trial, 1);
  *out = NULL;
  if (!trial) return TRM_NO_MEMORY;
  int configuration = trm_configuration_size(model);
  trial->system = system;
  trial->dx = TRM_NEW(double, 3 * model->node_count), trial->turn = TRM_NEW(double, 3 * model->node_count);
  trial->q_f = TRM_NEW(double, configuration), trial->q_m = TRM_NEW(double, configuration);
  trial->dq = TRM_NEW(double, configuration), trial->w_f = TRM_NEW(double, configuration);
  trial->x_f = TRM_NEW(double, model->coordinate_count),
  trial->lambda = TRM_NEW(double, system->layout->multiplier_count);
  trial->rate = TRM_NEW(double, system->numbering.count);
  trial->remembered = TRM_NEW(double, TRM_REMEMBERED * system->numbering.count);
  trial->z_f = TRM_NEW(double, model->on_joints.law_state_count);
  trial->to_and_fro = TRM_NEW(trm_ToAndFro, model->joint_count);
  if (!trial->dx || !trial->turn || !trial->q_f || !trial->q_m || !trial->dq || !trial->w_f || !trial->x_f ||
      !trial->lambda || !trial->rate || !trial->remembered || !trial->z_f || !trial->to_and_fro)
    return trm_trial_free(trial), TRM_NO_MEMORY;
  *out = trial;
  return TRM_OK;
}

void trm_trial_free(trm_Trial *trial) {
  if (!trial) return;
  double *arrays[] = {trial->dx,  trial->turn,   trial->q_f,  trial->q_m,        trial->dq, trial->w_f,
                      trial->x_f, trial->lambda, trial->rate, trial->remembered, trial->z_f};
  for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) trm_release(arrays[i]);
  trm_release(trial->to_and_fro);
  trm_release(trial);
}

/* ---- what nodes do, a few of them by one thread ---- */

/* From the rates, or by a correction of what there is. */
typedef struct Moving {
  trm_Trial *trial;
  const trm_State *state;
  const double *by;
  bool begins;
} Moving;

/* of the difference of configurations: mean and velocity */
static void follow_difference(trm_Trial *trial, const trm_State *state, int from, int to) {
  const double slope = trial->rule.slope, memory = trial->rule.memory;
  const double *restrict dq = trial->dq, *restrict q = state->q, *restrict w = state->w;
  double *restrict q_m = trial->q_m, *restrict w_f = trial->w_f;
  for (int i = from; i < to; i++) {
    q_m[i] = q[i] + 0.5 * dq[i];
    w_f[i] = slope * dq[i] + memory * w[i];
  }
}

/* configuration f, mean, difference and velocity from the increments dx and turn */
static void update(trm_Trial *trial, const trm_State *state, int first, int last) {
  const trm_Model *model = trial->system->model;
  const double *restrict dx = trial->dx, *restrict q = state->q;
  double *restrict dq = trial->dq, *restrict q_f = trial->q_f;
  for (int i = 3 * first; i < 3 * last; i++) {
    dq[i] = dx[i];
    q_f[i] = q[i] + dx[i];
  }
  for (int t = first; t < last; t++) {
    int d = trm_triad_at(model, t);
    trm_cayley_turn_triad(trial->turn + 3 * t, state->q + d, trial->q_f + d, trial->dq + d);
  }
  follow_difference(trial, state, 3 * first, 3 * last);
  follow_difference(trial, state, trm_triad_at(model, first), trm_triad_at(model, last));
}

static void begin_nodes(trm_Trial *trial, const double *rate, int first, int last) {
  const trm_Numbering *numbering = &trial->system->numbering;
  for (int p = first; p < last; p++) {
    trm_gather3(numbering->point[p], rate, trial->dx + 3 * p);
    trm_gather3(numbering->triad[p], rate, trial->turn + 3 * p);
  }
  for (int i = 3 * first; i < 3 * last; i++) trial->dx[i] *= trial->h, trial->turn[i] *= trial->h;
}

static void correct_nodes(trm_Trial *trial, const double *change, int first, int last) {
  const trm_Numbering *numbering = &trial->system->numbering;
  for (int p = first; p < last; p++) {
    double moved[3], turned[3], before[3];
    trm_gather3(numbering->point[p], change, moved);
    trm_add_scaled(trial->dx + 3 * p, 1, moved);
    trm_gather3(numbering->triad[p], change, turned);
    trm_copy(before, trial->turn + 3 * p, 3);
    trm_cayley_compose(turned, before, trial->turn + 3 * p);
  }
}

enum { PARTS = 16, NODES_SHARED = 1024 }; /* chosen: of fewer nodes it is not work enough */

static void move_some(Moving *it, int first, int last) {
  if (it->begins)
    begin_nodes(it->trial, it->by, first, last);
  else
    correct_nodes(it->trial, it->by, first, last);
  update(it->trial, it->state, first, last);
}

static void move_part(void *self, int part) {
  Moving *it = self;
  int64_t count = it->trial->system->model->node_count;
  move_some(it, (int)(count * part / PARTS), (int)(count * (part + 1) / PARTS));
}

static void move_nodes(Moving *moving) {
  const trm_System *system = moving->trial->system;
  int count = system->model->node_count;
  moving->trial->look++;
  if (count < NODES_SHARED || trm_team_size(system->team) == 1)
    move_some(moving, 0, count);
  else
    trm_team_run(system->team, PARTS, move_part, moving);
}

/* increments of all unknowns: kinematic ones times h from the rates, multipliers set */
static void apply_rates(trm_Trial *trial, const trm_State *state, const double *rate) {
  const trm_System *system = trial->system;
  const trm_Model *model = system->model;
  for (int m = 0; m < system->layout->multiplier_count; m++) trial->lambda[m] = rate[system->unknown_of[m]];
  for (int c = 0; c < model->coordinate_count; c++) trial->x_f[c] = state->x[c];
  for (int a = 0; a < system->active_count; a++)
    trial->x_f[system->active[a].coordinate] += trial->h * rate[system->active[a].unknown];
}

void trm_trial_begin(trm_Trial *trial, const trm_State *state, double h, trm_VelocityRule rule) {
  assert(state->layout == trial->system->layout && isfinite(h));
  trial->h = h, trial->rule = rule;
  trial->work_lambda = NULL, trial->held = NULL, trial->unbalanced = false;
  trm_trial_predict(trial, state);
  apply_rates(trial, state, trial->rate);
  /* constraints that are not enforced have no forces, also where the state's are those of least norm over all rows */
  const double *dropped = trm_state_dropped(state);
  for (int i = 0; dropped && i < state->layout->multiplier_count; i++)
    if (dropped[i] != 0) trial->lambda[i] = 0;
  move_nodes(&(Moving){trial, state, trial->rate, true});
}

void trm_trial_correct(trm_Trial *trial, const trm_State *state, const double *change) {
  const trm_System *system = trial->system;
  for (int m = 0; m < system->layout->multiplier_count; m++) trial->lambda[m] += change[system->unknown_of[m]];
  for (int a = 0; a < system->active_count; a++)
    trial->x_f[system->active[a].coordinate] += change[system->active[a].unknown];
  move_nodes(&(Moving){trial, state, change, false});
}

trm_Pair trm_trial_pair(const trm_Trial *trial, const trm_State *state) {
  return (trm_Pair){.t_i = *state->time,
                    .layout = state->layout,
                    .dropped = trm_state_dropped(state),
                    .inputs = state->inputs,
                    .h = trial->h,
                    .q_i = state->q,
                    .q_f = trial->q_f,
                    .q_m = trial->q_m,
                    .dq = trial->dq,
                    .w_i = state->w,
                    .w_f = trial->w_f,
                    .w_slope = trial->rule.slope,
                    .turn = trial->turn,
                    .x_i = state->x,
                    .x_f = trial->x_f,
                    .lambda = trial->lambda,
                    .scale = *state->scale,
                    .z_i = state->z,
                    .theta = trial->rule.theta,
                    .held = trial->held,
                    .lacking = trial->rule.theta == 1 ? state->lacking : NULL,
                    .look = trial->look};
}

trm_Pair trm_state_pair(const trm_State *state, const double *still) {
  return (trm_Pair){.t_i = *state->time,
                    .layout = state->layout,
                    .dropped = trm_state_dropped(state),
                    .inputs = state->inputs,
                    .q_i = state->q,
                    .q_f = state->q,
                    .q_m = state->q,
                    .dq = still,
                    .w_i = still,
                    .w_f = still,
                    .turn = still,
                    .x_i = state->x,
                    .x_f = state->x,
                    .lambda = state->lambda,
                    .scale = *state->scale};
}

trm_Instant trm_state_instant(const trm_State *state, const double *w) {
  return (trm_Instant){.t = *state->time,
                       .layout = state->layout,
                       .dropped = trm_state_dropped(state),
                       .inputs = state->inputs,
                       .q = state->q,
                       .w = w,
                       .x = state->x,
                       .lambda = state->lambda,
                       .scale = *state->scale};
}

static void advance_laws(trm_Trial *trial, const trm_Pair *pair) {
  const trm_Model *model = trial->system->model;
  if (model->on_joints.law_state_count == 0) return;
  for (int k = 0; k < trm_element_kind_count; k++) {
    const trm_ElementKind *kind = trm_element_kinds[k];
    int count = kind->advance ? kind->count(model) : 0;
    for (int e = 0; e < count; e++) kind->advance(model, pair, e, trial->z_f);
  }
}

void trm_trial_hold(trm_Trial *trial, const trm_State *state) {
  trial->held = NULL;
  trm_Pair pair = trm_trial_pair(trial, state);
  advance_laws(trial, &pair);
  trial->held = trial->z_f;
}

void trm_trial_rates(const trm_Trial *trial, const trm_State *state, double *rate) {
  const trm_System *system = trial->system;
  const trm_Model *model = system->model;
  for (int p = 0; p < model->node_count; p++) trm_spread3(system->numbering.point[p], trial->dx + 3 * p, rate);
  for (int t = 0; t < model->node_count; t++) trm_spread3(system->numbering.triad[t], trial->turn + 3 * t, rate);
  for (int a = 0; a < system->active_count; a++) {
    const trm_Active *one = &system->active[a];
    rate[one->unknown] = trial->x_f[one->coordinate] - state->x[one->coordinate];
  }
  for (int i = 0; i < system->moving; i++)
    if (system->kinds[i] != TRM_UNKNOWN_MULTIPLIER) rate[i] /= trial->h;
}

double trm_trial_work(const trm_Trial *trial, const trm_State *state, const double *residual) {
  const trm_System *system = trial->system;
  const trm_Model *model = system->model;
  double sum = 0, own[3];
  for (int p = 0; p < model->node_count; p++) {
    trm_gather3(system->numbering.point[p], residual, own);
    sum += trm_dot(own, trial->dx + 3 * p);
    trm_gather3(system->numbering.triad[p], residual, own);
    sum += trm_dot(own, trial->turn + 3 * p);
  }
  for (int a = 0; a < system->active_count; a++) {
    const trm_Active *one = &system->active[a];
    sum += residual[one->unknown] * (trial->x_f[one->coordinate] - state->x[one->coordinate]);
  }
  return sum;
}

/* for the rates of a step whose middle and size are given, which are then to be written */
static void make_room(trm_State *state, double middle, double h) {
  trm_History *history = state->history;
  for (int k = TRM_REMEMBERED - 1; k > 0; k--)
    history->middle[k] = history->middle[k - 1], history->size[k] = history->size[k - 1];
  history->size[0] = h;
  history->latest = history->latest > 0 ? history->latest - 1 : TRM_REMEMBERED - 1;
  history->middle[0] = middle;
  history->count = fmin(TRM_REMEMBERED, history->count + 1);
}

void trm_state_recall(const trm_System *system, trm_State *state, const double *rates, double middle) {
  make_room(state, middle, 0);
  memcpy(trm_state_rates(state, 0), rates, sizeof(double) * (size_t)system->numbering.count);
}

static void remember(trm_Trial *trial, trm_State *state) {
  const trm_System *system = trial->system;
  make_room(state, *state->time + 0.5 * trial->h, trial->h);
  double *rate = trm_state_rates(state, 0);
  trm_trial_rates(trial, state, rate);
  for (int m = 0; m < system->layout->multiplier_count; m++) rate[system->unknown_of[m]] = trial->lambda[m];
}

static double stored(const trm_Terms *terms) {
  return terms->kinetic + terms->potential + terms->spring + terms->strain;
}

/* what does not balance after terms were added to the works so far */
static double imbalance(const trm_Works *works, const trm_Terms *terms, double numerical) {
  return stored(terms) - works->start_energy - works->load_work - terms->load_work - works->drive_work -
         terms->drive_work + works->dissipated + terms->dissipated + works->numerical + numerical;
}

/* of positions: what rounding leaves of them after a step, some units of the last digit */
static const double position_round_off = 64 * DBL_EPSILON;

/* What rounding makes of the energy balance of a step (J): forces and moments, those of constraints above all, do work
   on the round-off of positions, and over a step of h (0: none) that round-off is a velocity. A mechanism that is
   locked has no other energy. */
static double round_off_of(const trm_System *system, const trm_State *state, double forces, double h,
                           const trm_Terms *terms) {
  const trm_Model *model = system->model;
  double size = model->size, weight = trm_norm(model->space.gravity), eps = position_round_off, mass = system->mass;
  double energy = terms->kinetic + fabs(terms->potential) + fabs(terms->spring) + fabs(terms->strain);
  energy += *state->scale * forces;
  double velocity = h != 0 ? eps * size / fabs(h) : 0;
  return eps * (energy + mass * weight * size) + 0.5 * mass * velocity * velocity;
}

/* Of the model's size over the time of the analysis: a speed that is seen. */
static const double seen_speed = 1e-4;

/* What of that the verdict on the whole run does not ask for (J). Not what a step makes of it that is so short that the
   round-off of positions over it is a speed that is seen: its forces are those of round-off too, and as large as one
   likes, but the energy that they bring in is in the motion from then on. */
static double pardoned(const trm_Model *model, double h, double round_off) {
  double speed = h != 0 ? position_round_off * model->size / fabs(h) : 0;
  return speed * model->scales.time <= seen_speed * model->scales.length ? round_off : 0;
}

static double round_off_of_step(const trm_System *system, const trm_State *state, const double *lambda, double h,
                                const trm_Terms *terms) {
  double forces = 0;
  for (int m = system->model->mesh.stress_count; m < system->layout->multiplier_count; m++)
    forces += fabs(lambda[m]) * system->reach[m];
  return round_off_of(system, state, forces, h, terms);
}

void trm_works_note(trm_Works *works, const trm_Terms *terms) {
  const double sizes[] = {
      terms->kinetic,   terms->spring,     terms->strain,     terms->potential - works->start_potential,
      works->load_work, works->drive_work, works->dissipated, works->numerical};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    works->largest_moved = fmax(works->largest_moved, fabs(sizes[i]));
}

static void book(trm_State *state, const trm_Terms *terms, double numerical, double violation, double round_off) {
  trm_Works *works = state->works;
  works->round_off += round_off;
  works->residual = imbalance(works, terms, numerical);
  works->load_work += terms->load_work;
  works->drive_work += terms->drive_work;
  works->dissipated += terms->dissipated;
  works->numerical += numerical;
  works->constraint_work += terms->constraint_work;
  works->largest_residual = fmax(works->largest_residual, fabs(works->residual));
  works->largest_kinetic = fmax(works->largest_kinetic, terms->kinetic);
  works->largest_constraint_work = fmax(works->largest_constraint_work, fabs(terms->constraint_work));
  works->largest_violation = fmax(works->largest_violation, violation);
  works->largest_energy = fmax(works->largest_energy, fmax(terms->kinetic, fabs(stored(terms) - works->start_energy)));
  trm_works_note(works, terms);
}

/* rates are taken inside the interval: at its ends they may be those of what lies beyond */
static bool leaps(const trm_Laws *laws, const double *inputs, double far, double t, double h) {
  double rate[2], acceleration, inside = trm_just_inside * h;
  double moved = trm_drive_target(laws, inputs, t, h, 0) - trm_drive_target(laws, inputs, t, 0, 0);
  if (!(fabs(moved) > far)) return isnan(moved);
  trm_drive_rates(laws, inputs, t + inside, 0, &rate[0], &acceleration);
  trm_drive_rates(laws, inputs, t + h - inside, 0, &rate[1], &acceleration);
  double likely = fmax(fabs(moved), fabs(h) * fmax(fabs(rate[0]), fabs(rate[1])));
  return !(fabs(moved - 0.5 * h * (rate[0] + rate[1])) <= 0.5 * likely);
}

bool trm_drives_leap(const trm_Layout *layout, const double *inputs, double t, double h) {
  const trm_Model *model = layout->model;
  for (int j = 0; j < model->joint_count; j++)
    for (int d = 0; d < layout->joints[j].drive_count; d++) {
      int c = layout->joints[j].drives[d];
      const trm_Laws *laws = &layout->joints[j].laws[c];
      bool angular = layout->joints[j].kind->coordinates[c].angular;
      if (laws->drive && leaps(laws, inputs, angular ? 1 : model->size, t, h)) return true;
    }
  return false;
}

static bool coordinates_too_far(const trm_Joint *joint, const trm_Trial *trial, const trm_State *state) {
  for (int c = 0; c < joint->kind->coordinate_count; c++) {
    int at = joint->first_coordinate + c;
    double most = joint->kind->coordinates[c].angular ? TRM_PI
                  : c == 0 && trm_slide_closed(joint) ? 0.5 * trm_slide_length(joint) /* of a ring, half a round */
                                                      : INFINITY;
    if (joint->unknown_of[c] >= 0 && !(fabs(trial->x_f[at] - state->x[at]) <= most)) return true;
  }
  return false;
}

/* |r| = 2 tan(angle/2): 2 is a right angle. Relative rotations that are unknowns too: what a drive prescribes may be
   whole turns.
   (Those that are only measured follow from the triads, and a Bryan angle may jump by pi where it is not defined.) */
static bool turns_too_far(const trm_Trial *trial, const trm_State *state) {
  const trm_Model *model = trial->system->model;
  for (int t = 0; t < model->node_count; t++)
    if (!(trm_dot(trial->turn + 3 * t, trial->turn + 3 * t) <= 4)) return true;
  const trm_Scatter *joints = trial->system->joints; /* without unknown coordinates those that are abreast */
  for (int s = 0; s < joints->alone_count; s++)
    for (int e = 0; e < joints->alone[s].count; e++)
      if (coordinates_too_far(&trial->system->layout->joints[joints->alone[s].first + e], trial, state)) return true;
  return false;
}

/* Energies: of the model's mass at its size in the time of the analysis, that at 1e-8 of this speed, at which nothing
   moves; of the energies that move, what a step must balance to; of the stored ones, their round-off, which sums over
   many parts make larger than 1e-16; of the model's size, the height by which weights have their potential from
   round-off of where its zero lies. */
static const double still_energy = 1e-16, balance = 1e-6, stored_round_off = 1e-9, height_part = 1e-3;

/* Energy (J) so small that nothing moves. Balances are not asked to be finer. */
static double energy_floor(const trm_Model *model) {
  double speed = model->scales.length / model->scales.time;
  return still_energy * model->scales.mass * speed * speed;
}

/* A step must balance to a millionth of the energies that move, round-off of the stored ones apart. */
static bool balanced(const trm_System *system, const trm_State *state, const trm_Terms *terms, double numerical,
                     double noise) {
  const trm_Model *model = system->model;
  double change = fabs(imbalance(state->works, terms, numerical) - state->works->residual);
  double moving = fmax(state->works->largest_energy, terms->kinetic + fabs(terms->load_work) + fabs(terms->drive_work));
  double round_off = terms->kinetic + fabs(terms->potential) + fabs(terms->spring) + fabs(terms->strain) +
                     fabs(state->works->start_energy) +
                     system->mass * trm_norm(model->space.gravity) * height_part * model->size;
  return change <= balance * moving + stored_round_off * round_off + noise + energy_floor(model);
}

bool trm_state_book_step(const trm_System *system, trm_State *state, const trm_StepEnergy *step) {
  double noise = round_off_of(system, state, step->forces, step->h, &step->terms);
  if (!balanced(system, state, &step->terms, 0, noise)) return false;
  make_room(state, *state->time + 0.5 * step->h, step->h);
  *state->time += step->h;
  book(state, &step->terms, 0, step->violation, pardoned(system->model, step->h, noise));
  return true;
}

double trm_trial_redundant_violation(const trm_Trial *trial, const trm_State *state, int *multiplier) {
  const trm_Model *model = trial->system->model;
  double worst = 0, values[TRM_LOCAL_UNKNOWNS];
  const trm_Joint *joint = trial->system->layout->joints;
  for (int j = 0; j < model->joint_count; j++, joint++) {
    bool any = false;
    for (int r = 0; r < joint->multiplier_count; r++) any = any || state->dropped[joint->first_multiplier + r] != 0;
    if (!any) continue;
    trm_joint_constraints(model, joint, &(trm_Position){trial->q_f, trial->x_f, state->q, trial->x_f}, values);
    for (int d = 0; d < joint->drive_count; d++) {
      int at = joint->first_coordinate + joint->drives[d];
      values[joint->row_count + d] = trial->x_f[at] - trm_drive_target(&joint->laws[joint->drives[d]], state->inputs,
                                                                       *state->time, trial->h, state->x[at]);
    }
    for (int r = 0; r < joint->multiplier_count; r++) {
      double size = fabs(values[r]) * (trm_constraint_angular(joint, r) ? model->size : 1);
      if (state->dropped[joint->first_multiplier + r] != 0 && !(size <= worst))
        worst = size, *multiplier = joint->first_multiplier + r;
    }
  }
  return worst;
}

/* of one joint */
static double joint_violation(const trm_Model *model, const trm_Joint *joint, const trm_State *state) {
  double worst = 0, values[TRM_LOCAL_UNKNOWNS];
  trm_joint_constraints(model, joint, &(trm_Position){state->q, state->x, NULL, state->x}, values);
  for (int r = 0; r < joint->row_count; r++) worst = fmax(worst, fabs(values[r]));
  for (int d = 0; d < joint->drive_count; d++) {
    const trm_Laws *laws = &joint->laws[joint->drives[d]];
    if (laws->drive)
      worst = fmax(worst, fabs(state->x[joint->first_coordinate + joint->drives[d]] -
                               trm_drive_target(laws, state->inputs, *state->time, 0, 0)));
  }
  return worst;
}

/* the largest violation of what is not evaluated abreast */
static double violation_alone(const trm_System *system, const trm_State *state) {
  const trm_Model *model = system->model;
  double worst = 0, values[TRM_LOCAL_UNKNOWNS];
  for (int p = 0; p < model->mesh.stress_point_count; p++)
    worst = fmax(worst, trm_stress_gap(model, p, state->q, values));
  for (int s = 0; s < system->joints->alone_count; s++)
    for (int e = 0; e < system->joints->alone[s].count; e++)
      worst = fmax(worst, joint_violation(model, &system->layout->joints[system->joints->alone[s].first + e], state));
  return worst;
}

trm_Status trm_coordinates_end(const trm_Layout *layout, const trm_State *from, const double *q, const double *x) {
  double left;
  if (trm_contact_off_track(layout, from ? from->x : NULL, x) >= 0) return TRM_OFF_TRACK;
  return trm_joint_angles_end(layout, from ? from->q : NULL, q, x, &left) >= 0 && left <= 0 ? TRM_ANGLES_END : TRM_OK;
}

/* Constraints do no work. Those that were open do, when they close: of what does not balance. */
static const double most_of = 0.5;

/* Has the state just been led over an edge of a formula? */
static bool has_just_crossed(const trm_State *state) {
  return state->history->crossings.count > 0 && state->history->crossings.time == *state->time;
}

double trm_trial_edges_from(const trm_Trial *trial, const trm_State *state) {
  return trial->short_of_edges && !has_just_crossed(state) ? 0 : trm_edge_at_start;
}

/* Does the step lead over an edge of a formula of what moves? */
static bool goes_over_edge(const trm_Trial *trial, const trm_State *state, const trm_Pair *pair) {
  trm_EdgeMet met;
  if (!trial->edges) return false;
  trm_Instant start = trm_state_instant(state, state->w), end = start;
  start.signals = state->z;
  end.t = pair->t_i + pair->h, end.q = trial->q_f, end.w = trial->w_f, end.x = trial->x_f, end.signals = trial->z_f;
  trm_edges_at(trial->edges, &start, trial->edges->from);
  trm_edges_at(trial->edges, &end, trial->edges->to);
  return trm_edges_met(trial->edges, trm_trial_edges_from(trial, state), &met);
}

trm_Status trm_trial_accept(trm_Trial *trial, trm_State *state, trm_Settled settled) {
  assert(state->layout == trial->system->layout);
  const trm_Model *model = trial->system->model;
  trm_Pair pair = trm_trial_pair(trial, state);
  trm_Terms terms;
  if (trial->work_lambda) pair.lambda = trial->work_lambda, pair.look = 0;
  double violation = trm_system_end(trial->system, &pair, trial->x_f, &terms);
  advance_laws(trial, &pair);
  terms.drive_work += settled.drive_work, terms.load_work += settled.load_work;
  if (trm_drives_leap(trial->system->layout, state->inputs, *state->time, trial->h)) return TRM_DRIVE_LEAPS;
  if (turns_too_far(trial, state)) return TRM_TURNED_TOO_FAR;
  trm_Status bounds = trm_coordinates_end(trial->system->layout, state, trial->q_f, trial->x_f);
  if (bounds != TRM_OK) return bounds;
  trm_Passage passage;
  trm_PassageWay way = {state->x, trial->x_f, trial->q_f, trial->least_jump, trial->to_and_fro};
  if (trial->watches && trm_passage_first(trial->system->layout, &way, &passage)) return TRM_PASSES;
  if (goes_over_edge(trial, state, &pair)) return TRM_PASSES;
  double noise = round_off_of_step(trial->system, state, pair.lambda, trial->h, &terms);
  if (!trial->unbalanced && !balanced(trial->system, state, &terms, settled.numerical, noise)) {
    double lacks = imbalance(state->works, &terms, settled.numerical) - state->works->residual;
    trial->by_constraints = fabs(terms.constraint_work) > most_of * fabs(lacks);
    return TRM_UNBALANCED;
  }
  remember(trial, state);
  size_t configuration = (size_t)trm_configuration_size(model) * sizeof(double);
  memcpy(state->q, trial->q_f, configuration);
  memcpy(state->w, trial->w_f, configuration);
  memcpy(state->x, trial->x_f, sizeof(double) * (size_t)model->coordinate_count);
  memcpy(state->lambda, trial->lambda, sizeof(double) * (size_t)trial->system->layout->multiplier_count);
  if (model->on_joints.law_state_count)
    memcpy(state->z, trial->z_f, sizeof(double) * (size_t)model->on_joints.law_state_count);
  *state->time += trial->h;
  book(state, &terms, settled.numerical, fmax(violation, violation_alone(trial->system, state)),
       pardoned(model, trial->h, noise));
  return TRM_OK;
}

void trm_state_move(const trm_System *system, trm_State *state, const double *change) {
  assert(state->layout == system->layout);
  const trm_Model *model = system->model;
  for (int p = 0; p < model->node_count; p++) {
    double moved[3];
    trm_gather3(system->numbering.point[p], change, moved);
    trm_add_scaled(state->q + trm_point_at(p), 1, moved);
  }
  for (int t = 0; t < model->node_count; t++) {
    double turned[3], before[3], difference[3];
    trm_gather3(system->numbering.triad[t], change, turned);
    for (int j = 0; j < 3; j++) {
      double *d = state->q + trm_triad_at(model, t) + 3 * j;
      trm_copy(before, d, 3);
      trm_cayley_turn(turned, before, d, difference);
    }
  }
  const trm_Joint *joint = system->layout->joints;
  for (int j = 0; j < model->joint_count; j++, joint++) {
    for (int c = 0; c < joint->kind->coordinate_count; c++)
      if (joint->unknown_of[c] >= 0)
        state->x[joint->first_coordinate + c] += change[system->numbering.joint[j] + joint->unknown_of[c]];
    trm_joint_passive(model, joint, state->q, state->x);
  }
}

void trm_state_set_velocity(const trm_System *system, trm_State *state, const double *nu) {
  const trm_Model *model = system->model;
  for (int p = 0; p < model->node_count; p++) trm_gather3(system->numbering.point[p], nu, state->w + trm_point_at(p));
  for (int t = 0; t < model->node_count; t++) {
    double omega[3];
    trm_gather3(system->numbering.triad[t], nu, omega);
    for (int j = 0; j < 3; j++) {
      int d = trm_triad_at(model, t) + 3 * j;
      trm_cross(state->w + d, omega, state->q + d);
    }
  }
}

void trm_state_velocity(const trm_System *system, const double *q, const double *w, double *nu) {
  const trm_Model *model = system->model;
  for (int p = 0; p < model->node_count; p++) trm_spread3(system->numbering.point[p], w + trm_point_at(p), nu);
  for (int t = 0; t < model->node_count; t++) {
    double omega[3];
    trm_triad_omega(q + trm_triad_at(model, t), w + trm_triad_at(model, t), omega);
    trm_spread3(system->numbering.triad[t], omega, nu);
  }
}

double trm_state_kinetic(const trm_System *system, const trm_State *state, const double *w) {
  trm_State moving = *state;
  moving.w = (double *)w; /* is only read */
  return trm_state_energy(system, &moving).kinetic;
}

trm_Terms trm_state_energy(const trm_System *system, const trm_State *state) {
  assert(state->layout == system->layout);
  trm_Terms terms;
  trm_Pair still = trm_state_pair(state, NULL);
  still.w_i = still.w_f = state->w, still.z_i = state->z;
  trm_system_terms(system, &still, &terms);
  return terms;
}

void trm_state_book(const trm_System *system, trm_State *state, const trm_Terms *totals) {
  trm_Terms terms = trm_state_energy(system, state);
  const trm_Works *works = state->works;
  terms.load_work = totals->load_work - works->load_work;
  terms.drive_work = totals->drive_work - works->drive_work;
  terms.dissipated = totals->dissipated - works->dissipated;
  terms.constraint_work = totals->constraint_work - works->constraint_work;
  book(state, &terms, 0, trm_state_violation(system, state),
       round_off_of_step(system, state, state->lambda, 0, &terms));
}

double trm_state_imbalance(const trm_System *system, const trm_State *state, double residual) {
  const trm_Works *works = state->works;
  const trm_Model *model = system->model;
  double moved = works->largest_energy + fabs(works->load_work) + fabs(works->drive_work) + fabs(works->dissipated);
  double round_off = stored_round_off * fabs(works->start_energy) + works->round_off + energy_floor(model);
  for (int b = 0; b < model->body_count; b++)
    round_off += stored_round_off * model->bodies[b].mass * trm_norm(model->space.gravity) * model->size;
  return fabs(residual) > round_off ? fabs(residual) / moved : 0;
}

trm_Ledger trm_state_ledger(const trm_System *system, const trm_State *state) {
  trm_Terms now = trm_state_energy(system, state);
  const trm_Works *works = state->works;
  double residual =
      stored(&now) - works->start_energy - works->load_work - works->drive_work + works->dissipated + works->numerical;
  return (trm_Ledger){.kinetic = now.kinetic,
                      .potential = now.potential,
                      .spring = now.spring,
                      .strain = now.strain,
                      .start = works->start_energy,
                      .load_work = works->load_work,
                      .drive_work = works->drive_work,
                      .dissipated = works->dissipated,
                      .numerical = works->numerical,
                      .constraint_work = works->constraint_work,
                      .residual = residual,
                      .largest_residual = works->largest_residual,
                      .largest_kinetic = works->largest_kinetic,
                      .largest_constraint_work = works->largest_constraint_work,
                      .largest_energy = works->largest_moved};
}

double trm_state_violation(const trm_System *system, const trm_State *state) {
  const trm_Model *model = system->model;
  double worst = violation_alone(system, state);
  for (int j = 0; j < model->joint_count; j++)
    worst = fmax(worst, joint_violation(model, &system->layout->joints[j], state));
  return worst;
}
