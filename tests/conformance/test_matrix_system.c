/* M and F of the form of index 1, over every kind of columns: against Lagrange's equations in Bryan angles, derived
   here with complex steps; and solved, against the accelerations of the equations themselves, of random models with
   beams, laws and every kind of joint. */
#include <complex.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "conformance/placed.h"
#include "conformance/text_model.h"
#include "element/frame.h"
#include "element/joint.h"
#include "linalg/dense.h"
#include "math/rotation.h"
#include "math/vec3.h"
#include "model/spec.h"
#include "system/constraint_matrix.h"
#include "system/instant.h"

typedef double complex Number;

static trm_Matrix *system_of(const Placed *placed, trm_RotationColumns columns) {
  trm_Matrix *matrix = trm_alloc(1, sizeof *matrix);
  trm_MatrixRequest request = {.columns = columns, .index_1 = true};
  assert_non_null(matrix);
  assert_int_equal(trm_constraint_matrix(placed->system, placed->state, &request, matrix), TRM_OK);
  return matrix;
}

static void random_velocities(const Placed *placed, Random *random, double size) {
  int n = placed->system->numbering.count;
  double *nu = calloc((size_t)n, sizeof *nu);
  assert_non_null(nu);
  for (int i = 0; i < n; i++)
    if (placed->system->multiplier_of[i] < 0) nu[i] = random_number(random, -size, size);
  trm_state_set_velocity(placed->system, placed->state, nu);
  free(nu);
}

/* ---- Lagrange's equations of two bodies ---- */

enum { FREEDOMS = 12 };

/* Two bodies, a spring and a damper on the displacement along an axis of the first, a spring between their centres. */
typedef struct Pair {
  double mass[2], inertia[2][3], gravity[3], stiffness, damping, centres;
  double place[2][3], bryan[2][3]; /* at the reference: centres, Bryan angles */
  double at[3], axis[3];           /* of the prismatic joint */
} Pair;

static void rotation(const Number *angles, Number R[3][3]) {
  Number sp = csin(angles[0]), cp = ccos(angles[0]), st = csin(angles[1]), ct = ccos(angles[1]), sf = csin(angles[2]),
         cf = ccos(angles[2]);
  const Number rows[3][3] = {{ct * cf, -ct * sf, st},
                             {sp * st * cf + cp * sf, -sp * st * sf + cp * cf, -sp * ct},
                             {-cp * st * cf + sp * sf, cp * st * sf + sp * cf, cp * ct}};
  memcpy(R, rows, sizeof rows);
}

/* components in the body, at the reference */
static void into_body(const Pair *pair, int body, const double world[3], double out[3]) {
  Number angles[3] = {pair->bryan[body][0], pair->bryan[body][1], pair->bryan[body][2]}, R[3][3];
  rotation(angles, R);
  for (int a = 0; a < 3; a++)
    out[a] = creal(R[0][a]) * world[0] + creal(R[1][a]) * world[1] + creal(R[2][a]) * world[2];
}

/* displacement along the axis: (R_1 n) . (x_2 + R_2 p_2 - x_1 - R_1 p_1) */
static Number displacement(const Pair *pair, const Number *q) {
  double n[3], p[2][3], from[3];
  Number R[2][3][3], sum = 0;
  into_body(pair, 0, pair->axis, n);
  for (int b = 0; b < 2; b++) {
    trm_subtract(from, pair->at, pair->place[b]);
    into_body(pair, b, from, p[b]);
    rotation(q + 6 * b + 3, R[b]);
  }
  for (int i = 0; i < 3; i++) {
    Number axis = 0, between = q[6 + i] - q[i];
    for (int a = 0; a < 3; a++) axis += R[0][i][a] * n[a], between += R[1][i][a] * p[1][a] - R[0][i][a] * p[0][a];
    sum += axis * between;
  }
  return sum;
}

static Number potential(const Pair *pair, const Number *q) {
  Number delta = displacement(pair, q), sum = 0.5 * pair->stiffness * delta * delta, square = 0;
  for (int b = 0; b < 2; b++)
    for (int i = 0; i < 3; i++) sum -= pair->mass[b] * pair->gravity[i] * q[6 * b + i];
  for (int i = 0; i < 3; i++) square += (q[6 + i] - q[i]) * (q[6 + i] - q[i]);
  return sum + 0.5 * pair->centres * square;
}

