/* The manual: `trammel describe`, docs/reference and the JSON Schema, all from the field tables. Texts are freed with
   trm_free. */
#ifndef TRM_BUILD_DESCRIBE_H
#define TRM_BUILD_DESCRIBE_H

#include "base/findings.h"
#include "build/page.h"
#include "build/tables.h"

/* What `trammel describe words...` prints; no words: the list of topics. NULL with an error (and a suggestion) in
   diagnostics when there is no such topic, or when out of memory. */
char *trm_describe_words(trm_JointRegistry registry, const char *const *words, int count, trm_Diagnostics *diagnostics);
/* The names that may follow these words, a line each; no words: the topics. NULL when out of memory. */
char *trm_describe_names(trm_JointRegistry registry, const char *const *words, int count);
/* The index-th page of docs/reference, NULL past the last or when out of memory. */
char *trm_reference_text(trm_JointRegistry registry, int index, const char **file_name);
/* JSON Schema, draft 2020-12. NULL when out of memory. */
char *trm_schema_text(trm_JointRegistry registry);

/* ---- parts, for describe*.c and reference.c ---------------------------------------------------------------------- */

/* What pages are made from: on the stack of the function that makes one, its arena freed by that. */
typedef struct trm_Manual {
  trm_Page page;
  trm_Arena arena;
  trm_JointRegistry registry;
  const trm_FieldTable *model;
  const trm_Variants *joints;
  const trm_FieldTable *coordinate; /* with the units of a rotation and of a displacement */
} trm_Manual;

/* False when out of memory. Closed in any case. */
bool trm_manual_open(trm_Manual *manual, trm_JointRegistry registry, bool markdown);
char *trm_manual_close(trm_Manual *manual); /* the page, NULL when anything failed */

/* Heading, meaning, keys, rules, example, then the maps within the map. */
void trm_describe_table(trm_Manual *manual, const trm_FieldTable *table, const char *title, int level);
void trm_describe_field(trm_Manual *manual, const trm_Field *field);
/* The same for a joint, with its rows in words, relative coordinates, channels and convention. */
void trm_describe_joint(trm_Manual *manual, int kind, int level);
/* Chapters that no table holds. */
void trm_describe_joints(trm_Manual *manual, int level); /* what all joints have in common, and their list */
void trm_describe_coordinate(trm_Manual *manual, int level);
void trm_describe_start(trm_Manual *manual, int level); /* initial conditions */
void trm_describe_step(trm_Manual *manual, int level);  /* time steps and their tolerance */
void trm_describe_expression(trm_Manual *manual, int level);
void trm_describe_function(trm_Manual *manual, int level);
void trm_describe_orientation(trm_Manual *manual, int level);
void trm_describe_shape(trm_Manual *manual, int level);
void trm_describe_study(trm_Manual *manual, int level);
void trm_describe_parameters(trm_Manual *manual, int level);
void trm_describe_inputs(trm_Manual *manual, int level);
void trm_describe_naming(trm_Manual *manual, int level);
void trm_describe_schemes(trm_Manual *manual, int level);
void trm_describe_channels(trm_Manual *manual, int level);
void trm_describe_findings(trm_Manual *manual, int level);             /* of the model doctor: their list */
void trm_describe_finding(trm_Manual *manual, int finding, int level); /* one of them */

/* The nested table of a field of the model, by its own name ("body") or NULL. */
const trm_FieldTable *trm_manual_table(const trm_Manual *manual, const char *name);

#endif
