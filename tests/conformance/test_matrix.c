/* The constraint matrix as people see it: against differences of the constraint values for every joint kind, and entry
   by entry against the formulas of two bars (Stanescu 2017, section 9) at random configurations. */
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
#include "math/rotation.h"
#include "math/vec3.h"
#include "system/constraint_matrix.h"
#include "test_all.h"

/* ---- differences ---- */

static Placed place(Random *random, trm_JointRegistry registry, LawChoice laws) {
  char *text = random_model_text(random, registry, laws);
  trm_Model *model = model_from_text(text);
  free(text);
  return placed_at_random(model, random, 0.4);
}

static trm_Matrix *matrix_of(const Placed *placed, trm_RotationColumns rotations) {
  trm_Matrix *matrix = trm_alloc(1, sizeof *matrix);
  trm_MatrixRequest request = {.columns = rotations};
  assert_non_null(matrix);
  placed_follow(placed);
  assert_int_equal(trm_constraint_matrix(placed->system, placed->state, &request, matrix), TRM_OK);
  return matrix;
}

static int row_named(const trm_Matrix *matrix, const char *name) {
  for (int r = 0; r < matrix->row_count; r++)
    if (strcmp(matrix->row_names[r], name) == 0) return r;
  return -1;
}

static int column_named(const trm_Matrix *matrix, const char *owner, const char *component) {
  char name[200];
  snprintf(name, sizeof name, "%s.%s", owner, component);
  for (int c = 0; c < matrix->column_count; c++)
    if (strcmp(matrix->column_names[c], name) == 0) return c;
  return -1;
}

/* A node whose motion makes columns of the matrix: a body's, or one of a beam (body NULL, no Bryan angles). */
typedef struct Mover {
  const trm_Body *body;
  int node;
  char name[100];
} Mover;

/* turns the axes of a body to other Bryan angles */
static void turn_to(const Placed *placed, const trm_Body *body, int angle, double change) {
  const trm_Node *node = &placed->model->nodes[body->node];
  double *d = placed->state->q + trm_triad_at(placed->model, node->triad), axes[9], bryan[3], rates[9], turn[9];
  for (int n = 0; n < 3; n++)
    for (int a = 0; a < 3; a++)
      axes[3 * n + a] = d[n] * body->axes[a] + d[3 + n] * body->axes[3 + a] + d[6 + n] * body->axes[6 + a];
  trm_rotation_to_bryan(axes, bryan);
  trm_bryan_rates(
      bryan, rates); /* its columns are the axes about which the three angles turn, each a rotation of what follows */
  double about[3] = {rates[angle], rates[3 + angle], rates[6 + angle]};
  trm_rotation_from_axis(about, change, turn);
  for (int j = 0; j < 3; j++) {
    double before[3];
    trm_copy(before, d + 3 * j, 3);
    for (int n = 0; n < 3; n++) d[3 * j + n] = trm_dot(turn + 3 * n, before);
  }
}

static void move(const Placed *placed, const Mover *mover, int component, bool bryan, double change) {
  double *step = calloc((size_t)placed->system->numbering.count, sizeof *step);
  int unknowns[6];
  assert_non_null(step);
  trm_node_unknowns(placed->model, &placed->system->numbering, mover->node, unknowns);
  if (bryan && component >= 3)
    turn_to(placed, mover->body, component - 3, change);
  else
    step[unknowns[component]] = change;
  trm_state_move(placed->system, placed->state, step);
  free(step);
}

/* Away from the track or the curve the place of a contact is not determined, and what its elimination leaves of the
   rows is no function's gradient;
   test_elements has the rows themselves. */
static bool slides(const Placed *placed, const char *row) {
  for (int j = 0; j < placed->model->joint_count; j++) {
    const trm_Joint *joint = &placed->system->layout->joints[j];
    size_t length = strlen(joint->name);
    if ((joint->track || joint->path) && strncmp(joint->name, row, length) == 0 && row[length] == ':') return true;
  }
  return false;
}

