/* Which systems share a tile, and the sums of what their elements give. */
#include "system/tile.h"
#include <math.h>
#include <stdint.h>
#include <string.h>
#include "element/beam_blocks.h"
#include "element/elements.h"
#include "element/joint.h"
#include "system/pieces.h"
#include "system/tile_motion.h"

enum { ALIGNMENT = 8 * TRM_TILE, KINDS = TRM_UNKNOWN_MULTIPLIER + 1 };

/* ---- making ---- */

/* All arrays of numbers, one after the other; memory NULL: only their sizes are added up. */
static size_t lay_out(trm_Tile *tile, double *memory) {
  const trm_Model *model = tile->system[0]->model;
  size_t configuration = (size_t)trm_configuration_size(model), nodes = 3 * (size_t)model->node_count;
  size_t n = (size_t)tile->map.unknowns, multipliers = (size_t)tile->map.multipliers;
  trm_TileMotion *m = &tile->motion;
  struct {
    double **array;
    size_t count;
  } parts[] = {{&m->q, configuration},
               {&m->w, configuration},
               {&m->q_f, configuration},
               {&m->q_m, configuration},
               {&m->dq, configuration},
               {&m->w_f, configuration},
               {&m->dx, nodes},
               {&m->turn, nodes},
               {&m->lambda, multipliers},
               {&tile->residual, n},
               {&tile->taken, n},
               {&tile->unit, n},
               {&tile->weight, n},
               {&tile->scales, 1},
               {&tile->reach, multipliers},
               {&m->x, (size_t)model->coordinate_count},
               {&m->ring[0], n},
               {&m->ring[1], n},
               {&m->ring[2], n},
               {&m->ring[3], n},
               {&m->ring[4], n},
               {&m->ring[5], n},
               {&m->next, n},
               {&m->turned, nodes},
               {&m->lost, nodes},
               {&tile->parts, (size_t)tile->part_count}};
  size_t used = 0;
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    if (memory) *parts[i].array = memory + used;
    used += TRM_TILE * parts[i].count;
  }
  return used;
}

/* Has no joint coordinates that only their own functions find? */
static bool finds_coordinates(const trm_Tile *tile) {
  for (int e = 0; e < tile->element_count; e++)
    if (tile->elements[e].kind == &trm_joint_element &&
        ((const trm_JointBundle *)tile->elements[e].data)->coordinate_count < 0)
      return false;
  return true;
}

/* Elements in the order in which they are evaluated: sums are made in this order. */
static bool make_parts(trm_Tile *tile) {
  const trm_System *system = tile->system[0];
  int abreast = tile->part_count;
  tile->alone_part = TRM_ARENA_NEW(&tile->arena, int, trm_element_kind_count);
  if (!tile->alone_part) return false;
  for (int k = 0; k < trm_element_kind_count; k++) {
    const trm_Scatter *scatter = &system->scatter[k];
    int count = trm_element_kinds[k]->count(system->model);
    tile->alone_part[k] = tile->part_count;
    if (scatter->alone_count > 0) tile->part_count += scatter->first_position[count];
  }
  tile->part_to = TRM_ARENA_NEW(&tile->arena, int, tile->part_count + 1);
  if (!tile->part_to) return false;
  int *to = tile->part_to;
  for (int b = 0; b < system->bundle_count; b++) {
    const trm_PlacedBundle *placed = &system->bundles[b];
    size_t entries = (size_t)placed->bundle.entries * (size_t)placed->bundle.count;
    to = (int *)memcpy(to, placed->positions, sizeof(int) * entries) + entries;
  }
  for (int i = abreast; i < tile->part_count; i++) tile->part_to[i] = -1;
  for (int k = 0; k < trm_element_kind_count; k++) {
    const trm_Scatter *scatter = &system->scatter[k];
    for (int s = 0; s < scatter->alone_count; s++) {
      int from = scatter->first_position[scatter->alone[s].first];
      int end = scatter->first_position[scatter->alone[s].first + scatter->alone[s].count];
      memcpy(tile->part_to + tile->alone_part[k] + from, scatter->positions + from, sizeof(int) * (size_t)(end - from));
    }
  }
  return true;
}

