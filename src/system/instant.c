/* [M B^T; B 0] at a state: velocities projected, accelerations, reactions, redundant rows spread by least norm
   (theory.md, "Initial state and reports"). */
#include "system/instant.h"
#include <assert.h>
#include <math.h>
#include <string.h>
#include "element/elements.h"
#include "element/named_reaction.h"
#include "linalg/dense.h"
#include "math/vec3.h"

trm_Status trm_snapshot_new(trm_Snapshot **out, trm_System *system) {
  const trm_Model *model = system->model;
  trm_Snapshot *s = TRM_NEW(trm_Snapshot, 1);
  *out = NULL;
  if (!s) return TRM_NO_MEMORY;
  int n = system->numbering.count;
  s->system = system;
  s->values = TRM_NEW(double, system->pattern->start[n]), s->residual = TRM_NEW(double, n);
  s->nu_work = TRM_NEW(double, n), s->force_work = TRM_NEW(double, n);
  s->all_rows = TRM_NEW(double, system->pattern->start[n]), s->marked = TRM_NEW(bool, model->node_count);
  s->nu = TRM_NEW(double, n), s->solution = TRM_NEW(double, n);
  s->w = TRM_NEW(double, trm_configuration_size(model));
  s->x_rate = TRM_NEW(double, model->coordinate_count), s->x_acceleration = TRM_NEW(double, model->coordinate_count);
  s->node_acceleration = TRM_NEW(double, 6 * model->node_count),
  s->node_forces = TRM_NEW(double, 6 * model->node_count);
  s->multipliers = TRM_NEW(double, system->layout->multiplier_count),
  s->reactions = TRM_NEW(trm_Wrench, model->joint_count);
  size_t named = (size_t)model->forces.reaction_count;
  s->named = TRM_NEW(double, named), s->gaps = TRM_NEW(double, named *(named + 2));
  bool complete = s->values && s->residual && s->nu && s->solution && s->w && s->x_rate && s->x_acceleration &&
                  s->node_acceleration && s->node_forces && s->multipliers && s->reactions && s->named && s->gaps &&
                  s->all_rows && s->marked && s->nu_work && s->force_work;
  trm_Status status = complete ? trm_lu_new(&s->lu, system->pattern, system->tree, NULL) : TRM_NO_MEMORY;
  if (status != TRM_OK) return trm_snapshot_free(s), status;
  *out = s;
  return TRM_OK;
}

void trm_snapshot_free(trm_Snapshot *s) {
  if (!s) return;
  trm_lu_free(s->lu);
  trm_lu_free(s->spread_lu);
  double *arrays[] = {s->values,
                      s->residual,
                      s->nu,
                      s->solution,
                      s->w,
                      s->x_rate,
                      s->x_acceleration,
                      s->node_acceleration,
                      s->node_forces,
                      s->multipliers,
                      s->all_rows,
                      s->nu_work,
                      s->force_work,
                      s->named,
                      s->gaps};
  for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) trm_release(arrays[i]);
  trm_release(s->reactions);
  trm_release(s->marked);
  trm_release(s);
}

/* made when it is first needed */
static void spread_bytes(trm_Snapshot *s, trm_Bytes *bytes) {
  bool made = s->spread_lu != NULL;
  trm_bytes_bool(bytes, &made);
  if (!trm_bytes_good(bytes)) return;
  trm_Status status = TRM_OK;
  if (made && !s->spread_lu) status = trm_lu_new(&s->spread_lu, s->system->pattern, s->system->tree, NULL);
  if (!made && s->spread_lu) trm_lu_free(s->spread_lu), s->spread_lu = NULL;
  if (status != TRM_OK) trm_bytes_refuse(bytes, "%s", trm_status_text(status));
  if (made && trm_bytes_good(bytes)) trm_lu_memory(s->spread_lu, bytes);
}

