/* A and B come from the pencil of the modes; C and D are differences of fourth order of the channels along each state
   and each input: whatever a channel is, also an acceleration or a reaction, it is what results would show. */
#include "analysis/linear_system.h"
#include "analysis/linear_motion.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "element/joint.h"
#include "element/signal.h"
#include "math/vec3.h"
#include "system/linear_memory.h"

typedef struct Task {
  trm_Simulation *s;
  const trm_LinearTask *asked;
  trm_Arena *arena; /* of the system */
  trm_Arena work;
  trm_StateSpace space;
  double *force, *rate, *driven; /* of the inputs asked for */
  trm_LinearDrives drives;
  trm_LinearMotion motion;
  int *state_of;       /* memory -> z of the state */
  double *change, *nu; /* per unknown */
  double *seen;        /* four values of each output */
} Task;

static bool kinematic(const trm_System *system, int unknown) { return system->multiplier_of[unknown] < 0; }

/* about a motion as it is, which need not be steady? */
static bool moves(const trm_Simulation *s) { return s->analysis->frame == TRM_MODAL_FRAME_MOTION; }

static trm_Status refuse(trm_Simulation *s, const char *why) {
  snprintf(s->failure, sizeof s->failure, "the model cannot be linearised: %s", why);
  return TRM_STEP_FAILED;
}

/* ---- inputs ---- */

/* of the largest row: what differences leave of constraints that do not know the input */
static const double driven_round_off = 1e-9;

static bool drives_something(const trm_Simulation *s, const double *column) {
  double largest = 0;
  for (int i = 0; i < s->system->numbering.count; i++)
    if (!kinematic(s->system, i)) largest = fmax(largest, fabs(column[i]) / s->system->extent[i]);
  return largest > driven_round_off * *s->state->scale;
}

static trm_Status find_driven(Task *t) {
  trm_Operating now = trm_steady_operating(&trm_simulation_modal(t->s)->steady, t->s->state);
  now.settled = false;
  trm_Status status = trm_linear_driven(t->s, &now, &t->drives, t->force, t->driven);
  return status == TRM_OK ? TRM_OK : refuse(t->s, "what the inputs drive cannot be found (a singular position)");
}

/* residuals and matrices for other purposes were written over what the modes had: the same again */
static void linearize_again(Task *t) {
  const trm_Steady *steady = &trm_simulation_modal(t->s)->steady;
  trm_Operating now = trm_steady_operating(steady, t->s->state);
  now.apart = true, now.settled = false;
  trm_linearize(steady->linear, &now);
}

static trm_Status find_inputs(Task *t) {
  trm_Simulation *s = t->s;
  const trm_Steady *steady = &trm_simulation_modal(s)->steady;
  size_t n = (size_t)s->system->numbering.count, count = (size_t)t->asked->input_count;
  size_t memory = (size_t)steady->memory.count;
  trm_LinearInputs all = {.count = steady->memory.count};
  trm_Operating now = trm_steady_operating(steady, s->state);
  now.settled = false;
  trm_Status status = trm_linear_inputs(steady->linear, &now, &t->work, &all);
  t->force = TRM_ARENA_NEW(&t->work, double, n *count + 1), t->driven = TRM_ARENA_NEW(&t->work, double, n *count + 1);
  t->rate = TRM_ARENA_NEW(&t->work, double, memory *count + 1);
  bool *drives = TRM_ARENA_NEW(&t->work, bool, count + 1);
  if (t->work.failed) return TRM_NO_MEMORY;
  t->drives = (trm_LinearDrives){t->asked->inputs, drives, t->asked->input_count, false};
  for (size_t k = 0; k < count && status == TRM_OK; k++) {
    size_t from = (size_t)t->asked->inputs[k];
    memcpy(t->force + k * n, all.force + from * n, sizeof(double) * n);
    if (memory) memcpy(t->rate + k * memory, all.rate + from * memory, sizeof(double) * memory);
    drives[k] = drives_something(s, t->force + k * n), t->drives.any = t->drives.any || drives[k];
  }
  if (status == TRM_OK && t->drives.any && memory > 0 && s->model->forces.signals.reacts)
    status = refuse(s, "an input drives a motion, and a signal remembers reactions, which know the second rate of it");
  if (status == TRM_OK && t->drives.any) status = find_driven(t);
  if (!t->drives.any) t->driven = NULL;
  linearize_again(t);
  return status;
}

