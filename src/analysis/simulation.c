/* Creation, start and end of a simulation, and what its analyses share: measure of residuals, failures in words,
   choice of rows, ledger. */
#include "analysis/simulation.h"
#include "analysis/dynamic.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "analysis/analysis_numbers.h"
#include "analysis/events.h"
#include "analysis/find.h"
#include "analysis/modal.h"
#include "analysis/program.h"
#include "analysis/statistics.h"
#include "linalg/arithmetic.h"

/* analyses.def lists the kinds, each in its file, those of trm_AnalysisType in that order; the first is what is
   meant where none is named */
#define ANALYSIS(kind) extern const trm_AnalysisKind trm_##kind##_analysis;
#include "analysis/analyses.def"
#include "analysis/massless.h"
#undef ANALYSIS
#define ANALYSIS(kind) &trm_##kind##_analysis,
const trm_AnalysisKind *const trm_analysis_kinds[] = {
#include "analysis/analyses.def"
};
const int trm_analysis_kind_count = TRM_COUNT(trm_analysis_kinds);

/* In a position that is singular by itself fewer constraints are independent than along the motion: for what is
   reported there, those that are. */
static trm_Status snapshot_of_singular(trm_Simulation *s, int *worst) {
  trm_Redundancy here;
  size_t bytes = sizeof(double) * (size_t)s->system->layout->multiplier_count;
  double *dropped = TRM_NEW(double, s->system->layout->multiplier_count),
         *lambda = TRM_NEW(double, s->system->layout->multiplier_count);
  trm_Status status = TRM_NO_MEMORY;
  if (dropped && lambda) {
    memcpy(dropped, s->state->dropped, bytes);
    memcpy(lambda, s->state->lambda, bytes);
    status = trm_redundancy_find(s->system, s->state,
                                 (trm_RankRule){trm_rank_tolerance, TRM_RANK_BY_TOLERANCE, true, false}, &here);
    if (status == TRM_OK) {
      trm_redundancy_choose(s->system, s->state, &here);
      status = trm_snapshot_take(s->snapshot, s->state, worst);
    }
    trm_redundancy_free(&here);
    memcpy(s->state->dropped, dropped, bytes);
    memcpy(s->state->lambda, lambda, bytes);
    trm_state_count_dropped(s->state);
  }
  trm_release(dropped);
  trm_release(lambda);
  return status;
}

trm_Status trm_simulation_snapshot(trm_Simulation *s, int *worst) {
  trm_Status status = trm_snapshot_take(s->snapshot, s->state, worst);
  if (status != TRM_SINGULAR || s->rows.redundancy.loop_rows == 0 || s->rows.redundancy.skipped) return status;
  return snapshot_of_singular(s, worst);
}

void trm_simulation_set_watch(trm_Simulation *s, trm_Watch watch) { s->watch = watch; }

bool trm_simulation_goes_on(const trm_Simulation *s) { return !s->watch.ask || s->watch.ask(s->watch.user); }

void trm_simulation_fail(trm_Simulation *s, trm_Status status, const trm_NewtonReport *report, const char *what) {
  char name[200];
  trm_system_equation_name(s->system, report->worst, name, sizeof name);
  snprintf(s->failure, sizeof s->failure, "at t = %.9g s: %s, %s; worst is the %s (relative residual %.3g)",
           *s->state->time, trm_status_text(status), what, name, report->measure);
}

/* ---- creation ---- */

static const double shortest_counted = 1e-3; /* of the time of the analysis */

/* Of a written step: as many times shorter than the shortest that counts, a power of two. What is scaled by it is
   scaled without round-off, and so results do not depend on how long the analysis is, not even in their last bit. */
static double times_shorter(double counted, double step) {
  int exponent = 0;
  if (step > 0 && step < counted) frexp(counted / step, &exponent);
  return ldexp(1, exponent);
}

static double next_power_of_two(double value) {
  int exponent;
  frexp(value, &exponent);
  return ldexp(1, exponent);
}

/* 2 m/h^2, the size of the inertia in a step's matrix, but not beyond that of a thousandth of the time; at rest the
   stiffness that is there. */
