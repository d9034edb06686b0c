/* Panels on which quadrature and frames are exact, s to u by Newton's method, ends, the nearest point (theory.md,
   "Curves that bodies carry"). */
#include "math/curve_path.h"
#include <assert.h>
#include <math.h>
#include <stddef.h>
#include "math/math_numbers.h"
#include "math/vec3.h"

/* rad, between the tangents where a path ends and starts: chosen larger than a corner, because a curve is closed by
   hand; other sizes are not tested */
static const double closed_angle = 1e-6;

static bool is_closed(const trm_Curve *curve) {
  const trm_CurvePlace start = {0, 0}, end = {curve->count - 1, 1};
  double from[3], to[3], first[3], last[3], gap[3], turn[3];
  trm_curve_evaluate(&curve->pieces[start.piece], start.u, from, NULL, NULL);
  trm_curve_evaluate(&curve->pieces[end.piece], end.u, to, NULL, NULL);
  trm_curve_tangent(curve, start, first);
  trm_curve_tangent(curve, end, last);
  trm_subtract(gap, to, from);
  trm_subtract(turn, last, first);
  return trm_norm(gap) <= trm_same_point * curve->length && trm_norm(turn) <= closed_angle;
}

/* ---- arc length by panels ---------------------------------------------------------------------------------------- */

enum { MOST_PANELS = 256 }; /* of a piece */
/* what halving a panel may change: of a unit vector that was carried over it; of the length of the curve. Four to
   seven units of the last digit, the round-off of the sums */
static const double carried_round_off = 1.5e-15, length_round_off = 1e-15;

static double length_between(const trm_CurvePath *path, int piece, double from, double to) {
  const trm_CurveRule *rule = trm_curve_rule();
  double sum = 0, half = 0.5 * (to - from), middle = 0.5 * (from + to);
  for (int k = 0; k < TRM_CURVE_POINTS; k++)
    sum += rule->weight[k] * trm_curve_speed(&path->curve.pieces[piece], middle + half * rule->at[k]);
  return half * sum;
}

/* a direction that is far from the tangent */
static void some_normal(const double tangent[3], double normal[3]) {
  for (int n = 0; n < 3; n++) normal[n] = 0;
  normal[fabs(tangent[2]) < 0.8 ? 2 : 0] = 1;
}

/* Is a frame that is carried over a panel at once the one that is carried over its halves? */
static bool carries(const trm_CurvePath *path, int piece, double from, double to) {
  const trm_CurvePiece *on = &path->curve.pieces[piece];
  trm_FrameStation start = {.place = {piece, from}}, middle = {.place = {piece, 0.5 * (from + to)}};
  double e1[3], whole[3], halves[3], rest[3], axis[3];
  trm_curve_tangent(&path->curve, start.place, start.e1);
  some_normal(start.e1, axis);
  trm_cross(start.e2, start.e1, axis);
  double length = trm_norm(start.e2);
  for (int n = 0; n < 3; n++) start.e2[n] /= length;
  trm_frame_carry(on, &start, to, e1, whole);
  if (trm_dot(e1, start.e1) < 0.5) return false; /* far from turning back, where no rotation is the smallest */
  trm_frame_carry(on, &start, middle.place.u, middle.e1, middle.e2);
  trm_frame_carry(on, &middle, to, e1, halves);
  trm_subtract(rest, whole, halves);
  return trm_norm(rest) <= carried_round_off;
}

/* the number of equal panels of a piece on each of which the quadrature is exact: halving them changes nothing */
static int panels_needed(const trm_CurvePath *path, int piece) {
  for (int count = 1; count < MOST_PANELS; count *= 2) {
    bool exact = true;
    for (int k = 0; k < count && exact; k++) {
      double from = (double)k / count, to = (double)(k + 1) / count, middle = 0.5 * (from + to);
      double halves = length_between(path, piece, from, middle) + length_between(path, piece, middle, to);
      exact = fabs(halves - length_between(path, piece, from, to)) <= length_round_off * path->curve.length;
      if (exact && path->framed) exact = carries(path, piece, from, to);
    }
    if (exact) return count;
  }
  return MOST_PANELS;
}

/* ---- frames and corners ------------------------------------------------------------------------------------------ */

