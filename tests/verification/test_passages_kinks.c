/* Sliders on soft beams of few elements, which meet at an angle where they sag: drawn at random in stiffness, mesh,
   mass, friction, speed and place, so that some go over the kinks fast, some are caught in one and bounce there without
   end, and some rest over a node; in all schemes with fixed steps that are long for that. Each run comes to its end,
   with a closed ledger where the scheme balances and in a bounded number of iterations, or it is told where the slider
   is caught, or that it has come to the end of its beam. And schemes that throw parts about by steps that are too long
   say what that does to their energy. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>
#include "analysis/dynamic.h"
#include "conformance/random_numbers.h"
#include "conformance/text_model.h"
#include "test_all.h"

static const char *const schemes[] = {"energy-preserving", "energy-decaying", "generalized-alpha"};

/* Between two supports, or clamped at one end; a point or a sleeve on it, at a node or beside one. */
static Run on_a_soft_beam(Random *random, const char *scheme) {
  int elements = 2 + random_count(random, 3), order = 1 + random_count(random, 3), sleeve = random_count(random, 2);
  double bending = pow(10, random_number(random, -1.5, 1)), stretch = pow(10, random_number(random, 2, 4));
  double at = random_number(random, 0, 1) < 0.3 ? 1.0 / elements : random_number(random, 0.3, 0.7);
  double mass = random_number(random, 0.2, 2),
         rate = random_number(random, 0, 1) < 0.4 ? 0 : random_number(random, -1, 1);
  char friction[80] = "";
  if (random_count(random, 2))
    snprintf(friction, sizeof friction, ", friction: {coefficient: %.3f, stiffness: 6e4}",
             random_number(random, 0.05, 0.4));
  bool clamped = random_count(random, 3) == 0;
  return run_format(
      "{trammel: 2, gravity: [0.5, -0.4, -9.81], sections: {soft: {stiffness: {EA: %.6g, GKy: %.6g, GKz: %.6g, GJ: "
      "%.6g, EIy: %.6g, EIz: %.6g}, mass: {m: 0.2, Iyy: 0.002, Izz: 0.002}}}, bodies: {bead: {mass: %.6f, inertia: "
      "[0.02, 0.03, 0.04], position: [%.9f, 0, 0]}}, beams: {rope: {curve: {line: [[0, 0, 0], [1, 0, 0]]}, section: "
      "soft, elements: %d, order: %d, damping: 0.01}}, joints: {left: {type: %s, between: [ground, rope.start]}, %s"
      "ride: {type: %s, slider: bead, along: rope, coordinates: {s: {rate: %.6f%s}}}}, analysis: {until: 0.5, step: "
      "0.005, scheme: %s}}",
      stretch, 0.5 * stretch, 0.5 * stretch, 2 * bending, bending, bending, mass, at, elements, order,
      clamped ? "rigid" : "spherical", clamped ? "" : "right: {type: spherical, between: [ground, rope.end]}, ",
      sleeve ? "sliding-cylindrical" : "sliding", rate, friction, scheme);
}

enum { PLANNED = 100, MOST_ITERATIONS = 500 };

/* what may end a run before its time */
static bool is_told(const char *failure) {
  return strstr(failure, "The slider of joint \"ride\" is caught at") ||
         strstr(failure, "has come to the end of beam") || strstr(failure, "has come to the start of beam");
}

