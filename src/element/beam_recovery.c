/* Internal forces from the balance of an element. What an element exerts on the node at its start, less what acts along
   it up to a section, is what the section transmits: as accurate as the nodal forces, which balance exactly, where the
   stresses of the quadrature points are only as good as the interpolation. With F, M from the element's own residual at
   its first node and f, c force and moment per length (loads, gravity, minus inertia):
     N(xi) = -F - int f ds,   M(xi) = -M - (x_1 - x) x F - int ((y - x) x f + c) ds     (world axes, M about the
     section's point x)
   The integrals run over the polynomial through the points of the mass quadrature, so that they meet the force at the
   last node exactly. */
#include "element/beam_recovery.h"
#include <math.h>
#include <string.h>
#include "element/beam_kernel.h"
#include "element/contact.h"
#include "element/element_numbers.h"
#include "element/elements.h"
#include "element/frame.h"
#include "element/named.h"
#include "math/shape.h"
#include "math/vec3.h"

/* ---- what acts along the element ---- */

/* Accelerations of the vectors of the nodes: those of the points, and alpha x d + omega x (omega x d) of the
   directors. */
static void accelerations(const trm_Model *model, const trm_BeamElement *element, const trm_BeamState *now,
                          const trm_BeamNodes *nodes, trm_BeamNodes *a) {
  memset(a, 0, sizeof *a);
  a->count = nodes->count;
  if (!now->node_acceleration) return;
  trm_Instant instant = {.q = now->q, .w = now->w};
  trm_beam_centripetal(model, element, &instant, nodes, a);
  for (int i = 0; i < nodes->count; i++) {
    const double *of_node = now->node_acceleration + 6 * (ptrdiff_t)element->nodes[i];
    trm_copy(a->v[i][0], of_node, 3);
    for (int b = 1; b < 4; b++) {
      double tangential[3];
      trm_cross(tangential, of_node + 3, nodes->v[i][b]);
      trm_add_scaled(a->v[i][b], 1, tangential);
    }
  }
}

/* sum h_A v_A of the four vectors */
static void at_point(const trm_BeamNodes *nodes, const double *h, double v[4][3]) {
  memset(v, 0, sizeof(double[4][3]));
  for (int a = 0; a < nodes->count; a++)
    for (int k = 0; k < 4; k++) trm_add_scaled(v[k], h[a], nodes->v[a][k]);
}

/* force and moment of a load per length, world axes */
static void add_load(const trm_Model *model, const trm_BeamLoad *load, const trm_BeamState *now, const trm_Here *here,
                     double v[4][3], trm_BeamDensity *out) {
  double place[2] = {here->span / model->beams[load->beam].length, now->t};
  trm_Instant instant = now->instant;
  instant.here = here;
  for (int kind = 0; kind < 2; kind++) {
    const trm_Function *functions = kind ? load->moment : load->force;
    double *target = kind ? out->moment : out->force;
    if (!functions) continue;
    for (int n = 0; n < 3; n++) {
      double value = now->share * trm_named_value(model, &functions[n], place, &instant);
      if (load->follower)
        trm_add_scaled(target, value, v[1 + n]);
      else
        target[n] += value;
    }
  }
}

/* f and c per length at a point of the mass quadrature: the mass acts on x and on the directors, whose forces are
   moments d x force */
