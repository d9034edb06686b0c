/* Element by element. The part of S at rest is twice the tangent of a pair with i = f, exact; what motion adds (h(q,
   nu) - h(q, 0)
   + M nu_dot) and D are differences of fourth order of the element's own instant, exact for terms quadratic in the
   velocities. */
#include "system/linearize.h"
#include <math.h>
#include <string.h>
#include "element/elements.h"
#include "element/frame.h"
#include "element/joint.h"
#include "element/local.h"
#include "math/rotation.h"
#include "math/vec3.h"

typedef struct trm_LinearizeWork {
  double *q, *w, *x, *x_rate;      /* the motion, changed in place while differences are taken */
  double *own_rate;                /* the rates of the relative coordinates, unchanged */
  double *lambda;                  /* the multipliers, changed likewise where a formula names reactions */
  double *still, *still_rate;      /* zeros */
  int *coordinate_of;              /* unknown -> relative coordinate of the model, -1 */
  trm_Local *at_rest, *moving;     /* workspace */
  double *columns[4];              /* responses at -2, -1, 1, 2 steps */
  double *inertia, *rates, *slope; /* local M, D, dF/dq: row-major n x n */
  trm_StiffLocal *stiff;
} trm_LinearizeWork;

/* room for the stiff rows of all elements */
static void make_rows(trm_Linear *linear) {
  const trm_System *system = linear->system;
  trm_StiffRows *rows = &linear->rows;
  trm_Arena *arena = &linear->arena;
  size_t count = 0, entries = 0;
  for (int k = 0; k < trm_element_kind_count; k++)
    for (int e = 0; trm_element_kinds[k]->stiff && e < trm_element_kinds[k]->count(system->model); e++) {
      size_t most = (size_t)trm_element_kinds[k]->stiff(system->model, NULL, e, NULL);
      count += most;
      entries += most * (size_t)(system->scatter[k].first_unknown[e + 1] - system->scatter[k].first_unknown[e]);
    }
  rows->start = TRM_ARENA_NEW(arena, int, count + 1), rows->unknown = TRM_ARENA_NEW(arena, int, entries);
  rows->value = TRM_ARENA_NEW(arena, double, entries), rows->bend = TRM_ARENA_NEW(arena, double, entries);
  rows->stiffness = TRM_ARENA_NEW(arena, double, count), rows->damping = TRM_ARENA_NEW(arena, double, count);
}

trm_Status trm_linear_new(trm_Linear **out, trm_System *system) {
  const trm_Model *model = system->model;
  trm_Linear *linear = TRM_NEW(trm_Linear, 1);
  *out = NULL;
  if (!linear) return TRM_NO_MEMORY;
  trm_Arena *arena = &linear->arena;
  int n = system->numbering.count, entries = system->pattern->start[n], configuration = trm_configuration_size(model);
  linear->system = system;
  linear->mass = TRM_ARENA_NEW(arena, double, entries), linear->damping = TRM_ARENA_NEW(arena, double, entries);
  linear->stiffness_size = TRM_ARENA_NEW(arena, double, entries);
  linear->stiffness = TRM_ARENA_NEW(arena, double, entries), linear->residual = TRM_ARENA_NEW(arena, double, n);
  trm_LinearizeWork *w = linear->work = TRM_ARENA_NEW(arena, trm_LinearizeWork, 1);
  if (arena->failed) return trm_linear_free(linear), TRM_NO_MEMORY;
  w->q = TRM_ARENA_NEW(arena, double, configuration), w->w = TRM_ARENA_NEW(arena, double, configuration);
  w->x = TRM_ARENA_NEW(arena, double, model->coordinate_count);
  w->x_rate = TRM_ARENA_NEW(arena, double, model->coordinate_count);
  w->still = TRM_ARENA_NEW(arena, double, configuration + 3 * model->node_count);
  w->own_rate = TRM_ARENA_NEW(arena, double, model->coordinate_count);
  w->still_rate = TRM_ARENA_NEW(arena, double, model->coordinate_count);
  w->lambda = TRM_ARENA_NEW(arena, double, system->layout->multiplier_count);
  w->coordinate_of = TRM_ARENA_NEW(arena, int, n);
  int most = trm_system_largest(system);
  size_t local = (size_t)most * (size_t)most;
  w->at_rest = trm_locals_new(arena, 1, most), w->moving = trm_locals_new(arena, 1, most);
  for (int i = 0; i < 4; i++) w->columns[i] = TRM_ARENA_NEW(arena, double, most);
  w->inertia = TRM_ARENA_NEW(arena, double, local), w->rates = TRM_ARENA_NEW(arena, double, local);
  w->slope = TRM_ARENA_NEW(arena, double, local), w->stiff = TRM_ARENA_NEW(arena, trm_StiffLocal, 1);
  make_rows(linear);
  if (arena->failed) return trm_linear_free(linear), TRM_NO_MEMORY;
  for (int i = 0; i < n; i++) w->coordinate_of[i] = -1;
  for (int j = 0; j < model->joint_count; j++)
    for (int c = 0; c < system->layout->joints[j].kind->coordinate_count; c++)
      if (system->layout->joints[j].unknown_of[c] >= 0)
        w->coordinate_of[system->numbering.joint[j] + system->layout->joints[j].unknown_of[c]] =
            system->layout->joints[j].first_coordinate + c;
  *out = linear;
  return TRM_OK;
}

