/* The fronts of a solver without their padding, for TRM_TILE matrices at a time. */
#include "linalg/tile_lu.h"
#include <float.h>
#include <stdint.h>
#include <string.h>
#include "base/memory.h"
#include "linalg/front_tree.h"
#include "linalg/tile_front_kernel.h"

/* A front: its part of all arrays. */
typedef struct Front {
  int pivots, rows;
  int first_index;          /* of equation and unknown */
  int first_pivot;          /* of inverse and judge */
  int first_child, sibling; /* -1: none */
  int first_map;            /* of to_row and to_column */
  int first_row;            /* of bits */
  int first_zero, first_piece, first_added, last_piece, last_zero;
  size_t at;            /* of its values, in numbers of one lane */
  unsigned other_order; /* lanes whose pivots are others than those of the first */
} Front;

struct trm_TileLu {
  const trm_TileFrontKernels *kernels;
  trm_Arena arena;
  int n, front_count, pivot_count, row_count, most; /* most: rows of a front */
  size_t size;
  Front *fronts;
  int *places; /* of the entries of the pattern, among all values */
  trm_TileParts parts;
  bool known;             /* what follows is that of the orders of pivots there are */
  uint64_t *bits, *below; /* of all rows, of all pivots (trm_TileFrontView) */
  trm_FrontPiece *pieces; /* front by front: those that are the first of their entries, then those that are added */
  int *zero;              /* front by front: places that no piece is the first of */
  bool *taken;            /* workspace: of the places of a front */
  int *equation, *unknown, *to_row, *to_column;
  double *memory;          /* unaligned start of all numbers */
  double *values, *others; /* factors: fronts, then the inverse of all pivots; others: where the next ones are made */
  double *judge, *local, *middle;
  double *carried; /* of each front: what its boundary gets, between it and the front above */
  /* Of lanes in other_order, laid out as `unknown`: row k of a front is the one that is row order[k] of the first. */
  int *order[TRM_TILE];
  double *rows; /* workspace: the rows of the pivots of one lane */
  trm_LuFronts own[TRM_TILE];
};

enum { ALIGNMENT = 8 * TRM_TILE };

static double *aligned(double *memory) {
  uintptr_t mask = ALIGNMENT - 1, address = (uintptr_t)memory;
  return (double *)((address + mask) & ~mask);
}

/* ---- structure ---- */

/* place in a row without padding */
static int packed(const trm_Front *front, int place) {
  return place < front->padded ? place : place - front->padded + front->pivots;
}

static void place_entries(trm_TileLu *lu, const trm_FrontTree *tree, const trm_Front *front, const Front *own) {
  for (int r = front->first_run; r < front->first_run + front->runs; r++)
    for (int k = 0; k < tree->runs[r].length; k++) {
      int place = tree->runs[r].to + k, row = packed(front, place / front->stride);
      lu->places[tree->runs[r].from + k] = (int)own->at + row * own->rows + packed(front, place % front->stride);
    }
}

static void pack_front(trm_TileLu *lu, const trm_FrontTree *tree, int f) {
  const trm_Front *from = &tree->fronts[f];
  Front *to = &lu->fronts[f];
  *to = (Front){.pivots = from->pivots,
                .rows = from->pivots + from->boundary,
                .first_index = from->first_index,
                .first_pivot = lu->pivot_count,
                .first_child = from->first_child,
                .sibling = from->sibling,
                .first_map = from->first_map,
                .first_row = lu->row_count,
                .at = lu->size};
  place_entries(lu, tree, from, to);
  const trm_Front *above = from->parent < 0 ? NULL : &tree->fronts[from->parent];
  for (int i = 0; above && i < from->boundary; i++) {
    lu->to_row[from->first_map + i] = packed(above, tree->to_row[from->first_map + i]);
    lu->to_column[from->first_map + i] = packed(above, tree->to_column[from->first_map + i]);
  }
  lu->pivot_count += from->pivots, lu->row_count += to->rows;
  lu->size += (size_t)to->rows * (size_t)to->rows;
  if (to->rows > lu->most) lu->most = to->rows;
}

/* Numbers of the arrays over the fronts. */
typedef struct Counts {
  int indices, maps;
} Counts;

