/* Evaluation and arc length of curves. */
#include "math/curve.h"
#include <assert.h>
#include <math.h>
#include <string.h>
#include "math/vec3.h"

/* de Casteljau in homogeneous coordinates: X = (w x, w) and its derivatives up to the order `most` (1 to 3). Places by
   arc length ask for slopes alone some fifty times each. */
static inline void homogeneous(const trm_CurvePiece *piece, double u, int most, double out[4][4]) {
  double b[TRM_CURVE_DEGREE + 1][4];
  int n = piece->degree;
  memcpy(b, piece->control, sizeof b[0] * (size_t)(n + 1));
  for (int d = n + 1; d <= most; d++)
    for (int k = 0; k < 4; k++) out[d][k] = 0;
  for (int r = 1; r <= n; r++) {
    if (most > 2 && r == n - 2)
      for (int k = 0; k < 4; k++) out[3][k] = n * (n - 1) * (n - 2) * (b[3][k] - 3 * b[2][k] + 3 * b[1][k] - b[0][k]);
    if (most > 1 && r == n - 1)
      for (int k = 0; k < 4; k++) out[2][k] = n * (n - 1) * (b[2][k] - 2 * b[1][k] + b[0][k]);
    if (r == n)
      for (int k = 0; k < 4; k++) out[1][k] = n * (b[1][k] - b[0][k]);
    for (int i = 0; i <= n - r; i++)
      for (int k = 0; k < 4; k++) b[i][k] = (1 - u) * b[i][k] + u * b[i + 1][k];
  }
  memcpy(out[0], b[0], sizeof b[0]);
}

/* x = X/w, x' = (X' - w' x)/w, x'' = (X'' - 2 w' x' - w'' x)/w */
void trm_curve_evaluate(const trm_CurvePiece *piece, double u, double x[3], double d[3], double dd[3]) {
  double h[4][4];
  homogeneous(piece, u, 2, h);
  for (int n = 0; n < 3; n++) {
    double point = h[0][n] / h[0][3], slope = (h[1][n] - h[1][3] * point) / h[0][3];
    if (x) x[n] = point;
    if (d) d[n] = slope;
    if (dd) dd[n] = (h[2][n] - 2 * h[1][3] * slope - h[2][3] * point) / h[0][3];
  }
}

double trm_curve_speed(const trm_CurvePiece *piece, double u) {
  double h[4][4], d[3];
  homogeneous(piece, u, 1, h);
  for (int n = 0; n < 3; n++) d[n] = (h[1][n] - h[1][3] * (h[0][n] / h[0][3])) / h[0][3];
  return trm_norm(d);
}

/* x''' = (X''' - 3 w' x'' - 3 w'' x' - w''' x)/w */
void trm_curve_third(const trm_CurvePiece *piece, double u, double ddd[3]) {
  double h[4][4], x[3], d[3], dd[3];
  homogeneous(piece, u, 3, h);
  trm_curve_evaluate(piece, u, x, d, dd);
  for (int n = 0; n < 3; n++) ddd[n] = (h[3][n] - 3 * h[1][3] * dd[n] - 3 * h[2][3] * d[n] - h[3][3] * x[n]) / h[0][3];
}

/* zeros x_k of the Legendre polynomial of degree 12 and 2 / ((1 - x_k^2) P'(x_k)^2), as trm_gauss_legendre finds them:
   a search of a place on a curve asks for them a hundred times */
const trm_CurveRule *trm_curve_rule(void) {
  static const trm_CurveRule rule = {
      {-0.98156063424671924, -0.90411725637047491, -0.76990267419430469, -0.58731795428661748, -0.36783149899818018,
       -0.12523340851146891, 0.12523340851146891, 0.36783149899818018, 0.58731795428661748, 0.76990267419430469,
       0.90411725637047491, 0.98156063424671924},
      {0.047175336386511828, 0.10693932599531843, 0.16007832854334622, 0.20316742672306592, 0.23349253653835481,
       0.24914704581340277, 0.24914704581340277, 0.23349253653835481, 0.20316742672306592, 0.16007832854334622,
       0.10693932599531843, 0.047175336386511828}};
  return &rule;
}