static void density_at(const trm_Model *model, const trm_BeamElement *element, const trm_BeamState *now,
                       const trm_BeamPoint *point, const trm_BeamNodes motion[2], trm_BeamDensity *out) {
  double v[4][3], rate[4][3];
  at_point(&motion[0], point->h, v);
  at_point(&motion[1], point->h, rate);
  memset(out, 0, sizeof *out);
  trm_copy(out->at, v[0], 3);
  for (int k = 0; k < 4; k++) {
    double force[3] = {0, 0, 0}, moment[3];
    for (int l = 0; l < 4; l++) trm_add_scaled(force, -point->mass[4 * k + l], rate[l]);
    trm_add_scaled(force, now->share * point->mass[k], model->space.gravity);
    if (k == 0) {
      trm_add_scaled(out->force, 1, force);
      continue;
    }
    trm_copy(out->directors[k - 1], v[k], 3);
    trm_copy(out->on_directors[k - 1], force, 3);
    trm_cross(moment, v[k], force);
    trm_add_scaled(out->moment, 1, moment);
  }
  trm_Here here = {element, point->h, point->span};
  for (int l = 0; l < model->mesh.load_count; l++)
    if (model->mesh.loads[l].beam == element->beam) add_load(model, &model->mesh.loads[l], now, &here, v, out);
}

/* ---- the force on the first node ---- */

/* Subtracts the share of a point in what acts on the first node. Forces on directors turn about the node by its own
   directors, v[1..3], those at the point by the interpolated ones: the difference is a share of the other nodes. */
static void take_density(const trm_BeamPoint *point, const trm_BeamDensity *density, const double v[4][3],
                         double residual[6]) {
  double share = point->weight * point->h[0], moment[3];
  trm_copy(moment, density->moment, 3);
  for (int b = 0; b < 3; b++) {
    double apart[3], turned[3];
    trm_subtract(apart, v[1 + b], density->directors[b]);
    trm_cross(turned, apart, density->on_directors[b]);
    trm_add_scaled(moment, 1, turned);
  }
  trm_add_scaled(residual, -share, density->force);
  trm_add_scaled(residual + 3, -share, moment);
}

/* What the strains, with the stresses given at the quadrature points, and the densities leave to the first node. */
static void end_forces(const trm_BeamElement *element, const trm_BeamNodes *nodes, const double (*stress)[6],
                       trm_BeamBalance *out) {
  static const double none[36] = {0};
  double residual[6 * TRM_BEAM_NODES] = {0};
  trm_BeamNodes t = {.count = nodes->count};
  for (int p = 0; p < element->strain_count; p++) {
    const trm_BeamPoint *point = &element->strain[p];
    trm_BeamAt at;
    trm_BeamResponse response;
    trm_BeamStress law = {.stiffness = none, .reference = point->reference};
    trm_copy(law.extra, stress[p], 6);
    trm_beam_interpolate(nodes, point, &at.f);
    at.i = at.f;
    trm_beam_at_join(&at);
    trm_beam_respond(&at, &law, &response);
    trm_beam_add_forces(response.b, &at.f, point, &t);
  }
  trm_beam_project(nodes, &t, residual);
  for (int p = 0; p < element->mass_count; p++)
    take_density(&element->mass[p], &out->density[p], nodes->v[0], residual);
  trm_copy(out->force, residual, 3);
  trm_copy(out->moment, residual + 3, 3);
  trm_copy(out->start, nodes->v[0][0], 3);
}

/* A sliding contact inside an element acts at its own place, and there the stresses of the quadrature points have to
   do. */
static bool carries_contact(const trm_Model *model, int e, const trm_BeamState *now) {
  for (int j = 0; now->x && j < model->joint_count; j++) {
    const trm_ModelJoint *joint = &model->joints[j];
    if (!joint->track) continue;
    double sigma = trm_track_place(joint->track, joint->track->start + now->x[joint->first_coordinate]);
    double near = trm_on_track * joint->track->length;
    for (int i = 0; i < joint->track->count; i++) {
      const trm_TrackElement *part = &joint->track->elements[i];
      if (part->element == e && sigma > part->from - near && sigma < part->to + near) return true;
    }
  }
  return false;
}

bool trm_beam_balance(const trm_Model *model, int e, const trm_BeamState *now, const double (*stress)[6],
                      trm_BeamBalance *out) {
  const trm_BeamElement *element = &model->mesh.elements[e];
  trm_BeamNodes motion[2]; /* places, accelerations */
  if (carries_contact(model, e, now)) return false;
  trm_beam_gather(model, element, now->q, &motion[0]);
  accelerations(model, element, now, &motion[0], &motion[1]);
  for (int p = 0; p < element->mass_count; p++)
    density_at(model, element, now, &element->mass[p], motion, &out->density[p]);
  end_forces(element, &motion[0], stress, out);
  return true;
}

