/* The vectors of a beam at a contact over a pair of configurations, and the rows that are made of them. */
#include "element/contact_rows.h"
#include <string.h>
#include "element/beam_kernel.h"
#include "math/shape.h"
#include "math/vec3.h"

/* ---- layout ------------------------------------------------------------------------------------------------------ */

static void place_vector(trm_ContactPair *c, int vector, int node, bool turns) {
  c->at[vector] = 6 * node + (turns ? 3 : 0), c->turns[vector] = turns;
}

void trm_contact_layout(const trm_Model *model, const trm_Joint *joint, int index, trm_ContactPair *c) {
  const trm_Track *track = joint->track;
  c->model = model, c->joint = joint;
  c->element = &model->mesh.elements[track->elements[index].element];
  int nodes = c->beam_nodes = c->element->node_count;
  for (int a = 0; a < nodes; a++) {
    c->nodes[a] = c->element->nodes[a];
    for (int k = 0; k < 4; k++) place_vector(c, 4 * a + k, a, k > 0);
  }
  bool other = track->frame.node != joint->side[1].node;
  c->nodes[nodes] = joint->side[1].node, c->nodes[nodes + 1] = track->frame.node;
  c->node_count = nodes + (other ? 2 : 1);
  c->slider = 4 * nodes, c->frame = c->slider + 2, c->vector_count = c->frame + 3;
  place_vector(c, c->slider, nodes, false);
  place_vector(c, c->slider + 1, nodes, true);
  for (int a = 0; a < 3; a++) place_vector(c, c->frame + a, other ? nodes + 1 : nodes, true);
  int own = 6 * c->node_count;
  c->s = own + joint->unknown_of[0], c->phi = c->phi_coordinate = -1;
  c->turn[0] = c->turn[1] = 0;
  for (int r = 0; r < joint->row_count; r++) {
    int coordinate = trm_contact_row(joint, r)->coordinate;
    if (trm_row_slides(trm_contact_row(joint, r)) && coordinate >= 0)
      c->phi_coordinate = coordinate, c->phi = own + joint->unknown_of[coordinate];
  }
  c->first_row = own + joint->unknown_count;
  c->n = c->first_row + joint->multiplier_count;
}

static void gather(const trm_ContactPair *c, const double *q, trm_ContactVectors *out) {
  trm_BeamNodes beam;
  trm_Frame frame;
  trm_beam_gather(c->model, c->element, q, &beam);
  memcpy(out->v, beam.v, sizeof(double) * 12 * (size_t)c->beam_nodes);
  const trm_Marker *slider = &c->joint->side[1];
  trm_copy(out->v[c->slider], q + trm_point_at(c->model->nodes[slider->node].point), 3);
  trm_marker_arm(c->model, slider, q, out->v[c->slider + 1]);
  trm_marker_frame(c->model, &c->joint->track->frame, q, &frame);
  memcpy(out->v[c->frame], frame.e, sizeof frame.e);
}

/* ---- shape functions --------------------------------------------------------------------------------------------- */

double trm_track_place(const trm_Track *track, double sigma) {
  return track->closed ? sigma - track->length * floor(sigma / track->length) : sigma;
}

/* A way along the track as one of its elements sees it: on a closed one in the round in which it comes nearest. A step
   is shorter than half a round, so that it touches an element once. */
static void seen_by(const trm_Track *track, const trm_TrackElement *element, const double path[2], double out[2]) {
  double middle = 0.5 * (path[0] + path[1]) - 0.5 * (element->from + element->to);
  double rounds = track->closed ? round(middle / track->length) : 0;
  for (int end = 0; end < 2; end++) out[end] = path[end] - rounds * track->length;
}

/* The element of the track that sigma belongs to; what is beyond an end belongs to the last one. */
static int owner(const trm_Track *track, double sigma) {
  int low = 0, high = track->count - 1;
  sigma = trm_track_place(track, sigma);
  while (low < high) {
    int middle = (low + high + 1) / 2;
    if (sigma >= track->elements[middle].from)
      low = middle;
    else
      high = middle - 1;
  }
  return low;
}

