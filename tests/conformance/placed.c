/* Moving models to where they are wanted. */
#include "conformance/placed.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>
#include "conformance/text_model.h"
#include "element/joint_levels.h"
#include "linalg/dense.h"

Placed placed_at_random(trm_Model *model, Random *random, double far) {
  Placed placed = {.model = model};
  assert_int_equal(trm_system_new_for(&placed.system, placed.model, (trm_LayoutOptions){.unshared = true}), TRM_OK);
  assert_int_equal(trm_state_new(&placed.state, placed.system), TRM_OK);
  *placed.state->scale = 37;
  int n = placed.system->numbering.count;
  double *change = calloc((size_t)n, sizeof *change);
  assert_non_null(change);
  for (int i = 0; i < n; i++) change[i] = random_number(random, -far, far);
  trm_state_move(placed.system, placed.state, change);
  free(change);
  return placed;
}

void placed_free(Placed *placed) {
  trm_state_free(placed->state);
  trm_system_free(placed->system);
  trm_model_free(placed->model);
}

/* Newton's method on the rows of the model's one joint, with the least change: change = -B^T (B B^T)^-1 C.
   Returns the largest row that is left. */
static double correct(const Placed *placed) {
  const trm_Model *model = placed->model;
  const trm_Joint *joint = &placed->system->layout->joints[0];
  trm_JointLevels levels;
  double values[TRM_LOCAL_UNKNOWNS], square[TRM_JOINT_ROWS * TRM_JOINT_ROWS], worst = 0;
  double *still = calloc((size_t)trm_configuration_size(model), sizeof *still);
  double *change = calloc((size_t)placed->system->numbering.count, sizeof *change);
  assert_true(still && change);
  trm_Instant now = {
      .layout = placed->state->layout, .q = placed->state->q, .w = still, .x = placed->state->x, .scale = 1};
  trm_joint_levels(model, 0, &now, TRM_OMEGA_WORLD, &levels);
  trm_joint_constraints(model, joint, &(trm_Position){now.q, now.x, NULL, now.x}, values);
  for (int i = 0; i < levels.rows; i++)
    for (int j = 0; j < levels.rows; j++) {
      double *sum = &square[i + levels.rows * j];
      *sum = 0;
      for (int c = 0; c < levels.columns; c++) *sum += levels.matrix[i][c] * levels.matrix[j][c];
    }
  for (int r = 0; r < levels.rows; r++) worst = fmax(worst, fabs(values[r]));
  if (trm_dense_solve(square, levels.rows, values, 1) != TRM_OK) { /* a half turn away, where locked axes do not tell */
    free(change);
    free(still);
    return INFINITY;
  }
  for (int c = 0; c < levels.columns; c++) {
    int unknowns[6], own = c - 6 * levels.node_count;
    if (own < 0) trm_node_unknowns(model, &placed->system->numbering, levels.nodes[c / 6], unknowns);
    int at = own < 0 ? unknowns[c % 6] : placed->system->numbering.joint[0] + own;
    for (int r = 0; r < levels.rows && at >= 0; r++) change[at] -= levels.matrix[r][c] * values[r];
  }
  trm_state_move(placed->system, placed->state, change);
  free(change);
  free(still);
  return worst;
}

void placed_follow(const Placed *placed) {
  for (int j = 0; j < placed->model->joint_count; j++)
    trm_joint_evaluate_all(placed->model, &placed->system->layout->joints[j], placed->state->q, placed->state->x);
}

/* from a random position; the place of a contact is kept inside its track */
void placed_hold(Placed *placed) {
  double left = 1;
  const trm_Joint *joint = &placed->system->layout->joints[0];
  for (int iteration = 0; iteration < 40 && left > 1e-14; iteration++) {
    left = correct(placed);
    double *s = &placed->state->x[joint->first_coordinate], start = joint->track ? joint->track->start : 0;
    if (joint->track) *s = fmin(fmax(*s, -0.95 * start), 0.95 * (joint->track->length - start));
  }
  placed_follow(placed); /* an angle may be half a turn away, where its row holds as well */
  placed->held = left < 1e-13 && correct(placed) < 1e-13;
}