/* Who is the first to add to an equation: nothing need be cleared where all have somebody. */
static bool mark_first(trm_Tile *tile) {
  bool *taken = TRM_ARENA_NEW(&tile->arena, bool, tile->map.unknowns);
  int count = 0;
  for (int e = 0; taken && e < tile->element_count; e++)
    for (int i = 0; i < tile->elements[e].n; i++) {
      int *place = &tile->elements[e].places[i];
      if (*place < 0 || taken[*place]) continue;
      taken[*place] = true, count++;
      *place = -2 - *place;
    }
  tile->covered = count == tile->map.unknowns;
  return taken != NULL;
}

/* Beams of sections that turn in space, without stresses of their own. */
static bool beams_in_lanes(const trm_System *system) {
  return system->model->mesh.element_count > 0 && trm_beam_may_tile(system->model);
}

/* Loads by time alone see their own node. */
static bool list_read(trm_Tile *tile) {
  const trm_Model *model = tile->system[0]->model;
  tile->read = TRM_ARENA_NEW(&tile->arena, int, 2 * model->forces.load_count + 1);
  tile->read_count = 0;
  for (int l = 0; tile->read && l < model->forces.load_count; l++) {
    const trm_Node *node = &model->nodes[model->forces.loads[l].marker.node];
    tile->read[tile->read_count++] = node->point, tile->read[tile->read_count++] = node->triad;
  }
  for (int k = 0; k < trm_element_kind_count; k++) {
    bool seen = trm_element_kinds[k] == &trm_load_element || trm_element_kinds[k] == &trm_beam_element;
    if (!seen && tile->system[0]->scatter[k].alone_count > 0) tile->read_count = -1;
  }
  if (model->forces.named) tile->read_count = -1;
  return tile->read != NULL;
}

/* Are there elements of a kind that are evaluated alone, and none that an unknown moves? */
static bool are_still(const trm_System *system, int k) {
  const trm_Scatter *scatter = &system->scatter[k];
  const trm_ElementKind *kind = trm_element_kinds[k];
  if (!kind->still || scatter->alone_count == 0) return false;
  for (int s = 0; s < scatter->alone_count; s++)
    for (int e = 0; e < scatter->alone[s].count; e++)
      if (!kind->still(system->model, scatter->alone[s].first + e)) return false;
  return true;
}

static bool list_still(trm_Tile *tile) {
  const trm_System *system = tile->system[0];
  tile->still = TRM_ARENA_NEW(&tile->arena, trm_TileStill, trm_element_kind_count);
  for (int k = 0; tile->still && k < trm_element_kind_count; k++) {
    const trm_Scatter *scatter = &system->scatter[k];
    if (!are_still(system, k)) continue;
    size_t numbers = (size_t)scatter->first_unknown[trm_element_kinds[k]->count(system->model)] * TRM_TILE;
    tile->still[k].residual = TRM_ARENA_NEW(&tile->arena, double, numbers);
  }
  return !tile->arena.failed;
}

static bool make_elements(trm_Tile *tile) {
  const trm_System *system = tile->system[0];
  int most = 0;
  for (int b = 0; b < system->bundle_count; b++) most += system->bundles[b].bundle.count;
  tile->elements = TRM_ARENA_NEW(&tile->arena, trm_TileElement, most);
  for (int b = 0; tile->elements && b < system->bundle_count; b++) {
    const trm_PlacedBundle *placed = &system->bundles[b];
    for (int l = 0; l < placed->bundle.count; l++) {
      trm_TileElement *made = &tile->elements[tile->element_count++];
      *made = (trm_TileElement){.kind = placed->kind,
                                .data = placed->kind->tile(&placed->bundle, l, &tile->arena),
                                .n = placed->bundle.n,
                                .entries = placed->bundle.entries,
                                .places = TRM_ARENA_NEW(&tile->arena, int, placed->bundle.n),
                                .first_part = tile->part_count};
      if (!made->places) return false;
      memcpy(made->places, placed->unknowns + l * placed->bundle.n, sizeof(int) * (size_t)made->n);
      tile->part_count += made->entries;
    }
  }
  for (int k = 0; k < trm_element_kind_count; k++) tile->alone = tile->alone || system->scatter[k].alone_count > 0;
  tile->plain = !tile->arena.failed && !tile->alone && finds_coordinates(tile);
  return !tile->arena.failed && make_parts(tile) && mark_first(tile) && list_read(tile) && list_still(tile);
}

