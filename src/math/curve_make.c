/* Lines, arcs, splines and NURBS as chains of rational Bezier pieces. */
#include <math.h>
#include "base/numbers.h"
#include "math/curve.h"
#include "math/math_numbers.h"
#include "math/vec3.h"

static bool refuse(const char **reason, const char *text) { return *reason = text, false; }

/* Room for `count` pieces of one degree; NULL when out of memory. */
static double (*open_pieces(trm_Arena *arena, trm_Curve *curve, int count, int degree))[4] {
  *curve = (trm_Curve){.pieces = TRM_ARENA_NEW(arena, trm_CurvePiece, count), .count = count};
  double(*control)[4] = trm_arena_alloc(arena, (size_t)count * (size_t)(degree + 1), sizeof(double[4]));
  for (int i = 0; !arena->failed && i < count; i++)
    curve->pieces[i] =
        (trm_CurvePiece){.degree = degree, .control = (const double(*)[4])control + (ptrdiff_t)i * (degree + 1)};
  return arena->failed ? NULL : control;
}

static void set_point(double control[4], const double *x, double weight) {
  for (int n = 0; n < 3; n++) control[n] = weight * x[n];
  control[3] = weight;
}

/* dx/du over the length of the piece, about 1 on a curve with even parameters: less is a point where the curve stands
   still, and its direction is round-off */
static const double stands_still = 1e-9;

/* Every piece has a length and a direction; the direction never turns back. */
static bool check_directions(trm_Curve *curve, const char **reason) {
  double before[3] = {0}, now[3], d[3];
  for (int i = 0; i < curve->count; i++) {
    trm_CurvePiece *piece = &curve->pieces[i];
    for (int k = 0; k <= 8; k++) {
      trm_curve_evaluate(piece, k / 8.0, NULL, d, NULL);
      if (!(trm_norm(d) > stands_still * piece->length))
        return refuse(reason, "stops on its way: it has no direction there");
    }
    trm_curve_tangent(curve, (trm_CurvePlace){i, 0}, now);
    if (i > 0) {
      double turn[3];
      trm_subtract(turn, now, before);
      piece->corner |= trm_norm(turn) > trm_corner_angle;
      if (trm_norm(turn) > 2 - trm_corner_angle) return refuse(reason, "turns back on itself");
    }
    curve->segments += i == 0 || piece->corner;
    trm_curve_tangent(curve, (trm_CurvePlace){i, 1}, before);
  }
  return true;
}

static bool close_pieces(trm_Curve *curve, const char **reason) {
  curve->length = 0;
  for (int i = 0; i < curve->count; i++) {
    trm_CurvePiece *piece = &curve->pieces[i];
    piece->start = curve->length, piece->length = trm_piece_length(piece, 0, 1);
    if (!(piece->length > 0) || !isfinite(piece->length))
      return refuse(reason, "has two points that coincide, one after the other");
    curve->length += piece->length;
  }
  return check_directions(curve, reason);
}

bool trm_curve_polyline(trm_Arena *arena, const double *points, int count, trm_Curve *curve, const char **reason) {
  if (count < 2) return refuse(reason, "needs at least two points");
  double(*control)[4] = open_pieces(arena, curve, count - 1, 1);
  if (!control) return refuse(reason, NULL);
  for (int i = 0; i + 1 < count; i++) {
    set_point(control[2 * (ptrdiff_t)i], points + 3 * (ptrdiff_t)i, 1);
    set_point(control[2 * (ptrdiff_t)i + 1], points + 3 * (ptrdiff_t)(i + 1), 1);
    curve->pieces[i].corner = i > 0;
  }
  return close_pieces(curve, reason);
}

/* ---- arcs -------------------------------------------------------------------------------------------------------- */

/* axes = centre, a, b: x = centre + a cos(phi) + b sin(phi), phi = 0 .. angle, in pieces of at most 90 degrees: the
   middle control point of a piece of half angle h lies at 1/cos(h) of the radius and weighs cos(h) */
