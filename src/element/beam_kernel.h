/* The parts of the beam kernel that its files share: interpolation, gradients of the invariants at a quadrature point,
   and what goes from there to the unknowns of the nodes. */
#ifndef TRM_ELEMENT_BEAM_KERNEL_H
#define TRM_ELEMENT_BEAM_KERNEL_H

#include "element/beam_invariants.h"
#include "element/beam_product.h"
#include "element/contract.h"

void trm_beam_gather(const trm_Model *model, const trm_BeamElement *element, const double *q, trm_BeamNodes *nodes);
void trm_beam_interpolate(const trm_BeamNodes *nodes, const trm_BeamPoint *point, trm_BeamSection *section);

/* Accelerations of the directors at zero angular accelerations, omega x (omega x d); points have none. */
void trm_beam_centripetal(const trm_Model *model, const trm_BeamElement *element, const trm_Instant *now,
                          const trm_BeamNodes *nodes, trm_BeamNodes *a);

void trm_beam_gather_pair(const trm_Model *model, const trm_BeamElement *element, const trm_Pair *pair,
                          trm_BeamNodePair *out);

void trm_beam_at(const trm_BeamNodePair *nodes, const trm_BeamPoint *point, trm_BeamAt *out);
/* Completes one whose sections i and f are set. */
void trm_beam_at_join(trm_BeamAt *at);
/* Strains (total) of one section. */
void trm_beam_section_strains(const trm_BeamSection *section, double strains[6]);

/* Stress of a pair: C (mean strain) + damping C (rate) + extra (a given stress). A value of one call. */
typedef struct trm_BeamStress {
  const double *stiffness; /* 6 x 6 */
  const double *reference; /* strains */
  double rate;             /* damping / h; 0 without rates */
  double extra[6];         /* stress added, constant */
  bool apart;              /* see trm_Pair */
} trm_BeamStress;

typedef struct trm_BeamResponse {
  double strain_i[6], strain_f[6]; /* minus reference */
  double stress[6];
  double b[18]; /* conjugates of the invariants */
} trm_BeamResponse;

/* Strains at both ends, stress and its conjugates. */
void trm_beam_respond(const trm_BeamAt *at, const trm_BeamStress *law, trm_BeamResponse *out);

/* Gradients of the invariants at a section whose nodes' directors are given. */
void trm_beam_gradients(const trm_BeamSection *section, const trm_BeamNodes *nodes, const trm_BeamPoint *point,
                        trm_BeamRow out[18]);
/* The three columns `at` of one node with vectors v (directors in 1..3) and shape functions h, dh. */
void trm_beam_node_gradients(const trm_BeamSection *section, const double v[4][3], double h, double dh, int at,
                             trm_BeamRow out[18]);
/* Rates of the invariants for rates `v` of the section's vectors. */
void trm_beam_invariant_rates(const trm_BeamSection *section, const trm_BeamSection *v, double rates[18]);
/* Rows at a quadrature point: the gradients of the invariants at the mean and at f, and the operator's. */
typedef struct trm_BeamPointRows {
  trm_BeamRow mean[18], end[18], op[6];
} trm_BeamPointRows;
void trm_beam_point_rows(const trm_BeamAt *at, const trm_BeamNodePair *nodes, const trm_BeamPoint *point,
                         trm_BeamPointRows *out);
/* matrix += (gradients at the mean)^T W (gradients at f), W that of a fixed stress */
void trm_beam_point_second(const trm_BeamAt *at, const trm_BeamPointRows *rows, const double stress[6], int width,
                           trm_BeamRow *matrix);
/* Adds weight * matrix to the element's tangent (stride columns, six unknowns per node): x' = sum dh_A x_A. */
void trm_beam_expand(const trm_BeamRow *matrix, double weight, const trm_BeamPoint *point, int nodes, double *tangent,
                     int stride);
/* Forces on the vectors of the nodes from conjugates at a point: t += weight (...) */
void trm_beam_add_forces(const double b[18], const trm_BeamSection *m, const trm_BeamPoint *point, trm_BeamNodes *t);

void trm_beam_mass(const trm_BeamElement *element, double factor, trm_BeamMass *mass);
/* mass += weight/2 (what the conjugates couple): the mean vectors move by half of those at f, and the forces with them
   as if by inertia. */
void trm_beam_add_coupling(const double b[18], double weight, const trm_BeamPoint *point, int nodes,
                           trm_BeamMass *mass);
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
