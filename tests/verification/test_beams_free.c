/* Free beams in space: what must not change in a long flight, and what the energy-decaying scheme may take and what it
   must leave. The beams are curved, their centres of mass lie off the reference line, their stiffness couples
   everything; a kick at one end sets them spinning and vibrating, then nothing acts on them. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>
#include "analysis/simulation.h"
#include "conformance/text_model.h"
#include "math/vec3.h"
#include "model/model.h"

/* An arc of 10 m length over 1 rad; k multiplies the stiffness, f the kick, which ends at T. The kick is computed with
   the energy-preserving scheme; the flight goes on with the scheme in question. */
static const char beam[] =
    "{trammel: 1, parameters: {k: %g, f: %g, T: %g}, sections: {s: {stiffness: {matrix: [[1e4*k, 300*k, -200*k, 20*k, "
    "30*k, -10*k], [300*k, 5e3*k, 100*k, -15*k, 10*k, 25*k], [-200*k, 100*k, 4e3*k, 10*k, -20*k, 15*k], [20*k, -15*k, "
    "10*k, 120*k, 20*k, -12*k], [30*k, 10*k, -20*k, 20*k, 100*k, 8*k], [-10*k, 25*k, 15*k, -12*k, 8*k, 60*k]]}, mass: "
    "{m: 1, Iyy: 0.3, Izz: 0.2, eta: [0.1, -0.05]}}}, beams: {b: {curve: {arc: {start: [0, 0, 0], centre: [0, 10, 0], "
    "axis: [0, 0, 1], angle: 1}}, section: s, elements: 4, order: 2, velocity: [%g, %g, %g], omega: [%g, %g, %g]}}, "
    "loads: {kick: {on: b.end, force: [\"3*f*(t < T)\", \"-5*f*(t < T)\", \"8*f*(t < T)\"], moment: [\"6*f*(t < T)\", "
    "0, "
    "\"-4*f*(t < T)\"]}}, analysis: [{until: T, step: T/%d}, {until: 1e6, %s}]}";

typedef struct Kick {
  double size, until;
  int steps;
} Kick;
static const Kick push = {1, 1, 50}, slow_push = {1, 1, 500};

typedef struct Flight {
  double stiffness, velocity[3], omega[3];
  const Kick *kick;
  const char *scheme; /* of the flight, with its step */
} Flight;

/* until the kick is over */
static Run launch(const Flight *flight) {
  const double *v = flight->velocity, *o = flight->omega;
  const Kick *kick = flight->kick;
  Run run = run_format(beam, flight->stiffness, kick->size, kick->until, v[0], v[1], v[2], o[0], o[1], o[2],
                       kick->steps, flight->scheme);
  while (trm_simulation_time(run.simulation) < kick->until * (1 - 1e-9)) run_step(&run);
  return run;
}

static double stored(Run *run) {
  trm_Ledger ledger = run_ledger(run);
  return ledger.kinetic + ledger.potential + ledger.spring + ledger.strain;
}

typedef struct Momenta {
  double linear[3], angular[3];
} Momenta;

static Momenta momenta(Run *run) {
  Momenta out;
  run_vector(run, "momentum.linear", out.linear);
  run_vector(run, "momentum.angular", out.angular);
  return out;
}

/* relative to the first; the larger of both */
static double momenta_change(const Momenta *first, const Momenta *now) {
  double linear[3], angular[3];
  for (int n = 0; n < 3; n++) {
    linear[n] = now->linear[n] - first->linear[n];
    angular[n] = now->angular[n] - first->angular[n];
  }
  return fmax(trm_norm(linear) / trm_norm(first->linear), trm_norm(angular) / trm_norm(first->angular));
}

/* ---- energy-preserving ---- */

static void ten_thousand_steps(void **state) {
  (void)state;
  Flight flight = {1, {0, 0, 0}, {0, 0, 0}, &push, "step: 0.05"};
  Run run = launch(&flight);
  Momenta first = momenta(&run);
  double energy = stored(&run), drift = 0, change = 0, strain[2] = {INFINITY, 0};
  for (int i = 0; i < 10000; i++) {
    run_step(&run);
    drift = fmax(drift, fabs(stored(&run) - energy) / energy);
    strain[0] = fmin(strain[0], run_ledger(&run).strain), strain[1] = fmax(strain[1], run_ledger(&run).strain);
    if (i % 100 != 99) continue;
    Momenta now = momenta(&run);
    change = fmax(change, momenta_change(&first, &now));
  }
  printf(
      "energy-preserving, 10 000 steps of 0.05 s: E = %.4g J, of it strain %.3g to %.3g J; energy %.1e, momenta %.1e\n",
      energy, strain[0], strain[1], drift, change);
  assert_true(strain[1] > 0.05 * energy); /* it does vibrate */
  assert_true(drift < 1e-10);
  assert_true(change < 1e-9);
  run_free(&run);
}

