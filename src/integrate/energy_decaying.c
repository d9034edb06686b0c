/* The energy-decaying scheme (jumps of velocity and strain only, operators frozen at the mean configuration). With w_g = dq/h,
   v = N_m y tangent to the constraints of the mean configuration, beta = B_m v, c = 2/(1 + alpha):
     sigma_1 = C (<eps> - (h/6) beta),   sigma_2 = C (d(eps)/2 + (alpha h/6) beta)
     stage 1:  N_m^T [M (2 (w_g - w_i) - c (w_g - v - w_i))/h + B_m^T sigma_1 + A_m^T lambda - f] = 0,   C(q_f) = 0
     stage 2:  N_m^T [(3 c/h) M (w_g - v - w_i) - B_m^T sigma_2 + A_m^T mu] = 0,                         A_m v = 0
     then      w_f = 2 w_g - w_i - N_m e,  e = the part of c (w_g - v - w_i) tangent to the constraints, and w_f is projected
               onto the constraints of the end.
   E_f - E_i = -(alpha/2) (|N_m e|^2_M + |(h/3) beta|^2_C) - projection loss: never an increase without loads.
   The jump is kept tangent to the constraints so that a stiff spring in a joint is damped with the inertia it really moves;
   what the constraints take from w_i is left alone, so rigid motion is not braked. rho = (1 - alpha)/(1 + alpha). */
#include "integrate/scheme.h"

static trm_Status step(const trm_Motion *motion, trm_Newton *newton, const trm_StepOptions *options,
                       trm_StepReport *report) {
  double alpha = (1 - options->rho) / (1 + options->rho), numerical = 0;
  bool jump = motion->needs_jump(motion->self);
  motion->save(motion->self);
  motion->begin(motion->self, options->h, 2 / options->h, -1);
  if (jump) motion->begin_jump(motion->self, alpha);
  report->substeps++;
  trm_Status status = trm_newton_solve(jump ? motion->jump_newton : newton,
                                       jump ? &motion->jump_problem : &motion->problem, &report->newton);
  if (status == TRM_OK) status = motion->settle(motion->self, alpha, &numerical);
  if (status == TRM_OK) status = motion->accept(motion->self, numerical);
  if (status > 0) motion->restore(motion->self);
  return status;
}

const trm_Scheme trm_energy_decaying = {.name = "energy-decaying",
                                        .orders = {2},
                                        .dissipates = true,
                                        .balances = true,
                                        .equations = TRM_EQUATIONS_TWO_STAGE,
                                        .rho = 0,
                                        .step = step};
