/* Curves against what is known of them: circles, parabolas, a helix. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <string.h>
#include "math/curve.h"
#include "math/shape.h"
#include "math/vec3.h"

static void point_at(const trm_Curve *curve, double s, double x[3]) {
  trm_CurvePlace place = trm_curve_locate(curve, s);
  trm_curve_evaluate(&curve->pieces[place.piece], place.u, x, NULL, NULL);
}

/* distance between a point of the curve and an expected one */
static double off(const trm_Curve *curve, double s, double x, double y, double z) {
  double p[3], gap[3], expected[3] = {x, y, z};
  point_at(curve, s, p);
  trm_subtract(gap, p, expected);
  return trm_norm(gap);
}

static void polylines_have_corners(void **state) {
  (void)state;
  trm_Arena arena = {0};
  trm_Curve curve;
  const char *reason = "";
  const double points[] = {0, 0, 0, 3, 0, 0, 3, 4, 0, 3, 4, 12};
  assert_true(trm_curve_polyline(&arena, points, 4, &curve, &reason));
  assert_true(curve.length == 19 && curve.segments == 3 && curve.count == 3);
  assert_true(off(&curve, 5, 3, 2, 0) < 1e-15 && off(&curve, 19, 3, 4, 12) == 0 && off(&curve, 3, 3, 0, 0) == 0);
  trm_CurvePlace before = trm_curve_locate(&curve, 3), after = trm_curve_locate_after(&curve, 3);
  assert_true(before.piece == 0 && before.u == 1 && after.piece == 1 && after.u == 0);
  trm_arena_free(&arena);
}

/* A circle of radius 2 in a tilted plane, by three ways: about an axis, through three points, as a NURBS of nine
   points. */
static void circles_are_round(void **state) {
  (void)state;
  trm_Arena arena = {0};
  trm_Curve arc, through, nurbs;
  const char *reason = "";
  double r = 2, root = sqrt(0.5), c[3] = {10, -3, 5};
  const double a[3] = {root, root, 0}, b[3] = {-0.5, 0.5, root}; /* orthonormal */
  trm_ArcForm form = {.angle = 2 * TRM_PI};
  double points[27], weights[9], three[9];
  const double knots[12] = {0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4};
  static const int corner[9][2] = {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}, {1, 0}};
  for (int n = 0; n < 3; n++) {
    form.start[n] = c[n] + r * a[n], form.centre[n] = c[n];
    for (int i = 0; i < 9; i++) points[3 * i + n] = c[n] + r * (corner[i][0] * a[n] + corner[i][1] * b[n]);
    for (int i = 0; i < 3; i++) three[3 * i + n] = c[n] + r * (cos(2.0 * i) * a[n] + sin(2.0 * i) * b[n]);
  }
  for (int i = 0; i < 9; i++) weights[i] = i % 2 ? root : 1;
  trm_cross(form.axis, a, b);
  for (int n = 0; n < 3; n++) form.axis[n] *= 7;
  assert_true(trm_curve_arc(&arena, &form, &arc, &reason));
  assert_true(trm_curve_arc_through(&arena, three, &through, &reason));
  assert_true(trm_curve_nurbs(&arena, &(trm_NurbsForm){2, 9, points, weights, knots}, &nurbs, &reason));
  assert_true(fabs(arc.length - 4 * TRM_PI) < 1e-13 && fabs(nurbs.length - 4 * TRM_PI) < 1e-13);
  assert_true(fabs(through.length - 8) < 1e-13); /* 4 rad */
  assert_true(arc.segments == 1 && nurbs.segments == 1);
  for (double s = 0; s < 12.5; s += 0.37) {
    double x[3];
    for (int n = 0; n < 3; n++) x[n] = c[n] + r * (cos(s / r) * a[n] + sin(s / r) * b[n]);
    assert_true(off(&arc, s, x[0], x[1], x[2]) < 2e-14);
    assert_true(off(&nurbs, s, x[0], x[1], x[2]) < 2e-14);
    if (s < 8) assert_true(off(&through, s, x[0], x[1], x[2]) < 2e-14);
  }
  trm_arena_free(&arena);
}

