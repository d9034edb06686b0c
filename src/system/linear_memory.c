/* Differences of fourth order of the rates of all states and the inputs u of delays, with respect to states, outputs y
   of delays, unknowns and their velocities, and of the forces with respect to states and y. What depends linearly on
   its arguments, as most controllers do, is exact but for round-off. Then y = N(s T)/D(s T) u, as p' = P p + e u,
   y = c p. */
#include "system/linear_memory.h"
#include <math.h>
#include <stddef.h>
#include <string.h>
#include "element/joint.h"
#include "element/named.h"
#include "element/signal.h"
#include "math/vec3.h"
#include "system/instant.h"

typedef struct Task {
  trm_Linear *linear;
  trm_Operating operating; /* on the state that is varied */
  const trm_State *base;
  trm_State *state;
  double *nu, *x_rate, *own_rate;
  double *rates[4], *change; /* responses at -2, -1, 1, 2 steps; a vector of the unknowns */
  int count, *state_of;      /* states that are linear, and where in z */
  int delay_count;           /* delays, which are numbered behind them ... */
  const trm_Signal **delays;
  double *held;           /* ... and their values */
  trm_PencilMemory raw;   /* of states and delays as if y were states and u their rates */
  trm_Snapshot *snapshot; /* for the reactions that they name; NULL: none */
} Task;

static bool is_linear(const trm_Signal *signal) { return signal->memory.kind->rates != NULL; }
static bool is_delay(const trm_Signal *signal) { return signal->memory.kind == &trm_signal_delay; }

int trm_linear_memory_held(const trm_Model *model) {
  for (int e = 0; e < model->forces.signals.memory_count; e++) {
    const trm_Signal *signal = &model->forces.signals.items[e];
    if (!is_linear(signal) && !is_delay(signal) && !signal->memory.kind->memoryless) return e;
  }
  return -1;
}

int trm_linear_memory_states(const trm_Model *model, int *state_of) {
  int count = 0;
  for (int e = 0; e < model->forces.signals.memory_count; e++) {
    const trm_Signal *signal = &model->forces.signals.items[e];
    for (int i = 0; is_linear(signal) && i < signal->memory.count; i++, count++)
      if (state_of) state_of[count] = signal->state + i;
  }
  return count;
}

static int list_delays(const trm_Model *model, const trm_Signal **delays) {
  int count = 0;
  for (int e = 0; e < model->forces.signals.memory_count; e++)
    if (is_delay(&model->forces.signals.items[e])) {
      if (delays) delays[count] = &model->forces.signals.items[e];
      count++;
    }
  return count;
}

static const int steps[4] = {-2, -1, 1, 2};

static double slope(double low, double below, double above, double high, double step) {
  return (8 * (above - below) - (high - low)) / (12 * step);
}

/* ---- rates ---- */

/* of states, then the inputs of delays, where the states of the model have their places */
static trm_Status take_rates(Task *task, double *out) {
  const trm_Model *model = task->linear->system->model;
  trm_Instant now = trm_state_instant(task->state, task->state->w);
  now.signals = task->state->z, now.x_rate = task->x_rate;
  if (task->snapshot) now.reactions = task->snapshot->named;
  trm_Status status = task->snapshot ? trm_snapshot_accelerations(task->snapshot, &now) : TRM_OK;
  if (status != TRM_OK) return status;
  trm_signals_rates(model, &now, out);
  for (int d = 0; d < task->delay_count; d++)
    out[model->on_joints.law_state_count + d] = trm_named_value(model, task->delays[d]->input, &now.t, &now);
  return TRM_OK;
}

static void back_to_base(Task *task) {
  const trm_System *system = task->linear->system;
  trm_state_copy(task->state, task->base);
  memcpy(task->nu, task->operating.nu, sizeof(double) * (size_t)system->numbering.count);
  memcpy(task->x_rate, task->own_rate, sizeof(double) * (size_t)system->model->coordinate_count);
  trm_state_set_velocity(system, task->state, task->nu);
}

static void vary_state(Task *task, int which, double amount) {
  back_to_base(task);
  if (which < task->count)
    task->state->z[task->state_of[which]] += amount;
  else
    trm_delay_hold(task->delays[which - task->count], task->state->past, *task->state->time,
                   task->held[which - task->count] + amount);
}

/* velocities nu stay as they are, as where forces are linearised */
static void vary_position(Task *task, int unknown, double amount) {
  back_to_base(task);
  task->change[unknown] = amount;
  trm_state_move(task->linear->system, task->state, task->change);
  task->change[unknown] = 0;
  trm_state_set_velocity(task->linear->system, task->state, task->nu);
}

