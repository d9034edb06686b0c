/* Over-constrained mechanisms: how many constraints are redundant, which, that the motion is that of the mechanism held
   exactly once, and that the reported reactions balance every body. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <math.h>
#include <string.h>
#include <cmocka.h>
#include "analysis/simulation.h"
#include "conformance/text_model.h"
#include "element/joint.h"
#include "math/rotation.h"
#include "math/vec3.h"
#include "verification/mechanisms.h"

static const char tilted[] =
    "[0.7, -6, 4]"; /* gravity across the plane of planar linkages, to load what is redundant */

static int freedom_said(Run *run, char **report) {
  static const char words[] = "degrees of freedom: ";
  int freedom = -1;
  *report = trm_simulation_report(run->simulation);
  assert_non_null(*report);
  const char *at = strstr(*report, words);
  assert_non_null(at);
  assert_int_equal(sscanf(at + strlen(words), "%d", &freedom), 1);
  return freedom;
}

/* ---- the constraint matrix, by differences of the constraint functions ---- */

enum { ROWS = 64, COLUMNS = 64 };
typedef struct Matrix {
  int rows, columns;
  double b[ROWS][COLUMNS];
} Matrix;

/* values of all constraints with node n displaced (c < 3) or turned (c >= 3) by `by` */
static void constraints(const Run *run, int n, int c, double by, double values[ROWS]) {
  const trm_Model *model = run->model;
  const trm_State *state = run->simulation->state;
  const trm_Joint *joints = state->layout->joints;
  double q[600], targets[3] = {0, 0, 0};
  assert_true(trm_configuration_size(model) <= 600);
  memcpy(q, state->q, sizeof(double) * (size_t)trm_configuration_size(model));
  double *point = q + trm_point_at(model->nodes[n].point), *triad = q + trm_triad_at(model, model->nodes[n].triad);
  if (c < 3)
    point[c] += by;
  else {
    double r[9], axis[3] = {c == 3, c == 4, c == 5};
    trm_rotation_from_axis(axis, by, r);
    for (int d = 0; d < 3; d++) {
      double old[3] = {triad[3 * d], triad[3 * d + 1], triad[3 * d + 2]};
      for (int i = 0; i < 3; i++) triad[3 * d + i] = r[3 * i] * old[0] + r[3 * i + 1] * old[1] + r[3 * i + 2] * old[2];
    }
  }
  int row = 0;
  for (int j = 0; j < model->joint_count; j++) {
    assert_int_equal(joints[j].unknown_count, 0);
    trm_joint_constraints(model, &joints[j], &(trm_Position){q, state->x, NULL, targets}, values + row);
    row += joints[j].row_count;
  }
}

static void constraint_matrix(const Run *run, Matrix *matrix) {
  const trm_Model *model = run->model;
  const double by = 1e-4;
  matrix->rows = matrix->columns = 0;
  for (int j = 0; j < model->joint_count; j++) matrix->rows += run->simulation->system->layout->joints[j].row_count;
  assert_in_range(matrix->rows, 1, ROWS);
  for (int b = 0; b < model->body_count; b++)
    for (int c = 0; c < 6; c++, matrix->columns++) {
      double v[4][ROWS]; /* fourth order differences */
      static const double at[4] = {-2, -1, 1, 2}, weight[4] = {1, -8, 8, -1};
      assert_in_range(matrix->columns, 0, COLUMNS - 1);
      for (int k = 0; k < 4; k++) constraints(run, model->bodies[b].node, c, at[k] * by, v[k]);
      for (int r = 0; r < matrix->rows; r++) {
        double sum = 0;
        for (int k = 0; k < 4; k++) sum += weight[k] * v[k][r];
        matrix->b[r][matrix->columns] = sum / (12 * by);
      }
    }
}

