/* Frames along a path, and its own parameter, by arc length. */
#include <math.h>
#include "math/curve_path.h"
#include "math/vec3.h"

/* Where s is on the path, and what of it is beyond an end. */
typedef struct Place {
  const trm_CurvePanel *panel;
  const trm_CurvePiece *piece;
  double u, inside, beyond, turns;
} Place;

static Place place_of(const trm_CurvePath *path, double s) {
  Place place = {.turns = path->closed ? floor(s / path->length) : 0};
  double on = s - path->length * place.turns;
  place.inside = fmin(fmax(on, 0), path->length), place.beyond = on - place.inside;
  place.panel = trm_curve_path_locate(path, place.inside, &place.u);
  place.piece = &path->curve.pieces[place.panel->station.place.piece];
  return place;
}

/* With v = |p_u|, t = p_u/v, a = t . p_uu the derivatives by length are t,  k = (p_uu - a t)/v^2,
   (p_uuu - (t . p_uuu) t - v^3 (k . k) t - 3 a v k)/v^3 */
static void point_by_length(const Place *place, double p[3], double d[3][3]) {
  double first[3], second[3], third[3];
  trm_curve_evaluate(place->piece, place->u, p, first, second);
  trm_curve_third(place->piece, place->u, third);
  double v = trm_norm(first);
  for (int n = 0; n < 3; n++) d[0][n] = first[n] / v;
  double a = trm_dot(d[0], second), along = trm_dot(d[0], third);
  for (int n = 0; n < 3; n++) d[1][n] = (second[n] - a * d[0][n]) / (v * v);
  double bend = v * v * v * trm_dot(d[1], d[1]);
  for (int n = 0; n < 3; n++) d[2][n] = (third[n] - (along + bend) * d[0][n] - 3 * a * v * d[1][n]) / (v * v * v);
}

/* e2, e3 carried along and turned by twist * s */
static void frame_at(const trm_CurvePath *path, const Place *place, double e[3][3]) {
  double carried[3], side[3], angle = path->twist * place->inside;
  trm_frame_carry(place->piece, &place->panel->station, place->u, e[0], carried);
  trm_cross(side, e[0], carried);
  for (int n = 0; n < 3; n++) e[1][n] = cos(angle) * carried[n] + sin(angle) * side[n];
  trm_cross(e[2], e[0], e[1]);
}

/* k = p_ss, w = twist:  e2' = -(e2 . k) e1 + w e3,  e3' = -(e3 . k) e1 - w e2, and once more */
static void frame_rates(double w, double e[3][3], double d[3][3], double first[3][3], double second[3][3]) {
  const double *k = d[1], *kk = d[2];
  trm_copy(first[0], k, 3);
  trm_copy(second[0], kk, 3);
  for (int a = 1; a < 3; a++)
    for (int n = 0; n < 3; n++) first[a][n] = -trm_dot(e[a], k) * e[0][n] + (a == 1 ? w : -w) * e[3 - a][n];
  for (int a = 1; a < 3; a++) {
    double bend = trm_dot(e[a], k), change = trm_dot(first[a], k) + trm_dot(e[a], kk);
    for (int n = 0; n < 3; n++) second[a][n] = -change * e[0][n] - bend * k[n] + (a == 1 ? w : -w) * first[3 - a][n];
  }
}

/* beyond the end of an open path, which has no twist: constant curvature, p_sss = -|p_ss|^2 p_s */
static void go_on(double beyond, trm_PathVectors at, double d[3][3]) {
  trm_curve_path_go_on(beyond, at[0], d[0], d[1], at[2]);
  trm_copy(at[1], d[0], 3);
  trm_cross(at[3], at[1], at[2]);
  for (int n = 0; n < 3; n++) d[2][n] = -trm_dot(d[1], d[1]) * d[0][n];
}

void trm_curve_path_vectors(const trm_CurvePath *path, double s, trm_PathVectors at, trm_PathVectors first,
                            trm_PathVectors second) {
  trm_PathVectors one, two;
  double d[3][3];
  if (!path->framed) {
    trm_curve_path_at(path, s, at[0], first ? first[0] : NULL, second ? second[0] : NULL);
    return;
  }
  Place place = place_of(path, s);
  point_by_length(&place, at[0], d);
  frame_at(path, &place, at + 1);
  if (place.beyond != 0) go_on(place.beyond, at, d);
  trm_copy(one[0], d[0], 3);
  trm_copy(two[0], d[1], 3);
  frame_rates(path->twist, at + 1, d, one + 1, two + 1);
  for (int v = 0; v < TRM_PATH_VECTORS; v++)
    for (int n = 0; n < 3; n++) {
      if (first) first[v][n] = one[v][n];
      if (second) second[v][n] = two[v][n];
    }
}

/* ---- the curve's own parameter ----------------------------------------------------------------------------------- */

/* With K the distance of the knots of a piece: d(eta)/ds = K/v, d2(eta)/ds2 = -K (p_u . p_uu)/v^4 */
double trm_curve_path_eta(const trm_CurvePath *path, double s, double *first, double *second) {
  double slope = 1 / path->length, d[3], dd[3];
  if (first) *first = slope;
  if (second) *second = 0;
  if (!path->curve.knotted) return s * slope;
  Place place = place_of(path, s);
  double span = place.piece->knots[1] - place.piece->knots[0];
  double eta = place.piece->knots[0] + span * place.u + place.turns;
  if (place.beyond != 0) return eta + slope * place.beyond;
  trm_curve_evaluate(place.piece, place.u, NULL, d, dd);
  double v = trm_norm(d);
  if (first) *first = span / v;
  if (second) *second = -span * trm_dot(d, dd) / (v * v * v * v);
  return eta;
}

/* arc length at u of a piece */
static double arc_length(const trm_CurvePath *path, int piece, double u) {
  int i = 0;
  while (i + 1 < path->count) {
    const trm_CurvePanel *panel = &path->panels[i];
    if (panel->station.place.piece > piece || (panel->station.place.piece == piece && panel->to >= u)) break;
    i++;
  }
  const trm_CurvePanel *panel = &path->panels[i];
  return panel->start + trm_piece_length(&path->curve.pieces[piece], panel->station.place.u, u);
}

/* ds/d(eta) = v/K, d2s/d(eta)2 = (p_u . p_uu)/(v K^2) */
double trm_curve_path_from_eta(const trm_CurvePath *path, double eta, double *first, double *second) {
  const trm_Curve *curve = &path->curve;
  double slope = path->length, d[3], dd[3];
  if (first) *first = slope;
  if (second) *second = 0;
  if (!curve->knotted) return eta * slope;
  double turns = path->closed ? floor(eta) : 0, on = eta - turns, inside = fmin(fmax(on, 0), 1), beyond = on - inside;
  int i = 0;
  while (i + 1 < curve->count && curve->pieces[i].knots[1] < inside) i++;
  const trm_CurvePiece *piece = &curve->pieces[i];
  double span = piece->knots[1] - piece->knots[0], u = (inside - piece->knots[0]) / span;
  double s = arc_length(path, i, u) + turns * path->length + beyond * slope;
  if (beyond != 0) return s;
  trm_curve_evaluate(piece, u, NULL, d, dd);
  double v = trm_norm(d);
  if (first) *first = v / span;
  if (second) *second = trm_dot(d, dd) / (v * span * span);
  return s;
}
