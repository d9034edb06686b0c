/* Loads per length along beams: force . dx + moment . dpsi, integrated with the shape functions. One element per load
   and beam element.
   Functions of (xi, t), the mean over the two Gauss points of the step in time; follower components along the
   interpolated section axes of the mean configuration. What is named of "here" is interpolated alike. Local unknowns:
   the element's nodes, then those on which names in the functions depend. */
#include <assert.h>
#include <string.h>
#include "element/beam_kernel.h"
#include "element/elements.h"
#include "element/frame.h"
#include "element/local.h"
#include "element/named.h"
#include "math/vec3.h"

static int count(const trm_Model *model) {
  int sum = 0;
  for (int l = 0; l < model->mesh.load_count; l++) sum += model->beams[model->mesh.loads[l].beam].element_count;
  return sum;
}

/* the load of element number e, and its beam element */
static const trm_BeamLoad *load_of(const trm_Model *model, int e, const trm_BeamElement **element) {
  for (int l = 0; l < model->mesh.load_count; l++) {
    const trm_Beam *beam = &model->beams[model->mesh.loads[l].beam];
    if (e < beam->element_count) {
      *element = &model->mesh.elements[beam->first_element + e];
      return &model->mesh.loads[l];
    }
    e -= beam->element_count;
  }
  assert(!"element number beyond the loads");
  *element = &model->mesh.elements[0];
  return &model->mesh.loads[0];
}

static const char *label(const trm_Model *model, int e) {
  const trm_BeamElement *element;
  return load_of(model, e, &element)->name;
}

static int unknowns(const trm_Model *model, const trm_Numbering *numbering, int e, int *list) {
  const trm_BeamElement *element;
  const trm_BeamLoad *load = load_of(model, e, &element);
  for (int a = 0; a < element->node_count; a++) trm_node_unknowns(model, numbering, element->nodes[a], list + 6 * a);
  int own = 6 * element->node_count;
  return own + trm_depends_unknowns(model, numbering, &load->depends, list + own);
}

static int size_of(const trm_Model *model, int e) {
  const trm_BeamElement *element;
  const trm_BeamLoad *load = load_of(model, e, &element);
  return 6 * element->node_count + trm_depends_size(&load->depends);
}

static int most(const trm_Model *model) {
  int largest = 0;
  for (int l = 0; l < model->mesh.load_count; l++) {
    const trm_BeamLoad *load = &model->mesh.loads[l];
    int n = 6 * (model->beams[load->beam].order + 1) + trm_depends_size(&load->depends);
    if (n > largest) largest = n;
  }
  return largest;
}

/* own: without what its names depend on, whose rows are zero */
static void start(const trm_BeamElement *element, const trm_Depends *depends, bool own, bool tangent, trm_Local *out) {
  int others = own ? 0 : depends->node_count;
  out->n = 6 * element->node_count + (own ? 0 : trm_depends_size(depends));
  out->node_count = element->node_count + others;
  out->force_scale = out->moment_scale = 0;
  for (int a = 0; a < element->node_count; a++) out->nodes[a] = element->nodes[a];
  for (int a = 0; a < others; a++) out->nodes[element->node_count + a] = depends->nodes[a];
  memset(out->residual, 0, sizeof(double) * (size_t)out->n);
  if (tangent) memset(out->tangent, 0, sizeof(double) * (size_t)out->n * (size_t)out->n);
}

/* Names of what moves are looked up in the pair or the instant; `here`, of which the load may name something, is what
   their own here points to, and is set for each point. */
typedef struct When {
  double t_i, h, factor;
  const trm_Pair *pair;   /* over a step ... */
  const trm_Instant *now; /* ... or at an instant */
  const double *weight;   /* of the two Gauss points */
  trm_Here *here;
} When;

static void go_to(const When *when, const trm_BeamElement *element, const trm_BeamPoint *point) {
  *when->here = (trm_Here){element, point->h, point->span};
}

