/* One table from those of several kinds, for the manual: every key once, with what it means to which kind. */
#ifndef TRM_BUILD_TABLES_VARIANTS_H
#define TRM_BUILD_TABLES_VARIANTS_H

#include "model/fields.h"

/* A text that grows in an arena; NULL: out of memory. */
typedef struct trm_Sentence {
  trm_Arena *arena;
  const char *text;
} trm_Sentence;

/* Adds "between name joint doc": "; circle: its shear factor". */
void trm_say(trm_Sentence *sentence, const char *between, const char *name, const char *joint, const char *doc);

/* Adds the keys of all variants to a table that has room for TRM_TABLE_FIELDS of them in fields; none is required.
   False when out of memory. */
bool trm_merge_variants(trm_Arena *arena, const trm_Variants *variants, trm_FieldTable *table, trm_Field *fields);

#endif
