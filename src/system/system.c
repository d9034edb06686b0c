/* Numbering of the unknowns, block by block: a node's free displacements and rotations, then a joint's coordinates and
   multipliers; the sparsity pattern; where each element entry goes. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "element/joint.h"
#include "element/joint_table.h"
#include "element/local.h"
#include "math/potential.h"
#include "system/bundles.h"
#include "system/motion_kernel.h"
#include "model/part_text.h"

static const char *const axis_names[3] = {"x", "y", "z"};
static const char *const strain_names[6] = {"axial strain", "shear along y",   "shear along z",
                                            "twist",        "bending about y", "bending about z"};

static void number_triple(int *out, unsigned char mask, int *next, trm_Unknown *unknowns, trm_Unknown kind) {
  for (int n = 0; n < 3; n++) {
    out[n] = -1;
    if (!(mask >> n & 1)) continue;
    kind.component = n;
    unknowns[*next] = kind;
    out[n] = (*next)++;
  }
}

/* how many unknowns at most: enough room for every node and joint */
static size_t unknown_room(const trm_Layout *layout) {
  const trm_Model *model = layout->model;
  size_t room = 3 * ((size_t)model->node_count + (size_t)model->node_count) + (size_t)model->mesh.stress_count;
  for (int j = 0; j < model->joint_count; j++)
    room += (size_t)(layout->joints[j].unknown_count + layout->joints[j].multiplier_count);
  return room;
}

static void number_joint(trm_System *system, int j, int *next) {
  const trm_Joint *joint = &system->layout->joints[j];
  system->numbering.joint[j] = *next;
  for (int c = 0; c < joint->kind->coordinate_count; c++)
    if (joint->unknown_of[c] >= 0)
      system->unknowns[*next + joint->unknown_of[c]] = (trm_Unknown){
          joint->kind->coordinates[c].angular ? TRM_UNKNOWN_ANGLE : TRM_UNKNOWN_LENGTH, c, joint->name, false, false};
  *next += joint->unknown_count;
  for (int r = 0; r < joint->multiplier_count; r++)
    system->unknowns[(*next)++] =
        (trm_Unknown){TRM_UNKNOWN_MULTIPLIER, r, joint->name, false, trm_constraint_angular(joint, r)};
}

static void number_stresses(trm_System *system, int p, int *next) {
  const trm_Model *model = system->model;
  const trm_StressPoint *point = &model->mesh.stress_points[p];
  const char *owner = model->beams[model->mesh.elements[point->element].beam].name;
  system->numbering.stress[p] = *next;
  for (int k = 0; k < point->count; k++)
    system->unknowns[(*next)++] = (trm_Unknown){TRM_UNKNOWN_MULTIPLIER, point->strain[k], owner, true, false};
}

/* Numbers everything; block_start[] and pivotless[] receive the blocks. Returns the number of blocks. */
static int number_unknowns(trm_System *system, int *block_start, bool *pivotless) {
  const trm_Model *model = system->model;
  const trm_Sharing *sharing = &system->layout->sharing;
  trm_Numbering *numbering = &system->numbering;
  int next = 0, blocks = 0;
  for (int n = 0; n < model->node_count; n++) { /* of those that share the first is numbered */
    const char *name = model->nodes[n].name;
    int before = next, point = sharing->point[n], triad = sharing->triad[n];
    if (point == n)
      number_triple(numbering->point[n], model->nodes[n].moves, &next, system->unknowns,
                    (trm_Unknown){TRM_UNKNOWN_DISPLACEMENT, 0, name, false, false});
    else
      memcpy(numbering->point[n], numbering->point[point], sizeof numbering->point[n]);
    if (triad == n)
      number_triple(numbering->triad[n], model->nodes[n].turns, &next, system->unknowns,
                    (trm_Unknown){TRM_UNKNOWN_ROTATION, 0, name, false, false});
    else
      memcpy(numbering->triad[n], numbering->triad[triad], sizeof numbering->triad[n]);
    if (next > before) block_start[blocks] = before, pivotless[blocks++] = false;
  }
  for (int p = 0; p < model->mesh.stress_point_count; p++) {
    block_start[blocks] = next, pivotless[blocks++] = true;
    number_stresses(system, p, &next);
  }
  for (int j = 0; j < model->joint_count; j++) {
    int before = next;
    number_joint(system, j, &next);
    if (next > before) block_start[blocks] = before, pivotless[blocks++] = true;
  }
  block_start[blocks] = next;
  numbering->count = next;
  return blocks;
}

