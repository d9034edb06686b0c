/* Beam elements side by side: what the kernels read of them, lane by lane. */
#include "element/beam_blocks.h"
#include <float.h>
#include <math.h>
#include <string.h>
#include "base/isa.h"
#include "element/element_numbers.h"

typedef struct Maker {
  const trm_Model *model[TRM_BEAM_MOST_LANES]; /* that of each lane */
  trm_Arena *arena;
  const trm_BeamElement *of[TRM_BEAM_MOST_LANES]; /* elements of the block, in each lane */
  int width;
  trm_BeamBlock block;
} Maker;

/* Matrices that several points have are kept once where they follow one another. */
typedef struct Kept {
  const double *from[TRM_BEAM_MOST_LANES], *packed;
} Kept;

static bool alike(const trm_BeamElement *a, const trm_BeamElement *b) {
  return a->node_count == b->node_count && a->strain_count == b->strain_count;
}

static const double *pack_matrix(Maker *maker, const double *const from[], Kept *kept) {
  int width = maker->width;
  if (kept->packed && memcmp(kept->from, from, sizeof *from * (size_t)width) == 0) return kept->packed;
  double *out = TRM_ARENA_NEW(maker->arena, double, 36 * width);
  for (int k = 0; out && k < 36; k++)
    for (int l = 0; l < width; l++) out[width * k + l] = from[l][k];
  memcpy(kept->from, from, sizeof *from * (size_t)width);
  return kept->packed = out;
}

/* A stress is not taken to be less than a small part of the stiffness: squares of the least force and moment. */
static void least_stress(const trm_BeamPoint *point, double *force, double *moment) {
  const double *c = point->soft, w = point->weight;
  double most = fmax(c[0], fmax(c[7], c[14])), turning = fmax(c[21], fmax(c[28], c[35]));
  double least = trm_least_strain * fmax(most, turning / (w * w)), turned = least * w;
  *force = least * least, *moment = turned * turned;
}

static void pack_rule(const Maker *maker, int p, double *out) {
  int width = maker->width, nodes = maker->block.nodes;
  for (int l = 0; l < width; l++) {
    const trm_BeamPoint *point = &maker->of[l]->strain[p];
    double *at = out + l;
    at[width * TRM_BEAM_WEIGHT] = point->weight;
    least_stress(point, at + width * TRM_BEAM_LEAST_FORCE, at + width * TRM_BEAM_LEAST_MOMENT);
    for (int k = 0; k < 6; k++) at[width * (TRM_BEAM_REFERENCE + k)] = point->reference[k];
    for (int a = 0; a < nodes; a++) {
      at[width * (TRM_BEAM_RULE + a)] = point->h[a];
      at[width * (TRM_BEAM_RULE + nodes + a)] = point->dh[a];
    }
  }
}

static bool pack_points(Maker *maker, Kept kept[2]) {
  trm_BeamBlock *block = &maker->block;
  int size = maker->width * (TRM_BEAM_RULE + 2 * block->nodes);
  double *rule = TRM_ARENA_NEW(maker->arena, double, size * block->points);
  const double **soft = TRM_ARENA_NEW(maker->arena, const double *, block->points);
  const double **stiffness = TRM_ARENA_NEW(maker->arena, const double *, block->points);
  if (!rule || !soft || !stiffness) return false;
  for (int p = 0; p < block->points; p++) {
    const double *from[2][TRM_BEAM_MOST_LANES];
    for (int l = 0; l < maker->width; l++)
      from[0][l] = maker->of[l]->strain[p].soft, from[1][l] = maker->of[l]->strain[p].stiffness;
    pack_rule(maker, p, rule + size * p);
    soft[p] = pack_matrix(maker, from[0], &kept[0]);
    stiffness[p] = pack_matrix(maker, from[1], &kept[1]);
  }
  block->rule = rule, block->soft = soft, block->stiffness = stiffness;
  return !maker->arena->failed;
}

static bool pack_nodes(Maker *maker) {
  trm_BeamBlock *block = &maker->block;
  int width = maker->width;
  int *places = TRM_ARENA_NEW(maker->arena, int, 2 * width * block->nodes);
  double *frames = TRM_ARENA_NEW(maker->arena, double, 9 * width * block->nodes);
  double *damping = TRM_ARENA_NEW(maker->arena, double, width);
  if (!places || !frames || !damping) return false;
  for (int l = 0; l < width; l++) {
    damping[l] = maker->model[l]->beams[maker->of[l]->beam].damping;
    block->damps = block->damps || damping[l] > 0;
    for (int a = 0; a < block->nodes; a++) {
      const trm_Node *node = &maker->model[l]->nodes[maker->of[l]->nodes[a]];
      places[2 * width * a + l] = trm_point_at(node->point);
      places[2 * width * a + width + l] = trm_triad_at(maker->model[l], node->triad);
      for (int n = 0; n < 9; n++) frames[width * (9 * a + n) + l] = maker->of[l]->triads[a][n];
    }
  }
  block->places = places, block->frames = frames, block->damping = damping;
  return true;
}

