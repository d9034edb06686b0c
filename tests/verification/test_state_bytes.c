/* Any bytes may be given to trm_simulation_state_load: what is not a state of the model is refused in words and changes
   nothing. Flips and cuts at random, with the hash of the whole and with one that was made to fit. Copies and
   resets. test_state_bytes [SEED]: other flips and cuts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "analysis/run_state.h"
#include "base/memory.h"
#include "trammel/trammel.h"

/* a pendulum with friction and a stop, a slider on a beam, an input, two analyses: every section has something to
   say */
static const char *const text =
    "trammel: 1\n"
    "gravity: [0, -9.81, 0]\n"
    "inputs: {u: 0.5}\n"
    "bodies:\n"
    "  bob: {mass: 1, inertia: [0.01, 0.01, 0.01], position: [1, 0, 0]}\n"
    "  tail: {mass: 0.5, inertia: [0.01, 0.01, 0.01], position: [1.5, 0, 0]}\n"
    "  cart: {mass: 2, inertia: [1, 1, 1], position: [0, 3, 0]}\n"
    "joints:\n"
    "  pin: {type: revolute, between: [ground, bob], at: [0, 0, 0], axis: [0, 0, 1], coordinates: {phi: {damper: "
    "0.1}}}\n"
    "  knee: {type: revolute, between: [bob, tail], at: [1.2, 0, 0], axis: [0, 0, 1], share: false,\n"
    "         coordinates: {phi: {spring: 3, stops: {lower: -0.3, upper: 0.3, stiffness: 1000, damping: 1}}}}\n"
    "  rail: {type: prismatic, between: [ground, cart], axis: [1, 0, 0], coordinates: {delta: {force: "
    "\"u*sin(3*t)\"}}}\n"
    "analysis:\n"
    "  - {until: 0.2, step: 0.01, scheme: %s}\n"
    "  - {until: 0.5, step: %s, scheme: %s}\n";

typedef struct Run {
  trm_Model *model;
  trm_Simulation *simulation;
  trm_Diagnostics *diagnostics;
} Run;

static Run open_run(const char *first, const char *step, const char *second) {
  char whole[4000];
  snprintf(whole, sizeof whole, text, first, step, second);
  Run run = {.diagnostics = trm_diagnostics_new()};
  trm_Spec *spec = trm_spec_parse("text", whole, strlen(whole), run.diagnostics);
  run.model = spec ? trm_model_build(spec, run.diagnostics) : NULL;
  run.simulation = run.model ? trm_simulation_new(run.model, run.diagnostics) : NULL;
  trm_spec_free(spec);
  for (int i = 0; i < trm_diagnostics_stored(run.diagnostics); i++)
    printf("%s\n", trm_diagnostics_get(run.diagnostics, i)->message);
  assert_non_null(run.simulation);
  return run;
}

static void close_run(Run *run) {
  trm_simulation_free(run->simulation);
  trm_model_free(run->model);
  trm_diagnostics_free(run->diagnostics);
}

static void take_steps(trm_Simulation *s, int count) {
  for (int i = 0; i < count; i++) assert_true(trm_simulation_step(s) >= 0);
}

static void *save(const Run *run, size_t *size) {
  void *bytes;
  assert_int_equal(trm_simulation_state_save(run->simulation, &bytes, size, run->diagnostics), TRM_OK);
  return bytes;
}

static void copy_seconds(trm_Simulation *to, const trm_Simulation *from) {
  to->summary.seconds_assembly = from->summary.seconds_assembly;
  to->summary.seconds_linear = from->summary.seconds_linear;
  to->summary.seconds_output = from->summary.seconds_output;
  to->summary.seconds_total = from->summary.seconds_total;
}

static const char *const pairs[][3] = {{"energy-preserving", "0.01", "energy-decaying"},
                                       {"energy-decaying", "{tolerance: 1e-4}", "energy-preserving"},
                                       {"generalized-alpha", "{tolerance: 1e-3}", "energy-decaying"},
                                       {"energy-decaying", "0.01", "generalized-alpha"},
                                       {"index-1", "{tolerance: 1e-5}", "index-1"},
                                       {"energy-decaying", "0.005", "index-1"}};
enum { PAIRS = sizeof pairs / sizeof pairs[0], AFTER = 40 };

