/* Spring-dampers between two points: tension F(L) = k (L - L0), or a function of L, plus c dL/dt, along u = y_l - y_k.
   L_f - L_i = 2 u_m . du / (L_i + L_f), so the force  F_mean * 2 u_m / (L_i + L_f)  does exactly the work of the
   tension.
   The linear spring's stiffness part k u_m has no division, so a free length of zero needs no length at all. */
#include <math.h>
#include "element/element_numbers.h"
#include "element/elements.h"
#include "element/frame.h"
#include "math/potential.h"
#include "math/vec3.h"

static int count(const trm_Model *model) { return model->forces.spring_count; }
static const char *label(const trm_Model *model, int e) { return model->forces.springs[e].name; }

static int unknowns(const trm_Model *model, const trm_Numbering *numbering, int e, int *list) {
  for (int side = 0; side < 2; side++)
    trm_node_unknowns(model, numbering, model->forces.springs[e].side[side].node, list + 6 * side);
  return 12;
}

static void start(const trm_Model *model, int e, trm_Local *out) {
  out->n = 12, out->node_count = 2;
  out->force_scale = out->moment_scale = 0;
  for (int side = 0; side < 2; side++) out->nodes[side] = model->forces.springs[e].side[side].node;
}

/* The geometry of a spring over a pair. sum = L_i + L_f; the direction of the force is 2 u_m / sum. */
typedef struct Stretch {
  double u_i[3], u_f[3], u_m[3];
  double length_i, length_f, sum;
} Stretch;

static Stretch stretch(const trm_Model *model, const trm_SpringDamper *spring, const double *q_i, const double *q_f) {
  Stretch s;
  double k[3], l[3];
  trm_marker_place(model, &spring->side[0], q_i, k);
  trm_marker_place(model, &spring->side[1], q_i, l);
  trm_subtract(s.u_i, l, k);
  trm_marker_place(model, &spring->side[0], q_f, k);
  trm_marker_place(model, &spring->side[1], q_f, l);
  trm_subtract(s.u_f, l, k);
  trm_mean(s.u_m, s.u_i, s.u_f, 3);
  s.length_i = trm_norm(s.u_i), s.length_f = trm_norm(s.u_f);
  s.sum = s.length_i + s.length_f;
  return s;
}

/* Tension of the pair without the part k L that is linear in u, and its derivative with respect to L_f. h = 0: at
   rest. */
static double tension(const trm_SpringDamper *spring, const Stretch *s, double h, double *slope) {
  double force, mean_slope = 0;
  if (spring->force) {
    double x = s->length_f;
    force = trm_function_mean(spring->force, &x, NULL, s->length_i, s->length_f, &mean_slope);
  } else {
    force = -spring->stiffness * spring->free_length;
  }
  double damping = h == 0 ? 0 : spring->damping / h;
  *slope = mean_slope + damping;
  return force + damping * (s->length_f - s->length_i);
}

/* of a force f on y_l, -f on y_k */
static void spread(const double f[3], trm_Local *out) {
  for (int n = 0; n < 3; n++) {
    out->residual[n] = -f[n], out->residual[6 + n] = f[n];
    out->residual[3 + n] = out->residual[9 + n] = 0;
  }
}

/* df of a change of the nodes, whose displacements and turns change u_f: matrix and -matrix tilde(arm_f) of side l, the
   negative of k; and arm_m x df. */
static void stiffness(const trm_Lever lever[2], const double matrix[9], trm_Local *out) {
  double change[2][3][6];
  for (int other = 0; other < 2; other++)
    for (int i = 0; i < 3; i++) {
      trm_copy(change[other][i], matrix + 3 * i, 3);
      trm_cross(change[other][i] + 3, lever[other].arm_f, matrix + 3 * i);
    }
  for (int side = 0; side < 2; side++) {
    const double *arm = lever[side].arm_m;
    for (int other = 0; other < 2; other++) {
      double sign = side == other ? 1 : -1, *k = out->tangent + 12 * 6 * side + 6 * other;
      for (int j = 0; j < 6; j++) {
        double x = sign * change[other][0][j], y = sign * change[other][1][j], z = sign * change[other][2][j];
        k[j] = x, k[12 + j] = y, k[24 + j] = z;
        k[36 + j] = arm[1] * z - arm[2] * y, k[48 + j] = arm[2] * x - arm[0] * z, k[60 + j] = arm[0] * y - arm[1] * x;
      }
    }
  }
}

