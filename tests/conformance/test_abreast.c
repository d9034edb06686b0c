/* Elements abreast on random models with every kind of joint, at random pairs of configurations and at instants: what a
   bundle gives for each of its elements is what the element gives alone; each instruction set gives the same bits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "conformance/local_room.h"
#include "conformance/random_model.h"
#include "conformance/text_model.h"
#include "element/elements.h"
#include "element/joint.h"
#include "math/vec3.h"
#include "system/bundles.h"
#include "system/state.h"

enum { MODELS = 24, MOST_UNKNOWNS = 1000 };

typedef struct Subject {
  trm_Model *model;
  trm_System *system;
  trm_State *state;
  trm_Trial *trial;
} Subject;

/* Bodies anywhere with several joints of each common kind, mixed. */
static char *crowd_text(Random *random) {
  static const char *const kinds[] = {"revolute", "spherical", "rigid", "prismatic", "cylindrical", "universal"};
  enum { KINDS = sizeof kinds / sizeof kinds[0], BODIES = 12, ROOM = 20000 };
  char *text = malloc(ROOM);
  assert_non_null(text);
  int at = snprintf(text, ROOM, "trammel: 1\ngravity: [0.3, -9.81, 1]\nbodies:\n");
  for (int b = 0; b < BODIES; b++)
    at += snprintf(text + at, (size_t)(ROOM - at),
                   "  b%d: {mass: %.3f, inertia: [%.3f, 1, 1.2], position: [%.3f, %.3f, %d]}\n", b,
                   random_number(random, 0.5, 3), random_number(random, 0.3, 1), random_number(random, -2, 2),
                   random_number(random, -2, 2), b);
  at += snprintf(text + at, (size_t)(ROOM - at), "joints:\n");
  for (int j = 0; j < 5 * KINDS; j++) {
    const char *kind = kinds[(j + j / 7) % KINDS];
    int first = random_count(random, BODIES - 1), second = first + 1 + random_count(random, BODIES - 1 - first);
    at += snprintf(text + at, (size_t)(ROOM - at), "  j%d: {type: %s, between: [b%d, b%d], at: [%.3f, %.3f, %.3f]", j,
                   kind, first, second, random_number(random, -1, 1), random_number(random, -1, 1),
                   random_number(random, -1, 1));
    if (strcmp(kind, "universal") == 0)
      at +=
          snprintf(text + at, (size_t)(ROOM - at), ", axes: [[1, 0.1, 0], [0, %.3f, 1]]", random_number(random, -1, 1));
    else if (strcmp(kind, "spherical") != 0 && strcmp(kind, "rigid") != 0)
      at += snprintf(text + at, (size_t)(ROOM - at), ", axis: [%.3f, 1, 0.2]", random_number(random, -1, 1));
    at += snprintf(text + at, (size_t)(ROOM - at), "}\n");
  }
  at += snprintf(text + at, (size_t)(ROOM - at), "springs:\n"); /* not abreast */
  for (int k = 0; k < random_count(random, 4); k++)
    at += snprintf(text + at, (size_t)(ROOM - at), "  s%d: {between: [b%d, b%d], stiffness: 50, damping: 3}\n", k, k,
                   BODIES - 1 - k);
  at += snprintf(text + at, (size_t)(ROOM - at), "  s: {between: [b0, b1], stiffness: 7}\n");
  snprintf(text + at, (size_t)(ROOM - at), "analysis:\n  - {type: dynamic, until: 1, step: {size: 0.01}}\n");
  return text;
}

