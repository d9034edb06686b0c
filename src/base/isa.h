/* The instruction set that this run computes with. */
#ifndef TRM_BASE_ISA_H
#define TRM_BASE_ISA_H

#include <stdbool.h>

/* Is it asked for (TRM_ISA=baseline in the environment) to compute as every machine of this architecture does? Kernels
   of this library give the same bits in all instruction sets; what differs is the C library's sin, exp, ... and BLAS,
   which the program starts anew for (cli/baseline.c). */
bool trm_isa_baseline(void);
/* May kernels use AVX2? */
bool trm_isa_avx2(void);
/* Of what the C library chooses its functions by: "baseline", "fma", "plain". Constant. */
const char *trm_isa_functions(void);

#endif
