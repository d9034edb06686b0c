/* A solid circle. */
#include "element/section.h"

static trm_ShapeNumbers numbers(const double *d, double nu) { return trm_ring_numbers(d[0], 0, nu); }

static int outline(const double *d, double points[TRM_OUTLINE_POINTS][2]) { return trm_round_outline(d[0], points); }

const trm_SectionShape trm_circle_section = {.name = "circle",
                                             .doc = "k = 6 (1 + nu)/(7 + 6 nu), the torsion constant is exact",
                                             .dimensions = {{"diameter", "outer diameter"}},
                                             .numbers = numbers,
                                             .outline = outline};