static Counts count(const trm_FrontTree *tree) {
  Counts counts = {0};
  for (int f = 0; f < tree->count; f++) {
    const trm_Front *front = &tree->fronts[f];
    int indices = front->first_index + front->pivots + front->boundary, maps = front->first_map + front->boundary;
    if (indices > counts.indices) counts.indices = indices;
    if (maps > counts.maps) counts.maps = maps;
  }
  return counts;
}

static bool pack(trm_TileLu *lu, const trm_FrontTree *tree, int entries) {
  Counts counts = count(tree);
  lu->front_count = tree->count;
  lu->fronts = TRM_ARENA_NEW(&lu->arena, Front, tree->count);
  lu->places = TRM_ARENA_NEW(&lu->arena, int, entries);
  lu->equation = TRM_ARENA_NEW(&lu->arena, int, counts.indices);
  lu->unknown = TRM_ARENA_NEW(&lu->arena, int, counts.indices);
  lu->to_row = TRM_ARENA_NEW(&lu->arena, int, counts.maps);
  lu->to_column = TRM_ARENA_NEW(&lu->arena, int, counts.maps);
  for (int l = 0; l < TRM_TILE; l++) lu->order[l] = TRM_ARENA_NEW(&lu->arena, int, counts.indices);
  if (lu->arena.failed) return false;
  memcpy(lu->equation, tree->equation, sizeof(int) * (size_t)counts.indices);
  memcpy(lu->unknown, tree->unknown, sizeof(int) * (size_t)counts.indices);
  for (int f = 0; f < tree->count; f++) pack_front(lu, tree, f);
  lu->bits = TRM_ARENA_NEW(&lu->arena, uint64_t, lu->row_count);
  lu->below = TRM_ARENA_NEW(&lu->arena, uint64_t, lu->pivot_count);
  lu->pieces = TRM_ARENA_NEW(&lu->arena, trm_FrontPiece, lu->parts.count + 1);
  lu->zero = TRM_ARENA_NEW(&lu->arena, int, lu->size);
  lu->taken = TRM_ARENA_NEW(&lu->arena, bool, (size_t)lu->most *(size_t)lu->most);
  if (lu->arena.failed) return false;
  size_t pivots = (size_t)lu->pivot_count, most = (size_t)lu->most;
  lu->memory = TRM_NEW(double, TRM_TILE *(2 * lu->size + 4 * pivots + most + (size_t)counts.maps + 1));
  lu->rows = TRM_NEW(double, most *most);
  if (!lu->memory || !lu->rows) return false;
  lu->values = aligned(lu->memory);
  lu->others = lu->values + TRM_TILE * (lu->size + pivots);
  lu->judge = lu->others + TRM_TILE * (lu->size + pivots);
  lu->middle = lu->judge + TRM_TILE * pivots;
  lu->local = lu->middle + TRM_TILE * pivots;
  lu->carried = lu->local + TRM_TILE * most;
  return true;
}

void trm_tile_lu_free(trm_TileLu *lu) {
  if (!lu) return;
  trm_arena_free(&lu->arena);
  trm_release(lu->memory);
  trm_release(lu->rows);
  trm_release(lu);
}

/* the place of an unknown among those of a front's pivots; -1: it is none */
static int place_of(const int *unknown, int pivots, int wanted) {
  for (int k = 0; k < pivots; k++)
    if (unknown[k] == wanted) return k;
  return -1;
}

/* Does it eliminate the same equations and unknowns, in whatever order of these? */
static bool same_front(const trm_TileLu *lu, const trm_FrontTree *tree, int f) {
  const trm_Front *front = &tree->fronts[f];
  const Front *own = &lu->fronts[f];
  if (front->pivots != own->pivots || front->pivots + front->boundary != own->rows ||
      front->first_index != own->first_index || front->first_map != own->first_map ||
      front->first_child != own->first_child || front->sibling != own->sibling)
    return false;
  const int *unknown = tree->unknown + front->first_index, *known = lu->unknown + front->first_index;
  size_t boundary = sizeof(int) * (size_t)front->boundary;
  for (int k = 0; k < own->pivots; k++)
    if (place_of(known, own->pivots, unknown[k]) < 0) return false;
  return memcmp(unknown + own->pivots, known + own->pivots, boundary) == 0 &&
         memcmp(tree->equation + front->first_index, lu->equation + front->first_index,
                sizeof(int) * (size_t)own->rows) == 0;
}

