/* Polynomials through the ends of steps. Steps of order 2: through the positions of four of them, which filters what
   vibrates faster than the steps; where a stretch has just begun, through positions and the velocity at its start. Of
   orders 4 and 6: through positions, velocities and accelerations of two and three. Rotations are interpolated as
   quaternions, made unit ones: the distance of the polynomial from them is of its own error, and the map is smooth. */
#include "analysis/dense.h"
#include <math.h>
#include <string.h>
#include "base/numbers.h"
#include "element/frame.h"
#include "math/rotation.h"
#include "math/vec3.h"
#include "system/beam_series.h"

bool trm_dense_asked(const trm_Simulation *s) {
  const trm_OutputTimesDef *output = &s->analysis->output;
  return s->analysis->type == TRM_ANALYSIS_DYNAMIC && output->bound.table && output->dense;
}

/* ---- knots ---- */

static bool make_knot(trm_DenseKnot *knot, const trm_Model *model, trm_Arena *arena) {
  size_t size = (size_t)trm_configuration_size(model), coordinates = (size_t)model->coordinate_count;
  knot->q = TRM_ARENA_NEW(arena, double, size), knot->w = TRM_ARENA_NEW(arena, double, size);
  knot->acceleration = TRM_ARENA_NEW(arena, double, 6 * (size_t)model->node_count);
  knot->x = TRM_ARENA_NEW(arena, double, coordinates), knot->x_rate = TRM_ARENA_NEW(arena, double, coordinates);
  knot->x_acceleration = TRM_ARENA_NEW(arena, double, coordinates);
  knot->z = TRM_ARENA_NEW(arena, double, model->on_joints.law_state_count);
  return !arena->failed;
}

static double *unknown_numbers(trm_Arena *arena, size_t count) {
  double *numbers = TRM_ARENA_NEW(arena, double, count);
  for (size_t i = 0; numbers && i < count; i++) numbers[i] = NAN;
  return numbers;
}

/* which stand one behind the other in a state */
static size_t inputs_and_past(const trm_Model *model) {
  return (size_t)model->inputs.count + (size_t)model->forces.signals.past_count;
}

static trm_Status make(trm_Simulation *s) {
  const trm_Model *model = s->model;
  trm_Dense *dense = TRM_ARENA_NEW(&s->work, trm_Dense, 1);
  if (!dense) return TRM_NO_MEMORY;
  for (int k = 0; k < TRM_DENSE_KNOTS; k++) make_knot(&dense->knots[k], model, &s->work);
  make_knot(&dense->row, model, &s->work);
  size_t joints = (size_t)model->joint_count, multipliers = (size_t)model->mesh.stress_count;
  for (size_t j = 0; j < joints; j++) /* of any layout */
    multipliers += (size_t)model->joints[j].kind->row_count + TRM_JOINT_COORDINATES;
  dense->inputs = TRM_ARENA_NEW(&s->work, double, inputs_and_past(model));
  dense->view.reactions = TRM_ARENA_NEW(&s->work, trm_Wrench, joints);
  for (size_t j = 0; dense->view.reactions && j < joints; j++)
    for (int n = 0; n < 3; n++) dense->view.reactions[j].force[n] = dense->view.reactions[j].moment[n] = NAN;
  dense->view.named = unknown_numbers(&s->work, (size_t)model->forces.reaction_count);
  dense->view.node_forces = unknown_numbers(&s->work, 6 * (size_t)model->node_count);
  dense->view.multipliers = unknown_numbers(&s->work, multipliers);
  double *works = (double *)&dense->works;
  for (size_t i = 0; i < sizeof dense->works / sizeof *works; i++) works[i] = NAN;
  if (s->work.failed) return TRM_NO_MEMORY;
  s->dynamics->dense = dense;
  return TRM_OK;
}

static void copy_numbers(double *to, const double *from, size_t count) {
  if (count) memcpy(to, from, sizeof(double) * count);
}

/* The oldest one makes room. */
static trm_DenseKnot *add_knot(trm_Dense *dense) {
  if (dense->count == TRM_DENSE_KNOTS) {
    trm_DenseKnot oldest = dense->knots[0];
    memmove(dense->knots, dense->knots + 1, sizeof *dense->knots * (TRM_DENSE_KNOTS - 1));
    dense->knots[--dense->count] = oldest;
  }
  return &dense->knots[dense->count++];
}