static double column_error(const Placed *placed, const Mover *mover, int component, bool bryan) {
  static const char *const names[2][6] = {{"x", "y", "z", "rx", "ry", "rz"}, {"x", "y", "z", "psi", "theta", "phi"}};
  const double h = 1e-6;
  trm_Matrix *here = matrix_of(placed, bryan ? TRM_COLUMNS_BRYAN : TRM_COLUMNS_VIRTUAL);
  int column = column_named(here, mover->name, names[bryan][component]);
  double worst = 0;
  if (column < 0) return trm_matrix_free(here), 0; /* shared with a body before it, or no constraint sees it */
  double *kept = malloc(placed->state->size * sizeof *kept);
  assert_non_null(kept);
  memcpy(kept, placed->state->data, placed->state->size * sizeof *kept);
  move(placed, mover, component, bryan, h);
  trm_Matrix *after = matrix_of(placed, TRM_COLUMNS_VIRTUAL);
  memcpy(placed->state->data, kept, placed->state->size * sizeof *kept);
  move(placed, mover, component, bryan, -h);
  trm_Matrix *before = matrix_of(placed, TRM_COLUMNS_VIRTUAL);
  memcpy(placed->state->data, kept, placed->state->size * sizeof *kept);
  for (int r = 0; r < here->row_count; r++) {
    if (strstr(here->row_names[r], "equal speeds")) continue; /* non-holonomic: it has no value */
    if (!placed->held && slides(placed, here->row_names[r])) continue;
    int r_after = row_named(after, here->row_names[r]), r_before = row_named(before, here->row_names[r]);
    assert_true(r_after >= 0 && r_before >= 0);
    double slope = (after->values[r_after] - before->values[r_before]) / (2 * h);
    worst = fmax(worst, fabs(slope - trm_matrix_entry(here, r, column)));
  }
  free(kept);
  trm_matrix_free(here), trm_matrix_free(after), trm_matrix_free(before);
  return worst;
}

static double mover_error(const Placed *placed, const Mover *mover) {
  double worst = 0;
  bool point = mover->body && mover->body->is_point;
  for (int component = 0; component < (point ? 3 : 6); component++)
    for (int bryan = 0; bryan < (mover->body ? 2 : 1); bryan++)
      worst = fmax(worst, column_error(placed, mover, component, bryan));
  return worst;
}

static double bodies_error(const Placed *placed) {
  double worst = 0;
  for (int b = 0; b < placed->model->body_count; b++) {
    Mover mover = {.body = &placed->model->bodies[b], .node = placed->model->bodies[b].node};
    snprintf(mover.name, sizeof mover.name, "%s", mover.body->name);
    worst = fmax(worst, mover_error(placed, &mover));
  }
  return worst;
}

static double beams_error(const Placed *placed) {
  double worst = 0;
  for (int b = 0; b < placed->model->beam_count; b++)
    for (int i = 0; i < placed->model->beams[b].node_count; i++) {
      const trm_Beam *beam = &placed->model->beams[b];
      Mover mover = {.node = beam->nodes[i]};
      snprintf(mover.name, sizeof mover.name, "%s@%.6g", beam->name, beam->spans[i] / beam->length);
      worst = fmax(worst, mover_error(placed, &mover));
    }
  return worst;
}

/* Rows of no value (non-holonomic ones have none) would fail here and are to be named. */
static void against_differences(void **unused) {
  (void)unused;
  Random random = {20};
  double worst = 0;
  for (int sample = 0; sample < test_sanitized(10, 4); sample++) {
    Placed placed = place(&random, trm_joint_registry(), sample % 2 ? LAWS_DRIVE : LAWS_NONE);
    worst = fmax(worst, bodies_error(&placed));
    placed_free(&placed);
  }
  print_message("largest difference of an entry from a difference quotient: %.2g\n", worst);
  assert_true(worst < 2e-8);
}

/* Contacts on tracks and curves, one kind at a time, where their constraints hold: the place of the contact is
   eliminated. */
