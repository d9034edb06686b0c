/* One model, four simulations in four threads, each with its own value of an input: the model is constant, all that
   moves is the state. And one simulation whose steps several threads share.
   Built a second time with the thread sanitizer (CMakeLists.txt), under which it must be clean. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "trammel/trammel.h"

/* a cart of 2 kg pushed by 2 u: x = u t^2/2; a pendulum on it, a driven slider and a motor let every function of time
   read inputs */
static const char *const cart_model =
    "trammel: 1\n"
    "gravity: [0, -9.81, 0]\n"
    "inputs: {u: 1, amplitude: 0.1}\n"
    "bodies:\n"
    "  cart: {mass: 2, inertia: [1, 1, 1], position: [0, 0, 0]}\n"
    "  bob: {mass: 0.5, inertia: [0.01, 0.01, 0.01], position: [5, -1, 0]}\n"
    "  slide: {mass: 1, inertia: [1, 1, 1], position: [9, 0, 0]}\n"
    "  rotor: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [12, 0, 0]}\n"
    "joints:\n"
    "  rail: {type: prismatic, between: [ground, cart], axis: [1, 0, 0], coordinates: {delta: {force: 2*u}}}\n"
    "  pin: {type: revolute, between: [ground, bob], at: [5, 0, 0], axis: [0, 0, 1], coordinates: {phi: {damper: "
    "0.1}}}\n"
    "  guide: {type: prismatic, between: [ground, slide], axis: [1, 0, 0],\n"
    "          coordinates: {delta: {drive: amplitude*u*t^2}}}\n"
    "  shaft: {type: revolute, between: [ground, rotor], at: [12, 0, 0], axis: [0, 0, 1],\n"
    "          coordinates: {phi: {motor: {voltage: u, resistance: 1, constant: 0.5, inductance: 0.1}}}}\n"
    "loads:\n"
    "  push: {on: bob, force: [\"u*sin(3*t)\", 0, 0]}\n"
    "analysis: {until: 1, step: %s, scheme: %s}\n";

enum { THREADS = 4, WATCHED = 4 };
static const char *const watched[WATCHED] = {"rail.delta", "guide.delta", "shaft.phi", "pin.phi"};

typedef struct Job {
  const trm_Model *model;
  double u;
  double values[WATCHED];
  trm_Status status;
} Job;

static void *run_job(void *data) {
  Job *job = data;
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  trm_Simulation *s = trm_simulation_new(job->model, diagnostics);
  double values[256];
  job->status = s ? trm_simulation_set_input(s, trm_simulation_find_input(s, "u"), job->u) : TRM_BAD_ARGUMENT;
  while (job->status == TRM_OK) job->status = trm_simulation_step(s);
  if (job->status == TRM_FINISHED) job->status = trm_simulation_channels(s, values);
  for (int i = 0; i < WATCHED && job->status == TRM_OK; i++)
    job->values[i] = values[trm_simulation_find_channel(s, watched[i])];
  trm_simulation_free(s);
  trm_diagnostics_free(diagnostics);
  return NULL;
}

static trm_Model *build(const char *step, const char *scheme, trm_Diagnostics *diagnostics) {
  char text[4000];
  int length = snprintf(text, sizeof text, cart_model, step, scheme);
  trm_Spec *spec = trm_spec_parse("cart.yaml", text, (size_t)length, diagnostics);
  trm_Model *model = spec ? trm_model_build(spec, diagnostics) : NULL;
  for (int i = 0; i < trm_diagnostics_stored(diagnostics); i++)
    print_message("%s\n", trm_diagnostics_get(diagnostics, i)->message);
  trm_spec_free(spec);
  return model;
}

/* each thread has the motion that it has alone, to the last bit, and the closed forms of what its input does */
static void check_threads(const char *step, const char *scheme) {
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  trm_Model *model = build(step, scheme, diagnostics);
  assert_non_null(model);
  Job together[THREADS], alone;
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++) {
    together[i] = (Job){.model = model, .u = 1.5 - i};
    assert_int_equal(pthread_create(&threads[i], NULL, run_job, &together[i]), 0);
  }
  for (int i = 0; i < THREADS; i++) assert_int_equal(pthread_join(threads[i], NULL), 0);
  for (int i = 0; i < THREADS; i++) {
    const Job *job = &together[i];
    alone = (Job){.model = model, .u = job->u};
    run_job(&alone);
    print_message("%s, step %s, u = %g:", scheme, step, job->u);
    for (int v = 0; v < WATCHED; v++) print_message(" %s %.15g", watched[v], job->values[v]);
    print_message("\n");
    assert_int_equal(job->status, TRM_OK);
    assert_int_equal(alone.status, TRM_OK);
    assert_memory_equal(job->values, alone.values, sizeof alone.values);
    assert_true(fabs(job->values[0] - 0.5 * job->u) < 1e-6);
    assert_true(fabs(job->values[1] - 0.1 * job->u) < 1e-9);
  }
  trm_model_free(model);
  trm_diagnostics_free(diagnostics);
}

