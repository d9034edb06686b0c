/* expect.yaml: what an example must show, read through the same field tables as a model. */
#ifndef VERIFICATION_EXPECT_H
#define VERIFICATION_EXPECT_H

#include "compare.h"
#include "model/fields.h"

/* Bounds relative to the larger of the largest kinetic energy and the largest change of the stored energy. */
typedef struct EnergyDef {
  trm_Bound bound;
  double residual;        /* of the ledger, over all steps */
  double drift;           /* largest minus smallest total energy of the stored rows */
  double constraint_work; /* of any one step */
} EnergyDef;

typedef struct CheckDef {
  trm_Bound bound;
  const char *channel;
  double at, value;
  double max, min, rms, span, largest;
  trm_Function function;
  const char *table, *column;
  double scale;
  int norm; /* 0 largest, 1 rms */
  double tolerance;
  const char *source;
} CheckDef;

typedef struct RunDef {
  trm_Bound bound;
  const char *model;
  trm_Entries checks; /* CheckDef */
  EnergyDef energy;
  double violation; /* of any constraint at the end of any step; m or rad */
} RunDef;

typedef struct ExpectDef {
  trm_Bound bound;
  trm_Entries runs; /* RunDef */
} ExpectDef;

/* Reads the whole file; false with all errors in diagnostics. A file without `runs` is one run. */
bool read_expect(const trm_Spec *spec, trm_Arena *arena, trm_Diagnostics *diagnostics, ExpectDef *out);

/* The check that an entry asks for; table files are relative to folder. NULL on success, otherwise what is wrong. */
const char *make_check(const CheckDef *def, const char *folder, trm_Arena *arena, Check *out);

/* Is there a bound on the energy? */
bool has_energy(const RunDef *run);

#endif
