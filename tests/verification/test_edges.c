/* Forces that jump or have a kink by what moves: places, velocities, angles, lengths, their own coordinate, through
   signals or an integral; zones, walls, ropes, stairs, relays, on masses, pendulums, chains and beams. In every scheme
   what `tolerance` means holds: a step sees such a formula at a few instants only, and two steps that see it at others
   may agree although both are wrong. Masses against an integration of their own with very small steps, all else against
   index-1 with a tolerance of 1e-9. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <string.h>
#include <cmocka.h>
#include "analysis/simulation.h"
#include "conformance/random_numbers.h"
#include "conformance/text_model.h"
#include "test_all.h"

/* A force of about 1 as a function of g, with edges at g = 0 and of width w. */
typedef struct Form {
  const char *text;
  double (*value)(double g, double w);
  bool soft; /* continuous */
} Form;

static double jump(double g, double w) { return (void)w, g >= 0; }
static double relay(double g, double w) { return (void)w, (g > 0) - (g < 0); }
static double zone(double g, double w) { return (g > 0 && g < w) / sqrt(w); }
static double wall(double g, double w) { return -fmax(0, g) / (w * w); }
static double crease(double g, double w) { return (void)w, -fabs(g); }
static double stairs(double g, double w) { return -0.3 * w * floor(g / w); }
static double teeth(double g, double w) { return g / w - floor(g / w); }
static double ramp(double g, double w) { return fmin(1, fmax(-1, g / w)); }
static double choice(double g, double w) { return (void)w, g < 0 ? 1 : -0.5; }
static double cut(double g, double w) { return (void)w, 0.3 * atan2(g, -1); }
static double near(double g, double w) { return fabs(g) < w ? (1 - g * g / (w * w)) / sqrt(w) : 0; }

static const Form forms[] = {
    {"step(%1$s)", jump, false},
    {"sign(%1$s)", relay, false},
    {"((%1$s) > 0 and (%1$s) < %2$.17g)/sqrt(%2$.17g)", zone, false},
    {"-max(0, %1$s)/%2$.17g^2", wall, true},
    {"-abs(%1$s)", crease, true},
    {"-0.3*%2$.17g*floor((%1$s)/%2$.17g)", stairs, false},
    {"mod(%1$s, %2$.17g)/%2$.17g", teeth, false},
    {"clamp((%1$s)/%2$.17g, -1, 1)", ramp, true},
    {"if(%1$s < 0, 1, -0.5)", choice, false},
    {"0.3*atan2(%1$s, -1)", cut, false},
    {"if(abs(%1$s) < %2$.17g, 1 - (%1$s)^2/%2$.17g^2, 0)/sqrt(%2$.17g)", near, true},
};
enum { FORMS = sizeof forms / sizeof *forms };

/* How the formula comes to what moves, and to the motion. */
enum { SWAYS = 5 /* rad/s: edges may move with time */ };
enum { BY_COORDINATE, BY_PLACE, BY_SIGNAL, BY_VELOCITY, BY_SPRING, BY_INTEGRAL, WAYS };
enum { MASS, PENDULUM, CHAIN, ROPE, BEAM, PARTS };
static const char *const part_names[] = {"mass", "pendulum", "chain", "rope", "beam"};
static const char *const schemes[] = {
    "energy-preserving",          "energy-decaying", "generalized-alpha", "index-1", "index-1, formulation: relative",
    "energy-preserving, order: 4"};
enum { SCHEMES = sizeof schemes / sizeof *schemes, RELATIVE = 4, ORDER_4 = 5 };

typedef struct Case {
  Random random;
  int part, way, outputs;
  const Form *form;
  double level, sway, width, height, end, tolerance, push, speed, mass, spring;
  char force[600], model[3000];
} Case;

static const double inertia_of_mass = 1; /* kg */