/* the flying beam: 8 N along x and 80 N m clockwise at the lower end for 2.5 s, 10 kg in all */
static const char flying[] =
    "{trammel: 1, space: planar, sections: {s: {stiffness: {EA: 1e4, GKy: 1e4, GKz: 1e4, GJ: 100, EIy: 100, EIz: 100}, "
    "mass: {m: 1, Iyy: 10, Izz: 10}}}, beams: {b: {curve: {line: [[6, 0, 0], [0, 8, 0]]}, section: s, elements: 6, "
    "order: "
    "3}}, loads: {throw: {on: b.start, force: [\"8*(t < 2.5)\", 0, 0], moment: [0, 0, \"-80*(t < 2.5)\"]}}, analysis: "
    "{until: 10, step: 0.02}}";

static void centre_of_mass(Run *run, double out[3]) {
  const trm_Model *model = run->model;
  const double *q = run->simulation->state->q;
  double mass = 0;
  out[0] = out[1] = out[2] = 0;
  for (int e = 0; e < model->mesh.element_count; e++) {
    const trm_BeamElement *element = &model->mesh.elements[e];
    for (int p = 0; p < element->mass_count; p++)
      for (int a = 0; a < element->node_count; a++) {
        double share = element->mass[p].weight * element->mass[p].mass[0] * element->mass[p].h[a];
        trm_add_scaled(out, share, q + trm_point_at(model->nodes[element->nodes[a]].point));
        mass += share;
      }
  }
  for (int n = 0; n < 3; n++) out[n] /= mass;
}

static void flying_beam(void **state) {
  (void)state;
  Run run = run_start(flying);
  double off = 0, energy = 0, drift = 0, spin = 0, spin_change = 0;
  while (trm_simulation_time(run.simulation) < 10 - 1e-9) {
    double centre[3];
    run_step(&run);
    double t = trm_simulation_time(run.simulation);
    centre_of_mass(&run, centre);
    double x = t <= 2.5 ? 3 + 0.4 * t * t : 5.5 + 2 * (t - 2.5);
    off = fmax(off, fmax(fabs(centre[0] - x), fabs(centre[1] - 4)));
    if (t < 2.5 - 1e-9) continue;
    double angular = run_channel(&run, "momentum.angular.z");
    if (energy == 0) energy = stored(&run), spin = angular;
    drift = fmax(drift, fabs(stored(&run) - energy) / energy);
    spin_change = fmax(spin_change, fabs(angular - spin) / fabs(spin));
  }
  printf("flying beam: centre of mass off by %.1e m; after the load energy %.1e, angular momentum %.1e relative\n", off,
         drift, spin_change);
  assert_true(off < 1e-10);
  assert_true(drift < 1e-10);
  assert_true(spin_change < 1e-10);
  run_free(&run);
}

/* ---- energy-decaying ---- */

typedef struct Decay {
  double at[122];    /* energy after each step */
  double rise;       /* largest rise of one step, relative */
  double unbalanced; /* largest residual of the ledger, relative */
  double momenta;    /* largest change, relative */
} Decay;

static Decay decay(const Flight *flight, int steps) {
  Run run = launch(flight);
  Momenta first = momenta(&run);
  Decay out = {.rise = -INFINITY};
  double start = run_ledger(&run).residual;
  out.at[0] = stored(&run);
  for (int i = 1; i <= steps; i++) {
    run_step(&run);
    out.at[i] = stored(&run);
    out.rise = fmax(out.rise, (out.at[i] - out.at[i - 1]) / out.at[0]);
    out.unbalanced = fmax(out.unbalanced, fabs(run_ledger(&run).residual - start) / out.at[0]);
    Momenta now = momenta(&run);
    out.momenta = fmax(out.momenta, momenta_change(&first, &now));
  }
  run_free(&run);
  return out;
}

