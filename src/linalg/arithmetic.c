/* Which variants of the C library and of BLAS are at work; OpenBLAS says so where it is the one that is linked. */
#include "linalg/arithmetic.h"
#include <stdbool.h>
#include <stdio.h>
#include "base/isa.h"
#include "base/memory.h"
#include "linalg/lapack.h"

char *gotoblas_corename(void) __attribute__((weak)); /* where it chooses its kernels at run time */
int openblas_get_num_threads(void) __attribute__((weak));
void openblas_set_num_threads(int count) __attribute__((weak));

void trm_arithmetic(char text[TRM_ARITHMETIC]) {
  const char *core = gotoblas_corename ? gotoblas_corename() : "";
  snprintf(text, TRM_ARITHMETIC, "%s, BLAS%s%s", trm_isa_functions(), *core ? " " : "", core);
}

void trm_blas_alone(void) {
  if (openblas_get_num_threads && openblas_set_num_threads && openblas_get_num_threads() != 1)
    openblas_set_num_threads(1);
}

/* bytes that OpenBLAS maps for one call at a time, and keeps: the most of all its kernels */
enum { BLAS_BUFFER = 128 << 20 };

/* Has this thread seen to it? What OpenBLAS has is the process's, not that of a model or a simulation. */
static _Thread_local bool taken;

trm_Status trm_blas_take_memory(void) {
  if (!openblas_get_num_threads || taken) return TRM_OK;
  void *room = trm_alloc(BLAS_BUFFER, 1);
  if (!room) return TRM_NO_MEMORY;
  trm_release(room);
  double matrix = 1;
  int one = 1, pivot = 0, info = 0;
  dgetrf_(&one, &one, &matrix, &one, &pivot, &info); /* of no use but that the memory is taken now */
  taken = true;
  return TRM_OK;
}
