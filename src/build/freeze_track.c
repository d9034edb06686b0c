/* Sliding joints: the beams they slide along, where the contact begins, what is said of the share of the length in
   terms of the length. */
#include <math.h>
#include <string.h>
#include "build/freeze_internal.h"
#include "element/contact.h"
#include "math/shape.h"
#include "math/vec3.h"

/* A sliding joint while it is made. */
typedef struct Maker {
  trm_Freeze *freeze;
  trm_ModelJoint *joint;
  const trm_JointDef *def;
  trm_Target slider;
  double at[3]; /* of the slider */
  trm_Track *track;
  trm_TrackElement *elements;
} Maker;

static int find_beam(const trm_Freeze *freeze, const char *name) {
  return trm_key_index_get(&freeze->beam_names, name);
}

static bool rotates(const trm_JointKind *kind) { return trm_joint_needs_triad(kind, 1); }

/* ---- the track --------------------------------------------------------------------------------------------------- */

static bool make_element(Maker *maker, const trm_Beam *beam, int e, double from, trm_TrackElement *out) {
  trm_Arena *arena = maker->freeze->arena;
  int order = beam->order, count = order / 2 + 1;
  double *points = TRM_ARENA_NEW(arena, double, order + 1), *gauss = TRM_ARENA_NEW(arena, double, 2 * count);
  if (!points || !gauss) return false;
  trm_lobatto_points(order, points);
  trm_gauss_legendre(count, gauss, gauss + count);
  for (int g = 0; g < count; g++) gauss[g] = 0.5 * (1 + gauss[g]), gauss[count + g] *= 0.5;
  *out = (trm_TrackElement){.element = beam->first_element + e,
                            .from = from + beam->spans[order * e],
                            .to = from + beam->spans[order * (e + 1)],
                            .points = points,
                            .gauss_count = count,
                            .gauss = gauss,
                            .weights = gauss + count};
  return true;
}

/* Beams follow each other where the last one ended. */
static bool check_junction(Maker *maker, int index, const trm_Beam *before, const trm_Beam *beam) {
  const trm_Freeze *freeze = maker->freeze;
  int end = before->nodes[before->node_count - 1], start = beam->nodes[0];
  double gap[3], turned = 0;
  trm_subtract(gap, freeze->nodes[start].at, freeze->nodes[end].at);
  const trm_Reference *name = &maker->def->along.items[index];
  if (trm_norm(gap) > trm_meant_equal * (before->length + beam->length)) {
    trm_freeze_error(maker->freeze, name->place,
                     "joint \"%s\": the beam \"%s\" does not start where \"%s\" ends: they are %.6g m apart",
                     maker->joint->name, beam->name, before->name, trm_norm(gap));
    return false;
  }
  for (int i = 0; i < 9; i++)
    turned = fmax(turned, fabs(beam->triads[0][i] - before->triads[before->node_count - 1][i]));
  if (rotates(maker->joint->kind) && turned > trm_meant_angle) {
    trm_freeze_error(
        maker->freeze, name->place,
        "joint \"%s\": the sections of \"%s\" and \"%s\" differ in orientation where the beams meet, which "
        "the slider cannot follow",
        maker->joint->name, before->name, beam->name);
    return false;
  }
  return true;
}

static bool carries_slider(const Maker *maker, const trm_Beam *beam) {
  for (int i = 0; i < beam->node_count; i++)
    if (beam->nodes[i] == maker->slider.marker.node) return true;
  return false;
}

static bool add_beam(Maker *maker, int index) {
  const trm_Reference *name = &maker->def->along.items[index];
  const trm_Beam *beam = &maker->freeze->beams[find_beam(maker->freeze, name->name)];
  if (carries_slider(maker, beam)) {
    trm_freeze_error(maker->freeze, name->place,
                     "joint \"%s\": a point of the beam \"%s\" cannot slide along the beam itself", maker->joint->name,
                     beam->name);
    return false;
  }
  if (index > 0) {
    int before = find_beam(maker->freeze, maker->def->along.items[index - 1].name);
    if (!check_junction(maker, index, &maker->freeze->beams[before], beam)) return false;
  }
  for (int e = 0; e < beam->element_count; e++)
    if (!make_element(maker, beam, e, maker->track->length, &maker->elements[maker->track->count++])) return false;
  maker->track->length += beam->length;
  return true;
}