/* every third is a crowd */
static Subject subject_new(Random *random, int number, LawChoice laws) {
  Subject s;
  char *text = number % 3 == 2 ? crowd_text(random) : random_model_text(random, trm_joint_registry(), laws);
  double move[MOST_UNKNOWNS];
  s.model = model_from_text(text);
  free(text);
  assert_int_equal(trm_system_new(&s.system, s.model), TRM_OK);
  assert_int_equal(trm_state_new(&s.state, s.system), TRM_OK);
  assert_int_equal(trm_trial_new(&s.trial, s.system), TRM_OK);
  int n = s.system->numbering.count;
  assert_in_range(n, 1, MOST_UNKNOWNS);
  for (int i = 0; i < n; i++) move[i] = random_number(random, -1, 1);
  trm_state_move(s.system, s.state, move);
  for (int i = 0; i < n; i++) move[i] = random_number(random, -2, 2);
  trm_state_set_velocity(s.system, s.state, move);
  for (int m = 0; m < s.system->layout->multiplier_count; m++) s.state->lambda[m] = random_number(random, -5, 5);
  *s.state->scale = random_number(random, 0.5, 3);
  double h = random_number(random, 0.05, 0.4);
  trm_trial_begin(s.trial, s.state, h, (trm_VelocityRule){2 / h, -1, 0});
  for (int i = 0; i < n; i++) move[i] = random_number(random, -0.7, 0.7);
  trm_trial_correct(s.trial, s.state, move);
  return s;
}

static void subject_free(Subject *s) {
  trm_trial_free(s->trial);
  trm_state_free(s->state);
  trm_system_free(s->system);
  trm_model_free(s->model);
}

static double largest_of(const double *values, int count) {
  double largest = 0;
  for (int i = 0; i < count; i++) largest = fmax(largest, fabs(values[i]));
  return largest;
}

/* Is the entry of the tangent one of unknowns? Others (of the ground, of a point's rotation) need not be made. */
static bool is_unknown(const trm_PlacedBundle *placed, int l, int entry) {
  const int *unknowns = placed->unknowns + l * placed->bundle.n;
  return unknowns[entry / placed->bundle.n] >= 0 && unknowns[entry % placed->bundle.n] >= 0;
}

/* Lane l of the bundle against the element alone: the largest difference, over the element's largest number. */
static double lane_error(const Subject *s, const trm_PlacedBundle *placed, const trm_Pair *pair, int l) {
  const trm_Bundle *bundle = &placed->bundle;
  const trm_ElementKind *kind = placed->kind;
  STATIC_LOCALS(alone, 1);
  static double room[TRM_BUNDLE_ENTRIES][TRM_ABREAST], residual[TRM_BUNDLE_UNKNOWNS][TRM_ABREAST];
  static trm_BundleLocal abreast = {.residual = residual, .tangent = room};
  static double tangent[TRM_BUNDLE_UNKNOWNS * TRM_BUNDLE_UNKNOWNS];
  int n = bundle->n;
  kind->pair(s->model, pair, bundle->element[l], 1, true, alone);
  memset(abreast.force_square, 0, sizeof abreast.force_square);
  memset(abreast.moment_square, 0, sizeof abreast.moment_square);
  kind->pair_abreast(bundle, pair, true, &abreast);
  assert_int_equal(alone->n, n);
  memset(tangent, 0, sizeof tangent);
  for (int e = 0; e < bundle->entries; e++)
    tangent[n * bundle->entry[e][0] + bundle->entry[e][1]] += abreast.tangent[e][l];
  double force = fmax(1e-3, largest_of(alone->residual, n)), stiffness = fmax(1e-3, largest_of(alone->tangent, n * n));
  double worst = fabs(alone->force_scale - sqrt(abreast.force_square[l])) / fmax(force, alone->force_scale);
  worst = fmax(worst, fabs(alone->moment_scale - sqrt(abreast.moment_square[l])) / fmax(force, alone->moment_scale));
  for (int i = 0; i < n; i++) worst = fmax(worst, fabs(alone->residual[i] - abreast.residual[i][l]) / force);
  for (int i = 0; i < n * n; i++)
    if (is_unknown(placed, l, i)) worst = fmax(worst, fabs(alone->tangent[i] - tangent[i]) / stiffness);
  kind->pair_abreast(bundle, pair, false, &abreast);
  for (int i = 0; i < n; i++) worst = fmax(worst, fabs(alone->residual[i] - abreast.residual[i][l]) / force);
  return worst;
}

