/* Statics along a path: trusses, linkages and frames that snap, against closed forms and a shooting method; where a
   path ends and what is said about it. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "analysis/simulation.h"
#include "conformance/text_model.h"
#include "planar_rod.h"

static const double pi = 3.14159265358979323846;

static void near(double found, double expected, double tolerance, const char *what) {
  if (!(fabs(found - expected) <= tolerance))
    fail_msg("%s is %.15g, not %.15g (%.2e)", what, found, expected, found - expected);
}

/* The next point of the path; false at its end. The remark, if any, is of this point. */
static bool next_point(Run *run) {
  run->simulation->said.remark[0] = 0;
  run->fresh = false;
  trm_Status status = trm_simulation_advance(run->simulation);
  if (status != TRM_OK && status != TRM_FINISHED) fail_msg("%s", trm_simulation_failure(run->simulation));
  return status == TRM_OK;
}

static bool said(const Run *run, const char *part) { return strstr(run->simulation->said.remark, part) != NULL; }

/* ---- two bars (von Mises): P = 2 k y (l0/l - 1), l = sqrt(a^2 + y^2); largest where l^3 = l0 a^2 ---- */

static const char *const truss = "trammel: 1\nspace: planar\n"
                                 "bodies: {top: {mass: 1, position: [0, 0.3, 0]}%s}\n"
                                 "markers: {a: {on: ground, at: [-1, 0, 0]}, b: {on: ground, at: [1, 0, 0]}}\n"
                                 "springs:\n"
                                 "  left: {between: [a, top], stiffness: 1000}\n"
                                 "  right: {between: [b, top], stiffness: 1000}\n%s"
                                 "loads: {weight: {on: %s, force: [0, -20, 0]}}\n"
                                 "analysis: {type: static, method: arc-length%s}\n";

static double truss_force(double y) { return 2000 * y * (sqrt(1 + 0.09) / sqrt(1 + y * y) - 1); }

static double truss_limit(void) { return sqrt(cbrt(1.09) - 1); } /* l^6 = l0^2 = 1.09 */

static void two_bars(void **state) {
  (void)state;
  Run run = run_format(truss, "", "", "top", "");
  double limit = truss_limit(), last_time = -1, worst = 0;
  int rows = 0, limits = 0;
  for (; next_point(&run); rows++) {
    double y = run_channel(&run, "top.position.y"), factor = run_channel(&run, "load.factor");
    double time = trm_simulation_time(run.simulation);
    assert_true(time > last_time);
    if (rows == 0) assert_true(time == 0 && factor == 0 && y == 0.3);
    last_time = time;
    worst = fmax(worst, fabs(20 * factor - truss_force(y)));
    near(run_channel(&run, "top.position.x"), 0, 1e-12, "x");
    if (!said(&run, "limit point")) continue;
    bool first = limits++ == 0;
    assert_true(said(&run, first ? "largest" : "smallest"));
    near(y, first ? limit : -limit, 1e-7, "height of the limit point");
    near(20 * factor, first ? truss_force(limit) : -truss_force(limit), 1e-11, "force of the limit point");
  }
  assert_true(run_channel(&run, "load.factor") == 1);
  assert_int_equal(limits, 2);
  printf("two bars: %d points, force to %.1e N, limit force %.9f N\n", rows, worst, truss_force(limit));
  assert_true(worst < 1e-9);
  run_free(&run);
}

/* The load hangs on a soft spring: its own displacement goes back while the truss snaps. */
static void snap_back(void **state) {
  (void)state;
  Run run = run_format(truss, ", bob: {mass: 1, inertia: [1, 1, 1], position: [0, -0.7, 0]}",
                       "  soft: {between: [top, bob], stiffness: 60}\njoints: {guide: {type: prismatic, between: "
                       "[ground, bob], at: [0, -0.7, 0], axis: [0, 1, 0]}}\n",
                       "bob", ", arc: 0.05");
  double last = -0.7, worst = 0;
  int turns = 0, limits = 0, sense = -1;
  while (next_point(&run)) {
    double y = run_channel(&run, "top.position.y"), end = run_channel(&run, "bob.position.y");
    double force = 20 * run_channel(&run, "load.factor");
    worst = fmax(worst, fmax(fabs(force - truss_force(y)), 60 * fabs(y - end - 1 - force / 60)));
    if ((end - last) * sense < 0) turns++, sense = -sense;
    last = end;
    limits += said(&run, "limit point");
  }
  printf("two bars with a soft spring: force to %.1e N, %d limit points, %d turning points\n", worst, limits, turns);
  assert_true(worst < 1e-9);
  assert_int_equal(limits, 2);
  assert_int_equal(turns, 2);
  run_free(&run);
}

