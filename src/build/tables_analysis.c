#include "build/tables_analysis.h"
#include <string.h>
#include "analysis/simulation.h"
#include "integrate/scheme.h"

static const trm_Field type_field = {TRM_KEY(trm_AnalysisDef, type, "type", TRM_FIELD_CHOICE), .unit = ""};

/* "a what it is; b what it is", after a beginning */
typedef struct Sentence {
  trm_Arena *arena;
  const char *text; /* NULL: out of memory */
} Sentence;

static void say(Sentence *sentence, const char *between, const char *name, const char *joint, const char *doc) {
  if (sentence->text)
    sentence->text = trm_arena_text(sentence->arena, "%s%s%s%s%s", sentence->text, between, name, joint, doc);
}

static bool choose_type(trm_Arena *arena, trm_Field *field) {
  const char **names = TRM_ARENA_NEW(arena, const char *, trm_analysis_kind_count + 1);
  Sentence doc = {arena, ""};
  if (!names) return false;
  for (int k = 0; k < trm_analysis_kind_count; k++) {
    names[k] = trm_analysis_kinds[k]->name;
    say(&doc, k ? "; " : "", names[k], ": ", trm_analysis_kinds[k]->table->doc);
  }
  *field = type_field;
  field->choices = names, field->fallback = names[0], field->doc = doc.text;
  return doc.text != NULL;
}

static bool choose_scheme(trm_Arena *arena, trm_Field *field) {
  const char **names = TRM_ARENA_NEW(arena, const char *, trm_scheme_count + 1);
  Sentence doc = {arena, field->doc};
  if (!names) return false;
  for (int s = 0; s < trm_scheme_count; s++) {
    names[s] = trm_schemes[s]->name;
    say(&doc, s ? "; " : ": ", names[s], " ", trm_schemes[s]->doc);
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

static const trm_Field *find(const trm_FieldTable *table, const char *key) {
  for (int i = 0; i < table->field_count; i++)
    if (strcmp(table->fields[i].key, key) == 0) return &table->fields[i];
  return NULL;
}

/* "dynamic, kinematic: this; static: that", or what all kinds say alike */
static const char *all_docs(trm_Arena *arena, const trm_Variants *variants, const char *key) {
  Sentence doc = {arena, ""};
  for (int v = 0; v < variants->count; v++) {
    const trm_Field *own = find(variants->tables[v], key);
    bool said = !own;
    for (int w = 0; own && w < v; w++) {
      const trm_Field *other = find(variants->tables[w], key);
      said |= other && strcmp(other->doc, own->doc) == 0;
    }
    if (said) continue;
    int alike = 0;
    Sentence names = {arena, ""};
    for (int w = v; w < variants->count; w++) {
      const trm_Field *other = find(variants->tables[w], key);
      if (other && strcmp(other->doc, own->doc) == 0)
        say(&names, alike++ ? ", " : "", variants->tables[w]->name, "", "");
    }
    if (!names.text) return NULL;
    bool everywhere = alike == variants->count;
    say(&doc, *doc.text ? "; " : "", everywhere ? "" : names.text, everywhere ? "" : ": ", own->doc);
    if (!doc.text) return NULL;
  }
  return doc.text;
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
  for (int v = 0; v < variants->count; v++)
    for (int i = 0; i < variants->tables[v]->field_count; i++) {
      const trm_Field *own = &variants->tables[v]->fields[i];
      if (find(table, own->key) || table->field_count == TRM_TABLE_FIELDS) continue;
      trm_Field *field = &fields[table->field_count++];
      *field = *own;
      field->flags &= ~(unsigned)TRM_REQUIRED;
      field->doc = all_docs(arena, variants, own->key);
      if (!field->doc) return NULL;
    }
  return table;
}
