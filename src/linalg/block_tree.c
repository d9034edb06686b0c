/* Elimination order of blocks: minimum degree on the quotient graph (Amestoy, Davis, Duff 1996), degrees weighted by
   the sizes of the blocks.

   A pivotless block of m multipliers has a pivot only once m unknowns that it acts on are eliminated (fewer where it
   holds unknowns that some of its multipliers are the pivots of: `need`). Every element
   (the clique left by eliminated blocks) therefore carries the count of pivots it can still supply: sizes of its blocks
   with a diagonal, less needs of its pivotless blocks. A pivotless block waits until the elements around it supply
   enough, and is taken without that only when nothing else is left (redundant constraints).

   Minimum degree takes a chain from one end to the other, and nothing of it can be done side by side. Where the tree is
   little more than one long path, what separates its lower half from the rest is eliminated last: from both ends, with
   the same work. */
#include "linalg/lu.h"
#include <string.h>
#include "base/memory.h"
#include "base/store.h"

/* Neighbours of every block; blocks are variables until eliminated, then elements. */
typedef struct Graph {
  int count;
  int *size;        /* unknowns of a block */
  int *first;       /* count + 1: places in adjacent */
  int *adjacent;    /* variable i: its elements, then its variables; never longer than it was at the start */
  int *elements;    /* how many elements i touches */
  int *variables;   /* how many variables i touches directly */
  int **member;     /* element e: the variables it reaches */
  int *members;     /* their number */
  int *weight;      /* element e: unknowns in its variables */
  int *supply;      /* element e: pivots it can still give to multipliers */
  int *outside;     /* element e: weight of its variables outside the current element (approximate-degree trick) */
  int *stamp;       /* element e: pivot for which outside is valid */
  int *mark;        /* variable i: last pivot whose element holds it */
  bool *eliminated; /* no longer a variable */
  bool *absorbed;   /* element inside a later one */
  const bool *late; /* eliminated after all others that need not wait; NULL: none is */
  const bool *pivotless;
  const int *need; /* pivots that a pivotless block takes from others */
  trm_Arena memory;
} Graph;

/* Binary heap of variables by (waiting, late, degree, index): a total order, so the result is unique. */
typedef struct Heap {
  int count;
  int *item;
  int *place; /* where a variable stands; -1: not in the heap */
  int *degree;
  bool *waiting; /* pivotless without enough supply */
  const bool *late;
} Heap;

static bool before(const Heap *heap, int a, int b) {
  if (heap->waiting[a] != heap->waiting[b]) return !heap->waiting[a];
  if (heap->late && heap->late[a] != heap->late[b]) return !heap->late[a];
  if (heap->degree[a] != heap->degree[b]) return heap->degree[a] < heap->degree[b];
  return a < b;
}

static void put(Heap *heap, int place, int item) {
  heap->item[place] = item;
  heap->place[item] = place;
}

static void sift_up(Heap *heap, int place) {
  int item = heap->item[place];
  while (place > 0 && before(heap, item, heap->item[(place - 1) / 2])) {
    put(heap, place, heap->item[(place - 1) / 2]);
    place = (place - 1) / 2;
  }
  put(heap, place, item);
}

static void sift_down(Heap *heap, int place) {
  int item = heap->item[place];
  for (int child = 2 * place + 1; child < heap->count; child = 2 * place + 1) {
    if (child + 1 < heap->count && before(heap, heap->item[child + 1], heap->item[child])) child++;
    if (!before(heap, heap->item[child], item)) break;
    put(heap, place, heap->item[child]);
    place = child;
  }
  put(heap, place, item);
}

static void heap_update(Heap *heap, int item) {
  sift_up(heap, heap->place[item]);
  sift_down(heap, heap->place[item]);
}

static int heap_pop(Heap *heap) {
  int top = heap->item[0];
  heap->place[top] = -1;
  int last = heap->item[--heap->count];
  if (heap->count > 0) {
    put(heap, 0, last);
    sift_down(heap, 0);
  }
  return top;
}

