/* Joints without their relative coordinates: position, velocity and acceleration level of every kind along smooth
   motions, the forms of a universal joint in relative coordinates as the text has them, dependent rows, and what
   relative coordinates cannot express. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "conformance/random_model.h"
#include "conformance/text_model.h"
#include "system/layout.h"
#include "element/joint_reduced.h"
#include "linalg/row_space.h"
#include "math/rotation.h"
#include "math/vec3.h"

/* ---- three levels along motions ---- */

/* quadratic in time: a point, and Bryan angles of its axes */
typedef struct Way {
  double point[3][3], angle[3][3]; /* value, rate, half the acceleration */
} Way;

static double at(const double c[3], double t) { return c[0] + t * (c[1] + t * c[2]); }
static double rate_at(const double c[3], double t) { return c[1] + 2 * t * c[2]; }

static void random_way(Random *random, Way *way) {
  for (int n = 0; n < 3; n++) {
    random_vector(random, 1, way->point[n]);
    random_vector(random, 0.6, way->angle[n]);
  }
}

static void omega_at(const Way *way, double t, double omega[3]) {
  double bryan[3], map[9];
  for (int n = 0; n < 3; n++) bryan[n] = at(way->angle[n], t), omega[n] = 0;
  trm_bryan_rates(bryan, map);
  for (int n = 0; n < 3; n++)
    for (int a = 0; a < 3; a++) omega[n] += map[3 * n + a] * rate_at(way->angle[a], t);
}

