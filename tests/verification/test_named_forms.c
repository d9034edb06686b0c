/* Formulas that name what moves, in all schemes and both formulations: random mechanisms whose forces, motors,
   controllers, frictions, cylinders and loads go by coordinates, places, frames and angles of other parts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>
#include "conformance/random_numbers.h"
#include "conformance/text_model.h"
#include "element/named.h"
#include "verification/motion_difference.h"

enum { TEXT = 8000 };

typedef struct Writer {
  char *text;
  size_t used;
  Random random;
} Writer;

static void put(Writer *w, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int count = vsnprintf(w->text + w->used, TEXT - w->used, format, list);
  va_end(list);
  assert_true(count >= 0 && (w->used += (size_t)count) < TEXT);
}

/* any quantity of the table, of the parts of the mechanism below */
static void put_name(Writer *w, const trm_NameableKind *kind) {
  static const char *const coordinates[] = {"hinge.phi", "cross.phi1", "rail.delta", "jack.length"};
  static const char *const places[] = {"a", "b", "c", "eye"};
  switch (kind->of) {
  case TRM_NAMES_COORDINATE: put(w, "%s", coordinates[random_count(&w->random, 4)]); break;
  case TRM_NAMES_PLACE: put(w, "%s", places[random_count(&w->random, 4)]); break;
  case TRM_NAMES_SPRING: put(w, "gauge"); break;
  case TRM_NAMES_SIGNAL: put(w, "slow"); break;
  case TRM_NAMES_INPUT: put(w, "lever"); break;
  case TRM_NAMES_HERE:
  case TRM_NAMES_DRIVE:
  case TRM_NAMES_COUPLING:
  case TRM_NAMES_TERM:
  case TRM_NAMES_REACTION: put(w, "1"); return; /* of another place; not in all schemes */
  }
  if (*kind->name) put(w, ".%s", kind->name);
  if (kind->parts[0]) put(w, ".%s", kind->parts[random_count(&w->random, 3)]);
  if (kind->directed && random_count(&w->random, 2)) put(w, " in %s", places[random_count(&w->random, 4)]);
}

/* size times a bounded sum of three quantities */
static void put_formula(Writer *w, double size) {
  for (int i = 0; i < 3; i++) {
    put(w, "%s%.4g*sin(%.3g*(", i ? " + " : "", size * random_number(&w->random, 0.3, 1),
        random_number(&w->random, 0.2, 0.7));
    put_name(w, &trm_nameable_kinds[random_count(&w->random, trm_nameable_kind_count)]);
    put(w, "))");
  }
}

static void put_law(Writer *w, const char *before, double size, const char *behind) {
  put(w, "%s", before);
  put_formula(w, size);
  put(w, "%s", behind);
}

/* A tree of three bodies, closed by a rod where `loop`, with a jack beside it. */
static void write_mechanism(Writer *w, uint64_t seed, bool loop, bool friction, const char *analysis) {
  w->used = 0, w->random = (Random){seed};
  double p[6];
  for (int i = 0; i < 6; i++) p[i] = random_number(&w->random, -0.2, 0.2);
  put(w,
      "trammel: 1\ngravity: [0, 0, -9.81]\ninputs: {lever: 0.4}\nbodies:\n"
      "  a: {mass: 2, inertia: [0.1, 0.2, 0.15], position: [%.4g, 0.6, %.4g]}\n"
      "  b: {mass: 1, inertia: [0.1, 0.05, 0.08], position: [%.4g, 1.3, %.4g]}\n"
      "  c: {mass: 0.5, inertia: [0.02, 0.03, 0.025], position: [%.4g, 0.5, %.4g]}\n"
      "markers: {eye: {on: b, at: [0.2, 1.5, 0.1], orientation: {axis: [1, 1, 0], angle: 0.6}}, foot: {on: ground, at: "
      "[0.9, 1.6, -0.7]}}\n"
      "springs: {gauge: {between: [c, eye], stiffness: 3, damping: 0.2}}\n"
      "signals: {slow: {lag: hinge.phi + 0.3*b.velocity.z, time: 0.2}}\njoints:\n",
      p[0], p[1], p[2], p[3], p[4], p[5]);
  put_law(w,
          "  hinge: {type: revolute, between: [ground, a], at: [0, 0, 0], axis: [1, 0.2, 0], coordinates: {phi: {rate: "
          "1, motor: {resistance: 2, inductance: 0.2, constant: 0.4, gear: 2, voltage: \"",
          4, "\"}, force: \"");
  put_formula(w, 2);
  put_law(w,
          "\"}}}\n  cross: {type: universal, between: [a, b], at: [0, 1, 0], axes: [[1, 0, 0], [0, 0, 1]], "
          "coordinates: {phi1: {controller: {proportional: 6, integral: 2, target: \"",
          0.4, "\"}}, phi2: {force: \"");
  put_formula(w, 1);
  put(w, "\", damper: 0.1}}}\n  rail: {type: prismatic, between: [a, c], at: [0, 0.4, 0], axis: [0, 0.3, 1], "
         "coordinates: {delta: {spring: {stiffness: 60}, ");
  if (friction)
    put_law(w, "friction: {model: lugre, coefficient: 0.2, stiffness: 300, damping: 2, normal: \"4 + ", 2, "\"}, ");
  put(w, "hydraulic: {area-a: 0.2, area-b: 0.15, volume-a: 0.3, volume-b: 0.3, bulk: 400, supply: 60, conductance: "
         "0.01, transition: 5, leakage: 1e-3, valve: \"");
  put_formula(w, 0.2);
  put(w, "\"}}}}\n");
  if (loop) put(w, "  rod: {type: distance, between: [foot, eye]}\n");
  put_law(w, "  jack: {type: strut, between: [foot, c], coordinates: {length: {force: \"", 3, "\"}}}\n");
  put_law(w, "loads:\n  one: {on: eye, force: [\"", 2, "\", 0, \"");
  put_formula(w, 2);
  put_law(w, "\"]}\n  two: {on: c, frame: body, moment: [0, \"", 0.2, "\", 0]}\n");
  put(w, "analysis: %s\n", analysis);
}

