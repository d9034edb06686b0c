/* An element that the library does not know, of 300 unknowns: 40 nodes and 60 relative coordinates. It stands in the
   list of kinds of this program (below) beside the library's own, and goes through numbering, pattern, assembly, all
   schemes, equilibria and modes as they are, without an allocation in a step.

   Its strain is e = start + sum a_k . (x_k - X_k) + sum b_c s_c over points and coordinates, its energy
   K e^2/2 + C e^4/4. Every point and every coordinate has a mass m and a spring k of its own, so that the whole moves
   along the gradient g: u = g s with m s'' = -k s - (K e + C e^3), e = start + |g|^2 s. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "analysis/modal.h"
#include "analysis/simulation.h"
#include "base/text.h"
#include "conformance/text_model.h"
#include "element/elements.h"
#include "element/frame.h"
#include "element/joint.h"
#include "element/joint_laws.h"
#include "element/local.h"
#include "math/vec3.h"
#include "system/state.h"
#include "test_all.h"

enum { NODES = 40, COORDINATES = 60, N = 6 * NODES + COORDINATES };
static const double start_strain = 0.7, linear = 3, cubic = 5, mass = 2, spring = 30;

static double weight_of(int local) { return 0.1 * sin(1.3 * local + 0.4); }

/* ---- the element ---- */

static int count(const trm_Model *model) { return model->joint_count == COORDINATES; }
static int most(const trm_Model *model) { return count(model) ? N : 0; }
static const char *label(const trm_Model *model, int e) { return (void)model, (void)e, "stranger"; }

static int unknowns(const trm_Model *model, const trm_Numbering *numbering, int e, int *list) {
  (void)e;
  for (int a = 0; a < NODES; a++) trm_node_unknowns(model, numbering, model->bodies[a].node, list + 6 * a);
  for (int c = 0; c < COORDINATES; c++) {
    const trm_Joint *joint = &numbering->layout->joints[c];
    list[6 * NODES + c] = joint->unknown_of[0] < 0 ? -1 : numbering->joint[c] + joint->unknown_of[0];
  }
  return N;
}

/* places of the points and values of the coordinates in local order, rotations 0; less those of the reference */
static void gather(const trm_Model *model, const trm_Layout *layout, const double *q, const double *x, bool from,
                   double out[N]) {
  memset(out, 0, sizeof(double) * N);
  for (int a = 0; a < NODES; a++)
    for (int n = 0; n < 3; n++) {
      int node = model->bodies[a].node;
      out[6 * a + n] = q[trm_point_at(model->nodes[node].point) + n] - (from ? model->nodes[node].at[n] : 0);
    }
  for (int c = 0; c < COORDINATES; c++) out[6 * NODES + c] = x ? x[layout->joints[c].first_coordinate] : 0;
}

static void gradient(double g[N]) {
  for (int i = 0; i < N; i++) g[i] = i < 6 * NODES && i % 6 >= 3 ? 0 : weight_of(i);
}

static double product(const double v[N]) {
  double g[N], sum = 0;
  gradient(g);
  for (int i = 0; i < N; i++) sum += g[i] * v[i];
  return sum;
}

static double strain_at(const trm_Model *model, const trm_Layout *layout, const double *q, const double *x) {
  double u[N];
  gather(model, layout, q, x, true, u);
  return start_strain + product(u);
}

static void start(trm_Local *out, const trm_Model *model, bool tangent) {
  out->n = N, out->node_count = NODES, out->force_scale = out->moment_scale = 0;
  for (int a = 0; a < NODES; a++) out->nodes[a] = model->bodies[a].node;
  memset(out->residual, 0, sizeof(double) * N);
  if (tangent) memset(out->tangent, 0, sizeof(double) * N * N);
}

/* (V(f) - V(i)) / (f - i), on complex numbers too */
static double complex mean_force(double complex i, double complex f) {
  return 0.5 * linear * (i + f) + 0.25 * cubic * (i * i + f * f) * (i + f);
}

static double mean_slope(double i, double f) { return 0.5 * linear + 0.25 * cubic * (2 * f * (i + f) + i * i + f * f); }