/* ---- A and B ---- */

static trm_Status find_space(Task *t) {
  trm_Simulation *s = t->s;
  int n = s->system->numbering.count;
  bool *relative = TRM_ARENA_NEW(&t->work, bool, n + 1);
  if (!relative) return TRM_NO_MEMORY;
  for (int i = 0; i < n; i++) {
    trm_UnknownKind kind = s->system->unknowns[i].kind;
    relative[i] = kind == TRM_UNKNOWN_LENGTH || kind == TRM_UNKNOWN_ANGLE;
    for (int k = 0; k < t->asked->input_count && !kinematic(s->system, i); k++)
      t->force[(size_t)k * (size_t)n + (size_t)i] = 0;
  }
  trm_Pencil pencil = trm_modal_pencil(s);
  trm_StateSpaceTask task = {.modes = t->asked->modes,
                             .relative = relative,
                             .inputs = t->asked->input_count,
                             .force = t->force,
                             .driven = t->driven,
                             .rate = t->rate,
                             .follow = moves(s) ? trm_linear_follow : NULL,
                             .who = &t->motion};
  t->motion = (trm_LinearMotion){s, &t->drives};
  trm_Status status = trm_state_space(&t->work, &pencil, &task, &t->space);
  if (status == TRM_SINGULAR)
    return refuse(s, "a motion has no mass; amplitudes of modes as states leave it out (modes)");
  if (status == TRM_BAD_ARGUMENT)
    return refuse(s, "its modes without damping are no states (it turns, or forces depend on positions without an "
                     "energy); leave `modes` out");
  return status > 0 ? refuse(s, trm_status_text(status)) : status;
}

/* ---- C and D ---- */

/* A change of everything that a state of the simulation holds. A view. */
typedef struct Direction {
  const double *z, *z_rate; /* per unknown; NULL: 0 */
  const double *memory;     /* per state of the memory; NULL: 0 */
  int input;                /* of the model, -1: none */
} Direction;

/* of the model's size, rad; per model's time; of states and inputs, whose unit nobody knows */
static const double part = 1e-3;

static double largest_of(const Task *t, const double *vector, double time) {
  const trm_System *system = t->s->system;
  double largest = 0;
  for (int i = 0; vector && i < system->numbering.count; i++)
    if (kinematic(system, i)) largest = fmax(largest, fabs(vector[i]) * time / system->extent[i]);
  return largest;
}

static double step_of(const Task *t, const Direction *along) {
  double size = fmax(largest_of(t, along->z, 1), largest_of(t, along->z_rate, t->s->model->scales.time));
  for (int m = 0; along->memory && m < t->space.memory; m++)
    size = fmax(size, fabs(along->memory[m]) / fmax(1, fabs(t->s->saved->z[t->state_of[m]])));
  if (along->input >= 0) size = fmax(size, 1 / fmax(1, fabs(t->s->saved->inputs[along->input])));
  return size > 0 ? part / size : part;
}

/* nu += amount (z' + frame x z), of rotations + z x omega: what a change in turning axes, and of a triad that turns,
   is in world axes (linearize.h) */