/* What no tile has: beams of planar models, unknown stresses, memory of laws, entries that come and go, so many
   unknowns that they are summed up in pieces. */
static bool may_join(const trm_System *system) {
  const trm_Model *model = system->model;
  bool beams = model->mesh.element_count > 0;
  return (!beams || beams_in_lanes(system)) && model->mesh.stress_count == 0 && model->on_joints.law_state_count == 0 &&
         !system->pattern->loose && system->pieces->count == 1;
}

static void set_lane(trm_Tile *tile, int lane, const trm_TileLane *from) {
  const trm_System *system = from->system;
  tile->system[lane] = from->system, tile->state[lane] = from->state, tile->trial[lane] = from->trial;
  tile->scales[lane] = *from->state->scale;
  for (int m = 0; m < tile->map.multipliers; m++) tile->reach[m * TRM_TILE + lane] = system->reach[m];
  for (int i = 0; i < tile->map.unknowns; i++) {
    tile->unit[i * TRM_TILE + lane] = system->unit[i];
    tile->weight[i * TRM_TILE + lane] = system->kinds[i] == TRM_UNKNOWN_MULTIPLIER ? system->inverse_extent[i] : 1;
  }
}

trm_Status trm_tile_new(trm_Tile **out, const trm_TileLane *first) {
  *out = NULL;
  if (!may_join(first->system)) return TRM_BAD_ARGUMENT;
  trm_Tile *tile = TRM_NEW(trm_Tile, 1);
  if (!tile) return TRM_NO_MEMORY;
  trm_System *system = tile->system[0] = first->system;
  tile->kernels = trm_tile_kernels(), tile->moves = trm_tile_motion_kernels();
  tile->map = (trm_TileMap){.nodes = system->model->node_count,
                            .unknowns = system->numbering.count,
                            .moving = system->moving,
                            .multipliers = system->layout->multiplier_count,
                            .point = (const int(*)[3])system->numbering.point,
                            .triad = (const int(*)[3])system->numbering.triad,
                            .unknown_of = system->unknown_of};
  tile->kinds = system->kinds;
  tile->local = TRM_ARENA_NEW(&tile->arena, trm_TileLocal, 1);
  bool made = tile->local && make_elements(tile);
  tile->memory = made ? TRM_NEW(double, lay_out(tile, NULL) + TRM_TILE) : NULL;
  if (!tile->memory) return trm_tile_free(tile), TRM_NO_MEMORY;
  uintptr_t mask = ALIGNMENT - 1;
  lay_out(tile, (double *)(((uintptr_t)tile->memory + mask) & ~mask));
  for (int lane = 0; lane < TRM_TILE; lane++) set_lane(tile, lane, first);
  tile->count = 1;
  *out = tile;
  return TRM_OK;
}

void trm_tile_free(trm_Tile *tile) {
  if (!tile) return;
  trm_arena_free(&tile->arena);
  trm_release(tile->memory);
  trm_release(tile);
}

/* ---- joining ---- */

static bool same_ints(const int *a, const int *b, size_t count) { return memcmp(a, b, count * sizeof *a) == 0; }

