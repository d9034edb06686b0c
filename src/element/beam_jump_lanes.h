/* The jump terms of beams in lanes, part of beam_lanes_template.h. P = N_m^T M (w_g - u), u = N_m y; beta = B u -
   d(eps_i)/dt at each point. First stage: -(c/h) P - (h/6) B^T C beta; second:
   (3 c/h) P - B^T C (d(eps)/2 + (alpha h/6 + damping) beta).
   The pair's own forces have the form of the first stage, and are summed up with it before anything is spread. */

/* Factors of P and of C beta in both stages. */
typedef struct StageFactors {
  double inertia[2];
  V strain[2];
} StageFactors;

/* the part of dP/df that comes from v, times -1: v_d = omega x d_m turns with d_m */
static void spread_turning(const LaneMass *mass, const LaneJumpWork *work, V *tangent) {
  const LaneNodes *m = &work->nodes.m, *f = &work->nodes.f;
  int stride = 6 * COUNT(m);
  for (int b = 0; b < COUNT(f); b++) {
    V turned[4][9]; /* tilde(omega) tilde(d_l)/2 */
    memset(turned, 0, sizeof turned);
    for (int l = 1; l < 4; l++) lane_add_tilde_tilde(turned[l], 3, (V){0} + 0.5, work->omega[b], f->v[b][l]);
    for (int a = 0; a < COUNT(m); a++)
      for (int l = 1; l < 4; l++) {
        V *block = tangent + stride * 6 * a + 6 * b + 3, arm[3], part[3], own = mass->m[a][b][0][l];
        memset(arm, 0, sizeof arm);
        for (int k = 1; k < 4; k++) lane_add_scaled(arm, mass->m[a][b][k][l], m->v[a][k]);
        for (int c = 0; c < 3; c++) {
          const V column[3] = {turned[l][c], turned[l][3 + c], turned[l][6 + c]};
          lane_cross(part, arm, column);
          for (int r = 0; r < 3; r++) block[stride * r + c] += own * column[r], block[stride * (3 + r) + c] += part[r];
        }
      }
  }
}

/* adds P of the stages, and its tangent by f as far as it has the form of inertia */
static void add_jump_inertia(const Group *group, const trm_Pair *pair, const LaneJumpWork *work, const LaneMass *mass,
                             const StageFactors *factors, Sums sums[2]) {
  LaneNodes rate, t;
  double per_step = 1 / pair->h;
  gather(group, pair->dq, &rate);
  for (int a = 0; a < COUNT(&rate); a++)
    for (int k = 0; k < 4; k++)
      for (int n = 0; n < 3; n++) rate.v[a][k][n] = per_step * rate.v[a][k][n] - work->v.v[a][k][n];
  resist(group, &rate, &t);
  for (int stage = 0; stage < 2; stage++) {
    double factor = factors->inertia[stage];
    for (int a = 0; a < COUNT(&t); a++)
      for (int k = 0; k < 4; k++)
        for (int n = 0; n < 3; n++) sums[stage].t.v[a][k][n] += factor * t.v[a][k][n];
    if (sums[stage].tangent) add_mass(NODES_OF(group), factor / pair->h, mass, &sums[stage].mass);
  }
}

/* d beta/df, rows over x' and the rotations */
static void beta_rows(const LaneJumpWork *work, const LanePoint *point, LanePointJump *jump, const Rows *rows,
                      LaneRow out[6]) {
  V change[6][18], op[6][18];
  LaneRow rates[INVARIANTS], part[6];
  int width = lane_width(NODES_OF(rows));
  lane_operator_change(&jump->at.pair, jump->rate, change);
  strain_rows(change, rows->end, width, out);
  lane_rate_gradients(work, point, jump, rates);
  lane_pair_operator(&jump->at.pair, op);
  strain_rows(op, (const LaneRow *)rates, width, part);
  for (int k = 0; k < 6; k++)
    for (int n = 0; n < width; n++) out[k][n] += part[k][n];
}

/* Stresses and slopes of a point in the stages: stress = C (strain), whose change is C (by_end d eps_f + by_beta d
   beta). */
typedef struct StagePoint {
  V strain[2][6], stress[2][6], by_end[2];
} StagePoint;

static void stage_strains(const LanePointJump *jump, const LanePoint *point, const StageFactors *factors, V rate,
                          const Sums sums[2], StagePoint *out) {
  V i[6], f[6];
  bool whole = sums[0].whole;
  lane_strains(&jump->at.pair.i, i);
  lane_strains(&jump->at.pair.f, f);
  out->by_end[0] = whole ? 0.5 + rate : (V){0}, out->by_end[1] = (V){0} - 0.5;
  for (int k = 0; k < 6; k++) {
    V change = f[k] - i[k], own = 0.5 * (i[k] + f[k]) - point->reference[k] + rate * change;
    out->strain[0][k] = (whole ? own : (V){0}) + factors->strain[0] * jump->beta[k];
    out->strain[1][k] = factors->strain[1] * jump->beta[k] - 0.5 * change;
  }
  for (int stage = 0; stage < 2; stage++) stress_of(point, out->strain[stage], out->stress[stage]);
}

