/* The parts of the beam kernel that its files share: interpolation, invariants, stresses and the tangent at a quadrature point. */
#ifndef TRM_ELEMENT_BEAM_KERNEL_H
#define TRM_ELEMENT_BEAM_KERNEL_H

#include "element/contract.h"

/* Positions (or their velocities) and section directors of the nodes of an element: vector 0 is x, 1..3 the directors. */
typedef struct trm_BeamNodes {
  int count;
  double v[TRM_BEAM_NODES][4][3];
} trm_BeamNodes;

/* Interpolated at a point: x', d_1..d_3, d_1'..d_3' (vectors 0, 1..3, 4..6). */
typedef struct trm_BeamSection {
  double v[7][3];
} trm_BeamSection;

void trm_beam_gather(const trm_Model *model, const trm_BeamElement *element, const double *q, trm_BeamNodes *nodes);
void trm_beam_interpolate(const trm_BeamNodes *nodes, const trm_BeamPoint *point, trm_BeamSection *section);

/* Stress of a pair: C (mean strain) + damping C (rate) + extra (the energy-decaying scheme's jump). */
typedef struct trm_BeamStress {
  const double *stiffness; /* 6 x 6 */
  const double *reference; /* strains */
  double rate;             /* damping / h; 0 without rates */
  double extra[6];         /* stress added, constant */
} trm_BeamStress;

typedef struct trm_BeamResponse {
  double strain_i[6], strain_f[6]; /* minus reference */
  double stress[6];
  double force[7][3];       /* on the vectors of the section */
  double stiffness[21][21]; /* d force / d vectors at f, when asked */
} trm_BeamResponse;

/* Strains at both ends, stress, forces on the section's vectors and their tangent. */
void trm_beam_respond(const trm_BeamSection *i, const trm_BeamSection *f, const trm_BeamSection *m,
                      const trm_BeamStress *stress, bool tangent, trm_BeamResponse *out);
/* The operator B (6 x 21) of the pair: force = sum sigma_k B_k; strain change = B (change of the vectors). */
void trm_beam_operator(const trm_BeamSection *i, const trm_BeamSection *f, const trm_BeamSection *m,
                       double operator_[6][21]);
/* d(B_k . v)/d(vectors at f) for a fixed field v of section vectors: 6 x 21. */
void trm_beam_operator_change(const trm_BeamSection *i, const trm_BeamSection *f, const trm_BeamSection *m,
                              const trm_BeamSection *v, double change[6][21]);
/* Rows over the section's vectors -> rows over the 6 unknowns of each node: out is 6 x (6 nodes). */
void trm_beam_to_nodes(const double rows[6][21], const trm_BeamPoint *point, const trm_BeamNodes *nodes, double *out);
/* Strains (total) of one section. */
void trm_beam_section_strains(const trm_BeamSection *section, double strains[6]);

/* Adds a 21 x 21 section matrix, times weight, to the element's tangent (stride columns, offset by `at`): rows through the nodes of the
   mean configuration, columns through those of f. */
void trm_beam_spread(const double matrix[21][21], double weight, const trm_BeamPoint *point, const trm_BeamNodes *rows,
                     const trm_BeamNodes *columns, double *tangent, int stride);
/* Mass of the element: 4 x 4 for each pair of nodes. */
typedef struct trm_BeamMass {
  double m[TRM_BEAM_NODES][TRM_BEAM_NODES][4][4];
} trm_BeamMass;
void trm_beam_mass(const trm_BeamElement *element, trm_BeamMass *mass);
/* tangent += slope * N(rows)^T M N(columns) */
void trm_beam_spread_mass(const trm_BeamMass *mass, double slope, const trm_BeamNodes *rows,
                          const trm_BeamNodes *columns, double *tangent, int stride);
/* forces on the vectors of the nodes: t = M a */
void trm_beam_inertia(const trm_BeamMass *mass, const trm_BeamNodes *a, trm_BeamNodes *t);
/* residual += N(nodes)^T t */
void trm_beam_project(const trm_BeamNodes *nodes, const trm_BeamNodes *t, double *residual);
/* tangent += 1/2 sum tilde(t) tilde(d_f): the rotation of the mean directors */
void trm_beam_turn(const trm_BeamNodes *f, const trm_BeamNodes *t, double *tangent, int stride);

#endif