/* The force that was spread, with df/du_f = matrix (NULL: no tangent is wanted), as the nodes have it. */
static void to_nodes(const trm_Model *model, const trm_SpringDamper *spring, const trm_Pair *pair, const double *matrix,
                     trm_Local *out) {
  trm_Lever lever[2] = {{.at = 0}, {.at = 6}};
  for (int side = 0; side < 2; side++) {
    trm_marker_arm(model, &spring->side[side], pair->q_m, lever[side].arm_m);
    trm_marker_arm(model, &spring->side[side], pair->q_f, lever[side].arm_f);
  }
  if (matrix) {
    stiffness(lever, matrix, out);
    for (int side = 0; side < 2; side++) trm_lever_turns(&lever[side], out->residual, out->tangent, 12);
  }
  for (int side = 0; side < 2; side++) trm_lever_residual(&lever[side], out->residual);
}

/* The slope of the tension at rest, and the tension. */
static double slope_at(const trm_SpringDamper *spring, double length, double *force) {
  double slope = spring->stiffness;
  if (spring->force)
    *force = trm_function_mean(spring->force, &length, NULL, length, length, &slope), slope *= 2;
  else
    *force = spring->stiffness * (length - spring->free_length);
  return slope;
}

/* A spring that has no direction: its force is stiffness times u. */
static bool is_isotropic(const trm_SpringDamper *spring, double length) {
  return !spring->force && (spring->free_length == 0 || length == 0);
}

static bool has_rows(const trm_SpringDamper *spring, double length) {
  double force;
  return is_isotropic(spring, length) ? spring->stiffness > 0 : length > 0 && slope_at(spring, length, &force) > 0;
}

/* Half of the tangent at rest without the rows: what the tension makes across the spring, F/L (I - e e^T). */
static void tension_matrix(const trm_SpringDamper *spring, const double u[3], double length, double matrix[9]) {
  double force;
  for (int i = 0; i < 9; i++) matrix[i] = 0;
  if (is_isotropic(spring, length)) return;
  slope_at(spring, length, &force);
  trm_add_identity(matrix, 3, 0.5 * force / length);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) matrix[3 * i + j] -= 0.5 * force / length * (u[i] / length) * (u[j] / length);
}

/* e . (change of u): displacements, and turns that move the arms */
static void add_row(const trm_Model *model, const trm_SpringDamper *spring, const double *q, const double e[3],
                    double stiffness, trm_StiffLocal *out) {
  double *row = out->row[out->count];
  for (int side = 0; side < 2; side++) {
    double arm[3], turn[3], sign = side ? 1 : -1;
    trm_marker_arm(model, &spring->side[side], q, arm);
    trm_cross(turn, arm, e);
    for (int n = 0; n < 3; n++) row[6 * side + n] = sign * e[n], row[6 * side + 3 + n] = sign * turn[n];
  }
  for (int i = 0; i < 12; i++) out->bend[out->count][i] = fabs(row[i]) + (i % 6 < 3); /* across it too */
  out->stiffness[out->count] = stiffness, out->damping[out->count] = 0;               /* dampers stay beside the rows */
  out->count++;
}

static int stiff(const trm_Model *model, const double *q, int e, trm_StiffLocal *out) {
  const trm_SpringDamper *spring = &model->forces.springs[e];
  double force, direction[3];
  if (!out) return 3;
  Stretch s = stretch(model, spring, q, q);
  out->count = 0, out->n = 12, out->concentrated = true;
  if (!has_rows(spring, s.length_f)) return 3;
  if (is_isotropic(spring, s.length_f)) {
    for (int n = 0; n < 3; n++) add_row(model, spring, q, (double[3]){n == 0, n == 1, n == 2}, spring->stiffness, out);
    return 3;
  }
  for (int n = 0; n < 3; n++) direction[n] = s.u_f[n] / s.length_f;
  add_row(model, spring, q, direction, slope_at(spring, s.length_f, &force), out);
  return 3;
}

