/* Dense fronts on the elimination tree of blocks: the solver of mechanisms, which are mostly trees.
   Pivots are chosen inside a front, among the unknowns that it eliminates; where one of them has no pivot there that
   stands up to the rest of its equation, the factorisation fails and another backend takes over. Reused pivots cost no
   search: the rows of the fronts are stored in the order chosen. */
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>
#include "base/memory.h"
#include "base/store.h"
#include "linalg/front_branches.h"
#include "linalg/front_kernel.h"
#include "linalg/front_parts.h"
#include "linalg/front_tree.h"
#include "linalg/lu_backend.h"

/* A pivot may be this much smaller than the largest entry of its equation in the front. */
static const double smallest_share = 1e-3;

/* Fronts with at most this many numbers per entry of the matrix are taken without asking; with more than the second
   they waste memory. Between them the flops decide: in fronts they are this much cheaper than in KLU. */
static const double good_fill = 4, largest_fill = 60, flops_gained = 16;
/* How often unknowns without a pivot are moved to the fronts above before the search is given up. */
static const int most_rounds = 40;
/* Numbers of a front that are fetched ahead: not more than the first cache holds. */
static const int most_fetched = 1024;

/* Fronts that were made for other steps, as planned or with delayed unknowns: who comes back to them need not make them
   again. */
typedef struct Spare {
  int *made_for; /* unknown -> step; NULL: there are none */
  trm_FrontTree tree;
  trm_FrontBranches branches;
  double *memory, *trial;
  int *order;
  bool *stuck;
} Spare;

/* ... of no more numbers than this (2 MB). */
static const size_t most_spared = 1 << 18;

typedef struct Tree {
  const trm_Pattern *pattern;
  trm_Store *store; /* of which all but the parts is; NULL: of the system */
  const trm_FrontKernels *kernels;
  trm_FrontSteps steps;
  int *planned;  /* unknown -> step as the blocks have it */
  int *made_for; /* ... as it was when the fronts were made */
  Spare spare;
  trm_FrontTree tree;
  trm_FrontParts parts;
  trm_FrontBranches branches;
  double *memory;  /* unaligned start of all numbers */
  double *values;  /* fronts; factors after elimination */
  double *inverse; /* of all pivots, padded ones included */
  double *judge;   /* 1 / (scale factors of a pivot): |inverse| * judge = 1 / |scaled pivot| */
  double *middle;  /* U^-T b of all pivots, between the two halves of a solve */
  double *carried; /* of each front: what its boundary gets, between it and the front above */
  double *local;   /* workspace: a row of a front, for each branch */
  double *trial;   /* copy of the largest front that pivots are chosen in */
  int *order;      /* workspace: pivots chosen, and two more of the size */
  bool *stuck;     /* front without factors: it or one below lacks a pivot */
  bool factored;
  trm_LuPivots found; /* once it is */
  int weak_unknown;   /* where no pivot was found, else -1 */
} Tree;

static void release_fronts(Tree *tree) {
  tree->parts.ready = false;
  trm_front_tree_free(&tree->tree);
  trm_store_release(tree->store, tree->memory);
  trm_store_release(tree->store, tree->trial);
  trm_store_release(tree->store, tree->order);
  trm_store_release(tree->store, tree->stuck);
  tree->memory = tree->trial = NULL;
  tree->order = NULL;
  tree->stuck = NULL;
}

static void exchange(Tree *tree) {
  Spare *spare = &tree->spare,
        now = {tree->made_for, tree->tree, tree->branches, tree->memory, tree->trial, tree->order, tree->stuck};
  tree->made_for = spare->made_for, tree->tree = spare->tree, tree->branches = spare->branches;
  tree->memory = spare->memory, tree->trial = spare->trial, tree->order = spare->order, tree->stuck = spare->stuck;
  *spare = now;
}

static void tree_free(void *state) {
  Tree *tree = state;
  if (!tree) return;
  for (int k = 0; k < 2; k++) {
    release_fronts(tree);
    trm_store_release(tree->store, tree->made_for);
    exchange(tree);
  }
  trm_front_parts_free(&tree->parts);
  trm_front_steps_free(&tree->steps);
  trm_store_release(tree->store, tree->planned);
  trm_store_release(tree->store, tree);
}

static double *aligned(double *memory) {
  uintptr_t mask = 8 * TRM_LANES - 1, address = (uintptr_t)memory;
  return (double *)((address + mask) & ~mask);
}

static size_t rows_of_branches(const Tree *tree) { return (size_t)tree->tree.largest * (size_t)tree->branches.count; }

