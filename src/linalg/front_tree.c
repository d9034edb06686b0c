/* Fronts from the block tree: merging, rows of the boundaries, places of entries, counted work. */
#include "linalg/front_tree.h"
#include <limits.h>
#include <string.h>
#include "base/sort.h"

/* Handling one front costs as much as this many flops of its elimination, and adding a child's Schur complement as much
   as this many a number: what amalgamation saves. Measured on chains and trees. */
static const double flops_per_front = 400, flops_per_addition = 2;

/* Blocks in order of elimination ("steps"): what a step reaches, and the fronts that they are gathered into. */
typedef struct Steps {
  int count;
  const int *step_of; /* unknown -> step */
  int *first;         /* count + 1: unknowns of a step in `unknowns` */
  int *unknowns;      /* increasing inside a step */
  int *size;          /* unknowns of a step */
  int *reach_start;   /* count + 1 */
  int *reach;         /* later steps that are coupled with a step once it is eliminated, increasing */
  int reach_room;     /* allocated */
  int *reached;       /* unknowns in them */
  int *first_child;   /* by elimination tree of the gathered fronts; -1 */
  int *sibling;       /* -1 */
  int *parent;        /* -1 */
  int *gathered;      /* unknowns of the front whose last step this is; 0: part of another */
  int *into;          /* step whose front it was gathered into: itself when it is the last */
  int *mark, *direct; /* workspace; earlier step -> later ones by the pattern alone */
  int *direct_start;
  trm_Arena memory;
} Steps;

static int padded(int size) { return (size + TRM_LANES - 1) / TRM_LANES * TRM_LANES; }

/* multiplications and additions of eliminating p of m unknowns */
static double front_flops(double p, double m) {
  double rest = m - p;
  /* sum over k of 2 (m - k)^2, k = 1 .. p */
  return (m * (m - 1) * (2 * m - 1) - rest * (rest - 1) * (2 * rest - 1)) / 3;
}

static trm_Status steps_allocate(Steps *steps, int count) {
  trm_Arena *memory = &steps->memory;
  steps->count = count;
  int **all[] = {&steps->first,   &steps->size,        &steps->reached,     &steps->first_child,
                 &steps->sibling, &steps->parent,      &steps->gathered,    &steps->into,
                 &steps->mark,    &steps->reach_start, &steps->direct_start};
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) *all[i] = TRM_ARENA_NEW(memory, int, count + 1);
  return memory->failed ? TRM_NO_MEMORY : TRM_OK;
}

static void steps_free(Steps *steps) {
  trm_store_release(steps->memory.store, steps->reach);
  trm_arena_free(&steps->memory);
}

/* Sorts the unknowns by step. */
static trm_Status list_steps(Steps *steps, int n) {
  steps->unknowns = TRM_ARENA_NEW(&steps->memory, int, n);
  if (n > 0 && !steps->unknowns) return TRM_NO_MEMORY;
  for (int u = 0; u < n; u++) steps->size[steps->step_of[u]]++;
  for (int s = 0; s < steps->count; s++) steps->first[s + 1] = steps->first[s] + steps->size[s];
  for (int s = 0; s < steps->count; s++) steps->size[s] = 0;
  for (int u = 0; u < n; u++) {
    int s = steps->step_of[u];
    steps->unknowns[steps->first[s] + steps->size[s]++] = u;
  }
  return TRM_OK;
}

/* Visits each coupled pair of steps at least once: counts (fill = false) or stores the later one with the earlier
   one. */
static void visit_pairs(Steps *steps, const trm_Pattern *pattern, bool fill) {
  for (int s = 0; s < steps->count; s++) steps->mark[s] = -1;
  for (int s = 0; s < steps->count; s++) {
    for (int at = steps->first[s]; at < steps->first[s + 1]; at++) {
      int column = steps->unknowns[at];
      for (int k = pattern->start[column]; k < pattern->start[column + 1]; k++) {
        int other = steps->step_of[pattern->row[k]], early = other < s ? other : s, late = other < s ? s : other;
        if (early == late || steps->mark[other] == s) continue;
        steps->mark[other] = s;
        if (fill) steps->direct[steps->direct_start[early]] = late;
        steps->direct_start[early]++;
      }
    }
  }
}

