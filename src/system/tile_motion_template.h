/* The kernels of tile_motion.h in vectors of WIDTH numbers, no wider than the instruction set that this is compiled
   for; the operations are those of state.c and of the Cayley map (math/rotation.c), in their order. */
#include <stdint.h>
#include <string.h>
#include "element/lane_type.h"
#include "system/tile_motion.h"

static inline V load(const double *from) {
  V v;
  memcpy(&v, from, sizeof v);
  return v;
}

static inline void store(double *to, V v) { memcpy(to, &v, sizeof v); }

static inline V choose(Mask take, V a, V b) { return (V)(((Mask)a & take) | ((Mask)b & ~take)); }

#define REAL    V
#define NAME(x) lane_##x
#include "math/vec3.inc"

/* three numbers from place i on */
static inline void load3(const double *from, int i, int lane, V out[3]) {
  for (int n = 0; n < 3; n++) out[n] = load(from + (size_t)(i + n) * TRM_TILE + lane);
}

static inline void store3(double *to, int i, int lane, const V v[3]) {
  for (int n = 0; n < 3; n++) store(to + (size_t)(i + n) * TRM_TILE + lane, v[n]);
}

/* coordinates i .. i + 2: f, mean, difference, velocity */
static inline void place(const trm_TileMotion *m, trm_VelocityRule rule, int i, int lane, const V d_i[3],
                         const V difference[3]) {
  V w[3], f[3], mean[3], rate[3];
  load3(m->w, i, lane, w);
  for (int n = 0; n < 3; n++) {
    f[n] = d_i[n] + difference[n];
    mean[n] = d_i[n] + 0.5 * difference[n];
    rate[n] = rule.slope * difference[n] + rule.memory * w[n];
  }
  store3(m->q_f, i, lane, f), store3(m->q_m, i, lane, mean);
  store3(m->dq, i, lane, difference), store3(m->w_f, i, lane, rate);
}

static void update(const trm_TileMap *map, const trm_TileMotion *m, trm_VelocityRule rule) {
  for (int p = 0; p < map->nodes; p++)
    for (int lane = 0; lane < TRM_TILE; lane += WIDTH) {
      V q[3], r[3];
      load3(m->q, 3 * p, lane, q), load3(m->dx, 3 * p, lane, r);
      place(m, rule, 3 * p, lane, q, r);
      load3(m->turn, 3 * p, lane, r);
      V factor = 1 / (1 + 0.25 * lane_dot(r, r));
      for (int j = 0; j < 9; j += 3) {
        int at = 3 * map->nodes + 9 * p + j;
        V once[3], twice[3], difference[3];
        load3(m->q, at, lane, q);
        lane_cross(once, r, q);
        lane_cross(twice, r, once);
        for (int n = 0; n < 3; n++) difference[n] = factor * (once[n] + 0.5 * twice[n]);
        place(m, rule, at, lane, q, difference);
      }
    }
}

static inline void gather3(const int unknowns[3], const double *vector, int lane, V out[3]) {
  for (int n = 0; n < 3; n++) out[n] = unknowns[n] < 0 ? (V){0} : load(vector + (size_t)unknowns[n] * TRM_TILE + lane);
}

/* change o r */
static inline void compose(const V change[3], V r[3], Mask take) {
  V product[3], factor = 1 / (1 - 0.25 * lane_dot(change, r));
  lane_cross(product, change, r);
  for (int n = 0; n < 3; n++) r[n] = choose(take, factor * (change[n] + r[n] + 0.5 * product[n]), r[n]);
}

static void correct(const trm_TileMap *map, const trm_TileMotion *m, const double *change, unsigned lanes) {
  for (int lane = 0; lane < TRM_TILE; lane += WIDTH) {
    Mask take;
    for (int l = 0; l < WIDTH; l++) take[l] = lanes >> (lane + l) & 1 ? -1 : 0;
    for (int p = 0; p < map->nodes; p++) {
      V by[3], r[3];
      gather3(map->point[p], change, lane, by);
      load3(m->dx, 3 * p, lane, r);
      for (int n = 0; n < 3; n++) r[n] = choose(take, r[n] + by[n], r[n]);
      store3(m->dx, 3 * p, lane, r);
      gather3(map->triad[p], change, lane, by);
      load3(m->turn, 3 * p, lane, r);
      compose(by, r, take);
      store3(m->turn, 3 * p, lane, r);
    }
    for (int i = 0; i < map->multipliers; i++) {
      double *at = m->lambda + (size_t)i * TRM_TILE + lane;
      V old = load(at);
      store(at, choose(take, old + load(change + (size_t)map->unknown_of[i] * TRM_TILE + lane), old));
    }
  }
}

