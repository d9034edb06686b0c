/* What a run keeps from one step to the next besides its flat state (system/state_sections.c), as sections of a
   table. Another one is another row. Nothing here is taken back when a step fails: that is what parts the two. */
#include "analysis/run_state.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "analysis/beyond.h"
#include "analysis/brief.h"
#include "analysis/dense.h"
#include "analysis/events.h"
#include "analysis/rehearsal.h"
#include "analysis/rounds.h"
#include "analysis/statistics.h"
#include "analysis/turns.h"
#include "linalg/arithmetic.h"

/* Not in the state of trm_Simulation: made anew from Model, Layout and analysis `work`, `channels`; filled by a step
   before it reads them `saved`; counted in simulation.c `summary`, `last`; written where they
   are kept (the section "analysis") `statics`, `kinematics`; whoever watches the run `watch`; threads, with
   the same bits for any number of them, `team`; of one step only `modal`.
   tests/tools/check_state_fields.py reads this. of `beside` the program is
   the program's to add before a state is loaded, and what becomes of events and statistics is a section of each,
   written in events.c and statistics.c. */

/* Not in the state of trm_Dynamics: made anew from Model, Layout and analysis `over_count`, `over`, `order`, `rho`,
   `tools`, `steppers`, `passing`, `coarse`, `edges`; filled by a step before it reads them `place`, `edge`, `leap`,
   `at_place`, `at_edge`; written by
   rehearsal.c `rehearsal`, `rehearsed`, `spent`, `step_tolerance`, `step_scale`, `step_share`; of the clock alone
   `cost`, `guessed`, `timed_until`, `clock_reading`; of rehearsals alone, which are over when a state is saved,
   `rehearsing`, `last_size`, `right_size`; through the stepper that counts `turns`; by trm_rounds_bytes `rounds`; by
   trm_beyond_bytes `ways`; by trm_brief_bytes `brief`; by trm_dense_bytes `dense`; between steps nothing is in
   `round_start`. */

/* ---- the sections ---- */

static const int64_t many = INT64_MAX;

/* The analysis, and what the dynamic ones up to it keep. */
static void plan_bytes(trm_Simulation *s, trm_Bytes *bytes) {
  trm_Dynamics none = {0}, *d = s->dynamics ? s->dynamics : &none;
  trm_Plan *plan = &d->plan;
  trm_bytes_double(bytes, &plan->from);
  trm_bytes_double(bytes, &plan->to);
  trm_bytes_int64(bytes, &plan->steps, 0, many);
  trm_bytes_int64(bytes, &plan->done, 0, many);
  trm_bytes_int64(bytes, &plan->next_output, 0, many);
  trm_bytes_bool(bytes, &plan->output_at_end);
  trm_bytes_bool(bytes, &plan->break_at_start);
  trm_bytes_bool(bytes, &plan->break_at_end);
  trm_bytes_bool(bytes, &d->sets_off);
  trm_bytes_double(bytes, &d->off_at);
  trm_bytes_int(bytes, &d->short_steps, -1, INT32_MAX - 1);
  trm_bytes_double(bytes, &s->aim);
  trm_bytes_double(bytes, &s->start_time);
  trm_bytes_int(bytes, &s->rows.rank, 0, s->system->layout->multiplier_count);
  trm_signal_error_bytes(d->signals, bytes);
  trm_bytes_bool(bytes, &d->functions.wells);
  if (bytes->reading && !(isfinite(plan->from) && isfinite(plan->to) && isfinite(s->start_time)))
    trm_bytes_refuse(bytes, "a time is not finite");
}

static void path_bytes(trm_Simulation *s, trm_Bytes *bytes) {
  trm_bytes_double(bytes, &s->reached.share);
  trm_bytes_double(bytes, &s->reached.path);
  trm_bytes_double(bytes, &s->reached.rest);
  trm_bytes_bool(bytes, &s->reached.at_rest);
  trm_bytes_bool(bytes, &s->reached.has_row);
}

/* what is to be said though nothing failed, and has not been yet */
static void message_bytes(trm_Simulation *s, trm_Bytes *bytes) {
  trm_bytes_text(bytes, s->said.remark, sizeof s->said.remark);
  trm_bytes_text(bytes, s->said.warnings, sizeof s->said.warnings);
  trm_bytes_text(bytes, s->said.doubt, sizeof s->said.doubt);
}