static bool same_unknowns(const trm_System *a, const trm_System *b) {
  size_t nodes = 3 * (size_t)a->model->node_count, n = (size_t)a->numbering.count;
  return a->model->node_count == b->model->node_count && a->numbering.count == b->numbering.count &&
         a->layout->multiplier_count == b->layout->multiplier_count &&
         a->model->coordinate_count == b->model->coordinate_count &&
         same_ints(a->numbering.point[0], b->numbering.point[0], nodes) &&
         same_ints(a->numbering.triad[0], b->numbering.triad[0], nodes) &&
         same_ints(a->unknown_of, b->unknown_of, (size_t)a->layout->multiplier_count) &&
         memcmp(a->kinds, b->kinds, n) == 0;
}

static bool same_pattern(const trm_Pattern *a, const trm_Pattern *b) {
  return same_ints(a->start, b->start, (size_t)a->n + 1) && same_ints(a->row, b->row, (size_t)a->start[a->n]);
}

/* the elements that are not abreast */
static bool same_alone(const trm_System *a, const trm_System *b) {
  for (int k = 0; k < trm_element_kind_count; k++) {
    const trm_Scatter *one = &a->scatter[k], *other = &b->scatter[k];
    if (one->alone_count != other->alone_count || one->batch != other->batch) return false;
    for (int s = 0; s < one->alone_count; s++)
      if (one->alone[s].first != other->alone[s].first || one->alone[s].count != other->alone[s].count) return false;
  }
  return true;
}

static bool take_elements(trm_Tile *tile, int lane, const trm_System *system) {
  int element = 0;
  if (system->bundle_count != tile->system[0]->bundle_count) return false;
  for (int b = 0; b < system->bundle_count; b++) {
    const trm_PlacedBundle *placed = &system->bundles[b], *first = &tile->system[0]->bundles[b];
    size_t entries = (size_t)placed->bundle.entries * (size_t)placed->bundle.count;
    if (placed->kind != first->kind || placed->bundle.count != first->bundle.count ||
        placed->bundle.n != first->bundle.n || placed->bundle.entries != first->bundle.entries ||
        !same_ints(placed->positions, first->positions, entries) ||
        !same_ints(placed->unknowns, first->unknowns, (size_t)(placed->bundle.n * placed->bundle.count)))
      return false;
    for (int l = 0; l < placed->bundle.count; l++)
      if (!placed->kind->tile_take(tile->elements[element++].data, &placed->bundle, l, lane)) return false;
  }
  return true;
}

trm_Status trm_tile_complete(trm_Tile *tile) {
  const trm_Model *models[TRM_TILE];
  int count = tile->system[0]->model->mesh.element_count;
  if (!beams_in_lanes(tile->system[0])) return TRM_OK;
  for (int lane = 0; lane < TRM_TILE; lane++) models[lane] = tile->system[lane]->model;
  trm_BeamTile *beams = TRM_ARENA_NEW(&tile->arena, trm_BeamTile, count);
  tile->beam_local = TRM_ARENA_NEW(&tile->arena, trm_BeamTileLocal, 1);
  for (int e = 0; beams && tile->beam_local && e < count; e++)
    if (!trm_beam_tile(models, e, &tile->arena, &beams[e])) return TRM_NO_MEMORY;
  tile->beams = beams;
  return beams && tile->beam_local ? TRM_OK : TRM_NO_MEMORY;
}

bool trm_tile_join(trm_Tile *tile, const trm_TileLane *lane) {
  const trm_System *system = lane->system, *first = tile->system[0];
  if (tile->count == TRM_TILE || !may_join(system) || !same_unknowns(first, system) ||
      !same_pattern(first->pattern, system->pattern) || !same_alone(first, system) ||
      (beams_in_lanes(first) && !trm_beam_same_tile(first->model, system->model)) ||
      !take_elements(tile, tile->count, system))
    return false;
  for (int k = 0; k < trm_element_kind_count; k++)
    if (!are_still(system, k)) tile->still[k].residual = NULL;
  set_lane(tile, tile->count++, lane);
  return true;
}

/* ---- lanes in and out ---- */

