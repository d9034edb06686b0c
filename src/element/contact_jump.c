/* The jump terms of sliding contacts: the rows of the pair hold for the velocity after the jump, g_m . y = 0, with
   forces mu g_m. */
#include <string.h>
#include "element/contact_rows.h"
#include "element/elements.h"
#include "math/vec3.h"

static void row_tangent(const trm_ContactPair *c, int r, const double *g, const double *y, double scale,
                        trm_JumpLocal *out) {
  int n = c->n, stride = 2 * n, at = c->first_row + r;
  double k[TRM_LOCAL_UNKNOWNS * TRM_LOCAL_UNKNOWNS], mu = scale * y[at];
  memset(k, 0, sizeof(double) * (size_t)(n * n));
  trm_contact_row_stiffness(c, trm_contact_row(c->joint, r), 1, k, n);
  for (int i = 0; i < c->first_row; i++) {
    out->tangent[stride * (n + at) + n + i] += scale * g[i];
    out->tangent[stride * (n + i) + n + at] += scale * g[i];
    for (int j = 0; j < c->first_row; j++) { /* g_m . y and the forces mu g_m change with f */
      out->tangent[stride * (n + at) + j] += scale * y[i] * k[n * i + j];
      out->tangent[stride * (n + i) + j] += mu * k[n * i + j];
    }
  }
}

static void row_jump(const trm_ContactPair *c, double scale, int r, const double *y, bool tangent, trm_JumpLocal *out) {
  int n = c->n, at = c->first_row + r;
  double g[TRM_CONTACT_GRADIENT];
  trm_contact_row_mean(c, trm_contact_row(c->joint, r), g);
  for (int i = 0; i < c->first_row; i++) {
    out->residual[n + at] += scale * g[i] * y[i];
    out->residual[n + i] += scale * g[i] * y[at];
  }
  if (tangent) row_tangent(c, r, g, y, scale, out);
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
  const trm_Joint *joint = &pair->layout->joints[model->on_joints.contacts[e].joint];
  int index = model->on_joints.contacts[e].index;
  trm_ContactPair c;
  bool gone = trm_contact_released(joint, pair->x_i);
  if (gone)
    trm_contact_layout(model, joint, index, &c);
  else
    trm_contact_pair(model, joint, index, pair, &c);
  bool active = gone ? index == 0 : c.active;
  out->n = active ? c.n : 0;
  if (!active) return;
  memset(out->residual, 0, sizeof(double) * 2 * (size_t)c.n);
  if (!jump->residual_only) memset(out->tangent, 0, sizeof(double) * 4 * (size_t)c.n * (size_t)c.n);
  if (gone)
    released_jump(&c, pair, y, out);
  else
    for (int r = 0; r < joint->row_count; r++)
      if (trm_row_slides(trm_contact_row(joint, r))) row_jump(&c, pair->scale, r, y, !jump->residual_only, out);
}
