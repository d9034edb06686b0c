/* Beams of planar models, part of beam_lanes_template.h: sections turn about z, which is one of their axes. The other
   two are P and J P at every node (J turns by a right angle), and so are their interpolations: G_pq = 0, |d_p| = |d_q|,
   and of the 18 invariants four are left,
     a_1 = P . x',  a_2 = P x x',  c = P x P',  g = P . P,   u = 1/sqrt(g),
     Gamma = (u a_1, u a_2),  K = u^2 c,
   whose differences over a pair are exactly those of the spatial kernel (theory.md, "Beams"): with <.> the means of
   both ends and phi = -u_i^2 u_f^2/(u_i + u_f), d(u) = phi d(g),
     d(Gamma_k) = <u> d(a_k) + phi <a_k> d(g),   d(K) = <u^2> d(c) + 2 <u> phi <c> d(g).
   Vectors of the plane are numbers x + i y: forces are products with what the conjugates b of the invariants couple,
     on x': beta P,   on P: conj(beta) x' + 2 b_g P - i b_c P',   on P': i b_c P,     beta = b_1 + i b_2.
   Signs of axes that point down are in the packed stiffness (beam_blocks.c). */

/* Positions and axes P of the nodes. */
typedef struct PlaneNodes {
  int count;
  V x[MOST_NODES][2], p[MOST_NODES][2];
} PlaneNodes;

/* x', P, P' at a point, and the invariants. */
typedef struct PlanePoint {
  V x[2], p[2], dp[2];
  V a1, a2, c, g, u;
} PlanePoint;

/* out = a b of numbers of the plane */
static inline void plane_product(const V a[2], const V b[2], V out[2]) {
  V re = a[0] * b[0] - a[1] * b[1], im = a[0] * b[1] + a[1] * b[0];
  out[0] = re, out[1] = im;
}

static inline V plane_dot(const V a[2], const V b[2]) { return a[0] * b[0] + a[1] * b[1]; }
static inline V plane_cross(const V a[2], const V b[2]) { return a[0] * b[1] - a[1] * b[0]; }

/* numbers 0 and 1 of each lane */
static inline void first_two(const double *const from[WIDTH], V out[2]) {
  for (int n = 0; n < 2; n++) out[n] = PACK(from, n);
}

/* factor * (to - from); without `from` it is zero */
static void gather_plane(const Group *group, const double *from, const double *to, double factor, PlaneNodes *nodes) {
  const Packed *frames = (const Packed *)group->block->plane->frames;
  nodes->count = NODES_OF(group);
  for (int a = 0; a < NODES_OF(group); a++) {
    const int *places = group->block->places + 2 * WIDTH * a;
    const double *point[WIDTH], *triad[WIDTH];
    V axis[2], frame[2] = {frames[2 * a], frames[2 * a + 1]};
    for (int l = 0; l < WIDTH; l++) point[l] = to + places[l], triad[l] = to + places[WIDTH + l];
    first_two(point, nodes->x[a]);
    first_two(triad, axis);
    if (from) {
      V x[2], before[2];
      for (int l = 0; l < WIDTH; l++) point[l] = from + places[l], triad[l] = from + places[WIDTH + l];
      first_two(point, x);
      first_two(triad, before);
      for (int n = 0; n < 2; n++) {
        nodes->x[a][n] = factor * (nodes->x[a][n] - x[n]);
        axis[n] = factor * (axis[n] - before[n]);
      }
    }
    plane_product(frame, axis, nodes->p[a]);
  }
}

/* x', P, P' */
static inline void plane_vectors(int count, const PlaneNodes *nodes, const LanePoint *point, PlanePoint *at) {
  for (int n = 0; n < 2; n++) {
    V x = {0}, p = {0}, dp = {0};
    for (int a = 0; a < count; a++) {
      x += point->dh[a] * nodes->x[a][n];
      p += point->h[a] * nodes->p[a][n];
      dp += point->dh[a] * nodes->p[a][n];
    }
    at->x[n] = x, at->p[n] = p, at->dp[n] = dp;
  }
}

static inline void plane_interpolate(int count, const PlaneNodes *nodes, const LanePoint *point, PlanePoint *at) {
  plane_vectors(count, nodes, point, at);
  at->a1 = plane_dot(at->p, at->x), at->a2 = plane_cross(at->p, at->x), at->c = plane_cross(at->p, at->dp);
  at->g = plane_dot(at->p, at->p), at->u = 1 / square_root(at->g);
}

