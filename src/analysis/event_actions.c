/* What events of the model do, and those of a program; stop-at of a dynamic analysis. */
#include <stdio.h>
#include <string.h>
#include "analysis/dynamic.h"
#include "analysis/events.h"
#include "base/report.h"
#include "base/text.h"
#include "element/law.h"
#include "math/vec3.h"
#include "system/settle.h"

trm_Status trm_events_settle(trm_Simulation *s) {
  trm_Settled settled = {0};
  trm_Status status = trm_settle_state(s->snapshot, s->state, &settled);
  s->snapshot->seen = false;
  if (status != TRM_OK) return status;
  s->state->works->numerical += settled.numerical;
  s->state->works->drive_work += settled.drive_work;
  return TRM_OK;
}

/* ---- other layouts ---- */

/* What a layout is to be, beginning with what the present one is. */
typedef struct Change {
  bool *released, (*locked)[TRM_JOINT_COORDINATES];
} Change;

static bool change_new(Change *change, const trm_Simulation *s) {
  size_t count = (size_t)s->model->joint_count;
  change->released = TRM_NEW(bool, count), change->locked = trm_alloc(count, sizeof *change->locked);
  if (!change->released || !change->locked) return false;
  memcpy(change->released, s->system->layout->released, count * sizeof(bool));
  memcpy(change->locked, s->system->layout->locked, count * sizeof *change->locked);
  return true;
}

static trm_Status change_to(trm_Simulation *s, Change *change, bool made) {
  trm_LayoutOptions options = {TRM_LAYOUT_MOTION, change->released,
                               (const bool(*)[TRM_JOINT_COORDINATES])change->locked, false};
  trm_Status status = made ? trm_simulation_relayout(s, options) : TRM_NO_MEMORY;
  trm_release(change->released);
  trm_release(change->locked);
  return status;
}

/* Of a joint that has been released nothing holds any more; said once of each event. */
static void say_released(trm_Simulation *s, const trm_ModelEvent *event, const trm_JointTerm *lock) {
  const trm_ModelJoint *joint = &s->model->joints[lock->joint];
  trm_Text text = {0};
  trm_text_format(&text,
                  "the event \"%.100s\" locks nothing: of the joint \"%.100s\", which has been released, nothing holds",
                  event->name, joint->name);
  if (text.data && !strstr(s->said.warnings, text.data))
    trm_simulation_warn(s, "line %d: %s (t = %.6g s)", event->place.line, text.data, *s->state->time);
  trm_text_free(&text);
}

/* Goes over to a layout in which these are released, locked and free again as well. */
static trm_Status relay(trm_Simulation *s, const trm_ModelEvent *event) {
  Change change;
  bool made = change_new(&change, s);
  for (int i = 0; made && i < event->release_count; i++) change.released[event->release[i]] = true;
  for (int i = 0; made && i < event->lock_count; i++) {
    if (change.released[event->lock[i].joint]) say_released(s, event, &event->lock[i]);
    change.locked[event->lock[i].joint][event->lock[i].coordinate] = true;
  }
  for (int i = 0; made && i < event->unlock_count; i++)
    change.locked[event->unlock[i].joint][event->unlock[i].coordinate] = false;
  return change_to(s, &change, made);
}

trm_Status trm_events_hold(trm_Simulation *s, int joint, int coordinate, bool hold) {
  Change change;
  bool made = change_new(&change, s);
  if (made) change.locked[joint][coordinate] = hold;
  return change_to(s, &change, made);
}

/* ---- events of the model ---- */

double trm_events_formula(trm_Simulation *s, const trm_Formula *formula) {
  trm_Status status = formula->placed ? TRM_OK : trm_simulation_look(s);
  trm_ChannelInput input = trm_simulation_channel_input(s);
  return status == TRM_OK ? trm_formula_evaluate(formula, &input, &s->channels) : 0;
}

static double model_value(trm_Simulation *s, const trm_Watched *watched) {
  return trm_events_formula(s, &watched->when);
}

