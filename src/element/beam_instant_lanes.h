/* Beams at an instant, in lanes, part of beam_lanes_template.h: inertia forces of given accelerations, N(q)^T M w_dot;
   forces at zero accelerations; energies. */

/* d(accelerations of the section's directors)/d(rotation of the node) */
static void gather_turn(const Group *group, const trm_Acceleration *acceleration, int a, V turn[3][9]) {
  const double *own[WIDTH];
  const trm_BeamBlock *block = group->block;
  const Packed *frame = (const Packed *)block->frames + 9 * a;
  for (int l = 0; l < WIDTH; l++) {
    int e = block->first + (l < block->count ? l : block->count - 1);
    own[l] = &acceleration->turn[group->model->nodes[group->model->mesh.elements[e].nodes[a]].triad][0][0];
  }
  V of_triad[27];
  for (int k = 0; k < 27; k++) of_triad[k] = PACK(own, k);
  for (int b = 0; b < 3; b++)
    for (int k = 0; k < 9; k++)
      turn[b][k] = frame[b] * of_triad[k] + frame[3 + b] * of_triad[9 + k] + frame[6 + b] * of_triad[18 + k];
}

/* block += tilde(arm) matrix */
static inline void add_tilde_product(V *block, int stride, const V arm[3], const V matrix[9]) {
  for (int c = 0; c < 3; c++) {
    const V column[3] = {matrix[c], matrix[3 + c], matrix[6 + c]};
    V part[3];
    lane_cross(part, arm, column);
    for (int r = 0; r < 3; r++) block[stride * r + c] += part[r];
  }
}

/* what node b's acceleration exerts on node a: m = mass of the pair of nodes */
static void add_accelerated(const V m[4][4], const V d[4][3], const V turn[3][9], double slope, V *block, int stride) {
  V left[4][3]; /* sum_k m_kl d_kA */
  memset(left, 0, sizeof left);
  for (int k = 1; k < 4; k++)
    for (int l = 0; l < 4; l++) lane_add_scaled(left[l], m[k][l], d[k]);
  lane_add_identity(block, stride, slope * m[0][0]);
  lane_add_tilde(block + stride * 3, stride, (V){0} + slope, left[0]);
  for (int l = 1; l < 4; l++) {
    for (int k = 0; k < 9; k++) block[stride * (k / 3) + 3 + k % 3] += m[0][l] * turn[l - 1][k];
    add_tilde_product(block + stride * 3 + 3, stride, left[l], turn[l - 1]);
  }
}

static void inertia_tangent(const Group *group, const trm_Acceleration *acceleration, const LaneMass *mass,
                            const LaneNodes *nodes, const LaneNodes *t, V *tangent) {
  int n = 6 * NODES_OF(group);
  for (int b = 0; b < NODES_OF(group); b++) {
    V turn[3][9];
    gather_turn(group, acceleration, b, turn);
    for (int a = 0; a < NODES_OF(group); a++)
      add_accelerated(mass->m[a][b], nodes->v[a], (const V(*)[9])turn, acceleration->slope, tangent + n * 6 * a + 6 * b,
                      n);
  }
  for (int a = 0; a < NODES_OF(group); a++) /* the directors turn with the node */
    for (int k = 1; k < 4; k++)
      lane_add_tilde_tilde(tangent + n * (6 * a + 3) + 6 * a + 3, n, (V){0} + 1, t->v[a][k], nodes->v[a][k]);
}

/* largest inertia forces of a node, and a floor for motions without forces */
static void note_inertia(int nodes, const V *forces, const V *momenta, double least, Yardsticks *yardsticks) {
  for (int a = 0; a < nodes; a++) {
    const V *f = forces + 6 * a, *p = momenta + 6 * a;
    double square = least * least;
    yardsticks->force = larger(yardsticks->force, larger(lane_dot(f, f), square * lane_dot(p, p)));
    yardsticks->moment = larger(yardsticks->moment, larger(lane_dot(f + 3, f + 3), square * lane_dot(p + 3, p + 3)));
  }
}