static void pair_batch(const trm_Model *model, const trm_Pair *pair, int first, int n, bool tangent, trm_Local *out) {
  assert_true(first == 0 && n == 1);
  double g[N], i = strain_at(model, pair->layout, pair->q_i, pair->x_i),
               f = strain_at(model, pair->layout, pair->q_f, pair->x_f);
  double force = creal(mean_force(i, f)), slope = mean_slope(i, f);
  gradient(g);
  start(out, model, tangent);
  out->force_scale = fabs(force);
  for (int r = 0; r < N; r++) {
    out->residual[r] = force * g[r];
    for (int c = 0; tangent && c < N; c++) out->tangent[N * r + c] = slope * g[r] * g[c];
  }
}

static void instant_batch(const trm_Model *model, const trm_Instant *now, int first, int n, trm_Local *out) {
  assert_true(first == 0 && n == 1);
  double g[N], e = strain_at(model, now->layout, now->q, now->x);
  gradient(g);
  start(out, model, true);
  for (int r = 0; r < N; r++) out->residual[r] = creal(mean_force(e, e)) * g[r];
}

static void terms(const trm_Model *model, const trm_Pair *pair, int e, trm_Terms *sum) {
  (void)e;
  double f = strain_at(model, pair->layout, pair->q_f, pair->x_f);
  sum->spring += 0.5 * linear * f * f + 0.25 * cubic * f * f * f * f;
}

/* as that of a spring, with the slope at the start */
typedef struct Jumped {
  double k, change, beta;
} Jumped;

static Jumped jumped(const trm_Model *model, const trm_Pair *pair, const double *y) {
  trm_Instant begin = trm_pair_start(pair);
  double rates[N], i = strain_at(model, pair->layout, pair->q_i, pair->x_i);
  gather(model, pair->layout, pair->w_i, NULL, false, rates);
  for (int c = 0; c < COORDINATES; c++) {
    double own[TRM_JOINT_COORDINATES];
    trm_joint_rates(model, &pair->layout->joints[c], &begin, NULL, own, NULL);
    rates[6 * NODES + c] = own[0];
  }
  return (Jumped){linear + 3 * cubic * i * i, strain_at(model, pair->layout, pair->q_f, pair->x_f) - i,
                  product(y) - product(rates)};
}

static void jump(const trm_Model *model, const trm_Pair *pair, const trm_Jump *of, int e, const double *y,
                 trm_JumpLocal *out) {
  (void)e;
  Jumped j = jumped(model, pair, y);
  double g[N], sixth = pair->h / 6, slope = of->alpha * sixth * j.k;
  gradient(g);
  out->n = N;
  memset(out->residual, 0, sizeof(double) * 2 * N), memset(out->tangent, 0, sizeof(double) * 4 * N * N);
  for (int r = 0; r < N; r++) {
    out->residual[r] = -sixth * j.k * j.beta * g[r];
    out->residual[N + r] = -(0.5 * j.k * j.change + slope * j.beta) * g[r];
    for (int c = 0; c < N; c++) {
      out->tangent[2 * N * r + N + c] = -sixth * j.k * g[r] * g[c];
      out->tangent[2 * N * (N + r) + c] = -0.5 * j.k * g[r] * g[c];
      out->tangent[2 * N * (N + r) + N + c] = -slope * g[r] * g[c];
    }
  }
}

static void jump_energy(const trm_Model *model, const trm_Pair *pair, const trm_Jump *of, int e, const double *y,
                        trm_JumpEnergy *sum) {
  (void)e;
  Jumped j = jumped(model, pair, y);
  double third = pair->h / 3;
  sum->work += 0.5 * third * j.k * j.beta * j.change;
  sum->loss += 0.5 * of->alpha * third * third * j.k * j.beta * j.beta;
}

static bool strained(const trm_Model *model, int e) { return (void)model, (void)e, true; }

static const trm_ElementKind stranger = {.name = "stranger",
                                         .count = count,
                                         .most = most,
                                         .label = label,
                                         .unknowns = unknowns,
                                         .pair = pair_batch,
                                         .instant = instant_batch,
                                         .terms = terms,
                                         .jump = jump,
                                         .jump_energy = jump_energy,
                                         .strained = strained};

/* The list of this program, in the place of that of element/elements.c. */
const trm_ElementKind *const trm_element_kinds[] = {
    &trm_rigid_body_element, &trm_beam_element,      &trm_stress_element,     &stranger,
    &trm_joint_element,      &trm_bushing_element,   &trm_contact_element,    &trm_spring_damper_element,
    &trm_load_element,       &trm_beam_load_element, &trm_user_force_element, &trm_coordinate_force_element,
    &trm_signal_element,
};
const int trm_element_kind_count = (int)(sizeof trm_element_kinds / sizeof trm_element_kinds[0]);
bool trm_element_roams(const trm_ElementKind *kind) { return kind == &trm_contact_element; }

