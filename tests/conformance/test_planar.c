/* Planar models: the planar kernel of beams is the spatial one on what a plane leaves of it (random curved beams of all
   orders, sections that couple everything, any axis of them along z, up or down; over pairs, in both stages of
   energy-decaying steps, at an instant), and planar models of beams, bodies and springs move as spatial ones, in the
   schemes that step over pairs. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>
#include "conformance/local_room.h"
#include "conformance/random_numbers.h"
#include "conformance/text_model.h"
#include "element/beam_blocks.h"
#include "element/elements.h"
#include "model/model.h"
#include "test_all.h"

enum { TEXT = 3000, ROOM = 12 * 40, ELEMENTS = 3 };

/* ---- kernels ---- */

/* a beam in the plane, its section turned about it by a multiple of a right angle */
static trm_Model *random_beam(Random *random, int order) {
  static const char *const normals[] = {"[0, 0, 1]", "[0, 0, -1]", "[0.1, 1, 0]", "[-0.1, -1, 0]"};
  char text[2 * TEXT], matrix[TEXT] = "";
  double root[36];
  for (int k = 0; k < 36; k++) root[k] = random_number(random, -1, 1) + (k % 7 == 0 ? 3 : 0);
  for (int i = 0; i < 36; i++) {
    double c = 0;
    for (int k = 0; k < 6; k++) c += root[6 * (i / 6) + k] * root[6 * (i % 6) + k];
    snprintf(matrix + strlen(matrix), sizeof matrix - strlen(matrix), "%s%.9g%s",
             i % 6 ? ", "
             : i   ? "], ["
                   : "[[",
             c, i == 35 ? "]]" : "");
  }
  bool plain = random_count(random, 3) == 0;
  snprintf(
      text, sizeof text,
      "{trammel: 1, space: planar, gravity: [%g, %g, 0], sections: {s: {stiffness: {matrix: %s}, mass: {m: 2, Iyy: "
      "0.3, Izz: 0.2, eta: [%g, %g]}}}, beams: {b: {curve: {nurbs: {degree: 3, points: [[0, 0, 1], [1, %g, 1], [2, "
      "%g, 1], [3, %g, 1]]}}, normal: %s, section: s, elements: %d, order: %d, damping: %g}}, analysis: {until: 1, "
      "step: 0.1}}",
      random_number(random, -5, 5), random_number(random, -5, 5), matrix, plain ? 0 : 0.1, plain ? 0 : -0.2,
      random_number(random, -1, 1), random_number(random, -1, 1), random_number(random, -1, 1),
      normals[random_count(random, 4)], ELEMENTS, order, random_count(random, 2) ? 0.02 : 0.0);
  return model_from_text(text);
}

static void random_configuration(Random *random, const trm_Model *model, double *q) {
  for (int p = 0; p < model->node_count; p++) {
    double angle = random_number(random, -0.4, 0.4), *d = q + trm_triad_at(model, p);
    for (int n = 0; n < 3; n++)
      q[trm_point_at(p) + n] = model->nodes[p].at[n] + (n < 2 ? random_number(random, -0.2, 0.2) : 0);
    d[0] = d[4] = cos(angle), d[1] = sin(angle), d[3] = -d[1], d[8] = 1;
  }
}

typedef struct Motion {
  double q[3][ROOM], dq[ROOM], w[2][ROOM];
} Motion;

