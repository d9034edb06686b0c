/* The energy-preserving scheme:  w_f = 2 (q_f - q_i)/h - w_i,  N(q_m)^T [M (w_f - w_i)/h + ...] = 0,  C(q_f) = 0.
   Energy, linear and angular momentum are kept to round-off, constraint forces do no work.

   Orders 4 and 6 by symmetric composition. One step maps a velocity component normal to the constraints to its negative
   (it is a trapezoidal rule there), so a single step is not near the identity for small h; two equal half steps are.
   The composed method is therefore built from pairs of half steps, which are symmetric and near the identity. */
#include <string.h>
#include "integrate/stepper.h"

static trm_Status substep(trm_Stepper *stepper, double h, trm_StepReport *report) {
  trm_StepEquations equations = trm_step_pair(stepper);
  trm_trial_begin(stepper->tools->trial, stepper->state, h, (trm_VelocityRule){2 / h, -1, 0});
  trm_Status status = trm_step_solve(stepper, &equations, &report->newton);
  report->substeps++;
  return status == TRM_OK ? trm_step_accept(stepper, (trm_Settled){0}) : status;
}

static size_t bytes_of_rates(const trm_Stepper *stepper) {
  return sizeof(double) * (size_t)stepper->tools->system->numbering.count;
}

/* A neighbour's substep begins with the rates that the motion beside it had in the same one. */
static void guide(trm_Stepper *stepper) {
  trm_SubstepPath *path = &stepper->tools->path;
  trm_State *state = stepper->state;
  if (!path->follows || path->at >= path->count) return;
  const double *rates = path->rates + (size_t)path->at++ * stepper->state->ring_step;
  memcpy(trm_state_rates(state, 0), rates, bytes_of_rates(stepper));
  state->history->count = 1;
}

static void note_rates(trm_Stepper *stepper) {
  trm_SubstepPath *path = &stepper->tools->path;
  if (!path->rates || path->follows || path->count >= path->room) return;
  double *rates = path->rates + (size_t)path->count++ * stepper->state->ring_step;
  memcpy(rates, trm_state_rates(stepper->state, 0), bytes_of_rates(stepper));
}

/* Suzuki's fractal composition: five stages, a = 1/(4 - 4^(1/3)) */
static const double order_4[] = {0.41449077179437573714, 0.41449077179437573714, -0.65796308717750294857,
                                 0.41449077179437573714, 0.41449077179437573714};
/* Kahan and Li: nine stages, order 6 */
static const double order_6[] = {0.39216144400731413928,  0.33259913678935943860, -0.70624617255763935981,
                                 0.08221359629355080023,  0.79854399093482996340, 0.08221359629355080023,
                                 -0.70624617255763935981, 0.33259913678935943860, 0.39216144400731413928};

int trm_substeps(int order) { return order == 2 ? 1 : order == 4 ? 2 * 5 : 2 * 9; }

static trm_Status step(trm_Stepper *stepper, const trm_StepOptions *options, trm_StepReport *report) {
  double h = options->h;
  int order = options->order;
  trm_step_save(stepper); /* a step that is refused for its balance has changed the state already */
  trm_Status status = TRM_OK;
  if (order == 2) {
    status = substep(stepper, h, report);
  } else {
    const double *stages = order == 4 ? order_4 : order_6;
    for (int s = 0; s < trm_substeps(order) && status == TRM_OK; s++) {
      guide(stepper);
      status = substep(stepper, 0.5 * stages[s / 2] * h, report);
      if (status == TRM_OK) note_rates(stepper);
    }
  }
  if (status > 0) trm_step_restore(stepper);
  return status;
}

const trm_Scheme trm_energy_preserving = {.name = "energy-preserving",
                                          .doc = "keeps the energy of a conservative model exactly",
                                          .orders = {2, 4, 6},
                                          .balances = true,
                                          .rho = 1,
                                          .step = step};
