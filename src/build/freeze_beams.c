/* Beams: sections, nodes, elements with their quadrature points, loads per length. */
#include <math.h>
#include <string.h>
#include "build/beam_mesh.h"
#include "build/freeze_internal.h"
#include "build/freeze_stresses.h"
#include "build/sections.h"
#include "build/tables_beam.h"
#include "element/beam.h"
#include "element/beam_recovery.h"
#include "math/shape.h"
#include "math/vec3.h"

/* ---- sections ---------------------------------------------------------------------------------------------------- */

static void freeze_sections(trm_Freeze *freeze) {
  trm_Model *model = freeze->model;
  model->mesh.section_count = freeze->def.sections.count;
  trm_Section *sections = TRM_ARENA_NEW(freeze->arena, trm_Section, model->mesh.section_count);
  for (int s = 0; sections && s < model->mesh.section_count; s++) {
    trm_freeze_section(freeze, &freeze->def.sections.items[s], &sections[s]);
    sections[s].def = freeze->def.sections.items[s].data;
  }
  model->mesh.sections = sections;
}

static const trm_Section *find_section(const trm_Model *model, const char *name) {
  for (int s = 0; s < model->mesh.section_count; s++)
    if (strcmp(model->mesh.sections[s].name, name) == 0) return &model->mesh.sections[s];
  return NULL;
}

/* ---- nodes ------------------------------------------------------------------------------------------------------- */

int trm_freeze_plan_beams(trm_Freeze *freeze) {
  int count = freeze->def.beams.count, nodes = 0, next = freeze->def.bodies.count + 1;
  trm_BeamMarks marks;
  freeze->plans = TRM_ARENA_NEW(freeze->arena, trm_BeamPlan, count);
  for (int b = 0; b < count; b++)
    if (trm_key_index_set(freeze->arena, &freeze->beam_names, freeze->def.beams.items[b].name, b) != TRM_OK) return 0;
  if (!trm_beam_marks_find(freeze, &marks)) return 0;
  for (int b = 0; freeze->plans && b < count; b++) {
    trm_BeamPlan *plan = &freeze->plans[b];
    if (!trm_beam_plan(freeze, b, &marks, plan)) continue;
    plan->first_node = next + nodes;
    nodes += plan->element_count * plan->def->order + 1;
    freeze->model->mesh.element_count += plan->element_count;
  }
  return nodes;
}

/* The section frame: without twist along the curve, then turned about e1 by the twist. */
static void section_frame(const trm_BeamPlan *plan, double s, bool after, double triad[9]) {
  double xi = s / plan->curve.length, twist = trm_function_value(&plan->def->twist, &xi, NULL), c = cos(twist),
         sine = sin(twist);
  trm_CurvePlace place = after ? trm_curve_locate_after(&plan->curve, s) : trm_curve_locate(&plan->curve, s);
  trm_curve_frame(&plan->frames, place, triad);
  for (int n = 0; n < 3; n++) {
    double e2 = triad[3 * n + 1], e3 = triad[3 * n + 2];
    triad[3 * n + 1] = c * e2 + sine * e3, triad[3 * n + 2] = c * e3 - sine * e2;
  }
}

static double node_span(const trm_BeamPlan *plan, int element, int k) {
  double points[TRM_SHAPE_ORDER + 1], from = plan->bounds[element], to = plan->bounds[element + 1];
  int order = plan->def->order;
  trm_lobatto_points(order, points);
  return k == 0 ? from : k == order ? to : from + 0.5 * (1 + points[k]) * (to - from);
}

static void place_node(trm_Freeze *freeze, const trm_BeamPlan *plan, int i, double s) {
  int node = plan->first_node + i;
  trm_CurvePlace place = trm_curve_locate(&plan->curve, s);
  freeze->nodes[node] =
      (trm_Node){.name = trm_arena_text(freeze->arena, "%s@%.6g", plan->entry->name, s / plan->curve.length),
                 .point = node,
                 .triad = node};
  trm_curve_evaluate(&plan->curve.pieces[place.piece], place.u, freeze->nodes[node].at, NULL, NULL);
  freeze->nodes[node].moves = freeze->model->space.planar ? 3 : 7;
  freeze->nodes[node].turns = freeze->model->space.planar ? 4 : 7;
}

