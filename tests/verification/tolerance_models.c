/* Models that test_tolerance draws: see tolerance_models.h. */
#include "verification/tolerance_models.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>
#include "conformance/random_numbers.h"

/* ---- what moves smoothly ---- */

static void add_vector(char *text, const char *key, const double v[3]) {
  text_add(text, "%s: [%.6f, %.6f, %.6f]", key, v[0], v[1], v[2]);
}

static void random_place(Random *random, const double from[3], double length, double out[3]) {
  double direction[3];
  random_direction(random, direction);
  for (int n = 0; n < 3; n++) out[n] = from[n] + length * direction[n];
}

static void add_body(char *text, Random *random, const char *name, int number, const double at[3]) {
  double mass = random_number(random, 0.5, 2), arm = mass * random_number(random, 0.05, 0.2);
  text_add(text, "%s%d: {mass: %.4f, inertia: [%.5f, %.5f, %.5f], ", name, number, mass, arm,
           arm * random_number(random, 0.7, 1.3), arm * random_number(random, 0.7, 1.3));
  add_vector(text, "position", at);
  text_add(text, "}, ");
}

static void add_gravity(char *text, Random *random) {
  double direction[3], size = random_number(random, 3, 10);
  random_direction(random, direction);
  for (int n = 0; n < 3; n++) direction[n] *= size;
  add_vector(text, "{trammel: 1, gravity", direction);
}

static void add_joint_of_tree(char *text, Random *random, int number, const double at[3]) {
  static const char *const types[] = {"revolute", "universal", "spherical", "prismatic", "cylindrical"};
  double a[3], b[3], cross[3];
  int type = random_count(random, 5);
  random_direction(random, a);
  random_direction(random, b);
  double along = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  for (int n = 0; n < 3; n++) cross[n] = b[n] - along * a[n];
  text_add(text, "j%d: {type: %s, between: [%s%.0d, b%d], ", number, types[type], number ? "b" : "ground", number,
           number + 1);
  add_vector(text, "at", at);
  if (type == 1) {
    text_add(text, ", axes: [[%.15f, %.15f, %.15f], [%.15f, %.15f, %.15f]]", a[0], a[1], a[2], cross[0], cross[1],
             cross[2]);
    text_add(text, ", coordinates: {phi1: {spring: %.3f}, phi2: {damper: %.3f}}", random_number(random, 1, 6),
             random_number(random, 0, 0.2));
  } else if (type != 2) {
    add_vector(text, ", axis", a);
    const char *coordinate = type == 0 ? "phi" : "delta";
    text_add(text, ", coordinates: {%s: {spring: %.3f, rate: %.3f}}", coordinate,
             type == 0 ? random_number(random, 0, 5) : random_number(random, 20, 60), random_number(random, -1, 1));
  }
  text_add(text, "}, ");
}

/* two to four bodies, one hanging on the other */
static void write_tree(char *text, Random *random) {
  int count = 2 + random_count(random, 3);
  double places[9][3] = {{0, 0, 0}};
  for (int i = 1; i <= 2 * count; i++) random_place(random, places[i - 1], random_number(random, 0.2, 0.5), places[i]);
  add_gravity(text, random);
  text_add(text, ", bodies: {");
  for (int i = 0; i < count; i++) add_body(text, random, "b", i + 1, places[2 * i + 1]);
  text_add(text, "}, joints: {");
  for (int i = 0; i < count; i++) add_joint_of_tree(text, random, i, places[2 * i]);
  text_add(text, "}, loads: {p: {on: b%d, force: [\"%.3f*sin(%.3f*t)\", 0, \"%.3f*t\"]}}, ", count,
           random_number(random, 0, 8), random_number(random, 2, 9), random_number(random, -3, 3));
}

