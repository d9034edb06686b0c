/* The jump terms of beams of planar models (beam_jump_lanes.h), part of beam_lanes_template.h, with the invariants of
   beam_planar_lanes.h. The velocity just after the jump has v and v_P = i omega P at the nodes; rates of the invariants
     r_1 = v_P . x' + P . v',  r_2 = v_P x x' + P x v',  r_c = v_P x P' + P x v_P',  r_g = 2 P . v_P
   make, over a pair, those of the strains
     <u> r_k + phi <a_k> r_g,   <u^2> r_c + 2 <u> phi <c> r_g,
   of which beta has what those of w_i at i leave. With f the mean vectors turn by half, d P_m = i P_f psi/2. */

/* Start, end, mean; velocities after and before the jump. */
typedef struct PlaneJump {
  PlaneNodes nodes[3], after, before;
  V omega[MOST_NODES];
} PlaneJump;

/* A point: rates of its vectors and of the invariants after the jump. */
typedef struct PlanePointJump {
  PlanePair at;
  PlanePoint v; /* without its invariants */
  V rate[4], beta[3];
} PlanePointJump;

static void gather_plane_jump(const Group *group, const trm_Pair *pair, const trm_JumpLocal *out, PlaneJump *jump) {
  V y[MOST];
  int count = NODES_OF(group);
  gather_jump(group, out, y);
  gather_plane(group, NULL, pair->q_i, 0, &jump->nodes[0]);
  gather_plane(group, NULL, pair->q_f, 0, &jump->nodes[1]);
  plane_mean(count, jump->nodes);
  gather_plane(group, NULL, pair->w_i, 0, &jump->before);
  for (int a = 0; a < count; a++) {
    const V *p = jump->nodes[2].p[a];
    V omega = jump->omega[a] = y[6 * a + PLANE_TURN];
    jump->after.x[a][0] = y[6 * a], jump->after.x[a][1] = y[6 * a + 1];
    jump->after.p[a][0] = -omega * p[1], jump->after.p[a][1] = omega * p[0];
  }
}

/* r_1, r_2, r_c, r_g */
static inline void plane_rates(const PlanePoint *at, const PlanePoint *v, V rate[4]) {
  rate[0] = plane_dot(v->p, at->x) + plane_dot(at->p, v->x);
  rate[1] = plane_cross(v->p, at->x) + plane_cross(at->p, v->x);
  rate[2] = plane_cross(v->p, at->dp) + plane_cross(at->p, v->dp);
  rate[3] = 2 * plane_dot(at->p, v->p);
}

/* of the strains at i, where phi = -u^3/2 */
static inline void plane_start_rates(const PlanePoint *i, const PlanePoint *before, V out[3]) {
  V rate[4];
  plane_rates(i, before, rate);
  V half = 0.5 * i->u * i->u * rate[3];
  out[0] = i->u * (rate[0] - half * i->a1), out[1] = i->u * (rate[1] - half * i->a2);
  out[2] = i->u * i->u * (rate[2] - 2 * half * i->c);
}

/* changes of the strains over a pair by those of the invariants */
static inline void plane_operate(const PlanePair *at, V a1, V a2, V c, V g, V out[3]) {
  V moved = at->phi * g;
  out[0] = at->u * a1 + moved * at->a1, out[1] = at->u * a2 + moved * at->a2;
  out[2] = at->square * c + 2 * at->u * moved * at->c;
}

static inline void plane_point_jump(int count, const PlaneJump *jump, const LanePoint *point, PlanePointJump *out) {
  PlanePoint before;
  V start[3], *rate = out->rate;
  plane_interpolate(count, &jump->nodes[0], point, &out->at.i);
  plane_interpolate(count, &jump->nodes[1], point, &out->at.f);
  plane_join(&out->at);
  plane_vectors(count, &jump->after, point, &out->v);
  plane_vectors(count, &jump->before, point, &before);
  plane_start_rates(&out->at.i, &before, start);
  plane_rates(&out->at.m, &out->v, rate);
  plane_operate(&out->at, rate[0], rate[1], rate[2], rate[3], out->beta);
  for (int k = 0; k < 3; k++) out->beta[k] -= start[k];
}

/* ---- tangent ---- */

