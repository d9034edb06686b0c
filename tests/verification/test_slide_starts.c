/* Starting values of sliders, drawn at random: beams that are curved, in a plane and in space, that float, hang on
   bodies that float, on hinges or clamps, two of them end to end, soft and stiff, of all orders; curves that bodies
   carry; points, sleeves, rings and nuts, some with a pendulum on them, or at the end of another beam; s or eta given
   inside, at the ends, with a rate. Every one of them has
   a start, which is where it was asked for, on the constraints, unstrained where nothing asks for strain, and moves
   the centre of mass of what floats nowhere: the assembly goes along forces of constraints alone. */
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
#include "conformance/random_numbers.h"
#include "conformance/text_model.h"
#include "test_all.h"
#include "verification/mechanisms.h"

typedef enum Carrier { AFLOAT, ON_BODY, ON_HINGED_BODY, PINNED, CLAMPED, CURVE, TWO_BEAMS, BY_BEAM, CARRIERS } Carrier;

typedef struct Problem {
  char text[TEXT]; /* up to the coordinates of the slider */
  const char *kind;
  Carrier carrier;
  bool pendulum, second; /* hangs on the slider; slides along the same beam */
  double share, rate;    /* eta, and ds/dt in m/s, that are asked for */
  bool by_share;
} Problem;

static void add_point(char *text, const double p[3]) { text_add(text, "[%.6f, %.6f, %.6f]", p[0], p[1], p[2]); }