void trm_snapshot_bytes(trm_Snapshot *s, trm_Bytes *bytes) {
  const trm_Model *model = s->system->model;
  size_t n = (size_t)s->system->numbering.count, nodes = (size_t)model->node_count;
  size_t coordinates = (size_t)model->coordinate_count;
  trm_bytes_doubles(bytes, s->nu, n);
  trm_bytes_doubles(bytes, s->solution, n);
  trm_bytes_doubles(bytes, s->w, (size_t)trm_configuration_size(model));
  trm_bytes_doubles(bytes, s->x_rate, coordinates);
  trm_bytes_doubles(bytes, s->x_acceleration, coordinates);
  trm_bytes_doubles(bytes, s->node_acceleration, 6 * nodes);
  trm_bytes_doubles(bytes, s->node_forces, 6 * nodes);
  trm_bytes_doubles(bytes, s->multipliers, (size_t)s->system->layout->multiplier_count);
  trm_bytes_doubles(bytes, s->named, (size_t)model->forces.reaction_count);
  trm_bytes_raw(bytes, s->reactions, sizeof *s->reactions * (size_t)model->joint_count);
  trm_bytes_double(bytes, &s->unloaded);
  trm_lu_memory(s->lu, bytes);
  spread_bytes(s, bytes);
}

trm_Instant trm_snapshot_instant(const trm_Snapshot *s, const trm_State *state) {
  trm_Instant now = trm_state_instant(state, s->w);
  now.x_rate = s->x_rate, now.z = state->z, now.unloaded = s->unloaded;
  if (s->system->model->forces.reaction_count > 0) now.reactions = s->named;
  return now;
}

/* the matrix with all rows, the redundant ones too */
static void assemble_all_rows(trm_Snapshot *s, const trm_State *state, double *residual, bool matrix_only) {
  trm_Instant now = trm_snapshot_instant(s, state);
  now.dropped = NULL, now.matrix_only = matrix_only;
  trm_system_instant(s->system, &now, residual, s->all_rows);
}

static void assemble_still(trm_Snapshot *s, const trm_State *state, bool matrix_only) {
  const trm_System *system = s->system;
  memset(s->x_rate, 0, sizeof(double) * (size_t)system->model->coordinate_count);
  memset(s->w, 0, sizeof(double) * (size_t)trm_configuration_size(system->model));
  if (*state->dropped_count > 0) {
    assemble_all_rows(s, state, s->residual, matrix_only);
    memcpy(s->values, s->all_rows, sizeof(double) * (size_t)system->pattern->start[system->pattern->n]);
    trm_system_drop_matrix(system, state->dropped, *state->scale, s->values);
    return;
  }
  trm_Instant still = trm_snapshot_instant(s, state);
  still.matrix_only = matrix_only;
  trm_system_instant(s->system, &still, s->residual, s->values);
}

trm_Status trm_snapshot_factor(trm_Snapshot *s, const trm_State *state, int *worst) {
  assert(state->layout == s->system->layout);
  assemble_still(s, state, false);
  trm_Status status = trm_lu_factor(s->lu, s->values);
  if (status != TRM_OK && worst) *worst = trm_lu_singular_unknown(s->lu);
  return status;
}

trm_Status trm_snapshot_masses(trm_Snapshot *s, const trm_State *state) {
  assemble_still(s, state, true);
  return trm_lu_factor(s->lu, s->values);
}

trm_Status trm_snapshot_masses_solve(trm_Snapshot *s, const trm_State *state, double *right_hand_side) {
  assemble_still(s, state, true);
  return trm_lu_factor_and_solve(s->lu, s->values, right_hand_side);
}

static void add_flexible(trm_Snapshot *s, int kind, int e, const trm_Local *local, double weight, double *forces) {
  const trm_Scatter *scatter = &s->system->scatter[kind];
  const int *at = scatter->positions + scatter->first_position[e];
  const int *unknowns = scatter->unknowns + scatter->first_unknown[e];
  for (int i = 0; i < local->n * local->n; i++) /* by f alone is half of by the configuration */
    if (at[i] >= 0) s->values[at[i]] += 2 * weight * local->tangent[i];
  for (int i = 0; forces && i < local->n; i++)
    if (unknowns[i] >= 0) forces[unknowns[i]] -= weight * local->residual[i];
}

/* Stresses of stiff strains: their rows get the strain that the motion makes (M + weight K, K by its inverse), so that
   the stress found is that after it; rigid strains are constraints as they are. */