/* d(rates of the invariants)/df, rows over x' and the rotations */
static inline void plane_rate_gradients(int count, const PlaneJump *jump, const PlanePointJump *of,
                                        const LanePoint *point, PlaneRow out[4]) {
  const PlanePoint *m = &of->at.m, *v = &of->v;
  out[0][0] = 0.5 * v->p[0], out[0][1] = 0.5 * v->p[1], out[1][0] = -0.5 * v->p[1], out[1][1] = 0.5 * v->p[0];
  for (int n = 0; n < 2; n++) out[2][n] = out[3][n] = (V){0};
  for (int a = 0; a < count; a++) {
    const V *p = jump->nodes[1].p[a], omega = jump->omega[a];
    const V moved[2] = {-p[1], p[0]}, rate[2] = {-omega * p[0], -omega * p[1]}; /* of P, of v_P */
    V h = 0.5 * point->h[a], dh = 0.5 * point->dh[a];
    out[0][2 + a] = h * (plane_dot(rate, m->x) + plane_dot(moved, v->x));
    out[1][2 + a] = h * (plane_cross(rate, m->x) + plane_cross(moved, v->x));
    out[2][2 + a] = h * (plane_cross(rate, m->dp) + plane_cross(moved, v->dp)) +
                    dh * (plane_cross(v->p, moved) + plane_cross(m->p, rate));
    out[3][2 + a] = 2 * h * (plane_dot(moved, v->p) + plane_dot(m->p, rate));
  }
}

/* d beta/df; end: rows of the invariants at f */
static inline void plane_beta_rows(const PlanePointJump *of, const PlaneRow rates[4], const PlaneRow end[4], int width,
                                   PlaneRow out[3]) {
  const PlanePair *at = &of->at;
  const V *rate = of->rate;
  V du = plane_shrink(at), slope = plane_slope(at);
  for (int n = 0; n < width; n++) {
    V u = du * end[3][n], phi = slope * u, own[3]; /* changes of u_f and phi */
    plane_operate(at, rates[0][n], rates[1][n], rates[2][n], rates[3][n], own);
    V half = 0.5 * at->phi * rate[3], moved = phi * rate[3];
    out[0][n] = own[0] + 0.5 * u * rate[0] + moved * at->a1 + half * end[0][n];
    out[1][n] = own[1] + 0.5 * u * rate[1] + moved * at->a2 + half * end[1][n];
    out[2][n] = own[2] + at->f.u * u * rate[2] + at->phi * rate[3] * u * at->c + 2 * at->u * moved * at->c +
                2 * at->u * half * end[2][n];
  }
}

/* Stresses of a point in the stages: C (strain), which changes by by_end d eps_f + (factor of the stage) d beta. */
typedef struct PlaneStages {
  V stress[2][3], by_end[2];
} PlaneStages;

/* What both stages add up to; tangent: by f of each, by y. */
typedef struct PlaneStageSums {
  PlaneNodes t[2];
  PlaneCoupling coupling[2];
  V *tangent[3];
  Yardsticks yardsticks;
  V rate; /* damping / h */
  bool whole;
} PlaneStageSums;

static inline void plane_stages(const Packed *stiffness, const PlanePointJump *of, const StageFactors *factors,
                                const PlaneStageSums *sums, PlaneStages *out) {
  const Packed *reference = stiffness + TRM_BEAM_PLANE_REFERENCE;
  V i[3], f[3], strain[2][3], rate = sums->rate;
  plane_strains(&of->at.i, i);
  plane_strains(&of->at.f, f);
  out->by_end[0] = sums->whole ? 0.5 + rate : (V){0}, out->by_end[1] = (V){0} - 0.5;
  for (int k = 0; k < 3; k++) {
    V change = f[k] - i[k], own = 0.5 * (i[k] + f[k]) - reference[k] + rate * change;
    strain[0][k] = (sums->whole ? own : (V){0}) + factors->strain[0] * of->beta[k];
    strain[1][k] = factors->strain[1] * of->beta[k] - 0.5 * change;
  }
  for (int stage = 0; stage < 2; stage++) plane_stress_of(stiffness, strain[stage], out->stress[stage]);
}

/* Rows of a point: gradients of the invariants at the mean and at f, of the strains at f and of beta. */
typedef struct PlaneRows {
  const LanePoint *point;
  PlaneRow mean[4], end[4], strains[3], beta[3];
} PlaneRows;

static void plane_rows(int count, const PlaneJump *jump, const PlanePointJump *of, const LanePoint *point,
                       PlaneRows *out) {
  PlaneRow rates[4];
  out->point = point;
  plane_gradients(count, &of->at.m, &jump->nodes[2], point, out->mean);
  plane_gradients(count, &of->at.f, &jump->nodes[1], point, out->end);
  plane_end_strains(&of->at, (const PlaneRow *)out->end, 2 + count, out->strains);
  plane_rate_gradients(count, jump, of, point, rates);
  plane_beta_rows(of, (const PlaneRow *)rates, (const PlaneRow *)out->end, 2 + count, out->beta);
}