static void take_order(trm_TileLu *lu, const trm_FrontTree *tree, int f, int lane) {
  Front *front = &lu->fronts[f];
  int *order = lu->order[lane] + front->first_index;
  front->other_order &= ~(1U << lane);
  for (int k = 0; k < front->pivots; k++) {
    int place = place_of(lu->unknown + front->first_index, front->pivots, tree->unknown[front->first_index + k]);
    lu->known = lu->known && place == order[k];
    order[k] = place;
    if (order[k] != k) front->other_order |= 1U << lane;
  }
}

bool trm_tile_lu_join(trm_TileLu *lu, int lane, const trm_Lu *solver) {
  trm_LuFronts fronts;
  if (!trm_lu_fronts(solver, &fronts) || fronts.tree->count != lu->front_count) return false;
  for (int f = 0; f < lu->front_count; f++)
    if (!same_front(lu, fronts.tree, f)) return false;
  for (int f = 0; f < lu->front_count; f++) take_order(lu, fronts.tree, f, lane);
  for (int f = 0; f < lu->front_count; f++)
    for (int k = 0; k < lu->fronts[f].pivots; k++)
      lu->judge[(lu->fronts[f].first_pivot + k) * TRM_TILE + lane] =
          fronts.judge[fronts.tree->fronts[f].first_pivot + k];
  lu->own[lane] = fronts;
  return true;
}

/* what stands in a front, in that order of rows */
static void take_front(trm_TileLu *lu, const trm_LuFronts *fronts, int f, int lane) {
  const trm_Front *from = &fronts->tree->fronts[f];
  const Front *to = &lu->fronts[f];
  const double *row = fronts->values + from->at;
  double *out = lu->values + TRM_TILE * to->at + lane, *inverse = lu->values + TRM_TILE * lu->size + lane;
  for (int i = 0; i < to->rows; i++, out += (size_t)to->rows * TRM_TILE) {
    const double *own = row + (size_t)(i < to->pivots ? i : i - to->pivots + from->padded) * (size_t)from->stride;
    for (int j = 0; j < to->pivots; j++) out[j * TRM_TILE] = own[j];
    for (int j = to->pivots; j < to->rows; j++) out[j * TRM_TILE] = own[j - to->pivots + from->padded];
  }
  for (int k = 0; k < to->pivots; k++)
    inverse[(to->first_pivot + k) * TRM_TILE] = fronts->inverse[from->first_pivot + k];
}

bool trm_tile_lu_take(trm_TileLu *lu, int lane, const trm_Lu *solver) {
  if (!trm_tile_lu_join(lu, lane, solver)) return false;
  for (int f = 0; f < lu->front_count; f++) take_front(lu, &lu->own[lane], f, lane);
  return true;
}

/* ---- what stands where ---- */

/* The front whose values hold this place. */
static int front_of(const trm_TileLu *lu, int place) {
  int low = 0, high = lu->front_count - 1;
  while (low < high) {
    int middle = (low + high + 1) / 2;
    if (lu->fronts[middle].at <= (size_t)place)
      low = middle;
    else
      high = middle - 1;
  }
  return low;
}

static int place_of_part(const trm_TileLu *lu, int part) {
  return lu->parts.to[part] < 0 ? -1 : lu->places[lu->parts.to[part]];
}

/* How many pieces each front has; last_piece becomes where the next one goes. */
static void count_pieces(trm_TileLu *lu) {
  int next = 0;
  for (int f = 0; f < lu->front_count; f++) lu->fronts[f].last_piece = 0;
  for (int k = 0; k < lu->parts.count; k++)
    if (lu->parts.to[k] >= 0) lu->fronts[front_of(lu, place_of_part(lu, k))].last_piece++;
  for (int f = 0; f < lu->front_count; f++) {
    int count = lu->fronts[f].last_piece;
    lu->fronts[f].first_piece = lu->fronts[f].last_piece = next, next += count;
  }
}