/* Of the times of a step: what jumps at its end or at its start is on the other side of it. As of ode_motion.c. */
static const double inside_margin = 1.2e-12;

/* side: < 0 the end of a step, > 0 the start of one, where what jumps is seen from. */
static bool look(trm_Simulation *s, int side) {
  double now = *s->state->time;
  int worst = -1;
  if (s->dynamics->plan.break_at_end) *s->state->time += side * inside_margin * 2 * fabs(now);
  trm_Status status = trm_simulation_snapshot(s, &worst);
  *s->state->time = now, s->snapshot->seen = false;
  return status == TRM_OK;
}

/* rated: with velocities on the constraints and accelerations, where they can be had */
static void note_knot(trm_Simulation *s, bool rated, int side) {
  const trm_Model *model = s->model;
  const trm_State *state = s->state;
  trm_DenseKnot *knot = add_knot(s->dynamics->dense);
  size_t size = (size_t)trm_configuration_size(model), coordinates = (size_t)model->coordinate_count;
  knot->time = *state->time;
  knot->rated = rated && look(s, side);
  copy_numbers(knot->q, state->q, size);
  copy_numbers(knot->x, state->x, coordinates);
  copy_numbers(knot->z, state->z, (size_t)model->on_joints.law_state_count);
  copy_numbers(knot->w, knot->rated ? s->snapshot->w : state->w, size);
  if (!knot->rated) return;
  copy_numbers(knot->acceleration, s->snapshot->node_acceleration, 6 * (size_t)model->node_count);
  copy_numbers(knot->x_rate, s->snapshot->x_rate, coordinates);
  copy_numbers(knot->x_acceleration, s->snapshot->x_acceleration, coordinates);
}

trm_Status trm_dense_begin(trm_Simulation *s) {
  if (!trm_dense_asked(s)) return TRM_OK;
  trm_Status status = s->dynamics->dense ? TRM_OK : make(s);
  if (status != TRM_OK) return status;
  trm_Dense *dense = s->dynamics->dense;
  dense->count = 0, dense->after = *s->state->time, dense->ready = false;
  return TRM_OK;
}

static bool follows_steps(const trm_Simulation *s) {
  return s->dynamics && s->dynamics->dense && trm_dense_asked(s) && !s->dynamics->rehearsing;
}

/* Does what follows go on smoothly from the end of the step? Steps then remember the ones before. */
static bool is_smooth(const trm_Simulation *s) {
  const trm_History *history = s->state->history;
  bool rates = s->dynamics->stepper->scheme->equations == TRM_EQUATIONS_RATES;
  if (rates && s->model->inputs.count > 0) return false; /* a program may have set one */
  return (rates ? history->acceleration_step : history->count) > 0;
}

void trm_dense_set_off(trm_Simulation *s) {
  if (!follows_steps(s)) return;
  trm_Dense *dense = s->dynamics->dense;
  dense->ready = false;
  if (dense->count > 0 && is_smooth(s)) return;
  dense->count = 0;
  note_knot(s, true, 1);
}

void trm_dense_reach(trm_Simulation *s) {
  if (!follows_steps(s)) return;
  note_knot(s, s->dynamics->order > 2, -1);
  copy_numbers(s->dynamics->dense->inputs, s->state->inputs, inputs_and_past(s->model));
  s->dynamics->dense->ready = true;
}

/* ---- times ---- */

/* The first time after `after` at which a row is wanted; INFINITY: there is none. */
static double next_time(const trm_Simulation *s, double after) {
  const trm_OutputTimesDef *output = &s->analysis->output;
  double next = INFINITY, close = trm_same_time * fabs(after);
  if (trm_given(output, offsetof(trm_OutputTimesDef, every)))
    next = (floor(after / output->every * (1 + trm_same_time)) + 1) * output->every;
  for (int i = 0; i < output->times.count; i++)
    if (output->times.values[i] > after + close) next = fmin(next, output->times.values[i]);
  return next;
}

/* What lies so close to the end of a step is there. */
static double closeness(const trm_Simulation *s) {
  return fmax(trm_dynamic_nearness(s), trm_same_time * fabs(*s->state->time));
}

bool trm_dense_lands(const trm_Simulation *s) {
  if (!follows_steps(s)) return false;
  double now = *s->state->time, close = closeness(s);
  return now >= s->analysis->until || next_time(s, now - 2 * close) <= now + close;
}

