/* Pulses of every form, by formulas and by tables, smooth and broken, one to three of them, a millionth to a twentieth
   of the duration wide, on masses, chains, loops and beams, or into signals that remember them, few outputs and many,
   in other units: in every scheme what `tolerance` means holds, against the integral of the force (masses) and against
   index-1 a thousand times closer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "analysis/simulation.h"
#include "conformance/random_numbers.h"
#include "conformance/text_model.h"
#include "other_units.h"
#include "test_all.h"

/* Height 1 at u = 0, u = (t - centre)/width. `far`: beyond it there is nothing; breaks: of its derivatives, which
   panels of the quadrature end at. */
typedef struct Form {
  const char *text; /* of centre and width */
  double (*value)(double u);
  double far, breaks[3];
  int break_count;
} Form;

static double gauss(double u) { return exp(-u * u); }
static double bell(double u) { return 1 / (cosh(u) * cosh(u)); }
static double tails(double u) { return 1 / (1 + u * u * u * u); }
static double box(double u) { return fabs(u) < 1; }
static double bump(double u) { return fabs(u) < 1 ? (1 - u * u) * (1 - u * u) : 0; }
static double wave(double u) { return fabs(u) < 1 ? 0.5 * (1 + cos(3.141592653589793 * u)) : 0; }
static double tent(double u) { return fmax(0, 1 - fabs(u)); }
static double blast(double u) { return u > 0 ? exp(-u) : 0; }
static double doublet(double u) { return u * exp(-u * u); }
static double trapezoid(double u) { return fabs(u) < 0.8 ? 1 : fmax(0, (1 - fabs(u)) / 0.2); }
static double doublet_after(double u) { return exp(-u * u) * cos(3 * u); }

#define C_W "(t - %1$.17g)/%2$.17g"
static const Form forms[] = {
    {"exp(-(" C_W ")^2)", gauss, 6, {0}, 0},
    {"1/cosh(" C_W ")^2", bell, 20, {0}, 0},
    {"1/(1 + (" C_W ")^4)", tails, 1e5, {0}, 0},
    {"(t > %1$.17g - %2$.17g and t < %1$.17g + %2$.17g)", box, 1, {-1, 1}, 2},
    {"max(0, 1 - (" C_W ")^2)^2", bump, 1, {-1, 1}, 2},
    {"(1 + cos(pi*max(-1, min(1, " C_W "))))/2", wave, 1, {-1, 1}, 2},
    {"max(0, 1 - abs(" C_W "))", tent, 1, {-1, 0, 1}, 3},
    {"exp(-max(0, " C_W "))*step(t - %1$.17g)", blast, 40, {0}, 1},
    {"(" C_W ")*exp(-(" C_W ")^2)", doublet, 6, {0}, 0},
    {"exp(-(" C_W ")^2)*cos(3*(" C_W "))", doublet_after, 6, {0}, 0},
    {NULL, trapezoid, 1, {-1, -0.8, 0.8}, 3}, /* a table */
};
enum { FORMS = sizeof forms / sizeof *forms, MOST_PULSES = 3 };

typedef struct Pulse {
  const Form *form;
  double centre, width, height;
} Pulse;

enum { MASS, CHAIN, LOOP, BEAM, PARTS };
static const char *const part_names[] = {"mass", "chain", "loop", "beam"};
static const char *const schemes[] = {"energy-preserving", "energy-decaying", "generalized-alpha", "index-1",
                                      "index-1, formulation: relative"};
enum { SCHEMES = sizeof schemes / sizeof *schemes, RELATIVE = 4 };

/* what is between a pulse and the force on a mass that is free */
typedef enum Memory { NONE, INTEGRAL, LAG, FILTER, TRANSFER, DELAY, MEMORIES } Memory;

typedef struct Case {
  Random random;
  int part, count, outputs;
  Memory memory;
  double time; /* s, of the memory */
  Pulse pulses[MOST_PULSES];
  double end, spring, damper, tolerance;
  char force[3000];
  char model[6000]; /* up to its analysis */
} Case;

static void add_text(char *text, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));

static void add_text(char *text, size_t size, const char *format, ...) {
  va_list list;
  va_start(list, format);
  size_t used = strlen(text);
  int length = vsnprintf(text + used, size - used, format, list);
  va_end(list);
  assert_true(length >= 0 && used + (size_t)length < size);
}

