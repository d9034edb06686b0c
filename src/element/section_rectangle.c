/* A solid rectangle. */
#include <math.h>
#include "element/section.h"
#include "math/vec3.h"

enum { WIDTH, HEIGHT };

/* Saint-Venant: J = a b^3 (1/3 - 64/pi^5 (b/a) sum over odd n of tanh(n pi a/(2 b))/n^5), a >= b */
static double torsion(double width, double height) {
  double a = fmax(width, height), b = fmin(width, height), sum = 0;
  for (int n = 199; n >= 1; n -= 2) sum += tanh(n * TRM_PI * a / (2 * b)) / pow(n, 5);
  return a * b * b * b * (1. / 3 - 64 / pow(TRM_PI, 5) * b / a * sum);
}

static trm_ShapeNumbers numbers(const double *d, double nu) {
  double b = d[WIDTH], h = d[HEIGHT], area = b * h;
  (void)nu;
  return (trm_ShapeNumbers){area, b * h * h * h / 12, h * b * b * b / 12, torsion(b, h), 5 * area / 6, 5 * area / 6};
}

static int outline(const double *d, double points[TRM_OUTLINE_POINTS][2]) {
  return trm_rectangle_outline(d[WIDTH], d[HEIGHT], points);
}

const trm_SectionShape trm_rectangle_section = {
    .name = "rectangle",
    .doc = "k = 5/6, the torsion constant is exact",
    .dimensions = {[WIDTH] = {"width", "extent along y (e2)"}, [HEIGHT] = {"height", "extent along z (e3)"}},
    .numbers = numbers,
    .outline = outline};