/* where the numbers stand in memory */
static void lay_out(Tree *tree) {
  size_t pivots = (size_t)tree->tree.pivots;
  tree->values = aligned(tree->memory);
  tree->inverse = tree->values + tree->tree.size;
  tree->judge = tree->inverse + pivots;
  tree->middle = tree->judge + pivots;
  tree->local = tree->middle + pivots;
  tree->carried = tree->local + rows_of_branches(tree);
}

static trm_Status allocate(Tree *tree) {
  size_t pivots = (size_t)tree->tree.pivots;
  int most = 0;
  size_t front = 0;
  for (int f = 0; f < tree->tree.count; f++) {
    const trm_Front *one = &tree->tree.fronts[f];
    size_t size = (size_t)one->stride * (size_t)(one->padded + one->boundary);
    if (size > front) front = size;
    if (one->pivots > most) most = one->pivots;
  }
  size_t rows = rows_of_branches(tree), carried = (size_t)tree->tree.boundaries;
  tree->memory = TRM_STORE_NEW(tree->store, double, tree->tree.size + 3 * pivots + rows + carried + TRM_LANES);
  tree->trial = TRM_STORE_NEW(tree->store, double, front + 1);
  tree->order = TRM_STORE_NEW(tree->store, int, 3 * (size_t)most + 1);
  tree->stuck = TRM_STORE_NEW(tree->store, bool, tree->tree.count + 1);
  if (!tree->memory || !tree->trial || !tree->order || !tree->stuck) return TRM_NO_MEMORY;
  lay_out(tree);
  return TRM_OK;
}

static bool too_large(const Tree *tree) {
  return (double)tree->tree.size > largest_fill * tree->pattern->start[tree->pattern->n];
}

static trm_Status make_fronts(Tree *tree) {
  size_t n = (size_t)tree->pattern->n;
  if (!tree->made_for) tree->made_for = TRM_STORE_NEW(tree->store, int, n);
  trm_Status status = tree->made_for ? trm_front_tree_make(&tree->tree, tree->pattern, &tree->steps) : TRM_NO_MEMORY;
  if (status == TRM_OK) memcpy(tree->made_for, tree->steps.step_of, n * sizeof(int));
  if (status == TRM_OK) status = trm_front_branches_make(&tree->branches, &tree->tree);
  if (status == TRM_OK) status = allocate(tree);
  if (status != TRM_OK) release_fronts(tree);
  return status;
}

/* Without a tree every unknown is a block of its own. */
static trm_Status make_steps(Tree *tree, const trm_BlockTree *given) {
  int n = tree->pattern->n;
  if (given) return trm_front_steps_make(&tree->steps, n, given);
  int *start = TRM_STORE_NEW(tree->store, int, n + 1);
  for (int i = 0; start && i <= n; i++) start[i] = i;
  trm_BlockTree told = {.count = n, .start = start};
  trm_BlockTree *own = start ? trm_block_tree_in(tree->store, tree->pattern, &told) : NULL;
  trm_Status status = own ? trm_front_steps_make(&tree->steps, n, own) : TRM_NO_MEMORY;
  trm_block_tree_free(own);
  trm_store_release(tree->store, start);
  return status;
}

static trm_Status tree_analyse(void **state, const trm_Pattern *pattern, const trm_BlockTree *tree, trm_Store *store) {
  Tree *made = TRM_STORE_NEW(store, Tree, 1);
  if (!made) return TRM_NO_MEMORY;
  made->store = made->steps.store = store;
  made->pattern = pattern;
  made->kernels = trm_front_kernels();
  made->weak_unknown = -1;
  made->planned = TRM_STORE_NEW(store, int, pattern->n);
  trm_Status status = made->planned ? make_steps(made, tree) : TRM_NO_MEMORY;
  if (status == TRM_OK) {
    memcpy(made->planned, made->steps.step_of, (size_t)pattern->n * sizeof(int));
    status = make_fronts(made);
  }
  if (status != TRM_OK) return tree_free(made), status;
  *state = made;
  return TRM_OK;
}

/* The unknowns of the pivots go back to where they stood before any were chosen: beside their equations. */
static void forget_order(Tree *tree, int f) {
  const trm_Front *front = &tree->tree.fronts[f];
  const int *equation = tree->tree.equation + front->first_index, *unknown = tree->tree.unknown + front->first_index;
  bool chosen = false;
  for (int k = 0; k < front->pivots; k++) {
    int now = k;
    while (unknown[now] != equation[k]) now = (now + 1) % front->pivots;
    tree->order[k] = now, chosen = chosen || now != k;
  }
  if (chosen) trm_front_tree_permute(&tree->tree, f, tree->order, tree->order + front->pivots);
}

