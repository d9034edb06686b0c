/* The sliding contact element: the share of one element of the track in the rows of a sliding joint. Local unknowns: the beam element's nodes,
   the slider's node, the node of the frame when it is another, then the joint's coordinates and multipliers. Laws, drives and relations of
   the coordinates are the joint element's. */
#include "element/contact.h"
#include <string.h>
#include "element/contact_rows.h"
#include "element/elements.h"
#include "math/vec3.h"

static int count(const trm_Model *model) { return model->contact_count; }
static const trm_Joint *joint_of(const trm_Layout *layout, int e) {
  return &layout->joints[layout->model->contacts[e].joint];
}
static const char *label(const trm_Model *model, int e) { return model->joints[model->contacts[e].joint].name; }

static int unknowns(const trm_Model *model, const trm_Numbering *numbering, int e, int *list) {
  trm_ContactPair c;
  trm_contact_layout(model, joint_of(numbering->layout, e), model->contacts[e].index, &c);
  for (int b = 0; b < c.node_count; b++) trm_node_unknowns(model, numbering, c.nodes[b], list + 6 * b);
  for (int i = 6 * c.node_count; i < c.n; i++)
    list[i] = numbering->joint[model->contacts[e].joint] + i - 6 * c.node_count;
  return c.n;
}

/* an element without a share has nothing to add: of its numbers only those are cleared that someone may look at */
static void start(const trm_ContactPair *c, bool active, bool tangent, trm_Local *out) {
  out->n = active ? c->n : 0, out->node_count = active ? c->node_count : 0;
  out->force_scale = out->moment_scale = 0;
  memcpy(out->nodes, c->nodes, sizeof(int) * (size_t)c->node_count);
  memset(out->residual, 0, sizeof(double) * (size_t)c->n);
  if (tangent) memset(out->tangent, 0, sizeof(double) * (size_t)c->n * (size_t)c->n);
}

/* ---- ends of the track -------------------------------------------------------------------------------------------- */

static int beyond_by(const trm_Joint *joint, const double *x, double part) {
  if (joint->path && joint->path->closed) return 0;
  double start = joint->track ? joint->track->start : 0;
  double length = joint->track ? joint->track->length : joint->path->length;
  double sigma = start + x[joint->first_coordinate], slack = part * length;
  return sigma < -slack ? -1 : sigma > length + slack ? 1 : 0;
}

int trm_contact_beyond(const trm_Joint *joint, const double *x) { return beyond_by(joint, x, 1e-9); }

const double trm_contact_end_slack = 1e-11;

bool trm_contact_released(const trm_Joint *joint, const double *x) {
  return joint->ends == TRM_ENDS_RELEASE && beyond_by(joint, x, trm_contact_end_slack) != 0;
}

/* A contact is released by the end of a step, for the steps that follow. */
static const double *start_of(const trm_Pair *pair) { return pair->x_start ? pair->x_start : pair->x_i; }

const trm_CurveCorner *trm_contact_corner(const trm_Joint *joint, const double *from, const double *to) {
  const trm_CurvePath *path = joint->path;
  const trm_Track *track = joint->track;
  int count = track ? track->corner_count : path ? path->corner_count : 0;
  if (count == 0) return NULL;
  const trm_CurveCorner *corners = track ? track->corners : path->corners;
  double start = track ? track->start : 0, length = track ? track->length : path->length, slack = 1e-9 * length;
  double a = start + from[joint->first_coordinate], b = start + to[joint->first_coordinate];
  double low = fmin(a, b) + (a < b ? slack : -slack), high = fmax(a, b) + (a < b ? slack : -slack);
  for (int k = 0; k < count; k++) {
    double s = corners[k].s;
    if (path && path->closed) s += length * ceil((low - s) / length); /* the first one at `low` or after it */
    if (s >= low && s <= high) return &corners[k];
  }
  return NULL;
}

int trm_contact_off_track(const trm_Layout *layout, const double *from, const double *x) {
  const trm_Model *model = layout->model;
  for (int j = 0; j < model->joint_count; j++) {
    const trm_Joint *joint = &layout->joints[j];
    bool stops = (joint->track || joint->path) && joint->ends == TRM_ENDS_STOP;
    if (stops && trm_contact_beyond(joint, x) != 0) return j;
    if (from && trm_contact_corner(joint, from, x)) return j;
  }
  return -1;
}