static void instant_bytes(trm_Simulation *s, trm_Bytes *bytes) {
  trm_bytes_bool(bytes, &s->snapshot->seen);
  trm_snapshot_bytes(s->snapshot, bytes);
}

/* One that there is only in some schemes; NULL: it was not made here. */
static void solver_bytes(trm_Lu *lu, trm_Bytes *bytes, const trm_BytesPart *part) {
  bool made = lu != NULL;
  trm_bytes_bool(bytes, &made);
  if (made && lu) trm_lu_memory(lu, bytes);
  if (!bytes->reading || !trm_bytes_good(bytes)) return;
  if (made && !lu) bytes->at = part->start; /* no analysis up to the present one uses it */
  if (!made && lu && trm_lu_renew(lu) != TRM_OK) trm_bytes_refuse(bytes, "%s", trm_status_text(TRM_NO_MEMORY));
}

static void newton_bytes(trm_Simulation *s, trm_Bytes *bytes) { trm_newton_bytes(s->newton, bytes); }

static void analysis_bytes(trm_Simulation *s, trm_Bytes *bytes) {
  trm_analysis_kinds[s->analysis->type]->bytes(s, bytes);
}

typedef struct Section {
  const char *name;
  int version;
  void (*bytes)(trm_Simulation *simulation, trm_Bytes *bytes);
} Section;

/* The analysis comes first: an integrator of rates finds its place with the solvers that follow. */
static const Section sections[] = {
    {"plan", 2, plan_bytes},
    {"path", 1, path_bytes},
    {"counters", 1, trm_simulation_counter_bytes},
    {"messages", 1, message_bytes},
    {"analysis", 3, analysis_bytes},
    {"instant", 1, instant_bytes},
    {"solver of steps", 4, newton_bytes},
    {"events", 3, trm_events_bytes},
    {"statistics", 1, trm_statistics_bytes},
};

enum { SECTIONS = sizeof sections / sizeof sections[0] };

/* The iteration of a scheme of its own, as solver_bytes. */
static void optional_newton(const char *name, trm_Newton *newton, trm_Bytes *bytes) {
  int version = 3;
  trm_BytesPart part = trm_bytes_begin(bytes, name, &version);
  bool made = newton != NULL;
  if (trm_bytes_good(bytes)) trm_bytes_bool(bytes, &made);
  if (trm_bytes_good(bytes) && made && newton) trm_newton_bytes(newton, bytes);
  if (bytes->reading && trm_bytes_good(bytes)) {
    if (made && !newton) bytes->at = part.start; /* no analysis up to the present one uses it */
    if (!made && newton && trm_newton_renew(newton) != TRM_OK)
      trm_bytes_refuse(bytes, "%s", trm_status_text(TRM_NO_MEMORY));
  }
  trm_bytes_end(bytes, &part);
}

static void optional_solver(const char *name, trm_Lu *lu, trm_Bytes *bytes) {
  int version = 1;
  trm_BytesPart part = trm_bytes_begin(bytes, name, &version);
  if (trm_bytes_good(bytes)) solver_bytes(lu, bytes, &part);
  trm_bytes_end(bytes, &part);
}

static void all_sections(trm_Simulation *s, trm_Bytes *bytes) {
  trm_state_bytes(s->state, s->system, bytes);
  for (int i = 0; i < SECTIONS && trm_bytes_good(bytes); i++) {
    int version = sections[i].version;
    trm_BytesPart part = trm_bytes_begin(bytes, sections[i].name, &version);
    if (trm_bytes_good(bytes)) sections[i].bytes(s, bytes);
    trm_bytes_end(bytes, &part);
  }
  for (int i = 0; i < trm_scheme_count; i++) {
    const trm_Scheme *scheme = trm_schemes[i];
    const trm_Stepper *stepper = s->dynamics && s->dynamics->steppers ? &s->dynamics->steppers[i] : NULL;
    bool open = stepper && stepper->scheme;
    if (scheme->newton) optional_newton(scheme->name, open ? scheme->newton(stepper) : NULL, bytes);
  }
  const trm_StepError *error = s->dynamics ? s->dynamics->step_error : NULL;
  optional_solver("solver of step errors", error ? error->lu : NULL, bytes);
}

