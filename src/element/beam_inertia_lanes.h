/* Inertia forces of beams for given accelerations, in lanes: N(q)^T M w_dot, part of beam_lanes_template.h. */

/* d(accelerations of the section's directors)/d(rotation of the node) */
static void gather_turn(const Group *group, const trm_Acceleration *acceleration, int a, V turn[3][9]) {
  const double *own[WIDTH], *t[WIDTH];
  for (int l = 0; l < WIDTH; l++) {
    own[l] = &acceleration->turn[group->model->nodes[group->element[l]->nodes[a]].triad][0][0];
    t[l] = group->element[l]->triads[a];
  }
  V of_triad[27], frame[9];
  for (int k = 0; k < 27; k++) of_triad[k] = PACK(own, k);
  for (int k = 0; k < 9; k++) frame[k] = PACK(t, k);
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
  int n = 6 * group->nodes;
  for (int b = 0; b < group->nodes; b++) {
    V turn[3][9];
    gather_turn(group, acceleration, b, turn);
    for (int a = 0; a < group->nodes; a++)
      add_accelerated(mass->m[a][b], nodes->v[a], (const V(*)[9])turn, acceleration->slope, tangent + n * 6 * a + 6 * b,
                      n);
  }
  for (int a = 0; a < group->nodes; a++) /* the directors turn with the node */
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

static void inertia_group(const trm_Model *model, const trm_Acceleration *acceleration, int first, int count,
                          trm_Local *out) {
  Group group = group_of(model, first, count);
  LaneNodes nodes, rate, t;
  LaneMass mass;
  Yardsticks yardsticks = {{0}, {0}};
  V forces[MOST] = {{0}}, momenta[MOST] = {{0}}, tangent[MOST * MOST];
  int n = 6 * group.nodes;
  gather(&group, acceleration->q, &nodes);
  gather_mass(&group, &mass);
  gather(&group, acceleration->w, &rate);
  lane_inertia(&mass, &rate, &t);
  lane_project(&nodes, &t, momenta);
  gather(&group, acceleration->w_dot, &rate);
  lane_inertia(&mass, &rate, &t);
  lane_project(&nodes, &t, forces);
  note_inertia(group.nodes, forces, momenta, acceleration->least, &yardsticks);
  if (acceleration->turn) {
    memset(tangent, 0, sizeof(V) * (size_t)(n * n));
    inertia_tangent(&group, acceleration, &mass, &nodes, &t, tangent);
  }
  for (int l = 0; l < count; l++) {
    out[l].force_scale = fmax(out[l].force_scale, sqrt(yardsticks.force[l]));
    out[l].moment_scale = fmax(out[l].moment_scale, sqrt(yardsticks.moment[l]));
    for (int i = 0; i < n; i++) out[l].residual[i] += forces[i][l];
    for (int i = 0; acceleration->turn && i < n * n; i++) out[l].tangent[i] += tangent[i][l];
  }
}