/* The same points in other units and with another first guess of the load: the path does not depend on them. */
static void units_do_not_matter(void **state) {
  (void)state;
  const char *small = "trammel: 1\nspace: planar\n"
                      "bodies: {top: {mass: 1e-3, position: [0, 0.3e-3, 0]}}\n"
                      "markers: {a: {on: ground, at: [-1e-3, 0, 0]}, b: {on: ground, at: [1e-3, 0, 0]}}\n"
                      "springs:\n"
                      "  left: {between: [a, top], stiffness: 1e9}\n"
                      "  right: {between: [b, top], stiffness: 1e9}\n"
                      "loads: {weight: {on: top, force: [0, -2e4, 0]}}\n"
                      "analysis: {type: static, method: arc-length}\n";
  Run a = run_format(truss, "", "", "top", ""), b = run_start(small);
  int rows = 0;
  for (; next_point(&a); rows++) {
    assert_true(next_point(&b));
    near(run_channel(&b, "load.factor"), run_channel(&a, "load.factor"), 1e-9, "load factor");
    near(1e3 * run_channel(&b, "top.position.y"), run_channel(&a, "top.position.y"), 1e-9, "height");
    near(trm_simulation_time(b.simulation), trm_simulation_time(a.simulation), 1e-9, "path");
  }
  assert_false(next_point(&b));
  assert_true(rows > 10);
  run_free(&a), run_free(&b);
}

/* ---- a linkage with redundant constraints: the arms at angle f, load P up at the bar between them, spring to a
   hook ---- */

static void linkage(void **state) {
  (void)state;
  Run run = run_start("trammel: 1\n"
                      "bodies:\n"
                      "  a: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [0.4, 0.3, 0]}\n"
                      "  b: {mass: 2, inertia: [0.1, 0.1, 0.1], position: [0.8, 1.6, 0]}\n"
                      "  c: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [0.4, 2.3, 0]}\n"
                      "markers: {hook: {on: ground, at: [1.8, 1, 0]}, eye: {on: b, at: [0.8, 1.6, 0]}}\n"
                      "joints:\n"
                      "  p: {type: revolute, between: [ground, a], at: [0, 0, 0], axis: [0, 0, 1]}\n"
                      "  q: {type: revolute, between: [a, b], at: [0.8, 0.6, 0], axis: [0, 0, 1]}\n"
                      "  r: {type: revolute, between: [b, c], at: [0.8, 2.6, 0], axis: [0, 0, 1]}\n"
                      "  s: {type: revolute, between: [ground, c], at: [0, 2, 0], axis: [0, 0, 1]}\n"
                      "springs: {spring: {between: [hook, eye], stiffness: 100}}\n"
                      "loads: {push: {on: b, force: [0, -60, 0]}}\n"
                      "analysis: {type: static, method: arc-length}\n");
  assert_true(*run.simulation->state->dropped_count == 3);
  double worst = 0, free_length = hypot(1, 0.6);
  int limits = 0;
  while (next_point(&run)) {
    double f = run_channel(&run, "p.phi") + atan2(3, 4), force = 60 * run_channel(&run, "load.factor");
    double x = cos(f) - 1.8, y = sin(f), length = hypot(x, y), tension = 100 * (length - free_length);
    double moment = -force * cos(f) - tension * (x * -sin(f) + y * cos(f)) / length;
    worst = fmax(worst, fabs(moment));
    limits += said(&run, "limit point");
  }
  printf("linkage with 3 redundant constraints: moment about the pivot to %.1e N m, %d limit points\n", worst, limits);
  assert_true(worst < 1e-9);
  assert_int_equal(limits, 2);
  run_free(&run);
}