static trm_Status graph_allocate(Graph *graph, int count) {
  trm_Arena *memory = &graph->memory;
  graph->count = count;
  graph->size = TRM_ARENA_NEW(memory, int, count);
  graph->first = TRM_ARENA_NEW(memory, int, count + 1);
  graph->elements = TRM_ARENA_NEW(memory, int, count);
  graph->variables = TRM_ARENA_NEW(memory, int, count);
  graph->member = TRM_ARENA_NEW(memory, int *, count);
  graph->members = TRM_ARENA_NEW(memory, int, count);
  graph->weight = TRM_ARENA_NEW(memory, int, count);
  graph->supply = TRM_ARENA_NEW(memory, int, count);
  graph->outside = TRM_ARENA_NEW(memory, int, count);
  graph->stamp = TRM_ARENA_NEW(memory, int, count);
  graph->mark = TRM_ARENA_NEW(memory, int, count);
  graph->absorbed = TRM_ARENA_NEW(memory, bool, count);
  graph->eliminated = TRM_ARENA_NEW(memory, bool, count);
  return memory->failed ? TRM_NO_MEMORY : TRM_OK;
}

/* Visits each pair (row block, column block) off the diagonal once per column block; fills adjacency both ways when
   `fill`, counts it otherwise. Both ways, so that a pattern which is not symmetric is ordered as A + A^T. */
static void visit_pairs(Graph *graph, const trm_Pattern *pattern, const int *start, const int *block, bool fill) {
  for (int i = 0; i < graph->count; i++) graph->mark[i] = -1;
  for (int b = 0; b < graph->count; b++) {
    for (int k = pattern->start[start[b]]; k < pattern->start[start[b + 1]]; k++) {
      int a = block[pattern->row[k]];
      if (a == b || graph->mark[a] == b) continue;
      graph->mark[a] = b;
      if (fill) {
        graph->adjacent[graph->first[a] + graph->variables[a]] = b;
        graph->adjacent[graph->first[b] + graph->variables[b]] = a;
      }
      graph->variables[a]++;
      graph->variables[b]++;
    }
  }
}

static void drop_duplicates(Graph *graph) {
  for (int i = 0; i < graph->count; i++) graph->mark[i] = -1;
  for (int i = 0; i < graph->count; i++) {
    int *list = graph->adjacent + graph->first[i], kept = 0;
    for (int k = 0; k < graph->variables[i]; k++) {
      if (graph->mark[list[k]] == i) continue;
      graph->mark[list[k]] = i;
      list[kept++] = list[k];
    }
    graph->variables[i] = kept;
  }
}

static trm_Status graph_build(Graph *graph, const trm_Pattern *pattern, const int *start) {
  int count = graph->count;
  int *block = TRM_STORE_NEW(graph->memory.store, int, pattern->n);
  if (!block) return TRM_NO_MEMORY;
  for (int b = 0; b < count; b++) {
    graph->size[b] = start[b + 1] - start[b];
    for (int i = start[b]; i < start[b + 1]; i++) block[i] = b;
  }
  visit_pairs(graph, pattern, start, block, false);
  for (int b = 0; b < count; b++) {
    graph->first[b + 1] = graph->first[b] + graph->variables[b];
    graph->variables[b] = 0;
  }
  graph->adjacent = TRM_ARENA_NEW(&graph->memory, int, graph->first[count]);
  if (graph->adjacent) {
    visit_pairs(graph, pattern, start, block, true);
    drop_duplicates(graph);
  }
  trm_store_release(graph->memory.store, block);
  return graph->adjacent ? TRM_OK : TRM_NO_MEMORY;
}

static int direct_weight(const Graph *graph, int i) {
  const int *list = graph->adjacent + graph->first[i] + graph->elements[i];
  int weight = 0;
  for (int k = 0; k < graph->variables[i]; k++) weight += graph->size[list[k]];
  return weight;
}

static bool must_wait(const Graph *graph, int i) {
  if (!graph->pivotless[i]) return false;
  const int *list = graph->adjacent + graph->first[i];
  int supply = 0;
  for (int k = 0; k < graph->elements[i]; k++) supply += graph->supply[list[k]];
  return supply < graph->need[i];
}

/* Adds the variables of a list that the new element of `pivot` does not hold yet. */
static int gather(Graph *graph, int pivot, const int *list, int length, int *into, int held) {
  for (int k = 0; k < length; k++) {
    int i = list[k];
    if (graph->eliminated[i] || graph->mark[i] == pivot) continue;
    graph->mark[i] = pivot;
    into[held++] = i;
  }
  return held;
}

