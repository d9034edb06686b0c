/* Which elements are evaluated abreast, and the sums of what they give. */
#include "system/bundles.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "element/elements.h"
#include "system/pieces.h"

/* Bundles that may still take elements, one for each sort that was met. */
typedef struct Open {
  int count;
  trm_PlacedBundle *of[32];
} Open;
enum { MOST_OPEN = 32 };

static void close_bundle(Open *open, int i) { open->of[i] = open->of[--open->count]; }

/* true: the element has joined a bundle */
static bool take(trm_System *system, const trm_ElementKind *kind, int e, Open *open) {
  for (int i = 0; i < open->count; i++) {
    trm_PlacedBundle *placed = open->of[i];
    if (!kind->joins(system->layout, e, &system->arena, &placed->bundle)) continue;
    if (placed->bundle.count == TRM_ABREAST) close_bundle(open, i);
    return true;
  }
  trm_PlacedBundle *made = &system->bundles[system->bundle_count];
  *made = (trm_PlacedBundle){.kind = kind};
  if (!kind->joins(system->layout, e, &system->arena, &made->bundle)) return false;
  system->bundle_count++;
  if (open->count == MOST_OPEN) close_bundle(open, 0);
  open->of[open->count++] = made;
  return true;
}

static void leave_alone(trm_Scatter *scatter, int e) {
  trm_Stretch *last = scatter->alone_count > 0 ? &scatter->alone[scatter->alone_count - 1] : NULL;
  if (last && last->first + last->count == e)
    last->count++;
  else
    scatter->alone[scatter->alone_count++] = (trm_Stretch){e, 1};
}

static bool share_out(trm_System *system, int k) {
  const trm_ElementKind *kind = trm_element_kinds[k];
  trm_Scatter *scatter = &system->scatter[k];
  int count = kind->count(system->model);
  Open open = {0};
  scatter->alone = TRM_ARENA_NEW(&system->arena, trm_Stretch, count);
  for (int e = 0; scatter->alone && e < count; e++)
    if (!kind->joins || !take(system, kind, e, &open)) leave_alone(scatter, e);
  return !system->arena.failed;
}

/* Which groups of three unknowns of their nodes some elements have. */
static void find_moving(const trm_PlacedBundle *placed, bool *moves) {
  int n = placed->bundle.n;
  for (int i = 0; i < n * placed->bundle.count; i++)
    if (placed->unknowns[i] >= 0) moves[i % n / 3] = true;
}

static void list_present(trm_PlacedBundle *placed) {
  const trm_Bundle *bundle = &placed->bundle;
  const int *positions = placed->positions;
  int count = 0;
  for (int l = 0; l < bundle->count; l++, positions += bundle->entries) {
    placed->first_present[l] = count;
    for (int e = 0; e < bundle->entries; e++) {
      if (e == bundle->still) placed->first_still[l] = count;
      if (positions[e] >= 0) placed->present[count++] = (trm_PresentEntry){e, positions[e]};
    }
  }
  placed->first_present[bundle->count] = count;
}

static bool place_entries(trm_System *system, trm_PlacedBundle *placed) {
  const trm_Bundle *bundle = &placed->bundle;
  const int *unknowns = placed->unknowns;
  int *positions = TRM_ARENA_NEW(&system->arena, int, bundle->entries * bundle->count);
  placed->present = TRM_ARENA_NEW(&system->arena, trm_PresentEntry, bundle->entries * bundle->count);
  if (system->arena.failed) return false;
  placed->positions = positions;
  for (int l = 0; l < bundle->count; l++, unknowns += bundle->n, positions += bundle->entries)
    for (int e = 0; e < bundle->entries; e++) {
      int row = unknowns[bundle->entry[e][0]], column = unknowns[bundle->entry[e][1]];
      positions[e] = row < 0 || column < 0 ? -1 : trm_pattern_find(system->pattern, row, column);
    }
  list_present(placed);
  return true;
}

static bool place(trm_System *system, trm_PlacedBundle *placed) {
  trm_Bundle *bundle = &placed->bundle;
  int n = bundle->n, *unknowns = TRM_ARENA_NEW(&system->arena, int, TRM_LOCAL_UNKNOWNS *TRM_ABREAST);
  bool moves[TRM_BUNDLE_UNKNOWNS] = {false};
  if (!unknowns) return false;
  placed->unknowns = unknowns, placed->first = system->numbering.count;
  placed->made = (int)(placed - system->bundles);
  for (int l = 0; l < bundle->count; l++, unknowns += n) {
    placed->kind->unknowns(system->model, &system->numbering, bundle->element[l], unknowns);
    for (int i = 0; i < n; i++)
      if (unknowns[i] >= 0 && unknowns[i] < placed->first) placed->first = unknowns[i];
  }
  find_moving(placed, moves);
  if (placed->kind->narrow) placed->kind->narrow(bundle, moves);
  return place_entries(system, placed);
}