/* ---- Lee's frame ---- */

static const char *const frame =
    "trammel: 1\nspace: planar\n"
    "sections: {bar: {stiffness: {EA: 4320, GKy: 18000/13, GKz: 18000/13, GJ: 1000, EIy: 1440, EIz: 1440}}}\n"
    "beams:\n"
    "  column: {curve: {line: [[0, 0, 0], [0, 120, 0]]}, normal: [-1, 0, 0], elements: %d, order: %d, section: bar}\n"
    "  girder: {curve: {line: [[0, 120, 0], [120, 120, 0]]}, normal: [0, 1, 0], elements: %d, order: %d, section: "
    "bar}\n"
    "joints:\n"
    "  foot: {type: revolute, between: [ground, column.start], at: [0, 0, 0], axis: [0, 0, 1]}\n"
    "  corner: {type: rigid, between: [column.end, girder.start], at: [0, 120, 0]}\n"
    "  end: {type: revolute, between: [ground, girder.end], at: [120, 120, 0], axis: [0, 0, 1]}\n"
    "loads: {push: {on: girder@0.2, force: [0, -2, 0]}}\n"
    "outputs:\n"
    "  point: {of: girder@0.2, quantity: displacement}\n"
    "  support: {of: foot, quantity: force, frame: world}\n"
    "analysis: {type: static, method: arc-length%s}\n";

static const Stiffness bar = {4320, 18000.0 / 13, 1440};
static const double unloaded[2] = {0, 0};

/* Section under the load, and what is missing at the far end; foot: angle, reaction; P downwards. */
static Section lee_shot(const double foot[3], double force, double *miss) {
  Section at = {.angle = pi / 2 + foot[0], .force = {-foot[1], -foot[2]}};
  at = rod_along(at, 120, &bar, unloaded, 600);
  at.angle -= pi / 2;
  Section loaded = rod_along(at, 24, &bar, unloaded, 120);
  at = loaded;
  at.force[1] += force;
  at = rod_along(at, 96, &bar, unloaded, 480);
  miss[0] = at.x - 120, miss[1] = at.y - 120, miss[2] = at.moment;
  return loaded;
}

/* at a given load: the foot is not known */
static void miss_at_load(const double *unknowns, const void *problem, double *out) {
  lee_shot(unknowns, *(const double *)problem, out);
}

/* at a given place x of the loaded point: the load is not known */
static void miss_at_place(const double *unknowns, const void *problem, double *out) {
  out[3] = lee_shot(unknowns, unknowns[3], out).x - *(const double *)problem;
}

static double load_at_place(double x, const double guess[4]) {
  static const double scale[4] = {1, 1, 1, 1};
  double unknowns[4] = {guess[0], guess[1], guess[2], guess[3]};
  double change = rod_shoot(miss_at_place, &x, 4, unknowns, scale);
  if (!(change < 1e-9)) fail_msg("the shot at x = %g misses: %g", x, change);
  return unknowns[3];
}

/* largest or smallest load of the parabola through three shots; guess: foot and load */
static double limit_load(double x, const double guess[4]) {
  double d = 0.05, low = load_at_place(x - d, guess), mid = load_at_place(x, guess), high = load_at_place(x + d, guess);
  double slope = (high - low) / (2 * d), bend = (high - 2 * mid + low) / (d * d);
  return mid - slope * slope / (2 * bend);
}

typedef struct Limits {
  double load[2], u[2], v[2];
  int count;
} Limits;

static Limits lee_limits(int column, int girder, int order) {
  Run run = run_format(frame, column, order, girder, order, ", stop-at: {channel: point.u.x, value: 93}");
  Limits limits = {.count = 0};
  while (next_point(&run)) {
    if (!said(&run, "limit point")) continue;
    assert_true(limits.count < 2);
    limits.load[limits.count] = 2 * run_channel(&run, "load.factor");
    limits.u[limits.count] = run_channel(&run, "point.u.x"), limits.v[limits.count] = run_channel(&run, "point.u.y");
    limits.count++;
  }
  assert_int_equal(limits.count, 2);
  run_free(&run);
  return limits;
}