static void forget_orders(Tree *tree) {
  tree->parts.ready = false;
  for (int f = 0; f < tree->tree.count; f++) forget_order(tree, f);
}

/* The fronts there are become the spare ones, in the place of those. */
static void put_by(Tree *tree) {
  bool worth = tree->memory && tree->tree.size <= most_spared;
  if (!worth) {
    release_fronts(tree);
    return;
  }
  exchange(tree);
  release_fronts(tree);
}

/* Fronts for steps that have changed. TRM_SINGULAR when they would be too large. */
static trm_Status rebuild(Tree *tree) {
  size_t bytes = (size_t)tree->pattern->n * sizeof(int);
  if (tree->spare.memory && memcmp(tree->spare.made_for, tree->steps.step_of, bytes) == 0) {
    exchange(tree);
    lay_out(tree);
    forget_orders(tree);
    return TRM_OK;
  }
  put_by(tree);
  trm_Status status = make_fronts(tree);
  if (status == TRM_OK && too_large(tree)) return TRM_SINGULAR;
  return status == TRM_BAD_ARGUMENT ? TRM_SINGULAR : status;
}

static trm_Status tree_renew(void *state) {
  Tree *tree = state;
  size_t bytes = (size_t)tree->pattern->n * sizeof(int);
  bool delayed = memcmp(tree->steps.step_of, tree->planned, bytes) != 0;
  tree->factored = tree->parts.ready = false, tree->weak_unknown = -1;
  memcpy(tree->steps.step_of, tree->planned, bytes);
  if (delayed || !tree->memory) return rebuild(tree);
  forget_orders(tree);
  return TRM_OK;
}

/* ---- factorisation ---- */

static trm_FrontView view(const Tree *tree, const trm_Front *front) {
  return (trm_FrontView){tree->values + front->at,
                         tree->inverse + front->first_pivot,
                         front->padded,
                         front->padded + front->boundary,
                         front->stride,
                         NULL};
}

/* padding, and what the fronts below leave */
static void complete(const Tree *tree, const trm_Front *front, const trm_FrontView *seen) {
  for (int k = front->pivots; k < front->padded; k++) seen->values[k * front->stride + k] = 1;
  for (int c = front->first_child; c >= 0; c = tree->tree.fronts[c].sibling) {
    const trm_Front *below = &tree->tree.fronts[c];
    const double *from = tree->values + below->at + (size_t)below->padded * (size_t)below->stride + below->padded;
    trm_FrontChild child = {from,
                            below->stride,
                            below->boundary,
                            below->together,
                            tree->tree.to_row + below->first_map,
                            tree->tree.to_column + below->first_map};
    tree->kernels->add(seen, &child);
  }
}

static void assemble(const Tree *tree, const trm_Front *front, const double *values) {
  trm_FrontView seen = view(tree, front);
  tree->kernels->fill(&seen, values, tree->tree.runs + front->first_run, front->runs);
  complete(tree, front, &seen);
}

/* Scale factor of a row of the front: of an unknown. */
static double unknown_scale(const Tree *tree, const trm_Front *front, const trm_Scaling *scaling, int row) {
  int index = row < front->padded ? row : row - front->padded + front->pivots;
  return scaling->column[tree->tree.unknown[front->first_index + index]];
}

/* Scale factor of a column of the front: of an equation. */
static double equation_scale(const Tree *tree, const trm_Front *front, const trm_Scaling *scaling, int column) {
  if (column >= front->pivots && (column < front->padded || column >= front->padded + front->boundary)) return 0;
  int index = column < front->pivots ? column : column - front->padded + front->pivots;
  return scaling->row[tree->tree.equation[front->first_index + index]];
}

/* Rows of the boundary are asked for the equations that the front eliminates: what it leaves to others is nobody's
   here. */
static int asked_of_row(const trm_Front *front, int row) { return row < front->padded ? front->stride : front->pivots; }

/* A copy of the front for the choice of pivots, scaled both ways: sizes of entries then do not depend on units. */
static void copy_scaled(Tree *tree, const trm_Front *front, const trm_Scaling *scaling) {
  const double *values = tree->values + front->at;
  double *restrict across = tree->local; /* nobody solves now */
  int rows = front->padded + front->boundary, stride = front->stride;
  for (int j = 0; j < stride; j++) across[j] = equation_scale(tree, front, scaling, j);
  for (int i = 0; i < rows; i++) {
    double scale = i >= front->pivots && i < front->padded ? 0 : unknown_scale(tree, front, scaling, i);
    const double *restrict from = values + (size_t)i * (size_t)stride;
    double *restrict to = tree->trial + (size_t)i * (size_t)stride;
    for (int j = 0, end = asked_of_row(front, i); j < end; j++) to[j] = scale * from[j] * across[j];
  }
}