/* Each panel's frame is carried from the one before. What the frame of a closed path has turned about the tangent after
   one round is spread over the length. */
static void carry_frames(trm_CurvePath *path, const double *normal, trm_CurvePanel *panels) {
  const trm_CurvePiece *pieces = path->curve.pieces;
  const trm_FrameStation *first = &panels[0].station;
  trm_FrameStation end;
  double axis[3], side[3];
  if (!trm_frame_first(&path->curve, normal, &panels[0].station)) {
    some_normal(first->e1, axis);
    trm_frame_first(&path->curve, axis, &panels[0].station);
  }
  for (int i = 0; i < path->count; i++) {
    end.place = (trm_CurvePlace){panels[i].station.place.piece, panels[i].to};
    trm_frame_carry(&pieces[end.place.piece], &panels[i].station, panels[i].to, end.e1, end.e2);
    if (i + 1 == path->count) break;
    trm_FrameStation *next = &panels[i + 1].station;
    trm_frame_over(&pieces[next->place.piece], &end, next);
  }
  trm_cross(side, first->e1, first->e2);
  if (path->closed) path->twist = -atan2(trm_dot(end.e2, side), trm_dot(end.e2, first->e2)) / path->length;
}

static bool find_corners(trm_Arena *arena, trm_CurvePath *path) {
  const trm_Curve *curve = &path->curve;
  trm_CurveCorner *corners = TRM_ARENA_NEW(arena, trm_CurveCorner, curve->segments);
  path->corners = corners;
  if (!corners) return false;
  for (int i = 1; i < path->count; i++) {
    trm_CurvePlace place = path->panels[i].station.place;
    double before[3], after[3], across[3];
    if (place.u > 0 || !curve->pieces[place.piece].corner) continue;
    trm_curve_tangent(curve, (trm_CurvePlace){place.piece - 1, 1}, before);
    trm_curve_tangent(curve, place, after);
    trm_cross(across, before, after);
    double angle = atan2(trm_norm(across), trm_dot(before, after));
    if (angle > trm_corner_angle) corners[path->corner_count++] = (trm_CurveCorner){path->panels[i].start, angle};
  }
  return true;
}

static void by_arc_length(const trm_CurvePiece *piece, double u, double p[3], double d[3], double dd[3]);

/* of the curvatures, and of that of a circle whose circumference is about the path */
static const double curvature_round_off = 1e-7;

/* Does the curvature jump between the end of a piece and the start of another? By more than the round-off of second
   derivatives. */
static bool bends_between(const trm_CurvePath *path, int before, int after) {
  double p[3], d[3], k[2][3], jump[3];
  by_arc_length(&path->curve.pieces[before], 1, p, d, k[0]);
  by_arc_length(&path->curve.pieces[after], 0, p, d, k[1]);
  trm_subtract(jump, k[1], k[0]);
  return trm_norm(jump) > curvature_round_off * (trm_norm(k[0]) + trm_norm(k[1]) + 1 / path->length);
}

static bool find_bends(trm_Arena *arena, trm_CurvePath *path) {
  const trm_Curve *curve = &path->curve;
  double *bends = TRM_ARENA_NEW(arena, double, curve->count);
  path->bends = bends;
  if (!bends) return false;
  if (path->closed && bends_between(path, curve->count - 1, 0)) bends[path->bend_count++] = 0;
  for (int i = 1; i < path->count; i++) {
    trm_CurvePlace place = path->panels[i].station.place;
    if (place.u > 0 || curve->pieces[place.piece].corner || !bends_between(path, place.piece - 1, place.piece))
      continue;
    bends[path->bend_count++] = path->panels[i].start;
  }
  return true;
}

bool trm_curve_path(trm_Arena *arena, const trm_Curve *curve, const double *normal, trm_CurvePath *path) {
  *path = (trm_CurvePath){.curve = *curve, .closed = is_closed(curve), .framed = normal != NULL};
  for (int p = 0; p < curve->count; p++) path->count += panels_needed(path, p);
  trm_CurvePanel *panels = TRM_ARENA_NEW(arena, trm_CurvePanel, path->count), *panel = panels;
  path->panels = panels;
  if (!panels) return false;
  for (int p = 0; p < curve->count; p++) {
    int count = panels_needed(path, p);
    for (int k = 0; k < count; k++, panel++) {
      panel->station.place = (trm_CurvePlace){p, (double)k / count};
      panel->to = (double)(k + 1) / count, panel->start = path->length;
      path->length += length_between(path, p, panel->station.place.u, panel->to);
    }
  }
  if (normal) carry_frames(path, normal, panels);
  return find_bends(arena, path) && find_corners(arena, path);
}

