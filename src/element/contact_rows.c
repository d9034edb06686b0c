#include "element/contact_rows.h"
#include <string.h>
#include "element/beam_kernel.h"
#include "math/shape.h"
#include "math/vec3.h"

/* ---- layout ------------------------------------------------------------------------------------------------------- */

static void place_vector(trm_ContactPair *c, int vector, int node, bool turns) {
  c->node_of[vector] = node, c->turns[vector] = turns;
}

void trm_contact_layout(const trm_Model *model, const trm_Joint *joint, int index, trm_ContactPair *c) {
  const trm_Track *track = joint->track;
  c->model = model, c->joint = joint;
  c->element = &model->beam_elements[track->elements[index].element];
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
  c->phi_i = c->phi_f = 0;
  for (int r = 0; r < joint->row_count; r++) {
    int coordinate = trm_contact_row(joint, r)->coordinate;
    if (trm_row_slides(trm_contact_row(joint, r)) && coordinate >= 0)
      c->phi_coordinate = coordinate, c->phi = own + joint->unknown_of[coordinate];
  }
  c->first_row = own + joint->unknown_count;
  c->n = c->first_row + joint->multiplier_count;
}

void trm_contact_gather(const trm_ContactPair *c, const double *q, trm_ContactVectors *out) {
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

/* ---- shape functions ---------------------------------------------------------------------------------------------- */

/* The element of the track that sigma belongs to; what is beyond an end belongs to the last one. */
static int owner(const trm_Track *track, double sigma) {
  int low = 0, high = track->count - 1;
  while (low < high) {
    int middle = (low + high + 1) / 2;
    if (sigma >= track->elements[middle].from)
      low = middle;
    else
      high = middle - 1;
  }
  return low;
}

typedef struct Shapes {
  double h[TRM_BEAM_NODES], dh[TRM_BEAM_NODES], ddh[TRM_BEAM_NODES];
} Shapes;

static void shapes_inside(const trm_TrackElement *element, int count, double sigma, Shapes *out) {
  double stretch = 2 / (element->to - element->from);
  trm_lagrange_on(element->points, count - 1, stretch * (sigma - element->from) - 1, out->h, out->dh, out->ddh);
  for (int a = 0; a < count; a++) out->dh[a] *= stretch, out->ddh[a] *= stretch * stretch;
}

/* Beyond an end of the track (a soft wall gives way) it goes on straight: h(end) + (sigma - end) h'(end). The polynomials themselves would
   grow without bound there. */
static void shapes_at(const trm_TrackElement *element, int count, double sigma, Shapes *out) {
  double inside = fmax(element->from, fmin(element->to, sigma)), beyond = sigma - inside;
  shapes_inside(element, count, inside, out);
  for (int a = 0; beyond != 0 && a < count; a++) out->h[a] += beyond * out->dh[a], out->ddh[a] = 0;
}

/* Mean of h' over alpha .. beta, and the mean of t h'' with t = 0 at alpha, 1 at beta: its derivative with respect to beta. The part of the
   way beyond an end of the track has the slope of the end, and no h''. */
static void mean_slopes(const trm_TrackElement *element, int count, const double range[2], double *mean,
                        double *change) {
  double whole = range[1] - range[0], part[2];
  Shapes at;
  memset(mean, 0, sizeof(double) * (size_t)count);
  memset(change, 0, sizeof(double) * (size_t)count);
  for (int end = 0; end < 2; end++) part[end] = fmax(element->from, fmin(element->to, range[end]));
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

/* The part of the path sigma_i .. sigma_f inside the element: hd = (h(beta) - h(alpha)) / (sigma_f - sigma_i). */
static void divided_difference(const trm_Track *track, int index, int count, const double path[2],
                               trm_ContactBasis *basis) {
  const trm_TrackElement *element = &track->elements[index];
  double low = index == 0 ? -INFINITY : element->from, high = index == track->count - 1 ? INFINITY : element->to;
  double range[2], whole = path[1] - path[0], mean[TRM_BEAM_NODES], change[TRM_BEAM_NODES];
  for (int end = 0; end < 2; end++) range[end] = fmax(low, fmin(high, path[end]));
  bool begins = owner(track, path[0]) == index, ends = owner(track, path[1]) == index;
  if (!begins && !ends && range[0] == range[1]) return;
  basis->active = true;
  mean_slopes(element, count, range, mean, change);
  if (begins && ends) {
    trm_copy(basis->hd, mean, count);
    trm_copy(basis->hd_slope, change, count);
    return;
  }
  double share = (range[1] - range[0]) / whole;
  for (int a = 0; a < count; a++) {
    basis->hd[a] = share * mean[a];
    basis->hd_slope[a] = ((ends ? basis->dh_f[a] : 0) - basis->hd[a]) / whole;
  }
}

static void make_basis(trm_ContactPair *c, int index, const double path[2]) {
  const trm_Track *track = c->joint->track;
  int count = c->beam_nodes;
  Shapes at;
  memset(&c->basis, 0, sizeof c->basis);
  if (owner(track, path[0]) == index) {
    shapes_at(&track->elements[index], count, path[0], &at);
    trm_copy(c->basis.h_i, at.h, count);
  }
  if (owner(track, path[1]) == index) {
    shapes_at(&track->elements[index], count, path[1], &at);
    trm_copy(c->basis.h_f, at.h, count);
    trm_copy(c->basis.dh_f, at.dh, count);
    trm_copy(c->basis.ddh_f, at.ddh, count);
  }
  divided_difference(track, index, count, path, &c->basis);
}

int trm_contact_owner(const trm_Joint *joint, const double *x) {
  return owner(joint->track, joint->track->start + x[joint->first_coordinate]);
}

void trm_contact_pair(const trm_Model *model, const trm_Joint *joint, int index, const trm_Pair *pair,
                      trm_ContactPair *c) {
  trm_contact_layout(model, joint, index, c);
  int at = joint->first_coordinate;
  double path[2] = {joint->track->start + pair->x_i[at], joint->track->start + pair->x_f[at]};
  make_basis(c, index, path);
  if (!c->basis.active) return;
  trm_contact_gather(c, pair->q_i, &c->i);
  trm_contact_gather(c, pair->q_f, &c->f);
  trm_contact_gather(c, pair->q_m, &c->m);
  if (c->phi_coordinate < 0) return;
  c->phi_i = pair->x_i[at + c->phi_coordinate], c->phi_f = pair->x_f[at + c->phi_coordinate];
}

/* ---- rows --------------------------------------------------------------------------------------------------------- */

const trm_Row *trm_contact_row(const trm_Joint *joint, int r) { return &joint->kind->rows[joint->rows[r]]; }

typedef enum Trigonometry { UNITY, SINE, COSINE } Trigonometry;

/* c T(phi) sum_A h_A e_axis . B_A;  B_A = r - x_A (beam 0) or d_beam of node A */
typedef struct Term {
  double c;
  int axis, beam;
  Trigonometry trigonometry;
} Term;

static int row_terms(const trm_Row *row, Term terms[2]) {
  if (row->type == TRM_ROW_SLIDE_POINT) return terms[0] = (Term){1, row->a, 0, UNITY}, 1;
  if (row->type == TRM_ROW_SLIDE_PERPENDICULAR) return terms[0] = (Term){1, row->a, 1 + row->b, UNITY}, 1;
  if (row->type == TRM_ROW_SLIDE_LOCKED) {
    terms[0] = (Term){0.5, row->a, 1 + row->b, UNITY};
    terms[1] = (Term){-0.5, row->b, 1 + row->a, UNITY};
    return 2;
  }
  if (row->type == TRM_ROW_SLIDE_ANGLE) {
    terms[0] = (Term){1, row->a, 1 + row->b, COSINE};
    terms[1] = (Term){-1, row->a, 1 + row->a, SINE};
    return 2;
  }
  return 0;
}

/* T over the pair: at the end, first and second derivatives there, mean, divided difference dT/dphi and its derivative. */
typedef struct Factor {
  double f, d1, d2, mean, divided, divided_slope;
} Factor;

static Factor factor_of(const Term *term, double phi_i, double phi_f) {
  if (term->trigonometry == UNITY) return (Factor){.f = term->c, .mean = term->c};
  /* cos(phi) = sin(phi + pi/2) */
  double shift = term->trigonometry == COSINE ? 0.5 * TRM_PI : 0, a = phi_i + shift, b = phi_f + shift;
  double half = 0.5 * (b - a), ratio = fabs(half) < 1e-4 ? 1 - half * half / 6 : sin(half) / half;
  double slope =
      fabs(half) < 1e-2 ? -half / 3 * (1 - half * half / 10 * (1 - half * half / 28)) : (cos(half) - ratio) / half;
  double middle = 0.5 * (a + b), c = term->c;
  return (Factor){.f = c * sin(b),
                  .d1 = c * cos(b),
                  .d2 = -c * sin(b),
                  .mean = 0.5 * c * (sin(a) + sin(b)),
                  .divided = c * cos(middle) * ratio,
                  .divided_slope = 0.5 * c * (cos(middle) * slope - sin(middle) * ratio)};
}

/* B_A as a combination of vectors */
typedef struct Parts {
  int count, vector[3];
  double sign[3];
} Parts;

static Parts parts_of(const trm_ContactPair *c, const Term *term, int a) {
  if (term->beam > 0) return (Parts){1, {4 * a + term->beam}, {1}};
  return (Parts){3, {c->slider, c->slider + 1, 4 * a}, {1, 1, -1}};
}

static void combine(const Parts *parts, const trm_ContactVectors *at, double out[3]) {
  out[0] = out[1] = out[2] = 0;
  for (int p = 0; p < parts->count; p++) trm_add_scaled(out, parts->sign[p], at->v[parts->vector[p]]);
}

static double product(const trm_ContactPair *c, const Term *term, const Parts *parts, const trm_ContactVectors *at) {
  double b[3];
  combine(parts, at, b);
  return trm_dot(at->v[c->frame + term->axis], b);
}

double trm_contact_row_value(const trm_ContactPair *c, const trm_Row *row) {
  Term terms[2];
  double sum = 0;
  int count = row_terms(row, terms);
  for (int t = 0; t < count; t++) {
    Factor factor = factor_of(&terms[t], c->phi_i, c->phi_f);
    for (int a = 0; a < c->beam_nodes; a++) {
      Parts parts = parts_of(c, &terms[t], a);
      sum += factor.f * c->basis.h_f[a] * product(c, &terms[t], &parts, &c->f);
    }
  }
  return sum;
}

/* gradient += T h (a on B, B on a), vectors at `at` */
static void add_product(const trm_ContactPair *c, const Term *term, const Parts *parts, double weight,
                        const trm_ContactVectors *at, trm_ContactGradient *g) {
  int axis = c->frame + term->axis;
  double b[3];
  combine(parts, at, b);
  trm_add_scaled(g->v[axis], weight, b);
  for (int p = 0; p < parts->count; p++) trm_add_scaled(g->v[parts->vector[p]], weight * parts->sign[p], at->v[axis]);
}

static void clear_gradient(const trm_ContactPair *c, trm_ContactGradient *g) {
  memset(g->v, 0, sizeof g->v[0] * (size_t)c->vector_count);
  g->s = g->phi = 0;
}

void trm_contact_row_end(const trm_ContactPair *c, const trm_Row *row, trm_ContactGradient *g) {
  Term terms[2];
  int count = row_terms(row, terms);
  clear_gradient(c, g);
  for (int t = 0; t < count; t++) {
    Factor factor = factor_of(&terms[t], c->phi_i, c->phi_f);
    for (int a = 0; a < c->beam_nodes; a++) {
      Parts parts = parts_of(c, &terms[t], a);
      double j = product(c, &terms[t], &parts, &c->f);
      add_product(c, &terms[t], &parts, factor.f * c->basis.h_f[a], &c->f, g);
      g->s += factor.f * c->basis.dh_f[a] * j;
      g->phi += factor.d1 * c->basis.h_f[a] * j;
    }
  }
}

void trm_contact_row_mean(const trm_ContactPair *c, const trm_Row *row, trm_ContactGradient *g) {
  Term terms[2];
  int count = row_terms(row, terms);
  const trm_ContactBasis *h = &c->basis;
  clear_gradient(c, g);
  for (int t = 0; t < count; t++) {
    Factor factor = factor_of(&terms[t], c->phi_i, c->phi_f);
    for (int a = 0; a < c->beam_nodes; a++) {
      Parts parts = parts_of(c, &terms[t], a);
      double j_i = product(c, &terms[t], &parts, &c->i), j_f = product(c, &terms[t], &parts, &c->f);
      add_product(c, &terms[t], &parts, factor.mean * 0.5 * (h->h_i[a] + h->h_f[a]), &c->m, g);
      g->s += factor.mean * h->hd[a] * 0.5 * (j_i + j_f);
      g->phi += factor.divided * 0.5 * (h->h_i[a] * j_i + h->h_f[a] * j_f);
    }
  }
}

/* derivatives of one term at one node; W: weight of the row */
static void term_stiffness(const trm_ContactPair *c, const Term *term, int node, double weight,
                           trm_ContactStiffness *k) {
  Factor factor = factor_of(term, c->phi_i, c->phi_f);
  const trm_ContactBasis *h = &c->basis;
  Parts parts = parts_of(c, term, node);
  int axis = c->frame + term->axis;
  double b_m[3], b_f[3], j_i = product(c, term, &parts, &c->i), j_f = product(c, term, &parts, &c->f);
  double h_m = 0.5 * (h->h_i[node] + h->h_f[node]), j_m = 0.5 * (j_i + j_f);
  const double *a_m = c->m.v[axis], *a_f = c->f.v[axis];
  combine(&parts, &c->m, b_m);
  combine(&parts, &c->f, b_f);
  double mean = weight * factor.mean, mean_slope = 0.5 * weight * factor.d1, divided = weight * factor.divided;
  double by_s = 0.5 * mean * h->dh_f[node], by_phi = mean_slope * h_m, of_s = 0.5 * mean * h->hd[node],
         of_phi = 0.5 * divided * h->h_f[node];
  for (int p = 0; p < parts.count; p++) {
    int v = parts.vector[p];
    double sign = parts.sign[p];
    k->coupling[v][axis] += 0.5 * mean * h_m * sign;
    k->coupling[axis][v] += 0.5 * mean * h_m * sign;
    trm_add_scaled(k->by_s[v], by_s * sign, a_m);
    trm_add_scaled(k->by_phi[v], by_phi * sign, a_m);
    trm_add_scaled(k->of_s[v], of_s * sign, a_f);
    trm_add_scaled(k->of_phi[v], of_phi * sign, a_f);
  }
  trm_add_scaled(k->by_s[axis], by_s, b_m);
  trm_add_scaled(k->by_phi[axis], by_phi, b_m);
  trm_add_scaled(k->of_s[axis], of_s, b_f);
  trm_add_scaled(k->of_phi[axis], of_phi, b_f);
  k->s_s += mean * h->hd_slope[node] * j_m;
  k->s_phi += mean_slope * h->hd[node] * j_m;
  k->phi_s += divided * 0.5 * h->dh_f[node] * j_f;
  k->phi_phi += weight * factor.divided_slope * 0.5 * (h->h_i[node] * j_i + h->h_f[node] * j_f);
}

void trm_contact_row_stiffness(const trm_ContactPair *c, const trm_Row *row, double weight, trm_ContactStiffness *k) {
  Term terms[2];
  int count = row_terms(row, terms);
  for (int t = 0; t < count; t++)
    for (int a = 0; a < c->beam_nodes; a++) term_stiffness(c, &terms[t], a, weight, k);
}

/* ---- motion ------------------------------------------------------------------------------------------------------- */

void trm_contact_motion(const trm_ContactPair *c, const double *q, const double *w, trm_ContactVectors *velocity,
                        trm_ContactVectors *centripetal) {
  double omega[TRM_LOCAL_NODES][3];
  for (int b = 0; b < c->node_count; b++) {
    int d = trm_triad_at(c->model, c->model->nodes[c->nodes[b]].triad);
    trm_triad_omega(q + d, w + d, omega[b]);
  }
  for (int u = 0; u < c->vector_count; u++) {
    const trm_Node *node = &c->model->nodes[c->nodes[c->node_of[u]]];
    if (c->turns[u]) {
      trm_cross(velocity->v[u], omega[c->node_of[u]], c->f.v[u]);
      trm_cross(centripetal->v[u], omega[c->node_of[u]], velocity->v[u]);
    } else {
      trm_copy(velocity->v[u], w + trm_point_at(node->point), 3);
      centripetal->v[u][0] = centripetal->v[u][1] = centripetal->v[u][2] = 0;
    }
  }
}

/* G = sum h J: its first and second rates at constant s-rate, added for one node */
typedef struct Rates {
  double value, first, second;
} Rates;

static void add_rates(const trm_ContactPair *c, const Term *term, int node, const trm_ContactVectors *velocity,
                      const trm_ContactVectors *centripetal, double s_rate, Rates *sum) {
  Parts parts = parts_of(c, term, node);
  int axis = c->frame + term->axis;
  double b[3], b1[3], b2[3];
  const double *a = c->f.v[axis], *a1 = velocity->v[axis], *a2 = centripetal->v[axis];
  combine(&parts, &c->f, b);
  combine(&parts, velocity, b1);
  combine(&parts, centripetal, b2);
  double j = trm_dot(a, b), j1 = trm_dot(a1, b) + trm_dot(a, b1),
         j2 = trm_dot(a2, b) + 2 * trm_dot(a1, b1) + trm_dot(a, b2);
  double h = c->basis.h_f[node], h1 = c->basis.dh_f[node] * s_rate, h2 = c->basis.ddh_f[node] * s_rate * s_rate;
  sum->value += h * j;
  sum->first += h1 * j + h * j1;
  sum->second += h2 * j + 2 * h1 * j1 + h * j2;
}

double trm_contact_row_gamma(const trm_ContactPair *c, const trm_Row *row, const trm_ContactVectors *velocity,
                             const trm_ContactVectors *centripetal, const double rates[2]) {
  Term terms[2];
  double gamma = 0;
  int count = row_terms(row, terms);
  for (int t = 0; t < count; t++) {
    Factor factor = factor_of(&terms[t], c->phi_i, c->phi_f);
    Rates sum = {0, 0, 0};
    for (int a = 0; a < c->beam_nodes; a++) add_rates(c, &terms[t], a, velocity, centripetal, rates[0], &sum);
    gamma += factor.f * sum.second + 2 * factor.d1 * rates[1] * sum.first + factor.d2 * rates[1] * rates[1] * sum.value;
  }
  return gamma;
}

/* ---- from vectors to unknowns ------------------------------------------------------------------------------------- */

static void project_vectors(const trm_ContactPair *c, const trm_ContactVectors *at, const double (*force)[3],
                            double factor, double *out, int stride) {
  for (int u = 0; u < c->vector_count; u++) {
    double moment[3];
    const double *part = force[u];
    int to = 6 * c->node_of[u];
    if (c->turns[u]) trm_cross(moment, at->v[u], force[u]), part = moment, to += 3;
    for (int n = 0; n < 3; n++) out[(to + n) * stride] += factor * part[n];
  }
}

void trm_contact_project(const trm_ContactPair *c, const trm_ContactVectors *at, const trm_ContactGradient *gradient,
                         double factor, double *out) {
  project_vectors(c, at, gradient->v, factor, out, 1);
  out[c->s] += factor * gradient->s;
  if (c->phi >= 0) out[c->phi] += factor * gradient->phi;
}

/* d force_u = k d v_f, rows through the levers of m, columns through those of f */
static void place_coupling(const trm_ContactPair *c, int u, int v, double k, double *tangent, int stride) {
  double *block = tangent + (ptrdiff_t)stride * (6 * c->node_of[u] + (c->turns[u] ? 3 : 0)) + 6 * c->node_of[v] +
                  (c->turns[v] ? 3 : 0);
  if (c->turns[u] && c->turns[v])
    trm_add_tilde_tilde(block, stride, -k, c->m.v[u], c->f.v[v]);
  else if (c->turns[u])
    trm_add_tilde(block, stride, k, c->m.v[u]);
  else if (c->turns[v])
    trm_add_tilde(block, stride, -k, c->f.v[v]);
  else
    trm_add_identity(block, stride, k);
}

void trm_contact_project_stiffness(const trm_ContactPair *c, const trm_ContactStiffness *k,
                                   const trm_ContactGradient *force, double *tangent, int stride) {
  for (int u = 0; u < c->vector_count; u++) {
    int psi = 6 * c->node_of[u] + 3;
    for (int v = 0; v < c->vector_count; v++)
      if (k->coupling[u][v] != 0) place_coupling(c, u, v, k->coupling[u][v], tangent, stride);
    if (c->turns[u]) /* the lever turns: 1/2 (dpsi x v_f) x force */
      trm_add_tilde_tilde(tangent + (ptrdiff_t)stride * psi + psi, stride, 0.5, force->v[u], c->f.v[u]);
  }
  project_vectors(c, &c->m, k->by_s, 1, tangent + c->s, stride);
  project_vectors(c, &c->f, k->of_s, 1, tangent + (ptrdiff_t)stride * c->s, 1);
  tangent[stride * c->s + c->s] += k->s_s;
  if (c->phi < 0) return;
  project_vectors(c, &c->m, k->by_phi, 1, tangent + c->phi, stride);
  project_vectors(c, &c->f, k->of_phi, 1, tangent + (ptrdiff_t)stride * c->phi, 1);
  tangent[stride * c->s + c->phi] += k->s_phi;
  tangent[stride * c->phi + c->s] += k->phi_s;
  tangent[stride * c->phi + c->phi] += k->phi_phi;
}
