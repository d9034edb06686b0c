/* The normal load N as a function of the wrench of the rows that hold, and its gradient (theory.md, "Friction and
   laws with states"). */
#include "element/joint_load.h"
#include <math.h>
#include <string.h>
#include "element/contact_rows.h"
#include "math/vec3.h"

/* The axis of a coordinate: mean and end vector, where the rotation that turns it stands among the unknowns of a row,
   and how the mean changes with the arc length of a curve. */
typedef struct Axis {
  double m[3], f[3], by_s[3];
  int psi;
} Axis;

/* along a curve: p_d, whose components are in the axes of the first side */
static Axis axis_on_curve(const trm_FramePair *frames) {
  Axis axis = {.psi = 3};
  for (int a = 0; a < 3; a++) {
    trm_add_scaled(axis.m, frames->curve.d[0][a], frames->m[0].e[a]);
    trm_add_scaled(axis.f, frames->curve.d[0][a], frames->f[0].e[a]);
    trm_add_scaled(axis.by_s, frames->curve.change[0][a], frames->m[0].e[a]);
  }
  return axis;
}

static Axis axis_of(const trm_Joint *joint, int c, const trm_FramePair *frames) {
  if (joint->path) return axis_on_curve(frames);
  const trm_Row *row = &joint->kind->rows[trm_coordinate_row(joint->kind, c)];
  bool angle = trm_row_turns(row);
  int side = angle && row->seen_from_l ? 1 : 0;
  Axis axis = {.psi = 6 * side + 3};
  const trm_RowForm *form = trm_row_form(row);
  for (int t = 0; t < (angle ? 1 : form->term_count); t++) {
    int a = angle ? 3 - row->a - row->b : trm_row_axis(row, form->terms[t].left.axis);
    double part = angle ? 1 : trm_term_factor(&form->terms[t], joint->parameters);
    trm_add_scaled(axis.m, part, frames->m[side].e[a]);
    trm_add_scaled(axis.f, part, frames->f[side].e[a]);
  }
  return axis;
}

/* N as a function of force, moment and axis direction, with its gradients */
typedef struct Contact {
  double value, by_force[3], by_moment[3], by_axis[3];
} Contact;

/* of the force and the moment that a pressure is made of: less is round-off, which has no direction */
static const double no_direction = 1e-9;

/* weight * |v|, v = part * f' + n x m * slope; n of length 1, so that v is normal to it */
static void add_end(Contact *contact, const double wrench[6], const double n[3], double part, double slope,
                    double weight) {
  const double *f = wrench, *m = wrench + 3;
  double v[3], turned[3], along = trm_dot(n, f);
  trm_cross(turned, n, m);
  for (int i = 0; i < 3; i++) v[i] = part * (f[i] - n[i] * along) + slope * turned[i];
  double size = trm_norm(v);
  contact->value += weight * size;
  if (!(size > no_direction * (trm_norm(f) + fabs(slope) * trm_norm(m)))) return;
  for (int i = 0; i < 3; i++) v[i] *= weight / size;
  trm_add_scaled(contact->by_force, part, v);
  trm_add_scaled(contact->by_axis, -part * along, v);
  trm_cross(turned, v, n);
  trm_add_scaled(contact->by_moment, slope, turned);
  trm_cross(turned, m, v);
  trm_add_scaled(contact->by_axis, slope, turned);
}

/* guided: the contact is along a curve or track, which has no face */
static Contact contact_of(const trm_LawContact *f, const double wrench[6], const double n[3], bool guided) {
  Contact contact = {0};
  double weight = f->lever, along = trm_dot(n, wrench), side = along > 0 ? 1 : along < 0 ? -1 : 0;
  if (f->length > 0) {
    add_end(&contact, wrench, n, 0.5, 1 / f->length, weight);
    add_end(&contact, wrench, n, 0.5, -1 / f->length, weight);
  } else {
    add_end(&contact, wrench, n, 1, 0, weight);
  }
  if (guided) return contact;
  contact.value += f->axial_radius * fabs(along);
  trm_add_scaled(contact.by_force, side * f->axial_radius, n);
  trm_add_scaled(contact.by_axis, side * f->axial_radius, wrench);
  return contact;
}

