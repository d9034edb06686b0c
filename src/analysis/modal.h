/* Small vibrations about a steady state: what the modal analysis keeps. */
#ifndef TRM_ANALYSIS_MODAL_H
#define TRM_ANALYSIS_MODAL_H

#include "analysis/steady.h"
#include "linalg/eigen.h"

/* Made by the first modal analysis of a simulation from its arena of work, freed with the simulation
   (trm_modal_free). */
typedef struct trm_Modal {
  trm_Steady steady;
  trm_Eigenpairs pairs;
  bool *multiplier; /* per unknown */
  double *unit;     /* per unknown: the model's size, or 1 rad */
  bool done;
} trm_Modal;

/* The modes of the simulation; NULL before the modal analysis is done. */
const trm_Modal *trm_simulation_modal(const trm_Simulation *simulation);
/* How a mode goes around the axis of the steady rotation, as the world sees it: 1 in circles with the spin, -1 against
   it, 0 to and fro, or where nothing turns. */
double trm_modal_whirl(const trm_Simulation *simulation, int mode);
/* The equations of small vibrations, once they are linearised. */
trm_Pencil trm_modal_pencil(const trm_Simulation *simulation);
/* Displacement of a node's point (real x, y, z, imaginary x, y, z) and its rotation, of one mode, world axes at the
   state. */
void trm_modal_shape(const trm_Simulation *simulation, int mode, int node, double displacement[6], double rotation[6]);

#endif
