/* The energy-decaying scheme (jumps of velocity and strain rate only, operators frozen at the mean configuration). With
   w_g = dq/h, u = N_m y the velocity just after the jump, which satisfies the constraints of the mean configuration as
   w_g does, c = 2/(1 + alpha):
     j = c (w_g - u),   beta = B_m u - d(eps_i)/dt
     sigma_1 = C (<eps> - (h/6) beta),   sigma_2 = C (d(eps)/2 + (alpha h/6) beta)
     stage 1:  N_m^T [M (2 (w_g - w_i) - j)/h + B_m^T sigma_1 + A_m^T lambda - f] = 0,   C(q_f) = 0
     stage 2:  N_m^T [(3/h) M j - B_m^T sigma_2 + A_m^T mu + d(f)/2] = 0,                A_m u = A_m w_g
     then      w_f = 2 w_g - w_i - j, projected onto the constraints of the end, with the angular momentum of floating
     parts and the loss of
               energy restored (jump_settle.c).
   E_f - E_i = -(alpha/2) (|j|^2_M + |(h/3) beta|^2_C) - projection loss: never an increase without loads.
   Rigid motion, free or led by joints, has j = 0 and beta = 0, so it is not braked and stiff parts carry the forces of
   the motion; a stiff spring in a joint is damped with the inertia that it moves. rho = (1 - alpha)/(1 + alpha).
   What hangs together without any strain has no second stage and no projection: its step is that of the
   energy-preserving scheme.

   rho = 1 asks for no dissipation. The two stages would give none, but the projection would: vibrations that are not
   damped leave velocities beside the constraints in every step. What keeps the energy is the energy-preserving step,
   and that is taken. */
#include "integrate/energy_decaying/jump.h"
#include <math.h>
#include "integrate/stepper.h"

extern const trm_Scheme trm_energy_preserving;

/* The doubled system, where there is strain to damp, and what solves it. */
typedef struct Decaying {
  trm_JumpSystem *jump;
  trm_Newton *newton;
  double alpha;
} Decaying;

static void close_stepper(trm_Stepper *stepper) {
  Decaying *own = stepper->data;
  if (!own) return;
  trm_newton_free(own->newton);
  trm_jump_free(own->jump);
  trm_release(own);
}

static trm_Status open_stepper(trm_Stepper *stepper) {
  trm_System *system = stepper->tools->system;
  if (!trm_model_strained(system->model)) return TRM_OK;
  Decaying *own = stepper->data = TRM_NEW(Decaying, 1);
  if (!own) return TRM_NO_MEMORY;
  trm_Status status = trm_jump_new(&own->jump, system);
  if (status == TRM_OK) status = trm_newton_new(&own->newton, own->jump->pattern, own->jump->tree);
  if (status == TRM_OK && system->turning_count > 0) status = trm_newton_turns(own->newton, 9 * system->turning_count);
  return status;
}

static trm_Newton *newton(const trm_Stepper *stepper) {
  const Decaying *own = stepper->data;
  return own ? own->newton : NULL;
}

/* ---- the two-stage equations, as Newton sees them ---- */

static void evaluate(void *self, double *residual, double *values) {
  trm_Stepper *stepper = self;
  const Decaying *own = stepper->data;
  trm_Pair pair = trm_trial_pair(stepper->tools->trial, stepper->state);
  trm_jump_evaluate(own->jump, &pair, own->alpha, residual, values, &stepper->tools->scales);
}

/* the second stage is measured as the first: its forces are forces, its constraint rows are velocities (times h:
   lengths) */
static double measure(void *self, const double *residual, int *worst) {
  trm_Stepper *stepper = self;
  const trm_System *system = stepper->tools->system;
  trm_JumpSystem *jump = ((Decaying *)stepper->data)->jump;
  int n = system->numbering.count, worst_of[2] = {-1, -1};
  double size[2], h = fabs(stepper->tools->trial->h);
  for (int stage = 0; stage < 2; stage++) {
    for (int i = 0; i < n; i++) {
      double value = residual[jump->stage[stage][i]];
      jump->right[i] = stage == 1 && system->multiplier_of[i] >= 0 ? value * h : value;
    }
    size[stage] = trm_step_measure(stepper, jump->right, &worst_of[stage]);
  }
  int larger = !(size[0] >= size[1]);
  if (worst_of[larger] >= 0) *worst = worst_of[larger];
  return size[larger];
}