/* every point of the path is one of the shooting method, and so are the limit loads */
static void lee_frame(void **state) {
  (void)state;
  static const double scale[3] = {1, 1, 1};
  Run run = run_format(frame, 10, 4, 10, 4, "");
  double worst = 0;
  int limits = 0, rows = 0;
  for (; next_point(&run); rows++) {
    double force = 2 * run_channel(&run, "load.factor"), miss[3];
    double foot[3] = {run_channel(&run, "foot.phi"), run_channel(&run, "support.force.x"),
                      run_channel(&run, "support.force.y")};
    if (said(&run, "limit point")) {
      double guess[4] = {foot[0], foot[1], foot[2], force};
      double exact = limit_load(24 + run_channel(&run, "point.u.x"), guess);
      printf("Lee's frame: limit load %.9f = %.6f EI/L^2, by shooting %.9f, at u = %.5f, v = %.5f\n", force,
             force / 0.1, exact, run_channel(&run, "point.u.x"), run_channel(&run, "point.u.y"));
      near(force, exact, 2e-6, "limit load");
      limits++;
      continue; /* at a given load the shot is ill-posed there */
    }
    double change = rod_shoot(miss_at_load, &force, 3, foot, scale);
    if (!(change < 1e-9)) fail_msg("the shot at P = %g misses by %g", force, change);
    Section loaded = lee_shot(foot, force, miss);
    double dx = run_channel(&run, "point.u.x") - (loaded.x - 24),
           dy = run_channel(&run, "point.u.y") - (loaded.y - 120);
    worst = fmax(worst, hypot(dx, dy));
  }
  printf("Lee's frame: %d points, displacement of the loaded point to %.1e of 120\n", rows, worst);
  assert_int_equal(limits, 2);
  assert_true(worst < 1e-3); /* near the limit points a small error of the load moves far */
  run_free(&run);
}

static void lee_mesh(void **state) {
  (void)state;
  static const double exact[2] = {1.854452709, -0.939248964}; /* by shooting, see above */
  printf("Lee's frame, error of the limit loads:\n order  elements  first     second\n");
  for (int order = 1; order <= 3; order++) {
    double error[3][2];
    int meshes = order < 3 ? 3 : 2;
    for (int i = 0; i < meshes; i++) {
      int elements = 5 << i;
      Limits here = lee_limits(elements, elements, order);
      for (int k = 0; k < 2; k++) error[i][k] = fabs(here.load[k] - exact[k]);
      printf("   %d       %2d     %.2e  %.2e\n", order, elements, error[i][0], error[i][1]);
    }
    for (int k = 0; k < 2; k++) {
      double rate = log2(error[meshes - 2][k] / error[meshes - 1][k]);
      if (!(rate > 2 * order - 0.5)) fail_msg("order %d converges with %.2f", order, rate);
    }
  }
}

/* ---- where a path ends ---- */

static void ends_where_told(void **state) {
  (void)state;
  Run run = run_format(truss, "", "", "top", ", stop-at: {channel: top.position.y, value: -0.1}");
  while (next_point(&run)) {}
  near(run_channel(&run, "top.position.y"), -0.1, 1e-13, "height at the end");
  near(20 * run_channel(&run, "load.factor"), truss_force(-0.1), 1e-9, "force at the end");
  run_free(&run);
  run = run_format(truss, "", "", "top", ", steps: 7");
  int rows = 0;
  while (next_point(&run)) rows++;
  assert_int_equal(rows, 8); /* the first is the beginning */
  run_free(&run);
  run = run_format(truss, "", "", "top", ", until: 0.25");
  while (next_point(&run)) {}
  assert_true(run_channel(&run, "load.factor") == 0.25);
  assert_true(run_channel(&run, "top.position.y") > truss_limit());
  assert_true(trm_simulation_end(run.simulation) == trm_simulation_time(run.simulation));
  run_free(&run);
}