/* ---- models ---- */

/* points on springs of no length, sliders on springs; all of one mass and one stiffness */
static Run open_model(const char *analysis) {
  trm_Text text = {0};
  trm_text_add(&text, "trammel: 1\nbodies:\n");
  for (int a = 0; a < NODES; a++) trm_text_format(&text, "  p%d: {mass: %g, position: [%d, 0, 0]}\n", a, mass, a + 1);
  for (int c = 0; c < COORDINATES; c++)
    trm_text_format(&text, "  s%d: {mass: %g, inertia: [1, 1, 1], position: [%d, 5, 0]}\n", c, mass, c + 1);
  trm_text_add(&text, "markers:\n");
  for (int a = 0; a < NODES; a++) trm_text_format(&text, "  m%d: {on: ground, at: [%d, 0, 0]}\n", a, a + 1);
  trm_text_add(&text, "springs:\n");
  for (int a = 0; a < NODES; a++)
    trm_text_format(&text, "  f%d: {between: [m%d, p%d], stiffness: %g, free-length: 0}\n", a, a, a, spring);
  trm_text_add(&text, "joints:\n");
  for (int c = 0; c < COORDINATES; c++)
    trm_text_format(&text,
                    "  r%d: {type: prismatic, between: [ground, s%d], at: [%d, 5, 0], axis: [0, 1, 0], coordinates: "
                    "{delta: {spring: %g}}}\n",
                    c, c, c + 1, spring);
  trm_text_format(&text, "analysis: %s\n", analysis);
  Run run = run_start(text.data);
  trm_text_free(&text);
  return run;
}

static double square(void) {
  double g[N];
  gradient(g);
  return product(g);
}

static double force_at(double s) {
  double e = start_strain + square() * s;
  return -spring * s - linear * e - cubic * e * e * e;
}

/* by the classical method with small steps; s and its rate */
static void reference(double time, double out[2]) {
  int steps = 20000;
  double h = time / steps, y[2] = {0, 0};
  for (int i = 0; i < steps; i++) {
    double k[4][2], at[2] = {y[0], y[1]};
    for (int l = 0; l < 4; l++) {
      k[l][0] = at[1], k[l][1] = force_at(at[0]) / mass;
      double part = l < 2 ? 0.5 * h : h;
      for (int n = 0; n < 2; n++) at[n] = y[n] + part * k[l][n];
    }
    for (int n = 0; n < 2; n++) y[n] += h / 6 * (k[0][n] + 2 * k[1][n] + 2 * k[2][n] + k[3][n]);
  }
  out[0] = y[0], out[1] = y[1];
}

/* how far the run is from u = g s */
static double apart(Run *run, double s) {
  double worst = 0;
  for (int a = 0; a < NODES; a++) {
    char name[40];
    snprintf(name, sizeof name, "p%d.position.y", a);
    worst = fmax(worst, fabs(run_channel(run, name) - weight_of(6 * a + 1) * s));
  }
  for (int c = 0; c < COORDINATES; c++) {
    char name[40];
    snprintf(name, sizeof name, "r%d.delta", c);
    worst = fmax(worst, fabs(run_channel(run, name) - weight_of(6 * NODES + c) * s));
  }
  return worst;
}

/* ---- tests ---- */

static void tangent_by_complex_step(void **state) {
  (void)state;
  Run run = open_model("{until: 1, step: 0.01}");
  trm_System *system = run.simulation->system;
  trm_Arena arena = {0};
  trm_Local *local = trm_locals_new(&arena, 1, N);
  assert_non_null(local);
  run_steps(&run, 3);
  trm_Trial *trial;
  assert_int_equal(trm_trial_new(&trial, system), TRM_OK);
  trm_trial_begin(trial, run.simulation->state, 0.1, (trm_VelocityRule){20, -1, 0});
  trm_Pair pair = trm_trial_pair(trial, run.simulation->state);
  stranger.pair(run.model, &pair, 0, 1, true, local);
  double g[N], worst = 0, i = strain_at(run.model, pair.layout, pair.q_i, pair.x_i),
               f = strain_at(run.model, pair.layout, pair.q_f, pair.x_f);
  gradient(g);
  for (int c = 0; c < N; c++)
    for (int r = 0; r < N; r++) {
      double slope = cimag(mean_force(i, f + 1e-30 * I * g[c]) * g[r]) / 1e-30;
      worst = fmax(worst, fabs(slope - local->tangent[N * r + c]));
    }
  print_message("%d unknowns, largest element of the system %d; tangent against complex step %.1e\n", local->n,
                trm_system_largest(system), worst);
  assert_int_equal(local->n, N), assert_int_equal(trm_system_largest(system), N);
  assert_true(worst < 1e-12);
  trm_trial_free(trial), trm_arena_free(&arena), run_free(&run);
}