static void place_nodes(trm_Freeze *freeze, const trm_BeamPlan *plan, trm_Beam *beam) {
  trm_Arena *arena = freeze->arena;
  int order = plan->def->order, count = plan->element_count * order + 1;
  int *nodes = TRM_ARENA_NEW(arena, int, count);
  double *spans = TRM_ARENA_NEW(arena, double, count);
  double(*triads)[9] = trm_arena_alloc(arena, (size_t)count, sizeof(double[9]));
  if (arena->failed) return;
  for (int i = 0; i < count; i++) {
    int element = i == 0 ? 0 : (i - 1) / order; /* the one that ends in the node, where two meet */
    spans[i] = node_span(plan, element, i - element * order);
    nodes[i] = plan->first_node + i;
    section_frame(plan, spans[i], i == 0, triads[i]);
    place_node(freeze, plan, i, spans[i]);
  }
  beam->node_count = count, beam->nodes = nodes, beam->spans = spans, beam->triads = (const double(*)[9])triads;
}

/* ---- elements ---------------------------------------------------------------------------------------------------- */

/* Interpolation at the quadrature points, the same in every element of a beam. */
typedef struct Rule {
  int count;
  double at[TRM_GAUSS_POINTS], weight[TRM_GAUSS_POINTS];
  double *h[TRM_GAUSS_POINTS];
  double dh[TRM_GAUSS_POINTS][TRM_BEAM_NODES];
} Rule;

static bool make_rule(trm_Arena *arena, int order, int count, Rule *rule) {
  rule->count = count;
  trm_gauss_legendre(count, rule->at, rule->weight);
  for (int p = 0; p < count; p++) {
    rule->h[p] = TRM_ARENA_NEW(arena, double, order + 1);
    if (!rule->h[p]) return false;
    trm_lagrange(order, rule->at[p], rule->h[p], rule->dh[p]);
  }
  return true;
}

static const trm_BeamStation *make_stations(trm_Arena *arena, const Rule *strain, const Rule *mass, int order) {
  trm_BeamElement like = {.node_count = order + 1, .strain_count = strain->count, .mass_count = mass->count};
  trm_BeamStation *stations = TRM_ARENA_NEW(arena, trm_BeamStation, order + 1);
  double points[TRM_SHAPE_ORDER + 1];
  trm_lobatto_points(order, points);
  for (int k = 0; stations && k <= order; k++) trm_beam_station(&like, points[k], &stations[k]);
  return stations;
}

/* A beam while its elements are made. */
typedef struct Maker {
  trm_Freeze *freeze;
  const trm_BeamPlan *plan;
  const trm_Section *const *stations; /* of the beam's section */
  Rule strain, mass;
  const trm_BeamStation *nodes;        /* of each element */
  double positions[TRM_BEAM_NODES][3]; /* of the nodes of the element at work */
  double spans[TRM_BEAM_NODES];
} Maker;

/* Numbers of the section at relative span xi, linear between stations; a station beyond the last or before the first
   holds. */
static bool section_at(Maker *maker, double xi, const double **stiffness, const double **mass) {
  const trm_Stations *list = &maker->plan->def->section;
  int next = 0;
  while (next < list->count && list->at[next] <= xi) next++;
  const trm_Section *a = maker->stations[next > 0 ? next - 1 : 0],
                    *b = maker->stations[next < list->count ? next : next - 1];
  *stiffness = a->stiffness, *mass = a->mass;
  if (a == b || next == 0) return true;
  double share = (xi - list->at[next - 1]) / (list->at[next] - list->at[next - 1]);
  double *numbers = TRM_ARENA_NEW(maker->freeze->arena, double, 36 + 16);
  if (!numbers) return false;
  for (int i = 0; i < 36; i++) numbers[i] = (1 - share) * a->stiffness[i] + share * b->stiffness[i];
  for (int i = 0; i < 16; i++) numbers[36 + i] = (1 - share) * a->mass[i] + share * b->mass[i];
  *stiffness = numbers, *mass = numbers + 36;
  return true;
}

/* Metric |dx/dxi| of the interpolated reference line, derivatives by arc length, reference strains. */
static bool make_point(Maker *maker, const Rule *rule, int p, const double (*triads)[9], trm_BeamPoint *point) {
  int nodes = maker->plan->def->order + 1;
  double slope[3] = {0, 0, 0}, *dh = TRM_ARENA_NEW(maker->freeze->arena, double, nodes);
  if (!dh) return false;
  for (int a = 0; a < nodes; a++) {
    trm_add_scaled(slope, rule->dh[p][a], maker->positions[a]);
    point->span += rule->h[p][a] * maker->spans[a];
  }
  double metric = trm_norm(slope);
  for (int a = 0; a < nodes; a++) dh[a] = rule->dh[p][a] / metric;
  point->weight = rule->weight[p] * metric;
  point->h = rule->h[p], point->dh = dh;
  trm_beam_point_strains(nodes, (const double(*)[3])maker->positions, triads, point->h, point->dh, point->reference);
  if (!section_at(maker, point->span / maker->plan->curve.length, &point->stiffness, &point->mass)) return false;
  trm_StressChoice choice = {
      maker->stations[0]->rigid, maker->plan->curve.length, maker->freeze->model->space.planar, {0}};
  for (int a = 0; a < nodes; a++)
    for (int b = 0; b < 3; b++) choice.upward[b] += point->h[a] * triads[a][6 + b];
  return trm_freeze_point_stresses(maker->freeze->arena, &choice, point);
}