static void swap_rows(double *a, double *b, int length) {
  for (int j = 0; j < length && a != b; j++) {
    double kept = a[j];
    a[j] = b[j];
    b[j] = kept;
  }
}

/* Largest of column k among rows from..to-1: its row, -1 when all vanish. */
static int largest_in(const double *trial, int stride, int k, int from, int to) {
  int best = -1;
  double size = 0;
  for (int i = from; i < to; i++) {
    double candidate = fabs(trial[i * stride + k]);
    if (candidate > size) size = candidate, best = i;
  }
  return best;
}

static double largest_of_row(const double *row, int from, int to) {
  double size = 0;
  for (int j = from; j < to; j++) size = fabs(row[j]) > size ? fabs(row[j]) : size;
  return size;
}

/* A pivot stands when it is not small against the rest of its equation or not small against the rest of its unknown:
   one of the two multipliers is then bounded, and so is the growth. (The force of a joint may be scaled at will, so it
   can look small in an equation beside the inertia of a long chain.) */
static bool stands(const trm_Front *front, const double *trial, int k, int best) {
  int stride = front->stride, rows = front->padded + front->boundary;
  double pivot = fabs(trial[best * stride + k]) / smallest_share;
  int outside = largest_in(trial, stride, k, front->padded, rows);
  if (outside < 0 || pivot >= fabs(trial[outside * stride + k])) return true;
  return pivot >= largest_of_row(trial + (size_t)best * (size_t)stride, k + 1, stride);
}

static void eliminate(double *trial, const trm_Front *front, int k) {
  int stride = front->stride, rows = front->padded + front->boundary;
  const double *restrict pivot = trial + (size_t)k * (size_t)stride;
  for (int i = k + 1; i < rows; i++) {
    double *restrict row = trial + (size_t)i * (size_t)stride, factor = row[k] / pivot[k];
    if (factor == 0) continue;
    for (int j = k, end = asked_of_row(front, i); j < end; j++) row[j] -= factor * pivot[j];
  }
}

/* Of the pivots of a front: all found; some unknowns were delayed; some lack one at a root. */
typedef enum Choice { COMPLETE, INCOMPLETE, HOPELESS } Choice;

static void swap_pivots(Tree *tree, const trm_Front *front, int a, int b) {
  size_t stride = (size_t)front->stride;
  swap_rows(tree->trial + (size_t)a * stride, tree->trial + (size_t)b * stride, front->stride);
  int kept = tree->order[a];
  tree->order[a] = tree->order[b];
  tree->order[b] = kept;
}

/* Takes unknown and equation k out of the copy, as if it belonged to another front; false when the unknown serves
   already as the pivot of another equation. */
static bool set_aside(Tree *tree, const trm_Front *front, int k) {
  int row = k, stride = front->stride;
  while (row < front->pivots && tree->order[row] != k) row++;
  if (row == front->pivots) return false;
  swap_pivots(tree, front, k, row);
  double *out = tree->trial + (size_t)k * (size_t)stride;
  for (int j = 0; j < stride; j++) out[j] = 0;
  for (int i = 0; i < front->padded + front->boundary; i++) tree->trial[i * stride + k] = 0;
  out[k] = 1;
  return true;
}

/* The unknown moves to the front above; false at a root. */
static bool delay(Tree *tree, const trm_Front *front, int k) {
  int unknown = tree->tree.equation[front->first_index + k];
  tree->weak_unknown = unknown;
  if (front->parent < 0) return false;
  tree->steps.step_of[unknown] = tree->tree.fronts[front->parent].last_step;
  return true;
}

/* Partial pivoting on the copy; order[] receives the rows chosen. */
static Choice choose_pivots(Tree *tree, const trm_Front *front) {
  Choice choice = COMPLETE;
  for (int k = 0; k < front->pivots; k++) tree->order[k] = k;
  for (int k = 0; k < front->pivots; k++) {
    int best = largest_in(tree->trial, front->stride, k, k, front->pivots);
    if (best >= 0 && stands(front, tree->trial, k, best)) {
      swap_pivots(tree, front, k, best);
    } else {
      if (!delay(tree, front, k)) return HOPELESS;
      choice = INCOMPLETE;
      if (!set_aside(tree, front, k)) return choice;
    }
    eliminate(tree->trial, front, k);
  }
  return choice;
}

