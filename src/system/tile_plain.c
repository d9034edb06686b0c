/* Steps of a plain tile, from the prediction to the ledger, as trm_trial_begin and trm_trial_accept have them for one
   system without loads, drives, laws and tracks. */
#include <string.h>
#include "system/predict.h"
#include "system/tile_motion.h"

#define EACH_LANE(l, set)                                                                                              \
  for (int l = 0; l < TRM_TILE; l++)                                                                                   \
    if ((set) >> l & 1)

static bool same_history(const trm_History *a, const trm_History *b) {
  return a->count == b->count && memcmp(a->middle, b->middle, sizeof(double) * (size_t)a->count) == 0;
}

/* Weights of the lanes; those whose order is lower have none of higher terms. True: all have the same. */
static bool weigh(const trm_Tile *tile, double middle_of_step, unsigned lanes, trm_Extrapolation *e,
                  trm_TilePrediction *prediction) {
  prediction->order = 0, prediction->unit = tile->unit;
  memset(prediction->weight, 0, sizeof prediction->weight);
  int first = -1;
  bool alike = true;
  EACH_LANE(l, lanes) {
    double time = *tile->state[l]->time;
    if (first >= 0 && time == *tile->state[first]->time &&
        same_history(tile->state[l]->history, tile->state[first]->history))
      e[l] = e[first];
    else
      alike = first < 0,
      e[l] = trm_extrapolation_to(tile->state[l]->history, TRM_REMEMBERED - 1, time + middle_of_step);
    first = first < 0 ? l : first;
    if (e[l].order > prediction->order) prediction->order = e[l].order;
    for (int k = 0; k <= e[l].order; k++)
      for (int j = 0; j <= k; j++) prediction->weight[k][j][l] = e[l].weight[k][j];
  }
  return alike;
}

unsigned trm_tile_begin(trm_Tile *tile, double h, trm_VelocityRule rule, unsigned lanes) {
  trm_Extrapolation e[TRM_TILE];
  trm_TilePrediction prediction;
  double size[TRM_REMEMBERED][TRM_TILE] = {{0}}, share[TRM_REMEMBERED][TRM_TILE] = {{0}};
  EACH_LANE(l, lanes) if (!(tile->state[l]->history->count > 0)) lanes &= ~(1U << l);
  bool alike = weigh(tile, 0.5 * h, lanes, e, &prediction);
  tile->moves->sizes(&tile->map, &tile->motion, &prediction, size);
  int order = -1; /* of the shares there are, which are those of the first lane */
  double shares[TRM_REMEMBERED];
  EACH_LANE(l, lanes) {
    double own[TRM_REMEMBERED];
    for (int k = 0; k < TRM_REMEMBERED; k++) own[k] = size[k][l];
    int wanted = trm_extrapolation_order(&e[l], own);
    if (wanted != order || !alike) trm_extrapolation_shares(&e[l], wanted, shares);
    order = wanted;
    for (int k = 0; k < TRM_REMEMBERED; k++) share[k][l] = shares[k];
    tile->trial[l]->h = h;
  }
  tile->moves->begin(&tile->map, &tile->motion, (const double(*)[TRM_TILE])share, h);
  tile->moves->update(&tile->map, &tile->motion, rule);
  return lanes;
}

/* the place of the oldest step is that of the next from now on */
static void turn_ring(trm_TileMotion *motion) {
  double *oldest = motion->ring[TRM_REMEMBERED - 1];
  for (int k = TRM_REMEMBERED - 1; k > 0; k--) motion->ring[k] = motion->ring[k - 1];
  motion->ring[0] = motion->next, motion->next = oldest;
}

static void swap(double **a, double **b) {
  double *kept = *a;
  *a = *b, *b = kept;
}

/* |r|^2 of a right angle, |r| = 2 tan(angle/2) */
static const double right_angle = 4;

unsigned trm_tile_accept(trm_Tile *tile, double h, double w_slope, const trm_TileLanes *lanes) {
  trm_TileMotion *m = &tile->motion;
  trm_TileEnd end = {.seen = tile->seen};
  _Alignas(8 * TRM_TILE) trm_TileMoved moved;
  unsigned taken = 0;
  trm_Pair pair = trm_tile_pair(tile, h, w_slope);
  for (int e = 0; e < tile->element_count; e++)
    tile->elements[e].kind->tile_end(tile->kernels, tile->elements[e].data, &pair, &end);
  tile->moves->end(&tile->map, m, h, tile->reach, &moved);
  memcpy(tile->largest_turn, moved.turned, sizeof tile->largest_turn);
  EACH_LANE(l, lanes->solved) {
    trm_Terms terms = {
        .kinetic = end.kinetic[l], .potential = end.potential[l], .constraint_work = end.constraint_work[l]};
    trm_StepEnergy energy = {terms, h, moved.forces[l], end.violation[l]};
    if (moved.turned[l] <= right_angle && trm_state_book_step(tile->system[l], tile->state[l], &energy))
      taken |= 1U << l;
  }
  EACH_LANE(l, lanes->begun & ~taken) trm_tile_give_state(tile, l);
  for (int e = 0; e < tile->element_count; e++) {
    const trm_ElementKind *kind = tile->elements[e].kind;
    if (kind->tile_follow) kind->tile_follow(tile->elements[e].data, m->x, taken);
  }
  turn_ring(m);
  swap(&m->q, &m->q_f), swap(&m->w, &m->w_f);
  return taken;
}
