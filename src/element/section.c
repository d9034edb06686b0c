/* The list of shapes of cross-sections, and what is common to them. */
#include "element/section.h"
#include <math.h>
#include "math/vec3.h"

/* sections.def lists the shapes, each in its file section_*.c. */
#define SECTION(shape) extern const trm_SectionShape trm_##shape##_section;
#include "element/sections.def"
#undef SECTION
#define SECTION(shape) &trm_##shape##_section,
const trm_SectionShape *const trm_section_shapes[] = {
#include "element/sections.def"
};
const int trm_section_shape_count = TRM_COUNT(trm_section_shapes);

int trm_shape_dimensions(const trm_SectionShape *shape) {
  int count = 0;
  while (count < TRM_SECTION_DIMENSIONS && shape->dimensions[count].key) count++;
  return count;
}

/* ---- outlines ---------------------------------------------------------------------------------------------------- */

int trm_rectangle_outline(double width, double height, double points[TRM_OUTLINE_POINTS][2]) {
  for (int i = 0; i < 4; i++) {
    points[i][0] = (i == 0 || i == 3 ? 0.5 : -0.5) * width;
    points[i][1] = (i < 2 ? 0.5 : -0.5) * height;
  }
  return 4;
}

int trm_round_outline(double diameter, double points[TRM_OUTLINE_POINTS][2]) {
  for (int i = 0; i < TRM_ROUND_POINTS; i++) {
    double angle = 2 * TRM_PI * i / TRM_ROUND_POINTS;
    points[i][0] = diameter / 2 * cos(angle), points[i][1] = diameter / 2 * sin(angle);
  }
  return TRM_ROUND_POINTS;
}

static double equivalent(double bending, double axial, double unknown) {
  return bending > 0 && axial > 0 ? sqrt(12 * bending / axial) : unknown;
}

int trm_section_outline(const trm_Section *section, double unknown, double points[TRM_OUTLINE_POINTS][2]) {
  const double *c = section->stiffness;
  if (section->computed) return trm_section_shapes[section->def->shape]->outline(section->def->dimensions, points);
  return trm_rectangle_outline(equivalent(c[35], c[0], unknown), equivalent(c[28], c[0], unknown), points);
}

/* ---- numbers ----------------------------------------------------------------------------------------------------- */

/* Cowper (1966), m = inner over outer radius: k = 6 (1 + nu) (1 + m^2)^2 / ((7 + 6 nu) (1 + m^2)^2 + (20 + 12 nu)
   m^2) */
trm_ShapeNumbers trm_ring_numbers(double outer, double inner, double nu) {
  double m2 = (inner / outer) * (inner / outer), square = (1 + m2) * (1 + m2);
  double area = TRM_PI / 4 * (outer * outer - inner * inner), moment = TRM_PI / 64 * (pow(outer, 4) - pow(inner, 4));
  double shear = area * 6 * (1 + nu) * square / ((7 + 6 * nu) * square + (20 + 12 * nu) * m2);
  return (trm_ShapeNumbers){area, moment, moment, 2 * moment, shear, shear};
}
