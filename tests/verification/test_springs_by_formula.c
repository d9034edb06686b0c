/* Springs by formulas, of a coordinate and of a length, in every scheme: periodic ones over hundreds of periods, wells
   of a thousandth of the way and up, steep walls, polynomials, kinks, tables, and sums of them, in units from a
   millionth on. energy.spring is the closed form's at the place where the part is; schemes that keep energy keep it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>
#include "analysis/simulation.h"
#include "conformance/random_numbers.h"
#include "conformance/text_model.h"
#include "test_all.h"

/* A force of about 1 around c with width w, and its integral. */
typedef struct Part {
  const char *text;
  double (*integral)(double x, double c, double w);
  double least; /* of w, as a power of ten, relative to the way */
  bool smooth;  /* order 2 over steps that resolve it: no jumps */
} Part;

static double of_sine(double x, double c, double w) { return -w * cos((x - c) / w); }
static double of_well(double x, double c, double w) { return 0.5 * sqrt(3.141592653589793) * w * erf((x - c) / w); }
static double of_peak(double x, double c, double w) { return w * atan((x - c) / w); }
static double of_cube(double x, double c, double w) { return w * pow((x - c) / w, 4) / 4; }
static double of_line(double x, double c, double w) { return (x - c) * (x - c) / (2 * w); }
static double of_contact(double x, double c, double w) { return x < c ? 0 : w * pow((x - c) / w, 2.5) / 2.5; }
static double of_clamp(double x, double c, double w) {
  double u = (x - c) / w, held = fmin(1, fmax(-1, u));
  return w * (held * held / 2 + (u - held) * held);
}
static double of_zone(double x, double c, double w) { return fmin(fmax(x, c - w), c + w); }
static double of_bar(double x, double c, double w) { /* of tab: 0 at -1, 1 at 0, 0 at 1 */
  double u = fmin(1, fmax(-1, (x - c) / w));
  return w * (u < 0 ? (u + 1) * (u + 1) / 2 : 0.5 + u - u * u / 2);
}

#define U "((%3$s - %1$.17g)/%2$.17g)"
static const Part parts[] = {
    {"sin" U, of_sine, -2.8, true},
    {"exp(-" U "^2)", of_well, -3, true},
    {"1/(1 + " U "^2)", of_peak, -3, true},
    {U "^3", of_cube, 0, true},
    {U, of_line, 0, true},
    {"max(0, " U ")^1.5", of_contact, -0.3, true},
    {"clamp(" U ", -1, 1)", of_clamp, -2, true},
    {"tab" U, of_bar, -2, true},
    {"(%3$s > %1$.17g - %2$.17g and %3$s < %1$.17g + %2$.17g)", of_zone, -2, false},
};
enum { PARTS = sizeof parts / sizeof *parts, MOST_PARTS = 3 };
enum { SLIDE, TURN, BETWEEN, KINDS };
static const char *const schemes[] = {"energy-preserving", "energy-decaying", "generalized-alpha", "index-1",
                                      "index-1, formulation: relative"};
enum { SCHEMES = sizeof schemes / sizeof *schemes, KEEP = 2 }; /* the first two balance by construction */

typedef struct Case {
  int kind, count;
  const Part *part[MOST_PARTS];
  double height[MOST_PARTS], place[MOST_PARTS], width[MOST_PARTS];
  double way, speed, relaxed, end, unit; /* places are met between relaxed and relaxed + way, at about this speed */
  char force[1500], model[4000];
} Case;

static void write_force(Case *c) {
  static const char *const names[KINDS] = {"delta", "phi", "length"};
  c->force[0] = 0;
  for (int k = 0; k < c->count; k++) {
    size_t used = strlen(c->force);
    used += (size_t)snprintf(c->force + used, sizeof c->force - used, "%s%.17g*(", k ? " + " : "", c->height[k]);
    used +=
        (size_t)snprintf(c->force + used, sizeof c->force - used, c->part[k]->text, c->place[k], c->width[k], // NOLINT
                         names[c->kind]);
    snprintf(c->force + used, sizeof c->force - used, ")");
  }
}

static void write_model(Case *c) {
  static const char head[] = "{trammel: 2, tables: {tab: {table: [[-1, 0], [0, 1], [1, 0]]}}, ";
  if (c->kind == BETWEEN)
    snprintf(c->model, sizeof c->model,
             "%sbodies: {b: {mass: 1, inertia: 1, position: [%.17g, 0, 0], velocity: [%.17g, %.17g, 0]}}, springs: {s: "
             "{between: [ground, b], force: \"%s\"}}, ",
             head, c->relaxed, c->speed, 0.3 * c->speed, c->force);
  else
    snprintf(
        c->model, sizeof c->model,
        "%sspace: planar, bodies: {b: {mass: 1, inertia: 1, position: [0, 0, 0]}}, joints: {w: {type: %s, between: "
        "[ground, b]%s, coordinates: {%s: {rate: %.17g, spring: {force: \"%s\"}}}}}, ",
        head, c->kind == SLIDE ? "prismatic" : "revolute", c->kind == SLIDE ? ", axis: [1, 0, 0]" : "",
        c->kind == SLIDE ? "delta" : "phi", c->speed, c->force);
}