/* ---- weights ---- */

enum { MOST_CONDITIONS = 9 };

/* What a polynomial meets, and what each of these numbers counts in its value and first derivatives at a time. */
typedef struct Weights {
  int first; /* of the knots, all later ones count */
  int count;
  int knot[MOST_CONDITIONS], derivative[MOST_CONDITIONS];
  double weight[3][MOST_CONDITIONS];
} Weights;

static void meet(Weights *w, int knot, int derivatives) {
  for (int m = 0; m < derivatives && w->count < MOST_CONDITIONS; m++)
    w->knot[w->count] = knot, w->derivative[w->count++] = m;
}

/* Of the last step: knots that are closer to each other tell more of round-off than of the motion; of steps before it
   for polynomials of high degree, and after them. */
static const double too_close = 0.2, much_longer = 3;

static void choose_low(const trm_Dense *dense, Weights *w) {
  enum { POSITIONS = 4 };
  int last = dense->count - 1, chosen[POSITIONS] = {last}, count = 1;
  double h = dense->knots[last].time - dense->knots[last - 1].time;
  for (int k = last - 1; k >= 0 && count < POSITIONS; k--)
    if (k == last - 1 || dense->knots[chosen[count - 1]].time - dense->knots[k].time >= too_close * h)
      chosen[count++] = k;
  int oldest = chosen[count - 1];
  meet(w, oldest, count < POSITIONS && dense->knots[oldest].rated ? 2 : 1);
  for (int i = count - 2; i >= 0; i--) meet(w, chosen[i], 1);
}

static void choose_high(const trm_Dense *dense, int order, Weights *w) {
  const trm_DenseKnot *knots = dense->knots;
  int last = dense->count - 1, first = last - 1;
  double h = knots[last].time - knots[first].time;
  if (order > 4 && first > 0) {
    double before = knots[first].time - knots[first - 1].time;
    if (before > too_close * h && before < much_longer * h) first--;
  }
  for (int k = first; k <= last; k++) meet(w, k, knots[k].rated ? 3 : 1);
}

/* Newton's form with divided differences, of conditions of which one is 1 and all others 0: its weights. The knots that
   count stand one after the other, times are in units of the step, from its end. */
static void weigh_one(Weights *w, const double z[MOST_CONDITIONS], double at, double h, int one) {
  double d[MOST_CONDITIONS], factorial = 1;
  for (int i = 0; i < w->count; i++) d[i] = w->knot[i] == w->knot[one] && w->derivative[one] == 0;
  for (int level = 1; level < w->count; level++) {
    factorial *= level;
    for (int i = w->count - 1; i >= level; i--) {
      if (w->knot[i] != w->knot[i - level])
        d[i] = (d[i] - d[i - 1]) / (z[i] - z[i - level]);
      else
        d[i] = w->knot[i] == w->knot[one] && w->derivative[one] == level ? 1 / factorial : 0;
    }
  }
  double p = d[w->count - 1], first = 0, second = 0;
  for (int i = w->count - 2; i >= 0; i--) {
    second = second * (at - z[i]) + 2 * first;
    first = first * (at - z[i]) + p;
    p = p * (at - z[i]) + d[i];
  }
  double unit = pow(h, w->derivative[one]);
  w->weight[0][one] = p * unit, w->weight[1][one] = first * unit / h, w->weight[2][one] = second * unit / (h * h);
}

static Weights weigh(const trm_Dense *dense, int order, double t) {
  Weights w = {.count = 0};
  int last = dense->count - 1;
  double end = dense->knots[last].time, h = end - dense->knots[last - 1].time, z[MOST_CONDITIONS];
  if (order > 2)
    choose_high(dense, order, &w);
  else
    choose_low(dense, &w);
  w.first = w.knot[0];
  for (int i = 0; i < w.count; i++) z[i] = (dense->knots[w.knot[i]].time - end) / h;
  for (int i = 0; i < w.count; i++) weigh_one(&w, z, (t - end) / h, h, i);
  return w;
}

/* ---- the row ---- */

/* adds what condition i makes of a vector to its value and derivatives */
static void add(const Weights *w, int i, const double *vector, int size, double out[3][4]) {
  for (int m = 0; m < 3; m++)
    for (int n = 0; n < size; n++) out[m][n] += w->weight[m][i] * vector[n];
}

