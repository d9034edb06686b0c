#include "conformance/constraint_complex.h"
#include <math.h>
#include "math/vec3.h"

#define REAL         double complex
#define NAME(x)      z_##x
#define REAL_SIN     csin
#define REAL_COS     ccos
#define REAL_PART(x) creal(x)
#define TRM_FRAMES_DEFINED
#include "math/vec3.inc"

/* The value is analytic; gradient and Hessian are those at the real part, the gradient with its first-order change. */
static double complex z_surface_at(const trm_Surface *surface, const double complex *p, double complex *gradient,
                                   double complex *hessian) {
  double real[3], g[3], h[9];
  for (int a = 0; a < 3; a++) real[a] = creal(p[a]);
  trm_function_derivatives(surface->function, real, 3, g, h);
  for (int a = 0; a < 3 && gradient; a++) {
    double change = h[3 * a] * cimag(p[0]) + h[3 * a + 1] * cimag(p[1]) + h[3 * a + 2] * cimag(p[2]);
    gradient[a] = surface->scale * (g[a] + I * change);
  }
  for (int i = 0; i < 9 && hessian; i++) hessian[i] = surface->scale * h[i];
  return surface->scale * trm_expression_value_complex(surface->function->expression, p);
}

#include "element/constraint.inc"

void z_pair_means(z_trm_FramePair *pair) {
  for (int s = 0; s < 2; s++) {
    z_mean(pair->m[s].y, pair->i[s].y, pair->f[s].y, 3);
    for (int a = 0; a < 3; a++) z_mean(pair->m[s].e[a], pair->i[s].e[a], pair->f[s].e[a], 3);
  }
}

/* e <- e + sine * (axis x e) + versine * (axis x (axis x e)) */
static void turn(z_trm_Frame *frame, const double complex axis[3], double complex sine, double complex versine) {
  for (int a = 0; a < 3; a++) {
    double complex once[3], twice[3];
    z_cross(once, axis, frame->e[a]);
    z_cross(twice, axis, once);
    z_add_scaled(frame->e[a], sine, once);
    z_add_scaled(frame->e[a], versine, twice);
  }
}

void z_frame_turn(z_trm_Frame *frame, const double complex r[3]) {
  double complex factor = 1 / (1 + 0.25 * z_dot(r, r));
  turn(frame, r, factor, 0.5 * factor);
}

void z_frame_spin(z_trm_Frame *frame, const double omega[3], double complex t) {
  double speed = trm_norm(omega);
  double complex axis[3] = {omega[0], omega[1], omega[2]};
  turn(frame, axis, csin(speed * t) / speed, (1 - ccos(speed * t)) / (speed * speed));
}

static void frame_real(const z_trm_Frame *frame, trm_Frame *out) {
  for (int n = 0; n < 3; n++) {
    out->y[n] = creal(frame->y[n]);
    for (int a = 0; a < 3; a++) out->e[a][n] = creal(frame->e[a][n]);
  }
}

void z_pair_real(const z_trm_FramePair *pair, trm_FramePair *out) {
  for (int s = 0; s < 2; s++) {
    frame_real(&pair->i[s], &out->i[s]);
    frame_real(&pair->f[s], &out->f[s]);
    frame_real(&pair->m[s], &out->m[s]);
  }
  for (int c = 0; c < 3; c++) out->x_i[c] = creal(pair->x_i[c]), out->x_f[c] = creal(pair->x_f[c]);
  out->surfaces = pair->surfaces;
  out->sum = creal(pair->sum);
}