static void inertia_group(const trm_Model *model, const trm_Acceleration *acceleration, const trm_BeamBlock *block,
                          trm_LaneRange asked, trm_Local *out) {
  Group group = group_of(model, block, asked);
  LaneNodes nodes, rate, t;
  Yardsticks yardsticks = {{0}, {0}};
  V forces[MOST] = {{0}}, momenta[MOST] = {{0}}, tangent[MOST * MOST];
  int n = 6 * NODES_OF(&group);
  gather(&group, acceleration->q, &nodes);
  gather(&group, acceleration->w, &rate);
  resist(&group, &rate, &t);
  lane_project(&nodes, &t, momenta);
  gather(&group, acceleration->w_dot, &rate);
  resist(&group, &rate, &t);
  lane_project(&nodes, &t, forces);
  note_inertia(NODES_OF(&group), forces, momenta, acceleration->least, &yardsticks);
  if (acceleration->turn) {
    LaneMass mass;
    gather_mass(&group, &mass);
    memset(tangent, 0, sizeof(V) * (size_t)(n * n));
    inertia_tangent(&group, acceleration, &mass, &nodes, &t, tangent);
  }
  for (int l = asked.first; l < asked.first + asked.count; l++, out++) {
    out->force_scale = fmax(out->force_scale, sqrt(yardsticks.force[l]));
    out->moment_scale = fmax(out->moment_scale, sqrt(yardsticks.moment[l]));
    for (int i = 0; i < n; i++) out->residual[i] += forces[i][l];
    for (int i = 0; acceleration->turn && i < n * n; i++) out->tangent[i] += tangent[i][l];
  }
}

/* ---- forces at an instant ---- */

/* Accelerations of the directors at zero angular accelerations, omega x (omega x d), omega = sum d x w / 2; points have
   none. */
static void centripetal(const LaneNodes *nodes, const LaneNodes *velocity, LaneNodes *a) {
  a->count = nodes->count;
  for (int i = 0; i < COUNT(nodes); i++) {
    V omega[3], once[3];
    memset(omega, 0, sizeof omega);
    for (int b = 1; b < 4; b++) {
      lane_cross(once, nodes->v[i][b], velocity->v[i][b]);
      lane_add_scaled(omega, (V){0} + 0.5, once);
    }
    memset(a->v[i][0], 0, sizeof a->v[i][0]);
    for (int b = 1; b < 4; b++) {
      lane_cross(once, omega, nodes->v[i][b]);
      lane_cross(a->v[i][b], omega, once);
    }
  }
}

/* strain rates from the velocities of the section's vectors */
static void rates_of(const LaneAt *at, const LaneNodes *velocity, const LanePoint *point, V rates[6]) {
  LaneSection rate;
  V op[6][18], change[18];
  lane_interpolate(velocity, point, &rate);
  lane_end_operator(&at->pair, op);
  lane_invariant_rates(&at->f, &rate, change);
  for (int k = 0; k < 6; k++) {
    rates[k] = (V){0};
    for (int c = 0; c < 18; c++) rates[k] += op[k][c] * change[c];
  }
}

/* Apart, the elastic stress is left out, and damping is that of all strains that are not rigid. */
static void instant_points(const Group *group, const trm_Instant *now, const LaneNodes *nodes,
                           const LaneNodes *velocity, LaneNodes *t) {
  V damping = now->undamped ? (V){0} : group->damping;
  for (int p = 0; p < group->points; p++) {
    LanePoint point;
    LaneAt at;
    V strain[6], rates[6], stress[6], b[18];
    gather_point(group, p, now->apart, &point);
    lane_interpolate(nodes, &point, &at.f);
    at.i = at.m = at.f;
    lane_section_polar(&at.f, &at.pair.f);
    at.pair.i = at.pair.f;
    lane_pair_join(&at.pair);
    lane_strains(&at.pair.f, strain);
    for (int k = 0; k < 6; k++) strain[k] = now->apart ? (V){0} : strain[k] - point.reference[k];
    if (group->damps && !now->undamped) {
      rates_of(&at, velocity, &point, rates);
      for (int k = 0; k < 6; k++) strain[k] += damping * rates[k];
    }
    stress_of(&point, strain, stress);
    lane_pair_conjugates(&at.pair, stress, b);
    lane_add_forces(b, &at.f, &point, t);
  }
}

