/* Another layout in mid-run. What depends on the equations is made anew; positions, ledger, predictor and step
   control go on. */
#include <stdio.h>
#include "analysis/rehearsal.h"
#include "analysis/simulation.h"
#include "base/findings.h"
#include "model/part_text.h"
#include "system/settle.h"

static double stored(const trm_Simulation *s) {
  trm_Terms terms = trm_state_energy(s->system, s->state);
  return terms.kinetic + terms.potential + terms.spring + terms.strain;
}

/* Velocities onto the constraints, for what the scheme itself had left off them. */
static trm_Status settle_scheme(trm_Simulation *s) {
  trm_Settled settled = {0};
  trm_Status status = trm_settle_state(s->snapshot, s->state, &settled);
  if (status != TRM_OK) return status;
  s->state->works->numerical += settled.numerical;
  s->state->works->drive_work += settled.drive_work;
  return TRM_OK;
}

/* A coordinate that is locked while it moves stops at once: an impact without rebound, whose loss 1/2 |change|^2_M
   is known. */
static trm_Status stop_motion(trm_Simulation *s) {
  trm_Settled settled = {0};
  trm_Status status = trm_settle_state(s->snapshot, s->state, &settled);
  if (status != TRM_OK) return status;
  s->state->works->dissipated += settled.numerical;
  s->state->works->drive_work += settled.drive_work;
  if (settled.numerical > 0) s->state->history->count = 0; /* nothing to extrapolate */
  return TRM_OK;
}

/* What was held and is not any more may have no inertia: a rod about its own axis. */
static void say_massless(trm_Simulation *s, int unknown) {
  const trm_Unknown *u = &s->system->unknowns[unknown];
  char part[200];
  if (s->failure[0] || (u->kind != TRM_UNKNOWN_ROTATION && u->kind != TRM_UNKNOWN_DISPLACEMENT)) return;
  trm_part_text(s->model, u->owner, part, sizeof part);
  s->said.cause = TRM_FIND_MASSLESS;
  snprintf(s->failure, sizeof s->failure,
           "at t = %.9g s: the run cannot go on with other constraints: %s is free to %s and has no %s there",
           *s->state->time, part, u->kind == TRM_UNKNOWN_ROTATION ? "turn about an axis" : "move",
           u->kind == TRM_UNKNOWN_ROTATION ? "inertia" : "mass");
}

static trm_Status find_reactions(trm_Simulation *s) {
  int worst = -1;
  trm_Status status = trm_simulation_snapshot(s, &worst);
  if (status == TRM_SINGULAR && worst >= 0) say_massless(s, worst);
  for (int i = s->model->mesh.stress_count; status == TRM_OK && i < s->system->layout->multiplier_count; i++)
    s->state->lambda[i] = s->snapshot->multipliers[i];
  return status;
}

/* The new equations, with the state carried over; laws of a joint that is released go with it, and what they stored. */
static trm_Status change_over(trm_Simulation *s, trm_System *system, trm_State *state) {
  double energy = stored(s);
  trm_state_carry(system, state, s->system, s->state);
  trm_Status status = trm_simulation_replace_equations(s, system, state);
  if (status != TRM_OK) return status;
  trm_state_count_dropped(s->state);
  s->state->works->dissipated += energy - stored(s);
  return trm_rows_find(&s->rows, s->system, s->state);
}

/* Where nothing changes the rehearsals (rehearsal.h) are still those of the motion. */
static void keep_plan(trm_Dynamics *d, const trm_Dynamics *before) {
  trm_rehearsal_free(d->rehearsal);
  d->rehearsal = before->rehearsal, d->rehearsed = before->rehearsed, d->spent = before->spent;
  d->step_tolerance = before->step_tolerance, d->step_scale = before->step_scale, d->step_share = before->step_share;
}

trm_Status trm_simulation_relayout(trm_Simulation *s, trm_LayoutOptions options) {
  trm_System *system;
  trm_State *state = NULL;
  if (s->analysis->type != TRM_ANALYSIS_DYNAMIC || options.purpose != TRM_LAYOUT_MOTION) return TRM_BAD_ARGUMENT;
  trm_Status status = trm_system_new_for(&system, s->model, options);
  if (status == TRM_OK) status = trm_state_new(&state, system);
  bool more = status == TRM_OK && !trm_layout_within(system->layout, s->system->layout);
  bool fewer = status == TRM_OK && !trm_layout_within(s->system->layout, system->layout);
  if (more) status = settle_scheme(s);
  if (status != TRM_OK) return trm_state_free(state), trm_system_free(system), status;
  int64_t next_output = s->dynamics->plan.next_output;
  double accelerations = more || fewer ? 0 : s->state->history->acceleration_step;
  trm_Dynamics before = *s->dynamics;
  if (!more && !fewer) s->dynamics->rehearsal = NULL;
  double start_time = s->start_time;
  status = change_over(s, system, state);
  if (status == TRM_OK && more) status = stop_motion(s);
  if (status == TRM_OK && (more || fewer)) status = find_reactions(s);
  if (status == TRM_OK) status = trm_analysis_kinds[TRM_ANALYSIS_DYNAMIC]->begin(s);
  if (!more && !fewer) keep_plan(s->dynamics, &before);
  s->start_time = start_time;
  s->dynamics->plan.next_output = next_output;
  if (s->dynamics->stepper && s->dynamics->stepper->scheme->equations == TRM_EQUATIONS_INSTANT)
    s->state->history->acceleration_step = accelerations;
  if (status != TRM_OK && !s->failure[0])
    snprintf(s->failure, sizeof s->failure, "at t = %.9g s: the run cannot go on with other constraints: %s",
             *s->state->time, trm_status_text(status));
  return status;
}
