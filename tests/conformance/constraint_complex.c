/* The rows on complex numbers, with surfaces and paths that they need. */
#include "conformance/constraint_complex.h"
#include <math.h>
#include "math/vec3.h"
#include "unit/math/expression_complex.h"

#define REAL         double complex
#define NAME(x)      z_##x
#define REAL_SIN     csin
#define REAL_COS     ccos
#define REAL_PART(x) creal(x)
#include "math/vec3.inc"
#include "element/row_product.inc"

/* The value is analytic; gradient and Hessian are those at the real part, the gradient with its first-order change. */
static double complex z_surface_at(const trm_Surface *surface, const double complex *p, double complex *gradient,
                                   double complex *hessian) {
  double real[3], g[3], h[9];
  for (int a = 0; a < 3; a++) real[a] = creal(p[a]);
  trm_function_derivatives(surface->function, real, NULL, 3, g, h);
  for (int a = 0; a < 3 && gradient; a++) {
    double change = h[3 * a] * cimag(p[0]) + h[3 * a + 1] * cimag(p[1]) + h[3 * a + 2] * cimag(p[2]);
    gradient[a] = surface->scale * (g[a] + I * change);
  }
  for (int i = 0; i < 9 && hessian; i++) hessian[i] = surface->scale * h[i];
  return surface->scale * expression_value_complex(surface->function->expression, p, NULL);
}

/* A rational Bezier curve and its first two derivatives at a complex parameter (de Casteljau). */
static void z_piece_at(const trm_CurvePiece *piece, double complex u, double complex *p, double complex *d,
                       double complex *dd) {
  double complex b[TRM_CURVE_DEGREE + 1][4], slope[4] = {0}, bend[4] = {0};
  int degree = piece->degree;
  for (int i = 0; i <= degree; i++)
    for (int n = 0; n < 4; n++) b[i][n] = piece->control[i][n];
  for (int left = degree; left > 0; left--) {
    for (int n = 0; n < 4 && left == 2; n++) bend[n] = degree * (degree - 1) * (b[2][n] - 2 * b[1][n] + b[0][n]);
    for (int n = 0; n < 4 && left == 1; n++) slope[n] = degree * (b[1][n] - b[0][n]);
    for (int i = 0; i < left; i++)
      for (int n = 0; n < 4; n++) b[i][n] = (1 - u) * b[i][n] + u * b[i + 1][n];
  }
  for (int n = 0; n < 3; n++) {
    p[n] = b[0][n] / b[0][3], d[n] = (slope[n] - p[n] * slope[3]) / b[0][3];
    dd[n] = (bend[n] - 2 * slope[3] * d[n] - bend[3] * p[n]) / b[0][3];
  }
}

/* The frame at a complex parameter u, carried from the real one at u0. */
static void z_frame_continued(const trm_CurvePiece *piece, double u0, double complex u, trm_PathVectors real,
                              double complex (*e)[3]) {
  double complex p[3], d[3], dd[3], half = 0.5 * (u - u0), theta = 0, sum[3], turned[3], side[3];
  double complex t0[3] = {real[1][0], real[1][1], real[1][2]}, a[3] = {real[2][0], real[2][1], real[2][2]};
  for (int k = 0; k < TRM_CURVE_POINTS; k++) {
    z_piece_at(piece, u0 + half * (1 + trm_curve_rule()->at[k]), p, d, dd);
    double complex square = z_dot(d, d), across[3];
    z_cross(across, d, dd);
    theta += trm_curve_rule()->weight[k] * half * z_dot(t0, across) / square / (1 + z_dot(t0, d) / csqrt(square));
  }
  z_piece_at(piece, u, p, d, dd);
  double complex v = csqrt(z_dot(d, d));
  for (int n = 0; n < 3; n++) e[0][n] = d[n] / v, sum[n] = t0[n] + e[0][n];
  double complex factor = z_dot(a, sum) / (1 + z_dot(t0, e[0]));
  for (int n = 0; n < 3; n++) turned[n] = a[n] - factor * sum[n];
  z_cross(side, e[0], turned);
  for (int n = 0; n < 3; n++) e[1][n] = ccos(theta) * turned[n] + csin(theta) * side[n];
  z_cross(e[2], e[0], e[1]);
}