/* an arc of up to 2.8 rad in some plane, or a spline that goes on along x, in a plane or in space; size 1 to 3 m */
static void add_curve(Problem *problem, Random *random) {
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
static void add_two_arcs(Problem *problem, Random *random) {
  static const char *const arc =
      "{arc: {start: [%.12f, %.12f, 0], centre: [0, %.12f, 0], axis: [0, 0, 1], angle: %.9f}}, normal: [0, 0, 1]";
  double radius = random_number(random, 0.6, 2), angle = random_number(random, 0.3, 1.4);
  double end[2] = {radius * sin(angle), radius * (1 - cos(angle))};
  text_add(problem->text, arc, 0.0, 0.0, radius, angle);
  text_add(problem->text, "}, c: {section: s, elements: 3, order: 2, curve: ");
  text_add(problem->text, arc, end[0], end[1], radius, random_number(random, 0.3, 1.4));
}

static void add_section(Problem *problem, Random *random) {
  double bend = pow(10, random_number(random, 0.5, 4.5)), slender = pow(10, random_number(random, 2.5, 4.5));
  text_add(
      problem->text,
      "sections: {s: {stiffness: {EA: %.3f, GKy: %.3f, GKz: %.3f, GJ: %.3f, EIy: %.3f, EIz: %.3f}, mass: {m: %.3f, "
      "Iyy: 0.002, Izz: 0.002}}}, ",
      bend * slender, 0.4 * bend * slender, 0.4 * bend * slender, bend * random_number(random, 0.5, 1), bend,
      bend * random_number(random, 0.5, 2), random_number(random, 0.3, 3));
}

static void add_bodies(Problem *problem, Random *random) {
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

static void add_joints(Problem *problem, Random *random) {
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

static void make_problem(int number, Problem *problem) {
  Random random = {0x9e3779b97f4a7c15u * (uint64_t)(number + 1)};
  for (int i = 0; i < 8; i++) random_number(&random, 0, 1);
  *problem = (Problem){.carrier = number % CARRIERS, .pendulum = random_count(&random, 4) == 0};
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

/* ---- starts ---- */

/* what is said where there is no start, or "" */
static trm_Simulation *start(trm_Model *model, char *said, size_t room) {
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  trm_Simulation *simulation = trm_simulation_new(model, diagnostics);
  char *text = trm_diagnostics_text(diagnostics);
  snprintf(said, room, "%s", simulation ? "" : text ? text : "out of memory");
  trm_free(text);
  trm_diagnostics_free(diagnostics);
  return simulation;
}

static trm_Model *model_of(const Problem *problem, const char *coordinates) {
  char text[TEXT + 400];
  snprintf(text, sizeof text, "%scoordinates: {%s}}}, analysis: {until: 1, step: 1e-3}}", problem->text, coordinates);
  return model_from_text(text);
}

static const trm_ModelJoint *slide_of(const trm_Model *model) {
  for (int j = 0; j < model->joint_count; j++)
    if (strcmp(model->joints[j].name, "slide") == 0) return &model->joints[j];
  fail_msg("no slider");
  return NULL;
}

/* where s begins, and how long the way is, m */
static void way_of(const Problem *problem, double *from, double *length) {
  trm_Model *model = model_of(problem, "");
  const trm_ModelJoint *joint = slide_of(model);
  *from = joint->track ? -joint->track->start : 0;
  *length = joint->track ? joint->track->length : joint->path->length;
  trm_model_free(model);
}

/* gravity's potential as the parts are written, before anything is assembled; J */
static double written_potential(const trm_Model *model) {
  trm_System *system;
  trm_State *state;
  assert_int_equal(trm_system_new(&system, model), TRM_OK);
  assert_int_equal(trm_state_new(&state, system), TRM_OK);
  double potential = trm_state_energy(system, state).potential;
  trm_state_free(state);
  trm_system_free(system);
  return potential;
}

typedef struct Count {
  int starts, refused;
  double off, rate, violation, strain, fall; /* largest: of the length, m/s, m or rad, J, of the size */
} Count;

static void largest(double *so_far, double value) {
  *so_far = isnan(value) || isnan(*so_far) ? NAN : fmax(*so_far, value);
}

static void one_start(int number, Count *count) {
  static Problem problem;
  char coordinates[300], said[1000];
  double from, length;
  make_problem(number, &problem);
  way_of(&problem, &from, &length);
  double s = from + problem.share * length;
  int used = problem.by_share ? snprintf(coordinates, sizeof coordinates, "eta: {start: %.17g}", problem.share)
                              : snprintf(coordinates, sizeof coordinates, "s: {start: %.17g", fmin(s, from + length));
  if (problem.by_share && problem.rate != 0)
    snprintf(coordinates + used, sizeof coordinates - (size_t)used, ", s: {rate: %.17g}", problem.rate);
  else if (!problem.by_share)
    snprintf(coordinates + used, sizeof coordinates - (size_t)used, ", rate: %.17g}", problem.rate);
  Run run = {.model = model_of(&problem, coordinates)};
  run.simulation = start(run.model, said, sizeof said);
  count->starts++;
  if (!run.simulation) {
    printf("%d, %s, carrier %d: %s\n%scoordinates: {%s}}}, analysis: {until: 1, step: 1e-3}}\n", number, problem.kind,
           (int)problem.carrier, said, problem.text, coordinates);
    count->refused++;
    trm_model_free(run.model);
    return;
  }
  run.values = calloc((size_t)trm_simulation_channel_count(run.simulation), sizeof(double));
  bool floats = problem.carrier != PINNED && problem.carrier != CLAMPED;
  double off = fabs(run_channel(&run, "slide.s") - s) / length;
  double rate = fabs(run_channel(&run, "slide.s.rate") - problem.rate);
  double strain = problem.carrier == CURVE ? 0 : run_ledger(&run).strain;
  double weight = 7.07 * run.simulation->system->mass * run.model->size;
  double fall = floats ? fabs(run_ledger(&run).potential - written_potential(run.model)) / weight : 0;
  printf("%3d %-24s carrier %d eta %.3f: off by %.1e, rate %.1e, violation %.1e, strain %.1e J, fall %.1e\n", number,
         problem.kind, (int)problem.carrier, problem.share, off, rate,
         trm_simulation_summary(run.simulation)->largest_violation, strain, fall);
  largest(&count->off, off), largest(&count->rate, rate), largest(&count->strain, strain), largest(&count->fall, fall);
  largest(&count->violation, trm_state_violation(run.simulation->system, run.simulation->state));
  run_free(&run);
}

static void sliders_start_where_they_are_asked_to(void **state) {
  (void)state;
  Count count = {0};
  int all = test_count(test_sanitized(60, 12), 600);
  for (int number = 0; number < all; number++) one_start(number, &count);
  printf("%d starts, %d refused: s off by %.1e of the length at most, rates by %.1e m/s, constraints by %.1e; strain "
         "%.1e J, "
         "the centre of mass falls by %.1e of the size\n",
         count.starts, count.refused, count.off, count.rate, count.violation, count.strain, count.fall);
  assert_int_equal(count.refused, 0);
  assert_true(count.off < 1e-12 && count.rate < 1e-12 && count.violation < 1e-12);
  assert_true(count.strain < 1e-15 && count.fall < 1e-3);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(sliders_start_where_they_are_asked_to)};
  return cmocka_run_group_tests_name("starts of sliders", tests, NULL, NULL);
}