/* Rows that define no coordinate; those of a point on a curve or track do, together, but what they carry across it
   presses. */
static bool presses(const trm_Joint *joint, int r) {
  const trm_Row *row = &joint->kind->rows[joint->rows[r]];
  return row->coordinate < 0 || trm_row_keeps_coordinate(row);
}

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

/* What the rows exert on the slider per unit of their multipliers, at its point, and the direction of the track. */
typedef struct TrackContact {
  double unit[TRM_JOINT_ROWS][6];
  double along[3];
} TrackContact;

/* dC/ds of e_a . (r - x(s)) is -e_a . x' */
static void track_contact(const trm_Model *model, const trm_Joint *joint, const trm_Pair *pair, TrackContact *out) {
  memset(out, 0, sizeof *out);
  for (int e = 0; e < joint->track->count; e++) {
    trm_ContactPair c;
    double g[TRM_CONTACT_GRADIENT];
    trm_contact_pair(model, joint, e, pair, &c);
    for (int r = 0; c.active && r < joint->row_count; r++) {
      const trm_Row *row = trm_contact_row(joint, r);
      if (!trm_row_slides(row) || !presses(joint, r)) continue;
      trm_contact_row_mean(&c, row, g);
      if (trm_row_angular(row)) {
        trm_add_scaled(out->unit[r] + 3, 1, g + c.at[c.frame]);
        continue;
      }
      trm_add_scaled(out->unit[r], 1, g + c.at[c.slider]);
      trm_add_scaled(out->along, -g[c.s], c.m.v[c.frame + row->a]);
    }
  }
}

static void track_load(const trm_Model *model, const trm_Joint *joint, const trm_LawContact *shape,
                       const trm_Pair *pair, trm_NormalLoad *out) {
  TrackContact on;
  double wrench[6] = {0}, n[3];
  track_contact(model, joint, pair, &on);
  double length = trm_norm(on.along);
  for (int i = 0; i < 3; i++) n[i] = on.along[i] / length;
  for (int r = 0; r < joint->row_count; r++)
    for (int i = 0; i < 6; i++) wrench[i] += pair->scale * pair->lambda[joint->first_multiplier + r] * on.unit[r][i];
  Contact contact = contact_of(shape, wrench, n, true);
  out->value = contact.value;
  for (int r = 0; r < joint->row_count; r++)
    out->by_row[r] = pair->scale * (trm_dot(contact.by_force, on.unit[r]) + trm_dot(contact.by_moment, on.unit[r] + 3));
}

void trm_joint_normal_load(const trm_Model *model, const trm_Joint *joint, trm_ContactAt at, const trm_Pair *pair,
                           const trm_FramePair *frames, trm_NormalLoad *out) {
  *out = (trm_NormalLoad){0};
  if (trm_contact_released(joint, pair->x_i)) return;
  if (joint->track) {
    track_load(model, joint, at.shape, pair, out);
    return;
  }
  Axis axis = axis_of(joint, at.coordinate, frames);
  double wrench[6], n[3], length = trm_norm(axis.m), turned[3], across[3];
  for (int i = 0; i < 3; i++) n[i] = axis.m[i] / length;
  contact_wrench(joint, pair, frames, wrench);
  Contact contact = contact_of(at.shape, wrench, n, joint->path != NULL);
  out->value = contact.value;
  row_derivatives(joint, pair, frames, &contact, out);
  double along = trm_dot(contact.by_axis, n); /* n = a/|a|, and d(a_m) = 1/2 dpsi x a_f */
  for (int i = 0; i < 3; i++) across[i] = (contact.by_axis[i] - along * n[i]) / length;
  trm_cross(turned, axis.f, across);
  trm_add_scaled(out->by_motion + axis.psi, 0.5, turned);
  out->by_motion[12 + TRM_PATH_COORDINATE] += trm_dot(across, axis.by_s);
}