static void add_stresses(trm_Snapshot *s, const trm_Pair *still, int kind, int e, double weight, double *forces) {
  const trm_Scatter *scatter = &s->system->scatter[kind];
  const trm_StressPoint *own = &s->system->model->mesh.stress_points[e];
  const int *at = scatter->positions + scatter->first_position[e];
  const int *unknowns = scatter->unknowns + scatter->first_unknown[e];
  trm_Local *local = scatter->local;
  trm_stress_element.pair(s->system->model, still, e, 1, true, local);
  int n = local->n, first = n - own->count;
  for (int k = 0; k < own->count; k++) {
    int row = first + k;
    if (own->compliance[k] == 0) continue;
    for (int j = 0; j < first; j++)
      if (at[n * row + j] >= 0) s->values[at[n * row + j]] += weight * local->tangent[n * row + j];
    double lambda = still->lambda[own->first_multiplier + k]; /* it has no part in where the beam is */
    if (forces) forces[unknowns[row]] -= weight * (local->residual[row] - local->tangent[n * row + row] * lambda);
  }
}

/* of the share of the beams' stiffness in the norm of a projection (instant.h): below, its forces are round-off */
const double trm_least_beam_share = 1e-13;

/* so much that the beams' bending outweighs their inertia a thousandfold: mass L^3/EI is the square of the time in
   which they swing; nothing bends where every curvature is rigid */
static double beam_weight(const trm_Model *model) {
  double length = model->size, bending = 0;
  for (int b = 0; b < model->mesh.section_count; b++)
    for (int i = 3; i < 6; i++)
      if (isfinite(model->mesh.sections[b].stiffness[7 * i]))
        bending = fmax(bending, model->mesh.sections[b].stiffness[7 * i]);
  return bending > 0 ? 1e3 * model->scales.mass * length * length * length / bending : 0;
}

void trm_snapshot_add_beams(trm_Snapshot *s, const trm_State *state, double share, double *forces) {
  const trm_Model *model = s->system->model;
  double weight = share * beam_weight(model);
  memset(s->w, 0, sizeof(double) * (size_t)trm_configuration_size(model));
  trm_Pair still = trm_state_pair(state, s->w);
  still.unloaded = 1;
  for (int k = 0; k < trm_element_kind_count; k++) {
    const trm_ElementKind *kind = trm_element_kinds[k];
    bool flexible = kind->momentum && kind->jump_energy; /* mass and strain in one */
    for (int e = 0; kind == &trm_stress_element && e < kind->count(model); e++)
      add_stresses(s, &still, k, e, weight, forces);
    for (int e = 0; flexible && e < kind->count(model); e++) {
      kind->pair(model, &still, e, 1, true, s->system->scatter[k].local);
      add_flexible(s, k, e, s->system->scatter[k].local, weight, forces);
    }
  }
}

/* out = -(rows of the multipliers) . nu, 0 in the other rows */
static void constraint_speed(const trm_Snapshot *s, const double *values, double *out) {
  const trm_Pattern *pattern = s->system->pattern;
  const trm_Unknown *unknowns = s->system->unknowns;
  memset(out, 0, sizeof(double) * (size_t)pattern->n);
  for (int column = 0; column < pattern->n; column++) {
    if (unknowns[column].kind == TRM_UNKNOWN_MULTIPLIER) continue;
    for (int at = pattern->start[column]; at < pattern->start[column + 1]; at++)
      if (unknowns[pattern->row[at]].kind == TRM_UNKNOWN_MULTIPLIER)
        out[pattern->row[at]] -= values[at] * s->nu[column];
  }
}

/* out -= matrix x */
static void subtract_product(const trm_Snapshot *s, const double *x, double *out) {
  const trm_Pattern *pattern = s->system->pattern;
  for (int column = 0; column < pattern->n; column++)
    for (int at = pattern->start[column]; at < pattern->start[column + 1]; at++)
      out[pattern->row[at]] -= s->values[at] * x[column];
}