/* on from an equilibrium that load steps found; and motion from the end of a path */
static void goes_on_and_is_gone_on_from(void **state) {
  (void)state;
  const char *both = "trammel: 1\nspace: planar\n"
                     "bodies: {top: {mass: 1, position: [0, 0.3, 0]}}\n"
                     "markers: {a: {on: ground, at: [-1, 0, 0]}, b: {on: ground, at: [1, 0, 0]}}\n"
                     "springs:\n"
                     "  left: {between: [a, top], stiffness: 1000}\n"
                     "  right: {between: [b, top], stiffness: 1000}\n"
                     "loads: {weight: {on: top, force: [0, -5, 0]}}\n"
                     "analysis: [%s]\n";
  Run run = run_format(both, "{type: static}, {type: static, method: arc-length, until: 3}");
  double first = 0;
  int rows = 0;
  for (; next_point(&run); rows++) {
    if (rows == 0) first = run_channel(&run, "load.factor");
    near(5 * run_channel(&run, "load.factor"), truss_force(run_channel(&run, "top.position.y")), 1e-9, "force");
  }
  assert_true(first == 1 && run_channel(&run, "load.factor") == 3);
  run_free(&run);
  run = run_format(both, "{type: static, method: arc-length}, {type: dynamic, until: 1, step: 0.01}");
  double start = 0;
  for (rows = 0; next_point(&run); rows++) {
    if (rows == 0) start = run_channel(&run, "top.position.y");
    near(run_channel(&run, "top.position.y"), start, 1e-10, "height");
  }
  near(truss_force(start), 5, 1e-9, "force");
  assert_true(rows == 101);
  run_free(&run);
}

/* ---- what is said ---- */

static void expect_said(const char *text, bool fails, const char *part) {
  trm_Model *model = model_from_text(text);
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  trm_Simulation *simulation = trm_simulation_new(model, diagnostics);
  trm_Status status = simulation ? trm_run(simulation, NULL, NULL, diagnostics) : TRM_STEP_FAILED;
  char *all = trm_diagnostics_text(diagnostics);
  assert_non_null(all);
  printf("%s", all);
  if ((status != TRM_OK) != fails || !strstr(all, part)) fail_msg("\"%s\" is not in \"%s\"", part, all);
  trm_free(all);
  trm_simulation_free(simulation);
  trm_diagnostics_free(diagnostics);
  trm_model_free(model);
}

static void failures_are_explained(void **state) {
  (void)state;
  char text[2000];
  snprintf(text, sizeof text, truss, "", "", "top", ", stop-at: {channel: top.height, value: 0}");
  expect_said(text, true, "stop-at: no channel is called \"top.height\"");
  expect_said("trammel: 1\nbodies: {top: {mass: 1}}\nmarkers: {a: {on: ground, at: [1, 0, 0]}}\n"
              "springs: {s: {between: [a, top], stiffness: 10}}\n"
              "analysis: {type: static, method: arc-length}\n",
              true, "no loads, gravity or actuators");
  expect_said("trammel: 1\ngravity: [0, -9.81, 0]\nbodies: {arm: {mass: 1, inertia: [1, 1, 1], position: [1, 0, 0]}}\n"
              "joints: {pin: {type: revolute, between: [ground, arm], at: [0, 0, 0], axis: [0, 0, 1]}}\n"
              "analysis: {type: static, method: arc-length}\n",
              true, "nothing holds the model there");
}

/* A straight column under its load stays straight past Euler's load, pi^2 EI / (4 L^2) without shear and shortening,
   and the path that turns off is told. */