static void energy_never_rises(void **state) {
  (void)state;
  static const struct {
    const char *name;
    Flight flight;
  } flights[] = {
      {"soft, h 0.05", {1, {0, 0, 0}, {0, 0, 0}, &push, "scheme: energy-decaying, step: 0.05"}},
      {"soft, h 0.2", {1, {0, 0, 0}, {0, 0, 0}, &push, "scheme: energy-decaying, step: 0.2"}},
      {"soft, rho 0.5", {1, {0, 0, 0}, {0, 0, 0}, &push, "scheme: energy-decaying, rho: 0.5, step: 0.1"}},
      {"translating, spinning", {1, {20, -5, 3}, {0.5, 1, -0.7}, &push, "scheme: energy-decaying, step: 0.05"}},
      {"stiff x 1e4, spinning", {1e4, {0, 0, 0}, {0.5, 1, -0.7}, &slow_push, "scheme: energy-decaying, step: 0.05"}},
      {"stiff, translating too", {1e4, {20, -5, 3}, {0.5, 1, -0.7}, &slow_push, "scheme: energy-decaying, step: 0.05"}},
  };
  printf("%-24s %9s %9s %9s %9s %9s %9s\n", "energy-decaying", "E(0), J", "E(20)/E", "E(120)/E", "rise", "balance",
         "momenta");
  for (size_t i = 0; i < sizeof flights / sizeof flights[0]; i++) {
    Decay found = decay(&flights[i].flight, 120);
    printf("%-24s %9.4g %9.6f %9.6f %9.1e %9.1e %9.1e\n", flights[i].name, found.at[0], found.at[20] / found.at[0],
           found.at[120] / found.at[0], found.rise, found.unbalanced, found.momenta);
    assert_true(found.rise < 1e-13);
    assert_true(found.unbalanced < 1e-10);
    assert_true(found.momenta < 1e-10);
  }
}

/* A straight beam of 10 m, 1 kg/m, EI = 1e6 N m2: its slowest vibration has 223 rad/s, the step is 0.02 s. It spins at
   2.7 rad/s about z, a blow of 10 ms across its end adds spin and vibration. */
static const char struck[] =
    "{trammel: 1, sections: {s: {stiffness: {EA: 1e8, GKy: 5e7, GKz: 5e7, GJ: 1.2e6, EIy: 1e6, EIz: 1e6}, mass: {m: 1, "
    "Iyy: 0.3, Izz: 0.2}}}, beams: {b: {curve: {line: [[-5, 0, 0], [5, 0, 0]]}, section: s, elements: 4, order: 2, "
    "velocity: [0, -13.5, 0], omega: [0, 0, 2.7]}}, loads: {blow: {on: b.end, force: [0, \"3000*(t < 0.01)\", 0]}}, "
    "analysis: [{until: 0.01, step: 1e-4}, {until: 1e6, scheme: energy-decaying, step: 0.02}]}";

/* The vibration goes within 20 steps, the spin stays. */
static void vibration_goes_spin_stays(void **state) {
  (void)state;
  Run run = run_start(struck);
  double e[121], spin = 0.5 * 100 / 12.0 * 10; /* per (rad/s)^2, but for the section's own inertia */
  while (trm_simulation_time(run.simulation) < 0.01 - 1e-9) run_step(&run);
  Momenta first = momenta(&run);
  for (int i = 0; i <= 120; i++) {
    if (i > 0) run_step(&run);
    e[i] = stored(&run);
  }
  Momenta last = momenta(&run);
  printf("stiff beam, struck: E = %.5g J; lost in steps 1 to 20 %.3f %%, 21 to 120 %.5f %%; momenta %.1e\n", e[0],
         100 * (1 - e[20] / e[0]), 100 * (1 - e[120] / e[20]), momenta_change(&first, &last));
  assert_true(e[0] - e[20] > 0.05 * e[0]);             /* there was vibration */
  assert_true(e[20] - e[120] < 0.01 * (e[0] - e[20])); /* and it is gone */
  assert_true(e[20] - e[120] < 0.01 * e[20]);
  assert_true(e[120] > spin * 2.7 * 2.7);
  assert_true(momenta_change(&first, &last) < 1e-10);
  run_free(&run);
}

/* Tumbling of a stiff body, whose angular velocity changes all the time, is left alone at any step. */
static void tumbling_is_not_braked(void **state) {
  (void)state;
  static const char *const schemes[] = {"scheme: energy-decaying, step: 0.02", "scheme: energy-decaying, step: 0.01",
                                        "scheme: energy-decaying, step: 0.005"};
  printf("stiff beam, tumbling, lost in steps 21 to 120:");
  for (int i = 0; i < 3; i++) {
    Flight flight = {1e4, {0, 0, 0}, {1, 2, -1.5}, &slow_push, schemes[i]};
    Decay found = decay(&flight, 120);
    double lost = 1 - found.at[120] / found.at[20];
    printf("  h %.3f: %.1e", 0.02 / (1 << i), lost);
    assert_true(lost >= 0 && lost < 1e-5);
  }
  printf("\n");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ten_thousand_steps),     cmocka_unit_test(flying_beam),
      cmocka_unit_test(energy_never_rises),     cmocka_unit_test(vibration_goes_spin_stays),
      cmocka_unit_test(tumbling_is_not_braked),
  };
  return cmocka_run_group_tests_name("free beams", tests, NULL, NULL);
}
