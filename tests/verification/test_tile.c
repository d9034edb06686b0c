/* Variants in lanes: runs that are advanced together have the states, bit by bit, that they have one by one, in random
   assemblies of every kind; those that cannot be in a tile, and steps that do not go through in it, are taken alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "analysis/tile_run.h"
#include "conformance/text_model.h"
#include "system/tile_motion.h"
#include "test_all.h"
#include "verification/random_assembly.h"

/* Runs of variants of a text. */
typedef struct Variants {
  trm_Model *model[TRM_TILE];
  trm_Simulation *simulation[TRM_TILE];
  int count;
} Variants;

/* the name of the first body */
static void first_body(const char *text, char *name, size_t size) {
  const char *bodies = strstr(text, "\nbodies:\n"), *at = bodies ? bodies + strlen("\nbodies:\n") : NULL;
  *name = 0;
  if (!at) return;
  at += strspn(at, " ");
  size_t length = strcspn(at, ":");
  if (length + 1 < size) snprintf(name, size, "%.*s", (int)length, at);
}

static trm_Model *variant(const char *text, int lane) {
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  trm_Spec *spec = trm_spec_parse("variant", text, strlen(text), diagnostics);
  char name[80], path[120];
  assert_non_null(spec);
  first_body(text, name, sizeof name);
  snprintf(path, sizeof path, "bodies/%s/mass", name);
  char *mass = *name ? trm_spec_get(spec, path) : NULL;
  if (mass) assert_int_equal(trm_spec_set_number(spec, path, atof(mass) * (1 + 0.37 * lane), diagnostics), TRM_OK);
  trm_free(mass);
  char *own = trm_spec_get(spec, "parameters/v");
  if (own) assert_int_equal(trm_spec_set_number(spec, "parameters/v", 1 + 0.1 * lane, diagnostics), TRM_OK);
  trm_free(own);
  trm_Model *model = trm_model_build(spec, diagnostics);
  trm_spec_free(spec);
  trm_diagnostics_free(diagnostics);
  return model;
}

static Variants open_variants(const char *text, int count) {
  Variants variants = {.count = count};
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  for (int i = 0; i < count; i++) {
    variants.model[i] = variant(text, i);
    if (variants.model[i]) variants.simulation[i] = trm_simulation_new(variants.model[i], diagnostics);
  }
  trm_diagnostics_free(diagnostics);
  return variants;
}

static void close_variants(Variants *variants) {
  for (int i = 0; i < variants->count; i++)
    trm_simulation_free(variants->simulation[i]), trm_model_free(variants->model[i]);
}

static int other_numbers(const trm_State *a, const trm_State *b) {
  int bad = 0;
  assert_int_equal(a->size, b->size);
  for (size_t i = 0; i < a->size; i++)
    bad += memcmp(&a->data[i], &b->data[i], sizeof(double)) != 0 && a->data[i] != b->data[i];
  return bad;
}

/* Both ways, output by output. Returns how many numbers of the states differ; *together: the share of steps that were
   taken in lanes. */
static int compare(const char *text, int count, double *together) {
  Variants alone = open_variants(text, count), beside = open_variants(text, count);
  trm_TileRun run = {0};
  trm_Status status[TRM_TILE];
  trm_TileCounts sum = {0};
  int bad = 0, open = 0;
  for (int i = 0; i < count; i++) run.simulation[i] = beside.simulation[i], open += beside.simulation[i] != NULL;
  while (open > 0) {
    assert_int_equal(trm_tile_run_advance(&run, status), TRM_OK);
    for (int i = 0; i < count; i++) {
      if (!run.simulation[i]) continue;
      trm_Status own = trm_simulation_advance(alone.simulation[i]);
      bad += own != status[i] || strcmp(alone.simulation[i]->failure, beside.simulation[i]->failure) != 0;
      if (own == TRM_OK || own == TRM_FINISHED)
        bad += other_numbers(alone.simulation[i]->state, beside.simulation[i]->state);
      if (own != TRM_OK || status[i] != TRM_OK) run.simulation[i] = NULL, open--;
    }
  }
  for (int i = 0; i < count; i++) {
    sum.together += run.counts[i].together, sum.all += run.counts[i].all;
    if (alone.simulation[i]) bad += alone.simulation[i]->summary.iterations != beside.simulation[i]->summary.iterations;
  }
  *together = sum.all > 0 ? (double)sum.together / (double)sum.all : 0;
  trm_tile_run_free(&run);
  close_variants(&alone), close_variants(&beside);
  return bad;
}

