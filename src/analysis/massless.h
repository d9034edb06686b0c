/* Bodies that have no inertia about an axis, in whatever direction it lies. */
#ifndef TRM_ANALYSIS_MASSLESS_H
#define TRM_ANALYSIS_MASSLESS_H

#include "analysis/simulation.h"

/* The least moment of inertia of a body about its centre, kg m2, and its axis (world axes, reference configuration):
   exact where it is far less than that about other axes, else not below it. */
double trm_least_inertia(const trm_Body *body, double axis[3]);
/* "x", or "the axis (0.6, 0.8, 0)". */
void trm_axis_text(const double axis[3], char *text, size_t size);
/* Reports a body that may turn about an axis about which it has no inertia but for round-off; false: there is none. The
   simulation has the snapshot of its start. */
bool trm_blame_massless(const trm_Simulation *simulation, trm_Diagnostics *diagnostics);

#endif