void trm_linear_free(trm_Linear *linear) {
  if (!linear) return;
  trm_arena_free(&linear->arena);
  trm_release(linear);
}

/* ---- one element under way ---- */

typedef struct Element {
  const trm_ElementKind *kind;
  int number;
  const int *unknowns; /* of the system, in local order; -1 = none */
  int n, kinematic;    /* local unknowns; those before the multipliers */
  const int *nodes;
  int node_count;
} Element;

typedef struct Task {
  trm_Linear *linear;
  const trm_Operating *operating;
  trm_LinearizeWork *work;
  const trm_Model *model;
  bool moves;                       /* some velocity or acceleration is not zero */
  double length_speed, angle_speed; /* the largest, m/s and rad/s */
  double largest_multiplier;
} Task;

static double of_unknown(const double *vector, int unknown) { return unknown < 0 ? 0 : vector[unknown]; }

/* velocities of the directors of a triad */
static void turn_directors(const Task *task, int triad, const double omega[3]) {
  int d = trm_triad_at(task->model, triad);
  for (int j = 0; j < 3; j++) trm_cross(task->work->w + d + 3 * j, omega, task->work->q + d + 3 * j);
}

static void spread_velocities(const Task *task) {
  const trm_Numbering *numbering = &task->linear->system->numbering;
  const trm_Model *model = task->model;
  for (int p = 0; p < model->node_count; p++)
    trm_gather3(numbering->point[p], task->operating->nu, task->work->w + trm_point_at(p));
  for (int t = 0; t < model->node_count; t++) {
    double omega[3];
    trm_gather3(numbering->triad[t], task->operating->nu, omega);
    turn_directors(task, t, omega);
  }
  trm_Instant now = trm_state_instant(task->operating->state, task->work->w);
  now.q = task->work->q, now.x = task->work->x;
  for (int j = 0; j < model->joint_count; j++)
    trm_joint_rates(model, &task->linear->system->layout->joints[j], &now, NULL,
                    task->work->own_rate + task->linear->system->layout->joints[j].first_coordinate, NULL);
  for (int c = 0; c < model->coordinate_count; c++) task->work->x_rate[c] = task->work->own_rate[c];
}

static bool is_length(const trm_System *system, int unknown) {
  trm_UnknownKind kind = system->unknowns[unknown].kind;
  return kind == TRM_UNKNOWN_DISPLACEMENT || kind == TRM_UNKNOWN_LENGTH;
}

static Task begin(trm_Linear *linear, const trm_Operating *operating) {
  Task task = {.linear = linear, .operating = operating, .work = linear->work, .model = linear->system->model};
  const trm_State *state = operating->state;
  memcpy(task.work->q, state->q, sizeof(double) * (size_t)trm_configuration_size(task.model));
  if (task.model->coordinate_count)
    memcpy(task.work->x, state->x, sizeof(double) * (size_t)task.model->coordinate_count);
  for (int m = 0; m < linear->system->layout->multiplier_count; m++) {
    task.work->lambda[m] = state->lambda[m];
    task.largest_multiplier = fmax(task.largest_multiplier, fabs(state->lambda[m]));
  }
  spread_velocities(&task);
  for (int i = 0; i < linear->system->numbering.count; i++) {
    if (linear->system->multiplier_of[i] >= 0) continue;
    if (operating->nu[i] != 0 || operating->nu_dot[i] != 0) task.moves = true;
    double *largest = is_length(linear->system, i) ? &task.length_speed : &task.angle_speed;
    *largest = fmax(*largest, fabs(operating->nu[i]));
  }
  return task;
}

