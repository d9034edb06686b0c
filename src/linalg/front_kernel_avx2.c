/* Four numbers a vector; compiled with -mavx2. */
#define WIDTH   4
#define KERNELS trm_front_kernels_avx2
#define NAME    "avx2"
#include "linalg/front_kernel_template.h"