/* Brings the rows of the front, and all that leads to them, into the order chosen. */
static void apply_order(Tree *tree, int f) {
  trm_Front *front = &tree->tree.fronts[f];
  double *values = tree->values + front->at;
  size_t row = (size_t)front->stride;
  memcpy(tree->trial, values, (size_t)front->pivots * row * sizeof(double));
  for (int k = 0; k < front->pivots; k++)
    memcpy(values + (size_t)k * row, tree->trial + (size_t)tree->order[k] * row, row * sizeof(double));
  trm_front_tree_permute(&tree->tree, f, tree->order, tree->order + front->pivots);
}

static void note_scales(Tree *tree, const trm_Front *front, const trm_Scaling *scaling) {
  for (int k = 0; k < front->padded; k++) {
    double scale = 1;
    if (k < front->pivots)
      scale = unknown_scale(tree, front, scaling, k) * scaling->row[tree->tree.equation[front->first_index + k]];
    tree->judge[front->first_pivot + k] = 1 / scale;
  }
}

static bool all_finite(const double *values, int count) {
  int wrong = 0;
  for (int k = 0; k < count; k++) wrong |= !(fabs(values[k]) <= DBL_MAX);
  return !wrong;
}

static bool waits_for_child(const Tree *tree, const trm_Front *front) {
  for (int c = front->first_child; c >= 0; c = tree->tree.fronts[c].sibling)
    if (tree->stuck[c]) return true;
  return false;
}

/* Factors what can be factored. */
static Choice sweep(Tree *tree, const trm_LuMatrix *matrix) {
  Choice worst = COMPLETE;
  for (int f = 0; f < tree->tree.count && worst != HOPELESS; f++) {
    const trm_Front *front = &tree->tree.fronts[f];
    tree->stuck[f] = waits_for_child(tree, front);
    if (tree->stuck[f]) continue;
    assemble(tree, front, matrix->values);
    copy_scaled(tree, front, matrix->scaling);
    Choice choice = choose_pivots(tree, front);
    tree->stuck[f] = choice != COMPLETE;
    if (choice > worst) worst = choice;
    if (choice != COMPLETE) continue;
    apply_order(tree, f);
    note_scales(tree, front, matrix->scaling);
    trm_FrontView seen = view(tree, front);
    tree->kernels->factor(&seen);
  }
  return worst;
}

static trm_Status find_pivots(Tree *tree, const trm_LuMatrix *matrix) {
  trm_Status ready = tree->memory ? TRM_OK : rebuild(tree); /* they are missing when memory ended the last time */
  if (ready != TRM_OK) return ready;
  for (int round = 0; round < most_rounds; round++) {
    Choice choice = sweep(tree, matrix);
    if (choice == COMPLETE) return TRM_OK;
    if (choice == HOPELESS) break;
    trm_Status status = rebuild(tree);
    if (status != TRM_OK) return status;
  }
  return TRM_SINGULAR;
}

static int unknown_of_pivot(const Tree *tree, int pivot) {
  for (int f = 0; f < tree->tree.count; f++) {
    const trm_Front *front = &tree->tree.fronts[f];
    if (pivot < front->first_pivot + front->pivots)
      return tree->tree.unknown[front->first_index + pivot - front->first_pivot];
  }
  return -1;
}

static trm_LuPivots pivots_of(const Tree *tree) {
  double most = 0, least = DBL_MAX;
  int weakest = 0;
  for (int k = 0; k < tree->tree.pivots; k++) {
    double size = fabs(tree->inverse[k]) * tree->judge[k];
    if (size > most) most = size, weakest = k;
    if (size < least) least = size;
  }
  return (trm_LuPivots){1 / most, 1 / least, unknown_of_pivot(tree, weakest)};
}

static trm_Status tree_factor(void *state, const trm_LuMatrix *matrix, double tolerance) {
  (void)tolerance;
  Tree *tree = state;
  int n = matrix->pattern->n;
  tree->factored = tree->parts.ready = false;
  tree->weak_unknown = -1;
  if (!all_finite(matrix->values, matrix->pattern->start[n])) return TRM_NOT_FINITE;
  trm_Status status = find_pivots(tree, matrix);
  tree->factored = status == TRM_OK;
  if (tree->factored) tree->found = pivots_of(tree);
  if (status != TRM_SINGULAR) return status;
  /* what a singular matrix has taught is of no use for the next one */
  memcpy(tree->steps.step_of, tree->planned, (size_t)n * sizeof(int));
  status = rebuild(tree);
  return status == TRM_OK ? TRM_SINGULAR : status;
}