static void draw(Random *random, Case *c) {
  *c = (Case){.kind = random_count(random, KINDS), .count = 1 + random_count(random, MOST_PARTS), .end = 1};
  c->way = c->kind == TURN ? pow(10, random_number(random, -1, 2)) : pow(10, random_number(random, -4, 2));
  c->speed = c->way, c->relaxed = c->kind == BETWEEN ? c->way * random_number(random, 0.1, 1) : 0;
  for (int k = 0; k < c->count; k++) {
    c->part[k] = &parts[random_count(random, PARTS)];
    c->width[k] = c->way * pow(10, random_number(random, c->part[k]->least, 0));
    c->place[k] = c->relaxed + c->way * random_number(random, 0.1, 1);
    /* what it stores is a part of what moves: speed^2/2 */
    c->height[k] =
        random_number(random, 0.02, 0.15) * c->speed * c->speed / c->width[k] * (random_count(random, 2) ? 1 : -1);
    if (c->part[k]->integral == of_contact || c->part[k]->integral == of_cube || c->part[k]->integral == of_line)
      c->height[k] = fabs(c->height[k]);
  }
  write_force(c);
  write_model(c);
}

static double closed(const Case *c, double x) {
  double sum = 0;
  for (int k = 0; k < c->count; k++)
    sum += c->height[k] * (c->part[k]->integral(x, c->place[k], c->width[k]) -
                           c->part[k]->integral(c->relaxed, c->place[k], c->width[k]));
  return sum;
}

/* What a run was off by, relative to the energy at its start and what is stored at most. */
typedef struct Found {
  double spring, total, ledger;
} Found;

static double place_of(Run *run, const Case *c) {
  double at[3];
  if (c->kind != BETWEEN) return run_channel(run, c->kind == SLIDE ? "w.delta" : "w.phi");
  run_vector(run, "b.position", at);
  return sqrt(at[0] * at[0] + at[1] * at[1] + at[2] * at[2]);
}

enum { STEPS = 2000, OUTPUTS = 10 };

static Found run_case(const Case *c, const char *scheme, bool rates) {
  char step[100];
  Found found = {0};
  snprintf(step, sizeof step, rates ? "{tolerance: 1e-7}" : "%.17g", c->end / STEPS);
  Run run = run_format("%sanalysis: {until: %.17g, scheme: %s, step: %s, output: {every: %.17g}}}", c->model, c->end,
                       scheme, step, c->end / OUTPUTS);
  double start = 0.5 * c->speed * c->speed * (c->kind == BETWEEN ? 1.09 : 1), moved = start;
  for (int k = 1; k <= OUTPUTS; k++) {
    trm_Status status = trm_simulation_run_to(run.simulation, c->end * k / OUTPUTS);
    run.fresh = false;
    if (status != TRM_OK && status != TRM_FINISHED)
      fail_msg("%s, %s: %s", c->model, scheme, trm_simulation_failure(run.simulation));
    double right = closed(c, place_of(&run, c)), energy = run_ledger(&run).spring;
    moved = fmax(moved, fabs(right));
    found.spring = fmax(found.spring, fabs(energy - right) / moved);
    found.total = fmax(found.total, fabs(run_ledger(&run).kinetic + right - start) / moved);
  }
  found.ledger = run_ledger(&run).largest_residual / moved;
  run_free(&run);
  return found;
}

/* of what moves: of a potential by its place, which is read back; of a step's balance */
static const double of_place = 1e-10, of_balance = 1e-10;

static void random_springs(void **state) {
  (void)state;
  Random random = {305};
  Found worst[SCHEMES] = {{0}};
  for (int n = 0; n < test_count(test_sanitized(20, 4), 400); n++) {
    Case c;
    draw(&random, &c);
    for (int s = 0; s < SCHEMES; s++) {
      if (s == SCHEMES - 1 && c.kind == BETWEEN) continue;
      Found found = run_case(&c, schemes[s], s >= 3);
      worst[s].spring = fmax(worst[s].spring, found.spring);
      if (!(found.spring <= of_place))
        fail_msg("%d, %s, %s: energy.spring off by %.3g", n, c.model, schemes[s], found.spring);
      if (s >= KEEP) continue;
      worst[s].ledger = fmax(worst[s].ledger, found.ledger), worst[s].total = fmax(worst[s].total, found.total);
      if (!(found.ledger <= of_balance)) fail_msg("%d, %s, %s: residual %.3g", n, c.model, schemes[s], found.ledger);
      if (s == 0 && !(found.total <= of_balance)) fail_msg("%d, %s: energy off by %.3g", n, c.model, found.total);
    }
  }
  for (int s = 0; s < SCHEMES; s++)
    print_message("%s: energy.spring %.2g, ledger %.2g, energy %.2g\n", schemes[s], worst[s].spring, worst[s].ledger,
                  worst[s].total);
}

/* A detent of 24 notches over 1600 turns, and back by a wall at the end. */
static void thousands_of_notches(void **state) {
  (void)state;
  Run run = run_start("{trammel: 2, space: planar, bodies: {b: {mass: 0.5, inertia: 0.01, position: [0, 0, 0]}}, "
                      "joints: {w: {type: revolute, between: [ground, b], coordinates: {phi: {rate: 1000, spring: "
                      "{force: \"0.02*sin(24*phi) + 40*max(0, phi - 10000)\"}}}}}, analysis: {until: 12, step: "
                      "0.0005, output: {every: 1}}}");
  run_to_end(&run);
  double x = run_channel(&run, "w.phi"), beyond = fmax(0, x - 10000);
  double right = 0.02 / 24 * (1 - cos(24 * x)) + 20 * beyond * beyond;
  assert_true(run_channel(&run, "w.phi.rate") < 0);
  if (!(fabs(run_ledger(&run).spring - right) <= 1e-12)) fail_msg("%.17g, not %.17g", run_ledger(&run).spring, right);
  assert_true(run_ledger(&run).largest_residual <= of_balance * 0.5 * 0.01 * 1000 * 1000);
  run_free(&run);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(random_springs), cmocka_unit_test(thousands_of_notches)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