/* The same at an instant, with and without the matrix; of it the entries from bundle->still on. */
static double lane_instant_error(const Subject *s, const trm_PlacedBundle *placed, const trm_Instant *now, int l) {
  const trm_Bundle *bundle = &placed->bundle;
  STATIC_LOCALS(alone, 1);
  static double room[TRM_BUNDLE_ENTRIES][TRM_ABREAST], residual[TRM_BUNDLE_UNKNOWNS][TRM_ABREAST];
  static double tangent[TRM_BUNDLE_UNKNOWNS * TRM_BUNDLE_UNKNOWNS];
  trm_BundleLocal abreast = {.residual = residual, .tangent = room};
  int n = bundle->n;
  double worst = 0;
  placed->kind->instant(s->model, now, bundle->element[l], 1, alone);
  assert_int_equal(alone->n, n);
  double force = fmax(1e-3, largest_of(alone->residual, n)), mass = fmax(1e-3, largest_of(alone->tangent, n * n));
  for (int pass = 0; pass < 2; pass++) {
    placed->kind->instant_abreast(bundle, now, pass == 0, &abreast);
    for (int i = 0; i < n; i++) worst = fmax(worst, fabs(alone->residual[i] - residual[i][l]) / force);
  }
  memset(tangent, 0, sizeof tangent);
  for (int e = bundle->still; e < bundle->entries; e++)
    tangent[n * bundle->entry[e][0] + bundle->entry[e][1]] += room[e][l];
  for (int i = 0; i < n * n; i++)
    if (is_unknown(placed, l, i)) worst = fmax(worst, fabs(alone->tangent[i] - tangent[i]) / mass);
  return worst;
}

/* Terms, coordinates and violations of all elements of the bundle. */
static double end_error(const Subject *s, const trm_PlacedBundle *placed, const trm_Pair *pair) {
  trm_Terms alone = {0}, abreast = {0};
  double *x = calloc((size_t)s->model->coordinate_count + 1, sizeof(double)), worst = 0, violation = 0;
  double *x_one = calloc((size_t)s->model->coordinate_count + 1, sizeof(double));
  trm_BundleEnd end = {.terms = &abreast, .x_f = x};
  assert_true(x && x_one);
  placed->kind->end_abreast(&placed->bundle, pair, &end);
  for (int l = 0; l < placed->bundle.count; l++) {
    int e = placed->bundle.element[l];
    placed->kind->terms(s->model, pair, e, &alone);
    if (placed->kind != &trm_joint_element) continue;
    const trm_Joint *joint = &s->system->layout->joints[e];
    double values[TRM_LOCAL_UNKNOWNS];
    trm_joint_passive(s->model, joint, pair->q_f, x_one);
    trm_joint_constraints(s->model, joint, &(trm_Position){pair->q_f, pair->x_f, NULL, pair->x_f}, values);
    violation = fmax(violation, largest_of(values, joint->row_count));
    for (int c = 0; c < joint->kind->coordinate_count; c++)
      worst = fmax(worst, fabs(x[joint->first_coordinate + c] - x_one[joint->first_coordinate + c]));
  }
  free(x), free(x_one);
  worst = fmax(worst, fabs(end.violation - violation));
  double sizes = 10 + fabs(alone.kinetic) + fabs(alone.potential) + fabs(alone.constraint_work);
  return fmax(worst, (fabs(alone.kinetic - abreast.kinetic) + fabs(alone.potential - abreast.potential) +
                      fabs(alone.constraint_work - abreast.constraint_work)) /
                         sizes);
}

