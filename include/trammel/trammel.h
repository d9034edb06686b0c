/* trammel: flexible multibody dynamics. This header and those it includes are the library's only promise; docs/c-api.md
   says more. No function prints, exits or aborts. Objects may be used from one thread at a time; a trm_Model is
   constant: it may have any number of simulations in any number of threads. Texts returned as const char * live as long
   as the object they came from; char * is freed with trm_free. Objects are not NULL, except where one is freed;
   diagnostics may always be NULL.

   An index out of range is no mistake that does harm: a status is then TRM_BAD_ARGUMENT, a number NAN, a const char *
   "", a struct is empty (texts "", numbers NAN or 0), a pointer to an object or to a text of the caller's NULL; what is
   not found by name has index -1.

   Structs that a program fills and that may grow begin with their size, which their default (trm_run_default, ...)
   sets; the library reads what a program of older headers does not have as 0. Structs that are returned by value
   never grow. */
#ifndef TRAMMEL_TRAMMEL_H
#define TRAMMEL_TRAMMEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "trammel/diagnostics.h"
#include "trammel/status.h"
#include "trammel/version.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Version of the library that is running: "0.2.0", and 200. */
TRM_API const char *trm_version(void);
TRM_API int trm_version_number(void);
/* Can a program compiled with headers of this version use the library? TRM_VERSION_FITS asks for its own: the
   library must have the same major version (before 1.0.0 the same minor one too) and not be older. */
TRM_API bool trm_version_serves(int number);
#define TRM_VERSION_FITS() trm_version_serves(TRM_VERSION_NUMBER)

/* ---- Spec: the model as written ---------------------------------------------------------------------------------- */

typedef struct trm_Spec trm_Spec;

TRM_API trm_Spec *trm_spec_new(void);
/* Reads a YAML file / text. On errors: NULL, with all of them in diagnostics. */
TRM_API trm_Spec *trm_spec_read(const char *path, trm_Diagnostics *diagnostics);
TRM_API trm_Spec *trm_spec_parse(const char *name, const char *text, size_t size, trm_Diagnostics *diagnostics);
TRM_API void trm_spec_free(trm_Spec *spec);
/* Sets one value; path is the keys joined by '/', as "bodies/bob/mass". A list item is addressed by its index
   ("joints/pin/between/0"; the index may be one past the end to append). Maps and lists on the way are made as
   needed: a list where an index follows, which is then 0. trm_spec_set reads `yaml` as one YAML value: a number, an
   expression, "[1, 0, 0]", "{...}". On TRM_BAD_ARGUMENT, said in diagnostics, the spec is as before. */
TRM_API trm_Status trm_spec_set(trm_Spec *spec, const char *path, const char *yaml, trm_Diagnostics *diagnostics);
TRM_API trm_Status trm_spec_set_text(trm_Spec *spec, const char *path, const char *text, trm_Diagnostics *diagnostics);
TRM_API trm_Status trm_spec_set_number(trm_Spec *spec, const char *path, double value, trm_Diagnostics *diagnostics);
TRM_API trm_Status trm_spec_set_numbers(trm_Spec *spec, const char *path, const double *values, int count,
                                        trm_Diagnostics *diagnostics);
/* The index-th key of the map at path ("" is the whole spec), as written; "" past the last or where there is no map. */
TRM_API const char *trm_spec_key(const trm_Spec *spec, const char *path, int index);
/* The value at path ("" is the whole spec) as JSON: maps, lists, numbers; all that is no plain number as text. NULL:
   there is none, or no memory. Freed with trm_free. */
TRM_API char *trm_spec_get(const trm_Spec *spec, const char *path);
/* The text that the spec was read from, as old as the spec; "" of one that was made or changed in code. */
TRM_API const char *trm_spec_text(const trm_Spec *spec);
/* The text that the spec was read from in the present version of the model language, all else as it was, comments
   too. A text that is of that version already comes back as it is. NULL with the reason in diagnostics: mistakes of the
   model, a spec that was made or changed in code. */
TRM_API char *trm_spec_upgrade(const trm_Spec *spec, trm_Diagnostics *diagnostics);
/* The whole spec as YAML. */
TRM_API char *trm_spec_write(const trm_Spec *spec);

/* ---- Model: checked and frozen ----------------------------------------------------------------------------------- */

typedef struct trm_Model trm_Model;

/* Checks the spec and freezes it. On errors: NULL, with all of them in diagnostics. The spec is not kept. */
TRM_API trm_Model *trm_model_build(const trm_Spec *spec, trm_Diagnostics *diagnostics);
TRM_API void trm_model_free(trm_Model *model);

/* ---- Simulation: the state that moves ---------------------------------------------------------------------------- */

typedef struct trm_Simulation trm_Simulation;

typedef struct trm_Channel {
  const char *name; /* "hinge.phi.rate" */
  const char *unit; /* "rad/s"; "1" for a pure number */
} trm_Channel;

