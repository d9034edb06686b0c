/* Extremes, mean and root mean square of channels over the run, as steps bring them. */
#ifndef TRM_ANALYSIS_STATISTICS_H
#define TRM_ANALYSIS_STATISTICS_H

#include "analysis/course.h"
#include "analysis/simulation.h"

typedef struct trm_Statistic {
  int channel;
  trm_Course course;
} trm_Statistic;

/* In the work of its simulation. */
typedef struct trm_Statistics {
  int count;
  trm_Statistic *items;
  bool every_step; /* false: at results only, as they are read */
  bool result;     /* the present state is one */
  bool begun;
  double start, now; /* s: of the first and of the last sample */
} trm_Statistics;

/* Which channels: those of output.statistics of the last analysis, at every step; else those of the model's outputs, at
   every result that somebody reads. Not TRM_OK: said in diagnostics, or no memory. */
trm_Status trm_statistics_open(trm_Simulation *simulation, trm_Diagnostics *diagnostics);
/* A state is reached that counts; result: it is one that is stored. */
void trm_statistics_reach(trm_Simulation *simulation, bool result);
/* The values of all channels are read. */
void trm_statistics_read(trm_Simulation *simulation, const double *values);
void trm_statistics_bytes(trm_Simulation *simulation, trm_Bytes *bytes);
/* A head and a line for each; nothing where there are none. */
void trm_statistics_lines(const trm_Simulation *simulation, trm_Text *lines);

#endif