/* A point over a pair: its ends and the mean; what scales the invariants; stress and conjugates. */
typedef struct PlanePair {
  PlanePoint i, f, m;
  V u, square, phi; /* <u>, <u^2>, phi */
  V a1, a2, c;      /* means of the invariants */
  V stress[3];
  V b1, b2, bc, bg;
} PlanePair;

static inline void plane_strains(const PlanePoint *at, V strain[3]) {
  strain[0] = at->u * at->a1, strain[1] = at->u * at->a2, strain[2] = at->u * at->u * at->c;
}

/* Numbers of a point (trm_BeamPlane): stiffness, reference strains, stiffness of all strains that are not rigid. */
static inline const Packed *plane_stiffness(const Group *group, int p) {
  return (const Packed *)group->block->plane->points + TRM_BEAM_PLANE_POINT * p;
}

static inline void plane_stress_of(const Packed *stiffness, const V strain[3], V stress[3]) {
  for (int k = 0; k < 3; k++)
    stress[k] = stiffness[3 * k] * strain[0] + stiffness[3 * k + 1] * strain[1] + stiffness[3 * k + 2] * strain[2];
}

static inline void plane_stress(const Packed *stiffness, V rate, PlanePair *at) {
  V i[3], f[3], strain[3];
  const Packed *reference = stiffness + TRM_BEAM_PLANE_REFERENCE;
  plane_strains(&at->i, i);
  plane_strains(&at->f, f);
  for (int k = 0; k < 3; k++) strain[k] = 0.5 * (i[k] + f[k]) - reference[k] + rate * (f[k] - i[k]);
  plane_stress_of(stiffness, strain, at->stress);
}

static inline void plane_conjugates(const V stress[3], PlanePair *at) {
  at->b1 = at->u * stress[0], at->b2 = at->u * stress[1], at->bc = at->square * stress[2];
  at->bg = at->phi * (at->a1 * stress[0] + at->a2 * stress[1] + 2 * at->u * at->c * stress[2]);
}

static inline void plane_join(PlanePair *at) {
  for (int n = 0; n < 2; n++) {
    at->m.x[n] = 0.5 * (at->i.x[n] + at->f.x[n]), at->m.p[n] = 0.5 * (at->i.p[n] + at->f.p[n]);
    at->m.dp[n] = 0.5 * (at->i.dp[n] + at->f.dp[n]);
  }
  V ui = at->i.u, uf = at->f.u;
  at->u = 0.5 * (ui + uf), at->square = 0.5 * (ui * ui + uf * uf), at->phi = -ui * ui * uf * uf / (ui + uf);
  at->a1 = 0.5 * (at->i.a1 + at->f.a1), at->a2 = 0.5 * (at->i.a2 + at->f.a2), at->c = 0.5 * (at->i.c + at->f.c);
}

/* forces on the vectors of the nodes, t += weight (...) */
static inline void plane_forces(int count, const PlanePair *at, const LanePoint *point, PlaneNodes *t) {
  const V *x = at->m.x, *p = at->m.p, *dp = at->m.dp;
  V on_x[2] = {at->b1 * p[0] - at->b2 * p[1], at->b1 * p[1] + at->b2 * p[0]};
  V on_p[2] = {at->b1 * x[0] + at->b2 * x[1] + 2 * at->bg * p[0] + at->bc * dp[1],
               at->b1 * x[1] - at->b2 * x[0] + 2 * at->bg * p[1] - at->bc * dp[0]};
  V on_dp[2] = {-at->bc * p[1], at->bc * p[0]};
  for (int a = 0; a < count; a++) {
    V h = point->weight * point->h[a], dh = point->weight * point->dh[a];
    for (int n = 0; n < 2; n++) {
      t->x[a][n] += dh * on_x[n];
      t->p[a][n] += h * on_p[n] + dh * on_dp[n];
    }
  }
}

static inline void note_plane_stress(const V stress[3], const LanePoint *point, Yardsticks *yardsticks) {
  V force = stress[0] * stress[0] + stress[1] * stress[1], moment = stress[2] * stress[2];
  yardsticks->force = larger(yardsticks->force, larger(force, point->rule[TRM_BEAM_LEAST_FORCE]));
  yardsticks->moment = larger(yardsticks->moment, larger(moment, point->rule[TRM_BEAM_LEAST_MOMENT]));
}

