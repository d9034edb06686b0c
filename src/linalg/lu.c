/* The linear solver around its backends: equilibrate, factor, solve, check the residual, refine, escalate.
   Pivots and residuals are judged in the scaled system (R A C)(C^-1 x) = R b, where their sizes mean something. */
#include "linalg/lu.h"
#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>
#include "base/memory.h"
#include "base/store.h"
#include "linalg/equilibrate.h"
#include "linalg/lu_backend.h"
#include "linalg/present.h"
#include "linalg/residual.h"

/* In the order in which they follow each other when one fails. */
typedef enum Rung { TREE, KLU, DENSE, RUNGS } Rung;
static const trm_LuBackend *const backends[RUNGS] = {&trm_lu_tree, &trm_lu_klu, &trm_lu_dense};

/* Up to this size the full matrix is the last resort of a sparse backend (8 bytes n^2: 8 MB). */
static const int dense_is_possible = 1000;

/* Pivot on the diagonal if it is at least this fraction of the largest candidate; raised when a residual stays
   large. */
static const double pivot_tolerance[] = {1e-3, 0.1, 1.0};
/* Accepted componentwise backward error. */
static const double accepted_residual = 1e-12;
static const int most_refinements = 2;
/* A smaller pivot of a scaled matrix, times the growth of the factors, is round-off: redundant constraints leave 1e-20
   to 3e-15 of it. Above the second number a pivot is beyond doubt and the growth need not be computed. */
static const double pivot_noise = 1e-14, pivot_beyond_doubt = 1e-8;
/* Pivots are chosen afresh once the smallest has shrunk by this since they were chosen. */
static const double pivot_decay = 1e-3;
/* ... or the largest has grown by this: the scale factors are then too old as well. */
static const double pivot_rise = 64;
/* Factorisations that a substitute does before the first choice gets another chance; doubled each time. */
static const int64_t first_patience = 32, longest_patience = 1 << 16;

/* The analysis of a part of a pattern with loose entries that is not the present one. */
typedef struct Parked {
  trm_Part part;
  void *fronts; /* state of the tree of fronts */
  trm_Scaling scaling;
  trm_Residual measure;
  double *right;
} Parked;

/* What slides comes back to where it was, the more so in rehearsals: so many analyses are kept, while their matrices
   have no more entries than this in all (some 50 MB). */
enum { MOST_PARKED = 64, MOST_ENTRIES = 1 << 20 };

/* Memory of an analysis, by entries and unknowns of its matrix (of chains, beams, nets and what slides it takes 0.2 to
   0.9 of this), and of how many there is room: the present one, those that pivots chosen anew make on the way
   (lu_tree.c), and parked ones. */
static const double bytes_of_entry = 80, bytes_of_unknown = 1000;
enum { ANALYSES_AT_WORK = 4 };

struct trm_Lu {
  const trm_Pattern *pattern;
  const trm_BlockTree *tree;
  trm_Present *present; /* of a pattern with loose entries: pattern and tree are those of its part */
  Parked *parked;       /* MOST_PARKED, the oldest first; NULL: none yet */
  int parked_count;
  int64_t parked_entries;
  trm_Store *store;  /* of all analyses; NULL: of the system */
  bool by_work;      /* the backend is chosen by counted work */
  Rung choice, rung; /* the backend asked for, and the one at work */
  void *state[RUNGS];
  int64_t patience, substituted; /* how long a substitute stays; how long it was there */
  const double *values;          /* of the caller */
  const double *parts;           /* of the caller, which are not yet summed up to `sums`; NULL: there are none */
  double *sums;                  /* where the values stand when they are */
  double *ahead;                 /* right-hand side that is eliminated along with the matrix; NULL: none */
  trm_Scaling scaling;
  trm_Residual measure;
  double *right, *residual, *magnitude; /* right-hand side, b - A x, |A||x| + |b| */
  int level;                            /* index of the pivot tolerance in use */
  bool has_pivots, reused, factored;
  trm_LuPivots chosen;  /* when the pivots were chosen */
  int weakest_unknown;  /* column of the smallest pivot of the last factorisation with fresh pivots */
  int singular_unknown; /* the same, once the matrix was found singular */
  trm_LuStatistics statistics;
  trm_Team *team; /* of the caller */
};