static void place_point(const trm_Model *model, const trm_Dense *dense, const Weights *w, int node,
                        const trm_DenseKnot *row) {
  int at = trm_point_at(model->nodes[node].point);
  double out[3][4] = {{0}};
  for (int i = 0; i < w->count; i++) {
    const trm_DenseKnot *knot = &dense->knots[w->knot[i]];
    const double *numbers[3] = {knot->q + at, knot->w + at, knot->acceleration + 6 * (ptrdiff_t)node};
    add(w, i, numbers[w->derivative[i]], 3, out);
  }
  trm_copy(row->q + at, out[0], 3);
  trm_copy(row->w + at, out[1], 3);
  trm_copy(row->acceleration + 6 * (ptrdiff_t)node, out[2], 3);
}

/* out = half (0, v) q, the rate of a quaternion that turns by v */
static void half_turn(const double v[3], const double q[4], double out[4]) {
  out[0] = -0.5 * (v[0] * q[1] + v[1] * q[2] + v[2] * q[3]);
  out[1] = 0.5 * (v[0] * q[0] + v[1] * q[3] - v[2] * q[2]);
  out[2] = 0.5 * (v[1] * q[0] + v[2] * q[1] - v[0] * q[3]);
  out[3] = 0.5 * (v[2] * q[0] + v[0] * q[2] - v[1] * q[1]);
}

/* Im(a b*) */
static void vector_part(const double a[4], const double b[4], double out[3]) {
  for (int n = 0; n < 3; n++) {
    int i = 1 + n, j = 1 + (n + 1) % 3, k = 1 + (n + 2) % 3;
    out[n] = a[i] * b[0] - a[0] * b[i] - (a[j] * b[k] - a[k] * b[j]);
  }
}

static double dot4(const double a[4], const double b[4]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}

static void directors_of(const double q[4], double d[9]) {
  double s = 2 / dot4(q, q), w = q[0], x = q[1], y = q[2], z = q[3];
  const double own[9] = {1 - s * (y * y + z * z), s * (x * y + w * z),     s * (x * z - w * y),
                         s * (x * y - w * z),     1 - s * (x * x + z * z), s * (y * z + w * x),
                         s * (x * z + w * y),     s * (y * z - w * x),     1 - s * (x * x + y * y)};
  trm_copy(d, own, 9);
}

static void quaternion_of(const double d[9], double q[4]) {
  double matrix[9];
  for (int i = 0; i < 9; i++) matrix[i] = d[3 * (i % 3) + i / 3];
  trm_rotation_to_quaternion(matrix, q);
}

/* Of the two quaternions of a rotation the one that the later knot's comes from, at the mean of their velocities. */
static void align(double q[4], const double omega[3], const double later[4], const double later_omega[3], double h) {
  double turn[3], rate[4], expected;
  for (int n = 0; n < 3; n++) turn[n] = -0.5 * (omega[n] + later_omega[n]) * h;
  double angle = trm_norm(turn), sine = angle > 0 ? sin(0.5 * angle) / (0.5 * angle) : 1;
  half_turn(turn, later, rate);
  expected = cos(0.5 * angle) * dot4(later, q) + sine * dot4(rate, q);
  for (int n = 0; n < 4 && expected < 0; n++) q[n] = -q[n];
}

/* Quaternions of the knots from w->first on, without leaps of their sign, and how they turn. */
typedef struct Turned {
  double q[TRM_DENSE_KNOTS][4], omega[TRM_DENSE_KNOTS][3];
} Turned;

static void turn_knots(const trm_Dense *dense, int first, int at, Turned *turned) {
  for (int k = dense->count - 1; k >= first; k--) {
    const trm_DenseKnot *knot = &dense->knots[k];
    quaternion_of(knot->q + at, turned->q[k]);
    trm_triad_omega(knot->q + at, knot->w + at, turned->omega[k]);
    if (k < dense->count - 1)
      align(turned->q[k], turned->omega[k], turned->q[k + 1], turned->omega[k + 1],
            dense->knots[k + 1].time - knot->time);
  }
}