static void write_mass(Case *c) {
  static const char *const law[] = {
      "force: \"%s\"", "force: \"%s\"", "force: f", "force: \"%s\"", "spring: {force: \"-(%s)\"}", "force: f"};
  char own[900], signals[900] = "";
  snprintf(own, sizeof own, law[c->way], c->force);
  if (c->way == BY_SIGNAL) snprintf(signals, sizeof signals, "signals: {f: \"%s\"}, ", c->force);
  if (c->way == BY_INTEGRAL) snprintf(signals, sizeof signals, "signals: {f: {integral: \"%s\"}}, ", c->force);
  snprintf(c->model, sizeof c->model,
           "{trammel: 2, space: planar, %sbodies: {end: {mass: %.17g, inertia: 1, position: [0, 0, 0]}, o: {mass: 1, "
           "position: [1, 0, 0]}}, joints: {w: {type: prismatic, between: [ground, end], axis: [1, 0, 0], coordinates: "
           "{delta: {rate: %.17g, %s}}}}, loads: {push: {on: end, force: [\"%.17g - %.17g*end.position.x\", 0, 0]}}, ",
           signals, inertia_of_mass, c->speed, own, c->push, c->spring);
}

static void write_part(Case *c) {
  static const char *const law[] = {
      "force: \"%s\"", "force: \"%s\"", "force: f", "force: \"%s\"", "spring: {force: \"-(%s)\"}", "force: f"};
  char own[900], signals[900] = "";
  snprintf(own, sizeof own, law[c->way], c->force);
  if (c->way == BY_SIGNAL) snprintf(signals, sizeof signals, "signals: {f: \"%s\"}, ", c->force);
  if (c->way == BY_INTEGRAL) snprintf(signals, sizeof signals, "signals: {f: {integral: \"%s\"}}, ", c->force);
  if (c->part == PENDULUM || c->part == CHAIN)
    snprintf(
        c->model, sizeof c->model,
        "{trammel: 2, gravity: [0, 0, -9.81], %sbodies: {b: {mass: 1, inertia: [0.05, 0.08, 0.1], position: [0, 0, "
        "-0.5]}%s}, joints: {k: {type: revolute, between: [ground, b], at: [0, 0, 0], axis: [0, 1, 0], coordinates: "
        "{phi: {rate: %.17g, %s}}}%s}, ",
        signals, c->part == CHAIN ? ", end: {mass: 0.7, inertia: [0.03, 0.04, 0.05], position: [0, 0, -1.4]}" : "",
        c->speed, own,
        c->part == CHAIN ? ", l: {type: revolute, between: [b, end], at: [0, 0, -1], axis: [1, 0, 0], coordinates: "
                           "{phi: {rate: 1}}}"
                         : "");
  else if (c->part == ROPE)
    snprintf(c->model, sizeof c->model,
             "{trammel: 2, gravity: [0, 0, -9.81], bodies: {end: {mass: 1, position: [0.6, 0, -0.2], velocity: [%.17g, "
             "0.5, 0]}}, springs: {rope: {between: [ground, end], force: \"%s\"}}, ",
             c->speed, c->force);
  else
    snprintf(
        c->model, sizeof c->model,
        "{trammel: 2, sections: {s: {stiffness: {EA: 400, GKy: 200, GKz: 200, GJ: 4, EIy: 4, EIz: 4}, mass: {m: "
        "1, Iyy: 2e-3, Izz: 2e-3}}}, beams: {b: {curve: {line: [[0, 0, 0], [1, 0, 0]]}, section: s, elements: 1, "
        "order: 2}}, joints: {h: {type: revolute, between: [ground, b.start], axis: [0, 0, 1], coordinates: {phi: "
        "{spring: 20}}}}, loads: {push: {on: b.end, force: [0, 3, 0]}, edge: {on: b.end, force: [0, \"%s\", 0]}}, ",
        c->force);
}

static const char *name_of(const Case *c) {
  static const char *const names[PARTS][WAYS] = {
      [MASS] = {"delta", "end.position.x", "end.position.x", "end.velocity.x", "delta", "end.position.x"},
      [PENDULUM] = {"phi", "b.position.x", "b.position.x", "phi", "phi", "b.position.x"},
      [CHAIN] = {"phi", "end.position.x", "l.phi", "phi", "phi", "end.position.x"},
      [ROPE] = {"length", "length", "length", "length", "length", "length"},
      [BEAM] = {"b.end.position.y", "b.end.position.y", "b.end.position.y", "b.end.position.y", "b.end.position.y",
                "b.end.position.y"}};
  return names[c->part][c->way];
}

