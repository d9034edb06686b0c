/* Sizes of residuals, momenta and velocities of a whole system. */
#include <math.h>
#include <string.h>
#include "system/state.h"

/* Forces below this (N, N m) are as good as 0: their squares, of which the scales are made, come next to the
   smallest double and have no relative precision. */
static const double vanishing = 1e-146; /* root of DBL_MIN / DBL_EPSILON */

/* Force rows relative to the largest internal force, moment rows to the largest moment, constraints to the model's
   size or a radian. */
bool trm_residual_weights(const trm_System *system, const trm_Scales *scales, double scale, trm_KindWeights *out) {
  double force = scales->force, moment = scales->moment, length = system->model->size;
  *out = (trm_KindWeights){0};
  if (!isfinite(force) || !isfinite(moment)) return false;
  if (!(force > 0)) force = moment / length;
  if (!(moment > 0)) moment = force * length;
  force = fmax(force, vanishing), moment = fmax(moment, vanishing);
  *out = (trm_KindWeights){.force = force,
                           .inverse = {[TRM_UNKNOWN_DISPLACEMENT] = 1 / force,
                                       [TRM_UNKNOWN_ROTATION] = 1 / moment,
                                       [TRM_UNKNOWN_LENGTH] = 1 / force,
                                       [TRM_UNKNOWN_ANGLE] = 1 / moment,
                                       [TRM_UNKNOWN_MULTIPLIER] = 1 / scale}};
  return true;
}

double trm_residual_size(const trm_System *system, const trm_State *state, const trm_Scales *scales,
                         const double *residual, int *worst) {
  trm_KindWeights weights;
  if (!trm_residual_weights(system, scales, *state->scale, &weights)) return INFINITY;
  const double *inverse = weights.inverse;
  double force = weights.force, length = system->model->size, largest = 0;
  const double *dropped = trm_state_dropped(state);
  for (int i = 0; i < system->numbering.count; i++) {
    bool multiplier = system->kinds[i] == TRM_UNKNOWN_MULTIPLIER;
    double relative = fabs(residual[i]) * (inverse[system->kinds[i]] * (multiplier ? system->inverse_extent[i] : 1));
    if (dropped && multiplier && dropped[system->multiplier_of[i]] != 0) /* not a constraint, but its force: vanishes */
      relative = fabs(residual[i]) * system->extent[i] / (force * length);
    if (relative <= largest) continue;
    largest = relative, *worst = i;
    if (isnan(largest)) break; /* no other number may cover it */
  }
  return largest;
}

int trm_system_momenta(const trm_System *system, int k, int first, const double *q, const double *w) {
  const trm_ElementKind *kind = trm_element_kinds[k];
  const trm_Scatter *scatter = &system->scatter[k];
  trm_Local *local = scatter->local;
  int rest = kind->momentum ? kind->count(system->model) - first : 0, n = rest < scatter->batch ? rest : scatter->batch;
  if (kind->momenta && n > 0) kind->momenta(system->model, q, w, first, n, local);
  for (int i = 0; !kind->momenta && i < n; i++)
    local[i].node_count = kind->momentum(system->model, q, w, first + i, local[i].nodes, local[i].residual);
  return n;
}

void trm_system_momentum(const trm_System *system, const double *q, const double *w, double *out) {
  memset(out, 0, sizeof(double) * (size_t)system->numbering.count);
  for (int k = 0; k < trm_element_kind_count; k++)
    for (int first = 0, n; (n = trm_system_momenta(system, k, first, q, w)) > 0; first += n)
      for (int e = 0; e < n; e++) {
        const trm_Local *local = &system->scatter[k].local[e];
        const int *unknowns = system->scatter[k].unknowns + system->scatter[k].first_unknown[first + e];
        for (int i = 0; i < 6 * local->node_count; i++)
          if (unknowns[i] >= 0) out[unknowns[i]] += local->residual[i];
      }
}

void trm_system_speeds(const trm_System *system, const double *q, const double *nu, double *w) {
  trm_State view = {.q = (double *)q, .w = w}; /* q is only read */
  trm_state_set_velocity(system, &view, nu);
}

bool trm_model_strained(const trm_Model *model) {
  for (int k = 0; k < trm_element_kind_count; k++)
    for (int e = 0; trm_element_kinds[k]->strained && e < trm_element_kinds[k]->count(model); e++)
      if (trm_element_kinds[k]->strained(model, e)) return true;
  return false;
}