static trm_SlideHold hold_of(const trm_Joint *joint) {
  return joint->layout ? joint->layout->held[joint - joint->layout->joints] : (trm_SlideHold){-1, -1};
}

/* the elements that the ends of a way belong to; an instant is the end of a step */
static void owners(const trm_Joint *joint, const double along[2], int out[2]) {
  trm_SlideHold hold = hold_of(joint);
  out[1] = hold.to >= 0 ? hold.to : owner(joint->track, along[1]);
  out[0] = along[0] == along[1] ? out[1] : hold.from >= 0 ? hold.from : owner(joint->track, along[0]);
}

typedef struct Shapes {
  double h[TRM_BEAM_NODES], dh[TRM_BEAM_NODES], ddh[TRM_BEAM_NODES];
} Shapes;

static void shapes_inside(const trm_TrackElement *element, int count, double sigma, Shapes *out) {
  double stretch = 2 / (element->to - element->from);
  trm_lagrange_on(element->points, count - 1, stretch * (sigma - element->from) - 1, out->h, out->dh, out->ddh);
  for (int a = 0; a < count; a++) out->dh[a] *= stretch, out->ddh[a] *= stretch * stretch;
}

/* of an element, beyond its borders: so far those go on that a slider is held to */
static const double held_beyond = 0.5;

/* Between which arc lengths the shape functions of an element are its polynomials. */
static void polynomials_within(const trm_Joint *joint, int index, double limits[2]) {
  const trm_Track *track = joint->track;
  const trm_TrackElement *element = &track->elements[index];
  double more = hold_of(joint).to >= 0 ? held_beyond * (element->to - element->from) : 0;
  limits[0] = element->from - (index == 0 && !track->closed ? 0 : more);
  limits[1] = element->to + (index == track->count - 1 && !track->closed ? 0 : more);
}

/* Beyond an end of the track (a soft wall gives way) it goes on straight: h(end) + (sigma - end) h'(end). The
   polynomials themselves would grow without bound there. */
static void shapes_at(const trm_TrackElement *element, int count, const double limits[2], double sigma, Shapes *out) {
  double inside = fmax(limits[0], fmin(limits[1], sigma)), beyond = sigma - inside;
  shapes_inside(element, count, inside, out);
  for (int a = 0; beyond != 0 && a < count; a++) out->h[a] += beyond * out->dh[a], out->ddh[a] = 0;
}

/* Mean of h' over alpha .. beta, and the mean of t h'' with t = 0 at alpha, 1 at beta: its derivative with respect
   to beta. The part of the way beyond an end of the track has the slope of the end, and no h''. */
static void mean_slopes(const trm_ContactPair *c, int index, const double range[2], double *mean, double *change) {
  const trm_TrackElement *element = &c->joint->track->elements[index];
  int count = c->beam_nodes;
  double whole = range[1] - range[0], part[2], limits[2];
  Shapes at;
  polynomials_within(c->joint, index, limits);
  memset(mean, 0, sizeof(double) * (size_t)count);
  memset(change, 0, sizeof(double) * (size_t)count);
  for (int end = 0; end < 2; end++) part[end] = fmax(limits[0], fmin(limits[1], range[end]));
  bool inside = part[0] == range[0] && part[1] == range[1];
  double first = inside ? 0 : whole == 0 ? 1 : (part[0] - range[0]) / whole;
  double share = inside ? 1 : whole == 0 ? 0 : (part[1] - part[0]) / whole;
  for (int g = 0; share != 0 && g < element->gauss_count; g++) {
    double t = element->gauss[g];
    shapes_inside(element, count, part[0] + t * (part[1] - part[0]), &at);
    for (int a = 0; a < count; a++) {
      mean[a] += share * element->weights[g] * at.dh[a];
      change[a] += share * element->weights[g] * (first + t * share) * at.ddh[a];
    }
  }
  double beyond[2] = {first, 1 - first - share}; /* of the way, before and after the part inside */
  for (int end = 0; !inside && end < 2; end++) {
    if (beyond[end] == 0) continue;
    shapes_inside(element, count, part[end], &at);
    for (int a = 0; a < count; a++) mean[a] += beyond[end] * at.dh[a];
  }
}