/* The energy ledger since the start, J. Each term is computed on its own; residual is what does not close. */
typedef struct trm_Ledger {
  double kinetic, potential, spring, strain; /* stored now */
  double start;                              /* kinetic + potential + spring + strain at the start */
  double load_work, drive_work;              /* supplied by loads and actuators / by prescribed motions */
  double dissipated;                         /* taken by dampers, friction, stops */
  double numerical;                          /* taken by the time integration scheme */
  double constraint_work;                    /* done by constraint forces: zero to round-off */
  double residual;                           /* stored - start - load_work - drive_work + dissipated + numerical */
  double largest_residual, largest_kinetic;  /* over all steps so far */
  double largest_constraint_work;            /* of one step */
  double largest_energy; /* kinetic, in springs, of strain, change of the potential, a work: the largest at any time */
} trm_Ledger;

typedef struct trm_Summary {
  int64_t steps, retries, iterations, factorizations;
  int64_t rejected_error,
      rejected_newton;                /* automatic step: refused because of the error, because the iteration failed */
  double smallest_step, largest_step; /* taken, s */
  double largest_violation;           /* of any constraint at the end of any step; metres or radians */
  double largest_off_constraints; /* kinetic energy of velocities off the constraints, at most, J; seen at results */
  double moved_position;          /* how far the initial assembly moved a point at most, m */
  double moved_angle;             /* ... and turned a body at most, rad */
  double seconds_assembly, seconds_linear, seconds_output, seconds_total; /* CPU time */
  double seconds_rehearsal; /* of it: automatic step, spent on finding out what steps meet the tolerance */
  double error_estimate; /* automatic step: of positions over the model's size, of rotations in rad; 0: there is none */
  double growth;         /* automatic step: of small perturbations over the analysis, times; 0: not known */
  int64_t order; /* of the steps of the last dynamic analysis: given, or chosen by rehearsals; 0: there was none */
  int64_t error_unknown; /* automatic step: a reason why there is no estimate (trm_error_unknown_text); 0: none */
  trm_Ledger ledger;
} trm_Summary;

/* A simulation of the model's analysis with a consistent initial state. NULL on failure, said in diagnostics, as are
   warnings of the model doctor. The model must outlive it. */
TRM_API trm_Simulation *trm_simulation_new(const trm_Model *model, trm_Diagnostics *diagnostics);
/* All that the model doctor finds, hints too (docs/reference/findings.md), at the start of a simulation of the model;
   NULL: it cannot start. The spec is that of the model; changes that mend it are tried on copies. */
TRM_API void trm_model_doctor(const trm_Spec *spec, const trm_Model *model, trm_Simulation *simulation,
                              trm_Diagnostics *diagnostics);
/* The model in one position, to be looked at (trm_run writes it as a result of one row): assembled where that is
   possible, else as written, with warnings that say what stands against it. It takes no steps; accelerations and
   reactions are zero. */
TRM_API trm_Simulation *trm_simulation_new_drawn(const trm_Model *model, trm_Diagnostics *diagnostics);
TRM_API void trm_simulation_free(trm_Simulation *simulation);
/* One time step of the analysis. TRM_FINISHED when there is nothing left to do; < 0 on failure (see _failure). */
TRM_API trm_Status trm_simulation_step(trm_Simulation *simulation);
/* So many threads share the work of each step from now on; 1, to begin with. Results do not depend on it, not in their
   last bit; small models are left to one. Returns how many there are, which may be fewer where the system gives no
   more; 0: `threads` is none of 1 to 256, or there is no memory, and all is as before. Functions that the program added
   are called by the thread that asks for the step. */
TRM_API int trm_simulation_set_threads(trm_Simulation *simulation, int threads);
/* How many there are. */
TRM_API int trm_simulation_threads(const trm_Simulation *simulation);
/* Of a step that was just taken, where the model asks for rows between the ends of steps (`output: {dense: true}`): the
   next of them, its time and all channels, interpolated; reactions, internal forces and energies are NaN. TRM_FINISHED:
   there is none, or none is left. */
TRM_API trm_Status trm_simulation_between(trm_Simulation *simulation, double *time, double *values);
/* To the next output time (or the end); with rows between the ends of steps, to the next that is a state. */
TRM_API trm_Status trm_simulation_advance(trm_Simulation *simulation);
/* To this time of the analysis (s), at which a step ends whatever the output times; analyses before it that have no
   time are passed through. The steps on the way are not those of trm_simulation_step: they are planned anew up to
   the time and from it. TRM_FINISHED: the analyses end before. Nothing is done when the time is past. */
TRM_API trm_Status trm_simulation_run_to(trm_Simulation *simulation, double time);
/* Are the states now results? false while an analysis goes on that only prepares the last one (a static one before a
   dynamic). */
TRM_API bool trm_simulation_ready(const trm_Simulation *simulation);
TRM_API double trm_simulation_time(const trm_Simulation *simulation);
TRM_API double trm_simulation_end(const trm_Simulation *simulation);
/* Where it is, in words: "t = 0.5 s", "load factor 0.8", "load factor 0.97, path 1.4"; "" after modes. */
TRM_API char *trm_simulation_place(const trm_Simulation *simulation);
/* Is the present analysis one of equilibria, which has no time? */
TRM_API bool trm_simulation_timeless(const trm_Simulation *simulation);
TRM_API double trm_simulation_step_size(const trm_Simulation *simulation);
/* What failed, in words: time, worst equation, its joint or body; "" when nothing did. */
TRM_API const char *trm_simulation_failure(const trm_Simulation *simulation);
/* The model doctor's findings in words: unknowns, degrees of freedom, redundant constraints by joint and component,
   how far the initial assembly moved the model. Several lines. */
