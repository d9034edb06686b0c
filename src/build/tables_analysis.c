/* Common keys, and those of each kind of analysis and scheme, made into variants by `type`. */
#include "build/tables_analysis.h"
#include "build/tables_variants.h"
#include <string.h>
#include "analysis/simulation.h"
#include "integrate/scheme.h"

static const trm_Field type_field = {TRM_KEY(trm_AnalysisDef, type, "type", TRM_FIELD_CHOICE), .unit = ""};

static bool choose_type(trm_Arena *arena, trm_Field *field) {
  const char **names = TRM_ARENA_NEW(arena, const char *, trm_analysis_kind_count + 1);
  trm_Sentence doc = {arena, ""};
  if (!names) return false;
  for (int k = 0; k < trm_analysis_kind_count; k++) {
    names[k] = trm_analysis_kinds[k]->name;
    trm_say(&doc, k ? "; " : "", names[k], ": ", trm_analysis_kinds[k]->table->doc);
  }
  *field = type_field;
  field->choices = names, field->fallback = names[0], field->doc = doc.text;
  return doc.text != NULL;
}

static bool choose_scheme(trm_Arena *arena, trm_Field *field) {
  const char **names = TRM_ARENA_NEW(arena, const char *, trm_scheme_count + 1);
  trm_Sentence doc = {arena, field->doc};
  if (!names) return false;
  for (int s = 0; s < trm_scheme_count; s++) {
    names[s] = trm_schemes[s]->name;
    trm_say(&doc, s ? "; " : ": ", names[s], " ", trm_schemes[s]->doc);
  }
  field->choices = names, field->fallback = names[0], field->doc = doc.text;
  return doc.text != NULL;
}

static const trm_FieldTable *kind_table(trm_Arena *arena, const trm_AnalysisKind *kind, const trm_Variants *among) {
  trm_FieldTable *table = TRM_ARENA_NEW(arena, trm_FieldTable, 1);
  trm_Field *fields = TRM_ARENA_NEW(arena, trm_Field, kind->table->field_count + 1);
  if (!table || !fields || !choose_type(arena, &fields[0])) return NULL;
  *table = *kind->table;
  table->name = kind->name, table->fields = fields, table->field_count++, table->among = among;
  for (int i = 1; i < table->field_count; i++) {
    fields[i] = kind->table->fields[i - 1];
    bool scheme = fields[i].offset == offsetof(trm_AnalysisDef, scheme);
    if (scheme && !choose_scheme(arena, &fields[i])) return NULL;
  }
  return table;
}

const trm_Variants *trm_analysis_variants(trm_Arena *arena) {
  trm_Variants *variants = TRM_ARENA_NEW(arena, trm_Variants, 1);
  const trm_FieldTable **tables = TRM_ARENA_NEW(arena, const trm_FieldTable *, trm_analysis_kind_count);
  if (!variants || !tables) return NULL;
  for (int k = 0; k < trm_analysis_kind_count; k++)
    if (!(tables[k] = kind_table(arena, trm_analysis_kinds[k], variants))) return NULL;
  *variants = (trm_Variants){type_field.key, "analysis", tables, trm_analysis_kind_count, tables[0]};
  return variants;
}

const trm_FieldTable *trm_analysis_table(trm_Arena *arena, const trm_Variants *variants) {
  trm_FieldTable *table = TRM_ARENA_NEW(arena, trm_FieldTable, 1);
  trm_Field *fields = TRM_ARENA_NEW(arena, trm_Field, TRM_TABLE_FIELDS);
  if (!table || !fields) return NULL;
  *table = (trm_FieldTable){
      .name = "analysis",
      .doc =
          "What to compute: one map, or a list of them to be run one after the other, each from the state that the one "
          "before left. A static one before others prepares their state; alone or last, it is the result, and its time "
          "is the share of the loads, 0 to 1, or the length of the path when it follows one (method: arc-length), "
          "where the channel load.factor tells the share of the loads.",
      .size = sizeof(trm_AnalysisDef),
      .fields = fields,
      .example = "analysis: {type: dynamic, until: 10, step: 1e-3, output: {every: 0.01}}"};
  return trm_merge_variants(arena, variants, table, fields) ? table : NULL;
}
