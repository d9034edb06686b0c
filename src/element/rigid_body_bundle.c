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
    trm_copy(bodies->gravity, model->space.gravity, 3);
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

void trm_rigid_body_end_abreast(const trm_Bundle *bundle, const trm_Pair *pair, trm_BundleEnd *end) {
  double kinetic[TRM_ABREAST], potential[TRM_ABREAST];
  bundle->kernels->bodies_end(bundle->data, pair, kinetic, potential);
  for (int l = 0; l < bundle->count; l++) end->terms->kinetic += kinetic[l], end->terms->potential += potential[l];
}