static trm_Pair random_pair(Random *random, const trm_Model *model, Motion *motion) {
  double h = random_number(random, 0.01, 0.1);
  int size = trm_configuration_size(model);
  assert_true(size <= ROOM);
  memset(motion, 0, sizeof *motion);
  random_configuration(random, model, motion->q[0]);
  random_configuration(random, model, motion->q[1]);
  for (int p = 0; p < model->node_count; p++) { /* a velocity of the triad: omega x d */
    double omega = random_number(random, -3, 3), *w = motion->w[0] + trm_triad_at(model, p);
    const double *d = motion->q[0] + trm_triad_at(model, p);
    for (int n = 0; n < 2; n++) motion->w[0][trm_point_at(p) + n] = random_number(random, -1, 1);
    w[0] = -omega * d[1], w[1] = omega * d[0], w[3] = -omega * d[4], w[4] = omega * d[3];
  }
  for (int k = 0; k < size; k++) {
    motion->dq[k] = motion->q[1][k] - motion->q[0][k], motion->q[2][k] = 0.5 * (motion->q[0][k] + motion->q[1][k]);
    motion->w[1][k] = 2 * motion->dq[k] / h - motion->w[0][k];
  }
  return (trm_Pair){.h = h,
                    .q_i = motion->q[0],
                    .q_f = motion->q[1],
                    .q_m = motion->q[2],
                    .dq = motion->dq,
                    .w_i = motion->w[0],
                    .w_f = motion->w[1],
                    .w_slope = 2 / h,
                    .turn = motion->dq,
                    .unloaded = random_count(random, 2) ? 0.3 : 0,
                    .scale = 1};
}

static const trm_BeamLanes *two_lanes_in_space(const trm_Model *model, const trm_BeamElement *element) {
  return (void)model, (void)element, &trm_beam_lanes_baseline[TRM_BEAM_SPATIAL];
}

static const trm_BeamLanes *two_lanes_in_a_plane(const trm_Model *model, const trm_BeamElement *element) {
  return (void)model, &(element->node_count == 4 ? trm_beam_lanes_cubic : trm_beam_lanes_baseline)[TRM_BEAM_PLANAR];
}

/* of the six unknowns of a node those that a planar model has */
static bool in_plane(int unknown) { return unknown % 6 < 2 || unknown % 6 == 5; }

static double largest_of(const double *numbers, int count) {
  double largest = 0;
  for (int i = 0; i < count; i++) largest = fmax(largest, fabs(numbers[i]));
  return largest;
}

/* largest difference of matrices n x n (rows, columns in the plane), of the largest number */
static double off(const double *a, const double *b, int rows, int n) {
  double worst = 0;
  for (int i = 0; i < rows * n; i++)
    if (in_plane(i % n) && (rows == 1 || in_plane(i / n))) worst = fmax(worst, fabs(a[i] - b[i]));
  return worst / largest_of(b, rows * n);
}

typedef struct Worst {
  double residual, tangent, stages, by_both, matrix, energies;
} Worst;

static void compare(const trm_Model *model, const trm_Model *spatial, const trm_Pair *pair, Worst *worst) {
  STATIC_LOCALS(own, ELEMENTS);
  STATIC_LOCALS(other, ELEMENTS);
  trm_beam_element.pair(model, pair, 0, ELEMENTS, true, own);
  trm_beam_element.pair(spatial, pair, 0, ELEMENTS, true, other);
  for (int e = 0; e < ELEMENTS; e++) {
    int n = own[e].n;
    assert_int_equal(n, other[e].n);
    worst->residual = fmax(worst->residual, off(own[e].residual, other[e].residual, 1, n));
    worst->tangent = fmax(worst->tangent, off(own[e].tangent, other[e].tangent, n, n));
  }
}

/* the same bits in two lanes, alone, and without the tangent */
static void assert_same_bits(const trm_Model *model, const trm_Model *narrow, const trm_Pair *pair) {
  STATIC_LOCALS(all, ELEMENTS);
  STATIC_LOCALS(one, 1);
  trm_beam_element.pair(model, pair, 0, ELEMENTS, true, all);
  for (int e = 0; e < ELEMENTS; e++) {
    size_t n = (size_t)all[e].n;
    trm_beam_element.pair(narrow, pair, e, 1, true, one);
    assert_memory_equal(one->residual, all[e].residual, sizeof(double) * n);
    assert_memory_equal(one->tangent, all[e].tangent, sizeof(double) * n * n);
    trm_beam_element.pair(model, pair, e, 1, false, one);
    assert_memory_equal(one->residual, all[e].residual, sizeof(double) * n);
  }
}