static void contacts_against_differences(void **unused) {
  (void)unused;
  trm_JointRegistry all = trm_joint_registry();
  Random random = {21};
  for (int k = 0; k < all.count; k++) {
    double worst = 0;
    int held = 0, wanted = test_sanitized(3, 1);
    if (all.kinds[k].frame != TRM_FRAME_TRACK && all.kinds[k].frame != TRM_FRAME_CURVE) continue;
    for (int sample = 0; held < wanted && sample < 60; sample++) {
      Placed placed = place(&random, (trm_JointRegistry){&all.kinds[k], 1}, sample % 2 ? LAWS_ALL : LAWS_NONE);
      placed_hold(&placed);
      if (placed.held) held++, worst = fmax(worst, fmax(bodies_error(&placed), beams_error(&placed)));
      placed_free(&placed);
    }
    print_message("%-20s largest difference of an entry %.2g, %d positions\n", all.kinds[k].name, worst, held);
    assert_int_equal(held, wanted);
    assert_true(worst < 2e-8);
  }
}

/* ---- two bars ---- */

enum { COLUMNS = 12, MOST_ROWS = 7 };

/* Coordinates X, Y, Z, psi, theta, phi of both bars. */
typedef struct Bars {
  double l[2], q[2][6];
  double R; /* of the spheres, m */
} Bars;

/* A [+-l/2, 0, 0]: the vector from the centre to an end of a bar, and its derivatives by psi, theta, phi as columns.
   The text prints them in (vi)-(ix); dY/dpsi of the first bar lacks cos(phi) there. */
static void end_of(const Bars *bars, int bar, double half, double arm[3], double slope[3][3]) {
  const double *q = bars->q[bar];
  double sp = sin(q[3]), cp = cos(q[3]), st = sin(q[4]), ct = cos(q[4]), sf = sin(q[5]), cf = cos(q[5]);
  const double values[3] = {ct * cf, sp * st * cf + cp * sf, -cp * st * cf + sp * sf};
  const double slopes[3][3] = {{0, -st * cf, -ct * sf},
                               {cp * st * cf - sp * sf, sp * ct * cf, -sp * st * sf + cp * cf},
                               {sp * st * cf + cp * sf, -cp * ct * cf, cp * st * sf + sp * cf}};
  for (int n = 0; n < 3; n++) {
    arm[n] = half * values[n];
    for (int a = 0; a < 3; a++) slope[n][a] = half * slopes[n][a];
  }
}

/* (vi): X_1 + ... - X_2 + ... ; row n of the ball at C */
static void ball_row(const Bars *bars, int n, double row[COLUMNS]) {
  for (int bar = 0; bar < 2; bar++) {
    double arm[3], slope[3][3];
    end_of(bars, bar, bar ? -bars->l[1] / 2 : bars->l[0] / 2, arm, slope);
    row[6 * bar + n] = bar ? -1 : 1;
    for (int a = 0; a < 3; a++) row[6 * bar + 3 + a] = (bar ? -1 : 1) * slope[n][a];
  }
}

static void read_bars(Run *run, double l1, double l2, Bars *bars) {
  static const char *const position[] = {"bar1.position", "bar2.position"};
  static const char *const angles[] = {"angles1.bryan.psi", "angles1.bryan.theta", "angles1.bryan.phi",
                                       "angles2.bryan.psi", "angles2.bryan.theta", "angles2.bryan.phi"};
  bars->l[0] = l1, bars->l[1] = l2;
  for (int bar = 0; bar < 2; bar++) {
    run_vector(run, position[bar], bars->q[bar]);
    for (int a = 0; a < 3; a++) bars->q[bar][3 + a] = run_channel(run, angles[3 * bar + a]);
  }
}

/* A parameter of a model that is chosen at random. */
typedef struct Choice {
  const char *name;
  double low, high;
} Choice;

typedef struct Variant {
  const char *file;
  int rows;
  void (*formula)(const Bars *bars, double B[MOST_ROWS][COLUMNS]);
  Choice choices[9];
} Variant;

static void spherical(const Bars *bars, double B[MOST_ROWS][COLUMNS]) {
  for (int n = 0; n < 3; n++) ball_row(bars, n, B[n]);
}