static trm_Pair pair_at_rest(const Task *task) {
  const trm_State *state = task->operating->state;
  trm_Pair pair = trm_state_pair(state, task->work->still);
  pair.unloaded = task->operating->unloaded, pair.apart = task->operating->apart;
  pair.signals = state->z, pair.settled = task->operating->settled;
  return pair;
}

static void take_instant(const Task *task, const Element *element, bool with_velocities, trm_Local *out) {
  const trm_LinearizeWork *w = task->work;
  trm_Instant now = trm_state_instant(task->operating->state, with_velocities ? w->w : w->still);
  now.q = w->q, now.x = w->x, now.x_rate = with_velocities ? w->x_rate : w->still_rate, now.lambda = w->lambda;
  now.unloaded = task->operating->unloaded, now.apart = task->operating->apart;
  now.signals = task->operating->state->z, now.settled = task->operating->settled;
  now.undamped = task->operating->apart && !task->moves;
  element->kind->instant(task->model, &now, element->number, 1, out);
}

/* h(q, nu) - h(q, 0) + M nu_dot in the kinematic rows */
static void motion_forces(const Task *task, const Element *element, double *out) {
  trm_LinearizeWork *w = task->work;
  take_instant(task, element, true, w->moving);
  take_instant(task, element, false, w->at_rest);
  for (int i = 0; i < element->kinematic; i++) {
    out[i] = w->moving->residual[i] - w->at_rest->residual[i];
    for (int j = 0; j < element->kinematic; j++)
      out[i] += w->moving->tangent[element->n * i + j] * of_unknown(task->operating->nu_dot, element->unknowns[j]);
  }
}

/* ---- differences ---- */

/* of an unknown of the element: the multiplier that it is, -1: none. Those are reactions that its formulas name. */
static int multiplier_at(const Task *task, const Element *element, int local) {
  int unknown = element->unknowns[local];
  return unknown < 0 ? -1 : task->linear->system->multiplier_of[unknown];
}

/* a displacement, a turn about a world axis, a change of a relative coordinate or of a multiplier; the velocities nu
   stay as they are */
static void change_position(const Task *task, const Element *element, int local, double amount) {
  trm_LinearizeWork *w = task->work;
  const trm_State *state = task->operating->state;
  int multiplier = multiplier_at(task, element, local);
  if (multiplier >= 0) {
    w->lambda[multiplier] = state->lambda[multiplier] + amount;
    return;
  }
  if (local >= 6 * element->node_count) {
    int c = w->coordinate_of[element->unknowns[local]];
    w->x[c] = state->x[c] + amount;
    return;
  }
  const trm_Node *node = &task->model->nodes[element->nodes[local / 6]];
  int axis = local % 6;
  if (axis < 3) {
    w->q[trm_point_at(node->point) + axis] = state->q[trm_point_at(node->point) + axis] + amount;
    return;
  }
  double direction[3] = {axis == 3, axis == 4, axis == 5}, turn[9], omega[3];
  int d = trm_triad_at(task->model, node->triad);
  trm_rotation_from_axis(direction, amount, turn);
  for (int j = 0; j < 3; j++) trm_apply(w->q + d + 3 * j, turn, state->q + d + 3 * j);
  trm_gather3(task->linear->system->numbering.triad[node->triad], task->operating->nu, omega);
  turn_directors(task, node->triad, omega);
}

static void change_velocity(const Task *task, const Element *element, int local, double amount) {
  trm_LinearizeWork *w = task->work;
  const double *nu = task->operating->nu;
  if (local >= 6 * element->node_count) {
    int c = w->coordinate_of[element->unknowns[local]];
    w->x_rate[c] = w->own_rate[c] + amount;
    return;
  }
  const trm_Node *node = &task->model->nodes[element->nodes[local / 6]];
  int axis = local % 6;
  if (axis < 3) {
    w->w[trm_point_at(node->point) + axis] = nu[element->unknowns[local]] + amount;
    return;
  }
  double omega[3];
  trm_gather3(task->linear->system->numbering.triad[node->triad], nu, omega);
  omega[axis - 3] += amount;
  turn_directors(task, node->triad, omega);
}

static void velocity_forces(const Task *task, const Element *element, double *out) {
  take_instant(task, element, true, task->work->moving);
  memcpy(out, task->work->moving->residual, sizeof(double) * (size_t)element->kinematic);
}

