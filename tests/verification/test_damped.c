/* High orders where all that is not reversible are dampers: the default takes them by itself where they are quicker
   than order 2, says so, and is as right as the tolerance asks for, in rates too; dampers that are fast for the motion
   leave it at order 2. Random pendulums of one to three links, seeded, spatial ones too, with dampers on joints, of
   springs and of bushings, weak and strong. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "analysis/dynamic.h"
#include "conformance/text_model.h"

enum { MODELS = 9, OUTPUTS = 20, TEXT = 4000 };
/* so tight that steps of order 2 are many */
static const double tolerance = 4e-7, until = 2;

static double drawn(uint64_t *seed, double low, double high) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return low + (high - low) * (double)(*seed >> 11) / 9007199254740992.0;
}

typedef struct Damped {
  char text[TEXT];
  bool strong;
} Damped;

static void make(int number, Damped *out) {
  uint64_t seed = 77 + 1000 * (uint64_t)number;
  int links = 1 + number % 3, kind = number / 3; /* on joints, of a spring, of a bushing */
  char bodies[TEXT / 3] = "", joints[TEXT / 3] = "";
  out->strong = number % 2 == 1;
  double c = pow(10, out->strong ? drawn(&seed, 1, 3) : drawn(&seed, -3, -1.5));
  for (int l = 0; l < links; l++) {
    size_t b = strlen(bodies), j = strlen(joints);
    double tilt = kind != 1 ? 0 : drawn(&seed, -0.4, 0.4);
    snprintf(bodies + b, sizeof bodies - b, "%sb%d: {mass: %.3f, inertia: [%.3f, 0.1, 0.12], position: [%g, 0, 0]}",
             l ? ", " : "", l, drawn(&seed, 0.5, 2), drawn(&seed, 0.08, 0.2), l + 0.5);
    char before[12] = "ground";
    if (l > 0) snprintf(before, sizeof before, "b%d", l - 1);
    snprintf(joints + j, sizeof joints - j,
             "%sj%d: {type: revolute, between: [%s, b%d], at: [%d, 0, 0], axis: [%g, 0, 1]", l ? ", " : "", l, before,
             l, l, tilt);
    j = strlen(joints);
    if (kind == 0)
      snprintf(joints + j, sizeof joints - j, ", coordinates: {phi: {damper: %.6g}}}", c);
    else
      snprintf(joints + j, sizeof joints - j, "}");
  }
  char extra[300] = "";
  if (kind == 1)
    snprintf(extra, sizeof extra,
             "springs: {s: {between: [ground, b%d], stiffness: 3, damping: %.6g, free-length: 1}},", links - 1, c);
  if (kind == 2) {
    static const char zeros[] = "[0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0]";
    size_t j = strlen(joints);
    snprintf(
        joints + j, sizeof joints - j,
        ", f: {type: free, between: [ground, b%d], at: [%g, 0, 0], stiffness: [[2, 0, 0, 0, 0, 0], [0, 2, 0, 0, 0, 0], "
        "[0, 0, 2, 0, 0, 0], %s], damping: [[%.6g, 0, 0, 0, 0, 0], [0, %.6g, 0, 0, 0, 0], [0, 0, %.6g, 0, 0, 0], %s]}",
        links - 1, links - 0.5, zeros, c, c, c, zeros);
  }
  snprintf(out->text, sizeof out->text, "{trammel: 1, gravity: [0, -9.81, 0], bodies: {%s}, joints: {%s}, %s", bodies,
           joints, extra);
}

static Run begin(const Damped *model, const char *settings) {
  return run_format("%sanalysis: {until: %g, output: %g, %s}}", model->text, until, until / OUTPUTS, settings);
}

/* positions and velocities at the output times, one after the other */
static double *follow(Run *run, const Damped *model) {
  size_t n = (size_t)trm_configuration_size(run->model);
  double *path = malloc(sizeof(double) * 2 * n * OUTPUTS);
  assert_non_null(path);
  for (size_t i = 0; i < OUTPUTS; i++) {
    if (trm_simulation_advance(run->simulation) < 0)
      fail_msg("%s\n%s", trm_simulation_failure(run->simulation), model->text);
    memcpy(path + 2 * n * i, run->simulation->state->q, sizeof(double) * n);
    memcpy(path + 2 * n * i + n, run->simulation->state->w, sizeof(double) * n);
  }
  return path;
}

static void the_order_is_chosen(void **state) {
  (void)state;
  for (int number = 0; number < MODELS; number++) {
    static Damped model;
    char own[60];
    make(number, &model);
    snprintf(own, sizeof own, "step: {tolerance: %g}", tolerance);
    Run exact = begin(&model, "scheme: index-1, step: {tolerance: 1e-9}"), run = begin(&model, own);
    size_t n = (size_t)trm_configuration_size(run.model);
    double *right = follow(&exact, &model), *path = follow(&run, &model), off[2] = {0};
    for (size_t i = 0; i < 2 * n * OUTPUTS; i++) off[i / n % 2] = fmax(off[i / n % 2], fabs(path[i] - right[i]));
    const trm_Summary *summary = trm_simulation_summary(run.simulation);
    const trm_Ledger *ledger = &summary->ledger;
    double size = run.model->size, grown = fmax(1, summary->growth / 10);
    double residual = ledger->largest_residual / fmax(ledger->largest_kinetic, ledger->dissipated);
    printf("%d: order %d, %6d steps, %.2f s, growth %5.1f, off by %.1e m, %.1e m/s; energy %.1e\n", number,
           (int)summary->order, (int)summary->steps, summary->seconds_total, summary->growth, off[0], off[1], residual);
    if (summary->order != (model.strong ? 2 : 6)) fail_msg("%d: order %d\n%s", number, (int)summary->order, model.text);
    if (!(off[0] <= 3 * tolerance * size * grown)) fail_msg("%d: off by %g m\n%s", number, off[0], model.text);
    if (!model.strong && !(off[1] <= 60 * tolerance * size * grown))
      fail_msg("%d: off by %g m/s\n%s", number, off[1], model.text);
    assert_true(residual < 1e-10);
    free(right), free(path);
    run_free(&exact), run_free(&run);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(the_order_is_chosen)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
