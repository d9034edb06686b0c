/* One walk lists the channels and evaluates them: each entry of the walk names its channels and, when values are
   wanted, writes them, so that names and numbers cannot part. */
#include "system/channels.h"
#include "element/beam.h"
#include "element/contact.h"
#include "element/law.h"
#include <assert.h>
#include <fnmatch.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/text.h"
#include "element/elements.h"
#include "element/signal.h"
#include "math/vec3.h"
#include "system/channel_walk.h"
#include "system/formula.h"
#include "system/quantity.h"

typedef trm_ChannelWalk Walk;

static const char *const xyz[4] = {"x", "y", "z", NULL};
static const char *const wxyz[4] = {"w", "x", "y", "z"};

static void name_one(Walk *walk, const char *name, const char *unit) {
  trm_ChannelList *list = walk->list;
  if (list->count == list->capacity) {
    int capacity = 2 * list->capacity + 64;
    trm_Channel *items = TRM_ARENA_NEW(&list->arena, trm_Channel, capacity);
    bool *placed = TRM_ARENA_NEW(&list->arena, bool, capacity);
    if (!items || !placed) return;
    if (list->count) memcpy(items, list->items, sizeof *items * (size_t)list->count);
    if (list->count) memcpy(placed, list->placed, sizeof *placed * (size_t)list->count);
    list->items = items, list->placed = placed, list->capacity = capacity;
  }
  if (!name) return;
  list->placed[list->count] = walk->placed;
  list->items[list->count++] = (trm_Channel){name, unit};
}

void trm_channel_scalar(Walk *walk, const char *owner, const char *quantity, const char *unit, double value) {
  if (walk->input)
    *walk->next++ = value;
  else
    name_one(walk, trm_arena_text(&walk->list->arena, "%s.%s", owner, quantity), unit);
}

void trm_channel_vector(Walk *walk, const char *owner, const char *quantity, const char *unit, const double *value) {
  for (int n = 0; n < 3; n++) {
    if (walk->input)
      *walk->next++ = value[n];
    else
      name_one(walk, trm_arena_text(&walk->list->arena, "%s.%s.%s", owner, quantity, xyz[n]), unit);
  }
}

static void quaternion(Walk *walk, const char *owner, const double *value) {
  for (int n = 0; n < 4; n++) {
    if (walk->input)
      *walk->next++ = value[n];
    else
      name_one(walk, trm_arena_text(&walk->list->arena, "%s.quaternion.%s", owner, wxyz[n]), "1");
  }
}

static void body_channels(Walk *walk, int b) {
  const trm_Body *body = &walk->model->bodies[b];
  trm_Marker marker = {.name = body->name, .node = body->node};
  trm_copy(marker.triad, body->axes, 9);
  trm_MarkerMotion motion = {.position = {0}};
  if (walk->input) trm_marker_motion(walk->model, &marker, walk->input, &motion);
  walk->placed = true;
  trm_channel_vector(walk, body->name, "position", "m", motion.position);
  walk->placed = false;
  trm_channel_vector(walk, body->name, "velocity", "m/s", motion.velocity);
  trm_channel_vector(walk, body->name, "acceleration", "m/s2", motion.acceleration);
  if (body->is_point) return;
  walk->placed = true;
  quaternion(walk, body->name, motion.quaternion);
  walk->placed = false;
  trm_channel_vector(walk, body->name, "omega", "rad/s", motion.omega);
  trm_channel_vector(walk, body->name, "alpha", "rad/s2", motion.alpha);
}

static void reaction(Walk *walk, const char *name, int j, bool moment) {
  double out[3] = {0};
  if (walk->input) trm_joint_reaction(walk->layout, walk->input, j, moment, out);
  trm_channel_vector(walk, name, moment ? "moment" : "force", moment ? "N m" : "N", out);
}

const char *trm_channel_joined(Walk *walk, const char *first, const char *second) {
  return walk->input ? "" : trm_arena_text(&walk->list->arena, "%s.%s", first, second);
}

