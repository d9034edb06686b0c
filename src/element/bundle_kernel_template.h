/* The kernels of bundle.h in vectors of WIDTH numbers, no wider than the instruction set that this is compiled for.
   Included by one source file per instruction set, with PACK(p, at) (the numbers at p[lane][at]) and KERNELS (the name
   of the table) defined; or, for tiles, with TILE instead of PACK. Equations: those of rigid_body.c, and of
   row_product.inc for products without coordinates. */
#include <math.h>
#include <string.h>
#include "element/bundle.h"
#include "element/element_numbers.h"
#include "element/lane_type.h"

static inline V load(const double *from) {
  V v;
  memcpy(&v, from, sizeof v);
  return v;
}

static inline void store(double *to, V v) { memcpy(to, &v, sizeof v); }

static inline V size_of(V a) { return (V)((Mask)a & INT64_MAX); }

#define REAL    V
#define NAME(x) lane_##x
#include "math/vec3.inc"

#ifdef TILE

enum { LANES = TRM_TILE };
typedef trm_TileLocal Local;
typedef trm_TileKernels Kernels;

static inline void gather(const double *q, const int at[TRM_TILE], int from, int count, V *out) {
  const double *first = q + (size_t)at[0] * TRM_TILE + from;
  for (int n = 0; n < count; n++) out[n] = load(first + (size_t)n * TRM_TILE);
}

static inline V scale_of(const trm_Pair *pair, int from) { return load(pair->scales + from); }

#else

enum { LANES = TRM_ABREAST };
typedef trm_BundleLocal Local;
typedef trm_BundleKernels Kernels;

static inline V scale_of(const trm_Pair *pair, int from) {
  (void)from;
  return (V){0} + pair->scale;
}

/* of WIDTH lanes, from lane `from` on */
static inline void gather(const double *q, const int at[TRM_TILE], int from, int count, V *out) {
  const double *p[WIDTH];
  for (int l = 0; l < WIDTH; l++) p[l] = q + at[from + l];
  for (int n = 0; n < count; n++) out[n] = PACK(p, n);
}

#endif

static inline void note_largest(double *so_far, V square) { store(so_far, larger(load(so_far), square)); }

/* ---- rigid bodies ---- */

/* t_j = sum_l E_jl a_l */
static inline void director_forces(const trm_BodyBundle *bodies, int from, const V a[9], V t[9]) {
  for (int j = 0; j < 3; j++) {
    V e0 = load(bodies->euler[3 * j] + from), e1 = load(bodies->euler[3 * j + 1] + from),
      e2 = load(bodies->euler[3 * j + 2] + from);
    for (int n = 0; n < 3; n++) t[3 * j + n] = e0 * a[n] + e1 * a[3 + n] + e2 * a[6 + n];
  }
}

/* at rest: -m g */
static void weigh(const trm_BodyBundle *bodies, const trm_Pair *pair, int from, Local *out) {
  V mass = load(bodies->mass + from), square = {0}, zero = {0};
  for (int n = 0; n < 3; n++) {
    V force = -mass * (1 - pair->unloaded) * load(bodies->gravity[n] + from);
    square += force * force;
    store(out->residual[n] + from, force);
    store(out->residual[3 + n] + from, zero);
  }
  note_largest(out->force_square + from, square);
  for (int e = 0; e < 12; e++) store(out->tangent[e] + from, zero);
}