/* ---- inertia ---- */

/* t = M a: for each pair of nodes m_00, m_pp + m_qq, and the arm m_0p + i m_0q of the centre of mass */
static void plane_resist(const Group *group, const PlaneNodes *a, PlaneNodes *t) {
  const Packed *own = (const Packed *)group->block->plane->inertia;
  bool plain = group->block->plain;
  for (int i = 0; i < NODES_OF(group); i++) {
    V x[2] = {{0}}, p[2] = {{0}};
    for (int j = 0; j < NODES_OF(group); j++, own += 4) {
      for (int n = 0; n < 2; n++) x[n] += own[0] * a->x[j][n], p[n] += own[1] * a->p[j][n];
      if (plain) continue;
      x[0] += own[2] * a->p[j][0] - own[3] * a->p[j][1], x[1] += own[2] * a->p[j][1] + own[3] * a->p[j][0];
      p[0] += own[2] * a->x[j][0] + own[3] * a->x[j][1], p[1] += own[2] * a->x[j][1] - own[3] * a->x[j][0];
    }
    for (int n = 0; n < 2; n++) t->x[i][n] = x[n], t->p[i][n] = p[n];
  }
}

static void plane_inertia(const Group *group, const trm_Pair *pair, PlaneNodes *t, Yardsticks *yardsticks) {
  PlaneNodes rate;
  const Packed *own = (const Packed *)group->block->plane->inertia;
  V speed = {0}, least = (V){0} + trm_least_yardstick / fabs(pair->h);
  gather_plane(group, pair->w_i, pair->w_f, 1 / pair->h, &rate);
  for (int a = 0; a < NODES_OF(group); a++) {
    const int *places = group->block->places + 2 * WIDTH * a;
    const double *w[WIDTH];
    V x[2];
    for (int l = 0; l < WIDTH; l++) w[l] = pair->w_f + places[l];
    first_two(w, x);
    speed = larger(speed, plane_dot(x, x));
  }
  plane_resist(group, &rate, t);
  for (int a = 0; a < NODES_OF(group); a++) {
    V slow = least * own[4 * (NODES_OF(group) + 1) * a];
    yardsticks->force = larger(yardsticks->force, larger(plane_dot(t->x[a], t->x[a]), slow * slow * speed));
  }
}

/* as subtract_gravity */
static void subtract_plane_gravity(const Group *group, double factor, PlaneNodes *t) {
  const double g[2] = {factor * group->model->space.gravity[0], factor * group->model->space.gravity[1]};
  const Packed *weights = (const Packed *)group->block->plane->weights;
  if (g[0] == 0 && g[1] == 0) return;
  for (int a = 0; a < NODES_OF(group); a++, weights += 3) {
    for (int n = 0; n < 2; n++) t->x[a][n] -= g[n] * weights[0];
    t->p[a][0] -= g[0] * weights[1] + g[1] * weights[2], t->p[a][1] -= g[1] * weights[1] - g[0] * weights[2];
  }
}

/* ---- tangent ---- */

/* What the nodes' vectors make of the forces on each other, as numbers of the plane: on x by P, on P by x and by P; on
   x by x it is a real number. */
typedef struct PlaneCoupling {
  V xx[MOST_NODES][MOST_NODES], xp[MOST_NODES][MOST_NODES][2];
  V px[MOST_NODES][MOST_NODES][2], pp[MOST_NODES][MOST_NODES][2];
} PlaneCoupling;

/* inertia, times the slope of the accelerations */
static void plane_masses(const Group *group, double slope, PlaneCoupling *sum) {
  const Packed *own = (const Packed *)group->block->plane->inertia;
  for (int a = 0; a < NODES_OF(group); a++)
    for (int b = 0; b < NODES_OF(group); b++, own += 4) {
      sum->xx[a][b] = slope * own[0], sum->pp[a][b][0] = slope * own[1], sum->pp[a][b][1] = (V){0};
      sum->xp[a][b][0] = sum->px[a][b][0] = slope * own[2];
      sum->xp[a][b][1] = slope * own[3], sum->px[a][b][1] = -slope * own[3];
    }
}