static void write_force(Case *c) {
  c->force[0] = 0;
  for (int p = 0; p < c->count; p++) {
    const Pulse *pulse = &c->pulses[p];
    add_text(c->force, sizeof c->force, "%s%.17g*", p ? " + " : "", pulse->height);
    if (pulse->form->text) {
      size_t used = strlen(c->force);
      snprintf(c->force + used, sizeof c->force - used, pulse->form->text, pulse->centre, pulse->width); // NOLINT
    } else
      add_text(c->force, sizeof c->force, "blow%d(t)", p);
  }
}

static void write_tables(Case *c) {
  add_text(c->model, sizeof c->model, "{trammel: 2, tables: {none: {table: [[0, 0], [1, 0]]}");
  for (int p = 0; p < c->count; p++) {
    double at = c->pulses[p].centre, w = c->pulses[p].width;
    if (!c->pulses[p].form->text)
      add_text(c->model, sizeof c->model, ", blow%d: {table: [[0, 0], [%.17g, 0], [%.17g, 1], [%.17g, 1], [%.17g, 0]]}",
               p, at - w, at - 0.8 * w, at + 0.8 * w, at + w);
  }
  add_text(c->model, sizeof c->model, "}, ");
}

static const double damping = 0.6; /* of the memories of second order */

static void write_memory(Case *c) {
  static const char *const words[MEMORIES] = {[INTEGRAL] = "integral: \"%s\"",
                                              [LAG] = "lag: \"%s\", time: %.17g",
                                              [FILTER] = "filter: \"%s\", frequency: %.17g, damping: %.17g",
                                              [TRANSFER] = "of: \"%s\", numerator: [1], denominator: [%.17g, %.17g, 1]",
                                              [DELAY] = "delay: \"%s\", time: %.17g"};
  double first = c->memory == FILTER     ? 0.15915494309189535 / c->time
                 : c->memory == TRANSFER ? c->time * c->time
                                         : c->time;
  double then = c->memory == FILTER ? damping : 2 * damping * c->time;
  char *text = c->model;
  add_text(text, sizeof c->model, "bodies: {end: {mass: 1, inertia: 1}}, signals: {u: {");
  add_text(text, sizeof c->model, words[c->memory], c->force, first, then); // NOLINT
  add_text(text, sizeof c->model,
           "}}, joints: {slide: {type: prismatic, between: [ground, end], at: [0, 0, 0], axis: "
           "[1, 0, 0], coordinates: {delta: {force: u}}}}, ");
}

