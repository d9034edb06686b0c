/* The sliding contact element: the share of one element of the track in the rows of a sliding joint. Local unknowns:
   the beam element's nodes, the slider's node, the node of the frame when it is another, then the joint's
   coordinates and multipliers. Laws, drives and relations of the coordinates are the joint element's. */
#include "element/contact.h"
#include <assert.h>
#include <limits.h>
#include <string.h>
#include "element/contact_rows.h"
#include "element/element_numbers.h"
#include "element/elements.h"
#include "math/vec3.h"

static int count(const trm_Model *model) { return model->on_joints.contact_count; }
static const trm_Joint *joint_of(const trm_Layout *layout, int e) {
  return &layout->joints[layout->model->on_joints.contacts[e].joint];
}
static const char *label(const trm_Model *model, int e) {
  return model->joints[model->on_joints.contacts[e].joint].name;
}

static int unknowns(const trm_Model *model, const trm_Numbering *numbering, int e, int *list) {
  trm_ContactPair c;
  trm_contact_layout(model, joint_of(numbering->layout, e), model->on_joints.contacts[e].index, &c);
  for (int b = 0; b < c.node_count; b++) trm_node_unknowns(model, numbering, c.nodes[b], list + 6 * b);
  for (int i = 6 * c.node_count; i < c.n; i++)
    list[i] = numbering->joint[model->on_joints.contacts[e].joint] + i - 6 * c.node_count;
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

/* ---- ends of the track ------------------------------------------------------------------------------------------- */

static int beyond_by(const trm_Joint *joint, const double *x, double part) {
  if (joint->track ? joint->track->closed : joint->path->closed) return 0;
  double start = joint->track ? joint->track->start : 0;
  double length = joint->track ? joint->track->length : joint->path->length;
  double sigma = start + x[joint->first_coordinate], slack = part * length;
  return sigma < -slack ? -1 : sigma > length + slack ? 1 : 0;
}

int trm_contact_beyond(const trm_Joint *joint, const double *x) { return beyond_by(joint, x, trm_on_track); }

/* above the round-off of a position, below trm_passage_slack: a slider whose step was ended at an end still holds on
   */
const double trm_contact_end_slack = 1e-11;

bool trm_contact_released(const trm_Joint *joint, const double *x) {
  return joint->model->ends == TRM_ENDS_RELEASE && beyond_by(joint, x, trm_contact_end_slack) != 0;
}

/* A contact is released by the end of a step, for the steps that follow. */
static const double *start_of(const trm_Pair *pair) { return pair->x_start ? pair->x_start : pair->x_i; }

const trm_CurveCorner *trm_contact_corner(const trm_Joint *joint, const double *from, const double *to) {
  const trm_CurvePath *path = joint->path;
  const trm_Track *track = joint->track;
  int count = track ? track->corner_count : path ? path->corner_count : 0;
  if (count == 0) return NULL;
  const trm_CurveCorner *corners = track ? track->corners : path->corners;
  double start = track ? track->start : 0, length = track ? track->length : path->length, slack = trm_on_track * length;
  double a = start + from[joint->first_coordinate], b = start + to[joint->first_coordinate];
  double low = fmin(a, b) + (a < b ? slack : -slack), high = fmax(a, b) + (a < b ? slack : -slack);
  for (int k = 0; k < count; k++) {
    double s = corners[k].s;
    if (track ? track->closed : path->closed)
      s += length * ceil((low - s) / length); /* the first one at `low` or after it */
    if (s >= low && s <= high) return &corners[k];
  }
  return NULL;
}

int trm_contact_off_track(const trm_Layout *layout, const double *from, const double *x) {
  const trm_Model *model = layout->model;
  for (int j = 0; j < model->joint_count; j++) {
    const trm_Joint *joint = &layout->joints[j];
    bool stops = (joint->track || joint->path) && joint->model->ends == TRM_ENDS_STOP;
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

/* ---- over a pair ------------------------------------------------------------------------------------------------- */

static void note_scales(const trm_Row *row, double weight, trm_Local *out) {
  double *scale = trm_row_angular(row) ? &out->moment_scale : &out->force_scale;
  *scale = fmax(*scale, fabs(weight));
}

static void rows_pair(const trm_ContactPair *c, const trm_Pair *pair, bool tangent, trm_Local *out) {
  double g[TRM_CONTACT_GRADIENT];
  for (int r = 0; r < c->joint->row_count; r++) {
    const trm_Row *row = trm_contact_row(c->joint, r);
    if (!trm_row_slides(row)) continue;
    double weight = pair->scale * pair->lambda[c->joint->first_multiplier + r];
    int at = c->first_row + r;
    trm_contact_row_mean(c, row, g);
    for (int i = 0; i < c->first_row; i++) out->residual[i] += weight * g[i];
    out->residual[at] = pair->scale * trm_contact_row_value(c, row);
    note_scales(row, weight, out);
    if (!tangent) continue;
    trm_contact_row_stiffness(c, row, weight, out->tangent, c->n);
    for (int i = 0; i < c->first_row; i++) out->tangent[c->n * i + at] += pair->scale * g[i];
    trm_contact_row_end(c, row, g);
    for (int i = 0; i < c->first_row; i++) out->tangent[c->n * at + i] += pair->scale * g[i];
  }
}

static void pair_one(const trm_Model *model, const trm_Pair *pair, int e, bool tangent, trm_Local *out) {
  const trm_Joint *joint = joint_of(pair->layout, e);
  int index = model->on_joints.contacts[e].index;
  trm_ContactPair c;
  if (trm_contact_released(joint, start_of(pair))) {
    trm_contact_layout(model, joint, index, &c);
    start(&c, index == 0, tangent, out);
    if (index == 0) released(&c, pair, tangent, out);
    return;
  }
  trm_contact_pair(model, joint, index, pair, &c);
  start(&c, c.active, tangent && c.active, out);
  if (c.active) rows_pair(&c, pair, tangent, out);
}

static void pair_batch(const trm_Model *model, const trm_Pair *pair, int first, int n, bool tangent, trm_Local *out) {
  for (int i = 0; i < n; i++) pair_one(model, pair, first + i, tangent, &out[i]);
}

/* ---- at an instant ----------------------------------------------------------------------------------------------- */

static void contact_at(const trm_Model *model, const trm_Joint *joint, int index, const double *q, const double *x,
                       trm_ContactPair *c) {
  trm_Pair still = {.layout = joint->layout, .q_i = q, .q_f = q, .q_m = q, .x_i = x, .x_f = x};
  trm_contact_pair(model, joint, index, &still, c);
}

static void rows_instant(const trm_ContactPair *c, const trm_Instant *now, trm_Local *out) {
  trm_ContactMotion work;
  trm_CarriedMotion motion = trm_contact_motion(c, now, NULL, &work);
  double g[TRM_CONTACT_GRADIENT], rates[2];
  int x = c->joint->first_coordinate;
  motion.s_rate = now->x_rate ? now->x_rate[x] : 0;
  motion.phi_rate = now->x_rate && c->phi_coordinate >= 0 ? now->x_rate[x + c->phi_coordinate] : 0;
  for (int r = 0; r < c->joint->row_count; r++) {
    const trm_Row *row = trm_contact_row(c->joint, r);
    int at = c->first_row + r;
    if (!trm_row_slides(row)) continue;
    trm_contact_row_end(c, row, g);
    for (int i = 0; i < c->first_row; i++)
      out->tangent[c->n * i + at] = out->tangent[c->n * at + i] = now->scale * g[i];
    trm_contact_row_rates(c, row, &motion, rates, NULL);
    out->residual[at] = now->scale * rates[1];
  }
}

static void instant_one(const trm_Model *model, const trm_Instant *now, int e, trm_Local *out) {
  const trm_Joint *joint = joint_of(now->layout, e);
  int index = model->on_joints.contacts[e].index;
  trm_ContactPair c;
  if (trm_contact_released(joint, now->x_start ? now->x_start : now->x)) {
    trm_contact_layout(model, joint, index, &c);
    start(&c, index == 0, true, out);
    if (index == 0) released_instant(&c, now, out);
    return;
  }
  contact_at(model, joint, index, now->q, now->x, &c);
  start(&c, c.active, c.active, out);
  if (c.active) rows_instant(&c, now, out);
}

static void instant_batch(const trm_Model *model, const trm_Instant *now, int first, int n, trm_Local *out) {
  for (int i = 0; i < n; i++) instant_one(model, now, first + i, &out[i]);
}

/* ---- which have a share ------------------------------------------------------------------------------------------ */

/* Those of one joint follow each other; of a released one the first has what is left to say. */
static int next(const trm_Layout *layout, int e, const trm_Coordinates *x) {
  const trm_Model *model = layout->model;
  const trm_Contact *contacts = model->on_joints.contacts;
  while (e < model->on_joints.contact_count) {
    const trm_Joint *joint = joint_of(layout, e);
    const trm_Track *track = joint->track;
    bool gone = trm_contact_released(joint, x->start);
    int s = joint->first_coordinate, index = contacts[e].index;
    double along[2] = {track->start + x->i[s], track->start + x->f[s]};
    if (gone && index == 0) return e;
    for (; !gone && index < track->count; index++, e++)
      if (!trm_track_passes_by(joint, index, along)) return e;
    if (gone) e += track->count - index;
  }
  return e;
}

/* ---- energy ------------------------------------------------------------------------------------------------------ */

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
  if (c->phi >= 0) sum += gradient[c->phi] * (c->turn[1] - c->turn[0]);
  return sum;
}

static void terms(const trm_Model *model, const trm_Pair *pair, int e, trm_Terms *sum) {
  const trm_Joint *joint = joint_of(pair->layout, e);
  if (pair->h == 0 || trm_contact_released(joint, start_of(pair))) return;
  trm_ContactPair c;
  trm_contact_pair(model, joint, model->on_joints.contacts[e].index, pair, &c);
  for (int r = 0; c.active && r < joint->row_count; r++) {
    const trm_Row *row = trm_contact_row(joint, r);
    if (!trm_row_slides(row)) continue;
    double gradient[TRM_CONTACT_GRADIENT];
    trm_contact_row_mean(&c, row, gradient);
    sum->constraint_work -= pair->scale * pair->lambda[joint->first_multiplier + r] * moved(&c, pair, gradient);
  }
}

/* all of it: what remains of the joint is in the joint's own element */
static bool let_go(const trm_Layout *layout, int e, const double *x, int *first, int *last) {
  *first = 0, *last = INT_MAX;
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
                                             .let_go = let_go,
                                             .next = next};

/* ---- what is asked of a sliding joint ---------------------------------------------------------------------------- */

static void here(const trm_Model *model, const trm_Joint *joint, const double *q, const double *x, trm_ContactPair *c) {
  contact_at(model, joint, trm_contact_owner(joint, x), q, x, c);
}

void trm_contact_values(const trm_Model *model, const trm_Joint *joint, const double *q, const double *x,
                        double *values) {
  assert(joint->track);
  if (trm_contact_released(joint, x)) return;
  trm_ContactPair c;
  here(model, joint, q, x, &c);
  for (int r = 0; r < joint->row_count; r++)
    if (trm_row_slides(trm_contact_row(joint, r))) values[r] += trm_contact_row_value(&c, trm_contact_row(joint, r));
}

/* derivatives of the gap by s: of this order, at f */
static void gap_slope(const trm_ContactPair *c, const trm_SideVector *gap, int order, double out[3]) {
  trm_Carried carried = trm_contact_carried(c, c->n);
  trm_sum_of(&carried, gap, (trm_Sample){order == 1 ? trm_H_FIRST : trm_H_SECOND, trm_AT_F}, out);
}

enum { NEAREST_ITERATIONS = 30 };
/* Newton's method stands still, of the length of the track, and of entries of unit vectors: four to five units of the
   last digit */
static const double stands_still = 1e-15;

/* s of the point of the track nearest to the slider: u . u' = 0, u = r - x(s) */
static void nearest(const trm_Model *model, const trm_Joint *joint, const double *q, double *x) {
  double *s = &x[joint->first_coordinate];
  for (int iteration = 0; iteration < NEAREST_ITERATIONS; iteration++) {
    trm_ContactPair c;
    trm_SideVector gap;
    double slope[3], bend[3];
    here(model, joint, q, x, &c);
    trm_contact_gap(&c, &gap);
    gap_slope(&c, &gap, 1, slope);
    gap_slope(&c, &gap, 2, bend);
    const double *u = gap.at[trm_AT_F];
    double size = trm_dot(slope, slope), change = -trm_dot(u, slope) / fmax(0.5 * size, size + trm_dot(u, bend));
    *s += change;
    if (!(fabs(change) > stands_still * joint->track->length)) return;
  }
}

/* the row that defines coordinate k of the kind, or NULL */
static const trm_Row *defining_row(const trm_JointKind *kind, int k) {
  for (int r = 0; r < kind->row_count; r++)
    if (trm_row_slides(&kind->rows[r]) && kind->rows[r].coordinate == k) return &kind->rows[r];
  return NULL;
}

/* eta, the share of the track's length, is the coordinate that no row defines, beside s */
static bool is_share(const trm_JointKind *kind, int k) { return k > 0 && !defining_row(kind, k); }

void trm_contact_coordinates(const trm_Model *model, const trm_Joint *joint, const double *q, bool all, double *x) {
  assert(joint->track);
  double *own = x + joint->first_coordinate;
  bool on = !trm_contact_released(joint, x);
  if (all && on) nearest(model, joint, q, x);
  for (int k = 1; k < joint->kind->coordinate_count; k++) {
    const trm_Row *row = defining_row(joint->kind, k);
    if (is_share(joint->kind, k)) own[k] = (joint->track->start + own[0]) / joint->track->length;
    if (!row || !on || (!all && joint->unknown_of[k] >= 0)) continue;
    trm_ContactPair c;
    trm_Product terms[2];
    here(model, joint, q, x, &c);
    trm_contact_row_terms(&c, row, terms);
    own[k] = trm_turned_angle(terms, 1, own[k]);
  }
}

/* s': from u' . x'(s) = 0 of the gap u = r - x(s), -u_t . u_s/|u_s|^2 with u_t its change at fixed s;  s'': the same
   of u'' at s'' = 0 */
static void slide_rates(const trm_ContactPair *c, trm_CarriedMotion *motion, double *first, double *second) {
  trm_Carried carried = trm_contact_carried(c, c->n);
  trm_SideVector gap;
  double slope[3], rates[3][3], size;
  trm_contact_gap(c, &gap);
  gap_slope(c, &gap, 1, slope);
  size = trm_dot(slope, slope);
  trm_vector_rates(&carried, &gap, motion, rates);
  *first = motion->s_rate = -trm_dot(rates[1], slope) / size;
  trm_vector_rates(&carried, &gap, motion, rates);
  *second = motion->s_acceleration = -trm_dot(rates[2], slope) / size;
}

/* phi from its row: C' = C_t + C_phi phi' = 0, and C'' likewise */
static void turn_rates(const trm_ContactPair *c, const trm_Row *row, trm_CarriedMotion motion, double *first,
                       double *second) {
  double rates[2], by_phi;
  trm_contact_row_rates(c, row, &motion, rates, &by_phi);
  *first = motion.phi_rate = -rates[0] / by_phi;
  trm_contact_row_rates(c, row, &motion, rates, NULL);
  *second = -rates[1] / by_phi;
}

void trm_contact_rates(const trm_Model *model, const trm_Joint *joint, const trm_Instant *now, const double *nu_dot,
                       double *rate, double *acceleration) {
  assert(joint->track);
  int coordinates = joint->kind->coordinate_count;
  double first[TRM_JOINT_COORDINATES] = {0}, second[TRM_JOINT_COORDINATES] = {0};
  if (!trm_contact_released(joint, now->x)) {
    trm_ContactPair c;
    trm_ContactMotion work;
    here(model, joint, now->q, now->x, &c);
    trm_CarriedMotion motion = trm_contact_motion(&c, now, nu_dot, &work);
    slide_rates(&c, &motion, &first[0], &second[0]);
    for (int k = 1; k < coordinates; k++) {
      const trm_Row *row = defining_row(joint->kind, k);
      if (is_share(joint->kind, k))
        first[k] = first[0] / joint->track->length, second[k] = second[0] / joint->track->length;
      if (!row) continue;
      c.turn[0] = c.turn[1] = now->x[joint->first_coordinate + k];
      turn_rates(&c, row, motion, &first[k], &second[k]);
    }
  }
  for (int k = 0; k < coordinates; k++) {
    rate[k] = first[k];
    if (acceleration) acceleration[k] = second[k];
  }
}

trm_Wrench trm_contact_wrench(const trm_Model *model, const trm_Joint *joint, const trm_Instant *now,
                              const double *lambda) {
  assert(joint->track);
  trm_Wrench wrench = {{0}, {0}};
  if (trm_contact_released(joint, now->x)) return wrench;
  trm_ContactPair c;
  here(model, joint, now->q, now->x, &c);
  for (int r = 0; r < joint->row_count; r++) {
    const trm_Row *row = trm_contact_row(joint, r);
    if (!trm_row_slides(row)) continue;
    double g[TRM_CONTACT_GRADIENT], weight = -now->scale * lambda[joint->first_multiplier + r];
    trm_contact_row_end(&c, row, g);
    if (trm_row_angular(row))
      trm_add_scaled(wrench.moment, weight, g + c.at[c.frame]);
    else
      trm_add_scaled(wrench.force, weight, g + c.at[c.slider]);
  }
  return wrench;
}

enum { POLAR_ITERATIONS = 40 };

/* D <- D (3 - D^T D) / 2, which converges for singular values below sqrt(3): beyond an end of the track directors
   are longer than 1, and are divided by their root mean square first */
void trm_contact_section(const trm_Model *model, const trm_Joint *joint, const double *q, const double *x,
                         double axes[3][3]) {
  assert(joint->track);
  trm_ContactPair c;
  double square = 0, change = 1;
  here(model, joint, q, x, &c);
  for (int b = 0; b < 3; b++) {
    trm_SideVector director;
    trm_contact_director(&c, b, &director);
    trm_copy(axes[b], director.at[trm_AT_F], 3);
    square += trm_dot(axes[b], axes[b]);
  }
  for (int i = 0; i < 9; i++) axes[i / 3][i % 3] /= sqrt(square / 3);
  for (int iteration = 0; iteration < POLAR_ITERATIONS && change > stands_still; iteration++) {
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