static bool circle(trm_Arena *arena, double axes[3][3], double angle, trm_Curve *curve, const char **reason) {
  int count = (int)ceil(angle / (0.5 * TRM_PI) - trm_count_slack);
  double(*control)[4] = open_pieces(arena, curve, count, 2);
  if (!control) return refuse(reason, NULL);
  double half = 0.5 * angle / count, weight = cos(half);
  for (int i = 0; i < count; i++)
    for (int k = 0; k < 3; k++) {
      double phi = (2 * i + k) * half, reach = k == 1 ? 1 / weight : 1, x[3];
      for (int n = 0; n < 3; n++) x[n] = axes[0][n] + reach * (cos(phi) * axes[1][n] + sin(phi) * axes[2][n]);
      set_point(control[3 * (ptrdiff_t)i + k], x, k == 1 ? weight : 1);
    }
  return close_pieces(curve, reason);
}

/* cosine of the angle between radius and axis, which is zero as written, with nine digits; part of a full turn by which
   a full turn that was written as a number may exceed it; sine of the angle of two chords, of which round-off is 1e-16
   of what the coordinates allow */
static const double off_perpendicular = 1e-9, turn_slack = 1e-12, straight = 1e-12;

bool trm_curve_arc(trm_Arena *arena, const trm_ArcForm *form, trm_Curve *curve, const char **reason) {
  double axes[3][3], length = trm_norm(form->axis);
  trm_copy(axes[0], form->centre, 3);
  trm_subtract(axes[1], form->start, form->centre);
  double radius = trm_norm(axes[1]), along = trm_dot(axes[1], form->axis) / length;
  if (!(radius > 0)) return refuse(reason, "starts at its centre: an arc needs a radius");
  if (fabs(along) > off_perpendicular * radius)
    return refuse(reason, "is no arc: the line from its centre to its start must be perpendicular to the axis");
  if (form->angle == 0 || fabs(form->angle) > 2 * TRM_PI * (1 + turn_slack))
    return refuse(reason, "needs an angle other than 0, of at most a full turn (2 pi)");
  trm_cross(axes[2], form->axis, axes[1]);
  for (int n = 0; n < 3; n++) axes[2][n] *= (form->angle > 0 ? 1 : -1) / length;
  return circle(arena, axes, fabs(form->angle), curve, reason);
}

/* With p, q from the first point to the others, n = p x q: centre = first + (|p|^2 q x n + |q|^2 n x p) / (2 |n|^2) */
bool trm_curve_arc_through(trm_Arena *arena, const double points[9], trm_Curve *curve, const char **reason) {
  double p[3], q[3], n[3], qn[3], np[3];
  trm_ArcForm form;
  trm_subtract(p, points + 3, points);
  trm_subtract(q, points + 6, points);
  trm_cross(n, p, q);
  if (!(trm_norm(n) > straight * trm_norm(p) * trm_norm(q)))
    return refuse(reason, "is no arc: its three points lie on a straight line");
  trm_cross(qn, q, n);
  trm_cross(np, n, p);
  double pp = trm_dot(p, p), qq = trm_dot(q, q), nn = trm_dot(n, n), last[3], sine[3];
  for (int k = 0; k < 3; k++) form.centre[k] = points[k] + (pp * qn[k] + qq * np[k]) / (2 * nn);
  trm_copy(form.start, points, 3);
  trm_copy(form.axis, n, 3);
  trm_subtract(p, points, form.centre);
  trm_subtract(last, points + 6, form.centre);
  trm_cross(sine, p, last);
  form.angle = atan2(trm_dot(sine, n) / sqrt(nn), trm_dot(p, last));
  if (form.angle <= 0) form.angle += 2 * TRM_PI;
  return trm_curve_arc(arena, &form, curve, reason);
}

/* ---- cubic splines ----------------------------------------------------------------------------------------------- */