static void draw(Case *c, int number) {
  *c = (Case){.random = {0x9e3779b97f4a7c15u * (uint64_t)(number + 1)}, .part = number % 2 ? MASS : number / 2 % PARTS};
  Random *r = &c->random;
  char place[200], text[500];
  for (int i = 0; i < 8; i++) random_number(r, 0, 1);
  c->way = random_count(r, WAYS), c->form = &forms[random_count(r, FORMS)];
  c->width = pow(10, random_number(r, -2, -0.5)), c->end = c->part == BEAM ? 0.8 : random_number(r, 0.8, 1.6);
  c->level = random_number(r, 0.1, 0.5), c->outputs = random_count(r, 2) ? 4 : 16;
  c->tolerance = pow(10, c->part == BEAM ? -3 - random_count(r, 2) : -3 - random_count(r, 3));
  c->speed = random_number(r, 0.6, 2), c->push = random_number(r, 0.2, 1.5), c->spring = random_number(r, 0, 3);
  c->height = random_number(r, 0.2, 0.8) * (random_count(r, 3) ? 1 : -1);
  if (c->form->value == wall) c->height = fabs(c->height);
  if (c->way == BY_VELOCITY) c->spring = 0, c->level += c->speed, c->height *= 0.2 * c->push;
  if (c->part == ROPE || c->part == BEAM) c->height = fabs(c->height);
  if (c->part == ROPE) c->level += 0.6;
  if (c->part == BEAM) c->level *= 0.1, c->width *= 0.1;
  if (c->way != BY_SPRING && c->part != ROPE && random_count(r, 2)) c->sway = 0.2 * c->level;
  snprintf(place, sizeof place, "%s - %.17g - %.17g*sin(%d*t)", name_of(c), c->level, c->sway, SWAYS);
  if (c->sway == 0) snprintf(place, sizeof place, "%s - %.17g", name_of(c), c->level);
  snprintf(text, sizeof text, c->form->text, place, c->width); /* NOLINT(clang-diagnostic-format-nonliteral) */
  snprintf(c->force, sizeof c->force, "%.17g*(%s)", c->part == ROPE ? -c->height : c->height, text);
  if (c->part == MASS)
    write_mass(c);
  else
    write_part(c);
}

enum { MOST_OUTPUTS = 16 };
typedef struct Motion {
  double position[MOST_OUTPUTS][3], size;
  trm_Summary summary;
  bool failed;
} Motion;

static double out_time(const Case *c, int k) { return k + 1 == c->outputs ? c->end : (k + 1) * (c->end / c->outputs); }

/* acceleration of the mass; s: the integral of the force */
static double force_on(const Case *c, double x, double v, double t) {
  double g = (c->way == BY_VELOCITY ? v : x) - c->level - c->sway * sin(SWAYS * t);
  return c->height * c->form->value(g, c->width);
}

/* Symmetric steps; of what jumps they are wrong by a part of one step. */
static Motion own_reference(const Case *c) {
  enum { STEPS = 400000 };
  Motion m = {.size = 1};
  double x = 0, v = c->speed, s = 0, t = 0;
  for (int k = 0; k < c->outputs; k++) {
    int steps = STEPS / c->outputs;
    double h = (out_time(c, k) - t) / steps;
    for (int i = 0; i < steps; i++) {
      double x_m = x + 0.5 * h * v, v_m = v, f;
      for (int again = 0; again < 2; again++) {
        f = force_on(c, x_m, v_m, t + (i + 0.5) * h);
        double all = (c->way == BY_INTEGRAL ? s + 0.5 * h * f : f) + c->push - c->spring * x_m;
        v_m = v + 0.5 * h * all / inertia_of_mass;
        if (again == 1) x += h * v_m, v = 2 * v_m - v, s += h * f;
      }
    }
    t = out_time(c, k), m.position[k][0] = x;
  }
  return m;
}

static Motion move(const Case *c, const char *scheme, double tolerance) {
  char text[4000];
  Motion m = {.size = 0};
  snprintf(text, sizeof text, "%sanalysis: {until: %.17g, scheme: %s, step: {tolerance: %g}, output: {every: %.17g}}}",
           c->model, c->end, scheme, tolerance, c->end / c->outputs);
  Run run = run_start(text);
  m.size = run.model->size;
  for (int k = 0; k < c->outputs; k++) {
    trm_Status status = trm_simulation_run_to(run.simulation, out_time(c, k));
    run.fresh = false;
    if (status != TRM_OK && status != TRM_FINISHED) {
      printf("%s, %s, tolerance %g: %s: %s\n", part_names[c->part], scheme, tolerance,
             trm_simulation_failure(run.simulation), text);
      m.failed = true;
      break;
    }
    run_vector(&run,
               c->part == BEAM       ? "b.position"
               : c->part == PENDULUM ? "b.position"
                                     : "end.position",
               m.position[k]);
  }
  m.summary = *trm_simulation_summary(run.simulation);
  run_free(&run);
  return m;
}

