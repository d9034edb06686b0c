/* The formulas of a model that have edges by what moves, and what a step does to them (theory.md, "What `tolerance`
   means"). */
#include "system/edges.h"
#include <math.h>
#include <string.h>
#include "element/frame.h"
#include "element/joint.h"
#include "element/joint_table.h"
#include "element/law.h"
#include "element/named.h"
#include "element/signal.h"
#include "math/vec3.h"

/* ---- the list ---- */

typedef struct List {
  trm_Edges *edges;
  trm_Arena *arena;
  bool store; /* else they are counted */
} List;

/* Reactions are those of a step, not of its ends; the parts of a loop of signals have values only together. */
static bool has_ends(const trm_Function *function) {
  for (int k = 0; k < function->named_count; k++)
    if (function->named[k].kind->reaction || function->named[k].loop) return false;
  return true;
}

static unsigned moving_variables(const trm_EdgedFunction *f) {
  if (f->spring) return 1;
  return f->joint >= 0 && f->time == 2 ? 3 : 0; /* x, rate */
}

static void add(List *list, trm_EdgedFunction f) {
  enum { MOST = 256 };
  int at[MOST], count;
  if (!f.function || !has_ends(f.function)) return;
  count = f.function->expression ? trm_expression_edges(f.function->expression, moving_variables(&f), at, MOST) : 0;
  if (count > MOST) count = MOST;
  for (int k = 0; k < f.function->named_count; k++) { /* signals are formulas of their own */
    trm_EdgedFunction signal = f;
    signal.function = f.function->named[k].function, signal.joint = -1, signal.spring = NULL;
    if (signal.function) add(list, signal);
  }
  if (count == 0) return;
  if (list->store) {
    int *kept = TRM_ARENA_NEW(list->arena, int, count);
    for (int k = 0; kept && k < count; k++) kept[k] = at[k];
    f.edges = (trm_EdgesAt){kept ? count : 0, kept};
    list->edges->functions[list->edges->function_count] = f;
  }
  list->edges->function_count++, list->edges->count += count;
}

static void add_load(List *list, const trm_Load *load) {
  trm_EdgedFunction f = {.joint = -1, .what = "load", .name = load->name, .place = load->place};
  for (int n = 0; n < 6; n++) {
    const trm_Function *functions = n < 3 ? load->force : load->moment;
    f.function = functions ? &functions[n % 3] : NULL;
    add(list, f);
  }
}

static void add_laws(List *list, const trm_ModelJoint *joint, int j) {
  for (int c = 0; c < joint->kind->coordinate_count; c++) TRM_EACH_LAW(law, &joint->laws[c]) {
      trm_LawFunction found[TRM_LAW_FUNCTIONS];
      int count = law->kind->functions ? law->kind->functions(law->data, found) : 0;
      trm_EdgedFunction f = {.joint = j, .coordinate = c, .what = "joint", .name = joint->name};
      f.place = trm_law_place(&joint->laws[c], law);
      for (int i = 0; i < count; i++) {
        f.function = found[i].function, f.time = found[i].time;
        add(list, f);
      }
      f.function = law->kind->of_coordinate ? law->kind->of_coordinate(law->data) : NULL, f.time = 2;
      add(list, f);
    }
}

static void add_spring(List *list, const trm_SpringDamper *spring) {
  add(list, (trm_EdgedFunction){.function = spring->force,
                                .joint = -1,
                                .spring = spring,
                                .what = "spring",
                                .name = spring->name,
                                .place = spring->place});
}

static void add_signal(List *list, const trm_Signal *signal) {
  if (signal->memory.kind->sample) return; /* those are looked at times of their own */
  add(list,
      (trm_EdgedFunction){
          .function = signal->input, .joint = -1, .what = "signal", .name = signal->name, .place = signal->place});
}

static void add_all(List *list, const trm_Model *model) {
  list->edges->function_count = list->edges->count = 0;
  for (int l = 0; l < model->forces.load_count; l++) add_load(list, &model->forces.loads[l]);
  for (int j = 0; j < model->joint_count; j++) add_laws(list, &model->joints[j], j);
  for (int s = 0; s < model->forces.spring_count; s++) add_spring(list, &model->forces.springs[s]);
  for (int e = 0; e < model->forces.signals.memory_count; e++) add_signal(list, &model->forces.signals.items[e]);
}

bool trm_edges_present(const trm_Model *model) {
  trm_Edges count = {0};
  add_all(&(List){&count, NULL, false}, model);
  return count.count > 0;
}

