/* The pattern without absent loose entries, and the copying of values into it. */
#include "linalg/present.h"
#include <string.h>
#include "base/bytes.h"
#include "base/memory.h"

trm_Status trm_present_make(trm_Present *present, const trm_Pattern *whole, const trm_BlockTree *tree) {
  int entries = whole->start[whole->n];
  *present = (trm_Present){.whole = whole, .whole_tree = tree};
  for (int at = 0; at < entries; at++) present->loose_count += whole->loose[at];
  present->loose_at = TRM_NEW(int, present->loose_count + 1);
  present->kept = TRM_NEW(bool, entries + 1);
  present->values = TRM_NEW(double, entries + 1);
  if (!present->loose_at || !present->kept || !present->values) return TRM_NO_MEMORY;
  for (int at = 0, next = 0; at < entries; at++)
    if (whole->loose[at]) present->loose_at[next++] = at;
  return TRM_OK;
}

void trm_part_free(trm_Part *part) {
  trm_Store *store = part->store;
  trm_block_tree_free(part->tree);
  if (part->pattern) {
    trm_store_release(store, part->pattern->start);
    trm_store_release(store, part->pattern->row);
    trm_store_release(store, part->pattern);
  }
  trm_store_release(store, part->kept);
  *part = (trm_Part){0};
}

void trm_present_drop(trm_Present *present) { trm_part_free(&present->part); }

void trm_present_free(trm_Present *present) {
  trm_present_drop(present);
  trm_release(present->loose_at);
  trm_release(present->kept);
  trm_release(present->values);
}

bool trm_present_suffices(const trm_Present *present, const double *values) {
  const trm_Part *part = &present->part;
  uint64_t bits = 0, word;
  if (!part->pattern) return false;
  for (int k = 0; k < part->absent_count; k++) {
    const double *own = values + part->absent[k].first;
    for (int i = 0, count = part->absent[k].count; i < count; i++) {
      memcpy(&word, own + i, sizeof word);
      bits |= word;
    }
  }
  return bits << 1 == 0; /* but for signs: -0 is nothing too */
}

/* Firm entries, and loose ones with what stands opposite to them. Those of the part before stay where they are no more
   than these: what slides to the next element and back again, as steps are tried and taken back, has one part. */
static void mark_kept(trm_Present *present, const double *values) {
  const trm_Pattern *whole = present->whole;
  int before = 0, now = 0;
  for (int k = 0; k < present->loose_count; k++) {
    int at = present->loose_at[k];
    before += present->part.pattern && present->kept[at];
    now += values[at] != 0;
  }
  for (int at = 0; at < whole->start[whole->n]; at++)
    present->kept[at] = !whole->loose[at] || (present->part.pattern && before <= now && present->kept[at]);
  for (int column = 0; column < whole->n; column++)
    for (int at = whole->start[column]; at < whole->start[column + 1]; at++)
      if (values[at] != 0 && whole->loose[at])
        present->kept[at] = present->kept[trm_pattern_find(whole, column, whole->row[at])] = true;
}

static uint64_t hash_of(const trm_Present *present) {
  uint64_t hash = trm_hash_start;
  for (int k = 0; k < present->loose_count; k++)
    if (present->kept[present->loose_at[k]]) hash = trm_hash_words(hash, &present->loose_at[k], sizeof(int));
  return hash;
}

uint64_t trm_present_mark(trm_Present *present, const double *values) {
  mark_kept(present, values);
  return hash_of(present);
}

/* The stretches of entries that are marked, or that are not. list NULL: they are only counted. */
static int list_stretches(const trm_Present *present, bool marked, trm_Stretch *list) {
  int entries = present->whole->start[present->whole->n], count = 0;
  for (int at = 0; at < entries; at++) {
    if (present->kept[at] != marked) continue;
    bool goes_on = at > 0 && present->kept[at - 1] == marked;
    count += !goes_on;
    if (list && !goes_on) list[count - 1] = (trm_Stretch){at, 0};
    if (list) list[count - 1].count++;
  }
  return count;
}

bool trm_part_is(const trm_Part *part, const trm_Present *present, uint64_t hash) {
  if (part->hash != hash) return false;
  int entries = present->whole->start[present->whole->n], at = 0;
  for (int k = 0; k < part->kept_count; k++) {
    const trm_Stretch *one = &part->kept[k];
    for (; at < one->first; at++)
      if (present->kept[at]) return false;
    for (; at < one->first + one->count; at++)
      if (!present->kept[at]) return false;
  }
  for (; at < entries; at++)
    if (present->kept[at]) return false;
  return true;
}

static trm_Status list_entries(const trm_Present *present, trm_Part *part) {
  part->kept_count = list_stretches(present, true, NULL), part->absent_count = list_stretches(present, false, NULL);
  part->kept = TRM_STORE_NEW(part->store, trm_Stretch, part->kept_count + part->absent_count + 1);
  if (!part->kept) return TRM_NO_MEMORY;
  part->absent = part->kept + part->kept_count;
  list_stretches(present, true, part->kept);
  list_stretches(present, false, part->absent);
  return TRM_OK;
}

static trm_Status list_rows(const trm_Present *present, const trm_Part *part) {
  const trm_Pattern *whole = present->whole;
  trm_Pattern *own = part->pattern;
  int count = 0;
  for (int k = 0; k < part->kept_count; k++) count += part->kept[k].count;
  own->start = TRM_STORE_NEW(part->store, int, whole->n + 1), own->row = TRM_STORE_NEW(part->store, int, count + 1);
  if (!own->start || !own->row) return TRM_NO_MEMORY;
  own->n = whole->n, own->natural = whole->natural, own->natural_column = whole->natural_column;
  for (int column = 0, next = 0; column < whole->n; column++) {
    for (int at = whole->start[column]; at < whole->start[column + 1]; at++)
      if (present->kept[at]) own->row[next++] = whole->row[at];
    own->start[column + 1] = next;
  }
  return TRM_OK;
}

trm_Status trm_present_build(trm_Present *present) {
  const trm_BlockTree *blocks = present->whole_tree;
  trm_Part *part = &present->part;
  trm_present_drop(present);
  *part = (trm_Part){.hash = hash_of(present), .store = present->store};
  part->pattern = TRM_STORE_NEW(part->store, trm_Pattern, 1);
  trm_Status status = part->pattern ? list_entries(present, part) : TRM_NO_MEMORY;
  if (status == TRM_OK) status = list_rows(present, part);
  if (status == TRM_OK && blocks) {
    part->tree = trm_block_tree_in(part->store, part->pattern, blocks);
    status = part->tree ? TRM_OK : TRM_NO_MEMORY;
  }
  if (status != TRM_OK) trm_present_drop(present); /* half of a part is none */
  return status;
}

void trm_present_gather(trm_Present *present, const double *values) {
  const trm_Part *part = &present->part;
  double *to = present->values;
  for (int k = 0; k < part->kept_count; k++) {
    const double *from = values + part->kept[k].first;
    for (int i = 0, count = part->kept[k].count; i < count; i++) *to++ = from[i];
  }
}
