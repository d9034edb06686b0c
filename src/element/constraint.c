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

static double surface_at(const trm_Surface *surface, const double *p, double *gradient, double *hessian) {
  double value = trm_function_derivatives(surface->function, p, NULL, 3, gradient, hessian);
  for (int a = 0; a < 3 && gradient; a++) gradient[a] *= surface->scale;
  for (int i = 0; i < 9 && hessian; i++) hessian[i] *= surface->scale;
  return surface->scale * value;
}

static void path_vectors(const trm_CurvePath *path, double s, trm_PathVectors at, trm_PathVectors first,
                         trm_PathVectors second) {
  trm_curve_path_vectors(path, s, at, first, second);
}

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
  double sense = trm_row_sense(row);
  double ga1, gb1, phi = sense * pair->x_f[row->coordinate], rate = sense * motion->x_rate[row->coordinate];
  double ga2 = dot_rates(a, motion->omega[plane], c, motion->omega[seen], &ga1);
  double gb2 = dot_rates(b, motion->omega[plane], c, motion->omega[seen], &gb1);
  double ga = trm_dot(a, c), gb = trm_dot(b, c);
  return cos(phi) * (gb2 - rate * rate * gb - 2 * rate * ga1) - sin(phi) * (ga2 - rate * rate * ga + 2 * rate * gb1);
}

/* (e_a . u)'' at zero accelerations, and (e_a . u)' */
static double offset_gamma(int a, const trm_FramePair *pair, const trm_FrameMotion *motion, double *rate) {
  double u[3], u1[3], u2[3], e1[3], e2[3];
  const double *e = pair->f[0].e[a];
  turn_rate(motion->omega[0], e, e1, e2);
  trm_subtract(u, pair->f[1].y, pair->f[0].y);
  trm_subtract(u1, motion->velocity[1], motion->velocity[0]);
  trm_subtract(u2, motion->centripetal[1], motion->centripetal[0]);
  *rate = trm_dot(e1, u) + trm_dot(e, u1);
  return trm_dot(e2, u) + 2 * trm_dot(e1, u1) + trm_dot(e, u2);
}

/* grad f . p'' + p'^T H p' */
static double surface_gamma(const trm_Surface *surface, const trm_FramePair *pair, const trm_FrameMotion *motion) {
  double p[3], rate[3], second[3], g[3], h[9], sum = 0;
  surface_point(pair->f, p);
  surface_at(surface, p, g, h);
  for (int a = 0; a < 3; a++) second[a] = offset_gamma(a, pair, motion, &rate[a]);
  for (int a = 0; a < 3; a++) sum += g[a] * second[a] + rate[a] * trm_dot(h + 3 * a, rate);
  return sum;
}

/* (e_a . u)'' - p_a''(s) s'^2 */
static double curve_gamma(const trm_Row *row, const trm_FramePair *pair, const trm_FrameMotion *motion) {
  double rate, speed = motion->x_rate[TRM_PATH_COORDINATE];
  return offset_gamma(row->a, pair, motion, &rate) - pair->curve.second[0][row->a] * speed * speed;
}

/* G = sum_c D_c A_c, D_c components of d_b(s), A_c = e_c^k . e_a^l:  G'' at zero accelerations, and G' */
static double curve_dot_gamma(int a, int b, const trm_FramePair *pair, const trm_FrameMotion *motion, double *rate) {
  double sum = 0, speed = motion->x_rate[TRM_PATH_COORDINATE];
  const trm_PathPair *path = &pair->curve;
  *rate = 0;
  for (int c = 0; c < 3; c++) {
    double turning, value = trm_dot(pair->f[0].e[c], pair->f[1].e[a]);
    double second = dot_rates(pair->f[0].e[c], motion->omega[0], pair->f[1].e[a], motion->omega[1], &turning);
    double d = path->f[1 + b][c], d1 = path->first[1 + b][c] * speed, d2 = path->second[1 + b][c] * speed * speed;
    *rate += d1 * value + d * turning;
    sum += d2 * value + 2 * d1 * turning + d * second;
  }
  return sum;
}

static double curve_angle_gamma(const trm_Row *row, const trm_FramePair *pair, const trm_FrameMotion *motion) {
  double phi = pair->x_f[row->coordinate], rate = motion->x_rate[row->coordinate], ga1, gb1;
  double ga2 = curve_dot_gamma(row->a, row->a, pair, motion, &ga1);
  double gb2 = curve_dot_gamma(row->a, row->b, pair, motion, &gb1);
  double ga = curve_dot(row->a, pair->curve.f[1 + row->a], pair->f);
  double gb = curve_dot(row->a, pair->curve.f[1 + row->b], pair->f);
  return cos(phi) * (gb2 - rate * rate * gb - 2 * rate * ga1) - sin(phi) * (ga2 - rate * rate * ga + 2 * rate * gb1);
}