/* Scheme, step, what the closed motion may be missed by, and the energy. */
typedef struct Case {
  const char *analysis;
  double far, energy;
  bool allocates; /* the integrator of rates makes room as it begins a stretch */
} Case;

static void all_schemes(void **state) {
  (void)state;
  const Case cases[] = {{"scheme: energy-preserving, step: 2e-3", 1e-7, 1e-12, false},
                        {"scheme: energy-decaying, step: 2e-3", 1e-7, 1e-12, false},
                        {"scheme: generalized-alpha, step: 2e-3", 1e-7, 1e-7, false},
                        {"scheme: index-1, step: {tolerance: 1e-8}", 1e-10, 1e-12, true}};
  /* nine tenths of it are dense factors of 300 and 600 unknowns, which take long under the sanitizers */
  int steps = test_sanitized(50, 10), watched = test_sanitized(20, 8);
  double until = steps * 2e-3, end[2];
  reference(until, end);
  for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
    char analysis[200];
    snprintf(analysis, sizeof analysis, "{until: %g, output: {every: %g}, %s}", until, until, cases[c].analysis);
    Run run = open_model(analysis);
    run_step(&run);
    long before = trm_memory_calls();
    if (!cases[c].allocates) run_steps(&run, watched);
    long made = trm_memory_calls() - before;
    run_to_end(&run);
    trm_Ledger ledger = run_ledger(&run);
    double off = apart(&run, end[0]);
    print_message("%s: s = %.9g, off by %.1e, ledger open by %.1e, %ld allocations in %d steps\n", analysis, end[0],
                  off, fabs(ledger.residual), made, watched);
    assert_true(off < cases[c].far && fabs(ledger.residual) < cases[c].energy && made == 0);
    run_free(&run);
  }
}

/* where s rests */
static double rest(void) {
  double s = 0;
  for (int i = 0; i < 50; i++) {
    double e = start_strain + square() * s, slope = -spring - (linear + 3 * cubic * e * e) * square();
    s -= force_at(s) / slope;
  }
  return s;
}

static void equilibrium(void **state) {
  (void)state;
  Run run = open_model("{type: static}");
  double s = rest();
  run_to_end(&run);
  double off = apart(&run, s);
  print_message("equilibrium at s = %.9g, off by %.1e\n", s, off);
  assert_true(off < 1e-12);
  run_free(&run);
}

/* all vibrate with sqrt(k/m), one direction with sqrt((k + K' |g|^2)/m) */
static void vibrations(void **state) {
  (void)state;
  Run run = open_model("[{type: static}, {type: modal, count: 180}]");
  run_to_end(&run);
  const trm_Modal *modal = trm_simulation_modal(run.simulation);
  assert_non_null(modal);
  double e = start_strain + square() * rest(), stiff = sqrt((spring + (linear + 3 * cubic * e * e) * square()) / mass),
         worst = 0;
  int others = 0;
  for (int i = 0; i < trm_simulation_mode_count(run.simulation); i++) {
    double omega = 2 * 3.14159265358979323846 * trm_simulation_mode(run.simulation, i).frequency;
    double same = fabs(omega - sqrt(spring / mass)) / stiff, other = fabs(omega - stiff) / stiff;
    worst = fmax(worst, fmin(same, other)), others += other < same;
  }
  print_message("%d modes, %d of them at %.6g rad/s; off by %.1e\n", trm_simulation_mode_count(run.simulation), others,
                stiff, worst);
  assert_true(others == 1 && worst < 1e-9);
  run_free(&run);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(tangent_by_complex_step), cmocka_unit_test(all_schemes),
                                     cmocka_unit_test(equilibrium), cmocka_unit_test(vibrations)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