static void random_assemblies_have_the_same_bits(void **state) {
  (void)state;
  static const char *const analyses[] = {"until: 0.2, scheme: energy-preserving, step: 2e-3, output: {every: 0.1}",
                                         "until: 0.1, scheme: energy-preserving, step: 1e-3",
                                         "until: 0.3, scheme: energy-preserving, step: 1e-2, output: {every: 0.1}"};
  enum { KINDS = sizeof analyses / sizeof analyses[0] };
  int models = test_sanitized(test_count(48, 400), 12), wrong = 0, in_lanes = 0;
  for (int i = 0; i < models; i++) {
    Random random = {0x9e3779b97f4a7c15u * (uint64_t)(i + 1)};
    char name[200];
    double together;
    Assembly assembly = assembly_of(i, &random);
    if (i % 2) assembly.flexible = assembly.beam_slider = false;
    char *text = assembly_text(&assembly, &random), *model = malloc(strlen(text) + 200);
    sprintf(model, "%sanalysis: {%s}\n", text, analyses[i % KINDS]);
    int bad = compare(model, 2 + i % (TRM_TILE - 1), &together);
    assembly_name(&assembly, name, sizeof name);
    if (bad) printf("model %d, %s: %d numbers differ\n", i, name, bad);
    wrong += bad != 0, in_lanes += together > 0.5;
    free(model), free(text);
  }
  printf("%d of %d random models went in lanes, %d with other bits\n", in_lanes, models, wrong);
  assert_int_equal(wrong, 0);
  assert_true(4 * in_lanes > models);
}

#define CHAIN                                                                                                          \
  "trammel: 1\ngravity: [0, -9.81, 0]\nbodies:\n"                                                                      \
  "  a: {mass: 1, inertia: [0.01, 0.1, 0.1], position: [0.5, 0, 0]}\n"                                                 \
  "  b: {mass: 1, inertia: [0.01, 0.1, 0.1], position: [1.5, 0, 0]}\n"                                                 \
  "  c: {mass: 1, inertia: [0.01, 0.1, 0.1], position: [2.5, 0, 0]%s}\n"                                               \
  "joints:\n  p: {type: revolute, between: [ground, a], at: [0, 0, 0], axis: [0, 0, 1]}\n"                             \
  "  q: {type: spherical, between: [a, b], at: [1, 0, 0]}\n"                                                           \
  "  r: {type: revolute, between: [b, c], at: [2, 0, 0], axis: [0, 1, 1]}\n"                                           \
  "analysis: {until: 1, scheme: energy-preserving, step: %s, output: {every: 0.25}}\n"

static void chains_go_in_lanes(void **state) {
  (void)state;
  char text[2000];
  double together;
  snprintf(text, sizeof text, CHAIN, "", "1e-3");
  assert_int_equal(compare(text, TRM_TILE, &together), 0);
  assert_true(together > 0.99);
}

/* Steps so long that many fail: those lanes take them by themselves, halved, and come back. */
static void steps_that_fail_are_taken_alone(void **state) {
  (void)state;
  char text[2000];
  double together;
  snprintf(text, sizeof text, CHAIN, ", omega: [0, 15, 15]", "0.02");
  assert_int_equal(compare(text, TRM_TILE, &together), 0);
  printf("%.0f %% of the steps in lanes\n", 100 * together);
  assert_true(together > 0.1 && together < 1);
}

