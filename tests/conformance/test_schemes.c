/* Every scheme at every order that it offers: observed order on a free asymmetric top (against an independent
   integration of Euler's equations) and on a spatial chain, energy, momenta, and, where nothing is dissipated, the way
   back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>
#include "analysis/simulation.h"
#include "conformance/text_model.h"
#include "math/rotation.h"
#include "math/vec3.h"

static const double inertia[3] = {1, 2, 2.7}, spin[3] = {1.1, 2.3, -0.6};

/* ---- reference: Euler's equations and the quaternion by the classical Runge-Kutta method ---- */

/* y = quaternion (w, x, y, z) and the angular velocity in body axes */
static void euler_rates(const double y[7], double out[7]) {
  const double *q = y, *o = y + 4;
  out[0] = 0.5 * (-q[1] * o[0] - q[2] * o[1] - q[3] * o[2]);
  out[1] = 0.5 * (q[0] * o[0] + q[2] * o[2] - q[3] * o[1]);
  out[2] = 0.5 * (q[0] * o[1] + q[3] * o[0] - q[1] * o[2]);
  out[3] = 0.5 * (q[0] * o[2] + q[1] * o[1] - q[2] * o[0]);
  for (int n = 0; n < 3; n++) {
    int a = (n + 1) % 3, b = (n + 2) % 3;
    out[4 + n] = (inertia[a] - inertia[b]) * o[a] * o[b] / inertia[n];
  }
}

