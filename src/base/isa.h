/* The instruction set that this run computes with. TRM_ISA=baseline in the environment asks for what every machine of
   this architecture has. Kernels of this library give the same bits in all instruction sets; what differs is the C
   library's sin, exp, ... and BLAS, for which the program starts itself anew (cli/baseline.c). */
#ifndef TRM_BASE_ISA_H
#define TRM_BASE_ISA_H

#include <stdbool.h>

/* May kernels use AVX2? */
bool trm_isa_avx2(void);
/* ... and vectors of eight numbers? */
bool trm_isa_avx512(void);
/* Of what the C library chooses its functions by: "baseline", "fma", "plain". Constant. */
const char *trm_isa_functions(void);

#endif
