/* The kernels of bundles in four lanes; compiled with -mavx2. */
#define WIDTH       4
#define PACK(p, at) ((V){p[0][at], p[1][at], p[2][at], p[3][at]})
#define KERNELS     trm_bundle_kernels_avx2
#include "element/bundle_kernel_template.h"
