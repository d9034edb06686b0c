/* Which elements are evaluated by one thread; the walks over them. */
#include "system/pieces.h"
#include <string.h>
#include "base/memory.h"
#include "base/team.h"
#include "element/local.h"

/* Unknowns of a piece, at least: evaluating them takes some 50 us, twenty times what it costs to hand them over. */
enum { LEAST_UNKNOWNS = 1000 };

/* ---- pieces ---- */

/* The blocks, children before parents and each subtree in one stretch: what follows each other there is close together
   in the model. */
static bool list_blocks(const trm_BlockTree *tree, int *list) {
  int count = tree->count, *child = TRM_NEW(int, count + 1), *sibling = TRM_NEW(int, count + 1), next = count;
  for (int b = 0; child && b <= count; b++) child[b] = -1;
  for (int k = 0; child && sibling && k < count; k++) {
    int b = tree->order[k], parent = tree->parent[b] < 0 ? count : tree->parent[b];
    sibling[b] = child[parent], child[parent] = b;
  }
  /* parents before children, from the end of the list; child[] tells which of them is next */
  for (int b = count; child && sibling;) {
    int below = child[b];
    if (below >= 0) {
      child[b] = sibling[below], sibling[below] = b; /* the way back */
      list[--next] = b = below;
    } else if (b == count) {
      break;
    } else {
      b = sibling[b];
    }
  }
  bool good = child && sibling;
  trm_release(child), trm_release(sibling);
  return good;
}

static trm_Status share_unknowns(trm_System *system, trm_Pieces *pieces) {
  const trm_BlockTree *tree = system->tree;
  int all = system->numbering.count, most = all / LEAST_UNKNOWNS, done = 0;
  pieces->count = most < 1 ? 1 : most < TRM_MOST_PIECES ? most : TRM_MOST_PIECES;
  pieces->piece_of = TRM_ARENA_NEW(&system->arena, unsigned char, all);
  if (!pieces->piece_of) return TRM_NO_MEMORY;
  if (pieces->count == 1) return TRM_OK;
  int *list = TRM_NEW(int, tree->count);
  bool good = list && list_blocks(tree, list);
  for (int k = 0; good && k < tree->count; k++) {
    int first = tree->start[list[k]], size = tree->start[list[k] + 1] - first;
    memset(pieces->piece_of + first, (int)((double)done * pieces->count / all), (size_t)size);
    done += size;
  }
  trm_release(list);
  return good ? TRM_OK : TRM_NO_MEMORY;
}

/* ---- units ---- */

static int piece_of_unknowns(const trm_Pieces *pieces, const int *unknowns, int n, int before) {
  for (int i = 0; i < n; i++) {
    if (unknowns[i] < 0) continue;
    int here = pieces->piece_of[unknowns[i]];
    if (before >= 0 && before != here) return pieces->count;
    before = here;
  }
  return before;
}

/* The piece of all elements of a unit, or the number of pieces where it is none. */
static int piece_of_unit(const trm_System *system, const trm_Unit *unit) {
  const trm_Pieces *pieces = system->pieces;
  if (pieces->count == 1) return 0;
  int piece = -1;
  if (unit->kind < 0) {
    const trm_PlacedBundle *placed = &system->bundles[unit->first];
    piece = piece_of_unknowns(pieces, placed->unknowns, placed->bundle.n * placed->bundle.count, -1);
  } else {
    const trm_Scatter *scatter = &system->scatter[unit->kind];
    int from = scatter->first_unknown[unit->first], to = scatter->first_unknown[unit->first + unit->count];
    piece = piece_of_unknowns(pieces, scatter->unknowns + from, to - from, -1);
  }
  return piece < 0 ? pieces->count : piece;
}

/* Calls `take` with every unit in order: bundles, or those alone. */
static void each_unit(trm_System *system, bool bundles, void (*take)(void *self, trm_Unit unit), void *self) {
  for (int b = 0; bundles && b < system->bundle_count; b++) take(self, (trm_Unit){-1, b, 1, 0});
  for (int k = 0; !bundles && k < trm_element_kind_count; k++) {
    const trm_Scatter *scatter = &system->scatter[k];
    for (int s = 0; s < scatter->alone_count; s++)
      for (int done = 0; done < scatter->alone[s].count; done += scatter->batch) {
        int left = scatter->alone[s].count - done, count = left < scatter->batch ? left : scatter->batch;
        take(self, (trm_Unit){k, scatter->alone[s].first + done, count, 0});
      }
  }
}

typedef struct Filling {
  trm_System *system;
  trm_UnitList *list;
  int count[TRM_MOST_PIECES + 2];
  bool place; /* else they are counted */
} Filling;

static void take_unit(void *self, trm_Unit unit) {
  Filling *filling = self;
  const trm_Pieces *pieces = filling->system->pieces;
  bool asks = unit.kind >= 0 && trm_element_kinds[unit.kind]->asks_program;
  int group = asks ? pieces->count + 1 : piece_of_unit(filling->system, &unit), at = filling->count[group]++;
  if (filling->place) filling->list->units[filling->list->first[group] + at] = unit;
}

