/* Snapping through. Loads that are put on by increments jump over a limit point: beyond it there is no equilibrium in
   the neighbourhood, and what is found lies elsewhere. An increment that leads much farther than its tangent says is
   halved again and again, towards the larger of its two moves: along a path the move shrinks with the part of the
   increment (by its root at a limit point), a jump stays as large. */
#include "analysis/snap.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "math/vec3.h"

struct trm_Snap {
  trm_State *low, *high, *end; /* states on both sides of a jump, and at the end of the increment */
};

static const double long_move = 0.02;                 /* of the model's size, or rad: less is not looked at */
static const double far_from_tangent = 3, jump = 0.3; /* times what was predicted; part of the whole move */
enum { HALVINGS = 10 };                               /* 1/1024 of an increment: its root is 1/32 */

static trm_State *new_state(trm_Simulation *s) {
  trm_State *state = TRM_ARENA_NEW(&s->work, trm_State, 1);
  double *data = TRM_ARENA_NEW(&s->work, double, s->state->size);
  if (state && data) *state = (trm_State){.size = s->state->size, .data = data};
  return state;
}

trm_Status trm_snap_new(trm_Simulation *s) {
  struct trm_Snap *snap = TRM_ARENA_NEW(&s->work, struct trm_Snap, 1);
  if (!snap) return TRM_NO_MEMORY;
  snap->low = new_state(s), snap->high = new_state(s), snap->end = new_state(s);
  s->statics->snap = snap;
  return s->work.failed ? TRM_NO_MEMORY : TRM_OK;
}

trm_Prediction trm_snap_predict(trm_Simulation *s, double to, trm_NewtonReport *report) {
  struct trm_Statics *e = s->statics;
  trm_Prediction out = {.known = false, .from = e->share, .to = to};
  double measure = trm_statics_evaluate(s, true, &report->worst);
  if (!(measure <= s->newton->options.acceptable) || trm_statics_factor(s, 0, report) != TRM_OK) return out;
  trm_statics_find_load(s, e->change);
  for (int i = 0; i < s->system->numbering.count; i++) e->change[i] *= e->share - to;
  if (trm_lu_solve(s->newton->lu, e->change) != TRM_OK) return out;
  trm_StepSize size = trm_statics_step_size(s, e->change);
  out.size = fmax(size.length, size.angle);
  out.known = isfinite(out.size);
  return out;
}

/* the largest displacement over the model's size, or change of a director (rad where it is small) */
static double distance(const trm_Simulation *s, const double *from, const double *to) {
  const trm_Model *model = s->model;
  double largest = 0, difference[3];
  for (int i = 0; i < model->node_count + 3 * model->node_count; i++) {
    trm_subtract(difference, to + 3 * (ptrdiff_t)i, from + 3 * (ptrdiff_t)i);
    largest = fmax(largest, trm_norm(difference) / (i < model->node_count ? model->size : 1));
  }
  return largest;
}

/* coordinates stand first in the data of a state */
static double between(const trm_Simulation *s, const trm_State *from, const trm_State *to) {
  ptrdiff_t q = s->state->q - s->state->data;
  return distance(s, from->data + q, to->data + q);
}

static void take(trm_Simulation *s, const trm_State *state, double share) {
  trm_state_copy(s->state, state);
  s->statics->share = share;
}

/* Halves the increment from snap->low to snap->high; true: a jump is left between two neighbouring shares of the
   loads. */
static bool narrow(trm_Simulation *s, double *low, double *high, trm_NewtonReport *report) {
  struct trm_Snap *snap = s->statics->snap;
  double whole = between(s, snap->low, snap->high);
  for (int i = 0; i < HALVINGS; i++) {
    double middle = 0.5 * (*low + *high);
    take(s, snap->low, *low);
    if (trm_statics_settle(s, *s->state->time, middle, report) != TRM_OK) return false;
    double first = between(s, snap->low, s->state), second = between(s, s->state, snap->high);
    trm_state_copy(first > second ? snap->high : snap->low, s->state);
    *(first > second ? high : low) = middle;
    if (between(s, snap->low, snap->high) < jump * whole) return false;
  }
  return true;
}

trm_Status trm_snap_watch(trm_Simulation *s, const trm_Prediction *prediction, trm_NewtonReport *report) {
  struct trm_Statics *e = s->statics;
  struct trm_Snap *snap = e->snap;
  if (!prediction->known) return TRM_OK;
  double moved = between(s, e->start, s->state), low = prediction->from, high = prediction->to;
  if (moved < long_move || moved < far_from_tangent * prediction->size) return TRM_OK;
  trm_state_copy(snap->low, e->start);
  trm_state_copy(snap->high, s->state);
  trm_state_copy(snap->end, s->state);
  if (narrow(s, &low, &high, report))
    snprintf(s->said.remark, sizeof s->said.remark,
             "the model snaps through near load factor %.4g: the equilibrium found beyond is not the neighbouring one, "
             "which ends there; method: arc-length follows the path of equilibria through it",
             0.5 * (low + high));
  take(s, snap->end, prediction->to);
  return TRM_OK;
}
