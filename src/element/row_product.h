/* The kernel of rows that are products of vectors, in double precision: row_product.inc with the prefix trm_. */
#ifndef TRM_ELEMENT_ROW_PRODUCT_H
#define TRM_ELEMENT_ROW_PRODUCT_H

#include <stddef.h>
#include "element/row_form.h"
#include "math/vec3.h"

#define REAL         double
#define NAME(x)      trm_##x
#define REAL_SIN     sin
#define REAL_COS     cos
#define REAL_PART(x) (x)
#include "element/row_product.inc"
#undef REAL
#undef NAME
#undef REAL_SIN
#undef REAL_COS
#undef REAL_PART

/* How the nodes of the carried vectors move: by node, the sixth of its first unknown. */
typedef struct trm_CarriedMotion {
  const double (*velocity)[3], (*omega)[3]; /* of the points that do not turn, of the triads */
  const double (*centripetal)[3];           /* second derivatives of those points at zero accelerations; NULL: none */
  double s_rate, phi_rate;
} trm_CarriedMotion;

/* A side's vector at f, its first and second derivative in time at zero accelerations. */
static inline void trm_vector_rates(const trm_Carried *c, const trm_SideVector *vector, const trm_CarriedMotion *motion,
                                    double out[3][3]) {
  for (int n = 0; n < 3; n++) out[0][n] = vector->at[trm_AT_F][n], out[1][n] = out[2][n] = 0;
  for (int p = 0; p < vector->count; p++) {
    int u = vector->part[p].vector, node = c->at[u] / 6;
    const double *h = vector->part[p].h, *v = c->v[trm_AT_F][u];
    double h1 = h[trm_H_FIRST] * motion->s_rate, h2 = h[trm_H_SECOND] * motion->s_rate * motion->s_rate;
    double first[3], second[3] = {0, 0, 0};
    if (c->turns[u]) {
      trm_cross(first, motion->omega[node], v);
      trm_cross(second, motion->omega[node], first);
    } else {
      trm_copy(first, motion->velocity[node], 3);
      if (motion->centripetal) trm_copy(second, motion->centripetal[node], 3);
    }
    for (int n = 0; n < 3; n++) {
      out[1][n] += h1 * v[n] + h[trm_H_F] * first[n];
      out[2][n] += h2 * v[n] + 2 * h1 * first[n] + h[trm_H_F] * second[n];
    }
  }
}

/* (T a . b)'' at zero accelerations */
static inline double trm_product_gamma(const trm_Carried *c, const trm_Product *p, const trm_CarriedMotion *motion) {
  double a[3][3], b[3][3], rate = motion->phi_rate;
  trm_vector_rates(c, &p->a, motion, a);
  trm_vector_rates(c, &p->b, motion, b);
  double first = trm_dot(a[1], b[0]) + trm_dot(a[0], b[1]);
  double second = trm_dot(a[2], b[0]) + 2 * trm_dot(a[1], b[1]) + trm_dot(a[0], b[2]);
  return p->factor.f * second + 2 * p->factor.d1 * rate * first + p->factor.d2 * rate * rate * trm_dot(a[0], b[0]);
}

#endif