static void add_drive_rates(const trm_Snapshot *s, const trm_State *state, const double *rate_targets, double *out) {
  const trm_System *system = s->system;
  for (int j = 0; j < system->model->joint_count; j++) {
    const trm_Joint *joint = &system->layout->joints[j];
    for (int d = 0; d < joint->drive_count; d++) {
      double rate, acceleration;
      if (rate_targets)
        rate = rate_targets[joint->first_coordinate + joint->drives[d]];
      else
        trm_drive_rates(&joint->laws[joint->drives[d]], state->inputs, *state->time,
                        state->x[joint->first_coordinate + joint->drives[d]], &rate, &acceleration);
      out[system->numbering.joint[j] + joint->unknown_count + joint->row_count + d] += *state->scale * rate;
    }
  }
}

void trm_snapshot_drive_rates(const trm_Snapshot *s, const trm_State *state, const double *rate_targets, double *out) {
  add_drive_rates(s, state, rate_targets, out);
  for (int m = 0, unknown; (unknown = trm_system_dropped(s->system, trm_state_dropped(state), &m)) >= 0;)
    out[unknown] = 0;
}

void trm_snapshot_speeds(trm_Snapshot *s, const trm_State *state, const double *rate_targets, double *speeds) {
  assemble_all_rows(s, state, speeds, false);
  constraint_speed(s, s->all_rows, speeds);
  add_drive_rates(s, state, rate_targets, speeds);
  for (int i = 0; i < s->system->numbering.count; i++) speeds[i] = -speeds[i];
}

/* what the velocities lack on the constraints, into snapshot->residual */
static void missing_speeds(trm_Snapshot *s, const trm_State *state, const double *rate_targets) {
  constraint_speed(s, s->values, s->residual);
  trm_snapshot_drive_rates(s, state, rate_targets, s->residual);
}

static void correct_velocities(trm_Snapshot *s) {
  const trm_System *system = s->system;
  for (int i = 0; i < system->numbering.count; i++)
    if (system->unknowns[i].kind != TRM_UNKNOWN_MULTIPLIER) s->nu[i] += s->residual[i];
}

trm_Status trm_snapshot_project(trm_Snapshot *s, const trm_State *state, const double *rate_targets) {
  missing_speeds(s, state, rate_targets);
  trm_Status status = trm_lu_solve(s->lu, s->residual);
  if (status == TRM_OK) correct_velocities(s);
  return status;
}

/* ---- accelerations and multipliers; reactions that formulas name ---- */

static void multipliers_of_solution(trm_Snapshot *s) {
  const trm_Model *model = s->system->model;
  const trm_Numbering *numbering = &s->system->numbering;
  trm_system_stresses_set(s->system, s->solution, s->multipliers);
  for (int j = 0; j < model->joint_count; j++) {
    const trm_Joint *joint = &s->system->layout->joints[j];
    for (int r = 0; r < joint->multiplier_count; r++)
      s->multipliers[joint->first_multiplier + r] = s->solution[numbering->joint[j] + joint->unknown_count + r];
  }
}

/* Accelerations and multipliers under the forces of the instant, with the factors that there are. */
static trm_Status solve_once(trm_Snapshot *s, const trm_Instant *now, int refinements) {
  int n = s->system->numbering.count;
  trm_system_instant(s->system, now, s->residual, NULL);
  for (int i = 0; i < n; i++) s->solution[i] = -s->residual[i];
  trm_Status status = trm_lu_solve(s->lu, s->solution);
  for (int r = 0; r < refinements && status == TRM_OK; r++) {
    for (int i = 0; i < n; i++) s->nu_work[i] = -s->residual[i];
    subtract_product(s, s->solution, s->nu_work);
    status = trm_lu_solve(s->lu, s->nu_work);
    for (int i = 0; i < n; i++) s->solution[i] += s->nu_work[i];
  }
  return status;
}

/* How far the reactions that the solution has are from those that the formulas took. Returns what they are measured by:
   the largest force or moment of the joints that are named and of what acts (one component may be but rounding). */