/* ---- at a section ---- */

/* int_{-1}^{xi} of the Lagrange polynomials on the Gauss points, over the Gauss weights */
static void partial_weights(int count, double xi, double *share) {
  double points[TRM_GAUSS_POINTS], weights[TRM_GAUSS_POINTS], half = 0.5 * (xi + 1);
  trm_gauss_legendre(count, points, weights);
  for (int g = 0; g < count; g++) {
    double sum = 0;
    for (int k = 0; k < count; k++) {
      double at = -1 + half * (points[k] + 1), value = 1;
      for (int l = 0; l < count; l++)
        if (l != g) value *= (at - points[l]) / (points[g] - points[l]);
      sum += half * weights[k] * value;
    }
    share[g] = sum / weights[g];
  }
}

void trm_beam_station(const trm_BeamElement *element, double xi, trm_BeamStation *out) {
  double points[TRM_GAUSS_POINTS], weights[TRM_GAUSS_POINTS];
  int count = element->strain_count;
  *out = (trm_BeamStation){.at = xi};
  trm_lagrange(element->node_count - 1, xi, out->h, NULL);
  partial_weights(element->mass_count, xi, out->passed);
  trm_gauss_legendre(count, points, weights);
  for (int p = 0; p < count; p++) {
    out->carried[p] = 1;
    for (int k = 0; k < count; k++)
      if (k != p) out->carried[p] *= (xi - points[k]) / (points[p] - points[k]);
    if (fabs(points[p] - xi) < fabs(points[out->nearest] - xi)) out->nearest = p;
  }
}

/* the axes of the section: the polar factor of the interpolated directors, by Newton-Schulz steps R <- R (3 I - R^T
   R)/2 */
static void section_axes(const double v[4][3], double axes[3][3]) {
  memcpy(axes, v + 1, sizeof(double[3][3]));
  for (int step = 0; step < 4; step++) {
    double next[3][3];
    for (int i = 0; i < 3; i++) {
      for (int n = 0; n < 3; n++) next[i][n] = 1.5 * axes[i][n];
      for (int j = 0; j < 3; j++) trm_add_scaled(next[i], -0.5 * trm_dot(axes[i], axes[j]), axes[j]);
    }
    memcpy(axes, next, sizeof next);
  }
}

void trm_beam_section_forces(const trm_Model *model, int e, const trm_BeamState *now, const trm_BeamBalance *balance,
                             const trm_BeamStation *station, double forces[6]) {
  const trm_BeamElement *element = &model->mesh.elements[e];
  double v[4][3], axes[3][3], force[3], moment[3], arm[3], turned[3];
  trm_BeamNodes nodes;
  trm_beam_gather(model, element, now->q, &nodes);
  at_point(&nodes, station->h, v);
  trm_copy(force, balance->force, 3);
  trm_copy(moment, balance->moment, 3);
  trm_subtract(arm, balance->start, v[0]);
  trm_cross(turned, arm, balance->force);
  trm_add_scaled(moment, 1, turned);
  for (int p = 0; p < element->mass_count; p++) {
    const trm_BeamDensity *density = &balance->density[p];
    double length = element->mass[p].weight * station->passed[p];
    trm_subtract(arm, density->at, v[0]);
    trm_cross(turned, arm, density->force);
    trm_add_scaled(force, length, density->force);
    trm_add_scaled(moment, length, turned);
    trm_add_scaled(moment, length, density->moment);
  }
  section_axes((const double(*)[3])v, axes);
  for (int b = 0; b < 3; b++) forces[b] = 0 - trm_dot(axes[b], force), forces[3 + b] = 0 - trm_dot(axes[b], moment);
}