/* N_m^T M (w_f - w_i)/h, its largest part, squared, and its tangent */
static void turning_bodies(const trm_BodyBundle *bodies, const trm_Pair *pair, int from, bool tangent, Local *out) {
  V w_i[9], w_f[9], d_m[9], d_f[9], rate[9], t[9], moment[3] = {{0}}, largest = {0}, speed = {0};
  gather(pair->w_i, bodies->d, from, 9, w_i);
  gather(pair->w_f, bodies->d, from, 9, w_f);
  gather(pair->q_m, bodies->d, from, 9, d_m);
  for (int n = 0; n < 9; n++) rate[n] = (w_f[n] - w_i[n]) / pair->h;
  director_forces(bodies, from, rate, t);
  for (int j = 0; j < 3; j++) {
    V part[3], e = load(bodies->euler[4 * j] + from);
    lane_cross(part, d_m + 3 * j, t + 3 * j);
    for (int n = 0; n < 3; n++) moment[n] += part[n];
    largest = larger(largest, lane_dot(part, part));
    speed = larger(speed, e * e * lane_dot(w_f + 3 * j, w_f + 3 * j));
  }
  V least = (V){0} + trm_least_yardstick / pair->h;
  note_largest(out->moment_square + from, larger(largest, least * least * speed));
  for (int n = 0; n < 3; n++) store(out->residual[3 + n] + from, moment[n]);
  if (!tangent) return;
  V k[9] = {{0}};
  double slope = pair->w_slope / pair->h;
  gather(pair->q_f, bodies->d, from, 9, d_f);
  for (int j = 0; j < 3; j++) {
    for (int l = 0; l < 3; l++)
      lane_add_tilde_tilde(k, 3, -slope * load(bodies->euler[3 * j + l] + from), d_m + 3 * j, d_f + 3 * l);
    lane_add_tilde_tilde(k, 3, (V){0} + 0.5, t + 3 * j, d_f + 3 * j); /* d_jm itself turns by half */
  }
  for (int e = 0; e < 9; e++) store(out->tangent[3 + e] + from, k[e]);
}

static void some_bodies(const trm_BodyBundle *bodies, const trm_Pair *pair, int from, bool tangent, Local *out) {
  V w_i[3], w_f[3], force[3], zero = {0}, mass = load(bodies->mass + from), weight = load(bodies->weight + from);
  if (pair->h == 0) {
    weigh(bodies, pair, from, out);
    return;
  }
  gather(pair->w_i, bodies->x, from, 3, w_i);
  gather(pair->w_f, bodies->x, from, 3, w_f);
  for (int n = 0; n < 3; n++) {
    force[n] = mass * ((w_f[n] - w_i[n]) / pair->h - load(bodies->gravity[n] + from));
    store(out->residual[n] + from, force[n]);
    if (tangent) store(out->tangent[n] + from, mass * (pair->w_slope / pair->h));
  }
  V least = mass * (trm_least_yardstick / pair->h);
  V square = larger(weight * weight, larger(lane_dot(force, force), least * least * lane_dot(w_f, w_f)));
  note_largest(out->force_square + from, square);
  if (!bodies->points) {
    turning_bodies(bodies, pair, from, tangent, out);
    return;
  }
  for (int n = 0; n < 3; n++) store(out->residual[3 + n] + from, zero);
}

static void bodies_pair(const trm_BodyBundle *bodies, const trm_Pair *pair, bool tangent, Local *out) {
  for (int from = 0; from < LANES; from += WIDTH) some_bodies(bodies, pair, from, tangent, out);
}

#ifndef TILE

/* 1/2 sum d_j x w_j of directors that are orthonormal */
static inline void omega_of(const V d[9], const V w[9], V out[3]) {
  V part[3];
  for (int n = 0; n < 3; n++) out[n] = (V){0};
  for (int j = 0; j < 3; j++) {
    lane_cross(part, d + 3 * j, w + 3 * j);
    for (int n = 0; n < 3; n++) out[n] += part[n];
  }
  for (int n = 0; n < 3; n++) out[n] *= 0.5;
}

/* N^T M (dN/dt) nu, N^T M N */
static void turning_at(const trm_BodyBundle *bodies, const trm_Instant *now, int from, bool tangent, Local *out) {
  V d[9], w[9], omega[3], centripetal[9], t[9], moment[3] = {{0}}, k[9] = {{0}};
  gather(now->q, bodies->d, from, 9, d);
  gather(now->w, bodies->d, from, 9, w);
  omega_of(d, w, omega);
  for (int j = 0; j < 3; j++) {
    V once[3];
    lane_cross(once, omega, d + 3 * j);
    lane_cross(centripetal + 3 * j, omega, once);
  }
  director_forces(bodies, from, centripetal, t);
  for (int j = 0; j < 3; j++) {
    V part[3];
    lane_cross(part, d + 3 * j, t + 3 * j);
    for (int n = 0; n < 3; n++) moment[n] += part[n];
  }
  for (int n = 0; n < 3; n++) store(out->residual[3 + n] + from, moment[n]);
  if (!tangent) return;
  for (int j = 0; j < 3; j++)
    for (int l = 0; l < 3; l++)
      lane_add_tilde_tilde(k, 3, -load(bodies->euler[3 * j + l] + from), d + 3 * j, d + 3 * l);
  for (int e = 0; e < 9; e++) store(out->tangent[3 + e] + from, k[e]);
}

