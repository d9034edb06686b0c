/* Does a model turn as a whole, and about which axis? */
#include <math.h>
#include <string.h>
#include "analysis/steady.h"
#include "linalg/dense.h"
#include "math/vec3.h"

/* ---- the velocities as one rigid motion: v = v0 + omega x (x - middle) ---- */

typedef struct Fit {
  double middle[3];   /* mean of the points */
  double solution[6]; /* v0, omega; while equations are added v0 over the size, so that units do not matter */
  double matrix[36], right[6];
  double size;
} Fit;

/* adds weight^2 (row . solution - value)^2 to the sum of squares */
static void add_equation(Fit *fit, const double row[6], double value, double weight) {
  for (int i = 0; i < 6; i++) {
    for (int j = 0; j < 6; j++) fit->matrix[6 * j + i] += weight * weight * row[i] * row[j];
    fit->right[i] += weight * weight * row[i] * value;
  }
}

/* component n of  omega x arm  as a row over omega */
static void cross_row(const double arm[3], int n, double row[3]) {
  double axis[3] = {n == 0, n == 1, n == 2};
  trm_cross(row, arm, axis);
}

static void add_points(const trm_Simulation *s, Fit *fit) {
  for (int p = 0; p < s->model->node_count; p++)
    for (int n = 0; n < 3 && trm_point_leads(&s->system->numbering, p); n++) {
      int unknown = s->system->numbering.point[p][n];
      double arm[3], row[6] = {0};
      if (unknown < 0) continue;
      trm_subtract(arm, s->state->q + trm_point_at(p), fit->middle);
      row[n] = fit->size;
      cross_row(arm, n, row + 3);
      add_equation(fit, row, s->snapshot->nu[unknown], 1 / fit->size);
    }
}

static bool is_point_mass(const trm_Model *model, int node) {
  for (int b = 0; b < model->body_count; b++)
    if (model->bodies[b].node == node) return model->bodies[b].is_point;
  return false;
}

/* What has no unknown does not move: points and triads that nodes share with the ground, components out of the plane.
   The axes of a point mass mean nothing. */
static void add_fixed(const trm_Simulation *s, Fit *fit) {
  for (int i = 1; i < s->model->node_count; i++) {
    const trm_Node *node = &s->model->nodes[i];
    bool point_mass = is_point_mass(s->model, i);
    double arm[3];
    trm_subtract(arm, s->state->q + trm_point_at(node->point), fit->middle);
    for (int n = 0; n < 3; n++) {
      double row[6] = {0}, turn[6] = {0};
      row[n] = fit->size, turn[3 + n] = 1;
      cross_row(arm, n, row + 3);
      if (s->system->numbering.point[node->point][n] < 0) add_equation(fit, row, 0, 1 / fit->size);
      if (s->system->numbering.triad[node->triad][n] < 0 && !point_mass) add_equation(fit, turn, 0, 1);
    }
  }
}

/* weight of accelerations beside velocities in the fit: they count only where velocities leave something open */
static const double acceleration_weight = 1e-2;

/* Points alone may leave omega open (one point mass): in a steady turn also  a = omega x v. */
static void add_accelerations(const trm_Simulation *s, Fit *fit) {
  for (int p = 0; p < s->model->node_count; p++) {
    const int *unknowns = s->system->numbering.point[p];
    double v[3];
    trm_gather3(unknowns, s->snapshot->nu, v);
    double speed = trm_point_leads(&s->system->numbering, p) ? trm_norm(v) : 0;
    for (int n = 0; n < 3 && speed > 0; n++) {
      double row[6] = {0};
      if (unknowns[n] < 0) continue;
      cross_row(v, n, row + 3);
      add_equation(fit, row, s->snapshot->solution[unknowns[n]], acceleration_weight / speed);
    }
  }
}

static bool has_triads(const trm_Simulation *s) {
  for (int i = 0; i < s->system->numbering.count; i++)
    if (s->system->unknowns[i].kind == TRM_UNKNOWN_ROTATION) return true;
  return false;
}

static void add_triads(const trm_Simulation *s, Fit *fit) {
  for (int t = 0; t < s->model->node_count; t++)
    for (int n = 0; n < 3 && trm_triad_leads(&s->system->numbering, t); n++) {
      int unknown = s->system->numbering.triad[t][n];
      double row[6] = {0};
      if (unknown < 0) continue;
      row[3 + n] = 1;
      add_equation(fit, row, s->snapshot->nu[unknown], 1);
    }
}

