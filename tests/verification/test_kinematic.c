/* Kinematic analysis against closed forms and against dynamics with the same drive. The linkages are modelled in
   space with hinges only, as a user would draw them, so each loop has redundant constraints. */
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
#include "verification/planar_links.h"

/* ---- links as bodies ---- */

typedef struct Plan {
  char text[6000];
  size_t length;
} Plan;

static void add(Plan *plan, const char *format, ...) {
  va_list list;
  va_start(list, format);
  plan->length += (size_t)vsnprintf(plan->text + plan->length, sizeof plan->text - plan->length, format, list);
  va_end(list);
  assert_true(plan->length < sizeof plan->text);
}

/* a link whose centre is half-way from a to b */
static void add_link(Plan *plan, const char *name, double complex a, double complex b) {
  double length = cabs(b - a), mass = 2 * length;
  add(plan, "  %s: {mass: %.17g, inertia: [%.17g, %.17g, %.17g], position: [%.17g, %.17g, 0]}\n", name, mass,
      1e-3 * mass, mass * length * length / 12, mass * length * length / 12, creal(a + b) / 2, cimag(a + b) / 2);
}

static void add_hinge(Plan *plan, const char *name, const char *first, const char *second, double complex at) {
  add(plan, "  %s: {type: revolute, between: [%s, %s], at: [%.17g, %.17g, 0], axis: [0, 0, 1]}\n", name, first, second,
      creal(at), cimag(at));
}

/* the hinge of the crank, whose angle is `start` in the drawing and follows `drive` */
static void add_motor(Plan *plan, double start, const char *drive) {
  add(plan,
      "  motor: {type: revolute, between: [ground, crank], at: [0, 0, 0], axis: [0, 0, 1], coordinates: {phi: {drive: "
      "\"%s - (%.17g)\"}}}\n",
      drive, start);
}

/* ---- comparison ---- */

typedef struct Errors {
  double position, velocity, acceleration;
} Errors;

static void compare(double *worst, double found, double expected, double size) {
  double error = fabs(found - expected) / size;
  if (!(error <= *worst)) *worst = error;
}

typedef struct Bar {
  const char *name;
  double length, start; /* start: its angle in the reference configuration */
} Bar;

/* the centre of a link from a, and its turning, against the body's channels */
static void compare_link(Run *run, Bar bar, Moving a, Turning link, Errors *worst) {
  const char *name = bar.name;
  char channel[100];
  double position[3], velocity[3], acceleration[3], omega[3], alpha[3];
  Moving centre = carried(a, link, bar.length / 2);
  snprintf(channel, sizeof channel, "%s.position", name), run_vector(run, channel, position);
  snprintf(channel, sizeof channel, "%s.velocity", name), run_vector(run, channel, velocity);
  snprintf(channel, sizeof channel, "%s.acceleration", name), run_vector(run, channel, acceleration);
  snprintf(channel, sizeof channel, "%s.omega", name), run_vector(run, channel, omega);
  snprintf(channel, sizeof channel, "%s.alpha", name), run_vector(run, channel, alpha);
  snprintf(channel, sizeof channel, "%s.quaternion.z", name);
  double half = run_channel(run, channel), turned = sin(0.5 * (link.angle - bar.start));
  compare(&worst->position, fabs(half), fabs(turned), 1);
  compare(&worst->position, position[0], creal(centre.at), 1),
      compare(&worst->position, position[1], cimag(centre.at), 1);
  compare(&worst->velocity, velocity[0], creal(centre.rate), 1);
  compare(&worst->velocity, velocity[1], cimag(centre.rate), 1);
  compare(&worst->velocity, omega[2], link.rate, 1);
  double size = fmax(1, fabs(link.second));
  compare(&worst->acceleration, acceleration[0], creal(centre.second), size);
  compare(&worst->acceleration, acceleration[1], cimag(centre.second), size);
  compare(&worst->acceleration, alpha[2], link.second, size);
  for (int n = 0; n < 2; n++)
    compare(&worst->acceleration, omega[n], 0, 1), compare(&worst->acceleration, alpha[n], 0, 1);
  compare(&worst->position, position[2], 0, 1);
}

