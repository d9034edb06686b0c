/* The kernels of bundles for tiles in eight lanes at a time; compiled with -mavx512f. */
#define WIDTH   8
#define TILE    1
#define KERNELS trm_tile_kernels_avx512
#include "element/bundle_kernel_template.h"
