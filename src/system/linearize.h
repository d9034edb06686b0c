/* Linearisation about a motion: small changes z of the configuration (displacements; rotations about the axes of the
   frame;
   relative coordinates) obey  M z'' + C z' + K z + B^T dlambda = 0,  B z = 0.

   F = M(q) nu_dot + h(q, nu) + B^T lambda is what the elements give. In world axes a change z of the configuration
   changes the
   velocities by  dnu = z' + G z  with G = -tilde(omega) for rotations (0 for displacements), since omega of a turned
   motion is z' + omega + z x omega; accelerations change by z'' + G z' + G' z. In axes that turn at the constant rate
   `frame`, z_world' = z' + W z and z_world'' = z'' + 2 W z' + W^2 z with W = tilde(frame). Together, with D = dh/dnu
   and S = dF/dq:
     C = D + M (2 W + G),   K = S + D (W + G) + M (W^2 + G W + G'). */
#ifndef TRM_SYSTEM_LINEARIZE_H
#define TRM_SYSTEM_LINEARIZE_H

#include "linalg/eigen.h"
#include "system/state.h"

/* The motion at one instant: positions, relative coordinates, multipliers and time of the state; velocities and
   accelerations in the order of the unknowns (relative coordinates: their rates), multipliers' places unused. A view
   of a state and the caller's arrays, for one call. */
typedef struct trm_Operating {
  const trm_State *state;
  const double *nu, *nu_dot;
  double frame[3]; /* rad/s: how the axes turn in which changes are expressed; 0 = the world's */
  double unloaded; /* share of gravity, loads and actuator forces that is withheld */
  bool settled;    /* signals with memory are what they are where nothing moves; otherwise theirs is held */
  bool apart;      /* what the stiff rows hold is left out of the matrices: K + rows is the whole */
} trm_Operating;

/* Matrices on the system's pattern; the stiffness holds B and B^T (times the multipliers' scale) in the rows and
   columns of the multipliers, and lambda = 0 in place of redundant rows. residual: F, and the violated constraints
   times the scale. Owned by who made it (trm_linear_free), for one system. */
typedef struct trm_Linear {
  trm_System *system;
  trm_Arena arena;
  double *mass, *damping, *stiffness, *residual;
  double *stiffness_size; /* as the stiffness, of absolute values: what its entries are sums of */
  trm_StiffRows rows;     /* of the last linearisation with `apart` */
  struct trm_LinearizeWork *work;
} trm_Linear;

trm_Status trm_linear_new(trm_Linear **linear, trm_System *system);
void trm_linear_free(trm_Linear *linear);
void trm_linearize(trm_Linear *linear, const trm_Operating *operating);
/* F and the constraints alone, as in residual. force_scale: the largest single force met. */
void trm_linear_residual(trm_Linear *linear, const trm_Operating *operating, trm_Scales *scales);

#endif
