/* In four lanes at a time; compiled with -mavx2. */
#define WIDTH   4
#define KERNELS trm_tile_motion_avx2
#include "system/tile_motion_template.h"