/* Second derivatives m[i] of the spline at parameters with steps h[i]:
   h[i-1] m[i-1] + 2 (h[i-1] + h[i]) m[i] + h[i] m[i+1] = 6 ((x[i+1] - x[i])/h[i] - (x[i] - x[i-1])/h[i-1]),  0 < i <
   last, with m[0] = m[1] + r (m[1] - m[2]), r = h[0]/h[1], and likewise at the other end (not a knot). work: 1 per
   point. */
static void second_derivatives(const double *points, const double *h, int last, double (*m)[3], double *work) {
  if (last < 2) return;
  for (int i = 1; i < last; i++) {
    double below = h[i - 1], diagonal = 2 * (h[i - 1] + h[i]), above = h[i];
    if (last == 2) below = above = 0, diagonal += h[0] + h[1]; /* all three equal: a parabola */
    if (i == 1 && last > 2) diagonal += h[0] * (1 + h[0] / h[1]), above -= h[0] * h[0] / h[1], below = 0;
    if (i == last - 1 && last > 2) diagonal += h[i] * (1 + h[i] / h[i - 1]), below -= h[i] * h[i] / h[i - 1], above = 0;
    const double *x = points + 3 * (ptrdiff_t)i;
    double pivot = diagonal - below * (i > 1 ? work[i - 1] : 0);
    work[i] = above / pivot;
    for (int n = 0; n < 3; n++) {
      double right = 6 * ((x[n + 3] - x[n]) / h[i] - (x[n] - x[n - 3]) / h[i - 1]);
      m[i][n] = (right - below * (i > 1 ? m[i - 1][n] : 0)) / pivot;
    }
  }
  for (int i = last - 2; i >= 1; i--)
    for (int n = 0; n < 3; n++) m[i][n] -= work[i] * m[i + 1][n];
  for (int n = 0; n < 3; n++) {
    m[0][n] = last == 2 ? m[1][n] : m[1][n] + h[0] / h[1] * (m[1][n] - m[2][n]);
    m[last][n] = last == 2 ? m[1][n] : m[last - 1][n] + h[last - 1] / h[last - 2] * (m[last - 1][n] - m[last - 2][n]);
  }
}

/* Bezier points of the cubic on one interval: x0, x0 + h x0'/3, x1 - h x1'/3, x1 */
static void cubic_piece(const double *x, const double *m0, const double *m1, double h, double (*control)[4]) {
  double middle[2][3];
  for (int n = 0; n < 3; n++) {
    double chord = (x[n + 3] - x[n]) / h;
    middle[0][n] = x[n] + h / 3 * (chord - h * (2 * m0[n] + m1[n]) / 6);
    middle[1][n] = x[n + 3] - h / 3 * (chord + h * (m0[n] + 2 * m1[n]) / 6);
  }
  set_point(control[0], x, 1);
  set_point(control[1], middle[0], 1);
  set_point(control[2], middle[1], 1);
  set_point(control[3], x + 3, 1);
}

bool trm_curve_spline(trm_Arena *arena, const double *points, int count, trm_Curve *curve, const char **reason) {
  if (count < 2) return refuse(reason, "needs at least two points");
  double *h = TRM_ARENA_NEW(arena, double, count), *work = TRM_ARENA_NEW(arena, double, count);
  double(*m)[3] = trm_arena_alloc(arena, (size_t)count, sizeof(double[3]));
  double(*control)[4] = open_pieces(arena, curve, count - 1, 3);
  if (arena->failed) return refuse(reason, NULL);
  for (int i = 0; i + 1 < count; i++) {
    double chord[3];
    trm_subtract(chord, points + 3 * (ptrdiff_t)(i + 1), points + 3 * (ptrdiff_t)i);
    h[i] = trm_norm(chord);
    if (!(h[i] > 0)) return refuse(reason, "has two points that coincide, one after the other");
  }
  second_derivatives(points, h, count - 1, m, work);
  for (int i = 0; i + 1 < count; i++)
    cubic_piece(points + 3 * (ptrdiff_t)i, m[i], m[i + 1], h[i], control + 4 * (ptrdiff_t)i);
  return close_pieces(curve, reason);
}

