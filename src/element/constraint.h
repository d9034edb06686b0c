/* The generic constraints (types I-IV and the few others) between two frames, in double precision. The equations
   stand in constraint.inc, which also compiles for other scalar types. */
#ifndef TRM_ELEMENT_CONSTRAINT_H
#define TRM_ELEMENT_CONSTRAINT_H

#include "element/row_form.h"
#include "model/model.h"

enum { TRM_ROW_UNKNOWNS = 12 + TRM_JOINT_COORDINATES }; /* dy_k, dpsi_k, dy_l, dpsi_l, x */

typedef struct trm_Frame {
  double y[3];
  double e[3][3];
} trm_Frame;

/* The joint's curve over a pair: its point p and, where it has frames, d1, d2, d3, components in the axes of k
   (trm_curve_path_vectors). */
typedef struct trm_PathPair {
  double i[4][3], f[4][3];          /* at both ends */
  double mean[4][3];                /* of both ends */
  double d[4][3], change[4][3];     /* (f - i)/(s_f - s_i) and its derivative by s_f */
  double first[4][3], second[4][3]; /* derivatives by s at f */
} trm_PathPair;

/* The frames of a joint over a pair. A value of one evaluation; surfaces and path are the model's. */
typedef struct trm_FramePair {
  trm_Frame i[2], f[2], m[2];
  double x_i[TRM_JOINT_COORDINATES], x_f[TRM_JOINT_COORDINATES];
  double sum;                  /* of the joint's terms at f, for a combination */
  const trm_Surface *surfaces; /* of the joint, by number a of a row; NULL: none */
  const trm_CurvePath *path;   /* of the joint, for the rows of curves; NULL: none */
  trm_PathPair curve;          /* what trm_pair_path says of it */
} trm_FramePair;

/* Evaluates the path between x_i and x_f: to be called when they are set, before anything of the rows. */
void trm_pair_path(trm_FramePair *pair);

double trm_row_value(const trm_Row *row, const double *parameters, const trm_FramePair *pair);
void trm_row_gradient(const trm_Row *row, const double *parameters, const trm_FramePair *pair, double *gradient);
void trm_row_stiffness(const trm_Row *row, const double *parameters, const trm_FramePair *pair, double weight,
                       double *stiffness);

/* A row of a joint with its parameters; and all of the above for it at once, k += stiffness, with the slope, the
   derivative of the value with respect to configuration f, which is not made where k is NULL. */
typedef struct trm_RowAt {
  const trm_Row *row;
  const double *parameters;
} trm_RowAt;
typedef struct trm_RowPair {
  double value, gradient[TRM_ROW_UNKNOWNS], slope[TRM_ROW_UNKNOWNS];
} trm_RowPair;
void trm_row_pair(const trm_RowAt *at, const trm_FramePair *pair, double weight, trm_RowPair *out, double *k);

/* Velocities and the accelerations at zero nu-dot of the two frames: of the points, and of the triads by omega. */
typedef struct trm_FrameMotion {
  double velocity[2][3], centripetal[2][3], omega[2][3];
  double x_rate[TRM_JOINT_COORDINATES];
} trm_FrameMotion;

/* gamma: the part of d2C/dt2 that does not contain accelerations, so that d2C/dt2 = g . nu_dot + gamma (frames at
   pair->f) */
double trm_row_gamma(const trm_Row *row, const double *parameters, const trm_FramePair *pair,
                     const trm_FrameMotion *motion);

/* The coordinate that a row of type III or IV defines, from the frames at pair->f; an angle is taken on the branch
   nearest to `near`, so that turns are counted. */
double trm_row_coordinate(const trm_Row *row, const double *parameters, const trm_FramePair *pair, double near);

#endif