/* Beams: what varies changes lengths, sections, gravity and loads. */
#define BEAMS                                                                                                          \
  "trammel: 1\ngravity: [0, -9.81*v, %s\nparameters: {v: 1}\n"                                                         \
  "sections:\n  strip: {shape: rectangle, width: 0.01*v, height: 0.04, "                                               \
  "material: {E: 70e9, nu: 0.3, rho: 2700}}\n"                                                                         \
  "bodies:\n  wheel: {mass: 2, inertia: [0.02, 0.02, 0.03], position: [0, 0, 0]}\n"                                    \
  "beams:\n  link: {curve: {line: [[0, 0.2, 0], [0.8*v, 0.4, 0]]}, section: strip, elements: 2, order: %d%s}\n"        \
  "  arm: {curve: {line: [[0.8*v, 0.4, 0], [0.8*v + 0.5, 0, 0]]}, section: strip, elements: 1, order: %d}\n"           \
  "joints:\n  shaft: {type: revolute, between: [ground, wheel], at: [0, 0, 0], axis: [0, 0, 1]}\n"                     \
  "  pin: {type: %s, between: [wheel, link.start]}\n  knee: {type: %s, between: [link.end, arm.start]}\n"              \
  "loads:\n  motor: {on: wheel, moment: [0, 0, \"20*sin(9*t)*v\"]}\n"                                                  \
  "analysis: {until: %s, scheme: energy-preserving, step: %s, output: {every: 0.05}}\n"

typedef struct BeamCase {
  const char *space, *damping, *pin, *knee, *until, *step; /* space: what follows on gravity along y */
  int orders[2];
  double least, most; /* share of steps in lanes */
} BeamCase;

static void beams_go_in_lanes(void **state) {
  (void)state;
  static const BeamCase cases[] = {
      {"1]", "", "spherical", "revolute, axis: [0, 0, 1]", "0.2", "1e-3", {3, 3}, 0.95, 1},
      {"1]", ", damping: 1e-4", "spherical", "rigid", "0.2", "2e-3", {2, 4}, 0.95, 1},
      {"0]", "", "universal, axes: [[0, 1, 0], [0, 0, 1]]", "spherical", "0.1", "5e-4", {1, 3}, 0.95, 1},
      {"1]", "", "spherical", "revolute, axis: [0, 0, 1]", "1", "2.5e-2", {3, 3}, 0.05, 0.95}, /* many fail */
      {"0]\nspace: planar", "", "revolute", "revolute", "0.1", "1e-3", {3, 3}, 0, 0}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const BeamCase *c = &cases[i];
    char text[3000];
    double together;
    snprintf(text, sizeof text, BEAMS, c->space, c->orders[0], c->damping, c->orders[1], c->pin, c->knee, c->until,
             c->step);
    trm_Model *model = variant(text, 0);
    assert_non_null(model);
    trm_model_free(model);
    assert_int_equal(compare(text, test_sanitized(i % 2 ? TRM_TILE : 5, 2), &together), 0);
    printf("beams %d: %.0f %% of the steps in lanes\n", (int)i, 100 * together);
    assert_true(together >= c->least && together <= c->most);
  }
}

/* So few beams among rigid links that each step has factors of its own. */
static void a_beam_with_a_chain_goes_in_lanes(void **state) {
  (void)state;
  enum { LINKS = 8 };
  char text[6000];
  double together;
  int at =
      sprintf(text, "trammel: 1\ngravity: [0, -9.81, 0]\nparameters: {v: 1}\nsections: {s: {shape: rectangle, "
                    "width: 0.04, height: 0.02*v, material: {E: 70e9, nu: 0.3, rho: 2700}}}\nbeams: {boom: {curve: "
                    "{line: [[0, 0, 0], [2, 0, 0]]}, section: s, elements: 1, order: 3}}\nbodies:\n");
  for (int i = 0; i < LINKS; i++)
    at +=
        sprintf(text + at, "  l%d: {mass: 1, inertia: [1e-3, 0.01, 0.01], position: [%g, 0, 0]}\n", i, 2.15 + 0.3 * i);
  at += sprintf(text + at, "joints:\n  wall: {type: revolute, between: [ground, boom.start], axis: [0, 0, 1]}\n"
                           "  p0: {type: revolute, between: [boom.end, l0], at: [2, 0, 0], axis: [0, 0, 1]}\n");
  for (int i = 1; i < LINKS; i++)
    at += sprintf(text + at, "  p%d: {type: revolute, between: [l%d, l%d], at: [%g, 0, 0], axis: [0, 0, 1]}\n", i,
                  i - 1, i, 2 + 0.3 * i);
  sprintf(text + at, "analysis: {until: 0.2, scheme: energy-preserving, step: 2e-3, output: {every: 0.1}}\n");
  assert_int_equal(compare(text, test_sanitized(TRM_TILE, 2), &together), 0);
  printf("%.0f %% of the steps in lanes\n", 100 * together);
  assert_true(together > 0.95);
}