static double default_scale(const trm_Model *model, const trm_AnalysisDef *analysis) {
  const trm_ModelScales *scales = &model->scales;
  double counted = shortest_counted * scales->time, size = analysis->step.size,
         parts = model->body_count + model->beam_count;
  double h = size > 0 ? size * times_shorter(counted, size) : counted;
  if (analysis->type == TRM_ANALYSIS_KINEMATIC) h = next_power_of_two(counted); /* nothing moves by itself */
  if (analysis->type != TRM_ANALYSIS_DYNAMIC && analysis->type != TRM_ANALYSIS_KINEMATIC)
    return scales->force / scales->length;
  return 2 * scales->mass / parts / (h * h);
}

trm_Status trm_simulation_begin_ledger(trm_Simulation *s) {
  trm_Terms energy = trm_state_energy(s->system, s->state);
  *s->state->works = (trm_Works){.start_energy = energy.kinetic + energy.potential + energy.spring + energy.strain,
                                 .largest_kinetic = energy.kinetic,
                                 .largest_energy = energy.kinetic,
                                 .largest_violation = s->state->works->largest_violation,
                                 .start_potential = energy.potential};
  trm_works_note(s->state->works, &energy);
  return TRM_OK;
}

/* From an equilibrium a motion begins with the velocities that the model gives; what is not given follows from the
   drives. */
static trm_Status set_off(trm_Simulation *s) {
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  if (!diagnostics) return TRM_NO_MEMORY;
  trm_AnalysisType purpose = (trm_AnalysisType)s->analysis->type;
  trm_StartReport report = {0};
  memcpy(report.doubt, s->said.doubt, sizeof report.doubt);
  trm_Status status = trm_initial_velocities(s->system, s->state, purpose, &report, diagnostics);
  memcpy(s->said.doubt, report.doubt, sizeof report.doubt);
  if (status != TRM_OK && trm_diagnostics_stored(diagnostics) > 0)
    snprintf(s->failure, sizeof s->failure, "after the static analysis: %s",
             trm_diagnostics_get(diagnostics, 0)->message);
  trm_diagnostics_free(diagnostics);
  int worst = -1;
  if (status == TRM_OK) status = trm_simulation_snapshot(s, &worst);
  /* stresses of beams stay those of the equilibrium: from strains they are not known as well */
  for (int i = s->model->mesh.stress_count; status == TRM_OK && i < s->system->layout->multiplier_count; i++)
    s->state->lambda[i] = s->snapshot->multipliers[i];
  return status;
}

void trm_simulation_set_newton(trm_Simulation *s, const trm_AnalysisDef *analysis) {
  const trm_NewtonDef *newton = &analysis->newton;
  s->newton->options = trm_newton_default();
  if (!newton->bound.table) return;
  s->newton->options.tolerance = newton->tolerance;
  s->newton->options.iterations = newton->iterations;
}

/* makes analysis number `which` the current one */
static trm_Status enter(trm_Simulation *s, int which) {
  trm_Status status = TRM_OK;
  int before = s->analysis ? s->analysis->type : TRM_ANALYSIS_DYNAMIC;
  s->current = which;
  s->analysis = s->model->analyses.items[which];
  const trm_NewtonDef *newton = &s->analysis->newton;
  trm_simulation_set_newton(s, s->analysis);
  bool given = newton->bound.table && trm_given(newton, offsetof(trm_NewtonDef, scale));
  double scale = given ? newton->scale : default_scale(s->model, s->analysis), ratio = *s->state->scale / scale;
  for (int i = 0; i < s->system->layout->multiplier_count; i++) s->state->lambda[i] *= ratio;
  *s->state->scale = scale;
  s->state->history->count = 0;
  s->last.size = 0, s->last.iterations = 0;
  s->start_time = *s->state->time;
  if (s->beside.events) s->beside.events->ended = false;
  if (before == TRM_ANALYSIS_STATIC && s->analysis->type != TRM_ANALYSIS_STATIC) status = set_off(s);
  if (status == TRM_OK && before != TRM_ANALYSIS_DYNAMIC) status = trm_simulation_begin_ledger(s);
  if (status == TRM_OK) status = trm_analysis_kinds[s->analysis->type]->begin(s);
  if (status > 0) status = TRM_STEP_FAILED;
  if (status != TRM_OK && !s->failure[0])
    snprintf(s->failure, sizeof s->failure, "the %s analysis cannot begin: %s",
             trm_analysis_kinds[s->analysis->type]->name, trm_status_text(status));
  return status;
}

/* Rates given and kept: relative, six digits as they are written; turns (sizes) in the time of the analysis, no rate.
   */