TRM_API char *trm_simulation_report(const trm_Simulation *simulation);
/* What the analyses will go through, in words: "t = 0 s to 1 s", "an equilibrium, modes". */
TRM_API char *trm_simulation_plan(const trm_Simulation *simulation);
/* How many constraints are redundant: their reactions are then not unique (those of least norm are reported). */
TRM_API int trm_simulation_redundant(const trm_Simulation *simulation);
TRM_API const trm_Summary *trm_simulation_summary(trm_Simulation *simulation);
/* Why an automatic run has no estimate of its error, a sentence without its subject; NULL where error_unknown is 0. */
TRM_API const char *trm_error_unknown_text(int64_t error_unknown);
TRM_API int trm_simulation_channel_count(const trm_Simulation *simulation);
TRM_API trm_Channel trm_simulation_channel(const trm_Simulation *simulation, int index);
TRM_API int trm_simulation_find_channel(const trm_Simulation *simulation, const char *name); /* -1: none */
/* All channels at the present time, evaluated now; values has room for trm_simulation_channel_count numbers. */
TRM_API trm_Status trm_simulation_channels(trm_Simulation *simulation, double *values);
/* One channel at the present time: only what its owner (a body, a joint, ...) has is evaluated, and of a place, an
   angle or an energy no accelerations are found. The same number as above. */
TRM_API trm_Status trm_simulation_channel_value(trm_Simulation *simulation, int index, double *value);

/* ---- The state as bytes ------------------------------------------------------------------------------------------ */

/* All that the steps to come depend on besides the model: positions and velocities, states of laws, inputs, the plan
   of steps, step control, the predictor, the orders of pivots, counters and the energy ledger. A simulation of the
   same model that loads it, in this process or another, goes on with the same bits (same build of the library, same
   kind of processor). Saving and loading change nothing of a run that goes on. The bytes are the caller's, freed
   with trm_free. TRM_BAD_ARGUMENT, said in diagnostics: the run has failed, or is in a modal analysis, which has one
   step only. */
TRM_API trm_Status trm_simulation_state_save(trm_Simulation *simulation, void **bytes, size_t *size,
                                             trm_Diagnostics *diagnostics);
/* TRM_BAD_ARGUMENT, said in diagnostics: the bytes are damaged, of another model, or of another version or build of
   the library; the simulation is as before. Forces and events of the program must have been added, the same ones.
   Any bytes may be given. anyway: goes on after another version or build too, with a warning, and then not with the
   same bits. */
TRM_API trm_Status trm_simulation_state_load(trm_Simulation *simulation, const void *bytes, size_t size, bool anyway,
                                             trm_Diagnostics *diagnostics);
/* Another simulation of the same model in the same state; NULL on failure, said in diagnostics. */
TRM_API trm_Simulation *trm_simulation_copy(trm_Simulation *simulation, trm_Diagnostics *diagnostics);
/* Back to the start, as trm_simulation_new left it; inputs too. */
TRM_API trm_Status trm_simulation_reset(trm_Simulation *simulation, trm_Diagnostics *diagnostics);

/* ---- Inputs: what a program sets while the model moves
   ------------------------------------------------------------ */

/* The values under `inputs:` of the model. Drives, loads and actuators may be written with them wherever they may be
   written with the time t. A new value holds from the present time on, in this simulation alone. */
TRM_API int trm_simulation_input_count(const trm_Simulation *simulation);
TRM_API const char *trm_simulation_input_name(const trm_Simulation *simulation, int index); /* "" when there is none */
TRM_API int trm_simulation_find_input(const trm_Simulation *simulation, const char *name);  /* -1: none */
TRM_API double trm_simulation_input(const trm_Simulation *simulation, int index);
/* TRM_BAD_ARGUMENT when there is no such input or the value is not finite. */
TRM_API trm_Status trm_simulation_set_input(trm_Simulation *simulation, int index, double value);

/* ---- Forces and events of the program
   ----------------------------------------------------------------------------- */

/* The motion of a node of a force: world axes, m, m/s, rad/s. Never grows. */
typedef struct trm_ForceNode {
  double position[3];
  double axes[9]; /* a rotation matrix, row by row: its columns are the axes of the body, marker or section */
  double velocity[3], omega[3];
} trm_ForceNode;

typedef struct trm_ForceState {
  double time; /* s */
  int node_count;
  const trm_ForceNode *nodes;
} trm_ForceState;

/* A force that a program computes. It is a load as those of the model: its work is that of loads in the energy
   ledger, and a static analysis puts it on with the others. It must be a function of what it is given: a step asks
   for it again and again, also at motions that are then not taken. Over a step of the energy schemes it is given the
   middle of the step, where positions are means of those of both ends and velocities are what was moved over the
   time; elsewhere the motion at an instant. */
