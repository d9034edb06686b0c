/* The order in which a model is frozen, its bodies, springs, loads and outputs, and the checks of inertias and
   analyses. */
#include "build/freeze.h"
#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "analysis/simulation.h"
#include "base/bytes.h"
#include "build/freeze_internal.h"
#include "build/more_errors.h"
#include "build/tables_look.h"
#include "element/beam_blocks.h"
#include "element/irreversible.h"
#include "element/law.h"
#include "element/signal.h"
#include "integrate/scheme.h"
#include "math/symmetric.h"
#include "math/vec3.h"
#include "system/edges.h"
#include "system/quantity.h"

static const double identity[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};

void trm_freeze_error(trm_Freeze *freeze, trm_Place place, const char *format, ...) {
  char message[600];
  va_list list;
  va_start(list, format);
  vsnprintf(message, sizeof message, format, list);
  va_end(list);
  freeze->failed = true;
  trm_report(freeze->diagnostics, TRM_ERROR, place, "%s", message);
}

static trm_Marker whole_body(const trm_Body *body) {
  trm_Marker marker = {.name = body->name, .node = body->node};
  trm_copy(marker.triad, body->axes, 9);
  return marker;
}

trm_Target trm_freeze_find(const trm_Freeze *freeze, const char *name) {
  trm_Target target = {.joint = -1};
  trm_copy(target.marker.triad, identity, 9);
  target.marker.name = name;
  if (!name) return target;
  target.found = true;
  if (strcmp(name, "ground") == 0) return target.is_ground = true, target;
  int number = trm_key_index_get(&freeze->names, name), m = number - freeze->model->body_count,
      j = m - freeze->def.markers.count;
  if (number >= 0 && m < 0) {
    target.is_body = true;
    target.is_point_body = freeze->bodies[number].is_point;
    target.marker = whole_body(&freeze->bodies[number]);
    return target;
  }
  int beam, node;
  if (trm_freeze_beam_point(freeze, name, &beam, &node)) {
    target.is_beam_point = true;
    target.marker.node = freeze->beams[beam].nodes[node];
    trm_copy(target.marker.triad, freeze->beams[beam].triads[node], 9);
    return target;
  }
  if (m >= 0 && j < 0 && freeze->markers[m].name) {
    target.marker = freeze->markers[m];
    target.oriented = freeze->marker_oriented[m];
    int body = target.marker.node - 1; /* bodies have the first nodes after the ground */
    target.is_point_body = body >= 0 && body < freeze->model->body_count && freeze->bodies[body].is_point;
    return target;
  }
  if (j >= 0 && freeze->joints[j].name) return target.joint = j, target;
  target.found = false;
  return target;
}

void trm_freeze_position(const trm_Freeze *freeze, const trm_Marker *marker, double at[3]) {
  const double *x = freeze->nodes[marker->node].at;
  for (int n = 0; n < 3; n++) at[n] = x[n] + marker->offset[n];
}

trm_Marker trm_freeze_frame(const trm_Freeze *freeze, const trm_Target *target, const char *name, const double at[3],
                            const double triad[9]) {
  trm_Marker marker = {.name = name, .node = target->marker.node};
  trm_subtract(marker.offset, at, freeze->nodes[marker.node].at);
  trm_copy(marker.triad, triad, 9);
  return marker;
}

/* In the plane only the moment about z counts. */
static void check_planar_inertia(trm_Freeze *freeze, const trm_BodyDef *def, const char *name) {
  if (def->inertia[8] < 0)
    trm_freeze_error(freeze, trm_place_of(def, offsetof(trm_BodyDef, inertia)),
                     "body \"%s\": the moment of inertia about z is negative (%.6g kg m2)", name, def->inertia[8]);
}

/* Is the inertia that of a body? Principal moments J1 <= J2 <= J3 must satisfy J1 >= 0 and J1 + J2 >= J3. */
static void check_inertia(trm_Freeze *freeze, const trm_BodyDef *def, const char *name) {
  double j[3];
  trm_symmetric_eigen(def->inertia, j, NULL);
  double slack = trm_meant_equal * fmax(fabs(j[0]), fabs(j[2]));
  trm_Place place = trm_place_of(def, offsetof(trm_BodyDef, inertia));
  if (j[0] < -slack)
    trm_freeze_error(freeze, place, "body \"%s\": the inertia has a negative principal moment (%.6g kg m2)", name,
                     j[0]);
  else if (j[0] + j[1] < j[2] - slack)
    trm_freeze_error(
        freeze, place,
        "body \"%s\": no body has this inertia: of the principal moments %.6g, %.6g, %.6g kg m2 the largest exceeds "
        "the sum of the other two",
        name, j[0], j[1], j[2]);
}

