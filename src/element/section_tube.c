/* A round tube. */
#include "element/section.h"

enum { DIAMETER, THICKNESS };

static const char *impossible(const double *d, int *fault) {
  *fault = THICKNESS;
  return 2 * d[THICKNESS] < d[DIAMETER] ? NULL : "the thickness of the wall must be less than half of the diameter";
}

static trm_ShapeNumbers numbers(const double *d, double nu) {
  return trm_ring_numbers(d[DIAMETER], d[DIAMETER] - 2 * d[THICKNESS], nu);
}

static int outline(const double *d, double points[TRM_OUTLINE_POINTS][2]) {
  return trm_round_outline(d[DIAMETER], points);
}

const trm_SectionShape trm_tube_section = {
    .name = "tube",
    .doc = "Cowper's k, the torsion constant is exact",
    .dimensions = {[DIAMETER] = {"diameter", "outer diameter"}, [THICKNESS] = {"thickness", "thickness of the wall"}},
    .impossible = impossible,
    .numbers = numbers,
    .outline = outline};