static double perpendicular_gamma(int a, int b, const trm_FramePair *pair, const trm_FrameMotion *motion) {
  double rate;
  return dot_rates(pair->f[0].e[a], motion->omega[0], pair->f[1].e[b], motion->omega[1], &rate);
}

double trm_row_gamma(const trm_Row *row, const double *parameters, const trm_FramePair *pair,
                     const trm_FrameMotion *motion) {
  double rate, u[3], u1[3], u2[3];
  trm_subtract(u, pair->f[1].y, pair->f[0].y);
  trm_subtract(u1, motion->velocity[1], motion->velocity[0]);
  trm_subtract(u2, motion->centripetal[1], motion->centripetal[0]);
  switch (row->type) {
  case TRM_ROW_PERPENDICULAR: return perpendicular_gamma(row->a, row->b, pair, motion);
  case TRM_ROW_IN_PLANE:
  case TRM_ROW_OFFSET: return offset_gamma(row->a, pair, motion, &rate);
  case TRM_ROW_ANGLE: return angle_gamma(row, pair, motion);
  case TRM_ROW_COINCIDENT: return u2[row->a];
  case TRM_ROW_DISTANCE: return (trm_dot(u1, u1) + trm_dot(u, u2)) / parameters[0];
  case TRM_ROW_SINE:
    rate = motion->x_rate[row->coordinate];
    return perpendicular_gamma(row->a, row->b, pair, motion) + sin(pair->x_f[row->coordinate]) * rate * rate;
  case TRM_ROW_TWIST:
    return 0.5 *
           (perpendicular_gamma(row->a, row->b, pair, motion) - perpendicular_gamma(row->b, row->a, pair, motion));
  case TRM_ROW_SURFACE: return surface_gamma(&pair->surfaces[row->a], pair, motion);
  case TRM_ROW_CURVE: return curve_gamma(row, pair, motion);
  case TRM_ROW_CURVE_LOCKED:
    return 0.5 * (curve_dot_gamma(row->a, row->b, pair, motion, &rate) -
                  curve_dot_gamma(row->b, row->a, pair, motion, &rate));
  case TRM_ROW_CURVE_PERPENDICULAR: return curve_dot_gamma(row->a, row->b, pair, motion, &rate);
  case TRM_ROW_CURVE_ANGLE: return curve_angle_gamma(row, pair, motion);
  case TRM_ROW_SPEED: /* d(e . omega)/dt = e . alpha + (omega x e) . omega */
  case TRM_ROW_COMBINATION:
  case TRM_ROW_RELATION:
  case TRM_ROW_SLIDE_POINT:
  case TRM_ROW_SLIDE_LOCKED:
  case TRM_ROW_SLIDE_PERPENDICULAR:
  case TRM_ROW_SLIDE_ANGLE: return 0;
  }
  return 0;
}

double trm_row_coordinate(const trm_Row *row, const trm_FramePair *pair, double near) {
  if (row->type == TRM_ROW_OFFSET) {
    double u[3];
    trm_subtract(u, pair->f[1].y, pair->f[0].y);
    return trm_dot(pair->f[0].e[row->a], u);
  }
  if (row->type == TRM_ROW_CURVE) {
    double p[3];
    surface_point(pair->f, p);
    return trm_curve_path_nearest(pair->path, p, near);
  }
  if (row->type == TRM_ROW_CURVE_ANGLE) {
    double angle = atan2(curve_dot(row->a, pair->curve.f[1 + row->b], pair->f),
                         curve_dot(row->a, pair->curve.f[1 + row->a], pair->f));
    return angle + 2 * TRM_PI * round((near - angle) / (2 * TRM_PI));
  }
  if (row->type == TRM_ROW_COMBINATION) return pair->sum;
  if (row->type == TRM_ROW_SINE) {
    double rest[3], sine = trm_dot(pair->f[0].e[row->a], pair->f[1].e[row->b]);
    trm_copy(rest, pair->f[1].e[row->b], 3);
    trm_add_scaled(rest, -sine, pair->f[0].e[row->a]);
    return atan2(sine, trm_norm(rest));
  }
  int plane = row->seen_from_l ? 1 : 0;
  const double *c = pair->f[1 - plane].e[row->c];
  double angle = trm_row_sense(row) * atan2(trm_dot(pair->f[plane].e[row->b], c), trm_dot(pair->f[plane].e[row->a], c));
  return angle + 2 * TRM_PI * round((near - angle) / (2 * TRM_PI));
}
