/* In eight lanes at a time; compiled with -mavx512f. */
#define WIDTH   8
#define KERNELS trm_tile_motion_avx512
#include "system/tile_motion_template.h"