/* lambda = 0 in place of the rows, coordinates stay; said once, by the first element of the track */
static void released(const trm_ContactPair *c, const trm_Pair *pair, bool tangent, trm_Local *out) {
  const trm_Joint *joint = c->joint;
  int own = 6 * c->node_count;
  for (int k = 0; k < joint->kind->coordinate_count; k++) {
    int at = own + joint->unknown_of[k], x = joint->first_coordinate + k;
    if (joint->unknown_of[k] < 0) continue;
    double slope = pair ? (pair->x_start ? 0.5 : 1) * pair->scale : 1; /* the scheme doubles what it takes at rest */
    if (pair) out->residual[at] = pair->scale * (pair->x_f[x] - start_of(pair)[x]);
    if (tangent) out->tangent[c->n * at + at] = slope;
  }
  for (int r = 0; r < joint->row_count; r++) {
    int at = c->first_row + r;
    if (!trm_row_slides(trm_contact_row(joint, r))) continue;
    if (pair) out->residual[at] = pair->scale * pair->lambda[joint->first_multiplier + r];
    if (tangent) out->tangent[c->n * at + at] = pair ? pair->scale : 1;
  }
}

/* at an instant: accelerations of the coordinates vanish; at the end of a step, coordinates are those of its start */
static void released_instant(const trm_ContactPair *c, const trm_Instant *now, trm_Local *out) {
  const trm_Joint *joint = c->joint;
  released(c, NULL, true, out);
  if (!now->x_start) return;
  for (int i = 6 * c->node_count; i < c->n; i++) out->tangent[c->n * i + i] *= i < c->first_row ? 0 : now->scale;
  for (int k = 0; k < joint->kind->coordinate_count; k++) {
    int x = joint->first_coordinate + k;
    if (joint->unknown_of[k] < 0) continue;
    out->residual[6 * c->node_count + joint->unknown_of[k]] = now->scale * (now->x[x] - now->x_start[x]);
  }
}

/* ---- over a pair -------------------------------------------------------------------------------------------------- */

static void note_scales(const trm_Row *row, double weight, trm_Local *out) {
  double *scale = trm_row_angular(row) ? &out->moment_scale : &out->force_scale;
  *scale = fmax(*scale, fabs(weight));
}

static void rows_pair(const trm_ContactPair *c, const trm_Pair *pair, bool tangent, trm_Local *out) {
  trm_ContactGradient mean, end, force = {.s = 0};
  trm_ContactStiffness stiffness;
  double column[TRM_LOCAL_UNKNOWNS];
  if (tangent) memset(&stiffness, 0, sizeof stiffness);
  for (int r = 0; r < c->joint->row_count; r++) {
    const trm_Row *row = trm_contact_row(c->joint, r);
    if (!trm_row_slides(row)) continue;
    double weight = pair->scale * pair->lambda[c->joint->first_multiplier + r];
    int at = c->first_row + r;
    trm_contact_row_mean(c, row, &mean);
    for (int u = 0; u < c->vector_count; u++) trm_add_scaled(force.v[u], weight, mean.v[u]);
    force.s += weight * mean.s, force.phi += weight * mean.phi;
    out->residual[at] = pair->scale * trm_contact_row_value(c, row);
    note_scales(row, weight, out);
    if (!tangent) continue;
    trm_contact_row_stiffness(c, row, weight, &stiffness);
    memset(column, 0, sizeof(double) * (size_t)c->n);
    trm_contact_project(c, &c->m, &mean, pair->scale, column);
    for (int i = 0; i < c->first_row; i++) out->tangent[c->n * i + at] += column[i];
    trm_contact_row_end(c, row, &end);
    trm_contact_project(c, &c->f, &end, pair->scale, out->tangent + (ptrdiff_t)c->n * at);
  }
  trm_contact_project(c, &c->m, &force, 1, out->residual);
  if (tangent) trm_contact_project_stiffness(c, &stiffness, &force, out->tangent, c->n);
}