/* mass matrix and forces at zero accelerations */
static void bodies_at(const trm_BodyBundle *bodies, const trm_Instant *now, bool tangent, Local *out) {
  for (int from = 0; from < LANES; from += WIDTH) {
    V mass = load(bodies->mass + from), zero = {0};
    for (int n = 0; n < 3; n++) {
      store(out->residual[n] + from, -mass * (1 - now->unloaded) * load(bodies->gravity[n] + from));
      store(out->residual[3 + n] + from, zero);
      if (tangent) store(out->tangent[n] + from, mass);
    }
    if (!bodies->points) turning_at(bodies, now, from, tangent, out);
  }
}

#endif

static void bodies_end(const trm_BodyBundle *bodies, const trm_Pair *pair, double kinetic[LANES],
                       double potential[LANES]) {
  for (int from = 0; from < LANES; from += WIDTH) {
    V w[9], x[3], t[9], mass = load(bodies->mass + from);
    gather(pair->w_f, bodies->x, from, 3, w);
    gather(pair->q_f, bodies->x, from, 3, x);
    V energy = 0.5 * mass * lane_dot(w, w);
    V height = load(bodies->gravity[0] + from) * x[0] + load(bodies->gravity[1] + from) * x[1] +
               load(bodies->gravity[2] + from) * x[2];
    store(potential + from, -mass * height);
    if (!bodies->points) {
      gather(pair->w_f, bodies->d, from, 9, w);
      director_forces(bodies, from, w, t);
      for (int j = 0; j < 3; j++) energy += 0.5 * lane_dot(w + 3 * j, t + 3 * j);
    }
    store(kinetic + from, energy);
  }
}

/* ---- joints ---- */

typedef struct LaneFrame {
  V y[3], arm[3], e[3][3];
} LaneFrame;

enum { Y_K, PSI_K, Y_L, PSI_L }; /* blocks of three unknowns */

/* Joints side by side: their frames at i, f and the mean, forces of the rows on the frames' unknowns. */
typedef struct LaneJoints {
  const trm_JointBundle *joints;
  int from;
  LaneFrame f[2], m[2];
  V u_f[3], u_m[3]; /* the gap */
  bool still;       /* i, f and the mean are one: an instant */
  V force[4][3];
  V weight[TRM_BUNDLE_ROWS], value[TRM_BUNDLE_ROWS];
  V forces, moments; /* squares of the largest */
} LaneJoints;

static inline void frame_of(const trm_JointBundle *joints, int side, const double *q, int from, LaneFrame *out) {
  V x[3], d[9] = {{0}};
  gather(q, joints->x[side], from, 3, x);
  if (joints->turned[side]) gather(q, joints->d[side], from, 9, d);
  V o0 = load(joints->offset[side][0] + from), o1 = load(joints->offset[side][1] + from),
    o2 = load(joints->offset[side][2] + from);
  for (int n = 0; n < 3; n++) {
    out->arm[n] = o0 * d[n] + o1 * d[3 + n] + o2 * d[6 + n];
    out->y[n] = x[n] + out->arm[n];
  }
  for (int a = 0; a < 3; a++) {
    if (!joints->needed[side][a]) continue;
    V t0 = load(joints->triad[side][a] + from), t1 = load(joints->triad[side][3 + a] + from),
      t2 = load(joints->triad[side][6 + a] + from);
    for (int n = 0; n < 3; n++) out->e[a][n] = t0 * d[n] + t1 * d[3 + n] + t2 * d[6 + n];
  }
}

/* a frame is a linear map of the configuration: that of the mean is the mean */
static inline void frames_of(LaneJoints *at, const trm_Pair *pair) {
  for (int s = 0; s < 2; s++) {
    LaneFrame i;
    frame_of(at->joints, s, pair->q_i, at->from, &i);
    frame_of(at->joints, s, pair->q_f, at->from, &at->f[s]);
    lane_mean(at->m[s].arm, i.arm, at->f[s].arm, 3);
    if (at->joints->gap) lane_mean(at->m[s].y, i.y, at->f[s].y, 3);
    for (int a = 0; a < 3; a++)
      if (at->joints->needed[s][a]) lane_mean(at->m[s].e[a], i.e[a], at->f[s].e[a], 3);
  }
  for (int n = 0; n < 3; n++) {
    at->u_f[n] = at->f[1].y[n] - at->f[0].y[n];
    if (at->joints->gap) at->u_m[n] = at->m[1].y[n] - at->m[0].y[n];
  }
}

