/* The equations of equilibrium of random models in random states: the matrix against differences of the residual, in
   every unknown;
   loads in proportion to their share. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "analysis/static.h"
#include "conformance/random_model.h"
#include "conformance/text_model.h"

enum { MODELS = 12, MOST = 500, MOST_STILL = 2000 };

static double still[MOST_STILL];

typedef struct Subject {
  trm_Model *model;
  trm_System *system;
  trm_State *state, *moved;
  trm_StaticPoint point;
} Subject;

static void subject_new(Subject *s, Random *random, LawChoice laws) {
  char *text = random_model_text(random, trm_joint_registry(), laws);
  s->model = model_from_text(text);
  free(text);
  assert_int_equal(trm_system_new(&s->system, s->model), TRM_OK);
  assert_int_equal(trm_state_new(&s->state, s->system), TRM_OK);
  assert_int_equal(trm_state_new(&s->moved, s->system), TRM_OK);
  int n = s->system->numbering.count;
  assert_in_range(n, 1, MOST);
  assert_in_range(trm_configuration_size(s->model) + 3 * s->model->node_count, 1, MOST_STILL);
  double move[MOST];
  for (int i = 0; i < n; i++) move[i] = random_number(random, -1, 1);
  trm_state_move(s->system, s->state, move);
  for (int m = 0; m < s->system->layout->multiplier_count; m++) s->state->lambda[m] = random_number(random, -5, 5);
  for (int c = 0; c < s->model->coordinate_count; c++) { /* not beside a stop: they are at quarters */
    double *x = &s->state->x[c];
    *x = random_number(random, -2, 2);
    if (fabs(4 * *x - round(4 * *x)) < 0.2) *x += 0.1;
  }
  *s->state->scale = random_number(random, 0.5, 3);
  *s->state->time = random_number(random, 0, 2);
  s->point = (trm_StaticPoint){random_number(random, 0.2, 1), still};
}

static void subject_free(Subject *s) {
  trm_state_free(s->moved);
  trm_state_free(s->state);
  trm_system_free(s->system);
  trm_model_free(s->model);
}

/* the residual with unknown i changed by `by` */
static void residual_beside(Subject *s, int i, double by, double *residual) {
  double change[MOST] = {0};
  trm_Scales scales;
  trm_state_copy(s->moved, s->state);
  if (s->system->multiplier_of[i] >= 0) {
    s->moved->lambda[s->system->multiplier_of[i]] += by;
  } else {
    change[i] = by;
    trm_state_move(s->system, s->moved, change);
  }
  trm_static_equations(s->system, s->moved, &s->point, residual, NULL, &scales);
}

/* Equal speeds of shafts hold over a step: an equilibrium has none, so that the row is 0 and its line in the matrix
   says which way the state may move. */
static bool holds_over_a_step(const Subject *s, int unknown) {
  for (int j = 0; j < s->model->joint_count; j++) {
    const trm_Joint *joint = &s->system->layout->joints[j];
    int r = unknown - s->system->numbering.joint[j] - joint->unknown_count;
    if (r >= 0 && r < joint->row_count) return joint->kind->rows[joint->rows[r]].type == TRM_ROW_SPEED;
  }
  return false;
}

/* the largest difference in the column of unknown i, relative to the largest entry of the matrix */
static double column_error(Subject *s, int i, const double *values, double largest) {
  static double at[4][MOST];
  const trm_Pattern *pattern = s->system->pattern;
  const double step = 1e-3, places[4] = {-2, -1, 1, 2};
  double error = 0;
  for (int p = 0; p < 4; p++) residual_beside(s, i, places[p] * step, at[p]);
  for (int row = 0; row < pattern->n; row++) {
    int position = trm_pattern_find(pattern, row, i);
    if (holds_over_a_step(s, row)) continue;
    double slope = (at[0][row] - 8 * at[1][row] + 8 * at[2][row] - at[3][row]) / (12 * step);
    error = fmax(error, fabs(slope - (position < 0 ? 0 : values[position])) / largest);
  }
  return error;
}

static void matrix_against_differences(void **state) {
  (void)state;
  static const LawChoice choices[] = {LAWS_NONE, LAWS_ALL, LAWS_RANDOM, LAWS_DRIVE};
  Random random = {991};
  double worst = 0;
  int columns = 0;
  for (int m = 0; m < MODELS; m++) {
    Subject s;
    subject_new(&s, &random, choices[m % 4]);
    int n = s.system->numbering.count, entries = s.system->pattern->start[n];
    double *values = calloc((size_t)entries, sizeof(double)), residual[MOST], largest = 0;
    trm_Scales scales;
    assert_non_null(values);
    trm_static_equations(s.system, s.state, &s.point, residual, values, &scales);
    for (int i = 0; i < entries; i++) largest = fmax(largest, fabs(values[i]));
    for (int i = 0; i < n; i++, columns++) worst = fmax(worst, column_error(&s, i, values, largest));
    free(values);
    subject_free(&s);
  }
  printf("static matrix against differences: %.1e (%d columns)\n", worst, columns);
  assert_true(worst < 1e-8);
}

/* r(share) is linear in the share: what is withheld are gravity, loads and actuators, nothing else */
static void loads_in_proportion(void **state) {
  (void)state;
  Random random = {17};
  double worst = 0, size = 0;
  for (int m = 0; m < MODELS; m++) {
    Subject s;
    subject_new(&s, &random, LAWS_ALL);
    static double r[3][MOST];
    trm_Scales scales;
    for (int i = 0; i < 3; i++) {
      s.point.share = 0.5 * i;
      trm_static_equations(s.system, s.state, &s.point, r[i], NULL, &scales);
    }
    for (int i = 0; i < s.system->numbering.count; i++) {
      double loads = fabs(r[2][i] - r[0][i]);
      worst = fmax(worst, fabs(r[0][i] - 2 * r[1][i] + r[2][i]) / fmax(1, fabs(r[0][i]) + fabs(r[2][i])));
      size = fmax(size, loads);
      if (s.system->multiplier_of[i] >= 0) assert_true(loads == 0);
    }
    subject_free(&s);
  }
  assert_true(worst < 1e-13 && size > 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(matrix_against_differences),
                                     cmocka_unit_test(loads_in_proportion)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