/* saves after some steps, in the first analysis or in the second, and goes on in a new simulation */
static void test_analyses_one_after_the_other(void **state) {
  (void)state;
  for (int p = 0; p < PAIRS; p++)
    for (int steps = 0; steps <= 34; steps += 17) {
      Run run = open_run(pairs[p][0], pairs[p][1], pairs[p][2]),
          other = open_run(pairs[p][0], pairs[p][1], pairs[p][2]);
      size_t size, size_after[2];
      trm_simulation_set_input(run.simulation, 0, 0.7);
      take_steps(run.simulation, steps);
      void *bytes = save(&run, &size), *after[2];
      assert_int_equal(trm_simulation_state_load(other.simulation, bytes, size, false, other.diagnostics), TRM_OK);
      take_steps(run.simulation, AFTER), take_steps(other.simulation, AFTER);
      /* the whole state, but for the seconds that it took */
      for (int i = 0; i < 2; i++) {
        if (i) copy_seconds(other.simulation, run.simulation);
        after[i] = save(i ? &other : &run, &size_after[i]);
      }
      assert_int_equal(size_after[0], size_after[1]);
      size_t differing = 0;
      for (size_t i = 0; i < size_after[0]; i++) differing += ((char *)after[0])[i] != ((char *)after[1])[i];
      printf("%s, %s, step %s, after %d steps: %zu bytes, %zu differ at t = %g s\n", pairs[p][0], pairs[p][2],
             pairs[p][1], steps, size, differing, trm_simulation_time(run.simulation));
      assert_int_equal(differing, 0);
      trm_free(bytes), trm_free(after[0]), trm_free(after[1]);
      close_run(&run), close_run(&other);
    }
}

static uint64_t seed = 42;
static uint64_t draw(uint64_t below) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (seed >> 33) % below;
}

/* Is the run as it was? */
static void check_unchanged(const Run *run, const void *bytes, size_t size) {
  size_t now_size;
  void *now = save(run, &now_size);
  assert_int_equal(now_size, size);
  assert_memory_equal(now, bytes, size);
  trm_free(now);
}

static void sign(unsigned char *bytes, size_t size) {
  trm_Bytes all = {.data = bytes, .size = size};
  trm_run_state_sign(&all);
}

enum { FLIPS = 250 };

typedef struct Spoilt {
  int used, refused;
} Spoilt;

/* A flip that is signed may give another state that can be used: then steps are taken from it, which may fail but not
   crash. */
static void spoil(Run *run, int steps, int flips, Spoilt *count) {
  size_t size, own_size;
  take_steps(run->simulation, steps);
  void *bytes = save(run, &size);
  take_steps(run->simulation, 1);
  void *own = save(run, &own_size);
  unsigned char *spoilt = malloc(size + 1);
  for (int k = 0; k < flips; k++) {
    bool cut = k % 8 == 0, fits = k % 2;
    size_t length = cut ? draw(size) : size;
    memcpy(spoilt, bytes, size);
    for (int flip = 1 + (int)draw(3); !cut && flip > 0; flip--) spoilt[draw(size)] ^= 1u << draw(8);
    if (fits && length > 8) sign(spoilt, length);
    trm_Diagnostics *said = trm_diagnostics_new();
    if (trm_simulation_state_load(run->simulation, spoilt, length, false, said) == TRM_OK) {
      for (int i = 0; i < 3; i++) trm_simulation_step(run->simulation);
      count->used++;
      assert_int_equal(trm_simulation_state_load(run->simulation, own, own_size, false, said), TRM_OK);
    } else {
      assert_int_equal(trm_diagnostics_count(said, TRM_ERROR), 1);
      count->refused++;
    }
    trm_diagnostics_free(said);
    if (k % 16 == 0) check_unchanged(run, own, own_size);
  }
  free(spoilt), trm_free(own), trm_free(bytes);
}

static void test_flips_and_cuts(void **state) {
  (void)state;
  Spoilt count = {0, 0};
  for (int p = 0; p < PAIRS; p++) {
    Run run = open_run(pairs[p][0], pairs[p][1], pairs[p][2]);
    spoil(&run, 25, FLIPS, &count);
    close_run(&run);
  }
  /* beams with unknown stresses and sliders on them, curves, a path of equilibria, a mechanism that is driven */
  static const char *const files[] = {"quick-return/sliding.yaml", "curve-sliding/friction.yaml",
                                      "lee-frame/model.yaml", "kinematic-quick-return/model.yaml"};
  for (int f = 0; f < 4; f++) {
    char path[300];
    snprintf(path, sizeof path, "%s/examples/%s", TRM_SOURCE_DIR, files[f]);
    Run run = {.diagnostics = trm_diagnostics_new()};
    trm_Spec *spec = trm_spec_read(path, run.diagnostics);
    run.model = trm_model_build(spec, run.diagnostics);
    run.simulation = trm_simulation_new(run.model, run.diagnostics);
    assert_non_null(run.simulation);
    spoil(&run, 4, FLIPS / 10, &count);
    trm_spec_free(spec);
    close_run(&run);
  }
  printf("%d of %d spoilt states were refused, %d could be used\n", count.refused, count.refused + count.used,
         count.used);
  assert_true(count.refused > count.used);
}

