/* State: all that moves and is taken back when a step fails, in one flat array that a table of sections lays out
   (state_sections.c). What a run keeps besides, and never takes back, are the sections of analysis/run_state.c. Trial:
   a step under way. */
#ifndef TRM_SYSTEM_STATE_H
#define TRM_SYSTEM_STATE_H

#include "base/bytes.h"
#include "element/beam.h"
#include "element/passage.h"
#include "system/edges.h"
#include "system/system.h"

/* Totals since the start, in the order of the stored numbers. */
typedef struct trm_Works {
  double start_energy, load_work, drive_work, dissipated, numerical, constraint_work;
  double residual; /* after the last step */
  double largest_residual, largest_kinetic, largest_constraint_work, largest_violation, largest_energy;
  double
      /* what rounding may have made of the residual: forces times the round-off of positions, step by step */
      round_off;
  double start_potential, largest_moved; /* largest energy so far: stored (of the potential its change), or a work */
} trm_Works;

/* The memory of the predictor: for the last steps, the increment of each unknown over h (multipliers: the value) and
   the middle of the step, the latest first. The increments stand in a ring: none is moved where another one comes. */
enum { TRM_REMEMBERED = 6 };

typedef struct trm_History {
  double count; /* steps remembered, 0 ... TRM_REMEMBERED */
  double step;  /* the automatic step control's next size, 0 = none yet */
  double middle[TRM_REMEMBERED];
  double acceleration_step;    /* size of the step that left nu, nu_dot and a; 0 = they are to be found afresh */
  double latest;               /* place of the last step in the ring, 0 ... TRM_REMEMBERED - 1 */
  double size[TRM_REMEMBERED]; /* of those steps, s; < 0: backwards */
  trm_Crossings crossings;     /* of edges of formulas; goes back with a step that is taken back */
} trm_History;

/* Owned by who made it (trm_state_new .. _free), for one system; a simulation has one that is the state, and some to
   go back to. */
typedef struct trm_State {
  const trm_Layout *layout; /* whose unknowns and multipliers these are */
  size_t size;
  double *data; /* all that follows points into it */
  double *time;
  double *q, *w;         /* coordinates of the configuration and their velocities */
  double *x;             /* relative coordinates, turns counted */
  double *z;             /* states of the laws on relative coordinates */
  double *inputs;        /* what a program sets, from now on */
  double *past;          /* right behind them: what signals remember (element/signal.h) */
  double *lambda;        /* multipliers */
  double *lacking;       /* of each named reaction: as in trm_Pair, then what it lacked in the last step, over h */
  double *dropped;       /* per multiplier: 1 = redundant, not enforced: lambda = 0 stands in the place of its row */
  double *dropped_count; /* how many are */
  double *scale;         /* multiplier scale s, fixed for the run */
  trm_Works *works;
  trm_History *history;
  double *ring;            /* rates of the last steps (trm_state_rates) */
  size_t ring_step;        /* from one to the next: the number of unknowns */
  double *nu, *nu_dot, *a; /* velocities and accelerations per unknown of schemes that carry them (generalized-alpha) */
  char signature[160];
} trm_State;

trm_Status trm_state_new(trm_State **state, const trm_System *system); /* the reference configuration at rest, t = 0 */
void trm_state_free(trm_State *state);
void trm_state_copy(trm_State *to, const trm_State *from);
/* The same without what the predictor remembers, to go back to where a step began: with history->count = 0. */
void trm_state_keep(trm_State *to, const trm_State *from);
/* The rates of the last step (k = 0), of the one before it (1), ... */
static inline double *trm_state_rates(const trm_State *state, int k) {
  return state->ring + ((size_t)state->history->latest + (size_t)k) % TRM_REMEMBERED * state->ring_step;
}
/* used by these files: how many numbers the sections are; cuts them from state->data */
size_t trm_state_lay_out(trm_State *state, const trm_System *system);
/* Writes or reads all sections, each a part of its own (base/bytes.h). Refused where it is not a state of this
   system. */
void trm_state_bytes(trm_State *state, const trm_System *system, trm_Bytes *bytes);
/* The state in another layout of the same model: positions, velocities, law states, inputs, ledger, and of multipliers
   and of the predictor's memory what both layouts have. `to` must be new. */
void trm_state_carry(const trm_System *to_system, trm_State *to, const trm_System *from_system, const trm_State *from);