/* the mean vectors move by half of those at the end, and the forces with them */
static void plane_coupling(int count, const PlanePair *at, const LanePoint *point, PlaneCoupling *sum) {
  for (int a = 0; a < count; a++)
    for (int b = 0; b < count; b++) {
      V half = 0.5 * point->weight, hh = half * point->h[a] * point->h[b];
      V dh = half * point->dh[a] * point->h[b], hd = half * point->h[a] * point->dh[b];
      sum->xp[a][b][0] += dh * at->b1, sum->xp[a][b][1] += dh * at->b2;
      sum->px[a][b][0] += hd * at->b1, sum->px[a][b][1] -= hd * at->b2;
      sum->pp[a][b][0] += 2 * hh * at->bg, sum->pp[a][b][1] += (dh - hd) * at->bc;
    }
}

/* Gradients of a_1, a_2, c, g with respect to x' and the rotations of the nodes. */
typedef V PlaneRow[2 + MOST_NODES];

static void plane_gradients(int count, const PlanePoint *at, const PlaneNodes *nodes, const LanePoint *point,
                            PlaneRow out[4]) {
  for (int n = 0; n < 2; n++) out[2][n] = out[3][n] = (V){0};
  out[0][0] = at->p[0], out[0][1] = at->p[1], out[1][0] = -at->p[1], out[1][1] = at->p[0];
  for (int a = 0; a < count; a++) {
    const V turned[2] = {-nodes->p[a][1], nodes->p[a][0]};
    V h = point->h[a], dh = point->dh[a];
    out[0][2 + a] = h * plane_dot(turned, at->x), out[1][2 + a] = h * plane_cross(turned, at->x);
    out[2][2 + a] = h * plane_cross(turned, at->dp) + dh * plane_cross(at->p, turned);
    out[3][2 + a] = 2 * h * plane_dot(turned, at->p);
  }
}

/* d(u_f)/dg, and d(phi)/d(u_f) */
static inline V plane_shrink(const PlanePair *at) { return -0.5 * at->f.u * at->f.u * at->f.u; }
static inline V plane_slope(const PlanePair *at) {
  return at->phi * (2 * at->i.u + at->f.u) / (at->f.u * (at->i.u + at->f.u));
}

/* d(strains at f); end: rows of the invariants there */
static inline void plane_end_strains(const PlanePair *at, const PlaneRow end[4], int width, PlaneRow out[3]) {
  V uf = at->f.u, du = plane_shrink(at);
  for (int n = 0; n < width; n++) {
    V g = end[3][n];
    out[0][n] = uf * end[0][n] + du * at->f.a1 * g, out[1][n] = uf * end[1][n] + du * at->f.a2 * g;
    out[2][n] = uf * uf * end[2][n] + 2 * uf * du * at->f.c * g;
  }
}

/* rows of stresses, factor * C (strain) */
static inline void plane_stress_rows(const Packed *stiffness, V factor, const PlaneRow strain[3], int width,
                                     PlaneRow out[3]) {
  for (int n = 0; n < width; n++) {
    const V own[3] = {strain[0][n], strain[1][n], strain[2][n]};
    V stress[3];
    plane_stress_of(stiffness, own, stress);
    for (int k = 0; k < 3; k++) out[k][n] = factor * stress[k];
  }
}

/* rows of d(b)/d(invariants at f): what the stress makes of the change of the operator, and what its change makes */
static inline void plane_changes(const PlanePair *at, const PlaneRow change[3], const PlaneRow end[4], int width,
                                 PlaneRow out[4]) {
  const V *s = at->stress;
  V uf = at->f.u, du = plane_shrink(at);
  V sum = at->a1 * s[0] + at->a2 * s[1] + 2 * at->u * at->c * s[2];
  V by_g = plane_slope(at) * du * sum + at->phi * du * at->c * s[2];
  for (int n = 0; n < width; n++) {
    V a1 = end[0][n], a2 = end[1][n], c = end[2][n], g = end[3][n];
    V stress[3] = {change[0][n], change[1][n], change[2][n]};
    out[0][n] = at->u * stress[0] + 0.5 * du * s[0] * g, out[1][n] = at->u * stress[1] + 0.5 * du * s[1] * g;
    out[2][n] = at->square * stress[2] + uf * du * s[2] * g;
    out[3][n] = at->phi * (at->a1 * stress[0] + at->a2 * stress[1] + 2 * at->u * at->c * stress[2]) + by_g * g +
                at->phi * (0.5 * (a1 * s[0] + a2 * s[1]) + at->u * s[2] * c);
  }
}