/* op^T C op, by y */
static void plane_material(int count, const PlanePair *at, const Packed *stiffness, const PlaneRow mean[4],
                           const LanePoint *point, V *tangent) {
  PlaneRow change[4];
  for (int n = 0; n < 2 + count; n++) {
    V strain[3], s[3];
    plane_operate(at, mean[0][n], mean[1][n], mean[2][n], mean[3][n], strain);
    plane_stress_of(stiffness, strain, s);
    change[0][n] = at->u * s[0], change[1][n] = at->u * s[1], change[2][n] = at->square * s[2];
    change[3][n] = at->phi * (at->a1 * s[0] + at->a2 * s[1] + 2 * at->u * at->c * s[2]);
  }
  plane_spread(count, mean, (const PlaneRow *)change, point, tangent);
}

/* factors: of beta, of the strains at f */
static void plane_stage_tangent(int count, const PlaneRows *rows, const PlanePair *at, const Packed *stiffness,
                                const V factors[2], V *tangent) {
  PlaneRow strain[3], stress[3], change[4];
  for (int k = 0; k < 3; k++)
    for (int n = 0; n < 2 + count; n++) strain[k][n] = factors[0] * rows->beta[k][n] + factors[1] * rows->strains[k][n];
  plane_stress_rows(stiffness, (V){0} + 1, (const PlaneRow *)strain, 2 + count, stress);
  plane_changes(at, (const PlaneRow *)stress, (const PlaneRow *)rows->end, 2 + count, change);
  plane_spread(count, (const PlaneRow *)rows->mean, (const PlaneRow *)change, rows->point, tangent);
}

static void plane_jump_points(const Group *group, const PlaneJump *jump, const StageFactors *factors,
                              PlaneStageSums *sums) {
  int count = NODES_OF(group);
  for (int p = 0; p < group->points; p++) {
    LanePoint point;
    PlanePointJump of;
    PlaneStages stages;
    PlaneRows rows;
    const Packed *stiffness = plane_stiffness(group, p);
    gather_point(group, p, false, &point);
    plane_point_jump(count, jump, &point, &of);
    plane_stages(stiffness, &of, factors, sums, &stages);
    if (sums->whole)
      plane_stress(stiffness, sums->rate, &of.at), note_plane_stress(of.at.stress, &point, &sums->yardsticks);
    if (sums->tangent[0]) {
      plane_rows(count, jump, &of, &point, &rows);
      plane_material(count, &of.at, stiffness, (const PlaneRow *)rows.mean, &point, sums->tangent[2]);
    }
    for (int stage = 0; stage < 2; stage++) {
      const V by[2] = {factors->strain[stage], stages.by_end[stage]};
      memcpy(of.at.stress, stages.stress[stage], sizeof of.at.stress);
      plane_conjugates(of.at.stress, &of.at);
      plane_forces(count, &of.at, &point, &sums->t[stage]);
      if (!sums->tangent[0]) continue;
      plane_stage_tangent(count, &rows, &of.at, stiffness, by, sums->tangent[stage]);
      plane_coupling(count, &of.at, &point, &sums->coupling[stage]);
    }
  }
}

/* P = N_m^T M (w_g - u) of the stages */
static void plane_jump_inertia(const Group *group, const trm_Pair *pair, const PlaneJump *jump,
                               const StageFactors *factors, PlaneStageSums *sums) {
  PlaneNodes rate, t;
  double per_step = 1 / pair->h;
  gather_plane(group, NULL, pair->dq, 0, &rate);
  for (int a = 0; a < NODES_OF(group); a++)
    for (int n = 0; n < 2; n++) {
      rate.x[a][n] = per_step * rate.x[a][n] - jump->after.x[a][n];
      rate.p[a][n] = per_step * rate.p[a][n] - jump->after.p[a][n];
    }
  plane_resist(group, &rate, &t);
  for (int stage = 0; stage < 2; stage++)
    for (int a = 0; a < NODES_OF(group); a++)
      for (int n = 0; n < 2; n++) {
        sums->t[stage].x[a][n] += factors->inertia[stage] * t.x[a][n];
        sums->t[stage].p[a][n] += factors->inertia[stage] * t.p[a][n];
      }
}

static void clear_plane(V *tangent, int n) {
  for (int r = 0; r < n; r++)
    if (in_plane(r)) memset(tangent + n * r, 0, sizeof(V) * (size_t)n);
}

/* What is left of the tangents: what turns with the mean vectors, and inertia. By f the velocity of P after the jump
   turns too: of dP_f/h - v_P it is i P_f/h + omega P_f/2. */
