/* The generic constraints of element/constraint.inc on complex numbers, for derivatives by complex step: f'(x) = Im f(x
   + i e)/e has no cancellation, so that the kernels' own derivatives can be checked to round-off. */
#ifndef TRM_TEST_CONSTRAINT_COMPLEX_H
#define TRM_TEST_CONSTRAINT_COMPLEX_H

#include <complex.h>
#include "element/constraint.h"

typedef struct z_Frame {
  double complex y[3], e[3][3];
} z_Frame;

typedef struct z_PathPair {
  double complex i[4][3], f[4][3], mean[4][3], d[4][3], change[4][3], first[4][3], second[4][3];
} z_PathPair;

typedef struct z_FramePair {
  z_Frame i[2], f[2], m[2];
  double complex x_i[TRM_JOINT_COORDINATES], x_f[TRM_JOINT_COORDINATES];
  double complex sum;
  const trm_Surface *surfaces;
  const trm_CurvePath *path;
  z_PathPair curve;
} z_FramePair;

void z_pair_path(z_FramePair *pair);

double complex z_row_value(const trm_Row *row, const double *parameters, const z_FramePair *pair);
void z_row_gradient(const trm_Row *row, const double *parameters, const z_FramePair *pair, double complex *g);
void z_row_slope(const trm_Row *row, const double *parameters, const z_FramePair *pair, double complex *g);
void z_row_stiffness(const trm_Row *row, const double *parameters, const z_FramePair *pair, double complex weight,
                     double complex *k);

/* mean frames m of i and f, and the path between their coordinates */
void z_pair_means(z_FramePair *pair);
/* turns the frame's triad by the Cayley map of the Rodrigues vector r */
void z_frame_turn(z_Frame *frame, const double complex r[3]);
/* turns the frame's triad by the rotation vector t * omega (exponential map, analytic in t) */
void z_frame_spin(z_Frame *frame, const double omega[3], double complex t);
/* the real parts */
void z_pair_real(const z_FramePair *pair, trm_FramePair *out);

#endif
