/* Beams of the variants of a tile, cubic elements, in four lanes at a time; compiled with -mavx2. */
#define NODES 4
#define WIDTH 4
#define TILE  1
#define LANES trm_beam_tile_cubic_avx2
#include "element/beam_lanes_template.h"
