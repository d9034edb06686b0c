/* Mechanisms of hundreds of bodies that are held more than once: how many constraints are redundant, and that the
   motion is that of the same mechanism held exactly once. Linkages of hinges in a plane, against the same in
   `space: planar`; doors on doors, each on two hinges in line along any axis, against one hinge. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>
#include "conformance/random_numbers.h"
#include "conformance/text_model.h"
#include "trammel/trammel.h"

enum { TEXT = 1 << 18 };
typedef struct Text {
  char *data;
  size_t length;
} Text;

static void add(Text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add(Text *text, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  text->length += (size_t)vsnprintf(text->data + text->length, TEXT - text->length, format, arguments);
  va_end(arguments);
  assert_true(text->length < TEXT);
}

static const char *const schemes[] = {"energy-preserving", "energy-decaying", "generalized-alpha"};
enum { SCHEMES = 3, STEPS = 20 };
static const double step = 5e-3;

static void add_analysis(Text *text, int scheme) {
  add(text, "analysis: {until: %g, step: %g, scheme: %s}\n", STEPS * step, step, schemes[scheme]);
}

/* Chains side by side whose ends bars join across: chains - 1 loops, three redundant rows each. */
static Run linkage(int seed, int chains, int links, bool planar, int scheme) {
  Random random = {(uint64_t)seed};
  Text text = {calloc(1, TEXT), 0};
  add(&text, "trammel: 2\ngravity: [%.3f, -9.81, 0]\n%sbodies:\n", random_number(&random, -1, 1),
      planar ? "space: planar\n" : "");
  double *size = calloc((size_t)(chains * links), sizeof *size); /* lengths of links */
  for (int l = 0; l < links; l++) {
    double length = random_number(&random, 0.2, 1);
    for (int c = 0; c < chains; c++) size[c * links + l] = length;
  }
  for (int c = 0; c < chains; c++) {
    double x = 0;
    for (int l = 0; l < links; l++) {
      double mass = random_number(&random, 0.5, 1.5), length = size[c * links + l];
      add(&text, "  b%d_%d: {mass: %.3f, inertia: [0.01, 0.1, 0.1], position: [%.6f, %d, 0]}\n", c, l, mass,
          x + length / 2, 2 * c);
      x += length;
    }
    if (c + 1 < chains)
      add(&text, "  w%d: {mass: 1, inertia: [0.1, 0.01, 0.1], position: [%.6f, %d, 0]}\n", c, x, 2 * c + 1);
  }
  add(&text, "joints:\n");
  for (int c = 0; c < chains; c++) {
    double x = 0;
    for (int l = 0; l < links; l++) {
      char before[32] = "ground";
      if (l > 0) snprintf(before, sizeof before, "b%d_%d", c, l - 1);
      add(&text, "  p%d_%d: {type: revolute, between: [%s, b%d_%d], at: [%.6f, %d, 0], axis: [0, 0, 1]%s}\n", c, l,
          before, c, l, x, 2 * c, l % 5 == 2 ? ", coordinates: {phi: {damper: 0.1, spring: 20}}" : "");
      x += size[c * links + l];
    }
    for (int end = 0; end < 2; end++)
      if (c - end >= 0 && c - end + 1 < chains)
        add(&text, "  r%d_%d: {type: revolute, between: [b%d_%d, w%d], at: [%.6f, %d, 0], axis: [0, 0, 1]}\n", c, end,
            c, links - 1, c - end, x, 2 * c);
  }
  add_analysis(&text, scheme);
  Run run = run_start(text.data);
  free(size);
  free(text.data);
  return run;
}

/* A tree of doors; `hinges` in line hold each: five redundant rows for each but the first. */
static Run doors(int seed, int count, int hinges, int scheme) {
  Random random = {(uint64_t)seed};
  Text text = {calloc(1, TEXT), 0};
  add(&text, "trammel: 2\ngravity: [1, -9.81, 3]\nbodies:\n");
  for (int d = 0; d < count; d++) {
    double position[3];
    random_vector(&random, 3, position);
    add(&text, "  d%d: {mass: 1, inertia: [0.2, 0.3, 0.4], position: [%.6f, %.6f, %.6f]}\n", d, position[0],
        position[1], position[2]);
  }
  add(&text, "joints:\n");
  for (int d = 0; d < count; d++) {
    double axis[3], at[3];
    char on[32] = "ground";
    int parent = random_count(&random, d + 1) - 1;
    if (parent >= 0) snprintf(on, sizeof on, "d%d", parent);
    random_direction(&random, axis);
    random_vector(&random, 3, at);
    for (int h = 0; h < hinges; h++)
      add(&text,
          "  h%d_%d: {type: revolute, between: [%s, d%d], at: [%.12f, %.12f, %.12f], axis: [%.12f, %.12f, %.12f]}\n", d,
          h, on, d, at[0] + 2 * h * axis[0], at[1] + 2 * h * axis[1], at[2] + 2 * h * axis[2], axis[0], axis[1],
          axis[2]);
  }
  add_analysis(&text, scheme);
  Run run = run_start(text.data);
  free(text.data);
  return run;
}

/* frees both */
static void compare(Run *held, Run *exact, int redundant, const char *prefix) {
  assert_int_equal(trm_simulation_redundant(exact->simulation), 0);
  assert_int_equal(trm_simulation_redundant(held->simulation), redundant);
  run_steps(held, STEPS);
  run_steps(exact, STEPS);
  static const char *const quantities[] = {"position", "velocity", "omega"};
  double largest = 0;
  for (int i = 0; i < 30; i++) {
    char name[64];
    double a[3], b[3];
    snprintf(name, sizeof name, "%s%d.%s", prefix, 2 * (i / 3), quantities[i % 3]);
    run_vector(held, name, a);
    run_vector(exact, name, b);
    for (int n = 0; n < 3; n++) largest = fmax(largest, fabs(a[n] - b[n]));
  }
  trm_Ledger ledger = run_ledger(held);
  print_message("%d redundant: motions differ by %.1e (m, m/s, rad/s), residual %.1e J of %.1f J\n", redundant, largest,
                fabs(ledger.residual), ledger.kinetic);
  assert_true(largest < 1e-9);
  run_free(held);
  run_free(exact);
}

static void test_linkages(void **unused) {
  (void)unused;
  for (int scheme = 0; scheme < SCHEMES; scheme++) {
    int chains = 2 + scheme, links = 60;
    Run held = linkage(scheme + 1, chains, links, false, scheme);
    Run exact = linkage(scheme + 1, chains, links, true, scheme);
    compare(&held, &exact, 3 * (chains - 1), "b1_");
  }
}

static void test_doors(void **unused) {
  (void)unused;
  for (int scheme = 0; scheme < SCHEMES; scheme++) {
    int count = 60;
    Run held = doors(scheme + 1, count, 2, scheme), exact = doors(scheme + 1, count, 1, scheme);
    compare(&held, &exact, 5 * count, "d");
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_linkages), cmocka_unit_test(test_doors)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