/* ---- NURBS ------------------------------------------------------------------------------------------------------- */

static bool check_nurbs(const trm_NurbsForm *form, const char **reason) {
  int p = form->degree, n = form->count;
  if (p < 1 || p > TRM_CURVE_DEGREE) return refuse(reason, "must have a degree of 1 to 12");
  if (n < p + 1) return refuse(reason, "needs at least degree + 1 points");
  for (int i = 0; form->weights && i < n; i++)
    if (!(form->weights[i] > 0)) return refuse(reason, "must have positive weights");
  if (!form->knots) return true;
  for (int i = 1; i < n + p + 1; i++)
    if (form->knots[i] < form->knots[i - 1]) return refuse(reason, "has knots that decrease");
  for (int i = 0; i <= n; i++)
    if (form->knots[i] == form->knots[i + p] && form->knots[i] > form->knots[p] && form->knots[i] < form->knots[n])
      return refuse(reason, "breaks apart: a knot inside it may be repeated at most `degree` times");
  return form->knots[p] < form->knots[n] || refuse(reason, "is empty: all its knots are the same");
}

/* The value of the polar form of span k at p arguments, j of them the span's end and the others its start: the j-th
   Bezier point (de Boor's recursion with a different argument at each level). */
static void polar(const trm_NurbsForm *form, const double *knots, int k, int j, double out[4]) {
  int p = form->degree;
  double d[TRM_CURVE_DEGREE + 1][4];
  for (int i = 0; i <= p; i++) {
    int point = k - p + i;
    set_point(d[i], form->points + 3 * (ptrdiff_t)point, form->weights ? form->weights[point] : 1);
  }
  for (int r = 1; r <= p; r++) {
    double u = r <= j ? knots[k + 1] : knots[k];
    for (int i = p; i >= r; i--) {
      double low = knots[k - p + i], high = knots[k + 1 + i - r], share = (u - low) / (high - low);
      for (int n = 0; n < 4; n++) d[i][n] = (1 - share) * d[i - 1][n] + share * d[i][n];
    }
  }
  trm_copy(out, d[p], 4);
}

static const double *uniform_knots(trm_Arena *arena, int degree, int count) {
  double *knots = TRM_ARENA_NEW(arena, double, count + degree + 1);
  for (int i = 0; knots && i < count + degree + 1; i++)
    knots[i] = i <= degree ? 0 : i >= count ? count - degree : i - degree;
  return knots;
}

bool trm_curve_nurbs(trm_Arena *arena, const trm_NurbsForm *form, trm_Curve *curve, const char **reason) {
  if (!check_nurbs(form, reason)) return false;
  const double *knots = form->knots ? form->knots : uniform_knots(arena, form->degree, form->count);
  if (!knots) return refuse(reason, NULL);
  int spans = 0, p = form->degree;
  for (int k = p; k < form->count; k++) spans += knots[k] < knots[k + 1];
  double(*control)[4] = open_pieces(arena, curve, spans, p);
  if (!control) return refuse(reason, NULL);
  for (int k = p; k < form->count; k++)
    for (int j = 0; knots[k] < knots[k + 1] && j <= p; j++) polar(form, knots, k, j, *control++);
  curve->knotted = true;
  double first = knots[p], range = knots[form->count] - first; /* the parameter goes from 0 to 1 */
  for (int k = p, piece = 0; k < form->count; k++) {
    if (!(knots[k] < knots[k + 1])) continue;
    for (int end = 0; end < 2; end++) curve->pieces[piece].knots[end] = (knots[k + end] - first) / range;
    piece++;
  }
  return close_pieces(curve, reason);
}