/* ---- the head: whose state it is ---- */

enum { FORMAT = 2, MARK = 16 };
static const char mark[MARK] = "trammel state\n";
static const int64_t byte_order = 0x0102030405060708;

/* What decides about bits besides the version. */
static void build_text(char *text, size_t size) {
  char arithmetic[TRM_ARITHMETIC];
  trm_arithmetic(arithmetic);
  snprintf(text, size, "%s, %s", __VERSION__, arithmetic);
}

static void format_bytes(trm_Bytes *bytes) {
  char found[MARK];
  memcpy(found, mark, MARK);
  trm_bytes_raw(bytes, found, MARK);
  if (bytes->reading && memcmp(found, mark, MARK) != 0) {
    bytes->fault[0] = 0;
    trm_bytes_refuse(bytes, "the bytes are not a state of trammel");
  }
  trm_bytes_check(bytes, byte_order, "the order of bytes of the machine");
  trm_bytes_check(bytes, FORMAT, "the version of the format");
}

/* Another program wrote them: then the bits are not the same, and what stands in them may mean something else. */
static void program_bytes(trm_Bytes *bytes, bool anyway, trm_Diagnostics *diagnostics) {
  char here[2][160] = {TRM_VERSION, ""}, there[2][160];
  build_text(here[1], sizeof here[1]);
  memcpy(there, here, sizeof there);
  for (int i = 0; i < 2; i++) trm_bytes_text(bytes, there[i], sizeof there[i]);
  if (!trm_bytes_good(bytes) || (strcmp(here[0], there[0]) == 0 && strcmp(here[1], there[1]) == 0)) return;
  if (anyway)
    trm_report(
        diagnostics, TRM_WARNING, TRM_NO_PLACE,
        "the state was saved by trammel %s (%s), and this is %s (%s): the run goes on, but not with the same bits",
        there[0], there[1], here[0], here[1]);
  else
    trm_bytes_refuse(bytes, "trammel %s (%s) saved it, and this is %s (%s)", there[0], there[1], here[0], here[1]);
}

/* Another model wrote them: with `anyway` a run goes on as this one where all numbers of parts are the same (a
   stiffness that was changed, say). */
static bool fingerprint_bytes(const trm_Model *model, trm_Bytes *bytes, bool anyway, trm_Diagnostics *diagnostics) {
  int64_t here = (int64_t)model->about.fingerprint, there = here;
  trm_bytes_raw(bytes, &there, sizeof there);
  if (!trm_bytes_good(bytes) || there == here) return true;
  if (anyway)
    trm_report(diagnostics, TRM_WARNING, TRM_NO_PLACE,
               "the state was saved by a run of another model: the run goes on with this one from where that came to, "
               "and its energies jump by what was changed");
  else
    trm_bytes_refuse(bytes, "the model is another one than that of the run");
  return false;
}

/* false: another model wrote them */
static bool model_bytes(const trm_Simulation *s, trm_Bytes *bytes, bool anyway, trm_Diagnostics *diagnostics) {
  const trm_Model *model = s->model;
  bool same = fingerprint_bytes(model, bytes, anyway, diagnostics);
  trm_bytes_check(bytes, model->forces.user_count, "forces that the program added");
  int counts[] = {
      model->node_count,       model->node_count,     model->coordinate_count, model->on_joints.law_state_count,
      model->inputs.count,     model->analyses.count, model->joint_count,      model->node_count,
      model->mesh.stress_count};
  for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
    trm_bytes_check(bytes, counts[i], "the model is another one, a number of its parts");
  return same;
}

/* Which analysis it is of, to which end, and with which joints released, coordinates locked. */
typedef struct Situation {
  int current;
  double start_time, until;
  bool *released, (*locked)[TRM_JOINT_COORDINATES];
} Situation;