static inline const V *axis(const LaneFrame frames[2], int number) { return frames[number / 3].e[number % 3]; }
static inline int turning(int number) { return number < 3 ? PSI_K : PSI_L; }

/* moment += factor (a x b), and its opposite */
static inline void twist(V factor, const V *a, const V *b, V *of_a, V *of_b) {
  V moment[3];
  lane_cross(moment, a, b);
  for (int n = 0; n < 3; n++) of_a[n] += factor * moment[n], of_b[n] -= factor * moment[n];
}

static inline void note(LaneJoints *at, V weight, V force, V moment) {
  at->forces = larger(at->forces, weight * weight * force);
  at->moments = larger(at->moments, weight * weight * moment);
}

/* The arms of the unit vector a at both ends, squared. */
static inline V arm_across(const V *arm, int a) {
  const V b = arm[(a + 1) % 3], c = arm[(a + 2) % 3];
  return b * b + c * c;
}

/* Gradients of row r at the node, g[block]; at the mean or at f. Not of a row in the world, whose entries are known. */
static inline void gradient_of(const LaneJoints *at, int r, bool mean, V g[4][3]) {
  const trm_BundleRow *row = &at->joints->row[r];
  const LaneFrame *frames = mean ? at->m : at->f;
  memset(g, 0, sizeof(V[4][3]));
  for (int t = 0; t < row->terms; t++) {
    V factor = load(at->joints->factor[r][t] + at->from);
    if (row->square) {
      lane_add_scaled(g[Y_L], 2 * factor, mean ? at->u_m : at->u_f);
      lane_add_scaled(g[Y_K], -2 * factor, mean ? at->u_m : at->u_f);
      continue;
    }
    const V *a = axis(frames, row->left[t]);
    if (row->of_gap) {
      V moment[3];
      lane_cross(moment, a, mean ? at->u_m : at->u_f);
      lane_add_scaled(g[turning(row->left[t])], factor, moment);
      lane_add_scaled(g[Y_L], factor, a);
      lane_add_scaled(g[Y_K], -factor, a);
    } else {
      twist(factor, a, axis(frames, row->right[t]), g[turning(row->left[t])], g[turning(row->right[t])]);
    }
  }
}

static inline void lever(const LaneFrame frames[2], V g[4][3]) {
  for (int s = 0; s < 2; s++) {
    V moment[3];
    lane_cross(moment, frames[s].arm, g[2 * s]);
    for (int n = 0; n < 3; n++) g[2 * s + 1][n] += moment[n];
  }
}

/* the sum of the products of a row, without factors of others */
static inline V product_of(const LaneJoints *at, const trm_BundleRow *row, int t) {
  if (row->square) return lane_dot(at->u_f, at->u_f);
  return lane_dot(axis(at->f, row->left[t]), row->of_gap ? at->u_f : axis(at->f, row->right[t]));
}

/* Values and forces of the rows; noted: with yardsticks. */
static inline void forces_of(LaneJoints *at, const trm_Pair *pair, bool noted) {
  const trm_JointBundle *joints = at->joints;
  V lambda[TRM_BUNDLE_ROWS], scale = scale_of(pair, at->from);
  gather(pair->lambda, joints->multiplier, at->from, joints->row_count, lambda);
  memset(at->force, 0, sizeof at->force);
  at->forces = at->moments = (V){0};
  for (int r = 0; r < joints->row_count; r++) {
    const trm_BundleRow *row = &joints->row[r];
    V weight = at->weight[r] = scale * lambda[r];
    if (row->in_world) {
      at->value[r] = at->u_f[row->a];
      at->force[Y_K][row->a] -= weight, at->force[Y_L][row->a] += weight;
      if (noted)
        note(at, weight, (V){0} + 1, larger(arm_across(at->m[0].arm, row->a), arm_across(at->m[1].arm, row->a)));
      continue;
    }
    V g[4][3], value = -load(joints->value[r] + at->from);
    for (int t = 0; t < row->terms; t++) value += load(joints->factor[r][t] + at->from) * product_of(at, row, t);
    at->value[r] = value;
    gradient_of(at, r, true, g);
    for (int b = 0; b < 4; b++)
      for (int n = 0; n < 3 && (row->of_gap || b % 2 == 1); n++) at->force[b][n] += weight * g[b][n];
    if (row->of_gap && noted) lever(at->m, g);
    if (noted)
      note(at, weight, larger(lane_dot(g[Y_K], g[Y_K]), lane_dot(g[Y_L], g[Y_L])),
           larger(lane_dot(g[PSI_K], g[PSI_K]), lane_dot(g[PSI_L], g[PSI_L])));
  }
}