static void test_refusals_in_words(void **state) {
  (void)state;
  Run run = open_run("energy-preserving", "0.01", "energy-decaying"),
      other = open_run("energy-preserving", "0.02", "energy-decaying");
  size_t size;
  unsigned char *bytes = save(&run, &size), *spoilt = malloc(size);
  static const char *const expected[] = {"end too early", "not a state of trammel", "damaged", "damaged",
                                         "the model is another one"};
  for (int k = 0; k < 5; k++) {
    trm_Diagnostics *said = trm_diagnostics_new();
    memcpy(spoilt, bytes, size);
    if (k == 1) spoilt[0] = 'x';
    if (k == 2) spoilt[size / 2] ^= 4;
    size_t length = k == 0 ? 3 : k == 3 ? size - 9 : size;
    trm_Status status =
        trm_simulation_state_load(k == 4 ? other.simulation : run.simulation, spoilt, length, false, said);
    assert_int_equal(status, TRM_BAD_ARGUMENT);
    printf("%s\n", trm_diagnostics_get(said, 0)->message);
    assert_non_null(strstr(trm_diagnostics_get(said, 0)->message, expected[k]));
    trm_diagnostics_free(said);
  }
  free(spoilt), trm_free(bytes);
  close_run(&run), close_run(&other);
}

/* A joint released in mid-run: other equations, which the bytes tell. */
static void test_other_layout(void **state) {
  (void)state;
  for (int p = 0; p < PAIRS; p++) {
    Run run = open_run(pairs[p][0], pairs[p][1], pairs[p][2]), other = open_run(pairs[p][0], pairs[p][1], pairs[p][2]);
    bool released[3] = {false, true, false};
    trm_LayoutOptions options = {TRM_LAYOUT_MOTION, released, NULL};
    size_t size, after_size;
    take_steps(run.simulation, 10);
    assert_int_equal(trm_simulation_relayout(run.simulation, options), TRM_OK);
    take_steps(run.simulation, 5);
    void *bytes = save(&run, &size);
    assert_int_equal(trm_simulation_state_load(other.simulation, bytes, size, false, other.diagnostics), TRM_OK);
    take_steps(run.simulation, AFTER), take_steps(other.simulation, AFTER);
    copy_seconds(other.simulation, run.simulation);
    void *after = save(&run, &after_size);
    check_unchanged(&other, after, after_size);
    trm_free(after), trm_free(bytes);
    close_run(&run), close_run(&other);
  }
}

/* Out of memory at any moment of saving and loading: said, and the run goes on or has failed, but can be asked. */
static void test_memory_ends(void **state) {
  (void)state;
  for (int p = 0; p < PAIRS; p++) {
    Run run = open_run(pairs[p][0], pairs[p][1], pairs[p][2]);
    size_t size;
    double *values = calloc((size_t)trm_simulation_channel_count(run.simulation), sizeof(double));
    take_steps(run.simulation, 25);
    void *bytes = save(&run, &size), *again;
    int failed = 0, lost = 0;
    for (long nth = 1; nth < 400; nth += 1 + nth / 12) {
      trm_memory_fail_at(nth);
      trm_Status saved = trm_simulation_state_save(run.simulation, &again, &size, NULL);
      trm_memory_fail_at(0);
      trm_free(again);
      trm_memory_fail_at(nth);
      trm_Status loaded = trm_simulation_state_load(run.simulation, bytes, size, false, NULL);
      trm_memory_fail_at(0);
      failed += saved != TRM_OK || loaded != TRM_OK;
      bool good = trm_simulation_step(run.simulation) >= 0;
      trm_simulation_channels(run.simulation, values);
      if (good) continue;
      lost++;
      close_run(&run);
      run = open_run(pairs[p][0], pairs[p][1], pairs[p][2]);
      assert_int_equal(trm_simulation_state_load(run.simulation, bytes, size, false, run.diagnostics), TRM_OK);
    }
    printf("%s, %s: memory ended %d times, %d runs were lost\n", pairs[p][0], pairs[p][2], failed, lost);
    assert_true(failed > 0);
    trm_free(bytes), free(values);
    close_run(&run);
  }
}

