/* The reaction of a sliding joint along an axis n_a = R e_a of the beam's section at the contact: over a pair the mean
   of what it is at both ends, with the multipliers of the step,
     F = (n_i . W_i + n_f . W_f)/2,  W = -s sum lambda_r g_r,  g_r the gradients at one end.
   R is the rotation next to the directors D = sum h_A(s) d_A: D = R S, S symmetric. With R^T dD = Ω S + dS
     (tr S - S) w = ax(R^T dD - dD^T R),  Ω = w~,
   so that d(n_a) . W = sum_b R (y x e_b) . dD_b,  (tr S - S) y = e_a x R^T W   (theory.md, "Names in formulas"). */
#include "element/named_track.h"
#include <string.h>
#include "element/contact.h"
#include "element/contact_rows.h"
#include "element/joint.h"
#include "element/named.h"
#include "math/small_linear.h"
#include "math/vec3.h"

/* One end of a pair. A value of one call. */
typedef struct End {
  const trm_Model *model;
  const trm_Named *named;
  const trm_Pair *pair;
  const trm_Joint *joint;
  int element; /* of the track */
  bool moment;
  trm_ContactPair at;
  double axes[3][3]; /* R, its columns */
} End;

static void look(const trm_Model *model, const trm_Named *named, const trm_Pair *pair, bool last, End *end) {
  const trm_Joint *joint = &pair->layout->joints[named->joint];
  const double *q = last ? pair->q_f : pair->q_i, *x = last ? pair->x_f : pair->x_i;
  trm_Pair still = {.layout = pair->layout, .q_i = q, .q_f = q, .q_m = q, .x_i = x, .x_f = x};
  end->model = model, end->named = named, end->pair = pair, end->joint = joint;
  end->moment = model->forces.reactions[named->reaction].component >= 3;
  end->element = trm_contact_owner(joint, x);
  trm_contact_pair(model, joint, end->element, &still, &end->at);
  trm_contact_section(model, joint, q, x, end->axes);
}

/* a row that exerts what is asked for, and where its gradient for that stands */
static bool exerts(const End *end, const trm_Row *row) {
  return trm_row_slides(row) && trm_row_angular(row) == end->moment;
}

static int exerted_at(const End *end) { return end->at.at[end->moment ? end->at.frame : end->at.slider]; }

/* -s g_r of an active row; false: it exerts none of what is asked for */
static bool unit_of(const End *end, int r, double out[3]) {
  double g[TRM_CONTACT_GRADIENT];
  const trm_Row *row = trm_contact_row(end->joint, r);
  if (!exerts(end, row)) return false;
  trm_contact_row_end(&end->at, row, g);
  for (int n = 0; n < 3; n++) out[n] = -end->pair->scale * g[exerted_at(end) + n];
  return true;
}

static double multiplier(const End *end, int r) { return end->pair->lambda[end->joint->first_multiplier + r]; }

static void wrench_of(const End *end, double out[3]) {
  double unit[3];
  out[0] = out[1] = out[2] = 0;
  for (int r = 0; r < end->joint->row_count; r++)
    if (unit_of(end, r, unit)) trm_add_scaled(out, multiplier(end, r), unit);
}

static const double *axis_of(const End *end) {
  return end->axes[end->model->forces.reactions[end->named->reaction].component % 3];
}

/* where a local unknown of the contact stands in the row */
static int place_of(const End *end, int local) {
  const trm_ContactPair *at = &end->at;
  int node = local / 6;
  if (local >= 6 * at->node_count) {
    int c = 0;
    while (end->joint->unknown_of[c] != local - 6 * at->node_count) c++;
    return end->named->at_joint + c;
  }
  if (node < at->beam_nodes) return end->named->at_track[TRM_BEAM_NODES * end->element + node] + local % 6;
  return end->named->at[node == at->beam_nodes ? 1 : 0] + local % 6; /* the slider, the frame */
}