typedef struct Variation {
  void (*change)(const Task *task, const Element *element, int local, double amount);
  void (*respond)(const Task *task, const Element *element, double *out);
  double length_step, angle_step;
  double multiplier_step; /* 0: multipliers are not varied */
} Variation;

/* an element may name a node or a relative coordinate twice: its coordinates are varied once, for both */
static bool seen_before(const Element *element, int local) {
  for (int i = 6 * element->node_count; i < local; i++)
    if (element->unknowns[i] == element->unknowns[local]) return true;
  for (int a = 0; a < element->node_count && 6 * a + 5 < local; a++)
    if (local < 6 * element->node_count && element->nodes[a] == element->nodes[local / 6]) return true;
  return false;
}

/* derivative of the response with respect to each kinematic unknown, columns of `out` */
static void differentiate(const Task *task, const Element *element, const Variation *variation, double *out) {
  static const int steps[4] = {-2, -1, 1, 2};
  trm_LinearizeWork *w = task->work;
  memset(out, 0, sizeof(double) * (size_t)(element->n * element->n));
  for (int j = 0; j < element->kinematic; j++) {
    if (element->unknowns[j] < 0 || seen_before(element, j)) continue;
    double step = multiplier_at(task, element, j) >= 0                    ? variation->multiplier_step
                  : is_length(task->linear->system, element->unknowns[j]) ? variation->length_step
                                                                          : variation->angle_step;
    if (step == 0) continue;
    for (int k = 0; k < 4; k++) {
      variation->change(task, element, j, steps[k] * step);
      variation->respond(task, element, w->columns[k]);
    }
    variation->change(task, element, j, 0);
    for (int i = 0; i < element->kinematic; i++)
      out[element->n * i + j] =
          (8 * (w->columns[2][i] - w->columns[1][i]) - (w->columns[3][i] - w->columns[0][i])) / (12 * step);
  }
}

/* ---- axes that turn ---- */

static void tilde(double out[9], double factor, const double a[3]) {
  const double t[9] = {0, -a[2], a[1], a[2], 0, -a[0], -a[1], a[0], 0};
  for (int i = 0; i < 9; i++) out[i] += factor * t[i];
}

/* out[:, columns] += matrix[:, columns] * small (3 x 3) */
static void add_product(const double *matrix, int n, int column, const double small[9], double *out) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 3; k++)
      for (int l = 0; l < 3; l++) out[n * i + column + l] += matrix[n * i + column + k] * small[3 * k + l];
}

/* C += M (2 W + G),  K += D (W + G) + M (W^2 + G W + G') for three columns; turning: omega and its rate, NULL for
   displacements */
static void turn_axes(const Task *task, const Element *element, int column, const double (*turning)[3], double *damping,
                      double *stiffness) {
  const trm_LinearizeWork *w = task->work;
  double frame[9] = {0}, both[9] = {0}, once[9] = {0}, product[9];
  tilde(frame, 1, task->operating->frame);
  tilde(once, 1, task->operating->frame);
  if (turning) tilde(once, -1, turning[0]); /* W + G */
  for (int i = 0; i < 9; i++) both[i] = once[i] + frame[i];
  trm_multiply(product, once, frame); /* W^2 + G W */
  if (turning) tilde(product, -1, turning[1]);
  add_product(w->inertia, element->n, column, both, damping);
  add_product(w->inertia, element->n, column, product, stiffness);
  add_product(w->rates, element->n, column, once, stiffness);
}

static void turn_all_axes(const Task *task, const Element *element, double *damping, double *stiffness) {
  const trm_Numbering *numbering = &task->linear->system->numbering;
  for (int a = 0; a < element->node_count; a++) {
    double turning[2][3];
    int triad = task->model->nodes[element->nodes[a]].triad;
    trm_gather3(numbering->triad[triad], task->operating->nu, turning[0]);
    trm_gather3(numbering->triad[triad], task->operating->nu_dot, turning[1]);
    turn_axes(task, element, 6 * a, NULL, damping, stiffness);
    turn_axes(task, element, 6 * a + 3, (const double(*)[3])turning, damping, stiffness);
  }
}

/* ---- assembly ---- */

static void scatter(const trm_System *system, int k, const Element *element, const double *local, double *values) {
  const int *positions = system->scatter[k].positions + system->scatter[k].first_position[element->number];
  for (int i = 0; i < element->n * element->n; i++)
    if (positions[i] >= 0) values[positions[i]] += local[i];
}

