/* Rigid bodies in a plane on pins and rods, in absolute coordinates: the equations of motion of some scenes of
   bench/, written down again without the library. bench/reference.c integrates them to round-off, bench/sundials.c by
   the integrators of SUNDIALS. */
#ifndef TRM_BENCH_PLANAR_H
#define TRM_BENCH_PLANAR_H

#include <stdbool.h>

enum { PLANAR_GROUND = -1 };

/* Two points that stay together (two rows), or at the distance that they have at the start (one row: a rod). Points are
   in the axes of their body, which are parallel to those of the world at the start. */
typedef struct PlanarJoint {
  int body[2];
  double point[2][2], length; /* length 0: a pin */
} PlanarJoint;

/* One row of the derivative of the constraints: three numbers for each of two bodies. */
typedef struct PlanarRow {
  int body[2];
  double entry[2][3];
} PlanarRow;

/* A mechanism. Unknowns: x, y and angle of all bodies, q[3 bodies], and their rates v. Owns all its arrays. */
typedef struct Planar {
  int bodies, joints, rows;
  double *mass, *start; /* [3 bodies]: m, m, J (infinite: it does not turn); q at the start */
  double *speed;        /* [3 bodies]: v at the start */
  PlanarJoint *joint;
  double gravity, moment; /* along -y; on body 0 */
  /* a spring from a point of the world to one of a body; stiffness 0: none */
  struct {
    int body;
    double foot[2], eye[2], stiffness, length;
  } spring;
  PlanarRow *row;              /* [rows], as they were evaluated last */
  double *gap;                 /* [rows] of the positions */
  double *bend;                /* [rows] what G a must be: minus dG/dt v */
  int *first, *of_body, *side; /* rows of body b: of_body[first[b] .. first[b + 1]], each with this side on it */
  int band;                    /* |i - j| of rows that share a body is at most this */
  double *system, *force;      /* room: the band of G M^-1 G^T; [3 bodies] */
} Planar;

/* "pendulum" (bench/pendulum.awk), "chain", "four-bars" (size n), "andrews"; NULL: no such problem, or no memory */
Planar *planar_new(const char *name, int size);
void planar_free(Planar *p);
/* row, gap and bend for these positions and velocities */
void planar_constraints(Planar *p, const double *q, const double *v);
/* force [3 bodies]: gravity, spring, moment */
void planar_forces(Planar *p, const double *q);
/* a and multipliers from M a + G' multiplier = f, G a = bend; false: the mechanism is singular here */
bool planar_accelerations(Planar *p, const double *q, const double *v, double *a, double *multiplier);

#endif
