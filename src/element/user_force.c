/* Forces that a program computes from the motion of some nodes. Over a step they see its middle: with y the place of a
   marker, r the Rodrigues increment of its node,

     y_m = (y_i + y_f)/2,  dy/h,  axes turned by half of the rotation,  omega = r/h,

   and the mean of the times of two Gauss points, as other loads. The work F . dy + M . r is then exact, for the arm
   too:
   arm_f - arm_i = r x arm_m. Derivatives with respect to f, at the marker:

     dy_m = dy/2,  dv = dy/h,  dpsi_m = (1 - u~)/2 dpsi,  domega = (1 - r~/2 + r r^T/4) dpsi / h,  u = tan(angle/4)
     n. */
#include <math.h>
#include <string.h>
#include "element/elements.h"
#include "element/frame.h"
#include "element/local.h"
#include "math/rotation.h"
#include "math/vec3.h"

enum { FORCES = 6 * TRM_FORCE_NODES, MOTIONS = 12 * TRM_FORCE_NODES };

static int count(const trm_Model *model) { return model->forces.user_count; }
static const char *label(const trm_Model *model, int e) { return model->forces.users[e].name; }

static int unknowns(const trm_Model *model, const trm_Numbering *numbering, int e, int *list) {
  const trm_UserForce *force = &model->forces.users[e];
  for (int a = 0; a < force->given.node_count; a++)
    trm_node_unknowns(model, numbering, force->markers[a].node, list + 6 * a);
  return 6 * force->given.node_count;
}

static void start(const trm_UserForce *force, bool tangent, trm_Local *out) {
  int n = out->n = 6 * (out->node_count = force->given.node_count);
  out->force_scale = out->moment_scale = 0;
  for (int a = 0; a < out->node_count; a++) out->nodes[a] = force->markers[a].node;
  memset(out->residual, 0, sizeof(double) * (size_t)n);
  if (tangent) memset(out->tangent, 0, sizeof(double) * (size_t)n * (size_t)n);
}

/* ---- what the program is given, and gives ---- */

typedef struct Seen {
  trm_ForceNode nodes[TRM_FORCE_NODES];
  double turn[TRM_FORCE_NODES][3]; /* r */
  double h;                        /* 0: an instant, or at rest */
} Seen;

static void fill_axes(double e[3][3], double axes[9]) {
  for (int a = 0; a < 3; a++)
    for (int n = 0; n < 3; n++) axes[3 * n + a] = e[a][n];
}

/* 2 tan(angle/4) n from 2 tan(angle/2) n */
static void half_turn(const double r[3], double half[3]) {
  double share = 1 / (1 + sqrt(1 + 0.25 * trm_dot(r, r)));
  for (int n = 0; n < 3; n++) half[n] = share * r[n];
}

static void see_pair(const trm_Model *model, const trm_UserForce *force, const trm_Pair *pair, Seen *seen) {
  seen->h = pair->h;
  for (int a = 0; a < force->given.node_count; a++) {
    const trm_Marker *marker = &force->markers[a];
    const double *turn = pair->turn + 3 * model->nodes[marker->node].triad;
    trm_ForceNode *node = &seen->nodes[a];
    trm_Frame start_frame, middle, moved;
    double half[3], turned[3][3], change[3];
    trm_marker_frame(model, marker, pair->q_i, &start_frame);
    trm_marker_frame(model, marker, pair->q_m, &middle);
    trm_marker_frame(model, marker, pair->dq, &moved);
    half_turn(turn, half);
    for (int e = 0; e < 3; e++) trm_cayley_turn(half, start_frame.e[e], turned[e], change);
    fill_axes(turned, node->axes);
    for (int n = 0; n < 3; n++) {
      node->position[n] = middle.y[n], seen->turn[a][n] = turn[n];
      node->velocity[n] = pair->h == 0 ? 0 : moved.y[n] / pair->h;
      node->omega[n] = pair->h == 0 ? 0 : turn[n] / pair->h;
    }
  }
}

static void see_instant(const trm_Model *model, const trm_UserForce *force, const trm_Instant *now, Seen *seen) {
  for (int a = 0; a < force->given.node_count; a++) {
    const trm_Marker *marker = &force->markers[a];
    int d = trm_triad_at(model, model->nodes[marker->node].triad);
    trm_ForceNode *node = &seen->nodes[a];
    trm_Frame frame, rate;
    trm_marker_frame(model, marker, now->q, &frame);
    trm_marker_frame(model, marker, now->w, &rate);
    fill_axes(frame.e, node->axes);
    trm_copy(node->position, frame.y, 3);
    trm_copy(node->velocity, rate.y, 3);
    trm_triad_omega(now->q + d, now->w + d, node->omega);
  }
}

static trm_ForceState state_of(const trm_UserForce *force, const trm_ForceNode *nodes, double t) {
  return (trm_ForceState){.time = t, .node_count = force->given.node_count, .nodes = nodes};
}