/* (x): psi2 - psi1 = 0 and theta2 - theta1 = 0 */
static void cylindrical(const Bars *bars, double B[MOST_ROWS][COLUMNS]) {
  spherical(bars, B);
  for (int a = 0; a < 2; a++) B[3 + a][3 + a] = -1, B[3 + a][9 + a] = 1;
}

/* (xix), (xx): the outer ends A and B at a distance R from the origin and from (2 R, 0, 0) */
static void spheres(const Bars *bars, double B[MOST_ROWS][COLUMNS]) {
  spherical(bars, B);
  for (int bar = 0; bar < 2; bar++) {
    double arm[3], slope[3][3], end[3];
    end_of(bars, bar, bar ? bars->l[1] / 2 : -bars->l[0] / 2, arm, slope);
    for (int n = 0; n < 3; n++) end[n] = bars->q[bar][n] + arm[n] - (bar && n == 0 ? 2 * bars->R : 0);
    for (int n = 0; n < 3; n++) {
      B[3 + bar][6 * bar + n] = 2 * end[n];
      for (int a = 0; a < 3; a++) B[3 + bar][6 * bar + 3 + a] += 2 * end[n] * slope[n][a];
    }
  }
}

/* (xxii), (xxiv): Z of the outer ends */
static void plane(const Bars *bars, double B[MOST_ROWS][COLUMNS]) {
  cylindrical(bars, B);
  for (int bar = 0; bar < 2; bar++) {
    double arm[3], slope[3][3];
    end_of(bars, bar, bar ? bars->l[1] / 2 : -bars->l[0] / 2, arm, slope);
    B[5 + bar][6 * bar + 2] = 1;
    for (int a = 0; a < 3; a++) B[5 + bar][6 * bar + 3 + a] = slope[2][a];
  }
}

static const Variant variants[] = {
    {"spherical.yaml",
     3,
     spherical,
     {{"psi1", -3, 3},
      {"theta1", -1.4, 1.4},
      {"phi1", -3, 3},
      {"psi2", -3, 3},
      {"theta2", -1.4, 1.4},
      {"phi2", -3, 3},
      {"X1", -2, 2}}},
    {"cylindrical.yaml",
     5,
     cylindrical,
     {{"psi1", -1, 1}, {"theta1", -1.2, 1.2}, {"phi1", -1.2, 1.2}, {"phi2", -1.2, 1.2}}},
    {"spheres.yaml",
     5,
     spheres,
     {{"psi1", 0, 0.8},
      {"theta1", -0.6, 0},
      {"phi1", 0.4, 1},
      {"psi2", -0.8, -0.2},
      {"theta2", 0.3, 0.9},
      {"phi2", -1.4, -0.8}}},
    {"plane.yaml", 7, plane, {{"psi1", -0.8, 0.8}, {"phi1", 0.2, 1}, {"phi2", -1, -0.2}}}};

static trm_Spec *read_model(const char *file) {
  char path[400];
  snprintf(path, sizeof path, "%s/examples/two-bars/%s", TRM_SOURCE_DIR, file);
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  trm_Spec *spec = trm_spec_read(path, diagnostics);
  assert_non_null(spec);
  trm_diagnostics_free(diagnostics);
  return spec;
}

static double set(trm_Spec *spec, Random *random, const Choice *choice) {
  char path[60];
  double value = random_number(random, choice->low, choice->high);
  snprintf(path, sizeof path, "parameters/%s", choice->name);
  assert_int_equal(trm_spec_set_number(spec, path, value, NULL), TRM_OK);
  return value;
}

/* largest difference, the sign of a row being free */
static double row_error(const double *ours, const double *formula) {
  double same = 0, opposite = 0;
  for (int c = 0; c < COLUMNS; c++) {
    same = fmax(same, fabs(ours[c] - formula[c]));
    opposite = fmax(opposite, fabs(ours[c] + formula[c]));
  }
  return fmin(same, opposite);
}

