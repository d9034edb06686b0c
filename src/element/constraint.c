#include "element/constraint.h"
#include "math/vec3.h"

#define REAL            double
#define NAME(x)         x
#define REAL_SIN        sin
#define REAL_COS        cos
#define REAL_PART(x)    (x)
#define dot             trm_dot
#define cross           trm_cross
#define add_tilde       trm_add_tilde
#define add_tilde_tilde trm_add_tilde_tilde
#define add_identity    trm_add_identity
#define TRM_FRAMES_DEFINED
#include "element/constraint.inc"

static void turn_rate(const double omega[3], const double e[3], double first[3], double second[3]) {
  trm_cross(first, omega, e);
  trm_cross(second, omega, first);
}

/* (a.b)'' and (a.b)' of two unit vectors that turn with constant angular velocities */
static double dot_rates(const double *a, const double *omega_a, const double *b, const double *omega_b, double *rate) {
  double a1[3], a2[3], b1[3], b2[3];
  turn_rate(omega_a, a, a1, a2);
  turn_rate(omega_b, b, b1, b2);
  *rate = trm_dot(a1, b) + trm_dot(a, b1);
  return trm_dot(a2, b) + 2 * trm_dot(a1, b1) + trm_dot(a, b2);
}

static double angle_gamma(const trm_Row *row, const trm_FramePair *pair, const trm_FrameMotion *motion) {
  int plane = row->seen_from_l ? 1 : 0, seen = 1 - plane;
  const double *a = pair->f[plane].e[row->a], *b = pair->f[plane].e[row->b], *c = pair->f[seen].e[row->c];
  double sense = plane ? -1 : 1;
  double ga1, gb1, phi = sense * pair->x_f[row->coordinate], rate = sense * motion->x_rate[row->coordinate];
  double ga2 = dot_rates(a, motion->omega[plane], c, motion->omega[seen], &ga1);
  double gb2 = dot_rates(b, motion->omega[plane], c, motion->omega[seen], &gb1);
  double ga = trm_dot(a, c), gb = trm_dot(b, c);
  return cos(phi) * (gb2 - rate * rate * gb - 2 * rate * ga1) - sin(phi) * (ga2 - rate * rate * ga + 2 * rate * gb1);
}

static double offset_gamma(int a, const trm_FramePair *pair, const trm_FrameMotion *motion) {
  double u[3], u1[3], u2[3], e1[3], e2[3];
  const double *e = pair->f[0].e[a];
  turn_rate(motion->omega[0], e, e1, e2);
  trm_subtract(u, pair->f[1].y, pair->f[0].y);
  trm_subtract(u1, motion->velocity[1], motion->velocity[0]);
  trm_subtract(u2, motion->centripetal[1], motion->centripetal[0]);
  return trm_dot(e2, u) + 2 * trm_dot(e1, u1) + trm_dot(e, u2);
}

double trm_row_gamma(const trm_Row *row, const double *parameters, const trm_FramePair *pair,
                     const trm_FrameMotion *motion) {
  double rate, u[3], u1[3], u2[3];
  trm_subtract(u, pair->f[1].y, pair->f[0].y);
  trm_subtract(u1, motion->velocity[1], motion->velocity[0]);
  trm_subtract(u2, motion->centripetal[1], motion->centripetal[0]);
  switch (row->type) {
  case TRM_ROW_PERPENDICULAR:
    return dot_rates(pair->f[0].e[row->a], motion->omega[0], pair->f[1].e[row->b], motion->omega[1], &rate);
  case TRM_ROW_IN_PLANE:
  case TRM_ROW_OFFSET: return offset_gamma(row->a, pair, motion);
  case TRM_ROW_ANGLE: return angle_gamma(row, pair, motion);
  case TRM_ROW_COINCIDENT: return u2[row->a];
  case TRM_ROW_DISTANCE: return (trm_dot(u1, u1) + trm_dot(u, u2)) / parameters[0];
  case TRM_ROW_RELATION: return 0;
  }
  return 0;
}

double trm_row_coordinate(const trm_Row *row, const trm_FramePair *pair, double near) {
  if (row->type == TRM_ROW_OFFSET) {
    double u[3];
    trm_subtract(u, pair->f[1].y, pair->f[0].y);
    return trm_dot(pair->f[0].e[row->a], u);
  }
  int plane = row->seen_from_l ? 1 : 0;
  const double *c = pair->f[1 - plane].e[row->c];
  double angle = atan2(trm_dot(pair->f[plane].e[row->b], c), trm_dot(pair->f[plane].e[row->a], c));
  if (plane) angle = -angle;
  return angle + 2 * TRM_PI * round((near - angle) / (2 * TRM_PI));
}