static void add_to(const End *end, const double *own, double *row) {
  for (int i = 0; i < end->at.first_row; i++)
    if (own[i] != 0) row[place_of(end, i)] += own[i];
}

/* weight n . dW: the change of a gradient is twice that of a pair at rest by its end */
static void add_change(const End *end, double weight, double *row) {
  double k[TRM_LOCAL_UNKNOWNS * TRM_LOCAL_UNKNOWNS], own[TRM_LOCAL_UNKNOWNS] = {0};
  int n = end->at.n, first = exerted_at(end);
  const double *axis = axis_of(end);
  memset(k, 0, sizeof(double) * (size_t)n * (size_t)n);
  for (int r = 0; r < end->joint->row_count; r++)
    if (exerts(end, trm_contact_row(end->joint, r)))
      trm_contact_row_stiffness(&end->at, trm_contact_row(end->joint, r), end->pair->scale * multiplier(end, r), k, n);
  for (int b = 0; b < 3; b++)
    for (int i = 0; i < end->at.first_row; i++) own[i] -= 2 * weight * axis[b] * k[n * (first + b) + i];
  add_to(end, own, row);
}

/* weight dn . W */
static void add_turn(const End *end, const double wrench[3], double weight, double *row) {
  const trm_ContactPair *at = &end->at;
  int a = end->model->forces.reactions[end->named->reaction].component % 3;
  double along[3], matrix[9], y[3], own[TRM_LOCAL_UNKNOWNS] = {0}, trace = 0;
  trm_SideVector director[3];
  for (int b = 0; b < 3; b++) trm_contact_director(at, b, &director[b]);
  for (int i = 0; i < 3; i++) {
    along[i] = trm_dot(end->axes[i], wrench);
    trace += trm_dot(end->axes[i], director[i].at[trm_AT_F]);
  }
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      matrix[3 * i + j] = (i == j ? trace : 0) - 0.5 * (trm_dot(end->axes[i], director[j].at[trm_AT_F]) +
                                                        trm_dot(end->axes[j], director[i].at[trm_AT_F]));
  trm_cross(y, (double[3]){a == 0, a == 1, a == 2}, along);
  trm_small_solve(3, matrix, y, 1);
  for (int b = 0; b < 3; b++) {
    double turned[3], force[3] = {0, 0, 0}, slope[3], moment[3];
    trm_Carried carried = trm_contact_carried(at, at->n);
    trm_cross(turned, y, (double[3]){b == 0, b == 1, b == 2});
    for (int i = 0; i < 3; i++) trm_add_scaled(force, weight * turned[i], end->axes[i]);
    trm_sum_of(&carried, &director[b], (trm_Sample){trm_H_FIRST, trm_AT_F}, slope);
    own[at->s] += trm_dot(force, slope);
    for (int p = 0; p < director[b].count; p++) { /* h_A dpsi_A x d_A */
      int u = director[b].part[p].vector;
      trm_cross(moment, at->f.v[u], force);
      trm_add_scaled(own + at->at[u], director[b].part[p].h[trm_H_F], moment);
    }
  }
  add_to(end, own, row);
}

static double end_value(const End *end, double weight, bool last, double *row) {
  double wrench[3], unit[3];
  wrench_of(end, wrench);
  if (!row) return trm_dot(axis_of(end), wrench);
  for (int r = 0; r < end->joint->row_count; r++)
    if (unit_of(end, r, unit))
      row[end->named->at_joint + TRM_DEPENDENCE_ROWS + r] += weight * trm_dot(axis_of(end), unit);
  if (last) add_change(end, weight, row), add_turn(end, wrench, weight, row);
  return trm_dot(axis_of(end), wrench);
}

double trm_named_track_pair(const trm_Model *model, const trm_Named *named, const trm_Pair *pair, double weight,
                            double *row) {
  double sum = 0;
  for (int last = 0; last < 2; last++) {
    End end;
    look(model, named, pair, last, &end);
    sum += 0.5 * end_value(&end, 0.5 * weight, last, row);
  }
  return sum;
}