static double reaction_gaps(trm_Snapshot *s, const trm_Instant *now, double *gaps) {
  const trm_ModelForces *forces = &s->system->model->forces;
  double size = 0;
  multipliers_of_solution(s);
  for (int i = 0; i < s->system->numbering.count; i++)
    if (s->system->multiplier_of[i] < 0) size = fmax(size, fabs(s->residual[i]));
  for (int k = 0; k < forces->reaction_count; k++) {
    trm_Wrench all =
        trm_joint_wrench(s->system->model, &now->layout->joints[forces->reactions[k].joint], now, s->multipliers);
    gaps[k] = trm_reaction_value(s->system->model, &forces->reactions[k], now, s->multipliers) - s->named[k];
    size = fmax(size, fmax(fmax(trm_norm(all.force), trm_norm(all.moment)), fabs(s->named[k])));
  }
  return size;
}

/* d(gaps)/d(reaction k) by a difference: exact where formulas are linear in reactions */
static trm_Status gap_slopes(trm_Snapshot *s, const trm_Instant *now, double step, const double *gaps, double *matrix) {
  int count = s->system->model->forces.reaction_count;
  for (int k = 0; k < count; k++) {
    double before = s->named[k], *column = matrix + (ptrdiff_t)count * k;
    s->named[k] = before + step;
    trm_Status status = solve_once(s, now, 0);
    if (status != TRM_OK) return status;
    reaction_gaps(s, now, column);
    for (int i = 0; i < count; i++) column[i] = (column[i] - gaps[i]) / step;
    s->named[k] = before;
  }
  return TRM_OK;
}

/* of the largest of them: where iterations end at once, and where they end if they no longer come nearer */
static const double reactions_agree = 1e-14, reactions_close = 1e-9, reaction_step = 1e-6;
enum { REACTION_ITERATIONS = 20 };

/* Formulas may go by reactions, which change with the forces that they tell: Newton's method over those that are
   named, each of its evaluations a solution with the same factors. */
static trm_Status solve_forces(trm_Snapshot *s, const trm_Instant *now, int refinements) {
  int count = s->system->model->forces.reaction_count;
  double *gaps = s->gaps, *room = gaps + count, *matrix = room + count, before = INFINITY;
  if (count == 0) return solve_once(s, now, refinements);
  for (int iteration = 0; iteration < REACTION_ITERATIONS; iteration++) {
    trm_Status status = solve_once(s, now, refinements);
    if (status != TRM_OK) return status;
    double size = reaction_gaps(s, now, gaps), worst = 0;
    for (int k = 0; k < count; k++) worst = fmax(worst, fabs(gaps[k]));
    if (!isfinite(worst) || !isfinite(size)) return TRM_NOT_FINITE;
    if (worst <= reactions_agree * size || (worst <= reactions_close * size && worst > before / 2)) return TRM_OK;
    status = gap_slopes(s, now, reaction_step * size, gaps, matrix);
    if (status == TRM_OK) status = trm_dense_solve_within(matrix, count, gaps, 1, room);
    if (status != TRM_OK) return status;
    for (int k = 0; k < count; k++) s->named[k] -= gaps[k];
    before = worst;
  }
  return TRM_NEWTON_SLOW;
}

trm_Status trm_snapshot_accelerations(trm_Snapshot *s, const trm_Instant *now) {
  assert(now->layout == s->system->layout);
  trm_system_instant(s->system, now, s->residual, s->values);
  if (s->system->model->forces.reaction_count > 0) {
    trm_Status status = trm_lu_factor(s->lu, s->values);
    return status == TRM_OK ? solve_forces(s, now, 0) : status;
  }
  for (int i = 0; i < s->system->numbering.count; i++) s->solution[i] = -s->residual[i];
  return trm_lu_factor_and_solve(s->lu, s->values, s->solution);
}

/* w = N nu, kept apart from the state */
static void velocities(trm_Snapshot *s, const trm_State *state) {
  trm_State moved = *state;
  moved.w = s->w;
  trm_state_set_velocity(s->system, &moved, s->nu);
}

/* With accelerations also what the rows of the joints exert: those of large models come from memory once for both. */
static void all_rates(trm_Snapshot *s, const trm_State *state, bool accelerations) {
  const trm_Model *model = s->system->model;
  trm_Instant now = trm_snapshot_instant(s, state);
  for (int j = 0; j < model->joint_count; j++) {
    const trm_Joint *joint = &s->system->layout->joints[j];
    trm_joint_rates(model, joint, &now, s->node_acceleration, s->x_rate + joint->first_coordinate,
                    accelerations ? s->x_acceleration + joint->first_coordinate : NULL);
    if (accelerations) s->reactions[j] = trm_joint_wrench(model, joint, &now, s->multipliers);
  }
}