/* ---- forces and events of a program ---- */

typedef struct Watch {
  int channel, calls;
  double last;
} Watch;

static bool pull(const trm_ForceState *state, double *forces, void *user) {
  (void)user;
  forces[0] = 400 - 300 * state->nodes[0].position[0];
  return true;
}

static double beyond(trm_Simulation *simulation, void *user) {
  double value = 0;
  trm_simulation_channel_value(simulation, ((Watch *)user)->channel, &value);
  return value - 1.3; /* it swings about 4/3 */
}

static bool note(trm_Simulation *simulation, void *user) {
  Watch *watch = user;
  watch->calls++, watch->last = trm_simulation_time(simulation);
  return true;
}

static void add_program(Run *run, bool force_too, Watch *watch) {
  static const char *const nodes[] = {"cart"};
  trm_Force force = trm_force_default();
  trm_Event event = trm_event_default();
  force.name = "pull", force.node_count = 1, force.nodes = nodes, force.force = pull;
  event.name = "beyond", event.value = beyond, event.reached = note, event.user = watch;
  *watch = (Watch){.channel = trm_simulation_find_channel(run->simulation, "rail.delta")};
  if (force_too) assert_int_equal(trm_simulation_add_force(run->simulation, &force, run->diagnostics), TRM_OK);
  assert_int_equal(trm_simulation_add_event(run->simulation, &event, run->diagnostics), TRM_OK);
}

/* Saved on either side of an event: it happens as often and at the same time, and not again where it was passed. */
static void test_program(void **state) {
  (void)state;
  for (int p = 0; p < PAIRS; p++)
    for (int steps = 3; steps < 40; steps += 9) {
      Run run = open_run(pairs[p][0], pairs[p][1], pairs[p][2]),
          other = open_run(pairs[p][0], pairs[p][1], pairs[p][2]);
      Run plain = open_run(pairs[p][0], pairs[p][1], pairs[p][2]);
      Watch watch, other_watch, plain_watch;
      size_t size, after_size;
      add_program(&run, true, &watch), add_program(&other, true, &other_watch);
      add_program(&plain, false, &plain_watch);
      take_steps(run.simulation, steps);
      int before = watch.calls;
      void *bytes = save(&run, &size);
      assert_int_equal(trm_simulation_state_load(plain.simulation, bytes, size, false, NULL), TRM_BAD_ARGUMENT);
      assert_int_equal(trm_simulation_state_load(other.simulation, bytes, size, false, other.diagnostics), TRM_OK);
      take_steps(run.simulation, AFTER), take_steps(other.simulation, AFTER);
      if (steps == 21) printf("%s, %s: %d events, then %d\n", pairs[p][0], pairs[p][2], before, other_watch.calls);
      assert_int_equal(other_watch.calls, watch.calls - before);
      copy_seconds(other.simulation, run.simulation);
      void *after = save(&run, &after_size);
      check_unchanged(&other, after, after_size);
      trm_free(after), trm_free(bytes);
      close_run(&run), close_run(&other), close_run(&plain);
    }
}

static void test_copy_and_reset(void **state) {
  (void)state;
  for (int p = 0; p < PAIRS; p++) {
    Run run = open_run(pairs[p][0], pairs[p][1], pairs[p][2]);
    size_t size;
    take_steps(run.simulation, 30);
    Run copy = {run.model, trm_simulation_copy(run.simulation, run.diagnostics), run.diagnostics};
    assert_non_null(copy.simulation);
    void *bytes = save(&run, &size);
    check_unchanged(&copy, bytes, size);
    assert_int_equal(trm_simulation_reset(run.simulation, run.diagnostics), TRM_OK);
    assert_true(trm_simulation_time(run.simulation) == 0);
    take_steps(run.simulation, 30);
    copy_seconds(run.simulation, copy.simulation);
    check_unchanged(&run, bytes, size);
    check_unchanged(&copy, bytes, size);
    trm_simulation_free(copy.simulation);
    trm_free(bytes);
    close_run(&run);
  }
}

int main(int count, char **arguments) {
  if (count > 1) seed = strtoull(arguments[1], NULL, 10);
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_analyses_one_after_the_other),
                                     cmocka_unit_test(test_refusals_in_words),
                                     cmocka_unit_test(test_flips_and_cuts),
                                     cmocka_unit_test(test_copy_and_reset),
                                     cmocka_unit_test(test_other_layout),
                                     cmocka_unit_test(test_memory_ends),
                                     cmocka_unit_test(test_program)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