/* rows are the same wherever they stand: which kinds of joints were met */
static void as_alone(void **unused) {
  (void)unused;
  Random random = {2718};
  double worst = 0, worst_end = 0, worst_still = 0, worst_instant = 0;
  int bodies = 0, joints = 0, shared = 0;
  for (int m = 0; m < MODELS; m++) {
    Subject s = subject_new(&random, m, m % 2 ? LAWS_RANDOM : LAWS_NONE);
    trm_Pair pair = trm_trial_pair(s.trial, s.state), still = pair;
    still.h = 0, still.q_f = still.q_m = still.q_i, still.unloaded = 0.25;
    trm_Instant now = trm_state_instant(s.state, s.state->w);
    now.unloaded = 0.25;
    for (int b = 0; b < s.system->bundle_count; b++) {
      const trm_PlacedBundle *placed = &s.system->bundles[b];
      *(placed->kind == &trm_joint_element ? &joints : &bodies) += placed->bundle.count;
      shared += placed->bundle.count > 1;
      for (int l = 0; l < placed->bundle.count; l++) {
        worst = fmax(worst, lane_error(&s, placed, &pair, l));
        worst_still = fmax(worst_still, lane_error(&s, placed, &still, l));
        worst_instant = fmax(worst_instant, lane_instant_error(&s, placed, &now, l));
      }
      worst_end = fmax(worst_end, end_error(&s, placed, &pair));
    }
    subject_free(&s);
  }
  printf("%d bodies, %d joints in %d bundles of several: pair %.1e, at rest %.1e, end %.1e, instant %.1e\n", bodies,
         joints, shared, worst, worst_still, worst_end, worst_instant);
  assert_true(bodies > 100 && joints > 100 && shared > 20);
  assert_true(worst <= 1e-13 && worst_still <= 1e-13 && worst_end <= 1e-12 && worst_instant <= 1e-13);
}

/* sums of all elements, one by one; without their places among those that are left out */
static void sum_alone(const Subject *s, const trm_Instant *now, double *residual, double *values) {
  trm_Coordinates x = trm_coordinates_of_instant(now);
  for (int k = 0; k < trm_element_kind_count; k++) {
    const trm_ElementKind *kind = trm_element_kinds[k];
    const trm_Scatter *scatter = &s->system->scatter[k];
    for (int e = 0; (e = trm_element_next(kind, now->layout, e, &x)) < kind->count(s->model); e++) {
      trm_Local *local = scatter->local;
      kind->instant(s->model, now, e, 1, local);
      const int *unknowns = scatter->unknowns + scatter->first_unknown[e];
      for (int i = 0; i < local->n; i++) {
        if (unknowns[i] >= 0) residual[unknowns[i]] += local->residual[i];
        for (int j = 0; j < local->n; j++) {
          int at = scatter->positions[scatter->first_position[e] + local->n * i + j];
          if (at >= 0) values[at] += local->tangent[local->n * i + j];
        }
      }
    }
  }
}

/* Residual and matrix of a whole instant, of a matrix that was there before: nothing of it is left, nothing missed. */
static void instants_of_all(void **unused) {
  (void)unused;
  Random random = {2236};
  double worst = 0;
  for (int m = 0; m < MODELS; m++) {
    Subject s = subject_new(&random, m, m % 2 ? LAWS_RANDOM : LAWS_NONE);
    size_t n = (size_t)s.system->numbering.count, entries = (size_t)s.system->pattern->start[n];
    double *residual = calloc(3 * n + 1, sizeof(double)), *values = calloc(2 * entries + 1, sizeof(double));
    assert_true(residual && values);
    trm_Instant now = trm_state_instant(s.state, s.state->w);
    now.dropped = NULL;
    for (size_t i = 0; i < entries; i++) values[i] = 1e3;
    trm_system_instant(s.system, &now, residual, values);
    sum_alone(&s, &now, residual + n, values + entries);
    trm_system_instant(s.system, &now, residual + 2 * n, NULL);
    double force = fmax(1e-3, largest_of(residual + n, (int)n)), mass = largest_of(values + entries, (int)entries);
    assert_memory_equal(residual, residual + 2 * n, n * sizeof(double));
    for (size_t i = 0; i < n; i++) worst = fmax(worst, fabs(residual[i] - residual[n + i]) / force);
    for (size_t i = 0; i < entries; i++) worst = fmax(worst, fabs(values[i] - values[entries + i]) / mass);
    free(residual), free(values);
    subject_free(&s);
  }
  printf("instants of %d models: within %.1e\n", MODELS, worst);
  assert_true(worst <= 1e-13);
}

