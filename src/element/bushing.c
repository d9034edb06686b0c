/* A bushing: a stiffness and a damping over all six relative coordinates x of a joint that leaves them free. Force over
   a pair K (x_i + x_f)/2 + C (x_f - x_i)/h, whose work is the change of x^T K x/2 and dx^T C dx/h, exactly and for any
   motion, since the rows that define x do no work. Local unknowns: the six coordinates. */
#include <assert.h>
#include <math.h>
#include <string.h>
#include "element/element_numbers.h"
#include "element/elements.h"
#include "element/joint_laws.h"

enum { N = 6 };

static int count(const trm_Model *model) { return model->on_joints.bushing_count; }
static const char *label(const trm_Model *model, int e) {
  return model->joints[model->on_joints.bushings[e].joint].name;
}

static const trm_Joint *joint_of(const trm_Layout *layout, int e) {
  return &layout->joints[layout->model->on_joints.bushings[e].joint];
}

/* nothing, where the joint is released */
static bool acts(const trm_Joint *joint) { return !joint->layout->released[joint - joint->layout->joints]; }

static int unknowns(const trm_Model *model, const trm_Numbering *numbering, int e, int *list) {
  const trm_Joint *joint = joint_of(numbering->layout, e);
  int first = numbering->joint[model->on_joints.bushings[e].joint];
  for (int c = 0; c < N; c++) list[c] = joint->unknown_of[c] < 0 ? -1 : first + joint->unknown_of[c];
  return N;
}

static void start(bool tangent, trm_Local *out) {
  out->n = N, out->node_count = 0;
  out->force_scale = out->moment_scale = 0;
  memset(out->residual, 0, sizeof(double) * N);
  if (tangent) memset(out->tangent, 0, sizeof(double) * N * N);
}

static double times(const double *matrix, int row, const double x[N]) {
  double sum = 0;
  for (int c = 0; c < N; c++) sum += matrix[N * row + c] * x[c];
  return sum;
}

static double form(const double *matrix, const double x[N], const double y[N]) {
  double sum = 0;
  for (int r = 0; r < N; r++) sum += x[r] * times(matrix, r, y);
  return sum;
}

static void note(const trm_JointKind *kind, int c, double force, trm_Local *out) {
  double *largest = kind->coordinates[c].angular ? &out->moment_scale : &out->force_scale;
  *largest = fmax(*largest, force);
}

static void pair_one(const trm_Model *model, const trm_Pair *pair, int e, bool tangent, trm_Local *out) {
  const trm_Joint *joint = joint_of(pair->layout, e);
  const trm_Bushing *bushing = &model->on_joints.bushings[e];
  const double *x_i = pair->x_i + joint->first_coordinate, *x_f = pair->x_f + joint->first_coordinate;
  double mean[N], change[N], per_step = pair->h == 0 ? 0 : 1 / pair->h;
  start(tangent, out);
  if (!acts(joint)) return;
  for (int c = 0; c < N; c++) mean[c] = 0.5 * (x_i[c] + x_f[c]), change[c] = per_step * (x_f[c] - x_i[c]);
  for (int r = 0; r < N; r++) {
    out->residual[r] = times(bushing->stiffness, r, mean) + times(bushing->damping, r, change);
    note(joint->kind, r, fabs(out->residual[r]), out);
    for (int c = 0; c < N; c++) {
      double k = bushing->stiffness[N * r + c];
      note(joint->kind, r, trm_law_yardstick * fabs(k * x_f[c]), out);
      if (tangent) out->tangent[N * r + c] = 0.5 * k + per_step * bushing->damping[N * r + c];
    }
  }
}

static void pair_batch(const trm_Model *model, const trm_Pair *pair, int first, int n, bool tangent, trm_Local *out) {
  for (int i = 0; i < n; i++) pair_one(model, pair, first + i, tangent, &out[i]);
}

void trm_bushing_force(const trm_Bushing *bushing, const double *x, const double *rate, double force[N]) {
  for (int r = 0; r < N; r++)
    force[r] = times(bushing->stiffness, r, x) + (rate ? times(bushing->damping, r, rate) : 0);
}