static const trm_BeamPoint *make_points(Maker *maker, const Rule *rule, const double (*triads)[9]) {
  trm_BeamPoint *points = TRM_ARENA_NEW(maker->freeze->arena, trm_BeamPoint, rule->count);
  for (int p = 0; points && p < rule->count; p++)
    if (!make_point(maker, rule, p, triads, &points[p])) return NULL;
  return points;
}

/* inertia of every pair of nodes: integral of h_A h_B mass */
static const double *make_inertia(trm_Arena *arena, const trm_BeamElement *element) {
  int nodes = element->node_count;
  double *inertia = TRM_ARENA_NEW(arena, double, nodes *nodes * 16);
  for (int pair = 0; inertia && pair < nodes * nodes; pair++)
    for (int p = 0; p < element->mass_count; p++) {
      const trm_BeamPoint *point = &element->mass[p];
      double factor = point->weight * point->h[pair / nodes] * point->h[pair % nodes];
      for (int k = 0; k < 16; k++) inertia[16 * pair + k] += factor * point->mass[k];
    }
  return inertia;
}

static bool is_plain(const trm_BeamElement *element) {
  for (int k = 0; k < 16 * element->node_count * element->node_count; k++)
    if (k % 16 % 5 != 0 && element->inertia[k] != 0) return false;
  return true;
}

static bool make_element(Maker *maker, int e, trm_BeamElement *element) {
  const trm_BeamPlan *plan = maker->plan;
  int order = plan->def->order;
  double(*triads)[9] = trm_arena_alloc(maker->freeze->arena, (size_t)(order + 1), sizeof(double[9]));
  if (!triads) return false;
  element->node_count = order + 1;
  for (int k = 0; k <= order; k++) {
    int node = element->nodes[k] = plan->first_node + e * order + k;
    maker->spans[k] = node_span(plan, e, k);
    trm_copy(maker->positions[k], maker->freeze->nodes[node].at, 3);
    section_frame(plan, maker->spans[k], k == 0, triads[k]);
  }
  element->triads = (const double(*)[9])triads;
  element->strain_count = maker->strain.count, element->mass_count = maker->mass.count;
  element->stations = maker->nodes;
  element->strain = make_points(maker, &maker->strain, element->triads);
  element->mass = make_points(maker, &maker->mass, element->triads);
  if (!element->strain || !element->mass) return false;
  element->inertia = make_inertia(maker->freeze->arena, element);
  element->plain = element->inertia && is_plain(element);
  return element->inertia != NULL;
}

/* ---- beams ------------------------------------------------------------------------------------------------------- */

static const trm_Section *const *find_stations(trm_Freeze *freeze, const trm_Stations *list) {
  const trm_Section **stations = TRM_ARENA_NEW(freeze->arena, const trm_Section *, list->count);
  for (int i = 0; stations && i < list->count; i++) stations[i] = find_section(freeze->model, list->names[i].name);
  return stations;
}

/* Without mass there is no motion in time. */
static void check_mass(trm_Freeze *freeze, const trm_BeamPlan *plan, const trm_Section *const *stations) {
  bool dynamic = false;
  for (int a = 0; a < freeze->def.analysis.count; a++)
    dynamic |= ((const trm_AnalysisDef *)freeze->def.analysis.items[a].data)->type == TRM_ANALYSIS_DYNAMIC;
  for (int i = 0; dynamic && i < plan->def->section.count; i++)
    if (stations[i]->mass[0] == 0) {
      trm_freeze_error(
          freeze, plan->def->section.names[i].place,
          "beam \"%s\": the section \"%s\" has no mass, which a dynamic analysis needs (mass: {m: ...}, or "
          "rho of the material)",
          plan->entry->name, stations[i]->name);
      return;
    }
  for (int i = 0; dynamic && !freeze->model->space.planar && i < plan->def->section.count; i++) {
    int axis = trm_section_cannot_turn(stations[i]);
    if (axis < 0) continue;
    trm_freeze_error(freeze, plan->def->section.names[i].place,
                     "beam \"%s\": the section \"%s\" has no moment of inertia about its axis %c, which a dynamic "
                     "analysis needs (mass: {m: ..., Iyy: ..., Izz: ...}; left out, Iyy is m EIy/EA, Izz is m EIz/EA)",
                     plan->entry->name, stations[i]->name, "xyz"[axis]);
    return;
  }
}

