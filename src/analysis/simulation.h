/* A simulation under way: the state, what is needed to move it, and the analyses of the model, one after the other. */
#ifndef TRM_ANALYSIS_SIMULATION_H
#define TRM_ANALYSIS_SIMULATION_H

#include "analysis/initial.h"
#include "base/clock.h"
#include "base/team.h"
#include "base/text.h"
#include "integrate/stepper.h"
#include "system/channels.h"

/* A kind of analysis: a file, and a line in analyses.def. Constant. */
typedef struct trm_AnalysisKind {
  const char *name;            /* the `type` of an analysis */
  const trm_FieldTable *table; /* its other keys, of a trm_AnalysisDef; doc: what it finds */
  bool timed;                  /* it goes on in time to `until` */
  bool final;                  /* it leaves no state to go on from */
  trm_Status (*begin)(trm_Simulation *simulation);
  /* One step. *output: the state now is one at which output is wanted. TRM_FINISHED when there is nothing left. */
  trm_Status (*step)(trm_Simulation *simulation, bool *output);
  bool prepares; /* its output is wanted only when no other analysis follows */
  /* Writes or reads what the kind keeps besides from one step to the next (run_state.h). NULL: its steps cannot be
     continued elsewhere. */
  void (*bytes)(trm_Simulation *simulation, trm_Bytes *bytes);
  const struct trm_Ending *ending; /* what its steps know of `until`; NULL: it has none */
} trm_AnalysisKind;

/* A run that came to its end can be made longer (extend.c). Constant. */
typedef struct trm_Ending {
  /* The state is the last from which a longer run would have taken the same steps as this one. */
  bool (*meets)(const trm_Simulation *simulation);
  /* Has nothing of the present state to do with where the end was? If so, what is planned is for `until` from now
     on. */
  bool (*move)(trm_Simulation *simulation, double until);
} trm_Ending;

/* By the `type` of an analysis. */
extern const trm_AnalysisKind *const trm_analysis_kinds[];
extern const int trm_analysis_kind_count;

/* Asked now and then while something long goes on between two steps; false: the caller wants to stop. */
typedef struct trm_Watch {
  bool (*ask)(void *user);
  void *user;
} trm_Watch;

/* What a static analysis has reached; results of later ones still tell it. */
typedef struct trm_Reached {
  double share; /* of the loads that are put on */
  double path;  /* what stands for the time: the share, or the length of the path */
  double rest;  /* at least so much is left of the path */
  bool at_rest; /* the state is an equilibrium */
  bool has_row; /* one that is to be stored has been reached */
  bool drawn;   /* one position, to be looked at: there are no steps, and neither accelerations nor reactions */
} trm_Reached;

/* What a user should know though nothing failed. */
typedef struct trm_Said {
  char remark[512];
  char warnings[1024]; /* that the results may be wrong, one to a line */
  char doubt[480];     /* why a motion cannot set off from where it is at rest (trm_StartReport) */
  int cause;           /* of a failure: a trm_Finding; 0: a step that failed */
  trm_Place at;        /* where that stands in the model */
  char *found; /* what the model doctor found at the start, one to a line; the simulation's own, NULL: nothing */
} trm_Said;

typedef struct trm_LastStep {
  double size;        /* what it added to the time (static: to the path) */
  int64_t iterations; /* of Newton's method in it, attempts that failed included */
} trm_LastStep;

/* What goes along with the motion. */
typedef struct trm_Beside {
  struct trm_Program *program;       /* what the program added, NULL: nothing (program.h) */
  struct trm_Events *events;         /* what is watched, NULL: nothing (events.h) */
  struct trm_Statistics *statistics; /* of channels, in the work of the simulation (statistics.h) */
} trm_Beside;

/* What all kinds of analyses share; the structs of a kind are its own, made when it first begins. Owned by the
   program that made it (trm_simulation_new .. _free). It owns all that it points to but for the model, which must live
   longer; what analyses make is in `work` and lives as long as it does. */