const char *const *trm_lu_backends(int *count) {
  static const char *const names[RUNGS] = {"tree", "klu", "dense"};
  *count = RUNGS;
  return names;
}

const char *trm_lu_backend(const trm_Lu *lu) { return backends[lu->rung]->name; }

static Rung find_backend(const char *name) {
  for (Rung rung = 0; rung < RUNGS; rung++)
    if (strcmp(backends[rung]->name, name) == 0) return rung;
  return RUNGS;
}

static trm_Status analyse(trm_Lu *lu, Rung rung) {
  return lu->state[rung] ? TRM_OK : backends[rung]->analyse(&lu->state[rung], lu->pattern, lu->tree, lu->store);
}

static void forget(trm_Lu *lu, Rung rung) {
  backends[rung]->free(lu->state[rung]);
  lu->state[rung] = NULL;
}

/* Fronts where their counted work is less than KLU's, KLU elsewhere (docs/decisions/0004-tree-solver.md). */
static trm_Status choose_backend(trm_Lu *lu) {
  lu->choice = KLU;
  if (!lu->tree) return TRM_OK;
  trm_Status status = analyse(lu, TREE);
  if (status == TRM_BAD_ARGUMENT) return TRM_OK; /* the fronts would be too large */
  if (status != TRM_OK) return status;
  if (trm_lu_tree_pays(lu->state[TREE], lu->pattern))
    lu->choice = TREE;
  else
    forget(lu, TREE);
  return TRM_OK;
}

static trm_Status allocate(trm_Lu *lu) {
  size_t n = (size_t)lu->pattern->n;
  lu->right = TRM_STORE_NEW(lu->store, double, 3 * n);
  if (!lu->right) return TRM_NO_MEMORY;
  lu->residual = lu->right + n;
  lu->magnitude = lu->right + 2 * n;
  trm_Status status = trm_scaling_make(&lu->scaling, lu->pattern->n, lu->store);
  return status == TRM_OK ? trm_residual_make(&lu->measure, lu->pattern, lu->store) : status;
}

static void forget_analysis(trm_Lu *lu) {
  for (Rung rung = 0; rung < RUNGS; rung++) forget(lu, rung);
  trm_scaling_free(&lu->scaling);
  trm_residual_free(&lu->measure);
  trm_store_release(lu->store, lu->right);
  lu->scaling = (trm_Scaling){0};
  lu->measure = (trm_Residual){0};
  lu->right = NULL;
}

/* ---- analyses of other parts ---- */

static void free_parked(trm_Lu *lu, int k) {
  Parked *one = &lu->parked[k];
  lu->parked_entries -= one->part.pattern->start[one->part.pattern->n];
  backends[TREE]->free(one->fronts);
  trm_scaling_free(&one->scaling);
  trm_residual_free(&one->measure);
  trm_store_release(lu->store, one->right);
  trm_part_free(&one->part);
}

/* It was taken, or freed. */
static void remove_parked(trm_Lu *lu, int k) {
  lu->parked_count--;
  memmove(lu->parked + k, lu->parked + k + 1, (size_t)(lu->parked_count - k) * sizeof(Parked));
}

static void forget_parked(trm_Lu *lu) {
  for (int k = 0; k < lu->parked_count; k++) free_parked(lu, k);
  lu->parked_count = 0;
}

/* Has the store no room for another analysis, and for what is made on the way? */
static bool is_short(const trm_Lu *lu) {
  size_t analyses = (size_t)lu->parked_count + 1;
  return lu->store && lu->parked_count > 0 && trm_store_left(lu->store) < 2 * trm_store_used(lu->store) / analyses;
}