static void check_twist(trm_Freeze *freeze, const trm_BeamPlan *plan, const trm_Beam *beam) {
  for (int i = 0; i < beam->node_count; i++)
    if (!isfinite(beam->triads[i][1])) {
      trm_freeze_error(freeze, trm_place_of(plan->def, offsetof(trm_BeamDef, twist)),
                       "beam \"%s\": the twist is not finite at xi = %.6g", plan->entry->name,
                       beam->spans[i] / beam->length);
      return;
    }
}

static void freeze_beam(trm_Freeze *freeze, int b, trm_Beam *beam, trm_BeamElement *elements) {
  const trm_BeamPlan *plan = &freeze->plans[b];
  Maker maker = {.freeze = freeze, .plan = plan, .stations = find_stations(freeze, &plan->def->section)};
  trm_Arena *arena = freeze->arena;
  int order = plan->def->order;
  beam->name = plan->entry->name, beam->place = plan->entry->place, beam->order = order, beam->def = plan->def;
  beam->element_count = plan->element_count, beam->length = plan->curve.length, beam->damping = plan->def->damping;
  place_nodes(freeze, plan, beam);
  if (arena->failed || !make_rule(arena, order, order, &maker.strain) ||
      !make_rule(arena, order, order + 1, &maker.mass))
    return;
  maker.nodes = make_stations(arena, &maker.strain, &maker.mass, order);
  if (!maker.nodes) return;
  check_mass(freeze, plan, maker.stations);
  check_twist(freeze, plan, beam);
  trm_freeze_check_rigid(freeze, plan, maker.stations);
  for (int e = 0; e < plan->element_count; e++) {
    elements[e].beam = b;
    if (!make_element(&maker, e, &elements[e])) return;
  }
}

void trm_freeze_beams(trm_Freeze *freeze) {
  trm_Model *model = freeze->model;
  freeze_sections(freeze);
  model->beam_count = freeze->def.beams.count;
  freeze->beams = TRM_ARENA_NEW(freeze->arena, trm_Beam, model->beam_count);
  trm_BeamElement *elements = TRM_ARENA_NEW(freeze->arena, trm_BeamElement, model->mesh.element_count);
  if (freeze->failed || freeze->arena->failed) return;
  for (int b = 0, next = 0; b < model->beam_count; b++) {
    freeze->beams[b].first_element = next;
    freeze_beam(freeze, b, &freeze->beams[b], elements + next);
    next += freeze->beams[b].element_count;
  }
  model->beams = freeze->beams, model->mesh.elements = elements;
  trm_freeze_stresses(freeze, elements);
}

/* ---- points of beams --------------------------------------------------------------------------------------------- */

bool trm_freeze_beam_point(const trm_Freeze *freeze, const char *name, int *beam, int *node) {
  size_t length;
  double xi;
  if (trm_beam_point_name(name, &length, &xi) != TRM_BEAM_POINT) return false;
  int b = trm_key_index_find(&freeze->beam_names, name, length);
  if (b < 0 || b >= freeze->model->beam_count) return false;
  const trm_Beam *found = &freeze->beams[b];
  *beam = b, *node = 0;
  for (int i = 0; i < found->node_count; i += found->order) /* where elements meet */
    if (fabs(found->spans[i] - xi * found->length) < fabs(found->spans[*node] - xi * found->length)) *node = i;
  return true;
}

void trm_freeze_beam_output(trm_Freeze *freeze, const trm_OutputDef *def, trm_Output *output) {
  int b, node;
  if (!trm_freeze_beam_point(freeze, def->of.name, &b, &node)) return;
  const trm_Beam *beam = &freeze->beams[b];
  int right = node / beam->order, element = def->side == 1 ? right : right - 1;
  if (node == 0) element = 0;
  if (element >= beam->element_count) element = beam->element_count - 1;
  output->target = TRM_OUTPUT_BEAM, output->element = beam->first_element + element;
  output->parameter = element == right ? -1 : 1;
}

/* ---- loads per length, initial motion ---------------------------------------------------------------------------- */