struct trm_Simulation {
  const trm_Model *model;
  int current;                     /* which of the model's analyses */
  const trm_AnalysisDef *analysis; /* the current one */
  trm_System *system;
  trm_State *state, *saved; /* saved: where a step, an increment or a try began */
  trm_Newton *newton;
  trm_Snapshot *snapshot;
  trm_RowChoice rows; /* which constraints count */
  double start_time;  /* of the current analysis */
  double aim;         /* s: a program wants a step to end there; none when it is past */
  trm_Reached reached;
  trm_ChannelList channels;
  trm_Summary summary;
  trm_LastStep last;
  char failure[640];
  trm_Said said;
  trm_Watch watch;
  trm_Team *team; /* threads that share the work of its steps; NULL: there is one */
  trm_Beside beside;
  trm_Arena work; /* memory of the analyses below */
  struct trm_Dynamics *dynamics;
  struct trm_Statics *statics;
  struct trm_Kinematics *kinematics;
  struct trm_Modal *modal; /* see modal.h */
};

typedef struct trm_Dynamics trm_Dynamics;

/* Signals with memory become what they are where nothing moves, with velocities w of the coordinates (zeros). remark:
   says which one has no rest. */
void trm_simulation_settle_signals(trm_Simulation *simulation, const double *w, bool remark);
/* Signals that are written with each other must agree somewhere. At the start: false after an error, which is reported.
   After a step: `status`, or TRM_STEP_FAILED where they do not, which the failure says; where the step itself failed,
   whether they are the cause. */
bool trm_simulation_loops_start(const trm_Simulation *simulation, trm_Diagnostics *diagnostics);
/* Relays must come to rest at the start. Not TRM_OK: reported, or no memory. */
trm_Status trm_simulation_relays_start(const trm_Simulation *simulation, trm_Diagnostics *diagnostics);
trm_Status trm_simulation_loops_after(trm_Simulation *simulation, trm_Status status);
trm_Status trm_simulation_open(trm_Simulation **simulation, const trm_Model *model, trm_Diagnostics *diagnostics);
/* What is wrong with the formulas of outputs and events, and with names of channels, in a model that is not to be
   simulated. */
void trm_simulation_check_shown(const trm_Model *model, trm_Diagnostics *diagnostics);
/* As trm_simulation_new_drawn. */
trm_Status trm_simulation_open_drawn(trm_Simulation **simulation, const trm_Model *model, trm_Diagnostics *diagnostics);
void trm_simulation_close(trm_Simulation *simulation);
/* Begins anew, on another struct of the same model. On failure it can only be reopened or closed. */
trm_Status trm_simulation_reopen(trm_Simulation *simulation, const trm_Model *model, trm_Diagnostics *diagnostics);
/* Goes on with another layout (of the motion), in a dynamic analysis between two steps: joints released, coordinates
   locked, or neither any more. The energy that an impact takes and what laws that go had stored are booked as
   dissipated. TRM_BAD_ARGUMENT: it cannot be; the run goes on as before. */
trm_Status trm_simulation_relayout(trm_Simulation *simulation, trm_LayoutOptions options);
/* Goes over to this system and state, which become the simulation's, and to workspaces and factors for them. Where
   there is no memory for these the present ones stay, and the new ones are freed. */
trm_Status trm_simulation_replace_equations(trm_Simulation *simulation, trm_System *system, trm_State *state);
/* From now on so many threads share the work of its steps; fewer where the system gives no more. */
trm_Status trm_simulation_share(trm_Simulation *simulation, int threads);
/* Newton's options of an analysis, for the run's own solver. */
void trm_simulation_set_newton(trm_Simulation *simulation, const trm_AnalysisDef *analysis);
/* Makes what the scheme of a dynamic analysis needs of the equations, where it is not there yet. */
trm_Status trm_dynamic_make(trm_Simulation *simulation, const trm_AnalysisDef *analysis);
/* Frees all that dynamic analyses made of the present equations. */
void trm_dynamic_close(trm_Simulation *simulation);
/* Size of the steps of a dynamic analysis, as planned or as its control has it, s. */
double trm_dynamic_step_size(const trm_Simulation *simulation);
/* Number of the rehearsal under way, 0: it is the run itself; were they broken off? */
int trm_dynamic_rehearsal(const trm_Simulation *simulation);
bool trm_dynamic_unrehearsed(const trm_Simulation *simulation);
/* Who is asked now and then whether to go on, and the question. */
void trm_simulation_set_watch(trm_Simulation *simulation, trm_Watch watch);
bool trm_simulation_goes_on(const trm_Simulation *simulation);
/* Writes or reads steps, iterations, sizes and times so far. */
void trm_simulation_counter_bytes(trm_Simulation *simulation, trm_Bytes *bytes);
/* The end of the last analysis, which must be the current one and have one, is moved to `until`, later. lengthen: the
   bits from here on are those of a run that was to end there from its start; false: it cannot be, nothing is changed.
   extend: from the end that was reached, as a further analysis of the same kind would. */
