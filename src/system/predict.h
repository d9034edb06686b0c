/* How rates of the last steps are extrapolated: the polynomial, and how many of its terms count. */
#ifndef TRM_SYSTEM_PREDICT_H
#define TRM_SYSTEM_PREDICT_H

#include "system/state.h"

/* Newton's form of the polynomial through the remembered rates r_j, whose steps have their middles at t_j, at time t:
     sum over k of term k,   term k = (t - t_0) ... (t - t_k-1) r[t_0 ... t_k] = sum over j of weight[k][j] r_j. */
typedef struct trm_Extrapolation {
  int order;
  double weight[TRM_REMEMBERED][TRM_REMEMBERED];
} trm_Extrapolation;

/* Of orders up to `most`, as far as they are worth anything at time t. */
trm_Extrapolation trm_extrapolation_to(const trm_History *history, int most, double t);
/* The order that is used, where the largest of each term from the first on are `size`. */
int trm_extrapolation_order(const trm_Extrapolation *e, const double size[TRM_REMEMBERED]);
/* Of the remembered rates in their sum. */
void trm_extrapolation_shares(const trm_Extrapolation *e, int order, double share[TRM_REMEMBERED]);

#endif
