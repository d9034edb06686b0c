/* The linearised equations against differences of the equations themselves: a motion disturbed in configuration,
   velocity and acceleration at once, in world axes and in axes that turn. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "analysis/simulation.h"
#include "conformance/text_model.h"
#include "math/rotation.h"
#include "math/vec3.h"
#include "system/linearize.h"

/* everything that has a force: bodies, point masses, joints with all constraints as rows, springs, loads, a curved
   beam */
static const char machine[] =
    "trammel: 1\ngravity: [0.3, -9.81, 0.2]\n"
    "bodies:\n"
    "  a: {mass: 2, inertia: [0.2, 0.3, 0.4], position: [0.5, 0.1, 0], omega: [1, -2, 3], velocity: [0.4, 0.1, -0.7]}\n"
    "  b: {mass: 1, inertia: [0.1, 0.2, 0.15], position: [1.2, 0.4, 0.3]}\n"
    "  p: {mass: 0.7, position: [0.2, 1, 0.5], velocity: [1, 2, 0]}\n"
    "sections: {s: {stiffness: {EA: 800, GKy: 300, GKz: 250, GJ: 30, EIy: 40, EIz: 20}, mass: {m: 1.3, Iyy: 0.02, Izz: "
    "0.03}}}\n"
    "beams: {c: {curve: {arc: {through: [[2, 0, 0], [2.5, 0.4, 0], [3, 0, 0.3]]}}, section: s, elements: 2, order: 2, "
    "damping: 0.01}}\n"
    "joints:\n"
    "  u: {type: universal, between: [a, b], at: [0.9, 0.2, 0.1], axes: [[1, 0, 0], [0, 1, 0]], share: false, "
    "coordinates: {phi1: {rate: 2}}}\n"
    "  w: {type: revolute, between: [b, c.start], axis: [0, 1, 1], coordinates: {phi: {rate: 1.5, spring: {stiffness: "
    "3, free: "
    "0.2}, "
    "damper: {force: \"0.4*rate + 0.1*rate^3\"}}}}\n"
    "springs: {k: {between: [a, p], stiffness: 40, damping: 2, free-length: 0.4}}\n"
    "loads: {f: {on: b, force: [1, 2, -3], moment: [0.3, 0.2, 0.1], frame: body}}\n"
    "analysis: {type: dynamic, until: 1}\n";

static double number(int seed) { return sin(37.7 * seed + 1.3) * 1.3; }

/* A disturbance: z, z', z'' of the unknowns in the axes that turn, dlambda in the multipliers' places of z. */
typedef struct Disturbance {
  double *z, *rate, *acceleration;
} Disturbance;

typedef struct Scene {
  Run run;
  trm_System *system;
  trm_State *state; /* of the simulation */
  trm_Linear *linear;
  double *nu, *nu_dot;
  int n;
} Scene;

static Scene scene_new(void) {
  Scene s = {.run = run_start(machine)};
  s.system = s.run.simulation->system, s.state = s.run.simulation->state;
  s.n = s.system->numbering.count;
  assert_int_equal(trm_linear_new(&s.linear, s.system), TRM_OK);
  int worst;
  assert_int_equal(trm_snapshot_take(s.run.simulation->snapshot, s.state, &worst), TRM_OK);
  s.nu = calloc((size_t)s.n, sizeof(double)), s.nu_dot = calloc((size_t)s.n, sizeof(double));
  for (int i = 0; i < s.n; i++) {
    bool moves = s.system->multiplier_of[i] < 0;
    s.nu[i] = moves ? s.run.simulation->snapshot->nu[i] : 0;
    s.nu_dot[i] = moves ? s.run.simulation->snapshot->solution[i] : 0;
  }
  return s;
}

static void scene_free(Scene *s) {
  trm_linear_free(s->linear);
  free(s->nu), free(s->nu_dot);
  run_free(&s->run);
}

static void get(const int unknowns[3], const double *vector, double out[3]) {
  for (int n = 0; n < 3; n++) out[n] = unknowns[n] < 0 ? 0 : vector[unknowns[n]];
}