static void print_errors(const char *title, Run *run, const Errors *worst) {
  const trm_Summary *summary = trm_simulation_summary(run->simulation);
  printf("%-14s position %.1e  velocity %.1e  acceleration %.1e  (%d steps, %.2f iterations and %.2f factorizations "
         "each)\n",
         title, worst->position, worst->velocity, worst->acceleration, (int)summary->steps,
         (double)summary->iterations / (double)summary->steps,
         (double)summary->factorizations / (double)summary->steps);
  assert_true(worst->position <= 1e-12);
  assert_true(worst->velocity <= 1e-12);
  assert_true(worst->acceleration <= 1e-12);
}

static bool advance(Run *run) {
  run->fresh = false;
  trm_Status status = trm_simulation_advance(run->simulation);
  if (status != TRM_OK && status != TRM_FINISHED) fail_msg("%s", trm_simulation_failure(run->simulation));
  return status == TRM_OK;
}

/* the crank's motion: a speed that varies */
static const char motion[] = "0.7 + 2*t + 0.3*sin(3*t)";
static Turning crank_at(double t) {
  return (Turning){0.7 + 2 * t + 0.3 * sin(3 * t), 2 + 0.9 * cos(3 * t), -2.7 * sin(3 * t)};
}
static const Moving fixed_origin = {0, 0, 0};

static const char kinematic[] = "analysis: {type: kinematic, until: 6.4, output: 0.05}\n";
/* as a user would run it: the step is chosen automatically */
static const char dynamic[] = "analysis: {type: dynamic, until: 6.4, output: 0.05}\n";

/* drive torque and reactions as in the dynamic run, at all its output times */
static void compare_with_dynamics(const char *title, const Plan *plan) {
  Run a = run_format("%s%s", plan->text, kinematic), b = run_format("%s%s", plan->text, dynamic);
  double worst = 0, largest = 0, reactions = 0;
  int rows = 0;
  for (bool more = true; more; rows++) {
    double torque = run_channel(&a, "motor.phi.drive");
    compare(&worst, torque, run_channel(&b, "motor.phi.drive"), 1);
    largest = fmax(largest, fabs(torque));
    reactions = fmax(reactions, run_difference(&a, &b, "motor.force"));
    more = advance(&a);
    if (advance(&b) != more) fail_msg("%s: different output times", title);
  }
  /* the summary of a dynamic run does not count the two factorizations of each stored row, that of a kinematic one
     does */
  const trm_Summary *fast = trm_simulation_summary(a.simulation), *slow = trm_simulation_summary(b.simulation);
  double ratio = (double)(slow->factorizations + 2 * rows) / (double)fast->factorizations;
  printf("%-14s drive torque %.1e of its largest, reactions %.1e; factorizations of dynamics over those of kinematics: "
         "%.1f\n",
         title, worst / largest, reactions, ratio);
  assert_true(largest > 1);
  assert_true(worst <= 1e-8 * largest);
  assert_true(reactions <= 1e-8);
  assert_true(fast->factorizations <=
              3 * (rows + 1)); /* three a row; dynamics, whose steps are planned, take some forty */
  assert_true(ratio > 10);
  run_free(&a), run_free(&b);
}

static Plan head(void) {
  Plan plan = {.length = 0};
  add(&plan, "trammel: 1\ngravity: [0, -9.81, 0]\nbodies:\n");
  return plan;
}

/* ---- slider-crank ---- */