/* of one body: angular velocities along its axes from rates of Bryan angles */
static Number kinetic(const Pair *pair, const Number *q, const double *rate) {
  Number sum = 0;
  for (int b = 0; b < 2; b++) {
    const Number *a = q + 6 * b + 3;
    const double *r = rate + 6 * b + 3;
    Number ct = ccos(a[1]), cf = ccos(a[2]), sf = csin(a[2]);
    Number w[3] = {r[0] * ct * cf + r[1] * sf, -r[0] * ct * sf + r[1] * cf, r[0] * csin(a[1]) + r[2]};
    for (int i = 0; i < 3; i++)
      sum += 0.5 * (pair->mass[b] * rate[6 * b + i] * rate[6 * b + i] + pair->inertia[b][i] * w[i] * w[i]);
  }
  return sum;
}

/* T is quadratic in the rates: M_ij = T(e_i + e_j) - T(e_i) - T(e_j) */
static Number mass(const Pair *pair, const Number *q, int i, int j) {
  double both[FREEDOMS] = {0}, first[FREEDOMS] = {0}, second[FREEDOMS] = {0};
  both[i] += 1, both[j] += 1, first[i] = 1, second[j] = 1;
  return kinetic(pair, q, both) - kinetic(pair, q, first) - kinetic(pair, q, second);
}

/* M q'' = F = -dV/dq - d (dx/dt) dx/dq + 1/2 q' (dM/dq_i) q' - sum (dM_ij/dq_k) q'_j q'_k */
static double force(const Pair *pair, const double *at, const double *rate, int i) {
  const double h = 1e-30;
  Number q[FREEDOMS];
  double sum, speed = 0, slope[FREEDOMS];
  for (int k = 0; k < FREEDOMS; k++) q[k] = at[k];
  for (int k = 0; k < FREEDOMS; k++) {
    q[k] += I * h;
    slope[k] = cimag(displacement(pair, q)) / h;
    speed += slope[k] * rate[k];
    q[k] = at[k];
  }
  q[i] += I * h;
  sum = -cimag(potential(pair, q)) / h - pair->damping * speed * slope[i] + cimag(kinetic(pair, q, rate)) / h;
  q[i] = at[i];
  for (int k = 0; k < FREEDOMS; k++) {
    q[k] += I * h;
    for (int j = 0; j < FREEDOMS; j++) sum -= cimag(mass(pair, q, i, j)) / h * rate[j] * rate[k];
    q[k] = at[k];
  }
  return sum;
}

static Placed pair_placed(Random *random, Pair *pair) {
  char text[4000];
  random_vector(random, 9, pair->gravity), random_vector(random, 1, pair->at), random_direction(random, pair->axis);
  pair->stiffness = random_number(random, 5, 40), pair->damping = random_number(random, 0.5, 3);
  pair->centres = random_number(random, 5, 20);
  for (int b = 0; b < 2; b++) {
    double a = random_number(random, 0.1, 1), c = random_number(random, 0.1, 1), d = random_number(random, 0.1, 1);
    pair->mass[b] = random_number(random, 0.5, 3);
    pair->inertia[b][0] = a + c, pair->inertia[b][1] = c + d, pair->inertia[b][2] = a + d;
    random_vector(random, 1, pair->place[b]), random_vector(random, 1, pair->bryan[b]);
  }
#define THREE(v) (v)[0], (v)[1], (v)[2]
#define BODY(b)  pair->mass[b], THREE(pair->inertia[b]), THREE(pair->place[b]), THREE(pair->bryan[b])
#define V        "[%.17g, %.17g, %.17g]"
  int length = snprintf(
      text, sizeof text,
      "{trammel: 1, gravity: " V ", bodies: {a: {mass: %.17g, inertia: " V ", position: " V ", orientation: {bryan: " V
      "}}, b: {mass: %.17g, inertia: " V ", position: " V ", orientation: {bryan: " V
      "}}}, joints: {slide: {type: prismatic, between: [a, b], at: " V ", axis: " V
      ", coordinates: {delta: {spring: %.17g, damper: %.17g}}}}, springs: {s: {between: [a, b], stiffness: %.17g, "
      "free-length: 0}}, analysis: {until: 1, step: 0.01}}",
      THREE(pair->gravity), BODY(0), BODY(1), THREE(pair->at), THREE(pair->axis), pair->stiffness, pair->damping,
      pair->centres);
  assert_in_range(length, 0, sizeof text - 1);
  Placed placed = placed_at_random(model_from_text(text), random, 0.4);
  placed_follow(&placed);
  random_velocities(&placed, random, 2);
  return placed;
}

/* Bryan angles of the body now, and its centre */
static void read_body(const Placed *placed, int body, double q[6]) {
  const trm_Model *model = placed->model;
  const trm_Body *own = &model->bodies[body];
  const trm_Node *node = &model->nodes[own->node];
  const double *d = placed->state->q + trm_triad_at(model, node->triad);
  double axes[9];
  trm_copy(q, placed->state->q + trm_point_at(node->point), 3);
  for (int n = 0; n < 3; n++)
    for (int a = 0; a < 3; a++)
      axes[3 * n + a] = d[n] * own->axes[a] + d[3 + n] * own->axes[3 + a] + d[6 + n] * own->axes[6 + a];
  trm_rotation_to_bryan(axes, q + 3);
}