static Element take_element(const Task *task, int k, int number, const trm_Local *local) {
  const trm_System *system = task->linear->system;
  Element element = {.kind = trm_element_kinds[k], .number = number, .n = local->n, .node_count = local->node_count};
  element.unknowns = system->scatter[k].unknowns + system->scatter[k].first_unknown[number];
  element.nodes = local->nodes;
  for (int i = 0; i < local->n; i++)
    if (element.unknowns[i] < 0 || system->multiplier_of[element.unknowns[i]] < 0) element.kinematic = i + 1;
  return element;
}

/* the residual of one element into that of the system */
static void add_residual(const Task *task, const Element *element, const trm_Local *rest, trm_Scales *scales) {
  double *forces = task->work->columns[0], *residual = task->linear->residual;
  memset(forces, 0, sizeof(double) * (size_t)element->n);
  if (task->moves) motion_forces(task, element, forces);
  for (int i = 0; i < 6 * element->node_count; i++) {
    double *largest = i % 6 < 3 ? &scales->force : &scales->moment;
    *largest = fmax(*largest, fabs(forces[i]));
  }
  for (int i = 0; i < element->n; i++)
    if (element->unknowns[i] >= 0)
      residual[element->unknowns[i]] += rest->residual[i] + (i < element->kinematic ? forces[i] : 0);
}

static void note_scales(const trm_Local *local, trm_Scales *scales) {
  scales->force = fmax(scales->force, local->force_scale);
  scales->moment = fmax(scales->moment, local->moment_scale);
}

/* Steps of differences: of velocities, in units of the motion and of the model's size per time; of positions, of the
   size and in rad. The forces of inertia are polynomials of low degree in both, so that wide steps cost nothing but
   lose few digits to round-off; eigen_internal.h counts with 1e-11 of what they make. */
static const double velocity_step = 1e-3, length_step = 1e-4, angle_step = 1e-3;

static void differences(const Task *task, const Element *element) {
  trm_LinearizeWork *w = task->work;
  double rate = 1 / task->model->scales.time;
  Variation velocities = {change_velocity, velocity_forces,
                          velocity_step * (rate * task->model->size + task->length_speed),
                          velocity_step * (rate + task->angle_speed), 0};
  Variation positions = {change_position, motion_forces, length_step * task->model->size, angle_step,
                         velocity_step * task->largest_multiplier};
  differentiate(task, element, &velocities, w->rates);
  if (task->moves)
    differentiate(task, element, &positions, w->slope);
  else
    memset(w->slope, 0, sizeof(double) * (size_t)(element->n * element->n));
}

/* A compliant stress of a beam with damping follows its strain at once, so that it may be eliminated:
   K += w C B^T B, D += damping w C B^T B. (Rows of multipliers have no rates.) */
static void eliminate_stresses(const Task *task, const Element *element, trm_Local *rest, double *damping) {
  const trm_StressPoint *own = &task->model->mesh.stress_points[element->number];
  double factor = task->model->beams[task->model->mesh.elements[own->element].beam].damping;
  int n = element->n, first = n - own->count;
  for (int k = 0; factor > 0 && k < own->count; k++) {
    double *row = rest->tangent + n * (first + k), pivot = -row[first + k];
    if (pivot == 0) continue; /* rigid */
    for (int i = 0; i < first; i++)
      for (int j = 0; j < first; j++) {
        double part = row[i] / pivot * row[j];
        rest->tangent[n * i + j] += part, damping[n * i + j] += factor * part;
      }
    for (int i = 0; i < first; i++) row[i] = rest->tangent[n * i + first + k] = 0;
  }
}

/* K of one element, from its tangent at rest (doubled among kinematic unknowns) and what motion adds. An element that
   constrains nothing may have multipliers among them. */
static void add_element(const Task *task, int k, const Element *element, trm_Local *rest) {
  trm_Linear *linear = task->linear;
  trm_LinearizeWork *w = task->work;
  int n = element->n, kinematic = element->kinematic;
  take_instant(task, element, true, w->moving);
  memset(w->inertia, 0, sizeof(double) * (size_t)(n * n));
  for (int i = 0; i < kinematic; i++)
    for (int j = 0; j < kinematic; j++) w->inertia[n * i + j] = w->moving->tangent[n * i + j];
  differences(task, element);
  for (int j = 0; j < kinematic; j++) { /* multipliers of a pair are those of its end, not half of them */
    double factor = multiplier_at(task, element, j) >= 0 ? 1 : 2;
    for (int i = 0; i < kinematic; i++)
      rest->tangent[n * i + j] = factor * rest->tangent[n * i + j] + w->slope[n * i + j];
  }
  double *damping = w->slope; /* its content is used up */
  memcpy(damping, w->rates, sizeof(double) * (size_t)(n * n));
  if (element->kind == &trm_stress_element) eliminate_stresses(task, element, rest, damping);
  if (task->moves) turn_all_axes(task, element, damping, rest->tangent);
  scatter(linear->system, k, element, w->inertia, linear->mass);
  scatter(linear->system, k, element, damping, linear->damping);
  scatter(linear->system, k, element, rest->tangent, linear->stiffness);
  for (int i = 0; i < n * n; i++) rest->tangent[i] = fabs(rest->tangent[i]);
  scatter(linear->system, k, element, rest->tangent, linear->stiffness_size);
}