/* Turns variable `pivot` into the element of its neighbours: L_p = A_p + union of its elements' variables - p. */
static trm_Status make_element(Graph *graph, int pivot, int *scratch) {
  const int *list = graph->adjacent + graph->first[pivot];
  int supply = graph->pivotless[pivot] ? -graph->need[pivot] : graph->size[pivot];
  graph->eliminated[pivot] = true;
  int held = gather(graph, pivot, list + graph->elements[pivot], graph->variables[pivot], scratch, 0);
  for (int k = 0; k < graph->elements[pivot]; k++) {
    int e = list[k];
    held = gather(graph, pivot, graph->member[e], graph->members[e], scratch, held);
    supply += graph->supply[e];
    graph->absorbed[e] = true;
  }
  graph->member[pivot] = TRM_ARENA_NEW(&graph->memory, int, held);
  if (!graph->member[pivot]) return TRM_NO_MEMORY;
  if (held > 0) memcpy(graph->member[pivot], scratch, (size_t)held * sizeof(int));
  graph->members[pivot] = held;
  graph->weight[pivot] = 0;
  for (int k = 0; k < held; k++) graph->weight[pivot] += graph->size[scratch[k]];
  /* From both ends, what a joint leaves of a body's pivots is none that the next joint can count on: the links of a
     planar chain, held at one end, together move freely in the plane, and nowhere else. */
  graph->supply[pivot] = graph->late && graph->pivotless[pivot] && supply > 0 ? 0 : supply;
  return TRM_OK;
}

/* |L_e \ L_p| for every element e that meets the new element p. */
static void measure_outside(Graph *graph, int pivot) {
  for (int m = 0; m < graph->members[pivot]; m++) {
    int i = graph->member[pivot][m];
    for (int k = 0; k < graph->elements[i]; k++) {
      int e = graph->adjacent[graph->first[i] + k];
      if (graph->absorbed[e]) continue;
      if (graph->stamp[e] != pivot) {
        graph->stamp[e] = pivot;
        graph->outside[e] = graph->weight[e];
      }
      graph->outside[e] -= graph->size[i];
    }
  }
}

/* Rewrites the lists of variable i of the new element: absorbed elements go (also those that lie inside the new one),
   the new element comes, variables reached through it go. Something always went, so the list does not grow. Returns the
   approximate external degree. */
static int update_variable(Graph *graph, int pivot, int i) {
  int *list = graph->adjacent + graph->first[i];
  int *direct = list + graph->elements[i];
  int degree = graph->weight[pivot] - graph->size[i], elements = 0, variables = 0;
  for (int k = 0; k < graph->elements[i]; k++) {
    int e = list[k];
    if (!graph->absorbed[e] && graph->outside[e] == 0) {
      graph->absorbed[e] = true;
      graph->supply[pivot] += graph->supply[e];
    }
    if (graph->absorbed[e]) continue;
    degree += graph->outside[e];
    list[elements++] = e;
  }
  for (int k = 0; k < graph->variables[i]; k++) {
    int j = direct[k];
    if (graph->eliminated[j] || graph->mark[j] == pivot) continue;
    degree += graph->size[j];
    direct[variables++] = j;
  }
  memmove(list + elements + 1, direct, (size_t)variables * sizeof(int));
  list[elements] = pivot;
  graph->elements[i] = elements + 1;
  graph->variables[i] = variables;
  return degree;
}

static trm_Status eliminate(Graph *graph, Heap *heap, int pivot, int *scratch) {
  trm_Status status = make_element(graph, pivot, scratch);
  if (status != TRM_OK) return status;
  measure_outside(graph, pivot);
  const int *member = graph->member[pivot];
  for (int m = 0; m < graph->members[pivot]; m++) heap->degree[member[m]] = update_variable(graph, pivot, member[m]);
  for (int m = 0; m < graph->members[pivot]; m++) {
    heap->waiting[member[m]] = must_wait(graph, member[m]);
    heap_update(heap, member[m]);
  }
  return TRM_OK;
}

