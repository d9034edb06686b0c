/* The end of a step of the energy-decaying scheme: velocities, the energy that was taken, projection onto the
   constraints. */
#include <float.h>
#include <math.h>
#include <string.h>
#include "element/joint_laws.h"
#include "element/law.h"
#include "element/named_reaction.h"
#include "math/vec3.h"
#include "integrate/energy_decaying/jump.h"
#include "system/settle.h"

/* ---- what the jump does to the energy ---- */

static void add_energy(const trm_JumpEnergy *one, trm_JumpEnergy *sum) {
  sum->work += one->work, sum->loss += one->loss;
  sum->drive_work += one->drive_work, sum->load_work += one->load_work;
  sum->loaded = sum->loaded || one->loaded, sum->driven = sum->driven || one->driven;
}

static int part_of_element(const trm_JumpSystem *jump, int k, int e) {
  const trm_Scatter *scatter = &jump->system->scatter[k];
  for (int i = scatter->first_unknown[e]; i < scatter->first_unknown[e + 1]; i++)
    if (scatter->unknowns[i] >= 0) return jump->part_of_unknown[scatter->unknowns[i]];
  return -1;
}

/* of a few elements, to jump->local; 0 where there is no strain */
static void some_energies(const trm_JumpSystem *jump, const trm_Pair *pair, const trm_Jump *terms, int k,
                          trm_Stretch some) {
  const trm_ElementKind *kind = trm_element_kinds[k];
  const trm_Model *model = jump->system->model;
  int group;
  for (int i = 0; i < some.count; i++) {
    jump->local[i].energy = (trm_JumpEnergy){0};
    trm_jump_gather(jump, k, some.first + i, jump->local[i].y);
    if (!kind->many_jump_energies && trm_jump_strained(jump, k, some.first + i, &group))
      kind->jump_energy(model, pair, terms, some.first + i, jump->local[i].y, &jump->local[i].energy);
  }
  if (kind->many_jump_energies) kind->many_jump_energies(model, pair, terms, some.first, some.count, jump->local);
}

static void strain_energy(const trm_JumpSystem *jump, const trm_Pair *pair, double alpha) {
  trm_Jump terms = {.alpha = alpha, .c = 2 / (1 + alpha), .y = jump->y};
  for (int f = 0; f < jump->floating_count; f++) memset(jump->floating[f].turned, 0, sizeof jump->floating[f].turned);
  for (int k = 0; k < trm_element_kind_count; k++) {
    int count = trm_element_kinds[k]->jump_energy ? trm_element_kinds[k]->count(jump->system->model) : 0;
    for (int e = 0; e < count; e += TRM_JUMP_BATCH) {
      int n = count - e < TRM_JUMP_BATCH ? count - e : TRM_JUMP_BATCH;
      some_energies(jump, pair, &terms, k, (trm_Stretch){e, n});
      for (int i = 0; i < n; i++) {
        int group, part = part_of_element(jump, k, e + i);
        if (!trm_jump_strained(jump, k, e + i, &group)) continue;
        add_energy(&jump->local[i].energy, &jump->groups[group].strain);
        if (part >= 0) trm_add_scaled(jump->floating[part].turned, 1, jump->local[i].energy.turned);
      }
    }
  }
}

/* Writes j to jump->w (velocities of the coordinates). j = N_m eta with eta = c ((dx, turn)/h - y), so that j . M a
   = eta . N_m^T M a. With w_f = 2 w_g - w_i - j the first stage takes exactly  L = alpha/2 |j|^2 + j . M (u - w_i) -
   (h/6) C beta . d(eps)  but for the works of drives and loads in the second stage, which are booked as such;  the
   target is D = alpha/2 (|j|^2 + |(h/3) beta|^2_C), which L is in a linear system. */
static void take(trm_JumpSystem *jump, trm_Trial *trial, const trm_State *state, double alpha) {
  trm_System *system = jump->system;
  trm_Pair pair = trm_trial_pair(trial, state);
  int n = system->numbering.count, size = trm_configuration_size(system->model), groups = jump->group_count;
  double c = 2 / (1 + alpha), *eta = jump->rate;
  for (int g = 0; g < groups; g++) jump->groups[g] = (trm_JumpGroup){.strained = jump->groups[g].strained};
  memcpy(eta, jump->y, sizeof(double) * (size_t)n);
  trm_trial_rates(trial, state, eta);
  for (int i = 0; i < n; i++) eta[i] = jump->groups[jump->group_of[i]].strained ? c * (eta[i] - jump->y[i]) : 0;
  trm_system_speeds(system, trial->q_m, jump->y, jump->w);
  for (int i = 0; i < size; i++) jump->w[i] -= state->w[i];
  trm_jump_products(jump, trial->q_m, eta, jump->w, jump->sums);
  for (int g = 0; g < groups; g++) jump->groups[g].first_work = jump->sums[g];
  trm_system_speeds(system, trial->q_m, eta, jump->w);
  trm_jump_products(jump, trial->q_m, eta, jump->w, jump->sums);
  strain_energy(jump, &pair, alpha);
  for (int g = 0; g < groups; g++) {
    trm_JumpGroup *group = &jump->groups[g];
    group->square = jump->sums[g];
    group->loss = 0.5 * alpha * group->square + group->first_work - group->strain.work + group->strain.drive_work +
                  group->strain.load_work;
    group->target = 0.5 * alpha * group->square + group->strain.loss;
  }
}