static trm_Status list_units(trm_System *system, bool bundles, trm_UnitList *list) {
  Filling filling = {.system = system, .list = list};
  each_unit(system, bundles, take_unit, &filling);
  for (int g = 0; g < system->pieces->count + 2; g++) {
    list->first[g + 1] = list->first[g] + filling.count[g];
    filling.count[g] = 0;
  }
  list->units = TRM_ARENA_NEW(&system->arena, trm_Unit, list->first[system->pieces->count + 2] + 1);
  if (!list->units) return TRM_NO_MEMORY;
  filling.place = true;
  each_unit(system, bundles, take_unit, &filling);
  return TRM_OK;
}

/* the first is the system's own workspace */
static trm_Status make_rooms(trm_System *system, trm_Pieces *pieces) {
  trm_Arena *arena = &system->arena;
  for (int p = 0; p < pieces->count; p++) {
    trm_UnitRoom *room = &pieces->room[p];
    room->bundle = TRM_ARENA_NEW(arena, trm_BundleLocal, 1);
    room->tangent = trm_arena_alloc(arena, TRM_BUNDLE_ENTRIES, sizeof *room->tangent);
    room->local = TRM_ARENA_NEW(arena, trm_Local *, trm_element_kind_count);
    for (int k = 0; !arena->failed && k < trm_element_kind_count; k++) {
      const trm_Scatter *scatter = &system->scatter[k];
      bool needed = trm_element_kinds[k]->count(system->model) > 0;
      room->local[k] = p == 0 || !needed ? scatter->local : trm_locals_new(arena, scatter->batch, scatter->largest);
    }
  }
  return arena->failed ? TRM_NO_MEMORY : TRM_OK;
}

trm_Status trm_pieces_make(trm_System *system) {
  trm_Pieces *pieces = system->pieces = TRM_ARENA_NEW(&system->arena, trm_Pieces, 1);
  if (!pieces) return TRM_NO_MEMORY;
  trm_Status status = share_unknowns(system, pieces);
  if (status == TRM_OK) status = list_units(system, true, &pieces->bundles);
  if (status == TRM_OK) status = list_units(system, false, &pieces->alone);
  return status == TRM_OK ? make_rooms(system, pieces) : status;
}

/* ---- walks ---- */

typedef struct Walking {
  const trm_UnitList *list;
  const trm_Walk *walk;
  int from; /* of a round */
} Walking;

static void walk_piece(void *self, int piece) {
  const Walking *it = self;
  const trm_Walk *walk = it->walk;
  if (walk->begin) walk->begin(walk->self, piece);
  for (int u = it->list->first[piece]; u < it->list->first[piece + 1]; u++) {
    walk->evaluate(walk->self, &it->list->units[u], piece);
    walk->add(walk->self, &it->list->units[u], piece);
  }
}

static void evaluate_unit(void *self, int at) {
  const Walking *it = self;
  it->walk->evaluate(it->walk->self, &it->list->units[it->from + at], at);
}

static void add_alone(const Walking *it, int from, int to) {
  for (int u = from; u < to; u++) {
    it->walk->evaluate(it->walk->self, &it->list->units[u], 0);
    it->walk->add(it->walk->self, &it->list->units[u], 0);
  }
}

void trm_pieces_walk(const trm_System *system, const trm_UnitList *list, const trm_Walk *walk) {
  int count = system->pieces->count, from = list->first[count], to = list->first[count + 1];
  Walking it = {list, walk, 0};
  if (!walk->begin && list->first[count + 2] == 0) return;
  trm_team_run(system->team, count, walk_piece, &it);
  if (trm_team_size(system->team) == 1) {
    add_alone(&it, from, to);
  } else {
    for (it.from = from; it.from < to; it.from += count) { /* as many as there are rooms */
      int some = to - it.from < count ? to - it.from : count;
      trm_team_run(system->team, some, evaluate_unit, &it);
      for (int at = 0; at < some; at++) walk->add(walk->self, &list->units[it.from + at], at);
    }
  }
  add_alone(&it, to, list->first[count + 2]);
}

typedef struct Visiting {
  const trm_UnitList *list;
  int count;
  void (*visit)(void *self, const trm_Unit *unit, int part);
  void *self;
} Visiting;

/* those of several pieces in equal parts */
static void visit_part(void *self, int part) {
  const Visiting *it = self;
  const int *first = it->list->first;
  int shared = first[it->count + 1] - first[it->count],
      from = first[it->count] + (int)((int64_t)shared * part / it->count),
      to = first[it->count] + (int)((int64_t)shared * (part + 1) / it->count);
  for (int u = first[part]; u < first[part + 1]; u++) it->visit(it->self, &it->list->units[u], part);
  for (int u = from; u < to; u++) it->visit(it->self, &it->list->units[u], part);
}

void trm_pieces_visit(const trm_System *system, const trm_UnitList *list,
                      void (*visit)(void *self, const trm_Unit *unit, int part), void *self) {
  int count = system->pieces->count;
  Visiting it = {list, count, visit, self};
  if (list->first[count + 2] == 0) return;
  trm_team_run(system->team, count, visit_part, &it);
  for (int u = list->first[count + 1]; u < list->first[count + 2]; u++) visit(self, &list->units[u], count);
}