static void add(double *to, const int *places, int count, const double *from) {
  for (int e = 0; e < count; e++, from += TRM_TILE) {
    if (places[e] == -1) continue;
    bool first = places[e] < 0;
    double *at = to + (size_t)(first ? -2 - places[e] : places[e]) * TRM_TILE;
    for (int lane = 0; lane < TRM_TILE; lane += WIDTH)
      store(at + lane, first ? load(from + lane) : load(at + lane) + load(from + lane));
  }
}

/* what is not a number is the larger */
static inline V larger_or_none(V a, V b) { return choose((Mask)(b <= a) | (Mask)(a != a), a, b); }

static void largest(const double *vector, const double *factor, const unsigned char *kinds, const double *weight,
                    int count, double *out) {
  enum { ABREAST = 4 }; /* so that one does not wait for another */
  for (int lane = 0; lane < TRM_TILE; lane += WIDTH) {
    V most[ABREAST] = {{0}};
    for (int i = 0; i < count; i++) {
      V size = (V)((Mask)load(vector + (size_t)i * TRM_TILE + lane) & INT64_MAX), *so_far = &most[i % ABREAST];
      V by = load(factor + (size_t)i * TRM_TILE + lane);
      if (kinds) by = load(weight + (size_t)kinds[i] * TRM_TILE + lane) * by;
      *so_far = larger_or_none(*so_far, size * by);
    }
    store(out + lane, larger_or_none(larger_or_none(most[0], most[1]), larger_or_none(most[2], most[3])));
  }
}

/* terms 1 .. order of an unknown; the order is known to the compiler where this is called */
static inline __attribute__((always_inline)) void sizes_to(const trm_TileMap *map, const trm_TileMotion *m,
                                                           const trm_TilePrediction *p, int order,
                                                           double (*size)[TRM_TILE]) {
  for (int lane = 0; lane < TRM_TILE; lane += WIDTH) {
    V most[TRM_REMEMBERED] = {{0}};
    for (int i = 0; i < map->moving; i++) {
      V rate[TRM_REMEMBERED], unit = load(p->unit + (size_t)i * TRM_TILE + lane);
      for (int j = 0; j <= order; j++) rate[j] = load(m->ring[j] + (size_t)i * TRM_TILE + lane);
      for (int k = 1; k <= order; k++) {
        V sum = {0};
        for (int j = 0; j <= k; j++) sum += load(p->weight[k][j] + lane) * rate[j];
        most[k] = larger(most[k], (V)((Mask)sum & INT64_MAX) * unit);
      }
    }
    for (int k = 1; k <= order; k++) store(size[k] + lane, most[k]);
  }
}

static void sizes(const trm_TileMap *map, const trm_TileMotion *m, const trm_TilePrediction *p,
                  double (*size)[TRM_TILE]) {
  switch (p->order) {
  case 2: sizes_to(map, m, p, 2, size); break;
  case 3: sizes_to(map, m, p, 3, size); break;
  case 4: sizes_to(map, m, p, 4, size); break;
  case 5: sizes_to(map, m, p, 5, size); break;
  default: break;
  }
}

static inline V predicted(const trm_TileMotion *m, const V share[TRM_REMEMBERED], size_t at) {
  V sum = share[0] * load(m->ring[0] + at) + share[1] * load(m->ring[1] + at) + share[2] * load(m->ring[2] + at);
  for (int k = 3; k < TRM_REMEMBERED; k++) sum += share[k] * load(m->ring[k] + at);
  return sum;
}

static inline void predicted3(const trm_TileMotion *m, const V share[TRM_REMEMBERED], const int unknowns[3], int lane,
                              double h, V out[3]) {
  for (int n = 0; n < 3; n++)
    out[n] = unknowns[n] < 0 ? (V){0} : predicted(m, share, (size_t)unknowns[n] * TRM_TILE + (size_t)lane) * h;
}

static void begin(const trm_TileMap *map, const trm_TileMotion *m, const double (*shares)[TRM_TILE], double h) {
  for (int lane = 0; lane < TRM_TILE; lane += WIDTH) {
    V share[TRM_REMEMBERED], by[3];
    for (int k = 0; k < TRM_REMEMBERED; k++) share[k] = load(shares[k] + lane);
    for (int p = 0; p < map->nodes; p++) {
      predicted3(m, share, map->point[p], lane, h, by);
      store3(m->dx, 3 * p, lane, by);
      predicted3(m, share, map->triad[p], lane, h, by);
      store3(m->turn, 3 * p, lane, by);
    }
    for (int i = 0; i < map->multipliers; i++)
      store(m->lambda + (size_t)i * TRM_TILE + lane,
            predicted(m, share, (size_t)map->unknown_of[i] * TRM_TILE + (size_t)lane));
  }
}