/* Of a thousand steps, or of t: a drive that has a kink shows one rate just before it and another just after.
   Times are sums of steps, which carry 1e-12 of themselves; rates change by 1e-9 of what they do in those steps. */
static const double beside = 1e-9;
static double just_after(const trm_JumpSystem *jump, double t) { return t + beside * fmax(jump->span, fabs(t)); }
static double just_before(const trm_JumpSystem *jump, double t) { return t - beside * fmax(jump->span, fabs(t)); }

/* The rates of driven coordinates with which velocities of the step's end agree. In a step w_i + w_f = 2 dq/h, and
   velocities that follow this rule smoothly are w = dq/dt - (h^2/12) d^3q/dt^3 + ..., larger by (omega h)^2/12 in a
   rotation at omega. A part whose joint alone were given the true rate of its drive would be strained anew in every
   step, by what only seems a difference of velocities. So a drive leads at the mean of the rates at both ends, from
   which an error that changes its sign with every step drops out, and at half the change of its own rate from there. */
static void drive_targets(trm_JumpSystem *jump, const trm_State *start, const trm_State *end) {
  const trm_Model *model = jump->system->model;
  for (int j = 0; j < model->joint_count; j++) {
    const trm_Joint *joint = &jump->system->layout->joints[j];
    if (joint->drive_count == 0) continue;
    double before[TRM_JOINT_COORDINATES], after[TRM_JOINT_COORDINATES], first, last, acceleration;
    trm_Instant at = trm_state_instant(start, start->w);
    trm_joint_rates(model, joint, &at, NULL, before, NULL);
    at.t = *end->time, at.q = end->q, at.w = end->w, at.x = end->x;
    trm_joint_rates(model, joint, &at, NULL, after, NULL);
    for (int d = 0; d < joint->drive_count; d++) {
      int c = joint->drives[d], x = joint->first_coordinate + c;
      trm_drive_rates(&joint->laws[c], start->inputs, just_after(jump, *start->time), start->x[x], &first,
                      &acceleration);
      trm_drive_rates(&joint->laws[c], start->inputs, just_before(jump, *end->time), end->x[x], &last, &acceleration);
      jump->targets[joint->first_coordinate + c] = 0.5 * (before[c] + after[c] + last - first);
    }
  }
}

static trm_Status settle_projection(trm_JumpSystem *jump, trm_Snapshot *snapshot, trm_Trial *trial,
                                    const trm_State *state, trm_Settled *settled) {
  trm_State end = *state;
  double time = *state->time + trial->h;
  end.time = &time, end.q = trial->q_f, end.w = trial->w_f, end.x = trial->x_f;
  drive_targets(jump, state, &end);
  trm_SettleScope scope = {jump->settles, jump->settles_unknown};
  return trm_settle_velocities(snapshot, &end, &scope, jump->targets, trial->w_f, settled);
}

/* [N^T M N, B^T; B, 0] {nu; mu} = {N^T M w} puts w onto the constraints: as if the multipliers of the step had been
   lambda + mu/h. Friction and formulas go by these; the next step takes the difference. */
static void note_loads(trm_JumpSystem *jump, const trm_Snapshot *snapshot, const trm_Trial *trial,
                       const trm_State *state) {
  const trm_System *system = jump->system;
  trm_Pair pair = trm_trial_pair(trial, state);
  const trm_ModelForces *forces = &system->model->forces;
  if (system->model->on_joints.law_state_count == 0 && forces->reaction_count == 0) return;
  memcpy(jump->multipliers, trial->lambda, sizeof(double) * (size_t)system->layout->multiplier_count);
  for (int i = 0; i < system->numbering.count; i++)
    if (system->multiplier_of[i] >= 0 && jump->settles_unknown[i])
      jump->multipliers[system->multiplier_of[i]] += snapshot->solution[i] / trial->h;
  for (int j = 0; j < system->model->joint_count; j++)
    trm_joint_settled_loads(system->model, &system->layout->joints[j], &pair, jump->multipliers, jump->loads);
  for (int r = 0; r < forces->reaction_count; r++)
    jump->lacking[r] = trm_reaction_lacks(system->model, r, &pair, jump->multipliers);
}

