#include "element/joint_load.h"
#include <math.h>
#include <string.h>
#include "element/contact_rows.h"
#include "math/vec3.h"

/* The axis of a coordinate: mean and end vector, and where the rotation that turns it stands among the 15 unknowns. */
typedef struct Axis {
  const double *m, *f;
  int psi;
} Axis;

static Axis axis_of(const trm_Row *row, const trm_FramePair *frames) {
  bool angle = row->type == TRM_ROW_ANGLE;
  int side = angle && row->seen_from_l ? 1 : 0, a = angle ? 3 - row->a - row->b : row->a;
  return (Axis){frames->m[side].e[a], frames->f[side].e[a], 6 * side + 3};
}

/* N as a function of force, moment and axis direction, with its gradients */
typedef struct Contact {
  double value, by_force[3], by_moment[3], by_axis[3];
} Contact;

/* weight * |v|, v = part * f' + n x m * slope; n of length 1, so that v is normal to it */
static void add_end(Contact *contact, const double wrench[6], const double n[3], double part, double slope,
                    double weight) {
  const double *f = wrench, *m = wrench + 3;
  double v[3], turned[3], along = trm_dot(n, f);
  trm_cross(turned, n, m);
  for (int i = 0; i < 3; i++) v[i] = part * (f[i] - n[i] * along) + slope * turned[i];
  double size = trm_norm(v);
  contact->value += weight * size;
  if (!(size > 1e-9 * (trm_norm(f) + fabs(slope) * trm_norm(m)))) return; /* round-off has no direction */
  for (int i = 0; i < 3; i++) v[i] *= weight / size;
  trm_add_scaled(contact->by_force, part, v);
  trm_add_scaled(contact->by_axis, -part * along, v);
  trm_cross(turned, v, n);
  trm_add_scaled(contact->by_moment, slope, turned);
  trm_cross(turned, m, v);
  trm_add_scaled(contact->by_axis, slope, turned);
}

static Contact contact_of(const trm_FrictionDef *f, const double wrench[6], const double n[3]) {
  Contact contact = {0};
  bool angular = trm_given(f, offsetof(trm_FrictionDef, radius));
  double weight = angular ? f->radius : 1, along = trm_dot(n, wrench), side = along > 0 ? 1 : along < 0 ? -1 : 0;
  if (f->length > 0) {
    add_end(&contact, wrench, n, 0.5, 1 / f->length, weight);
    add_end(&contact, wrench, n, 0.5, -1 / f->length, weight);
  } else {
    add_end(&contact, wrench, n, 1, 0, weight);
  }
  contact.value += f->axial_radius * fabs(along);
  trm_add_scaled(contact.by_force, side * f->axial_radius, n);
  trm_add_scaled(contact.by_axis, side * f->axial_radius, wrench);
  return contact;
}

/* calls for each active row that defines no coordinate */
static bool presses(const trm_Joint *joint, int r) { return joint->kind->rows[joint->rows[r]].coordinate < 0; }

static void contact_wrench(const trm_Joint *joint, const trm_Pair *pair, const trm_FramePair *frames,
                           double wrench[6]) {
  memset(wrench, 0, 6 * sizeof *wrench);
  for (int r = 0; r < joint->row_count; r++) {
    double g[TRM_ROW_UNKNOWNS], weight = pair->scale * pair->lambda[joint->first_multiplier + r];
    if (!presses(joint, r)) continue;
    trm_row_gradient(&joint->kind->rows[joint->rows[r]], joint->parameters, frames, g);
    for (int i = 0; i < 6; i++) wrench[i] += weight * g[6 + i];
  }
}

static void row_derivatives(const trm_Joint *joint, const trm_Pair *pair, const trm_FramePair *frames,
                            const Contact *contact, trm_NormalLoad *out) {
  double k[TRM_ROW_UNKNOWNS * TRM_ROW_UNKNOWNS] = {0};
  for (int r = 0; r < joint->row_count; r++) {
    const trm_Row *row = &joint->kind->rows[joint->rows[r]];
    double g[TRM_ROW_UNKNOWNS];
    if (!presses(joint, r)) continue;
    trm_row_gradient(row, joint->parameters, frames, g);
    out->by_row[r] = pair->scale * (trm_dot(contact->by_force, g + 6) + trm_dot(contact->by_moment, g + 9));
    trm_row_stiffness(row, joint->parameters, frames, pair->scale * pair->lambda[joint->first_multiplier + r], k);
  }
  for (int j = 0; j < TRM_ROW_UNKNOWNS; j++)
    for (int i = 0; i < 3; i++)
      out->by_motion[j] += contact->by_force[i] * k[TRM_ROW_UNKNOWNS * (6 + i) + j] +
                           contact->by_moment[i] * k[TRM_ROW_UNKNOWNS * (9 + i) + j];
}

/* ---- on a track ---- */