static void place_triad(const trm_Model *model, const trm_Dense *dense, const Weights *w, int node,
                        const trm_DenseKnot *row) {
  int at = trm_triad_at(model, model->nodes[node].triad);
  double p[3][4] = {{0}}, omega[3], alpha[3];
  Turned turned;
  turn_knots(dense, w->first, at, &turned);
  for (int i = 0; i < w->count; i++) {
    int k = w->knot[i];
    double derivatives[3][4], second[4];
    trm_copy(derivatives[0], turned.q[k], 4);
    half_turn(turned.omega[k], turned.q[k], derivatives[1]);
    half_turn(dense->knots[k].acceleration + 6 * (ptrdiff_t)node + 3, turned.q[k], derivatives[2]);
    half_turn(turned.omega[k], derivatives[1], second);
    for (int n = 0; n < 4; n++) derivatives[2][n] += second[n];
    add(w, i, derivatives[w->derivative[i]], 4, p);
  }
  double square = dot4(p[0], p[0]);
  vector_part(p[1], p[0], omega);
  vector_part(p[2], p[0], alpha);
  for (int n = 0; n < 3; n++) omega[n] *= 2 / square;
  for (int n = 0; n < 3; n++) alpha[n] = 2 * (alpha[n] - omega[n] * dot4(p[0], p[1])) / square;
  directors_of(p[0], row->q + at);
  for (int d = 0; d < 3; d++) trm_cross(row->w + at + 3 * d, omega, row->q + at + 3 * d);
  trm_copy(row->acceleration + 6 * (ptrdiff_t)node + 3, alpha, 3);
}

/* of an unknown, which no position tells */
static void place_coordinate(const trm_Dense *dense, const Weights *w, int c, const trm_DenseKnot *row) {
  double out[3][4] = {{0}};
  for (int i = 0; i < w->count; i++) {
    const trm_DenseKnot *knot = &dense->knots[w->knot[i]];
    const double *numbers[3] = {knot->x + c, knot->x_rate + c, knot->x_acceleration + c};
    add(w, i, numbers[w->derivative[i]], 1, out);
  }
  row->x[c] = out[0][0];
}

/* Relative coordinates as those of a state: unknowns are interpolated, all others follow from the positions, with the
   turns of a straight line. */
static void place_joint(const trm_Model *model, const trm_Joint *joint, const trm_Dense *dense, const Weights *w,
                        const trm_DenseKnot *row) {
  const trm_DenseKnot *from = &dense->knots[dense->count - 2], *to = from + 1;
  double share = (row->time - from->time) / (to->time - from->time);
  for (int c = 0; c < joint->kind->coordinate_count; c++) {
    int at = joint->first_coordinate + c;
    row->x[at] = (1 - share) * from->x[at] + share * to->x[at];
    if (joint->unknown_of[c] >= 0) place_coordinate(dense, w, at, row);
  }
  trm_joint_passive(model, joint, row->q, row->x);
}

/* States of laws follow equations of first order and may have kinks: a straight line. */
static void place_states(const trm_Model *model, const trm_Dense *dense, double t, const trm_DenseKnot *row) {
  const trm_DenseKnot *from = &dense->knots[dense->count - 2], *to = from + 1;
  double share = (t - from->time) / (to->time - from->time);
  for (int i = 0; i < model->on_joints.law_state_count; i++) row->z[i] = (1 - share) * from->z[i] + share * to->z[i];
}

static void place(trm_Simulation *s, double t) {
  const trm_Model *model = s->model;
  trm_Dense *dense = s->dynamics->dense;
  const trm_DenseKnot *last = &dense->knots[dense->count - 1];
  trm_DenseKnot *row = &dense->row;
  Weights w = weigh(dense, s->dynamics->order, t);
  row->time = t;
  copy_numbers(row->q, last->q, (size_t)trm_configuration_size(model));
  memset(row->w, 0, sizeof(double) * (size_t)trm_configuration_size(model));
  for (int n = 0; n < model->node_count; n++) {
    place_point(model, dense, &w, n, row);
    place_triad(model, dense, &w, n, row);
  }
  for (int j = 0; j < model->joint_count; j++) place_joint(model, &s->system->layout->joints[j], dense, &w, row);
  place_states(model, dense, t, row);
}

/* The row as channels see it: a state and a snapshot of which nothing is known that follows from accelerations by
   forces. */
