/* The energy-decaying scheme (jumps of velocity and strain rate only, operators frozen at the mean configuration). With
   w_g = dq/h, u = N_m y the velocity just after the jump, which satisfies the constraints of the mean configuration as
   w_g does, c = 2/(1 + alpha):
     j = c (w_g - u),   beta = B_m u - d(eps_i)/dt
     sigma_1 = C (<eps> - (h/6) beta),   sigma_2 = C (d(eps)/2 + (alpha h/6) beta)
     stage 1:  N_m^T [M (2 (w_g - w_i) - j)/h + B_m^T sigma_1 + A_m^T lambda - f] = 0,   C(q_f) = 0
     stage 2:  N_m^T [(3/h) M j - B_m^T sigma_2 + A_m^T mu + d(f)/2] = 0,                A_m u = A_m w_g
     then      w_f = 2 w_g - w_i - j, projected onto the constraints of the end, with the angular momentum of floating
     parts and the loss of
               energy restored (system/jump_settle.c).
   E_f - E_i = -(alpha/2) (|j|^2_M + |(h/3) beta|^2_C) - projection loss: never an increase without loads.
   Rigid motion, free or led by joints, has j = 0 and beta = 0, so it is not braked and stiff parts carry the forces of
   the motion; a stiff spring in a joint is damped with the inertia that it moves. rho = (1 - alpha)/(1 + alpha).
   What hangs together without any strain has no second stage and no projection: its step is that of the
   energy-preserving scheme.

   rho = 1 asks for no dissipation. The two stages would give none, but the projection would: vibrations that are not
   damped leave velocities beside the constraints in every step. What keeps the energy is the energy-preserving step,
   and that is taken. */
#include "integrate/scheme.h"

extern const trm_Scheme trm_energy_preserving;

static trm_Status step(const trm_Motion *motion, trm_Newton *newton, const trm_StepOptions *options,
                       trm_StepReport *report) {
  if (options->rho >= 1) return trm_energy_preserving.step(motion, newton, options, report);
  double alpha = (1 - options->rho) / (1 + options->rho), numerical = 0;
  bool jump = motion->needs_jump(motion->self);
  motion->save(motion->self);
  motion->begin(motion->self, options->h, 2 / options->h, -1);
  if (jump) motion->begin_jump(motion->self, alpha);
  report->substeps++;
  trm_Status status = trm_solve_step(motion, jump ? motion->jump_newton : newton,
                                     jump ? &motion->jump_problem : &motion->problem, &report->newton);
  if (status == TRM_OK) status = motion->settle(motion->self, alpha, &numerical);
  if (status == TRM_OK) status = motion->accept(motion->self, numerical);
  if (status > 0) motion->restore(motion->self);
  return status;
}

const trm_Scheme trm_energy_decaying = {.name = "energy-decaying",
                                        .doc = "never gains energy and damps fast vibrations",
                                        .orders = {2},
                                        .dissipates = true,
                                        .balances = true,
                                        .equations = TRM_EQUATIONS_TWO_STAGE,
                                        .rho = 0,
                                        .step = step};