static void lagrange(void **unused) {
  (void)unused;
  Random random = {5};
  double worst_mass = 0, worst_force = 0;
  for (int sample = 0; sample < 20; sample++) {
    Pair pair;
    Placed placed = pair_placed(&random, &pair);
    trm_Matrix *matrix = system_of(&placed, TRM_COLUMNS_BRYAN);
    double q[FREEDOMS];
    Number at[FREEDOMS];
    assert_int_equal(matrix->column_count, FREEDOMS);
    assert_string_equal(matrix->column_names[FREEDOMS - 1], "b.phi");
    for (int b = 0; b < 2; b++) read_body(&placed, b, q + 6 * b);
    for (int i = 0; i < FREEDOMS; i++) at[i] = q[i];
    double size = 1, rate[FREEDOMS];
    for (int i = 0; i < FREEDOMS; i++) rate[i] = trm_matrix_velocity(matrix, i), size = fmax(size, fabs(rate[i]));
    for (int i = 0; i < FREEDOMS; i++) {
      double expected = force(&pair, q, rate, i);
      worst_force = fmax(worst_force, fabs(trm_matrix_force(matrix, i) - expected) / (size * size * 10));
      for (int j = 0; j < FREEDOMS; j++)
        worst_mass = fmax(worst_mass, fabs(trm_matrix_mass(matrix, i, j) - creal(mass(&pair, at, i, j))));
    }
    trm_matrix_free(matrix);
    placed_free(&placed);
  }
  print_message("from Lagrange's equations: M %.1e, F %.1e\n", worst_mass, worst_force);
  assert_true(worst_mass < 1e-13 && worst_force < 1e-13);
}

/* a free body in its own axes: M = diag(m, m, m, J), F = (m g, -w x J w) */
static void euler(void **unused) {
  (void)unused;
  static const char text[] =
      "{trammel: 1, gravity: [1, 2, 3], bodies: {top: {mass: 2, inertia: [1, 1.5, 2], orientation: "
      "{bryan: [0.3, 0.4, 0.5]}}}, analysis: {until: 1, step: 0.01}}";
  static const double J[3] = {1, 1.5, 2};
  Random random = {8};
  Placed placed = placed_at_random(model_from_text(text), &random, 1);
  random_velocities(&placed, &random, 3);
  trm_Matrix *matrix = system_of(&placed, TRM_COLUMNS_BODY);
  double w[3], Jw[3], gyro[3], worst = 0;
  assert_string_equal(trm_matrix_column_name(matrix, 3), "top.w1");
  for (int i = 0; i < 3; i++) w[i] = trm_matrix_velocity(matrix, 3 + i), Jw[i] = J[i] * w[i];
  trm_cross(gyro, w, Jw);
  for (int i = 0; i < 6; i++) {
    worst = fmax(worst, fabs(trm_matrix_force(matrix, i) - (i < 3 ? 2.0 * (i + 1) : -gyro[i - 3])));
    for (int j = 0; j < 6; j++)
      worst = fmax(worst, fabs(trm_matrix_mass(matrix, i, j) - (i != j ? 0 : i < 3 ? 2 : J[i - 3])));
  }
  print_message("Euler's equations: %.1e\n", worst);
  assert_true(worst < 1e-13);
  trm_matrix_free(matrix);
  placed_free(&placed);
}

/* ---- solved ---- */

/* dv/dt and lambda of [M -B^T; B 0] = [F; gamma]; false: singular */
static bool solve(const trm_Matrix *matrix, double *solution) {
  int n = matrix->column_count, rows = matrix->row_count, size = n + rows;
  double *all = calloc((size_t)size * (size_t)size, sizeof *all);
  assert_non_null(all);
  for (int i = 0; i < n; i++) {
    solution[i] = trm_matrix_force(matrix, i);
    for (int j = 0; j < n; j++) all[i + size * j] = trm_matrix_mass(matrix, i, j);
  }
  for (int r = 0; r < rows; r++) {
    solution[n + r] = trm_matrix_right(matrix, r, TRM_LEVEL_ACCELERATION);
    for (int c = 0; c < n; c++) {
      all[n + r + size * c] = trm_matrix_entry(matrix, r, c);
      all[c + size * (n + r)] = -trm_matrix_entry(matrix, r, c);
    }
  }
  int rank = 0;
  assert_int_equal(trm_dense_rank(all, size, size, 1e-11, NULL, &rank), TRM_OK);
  bool good = rank == size && trm_dense_least_squares(all, size, size, solution, 1) == TRM_OK;
  free(all);
  return good;
}