typedef struct trm_Force {
  size_t size;              /* of this struct */
  const char *name;         /* for messages */
  int node_count;           /* on which it acts: 1 to 6 */
  const char *const *nodes; /* "ground", bodies, markers, "boom.start", "boom.end" */
  /* Force (N, at the node) and moment (N m), world axes: six numbers a node, which are 0 before. false: there is
     none at this motion; a smaller step is tried. */
  bool (*force)(const trm_ForceState *state, double *forces, void *user);
  /* Its derivative, row by row, 6 node_count times 12 node_count, which is 0 before: by displacement (3), rotation
     about the world's axes (3), velocity (3) and omega (3) of each node. NULL: found by differences. Newton's method
     wants it, results do not depend on it. */
  bool (*tangent)(const trm_ForceState *state, double *derivative, void *user);
  void *user;
} trm_Force;

/* Before the first step: the initial state is found again with it. What is wrong is said in diagnostics, and the
   simulation then has no such force. Texts are copied. */
TRM_API trm_Status trm_simulation_add_force(trm_Simulation *simulation, const trm_Force *force,
                                            trm_Diagnostics *diagnostics);

/* Something that happens where a function of the motion changes its sign: a step ends there. In dynamic analyses. */
typedef struct trm_Event {
  size_t size;      /* of this struct */
  const char *name; /* for messages */
  int direction;    /* 1: from negative to positive only, -1: the other way only, 0: both */
  /* May read times, inputs and channels (trm_simulation_channel_value) of the simulation, and changes nothing. */
  double (*value)(trm_Simulation *simulation, void *user);
  /* Called where it happens, at the end of a step: may set inputs as well. false: the analyses end here, as at their
     own end. NULL: goes on. */
  bool (*reached)(trm_Simulation *simulation, void *user);
  void *user;
} trm_Event;

TRM_API trm_Status trm_simulation_add_event(trm_Simulation *simulation, const trm_Event *event,
                                            trm_Diagnostics *diagnostics);

/* What has happened so far: events of the model and of the program, rigid stops, stop-at. */
typedef struct trm_Happening {
  double time;      /* s */
  const char *name; /* of the event; latch.phi.stops.lower; stop-at */
} trm_Happening;

/* As the result file holds it, a text to be freed (trm_free): "events", lines "time,name"; "statistics", lines under a
   head "channel,unit,minimum,at,maximum,at,mean,rms". NULL: no memory, or no such name. */
TRM_API char *trm_simulation_lines(const trm_Simulation *simulation, const char *name);
TRM_API int trm_simulation_happening_count(const trm_Simulation *simulation);
TRM_API trm_Happening trm_simulation_happening(const trm_Simulation *simulation, int index);

#ifndef TRM_DECLARATIONS_ONLY
static inline trm_Force trm_force_default(void) {
  trm_Force force;
  memset(&force, 0, sizeof force);
  force.size = sizeof force;
  return force;
}
static inline trm_Event trm_event_default(void) {
  trm_Event event;
  memset(&event, 0, sizeof event);
  event.size = sizeof event;
  return event;
}
#endif

/* ---- Linear systems ---------------------------------------------------------------------------------------------- */

/* Small changes about a steady state, between inputs of the model (`inputs:`) and channels:
     x' = A x + B u,   y = C x + D u
   with as few states as there are: independent coordinates, their rates, the memory of signals
   (docs/howto/linear-systems.md). */
typedef struct trm_LinearSystem trm_LinearSystem;

typedef struct trm_LinearRequest {
  size_t size;                /* of this struct */
  const char *const *inputs;  /* names, in which * and ? stand for letters; NULL: all of the model */
  const char *const *outputs; /* channels, likewise: "bob.position", "hinge.*" */
  int input_count, output_count;
  int modes; /* > 0: the states are amplitudes of the lowest modes without damping, so many; and their rates */
} trm_LinearRequest;

#ifndef TRM_DECLARATIONS_ONLY
static inline trm_LinearRequest trm_linear_default(void) {
  trm_LinearRequest request;
  memset(&request, 0, sizeof request);
  request.size = sizeof request;
  return request;
}
#endif

/* Of a simulation whose last analysis is modal (trm_spec_ask_modes), which is run where it has not been. NULL on
   failure, said in diagnostics. */
TRM_API trm_LinearSystem *trm_simulation_linear_system(trm_Simulation *simulation, const trm_LinearRequest *request,
                                                       trm_Diagnostics *diagnostics);
TRM_API void trm_linear_system_free(trm_LinearSystem *system);
TRM_API int trm_linear_system_states(const trm_LinearSystem *system);
TRM_API int trm_linear_system_inputs(const trm_LinearSystem *system);
TRM_API int trm_linear_system_outputs(const trm_LinearSystem *system);
TRM_API const char *trm_linear_system_state(const trm_LinearSystem *system, int index); /* "hinge.phi.rate" */
TRM_API const char *trm_linear_system_input(const trm_LinearSystem *system, int index);
TRM_API trm_Channel trm_linear_system_output(const trm_LinearSystem *system, int index);
/* 'A', 'B', 'C' or 'D', row by row; NULL: another letter. */
TRM_API const double *trm_linear_system_matrix(const trm_LinearSystem *system, char letter);
/* The transfer function C (i omega - A)^-1 B + D at omega, rad/s: for each output and, within it, each input a real and
   an imaginary part. TRM_SINGULAR: a pole is there. */