/* The curve continued to complex arc length: Newton for the integral of sqrt(p_u . p_u) from a real place on. */
static void z_path_continued(const trm_CurvePath *path, double complex s, double complex (*at)[3]) {
  double length = path->length, turns = floor(creal(s) / length);
  trm_CurvePlace place = trm_curve_locate(&path->curve, creal(s) - turns * length);
  const trm_CurvePiece *piece = &path->curve.pieces[place.piece];
  double complex u = place.u, d[3], dd[3], *p = at[0];
  for (int step = 0; step < 12; step++) {
    double complex sum = 0, half = 0.5 * (u - place.u);
    for (int k = 0; k < TRM_CURVE_POINTS; k++) {
      z_piece_at(piece, place.u + half * (1 + trm_curve_rule()->at[k]), p, d, dd);
      sum += half * trm_curve_rule()->weight[k] * csqrt(z_dot(d, d));
    }
    z_piece_at(piece, u, p, d, dd);
    double complex change = (sum - I * cimag(s)) / csqrt(z_dot(d, d));
    u -= change;
    if (cabs(change) < 1e-16) break;
  }
  z_piece_at(piece, u, p, d, dd);
  trm_PathVectors real;
  trm_curve_path_vectors(path, creal(s), real, NULL, NULL);
  z_frame_continued(piece, place.u, u, real, at + 1);
  double complex angle = path->twist * I * cimag(s), e2[3] = {at[2][0], at[2][1], at[2][2]};
  for (int n = 0; n < 3; n++) at[2][n] = ccos(angle) * e2[n] + csin(angle) * at[3][n];
  z_cross(at[3], at[1], at[2]);
}

/* To first order in the imaginary part; the vectors themselves, on a closed curve, for larger ones too. */
static void z_path_at(const trm_CurvePath *path, double complex s, double complex (*at)[3], double complex (*first)[3],
                      double complex (*second)[3]) {
  trm_PathVectors point, slope, bend;
  trm_curve_path_vectors(path, creal(s), point, slope, bend);
  for (int v = 0; v < TRM_PATH_VECTORS; v++)
    for (int n = 0; n < 3; n++) {
      at[v][n] = point[v][n] + I * cimag(s) * slope[v][n];
      if (first) first[v][n] = slope[v][n] + I * cimag(s) * bend[v][n];
      if (second) second[v][n] = bend[v][n];
    }
  if (fabs(cimag(s)) > 1e-10) z_path_continued(path, s, at);
}

#include "element/constraint.inc"

/* derivative of the value with respect to configuration f */
void z_row_slope(const trm_Row *row, const double *parameters, const z_FramePair *pair, double complex *g) {
  for (int n = 0; n < TRM_ROW_UNKNOWNS; n++) g[n] = 0;
  z_kernel_of(row)->slope(row, parameters, pair, g);
}

void z_pair_means(z_FramePair *pair) {
  for (int s = 0; s < 2; s++) {
    z_mean(pair->m[s].y, pair->i[s].y, pair->f[s].y, 3);
    for (int a = 0; a < 3; a++) z_mean(pair->m[s].e[a], pair->i[s].e[a], pair->f[s].e[a], 3);
  }
  z_pair_path(pair);
}

/* e <- e + sine * (axis x e) + versine * (axis x (axis x e)) */
static void turn(z_Frame *frame, const double complex axis[3], double complex sine, double complex versine) {
  for (int a = 0; a < 3; a++) {
    double complex once[3], twice[3];
    z_cross(once, axis, frame->e[a]);
    z_cross(twice, axis, once);
    z_add_scaled(frame->e[a], sine, once);
    z_add_scaled(frame->e[a], versine, twice);
  }
}

void z_frame_turn(z_Frame *frame, const double complex r[3]) {
  double complex factor = 1 / (1 + 0.25 * z_dot(r, r));
  turn(frame, r, factor, 0.5 * factor);
}

void z_frame_spin(z_Frame *frame, const double omega[3], double complex t) {
  double speed = trm_norm(omega);
  double complex axis[3] = {omega[0], omega[1], omega[2]};
  turn(frame, axis, csin(speed * t) / speed, (1 - ccos(speed * t)) / (speed * speed));
}

static void frame_real(const z_Frame *frame, trm_Frame *out) {
  for (int n = 0; n < 3; n++) {
    out->y[n] = creal(frame->y[n]);
    for (int a = 0; a < 3; a++) out->e[a][n] = creal(frame->e[a][n]);
  }
}

void z_pair_real(const z_FramePair *pair, trm_FramePair *out) {
  for (int s = 0; s < 2; s++) {
    frame_real(&pair->i[s], &out->i[s]);
    frame_real(&pair->f[s], &out->f[s]);
    frame_real(&pair->m[s], &out->m[s]);
  }
  for (int c = 0; c < TRM_JOINT_COORDINATES; c++) out->x_i[c] = creal(pair->x_i[c]), out->x_f[c] = creal(pair->x_f[c]);
  out->surfaces = pair->surfaces, out->path = pair->path;
  out->sum = creal(pair->sum);
  trm_pair_path(out);
}