static double variant_error(const Variant *variant, Random *random) {
  trm_Spec *spec = read_model(variant->file);
  for (const Choice *choice = variant->choices; choice->name; choice++) set(spec, random, choice);
  double l1 = set(spec, random, &(Choice){"l1", 0.9, 1.5}), l2 = set(spec, random, &(Choice){"l2", 0.7, 1.2}),
         worst = 0;
  assert_int_equal(trm_spec_ask_matrix(spec, 0), TRM_OK);
  Run run = run_model(model_from_spec(spec));
  Bars bars = {.R = 1};
  double B[MOST_ROWS][COLUMNS] = {{0}};
  read_bars(&run, l1, l2, &bars);
  variant->formula(&bars, B);
  trm_Matrix *matrix = trm_simulation_matrix(run.simulation, TRM_COLUMNS_BRYAN);
  assert_non_null(matrix);
  assert_int_equal(trm_matrix_rows(matrix), variant->rows);
  assert_int_equal(trm_matrix_columns(matrix), COLUMNS);
  assert_int_equal(column_named(matrix, "bar2", "phi"), COLUMNS - 1);
  for (int r = 0; r < variant->rows; r++) {
    worst = fmax(worst, row_error(trm_matrix_entries(matrix) + COLUMNS * r, B[r]));
    assert_true(fabs(trm_matrix_value(matrix, r)) < 1e-12);
    if (worst > 1e-12) print_message("row %s\n", trm_matrix_row_name(matrix, r));
  }
  trm_matrix_free(matrix);
  run_free(&run);
  trm_spec_free(spec);
  return worst;
}

static void two_bars(void **unused) {
  (void)unused;
  Random random = {9};
  for (size_t v = 0; v < sizeof variants / sizeof variants[0]; v++) {
    double worst = 0;
    for (int sample = 0; sample < test_sanitized(20, 5); sample++)
      worst = fmax(worst, variant_error(&variants[v], &random));
    print_message("%-16s %d x %d, largest difference from the formulas %.2g\n", variants[v].file, variants[v].rows,
                  COLUMNS, worst);
    assert_true(worst < 1e-13);
  }
}

/* ---- sharing, drives, names ---- */

static const char shared[] =
    "{trammel: 1, bodies: {a: {mass: 1, inertia: [1, 1, 1]}, b: {mass: 1, inertia: [1, 1, 1]}}, joints: {pin: {type: "
    "revolute, between: [a, b], axis: [0, 0, 1], coordinates: {phi: {spring: 2}}}, slide: {type: prismatic, between: "
    "[ground, a], axis: [1, 0, 0], coordinates: {delta: {drive: \"t\"}}}}, analysis: {until: 1, step: 0.1}}";

static void sharing_is_undone(void **unused) {
  (void)unused;
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  trm_Spec *spec = trm_spec_parse("shared", shared, strlen(shared), diagnostics);
  assert_non_null(spec);
  assert_int_equal(trm_spec_ask_matrix(spec, 0), TRM_OK);
  assert_int_equal(trm_spec_ask_matrix(spec, -1), TRM_BAD_ARGUMENT);
  Run run = run_model(model_from_spec(spec));
  trm_Matrix *matrix = trm_simulation_matrix(run.simulation, TRM_COLUMNS_VIRTUAL);
  assert_int_equal(trm_matrix_rows(matrix), 5 + 6);
  assert_int_equal(trm_matrix_columns(matrix), 12);
  int drive = row_named(matrix, "slide: drive of delta");
  assert_in_range(drive, 0, 10);
  assert_true(fabs(fabs(trm_matrix_entry(matrix, drive, column_named(matrix, "a", "x"))) - 1) < 1e-15);
  assert_string_equal(trm_matrix_row_name(matrix, -1), "");
  assert_true(isnan(trm_matrix_entry(matrix, 0, 12)));
  trm_matrix_free(matrix);
  run_free(&run);
  trm_spec_free(spec);
  trm_diagnostics_free(diagnostics);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(against_differences),
                                     cmocka_unit_test(contacts_against_differences), cmocka_unit_test(two_bars),
                                     cmocka_unit_test(sharing_is_undone)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
