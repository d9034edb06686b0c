/* Text of the random models with a slider, up to the coordinates of its joint. */
#include "verification/sliding_models.h"
#include <math.h>
#include <string.h>
#include "conformance/random_numbers.h"

static void add_point(char *text, const double p[3]) { text_add(text, "[%.6f, %.6f, %.6f]", p[0], p[1], p[2]); }

/* an arc of up to 2.8 rad in some plane, or a spline that goes on along x, in a plane or in space; size 1 to 3 m */
static void add_curve(SlidingModel *problem, Random *random) {
  char *text = problem->text;
  int form = random_count(random, 3);
  double size = random_number(random, 1, 3);
  if (form == 0) {
    double axis[3], centre[3] = {0, random_number(random, 0.4, 1) * size, 0};
    axis[0] = 0, axis[1] = 0, axis[2] = random_count(random, 2) ? 1 : -1;
    text_add(text, "{arc: {start: [0, 0, 0], centre: ");
    add_point(text, centre);
    text_add(text, ", axis: ");
    add_point(text, axis);
    text_add(text, ", angle: %.4f}}", random_number(random, 0.4, 2.8));
    return;
  }
  double swing = random_number(random, 0.02, 0.2) * size;
  text_add(text, "{spline: [");
  for (int i = 0; i < 5; i++) {
    double p[3] = {0.25 * i * size, random_number(random, -swing, swing),
                   form == 2 ? random_number(random, -swing, swing) : 0};
    if (i) text_add(text, ", ");
    add_point(text, p);
  }
  text_add(text, "]}");
}

/* of one circle, from b to c */
static void add_two_arcs(SlidingModel *problem, Random *random) {
  static const char *const arc =
      "{arc: {start: [%.12f, %.12f, 0], centre: [0, %.12f, 0], axis: [0, 0, 1], angle: %.9f}}, normal: [0, 0, 1]";
  double radius = random_number(random, 0.6, 2), angle = random_number(random, 0.3, 1.4);
  double end[2] = {radius * sin(angle), radius * (1 - cos(angle))};
  text_add(problem->text, arc, 0.0, 0.0, radius, angle);
  text_add(problem->text, "}, c: {section: s, elements: 3, order: 2, curve: ");
  text_add(problem->text, arc, end[0], end[1], radius, random_number(random, 0.3, 1.4));
}

static void add_section(SlidingModel *problem, Random *random) {
  double bend = pow(10, random_number(random, 0.5, 4.5)), slender = pow(10, random_number(random, 2.5, 4.5));
  text_add(
      problem->text,
      "sections: {s: {stiffness: {EA: %.3f, GKy: %.3f, GKz: %.3f, GJ: %.3f, EIy: %.3f, EIz: %.3f}, mass: {m: %.3f, "
      "Iyy: 0.002, Izz: 0.002}}}, ",
      bend * slender, 0.4 * bend * slender, 0.4 * bend * slender, bend * random_number(random, 0.5, 1), bend,
      bend * random_number(random, 0.5, 2), random_number(random, 0.3, 3));
}

static void add_bodies(SlidingModel *problem, Random *random) {
  char *text = problem->text;
  bool point = strcmp(problem->kind, "sliding") == 0 && !problem->pendulum && problem->carrier != BY_BEAM &&
               random_count(random, 2);
  double place[3] = {random_number(random, 0, 1), random_number(random, -0.3, 0.6), random_number(random, -0.3, 0.3)};
  text_add(text, "bodies: {car: {mass: %.3f, position: ", random_number(random, 0.1, 3));
  add_point(text, place);
  if (!point) text_add(text, ", inertia: [0.02, %.4f, 0.03]", random_number(random, 0.015, 0.04));
  text_add(text, "}");
  if (problem->carrier == ON_BODY || problem->carrier == ON_HINGED_BODY || problem->carrier == CURVE)
    text_add(text, ", hub: {mass: %.3f, inertia: [0.2, 0.3, 0.25], position: [%.3f, -0.2, 0.1]}",
             random_number(random, 0.5, 5), random_number(random, -0.4, 0.4));
  if (problem->pendulum)
    text_add(text, ", bob: {mass: %.3f, inertia: [0.01, 0.01, 0.01], position: [%.3f, %.3f, -0.5]}",
             random_number(random, 0.1, 1), place[0], place[1]);
  if (problem->second) text_add(text, ", also: {mass: %.3f, position: [0.4, 0.1, 0]}", random_number(random, 0.1, 3));
  text_add(text, "}, ");
}