/* what the springs on relative coordinates may push with: they have no mass and stand on their diagonals */
static double coordinate_push(const Task *task) {
  const trm_System *system = task->linear->system;
  double sum = 0;
  for (int i = 0; i < system->numbering.count; i++) {
    double unit = is_length(system, i) ? task->model->size : 1;
    if (task->work->coordinate_of[i] >= 0)
      sum += fabs(task->linear->stiffness_size[trm_pattern_find(system->pattern, i, i)]) * unit * unit;
  }
  return sum;
}

/* The stiff rows of an element. Their damping stands in them where the model is at rest; where it moves, damping also
   depends on positions (as that inside a shaft that turns), and is among the differences as a whole. */
static void add_rows(const Task *task, const Element *element) {
  const trm_StiffLocal *local = task->work->stiff;
  trm_StiffRows *rows = &task->linear->rows;
  element->kind->stiff(task->model, task->operating->state->q, element->number, task->work->stiff);
  for (int r = 0; r < local->count; r++) {
    int at = rows->start[rows->count], before = at;
    for (int i = 0; i < local->n; i++)
      if (element->unknowns[i] >= 0 && (local->row[r][i] != 0 || local->bend[r][i] != 0)) {
        rows->unknown[at] = element->unknowns[i], rows->bend[at] = local->bend[r][i];
        rows->value[at++] = local->row[r][i];
      }
    if (at == before) continue;
    rows->stiffness[rows->count] = local->stiffness[r];
    if (local->concentrated) rows->push += local->stiffness[r] * task->model->size * task->model->size;
    rows->damping[rows->count] = task->moves ? 0 : local->damping[r];
    rows->start[++rows->count] = at;
  }
}

static void assemble(trm_Linear *linear, const trm_Operating *operating, bool matrices, trm_Scales *scales) {
  trm_System *system = linear->system;
  Task task = begin(linear, operating);
  trm_Pair pair = pair_at_rest(&task);
  size_t entries = sizeof(double) * (size_t)system->pattern->start[system->pattern->n];
  memset(linear->residual, 0, sizeof(double) * (size_t)system->numbering.count);
  linear->rows.count = 0, linear->rows.push = 0;
  if (matrices)
    memset(linear->mass, 0, entries), memset(linear->damping, 0, entries), memset(linear->stiffness, 0, entries),
        memset(linear->stiffness_size, 0, entries);
  for (int k = 0; k < trm_element_kind_count; k++) {
    int count = trm_element_kinds[k]->count(system->model);
    for (int e = 0; e < count; e++) {
      trm_Local *local = system->scatter[k].local;
      trm_element_kinds[k]->pair(system->model, &pair, e, 1, matrices, local);
      Element element = take_element(&task, k, e, local);
      note_scales(local, scales);
      add_residual(&task, &element, local, scales);
      if (matrices) add_element(&task, k, &element, local);
      if (matrices && operating->apart && element.kind->stiff) add_rows(&task, &element);
    }
  }
  for (int m = 0, unknown; (unknown = trm_system_dropped(system, pair.dropped, &m)) >= 0;)
    linear->residual[unknown] = 0;
  if (matrices && operating->apart) linear->rows.push += coordinate_push(&task);
  if (matrices) trm_system_drop_matrix(system, pair.dropped, *operating->state->scale, linear->stiffness);
}

void trm_linearize(trm_Linear *linear, const trm_Operating *operating) {
  trm_Scales scales = {0, 0};
  assemble(linear, operating, true, &scales);
}

void trm_linear_residual(trm_Linear *linear, const trm_Operating *operating, trm_Scales *scales) {
  *scales = (trm_Scales){0, 0};
  assemble(linear, operating, false, scales);
}