/* The next front comes from memory while this one is eliminated. */
static void fetch_ahead(const Tree *tree, const trm_Front *front) {
  const double *into = tree->values + front->at;
  int size = front->stride * (front->padded + front->boundary);
  for (int k = 0; k < size && k < most_fetched; k += 8) __builtin_prefetch(into + k, 1);
}

static void fetch_entries(const Tree *tree, const trm_Front *front, const double *values) {
  const trm_FrontRun *run = tree->tree.runs + front->first_run, *end = run + front->runs;
  for (; run < end; run++) __builtin_prefetch(values + run->from);
}

typedef struct Refactoring {
  const Tree *tree;
  const double *numbers; /* values, or parts */
  const double *right;   /* as trm_LuMatrix has it */
} Refactoring;

/* Right-hand side of a front: what is given for its equations and what the fronts below leave, which goes from boundary
   to boundary: nobody adds to what another one reads. */
static void take_right(const Tree *tree, const trm_Front *front, const double *b, double *w) {
  const int *equation = tree->tree.equation + front->first_index;
  int k = 0;
  for (; k < front->pivots; k++) w[k] = b[equation[k]];
  for (; k < front->stride; k++) w[k] = 0;
  for (int c = front->first_child; c >= 0; c = tree->tree.fronts[c].sibling) {
    const trm_Front *below = &tree->tree.fronts[c];
    const int *to = tree->tree.to_column + below->first_map;
    const double *carried = tree->carried + below->first_map;
    for (int i = 0; i < below->boundary; i++) w[to[i]] += carried[i];
  }
}

/* What a front leaves of it for the fronts above. */
static void pass_right(const Tree *tree, const trm_Front *front, const double *w) {
  double *carried = tree->carried + front->first_map;
  for (int i = 0; i < front->boundary; i++) carried[i] = w[front->padded + i];
}

static void forward(const Tree *tree, const trm_Front *front, const double *b, double *w) {
  trm_FrontView seen = view(tree, front);
  take_right(tree, front, b, w);
  tree->kernels->forward(&seen, w, tree->middle + front->first_pivot);
  pass_right(tree, front, w);
}

/* workspace of a branch */
static double *row_of(const Tree *tree, int branch) {
  return tree->local + (size_t)branch * (size_t)tree->tree.largest;
}

static void factor_values(void *self, int branch, int first, int last) {
  const Refactoring *it = self;
  const Tree *tree = it->tree;
  const double *values = it->numbers;
  for (int f = first; f <= last; f++) {
    const trm_Front *front = &tree->tree.fronts[f];
    trm_FrontView seen = view(tree, front);
    assemble(tree, front, values);
    if (f < last) fetch_entries(tree, front + 1, values), fetch_ahead(tree, front + 1);
    tree->kernels->factor(&seen);
    if (it->right) forward(tree, front, it->right, row_of(tree, branch));
  }
}

static void factor_parts(void *self, int branch, int first, int last) {
  const Refactoring *it = self;
  const Tree *tree = it->tree;
  const double *parts = it->numbers, *right = it->right;
  double *w = row_of(tree, branch);
  const trm_FrontParts *own = &tree->parts;
  for (int f = first; f <= last; f++) {
    const trm_Front *front = &tree->tree.fronts[f];
    trm_FrontView seen = view(tree, front);
    bool known = front->stride <= TRM_FRONT_BITS;
    tree->kernels->gather(&seen, &(trm_FrontPieces){parts, own->pieces + own->first[f], own->pieces + own->added[f],
                                                    own->pieces + own->first[f + 1]});
    complete(tree, front, &seen);
    if (f < last) fetch_ahead(tree, front + 1);
    if (known) seen.touched = own->touched + front->first_pivot / TRM_LANES;
    if (known && right) seen.right = w, take_right(tree, front, right, w);
    tree->kernels->factor(&seen);
    if (known && right) {
      memcpy(tree->middle + front->first_pivot, w, (size_t)front->padded * sizeof(double));
      pass_right(tree, front, w);
    } else if (right) {
      forward(tree, front, right, w);
    }
  }
}

static trm_Status tree_by_parts(void *state) {
  Tree *tree = state;
  if (tree->parts.ready || !tree->factored) return TRM_OK;
  return trm_front_parts_make(&tree->parts, &tree->tree, tree->pattern);
}

static bool finite_matrix(const trm_LuMatrix *matrix) {
  const trm_Pattern *pattern = matrix->pattern;
  return matrix->parts ? all_finite(matrix->parts, pattern->parts->size)
                       : all_finite(matrix->values, pattern->start[pattern->n]);
}