static void stage_tangents(const LaneJumpWork *work, const LanePoint *point, LanePointJump *jump,
                           const StageFactors *factors, const StagePoint *of, Sums sums[3]) {
  Rows rows;
  LaneRow beta[6], right[6], material[6];
  V soft[36];
  for (int k = 0; k < 36; k++) soft[k] = point->soft[k];
  point_rows(&jump->at, &work->nodes, point, &rows);
  beta_rows(work, point, jump, &rows, beta);
  int width = lane_width(NODES_OF(&rows));
  for (int stage = 0; stage < 2; stage++) {
    for (int k = 0; k < 6; k++)
      for (int n = 0; n < width; n++)
        right[k][n] = factors->strain[stage] * beta[k][n] + of->by_end[stage] * rows.strains[k][n];
    stiff_rows(soft, (const LaneRow *)right, width, material);
    add_point(&jump->at, &rows, (const LaneRow *)material, of->stress[stage], point, sums[stage].tangent);
  }
  stiff_rows(soft, (const LaneRow *)rows.op, width, material); /* op^T C op, by y */
  add_material(&rows, (const LaneRow *)material, point, sums[2].tangent);
}

static void jump_points(const Group *group, const LaneJumpWork *work, const trm_Pair *pair, const StageFactors *factors,
                        Sums sums[3]) {
  V rate = group->damping / pair->h;
  for (int p = 0; p < group->points; p++) {
    LanePoint point;
    LanePointJump jump;
    StagePoint of;
    gather_point(group, p, false, &point);
    lane_point_jump(work, &point, &jump);
    stage_strains(&jump, &point, factors, rate, sums, &of);
    if (sums[0].whole) {
      V stress[6];
      point_stress(&jump.at, &point, rate, stress);
      note_stress(stress, &point, &sums[0].yardsticks);
    }
    if (sums[0].tangent) stage_tangents(work, &point, &jump, factors, &of, sums);
    for (int stage = 0; stage < 2; stage++) {
      V b[18];
      lane_pair_conjugates(&jump.at.pair, of.stress[stage], b);
      lane_add_forces(b, &jump.at.m, &point, &sums[stage].t);
      if (sums[0].tangent) lane_add_coupling(b, point.weight, &point, NODES_OF(group), &sums[stage].mass);
    }
  }
}

/* what is left of the tangents: by f inertia and what turns with the mean directors, by y strain and inertia */
static void finish_tangents(const LaneJumpWork *work, const LaneMass *mass, const StageFactors *factors, Sums sums[3],
                            V *spare) {
  int n = 6 * COUNT(&work->v);
  V *by_y = sums[2].tangent;
  for (int stage = 0; stage < 2; stage++) {
    lane_spread_mass(&sums[stage].mass, (V){0} + 1, &work->nodes.m, &work->nodes.f, sums[stage].tangent, n);
    lane_turn(&work->nodes.f, &sums[stage].t, sums[stage].tangent, n);
  }
  memset(spare, 0, sizeof(V) * (size_t)(n * n));
  spread_turning(mass, work, spare);
  for (int i = 0; i < n * n; i++) {
    sums[0].tangent[i] += factors->inertia[0] * spare[i];
    sums[1].tangent[i] += factors->inertia[1] * spare[i];
  }
  memset(spare, 0, sizeof(V) * (size_t)(n * n));
  lane_spread_mass(mass, (V){0} + 1, &work->nodes.m, &work->nodes.m, spare, n);
  for (int i = 0; i < n * n; i++) {
    V k = by_y[i], m = spare[i];
    by_y[i] = factors->strain[0] * k - factors->inertia[0] * m;
    spare[i] = factors->strain[1] * k - factors->inertia[1] * m;
  }
}

/* A row of both tangents of a stage. */
static void write_row(const Group *group, const V *by_f, const V *by_y, int row, trm_JumpLocal *out) {
  int n = 6 * NODES_OF(group);
  double *to[WIDTH] = {NULL};
  for (int i = 0, l = group->asked.first; i < group->asked.count; i++, l++) to[l] = out[i].tangent + 2 * n * row;
  untangle(group, by_f, n, to);
  for (int l = 0; l < WIDTH; l++) to[l] = to[l] ? to[l] + n : NULL;
  untangle(group, by_y, n, to);
}