/* the same by the equations with all their unknowns: relative coordinates, stresses */
static bool solve_all(const Placed *placed, double *accelerations, int columns) {
  const trm_System *system = placed->system;
  trm_Snapshot *snapshot;
  double x_rate[256] = {0};
  assert_int_equal(trm_snapshot_new(&snapshot, placed->system), TRM_OK);
  assert_in_range(placed->model->coordinate_count, 0, 256);
  trm_Instant now = {.t = *placed->state->time,
                     .layout = placed->state->layout,
                     .inputs = placed->state->inputs,
                     .q = placed->state->q,
                     .w = placed->state->w,
                     .x = placed->state->x,
                     .x_rate = x_rate,
                     .z = placed->state->z,
                     .scale = *placed->state->scale};
  for (int j = 0; j < placed->model->joint_count; j++) {
    const trm_Joint *joint = &system->layout->joints[j];
    trm_joint_rates(placed->model, joint, &now, NULL, x_rate + joint->first_coordinate, NULL);
  }
  bool good = trm_snapshot_accelerations(snapshot, &now) == TRM_OK;
  for (int node = 1, next = 0; node < placed->model->node_count && good; node++) {
    int unknowns[6];
    trm_node_unknowns(placed->model, &system->numbering, node, unknowns);
    for (int i = 0; i < 6; i++)
      if (unknowns[i] >= 0) accelerations[next++] = snapshot->solution[unknowns[i]];
    assert_in_range(next, 0, columns);
  }
  trm_snapshot_free(snapshot);
  return good;
}

static double apart_by(const double *a, const double *b, int count) {
  double size = 1, worst = 0;
  for (int i = 0; i < count; i++) size = fmax(size, fabs(b[i])), worst = fmax(worst, fabs(a[i] - b[i]));
  return worst / size;
}

/* no rod without inertia about its axis: its equation would have no solution */
static char *with_inertia(char *text) {
  static const char none[] = "inertia: [0, ";
  char *at = strstr(text, none), *out = malloc(strlen(text) + 20);
  assert_true(at && out);
  snprintf(out, strlen(text) + 20, "%.*sinertia: [0.11, %s", (int)(at - text), text, at + sizeof none - 1);
  free(text);
  return out;
}

static bool one_model(Random *random, trm_JointRegistry registry, LawChoice laws, double worst[2]) {
  char *text = with_inertia(random_model_text(random, registry, laws));
  Placed placed = placed_at_random(model_from_text(text), random, 0.2);
  bool contact = registry.kinds[0].frame == TRM_FRAME_TRACK || registry.kinds[0].frame == TRM_FRAME_CURVE;
  free(text);
  if (contact) placed_hold(&placed);
  placed_follow(&placed);
  random_velocities(&placed, random, 0.5);
  trm_Matrix *first = system_of(&placed, TRM_COLUMNS_VIRTUAL);
  int n = first->column_count, size = n + first->row_count;
  double *here = calloc((size_t)size, sizeof *here), *there = calloc((size_t)size, sizeof *there);
  assert_true(here && there);
  bool good = (!contact || placed.held) && solve(first, here) && solve_all(&placed, there, n);
  if (good) worst[0] = fmax(worst[0], apart_by(here, there, n));
  for (int kind = 1; kind <= TRM_COLUMNS_RELATIVE_SECOND && good; kind++) {
    trm_Matrix *other = system_of(&placed, (trm_RotationColumns)kind);
    assert_int_equal(other->column_count, n);
    if (solve(other, there)) worst[1] = fmax(worst[1], apart_by(there + n, here + n, first->row_count));
    trm_matrix_free(other);
  }
  free(here), free(there);
  trm_matrix_free(first);
  placed_free(&placed);
  return good;
}

static void random_models(void **unused) {
  (void)unused;
  trm_JointRegistry all = trm_joint_registry();
  Random random = {31};
  for (int k = 0; k < all.count; k++) {
    double worst[2] = {0, 0};
    int found = 0;
    if (all.kinds[k].frame == TRM_FRAME_NONE) continue; /* connects others' coordinates */
    for (int sample = 0; sample < 40 && found < 2; sample++)
      found += one_model(&random, (trm_JointRegistry){&all.kinds[k], 1}, sample % 2 ? LAWS_ALL : LAWS_DRIVE, worst);
    print_message("%-24s %d models: accelerations %.1e, multipliers of other columns %.1e\n", all.kinds[k].name, found,
                  worst[0], worst[1]);
    assert_int_equal(found, 2);
    assert_true(worst[0] < 1e-12 && worst[1] < 1e-12);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(lagrange), cmocka_unit_test(euler),
                                     cmocka_unit_test(random_models)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