/* E = tr(J)/2 I - J with J turned from the body's axes to the world's: R J R^T */
static void euler_tensor(const trm_BodyDef *def, double euler[9]) {
  double turned[9], world[9], transposed[9];
  for (int i = 0; i < 9; i++) transposed[i] = def->orientation[3 * (i % 3) + i / 3];
  trm_multiply(turned, def->orientation, def->inertia);
  trm_multiply(world, turned, transposed);
  double half_trace = 0.5 * (world[0] + world[4] + world[8]);
  for (int i = 0; i < 9; i++) euler[i] = (i % 4 == 0 ? half_trace : 0) - world[i];
}

static void freeze_body(trm_Freeze *freeze, int b) {
  const trm_Entry *entry = &freeze->def.bodies.items[b];
  const trm_BodyDef *def = entry->data;
  trm_Body *body = &freeze->bodies[b];
  int node = b + 1;
  body->name = entry->name, body->place = entry->place, body->node = node, body->mass = def->mass, body->def = def;
  body->is_point = !trm_given(def, offsetof(trm_BodyDef, inertia));
  trm_copy(body->axes, def->orientation, 9);
  body->velocity_given = trm_given(def, offsetof(trm_BodyDef, velocity));
  body->omega_given = trm_given(def, offsetof(trm_BodyDef, omega));
  trm_copy(body->velocity, def->velocity, 3);
  body->omega_carried = def->omega_axes == 1;
  if (body->omega_carried)
    trm_apply(body->omega, def->orientation, def->omega);
  else
    trm_copy(body->omega, def->omega, 3);
  if (freeze->model->space.planar && (body->velocity[2] != 0 || body->omega[0] != 0 || body->omega[1] != 0))
    trm_freeze_error(freeze, entry->place,
                     "body \"%s\": in a planar model velocity has no z and omega no x or y component", entry->name);
  if (freeze->model->space.planar && !trm_along_z(def->orientation + 2, 3))
    trm_freeze_error(freeze, trm_place_of(def, offsetof(trm_BodyDef, orientation)),
                     "body \"%s\": in a planar model bodies turn about z: the third axis of orientation is along z",
                     entry->name);
  if (body->is_point && body->omega_given)
    trm_freeze_error(freeze, trm_place_of(def, offsetof(trm_BodyDef, omega)),
                     "body \"%s\" is a point and cannot turn: give it an inertia, or no omega", entry->name);
  if (!body->is_point) {
    if (freeze->model->space.planar)
      check_planar_inertia(freeze, def, entry->name);
    else
      check_inertia(freeze, def, entry->name);
    euler_tensor(def, body->euler);
  }
  freeze->nodes[node] = (trm_Node){.name = entry->name, .point = node, .triad = body->is_point ? 0 : node};
  trm_copy(freeze->nodes[node].at, def->position, 3);
  freeze->nodes[node].moves = freeze->model->space.planar ? 3 : 7;
  freeze->nodes[node].turns = body->is_point ? 0 : freeze->model->space.planar ? 4 : 7;
}

static void freeze_marker(trm_Freeze *freeze, int m) {
  const trm_Entry *entry = &freeze->def.markers.items[m];
  const trm_MarkerDef *def = entry->data;
  trm_Target on = trm_freeze_find(freeze, def->on.name);
  double at[3];
  if (trm_given(def, offsetof(trm_MarkerDef, at)))
    trm_copy(at, def->at, 3);
  else
    trm_freeze_position(freeze, &on.marker, at);
  freeze->markers[m] = trm_freeze_frame(freeze, &on, entry->name, at, def->orientation);
  trm_freeze_check_arm(freeze, &on, &freeze->markers[m], trm_place_of(def, offsetof(trm_MarkerDef, at)));
  freeze->marker_oriented[m] = trm_given(def, offsetof(trm_MarkerDef, orientation));
  freeze->marker_places[m] = entry->place;
}