static void instant_batch(const trm_Model *model, const trm_Instant *now, int first, int n, trm_Local *out) {
  for (int i = 0; i < n; i++) {
    const trm_Joint *joint = joint_of(now->layout, first + i);
    int at = joint->first_coordinate;
    start(true, &out[i]);
    if (acts(joint))
      trm_bushing_force(&model->on_joints.bushings[first + i], now->x + at, now->x_rate ? now->x_rate + at : NULL,
                        out[i].residual);
  }
}

static void terms(const trm_Model *model, const trm_Pair *pair, int e, trm_Terms *sum) {
  const trm_Joint *joint = joint_of(pair->layout, e);
  const double *x_i = pair->x_i + joint->first_coordinate, *x_f = pair->x_f + joint->first_coordinate;
  double change[N];
  if (!acts(joint)) return;
  for (int c = 0; c < N; c++) change[c] = x_f[c] - x_i[c];
  sum->spring += 0.5 * form(model->on_joints.bushings[e].stiffness, x_f, x_f);
  if (pair->h != 0) sum->dissipated += form(model->on_joints.bushings[e].damping, change, change) / pair->h;
}

/* ---- the jump, as that of a spring on a coordinate (joint_jump.c) ---- */

typedef struct Jump {
  double change[N], beta[N]; /* of the coordinates over the step; y_x - dx_i/dt */
} Jump;

static Jump jump_of(const trm_Model *model, const trm_Joint *joint, const trm_Pair *pair, const double *y) {
  trm_Instant begin = trm_pair_start(pair);
  double rate[TRM_JOINT_COORDINATES];
  Jump out;
  trm_joint_rates(model, joint, &begin, NULL, rate, NULL);
  for (int c = 0; c < N; c++) {
    int at = joint->first_coordinate + c;
    out.change[c] = pair->x_f[at] - pair->x_i[at], out.beta[c] = y[c] - rate[c];
  }
  return out;
}

static void jump(const trm_Model *model, const trm_Pair *pair, const trm_Jump *jump, int e, const double *y,
                 trm_JumpLocal *out) {
  const trm_Joint *joint = joint_of(pair->layout, e);
  const trm_Bushing *bushing = &model->on_joints.bushings[e];
  double sixth = pair->h / 6;
  out->n = N;
  memset(out->residual, 0, sizeof(double) * 2 * N);
  memset(out->tangent, 0, sizeof(double) * 4 * N * N);
  if (!acts(joint)) return;
  Jump j = jump_of(model, joint, pair, y);
  for (int r = 0; r < N; r++)
    for (int c = 0; c < N; c++) {
      double k = bushing->stiffness[N * r + c], slope = jump->alpha * sixth * k + bushing->damping[N * r + c];
      out->residual[r] -= sixth * k * j.beta[c];
      out->residual[N + r] -= 0.5 * k * j.change[c] + slope * j.beta[c];
      out->tangent[2 * N * r + N + c] = -sixth * k;
      out->tangent[2 * N * (N + r) + c] = -0.5 * k;
      out->tangent[2 * N * (N + r) + N + c] = -slope;
    }
}

static void jump_energy(const trm_Model *model, const trm_Pair *pair, const trm_Jump *jump, int e, const double *y,
                        trm_JumpEnergy *sum) {
  const trm_Joint *joint = joint_of(pair->layout, e);
  const trm_Bushing *bushing = &model->on_joints.bushings[e];
  double third = pair->h / 3;
  if (!acts(joint)) return;
  Jump j = jump_of(model, joint, pair, y);
  sum->work += 0.5 * third * form(bushing->stiffness, j.beta, j.change);
  sum->loss += 0.5 * jump->alpha * third * third * form(bushing->stiffness, j.beta, j.beta) +
               third * form(bushing->damping, j.beta, j.beta);
}

static bool strained(const trm_Model *model, int e) { return (void)model, (void)e, true; }

const trm_ElementKind trm_bushing_element = {.name = "bushing",
                                             .count = count,
                                             .label = label,
                                             .unknowns = unknowns,
                                             .pair = pair_batch,
                                             .instant = instant_batch,
                                             .terms = terms,
                                             .jump = jump,
                                             .strained = strained,
                                             .jump_energy = jump_energy};
