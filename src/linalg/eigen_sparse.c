/* The sparse method: free motions found and taken out, ARPACK at the shift 0 for the rest; at a shift near the lowest
   frequency where nothing can be factored at 0. */
#include <math.h>
#include <string.h>
#include "linalg/eigen_internal.h"

enum { MOST_PASSES = 16 };

static trm_Status find_free(trm_Arena *arena, const trm_SparseTask *task, trm_FreeMotions *free) {
  trm_Extended extended;
  trm_Lu *lu = NULL;
  *free = (trm_FreeMotions){.most = task->wanted, .low = task->first_shift};
  if (task->whole) return TRM_OK;
  trm_Status status = trm_eigen_extend(arena, task->pencil, 0, &extended);
  if (status == TRM_OK)
    status = trm_lu_new(&lu, extended.pencil.pattern, extended.pencil.tree, extended.pattern ? "klu" : NULL);
  if (status == TRM_OK) status = trm_eigen_free_motions(arena, &extended.pencil, lu, task->symmetric, free);
  trm_lu_free(lu);
  trm_eigen_extend_free(&extended);
  return status;
}

/* relative, of eigenvalues: the first tolerance is as tight as the factors of a mild matrix allow; each next one is
   this much looser */
static const double tightest = 1e-13, looser = 30;

/* Round-off of the solutions with a stiff matrix may stand above a tight tolerance, and clusters converge slowly: the
   eigenvalues of stiff strains of one damping time T are all about -1/T. */
static trm_Status converge(const trm_SparseTask *task, trm_Shifted *shifted, trm_RawPairs *raw) {
  int wanted = task->undamped ? task->wanted : 2 * task->wanted + 2;
  trm_Status status = TRM_NEWTON_SLOW;
  for (shifted->tolerance = tightest; status == TRM_NEWTON_SLOW && shifted->tolerance < task->loosest;
       shifted->tolerance *= looser) {
    trm_Arena work = {0};
    raw->count = 0;
    status = trm_eigen_arpack(&work, shifted, wanted, raw);
    trm_arena_free(&work);
  }
  return status;
}

/* At 0, or from a shift near the lowest frequency upwards: 0 may be an eigenvalue up to round-off, and so may
   others. */
static trm_Status passes(const trm_SparseTask *task, trm_Shifted *shifted, trm_RawPairs *raw) {
  const trm_Bordered *bordered = shifted->bordered;
  trm_Status status = TRM_SINGULAR;
  shifted->sigma = 0;
  for (int pass = 0; pass < MOST_PASSES && status == TRM_SINGULAR; pass++) {
    trm_pencil_shift(&bordered->extended.pencil, shifted->sigma, !task->undamped, bordered->values);
    status = trm_lu_factor(bordered->lu, bordered->values);
    if (status == TRM_OK) status = converge(task, shifted, raw);
    shifted->sigma = shifted->sigma > 0 ? 3.7 * shifted->sigma : 0.6 * shifted->rho;
  }
  return status;
}

static trm_Status run(const trm_SparseTask *task, const trm_FreeMotions *free, trm_RawPairs *raw, int *zeros) {
  trm_Arena arena = {0};
  trm_Bordered bordered;
  trm_Status status = trm_eigen_border(&arena, task->pencil, free, task->undamped, &bordered);
  trm_Shifted shifted = {&bordered, task->undamped, 0, free->low, 0, task->freedoms};
  if (status == TRM_OK) status = passes(task, &shifted, raw);
  *zeros = bordered.zeros;
  trm_eigen_border_free(&bordered);
  trm_arena_free(&arena);
  return status;
}

trm_Status trm_eigen_sparse(trm_Arena *arena, const trm_SparseTask *task, trm_RawPairs *raw, int *free_count,
                            int *zeros) {
  trm_FreeMotions free;
  trm_RawPairs found;
  int n = task->pencil->pattern->n;
  trm_Status status = find_free(arena, task, &free);
  if (status == TRM_OK) status = trm_raw_new(arena, n, 3 * task->wanted + 4, raw);
  if (status == TRM_OK) status = trm_raw_new(arena, n, 2 * task->wanted + 4, &found);
  if (status != TRM_OK) return status;
  int length = n + (task->pencil->rows ? task->pencil->rows->count : 0);
  *free_count = free.count, *zeros = -1;
  for (int k = 0; k < free.count; k++) trm_raw_add(raw, n, 0, 0, free.motion + (size_t)k * (size_t)length, NULL);
  if (free.count >= task->wanted) return TRM_OK;
  status = run(task, &free, &found, zeros);
  for (int k = 0; k < found.count && status == TRM_OK; k++) {
    const double *shape = found.shape + (size_t)k * 2 * (size_t)n;
    trm_raw_add(raw, n, found.real[k], found.imaginary[k], shape, shape + n);
  }
  return status;
}
