/* Forces and moments on a marker, functions of time: dead (world axes) or follower (the marker's axes). Over a step the
   mean of the function at the two Gauss points of the step is used; follower axes are those of the mean
   configuration. What the functions name (element/named.h) is that of the middle of the step. Local unknowns: the
   marker's node, then those on which names depend. */
#include <math.h>
#include <string.h>
#include "element/elements.h"
#include "element/frame.h"
#include "element/local.h"
#include "element/named.h"
#include "math/vec3.h"

/* ---- what loads of all kinds share ---- */

const double trm_gauss_mean[2] = {0.5, 0.5};
const double trm_gauss_half_change[2] = {-0.86602540378443864676, 0.86602540378443864676}; /* -/+ sqrt(3)/2 */

double trm_gauss_time(double t_i, double h, int point) {
  return t_i + 0.5 * h + (point ? 0.28867513459481288225 : -0.28867513459481288225) * h; /* h / (2 sqrt 3) */
}

void trm_load_work(const trm_Model *model, const trm_Pair *pair, const trm_Local *local, trm_Terms *sum) {
  for (int a = 0; a < local->node_count; a++) {
    const trm_Node *node = &model->nodes[local->nodes[a]];
    sum->load_work -= trm_dot(local->residual + 6 * a, pair->dq + trm_point_at(node->point)) +
                      trm_dot(local->residual + 6 * a + 3, pair->turn + 3 * node->triad);
  }
}

void trm_load_jump(const trm_Local *half_change, int size, bool residual_only, trm_JumpLocal *out) {
  int own = half_change->n, n = out->n = size;
  memset(out->residual, 0, sizeof(double) * 2 * (size_t)n);
  for (int i = 0; i < own; i++) out->residual[n + i] = -half_change->residual[i];
  if (residual_only) return;
  memset(out->tangent, 0, sizeof(double) * 4 * (size_t)n * (size_t)n);
  for (int i = 0; i < own; i++)
    for (int j = 0; j < own; j++) out->tangent[2 * n * (n + i) + j] = -half_change->tangent[own * i + j];
}

void trm_load_jump_energy(const trm_Model *model, const trm_Pair *pair, const trm_Local *half_change, const double *y,
                          trm_JumpEnergy *sum) {
  for (int a = 0; a < half_change->node_count; a++) {
    const trm_Node *node = &model->nodes[half_change->nodes[a]];
    double omega[3];
    int x = trm_point_at(node->point), d = trm_triad_at(model, node->triad);
    trm_triad_omega(pair->q_i + d, pair->w_i + d, omega);
    double force[3] = {0}, moment[3];
    trm_add_scaled(force, -pair->h / 6, half_change->residual + 6 * a);
    trm_cross(moment, pair->dq + x, force);
    trm_add_scaled(sum->turned, 1, moment);
    for (int n = 0; n < 6; n++) sum->loaded = sum->loaded || half_change->residual[6 * a + n] != 0;
    for (int n = 0; n < 3; n++)
      sum->load_work -= pair->h / 3 *
                        (half_change->residual[6 * a + n] * (y[6 * a + n] - pair->w_i[x + n]) +
                         half_change->residual[6 * a + 3 + n] * (y[6 * a + 3 + n] - omega[n]));
  }
}

static int count(const trm_Model *model) { return model->forces.load_count; }
static const char *label(const trm_Model *model, int e) { return model->forces.loads[e].name; }

static int unknowns(const trm_Model *model, const trm_Numbering *numbering, int e, int *list) {
  trm_node_unknowns(model, numbering, model->forces.loads[e].marker.node, list);
  return 6 + trm_depends_unknowns(model, numbering, &model->forces.loads[e].depends, list + 6);
}

static int size_of(const trm_Load *load) { return 6 + trm_depends_size(&load->depends); }

static int most(const trm_Model *model) {
  int largest = 6;
  for (int e = 0; e < model->forces.load_count; e++) {
    int n = size_of(&model->forces.loads[e]);
    if (n > largest) largest = n;
  }
  return largest;
}

