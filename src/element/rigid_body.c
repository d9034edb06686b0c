/* Rigid bodies and point masses: the node at the centre of mass, constant mass in the directors.
   T = 1/2 m |w_x|^2 + 1/2 sum_ij E_ij w_i . w_j,  E = tr(J)/2 I - J. */
#include "element/element_numbers.h"
#include "element/elements.h"
#include "element/frame.h"
#include "math/vec3.h"

static int count(const trm_Model *model) { return model->body_count; }
static const char *label(const trm_Model *model, int e) { return model->bodies[e].name; }

static int unknowns(const trm_Model *model, const trm_Numbering *numbering, int e, int *list) {
  trm_node_unknowns(model, numbering, model->bodies[e].node, list);
  return 6;
}

static void start(const trm_Model *model, int e, bool tangent, trm_Local *out) {
  out->n = 6, out->node_count = 1, out->nodes[0] = model->bodies[e].node;
  out->force_scale = out->moment_scale = 0;
  for (int i = 0; i < 6; i++) out->residual[i] = 0;
  if (tangent)
    for (int i = 0; i < 36; i++) out->tangent[i] = 0;
}

/* t_j = sum_l E_jl a_l for three director vectors a */
static void director_forces(const trm_Body *body, const double *a, double *t) {
  for (int j = 0; j < 3; j++)
    for (int n = 0; n < 3; n++)
      t[3 * j + n] = body->euler[3 * j] * a[n] + body->euler[3 * j + 1] * a[3 + n] + body->euler[3 * j + 2] * a[6 + n];
}

/* moment = sum_j d_j x t_j, added */
static void add_moment(const double *d, const double *t, double *moment, double *largest) {
  for (int j = 0; j < 3; j++) {
    double part[3];
    trm_cross(part, d + 3 * j, t + 3 * j);
    trm_add_scaled(moment, 1, part);
    *largest = fmax(*largest, trm_norm(part));
  }
}

static double director_speed(const trm_Body *body, const double *w) {
  double sum = 0;
  for (int j = 0; j < 3; j++) sum = fmax(sum, fabs(body->euler[4 * j]) * trm_norm(w + 3 * j));
  return sum;
}

/* -m g, the residual at rest */
static void weigh(const trm_Model *model, const trm_Body *body, double unloaded, trm_Local *out) {
  for (int n = 0; n < 3; n++) out->residual[n] = -body->mass * (1 - unloaded) * model->space.gravity[n];
  out->force_scale = trm_norm(out->residual);
}

/* N_m^T M (w_f - w_i)/h - m g */
static void pair_one(const trm_Model *model, const trm_Pair *pair, int e, bool tangent, trm_Local *out) {
  const trm_Body *body = &model->bodies[e];
  int x = trm_point_at(model->nodes[body->node].point), d = trm_triad_at(model, model->nodes[body->node].triad);
  double speed = trm_norm(pair->w_f + x), weight = body->mass * trm_norm(model->space.gravity), rate[9], t[9];
  start(model, e, tangent, out);
  if (pair->h == 0) {
    weigh(model, body, pair->unloaded, out);
    return;
  }
  for (int n = 0; n < 3; n++)
    out->residual[n] = body->mass * ((pair->w_f[x + n] - pair->w_i[x + n]) / pair->h - model->space.gravity[n]);
  out->force_scale =
      fmax(fmax(weight, trm_norm(out->residual)), trm_least_yardstick * body->mass * speed / fabs(pair->h));
  double slope = pair->w_slope / pair->h;
  if (tangent) trm_add_identity(out->tangent, 6, body->mass * slope);
  if (body->is_point) return;
  for (int n = 0; n < 9; n++) rate[n] = (pair->w_f[d + n] - pair->w_i[d + n]) / pair->h;
  director_forces(body, rate, t);
  add_moment(pair->q_m + d, t, out->residual + 3, &out->moment_scale);
  out->moment_scale =
      fmax(out->moment_scale, trm_least_yardstick * director_speed(body, pair->w_f + d) / fabs(pair->h));
  if (!tangent) return;
  double *k = out->tangent + 6 * 3 + 3;
  for (int j = 0; j < 3; j++) {
    for (int l = 0; l < 3; l++)
      trm_add_tilde_tilde(k, 6, -slope * body->euler[3 * j + l], pair->q_m + d + 3 * j, pair->q_f + d + 3 * l);
    trm_add_tilde_tilde(k, 6, 0.5, t + 3 * j, pair->q_f + d + 3 * j); /* d_jm itself turns by half */
  }
}

/* mass matrix N^T M N and the forces at zero accelerations: N^T M (dN/dt) nu - m g */
static void instant_one(const trm_Model *model, const trm_Instant *now, int e, trm_Local *out) {
  const trm_Body *body = &model->bodies[e];
  int d = trm_triad_at(model, model->nodes[body->node].triad);
  start(model, e, true, out);
  weigh(model, body, now->unloaded, out);
  trm_add_identity(out->tangent, 6, body->mass);
  if (body->is_point) return;
  double omega[3], centripetal[9], t[9];
  trm_triad_omega(now->q + d, now->w + d, omega);
  for (int j = 0; j < 3; j++) {
    double once[3];
    trm_cross(once, omega, now->q + d + 3 * j);
    trm_cross(centripetal + 3 * j, omega, once);
  }
  director_forces(body, centripetal, t);
  add_moment(now->q + d, t, out->residual + 3, &out->moment_scale);
  for (int j = 0; j < 3; j++)
    for (int l = 0; l < 3; l++)
      trm_add_tilde_tilde(out->tangent + 21, 6, -body->euler[3 * j + l], now->q + d + 3 * j, now->q + d + 3 * l);
}