/* Those that are the first of their entries come first, all in the order of the parts. */
static void sort_pieces(trm_TileLu *lu, Front *front, trm_FrontPiece *others) {
  int count = 0, next = front->first_piece;
  memset(lu->taken, 0, sizeof(bool) * (size_t)(front->rows * front->rows));
  for (int k = front->first_piece; k < front->last_piece; k++) {
    trm_FrontPiece piece = lu->pieces[k];
    if (lu->taken[piece.to])
      others[count++] = piece;
    else
      lu->pieces[next++] = piece;
    lu->taken[piece.to] = true;
  }
  front->first_added = next;
  memcpy(lu->pieces + next, others, sizeof *others * (size_t)count);
}

static bool list_pieces(trm_TileLu *lu) {
  trm_FrontPiece *others = TRM_NEW(trm_FrontPiece, lu->parts.count + 1);
  if (!others) return false;
  count_pieces(lu);
  for (int k = 0; k < lu->parts.count; k++) {
    if (lu->parts.to[k] < 0) continue;
    Front *front = &lu->fronts[front_of(lu, place_of_part(lu, k))];
    lu->pieces[front->last_piece++] = (trm_FrontPiece){k, place_of_part(lu, k) - (int)front->at};
  }
  for (int f = 0; f < lu->front_count; f++) sort_pieces(lu, &lu->fronts[f], others);
  trm_release(others);
  return true;
}

static const uint64_t one = 1;

/* Rows of a front as bits of their columns: parts, and what children add. */
static void mark_entries(const trm_TileLu *lu, const Front *front, uint64_t *row) {
  memset(row, 0, sizeof *row * (size_t)front->rows);
  for (int k = front->first_piece; k < front->last_piece; k++)
    row[lu->pieces[k].to / front->rows] |= one << lu->pieces[k].to % front->rows;
  for (int c = front->first_child; c >= 0; c = lu->fronts[c].sibling) {
    const Front *below = &lu->fronts[c];
    for (int i = below->pivots; i < below->rows; i++)
      for (int j = below->pivots; j < below->rows; j++)
        if (below->rows > TRM_FRONT_BITS || lu->bits[below->first_row + i] >> j & 1)
          row[lu->to_row[below->first_map + i - below->pivots]] |=
              one << lu->to_column[below->first_map + j - below->pivots];
  }
}

/* where numbers stand in any lane, each with the order of its own, and when all has been eliminated */
static void mark_front(trm_TileLu *lu, const Front *front) {
  uint64_t row[TRM_FRONT_BITS], *bits = lu->bits + front->first_row;
  mark_entries(lu, front, row);
  for (int i = 0; i < front->rows; i++) bits[i] |= row[i]; /* those of earlier orders: factors of theirs may serve */
  for (int lane = 0; lane < TRM_TILE; lane++)
    for (int k = 0; k < front->pivots && front->other_order >> lane & 1; k++)
      bits[k] |= row[lu->order[lane][front->first_index + k]];
  for (int i = 0; i < front->rows; i++)
    for (int p = 0; p < i && p < front->pivots; p++)
      if (bits[i] >> p & 1) bits[i] |= bits[p] >> p << p, lu->below[front->first_pivot + p] |= one << i;
}

/* Zeros of a front: its places that no part is the first of; rows that change places are whole. */
static int list_zeros(trm_TileLu *lu, Front *front, int next) {
  memset(lu->taken, 0, sizeof(bool) * (size_t)(front->rows * front->rows));
  for (int k = front->first_piece; k < front->first_added; k++) lu->taken[lu->pieces[k].to] = true;
  front->first_zero = next;
  for (int i = 0; i < front->rows; i++) {
    bool whole = front->rows > TRM_FRONT_BITS || (front->other_order != 0 && i < front->pivots);
    for (int j = 0; j < front->rows; j++) {
      int place = i * front->rows + j;
      if (!lu->taken[place] && (whole || lu->bits[front->first_row + i] >> j & 1)) lu->zero[next++] = place;
    }
  }
  front->last_zero = next;
  return next;
}