trm_Status trm_edges_new(trm_Edges **out, const trm_Model *model, trm_Arena *arena) {
  trm_Edges count = {0}, *edges;
  add_all(&(List){&count, arena, false}, model);
  *out = NULL;
  if (count.count == 0) return TRM_OK;
  edges = TRM_ARENA_NEW(arena, trm_Edges, 1);
  if (!edges) return TRM_NO_MEMORY;
  edges->functions = TRM_ARENA_NEW(arena, trm_EdgedFunction, count.function_count);
  edges->from = TRM_ARENA_NEW(arena, trm_Edge, count.count), edges->to = TRM_ARENA_NEW(arena, trm_Edge, count.count);
  edges->noise = TRM_ARENA_NEW(arena, double, count.count);
  if (arena->failed) return TRM_NO_MEMORY;
  memset(edges->noise, 0, sizeof(double) * (size_t)count.count);
  add_all(&(List){edges, arena, true}, model);
  if (arena->failed) return TRM_NO_MEMORY;
  *out = edges;
  return TRM_OK;
}

/* ---- along a step ---- */

/* more than what steps end beside edges by, and too little to be felt */
const double trm_edge_at_start = 1e-6;

static void look(const trm_Model *model, const trm_EdgedFunction *f, const trm_Instant *now, trm_Edge *out) {
  double variables[3] = {now->t}, room[TRM_EXPRESSION_NAMES], rates[TRM_JOINT_COORDINATES];
  const double *at = variables;
  if (f->joint >= 0) {
    const trm_Joint *joint = &now->layout->joints[f->joint];
    int c = joint->first_coordinate + f->coordinate;
    if (!now->x_rate) trm_joint_rates(model, joint, now, NULL, rates, NULL);
    variables[0] = now->x[c], variables[1] = now->x_rate ? now->x_rate[c] : rates[f->coordinate], variables[2] = now->t;
    at = variables + (2 - f->time); /* x, rate, t, or t alone */
  }
  if (f->spring) {
    double ends[2][3], between[3];
    for (int s = 0; s < 2; s++) trm_marker_place(model, &f->spring->side[s], now->q, ends[s]);
    trm_subtract(between, ends[1], ends[0]);
    variables[0] = trm_norm(between);
  }
  const double *inputs = trm_named_now(model, f->function, now, room);
  trm_expression_edge_values(f->function->expression, &f->edges, at, inputs, out);
}

void trm_edges_at(const trm_Edges *edges, const trm_Instant *now, trm_Edge *out) {
  for (int i = 0; i < edges->function_count; i++) {
    look(now->layout->model, &edges->functions[i], now, out);
    out += edges->functions[i].edges.count;
  }
}

/* A staircase of which a step takes more than so many stairs is a slope to it, and left to error control: an encoder of
   thousands of lines would ask for as many steps. */
enum { STAIRS = 3 };

/* The level that the argument comes to on its way, and at which share of it; false: to none. */
static bool meets(const trm_Edge *from, const trm_Edge *to, double *level, double *share) {
  bool falls = to->value < from->low, rises = to->value >= from->high;
  if (!falls && !rises) return false;
  if (fabs(to->value - from->value) > STAIRS * (from->high - from->low)) return false;
  *level = falls ? from->low : from->high;
  *share = (*level - from->value) / (to->value - from->value);
  return true;
}

bool trm_edges_met(const trm_Edges *edges, double after, trm_EdgeMet *out) {
  bool any = false;
  for (int i = 0; i < edges->count; i++) {
    double level, share;
    if (!meets(&edges->from[i], &edges->to[i], &level, &share)) continue;
    if (fabs(edges->to[i].value - level) < edges->noise[i]) continue;
    if (!(share >= after) || (any && share >= out->share)) continue;
    *out = (trm_EdgeMet){i, level, share}, any = true;
  }
  return any;
}

/* of the duration: so short a time in which edges are crossed so often that the motion does not come away from them;
   stairs are crossed one by one */
static const double short_while = 1e-4;
enum { OFTEN = 300 };

bool trm_edges_note(trm_Crossings *crossings, const trm_EdgeMet *met, double t, double duration) {
  bool climbs = met->edge == crossings->edge && met->level != crossings->level;
  if (climbs || !(crossings->count > 0) || t - crossings->since > short_while * duration)
    crossings->since = t, crossings->count = 0;
  crossings->time = t, crossings->edge = met->edge, crossings->level = met->level;
  return ++crossings->count < OFTEN;
}

bool trm_edge_is_stair(const trm_Edges *edges, int edge) {
  return isfinite(edges->from[edge].low) && isfinite(edges->from[edge].high);
}

const trm_EdgedFunction *trm_edges_function(const trm_Edges *edges, int edge) {
  int i = 0;
  while (edge >= edges->functions[i].edges.count) edge -= edges->functions[i++].edges.count;
  return &edges->functions[i];
}