/* room for the list of unknowns of any element */
static int most_unknowns(const trm_Model *model) {
  int most = TRM_LOCAL_UNKNOWNS;
  for (int k = 0; k < trm_element_kind_count; k++) {
    int own = trm_element_kinds[k]->most ? trm_element_kinds[k]->most(model) : 0;
    if (own > most) most = own;
  }
  return most;
}

static trm_Status make_pattern(trm_System *system, int *list) {
  trm_PatternBuilder *builder = trm_pattern_builder_new(system->numbering.count);
  if (!builder) return TRM_NO_MEMORY;
  for (int k = 0; k < trm_element_kind_count; k++) {
    const trm_ElementKind *kind = trm_element_kinds[k];
    int count = kind->count(system->model);
    for (int e = 0; e < count; e++) {
      int n = kind->unknowns(system->model, &system->numbering, e, list);
      trm_Status status = trm_element_roams(kind) ? trm_pattern_builder_add_loose(builder, list, n)
                                                  : trm_pattern_builder_add(builder, list, n);
      if (status != TRM_OK) return trm_pattern_builder_free(builder), TRM_NO_MEMORY;
    }
  }
  system->pattern = trm_pattern_builder_finish(builder);
  return system->pattern ? TRM_OK : TRM_NO_MEMORY;
}

/* positions of one element's entries */
static void place(const trm_System *system, const int *list, int n, int *positions) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      positions[n * i + j] = list[i] < 0 || list[j] < 0 ? -1 : trm_pattern_find(system->pattern, list[i], list[j]);
}

/* Workspace for elements of a kind of which the largest has n unknowns. */
static bool make_room(trm_System *system, trm_Scatter *scatter, int n) {
  scatter->batch = n <= TRM_LOCAL_UNKNOWNS ? TRM_BATCH : TRM_LEAST_BATCH;
  scatter->largest = n;
  if (n > 0) scatter->local = trm_locals_new(&system->arena, scatter->batch, n);
  return !system->arena.failed;
}

static trm_Status make_scatter(trm_System *system, int k, int *list) {
  const trm_ElementKind *kind = trm_element_kinds[k];
  trm_Scatter *scatter = &system->scatter[k];
  int count = kind->count(system->model), most = 0;
  size_t unknowns = 0, entries = 0;
  for (int e = 0; e < count; e++) {
    int n = kind->unknowns(system->model, &system->numbering, e, list);
    unknowns += (size_t)n, entries += (size_t)n * (size_t)n;
    if (n > most) most = n;
  }
  /* a kind may have no unknowns at all */
  if (!make_room(system, scatter, most > 0 || count == 0 ? most : 1)) return TRM_NO_MEMORY;
  scatter->unknowns = TRM_ARENA_NEW(&system->arena, int, unknowns);
  scatter->positions = TRM_ARENA_NEW(&system->arena, int, entries);
  scatter->first_unknown = TRM_ARENA_NEW(&system->arena, int, count + 1);
  scatter->first_position = TRM_ARENA_NEW(&system->arena, int, count + 1);
  scatter->complete = TRM_ARENA_NEW(&system->arena, bool, count);
  if (system->arena.failed) return TRM_NO_MEMORY;
  for (int e = 0; e < count; e++) {
    int *own = scatter->unknowns + scatter->first_unknown[e];
    int n = kind->unknowns(system->model, &system->numbering, e, own);
    place(system, own, n, scatter->positions + scatter->first_position[e]);
    scatter->complete[e] = true;
    for (int i = 0; i < n; i++) scatter->complete[e] = scatter->complete[e] && own[i] >= 0;
    scatter->first_unknown[e + 1] = scatter->first_unknown[e] + n;
    scatter->first_position[e + 1] = scatter->first_position[e] + n * n;
  }
  return TRM_OK;
}

/* Displacements are measured by the model's size, rotations by a radian; the solver's measures are powers of two:
   nothing is rounded. */
