/* Maps of a model with an error in one of their keys, made such that the other keys can be looked at. */
#ifndef TRM_BUILD_MEND_MAPS_H
#define TRM_BUILD_MEND_MAPS_H

#include "model/fields.h"

/* An item of a map, and the table of the map; NULL: its keys are names, or not known. */
typedef struct trm_MapItem {
  const trm_Value *map; /* NULL: there is no such item */
  int item;
  const trm_FieldTable *table;
  const trm_Variants *kinds; /* the item should say which of these the map is, and does not; or NULL */
} trm_MapItem;

/* The innermost item of the maps within a value in which a place lies: `field` says what the value is, `named` that it
   is an entry of it. */
trm_MapItem trm_item_at(const trm_Field *field, bool named, const trm_Value *value, trm_Place place);

/* What is done to an item. */
typedef struct trm_Mend {
  const trm_Value *map;
  int item;
  const char *key;  /* it gets this key; NULL: it is left out */
  trm_Value *value; /* ... and this value */
  bool doubtful;    /* what follows from it may be another thing than what was meant */
} trm_Mend;

/* A key that is not known becomes the one that it seems to be, or goes; a value of one that is known goes, or becomes
   any other where it is required. */
trm_Mend trm_mend_item(const trm_MapItem *at, trm_Arena *arena);
/* The value, with some items mended; as much of it as has none is the same. NULL when out of memory. */
trm_Value *trm_mended(const trm_Value *value, const trm_Mend *mends, int count, trm_Arena *arena);
/* Is one of the mends that of this item? Is a doubtful one, or one within it? */
bool trm_is_mended(const trm_MapItem *at, const trm_Mend *mends, int count);
bool trm_doubtful_in(const trm_MapItem *at, const trm_Mend *mends, int count);

#endif