/* ---- corners ----------------------------------------------------------------------------------------------------- */

static double angle_between(const double a[3], const double b[3]) {
  double across[3];
  trm_cross(across, a, b);
  return atan2(trm_norm(across), trm_dot(a, b));
}

/* between the sections of two elements where they meet: e1 is the direction of the beam's own curve */
static int previous(const Maker *maker, int e) { return e > 0 ? e - 1 : maker->track->count - 1; }

static double corner_before(const Maker *maker, int e) {
  const trm_BeamElement *elements = maker->freeze->model->mesh.elements;
  const trm_BeamElement *before_it = &elements[maker->elements[previous(maker, e)].element],
                        *after = &elements[maker->elements[e].element];
  const double *end = before_it->triads[before_it->node_count - 1], *start = after->triads[0];
  return angle_between((double[3]){end[0], end[3], end[6]}, (double[3]){start[0], start[3], start[6]});
}

static void axis_at(const Maker *maker, const trm_TrackElement *element, double sigma, double out[3][3]);

/* between the axes that the two elements themselves have there */
static double kink_before(const Maker *maker, int e) {
  double ending[3][3], starting[3][3];
  const trm_TrackElement *last = &maker->elements[previous(maker, e)];
  axis_at(maker, last, last->to, ending);
  axis_at(maker, &maker->elements[e], maker->elements[e].from, starting);
  return angle_between(ending[1], starting[1]);
}

static const char *beam_name(const Maker *maker, int e) {
  const trm_Freeze *freeze = maker->freeze;
  return freeze->beams[freeze->model->mesh.elements[maker->elements[e].element].beam].name;
}

static const double coarse = 1.0 / 57; /* rad, a degree: a corner that only the mesh makes */

static bool find_corners(Maker *maker) {
  trm_Track *track = maker->track;
  trm_CurveCorner *corners = TRM_ARENA_NEW(maker->freeze->arena, trm_CurveCorner, track->count);
  track->corners = corners;
  if (!corners) return false;
  for (int e = track->closed ? 0 : 1; e < track->count; e++) {
    double angle = corner_before(maker, e);
    if (angle > trm_meant_angle) corners[track->corner_count++] = (trm_CurveCorner){maker->elements[e].from, angle};
  }
  return true;
}

/* s is known: the contact has been placed */
static void warn_corners(const Maker *maker) {
  const trm_Track *track = maker->track;
  trm_Place place = trm_place_of(maker->def, offsetof(trm_JointDef, along));
  double worst = 0;
  int where = 0;
  for (int e = track->closed ? 0 : 1; e < track->count; e++) {
    double angle = corner_before(maker, e), kink = angle > trm_meant_angle ? 0 : kink_before(maker, e);
    if (kink > worst) worst = kink, where = e;
    if (angle > trm_meant_angle)
      trm_report(maker->freeze->diagnostics, TRM_WARNING, place,
                 "joint \"%s\": the track has a corner of %.4g degrees on the way from beam \"%s\" to \"%s\", s = %.6g "
                 "m: a dynamic run stops where the slider comes to it (let the beams meet smoothly: an arc, a spline)",
                 maker->joint->name, angle * 180 / TRM_PI, beam_name(maker, previous(maker, e)), beam_name(maker, e),
                 maker->elements[e].from - track->start);
  }
  if (worst > coarse)
    trm_report(maker->freeze->diagnostics, TRM_WARNING, place,
               "joint \"%s\": elements of the beam \"%s\" meet at angles of up to %.4g degrees, though its curve is "
               "smooth: the slider goes round them, and keeps its energy, but the path is that of the mesh. Use more "
               "elements, or order: 2 or 3",
               maker->joint->name, beam_name(maker, where), worst * 180 / TRM_PI);
}

/* ---- rings ------------------------------------------------------------------------------------------------------- */

static bool holds_all(const trm_JointKind *kind) {
  bool point = false, triad = false;
  for (int r = 0; r < kind->row_count; r++) {
    point |= kind->rows[r].sharing == TRM_SHARE_POINT;
    triad |= kind->rows[r].sharing == TRM_SHARE_TRIAD;
  }
  return point && triad;
}

