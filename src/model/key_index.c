/* Open addressing with FNV-1a hashes. */
#include "model/key_index.h"
#include <limits.h>
#include <string.h>

/* FNV-1a with a final mix, since only the low bits choose the slot */
static uint32_t hash_of(const char *key, size_t length) {
  uint32_t hash = 2166136261u;
  const unsigned char *c = (const unsigned char *)key;
  for (size_t i = 0; i < length; i++) hash = (hash ^ c[i]) * 16777619u;
  hash ^= hash >> 16;
  hash *= 0x7FEB352Du;
  return hash ^ hash >> 15;
}

/* the slot that holds the key, or the free one where it belongs */
static trm_KeySlot *slot_of(const trm_KeyIndex *index, const char *key, size_t length, uint32_t hash) {
  uint32_t mask = (uint32_t)index->capacity - 1;
  for (uint32_t i = hash & mask;; i = (i + 1) & mask) {
    trm_KeySlot *slot = &index->slots[i];
    if (!slot->key) return slot;
    if (slot->hash == hash && strncmp(slot->key, key, length) == 0 && slot->key[length] == 0) return slot;
  }
}

int trm_key_index_find(const trm_KeyIndex *index, const char *text, size_t length) {
  if (index->count == 0) return -1;
  const trm_KeySlot *slot = slot_of(index, text, length, hash_of(text, length));
  return slot->key ? slot->number : -1;
}

int trm_key_index_get(const trm_KeyIndex *index, const char *key) {
  return trm_key_index_find(index, key, strlen(key));
}

/* keeps at least every third slot free, so that probing stays short */
static trm_Status make_room(trm_Arena *arena, trm_KeyIndex *index) {
  if (index->count < index->capacity / 3 * 2) return TRM_OK;
  if (index->capacity > INT_MAX / 2) return TRM_NO_MEMORY;
  trm_KeyIndex larger = {.count = index->count, .capacity = index->capacity ? 2 * index->capacity : 32};
  larger.slots = TRM_ARENA_NEW(arena, trm_KeySlot, larger.capacity);
  if (!larger.slots) return TRM_NO_MEMORY;
  for (int i = 0; i < index->capacity; i++)
    if (index->slots[i].key) {
      const trm_KeySlot *slot = &index->slots[i];
      *slot_of(&larger, slot->key, strlen(slot->key), slot->hash) = *slot;
    }
  *index = larger;
  return TRM_OK;
}

trm_Status trm_key_index_set(trm_Arena *arena, trm_KeyIndex *index, const char *key, int number) {
  if (make_room(arena, index) != TRM_OK) return TRM_NO_MEMORY;
  size_t length = strlen(key);
  uint32_t hash = hash_of(key, length);
  trm_KeySlot *slot = slot_of(index, key, length, hash);
  if (!slot->key) index->count++;
  *slot = (trm_KeySlot){key, hash, number};
  return TRM_OK;
}
