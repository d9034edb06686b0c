/* Beams of the variants of a tile, cubic elements, in eight lanes at a time; compiled with -mavx512f. */
#define NODES 4
#define WIDTH 8
#define TILE  1
#define LANES trm_beam_tile_cubic_avx512
#include "element/beam_lanes_template.h"
