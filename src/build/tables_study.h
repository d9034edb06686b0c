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
  double start; /* of an optimisation */
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

/* How an optimisation goes about it; the order of the names in tables_study.c. */
typedef enum trm_OptimiseMethod {
  TRM_OPTIMISE_COBYLA,
  TRM_OPTIMISE_BOBYQA,
  TRM_OPTIMISE_NELDER_MEAD,
  TRM_OPTIMISE_SUBPLEX,
  TRM_OPTIMISE_DIRECT,
  TRM_OPTIMISE_CRS,
  TRM_OPTIMISE_ISRES
} trm_OptimiseMethod;

/* An entry of `constraints`: what a column must be. */
typedef struct trm_ConstraintDef {
  trm_Bound bound;
  double at_least, at_most;
} trm_ConstraintDef;

/* An entry of `fit`: a record, and what of the model it is a record of. */
typedef struct trm_FitDef {
  trm_Bound bound;
  trm_Numbers table; /* time, value, time, value, ... */
  const char *formula;
  double deviation;
} trm_FitDef;

/* What is looked for: in its study. */
typedef struct trm_OptimiseDef {
  trm_Bound bound;
  const char *minimise, *maximise; /* columns */
  trm_Entries constraints;
  int method, evaluations, seed, starts;
  double tolerance;
} trm_OptimiseDef;

/* May samples be run side by side? */
typedef enum trm_LanesChoice { TRM_LANES_AUTO, TRM_LANES_OFF } trm_LanesChoice;

/* All of it: in its study, what it points to in the arena of that. */
typedef struct trm_StudyDef {
  trm_Bound bound;
  int version;
  const char *title, *model;
  trm_Entries vary, collect;
  trm_SamplesDef samples;
  trm_Numbers keep;
  int lanes; /* trm_LanesChoice */
  trm_OptimiseDef optimise;
  trm_Entries fit;
} trm_StudyDef;

/* The keys of a study file, and of entries in it. */
extern const trm_FieldTable trm_study_table, trm_vary_table, trm_collect_table;

#endif
