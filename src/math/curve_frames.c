/* Frames along a curve that do not turn about its tangent. Between two stations the smallest rotation that takes the
   tangent t0 of the station to the tangent t gives a frame; that frame turns about t by -d(theta), d(theta) = t0 . (t x
   dt) / (1 + t0 . t), the area that the arc from t0 to t sweeps over the unit sphere, so that turning it by theta
   leaves a frame without twist.
   theta is an integral, computed to round-off. */
#include <math.h>
#include "math/curve.h"
#include "math/vec3.h"

enum { PANELS = 16 }; /* stations of a piece: so many that the angle between two is small */

static void unit_tangent(const trm_CurvePiece *piece, double u, double t[3], double dt[3]) {
  double d[3], dd[3];
  trm_curve_evaluate(piece, u, NULL, d, dd);
  double length = trm_norm(d);
  for (int n = 0; n < 3; n++) t[n] = d[n] / length;
  double along = trm_dot(t, dd);
  for (int n = 0; dt && n < 3; n++) dt[n] = (dd[n] - along * t[n]) / length;
}

/* out = a turned by the smallest rotation from t0 to t: a - (a . (t0 + t)) / (1 + t0 . t) (t0 + t) + 2 (a . t0) t */
static void turn_least(const double t0[3], const double t[3], const double a[3], double out[3]) {
  double sum[3], factor = 1 / (1 + trm_dot(t0, t));
  for (int n = 0; n < 3; n++) sum[n] = t0[n] + t[n];
  for (int n = 0; n < 3; n++) out[n] = a[n] - factor * trm_dot(a, sum) * sum[n] + 2 * trm_dot(a, t0) * t[n];
}

/* theta from u0 to u on one piece, t0 the tangent at u0 */
static double swept(const trm_CurvePiece *piece, const trm_FrameStation *from, double u) {
  const trm_CurveRule *rule = trm_curve_rule();
  double sum = 0, half = 0.5 * (u - from->place.u);
  if (piece->degree == 1) return 0;
  for (int k = 0; k < TRM_CURVE_POINTS; k++) {
    double t[3], dt[3], across[3];
    unit_tangent(piece, from->place.u + half * (1 + rule->at[k]), t, dt);
    trm_cross(across, t, dt);
    sum += rule->weight[k] * half * trm_dot(from->e1, across) / (1 + trm_dot(from->e1, t));
  }
  return sum;
}

void trm_frame_carry(const trm_CurvePiece *piece, const trm_FrameStation *from, double u, double e1[3], double e2[3]) {
  double turned[3], side[3];
  unit_tangent(piece, u, e1, NULL);
  turn_least(from->e1, e1, from->e2, turned);
  double theta = swept(piece, from, u), along = trm_dot(turned, e1);
  trm_add_scaled(turned, -along, e1); /* round-off */
  trm_cross(side, e1, turned);
  for (int n = 0; n < 3; n++) e2[n] = cos(theta) * turned[n] + sin(theta) * side[n];
  double length = trm_norm(e2);
  for (int n = 0; n < 3; n++) e2[n] /= length;
}

void trm_frame_over(const trm_CurvePiece *piece, const trm_FrameStation *end, trm_FrameStation *station) {
  unit_tangent(piece, station->place.u, station->e1, NULL);
  turn_least(end->e1, station->e1, end->e2, station->e2);
}

/* sine of the angle between the given normal and the tangent: less leaves no direction with ten digits */
static const double along_tangent = 1e-6;

bool trm_frame_first(const trm_Curve *curve, const double normal[3], trm_FrameStation *station) {
  station->place = (trm_CurvePlace){0, 0};
  trm_curve_tangent(curve, station->place, station->e1);
  trm_copy(station->e2, normal, 3);
  trm_add_scaled(station->e2, -trm_dot(normal, station->e1), station->e1);
  double length = trm_norm(station->e2);
  if (!(length > along_tangent * trm_norm(normal))) return false;
  for (int n = 0; n < 3; n++) station->e2[n] /= length;
  trm_add_scaled(station->e2, -trm_dot(station->e2, station->e1), station->e1);
  return true;
}

bool trm_curve_frames(trm_Arena *arena, const trm_Curve *curve, const double normal[3], trm_CurveFrames *frames,
                      const char **reason) {
  *frames = (trm_CurveFrames){.curve = curve};
  frames->stations = TRM_ARENA_NEW(arena, trm_FrameStation, (size_t)curve->count * PANELS);
  if (!frames->stations) return *reason = NULL, false;
  for (int i = 0; i < curve->count; i++) {
    const trm_CurvePiece *piece = &curve->pieces[i];
    int panels = piece->degree == 1 ? 1 : PANELS;
    for (int k = 0; k < panels; k++) {
      trm_FrameStation *station = &frames->stations[frames->count++], *before = station - 1;
      station->place = (trm_CurvePlace){i, (double)k / panels};
      if (i == 0 && k == 0) {
        if (!trm_frame_first(curve, normal, station)) return *reason = "runs along the normal at its start", false;
      } else if (k > 0) {
        trm_frame_carry(piece, before, station->place.u, station->e1, station->e2);
      } else { /* from the end of the piece before, over the corner if there is one */
        trm_FrameStation end = {.place = {i - 1, 1}};
        trm_frame_carry(&curve->pieces[i - 1], before, 1, end.e1, end.e2);
        trm_frame_over(piece, &end, station);
      }
    }
  }
  return true;
}

void trm_curve_frame(const trm_CurveFrames *frames, trm_CurvePlace place, double triad[9]) {
  int low = 0, high = frames->count - 1;
  while (low < high) { /* the last station at or before the place */
    int middle = (low + high + 1) / 2;
    const trm_CurvePlace *at = &frames->stations[middle].place;
    if (at->piece > place.piece || (at->piece == place.piece && at->u > place.u))
      high = middle - 1;
    else
      low = middle;
  }
  double e1[3], e2[3], e3[3];
  trm_frame_carry(&frames->curve->pieces[place.piece], &frames->stations[low], place.u, e1, e2);
  trm_cross(e3, e1, e2);
  for (int n = 0; n < 3; n++) triad[3 * n] = e1[n], triad[3 * n + 1] = e2[n], triad[3 * n + 2] = e3[n];
}
