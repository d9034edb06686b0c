/* Which variants of the C library and of BLAS are at work; OpenBLAS says so where it is the one that is linked. */
#include "linalg/arithmetic.h"
#include <stdio.h>
#include "base/isa.h"

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