static void derivatives_are_those_of_the_curve(void **state) {
  (void)state;
  trm_Arena arena = {0};
  trm_Curve curve;
  const char *reason = "";
  const double points[] = {0, 0, 0, 1, 2, 0, 2, -1, 1, 4, 0, 3, 5, 5, 1}, weights[] = {1, 2, 0.5, 3, 1};
  const double knots[] = {0, 0, 0, 0, 0.3, 1, 1, 1, 1};
  assert_true(trm_curve_nurbs(&arena, &(trm_NurbsForm){3, 5, points, weights, knots}, &curve, &reason));
  assert_int_equal(curve.count, 2);
  for (int piece = 0; piece < 2; piece++)
    for (double u = 0.1; u < 0.95; u += 0.2) {
      double x[5][3], d[3], dd[3], h = 1e-3; /* differences of fourth order */
      for (int k = 0; k < 5; k++) trm_curve_evaluate(&curve.pieces[piece], u + (k - 2) * h, x[k], NULL, NULL);
      trm_curve_evaluate(&curve.pieces[piece], u, NULL, d, dd);
      for (int n = 0; n < 3; n++) {
        double first = (8 * (x[3][n] - x[1][n]) - (x[4][n] - x[0][n])) / (12 * h);
        double second = (16 * (x[3][n] + x[1][n]) - x[4][n] - x[0][n] - 30 * x[2][n]) / (12 * h * h);
        assert_true(fabs(first - d[n]) < 1e-8 * trm_norm(d));
        assert_true(fabs(second - dd[n]) < 1e-6 * trm_norm(dd));
      }
    }
  /* at the inner knot, simple in a cubic, the curve keeps its direction: du/dknot is 0.3 and 0.7 */
  double left[3], right[3];
  trm_curve_evaluate(&curve.pieces[0], 1, NULL, left, NULL);
  trm_curve_evaluate(&curve.pieces[1], 0, NULL, right, NULL);
  for (int n = 0; n < 3; n++) assert_true(fabs(left[n] / 0.3 - right[n] / 0.7) < 1e-12);
  assert_int_equal(curve.segments, 1);
  trm_arena_free(&arena);
}

static void splines_interpolate(void **state) {
  (void)state;
  trm_Arena arena = {0};
  trm_Curve curve;
  const char *reason = "";
  double error[2];
  /* three points: the parabola through them by chord length; equal chords give y = 1 - x^2 here */
  const double three[] = {-1, 0, 0, 0, 1, 0, 1, 0, 0};
  assert_true(trm_curve_spline(&arena, three, 3, &curve, &reason));
  for (double u = 0; u <= 1; u += 0.25) {
    double x[3];
    trm_curve_evaluate(&curve.pieces[1], u, x, NULL, NULL);
    assert_true(fabs(x[0] - u) < 1e-15 && fabs(x[1] - (1 - u * u)) < 1e-15);
  }
  assert_true(fabs(curve.length - (sqrt(5) + 0.5 * asinh(2))) < 1e-14);
  /* points of a circle: fourth order */
  for (int level = 0; level < 2; level++) {
    int count = level ? 33 : 17;
    double points[99];
    for (int i = 0; i < count; i++) {
      double phi = 3.0 * i / (count - 1);
      points[3 * i] = cos(phi), points[3 * i + 1] = sin(phi), points[3 * i + 2] = 0;
    }
    assert_true(trm_curve_spline(&arena, points, count, &curve, &reason));
    assert_int_equal(curve.segments, 1);
    error[level] = 0;
    for (double s = 0.01; s < 3; s += 0.013) {
      double x[3];
      point_at(&curve, s, x);
      error[level] = fmax(error[level], fabs(trm_norm(x) - 1));
    }
  }
  assert_true(error[0] < 5e-5 && error[0] / error[1] > 12);
  trm_arena_free(&arena);
}