static const double kept_rate = 1e-6, no_rate = 1e-9;

/* At a change point, where two branches of the motion meet, velocities that satisfy the constraints there need not
   lead along a branch: the constraints just beside it then leave other rates than those given. */
static trm_Status check_given_rates(const trm_Simulation *s, trm_Diagnostics *diagnostics) {
  for (int j = 0; j < s->model->joint_count; j++) {
    const trm_Joint *joint = &s->system->layout->joints[j];
    for (int c = 0; c < joint->kind->coordinate_count; c++) {
      const trm_CoordinateDef *def = joint->laws[c].def;
      if (!def || !trm_given(def, offsetof(trm_CoordinateDef, rate)) || joint->laws[c].drive) continue;
      double kept = s->snapshot->x_rate[joint->first_coordinate + c];
      double slow = no_rate * (joint->kind->coordinates[c].angular ? 1 : s->model->size) / s->model->scales.time;
      if (fabs(kept - def->rate) <= kept_rate * fmax(fabs(def->rate), fabs(kept)) + slow) continue;
      trm_find(diagnostics, TRM_FIND_BRANCHES, def->bound.place,
               "joint \"%s\": the rate %g of \"%s\" leads along none of the branches that meet in this position (%g "
               "would be "
               "left): the mechanism starts in a change point; start it a little beside",
               joint->name, def->rate, joint->kind->coordinates[c].name, kept);
      return TRM_INCONSISTENT_START;
    }
  }
  return TRM_OK;
}

/* The joint whose reactions a formula names and redundant constraints leave open, NULL: there is none. */
static const trm_ModelJoint *open_reaction(const trm_Simulation *s) {
  const trm_Redundancy *redundancy = &s->rows.redundancy;
  const trm_ModelForces *forces = &s->model->forces;
  for (int k = 0; k < forces->reaction_count; k++)
    for (int set = 0; set < redundancy->set_count; set++)
      for (int r = 0; r < redundancy->sets[set].count; r++) {
        const trm_ModelJoint *joint = &s->model->joints[forces->reactions[k].joint];
        if (s->system->unknowns[redundancy->sets[set].rows[r]].owner == joint->name) return joint;
      }
  return NULL;
}

static trm_Status check_reactions(const trm_Simulation *s, trm_Diagnostics *diagnostics) {
  const trm_ModelJoint *joint = open_reaction(s);
  if (!joint) return TRM_OK;
  trm_report(diagnostics, TRM_ERROR, joint->place,
             "joint \"%s\": a formula names its reactions, which are not unique: `trammel check` lists the redundant "
             "constraints that they are among",
             joint->name);
  return TRM_INCONSISTENT_START;
}

static trm_Status start(trm_Simulation *s, trm_AnalysisType purpose, trm_Diagnostics *diagnostics) {
  trm_StartReport report = {0};
  trm_Status status = trm_initial_state(s->snapshot, s->state, purpose, &report, diagnostics);
  memcpy(s->said.doubt, report.doubt, sizeof report.doubt);
  if (status == TRM_OK) status = trm_simulation_check_limits(s, diagnostics);
  if (status != TRM_OK) return status;
  s->summary.moved_position = report.moved_position, s->summary.moved_angle = report.moved_angle;
  int worst = -1;
  status = trm_rows_find(&s->rows, s->system, s->state);
  if (status == TRM_OK) status = check_reactions(s, diagnostics);
  if (status != TRM_OK) return status;
  if (!trm_simulation_loops_start(s, diagnostics)) return TRM_INCONSISTENT_START;
  status = trm_simulation_relays_start(s, diagnostics);
  if (status != TRM_OK) return status;
  status = trm_simulation_snapshot(s, &worst);
  if (status == TRM_NOT_FINITE && trm_blame_start(s, diagnostics)) return TRM_INCONSISTENT_START;
  if (status != TRM_OK) {
    char name[200];
    trm_system_equation_name(s->system, worst, name, sizeof name);
    trm_find(diagnostics, status == TRM_NOT_FINITE ? TRM_FIND_NOT_FINITE : TRM_FIND_MASSLESS, TRM_NO_PLACE,
             "the initial accelerations cannot be found: %s, at the %s (%s)", trm_status_text(status), name,
             status == TRM_NOT_FINITE    ? "a law or a load whose value is not a number at the start"
             : status == TRM_NEWTON_SLOW ? "formulas that go by reactions, on which these depend, agree nowhere"
                                         : "redundant constraints, or inertia zero where the rotation is free");
    return TRM_INCONSISTENT_START;
  }
  if (trm_blame_massless(s, diagnostics)) return TRM_INCONSISTENT_START;
  status = check_given_rates(s, diagnostics);
  if (status != TRM_OK) return status;
  if (s->system->layout->multiplier_count)
    memcpy(s->state->lambda, s->snapshot->multipliers, sizeof(double) * (size_t)s->system->layout->multiplier_count);
  return trm_simulation_begin_ledger(s);
}