void trm_tile_spread(double *to, int lane, const double *from, size_t count) {
  for (size_t i = 0; i < count; i++) to[i * TRM_TILE + (size_t)lane] = from[i];
}

void trm_tile_collect(double *to, const double *from, int lane, size_t count) {
  for (size_t i = 0; i < count; i++) to[i] = from[i * TRM_TILE + (size_t)lane];
}

/* what is not remembered is 0 */
static void take_memory(trm_Tile *tile, int lane) {
  const trm_State *state = tile->state[lane];
  size_t n = (size_t)tile->map.unknowns;
  trm_tile_spread(tile->motion.x, lane, state->x, (size_t)tile->system[lane]->model->coordinate_count);
  for (int k = 0; k < TRM_REMEMBERED; k++) {
    if (k < (int)state->history->count)
      trm_tile_spread(tile->motion.ring[k], lane, trm_state_rates(state, k), n);
    else
      for (size_t i = 0; i < n; i++) tile->motion.ring[k][i * TRM_TILE + (size_t)lane] = 0;
  }
}

void trm_tile_take_state(trm_Tile *tile, int lane) {
  size_t size = (size_t)trm_configuration_size(tile->system[lane]->model);
  trm_tile_spread(tile->motion.q, lane, tile->state[lane]->q, size);
  trm_tile_spread(tile->motion.w, lane, tile->state[lane]->w, size);
  if (!tile->plain) return;
  take_memory(tile, lane);
  for (int e = 0; e < tile->element_count; e++) {
    const trm_ElementKind *kind = tile->elements[e].kind;
    if (kind->tile_take_x) kind->tile_take_x(tile->elements[e].data, tile->motion.x, lane);
  }
}

/* Multipliers are the latest that are remembered. */
void trm_tile_give_state(trm_Tile *tile, int lane) {
  trm_State *state = tile->state[lane];
  size_t size = (size_t)trm_configuration_size(tile->system[lane]->model), n = (size_t)tile->map.unknowns;
  if (!tile->plain) return;
  trm_tile_collect(state->q, tile->motion.q, lane, size), trm_tile_collect(state->w, tile->motion.w, lane, size);
  for (int e = 0; e < tile->element_count; e++) {
    const trm_ElementKind *kind = tile->elements[e].kind;
    if (kind->tile_give_x) kind->tile_give_x(tile->elements[e].data, tile->motion.x, lane);
  }
  trm_tile_collect(state->x, tile->motion.x, lane, (size_t)tile->system[lane]->model->coordinate_count);
  for (int k = 0; k < (int)state->history->count; k++)
    trm_tile_collect(trm_state_rates(state, k), tile->motion.ring[k], lane, n);
  const double *latest = trm_state_rates(state, 0);
  for (int m = 0; state->history->count > 0 && m < tile->map.multipliers; m++)
    state->lambda[m] = latest[tile->map.unknown_of[m]];
}

void trm_tile_take_trial(trm_Tile *tile, int lane) {
  const trm_Trial *trial = tile->trial[lane];
  const trm_TileMotion *m = &tile->motion;
  size_t nodes = 3 * (size_t)tile->map.nodes;
  trm_tile_spread(m->dx, lane, trial->dx, nodes), trm_tile_spread(m->turn, lane, trial->turn, nodes);
  trm_tile_spread(m->lambda, lane, trial->lambda, (size_t)tile->map.multipliers);
  for (int k = 0; k < trm_element_kind_count; k++) tile->still[k].known &= ~(1U << lane);
}

void trm_tile_give_trial(trm_Tile *tile, int lane) {
  trm_Trial *trial = tile->trial[lane];
  const trm_TileMotion *m = &tile->motion;
  size_t size = (size_t)trm_configuration_size(tile->system[lane]->model), nodes = 3 * (size_t)tile->map.nodes;
  trm_tile_collect(trial->q_f, m->q_f, lane, size), trm_tile_collect(trial->q_m, m->q_m, lane, size);
  trm_tile_collect(trial->dq, m->dq, lane, size), trm_tile_collect(trial->w_f, m->w_f, lane, size);
  trm_tile_collect(trial->dx, m->dx, lane, nodes), trm_tile_collect(trial->turn, m->turn, lane, nodes);
  trm_tile_collect(trial->lambda, m->lambda, lane, (size_t)tile->map.multipliers);
  tile->trial[lane]->look++;
}

