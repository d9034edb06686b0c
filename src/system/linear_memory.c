/* Differences of fourth order of the rates of all states with respect to states, unknowns and their velocities, and of
   the forces with respect to states. What depends linearly on its arguments, as most controllers do, is exact but for
   round-off. */
#include "system/linear_memory.h"
#include <math.h>
#include <string.h>
#include "element/joint.h"
#include "element/signal.h"

typedef struct Task {
  trm_Linear *linear;
  trm_Operating operating; /* on the state that is varied */
  const trm_State *base;
  trm_State *state;
  double *nu, *x_rate, *own_rate;
  double *rates[4], *change; /* responses at -2, -1, 1, 2 steps; a vector of the unknowns */
  int count, *state_of;      /* states that are linear, and where in z */
} Task;

static bool is_linear(const trm_Signal *signal) { return signal->memory.kind->rates != NULL; }

int trm_linear_memory_held(const trm_Model *model) {
  for (int e = 0; e < model->forces.signals.memory_count; e++)
    if (!is_linear(&model->forces.signals.items[e])) return e;
  return -1;
}

static int list_states(const trm_Model *model, int *state_of) {
  int count = 0;
  for (int e = 0; e < model->forces.signals.memory_count; e++) {
    const trm_Signal *signal = &model->forces.signals.items[e];
    for (int i = 0; is_linear(signal) && i < signal->memory.count; i++, count++)
      if (state_of) state_of[count] = signal->state + i;
  }
  return count;
}

static const int steps[4] = {-2, -1, 1, 2};

static double slope(double low, double below, double above, double high, double step) {
  return (8 * (above - below) - (high - low)) / (12 * step);
}

/* ---- rates ---- */

static void take_rates(Task *task, double *out) {
  trm_Instant now = trm_state_instant(task->state, task->state->w);
  now.signals = task->state->z, now.x_rate = task->x_rate;
  trm_signals_rates(task->linear->system->model, &now, out);
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
  task->state->z[task->state_of[which]] += amount;
}

static void vary_position(Task *task, int unknown, double amount) {
  back_to_base(task);
  task->change[unknown] = amount;
  trm_state_move(task->linear->system, task->state, task->change);
  task->change[unknown] = 0;
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
static void vary_rates(Task *task, void (*vary)(Task *, int, double), int which, double step, double *out, int stride) {
  for (int k = 0; k < 4; k++) vary(task, which, steps[k] * step), take_rates(task, task->rates[k]);
  for (int i = 0; i < task->count; i++) {
    int at = task->state_of[i];
    out[(size_t)i * (size_t)stride] =
        slope(task->rates[0][at], task->rates[1][at], task->rates[2][at], task->rates[3][at], step);
  }
}

/* ---- forces ---- */

static void vary_forces(Task *task, int which, double step, double *out) {
  int n = task->linear->system->numbering.count;
  trm_Scales scales;
  memset(out, 0, sizeof(double) * (size_t)n);
  for (int k = 0; k < 4; k++) {
    static const double weight[4] = {1, -8, 8, -1};
    vary_state(task, which, steps[k] * step);
    trm_linear_residual(task->linear, &task->operating, &scales);
    for (int i = 0; i < n; i++) out[i] -= weight[k] * task->linear->residual[i] / (12 * step);
  }
}

static trm_Status make_room(Task *task, trm_Arena *arena, trm_PencilMemory *out) {
  const trm_System *system = task->linear->system;
  const trm_Model *model = system->model;
  size_t n = (size_t)system->numbering.count, count = (size_t)task->count;
  double *a = TRM_ARENA_NEW(arena, double, count *count), *input = TRM_ARENA_NEW(arena, double, count *n);
  double *input_rate = TRM_ARENA_NEW(arena, double, count *n), *force = TRM_ARENA_NEW(arena, double, count *n);
  *out = (trm_PencilMemory){task->count, a, input, input_rate, force};
  task->state_of = TRM_ARENA_NEW(arena, int, count), task->nu = TRM_ARENA_NEW(arena, double, n);
  task->x_rate = TRM_ARENA_NEW(arena, double, model->coordinate_count);
  task->own_rate = TRM_ARENA_NEW(arena, double, model->coordinate_count);
  for (int k = 0; k < 4; k++) task->rates[k] = TRM_ARENA_NEW(arena, double, model->on_joints.law_state_count);
  task->change = TRM_ARENA_NEW(arena, double, n);
  return arena->failed ? TRM_NO_MEMORY : trm_state_new(&task->state, system);
}

/* of the model's size, rad; per model's time; of states, whose unit nobody knows */
static const double part = 1e-3;

static void differentiate(Task *task, const trm_PencilMemory *out) {
  const trm_System *system = task->linear->system;
  const trm_Model *model = system->model;
  int n = system->numbering.count;
  for (int j = 0; j < task->count; j++) {
    double step = part * fmax(1, fabs(task->base->z[task->state_of[j]]));
    vary_rates(task, vary_state, j, step, (double *)out->a + j, task->count);
    vary_forces(task, j, step, (double *)out->force + (size_t)j * (size_t)n);
  }
  for (int i = 0; i < n; i++) {
    trm_UnknownKind kind = system->unknowns[i].kind;
    bool length = kind == TRM_UNKNOWN_DISPLACEMENT || kind == TRM_UNKNOWN_LENGTH;
    double step = part * (length ? model->size : 1);
    if (system->multiplier_of[i] >= 0) continue;
    vary_rates(task, vary_position, i, step, (double *)out->input + i, n);
    vary_rates(task, vary_velocity, i, step / model->scales.time, (double *)out->input_rate + i, n);
  }
}

trm_Status trm_linear_memory(trm_Linear *linear, const trm_Operating *operating, trm_Arena *arena,
                             trm_PencilMemory *out) {
  const trm_System *system = linear->system;
  Task task = {.linear = linear, .operating = *operating, .base = operating->state};
  task.count = list_states(system->model, NULL);
  *out = (trm_PencilMemory){0};
  if (task.count == 0) return TRM_OK;
  trm_Status status = make_room(&task, arena, out);
  if (status != TRM_OK) return status;
  list_states(system->model, task.state_of);
  task.operating.state = task.state;
  trm_Instant now = trm_state_instant(task.base, task.base->w);
  for (int j = 0; j < system->model->joint_count; j++)
    trm_joint_rates(system->model, &system->layout->joints[j], &now, NULL,
                    task.own_rate + system->layout->joints[j].first_coordinate, NULL);
  differentiate(&task, out);
  trm_state_free(task.state);
  return TRM_OK;
}