/* lambda of one of its kind's rows, with forces lambda B^T on the bodies; 0: it is not enforced now */
static double multiplier(const trm_ChannelInput *input, const trm_Joint *joint, int row) {
  for (int r = 0; r < joint->row_count; r++)
    if (joint->rows[r] == row) return -*input->state->scale * input->snapshot->multipliers[joint->first_multiplier + r];
  return 0;
}

/* of the rows that the motion enforces, by their number in the kind, from 1 */
static void multiplier_channels(Walk *walk, const trm_Joint *joint) {
  const char *owner = trm_channel_joined(walk, joint->name, "lambda");
  for (int r = 0; r < joint->kind->row_count; r++) {
    if (!(walk->layout->motion_rows[joint - walk->layout->joints] >> r & 1)) continue;
    char number[12];
    snprintf(number, sizeof number, "%d", r + 1);
    trm_channel_scalar(walk, owner, number, trm_kind_row_angular(joint->kind, r) ? "N m" : "N",
                       walk->input ? multiplier(walk->input, joint, r) : 0);
  }
}

static void joint_channels(Walk *walk, int j) {
  const trm_Joint *joint = &walk->layout->joints[j];
  const trm_Snapshot *s = walk->input ? walk->input->snapshot : NULL;
  for (int c = 0; c < joint->kind->coordinate_count; c++) {
    const trm_JointCoordinate *coordinate = &joint->kind->coordinates[c];
    int at = joint->first_coordinate + c;
    const char *full = trm_channel_joined(walk, joint->name, coordinate->name);
    static const char *const units[3][3] = {{"m", "m/s", "m/s2"}, {"rad", "rad/s", "rad/s2"}, {"1", "1/s", "1/s2"}};
    const char *const *unit = units[coordinate->share ? 2 : coordinate->angular ? 1 : 0];
    walk->placed = true;
    trm_channel_scalar(walk, joint->name, coordinate->name, unit[0], s ? walk->input->state->x[at] : 0);
    walk->placed = false;
    trm_channel_scalar(walk, full, "rate", unit[1], s ? s->x_rate[at] : 0);
    trm_channel_scalar(walk, full, "acceleration", unit[2], s ? s->x_acceleration[at] : 0);
    trm_acting_channels(walk, joint, c, full);
  }
  if (joint->kind->frame == TRM_FRAME_NONE) {
    trm_coupling_channels(walk, joint);
    multiplier_channels(walk, joint);
    return;
  }
  reaction(walk, joint->name, j, false);
  reaction(walk, joint->name, j, true);
  multiplier_channels(walk, joint);
}

/* components along the axes of what is observed */
static void turn(const Walk *walk, const trm_Marker *marker, double vector[3]) {
  trm_Frame frame;
  double world[3];
  trm_copy(world, vector, 3);
  trm_marker_frame(walk->model, marker, walk->input->state->q, &frame);
  for (int a = 0; a < 3; a++) vector[a] = trm_dot(frame.e[a], world);
}

static void output_channels(Walk *walk, int o) {
  const trm_Output *output = &walk->model->shown.outputs[o];
  if (output->formula) return; /* behind all others */
  const trm_QuantityKind *kind = output->quantity;
  walk->placed = kind->placed && output->target == TRM_OUTPUT_MARKER;
  double values[TRM_QUANTITY_PARTS] = {0};
  if (walk->input) {
    kind->values(&(trm_Sight){walk->layout, walk->input, output}, values);
    if (kind->turns && output->frame == 2) turn(walk, &output->marker, values);
    if (kind->turns && output->relative && output->frame == 0) turn(walk, &output->from, values);
  }
  const char *owner = *kind->channel ? trm_channel_joined(walk, output->name, kind->channel) : output->name;
  for (int i = 0; i < kind->count; i++)
    if (*kind->parts[i].name)
      trm_channel_scalar(walk, owner, kind->parts[i].name, kind->parts[i].unit, values[i]);
    else
      trm_channel_scalar(walk, output->name, kind->channel, kind->parts[i].unit, values[i]);
}