static void slider_crank(void **state) {
  (void)state;
  const double r = 0.4, l = 1.1;
  Turning start = crank_at(0);
  double complex pin = r * cexp(I * start.angle);
  double x = creal(pin) + sqrt(l * l - cimag(pin) * cimag(pin)), tilt = asin(-cimag(pin) / l);
  Plan plan = head();
  add_link(&plan, "crank", 0, pin), add_link(&plan, "rod", pin, x);
  add(&plan, "  piston: {mass: 3, inertia: [0.1, 0.1, 0.1], position: [%.17g, 0, 0]}\njoints:\n", x);
  add_motor(&plan, start.angle, motion);
  add_hinge(&plan, "big", "crank", "rod", pin), add_hinge(&plan, "small", "rod", "piston", x);
  add(&plan, "  bore: {type: prismatic, between: [ground, piston], at: [%.17g, 0, 0], axis: [1, 0, 0]}\n", x);
  Run run = run_format("%s%s", plan.text, kinematic);
  assert_true(*run.simulation->state->dropped_count == 3);
  Errors worst = {0, 0, 0};
  do {
    Turning crank = crank_at(trm_simulation_time(run.simulation));
    Moving end = carried(fixed_origin, crank, r);
    /* rod: r sin(phi) + l sin(theta) = 0 and its derivatives */
    double s = -cimag(end.at) / l, c = sqrt(1 - s * s);
    Turning rod = {.angle = asin(s)};
    rod.rate = -cimag(end.rate) / (l * c);
    rod.second = (-cimag(end.second) / l + rod.rate * rod.rate * s) / c;
    Moving piston = carried(end, rod, l);
    compare_link(&run, (Bar){"crank", r, start.angle}, fixed_origin, crank, &worst);
    compare_link(&run, (Bar){"rod", l, tilt}, end, rod, &worst);
    compare(&worst.position, run_channel(&run, "piston.position.x"), creal(piston.at), 1);
    compare(&worst.velocity, run_channel(&run, "piston.velocity.x"), creal(piston.rate), 1);
    compare(&worst.acceleration, run_channel(&run, "piston.acceleration.x"), creal(piston.second),
            fmax(1, cabs(piston.second)));
  } while (advance(&run));
  print_errors("slider-crank", &run, &worst);
  run_free(&run);
  compare_with_dynamics("slider-crank", &plan);
}

/* ---- four-bar, alone and as the first loop of a six-bar ---- */

static const double a_length = 0.35, b_length = 1.2, c_length = 0.9;
static const Moving pivot = {1.0 + 0.1 * I, 0, 0};

static void add_four_bar(Plan *plan, Turning crank, Dyad first) {
  double complex tip = a_length * cexp(I * crank.angle);
  add_link(plan, "crank", 0, tip);
  add_link(plan, "coupler", tip, tip + b_length * cexp(I * first.from_p.angle));
  add_link(plan, "rocker", pivot.at, pivot.at + c_length * cexp(I * first.from_q.angle));
}

static void hinge_four_bar(Plan *plan, Turning crank, Dyad first) {
  double complex tip = a_length * cexp(I * crank.angle);
  add_motor(plan, crank.angle, motion);
  add_hinge(plan, "h1", "crank", "coupler", tip);
  add_hinge(plan, "h2", "coupler", "rocker", tip + b_length * cexp(I * first.from_p.angle));
  add_hinge(plan, "h3", "ground", "rocker", pivot.at);
}

static Dyad four_bar_at(Turning crank) {
  return dyad(carried(fixed_origin, crank, a_length), pivot, b_length, c_length, 1);
}

static void compare_four_bar(Run *run, Turning crank, Dyad now, Dyad start, Errors *worst) {
  compare_link(run, (Bar){"crank", a_length, crank_at(0).angle}, fixed_origin, crank, worst);
  compare_link(run, (Bar){"coupler", b_length, start.from_p.angle}, carried(fixed_origin, crank, a_length), now.from_p,
               worst);
  compare_link(run, (Bar){"rocker", c_length, start.from_q.angle}, pivot, now.from_q, worst);
}

static void four_bar(void **state) {
  (void)state;
  Dyad start = four_bar_at(crank_at(0));
  Plan plan = head();
  add_four_bar(&plan, crank_at(0), start);
  add(&plan, "joints:\n");
  hinge_four_bar(&plan, crank_at(0), start);
  Run run = run_format("%s%s", plan.text, kinematic);
  assert_true(*run.simulation->state->dropped_count == 3);
  Errors worst = {0, 0, 0};
  do {
    Turning crank = crank_at(trm_simulation_time(run.simulation));
    compare_four_bar(&run, crank, four_bar_at(crank), start, &worst);
  } while (advance(&run));
  print_errors("four-bar", &run, &worst);
  run_free(&run);
  compare_with_dynamics("four-bar", &plan);
}