void trm_snapshot_speed_changes(trm_Snapshot *s, const trm_State *state, double *changes) {
  velocities(s, state);
  all_rates(s, state, false);
  trm_Instant now = trm_snapshot_instant(s, state);
  now.dropped = NULL;
  trm_system_instant(s->system, &now, changes, NULL);
}

static void node_accelerations(trm_Snapshot *s) {
  const trm_Model *model = s->system->model;
  const trm_Numbering *numbering = &s->system->numbering;
  for (int n = 0; n < model->node_count; n++) {
    int unknowns[6];
    trm_node_unknowns(model, numbering, n, unknowns);
    for (int i = 0; i < 6; i++) s->node_acceleration[6 * n + i] = unknowns[i] < 0 ? 0 : s->solution[unknowns[i]];
  }
  multipliers_of_solution(s);
}

/* Marks those nodes of the group of joint `cut` that hang on its node `from` without passing it. True: so does the
   ground. */
static bool mark_side(const trm_Model *model, const trm_Hanging *hanging, int cut, int from, bool *marked) {
  int group = hanging->group[cut];
  const int *first = hanging->joints + hanging->first_joint[group],
            *end = hanging->joints + hanging->first_joint[group + 1];
  if (from == 0) return true;
  for (int i = hanging->first_node[group]; i < hanging->first_node[group + 1]; i++) marked[hanging->nodes[i]] = false;
  marked[from] = true;
  bool ground = false;
  for (bool grew = true; grew;) {
    grew = false;
    for (const int *j = first; j < end; j++) {
      int k = model->joints[*j].side[0].node, l = model->joints[*j].side[1].node;
      if (*j == cut) continue;
      if (k == 0 || l == 0)
        ground = ground || marked[k == 0 ? l : k];
      else if (marked[k] != marked[l])
        marked[k] = marked[l] = grew = true;
    }
  }
  return ground;
}

/* The part of a reaction that shared unknowns carry is the sum of the nodal residuals on one side of the joint; the
   side without the ground is summed. */
static void shared_reaction(const trm_Snapshot *s, int j, bool point, double out[3]) {
  const trm_Model *model = s->system->model;
  const trm_Sharing *sharing = &s->system->layout->sharing;
  const trm_Hanging *hanging = point ? &sharing->points : &sharing->triads;
  const trm_Marker *side = model->joints[j].side;
  double sign = 1;
  if (mark_side(model, hanging, j, side[1].node, s->marked)) {
    mark_side(model, hanging, j, side[0].node, s->marked);
    sign = -1;
  }
  int group = hanging->group[j];
  for (int i = hanging->first_node[group]; i < hanging->first_node[group + 1]; i++) {
    int n = hanging->nodes[i];
    if (s->marked[n]) trm_add_scaled(out, sign, s->node_forces + 6 * n + (point ? 0 : 3));
  }
}

/* ---- redundant constraints: of all multipliers with the same forces, those of least norm ----
   minimise 1/2 sum w lambda^2 subject to B^T lambda = F, F the forces of the enforced rows:  [-e I, B^T; B, w][y;
   lambda] = [F; 0], iterated so that e (needed because the free motions leave y undetermined) has no influence. Moments
   count per model size. */

static bool is_reaction(const trm_System *system, int unknown) {
  return system->multiplier_of[unknown] >= 0 && !system->unknowns[unknown].strain;
}

/* The least-norm problem is solved with a small negative block in place of the zeros of B^T lambda = F: of the
   squares of forces, 1e-4 of their sizes. It only makes the matrix regular; iterations take its effect out. */
static const double regular_block = 1e-8;
/* of the largest reaction: four to five units of the last digit, where the iterations stand still */
static const double settled = 1e-15;