/* Keeps the analysis of the present part where it is one of fronts. Without memory it is forgotten. */
static void park(trm_Lu *lu) {
  trm_Part *part = &lu->present->part;
  int entries = part->pattern ? part->pattern->start[part->pattern->n] : 0;
  if (entries > 0 && entries <= MOST_ENTRIES && lu->choice == TREE && lu->state[TREE]) {
    while (lu->parked_count == MOST_PARKED || lu->parked_entries + entries > MOST_ENTRIES || is_short(lu))
      free_parked(lu, 0), remove_parked(lu, 0);
    lu->parked[lu->parked_count++] = (Parked){*part, lu->state[TREE], lu->scaling, lu->measure, lu->right};
    lu->parked_entries += entries;
    lu->state[TREE] = NULL, lu->right = NULL;
    lu->scaling = (trm_Scaling){0}, lu->measure = (trm_Residual){0}, *part = (trm_Part){0};
  }
  forget_analysis(lu);
  trm_present_drop(lu->present);
}

/* Takes the analysis of the marked part, as new, if it was made before. */
static bool take_parked(trm_Lu *lu, uint64_t hash) {
  int k = lu->parked_count - 1;
  while (k >= 0 && !trm_part_is(&lu->parked[k].part, lu->present, hash)) k--;
  if (k < 0) return false;
  Parked one = lu->parked[k];
  if (backends[TREE]->renew(one.fronts) != TRM_OK) {
    free_parked(lu, k), remove_parked(lu, k);
    return false;
  }
  remove_parked(lu, k);
  lu->statistics.recalled++;
  size_t n = (size_t)one.part.pattern->n;
  lu->parked_entries -= one.part.pattern->start[n];
  lu->present->part = one.part, lu->state[TREE] = one.fronts, lu->choice = TREE;
  lu->scaling = one.scaling, lu->measure = one.measure;
  lu->right = one.right, lu->residual = lu->right + n, lu->magnitude = lu->right + 2 * n;
  return true;
}

static trm_Status prepare(trm_Lu *lu, bool by_work) {
  trm_Status status = allocate(lu);
  if (status != TRM_OK || lu->pattern->n == 0) return status;
  if (by_work) status = choose_backend(lu);
  lu->rung = lu->choice;
  return status == TRM_OK ? analyse(lu, lu->rung) : status;
}

/* What is to be analysed is known with the first matrix. */
static trm_Status make_present(trm_Lu *lu) {
  lu->present = TRM_NEW(trm_Present, 1);
  lu->parked = TRM_NEW(Parked, MOST_PARKED);
  if (!lu->present || !lu->parked) return TRM_NO_MEMORY;
  trm_Status status = trm_present_make(lu->present, lu->pattern, lu->tree);
  lu->present->store = lu->store;
  return status;
}

/* Of a matrix without loose entries only fronts are made anew. */
static trm_Status make_store(trm_Lu *lu) {
  const trm_Pattern *pattern = lu->pattern;
  int entries = pattern->start[pattern->n], firm = 0;
  for (int at = 0; at < entries; at++) firm += !pattern->loose || !pattern->loose[at];
  if (firm > MOST_ENTRIES) return TRM_OK;
  int parked = !pattern->loose ? 0 : firm > MOST_ENTRIES / MOST_PARKED ? MOST_ENTRIES / firm : MOST_PARKED;
  double one = bytes_of_entry * firm + bytes_of_unknown * pattern->n;
  lu->store = trm_store_new((size_t)((ANALYSES_AT_WORK + parked) * one));
  return lu->store ? TRM_OK : TRM_NO_MEMORY;
}

trm_Status trm_lu_new(trm_Lu **lu, const trm_Pattern *pattern, const trm_BlockTree *tree, const char *backend) {
  assert(lu && pattern && pattern->n >= 0);
  *lu = NULL;
  Rung choice = backend ? find_backend(backend) : KLU;
  if (choice == RUNGS) return TRM_BAD_ARGUMENT;
  trm_Lu *made = TRM_NEW(trm_Lu, 1);
  if (!made) return TRM_NO_MEMORY;
  made->pattern = pattern;
  made->tree = tree;
  made->choice = choice;
  made->patience = first_patience;
  made->singular_unknown = -1;
  made->by_work = !backend;
  trm_Status status = make_store(made);
  if (status == TRM_OK) status = pattern->loose ? make_present(made) : prepare(made, made->by_work);
  if (status != TRM_OK) return trm_lu_free(made), status;
  *lu = made;
  return TRM_OK;
}

