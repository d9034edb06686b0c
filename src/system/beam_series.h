/* What a result file holds of beams, row by row: where their nodes are and how the sections are loaded. */
#ifndef TRM_SYSTEM_BEAM_SERIES_H
#define TRM_SYSTEM_BEAM_SERIES_H

#include "model/model.h"

/* One array of numbers that belongs to a beam: places x components. A place is a node, or a station: a node as the end or an inner
   point of one element, (order + 1) per element, so that forces which jump between elements keep both values. */
typedef struct trm_BeamSeries {
  const char *beam, *name, *unit;
  bool precise;  /* 32 bits do not do */
  bool stations; /* places: elements x (order + 1); otherwise the nodes */
  int elements;  /* of the beam */
  int places, components;
} trm_BeamSeries;

/* As many as the last analysis asks for (output: {beams: ...}), beam by beam. */
int trm_beam_series_count(const trm_Model *model);
trm_BeamSeries trm_beam_series(const trm_Model *model, int index);
/* How many numbers all of them are in one row. */
size_t trm_beam_series_size(const trm_Model *model);
/* All of them, one after the other, in configuration q with velocities w of the coordinates. */
void trm_beam_series_evaluate(const trm_Model *model, const double *q, const double *w, double *values);

#endif