static bool situation_new(Situation *situation, const trm_Simulation *s) {
  size_t count = (size_t)s->model->joint_count;
  *situation = (Situation){.current = s->current, .start_time = s->start_time, .until = s->analysis->until};
  situation->released = TRM_NEW(bool, count), situation->locked = trm_alloc(count, sizeof *situation->locked);
  if (!situation->released || !situation->locked) return false;
  if (count) memcpy(situation->released, s->system->layout->released, count * sizeof(bool));
  if (count) memcpy(situation->locked, s->system->layout->locked, count * sizeof *situation->locked);
  return true;
}

static void situation_free(Situation *situation) {
  trm_release(situation->released);
  trm_release(situation->locked);
}

static void situation_bytes(const trm_Simulation *s, Situation *situation, trm_Bytes *bytes) {
  size_t count = (size_t)s->model->joint_count;
  int version = 2;
  trm_BytesPart part = trm_bytes_begin(bytes, "situation", &version);
  trm_bytes_int(bytes, &situation->current, 0, s->model->analyses.count - 1);
  trm_bytes_double(bytes, &situation->start_time);
  trm_bytes_double(bytes, &situation->until);
  trm_bytes_bools(bytes, situation->released, count);
  trm_bytes_bools(bytes, (bool *)situation->locked, TRM_JOINT_COORDINATES * count);
  trm_bytes_end(bytes, &part);
}

/* the equations that the sections belong to */
static void equation_bytes(const trm_Simulation *s, trm_Bytes *bytes) {
  const trm_System *system = s->system;
  int n = system->numbering.count;
  trm_bytes_check(bytes, n, "the equations are others, unknowns");
  trm_bytes_check(bytes, system->layout->multiplier_count, "the equations are others, multipliers");
  trm_bytes_check(bytes, system->pattern->start[n], "the equations are others, entries of the matrix");
}

/* ---- writing ---- */

void trm_run_state_sign(trm_Bytes *bytes) {
  size_t signed_size = bytes->size - sizeof(uint64_t);
  uint64_t hash = trm_hash_words(trm_hash_start, bytes->data, signed_size);
  memcpy(bytes->data + signed_size, &hash, sizeof hash);
}

static trm_Status no_memory(trm_Diagnostics *diagnostics) {
  trm_report(diagnostics, TRM_ERROR, TRM_NO_PLACE, "%s", trm_status_text(TRM_NO_MEMORY));
  return TRM_NO_MEMORY;
}

trm_Status trm_simulation_write(trm_Simulation *s, trm_Bytes *bytes, trm_Diagnostics *diagnostics) {
  const trm_AnalysisKind *kind = trm_analysis_kinds[s->analysis->type];
  Situation situation;
  uint64_t hash = 0;
  if (s->failure[0] || !kind->bytes || s->reached.drawn) {
    trm_report(diagnostics, TRM_ERROR, TRM_NO_PLACE, "the state cannot be saved: %s%s",
               s->failure[0]      ? "the run has failed, "
               : s->reached.drawn ? "there is nothing to continue in a model that is only looked at"
                                  : "there is nothing to continue in an analysis of one step, ",
               s->failure[0]      ? s->failure
               : s->reached.drawn ? ""
                                  : kind->name);
    return TRM_BAD_ARGUMENT;
  }
  bool made = situation_new(&situation, s);
  if (made) {
    format_bytes(bytes);
    program_bytes(bytes, false, diagnostics);
    model_bytes(s, bytes, false, NULL);
    situation_bytes(s, &situation, bytes);
    equation_bytes(s, bytes);
    all_sections(s, bytes);
    trm_bytes_raw(bytes, &hash, sizeof hash);
    if (trm_bytes_good(bytes)) trm_run_state_sign(bytes);
  }
  situation_free(&situation);
  return made && trm_bytes_good(bytes) ? TRM_OK : no_memory(diagnostics);
}

/* ---- reading ---- */

static void check_hash(trm_Bytes *bytes) {
  uint64_t hash;
  if (!trm_bytes_good(bytes)) return;
  if (bytes->size - bytes->at < sizeof hash) {
    trm_bytes_refuse(bytes, "the bytes end too early");
    return;
  }
  bytes->size -= sizeof hash;
  memcpy(&hash, bytes->data + bytes->size, sizeof hash);
  if (hash != trm_hash_words(trm_hash_start, bytes->data, bytes->size))
    trm_bytes_refuse(bytes, "the bytes are damaged or cut off (their hash is another one)");
}