static void turn_along(const Task *t, const double *z, double amount) {
  const trm_Steady *steady = &trm_simulation_modal(t->s)->steady;
  const trm_Numbering *numbering = &t->s->system->numbering;
  int nodes = t->s->model->node_count;
  for (int i = 0; i < 2 * nodes; i++) {
    bool rotation = i >= nodes;
    int of = rotation ? i - nodes : i;
    const int *unknowns = rotation ? numbering->triad[of] : numbering->point[of];
    double own[3], change[3], nu[3], more[3];
    if (!(rotation ? trm_triad_leads(numbering, of) : trm_point_leads(numbering, of))) continue;
    trm_gather3(unknowns, z, change);
    trm_gather3(unknowns, t->nu, nu);
    trm_cross(more, steady->frame, change);
    trm_add_scaled(nu, amount, more);
    if (rotation) {
      trm_gather3(unknowns, steady->nu, own);
      trm_cross(more, change, own);
      trm_add_scaled(nu, amount, more);
    }
    trm_spread3(unknowns, nu, t->nu);
  }
}

static void vary(Task *t, const Direction *along, double amount) {
  trm_Simulation *s = t->s;
  const trm_Steady *steady = &trm_simulation_modal(s)->steady;
  int n = s->system->numbering.count;
  trm_state_copy(s->state, s->saved);
  for (int i = 0; i < n; i++) {
    t->change[i] = along->z && kinematic(s->system, i) ? amount * along->z[i] : 0;
    t->nu[i] = steady->nu[i] + (along->z_rate && kinematic(s->system, i) ? amount * along->z_rate[i] : 0);
  }
  trm_state_move(s->system, s->state, t->change);
  if (!steady->still && along->z) turn_along(t, along->z, amount);
  trm_state_set_velocity(s->system, s->state, t->nu);
  for (int m = 0; along->memory && m < t->space.memory; m++) s->state->z[t->state_of[m]] += amount * along->memory[m];
  if (along->input >= 0) s->state->inputs[along->input] += amount;
  s->snapshot->seen = false;
}

/* one column of C or D; out[stride * i]; what does not change is an exact zero */
static trm_Status differentiate(Task *t, const Direction *along, double *out, int stride) {
  static const int steps[4] = {-2, -1, 1, 2};
  int outputs = t->asked->output_count;
  double step = step_of(t, along), *seen = t->seen;
  trm_Status status = TRM_OK;
  for (int k = 0; k < 4; k++) {
    vary(t, along, steps[k] * step);
    for (int o = 0; o < outputs && status == TRM_OK; o++)
      status = trm_simulation_evaluate_one(t->s, t->asked->outputs[o], &seen[4 * o + k]);
  }
  for (int o = 0; o < outputs; o++, seen += 4)
    out[(size_t)o * (size_t)stride] = (8 * (seen[2] - seen[1]) - (seen[3] - seen[0])) / (12 * step);
  return status;
}

/* The rate of a driven motion is u', and its accelerations and forces know u'': no linear system of u has them. */
static trm_Status check_outputs(Task *t) {
  trm_Simulation *s = t->s;
  for (int k = 0; k < t->asked->input_count; k++)
    for (int o = 0; o < t->asked->output_count && t->drives.drives[k]; o++) {
      int channel = t->asked->outputs[o];
      if (channel < s->channels.walked && s->channels.placed[channel]) continue;
      snprintf(s->failure, sizeof s->failure,
               "the model cannot be linearised: input \"%s\" drives a motion, and \"%s\" may depend on the rate of it; "
               "outputs must then be places, angles or coordinates",
               s->model->inputs.names[t->asked->inputs[k]], s->channels.items[channel].name);
      return TRM_STEP_FAILED;
    }
  return TRM_OK;
}

