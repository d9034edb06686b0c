/* Equilibrium of a clamped rod under a dead force and moment at its end, from the differential equations of the rod: an
   independent reference for beam elements, which shares no code with the library. */
#ifndef VERIFICATION_BEAM_SHOOTING_H
#define VERIFICATION_BEAM_SHOOTING_H

/* The rod starts at the origin along x, its section axes along y and z. */
typedef struct Rod {
  double length;
  double force_stiffness[3];  /* N: axial, shear y, shear z */
  double moment_stiffness[3]; /* N m2: torsion, bending y, bending z */
  double curvature[3];        /* 1/m: of the stress-free reference, in section axes */
  double force[3], moment[3]; /* at the end, world components */
} Rod;

/* Position of the end in equilibrium, followed from the reference in `increments` parts of the load, with `steps` steps
   of the classical Runge-Kutta method. Returns the largest mismatch of the end, m. */
double shoot_rod(const Rod *rod, int increments, int steps, double end[3]);

#endif
