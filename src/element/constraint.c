/* Rows between two frames in double precision (theory.md, "Generic constraints"): constraint.inc, all that a joint
   asks of a row in one call, accelerations, and the coordinates that rows define. */
#include "element/constraint.h"
#include <string.h>
#include "element/row_product.h"

#define REAL         double
#define NAME(x)      trm_##x
#define REAL_SIN     sin
#define REAL_COS     cos
#define REAL_PART(x) (x)

static double trm_surface_at(const trm_Surface *surface, const double *p, double *gradient, double *hessian) {
  double value = trm_function_derivatives(surface->function, p, NULL, 3, gradient, hessian);
  for (int a = 0; a < 3 && gradient; a++) gradient[a] *= surface->scale;
  for (int i = 0; i < 9 && hessian; i++) hessian[i] *= surface->scale;
  return surface->scale * value;
}

static void trm_path_at(const trm_CurvePath *path, double s, trm_PathVectors at, trm_PathVectors first,
                        trm_PathVectors second) {
  trm_curve_path_vectors(path, s, at, first, second);
}

#include "element/constraint.inc"

void trm_row_pair(const trm_RowAt *at, const trm_FramePair *pair, double weight, trm_RowPair *out, double *k) {
  const trm_Row *row = at->row;
  memset(out->gradient, 0, sizeof out->gradient);
  if (k) memset(out->slope, 0, sizeof out->slope);
  if (trm_row_form(row)->kernel == TRM_KERNEL_PRODUCTS) {
    trm_FrameRow open;
    trm_open_row(row, at->parameters, pair, &open);
    out->value = trm_open_value(&open);
    trm_open_gradient(&open, out->gradient);
    if (!k) return;
    trm_open_end(row, at->parameters, pair, &open, out->slope);
    trm_open_stiffness(&open, weight, k);
    return;
  }
  const trm_KernelOf *kernel = trm_kernel_of(row);
  out->value = kernel->value(row, at->parameters, pair);
  kernel->gradient(row, at->parameters, pair, out->gradient);
  if (!k) return;
  kernel->slope(row, at->parameters, pair, out->slope);
  kernel->stiffness(row, at->parameters, pair, weight, k);
}

/* ---- accelerations ---- */

static trm_CarriedMotion carried_motion(const trm_Row *row, const trm_FrameMotion *motion) {
  return (trm_CarriedMotion){.velocity = motion->velocity,
                             .omega = motion->omega,
                             .centripetal = motion->centripetal,
                             .s_rate = motion->x_rate[TRM_PATH_COORDINATE],
                             .phi_rate = row->coordinate >= 0 ? motion->x_rate[row->coordinate] : 0};
}

/* second derivative of the scalar: of sin(x), of p_a(s), of x^2/(2 L) */
static double scalar_gamma(const trm_Row *row, const double *parameters, const trm_FramePair *pair,
                           const trm_FrameMotion *motion) {
  trm_RowScalar scalar = trm_row_form(row)->scalar;
  double bend = scalar == TRM_SCALAR_SINE     ? -sin(pair->x_f[row->coordinate])
                : scalar == TRM_SCALAR_PATH   ? pair->curve.second[0][row->a]
                : scalar == TRM_SCALAR_SQUARE ? 1 / parameters[0]
                                              : 0;
  return bend == 0 ? 0 : bend * motion->x_rate[row->coordinate] * motion->x_rate[row->coordinate];
}

static double products_gamma(const trm_Row *row, const double *parameters, const trm_FramePair *pair,
                             const trm_FrameMotion *motion) {
  trm_CarriedMotion carried = carried_motion(row, motion);
  trm_FrameRow open;
  double gamma = -scalar_gamma(row, parameters, pair, motion), rate, part;
  trm_open_row(row, parameters, pair, &open);
  for (int t = 0; t < open.count; t++) {
    trm_product_rates(&open.carried, &open.term[t], &carried, &rate, &part);
    gamma += part;
  }
  return gamma;
}

/* grad f . p'' + p'^T H p' */
static double surface_gamma(const trm_Row *row, const trm_FramePair *pair, const trm_FrameMotion *motion) {
  trm_Carried carried = trm_carried_by(pair);
  trm_CarriedMotion moving = carried_motion(row, motion);
  double p[3], rate[3], second, g[3], h[9], sum = 0;
  trm_surface_point(pair->f, p);
  trm_surface_at(&pair->surfaces[row->a], p, g, h);
  for (int a = 0; a < 3; a++) {
    trm_Product product;
    trm_open_component(&carried, a, 1, &product);
    trm_product_rates(&carried, &product, &moving, &rate[a], &second);
    sum += g[a] * second;
  }
  for (int a = 0; a < 3; a++) sum += rate[a] * trm_dot(h + 3 * a, rate);
  return sum;
}

double trm_row_gamma(const trm_Row *row, const double *parameters, const trm_FramePair *pair,
                     const trm_FrameMotion *motion) {
  switch (trm_row_form(row)->kernel) {
  case TRM_KERNEL_PRODUCTS: return products_gamma(row, parameters, pair, motion);
  case TRM_KERNEL_COINCIDENT: return motion->centripetal[1][row->a] - motion->centripetal[0][row->a];
  case TRM_KERNEL_SURFACE: return surface_gamma(row, pair, motion);
  case TRM_KERNEL_SPEED: /* d(e . omega)/dt = e . alpha + (omega x e) . omega */
  case TRM_KERNEL_COMBINATION:
  case TRM_KERNEL_RELATION:
  case TRM_KERNEL_CONTACT: return 0;
  }
  return 0;
}

/* ---- coordinates ---- */

/* from the sine and the rest of the vector across the axis */
static double sine_angle(const trm_Product *product) {
  double rest[3], sine = trm_product_value(product);
  trm_copy(rest, product->b.at[trm_AT_F], 3);
  trm_add_scaled(rest, -sine, product->a.at[trm_AT_F]);
  return atan2(sine, trm_norm(rest));
}

double trm_row_coordinate(const trm_Row *row, const double *parameters, const trm_FramePair *pair, double near) {
  const trm_RowForm *form = trm_row_form(row);
  trm_FrameRow open;
  if (form->kernel == TRM_KERNEL_COMBINATION) return pair->sum;
  if (form->scalar == TRM_SCALAR_PATH) {
    double p[3];
    trm_surface_point(pair->f, p);
    return trm_curve_path_nearest(pair->path, p, near);
  }
  trm_open_row(row, parameters, pair, &open);
  if (form->scalar == TRM_SCALAR_SINE) return sine_angle(&open.term[0]);
  if (form->scalar == TRM_SCALAR_SQUARE) return trm_norm(open.term[0].a.at[trm_AT_F]);
  if (trm_row_turns(row)) return trm_turned_angle(open.term, trm_row_sense(row), near);
  open.value = 0;
  return trm_open_value(&open);
}
