/* Everything that formulas can name (the table trm_nameable_kinds, so that a new row is tested the moment it exists),
   named by nothing but a signal that remembers it: its integral, its lag and what it was a while ago, along the world's
   axes or a body's, of joints and springs that no other formula knows of. Random mechanisms in every scheme and both
   forms: the signals are those of index-1 in relative coordinates, and the values that were named too. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "conformance/random_numbers.h"
#include "conformance/text_model.h"
#include "element/named.h"
#include "test_all.h"
#include "verification/mechanisms.h"

enum { MOST_NAMES = 120 };

/* "swing.phi", ...: joints of the mechanism with the coordinates of their kinds */
static const char *const joints[] = {"swing", "cross", "tube"};
static const char *const coordinates[] = {"swing.phi", "cross.phi1", "cross.phi2", "tube.phi", "tube.delta"};
static const char *const places[] = {"a", "b", "c", "eye"};

typedef struct Watched {
  Random random;
  char text[2 * TEXT];
  char names[MOST_NAMES][60];
  int count;
} Watched;

static void add(Watched *w, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void add(Watched *w, const char *format, ...) {
  size_t used = strlen(w->text);
  va_list list;
  va_start(list, format);
  int length = vsnprintf(w->text + used, sizeof w->text - used, format, list);
  va_end(list);
  assert_in_range(length, 1, sizeof w->text - used - 1);
}

/* A quantity of `of`: all its parts, each also along the axes of another body where it may be. */
static void add_names(Watched *w, const trm_NameableKind *kind, const char *of) {
  for (int part = 0; part < (kind->parts[0] ? 3 : 1); part++) {
    assert_in_range(w->count, 0, MOST_NAMES - 1);
    char *name = w->names[w->count++];
    const char *in = kind->directed && random_count(&w->random, 2) ? places[random_count(&w->random, 4)] : NULL;
    snprintf(name, sizeof w->names[0], "%s%s%s%s%s%s%s", of, *kind->name ? "." : "", kind->name,
             kind->parts[0] ? "." : "", kind->parts[0] ? kind->parts[part] : "", in ? " in " : "", in ? in : "");
  }
}

/* of the coupling that holds `swing` and `roll` together, and of the drive of `spin` */
static void list_names(Watched *w) {
  for (int k = 0; k < trm_nameable_kind_count; k++) {
    const trm_NameableKind *kind = &trm_nameable_kinds[k];
    int place = random_count(&w->random, 4);
    switch (kind->of) {
    case TRM_NAMES_COORDINATE:
      for (int c = 0; c < 5; c++) add_names(w, kind, coordinates[c]);
      break;
    case TRM_NAMES_PLACE: add_names(w, kind, places[place]), add_names(w, kind, places[(place + 1) % 4]); break;
    case TRM_NAMES_REACTION:
      for (int j = 0; j < 3; j++) add_names(w, kind, joints[j]);
      break;
    case TRM_NAMES_SPRING: add_names(w, kind, "gauge"), add_names(w, kind, "tape"); break;
    case TRM_NAMES_DRIVE: add_names(w, kind, "spin.phi"); break;
    case TRM_NAMES_COUPLING: add_names(w, kind, "mesh"); break;
    case TRM_NAMES_TERM: add_names(w, kind, "mesh.roll.phi"); break;
    case TRM_NAMES_SIGNAL: add_names(w, kind, "still"); break;
    case TRM_NAMES_INPUT: add_names(w, kind, "lever"); break;
    case TRM_NAMES_HERE: break; /* of loads along beams alone */
    }
  }
}

/* Three bodies in a tree that swings, and a shaft that is driven and geared to a roll; no joint has a law or a load. */
static void make_watched(int number, bool delays, Watched *w) {
  *w = (Watched){.random = {0x9e3779b97f4a7c15u * (uint64_t)(300 + number)}};
  double p[6];
  for (int i = 0; i < 6; i++) p[i] = random_number(&w->random, -0.2, 0.2);
  list_names(w);
  add(w,
      "trammel: 2\ngravity: [0, 0, -9.81]\ninputs: {lever: 0.4}\nbodies:\n"
      "  a: {mass: 2, inertia: [0.1, 0.2, 0.15], position: [%.4g, 0.6, %.4g]}\n"
      "  b: {mass: 1, inertia: [0.1, 0.05, 0.08], position: [%.4g, 1.3, %.4g]}\n"
      "  c: {mass: 0.5, inertia: [0.02, 0.03, 0.025], position: [%.4g, 0.5, %.4g]}\n"
      "  shaft: {mass: 1, inertia: 0.02, position: [3, 0, 0]}\n  wheel: {mass: 1, inertia: 0.03, position: [3.3, 0, "
      "0]}\n"
      "markers: {eye: {on: b, at: [0.2, 1.5, 0.1], orientation: {axis: [1, 1, 0], angle: 0.6}}, foot: {on: ground, at: "
      "[0.9, 1.6, -0.7]}}\n"
      "springs: {gauge: {between: [c, eye], stiffness: 3}, tape: {between: [foot, a], stiffness: 5}}\n"
      "joints:\n"
      "  swing: {type: revolute, between: [ground, a], at: [0, 0, 0], axis: [1, 0.2, 0], coordinates: {phi: {rate: "
      "%.3g}}}\n"
      "  cross: {type: universal, between: [a, b], at: [0, 1, 0], axes: [[1, 0, 0], [0, 0, 1]], coordinates: {phi1: "
      "{rate: %.3g}}}\n"
      "  tube: {type: cylindrical, between: [a, c], at: [0, 0.4, 0], axis: [0.2, 1, 0.3], coordinates: {phi: {rate: "
      "%.3g}}}\n"
      "  spin: {type: revolute, between: [ground, shaft], at: [3, 0, 0], axis: [0, 0, 1], coordinates: {phi: {drive: "
      "\"sin(3*t)\"}}}\n"
      "  roll: {type: revolute, between: [ground, wheel], at: [3.3, 0, 0], axis: [0, 0, 1]}\n"
      "  mesh: {type: gear, terms: {spin.phi: 1, roll.phi: 2}, radius: 0.2}\nsignals:\n"
      "  still: \"1 + 0*t\"\n",
      p[0], p[1], p[2], p[3], p[4], p[5], random_number(&w->random, -2, 2), random_number(&w->random, -2, 2),
      random_number(&w->random, -2, 2));
  for (int k = 0; k < w->count; k++)
    add(w, "  sum%d: {integral: \"%s\"}\n  lag%d: {lag: \"%s\", time: 0.1, start: 0}\n  now%d: \"%s\"\n", k,
        w->names[k], k, w->names[k], k, w->names[k]);
  for (int k = 0; k < w->count && delays; k++) add(w, "  late%d: {delay: \"%s\", time: 0.05}\n", k, w->names[k]);
}

static Run run_watched(const Watched *w, const char *settings) {
  static char text[3 * TEXT];
  snprintf(text, sizeof text, "%sanalysis: {until: 0.3, %s}\n", w->text, settings);
  Run run = run_start(text);
  run_to_end(&run);
  return run;
}

enum { KINDS = 4, WITHOUT_DELAYS = 3 };
static const char *const what[KINDS] = {"sum", "lag", "now", "late"};
static const double close_enough = 1e-4; /* of the largest of a kind of signals, or of 1: steps are some 1e-3 of it */

static double furthest(const Watched *w, Run *run, Run *right, const char *settings, int kinds) {
  double worst = 0;
  for (int kind = 0; kind < kinds; kind++)
    for (int k = 0; k < w->count; k++) {
      char channel[40];
      snprintf(channel, sizeof channel, "signal.%s%d", what[kind], k);
      double is = run_channel(run, channel), should = run_channel(right, channel);
      double off = fabs(is - should) / fmax(1, fabs(should));
      worst = fmax(worst, off);
      if (!(off < close_enough)) fail_msg("%s: %s of %s is %g, not %g", settings, what[kind], w->names[k], is, should);
    }
  return worst;
}

static void what_is_named_is_remembered(void **state) {
  (void)state;
  static const char *const settings[] = {
      "scheme: index-1, step: {tolerance: 1e-9}", "scheme: index-1, step: 1e-3",
      "scheme: energy-preserving, step: 2.5e-4",  "scheme: energy-decaying, step: 2.5e-4",
      "scheme: generalized-alpha, step: 2.5e-4",
  };
  int models = test_count(test_sanitized(3, 1), 20);
  for (int number = 0; number < models; number++) {
    static Watched w;
    make_watched(number, true, &w);
    Run right = run_watched(&w, "scheme: index-1, formulation: relative, step: {tolerance: 1e-9}");
    printf("%2d: %d names", number, w.count);
    for (size_t k = 0; k < sizeof settings / sizeof settings[0]; k++) {
      Run run = run_watched(&w, settings[k]);
      printf("  %.1e", furthest(&w, &run, &right, settings[k], KINDS));
      run_free(&run);
    }
    make_watched(number, false, &w); /* steps back in time know no delays */
    static const char composed[] = "scheme: energy-preserving, order: 6, step: 2e-3";
    Run run = run_watched(&w, composed);
    printf("  %.1e\n", furthest(&w, &run, &right, composed, WITHOUT_DELAYS));
    run_free(&run), run_free(&right);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_named_is_remembered)};
  return cmocka_run_group_tests_name("names that only signals know", tests, NULL, NULL);
}