/* A value that is not finite makes some pivot so where the front is full, for then it reaches the diagonal; where rows
   are left out it makes the solution so. */
static trm_Status tree_refactor(void *state, const trm_LuMatrix *matrix) {
  Tree *tree = state;
  Refactoring it = {tree, matrix->parts ? matrix->parts : matrix->values, matrix->right};
  if (!tree->factored) return TRM_SINGULAR;
  trm_FrontSweep sweep = {false, matrix->parts ? factor_parts : factor_values, &it};
  trm_front_branches_sweep(&tree->branches, matrix->team, &sweep);
  trm_FrontJudgement judged = tree->kernels->judge(tree->inverse, tree->judge, tree->tree.pivots);
  tree->found = (trm_LuPivots){1 / judged.largest, 1 / judged.least, -1};
  if (judged.good) return TRM_OK;
  return finite_matrix(matrix) ? TRM_SINGULAR : TRM_NOT_FINITE;
}

static trm_LuPivots tree_pivots(const void *state) {
  const Tree *tree = state;
  return tree->factored ? tree->found : (trm_LuPivots){0, 0, tree->weak_unknown};
}

static double tree_growth(void *state, const trm_LuMatrix *matrix) {
  Tree *tree = state;
  double after = 0, before = trm_scaling_largest(matrix->scaling, matrix->pattern, matrix->values);
  for (int f = 0; f < tree->tree.count; f++) {
    const trm_Front *front = &tree->tree.fronts[f];
    const double *values = tree->values + front->at;
    const int *equation = tree->tree.equation + front->first_index;
    for (int k = 0; k < front->pivots; k++) {
      double scale = unknown_scale(tree, front, matrix->scaling, k);
      for (int j = k; j < front->pivots + front->boundary; j++) {
        int column = j < front->pivots ? j : j - front->pivots + front->padded;
        after = fmax(after, fabs(values[k * front->stride + column]) * scale * matrix->scaling->row[equation[j]]);
      }
    }
  }
  return after > before && before > 0 ? after / before : 1;
}

/* ---- solution ---- */

static void backward(const Tree *tree, const trm_Front *front, double *solution, double *x) {
  const int *unknown = tree->tree.unknown + front->first_index;
  for (int i = 0; i < front->boundary; i++) x[front->padded + i] = solution[unknown[front->pivots + i]];
  trm_FrontView seen = view(tree, front);
  tree->kernels->backward(&seen, tree->middle + front->first_pivot, x);
  for (int k = 0; k < front->pivots; k++) solution[unknown[k]] = x[k];
}

typedef struct Solution {
  const Tree *tree;
  double *vector;
} Solution;

/* How many fronts early the rows of one are fetched, where all of them have more numbers than a second cache (1 MB). */
enum { FETCHED_EARLY = 2, BEYOND_CACHE = 1 << 17 };

static bool fetches(const Tree *tree) { return tree->tree.size > BEYOND_CACHE; }

static void fetch_rows(const Tree *tree, const trm_Front *front, int rows) {
  enum { LINE = 8 };
  const double *from = tree->values + front->at;
  int size = front->stride * rows;
  for (int k = 0; k < size && k < most_fetched; k += LINE) __builtin_prefetch(from + k);
}

static void forward_some(void *self, int branch, int first, int last) {
  const Solution *it = self;
  const trm_Front *front = it->tree->tree.fronts + first;
  int fetched = fetches(it->tree) ? last - FETCHED_EARLY : first - 1; /* the last that has one to fetch */
  for (int f = first; f <= last; f++, front++) {
    if (f <= fetched) fetch_rows(it->tree, front + FETCHED_EARLY, front[FETCHED_EARLY].padded);
    forward(it->tree, front, it->vector, row_of(it->tree, branch));
  }
}

static void backward_some(void *self, int branch, int first, int last) {
  const Solution *it = self;
  const trm_Front *front = it->tree->tree.fronts + last;
  int fetched = fetches(it->tree) ? first + FETCHED_EARLY : last + 1;
  for (int f = last; f >= first; f--, front--) {
    if (f >= fetched)
      fetch_rows(it->tree, front - FETCHED_EARLY, front[-FETCHED_EARLY].padded + front[-FETCHED_EARLY].boundary);
    backward(it->tree, front, it->vector, row_of(it->tree, branch));
  }
}

/* All equations are read before the first unknown is written, so both share the vector. */
static void tree_finish(void *state, trm_Team *team, double *right_hand_side) {
  const Tree *tree = state;
  Solution it = {tree, right_hand_side};
  trm_front_branches_sweep(&tree->branches, team, &(trm_FrontSweep){true, backward_some, &it});
}