static void arc_length_inverts(void **state) {
  (void)state;
  trm_Arena arena = {0};
  trm_Curve curve;
  const char *reason = "";
  /* the parabola (t, t^2), t = 0 .. 2: s = (t sqrt(1 + 4 t^2))/2 + asinh(2 t)/4 */
  const double points[] = {0, 0, 0, 1, 0, 0, 2, 4, 0};
  assert_true(trm_curve_nurbs(&arena, &(trm_NurbsForm){2, 3, points, NULL, NULL}, &curve, &reason));
  for (double t = 0; t <= 2; t += 0.125) {
    double s = 0.5 * t * sqrt(1 + 4 * t * t) + 0.25 * asinh(2 * t);
    assert_true(off(&curve, s, t, t * t, 0) < 1e-14);
  }
  /* far from the origin the digits are fewer, but it ends */
  double far[9];
  for (int i = 0; i < 9; i++) far[i] = 1e7 + points[i];
  assert_true(trm_curve_nurbs(&arena, &(trm_NurbsForm){2, 3, far, NULL, NULL}, &curve, &reason));
  assert_true(fabs(curve.length - (sqrt(17) + 0.25 * asinh(4))) < 1e-6);
  trm_arena_free(&arena);
}

/* e2 of plane curves stays normal to the plane; on a helix the frame turns against Frenet's by the torsion's
   integral. */
static void frames_do_not_twist(void **state) {
  (void)state;
  trm_Arena arena = {0};
  trm_Curve curve;
  trm_CurveFrames frames;
  const char *reason = "";
  double triad[9];
  trm_ArcForm form = {{1, 0, 0}, {0, 0, 0}, {0, 0, 1}, 4.5};
  const double up[3] = {0, 0.5, 2};
  assert_true(trm_curve_arc(&arena, &form, &curve, &reason));
  assert_true(trm_curve_frames(&arena, &curve, up, &frames, &reason));
  for (double s = 0; s <= 4.5; s += 0.25) {
    trm_curve_frame(&frames, trm_curve_locate(&curve, s), triad);
    assert_true(fabs(triad[1]) + fabs(triad[4]) + fabs(triad[7] - 1) < 1e-14);
    assert_true(fabs(triad[0] + sin(s)) < 1e-14 && fabs(triad[3] - cos(s)) < 1e-14);
  }
  enum { POINTS = 401 };
  static double points[3 * POINTS];
  double radius = 1.5, rise = 0.8; /* x = (r cos p, r sin p, c p); torsion = c/(r^2 + c^2) */
  for (int i = 0; i < POINTS; i++) {
    double p = 6.0 * i / (POINTS - 1);
    points[3 * i] = radius * cos(p), points[3 * i + 1] = radius * sin(p), points[3 * i + 2] = rise * p;
  }
  const double inward[3] = {-1, 0, 0};
  assert_true(trm_curve_spline(&arena, points, POINTS, &curve, &reason));
  assert_true(trm_curve_frames(&arena, &curve, inward, &frames, &reason));
  double length = hypot(radius, rise), torsion = rise / (length * length);
  for (double s = 0; s < curve.length; s += 0.7) {
    double p = s / length, phi = -torsion * s; /* e2 = normal cos(phi) + binormal sin(phi) */
    double normal[3] = {-cos(p), -sin(p), 0};
    double binormal[3] = {rise / length * sin(p), -rise / length * cos(p), radius / length};
    trm_curve_frame(&frames, trm_curve_locate(&curve, s), triad);
    for (int n = 0; n < 3; n++)
      assert_true(fabs(triad[3 * n + 1] - (cos(phi) * normal[n] + sin(phi) * binormal[n])) < 2e-6);
    for (int a = 0; a < 3; a++)
      for (int b = 0; b < 3; b++) {
        double dot = triad[a] * triad[b] + triad[3 + a] * triad[3 + b] + triad[6 + a] * triad[6 + b];
        assert_true(fabs(dot - (a == b)) < 1e-14);
      }
  }
  trm_arena_free(&arena);
}

/* Along x, y, z and x again: the frame comes back turned by a right angle, the area that the tangent enclosed on the
   sphere. */