/* a blow at a place; its work is that of a load */
static trm_Status strike(trm_Simulation *s, const trm_Watched *watched) {
  const trm_ModelEvent *event = watched->model;
  trm_Wrench blow;
  double gained = 0;
  for (int n = 0; n < 3; n++) {
    blow.force[n] = watched->impulse[n].expression ? trm_events_formula(s, &watched->impulse[n]) : 0;
    blow.moment[n] = watched->impulse[3 + n].expression ? trm_events_formula(s, &watched->impulse[3 + n]) : 0;
  }
  trm_Status status = trm_events_settle(s);
  if (status == TRM_OK) status = trm_strike_place(s->snapshot, s->state, &event->struck, &blow, &gained);
  s->state->works->load_work += gained;
  return status;
}

static trm_Status fail(trm_Simulation *s, const trm_Watched *watched, trm_Status status) {
  if (status != TRM_OK && !s->failure[0])
    snprintf(s->failure, sizeof s->failure, "at t = %.9g s: the event \"%.100s\" cannot happen: %s", *s->state->time,
             watched->name, trm_status_text(status));
  return status;
}

static trm_Status model_happens(trm_Simulation *s, trm_Watched *watched) {
  const trm_ModelEvent *event = watched->model;
  trm_Status status = event->strikes ? strike(s, watched) : TRM_OK;
  trm_events_set_signals(s, watched);
  if (status == TRM_OK && event->release_count + event->lock_count + event->unlock_count > 0) status = relay(s, event);
  if (event->stop) s->beside.events->stopped = true;
  return fail(s, watched, status);
}

static double model_terms(trm_Simulation *s, const trm_Watched *watched) {
  trm_ChannelInput input = trm_simulation_channel_input(s);
  return trm_formula_terms(&watched->when, &input, &s->channels);
}

static const trm_WatchedKind watched_model = {model_value, NULL, model_happens, .terms = model_terms};

/* ---- stop-at ---- */

static double stop_value(trm_Simulation *s, const trm_Watched *watched) {
  double value = 0;
  const trm_StopAtDef *stop = &s->analysis->stop_at;
  if (s->current != watched->end) return 0; /* of another analysis */
  return trm_simulation_evaluate_one(s, watched->channel, &value) == TRM_OK ? value - stop->value : 0;
}

static trm_Status stop_happens(trm_Simulation *s, trm_Watched *watched) {
  (void)watched;
  s->beside.events->ended = true;
  return TRM_OK;
}

static const trm_WatchedKind watched_stop = {stop_value, NULL, stop_happens};

/* ---- events of a program ---- */

static double program_value(trm_Simulation *s, const trm_Watched *watched) {
  return watched->given.value(s, watched->given.user);
}

static trm_Status program_happens(trm_Simulation *s, trm_Watched *watched) {
  if (watched->given.reached && !watched->given.reached(s, watched->given.user)) s->beside.events->stopped = true;
  return TRM_OK;
}

const trm_WatchedKind trm_watched_program = {program_value, NULL, program_happens};

/* ---- what a model watches ---- */

static bool compile(trm_Simulation *s, const trm_FormulaText *text, trm_Formula *out, trm_Diagnostics *diagnostics) {
  return trm_formula_compile(s->model, &s->channels, s->channels.walked, text, out, diagnostics);
}

static trm_Status watch_model(trm_Simulation *s, trm_Diagnostics *diagnostics) {
  bool good = true;
  for (int e = 0; e < s->model->analyses.events.count; e++) {
    const trm_ModelEvent *event = &s->model->analyses.events.items[e];
    trm_Watched *watched = trm_events_add(s);
    if (!watched) return TRM_NO_MEMORY;
    *watched = (trm_Watched){.kind = &watched_model,
                             .name = event->name,
                             .place = event->place,
                             .direction = event->direction,
                             .side = event->at_once ? -1 : 0,
                             .model = event};
    good = compile(s, &event->when, &watched->when, diagnostics) && good;
    watched->set = TRM_ARENA_NEW(&s->beside.events->arena, trm_Formula, event->set_count);
    watched->values = TRM_ARENA_NEW(&s->beside.events->arena, double, event->set_count);
    if (s->beside.events->arena.failed) return TRM_NO_MEMORY;
    for (int i = 0; i < event->set_count; i++)
      good = compile(s, &event->set[i].to, &watched->set[i], diagnostics) && good;
    for (int n = 0; n < 6 && event->strikes; n++)
      if (event->impulse[n].text) good = compile(s, &event->impulse[n], &watched->impulse[n], diagnostics) && good;
  }
  if (s->channels.arena.failed) return TRM_NO_MEMORY;
  return good ? TRM_OK : TRM_BAD_ARGUMENT;
}