static inline void spread3(const int unknowns[3], const V v[3], double h, int lane, double *vector) {
  for (int n = 0; n < 3; n++)
    if (unknowns[n] >= 0) store(vector + (size_t)unknowns[n] * TRM_TILE + lane, v[n] / h);
}

static void end(const trm_TileMap *map, const trm_TileMotion *m, double h, const double *reach, trm_TileMoved *out) {
  for (int lane = 0; lane < TRM_TILE; lane += WIDTH) {
    V turned = {0}, forces = {0}, by[3];
    for (int p = 0; p < map->nodes; p++) {
      load3(m->dx, 3 * p, lane, by);
      spread3(map->point[p], by, h, lane, m->next);
      load3(m->turn, 3 * p, lane, by);
      spread3(map->triad[p], by, h, lane, m->next);
      V square = lane_dot(by, by);
      turned = choose((Mask)(square <= turned) | (Mask)(turned != turned), turned, square);
    }
    for (int i = 0; i < map->multipliers; i++) {
      V lambda = load(m->lambda + (size_t)i * TRM_TILE + lane);
      store(m->next + (size_t)map->unknown_of[i] * TRM_TILE + lane, lambda);
      forces += (V)((Mask)lambda & INT64_MAX) * load(reach + (size_t)i * TRM_TILE + lane);
    }
    store(out->turned + lane, turned), store(out->forces + lane, forces);
  }
}

static void count_turns(const trm_TileMap *map, const trm_TileMotion *m, unsigned lanes) {
  for (int lane = 0; lane < TRM_TILE; lane += WIDTH) {
    Mask take;
    for (int l = 0; l < WIDTH; l++) take[l] = lanes >> (lane + l) & 1 ? -1 : 0;
    for (int t = 3; t < 3 * map->nodes; t += 3) {
      V r[3], turned[3], lost[3];
      load3(m->turn, t, lane, r), load3(m->turned, t, lane, turned), load3(m->lost, t, lane, lost);
      V square = lane_dot(r, r), share = square * (1. / 12 - square * (1. / 80 - square / 448));
      for (int n = 0; n < 3; n++) {
        turned[n] = choose(take, turned[n] + (1 - share) * r[n], turned[n]);
        lost[n] = choose(take, lost[n] + share * r[n], lost[n]);
      }
      store3(m->turned, t, lane, turned), store3(m->lost, t, lane, lost);
    }
  }
}

/* r, or what it is where a lane is not in the set, to three places of a vector */
static inline void put3(const int unknowns[3], const V r[3], Mask take, int lane, double *vector) {
  for (int n = 0; n < 3; n++) {
    double *at = vector + (size_t)(unknowns[n] < 0 ? 0 : unknowns[n]) * TRM_TILE + lane;
    if (unknowns[n] >= 0) store(at, choose(take, r[n], load(at)));
  }
}

static void turn(const trm_TileMotion *m, const trm_TileTurn *turn, double *vector) {
  for (int lane = 0; lane < TRM_TILE; lane += WIDTH) {
    Mask take;
    for (int l = 0; l < WIDTH; l++) take[l] = turn->lanes >> (lane + l) & 1 ? -1 : 0;
    for (int i = 0; i < turn->count; i++) {
      const trm_Turning *one = &turn->turning[i];
      V v[3], turned[3] = {{0}};
      gather3(one->unknowns, vector, lane, v);
      for (int j = 0; j < 3; j++) {
        V then[3], now[3];
        load3(turn->place, 9 * i + 3 * j, lane, then), load3(m->q_f, one->triad + 3 * j, lane, now);
        lane_add_scaled(turned, lane_dot(turn->back ? now : then, v), turn->back ? then : now);
      }
      put3(one->unknowns, turned, take, lane, vector);
    }
  }
}

static void work(const trm_TileMap *map, const trm_TileMotion *m, const double *residual, double *out) {
  for (int lane = 0; lane < TRM_TILE; lane += WIDTH) {
    V sum = {0}, own[3], by[3];
    for (int p = 0; p < map->nodes; p++) {
      gather3(map->point[p], residual, lane, own), load3(m->dx, 3 * p, lane, by);
      sum += lane_dot(own, by);
      gather3(map->triad[p], residual, lane, own), load3(m->turn, 3 * p, lane, by);
      sum += lane_dot(own, by);
    }
    store(out + lane, sum);
  }
}

static void negate(double *to, const double *from, int count) {
  for (size_t i = 0; i < (size_t)count * TRM_TILE; i += WIDTH) store(to + i, -load(from + i));
}

const trm_TileMotionKernels KERNELS = {.update = update,
                                       .correct = correct,
                                       .add = add,
                                       .largest = largest,
                                       .sizes = sizes,
                                       .begin = begin,
                                       .end = end,
                                       .count_turns = count_turns,
                                       .turn = turn,
                                       .work = work,
                                       .negate = negate};