void trm_lu_free(trm_Lu *lu) {
  if (!lu) return;
  forget_analysis(lu);
  forget_parked(lu);
  trm_release(lu->parked);
  if (lu->present) trm_present_free(lu->present);
  trm_release(lu->present);
  trm_store_free(lu->store);
  trm_release(lu);
}

/* The values, where they are wanted though the matrix was given by parts. */
static void sum_up(trm_Lu *lu) {
  if (lu->parts) trm_parts_sum(lu->pattern, lu->parts, lu->sums);
  lu->parts = NULL;
}

static trm_LuMatrix matrix_of(const trm_Lu *lu) {
  return (trm_LuMatrix){lu->pattern, lu->values, &lu->scaling, lu->parts, lu->ahead, lu->team};
}

/* A backend with fewer tolerances has the last ones. */
static double tolerance_at(const trm_Lu *lu, int level) {
  int all = sizeof pivot_tolerance / sizeof pivot_tolerance[0];
  return pivot_tolerance[all - backends[lu->rung]->tolerances + level];
}

static bool is_sound(trm_Lu *lu, double smallest_pivot) {
  if (smallest_pivot > pivot_beyond_doubt) return true;
  sum_up(lu);
  trm_LuMatrix matrix = matrix_of(lu);
  double growth = backends[lu->rung]->growth(lu->state[lu->rung], &matrix);
  return smallest_pivot > pivot_noise * growth; /* NaN is not sound */
}

static void go_to(trm_Lu *lu, Rung rung) {
  lu->rung = rung;
  lu->level = 0;
  lu->has_pivots = lu->reused = lu->factored = false;
  lu->substituted = 0;
}

void trm_lu_help(trm_Lu *lu, trm_Team *team) { lu->team = team; }

void trm_lu_forget(trm_Lu *lu) {
  go_to(lu, lu->choice);
  lu->patience = first_patience;
}

/* The next factorisation starts again with the first choice. */
static trm_Status give_up(trm_Lu *lu) {
  if (lu->rung != lu->choice) go_to(lu, lu->choice);
  lu->factored = lu->has_pivots = false;
  lu->singular_unknown = lu->weakest_unknown;
  return TRM_SINGULAR;
}

/* Factors with fresh pivots, from this pivot tolerance upwards. TRM_SINGULAR: none of them will do. */
static trm_Status try_tolerances(trm_Lu *lu, int first_level) {
  const trm_LuBackend *backend = backends[lu->rung];
  trm_LuMatrix matrix = matrix_of(lu);
  for (int level = first_level; level < backend->tolerances; level++) {
    if (level > first_level) lu->statistics.escalations++;
    lu->statistics.factorizations++;
    trm_Status status = backend->factor(lu->state[lu->rung], &matrix, tolerance_at(lu, level));
    if (status < 0 || status == TRM_NOT_FINITE) return status;
    trm_LuPivots pivots = backend->pivots(lu->state[lu->rung]);
    lu->weakest_unknown = pivots.unknown;
    if (status != TRM_OK || !is_sound(lu, pivots.smallest)) continue;
    lu->level = level;
    lu->chosen = pivots;
    lu->has_pivots = lu->factored = true;
    return TRM_OK;
  }
  return TRM_SINGULAR;
}

/* Fronts cannot tell a singular matrix from a pivot that lies in another front: KLU decides. */
static trm_Status hand_over(trm_Lu *lu, Rung rung) {
  trm_Status status = analyse(lu, rung);
  if (status != TRM_OK) return status;
  if (lu->rung == lu->choice && lu->patience < longest_patience) lu->patience *= 2;
  go_to(lu, rung);
  lu->statistics.escalations++;
  return TRM_OK;
}