/* turns the assembled matrix into that of the least-norm problem */
static void least_norm_matrix(trm_Snapshot *s, double scale) {
  const trm_System *system = s->system;
  const trm_Pattern *pattern = system->pattern;
  double size = system->model->size;
  for (int column = 0; column < pattern->n; column++)
    for (int at = pattern->start[column]; at < pattern->start[column + 1]; at++) {
      int row = pattern->row[at];
      bool multiplier_row = system->multiplier_of[row] >= 0, multiplier_column = system->multiplier_of[column] >= 0;
      if (system->unknowns[row].strain || system->unknowns[column].strain)
        s->all_rows[at] = row == column; /* stresses are what they are */
      else if (multiplier_row != multiplier_column)
        s->all_rows[at] /= scale;
      else if (row != column)
        s->all_rows[at] = 0;
      else if (multiplier_row)
        s->all_rows[at] =
            system->extent[row] * system->extent[row] / (size * size); /* a moment is a force times the size */
      else
        s->all_rows[at] = -regular_block * (size * size) / (system->extent[row] * system->extent[row]);
    }
}

/* out = B^T lambda in the kinematic rows (unscaled matrix), 0 in the others */
static void constraint_forces(const trm_Snapshot *s, const double *lambda, double *out) {
  const trm_Pattern *pattern = s->system->pattern;
  memset(out, 0, sizeof(double) * (size_t)pattern->n);
  for (int column = 0; column < pattern->n; column++) {
    if (!is_reaction(s->system, column)) continue;
    for (int at = pattern->start[column]; at < pattern->start[column + 1]; at++)
      if (s->system->multiplier_of[pattern->row[at]] < 0) out[pattern->row[at]] += s->all_rows[at] * lambda[column];
  }
}

enum { LEAST_NORM_ITERATIONS = 4 };

/* Replaces the multipliers in snapshot->solution; all_rows, assembled at the state, is used up. */
static trm_Status spread_multipliers(trm_Snapshot *s, const trm_State *state) {
  const trm_System *system = s->system;
  int n = system->numbering.count;
  double *force = s->residual, *best = s->nu_work, *change = s->force_work;
  trm_Status status = s->spread_lu ? TRM_OK : trm_lu_new(&s->spread_lu, system->pattern, system->tree, NULL);
  if (status != TRM_OK) return status;
  least_norm_matrix(s, *state->scale);
  status = trm_lu_factor(s->spread_lu, s->all_rows);
  if (status != TRM_OK) return status;
  constraint_forces(s, s->solution, force);
  memset(best, 0, sizeof(double) * (size_t)n);
  for (int iteration = 0; iteration < LEAST_NORM_ITERATIONS; iteration++) {
    constraint_forces(s, best, change);
    for (int i = 0; i < n; i++) change[i] = force[i] - change[i];
    status = trm_lu_solve(s->spread_lu, change);
    if (status != TRM_OK) return status;
    double largest = 0, moved = 0;
    for (int i = 0; i < n; i++) {
      best[i] += change[i];
      if (!is_reaction(system, i)) continue;
      largest = fmax(largest, fabs(best[i]) * system->extent[i]);
      moved = fmax(moved, fabs(change[i]) * system->extent[i]);
    }
    if (moved <= settled * largest) break;
  }
  for (int i = 0; i < n; i++)
    if (is_reaction(system, i)) s->solution[i] = best[i];
  return TRM_OK;
}

static trm_Status shared_reactions(trm_Snapshot *s, const trm_State *state) {
  const trm_Model *model = s->system->model;
  const trm_JointSharing *shared = s->system->layout->sharing.joints;
  trm_Instant now = trm_snapshot_instant(s, state);
  bool any = false;
  for (int j = 0; j < model->joint_count; j++) any = any || shared[j].point || shared[j].triad;
  if (!any) return TRM_OK;
  trm_system_node_forces(s->system, &now, s->node_acceleration, s->solution, s->node_forces);
  for (int j = 0; j < model->joint_count; j++) {
    if (shared[j].point) shared_reaction(s, j, true, s->reactions[j].force);
    if (shared[j].triad) shared_reaction(s, j, false, s->reactions[j].moment);
  }
  return TRM_OK;
}