enum { HALVINGS = 40, PANELS = 2000 };
/* relative: of a sum of twelve speeds, about nine units of the last digit; of one length of an arc that Newton's method
   has found, two units: less is out of reach */
static const double sum_round_off = 2e-15, length_round_off = 4e-16;

typedef struct Quadrature {
  const trm_CurvePiece *piece;
  const trm_CurveRule *points;
  double noise; /* rounding of |dx/du|: that of coordinates far from the origin */
  int panels;   /* that may still be halved */
} Quadrature;

static double gauss(const Quadrature *rule, double from, double to) {
  double sum = 0, half = 0.5 * (to - from), middle = 0.5 * (from + to);
  for (int k = 0; k < TRM_CURVE_POINTS; k++)
    sum += rule->points->weight[k] * trm_curve_speed(rule->piece, middle + half * rule->points->at[k]);
  return half * sum;
}

/* halves until both halves together give the same as the whole to round-off */
static double adaptive(Quadrature *rule, double from, double to, int depth) {
  double whole = gauss(rule, from, to), middle = 0.5 * (from + to);
  double left = gauss(rule, from, middle), right = gauss(rule, middle, to);
  double rounding = sum_round_off * fabs(whole) + fabs(to - from) * rule->noise;
  if (depth == 0 || rule->panels-- <= 0 || fabs(left + right - whole) <= rounding) return left + right;
  return adaptive(rule, from, middle, depth - 1) + adaptive(rule, middle, to, depth - 1);
}

double trm_piece_length(const trm_CurvePiece *piece, double from, double to) {
  Quadrature rule = {.piece = piece, .points = trm_curve_rule(), .panels = PANELS};
  double across[3];
  if (piece->degree == 1 && piece->control[0][3] == piece->control[1][3]) {
    trm_subtract(across, piece->control[1], piece->control[0]);
    return (to - from) * trm_norm(across) / piece->control[0][3];
  }
  for (int i = 0; i <= piece->degree; i++)
    rule.noise = fmax(rule.noise, sum_round_off * piece->degree * trm_norm(piece->control[i]) / piece->control[i][3]);
  return adaptive(&rule, from, to, HALVINGS);
}

/* u with length(0, u) = s: Newton, kept within a shrinking bracket */
static double invert(const trm_CurvePiece *piece, double s) {
  double low = 0, high = 1, u = s / piece->length;
  if (s <= 0) return 0;
  if (s >= piece->length) return 1;
  for (int step = 0; step < 60; step++) {
    double off = trm_piece_length(piece, 0, u) - s;
    if (off > 0)
      high = u;
    else
      low = u;
    if (fabs(off) <= length_round_off * piece->length) break;
    double next = u - off / trm_curve_speed(piece, u);
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    if (next == u) break;
    u = next;
  }
  return u;
}

trm_CurvePlace trm_curve_locate(const trm_Curve *curve, double s) {
  assert(curve->count > 0);
  int low = 0, high = curve->count - 1;
  while (low < high) { /* the first piece that ends at s or beyond */
    int middle = (low + high) / 2;
    const trm_CurvePiece *piece = &curve->pieces[middle];
    if (piece->start + piece->length < s)
      low = middle + 1;
    else
      high = middle;
  }
  const trm_CurvePiece *piece = &curve->pieces[low];
  return (trm_CurvePlace){low, invert(piece, s - piece->start)};
}

trm_CurvePlace trm_curve_locate_after(const trm_Curve *curve, double s) {
  trm_CurvePlace place = trm_curve_locate(curve, s);
  const trm_CurvePiece *next = &curve->pieces[place.piece + 1];
  bool meets = place.piece + 1 < curve->count && next->start <= s;
  return meets ? (trm_CurvePlace){place.piece + 1, 0} : place;
}

void trm_curve_tangent(const trm_Curve *curve, trm_CurvePlace place, double tangent[3]) {
  trm_curve_evaluate(&curve->pieces[place.piece], place.u, NULL, tangent, NULL);
  double length = trm_norm(tangent);
  for (int n = 0; n < 3; n++) tangent[n] /= length;
}
