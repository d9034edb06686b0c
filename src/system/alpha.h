/* What the generalized-alpha scheme needs of the system: the equations at the end of a step, with accelerations among
   its data.

   Every kinematic unknown i has a velocity nu (of points, angular in world axes, of relative coordinates), its true
   rate nu_dot and the scheme's own a; the increment over a step is a displacement, a rotation vector theta (R_f =
   exp(theta) R_i: the Lie group of the configuration in spatial axes) or a change of a relative coordinate:
     increment = h nu_i + h^2 ((1/2 - beta) a_i + beta a_f)
     nu_f      = nu_i + h ((1 - gamma) a_i + gamma a_f)
     (1 - alpha_m) a_f + alpha_m a_i = (1 - alpha_f) nu_dot_f + alpha_f nu_dot_i
   With the increments as unknowns these give nu_f, nu_dot_f, a_f; the equations are those of motion and the constraints
   at the end. */
#ifndef TRM_SYSTEM_ALPHA_H
#define TRM_SYSTEM_ALPHA_H

#include "system/instant.h"

typedef struct trm_AlphaRule {
  double alpha_m, alpha_f, beta, gamma;
} trm_AlphaRule;

/* The coefficients of order 2 whose spectral radius at infinity is rho (0 .. 1). */
trm_AlphaRule trm_alpha_rule(double rho);

typedef struct trm_Alpha {
  trm_System *system;
  trm_Arena arena;
  trm_AlphaRule rule;
  double h;
  bool has_rates;             /* dampers and the like: forces depend on velocities */
  double *a_start;            /* a at the start, for the present step size; per unknown, as the three that follow */
  double *nu, *nu_dot, *a;    /* at the end */
  double *theta;              /* rotation vector of each triad over the step */
  double *w_dot;              /* accelerations of the coordinates at the end */
  double *moved, *moved_rate; /* a configuration, zero but where a node is moved: changes of q and of w_dot */
  double *still;              /* a configuration of zeros: no velocities */
  double *x_rate;             /* of the relative coordinates at the end */
  double *x_before, *x_after; /* a short way before and after the end */
  double *lambda_mean;        /* of the step, for its work */
} trm_Alpha;

trm_Status trm_alpha_new(trm_Alpha **alpha, trm_System *system);
void trm_alpha_free(trm_Alpha *alpha);

/* Starts a step of size h. Where the state has no accelerations yet (history->acceleration_step = 0), consistent ones
   are found, and its velocities are put on the constraints. > 0: they cannot be found. */
trm_Status trm_alpha_begin(trm_Alpha *alpha, trm_Snapshot *snapshot, trm_Trial *trial, trm_State *state, double h,
                           double rho);
/* Residual and, when values is not NULL, tangent at the end; also sets the trial's velocities. */
void trm_alpha_evaluate(trm_Alpha *alpha, trm_Trial *trial, const trm_State *state, double *residual, double *values,
                        trm_Scales *scales);
/* Before trm_trial_accept: the step's work is that of the multipliers' mean over it, and no balance is asked. */
void trm_alpha_settle(trm_Alpha *alpha, trm_Trial *trial, const trm_State *state);
/* After the step was accepted: its accelerations belong to the state. */
void trm_alpha_keep(const trm_Alpha *alpha, trm_State *state);

#endif
