/* What decides about the last bits of a result besides the version of the program. */
#ifndef TRM_LINALG_ARITHMETIC_H
#define TRM_LINALG_ARITHMETIC_H

#include <stddef.h>
#include "trammel/status.h"

enum { TRM_ARITHMETIC = 80 };
/* Functions of the C library and kernels of BLAS in words: "fma, BLAS Haswell", "baseline, BLAS Prescott". */
void trm_arithmetic(char text[TRM_ARITHMETIC]);

/* BLAS works on one thread from now on, in the whole program: sums that are shared out to several have other bits, and
   matrices are small here. */
void trm_blas_alone(void);

/* Before the first call of BLAS or LAPACK of a task: OpenBLAS never returns from a call for which it finds no memory.
   TRM_NO_MEMORY: there is none; else it has taken what it needs by now and keeps it. */
trm_Status trm_blas_take_memory(void);

#endif
