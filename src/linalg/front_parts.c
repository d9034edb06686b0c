/* Pieces of fronts by the places of their entries; rows that are touched by elimination of the pattern alone. */
#include "linalg/front_parts.h"
#include <string.h>

static trm_Status allocate(trm_FrontParts *parts, const trm_Pattern *pattern) {
  trm_Arena *memory = &parts->memory;
  if (parts->pieces) return TRM_OK;
  /* there are no more fronts than unknowns, nor more fours of pivots */
  parts->first = TRM_ARENA_NEW(memory, int, pattern->n + 1);
  parts->added = TRM_ARENA_NEW(memory, int, pattern->n + 1);
  for (int s = 0; s < 2; s++) parts->next[s] = TRM_ARENA_NEW(memory, int, pattern->n + 1);
  parts->touched = TRM_ARENA_NEW(memory, uint64_t, pattern->n + 1);
  parts->place = TRM_ARENA_NEW(memory, int, pattern->start[pattern->n] + 1);
  parts->pieces = TRM_ARENA_NEW(memory, trm_FrontPiece, pattern->parts->count + 1);
  if (!memory->failed) return TRM_OK;
  trm_front_parts_free(parts);
  return TRM_NO_MEMORY;
}

void trm_front_parts_free(trm_FrontParts *parts) {
  trm_arena_free(&parts->memory);
  *parts = (trm_FrontParts){0};
}

static void place_entries(trm_FrontParts *parts, const trm_FrontTree *fronts) {
  for (int f = 0; f < fronts->count; f++) {
    const trm_Front *front = &fronts->fronts[f];
    for (int r = front->first_run; r < front->first_run + front->runs; r++)
      for (int k = 0; k < fronts->runs[r].length; k++)
        parts->place[fronts->runs[r].from + k] = (int)front->at + fronts->runs[r].to + k;
  }
}

/* The front whose values hold this place. */
static int front_of(const trm_FrontTree *fronts, int place) {
  int low = 0, high = fronts->count - 1;
  while (low < high) {
    int middle = (low + high + 1) / 2;
    if (fronts->fronts[middle].at <= (size_t)place)
      low = middle;
    else
      high = middle - 1;
  }
  return low;
}

/* Counts the pieces of each front; first[] and added[] become where they begin. Entries with a piece are marked. */
static void count_pieces(trm_FrontParts *parts, const trm_FrontTree *fronts, const trm_Parts *list) {
  for (int f = 0; f <= fronts->count; f++) parts->first[f] = parts->added[f] = 0;
  for (int k = 0; k < list->count; k++) {
    int *place = &parts->place[list->to[k]], f = front_of(fronts, *place < 0 ? ~*place : *place);
    ++*(*place < 0 ? &parts->added[f] : &parts->first[f]);
    if (*place >= 0) *place = ~*place;
  }
  for (int f = 0, next = 0; f <= fronts->count; f++) {
    int fresh = parts->first[f], added = parts->added[f];
    parts->first[f] = next, parts->added[f] = next + fresh, next += fresh + added;
  }
}

/* In the order of the parts, so that sums are those of the matrix. */
static void list_pieces(trm_FrontParts *parts, const trm_FrontTree *fronts, const trm_Parts *list) {
  count_pieces(parts, fronts, list);
  for (int f = 0; f < fronts->count; f++) parts->next[0][f] = parts->first[f], parts->next[1][f] = parts->added[f];
  for (int k = 0; k < list->count; k++) { /* the first of an entry finds its mark, and takes it away */
    int *place = &parts->place[list->to[k]], at = *place < 0 ? ~*place : *place, f = front_of(fronts, at);
    int *next = &parts->next[*place < 0 ? 0 : 1][f];
    parts->pieces[(*next)++] = (trm_FrontPiece){list->from[k], at - (int)fronts->fronts[f].at};
    *place = at;
  }
}

/* Rows of a front as bits of their columns: entries, what children add, pivots of the padding. */
static void mark_entries(const trm_FrontParts *parts, const trm_FrontTree *fronts, int f, uint64_t *row) {
  const trm_Front *front = &fronts->fronts[f];
  const uint64_t one = 1;
  for (int i = 0; i < front->padded + front->boundary; i++) row[i] = 0;
  for (int k = front->pivots; k < front->padded; k++) row[k] = one << k;
  for (int p = parts->first[f]; p < parts->first[f + 1]; p++)
    row[parts->pieces[p].to / front->stride] |= one << parts->pieces[p].to % front->stride;
  for (int c = front->first_child; c >= 0; c = fronts->fronts[c].sibling) {
    const trm_Front *child = &fronts->fronts[c];
    uint64_t columns = 0;
    for (int b = 0; b < child->boundary; b++) columns |= one << fronts->to_column[child->first_map + b];
    for (int b = 0; b < child->boundary; b++) row[fronts->to_row[child->first_map + b]] |= columns;
  }
}

static void find_touched(trm_FrontParts *parts, const trm_FrontTree *fronts, int f) {
  const trm_Front *front = &fronts->fronts[f];
  uint64_t row[TRM_FRONT_BITS], *touched = parts->touched + front->first_pivot / TRM_LANES;
  const uint64_t one = 1;
  int rows = front->padded + front->boundary;
  if (front->stride > TRM_FRONT_BITS) return;
  mark_entries(parts, fronts, f, row);
  for (int k = 0; k < front->padded; k += TRM_LANES) {
    uint64_t *found = &touched[k / TRM_LANES];
    *found = 0;
    for (int p = k; p < k + TRM_LANES; p++)
      for (int i = p + 1; i < rows; i++) {
        if (!(row[i] >> p & 1)) continue;
        row[i] |= row[p] >> p << p;
        if (i >= k + TRM_LANES) *found |= one << i;
      }
  }
}

trm_Status trm_front_parts_make(trm_FrontParts *parts, const trm_FrontTree *fronts, const trm_Pattern *pattern) {
  trm_Status status = allocate(parts, pattern);
  if (status != TRM_OK) return status;
  place_entries(parts, fronts);
  list_pieces(parts, fronts, pattern->parts);
  for (int f = 0; f < fronts->count; f++) find_touched(parts, fronts, f);
  parts->ready = true;
  return TRM_OK;
}
