/* Joints: where their frames are, which laws act, which rows are needed. */
#include <math.h>
#include <string.h>
#include "build/beam_mesh.h"
#include "build/freeze_internal.h"
#include "element/contact.h"
#include "element/law.h"
#include "math/rotation.h"
#include "math/vec3.h"

static const double identity[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};

/* e3 along the axis; e1 towards `reference`, or from the axis (through `at`, or the point given on it) to the point
   `face` */
static bool given_axis(trm_Freeze *freeze, const trm_JointDef *def, const char *name, const double at[3],
                       double triads[2][9]) {
  bool has_reference = trm_given(def, offsetof(trm_JointDef, reference)),
       has_face = trm_given(def, offsetof(trm_JointDef, face));
  double towards[3];
  trm_copy(towards, def->reference, 3);
  if (has_face) trm_subtract(towards, def->face, def->axis.by_points ? def->axis.point : at);
  bool good = !has_face || trm_norm(towards) > 0;
  if (!good || !trm_triad_from_axis(def->axis.direction, has_reference || has_face ? towards : NULL, triads[0])) {
    trm_freeze_error(freeze,
                     trm_place_of(def, has_face ? offsetof(trm_JointDef, face) : offsetof(trm_JointDef, reference)),
                     has_face ? "joint \"%s\": the point of the face lies on the axis: it must be beside it"
                              : "joint \"%s\": reference must not be parallel to the axis",
                     name);
    return false;
  }
  trm_copy(triads[1], triads[0], 9);
  return true;
}

static bool turns(const trm_JointKind *kind) {
  for (int c = 0; c < kind->coordinate_count; c++)
    if (kind->coordinates[c].angular) return true;
  return false;
}

/* In a planar model what turns turns about z, and what slides slides in the plane. Joints with several coordinates are
   not judged. */
static bool axis_in_plane(trm_Freeze *freeze, const trm_JointDef *def, const char *name, const double triad[9]) {
  const trm_JointKind *kind = trm_joint_kind(freeze->registry, def->type);
  if (!freeze->model->space.planar || kind->coordinate_count != 1) return true;
  bool angular = kind->coordinates[0].angular,
       good = angular ? trm_along_z(triad + 2, 3) : fabs(triad[8]) < trm_meant_equal;
  if (!good)
    trm_freeze_error(freeze, def->bound.place,
                     angular
                         ? "joint \"%s\": in a planar model joints turn about z: the axis is [0, 0, 1]"
                         : "joint \"%s\": in a planar model joints slide in the x-y plane: the axis has no z component",
                     name);
  return good;
}

/* Both triads (columns) of a joint from `axis`, `orientation`, or the orientation of a marker; in a plane, bodies turn
   about z. */
static bool axis_triads(trm_Freeze *freeze, const trm_JointDef *def, const char *name, const trm_Target target[2],
                        const double at[3], double triads[2][9]) {
  if (trm_given(def, offsetof(trm_JointDef, orientation))) {
    for (int s = 0; s < 2; s++) trm_copy(triads[s], def->orientation, 9);
    return true;
  }
  if (trm_given(def, offsetof(trm_JointDef, axis))) return given_axis(freeze, def, name, at, triads);
  for (int s = 0; s < 2; s++) {
    const trm_Target *own = target[s].oriented ? &target[s] : &target[1 - s];
    if (!own->oriented && freeze->model->space.planar && turns(trm_joint_kind(freeze->registry, def->type))) {
      trm_copy(triads[s], identity, 9);
      continue;
    }
    if (!own->oriented) {
      trm_freeze_error(
          freeze, def->bound.place,
          "joint \"%s\": the axis is missing (axis: [0, 0, 1], or a marker with an orientation whose third axis "
          "it is)",
          name);
      return false;
    }
    trm_copy(triads[s], own->marker.triad, 9);
  }
  return true;
}

