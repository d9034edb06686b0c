/* An I: web and two flanges, thin-walled in shear. */
#include <string.h>
#include "element/section.h"

enum { WIDTH, HEIGHT, WEB, FLANGE }; /* the web stands along z */

static const char *impossible(const double *d, int *fault) {
  bool flanges = 2 * d[FLANGE] >= d[HEIGHT], web = d[WEB] >= d[WIDTH];
  *fault = flanges ? FLANGE : WEB;
  return flanges || web ? "the web must be thinner than the width, the two flanges than the height" : NULL;
}

/* Along the web Cowper's factor of a thin-walled I of height h between the middles of the flanges, m = 2 b tf/(h tw),
   n = b/h; across it the flanges as rectangles. Torsion of the three rectangles: sum of length thickness^3/3. */
static trm_ShapeNumbers numbers(const double *d, double nu) {
  double b = d[WIDTH], h = d[HEIGHT], tf = d[FLANGE], tw = d[WEB], clear = h - 2 * tf, middle = h - tf;
  double area = 2 * b * tf + clear * tw, m = 2 * b * tf / (middle * tw), n2 = b * b / (middle * middle);
  double below = 12 + 72 * m + 150 * m * m + 90 * m * m * m + nu * (11 + 66 * m + 135 * m * m + 90 * m * m * m) +
                 30 * n2 * (m + m * m) + 5 * nu * n2 * (8 * m + 9 * m * m);
  return (trm_ShapeNumbers){.area = area,
                            .Iy = (b * h * h * h - (b - tw) * clear * clear * clear) / 12,
                            .Iz = (2 * tf * b * b * b + clear * tw * tw * tw) / 12,
                            .J = (2 * b * tf * tf * tf + middle * tw * tw * tw) / 3,
                            .shear_y = 5. / 6 * 2 * b * tf,
                            .shear_z = area * 10 * (1 + nu) * (1 + 3 * m) * (1 + 3 * m) / below};
}

static int outline(const double *d, double points[TRM_OUTLINE_POINTS][2]) {
  double w = d[WIDTH] / 2, h = d[HEIGHT] / 2, web = d[WEB] / 2, inner = h - d[FLANGE];
  const double corners[12][2] = {{w, h},   {-w, h}, {-w, inner}, {-web, inner}, {-web, -inner}, {-w, -inner},
                                 {-w, -h}, {w, -h}, {w, -inner}, {web, -inner}, {web, inner},   {w, inner}};
  memcpy(points, corners, sizeof corners);
  return 12;
}

const trm_SectionShape trm_i_section = {
    .name = "I",
    .doc = "Cowper's k along the web, 5/6 of the flanges across it; the torsion constant is the thin-walled "
           "one, (2 width flange^3 + (height - flange) web^3)/3, without the fillets that rolled profiles have (they "
           "add a third or so) and without warping",
    .dimensions = {[WIDTH] = {"width", "extent along y (e2)"},
                   [HEIGHT] = {"height", "extent along z (e3); the web stands along z"},
                   [WEB] = {"web", "thickness of the web"},
                   [FLANGE] = {"flange", "thickness of each flange"}},
    .impossible = impossible,
    .numbers = numbers,
    .outline = outline};