/* markers and the look of the ground, for result files */
static void keep_looks(trm_Freeze *freeze) {
  trm_Model *model = freeze->model;
  int count = freeze->def.markers.count;
  trm_NamedMarker *markers = TRM_ARENA_NEW(freeze->arena, trm_NamedMarker, count);
  trm_GroundDef *ground = TRM_ARENA_NEW(freeze->arena, trm_GroundDef, 1);
  if (!markers || !ground) return;
  for (int m = 0; m < count; m++)
    markers[m] = (trm_NamedMarker){freeze->def.markers.items[m].name, freeze->markers[m],
                                   ((trm_MarkerDef *)freeze->def.markers.items[m].data)->trail};
  *ground = freeze->def.ground;
  model->shown.markers = markers, model->shown.marker_count = count, model->shown.ground = ground;
}

/* Of the farthest place of the model: places that are computed (where an arc begins, where an axis passes) are where
   they are meant but for some units of the last digit. */
static const double same_place = 1e-14;

static double farthest_place(const trm_Freeze *freeze) {
  double farthest = 0, at[3];
  for (int n = 0; n < freeze->model->node_count; n++) {
    trm_freeze_position(freeze, &(trm_Marker){.node = n}, at);
    farthest = fmax(farthest, trm_norm(at));
  }
  return farthest;
}

void trm_freeze_check_arm(trm_Freeze *freeze, const trm_Target *target, trm_Marker *frame, trm_Place place) {
  if (!target->is_point_body || trm_norm(frame->offset) == 0) return;
  if (trm_norm(frame->offset) <= same_place * farthest_place(freeze)) {
    for (int n = 0; n < 3; n++) frame->offset[n] = 0;
    return;
  }
  trm_freeze_error(freeze, place,
                   "\"%s\" is a point without orientation and cannot carry something %.6g m away from it: place it at "
                   "the point, or give "
                   "the body an inertia (inertia: [0, 0, 0] is allowed)",
                   target->marker.name, trm_norm(frame->offset));
}

static void freeze_springs(trm_Freeze *freeze) {
  trm_Model *model = freeze->model;
  model->forces.spring_count = freeze->def.springs.count;
  trm_SpringDamper *springs = TRM_ARENA_NEW(freeze->arena, trm_SpringDamper, model->forces.spring_count);
  if (!springs) return;
  for (int s = 0; s < model->forces.spring_count; s++) {
    const trm_Entry *entry = &freeze->def.springs.items[s];
    const trm_SpringDamperDef *def = entry->data;
    double ends[2][3], between[3];
    springs[s].name = entry->name, springs[s].place = entry->place;
    for (int side = 0; side < 2; side++) {
      trm_Target target = trm_freeze_find(freeze, def->between[side].name);
      springs[s].side[side] = target.marker;
      trm_freeze_position(freeze, &target.marker, ends[side]);
    }
    trm_subtract(between, ends[1], ends[0]);
    springs[s].stiffness = def->stiffness, springs[s].damping = def->damping;
    springs[s].free_length =
        trm_given(def, offsetof(trm_SpringDamperDef, free_length)) ? def->free_length : trm_norm(between);
    springs[s].force = trm_given(def, offsetof(trm_SpringDamperDef, force)) ? &def->force : NULL;
    springs[s].potential = springs[s].force ? model->forces.potential_count++ : -1;
  }
  model->forces.springs = springs;
}

static bool is_zero(const trm_Function *function) {
  return !function->expression && !function->table && function->constant == 0;
}

/* forces in the plane and moments about z are all that moves a planar model */
static void check_planar_load(trm_Freeze *freeze, const trm_LoadDef *def, const char *name) {
  if (trm_given(def, offsetof(trm_LoadDef, force)) && !is_zero(&def->force[2]))
    trm_freeze_error(freeze, trm_place_of(def, offsetof(trm_LoadDef, force)),
                     "load \"%s\": in a planar model a force has no z component", name);
  if (trm_given(def, offsetof(trm_LoadDef, moment)) && !(is_zero(&def->moment[0]) && is_zero(&def->moment[1])))
    trm_freeze_error(freeze, trm_place_of(def, offsetof(trm_LoadDef, moment)),
                     "load \"%s\": in a planar model a moment has a z component only", name);
}

