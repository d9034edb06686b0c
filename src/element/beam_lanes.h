/* The beam kernel in lanes: elements with the same numbers of nodes and quadrature points side by side, one in each
   number of a vector. Every number is computed by the same operations in the same order whatever the instruction set
   and whatever stands in the other lanes, so results do not depend on the machine, nor on how elements are batched. */
#ifndef TRM_ELEMENT_BEAM_LANES_H
#define TRM_ELEMENT_BEAM_LANES_H

#include "base/tile.h"
#include "element/contract.h"

enum { TRM_BEAM_MOST_LANES = TRM_TILE };

/* Lanes of a block. */
typedef struct trm_LaneRange {
  int first, count;
} trm_LaneRange;

/* Kernels for one kind of processor: constant tables, chosen once. Those of planar models are for blocks with a
   plane. */
typedef struct trm_BeamLanes {
  int width; /* lanes */
  /* Of a block those elements that are asked for, the first of them to out[0]. */
  void (*pair)(const trm_Model *model, const trm_Pair *pair, const trm_BeamBlock *block, trm_LaneRange asked,
               bool tangent, trm_Local *out);
  /* The same of both stages (trm_ElementKind.stages). */
  void (*jump)(const trm_Model *model, const trm_Pair *pair, const trm_Jump *jump, const trm_BeamBlock *block,
               trm_LaneRange asked, trm_JumpLocal *out);
  /* ... and of what the jump does to the energy (trm_ElementKind.many_jump_energies). */
  void (*jump_energy)(const trm_Model *model, const trm_Pair *pair, const trm_Jump *jump, const trm_BeamBlock *block,
                      trm_LaneRange asked, trm_JumpLocal *out);
  /* The same of inertia (trm_ElementKind.inertia). */
  void (*inertia)(const trm_Model *model, const trm_Acceleration *acceleration, const trm_BeamBlock *block,
                  trm_LaneRange asked, trm_Local *out);
  /* The same at an instant, and of energies. */
  void (*instant)(const trm_Model *model, const trm_Instant *instant, const trm_BeamBlock *block, trm_LaneRange asked,
                  trm_Local *out);
  /* ... and momenta (trm_ElementKind.momenta). */
  void (*momentum)(const trm_Model *model, const double *q, const double *w, const trm_BeamBlock *block,
                   trm_LaneRange asked, trm_Local *out);
  void (*terms)(const trm_Model *model, const trm_Pair *pair, const trm_BeamBlock *block, trm_LaneRange asked,
                trm_Terms *sum);
} trm_BeamLanes;

enum { TRM_BEAM_SPATIAL, TRM_BEAM_PLANAR, TRM_BEAM_SPACES };

/* for elements of any number of nodes, of four */
extern const trm_BeamLanes trm_beam_lanes_baseline[TRM_BEAM_SPACES], trm_beam_lanes_cubic[TRM_BEAM_SPACES];
#if defined(__x86_64__) && defined(__GNUC__)
#define TRM_BEAM_LANES_AVX2 1
extern const trm_BeamLanes trm_beam_lanes_avx2[TRM_BEAM_SPACES], trm_beam_lanes_cubic_avx2[TRM_BEAM_SPACES];
#endif

/* An element of each variant of a tile (base/tile.h): blocks of as many lanes as the kernel has, one after the other.
   Its numbers are in an arena of who made it. */
typedef struct trm_BeamTile {
  const struct trm_BeamTileKernel *kernel;
  trm_BeamBlock part[TRM_TILE / 2];
  double gravity[3][TRM_TILE];
} trm_BeamTile;

/* What it gives for a pair, by lanes; squares of the largest force and moment so far, as in trm_TileLocal. */
typedef struct trm_BeamTileLocal {
  double residual[6 * TRM_BEAM_NODES][TRM_TILE];
  double force_square[TRM_TILE], moment_square[TRM_TILE];
} trm_BeamTileLocal;

/* Arrays of the pair are [index][lane]; its step is not zero. */
typedef struct trm_BeamTileKernel {
  int width;
  void (*pair)(const trm_BeamTile *tile, const trm_Pair *pair, trm_BeamTileLocal *out);
} trm_BeamTileKernel;

/* for elements of any number of nodes, of four */
extern const trm_BeamTileKernel trm_beam_tile_baseline, trm_beam_tile_cubic;
#ifdef TRM_BEAM_LANES_AVX2
extern const trm_BeamTileKernel trm_beam_tile_avx2, trm_beam_tile_cubic_avx2;
extern const trm_BeamTileKernel trm_beam_tile_avx512, trm_beam_tile_cubic_avx512;
#endif

#endif