/* ---- places ------------------------------------------------------------------------------------------------------ */

/* of a panel: Newton's method doubles the digits, so that half of them are enough to stop */
static const double half_of_digits = 1e-9;

const trm_CurvePanel *trm_curve_path_locate(const trm_CurvePath *path, double s, double *u) {
  int low = 0, high = path->count - 1;
  while (low < high) { /* the last panel that begins at s or before */
    int middle = (low + high + 1) / 2;
    if (path->panels[middle].start <= s)
      low = middle;
    else
      high = middle - 1;
  }
  const trm_CurvePanel *panel = &path->panels[low];
  int piece = panel->station.place.piece;
  double from = panel->station.place.u, local = s - panel->start;
  double end = low + 1 < path->count ? path->panels[low + 1].start : path->length;
  *u = from + (panel->to - from) * local / (end - panel->start);
  for (int step = 0; step < 30; step++) {
    double change = (local - length_between(path, piece, from, *u)) / trm_curve_speed(&path->curve.pieces[piece], *u);
    *u = fmin(fmax(*u + change, from), panel->to);
    if (fabs(change) <= half_of_digits * (panel->to - from)) break; /* the next would be below round-off */
  }
  return panel;
}

/* d/ds = (d/du)/|p_u|:  p' = p_u/|p_u|,  p'' = (p_uu - p' (p' . p_uu))/|p_u|^2 */
static void by_arc_length(const trm_CurvePiece *piece, double u, double p[3], double d[3], double dd[3]) {
  double first[3], second[3];
  trm_curve_evaluate(piece, u, p, first, dd ? second : NULL);
  double speed = trm_norm(first);
  for (int n = 0; n < 3; n++) d[n] = first[n] / speed;
  if (!dd) return;
  double along = trm_dot(d, second);
  for (int n = 0; n < 3; n++) dd[n] = (second[n] - d[n] * along) / (speed * speed);
}

/* By the angle a = |k| b in the plane of t and n = k/|k|:  p + b (sin(a)/a t + (1 - cos a)/a n),  t' = cos a t + sin a
   n,
   k' = cos a k - |k| sin a t;  e . n turns along */
void trm_curve_path_go_on(double beyond, double p[3], double d[3], double dd[3], double *e) {
  double bend = trm_norm(dd), a = bend * beyond, c = cos(a), s = sin(a), from[3], n[3];
  double half = fabs(a) > trm_small_angle ? sin(0.5 * a) / (0.5 * a) : 1, sinc = fabs(a) > trm_small_angle ? s / a : 1;
  trm_copy(from, d, 3);
  for (int i = 0; i < 3; i++) n[i] = bend > 0 ? dd[i] / bend : 0;
  trm_add_scaled(p, beyond * sinc, from);
  trm_add_scaled(p, 0.5 * beyond * a * half * half, n);
  if (e) {
    double along = trm_dot(e, n);
    trm_add_scaled(e, along * (c - 1), n);
    trm_add_scaled(e, -along * s, from);
  }
  for (int i = 0; i < 3; i++) d[i] = c * from[i] + s * n[i], dd[i] = bend * (c * n[i] - s * from[i]);
}

void trm_curve_path_at(const trm_CurvePath *path, double s, double p[3], double d[3], double dd[3]) {
  assert(path->count > 0 && path->length > 0);
  double length = path->length, on = s, point[3], direction[3], bend[3];
  if (path->closed) on = s - length * floor(s / length);
  double inside = fmin(fmax(on, 0), length), beyond = on - inside, u;
  const trm_CurvePanel *panel = trm_curve_path_locate(path, inside, &u);
  bool bends = dd || beyond != 0;
  by_arc_length(&path->curve.pieces[panel->station.place.piece], u, point, direction, bends ? bend : NULL);
  if (beyond != 0) trm_curve_path_go_on(beyond, point, direction, bend, NULL);
  if (p) trm_copy(p, point, 3);
  if (d) trm_copy(d, direction, 3);
  if (dd) trm_copy(dd, bend, 3);
}

