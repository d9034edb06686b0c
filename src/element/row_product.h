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

/* How the nodes of the carried vectors move: by node, the sixth of its first unknown. A value of one call. */
typedef struct trm_CarriedMotion {
  const double (*velocity)[3], (*omega)[3]; /* of the points that do not turn, of the triads */
  const double (*centripetal)[3];           /* second derivatives of those points at zero accelerations; NULL: none */
  const double *acceleration;               /* six to a node: of its point, its omega; NULL: none */
  double s_rate, s_acceleration, phi_rate;
} trm_CarriedMotion;

/* The first and second derivative in time of a carried vector. */
static inline void trm_carried_rates(const trm_Carried *c, int u, const trm_CarriedMotion *motion, double first[3],
                                     double second[3]) {
  int node = c->at[u] / 6;
  const double *v = c->v[trm_AT_F][u], *acceleration = motion->acceleration ? motion->acceleration + c->at[u] : NULL;
  double own[3] = {0, 0, 0};
  if (c->turns[u]) {
    trm_cross(first, motion->omega[node], v);
    trm_cross(second, motion->omega[node], first);
    if (acceleration) trm_cross(own, acceleration, v);
  } else {
    trm_copy(first, motion->velocity[node], 3);
    for (int n = 0; n < 3; n++) second[n] = motion->centripetal ? motion->centripetal[node][n] : 0;
    if (acceleration) trm_copy(own, acceleration, 3);
  }
  trm_add_scaled(second, 1, own);
}

/* A side's vector at f, its first and second derivative in time. */
static inline void trm_vector_rates(const trm_Carried *c, const trm_SideVector *vector, const trm_CarriedMotion *motion,
                                    double out[3][3]) {
  for (int n = 0; n < 3; n++) out[0][n] = vector->at[trm_AT_F][n], out[1][n] = out[2][n] = 0;
  for (int p = 0; p < vector->count; p++) {
    const double *h = vector->part[p].h, *v = c->v[trm_AT_F][vector->part[p].vector];
    double first[3], second[3], h1 = h[trm_H_FIRST] * motion->s_rate;
    double h2 = h[trm_H_SECOND] * motion->s_rate * motion->s_rate + h[trm_H_FIRST] * motion->s_acceleration;
    trm_carried_rates(c, vector->part[p].vector, motion, first, second);
    for (int n = 0; n < 3; n++) {
      out[1][n] += h1 * v[n] + h[trm_H_F] * first[n];
      out[2][n] += h2 * v[n] + 2 * h1 * first[n] + h[trm_H_F] * second[n];
    }
  }
}

/* (T a . b)' and (T a . b)'' at zero acceleration of phi */
static inline void trm_product_rates(const trm_Carried *c, const trm_Product *p, const trm_CarriedMotion *motion,
                                     double *rate, double *acceleration) {
  double a[3][3], b[3][3], turn = motion->phi_rate, value;
  trm_vector_rates(c, &p->a, motion, a);
  trm_vector_rates(c, &p->b, motion, b);
  value = trm_dot(a[0], b[0]);
  double first = trm_dot(a[1], b[0]) + trm_dot(a[0], b[1]);
  double second = trm_dot(a[2], b[0]) + 2 * trm_dot(a[1], b[1]) + trm_dot(a[0], b[2]);
  *rate = p->factor.f * first + p->factor.d1 * turn * value;
  *acceleration = p->factor.f * second + 2 * p->factor.d1 * turn * first + p->factor.d2 * turn * turn * value;
}

/* phi from e . d_b = sin(phi), e . d_a = cos(phi), the products of the two terms that define it, on the branch
   nearest to `near` */
static inline double trm_turned_angle(const trm_Product terms[2], double sense, double near) {
  double sine = trm_dot(terms[0].a.at[trm_AT_F], terms[0].b.at[trm_AT_F]);
  double cosine = trm_dot(terms[1].a.at[trm_AT_F], terms[1].b.at[trm_AT_F]), angle = sense * atan2(sine, cosine);
  return angle + 2 * TRM_PI * round((near - angle) / (2 * TRM_PI));
}

#endif