static Run run_mechanism(uint64_t seed, bool loop, bool friction, const char *analysis) {
  static char text[TEXT];
  Writer w = {.text = text};
  write_mechanism(&w, seed, loop, friction, analysis);
  Run run = run_start(text);
  run_to_end(&run);
  return run;
}

static const char *const reference = "{until: 0.3, scheme: index-1, step: {tolerance: 1e-9}}";

static void both_formulations(void **state) {
  (void)state;
  for (uint64_t seed = 1; seed <= 3; seed++) {
    bool loop = seed % 2 == 0;
    Run absolute = run_mechanism(seed, loop, true, reference);
    Run relative = run_mechanism(seed, loop, true,
                                 "{until: 0.3, scheme: index-1, formulation: relative, step: {tolerance: 1e-9}}");
    double difference = motion_difference(&absolute, &relative);
    double ledger = fmax(fabs(run_ledger(&absolute).residual), fabs(run_ledger(&relative).residual));
    printf("mechanism %d%s: relative and absolute differ by %.1e, ledgers %.1e\n", (int)seed, loop ? ", loop" : "",
           difference, ledger);
    assert_true(difference < 1e-7 && ledger < 1e-6);
    run_free(&absolute), run_free(&relative);
  }
}

static void every_scheme(void **state) {
  (void)state;
  static const char *const schemes[] = {"energy-preserving", "energy-decaying", "generalized-alpha"};
  for (uint64_t seed = 5; seed <= 7; seed++) {
    /* bristles of schemes that damp are those of the end of a step, of first order where they are soft */
    bool loop = seed % 2 == 0, friction = seed > 6;
    Run exact = run_mechanism(seed, loop, friction, reference);
    for (int s = 0; s < (friction ? 1 : 3); s++) {
      double off[2], ledger = 0;
      for (int half = 0; half < 2; half++) {
        char analysis[100];
        snprintf(analysis, sizeof analysis, "{until: 0.3, scheme: %s, step: %.17g}", schemes[s], 0.002 / (1 + half));
        Run run = run_mechanism(seed, loop, friction, analysis);
        off[half] = motion_difference(&exact, &run), ledger = fmax(ledger, run_ledger(&run).largest_residual);
        run_free(&run);
      }
      double order = log2(off[0] / off[1]);
      printf("mechanism %d%s, %-18s off by %.1e and %.1e, order %.2f, ledger %.1e\n", (int)seed, loop ? ", loop" : "",
             schemes[s], off[0], off[1], order, ledger);
      assert_true(friction ? off[1] < 1e-4 : order > 1.9 && order < 2.1 && off[1] < 1e-3);
      assert_true(ledger < (s == 2 ? 1e-2 : 1e-9));
    }
    run_free(&exact);
  }
}

/* ---- a place along a beam is that of its nodes, and the axes of a section are those of a marker there ---- */

static const char beam[] =
    "trammel: 1\nsections: {s: {stiffness: {EA: 900, GKy: 400, GKz: 300, GJ: 6, EIy: 5, EIz: 7}, mass: {m: 0.5, Iyy: "
    "0.01, Izz: 0.02}}}\nbeams: {rod: {curve: {line: [[0, 0, 0], [1, 0.2, 0]]}, twist: \"0.4*xi\", elements: 1, order: "
    "3, section: s, velocity: [0, 0, 1], omega: [0.5, 2, 1]}}\n%sanalysis: {until: 0.1, step: 0.01}\n";

static void drag_along_a_beam(void **state) {
  (void)state;
  /* a drag that is linear in the velocity, per length: along the world's axes, along the section's, and as a sum over
     both, which are the same force */
  static const char *const drags[] = {
      "loads: {d: {on: rod, force-per-length: [-2*here.velocity.x, -2*here.velocity.y, -2*here.velocity.z]}}\n",
      "loads: {d: {on: rod, frame: body, force-per-length: [-2*(here.velocity.x in here), -2*(here.velocity.y in "
      "here), -2*(here.velocity.z in here)]}}\n"};
  Run run[2];
  for (int k = 0; k < 2; k++) {
    run[k] = run_format(beam, drags[k]);
    run_to_end(&run[k]);
  }
  double difference = motion_difference(&run[0], &run[1]), ledger = run_ledger(&run[1]).largest_residual;
  double work = run_ledger(&run[0]).load_work;
  printf("drag along a beam, in both axes: differ by %.1e, work %.3g J, ledger %.1e\n", difference, work, ledger);
  /* interpolated axes are of length 1 to the order of the interpolation */
  assert_true(difference < 2e-4 && work < -0.05 && ledger < 1e-12);
  run_free(&run[0]), run_free(&run[1]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(both_formulations),
      cmocka_unit_test(every_scheme),
      cmocka_unit_test(drag_along_a_beam),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