/* ---- the nearest point ------------------------------------------------------------------------------------------- */

enum { SAMPLES = 24 }; /* per piece */

static double distance(const double at[3], const double p[3]) {
  double gap[3];
  trm_subtract(gap, at, p);
  return trm_norm(gap);
}

/* distance of p from sample k = piece * SAMPLES + part; beyond the ends that of the other end, or of a point at
   infinity */
static double sampled(const trm_CurvePath *path, int k, const double p[3]) {
  int count = SAMPLES * path->curve.count;
  if (!path->closed && (k < 0 || k > count)) return INFINITY;
  k = (k + count) % count + (k == count && !path->closed ? count : 0);
  int piece = k == count ? path->curve.count - 1 : k / SAMPLES;
  double at[3];
  trm_curve_evaluate(&path->curve.pieces[piece], (double)(k - piece * SAMPLES) / SAMPLES, at, NULL, NULL);
  return distance(at, p);
}

/* Newton for (x(s) - p) . x'(s) = 0; where the curve bends away too much for it, steps of the Gauss kind; never further
   than `reach` */
static double refine(const trm_CurvePath *path, const double p[3], double s, double reach) {
  for (int step = 0; step < 50; step++) {
    double at[3], d[3], dd[3], gap[3];
    trm_curve_path_at(path, s, at, d, dd);
    trm_subtract(gap, at, p);
    double slope = 1 + trm_dot(gap, dd), change = -trm_dot(gap, d) / fmax(slope, 0.2);
    change = fmin(fmax(change, -reach), reach);
    if (!path->closed) change = fmin(fmax(s + change, 0), path->length) - s;
    s += change;
    if (fabs(change) <= length_round_off * path->length) break;
  }
  return s;
}

static double with_turns(const trm_CurvePath *path, double s, double near) {
  double length = path->length;
  return path->closed ? s + length * round((near - s) / length) : s;
}

static double sample_arc_length(const trm_Curve *curve, int k) {
  int piece = k == SAMPLES * curve->count ? curve->count - 1 : k / SAMPLES;
  return curve->pieces[piece].start +
         trm_piece_length(&curve->pieces[piece], 0, (double)(k - piece * SAMPLES) / SAMPLES);
}

/* rad, of the circle on which a path goes on: less is a straight line to 1e-18 of the way */
static const double straight_on = 1e-9;

/* how far p lies beyond the end at arc length s, on the circle or line on which an open path goes on there; 0: not
   beyond */
static double beyond_end(const trm_CurvePath *path, double s, const double p[3]) {
  double at[3], direction[3], bend[3], gap[3];
  trm_curve_path_at(path, s, at, direction, bend);
  trm_subtract(gap, p, at);
  double curvature = trm_norm(bend), way = trm_dot(gap, direction);
  if (curvature * trm_norm(gap) > straight_on) way = atan2(curvature * way, 1 - trm_dot(gap, bend)) / curvature;
  return s > 0 ? fmax(0, way) : fmin(0, way);
}

double trm_curve_path_nearest(const trm_CurvePath *path, const double p[3], double near) {
  int count = SAMPLES * path->curve.count;
  double length = path->length, best = 0, least = INFINITY;
  for (int k = 0; k <= count - path->closed; k++) {
    double here = sampled(path, k, p), at[3];
    if (here > sampled(path, k - 1, p) || here > sampled(path, k + 1, p)) continue;
    double s = refine(path, p, sample_arc_length(&path->curve, k), length / SAMPLES);
    s = with_turns(path, s, near);
    trm_curve_path_at(path, s, at, NULL, NULL);
    here = distance(at, p);
    bool same = fabs(here - least) <= trm_same_point * length;
    if (same ? fabs(s - near) < fabs(best - near) : here < least) least = here, best = s;
  }
  for (int end = 0; end < 2 && !path->closed; end++) {
    double s = end * length, at[3];
    s += beyond_end(path, s, p);
    trm_curve_path_at(path, s, at, NULL, NULL);
    double here = distance(at, p);
    bool same = fabs(here - least) <= trm_same_point * length;
    if (same ? fabs(s - near) < fabs(best - near) : here < least) least = here, best = s;
  }
  return best;
}
