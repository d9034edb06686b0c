/* A layout that is replaced in mid-run: joints released, coordinates locked and free again, under every scheme. Against
   closed forms, with the ledger closed, and without any change the same motion as without. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "analysis/simulation.h"
#include "conformance/text_model.h"

static const char *const schemes[] = {"scheme: energy-preserving, step: 0.005", "scheme: energy-decaying, step: 0.005",
                                      "scheme: generalized-alpha, step: 0.005", "scheme: index-1, step: 0.005",
                                      "scheme: energy-preserving, step: {tolerance: 1e-6}"};
enum { SCHEMES = 5 };

/* two links on a wall, hinges at (0, 0) and (1, 0); a spring in the second; x to the right, gravity down */
#define LINKS                                                                                                          \
  "trammel: 1\n"                                                                                                       \
  "gravity: [0, -9.81, 0]\n"                                                                                           \
  "bodies:\n"                                                                                                          \
  "  one: {mass: 2, inertia: [0.1, 0.2, 0.3], position: [0.5, 0, 0]}\n"                                                \
  "  two: {mass: 1, inertia: [0.1, 0.1, 0.2], position: [1.5, 0, 0]}\n"                                                \
  "joints:\n"                                                                                                          \
  "  wall: {type: revolute, between: [ground, one], at: [0, 0, 0], axis: [0, 0, 1]}\n"                                 \
  "  knee: {type: revolute, between: [one, two], at: [1, 0, 0], axis: [0, 0, 1], coordinates: {phi: {spring: 3}}}\n"   \
  "analysis: {until: 1.5, output: 0.5, %s}\n"

/* a link on a wall that carries a body in its middle: point and orientation are shared, and the body has no rows */
#define RIDER                                                                                                          \
  "trammel: 1\n"                                                                                                       \
  "gravity: [0, -9.81, 0]\n"                                                                                           \
  "bodies:\n"                                                                                                          \
  "  one: {mass: 2, inertia: [0.1, 0.2, 0.3], position: [0.5, 0, 0]}\n"                                                \
  "  two: {mass: 1, inertia: [0.1, 0.1, 0.2], position: [0.5, 0, 0]}\n"                                                \
  "joints:\n"                                                                                                          \
  "  wall: {type: revolute, between: [ground, one], at: [0, 0, 0], axis: [0, 0, 1]}\n"                                 \
  "  knee: {type: rigid, between: [one, two]}\n"                                                                       \
  "  also: {type: revolute, between: [one, two], at: [0.5, 0, 0], axis: [0, 0, 1]}\n"                                  \
  "analysis: {until: 1.5, output: 0.5, %s}\n"

/* four bars in space: three of the constraints of the loop are redundant */
#define FOUR_BARS                                                                                                      \
  "trammel: 1\n"                                                                                                       \
  "gravity: [0, -9.81, 0]\n"                                                                                           \
  "bodies:\n"                                                                                                          \
  "  crank: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [0, 0.5, 0]}\n"                                              \
  "  bar: {mass: 2, inertia: [0.1, 0.2, 0.2], position: [1, 1.25, 0]}\n"                                               \
  "  rocker: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [2, 0.75, 0]}\n"                                            \
  "joints:\n"                                                                                                          \
  "  a: {type: revolute, between: [ground, crank], at: [0, 0, 0], axis: [0, 0, 1], coordinates: {phi: {rate: 3}}}\n"   \
  "  b: {type: revolute, between: [crank, bar], at: [0, 1, 0], axis: [0, 0, 1]}\n"                                     \
  "  c: {type: revolute, between: [bar, rocker], at: [2, 1.5, 0], axis: [0, 0, 1]}\n"                                  \
  "  d: {type: revolute, between: [rocker, ground], at: [2, 0, 0], axis: [0, 0, 1]}\n"                                 \
  "analysis: {until: 1.5, output: 0.5, %s}\n"

static Run start(const char *model, int scheme) {
  char text[4000];
  snprintf(text, sizeof text, model, schemes[scheme]);
  return run_start(text);
}

static void go_to(Run *run, double time) {
  while (trm_simulation_time(run->simulation) < time * (1 - 1e-9)) run_step(run);
  run->fresh = false;
}