static void pair_batch(const trm_Model *model, const trm_Pair *pair, int first, int n, bool tangent, trm_Local *out) {
  for (int i = 0; i < n; i++) pair_one(model, pair, first + i, tangent, &out[i]);
}

static void instant_batch(const trm_Model *model, const trm_Instant *now, int first, int n, trm_Local *out) {
  for (int i = 0; i < n; i++) instant_one(model, now, first + i, &out[i]);
}

static void terms(const trm_Model *model, const trm_Pair *pair, int e, trm_Terms *sum) {
  const trm_Body *body = &model->bodies[e];
  const double *w = pair->w_f;
  int x = trm_point_at(model->nodes[body->node].point), d = trm_triad_at(model, model->nodes[body->node].triad);
  sum->kinetic += 0.5 * body->mass * trm_dot(w + x, w + x);
  sum->potential -= body->mass * trm_dot(model->space.gravity, pair->q_f + x);
  if (body->is_point) return;
  double t[9];
  director_forces(body, w + d, t);
  for (int j = 0; j < 3; j++) sum->kinetic += 0.5 * trm_dot(w + d + 3 * j, t + 3 * j);
}

static int momentum(const trm_Model *model, const double *q, const double *w, int e, int *nodes, double *out) {
  const trm_Body *body = &model->bodies[e];
  int x = trm_point_at(model->nodes[body->node].point), d = trm_triad_at(model, model->nodes[body->node].triad);
  nodes[0] = body->node;
  for (int n = 0; n < 3; n++) out[n] = body->mass * w[x + n], out[3 + n] = 0;
  if (body->is_point) return 1;
  double t[9], largest = 0;
  director_forces(body, w + d, t);
  add_moment(q + d, t, out + 3, &largest);
  return 1;
}

/* E of a body's directors turned by psi: sum_l E_jl (change of the acceleration of d_l), by columns */
static void turned_forces(const trm_Body *body, const double turn[3][9], int j, double out[9]) {
  for (int k = 0; k < 9; k++)
    out[k] =
        body->euler[3 * j] * turn[0][k] + body->euler[3 * j + 1] * turn[1][k] + body->euler[3 * j + 2] * turn[2][k];
}

static void inertia_tangent(const trm_Body *body, const double *d, const double *t, const double turn[3][9],
                            double *tangent) {
  for (int j = 0; j < 3; j++) {
    double rate[9];
    turned_forces(body, turn, j, rate);
    for (int c = 0; c < 3; c++) {
      const double column[3] = {rate[c], rate[3 + c], rate[6 + c]};
      double part[3];
      trm_cross(part, d + 3 * j, column);
      for (int r = 0; r < 3; r++) tangent[6 * (3 + r) + 3 + c] += part[r];
    }
    trm_add_tilde_tilde(tangent + 21, 6, 1, t + 3 * j, d + 3 * j); /* d_j itself turns */
  }
}

static void inertia_one(const trm_Model *model, const trm_Acceleration *acceleration, int e, trm_Local *out) {
  const trm_Body *body = &model->bodies[e];
  const trm_Node *node = &model->nodes[body->node];
  int nodes[1], d = trm_triad_at(model, node->triad);
  double forces[6], momenta[6], t[9];
  momentum(model, acceleration->q, acceleration->w_dot, e, nodes, forces);
  momentum(model, acceleration->q, acceleration->w, e, nodes, momenta);
  for (int i = 0; i < 6; i++) out->residual[i] += forces[i];
  out->force_scale = fmax(out->force_scale, fmax(trm_norm(forces), acceleration->least * trm_norm(momenta)));
  out->moment_scale = fmax(out->moment_scale, fmax(trm_norm(forces + 3), acceleration->least * trm_norm(momenta + 3)));
  if (!acceleration->turn) return;
  trm_add_identity(out->tangent, 6, body->mass * acceleration->slope);
  if (body->is_point) return;
  director_forces(body, acceleration->w_dot + d, t);
  inertia_tangent(body, acceleration->q + d, t, acceleration->turn[node->triad], out->tangent);
}

static void inertia(const trm_Model *model, const trm_Acceleration *acceleration, int first, int n, trm_Local *out) {
  for (int i = 0; i < n; i++) inertia_one(model, acceleration, first + i, &out[i]);
}

const trm_ElementKind trm_rigid_body_element = {.name = "rigid body",
                                                .count = count,
                                                .label = label,
                                                .unknowns = unknowns,
                                                .pair = pair_batch,
                                                .instant = instant_batch,
                                                .terms = terms,
                                                .momentum = momentum,
                                                .inertia = inertia,
                                                .jump = trm_rigid_body_jump,
                                                .joins = trm_rigid_body_joins,
                                                .pair_abreast = trm_rigid_body_pair_abreast,
                                                .instant_abreast = trm_rigid_body_instant_abreast,
                                                .end_abreast = trm_rigid_body_end_abreast,
                                                .tile = trm_rigid_body_tile,
                                                .tile_take = trm_rigid_body_tile_take,
                                                .tile_pair = trm_rigid_body_tile_pair,
                                                .tile_end = trm_rigid_body_tile_end};
