/* Velocities onto the constraints, by the impulse that moves them least, and what that does to the energy. */
#ifndef TRM_SYSTEM_SETTLE_H
#define TRM_SYSTEM_SETTLE_H

#include "system/instant.h"

/* What is settled: of the numbers of the configuration, and of the unknowns. A value of one call. */
typedef struct trm_SettleScope {
  const bool *coordinates, *unknowns;
} trm_SettleScope;

/* Projects velocities w (changed in place) at a state; targets: rates of driven coordinates; scope NULL: all of it.
   Adds the kinetic energy lost in it and the work of the drives' impulses to what is settled. */
trm_Status trm_settle_velocities(trm_Snapshot *snapshot, const trm_State *state, const trm_SettleScope *scope,
                                 const double *targets, double *w, trm_Settled *settled);
/* The velocities of a state go onto its constraints, by the impulse that moves them least; drives have the rates
   that they come to before the state's time. settled->numerical is the kinetic energy lost in it, drive_work the
   work of the drives' impulses. */
trm_Status trm_settle_state(trm_Snapshot *snapshot, trm_State *state, trm_Settled *settled);
/* The same, and then the impulse of prescribed rates that jump at the state's time, which is lost to nothing. */
trm_Status trm_follow_impulse(trm_Snapshot *snapshot, trm_State *state, trm_Settled *settled);
/* Impulses, on velocities that satisfy the constraints and go on to: of a force and a moment (N s, N m s) at a place;
   and along an active coordinate, by its unknown, as large as changes its rate by so much. *gained: kinetic energy, J.
   TRM_SINGULAR: nothing can move along the coordinate. */
trm_Status trm_strike_place(trm_Snapshot *snapshot, trm_State *state, const trm_Marker *marker, const trm_Wrench *blow,
                            double *gained);
trm_Status trm_strike_coordinate(trm_Snapshot *snapshot, trm_State *state, int unknown, double change, double *gained);
/* Does no impulse along an active coordinate move it, as joints and drives lead it? */
bool trm_coordinate_is_led(trm_Snapshot *snapshot, const trm_State *state, int unknown);
/* Does a prescribed rate jump at t > 0? By its limits from both sides. */
bool trm_drive_rates_jump(const trm_Layout *layout, const double *inputs, double t);

#endif