static const double *inputs_of(const trm_Model *model, const trm_Function *function, const When *when,
                               double room[TRM_EXPRESSION_NAMES]) {
  return when->pair ? trm_named_over(model, function, when->pair, room)
                    : trm_named_now(model, function, when->now, room);
}

static void values(const trm_Model *model, const trm_Function *functions, double xi, const When *when, double out[3]) {
  double room[TRM_EXPRESSION_NAMES];
  for (int n = 0; n < 3; n++) {
    const double *inputs = inputs_of(model, &functions[n], when, room);
    out[n] = 0;
    for (int g = 0; g < 2; g++)
      out[n] += when->weight[g] *
                trm_function_value(&functions[n], (double[2]){xi, trm_gauss_time(when->t_i, when->h, g)}, inputs);
  }
}

/* components -> world, along interpolated directors when the load follows */
static void resolve(const trm_BeamNodes *nodes, const trm_BeamPoint *point, bool follower, const double c[3],
                    double out[3]) {
  trm_copy(out, c, 3);
  if (!follower) return;
  out[0] = out[1] = out[2] = 0;
  for (int a = 0; a < nodes->count; a++)
    for (int b = 0; b < 3; b++) trm_add_scaled(out, point->h[a] * c[b], nodes->v[a][1 + b]);
}

/* tangent of a follower: -h_A w d(c_b d_b,m)/d psi_B = +1/2 h_A h_B w tilde(c_b d_bB,f) */
static void follower_tangent(const trm_BeamNodes *f, const trm_BeamPoint *point, const double c[3], int row,
                             double weight, trm_Local *out) {
  int n = out->n;
  for (int b = 0; b < f->count; b++) {
    double turned[3] = {0, 0, 0};
    for (int k = 0; k < 3; k++) trm_add_scaled(turned, c[k], f->v[b][1 + k]);
    for (int a = 0; a < f->count; a++)
      trm_add_tilde(out->tangent + n * (6 * a + row) + 6 * b + 3, n, 0.5 * weight * point->h[a] * point->h[b], turned);
  }
}

/* ---- what the names add to the tangent ---- */

/* Rows of the element's own unknowns in a tangent, `stride` apart, times factor. */
typedef struct Rows {
  double *first; /* NULL: yardsticks alone are wanted */
  int stride;
  double factor;
  trm_Local *scales; /* where those are noted, or NULL */
} Rows;

/* minus the weighted derivatives of a function by its names at a place; returns what its yardstick is at least */
static double name_weights(const trm_Model *model, const trm_Function *function, double xi, const When *when,
                           double out[TRM_EXPRESSION_NAMES]) {
  double room[TRM_EXPRESSION_NAMES], gradient[TRM_EXPRESSION_NAMES];
  const double *inputs = inputs_of(model, function, when, room);
  for (int k = 0; k < function->named_count; k++) out[k] = 0;
  for (int g = 0; g < 2; g++) {
    trm_named_gradient(function, (double[2]){xi, trm_gauss_time(when->t_i, when->h, g)}, inputs, gradient);
    for (int k = 0; k < function->named_count; k++) out[k] -= when->factor * when->weight[g] * gradient[k];
  }
  return trm_named_yardstick(function, out, inputs);
}

/* A load at one point of an element with these nodes. */
typedef struct Along {
  const trm_BeamLoad *load;
  const trm_BeamPoint *point;
  const trm_BeamNodes *nodes;
} Along;