/* rank of the rows listed, without the one at position `without` (-1: all) */
static int rank_of(const Matrix *matrix, const int *rows, int count, int without) {
  double basis[ROWS][COLUMNS];
  bool used[ROWS] = {false};
  int rank = 0;
  double left[ROWS][COLUMNS];
  for (int i = 0; i < count; i++) {
    double norm = 0;
    for (int c = 0; c < matrix->columns; c++) norm += matrix->b[rows[i]][c] * matrix->b[rows[i]][c];
    for (int c = 0; c < matrix->columns; c++) left[i][c] = matrix->b[rows[i]][c] / sqrt(norm);
    used[i] = i == without;
  }
  for (;;) { /* the largest remainder next */
    int best = -1;
    double most = 1e-14;
    for (int i = 0; i < count; i++) {
      double norm = 0;
      for (int c = 0; c < matrix->columns && !used[i]; c++) norm += left[i][c] * left[i][c];
      if (norm > most) most = norm, best = i;
    }
    if (best < 0) return rank;
    used[best] = true;
    for (int c = 0; c < matrix->columns; c++) basis[rank][c] = left[best][c] / sqrt(most);
    for (int i = 0; i < count; i++) {
      double along = 0;
      for (int c = 0; c < matrix->columns; c++) along += left[i][c] * basis[rank][c];
      for (int c = 0; c < matrix->columns; c++) left[i][c] -= along * basis[rank][c];
    }
    rank++;
  }
}

/* ---- names ---- */

/* is `word` among the items "a, b, c" of a text of the length given? */
static bool among(const char *items, size_t length, const char *word) {
  char text[TEXT];
  snprintf(text, sizeof text, "%.*s", (int)length, items);
  for (char *rest = text, *item; (item = rest) != NULL;) {
    rest = strstr(item, ", ");
    if (rest) *rest = 0, rest += 2;
    if (strcmp(item, word) == 0) return true;
  }
  return false;
}

/* Is the component said in "displacement along world x, y, rotation about joint axis 1"? A word alone goes on with the
   words before. */
static bool component_said(const char *items, size_t length, const char *component, int *said) {
  char text[TEXT], full[200] = "";
  bool found = false;
  snprintf(text, sizeof text, "%.*s", (int)length, items);
  for (char *rest = text, *item; (item = rest) != NULL;) {
    rest = strstr(item, ", ");
    if (rest) *rest = 0, rest += 2;
    char *tail = strrchr(full, ' ');
    if (!strchr(item, ' ') && tail)
      snprintf(tail + 1, sizeof full - (size_t)(tail + 1 - full), "%.20s", item);
    else
      snprintf(full, sizeof full, "%.199s", item);
    found = found || strcmp(full, component) == 0;
    ++*said;
  }
  return found;
}

/* Is "joint: component" said in the line "- joint, joint: component, component; joint: ..."? *said: components of the
   joint in it. */
static bool said_in_line(const char *line, const char *name, int *said) {
  const char *colon = strstr(name, ": "), *end = strchr(line, '\n');
  char owner[100];
  bool found = false;
  snprintf(owner, sizeof owner, "%.*s", (int)(colon - name), name);
  *said = 0;
  line += strspn(line, " -");
  while (line < end) {
    const char *middle = strstr(line, ": "), *stop = strstr(line, "; ");
    if (!stop || stop > end) stop = end;
    assert_true(middle && middle < stop);
    if (among(line, (size_t)(middle - line), owner))
      found = component_said(middle + 2, (size_t)(stop - middle - 2), colon + 2, said) || found;
    line = stop < end ? stop + 2 : end;
  }
  return found;
}