/* Is the end of the track held at its start by a joint that leaves no motion? Joints may follow that are not frozen
   yet: they are looked up as written. */
static bool ends_held_together(const Maker *maker, int end, int start) {
  const trm_Freeze *freeze = maker->freeze;
  for (int j = 0; j < freeze->def.joints.count; j++) {
    const trm_JointDef *def = freeze->def.joints.items[j].data;
    const trm_JointKind *kind = trm_joint_kind(freeze->registry, def->type);
    if (!kind || !holds_all(kind) || !def->between[0].name || !def->between[1].name) continue;
    int a = trm_freeze_find(freeze, def->between[0].name).marker.node,
        b = trm_freeze_find(freeze, def->between[1].name).marker.node;
    if ((a == end && b == start) || (a == start && b == end)) return true;
  }
  return false;
}

/* A track whose end is held at its start goes round. */
static bool close_track(Maker *maker) {
  const trm_Freeze *freeze = maker->freeze;
  const trm_Names *along = &maker->def->along;
  const trm_Beam *first = &freeze->beams[find_beam(freeze, along->items[0].name)];
  const trm_Beam *last = &freeze->beams[find_beam(freeze, along->items[along->count - 1].name)];
  int end = last->nodes[last->node_count - 1], start = first->nodes[0];
  double gap[3];
  trm_subtract(gap, freeze->nodes[start].at, freeze->nodes[end].at);
  if (trm_norm(gap) > trm_meant_equal * maker->track->length || !ends_held_together(maker, end, start)) return true;
  if (!check_junction(maker, 0, last, first)) return false;
  if (maker->track->count < 2) {
    trm_freeze_error(maker->freeze, along->items[0].place,
                     "joint \"%s\": a track that is closed has two elements at least: raise `elements` of \"%s\"",
                     maker->joint->name, first->name);
    return false;
  }
  if (trm_given(maker->def, offsetof(trm_JointDef, ends))) {
    trm_freeze_error(maker->freeze, trm_place_of(maker->def, offsetof(trm_JointDef, ends)),
                     "joint \"%s\": the track is closed and has no ends", maker->joint->name);
    return false;
  }
  maker->track->closed = true;
  return true;
}

static bool make_track(Maker *maker) {
  trm_Arena *arena = maker->freeze->arena;
  int elements = 0;
  for (int i = 0; i < maker->def->along.count; i++)
    elements += maker->freeze->beams[find_beam(maker->freeze, maker->def->along.items[i].name)].element_count;
  maker->track = TRM_ARENA_NEW(arena, trm_Track, 1);
  maker->elements = TRM_ARENA_NEW(arena, trm_TrackElement, elements);
  if (!maker->track || !maker->elements) return false;
  maker->track->elements = maker->elements, maker->joint->ends = (trm_Ends)maker->def->ends;
  for (int i = 0; i < maker->def->along.count; i++)
    if (!add_beam(maker, i)) return false;
  maker->joint->track = maker->track;
  return close_track(maker) && find_corners(maker);
}

/* ---- where the contact is ---------------------------------------------------------------------------------------- */

/* position, slope and curvature of the axis in the reference configuration */
static void axis_at(const Maker *maker, const trm_TrackElement *element, double sigma, double out[3][3]) {
  const trm_BeamElement *beam = &maker->freeze->model->mesh.elements[element->element];
  double h[3][TRM_BEAM_NODES], stretch = 2 / (element->to - element->from), scale = 1;
  trm_lagrange_on(element->points, beam->node_count - 1, stretch * (sigma - element->from) - 1, h[0], h[1], h[2]);
  for (int d = 0; d < 3; d++, scale *= stretch) {
    out[d][0] = out[d][1] = out[d][2] = 0;
    for (int a = 0; a < beam->node_count; a++)
      trm_add_scaled(out[d], scale * h[d][a], maker->freeze->nodes[beam->nodes[a]].at);
  }
}

static double distance_at(const Maker *maker, const trm_TrackElement *element, double sigma) {
  double axis[3][3], gap[3];
  axis_at(maker, element, sigma, axis);
  trm_subtract(gap, maker->at, axis[0]);
  return trm_norm(gap);
}