trm_Status trm_simulation_share(trm_Simulation *s, int threads) {
  trm_Team *team = NULL;
  trm_Status status = threads == 1 ? TRM_OK : trm_team_new(&team, threads);
  if (status != TRM_OK) return status;
  trm_team_free(s->team);
  s->team = team, s->system->team = team;
  return TRM_OK;
}

static trm_Status make_equations(trm_Simulation *s) {
  s->system->team = s->team;
  trm_Status status = trm_state_new(&s->saved, s->system);
  if (status == TRM_OK) status = trm_newton_new(&s->newton, s->system->pattern, s->system->tree);
  if (status == TRM_OK && s->system->turning_count > 0)
    status = trm_newton_turns(s->newton, 9 * s->system->turning_count);
  if (status == TRM_OK) status = trm_snapshot_new(&s->snapshot, s->system);
  return status;
}

static void free_equations(trm_Simulation *s) {
  if (s->beside.events) trm_state_free(s->beside.events->before), s->beside.events->before = NULL;
  trm_snapshot_free(s->snapshot);
  trm_newton_free(s->newton);
  trm_state_free(s->saved);
  trm_state_free(s->state);
  trm_system_free(s->system);
  s->snapshot = NULL, s->newton = NULL, s->saved = s->state = NULL, s->system = NULL;
}

trm_Status trm_simulation_replace_equations(trm_Simulation *s, trm_System *system, trm_State *state) {
  trm_Simulation fresh = {.model = s->model, .team = s->team, .system = system, .state = state};
  trm_Status status = make_equations(&fresh);
  if (status != TRM_OK) return free_equations(&fresh), status;
  fresh.newton->options = s->newton->options;
  trm_dynamic_close(s);
  free_equations(s);
  s->system = system, s->state = state;
  s->saved = fresh.saved, s->newton = fresh.newton, s->snapshot = fresh.snapshot;
  return TRM_OK;
}

/* each pattern of the channels that are to be stored means some of them */
static trm_Status check_stored(trm_Simulation *s, trm_Diagnostics *diagnostics) {
  const trm_OutputTimesDef *output = &s->model->analyses.items[s->model->analyses.count - 1]->output;
  trm_Status status = TRM_OK;
  for (int p = 0; output->bound.table && p < output->channels.count; p++) {
    const trm_Reference *pattern = &output->channels.items[p];
    bool found = false;
    for (int i = 0; i < s->channels.count && !found; i++)
      found = trm_channel_matches(pattern->name, s->channels.items[i].name);
    if (found) continue;
    trm_report(diagnostics, TRM_ERROR, pattern->place,
               "analysis.output.channels: no channel is called \"%s\"%s; they are named like bob.position.x, "
               "hinge.phi, energy.total",
               pattern->name, trm_channel_hint(s->model, &s->channels, s->channels.count, pattern->name, &s->work));
    status = TRM_BAD_ARGUMENT;
  }
  return status;
}

static trm_Status make_parts(trm_Simulation *s, trm_Diagnostics *diagnostics) {
  trm_Status status = trm_system_new(&s->system, s->model);
  if (status == TRM_OK) status = trm_state_new(&s->state, s->system);
  if (status == TRM_OK) status = make_equations(s);
  if (status == TRM_OK) status = trm_channels_list(s->system->layout, &s->channels, diagnostics);
  if ((status == TRM_OK || status == TRM_BAD_ARGUMENT) && !s->reached.drawn) {
    trm_Status modes = trm_modal_channels(s);
    status = modes == TRM_OK ? status : modes;
  }
  if (status != TRM_OK && status != TRM_BAD_ARGUMENT) /* which was said: a formula */
    trm_report(diagnostics, TRM_ERROR, TRM_NO_PLACE, "the simulation could not be set up: %s", trm_status_text(status));
  return status;
}