static void freeze_loads(trm_Freeze *freeze) {
  trm_Model *model = freeze->model;
  trm_Load *loads = TRM_ARENA_NEW(freeze->arena, trm_Load, freeze->def.loads.count);
  if (!loads) return;
  for (int i = 0; i < freeze->def.loads.count; i++) {
    const trm_Entry *entry = &freeze->def.loads.items[i];
    const trm_LoadDef *def = entry->data;
    if (trm_load_per_length(def)) continue;
    int l = model->forces.load_count++;
    trm_Target on = trm_freeze_find(freeze, def->on.name);
    loads[l] = (trm_Load){.name = entry->name,
                          .place = entry->place,
                          .marker = on.marker,
                          .follower = def->frame == 1,
                          .force = trm_given(def, offsetof(trm_LoadDef, force)) ? def->force : NULL,
                          .moment = trm_given(def, offsetof(trm_LoadDef, moment)) ? def->moment : NULL};
    if (model->space.planar) check_planar_load(freeze, def, entry->name);
    if (on.is_point_body && (loads[l].moment || loads[l].follower))
      trm_freeze_error(freeze, def->on.place,
                       "load \"%s\": \"%s\" is a point without orientation; it can carry only a force in world axes",
                       entry->name, def->on.name);
  }
  model->forces.loads = loads;
}

/* Motions of a place may be seen from another one. */
static void see_from(trm_Freeze *freeze, const trm_Entry *entry, trm_Output *output) {
  const trm_OutputDef *def = entry->data;
  if (!trm_given(def, offsetof(trm_OutputDef, from))) return;
  output->relative = true, output->from = trm_freeze_find(freeze, def->from.name).marker;
  if (output->target != TRM_OUTPUT_MARKER || !(output->quantity->of & TRM_OF_PLACE))
    trm_freeze_error(freeze, def->from.place,
                     "output \"%s\": only motions of bodies, markers and points of beams may be seen from elsewhere",
                     entry->name);
}

/* An output that is a formula over channels. */
static void freeze_formula(trm_Freeze *freeze, const trm_Entry *entry, trm_Output *output) {
  const trm_OutputDef *def = entry->data;
  trm_FormulaText *formula = TRM_ARENA_NEW(freeze->arena, trm_FormulaText, 1);
  if (!formula) return;
  *formula = (trm_FormulaText){.owner = trm_arena_text(freeze->arena, "output \"%s\"", entry->name),
                               .text = def->value,
                               .place = trm_place_of(def, offsetof(trm_OutputDef, value))};
  *output = (trm_Output){.name = entry->name, .joint = -1, .formula = formula, .unit = def->unit};
}

static void freeze_outputs(trm_Freeze *freeze) {
  trm_Model *model = freeze->model;
  model->shown.output_count = freeze->def.outputs.count;
  trm_Output *outputs = TRM_ARENA_NEW(freeze->arena, trm_Output, model->shown.output_count);
  if (!outputs) return;
  for (int o = 0; o < model->shown.output_count; o++) {
    const trm_Entry *entry = &freeze->def.outputs.items[o];
    const trm_OutputDef *def = entry->data;
    if (def->value) {
      freeze_formula(freeze, entry, &outputs[o]);
      continue;
    }
    trm_Target of = trm_freeze_find(freeze, def->of.name);
    outputs[o] = (trm_Output){.name = entry->name,
                              .marker = of.marker,
                              .joint = of.joint,
                              .frame = def->frame,
                              .quantity = trm_quantity_kinds[def->quantity],
                              .target = of.joint >= 0 ? TRM_OUTPUT_JOINT : TRM_OUTPUT_MARKER};
    unsigned asked = outputs[o].quantity->of;
    see_from(freeze, entry, &outputs[o]);
    if (asked & TRM_OF_BEAM) {
      trm_freeze_beam_output(freeze, def, &outputs[o]);
      continue;
    }
    if (!(asked & (of.joint >= 0 ? TRM_OF_JOINT : TRM_OF_PLACE)))
      trm_freeze_error(freeze, def->of.place, "output \"%s\": there is no %s of \"%s\"", entry->name,
                       outputs[o].quantity->name, def->of.name);
  }
  model->shown.outputs = outputs;
}

static bool offers(const trm_Scheme *scheme, int order) {
  for (const int *own = scheme->orders; *own; own++)
    if (*own == order) return true;
  return false;
}

static bool takes_energy(const trm_Scheme *scheme, int order) { return (void)order, scheme->dissipates; }