TRM_API trm_Status trm_linear_system_response(const trm_LinearSystem *system, double omega, double *response);

/* ---- Modes ------------------------------------------------------------------------------------------------------- */

/* About which state a model vibrates. */
typedef enum trm_ModesAbout {
  /* by the model's own modal analysis; without one: after its static analyses, else its initial state */
  TRM_MODES_AS_WRITTEN,
  TRM_MODES_REFERENCE, /* the model as written, at rest, without gravity, loads and actuators */
  /* an equilibrium (by the model's static analyses, or a plain one); velocities given turn it steadily */
  TRM_MODES_STATIC,
  TRM_MODES_INITIAL, /* the initial state: in equilibrium, or near a steady rotation, which is then found */
  TRM_MODES_TIME     /* what the model's dynamic or kinematic analysis has reached at `time`; steady as well */
} trm_ModesAbout;

typedef struct trm_ModesRequest {
  size_t size;       /* of this struct */
  int count;         /* 0: as many as the model says itself, or 10 */
  const char *frame; /* "automatic", "world", "turning"; NULL: as the model says itself, or automatic */
  trm_ModesAbout about;
  double time; /* s, of TRM_MODES_TIME */
} trm_ModesRequest;

#ifndef TRM_DECLARATIONS_ONLY
static inline trm_ModesRequest trm_modes_default(void) {
  trm_ModesRequest request;
  memset(&request, 0, sizeof request);
  request.size = sizeof request;
  return request;
}
#endif

/* Replaces the analysis of a model by one that finds modes. */
TRM_API trm_Status trm_spec_ask_modes(trm_Spec *spec, const trm_ModesRequest *request);

typedef struct trm_Mode {
  double frequency;       /* Hz, damped: imaginary / (2 pi) */
  double damping;         /* ratio -real / |lambda|; 1 for a motion that does not oscillate, -1 when it grows */
  double real, imaginary; /* lambda, 1/s; of two conjugates the one with imaginary > 0 */
  bool rigid;             /* lambda = 0: nothing resists the motion */
  double
      whirl; /* of a model that turns: 1 in circles with the spin (forward), -1 against it (backward), 0 to and fro */
} trm_Mode;

/* The modes that a modal analysis found (run the simulation to its end), by increasing |lambda|. */
TRM_API int trm_simulation_mode_count(const trm_Simulation *simulation);
TRM_API trm_Mode trm_simulation_mode(const trm_Simulation *simulation, int index);
/* The angular velocity of the axes in which the vibrations are seen, world components; 0: the world's. */
TRM_API void trm_simulation_mode_axes(const trm_Simulation *simulation, double omega[3]);
/* Nodes: the ground, bodies, points of beams. Returns the name of the node's owner; position may be NULL. */
TRM_API int trm_simulation_node_count(const trm_Simulation *simulation);
TRM_API const char *trm_simulation_node(const trm_Simulation *simulation, int node, double position[3]);
/* Complex displacement and rotation of a node: real x, y, z, then imaginary x, y, z; x^H M x = 1 over the model. */
TRM_API trm_Status trm_simulation_mode_shape(const trm_Simulation *simulation, int index, int node,
                                             double displacement[6], double rotation[6]);

/* ---- The constraint matrix --------------------------------------------------------------------------------------- */

/* What the columns are counted by. */
typedef enum trm_RotationColumns {
  TRM_COLUMNS_VIRTUAL, /* virtual rotations about the world's axes: bar.rx, bar.ry, bar.rz */
  TRM_COLUMNS_BRYAN,   /* Bryan angles of the body's axes, R = Rx(psi) Ry(theta) Rz(phi): bar.psi, bar.theta, bar.phi */
  TRM_COLUMNS_BODY,    /* angular velocities along the body's own axes: bar.w1, bar.w2, bar.w3 */
  /* Relative motions: position and angular velocity of the second side of a joint relative to the first, both in the
     first side's axes: hinge.s1 .. hinge.s3, hinge.w1 .. hinge.w3. Of every body the joint that carries it in a
     spanning tree from the ground; parts without one, and points of beams, as in TRM_COLUMNS_VIRTUAL. */
  TRM_COLUMNS_RELATIVE,
  TRM_COLUMNS_RELATIVE_SECOND /* the same with angular velocities in the second side's axes */
} trm_RotationColumns;

/* The constraints of positions C = 0, of velocities B v = c, of accelerations B dv/dt = gamma. */
typedef enum trm_MatrixLevel { TRM_LEVEL_POSITION, TRM_LEVEL_VELOCITY, TRM_LEVEL_ACCELERATION } trm_MatrixLevel;

/* With time > 0: results are wanted at that time alone, so that trm_simulation_advance stops there. */
TRM_API trm_Status trm_spec_ask_matrix(trm_Spec *spec, double time);

/* Constraints at three levels at the present state of a simulation: C, B, c, gamma. Relative coordinates are eliminated
   together with the rows that define them; redundant rows are there, and every body has columns of its own, whatever
   unknowns its joints share. NULL when out of memory. */
typedef struct trm_Matrix trm_Matrix;

