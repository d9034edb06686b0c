/* Shapes of cross-sections: what a beam's stiffness and mass follow from, and how it is drawn. A shape is one file,
   section_*.c, and a line in sections.def; keys, checks, schema, manual and every drawing are read from its row. */
#ifndef TRM_ELEMENT_SECTION_H
#define TRM_ELEMENT_SECTION_H

#include "model/model.h"

enum { TRM_OUTLINE_POINTS = 48, TRM_ROUND_POINTS = 24 }; /* most points of an outline; those of a circle */

/* Area, second moments about y and z, torsion constant, shear areas. m2, m4. */
typedef struct trm_ShapeNumbers {
  double area, Iy, Iz, J, shear_y, shear_z;
} trm_ShapeNumbers;

/* A length that the model gives, m: always needed, always positive. Constant. */
typedef struct trm_ShapeDimension {
  const char *key, *doc;
} trm_ShapeDimension;

/* Functions get the dimensions in the order of the row. A row of a list: constant. */
typedef struct trm_SectionShape {
  const char *name;
  const char *doc;                                       /* which shear factors and which torsion constant */
  trm_ShapeDimension dimensions[TRM_SECTION_DIMENSIONS]; /* up to the first without a key */
  /* What these lengths cannot be, in words, and whose fault it is; NULL: nothing. The function may be missing. */
  const char *(*impossible)(const double *dimensions, int *fault);
  trm_ShapeNumbers (*numbers)(const double *dimensions, double nu); /* nu: Poisson's ratio, for the shear factors */
  /* Points [y, z] around it, counter-clockwise seen against x, m; how many. */
  int (*outline)(const double *dimensions, double points[TRM_OUTLINE_POINTS][2]);
} trm_SectionShape;

extern const trm_SectionShape *const trm_section_shapes[];
extern const int trm_section_shape_count;

int trm_shape_dimensions(const trm_SectionShape *shape); /* how many */

/* The outline of a section of the model. One that is given by numbers is the rectangle of the same ratios of bending
   to axial stiffness, height = sqrt(12 EIy / EA) along z, width = sqrt(12 EIz / EA) along y; `unknown` where a rigid
   stiffness tells nothing. */
int trm_section_outline(const trm_Section *section, double unknown, double points[TRM_OUTLINE_POINTS][2]);

/* What several shapes have in common. */
int trm_rectangle_outline(double width, double height, double points[TRM_OUTLINE_POINTS][2]);
int trm_round_outline(double diameter, double points[TRM_OUTLINE_POINTS][2]);
trm_ShapeNumbers trm_ring_numbers(double outer, double inner, double nu); /* diameters */

#endif
