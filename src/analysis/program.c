/* Forces and events of a program: kept by handle, the time at which an event's function is zero by regula falsi on
   the end of a step. */
#include "analysis/program.h"
#include <math.h>
#include <string.h>
#include "analysis/dynamic.h"
#include "base/numbers.h"
#include "base/report.h"
#include "math/vec3.h"

const trm_Model *trm_simulation_base(const trm_Simulation *s) { return s->program ? s->program->base : s->model; }

void trm_program_free(trm_Program *program) {
  if (!program) return;
  trm_state_free(program->before);
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
  if (s->program) return s->program;
  trm_Program *program = TRM_NEW(trm_Program, 1);
  if (!program) return NULL;
  program->base = s->model;
  return s->program = program;
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
  trm_Program *program = s->program;
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
  for (int f = 0; s->program && f < s->program->force_count; f++)
    if (*s->program->forces[f].failed) return &s->program->forces[f];
  return NULL;
}

void trm_program_clear(trm_Simulation *s) {
  for (int f = 0; s->program && f < s->program->force_count; f++) *s->program->forces[f].failed = false;
}

/* ---- events ---- */

trm_Status trm_program_add_event(trm_Simulation *s, const trm_Event *given, trm_Diagnostics *diagnostics) {
  const char *name = given->name ? given->name : "";
  if (!given->value) return refuse(diagnostics, "event", name, "it has no function");
  if (given->direction < -1 || given->direction > 1)
    return refuse(diagnostics, "event", name, "its direction is -1, 0 or 1");
  trm_Program *program = program_of(s);
  if (!program) return no_memory(diagnostics);
  trm_UserEvent *events = TRM_ARENA_NEW(&program->arena, trm_UserEvent, program->event_count + 1);
  char *copy = trm_arena_copy(&program->arena, name, strlen(name));
  if (!events || !copy) return no_memory(diagnostics);
  if (program->event_count > 0) memcpy(events, program->events, sizeof *events * (size_t)program->event_count);
  events[program->event_count] = (trm_UserEvent){.given = *given};
  events[program->event_count++].given.name = copy;
  program->events = events;
  return TRM_OK;
}

trm_Status trm_program_copy(trm_Simulation *to, const trm_Simulation *from, trm_Diagnostics *diagnostics) {
  trm_Status status = TRM_OK;
  const trm_Program *program = from->program;
  for (int f = 0; program && f < program->force_count && status == TRM_OK; f++)
    status = trm_program_add_force(to, &program->forces[f].given, diagnostics);
  for (int e = 0; program && e < program->event_count && status == TRM_OK; e++) {
    status = trm_program_add_event(to, &program->events[e].given, diagnostics);
    if (status == TRM_OK) to->program->events[e].side = program->events[e].side;
  }
  if (status == TRM_OK && program && program->stopped) to->program->stopped = true;
  return status;
}

void trm_program_restart(trm_Simulation *s) {
  if (!s->program) return;
  s->program->stopped = false;
  for (int e = 0; e < s->program->event_count; e++) s->program->events[e].side = 0;
}

static double value_of(trm_Simulation *s, const trm_UserEvent *event) {
  return event->given.value(s, event->given.user);
}

/* of an event: a value of 0 is on the other side of where it came from */
static int side_of(const trm_UserEvent *event, double value) { return value > 0 ? 1 : value < 0 ? -1 : -event->side; }

static bool counts(const trm_UserEvent *event, double value) {
  int side = side_of(event, value);
  return event->side != 0 && side != event->side && (event->given.direction == 0 || event->given.direction == side);
}

/* The search for the time at which the first event happens: each try is a step from the same state. */
typedef struct Search {
  double start;         /* s */
  double low, high;     /* times: the event has not happened yet at low, and has at high */
  double g_low, g_high; /* its values there, weighted (Illinois) */
  int side;             /* of the last try */
  double enough;        /* a value that is as good as 0 */
  trm_UserEvent *event;
} Search;

/* Of the events that have happened in the step from search->start to now the one that is first by its secant; NULL:
   none. */
static trm_UserEvent *first_passed(trm_Simulation *s, double *share) {
  trm_Program *program = s->program;
  trm_UserEvent *first = NULL;
  *share = INFINITY;
  for (int e = 0; e < program->event_count; e++) {
    trm_UserEvent *event = &program->events[e];
    double now = value_of(s, event);
    if (event->due || !counts(event, now)) continue;
    double own = side_of(event, event->value) == event->side ? event->value / (event->value - now) : 0;
    if (own < *share) *share = own, first = event;
  }
  return first;
}

static void go_back(trm_Simulation *s) {
  trm_state_copy(s->state, s->program->before);
  s->snapshot->seen = false;
  s->state->history->count = 0;
  if (s->dynamics->stepper->scheme->equations == TRM_EQUATIONS_RATES)
    s->state->history->acceleration_step = 0; /* the integrator of rates begins anew */
}

