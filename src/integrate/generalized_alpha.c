/* The generalized-alpha scheme (Chung and Hulbert) on the Lie group of the configuration, as Arnold and Bruels put it:
   constraints at the level of positions (index 3), equations of motion at the step's end; the formulas stand in
   system/alpha.h. Order 2 for every rho; rho = 1 damps nothing, and then neither do the multipliers' oscillations die
   out.
   Energy and angular momentum are kept to the order of the scheme only, and energy may grow; what the scheme does to
   the energy has no closed form, so nothing is booked as numerical and the ledger's residual shows it. Velocities
   satisfy the constraints' rates to the order of the scheme. */
#include "integrate/scheme.h"

static trm_Status step(const trm_Motion *motion, trm_Newton *newton, const trm_StepOptions *options,
                       trm_StepReport *report) {
  motion->save(motion->self);
  trm_Status status = motion->begin_instant(motion->self, options->h, options->rho);
  report->substeps++;
  if (status == TRM_OK) status = trm_solve_step(motion, newton, &motion->instant_problem, &report->newton);
  if (status == TRM_OK) status = motion->accept(motion->self, 0);
  if (status > 0) motion->restore(motion->self);
  return status;
}

const trm_Scheme trm_generalized_alpha = {.name = "generalized-alpha",
                                          .doc = "is the customary one, whose energy is neither kept nor sure to fall: "
                                                 "the residual of the energy ledger is its error",
                                          .orders = {2},
                                          .dissipates = true,
                                          .equations = TRM_EQUATIONS_INSTANT,
                                          .rho = 0.8,
                                          .step = step};