static void top_reference(double t, double quaternion[4]) {
  enum { STEPS = 8000 };
  double y[7] = {1, 0, 0, 0, spin[0], spin[1], spin[2]}, h = t / STEPS;
  for (int s = 0; s < STEPS; s++) {
    double k[4][7], at[7];
    for (int stage = 0; stage < 4; stage++) {
      double part = stage == 0 ? 0 : stage == 3 ? 1 : 0.5;
      for (int i = 0; i < 7; i++) at[i] = y[i] + (stage ? part * h * k[stage - 1][i] : 0);
      euler_rates(at, k[stage]);
    }
    for (int i = 0; i < 7; i++) y[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
  }
  for (int i = 0; i < 4; i++) quaternion[i] = y[i];
}

/* ---- models ---- */

static Run top(const char *scheme, int order, double step, double until) {
  return run_format(
      "{trammel: 1, bodies: {top: {mass: 1.3, inertia: [%g, %g, %g], position: [1, 2, 3], velocity: [0.3, -0.2, 0.5], "
      "omega: [%g, %g, %g]}}, analysis: {until: %.17g, step: %.17g, scheme: %s, order: %d}}",
      inertia[0], inertia[1], inertia[2], spin[0], spin[1], spin[2], until, step, scheme, order);
}

static Run chain(const char *scheme, int order, double step, double until) {
  return run_format("{trammel: 1, gravity: [0, 0, -9.81], bodies: {"
                    "first: {mass: 1, inertia: [0.02, 0.09, 0.1], position: [0.5, 0, 0]}, "
                    "second: {mass: 0.7, inertia: [0.08, 0.01, 0.085], position: [1, 0.4, 0]}, "
                    "third: {mass: 0.5, inertia: [0.03, 0.03, 0.01], position: [1, 0.8, 0.3]}}, "
                    "joints: {ball: {type: spherical, between: [ground, first], at: [0, 0, 0]}, "
                    "pin: {type: revolute, between: [first, second], at: [1, 0, 0], axis: [1, 0, 1], coordinates: "
                    "{phi: {spring: 2, rate: 1}}}, "
                    "sleeve: {type: cylindrical, between: [second, third], at: [1, 0.8, 0], axis: [0, 0, 1], "
                    "coordinates: {delta: {spring: {force: \"20*delta + 50*delta^3\"}}, phi: {rate: 3}}}}, "
                    "analysis: {until: %.17g, step: %.17g, scheme: %s, order: %d}}",
                    until, step, scheme, order);
}

static double top_error(const char *scheme, int order, double step) {
  double reference[4], product = 0;
  Run run = top(scheme, order, step, 2);
  run_to_end(&run);
  top_reference(2, reference);
  const char *const names[] = {"top.quaternion.w", "top.quaternion.x", "top.quaternion.y", "top.quaternion.z"};
  double found[4], error = 0;
  for (int i = 0; i < 4; i++) found[i] = run_channel(&run, names[i]), product += found[i] * reference[i];
  for (int i = 0; i < 4; i++) error = fmax(error, fabs(found[i] - (product > 0 ? 1 : -1) * reference[i]));
  run_free(&run);
  return error;
}

static void chain_end(const char *scheme, int order, double step, double out[6]) {
  Run run = chain(scheme, order, step, 0.48);
  run_to_end(&run);
  run_vector(&run, "third.position", out);
  run_vector(&run, "third.omega", out + 3);
  run_free(&run);
}

/* ---- orders ---- */

/* The best observed order over the halvings whose errors stand clear of round-off. */
static double observed(const double *errors, int count, double floor_value) {
  double best = 0;
  for (int i = 1; i < count; i++)
    if (errors[i] > floor_value) best = log2(errors[i - 1] / errors[i]);
  return best;
}

static void print_line(const char *what, const char *scheme, int order, const double *errors, int count, double seen) {
  printf("%-10s %-18s order %d: errors", what, scheme, order);
  for (int i = 0; i < count; i++) printf(" %.2e", errors[i]);
  printf("  observed %.2f\n", seen);
}

static void orders_on_a_free_top(void **state) {
  (void)state;
  for (int s = 0; s < trm_scheme_count; s++)
    for (int o = 0; trm_schemes[s]->orders[o]; o++) {
      int order = trm_schemes[s]->orders[o];
      double errors[4], first = order == 2 ? 0.1 : order == 4 ? 0.2 : 0.25;
      for (int i = 0; i < 4; i++) errors[i] = top_error(trm_schemes[s]->name, order, first / (1 << i));
      double seen = observed(errors, 4, 1e-12);
      print_line("free top", trm_schemes[s]->name, order, errors, 4, seen);
      assert_true(seen > order - 0.25 && seen < order + 0.8);
    }
}

static void orders_on_a_chain(void **state) {
  (void)state;
  double reference[6];
  int best = 0, of = 0; /* the highest order that any scheme offers */
  for (int s = 0; s < trm_scheme_count; s++)
    for (int o = 0; trm_schemes[s]->orders[o]; o++)
      if (trm_schemes[s]->orders[o] > best) best = trm_schemes[s]->orders[o], of = s;
  chain_end(trm_schemes[of]->name, best, 0.0025, reference);
  for (int s = 0; s < trm_scheme_count; s++) {
    for (int o = 0; trm_schemes[s]->orders[o]; o++) {
      int order = trm_schemes[s]->orders[o];
      double errors[4], first = order == 2 ? 0.01 : 0.08;
      for (int i = 0; i < 4; i++) {
        double end[6];
        chain_end(trm_schemes[s]->name, order, first / (1 << i), end);
        errors[i] = 0;
        for (int n = 0; n < 6; n++) errors[i] = fmax(errors[i], fabs(end[n] - reference[n]));
      }
      double seen = observed(errors, 4, 1e-10);
      print_line("chain", trm_schemes[s]->name, order, errors, 4, seen);
      assert_true(seen > order - 0.35 && seen < order + 1);
    }
  }
}

/* ---- what is kept ---- */

/* What a scheme that does not balance by construction may be wrong by: 1e-2 of the whole at these steps, linear
   momentum apart. */
static void energy_and_momenta(void **state) {
  (void)state;
  for (int s = 0; s < trm_scheme_count; s++)
    for (int o = 0; trm_schemes[s]->orders[o]; o++) {
      Run run = top(trm_schemes[s]->name, trm_schemes[s]->orders[o], 0.05, 50);
      double start[6], now[6], drift = 0, gain = 0;
      run_vector(&run, "momentum.linear", start);
      run_vector(&run, "momentum.angular", start + 3);
      double energy = run_channel(&run, "energy.total"), last = energy, moved = 0;
      for (int step = 0; step < 1000; step++) {
        run_step(&run);
        double total = run_channel(&run, "energy.total");
        drift = fmax(drift, fabs(total - energy) / energy), gain = fmax(gain, (total - last) / energy), last = total;
      }
      run_vector(&run, "momentum.linear", now);
      run_vector(&run, "momentum.angular", now + 3);
      for (int n = 0; n < 6; n++) moved = fmax(moved, fabs(now[n] - start[n]));
      printf("%s order %d, 1000 steps of a top: energy %.1e, momenta %.1e (of %.1f)\n", trm_schemes[s]->name,
             trm_schemes[s]->orders[o], drift, moved, trm_norm(start + 3));
      bool exact = trm_schemes[s]->balances;
      assert_true(exact ? gain < 1e-12 : drift < 1e-2);
      assert_true(exact ? moved < 1e-11 : moved < 1e-2 * trm_norm(start + 3));
      for (int n = 0; n < 3; n++) assert_true(fabs(now[n] - start[n]) < 1e-11);
      if (exact && !trm_schemes[s]->dissipates) assert_true(drift < 1e-11);
      run_free(&run);
    }
}

/* The ledger of a chain closes for every scheme that balances, and without loads nothing gains energy; what a scheme
   takes it takes for good. Where a scheme does not balance, the residual is its energy error, all of it and nothing
   else. */
static void ledger_of_a_chain(void **state) {
  (void)state;
  for (int s = 0; s < trm_scheme_count; s++)
    for (int o = 0; trm_schemes[s]->orders[o]; o++) {
      Run run = chain(trm_schemes[s]->name, trm_schemes[s]->orders[o], 0.01, 10);
      double first = run_channel(&run, "energy.total"), last = first, taken = 0, gain = 0;
      run_steps(&run, 1);
      for (int step = 0; step < 300; step++) {
        run_step(&run);
        trm_Ledger ledger = run_ledger(&run);
        double total = ledger.kinetic + ledger.potential + ledger.spring + ledger.strain;
        gain = fmax(gain, fmax(total - last, taken - ledger.numerical));
        last = total, taken = ledger.numerical;
      }
      trm_Ledger ledger = run_ledger(&run);
      double size = ledger.largest_kinetic;
      printf(
          "%s order %d, 300 steps of a chain: residual %.1e, numerical %.2e of %.2f J, largest gain of a step %.1e\n",
          trm_schemes[s]->name, trm_schemes[s]->orders[o], ledger.largest_residual, ledger.numerical, size, gain);
      if (trm_schemes[s]->balances) {
        assert_true(ledger.largest_residual < 1e-11 * size);
        assert_true(gain < 1e-12 * size);
      } else {
        assert_true(fabs(ledger.residual - (last - first)) < 1e-11 * size);
        assert_true(ledger.largest_residual < 0.1 * size);
      }
      if (!trm_schemes[s]->dissipates || !trm_schemes[s]->balances) assert_true(ledger.numerical == 0);
      run_free(&run);
    }
}

/* A symmetric scheme retraces its way when the velocities are turned round. */
static void the_way_back(void **state) {
  (void)state;
  for (int s = 0; s < trm_scheme_count; s++) {
    if (trm_schemes[s]->dissipates || !trm_schemes[s]->balances) continue;
    for (int o = 0; trm_schemes[s]->orders[o]; o++) {
      Run run = chain(trm_schemes[s]->name, trm_schemes[s]->orders[o], 0.01, 10);
      trm_Simulation *simulation = run.simulation;
      const trm_Model *model = run.model;
      int size = trm_configuration_size(model);
      double start[200], error = 0;
      assert_in_range(size, 1, 200);
      memcpy(start, simulation->state->q, sizeof(double) * (size_t)size);
      run_steps(&run, 50);
      double away = 0;
      for (int i = 0; i < size; i++) away = fmax(away, fabs(simulation->state->q[i] - start[i]));
      for (int i = 0; i < size; i++) simulation->state->w[i] = -simulation->state->w[i];
      simulation->state->history->count = 0;
      run_steps(&run, 50);
      for (int i = 0; i < size; i++) error = fmax(error, fabs(simulation->state->q[i] - start[i]));
      printf("%s order %d, 50 steps there (%.2f away) and back: %.1e\n", trm_schemes[s]->name,
             trm_schemes[s]->orders[o], away, error);
      assert_true(away > 0.3 && error < 1e-9);
      run_free(&run);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(orders_on_a_free_top), cmocka_unit_test(orders_on_a_chain), cmocka_unit_test(energy_and_momenta),
      cmocka_unit_test(ledger_of_a_chain),    cmocka_unit_test(the_way_back),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