/* ---- both stages of the energy-decaying scheme ---- */

static trm_Jump random_jump(Random *random) {
  double alpha = random_number(random, 0.2, 1);
  return (trm_Jump){.alpha = alpha, .c = 2 / (1 + alpha), .whole = random_count(random, 2)};
}

/* velocities of the nodes, as a planar model has them */
static void random_velocities(Random *random, const trm_Model *model, trm_JumpLocal *out) {
  for (int e = 0; e < ELEMENTS; e++)
    for (int i = 0; i < 6 * model->mesh.elements[e].node_count; i++)
      out[e].y[i] = in_plane(i) ? random_number(random, -1, 1) : 0;
}

/* of the rows and columns of both stages */
static void compare_stages(const trm_Model *model, const trm_Model *spatial, const trm_Pair *pair, Random *random,
                           Worst *worst) {
  STATIC_JUMP_LOCALS(own, ELEMENTS);
  STATIC_JUMP_LOCALS(other, ELEMENTS);
  STATIC_LOCALS(one, ELEMENTS);
  trm_Jump jump = random_jump(random);
  random_velocities(random, model, own);
  for (int e = 0; e < ELEMENTS; e++) memcpy(other[e].y, own[e].y, sizeof(double) * LOCAL_ROOM);
  trm_beam_element.stages(model, pair, &jump, 0, ELEMENTS, own);
  trm_beam_element.stages(spatial, pair, &jump, 0, ELEMENTS, other);
  trm_beam_element.many_jump_energies(model, pair, &jump, 0, ELEMENTS, own);
  trm_beam_element.many_jump_energies(spatial, pair, &jump, 0, ELEMENTS, other);
  trm_beam_element.pair(model, pair, 0, ELEMENTS, false, one);
  for (int e = 0; e < ELEMENTS; e++) {
    int n = 2 * own[e].n;
    const trm_JumpEnergy *a = &own[e].energy, *b = &other[e].energy;
    assert_int_equal(own[e].n, other[e].n);
    worst->stages = fmax(worst->stages, off(own[e].residual, other[e].residual, 1, n));
    worst->by_both = fmax(worst->by_both, off(own[e].tangent, other[e].tangent, n, n));
    worst->energies = fmax(worst->energies, (fabs(a->work - b->work) + fabs(a->loss - b->loss)) / b->loss);
    if (!jump.whole) continue;
    assert_true(own[e].force_scale == one[e].force_scale && own[e].moment_scale == one[e].moment_scale);
  }
}

static void assert_same_bits_of_stages(const trm_Model *model, const trm_Model *narrow, const trm_Pair *pair,
                                       Random *random) {
  STATIC_JUMP_LOCALS(all, ELEMENTS);
  STATIC_JUMP_LOCALS(one, 1);
  trm_Jump jump = random_jump(random), alone = jump;
  alone.residual_only = true;
  random_velocities(random, model, all);
  trm_beam_element.stages(model, pair, &jump, 0, ELEMENTS, all);
  trm_beam_element.many_jump_energies(model, pair, &jump, 0, ELEMENTS, all);
  for (int e = 0; e < ELEMENTS; e++) {
    size_t n = 2 * (size_t)all[e].n;
    memcpy(one->y, all[e].y, sizeof(double) * LOCAL_ROOM);
    trm_beam_element.stages(narrow, pair, &jump, e, 1, one);
    trm_beam_element.many_jump_energies(narrow, pair, &jump, e, 1, one);
    assert_memory_equal(one->residual, all[e].residual, sizeof(double) * n);
    assert_memory_equal(one->tangent, all[e].tangent, sizeof(double) * n * n);
    assert_memory_equal(&one->energy.work, &all[e].energy.work, sizeof(double));
    assert_memory_equal(&one->energy.loss, &all[e].energy.loss, sizeof(double));
    trm_beam_element.stages(model, pair, &alone, e, 1, one);
    assert_memory_equal(one->residual, all[e].residual, sizeof(double) * n);
  }
}