/* The smaller of two that have one sign, else 0: what jumps in one step alone says nothing of the next. */
static double common(double a, double b) { return a * b > 0 ? (fabs(a) < fabs(b) ? a : b) : 0; }

void trm_jump_keep_loads(const trm_JumpSystem *jump, trm_State *state) {
  for (int j = 0; j < jump->system->model->joint_count; j++) {
    const trm_Joint *joint = &jump->system->layout->joints[j];
    for (int c = 0; c < joint->kind->coordinate_count; c++) TRM_EACH_LAW(law, &joint->laws[c]) {
        int at = law->state + law->kind->settled_state;
        if (law->kind->settled_state > 0) state->z[at] = jump->loads[at];
      }
  }
  int reactions = jump->system->model->forces.reaction_count;
  double *last = state->lacking + reactions;
  for (int r = 0; r < reactions; r++) state->lacking[r] = common(last[r], jump->lacking[r]), last[r] = jump->lacking[r];
}

/* ---- momenta and energy of the end ---- */

/* w += rigid motion of the floating parts, which costs the kinetic energy -(rigid . M w + 1/2 |rigid|^2). The share
   of it that stands for the turning of the loads (see trm_JumpEnergy) is work of theirs. */
static void add_rigid(trm_JumpSystem *jump, const double *q, double *w) {
  int size = trm_configuration_size(jump->system->model);
  double *nu = jump->rate;
  memset(nu, 0, sizeof(double) * (size_t)jump->system->numbering.count);
  trm_state_velocity(jump->system, q, jump->rigid, nu);
  for (int i = 0; i < size; i++) w[i] += 0.5 * jump->rigid[i];
  trm_jump_products(jump, q, nu, w, jump->sums);
  for (int g = 0; g < jump->group_count; g++) jump->groups[g].loss -= jump->sums[g];
  trm_jump_momenta(jump, q, w, jump->gained);
  for (int i = 0; i < size; i++) w[i] += 0.5 * jump->rigid[i];
  trm_jump_rigid_motion(jump, q, jump->gained, jump->rigid);
  for (int f = 0; f < jump->floating_count; f++) {
    trm_JumpGroup *group = &jump->groups[jump->floating[f].group];
    double work = -trm_dot(jump->floating[f].rate, jump->floating[f].turned);
    group->loss += work, group->strain.load_work += work;
  }
}

/* The velocities v that carry no momentum of a floating part and satisfy the constraints at rest: jump->rate and
   jump->w; v . M w_f = |v|^2. sure: the factors have just solved, and nothing had to be refined. */
static trm_Status inner_velocities(trm_JumpSystem *jump, trm_Snapshot *snapshot, const double *q, const double *w,
                                   bool sure) {
  trm_System *system = jump->system;
  int n = system->numbering.count, size = trm_configuration_size(system->model);
  trm_system_momentum(system, q, w, snapshot->solution);
  trm_Status status = (sure ? trm_lu_solve_unchecked : trm_lu_solve)(snapshot->lu, snapshot->solution);
  if (status != TRM_OK) return status;
  trm_system_speeds(system, q, snapshot->solution, jump->w);
  memset(jump->rate, 0, sizeof(double) * (size_t)n);
  if (jump->floating_count > 0) {
    trm_jump_momenta(jump, q, jump->w, jump->gained);
    trm_jump_rigid_motion(jump, q, jump->gained, jump->rigid);
    for (int i = 0; i < size; i++) jump->w[i] -= jump->rigid[i];
    trm_state_velocity(system, q, jump->rigid, jump->rate);
  }
  for (int i = 0; i < n; i++) jump->rate[i] = snapshot->solution[i] - jump->rate[i];
  return TRM_OK;
}

/* w_f += (root - 1) v takes (1 - root^2)/2 |v|^2: root from loss + that = target, but v changes by a tenth at most:
   where it passes through zero it cannot pay. Without drives and loads that change, a loss above the target then
   stays taken, one below it stays so unless energy would be gained: then more is asked of v. Returns false when v
   does not have it. */
static bool balance_group(trm_JumpGroup *group, double square, double *root) {
  double missing = group->target - group->loss, rest = square - 2 * missing, least = 0.9;
  bool led = group->strain.loaded || group->strain.driven;
  *root = 1;
  if (fabs(missing) <= group->noise) return true;
  if (!led && group->loss + 0.5 * (1 - least * least) * square < 0) least = 0;
  if (square > 0) *root = fmax(fmin(sqrt(fmax(rest, 0) / square), 1.1), least);
  group->loss += 0.5 * (1 - *root * *root) * square;
  return led || group->loss >= -group->noise;
}