/* Multipliers of the point's rows and dC/ds of each, the direction of the track in the axes of the rows. */
typedef struct TrackContact {
  int row[3], count;
  double force[3], along[3];
} TrackContact;

static TrackContact track_contact(const trm_Model *model, const trm_Joint *joint, const trm_Pair *pair) {
  TrackContact out = {.count = 0};
  for (int r = 0; r < joint->row_count && out.count < 3; r++) {
    if (joint->kind->rows[joint->rows[r]].type != TRM_ROW_SLIDE_POINT) continue;
    out.force[out.count] = pair->scale * pair->lambda[joint->first_multiplier + r];
    out.row[out.count++] = r;
  }
  for (int e = 0; e < joint->track->count; e++) {
    trm_ContactPair c;
    trm_ContactGradient mean;
    trm_contact_pair(model, joint, e, pair, &c);
    for (int i = 0; c.basis.active && i < out.count; i++) {
      trm_contact_row_mean(&c, trm_contact_row(joint, out.row[i]), &mean);
      out.along[i] += mean.s;
    }
  }
  return out;
}

static void track_load(const trm_Model *model, const trm_Joint *joint, int c, const trm_Pair *pair,
                       trm_NormalLoad *out) {
  const trm_FrictionDef *f = &joint->laws[c].def->friction;
  if (trm_contact_released(joint, pair->x_i)) return;
  TrackContact contact = track_contact(model, joint, pair);
  double weight = trm_given(f, offsetof(trm_FrictionDef, radius)) ? f->radius : 1, across[3];
  double share = trm_dot(contact.force, contact.along) / trm_dot(contact.along, contact.along);
  for (int i = 0; i < 3; i++) across[i] = contact.force[i] - share * contact.along[i];
  double size = trm_norm(across);
  out->value = weight * size;
  if (!(size > 1e-9 * trm_norm(contact.force))) return;
  for (int i = 0; i < contact.count; i++) out->by_row[contact.row[i]] = pair->scale * weight * across[i] / size;
}

/* ---- on a curve ---- */

/* N = |l - t (t . l)/(t . t)|, l the multipliers (components in the axes of the curve), t = p_d:  dN = n . dl - (n . dt)(t . l)/(t . t) */
static void curve_load(const trm_Joint *joint, int c, const trm_Pair *pair, const trm_FramePair *frames,
                       trm_NormalLoad *out) {
  const trm_FrictionDef *f = &joint->laws[c].def->friction;
  const double *t = frames->curve.d[0], *change = frames->curve.change[0];
  double weight = trm_given(f, offsetof(trm_FrictionDef, radius)) ? f->radius : 1, force[3] = {0}, across[3];
  for (int r = 0; r < joint->row_count; r++) {
    const trm_Row *row = &joint->kind->rows[joint->rows[r]];
    if (row->type == TRM_ROW_CURVE) force[row->a] = pair->scale * pair->lambda[joint->first_multiplier + r];
  }
  double share = trm_dot(force, t) / trm_dot(t, t);
  for (int i = 0; i < 3; i++) across[i] = force[i] - share * t[i];
  double size = trm_norm(across);
  out->value = weight * size;
  if (!(size > 1e-9 * trm_norm(force))) return;
  for (int r = 0; r < joint->row_count; r++) {
    const trm_Row *row = &joint->kind->rows[joint->rows[r]];
    if (row->type == TRM_ROW_CURVE) out->by_row[r] = pair->scale * weight * across[row->a] / size;
  }
  out->by_motion[12 + TRM_PATH_COORDINATE] = -weight * share * trm_dot(across, change) / size;
}

void trm_joint_normal_load(const trm_Model *model, const trm_Joint *joint, int c, const trm_Pair *pair,
                           const trm_FramePair *frames, trm_NormalLoad *out) {
  *out = (trm_NormalLoad){0};
  if (joint->track) {
    track_load(model, joint, c, pair, out);
    return;
  }
  if (joint->path) {
    if (trm_contact_released(joint, pair->x_i)) return;
    curve_load(joint, c, pair, frames, out);
    return;
  }
  Axis axis = axis_of(&joint->kind->rows[trm_coordinate_row(joint->kind, c)], frames);
  double wrench[6], n[3], length = trm_norm(axis.m), turned[3], across[3];
  for (int i = 0; i < 3; i++) n[i] = axis.m[i] / length;
  contact_wrench(joint, pair, frames, wrench);
  Contact contact = contact_of(&joint->laws[c].def->friction, wrench, n);
  out->value = contact.value;
  row_derivatives(joint, pair, frames, &contact, out);
  double along = trm_dot(contact.by_axis, n); /* n = a/|a|, and d(a_m) = 1/2 dpsi x a_f */
  for (int i = 0; i < 3; i++) across[i] = (contact.by_axis[i] - along * n[i]) / length;
  trm_cross(turned, axis.f, across);
  trm_add_scaled(out->by_motion + axis.psi, 0.5, turned);
}