static int joint_named(const Run *run, const char *name) {
  for (int j = 0; j < run->model->joint_count; j++)
    if (strcmp(run->model->joints[j].name, name) == 0) return j;
  fail();
  return -1;
}

static void relayout(Run *run, trm_LayoutOptions options) {
  assert_int_equal(trm_simulation_relayout(run->simulation, options), TRM_OK);
  run->fresh = false;
}

static void release(Run *run, const char *joint) {
  bool released[8] = {false};
  released[joint_named(run, joint)] = true;
  relayout(run, (trm_LayoutOptions){.released = released});
}

static void lock(Run *run, const char *joint) {
  bool locked[8][TRM_JOINT_COORDINATES] = {{false}};
  locked[joint_named(run, joint)][0] = true;
  relayout(run, (trm_LayoutOptions){.locked = (const bool(*)[TRM_JOINT_COORDINATES])locked});
}

static double energy_of(const trm_Ledger *l) { return l->kinetic + l->potential + l->spring; }

/* what the ledger leaves open over the energy that moves */
static double open_part(Run *run) {
  trm_Ledger l = run_ledger(run);
  return fabs(l.residual) / (1 + l.kinetic);
}

/* Generalized-alpha does not balance energy by itself: of it only the change of the layout is asked. */
static void check_ledger(Run *run, int scheme, const trm_Ledger *before, const trm_Ledger *after) {
  assert_true(fabs(after->residual - before->residual) < 1e-12 * (1 + fabs(energy_of(before))));
  if (scheme != 2) assert_true(open_part(run) < (scheme == 3 ? 1e-5 : 1e-8)); /* index-1: as its steps are accurate */
}

/* the same layout once more, in mid-run: nothing changes */
static void test_nothing_changes(void **state) {
  (void)state;
  const char *const models[] = {LINKS, FOUR_BARS};
  const char *const watched[] = {"wall.phi", "knee.phi", "a.phi", "c.phi"};
  for (int m = 0; m < 2; m++)
    for (int i = 0; i < SCHEMES; i++) {
      Run plain = start(models[m], i), changed = start(models[m], i);
      go_to(&plain, 1.5);
      go_to(&changed, 0.5);
      double count = changed.simulation->state->history->count;
      int sets = changed.simulation->rows.redundancy.set_count;
      relayout(&changed, (trm_LayoutOptions){0});
      assert_true(changed.simulation->state->history->count == count);
      assert_int_equal(changed.simulation->rows.redundancy.set_count, sets);
      go_to(&changed, 1.5);
      double off = 0;
      for (int w = 2 * m; w < 2 * m + 2; w++)
        off = fmax(off, fabs(run_channel(&plain, watched[w]) - run_channel(&changed, watched[w])));
      print_message("same layout, %s, %s: off by %.1e, %d redundant, ledger open by %.1e\n", m ? "four bars" : "links",
                    schemes[i], off, sets, open_part(&changed));
      assert_true(off < 1e-9);
      run_free(&plain), run_free(&changed);
    }
}

/* the second link flies: its centre on a parabola, its turning even; the spring that went is booked */
static void test_release(void **state) {
  (void)state;
  for (int i = 0; i < SCHEMES; i++) {
    Run run = start(LINKS, i);
    go_to(&run, 0.5);
    double x[2], v[2], omega = run_channel(&run, "two.omega.z");
    const char *const at[] = {"two.position.x", "two.position.y"}, *const speed[] = {"two.velocity.x",
                                                                                     "two.velocity.y"};
    for (int n = 0; n < 2; n++) x[n] = run_channel(&run, at[n]), v[n] = run_channel(&run, speed[n]);
    trm_Ledger before = run_ledger(&run);
    release(&run, "knee");
    trm_Ledger after = run_ledger(&run);
    go_to(&run, 1);
    double t = 0.5, off = 0, want[2] = {x[0] + v[0] * t, x[1] + v[1] * t - 0.5 * 9.81 * t * t};
    for (int n = 0; n < 2; n++) off = fmax(off, fabs(run_channel(&run, at[n]) - want[n]));
    double turn = fabs(run_channel(&run, "two.omega.z") - omega);
    print_message("release, %s: off by %.1e, omega by %.1e, spring %.6g J booked as %.6g, ledger open by %.1e\n",
                  schemes[i], off, turn, before.spring, after.dissipated - before.dissipated, open_part(&run));
    assert_true(off < 1e-4 && turn < 1e-3);
    assert_true(before.spring > 0.1 && after.spring == 0);
    assert_true(fabs(after.dissipated - before.dissipated - before.spring) < 1e-12 * (1 + before.spring));
    check_ledger(&run, i, &before, &after);
    run_free(&run);
  }
}

