/* The beam's strains over a pair of configurations at a quadrature point, as functions of the 18 invariants of
   beam_strain.inc: strains, conjugates of a stress, operators, and their derivatives with respect to the invariants of
   configuration f, in closed form.
   Order of the invariants here: (k, i, j) cyclic,  d_k . x';  (d_j . d_i' - d_i . d_j')/2;  (d_j . d_i' + d_i .
   d_j')/2;  d_k . d_k';
   -d_i . d_j / 2;  d_k . d_k. The last six are the metric. */
#ifndef TRM_ELEMENT_BEAM_INVARIANTS_H
#define TRM_ELEMENT_BEAM_INVARIANTS_H

#include <math.h>
#include "model/model.h"

#define REAL            double
#define NAME(x)         trm_beam_##x
#define TYPE(x)         trm_Beam##x
#define INVERSE_SQRT(a) (1 / sqrt(a))
#define MOST_NODES      TRM_BEAM_NODES
#include "element/beam_strain.inc"
#include "element/beam_types.inc"
#undef REAL
#undef NAME
#undef TYPE
#undef INVERSE_SQRT
#undef MOST_NODES

void trm_beam_section_polar(const trm_BeamSection *section, trm_beam_Polar *polar);
/* Completes a pair whose configurations i and f are set. */
void trm_beam_pair_join(trm_BeamPair *pair);
/* b with  b . (change of the invariants) = stress . (change of the strains) */
void trm_beam_pair_conjugates(const trm_BeamPair *pair, const double stress[6], double b[18]);
/* op with  op (change of the invariants) = change of the strains */
void trm_beam_pair_operator(const trm_BeamPair *pair, double op[6][18]);
/* d(strains at f)/d(invariants at f) */
void trm_beam_end_operator(const trm_BeamPair *pair, double op[6][18]);
void trm_beam_pair_second(const trm_BeamPair *pair, const double stress[6], trm_BeamSecond *out);
/* d(op rate)/d(invariants at f) for fixed rates of the invariants */
void trm_beam_operator_change(const trm_BeamPair *pair, const double rate[18], double change[6][18]);

#endif