/* Factors with fresh scale factors and pivots, from this pivot tolerance upwards. */
static trm_Status factor_afresh(trm_Lu *lu, int first_level) {
  lu->has_pivots = lu->reused = lu->factored = false;
  sum_up(lu);
  trm_scaling_compute(&lu->scaling, lu->pattern, lu->values);
  trm_Status status = try_tolerances(lu, first_level);
  if (status == TRM_SINGULAR && lu->rung == TREE) {
    status = hand_over(lu, KLU);
    if (status == TRM_OK) status = try_tolerances(lu, 0);
  }
  return status == TRM_SINGULAR ? give_up(lu) : status;
}

/* Keeps scale factors and pivots. TRM_SINGULAR: they no longer suit the values. */
static trm_Status factor_reusing_pivots(trm_Lu *lu) {
  const trm_LuBackend *backend = backends[lu->rung];
  trm_LuMatrix matrix = matrix_of(lu);
  if (!lu->has_pivots || !backend->refactor) return TRM_SINGULAR;
  trm_Status status = backend->refactor(lu->state[lu->rung], &matrix);
  if (status != TRM_OK) return status;
  trm_LuPivots pivots = backend->pivots(lu->state[lu->rung]);
  if (pivots.smallest < pivot_decay * lu->chosen.smallest || pivots.largest > pivot_rise * lu->chosen.largest)
    return TRM_SINGULAR;
  if (!is_sound(lu, pivots.smallest)) return TRM_SINGULAR;
  lu->statistics.refactorizations++;
  lu->reused = lu->factored = true;
  return TRM_OK;
}

bool trm_lu_fronts(const trm_Lu *lu, trm_LuFronts *fronts) {
  if (lu->rung != TREE || lu->present || !lu->has_pivots || !lu->state[TREE]) return false;
  *fronts = (trm_LuFronts){.smallest = lu->chosen.smallest, .largest = lu->chosen.largest};
  return trm_lu_tree_fronts(lu->state[TREE], fronts);
}

bool trm_lu_goes_on(const trm_LuFronts *fronts, double smallest, double largest) {
  return smallest >= pivot_decay * fronts->smallest && largest <= pivot_rise * fronts->largest &&
         smallest > pivot_beyond_doubt;
}

/* The values of the part; analysed anew when the matrix has entries that the part has not. */
static trm_Status take_part(trm_Lu *lu, const double *values) {
  trm_Status status = TRM_OK;
  if (!trm_present_suffices(lu->present, values)) {
    uint64_t hash = trm_present_mark(lu->present, values);
    park(lu);
    bool known = take_parked(lu, hash);
    if (!known) status = trm_present_build(lu->present);
    if (status != TRM_OK) return status;
    lu->pattern = lu->present->part.pattern, lu->tree = lu->present->part.tree;
    lu->patience = first_patience;
    if (!known) status = prepare(lu, lu->by_work);
    if (status != TRM_OK) trm_present_drop(lu->present); /* chosen again next time */
    go_to(lu, lu->choice);
  }
  if (status == TRM_OK) trm_present_gather(lu->present, values);
  return status;
}

static trm_Status factor(trm_Lu *lu, const double *values) {
  lu->values = values;
  if (lu->present) {
    lu->factored = false;
    trm_Status status = take_part(lu, values);
    if (status != TRM_OK) return status;
    lu->values = lu->present->values;
  }
  lu->factored = false;
  lu->singular_unknown = -1;
  if (lu->pattern->n == 0) return lu->factored = true, TRM_OK;
  if (!lu->state[lu->rung]) return TRM_NO_MEMORY; /* it ended when the solver was renewed */
  if (lu->rung != lu->choice && lu->substituted++ >= lu->patience) go_to(lu, lu->choice);
  trm_Status status = factor_reusing_pivots(lu);
  return status == TRM_SINGULAR ? factor_afresh(lu, lu->level) : status;
}

static bool all_finite(const double *vector, int n) {
  int wrong = 0;
  for (int i = 0; i < n; i++) wrong |= !(fabs(vector[i]) <= DBL_MAX);
  return !wrong;
}

trm_Status trm_lu_factor(trm_Lu *lu, const double *values) {
  assert(lu && (values || lu->pattern->n == 0));
  lu->parts = NULL;
  return factor(lu, values);
}

