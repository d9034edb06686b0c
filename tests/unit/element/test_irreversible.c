/* What may run backwards in time: everything that takes energy, or could feed it when time runs backwards, is found,
   wherever it stands, and told by its owner; what only stores energy is not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>
#include "base/bytes.h"
#include "conformance/text_model.h"
#include "element/irreversible.h"

/* A swinging bar with a weight that slides along it, in one plane, with room for what may be added. */
#define SWING                                                                                                          \
  "trammel: 1\ngravity: [0, -9.81, 0]\n"                                                                               \
  "bodies: {bar: {mass: 2, inertia: [0.1, 0.2, 0.2], position: [0.5, 0, 0]}, bob: {mass: 1, inertia: [0.1, 0.1, "      \
  "0.1], position: [0.7, 0, 0]}}\n"                                                                                    \
  "joints:\n  pin: {type: revolute, between: [ground, bar], axis: [0, 0, 1], at: [0, 0, 0], coordinates: {phi: "       \
  "{rate: 1, %s}}}\n"                                                                                                  \
  "  rail: {type: prismatic, between: [bar, bob], axis: [1, 0, 0], at: [0.7, 0, 0], coordinates: {delta: {spring: "    \
  "90, rate: 0.5%s}}}\n%s"                                                                                             \
  "analysis: {type: dynamic, until: 1, step: 0.01}\n"

static const struct {
  const char *pin, *rail, *more; /* laws of the two coordinates; other joints, springs, loads */
  const char *owner;             /* of what is irreversible, NULL: nothing */
  bool takes;                    /* energy, so that the ledger shows it */
} cases[] = {
    {"spring: 3", "", "", NULL, false},
    {"force: \"2*sin(3*t) - phi\"", "", "", NULL, false},
    {"spring: {force: \"phi + phi^3\"}", "", "springs: {wire: {between: [ground, bob], stiffness: 20}}\n", NULL, false},
    {"spring: 3", "", "loads: {push: {on: bob, force: [\"rail.delta\", 1, 0]}}\n", NULL, false},
    {"damper: 0.3", "", "", "pin", true},
    {"spring: 1", ", damper: 2", "", "rail", true},
    {"spring: 1", ", friction: {coefficient: 0.2, normal: 3}", "", "rail", true},
    {"stops: {lower: -0.2, upper: 0.01, stiffness: 200, damping: 5}", "", "", "pin", true},
    {"force: \"-0.4*rate\"", "", "", "pin", false},
    {"motor: {voltage: 0, resistance: 0.5, inductance: 0.05, constant: 0.4}", "", "", "pin", false},
    {"spring: 1", "", "springs: {wire: {between: [ground, bob], stiffness: 20, damping: 2}}\n", "wire", true},
    {"spring: 1", "", "loads: {drag: {on: bob, force: [\"-0.1*bob.velocity.x\", 0, 0]}}\n", "drag", false},
};

static void look_at(const char *text, const char *owner, bool takes) {
  Run run = run_start(text);
  trm_Irreversible found = trm_model_irreversible(run.model);
  run_steps(&run, 30);
  double dissipated = run_ledger(&run).dissipated;
  printf("%-6s %-52s dissipated %.3g J\n", found.owner ? found.owner : "-", found.owner ? found.what : "", dissipated);
  if ((found.owner == NULL) != (owner == NULL) || (owner && strcmp(found.owner, owner) != 0))
    fail_msg("%s: irreversible is \"%s\", not \"%s\"", text, found.owner ? found.owner : "", owner ? owner : "");
  assert_int_equal(takes, dissipated > 1e-9);
  if (dissipated != 0) assert_non_null(found.owner);
  run_free(&run);
}

static void what_takes_energy_is_found(void **state) {
  (void)state;
  char text[4000];
  for (int k = 0; k < TRM_COUNT(cases); k++) {
    snprintf(text, sizeof text, SWING, cases[k].pin, cases[k].rail, cases[k].more);
    look_at(text, cases[k].owner, cases[k].takes);
  }
}

/* the diagonal of six by six numbers, nothing but number n of which is there */
static void add_diagonal(char *text, const char *key, int n, double value) {
  sprintf(text + strlen(text), "%s: [", key);
  for (int r = 0; r < 6; r++) {
    strcat(text, r > 0 ? ", [" : "[");
    for (int c = 0; c < 6; c++) sprintf(text + strlen(text), "%s%g", c > 0 ? ", " : "", r == n && c == n ? value : 0);
    strcat(text, "]");
  }
  strcat(text, "]");
}

/* each number of a bushing's damping alone: only that along what moves takes energy, all are irreversible */
static void bushings_damp(void **state) {
  (void)state;
  char text[4000], more[2000];
  for (int n = 0; n < 7; n++) {
    strcpy(more, "  mount: {type: free, between: [ground, bar], at: [0, 0, 0], ");
    add_diagonal(more, "stiffness", 5, 3);
    strcat(more, ", ");
    add_diagonal(more, "damping", n, 0.5);
    strcat(more, "}\n");
    snprintf(text, sizeof text, SWING, "spring: 1", "", more);
    look_at(text, n < 6 ? "mount" : NULL, n == 5);
  }
}

static void beams_damp(void **state) {
  (void)state;
  static const char beam[] =
      "trammel: 1\nspace: planar\nbodies: {end: {mass: 1, inertia: [0.01, 0.01, 0.01], position: [1, 0, 0], velocity: "
      "[0, 0.5, "
      "0]}}\n"
      "sections: {strip: {stiffness: {EA: 1e5, GKy: 1e5, GKz: 1e5, GJ: 20, EIy: 20, EIz: 20}, mass: {m: 0.5, Iyy: "
      "1e-4, Izz: 1e-4}}}\n"
      "beams: {rod: {section: strip, curve: {line: [[0, 0, 0], [1, 0, 0]]}, normal: [0, 1, 0], elements: 2%s}}\n"
      "joints: {clamp: {type: rigid, between: [ground, rod.start]}, grip: {type: rigid, between: [rod.end, end]}}\n"
      "analysis: {type: dynamic, until: 1, step: 0.005}\n";
  char text[4000];
  snprintf(text, sizeof text, beam, "");
  look_at(text, NULL, false);
  snprintf(text, sizeof text, beam, ", damping: 1e-3");
  look_at(text, "rod", true);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(what_takes_energy_is_found), cmocka_unit_test(bushings_damp),
                                     cmocka_unit_test(beams_damp)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