static void corners_carry_the_frame(void **state) {
  (void)state;
  trm_Arena arena = {0};
  trm_Curve curve;
  trm_CurveFrames frames;
  const char *reason = "";
  const double points[] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 1, 1, 1, 2, 1, 1}, y[3] = {0, 1, 0};
  double triad[9];
  assert_true(trm_curve_polyline(&arena, points, 5, &curve, &reason));
  assert_true(trm_curve_frames(&arena, &curve, y, &frames, &reason));
  trm_curve_frame(&frames, (trm_CurvePlace){3, 0.5}, triad); /* y -> -x -> -x -> z */
  assert_true(fabs(triad[7] - 1) < 1e-15 && fabs(triad[4]) < 1e-15 && fabs(triad[1]) < 1e-15);
  trm_arena_free(&arena);
}

static void bad_curves_are_refused(void **state) {
  (void)state;
  trm_Arena arena = {0};
  trm_Curve curve;
  trm_CurveFrames frames;
  const char *reason = "";
  const double same[] = {0, 0, 0, 0, 0, 0}, back[] = {0, 0, 0, 1, 0, 0, 0.5, 0, 0}, along[3] = {2, 0, 0};
  const double straight[] = {0, 0, 0, 1, 1, 1, 2, 2, 2}, bad_weights[] = {1, -1, 1};
  const double falling[] = {0, 0, 0, 1, 0.5, 1}, broken[] = {0, 0, 0.5, 0.5, 1, 1};
  assert_false(trm_curve_polyline(&arena, same, 2, &curve, &reason));
  assert_non_null(strstr(reason, "coincide"));
  assert_false(trm_curve_polyline(&arena, back, 3, &curve, &reason));
  assert_non_null(strstr(reason, "turns back"));
  assert_false(trm_curve_arc_through(&arena, straight, &curve, &reason));
  assert_non_null(strstr(reason, "straight line"));
  trm_ArcForm tilted = {{1, 0, 0.1}, {0, 0, 0}, {0, 0, 1}, 1};
  assert_false(trm_curve_arc(&arena, &tilted, &curve, &reason));
  assert_non_null(strstr(reason, "perpendicular"));
  assert_false(trm_curve_nurbs(&arena, &(trm_NurbsForm){2, 3, straight, bad_weights, NULL}, &curve, &reason));
  assert_non_null(strstr(reason, "positive weights"));
  assert_false(trm_curve_nurbs(&arena, &(trm_NurbsForm){2, 3, straight, NULL, falling}, &curve, &reason));
  assert_non_null(strstr(reason, "decrease"));
  assert_false(trm_curve_nurbs(
      &arena, &(trm_NurbsForm){1, 4, (const double[12]){0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0}, NULL, broken}, &curve,
      &reason));
  assert_non_null(strstr(reason, "breaks apart"));
  assert_false(trm_curve_nurbs(&arena, &(trm_NurbsForm){3, 3, straight, NULL, NULL}, &curve, &reason));
  assert_true(trm_curve_polyline(&arena, straight, 2, &curve, &reason));
  const double diagonal[3] = {1, 1, 1};
  assert_false(trm_curve_frames(&arena, &curve, diagonal, &frames, &reason));
  assert_true(trm_curve_frames(&arena, &curve, along, &frames, &reason));
  trm_arena_free(&arena);
}

static void quadrature_is_gauss(void **state) {
  (void)state;
  double at[TRM_CURVE_POINTS], weight[TRM_CURVE_POINTS];
  trm_gauss_legendre(TRM_CURVE_POINTS, at, weight);
  for (int k = 0; k < TRM_CURVE_POINTS; k++) {
    assert_true(at[k] == trm_curve_rule()->at[k]);
    assert_true(weight[k] == trm_curve_rule()->weight[k]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(polylines_have_corners),
      cmocka_unit_test(circles_are_round),
      cmocka_unit_test(derivatives_are_those_of_the_curve),
      cmocka_unit_test(splines_interpolate),
      cmocka_unit_test(arc_length_inverts),
      cmocka_unit_test(frames_do_not_twist),
      cmocka_unit_test(corners_carry_the_frame),
      cmocka_unit_test(bad_curves_are_refused),
      cmocka_unit_test(quadrature_is_gauss),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