static double cosine_of(const double a[3], const double b[3]) {
  return fmax(-1, fmin(1, trm_dot(a, b) / (trm_norm(a) * trm_norm(b))));
}

static bool parallel(const double a[3], const double b[3]) {
  double normal[3];
  trm_cross(normal, a, b);
  return !(trm_norm(normal) > trm_meant_angle * trm_norm(a) * trm_norm(b));
}

/* e3 = first axis; e1 normal to it and to the slide, so that this lies in the plane (e2, e3), on the side of first x
   second axis: phi1 is then a small angle when the shafts are nearly in line. A slide along the first axis leaves e1
   towards the second. */
static bool slide_triad(const trm_JointDef *def, double triad[9]) {
  const double *axis = def->axes, *other = def->axes + 3;
  double side[3];
  if (parallel(def->slide, axis)) return trm_triad_from_axis(axis, other, triad);
  trm_cross(side, def->slide, axis);
  double sense = trm_dot(side, other) < 0 ? -1 : 1;
  for (int n = 0; n < 3; n++) side[n] *= sense;
  return trm_triad_from_axis(axis, side, triad);
}

/* e3^k = first axis, e3^l = second axis, e1^k towards e3^l, e1^l towards e3^k */
static bool cross_triads(trm_Freeze *freeze, const trm_JointDef *def, const char *name, double triads[2][9]) {
  const double *a = def->axes, *b = def->axes + 3;
  if (parallel(a, b)) {
    trm_freeze_error(freeze, trm_place_of(def, offsetof(trm_JointDef, axes)),
                     "joint \"%s\": the two axes of a cross point in two directions; these are parallel (a joint with "
                     "one axis: revolute, cylindrical)",
                     name);
    return false;
  }
  bool given = trm_given(def, offsetof(trm_JointDef, slide));
  if (given ? !slide_triad(def, triads[0]) : !trm_triad_from_axis(a, b, triads[0])) return false;
  return trm_triad_from_axis(b, a, triads[1]);
}

/* What the rows of a cross need of how it is drawn: the angle alpha of its axes, and that of the slide from e3 towards
   e2, beta. Directions that were meant to be perpendicular or parallel are. */
static void cross_numbers(trm_ModelJoint *joint, const trm_JointDef *def) {
  const double *triad = joint->side[0].triad, e2[3] = {triad[1], triad[4], triad[7]};
  double cosine = cosine_of(def->axes, def->axes + 3), along = 0, across = 1;
  if (fabs(cosine) < trm_meant_angle) cosine = 0;
  if (trm_given(def, offsetof(trm_JointDef, slide))) {
    along = cosine_of(def->slide, def->axes), across = cosine_of(def->slide, e2);
    if (parallel(def->slide, def->axes)) along = copysign(1, along), across = 0;
    if (fabs(along) < trm_meant_angle) along = 0, across = copysign(1, across);
    if (across < 0) along = -along, across = -across;
  }
  joint->parameters[TRM_COSINE_OF_AXES] = cosine, joint->parameters[TRM_SINE_OF_AXES] = sqrt(1 - cosine * cosine);
  joint->parameters[TRM_COSINE_OF_SLIDE] = along, joint->parameters[TRM_SINE_OF_SLIDE] = across;
}

/* e3 along each shaft; the second triad is the first, turned the shortest way: R = I + w~ + w~ w~/(1 + a.b), w = a x
   b */
static bool shaft_triads(trm_Freeze *freeze, const trm_JointDef *def, const char *name, double triads[2][9]) {
  double a[3], b[3], w[3];
  for (int n = 0; n < 3; n++) {
    a[n] = def->axes[n] / trm_norm(def->axes);
    b[n] = def->axes[3 + n] / trm_norm(def->axes + 3);
  }
  double cosine = trm_dot(a, b);
  if (!(cosine > -1 + trm_meant_angle) || !trm_triad_from_axis(a, NULL, triads[0])) {
    trm_freeze_error(freeze, trm_place_of(def, offsetof(trm_JointDef, axes)),
                     "joint \"%s\": the shafts point in opposite directions: reverse one of them", name);
    return false;
  }
  trm_cross(w, a, b);
  for (int column = 0; column < 3; column++) {
    double e[3] = {triads[0][column], triads[0][3 + column], triads[0][6 + column]}, once[3], twice[3];
    trm_cross(once, w, e);
    trm_cross(twice, w, once);
    for (int n = 0; n < 3; n++) triads[1][3 * n + column] = e[n] + once[n] + twice[n] / (1 + cosine);
  }
  return true;
}

