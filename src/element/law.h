/* Laws on one relative coordinate x: springs, dampers, stops and actuators. A law gives a resisting force (positive pulls x down)
   over a pair (x_i, x_f) or at an instant. Conservative laws give exact discrete gradients: force * (x_f - x_i) is the
   change of their energy to round-off. */
#ifndef TRM_ELEMENT_LAW_H
#define TRM_ELEMENT_LAW_H

#include "model/model.h"

typedef struct trm_LawPair {
  double x_i, x_f, t_i, h;
} trm_LawPair;

typedef struct trm_LawForce {
  double force; /* resisting force over the pair, N or N m */
  double slope; /* its derivative with respect to x_f */
} trm_LawForce;

typedef struct trm_LawKind {
  const char *name;
  bool (*present)(const trm_Laws *laws);
  trm_LawForce (*pair)(const trm_Laws *laws, const trm_LawPair *pair);
  double (*instant)(const trm_Laws *laws, double x, double rate, double t);
  /* energy stored at x (conservative part); NULL: stores none */
  double (*stored)(const trm_Laws *laws, double x);
  /* energy taken out for good over the pair, >= 0; NULL: dissipates none */
  double (*dissipated)(const trm_Laws *laws, const trm_LawPair *pair);
  /* stiffness and damping coefficient at x, rate 0, both >= 0: what the energy-decaying scheme damps; NULL: none */
  void (*tangent)(const trm_Laws *laws, double x, double *stiffness, double *damping);
  bool supplies; /* what is neither stored nor dissipated is work of an actuator */
} trm_LawKind;

extern const trm_LawKind trm_law_kinds[];
extern const int trm_law_kind_count;

/* any law of this coordinate, drives included: the coordinate must then be an unknown */
bool trm_laws_present(const trm_Laws *laws);

#endif