static void pair_one(const trm_Model *model, const trm_Pair *pair, int e, bool tangent, trm_Local *out) {
  const trm_Joint *joint = joint_of(pair->layout, e);
  int index = model->contacts[e].index;
  trm_ContactPair c;
  if (trm_contact_released(joint, start_of(pair))) {
    trm_contact_layout(model, joint, index, &c);
    start(&c, index == 0, tangent, out);
    if (index == 0) released(&c, pair, tangent, out);
    return;
  }
  trm_contact_pair(model, joint, index, pair, &c);
  start(&c, c.basis.active, tangent && c.basis.active, out);
  if (c.basis.active) rows_pair(&c, pair, tangent, out);
}

static void pair_batch(const trm_Model *model, const trm_Pair *pair, int first, int n, bool tangent, trm_Local *out) {
  for (int i = 0; i < n; i++) pair_one(model, pair, first + i, tangent, &out[i]);
}

/* ---- at an instant ------------------------------------------------------------------------------------------------ */

static void contact_at(const trm_Model *model, const trm_Joint *joint, int index, const double *q, const double *x,
                       trm_ContactPair *c) {
  trm_Pair still = {.layout = joint->layout, .q_i = q, .q_f = q, .q_m = q, .x_i = x, .x_f = x};
  trm_contact_pair(model, joint, index, &still, c);
}

static void rates_of(const trm_ContactPair *c, const double *x_rate, double rates[2]) {
  int at = c->joint->first_coordinate;
  rates[0] = x_rate ? x_rate[at] : 0;
  rates[1] = x_rate && c->phi_coordinate >= 0 ? x_rate[at + c->phi_coordinate] : 0;
}

static void rows_instant(const trm_ContactPair *c, const trm_Instant *now, trm_Local *out) {
  trm_ContactVectors velocity, centripetal;
  double rates[2];
  rates_of(c, now->x_rate, rates);
  trm_contact_motion(c, now->q, now->w, &velocity, &centripetal);
  for (int r = 0; r < c->joint->row_count; r++) {
    const trm_Row *row = trm_contact_row(c->joint, r);
    if (!trm_row_slides(row)) continue;
    trm_ContactGradient gradient;
    double *line = out->tangent + (ptrdiff_t)c->n * (c->first_row + r);
    trm_contact_row_end(c, row, &gradient);
    trm_contact_project(c, &c->f, &gradient, now->scale, line);
    for (int i = 0; i < c->first_row; i++) out->tangent[c->n * i + c->first_row + r] = line[i];
    out->residual[c->first_row + r] = now->scale * trm_contact_row_gamma(c, row, &velocity, &centripetal, rates);
  }
}

static void instant_one(const trm_Model *model, const trm_Instant *now, int e, trm_Local *out) {
  const trm_Joint *joint = joint_of(now->layout, e);
  int index = model->contacts[e].index;
  trm_ContactPair c;
  if (trm_contact_released(joint, now->x_start ? now->x_start : now->x)) {
    trm_contact_layout(model, joint, index, &c);
    start(&c, index == 0, true, out);
    if (index == 0) released_instant(&c, now, out);
    return;
  }
  contact_at(model, joint, index, now->q, now->x, &c);
  start(&c, c.basis.active, true, out);
  if (c.basis.active) rows_instant(&c, now, out);
}

static void instant_batch(const trm_Model *model, const trm_Instant *now, int first, int n, trm_Local *out) {
  for (int i = 0; i < n; i++) instant_one(model, now, first + i, &out[i]);
}

/* ---- energy ------------------------------------------------------------------------------------------------------- */

/* gradient . increments, node by node */
static double moved(const trm_ContactPair *c, const trm_Pair *pair, const double *gradient) {
  double sum = 0;
  for (int b = 0; b < c->node_count; b++) {
    const trm_Node *node = &c->model->nodes[c->nodes[b]];
    sum += trm_dot(gradient + 6 * b, pair->dq + trm_point_at(node->point)) +
           trm_dot(gradient + 6 * b + 3, pair->turn + 3 * node->triad);
  }
  int at = c->joint->first_coordinate;
  sum += gradient[c->s] * (pair->x_f[at] - pair->x_i[at]);
  if (c->phi >= 0) sum += gradient[c->phi] * (c->phi_f - c->phi_i);
  return sum;
}