trm_Status trm_lu_factor_parts(trm_Lu *lu, const double *parts, double *values) {
  assert(lu && !lu->present && lu->pattern->parts);
  const trm_LuBackend *backend = backends[lu->rung];
  lu->parts = parts, lu->sums = values;
  bool ready = lu->has_pivots && backend->by_parts && lu->state[lu->rung];
  trm_Status status = ready ? backend->by_parts(lu->state[lu->rung]) : TRM_OK;
  if (status != TRM_OK) return status;
  if (!ready) sum_up(lu);
  return factor(lu, values);
}

trm_Status trm_lu_solve_parts(trm_Lu *lu, const double *parts, double *values, double *right_hand_side) {
  size_t size = (size_t)lu->pattern->n * sizeof(double);
  if (size > 0) memcpy(lu->right, right_hand_side, size);
  lu->ahead = right_hand_side;
  trm_Status status = trm_lu_factor_parts(lu, parts, values);
  bool begun = lu->reused && lu->parts; /* else the matrix, or the pivots, are others than those of its first half */
  lu->ahead = NULL;
  if (status != TRM_OK || size == 0) return status;
  if (!begun) {
    memcpy(right_hand_side, lu->right, size);
    return trm_lu_solve_unchecked(lu, right_hand_side);
  }
  lu->statistics.solves++;
  backends[lu->rung]->finish(lu->state[lu->rung], lu->team, right_hand_side);
  return all_finite(right_hand_side, lu->pattern->n) ? TRM_OK : TRM_NOT_FINITE;
}

/* ---- what is remembered from one factorisation to the next ---- */

/* The entries of a pattern with loose ones that count; before the first matrix none is known. */
static void entries_memory(trm_Lu *lu, trm_Bytes *bytes, bool known) {
  trm_Present *present = lu->present;
  for (int at = 0; bytes->reading && at < present->whole->start[present->whole->n]; at++)
    present->kept[at] = !present->whole->loose[at];
  for (int k = 0; known && k < present->loose_count; k++) trm_bytes_bool(bytes, &present->kept[present->loose_at[k]]);
  if (!bytes->reading || !known || !trm_bytes_good(bytes)) return;
  trm_Status status = trm_present_build(present);
  lu->pattern = present->part.pattern, lu->tree = present->part.tree;
  if (status == TRM_OK) status = prepare(lu, lu->by_work);
  if (status != TRM_OK) trm_bytes_refuse(bytes, "a matrix: %s", trm_status_text(status));
}

trm_Status trm_lu_renew(trm_Lu *lu) {
  forget_analysis(lu);
  forget_parked(lu);
  lu->patience = first_patience, lu->singular_unknown = -1;
  go_to(lu, lu->choice);
  if (!lu->present) return prepare(lu, lu->by_work);
  trm_present_drop(lu->present);
  return TRM_OK;
}

static void pivots_memory(trm_Lu *lu, trm_Bytes *bytes) {
  size_t n = (size_t)lu->pattern->n;
  int rung = lu->rung;
  trm_bytes_int(bytes, &rung, 0, RUNGS - 1);
  if (trm_bytes_good(bytes)) lu->rung = (Rung)rung;
  trm_bytes_int(bytes, &lu->level, 0, backends[lu->rung]->tolerances - 1);
  trm_bytes_int64(bytes, &lu->patience, 1, longest_patience);
  trm_bytes_int64(bytes, &lu->substituted, 0, INT64_MAX);
  trm_bytes_int(bytes, &lu->weakest_unknown, -1, lu->pattern->n);
  trm_bytes_bool(bytes, &lu->has_pivots);
  trm_bytes_double(bytes, &lu->chosen.smallest);
  trm_bytes_double(bytes, &lu->chosen.largest);
  trm_bytes_doubles(bytes, lu->scaling.row, n);
  trm_bytes_doubles(bytes, lu->scaling.column, n);
}