/* k += what the forces of products of axes, or of axes with the gap, change by; in the blocks that are wanted */
static inline void stiffness_of_row(const LaneJoints *at, int r, V k[4][4][9]) {
  const trm_BundleRow *row = &at->joints->row[r];
  const bool(*block)[4] = at->joints->block;
  for (int t = 0; t < row->terms; t++) {
    V half = 0.5 * at->weight[r] * load(at->joints->factor[r][t] + at->from);
    for (int b = 0; b < 4 && row->square; b++) /* y_k, y_k; y_k, y_l; ... */
      if (block[b / 2 * 2][b % 2 * 2])
        lane_add_identity(k[b / 2 * 2][b % 2 * 2], 3, b == 0 || b == 3 ? 2 * half : -2 * half);
    if (row->square) continue;
    int a = turning(row->left[t]);
    const V *a_m = axis(at->m, row->left[t]), *a_f = axis(at->f, row->left[t]);
    if (row->of_gap) {
      if (block[a][a]) lane_add_tilde_tilde(k[a][a], 3, half, at->u_m, a_f);
      if (block[a][Y_L]) lane_add_tilde(k[a][Y_L], 3, half, a_m);
      if (block[a][Y_K]) lane_add_tilde(k[a][Y_K], 3, -half, a_m);
      if (block[Y_L][a]) lane_add_tilde(k[Y_L][a], 3, -half, a_f);
      if (block[Y_K][a]) lane_add_tilde(k[Y_K][a], 3, half, a_f);
    } else {
      int b = turning(row->right[t]);
      const V *b_m = axis(at->m, row->right[t]), *b_f = axis(at->f, row->right[t]);
      if (block[a][a]) lane_add_tilde_tilde(k[a][a], 3, half, b_m, a_f);
      if (block[a][b]) lane_add_tilde_tilde(k[a][b], 3, -half, a_m, b_f);
      if (block[b][a]) lane_add_tilde_tilde(k[b][a], 3, -half, b_m, a_f);
      if (block[b][b]) lane_add_tilde_tilde(k[b][b], 3, half, a_m, b_f);
    }
  }
}

/* from the frames to the nodes: columns through the arms at f, rows through those of the mean */
static inline void lever_blocks(const LaneJoints *at, V k[4][4][9]) {
  const bool(*block)[4] = at->joints->block;
  for (int s = 0; s < 2 && at->joints->gap; s++) {
    for (int a = 0; a < 4; a++) {
      if (!block[a][2 * s] || !block[a][2 * s + 1]) continue;
      for (int row = 0; row < 3; row++) {
        V change[3];
        lane_cross(change, at->f[s].arm, k[a][2 * s] + 3 * row);
        for (int n = 0; n < 3; n++) k[a][2 * s + 1][3 * row + n] += change[n];
      }
    }
    for (int a = 0; a < 4; a++) {
      if (!block[2 * s][a] || !block[2 * s + 1][a]) continue;
      for (int c = 0; c < 3; c++) {
        V force[3] = {k[2 * s][a][c], k[2 * s][a][3 + c], k[2 * s][a][6 + c]}, moment[3];
        lane_cross(moment, at->m[s].arm, force);
        for (int n = 0; n < 3; n++) k[2 * s + 1][a][3 * n + c] += moment[n];
      }
    }
  }
  for (int s = 0; s < 2; s++) /* the arm itself turns by half */
    if (block[2 * s + 1][2 * s + 1])
      lane_add_tilde_tilde(k[2 * s + 1][2 * s + 1], 3, (V){0} + 0.5, at->force[2 * s], at->f[s].arm);
}