/* ---- at an instant ---- */

static void compare_instants(const trm_Model *model, const trm_Model *spatial, const trm_Pair *pair, Worst *worst) {
  STATIC_LOCALS(own, ELEMENTS);
  STATIC_LOCALS(other, ELEMENTS);
  trm_Instant now = {.q = pair->q_f, .w = pair->w_f, .matrix_only = true, .scale = 1};
  trm_beam_element.instant(model, &now, 0, ELEMENTS, own);
  trm_beam_element.instant(spatial, &now, 0, ELEMENTS, other);
  for (int e = 0; e < ELEMENTS; e++) {
    trm_Terms a = {0}, b = {0};
    worst->matrix = fmax(worst->matrix, off(own[e].tangent, other[e].tangent, own[e].n, own[e].n));
    trm_beam_element.terms(model, pair, e, &a);
    trm_beam_element.terms(spatial, pair, e, &b);
    double size = b.kinetic + b.strain + fabs(b.potential);
    double apart = fabs(a.kinetic - b.kinetic) + fabs(a.potential - b.potential) + fabs(a.strain - b.strain) +
                   fabs(a.dissipated - b.dissipated);
    worst->energies = fmax(worst->energies, apart / (size + b.dissipated));
  }
}

static void kernels_agree(void **state) {
  (void)state;
  Random random = {3};
  Worst worst = {0};
  for (int c = 0, count = test_count(60, 1000); c < count; c++) {
    Motion motion;
    trm_Arena arena = {0};
    trm_Model *model = random_beam(&random, 1 + c % 6);
    trm_Model spatial = *model, narrow = *model;
    assert_true(trm_beam_blocks(model, two_lanes_in_space, &arena, &spatial.mesh));
    assert_true(trm_beam_blocks(model, two_lanes_in_a_plane, &arena, &narrow.mesh));
    assert_non_null(model->mesh.blocks[0].plane);
    trm_Pair pair = random_pair(&random, model, &motion);
    compare(model, &spatial, &pair, &worst);
    assert_same_bits(model, &narrow, &pair);
    compare_stages(model, &spatial, &pair, &random, &worst);
    assert_same_bits_of_stages(model, &narrow, &pair, &random);
    compare_instants(model, &spatial, &pair, &worst);
    trm_arena_free(&arena);
    trm_model_free(model);
  }
  printf("planar and spatial kernel: residual off by %.1e, tangent by %.1e relative\n", worst.residual, worst.tangent);
  printf("... of both stages off by %.1e and %.1e, masses by %.1e, energies by %.1e\n", worst.stages, worst.by_both,
         worst.matrix, worst.energies);
  assert_true(worst.residual < 1e-13 && worst.tangent < 1e-13);
  assert_true(worst.stages < 1e-13 && worst.by_both < 1e-13 && worst.matrix < 1e-13 && worst.energies < 1e-12);
}

/* sections that stand askew are evaluated as in space */
static void askew_sections(void **state) {
  (void)state;
  trm_Model *model = model_from_text(
      "{trammel: 1, space: planar, sections: {s: {stiffness: {EA: 1e5, GKy: 4e4, GKz: 4e4, GJ: 50, EIy: 60, EIz: 80}, "
      "mass: {m: 1, Iyy: 1e-3, Izz: 2e-3}}}, beams: {b: {curve: {line: [[0, 0, 0], [1, 0, 0]]}, normal: [0, 1, 0.5], "
      "section: s, elements: 2}}, analysis: {until: 1, step: 0.1}}");
  assert_null(model->mesh.blocks[0].plane);
  trm_model_free(model);
}

/* ---- motions ---- */

