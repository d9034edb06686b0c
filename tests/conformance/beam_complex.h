/* The strain formulas of element/beam_strain.inc on complex numbers, and the beam element's equations written over
   them, for derivatives by complex step. */
#ifndef TRM_TEST_BEAM_COMPLEX_H
#define TRM_TEST_BEAM_COMPLEX_H

#include <complex.h>
#include "element/beam_kernel.h"

/* as trm_BeamSection: x', d_1..d_3, d_1'..d_3' */
typedef struct z_Section {
  double complex v[7][3];
} z_Section;

/* as trm_BeamNodes */
typedef struct z_Nodes {
  int count;
  double complex v[TRM_BEAM_NODES][4][3];
} z_Nodes;

z_Section z_section(const trm_BeamSection *section);
z_Nodes z_nodes(const trm_BeamNodes *nodes);

void z_section_strains(const z_Section *section, double complex strains[6]);
/* Conjugates of the 18 invariants for a stress over the pair, and the invariants of a section. */
void z_section_invariants(const z_Section *section, double complex invariants[18]);
void z_section_conjugates(const z_Section *i, const z_Section *f, const double complex stress[6], double complex b[18]);
/* Forces on the section's vectors over the pair; the mean section is that of i and f. */
void z_section_forces(const z_Section *i, const z_Section *f, const trm_BeamStress *law, double complex force[7][3]);

/* The element's equations over a step of the energy-preserving scheme, w_f = 2 (q_f - q_i)/h - w_i:
   N(q_m)^T [M (w_f - w_i)/h + internal forces - gravity], six for each node. */
typedef struct z_Step {
  double h, damping, gravity[3];
  z_Nodes i, f, w_i;
} z_Step;
void z_element_residual(const trm_BeamElement *element, const z_Step *step, double complex *residual);

#endif