static void components(const trm_Model *model, const trm_Function *functions, const trm_Instant *now, double out[3]) {
  for (int n = 0; n < 3; n++) out[n] = trm_named_value(model, &functions[n], &now->t, now);
}

/* the times of the step at which functions are taken */
static double time_of(const trm_Pair *pair, int point) {
  double h = pair->at_once ? 0 : pair->h;
  return trm_gauss_time(pair->t_i + 0.5 * (pair->h - h), h, point);
}

static void over_step(const trm_Model *model, const trm_Function *functions, const trm_Pair *pair,
                      const double weight[2], double out[3]) {
  double room[TRM_EXPRESSION_NAMES];
  for (int n = 0; n < 3; n++) {
    const double *inputs = trm_named_over(model, &functions[n], pair, room);
    out[n] = 0;
    for (int g = 0; g < 2; g++) {
      double t = time_of(pair, g);
      out[n] += weight[g] * trm_function_value(&functions[n], &t, inputs);
    }
  }
}

/* components -> world: itself when dead, sum_a c_a e_a when follower */
static void resolve(const trm_Load *load, const trm_Frame *frame, const double c[3], double out[3]) {
  trm_copy(out, c, 3);
  if (!load->follower) return;
  for (int n = 0; n < 3; n++) out[n] = c[0] * frame->e[0][n] + c[1] * frame->e[1][n] + c[2] * frame->e[2][n];
}

void trm_load_value(const trm_Model *model, int e, const trm_Instant *now, double force[3], double moment[3]) {
  const trm_Load *load = &model->forces.loads[e];
  double f[3] = {0}, m[3] = {0};
  trm_Frame frame;
  if (load->force) components(model, load->force, now, f);
  if (load->moment) components(model, load->moment, now, m);
  trm_marker_frame(model, &load->marker, now->q, &frame);
  resolve(load, &frame, f, force);
  resolve(load, &frame, m, moment);
}

/* own: without what its names depend on, whose rows are zero */
static void start(const trm_Load *load, bool own, bool tangent, trm_Local *out) {
  const trm_Depends *depends = &load->depends;
  int n = out->n = own ? 6 : size_of(load);
  out->node_count = own ? 1 : 1 + depends->node_count, out->nodes[0] = load->marker.node;
  for (int a = 0; !own && a < depends->node_count; a++) out->nodes[1 + a] = depends->nodes[a];
  out->force_scale = out->moment_scale = 0;
  for (int i = 0; i < n; i++) out->residual[i] = 0;
  for (int i = 0; tangent && i < n * n; i++) out->tangent[i] = 0;
}

/* what of the load has been put on */
static void reduce(double unloaded, double force[3], double moment[3]) {
  for (int n = 0; n < 3; n++) force[n] *= 1 - unloaded, moment[n] *= 1 - unloaded;
}

static void apply(const trm_Load *load, const trm_Frame *frame, const double force[3], const double moment[3],
                  trm_Local *out) {
  double f[3], m[3];
  resolve(load, frame, force, f);
  resolve(load, frame, moment, m);
  for (int n = 0; n < 3; n++) out->residual[n] = -f[n], out->residual[3 + n] = -m[n];
  out->force_scale = trm_norm(f), out->moment_scale = trm_norm(m);
}

/* ---- what the names add to the tangent: force and moment per unit of each component, times its derivatives ---- */

/* minus the weighted derivatives of a function by its names; returns what its yardstick is at least */
static double name_weights(const trm_Model *model, const trm_Function *function, const trm_Pair *pair,
                           const double weight[2], double out[TRM_EXPRESSION_NAMES]) {
  double room[TRM_EXPRESSION_NAMES], gradient[TRM_EXPRESSION_NAMES];
  const double *inputs = trm_named_over(model, function, pair, room);
  for (int k = 0; k < function->named_count; k++) out[k] = 0;
  for (int g = 0; g < 2; g++) {
    double t = time_of(pair, g);
    trm_named_gradient(function, &t, inputs, gradient);
    for (int k = 0; k < function->named_count; k++) out[k] -= (1 - pair->unloaded) * weight[g] * gradient[k];
  }
  return trm_named_yardstick(function, out, inputs);
}