/* the place of x' (0, 1) or of a rotation among the unknowns of a node */
enum { PLANE_TURN = 5 };
static inline bool in_plane(int unknown) { return unknown % 6 < 2 || unknown % 6 == PLANE_TURN; }

/* Which nodes a column of a PlaneRow belongs to, x' = sum dh_A x_A to all of them: the first, the last + 1, where it
   stands among the unknowns of a node, by what it is multiplied. */
typedef struct PlaneColumn {
  int first, last, at;
  V factor[MOST_NODES];
} PlaneColumn;

static inline PlaneColumn plane_column(int count, int column, const LanePoint *point) {
  bool moves = column < 2;
  PlaneColumn out = {moves ? 0 : column - 2, moves ? count : column - 1, moves ? column : PLANE_TURN, {{0}}};
  for (int a = out.first; a < out.last; a++) out.factor[a] = moves ? (V)point->dh[a] : (V){0} + 1;
  return out;
}

/* tangent += weight (mean)^T change */
static void plane_spread(int count, const PlaneRow mean[4], const PlaneRow change[4], const LanePoint *point,
                         V *tangent) {
  int stride = 6 * count;
  for (int r = 0; r < 2 + count; r++) {
    PlaneColumn row = plane_column(count, r, point);
    for (int c = 0; c < 2 + count; c++) {
      PlaneColumn column = plane_column(count, c, point);
      V sum = {0};
      for (int k = 0; k < 4; k++) sum += mean[k][r] * change[k][c];
      sum *= point->weight;
      for (int a = row.first; a < row.last; a++)
        for (int b = column.first; b < column.last; b++)
          tangent[stride * (6 * a + row.at) + 6 * b + column.at] += row.factor[a] * column.factor[b] * sum;
    }
  }
}

/* i P of the nodes: what P becomes by a rotation */
static inline void plane_turned(int count, const PlaneNodes *nodes, V turned[MOST_NODES][2]) {
  for (int a = 0; a < count; a++) turned[a][0] = -nodes->p[a][1], turned[a][1] = nodes->p[a][0];
}

/* P of a node becomes `turned` by its rotation; the moment on a node is P_m x (its force) */
static void plane_spread_coupling(int count, const PlaneCoupling *sum, const PlaneNodes *m, const V turned[][2],
                                  V *tangent) {
  int stride = 6 * count;
  for (int a = 0; a < count; a++)
    for (int b = 0; b < count; b++) {
      V *block = tangent + stride * 6 * a + 6 * b, on[2];
      block[0] += sum->xx[a][b], block[stride + 1] += sum->xx[a][b];
      plane_product(sum->xp[a][b], turned[b], on);
      block[PLANE_TURN] += on[0], block[stride + PLANE_TURN] += on[1];
      const V *px = sum->px[a][b], *p = m->p[a];
      block[stride * PLANE_TURN] += p[0] * px[1] - p[1] * px[0];
      block[stride * PLANE_TURN + 1] += p[0] * px[0] + p[1] * px[1];
      plane_product(sum->pp[a][b], turned[b], on);
      block[stride * PLANE_TURN + PLANE_TURN] += plane_cross(p, on);
    }
}

/* N(nodes)^T t */
static inline void plane_project(int count, const PlaneNodes *nodes, const PlaneNodes *t, V *residual) {
  for (int a = 0; a < count; a++) {
    residual[6 * a] = t->x[a][0], residual[6 * a + 1] = t->x[a][1];
    residual[6 * a + PLANE_TURN] = plane_cross(nodes->p[a], t->p[a]);
  }
}

/* the mean axes turn */
static inline void plane_turn(int count, const PlaneNodes *f, const PlaneNodes *t, V *tangent) {
  for (int a = 0; a < count; a++) tangent[(6 * count + 1) * (6 * a + PLANE_TURN)] -= 0.5 * plane_dot(f->p[a], t->p[a]);
}