/* two beams, one of them curved, a body at their end, a spring to the ground; centres of mass in the plane */
static Run random_run(Random *random, const char *space, const char *scheme) {
  static const char *const normals[] = {"[0, 0, 1]", "[0, 0, -1]", "[0.1, 1, 0]", "[-0.1, -1, 0]"};
  static const char *const arms[] = {"[0, 0.02]", "[0.02, 0]"};
  int flat = random_count(random, 2); /* the second axis of sections is in the plane */
  double gravity = random_number(random, -2, 2), bend = random_number(random, -0.4, 0.4);
  double tip = random_number(random, -0.3, 0.3), spring = random_number(random, 5, 500);
  int elements = 2 + random_count(random, 4), order = 1 + random_count(random, 4), damped = random_count(random, 2);
  const char *arm = random_count(random, 2) ? arms[flat] : "[0, 0]";
  const char *first = normals[2 * flat + random_count(random, 2)],
             *second = normals[2 * flat + random_count(random, 2)];
  const char *root = random_count(random, 2) ? "revolute, axis: [0, 0, 1]" : "rigid";
  return run_format(
      "{trammel: 1, space: %s, gravity: [%g, -9.81, 0], sections: {s: {stiffness: {EA: 1e5, GKy: 4e4, GKz: 3e4, GJ: "
      "50, "
      "EIy: 60, EIz: 80}, mass: {m: 1, Iyy: 1e-3, Izz: 2e-3, eta: %s}}}, beams: {a: {curve: {arc: [[0, 0, 0], [0.6, "
      "%g, "
      "0], [1, 0, 0]]}, normal: %s, section: s, elements: %d, order: %d, damping: %g}, b: {curve: {line: [[1, 0, 0], "
      "[2, %g, 0]]}, normal: %s, section: s, elements: 3}}, bodies: {bob: {mass: 0.5, inertia: [0.01, 0.01, 0.02], "
      "position: [2.1, 0.1, 0]}}, joints: {root: {type: %s, between: [ground, a.start]}, elbow: {type: revolute, "
      "between: [a.end, b.start], axis: [0, 0, 1], coordinates: {phi: {spring: 5, damper: 0.05}}}, hold: {type: rigid, "
      "between: [b.end, bob]}}, springs: {line: {between: [ground, bob], stiffness: %g, damping: 0.1}}, loads: {f: "
      "{on: "
      "a.end, force: [\"3*sin(9*t)\", 2, 0], moment: [0, 0, 0.5]}}, analysis: {until: 0.2, scheme: %s, step: 0.01}}",
      space, gravity, arm, bend, first, elements, order, damped ? 1e-3 : 0.0, tip, second, root, spring, scheme);
}

static void motions_agree(void **state) {
  (void)state;
  static const char *const schemes[] = {"energy-preserving", "energy-decaying", "generalized-alpha"};
  static const char *const channels[] = {"bob.position.x", "bob.position.y", "bob.omega.z",  "elbow.phi",
                                         "bob.velocity.x", "root.force.x",   "root.force.y", "energy.strain"};
  Random random = {5};
  for (size_t s = 0; s < sizeof schemes / sizeof schemes[0]; s++) {
    double worst = 0;
    for (int c = 0, count = test_count(6, 60); c < count; c++) {
      Random again = random;
      Run flat = random_run(&again, "planar", schemes[s]), space = random_run(&random, "spatial", schemes[s]);
      run_to_end(&flat), run_to_end(&space);
      for (size_t k = 0; k < sizeof channels / sizeof channels[0]; k++) {
        double a = run_channel(&flat, channels[k]), b = run_channel(&space, channels[k]);
        worst = fmax(worst, fabs(a - b) / fmax(1, fabs(b)));
      }
      run_free(&flat), run_free(&space);
    }
    printf("%s: planar and spatial motions differ by %.1e\n", schemes[s], worst);
    assert_true(worst < 1e-9);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(kernels_agree), cmocka_unit_test(askew_sections),
                                     cmocka_unit_test(motions_agree)};
  return cmocka_run_group_tests_name("planar models", tests, NULL, NULL);
}