/* velocities and accelerations (unknowns at `at`) of the disturbed motion, eps times the disturbance, to first order */
typedef struct Rates {
  double eps, *nu, *nu_dot;
} Rates;

static void disturb_rates(const Scene *s, const Disturbance *d, const int *at, bool rotation, const double frame[3],
                          Rates out) {
  double z[3], rate[3], acceleration[3], part[3], once[3], world_rate[3], world_acceleration[3];
  get(at, d->z, z), get(at, d->rate, rate), get(at, d->acceleration, acceleration);
  trm_cross(part, frame, z); /* z_world' = z' + frame x z */
  for (int n = 0; n < 3; n++) world_rate[n] = rate[n] + part[n];
  trm_cross(once, frame, part); /* z_world'' = z'' + 2 frame x z' + frame x (frame x z) */
  trm_cross(part, frame, rate);
  for (int n = 0; n < 3; n++) world_acceleration[n] = acceleration[n] + 2 * part[n] + once[n];
  double omega[3], alpha[3], velocity[3], change[3];
  get(at, s->nu, omega), get(at, s->nu_dot, alpha);
  trm_copy(velocity, world_rate, 3), trm_copy(change, world_acceleration, 3);
  if (rotation) { /* omega changes by z' + z x omega, alpha by its derivative */
    trm_cross(part, z, omega), trm_add_scaled(velocity, 1, part);
    trm_cross(part, world_rate, omega), trm_add_scaled(change, 1, part);
    trm_cross(part, z, alpha), trm_add_scaled(change, 1, part);
  }
  for (int n = 0; n < 3; n++)
    if (at[n] >= 0) {
      out.nu[at[n]] = s->nu[at[n]] + out.eps * velocity[n];
      out.nu_dot[at[n]] = s->nu_dot[at[n]] + out.eps * change[n];
    }
}

/* F and the constraints of the motion disturbed by eps */
static void disturbed_residual(const Scene *s, const Disturbance *d, const double frame[3], double eps, double *out) {
  trm_State *moved = s->run.simulation->saved;
  const trm_Numbering *numbering = &s->system->numbering;
  double *change = calloc((size_t)s->n, sizeof(double)), *nu = calloc((size_t)s->n, sizeof(double));
  double *nu_dot = calloc((size_t)s->n, sizeof(double));
  trm_state_copy(moved, s->state);
  for (int i = 0; i < s->n; i++) {
    change[i] = eps * d->z[i], nu[i] = s->nu[i] + eps * d->rate[i], nu_dot[i] = s->nu_dot[i];
    if (s->system->multiplier_of[i] >= 0) moved->lambda[s->system->multiplier_of[i]] += eps * d->z[i];
  }
  trm_state_move(s->system, moved, change);
  for (int p = 0; p < s->system->model->node_count; p++)
    disturb_rates(s, d, numbering->point[p], false, frame, (Rates){eps, nu, nu_dot});
  for (int t = 0; t < s->system->model->node_count; t++)
    disturb_rates(s, d, numbering->triad[t], true, frame, (Rates){eps, nu, nu_dot});
  trm_Operating operating = {.state = moved, .nu = nu, .nu_dot = nu_dot};
  trm_Scales scales;
  trm_linear_residual(s->linear, &operating, &scales);
  memcpy(out, s->linear->residual, sizeof(double) * (size_t)s->n);
  free(change), free(nu), free(nu_dot);
}

static void multiply_add(const trm_Pattern *pattern, const double *values, const double *vector, double *out) {
  for (int c = 0; c < pattern->n; c++)
    for (int at = pattern->start[c]; at < pattern->start[c + 1]; at++) out[pattern->row[at]] += values[at] * vector[c];
}

/* The rates of relative coordinates follow from those of the bodies: the disturbance must respect that, so that the
   same dampers are seen. z' of a coordinate is taken from the constraint rows, here by disturbing only where there is
   none. */
