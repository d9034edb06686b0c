/* Least squares by QR of LAPACK, several right-hand sides. */
#include <math.h>
#include "base/memory.h"
#include "linalg/arithmetic.h"
#include "linalg/dense.h"
#include "linalg/lapack.h"

trm_Status trm_dense_least_squares(double *matrix, int m, int n, double *right, int columns) {
  int info = 0, query = -1;
  double best = 0;
  if (trm_blas_take_memory() != TRM_OK) return TRM_NO_MEMORY;
  dgels_("N", &m, &n, &columns, matrix, &m, right, &m, &best, &query, &info, 1);
  if (info != 0) return TRM_BAD_ARGUMENT;
  int room = (int)best + 1;
  double *work = TRM_NEW(double, room);
  if (!work) return TRM_NO_MEMORY;
  dgels_("N", &m, &n, &columns, matrix, &m, right, &m, work, &room, &info, 1);
  trm_release(work);
  return info == 0 ? TRM_OK : TRM_SINGULAR;
}
