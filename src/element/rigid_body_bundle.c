/* Rigid bodies abreast: constants of each in its lane. */
#include "element/bundle.h"
#include "element/elements.h"
#include "math/vec3.h"

/* the diagonal of the displacements, then the block of the rotations */
static void list_entries(trm_Bundle *bundle, bool points) {
  for (int n = 0; n < 3; n++) bundle->entry[n][0] = bundle->entry[n][1] = (unsigned char)n;
  for (int n = 0; n < 9; n++)
    bundle->entry[3 + n][0] = (unsigned char)(3 + n / 3), bundle->entry[3 + n][1] = (unsigned char)(3 + n % 3);
  bundle->n = 6, bundle->entries = points ? 3 : 12;
}

static void fill_lane(const trm_Model *model, const trm_Body *body, int lane, trm_BodyBundle *bodies) {
  bodies->x[lane] = trm_point_at(model->nodes[body->node].point);
  bodies->d[lane] = trm_triad_at(model, model->nodes[body->node].triad);
  bodies->mass[lane] = body->mass, bodies->weight[lane] = body->mass * trm_norm(model->space.gravity);
  for (int e = 0; e < 9; e++) bodies->euler[e][lane] = body->euler[e];
}

bool trm_rigid_body_joins(const trm_Layout *layout, int e, trm_Arena *arena, trm_Bundle *bundle) {
  const trm_Model *model = layout->model;
  const trm_Body *body = &model->bodies[e];
  trm_BodyBundle *bodies = bundle->data;
  if (bundle->count == 0) {
    bundle->data = bodies = TRM_ARENA_NEW(arena, trm_BodyBundle, 1);
    if (!bodies) return false;
    bundle->kernels = trm_bundle_kernels();
    bodies->points = body->is_point;
    for (int i = 0; i < 3 * TRM_TILE; i++)
      bodies->gravity[i / TRM_TILE][i % TRM_TILE] = model->space.gravity[i / TRM_TILE];
    list_entries(bundle, body->is_point);
  }
  if (bodies->points != body->is_point) return false;
  for (int lane = bundle->count; lane < TRM_ABREAST; lane++) fill_lane(model, body, lane, bodies);
  bundle->element[bundle->count++] = e;
  return true;
}

void trm_rigid_body_pair_abreast(const trm_Bundle *bundle, const trm_Pair *pair, bool tangent, trm_BundleLocal *out) {
  bundle->kernels->bodies(bundle->data, pair, tangent, out);
}

void trm_rigid_body_instant_abreast(const trm_Bundle *bundle, const trm_Instant *now, bool tangent,
                                    trm_BundleLocal *out) {
  bundle->kernels->bodies_at(bundle->data, now, tangent, out);
}

void trm_rigid_body_end_abreast(const trm_Bundle *bundle, const trm_Pair *pair, trm_BundleEnd *end) {
  double kinetic[TRM_ABREAST], potential[TRM_ABREAST];
  bundle->kernels->bodies_end(bundle->data, pair, kinetic, potential);
  for (int l = 0; l < bundle->count; l++) end->terms->kinetic += kinetic[l], end->terms->potential += potential[l];
}

/* ---- variants side by side ---- */

static void take_lane(trm_BodyBundle *to, int lane, const trm_BodyBundle *from, int of) {
  to->x[lane] = from->x[of], to->d[lane] = from->d[of];
  to->mass[lane] = from->mass[of], to->weight[lane] = from->weight[of];
  for (int n = 0; n < 3; n++) to->gravity[n][lane] = from->gravity[n][of];
  for (int e = 0; e < 9; e++) to->euler[e][lane] = from->euler[e][of];
}

void *trm_rigid_body_tile(const trm_Bundle *bundle, int from, trm_Arena *arena) {
  const trm_BodyBundle *bodies = bundle->data;
  trm_BodyBundle *tile = TRM_ARENA_NEW(arena, trm_BodyBundle, 1);
  if (!tile) return NULL;
  tile->points = bodies->points;
  for (int lane = 0; lane < TRM_TILE; lane++) take_lane(tile, lane, bodies, from);
  return tile;
}

bool trm_rigid_body_tile_take(void *tile, const trm_Bundle *bundle, int from, int lane) {
  trm_BodyBundle *to = tile;
  const trm_BodyBundle *bodies = bundle->data;
  if (bodies->points != to->points || bodies->x[from] != to->x[0] || bodies->d[from] != to->d[0]) return false;
  take_lane(to, lane, bodies, from);
  return true;
}

void trm_rigid_body_tile_pair(const struct trm_TileKernels *kernels, void *tile, const trm_Pair *pair, bool tangent,
                              trm_TileLocal *out) {
  kernels->bodies(tile, pair, tangent, out);
}

void trm_rigid_body_tile_end(const struct trm_TileKernels *kernels, void *tile, const trm_Pair *pair,
                             trm_TileEnd *end) {
  double kinetic[TRM_TILE], potential[TRM_TILE];
  kernels->bodies_end(tile, pair, kinetic, potential);
  for (int l = 0; l < TRM_TILE; l++) end->kinetic[l] += kinetic[l], end->potential[l] += potential[l];
}