bool trm_simulation_lengthen(trm_Simulation *simulation, double until);
trm_Status trm_simulation_extend(trm_Simulation *simulation, double until);
/* Why a run to another end takes other steps, in words. */
const char *trm_simulation_bound_to_end(const trm_Simulation *simulation);
/* Is the state to be kept for such a run: the last that does not know of the end? */
bool trm_simulation_meets_end(const trm_Simulation *simulation);
/* `until` of the current analysis becomes another one, and nothing else. */
trm_Status trm_simulation_set_end(trm_Simulation *simulation, double until);
/* One step of the current analysis, or the beginning of the next. */
trm_Status trm_simulation_take_step(trm_Simulation *simulation, bool *output);
/* The same after a step of size h that was taken together with those of other runs (tile_run.h). */
trm_Status trm_simulation_took_step(trm_Simulation *simulation, double h, const trm_StepReport *report, bool *output);
/* What channels are computed from at the present state. */
trm_ChannelInput trm_simulation_channel_input(const trm_Simulation *simulation);
/* The present state as signals with memory see it between steps: with its reactions, where they name any. */
trm_Status trm_simulation_signals_see(trm_Simulation *simulation, trm_Instant *now);
/* Finds what holds at the present state, simulation->snapshot. */
trm_Status trm_simulation_look(trm_Simulation *simulation);
trm_Status trm_simulation_evaluate(trm_Simulation *simulation, double *values);
trm_Status trm_simulation_evaluate_one(trm_Simulation *simulation, int channel, double *value);
/* Degrees of freedom, redundant constraints by name, what the assembly moved: several lines. */
void trm_simulation_doctor(const trm_Simulation *simulation, trm_Text *text);
/* Degrees of freedom in the position in which constraints were chosen, those of the nodes of beams included. */
int trm_simulation_freedom(const trm_Simulation *simulation);
/* What the analyses go through: "t = 0 s to 1 s", "an equilibrium, modes". */
void trm_simulation_span(const trm_Simulation *simulation, trm_Text *text);
/* What the results call time: of a static analysis the share of the loads, or the length of its path. */
double trm_simulation_now(const trm_Simulation *simulation);
double trm_simulation_last(const trm_Simulation *simulation);
/* Channels of a modal analysis, after all others: mode1.frequency, mode1.damping, ... */
trm_Status trm_modal_channels(trm_Simulation *simulation);
double trm_modal_channel(const trm_Simulation *simulation, int channel); /* of these, from 0 */
/* Frees what the modal analysis keeps. */
void trm_modal_free(trm_Simulation *simulation);
/* Says that the results may be wrong, and why. Kept until the run passes it on. */
void trm_simulation_warn(trm_Simulation *simulation, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Notes the kinetic energy of velocities off the constraints, 1/2 |w - P w|^2_M, in the summary, if it is the
   largest so far. P w are the velocities of the snapshot, which must be that of the state (trm_simulation_snapshot). */
void trm_simulation_watch(trm_Simulation *simulation);
/* Warns at the end of an analysis where its energy balance is open, or velocities were off the constraints. */
void trm_simulation_judge(trm_Simulation *simulation);
/* The energy ledger starts at the present state. */
trm_Status trm_simulation_begin_ledger(trm_Simulation *simulation);
/* Velocities on the constraints, accelerations and reactions at the present state, also in a singular position. */
trm_Status trm_simulation_snapshot(trm_Simulation *simulation, int *worst);
/* Notes why a step failed; the worst equation is named. */
void trm_simulation_fail(trm_Simulation *simulation, trm_Status status, const trm_NewtonReport *report,
                         const char *what);
/* Notes that the contact of a sliding joint came to an end of its track, with coordinates x just beyond it. */
void trm_simulation_off_track(trm_Simulation *simulation, const double *x);
/* Refuses an initial state in which a slider is off its track, or Bryan angles are at their end. */
trm_Status trm_simulation_check_limits(const trm_Simulation *simulation, trm_Diagnostics *diagnostics);
/* Notes that a joint's Bryan angles end here when that is the status of a step; for another one only when they are
   near their end. False: nothing noted. */
bool trm_simulation_angles_end(trm_Simulation *simulation, trm_Status status);

#endif