static void test_fixed_steps(void **state) {
  (void)state;
  check_threads("0.02", "energy-preserving");
  check_threads("0.02", "generalized-alpha");
  check_threads("0.02", "energy-decaying");
}

static void test_automatic_steps(void **state) {
  (void)state;
  check_threads("{tolerance: 1e-5}", "energy-preserving");
  check_threads("{tolerance: 1e-5}", "index-1");
}

/* ---- studies ----------------------------------------------------------------------------------------------------- */

static const char study_text[] =
    "study: 1\n"
    "model: examples/pendulum/model.yaml\n"
    "vary: {L: {from: 0.5, to: 1.5, count: 8}, m: {at: bodies/bob/mass, values: [1, -1]},\n"
    "       until: {at: analysis/until, values: [2]}}\n"
    "collect: {force: max(abs(rod.force.y))/9.81, last: end(bob.position.x)}\n";

enum { MASS = 1, VARIED = 3, FORCE = VARIED, LAST, COLUMNS };

static trm_Study *run_study(int threads) {
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  trm_Study *study = trm_study_parse("study", study_text, sizeof study_text - 1, NULL, diagnostics);
  for (int i = 0; i < trm_diagnostics_stored(diagnostics); i++)
    print_message("%s\n", trm_diagnostics_get(diagnostics, i)->message);
  assert_non_null(study);
  trm_StudyOptions options = trm_study_default();
  options.threads = threads;
  assert_int_equal(trm_study_run(study, &options, diagnostics), TRM_OK);
  trm_diagnostics_free(diagnostics);
  return study;
}

/* Of the pendulum that falls from the horizontal the largest force is 3 m g, whatever its length; a negative mass is a
   failure with its reason. Four threads give the bits of one. */
static void test_studies(void **state) {
  (void)state;
  trm_Study *alone = run_study(1), *together = run_study(THREADS);
  assert_int_equal(trm_study_samples(together), 16);
  assert_int_equal(trm_study_varied(together), VARIED);
  assert_int_equal(trm_study_columns(together), COLUMNS);
  for (int64_t i = 0; i < 16; i++) {
    double force = trm_study_value(together, i, FORCE), mass = trm_study_value(together, i, MASS);
    print_message("L %g, m %g: %.10g m g, x %.15g %s\n", trm_study_value(together, i, 0), mass, force,
                  trm_study_value(together, i, LAST), trm_study_failure(together, i));
    assert_true(trm_study_done(together, i));
    assert_int_equal(*trm_study_failure(together, i) != 0, mass < 0);
    assert_string_equal(trm_study_failure(together, i), trm_study_failure(alone, i));
    if (mass < 0) continue;
    assert_true(force <= 3 + 1e-9 && force > 2.8); /* rows are 0.1 s apart */
    for (int c = 0; c < COLUMNS; c++) assert_true(trm_study_value(together, i, c) == trm_study_value(alone, i, c));
  }
  assert_true(isnan(trm_study_value(together, 16, 0)) && isnan(trm_study_value(together, 0, COLUMNS)));
  assert_string_equal(trm_study_column(together, COLUMNS), "");
  assert_null(trm_study_spec(together, -1, NULL));
  trm_study_free(alone);
  trm_study_free(together);
}

/* ---- threads within a run ---------------------------------------------------------------------------------------- */

/* Chains of links side by side, each with a beam at its end: enough for several pieces and branches, with bundles,
   elements alone, and what joins pieces. */
enum { CHAINS = 6, LINKS = 40, STEPS = 6, TEXT = 1 << 17 };

