/* Planar rods that stretch, shear and bend (Reissner's equations), integrated along their length by the classical
   Runge-Kutta method: a way to exact equilibria that shares nothing with the elements. */
#ifndef VERIFICATION_PLANAR_ROD_H
#define VERIFICATION_PLANAR_ROD_H

typedef struct Stiffness {
  double EA, GA, EI;
} Stiffness;

/* A section: its place and angle, and the force (world axes) and moment by which what lies beyond acts on it. */
typedef struct Section {
  double x, y, angle, force[2], moment;
} Section;

/* From a section along a piece of this length (negative: towards the start); load: dead force per length. */
Section rod_along(Section from, double length, const Stiffness *stiffness, const double load[2], int steps);

/* Newton's method with differences on miss(unknowns) = 0, both `count` (at most 4) numbers; scale: size of each
   unknown's differences. Returns the last relative change. */
double rod_shoot(void (*miss)(const double *unknowns, const void *problem, double *out), const void *problem, int count,
                 double *unknowns, const double *scale);

#endif