/* a four-bar linkage in space with hinges that are parallel, and a pendulum on its rocker */
static void write_loop(char *text, Random *random) {
  double crank = random_number(random, 0.25, 0.4), rod = random_number(random, 0.9, 1.2),
         rocker = random_number(random, 0.7, 0.9), ground = random_number(random, 0.9, 1.1),
         angle = random_number(random, 0.5, 1.5), a[3] = {crank * cos(angle), crank * sin(angle), 0};
  double apart = hypot(ground - a[0], a[1]), along = (apart * apart + rod * rod - rocker * rocker) / (2 * apart);
  double off = sqrt(rod * rod - along * along), u[2] = {(ground - a[0]) / apart, -a[1] / apart};
  double b[3] = {a[0] + along * u[0] - off * u[1], a[1] + along * u[1] + off * u[0], 0}, end[3] = {0, 0, 0};
  double middle[4][3];
  random_place(random, b, random_number(random, 0.2, 0.4), end);
  for (int n = 0; n < 3; n++) {
    double d = n == 0 ? ground : 0;
    middle[0][n] = a[n] / 2, middle[1][n] = (a[n] + b[n]) / 2, middle[2][n] = (b[n] + d) / 2, middle[3][n] = end[n];
  }
  add_gravity(text, random);
  text_add(text, ", bodies: {");
  for (int i = 0; i < 4; i++) add_body(text, random, "b", i + 1, middle[i]);
  text_add(
      text,
      "}, joints: {j0: {type: revolute, between: [ground, b1], at: [0, 0, 0], axis: [0, 0, 1], coordinates: {phi: "
      "{rate: "
      "%.3f, spring: %.3f}}}, j1: {type: revolute, between: [b1, b2], at: [%.9f, %.9f, 0], axis: [0, 0, 1]}, j2: "
      "{type: "
      "revolute, between: [b2, b3], at: [%.9f, %.9f, 0], axis: [0, 0, 1]}, j3: {type: revolute, between: [b3, ground], "
      "at: [%.9f, 0, 0], axis: [0, 0, 1]}, j4: {type: spherical, between: [b3, b4], at: [%.9f, %.9f, 0]}}, ",
      random_number(random, 1, 4), random_number(random, 0, 3), a[0], a[1], b[0], b[1], ground, b[0], b[1]);
}

/* a soft beam, clamped or hinged or free, some with a body at its end */
static void write_beam(char *text, Random *random) {
  double length = random_number(random, 1, 2), bend = random_number(random, 3, 20);
  int held = random_count(random, 3);
  add_gravity(text, random);
  text_add(
      text,
      ", sections: {s: {stiffness: {EA: %.1f, GKy: %.1f, GKz: %.1f, GJ: %.3f, EIy: %.3f, EIz: %.3f}, mass: {m: 1, Iyy: "
      "0.002, Izz: 0.002}}}, beams: {b: {curve: {line: [[0, 0, 0], [%.4f, 0, 0]]}, section: s, elements: %d, order: "
      "2}}, ",
      2e3 * bend, 1e3 * bend, 1e3 * bend, bend, bend, bend * random_number(random, 0.5, 1.5), length,
      1 + random_count(random, 3));
  if (random_count(random, 2)) {
    text_add(text,
             "bodies: {m: {mass: %.3f, inertia: [0.02, 0.02, 0.02], position: [%.4f, 0.1, 0]}}, joints: {tip: {type: "
             "spherical, "
             "between: [b.end, m], at: [%.4f, 0, 0]}, ",
             random_number(random, 0.2, 1), length, length);
  } else {
    text_add(text, "joints: {");
  }
  if (held == 0) text_add(text, "hold: {type: rigid, between: [ground, b.start]}");
  if (held == 1) text_add(text, "hold: {type: revolute, between: [ground, b.start], axis: [0, 0, 1]}");
  if (held == 2) text_add(text, "hold: {type: spherical, between: [ground, b.start]}");
  text_add(text, "}, loads: {p: {on: b.end, force: [0, \"%.3f*sin(%.3f*t)^2\", \"%.3f*(1 - cos(%.3f*t))\"]}}, ",
           random_number(random, -4, 4), random_number(random, 1, 6), random_number(random, -3, 3),
           random_number(random, 1, 6));
}

static void add_bar(char *text, Random *random, int number, const double ends[2][2]) {
  double mass = random_number(random, 0.3, 3), length = hypot(ends[1][0] - ends[0][0], ends[1][1] - ends[0][1]);
  double inertia = mass * length * length / 12;
  text_add(text, "b%d: {mass: %.4f, inertia: [%.6f, %.6f, %.6f], position: [%.9f, %.9f, 0]}, ", number, mass, inertia,
           inertia, inertia, 0.5 * (ends[0][0] + ends[1][0]), 0.5 * (ends[0][1] + ends[1][1]));
}

