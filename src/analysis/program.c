/* Forces and events of a program. */
#include "analysis/program.h"
#include <string.h>
#include "analysis/dynamic.h"
#include "analysis/events.h"
#include "base/report.h"
#include "math/vec3.h"

const trm_Model *trm_simulation_base(const trm_Simulation *s) {
  return s->beside.program ? s->beside.program->base : s->model;
}

void trm_program_free(trm_Program *program) {
  if (!program) return;
  trm_arena_free(&program->arena);
  trm_release(program);
}

static trm_Status refuse(trm_Diagnostics *diagnostics, const char *kind, const char *name, const char *why) {
  trm_report(diagnostics, TRM_ERROR, TRM_NO_PLACE, "the %s \"%s\" of the program cannot be added: %s", kind, name, why);
  return TRM_BAD_ARGUMENT;
}

static trm_Status no_memory(trm_Diagnostics *diagnostics) {
  trm_report(diagnostics, TRM_ERROR, TRM_NO_PLACE, "%s", trm_status_text(TRM_NO_MEMORY));
  return TRM_NO_MEMORY;
}

static bool has_begun(const trm_Simulation *s) { return s->summary.steps > 0 || s->current > 0 || s->failure[0]; }

static trm_Program *program_of(trm_Simulation *s) {
  if (s->beside.program) return s->beside.program;
  trm_Program *program = TRM_NEW(trm_Program, 1);
  if (!program) return NULL;
  program->base = s->model;
  return s->beside.program = program;
}

/* ---- places by name ---- */

static const double identity[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};

/* "boom.start" and "boom.end" */
static int end_of_beam(const trm_Beam *beam, const char *name) {
  size_t length = strlen(beam->name);
  if (strncmp(name, beam->name, length) != 0) return -1;
  if (strcmp(name + length, ".start") == 0) return 0;
  return strcmp(name + length, ".end") == 0 ? beam->node_count - 1 : -1;
}

static bool find_marker(const trm_Model *model, const char *name, trm_Marker *out) {
  *out = (trm_Marker){.name = ""};
  memcpy(out->triad, identity, sizeof identity);
  if (!name) return false;
  if (strcmp(name, "ground") == 0) return true;
  for (int m = 0; m < model->shown.marker_count; m++)
    if (strcmp(model->shown.markers[m].frame.name, name) == 0) return *out = model->shown.markers[m].frame, true;
  for (int b = 0; b < model->body_count; b++) {
    if (strcmp(model->bodies[b].name, name) != 0) continue;
    out->node = model->bodies[b].node;
    return trm_copy(out->triad, model->bodies[b].axes, 9), true;
  }
  for (int b = 0; b < model->beam_count; b++) {
    int end = end_of_beam(&model->beams[b], name);
    if (end < 0) continue;
    out->node = model->beams[b].nodes[end];
    return trm_copy(out->triad, model->beams[b].triads[end], 9), true;
  }
  return false;
}

/* ---- forces ---- */

/* the simulation as new, on the model with the program's forces; inputs stay */
static trm_Status begin_again(trm_Simulation *s, trm_Diagnostics *diagnostics) {
  int count = s->model->inputs.count;
  double *inputs = TRM_NEW(double, count + 1);
  if (!inputs) return no_memory(diagnostics);
  if (count > 0) memcpy(inputs, s->state->inputs, sizeof(double) * (size_t)count);
  trm_Program *program = s->beside.program;
  program->model = *program->base;
  program->model.forces.users = program->forces, program->model.forces.user_count = program->force_count;
  trm_Status status = trm_simulation_reopen(s, &program->model, diagnostics);
  if (status == TRM_OK && count > 0) memcpy(s->state->inputs, inputs, sizeof(double) * (size_t)count);
  trm_release(inputs);
  return status;
}

static trm_Status check_force(const trm_Simulation *s, const trm_Force *force, trm_UserForce *out,
                              trm_Diagnostics *diagnostics) {
  const char *name = force->name ? force->name : "";
  if (has_begun(s)) return refuse(diagnostics, "force", name, "the first step has been taken");
  if (!force->force) return refuse(diagnostics, "force", name, "it has no function");
  if (force->node_count < 1 || force->node_count > TRM_FORCE_NODES || !force->nodes)
    return refuse(diagnostics, "force", name, "it acts on one to six nodes");
  for (int a = 0; a < force->node_count; a++) {
    if (find_marker(s->model, force->nodes[a], &out->markers[a])) continue;
    trm_report(diagnostics, TRM_ERROR, TRM_NO_PLACE,
               "the force \"%s\" of the program cannot be added: no body, marker or end of a beam is called \"%s\"",
               name, force->nodes[a] ? force->nodes[a] : "");
    return TRM_BAD_ARGUMENT;
  }
  return TRM_OK;
}