enum { SAMPLES = 8, REFINEMENTS = 30 };
/* of the length of the track: Newton's method stands still to four units of the last digit */
static const double found_place = 1e-15;

/* the nearest place on an element: the best of some samples, then (at - x) . x' = 0 by Newton's method */
static double nearest_on(const Maker *maker, const trm_TrackElement *element, double *distance) {
  double best = element->from, length = element->to - element->from;
  *distance = distance_at(maker, element, best);
  for (int k = 1; k <= SAMPLES; k++) {
    double sigma = k == SAMPLES ? element->to : element->from + length * k / SAMPLES;
    double d = distance_at(maker, element, sigma);
    if (d < *distance) best = sigma, *distance = d;
  }
  for (int k = 0; k < REFINEMENTS; k++) {
    double axis[3][3], gap[3];
    axis_at(maker, element, best, axis);
    trm_subtract(gap, maker->at, axis[0]);
    double size = trm_dot(axis[1], axis[1]), curvature = size - trm_dot(gap, axis[2]);
    double next = best + trm_dot(gap, axis[1]) / fmax(curvature, 0.5 * size);
    next = fmax(element->from, fmin(element->to, next));
    if (fabs(next - best) <= found_place * maker->track->length) break;
    best = next;
  }
  *distance = distance_at(maker, element, best);
  return best;
}

static int find_start(Maker *maker) {
  double least = INFINITY, distance;
  int found = 0;
  for (int e = 0; e < maker->track->count; e++) {
    double sigma = nearest_on(maker, &maker->elements[e], &distance);
    if (distance < least * (1 - trm_meant_equal)) least = distance, maker->track->start = sigma, found = e;
  }
  return found;
}

/* The section's axes there (columns): the polar factor of the interpolated directors. */
static void section_triad(const Maker *maker, int e, double triad[9]) {
  const trm_TrackElement *element = &maker->elements[e];
  const trm_BeamElement *beam = &maker->freeze->model->mesh.elements[element->element];
  double h[3][TRM_BEAM_NODES], xi = 2 * (maker->track->start - element->from) / (element->to - element->from) - 1;
  trm_lagrange_on(element->points, beam->node_count - 1, xi, h[0], h[1], h[2]);
  for (int i = 0; i < 9; i++) {
    triad[i] = 0;
    for (int a = 0; a < beam->node_count; a++) triad[i] += h[0][a] * beam->triads[a][i];
  }
  for (int k = 0; k < 6; k++) { /* D <- D (3 - D^T D) / 2 */
    double product[9] = {0}, factor[9], next[9];
    for (int i = 0; i < 9; i++)
      for (int n = 0; n < 3; n++) product[i] += triad[3 * n + i / 3] * triad[3 * n + i % 3];
    for (int i = 0; i < 9; i++) factor[i] = (i % 4 == 0 ? 1.5 : 0) - 0.5 * product[i];
    trm_multiply(next, triad, factor);
    trm_copy(triad, next, 9);
  }
}

static void place_frames(Maker *maker) {
  trm_Freeze *freeze = maker->freeze;
  trm_ModelJoint *joint = maker->joint;
  int e = find_start(maker);
  const trm_BeamElement *beam = &freeze->model->mesh.elements[maker->elements[e].element];
  double triad[9];
  section_triad(maker, e, triad);
  joint->side[0] = (trm_Marker){.name = joint->name, .node = beam->nodes[0]};
  trm_copy(joint->side[0].triad, triad, 9);
  joint->side[1] = trm_freeze_frame(freeze, &maker->slider, joint->name, maker->at, triad);
  trm_freeze_check_arm(freeze, &maker->slider, &joint->side[1], trm_place_of(maker->def, offsetof(trm_JointDef, at)));
  maker->track->frame = maker->slider.is_point_body ? joint->side[0] : joint->side[1];
}

/* ---- laws -------------------------------------------------------------------------------------------------------- */

/* axial stiffness of the stiffest beam over the length of the track, for walls of which nothing is said */
static double axial_stiffness(const Maker *maker) {
  double axial = 0;
  for (int e = 0; e < maker->track->count; e++)
    axial = fmax(axial, maker->freeze->model->mesh.elements[maker->elements[e].element].strain[0].stiffness[0]);
  return axial / maker->track->length;
}

