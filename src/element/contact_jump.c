/* The jump terms of sliding contacts: the rows of the pair hold for the velocity after the jump, g_m . y = 0, with forces mu g_m. */
#include <string.h>
#include "element/contact_rows.h"
#include "element/elements.h"
#include "math/vec3.h"

/* velocities of the vectors at the mean configuration from the motion y of the local unknowns */
static void vector_velocities(const trm_ContactPair *c, const double *y, trm_ContactGradient *out) {
  for (int u = 0; u < c->vector_count; u++) {
    const double *own = y + 6 * c->node_of[u];
    if (c->turns[u])
      trm_cross(out->v[u], own + 3, c->m.v[u]);
    else
      trm_copy(out->v[u], own, 3);
  }
  out->s = y[c->s], out->phi = c->phi >= 0 ? y[c->phi] : 0;
}

/* d(g_m . y)/d(configuration f) of a row with gradient g and unit stiffness k, as forces on vectors of f and coordinates */
static void slope(const trm_ContactPair *c, const trm_ContactStiffness *k, const trm_ContactGradient *velocity,
                  trm_ContactGradient *out) {
  memset(out, 0, sizeof *out);
  for (int u = 0; u < c->vector_count; u++) {
    for (int v = 0; v < c->vector_count; v++)
      if (k->coupling[u][v] != 0) trm_add_scaled(out->v[v], k->coupling[u][v], velocity->v[u]);
    out->s += trm_dot(k->by_s[u], velocity->v[u]);
    out->phi += trm_dot(k->by_phi[u], velocity->v[u]);
    trm_add_scaled(out->v[u], velocity->s, k->of_s[u]);
    trm_add_scaled(out->v[u], velocity->phi, k->of_phi[u]);
  }
  out->s += k->s_s * velocity->s + k->phi_s * velocity->phi;
  out->phi += k->s_phi * velocity->s + k->phi_phi * velocity->phi;
}

/* the mean vectors turn with f: g_u . (omega x d v_m), d v_m = 1/2 dpsi x v_f */
static void add_turning(const trm_ContactPair *c, const trm_ContactGradient *g, const double *y, double *line) {
  for (int u = 0; u < c->vector_count; u++) {
    int psi = 6 * c->node_of[u] + 3;
    double moment[3], lever[3];
    if (!c->turns[u]) continue;
    trm_cross(moment, g->v[u], y + psi);
    trm_cross(lever, c->f.v[u], moment);
    for (int n = 0; n < 3; n++) line[psi + n] += 0.5 * lever[n];
  }
}

static void row_jump(const trm_ContactPair *c, const trm_Pair *pair, int r, const double *y, trm_JumpLocal *out) {
  const trm_Row *row = trm_contact_row(c->joint, r);
  int n = c->n, stride = 2 * n, at = c->first_row + r;
  trm_ContactGradient g, velocity, force, change;
  trm_ContactStiffness k;
  double mu = pair->scale * y[at], line[TRM_LOCAL_UNKNOWNS] = {0}, turned[TRM_LOCAL_UNKNOWNS] = {0};
  memset(&k, 0, sizeof k);
  vector_velocities(c, y, &velocity);
  trm_contact_row_mean(c, row, &g);
  trm_contact_row_stiffness(c, row, 1, &k);
  trm_contact_project(c, &c->m, &g, pair->scale, line);
  for (int i = 0; i < c->first_row; i++) {
    out->residual[n + at] += line[i] * y[i];
    out->residual[n + i] += line[i] * y[at];
    out->tangent[stride * (n + at) + n + i] += line[i];
    out->tangent[stride * (n + i) + n + at] += line[i];
  }
  slope(c, &k, &velocity, &change);
  trm_contact_project(c, &c->f, &change, 1, turned);
  add_turning(c, &g, y, turned);
  for (int i = 0; i < c->first_row; i++) out->tangent[stride * (n + at) + i] += pair->scale * turned[i];
  /* forces mu g_m change with f */
  force = g;
  for (int u = 0; u < c->vector_count; u++)
    for (int m = 0; m < 3; m++) force.v[u][m] *= mu;
  memset(&k, 0, sizeof k);
  trm_contact_row_stiffness(c, row, mu, &k);
  trm_contact_project_stiffness(c, &k, &force, out->tangent + (ptrdiff_t)stride * n, stride);
}

/* lambda = mu = 0, coordinates stay */
static void released_jump(const trm_ContactPair *c, const trm_Pair *pair, const double *y, trm_JumpLocal *out) {
  int n = c->n, stride = 2 * n, own = 6 * c->node_count;
  for (int i = own; i < c->n; i++) {
    bool row = i >= c->first_row;
    if (row &&
        (i - c->first_row >= c->joint->row_count || !trm_row_slides(trm_contact_row(c->joint, i - c->first_row))))
      continue;
    out->residual[n + i] = pair->scale * y[i];
    out->tangent[stride * (n + i) + n + i] = pair->scale;
  }
}

void trm_contact_jump(const trm_Model *model, const trm_Pair *pair, const trm_Jump *jump, int e, const double *y,
                      trm_JumpLocal *out) {
  const trm_Joint *joint = &pair->layout->joints[model->contacts[e].joint];
  int index = model->contacts[e].index;
  trm_ContactPair c;
  bool gone = trm_contact_released(joint, pair->x_i);
  if (gone)
    trm_contact_layout(model, joint, index, &c);
  else
    trm_contact_pair(model, joint, index, pair, &c);
  bool active = gone ? index == 0 : c.basis.active;
  out->n = active ? c.n : 0;
  if (!active) return;
  memset(out->residual, 0, sizeof(double) * 2 * (size_t)c.n);
  if (!jump->residual_only) memset(out->tangent, 0, sizeof(double) * 4 * (size_t)c.n * (size_t)c.n);
  if (gone)
    released_jump(&c, pair, y, out);
  else
    for (int r = 0; r < joint->row_count; r++)
      if (trm_row_slides(trm_contact_row(joint, r))) row_jump(&c, pair, r, y, out);
}
