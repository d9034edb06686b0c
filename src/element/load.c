/* Forces and moments on a marker, functions of time: dead (world axes) or follower (the marker's axes). Over a step the
   mean of the function at the two Gauss points of the step is used; follower axes are those of the mean
   configuration. */
#include <string.h>
#include "element/elements.h"
#include "element/frame.h"
#include "element/local.h"
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

void trm_load_jump(const trm_Local *half_change, bool residual_only, trm_JumpLocal *out) {
  int n = out->n = half_change->n;
  memset(out->residual, 0, sizeof(double) * 2 * (size_t)n);
  for (int i = 0; i < n; i++) out->residual[n + i] = -half_change->residual[i];
  if (residual_only) return;
  memset(out->tangent, 0, sizeof(double) * 4 * (size_t)n * (size_t)n);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) out->tangent[2 * n * (n + i) + j] = -half_change->tangent[n * i + j];
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
  return 6;
}

static void components(const trm_Function *functions, const double *inputs, double t, double out[3]) {
  for (int n = 0; n < 3; n++) out[n] = trm_function_value(&functions[n], &t, inputs);
}

static void over_step(const trm_Function *functions, const trm_Pair *pair, const double weight[2], double out[3]) {
  double value[3], h = pair->at_once ? 0 : pair->h, t_i = pair->t_i + 0.5 * (pair->h - h);
  out[0] = out[1] = out[2] = 0;
  for (int g = 0; g < 2; g++) {
    components(functions, pair->inputs, trm_gauss_time(t_i, h, g), value);
    trm_add_scaled(out, weight[g], value);
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
  if (load->force) components(load->force, now->inputs, now->t, f);
  if (load->moment) components(load->moment, now->inputs, now->t, m);
  trm_marker_frame(model, &load->marker, now->q, &frame);
  resolve(load, &frame, f, force);
  resolve(load, &frame, m, moment);
}

static void start(const trm_Model *model, int e, bool tangent, trm_Local *out) {
  out->n = 6, out->node_count = 1, out->nodes[0] = model->forces.loads[e].marker.node;
  out->force_scale = out->moment_scale = 0;
  for (int i = 0; i < 6; i++) out->residual[i] = 0;
  if (tangent)
    for (int i = 0; i < 36; i++) out->tangent[i] = 0;
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

/* minus the sum of the load at the Gauss points of the step, each times its weight */
static void weighted_one(const trm_Model *model, const trm_Pair *pair, int e, const double weight[2], bool tangent,
                         trm_Local *out) {
  const trm_Load *load = &model->forces.loads[e];
  trm_Frame mean, end;
  double force[3] = {0}, moment[3] = {0};
  if (load->force) over_step(load->force, pair, weight, force);
  if (load->moment) over_step(load->moment, pair, weight, moment);
  reduce(pair->unloaded, force, moment);
  trm_marker_frame(model, &load->marker, pair->q_m, &mean);
  trm_marker_frame(model, &load->marker, pair->q_f, &end);
  start(model, e, tangent, out);
  apply(load, &mean, force, moment, out);
  trm_Lever lever = {.at = 0};
  trm_marker_arm(model, &load->marker, pair->q_m, lever.arm_m);
  trm_marker_arm(model, &load->marker, pair->q_f, lever.arm_f);
  if (tangent) {
    if (load->follower) { /* -d(c_a e_a,m) = -1/2 dpsi x (c_a e_a,f) */
      double f[3], m[3];
      resolve(load, &end, force, f);
      resolve(load, &end, moment, m);
      trm_add_tilde(out->tangent + 3, 6, 0.5, f);
      trm_add_tilde(out->tangent + 6 * 3 + 3, 6, 0.5, m);
    }
    trm_lever_tangent(&lever, out->residual, out->tangent, 6);
  }
  trm_lever_residual(&lever, out->residual);
}

static void pair_one(const trm_Model *model, const trm_Pair *pair, int e, bool tangent, trm_Local *out) {
  weighted_one(model, pair, e, trm_gauss_mean, tangent, out);
}

static void instant_one(const trm_Model *model, const trm_Instant *now, int e, trm_Local *out) {
  const trm_Load *load = &model->forces.loads[e];
  trm_Frame frame;
  double force[3] = {0}, moment[3] = {0};
  if (load->force) components(load->force, now->inputs, now->t, force);
  if (load->moment) components(load->moment, now->inputs, now->t, moment);
  reduce(now->unloaded, force, moment);
  trm_marker_frame(model, &load->marker, now->q, &frame);
  start(model, e, true, out);
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
  pair_one(model, pair, e, false, &local);
  trm_load_work(model, pair, &local, sum);
}

static void jump(const trm_Model *model, const trm_Pair *pair, const trm_Jump *terms_of, int e, const double *y,
                 trm_JumpLocal *out) {
  (void)y;
  TRM_LOCAL_HERE(local, 6);
  weighted_one(model, pair, e, trm_gauss_half_change, !terms_of->residual_only, &local);
  trm_load_jump(&local, terms_of->residual_only, out);
}

static void jump_energy(const trm_Model *model, const trm_Pair *pair, const trm_Jump *terms_of, int e, const double *y,
                        trm_JumpEnergy *sum) {
  (void)terms_of;
  TRM_LOCAL_HERE(local, 6);
  weighted_one(model, pair, e, trm_gauss_half_change, false, &local);
  trm_load_jump_energy(model, pair, &local, y, sum);
}

const trm_ElementKind trm_load_element = {.name = "load",
                                          .count = count,
                                          .label = label,
                                          .unknowns = unknowns,
                                          .pair = pair_batch,
                                          .instant = instant_batch,
                                          .terms = terms,
                                          .jump = jump,
                                          .jump_energy = jump_energy};