/* In the order of trm_Bundle.entry: see joint_bundle.c. Returns where the next row's begin. */
static inline double (*store_gradients(const LaneJoints *at, int r, V scale, double (*to)[LANES]))[LANES] {
  const trm_BundleRow *row = &at->joints->row[r];
  int from = at->from;
  if (row->in_world) {
    int b = (row->a + 1) % 3, c = (row->a + 2) % 3;
    for (int s = 0; s < 2; s++) {
      if (!trm_side_moves(at->joints, s)) continue;
      V sign = s == 0 ? -scale : scale;
      store(to[0] + from, sign), store(to[1] + from, sign);
      store(to[2] + from, sign * at->m[s].arm[c]), store(to[3] + from, sign * at->f[s].arm[c]);
      store(to[4] + from, -sign * at->m[s].arm[b]), store(to[5] + from, -sign * at->f[s].arm[b]);
      to += 6;
    }
    return to;
  }
  V g[2][4][3];
  gradient_of(at, r, true, g[0]);
  if (row->of_gap) lever(at->m, g[0]);
  if (at->still)
    memcpy(g[1], g[0], sizeof g[0]);
  else
    gradient_of(at, r, false, g[1]);
  if (row->of_gap && !at->still) lever(at->f, g[1]);
  for (int b = row->of_gap ? Y_K : PSI_K; b < 4; b += row->of_gap ? 1 : 2)
    for (int n = 0; at->joints->moves[b] && n < 3; n++, to += 2)
      store(to[0] + from, scale * g[0][b][n]), store(to[1] + from, scale * g[1][b][n]);
  return to;
}

static void tangent_of(const LaneJoints *at, V scale, Local *out) {
  const trm_JointBundle *joints = at->joints;
  V k[4][4][9];
  int e = 0;
  for (int a = 0; a < 4; a++)
    for (int b = 0; b < 4; b++)
      if (joints->block[a][b]) memset(k[a][b], 0, sizeof k[a][b]);
  for (int r = 0; r < joints->row_count; r++)
    if (!joints->row[r].in_world) stiffness_of_row(at, r, k);
  lever_blocks(at, k);
  for (int a = 0; a < 4; a++)
    for (int b = 0; b < 4; b++)
      for (int n = 0; joints->block[a][b] && n < 9; n++) store(out->tangent[e++] + at->from, k[a][b][n]);
  double(*to)[LANES] = out->tangent + e;
  for (int r = 0; r < joints->row_count; r++) to = store_gradients(at, r, scale, to);
}

/* Work of the forces, which are those at the nodes by now; measured: violation and coordinates too. */
static inline void say_end(const LaneJoints *at, const trm_Pair *pair, bool measured, trm_JointEnd *out) {
  const trm_JointBundle *joints = at->joints;
  V work = {0}, worst = {0};
  int from = at->from;
  for (int s = 0; s < 2 && pair->h != 0; s++) {
    V moved[3], turned[3];
    gather(pair->dq, joints->x[s], from, 3, moved);
    gather(pair->turn, joints->turn[s], from, 3, turned);
    work += lane_dot(at->force[2 * s], moved) + lane_dot(at->force[2 * s + 1], turned);
  }
  store(out->work + from, work);
  if (!measured) return;
  for (int r = 0; r < joints->row_count; r++) worst = larger(worst, size_of(at->value[r]));
  store(out->violation + from, worst);
  for (int c = 0; c < joints->coordinate_count; c++)
    for (int t = 0; t < joints->coordinate[c].row.terms; t++)
      store(out->product[c][t] + from, product_of(at, &joints->coordinate[c].row, t));
}

static void joints_pair(const trm_JointBundle *joints, const trm_Pair *pair, bool tangent, Local *out) {
  for (int from = 0; from < LANES; from += WIDTH) {
    LaneJoints at;
    at.joints = joints, at.from = from, at.still = false;
    frames_of(&at, pair);
    forces_of(&at, pair, true);
    if (tangent) tangent_of(&at, scale_of(pair, from), out);
    lever(at.m, at.force);
    for (int i = 0; i < 12; i++) store(out->residual[i] + from, at.force[i / 3][i % 3]);
    for (int r = 0; r < joints->row_count; r++) store(out->residual[12 + r] + from, scale_of(pair, from) * at.value[r]);
    note_largest(out->force_square + from, at.forces);
    note_largest(out->moment_square + from, at.moments);
    if (out->end) say_end(&at, pair, true, out->end);
  }
}

