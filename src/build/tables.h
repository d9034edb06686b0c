/* The field tables of the model language: the root of what reading, checking, `describe`, the schema and the reference
   walk. */
#ifndef TRM_BUILD_TABLES_H
#define TRM_BUILD_TABLES_H

#include "element/joint_table.h"
#include "model/defs.h"
#include "model/spec.h"

/* The table of a whole model file (trm_ModelDef), with one variant of `joints` per kind of the registry, composed from
   its row block. Lives in the arena; NULL when out of memory. root: the one model that it is for: kinds
   of joints that it has not are there by their names alone, those of sections not at all; NULL: all are complete. */
const trm_FieldTable *trm_model_table(trm_Arena *arena, trm_JointRegistry registry, const trm_Value *root);

/* Reads `parameters:`, then binds the whole spec: all errors of keys, types, ranges, names that are not unique and
   references to nothing are reported. True when there was none. The result lives in the arena. */
bool trm_define(const trm_Spec *spec, trm_JointRegistry registry, trm_Arena *arena, trm_Diagnostics *diagnostics,
                trm_ModelDef *out);
/* The same with a binding that has an arena, where errors go, and what is to be noted. */
bool trm_define_noting(const trm_Spec *spec, trm_JointRegistry registry, const trm_Binding *start, trm_ModelDef *out);
/* Words in the formulas of outputs and events that may be names of what moves (shown_names.c). */
trm_FoundNames trm_shown_names(const trm_ModelDef *def, trm_Arena *arena);

/* The text of a spec in the present version of the language, everything else in it as it was; a text of that version
   as it is. Freed with trm_free; NULL with the reason in diagnostics. */
enum { TRM_LANGUAGE_VERSION = 2 };
char *trm_upgrade_text(const trm_Spec *spec, trm_JointRegistry registry, trm_Diagnostics *diagnostics);

#endif