/* Each set is dependent, and no smaller part of it is: any one follows from the others. The report says so by name. */
static void check_sets(Run *run, const char *report, bool named[ROWS]) {
  const trm_Redundancy *redundancy = &run->simulation->rows.redundancy;
  static Matrix matrix;
  constraint_matrix(run, &matrix);
  const char *line = strstr(report, "redundant constraints: ");
  for (int s = 0; s < redundancy->set_count; s++) {
    const trm_DependentSet *set = &redundancy->sets[s];
    int rows[ROWS];
    line = strchr(line, '\n') + 1;
    for (int i = 0; i < set->count; i++) {
      char name[200];
      int said, of_joint = 0;
      rows[i] = run->simulation->system->multiplier_of[set->rows[i]];
      named[rows[i]] = true;
      trm_constraint_name(run->simulation->system, set->rows[i], name, sizeof name);
      if (!said_in_line(line, name, &said)) fail_msg("%s is not named in %s", name, line);
      for (int k = 0; k < set->count; k++)
        of_joint += strcmp(run->simulation->system->unknowns[set->rows[k]].owner,
                           run->simulation->system->unknowns[set->rows[i]].owner) == 0;
      assert_int_equal(said, of_joint); /* and nothing else of the joint */
    }
    assert_int_equal(rank_of(&matrix, rows, set->count, -1), set->count - 1);
    for (int i = 0; i < set->count; i++) assert_int_equal(rank_of(&matrix, rows, set->count, i), set->count - 1);
  }
  int all[ROWS];
  for (int r = 0; r < matrix.rows; r++) all[r] = r;
  assert_int_equal(rank_of(&matrix, all, matrix.rows, -1), matrix.rows - redundancy->set_count);
}

/* The kind of a joint without one of its rows, added to the table. */
static trm_JointRegistry without_row(const trm_JointKind *kind, int row) {
  static trm_JointKind kinds[40];
  trm_JointRegistry own = trm_joint_registry();
  memcpy(kinds, own.kinds, sizeof *kinds * (size_t)own.count);
  trm_JointKind *less = &kinds[own.count];
  *less = *kind;
  less->name = "less";
  memmove(less->rows + row, less->rows + row + 1, sizeof *less->rows * (size_t)(less->row_count - row - 1));
  less->row_count--;
  return (trm_JointRegistry){kinds, own.count + 1};
}

/* Redundant constraints and degrees of freedom in the position itself: without a component some mechanisms stand in a
   singular position, where the simulation looks beside it. */
static int redundant_here(const Run *run, int *freedom) {
  trm_Redundancy here;
  const trm_System *system = run->simulation->system;
  assert_int_equal(trm_redundancy_find(run->simulation->system, run->simulation->state,
                                       (trm_RankRule){1e-9, TRM_RANK_BY_TOLERANCE, true, false}, &here),
                   TRM_OK);
  int count = here.set_count;
  trm_redundancy_free(&here);
  *freedom = system->numbering.count - 2 * run->simulation->system->layout->multiplier_count + count;
  return count;
}

/* Freeing a component that was named takes one redundancy away and moves nothing; freeing another one gives a degree of
   freedom. */
static int free_each_component(const Mechanism *mechanism, Run *run, const bool named[ROWS]) {
  int freed = 0, multiplier = 0;
  for (int j = 0; j < run->model->joint_count; j++) {
    const trm_Joint *joint = &run->simulation->system->layout->joints[j];
    for (int r = 0; r < joint->row_count; r++, multiplier++, freed++) {
      Variant variant = {.unshared = true, .joint = j, .type = "less"};
      Run less = mechanism_start_with(mechanism, variant, without_row(joint->kind, joint->rows[r]));
      int freedom, redundant = redundant_here(&less, &freedom);
      if (redundant != mechanism->redundant - named[multiplier] || freedom != mechanism->freedom + !named[multiplier])
        fail_msg("%s without row %d of %s, which was %snamed: %d redundant, freedom %d", mechanism->name, r,
                 joint->name, named[multiplier] ? "" : "not ", redundant, freedom);
      run_free(&less);
    }
  }
  return freed;
}

static void redundant_sets(void **state) {
  (void)state;
  printf("%-32s %9s %7s %12s %10s\n", "mechanism", "redundant", "freedom", "constraints", "named");
  for (int m = 0; m < mechanism_count; m++) {
    const Mechanism *mechanism = &mechanisms[m];
    Run run = mechanism_start(mechanism, (Variant){.unshared = true});
    char *report;
    bool named[ROWS] = {false};
    int freedom = freedom_said(&run, &report), count = 0, in_sets = 0;
    if (trm_simulation_redundant(run.simulation) != mechanism->redundant || freedom != mechanism->freedom)
      fail_msg("%s: %s", mechanism->name, report);
    check_sets(&run, report, named);
    count = free_each_component(mechanism, &run, named);
    for (int r = 0; r < count; r++) in_sets += named[r];
    printf("%-32s %9d %7d %12d %10d\n", mechanism->name, mechanism->redundant, freedom, count, in_sets);
    trm_free(report);
    run_free(&run);
    Run exact = mechanism_start(mechanism, (Variant){.exact = true});
    assert_int_equal(trm_simulation_redundant(exact.simulation), 0);
    assert_int_equal(freedom_said(&exact, &report), mechanism->freedom);
    trm_free(report);
    run_free(&exact);
  }
}

