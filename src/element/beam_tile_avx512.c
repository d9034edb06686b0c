/* Beams of the variants of a tile, in eight lanes at a time; compiled with -mavx512f. */
#define WIDTH 8
#define TILE  1
#define LANES trm_beam_tile_avx512
#include "element/beam_lanes_template.h"