static double noise(void *self, const double *values, const double *residual) {
  const trm_Stepper *stepper = self;
  const trm_JumpSystem *jump = ((const Decaying *)stepper->data)->jump;
  return trm_step_noise(stepper, jump->pattern, jump->stage[0], values, residual);
}

static void correct(void *self, const double *change) {
  trm_Stepper *stepper = self;
  trm_jump_correct(((Decaying *)stepper->data)->jump, stepper->tools->trial, stepper->state, change);
}

/* Of what energy-preserving steps may leave of it: the momentum of floating parts is kept the closer. */
static const double closely = 0.1;

/* Of the first stage on the increments, of the second on h/3 (w_g - u), whose strain rate is -beta: with both the
   forces between the stages add up to the energy of the end. */
static double work(void *self, const double *residual, double *energy) {
  const trm_Stepper *stepper = self;
  const trm_Trial *trial = stepper->tools->trial;
  const trm_System *system = stepper->tools->system;
  trm_JumpSystem *jump = ((Decaying *)stepper->data)->jump;
  double first = 0, second = 0;
  trm_trial_rates(trial, stepper->state, jump->rate);
  for (int i = 0; i < system->numbering.count; i++) {
    if (system->multiplier_of[i] >= 0) continue;
    first += residual[jump->stage[0][i]] * jump->rate[i];
    second += residual[jump->stage[1][i]] * (jump->rate[i] - jump->y[i]);
  }
  *energy = closely * stepper->state->works->largest_energy;
  return trial->h * (first + second / 3);
}

static void turn(void *self, const double *place, double *vector, bool back) {
  const trm_Stepper *stepper = self;
  const trm_JumpSystem *jump = ((const Decaying *)stepper->data)->jump;
  for (int stage = 0; stage < 2; stage++) trm_step_turn(stepper, jump->stage[stage], place, vector, back);
}

static void begin_jump(trm_Stepper *stepper) {
  trm_jump_begin(((Decaying *)stepper->data)->jump, stepper->tools->trial, stepper->state);
}

static trm_StepEquations two_stages(trm_Stepper *stepper) {
  const Decaying *own = stepper->data;
  int n = 2 * stepper->tools->system->numbering.count;
  trm_Problem problem = {stepper, n, evaluate, measure, correct, NULL, noise};
  problem.place = trm_step_place, problem.turn = turn;
  /* rehearsals are solved less closely, and nobody asks for their energy */
  if (stepper->tools->newton->options.tolerance <= trm_newton_default().tolerance) problem.work = work;
  return (trm_StepEquations){problem, own->newton, begin_jump};
}

/* ---- a step ---- */

static trm_Status step(trm_Stepper *stepper, const trm_StepOptions *options, trm_StepReport *report) {
  if (options->rho >= 1) return trm_energy_preserving.step(stepper, options, report);
  trm_StepTools *tools = stepper->tools;
  Decaying *own = stepper->data;
  double alpha = (1 - options->rho) / (1 + options->rho);
  trm_Settled settled = {0};
  trm_step_save(stepper);
  trm_trial_begin(tools->trial, stepper->state, options->h, (trm_VelocityRule){2 / options->h, -1, 0});
  if (own) {
    own->alpha = alpha, own->newton->options = tools->newton->options;
    tools->trial->rule.theta = 1;
    begin_jump(stepper);
  }
  trm_StepEquations equations = own ? two_stages(stepper) : trm_step_pair(stepper);
  report->substeps++;
  trm_Status status = trm_step_solve(stepper, &equations, &report->newton);
  if (status == TRM_OK)
    status = trm_jump_settle(own ? own->jump : NULL, tools->snapshot, tools->trial, stepper->state, alpha, &settled);
  if (status == TRM_OK) status = trm_step_accept(stepper, settled);
  if (status == TRM_OK && own) trm_jump_keep_loads(own->jump, stepper->state);
  if (status > 0) trm_step_restore(stepper);
  return status;
}

const trm_Scheme trm_energy_decaying = {.name = "energy-decaying",
                                        .doc = "never gains energy and damps fast vibrations",
                                        .orders = {2},
                                        .dissipates = true,
                                        .balances = true,
                                        .equations = TRM_EQUATIONS_TWO_STAGE,
                                        .rho = 0,
                                        .open = open_stepper,
                                        .close = close_stepper,
                                        .step = step,
                                        .newton = newton};