static void kinks_of_soft_meshes(void **state) {
  (void)state;
  int caught = 0, ended = 0;
  double open = 0, work = 0;
  for (int i = 0; i < test_count(test_sanitized(24, 6), 600); i++) {
    Random random = {.state = 5210 + 97 * (uint64_t)i};
    int k = i % 3;
    Run run = on_a_soft_beam(&random, schemes[k]);
    trm_Status status = TRM_OK;
    while (status == TRM_OK) status = trm_simulation_step(run.simulation);
    const trm_Summary *summary = trm_simulation_summary(run.simulation);
    const char *failure = trm_simulation_failure(run.simulation);
    bool told = status != TRM_FINISHED;
    if (told && !is_told(failure)) fail_msg("model %d, %s: %s", i, schemes[k], failure);
    caught += told && strstr(failure, "is caught at") != NULL, ended += status == TRM_FINISHED;
    if (k < 2 && !told) {
      open = fmax(open, summary->ledger.largest_residual / summary->ledger.largest_energy);
      if (!(summary->ledger.largest_residual < 1e-8 * summary->ledger.largest_energy))
        fail_msg("model %d, %s: the ledger is open by %.1e of %.1e J", i, schemes[k], summary->ledger.largest_residual,
                 summary->ledger.largest_energy);
    }
    double each = told ? 0 : (double)summary->iterations / PLANNED;
    work = fmax(work, each);
    if (!(each < MOST_ITERATIONS)) fail_msg("model %d, %s: %.0f iterations a step", i, schemes[k], each);
    run_free(&run);
  }
  printf("%d runs came to their end, %d are caught; ledger open by %.1e at most, %.0f iterations a step at most\n",
         ended, caught, open, work);
  assert_true(ended > 3 * caught);
}

/* ---- steps that are too long for generalized-alpha ---- */

/* A light bead on a bowl, which a body on a pole throws about. */
static Run thrown(Random *random, double step, const char *scheme) {
  double turn[3], velocity[3], omega[3];
  random_vector(random, 3, turn);
  random_vector(random, 100, velocity);
  random_vector(random, 100, omega);
  double mass = pow(10, random_number(random, -4, 0));
  return run_format(
      "{trammel: 2, bodies: {top: {mass: 1, inertia: [0.15, 0.14, 0.16], velocity: [%.6f, %.6f, %.6f], omega: [%.6f, "
      "%.6f, %.6f]}, bead: {mass: %.6g, position: [-0.17, 0.24, -0.18]}}, joints: {arm: {type: revolute-spherical, "
      "between: [top, bead], at: [0.44, 0.33, -0.17], axis: [-0.25, 0.93, -0.26]}, bowl: {type: on-surface, between: "
      "[ground, bead], at: [-0.17, 0.24, -0.18], orientation: {bryan: [%.6f, %.6f, %.6f]}, f: \"z - 0.32*y - "
      "0.28*(x^2 - y^2 - 0.96*z*y)\"}}, initial: {tolerance: 100}, analysis: {until: 0.1, step: %g, scheme: %s}}",
      velocity[0], velocity[1], velocity[2], omega[0], omega[1], omega[2], mass, turn[0], 0.4 * turn[1], turn[2], step,
      scheme);
}

/* The scheme that keeps the energy comes to the end with the same steps, and its own shorter ones keep theirs: what
   ended the run is what it added, which is told. */
static void energy_that_was_added_is_named(void **state) {
  (void)state;
  int named = 0, count = test_count(test_sanitized(40, 10), 600);
  for (int i = 0; i < count; i++) {
    Random random = {.state = 8800 + 41 * (uint64_t)i}, again = random;
    Run run = thrown(&random, 0.005, "generalized-alpha");
    trm_Status status = TRM_OK;
    while (status == TRM_OK) status = trm_simulation_step(run.simulation);
    if (status == TRM_FINISHED) {
      run_free(&run);
      continue;
    }
    const char *failure = trm_simulation_failure(run.simulation);
    bool added = strstr(failure, "By then generalized-alpha had added") != NULL;
    double start = run.simulation->state->works->start_energy,
           now = trm_simulation_summary(run.simulation)->ledger.kinetic;
    if (added != (now > 2 * start)) fail_msg("model %d: from %.1e J to %.1e J: %s", i, start, now, failure);
    named += added;
    Run kept = thrown(&again, 0.005, "energy-preserving");
    for (status = TRM_OK; status == TRM_OK;) status = trm_simulation_step(kept.simulation);
    trm_Ledger ledger = run_ledger(&kept);
    if (added && status == TRM_FINISHED) assert_true(fabs(ledger.kinetic / start - 1) < 1e-9);
    run_free(&kept);
    run_free(&run);
  }
  printf("%d of %d runs added energy until no step was possible, and say so\n", named, count);
  assert_true(named > 0);
}

int main(int count, char **words) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(kinks_of_soft_meshes),
      cmocka_unit_test(energy_that_was_added_is_named),
  };
  if (count > 1) cmocka_set_test_filter(words[1]);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
