/* A link: the relative motion of two frames k and l, one on the parent, the other on the child. Its velocities are
   v = (ds/dt, omega): s the position of l's point, omega the angular velocity of l, both relative to k and in k's
   axes. */
#ifndef TRM_SYSTEM_LINK_H
#define TRM_SYSTEM_LINK_H

#include "element/constraint.h"

/* Where it is, world axes. A value, filled by who places the nodes. */
typedef struct trm_LinkPlace {
  bool reversed;      /* the child carries k */
  trm_Frame frame[2]; /* k, l */
  double arm[2][3];   /* from the node to the frame's point */
  double apart[3];    /* from k's point to l's: E_k s */
} trm_LinkPlace;

/* How parent and child move. A value of one call. */
typedef struct trm_LinkMotion {
  const double *omega[2]; /* of parent and child */
  const double *v;        /* of the link */
} trm_LinkMotion;

/* components along the axes of k -> world */
void trm_link_to_world(const trm_Frame *k, const double *components, double out[3]);
/* omega x (omega x arm) */
void trm_centripetal(const double omega[3], const double arm[3], double out[3]);
/* Velocity (of the point, angular) of the child where the parent rests and the link moves at v. Accelerations depend on
   dv/dt in the same way. */
void trm_link_direction(const trm_LinkPlace *link, const double v[6], double child[6]);
/* Acceleration of the child from that of the parent and dv/dt. */
void trm_link_acceleration(const trm_LinkPlace *link, const trm_LinkMotion *motion, const double parent[6],
                           const double v_dot[6], double child[6]);

#endif
