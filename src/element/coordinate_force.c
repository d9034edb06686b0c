/* Laws on relative coordinates whose formulas name what moves elsewhere: forces, voltages, openings of valves, normal
   loads, targets u(x, rate, t, names), all at the middle of the step. The law itself is as on its joint, which leaves
   it out; what is here is the chain from its function u to the names:
     dF/df = F_x + F_u sum_k u_,k d(name k)/df.
   Local unknowns: nodes that are named, then the coordinate itself, then others that are named. */
#include <math.h>
#include <string.h>
#include "element/contact.h"
#include "element/element_numbers.h"
#include "element/elements.h"
#include "element/joint.h"
#include "element/law.h"
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

static int coordinate_of(const trm_Model *model, const trm_CoordinateForce *force) {
  return model->joints[force->joint].first_coordinate + force->coordinate;
}

/* A slider may have left what it slides on: no law acts. x: at the start of the step. */
static bool has_left(const trm_Layout *layout, const trm_CoordinateForce *force, const double *x) {
  return trm_contact_released(&layout->joints[force->joint], x);
}

/* ... nor where its joint is released */
static bool acts(const trm_Layout *layout, const trm_CoordinateForce *force, const double *x) {
  return !layout->released[force->joint] && !has_left(layout, force, x);
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

/* ---- over a step ---- */

/* What the law sees; false: it has states, and the pair has none. room: for its inputs. */
static bool see(const trm_Model *model, const trm_CoordinateForce *force, const trm_Pair *pair,
                double room[TRM_EXPRESSION_NAMES], trm_LawPair *out) {
  int c = coordinate_of(model, force), states = force->law->kind->state_count;
  if (states > 0 && !pair->z_i) return false;
  *out = (trm_LawPair){.x_i = pair->x_i[c],
                       .x_f = pair->x_f[c],
                       .t_i = pair->t_i,
                       .h = pair->h,
                       .z_i = states > 0 ? pair->z_i + force->law->state : NULL,
                       .theta = pair->theta > 0 ? pair->theta : 0.5,
                       .inputs = trm_named_over(model, force->function, pair, room)};
  return true;
}

/* derivatives of the function by its names, times `by`, where the variables are x, rate, t */
static void name_weights(const trm_CoordinateForce *force, const double at[3], const double *inputs, double by,
                         double weights[TRM_EXPRESSION_NAMES]) {
  trm_named_gradient(force->function, at + (2 - force->time), inputs, weights);
  for (int k = 0; k < force->function->named_count; k++) weights[k] *= by;
}

static void middle(const trm_LawPair *pair, double at[3]) {
  at[0] = 0.5 * (pair->x_i + pair->x_f), at[1] = pair->h == 0 ? 0 : (pair->x_f - pair->x_i) / pair->h;
  at[2] = pair->t_i + 0.5 * pair->h;
}

static void note_force(const trm_Model *model, const trm_CoordinateForce *force, double value, double least,
                       trm_Local *out) {
  bool angular = model->joints[force->joint].kind->coordinates[force->coordinate].angular;
  double *largest = angular ? &out->moment_scale : &out->force_scale;
  *largest = fmax(*largest, fmax(fabs(value), least));
}

static void pair_one(const trm_Model *model, const trm_Pair *pair, int e, bool tangent, trm_Local *out) {
  const trm_CoordinateForce *force = &model->forces.coordinates[e];
  const trm_LawKind *kind = force->law->kind;
  double room[TRM_EXPRESSION_NAMES], weights[TRM_EXPRESSION_NAMES], variables[3];
  double share = kind->supplies ? 1 - pair->unloaded : 1;
  int at = own_at(force);
  trm_LawPair over;
  start(force, tangent, out);
  if (!acts(pair->layout, force, start_of(pair)) || !see(model, force, pair, room, &over)) return;
  trm_LawForce law = kind->pair(force->law->data, &over);
  middle(&over, variables);
  name_weights(force, variables, over.inputs, share * law.by_value, weights);
  double least = trm_named_yardstick(force->function, weights, over.inputs);
  note_force(model, force, law.force, least + trm_law_yardstick * fabs(law.slope * over.x_f), out);
  out->residual[at] = share * law.force;
  if (!tangent) return;
  double *row = out->tangent + (ptrdiff_t)out->n * at;
  row[at] = share * law.slope;
  trm_named_add_slopes(model, force->function, pair, weights, row);
}

static void pair_batch(const trm_Model *model, const trm_Pair *pair, int first, int n, bool tangent, trm_Local *out) {
  for (int i = 0; i < n; i++) pair_one(model, pair, first + i, tangent, &out[i]);
}

static void terms(const trm_Model *model, const trm_Pair *pair, int e, trm_Terms *sum) {
  const trm_CoordinateForce *force = &model->forces.coordinates[e];
  const trm_LawKind *kind = force->law->kind;
  const void *data = force->law->data;
  double room[TRM_EXPRESSION_NAMES];
  trm_LawPair over;
  trm_LawStates end = {.z = {0}};
  if (has_left(pair->layout, force, start_of(pair)) || (kind->state_count > 0 && !pair->z_i)) return;
  for (int i = 0; i < kind->state_count; i++) end.z[i] = pair->z_i[force->law->state + i];
  bool moves = pair->h != 0 && see(model, force, pair, room, &over);
  if (moves && kind->advance) kind->advance(data, &over, &end);
  if (kind->stored) sum->spring += kind->stored(data, pair->x_f[coordinate_of(model, force)], end.z, NULL);
  if (!moves || !acts(pair->layout, force, start_of(pair))) return;
  if (kind->dissipated) sum->dissipated += kind->dissipated(data, &over);
  if (kind->supplies) sum->load_work -= kind->pair(data, &over).force * (over.x_f - over.x_i);
}

static void advance(const trm_Model *model, const trm_Pair *pair, int e, double *z_f) {
  const trm_CoordinateForce *force = &model->forces.coordinates[e];
  double room[TRM_EXPRESSION_NAMES];
  trm_LawPair over;
  trm_LawStates end;
  if (!force->law->kind->advance || has_left(pair->layout, force, start_of(pair))) return;
  if (!see(model, force, pair, room, &over)) return;
  force->law->kind->advance(force->law->data, &over, &end);
  for (int i = 0; i < force->law->kind->state_count; i++) z_f[force->law->state + i] = end.z[i];
}

/* ---- at an instant ---- */

double trm_coordinate_force_value(const trm_Model *model, int e, const trm_Instant *now) {
  const trm_CoordinateForce *force = &model->forces.coordinates[e];
  const trm_LawKind *kind = force->law->kind;
  double room[TRM_EXPRESSION_NAMES], rates[TRM_JOINT_COORDINATES];
  int c = coordinate_of(model, force);
  if (!acts(now->layout, force, now->x_start ? now->x_start : now->x) || (kind->state_count > 0 && !now->z)) return 0;
  if (!now->x_rate) trm_joint_rates(model, &now->layout->joints[force->joint], now, NULL, rates, NULL);
  trm_LawInstant at = {.x = now->x[c],
                       .rate = now->x_rate ? now->x_rate[c] : rates[force->coordinate],
                       .t = now->t,
                       .z = kind->state_count > 0 ? now->z + force->law->state : NULL,
                       .inputs = trm_named_now(model, force->function, now, room)};
  return -kind->instant(force->law->data, &at, NULL);
}

static void instant_batch(const trm_Model *model, const trm_Instant *now, int first, int n, trm_Local *out) {
  for (int i = 0; i < n; i++) {
    const trm_CoordinateForce *force = &model->forces.coordinates[first + i];
    double share = force->law->kind->supplies ? 1 - now->unloaded : 1;
    start(force, true, &out[i]);
    out[i].residual[own_at(force)] = -share * trm_coordinate_force_value(model, first + i, now);
  }
}

/* ---- laws with states of their own, at the end of a step ---- */

static trm_Instant end_of(const trm_Pair *pair, const trm_EndRates *rates) {
  return (trm_Instant){.layout = pair->layout,
                       .t = pair->t_i + pair->h,
                       .inputs = pair->inputs,
                       .q = pair->q_f,
                       .w = pair->w_f,
                       .x = pair->x_f,
                       .x_rate = rates->x_rate,
                       .x_start = start_of(pair),
                       .signals = rates->signals,
                       .lambda = rates->lambda,
                       .scale = pair->scale};
}

/* States are those that the step leads to, and see names at its middle; what is left of the function at the end sees
   them there, where their derivatives are about twice those of the middle. (Multipliers of the middle are means: the
   scheme halves their columns.) */
static void memory(const trm_Model *model, const trm_Pair *pair, const trm_EndRates *rates, int e, trm_Local *out) {
  const trm_CoordinateForce *force = &model->forces.coordinates[e];
  const trm_LawKind *kind = force->law->kind;
  double room[TRM_EXPRESSION_NAMES], at_end[TRM_EXPRESSION_NAMES], weights[TRM_EXPRESSION_NAMES];
  double variables[3], gradient[TRM_LAW_GRADIENT], by_value = 0, *row;
  int at = own_at(force), states = kind->state_count;
  trm_LawPair over;
  trm_LawStates end;
  if (states == 0 || !acts(pair->layout, force, start_of(pair)) || !see(model, force, pair, room, &over)) return;
  kind->advance(force->law->data, &over, &end);
  trm_Instant instant = end_of(pair, rates);
  trm_LawInstant now = {.x = over.x_f,
                        .rate = rates->x_rate[coordinate_of(model, force)],
                        .t = instant.t,
                        .z = end.z,
                        .inputs = trm_named_now(model, force->function, &instant, at_end)};
  double value = kind->instant(force->law->data, &now, gradient), slope = gradient[0] + rates->slope * gradient[1];
  for (int i = 0; i < states; i++)
    slope += gradient[2 + i] * end.by_x[i], by_value += gradient[2 + i] * end.by_value[i];
  row = out->tangent + (ptrdiff_t)out->n * at;
  out->residual[at] += value, row[at] += slope;
  middle(&over, variables);
  name_weights(force, variables, over.inputs, by_value, weights);
  note_force(model, force, value, trm_named_yardstick(force->function, weights, over.inputs), out);
  trm_named_add_slopes(model, force->function, pair, weights, row);
  name_weights(force, (double[3]){now.x, now.rate, now.t}, now.inputs, 2 * gradient[2 + states], weights);
  trm_named_add_slopes(model, force->function, pair, weights, row);
}

const trm_ElementKind trm_coordinate_force_element = {.name = "coordinate force",
                                                      .unconstraining = true,
                                                      .count = count,
                                                      .most = most,
                                                      .label = label,
                                                      .unknowns = unknowns,
                                                      .pair = pair_batch,
                                                      .instant = instant_batch,
                                                      .terms = terms,
                                                      .advance = advance,
                                                      .memory = memory};
