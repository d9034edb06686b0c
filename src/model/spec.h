/* Spec: the model as written, a tree of values with their places in the text. YAML, C and Python fill the same tree;
   the field tables (model/fields.h) say what it may contain. */
#ifndef TRM_MODEL_SPEC_H
#define TRM_MODEL_SPEC_H

#include <stdbool.h>
#include "base/memory.h"
#include "base/report.h"
#include "model/key_index.h"
#include "trammel/trammel.h"

typedef enum trm_ValueKind { TRM_VALUE_NULL, TRM_VALUE_SCALAR, TRM_VALUE_LIST, TRM_VALUE_MAP } trm_ValueKind;

/* Levels of maps and lists at most, the root counted: every tree can be walked by recursion. */
enum { TRM_DEEPEST_VALUE = 64 };

/* One value. An alias of the text is the same value reached twice: the tree is a graph without cycles, whose expanded
   size is bounded by the reader. Places: of a scalar its first character (in quotes the opening quote: the text then
   begins one column later), of a map or list in brackets the bracket, of a map or list in lines its first key or
   dash. */
typedef struct trm_Value {
  trm_ValueKind kind;
  trm_Place place;
  const char *text; /* scalar: its characters, unescaped, NUL-terminated; else "" */
  bool quoted;      /* scalar: written in quotes or as a block (then never null) */
  bool shared;      /* reached by more than one way (alias): not to be changed in place */
  int count;        /* list, map: how many items */
  int capacity;
  struct trm_Value **items;
  const char **keys;     /* map: the key of each item, no two the same */
  trm_Place *key_places; /* map: the place of each key */
  trm_KeyIndex index;    /* map: from keys to numbers, once there are many */
} trm_Value;

/* The model as written: owned by who read or made it (trm_spec_free), values in its arena. A model frozen from it
   does not need it any more. */
struct trm_Spec {
  trm_Arena arena;
  trm_Value *root;    /* a map */
  const char *source; /* name of the text's file, or "model" */
  const char *text;   /* the text as read, NUL-terminated; NULL for a spec made in code */
  size_t text_size;
  bool edited; /* a value is no longer the one of the text */
  bool filled; /* columns of files stand where the text names them: as it is, the text is not the whole model */
};

/* Construction. NULL / status NO_MEMORY when out of memory; an item that is NULL counts as out of memory, so calls can
   be nested. trm_value_put replaces the item of a key that is there already; the key is copied. */
trm_Value *trm_value_new(trm_Arena *arena, trm_ValueKind kind, trm_Place place);
trm_Value *trm_value_scalar(trm_Arena *arena, const char *text, size_t length, trm_Place place);
trm_Status trm_value_append(trm_Arena *arena, trm_Value *list, trm_Value *item);
trm_Status trm_value_put(trm_Arena *arena, trm_Value *map, const char *key, trm_Place key_place, trm_Value *item);
/* The number of a key among the map's items, or -1 (also when it is no map); the item itself, or NULL. */
int trm_value_find(const trm_Value *map, const char *key);
trm_Value *trm_value_get(const trm_Value *map, const char *key);
/* The value at these keys and numbers of list items, joined by '/' ("" is the value itself); NULL: there is none. */
const trm_Value *trm_value_at(const trm_Value *value, const char *path);
/* Same content (kinds, texts, keys in order, items); places and quotes ignored. */
bool trm_value_equal(const trm_Value *a, const trm_Value *b);
/* A number of the same (base/bytes.h), going on from `hash`. */
uint64_t trm_value_hash(uint64_t hash, const trm_Value *value);

/* A spec with an empty root; NULL when out of memory. NULL may be destroyed. */
trm_Spec *trm_spec_make(const char *source);
void trm_spec_destroy(trm_Spec *spec);

#endif