/* ---- the motion ---- */

/* largest difference of the motions of all bodies: positions, directions, velocities, angular velocities, relative to
   the largest */
static double apart(Run *a, Run *b) {
  static const char *const quantities[] = {"position", "velocity", "omega"};
  double worst = 0;
  for (int i = 0; i < a->model->body_count; i++) {
    const char *name = a->model->bodies[i].name;
    char channel[100];
    double at[2][4], product = 0;
    for (int k = 0; k < 3; k++) {
      double difference[3];
      snprintf(channel, sizeof channel, "%s.%s", name, quantities[k]);
      run_vector(a, channel, at[0]), run_vector(b, channel, at[1]);
      trm_subtract(difference, at[0], at[1]);
      worst = fmax(worst, trm_norm(difference) / fmax(1, trm_norm(at[1])));
    }
    for (int k = 0; k < 4; k++) {
      snprintf(channel, sizeof channel, "%s.quaternion.%c", name, "wxyz"[k]);
      at[0][k] = run_channel(a, channel), at[1][k] = run_channel(b, channel);
      product += at[0][k] * at[1][k];
    }
    for (int k = 0; k < 4; k++) worst = fmax(worst, fabs(at[0][k] - copysign(1, product) * at[1][k]));
  }
  return worst;
}

/* the furthest that any body goes or turns: the motion that is compared is one */
static double travel(Run *run) {
  double most = 0;
  for (int b = 0; b < run->model->body_count; b++) {
    const double *reference = run->model->nodes[run->model->bodies[b].node].at;
    char channel[100];
    double at[3], difference[3];
    snprintf(channel, sizeof channel, "%s.position", run->model->bodies[b].name);
    run_vector(run, channel, at);
    trm_subtract(difference, at, reference);
    most = fmax(most, trm_norm(difference));
  }
  return most;
}

/* largest difference over a second, looked at ten times; *far: how far the bodies went in that time */
static double compare(Run *a, Run *b, double *far) {
  double worst = 0;
  int steps = (int)lround(0.1 / a->simulation->analysis->step.size);
  for (int block = 0; block < 10; block++) {
    run_steps(a, steps), run_steps(b, steps);
    worst = fmax(worst, apart(a, b));
    *far = fmax(*far, travel(a));
  }
  return worst;
}

static void motion_of_the_exact_model(void **state) {
  (void)state;
  printf("%-32s %10s %10s %10s %10s %10s\n", "difference of the motion from", "exact", "reversed", "scale/100",
         "scale*100", "travel");
  int failures = 0;
  for (int m = 0; m < mechanism_count; m++) {
    double found[4], far = 0;
    for (int k = 0; k < 4; k++) {
      Run run = mechanism_start(&mechanisms[m], (Variant){0});
      char words[100] = "";
      if (k >= 2)
        snprintf(words, sizeof words, ", newton: {scale: %.17g}",
                 *run.simulation->state->scale * (k == 2 ? 0.01 : 100));
      Run other = mechanism_start(&mechanisms[m], (Variant){.exact = k == 0, .reversed = k == 1, .newton = words});
      found[k] = compare(&run, &other, &far);
      run_free(&run);
      run_free(&other);
    }
    printf("%-32s %10.1e %10.1e %10.1e %10.1e %10.2f\n", mechanisms[m].name, found[0], found[1], found[2], found[3],
           far);
    for (int k = 0; k < 4; k++) failures += !(found[k] < 1e-9);
    assert_true(far > 0.05);
  }
  assert_int_equal(failures, 0);
}