/* Sums over the whole system do not miss an element, and take none twice. */
static void every_element_once(void **unused) {
  (void)unused;
  Random random = {31415};
  for (int m = 0; m < MODELS; m++) {
    Subject s = subject_new(&random, m, m % 2 ? LAWS_RANDOM : LAWS_NONE);
    int seen = 0, all = 0;
    for (int b = 0; b < s.system->bundle_count; b++) seen += s.system->bundles[b].bundle.count;
    for (int k = 0; k < trm_element_kind_count; k++) {
      all += trm_element_kinds[k]->count(s.model);
      for (int i = 0; i < s.system->scatter[k].alone_count; i++) seen += s.system->scatter[k].alone[i].count;
    }
    assert_int_equal(seen, all);
    subject_free(&s);
  }
}

/* What the jump of the energy-decaying scheme does to the energy: elements side by side, and one by one. */
static void jumps_as_alone(void **unused) {
  (void)unused;
  enum { MOST_Y = 6 * TRM_BEAM_NODES, SIDE_BY_SIDE = 3 };
  double worst = 0;
  int compared = 0;
  Random random = {57721};
  for (int m = 0; m < MODELS; m++) {
    Subject s = subject_new(&random, m, m % 2 ? LAWS_RANDOM : LAWS_NONE);
    trm_Pair pair = trm_trial_pair(s.trial, s.state);
    trm_Jump jump = {.alpha = 0.4, .c = 2 / 1.4};
    const trm_ElementKind *kind = &trm_beam_element;
    int count = kind->count(s.model);
    for (int first = 0; first + SIDE_BY_SIDE <= count; first++, compared++) {
      double y[SIDE_BY_SIDE][MOST_Y];
      trm_JumpLocal local[SIDE_BY_SIDE];
      for (int i = 0; i < SIDE_BY_SIDE; i++) {
        for (int n = 0; n < MOST_Y; n++) y[i][n] = random_number(&random, -2, 2);
        local[i] = (trm_JumpLocal){.y = y[i]};
      }
      kind->many_jump_energies(s.model, &pair, &jump, first, SIDE_BY_SIDE, local);
      for (int i = 0; i < SIDE_BY_SIDE; i++) {
        trm_JumpEnergy alone = {0};
        kind->jump_energy(s.model, &pair, &jump, first + i, y[i], &alone);
        worst = fmax(worst, fabs(alone.work - local[i].energy.work) / (fabs(alone.work) + fabs(alone.loss)));
        worst = fmax(worst, fabs(alone.loss - local[i].energy.loss) / fabs(alone.loss));
      }
    }
    subject_free(&s);
  }
  printf("energy of jumps of %d triples of beam elements: within %.1e\n", compared, worst);
  assert_true(compared > 10 && worst <= 1e-12);
}

/* elements that are not evaluated abreast */
static bool has_others(const trm_System *system) {
  int count = 0;
  for (int k = 0; k < trm_element_kind_count; k++) count += system->scatter[k].alone_count;
  return count > 0;
}

/* The tangent by parts, summed up, has the bits of the tangent as a matrix; so has the residual. */
static void by_parts(void **unused) {
  (void)unused;
  Random random = {2718};
  int compared = 0, with_others = 0;
  for (int m = 0; m < MODELS; m++) {
    Subject s = subject_new(&random, m, m % 2 == 0 ? LAWS_NONE : LAWS_ALL);
    const trm_Pattern *pattern = s.system->pattern;
    trm_Pair pair = trm_trial_pair(s.trial, s.state);
    size_t n = (size_t)pattern->n, entries = (size_t)pattern->start[pattern->n];
    trm_Scales scales[2];
    double *residual = calloc(2 * n + 1, sizeof(double)), *values = calloc(2 * entries + 1, sizeof(double));
    double *parts = calloc((size_t)s.system->parts.size + 1, sizeof(double));
    if (pattern->parts) {
      pair.dropped = NULL;
      trm_system_pair(s.system, &pair, residual, values, &scales[0]);
      trm_system_pair_parts(s.system, &pair, residual + n, parts, &scales[1]);
      trm_parts_sum(pattern, parts, values + entries);
      assert_memory_equal(residual, residual + n, n * sizeof(double));
      assert_memory_equal(values, values + entries, entries * sizeof(double));
      assert_memory_equal(&scales[0], &scales[1], sizeof scales[0]);
      compared++, with_others += has_others(s.system);
    }
    free(residual), free(values), free(parts);
    subject_free(&s);
  }
  printf("%d of %d models by parts, %d with elements that are not abreast\n", compared, MODELS, with_others);
  assert_true(compared >= 5 && with_others >= 5);
}