static void find_numbers(trm_TileLu *lu) {
  int zeros = 0;
  for (int f = 0; f < lu->front_count; f++) {
    if (lu->fronts[f].rows <= TRM_FRONT_BITS) mark_front(lu, &lu->fronts[f]);
    zeros = list_zeros(lu, &lu->fronts[f], zeros);
  }
  lu->known = true;
}

trm_Status trm_tile_lu_new(trm_TileLu **out, const trm_Lu *first, const trm_Pattern *pattern,
                           const trm_TileParts *parts) {
  trm_LuFronts fronts;
  *out = NULL;
  if (!trm_lu_fronts(first, &fronts)) return TRM_BAD_ARGUMENT;
  trm_TileLu *lu = TRM_NEW(trm_TileLu, 1);
  if (!lu) return TRM_NO_MEMORY;
  lu->kernels = trm_tile_front_kernels();
  lu->n = pattern->n, lu->parts = *parts;
  if (!pack(lu, fronts.tree, pattern->start[pattern->n]) || !list_pieces(lu))
    return trm_tile_lu_free(lu), TRM_NO_MEMORY;
  for (int lane = 0; lane < TRM_TILE; lane++) trm_tile_lu_join(lu, lane, first);
  *out = lu;
  return TRM_OK;
}

/* ---- numbers ---- */

/* a front of factors that begin there */
static trm_TileFrontView view(const trm_TileLu *lu, double *factors, const Front *front) {
  return (trm_TileFrontView){factors + TRM_TILE * front->at,
                             factors + TRM_TILE * (lu->size + (size_t)front->first_pivot),
                             front->pivots,
                             front->rows,
                             front->rows <= TRM_FRONT_BITS ? lu->bits + front->first_row : NULL,
                             lu->below + front->first_pivot};
}

/* the rows of the pivots of a lane in its own order */
static void order_rows(trm_TileLu *lu, const Front *front, int lane, double *values) {
  const int *order = lu->order[lane] + front->first_index;
  size_t rows = (size_t)front->rows, pivots = (size_t)front->pivots;
  for (size_t i = 0; i < pivots * rows; i++) lu->rows[i] = values[i * TRM_TILE + (size_t)lane];
  for (size_t k = 0; k < pivots; k++)
    for (size_t j = 0; j < rows; j++)
      values[(k * rows + j) * TRM_TILE + (size_t)lane] = lu->rows[(size_t)order[k] * rows + j];
}

static void assemble(trm_TileLu *lu, const Front *front, const trm_TileFrontView *seen, const double *parts) {
  double *factors = seen->values - TRM_TILE * front->at;
  lu->kernels->gather(seen, &(trm_TilePieces){parts, lu->zero + front->first_zero, lu->zero + front->last_zero,
                                              lu->pieces + front->first_piece, lu->pieces + front->first_added,
                                              lu->pieces + front->last_piece});
  for (int c = front->first_child; c >= 0; c = lu->fronts[c].sibling) {
    const Front *below = &lu->fronts[c];
    trm_TileChild child = {view(lu, factors, below), lu->to_row + below->first_map, lu->to_column + below->first_map};
    lu->kernels->add(seen, &child);
  }
  for (int lane = 0; front->other_order && lane < TRM_TILE; lane++)
    if (front->other_order >> lane & 1) order_rows(lu, front, lane, seen->values);
}

/* in the order of sums of one solver (lu_tree.c) */
static void take_right(trm_TileLu *lu, const Front *front, const double *b) {
  const int *equation = lu->equation + front->first_index;
  size_t lanes = sizeof(double) * TRM_TILE, own = (size_t)front->pivots, all = (size_t)front->rows;
  double *w = lu->local;
  for (int k = 0; k < front->pivots; k++) memcpy(w + k * TRM_TILE, b + (size_t)equation[k] * TRM_TILE, lanes);
  memset(w + own * TRM_TILE, 0, lanes * (all - own));
  for (int c = front->first_child; c >= 0; c = lu->fronts[c].sibling) {
    const Front *below = &lu->fronts[c];
    const double *carried = lu->carried + (size_t)below->first_map * TRM_TILE;
    for (int i = 0; i < below->rows - below->pivots; i++)
      lu->kernels->add_to(w + lu->to_column[below->first_map + i] * TRM_TILE, carried + i * TRM_TILE);
  }
}