/* Adds the linear part of N^T M v of an element: with velocities its momentum, with the coordinates themselves its
   first moment of mass. */
static void add_linear(const trm_System *system, const trm_ElementKind *kind, int e, const double *q, const double *v,
                       double sum[3]) {
  double *local = system->room.vector;
  int count = kind->momentum(system->model, q, v, e, system->room.nodes, local);
  for (int a = 0; a < count; a++) trm_add_scaled(sum, 1, local + 6 * a);
}

static double beam_mass(const trm_Model *model, const trm_Beam *beam) {
  double mass = 0;
  for (int e = beam->first_element; e < beam->first_element + beam->element_count; e++)
    for (int p = 0; p < model->mesh.elements[e].mass_count; p++)
      mass += model->mesh.elements[e].mass[p].weight * model->mesh.elements[e].mass[p].mass[0];
  return mass;
}

static double total_mass(const trm_Model *model) {
  double mass = 0;
  for (int b = 0; b < model->body_count; b++) mass += model->bodies[b].mass;
  for (int b = 0; b < model->beam_count; b++) mass += beam_mass(model, &model->beams[b]);
  return mass;
}

/* the centre of mass of a beam and its velocity, as those of a body; none of a beam without mass */
static void beam_channels(Walk *walk, int b) {
  const trm_Beam *beam = &walk->model->beams[b];
  double mass = beam_mass(walk->model, beam), centre[3] = {0}, velocity[3] = {0};
  if (!(mass > 0)) return;
  for (int e = beam->first_element; walk->input && e < beam->first_element + beam->element_count; e++) {
    const trm_State *state = walk->input->state;
    add_linear(walk->input->system, &trm_beam_element, e, state->q, state->q, centre);
    add_linear(walk->input->system, &trm_beam_element, e, state->q, state->w, velocity);
  }
  for (int n = 0; n < 3; n++) centre[n] /= mass, velocity[n] /= mass;
  walk->placed = true;
  trm_channel_vector(walk, beam->name, "position", "m", centre);
  trm_channel_vector(walk, beam->name, "velocity", "m/s", velocity);
}

/* of all that has mass */
static void centre_channels(Walk *walk, const double momentum[3]) {
  double mass = total_mass(walk->model), centre[3] = {0}, velocity[3];
  if (!(mass > 0)) return;
  for (int k = 0; walk->input && k < trm_element_kind_count; k++) {
    const trm_ElementKind *kind = trm_element_kinds[k];
    for (int e = 0; kind->momentum && e < kind->count(walk->model); e++)
      add_linear(walk->input->system, kind, e, walk->input->state->q, walk->input->state->q, centre);
  }
  for (int n = 0; n < 3; n++) centre[n] /= mass, velocity[n] = momentum[n] / mass;
  trm_channel_vector(walk, "momentum", "centre", "m", centre);
  trm_channel_vector(walk, "momentum", "velocity", "m/s", velocity);
}

/* linear momentum, and angular momentum about the origin: x x p + p_psi at every node */
static void momenta(const Walk *walk, double linear[3], double angular[3]) {
  if (!walk->input) return;
  const trm_Model *model = walk->model;
  const double *q = walk->input->state->q, *w = walk->input->state->w;
  for (int k = 0; k < trm_element_kind_count; k++) {
    const trm_ElementKind *kind = trm_element_kinds[k];
    for (int e = 0; kind->momentum && e < kind->count(model); e++) {
      int *nodes = walk->input->system->room.nodes;
      double *local = walk->input->system->room.vector, part[3];
      int count = kind->momentum(model, q, w, e, nodes, local);
      for (int a = 0; a < count; a++) {
        trm_add_scaled(linear, 1, local + 6 * a);
        trm_cross(part, q + trm_point_at(model->nodes[nodes[a]].point), local + 6 * a);
        trm_add_scaled(angular, 1, part);
        trm_add_scaled(angular, 1, local + 6 * a + 3);
      }
    }
  }
}