static void write_part(Case *c) {
  char *text = c->model;
  size_t size = sizeof c->model;
  Random *r = &c->random;
  if (c->memory) {
    write_memory(c);
  } else if (c->part == MASS) {
    add_text(text, size,
             "bodies: {end: {mass: 1, inertia: 1}}, joints: {slide: {type: prismatic, between: [ground, end], at: [0, "
             "0, 0], axis: [1, 0, 0], coordinates: {delta: {spring: %.17g, damper: %.17g}}}}, loads: {push: {on: end, "
             "force: [\"%s\", 0, 0]}}, ",
             c->spring, c->damper, c->force);
  } else if (c->part == CHAIN) {
    add_text(text, size,
             "gravity: [0, 0, -9.81], bodies: {b: {mass: 1, inertia: [0.05, 0.08, 0.1], position: [0, 0, -0.5]}, end: "
             "{mass: %.4f, inertia: [0.03, 0.04, 0.05], position: [0, 0, -1.4]}}, joints: {k: {type: revolute, "
             "between: [ground, b], at: [0, 0, 0], axis: [%.4f, 1, 0], coordinates: {phi: {spring: %.4f}}}, l: {type: "
             "%s, between: [b, end], at: [0, 0, -1]%s}}, loads: {push: {on: end, force: [\"%s\", \"0.3*(%s)\", 0]}}, ",
             random_number(r, 0.5, 2), random_number(r, -1, 1), c->spring, c->count % 2 ? "revolute" : "spherical",
             c->count % 2 ? ", axis: [1, 0, 0]" : "", c->force, c->force);
  } else if (c->part == LOOP) {
    add_text(text, size,
             "bodies: {b: {mass: 1, inertia: 0.1, position: [0, 0.5, 0]}, end: {mass: 2, inertia: 0.2, position: [1, "
             "1, 0]}, d: {mass: 1, inertia: 0.1, position: [2, %.4f, 0]}}, joints: {k: {type: revolute, between: "
             "[ground, b], at: [0, 0, 0], axis: [0, 0, 1], coordinates: {phi: {spring: %.4f, damper: %.4f}}}, l: "
             "{type: revolute, between: [b, end], at: [0, 1, 0], axis: [0, 0, 1]}, m: {type: cylindrical, between: "
             "[end, d], at: [2, 1, 0], axis: [0, 0, 1]}, n: {type: spherical, between: [d, ground], at: [2, %.4f, "
             "0]}}, loads: {push: {on: end, force: [\"%s\", 0, 0]}}, ",
             0.35, c->spring, c->damper, -0.3, c->force);
  } else {
    double bend = random_number(r, 3, 20);
    add_text(text, size,
             "sections: {s: {stiffness: {EA: %.3f, GKy: %.3f, GKz: %.3f, GJ: %.3f, EIy: %.3f, EIz: %.3f}, mass: {m: 1, "
             "Iyy: 2e-3, Izz: 2e-3}}}, beams: {b: {curve: {line: [[0, 0, 0], [1, 0, 0]]}, section: s, elements: 1, "
             "order: 2}}, joints: {h: {type: %s}}, loads: {push: {on: b.end, force: [0, \"0.3*(%s)\", 0]}}, ",
             2e2 * bend, 1e2 * bend, 1e2 * bend, bend, bend, bend,
             c->count % 2 ? "rigid, between: [ground, b.start]"
                          : "revolute, between: [ground, b.start], axis: [0, 0, 1]",
             c->force);
  }
}

/* Of masses alone: of the forms that go on for long beside their peak, and begin at once; and of those that push
   through a memory: models of such a number. */
enum { LASTING = 1000, REMEMBERED = 2000 };
static const int lasting[] = {2, 7};

static void draw(Case *c, int number) {
  bool lasts = number >= LASTING && number < REMEMBERED;
  *c = (Case){.random = {0x9e3779b97f4a7c15u * (uint64_t)(number + 1)},
              .part = number >= LASTING ? MASS : number % PARTS};
  Random *r = &c->random;
  for (int i = 0; i < 8; i++) random_number(r, 0, 1);
  c->count = 1 + random_count(r, MOST_PULSES);
  c->end = c->part == BEAM ? random_number(r, 0.3, 0.6) : random_number(r, 0.8, 2);
  c->outputs = random_count(r, 2) ? 4 : 24;
  c->spring = pow(10, random_number(r, 0, 2)), c->damper = random_count(r, 2) ? 0 : random_number(r, 0.1, 1);
  if (random_count(r, 3) == 0) c->spring = c->damper = 0;
  if (lasts) c->spring = c->damper = 0, c->outputs = 4, c->count = 1;
  if (number >= REMEMBERED) {
    c->spring = c->damper = 0, c->memory = 1 + number % (MEMORIES - 1);
    c->time = c->end * random_number(r, 0.03, 0.3);
  }
  c->tolerance = pow(10, c->part == BEAM ? -3 - random_count(r, 2) : -3 - random_count(r, 3));
  for (int p = 0; p < c->count; p++) {
    Pulse *pulse = &c->pulses[p];
    pulse->form = &forms[lasts ? lasting[random_count(r, 2)] : random_count(r, FORMS)];
    pulse->centre = c->end * random_number(r, 0.1, 0.8), pulse->width = c->end * pow(10, random_number(r, -5.5, -1));
    if (lasts && pulse->form->break_count > 0)
      pulse->width = c->end * random_number(r, 0.01, 0.05);
    else if (lasts)
      pulse->width = c->end * pow(10, random_number(r, -5.5, -4.5));
    pulse->height = random_number(r, 0.3, 1.5) * (random_count(r, 3) ? 1 : -1) / (c->count * pulse->width);
  }
  write_force(c);
  write_tables(c);
  write_part(c);
}