/* A bar after the other from corner to corner in a plane, on hinges; closed: the last corner is on the ground too. */
static void write_bars(char *text, Random *random, int count, double corners[][2], bool closed) {
  text_add(text, "{trammel: 1, gravity: [0, -9.81, 0], bodies: {");
  for (int i = 0; i < count; i++) add_bar(text, random, i + 1, (const double(*)[2])corners + i);
  text_add(text, "}, joints: {");
  for (int i = 0; i < count + closed; i++) {
    text_add(text, "j%d: {type: revolute, between: [%s%.0d, %s%.0d], at: [%.9f, %.9f, 0], axis: [0, 0, 1]", i,
             i ? "b" : "ground", i, i < count ? "b" : "ground", i < count ? i + 1 : 0, corners[i][0], corners[i][1]);
    if (i == 0 || !closed) text_add(text, ", coordinates: {phi: {rate: %.3f}}", random_number(random, -4, 4));
    text_add(text, "}, ");
  }
  text_add(text, "}, ");
}

static void write_pendulum(char *text, Random *random) {
  int count = 1 + random_count(random, 3);
  double corners[5][2] = {{0, 0}};
  for (int i = 0; i < count; i++) {
    double length = random_number(random, 0.3, 1.5), angle = random_number(random, -1.5, 1.5);
    corners[i + 1][0] = corners[i][0] + length * sin(angle), corners[i + 1][1] = corners[i][1] - length * cos(angle);
  }
  write_bars(text, random, count, corners, false);
}

/* Where the shortest and the longest bar are together as long as the others, all can lie on a line, from where the
   linkage has two ways on. */
static double from_change_point(const double bars[4]) {
  double all = 0, longest = 0, shortest = INFINITY;
  for (int i = 0; i < 4; i++) all += bars[i], longest = fmax(longest, bars[i]), shortest = fmin(shortest, bars[i]);
  return fabs(all - 2 * (longest + shortest));
}

/* a four-bar linkage, crank-rocker, double crank or double rocker, at least 0.1 m from one with a change point */
static void write_four_bars(char *text, Random *random) {
  double corners[5][2] = {{0, 0}}, off;
  do {
    double crank = random_number(random, 0.2, 0.6), rod = random_number(random, 0.5, 1.5),
           rocker = random_number(random, 0.4, 1.2), ground = random_number(random, 0.6, 1.5),
           angle = random_number(random, 0.3, 2.8), bars[4] = {crank, rod, rocker, ground};
    double a[2] = {crank * cos(angle), crank * sin(angle)}, apart = hypot(ground - a[0], a[1]);
    double along = (apart * apart + rod * rod - rocker * rocker) / (2 * apart);
    off = from_change_point(bars) > 0.1 ? rod * rod - along * along : -1;
    double u[2] = {(ground - a[0]) / apart, -a[1] / apart}, side = sqrt(fmax(off, 0));
    corners[1][0] = a[0], corners[1][1] = a[1];
    corners[2][0] = a[0] + along * u[0] - side * u[1], corners[2][1] = a[1] + along * u[1] + side * u[0];
    corners[3][0] = ground, corners[3][1] = 0;
  } while (off < 0.05);
  write_bars(text, random, 3, corners, true);
}

/* planar linkages, as in textbooks */
static void write_linkage(char *text, Random *random) {
  if (random_count(random, 2))
    write_pendulum(text, random);
  else
    write_four_bars(text, random);
}

/* ---- what meets something at a moment of its own ---- */

/* a pendulum of one or two bars in a plane with a law in its first hinge */
static void write_hinge(char *text, Random *random, const char *law) {
  int count = 1 + random_count(random, 2);
  double corners[3][2] = {{0, 0}};
  for (int i = 0; i < count; i++) {
    double length = random_number(random, 0.3, 1.5), angle = random_number(random, -1.5, 1.5);
    corners[i + 1][0] = corners[i][0] + length * sin(angle), corners[i + 1][1] = corners[i][1] - length * cos(angle);
  }
  text_add(text, "{trammel: 1, gravity: [0, -9.81, 0], bodies: {");
  for (int i = 0; i < count; i++) add_bar(text, random, i + 1, (const double(*)[2])corners + i);
  text_add(text, "}, joints: {");
  for (int i = 0; i < count; i++)
    text_add(text,
             "j%d: {type: revolute, between: [%s%.0d, b%d], at: [%.9f, %.9f, 0], axis: [0, 0, 1], coordinates: {phi: "
             "{rate: %.3f%s}}}, ",
             i, i ? "b" : "ground", i, i + 1, corners[i][0], corners[i][1], random_number(random, -4, 4),
             i == 0 ? law : "");
  text_add(text, "}, ");
}

