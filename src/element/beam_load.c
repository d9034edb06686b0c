/* Loads per length along beams: force . dx + moment . dpsi, integrated with the shape functions. One element per load
   and beam element.
   Functions of (xi, t), the mean over the two Gauss points of the step in time; follower components along the
   interpolated section axes of the mean configuration. */
#include <assert.h>
#include <string.h>
#include "element/beam_kernel.h"
#include "element/elements.h"
#include "element/frame.h"
#include "element/local.h"
#include "math/vec3.h"

static int count(const trm_Model *model) {
  int sum = 0;
  for (int l = 0; l < model->mesh.load_count; l++) sum += model->beams[model->mesh.loads[l].beam].element_count;
  return sum;
}

/* the load of element number e, and its beam element */
static const trm_BeamLoad *load_of(const trm_Model *model, int e, const trm_BeamElement **element) {
  for (int l = 0; l < model->mesh.load_count; l++) {
    const trm_Beam *beam = &model->beams[model->mesh.loads[l].beam];
    if (e < beam->element_count) {
      *element = &model->mesh.elements[beam->first_element + e];
      return &model->mesh.loads[l];
    }
    e -= beam->element_count;
  }
  assert(!"element number beyond the loads");
  *element = &model->mesh.elements[0];
  return &model->mesh.loads[0];
}

static const char *label(const trm_Model *model, int e) {
  const trm_BeamElement *element;
  return load_of(model, e, &element)->name;
}

static int unknowns(const trm_Model *model, const trm_Numbering *numbering, int e, int *list) {
  const trm_BeamElement *element;
  load_of(model, e, &element);
  for (int a = 0; a < element->node_count; a++) trm_node_unknowns(model, numbering, element->nodes[a], list + 6 * a);
  return 6 * element->node_count;
}

static void start(const trm_BeamElement *element, bool tangent, trm_Local *out) {
  out->n = 6 * element->node_count, out->node_count = element->node_count;
  out->force_scale = out->moment_scale = 0;
  for (int a = 0; a < element->node_count; a++) out->nodes[a] = element->nodes[a];
  memset(out->residual, 0, sizeof(double) * (size_t)out->n);
  if (tangent) memset(out->tangent, 0, sizeof(double) * (size_t)out->n * (size_t)out->n);
}

typedef struct When {
  double t_i, h, factor;
  const double *inputs;
  const double *weight; /* of the two Gauss points */
} When;

static void values(const trm_Function *functions, double xi, const When *when, double out[3]) {
  for (int n = 0; n < 3; n++) {
    out[n] = 0;
    for (int g = 0; g < 2; g++)
      out[n] += when->weight[g] *
                trm_function_value(&functions[n], (double[2]){xi, trm_gauss_time(when->t_i, when->h, g)}, when->inputs);
  }
}

/* components -> world, along interpolated directors when the load follows */
static void resolve(const trm_BeamNodes *nodes, const trm_BeamPoint *point, bool follower, const double c[3],
                    double out[3]) {
  trm_copy(out, c, 3);
  if (!follower) return;
  out[0] = out[1] = out[2] = 0;
  for (int a = 0; a < nodes->count; a++)
    for (int b = 0; b < 3; b++) trm_add_scaled(out, point->h[a] * c[b], nodes->v[a][1 + b]);
}

/* tangent of a follower: -h_A w d(c_b d_b,m)/d psi_B = +1/2 h_A h_B w tilde(c_b d_bB,f) */
static void follower_tangent(const trm_BeamNodes *f, const trm_BeamPoint *point, const double c[3], int row,
                             double weight, double *tangent, int n) {
  for (int b = 0; b < f->count; b++) {
    double turned[3] = {0, 0, 0};
    for (int k = 0; k < 3; k++) trm_add_scaled(turned, c[k], f->v[b][1 + k]);
    for (int a = 0; a < f->count; a++)
      trm_add_tilde(tangent + n * (6 * a + row) + 6 * b + 3, n, 0.5 * weight * point->h[a] * point->h[b], turned);
  }
}