static trm_Status find_order(Graph *graph, int *order) {
  int count = graph->count;
  trm_Arena *memory = &graph->memory;
  Heap heap = {0,
               TRM_ARENA_NEW(memory, int, count),
               TRM_ARENA_NEW(memory, int, count),
               TRM_ARENA_NEW(memory, int, count),
               TRM_ARENA_NEW(memory, bool, count),
               graph->late};
  int *scratch = TRM_ARENA_NEW(memory, int, count);
  if (memory->failed) return TRM_NO_MEMORY;
  for (int i = 0; i < count; i++) {
    graph->mark[i] = graph->stamp[i] = -1;
    heap.degree[i] = direct_weight(graph, i);
    heap.waiting[i] = must_wait(graph, i);
    heap.count++;
    put(&heap, i, i);
    sift_up(&heap, i);
  }
  for (int k = 0; k < count; k++) {
    order[k] = heap_pop(&heap);
    trm_Status status = eliminate(graph, &heap, order[k], scratch);
    if (status != TRM_OK) return status;
  }
  return TRM_OK;
}

/* Parent of a block: the block eliminated first among those that its elimination reaches. */
static trm_Status find_parents(Graph *graph, const int *order, int *parent) {
  int *position = TRM_ARENA_NEW(&graph->memory, int, graph->count);
  if (!position) return TRM_NO_MEMORY;
  for (int k = 0; k < graph->count; k++) position[order[k]] = k;
  for (int b = 0; b < graph->count; b++) {
    parent[b] = -1;
    for (int m = 0; m < graph->members[b]; m++) {
      int i = graph->member[b][m];
      if (parent[b] < 0 || position[i] < position[parent[b]]) parent[b] = i;
    }
  }
  return TRM_OK;
}

/* Entries of both factors: a block's own square, and its row and column of what it reaches. */
static double factor_entries(const Graph *graph) {
  double entries = 0;
  for (int b = 0; b < graph->count; b++) entries += graph->size[b] * (graph->size[b] + 2.0 * graph->weight[b]);
  return entries;
}

/* An order, its tree and its work. Part of a call. */
typedef struct Plan {
  int *order, *parent;
  double factor_entries;
} Plan;

static trm_Status make_plan(const trm_BlockTree *tree, const trm_Pattern *pattern, Graph *graph, Plan *plan) {
  graph->pivotless = tree->pivotless, graph->need = tree->need;
  trm_Status status = graph_allocate(graph, tree->count);
  if (status == TRM_OK) status = graph_build(graph, pattern, tree->start);
  if (status == TRM_OK) status = find_order(graph, plan->order);
  if (status == TRM_OK) status = find_parents(graph, plan->order, plan->parent);
  if (status == TRM_OK) plan->factor_entries = factor_entries(graph);
  return status;
}

/* Entries of factors from which on it is worth a thought; of them, how much lies on one path where a tree is one. How
   many more there may be block by block: joints before bodies have 231 a link instead of 181, and gathered in fronts
   231 instead of 253. */
static const double worth_cutting = 1 << 18, one_path = 0.75, little_more = 1.3;

/* The block in the middle of a long path: with all below it no more than half of the work; -1: the tree branches.
   below, path: per block and one more, for the roots; workspace. */
static int find_middle(const Graph *graph, const Plan *plan, double *below, double *path) {
  int count = graph->count, at = count;
  for (int k = 0; k < count; k++) {
    int b = plan->order[k], parent = plan->parent[b] < 0 ? count : plan->parent[b];
    double own = graph->size[b] * (graph->size[b] + 2.0 * graph->weight[b]);
    below[b] += own, path[b] += own;
    below[parent] += below[b];
    if (path[b] > path[parent]) path[parent] = path[b];
  }
  if (path[count] < one_path * below[count]) return -1;
  for (int k = count - 1; k >= 0; k--) { /* parents first */
    int b = plan->order[k], parent = plan->parent[b] < 0 ? count : plan->parent[b];
    if (parent != at || below[b] < 0.25 * below[count]) continue;
    at = b;
    if (below[b] <= 0.5 * below[count]) return b;
  }
  return -1;
}