/* The axes of a surface, or in which motions are measured: as given, or those of a marker, or the world's. */
static void surface_triads(const trm_JointDef *def, const trm_Target target[2], double triads[2][9]) {
  const double *own = target[0].oriented && !target[0].is_body ? target[0].marker.triad : identity;
  trm_copy(triads[0], trm_given(def, offsetof(trm_JointDef, orientation)) ? def->orientation : own, 9);
  trm_copy(triads[1], identity, 9);
}

/* The origin of the first side and the second side's own point. */
static void surface_points(const trm_Freeze *freeze, const trm_JointDef *def, const trm_Target target[2],
                           double at[2][3]) {
  for (int s = 0; s < 2; s++) trm_freeze_position(freeze, &target[s].marker, at[s]);
  if (trm_given(def, offsetof(trm_JointDef, axis)) && def->axis.by_points) trm_copy(at[0], def->axis.point, 3);
  if (trm_given(def, offsetof(trm_JointDef, at))) trm_copy(at[0], def->at, 3);
}

/* The first point goes along e3 of the triad to where it is nearest to the second. */
static void nearest_on_axis(const double triad[9], double at[2][3]) {
  double e3[3] = {triad[2], triad[5], triad[8]}, between[3];
  trm_subtract(between, at[1], at[0]);
  trm_add_scaled(at[0], trm_dot(e3, between), e3);
}

/* Where the joint's point is on each side. */
static bool joint_points(trm_Freeze *freeze, const trm_JointKind *kind, const trm_JointDef *def, const char *name,
                         const trm_Target target[2], double at[2][3]) {
  if (trm_given(def, offsetof(trm_JointDef, at))) {
    for (int s = 0; s < 2; s++) trm_copy(at[s], def->at, 3);
    return true;
  }
  if (trm_given(def, offsetof(trm_JointDef, axis)) && def->axis.by_points) {
    for (int s = 0; s < 2; s++) trm_copy(at[s], def->axis.point, 3);
    return true;
  }
  bool marker[2];
  for (int s = 0; s < 2; s++) {
    trm_freeze_position(freeze, &target[s].marker, at[s]);
    marker[s] = !target[s].is_ground && !target[s].is_body;
  }
  for (int s = 0; s < 2; s++) { /* the ground has no point of its own; a body takes the marker's */
    bool follows = target[s].is_ground || (target[s].is_body && marker[1 - s]);
    if (follows && !target[1 - s].is_ground) trm_copy(at[s], at[1 - s], 3);
  }
  double gap[3];
  trm_subtract(gap, at[1], at[0]);
  if (target[0].is_body && target[1].is_body && kind->anywhere)
    trm_copy(at[0], at[1], 3);
  else if (target[0].is_body && target[1].is_body && trm_norm(gap) > 0) {
    trm_freeze_error(
        freeze, def->bound.place,
        "joint \"%s\": its place is missing (at: [x, y, z]): the centres of mass of \"%s\" and \"%s\" differ", name,
        def->between[0].name, def->between[1].name);
    return false;
  }
  return true;
}