static void evaluate(const trm_Model *model, int e, When when, const trm_BeamNodes *m, const trm_BeamNodes *f,
                     trm_Local *out) {
  const trm_BeamElement *element;
  const trm_BeamLoad *load = load_of(model, e, &element);
  double length = model->beams[load->beam].length;
  start(element, f != NULL, out);
  for (int p = 0; p < element->mass_count; p++) {
    const trm_BeamPoint *point = &element->mass[p];
    double weight = when.factor * point->weight;
    for (int kind = 0; kind < 2; kind++) { /* force, moment */
      if (!(kind ? load->moment : load->force)) continue;
      double c[3], world[3];
      values(kind ? load->moment : load->force, point->span / length, &when, c);
      resolve(m, point, load->follower, c, world);
      for (int a = 0; a < element->node_count; a++)
        trm_add_scaled(out->residual + 6 * a + 3 * kind, -weight * point->h[a], world);
      double *largest = kind ? &out->moment_scale : &out->force_scale;
      *largest = fmax(*largest, trm_norm(world) * point->weight);
      if (f && load->follower) follower_tangent(f, point, c, 3 * kind, weight, out->tangent, out->n);
    }
  }
}

static void weighted_one(const trm_Model *model, const trm_Pair *pair, int e, const double weight[2], bool tangent,
                         trm_Local *out) {
  const trm_BeamElement *element;
  trm_BeamNodes m, f;
  load_of(model, e, &element);
  trm_beam_gather(model, element, pair->q_m, &m);
  trm_beam_gather(model, element, pair->q_f, &f);
  double h = pair->at_once ? 0 : pair->h, t_i = pair->t_i + 0.5 * (pair->h - h);
  evaluate(model, e, (When){t_i, h, 1 - pair->unloaded, pair->inputs, weight}, &m, tangent ? &f : NULL, out);
}

static void pair_batch(const trm_Model *model, const trm_Pair *pair, int first, int n, bool tangent, trm_Local *out) {
  for (int i = 0; i < n; i++) weighted_one(model, pair, first + i, trm_gauss_mean, tangent, &out[i]);
}

static void instant_batch(const trm_Model *model, const trm_Instant *now, int first, int n, trm_Local *out) {
  for (int i = 0; i < n; i++) {
    const trm_BeamElement *element;
    trm_BeamNodes nodes;
    load_of(model, first + i, &element);
    trm_beam_gather(model, element, now->q, &nodes);
    evaluate(model, first + i, (When){now->t, 0, 1, now->inputs, trm_gauss_mean}, &nodes, NULL, &out[i]);
    memset(out[i].tangent, 0, sizeof(double) * (size_t)out[i].n * (size_t)out[i].n);
  }
}

static void terms(const trm_Model *model, const trm_Pair *pair, int e, trm_Terms *sum) {
  if (pair->h == 0) return;
  TRM_LOCAL_HERE(local, 6 * TRM_BEAM_NODES);
  pair_batch(model, pair, e, 1, false, &local);
  trm_load_work(model, pair, &local, sum);
}

static void jump(const trm_Model *model, const trm_Pair *pair, const trm_Jump *terms_of, int e, const double *y,
                 trm_JumpLocal *out) {
  (void)y;
  TRM_LOCAL_HERE(local, 6 * TRM_BEAM_NODES);
  weighted_one(model, pair, e, trm_gauss_half_change, !terms_of->residual_only, &local);
  trm_load_jump(&local, terms_of->residual_only, out);
}

static void jump_energy(const trm_Model *model, const trm_Pair *pair, const trm_Jump *terms_of, int e, const double *y,
                        trm_JumpEnergy *sum) {
  (void)terms_of;
  TRM_LOCAL_HERE(local, 6 * TRM_BEAM_NODES);
  weighted_one(model, pair, e, trm_gauss_half_change, false, &local);
  trm_load_jump_energy(model, pair, &local, y, sum);
}

const trm_ElementKind trm_beam_load_element = {.name = "beam load",
                                               .count = count,
                                               .label = label,
                                               .unknowns = unknowns,
                                               .pair = pair_batch,
                                               .instant = instant_batch,
                                               .terms = terms,
                                               .jump = jump,
                                               .jump_energy = jump_energy};