/* The same of some numbers of configurations. */
static void give_numbers(trm_Tile *tile, int lane, int from, int count) {
  const trm_Trial *trial = tile->trial[lane];
  const trm_TileMotion *m = &tile->motion;
  const double *arrays[] = {m->q_f, m->q_m, m->dq, m->w_f};
  double *own[] = {trial->q_f, trial->q_m, trial->dq, trial->w_f};
  for (int k = 0; k < 4; k++) trm_tile_collect(own[k] + from, arrays[k] + (size_t)from * TRM_TILE, lane, (size_t)count);
}

/* What elements see that are evaluated lane by lane. */
static void give_read(trm_Tile *tile, int lane) {
  const trm_Model *model = tile->system[lane]->model;
  if (tile->read_count < 0) {
    trm_tile_give_trial(tile, lane);
    return;
  }
  for (int i = 0; i < tile->read_count; i++) {
    int n = tile->read[i];
    size_t at = 3 * (size_t)n;
    give_numbers(tile, lane, trm_point_at(n), 3), give_numbers(tile, lane, trm_triad_at(model, n), 9);
    trm_tile_collect(tile->trial[lane]->dx + at, tile->motion.dx + at * TRM_TILE, lane, 3);
    trm_tile_collect(tile->trial[lane]->turn + at, tile->motion.turn + at * TRM_TILE, lane, 3);
  }
  tile->trial[lane]->look++;
}

/* ---- evaluation ---- */

trm_Pair trm_tile_pair(const trm_Tile *tile, double h, double w_slope) {
  const trm_TileMotion *m = &tile->motion;
  return (trm_Pair){.layout = tile->system[0]->layout,
                    .h = h,
                    .q_i = m->q,
                    .q_f = m->q_f,
                    .q_m = m->q_m,
                    .dq = m->dq,
                    .w_i = m->w,
                    .w_f = m->w_f,
                    .w_slope = w_slope,
                    .turn = m->turn,
                    .lambda = m->lambda,
                    .scales = tile->scales};
}

static double larger(double a, double b) { return b > a ? b : a; }

static void add_abreast(trm_Tile *tile, const trm_Pair *pair, bool tangent) {
  trm_TileLocal *local = tile->local;
  memset(local->force_square, 0, sizeof local->force_square);
  memset(local->moment_square, 0, sizeof local->moment_square);
  for (int e = 0; e < tile->element_count; e++) {
    const trm_TileElement *element = &tile->elements[e];
    local->tangent = (double(*)[TRM_TILE])(tile->parts + (size_t)element->first_part * TRM_TILE);
    element->kind->tile_pair(tile->kernels, element->data, pair, tangent, local);
    tile->moves->add(tile->residual, element->places, element->n, local->residual[0]);
  }
  for (int l = 0; l < TRM_TILE; l++) {
    tile->size[l].force = larger(tile->size[l].force, sqrt(local->force_square[l]));
    tile->size[l].moment = larger(tile->size[l].moment, sqrt(local->moment_square[l]));
  }
}

/* what one element of one lane gives */
static void add_local(trm_Tile *tile, int lane, const trm_Scatter *scatter, int e, const trm_Local *local,
                      double *parts) {
  const int *unknowns = scatter->unknowns + scatter->first_unknown[e];
  double *residual = tile->residual + lane;
  for (int i = 0; i < local->n; i++)
    if (unknowns[i] >= 0) residual[unknowns[i] * TRM_TILE] += local->residual[i];
  for (int i = 0; parts && i < local->n * local->n; i++)
    parts[(scatter->first_position[e] + i) * TRM_TILE + lane] = local->tangent[i];
  tile->size[lane].force = larger(tile->size[lane].force, local->force_scale);
  tile->size[lane].moment = larger(tile->size[lane].moment, local->moment_scale);
}