/* false: there is none; not a number then, so that no step is made of it */
static bool ask(const trm_UserForce *force, const trm_ForceNode *nodes, double t, double out[FORCES]) {
  trm_ForceState state = state_of(force, nodes, t);
  int n = 6 * force->given.node_count;
  memset(out, 0, sizeof(double) * (size_t)n);
  bool good = force->given.force(&state, out, force->given.user);
  for (int i = 0; i < n; i++) good = good && isfinite(out[i]);
  for (int i = 0; i < n && !good; i++) out[i] = NAN;
  if (!good) *force->failed = true;
  return good;
}

/* The times of the step at which it is asked, each with its weight. */
typedef struct Times {
  int count;
  double t[2], weight[2];
} Times;

static Times times_of(const trm_Pair *pair, const double weight[2]) {
  double h = pair->at_once ? 0 : pair->h;
  if (h == 0) return (Times){1, {pair->t_i + 0.5 * pair->h, 0}, {weight[0] + weight[1], 0}};
  return (Times){2, {trm_gauss_time(pair->t_i, h, 0), trm_gauss_time(pair->t_i, h, 1)}, {weight[0], weight[1]}};
}

static void ask_all(const trm_UserForce *force, const trm_ForceNode *nodes, const Times *times, double out[FORCES]) {
  double one[FORCES];
  int n = 6 * force->given.node_count;
  memset(out, 0, sizeof(double) * (size_t)n);
  for (int g = 0; g < times->count; g++) {
    if (times->weight[g] == 0) continue;
    ask(force, nodes, times->t[g], one);
    for (int i = 0; i < n; i++) out[i] += times->weight[g] * one[i];
  }
}

/* ---- derivatives ---- */

/* by the three displacements (d < 3) and rotations of the marker at f: those of position, rotation, velocity and omega
   in the middle */
static void motion_slope(const Seen *seen, int a, int d, double out[12]) {
  const double *r = seen->turn[a];
  double unit[3] = {d % 3 == 0, d % 3 == 1, d % 3 == 2}, half[3], across[3];
  memset(out, 0, sizeof(double) * 12);
  if (d < 3) {
    trm_add_scaled(out, 0.5, unit);
    if (seen->h != 0) trm_add_scaled(out + 6, 1 / seen->h, unit);
    return;
  }
  half_turn(r, half);
  trm_cross(across, half, unit);
  trm_add_scaled(out + 3, 0.5, unit);
  trm_add_scaled(out + 3, -0.25, across); /* u = half/2 */
  if (seen->h == 0) return;
  trm_cross(across, r, unit);
  trm_add_scaled(out + 9, 1 / seen->h, unit);
  trm_add_scaled(out + 9, -0.5 / seen->h, across);
  trm_add_scaled(out + 9, 0.25 * trm_dot(r, unit) / seen->h, r);
}

static void move_node(trm_ForceNode *node, const double slope[12], double step) {
  double turn[3], column[3], turned[3], change[3];
  for (int n = 0; n < 3; n++) turn[n] = step * slope[3 + n];
  for (int a = 0; a < 3; a++) {
    for (int n = 0; n < 3; n++) column[n] = node->axes[3 * n + a];
    trm_cayley_turn(turn, column, turned, change);
    for (int n = 0; n < 3; n++) node->axes[3 * n + a] = turned[n];
  }
  trm_add_scaled(node->position, step, slope);
  trm_add_scaled(node->velocity, step, slope + 6);
  trm_add_scaled(node->omega, step, slope + 9);
}

/* Steps of central differences, of the model's size and in radians: errors of round-off and of curvature are then both
   small. */
static const double difference_step = 1e-6;

static void by_differences(const trm_Model *model, const trm_UserForce *force, const Seen *seen, const Times *times,
                           trm_Local *out) {
  double forces[2][FORCES], slope[12];
  for (int j = 0; j < out->n; j++) {
    double step = difference_step * (j % 6 < 3 ? model->size : 1);
    motion_slope(seen, j / 6, j % 6, slope);
    for (int side = 0; side < 2; side++) {
      Seen moved = *seen;
      move_node(&moved.nodes[j / 6], slope, side ? step : -step);
      ask_all(force, moved.nodes, times, forces[side]);
    }
    for (int i = 0; i < out->n; i++) {
      double change = (forces[1][i] - forces[0][i]) / (2 * step);
      if (isfinite(change)) out->tangent[out->n * i + j] -= change;
    }
  }
}