static const char *const kinds[2][4] = {
    {"sliding", "sliding-prismatic", "sliding-cylindrical", "sliding-screw"},
    {"along-curve", "along-curve-prismatic", "along-curve-cylindrical", "along-curve-screw"}};

static void add_joints(SlidingModel *problem, Random *random) {
  static const char *const holds[CARRIERS] = {
      [AFLOAT] = "",
      [ON_BODY] = "hold: {type: rigid, between: [hub, b.start]}, ",
      [ON_HINGED_BODY] = "hold: {type: revolute, between: [hub, b.start], axis: [0.2, 0.1, 1]}, ",
      [PINNED] = "hold: {type: revolute, between: [ground, b.start], axis: [0.2, 0.1, 1]}, ",
      [CLAMPED] = "hold: {type: rigid, between: [ground, b.start]}, ",
      [CURVE] = "",
      [TWO_BEAMS] = "weld: {type: rigid, between: [b.end, c.start]}, ",
      [BY_BEAM] = "arm: {type: spherical, between: [d.end, car], at: [0.5, 0.8, 0.3]}, "};
  static const char *const ends[] = {"", "ends: release, ", "ends: wall, wall-stiffness: 1000, "};
  char *text = problem->text;
  text_add(text, "joints: {%s", holds[problem->carrier]);
  if (problem->second)
    text_add(text, "other: {type: sliding, slider: also, along: b, coordinates: {eta: {start: %.4f}}}, ",
             random_number(random, 0, 1));
  if (problem->pendulum) text_add(text, "hang: {type: spherical, between: [car, bob], at: [0.1, 0.2, 0]}, ");
  text_add(text, "slide: {type: %s%s, %s", problem->kind, strstr(problem->kind, "screw") ? ", pitch: 1.5" : "",
           ends[random_count(random, 3)]);
  if (problem->carrier != CURVE) {
    text_add(text, "slider: car, along: %s, ", problem->carrier == TWO_BEAMS ? "[b, c]" : "b");
  } else {
    text_add(text, "between: [hub, car], at: [0, 0, 0], curve: ");
    add_curve(problem, random);
    text_add(text, ", ");
  }
}

void make_sliding_model(int number, SlidingModel *problem) {
  Random random = {0x9e3779b97f4a7c15u * (uint64_t)(number + 1)};
  for (int i = 0; i < 8; i++) random_number(&random, 0, 1);
  *problem = (SlidingModel){.carrier = number % CARRIERS, .pendulum = random_count(&random, 4) == 0};
  problem->kind = kinds[problem->carrier == CURVE][random_count(&random, 4)];
  problem->second = problem->carrier != CURVE && random_count(&random, 4) == 0;
  int where = random_count(&random, 6);
  problem->share = where == 0 ? 0 : where == 1 ? 1 : random_number(&random, 0, 1);
  problem->by_share = random_count(&random, 2);
  problem->rate = random_count(&random, 2) ? random_number(&random, -2, 2) : 0;
  text_add(problem->text, "{trammel: 1, gravity: [3, -4, 5], initial: {tolerance: 100}, ");
  if (problem->carrier != CURVE) {
    add_section(problem, &random);
    int order = 1 + random_count(&random, 3);
    text_add(problem->text, "beams: {b: {section: s, elements: %d, order: %d, curve: ",
             (order == 1 ? 4 : 2) + random_count(&random, 5), order);
    if (problem->carrier == TWO_BEAMS)
      add_two_arcs(problem, &random);
    else
      add_curve(problem, &random);
    text_add(problem->text, "}%s}, ",
             problem->carrier == BY_BEAM ? ", d: {section: s, elements: 2, order: 2, curve: {line: [[0.5, 1.5, 0.3], "
                                           "[0.5, 0.8, 0.3]]}}"
                                         : "");
  }
  add_bodies(problem, &random);
  add_joints(problem, &random);
}
