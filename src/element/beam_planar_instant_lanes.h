/* Beams of planar models at an instant, part of beam_lanes_template.h: masses and energies. Where forces are asked for
   too, the spatial kernel gives them: reactions have components across the plane if sections couple bending with
   twist. */

/* Of the tangents those entries that a planar model has unknowns for. */
static inline void write_plane_masses(const Group *group, const PlaneNodes *nodes, trm_Local *out) {
  int count = NODES_OF(group), n = 6 * count;
  const Packed *own = (const Packed *)group->block->plane->inertia;
  static const int at[3] = {0, 1, PLANE_TURN};
  for (int a = 0; a < count; a++)
    for (int b = 0; b < count; b++, own += 4) {
      const V *p = nodes->p[a], turned[2] = {-nodes->p[b][1], nodes->p[b][0]};
      V x[2], entries[3][3] = {{own[0], {0}}, {{0}, own[0]}};
      plane_product((const V[2]){own[2], own[3]}, turned, x);
      entries[0][2] = x[0], entries[1][2] = x[1];
      entries[2][0] = -(p[0] * own[3]) - p[1] * own[2], entries[2][1] = p[0] * own[2] - p[1] * own[3];
      entries[2][2] = own[1] * plane_cross(p, turned);
      for (int i = 0, l = group->asked.first; i < group->asked.count; i++, l++)
        for (int k = 0; k < 9; k++)
          out[i].tangent[n * (6 * a + at[k / 3]) + 6 * b + at[k % 3]] = entries[k / 3][k % 3][l];
    }
}

static void planar_instant_group(const trm_Model *model, const trm_Instant *now, const trm_BeamBlock *block,
                                 trm_LaneRange asked, trm_Local *out) {
  if (!now->matrix_only) {
    instant_group(model, now, block, asked, out);
    return;
  }
  Group group = group_of(model, block, asked);
  int count = NODES_OF(&group);
  PlaneNodes nodes;
  gather_plane(&group, NULL, now->q, 0, &nodes);
  for (int i = 0; i < asked.count; i++) {
    const trm_BeamElement *element = &model->mesh.elements[block->first + asked.first + i];
    out[i].n = 6 * count, out[i].node_count = count, out[i].force_scale = out[i].moment_scale = 0;
    memcpy(out[i].nodes, element->nodes, sizeof(int) * (size_t)count);
    memset(out[i].residual, 0, sizeof(double) * 6 * (size_t)count);
  }
  write_plane_masses(&group, &nodes, out);
}

static inline V twice_plane_energy(const Packed *stiffness, const V strain[3]) {
  V stress[3];
  plane_stress_of(stiffness, strain, stress);
  return strain[0] * stress[0] + strain[1] * stress[1] + strain[2] * stress[2];
}

static void plane_strain_energy(const Group *group, const trm_Pair *pair, const PlaneNodes *f, Energies *sum) {
  PlaneNodes i;
  bool damps = group->damps && pair->h != 0;
  if (damps) gather_plane(group, NULL, pair->q_i, 0, &i);
  for (int p = 0; p < group->points; p++) {
    LanePoint point;
    PlanePoint at;
    V strain[3], before[3];
    const Packed *stiffness = plane_stiffness(group, p), *reference = stiffness + TRM_BEAM_PLANE_REFERENCE;
    gather_point(group, p, false, &point);
    plane_interpolate(NODES_OF(group), f, &point, &at);
    plane_strains(&at, strain);
    if (damps) {
      plane_interpolate(NODES_OF(group), &i, &point, &at);
      plane_strains(&at, before);
      for (int k = 0; k < 3; k++) before[k] = strain[k] - before[k];
      sum->dissipated += point.weight * group->damping / pair->h * twice_plane_energy(stiffness, before);
    }
    for (int k = 0; k < 3; k++) strain[k] -= reference[k];
    sum->strain += 0.5 * point.weight * twice_plane_energy(stiffness, strain);
  }
}

static void planar_terms_group(const trm_Model *model, const trm_Pair *pair, const trm_BeamBlock *block,
                               trm_LaneRange asked, trm_Terms *sum) {
  if (model->space.gravity[2] != 0) { /* the weight across the plane has a potential too */
    terms_group(model, pair, block, asked, sum);
    return;
  }
  Group group = group_of(model, block, asked);
  PlaneNodes f, w, t;
  Energies all = {{0}, {0}, {0}, {0}};
  gather_plane(&group, NULL, pair->q_f, 0, &f);
  gather_plane(&group, NULL, pair->w_f, 0, &w);
  plane_resist(&group, &w, &t);
  for (int a = 0; a < NODES_OF(&group); a++)
    all.kinetic += 0.5 * (plane_dot(w.x[a], t.x[a]) + plane_dot(w.p[a], t.p[a]));
  memset(&t, 0, sizeof t);
  subtract_plane_gravity(&group, 1, &t);
  for (int a = 0; a < NODES_OF(&group); a++) all.potential += plane_dot(f.x[a], t.x[a]) + plane_dot(f.p[a], t.p[a]);
  plane_strain_energy(&group, pair, &f, &all);
  write_terms(asked, &all, sum);
}
