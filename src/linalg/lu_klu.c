/* SuiteSparse KLU, left-looking sparse LU, in the order of the block tree. KLU allocates for itself (malloc through the
   process-wide SuiteSparse_config, which is not ours to change); klu_refactor and klu_solve allocate nothing. */
#include "linalg/lu_backend.h"
#include <float.h>
#include <klu.h>
#include <math.h>
#include <string.h>
#include "base/memory.h"

typedef struct Klu {
  const trm_Pattern *pattern;
  klu_common common;
  klu_symbolic *symbolic;
  klu_numeric *numeric;
  const trm_Scaling *scaling; /* of the factors */
  double *scaled;             /* R A C */
  double *chosen;             /* ... for which the pivots were chosen */
  bool by_amd;                /* the order is AMD's */
  bool order_settled;         /* the order of the tree was compared with AMD's, where that can pay */
} Klu;

/* Factors with at most this many entries per entry of the matrix are good enough: AMD is not asked. */
static const double good_fill = 3.0;

/* AMD must promise factors smaller by this. */
static const double amd_promise = 4.0;

static void klu_backend_free(void *state) {
  Klu *klu = state;
  if (!klu) return;
  klu_free_numeric(&klu->numeric, &klu->common);
  klu_free_symbolic(&klu->symbolic, &klu->common);
  trm_release(klu->scaled);
  trm_release(klu->chosen);
  trm_release(klu);
}

static trm_Status klu_error(const Klu *klu) {
  return klu->common.status == KLU_SINGULAR ? TRM_SINGULAR : TRM_NO_MEMORY;
}

/* Unknowns in the order of elimination of their blocks, for rows and columns alike. */
static klu_symbolic *analyse_tree(Klu *klu, const trm_BlockTree *tree) {
  int *order = TRM_NEW(int, klu->pattern->n), next = 0;
  if (!order) return NULL;
  for (int k = 0; k < tree->count; k++)
    for (int i = tree->start[tree->order[k]]; i < tree->start[tree->order[k] + 1]; i++) order[next++] = i;
  klu_symbolic *symbolic =
      klu_analyze_given(klu->pattern->n, klu->pattern->start, klu->pattern->row, order, order, &klu->common);
  trm_release(order);
  return symbolic;
}

static trm_Status klu_backend_analyse(void **state, const trm_Pattern *pattern, const trm_BlockTree *tree,
                                      trm_Store *store) {
  (void)store;
  Klu *klu = TRM_NEW(Klu, 1);
  if (!klu) return TRM_NO_MEMORY;
  klu->pattern = pattern;
  klu->scaled = TRM_NEW(double, pattern->start[pattern->n]);
  klu->chosen = TRM_NEW(double, pattern->start[pattern->n]);
  klu_defaults(&klu->common);
  klu->common.btf = 0;
  klu->common.scale = -1; /* the values come equilibrated */
  klu->order_settled = !tree;
  klu->symbolic = tree ? analyse_tree(klu, tree) : klu_analyze(pattern->n, pattern->start, pattern->row, &klu->common);
  if (!klu->symbolic || !klu->scaled || !klu->chosen) return klu_backend_free(klu), TRM_NO_MEMORY;
  *state = klu;
  return TRM_OK;
}

static double factor_entries(const klu_numeric *numeric) { return (double)numeric->lnz + (double)numeric->unz; }

/* Once per pattern: when the tree's order filled in badly, AMD's is tried and the one with fewer entries in the factors
   stays. AMD knows nothing of vanishing diagonals: on nets its factors had 20 times the entries it promised, so it is
   tried only where it promises much. */
static void settle_order(Klu *klu) {
  const trm_Pattern *pattern = klu->pattern;
  klu->order_settled = true;
  if (factor_entries(klu->numeric) <= good_fill * pattern->start[pattern->n]) return;
  klu_symbolic *symbolic = klu_analyze(pattern->n, pattern->start, pattern->row, &klu->common);
  if (!symbolic) return;
  klu_numeric *numeric = NULL;
  if (amd_promise * (symbolic->lnz + symbolic->unz) < factor_entries(klu->numeric))
    numeric = klu_factor(pattern->start, pattern->row, klu->scaled, symbolic, &klu->common);
  if (numeric && factor_entries(numeric) < factor_entries(klu->numeric)) {
    klu_numeric *other_numeric = klu->numeric;
    klu_symbolic *other_symbolic = klu->symbolic;
    klu->numeric = numeric, klu->symbolic = symbolic, klu->by_amd = true;
    numeric = other_numeric, symbolic = other_symbolic;
  }
  klu_free_numeric(&numeric, &klu->common);
  klu_free_symbolic(&symbolic, &klu->common);
}

static trm_Status take_values(Klu *klu, const trm_LuMatrix *matrix) {
  klu->scaling = matrix->scaling;
  return trm_scaling_apply(matrix->scaling, matrix->pattern, matrix->values, klu->scaled);
}

