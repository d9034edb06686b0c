/* What a result file holds of beams, row by row: where their nodes are, how the sections are loaded, and loads per
   length. */
#ifndef TRM_SYSTEM_BEAM_SERIES_H
#define TRM_SYSTEM_BEAM_SERIES_H

#include "element/beam.h"
#include "model/model.h"

/* One array of numbers that belongs to a beam, or to a load along one: places x components. A place is a node, or a
   station: a node as the end or an inner point of one element, (order + 1) per element, so that forces which jump
   between elements keep both values. A value; names are the model's. */
typedef struct trm_BeamSeries {
  const char *group, *owner; /* "beams" and a beam, "loads" and a load */
  const char *name, *unit;
  bool precise;  /* 32 bits do not do */
  bool stations; /* places: elements x (order + 1); otherwise the nodes */
  int elements;  /* of the beam */
  int places, components;
} trm_BeamSeries;

/* As many as the last analysis asks for (output: {beams: ...}), beam by beam, then load by load. */
int trm_beam_series_count(const trm_Model *model);
trm_BeamSeries trm_beam_series(const trm_Model *model, int index);
/* How many numbers all of them are in one row. */
size_t trm_beam_series_size(const trm_Model *model);
/* All of them, one after the other. */
void trm_beam_series_evaluate(const trm_Model *model, const trm_BeamState *now, double *values);
/* The same where only the positions are known: forces and strains are NaN. */
void trm_beam_series_shapes(const trm_Model *model, const trm_BeamState *now, double *values);

#endif