/* Watt's second six-bar: the rocker is a bell crank whose other arm drives a second pair of links. */
static void six_bar(void **state) {
  (void)state;
  const double complex arm = 0.5 * cexp(0.8 * I); /* in the rocker's axes */
  const Moving second_pivot = {2.3 - 0.2 * I, 0, 0};
  const double d_length = 1.0, e_length = 0.9;
  Dyad start = four_bar_at(crank_at(0));
  Moving corner = carried(pivot, start.from_q, arm);
  Dyad start2 = dyad(corner, second_pivot, d_length, e_length, -1);
  double complex meet = second_pivot.at + e_length * cexp(I * start2.from_q.angle);
  Plan plan = head();
  add_four_bar(&plan, crank_at(0), start);
  add_link(&plan, "link", corner.at, meet), add_link(&plan, "arm", second_pivot.at, meet);
  add(&plan, "joints:\n");
  hinge_four_bar(&plan, crank_at(0), start);
  add_hinge(&plan, "h4", "rocker", "link", corner.at), add_hinge(&plan, "h5", "link", "arm", meet);
  add_hinge(&plan, "h6", "ground", "arm", second_pivot.at);
  Run run = run_format("%s%s", plan.text, kinematic);
  assert_true(*run.simulation->state->dropped_count == 6);
  Errors worst = {0, 0, 0};
  do {
    Turning crank = crank_at(trm_simulation_time(run.simulation));
    Dyad now = four_bar_at(crank);
    Moving driven = carried(pivot, now.from_q, arm);
    Dyad now2 = dyad(driven, second_pivot, d_length, e_length, -1);
    compare_four_bar(&run, crank, now, start, &worst);
    compare_link(&run, (Bar){"link", d_length, start2.from_p.angle}, driven, now2.from_p, &worst);
    compare_link(&run, (Bar){"arm", e_length, start2.from_q.angle}, second_pivot, now2.from_q, &worst);
  } while (advance(&run));
  print_errors("six-bar", &run, &worst);
  run_free(&run);
  compare_with_dynamics("six-bar", &plan);
}

/* ---- a joint with two coordinates, a rate that is prescribed, forces of springs and dampers ---- */

/* A mass on a driven cylindrical joint about and along z with a spring and a damper on delta: the drive's force is
   m a + c v + k x + m g, its torque J alpha. */
static void forces_by_inverse_dynamics(void **state) {
  (void)state;
  Run run = run_start("trammel: 1\ngravity: [0, 0, -9.81]\n"
                      "bodies: {b: {mass: 2, inertia: [0.3, 0.3, 0.5], position: [0, 0, 0]}}\n"
                      "joints:\n"
                      "  j: {type: cylindrical, between: [ground, b], at: [0, 0, 0], axis: [0, 0, 1], coordinates: {\n"
                      "      phi: {drive-rate: \"1 + t^2\"},\n"
                      "      delta: {drive: \"0.2*sin(3*t)\", spring: 40, damper: 5}}}\n"
                      "analysis: {type: kinematic, until: 2, step: 0.1}\n");
  do {
    double t = trm_simulation_time(run.simulation);
    double x = 0.2 * sin(3 * t), v = 0.6 * cos(3 * t), a = -1.8 * sin(3 * t);
    assert_true(fabs(run_channel(&run, "j.delta.drive") - (2 * a + 5 * v + 40 * x + 2 * 9.81)) < 1e-12 * 40);
    assert_true(fabs(run_channel(&run, "j.phi.drive") - 0.5 * 2 * t) < 1e-12);
    assert_true(fabs(run_channel(&run, "j.phi") - (t + t * t * t / 3)) < 1e-12);
    assert_true(fabs(run_channel(&run, "j.phi.rate") - (1 + t * t)) < 1e-12);
  } while (advance(&run));
  assert_true(trm_simulation_time(run.simulation) == 2);
  run_free(&run);
}

/* ---- what is refused ---- */

static void expect_refusal(const char *text, const char *const *parts) {
  trm_Model *model = model_from_text(text);
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  trm_Simulation *simulation = trm_simulation_new(model, diagnostics);
  trm_Status status = simulation ? trm_run(simulation, NULL, NULL, diagnostics) : TRM_BAD_MODEL;
  char *said = trm_diagnostics_text(diagnostics);
  assert_non_null(said);
  assert_true(status < 0);
  printf("%s", said);
  for (int i = 0; parts[i]; i++)
    if (!strstr(said, parts[i])) fail_msg("\"%s\" is not in \"%s\"", parts[i], said);
  trm_free(said);
  trm_simulation_free(simulation);
  trm_diagnostics_free(diagnostics);
  trm_model_free(model);
}