/* orders beyond 2 of a scheme with steps of its own are compositions of substeps */
static bool composes(const trm_Scheme *scheme, int order) {
  return order > 2 && offers(scheme, order) && scheme->equations != TRM_EQUATIONS_RATES;
}

/* "energy-preserving and index-1": those of which something is true */
static const char *scheme_names(trm_Freeze *freeze, bool (*holds)(const trm_Scheme *, int), int order) {
  const char *text = "", *last = NULL;
  for (int s = 0; s < trm_scheme_count; s++) {
    if (!holds(trm_schemes[s], order)) continue;
    if (last) text = trm_arena_text(freeze->arena, "%s%s%s", text, *text ? ", " : "", last);
    if (!text) return "";
    last = trm_schemes[s]->name;
  }
  text = last ? trm_arena_text(freeze->arena, "%s%s%s", text, *text ? " and " : "", last) : text;
  return text ? text : "";
}

static void check_order(trm_Freeze *freeze, const trm_AnalysisDef *analysis, const trm_Scheme *scheme) {
  if (offers(scheme, analysis->order) || analysis->order == scheme->automatic_order) return;
  const char *orders = trm_arena_text(freeze->arena, "%d", scheme->orders[0]);
  for (int i = 1; orders && scheme->orders[i]; i++)
    orders = trm_arena_text(freeze->arena, "%s%s%d", orders, scheme->orders[i + 1] ? ", " : " and ", scheme->orders[i]);
  trm_freeze_error(freeze, trm_place_of(analysis, offsetof(trm_AnalysisDef, order)),
                   "analysis: %s has the order%s %s; order %d belongs to %s", scheme->name,
                   scheme->orders[1] ? "s" : "", orders ? orders : "", analysis->order,
                   scheme_names(freeze, offers, analysis->order));
}

/* relative to the largest internal force: more digits than this are missing in every step, and add up. The message says
   the number, too. */
static const double loosest_newton = 1e-6;

static void check_analysis(trm_Freeze *freeze, const trm_AnalysisDef *analysis) {
  const trm_Scheme *scheme = trm_schemes[analysis->scheme];
  check_order(freeze, analysis, scheme);
  if (trm_given(analysis, offsetof(trm_AnalysisDef, rho)) && !scheme->dissipates && analysis->rho != 1)
    trm_freeze_error(freeze, trm_place_of(analysis, offsetof(trm_AnalysisDef, rho)),
                     "analysis: rho belongs to the schemes %s; this one takes no energy out",
                     scheme_names(freeze, takes_energy, 0));
  if (analysis->rho > 1)
    trm_freeze_error(freeze, trm_place_of(analysis, offsetof(trm_AnalysisDef, rho)),
                     "analysis: rho lies between 0 and 1");
  if (scheme->equations == TRM_EQUATIONS_RATES && trm_given(analysis, offsetof(trm_AnalysisDef, newton)))
    trm_freeze_error(freeze, trm_place_of(analysis, offsetof(trm_AnalysisDef, newton)),
                     "analysis: \"newton\" says nothing to the scheme %s, whose steps need no iteration", scheme->name);
  if (analysis->newton.bound.table && analysis->newton.tolerance > loosest_newton)
    trm_freeze_error(freeze, trm_place_of(&analysis->newton, offsetof(trm_NewtonDef, tolerance)),
                     "analysis.newton.tolerance: at most 1e-6; it is relative to the largest internal force");
  const trm_StepDef *step = &analysis->step;
  if (step->bound.table && trm_given(step, offsetof(trm_StepDef, smallest)) &&
      trm_given(step, offsetof(trm_StepDef, largest)) && step->smallest > step->largest)
    trm_freeze_error(freeze, trm_place_of(step, offsetof(trm_StepDef, smallest)),
                     "analysis.step: smallest is above largest");
  if (step->bound.table && trm_given(step, offsetof(trm_StepDef, largest)) && analysis->until / step->largest > 1e12)
    trm_freeze_error(freeze, trm_place_of(step, offsetof(trm_StepDef, largest)),
                     "analysis.step: %g s in steps of at most %g s would be more than 1e12 steps", analysis->until,
                     step->largest);
  trm_Irreversible found = trm_model_forwards(freeze->model);
  if (composes(scheme, analysis->order) && found.owner)
    trm_freeze_error(
        freeze, trm_place_of(analysis, offsetof(trm_AnalysisDef, order)),
        "order %d runs some substeps backwards in time and cannot be used with dampers, stops, friction or "
        "forces that depend on a rate or have states (\"%s\" has such a thing: %s%s%s%s): use order 2",
        analysis->order, found.owner, found.what, found.named ? ", by \"" : "", found.named ? found.named : "",
        found.named ? "\"" : "");
  if (analysis->type == 0 && analysis->step.size > 0 && analysis->until / analysis->step.size > 1e12)
    trm_freeze_error(freeze, trm_place_of(analysis, offsetof(trm_AnalysisDef, step)),
                     "analysis: %g s in steps of %g s would be more than 1e12 steps", analysis->until,
                     analysis->step.size);
}