static void finish_plane_tangents(const Group *group, const PlaneJump *jump, const trm_Pair *pair,
                                  const StageFactors *factors, const PlaneStageSums *sums, V *spare) {
  int count = NODES_OF(group), n = 6 * count;
  V turned[MOST_NODES][2], *by_y = sums->tangent[2];
  PlaneCoupling masses;
  const PlaneNodes *m = &jump->nodes[2], *f = &jump->nodes[1];
  plane_turned(count, f, turned);
  for (int stage = 0; stage < 2; stage++) {
    plane_spread_coupling(count, &sums->coupling[stage], m, (const V(*)[2])turned, sums->tangent[stage]);
    plane_turn(count, f, &sums->t[stage], sums->tangent[stage]);
  }
  for (int a = 0; a < count; a++)
    for (int k = 0; k < 2; k++) turned[a][k] += 0.5 * pair->h * jump->omega[a] * f->p[a][k];
  plane_masses(group, 1 / pair->h, &masses);
  clear_plane(spare, n);
  plane_spread_coupling(count, &masses, m, (const V(*)[2])turned, spare);
  for (int r = 0; r < n; r++)
    for (int i = n * r; in_plane(r) && i < n * r + n; i++) {
      sums->tangent[0][i] += factors->inertia[0] * spare[i];
      sums->tangent[1][i] += factors->inertia[1] * spare[i];
    }
  plane_turned(count, m, turned);
  plane_masses(group, 1, &masses);
  clear_plane(spare, n);
  plane_spread_coupling(count, &masses, m, (const V(*)[2])turned, spare);
  for (int r = 0; r < n; r++)
    for (int i = n * r; in_plane(r) && i < n * r + n; i++) {
      V k = by_y[i], mass = spare[i];
      by_y[i] = factors->strain[0] * k - factors->inertia[0] * mass;
      spare[i] = factors->strain[1] * k - factors->inertia[1] * mass;
    }
}

static void planar_jump_group(const trm_Model *model, const trm_Pair *pair, const trm_Jump *jump,
                              const trm_BeamBlock *block, trm_LaneRange asked, trm_JumpLocal *out) {
  Group group = group_of(model, block, asked);
  int n = 6 * NODES_OF(&group);
  PlaneJump work;
  PlaneStageSums sums;
  V residual[2][MOST], tangent[4][MOST * MOST];
  StageFactors factors = stage_factors(&group, pair, jump);
  gather_plane_jump(&group, pair, out, &work);
  sums.whole = jump->whole, sums.rate = group.damping / pair->h, sums.yardsticks = (Yardsticks){{0}, {0}};
  memset(sums.t, 0, sizeof sums.t);
  for (int k = 0; k < 3; k++) {
    sums.tangent[k] = jump->residual_only ? NULL : tangent[k];
    if (sums.tangent[k]) clear_plane(tangent[k], n);
  }
  if (jump->whole) {
    plane_inertia(&group, pair, &sums.t[0], &sums.yardsticks);
    subtract_plane_gravity(&group, 1 - pair->unloaded, &sums.t[0]);
  }
  for (int stage = 0; sums.tangent[0] && stage < 2; stage++)
    plane_masses(&group, jump->whole && stage == 0 ? pair->w_slope / pair->h : 0, &sums.coupling[stage]);
  plane_jump_inertia(&group, pair, &work, &factors, &sums);
  plane_jump_points(&group, &work, &factors, &sums);
  for (int stage = 0; stage < 2; stage++) {
    memset(residual[stage], 0, sizeof(V) * (size_t)n);
    plane_project(NODES_OF(&group), &work.nodes[2], &sums.t[stage], residual[stage]);
  }
  if (sums.tangent[0]) finish_plane_tangents(&group, &work, pair, &factors, &sums, tangent[3]);
  V *tangents[4] = {sums.tangent[0], sums.tangent[1], sums.tangent[2], tangent[3]};
  write_stages(&group, residual, tangents, &sums.yardsticks, true, out);
}

/* as trm_beam_jump_energy */
static void planar_jump_energy_group(const trm_Model *model, const trm_Pair *pair, const trm_Jump *jump,
                                     const trm_BeamBlock *block, trm_LaneRange asked, trm_JumpLocal *out) {
  Group group = group_of(model, block, asked);
  PlaneJump work;
  V done = {0}, lost = {0};
  double third = pair->h / 3;
  gather_plane_jump(&group, pair, out, &work);
  for (int p = 0; p < group.points; p++) {
    LanePoint point;
    PlanePointJump of;
    V strain_i[3], strain_f[3], stress[3]; /* C beta */
    gather_point(&group, p, false, &point);
    plane_point_jump(NODES_OF(&group), &work, &point, &of);
    plane_strains(&of.at.i, strain_i);
    plane_strains(&of.at.f, strain_f);
    plane_stress_of(plane_stiffness(&group, p) + TRM_BEAM_PLANE_WHOLE, of.beta, stress);
    for (int k = 0; k < 3; k++) {
      done += point.weight * (0.5 * third) * stress[k] * (strain_f[k] - strain_i[k]);
      lost += point.weight * (0.5 * jump->alpha * third * third + third * group.damping) * of.beta[k] * stress[k];
    }
  }
  write_jump_energies(asked, done, lost, out);
}
