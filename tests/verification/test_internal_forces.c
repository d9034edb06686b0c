/* Internal forces of beams: from the balance of each element they are exact where the nodal forces are, in statics and
   in motion. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include <stdio.h>
#include <cmocka.h>
#include "conformance/random_numbers.h"
#include "conformance/text_model.h"
#include "math/vec3.h"

static const char *const parts[6] = {"axial", "shear.y", "shear.z", "torque", "moment.y", "moment.z"};

static void internal(Run *run, const char *name, double out[6]) {
  char channel[80];
  for (int i = 0; i < 6; i++) {
    snprintf(channel, sizeof channel, "%s.%s", name, parts[i]);
    out[i] = run_channel(run, channel);
  }
}

#define OUTPUT(name, of, side) #name ": {of: " of ", quantity: internal-force, side: " #side "}, "
#define OUTPUTS                                                                                                        \
  "outputs: {" OUTPUT(root, "boom.start", right) OUTPUT(left, "boom@0.5", left) OUTPUT(right, "boom@0.5", right)       \
      OUTPUT(near, "boom@0.8125", left)                                                                                \
          OUTPUT(tip, "boom.end", left) "pin: {of: clamp, quantity: force, frame: world}, "                            \
                                        "couple: {of: clamp, quantity: moment, frame: world}}, "

/* A cantilever bent to a full circle by a moment at its end: the moment is the same everywhere, and nothing else
   acts. */
static void roll_up(void **state) {
  (void)state;
  static const char *const places[] = {"root", "left", "right", "near", "tip"};
  for (int order = 1; order <= 4; order++) {
    Run run = run_format("{trammel: 1, sections: {strip: {stiffness: {EA: 1e4, GKy: 5e3, GKz: 5e3, GJ: 100, EIy: 100, "
                         "EIz: 100}, mass: {m: 1}}}, "
                         "beams: {boom: {curve: {line: [[0, 0, 0], [10, 0, 0]]}, normal: [0, 1, 0], section: strip, "
                         "elements: 4, order: %d}}, "
                         "joints: {clamp: {type: rigid, between: [ground, boom.start]}}, "
                         "loads: {turn: {on: boom.end, moment: [0, 0, \"%s\"]}}, " OUTPUTS
                         "analysis: {type: static, increments: 10}}",
                         order, order == 1 ? "10*pi" : "20*pi"); /* four linear elements: half a circle */
    double moment = (order == 1 ? 10 : 20) * acos(-1.0), worst = 0;
    run_to_end(&run);
    for (size_t p = 0; p < sizeof places / sizeof *places; p++) {
      double forces[6];
      internal(&run, places[p], forces);
      for (int i = 0; i < 6; i++) worst = fmax(worst, fabs(forces[i] - (i == 5 ? moment : 0)));
    }
    printf("roll-up, four elements of order %d: internal forces off by at most %.1e of %.1f N m\n", order, worst,
           moment);
    if (!(worst < 1e-12 * moment)) fail_msg("order %d: off by %.3g", order, worst);
    run_free(&run);
  }
}

/* A random cantilever with eccentric mass, damping, gravity, loads along it and at its end, moved by a drive of its
   root or not. */
static Run random_boom(Random *random, const char *scheme, bool damped) {
  int order = 1 + random_count(random, 4), elements = 2 + 2 * random_count(random, 2);
  double angle = random_number(random, 0.3, 1.5), eccentric = random_number(random, -0.02, 0.02);
  return run_format(
      "{trammel: 1, gravity: [1, -2, -9.81], "
      "sections: {strip: {stiffness: {EA: 1e5, GKy: 4e4, GKz: 3e4, GJ: 50, EIy: 80, EIz: 60}, "
      "mass: {m: 2, Ixx: 0.02, Iyy: 0.01, Izz: 0.015, eta: [%.17g, 0.01]}}}, "
      "beams: {boom: {curve: {arc: {start: [0, 0, 0], centre: [0, 2, 0], axis: [0, 0, 1], angle: %.17g}}, "
      "normal: [0, 1, 0], twist: \"0.6*xi\", section: strip, elements: %d, order: %d, damping: %g}}, "
      "joints: {clamp: {type: rigid, between: [ground, boom.start]}}, "
      "loads: {wind: {on: boom, force-per-length: [0, \"3*(1 + xi)*cos(3*t)\", 0], "
      "moment-per-length: [0.2, 0, \"t\"]}, "
      "follow: {on: boom, frame: body, force-per-length: [1, \"2*xi^2\", -1]}, "
      "end: {on: boom.end, force: [\"5*sin(4*t)\", 2, -3], moment: [0, 1, \"t\"]}}, " OUTPUTS "analysis: {%s}}",
      eccentric, angle, elements, order, damped ? 1e-3 : 0, scheme);
}