static bool pack_inertia(Maker *maker) {
  trm_BeamBlock *block = &maker->block;
  int width = maker->width, n = block->nodes, numbers;
  block->plain = true;
  for (int l = 0; l < width; l++) block->plain = block->plain && maker->of[l]->plain;
  numbers = block->plain ? 4 : 16;
  double *inertia = TRM_ARENA_NEW(maker->arena, double, numbers *width *n *n);
  double *weights = TRM_ARENA_NEW(maker->arena, double, 4 * width * n);
  if (!inertia || !weights) return false;
  for (int l = 0; l < width; l++)
    for (int i = 0; i < n * n; i++) {
      const double *own = maker->of[l]->inertia + 16 * i;
      for (int k = 0; k < numbers; k++) inertia[width * (numbers * i + k) + l] = own[block->plain ? 5 * k : k];
      for (int k = 0; k < 4; k++) weights[width * (4 * (i / n) + k) + l] += own[4 * k];
    }
  block->inertia = inertia, block->weights = weights;
  return true;
}

/* ---- planar models ---- */

/* components of unit vectors that are round-off */
static const double no_component = 64 * DBL_EPSILON;

/* The axis of the section that is along z at a node, -1: none. */
static int upright(const double frame[9]) {
  for (int z = 0; z < 3; z++) {
    int p = (z + 1) % 3, q = (z + 2) % 3;
    if (fabs(frame[6 + p]) <= no_component && fabs(frame[6 + q]) <= no_component) return z;
  }
  return -1;
}

bool trm_beam_is_planar(const trm_Model *model, const trm_BeamElement *element) {
  if (!model->space.planar) return false;
  int z = upright(element->triads[0]);
  bool up = z >= 0 && element->triads[0][6 + z] > 0;
  for (int a = 1; z >= 0 && a < element->node_count; a++)
    if (upright(element->triads[a]) != z || (element->triads[a][6 + z] > 0) != up) return false;
  return z >= 0;
}

/* Axes p, q of the section follow the one along z, which points up or down: q = side J p. Strains Gamma_q, K_z and the
   arms along q are counted with `side`, so that the kernel's q is J p. */
static void pack_lane(const Maker *maker, int l, double *numbers[4]) {
  const trm_BeamElement *element = maker->of[l];
  int width = maker->width, n = element->node_count, z = upright(element->triads[0]), p = (z + 1) % 3, q = (z + 2) % 3;
  double side = element->triads[0][6 + z] > 0 ? 1 : -1, sign[3] = {1, side, side};
  int strain[3] = {p, q, 3 + z};
  for (int a = 0; a < n; a++) {
    numbers[0][width * 2 * a + l] = element->triads[a][p];
    numbers[0][width * (2 * a + 1) + l] = element->triads[a][3 + p];
  }
  for (int i = 0; i < element->strain_count; i++)
    for (int k = 0; k < 3; k++) {
      const trm_BeamPoint *point = &element->strain[i];
      double *own = numbers[1] + width * TRM_BEAM_PLANE_POINT * i + l;
      own[width * (TRM_BEAM_PLANE_REFERENCE + k)] = sign[k] * point->reference[strain[k]];
      for (int j = 0; j < 3; j++) {
        int at = 6 * strain[k] + strain[j];
        own[width * (3 * k + j)] = sign[k] * sign[j] * point->soft[at];
        own[width * (TRM_BEAM_PLANE_WHOLE + 3 * k + j)] = sign[k] * sign[j] * point->stiffness[at];
      }
    }
  for (int i = 0; i < n * n; i++) {
    const double *own = element->inertia + 16 * i;
    double m[4] = {own[0], own[5 * (1 + p)] + own[5 * (1 + q)], own[1 + p], side * own[1 + q]};
    for (int k = 0; k < 4; k++) numbers[2][width * (4 * i + k) + l] = m[k];
    for (int k = 0; k < 3; k++) numbers[3][width * (3 * (i / n) + k) + l] += m[k == 0 ? 0 : k + 1];
  }
}