static void instant_group(const trm_Model *model, const trm_Instant *now, const trm_BeamBlock *block,
                          trm_LaneRange asked, trm_Local *out) {
  Group group = group_of(model, block, asked);
  LaneNodes nodes, velocity, a;
  LaneMass mass;
  Sums sums;
  V residual[MOST] = {{0}}, tangent[MOST * MOST];
  gather(&group, now->q, &nodes);
  gather(&group, now->w, &velocity);
  gather_mass(&group, &mass);
  start_sums(NODES_OF(&group), tangent, &sums);
  if (!now->matrix_only) {
    centripetal(&nodes, &velocity, &a);
    resist(&group, &a, &sums.t);
    subtract_gravity(&group, 1, &sums);
    instant_points(&group, now, &nodes, &velocity, &sums.t);
    lane_project(&nodes, &sums.t, residual);
  }
  lane_spread_mass(&mass, (V){0} + 1, &nodes, &nodes, tangent, 6 * NODES_OF(&group));
  write_locals(&group, residual, &sums, out);
}

/* ---- momenta ---- */

static void momentum_group(const trm_Model *model, const double *q, const double *w, const trm_BeamBlock *block,
                           trm_LaneRange asked, trm_Local *out) {
  Group group = group_of(model, block, asked);
  LaneNodes nodes, velocity, t;
  V momenta[MOST] = {{0}};
  double *to[WIDTH] = {NULL};
  gather(&group, q, &nodes);
  gather(&group, w, &velocity);
  resist(&group, &velocity, &t);
  lane_project(&nodes, &t, momenta);
  for (int i = 0, l = asked.first; i < asked.count; i++, l++) {
    out[i].node_count = NODES_OF(&group), to[l] = out[i].residual;
    memcpy(out[i].nodes, model->mesh.elements[block->first + l].nodes, sizeof(int) * (size_t)NODES_OF(&group));
  }
  untangle(&group, momenta, 6 * NODES_OF(&group), to);
}

/* ---- energy ---- */

typedef struct Energies {
  V kinetic, potential, strain, dissipated;
} Energies;

/* strain^T C strain */
static inline V twice_energy(const LanePoint *point, const V strain[6]) {
  V stress[6], sum = {0};
  stress_of(point, strain, stress);
  for (int k = 0; k < 6; k++) sum += strain[k] * stress[k];
  return sum;
}

static void strain_energy(const Group *group, const trm_Pair *pair, const LaneNodes *f, Energies *sum) {
  LaneNodes i;
  bool damps = group->damps && pair->h != 0;
  if (damps) gather(group, pair->q_i, &i);
  for (int p = 0; p < group->points; p++) {
    LanePoint point;
    LaneSection section;
    lane_Polar polar;
    V strain[6], before[6];
    gather_point(group, p, false, &point);
    lane_interpolate(f, &point, &section);
    lane_section_polar(&section, &polar);
    lane_strains(&polar, strain);
    if (damps) {
      lane_interpolate(&i, &point, &section);
      lane_section_polar(&section, &polar);
      lane_strains(&polar, before);
      for (int k = 0; k < 6; k++) before[k] = strain[k] - before[k];
      sum->dissipated += point.weight * group->damping / pair->h * twice_energy(&point, before);
    }
    for (int k = 0; k < 6; k++) strain[k] -= point.reference[k];
    sum->strain += 0.5 * point.weight * twice_energy(&point, strain);
  }
}

/* one element after the other */
static inline void write_terms(trm_LaneRange asked, const Energies *all, trm_Terms *sum) {
  for (int l = asked.first; l < asked.first + asked.count; l++) {
    sum->kinetic += all->kinetic[l], sum->potential += all->potential[l];
    sum->strain += all->strain[l], sum->dissipated += all->dissipated[l];
  }
}

static void terms_group(const trm_Model *model, const trm_Pair *pair, const trm_BeamBlock *block, trm_LaneRange asked,
                        trm_Terms *sum) {
  Group group = group_of(model, block, asked);
  LaneNodes f, w;
  Sums sums;
  Energies all = {{0}, {0}, {0}, {0}};
  gather(&group, pair->q_f, &f);
  gather(&group, pair->w_f, &w);
  resist(&group, &w, &sums.t);
  for (int a = 0; a < NODES_OF(&group); a++)
    for (int k = 0; k < 4; k++) all.kinetic += 0.5 * lane_dot(w.v[a][k], sums.t.v[a][k]);
  start_sums(NODES_OF(&group), NULL, &sums);
  subtract_gravity(&group, 1, &sums);
  for (int a = 0; a < NODES_OF(&group); a++)
    for (int k = 0; k < 4; k++) all.potential += lane_dot(f.v[a][k], sums.t.v[a][k]);
  strain_energy(&group, pair, &f, &all);
  write_terms(asked, &all, sum);
}