/* of one component (0 .. 2 force, 3 .. 5 moment) */
static void name_component(const trm_Model *model, const Along *at, int component, const When *when, Rows rows) {
  const trm_BeamLoad *load = at->load;
  const trm_BeamPoint *point = at->point;
  const trm_BeamNodes *m = at->nodes;
  const trm_Function *function = (component < 3 ? load->force : load->moment) + component % 3;
  double weights[TRM_EXPRESSION_NAMES], scaled[TRM_EXPRESSION_NAMES], world[3];
  double unit[3] = {component % 3 == 0, component % 3 == 1, component % 3 == 2};
  double least = name_weights(model, function, point->span / model->beams[load->beam].length, when, weights);
  double *scale = !rows.scales ? &least : component < 3 ? &rows.scales->force_scale : &rows.scales->moment_scale;
  *scale = fmax(*scale, least * point->weight);
  resolve(m, point, load->follower, unit, world);
  for (int a = 0; a < m->count && rows.first; a++)
    for (int n = 0; n < 3; n++) {
      double on = rows.factor * point->weight * point->h[a] * world[n];
      for (int k = 0; k < function->named_count; k++) scaled[k] = on * weights[k];
      double *row = rows.first + (ptrdiff_t)rows.stride * (6 * a + 3 * (component / 3) + n);
      if (on != 0) trm_named_add_slopes(model, function, when->pair, scaled, row);
    }
}

static void name_tangent(const trm_Model *model, int e, const When *when, const trm_BeamNodes *m, Rows rows) {
  const trm_BeamElement *element;
  const trm_BeamLoad *load = load_of(model, e, &element);
  for (int c = 0; c < 6; c++) {
    const trm_Function *functions = c < 3 ? load->force : load->moment;
    if (!functions || functions[c % 3].named_count == 0) continue;
    for (int p = 0; p < element->mass_count; p++) {
      go_to(when, element, &element->mass[p]);
      name_component(model, &(Along){load, &element->mass[p], m}, c, when, rows);
    }
  }
}

/* ---- all of it ---- */

static void evaluate(const trm_Model *model, int e, When when, const trm_BeamNodes *m, const trm_BeamNodes *f,
                     trm_Local *out) {
  const trm_BeamElement *element;
  const trm_BeamLoad *load = load_of(model, e, &element);
  double length = model->beams[load->beam].length;
  for (int p = 0; p < element->mass_count; p++) {
    const trm_BeamPoint *point = &element->mass[p];
    double weight = when.factor * point->weight;
    go_to(&when, element, point);
    for (int kind = 0; kind < 2; kind++) { /* force, moment */
      if (!(kind ? load->moment : load->force)) continue;
      double c[3], world[3];
      values(model, kind ? load->moment : load->force, point->span / length, &when, c);
      resolve(m, point, load->follower, c, world);
      for (int a = 0; a < element->node_count; a++)
        trm_add_scaled(out->residual + 6 * a + 3 * kind, -weight * point->h[a], world);
      double *largest = kind ? &out->moment_scale : &out->force_scale;
      *largest = fmax(*largest, trm_norm(world) * point->weight);
      if (f && load->follower) follower_tangent(f, point, c, 3 * kind, weight, out);
    }
  }
}

/* `at`: the pair with a here of its own */
static When over_step(const trm_Pair *pair, const double weight[2], trm_Pair *at, trm_Here *here) {
  double h = pair->at_once ? 0 : pair->h;
  *at = *pair, at->here = here;
  return (When){pair->t_i + 0.5 * (pair->h - h), h, 1 - pair->unloaded, at, NULL, weight, here};
}

/* of the element's own unknowns alone, but that the local may be for more */
static void weighted_one(const trm_Model *model, const trm_Pair *pair, int e, const double weight[2], bool tangent,
                         trm_Local *out) {
  const trm_BeamElement *element;
  trm_BeamNodes m, f;
  trm_Pair at;
  trm_Here here;
  load_of(model, e, &element);
  trm_beam_gather(model, element, pair->q_m, &m);
  trm_beam_gather(model, element, pair->q_f, &f);
  evaluate(model, e, over_step(pair, weight, &at, &here), &m, tangent ? &f : NULL, out);
}