static int unknowns_of(const Run *run) { return run->simulation->system->numbering.count; }

/* Joints whose nodes share unknowns are released as others are, one by one: the hinge that was implied takes over what
   the rigid joint held, then goes as well; its body flies. */
static void test_release_shared(void **state) {
  (void)state;
  for (int i = 0; i < SCHEMES; i++) {
    Run run = start(RIDER, i), apart = start(RIDER, i);
    int shared = unknowns_of(&run), two = joint_named(&run, "knee");
    bool released[8] = {false};
    go_to(&run, 0.3), go_to(&apart, 0.3);
    trm_Ledger before = run_ledger(&run);
    relayout(&apart, (trm_LayoutOptions){.unshared = true});
    assert_int_equal(unknowns_of(&apart), shared + 6 + 6 + 3); /* the body's own, rows of both joints */
    released[two] = true;
    relayout(&run, (trm_LayoutOptions){.released = released});
    assert_int_equal(unknowns_of(&run), shared + 3); /* its rotations; the hinge shares the point */
    trm_Ledger after = run_ledger(&run);
    check_ledger(&run, i, &before, &after);
    go_to(&run, 0.5), go_to(&apart, 0.5);
    double x[2], v[2], omega = run_channel(&run, "two.omega.z");
    const char *const at[] = {"two.position.x", "two.position.y"}, *const speed[] = {"two.velocity.x",
                                                                                     "two.velocity.y"};
    double together = fabs(run_channel(&run, "one.position.x") - run_channel(&run, "two.position.x"));
    double kept = fabs(run_channel(&apart, "one.quaternion.z") - run_channel(&apart, "two.quaternion.z"));
    for (int n = 0; n < 2; n++) x[n] = run_channel(&run, at[n]), v[n] = run_channel(&run, speed[n]);
    released[joint_named(&run, "also")] = true;
    relayout(&run, (trm_LayoutOptions){.released = released});
    go_to(&run, 1);
    double t = 0.5, off = 0, want[2] = {x[0] + v[0] * t, x[1] + v[1] * t - 0.5 * 9.81 * t * t};
    for (int n = 0; n < 2; n++) off = fmax(off, fabs(run_channel(&run, at[n]) - want[n]));
    double turn = fabs(run_channel(&run, "two.omega.z") - omega);
    print_message("shared, %s: apart %.1e, on the hinge %.1e, off by %.1e, omega by %.1e, ledger open by %.1e\n",
                  schemes[i], kept, together, off, turn, open_part(&run));
    assert_true(kept < 1e-12 && together < 1e-9 && off < 1e-4 && turn < 1e-3);
    if (i != 2) assert_true(open_part(&run) < (i == 3 ? 1e-5 : 1e-8));
    run_free(&run), run_free(&apart);
  }
}

/* L about the wall's hinge, per speed of one rigid piece: J omega */
static double inertia_about_wall(Run *run) {
  double sum = 0.3 + 2 * 0.25 + 0.2, x = run_channel(run, "two.position.x"), y = run_channel(run, "two.position.y");
  return sum + x * x + y * y;
}

/* The knee stops at once: moment of momentum about the hinge stays, the rest of the kinetic energy goes; then both turn
   as one. Free again, it moves. */
