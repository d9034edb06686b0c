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
#include "conformance/text_model.h"
#include "test_all.h"
#include "verification/sliding_models.h"

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

static trm_Model *model_of(const SlidingModel *problem, const char *coordinates) {
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
static void way_of(const SlidingModel *problem, double *from, double *length) {
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
  static SlidingModel problem;
  char coordinates[300], said[1000];
  double from, length;
  make_sliding_model(number, &problem);
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