static const double ridge = 1e-13; /* of the trace: makes the matrix regular, and its influence is iterated away */

/* least squares of least norm: a small ridge, whose influence is iterated away */
static bool solve_fit(Fit *fit) {
  double trace = 0, rest[6], matrix[36];
  for (int i = 0; i < 6; i++) trace += fit->matrix[7 * i];
  for (int pass = 0; pass < 4; pass++) {
    trm_copy(matrix, fit->matrix, 36);
    for (int i = 0; i < 6; i++) {
      matrix[7 * i] += ridge * trace;
      rest[i] = fit->right[i];
      for (int j = 0; j < 6; j++) rest[i] -= fit->matrix[6 * j + i] * fit->solution[j];
    }
    if (trm_dense_solve(matrix, 6, rest, 1) != TRM_OK) return false;
    for (int i = 0; i < 6; i++) fit->solution[i] += rest[i];
  }
  for (int n = 0; n < 3; n++) fit->solution[n] *= fit->size;
  return true;
}

static void rigid_velocity(const double v0[3], const double omega[3], const double *middle, const double *x,
                           double out[3]) {
  double arm[3];
  trm_subtract(arm, x, middle);
  trm_cross(out, omega, arm);
  trm_add_scaled(out, 1, v0);
}

/* largest difference between the velocities and the fit, and the largest velocity, rad/s (lengths over the model's
   size) */
static double misfit(const trm_Simulation *s, const Fit *fit, double *largest) {
  double worst = 0, v[3];
  *largest = 0;
  for (int p = 0; p < s->model->node_count; p++) {
    rigid_velocity(fit->solution, fit->solution + 3, fit->middle, s->state->q + trm_point_at(p), v);
    for (int n = 0; n < 3; n++) {
      int unknown = s->system->numbering.point[p][n];
      if (unknown < 0) continue;
      worst = fmax(worst, fabs(v[n] - s->snapshot->nu[unknown]) / fit->size);
      *largest = fmax(*largest, fabs(s->snapshot->nu[unknown]) / fit->size);
    }
  }
  for (int t = 0; t < s->model->node_count; t++)
    for (int n = 0; n < 3; n++) {
      int unknown = s->system->numbering.triad[t][n];
      if (unknown < 0) continue;
      worst = fmax(worst, fabs(fit->solution[3 + n] - s->snapshot->nu[unknown]));
      *largest = fmax(*largest, fabs(s->snapshot->nu[unknown]));
    }
  return worst;
}

/* Of the largest rate: what a motion may differ from a rotation of the whole by (velocities carry what Newton's method
   leaves of positions); no rotation at all; what rates that drives ask for may be missed by. */
static const double misfit_allowed = 1e-7, no_rotation = 1e-9, missed_rate = 1e-9;

/* would the rotation move what cannot move? */
static bool moves_fixed(const trm_Simulation *s, const Fit *fit, double largest) {
  double worst = 0;
  for (int i = 1; i < s->model->node_count; i++) {
    const trm_Node *node = &s->model->nodes[i];
    bool point_mass = is_point_mass(s->model, i);
    double v[3];
    rigid_velocity(fit->solution, fit->solution + 3, fit->middle, s->state->q + trm_point_at(node->point), v);
    for (int n = 0; n < 3; n++) {
      if (s->system->numbering.point[node->point][n] < 0) worst = fmax(worst, fabs(v[n]) / fit->size);
      if (s->system->numbering.triad[node->triad][n] < 0 && !point_mass)
        worst = fmax(worst, fabs(fit->solution[3 + n]));
    }
  }
  return worst > misfit_allowed * largest;
}

static void middle_of(const trm_Simulation *s, Fit *fit) {
  fit->size = s->model->size;
  for (int p = 0; p < s->model->node_count; p++)
    trm_add_scaled(fit->middle, 1.0 / s->model->node_count, s->state->q + trm_point_at(p));
}

/* A rotation without advance along its axis; largest: rad/s, the scale of what is small. */
static bool take_rotation(const Fit *fit, double largest, trm_Steady *steady) {
  const double *v0 = fit->solution, *omega = fit->solution + 3;
  double speed = trm_norm(omega), reach[3]; /* from the middle to the axis: omega x v0 / omega^2 */
  if (!(speed > no_rotation * largest) || fabs(trm_dot(v0, omega)) > misfit_allowed * speed * largest * fit->size)
    return false;
  trm_cross(reach, omega, v0);
  for (int n = 0; n < 3; n++) steady->centre[n] = fit->middle[n] + reach[n] / (speed * speed);
  trm_copy(steady->frame, omega, 3);
  return true;
}