static void tree_solve(void *state, trm_Team *team, double *right_hand_side) {
  const Tree *tree = state;
  Solution it = {tree, right_hand_side};
  trm_front_branches_sweep(&tree->branches, team, &(trm_FrontSweep){false, forward_some, &it});
  tree_finish(state, team, right_hand_side);
}

/* ---- what is remembered ---- */

/* The unknowns of all pivots, front by front, in the order chosen. */
static void list_order(const Tree *tree, int *list) {
  for (int f = 0; f < tree->tree.count; f++) {
    const trm_Front *front = &tree->tree.fronts[f];
    for (int k = 0; k < front->pivots; k++) *list++ = tree->tree.unknown[front->first_index + k];
  }
}

/* Brings the unknowns of every front into this order; false: they are not the same. place: per unknown, workspace. */
static bool take_order(Tree *tree, const int *list, int *place) {
  for (int f = 0; f < tree->tree.count; f++) {
    const trm_Front *front = &tree->tree.fronts[f];
    const int *unknown = tree->tree.unknown + front->first_index;
    for (int k = 0; k < front->pivots; k++) place[unknown[k]] = k;
    for (int k = 0; k < front->pivots; k++, list++) {
      tree->order[k] = place[*list];
      if (tree->order[k] < 0) return false;
      place[*list] = -1;
    }
    trm_front_tree_permute(&tree->tree, f, tree->order, tree->order + front->pivots);
  }
  return true;
}

static void order_memory(Tree *tree, trm_Bytes *bytes) {
  int n = tree->pattern->n, *list = TRM_NEW(int, 2 * (size_t)n);
  if (!list) {
    bytes->no_memory = true;
    trm_bytes_refuse(bytes, "%s", trm_status_text(TRM_NO_MEMORY));
    return;
  }
  if (!bytes->reading) list_order(tree, list);
  trm_bytes_ints(bytes, list, (size_t)n, 0, n - 1);
  for (int i = 0; i < n; i++) list[n + i] = -1;
  if (bytes->reading && trm_bytes_good(bytes) && !take_order(tree, list, list + n))
    trm_bytes_refuse(bytes, "an order of pivots has others than the matrix");
  trm_release(list);
}

static void tree_memory(void *state, trm_Bytes *bytes, const trm_LuMatrix *matrix, double tolerance, bool pivots) {
  (void)tolerance;
  Tree *tree = state;
  bool built = tree->memory != NULL;
  trm_bytes_bool(bytes, &built);
  trm_bytes_ints(bytes, tree->steps.step_of, (size_t)tree->pattern->n, 0, tree->steps.count - 1);
  if (bytes->reading && trm_bytes_good(bytes)) {
    tree->factored = false, tree->weak_unknown = -1;
    trm_Status made = rebuild(tree);
    if (made != TRM_OK)
      trm_bytes_refuse(bytes, "%s",
                       made == TRM_NO_MEMORY ? trm_status_text(made) : "the fronts of a matrix cannot be made");
  }
  if (!built || !trm_bytes_good(bytes)) return;
  tree->parts.ready = tree->parts.ready && !bytes->reading;
  order_memory(tree, bytes);
  if (!bytes->reading || !trm_bytes_good(bytes)) return;
  for (int f = 0; f < tree->tree.count; f++) note_scales(tree, &tree->tree.fronts[f], matrix->scaling);
  tree->factored = pivots;
}

bool trm_lu_tree_fronts(const void *state, trm_LuFronts *fronts) {
  const Tree *tree = state;
  fronts->tree = &tree->tree;
  fronts->judge = tree->judge, fronts->values = tree->values, fronts->inverse = tree->inverse;
  return tree->factored;
}

bool trm_lu_tree_pays(const void *state, const trm_Pattern *pattern) {
  const Tree *tree = state;
  if ((double)tree->tree.size <= good_fill * pattern->start[pattern->n]) return true;
  if (too_large(tree)) return false;
  double others = trm_lu_klu_flops(pattern);
  return others >= 0 && tree->tree.flops <= flops_gained * others;
}

const trm_LuBackend trm_lu_tree = {.name = "tree",
                                   .tolerances = 1,
                                   .analyse = tree_analyse,
                                   .factor = tree_factor,
                                   .refactor = tree_refactor,
                                   .by_parts = tree_by_parts,
                                   .pivots = tree_pivots,
                                   .growth = tree_growth,
                                   .solve = tree_solve,
                                   .finish = tree_finish,
                                   .free = tree_free,
                                   .renew = tree_renew,
                                   .memory = tree_memory};