static void by_program(const trm_UserForce *force, const Seen *seen, const Times *times, trm_Local *out) {
  int columns = 2 * out->n;
  for (int g = 0; g < times->count; g++) {
    trm_ForceState state = state_of(force, seen->nodes, times->t[g]);
    memset(force->derivative, 0, sizeof(double) * (size_t)(out->n * columns));
    if (times->weight[g] == 0 || !force->given.tangent(&state, force->derivative, force->given.user)) continue;
    for (int j = 0; j < out->n; j++) {
      double slope[12];
      motion_slope(seen, j / 6, j % 6, slope);
      for (int i = 0; i < out->n; i++)
        for (int k = 0; k < 12; k++)
          out->tangent[out->n * i + j] -=
              times->weight[g] * force->derivative[columns * i + 12 * (j / 6) + k] * slope[k];
    }
  }
}

/* ---- the element ---- */

static void put(const trm_UserForce *force, const double *forces, double share, trm_Local *out) {
  for (int i = 0; i < out->n; i++) out->residual[i] = -share * forces[i];
  for (int a = 0; a < force->given.node_count; a++) {
    out->force_scale = fmax(out->force_scale, trm_norm(out->residual + 6 * a));
    out->moment_scale = fmax(out->moment_scale, trm_norm(out->residual + 6 * a + 3));
  }
}

static void weighted_one(const trm_Model *model, const trm_Pair *pair, int e, const double weight[2], bool tangent,
                         trm_Local *out) {
  const trm_UserForce *force = &model->forces.users[e];
  double forces[FORCES], share = 1 - pair->unloaded;
  Seen seen;
  Times times = times_of(pair, weight);
  see_pair(model, force, pair, &seen);
  start(force, tangent, out);
  ask_all(force, seen.nodes, &times, forces);
  put(force, forces, share, out);
  if (tangent && force->given.tangent)
    by_program(force, &seen, &times, out);
  else if (tangent)
    by_differences(model, force, &seen, &times, out);
  for (int i = 0; tangent && i < out->n * out->n; i++) out->tangent[i] *= share;
  for (int a = 0; a < force->given.node_count; a++) {
    trm_Lever lever = {.at = 6 * a};
    trm_marker_arm(model, &force->markers[a], pair->q_m, lever.arm_m);
    trm_marker_arm(model, &force->markers[a], pair->q_f, lever.arm_f);
    if (tangent) trm_lever_tangent(&lever, out->residual, out->tangent, out->n);
    trm_lever_residual(&lever, out->residual);
  }
}

static void pair_batch(const trm_Model *model, const trm_Pair *pair, int first, int n, bool tangent, trm_Local *out) {
  for (int i = 0; i < n; i++) weighted_one(model, pair, first + i, trm_gauss_mean, tangent, &out[i]);
}

static void instant_one(const trm_Model *model, const trm_Instant *now, int e, trm_Local *out) {
  const trm_UserForce *force = &model->forces.users[e];
  double forces[FORCES];
  Seen seen;
  see_instant(model, force, now, &seen);
  start(force, true, out);
  ask(force, seen.nodes, now->t, forces);
  put(force, forces, 1 - now->unloaded, out);
  for (int a = 0; a < force->given.node_count; a++) {
    trm_Lever lever = {.at = 6 * a};
    trm_marker_arm(model, &force->markers[a], now->q, lever.arm_m);
    trm_lever_residual(&lever, out->residual);
  }
}

static void instant_batch(const trm_Model *model, const trm_Instant *now, int first, int n, trm_Local *out) {
  for (int i = 0; i < n; i++) instant_one(model, now, first + i, &out[i]);
}

/* work over the step */
static void terms(const trm_Model *model, const trm_Pair *pair, int e, trm_Terms *sum) {
  if (pair->h == 0) return;
  TRM_LOCAL_HERE(local, 6 * TRM_FORCE_NODES);
  weighted_one(model, pair, e, trm_gauss_mean, false, &local);
  trm_load_work(model, pair, &local, sum);
}

/* its change with time over the step, as that of other loads; what it changes with the motion is left to the mean */
static void jump(const trm_Model *model, const trm_Pair *pair, const trm_Jump *terms_of, int e, const double *y,
                 trm_JumpLocal *out) {
  (void)y;
  TRM_LOCAL_HERE(local, 6 * TRM_FORCE_NODES);
  weighted_one(model, pair, e, trm_gauss_half_change, !terms_of->residual_only, &local);
  trm_load_jump(&local, local.n, terms_of->residual_only, out);
}

static void jump_energy(const trm_Model *model, const trm_Pair *pair, const trm_Jump *terms_of, int e, const double *y,
                        trm_JumpEnergy *sum) {
  (void)terms_of;
  TRM_LOCAL_HERE(local, 6 * TRM_FORCE_NODES);
  weighted_one(model, pair, e, trm_gauss_half_change, false, &local);
  trm_load_jump_energy(model, pair, &local, y, sum);
}

const trm_ElementKind trm_user_force_element = {.name = "force of the program",
                                                .asks_program = true,
                                                .count = count,
                                                .label = label,
                                                .unknowns = unknowns,
                                                .pair = pair_batch,
                                                .instant = instant_batch,
                                                .terms = terms,
                                                .jump = jump,
                                                .jump_energy = jump_energy};