static void mechanisms_not_fully_driven(void **state) {
  (void)state;
  expect_refusal(
      "trammel: 1\n"
      "bodies: {held: {mass: 1, inertia: [1, 1, 1]}, arm: {mass: 1, inertia: [1, 1, 1], position: [1, 0, 0]},\n"
      "  tip: {mass: 1, inertia: [1, 1, 1], position: [2, 0, 0]}}\n"
      "joints:\n"
      "  motor: {type: revolute, between: [ground, held], axis: [0, 0, 1], at: [0, 0, 0], coordinates: {phi: "
      "{drive: t}}}\n"
      "  elbow: {type: revolute, between: [held, arm], axis: [0, 0, 1], at: [0.5, 0, 0]}\n"
      "  wrist: {type: spherical, between: [arm, tip], at: [1.5, 0, 0]}\n"
      "analysis: {type: kinematic, until: 1, step: 0.1}\n",
      (const char *const[]){"not fully driven: 4 degrees of freedom are free", "\"arm\", \"tip\" can move", "of joint",
                            NULL});
}

/* at a dead centre: the piston stands still there, but it can move */
static void a_slider_at_its_dead_centre(void **state) {
  (void)state;
  expect_refusal(
      "trammel: 1\n"
      "bodies: {crank: {mass: 1, inertia: [1, 1, 1], position: [0.5, 0, 0]}, rod: {mass: 1, inertia: [1, 1, 1], "
      "position: [2, 0, 0]},\n"
      "  piston: {mass: 1, inertia: [1, 1, 1], position: [3, 0, 0]}}\n"
      "joints:\n"
      "  shaft: {type: revolute, between: [ground, crank], axis: [0, 0, 1], at: [0, 0, 0]}\n"
      "  big: {type: revolute, between: [crank, rod], axis: [0, 0, 1], at: [1, 0, 0]}\n"
      "  small: {type: revolute, between: [rod, piston], axis: [0, 0, 1], at: [3, 0, 0]}\n"
      "  bore: {type: prismatic, between: [ground, piston], axis: [1, 0, 0], at: [3, 0, 0]}\n"
      "analysis: {type: kinematic, until: 1, step: 0.1}\n",
      (const char *const[]){"1 degree of freedom is free", "\"crank\", \"rod\", \"piston\" can move",
                            "drive phi of joint \"shaft\"", NULL});
}

/* A rod on two sliders at right angles, driven by one of them: at its turning point the other slider is free to go
   either way. The motion arrives there at t = pi/2. */
static void singular_positions(void **state) {
  (void)state;
  expect_refusal("trammel: 1\nspace: planar\n"
                 "bodies: {a: {mass: 1, inertia: [1, 1, 1], position: [0, 0, 0]}, b: {mass: 1, inertia: [1, 1, 1], "
                 "position: [0, 1, 0]}}\n"
                 "joints:\n"
                 "  x: {type: prismatic, between: [ground, a], axis: [1, 0, 0], at: [0, 0, 0], coordinates: {delta: "
                 "{drive: \"t\"}}}\n"
                 "  y: {type: prismatic, between: [ground, b], axis: [0, 1, 0], at: [0, 1, 0]}\n"
                 "  rod: {type: distance, between: [a, b]}\n"
                 "analysis: {type: kinematic, until: 2, step: 0.125}\n",
                 (const char *const[]){"at t = 1 s", "singular position", NULL});
  expect_refusal("trammel: 1\nspace: planar\n"
                 "bodies: {a: {mass: 1, inertia: [1, 1, 1], position: [0, 0, 0]}, b: {mass: 1, inertia: [1, 1, 1], "
                 "position: [0, 1, 0]}}\n"
                 "joints:\n"
                 "  x: {type: prismatic, between: [ground, a], axis: [1, 0, 0], at: [0, 0, 0], coordinates: {delta: "
                 "{drive: \"t\"}}}\n"
                 "  y: {type: prismatic, between: [ground, b], axis: [0, 1, 0], at: [0, 1, 0]}\n"
                 "  rod: {type: distance, between: [a, b]}\n"
                 "analysis: {type: kinematic, until: 2, step: 0.3}\n",
                 (const char *const[]){"no position near the one before", "joint \"", "out of reach", NULL});
}

static void contradicting_drives(void **state) {
  (void)state;
  expect_refusal("trammel: 1\n"
                 "bodies: {a: {mass: 1, inertia: [1, 1, 1]}}\n"
                 "joints:\n"
                 "  one: {type: revolute, between: [ground, a], axis: [0, 0, 1], at: [0, 0, 0], coordinates: {phi: "
                 "{drive: t}}}\n"
                 "  two: {type: revolute, between: [ground, a], axis: [0, 0, 1], at: [0, 0, 1], coordinates: {phi: "
                 "{drive: \"t + t^2\"}}}\n"
                 "analysis: {type: kinematic, until: 1, step: 0.1}\n",
                 (const char *const[]){"joint \"", NULL});
}