TRM_API trm_Matrix *trm_simulation_matrix(trm_Simulation *simulation, trm_RotationColumns columns);
/* The same, with M and F of the equations of motion M dv/dt - B^T lambda = F; B dv/dt = gamma (form of index 1).
   Strains of beams that are rigid are rows as well. */
TRM_API trm_Matrix *trm_simulation_index_1(trm_Simulation *simulation, trm_RotationColumns columns);
TRM_API void trm_matrix_free(trm_Matrix *matrix);
TRM_API int trm_matrix_rows(const trm_Matrix *matrix);
TRM_API int trm_matrix_columns(const trm_Matrix *matrix);
TRM_API const char *trm_matrix_row_name(const trm_Matrix *matrix, int row); /* "ball: displacement along world x" */
TRM_API const char *trm_matrix_column_name(const trm_Matrix *matrix, int column); /* "bar.x" */
TRM_API double trm_matrix_value(const trm_Matrix *matrix, int row);               /* of the constraint: C */
TRM_API double trm_matrix_entry(const trm_Matrix *matrix, int row, int column);
TRM_API const double *trm_matrix_entries(const trm_Matrix *matrix); /* all of them, row by row */
/* Right-hand side of a row: 0, c = -dC/dt at v = 0, gamma = -d(B v - c)/dt at constant v. */
TRM_API double trm_matrix_right(const trm_Matrix *matrix, int row, trm_MatrixLevel level);
TRM_API double trm_matrix_velocity(const trm_Matrix *matrix, int column); /* v */
/* NAN without trm_simulation_index_1. */
TRM_API double trm_matrix_mass(const trm_Matrix *matrix, int row, int column); /* M: both count columns of B */
TRM_API double trm_matrix_force(const trm_Matrix *matrix, int column);         /* F */

/* ---- Runs with a result file ------------------------------------------------------------------------------------- */

typedef struct trm_Progress {
  double time, end, step_size; /* time: of a static analysis the share of the loads, or the length of the path */
  bool timeless;               /* ... which is meant: not seconds, and step_size says nothing */
  double load_factor;          /* of a static analysis */
  int64_t steps, iterations;
  double energy_residual; /* of the ledger, J */
  double elapsed;         /* since the run began, s of the clock */
  /* > 0: an automatic run is being rehearsed, the how manieth time; time and steps are those of the rehearsal */
  int rehearsal;
} trm_Progress;

typedef struct trm_RunOptions {
  size_t size;                                        /* of this struct */
  const char *output;                                 /* HDF5 file to write, or NULL */
  bool overwrite;                                     /* replace an existing file */
  bool (*progress)(const trm_Progress *, void *user); /* called about ten times a second; false cancels; may be NULL */
  void *user;
  /* Called at the start and after every step, when the state is stored where it is to be: may read channels and set
     inputs; false cancels; may be NULL. */
  bool (*step)(trm_Simulation *, void *user);
  /* Goes on with `output`, a file that a run of the same model has left unfinished: with the same bits, as if it had
     never stopped. Refused (TRM_BAD_ARGUMENT, with the reason) where the model is another one, or another version or
     build of the program wrote the file; `anyway` goes on then too, not with the same bits, and the file says so. */
  bool resume, anyway;
  /* s, > 0: stops with the first step that reaches it, to be resumed; TRM_CANCELLED. With `resume`, beyond the end of
     the last analysis: that becomes its end, also where the run had finished (docs/results.md) */
  double until;
  double wall_time;    /* s of the clock, > 0: stops after so many, likewise */
  double commit_every; /* s of the clock between two commits to the file; 0: 1 s. Steps do not depend on it */
  int threads;         /* that share the work of each step, 1 to 256; 0: as the simulation has it */
} trm_RunOptions;

#ifndef TRM_DECLARATIONS_ONLY
static inline trm_RunOptions trm_run_default(void) {
  trm_RunOptions options;
  memset(&options, 0, sizeof options);
  options.size = sizeof options;
  return options;
}
#endif

/* Runs the analysis to its end. The file is complete and marked finished only on TRM_OK; after a failure it holds
   what was computed, marked unfinished. Diagnostics receive file errors and the cause of a failure. */
TRM_API trm_Status trm_run(trm_Simulation *simulation, const trm_Spec *spec, const trm_RunOptions *options,
                           trm_Diagnostics *diagnostics);

/* The same step by step: a program that moves a simulation itself writes the file that trm_run would write. */
typedef struct trm_Recording trm_Recording;
/* Passes the analyses before the last and stores the first row. NULL on failure, said in diagnostics. The simulation
   must outlive it, and is moved by trm_recording_step alone; `step` and `progress` of the options are not called,
   `until` and `wall_time` mean nothing. */
TRM_API trm_Recording *trm_recording_begin(trm_Simulation *simulation, const trm_Spec *spec,
                                           const trm_RunOptions *options, trm_Diagnostics *diagnostics);
/* One step; *output (may be NULL): it was one of the results, and is stored. TRM_FINISHED when there is nothing left to
   do; < 0 on failure, said in diagnostics. */