/* ---- reactions ---- */

/* d = R(quaternion) v, the body's axes being the world's in the reference configuration */
static void turned(double out[3], const double q[4], const double v[3]) {
  double t[3], u[3];
  trm_cross(t, q + 1, v);
  for (int n = 0; n < 3; n++) t[n] *= 2;
  trm_cross(u, q + 1, t);
  for (int n = 0; n < 3; n++) out[n] = v[n] + q[0] * t[n] + u[n];
}

static void quaternion_of(Run *run, const char *body, double q[4]) {
  for (int k = 0; k < 4; k++) {
    char channel[100];
    snprintf(channel, sizeof channel, "%s.quaternion.%c", body, "wxyz"[k]);
    q[k] = run_channel(run, channel);
  }
}

static void vector_of(Run *run, const char *name, const char *quantity, double out[3]) {
  char channel[100];
  snprintf(channel, sizeof channel, "%s%s", name, quantity);
  run_vector(run, channel, out);
}

/* where the reaction of the joint acts: the joint's point of the second body */
static void point_of(Run *run, const trm_Joint *joint, double out[3]) {
  const trm_Marker *marker = &joint->side[1];
  if (marker->node == 0) { /* the ground's node is the origin */
    memcpy(out, marker->offset, 3 * sizeof(double));
    return;
  }
  double q[4], centre[3], arm[3];
  const char *name = run->model->nodes[marker->node].name;
  quaternion_of(run, name, q);
  vector_of(run, name, ".position", centre);
  turned(arm, q, marker->offset);
  for (int n = 0; n < 3; n++) out[n] = centre[n] + arm[n];
}

/* m a - m g - sum of forces, and d(J omega)/dt - sum of moments about the centre of mass; relative to the largest
   term */
static double imbalance(Run *run, const trm_Body *body) {
  double q[4], centre[3], a[3], omega[3], alpha[3], force[3], moment[3] = {0, 0, 0}, most = 0;
  quaternion_of(run, body->name, q);
  vector_of(run, body->name, ".position", centre);
  vector_of(run, body->name, ".acceleration", a);
  vector_of(run, body->name, ".omega", omega);
  vector_of(run, body->name, ".alpha", alpha);
  for (int n = 0; n < 3; n++) force[n] = body->mass * (run->model->space.gravity[n] - a[n]);
  /* in body axes J = (0.03, 0.05, 0.07) for every body of the list */
  static const double inertia[3] = {0.03, 0.05, 0.07};
  double back[4] = {q[0], -q[1], -q[2], -q[3]}, o[3], l[3], ox[3], dl[3], world[3];
  turned(o, back, omega);
  turned(dl, back, alpha);
  for (int n = 0; n < 3; n++) l[n] = inertia[n] * o[n], dl[n] *= inertia[n];
  trm_cross(ox, o, l);
  for (int n = 0; n < 3; n++) dl[n] += ox[n];
  turned(world, q, dl);
  for (int n = 0; n < 3; n++) moment[n] = -world[n];
  for (int j = 0; j < run->model->joint_count; j++) {
    const trm_Joint *joint = &run->simulation->system->layout->joints[j];
    double f[3], m[3], at[3], arm[3], lever[3];
    vector_of(run, joint->name, "-f.force", f);
    vector_of(run, joint->name, "-m.moment", m);
    for (int s = 0; s < 2; s++) {
      if (joint->side[s].node != body->node) continue;
      double sign = s == 1 ? 1 : -1;
      point_of(run, joint, at);
      trm_subtract(arm, at, centre);
      trm_cross(lever, arm, f);
      for (int n = 0; n < 3; n++) force[n] += sign * f[n], moment[n] += sign * (m[n] + lever[n]);
      most = fmax(most, fmax(trm_norm(f), fmax(trm_norm(m), trm_norm(lever))));
    }
  }
  for (int s = 0; s < run->model->forces.spring_count; s++) { /* the coil from a wall to a centre of mass */
    const trm_SpringDamper *spring = &run->model->forces.springs[s];
    double along[3];
    char channel[100];
    if (spring->side[1].node != body->node) continue;
    snprintf(channel, sizeof channel, "%s.tension", spring->name);
    trm_subtract(along, spring->side[0].offset, centre);
    for (int n = 0; n < 3; n++) force[n] += run_channel(run, channel) * along[n] / trm_norm(along);
  }
  return fmax(trm_norm(force), trm_norm(moment)) / fmax(1, most);
}

