/* The keys of cross-sections: variants by `shape`. */
#ifndef TRM_BUILD_TABLES_SECTION_H
#define TRM_BUILD_TABLES_SECTION_H

#include "model/defs.h"

/* One table (trm_SectionDef) per shape; where none is given, the one of all keys, which the manual shows too. Lives in
   the arena; NULL when out of memory. used: false where nobody will ask for one. */
const trm_Variants *trm_section_variants(trm_Arena *arena, bool used);

#endif