static const double grown = 10; /* what `tolerance` means holds up to this growth of perturbations */

static int only = -1, how_many = 1; /* this one of them, or so many from there on, as the program's arguments say */

typedef struct Count {
  int known, close, beyond, grown;
  double worst;
} Count;

static void judge_run(const Case *c, int number, const char *scheme, const Motion *right, Count *count) {
  Motion found = move(c, scheme, c->tolerance);
  double error = found.failed ? INFINITY : 0;
  for (int k = 0; k < c->outputs; k++)
    for (int i = 0; i < 3; i++) error = fmax(error, fabs(found.position[k][i] - right->position[k][i]) / found.size);
  if (found.summary.growth > grown) {
    count->grown++;
    return;
  }
  double of = error / c->tolerance, estimate = found.summary.error_estimate / c->tolerance;
  count->known++, count->close += estimate < 5 * of + 0.1 && estimate > of / 5 - 0.1;
  count->worst = fmax(count->worst, of), count->beyond += !(of < 3);
  if (!(of < 3) || (only >= 0 && how_many == 1))
    printf(
        "%d, %s, %s, tolerance %g: off by %.3g tolerances, estimate %.3g, growth %.3g, %ld steps, %ld + %ld refused: "
        "%s\n",
        number, part_names[c->part], scheme, c->tolerance, of, estimate, found.summary.growth,
        (long)found.summary.steps, (long)found.summary.rejected_error, (long)found.summary.rejected_newton, c->force);
}

/* substeps of high orders run backwards, what is remembered or goes by velocities does not */
static bool is_possible(const Case *c, int scheme) {
  if (scheme == ORDER_4) return c->way != BY_VELOCITY && c->way != BY_INTEGRAL;
  return scheme != RELATIVE || c->part != BEAM;
}

static void edges_are_met(void **state) {
  (void)state;
  int from = only < 0 ? 0 : only, number = only < 0 ? test_count(test_sanitized(40, 10), 600) : how_many;
  Count count = {0};
  for (int n = from; n < from + number; n++) {
    Case c;
    draw(&c, n);
    if (only >= 0 && how_many == 1)
      printf("%sanalysis: {until: %.17g, step: {tolerance: %g}, output: {every: %.17g}}}\n", c.model, c.end,
             c.tolerance, c.end / c.outputs);
    Motion right = c.part == MASS ? own_reference(&c) : move(&c, "index-1", 1e-9);
    for (int s = 0; s < SCHEMES && !right.failed; s++)
      if (is_possible(&c, s)) judge_run(&c, n, schemes[s], &right, &count);
    count.beyond += right.failed;
  }
  printf(
      "%d runs over edges: off by at most %.2f tolerances, %d beyond 3, %d left out since perturbations grow; estimate "
      "within 5 of %.1f %%\n",
      count.known, count.worst, count.beyond, count.grown, 100.0 * count.close / count.known);
  assert_int_equal(count.beyond, 0);
}

/* ---- edges where steps begin and end ---- */

enum { PLAIN_SCHEMES = 4 }; /* of schemes */

#define ONE_MASS                                                                                                       \
  "{trammel: 2, space: planar, bodies: {b: {mass: 1, inertia: 1, position: [0, 0, 0]}, o: {mass: 1, position: [1, 0, " \
  "0]}}, joints: {w: {type: prismatic, between: [ground, b], axis: [1, 0, 0], coordinates: {delta: {rate: %.17g, "     \
  "force: "                                                                                                            \
  "\"%s\"}}}}, analysis: {until: %.17g, scheme: %s, output: {every: %.17g}}}"

