/* Spec: the model as written, a tree of values with their places in the text. YAML, C and Python fill the same tree; the field
   tables (model/fields.h) say what it may contain. */
#ifndef TRM_MODEL_SPEC_H
#define TRM_MODEL_SPEC_H

#include <stdbool.h>
#include "base/memory.h"
#include "base/report.h"
#include "trammel/trammel.h"

typedef enum trm_ValueKind { TRM_VALUE_NULL, TRM_VALUE_SCALAR, TRM_VALUE_LIST, TRM_VALUE_MAP } trm_ValueKind;

/* One value. An alias of the text is the same value reached twice: the tree is a graph without cycles, whose expanded size
   is bounded by the reader. */
typedef struct trm_Value {
  trm_ValueKind kind;
  trm_Place place;
  const char *text; /* scalar: its characters, unescaped, NUL-terminated */
  bool quoted;      /* scalar: written in quotes (then never null) */
  int count;        /* list, map: how many items */
  int capacity;
  struct trm_Value **items;
  const char **keys;     /* map: the key of each item */
  trm_Place *key_places; /* map: the place of each key */
} trm_Value;

struct trm_Spec {
  trm_Arena arena;
  trm_Value *root;    /* a map */
  const char *source; /* name of the text's file, or "model" */
  const char *text;   /* the text as read, NUL-terminated; NULL for a spec made in code */
  size_t text_size;
};

/* Construction. NULL / status NO_MEMORY when out of memory. */
trm_Value *trm_value_new(trm_Arena *arena, trm_ValueKind kind, trm_Place place);
trm_Value *trm_value_scalar(trm_Arena *arena, const char *text, size_t length, trm_Place place);
trm_Status trm_value_append(trm_Arena *arena, trm_Value *list, trm_Value *item);
trm_Status trm_value_put(trm_Arena *arena, trm_Value *map, const char *key, trm_Place key_place, trm_Value *item);
/* The item of a map by key, or NULL. */
trm_Value *trm_value_get(const trm_Value *map, const char *key);
/* Same content (kinds, texts, keys in order, items); places ignored. */
bool trm_value_equal(const trm_Value *a, const trm_Value *b);

#endif