bool trm_turns_as_a_whole(const trm_Simulation *s, trm_Steady *steady) {
  Fit fit = {.size = 0};
  double largest;
  middle_of(s, &fit);
  add_points(s, &fit);
  add_triads(s, &fit);
  add_fixed(s, &fit);
  if (!has_triads(s)) add_accelerations(s, &fit);
  if (!solve_fit(&fit) || misfit(s, &fit, &largest) > misfit_allowed * largest || moves_fixed(s, &fit, largest))
    return false;
  return take_rotation(&fit, largest, steady);
}

/* ---- as its drives ask ---- */

static bool kinematic(const trm_System *system, int unknown) { return system->multiplier_of[unknown] < 0; }

/* velocities v0 + omega x (x - middle) of everything that moves, in snapshot->nu, rates of relative coordinates too */
static void rigid_field(trm_Simulation *s, const Fit *fit, const double field[6]) {
  trm_State moved = *s->state;
  double *nu = s->snapshot->nu;
  moved.w = s->snapshot->w;
  memset(nu, 0, sizeof(double) * (size_t)s->system->numbering.count);
  for (int p = 0; p < s->model->node_count; p++) {
    double v[3];
    rigid_velocity(field, field + 3, fit->middle, s->state->q + trm_point_at(p), v);
    trm_spread3(s->system->numbering.point[p], v, nu);
  }
  for (int t = 0; t < s->model->node_count; t++) trm_spread3(s->system->numbering.triad[t], field + 3, nu);
  trm_state_set_velocity(s->system, &moved, nu);
  trm_Instant now = trm_state_instant(&moved, moved.w);
  for (int j = 0; j < s->model->joint_count; j++) {
    const trm_Joint *joint = &s->system->layout->joints[j];
    double rates[TRM_JOINT_COORDINATES] = {0};
    trm_joint_rates(s->model, joint, &now, NULL, rates, NULL);
    for (int c = 0; c < joint->kind->coordinate_count; c++)
      if (joint->unknown_of[c] >= 0) nu[s->system->numbering.joint[j] + joint->unknown_of[c]] = rates[c];
  }
}

bool trm_driven_as_a_whole(trm_Simulation *s, trm_Steady *steady) {
  Fit fit = {.size = 0};
  int n = s->system->numbering.count;
  double *speeds[8], asked = 0, missed = 0; /* the last: what a row is measured with, rad/s */
  middle_of(s, &fit);
  for (int k = 0; k < 8; k++) speeds[k] = steady->fields + (size_t)k * (size_t)n;
  for (int k = 0; k < 7; k++) {
    double field[6] = {0};
    if (k < 6) field[k] = k < 3 ? fit.size : 1;
    rigid_field(s, &fit, field);
    trm_snapshot_speeds(s->snapshot, s->state, NULL, speeds[k]);
  }
  for (int i = 0; i < n; i++) {
    double row[6], largest = 0;
    speeds[7][i] = 0;
    if (kinematic(s->system, i)) continue;
    for (int k = 0; k < 6; k++) row[k] = speeds[k][i] - speeds[6][i], largest = fmax(largest, fabs(row[k]));
    if (!(largest > 0)) largest = *s->state->scale * (speeds[6][i] != 0 ? fit.size : 1); /* no rotation changes it */
    speeds[7][i] = 1 / largest;
    add_equation(&fit, row, -speeds[6][i], 1 / largest);
    asked = fmax(asked, fabs(speeds[6][i]) / largest);
  }
  add_fixed(s, &fit);
  if (!(asked > 0) || !solve_fit(&fit) || moves_fixed(s, &fit, asked)) return false;
  rigid_field(s, &fit, fit.solution);
  trm_snapshot_speeds(s->snapshot, s->state, NULL, speeds[0]);
  for (int i = 0; i < n; i++)
    if (!kinematic(s->system, i)) missed = fmax(missed, fabs(speeds[0][i]) * speeds[7][i]);
  return missed <= missed_rate * asked && take_rotation(&fit, asked, steady);
}