enum { TRIES = 60 };
/* of the bracket: the next time keeps this distance from its ends, so that it becomes shorter on both sides */
static const double off_the_ends = 1e-3;
/* Where an event is found: of the times, two units of the last digit, and of the step; of the values of the event's
   function; of the times again, a step that is none. */
static const double time_digit = 4e-16, part_of_step = 1e-13, part_of_value = 1e-13, no_step = 1e-13;

static double next_time(const Search *search) {
  double share = search->g_low / (search->g_low - search->g_high);
  if (!isfinite(share)) share = 0.5;
  return search->low + fmin(fmax(share, off_the_ends), 1 - off_the_ends) * (search->high - search->low);
}

/* The step control has ended the step before the event: a step without one. So near to it that hardly a step would be
   left, half of it is taken. */
static trm_Status stop_short(trm_Simulation *s, const trm_WatchedStep *step, const Search *search, bool *at_end,
                             trm_StepReport *report) {
  double now = *s->state->time;
  if (search->high - now > 0.1 * (now - search->start)) return TRM_OK;
  go_back(s);
  s->aim = search->start + 0.5 * (now - search->start);
  step->plan(s);
  return step->take(s, at_end, report);
}

/* The state is behind the event: a step that ends there instead. */
static trm_Status locate(trm_Simulation *s, const trm_WatchedStep *step, Search *search, bool *at_end,
                         trm_StepReport *report) {
  double aim = s->aim;
  trm_Status status = TRM_OK;
  for (int k = 0; k < TRIES; k++) {
    double near =
        time_digit * (fabs(search->start) + fabs(search->high)) + part_of_step * (search->high - search->start);
    bool last = search->high - search->low <= near || k == TRIES - 1;
    go_back(s);
    s->aim = last ? search->high : next_time(search);
    step->plan(s);
    status = step->take(s, at_end, report);
    s->snapshot->seen = false;
    search->event->due = status == TRM_OK && last;
    if (status != TRM_OK || last) break;
    double now = *s->state->time, g = value_of(s, search->event);
    bool beyond = counts(search->event, g);
    if (now < s->aim - trm_same_time * fabs(s->aim) && !beyond) {
      status = stop_short(s, step, search, at_end, report);
      break;
    }
    search->event->due = beyond && fabs(g) <= search->enough;
    if (search->event->due) break;
    if (beyond) {
      search->high = now, search->g_high = g;
      if (search->side > 0) search->g_low *= 0.5;
      search->side = 1;
    } else {
      search->low = now, search->g_low = g;
      if (search->side < 0) search->g_high *= 0.5;
      search->side = -1;
    }
  }
  s->aim = aim;
  return status;
}

static trm_Status keep_start(trm_Simulation *s) {
  trm_Program *program = s->program;
  trm_Status status = program->before ? TRM_OK : trm_state_new(&program->before, s->system);
  if (status != TRM_OK) return status;
  trm_state_copy(program->before, s->state);
  for (int e = 0; e < program->event_count; e++) {
    trm_UserEvent *event = &program->events[e];
    event->value = value_of(s, event);
    if (event->side == 0) event->side = side_of(event, event->value);
  }
  return TRM_OK;
}

trm_Status trm_program_step(trm_Simulation *s, const trm_WatchedStep *step, bool *at_end, trm_StepReport *report) {
  trm_Program *program = s->program;
  if (!program || program->event_count == 0) return step->take(s, at_end, report);
  trm_Status status = keep_start(s);
  double start = *s->state->time, share;
  if (status == TRM_OK) status = step->take(s, at_end, report);
  s->snapshot->seen = false;
  for (int k = 0; k < program->event_count && status == TRM_OK;
       k++) { /* another may have happened before the first that was found */
    trm_UserEvent *event = first_passed(s, &share);
    if (!event) break;
    double now = *s->state->time;
    double g = value_of(s, event);
    Search search = {start, start, now, event->value, g, 0, part_of_value * fmax(fabs(event->value), fabs(g)), event};
    if (now - start <= no_step * (fabs(start) + fabs(now))) break;
    *at_end = false;
    for (int e = 0; e < program->event_count; e++) program->events[e].due = false; /* this one is before them */
    status = locate(s, step, &search, at_end, report);
  }
  return status;
}

void trm_program_reached(trm_Simulation *s) {
  trm_Program *program = s->program;
  for (int e = 0; program && e < program->event_count; e++) {
    trm_UserEvent *event = &program->events[e];
    double value = value_of(s, event);
    bool happened = event->due || counts(event, value);
    event->side = event->due ? -event->side : side_of(event, value);
    event->due = false;
    if (happened && event->given.reached && !event->given.reached(s, event->given.user)) program->stopped = true;
    if (happened) s->state->history->count = s->state->history->acceleration_step = 0; /* inputs may have changed */
  }
}