static void pair_one(const trm_Model *model, const trm_Pair *pair, int e, bool tangent, trm_Local *out) {
  const trm_SpringDamper *spring = &model->forces.springs[e];
  Stretch s = stretch(model, spring, pair->q_i, pair->q_f);
  double linear = spring->force ? 0 : spring->stiffness, slope, matrix[9] = {0}, force[3];
  start(model, e, out);
  for (int n = 0; n < 3; n++) force[n] = linear * s.u_m[n];
  trm_add_identity(matrix, 3, 0.5 * linear);
  if (s.sum > 0) {
    double t = tension(spring, &s, pair->h, &slope), along = 2 * t / s.sum;
    trm_add_scaled(force, along, s.u_m);
    trm_add_identity(matrix, 3, t / s.sum);
    double bend = 2 * slope / s.sum - 2 * t / (s.sum * s.sum); /* d(2 t / sum)/dL_f */
    if (s.length_f > 0)
      for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) matrix[3 * i + j] += bend * s.u_m[i] * s.u_f[j] / s.length_f;
  }
  if (pair->apart && has_rows(spring, s.length_f)) tension_matrix(spring, s.u_f, s.length_f, matrix);
  spread(force, out);
  /* not less than what round-off of the length makes of the stiffness */
  out->force_scale = fmax(trm_norm(force), spring->force ? 0 : trm_least_yardstick * spring->stiffness * s.sum);
  to_nodes(model, spring, pair, tangent ? matrix : NULL, out);
}

static void pair_batch(const trm_Model *model, const trm_Pair *pair, int first, int n, bool tangent, trm_Local *out) {
  for (int i = 0; i < n; i++) pair_one(model, pair, first + i, tangent, &out[i]);
}

static void instant_one(const trm_Model *model, const trm_Instant *now, int e, trm_Local *out) {
  const trm_SpringDamper *spring = &model->forces.springs[e];
  trm_Frame k, l, k_rate, l_rate;
  double u[3], rate[3], force[3];
  start(model, e, out);
  for (int i = 0; i < 144; i++) out->tangent[i] = 0;
  trm_marker_frame(model, &spring->side[0], now->q, &k);
  trm_marker_frame(model, &spring->side[1], now->q, &l);
  trm_marker_frame(model, &spring->side[0], now->w, &k_rate);
  trm_marker_frame(model, &spring->side[1], now->w, &l_rate);
  trm_subtract(u, l.y, k.y);
  trm_subtract(rate, l_rate.y, k_rate.y);
  double length = trm_norm(u), tension_now = 0, linear = spring->force ? 0 : spring->stiffness;
  if (length > 0) {
    tension_now =
        spring->force ? trm_function_value(spring->force, &length, NULL) : -spring->stiffness * spring->free_length;
    tension_now = (tension_now + spring->damping * trm_dot(u, rate) / length) / length;
  }
  for (int n = 0; n < 3; n++) force[n] = (linear + tension_now) * u[n];
  spread(force, out);
  trm_Pair still = {.q_m = now->q, .q_f = now->q};
  to_nodes(model, spring, &still, NULL, out);
}

static void instant_batch(const trm_Model *model, const trm_Instant *now, int first, int n, trm_Local *out) {
  for (int i = 0; i < n; i++) instant_one(model, now, first + i, &out[i]);
}

static void terms(const trm_Model *model, const trm_Pair *pair, int e, trm_Terms *sum) {
  const trm_SpringDamper *spring = &model->forces.springs[e];
  Stretch s = stretch(model, spring, pair->q_i, pair->q_f);
  double stretched = s.length_f - spring->free_length;
  if (spring->force) {
    trm_PotentialMemory *memory = pair->potentials ? &pair->potentials[spring->potential] : NULL;
    sum->spring += trm_function_potential(spring->force, spring->free_length, s.length_f, memory);
  } else {
    sum->spring += 0.5 * spring->stiffness * stretched * stretched;
  }
  if (pair->h != 0 && s.sum > 0) {
    double change[3], lengthening; /* L_f - L_i from du, as the force sees it */
    trm_subtract(change, s.u_f, s.u_i);
    lengthening = 2 * trm_dot(s.u_m, change) / s.sum;
    sum->dissipated += spring->damping * (s.length_f - s.length_i) / pair->h * lengthening;
  }
}

static bool strained(const trm_Model *model, int e) { return (void)model, (void)e, true; }

const trm_ElementKind trm_spring_damper_element = {.name = "spring",
                                                   .count = count,
                                                   .label = label,
                                                   .unknowns = unknowns,
                                                   .pair = pair_batch,
                                                   .stiff = stiff,
                                                   .instant = instant_batch,
                                                   .only_forces = true,
                                                   .terms = terms,
                                                   .jump = trm_spring_damper_jump,
                                                   .strained = strained,
                                                   .jump_energy = trm_spring_damper_jump_energy};
