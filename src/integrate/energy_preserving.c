/* The energy-preserving scheme:  w_f = 2 (q_f - q_i)/h - w_i,  N(q_m)^T [M (w_f - w_i)/h + ...] = 0,  C(q_f) = 0.
   Energy, linear and angular momentum are kept to round-off, constraint forces do no work.

   Orders 4 and 6 by symmetric composition. One step maps a velocity component normal to the constraints to its negative
   (it is a trapezoidal rule there), so a single step is not near the identity for small h; two equal half steps are.
   The composed method is therefore built from pairs of half steps, which are symmetric and near the identity. */
#include "integrate/stepper.h"

static trm_Status substep(trm_Stepper *stepper, double h, trm_StepReport *report) {
  trm_StepEquations equations = trm_step_pair(stepper);
  trm_trial_begin(stepper->tools->trial, stepper->state, h, (trm_VelocityRule){2 / h, -1, 0});
  trm_Status status = trm_step_solve(stepper, &equations, &report->newton);
  report->substeps++;
  return status == TRM_OK ? trm_step_accept(stepper, (trm_Settled){0}) : status;
}

/* Suzuki's fractal composition: five stages, a = 1/(4 - 4^(1/3)) */
static const double order_4[] = {0.41449077179437573714, 0.41449077179437573714, -0.65796308717750294857,
                                 0.41449077179437573714, 0.41449077179437573714};
/* Kahan and Li: nine stages, order 6 */
static const double order_6[] = {0.39216144400731413928,  0.33259913678935943860, -0.70624617255763935981,
                                 0.08221359629355080023,  0.79854399093482996340, 0.08221359629355080023,
                                 -0.70624617255763935981, 0.33259913678935943860, 0.39216144400731413928};

static trm_Status step(trm_Stepper *stepper, const trm_StepOptions *options, trm_StepReport *report) {
  double h = options->h;
  int order = options->order;
  trm_step_save(stepper); /* a step that is refused for its balance has changed the state already */
  trm_Status status = TRM_OK;
  if (order == 2) {
    status = substep(stepper, h, report);
  } else {
    const double *stages = order == 4 ? order_4 : order_6;
    int count = order == 4 ? 5 : 9;
    for (int s = 0; s < 2 * count && status == TRM_OK; s++) status = substep(stepper, 0.5 * stages[s / 2] * h, report);
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