static trm_Status find_columns(Task *t, double *c, double *d) {
  const trm_StateSpace *space = &t->space;
  int n = t->s->system->numbering.count, memory = space->memory;
  double *unit = TRM_ARENA_NEW(&t->work, double, memory + 1), *back = TRM_ARENA_NEW(&t->work, double, n + 1);
  trm_Status status = t->work.failed ? TRM_NO_MEMORY : TRM_OK;
  for (int j = 0; j < space->states && status == TRM_OK; j++) {
    int part_of = j < space->d ? 0 : j < 2 * space->d ? 1 : 2, m = j - 2 * space->d;
    size_t from = part_of < 2 ? (size_t)(j - part_of * space->d) * (size_t)n : 0;
    const double *column = part_of < 2 ? space->basis + from : NULL;
    const double *carried = part_of == 0 && space->basis_rate ? space->basis_rate + from : NULL;
    if (part_of == 2) unit[m] = 1;
    Direction along = {part_of == 0 ? column : NULL, part_of == 1 ? column : carried, part_of == 2 ? unit : NULL, -1};
    status = differentiate(t, &along, c + j, space->states);
    if (part_of == 2) unit[m] = 0;
  }
  for (int k = 0; k < t->asked->input_count && status == TRM_OK; k++) {
    memset(back, 0, sizeof(double) * (size_t)n);
    for (int j = 0; j < space->d; j++) /* z' = T (v - e u) */
      for (int i = 0; i < n; i++)
        back[i] -= space->lag[k * space->d + j] * space->basis[(size_t)j * (size_t)n + (size_t)i];
    Direction along = {space->driven + (size_t)k * (size_t)n, back, space->carried + (size_t)k * (size_t)memory,
                       t->asked->inputs[k]};
    status = differentiate(t, &along, d + k, t->asked->input_count);
  }
  return status;
}

static trm_Status find_outputs(Task *t, double *c, double *d) {
  trm_Simulation *s = t->s;
  trm_Status status = check_outputs(t);
  if (status != TRM_OK) return status;
  if (t->space.memory > 0) trm_linear_memory_states(s->model, t->state_of);
  trm_state_copy(s->saved, s->state);
  status = find_columns(t, c, d);
  trm_state_copy(s->state, s->saved);
  s->snapshot->seen = false;
  return status;
}

/* ---- names ---- */

static const char *name_unknown(const Task *t, int unknown) {
  static const char axes[] = "xyz";
  const trm_System *system = t->s->system;
  const trm_Model *model = t->s->model;
  const trm_Unknown *u = &system->unknowns[unknown];
  for (int j = 0; j < model->joint_count; j++) {
    const trm_Joint *joint = &system->layout->joints[j];
    for (int c = 0; c < joint->kind->coordinate_count; c++)
      if (joint->unknown_of[c] >= 0 && system->numbering.joint[j] + joint->unknown_of[c] == unknown)
        return trm_arena_text(t->arena, "%s.%s", joint->name, joint->kind->coordinates[c].name);
  }
  for (int i = 1; i < model->node_count; i++)
    for (int n = 0; n < 3; n++) {
      if (system->numbering.point[model->nodes[i].point][n] == unknown)
        return trm_arena_text(t->arena, "%s.%c", model->nodes[i].name, axes[n]);
      if (system->numbering.triad[model->nodes[i].triad][n] == unknown)
        return trm_arena_text(t->arena, "%s.turn.%c", model->nodes[i].name, axes[n]);
    }
  return trm_arena_text(t->arena, "%s.%d", u->owner, u->component);
}

static void name_memory(const Task *t, const char **names) {
  const trm_Model *model = t->s->model;
  for (int e = 0, at = 0; e < model->forces.signals.memory_count && at < t->space.memory; e++) {
    const trm_Signal *signal = &model->forces.signals.items[e];
    for (int i = 0; signal->memory.kind->rates && i < signal->memory.count && at < t->space.memory; i++)
      names[at++] = signal->memory.count > 1 ? trm_arena_text(t->arena, "%s.state%d", signal->name, i + 1)
                                             : trm_arena_text(t->arena, "%s", signal->name);
  }
}