bool trm_load_per_length(const trm_LoadDef *def) {
  return trm_given(def, offsetof(trm_LoadDef, force_per_length)) ||
         trm_given(def, offsetof(trm_LoadDef, moment_per_length));
}

void trm_freeze_beam_loads(trm_Freeze *freeze) {
  trm_Model *model = freeze->model;
  const trm_Entries *entries = &freeze->def.loads;
  trm_BeamLoad *loads = TRM_ARENA_NEW(freeze->arena, trm_BeamLoad, entries->count);
  if (!loads) return;
  for (int l = 0; l < entries->count; l++) {
    const trm_LoadDef *def = entries->items[l].data;
    bool given_force = trm_given(def, offsetof(trm_LoadDef, force_per_length)),
         given_moment = trm_given(def, offsetof(trm_LoadDef, moment_per_length));
    if (!trm_load_per_length(def)) continue;
    loads[model->mesh.load_count++] = (trm_BeamLoad){.name = entries->items[l].name,
                                                     .place = entries->items[l].place,
                                                     .beam = trm_key_index_get(&freeze->beam_names, def->on.name),
                                                     .follower = def->frame == 1,
                                                     .force = given_force ? def->force_per_length : NULL,
                                                     .moment = given_moment ? def->moment_per_length : NULL};
  }
  model->mesh.loads = loads;
}

/* v = v_0 + omega x (x - x_0), x_0 the first point */
static void beam_motion(const trm_Freeze *freeze, int b, trm_GivenMotion *motions, int *count) {
  const trm_BeamDef *def = freeze->plans[b].def;
  const trm_Beam *beam = &freeze->beams[b];
  if (!trm_given(def, offsetof(trm_BeamDef, velocity)) && !trm_given(def, offsetof(trm_BeamDef, omega))) return;
  for (int i = 0; i < beam->node_count; i++) {
    trm_GivenMotion *motion = &motions[(*count)++];
    double arm[3];
    *motion = (trm_GivenMotion){.node = beam->nodes[i], .velocity_given = true, .omega_given = true};
    trm_subtract(arm, freeze->nodes[beam->nodes[i]].at, freeze->nodes[beam->nodes[0]].at);
    trm_cross(motion->velocity, def->omega, arm);
    trm_add_scaled(motion->velocity, 1, def->velocity);
    trm_copy(motion->omega, def->omega, 3);
  }
}

/* A node that the joints hold cannot have a velocity of its own. */
static void check_motion(trm_Freeze *freeze, int b, const trm_GivenMotion *motion) {
  const trm_BeamDef *def = freeze->plans[b].def;
  const trm_Node *node = &freeze->nodes[motion->node];
  bool turns = trm_norm(motion->omega) > 0 && freeze->sharing.triad[node->triad] == 0;
  bool moves = trm_norm(motion->velocity) > 0 && freeze->sharing.point[node->point] == 0;
  if (!turns && !moves) return;
  size_t offset = turns || !trm_given(def, offsetof(trm_BeamDef, velocity)) ? offsetof(trm_BeamDef, omega)
                                                                            : offsetof(trm_BeamDef, velocity);
  trm_freeze_error(freeze, trm_place_of(def, offset),
                   "beam \"%s\": its joints hold it at \"%s\", but the given motion would %s it there",
                   freeze->beams[b].name, node->name, turns ? "turn" : "move");
}

void trm_freeze_motions(trm_Freeze *freeze) {
  trm_Model *model = freeze->model;
  trm_GivenMotion *motions = TRM_ARENA_NEW(freeze->arena, trm_GivenMotion, model->node_count);
  if (!motions) return;
  for (int b = 0; b < model->body_count; b++) {
    const trm_Body *body = &freeze->bodies[b];
    if (!body->velocity_given && !body->omega_given) continue;
    trm_GivenMotion *motion = &motions[model->start.motion_count++];
    *motion = (trm_GivenMotion){.node = body->node,
                                .velocity_given = body->velocity_given,
                                .omega_given = body->omega_given,
                                .omega_carried = body->omega_carried};
    trm_copy(motion->velocity, body->velocity, 3);
    trm_copy(motion->omega, body->omega, 3);
  }
  for (int b = 0; b < model->beam_count; b++) {
    int first = model->start.motion_count;
    beam_motion(freeze, b, motions, &model->start.motion_count);
    for (int m = first, before = trm_diagnostics_count(freeze->diagnostics, TRM_ERROR);
         m < model->start.motion_count && trm_diagnostics_count(freeze->diagnostics, TRM_ERROR) == before; m++)
      check_motion(freeze, b, &motions[m]);
  }
  model->start.motions = motions;
}
