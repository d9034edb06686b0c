/* Where joints and springs are: with a frame, along a beam, a curve or a surface, or between two points. */
#include <string.h>
#include "scene.h"

static Pose frame_now(const Scene *scene, const Instant *instant, const Frame *frame) {
  Pose carrier = scene_carrier(scene, instant, frame->carrier);
  return pose_product(&carrier, &frame->local);
}

/* where on the segment from a to b a point is nearest, 0 to 1, and the square of the distance */
static double nearest_on(const double a[3], const double b[3], const double point[3], double *distance) {
  double along[3], arm[3], at[3];
  subtract3(along, b, a);
  subtract3(arm, point, a);
  double length = dot3(along, along), share = length > 0 ? fmin(1, fmax(0, dot3(arm, along) / length)) : 0;
  memcpy(at, a, sizeof at);
  add3(at, share, along);
  subtract3(arm, point, at);
  *distance = dot3(arm, arm);
  return share;
}

/* between two quaternions of neighbouring sections, which differ little */
static void mix(const double a[4], const double b[4], double share, double out[4]) {
  double dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3], sign = dot < 0 ? -1 : 1, norm = 0;
  for (int n = 0; n < 4; n++) out[n] = (1 - share) * a[n] + share * sign * b[n], norm += out[n] * out[n];
  for (int n = 0; n < 4; n++) out[n] /= sqrt(norm);
}

/* axes of the section that is nearest: z along the beam, x and y as its e2 and e3 */
static void along_track(const Scene *scene, const Instant *instant, const Group *group, Pose *pose) {
  static const double to_track[4] = {0.5, 0.5, 0.5, 0.5}; /* e1 -> z, e2 -> x, e3 -> y */
  double nearest = INFINITY, section[4] = {1, 0, 0, 0}, distance;
  for (int k = 0; k < group->track_count; k++) {
    const Beam *beam = &scene->beams[group->track[k]];
    const Pose *stations = instant ? instant->stations[group->track[k]] : beam->reference;
    for (int s = 0; s + 1 < beam->stations; s++) {
      if ((s + 1) % (beam->order + 1) == 0) continue; /* the last of its element */
      double share = nearest_on(stations[s].position, stations[s + 1].position, pose->position, &distance);
      if (distance >= nearest) continue;
      nearest = distance;
      mix(stations[s].quaternion, stations[s + 1].quaternion, share, section);
    }
  }
  quaternion_product(section, to_track, pose->quaternion);
}

/* the direction of a line where it is nearest to a point */
static void tangent_near(const Guide *guide, const double point[3], double out[3]) {
  const Mesh *line = &guide->mesh;
  double nearest = INFINITY, distance;
  for (int i = 0; i + (guide->closed ? 0 : 1) < line->point_count; i++) {
    const double *a = line->points[i], *b = line->points[(i + 1) % line->point_count];
    nearest_on(a, b, point, &distance);
    if (distance >= nearest) continue;
    nearest = distance;
    subtract3(out, b, a);
  }
}

/* the normals of the triangles at the point of a surface that is nearest, by their areas */
static void normal_near(const Mesh *mesh, const double point[3], double out[3]) {
  double nearest = INFINITY, u[3], v[3], normal[3];
  int best = 0;
  for (int i = 0; i < mesh->point_count; i++) {
    double distance = distance3(mesh->points[i], point);
    if (distance < nearest) nearest = distance, best = i;
  }
  out[0] = out[1] = out[2] = 0;
  for (int t = 0; t < mesh->triangle_count; t++) {
    const int *corner = mesh->triangles[t];
    if (corner[0] != best && corner[1] != best && corner[2] != best) continue;
    subtract3(u, mesh->points[corner[1]], mesh->points[corner[0]]);
    subtract3(v, mesh->points[corner[2]], mesh->points[corner[0]]);
    cross3(normal, u, v);
    add3(out, 1, normal);
  }
}

static void along_guide(const Scene *scene, const Instant *instant, const Group *group, Pose *pose) {
  const Guide *guide = &scene->guides[group->guide];
  Pose carrier = scene_carrier(scene, instant, guide->carrier), back = pose_inverse(&carrier);
  double local[3], direction[3] = {0, 0, 1}, turned[3];
  pose_apply(&back, pose->position, local);
  if (guide->mesh.triangle_count > 0)
    normal_near(&guide->mesh, local, direction);
  else
    tangent_near(guide, local, direction);
  memset(carrier.position, 0, sizeof carrier.position);
  pose_apply(&carrier, direction, turned);
  if (unit3(turned)) quaternion_along(turned, pose->quaternion);
}

/* of its first length: what lies between points that meet keeps an extent, as viewers ask of a scale */
static const double FLAT = 1e-6;

Pose scene_group(const Scene *scene, const Instant *instant, const Group *group, double *stretch) {
  Pose pose = frame_now(scene, instant, &group->frames[0]);
  *stretch = 1;
  switch (group->move) {
  case MOVE_FRAME: break;
  case MOVE_TRACK: along_track(scene, instant, group, &pose); break;
  case MOVE_GUIDE: along_guide(scene, instant, group, &pose); break;
  case MOVE_LINE: {
    Pose end = frame_now(scene, instant, &group->frames[1]);
    double along[3];
    subtract3(along, end.position, pose.position);
    for (int n = 0; n < 3; n++) pose.position[n] += along[n] / 2;
    *stretch = fmax(length3(along) / group->length, FLAT);
    if (unit3(along)) quaternion_along(along, pose.quaternion);
    break;
  }
  }
  return pose;
}