static trm_Status measure_unknowns(trm_System *system) {
  const trm_Model *model = system->model;
  double *natural = TRM_ARENA_NEW(&system->arena, double, system->numbering.count);
  system->extent = TRM_ARENA_NEW(&system->arena, double, system->numbering.count);
  int exponent;
  if (!natural || !system->extent) return TRM_NO_MEMORY;
  frexp(model->size, &exponent);
  for (int i = 0; i < system->numbering.count; i++) {
    trm_UnknownKind kind = system->unknowns[i].kind;
    bool length = kind == TRM_UNKNOWN_DISPLACEMENT || kind == TRM_UNKNOWN_LENGTH;
    natural[i] = kind == TRM_UNKNOWN_MULTIPLIER ? 0 : length ? ldexp(1, exponent - 1) : 1;
    system->extent[i] = length ? model->size : 1;
  }
  for (int i = 0; i < system->numbering.count;
       i++) /* a strain times the length over which it is: a displacement, or a rotation */
    if (system->unknowns[i].strain && system->unknowns[i].component < 3) system->extent[i] = model->size;
  for (int j = 0; j < model->joint_count; j++)
    for (int r = 0; r < system->layout->joints[j].multiplier_count; r++)
      if (!trm_constraint_angular(&system->layout->joints[j], r))
        system->extent[system->numbering.joint[j] + system->layout->joints[j].unknown_count + r] = model->size;
  system->pattern->natural = natural;
  return TRM_OK;
}

/* what loops over all unknowns read in each step, without gaps */
static trm_Status list_measures(trm_System *system) {
  int n = system->numbering.count;
  trm_Arena *arena = &system->arena;
  system->kinds = TRM_ARENA_NEW(arena, unsigned char, n), system->unit = TRM_ARENA_NEW(arena, double, n);
  system->inverse_extent = TRM_ARENA_NEW(arena, double, n);
  system->reach = TRM_ARENA_NEW(arena, double, system->layout->multiplier_count);
  if (arena->failed) return TRM_NO_MEMORY;
  for (int i = 0; i < n; i++) {
    const trm_Unknown *unknown = &system->unknowns[i];
    bool multiplier = unknown->kind == TRM_UNKNOWN_MULTIPLIER;
    system->kinds[i] = (unsigned char)unknown->kind;
    system->inverse_extent[i] = 1 / system->extent[i];
    system->unit[i] = multiplier ? 0 : system->inverse_extent[i];
    if (!multiplier) system->moving = i + 1;
    if (multiplier && !unknown->strain)
      system->reach[system->multiplier_of[i]] = unknown->angular ? 1 : system->model->size;
  }
  for (int b = 0; b < system->model->body_count; b++) system->mass += system->model->bodies[b].mass;
  return TRM_OK;
}

static void list_active(trm_System *system) {
  const trm_Joint *joint = system->layout->joints;
  for (int j = 0; j < system->model->joint_count; j++, joint++)
    for (int c = 0; c < joint->kind->coordinate_count; c++)
      if (joint->unknown_of[c] >= 0)
        system->active[system->active_count++] =
            (trm_Active){joint->first_coordinate + c, system->numbering.joint[j] + joint->unknown_of[c]};
}

static void number_multipliers(trm_System *system) {
  const trm_Model *model = system->model;
  for (int i = 0; i < system->numbering.count; i++) system->multiplier_of[i] = -1;
  for (int p = 0; p < model->mesh.stress_point_count; p++)
    for (int k = 0; k < model->mesh.stress_points[p].count; k++)
      system->multiplier_of[system->numbering.stress[p] + k] = model->mesh.stress_points[p].first_multiplier + k;
  for (int j = 0; j < model->joint_count; j++) {
    const trm_Joint *joint = &system->layout->joints[j];
    for (int r = 0; r < joint->multiplier_count; r++)
      system->multiplier_of[system->numbering.joint[j] + joint->unknown_count + r] = joint->first_multiplier + r;
  }
  for (int i = 0; i < system->numbering.count; i++)
    if (system->multiplier_of[i] >= 0) system->unknown_of[system->multiplier_of[i]] = i;
}

/* Those of a point stand together in both orders; stresses are the first of the multipliers. */
void trm_system_stresses_set(const trm_System *system, const double *vector, double *multipliers) {
  const trm_Model *model = system->model;
  for (int p = 0, next = 0; p < model->mesh.stress_point_count; p++)
    for (int k = 0; k < model->mesh.stress_points[p].count; k++)
      multipliers[next++] = vector[system->numbering.stress[p] + k];
}

/* Instructions of a tangent and its factors over those of a residual and a solve, measured: of beams, of all else. */
static const double work_of_beams = 6, work_of_others = 1.5;

/* by the share of beams among the unknowns */
static double tangent_work(const trm_System *system) {
  const trm_Model *model = system->model;
  double beams = 0, all = 1 + (double)system->numbering.count;
  for (int b = 0; b < model->beam_count; b++) beams += 6.0 * model->beams[b].node_count;
  return work_of_others + (work_of_beams - work_of_others) * fmin(1, beams / all);
}

