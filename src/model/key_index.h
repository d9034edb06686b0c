/* From texts to numbers, by hashing: what keeps large maps and many anchors from costs that grow with the square. */
#ifndef TRM_MODEL_KEY_INDEX_H
#define TRM_MODEL_KEY_INDEX_H

#include <stdint.h>
#include "base/memory.h"
#include "trammel/status.h"

/* A place of the index; keys are those of who built it. In the arena of the index. */
typedef struct trm_KeySlot {
  const char *key; /* NULL: free */
  uint32_t hash;
  int number;
} trm_KeySlot;

/* Zero-initialise to create; the memory is the arena's, given to trm_key_index_set. */
typedef struct trm_KeyIndex {
  int count, capacity; /* capacity is a power of two, or 0 */
  trm_KeySlot *slots;
} trm_KeyIndex;

/* The number stored for the key, or -1; the second for a key that ends after `length` characters of a text. */
int trm_key_index_get(const trm_KeyIndex *index, const char *key);
int trm_key_index_find(const trm_KeyIndex *index, const char *text, size_t length);
/* Stores a number >= 0 for the key, in place of an earlier one; the key is not copied and must stay. */
trm_Status trm_key_index_set(trm_Arena *arena, trm_KeyIndex *index, const char *key, int number);

#endif
