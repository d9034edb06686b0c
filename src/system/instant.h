/* What holds at one instant of the state: velocities that satisfy the constraints, accelerations, reactions. */
#ifndef TRM_SYSTEM_INSTANT_H
#define TRM_SYSTEM_INSTANT_H

#include "element/beam.h"
#include "element/contact.h"
#include "system/state.h"

/* Owned by a simulation (or an analysis of its start), for one system: what holds at the state it was last taken at.
   */
typedef struct trm_Snapshot {
  trm_System *system;
  trm_Lu *lu;
  trm_Lu *spread_lu;         /* of the least-norm problem, made when first needed */
  double *values, *residual; /* matrix [M B^T; B 0] and work vector */
  double *all_rows; /* the same with the redundant rows, where there are any, for their share of the reactions */
  double *nu_work, *force_work;    /* per unknown, workspace */
  bool *marked;                    /* per node, workspace */
  double *nu;                      /* velocities in the order of the unknowns (relative coordinates: their rates) */
  double *solution;                /* accelerations and multipliers */
  double *w;                       /* velocities of the coordinates, on the constraints */
  double *x_rate, *x_acceleration; /* of all relative coordinates */
  double *node_acceleration;       /* 6 per node: of the point, angular */
  double *node_forces;             /* 6 per node, internal side */
  double *multipliers;             /* forces are scale * multiplier * gradient */
  double unloaded;                 /* share of the loads that is withheld: 0 but at an equilibrium on the way */
  double *named;                   /* the reactions that formulas name (trm_ModelForces.reactions) */
  double *gaps;                    /* ... and workspace of the equations for them */
  trm_Wrench *reactions;           /* per joint: on the second body at its joint point, world axes */
  bool seen;                       /* it is that of the run's present state */
} trm_Snapshot;

trm_Status trm_snapshot_new(trm_Snapshot **snapshot, trm_System *system);
void trm_snapshot_free(trm_Snapshot *snapshot);
/* Writes or reads what was found, and what its solvers go by. */
void trm_snapshot_bytes(trm_Snapshot *snapshot, trm_Bytes *bytes);
/* Projects the velocities of the state onto the constraints (smallest change of kinetic energy norm) and solves for
   accelerations and multipliers. worst: on TRM_SINGULAR the unknown where the pivot vanished. */
trm_Status trm_snapshot_take(trm_Snapshot *snapshot, const trm_State *state, int *worst);

/* The same with the factors of a configuration so close to the state (trm_snapshot_factor) that refinement makes up for
   the difference: one factorization serves positions, velocities, accelerations and forces. */
trm_Status trm_snapshot_take_near(trm_Snapshot *snapshot, const trm_State *state);

/* The same at an equilibrium: no velocities and accelerations, the multipliers of the state. unloaded as in
   trm_Pair. */
trm_Status trm_snapshot_rest(trm_Snapshot *snapshot, const trm_State *state, double unloaded);

/* Makes snapshot->nu satisfy B nu + C_t = 0: minimal change in the norm of the matrix in snapshot->values, which must
   be assembled and factored. rate_targets: driven rates per coordinate of the model, or NULL for those of the drives at
   t. */
trm_Status trm_snapshot_project(trm_Snapshot *snapshot, const trm_State *state, const double *rate_targets);
/* Values of B nu + C_t of every constraint, also the redundant ones, in the rows of the multipliers (scaled). */
void trm_snapshot_speeds(trm_Snapshot *snapshot, const trm_State *state, const double *rate_targets, double *speeds);
/* Values of d(B nu + C_t)/dt of every constraint, also the redundant ones, at velocities snapshot->nu that do not
   change, in the rows of the multipliers (scaled). */
void trm_snapshot_speed_changes(trm_Snapshot *snapshot, const trm_State *state, double *changes);
/* Adds scale * (rate that the drives prescribe at the state's time, or rate_targets as above) in the rows of the
   drives. */
void trm_snapshot_drive_rates(const trm_Snapshot *snapshot, const trm_State *state, const double *rate_targets,
                              double *out);
/* Accelerations and multipliers at an instant as it is, nothing projected: snapshot->solution in the order of the
   unknowns. */
trm_Status trm_snapshot_accelerations(trm_Snapshot *snapshot, const trm_Instant *instant);
/* Adds the beams' stiffness at the state, times the square of a time long for them, to snapshot->values, which must be
   assembled, and subtracts as much of their internal forces from forces (per unknown; may be NULL): with it beams move
   as rigid bodies where they can. share: of that, less than 1 where the mass of beams that float would vanish in the
   round-off of their stiffness. */
void trm_snapshot_add_beams(trm_Snapshot *snapshot, const trm_State *state, double share, double *forces);
extern const double trm_least_beam_share; /* ... and no less than this */
/* Assembles and factors the matrix at the state. */
trm_Status trm_snapshot_factor(trm_Snapshot *snapshot, const trm_State *state, int *worst);
/* The same without the forces, which trm_snapshot_factor leaves in snapshot->residual. */
trm_Status trm_snapshot_masses(trm_Snapshot *snapshot, const trm_State *state);
/* ... and solves in place for a right-hand side that is eliminated along with it. */
trm_Status trm_snapshot_masses_solve(trm_Snapshot *snapshot, const trm_State *state, double *right_hand_side);

/* What internal forces of beams follow from at the state of the snapshot. */
/* The state as an instant with the rates and the share of the loads of the snapshot. */
trm_Instant trm_snapshot_instant(const trm_Snapshot *snapshot, const trm_State *state);
trm_BeamState trm_snapshot_beams(const trm_Snapshot *snapshot, const trm_State *state);

#endif