/* tangents: by f of both stages, by y of both; NULL: none. In a plane their other rows are 0. */
static void write_stages(const Group *group, V residual[2][MOST], V *const tangents[4], const Yardsticks *yardsticks,
                         bool planar, trm_JumpLocal *out) {
  int n = 6 * NODES_OF(group);
  double *to[WIDTH] = {NULL};
  for (int stage = 0; stage < 2; stage++) {
    for (int i = 0, l = group->asked.first; i < group->asked.count; i++, l++) {
      out[i].n = n, to[l] = out[i].residual + n * stage;
      out[i].force_scale = sqrt(yardsticks->force[l]), out[i].moment_scale = sqrt(yardsticks->moment[l]);
    }
    untangle(group, residual[stage], n, to);
    for (int r = 0; tangents[0] && r < n; r++) {
      if (!planar || in_plane(r))
        write_row(group, tangents[stage] + n * r, tangents[2 + stage] + n * r, n * stage + r, out);
      for (int i = 0; planar && !in_plane(r) && i < group->asked.count; i++)
        memset(out[i].tangent + 2 * n * (n * stage + r), 0, sizeof(double) * 2 * (size_t)n);
    }
  }
}

static void gather_jump(const Group *group, const trm_JumpLocal *out, V y[MOST]) {
  const double *own[WIDTH];
  int last = group->asked.count - 1;
  for (int l = 0; l < WIDTH; l++) {
    int i = l - group->asked.first;
    own[l] = out[i < 0 ? 0 : i < last ? i : last].y;
  }
  for (int i = 0; i < 6 * NODES_OF(group); i++) y[i] = PACK(own, i);
}

static void gather_work(const Group *group, const trm_Pair *pair, const trm_JumpLocal *out, LaneJumpWork *work) {
  V y[MOST];
  gather_jump(group, out, y);
  gather_pair(group, pair, &work->nodes);
  gather(group, pair->w_i, &work->before);
  lane_jump_velocities(y, work);
}

static StageFactors stage_factors(const Group *group, const trm_Pair *pair, const trm_Jump *jump) {
  return (StageFactors){.inertia = {-jump->c / pair->h, 3 * jump->c / pair->h},
                        .strain = {(V){0} - pair->h / 6, -(jump->alpha * pair->h / 6 + group->damping)}};
}

static void jump_group(const trm_Model *model, const trm_Pair *pair, const trm_Jump *jump, const trm_BeamBlock *block,
                       trm_LaneRange asked, trm_JumpLocal *out) {
  Group group = group_of(model, block, asked);
  LaneJumpWork work;
  LaneMass mass;
  Sums sums[3];
  V residual[2][MOST], tangent[4][MOST * MOST];
  int n = 6 * NODES_OF(&group);
  StageFactors factors = stage_factors(&group, pair, jump);
  gather_work(&group, pair, out, &work);
  if (!jump->residual_only) gather_mass(&group, &mass);
  for (int stage = 0; stage < 3; stage++) {
    start_sums(NODES_OF(&group), jump->residual_only ? NULL : tangent[stage], &sums[stage]);
    sums[stage].whole = jump->whole && stage == 0;
    if (stage < 2) memset(residual[stage], 0, sizeof(V) * (size_t)n);
  }
  if (jump->whole) {
    inertia_forces(&group, pair, &sums[0]);
    subtract_gravity(&group, 1 - pair->unloaded, &sums[0]);
    if (sums[0].tangent) add_mass(NODES_OF(&group), pair->w_slope / pair->h, &mass, &sums[0].mass);
  }
  add_jump_inertia(&group, pair, &work, &mass, &factors, sums);
  jump_points(&group, &work, pair, &factors, sums);
  for (int stage = 0; stage < 2; stage++) lane_project(&work.nodes.m, &sums[stage].t, residual[stage]);
  if (sums[0].tangent) finish_tangents(&work, &mass, &factors, sums, tangent[3]);
  V *tangents[4] = {sums[0].tangent, sums[1].tangent, sums[2].tangent, tangent[3]};
  write_stages(&group, residual, tangents, &sums[0].yardsticks, false, out);
}

static inline void write_jump_energies(trm_LaneRange asked, V done, V lost, trm_JumpLocal *out) {
  for (int l = asked.first; l < asked.first + asked.count; l++)
    (out++)->energy = (trm_JumpEnergy){.work = done[l], .loss = lost[l]};
}

/* as trm_beam_jump_energy */
static void jump_energy_group(const trm_Model *model, const trm_Pair *pair, const trm_Jump *jump,
                              const trm_BeamBlock *block, trm_LaneRange asked, trm_JumpLocal *out) {
  Group group = group_of(model, block, asked);
  LaneJumpWork work;
  V done = {0}, lost = {0};
  double third = pair->h / 3;
  gather_work(&group, pair, out, &work);
  for (int p = 0; p < group.points; p++) {
    LanePoint point;
    LanePointJump at;
    V strain_i[6], strain_f[6], stress[6]; /* C beta */
    gather_point(&group, p, true, &point);
    lane_point_jump(&work, &point, &at);
    lane_strains(&at.at.pair.i, strain_i);
    lane_strains(&at.at.pair.f, strain_f);
    stress_of(&point, at.beta, stress);
    for (int k = 0; k < 6; k++) {
      done += point.weight * (0.5 * third) * stress[k] * (strain_f[k] - strain_i[k]);
      lost += point.weight * (0.5 * jump->alpha * third * third + third * group.damping) * at.beta[k] * stress[k];
    }
  }
  write_jump_energies(asked, done, lost, out);
}