/* Accelerations and multipliers at the state and the velocities in snapshot->w, and what follows from them. */
static trm_Status find_forces(trm_Snapshot *s, const trm_State *state, int refinements) {
  trm_Instant now = trm_snapshot_instant(s, state);
  trm_Status status = solve_forces(s, &now, refinements);
  if (status == TRM_OK && *state->dropped_count > 0) status = spread_multipliers(s, state);
  if (status != TRM_OK) return status;
  node_accelerations(s);
  all_rates(s, state, true);
  return shared_reactions(s, state);
}

static void velocities_of_state(trm_Snapshot *s, const trm_State *state) {
  memset(s->nu, 0, sizeof(double) * (size_t)s->system->numbering.count);
  trm_state_velocity(s->system, state->q, state->w, s->nu);
}

/* the equation in which something that is not a number acts, or -1 */
static int not_finite_equation(const trm_Snapshot *s) {
  for (int i = 0; i < s->system->numbering.count; i++)
    if (!isfinite(s->residual[i])) return i;
  return -1;
}

trm_Status trm_snapshot_take(trm_Snapshot *s, const trm_State *state, int *worst) {
  assert(state->layout == s->system->layout);
  s->unloaded = 0;
  assemble_still(s, state, false);
  velocities_of_state(s, state);
  missing_speeds(s, state, NULL);
  trm_Status status = trm_lu_factor_and_solve(s->lu, s->values, s->residual);
  if (status != TRM_OK && worst) *worst = trm_lu_singular_unknown(s->lu);
  if (status != TRM_OK) return status;
  correct_velocities(s);
  velocities(s, state);
  all_rates(s, state, false);
  status = find_forces(s, state, 0);
  if (status == TRM_NOT_FINITE && worst) *worst = not_finite_equation(s);
  return status;
}

/* The solver checks and refines by the values given to it, which are now those of the state. */
trm_Status trm_snapshot_take_near(trm_Snapshot *s, const trm_State *state) {
  s->unloaded = 0;
  assemble_still(s, state, false);
  velocities_of_state(s, state);
  trm_Status status = trm_snapshot_project(s, state, NULL);
  if (status == TRM_OK) status = trm_snapshot_project(s, state, NULL);
  if (status != TRM_OK) return status;
  velocities(s, state);
  all_rates(s, state, false);
  return find_forces(s, state, 1);
}

trm_Status trm_snapshot_rest(trm_Snapshot *s, const trm_State *state, double unloaded) {
  const trm_System *system = s->system;
  const trm_Model *model = system->model;
  size_t n = (size_t)system->numbering.count, coordinates = (size_t)model->coordinate_count;
  memset(s->nu, 0, sizeof(double) * n);
  memset(s->w, 0, sizeof(double) * (size_t)trm_configuration_size(model));
  if (coordinates) memset(s->x_rate, 0, sizeof(double) * coordinates);
  if (coordinates) memset(s->x_acceleration, 0, sizeof(double) * coordinates);
  s->unloaded = unloaded;
  for (size_t i = 0; i < n; i++)
    s->solution[i] = system->multiplier_of[i] < 0 ? 0 : state->lambda[system->multiplier_of[i]];
  if (*state->dropped_count > 0) assemble_all_rows(s, state, s->residual, false);
  trm_Status status = *state->dropped_count > 0 ? spread_multipliers(s, state) : TRM_OK;
  if (status != TRM_OK) return status;
  node_accelerations(s);
  trm_Instant still = trm_snapshot_instant(s, state);
  for (int k = 0; k < model->forces.reaction_count; k++)
    s->named[k] = trm_reaction_value(model, &model->forces.reactions[k], &still, s->multipliers);
  for (int j = 0; j < model->joint_count; j++)
    s->reactions[j] = trm_joint_wrench(model, &system->layout->joints[j], &still, s->multipliers);
  return shared_reactions(s, state);
}

trm_BeamState trm_snapshot_beams(const trm_Snapshot *s, const trm_State *state) {
  return (trm_BeamState){.q = state->q,
                         .w = s->w,
                         .multipliers = s->multipliers,
                         .scale = *state->scale,
                         .x = state->x,
                         .node_acceleration = s->node_acceleration,
                         .t = *state->time,
                         .instant = trm_snapshot_instant(s, state),
                         .share = 1 - s->unloaded};
}