static void boom_balances(void **state) {
  (void)state;
  static const char *const schemes[] = {
      "type: static, increments: 4", "until: 0.05, step: 0.005", "until: 0.05, step: 0.005, scheme: energy-decaying",
      "until: 0.05, step: 0.005, scheme: generalized-alpha", "until: 0.02, scheme: index-1"};
  Random random = {20261115};
  double worst[2] = {0, 0};
  for (int k = 0; k < 30; k++) {
    Run run = random_boom(&random, schemes[k % 5], k % 2);
    double root[6], left[6], right[6], force[3], moment[3], size = 0;
    run_to_end(&run);
    internal(&run, "root", root), internal(&run, "left", left), internal(&run, "right", right);
    run_vector(&run, "pin.force", force);
    run_vector(&run, "couple.moment", moment);
    for (int n = 0; n < 3; n++) size = fmax(size, fmax(fabs(force[n]), fabs(moment[n])));
    for (int n = 0; n < 3; n++) { /* at the clamp the section's axes are the joint's */
      double at_root = fmax(fabs(root[n] + force[n]), fabs(root[3 + n] + moment[n])) / size;
      double between = fmax(fabs(left[n] - right[n]), fabs(left[3 + n] - right[3 + n])) / size;
      worst[0] = fmax(worst[0], at_root), worst[1] = fmax(worst[1], between);
      if (!(at_root < 1e-9 && between < 1e-9))
        fail_msg("boom %d (%s): component %d: root %.9g and %.9g, reaction %.9g and %.9g; %.3g between elements", k,
                 schemes[k % 5], n, root[n], root[3 + n], force[n], moment[n], between);
    }
    run_free(&run);
  }
  printf("30 booms: internal forces at the clamp against its reaction %.1e, on both sides of a node %.1e\n", worst[0],
         worst[1]);
}

/* A uniform load, so small that the beam stays straight: M = -p (L - s)^2/2 and V = p (L - s) inside the elements too,
   at any order. */
static void inside_an_element(void **state) {
  (void)state;
  for (int order = 1; order <= 4; order++) {
    Run run =
        run_format("{trammel: 1, sections: {strip: {stiffness: {EA: 1e4, GKy: 5e3, GKz: 5e3, GJ: 100, EIy: 100, EIz: "
                   "100}, mass: {m: 1}}}, "
                   "beams: {boom: {curve: {line: [[0, 0, 0], [10, 0, 0]]}, normal: [0, 1, 0], section: strip, "
                   "elements: 2, order: %d}}, "
                   "joints: {clamp: {type: rigid, between: [ground, boom.start]}}, "
                   "loads: {weight: {on: boom, force-per-length: [0, -1e-6, 0]}}, " OUTPUTS "analysis: {type: static}}",
                   order);
    double forces[6], rest = 10 * (1 - 0.8125);
    run_to_end(&run);
    internal(&run, "near", forces);
    double shear = forces[1] + 1e-6 * rest, moment = forces[5] + 0.5e-6 * rest * rest;
    printf("uniform load, two elements of order %d: inside one the shear is off by %.1e, the moment by %.1e\n", order,
           fabs(shear) / 1e-5, fabs(moment) / 5e-5);
    assert_true(fabs(shear) < 1e-8 * 1e-5 && fabs(moment) < 1e-8 * 5e-5);
    run_free(&run);
  }
}