static bool same_layout(const trm_Simulation *s, const Situation *situation) {
  size_t count = (size_t)s->model->joint_count;
  const trm_Layout *layout = s->system->layout;
  return count == 0 || (memcmp(layout->released, situation->released, count * sizeof(bool)) == 0 &&
                        memcmp(layout->locked, situation->locked, count * sizeof *situation->locked) == 0);
}

static void refuse_begin(trm_Simulation *s, trm_Bytes *bytes, trm_Status status) {
  trm_bytes_refuse(bytes, "its analysis cannot be begun: %.120s", s->failure[0] ? s->failure : trm_status_text(status));
}

/* Was the run made longer? */
static bool ends_elsewhere(const trm_AnalysisDef *analysis, const Situation *situation) {
  return trm_analysis_kinds[analysis->type]->ending && analysis->until != situation->until;
}

/* The analysis of the bytes becomes the present one; what it begins with is replaced by the sections. */
static void go_to_analysis(trm_Simulation *s, const Situation *situation, trm_Bytes *bytes) {
  trm_Bytes ahead = *bytes;
  const trm_AnalysisDef *analysis = s->model->analyses.items[situation->current];
  bool same = s->current == situation->current;
  if (same && !ends_elsewhere(s->analysis, situation)) return;
  if (same_layout(s, situation)) {
    equation_bytes(s, &ahead);
    trm_state_bytes(s->state, s->system, &ahead);
  }
  *s->state->time = s->start_time = situation->start_time;
  s->current = situation->current, s->analysis = analysis;
  trm_simulation_set_newton(s, s->analysis);
  trm_Status status = ends_elsewhere(analysis, situation) ? trm_simulation_set_end(s, situation->until) : TRM_OK;
  if (status == TRM_OK) status = trm_analysis_kinds[s->analysis->type]->begin(s);
  if (status != TRM_OK) refuse_begin(s, bytes, status);
}

static void go_to_layout(trm_Simulation *s, const Situation *situation, trm_Bytes *bytes) {
  if (same_layout(s, situation) || !trm_bytes_good(bytes)) return;
  trm_LayoutOptions options = {TRM_LAYOUT_MOTION, situation->released,
                               (const bool(*)[TRM_JOINT_COORDINATES])situation->locked};
  trm_Status status = trm_simulation_relayout(s, options);
  if (status != TRM_OK) refuse_begin(s, bytes, status);
}

/* what the schemes of the analyses up to the present one work with */
static void make_solvers(trm_Simulation *s, trm_Bytes *bytes) {
  for (int i = 0; i <= s->current && trm_bytes_good(bytes); i++)
    if (s->model->analyses.items[i]->type == TRM_ANALYSIS_DYNAMIC &&
        trm_dynamic_make(s, s->model->analyses.items[i]) != TRM_OK)
      trm_bytes_refuse(bytes, "%s", trm_status_text(TRM_NO_MEMORY));
  if (s->analysis->type == TRM_ANALYSIS_DYNAMIC && trm_bytes_good(bytes) && !s->dynamics->stepper)
    trm_bytes_refuse(bytes, "its analysis has not begun");
}

static void read_sections(trm_Simulation *s, const Situation *situation, trm_Bytes *bytes) {
  const trm_AnalysisKind *kind = trm_analysis_kinds[s->model->analyses.items[situation->current]->type];
  bool timed = !kind->ending || (isfinite(situation->until) && situation->until > situation->start_time &&
                                 situation->until >= s->model->analyses.items[situation->current]->until);
  if (!kind->bytes || !isfinite(situation->start_time) || !timed)
    trm_bytes_refuse(bytes, "no state of this analysis is saved");
  if (!trm_bytes_good(bytes)) return;
  s->failure[0] = 0;
  go_to_analysis(s, situation, bytes);
  go_to_layout(s, situation, bytes);
  if (trm_bytes_good(bytes)) make_solvers(s, bytes);
  equation_bytes(s, bytes);
  if (trm_bytes_good(bytes)) all_sections(s, bytes);
  if (trm_bytes_good(bytes) && bytes->at != bytes->size) trm_bytes_refuse(bytes, "something follows after its end");
}