static bool joint_triads(trm_Freeze *freeze, const trm_JointKind *kind, const trm_Entry *entry,
                         const trm_Target target[2], const double at[3], double triads[2][9]) {
  const trm_JointDef *def = entry->data;
  const char *name = entry->name;
  switch (kind->frame) {
  case TRM_FRAME_AXIS:
    return axis_triads(freeze, def, name, target, at, triads) && axis_in_plane(freeze, def, name, triads[0]);
  case TRM_FRAME_HINGE: return axis_triads(freeze, def, name, target, at, triads);
  case TRM_FRAME_AXES: return cross_triads(freeze, def, name, triads);
  case TRM_FRAME_SHAFTS: return shaft_triads(freeze, def, name, triads);
  case TRM_FRAME_CURVE:
  case TRM_FRAME_SURFACE: surface_triads(def, target, triads); return true;
  case TRM_FRAME_POINT:
  case TRM_FRAME_NONE:
  case TRM_FRAME_ENDS:
  case TRM_FRAME_TRACK:
    surface_triads(def, target, triads);
    if (!kind->bushing && !trm_given(def, offsetof(trm_JointDef, orientation))) trm_copy(triads[0], identity, 9);
    trm_copy(triads[1], triads[0], 9);
    return true;
  }
  return false;
}

/* Does what the model says of the joint need the orientation of a side? Its constraints, and coordinates that are
   used. */
static bool uses_triad(const trm_JointKind *kind, const trm_JointDef *def, int side) {
  if (trm_joint_needs_triad(kind, side)) return true;
  for (int c = 0; c < kind->coordinate_count; c++)
    if (!kind->coordinates[c].share && def->coordinates.bound.given && def->coordinates.item[c].bound.given &&
        trm_row_needs_triad(&kind->rows[trm_coordinate_row(kind, c)], side))
      return true;
  return false;
}

static bool needs_orientation(trm_Freeze *freeze, const trm_JointKind *kind, const trm_JointDef *def, const char *name,
                              const trm_Target target[2]) {
  for (int s = 0; s < 2; s++)
    if (target[s].is_point_body && uses_triad(kind, def, s)) {
      trm_freeze_error(freeze, def->between[s].place,
                       "joint \"%s\": a %s joint needs the orientation of \"%s\", which is a point: give it an inertia "
                       "(inertia: [0, 0, 0] is allowed)",
                       name, kind->name, def->between[s].name);
      return false;
    }
  return true;
}

void trm_freeze_laws(trm_Freeze *freeze, trm_ModelJoint *joint, const trm_JointDef *def) {
  for (int c = 0; c < joint->kind->coordinate_count; c++) {
    const trm_CoordinateDef *laws = &def->coordinates.item[c];
    if (!def->coordinates.bound.table || !laws->bound.table) continue;
    joint->laws[c] = (trm_Laws){
        .drive = trm_given(laws, offsetof(trm_CoordinateDef, drive)) ? &laws->drive : NULL,
        .drive_rate = trm_given(laws, offsetof(trm_CoordinateDef, drive_rate)) ? &laws->drive_rate : NULL,
        .drive_scale = 1,
        .def = laws,
    };
    for (int k = 0; k < trm_law_kind_count; k++) {
      void *data = laws->laws[k] ? trm_freeze_law(freeze, &joint->laws[c], trm_law_kinds[k]) : NULL;
      if (data) trm_law_kinds[k]->freeze(laws->laws[k], data);
    }
  }
}

/* A parameter with the fallback "reference" takes its value from the reference configuration: the distance of the
   ends. */