static void make_laws(Maker *maker) {
  double length = maker->track->length, start = maker->track->start;
  trm_Slide slide = {.freeze = maker->freeze,
                     .joint = maker->joint,
                     .def = maker->def,
                     .from = -start,
                     .to = length - start,
                     .share = start / length,
                     .stiffness = axial_stiffness(maker)};
  trm_freeze_laws(maker->freeze, maker->joint, maker->def);
  trm_freeze_slide(&slide);
}

void trm_freeze_slider(trm_Freeze *freeze, trm_ModelJoint *joint, const trm_JointDef *def) {
  Maker maker = {.freeze = freeze, .joint = joint, .def = def, .slider = trm_freeze_find(freeze, def->slider.name)};
  bool placed = trm_given(def, offsetof(trm_JointDef, at));
  if (placed)
    trm_copy(maker.at, def->at, 3);
  else
    trm_freeze_position(freeze, &maker.slider.marker, maker.at);
  if (maker.slider.is_ground && !placed) {
    trm_freeze_error(freeze, def->slider.place,
                     "joint \"%s\": the place of the slider on the ground is missing (at: [x, y, z])", joint->name);
    return;
  }
  if (maker.slider.is_point_body && rotates(joint->kind)) {
    trm_freeze_error(freeze, def->slider.place,
                     "joint \"%s\": a %s joint needs the orientation of \"%s\", which is a point: give it an inertia "
                     "(inertia: [0, 0, 0] is allowed)",
                     joint->name, joint->kind->name, def->slider.name);
    return;
  }
  if (!make_track(&maker)) return;
  place_frames(&maker);
  warn_corners(&maker);
  trm_freeze_parameters(freeze, joint, def);
  make_laws(&maker);
}

/* In the plane x, y only displacements there and rotations about z count. */
bool trm_freeze_slides_in_plane(const trm_ModelJoint *joint, const trm_Row *row) {
  const double *triad = joint->track->frame.triad; /* columns */
  if (!trm_row_angular(row)) return hypot(triad[row->a], triad[3 + row->a]) > trm_meant_equal;
  int third = 3 - row->a - row->b;
  return fabs(triad[6 + third]) > trm_meant_equal;
}

/* ---- all of them ------------------------------------------------------------------------------------------------- */

static bool joined(const trm_Freeze *freeze, int a, int b) {
  for (int j = 0; j < freeze->model->joint_count; j++) {
    const trm_ModelJoint *joint = &freeze->joints[j];
    if (joint->track) continue;
    if ((joint->side[0].node == a && joint->side[1].node == b) ||
        (joint->side[0].node == b && joint->side[1].node == a))
      return true;
  }
  return false;
}

static void check_joined(trm_Freeze *freeze, const trm_ModelJoint *joint) {
  const trm_Model *model = freeze->model;
  for (int e = 1; e < joint->track->count; e++) {
    const trm_BeamElement *before = &model->mesh.elements[joint->track->elements[e - 1].element],
                          *after = &model->mesh.elements[joint->track->elements[e].element];
    int end = before->nodes[before->node_count - 1], start = after->nodes[0];
    if (before->beam != after->beam && !joined(freeze, end, start))
      trm_freeze_error(
          freeze, joint->place,
          "joint \"%s\": the beams \"%s\" and \"%s\" that it slides along are not joined: add {type: rigid, "
          "between: [%s.end, %s.start]}",
          joint->name, freeze->beams[before->beam].name, freeze->beams[after->beam].name,
          freeze->beams[before->beam].name, freeze->beams[after->beam].name);
  }
}

void trm_freeze_contacts(trm_Freeze *freeze) {
  trm_Model *model = freeze->model;
  int total = 0;
  for (int j = 0; j < model->joint_count; j++)
    if (freeze->joints[j].track) check_joined(freeze, &freeze->joints[j]), total += freeze->joints[j].track->count;
  trm_Contact *contacts = TRM_ARENA_NEW(freeze->arena, trm_Contact, total);
  if (!contacts) return;
  for (int j = 0; j < model->joint_count; j++)
    for (int e = 0; freeze->joints[j].track && e < freeze->joints[j].track->count; e++)
      contacts[model->on_joints.contact_count++] = (trm_Contact){j, e};
  model->on_joints.contacts = contacts;
}