/* Formulas over channels, and names of these: whatever is wrong with them, the rest is looked at too. */
static trm_Status open_shown(trm_Simulation *s, trm_Diagnostics *diagnostics) {
  trm_Status (*const stages[])(trm_Simulation *, trm_Diagnostics *) = {make_parts, check_stored, trm_events_open,
                                                                       trm_statistics_open};
  trm_Status status = TRM_OK;
  for (int i = 0; i < TRM_COUNT(stages); i++) {
    trm_Status one = stages[i](s, diagnostics);
    if (one != TRM_OK) status = one;
    if (one != TRM_OK && one != TRM_BAD_ARGUMENT) break;
  }
  return status;
}

void trm_simulation_check_shown(const trm_Model *model, trm_Diagnostics *diagnostics) {
  trm_Simulation *probe = TRM_NEW(trm_Simulation, 1);
  if (!probe) return;
  probe->model = model;
  open_shown(probe, diagnostics);
  trm_simulation_close(probe);
}

/* first: which of the model's analyses the simulation begins with */
static trm_Status open_parts(trm_Simulation *s, int first, trm_Diagnostics *diagnostics) {
  trm_Status status = open_shown(s, diagnostics);
  if (status != TRM_OK) return status;
  *s->state->scale = default_scale(s->model, s->model->analyses.items[first]);
  status = start(s, (trm_AnalysisType)s->model->analyses.items[first]->type, diagnostics);
  if (status != TRM_OK) return status;
  status = enter(s, first);
  if (status != TRM_OK) trm_report(diagnostics, TRM_ERROR, s->analysis->bound.place, "%s", s->failure);
  return status;
}

/* Would this analysis of the model refuse to begin where the first one begins? What a kinematic analysis and
   relative coordinates ask for, drives enough and joints that they know, no motion changes. */
static trm_Status try_later(const trm_Model *model, int which, trm_Diagnostics *diagnostics) {
  trm_Diagnostics *unheard = trm_diagnostics_new();
  trm_Simulation *probe = TRM_NEW(trm_Simulation, 1);
  trm_Status status = probe && unheard ? TRM_OK : TRM_NO_MEMORY;
  if (status == TRM_OK) {
    probe->model = model;
    status = open_parts(probe, which, unheard);
    if (status != TRM_OK)
      trm_report(diagnostics, TRM_ERROR, model->analyses.items[which]->bound.place, "%s",
                 probe->failure[0] ? probe->failure : trm_status_text(status));
  }
  trm_simulation_close(probe);
  trm_diagnostics_free(unheard);
  return status;
}

static trm_Status try_later_ones(const trm_Model *model, trm_Diagnostics *diagnostics) {
  trm_Status status = TRM_OK;
  for (int i = 1; i < model->analyses.count && status == TRM_OK; i++) {
    const trm_AnalysisDef *analysis = model->analyses.items[i];
    bool relative = analysis->type == TRM_ANALYSIS_DYNAMIC && analysis->formulation == TRM_FORMULATION_RELATIVE;
    if (analysis->type == TRM_ANALYSIS_KINEMATIC || relative) status = try_later(model, i, diagnostics);
  }
  return status;
}

trm_Status trm_simulation_open(trm_Simulation **out, const trm_Model *model, trm_Diagnostics *diagnostics) {
  trm_Simulation *s = TRM_NEW(trm_Simulation, 1);
  *out = NULL;
  if (!s) {
    trm_report(diagnostics, TRM_ERROR, TRM_NO_PLACE, "%s", trm_status_text(TRM_NO_MEMORY));
    return TRM_NO_MEMORY;
  }
  s->model = model;
  trm_blas_alone();
  trm_Status status = open_parts(s, 0, diagnostics);
  if (status == TRM_OK) status = try_later_ones(model, diagnostics);
  if (status == TRM_OK || status == TRM_INCONSISTENT_START) {
    trm_Status examined = trm_examine_start(model, status == TRM_OK ? s : NULL, diagnostics);
    status = status == TRM_OK ? examined : status;
  }
  if (status != TRM_OK) {
    if (trm_diagnostics_count(diagnostics, TRM_ERROR) == 0)
      trm_report(diagnostics, TRM_ERROR, TRM_NO_PLACE, "the simulation could not be started: %s",
                 trm_status_text(status));
    return trm_simulation_close(s), status;
  }
  *out = s;
  return TRM_OK;
}