void trm_freeze_parameters(trm_Freeze *freeze, trm_ModelJoint *joint, const trm_JointDef *def) {
  for (int p = 0; p < joint->kind->parameter_count; p++) {
    const trm_JointParameter *parameter = &joint->kind->parameters[p];
    size_t offset = offsetof(trm_JointDef, parameters) + (size_t)p * sizeof(double);
    joint->parameters[p] = def->parameters[p];
    if (!trm_given(def, offset) && parameter->fallback && strcmp(parameter->fallback, "reference") == 0) {
      double ends[2][3], between[3];
      for (int s = 0; s < 2; s++) trm_freeze_position(freeze, &joint->side[s], ends[s]);
      trm_subtract(between, ends[1], ends[0]);
      joint->parameters[p] = trm_norm(between);
      if (!(joint->parameters[p] > 0))
        trm_freeze_error(freeze, def->bound.place,
                         "joint \"%s\": the two points coincide; a %s joint needs a %s greater than zero", joint->name,
                         joint->kind->name, parameter->key);
    } else if (parameter->positive && !(joint->parameters[p] > 0)) {
      trm_freeze_error(freeze, trm_place_of(def, offset), "joint \"%s\": %s must be positive", joint->name,
                       parameter->key);
    }
  }
}

/* Surfaces are scaled by their gradient at the second side's point of the reference configuration. */
static void joint_surfaces(trm_Freeze *freeze, trm_ModelJoint *joint, const trm_JointDef *def) {
  for (int f = 0; f < joint->kind->function_count; f++) {
    double at[2][3], u[3], p[3], gradient[3];
    for (int s = 0; s < 2; s++) trm_freeze_position(freeze, &joint->side[s], at[s]);
    trm_subtract(u, at[1], at[0]);
    const double *t = joint->side[0].triad;
    for (int a = 0; a < 3; a++) p[a] = t[a] * u[0] + t[3 + a] * u[1] + t[6 + a] * u[2];
    double value = trm_function_derivatives(&def->functions[f], p, NULL, 3, gradient, NULL);
    if (freeze->model->space.planar) gradient[2] = 0;
    double steepness = trm_norm(gradient);
    joint->surfaces[f] = (trm_Surface){&def->functions[f], 1 / steepness};
    if (!isfinite(value) || !isfinite(steepness) || !isfinite(1 / steepness))
      trm_freeze_error(
          freeze, trm_place_of(def, offsetof(trm_JointDef, functions) + (size_t)f * sizeof(trm_Function)),
          "joint \"%s\": at the point of \"%s\", (%.6g, %.6g, %.6g) in the axes of the surface, %s is %.6g "
          "and its gradient (%.6g, %.6g, %.6g): neither may be infinite, and the gradient not zero",
          joint->name, def->between[1].name, p[0], p[1], p[2], joint->kind->functions[f].key, value, gradient[0],
          gradient[1], gradient[2]);
  }
}

static void warn_corner(trm_Freeze *freeze, const trm_ModelJoint *joint, trm_Place place,
                        const trm_CurveCorner *corner) {
  double p[3];
  trm_curve_path_at(joint->path, corner->s, p, NULL, NULL);
  trm_report(freeze->diagnostics, TRM_WARNING, place,
             "joint \"%s\": the curve has a corner of %.4g degrees at (%.6g, %.6g, %.6g), s = %.6g m, eta = %.6g: a "
             "dynamic run stops where the slider comes to it (spline: draws a smooth curve through points)",
             joint->name, corner->angle * 180 / TRM_PI, p[0], p[1], p[2], corner->s,
             trm_curve_path_eta(joint->path, corner->s, NULL, NULL));
}

/* Does the curve stay in a plane z = constant? In a planar model that is where its point moves. */
static bool in_plane(const trm_Curve *curve, const double *triad, double slack) {
  const double *z = triad + 6; /* the world's z in the axes of the curve */
  double first = 0;
  for (int p = 0; p < curve->count; p++)
    for (int i = 0; i <= curve->pieces[p].degree; i++) {
      const double *control = curve->pieces[p].control[i];
      double height = trm_dot(z, control) / control[3];
      if (p == 0 && i == 0) first = height;
      if (fabs(height - first) > slack) return false;
    }
  return true;
}