static trm_Status grow_forces(trm_Program *program, const trm_UserForce *force) {
  int n = force->given.node_count;
  trm_Arena *arena = &program->arena;
  trm_UserForce *forces = TRM_ARENA_NEW(arena, trm_UserForce, program->force_count + 1);
  trm_UserForce *own = forces ? forces + program->force_count : NULL;
  if (!own) return TRM_NO_MEMORY;
  if (program->force_count > 0) memcpy(forces, program->forces, sizeof *forces * (size_t)program->force_count);
  const char *name = force->given.name ? force->given.name : "";
  const char **nodes = TRM_ARENA_NEW(arena, const char *, n);
  *own = *force;
  own->name = own->given.name = trm_arena_copy(arena, name, strlen(name));
  for (int a = 0; a < n && nodes; a++)
    nodes[a] = trm_arena_copy(arena, force->given.nodes[a], strlen(force->given.nodes[a]));
  own->given.nodes = nodes;
  own->derivative = TRM_ARENA_NEW(arena, double, (size_t)(6 * n) * (size_t)(12 * n));
  own->failed = TRM_ARENA_NEW(arena, bool, 1);
  if (arena->failed) return TRM_NO_MEMORY;
  program->forces = forces;
  program->force_count++;
  return TRM_OK;
}

trm_Status trm_program_add_force(trm_Simulation *s, const trm_Force *given, trm_Diagnostics *diagnostics) {
  trm_UserForce force = {.given = *given};
  trm_Status status = check_force(s, given, &force, diagnostics);
  if (status != TRM_OK) return status;
  trm_Program *program = program_of(s);
  if (!program || grow_forces(program, &force) != TRM_OK) return no_memory(diagnostics);
  status = begin_again(s, diagnostics);
  if (status == TRM_OK) return TRM_OK;
  if (trm_program_failed(s))
    refuse(diagnostics, "force", program->forces[program->force_count - 1].name, "it gives no numbers at the start");
  program->force_count--;
  trm_Status before = begin_again(s, NULL);
  return before == TRM_OK ? status : before;
}

const trm_UserForce *trm_program_failed(const trm_Simulation *s) {
  for (int f = 0; s->beside.program && f < s->beside.program->force_count; f++)
    if (*s->beside.program->forces[f].failed) return &s->beside.program->forces[f];
  return NULL;
}

void trm_program_clear(trm_Simulation *s) {
  for (int f = 0; s->beside.program && f < s->beside.program->force_count; f++)
    *s->beside.program->forces[f].failed = false;
}

/* ---- events ---- */

trm_Status trm_program_add_event(trm_Simulation *s, const trm_Event *given, trm_Diagnostics *diagnostics) {
  const char *name = given->name ? given->name : "";
  if (!given->value) return refuse(diagnostics, "event", name, "it has no function");
  if (given->direction < -1 || given->direction > 1)
    return refuse(diagnostics, "event", name, "its direction is -1, 0 or 1");
  trm_Program *program = program_of(s);
  trm_Watched *watched = program ? trm_events_add(s) : NULL;
  char *copy = program ? trm_arena_copy(&program->arena, name, strlen(name)) : NULL;
  if (!watched || !copy) return no_memory(diagnostics);
  *watched = (trm_Watched){.kind = &trm_watched_program, .name = copy, .direction = given->direction, .given = *given};
  watched->given.name = copy;
  return TRM_OK;
}

static trm_Status copy_events(trm_Simulation *to, const trm_Events *from, trm_Diagnostics *diagnostics) {
  trm_Status status = TRM_OK;
  for (int e = from->own_count; e < from->count && status == TRM_OK; e++) {
    status = trm_program_add_event(to, &from->items[e].given, diagnostics);
    if (status == TRM_OK) to->beside.events->items[to->beside.events->count - 1].side = from->items[e].side;
  }
  if (status == TRM_OK && from->stopped && to->beside.events) to->beside.events->stopped = true;
  return status;
}

trm_Status trm_program_copy(trm_Simulation *to, const trm_Simulation *from, trm_Diagnostics *diagnostics) {
  trm_Status status = TRM_OK;
  const trm_Program *program = from->beside.program;
  for (int f = 0; program && f < program->force_count && status == TRM_OK; f++)
    status = trm_program_add_force(to, &program->forces[f].given, diagnostics);
  return status == TRM_OK && from->beside.events ? copy_events(to, from->beside.events, diagnostics) : status;
}