/* of three, some of which a planar model has not */
static int first_unknown(const int unknowns[3]) {
  return unknowns[0] >= 0 ? unknowns[0] : unknowns[1] >= 0 ? unknowns[1] : unknowns[2];
}

/* Does a node move and turn, in all ways that there are? (Not in planar models: docs/speed.md.) */
static bool moves_on_arcs(const int *const unknowns[2]) {
  bool all = true;
  for (int n = 0; n < 3; n++) all = all && unknowns[0][n] >= 0 && unknowns[1][n] >= 0;
  return all;
}

/* of those that share unknowns, the first */
static trm_Status list_turning(trm_System *system) {
  const trm_Model *model = system->model;
  int nodes = 0;
  for (int b = 0; b < model->beam_count; b++) nodes += model->beams[b].node_count;
  bool *seen = TRM_NEW(bool, system->numbering.count + 1);
  system->turning = TRM_ARENA_NEW(&system->arena, trm_Turning, 2 * nodes + 1);
  system->carried = TRM_ARENA_NEW(&system->arena, trm_Carried, nodes + 1);
  if (!seen || !system->turning || !system->carried) return trm_release(seen), TRM_NO_MEMORY;
  for (int b = 0; b < model->beam_count; b++)
    for (int a = 0; a < model->beams[b].node_count; a++) {
      const trm_Node *node = &model->nodes[model->beams[b].nodes[a]];
      const int *both[2] = {system->numbering.point[node->point], system->numbering.triad[node->triad]};
      for (int k = 0; k < 2; k++) {
        int key = first_unknown(both[k]);
        bool about_z = k == 1 && both[k][0] < 0 && both[k][1] < 0; /* as in planar models: stays as it is */
        if (key < 0 || seen[key] || about_z) continue;
        seen[key] = true;
        if (k == 0 && moves_on_arcs(both)) system->carried[system->carried_count++] = (trm_Carried){both[0], both[1]};
        system->turning[system->turning_count++] = (trm_Turning){both[k], trm_triad_at(model, node->triad)};
      }
    }
  trm_release(seen);
  return TRM_OK;
}

/* More joints than parts: they close loops. */
static bool has_loops(const trm_Model *model) { return model->joint_count > model->body_count + model->beam_count; }

/* A coordinate of a joint is the pivot of the row that defines it, and the multiplier of that row its own. Loops come
   near singular positions, where so few pivots lose a digit (test_forms_change_points: 2.7e-9 became 1.5e-8). */
int trm_system_need(const trm_System *system, int first, int end) {
  int need = 0;
  if (has_loops(system->model)) return end - first;
  for (int i = first; i < end; i++) need += system->unknowns[i].kind == TRM_UNKNOWN_MULTIPLIER ? 1 : -1;
  return need > 0 ? need : 0;
}

static trm_Status build(trm_System *system) {
  const trm_Model *model = system->model;
  trm_Arena *arena = &system->arena;
  system->numbering.layout = system->layout;
  system->numbering.point = trm_arena_alloc(arena, (size_t)model->node_count, sizeof(int[3]));
  system->numbering.triad = trm_arena_alloc(arena, (size_t)model->node_count, sizeof(int[3]));
  system->numbering.stress = TRM_ARENA_NEW(arena, int, model->mesh.stress_point_count);
  system->numbering.joint = TRM_ARENA_NEW(arena, int, model->joint_count);
  system->unknowns = TRM_ARENA_NEW(arena, trm_Unknown, unknown_room(system->layout));
  system->scatter = TRM_ARENA_NEW(arena, trm_Scatter, trm_element_kind_count);
  int most = most_unknowns(model), *list = TRM_ARENA_NEW(arena, int, most);
  system->room.nodes = TRM_ARENA_NEW(arena, int, most / 6 + 1),
  system->room.vector = TRM_ARENA_NEW(arena, double, most);
  system->multiplier_of = TRM_ARENA_NEW(arena, int, unknown_room(system->layout));
  system->unknown_of = TRM_ARENA_NEW(arena, int, system->layout->multiplier_count);
  system->active = TRM_ARENA_NEW(arena, trm_Active, model->coordinate_count + 1);
  system->motion = trm_motion_kernels();
  system->potentials = TRM_ARENA_NEW(arena, trm_PotentialMemory, model->forces.potential_count);
  int room = model->node_count + model->mesh.stress_point_count + model->joint_count + 1;
  int *block_start = TRM_ARENA_NEW(arena, int, room);
  bool *pivotless = TRM_ARENA_NEW(arena, bool, room);
  if (arena->failed) return TRM_NO_MEMORY;
  int blocks = number_unknowns(system, block_start, pivotless);
  number_multipliers(system);
  list_active(system);
  system->tangent_work = tangent_work(system);
  if (make_pattern(system, list) != TRM_OK || measure_unknowns(system) != TRM_OK) return TRM_NO_MEMORY;
  if (list_measures(system) != TRM_OK) return TRM_NO_MEMORY;
  for (int k = 0; k < trm_element_kind_count; k++)
    if (make_scatter(system, k, list) != TRM_OK) return TRM_NO_MEMORY;
  if (list_turning(system) != TRM_OK) return TRM_NO_MEMORY;
  int *need = TRM_ARENA_NEW(arena, int, room);
  if (!need) return TRM_NO_MEMORY;
  for (int b = 0; b < blocks; b++) need[b] = trm_system_need(system, block_start[b], block_start[b + 1]);
  system->tree = trm_block_tree_needing(system->pattern, block_start, pivotless, need, blocks);
  return system->tree ? trm_bundles_make(system) : TRM_NO_MEMORY;
}