/* What a polynomial between two states makes of energies is no balance. */
static trm_Ledger ledger_of(const trm_ChannelInput *input) {
  if (!input->interpolated) return trm_state_ledger(input->system, input->state);
  return (trm_Ledger){.kinetic = NAN,
                      .potential = NAN,
                      .spring = NAN,
                      .strain = NAN,
                      .load_work = NAN,
                      .drive_work = NAN,
                      .dissipated = NAN,
                      .numerical = NAN,
                      .constraint_work = NAN,
                      .residual = NAN};
}

/* Does an analysis of the model store rows between the ends of its steps? */
static bool interpolates(const trm_Model *model) {
  for (int a = 0; a < model->analyses.count; a++)
    if (model->analyses.items[a]->output.bound.table && model->analyses.items[a]->output.dense) return true;
  return false;
}

static void system_channels(Walk *walk, int unused) {
  (void)unused;
  walk->placed = true;
  const trm_ChannelInput *input = walk->input;
  trm_Ledger ledger = input ? ledger_of(input) : (trm_Ledger){0};
  struct {
    const char *name;
    double value;
  } const terms[] = {{"kinetic", ledger.kinetic},
                     {"potential", ledger.potential},
                     {"spring", ledger.spring},
                     {"strain", ledger.strain},
                     {"total", ledger.kinetic + ledger.potential + ledger.spring + ledger.strain},
                     {"load-work", ledger.load_work},
                     {"drive-work", ledger.drive_work},
                     {"dissipated", ledger.dissipated},
                     {"numerical", ledger.numerical},
                     {"constraint-work", ledger.constraint_work},
                     {"residual", ledger.residual}};
  for (size_t i = 0; i < sizeof terms / sizeof terms[0]; i++)
    trm_channel_scalar(walk, "energy", terms[i].name, "J", terms[i].value);
  double linear[3] = {0}, angular[3] = {0};
  momenta(walk, linear, angular);
  trm_channel_vector(walk, "momentum", "linear", "kg m/s", linear);
  trm_channel_vector(walk, "momentum", "angular", "kg m2/s", angular);
  centre_channels(walk, linear);
  trm_channel_scalar(walk, "solver", "step", "s", walk->input ? walk->input->last_step : 0);
  trm_channel_scalar(walk, "solver", "iterations", "1", walk->input ? walk->input->iterations : 0);
  if (interpolates(walk->model))
    trm_channel_scalar(walk, "solver", "interpolated", "1", walk->input && walk->input->interpolated);
}

/* along a path the share of the loads is a result, not the time */
static void load_channel(Walk *walk, int unused) {
  (void)unused;
  walk->placed = true;
  const trm_Model *model = walk->model;
  const trm_AnalysisDef *last = model->analyses.count ? model->analyses.items[model->analyses.count - 1] : NULL;
  if (last && last->type == TRM_ANALYSIS_STATIC && last->method == TRM_ARC_LENGTH)
    trm_channel_scalar(walk, "load", "factor", "1", walk->input ? walk->input->load_factor : 0);
}

static void input_channels(Walk *walk, int i) {
  walk->placed = true;
  trm_channel_scalar(walk, "input", walk->model->inputs.names[i], "1", walk->input ? walk->input->state->inputs[i] : 0);
}

static void signal_channels(Walk *walk, int s) {
  const trm_Signal *signal = &walk->model->forces.signals.items[s];
  double value = 0;
  if (walk->input) {
    trm_Instant now = trm_snapshot_instant(walk->input->snapshot, walk->input->state);
    value = trm_signal_now(walk->model, signal, signal->input, &now);
  }
  trm_channel_scalar(walk, "signal", signal->name, "1", value);
}

