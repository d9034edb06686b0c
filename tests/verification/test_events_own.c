/* Events whose action changes their own formula, or whose formula jumps, in every scheme: each happens once where it is
   to, and as often as it is to. Drawn at random: metronomes that set themselves back, with periods that are steps,
   parts and multiples of steps; blows where a jump, a comparison or something nearly as steep is passed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include <stdio.h>
#include <cmocka.h>
#include "base/text.h"
#include "conformance/random_numbers.h"
#include "conformance/text_model.h"
#include "test_all.h"

static const char *const schemes[] = {"energy-preserving, step: %.17g",
                                      "energy-preserving, order: 4, step: %.17g",
                                      "energy-preserving, order: 6, step: %.17g",
                                      "energy-decaying, step: %.17g",
                                      "generalized-alpha, step: %.17g",
                                      "energy-preserving, step: {tolerance: 1e-6, largest: %.17g}",
                                      "energy-decaying, step: {tolerance: 1e-6, largest: %.17g}",
                                      "index-1, step: {tolerance: 1e-9, largest: %.17g}",
                                      "index-1, formulation: relative, step: {tolerance: 1e-9, largest: %.17g}"};
enum { SCHEMES = sizeof schemes / sizeof *schemes };
static const char *const directions[] = {"either", "rising"};

/* a block that slides along x, with what is `given` besides */
static Run start(Random *random, int scheme, double step, double until, const char *given) {
  char of_scheme[160];
  snprintf(of_scheme, sizeof of_scheme, schemes[scheme], step);
  return run_format("{trammel: 2, gravity: [%.17g, 0, 0], bodies: {b: {mass: 1, inertia: 1}}, joints: {way: {type: "
                    "prismatic, between: [ground, b], axis: [1, 0, 0], coordinates: {delta: {rate: 1}}}}, %s, "
                    "analysis: {until: %.17g, scheme: %s}}",
                    random_number(random, 0, 2), given, until, of_scheme);
}

/* ---- what sets itself back ---- */

/* Every step of a fixed size, and every second or third, ends where it happens: the value is 0 there but for
   round-off. */
static void metronomes_go_on(void **state) {
  (void)state;
  static const double steps[] = {1, 0.5, 2, 1. / 3, 3, 0};
  Random random = {71};
  double worst = 0;
  int all = 0;
  for (int k = 0; k < test_count(12, 100) * SCHEMES; k++) {
    double period = exp(random_number(&random, -3, 1)), part = steps[random_count(&random, 6)];
    int beats = 4 + random_count(&random, 16), either = k / SCHEMES % 2;
    if (part == 0) part = random_number(&random, 0.2, 3);
    char given[500];
    snprintf(given, sizeof given,
             "signals: {k: {integral: \"1\"}, n: {value: n, every: 1000}}, events: {beat: {when: \"k - %.17g\", "
             "direction: %s, do: {reset: k, set: {signal: n, to: n + 1}}}}",
             period, directions[either]);
    Run run = start(&random, k % SCHEMES, part * period, (beats + 0.5) * period, given);
    run_to_end(&run);
    int count = trm_simulation_happening_count(run.simulation);
    for (int i = 0; i < count; i++)
      worst = fmax(worst, fabs(trm_simulation_happening(run.simulation, i).time / period - (i + 1)));
    if (count != beats || run_channel(&run, "signal.n") != beats || !(worst < 1e-8))
      fail_msg("case %d: %d of %d beats, counted %g, off by %.1e of the period; %s, steps of %g periods: %s", k, count,
               beats, run_channel(&run, "signal.n"), worst, schemes[k % SCHEMES], part, given);
    all += beats;
    run_free(&run);
  }
  printf("%d beats in %d schemes, off by at most %.1e of the period\n", all, SCHEMES, worst);
}

/* ---- what jumps ---- */

static void jumps_happen_once(void **state) {
  (void)state;
  static const char *const jumps[] = {"step(b.position.x - %.17g) - 0.5", "(way.delta > %.17g) - 0.5",
                                      "tanh(1e6*(b.position.x - %.17g))", "floor(b.position.x/%.17g) - 0.5",
                                      "sign(way.delta - %.17g)"};
  enum { JUMPS = sizeof jumps / sizeof *jumps };
  Random random = {72};
  double worst = 0;
  for (int k = 0; k < test_count(20, 200) * SCHEMES; k++) {
    double place = random_number(&random, 0.3, 1), blow = random_number(&random, 0, 0.3);
    char formula[120], given[500];
    snprintf(formula, sizeof formula, jumps[k / SCHEMES % JUMPS], place); // NOLINT(clang-diagnostic-format-nonliteral)
    snprintf(given, sizeof given,
             "signals: {n: {value: n, every: 1000}}, events: {hit: {when: \"%s\", direction: %s, do: {impulse: {on: b, "
             "force: [%.17g, 0, 0]}, set: {signal: n, to: n + 1}}}}",
             formula, directions[k / SCHEMES / JUMPS % 2], blow);
    Random same = random;
    double pull = random_number(&same, 0, 2), until = (sqrt(1 + 2 * pull * place) - 1) / fmax(pull, 1e-9) + 0.1;
    Run run = start(&random, k % SCHEMES, random_number(&same, 0.01, 0.15), until, given);
    run_to_end(&run);
    double off = fabs(run_channel(&run, "b.velocity.x") - (1 + pull * until + blow));
    worst = fmax(worst, off);
    if (trm_simulation_happening_count(run.simulation) != 1 || run_channel(&run, "signal.n") != 1 || !(off < 1e-6))
      fail_msg("case %d: %d times, counted %g, velocity off by %.1e; %s: %s", k,
               trm_simulation_happening_count(run.simulation), run_channel(&run, "signal.n"), off, schemes[k % SCHEMES],
               given);
    run_free(&run);
  }
  printf("%d jumps in %d schemes: velocities off by at most %.1e\n", test_count(20, 200) * SCHEMES, SCHEMES, worst);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(metronomes_go_on), cmocka_unit_test(jumps_happen_once)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
