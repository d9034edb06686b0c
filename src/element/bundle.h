/* Elements abreast: those of a kind that are alike (the same rows, the same unknowns) are evaluated side by side, one
   in each lane of a vector, and only the entries of their tangents that may differ from zero are made and added up.
   Every number is computed by the same operations in the same order whatever the instruction set and whatever stands in
   the other lanes. */
#ifndef TRM_ELEMENT_BUNDLE_H
#define TRM_ELEMENT_BUNDLE_H

#include "base/tile.h"
#include "element/contract.h"

enum { TRM_ABREAST = 4, TRM_BUNDLE_ROWS = 6, TRM_BUNDLE_UNKNOWNS = 12 + TRM_BUNDLE_ROWS };
/* All blocks of 3 x 3 of a joint, and both gradients of its rows. */
enum { TRM_BUNDLE_ENTRIES = 9 * 16 + 2 * 12 * TRM_BUNDLE_ROWS };

/* Part of a system, in its arena. Lanes that are not in use hold the last element again. */
typedef struct trm_Bundle {
  int count; /* elements in it; 0: the first that joins says what the others must be like */
  int element[TRM_ABREAST];
  int n;                                      /* local unknowns of each */
  int entries;                                /* of the tangent that may differ from zero ... */
  int still;                                  /* the first of those that there are at an instant */
  unsigned char entry[TRM_BUNDLE_ENTRIES][2]; /* ... their rows and columns */
  void *data;                                 /* the kind's own */
  const struct trm_BundleKernels *kernels;    /* by which it is evaluated */
} trm_Bundle;

enum { TRM_BUNDLE_COORDINATES = 2 };

/* What joints say at the end of a step, by lanes. */
typedef struct trm_JointEnd {
  double work[TRM_TILE], violation[TRM_TILE];
  double product[TRM_BUNDLE_COORDINATES][2][TRM_TILE]; /* of coordinates, their terms one by one */
} trm_JointEnd;

/* What the elements of a bundle give for a pair; by lanes. Kept by the assembly, filled again and again. */
typedef struct trm_BundleLocal {
  double (*residual)[TRM_ABREAST]; /* room for the unknowns of the bundle, given */
  double (*tangent)[TRM_ABREAST];  /* room for its entries, likewise */
  /* the largest force and moment so far, as in trm_Local, squared */
  double force_square[TRM_ABREAST], moment_square[TRM_ABREAST];
  trm_JointEnd *end; /* of joints without tangent: where they say what they would at the end of the step; NULL */
} trm_BundleLocal;

/* The same of an element of each variant of a tile. */
typedef struct trm_TileLocal {
  double residual[TRM_BUNDLE_UNKNOWNS][TRM_TILE];
  double (*tangent)[TRM_TILE]; /* room for the entries, given */
  double force_square[TRM_TILE], moment_square[TRM_TILE];
  trm_JointEnd *end; /* as in trm_BundleLocal */
} trm_TileLocal;

/* What the elements of bundles say at the end of a step: energies are added up, coordinates written. */
typedef struct trm_BundleEnd {
  trm_Terms *terms;
  double *x_f; /* relative coordinates that follow from the configuration, on the branch nearest to what stands there;
                  NULL: they, and the violation, are not wanted */
  double violation; /* the largest of constraints, m or rad */
  bool seen;        /* the residual of this very pair was the last that was asked for */
} trm_BundleEnd;

/* ... and those of tiles, by lanes. */
typedef struct trm_TileEnd {
  double kinetic[TRM_TILE], potential[TRM_TILE], constraint_work[TRM_TILE];
  bool seen; /* as in trm_BundleEnd */
  double violation[TRM_TILE];
} trm_TileEnd;

/* One of a kind's bundles in the kernels: rigid bodies. Of the lanes the first TRM_ABREAST are elements of one system;
   of a tile (base/tile.h) each is the same element of another variant, and places are those of the first. */
typedef struct trm_BodyBundle {
  bool points; /* without orientation */
  int x[TRM_TILE], d[TRM_TILE];
  double gravity[3][TRM_TILE];
  double mass[TRM_TILE], weight[TRM_TILE], euler[9][TRM_TILE];
} trm_BodyBundle;

/* A row as the kernel sees it: a component of the gap in world axes, or a sum of at most two products of axes, or of
   axes with the gap, or the square of the gap. Axes are 3 side + number. */
typedef struct trm_BundleRow {
  bool in_world;
  bool of_gap; /* the right vector of the products is the gap */
  bool square; /* the left one too */
  int a;       /* in_world: the component */
  int terms, left[2], right[2];
} trm_BundleRow;