/* ---- one position, to be looked at ---- */

/* The positions that a start finds, or those of the model as written, with what stood against the others as
   warnings. */
static trm_Status find_drawn(trm_Simulation *s, trm_Diagnostics *diagnostics) {
  trm_Diagnostics *reasons = trm_diagnostics_new();
  trm_StartReport report = {0};
  if (!reasons) return TRM_NO_MEMORY;
  trm_Status status = trm_initial_state(s->snapshot, s->state, TRM_ANALYSIS_STATIC, &report, reasons);
  s->summary.moved_position = report.moved_position, s->summary.moved_angle = report.moved_angle;
  bool as_written = status != TRM_OK && status != TRM_NO_MEMORY;
  for (int i = 0; as_written && i < trm_diagnostics_stored(reasons); i++) {
    const trm_Diagnostic *reason = trm_diagnostics_get(reasons, i);
    trm_report(diagnostics, TRM_WARNING, reason->place, "drawn as it is written, not assembled: %s", reason->message);
  }
  trm_diagnostics_free(reasons);
  if (as_written) {
    trm_state_free(s->state);
    status = trm_state_new(&s->state, s->system);
    for (int j = 0; status == TRM_OK && j < s->model->joint_count; j++)
      trm_joint_evaluate_all(s->model, &s->system->layout->joints[j], s->state->q, s->state->x);
  }
  trm_snapshot_free(s->snapshot); /* the start used it */
  s->snapshot = NULL;
  if (status == TRM_OK) status = trm_snapshot_new(&s->snapshot, s->system);
  if (status == TRM_OK) s->snapshot->seen = true;
  return status;
}

trm_Status trm_simulation_open_drawn(trm_Simulation **out, const trm_Model *model, trm_Diagnostics *diagnostics) {
  trm_Simulation *s = TRM_NEW(trm_Simulation, 1);
  trm_Status status = TRM_NO_MEMORY;
  *out = NULL;
  if (s) {
    *s = (trm_Simulation){.model = model, .reached = {.drawn = true}, .current = model->analyses.count - 1};
    s->analysis = model->analyses.items[s->current];
    status = make_parts(s, diagnostics);
    if (status == TRM_OK) status = find_drawn(s, diagnostics);
    if (status == TRM_OK) status = trm_simulation_begin_ledger(s);
  }
  if (status == TRM_NO_MEMORY) trm_report(diagnostics, TRM_ERROR, TRM_NO_PLACE, "%s", trm_status_text(status));
  if (status != TRM_OK) return trm_simulation_close(s), status;
  *out = s;
  return TRM_OK;
}

/* all but the program's own */
static void close_parts(trm_Simulation *s) {
  trm_modal_free(s);
  trm_channels_free(&s->channels);
  trm_redundancy_free(&s->rows.redundancy);
  trm_dynamic_close(s);
  free_equations(s);
  trm_arena_free(&s->work);
  trm_release(s->said.found);
}

void trm_simulation_close(trm_Simulation *s) {
  if (!s) return;
  close_parts(s);
  trm_program_free(s->beside.program);
  trm_events_free(s->beside.events);
  trm_team_free(s->team);
  trm_release(s);
}

trm_Status trm_simulation_reopen(trm_Simulation *s, const trm_Model *model, trm_Diagnostics *diagnostics) {
  trm_Program *program = s->beside.program;
  trm_Events *events = s->beside.events;
  close_parts(s);
  *s = (trm_Simulation){.model = model, .team = s->team, .beside = {.program = program, .events = events}};
  trm_Status status = open_parts(s, 0, diagnostics);
  return status == TRM_OK ? try_later_ones(model, diagnostics) : status;
}

/* Are the states of the current analysis results? Those of one that prepares are only when it is the last, and then
   alone. */
static bool shows(const trm_Simulation *s) {
  int last = s->model->analyses.count - 1;
  if (s->current == last) return true;
  return !trm_analysis_kinds[s->analysis->type]->prepares &&
         !trm_analysis_kinds[s->model->analyses.items[last]->type]->prepares;
}