/* ---- fast drives ---- */

#define CRANK_WITH(drive, analysis)                                                                                    \
  "trammel: 1\nbodies: {crank: {mass: 1, inertia: [1, 1, 1], position: [0.1, 0, 0]}, rod: {mass: 1, inertia: [1, 1, "  \
  "1], position: [0.5, 0, 0]}, piston: {mass: 1, inertia: [1, 1, 1], position: [0.9, 0, 0]}}\n"                        \
  "joints:\n"                                                                                                          \
  "  motor: {type: revolute, between: [ground, crank], axis: [0, 0, 1], at: [0, 0, 0], coordinates: {phi: {drive: "    \
  "\"" drive "\"}}}\n"                                                                                                 \
  "  pin: {type: revolute, between: [crank, rod], axis: [0, 0, 1], at: [0.2, 0, 0]}\n"                                 \
  "  wrist: {type: revolute, between: [rod, piston], axis: [0, 0, 1], at: [0.9, 0, 0]}\n"                              \
  "  guide: {type: prismatic, between: [ground, piston], axis: [1, 0, 0], at: [0.9, 0, 0]}\n"                          \
  "analysis: {type: kinematic, " analysis "}\n"

/* Thousands of turns between two rows: the way is followed in steps of its own, on the same branch. Motions that
   swing back between two rows are followed as well. */
static void fast_drives(void **state) {
  (void)state;
  static const struct {
    const char *text;
    double angle, until;
  } cases[] = {{CRANK_WITH("1000*t", "until: 10, output: 10"), 1e4, 10},
               {CRANK_WITH("1e4*t^2", "until: 1, output: {every: 1}"), 1e4, 1},
               {CRANK_WITH("0.5*sin(600*t)", "until: 1, output: {every: 1}"), 0.5 * 0.044182448331873195, 1}};
  for (int i = 0; i < 3; i++) {
    Run run = run_start(cases[i].text);
    while (advance(&run)) {}
    double s = sin(cases[i].angle), c = cos(cases[i].angle), place = 0.2 * c + sqrt(0.49 - 0.04 * s * s);
    const trm_Summary *summary = trm_simulation_summary(run.simulation);
    printf("angle %-9.5g %6d steps, piston off by %.1e m\n", cases[i].angle, (int)summary->steps,
           fabs(run_channel(&run, "piston.position.x") - place));
    assert_true(trm_simulation_time(run.simulation) == cases[i].until);
    assert_true(fabs(run_channel(&run, "motor.phi") - cases[i].angle) <= 1e-12 * fmax(1, cases[i].angle));
    assert_true(fabs(run_channel(&run, "piston.position.x") - place) <
                1e-11); /* 1e4 rad carry 2e-12 rad of round-off */
    run_free(&run);
  }
  expect_refusal(CRANK_WITH("1e12*t", "until: 10, output: 10"),
                 (const char *const[]){"turns at 1e+12 rad/s", "too many", NULL});
}

/* Rows so close that predictions are good: one factorization for positions, velocities, accelerations and forces,
   and one for the reactions of least norm. */
static void one_factorization_a_row(void **state) {
  (void)state;
  Run run = run_start(CRANK_WITH("2*t", "until: 6, output: {every: 0.01}"));
  while (advance(&run)) {}
  const trm_Summary *summary = trm_simulation_summary(run.simulation);
  double each = (double)summary->factorizations / (double)summary->steps;
  printf("%d rows, %.2f iterations and %.2f factorizations each\n", (int)summary->steps,
         (double)summary->iterations / (double)summary->steps, each);
  assert_true(each < 2.1);
  run_free(&run);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(slider_crank),
      cmocka_unit_test(four_bar),
      cmocka_unit_test(six_bar),
      cmocka_unit_test(forces_by_inverse_dynamics),
      cmocka_unit_test(mechanisms_not_fully_driven),
      cmocka_unit_test(a_slider_at_its_dead_centre),
      cmocka_unit_test(singular_positions),
      cmocka_unit_test(contradicting_drives),
      cmocka_unit_test(fast_drives),
      cmocka_unit_test(one_factorization_a_row),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