static int by_unknowns(const void *one, const void *other) {
  const trm_PlacedBundle *a = one, *b = other;
  return a->first != b->first ? (a->first < b->first ? -1 : 1) : a->made - b->made;
}

static int ascending(const void *one, const void *other) {
  int a = *(const int *)one, b = *(const int *)other;
  return (a > b) - (a < b);
}

/* The columns, in order, that a bundle adds to before all others; NULL: those of a piece that nobody has taken. */
static int take_columns(const trm_System *system, const trm_PlacedBundle *placed, int piece, bool *taken,
                        int *columns) {
  int count = 0, all = placed ? placed->bundle.n * placed->bundle.count : system->numbering.count;
  for (int i = 0; i < all; i++) {
    int column = placed ? placed->unknowns[i] : i;
    if (column < 0 || taken[column] || (!placed && system->pieces->piece_of[column] != piece)) continue;
    taken[column] = true, columns[count++] = column;
  }
  qsort(columns, (size_t)count, sizeof *columns, ascending);
  return count;
}

/* The values of these columns, joined where they follow each other. */
static void list_clears(trm_System *system, trm_PlacedBundle *placed, const int *columns, int count) {
  const int *start = system->pattern->start;
  trm_Stretch *list = placed->clears = TRM_ARENA_NEW(&system->arena, trm_Stretch, count + 1), *last = NULL;
  for (int i = 0; list && i < count; i++) {
    int first = start[columns[i]], values = start[columns[i] + 1] - first;
    if (last && last->first + last->count == first)
      last->count += values;
    else
      last = &list[placed->clear_count++], *last = (trm_Stretch){first, values};
  }
}

/* Who clears which columns: of `bundles`, those that belong to one piece, and behind the last what is left of each
   piece. */
static trm_Status share_clears(trm_System *system) {
  const trm_Pieces *pieces = system->pieces;
  bool *taken = TRM_NEW(bool, system->numbering.count + 1);
  int *columns = TRM_NEW(int, system->numbering.count + 1);
  trm_PlacedBundle *rest = &system->bundles[system->bundle_count];
  for (int u = 0; taken && columns && u < pieces->bundles.first[pieces->count]; u++) {
    const trm_Unit *unit = &pieces->bundles.units[u];
    trm_PlacedBundle *placed = &system->bundles[unit->first];
    list_clears(system, placed, columns, take_columns(system, placed, 0, taken, columns));
  }
  for (int p = 0; taken && columns && p < pieces->count; p++) {
    rest[p] = (trm_PlacedBundle){0};
    list_clears(system, &rest[p], columns, take_columns(system, NULL, p, taken, columns));
  }
  bool good = taken && columns && !system->arena.failed;
  trm_release(taken), trm_release(columns);
  return good ? TRM_OK : TRM_NO_MEMORY;
}

/* ---- parts of the matrix ---- */

/* Appends a part, unless it has no place; without lists it is only counted. */
static void add_part(trm_Parts *parts, int from, int position) {
  if (position < 0) return;
  if (parts->from) parts->from[parts->count] = from, parts->to[parts->count] = position;
  parts->count++;
}

static void bundle_parts(trm_System *system, trm_Parts *parts) {
  const trm_UnitList *list = &system->pieces->bundles;
  for (int u = 0; u < list->first[system->pieces->count + 2]; u++) {
    trm_Unit *unit = &list->units[u];
    const trm_PlacedBundle *placed = &system->bundles[unit->first];
    int entries = placed->bundle.entries;
    unit->part = parts->size;
    for (int k = 0; k < placed->bundle.count * entries; k++)
      add_part(parts, unit->part + k % entries * TRM_ABREAST + k / entries, placed->positions[k]);
    parts->size += entries * TRM_ABREAST;
  }
}

/* Those of the bundles, then those of the other elements, each as they are summed up. */
static void go_through_parts(trm_System *system, trm_Parts *parts) {
  const trm_UnitList *list = &system->pieces->alone;
  parts->count = parts->size = 0;
  bundle_parts(system, parts);
  for (int u = 0; u < list->first[system->pieces->count + 2]; u++) {
    trm_Unit *unit = &list->units[u];
    const trm_Scatter *scatter = &system->scatter[unit->kind];
    const int *first = scatter->first_position + unit->first;
    unit->part = parts->size;
    for (int e = first[0]; e < first[unit->count]; e++) add_part(parts, parts->size++, scatter->positions[e]);
  }
}

/* Goes through the residuals of the bundles' elements whose equations are in a piece; first: those that no other stands
   before in their equation. */
