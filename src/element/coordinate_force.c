/* Forces on relative coordinates whose formulas name what moves elsewhere: F(x, rate, t, names) along x, all at the
   middle of the step. The work F (x_f - x_i) is that of an actuator. Local unknowns: nodes that are named, then the
   coordinate itself, then others that are named. */
#include <math.h>
#include <string.h>
#include "element/contact.h"
#include "element/element_numbers.h"
#include "element/elements.h"
#include "element/joint.h"
#include "element/named.h"

static int count(const trm_Model *model) { return model->forces.coordinate_count; }
static const char *label(const trm_Model *model, int e) { return model->forces.coordinates[e].name; }

static int most(const trm_Model *model) {
  int largest = 0;
  for (int e = 0; e < count(model); e++) {
    int n = trm_depends_size(&model->forces.coordinates[e].depends);
    if (n > largest) largest = n;
  }
  return largest;
}

static int unknowns(const trm_Model *model, const trm_Numbering *numbering, int e, int *list) {
  return trm_depends_unknowns(model, numbering, &model->forces.coordinates[e].depends, list);
}

static int own_at(const trm_CoordinateForce *force) { return 6 * force->depends.node_count; }

/* A coordinate that is no unknown belongs to a joint that is released, and a slider may have left what it slides on:
   nothing acts. x: at the start of the step. */
static bool acts(const trm_Layout *layout, const trm_CoordinateForce *force, const double *x) {
  const trm_Joint *joint = &layout->joints[force->joint];
  return joint->unknown_of[force->coordinate] >= 0 && !trm_contact_released(joint, x);
}

static const double *start_of(const trm_Pair *pair) { return pair->x_start ? pair->x_start : pair->x_i; }

static void start(const trm_CoordinateForce *force, bool tangent, trm_Local *out) {
  int n = out->n = trm_depends_size(&force->depends);
  out->node_count = force->depends.node_count;
  out->force_scale = out->moment_scale = 0;
  for (int a = 0; a < out->node_count; a++) out->nodes[a] = force->depends.nodes[a];
  memset(out->residual, 0, sizeof(double) * (size_t)n);
  if (tangent) memset(out->tangent, 0, sizeof(double) * (size_t)n * (size_t)n);
}

static double middle(const trm_Model *model, const trm_CoordinateForce *force, const trm_Pair *pair,
                     double variables[3]) {
  int c = model->joints[force->joint].first_coordinate + force->coordinate;
  double per_step = pair->h == 0 ? 0 : 1 / pair->h;
  variables[0] = 0.5 * (pair->x_i[c] + pair->x_f[c]);
  variables[1] = (pair->x_f[c] - pair->x_i[c]) * per_step;
  variables[2] = pair->t_i + 0.5 * pair->h;
  return per_step;
}

static void pair_one(const trm_Model *model, const trm_Pair *pair, int e, bool tangent, trm_Local *out) {
  const trm_CoordinateForce *force = &model->forces.coordinates[e];
  double room[TRM_EXPRESSION_NAMES], variables[3], gradient[3] = {0}, share = pair->unloaded - 1;
  int at = own_at(force);
  start(force, tangent, out);
  if (!acts(pair->layout, force, start_of(pair))) return;
  double per_step = middle(model, force, pair, variables);
  const double *inputs = trm_named_over(model, force->force, pair, room);
  double value = trm_function_derivatives(force->force, variables, inputs, 3, gradient, NULL);
  double weights[TRM_EXPRESSION_NAMES], *row = out->tangent + (ptrdiff_t)out->n * at;
  trm_named_gradient(force->force, variables, inputs, weights);
  bool angular = model->joints[force->joint].kind->coordinates[force->coordinate].angular;
  double least =
      trm_named_yardstick(force->force, weights, inputs) + trm_law_yardstick * fabs(gradient[0] * variables[0]);
  *(angular ? &out->moment_scale : &out->force_scale) = fmax(fabs(value), least);
  out->residual[at] = share * value;
  if (!tangent) return;
  for (int k = 0; k < force->force->named_count; k++) weights[k] *= share;
  row[at] = share * (0.5 * gradient[0] + per_step * gradient[1]);
  trm_named_add_slopes(model, force->force, pair, weights, row);
}

static void pair_batch(const trm_Model *model, const trm_Pair *pair, int first, int n, bool tangent, trm_Local *out) {
  for (int i = 0; i < n; i++) pair_one(model, pair, first + i, tangent, &out[i]);
}

double trm_coordinate_force_value(const trm_Model *model, int e, const trm_Instant *now) {
  const trm_CoordinateForce *force = &model->forces.coordinates[e];
  const trm_ModelJoint *joint = &model->joints[force->joint];
  double rates[TRM_JOINT_COORDINATES], rate;
  int c = joint->first_coordinate + force->coordinate;
  if (!now->x_rate) trm_joint_rates(model, &now->layout->joints[force->joint], now, NULL, rates, NULL);
  rate = now->x_rate ? now->x_rate[c] : rates[force->coordinate];
  return trm_named_value(model, force->force, (double[3]){now->x[c], rate, now->t}, now);
}

static void instant_batch(const trm_Model *model, const trm_Instant *now, int first, int n, trm_Local *out) {
  for (int i = 0; i < n; i++) {
    const trm_CoordinateForce *force = &model->forces.coordinates[first + i];
    start(force, true, &out[i]);
    if (acts(now->layout, force, now->x_start ? now->x_start : now->x))
      out[i].residual[own_at(force)] = (now->unloaded - 1) * trm_coordinate_force_value(model, first + i, now);
  }
}

static void terms(const trm_Model *model, const trm_Pair *pair, int e, trm_Terms *sum) {
  const trm_CoordinateForce *force = &model->forces.coordinates[e];
  double room[TRM_EXPRESSION_NAMES], variables[3];
  int c = model->joints[force->joint].first_coordinate + force->coordinate;
  if (pair->h == 0 || !acts(pair->layout, force, start_of(pair))) return;
  middle(model, force, pair, variables);
  double value = trm_function_value(force->force, variables, trm_named_over(model, force->force, pair, room));
  sum->load_work += value * (pair->x_f[c] - pair->x_i[c]);
}

const trm_ElementKind trm_coordinate_force_element = {.name = "coordinate force",
                                                      .count = count,
                                                      .most = most,
                                                      .label = label,
                                                      .unknowns = unknowns,
                                                      .pair = pair_batch,
                                                      .instant = instant_batch,
                                                      .terms = terms};