/* Shape functions over a pair; zero where this element has no part in it. Derivatives are with respect to sigma. */
typedef struct Basis {
  double h_i[TRM_BEAM_NODES], h_f[TRM_BEAM_NODES], dh_f[TRM_BEAM_NODES], ddh_f[TRM_BEAM_NODES];
  double hd[TRM_BEAM_NODES], hd_slope[TRM_BEAM_NODES]; /* divided difference; its derivative with respect to sigma_f */
} Basis;

/* The part of a path inside an element: where it belongs to it at its ends, up to these. A slider that is held to the
   elements of both ends goes over from one to the other at their border, wherever its end is. */
static void part_inside(const trm_Joint *joint, int index, const int owns[2], const double path[2], double range[2]) {
  const trm_Track *track = joint->track;
  const trm_TrackElement *element = &track->elements[index];
  bool held = hold_of(joint).to >= 0;
  for (int end = 0; end < 2; end++) {
    int other = owns[1 - end], after = index + 1 == track->count ? 0 : index + 1;
    double border = other == index ? (owns[end] == after ? element->to : element->from) : path[end];
    range[end] = owns[end] == index ? path[end] : held ? border : fmax(element->from, fmin(element->to, path[end]));
  }
}

/* The part of the path sigma_i .. sigma_f inside the element: hd = (h(beta) - h(alpha)) / (sigma_f - sigma_i). */
static bool divided_difference(const trm_ContactPair *c, int index, const int owns[2], const double path[2],
                               Basis *basis) {
  int count = c->beam_nodes;
  double range[2], whole = path[1] - path[0], mean[TRM_BEAM_NODES], change[TRM_BEAM_NODES];
  bool begins = owns[0] == index, ends = owns[1] == index;
  part_inside(c->joint, index, owns, path, range);
  if (!begins && !ends && range[0] == range[1]) return false;
  mean_slopes(c, index, range, mean, change);
  if (begins && ends) {
    trm_copy(basis->hd, mean, count);
    trm_copy(basis->hd_slope, change, count);
    return true;
  }
  double share = (range[1] - range[0]) / whole;
  for (int a = 0; a < count; a++) {
    basis->hd[a] = share * mean[a];
    basis->hd_slope[a] = ((ends ? basis->dh_f[a] : 0) - basis->hd[a]) / whole;
  }
  return true;
}

/* The coefficients of the nodes; those of the slider, sums of all, are 1 at the ends of the path that are on this
   element. */
static void put_coefficients(const Basis *basis, bool begins, bool ends, trm_ContactPair *c) {
  const double whole[trm_COEFFICIENTS] = {begins, ends, 0.5 * (begins + ends)};
  trm_copy(c->whole, whole, trm_COEFFICIENTS);
  for (int a = 0; a < c->beam_nodes; a++) {
    const double h[trm_COEFFICIENTS] = {basis->h_i[a],  basis->h_f[a],      0.5 * (basis->h_i[a] + basis->h_f[a]),
                                        basis->hd[a],   basis->hd_slope[a], basis->dh_f[a],
                                        basis->ddh_f[a]};
    for (int i = 0; i < trm_COEFFICIENTS; i++) c->h[a][i] = h[i], c->less[a][i] = -h[i];
  }
}

static void put_parts(trm_ContactPair *c) {
  static const double one[trm_COEFFICIENTS] = {1, 1, 1};
  for (int a = 0; a < c->beam_nodes; a++) {
    c->gap[2 + a] = (trm_Part){4 * a, c->less[a]};
    for (int n = 0; n < 3; n++) c->director[n][a] = (trm_Part){4 * a + 1 + n, c->h[a]};
  }
  for (int i = 0; i < 2; i++) c->gap[i] = (trm_Part){c->slider + i, c->whole};
  for (int n = 0; n < 3; n++) c->axis[n] = (trm_Part){c->frame + n, one};
}