TRM_API trm_Status trm_recording_step(trm_Recording *recording, bool *output, trm_Diagnostics *diagnostics);
/* Closes the file, which is finished where the last step said so; else it can be resumed. TRM_CANCELLED then. Frees. */
TRM_API trm_Status trm_recording_end(trm_Recording *recording, trm_Diagnostics *diagnostics);

/* ---- Result files ------------------------------------------------------------------------------------------------ */

typedef struct trm_Results trm_Results;

TRM_API trm_Results *trm_results_open(const char *path, trm_Diagnostics *diagnostics);
TRM_API void trm_results_close(trm_Results *results);
TRM_API int64_t trm_results_rows(const trm_Results *results);
TRM_API int trm_results_channel_count(const trm_Results *results); /* time not counted */
TRM_API trm_Channel trm_results_channel(const trm_Results *results, int index);
TRM_API int trm_results_find_channel(const trm_Results *results, const char *name);
/* Rows first, first + stride, ...: count of them. */
typedef struct trm_RowRange {
  int64_t first, count, stride;
} trm_RowRange;

/* Copies one channel (index -1: the time) of all rows. */
TRM_API trm_Status trm_results_read(trm_Results *results, int channel, double *values);
/* Copies several channels (-1: the time) of these rows, one channel after the other; only what is asked for is read
   from the file. Many at once are quicker than one by one. */
TRM_API trm_Status trm_results_read_channels(trm_Results *results, const int *channels, int count, trm_RowRange rows,
                                             double *values);
/* Values of a formula over channels and the time t in these rows: "hypot(pin.force.x, pin.force.y)"
   (docs/reference/expressions.md). TRM_BAD_ARGUMENT, said in diagnostics: it cannot be read, or names no channel. */
TRM_API trm_Status trm_results_formula(trm_Results *results, const char *text, trm_RowRange rows, double *values,
                                       trm_Diagnostics *diagnostics);
TRM_API bool trm_results_finished(const trm_Results *results);
/* The summary as of the file's last commit; NULL when the file has none. */
TRM_API const trm_Summary *trm_results_summary(const trm_Results *results);
/* Texts in the file by name: "title", "model" (YAML), "geometry" (JSON), "doctor" (the model doctor's findings),
   "time" (what it is: "time", "share of the loads", "length of the path"), "status", "version", "conventions",
   "summary" (JSON), "warnings" (of the run that its results may be wrong, one to a line), "source" (name of the model's
   file), "arithmetic" (instruction set and BLAS that its last bits depend on), "resumed", "extended" (what a run that
   never stopped would not have done), "writer" (who writes the file just now), "events" (lines "time,name" of what
   happened, s), "statistics" (lines of numbers under a head, docs/results.md) and "study" (of the table of a study:
   YAML); NULL when absent. */
TRM_API const char *trm_results_text(const trm_Results *results, const char *name);

/* The model of the file as a spec of its own, to go on with its run (`resume` of trm_RunOptions) or to run it again.
   NULL, said in diagnostics: there is none, or no memory. */
TRM_API trm_Spec *trm_results_spec(const trm_Results *results, trm_Diagnostics *diagnostics);

/* Numbers beside the channels (docs/results.md): of beams, as "beams/boom/position", of
   loads along them, as "loads/wind/force", and of modes, as "modes/frequency". */
typedef struct trm_ResultsArray {
  const char *path;     /* in the file */
  const char *owner;    /* name of the beam, or of the load along one; "" for modes */
  const char *quantity; /* "position" */
  const char *unit;
  bool moving;      /* there is one such array in every row; otherwise one in all */
  int rank;         /* 1 to 4 */
  int64_t sizes[4]; /* nodes x 3, ... */
  int64_t numbers;  /* their product */
} trm_ResultsArray;

TRM_API int trm_results_array_count(const trm_Results *results);
TRM_API trm_ResultsArray trm_results_array(const trm_Results *results, int index);
TRM_API int trm_results_find_array(const trm_Results *results, const char *path); /* -1: none */
/* Copies an array of these rows, one after the other; of a fixed array (rows are ignored) all of it. */
TRM_API trm_Status trm_results_read_array(trm_Results *results, int index, trm_RowRange rows, double *values);

/* ---- Studies ----------------------------------------------------------------------------------------------------- */

/* One model run many times with other values, and what is collected of each run (docs/studies.md). */
typedef struct trm_Study trm_Study;

/* Reads a study, checks it and its model, and draws its samples. On errors: NULL, with all of them in diagnostics. The
   model is looked for from the folder of `path` or `name`, or given as a spec, which is not kept (NULL: it is not). */
TRM_API trm_Study *trm_study_read(const char *path, trm_Diagnostics *diagnostics);
TRM_API trm_Study *trm_study_parse(const char *name, const char *text, size_t size, const trm_Spec *model,
                                   trm_Diagnostics *diagnostics);