/* A joint of the tree stays one: nothing that relative coordinates tell is ever let go. */
static void refuse_release(trm_Freeze *freeze, const trm_AnalysisDef *analysis) {
  for (int j = 0; j < freeze->model->joint_count; j++)
    if (freeze->model->joints[j].ends == TRM_ENDS_RELEASE)
      trm_freeze_error(
          freeze, trm_place_of(analysis, offsetof(trm_AnalysisDef, formulation)),
          "analysis: joint \"%s\" may let its slider go (ends: release), which relative coordinates cannot "
          "tell: use formulation: absolute",
          freeze->model->joints[j].name);
}

static bool integrates_rates(const trm_Scheme *scheme, int order) {
  return (void)order, scheme->equations == TRM_EQUATIONS_RATES;
}

/* Positions of driven mechanisms are found one by one, as far apart as they may be: memory would want what lies
   between. With all coordinates driven a dynamic analysis has the same motion. */
static void refuse_memory(trm_Freeze *freeze, const trm_AnalysisDef *analysis) {
  const trm_Signals *signals = &freeze->model->forces.signals;
  if (analysis->type != TRM_ANALYSIS_KINEMATIC) return;
  for (int e = 0; e < signals->memory_count; e++) {
    if (signals->items[e].memory.kind->memoryless) continue;
    trm_freeze_error(
        freeze, analysis->bound.place,
        "analysis: the signal \"%s\" has memory, which a kinematic analysis does not follow; a dynamic one "
        "(type: dynamic, with a step) moves a driven mechanism in the same way and has it",
        signals->items[e].name);
    return;
  }
}

/* Relative coordinates have one scheme. */
static void choose_scheme(trm_Freeze *freeze, trm_AnalysisDef *analysis) {
  if (analysis->formulation != TRM_FORMULATION_RELATIVE) return;
  bool rates = trm_schemes[analysis->scheme]->equations == TRM_EQUATIONS_RATES;
  if (trm_given(analysis, offsetof(trm_AnalysisDef, scheme)) && !rates)
    trm_freeze_error(freeze, trm_place_of(analysis, offsetof(trm_AnalysisDef, scheme)),
                     "analysis: formulation: relative is integrated by the scheme %s alone",
                     scheme_names(freeze, integrates_rates, 0));
  for (int s = 0; !rates && s < trm_scheme_count; s++)
    if (integrates_rates(trm_schemes[s], 0)) analysis->scheme = s, rates = true;
  refuse_release(freeze, analysis);
  if (freeze->model->beam_count > 0)
    trm_freeze_error(freeze, trm_place_of(analysis, offsetof(trm_AnalysisDef, formulation)),
                     "analysis: relative coordinates are those of rigid bodies, and \"%s\" is a beam: use formulation: "
                     "absolute, where scheme: index-1 takes beams that are not stiff",
                     freeze->model->beams[0].name);
}

static bool has_stops(const trm_Model *model) {
  for (int j = 0; j < model->joint_count; j++)
    for (int c = 0; c < model->joints[j].kind->coordinate_count; c++)
      if (trm_laws_set_in(&model->joints[j].laws[c])) return true;
  return false;
}

/* Steps of order 8 are twice as long as those of order 6: too long for what is remembered at their ends, which delays
   look up between them; vibrations of beams, and places of stops and edges of formulas, make the steps, whatever their
   order. */
static bool takes_long_steps(const trm_Model *model) {
  return model->beam_count == 0 && !model->forces.signals.delayed && !has_stops(model) && !trm_edges_present(model);
}

/* With the automatic step and nothing said, the highest order is the cheapest way to a tolerance: where substeps may
   run backwards, and where no beam's fast vibrations would be run backwards too. */