static void joints_end(const trm_JointBundle *joints, const trm_Pair *pair, bool measured, trm_JointEnd *out) {
  for (int from = 0; from < LANES; from += WIDTH) {
    LaneJoints at;
    at.joints = joints, at.from = from, at.still = false;
    frames_of(&at, pair);
    forces_of(&at, pair, false);
    lever(at.m, at.force);
    say_end(&at, pair, measured, out);
  }
}

#ifndef TILE

/* How frames move at an instant. */
typedef struct LaneMotion {
  V omega[2][3], velocity[2][3], centripetal[2][3]; /* of the triads; of the joint's points */
  V u_1[3], u_2[3];                                 /* derivatives of the gap, without accelerations */
} LaneMotion;

static void motion_of(const LaneJoints *at, const trm_Instant *now, LaneMotion *out) {
  const trm_JointBundle *joints = at->joints;
  memset(out, 0, sizeof *out);
  for (int s = 0; s < 2; s++) {
    V d[9], w[9], once[3];
    gather(now->w, joints->x[s], at->from, 3, out->velocity[s]);
    if (!joints->turned[s]) continue;
    gather(now->q, joints->d[s], at->from, 9, d);
    gather(now->w, joints->d[s], at->from, 9, w);
    omega_of(d, w, out->omega[s]);
    lane_cross(once, out->omega[s], at->f[s].arm);
    for (int n = 0; n < 3; n++) out->velocity[s][n] += once[n];
    lane_cross(out->centripetal[s], out->omega[s], once);
  }
  for (int n = 0; n < 3; n++) {
    out->u_1[n] = out->velocity[1][n] - out->velocity[0][n];
    out->u_2[n] = out->centripetal[1][n] - out->centripetal[0][n];
  }
}

/* an axis and its first two derivatives */
static inline void axis_rates(const LaneJoints *at, const LaneMotion *motion, int number, V out[3][3]) {
  memcpy(out[0], axis(at->f, number), sizeof out[0]);
  lane_cross(out[1], motion->omega[number / 3], out[0]);
  lane_cross(out[2], motion->omega[number / 3], out[1]);
}

/* the second derivative of a row at zero accelerations */
static V gamma_of(const LaneJoints *at, const LaneMotion *motion, int r) {
  const trm_BundleRow *row = &at->joints->row[r];
  V sum = {0};
  if (row->in_world) return motion->u_2[row->a];
  for (int t = 0; t < row->terms; t++) {
    V a[3][3], b[3][3];
    memcpy(b[0], at->u_f, sizeof b[0]), memcpy(b[1], motion->u_1, sizeof b[1]);
    memcpy(b[2], motion->u_2, sizeof b[2]);
    if (row->square)
      memcpy(a, b, sizeof a);
    else
      axis_rates(at, motion, row->left[t], a);
    if (!row->square && !row->of_gap) axis_rates(at, motion, row->right[t], b);
    V part = lane_dot(a[2], b[0]) + 2 * lane_dot(a[1], b[1]) + lane_dot(a[0], b[2]);
    sum += load(at->joints->factor[r][t] + at->from) * part;
  }
  return sum;
}

/* still: where the gradients begin among the entries */
static void joints_at(const trm_JointBundle *joints, const trm_Instant *now, int still, bool tangent, Local *out) {
  for (int from = 0; from < LANES; from += WIDTH) {
    LaneJoints at;
    LaneMotion motion;
    V zero = {0}, scale = zero + now->scale;
    at.joints = joints, at.from = from, at.still = true;
    for (int s = 0; s < 2; s++) frame_of(joints, s, now->q, from, &at.f[s]), at.m[s] = at.f[s];
    for (int n = 0; n < 3; n++) at.u_m[n] = at.u_f[n] = at.f[1].y[n] - at.f[0].y[n];
    motion_of(&at, now, &motion);
    for (int i = 0; i < 12; i++) store(out->residual[i] + from, zero);
    for (int r = 0; r < joints->row_count; r++) store(out->residual[12 + r] + from, scale * gamma_of(&at, &motion, r));
    double(*to)[LANES] = out->tangent + still;
    for (int r = 0; r < joints->row_count && tangent; r++) to = store_gradients(&at, r, scale, to);
  }
}

#endif

const Kernels KERNELS = {
#ifndef TILE
    .bodies_at = bodies_at,
    .joints_at = joints_at,
#endif
    .bodies = bodies_pair,
    .joints = joints_pair,
    .joints_end = joints_end,
    .bodies_end = bodies_end};
