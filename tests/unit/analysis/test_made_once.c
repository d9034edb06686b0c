/* What is made for a run: systems, states, block trees. The linker leads calls of their makers to the counters here
   (CMakeLists.txt). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include "conformance/text_model.h"
#include "system/state.h"

static int systems, states, trees;

trm_Status __real_trm_system_new(trm_System **system, const trm_Model *model);
trm_Status __real_trm_system_new_for(trm_System **system, const trm_Model *model, trm_LayoutOptions options);
trm_Status __real_trm_state_new(trm_State **state, const trm_System *system);
trm_BlockTree *__real_trm_block_tree_needing(const trm_Pattern *pattern, const int *start, const bool *pivotless,
                                             const int *need, int count);
trm_Status __wrap_trm_system_new(trm_System **system, const trm_Model *model);
trm_Status __wrap_trm_system_new_for(trm_System **system, const trm_Model *model, trm_LayoutOptions options);
trm_Status __wrap_trm_state_new(trm_State **state, const trm_System *system);
trm_BlockTree *__wrap_trm_block_tree_needing(const trm_Pattern *pattern, const int *start, const bool *pivotless,
                                             const int *need, int count);

trm_Status __wrap_trm_system_new(trm_System **system, const trm_Model *model) {
  int made = ++systems;
  trm_Status status = __real_trm_system_new(system, model);
  systems = made; /* it calls the other one, which some linkers lead here as well */
  return status;
}

trm_Status __wrap_trm_system_new_for(trm_System **system, const trm_Model *model, trm_LayoutOptions options) {
  systems++;
  return __real_trm_system_new_for(system, model, options);
}

trm_Status __wrap_trm_state_new(trm_State **state, const trm_System *system) {
  states++;
  return __real_trm_state_new(state, system);
}

trm_BlockTree *__wrap_trm_block_tree_needing(const trm_Pattern *pattern, const int *start, const bool *pivotless,
                                             const int *need, int count) {
  trees++;
  return __real_trm_block_tree_needing(pattern, start, pivotless, need, count);
}

typedef struct Made {
  int systems, states, trees;
} Made;

static Made made_for(const char *title, const char *text) {
  systems = states = trees = 0;
  Run run = run_start(text);
  run_steps(&run, 3);
  Made made = {systems, states, trees};
  print_message("%s: systems %d, states %d, block trees %d\n", title, systems, states, trees);
  run_free(&run);
  return made;
}

#define PENDULUM(joint, analysis)                                                                                      \
  "trammel: 1\n"                                                                                                       \
  "gravity: [0, -9.81, 0]\n"                                                                                           \
  "bodies: {bob: {mass: 1, inertia: [1, 1, 1], position: [-1, 0, 0]}}\n"                                               \
  "joints: {pin: {type: revolute, between: [ground, bob], at: [0, 0, 0], axis: [0, 0, 1]" joint "}}\n"                 \
  "analysis: " analysis "\n"

/* one system, one state and the one that a step is taken back to, one tree */
static void test_plain_run(void **state) {
  (void)state;
  static const char *const schemes[] = {"energy-preserving", "generalized-alpha"};
  for (int i = 0; i < 2; i++) {
    char text[1000];
    snprintf(text, sizeof text, PENDULUM("", "{until: 1, step: 0.01, scheme: %s}"), schemes[i]);
    Made made = made_for(schemes[i], text);
    assert_int_equal(made.systems, 1);
    assert_int_equal(made.states, 2 + i); /* generalized-alpha may have to hop over a singular position */
    assert_int_equal(made.trees, 1);
  }
}

/* a start or a rate is driven while positions or velocities are found: equations of their own, for that long */
static void test_given_coordinates(void **state) {
  (void)state;
  Made start = made_for("start", PENDULUM(", coordinates: {phi: {start: 0.3}}", "{until: 1, step: 0.01}"));
  Made rate = made_for("rate", PENDULUM(", coordinates: {phi: {rate: 2}}", "{until: 1, step: 0.01}"));
  Made both = made_for("both", PENDULUM(", coordinates: {phi: {start: 0.3, rate: 2}}", "{until: 1, step: 0.01}"));
  assert_int_equal(start.systems, 2);
  assert_int_equal(rate.systems, 2);
  assert_int_equal(both.systems, 3);
}

static void test_automatic_step(void **state) {
  (void)state;
  Made made = made_for("automatic", PENDULUM("", "{until: 1, step: {tolerance: 1e-4}}"));
  assert_int_equal(made.systems, 1);
  assert_int_equal(made.states,
                   5); /* and the one before both halves of a step; of rehearsals the start and a neighbour */
  assert_int_equal(made.trees, 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_plain_run), cmocka_unit_test(test_given_coordinates),
                                     cmocka_unit_test(test_automatic_step)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
