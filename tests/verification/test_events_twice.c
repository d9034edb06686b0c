/* Events that happen several times within a step, in every scheme: of random oscillations over a motion that every
   scheme has exactly, several events on each, rising, falling and either, without and with something that they do.
   Times are known. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "base/text.h"
#include "conformance/random_numbers.h"
#include "conformance/text_model.h"
#include "test_all.h"

static const double pi = 3.141592653589793;

static const char *const schemes[] = {"energy-preserving, step: %g",
                                      "energy-preserving, order: 4, step: %g",
                                      "energy-preserving, order: 6, step: %g",
                                      "energy-decaying, step: %g",
                                      "generalized-alpha, step: %g",
                                      "energy-preserving, step: {tolerance: 1e-6, largest: %g}",
                                      "index-1, step: {tolerance: 1e-9, largest: %g}",
                                      "index-1, formulation: relative, step: {tolerance: 1e-9, largest: %g}"};
enum { SCHEMES = sizeof schemes / sizeof *schemes, KEEP_ENERGY = 4 };
enum { WAVES = 3, EACH = 3, EVENTS = WAVES * EACH, MOST = 400 };

/* sin(w x + p) - level, of the way x = t of a block */
typedef struct Wave {
  double w, p, level;
} Wave;

typedef struct Expected {
  double time;
  int event;
  bool found;
} Expected;

typedef struct Drawn {
  int scheme, waves, direction[EVENTS]; /* direction 2: there is none */
  Wave wave[WAVES];
  double step, until; /* s */
  int count;
  Expected expected[MOST];
} Drawn;

static void expect(Drawn *drawn, int wave, double phase, int rises) {
  double at = (phase - drawn->wave[wave].p) / drawn->wave[wave].w;
  if (!(at > 0 && at < drawn->until)) return;
  for (int e = wave * EACH; e < (wave + 1) * EACH; e++)
    if (drawn->direction[e] == 0 || drawn->direction[e] == rises)
      drawn->expected[drawn->count++] = (Expected){at, e, false};
}

/* Levels are crossed for a part of a step, some steps, or half a swing; steps are an eighth of a swing at most. */
static void draw_wave(Random *random, Drawn *drawn, int i) {
  double w = random_number(random, 0.3, 0.8) / drawn->step;
  double width = w * drawn->step * exp(random_number(random, log(0.05), log(2))), side = i % 2 ? 1 : -1;
  drawn->wave[i] = (Wave){w, random_number(random, 0, 2 * pi), side * cos(0.5 * width)};
  double centre = side > 0 ? 0.5 * pi : 1.5 * pi; /* where it is farthest beyond the level */
  for (int n = -1; n < 40; n++) {
    expect(drawn, i, 2 * pi * n + centre - 0.5 * width, side > 0 ? 1 : -1);
    expect(drawn, i, 2 * pi * n + centre + 0.5 * width, side > 0 ? -1 : 1);
  }
}

static void draw(Random *random, Drawn *drawn, int scheme) {
  *drawn = (Drawn){.scheme = scheme, .waves = 1 + random_count(random, WAVES)};
  drawn->step = random_number(random, 0.02, 0.2), drawn->until = 30 * drawn->step;
  for (int e = 0; e < EVENTS; e++) drawn->direction[e] = random_count(random, 4) - 1;
  for (int i = 0; i < drawn->waves; i++) draw_wave(random, drawn, i);
}

/* What they do does not change the way of the block: blows on another, which is locked and freed, and a count. */
static char *model_of(const Drawn *drawn, bool acts) {
  static const char *const directions[] = {"falling", "either", "rising"};
  static const char *const actions[] = {", do: {set: {signal: n, to: signal.n + 1}}",
                                        ", do: {impulse: {on: other, force: [0, 0.3, 0]}}",
                                        ", do: {unlock: turn.phi, set: {signal: n, to: signal.n + 1}}"};
  char scheme[160];
  trm_Text text = {0};
  snprintf(scheme, sizeof scheme, schemes[drawn->scheme], drawn->step);
  trm_text_format(&text,
                  "{trammel: 2, gravity: [0, 0, 0], bodies: {b: {mass: 1, inertia: 1}, other: {mass: 2, inertia: 1, "
                  "position: [1, 0, 5]}}, joints: {way: {type: prismatic, between: [ground, b], axis: [1, 0, 0], "
                  "coordinates: {delta: {rate: 1}}}, turn: {type: revolute, between: [ground, other], at: [0, 0, 5], "
                  "axis: [0, 0, 1]}}, signals: {n: {integral: 0}}, events: {");
  for (int e = 0; e < drawn->waves * EACH; e++) {
    const Wave *wave = &drawn->wave[e / EACH];
    if (drawn->direction[e] != 2)
      trm_text_format(&text, "e%d: {when: \"sin(%.17g*way.delta + %.17g) - (%.17g)\", direction: %s%s}, ", e, wave->w,
                      wave->p, wave->level, directions[drawn->direction[e] + 1], acts ? actions[e % EACH] : "");
  }
  trm_text_format(&text, "never: {when: \"1\"}}, analysis: {until: %.17g, scheme: %s}}", drawn->until, scheme);
  return text.data;
}

/* the expected one of that name that is nearest; NULL: all are found already */
static Expected *nearest(Drawn *drawn, const trm_Happening *one) {
  Expected *best = NULL;
  for (int i = 0; i < drawn->count; i++) {
    Expected *expected = &drawn->expected[i];
    if (expected->found || expected->event != atoi(one->name + 1)) continue;
    if (!best || fabs(expected->time - one->time) < fabs(best->time - one->time)) best = expected;
  }
  return best;
}