static void name_rows(const trm_Model *model, const trm_Pair *pair, int e, const double weight[2], Rows rows) {
  const trm_BeamElement *element;
  const trm_BeamLoad *load = load_of(model, e, &element);
  trm_BeamNodes m;
  trm_Pair at;
  trm_Here here;
  if (!load->named) return;
  When when = over_step(pair, weight, &at, &here);
  trm_beam_gather(model, element, pair->q_m, &m);
  name_tangent(model, e, &when, &m, rows);
}

static void pair_batch(const trm_Model *model, const trm_Pair *pair, int first, int n, bool tangent, trm_Local *out) {
  for (int i = 0; i < n; i++) {
    const trm_BeamElement *element;
    const trm_BeamLoad *load = load_of(model, first + i, &element);
    start(element, &load->depends, false, tangent, &out[i]);
    weighted_one(model, pair, first + i, trm_gauss_mean, tangent, &out[i]);
    Rows rows = {tangent ? out[i].tangent : NULL, out[i].n, 1, &out[i]};
    name_rows(model, pair, first + i, trm_gauss_mean, rows);
  }
}

static void instant_batch(const trm_Model *model, const trm_Instant *now, int first, int n, trm_Local *out) {
  trm_Here here;
  trm_Instant at = *now;
  at.here = &here;
  for (int i = 0; i < n; i++) {
    const trm_BeamElement *element;
    trm_BeamNodes nodes;
    const trm_BeamLoad *load = load_of(model, first + i, &element);
    trm_beam_gather(model, element, now->q, &nodes);
    start(element, &load->depends, false, true, &out[i]);
    evaluate(model, first + i, (When){now->t, 0, 1, NULL, &at, trm_gauss_mean, &here}, &nodes, NULL, &out[i]);
  }
}

static void own_one(const trm_Model *model, const trm_Pair *pair, int e, const double weight[2], bool tangent,
                    trm_Local *out) {
  const trm_BeamElement *element;
  const trm_BeamLoad *load = load_of(model, e, &element);
  start(element, &load->depends, true, tangent, out);
  weighted_one(model, pair, e, weight, tangent, out);
}

static void terms(const trm_Model *model, const trm_Pair *pair, int e, trm_Terms *sum) {
  if (pair->h == 0) return;
  TRM_LOCAL_HERE(local, 6 * TRM_BEAM_NODES);
  own_one(model, pair, e, trm_gauss_mean, false, &local);
  trm_load_work(model, pair, &local, sum);
}

static void jump(const trm_Model *model, const trm_Pair *pair, const trm_Jump *terms_of, int e, const double *y,
                 trm_JumpLocal *out) {
  (void)y;
  TRM_LOCAL_HERE(local, 6 * TRM_BEAM_NODES);
  own_one(model, pair, e, trm_gauss_half_change, !terms_of->residual_only, &local);
  trm_load_jump(&local, size_of(model, e), terms_of->residual_only, out);
  if (terms_of->residual_only) return;
  Rows rows = {out->tangent + 2 * (ptrdiff_t)out->n * out->n, 2 * out->n, -1, NULL};
  name_rows(model, pair, e, trm_gauss_half_change, rows);
}

static void jump_energy(const trm_Model *model, const trm_Pair *pair, const trm_Jump *terms_of, int e, const double *y,
                        trm_JumpEnergy *sum) {
  (void)terms_of;
  TRM_LOCAL_HERE(local, 6 * TRM_BEAM_NODES);
  own_one(model, pair, e, trm_gauss_half_change, false, &local);
  trm_load_jump_energy(model, pair, &local, y, sum);
}

const trm_ElementKind trm_beam_load_element = {.name = "beam load",
                                               .unconstraining = true,
                                               .count = count,
                                               .most = most,
                                               .label = label,
                                               .unknowns = unknowns,
                                               .pair = pair_batch,
                                               .instant = instant_batch,
                                               .terms = terms,
                                               .jump = jump,
                                               .jump_energy = jump_energy};