/* a force of the program that gave no numbers is the cause, whatever equation it made fail */
static bool blame_force(trm_Simulation *s) {
  const trm_UserForce *force = trm_program_failed(s);
  if (!force) return false;
  snprintf(
      s->failure, sizeof s->failure,
      "at t = %.9g s: no step is possible with the force \"%.200s\" of the program, which gave no force, or a number "
      "that is not finite",
      trm_simulation_now(s), force->name);
  return true;
}

/* Do its states count among the statistics: results that go through time? */
static bool sampled(const trm_Simulation *s) { return trm_analysis_kinds[s->analysis->type]->timed && shows(s); }

/* Where a step began: its time, and the iterations before it. */
typedef struct StepStart {
  double time;
  int64_t iterations;
} StepStart;

static StepStart start_step(trm_Simulation *s) {
  s->snapshot->seen = false;
  trm_program_clear(s);
  return (StepStart){trm_simulation_now(s), s->summary.iterations};
}

/* what all steps have in common once they are taken, or not */
static trm_Status end_step(trm_Simulation *s, StepStart start, trm_Status status, bool *output) {
  if (trm_simulation_now(s) > start.time) s->last.size = trm_simulation_now(s) - start.time;
  if (s->model->forces.signals.loop_count > 0) status = trm_simulation_loops_after(s, status);
  if (status == TRM_STEP_FAILED && !blame_force(s)) trm_simulation_blame(s);
  if (status != TRM_FINISHED) s->last.iterations = s->summary.iterations - start.iterations;
  bool last = s->current == s->model->analyses.count - 1, shown = shows(s);
  if (!shown) *output = false;
  if (status == TRM_OK && sampled(s)) trm_statistics_reach(s, *output);
  if (status == TRM_FINISHED || status == TRM_STEP_FAILED) trm_simulation_judge(s);
  if (status != TRM_FINISHED || last) return status;
  status = enter(s, s->current + 1);
  *output = status == TRM_OK && !shown && trm_simulation_ready(s);
  s->beside.statistics->result = *output;
  return status;
}

/* the event that has ended the run, "": it is not known */
static const char *stopped_by(const trm_Events *events) {
  for (int i = events->happened_count - 1; i >= 0; i--) {
    const trm_Watched *watched = &events->items[events->happened[i].which];
    if (watched->model ? watched->model->stop : watched->kind == &trm_watched_program) return watched->name;
  }
  return "";
}

/* An event has ended the run: a modal analysis that was to follow has found nothing. */
static trm_Status stopped(trm_Simulation *s) {
  const trm_Analyses *analyses = &s->model->analyses;
  trm_simulation_judge(s);
  if (analyses->items[analyses->count - 1]->type != TRM_ANALYSIS_MODAL || trm_simulation_modal(s)) return TRM_FINISHED;
  snprintf(
      s->failure, sizeof s->failure,
      "event \"%.200s\" has ended the run before the modal analysis, at t = %.9g s: ask for an earlier state, or end "
      "the analysis alone (stop-at)",
      stopped_by(s->beside.events), trm_simulation_now(s));
  return TRM_STEP_FAILED;
}

trm_Status trm_simulation_take_step(trm_Simulation *s, bool *output) {
  *output = false;
  if (s->failure[0]) return TRM_STEP_FAILED;
  if (s->reached.drawn) return TRM_FINISHED;
  if (s->beside.events && s->beside.events->stopped) return stopped(s);
  if (!s->beside.statistics->begun && sampled(s)) trm_statistics_reach(s, true); /* where the results begin */
  StepStart start = start_step(s);
  return end_step(s, start, trm_analysis_kinds[s->analysis->type]->step(s, output), output);
}

trm_Status trm_simulation_took_step(trm_Simulation *s, double h, const trm_StepReport *report, bool *output) {
  StepStart start = start_step(s);
  start.time -= h;
  *output = false;
  return end_step(s, start, trm_dynamic_took(s, report, output), output);
}

bool trm_simulation_ready(const trm_Simulation *s) {
  if (s->reached.drawn) return true;
  return shows(s) && (!trm_analysis_kinds[s->analysis->type]->prepares || s->reached.has_row);
}

double trm_simulation_now(const trm_Simulation *s) {
  return s->analysis->type == TRM_ANALYSIS_STATIC ? s->reached.path : *s->state->time;
}

