/* Every constraint of every joint kind at three levels, along random motions: C, its rate B nu, its acceleration B
   nu_dot + gamma; with components of angular velocities along the world's axes and along those of the bodies. The first
   is differentiated in time. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "conformance/random_model.h"
#include "conformance/text_model.h"
#include "element/joint_levels.h"
#include "math/rotation.h"
#include "math/vec3.h"
#include "system/state.h"

enum { MODELS = 10, NODES = 64, COORDINATES = 128, SIZE = 1000 };

/* A motion of all nodes and coordinates: x0 + v t + a t^2/2; triads turned by the rotation vector omega t + alpha
   t^2/2, whose angular velocity and acceleration at t = 0 are omega and alpha. */
typedef struct Motion {
  const trm_Layout *layout;
  const trm_Model *model;
  double q[SIZE], x[COORDINATES];
  double v[NODES][3], a[NODES][3], omega[NODES][3], alpha[NODES][3]; /* by point, by triad */
  double rate[COORDINATES], acceleration[COORDINATES];
} Motion;

static void position(const Motion *m, double t, double *q, double *x) {
  const trm_Model *model = m->model;
  memcpy(q, m->q, sizeof(double) * (size_t)trm_configuration_size(model));
  for (int p = 1; p < model->node_count; p++)
    for (int n = 0; n < 3; n++) q[trm_point_at(p) + n] += t * m->v[p][n] + 0.5 * t * t * m->a[p][n];
  for (int k = 1; k < model->node_count; k++) {
    double vector[3], turn[9];
    for (int n = 0; n < 3; n++) vector[n] = t * m->omega[k][n] + 0.5 * t * t * m->alpha[k][n];
    double angle = trm_norm(vector);
    if (angle == 0) continue;
    trm_rotation_from_axis(vector, angle, turn);
    for (int j = 0; j < 3; j++) {
      const double *d = m->q + trm_triad_at(model, k) + 3 * j;
      for (int n = 0; n < 3; n++) q[trm_triad_at(model, k) + 3 * j + n] = trm_dot(turn + 3 * n, d);
    }
  }
  for (int c = 0; c < model->coordinate_count; c++) x[c] = m->x[c] + t * m->rate[c] + 0.5 * t * t * m->acceleration[c];
}

static void constraints(const Motion *m, const trm_Joint *joint, double t, double *values) {
  double q[SIZE], x[COORDINATES];
  position(m, t, q, x);
  trm_joint_constraints(m->model, joint, &(trm_Position){q, x, m->q, x}, values);
}

/* Which angular velocities, of which derivative: rates or accelerations. */
typedef struct Level {
  trm_OmegaAxes axes;
  bool second;
} Level;

/* node velocities (or accelerations), active coordinates, terms, in the order of trm_JointLevels */
static void local_motion(const Motion *m, const trm_Joint *joint, const trm_JointLevels *levels, Level level,
                         double *out) {
  const trm_Model *model = m->model;
  const double *rates = level.second ? m->acceleration : m->rate;
  int own = 6 * levels->node_count;
  for (int b = 0; b < levels->node_count; b++) {
    const trm_Node *node = &model->nodes[levels->nodes[b]];
    trm_copy(out + 6 * b, level.second ? m->a[node->point] : m->v[node->point], 3);
    const double *turn = level.second ? m->alpha[node->triad] : m->omega[node->triad];
    const double *d = m->q + trm_triad_at(model, node->triad);
    for (int j = 0; j < 3; j++) out[6 * b + 3 + j] = level.axes == TRM_OMEGA_WORLD ? turn[j] : trm_dot(turn, d + 3 * j);
  }
  for (int c = 0; c < joint->kind->coordinate_count; c++)
    if (joint->unknown_of[c] >= 0) out[own + joint->unknown_of[c]] = rates[joint->first_coordinate + c];
  for (int t = 0; t < joint->term_count; t++)
    out[own + joint->unknown_count + t] = rates[trm_term_coordinate(model, &joint->terms[t])];
  assert_int_equal(levels->columns, own + joint->unknown_count + joint->term_count);
}

/* velocities of the coordinates of the configuration at t = 0 */
static void configuration_rate(const Motion *m, double *w) {
  const trm_Model *model = m->model;
  memset(w, 0, sizeof(double) * SIZE);
  for (int p = 1; p < model->node_count; p++) trm_copy(w + trm_point_at(p), m->v[p], 3);
  for (int k = 1; k < model->node_count; k++)
    for (int j = 0; j < 3; j++) {
      int d = trm_triad_at(model, k) + 3 * j;
      trm_cross(w + d, m->omega[k], m->q + d);
    }
}

typedef struct Worst {
  double rate, acceleration;
  int rows, of_contacts, of_curves;
  bool seen[TRM_ROW_SLIDE_ANGLE + 1]; /* by type */
} Worst;

/* Sixth-order central differences in time of the values. */
static void differences(const Motion *m, const trm_Joint *joint, double first[], double second[]) {
  const double h = 0.02;
  static const double one[4] = {0, 0.75, -0.15, 1.0 / 60}, two[4] = {-49.0 / 18, 1.5, -0.15, 1.0 / 90};
  double values[TRM_LOCAL_UNKNOWNS];
  for (int r = 0; r < joint->row_count; r++) first[r] = second[r] = 0;
  for (int k = -3; k <= 3; k++) {
    constraints(m, joint, k * h, values);
    for (int r = 0; r < joint->row_count; r++) {
      first[r] += (k < 0 ? -1 : 1) * one[abs(k)] * values[r] / h;
      second[r] += two[abs(k)] * values[r] / (h * h);
    }
  }
}