static void put_names(const Task *t, trm_LinearSystem *out) {
  int d = t->space.d;
  for (int j = 0; j < d; j++) {
    const char *name =
        t->space.chosen ? name_unknown(t, t->space.chosen[j]) : trm_arena_text(t->arena, "mode%d", j + 1);
    out->states[j] = name, out->states[d + j] = trm_arena_text(t->arena, "%s.rate", name ? name : "");
  }
  name_memory(t, out->states + 2 * d);
  for (int k = 0; k < t->asked->input_count; k++)
    out->inputs[k] = trm_arena_text(t->arena, "%s", t->s->model->inputs.names[t->asked->inputs[k]]);
  for (int o = 0; o < t->asked->output_count; o++) {
    const trm_Channel *channel = &t->s->channels.items[t->asked->outputs[o]];
    out->outputs[o] = trm_arena_text(t->arena, "%s", channel->name);
    out->units[o] = trm_arena_text(t->arena, "%s", channel->unit);
  }
}

/* ---- all together ---- */

static trm_Status fill(Task *t, trm_LinearSystem *out) {
  const trm_StateSpace *space = &t->space;
  size_t states = (size_t)space->states, inputs = (size_t)t->asked->input_count;
  size_t outputs = (size_t)t->asked->output_count;
  double *a = TRM_ARENA_NEW(t->arena, double, states *states + 1),
         *b = TRM_ARENA_NEW(t->arena, double, states *inputs + 1);
  double *c = TRM_ARENA_NEW(t->arena, double, outputs *states + 1),
         *d = TRM_ARENA_NEW(t->arena, double, outputs *inputs + 1);
  out->states = TRM_ARENA_NEW(t->arena, const char *, states + 1);
  out->inputs = TRM_ARENA_NEW(t->arena, const char *, inputs + 1);
  out->outputs = TRM_ARENA_NEW(t->arena, const char *, outputs + 1);
  out->units = TRM_ARENA_NEW(t->arena, const char *, outputs + 1);
  t->state_of = TRM_ARENA_NEW(&t->work, int, space->memory + 1);
  if (t->arena->failed || t->work.failed) return TRM_NO_MEMORY;
  memcpy(a, space->a, sizeof(double) * states * states);
  memcpy(b, space->b, sizeof(double) * states * inputs);
  out->matrices = (trm_FirstOrder){space->states, t->asked->input_count, t->asked->output_count, a, b, c, d};
  trm_Status status = find_outputs(t, c, d);
  if (status == TRM_OK) put_names(t, out);
  return status == TRM_OK && t->arena->failed ? TRM_NO_MEMORY : status;
}

enum { MOST_FREEDOMS = 700 }; /* of dense matrices of unknowns */

static trm_Status check(trm_Simulation *s, const trm_LinearTask *asked) {
  if (s->analysis->about == TRM_MODAL_REFERENCE)
    return refuse(s, "the reference knows no loads, and so no inputs; take static or initial");
  if (s->model->forces.signals.delayed)
    return refuse(s, "a delay is no linear system of finitely many states; write it as a transfer function "
                     "(numerator, denominator) of the order that is wanted");
  if (moves(s) && asked->modes > 0)
    return refuse(s, "there are no modes about a state that is not steady; leave `modes` out");
  if (asked->modes == 0 && trm_simulation_modal(s)->pairs.freedoms > MOST_FREEDOMS)
    return refuse(s, "it has more than 700 degrees of freedom; take amplitudes of some modes as states (modes)");
  return TRM_OK;
}

trm_Status trm_linear_system_find(trm_Simulation *s, const trm_LinearTask *asked, trm_LinearSystem *out) {
  Task task = {.s = s, .asked = asked, .arena = &out->arena};
  int n = s->system->numbering.count;
  trm_Status status = check(s, asked);
  task.change = TRM_ARENA_NEW(&task.work, double, n + 1), task.nu = TRM_ARENA_NEW(&task.work, double, n + 1);
  task.seen = TRM_ARENA_NEW(&task.work, double, 4 * (size_t)asked->output_count + 1);
  if (status == TRM_OK && task.work.failed) status = TRM_NO_MEMORY;
  if (status == TRM_OK) status = find_inputs(&task);
  if (status == TRM_OK) status = find_space(&task);
  if (status == TRM_OK) status = fill(&task, out);
  trm_arena_free(&task.work);
  return status;
}