/* bytes stand behind the program that wrote them; on refusal the run may have been changed */
static void read_all(trm_Simulation *s, trm_Bytes *bytes) {
  Situation situation;
  model_bytes(s, bytes, true, NULL); /* judged before */
  if (!situation_new(&situation, s)) trm_bytes_refuse(bytes, "%s", trm_status_text(TRM_NO_MEMORY));
  if (trm_bytes_good(bytes)) situation_bytes(s, &situation, bytes);
  if (trm_bytes_good(bytes)) read_sections(s, &situation, bytes);
  situation_free(&situation);
}

/* back to what the run was; where that cannot be had it has failed */
static void go_back(trm_Simulation *s, const trm_Bytes *before, bool known) {
  trm_Bytes bytes = trm_bytes_reader(before->data, before->size);
  trm_Diagnostics *unheard = NULL;
  if (known) {
    format_bytes(&bytes);
    check_hash(&bytes);
    program_bytes(&bytes, true, unheard);
    read_all(s, &bytes);
  }
  if (!known || !trm_bytes_good(&bytes))
    snprintf(s->failure, sizeof s->failure, "a saved state did not fit, and the run cannot go back to its own");
}

/* Constraints of a model may be off by this in the state of another one, of the model's size: far above what schemes
   leave, far below a change of geometry that somebody means. */
static const double fitting_violation = 1e-7;

static void fit_other_model(trm_Simulation *s, trm_Bytes *bytes) {
  double off = trm_state_violation(s->system, s->state);
  if (off > fitting_violation * s->model->size)
    trm_bytes_refuse(bytes, "its positions do not fit this model, whose constraints they miss by %.3g m", off);
  /* what the change did to the energies was there from the start, as the ledger sees it */
  s->state->works->start_energy += trm_state_ledger(s->system, s->state).residual - s->state->works->residual;
}

trm_Status trm_simulation_read(trm_Simulation *s, const void *data, size_t size, bool anyway,
                               trm_Diagnostics *diagnostics) {
  trm_Bytes bytes = trm_bytes_reader(data, size), before = {0};
  char failure[sizeof s->failure];
  memcpy(failure, s->failure, sizeof failure);
  format_bytes(&bytes);
  check_hash(&bytes);
  program_bytes(&bytes, anyway, diagnostics);
  trm_Bytes whole = bytes;
  bool same = model_bytes(s, &bytes, anyway, diagnostics);
  if (trm_bytes_good(&bytes)) {
    bool known = trm_simulation_write(s, &before, NULL) == TRM_OK;
    bytes = whole;
    read_all(s, &bytes);
    if (!same && trm_bytes_good(&bytes)) fit_other_model(s, &bytes);
    if (!trm_bytes_good(&bytes)) go_back(s, &before, known);
    if (!trm_bytes_good(&bytes) && failure[0]) memcpy(s->failure, failure, sizeof failure);
    trm_bytes_free(&before);
  }
  if (trm_bytes_good(&bytes)) return TRM_OK;
  trm_report(diagnostics, TRM_ERROR, TRM_NO_PLACE, "the saved state cannot be used: %s", bytes.fault);
  return TRM_BAD_ARGUMENT;
}

/* ---- what a dynamic analysis keeps ---- */

void trm_dynamic_bytes(trm_Simulation *s, trm_Bytes *bytes) {
  trm_Dynamics *d = s->dynamics;
  trm_Turns *own = d->stepper->turns;
  bool turns = own != NULL;
  trm_bytes_bool(bytes, &turns);
  if (turns != (own != NULL)) trm_bytes_refuse(bytes, "the steps are of another kind");
  if (trm_bytes_good(bytes) && own) trm_bytes_raw(bytes, own, sizeof *own * (size_t)s->model->node_count);
  trm_rounds_bytes(s, bytes);
  trm_beyond_bytes(s, bytes);
  trm_brief_bytes(s, bytes);
  trm_bytes_check(bytes, d->functions.count, "the functions of time are others");
  for (int i = 0; i < d->functions.count; i++) trm_bytes_double(bytes, &d->functions.items[i].peak);
  trm_rehearsal_bytes(s, bytes);
  if (d->stepper->scheme->bytes) d->stepper->scheme->bytes(d->stepper, bytes);
  trm_dense_bytes(s, bytes);
}