static void frame_at(const Way *way, double t, trm_Frame *frame) {
  double matrix[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  for (int n = 2; n >= 0; n--) { /* Rx Ry Rz */
    double axis[3] = {n == 0, n == 1, n == 2}, turn[9], product[9];
    trm_rotation_from_axis(axis, at(way->angle[n], t), turn);
    trm_multiply(product, turn, matrix);
    trm_copy(matrix, product, 9);
  }
  for (int a = 0; a < 3; a++)
    for (int n = 0; n < 3; n++) frame->e[a][n] = matrix[3 * n + a];
  for (int n = 0; n < 3; n++) frame->y[n] = at(way->point[n], t);
}

/* The second point of the joint: on its own way; along a curve that the first frame carries, where there is one. */
static void second_point(const trm_Joint *joint, const Way *first, const Way *second, double t, double out[3]) {
  trm_Frame carrier = {.e = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  double p[3];
  for (int n = 0; n < 3; n++) out[n] = at(second->point[n], t);
  if (!joint->path) return;
  if (first) frame_at(first, t, &carrier);
  trm_curve_path_at(joint->path, 0.4 + at(second->point[0], t), p, NULL, NULL);
  trm_copy(out, carrier.y, 3);
  for (int a = 0; a < 3; a++) trm_add_scaled(out, p[a], carrier.e[a]);
}

/* y_k' + omega_k x E_k p + E_k p' s' */
static void second_velocity(const trm_Joint *joint, const Way *first, const Way *second, double t, double out[3]) {
  trm_Frame carrier = {.e = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  double p[3], slope[3], arm[3] = {0}, omega[3] = {0};
  if (first) frame_at(first, t, &carrier), omega_at(first, t, omega);
  trm_curve_path_at(joint->path, 0.4 + at(second->point[0], t), p, slope, NULL);
  for (int a = 0; a < 3; a++) trm_add_scaled(arm, p[a], carrier.e[a]);
  trm_cross(out, omega, arm);
  for (int n = 0; n < 3 && first; n++) out[n] += rate_at(first->point[n], t);
  for (int a = 0; a < 3; a++) trm_add_scaled(out, rate_at(second->point[0], t) * slope[a], carrier.e[a]);
}

/* the joint at a time; first = NULL: the first frame is at rest in its own axes */
static trm_ReducedJoint reduced_at(const trm_Joint *joint, const Way *first, const Way *second, double t) {
  trm_FramePair frames = {.surfaces = joint->model->surfaces, .path = joint->path};
  trm_FrameMotion motion = {{{0}}, {{0}}, {{0}}, {0}};
  const Way *ways[2] = {first, second};
  for (int s = 0; s < 2; s++) {
    for (int a = 0; a < 3; a++) frames.f[s].e[a][a] = 1;
    if (!ways[s]) continue;
    frame_at(ways[s], t, &frames.f[s]);
    omega_at(ways[s], t, motion.omega[s]);
    for (int n = 0; n < 3; n++) motion.velocity[s][n] = rate_at(ways[s]->point[n], t);
  }
  if (joint->path) {
    second_point(joint, first, second, t, frames.f[1].y);
    second_velocity(joint, first, second, t, motion.velocity[1]);
    frames.x_f[0] = 0.4 + at(second->point[0], t); /* near which it is looked for */
  }
  for (int s = 0; s < 2; s++) frames.i[s] = frames.m[s] = frames.f[s];
  trm_ReducedJoint out;
  trm_joint_reduce(joint, &frames, &motion, NULL, t, &out);
  return out;
}

static void velocities_at(const Way *const ways[2], double t, double v[12]) {
  for (int s = 0; s < 2; s++) {
    for (int n = 0; n < 3; n++) v[6 * s + n] = ways[s] ? rate_at(ways[s]->point[n], t) : 0, v[6 * s + 3 + n] = 0;
    if (ways[s]) omega_at(ways[s], t, v + 6 * s + 3);
  }
}

static double dot12(const double *a, const double *b) {
  double sum = 0;
  for (int i = 0; i < 12; i++) sum += a[i] * b[i];
  return sum;
}

/* relative to what is compared: an angle near the pole of its definition turns fast */
static void note(double value, double difference, double *worst) {
  *worst = fmax(*worst, fabs(value - difference) / fmax(1, fabs(value)));
}

/* largest errors of dC/dt and d2C/dt2 against differences */
static void level_errors(const trm_Joint *joint, const Way *first, const Way *second, double t, double worst[2]) {
  const Way *const ways[2] = {first, second};
  const double h = 1e-5;
  trm_ReducedJoint now = reduced_at(joint, first, second, t), after = reduced_at(joint, first, second, t + h);
  trm_ReducedJoint before = reduced_at(joint, first, second, t - h);
  double v[3][12], a[12];
  for (int i = 0; i < 3; i++) {
    velocities_at(ways, t + (i - 1) * h, v[i]);
    if (joint->path) second_velocity(joint, first, second, t + (i - 1) * h, v[i] + 6);
  }
  for (int i = 0; i < 12; i++) a[i] = (v[2][i] - v[0][i]) / (2 * h);
  for (int r = 0; r < now.row_count; r++) {
    bool speeds = trm_joint_reduction(joint->kind) == TRM_REDUCES_WORLD; /* some of its rows have no value */
    bool valued = r < now.first_drive ? !speeds : joint->laws[joint->drives[r - now.first_drive]].drive != NULL;
    double speed = dot12(now.gradient[r], v[1]) + now.speed[r];
    double faster = dot12(after.gradient[r], v[2]) + after.speed[r];
    double slower = dot12(before.gradient[r], v[0]) + before.speed[r];
    if (valued) note(speed, (after.value[r] - before.value[r]) / (2 * h), &worst[0]);
    note(dot12(now.gradient[r], a) + now.gamma[r], (faster - slower) / (2 * h), &worst[1]);
  }
  for (int c = 0; c < joint->kind->coordinate_count; c++) {
    note(now.x_rate[c], (after.x[c] - before.x[c]) / (2 * h), &worst[0]);
    note(dot12(now.x_slope[c], a) + now.x_gamma[c], (after.x_rate[c] - before.x_rate[c]) / (2 * h), &worst[1]);
  }
}

static void three_levels(void **unused) {
  (void)unused;
  Random random = {7};
  double worst[2] = {0, 0};
  int tried = 0;
  for (int sample = 0; sample < 6; sample++) {
    char *text = random_model_text(&random, trm_joint_registry(),
                                   sample % 3 == 0   ? LAWS_NONE
                                   : sample % 3 == 1 ? LAWS_DRIVE
                                                     : LAWS_DRIVE_RATE);
    trm_Model *model = model_from_text(text);
    trm_Layout *layout;
    assert_int_equal(trm_layout_new(&layout, model, (trm_LayoutOptions){0}), TRM_OK);
    for (int j = 0; j < model->joint_count; j++) {
      trm_Reduction reduction = trm_joint_reduction(model->joints[j].kind);
      if (reduction == TRM_REDUCES_SUM || reduction == TRM_REDUCES_NOT) continue;
      Way ways[2];
      random_way(&random, &ways[0]), random_way(&random, &ways[1]);
      level_errors(&layout->joints[j], &ways[0], &ways[1], 0.1, worst);
      level_errors(&layout->joints[j], NULL, &ways[1], 0.1, worst);
      tried++;
    }
    trm_layout_free(layout);
    trm_model_free(model);
    free(text);
  }
  print_message("%d joints along two motions each: velocities to %.1e, accelerations to %.1e\n", tried, worst[0],
                worst[1]);
  assert_true(tried > 40 && worst[0] < 1e-7 && worst[1] < 1e-6);
}

/* ---- a universal joint: the text's (7), (8), and with a slide (12), (13) ---- */

static const char cardan[] =
    "{trammel: 1, bodies: {b1: {mass: 1, inertia: [1, 1, 1]}, b2: {mass: 1, inertia: [1, 1, 1], position: [1, 0, 0]}}, "
    "joints: {cross: {type: universal, between: [b1, b2], at: [0.5, 0, 0], axes: [[0, 1, 0], [0, 0, 1]]}, plunge: "
    "{type: universal-slide, between: [b1, b2], at: [0.5, 0, 0], axes: [[0, 1, 0], [0, 0, 1]]}}, analysis: {until: 1}}";

static const trm_Joint *joint_named(const trm_Layout *layout, const char *name) {
  for (int j = 0; j < layout->model->joint_count; j++)
    if (strcmp(layout->joints[j].name, name) == 0) return &layout->joints[j];
  fail();
  return NULL;
}

/* the first body's axes are the world's; h1 = e3 of the first frame, h2 = e3 of the second, R2^T its axes as columns */
static void universal_as_printed(void **unused) {
  (void)unused;
  trm_Model *model = model_from_text(cardan);
  trm_Layout *layout;
  assert_int_equal(trm_layout_new(&layout, model, (trm_LayoutOptions){0}), TRM_OK);
  Random random = {3};
  for (int sample = 0; sample < 50; sample++) {
    Way way;
    random_way(&random, &way);
    trm_ReducedJoint cross = reduced_at(joint_named(layout, "cross"), NULL, &way, 0.2);
    trm_ReducedJoint plunge = reduced_at(joint_named(layout, "plunge"), NULL, &way, 0.2);
    trm_Frame second;
    double omega[3], own[3], h1[3] = {0, 0, 1}, part[3], local[3] = {0, 0, 1}, turned[3] = {0, 0, 0};
    frame_at(&way, 0.2, &second);
    omega_at(&way, 0.2, omega);
    for (int a = 0; a < 3; a++) own[a] = trm_dot(second.e[a], omega); /* components in the second body */
    trm_cross(part, h1, omega);
    double seven = trm_dot(second.e[2], part); /* h2^T R2 R1^T tilde(h1) omega */
    trm_cross(part, local, own);
    for (int a = 0; a < 3; a++) trm_add_scaled(turned, part[a], second.e[a]);
    double eight = trm_dot(h1, turned); /* h1^T R1 R2^T tilde(h2) omega' */
    double rows = trm_dot(cross.gradient[3] + 9, omega);
    assert_true(fabs(rows - seven) < 1e-14 && fabs(rows + eight) < 1e-14);
    /* b^T s = 0 and c^T s = 0, b and c normal to the slide */
    assert_true(fabs(plunge.value[0] - second.y[2]) < 1e-15 && fabs(plunge.value[1] - second.y[0]) < 1e-15);
    for (int n = 0; n < 3; n++)
      assert_true(plunge.gradient[0][6 + n] == (n == 2) && plunge.gradient[1][6 + n] == (n == 0) &&
                  plunge.gradient[0][9 + n] == 0 && plunge.gradient[1][9 + n] == 0);
  }
  trm_layout_free(layout);
  trm_model_free(model);
}

/* ---- dependent rows ---- */

static void rows_that_depend(void **unused) {
  (void)unused;
  Random random = {11};
  for (int sample = 0; sample < 100; sample++) {
    double rows[9][6], b[9], v[6], target[6], force[6] = {0}, lambda[9] = {0}, back[6] = {0};
    int independent = 1 + random_count(&random, 5);
    trm_RowSpace space;
    for (int i = 0; i < 6; i++) target[i] = random_number(&random, -1, 1);
    for (int r = 0; r < 9; r++) {
      double weight = random_number(&random, -3, 3);
      for (int i = 0; i < 6; i++)
        rows[r][i] = r < independent ? random_number(&random, -1, 1) : weight * rows[r % independent][i];
      b[r] = 0;
      for (int i = 0; i < 6; i++) b[r] += rows[r][i] * target[i], force[i] += 0.3 * r * rows[r][i];
    }
    trm_row_space((const double(*)[6])rows, 9, 2.5, &space);
    assert_int_equal(space.rank, independent);
    assert_int_equal(space.freedom, 6 - independent);
    trm_row_space_solve(&space, b, v);
    trm_row_space_multipliers(&space, force, lambda);
    for (int r = 0; r < 9; r++) {
      double found = 0;
      for (int i = 0; i < 6; i++) found += rows[r][i] * v[i], back[i] += lambda[r] * rows[r][i];
      assert_true(fabs(found - b[r]) < 1e-11);
      for (int f = 0; f < space.freedom; f++) {
        double moved = 0;
        for (int i = 0; i < 6; i++) moved += rows[r][i] * space.motions[f][i];
        assert_true(fabs(moved) < 1e-12);
      }
    }
    for (int i = 0; i < 6; i++) assert_true(fabs(back[i] - force[i]) < 1e-10);
  }
}

/* ---- what cannot be expressed ---- */

static void refusals(void **unused) {
  (void)unused;
  text_refused(
      "{trammel: 1, sections: {s: {stiffness: {EA: 60, GKy: 40, GKz: 30, GJ: 4, EIy: 5, EIz: 7}, mass: {m: 1, Iyy: "
      "0.1, Izz: 0.1}}}, beams: {bow: {curve: {line: [[0, 0, 0], [1, 0, 0]]}, normal: [0, 1, 0], elements: 1, "
      "section: s}}, analysis: {until: 1, formulation: relative}}",
      "relative coordinates are those of rigid bodies, and \"bow\" is a beam");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(three_levels), cmocka_unit_test(universal_as_printed),
                                     cmocka_unit_test(rows_that_depend), cmocka_unit_test(refusals)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