static trm_Status watch_bounds(trm_Simulation *s, int j, int c, const trm_Law *law) {
  trm_Rebound rebound;
  if (!law->kind->rebound || !law->kind->rebound(law->data, &rebound)) return TRM_OK;
  for (int end = 0; end < 2; end++) {
    const trm_ModelJoint *joint = &s->model->joints[j];
    trm_Watched *watched = rebound.bounds[end] - rebound.bounds[end] == 0 ? trm_events_add(s) : NULL;
    if (!watched && rebound.bounds[end] - rebound.bounds[end] == 0) return TRM_NO_MEMORY;
    if (!watched) continue; /* infinite: there is none */
    *watched = (trm_Watched){.kind = &trm_watched_rebound,
                             .place = joint->place,
                             .direction = -1,
                             .side = 1,
                             .joint = j,
                             .coordinate = c,
                             .end = end == 0 ? -1 : 1,
                             .bound = rebound.bounds[end],
                             .restitution = rebound.restitution};
    watched->name = trm_arena_text(&s->beside.events->arena, "%s.%s.stops.%s", joint->name,
                                   joint->kind->coordinates[c].name, end == 0 ? "lower" : "upper");
    if (!watched->name) return TRM_NO_MEMORY;
  }
  return TRM_OK;
}

static trm_Status watch_joints(trm_Simulation *s) {
  trm_Status status = TRM_OK;
  for (int j = 0; j < s->model->joint_count; j++)
    for (int c = 0; c < s->model->joints[j].kind->coordinate_count; c++) TRM_EACH_LAW(law, &s->model->joints[j].laws[c])
  if (status == TRM_OK) status = watch_bounds(s, j, c, law);
  return status;
}

static trm_Status watch_ends(trm_Simulation *s, trm_Diagnostics *diagnostics) {
  trm_Status status = TRM_OK;
  for (int a = 0; a < s->model->analyses.count; a++) {
    const trm_AnalysisDef *analysis = s->model->analyses.items[a];
    const trm_StopAtDef *stop = &analysis->stop_at;
    if (!stop->channel) continue;
    int channel = -1;
    for (int i = 0; i < s->channels.walked && channel < 0; i++)
      if (strcmp(s->channels.items[i].name, stop->channel) == 0) channel = i;
    if (channel < 0) {
      trm_report(diagnostics, TRM_ERROR, trm_place_of(stop, offsetof(trm_StopAtDef, channel)),
                 "analysis.stop-at: no channel is called \"%s\"%s; `trammel describe channel` says how they are named",
                 stop->channel, trm_channel_hint(s->model, &s->channels, s->channels.walked, stop->channel, &s->work));
      status = TRM_BAD_ARGUMENT;
    }
    if (channel < 0 || analysis->type != TRM_ANALYSIS_DYNAMIC) continue; /* arc-length looks itself */
    trm_Watched *watched = trm_events_add(s);
    if (!watched) return TRM_NO_MEMORY;
    *watched = (trm_Watched){.kind = &watched_stop, .name = "stop-at", .channel = channel, .end = a};
  }
  return status;
}

trm_Status trm_events_open(trm_Simulation *s, trm_Diagnostics *diagnostics) {
  trm_Events *events = s->beside.events;
  const trm_Watched *added = events ? events->items + events->own_count : NULL;
  int count = events ? events->count - events->own_count : 0;
  if (events) events->count = events->own_count = 0, events->items = NULL, events->happened_count = 0;
  if (events) events->stopped = events->ended = false;
  trm_Status status = watch_model(s, diagnostics), ends;
  if (status == TRM_OK) status = watch_joints(s);
  if (status == TRM_OK) status = trm_events_watch_relays(s);
  if ((status == TRM_OK || status == TRM_BAD_ARGUMENT) && (ends = watch_ends(s, diagnostics)) != TRM_OK) status = ends;
  if (s->beside.events) s->beside.events->own_count = s->beside.events->count;
  for (int e = 0; e < count && status == TRM_OK; e++) {
    trm_Watched *watched = trm_events_add(s);
    if (!watched) return TRM_NO_MEMORY;
    *watched = added[e];
    watched->side = 0;
  }
  return status;
}