static void bifurcation_is_told(void **state) {
  (void)state;
  Run run = run_start("trammel: 1\nspace: planar\n"
                      "sections: {bar: {stiffness: {EA: 1e7, GKy: 1e7, GKz: 1e7, GJ: 1, EIy: 1, EIz: 1}}}\n"
                      "beams: {b: {curve: {line: [[0, 0, 0], [1, 0, 0]]}, normal: [0, 1, 0], elements: 6, order: 3, "
                      "section: bar}}\n"
                      "joints: {clamp: {type: rigid, between: [ground, b.start], at: [0, 0, 0]}}\n"
                      "loads: {push: {on: b.end, force: [-3, 0, 0]}}\n"
                      "analysis: {type: static, method: arc-length}\n");
  double found = 0;
  bool unstable = false;
  while (next_point(&run)) {
    const char *at = strstr(run.simulation->said.remark, "bifurcation near load factor ");
    if (at) found = 3 * strtod(at + strlen("bifurcation near load factor "), NULL);
    if (at) printf("%s\n", run.simulation->said.remark);
    unstable = said(&run, "the equilibrium is unstable");
  }
  near(found, pi * pi / 4, 0.01, "Euler's load");
  assert_true(unstable);
  run_free(&run);
}

/* ---- load steps with beams ---- */

/* A force that follows the tip: in axes that turn with the tip all is known there, so the rod is integrated from it. */
static void follower_force(void **state) {
  (void)state;
  static const Stiffness rod = {1e4, 5e3, 100};
  for (int method = 0; method < 2; method++)
    for (double force = 2; force < 50; force *= 2.5) {
      Run run = run_format(
          "trammel: 1\nspace: planar\n"
          "sections: {s: {stiffness: {EA: 1e4, GKy: 5e3, GKz: 5e3, GJ: 100, EIy: 100, EIz: 100}}}\n"
          "beams: {b: {curve: {line: [[0, 0, 0], [10, 0, 0]]}, normal: [0, 1, 0], elements: 20, order: 4, section: "
          "s}}\n"
          "joints: {clamp: {type: rigid, between: [ground, b.start], at: [0, 0, 0]}}\n"
          "loads: {push: {on: b.end, force: [0, %.17g, 0], frame: body}}\n"
          "outputs: {tip: {of: b.end, quantity: position}, turn: {of: b.end, quantity: rotation}}\n"
          "analysis: {type: static, method: %s}\n",
          force, method ? "arc-length" : "load-steps");
      while (next_point(&run)) {}
      Section clamp = rod_along((Section){.force = {0, force}}, -10, &rod, unloaded, 4000);
      double c = cos(clamp.angle), s = sin(clamp.angle); /* turned back so that the clamp is level, at the origin */
      double x = -c * clamp.x - s * clamp.y, y = s * clamp.x - c * clamp.y;
      printf("follower force %5.2f, %s: tip (%.6f, %.6f)\n", force, method ? "arc-length" : "load steps", x, y);
      near(run_channel(&run, "tip.position.x"), x, 1e-6, "x of the tip");
      near(run_channel(&run, "tip.position.y"), y, 1e-6, "y of the tip");
      run_free(&run);
    }
}

/* A thin strip: its stiffness against stretching is of no account, and the elastica comes out however large it is. */
static void slender_beams(void **state) {
  (void)state;
  double last[2] = {0, 0};
  for (double EA = 1e6; EA < 2e10; EA *= 100) {
    Run run = run_format(
        "trammel: 1\n"
        "sections: {s: {stiffness: {EA: %g, GKy: %g, GKz: %g, GJ: 1, EIy: 1, EIz: 1}}}\n"
        "beams: {b: {curve: {line: [[0, 0, 0], [1, 0, 0]]}, normal: [0, 1, 0], elements: 10, order: 3, section: s}}\n"
        "joints: {clamp: {type: rigid, between: [ground, b.start], at: [0, 0, 0]}}\n"
        "loads: {push: {on: b.end, force: [0, -2, 0]}}\n"
        "outputs: {tip: {of: b.end, quantity: displacement}}\n"
        "analysis: {type: static}\n",
        EA, EA, EA);
    while (next_point(&run)) {}
    double tip[3];
    run_vector(&run, "tip.u", tip);
    printf("strip with EA L^2/EI = %.0e: tip (%.9f, %.9f), %ld factorizations\n", EA, tip[0], tip[1],
           (long)trm_simulation_summary(run.simulation)->factorizations);
    assert_string_equal(run.simulation->said.remark, "");
    if (EA > 1e7) near(hypot(tip[0] - last[0], tip[1] - last[1]), 0, 500 / EA, "difference to the softer strip");
    last[0] = tip[0], last[1] = tip[1];
    run_free(&run);
  }
  near(last[0], -0.1606417208252, 1e-7, "x of the elastica"); /* elliptic integrals at P L^2/EI = 2 */
  near(last[1], -0.4934574803967, 1e-7, "y of the elastica");
}

