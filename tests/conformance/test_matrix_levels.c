/* The constraint matrix at three levels, over every kind of columns: along random motions the values C, whose
   derivatives in time are B v - c and B dv/dt - gamma. Every kind of joint, free, driven and with laws. Derivatives are
   those of Chebyshev sums over an interval in which the motion is smooth. */
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
#include "base/numbers.h"
#include "element/frame.h"
#include "element/joint.h"
#include "linalg/dense.h"
#include "math/rotation.h"
#include "math/vec3.h"
#include "model/spec.h"
#include "system/constraint_matrix.h"
#include "system/matrix_columns.h"
#include "system/redundancy.h"
#include "test_all.h"

enum { SAMPLES = 30, NODES = 64, COLUMNS = 400, ROWS = 200 };

/* ---- derivatives ---- */

typedef struct Series {
  double values[SAMPLES]; /* at T cos(pi (j + 1/2)/SAMPLES) */
} Series;

static double sample_time(double T, int j) { return T * cos(TRM_PI * (j + 0.5) / SAMPLES); }

static double cosines[SAMPLES][SAMPLES]; /* cos(pi k (j + 1/2)/SAMPLES) */

static void make_cosines(void) {
  for (int k = 0; k < SAMPLES; k++)
    for (int j = 0; j < SAMPLES; j++) cosines[k][j] = cos(TRM_PI * k * (j + 0.5) / SAMPLES);
}

static double coefficient(const Series *series, int k) {
  double sum = 0;
  for (int j = 0; j < SAMPLES; j++) sum += series->values[j] * cosines[k][j];
  return (k ? 2 : 1) * sum / SAMPLES;
}

/* Coefficients that are the round-off of the values, sums of lengths of a few metres, tell nothing. */
static const double round_off = 1.5e-15;
/* What round-off makes of second derivatives: its square root of the number of coefficients, times their squares. */
static const double second_round_off = 5e-11;

/* the number of coefficients that tell something */
static int significant(const Series *series, double least) {
  double largest = 1;
  int count = 0;
  for (int k = 0; k < SAMPLES; k++) largest = fmax(largest, fabs(coefficient(series, k)));
  for (int k = 0; k < SAMPLES; k++)
    if (fabs(coefficient(series, k)) > least * largest) count = k + 1;
  return count;
}

/* first derivative of T_k at 0: k for k = 1, 5, ...; -k for k = 3, 7, ...; second: -k^2 T_k(0) */
static double derivative(const Series *series, double T, int order) {
  double sum = 0;
  for (int k = order, count = significant(series, round_off); k < count; k += 2)
    sum += coefficient(series, k) * (order == 1 ? (k % 4 == 1 ? k : -k) : -(double)k * k * (k % 4 == 0 ? 1 : -1));
  return sum / (order == 1 ? T : T * T);
}

/* has the sum come to its end? A jump (an angle that begins anew) and a corner do not */
static bool complete(const Series *series) { return significant(series, 5 * round_off) <= SAMPLES - 8; }

/* ---- a motion ---- */

/* Points: x + v t + a t^2/2; triads turned by the rotation vector omega t + alpha t^2/2, whose angular velocity and
   acceleration at 0 are omega and alpha. */
typedef struct Motion {
  Placed placed;
  double *q0, *x0, t0;
  double v[NODES][3], a[NODES][3], omega[NODES][3], alpha[NODES][3]; /* by point, by triad */
  double w_triad[NODES][3];                                          /* angular velocities at the present time */
  int gone[ROWS], gone_count;                                        /* rows that went with a coordinate: unknowns */
} Motion;

/* angular velocity of R(theta(t)): theta' + (1 - cos)/theta^2 theta x theta' + (theta - sin)/theta^3 theta x (...) */
static void angular_velocity(const double theta[3], const double rate[3], double out[3]) {
  double angle = trm_norm(theta), once[3], twice[3];
  double one = angle < 1e-4 ? 0.5 : (1 - cos(angle)) / (angle * angle);
  double two = angle < 1e-2 ? 1.0 / 6 - angle * angle / 120 : (angle - sin(angle)) / (angle * angle * angle);
  trm_cross(once, theta, rate);
  trm_cross(twice, theta, once);
  for (int n = 0; n < 3; n++) out[n] = rate[n] + one * once[n] + two * twice[n];
}