/* what all terms over a pair add */
typedef struct PlaneSums {
  PlaneNodes t;
  PlaneCoupling coupling;
  Sums all; /* tangent and yardsticks */
} PlaneSums;

static void plane_tangent(const Group *group, const PlanePair *at, const PlaneNodes nodes[3], int p, V slope,
                          PlaneSums *sums) {
  PlaneRow mean[4], end[4], strain[3], stress[3], change[4];
  LanePoint point;
  int count = NODES_OF(group);
  gather_point(group, p, false, &point);
  plane_gradients(count, &at->m, &nodes[2], &point, mean);
  plane_gradients(count, &at->f, &nodes[1], &point, end);
  plane_end_strains(at, (const PlaneRow *)end, 2 + count, strain);
  plane_stress_rows(plane_stiffness(group, p), slope, (const PlaneRow *)strain, 2 + count, stress);
  plane_changes(at, (const PlaneRow *)stress, (const PlaneRow *)end, 2 + count, change);
  plane_spread(count, (const PlaneRow *)mean, (const PlaneRow *)change, &point, sums->all.tangent);
  plane_coupling(count, at, &point, &sums->coupling);
}

/* nodes: start, end, mean */
static void plane_points(const Group *group, const trm_Pair *pair, const PlaneNodes nodes[3], PlaneSums *sums) {
  V rate = pair->h == 0 ? (V){0} : group->damping / pair->h;
  V slope = pair->apart ? (V){0} : 0.5 + rate;
  for (int p = 0; p < group->points; p++) {
    LanePoint point;
    PlanePair at;
    gather_point(group, p, false, &point);
    plane_interpolate(NODES_OF(group), &nodes[0], &point, &at.i);
    plane_interpolate(NODES_OF(group), &nodes[1], &point, &at.f);
    plane_join(&at);
    plane_stress(plane_stiffness(group, p), rate, &at);
    plane_conjugates(at.stress, &at);
    plane_forces(NODES_OF(group), &at, &point, &sums->t);
    note_plane_stress(at.stress, &point, &sums->all.yardsticks);
    if (sums->all.tangent) plane_tangent(group, &at, nodes, p, slope, sums);
  }
}

static void plane_mean(int count, PlaneNodes nodes[3]) {
  for (int a = 0; a < count; a++)
    for (int n = 0; n < 2; n++) {
      nodes[2].x[a][n] = 0.5 * (nodes[0].x[a][n] + nodes[1].x[a][n]);
      nodes[2].p[a][n] = 0.5 * (nodes[0].p[a][n] + nodes[1].p[a][n]);
    }
}

static void planar_pair_group(const trm_Model *model, const trm_Pair *pair, const trm_BeamBlock *block,
                              trm_LaneRange asked, bool with_tangent, trm_Local *out) {
  Group group = group_of(model, block, asked);
  int count = NODES_OF(&group), n = 6 * count;
  PlaneNodes nodes[3];
  PlaneSums sums;
  V residual[MOST], tangent[MOST * MOST];
  gather_plane(&group, NULL, pair->q_i, 0, &nodes[0]);
  gather_plane(&group, NULL, pair->q_f, 0, &nodes[1]);
  plane_mean(count, nodes);
  sums.all.tangent = with_tangent ? tangent : NULL, sums.all.yardsticks = (Yardsticks){{0}, {0}};
  memset(&sums.t, 0, sizeof sums.t);
  if (pair->h != 0) plane_inertia(&group, pair, &sums.t, &sums.all.yardsticks);
  subtract_plane_gravity(&group, 1 - pair->unloaded, &sums.t);
  if (with_tangent) {
    memset(tangent, 0, sizeof(V) * (size_t)(n * n));
    plane_masses(&group, pair->h != 0 ? pair->w_slope / pair->h : 0, &sums.coupling);
  }
  plane_points(&group, pair, nodes, &sums);
  memset(residual, 0, sizeof(V) * (size_t)n);
  plane_project(count, &nodes[2], &sums.t, residual);
  if (with_tangent) {
    V turned[MOST_NODES][2];
    plane_turned(count, &nodes[1], turned);
    plane_turn(count, &nodes[1], &sums.t, tangent);
    plane_spread_coupling(count, &sums.coupling, &nodes[2], (const V(*)[2])turned, tangent);
  }
  write_locals(&group, residual, &sums.all, out);
}