static void reactions_balance_each_body(void **state) {
  (void)state;
  double worst_of_all = 0;
  for (int m = 0; m < mechanism_count; m++) {
    double worst = 0;
    Run run = mechanism_start(&mechanisms[m], (Variant){.gravity = tilted});
    int steps = (int)lround(0.05 / run.simulation->analysis->step.size);
    for (int block = 0; block < 4; block++) {
      run_steps(&run, steps);
      for (int b = 0; b < run.model->body_count; b++) worst = fmax(worst, imbalance(&run, &run.model->bodies[b]));
    }
    printf("%-32s bodies balance to %.1e of the largest reaction\n", mechanisms[m].name, worst);
    worst_of_all = fmax(worst_of_all, worst);
    run_free(&run);
  }
  assert_true(worst_of_all < 1e-9);
}

/* Least norm shares a load evenly among equals, and does not depend on the order of the joints. */
static void reactions_of_least_norm(void **state) {
  (void)state;
  Run run = run_start(
      "{trammel: 1, gravity: [0, 0, -10], bodies: {door: {mass: 2, inertia: [0.1, 0.2, 0.3], position: [0.5, 0, 0]}}, "
      "joints: {lower: {type: revolute, between: [ground, door], at: [0, 0, -0.8], axis: [0, 0, 1]}, "
      "upper: {type: revolute, between: [ground, door], at: [0, 0, 0.8], axis: [0, 0, 1]}}, "
      "outputs: {l: {of: lower, quantity: force, frame: world}, u: {of: upper, quantity: force, frame: world}}, "
      "analysis: {until: 1, step: 0.1}}");
  double lower[3], upper[3];
  run_steps(&run, 3);
  run_vector(&run, "l.force", lower), run_vector(&run, "u.force", upper);
  printf("door at rest, hinges above each other: (%g, %g, %g) N and (%g, %g, %g) N\n", lower[0], lower[1], lower[2],
         upper[0], upper[1], upper[2]);
  assert_true(fabs(lower[2] - 10) < 1e-12 && fabs(upper[2] - 10) < 1e-12);
  assert_true(fabs(lower[0] + upper[0]) < 1e-12 && lower[0] > 0.1); /* the lower one pushes, the upper one pulls */
  run_free(&run);
  for (int m = 0; m < mechanism_count; m++) {
    double worst = 0, most = 0;
    Run runs[2];
    for (int k = 0; k < 2; k++) {
      runs[k] = mechanism_start(&mechanisms[m], (Variant){.reversed = k == 1, .gravity = tilted, .unshared = true});
      run_steps(&runs[k], 10);
    }
    for (int j = 0; j < runs[0].model->joint_count; j++)
      for (int k = 0; k < 2; k++) {
        double a[3], b[3], difference[3];
        vector_of(&runs[0], runs[0].model->joints[j].name, k ? "-m.moment" : "-f.force", a);
        vector_of(&runs[1], runs[0].model->joints[j].name, k ? "-m.moment" : "-f.force", b);
        trm_subtract(difference, a, b);
        worst = fmax(worst, trm_norm(difference)), most = fmax(most, trm_norm(a));
      }
    printf("%-32s reactions with the joints reversed: %.1e of %.1f\n", mechanisms[m].name, worst, most);
    assert_true(worst < 1e-9 * most);
    run_free(&runs[0]);
    run_free(&runs[1]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(redundant_sets),
      cmocka_unit_test(motion_of_the_exact_model),
      cmocka_unit_test(reactions_balance_each_body),
      cmocka_unit_test(reactions_of_least_norm),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
