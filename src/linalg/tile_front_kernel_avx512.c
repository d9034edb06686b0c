/* Eight numbers a vector; compiled with -mavx512f. */
#define WIDTH   8
#define KERNELS trm_tile_front_kernels_avx512
#include "linalg/tile_front_kernel_template.h"