/* ---- all of them ---- */

typedef struct Part {
  void (*walk)(Walk *walk, int entry);
  int count;
} Part;

enum { PARTS = 10 };

/* the parts of a model in the order of their channels */
static void parts_of(const trm_Model *model, Part parts[PARTS]) {
  const Part own[PARTS] = {{body_channels, model->body_count},
                           {beam_channels, model->beam_count},
                           {joint_channels, model->joint_count},
                           {trm_spring_channels, model->forces.spring_count},
                           {trm_load_channels, model->forces.load_count},
                           {output_channels, model->shown.output_count},
                           {system_channels, 1},
                           {load_channel, 1},
                           {input_channels, model->inputs.count},
                           {signal_channels, model->forces.signals.count}};
  memcpy(parts, own, sizeof own);
}

static void walk_one(Walk *walk, const Part *part, int entry) {
  walk->placed = false;
  part->walk(walk, entry);
}

static void walk_all(Walk *walk) {
  Part parts[PARTS];
  parts_of(walk->model, parts);
  for (int p = 0; p < PARTS; p++)
    for (int e = 0; e < parts[p].count; e++) {
      if (walk->list) walk->list->groups[walk->list->group_count++] = (trm_ChannelGroup){p, e, walk->list->count};
      walk_one(walk, &parts[p], e);
    }
}

/* ---- formulas ---- */

/* Each may use all channels that are listed before it. */
static trm_Status list_formulas(Walk *walk, trm_Diagnostics *diagnostics) {
  trm_ChannelList *list = walk->list;
  const trm_ModelShown *shown = &walk->model->shown;
  bool good = true;
  list->formulas = TRM_ARENA_NEW(&list->arena, trm_Formula, shown->output_count);
  trm_FormulaOrder order;
  if (!trm_formula_order(shown, &list->arena, &order)) return TRM_NO_MEMORY;
  for (int k = 0; k < order.count && !list->arena.failed; k++) {
    const trm_Output *output = &shown->outputs[order.outputs[k]];
    const char *back = order.back[order.outputs[k]];
    trm_Formula *formula = &list->formulas[list->formula_count++];
    if (back) trm_formula_leads_back(output->formula, back, diagnostics);
    good = !back && trm_formula_compile(walk->model, list, list->count, output->formula, formula, diagnostics) && good;
    walk->placed = formula->placed;
    trm_channel_scalar(walk, output->name, "value", output->unit, 0);
  }
  return list->arena.failed ? TRM_NO_MEMORY : good ? TRM_OK : TRM_BAD_ARGUMENT;
}

static const char *nearest(const trm_ChannelList *list, int known, const char *name) {
  const char **names = TRM_NEW(const char *, known + 1);
  for (int i = 0; names && i < known; i++) names[i] = list->items[i].name;
  const char *near = names ? trm_nearest(name, names, known) : NULL;
  trm_release(names);
  return near;
}

const trm_ModelJoint *trm_channel_wants_radius(const trm_Model *model, const char *name) {
  for (int j = 0; j < model->joint_count; j++) {
    const trm_ModelJoint *joint = &model->joints[j];
    size_t length = strlen(joint->name);
    if (strncmp(name, joint->name, length) == 0 && strcmp(name + length, ".tooth.force") == 0)
      return trm_pitch_wheel(joint->kind) ? joint : NULL;
  }
  return NULL;
}

const char *trm_channel_hint(const trm_Model *model, const trm_ChannelList *list, int known, const char *name,
                             trm_Arena *arena) {
  const trm_ModelJoint *joint = trm_channel_wants_radius(model, name);
  const char *near = joint ? NULL : nearest(list, known, name), *text = "";
  if (near) text = trm_arena_text(arena, " (did you mean \"%s\"?)", near);
  if (joint)
    text =
        trm_arena_text(arena, "; give \"%s\" a radius, the pitch radius of the wheel of its first term", joint->name);
  return text ? text : "";
}