/* What pairs and instants at the state carry: which rows are not enforced; NULL: all are. */
static inline const double *trm_state_dropped(const trm_State *state) {
  return *state->dropped_count > 0 ? state->dropped : NULL;
}
/* Counts them, where they were set one by one. */
void trm_state_count_dropped(trm_State *state);

/* w_f = slope * (q_f - q_i) + memory * w_i; theta as in trm_LawPair, 0: 1/2 */
typedef struct trm_VelocityRule {
  double slope, memory, theta;
} trm_VelocityRule;

/* A step under way: owned by a simulation, for one system, filled anew by every step. */
typedef struct trm_Trial {
  trm_System *system;
  double h;
  trm_VelocityRule rule;
  double *dx;   /* displacement of each point over the step */
  double *turn; /* Rodrigues increment of each triad */
  double *q_f, *q_m, *dq, *w_f, *x_f, *lambda;
  double *rate;       /* of the unknowns, workspace */
  double *remembered; /* the rates of the last steps as the predictor uses them, workspace */
  double *z_f;        /* states of laws at the step's end, by the last trm_trial_hold or trm_trial_accept */
  /* A step that leads past a place where the velocity of a slider jumps (element/passage.h) is not accepted; least jump
     on tracks. */
  bool watches;
  double least_jump;
  trm_ToAndFro *to_and_fro; /* per joint: within the planned step */
  trm_Edges *edges;    /* nor one that leads over an edge of a formula of what moves; NULL: that is not looked at */
  bool short_of_edges; /* steps end just before them, and the state is led over them: also where one begins there */
  int64_t look;        /* number of the iterate, counted up whenever it changes */
  /* reset by trm_trial_begin: */
  const double *held;        /* z_f: normal loads are those in it, not those of the multipliers; NULL: they are */
  const double *work_lambda; /* multipliers that did the step's work; NULL: lambda */
  bool unbalanced; /* the scheme does not balance energy by construction: that a step does not is no sign of failure */
  bool by_constraints; /* what the last step that did not balance lacks is work of constraints */
} trm_Trial;

trm_Status trm_trial_new(trm_Trial **trial, trm_System *system);
void trm_trial_free(trm_Trial *trial);
/* Adds the rates of a step that was not kept, with their middle, to the predictor's memory. */
void trm_state_recall(const trm_System *system, trm_State *state, const double *rates, double middle);
/* From which share of its argument's way on an edge is met by the step that begins at the state. */
double trm_trial_edges_from(const trm_Trial *trial, const trm_State *state);
/* Starts a step of size h from the state: prediction from the history (or from the velocities when there is none). */
void trm_trial_begin(trm_Trial *trial, const trm_State *state, double h, trm_VelocityRule rule);
/* The prediction itself, to trial->rate: increments of the unknowns over h, multipliers. */
void trm_trial_predict(trm_Trial *trial, const trm_State *state);
/* Adds a Newton correction (one number per unknown; rotations spatial) and updates configuration f. */
void trm_trial_correct(trm_Trial *trial, const trm_State *state, const double *change);
/* Increments of the unknowns over h: displacements, Rodrigues increments, relative coordinates. Those of multipliers
   are left alone.
   The velocities dq/h of the coordinates are N(q_m) times these. */
void trm_trial_rates(const trm_Trial *trial, const trm_State *state, double *rate);
/* The work (J) of the residuals of the equations of motion on the trial's increments: what they leave of the energy. */
double trm_trial_work(const trm_Trial *trial, const trm_State *state, const double *residual);
trm_Pair trm_trial_pair(const trm_Trial *trial, const trm_State *state);
/* The pair of no length at the state, at rest; laws with states of their own do not act. still: zeros, a configuration
   and three for each triad. */
trm_Pair trm_state_pair(const trm_State *state, const double *still);
/* The state as an instant with velocities w of the coordinates; nothing is said of rates of relative coordinates, and
   laws with states of their own do not act. */
trm_Instant trm_state_instant(const trm_State *state, const double *w);
/* From now on the normal loads of friction are those of the present configuration and multipliers. */
void trm_trial_hold(trm_Trial *trial, const trm_State *state);
/* Largest violation, m (an angle times the model's size), of the constraints that are not enforced because they are
   redundant, and which multiplier's it is. */