/* counts -> starts; after filling, the starts have moved to the ends: shift back */
static trm_Status find_pairs(Steps *steps, const trm_Pattern *pattern) {
  visit_pairs(steps, pattern, false);
  int sum = 0;
  for (int s = 0; s <= steps->count; s++) {
    int here = s < steps->count ? steps->direct_start[s] : 0;
    steps->direct_start[s] = sum;
    sum += here;
  }
  steps->direct = TRM_ARENA_NEW(&steps->memory, int, sum);
  if (!steps->direct) return TRM_NO_MEMORY;
  visit_pairs(steps, pattern, true);
  for (int s = steps->count; s > 0; s--) steps->direct_start[s] = steps->direct_start[s - 1];
  steps->direct_start[0] = 0;
  return TRM_OK;
}

static int increasing(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

/* Adds the steps of a list that are later than s and not marked yet. */
static int gather(Steps *steps, int s, const int *list, int length, int end) {
  for (int k = 0; k < length; k++) {
    if (list[k] == s || steps->mark[list[k]] == s) continue;
    steps->mark[list[k]] = s;
    steps->reach[end++] = list[k];
  }
  return end;
}

static trm_Status grow_reach(Steps *steps, int end) {
  if (end > INT_MAX / 2 - steps->count) return TRM_NO_MEMORY;
  if (end + steps->count <= steps->reach_room) return TRM_OK;
  int room = 2 * end + steps->count;
  int *reach = TRM_STORE_NEW(steps->memory.store, int, room);
  if (!reach) return TRM_NO_MEMORY;
  if (end > 0) memcpy(reach, steps->reach, (size_t)end * sizeof(int));
  trm_store_release(steps->memory.store, steps->reach);
  steps->reach = reach;
  steps->reach_room = room;
  return TRM_OK;
}

/* reach(s) = later neighbours by the pattern, and what the children reach, without s */
static trm_Status find_reach(Steps *steps) {
  for (int s = 0; s < steps->count; s++) steps->mark[s] = steps->first_child[s] = steps->sibling[s] = -1;
  for (int s = 0; s < steps->count; s++) {
    int start = steps->reach_start[s], end = start;
    if (grow_reach(steps, end) != TRM_OK) return TRM_NO_MEMORY;
    end = gather(steps, s, steps->direct + steps->direct_start[s], steps->direct_start[s + 1] - steps->direct_start[s],
                 end);
    for (int c = steps->first_child[s]; c >= 0; c = steps->sibling[c])
      end = gather(steps, s, steps->reach + steps->reach_start[c], steps->reach_start[c + 1] - steps->reach_start[c],
                   end);
    trm_sort(steps->reach + start, (size_t)(end - start), sizeof(int), increasing);
    steps->reach_start[s + 1] = end;
    steps->reached[s] = 0;
    for (int k = start; k < end; k++) steps->reached[s] += steps->size[steps->reach[k]];
    steps->parent[s] = end > start ? steps->reach[start] : -1;
    if (end == start) continue;
    steps->sibling[s] = steps->first_child[steps->parent[s]];
    steps->first_child[steps->parent[s]] = s;
  }
  return TRM_OK;
}

static double cost(int pivots, int reached) { return front_flops(padded(pivots), padded(pivots) + reached); }

/* Gathers a child into its parent where one larger front costs no more than two. */
static void amalgamate(Steps *steps) {
  for (int s = 0; s < steps->count; s++) {
    steps->into[s] = s;
    steps->gathered[s] = steps->size[s];
    int *link = &steps->first_child[s];
    while (*link >= 0) {
      int c = *link, both = steps->gathered[c] + steps->gathered[s];
      double added = (double)steps->reached[c] * steps->reached[c];
      double apart = cost(steps->gathered[c], steps->reached[c]) + cost(steps->gathered[s], steps->reached[s]) +
                     flops_per_front + flops_per_addition * added;
      if (cost(both, steps->reached[s]) > apart) {
        link = &steps->sibling[c];
        continue;
      }
      steps->gathered[s] = both;
      steps->gathered[c] = 0;
      steps->into[c] = s;
      /* the child's children take its place in the list */
      int *last = &steps->first_child[c];
      while (*last >= 0) {
        steps->parent[*last] = s;
        last = &steps->sibling[*last];
      }
      *last = steps->sibling[c];
      *link = steps->first_child[c];
    }
  }
}

static int final_step(const Steps *steps, int s) {
  while (steps->into[s] != s) s = steps->into[s];
  return s;
}

/* Numbers the fronts children first, each subtree in one stretch, so that a Schur complement is used while it is in the
   cache.
   mark[s] receives the number. */
static int number_fronts(Steps *steps) {
  int next = 0;
  for (int root = 0; root < steps->count; root++) {
    if (steps->into[root] != root || steps->parent[root] >= 0) continue;
    int s = root;
    while (steps->first_child[s] >= 0) s = steps->first_child[s];
    for (;;) {
      steps->mark[s] = next++;
      if (s == root) break;
      if (steps->sibling[s] >= 0)
        for (s = steps->sibling[s]; steps->first_child[s] >= 0;) s = steps->first_child[s];
      else
        s = steps->parent[s];
    }
  }
  return next;
}

/* ---- the fronts ---- */

typedef struct Places {
  int *front; /* unknown -> front that eliminates it */
  int *place; /* ... and its place there */
  int *turn;  /* unknown -> its turn in the order of elimination */
} Places;

static trm_Status size_fronts(trm_FrontTree *fronts, Steps *steps) {
  double indices = 0, maps = 0, size = 0;
  for (int s = 0; s < steps->count; s++) {
    if (steps->into[s] != s) continue;
    trm_Front *front = &fronts->fronts[steps->mark[s]];
    front->last_step = s;
    front->pivots = steps->gathered[s];
    front->padded = padded(front->pivots);
    front->boundary = steps->reached[s];
    front->stride = padded(front->padded + front->boundary);
    front->parent = steps->parent[s] < 0 ? -1 : steps->mark[final_step(steps, steps->parent[s])];
    front->first_child = front->sibling = -1;
    indices += front->pivots + front->boundary;
    maps += front->boundary;
    size += (double)front->stride * (front->padded + front->boundary);
    fronts->flops += front_flops(front->padded, front->padded + front->boundary);
    if (front->stride > fronts->largest) fronts->largest = front->stride;
  }
  if (size > INT_MAX || indices > INT_MAX || (double)fronts->largest * fronts->largest > INT_MAX)
    return TRM_BAD_ARGUMENT;
  trm_Arena *memory = &fronts->memory;
  fronts->equation = TRM_ARENA_NEW(memory, int, (size_t)indices + 1);
  fronts->unknown = TRM_ARENA_NEW(memory, int, (size_t)indices + 1);
  fronts->to_row = TRM_ARENA_NEW(memory, int, (size_t)maps + 1);
  fronts->to_column = TRM_ARENA_NEW(memory, int, (size_t)maps + 1);
  return memory->failed ? TRM_NO_MEMORY : TRM_OK;
}

/* Where each front's parts begin; links to children. */
static void lay_out(trm_FrontTree *fronts) {
  int index = 0, map = 0;
  for (int f = 0; f < fronts->count; f++) {
    trm_Front *front = &fronts->fronts[f];
    front->first_index = index;
    front->first_map = map;
    front->first_pivot = fronts->pivots;
    front->at = fronts->size;
    index += front->pivots + front->boundary;
    map += front->boundary;
    fronts->pivots += front->padded;
    fronts->size += (size_t)front->stride * (size_t)(front->padded + front->boundary);
    if (front->parent < 0) continue;
    front->sibling = fronts->fronts[front->parent].first_child;
    fronts->fronts[front->parent].first_child = f;
  }
  fronts->boundaries = map;
}

/* Own unknowns of the fronts: those without a diagonal (multipliers) first, so that they find their pivots in what they
   act on, where the joint forces of a long chain would otherwise meet its whole inertia. */
static void list_pivots(trm_FrontTree *fronts, const Steps *steps, const bool *pivotless, Places *places) {
  for (int f = 0; f < fronts->count; f++) fronts->fronts[f].runs = 0; /* counts pivots listed so far */
  for (int pass = 0; pass < 2; pass++) {
    for (int s = 0; s < steps->count; s++) {
      int f = steps->mark[final_step(steps, s)];
      trm_Front *front = &fronts->fronts[f];
      for (int turn = steps->first[s]; turn < steps->first[s + 1]; turn++) {
        int u = steps->unknowns[turn];
        if (pivotless[u] != (pass == 0)) continue;
        places->front[u] = f;
        places->place[u] = front->runs++;
        places->turn[u] = turn;
        fronts->equation[front->first_index + places->place[u]] = u;
      }
    }
  }
}

/* Boundaries in order of elimination. */
static void list_unknowns(trm_FrontTree *fronts, const Steps *steps, const bool *pivotless, Places *places) {
  list_pivots(fronts, steps, pivotless, places);
  for (int s = 0; s < steps->count; s++) {
    if (steps->into[s] != s) continue;
    const trm_Front *front = &fronts->fronts[steps->mark[s]];
    int next = front->first_index + front->pivots;
    for (int k = steps->reach_start[s]; k < steps->reach_start[s + 1]; k++)
      for (int at = steps->first[steps->reach[k]]; at < steps->first[steps->reach[k] + 1]; at++)
        fronts->equation[next++] = steps->unknowns[at];
  }
  const trm_Front *end = &fronts->fronts[fronts->count - 1];
  memcpy(fronts->unknown, fronts->equation, (size_t)(end->first_index + end->pivots + end->boundary) * sizeof(int));
}

/* Row or column of an unknown in a front that holds it. */
static int place_in(const trm_FrontTree *fronts, const Places *places, int f, int unknown) {
  const trm_Front *front = &fronts->fronts[f];
  if (places->front[unknown] == f) return places->place[unknown];
  const int *boundary = fronts->equation + front->first_index + front->pivots;
  int low = 0, high = front->boundary - 1;
  while (low < high) {
    int middle = (low + high) / 2;
    if (places->turn[boundary[middle]] < places->turn[unknown])
      low = middle + 1;
    else
      high = middle;
  }
  return front->padded + low;
}

/* Joins entries (runs of length 1) that follow each other, and closes the gaps. */
static void join_runs(trm_FrontTree *fronts) {
  trm_FrontRun *kept = fronts->runs; /* the last one, once there is one */
  for (int f = 0; f < fronts->count; f++) {
    trm_Front *front = &fronts->fronts[f];
    const trm_FrontRun *entry = fronts->runs + front->first_run, *end = entry + front->runs;
    front->first_run = f == 0 ? 0 : front[-1].first_run + front[-1].runs;
    front->runs = 0;
    for (; entry < end; entry++) {
      if (front->runs > 0 && kept->from + kept->length == entry->from && kept->to + kept->length == entry->to &&
          entry->to % front->stride != 0) {
        kept->length++;
      } else {
        kept = fronts->runs + front->first_run + front->runs++;
        *kept = *entry;
      }
    }
  }
}

/* By length, then by place: runs of one length are copied by one loop. */
static int by_length(const void *one, const void *other) {
  const trm_FrontRun *a = one, *b = other;
  return a->length != b->length ? a->length - b->length : a->from < b->from ? -1 : a->from > b->from;
}

static void sort_runs(trm_FrontTree *fronts) {
  for (int f = 0; f < fronts->count; f++)
    trm_sort(fronts->runs + fronts->fronts[f].first_run, (size_t)fronts->fronts[f].runs, sizeof(trm_FrontRun),
             by_length);
}

/* An entry belongs to the front that eliminates its row or its column first. */
static trm_Status list_entries(trm_FrontTree *fronts, const trm_Pattern *pattern, const Places *places) {
  fronts->runs = TRM_ARENA_NEW(&fronts->memory, trm_FrontRun, pattern->start[pattern->n] + 1);
  if (!fronts->runs) return TRM_NO_MEMORY;
  for (int f = 0; f < fronts->count; f++) fronts->fronts[f].runs = 0;
  for (int pass = 0; pass < 2; pass++) {
    for (int j = 0; j < pattern->n; j++) {
      for (int k = pattern->start[j]; k < pattern->start[j + 1]; k++) {
        int i = pattern->row[k], f = places->front[places->turn[i] < places->turn[j] ? i : j];
        trm_Front *front = &fronts->fronts[f];
        if (pass == 1)
          fronts->runs[front->first_run + front->runs] =
              (trm_FrontRun){k, place_in(fronts, places, f, j) * front->stride + place_in(fronts, places, f, i), 1};
        front->runs++;
      }
    }
    int first = 0;
    for (int f = 0; f < fronts->count && pass == 0; f++) {
      fronts->fronts[f].first_run = first;
      first += fronts->fronts[f].runs;
      fronts->fronts[f].runs = 0;
    }
  }
  join_runs(fronts);
  sort_runs(fronts);
  return TRM_OK;
}

static void map_boundaries(trm_FrontTree *fronts, const Places *places) {
  for (int f = 0; f < fronts->count; f++) {
    trm_Front *front = &fronts->fronts[f];
    int *map = fronts->to_column + front->first_map;
    for (int b = 0; b < front->boundary; b++) {
      map[b] = place_in(fronts, places, front->parent, fronts->equation[front->first_index + front->pivots + b]);
      fronts->to_row[front->first_map + b] = map[b];
      if (front->together == b && map[b] == map[0] + b) front->together++;
    }
  }
}

static trm_Status make_fronts(trm_FrontTree *fronts, const trm_Pattern *pattern, const trm_FrontSteps *plan,
                              Steps *steps) {
  fronts->count = number_fronts(steps);
  fronts->fronts = TRM_ARENA_NEW(&fronts->memory, trm_Front, fronts->count + 1);
  Places places = {TRM_ARENA_NEW(&steps->memory, int, pattern->n), TRM_ARENA_NEW(&steps->memory, int, pattern->n),
                   TRM_ARENA_NEW(&steps->memory, int, pattern->n)};
  if (fronts->memory.failed || steps->memory.failed) return TRM_NO_MEMORY;
  trm_Status status = size_fronts(fronts, steps);
  if (status != TRM_OK || fronts->count == 0) return status;
  lay_out(fronts);
  list_unknowns(fronts, steps, plan->pivotless, &places);
  map_boundaries(fronts, &places);
  return list_entries(fronts, pattern, &places);
}

trm_Status trm_front_tree_make(trm_FrontTree *fronts, const trm_Pattern *pattern, const trm_FrontSteps *plan) {
  Steps steps = {.step_of = plan->step_of, .memory.store = plan->store};
  *fronts = (trm_FrontTree){.memory.store = plan->store};
  trm_Status status = steps_allocate(&steps, plan->count);
  if (status == TRM_OK) status = list_steps(&steps, pattern->n);
  if (status == TRM_OK) status = find_pairs(&steps, pattern);
  if (status == TRM_OK) status = find_reach(&steps);
  if (status == TRM_OK) {
    amalgamate(&steps);
    status = make_fronts(fronts, pattern, plan, &steps);
  }
  steps_free(&steps);
  return status;
}

trm_Status trm_front_steps_make(trm_FrontSteps *steps, int n, const trm_BlockTree *tree) {
  steps->count = tree->count;
  steps->step_of = TRM_STORE_NEW(steps->store, int, n);
  steps->pivotless = TRM_STORE_NEW(steps->store, bool, n);
  if (!steps->step_of || !steps->pivotless) return TRM_NO_MEMORY;
  for (int s = 0; s < tree->count; s++) {
    int block = tree->order[s];
    for (int u = tree->start[block]; u < tree->start[block + 1]; u++) {
      steps->step_of[u] = s;
      steps->pivotless[u] = tree->pivotless[block];
    }
  }
  return TRM_OK;
}

void trm_front_steps_free(trm_FrontSteps *steps) {
  trm_store_release(steps->store, steps->step_of);
  trm_store_release(steps->store, steps->pivotless);
}

void trm_front_tree_free(trm_FrontTree *fronts) {
  trm_arena_free(&fronts->memory);
  *fronts = (trm_FrontTree){0};
}

void trm_front_tree_permute(trm_FrontTree *fronts, int f, const int *order, int *workspace) {
  trm_Front *front = &fronts->fronts[f];
  int *unknown = fronts->unknown + front->first_index, *place = workspace, *before = workspace + front->pivots;
  for (int k = 0; k < front->pivots; k++) {
    place[order[k]] = k;
    before[k] = unknown[k];
  }
  for (int k = 0; k < front->pivots; k++) unknown[k] = before[order[k]];
  for (int r = front->first_run; r < front->first_run + front->runs; r++) {
    int row = fronts->runs[r].to / front->stride;
    if (row < front->pivots) fronts->runs[r].to += (place[row] - row) * front->stride;
  }
  for (int c = front->first_child; c >= 0; c = fronts->fronts[c].sibling) {
    int *to_row = fronts->to_row + fronts->fronts[c].first_map;
    for (int b = 0; b < fronts->fronts[c].boundary; b++)
      if (to_row[b] < front->pivots) to_row[b] = place[to_row[b]];
  }
}