/* elements of a kind of one lane */
static void add_kind(trm_Tile *tile, int lane, int k, bool tangent) {
  const trm_System *system = tile->system[lane];
  const trm_Scatter *scatter = &system->scatter[k];
  trm_Pair pair = trm_trial_pair(tile->trial[lane], tile->state[lane]);
  double *parts = tangent ? tile->parts + (size_t)tile->alone_part[k] * TRM_TILE : NULL;
  for (int s = 0; s < scatter->alone_count; s++) {
    trm_Stretch stretch = scatter->alone[s];
    for (int done = 0; done < stretch.count; done += scatter->batch) {
      int count = stretch.count - done < scatter->batch ? stretch.count - done : scatter->batch;
      trm_element_kinds[k]->pair(system->model, &pair, stretch.first + done, count, tangent, scatter->local);
      for (int i = 0; i < count; i++)
        add_local(tile, lane, scatter, stretch.first + done + i, &scatter->local[i], parts);
    }
  }
}

/* what those of one lane give in the step that it has begun */
static void note_still(trm_Tile *tile, int lane, int k) {
  const trm_System *system = tile->system[lane];
  const trm_Scatter *scatter = &system->scatter[k];
  trm_TileStill *still = &tile->still[k];
  trm_Pair pair = trm_trial_pair(tile->trial[lane], tile->state[lane]);
  trm_Local *local = scatter->local;
  still->size[lane] = (trm_Scales){0, 0}, still->known |= 1U << lane;
  for (int s = 0; s < scatter->alone_count; s++)
    for (int e = scatter->alone[s].first; e < scatter->alone[s].first + scatter->alone[s].count; e++) {
      trm_element_kinds[k]->pair(system->model, &pair, e, 1, false, local);
      trm_tile_spread(still->residual + (size_t)scatter->first_unknown[e] * TRM_TILE, lane, local->residual,
                      (size_t)local->n);
      still->size[lane].force = larger(still->size[lane].force, local->force_scale);
      still->size[lane].moment = larger(still->size[lane].moment, local->moment_scale);
    }
}

static void add_still(trm_Tile *tile, int k, unsigned lanes) {
  const trm_Scatter *scatter = &tile->system[0]->scatter[k];
  const trm_TileStill *still = &tile->still[k];
  for (int lane = 0; lane < tile->count; lane++)
    if ((lanes & ~still->known) >> lane & 1) note_still(tile, lane, k);
  for (int s = 0; s < scatter->alone_count; s++)
    for (int e = scatter->alone[s].first; e < scatter->alone[s].first + scatter->alone[s].count; e++) {
      int first = scatter->first_unknown[e];
      tile->moves->add(tile->residual, scatter->unknowns + first, scatter->first_unknown[e + 1] - first,
                       still->residual + (size_t)first * TRM_TILE);
    }
  for (int lane = 0; lane < tile->count; lane++) {
    tile->size[lane].force = larger(tile->size[lane].force, still->size[lane].force);
    tile->size[lane].moment = larger(tile->size[lane].moment, still->size[lane].moment);
  }
}

static void add_beams(trm_Tile *tile, const trm_Pair *pair, const trm_Scatter *scatter) {
  trm_BeamTileLocal *local = tile->beam_local;
  memset(local->force_square, 0, sizeof local->force_square);
  memset(local->moment_square, 0, sizeof local->moment_square);
  for (int e = 0; e < tile->system[0]->model->mesh.element_count; e++) {
    int first = scatter->first_unknown[e], count = 6 * tile->beams[e].part[0].nodes;
    tile->beams[e].kernel->pair(&tile->beams[e], pair, local);
    tile->moves->add(tile->residual, scatter->unknowns + first, count, local->residual[0]);
  }
  for (int l = 0; l < TRM_TILE; l++) {
    tile->size[l].force = larger(tile->size[l].force, sqrt(local->force_square[l]));
    tile->size[l].moment = larger(tile->size[l].moment, sqrt(local->moment_square[l]));
  }
}