static trm_ChannelInput input_of(trm_Simulation *s) {
  trm_Dense *dense = s->dynamics->dense;
  trm_DenseKnot *row = &dense->row;
  trm_Snapshot known = dense->view;
  trm_ChannelInput input = trm_simulation_channel_input(s);
  dense->state = *s->state, dense->view = *s->snapshot;
  dense->state.time = &row->time, dense->state.q = row->q, dense->state.w = row->w;
  dense->state.x = row->x, dense->state.z = row->z, dense->state.works = &dense->works;
  dense->state.inputs = dense->inputs, dense->state.past = dense->inputs + s->model->inputs.count;
  dense->view.w = row->w, dense->view.x_rate = row->x_rate, dense->view.x_acceleration = row->x_acceleration;
  dense->view.node_acceleration = row->acceleration, dense->view.node_forces = known.node_forces;
  dense->view.multipliers = known.multipliers, dense->view.named = known.named;
  dense->view.reactions = known.reactions, dense->view.unloaded = 0;
  trm_Instant now = trm_snapshot_instant(&dense->view, &dense->state);
  for (int j = 0; j < s->model->joint_count; j++) {
    const trm_Joint *joint = &s->system->layout->joints[j];
    trm_joint_rates(s->model, joint, &now, row->acceleration, row->x_rate + joint->first_coordinate,
                    row->x_acceleration + joint->first_coordinate);
  }
  input.state = &dense->state, input.snapshot = &dense->view, input.interpolated = true;
  return input;
}

trm_Status trm_dense_next(trm_Simulation *s, double *time, double *values) {
  if (!follows_steps(s) || !s->dynamics->dense->ready) return TRM_FINISHED;
  trm_Dense *dense = s->dynamics->dense;
  double next = next_time(s, dense->after);
  if (dense->count < 2 || !trm_simulation_ready(s) || !(next < *s->state->time - closeness(s))) {
    dense->after = *s->state->time, dense->ready = false;
    return TRM_FINISHED;
  }
  double start = trm_cpu_seconds();
  *time = dense->after = next;
  place(s, next);
  trm_ChannelInput input = input_of(s);
  trm_channels_evaluate(&input, &s->channels, values);
  for (int i = s->channels.walked; i < s->channels.count; i++) values[i] = trm_modal_channel(s, i - s->channels.walked);
  s->summary.seconds_output += trm_cpu_seconds() - start, s->summary.seconds_total += trm_cpu_seconds() - start;
  return TRM_OK;
}

void trm_dense_arrays(const trm_Simulation *s, double *values) {
  const trm_Dense *dense = s->dynamics->dense;
  trm_BeamState now = trm_snapshot_beams(&dense->view, &dense->state);
  trm_beam_series_shapes(s->model, &now, values);
}

/* ---- going on ---- */

/* Not in the state of trm_Dense: filled by each row `row`, `view`, `state`, by each step `inputs`; constant `works`;
   rows of a step are made before the next one `ready`. */
void trm_dense_bytes(trm_Simulation *s, trm_Bytes *bytes) {
  const trm_Model *model = s->model;
  trm_Dense *dense = s->dynamics->dense;
  if (!trm_dense_asked(s) || !dense) return;
  size_t size = (size_t)trm_configuration_size(model), coordinates = (size_t)model->coordinate_count;
  trm_bytes_int(bytes, &dense->count, 0, TRM_DENSE_KNOTS);
  trm_bytes_double(bytes, &dense->after);
  for (int k = 0; k < dense->count && trm_bytes_good(bytes); k++) {
    trm_DenseKnot *knot = &dense->knots[k];
    trm_bytes_double(bytes, &knot->time);
    trm_bytes_bool(bytes, &knot->rated);
    trm_bytes_doubles(bytes, knot->q, size);
    trm_bytes_doubles(bytes, knot->w, size);
    trm_bytes_doubles(bytes, knot->acceleration, 6 * (size_t)model->node_count);
    trm_bytes_doubles(bytes, knot->x, coordinates);
    trm_bytes_doubles(bytes, knot->x_rate, coordinates);
    trm_bytes_doubles(bytes, knot->x_acceleration, coordinates);
    trm_bytes_doubles(bytes, knot->z, (size_t)model->on_joints.law_state_count);
    bool later = k == 0 || knot->time > dense->knots[k - 1].time;
    if (bytes->reading && !(isfinite(knot->time) && later))
      trm_bytes_refuse(bytes, "steps that rows are interpolated from do not follow each other");
  }
}