static int first_formula(const trm_ChannelList *list) { return list->walked - list->formula_count; }

trm_Status trm_channels_list(const trm_Layout *layout, trm_ChannelList *list, trm_Diagnostics *diagnostics) {
  *list = (trm_ChannelList){0};
  Walk walk = {.model = layout->model, .layout = layout, .list = list};
  Part parts[PARTS];
  int groups = 0, most = 0;
  parts_of(walk.model, parts);
  for (int p = 0; p < PARTS; p++) groups += parts[p].count;
  list->groups = TRM_ARENA_NEW(&list->arena, trm_ChannelGroup, groups);
  if (!list->groups) return TRM_NO_MEMORY;
  walk_all(&walk);
  trm_Status status = list_formulas(&walk, diagnostics);
  list->walked = list->count;
  for (int g = 0; g < list->group_count; g++) {
    int end = g + 1 < list->group_count ? list->groups[g + 1].first : list->count;
    if (end - list->groups[g].first > most) most = end - list->groups[g].first;
  }
  list->room = TRM_ARENA_NEW(&list->arena, double, most + 1);
  return list->arena.failed ? TRM_NO_MEMORY : status;
}

void trm_channels_free(trm_ChannelList *list) {
  trm_arena_free(&list->arena);
  *list = (trm_ChannelList){0};
}

void trm_channels_evaluate(const trm_ChannelInput *input, const trm_ChannelList *list, double *values) {
  Walk walk = {.model = input->system->model, .layout = input->system->layout, .input = input, .next = values};
  walk_all(&walk);
  for (int f = 0; f < list->formula_count; f++) *walk.next++ = trm_formula_value(&list->formulas[f], input, values);
}

/* the last group that begins at the channel or before it and has any */
static const trm_ChannelGroup *group_of(const trm_ChannelList *list, int channel) {
  int low = 0, high = list->group_count;
  while (high - low > 1) {
    int middle = low + (high - low) / 2;
    if (list->groups[middle].first <= channel)
      low = middle;
    else
      high = middle;
  }
  return &list->groups[low];
}

double trm_channels_one(const trm_ChannelInput *input, const trm_ChannelList *list, int channel) {
  assert(channel >= 0 && channel < list->count);
  if (channel >= first_formula(list))
    return trm_formula_evaluate(&list->formulas[channel - first_formula(list)], input, list);
  const trm_ChannelGroup *group = group_of(list, channel);
  Walk walk = {.model = input->system->model, .layout = input->system->layout, .input = input, .next = list->room};
  Part parts[PARTS];
  parts_of(walk.model, parts);
  walk_one(&walk, &parts[group->part], group->entry);
  return list->room[channel - group->first];
}

/* most patterns are names themselves, which need no search */
static bool is_name(const char *pattern) { return !strpbrk(pattern, "*?[\\"); }

/* the first letters of a name */
static bool part_matches(const char *pattern, const char *name, size_t length) {
  char part[256];
  if (is_name(pattern)) return strlen(pattern) == length && memcmp(pattern, name, length) == 0;
  if (length >= sizeof part) return false;
  memcpy(part, name, length), part[length] = 0;
  return fnmatch(pattern, part, 0) == 0;
}

bool trm_channel_matches(const char *pattern, const char *name) {
  if (*pattern != *name && !strchr("*?[\\", *pattern)) return false;
  const char *first = strchr(name, '.'), *last = strrchr(name, '.');
  if (is_name(pattern) ? strcmp(pattern, name) == 0 : fnmatch(pattern, name, 0) == 0) return true;
  if (!first || part_matches(pattern, name, (size_t)(first - name))) return first != NULL;
  bool component = last != first && strlen(last) == 2 && strchr("xyzw", last[1]);
  return component && part_matches(pattern, name, (size_t)(last - name));
}