/* when the last of the analyses that go through time ends; 0: there is none */
static double moved_until(const trm_Model *model) {
  double until = 0;
  for (int i = 0; i < model->analyses.count; i++)
    if (model->analyses.items[i]->type == TRM_ANALYSIS_DYNAMIC ||
        model->analyses.items[i]->type == TRM_ANALYSIS_KINEMATIC)
      until = fmax(until, model->analyses.items[i]->until);
  return until;
}

double trm_simulation_last(const trm_Simulation *s) {
  const trm_AnalysisDef *last = s->model->analyses.items[s->model->analyses.count - 1];
  if (last->type == TRM_ANALYSIS_MODAL) return fmax(*s->state->time, moved_until(s->model));
  if (last->type != TRM_ANALYSIS_STATIC)
    return s->current == s->model->analyses.count - 1 ? s->analysis->until : last->until;
  return last->method == TRM_ARC_LENGTH ? s->reached.path + s->reached.rest : 1;
}

trm_Status trm_simulation_look(trm_Simulation *s) {
  int worst = -1;
  bool rest = s->analysis->type == TRM_ANALYSIS_STATIC && s->reached.at_rest;
  trm_Status status = s->snapshot->seen ? TRM_OK
                      : rest            ? trm_snapshot_rest(s->snapshot, s->state, 1 - s->reached.share)
                                        : trm_simulation_snapshot(s, &worst);
  if (status == TRM_OK) return status;
  char name[200];
  trm_system_equation_name(s->system, worst, name, sizeof name);
  snprintf(s->failure, sizeof s->failure, "at t = %.9g s: accelerations and reactions cannot be found: %s, at the %s",
           *s->state->time, trm_status_text(status), name);
  trm_simulation_blame(s);
  return status;
}

trm_ChannelInput trm_simulation_channel_input(const trm_Simulation *s) {
  return (trm_ChannelInput){.system = s->system,
                            .state = s->state,
                            .snapshot = s->snapshot,
                            .load_factor = s->reached.share,
                            .last_step = s->last.size,
                            .iterations = (double)s->last.iterations};
}

static void count_output(trm_Simulation *s, double start_time) {
  double seconds = trm_cpu_seconds() - start_time;
  s->summary.seconds_output += seconds;
  s->summary.seconds_total += seconds;
}

trm_Status trm_simulation_evaluate(trm_Simulation *s, double *values) {
  double start_time = trm_cpu_seconds();
  trm_Status status = trm_simulation_look(s);
  if (status == TRM_OK) {
    if (s->analysis->type == TRM_ANALYSIS_DYNAMIC && !s->reached.drawn) trm_simulation_watch(s);
    trm_ChannelInput input = trm_simulation_channel_input(s);
    trm_channels_evaluate(&input, &s->channels, values);
    for (int i = s->channels.walked; i < s->channels.count; i++)
      values[i] = trm_modal_channel(s, i - s->channels.walked);
    if (sampled(s)) trm_statistics_read(s, values);
  }
  count_output(s, start_time);
  return status;
}

trm_Status trm_simulation_evaluate_one(trm_Simulation *s, int channel, double *value) {
  double start_time = trm_cpu_seconds();
  int mode = channel - s->channels.walked;
  if (mode >= 0) return *value = trm_modal_channel(s, mode), TRM_OK;
  trm_Status status = s->channels.placed[channel] ? TRM_OK : trm_simulation_look(s);
  trm_ChannelInput input = trm_simulation_channel_input(s);
  if (status == TRM_OK) *value = trm_channels_one(&input, &s->channels, channel);
  count_output(s, start_time);
  return status;
}

void trm_simulation_counter_bytes(trm_Simulation *s, trm_Bytes *bytes) {
  trm_Summary *sum = &s->summary;
  int64_t *counts[] = {&sum->steps,          &sum->retries,         &sum->iterations,    &sum->factorizations,
                       &sum->rejected_error, &sum->rejected_newton, &s->last.iterations, &sum->error_unknown};
  double *numbers[] = {&sum->smallest_step,           &sum->largest_step,   &sum->largest_violation,
                       &sum->largest_off_constraints, &sum->moved_position, &sum->moved_angle,
                       &sum->seconds_assembly,        &sum->seconds_linear, &sum->seconds_output,
                       &sum->seconds_total,           &s->last.size,        &sum->seconds_rehearsal,
                       &sum->error_estimate,          &sum->growth};
  for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) trm_bytes_int64(bytes, counts[i], 0, INT64_MAX);
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) trm_bytes_double(bytes, numbers[i]);
}