/* A cantilever of 10 m under a dead force at its end that bends it far (F L^2/EI = 3): what coarse meshes do to the
   internal forces, which balance but about a shape that is not quite right. */
static void coarse_meshes(void **state) {
  (void)state;
  double reference[6] = {0}, root[6];
  static const int cases[][2] = {{8, 4}, {1, 1}, {2, 1}, {4, 1}, {8, 1}, {1, 2},
                                 {2, 2}, {4, 2}, {1, 3}, {2, 3}, {4, 3}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    Run run = run_format("{trammel: 1, sections: {strip: {stiffness: {EA: 1e4, GKy: 5e3, GKz: 5e3, GJ: 100, EIy: 100, "
                         "EIz: 100}, mass: {m: 1}}}, "
                         "beams: {boom: {curve: {line: [[0, 0, 0], [10, 0, 0]]}, normal: [0, 1, 0], section: strip, "
                         "elements: %d, order: %d}}, "
                         "joints: {clamp: {type: rigid, between: [ground, boom.start]}}, "
                         "loads: {pull: {on: boom.end, force: [0, 3, 0]}}, "
                         "outputs: {root: {of: boom.start, quantity: internal-force, side: right}}, analysis: {type: "
                         "static, increments: 4}}",
                         cases[k][0], cases[k][1]);
    run_to_end(&run);
    internal(&run, "root", root);
    if (k == 0) trm_copy(reference, root, 6);
    double error = fabs(root[5] - reference[5]) / reference[5];
    if (k > 0)
      printf("dead force, %d elements of order %d: moment at the root off by %.1e\n", cases[k][0], cases[k][1], error);
    assert_true(fabs(root[1] - 3) < 1e-10); /* the force is exact on every mesh */
    if (cases[k][0] == 4) assert_true(error < (cases[k][1] == 1 ? 3e-2 : 1e-3));
    run_free(&run);
  }
}

/* The 45 degree bend: linear elements converge slowly, which the reference says where it describes `order`. */
static void linear_elements(void **state) {
  (void)state;
  static const double tip[3] = {-23.56023955, 53.47485879, 13.60452135}; /* converged displacement, by size */
  static const int cases[][2] = {{8, 1}, {16, 1}, {4, 2}, {4, 3}};
  double errors[4];
  for (size_t k = 0; k < 4; k++) {
    Run run = run_format(
        "{trammel: 1, sections: {square: {stiffness: {EA: 1e7, GKy: 5e6, GKz: 5e6, GJ: 1e7/12, EIy: 1e7/12, EIz: "
        "1e7/12}}}, "
        "beams: {bend: {curve: {arc: {start: [0, 0, 0], centre: [0, -100, 0], axis: [0, 0, -1], angle: pi/4}}, "
        "section: square, "
        "elements: %d, order: %d}}, joints: {clamp: {type: rigid, between: [ground, bend.start]}}, "
        "loads: {pull: {on: bend.end, force: [0, 0, 600]}}, outputs: {tip: {of: bend.end, quantity: displacement}}, "
        "analysis: {type: static, increments: 4}}",
        cases[k][0], cases[k][1]);
    double u[3];
    run_to_end(&run);
    run_vector(&run, "tip.u", u);
    errors[k] = fabs(trm_norm(u) - trm_norm(tip)) / trm_norm(tip);
    printf("45 degree bend, %2d elements of order %d: displacement of the tip off by %.2f %%\n", cases[k][0],
           cases[k][1], 100 * errors[k]);
    run_free(&run);
  }
  assert_true(errors[0] < 0.02 && errors[1] < 0.3 * errors[0] && errors[2] < 2e-3 && errors[3] < 1e-4);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(roll_up), cmocka_unit_test(boom_balances),
                                     cmocka_unit_test(inside_an_element), cmocka_unit_test(coarse_meshes),
                                     cmocka_unit_test(linear_elements)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
