/* A study as it is written (docs/studies.md). */
#ifndef TRM_BUILD_TABLES_STUDY_H
#define TRM_BUILD_TABLES_STUDY_H

#include "model/fields.h"

/* How samples are drawn. */
typedef enum trm_SampleMethod {
  TRM_SAMPLES_GRID,
  TRM_SAMPLES_ROWS,
  TRM_SAMPLES_LATIN,
  TRM_SAMPLES_SOBOL,
  TRM_SAMPLES_RANDOM
} trm_SampleMethod;

typedef enum trm_VaryScale { TRM_SCALE_LINEAR, TRM_SCALE_LOGARITHMIC } trm_VaryScale;

/* An entry of `vary`: in the arena of its study. */
typedef struct trm_VaryDef {
  trm_Bound bound;
  const char *at; /* path in the model; NULL: the parameter or input of this name */
  trm_Numbers values;
  double from, to;
  int count, scale;
  double mean, deviation;
} trm_VaryDef;

/* How the samples are drawn: in its study. */
typedef struct trm_SamplesDef {
  trm_Bound bound;
  int method, count, seed;
} trm_SamplesDef;

/* An entry of `collect`: in the arena of its study. */
typedef struct trm_CollectDef {
  trm_Bound bound;
  const char *formula;
} trm_CollectDef;

/* All of it: in its study, what it points to in the arena of that. */
typedef struct trm_StudyDef {
  trm_Bound bound;
  int version;
  const char *title, *model;
  trm_Entries vary, collect;
  trm_SamplesDef samples;
  trm_Numbers keep;
} trm_StudyDef;

/* The keys of a study file, and of entries in it. */
extern const trm_FieldTable trm_study_table, trm_vary_table, trm_collect_table;

#endif