static void turn_triad(Motion *m, int k, double t) {
  const trm_Model *model = m->placed.model;
  double vector[3], rate[3], turn[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, *w = m->placed.state->w, *q = m->placed.state->q;
  for (int n = 0; n < 3; n++) {
    vector[n] = t * m->omega[k][n] + 0.5 * t * t * m->alpha[k][n];
    rate[n] = m->omega[k][n] + t * m->alpha[k][n];
  }
  if (trm_norm(vector) > 0) trm_rotation_from_axis(vector, trm_norm(vector), turn);
  angular_velocity(vector, rate, m->w_triad[k]);
  for (int j = 0; j < 3; j++) {
    int d = trm_triad_at(model, k) + 3 * j;
    for (int n = 0; n < 3; n++) q[d + n] = trm_dot(turn + 3 * n, m->q0 + d);
    trm_cross(w + d, m->w_triad[k], q + d);
  }
}

static void put_nodes(Motion *m, double t) {
  const trm_Model *model = m->placed.model;
  trm_State *state = m->placed.state;
  *state->time = m->t0 + t;
  memset(state->w, 0, sizeof(double) * (size_t)trm_configuration_size(model));
  for (int p = 1; p < model->node_count; p++)
    for (int n = 0; n < 3; n++) {
      state->q[trm_point_at(p) + n] = m->q0[trm_point_at(p) + n] + t * m->v[p][n] + 0.5 * t * t * m->a[p][n];
      state->w[trm_point_at(p) + n] = m->v[p][n] + t * m->a[p][n];
    }
  for (int k = 1; k < model->node_count; k++) turn_triad(m, k, t);
}

/* All values, by unknown, and gradients (as they stand in the equations, times the scale). */
typedef struct Rows {
  double *residual, *matrix;
} Rows;

static Rows rows_now(const Motion *m) {
  const trm_System *system = m->placed.system;
  Rows rows = {calloc((size_t)system->numbering.count, sizeof(double)),
               calloc((size_t)system->pattern->start[system->numbering.count], sizeof(double))};
  assert_true(rows.residual && rows.matrix);
  assert_int_equal(trm_constraint_values(m->placed.system, m->placed.state, rows.residual, rows.matrix), TRM_OK);
  return rows;
}

static void rows_free(Rows *rows) { free(rows->residual), free(rows->matrix); }

static bool is_coordinate(const trm_System *system, int unknown) {
  trm_UnknownKind kind = system->unknowns[unknown].kind;
  return kind == TRM_UNKNOWN_LENGTH || kind == TRM_UNKNOWN_ANGLE;
}

/* Newton's method for the coordinates on the rows that went with them; those that are in no such row stay. */
static double solve_coordinates(const Motion *m) {
  const trm_System *system = m->placed.system;
  int n = system->numbering.count, columns[ROWS], count = 0;
  double matrix[TRM_DENSE_LARGEST * TRM_DENSE_LARGEST], right[TRM_DENSE_LARGEST], worst = 0;
  double *change = calloc((size_t)n, sizeof *change);
  Rows rows = rows_now(m);
  for (int i = 0; i < n; i++) {
    bool in = false;
    for (int g = 0; is_coordinate(system, i) && g < m->gone_count; g++) {
      int at = trm_pattern_find(system->pattern, m->gone[g], i);
      in = in || (at >= 0 && rows.matrix[at] != 0);
    }
    if (in) columns[count++] = i;
  }
  assert_int_equal(count, m->gone_count);
  assert_in_range(count, 0, TRM_DENSE_LARGEST);
  for (int g = 0; g < count; g++) {
    right[g] = -rows.residual[m->gone[g]];
    worst = fmax(worst, fabs(right[g]) / *m->placed.state->scale);
    for (int c = 0; c < count; c++) {
      int at = trm_pattern_find(system->pattern, m->gone[g], columns[c]);
      matrix[c * count + g] = at < 0 ? 0 : rows.matrix[at];
    }
  }
  if (count > 0 && trm_dense_solve(matrix, count, right, 1) != TRM_OK) worst = INFINITY;
  for (int c = 0; c < count && isfinite(worst); c++) change[columns[c]] = right[c];
  trm_state_move(system, m->placed.state, change);
  free(change);
  rows_free(&rows);
  return worst;
}

/* The motion at t, coordinates begun from where they are. */
static bool put(Motion *m, double t) {
  double left = 1;
  put_nodes(m, t);
  for (int i = 0; i < 30 && left > 1e-15; i++) left = solve_coordinates(m);
  for (int j = 0; j < m->placed.model->joint_count; j++)
    trm_joint_passive(m->placed.model, &m->placed.system->layout->joints[j], m->placed.state->q, m->placed.state->x);
  return left < 1e-13;
}

static void go_back(Motion *m) {
  put_nodes(m, 0);
  memcpy(m->placed.state->x, m->x0, sizeof(double) * (size_t)m->placed.model->coordinate_count);
}

static trm_Matrix *matrix_now(const Motion *m, trm_RotationColumns columns) {
  trm_Matrix *matrix = trm_alloc(1, sizeof *matrix);
  trm_MatrixRequest request = {.columns = columns};
  assert_non_null(matrix);
  assert_int_equal(trm_constraint_matrix(m->placed.system, m->placed.state, &request, matrix), TRM_OK);
  return matrix;
}

/* the multipliers whose rows are not in the matrix */
static void list_gone(Motion *m, const trm_Matrix *matrix) {
  const trm_System *system = m->placed.system;
  m->gone_count = 0;
  for (int i = 0; i < system->numbering.count; i++) {
    char name[200];
    bool there = system->multiplier_of[i] < 0 || system->unknowns[i].strain;
    if (there) continue;
    trm_constraint_name(system, i, name, sizeof name);
    for (int r = 0; r < matrix->row_count; r++) there = there || strcmp(matrix->row_names[r], name) == 0;
    assert_in_range(m->gone_count, 0, ROWS - 1);
    if (!there) m->gone[m->gone_count++] = i;
  }
}

/* ---- what the columns stand for, by themselves ---- */

static void axes_of_body(const Motion *m, int node, double matrix[9]) {
  const trm_Model *model = m->placed.model;
  const double *d = m->placed.state->q + trm_triad_at(model, model->nodes[node].triad), *axes = NULL;
  for (int b = 0; b < model->body_count; b++)
    if (model->bodies[b].node == node) axes = model->bodies[b].axes;
  for (int b = 0; b < model->beam_count && !axes; b++)
    for (int i = 0; i < model->beams[b].node_count; i++)
      if (model->beams[b].nodes[i] == node) axes = model->beams[b].triads[i];
  assert_non_null(axes);
  for (int n = 0; n < 3; n++)
    for (int a = 0; a < 3; a++) matrix[3 * n + a] = d[n] * axes[a] + d[3 + n] * axes[3 + a] + d[6 + n] * axes[6 + a];
}

/* A velocity, and the coordinate whose rate it is (s, x, Bryan angles), NAN: there is none. */
typedef struct Measured {
  double velocity, coordinate;
} Measured;

/* rates of Bryan angles: omega = psi' x + theta' y' + phi' z'', of which y' and z'' are known by the angles */
static double bryan_rate(const double bryan[3], const double omega[3], int angle) {
  double sp = sin(bryan[0]), cp = cos(bryan[0]), st = sin(bryan[1]), ct = cos(bryan[1]);
  double along = cp * omega[1] + sp * omega[2], across = (cp * omega[2] - sp * omega[1]) / ct;
  return angle == 0 ? omega[0] - st * across : angle == 1 ? along : across;
}

static Measured of_node(const Motion *m, int node, const char *component) {
  static const char *const names[] = {"x", "y", "z", "psi", "theta", "phi", "rx", "ry", "rz", "w1", "w2", "w3"};
  const trm_Node *at = &m->placed.model->nodes[node];
  const double *omega = m->w_triad[at->triad];
  double axes[9], bryan[3];
  int i = 0, place = trm_point_at(at->point);
  while (strcmp(names[i], component) != 0) i++;
  if (i < 3) return (Measured){m->placed.state->w[place + i], m->placed.state->q[place + i]};
  if (i >= 6 && i < 9) return (Measured){omega[i - 6], NAN};
  axes_of_body(m, node, axes);
  trm_rotation_to_bryan(axes, bryan);
  if (i < 6) return (Measured){bryan_rate(bryan, omega, i - 3), bryan[i - 3]};
  return (Measured){omega[0] * axes[i - 9] + omega[1] * axes[3 + i - 9] + omega[2] * axes[6 + i - 9], NAN};
}

/* s = e . (y_l - y_k), e fixed to k */
static Measured of_joint(const Motion *m, const trm_Joint *joint, const char *component, bool second) {
  trm_Frame frame[2], rate[2];
  double between[3], omega[3], apart[3];
  int axis = component[1] - '1';
  for (int s = 0; s < 2; s++) {
    trm_marker_frame(m->placed.model, &joint->side[s], m->placed.state->q, &frame[s]);
    trm_marker_frame(m->placed.model, &joint->side[s], m->placed.state->w, &rate[s]);
  }
  trm_subtract(between, frame[1].y, frame[0].y);
  trm_subtract(apart, rate[1].y, rate[0].y);
  trm_subtract(omega, m->w_triad[m->placed.model->nodes[joint->side[1].node].triad],
               m->w_triad[m->placed.model->nodes[joint->side[0].node].triad]);
  if (component[0] == 's')
    return (Measured){trm_dot(frame[0].e[axis], apart) + trm_dot(rate[0].e[axis], between),
                      trm_dot(frame[0].e[axis], between)};
  return (Measured){trm_dot(frame[second ? 1 : 0].e[axis], omega), NAN};
}

static Measured measure(const Motion *m, const char *name, trm_RotationColumns columns) {
  const char *dot = strrchr(name, '.');
  size_t length = (size_t)(dot - name);
  const trm_Model *model = m->placed.model;
  bool relative = (dot[1] == 's' || dot[1] == 'w') && columns >= TRM_COLUMNS_RELATIVE;
  for (int j = 0; relative && j < model->joint_count; j++)
    if (strlen(model->joints[j].name) == length && strncmp(model->joints[j].name, name, length) == 0)
      return of_joint(m, &m->placed.system->layout->joints[j], dot + 1, columns == TRM_COLUMNS_RELATIVE_SECOND);
  trm_Arena arena = {0};
  for (int n = 1; n < model->node_count; n++) {
    const char *owner = trm_column_owner(&arena, model, n);
    if (strlen(owner) != length || strncmp(owner, name, length) != 0) continue;
    Measured measured = of_node(m, n, dot + 1);
    trm_arena_free(&arena);
    return measured;
  }
  fail_msg("no owner of %s", name);
  return (Measured){0, NAN};
}

/* ---- the comparison ---- */

typedef struct Worst {
  double velocity, rate, acceleration, change; /* of v, B v - c, B dv/dt - gamma from C and from the rates of B v - c */
  int motions, rows;
  char where[5][160];
} Worst;

/* relative to the numbers that were differentiated */
static void note(double *worst, char *where, double found, double expected, const Series *series, const char *what) {
  double size = fmax(1, fabs(expected));
  for (int j = 0; j < SAMPLES; j++) size = fmax(size, fabs(series->values[j]));
  double error = fabs(found - expected) / size;
  if (!(error > *worst)) return;
  *worst = error;
  snprintf(where, 160, "%.17g, not %.17g, of %s", found, expected, what);
}

/* All samples of a motion in one kind of columns. */
typedef struct Record {
  Series value[ROWS], speed[ROWS], velocity[COLUMNS], coordinate[COLUMNS];
} Record;

static double speed_of(const trm_Matrix *matrix, int row) {
  double sum = -trm_matrix_right(matrix, row, TRM_LEVEL_VELOCITY);
  for (int c = 0; c < matrix->column_count; c++)
    sum += trm_matrix_entry(matrix, row, c) * trm_matrix_velocity(matrix, c);
  return sum;
}

static bool record_at(Motion *m, double t, int j, trm_RotationColumns columns, const trm_Matrix *here, Record *record) {
  if (!put(m, t)) return false;
  trm_Matrix *now = matrix_now(m, columns);
  bool same = now->row_count == here->row_count; /* else another row goes with a coordinate */
  for (int r = 0; same && r < here->row_count; r++) {
    same = strcmp(now->row_names[r], here->row_names[r]) == 0;
    record->value[r].values[j] = now->values[r];
    record->speed[r].values[j] = speed_of(now, r);
  }
  for (int c = 0; same && c < here->column_count; c++) {
    Measured measured = measure(m, here->column_names[c], columns);
    record->velocity[c].values[j] = measured.velocity, record->coordinate[c].values[j] = measured.coordinate;
  }
  trm_matrix_free(now);
  return same;
}

/* from the middle outwards on both sides, so that coordinates are followed */
static bool record_all(Motion *m, double T, trm_RotationColumns columns, const trm_Matrix *here, Record *record) {
  bool good = true;
  for (int half = 0; half < 2 && good; half++) {
    go_back(m);
    for (int i = 0; i < SAMPLES / 2 && good; i++) {
      int j = half ? SAMPLES / 2 - 1 - i : SAMPLES / 2 + i;
      good = record_at(m, sample_time(T, j), j, columns, here, record);
    }
  }
  go_back(m);
  for (int r = 0; r < here->row_count && good; r++) good = complete(&record->value[r]) && complete(&record->speed[r]);
  for (int c = 0; c < here->column_count && good; c++)
    good =
        complete(&record->velocity[c]) && (isnan(record->coordinate[c].values[0]) || complete(&record->coordinate[c]));
  return good;
}

/* rows that say nothing of positions: non-holonomic ones, prescribed rates, coordinates kept where they are */
static bool without_value(const Motion *m, const char *row) {
  for (int j = 0; j < m->placed.model->joint_count; j++) {
    const trm_Joint *joint = &m->placed.system->layout->joints[j];
    size_t length = strlen(joint->name);
    if (strncmp(joint->name, row, length) != 0 || row[length] != ':') continue;
    for (int d = 0; d < joint->drive_count && strstr(row, " of "); d++)
      if (!joint->laws[joint->drives[d]].drive) return true;
  }
  return strstr(row, "equal speeds") != NULL;
}

static void compare(const Motion *m, const Record *record, double T, trm_RotationColumns columns,
                    const trm_Matrix *here, Worst *worst) {
  double v[COLUMNS], v_dot[COLUMNS];
  for (int c = 0; c < here->column_count; c++) {
    const Series *coordinate = &record->coordinate[c];
    v[c] = measure(m, here->column_names[c], columns).velocity, v_dot[c] = derivative(&record->velocity[c], T, 1);
    note(&worst->velocity, worst->where[0], trm_matrix_velocity(here, c), v[c], &record->velocity[c],
         here->column_names[c]);
    if (!isnan(coordinate->values[0]))
      note(&worst->velocity, worst->where[0], trm_matrix_velocity(here, c), derivative(coordinate, T, 1), coordinate,
           here->column_names[c]);
  }
  for (int r = 0; r < here->row_count; r++, worst->rows++) {
    double rate = -trm_matrix_right(here, r, TRM_LEVEL_VELOCITY);
    double acceleration = -trm_matrix_right(here, r, TRM_LEVEL_ACCELERATION);
    for (int c = 0; c < here->column_count; c++) {
      rate += trm_matrix_entry(here, r, c) * v[c];
      acceleration += trm_matrix_entry(here, r, c) * v_dot[c];
    }
    note(&worst->change, worst->where[3], acceleration, derivative(&record->speed[r], T, 1), &record->speed[r],
         here->row_names[r]);
    if (without_value(m, here->row_names[r])) continue;
    note(&worst->rate, worst->where[1], rate, derivative(&record->value[r], T, 1), &record->value[r],
         here->row_names[r]);
    note(&worst->acceleration, worst->where[2], acceleration, derivative(&record->value[r], T, 2), &record->value[r],
         here->row_names[r]);
  }
}

/* ---- motions ---- */

static void random_motion(Motion *m, Random *random, double fast) {
  const trm_Model *model = m->placed.model;
  size_t size = (size_t)trm_configuration_size(model) * sizeof(double);
  m->q0 = malloc(size), m->x0 = malloc(sizeof(double) * (size_t)(model->coordinate_count + 1));
  assert_true(m->q0 && m->x0);
  assert_in_range(model->node_count, 1, NODES);
  memcpy(m->q0, m->placed.state->q, size);
  m->t0 = random_number(random, 0.2, 0.7);
  for (int n = 1; n < NODES; n++) {
    bool turns = n >= model->node_count || model->nodes[n].turns != 0;
    random_vector(random, fast, m->v[n]), random_vector(random, fast, m->a[n]);
    random_vector(random, turns ? fast : 0, m->omega[n]), random_vector(random, turns ? fast : 0, m->alpha[n]);
  }
}

/* Velocities on the constraints, by the least change: where several rows define a coordinate, its rate must be that of
   all. */
static bool project_velocities(Motion *m) {
  trm_Matrix *matrix = matrix_now(m, TRM_COLUMNS_VIRTUAL);
  int rows = matrix->row_count;
  double square[TRM_DENSE_LARGEST * TRM_DENSE_LARGEST], right[TRM_DENSE_LARGEST];
  assert_in_range(rows, 0, TRM_DENSE_LARGEST);
  for (int i = 0; i < rows; i++) {
    right[i] = speed_of(matrix, i);
    for (int j = 0; j < rows; j++) {
      square[i + rows * j] = 0;
      for (int c = 0; c < matrix->column_count; c++)
        square[i + rows * j] += trm_matrix_entry(matrix, i, c) * trm_matrix_entry(matrix, j, c);
    }
  }
  bool good = rows == 0 || trm_dense_solve(square, rows, right, 1) == TRM_OK;
  const trm_Model *model = m->placed.model;
  trm_Arena arena = {0};
  for (int c = 0; c < matrix->column_count && good; c++) {
    static const char *const names[] = {"x", "y", "z", "rx", "ry", "rz"};
    const char *dot = strrchr(matrix->column_names[c], '.');
    for (int n = 1; n < model->node_count; n++) {
      const char *owner = trm_column_owner(&arena, model, n);
      if (strlen(owner) != (size_t)(dot - matrix->column_names[c]) ||
          strncmp(owner, matrix->column_names[c], strlen(owner)) != 0)
        continue;
      for (int i = 0; i < 6; i++)
        for (int r = 0; r < rows && strcmp(names[i], dot + 1) == 0; r++)
          (i < 3 ? m->v[model->nodes[n].point] : m->omega[model->nodes[n].triad])[i % 3] -=
              right[r] * trm_matrix_entry(matrix, r, c);
    }
  }
  trm_arena_free(&arena);
  trm_matrix_free(matrix);
  put_nodes(m, 0);
  return good;
}

/* coordinates on the rows that go with them: the choice of these may change on the way */
static bool settle(Motion *m) {
  for (int i = 0; i < 4; i++) {
    trm_Matrix *matrix = matrix_now(m, TRM_COLUMNS_VIRTUAL);
    int before = m->gone_count;
    int *rows = malloc(sizeof m->gone);
    assert_non_null(rows);
    memcpy(rows, m->gone, sizeof m->gone);
    list_gone(m, matrix);
    trm_matrix_free(matrix);
    bool same = before == m->gone_count && memcmp(rows, m->gone, sizeof(int) * (size_t)before) == 0;
    free(rows);
    if (i > 0 && same) return true;
    if (!put(m, 0)) return false;
  }
  return false;
}

/* Bryan angles change fast where theta comes near a right angle: not there */
static bool far_from_poles(const Motion *m) {
  for (int n = 1; n < m->placed.model->node_count; n++) {
    double axes[9], bryan[3];
    axes_of_body(m, n, axes);
    trm_rotation_to_bryan(axes, bryan);
    if (cos(bryan[1]) < 0.4) return false;
  }
  return true;
}

static const char *const kind_names[] = {"virtual", "bryan", "body", "relative", "relative-second"};

/* One motion, all kinds of columns; false: it is not smooth enough, or its coordinates end. */
static bool try_motion(Motion *m, bool of_contact, Worst worst[]) {
  static Record record;
  put_nodes(m, 0);
  if (!far_from_poles(m) || !settle(m) || (of_contact && (!project_velocities(m) || !settle(m)))) return false;
  memcpy(m->x0, m->placed.state->x, sizeof(double) * (size_t)m->placed.model->coordinate_count);
  double T = 1;
  bool smooth = false;
  for (int kind = 0; kind <= TRM_COLUMNS_RELATIVE_SECOND; kind++) {
    trm_Matrix *here = matrix_now(m, (trm_RotationColumns)kind);
    assert_in_range(here->row_count, 0, ROWS - 1), assert_in_range(here->column_count, 0, COLUMNS - 1);
    while (!(smooth = record_all(m, T, (trm_RotationColumns)kind, here, &record)) && T > 0.4) T /= 1.5;
    if (smooth) compare(m, &record, T, (trm_RotationColumns)kind, here, &worst[kind]), worst[kind].motions++;
    trm_matrix_free(here);
    if (!smooth) return false;
  }
  return true;
}

/* contacts must stay on an element of their track: their drives are slow */
static void slow_down(char *text) {
  static const char fast[] = "0.4*sin(2*t) + t", slow[] = "0.01*sin(2*t)   ";
  for (char *at = text; (at = strstr(at, fast)) != NULL;) memcpy(at, slow, sizeof slow - 1);
}

static void of_registry(trm_JointRegistry registry, const char *name, int wanted) {
  /* where a prescribed rate is the only row that says where a contact is, its place would have to be integrated */
  static const LawChoice choices[2][3] = {{LAWS_NONE, LAWS_DRIVE, LAWS_DRIVE_RATE}, {LAWS_NONE, LAWS_DRIVE, LAWS_ALL}};
  const trm_JointKind *last = &registry.kinds[registry.count - 1];
  bool contact = last->frame == TRM_FRAME_TRACK || last->frame == TRM_FRAME_CURVE;
  Worst worst[TRM_COLUMNS_RELATIVE_SECOND + 1] = {{0}};
  Random random = {77};
  int found = 0;
  for (int sample = 0; sample < 300 && found < wanted; sample++) {
    char *text = random_model_text(&random, registry, choices[contact][sample % 3]);
    if (contact) slow_down(text);
    Motion motion = {.placed = placed_at_random(model_from_text(text), &random, contact ? 0.2 : 0.4)};
    free(text);
    if (contact)
      placed_hold(&motion.placed);
    else
      placed_follow(&motion.placed);
    random_motion(&motion, &random, contact ? 0.03 : 0.1);
    if ((!contact || motion.placed.held) && try_motion(&motion, contact, worst)) found++;
    placed_free(&motion.placed);
    free(motion.q0), free(motion.x0);
  }
  for (int kind = 0; kind <= TRM_COLUMNS_RELATIVE_SECOND; kind++) {
    const Worst *w = &worst[kind];
    print_message("%-20s %-16s %d motions, %3d rows: v %.1e, B v - c %.1e, B dv/dt - gamma %.1e, of its rate %.1e\n",
                  name, kind_names[kind], w->motions, w->rows, w->velocity, w->rate, w->acceleration, w->change);
    double largest = fmax(fmax(w->velocity, w->rate), w->change);
    if (!(largest < 1e-12 && w->acceleration < second_round_off))
      fail_msg("v: %s\nB v - c: %s\nB dv/dt - gamma: %s\nof its rate: %s", w->where[0], w->where[1], w->where[2],
               w->where[3]);
  }
  assert_int_equal(found, wanted);
}

/* one kind of joint at a time; those that connect coordinates of others have these beside them */
static void every_kind(void **unused) {
  (void)unused;
  trm_JointRegistry all = trm_joint_registry();
  for (int k = 0; k < all.count; k++) {
    trm_JointKind kinds[3] = {all.kinds[k]};
    int count = 1;
    if (all.kinds[k].frame == TRM_FRAME_NONE)
      for (int other = 0; other < all.count && count < 3; other++)
        if (all.kinds[other].coordinate_count > 0 && all.kinds[other].frame == TRM_FRAME_AXIS)
          kinds[count] = kinds[count - 1], kinds[count - 1] = all.kinds[other], count++;
    of_registry((trm_JointRegistry){kinds, count}, all.kinds[k].name, test_sanitized(3, 1));
  }
}

/* many joints at once, so that chains and loops form: all but those on tracks and curves */
static void many_joints(void **unused) {
  (void)unused;
  trm_JointRegistry all = trm_joint_registry();
  trm_JointKind *kinds = malloc(sizeof *kinds * (size_t)all.count);
  int count = 0;
  assert_non_null(kinds);
  for (int k = 0; k < all.count; k++)
    if (all.kinds[k].frame != TRM_FRAME_TRACK && all.kinds[k].frame != TRM_FRAME_CURVE) kinds[count++] = all.kinds[k];
  of_registry((trm_JointRegistry){kinds, count}, "all together", test_sanitized(3, 1));
  free(kinds);
}

int main(void) {
  make_cosines();
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_kind), cmocka_unit_test(many_joints)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
