/* Cross-sections of beams: stiffness and mass from numbers, matrices, or shape and material. */
#ifndef TRM_BUILD_SECTIONS_H
#define TRM_BUILD_SECTIONS_H

#include "build/freeze_internal.h"

/* Fills section from an entry of `sections`; what no section can have is an error. */
void trm_freeze_section(trm_Freeze *freeze, const trm_Entry *entry, trm_Section *section);

/* Geometry of a shape: area, second moments about y and z, torsion constant, shear areas. m2, m4. */
typedef struct trm_ShapeNumbers {
  double area, Iy, Iz, J, shear_y, shear_z;
} trm_ShapeNumbers;
/* nu: Poisson's ratio for the shear factors. Dimensions are those of the definition, checked before. */
trm_ShapeNumbers trm_shape_numbers(const trm_SectionDef *def, double nu);

/* An axis of the section (0 x, 1 y, 2 z) about which its mass has no moment of inertia, or -1. */
int trm_section_cannot_turn(const trm_Section *section);

#endif