TRM_API void trm_study_free(trm_Study *study);
TRM_API int64_t trm_study_samples(const trm_Study *study);
/* Columns of the table: what varies, then what is collected. */
TRM_API int trm_study_varied(const trm_Study *study);
TRM_API int trm_study_columns(const trm_Study *study);
TRM_API const char *trm_study_column(const trm_Study *study, int column);
/* NAN: collected of a sample that failed or has not run. Samples are counted from 0. */
TRM_API double trm_study_value(const trm_Study *study, int64_t sample, int column);
TRM_API bool trm_study_done(const trm_Study *study, int64_t sample);           /* it ran, whether it failed or not */
TRM_API const char *trm_study_failure(const trm_Study *study, int64_t sample); /* why; "" where it did not */
/* Why some values of a sample that did not fail are NAN, by the names of their columns; "" where none is. */
TRM_API const char *trm_study_lacks(const trm_Study *study, int64_t sample);
TRM_API int64_t trm_study_kept(const trm_Study *study, int index); /* samples under `keep`; -1 past the last */
/* The file of the model, as the study leads to it; of a model that a program brought along, its name. */
TRM_API const char *trm_study_model_path(const trm_Study *study);
/* The model of a sample, to be run with a result file or looked at. NULL: there is none, or no memory. */
TRM_API trm_Spec *trm_study_spec(const trm_Study *study, int64_t sample, trm_Diagnostics *diagnostics);

typedef struct trm_StudyProgress {
  int64_t done, failed, samples;
  double elapsed, remaining; /* s of the clock, since this run began and by what samples took so far; 0: not known */
} trm_StudyProgress;

typedef struct trm_StudyOptions {
  size_t size; /* of this struct */
  /* A file to which each sample is added when it is done, or NULL. What it holds of the same study already is not run
     again; that of another study is refused but for `again`, which begins anew. */
  const char *journal;
  bool again;
  int threads; /* 0: as many as there are cores. Results do not depend on it */
  bool (*progress)(const trm_StudyProgress *, void *user); /* about five times a second; false cancels; may be NULL */
  void *user;
  /* Other processes, on this machine or on others that see the same folder, may run the same study at the same time
     with the same `journal`: JOURNAL.1, JOURNAL.2, ... are theirs, JOURNAL.claims says who is at what. trm_study_run
     comes back when all samples are done, whoever did them; the samples of a process that died are taken over. */
  bool shared;
} trm_StudyOptions;

#ifndef TRM_DECLARATIONS_ONLY
static inline trm_StudyOptions trm_study_default(void) {
  trm_StudyOptions options;
  memset(&options, 0, sizeof options);
  options.size = sizeof options;
  return options;
}
#endif

/* Runs all samples that are not done. A sample that fails is recorded and stops nothing. TRM_CANCELLED: by progress,
   TRM_NO_MEMORY: a sample had none; what is done stays. TRM_BAD_ARGUMENT: the journal cannot be used; TRM_FILE_ERROR:
   nor written any more. */
TRM_API trm_Status trm_study_run(trm_Study *study, const trm_StudyOptions *options, trm_Diagnostics *diagnostics);
/* Of the last run in this process: how many samples went in lanes, several at a time (`lanes` of the study), and how
   many times faster than those that were run one by one, by CPU time; 0: not known. */
TRM_API int64_t trm_study_in_lanes(const trm_Study *study);
TRM_API double trm_study_lane_gain(const trm_Study *study);
/* Of a study with `optimise` or `fit`: looks for the variables within their ranges for which a column is least or
   largest, or the model follows records. Samples are those that were run, one after the other; with a journal a search
   that was stopped goes on. NLopt is loaded for `optimise`. TRM_BAD_ARGUMENT, said in diagnostics: the study looks for
   nothing, or NLopt is not there. */
TRM_API trm_Status trm_study_optimise(trm_Study *study, const trm_StudyOptions *options, trm_Diagnostics *diagnostics);
TRM_API bool trm_study_is_search(const trm_Study *study);
/* The sample that was found best, of those that meet all constraints; -1: none. */
TRM_API int64_t trm_study_best(const trm_Study *study);
TRM_API const char *trm_study_ended(const trm_Study *study); /* why the search came to its end, in words */
/* Of a fit: the covariance of two variables, half the width of the interval in which one lies with 95 %, and the
   deviation that the fit leaves (where deviations are given, over them: about 1). NAN where there is none. */
TRM_API double trm_study_covariance(const trm_Study *study, int first, int second);
TRM_API double trm_study_confidence(const trm_Study *study, int variable);
TRM_API double trm_study_left(const trm_Study *study);
/* The table as a result file: a row for each sample, whose number is its time; channels vary.<name> and
   collect.<name>; failures are its warnings. */
TRM_API trm_Status trm_study_write(const trm_Study *study, const char *path, bool overwrite,
                                   trm_Diagnostics *diagnostics);

/* ---- The manual at the prompt ------------------------------------------------------------------------------------ */

/* What `trammel describe topic…` prints: words such as {"joint", "revolute"}; none = the list of topics. NULL with
   an error in diagnostics (with a suggestion) when there is no such topic. */
TRM_API char *trm_describe(const char *const *words, int count, trm_Diagnostics *diagnostics);
/* The names that may follow these words, a line each, for completions: none = the topics, {"joint"} = the kinds. */
TRM_API char *trm_describe_topics(const char *const *words, int count);
TRM_API char *trm_schema(void);                                      /* JSON Schema of the model language */
TRM_API char *trm_reference_page(int index, const char **file_name); /* docs/reference pages; NULL past the last */

#ifdef __cplusplus
}
#endif

#endif
