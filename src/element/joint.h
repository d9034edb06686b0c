/* The joint element: walks the rows of its kind. Also what other layers ask of a joint: frames, coordinates,
   reactions. */
#ifndef TRM_ELEMENT_JOINT_H
#define TRM_ELEMENT_JOINT_H

#include "element/frame.h"
#include "element/joint_table.h"

/* The local unknowns: 12 of the nodes, active coordinates, those of the terms, multipliers of the rows, of the
   drives. */
static inline int trm_joint_term_at(const trm_Joint *joint, int term) { return 12 + joint->unknown_count + term; }
static inline int trm_joint_multiplier_at(const trm_Joint *joint) {
  return trm_joint_term_at(joint, joint->term_count);
}
static inline int trm_joint_size(const trm_Joint *joint) {
  return trm_joint_multiplier_at(joint) + joint->multiplier_count;
}
/* Where the coordinate of a term stands among all coordinates of the model. */
static inline int trm_term_coordinate(const trm_Model *model, const trm_JointTerm *term) {
  return model->joints[term->joint].first_coordinate + term->coordinate;
}

/* Both frames of the joint over a pair of configurations (q_m the mean); coordinates are copied from x_i, x_f. */
void trm_joint_frames(const trm_Model *model, const trm_Joint *joint, const trm_Pair *pair, trm_FramePair *frames);
/* The same at one configuration: i = f = m. */
void trm_joint_frames_at(const trm_Model *model, const trm_Joint *joint, const double *q, const double *x,
                         trm_FramePair *frames);
/* Evaluates the passive coordinates of a joint at configuration q, on the branch nearest to their present value in
   x. */
void trm_joint_passive(const trm_Model *model, const trm_Joint *joint, const double *q, double *x);
/* The same for all coordinates, active ones too (initial positions). */
void trm_joint_evaluate_all(const trm_Model *model, const trm_Joint *joint, const double *q, double *x);
/* Index of the row that defines coordinate c of a joint kind. */
int trm_coordinate_row(const trm_JointKind *kind, int c);
/* Rates and accelerations of all coordinates of a joint from the motion of the nodes. node_acceleration: of every node
   of the model, of its point and omega-dot (6 numbers); NULL with acceleration NULL. */
void trm_joint_rates(const trm_Model *model, const trm_Joint *joint, const trm_Instant *instant,
                     const double *node_acceleration, double *rate, double *acceleration);
/* A position to be tested against the constraints. A value of one call. */
typedef struct trm_Position {
  const double *q, *x;
  const double *q_from;  /* where the step began, for rows that hold over a step; NULL: here, so that they hold */
  const double *targets; /* the value each coordinate of the model is driven to */
} trm_Position;
/* Values of the joint's active rows, then of its drives (x - target). Metres or radians. */
void trm_joint_constraints(const trm_Model *model, const trm_Joint *joint, const trm_Position *at, double *values);
/* The joint whose Bryan angles are nearest to their end, theta = 90 degrees, -1: none has such angles; *left: how far
   they are, cos(theta);
   not positive beyond it, or when it was passed on the way from q_from (NULL: none). */
int trm_joint_angles_end(const trm_Layout *layout, const double *q_from, const double *q, const double *x,
                         double *left);

/* The value a drive prescribes at t_i + h when the coordinate was x_i at t_i. */
double trm_drive_target(const trm_Laws *laws, const double *inputs, double t_i, double h, double x_i);
/* Rate and acceleration that a drive prescribes at t where the coordinate is x, which matters where the rate of a
   curve's own parameter is prescribed. */
void trm_drive_rates(const trm_Laws *laws, const double *inputs, double t, double x, double *rate,
                     double *acceleration);

/* A force and a moment in world axes. */
typedef struct trm_Wrench {
  double force[3], moment[3];
} trm_Wrench;
/* What the active rows exert on the second body at its joint point, with multipliers scale * lambda, at an instant. */
trm_Wrench trm_joint_wrench(const trm_Model *model, const trm_Joint *joint, const trm_Instant *instant,
                            const double *lambda);

/* Is what the joint's r-th active constraint holds an angle? Rows first, then drives. */
bool trm_constraint_angular(const trm_Joint *joint, int r);
/* The same of row r of a kind. */
bool trm_kind_row_angular(const trm_JointKind *kind, int r);

#endif
