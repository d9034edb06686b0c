/* Where forces of laws have a kink over their coordinate (stops, tables of springs), for formulations that integrate
   rates: a step ends there, so that no quadrature of a work goes over it. */
#ifndef TRM_SYSTEM_RATE_KINKS_H
#define TRM_SYSTEM_RATE_KINKS_H

#include "element/law.h"
#include "model/model.h"

/* A coordinate and the interval about it in which its laws are smooth. An item of the list below. */
typedef struct trm_RateKink {
  const trm_Laws *laws;
  int coordinate; /* of the model */
  double unit;    /* the model's size, or a radian */
  double low, high;
  bool ends[2]; /* the law has a kink at low, at high; otherwise nobody has looked farther */
} trm_RateKink;

/* Part of an analysis by rates; items are in that one's arena. */
typedef struct trm_RateKinks {
  int count;
  trm_RateKink *items;
} trm_RateKinks;

trm_Status trm_rate_kinks_new(trm_RateKinks *kinks, const trm_Model *model, trm_Arena *arena);
/* The intervals about the coordinates x of the model, where they have left theirs. */
void trm_rate_kinks_look(trm_RateKinks *kinks, const double *x);
/* How far the nearest kink is, in units of the coordinate; negative: a coordinate is beyond one. INFINITY: there is
   none. */
double trm_rate_kinks_margin(const trm_RateKinks *kinks, const double *x);

/* Where all that is not reversible are forces that are multiples of rates, and there are no beams: how fast these damp
   motions at most, 1/s, in the reference configuration. INFINITY: elsewhere; 0: nothing damps. (damping_rate.c) */
double trm_model_damping_rate(const trm_Model *model);

#endif