/* displacement of a mass of one kilogram so long after an impulse of one */
static double answer(const Case *c, double way) {
  double omega = sqrt(c->spring - 0.25 * c->damper * c->damper), w = 1 / c->time, d = damping;
  switch (c->memory) {
  case INTEGRAL: return 0.5 * way * way;
  case LAG: return way + c->time * expm1(-way * w);
  case FILTER:
  case TRANSFER:
    return way - 2 * d * c->time +
           exp(-d * w * way) * (2 * d * c->time * cos(w * sqrt(1 - d * d) * way) +
                                (2 * d * d - 1) * c->time / sqrt(1 - d * d) * sin(w * sqrt(1 - d * d) * way));
  case DELAY: return fmax(0, way - c->time);
  case NONE:
  case MEMORIES: break;
  }
  return c->spring > 0 ? exp(-0.5 * c->damper * way) * sin(omega * way) / omega : way;
}

/* What comes out of a delay before anything that has gone into it: the value at the start, of tails that are cut. */
static double pushed_before(const Case *c, double end) {
  double first = 0, until = fmin(end, c->time);
  if (c->memory != DELAY) return 0;
  for (int p = 0; p < c->count; p++) {
    const Pulse *pulse = &c->pulses[p];
    first += pulse->height * pulse->form->value(-pulse->centre / pulse->width);
  }
  return first * until * (end - 0.5 * until);
}

/* Displacement of the mass, which was at rest, by Gauss's rule over panels that grow away from the pulse. */
static double pushed(const Case *c, double end) {
  static const double at[] = {-0.906179845938664, -0.5384693101056831, 0, 0.5384693101056831, 0.906179845938664};
  static const double weight[] = {0.2369268850561891, 0.4786286704993665, 0.5688888888888889, 0.4786286704993665,
                                  0.2369268850561891};
  double sum = pushed_before(c, end);
  for (int p = 0; p < c->count; p++)
    for (int side = -1; side <= 1; side += 2) {
      const Pulse *pulse = &c->pulses[p];
      double from = 0, next;
      while (from < pulse->form->far) {
        next = from + fmax(0.05, 0.05 * from);
        if (next > c->end / 200 / pulse->width + from) next = from + c->end / 200 / pulse->width;
        next = fmin(next, pulse->form->far);
        for (int b = 0; b < pulse->form->break_count; b++)
          if (fabs(pulse->form->breaks[b]) > from && fabs(pulse->form->breaks[b]) < next)
            next = fabs(pulse->form->breaks[b]);
        double a = fmax(0, fmin(end, pulse->centre + side * from * pulse->width));
        double b = fmax(0, fmin(end, pulse->centre + side * next * pulse->width));
        for (int g = 0; g < 5 && a != b; g++) {
          double t = a + 0.5 * (1 + at[g]) * (b - a);
          double force = pulse->height * pulse->form->value((t - pulse->centre) / pulse->width);
          sum += weight[g] * 0.5 * fabs(b - a) * force * answer(c, end - t);
        }
        from = next;
      }
    }
  return sum;
}

static Run start(const Case *c, const char *scheme, double tolerance, Dimension units) {
  static char text[9000];
  snprintf(text, sizeof text, "%sanalysis: {until: %.17g, scheme: %s, step: {tolerance: %g}, output: {every: %.17g}}}",
           c->model, c->end, scheme, tolerance, c->end / c->outputs);
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  trm_Spec *spec = trm_spec_parse("test", text, strlen(text), diagnostics);
  trm_Model *model = spec ? model_in_units(spec, units, diagnostics) : NULL;
  if (!model) fail_msg("%s: %s", text, trm_diagnostics_text(diagnostics));
  trm_spec_free(spec);
  trm_diagnostics_free(diagnostics);
  return run_model(model);
}

enum { MOST_OUTPUTS = 24 };
typedef struct Motion {
  double position[MOST_OUTPUTS][3], size;
  trm_Summary summary;
  bool failed;
} Motion;