static void choose_order(const trm_Freeze *freeze, trm_AnalysisDef *analysis) {
  const trm_Scheme *scheme = trm_schemes[analysis->scheme];
  const trm_Model *model = freeze->model;
  int highest = 0;
  while (scheme->orders[highest + 1]) highest++;
  bool forwards = scheme->equations == TRM_EQUATIONS_RATES, free_choice = !(analysis->step.size > 0);
  if (trm_given(analysis, offsetof(trm_AnalysisDef, order))) return;
  if (forwards || (free_choice && model->beam_count == 0 && !trm_model_irreversible(model).owner))
    analysis->order = scheme->orders[highest];
  if (scheme->automatic_order > 0 && free_choice && takes_long_steps(model)) analysis->order = scheme->automatic_order;
}

static void freeze_analyses(trm_Freeze *freeze) {
  const trm_Entries *entries = &freeze->def.analysis;
  const trm_AnalysisDef **list = TRM_ARENA_NEW(freeze->arena, const trm_AnalysisDef *, entries->count);
  if (!list) return;
  for (int a = 0; a < entries->count; a++) {
    trm_AnalysisDef *analysis = entries->items[a].data;
    choose_scheme(freeze, analysis);
    choose_order(freeze, analysis);
    refuse_memory(freeze, analysis);
    check_analysis(freeze, analysis);
    list[a] = analysis;
  }
  freeze->model->analyses.items = list;
  freeze->model->analyses.count = entries->count;
}

static void open_arrays(trm_Freeze *freeze) {
  trm_Model *model = freeze->model;
  model->space.planar = freeze->def.space == 1;
  trm_Arena *arena = freeze->arena;
  model->body_count = freeze->def.bodies.count;
  model->joint_count = freeze->def.joints.count;
  model->node_count = model->body_count + 1 + trm_freeze_plan_beams(freeze);
  size_t nodes = (size_t)model->node_count;
  freeze->bodies = TRM_ARENA_NEW(arena, trm_Body, model->body_count);
  freeze->joints = TRM_ARENA_NEW(arena, trm_ModelJoint, model->joint_count);
  freeze->nodes = TRM_ARENA_NEW(arena, trm_Node, nodes);
  freeze->markers = TRM_ARENA_NEW(arena, trm_Marker, freeze->def.markers.count);
  freeze->marker_oriented = TRM_ARENA_NEW(arena, bool, freeze->def.markers.count);
  freeze->marker_places = TRM_ARENA_NEW(arena, trm_Place, freeze->def.markers.count);
}

/* Bodies, markers and joints by their names, which are those of one thing each. */
static void index_names(trm_Freeze *freeze) {
  const trm_Entries *lists[] = {&freeze->def.bodies, &freeze->def.markers, &freeze->def.joints};
  for (int list = 0, number = 0; list < 3; list++)
    for (int i = 0; i < lists[list]->count; i++, number++)
      trm_key_index_set(freeze->arena, &freeze->names, lists[list]->items[i].name, number);
}

static void close_arrays(trm_Freeze *freeze) {
  trm_Model *model = freeze->model;
  model->bodies = freeze->bodies, model->joints = freeze->joints, model->nodes = freeze->nodes;
  trm_beam_blocks(model, trm_beam_lanes_of, freeze->arena, &model->mesh);
  model->start.tolerance = freeze->def.initial.tolerance;
  model->about.title = freeze->def.title ? freeze->def.title : "";
  trm_copy(model->space.gravity, freeze->def.gravity, 3);
  model->space.gravity_at = trm_place_of(&freeze->def, offsetof(trm_ModelDef, gravity));
}