/* The boundary of the lower half comes last, if that costs no more. */
static trm_Status cut_path(trm_BlockTree *tree, const trm_Pattern *pattern, const Graph *graph, const Plan *plan) {
  Graph other = {.memory.store = tree->store};
  trm_Arena memory = {.store = tree->store};
  int count = tree->count;
  double *below = TRM_ARENA_NEW(&memory, double, count + 1), *path = TRM_ARENA_NEW(&memory, double, count + 1);
  bool *late = TRM_ARENA_NEW(&memory, bool, count);
  Plan cut = {TRM_ARENA_NEW(&memory, int, count), TRM_ARENA_NEW(&memory, int, count), 0};
  trm_Status status = memory.failed ? TRM_NO_MEMORY : TRM_OK;
  int middle = status == TRM_OK ? find_middle(graph, plan, below, path) : -1;
  if (middle >= 0) {
    for (int m = 0; m < graph->members[middle]; m++) late[graph->member[middle][m]] = true;
    other.late = late;
    status = make_plan(tree, pattern, &other, &cut);
    if (status == TRM_OK && cut.factor_entries <= little_more * plan->factor_entries) {
      memcpy(tree->order, cut.order, (size_t)count * sizeof(int));
      memcpy(tree->parent, cut.parent, (size_t)count * sizeof(int));
      tree->factor_entries = cut.factor_entries;
    }
  }
  trm_arena_free(&other.memory);
  trm_arena_free(&memory);
  return status;
}

static trm_Status make_tree(trm_BlockTree *tree, const trm_Pattern *pattern) {
  Graph graph = {.memory.store = tree->store};
  Plan plan = {tree->order, tree->parent, 0};
  trm_Status status = make_plan(tree, pattern, &graph, &plan);
  tree->factor_entries = plan.factor_entries;
  if (status == TRM_OK && plan.factor_entries >= worth_cutting) status = cut_path(tree, pattern, &graph, &plan);
  trm_arena_free(&graph.memory);
  return status;
}

trm_BlockTree *trm_block_tree_in(trm_Store *store, const trm_Pattern *pattern, const trm_BlockTree *told) {
  int count = told->count;
  const bool *pivotless = told->pivotless;
  if (count < 0 || told->start[0] != 0 || told->start[count] != pattern->n) return NULL;
  trm_BlockTree *tree = TRM_STORE_NEW(store, trm_BlockTree, 1);
  if (!tree) return NULL;
  tree->count = count, tree->store = store;
  tree->start = TRM_STORE_NEW(store, int, count + 1);
  tree->order = TRM_STORE_NEW(store, int, count);
  tree->parent = TRM_STORE_NEW(store, int, count);
  tree->pivotless = TRM_STORE_NEW(store, bool, count);
  tree->need = TRM_STORE_NEW(store, int, count);
  if (tree->start && tree->order && tree->parent && tree->pivotless && tree->need) {
    memcpy(tree->start, told->start, (size_t)(count + 1) * sizeof(int));
    for (int b = 0; b < count; b++) {
      tree->pivotless[b] = pivotless && pivotless[b];
      tree->need[b] = !tree->pivotless[b] ? 0 : told->need ? told->need[b] : told->start[b + 1] - told->start[b];
    }
    if (make_tree(tree, pattern) == TRM_OK) return tree;
  }
  trm_block_tree_free(tree);
  return NULL;
}

trm_BlockTree *trm_block_tree_new(const trm_Pattern *pattern, const int *start, const bool *pivotless, int count) {
  return trm_block_tree_needing(pattern, start, pivotless, NULL, count);
}

trm_BlockTree *trm_block_tree_needing(const trm_Pattern *pattern, const int *start, const bool *pivotless,
                                      const int *need, int count) {
  trm_BlockTree told = {.count = count, .start = (int *)start, .pivotless = (bool *)pivotless, .need = (int *)need};
  return trm_block_tree_in(NULL, pattern, &told);
}

void trm_block_tree_free(trm_BlockTree *tree) {
  if (!tree) return;
  trm_Store *store = tree->store;
  trm_store_release(store, tree->start);
  trm_store_release(store, tree->order);
  trm_store_release(store, tree->parent);
  trm_store_release(store, tree->pivotless);
  trm_store_release(store, tree->need);
  trm_store_release(store, tree);
}