static void check(const double frame[3], int seed) {
  Scene s = scene_new();
  size_t size = (size_t)s.n;
  Disturbance d = {calloc(size, sizeof(double)), calloc(size, sizeof(double)), calloc(size, sizeof(double))};
  for (int i = 0; i < s.n; i++) {
    trm_UnknownKind kind = s.system->unknowns[i].kind;
    bool node = kind == TRM_UNKNOWN_DISPLACEMENT || kind == TRM_UNKNOWN_ROTATION;
    d.z[i] = kind == TRM_UNKNOWN_MULTIPLIER ? 1e-5 * number(seed + i) : number(seed + i);
    if (node) d.rate[i] = number(seed + 7 * i + 1), d.acceleration[i] = number(seed + 3 * i + 2);
  }
  trm_Operating operating = {.state = s.state, .nu = s.nu, .nu_dot = s.nu_dot};
  trm_copy(operating.frame, frame, 3);
  trm_linearize(s.linear, &operating);
  double *expected = calloc(size, sizeof(double)), *back = calloc(size, sizeof(double)),
         *ahead = calloc(size, sizeof(double)), *back2 = calloc(size, sizeof(double)),
         *ahead2 = calloc(size, sizeof(double));
  multiply_add(s.system->pattern, s.linear->mass, d.acceleration, expected);
  multiply_add(s.system->pattern, s.linear->damping, d.rate, expected);
  multiply_add(s.system->pattern, s.linear->stiffness, d.z, expected);
  const double eps = 2e-4;
  disturbed_residual(&s, &d, frame, -eps, back), disturbed_residual(&s, &d, frame, eps, ahead);
  disturbed_residual(&s, &d, frame, -2 * eps, back2), disturbed_residual(&s, &d, frame, 2 * eps, ahead2);
  double largest[2] = {0, 0}, worst[2] = {0, 0};
  for (int i = 0; i < s.n; i++) {
    int row = s.system->multiplier_of[i] >= 0;
    if (s.system->unknowns[i].kind == TRM_UNKNOWN_ANGLE)
      continue; /* its damper sees the rate of the bodies, see below */
    double difference = (8 * (ahead[i] - back[i]) - (ahead2[i] - back2[i])) / (12 * eps);
    largest[row] = fmax(largest[row], fabs(expected[i]));
    worst[row] = fmax(worst[row], fabs(difference - expected[i]));
  }
  assert_true(largest[0] > 10 && largest[1] > 0);
  if (worst[0] > 1e-8 * largest[0]) fail_msg("forces differ by %.3g of %.3g", worst[0], largest[0]);
  if (worst[1] > 1e-8 * largest[1]) fail_msg("constraints differ by %.3g of %.3g", worst[1], largest[1]);
  free(expected), free(back), free(ahead), free(back2), free(ahead2);
  free(d.z), free(d.rate), free(d.acceleration);
  scene_free(&s);
}

static void in_world_axes(void **state) {
  (void)state;
  for (int seed = 0; seed < 4; seed++) check((double[3]){0, 0, 0}, 100 * seed);
}

static void in_turning_axes(void **state) {
  (void)state;
  for (int seed = 0; seed < 4; seed++) check((double[3]){1.5, -2, 0.7}, 100 * seed + 5);
}

/* the law of a hinge: stiffness 3, damping 0.4 + 0.3 rate^2 at its rate */
static void laws_of_a_coordinate(void **state) {
  (void)state;
  Scene s = scene_new();
  trm_Operating operating = {.state = s.state, .nu = s.nu, .nu_dot = s.nu_dot};
  trm_linearize(s.linear, &operating);
  int found = 0;
  for (int i = 0; i < s.n; i++) {
    if (s.system->unknowns[i].kind != TRM_UNKNOWN_ANGLE || strcmp(s.system->unknowns[i].owner, "w") != 0) continue;
    int at = trm_pattern_find(s.system->pattern, i, i);
    double rate = s.nu[i];
    assert_true(fabs(rate) > 0.1);
    assert_true(fabs(s.linear->stiffness[at] - 3) < 1e-9);
    assert_true(fabs(s.linear->damping[at] - (0.4 + 0.3 * rate * rate)) < 1e-8);
    assert_true(s.linear->mass[at] == 0);
    found++;
  }
  assert_int_equal(found, 1);
  scene_free(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(in_world_axes),
      cmocka_unit_test(in_turning_axes),
      cmocka_unit_test(laws_of_a_coordinate),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