static void build(trm_Freeze *freeze) {
  open_arrays(freeze);
  index_names(freeze);
  if (freeze->arena->failed) return;
  freeze->model->inputs = (trm_Inputs){freeze->def.inputs.count, freeze->def.inputs.names, freeze->def.inputs.values};
  freeze->model->inputs.symbols = freeze->def.symbols;
  freeze->nodes[0] = (trm_Node){.name = "ground", .point = 0, .triad = 0};
  for (int b = 0; b < freeze->model->body_count; b++) freeze_body(freeze, b);
  trm_freeze_beams(freeze);
  if (freeze->failed || freeze->arena->failed) return;
  for (int m = 0; m < freeze->def.markers.count; m++) freeze_marker(freeze, m);
  trm_freeze_joints(freeze);
  trm_freeze_bushings(freeze);
  if (freeze->failed || freeze->arena->failed) return;
  freeze_springs(freeze);
  freeze_loads(freeze);
  trm_freeze_beam_loads(freeze);
  freeze_outputs(freeze);
  trm_freeze_events(freeze);
  trm_freeze_contacts(freeze);
  if (freeze->arena->failed) return; /* formulas name what stands there by now */
  close_arrays(freeze);
  trm_freeze_names(freeze);
  trm_freeze_shown_names(freeze);
  trm_freeze_event_signals(freeze);
  if (freeze->failed || freeze->arena->failed) return;
  trm_freeze_sharing(freeze);
  trm_freeze_signal_states(freeze);
  if (freeze->scratch.failed) return;
  trm_freeze_scales(freeze);
  trm_freeze_complete_laws(freeze);
  freeze_analyses(freeze);
  trm_freeze_check_drives(freeze);
  if (freeze->model->space.planar && freeze->def.gravity[2] != 0)
    trm_freeze_error(freeze, trm_place_of(&freeze->def, offsetof(trm_ModelDef, gravity)),
                     "in a planar model gravity lies in the x-y plane");
  trm_freeze_motions(freeze);
  trm_check_looks(freeze);
  keep_looks(freeze);
  if (freeze->model->body_count + freeze->model->beam_count == 0)
    trm_freeze_error(freeze, freeze->def.bound.place,
                     "the model has no bodies (bodies: {bob: {mass: 1, position: [1, 0, 0]}})");
}

static trm_Model *freeze_once(const trm_Spec *spec, trm_JointRegistry registry, trm_Adjustment adjustment,
                              trm_Diagnostics *diagnostics) {
  trm_Model *model = TRM_NEW(trm_Model, 1);
  if (!model) {
    trm_report(diagnostics, TRM_ERROR, TRM_NO_PLACE, "out of memory");
    return NULL;
  }
  trm_Freeze freeze = {.model = model, .arena = &model->arena, .registry = registry, .diagnostics = diagnostics};
  model->about.source = trm_arena_text(&model->arena, "%s", spec->source ? spec->source : "model");
  model->about.fingerprint = trm_value_hash(trm_hash_start, spec->root);
  freeze.failed = !trm_define(spec, registry, &model->arena, diagnostics, &freeze.def) ||
                  (adjustment.adjust && !adjustment.adjust(&freeze.def, &model->arena, adjustment.user));
  if (!freeze.failed) build(&freeze);
  if (model->arena.failed || freeze.scratch.failed) trm_freeze_error(&freeze, TRM_NO_PLACE, "out of memory");
  trm_arena_free(&freeze.scratch);
  if (!freeze.failed) return model;
  trm_model_free(model);
  return NULL;
}

static trm_Model *freeze_as_written(const trm_Spec *spec, trm_JointRegistry registry, trm_Diagnostics *diagnostics) {
  return freeze_once(spec, registry, (trm_Adjustment){NULL, NULL}, diagnostics);
}

/* ... with what is only looked at when a simulation begins, which that of a model with errors never does */
static trm_Model *freeze_and_show(const trm_Spec *spec, trm_JointRegistry registry, trm_Diagnostics *diagnostics) {
  trm_Model *model = freeze_as_written(spec, registry, diagnostics);
  if (model) trm_simulation_check_shown(model, diagnostics);
  return model;
}

void trm_model_look_further(const trm_Spec *spec, trm_JointRegistry registry, trm_Diagnostics *diagnostics) {
  trm_more_errors(spec, registry, freeze_and_show, false, diagnostics);
}

trm_Model *trm_model_freeze(const trm_Spec *spec, trm_JointRegistry registry, trm_Diagnostics *diagnostics) {
  assert(spec && spec->root);
  trm_Model *model = freeze_as_written(spec, registry, diagnostics);
  if (!model) trm_more_errors(spec, registry, freeze_and_show, true, diagnostics);
  return model;
}

trm_Model *trm_model_freeze_adjusted(const trm_Spec *spec, trm_JointRegistry registry, trm_Adjustment adjustment,
                                     trm_Diagnostics *diagnostics) {
  return freeze_once(spec, registry, adjustment, diagnostics);
}

void trm_model_free(trm_Model *model) {
  if (!model) return;
  trm_arena_free(&model->arena);
  trm_release(model);
}