static size_t write_chains(char *text, size_t room) {
  int at = snprintf(text, room, "trammel: 1\ngravity: [0, -9.81, 0]\nbodies:\n");
  for (int c = 0; c < CHAINS; c++)
    for (int l = 0; l < LINKS; l++)
      at += snprintf(text + at, room - (size_t)at,
                     "  b%d_%d: {mass: 1, inertia: [0.01, 0.1, 0.1], position: [%d.5, %d, 0]}\n", c, l, l, 2 * c);
  at += snprintf(text + at, room - (size_t)at,
                 "sections: {wire: {shape: circle, diameter: 0.02, material: {E: 2e9, nu: 0.3, rho: 2000}}}\nbeams:\n");
  for (int c = 0; c + 1 < CHAINS; c++)
    at += snprintf(text + at, room - (size_t)at,
                   "  w%d: {curve: {line: [[%d, %d, 0], [%d, %d, 0]]}, section: wire, elements: 3, order: 3}\n", c,
                   LINKS, 2 * c, LINKS, 2 * c + 2);
  at += snprintf(text + at, room - (size_t)at, "joints:\n");
  for (int c = 0; c < CHAINS; c++)
    for (int l = 0; l < LINKS; l++) {
      char before[32] = "ground";
      if (l > 0) snprintf(before, sizeof before, "b%d_%d", c, l - 1);
      at += snprintf(text + at, room - (size_t)at,
                     "  p%d_%d: {type: revolute, between: [%s, b%d_%d], at: [%d, %d, 0], axis: [0, 0, 1]%s}\n", c, l,
                     before, c, l, l, 2 * c, l % 7 == 3 ? ", coordinates: {phi: {damper: 0.2}}" : "");
    }
  for (int c = 0; c + 1 < CHAINS; c++)
    at += snprintf(text + at, room - (size_t)at, "  r%d: {type: spherical, between: [b%d_%d, w%d.start]}\n", c, c,
                   LINKS - 1, c);
  at +=
      snprintf(text + at, room - (size_t)at, "loads: {push: {on: b2_%d, force: [0, \"50*sin(9*t)\", 3]}}\n", LINKS - 1);
  return (size_t)at;
}

/* all channels after some steps; asked: how often the program's force was asked for, by this thread alone */
typedef struct Shared {
  double *values;
  int asked;
  pthread_t caller;
} Shared;

static bool drag(const trm_ForceState *seen, double *forces, void *user) {
  Shared *shared = user;
  assert_true(pthread_equal(pthread_self(), shared->caller));
  shared->asked++;
  for (int n = 0; n < 3; n++) forces[n] = -0.3 * seen->nodes[0].velocity[n];
  return true;
}

static int run_shared(const trm_Model *model, int threads, Shared *shared) {
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  trm_Simulation *s = trm_simulation_new(model, diagnostics);
  for (int i = 0; i < trm_diagnostics_stored(diagnostics); i++)
    print_message("%s\n", trm_diagnostics_get(diagnostics, i)->message);
  assert_non_null(s);
  shared->caller = pthread_self();
  const char *node = "b3_20";
  trm_Force force = {
      .size = sizeof force, .name = "drag", .node_count = 1, .nodes = &node, .force = drag, .user = shared};
  assert_int_equal(trm_simulation_add_force(s, &force, diagnostics), TRM_OK);
  assert_int_equal(trm_simulation_threads(s), 1);
  assert_int_equal(trm_simulation_set_threads(s, 0), 0);
  assert_int_equal(trm_simulation_set_threads(s, threads), threads);
  assert_int_equal(trm_simulation_threads(s), threads);
  for (int i = 0; i < STEPS; i++) assert_int_equal(trm_simulation_step(s), TRM_OK);
  int count = trm_simulation_channel_count(s);
  shared->values = calloc((size_t)count, sizeof(double));
  assert_int_equal(trm_simulation_channels(s, shared->values), TRM_OK);
  trm_simulation_free(s);
  trm_diagnostics_free(diagnostics);
  return count;
}

static void check_shared(const char *scheme) {
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  char *text = calloc(TEXT, 1);
  size_t length = write_chains(text, TEXT);
  length += (size_t)snprintf(text + length, TEXT - length, "analysis: {until: 1, step: 0.002, scheme: %s}\n", scheme);
  assert_true(length < TEXT - 1);
  trm_Spec *spec = trm_spec_parse("chains.yaml", text, length, diagnostics);
  trm_Model *model = spec ? trm_model_build(spec, diagnostics) : NULL;
  for (int i = 0; i < trm_diagnostics_stored(diagnostics); i++)
    print_message("%s\n", trm_diagnostics_get(diagnostics, i)->message);
  assert_non_null(model);
  Shared alone = {0};
  int count = run_shared(model, 1, &alone);
  for (int threads = 2; threads <= 3; threads++) {
    Shared shared = {0};
    assert_int_equal(run_shared(model, threads, &shared), count);
    assert_memory_equal(shared.values, alone.values, sizeof(double) * (size_t)count);
    assert_int_equal(shared.asked, alone.asked);
    free(shared.values);
  }
  print_message("%s: %d channels, the same bits by 1, 2 and 3 threads; the program was asked %d times\n", scheme, count,
                alone.asked);
  free(alone.values);
  trm_model_free(model);
  trm_spec_free(spec);
  free(text);
  trm_diagnostics_free(diagnostics);
}

static void test_one_run(void **state) {
  (void)state;
  check_shared("energy-preserving");
  check_shared("energy-decaying");
  check_shared("generalized-alpha");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_fixed_steps), cmocka_unit_test(test_automatic_steps),
                                     cmocka_unit_test(test_studies), cmocka_unit_test(test_one_run)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