/* What is not abreast, kind by kind as a single system adds it. */
static void add_others(trm_Tile *tile, const trm_Pair *pair, trm_TileWanted wanted) {
  bool given = false;
  for (int k = 0; k < trm_element_kind_count; k++) {
    const trm_Scatter *scatter = &tile->system[0]->scatter[k];
    if (scatter->alone_count == 0) continue;
    if (tile->beams && trm_element_kinds[k] == &trm_beam_element && !wanted.tangent) {
      add_beams(tile, pair, scatter);
      continue;
    }
    if (tile->still[k].residual && !wanted.tangent) {
      add_still(tile, k, wanted.lanes);
      continue;
    }
    for (int lane = 0; lane < tile->count; lane++) {
      if (!(wanted.lanes >> lane & 1)) continue;
      if (!given && tile->beams && wanted.tangent)
        trm_tile_give_trial(tile, lane);
      else if (!given)
        give_read(tile, lane);
      add_kind(tile, lane, k, wanted.tangent);
    }
    given = true;
  }
}

void trm_tile_evaluate(trm_Tile *tile, double h, double w_slope, trm_TileWanted wanted) {
  trm_Pair pair = trm_tile_pair(tile, h, w_slope);
  if (!tile->covered) memset(tile->residual, 0, sizeof(double) * TRM_TILE * (size_t)tile->map.unknowns);
  memset(tile->size, 0, sizeof tile->size);
  add_abreast(tile, &pair, wanted.tangent);
  if (tile->alone) add_others(tile, &pair, wanted);
  tile->seen = !wanted.tangent;
}

void trm_tile_put_residual(trm_Tile *tile, int lane, const double *residual, const trm_Scales *size) {
  trm_tile_spread(tile->residual, lane, residual, (size_t)tile->map.unknowns);
  tile->size[lane] = *size;
}

/* ---- the motion ---- */

/* relative coordinates that are unknowns */
static void correct_coordinates(trm_Tile *tile, int lane) {
  const trm_System *system = tile->system[lane];
  const trm_Joint *joint = system->layout->joints;
  for (int j = 0; j < system->model->joint_count; j++, joint++)
    for (int c = 0; c < joint->kind->coordinate_count; c++)
      if (joint->unknown_of[c] >= 0)
        tile->trial[lane]->x_f[joint->first_coordinate + c] +=
            tile->taken[(size_t)(system->numbering.joint[j] + joint->unknown_of[c]) * TRM_TILE + (size_t)lane];
}

void trm_tile_update(trm_Tile *tile, trm_VelocityRule rule) { tile->moves->update(&tile->map, &tile->motion, rule); }

void trm_tile_correct(trm_Tile *tile, unsigned lanes) {
  tile->seen = false;
  tile->moves->correct(&tile->map, &tile->motion, tile->taken, lanes);
  for (int lane = 0; tile->alone && lane < tile->count; lane++)
    if (lanes >> lane & 1) correct_coordinates(tile, lane);
}

void trm_tile_residual_size(const trm_Tile *tile, double size[TRM_TILE]) {
  _Alignas(ALIGNMENT) double inverse[KINDS][TRM_TILE], found[TRM_TILE];
  bool infinite[TRM_TILE];
  for (int lane = 0; lane < TRM_TILE; lane++) {
    trm_KindWeights weights;
    infinite[lane] = !trm_residual_weights(tile->system[lane], &tile->size[lane], tile->scales[lane], &weights);
    for (int k = 0; k < KINDS; k++) inverse[k][lane] = weights.inverse[k];
  }
  tile->moves->largest(tile->residual, tile->weight, tile->kinds, inverse[0], tile->map.unknowns, found);
  for (int lane = 0; lane < TRM_TILE; lane++) size[lane] = infinite[lane] ? INFINITY : found[lane];
}