/* The second side inherits the curve's frame where it is in the reference configuration. */
static void follow_path(trm_ModelJoint *joint, double s) {
  trm_PathVectors vectors;
  const double *own = joint->side[0].triad;
  trm_curve_path_vectors(joint->path, s, vectors, NULL, NULL);
  for (int b = 0; b < 3; b++)
    for (int n = 0; n < 3; n++) joint->side[1].triad[3 * n + b] = trm_dot(own + 3 * n, vectors[1 + b]);
  for (int r = 0; r < joint->kind->row_count; r++)
    if (trm_row_form(&joint->kind->rows[r])->kernel == TRM_KERNEL_RELATION) joint->parameters[1] = s;
}

/* arc length where the second side is in the reference configuration */
static double reference_length(const trm_Freeze *freeze, const trm_ModelJoint *joint) {
  double at[2][3], u[3], p[3];
  const double *own = joint->side[0].triad;
  for (int s = 0; s < 2; s++) trm_freeze_position(freeze, &joint->side[s], at[s]);
  trm_subtract(u, at[1], at[0]);
  for (int a = 0; a < 3; a++) p[a] = own[a] * u[0] + own[3 + a] * u[1] + own[6 + a] * u[2];
  return trm_curve_path_nearest(joint->path, p, 0);
}

static void slide_on_path(trm_Freeze *freeze, trm_ModelJoint *joint, const trm_JointDef *def) {
  const trm_CurvePath *path = joint->path;
  double s = reference_length(freeze, joint);
  if (path->framed) follow_path(joint, s);
  joint->ends = (trm_Ends)def->ends;
  if (path->closed && trm_given(def, offsetof(trm_JointDef, ends)))
    trm_freeze_error(freeze, trm_place_of(def, offsetof(trm_JointDef, ends)),
                     "joint \"%s\": the curve is closed and has no ends", joint->name);
  trm_Slide slide = {.freeze = freeze,
                     .joint = joint,
                     .def = def,
                     .to = path->length,
                     .share = trm_curve_path_eta(path, s, NULL, NULL)};
  trm_freeze_slide(&slide);
}

static void joint_path(trm_Freeze *freeze, trm_ModelJoint *joint, const trm_JointDef *def) {
  trm_Place place = trm_curve_place(&def->curve, trm_place_of(def, offsetof(trm_JointDef, curve)));
  trm_CurvePath *path = TRM_ARENA_NEW(freeze->arena, trm_CurvePath, 1);
  trm_Curve curve;
  const char *reason = NULL;
  if (!path) return;
  if (!trm_make_curve(freeze->arena, &def->curve, &curve, &reason)) {
    if (reason) trm_freeze_error(freeze, place, "joint \"%s\": the curve %s", joint->name, reason);
    return;
  }
  static const double up[3] = {0, 0, 1};
  const double *normal =
      freeze->model->space.planar ? joint->side[0].triad + 6 : up; /* of the plane, in the axes of the curve */
  if (!trm_curve_path(freeze->arena, &curve, trm_joint_follows_curve(joint->kind) ? normal : NULL, path)) return;
  joint->path = path;
  slide_on_path(freeze, joint, def);
  for (int k = 0; k < path->corner_count; k++) warn_corner(freeze, joint, place, &path->corners[k]);
  if (freeze->model->space.planar && !in_plane(&curve, joint->side[0].triad, trm_meant_equal * curve.length))
    trm_freeze_error(freeze, place, "joint \"%s\": the curve leaves the plane of the model", joint->name);
}

/* The distance of the ends, by which lengths are measured. */
static void ends_number(trm_Freeze *freeze, trm_ModelJoint *joint, const trm_JointDef *def, double at[2][3]) {
  double gap[3];
  trm_subtract(gap, at[1], at[0]);
  joint->parameters[0] = trm_norm(gap);
  if (joint->parameters[0] > 0) return;
  trm_freeze_error(freeze, def->between[1].place,
                   "joint \"%s\": its ends are at the same point, where a distance has no direction; a joint of type "
                   "free measures displacements along axes",
                   joint->name);
}