static void terms(const trm_Model *model, const trm_Pair *pair, int e, trm_Terms *sum) {
  const trm_Joint *joint = joint_of(pair->layout, e);
  if (pair->h == 0 || trm_contact_released(joint, start_of(pair))) return;
  trm_ContactPair c;
  trm_contact_pair(model, joint, model->contacts[e].index, pair, &c);
  for (int r = 0; c.basis.active && r < joint->row_count; r++) {
    const trm_Row *row = trm_contact_row(joint, r);
    if (!trm_row_slides(row)) continue;
    trm_ContactGradient mean;
    double gradient[TRM_LOCAL_UNKNOWNS] = {0};
    trm_contact_row_mean(&c, row, &mean);
    trm_contact_project(&c, &c.m, &mean, 1, gradient);
    sum->constraint_work -= pair->scale * pair->lambda[joint->first_multiplier + r] * moved(&c, pair, gradient);
  }
}

/* all of it: what remains of the joint is in the joint's own element */
static bool let_go(const trm_Layout *layout, int e, const double *x, int *first, int *last) {
  *first = 0, *last = TRM_LOCAL_UNKNOWNS;
  return trm_contact_released(joint_of(layout, e), x);
}

const trm_ElementKind trm_contact_element = {.name = "contact",
                                             .count = count,
                                             .label = label,
                                             .unknowns = unknowns,
                                             .pair = pair_batch,
                                             .instant = instant_batch,
                                             .terms = terms,
                                             .jump = trm_contact_jump,
                                             .let_go = let_go};

/* ---- what is asked of a sliding joint ----------------------------------------------------------------------------- */

static void here(const trm_Model *model, const trm_Joint *joint, const double *q, const double *x, trm_ContactPair *c) {
  contact_at(model, joint, trm_contact_owner(joint, x), q, x, c);
}

void trm_contact_values(const trm_Model *model, const trm_Joint *joint, const double *q, const double *x,
                        double *values) {
  if (trm_contact_released(joint, x)) return;
  trm_ContactPair c;
  here(model, joint, q, x, &c);
  for (int r = 0; r < joint->row_count; r++) values[r] += trm_contact_row_value(&c, trm_contact_row(joint, r));
}

/* sum_A h_A v_A of vector k of the beam's nodes */
static void along(const trm_ContactPair *c, const double *h, const trm_ContactVectors *at, int k, double out[3]) {
  out[0] = out[1] = out[2] = 0;
  for (int a = 0; a < c->beam_nodes; a++) trm_add_scaled(out, h[a], at->v[4 * a + k]);
}

static void slider_point(const trm_ContactPair *c, const trm_ContactVectors *at, double out[3]) {
  for (int n = 0; n < 3; n++) out[n] = at->v[c->slider][n] + at->v[c->slider + 1][n];
}

enum { NEAREST_ITERATIONS = 30 };

/* s of the point of the track nearest to the slider: (r - x(s)) . x'(s) = 0 */
static void nearest(const trm_Model *model, const trm_Joint *joint, const double *q, double *x) {
  double *s = &x[joint->first_coordinate];
  for (int iteration = 0; iteration < NEAREST_ITERATIONS; iteration++) {
    trm_ContactPair c;
    double point[3], axis[3], slope[3], bend[3], gap[3];
    here(model, joint, q, x, &c);
    slider_point(&c, &c.f, point);
    along(&c, c.basis.h_f, &c.f, 0, axis);
    along(&c, c.basis.dh_f, &c.f, 0, slope);
    along(&c, c.basis.ddh_f, &c.f, 0, bend);
    trm_subtract(gap, point, axis);
    double size = trm_dot(slope, slope), change = trm_dot(gap, slope) / fmax(0.5 * size, size - trm_dot(gap, bend));
    *s += change;
    if (!(fabs(change) > 1e-15 * joint->track->length)) return;
  }
}