/* the rate of a relative coordinate is one of the unknowns, beside the velocities of bodies */
static void vary_velocity(Task *task, int unknown, double amount) {
  const trm_System *system = task->linear->system;
  back_to_base(task);
  for (int j = 0; j < system->model->joint_count; j++) {
    const trm_Joint *joint = &system->layout->joints[j];
    for (int c = 0; c < joint->kind->coordinate_count; c++)
      if (joint->unknown_of[c] >= 0 && system->numbering.joint[j] + joint->unknown_of[c] == unknown)
        task->x_rate[joint->first_coordinate + c] += amount;
  }
  task->nu[unknown] += amount;
  trm_state_set_velocity(system, task->state, task->nu);
}

/* one column: how the rates of all states change; out[stride * i] */
static trm_Status vary_rates(Task *task, void (*vary)(Task *, int, double), int which, double step, double *out,
                             int stride) {
  for (int k = 0; k < 4; k++) {
    vary(task, which, steps[k] * step);
    trm_Status status = take_rates(task, task->rates[k]);
    if (status != TRM_OK) return status;
  }
  for (int i = 0; i < task->count + task->delay_count; i++) {
    int behind = task->linear->system->model->on_joints.law_state_count;
    int at = i < task->count ? task->state_of[i] : behind + i - task->count;
    out[(size_t)i * (size_t)stride] =
        slope(task->rates[0][at], task->rates[1][at], task->rates[2][at], task->rates[3][at], step);
  }
  return TRM_OK;
}

/* ---- forces ---- */

static void vary_input(Task *task, int which, double amount) {
  back_to_base(task);
  task->state->inputs[which] += amount;
}

static void vary_forces(Task *task, void (*vary)(Task *, int, double), int which, double step, double *out) {
  int n = task->linear->system->numbering.count;
  trm_Scales scales;
  memset(out, 0, sizeof(double) * (size_t)n);
  for (int k = 0; k < 4; k++) {
    static const double weight[4] = {1, -8, 8, -1};
    vary(task, which, steps[k] * step);
    trm_linear_residual(task->linear, &task->operating, &scales);
    for (int i = 0; i < n; i++) out[i] -= weight[k] * task->linear->residual[i] / (12 * step);
  }
}

static trm_PencilMemory new_memory(trm_Arena *arena, size_t count, size_t n) {
  double *a = TRM_ARENA_NEW(arena, double, count *count), *input = TRM_ARENA_NEW(arena, double, count *n);
  double *input_rate = TRM_ARENA_NEW(arena, double, count *n), *force = TRM_ARENA_NEW(arena, double, count *n);
  return (trm_PencilMemory){(int)count, a, input, input_rate, force};
}

static trm_Status make_work(Task *task, trm_Arena *arena) {
  const trm_System *system = task->linear->system;
  const trm_Model *model = system->model;
  size_t n = (size_t)system->numbering.count;
  task->state_of = TRM_ARENA_NEW(arena, int, task->count + 1), task->nu = TRM_ARENA_NEW(arena, double, n);
  task->delays = TRM_ARENA_NEW(arena, const trm_Signal *, task->delay_count + 1);
  task->held = TRM_ARENA_NEW(arena, double, task->delay_count + 1);
  task->x_rate = TRM_ARENA_NEW(arena, double, model->coordinate_count + 1);
  task->own_rate = TRM_ARENA_NEW(arena, double, model->coordinate_count + 1);
  for (int k = 0; k < 4; k++)
    task->rates[k] = TRM_ARENA_NEW(arena, double, model->on_joints.law_state_count + task->delay_count + 1);
  task->change = TRM_ARENA_NEW(arena, double, n);
  if (arena->failed) return TRM_NO_MEMORY;
  if (task->count > 0) trm_linear_memory_states(model, task->state_of);
  trm_Instant now = trm_state_instant(task->base, task->base->w);
  for (int j = 0; j < model->joint_count; j++)
    trm_joint_rates(model, &system->layout->joints[j], &now, NULL,
                    task->own_rate + system->layout->joints[j].first_coordinate, NULL);
  trm_Status status = trm_state_new(&task->state, system);
  if (status == TRM_OK && model->forces.signals.reacts)
    status = trm_snapshot_new(&task->snapshot, task->linear->system);
  return status;
}

static void drop_work(Task *task) {
  trm_state_free(task->state);
  trm_snapshot_free(task->snapshot);
}

/* of the model's size, rad; per model's time; of states, whose unit nobody knows */
static const double part = 1e-3;