/* Rows 0 .. 5 of a tangent whose rows are `stride` apart, times factor. */
typedef struct Rows {
  double *first; /* NULL: yardsticks alone are wanted */
  int stride;
  double factor;
} Rows;

/* scales: where yardsticks are noted, or NULL */
static void name_tangent(const trm_Model *model, const trm_Load *load, const trm_Pair *pair, const double weight[2],
                         Rows rows, trm_Local *scales) {
  trm_Frame mean;
  if (!load->named) return;
  double arm[3], weights[TRM_EXPRESSION_NAMES], scaled[TRM_EXPRESSION_NAMES];
  trm_marker_frame(model, &load->marker, pair->q_m, &mean);
  trm_marker_arm(model, &load->marker, pair->q_m, arm);
  for (int c = 0; c < 6; c++) {
    const trm_Function *functions = c < 3 ? load->force : load->moment;
    if (!functions || functions[c % 3].named_count == 0) continue;
    double unit[3] = {c % 3 == 0, c % 3 == 1, c % 3 == 2}, on[6] = {0};
    resolve(load, &mean, unit, on + (c < 3 ? 0 : 3));
    if (c < 3) trm_cross(on + 3, arm, on);
    double least = name_weights(model, &functions[c % 3], pair, weight, weights);
    double *scale = !scales ? &least : c < 3 ? &scales->force_scale : &scales->moment_scale;
    *scale = fmax(*scale, least);
    for (int r = 0; r < 6 && rows.first; r++) {
      for (int k = 0; k < functions[c % 3].named_count; k++) scaled[k] = rows.factor * on[r] * weights[k];
      if (on[r] != 0)
        trm_named_add_slopes(model, &functions[c % 3], pair, scaled, rows.first + (ptrdiff_t)rows.stride * r);
    }
  }
}

/* -d(c_a e_a,m) = -1/2 dpsi x (c_a e_a,f) */
static void add_turning(const trm_Load *load, const trm_Frame *end, const double force[3], const double moment[3],
                        trm_Local *out) {
  double f[3], m[3];
  int n = out->n;
  resolve(load, end, force, f);
  resolve(load, end, moment, m);
  trm_add_tilde(out->tangent + 3, n, 0.5, f);
  trm_add_tilde(out->tangent + 3 * (ptrdiff_t)n + 3, n, 0.5, m);
}

/* Does a force act beside its node's point? */
static bool has_lever(const trm_Load *load) {
  const double *arm = load->marker.offset;
  return load->force && (arm[0] != 0 || arm[1] != 0 || arm[2] != 0);
}

static bool still(const trm_Model *model, int e) {
  const trm_Load *load = &model->forces.loads[e];
  return !load->follower && !load->named && !has_lever(load);
}

/* Minus the sum of the load at the Gauss points of the step, each times its weight: of its own node alone, but that the
   local may be for more. */
static void weighted_one(const trm_Model *model, const trm_Pair *pair, int e, const double weight[2], bool tangent,
                         trm_Local *out) {
  const trm_Load *load = &model->forces.loads[e];
  trm_Frame mean, end;
  double force[3] = {0}, moment[3] = {0};
  int n = out->n;
  if (load->force) over_step(model, load->force, pair, weight, force);
  if (load->moment) over_step(model, load->moment, pair, weight, moment);
  reduce(pair->unloaded, force, moment);
  if (load->follower) {
    trm_marker_frame(model, &load->marker, pair->q_m, &mean);
    trm_marker_frame(model, &load->marker, pair->q_f, &end);
  }
  apply(load, &mean, force, moment, out);
  if (!has_lever(load)) { /* what is fixed in world axes has no tangent then */
    if (tangent && load->follower) add_turning(load, &end, force, moment, out);
    return;
  }
  trm_Lever lever = {.at = 0};
  trm_marker_arm(model, &load->marker, pair->q_m, lever.arm_m);
  trm_marker_arm(model, &load->marker, pair->q_f, lever.arm_f);
  if (tangent) {
    if (load->follower) add_turning(load, &end, force, moment, out);
    trm_lever_tangent(&lever, out->residual, out->tangent, n);
  }
  trm_lever_residual(&lever, out->residual);
}