/* the row that defines coordinate k of the kind, or NULL */
static const trm_Row *defining_row(const trm_JointKind *kind, int k) {
  for (int r = 0; r < kind->row_count; r++)
    if (trm_row_slides(&kind->rows[r]) && kind->rows[r].coordinate == k) return &kind->rows[r];
  return NULL;
}

/* phi from e_a . d_a = cos(phi), e_a . d_b = sin(phi) */
static double turned(const trm_ContactPair *c, const trm_Row *row, double near) {
  double a[3], b[3];
  const double *e = c->f.v[c->frame + row->a];
  along(c, c->basis.h_f, &c->f, 1 + row->a, a);
  along(c, c->basis.h_f, &c->f, 1 + row->b, b);
  double angle = atan2(trm_dot(e, b), trm_dot(e, a));
  return angle + 2 * TRM_PI * round((near - angle) / (2 * TRM_PI));
}

/* eta, the share of the track's length, is the coordinate that no row defines, beside s */
static bool is_share(const trm_JointKind *kind, int k) { return k > 0 && !defining_row(kind, k); }

void trm_contact_coordinates(const trm_Model *model, const trm_Joint *joint, const double *q, bool all, double *x) {
  double *own = x + joint->first_coordinate;
  bool on = !trm_contact_released(joint, x);
  if (all && on) nearest(model, joint, q, x);
  for (int k = 1; k < joint->kind->coordinate_count; k++) {
    const trm_Row *row = defining_row(joint->kind, k);
    if (is_share(joint->kind, k)) own[k] = (joint->track->start + own[0]) / joint->track->length;
    if (!row || !on || (!all && joint->unknown_of[k] >= 0)) continue;
    trm_ContactPair c;
    here(model, joint, q, x, &c);
    own[k] = turned(&c, row, own[k]);
  }
}

/* Accelerations of the vectors: those of the nodes, and the centripetal ones. */
static void accelerations(const trm_ContactPair *c, const double *nu_dot, trm_ContactVectors *out) {
  for (int u = 0; u < c->vector_count; u++) {
    const double *own = nu_dot + 6 * c->nodes[c->node_of[u]];
    double turn[3];
    if (c->turns[u])
      trm_cross(turn, own + 3, c->f.v[u]);
    else
      trm_copy(turn, own, 3);
    trm_add_scaled(out->v[u], 1, turn);
  }
}

/* s': (r' - x_t(s)) . x' / |x'|^2;  s'': the same of r'' - x_tt(s) - 2 s' x_t' - s'^2 x'' */
static void slide_rates(const trm_ContactPair *c, const trm_ContactVectors *velocity,
                        const trm_ContactVectors *acceleration, double *first, double *second) {
  double point[3], axis[3], slope[3], size, gap[3], drift[3], bend[3];
  const trm_ContactBasis *h = &c->basis;
  along(c, h->dh_f, &c->f, 0, slope);
  size = trm_dot(slope, slope);
  slider_point(c, velocity, point);
  along(c, h->h_f, velocity, 0, axis);
  trm_subtract(gap, point, axis);
  *first = trm_dot(gap, slope) / size;
  slider_point(c, acceleration, point);
  along(c, h->h_f, acceleration, 0, axis);
  along(c, h->dh_f, velocity, 0, drift);
  along(c, h->ddh_f, &c->f, 0, bend);
  trm_subtract(gap, point, axis);
  trm_add_scaled(gap, -2 * *first, drift);
  trm_add_scaled(gap, -*first * *first, bend);
  *second = trm_dot(gap, slope) / size;
}

/* phi from its row: C' = g . nu + g_s s' + g_phi phi' = 0, and C'' likewise */
static void turn_rates(const trm_ContactPair *c, const trm_Row *row, const trm_ContactVectors *motion[3],
                       const double slide[2], double turn[2]) {
  trm_ContactGradient g;
  double speed, force = 0, rates[2];
  trm_contact_row_end(c, row, &g);
  speed = g.s * slide[0], force = g.s * slide[1];
  for (int u = 0; u < c->vector_count; u++) {
    double own[3];
    speed += trm_dot(g.v[u], motion[0]->v[u]);
    trm_subtract(own, motion[2]->v[u], motion[1]->v[u]);
    force += trm_dot(g.v[u], own);
  }
  turn[0] = rates[1] = -speed / g.phi, rates[0] = slide[0];
  turn[1] = -(force + trm_contact_row_gamma(c, row, motion[0], motion[1], rates)) / g.phi;
}