static trm_Status differentiate(Task *task) {
  const trm_System *system = task->linear->system;
  const trm_Model *model = system->model;
  const trm_PencilMemory *out = &task->raw;
  int n = system->numbering.count;
  trm_Status status = TRM_OK;
  for (int j = 0; j < out->count && status == TRM_OK; j++) {
    double now = j < task->count ? task->base->z[task->state_of[j]] : task->held[j - task->count];
    double step = part * fmax(1, fabs(now));
    status = vary_rates(task, vary_state, j, step, (double *)out->a + j, out->count);
    vary_forces(task, vary_state, j, step, (double *)out->force + (size_t)j * (size_t)n);
  }
  for (int i = 0; i < n && status == TRM_OK; i++) {
    trm_UnknownKind kind = system->unknowns[i].kind;
    bool length = kind == TRM_UNKNOWN_DISPLACEMENT || kind == TRM_UNKNOWN_LENGTH;
    double step = part * (length ? model->size : 1);
    if (system->multiplier_of[i] >= 0) continue;
    status = vary_rates(task, vary_position, i, step, (double *)out->input + i, n);
    if (status == TRM_OK)
      status = vary_rates(task, vary_velocity, i, step / model->scales.time, (double *)out->input_rate + i, n);
  }
  return status;
}

/* Velocities change by z' + (W + G) z where z are changes along axes that turn, W of the axes themselves and G of each
   triad (linearize.c): U += V (W + G). */
static void turn_inputs(Task *task) {
  const trm_System *system = task->linear->system;
  int n = system->numbering.count;
  for (int i = 0; i < 2 * system->model->node_count; i++) {
    int triad = i - system->model->node_count;
    const int *unknowns = triad < 0 ? system->numbering.point[i] : system->numbering.triad[triad];
    double turning[3], omega[3] = {0, 0, 0};
    if (!(triad < 0 ? trm_point_leads(&system->numbering, i) : trm_triad_leads(&system->numbering, triad))) continue;
    if (triad >= 0) trm_gather3(unknowns, task->operating.nu, omega);
    trm_subtract(turning, task->operating.frame, omega);
    for (int k = 0; k < task->raw.count; k++) {
      double rate[3], turned[3], *row = (double *)task->raw.input + (ptrdiff_t)n * k;
      trm_gather3(unknowns, task->raw.input_rate + (ptrdiff_t)n * k, rate);
      trm_cross(turned, rate, turning); /* V (turning x z) = (V x turning) z */
      for (int a = 0; a < 3; a++)
        if (unknowns[a] >= 0) row[unknowns[a]] += turned[a];
    }
  }
}

/* ---- delays ---- */

enum { M = TRM_DELAY_ORDER };

/* exp(-z) = N(z)/D(z), degrees M - 1 and M, in powers of z/size: p_k' = size/T p_(k+1), the last one
   size/T (u - sum low_k p_k), y = sum top_k p_k. */
typedef struct Rational {
  double size, low[M], top[M];
} Rational;

/* N_k = (2M-1-k)! (M-1)! / ((2M-1)! k! (M-1-k)!) (-1)^k, D_k = (2M-1-k)! M! / ((2M-1)! k! (M-k)!) */
static Rational rational_delay(void) {
  Rational out;
  double n[M + 1], d[M + 1], power = 1;
  n[0] = d[0] = 1;
  for (int k = 0; k < M; k++) {
    n[k + 1] = -n[k] * (M - 1 - k) / ((2.0 * M - 1 - k) * (k + 1));
    d[k + 1] = d[k] * (M - k) / ((2.0 * M - 1 - k) * (k + 1));
  }
  out.size = pow(d[0] / d[M], 1.0 / M);
  for (int k = 0; k < M; k++, power *= out.size) out.low[k] = d[k] * power, out.top[k] = n[k] * power;
  for (int k = 0; k < M; k++) out.low[k] /= d[M] * power, out.top[k] /= d[M] * power;
  return out;
}

static int first_of(const Task *task, int delay) { return task->count + M * delay; }

/* One row of responses: to states, and through each delay to its states; factor: of all. */
static void put_row(const Task *task, const Rational *rational, int response, double factor, double *row) {
  const double *raw = task->raw.a + (ptrdiff_t)task->raw.count * response;
  for (int j = 0; j < task->count; j++) row[j] = factor * raw[j];
  for (int d = 0; d < task->delay_count; d++)
    for (int k = 0; k < M; k++) row[first_of(task, d) + k] += factor * raw[task->count + d] * rational->top[k];
}

static void put_inputs(const Task *task, int response, double factor, int row, trm_PencilMemory *out) {
  int n = task->linear->system->numbering.count;
  for (int i = 0; i < n; i++) {
    ((double *)out->input)[(ptrdiff_t)n * row + i] = factor * task->raw.input[(ptrdiff_t)n * response + i];
    ((double *)out->input_rate)[(ptrdiff_t)n * row + i] = factor * task->raw.input_rate[(ptrdiff_t)n * response + i];
  }
}