static void go_through_residuals(trm_System *system, int piece, bool first, bool *taken) {
  trm_Parts *parts = &system->residual_parts;
  parts->size = 0;
  for (int b = 0; b < system->bundle_count; b++) {
    trm_PlacedBundle *placed = &system->bundles[b];
    int n = placed->bundle.n;
    placed->first_residual = parts->size;
    for (int k = 0; k < placed->bundle.count * n; k++) {
      int unknown = placed->unknowns[k];
      if (unknown < 0 || system->pieces->piece_of[unknown] != piece) continue;
      if (taken[unknown] != first) add_part(parts, placed->first_residual + k % n * TRM_ABREAST + k / n, unknown);
      taken[unknown] = true;
    }
    parts->size += n * TRM_ABREAST;
  }
}

static trm_Status list_residuals(trm_System *system) {
  trm_Parts *parts = &system->residual_parts;
  trm_Pieces *pieces = system->pieces;
  int most = system->bundle_count * TRM_BUNDLE_UNKNOWNS * TRM_ABREAST;
  bool *taken = TRM_NEW(bool, 2 * (size_t)system->numbering.count + 1);
  parts->from = TRM_ARENA_NEW(&system->arena, int, most + 1), parts->to = TRM_ARENA_NEW(&system->arena, int, most + 1);
  system->bundle_residual = TRM_ARENA_NEW(&system->arena, double, most + TRM_ABREAST);
  if (!taken || system->arena.failed) return trm_release(taken), TRM_NO_MEMORY;
  for (int p = 0; p < pieces->count; p++) {
    pieces->residual_first[p] = parts->count;
    go_through_residuals(system, p, true, taken);
    pieces->residual_added[p] = parts->count;
    go_through_residuals(system, p, false, taken + system->numbering.count);
  }
  pieces->residual_first[pieces->count] = parts->count;
  trm_release(taken);
  return TRM_OK;
}

/* Where the parts are fewer than the entries matrices are given by them. Not with beams, whose factors serve several
   steps, nor with elements that roam. */
static trm_Status list_parts(trm_System *system) {
  trm_Pattern *pattern = system->pattern;
  trm_Parts *parts = &system->parts;
  go_through_parts(system, parts);
  if (parts->count > pattern->start[pattern->n] || pattern->loose || system->model->beam_count > 0) return TRM_OK;
  parts->from = TRM_ARENA_NEW(&system->arena, int, parts->count + 1);
  parts->to = TRM_ARENA_NEW(&system->arena, int, parts->count + 1);
  if (system->arena.failed) return TRM_NO_MEMORY;
  go_through_parts(system, parts);
  pattern->parts = parts;
  return TRM_OK;
}

trm_Status trm_bundles_make(trm_System *system) {
  int most = 0;
  for (int k = 0; k < trm_element_kind_count; k++)
    if (trm_element_kinds[k]->joins) most += trm_element_kinds[k]->count(system->model);
  system->bundles = TRM_ARENA_NEW(&system->arena, trm_PlacedBundle, most + TRM_MOST_PIECES);
  if (system->arena.failed) return TRM_NO_MEMORY;
  for (int k = 0; k < trm_element_kind_count; k++) {
    if (!share_out(system, k)) return TRM_NO_MEMORY;
    if (trm_element_kinds[k] == &trm_joint_element) system->joints = &system->scatter[k];
  }
  for (int b = 0; b < system->bundle_count; b++)
    if (!place(system, &system->bundles[b])) return TRM_NO_MEMORY;
  qsort(system->bundles, (size_t)system->bundle_count, sizeof *system->bundles, by_unknowns);
  trm_Status status = trm_pieces_make(system);
  if (status == TRM_OK) status = share_clears(system);
  if (status == TRM_OK) status = list_residuals(system);
  return status == TRM_OK ? list_parts(system) : status;
}

void trm_bundles_residual(const trm_System *system, int piece, double *residual) {
  const trm_Parts *parts = &system->residual_parts;
  const trm_Pieces *pieces = system->pieces;
  const double *from = system->bundle_residual;
  int k = pieces->residual_first[piece];
#pragma GCC unroll 4
  for (; k < pieces->residual_added[piece]; k++) residual[parts->to[k]] = from[parts->from[k]];
#pragma GCC unroll 4
  for (; k < pieces->residual_first[piece + 1]; k++) residual[parts->to[k]] += from[parts->from[k]];
}

void trm_bundle_clear(const trm_PlacedBundle *placed, double *values) {
  for (int k = 0; k < placed->clear_count; k++)
    memset(values + placed->clears[k].first, 0, sizeof(double) * (size_t)placed->clears[k].count);
}

void trm_bundle_add(const trm_PlacedBundle *placed, const trm_BundleLocal *local, bool still, double *values) {
  trm_bundle_clear(placed, values);
  for (int l = 0; l < placed->bundle.count; l++) {
    const trm_PresentEntry *one = placed->present + (still ? placed->first_still : placed->first_present)[l];
    for (const trm_PresentEntry *end = placed->present + placed->first_present[l + 1]; one < end; one++)
      values[one->position] += local->tangent[one->entry][l];
  }
}
