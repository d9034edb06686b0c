/* Curves f = g = 0 and paths as lines of points, for drawing. */
#include <math.h>
#include <stddef.h>
#include <string.h>
#include "base/numbers.h"
#include "math/vec3.h"
#include "math/zero_set.h"

enum { MOST_POINTS = 2000 };
static const double most_turn = 0.1; /* rad between two points */

/* ---- the curve in which two surfaces meet: steps along the tangent, back onto the curve by Newton's method ------- */

/* f, g and their gradients */
static void evaluate(const trm_ZeroSet *set, const double x[3], double value[2], double gradient[2][3]) {
  value[0] = trm_function_derivatives(set->functions[0], x, NULL, 3, gradient[0], NULL);
  gradient[1][0] = gradient[1][1] = 0, gradient[1][2] = 1;
  value[1] = x[2] - set->start[2];
  if (set->functions[1]) value[1] = trm_function_derivatives(set->functions[1], x, NULL, 3, gradient[1], NULL);
}

/* sine of the angle between two gradients: less is two surfaces that touch, and meet in no curve that can be followed
   */
static const double surfaces_touch = 1e-12;
/* of the size of the set: the last step of Newton's method, which has all digits then */
static const double on_the_curve = 1e-13;

static bool tangent_at(const trm_ZeroSet *set, const double x[3], double tangent[3]) {
  double value[2], gradient[2][3];
  evaluate(set, x, value, gradient);
  trm_cross(tangent, gradient[0], gradient[1]);
  double length = trm_norm(tangent);
  for (int n = 0; n < 3; n++) tangent[n] /= length;
  return isfinite(length) && length > surfaces_touch * trm_norm(gradient[0]) * trm_norm(gradient[1]);
}

/* the shortest way back: dx = -B^T (B B^T)^-1 (f, g) */
static bool onto_curve(const trm_ZeroSet *set, double x[3]) {
  for (int step = 0; step < 12; step++) {
    double v[2], g[2][3];
    evaluate(set, x, v, g);
    double a = trm_dot(g[0], g[0]), b = trm_dot(g[0], g[1]), c = trm_dot(g[1], g[1]), det = a * c - b * b;
    double first = (c * v[0] - b * v[1]) / det, second = (a * v[1] - b * v[0]) / det, moved = 0;
    if (!isfinite(first) || !isfinite(second)) return false;
    for (int n = 0; n < 3; n++) {
      double change = first * g[0][n] + second * g[1][n];
      x[n] -= change;
      moved = fmax(moved, fabs(change));
    }
    if (moved <= on_the_curve * set->size) return true;
  }
  return false;
}

static double distance(const double a[3], const double b[3]) {
  double gap[3];
  trm_subtract(gap, a, b);
  return trm_norm(gap);
}

typedef struct Trace {
  const trm_ZeroSet *set;
  double (*points)[3];
  int count;
  double direction[3]; /* at the last point */
  double step;         /* m */
} Trace;

/* the next point, at most `most_turn` away in direction; false where the curve cannot be followed */
static bool advance(Trace *trace) {
  const trm_ZeroSet *set = trace->set;
  const double *from = trace->points[trace->count - 1];
  for (int attempt = 0; attempt < 30; attempt++, trace->step *= 0.5) {
    double x[3], d[3];
    for (int n = 0; n < 3; n++) x[n] = from[n] + trace->step * trace->direction[n];
    if (!onto_curve(set, x) || !tangent_at(set, x, d)) continue;
    double cosine = trm_dot(d, trace->direction), gone = distance(x, from);
    for (int n = 0; n < 3 && cosine < 0; n++) d[n] = -d[n];
    if (fabs(cosine) < cos(most_turn) || gone < 0.5 * trace->step || gone > 1.5 * trace->step) continue;
    trm_copy(trace->points[trace->count++], x, 3);
    trm_copy(trace->direction, d, 3);
    if (fabs(cosine) > cos(0.5 * most_turn)) trace->step = fmin(1.5 * trace->step, 0.1 * set->size);
    return true;
  }
  return false;
}

