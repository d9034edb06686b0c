/* Merging of the tables of several kinds, and the sentence that says to which of them a key belongs. */
#include "build/tables_variants.h"
#include <string.h>

void trm_say(trm_Sentence *sentence, const char *between, const char *name, const char *joint, const char *doc) {
  if (sentence->text)
    sentence->text = trm_arena_text(sentence->arena, "%s%s%s%s%s", sentence->text, between, name, joint, doc);
}

static const trm_Field *find(const trm_FieldTable *table, const char *key) {
  for (int i = 0; i < table->field_count; i++)
    if (strcmp(table->fields[i].key, key) == 0) return &table->fields[i];
  return NULL;
}

/* "dynamic, kinematic: this; static: that", or what all kinds say alike */
static const char *all_docs(trm_Arena *arena, const trm_Variants *variants, const char *key) {
  trm_Sentence doc = {arena, ""};
  for (int v = 0; v < variants->count; v++) {
    const trm_Field *own = find(variants->tables[v], key);
    bool said = !own;
    for (int w = 0; own && w < v; w++) {
      const trm_Field *other = find(variants->tables[w], key);
      said |= other && strcmp(other->doc, own->doc) == 0;
    }
    if (said) continue;
    int alike = 0;
    trm_Sentence names = {arena, ""};
    for (int w = v; w < variants->count; w++) {
      const trm_Field *other = find(variants->tables[w], key);
      if (other && strcmp(other->doc, own->doc) == 0)
        trm_say(&names, alike++ ? ", " : "", variants->tables[w]->name, "", "");
    }
    if (!names.text) return NULL;
    bool everywhere = alike == variants->count;
    trm_say(&doc, *doc.text ? "; " : "", everywhere ? "" : names.text, everywhere ? "" : ": ", own->doc);
    if (!doc.text) return NULL;
  }
  return doc.text;
}

bool trm_merge_variants(trm_Arena *arena, const trm_Variants *variants, trm_FieldTable *table, trm_Field *fields) {
  for (int v = 0; v < variants->count; v++)
    for (int i = 0; i < variants->tables[v]->field_count; i++) {
      const trm_Field *own = &variants->tables[v]->fields[i];
      if (find(table, own->key) || table->field_count == TRM_TABLE_FIELDS) continue;
      trm_Field *field = &fields[table->field_count++];
      *field = *own;
      field->flags &= ~(unsigned)TRM_REQUIRED;
      field->doc = all_docs(arena, variants, own->key);
      if (!field->doc) return false;
    }
  return true;
}
