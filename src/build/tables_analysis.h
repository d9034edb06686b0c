/* The keys of analyses, composed from the kinds that there are. */
#ifndef TRM_BUILD_TABLES_ANALYSIS_H
#define TRM_BUILD_TABLES_ANALYSIS_H

#include "model/defs.h"

/* One table (trm_AnalysisDef) per kind, the first of them where no type is given. Lives in the arena; NULL when out of
   memory. */
const trm_Variants *trm_analysis_variants(trm_Arena *arena);
/* All keys in one table, each with what it means to which kind: for the manual. */
const trm_FieldTable *trm_analysis_table(trm_Arena *arena, const trm_Variants *variants);

#endif