/* A coordinate that is only measured: an angle from its sine and cosine, or a sum of products. */
typedef struct trm_BundleCoordinate {
  bool turns;
  double sense;
  trm_BundleRow row;
} trm_BundleCoordinate;

/* Of angles in a tile: sine and cosine of the angle where it was last computed, and of the one that it is now. Within a
   right angle of the first it need not be computed: whoever asks for it finds its branch from there. */
typedef struct trm_TileAngles {
  double near[2][TRM_TILE], latest[2][TRM_TILE];
} trm_TileAngles;

/* The same of joints: no coordinate of them is an unknown. Factors of the products are constants of each lane. */
typedef struct trm_JointBundle {
  int row_count;
  trm_BundleRow row[TRM_BUNDLE_ROWS];
  int coordinate_count; /* -1: they are left to trm_joint_passive */
  trm_BundleCoordinate coordinate[TRM_BUNDLE_COORDINATES];
  bool needed[2][3]; /* axes */
  bool gap;          /* a row has it: forces change with displacements */
  bool turned[2];    /* the joint's frame there is more than the point of the node: beside it, or with axes */
  bool moves[4];     /* y_k, psi_k, y_l, psi_l: some joint has unknowns there */
  bool block[4][4];  /* of the tangent */
  int x[2][TRM_TILE], d[2][TRM_TILE], turn[2][TRM_TILE]; /* in coordinates, in increments */
  int multiplier[TRM_TILE], first_coordinate[TRM_TILE];
  const trm_Joint *joint[TRM_TILE];
  double offset[2][3][TRM_TILE], triad[2][9][TRM_TILE];
  double value[TRM_BUNDLE_ROWS][TRM_TILE], factor[TRM_BUNDLE_ROWS][2][TRM_TILE];
  double coordinate_factor[TRM_BUNDLE_COORDINATES][2][TRM_TILE];
  trm_JointEnd end;                              /* of the pair whose residual was asked for last */
  trm_TileAngles angles[TRM_BUNDLE_COORDINATES]; /* of tiles */
  unsigned moved;                                /* lanes in which angles have left where they were computed */
} trm_JointBundle;

static inline bool trm_side_moves(const trm_JointBundle *joints, int side) {
  return joints->moves[2 * side] || joints->moves[2 * side + 1];
}

/* Kernels for one kind of processor: constant tables, chosen once. */
typedef struct trm_BundleKernels {
  void (*bodies)(const trm_BodyBundle *bodies, const trm_Pair *pair, bool tangent, trm_BundleLocal *out);
  void (*joints)(const trm_JointBundle *joints, const trm_Pair *pair, bool tangent, trm_BundleLocal *out);
  void (*bodies_at)(const trm_BodyBundle *bodies, const trm_Instant *now, bool tangent, trm_BundleLocal *out);
  void (*joints_at)(const trm_JointBundle *joints, const trm_Instant *now, int still, bool tangent,
                    trm_BundleLocal *out);
  /* work: of the rows' forces in the pair, taken from the joint; measured: with products and violation */
  void (*joints_end)(const trm_JointBundle *joints, const trm_Pair *pair, bool measured, trm_JointEnd *out);
  void (*bodies_end)(const trm_BodyBundle *bodies, const trm_Pair *pair, double kinetic[TRM_ABREAST],
                     double potential[TRM_ABREAST]);
} trm_BundleKernels;

/* The fastest that this processor can run. */
const trm_BundleKernels *trm_bundle_kernels(void);

/* The same for tiles: arrays of the pair are [index][lane]. */
typedef struct trm_TileKernels {
  void (*bodies)(const trm_BodyBundle *bodies, const trm_Pair *pair, bool tangent, trm_TileLocal *out);
  void (*joints)(const trm_JointBundle *joints, const trm_Pair *pair, bool tangent, trm_TileLocal *out);
  void (*joints_end)(const trm_JointBundle *joints, const trm_Pair *pair, bool measured, trm_JointEnd *out);
  void (*bodies_end)(const trm_BodyBundle *bodies, const trm_Pair *pair, double kinetic[TRM_TILE],
                     double potential[TRM_TILE]);
} trm_TileKernels;

const trm_TileKernels *trm_tile_kernels(void);
extern const trm_TileKernels trm_tile_kernels_baseline;

extern const trm_BundleKernels trm_bundle_kernels_baseline;
#if defined(__x86_64__) && defined(__GNUC__)
#define TRM_BUNDLE_KERNELS_AVX2 1
extern const trm_BundleKernels trm_bundle_kernels_avx2;
extern const trm_TileKernels trm_tile_kernels_avx2, trm_tile_kernels_avx512;
#endif

#endif