static void write_stop(char *text, Random *random) {
  char law[200];
  double stiffness = pow(10, random_number(random, 2, 4)), lower = random_number(random, -0.5, -0.1);
  snprintf(law, sizeof law, ", stops: {lower: %.3f, upper: %.3f, stiffness: %.3f, damping: %.3f}", lower,
           random_number(random, 0.1, 0.5), stiffness, stiffness * random_number(random, 0, 0.3));
  write_hinge(text, random, law);
}

static void write_motor(char *text, Random *random) {
  char law[300];
  double swing = random_number(random, 0.5, 1), often = random_number(random, 1, 6);
  if (random_count(random, 2))
    snprintf(law, sizeof law,
             ", motor: {voltage: \"%.3f*sin(%.3f*t)\", resistance: %.3f, inductance: %.4f, constant: %.3f, gear: 5}",
             40 * swing, often, random_number(random, 0.5, 2), random_number(random, 0.01, 0.1),
             random_number(random, 0.1, 0.5));
  else
    snprintf(law, sizeof law,
             ", controller: {target: \"%.3f*sin(%.3f*t)\", proportional: %.3f, derivative: %.3f, integral: %.3f}",
             swing, often, random_number(random, 50, 200), random_number(random, 1, 5), random_number(random, 10, 100));
  write_hinge(text, random, law);
}

/* a load that is there for some hundredths of the duration, on a tree */
static void write_pulse(char *text, Random *random) {
  double width = random_number(random, 0.002, 0.01), at = random_number(random, 0.1, 0.4);
  char pulse[300];
  write_hinge(text, random, "");
  snprintf(pulse, sizeof pulse, "loads: {p: {on: b1, force: [\"%.3f*exp(-((t - %.4f)/%.4f)^2)\", 0, 0]}}, ",
           random_number(random, 20, 100), at, width);
  text_add(text, "%s", pulse);
}

/* a controller whose target jumps and whose force is limited */
static void write_limit(char *text, Random *random) {
  char law[300];
  double proportional = random_number(random, 30, 200);
  snprintf(
      law, sizeof law,
      ", controller: {target: \"%.3f*step(t - %.3f)\", proportional: %.3f, derivative: %.3f, integral: %.3f, limit: "
      "%.3f}",
      random_number(random, -1, 1), random_number(random, 0, 0.3), proportional,
      proportional * random_number(random, 0.03, 0.1), random_count(random, 2) * random_number(random, 10, 100),
      proportional * random_number(random, 0.1, 0.5));
  write_hinge(text, random, law);
}

/* a blow on a beam, which begins and ends by jumps */
static void write_blow(char *text, Random *random) {
  double length = random_number(random, 1, 2), bend = random_number(random, 3, 20), at = random_number(random, 0, 0.15);
  static const char *const holds[] = {"rigid, between: [ground, b.start]",
                                      "revolute, between: [ground, b.start], axis: [0, 0, 1]"};
  add_gravity(text, random);
  text_add(text,
           ", sections: {s: {stiffness: {EA: %.1f, GKy: %.1f, GKz: %.1f, GJ: %.3f, EIy: %.3f, EIz: %.3f}, mass: {m: 1, "
           "Iyy: 0.002, Izz: 0.002}}}, beams: {b: {curve: {line: [[0, 0, 0], [%.4f, 0, 0]]}, section: s, elements: %d, "
           "order: 2}}, joints: {hold: {type: %s}}, loads: {p: {on: b@0.5, force: [0, \"%.3f*(t > %.4f)*(t < %.4f)\", "
           "0]}}, ",
           2e2 * bend, 1e2 * bend, 1e2 * bend, bend, bend, bend * random_number(random, 0.5, 1.5), length,
           1 + random_count(random, 2), holds[random_count(random, 2)], random_number(random, 20, 100), at,
           at + random_number(random, 0.005, 0.03));
}

/* dry friction in the hinge */
static void write_grip(char *text, Random *random) {
  char law[200];
  snprintf(law, sizeof law, ", friction: {coefficient: %.3f, radius: %.3f}", random_number(random, 0.1, 0.4),
           random_number(random, 0.02, 0.2));
  write_hinge(text, random, law);
}