static void freeze_joint(trm_Freeze *freeze, int j) {
  const trm_Entry *entry = &freeze->def.joints.items[j];
  const trm_JointDef *def = entry->data;
  trm_ModelJoint *joint = &freeze->joints[j];
  const trm_JointKind *kind = trm_joint_kind(freeze->registry, def->type);
  if (!kind) return; /* reported when the type was read */
  joint->name = entry->name, joint->place = entry->place, joint->kind = kind, joint->may_share = def->share;
  if (kind->frame == TRM_FRAME_TRACK || kind->frame == TRM_FRAME_NONE) {
    (kind->frame == TRM_FRAME_TRACK ? trm_freeze_slider : trm_freeze_coupling)(freeze, joint, def);
    return;
  }
  trm_Target target[2];
  double at[2][3], triads[2][9];
  for (int s = 0; s < 2; s++) target[s] = trm_freeze_find(freeze, def->between[s].name);
  if (target[0].marker.node == target[1].marker.node) {
    trm_freeze_error(freeze, def->between[1].place, "joint \"%s\": both sides are the same body", entry->name);
    return;
  }
  if (!needs_orientation(freeze, kind, def, entry->name, target)) return;
  if (kind->frame == TRM_FRAME_ENDS)
    for (int s = 0; s < 2; s++) trm_freeze_position(freeze, &target[s].marker, at[s]);
  else if (kind->frame == TRM_FRAME_SURFACE || kind->frame == TRM_FRAME_CURVE || kind->frame == TRM_FRAME_HINGE)
    surface_points(freeze, def, target, at);
  else if (!joint_points(freeze, kind, def, entry->name, target, at))
    return;
  if (!joint_triads(freeze, kind, entry, target, at[0], triads)) return;
  if (kind->frame == TRM_FRAME_HINGE) nearest_on_axis(triads[0], at);
  for (int s = 0; s < 2; s++) {
    joint->side[s] = trm_freeze_frame(freeze, &target[s], entry->name, at[s], triads[s]);
    trm_freeze_check_arm(freeze, &target[s], &joint->side[s], trm_place_of(def, offsetof(trm_JointDef, at)));
  }
  trm_freeze_laws(freeze, joint, def);
  trm_freeze_parameters(freeze, joint, def);
  if (kind->frame == TRM_FRAME_AXES) cross_numbers(joint, def);
  if (kind->frame == TRM_FRAME_ENDS && kind->parameter_count == 0) ends_number(freeze, joint, def, at);
  joint_surfaces(freeze, joint, def);
  if (kind->frame == TRM_FRAME_CURVE) joint_path(freeze, joint, def);
}

void trm_freeze_joints(trm_Freeze *freeze) {
  for (int j = 0; j < freeze->model->joint_count; j++) freeze_joint(freeze, j);
  for (int j = 0; j < freeze->model->joint_count; j++) trm_freeze_terms(freeze, j);
}

/* ---- sharing and counts ---- */

/* Rows that say what shared unknowns say already: the layout leaves them out. */
static void warn_implied(trm_Freeze *freeze, int j, const trm_JointSharing *sharing) {
  const trm_ModelJoint *joint = &freeze->joints[j];
  const char *implied = trm_sharing_implied(sharing);
  if (!implied) return;
  if (trm_joint_needs_reactions(joint))
    trm_freeze_error(freeze, joint->place,
                     "joint \"%s\": %s by its reactions, but what it locks is locked by other joints already, "
                     "so that they are not unique%s",
                     joint->name, joint->reacts ? "a formula goes" : "friction goes",
                     joint->reacts ? "" : ": give friction.normal");
  else
    trm_report(freeze->diagnostics, TRM_WARNING, joint->place,
               "joint \"%s\": what it locks (%s) is locked by other joints already; its share of the reaction is not "
               "unique and "
               "reported as zero",
               joint->name, implied);
}

/* In a planar model many rows hold by themselves (z = z, axes along z): a row whose gradient has no component on the
   planar unknowns at two different positions is not needed. */