static trm_Status klu_backend_factor(void *state, const trm_LuMatrix *matrix, double tolerance) {
  Klu *klu = state;
  if (take_values(klu, matrix) != TRM_OK) return TRM_NOT_FINITE;
  klu_free_numeric(&klu->numeric, &klu->common);
  klu->common.tol = tolerance;
  klu->numeric = klu_factor(klu->pattern->start, klu->pattern->row, klu->scaled, klu->symbolic, &klu->common);
  if (!klu->numeric) return klu_error(klu);
  if (!klu->order_settled) settle_order(klu);
  memcpy(klu->chosen, klu->scaled, (size_t)klu->pattern->start[klu->pattern->n] * sizeof(double));
  return TRM_OK;
}

static trm_Status klu_backend_refactor(void *state, const trm_LuMatrix *matrix) {
  Klu *klu = state;
  if (!klu->numeric) return TRM_SINGULAR;
  if (take_values(klu, matrix) != TRM_OK) return TRM_NOT_FINITE;
  int done =
      klu_refactor(klu->pattern->start, klu->pattern->row, klu->scaled, klu->symbolic, klu->numeric, &klu->common);
  return done && klu->common.status == KLU_OK ? TRM_OK : klu_error(klu);
}

static trm_LuPivots klu_backend_pivots(const void *state) {
  const Klu *klu = state;
  int n = klu->pattern->n, singular = klu->common.singular_col;
  if (!klu->numeric) return (trm_LuPivots){0, 0, singular < n ? singular : -1};
  trm_LuPivots pivots = {DBL_MAX, 0, -1};
  const double *diagonal = klu->numeric->Udiag;
  for (int k = 0; k < n; k++) {
    double size = fabs(diagonal[k]);
    if (size > pivots.largest) pivots.largest = size;
    if (!(size >= pivots.smallest)) pivots.smallest = size, pivots.unknown = klu->symbolic->Q[k];
  }
  return pivots;
}

static double klu_backend_growth(void *state, const trm_LuMatrix *matrix) {
  Klu *klu = state;
  const trm_Pattern *pattern = matrix->pattern;
  klu_rgrowth(pattern->start, pattern->row, klu->scaled, klu->symbolic, klu->numeric, &klu->common);
  return klu->common.rgrowth > 0 ? fmax(1, 1 / klu->common.rgrowth) : DBL_MAX;
}

static void klu_backend_solve(void *state, trm_Team *team, double *right_hand_side) {
  (void)team;
  Klu *klu = state;
  int n = klu->pattern->n;
  for (int i = 0; i < n; i++) right_hand_side[i] *= klu->scaling->row[i];
  klu_solve(klu->symbolic, klu->numeric, n, 1, right_hand_side, &klu->common);
  for (int i = 0; i < n; i++) right_hand_side[i] *= klu->scaling->column[i];
}

double trm_lu_klu_flops(const trm_Pattern *pattern) {
  klu_common common;
  klu_defaults(&common);
  common.btf = 0;
  klu_symbolic *symbolic = klu_analyze(pattern->n, (int *)pattern->start, (int *)pattern->row, &common);
  double flops = symbolic ? symbolic->est_flops : -1;
  klu_free_symbolic(&symbolic, &common);
  return flops;
}

/* AMD's order in the place of the tree's */
static void take_amd(Klu *klu, trm_Bytes *bytes) {
  klu_free_symbolic(&klu->symbolic, &klu->common);
  klu->symbolic = klu_analyze(klu->pattern->n, klu->pattern->start, klu->pattern->row, &klu->common);
  if (!klu->symbolic) trm_bytes_refuse(bytes, "%s", trm_status_text(TRM_NO_MEMORY));
}

/* The same order and the same values give the same pivots: KLU lets nobody give it these. */
static void klu_backend_memory(void *state, trm_Bytes *bytes, const trm_LuMatrix *matrix, double tolerance,
                               bool pivots) {
  Klu *klu = state;
  bool was_by_amd = klu->by_amd;
  trm_bytes_bool(bytes, &klu->order_settled);
  trm_bytes_bool(bytes, &klu->by_amd);
  if (klu->by_amd && !was_by_amd) take_amd(klu, bytes);
  if (pivots) trm_bytes_doubles(bytes, klu->chosen, (size_t)klu->pattern->start[klu->pattern->n]);
  if (!bytes->reading || !pivots || !trm_bytes_good(bytes)) return;
  klu->scaling = matrix->scaling;
  klu->common.tol = tolerance;
  klu_free_numeric(&klu->numeric, &klu->common);
  klu->numeric = klu_factor(klu->pattern->start, klu->pattern->row, klu->chosen, klu->symbolic, &klu->common);
  if (!klu->numeric) trm_bytes_refuse(bytes, "the pivots of a matrix: %s", trm_status_text(klu_error(klu)));
}

const trm_LuBackend trm_lu_klu = {.name = "klu",
                                  .tolerances = 3,
                                  .analyse = klu_backend_analyse,
                                  .factor = klu_backend_factor,
                                  .refactor = klu_backend_refactor,
                                  .pivots = klu_backend_pivots,
                                  .growth = klu_backend_growth,
                                  .solve = klu_backend_solve,
                                  .free = klu_backend_free,
                                  .memory = klu_backend_memory};