/* Round-off of what the jump does to the energy: of velocities and of the works in it, and of the forces over
   round-off of lengths and angles. */
static void find_noise(trm_JumpSystem *jump, const trm_Trial *trial) {
  double forces = jump->scales.force * jump->system->model->size + jump->scales.moment;
  memset(jump->rate, 0, sizeof(double) * (size_t)jump->system->numbering.count);
  trm_state_velocity(jump->system, trial->q_f, trial->w_f, jump->rate);
  trm_jump_products(jump, trial->q_f, jump->rate, trial->w_f, jump->sums);
  for (int g = 0; g < jump->group_count; g++) {
    trm_JumpGroup *group = &jump->groups[g];
    group->noise =
        64 * DBL_EPSILON * (jump->sums[g] + group->square + fabs(group->first_work) + fabs(group->strain.work)) +
        4 * DBL_EPSILON * forces;
  }
}

/* L differs from D by a term of order h^3 where operators turn with the motion; restores D by scaling the inner
   velocities v. */
static trm_Status balance(trm_JumpSystem *jump, trm_Snapshot *snapshot, trm_Trial *trial, bool sure,
                          trm_Settled *settled) {
  const trm_Model *model = jump->system->model;
  find_noise(jump, trial);
  trm_Status status = inner_velocities(jump, snapshot, trial->q_f, trial->w_f, sure);
  if (status != TRM_OK) return status;
  trm_jump_products(jump, trial->q_f, jump->rate, jump->w, jump->sums);
  for (int g = 0; g < jump->group_count; g++) {
    trm_JumpGroup *group = &jump->groups[g];
    double root = 1;
    if (group->strained && !balance_group(group, jump->sums[g], &root)) return TRM_UNBALANCED;
    settled->numerical += group->loss;
    settled->drive_work += group->strain.drive_work, settled->load_work += group->strain.load_work;
    jump->sums[g] = root - 1;
  }
  for (int i = 0; i < jump->system->numbering.count; i++) jump->rate[i] *= jump->sums[jump->group_of[i]];
  trm_system_speeds(jump->system, trial->q_f, jump->rate, jump->w);
  for (int i = 0; i < trm_configuration_size(model); i++) trial->w_f[i] += jump->w[i];
  return TRM_OK;
}

/* With the loads of the step's Gauss points f, the first stage gives q_m x M (w_f - w_i) = h q_m x f, and as w_f + w_i
   = 2 dq/h - j,
     q_f x M w_f - q_i x M w_i = h q_m x f - (dq/2) x M j:
   the angular momentum (q_f - q_m) x M j is what a floating part lacks at the end; the linear momentum is right.
   jump->rigid: the rigid rotation that carries it, which also gives back most of what L differs from D in a spinning
   part. */
static void missing_momentum(trm_JumpSystem *jump, const trm_Trial *trial) {
  int size = trm_configuration_size(jump->system->model);
  for (int i = 0; i < size; i++) jump->field[i] = 0.5 * trial->dq[i];
  trm_jump_momenta(jump, jump->field, jump->w, jump->gained);
  for (int f = 0; f < jump->floating_count; f++)
    for (int n = 0; n < 3; n++) jump->gained[f][n] = 0;
  trm_jump_weigh(jump, trial->q_f);
  trm_jump_rigid_motion(jump, trial->q_f, jump->gained, jump->rigid);
}

trm_Status trm_jump_settle(trm_JumpSystem *jump, trm_Snapshot *snapshot, trm_Trial *trial, const trm_State *state,
                           double alpha, trm_Settled *settled) {
  *settled = (trm_Settled){0};
  if (!trial->held)
    trm_trial_hold(trial, state); /* the loads of the step that was solved, before its multipliers change */
  if (!jump) return TRM_OK;
  int size = trm_configuration_size(jump->system->model);
  take(jump, trial, state, alpha);
  for (int i = 0; i < size; i++) trial->w_f[i] -= jump->w[i];
  if (jump->floating_count > 0) missing_momentum(jump, trial);
  trm_LuStatistics before = trm_lu_statistics(snapshot->lu);
  trm_Status status = settle_projection(jump, snapshot, trial, state, settled);
  trm_LuStatistics after = trm_lu_statistics(snapshot->lu);
  bool sure = after.refinements == before.refinements && after.escalations == before.escalations;
  if (status != TRM_OK) return status;
  note_loads(jump, snapshot, trial, state);
  if (jump->floating_count > 0) add_rigid(jump, trial->q_f, trial->w_f);
  return balance(jump, snapshot, trial, sure, settled);
}