static Motion move(const Case *c, const char *scheme, double tolerance, Dimension units) {
  Motion m = {.size = 0};
  Run run = start(c, scheme, tolerance, units);
  double length = dimension_factor((Dimension){0, 1, 0}, units), time = dimension_factor((Dimension){0, 0, 1}, units);
  m.size = run.model->size / length;
  for (int k = 0; k < c->outputs; k++) {
    double t = k + 1 == c->outputs ? c->end : (k + 1) * (c->end / c->outputs);
    trm_Status status = trm_simulation_run_to(run.simulation, t * time);
    run.fresh = false;
    if (status != TRM_OK && status != TRM_FINISHED) {
      printf("%s, %s, tolerance %g: %s: %s\n", part_names[c->part], scheme, tolerance,
             trm_simulation_failure(run.simulation), c->force);
      m.failed = true;
      break;
    }
    run_vector(&run, c->part == BEAM ? "b.position" : "end.position", m.position[k]);
    for (int n = 0; n < 3; n++) m.position[k][n] /= length;
  }
  m.summary = *trm_simulation_summary(run.simulation);
  run_free(&run);
  return m;
}

static Motion reference(const Case *c) {
  if (c->part != MASS) return move(c, "index-1", c->part == BEAM ? 1e-7 : 1e-9, (Dimension){0, 0, 0});
  Motion m = {.size = 1};
  for (int k = 0; k < c->outputs; k++)
    m.position[k][0] = pushed(c, k + 1 == c->outputs ? c->end : (k + 1) * (c->end / c->outputs));
  return m;
}

static const double grown = 10; /* what `tolerance` means holds up to this growth of perturbations */

static int only = -1, how_many = 1; /* this one of them, or so many from there on, as the program's arguments say */

static void judge(int from, int count) {
  int close = 0, known = 0, beyond = 0;
  double worst = 0;
  for (int n = from; n < from + count; n++) {
    Case c;
    draw(&c, n);
    Motion right = reference(&c);
    Dimension units = {0, 0, 0};
    if (n % 3 == 0)
      units = (Dimension){random_count(&c.random, 41) - 20, random_count(&c.random, 41) - 20,
                          random_count(&c.random, 41) - 20};
    for (int s = 0; s < SCHEMES; s++) {
      if (s == RELATIVE && c.part == BEAM) continue;
      Motion found = move(&c, schemes[s], c.tolerance, units);
      double error = found.failed ? INFINITY : 0;
      if (right.failed) break;
      for (int k = 0; k < c.outputs; k++)
        for (int i = 0; i < 3; i++) error = fmax(error, fabs(found.position[k][i] - right.position[k][i]) / found.size);
      if (found.summary.growth > grown) continue;
      double of = error / c.tolerance, estimate = found.summary.error_estimate / c.tolerance;
      known++, close += estimate < 5 * of + 1e-3 && estimate > of / 5 - 1e-3;
      worst = fmax(worst, of);
      if (!(of < 3))
        printf("%d, %s, %s, tolerance %g, %d outputs: off by %.3g tolerances, estimate %.3g, %ld steps: %s\n", n,
               part_names[c.part], schemes[s], c.tolerance, c.outputs, of, estimate, (long)found.summary.steps,
               c.force);
      beyond += !(of < 3);
    }
  }
  printf("%d runs with pulses: off by at most %.2f tolerances, %d beyond 3; estimate within 5 of %.1f %%\n", known,
         worst, beyond, 100.0 * close / known);
  assert_int_equal(beyond, 0);
}

static void pulses_of_all_kinds(void **state) {
  (void)state;
  judge(only < 0 ? 0 : only, only < 0 ? test_count(test_sanitized(8, 4), 400) : how_many);
}

/* Tails beyond a ten-thousandth of the peak have a ten-thousandth of the impulse, and every step passed them by; what
   came before a jump made the steps after it too long, and alike in two rehearsals. */
static void pulses_that_last(void **state) {
  (void)state;
  if (only < 0) judge(LASTING, test_count(test_sanitized(16, 4), 200));
}

/* What a signal takes in was no function of time to the steps, and their errors, those of positions, do not show what
   is remembered: off by up to 39 600 tolerances. */
static void pulses_that_are_remembered(void **state) {
  (void)state;
  if (only < 0) judge(REMEMBERED, test_count(test_sanitized(20, 5), 200));
}

int main(int argc, char **argv) {
  if (argc > 1) only = atoi(argv[1]);
  if (argc > 2) how_many = atoi(argv[2]);
  const struct CMUnitTest tests[] = {cmocka_unit_test(pulses_of_all_kinds), cmocka_unit_test(pulses_that_last),
                                     cmocka_unit_test(pulses_that_are_remembered)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