bool trm_track_passes_by(const trm_Joint *joint, int index, const double along[2]) {
  const trm_Track *track = joint->track;
  const trm_TrackElement *own = &track->elements[index];
  if (hold_of(joint).to >= 0) {
    int owns[2];
    owners(joint, along, owns);
    return index != owns[0] && index != owns[1];
  }
  if (track->closed) return false;
  if (index > 0 && along[0] < own->from && along[1] < own->from) return true;
  double beyond = index < track->count - 1 ? fmax(own->to, own[1].from) : INFINITY;
  return along[0] > beyond && along[1] > beyond;
}

static void make_basis(trm_ContactPair *c, int index, const double along[2]) {
  const trm_Track *track = c->joint->track;
  c->active = false;
  if (trm_track_passes_by(c->joint, index, along)) return;
  int count = c->beam_nodes, owns[2];
  double path[2], limits[2];
  owners(c->joint, along, owns);
  polynomials_within(c->joint, index, limits);
  bool begins = owns[0] == index, ends = owns[1] == index;
  seen_by(track, &track->elements[index], along, path);
  Shapes at;
  Basis basis = {.h_i = {0}};
  if (begins) {
    shapes_at(&track->elements[index], count, limits, path[0], &at);
    trm_copy(basis.h_i, at.h, count);
  }
  if (ends) {
    shapes_at(&track->elements[index], count, limits, path[1], &at);
    trm_copy(basis.h_f, at.h, count);
    trm_copy(basis.dh_f, at.dh, count);
    trm_copy(basis.ddh_f, at.ddh, count);
  }
  c->active = divided_difference(c, index, owns, path, &basis);
  if (!c->active) return;
  put_coefficients(&basis, begins, ends, c);
  put_parts(c);
}

int trm_contact_owner(const trm_Joint *joint, const double *x) {
  double sigma = joint->track->start + x[joint->first_coordinate];
  int owns[2];
  owners(joint, (double[2]){sigma, sigma}, owns);
  return owns[1];
}

void trm_contact_pair(const trm_Model *model, const trm_Joint *joint, int index, const trm_Pair *pair,
                      trm_ContactPair *c) {
  trm_contact_layout(model, joint, index, c);
  int at = joint->first_coordinate;
  double path[2] = {joint->track->start + pair->x_i[at], joint->track->start + pair->x_f[at]};
  make_basis(c, index, path);
  if (!c->active) return;
  gather(c, pair->q_i, &c->i);
  gather(c, pair->q_f, &c->f);
  gather(c, pair->q_m, &c->m);
  if (c->phi_coordinate < 0) return;
  c->turn[0] = pair->x_i[at + c->phi_coordinate], c->turn[1] = pair->x_f[at + c->phi_coordinate];
}

/* ---- rows -------------------------------------------------------------------------------------------------------- */

const trm_Row *trm_contact_row(const trm_Joint *joint, int r) { return &joint->kind->rows[joint->rows[r]]; }

trm_Carried trm_contact_carried(const trm_ContactPair *c, int stride) {
  return (trm_Carried){.v = {c->i.v, c->f.v, c->m.v},
                       .at = c->at,
                       .turns = c->turns,
                       .s = c->s,
                       .phi = c->phi >= 0 ? c->phi : c->n,
                       .stride = stride};
}

void trm_contact_gap(const trm_ContactPair *c, trm_SideVector *out) {
  trm_Carried carried = trm_contact_carried(c, c->n);
  trm_vector_of_parts(&carried, c->gap, c->beam_nodes + 2, out);
}

void trm_contact_director(const trm_ContactPair *c, int n, trm_SideVector *out) {
  trm_Carried carried = trm_contact_carried(c, c->n);
  trm_vector_of_parts(&carried, c->director[n], c->beam_nodes, out);
}