static void same_bits(void **unused) {
  (void)unused;
#ifdef TRM_BUNDLE_KERNELS_AVX2
  static trm_BundleLocal two, four;
  static double room[2][TRM_BUNDLE_ENTRIES + TRM_BUNDLE_UNKNOWNS][TRM_ABREAST];
  Random random = {161803};
  if (!__builtin_cpu_supports("avx2")) return;
  for (int m = 0; m < MODELS; m++) {
    Subject s = subject_new(&random, m, LAWS_NONE);
    trm_Pair pair = trm_trial_pair(s.trial, s.state);
    trm_Instant now = trm_state_instant(s.state, s.state->w);
    for (int b = 0; b < s.system->bundle_count; b++) {
      const trm_PlacedBundle *placed = &s.system->bundles[b];
      const void *data = placed->bundle.data;
      trm_JointEnd end_two, end_four;
      double energy[4][TRM_ABREAST];
      memset(&two, 0, sizeof two), memset(&four, 0, sizeof four), memset(room, 0, sizeof room);
      two.tangent = room[0], four.tangent = room[1];
      two.residual = room[0] + TRM_BUNDLE_ENTRIES, four.residual = room[1] + TRM_BUNDLE_ENTRIES;
      memset(&end_two, 0, sizeof end_two), memset(&end_four, 0, sizeof end_four);
      if (placed->kind == &trm_joint_element) {
        trm_bundle_kernels_baseline.joints(data, &pair, true, &two),
            trm_bundle_kernels_avx2.joints(data, &pair, true, &four);
        trm_bundle_kernels_baseline.joints_end(data, &pair, true, &end_two);
        trm_bundle_kernels_avx2.joints_end(data, &pair, true, &end_four);
        assert_memory_equal(&end_two, &end_four, sizeof end_two);
      } else {
        trm_bundle_kernels_baseline.bodies(data, &pair, true, &two),
            trm_bundle_kernels_avx2.bodies(data, &pair, true, &four);
        trm_bundle_kernels_baseline.bodies_end(data, &pair, energy[0], energy[1]);
        trm_bundle_kernels_avx2.bodies_end(data, &pair, energy[2], energy[3]);
        assert_memory_equal(energy[0], energy[2], sizeof energy / 2);
      }
      assert_memory_equal(room[0], room[1], sizeof room[0]);
      if (placed->kind == &trm_joint_element) {
        trm_bundle_kernels_baseline.joints_at(data, &now, placed->bundle.still, true, &two);
        trm_bundle_kernels_avx2.joints_at(data, &now, placed->bundle.still, true, &four);
      } else {
        trm_bundle_kernels_baseline.bodies_at(data, &now, true, &two);
        trm_bundle_kernels_avx2.bodies_at(data, &now, true, &four);
      }
      assert_memory_equal(room[0], room[1], sizeof room[0]);
      two.tangent = four.tangent = two.residual = four.residual = NULL;
      assert_memory_equal(&two, &four, sizeof two);
    }
    subject_free(&s);
  }
#endif
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(as_alone), cmocka_unit_test(every_element_once), cmocka_unit_test(jumps_as_alone),
      cmocka_unit_test(by_parts), cmocka_unit_test(same_bits),          cmocka_unit_test(instants_of_all),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