static void backends_memory(trm_Lu *lu, trm_Bytes *bytes) {
  trm_LuMatrix matrix = {.pattern = lu->pattern, .scaling = &lu->scaling};
  for (Rung rung = 0; rung < RUNGS && trm_bytes_good(bytes); rung++) {
    bool exists = lu->state[rung] != NULL;
    trm_bytes_bool(bytes, &exists);
    if (bytes->reading && rung == lu->rung && !exists) trm_bytes_refuse(bytes, "factors without their backend");
    if (!exists || !trm_bytes_good(bytes)) continue;
    trm_Status status = analyse(lu, rung);
    if (status != TRM_OK) trm_bytes_refuse(bytes, "a matrix: %s", trm_status_text(status));
    if (status == TRM_OK && backends[rung]->memory)
      backends[rung]->memory(lu->state[rung], bytes, &matrix, tolerance_at(lu, lu->level),
                             lu->has_pivots && rung == lu->rung);
  }
}

void trm_lu_memory(trm_Lu *lu, trm_Bytes *bytes) {
  bool known = !lu->present || lu->present->part.pattern;
  trm_Status status = bytes->reading ? trm_lu_renew(lu) : TRM_OK;
  if (status != TRM_OK) trm_bytes_refuse(bytes, "%s", trm_status_text(status));
  trm_bytes_bool(bytes, &known);
  if (lu->present) entries_memory(lu, bytes, known);
  if (known && trm_bytes_good(bytes) && lu->pattern->n > 0) {
    pivots_memory(lu, bytes);
    backends_memory(lu, bytes);
  }
  if (!bytes->reading) return;
  lu->reused = lu->factored = false;
  if (!trm_bytes_good(bytes)) trm_lu_renew(lu);
}

/* With the pivots that are remembered, as the factors were made: afresh, or with pivots of an earlier matrix. */
static trm_Status factor_again(trm_Lu *lu, double *values, bool reused) {
  const trm_LuBackend *backend = backends[lu->rung];
  lu->values = values, lu->parts = NULL;
  if (lu->present) {
    trm_present_gather(lu->present, values);
    lu->values = lu->present->values;
  }
  trm_LuMatrix matrix = matrix_of(lu);
  trm_Status status = !lu->has_pivots ? TRM_BAD_ARGUMENT
                      : reused || backend == &trm_lu_tree
                          ? backend->refactor(lu->state[lu->rung], &matrix)
                          : backend->factor(lu->state[lu->rung], &matrix, tolerance_at(lu, lu->level));
  lu->reused = reused, lu->factored = status == TRM_OK;
  return status;
}

void trm_lu_factors(trm_Lu *lu, double *values, trm_Bytes *bytes) {
  const trm_Pattern *whole = lu->present ? lu->present->whole : lu->pattern;
  bool reused = lu->reused;
  trm_bytes_doubles(bytes, values, (size_t)whole->start[whole->n]);
  trm_bytes_bool(bytes, &reused);
  if (!bytes->reading || !trm_bytes_good(bytes) || whole->n == 0) return;
  bool known = !lu->present || lu->present->part.pattern;
  trm_Status status = known && lu->state[lu->rung] ? factor_again(lu, values, reused) : TRM_BAD_ARGUMENT;
  if (status != TRM_OK) trm_bytes_refuse(bytes, "factors that cannot be made again: %s", trm_status_text(status));
}

int trm_lu_singular_unknown(const trm_Lu *lu) { return lu->singular_unknown; }

trm_LuStatistics trm_lu_statistics(const trm_Lu *lu) { return lu->statistics; }

/* The largest unknown of the scaled system. */
static double largest_unknown(const trm_Lu *lu, const double *solution) {
  double largest = 0;
  for (int j = 0; j < lu->pattern->n; j++) {
    double size = fabs(solution[j]) / lu->scaling.column[j];
    if (!(size <= largest)) largest = size;
  }
  return largest;
}

/* Sizes below this are as good as 0: numbers next to the smallest double have no relative precision. */
static const double vanishing = DBL_MIN / DBL_EPSILON;

/* Componentwise backward error max |r|_i / (|A||x| + |b|)_i; a component that is itself round-off of the others is
   measured against the largest unknown instead (Arioli, Demmel, Duff 1989). Infinite when something is not finite. */