static bool row_moves_in_plane(const trm_ModelJoint *joint, const trm_Row *row) {
  if (trm_row_slides(row)) return trm_freeze_slides_in_plane(joint, row);
  static const double turns[2][2] = {{0.3, -0.4}, {1.1, 0.7}};
  if (joint->kind->frame == TRM_FRAME_CURVE && !joint->path) return true; /* an error, reported */
  if (trm_row_form(row)->kernel == TRM_KERNEL_SURFACE)
    return true; /* its gradient in the plane was looked at where it is needed */
  for (int trial = 0; trial < 2; trial++) {
    trm_FramePair frames = {.surfaces = joint->surfaces};
    for (int c = 0; c < TRM_JOINT_COORDINATES; c++) frames.x_i[c] = frames.x_f[c] = 0.4 + 0.1 * c;
    frames.path = joint->path;
    for (int s = 0; s < 2; s++) {
      double z[3] = {0, 0, 1}, turn[9], triad[9];
      trm_rotation_from_axis(z, turns[trial][s], turn);
      trm_multiply(triad, turn, joint->side[s].triad);
      for (int a = 0; a < 3; a++)
        for (int n = 0; n < 3; n++) frames.f[s].e[a][n] = triad[3 * n + a];
      frames.f[s].y[0] = 0.2 + s, frames.f[s].y[1] = 0.1 - 0.7 * s;
      frames.i[s] = frames.m[s] = frames.f[s];
    }
    static const double no_gradient = 1e-12; /* of rows at sizes of about 1: the round-off of their products */
    double g[TRM_ROW_UNKNOWNS];
    trm_pair_path(&frames);
    trm_row_gradient(row, joint->parameters, &frames, g);
    static const int planar[] = {0, 1, 5, 6, 7, 11, 12, 13, 14, 15, 16, 17};
    for (size_t i = 0; i < sizeof planar / sizeof planar[0]; i++)
      if (fabs(g[planar[i]]) > no_gradient) return true;
  }
  return false;
}

static void count_law(trm_Model *model, trm_Law *law) {
  bool formula = law->kind->of_coordinate && law->kind->of_coordinate(law->data);
  law->state = model->on_joints.law_state_count, law->potential = formula ? model->forces.potential_count++ : -1;
  model->on_joints.law_state_count += law->kind->state_count;
}

static void count_joint(trm_Model *model, trm_ModelJoint *joint) {
  for (int r = 0; model->space.planar && r < joint->kind->row_count; r++)
    if (!row_moves_in_plane(joint, &joint->kind->rows[r])) joint->idle_rows |= 1u << r;
  joint->first_coordinate = model->coordinate_count;
  model->coordinate_count += joint->kind->coordinate_count;
  for (int c = 0; c < joint->kind->coordinate_count; c++) {
    const trm_Laws *laws = &joint->laws[c];
    for (int i = 0; i < laws->count; i++) count_law(model, &laws->items[i]);
  }
}

static void check_given_omega(trm_Freeze *freeze) {
  for (int b = 0; b < freeze->model->body_count; b++) {
    const trm_Body *body = &freeze->bodies[b];
    bool turning = body->omega_given && trm_norm(body->omega) > 0;
    if (turning && !body->is_point && freeze->sharing.triad[body->node] == 0)
      trm_freeze_error(freeze, body->place,
                       "body \"%s\" cannot turn (its joints fix its orientation), but an omega is given", body->name);
  }
}

void trm_freeze_sharing(trm_Freeze *freeze) {
  trm_Model *model = freeze->model;
  if (!trm_sharing_find(model, &(trm_LayoutOptions){.purpose = TRM_LAYOUT_MOTION}, &freeze->scratch, &freeze->sharing))
    return;
  for (int j = 0; j < model->joint_count; j++) {
    warn_implied(freeze, j, &freeze->sharing.joints[j]);
    count_joint(model, &freeze->joints[j]);
  }
  check_given_omega(freeze);
}
