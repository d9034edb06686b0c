/* Four numbers a vector; compiled with -mavx2. */
#define WIDTH   4
#define KERNELS trm_tile_front_kernels_avx2
#include "linalg/tile_front_kernel_template.h"