trm_Status trm_system_new_for(trm_System **out, const trm_Model *model, trm_LayoutOptions options) {
  trm_System *system = TRM_NEW(trm_System, 1);
  *out = NULL;
  if (!system) return TRM_NO_MEMORY;
  system->model = model;
  trm_Status status = trm_layout_new(&system->layout, model, options);
  if (status == TRM_OK) status = build(system);
  if (status != TRM_OK) return trm_system_free(system), status;
  *out = system;
  return TRM_OK;
}

trm_Status trm_system_new(trm_System **out, const trm_Model *model) {
  return trm_system_new_for(out, model, (trm_LayoutOptions){.purpose = TRM_LAYOUT_MOTION});
}

int trm_system_largest(const trm_System *system) {
  int most = 0;
  for (int k = 0; k < trm_element_kind_count; k++)
    for (int e = 0, *first = system->scatter[k].first_unknown; e < trm_element_kinds[k]->count(system->model); e++)
      if (first[e + 1] - first[e] > most) most = first[e + 1] - first[e];
  return most;
}

void trm_system_free(trm_System *system) {
  if (!system) return;
  trm_block_tree_free(system->tree);
  trm_pattern_free(system->pattern);
  trm_layout_free(system->layout);
  trm_arena_free(&system->rank_work);
  trm_arena_free(&system->arena);
  trm_release(system);
}

/* "drive of phi of joint "ball"", or the number of a row */
static void constraint_text(const trm_System *system, int unknown, char *text, size_t size) {
  const trm_Unknown *u = &system->unknowns[unknown];
  for (int j = 0; j < system->model->joint_count; j++) {
    const trm_Joint *joint = &system->layout->joints[j];
    int row = unknown - system->numbering.joint[j] - joint->unknown_count - joint->row_count;
    if (row < 0 || row >= joint->drive_count) continue;
    snprintf(text, size, "prescribed %s of joint \"%s\"", joint->kind->coordinates[joint->drives[row]].name, u->owner);
    return;
  }
  snprintf(text, size, "constraint %d of joint \"%s\"", u->component + 1, u->owner);
}

void trm_system_equation_name(const trm_System *system, int unknown, char *text, size_t size) {
  if (unknown < 0 || unknown >= system->numbering.count) {
    snprintf(text, size, "equations");
    return;
  }
  const trm_Unknown *u = &system->unknowns[unknown];
  char part[160];
  trm_part_text(system->model, u->owner, part, sizeof part);
  switch (u->kind) {
  case TRM_UNKNOWN_DISPLACEMENT:
    snprintf(text, size, "force balance of %s along %s", part, axis_names[u->component]);
    return;
  case TRM_UNKNOWN_ROTATION:
    snprintf(text, size, "moment balance of %s about %s", part, axis_names[u->component]);
    return;
  case TRM_UNKNOWN_LENGTH: snprintf(text, size, "force on the relative displacement of joint \"%s\"", u->owner); return;
  case TRM_UNKNOWN_ANGLE: snprintf(text, size, "moment on the relative rotation of joint \"%s\"", u->owner); return;
  case TRM_UNKNOWN_MULTIPLIER:
    if (u->strain)
      snprintf(text, size, "%s of beam \"%s\"", strain_names[u->component], u->owner);
    else
      constraint_text(system, unknown, text, size);
    return;
  }
}