int trm_contact_row_terms(const trm_ContactPair *c, const trm_Row *row, trm_Product terms[2]) {
  const trm_RowForm *form = trm_row_form(row);
  trm_Carried carried = trm_contact_carried(c, c->n);
  for (int t = 0; t < form->term_count; t++) {
    const trm_RowTerm *term = &form->terms[t];
    trm_factor_of(term->of, term->factor, 1, c->turn, &terms[t].factor);
    terms[t].of_axes = false;
    trm_vector_itself(&carried, &c->axis[trm_row_axis(row, term->left.axis)], &terms[t].a);
    if (term->right.kind == TRM_VECTOR_GAP)
      trm_contact_gap(c, &terms[t].b);
    else
      trm_contact_director(c, trm_row_axis(row, term->right.axis), &terms[t].b);
  }
  return form->term_count;
}

double trm_contact_row_value(const trm_ContactPair *c, const trm_Row *row) {
  trm_Product terms[2];
  double sum = 0;
  int count = trm_contact_row_terms(c, row, terms);
  for (int t = 0; t < count; t++) sum += trm_product_value(&terms[t]);
  return sum;
}

void trm_contact_row_end(const trm_ContactPair *c, const trm_Row *row, double g[TRM_CONTACT_GRADIENT]) {
  trm_Product terms[2];
  trm_Carried carried = trm_contact_carried(c, c->n);
  int count = trm_contact_row_terms(c, row, terms);
  memset(g, 0, sizeof(double) * (size_t)(c->n + 1));
  for (int t = 0; t < count; t++) trm_product_end(&carried, &terms[t], g);
}

void trm_contact_row_mean(const trm_ContactPair *c, const trm_Row *row, double g[TRM_CONTACT_GRADIENT]) {
  trm_Product terms[2];
  trm_Carried carried = trm_contact_carried(c, c->n);
  int count = trm_contact_row_terms(c, row, terms);
  memset(g, 0, sizeof(double) * (size_t)(c->n + 1));
  for (int t = 0; t < count; t++) trm_product_gradient(&carried, &terms[t], g);
}

void trm_contact_row_stiffness(const trm_ContactPair *c, const trm_Row *row, double weight, double *k, int stride) {
  trm_Product terms[2];
  trm_Carried carried = trm_contact_carried(c, stride);
  int count = trm_contact_row_terms(c, row, terms);
  for (int t = 0; t < count; t++) trm_product_stiffness(&carried, &terms[t], weight, k);
}

void trm_contact_row_rates(const trm_ContactPair *c, const trm_Row *row, const trm_CarriedMotion *motion,
                           double rates[2], double *by_phi) {
  trm_Product terms[2];
  trm_Carried carried = trm_contact_carried(c, c->n);
  int count = trm_contact_row_terms(c, row, terms);
  rates[0] = rates[1] = 0;
  if (by_phi) *by_phi = 0;
  for (int t = 0; t < count; t++) {
    double first, second;
    trm_product_rates(&carried, &terms[t], motion, &first, &second);
    rates[0] += first, rates[1] += second;
    if (by_phi) *by_phi += terms[t].factor.d1 * trm_dot(terms[t].a.at[trm_AT_F], terms[t].b.at[trm_AT_F]);
  }
}

trm_CarriedMotion trm_contact_motion(const trm_ContactPair *c, const trm_Instant *now, const double *nu_dot,
                                     trm_ContactMotion *work) {
  for (int b = 0; b < c->node_count; b++) {
    const trm_Node *node = &c->model->nodes[c->nodes[b]];
    int d = trm_triad_at(c->model, node->triad);
    trm_copy(work->velocity[b], now->w + trm_point_at(node->point), 3);
    trm_triad_omega(now->q + d, now->w + d, work->omega[b]);
    if (nu_dot) trm_copy(work->acceleration + 6 * b, nu_dot + 6 * c->nodes[b], 6);
  }
  return (trm_CarriedMotion){.velocity = (const double(*)[3])work->velocity,
                             .omega = (const double(*)[3])work->omega,
                             .acceleration = nu_dot ? work->acceleration : NULL};
}
