/* Variants of one model side by side (docs/decisions/0125-variants-in-lanes.md): a tile has this many lanes, each of
   them a run of its own. Arrays of a tile hold the number of each lane one after the other, [index][lane]. */
#ifndef TRM_BASE_TILE_H
#define TRM_BASE_TILE_H

enum { TRM_TILE = 8 };

#endif