#ifdef TRM_TILE_MOTION_X86
enum { NODES = 3, NUMBERS = 12 * NODES * TRM_TILE };

static void fill(Random *random, double *numbers, int count) {
  for (int i = 0; i < count; i++) numbers[i] = random_number(random, -1, 1);
}

/* a correction of three nodes, and the forces of a body on the second, by the kernels of one instruction set */
static void move(const trm_TileMotionKernels *moves, const trm_TileKernels *forces, double out[2][NUMBERS],
                 double tangent[][TRM_TILE], trm_TileLocal *local) {
  static const int point[NODES][3] = {{-1, -1, -1}, {0, 1, 2}, {6, 7, 8}};
  static const int triad[NODES][3] = {{-1, -1, -1}, {3, 4, 5}, {9, 10, 11}};
  static _Alignas(64) double q[NUMBERS], w[NUMBERS], dx[NUMBERS], turn[NUMBERS], q_m[NUMBERS], dq[NUMBERS];
  static _Alignas(64) double change[NUMBERS];
  static trm_BodyBundle body;
  Random random = {77};
  trm_TileMap map = {.nodes = NODES, .unknowns = 12, .point = point, .triad = triad};
  trm_TileMotion motion = {.q = q, .w = w, .dx = dx, .turn = turn, .q_m = q_m, .dq = dq, .q_f = out[0], .w_f = out[1]};
  fill(&random, q, NUMBERS), fill(&random, w, NUMBERS), fill(&random, change, NUMBERS);
  fill(&random, dx, 3 * NODES * TRM_TILE), fill(&random, turn, 3 * NODES * TRM_TILE);
  fill(&random, body.mass, TRM_TILE), fill(&random, body.weight, TRM_TILE);
  fill(&random, body.euler[0], 9 * TRM_TILE), fill(&random, body.gravity[0], 3 * TRM_TILE);
  for (int l = 0; l < TRM_TILE; l++) body.x[l] = 3, body.d[l] = 3 * NODES + 9;
  moves->correct(&map, &motion, change, 0x5b);
  moves->update(&map, &motion, (trm_VelocityRule){20, -1, 0});
  trm_Pair pair = {.h = 0.1, .w_slope = 20, .q_i = q, .q_f = out[0], .q_m = q_m, .dq = dq, .w_i = w, .w_f = out[1]};
  *local = (trm_TileLocal){.tangent = tangent};
  forces->bodies(&body, &pair, true, local);
}
#endif

static void all_instruction_sets_have_the_same_digits(void **state) {
  (void)state;
#ifdef TRM_TILE_MOTION_X86
  static double out[3][2][NUMBERS];
  static double tangent[3][TRM_BUNDLE_ENTRIES][TRM_TILE];
  static trm_TileLocal local[3];
  const trm_TileMotionKernels *moves[] = {&trm_tile_motion_baseline, &trm_tile_motion_avx2, &trm_tile_motion_avx512};
  const trm_TileKernels *forces[] = {&trm_tile_kernels_baseline, &trm_tile_kernels_avx2, &trm_tile_kernels_avx512};
  bool there[] = {true, __builtin_cpu_supports("avx2"),
                  __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq")};
  for (int k = 0; k < 3; k++) {
    if (!there[k]) continue;
    move(moves[k], forces[k], out[k], tangent[k], &local[k]);
    local[k].tangent = NULL;
    assert_memory_equal(tangent[k], tangent[0], sizeof tangent[0]);
    assert_memory_equal(out[k], out[0], sizeof out[0]);
    assert_memory_equal(&local[k], &local[0], sizeof local[0]);
  }
  assert_true(out[0][0][5] != 0 && tangent[0][4][3] != 0);
#endif
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(all_instruction_sets_have_the_same_digits),
                                     cmocka_unit_test(chains_go_in_lanes),
                                     cmocka_unit_test(beams_go_in_lanes),
                                     cmocka_unit_test(a_beam_with_a_chain_goes_in_lanes),
                                     cmocka_unit_test(steps_that_fail_are_taken_alone),
                                     cmocka_unit_test(random_assemblies_have_the_same_bits)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