/* The mass begins on one edge, moving or at rest, and comes to the next one just at an output. */
static void edges_at_the_ends_of_steps_are_met(void **state) {
  (void)state;
  double worst = 0;
  Random r = {0x51ed270b7a14u};
  for (int n = 0; n < test_count(test_sanitized(12, 4), 200); n++) {
    bool up = random_count(&r, 2);
    double way = up ? 1 : -1, speed = random_count(&r, 3) ? random_number(&r, 0.2, 2) : 0;
    double first = random_number(&r, 0.5, 2), every = random_number(&r, 0.2, 0.6), last = speed + first * every;
    double then = random_number(&r, -0.4, 1) * last / every, level = speed * every + 0.5 * first * every * every;
    char force[300];
    snprintf(force, sizeof force,
             up ? "%.17g*step(delta) + %.17g*step(delta - %.17g)" : "%.17g*(delta <= 0) + %.17g*(-delta >= %.17g)",
             way * first, way * (then - first), level);
    for (int s = 0; s < PLAIN_SCHEMES; s++) {
      Run run = run_format(ONE_MASS, way * speed, force, 3 * every, schemes[s], every);
      run_to_end(&run);
      double right = way * (level + 2 * every * (last + then * every)), found = run_channel(&run, "w.delta");
      double of = fabs(found - right) / (1e-4 * run.model->size);
      if (!(of < 3))
        printf("%d, %s: off by %.3g tolerances: from %.17g at %g m/s, %s\n", n, schemes[s], of, 0., way * speed, force);
      worst = fmax(worst, of);
      run_free(&run);
    }
  }
  printf("edges at the ends of steps: off by at most %.2g tolerances\n", worst);
  assert_true(worst < 3);
}

/* Relays that bring the motion to rest, or hold it on a line of place and rate, where it is driven back from either
   side: no step leads on, and the run ends and says so, instead of taking steps for ever. */
static void motions_that_stay_are_told(void **state) {
  (void)state;
  Random r = {0x2545f4914f6cu};
  for (int n = 0; n < test_count(test_sanitized(3, 1), 40); n++) {
    double force = random_number(&r, 0.5, 2), speed = random_number(&r, 0.5, 1.5), slope = random_number(&r, 0.5, 2);
    char formula[200];
    if (n % 2)
      snprintf(formula, sizeof formula, "-%.17g*sign(rate + %.17g*(delta - 0.3))", (1 + slope) * force, slope);
    else
      snprintf(formula, sizeof formula, "%.17g - %.17g*sign(rate)", 0.6 * force * random_number(&r, -1, 1), force);
    for (int s = 0; s < PLAIN_SCHEMES; s++) {
      if (n % 2 && s == PLAIN_SCHEMES - 1) continue; /* its error control follows it for long, with steps of 1e-7 s */
      Run run = run_format(ONE_MASS, speed, formula, 5., schemes[s], 0.5);
      trm_Status status = trm_simulation_run_to(run.simulation, 5);
      bool told = strstr(trm_simulation_failure(run.simulation), "jumps where the motion stays") != NULL;
      if (status >= 0 || !told)
        printf("%s, %s: %d, %s\n", schemes[s], formula, (int)status, trm_simulation_failure(run.simulation));
      assert_true(told);
      run_free(&run);
    }
  }
}

/* An encoder of many lines asks for no step per line. */
static void stairs_finer_than_steps_are_slopes(void **state) {
  (void)state;
  for (int s = 0; s < PLAIN_SCHEMES; s++) {
    Run run = run_format(ONE_MASS, 10., "-100*floor(delta*20000)/20000 - rate", 2., schemes[s], 0.5);
    run_to_end(&run);
    const trm_Summary *summary = trm_simulation_summary(run.simulation);
    double omega = sqrt(100 - 0.25), t = 2, right = exp(-0.5 * t) * 10 / omega * sin(omega * t);
    double of = fabs(run_channel(&run, "w.delta") - right - 1 / 40000.) / (1e-4 * run.model->size);
    printf("20000 stairs a metre, %s: %ld steps, off by %.2g tolerances\n", schemes[s], (long)summary->steps, of);
    assert_true(summary->steps < 30000 && of < 3);
    run_free(&run);
  }
}

int main(int argc, char **argv) {
  if (argc > 1) only = atoi(argv[1]);
  if (argc > 2) how_many = atoi(argv[2]);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(edges_are_met), cmocka_unit_test(edges_at_the_ends_of_steps_are_met),
      cmocka_unit_test(motions_that_stay_are_told), cmocka_unit_test(stairs_finer_than_steps_are_slopes)};
  if (only < 0) return cmocka_run_group_tests(tests, NULL, NULL);
  const struct CMUnitTest one[] = {cmocka_unit_test(edges_are_met)};
  return cmocka_run_group_tests(one, NULL, NULL);
}