/* how many are lost or told where there is none */
static int compare(Drawn *drawn, Run *run, double *worst) {
  int wrong = 0, count = trm_simulation_happening_count(run->simulation);
  for (int i = 0; i < count; i++) {
    trm_Happening one = trm_simulation_happening(run->simulation, i);
    Expected *expected = nearest(drawn, &one);
    double off = expected ? fabs(expected->time - one.time) : INFINITY;
    if (off < 1e-6 * drawn->step)
      expected->found = true, *worst = fmax(*worst, off);
    else
      wrong++, printf("  told where there is none: %s at %.9g s\n", one.name, one.time);
  }
  for (int i = 0; i < drawn->count; i++) {
    if (drawn->expected[i].found) continue;
    wrong++, printf("  lost: e%d at %.9g s\n", drawn->expected[i].event, drawn->expected[i].time);
  }
  return wrong;
}

static void several_within_a_step(void **state) {
  (void)state;
  Random random = {61};
  double worst = 0;
  int all = 0;
  Drawn *drawn = calloc(1, sizeof *drawn);
  for (int k = 0; k < test_count(8, 400) * SCHEMES; k++) {
    draw(&random, drawn, k % SCHEMES);
    bool acts = k / SCHEMES % 2;
    char *text = model_of(drawn, acts);
    Run run = run_start(text);
    run_to_end(&run);
    if (compare(drawn, &run, &worst) > 0) {
      printf("%s\n", text);
      fail_msg("case %d", k);
    }
    int counted = 0;
    for (int i = 0; i < drawn->count; i++) counted += drawn->expected[i].event % EACH != 1;
    if (acts && run_channel(&run, "signal.n") != counted)
      fail_msg("case %d: %g of %d settings:\n%s", k, run_channel(&run, "signal.n"), counted, text);
    trm_Ledger ledger = run_ledger(&run);
    double scale = fmax(ledger.start, fmax(ledger.largest_kinetic, fabs(ledger.load_work)));
    if (k % SCHEMES < KEEP_ENERGY && !(fabs(ledger.residual) < 1e-10 * scale))
      fail_msg("case %d: residual %.2e J of %.2e J:\n%s", k, ledger.residual, scale, text);
    all += drawn->count;
    run_free(&run);
    trm_free(text);
  }
  free(drawn);
  printf("%d events, several within a step, in %d schemes: off by at most %.1e s\n", all, SCHEMES, worst);
}

/* ---- blows that turn a value round ---- */

/* A ball that a blow throws up again each time it comes to the floor, with `left` of its speed: way out and back get
   shorter than any step. */
typedef struct Ball {
  double height, fall, left, until; /* m, s, 1, s; fall: how long it falls first */
  int scheme, bounces;              /* so many are further apart than an event may come again */
} Ball;

static Ball draw_ball(Random *random, int k) {
  Ball ball = {
      .height = exp(random_number(random, -5, 5)), .fall = exp(random_number(random, -3, 3)), .scheme = k % SCHEMES};
  ball.left = random_number(random, 0.1, 0.8);
  ball.until = random_number(random, 1.5, 4) * ball.fall * (1 + ball.left) / (1 - ball.left);
  for (double way = 2 * ball.left * ball.fall; way > 2e-5 * ball.until; way *= ball.left) ball.bounces++;
  return ball;
}

static char *model_of_ball(const Ball *ball, double step) {
  char scheme[160];
  trm_Text text = {0};
  snprintf(scheme, sizeof scheme, schemes[ball->scheme], step);
  trm_text_format(
      &text,
      "{trammel: 2, gravity: [0, 0, %.17g], bodies: {b: {mass: 2, inertia: 1, position: [0, 0, %.17g]}}, joints: "
      "{way: {type: prismatic, between: [ground, b], axis: [0, 0, 1]}}, events: {floor: {when: \"b.position.z\", "
      "direction: falling, do: {impulse: {on: b, force: [0, 0, \"-2*(1 + %.17g)*b.velocity.z\"]}}}}, "
      "analysis: {until: %.17g, scheme: %s}}",
      -2 * ball->height / pow(ball->fall, 2), ball->height, ball->left, ball->until, scheme);
  return text.data;
}

/* Every bounce is told at its time, however long the steps, until they come without end; then the run ends and says
   so. */
static void bounces_come_to_an_end(void **state) {
  (void)state;
  Random random = {62};
  double worst = 0;
  int all = 0;
  for (int k = 0; k < test_count(2, 100) * SCHEMES; k++) {
    Ball ball = draw_ball(&random, k);
    char *text = model_of_ball(&ball, random_number(&random, 0.01, 0.6) * ball.fall);
    Run run = run_start(text);
    while (trm_simulation_advance(run.simulation) == TRM_OK) {}
    double time = ball.fall, way = 2 * ball.left * ball.fall;
    int count = trm_simulation_happening_count(run.simulation);
    for (int i = 0; i < ball.bounces && i < count; i++, time += way, way *= ball.left)
      worst = fmax(worst, fabs(trm_simulation_happening(run.simulation, i).time - time) / ball.fall);
    bool told = strstr(trm_simulation_failure(run.simulation), "the event \"floor\" happens again and again") != NULL;
    if (count < ball.bounces || !told || !(worst < 1e-6))
      fail_msg("case %d: %d of %d bounces, off by %.1e: %s\n%s", k, count, ball.bounces, worst,
               trm_simulation_failure(run.simulation), text);
    all += ball.bounces;
    run_free(&run);
    trm_free(text);
  }
  printf("%d bounces up to their end, in %d schemes: off by at most %.1e of the fall\n", all, SCHEMES, worst);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(several_within_a_step), cmocka_unit_test(bounces_come_to_an_end)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