static void check_joint(const Motion *m, int j, trm_OmegaAxes axes, Worst *worst) {
  const trm_Joint *joint = &m->layout->joints[j];
  double w[SIZE], first[TRM_JOINT_ROWS], second[TRM_JOINT_ROWS], nu[TRM_LEVEL_COLUMNS], nu_dot[TRM_LEVEL_COLUMNS];
  trm_JointLevels levels;
  configuration_rate(m, w);
  trm_Instant now = {.layout = m->layout, .q = m->q, .w = w, .x = m->x, .x_rate = m->rate, .scale = 2.5};
  trm_joint_levels(m->model, j, &now, axes, &levels);
  local_motion(m, joint, &levels, (Level){axes, false}, nu);
  local_motion(m, joint, &levels, (Level){axes, true}, nu_dot);
  differences(m, joint, first, second);
  assert_int_equal(levels.rows, joint->row_count);
  worst->of_contacts += joint->track ? levels.rows : 0, worst->of_curves += joint->path ? levels.rows : 0;
  for (int r = 0; r < levels.rows; r++, worst->rows++) {
    worst->seen[joint->kind->rows[joint->rows[r]].type] = true;
    double rate = 0, acceleration = levels.gamma[r];
    for (int c = 0; c < levels.columns; c++) {
      rate += levels.matrix[r][c] * nu[c];
      acceleration += levels.matrix[r][c] * nu_dot[c];
    }
    worst->rate = fmax(worst->rate, fabs(rate - first[r]) / fmax(1, fabs(rate)));
    worst->acceleration = fmax(worst->acceleration, fabs(acceleration - second[r]) / fmax(1, fabs(acceleration)));
    if (worst->rate > 1e-7 || worst->acceleration > 1e-6)
      fail_msg("%s, row %d: rate %.12g against %.12g, acceleration %.12g against %.12g", joint->name, r, rate, first[r],
               acceleration, second[r]);
  }
}

/* contacts inside an element of their track, so that none crosses a border while differences are taken */
static void put_on_tracks(Motion *m, Random *random) {
  for (int j = 0; j < m->model->joint_count; j++) {
    const trm_Joint *joint = &m->layout->joints[j];
    if (!joint->track) continue;
    const trm_TrackElement *element = &joint->track->elements[random_count(random, joint->track->count)];
    double place = random_number(random, 0.2, 0.8);
    m->x[joint->first_coordinate] = element->from + place * (element->to - element->from) - joint->track->start;
  }
}

/* every type of row that a kind of the table has */
static void all_types_seen(const Worst *worst) {
  trm_JointRegistry registry = trm_joint_registry();
  for (int j = 0; j < registry.count; j++)
    for (int r = 0; r < registry.kinds[j].row_count; r++)
      if (!worst->seen[registry.kinds[j].rows[r].type]) fail_msg("no row %d of %s was seen", r, registry.kinds[j].name);
}

static void random_motion(Motion *m, const trm_Model *model, const trm_State *state, Random *random) {
  m->model = model;
  assert_in_range(trm_configuration_size(model), 1, SIZE);
  assert_in_range(model->node_count, 1, NODES);
  assert_in_range(model->coordinate_count, 0, COORDINATES);
  memcpy(m->q, state->q, sizeof(double) * (size_t)trm_configuration_size(model));
  for (int n = 0; n < NODES; n++) {
    bool ground = n == 0;
    random_vector(random, ground ? 0 : 0.4, m->v[n]), random_vector(random, ground ? 0 : 0.4, m->a[n]);
    random_vector(random, ground ? 0 : 0.4, m->omega[n]), random_vector(random, ground ? 0 : 0.4, m->alpha[n]);
  }
  for (int c = 0; c < COORDINATES; c++) {
    m->x[c] = random_number(random, -1, 1);
    m->rate[c] = random_number(random, -0.5, 0.5), m->acceleration[c] = random_number(random, -0.5, 0.5);
  }
  put_on_tracks(m, random);
}

static void three_levels(void **state) {
  (void)state;
  static const LawChoice choices[] = {LAWS_NONE, LAWS_ALL};
  Random random = {808};
  for (int axes = 0; axes < 2; axes++) {
    Worst worst = {0};
    for (int i = 0; i < MODELS; i++) {
      char *text = random_model_text(&random, trm_joint_registry(), choices[i % 2]);
      trm_Model *model = model_from_text(text);
      trm_System *system;
      trm_State *here;
      static Motion motion;
      free(text);
      assert_int_equal(trm_system_new(&system, model), TRM_OK);
      assert_int_equal(trm_state_new(&here, system), TRM_OK);
      double move[SIZE];
      assert_in_range(system->numbering.count, 1, SIZE);
      for (int n = 0; n < system->numbering.count; n++) move[n] = random_number(&random, -0.5, 0.5);
      trm_state_move(system, here, move);
      motion.layout = system->layout;
      random_motion(&motion, model, here, &random);
      for (int j = 0; j < model->joint_count; j++) check_joint(&motion, j, (trm_OmegaAxes)axes, &worst);
      trm_state_free(here);
      trm_system_free(system);
      trm_model_free(model);
    }
    printf("angular velocities along the %s axes: %d rows (%d of contacts on beams, %d along curves), B nu %.1e, B "
           "nu_dot + gamma %.1e from derivatives in time\n",
           axes == TRM_OMEGA_WORLD ? "world's" : "bodies'", worst.rows, worst.of_contacts, worst.of_curves, worst.rate,
           worst.acceleration);
    assert_true(worst.rows > 200 && worst.of_contacts > 50 && worst.of_curves > 10);
    all_types_seen(&worst);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(three_levels)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