static void test_lock(void **state) {
  (void)state;
  for (int i = 0; i < SCHEMES; i++) {
    Run run = start(LINKS, i);
    go_to(&run, 0.5);
    double x = run_channel(&run, "two.position.x"), y = run_channel(&run, "two.position.y");
    double moment = (0.3 + 2 * 0.25) * run_channel(&run, "one.omega.z") + 0.2 * run_channel(&run, "two.omega.z") +
                    x * run_channel(&run, "two.velocity.y") - y * run_channel(&run, "two.velocity.x");
    double phi = run_channel(&run, "knee.phi"), j = inertia_about_wall(&run);
    trm_Ledger before = run_ledger(&run);
    lock(&run, "knee");
    trm_Ledger after = run_ledger(&run);
    double omega = run_channel(&run, "wall.phi.rate"), lost = after.dissipated - before.dissipated;
    double numerical = after.numerical - before.numerical;
    go_to(&run, 1);
    double kept = fabs(run_channel(&run, "knee.phi") - phi);
    relayout(&run, (trm_LayoutOptions){0});
    go_to(&run, 1.5);
    double moved = fabs(run_channel(&run, "knee.phi") - phi);
    print_message("lock, %s: omega %.9g against %.9g, lost %.6g J (scheme %.1e), kept to %.1e, then moved %.3g, ledger "
                  "open by %.1e\n",
                  schemes[i], omega, moment / j, lost, numerical, kept, moved, open_part(&run));
    assert_true(fabs(omega - moment / j) < 1e-3 * fabs(omega));
    assert_true(fabs(energy_of(&before) - energy_of(&after) - lost - numerical) < 1e-10);
    assert_true(fabs(after.kinetic - 0.5 * j * omega * omega) < 1e-6 * after.kinetic);
    assert_true(lost > 0.1 && fabs(numerical) < 1e-3 && kept < 1e-9 && moved > 0.05);
    check_ledger(&run, i, &before, &after);
    run_free(&run);
  }
}

/* without one of its hinges the loop is open: nothing is redundant, and the ledger stays closed */
static void test_open_loop(void **state) {
  (void)state;
  for (int i = 0; i < SCHEMES; i++) {
    Run run = start(FOUR_BARS, i);
    go_to(&run, 0.5);
    int sets = run.simulation->rows.redundancy.set_count;
    trm_Ledger before = run_ledger(&run);
    release(&run, "c");
    trm_Ledger after = run_ledger(&run);
    int left = run.simulation->rows.redundancy.set_count;
    go_to(&run, 1.5);
    print_message("open loop, %s: redundant %d, then %d; ledger open by %.1e\n", schemes[i], sets, left,
                  open_part(&run));
    assert_true(sets == 3 && left == 0);
    assert_true(fabs(energy_of(&before) - energy_of(&after)) < 1e-12 * (1 + fabs(energy_of(&before))));
    check_ledger(&run, i, &before, &after);
    run_free(&run);
  }
}

/* what cannot be done is refused, and the run goes on as it was */
static void test_refused(void **state) {
  (void)state;
  Run run =
      run_start("trammel: 1\n"
                "gravity: [0, -9.81, 0]\n"
                "bodies: {one: {mass: 1, inertia: [1, 1, 1], position: [1, 0, 0]}, two: {mass: 1, inertia: [1, 1, "
                "1], position: [1, 0, 0]}}\n"
                "joints:\n"
                "  pin: {type: revolute, between: [ground, one], at: [0, 0, 0], axis: [0, 0, 1]}\n"
                "  hinge: {type: revolute, between: [one, two], at: [1, 0, 0], axis: [0, 0, 1]}\n"
                "  both: {type: gear, terms: {pin.phi: 2, hinge.phi: 1}}\n"
                "analysis: {until: 1, step: 0.01}\n");
  bool released[3] = {false, true}; /* the gear needs its angle */
  go_to(&run, 0.1);
  assert_int_equal(trm_simulation_relayout(run.simulation, (trm_LayoutOptions){.released = released}),
                   TRM_BAD_ARGUMENT);
  go_to(&run, 0.2);
  assert_true(open_part(&run) < 1e-10);
  run_free(&run);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_nothing_changes), cmocka_unit_test(test_release),
                                     cmocka_unit_test(test_release_shared),  cmocka_unit_test(test_lock),
                                     cmocka_unit_test(test_open_loop),       cmocka_unit_test(test_refused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
