/* The pattern without absent loose entries, and the copying of values into it. */
#include "linalg/present.h"
#include <string.h>
#include "base/memory.h"

trm_Status trm_present_make(trm_Present *present, const trm_Pattern *whole, const trm_BlockTree *tree) {
  int entries = whole->start[whole->n];
  *present = (trm_Present){.whole = whole, .whole_tree = tree};
  for (int at = 0; at < entries; at++) present->loose_count += whole->loose[at];
  present->loose_at = TRM_NEW(int, present->loose_count + 1);
  present->kept = TRM_NEW(bool, entries + 1);
  present->from = TRM_NEW(int, entries + 1);
  present->values = TRM_NEW(double, entries + 1);
  if (!present->loose_at || !present->kept || !present->from || !present->values) return TRM_NO_MEMORY;
  for (int at = 0, next = 0; at < entries; at++)
    if (whole->loose[at]) present->loose_at[next++] = at;
  return TRM_OK;
}

void trm_present_drop(trm_Present *present) {
  trm_block_tree_free(present->tree);
  trm_pattern_free(present->part);
  present->tree = NULL;
  present->part = NULL;
}

void trm_present_free(trm_Present *present) {
  trm_present_drop(present);
  trm_release(present->loose_at);
  trm_release(present->kept);
  trm_release(present->from);
  trm_release(present->values);
}

bool trm_present_suffices(const trm_Present *present, const double *values) {
  if (!present->part) return false;
  for (int k = 0; k < present->loose_count; k++)
    if (values[present->loose_at[k]] != 0 && !present->kept[present->loose_at[k]]) return false;
  return true;
}

/* Firm entries, and loose ones with what stands opposite to them. Those of the part before stay where they are no more
   than these: what slides to the next element and back again, as steps are tried and taken back, has one part. */
static void mark_kept(trm_Present *present, const double *values) {
  const trm_Pattern *whole = present->whole;
  int before = 0, now = 0;
  for (int k = 0; k < present->loose_count; k++) {
    int at = present->loose_at[k];
    before += present->part && present->kept[at];
    now += values[at] != 0;
  }
  for (int at = 0; at < whole->start[whole->n]; at++)
    present->kept[at] = !whole->loose[at] || (present->part && before <= now && present->kept[at]);
  for (int column = 0; column < whole->n; column++)
    for (int at = whole->start[column]; at < whole->start[column + 1]; at++)
      if (values[at] != 0 && whole->loose[at])
        present->kept[at] = present->kept[trm_pattern_find(whole, column, whole->row[at])] = true;
}

trm_Status trm_present_choose(trm_Present *present, const double *values) {
  mark_kept(present, values);
  return trm_present_build(present);
}

static trm_Status build(trm_Present *present) {
  const trm_Pattern *whole = present->whole;
  const trm_BlockTree *blocks = present->whole_tree;
  trm_Pattern *part = present->part = TRM_NEW(trm_Pattern, 1);
  if (!part) return TRM_NO_MEMORY;
  part->n = whole->n, part->natural = whole->natural, part->natural_column = whole->natural_column;
  part->start = TRM_NEW(int, whole->n + 1);
  int count = 0;
  for (int at = 0; at < whole->start[whole->n]; at++)
    if (present->kept[at]) present->from[count++] = at;
  part->row = TRM_NEW(int, count + 1);
  if (!part->start || !part->row) return TRM_NO_MEMORY;
  for (int column = 0, next = 0; column < whole->n; column++) {
    for (; next < count && present->from[next] < whole->start[column + 1]; next++)
      part->row[next] = whole->row[present->from[next]];
    part->start[column + 1] = next;
  }
  if (blocks)
    present->tree = trm_block_tree_needing(part, blocks->start, blocks->pivotless, blocks->need, blocks->count);
  return !blocks || present->tree ? TRM_OK : TRM_NO_MEMORY;
}

trm_Status trm_present_build(trm_Present *present) {
  trm_present_drop(present);
  trm_Status status = build(present);
  if (status != TRM_OK) trm_present_drop(present); /* half of a part is none */
  return status;
}

void trm_present_gather(trm_Present *present, const double *values) {
  int count = present->part->start[present->part->n];
  for (int k = 0; k < count; k++) present->values[k] = values[present->from[k]];
}