void trm_contact_rates(const trm_Model *model, const trm_Joint *joint, const trm_Instant *now, const double *nu_dot,
                       double *rate, double *acceleration) {
  int coordinates = joint->kind->coordinate_count;
  double first[TRM_JOINT_COORDINATES] = {0}, second[TRM_JOINT_COORDINATES] = {0};
  if (!trm_contact_released(joint, now->x)) {
    trm_ContactPair c;
    trm_ContactVectors velocity, centripetal, all;
    here(model, joint, now->q, now->x, &c);
    trm_contact_motion(&c, now->q, now->w, &velocity, &centripetal);
    all = centripetal;
    if (nu_dot) accelerations(&c, nu_dot, &all);
    slide_rates(&c, &velocity, &all, &first[0], &second[0]);
    for (int k = 1; k < coordinates; k++) {
      const trm_Row *row = defining_row(joint->kind, k);
      double slide[2] = {first[0], second[0]}, turn[2];
      if (is_share(joint->kind, k))
        first[k] = first[0] / joint->track->length, second[k] = second[0] / joint->track->length;
      if (!row) continue;
      c.phi_i = c.phi_f = now->x[joint->first_coordinate + k];
      turn_rates(&c, row, (const trm_ContactVectors *[3]){&velocity, &centripetal, &all}, slide, turn);
      first[k] = turn[0], second[k] = turn[1];
    }
  }
  for (int k = 0; k < coordinates; k++) {
    rate[k] = first[k];
    if (acceleration) acceleration[k] = second[k];
  }
}

trm_Wrench trm_contact_wrench(const trm_Model *model, const trm_Joint *joint, const trm_Instant *now,
                              const double *lambda) {
  trm_Wrench wrench = {{0}, {0}};
  if (trm_contact_released(joint, now->x)) return wrench;
  trm_ContactPair c;
  here(model, joint, now->q, now->x, &c);
  for (int r = 0; r < joint->row_count; r++) {
    const trm_Row *row = trm_contact_row(joint, r);
    if (!trm_row_slides(row)) continue;
    trm_ContactGradient g;
    double weight = -now->scale * lambda[joint->first_multiplier + r], moment[3];
    trm_contact_row_end(&c, row, &g);
    trm_add_scaled(wrench.force, weight, g.v[c.slider]);
    for (int a = 0; a < 3 && trm_row_angular(row); a++) {
      trm_cross(moment, c.f.v[c.frame + a], g.v[c.frame + a]);
      trm_add_scaled(wrench.moment, weight, moment);
    }
  }
  return wrench;
}

enum { POLAR_ITERATIONS = 40 };

/* D <- D (3 - D^T D) / 2, which converges for singular values below sqrt(3): beyond an end of the track directors are longer than 1, and
   are divided by their root mean square first */
void trm_contact_section(const trm_Model *model, const trm_Joint *joint, const double *q, const double *x,
                         double axes[3][3]) {
  trm_ContactPair c;
  double square = 0, change = 1;
  here(model, joint, q, x, &c);
  for (int b = 0; b < 3; b++) {
    along(&c, c.basis.h_f, &c.f, 1 + b, axes[b]);
    square += trm_dot(axes[b], axes[b]);
  }
  for (int i = 0; i < 9; i++) axes[i / 3][i % 3] /= sqrt(square / 3);
  for (int iteration = 0; iteration < POLAR_ITERATIONS && change > 1e-15; iteration++) {
    double before[3][3];
    memcpy(before, axes, sizeof before);
    change = 0;
    for (int b = 0; b < 3; b++) {
      for (int n = 0; n < 3; n++) axes[b][n] = 1.5 * before[b][n];
      for (int k = 0; k < 3; k++) trm_add_scaled(axes[b], -0.5 * trm_dot(before[k], before[b]), before[k]);
      for (int n = 0; n < 3; n++) change = fmax(change, fabs(axes[b][n] - before[b][n]));
    }
  }
}
