/* The kernels of bundles for tiles in four lanes at a time; compiled with -mavx2. */
#define WIDTH   4
#define TILE    1
#define KERNELS trm_tile_kernels_avx2
#include "element/bundle_kernel_template.h"