double trm_trial_redundant_violation(const trm_Trial *trial, const trm_State *state, int *multiplier);
/* What a scheme did to the energy besides the elements' own terms. */
typedef struct trm_Settled {
  double numerical;  /* taken out by the scheme, >= 0 */
  double drive_work; /* of prescribed motions while velocities were made consistent */
  double load_work;  /* of loads in the second stage of a step */
} trm_Settled;

/* Does a drive of the model leap between t and t + h: over a pole, or by a jump? It then moves by more than half of
   what its rates at both ends make likely, and far (the model's size, a radian). What is only too fast for h looks the
   same, and is. */
bool trm_drives_leap(const trm_Layout *layout, const double *inputs, double t, double h);
/* TRM_OFF_TRACK: a sliding contact left its track, where that stops the run. TRM_ANGLES_END: Bryan angles on which laws
   act came to theta = 90 degrees. Both also on the way from a state (NULL: none), which may pass a corner, to q and
   x. */
trm_Status trm_coordinates_end(const trm_Layout *layout, const trm_State *from, const double *q, const double *x);
/* Makes configuration f the state and books the energy terms. TRM_TURNED_TOO_FAR or TRM_UNBALANCED (> 0), the state
   unchanged, when the step turned a body by more than a right angle or its energy does not balance: the iteration then
   met another solution than the motion's. TRM_OFF_TRACK, TRM_ANGLES_END (> 0): as trm_coordinates_end. TRM_PASSES (>
   0): where the trial watches. */
trm_Status trm_trial_accept(trm_Trial *trial, trm_State *state, trm_Settled settled);

/* Changes the configuration itself by a vector of the unknowns (initial assembly). */
void trm_state_move(const trm_System *system, trm_State *state, const double *change);
/* Velocities from generalised ones: w = N(q) nu; nu in the order of the unknowns. */
void trm_state_set_velocity(const trm_System *system, trm_State *state, const double *nu);
/* The same at positions q, of which no state is made: w = N(q) nu. */
void trm_system_speeds(const trm_System *system, const double *q, const double *nu, double *w);
/* Does anything store or dissipate energy in strain (springs, beams, stops, dampers)? */
bool trm_model_strained(const trm_Model *model);
/* Momenta N(q)^T M w, in the order of the unknowns. */
void trm_system_momentum(const trm_System *system, const double *q, const double *w, double *out);
/* The same of a batch of elements of kind k from `first` on, to node_count, nodes and residual of the locals of their
   kind; returns how many, 0 when there are no more or none has mass. */
int trm_system_momenta(const trm_System *system, int k, int first, const double *q, const double *w);
/* Relative size of a residual: forces to the largest internal force, moments to the largest moment (those of scales),
   constraints to the model's size or a radian. *worst: its largest equation. */
double trm_residual_size(const trm_System *system, const trm_State *state, const trm_Scales *scales,
                         const double *residual, int *worst);
/* What its equations are multiplied by, by the kind of their unknowns; false: forces are not finite. */
typedef struct trm_KindWeights {
  double inverse[TRM_UNKNOWN_MULTIPLIER + 1], force;
} trm_KindWeights;
bool trm_residual_weights(const trm_System *system, const trm_Scales *scales, double scale, trm_KindWeights *weights);
/* The generalised velocity (point velocities, angular velocities) of w, in the order of the unknowns; others 0. */
void trm_state_velocity(const trm_System *system, const double *q, const double *w, double *nu);
/* Books works that were integrated along with the motion: totals since the start of load_work, drive_work, dissipated
   and constraint_work; the stored energies are those of the state. */
void trm_state_book(const trm_System *system, trm_State *state, const trm_Terms *totals);
/* Takes the energies and works of the present into the largest one so far. */
void trm_works_note(trm_Works *works, const trm_Terms *terms);
/* A residual of the ledger over the largest energy that moved; one within round-off is 0. */
double trm_state_imbalance(const trm_System *system, const trm_State *state, double residual);
/* Kinetic energy of velocities w at the positions of the state. */
double trm_state_kinetic(const trm_System *system, const trm_State *state, const double *w);
/* Stored energy at the state; also sets works->start_energy when `start`. */
trm_Terms trm_state_energy(const trm_System *system, const trm_State *state);
trm_Ledger trm_state_ledger(const trm_System *system, const trm_State *state);
double trm_state_violation(const trm_System *system, const trm_State *state);

#endif