/* follows the curve from the first point; true when it comes back to it */
static bool follow(Trace *trace, double sense) {
  const double *start = trace->points[0];
  double first[3];
  if (!tangent_at(trace->set, start, first)) return false;
  for (int n = 0; n < 3; n++) trace->direction[n] = sense * first[n];
  trace->step = 0.02 * trace->set->size;
  while (trace->count < MOST_POINTS / 2 && advance(trace)) {
    const double *last = trace->points[trace->count - 1];
    double back = distance(last, start), way = distance(last, trace->points[trace->count - 2]);
    if (back > 2.5 * trace->set->size) return false;
    if (trace->count <= 3 || back >= 0.75 * way || sense * trm_dot(trace->direction, first) < 0) continue;
    double gap[3];
    trm_subtract(gap, start, last);
    if (trm_dot(gap, trace->direction) < 0.25 * way) trace->count--; /* it has reached the start, or passed it */
    return true;
  }
  return false;
}

bool trm_zero_curve(trm_Arena *arena, const trm_ZeroSet *set, trm_Polyline *line) {
  *line = (trm_Polyline){.points = trm_arena_alloc(arena, MOST_POINTS, sizeof *line->points)};
  if (!line->points) return false;
  double(*points)[3] = line->points, start[3];
  trm_copy(start, set->start, 3);
  if (!(set->size > 0) || !onto_curve(set, start)) return true;
  Trace trace = {.set = set, .points = points, .count = 1};
  trm_copy(points[0], start, 3);
  if (follow(&trace, 1)) {
    *line = (trm_Polyline){trace.count, points, true};
    return true;
  }
  /* the other way from the start, in front of what there is */
  int forward = trace.count;
  Trace back = {.set = set, .points = points + forward, .count = 1};
  trm_copy(back.points[0], start, 3);
  follow(&back, -1);
  for (int i = 0; i < forward / 2; i++)
    for (int n = 0; n < 3; n++) {
      double kept = points[i][n];
      points[i][n] = points[forward - 1 - i][n];
      points[forward - 1 - i][n] = kept;
    }
  memmove(points[forward], points[forward + 1],
          sizeof *points * (size_t)(back.count - 1)); /* the start is there already */
  line->count = forward + back.count - 1;
  if (line->count < 2) line->count = 0;
  return true;
}

/* ---- a path that is given ---------------------------------------------------------------------------------------- */

enum { SAMPLES = 16, MOST_PARTS = 128 }; /* of a piece */

/* how many chords a piece takes: it turns by at most 5 degrees between two */
static int parts_of(const trm_CurvePiece *piece) {
  double before[3], turned = 0;
  trm_curve_evaluate(piece, 0, NULL, before, NULL);
  for (int k = 1; k <= SAMPLES; k++) {
    double d[3], cross[3];
    trm_curve_evaluate(piece, (double)k / SAMPLES, NULL, d, NULL);
    trm_cross(cross, before, d);
    turned += atan2(trm_norm(cross), trm_dot(before, d));
    trm_copy(before, d, 3);
  }
  double parts = ceil(turned / (5 * TRM_PI / 180) - trm_count_slack);
  return parts < 1 || !isfinite(parts) ? 1 : parts > MOST_PARTS ? MOST_PARTS : (int)parts;
}

bool trm_path_polyline(trm_Arena *arena, const trm_CurvePath *path, trm_Polyline *line) {
  const trm_Curve *curve = &path->curve;
  int count = 1;
  for (int p = 0; p < curve->count; p++) count += parts_of(&curve->pieces[p]);
  *line = (trm_Polyline){0, trm_arena_alloc(arena, (size_t)count, sizeof *line->points), path->closed};
  if (!line->points) return false;
  for (int p = 0; p < curve->count; p++) {
    int parts = parts_of(&curve->pieces[p]);
    for (int k = 0; k < parts; k++)
      trm_curve_evaluate(&curve->pieces[p], (double)k / parts, line->points[line->count++], NULL, NULL);
  }
  if (!path->closed) trm_curve_evaluate(&curve->pieces[curve->count - 1], 1, line->points[line->count++], NULL, NULL);
  return true;
}