/* a car on a curve in space, some with a pendulum on it */
static void write_curve(char *text, Random *random) {
  static const char *const types[] = {"along-curve", "along-curve-prismatic"};
  int type = random_count(random, 2);
  text_add(text,
           "{trammel: 1, gravity: [0, 0, -9.81], initial: {tolerance: 10}, bodies: {car: {mass: 1, inertia: "
           "[0.03, 0.04, 0.05]}, bob: {mass: %.3f, inertia: [0.01, 0.01, 0.01], position: [0.2, 0, %.3f]}}, ",
           random_number(random, 0.2, 1), random_number(random, -0.6, -0.3));
  text_add(text,
           "joints: {hang: {type: spherical, between: [car, bob], at: [0, 0, 0]}, rail: {type: %s, between: "
           "[ground, car], ends: %s, curve: {nurbs: {degree: 3, points: [",
           types[type], random_count(random, 2) ? "release" : "wall, wall-stiffness: 3000");
  for (int i = 0; i < 7; i++)
    text_add(text, "%s[%.6f, %.6f, %.6f]", i ? ", " : "", 0.5 * i + random_number(random, -0.1, 0.1),
             random_number(random, -0.3, 0.3), random_number(random, -0.3, 0.3));
  text_add(text, "]}}, coordinates: {s: {start: 0.3, rate: %.3f}}}}, ", random_number(random, 1, 1.5));
}

/* a bead on a soft beam, over its elements */
static void write_track(char *text, Random *random) {
  double bend = random_number(random, 15, 40);
  text_add(text,
           "{trammel: 1, gravity: [0, 0, -9.81], sections: {s: {stiffness: {EA: %.1f, GKy: %.1f, GKz: %.1f, GJ: 10, "
           "EIy: %.3f, EIz: %.3f}, mass: {m: 1, Iyy: 2e-3, Izz: 2e-3}}}, beams: {a: {curve: {line: [[-0.6, 0, 0], "
           "[0.9, 0, 0]]}, section: s, elements: %d, order: 2}}, bodies: {car: {mass: %.3f, position: [-0.3, 0, 0]}}, ",
           400 * bend, 150 * bend, 150 * bend, bend, bend, 3 + random_count(random, 3),
           random_number(random, 0.1, 0.4));
  text_add(text,
           "joints: {left: {type: rigid, between: [ground, a.start]}, right: {type: rigid, between: [ground, a.end]}, "
           "rail: {type: sliding, slider: car, along: a, coordinates: {s: {rate: %.3f}}}}, ",
           random_number(random, 0.6, 1.2));
}

/* One or two bars upright, each held at its hinge by a torque k (target - phi) - c dphi/dt that comes late: it is taken
   every so often, or is that of some time ago. Without it they would fall with the rate sqrt(g/l); with it they swing
   into their places at the rate w or a few times that, and what comes late is at most 0.08/w, samples twice
   that. */
static void write_held(char *text, Random *random, const char *late) {
  static const double gravity = 9.81;
  int count = 1 + random_count(random, 2);
  double mass = random_number(random, 0.5, 2), length = random_number(random, 0.4, 1);
  double fast = random_number(random, 6, 15);
  text_add(text, "{trammel: 2, gravity: [0, %.3f, 0], bodies: {", -gravity);
  for (int i = 0; i < count; i++)
    text_add(text, "b%d: {mass: %.4f, inertia: %.5f, position: [0, %.5f, 0]}, ", i + 1, mass,
             0.05 * mass * length * length, length * (i + 0.9));
  text_add(text, "}, joints: {");
  for (int i = 0; i < count; i++)
    text_add(text,
             "j%d: {type: revolute, between: [%s%.0d, b%d], at: [0, %.5f, 0], axis: [0, 0, 1], coordinates: {phi: "
             "{start: %.3f, force: u%d}}}, ",
             i + 1, i ? "b" : "ground", i, i + 1, i * length, random_number(random, -0.2, 0.2), i + 1);
  text_add(text, "}, signals: {");
  for (int i = 0; i < count; i++) {
    double inertia = mass * length * length * (i + 1 < count ? 6 : 1); /* about its hinge, of all that it holds */
    text_add(text, "w%d: \"%.5f*(%.3f*sin(%.3f*t) - j%d.phi) - %.5f*j%d.phi.rate\", ", i + 1,
             inertia * (fast * fast + 2 * gravity / length), random_number(random, -0.3, 0.3),
             random_number(random, 1, 4), i + 1, inertia * 1.6 * fast, i + 1);
    text_add(text, "u%d: {%s: w%d, %s: %.5f}, ", i + 1, late, i + 1, strcmp(late, "delay") ? "every" : "time",
             random_number(random, 0.03, strcmp(late, "delay") ? 0.15 : 0.08) / fast);
  }
  text_add(text, "}, ");
}