static void pair_one(const trm_Model *model, const trm_Pair *pair, int e, bool tangent, trm_Local *out) {
  const trm_Load *load = &model->forces.loads[e];
  start(load, false, tangent, out);
  weighted_one(model, pair, e, trm_gauss_mean, tangent, out);
  name_tangent(model, load, pair, trm_gauss_mean, (Rows){tangent ? out->tangent : NULL, out->n, 1}, out);
}

static void instant_one(const trm_Model *model, const trm_Instant *now, int e, trm_Local *out) {
  const trm_Load *load = &model->forces.loads[e];
  trm_Frame frame;
  double force[3] = {0}, moment[3] = {0};
  if (load->force) components(model, load->force, now, force);
  if (load->moment) components(model, load->moment, now, moment);
  reduce(now->unloaded, force, moment);
  trm_marker_frame(model, &load->marker, now->q, &frame);
  start(load, false, true, out);
  apply(load, &frame, force, moment, out);
  trm_Lever lever = {.at = 0};
  trm_marker_arm(model, &load->marker, now->q, lever.arm_m);
  trm_lever_residual(&lever, out->residual);
}

static void pair_batch(const trm_Model *model, const trm_Pair *pair, int first, int n, bool tangent, trm_Local *out) {
  for (int i = 0; i < n; i++) pair_one(model, pair, first + i, tangent, &out[i]);
}

static void instant_batch(const trm_Model *model, const trm_Instant *now, int first, int n, trm_Local *out) {
  for (int i = 0; i < n; i++) instant_one(model, now, first + i, &out[i]);
}

static void terms(const trm_Model *model, const trm_Pair *pair, int e, trm_Terms *sum) {
  if (pair->h == 0) return;
  TRM_LOCAL_HERE(local, 6);
  start(&model->forces.loads[e], true, false, &local);
  weighted_one(model, pair, e, trm_gauss_mean, false, &local);
  trm_load_work(model, pair, &local, sum);
}

/* what changes with the motion is left to the mean: names are those of the middle of the step */
static void jump(const trm_Model *model, const trm_Pair *pair, const trm_Jump *terms_of, int e, const double *y,
                 trm_JumpLocal *out) {
  (void)y;
  const trm_Load *load = &model->forces.loads[e];
  TRM_LOCAL_HERE(local, 6);
  start(load, true, !terms_of->residual_only, &local);
  weighted_one(model, pair, e, trm_gauss_half_change, !terms_of->residual_only, &local);
  trm_load_jump(&local, size_of(load), terms_of->residual_only, out);
  if (terms_of->residual_only) return;
  Rows rows = {out->tangent + 2 * (ptrdiff_t)out->n * out->n, 2 * out->n, -1};
  name_tangent(model, load, pair, trm_gauss_half_change, rows, NULL);
}

static void jump_energy(const trm_Model *model, const trm_Pair *pair, const trm_Jump *terms_of, int e, const double *y,
                        trm_JumpEnergy *sum) {
  (void)terms_of;
  TRM_LOCAL_HERE(local, 6);
  start(&model->forces.loads[e], true, false, &local);
  weighted_one(model, pair, e, trm_gauss_half_change, false, &local);
  trm_load_jump_energy(model, pair, &local, y, sum);
}

const trm_ElementKind trm_load_element = {.name = "load",
                                          .unconstraining = true,
                                          .count = count,
                                          .most = most,
                                          .label = label,
                                          .unknowns = unknowns,
                                          .pair = pair_batch,
                                          .still = still,
                                          .instant = instant_batch,
                                          .only_forces = true,
                                          .terms = terms,
                                          .jump = jump,
                                          .jump_energy = jump_energy};