/* What the states of a delay become of. */
static void put_delay(const Task *task, const Rational *rational, int d, trm_PencilMemory *out) {
  int first = first_of(task, d), last = first + M - 1, n = task->linear->system->numbering.count;
  double rate = rational->size / task->delays[d]->memory.delay, *a = (double *)out->a;
  for (int k = 0; k + 1 < M; k++) a[(ptrdiff_t)out->count * (first + k) + first + k + 1] = rate;
  put_row(task, rational, task->count + d, rate, a + (ptrdiff_t)out->count * last);
  put_inputs(task, task->count + d, rate, last, out);
  for (int k = 0; k < M; k++) {
    a[(ptrdiff_t)out->count * last + first + k] -= rate * rational->low[k];
    for (int i = 0; i < n; i++)
      ((double *)out->force)[(ptrdiff_t)n * (first + k) + i] =
          rational->top[k] * task->raw.force[(ptrdiff_t)n * (task->count + d) + i];
  }
}

static trm_Status with_delays(const Task *task, trm_Arena *arena, trm_PencilMemory *out) {
  int n = task->linear->system->numbering.count;
  Rational rational = rational_delay();
  *out = new_memory(arena, (size_t)(task->count + M * task->delay_count), (size_t)n);
  if (arena->failed) return TRM_NO_MEMORY;
  for (int i = 0; i < task->count; i++) {
    put_row(task, &rational, i, 1, (double *)out->a + (ptrdiff_t)out->count * i);
    put_inputs(task, i, 1, i, out);
  }
  memcpy((double *)out->force, task->raw.force, sizeof(double) * (size_t)n * (size_t)task->count);
  for (int d = 0; d < task->delay_count; d++) put_delay(task, &rational, d, out);
  return TRM_OK;
}

/* ---- all of it ---- */

static void note_held(Task *task) {
  trm_Instant now = trm_state_instant(task->base, task->base->w);
  now.signals = task->base->z;
  for (int d = 0; d < task->delay_count; d++)
    task->held[d] = trm_signal_now(now.layout->model, task->delays[d], task->delays[d]->input, &now);
}

trm_Status trm_linear_memory(trm_Linear *linear, const trm_Operating *operating, trm_Arena *arena,
                             trm_PencilMemory *out) {
  const trm_System *system = linear->system;
  Task task = {.linear = linear, .operating = *operating, .base = operating->state};
  size_t n = (size_t)system->numbering.count;
  task.count = trm_linear_memory_states(system->model, NULL), task.delay_count = list_delays(system->model, NULL);
  *out = (trm_PencilMemory){0};
  if (task.count + task.delay_count == 0) return TRM_OK;
  task.raw = new_memory(arena, (size_t)(task.count + task.delay_count), n);
  trm_Status status = make_work(&task, arena);
  if (status == TRM_OK) {
    list_delays(system->model, task.delays);
    note_held(&task);
    task.operating.state = task.state;
    status = differentiate(&task);
    turn_inputs(&task);
  }
  drop_work(&task);
  return status == TRM_OK ? with_delays(&task, arena, out) : status;
}

trm_Status trm_linear_inputs(trm_Linear *linear, const trm_Operating *operating, trm_Arena *arena,
                             trm_LinearInputs *out) {
  const trm_System *system = linear->system;
  Task task = {.linear = linear, .operating = *operating, .base = operating->state, .count = out->count};
  size_t n = (size_t)system->numbering.count, inputs = (size_t)system->model->inputs.count;
  out->force = TRM_ARENA_NEW(arena, double, n *inputs + 1);
  out->rate = TRM_ARENA_NEW(arena, double, (size_t)out->count *inputs + 1);
  trm_Status status = make_work(&task, arena);
  task.operating.state = task.state;
  for (int k = 0; k < system->model->inputs.count && status == TRM_OK; k++) {
    double step = part * fmax(1, fabs(task.base->inputs[k]));
    vary_forces(&task, vary_input, k, step, out->force + (size_t)k * n);
    status = vary_rates(&task, vary_input, k, step, out->rate + (size_t)k * (size_t)out->count, 1);
  }
  drop_work(&task);
  return status;
}

trm_Status trm_linear_memory_rates(trm_Linear *linear, const trm_Operating *operating, trm_Arena *arena, double *out) {
  const trm_Model *model = linear->system->model;
  Task task = {.linear = linear, .operating = *operating, .base = operating->state};
  task.count = trm_linear_memory_states(model, NULL);
  memset(out, 0, sizeof(double) * (size_t)model->on_joints.law_state_count);
  if (task.count == 0) return TRM_OK;
  trm_Status status = make_work(&task, arena);
  if (status == TRM_OK) {
    back_to_base(&task);
    status = take_rates(&task, task.rates[0]);
  }
  for (int i = 0; i < task.count && status == TRM_OK; i++) out[task.state_of[i]] = task.rates[0][task.state_of[i]];
  drop_work(&task);
  return status;
}
