/* In four lanes at a time; compiled with -mavx2. */
#define WIDTH   4
#define KERNELS trm_motion_kernels_avx2
#include "system/motion_kernel_template.h"