static double backward_error(trm_Lu *lu, const double *solution) {
  trm_residual_compute(&lu->measure, lu->values, solution, lu->right, lu->residual, lu->magnitude);
  double largest = largest_unknown(lu, solution), worst = 0;
  double negligible = 1000.0 * lu->pattern->n * DBL_EPSILON * largest + vanishing;
  for (int i = 0; i < lu->pattern->n; i++) {
    double size = lu->magnitude[i] * lu->scaling.row[i], error = fabs(lu->residual[i]) * lu->scaling.row[i];
    if (!(size > negligible)) size += largest + vanishing;
    if (error > worst * size) worst = error / size;
    if (!(size <= DBL_MAX)) return INFINITY;
  }
  return worst;
}

/* begun: the right-hand side was eliminated along with the matrix */
static double solve_and_refine(trm_Lu *lu, double *solution, bool begun) {
  const trm_LuBackend *backend = backends[lu->rung];
  memcpy(solution, lu->right, (size_t)lu->pattern->n * sizeof(double));
  (begun ? backend->finish : backend->solve)(lu->state[lu->rung], lu->team, solution);
  double error = backward_error(lu, solution);
  for (int step = 0; step < most_refinements && error > accepted_residual && error <= DBL_MAX; step++) {
    lu->statistics.refinements++;
    backend->solve(lu->state[lu->rung], lu->team, lu->residual);
    for (int i = 0; i < lu->pattern->n; i++) solution[i] += lu->residual[i];
    error = backward_error(lu, solution);
  }
  return error;
}

/* Safer pivots, then a safer backend; the full matrix where it is small enough. */
static trm_Status escalate(trm_Lu *lu) {
  lu->statistics.escalations++;
  if (lu->reused) return factor_afresh(lu, lu->level);
  if (lu->level + 1 < backends[lu->rung]->tolerances) return factor_afresh(lu, lu->level + 1);
  if (lu->rung == DENSE || (lu->rung == KLU && lu->pattern->n > dense_is_possible)) return give_up(lu);
  trm_Status status = hand_over(lu, lu->rung == TREE ? KLU : DENSE);
  return status == TRM_OK ? factor_afresh(lu, 0) : status;
}

static trm_Status solve_checked(trm_Lu *lu, double *right_hand_side, bool begun) {
  int n = lu->pattern->n;
  if (!lu->factored) return TRM_BAD_ARGUMENT;
  if (n == 0) return TRM_OK;
  if (!all_finite(right_hand_side, n)) return TRM_NOT_FINITE;
  lu->statistics.solves++;
  sum_up(lu);
  memcpy(lu->right, right_hand_side, (size_t)n * sizeof(double));
  for (;;) {
    double error = solve_and_refine(lu, right_hand_side, begun);
    begun = false;
    if (error <= accepted_residual) {
      if (error > lu->statistics.worst_residual) lu->statistics.worst_residual = error;
      return TRM_OK;
    }
    trm_Status status = escalate(lu);
    if (status != TRM_OK) return status;
  }
}

trm_Status trm_lu_solve(trm_Lu *lu, double *right_hand_side) {
  assert(lu && (right_hand_side || lu->pattern->n == 0));
  return solve_checked(lu, right_hand_side, false);
}

trm_Status trm_lu_factor_and_solve(trm_Lu *lu, const double *values, double *right_hand_side) {
  lu->ahead = right_hand_side;
  trm_Status status = trm_lu_factor(lu, values);
  lu->ahead = NULL;
  /* with fresh pivots there was no first half */
  return status == TRM_OK ? solve_checked(lu, right_hand_side, lu->reused && backends[lu->rung]->finish) : status;
}

trm_Status trm_lu_solve_unchecked(trm_Lu *lu, double *right_hand_side) {
  int n = lu->pattern->n;
  if (!lu->factored) return TRM_BAD_ARGUMENT;
  if (n == 0) return TRM_OK;
  lu->statistics.solves++;
  backends[lu->rung]->solve(lu->state[lu->rung], lu->team, right_hand_side);
  return all_finite(right_hand_side, n) ? TRM_OK : TRM_NOT_FINITE;
}