typedef struct Hanging {
  double q[2], mass;
} Hanging;

static const Stiffness strip = {1e4, 5e3, 30};

/* the clamp's moment and force are known from the tip: only the tip's angle is not */
static Section hanging_tip(const Hanging *load, double angle, double *clamp_angle) {
  Section tip = {.angle = angle, .force = {0, -load->mass * 9.81}};
  Section clamp = rod_along(tip, -3, &strip, load->q, 2000);
  *clamp_angle = clamp.angle;
  tip.x -= clamp.x, tip.y -= clamp.y;
  return tip;
}

static void miss_clamp(const double *unknowns, const void *problem, double *out) {
  hanging_tip(problem, unknowns[0], out);
}

/* Dead loads per length with a body hinged to the tip; then the motion from there, which is rest. */
static void loads_per_length_and_motion(void **state) {
  (void)state;
  Run run = run_start("trammel: 1\nspace: planar\ngravity: [0, -9.81, 0]\n"
                      "sections: {s: {stiffness: {EA: 1e4, GKy: 5e3, GKz: 5e3, GJ: 100, EIy: 30, EIz: 30}, "
                      "mass: {m: 0.5, Iyy: 0.01, Izz: 0.01}}}\n"
                      "beams: {b: {curve: {line: [[0, 0, 0], [3, 0, 0]]}, normal: [0, 1, 0], elements: 8, order: 4, "
                      "section: s}}\n"
                      "bodies: {bob: {mass: 1.5, inertia: [0.1, 0.1, 0.1], position: [3, -0.4, 0]}}\n"
                      "joints:\n"
                      "  clamp: {type: rigid, between: [ground, b.start], at: [0, 0, 0]}\n"
                      "  pin: {type: revolute, between: [b.end, bob], at: [3, 0, 0], axis: [0, 0, 1]}\n"
                      "loads: {wind: {on: b, force-per-length: [-1.2, 0.7, 0]}}\n"
                      "outputs: {tip: {of: b.end, quantity: position}}\n"
                      "analysis: [{type: static}, {type: dynamic, until: 1, step: 0.01, output: 0.1}]\n");
  Hanging load = {{-1.2, 0.7 - 0.5 * 9.81}, 1.5};
  double angle = -1, scale = 1, clamp;
  double change = rod_shoot(miss_clamp, &load, 1, &angle, &scale);
  assert_true(change < 1e-10);
  Section tip = hanging_tip(&load, angle, &clamp);
  int rows = 0;
  for (; next_point(&run); rows++) {
    near(run_channel(&run, "tip.position.x"), tip.x, 1e-7, "x of the tip");
    near(run_channel(&run, "tip.position.y"), tip.y, 1e-7, "y of the tip");
    near(run_channel(&run, "bob.position.y"), tip.y - 0.4, 1e-7, "height of the body");
    near(run_channel(&run, "energy.kinetic"), 0, 1e-15, "kinetic energy");
  }
  assert_int_equal(rows, 11);
  run_free(&run);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(two_bars),
      cmocka_unit_test(snap_back),
      cmocka_unit_test(units_do_not_matter),
      cmocka_unit_test(linkage),
      cmocka_unit_test(lee_frame),
      cmocka_unit_test(lee_mesh),
      cmocka_unit_test(ends_where_told),
      cmocka_unit_test(goes_on_and_is_gone_on_from),
      cmocka_unit_test(failures_are_explained),
      cmocka_unit_test(bifurcation_is_told),
      cmocka_unit_test(follower_force),
      cmocka_unit_test(slender_beams),
      cmocka_unit_test(loads_per_length_and_motion),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