static void write_sampled(char *text, Random *random) { write_held(text, random, "value"); }

static void write_delayed(char *text, Random *random) { write_held(text, random, "delay"); }

/* ---- the table ---- */

static const struct {
  const char *name;
  void (*write)(char *text, Random *random);
  double longest; /* s, and 0.5 s the shortest, or the other way round */
} kinds[] = {{"tree", write_tree, 1.5},       {"loop", write_loop, 1.5},    {"beam", write_beam, 1.5},
             {"bars", write_linkage, 2.5},    {"stop", write_stop, 2.5},    {"motor", write_motor, 1.5},
             {"curve", write_curve, 0.8},     {"pulse", write_pulse, 1.5},  {"grip", write_grip, 1.5},
             {"track", write_track, 0.3},     {"limit", write_limit, 1.5},  {"blow", write_blow, 0.3},
             {"digital", write_sampled, 1.5}, {"delay", write_delayed, 1.5}};
enum { SMOOTH = 4, HELD = 12, KINDS = sizeof kinds / sizeof kinds[0], OUTPUTS = 10 };

static int kind_of(int number) {
  if (number < SMOOTH_MODELS) return number % SMOOTH;
  return number < HELD_MODELS ? SMOOTH + (number - SMOOTH_MODELS) % (HELD - SMOOTH)
                              : HELD + (number - HELD_MODELS) % (KINDS - HELD);
}

void make_problem(int number, Problem *problem) {
  Random random = {0x9e3779b97f4a7c15u * (uint64_t)(number + 1)};
  for (int i = 0; i < 8; i++) random_number(&random, 0, 1);
  int kind = kind_of(number);
  *problem = (Problem){.kind = kinds[kind].name, .smooth = kind < SMOOTH};
  problem->flexible =
      kinds[kind].write == write_beam || kinds[kind].write == write_track || kinds[kind].write == write_blow;
  static const int outputs[OUTPUTS] = {16, 1, 9, 3, 13, 2, 24, 7, 15, 5};
  problem->outputs = outputs[number % OUTPUTS];
  problem->until = random_number(&random, 0.5, kinds[kind].longest);
  kinds[kind].write(problem->text, &random);
}

void make_slipping(int bars, int seed, Problem *problem) {
  Random random = {0x9e3779b97f4a7c15u * (uint64_t)(1000 + 2 * seed + bars)};
  for (int i = 0; i < 8; i++) random_number(&random, 0, 1);
  *problem = (Problem){.kind = "slip", .outputs = 8, .until = random_number(&random, 0.1, 0.2)};
  char *text = problem->text;
  text_add(text, "{trammel: 1, gravity: [0, -9.81, 0], bodies: {");
  double corners[3][2] = {{0, 0}};
  for (int i = 0; i < bars; i++) {
    double length = random_number(&random, 0.4, 1), angle = random_number(&random, -1, 1);
    corners[i + 1][0] = corners[i][0] + length * sin(angle), corners[i + 1][1] = corners[i][1] - length * cos(angle);
    add_bar(text, &random, i + 1, (const double(*)[2])corners + i);
  }
  text_add(text, "}, joints: {");
  for (int i = 0; i < bars; i++)
    text_add(text,
             "j%d: {type: revolute, between: [%s%.0d, b%d], at: [%.9f, %.9f, 0], axis: [0, 0, 1], coordinates: {phi: "
             "{rate: %.3f%s}}}, ",
             i, i ? "b" : "ground", i, i + 1, corners[i][0], corners[i][1], i ? 0 : random_number(&random, 7, 9),
             i ? "" : ", friction: {coefficient: 0.3, radius: 0.05}");
  text_add(text, "}, ");
}