static bool pack_plane(Maker *maker) {
  trm_BeamBlock *block = &maker->block;
  int width = maker->width, n = block->nodes,
      sizes[4] = {2 * n, TRM_BEAM_PLANE_POINT * block->points, 4 * n * n, 3 * n};
  double *numbers[4];
  trm_BeamPlane *plane = TRM_ARENA_NEW(maker->arena, trm_BeamPlane, 1);
  for (int k = 0; k < 4; k++) numbers[k] = TRM_ARENA_NEW(maker->arena, double, width *sizes[k]);
  if (maker->arena->failed) return false;
  for (int l = 0; l < width; l++) pack_lane(maker, l, numbers);
  *plane = (trm_BeamPlane){numbers[0], numbers[1], numbers[2], numbers[3]};
  block->plane = plane;
  return true;
}

bool trm_beam_blocks(const trm_Model *model,
                     const trm_BeamLanes *(*choose)(const trm_Model *model, const trm_BeamElement *element),
                     trm_Arena *arena, trm_BeamMesh *mesh) {
  int count = mesh->element_count, next = 0;
  Kept kept[2] = {{{NULL}, NULL}, {{NULL}, NULL}};
  trm_BeamBlock *blocks = TRM_ARENA_NEW(arena, trm_BeamBlock, count);
  int *block_of = TRM_ARENA_NEW(arena, int, count);
  if (!blocks || !block_of) return false;
  for (int first = 0; first < count; next++) {
    const trm_BeamElement *elements = mesh->elements + first;
    const trm_BeamLanes *lanes = choose(model, elements);
    Maker maker = {.arena = arena, .width = lanes->width, .block = {.lanes = lanes, .first = first}};
    int run = 0;
    while (run < lanes->width && first + run < count && alike(elements, elements + run) &&
           choose(model, elements + run) == lanes)
      block_of[first + run++] = next;
    for (int l = 0; l < lanes->width; l++) maker.model[l] = model, maker.of[l] = elements + (l < run ? l : run - 1);
    maker.block.count = run, maker.block.nodes = elements->node_count, maker.block.points = elements->strain_count;
    if (!pack_points(&maker, kept) || !pack_nodes(&maker) || !pack_inertia(&maker)) return false;
    if (trm_beam_is_planar(model, elements) && !pack_plane(&maker)) return false;
    blocks[next] = maker.block;
    first += run;
  }
  mesh->blocks = blocks, mesh->block_of = block_of;
  return true;
}

/* ---- variants ---- */

enum { CUBIC = 4 };

static const trm_BeamTileKernel *tile_kernel(int nodes) {
  bool cubic = nodes == CUBIC;
#ifdef TRM_BEAM_LANES_AVX2
  if (trm_isa_avx512()) return cubic ? &trm_beam_tile_cubic_avx512 : &trm_beam_tile_avx512;
  if (trm_isa_avx2()) return cubic ? &trm_beam_tile_cubic_avx2 : &trm_beam_tile_avx2;
#endif
  return cubic ? &trm_beam_tile_cubic : &trm_beam_tile_baseline;
}

bool trm_beam_may_tile(const trm_Model *model) {
  for (int e = 0; e < model->mesh.element_count; e++)
    if (trm_beam_is_planar(model, &model->mesh.elements[e])) return false;
  return true;
}

bool trm_beam_same_tile(const trm_Model *a, const trm_Model *b) {
  if (a->mesh.element_count != b->mesh.element_count || !trm_beam_may_tile(b)) return false;
  for (int e = 0; e < a->mesh.element_count; e++) {
    const trm_BeamElement *one = &a->mesh.elements[e], *other = &b->mesh.elements[e];
    if (!alike(one, other) || memcmp(one->nodes, other->nodes, sizeof(int) * (size_t)one->node_count) != 0)
      return false;
  }
  return true;
}

bool trm_beam_tile(const trm_Model *const models[TRM_TILE], int element, trm_Arena *arena, trm_BeamTile *tile) {
  const trm_BeamElement *first = &models[0]->mesh.elements[element];
  tile->kernel = tile_kernel(first->node_count);
  int width = tile->kernel->width;
  for (int l = 0; l < TRM_TILE; l++)
    for (int n = 0; n < 3; n++) tile->gravity[n][l] = models[l]->space.gravity[n];
  for (int part = 0; part < TRM_TILE / width; part++) {
    Kept kept[2] = {{{NULL}, NULL}, {{NULL}, NULL}};
    Maker maker = {.arena = arena, .width = width};
    for (int l = 0; l < width; l++) {
      maker.model[l] = models[part * width + l];
      maker.of[l] = &maker.model[l]->mesh.elements[element];
    }
    maker.block.count = width, maker.block.nodes = first->node_count, maker.block.points = first->strain_count;
    if (!pack_points(&maker, kept) || !pack_nodes(&maker) || !pack_inertia(&maker)) return false;
    tile->part[part] = maker.block;
  }
  return true;
}