static void pass_right(trm_TileLu *lu, const Front *front) {
  size_t lanes = sizeof(double) * TRM_TILE, own = (size_t)front->pivots, all = (size_t)front->rows;
  memcpy(lu->middle + (size_t)front->first_pivot * TRM_TILE, lu->local, lanes * own);
  memcpy(lu->carried + (size_t)front->first_map * TRM_TILE, lu->local + own * TRM_TILE, lanes * (all - own));
}

/* front by front, each of them while it is in the first cache */
static void factor_all(trm_TileLu *lu, double *factors, const double *parts, const double *right) {
  if (!lu->known) find_numbers(lu);
  for (int f = 0; f < lu->front_count; f++) {
    const Front *front = &lu->fronts[f];
    trm_TileFrontView seen = view(lu, factors, front);
    assemble(lu, front, &seen, parts);
    if (right) take_right(lu, front, right);
    lu->kernels->factor(&seen, right ? lu->local : NULL);
    if (right) pass_right(lu, front);
  }
}

unsigned trm_tile_lu_factor(trm_TileLu *lu, const double *parts, unsigned wanted, const double *right) {
  const unsigned all = (1U << TRM_TILE) - 1;
  _Alignas(ALIGNMENT) double most[TRM_TILE], least[TRM_TILE];
  size_t pivots = (size_t)lu->pivot_count;
  unsigned good = 0;
  double *into = wanted == all ? lu->values : lu->others;
  factor_all(lu, into, parts, right);
  lu->kernels->extremes(into + TRM_TILE * lu->size, lu->judge, lu->pivot_count, most, least);
  for (int lane = 0; lane < TRM_TILE; lane++) {
    bool finite = most[lane] <= DBL_MAX && least[lane] > 0;
    if (finite && trm_lu_goes_on(&lu->own[lane], 1 / most[lane], 1 / least[lane])) good |= 1U << lane;
  }
  if (wanted != all) lu->kernels->blend(lu->values, lu->others, lu->size + pivots, wanted);
  return good & wanted;
}

static void forward(trm_TileLu *lu, const Front *front, const double *b) {
  trm_TileFrontView seen = view(lu, lu->values, front);
  take_right(lu, front, b);
  lu->kernels->forward(&seen, lu->local);
  pass_right(lu, front);
}

static void backward(trm_TileLu *lu, const Front *front, double *solution) {
  const int *unknown = lu->unknown + front->first_index;
  size_t lanes = sizeof(double) * TRM_TILE;
  double *w = lu->local;
  memcpy(w, lu->middle + (size_t)front->first_pivot * TRM_TILE, lanes * (size_t)front->pivots);
  for (int i = front->pivots; i < front->rows; i++)
    memcpy(w + i * TRM_TILE, solution + (size_t)unknown[i] * TRM_TILE, lanes);
  trm_TileFrontView seen = view(lu, lu->values, front);
  lu->kernels->backward(&seen, w);
  for (int k = 0; k < front->pivots; k++) memcpy(solution + (size_t)unknown[k] * TRM_TILE, w + k * TRM_TILE, lanes);
  for (int lane = 0; front->other_order && lane < TRM_TILE; lane++) {
    const int *order = lu->order[lane] + front->first_index;
    for (int k = 0; front->other_order >> lane & 1 && k < front->pivots; k++)
      solution[unknown[order[k]] * TRM_TILE + lane] = w[k * TRM_TILE + lane];
  }
}

/* All equations are read before the first unknown is written, so both share the vector. */
void trm_tile_lu_solve(trm_TileLu *lu, double *right_hand_sides) {
  if (!lu->known) find_numbers(lu);
  for (int f = 0; f < lu->front_count; f++) forward(lu, &lu->fronts[f], right_hand_sides);
  trm_tile_lu_finish(lu, right_hand_sides);
}

void trm_tile_lu_finish(trm_TileLu *lu, double *solutions) {
  for (int f = lu->front_count - 1; f >= 0; f--) backward(lu, &lu->fronts[f], solutions);
}
