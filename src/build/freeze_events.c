/* What events are about, and do. */
#include <string.h>
#include "base/text.h"
#include "build/freeze_internal.h"
#include "element/joint_table.h"
#include "element/signal.h"

/* An event under way. */
typedef struct Event {
  trm_Freeze *freeze;
  const char *name;
} Event;

static const char *near_joint(const Event *event, const char *word) {
  int count = event->freeze->model->joint_count;
  const char **known = TRM_ARENA_NEW(event->freeze->arena, const char *, count);
  for (int j = 0; known && j < count; j++) known[j] = event->freeze->joints[j].name;
  return known ? trm_nearest(word, known, count) : NULL;
}

/* -1 after an error */
static int joint_of(const Event *event, const char *word, trm_Place place) {
  for (int j = 0; j < event->freeze->model->joint_count; j++)
    if (strcmp(event->freeze->joints[j].name, word) == 0) return j;
  const char *near = near_joint(event, word);
  trm_freeze_error(event->freeze, place, "event \"%s\": no joint is called \"%s\"%s%s%s", event->name, word,
                   near ? " (did you mean \"" : "", near ? near : "", near ? "\"?)" : "");
  return -1;
}

/* Joints that slide on beams, or whose coordinates others combine, cannot be released (system/layout.c). */
static bool may_release(const Event *event, int j, trm_Place place) {
  const trm_ModelJoint *joint = &event->freeze->joints[j];
  bool combined = false;
  for (int c = 0; c < TRM_JOINT_COORDINATES; c++) combined |= joint->combined[c];
  if (joint->track || combined)
    trm_freeze_error(event->freeze, place, "event \"%s\": the joint \"%s\" cannot be released: %s", event->name,
                     joint->name,
                     joint->track ? "it slides on a beam (ends: release lets it go at the ends)"
                                  : "a gear or coupling uses its coordinates; release that one");
  return !joint->track && !combined;
}

static void freeze_release(const Event *event, const trm_Names *names, trm_ModelEvent *out) {
  int *joints = TRM_ARENA_NEW(event->freeze->arena, int, names->count);
  for (int i = 0; joints && i < names->count; i++) {
    int j = joint_of(event, names->items[i].name, names->items[i].place);
    if (j >= 0 && may_release(event, j, names->items[i].place)) joints[out->release_count++] = j;
  }
  out->release = joints;
}

/* "latch.phi": the coordinate is the word behind the last point */
static bool coordinate_of(const Event *event, const trm_Reference *name, trm_JointTerm *out) {
  const char *point = strrchr(name->name, '.');
  if (!point) {
    trm_freeze_error(event->freeze, name->place,
                     "event \"%s\": \"%s\" is no coordinate; one is written as joint.coordinate: latch.phi",
                     event->name, name->name);
    return false;
  }
  const char *owner = trm_arena_copy(event->freeze->arena, name->name, (size_t)(point - name->name));
  int j = owner ? joint_of(event, owner, name->place) : -1;
  if (j < 0) return false;
  const trm_JointKind *kind = event->freeze->joints[j].kind;
  trm_Text list = {0};
  for (int c = 0; c < kind->coordinate_count; c++) {
    if (strcmp(kind->coordinates[c].name, point + 1) == 0 && !kind->coordinates[c].share)
      return trm_text_free(&list), *out = (trm_JointTerm){j, c, 1}, true;
    if (!kind->coordinates[c].share) trm_text_format(&list, "%s%s", list.length ? ", " : "", kind->coordinates[c].name);
  }
  trm_freeze_error(event->freeze, name->place, "event \"%s\": the joint \"%s\" has no coordinate \"%s\"%s%s",
                   event->name, owner, point + 1, list.length ? "; there are " : ", nor any other",
                   list.length ? list.data : "");
  trm_text_free(&list);
  return false;
}

/* A drive says where its coordinate is, whatever holds it. */
static bool is_free(const Event *event, const trm_Reference *name, const trm_JointTerm *term, const char *verb) {
  const trm_Laws *laws = &event->freeze->joints[term->joint].laws[term->coordinate];
  if (!laws->drive && !laws->drive_rate) return true;
  trm_freeze_error(
      event->freeze, name->place,
      "event \"%s\": \"%s\" has a drive, which goes on whatever an event does: it cannot be %sed; write the "
      "drive so that it stops, or let a force or a motor move what is to be locked",
      event->name, name->name, verb);
  return false;
}

static const trm_JointTerm *freeze_coordinates(const Event *event, const trm_Names *names, const char *verb,
                                               int *count) {
  trm_JointTerm *terms = TRM_ARENA_NEW(event->freeze->arena, trm_JointTerm, names->count);
  for (int i = 0; terms && i < names->count; i++) {
    const trm_Reference *name = &names->items[i];
    if (coordinate_of(event, name, &terms[*count]) && is_free(event, name, &terms[*count], verb)) ++*count;
  }
  return terms;
}

/* -1 after an error; set: its memory must be one number, its value */
static int signal_of(const Event *event, const trm_Reference *name, bool set) {
  const trm_Signals *signals = &event->freeze->model->forces.signals;
  const char **known = TRM_ARENA_NEW(event->freeze->arena, const char *, signals->count);
  for (int i = 0; known && i < signals->count; i++) {
    known[i] = signals->items[i].name;
    if (strcmp(known[i], name->name) != 0) continue;
    const trm_SignalKind *kind = signals->items[i].memory.kind;
    bool remembers = kind && !kind->memoryless;
    if (remembers && (!set || trm_signal_settable(&signals->items[i]))) return i;
    trm_freeze_error(event->freeze, name->place, "event \"%s\": the signal \"%s\" %s", event->name, name->name,
                     remembers ? "cannot be set to a value: its memory is more than that; `reset` begins it anew"
                               : "has no memory that could be set");
    return -1;
  }
  const char *near = known ? trm_nearest(name->name, known, signals->count) : NULL;
  trm_freeze_error(event->freeze, name->place, "event \"%s\": no signal is called \"%s\"%s%s%s", event->name,
                   name->name, near ? " (did you mean \"" : "", near ? near : "", near ? "\"?)" : "");
  return -1;
}

static void freeze_settings(const Event *event, const trm_EventDoDef *action, trm_ModelEvent *out) {
  trm_Arena *arena = event->freeze->arena;
  trm_SignalSetting *set = TRM_ARENA_NEW(arena, trm_SignalSetting, action->set.count);
  int *reset = TRM_ARENA_NEW(arena, int, action->reset.count);
  if (!set || !reset) return;
  for (int i = 0; i < action->set.count; i++) {
    const trm_SetDef *def = action->set.items[i].data;
    int signal = def && def->signal.name ? signal_of(event, &def->signal, true) : -1;
    if (signal < 0 || !def->to) continue;
    set[out->set_count].signal = signal;
    set[out->set_count++].to = (trm_FormulaText){.owner = trm_arena_text(arena, "event \"%s\": set", event->name),
                                                 .text = def->to,
                                                 .place = trm_place_of(def, offsetof(trm_SetDef, to))};
  }
  for (int i = 0; i < action->reset.count; i++) {
    int signal = signal_of(event, &action->reset.items[i], false);
    if (signal >= 0) reset[out->reset_count++] = signal;
  }
  out->set = set, out->reset = reset;
}

/* What an event would do and undo at once: the second would leave nothing of the first. */
static void refuse_both(const Event *event, const trm_Reference *name, const char *one, const char *other) {
  trm_freeze_error(event->freeze, name->place,
                   "event \"%s\": \"%s\" is named by `%s` and by `%s`: one of them says nothing", event->name,
                   name->name, one, other);
}

static bool has_name(const trm_Names *names, const char *name, size_t length) {
  for (int i = 0; i < names->count; i++)
    if (strncmp(names->items[i].name, name, length) == 0 && names->items[i].name[length] == 0) return true;
  return false;
}

static void check_contraries(const Event *event, const trm_EventDoDef *action) {
  for (int i = 0; i < action->unlock.count; i++) {
    const trm_Reference *name = &action->unlock.items[i];
    if (has_name(&action->lock, name->name, strlen(name->name))) refuse_both(event, name, "lock", "unlock");
  }
  for (int i = 0; i < action->set.count; i++) {
    const trm_SetDef *def = action->set.items[i].data;
    const char *name = def ? def->signal.name : NULL;
    if (name && has_name(&action->reset, name, strlen(name))) refuse_both(event, &def->signal, "set", "reset");
  }
  const trm_Names *lists[2] = {&action->lock, &action->unlock}; /* of a joint of which nothing holds */
  for (int l = 0; l < 2; l++)
    for (int i = 0; i < lists[l]->count; i++) {
      const trm_Reference *name = &lists[l]->items[i];
      const char *point = strrchr(name->name, '.');
      if (point && has_name(&action->release, name->name, (size_t)(point - name->name)))
        refuse_both(event, name, "release", l ? "unlock" : "lock");
    }
}

static void freeze_components(const Event *event, const trm_Names *names, const char *key, trm_FormulaText *out) {
  if (names->count != 0 && names->count != 3)
    trm_freeze_error(event->freeze, names->items[0].place, "event \"%s\": impulse.%s has three components, not %d",
                     event->name, key, names->count);
  for (int n = 0; n < 3 && names->count == 3; n++)
    out[n] =
        (trm_FormulaText){.owner = trm_arena_text(event->freeze->arena, "event \"%s\": impulse.%s", event->name, key),
                          .text = names->items[n].name,
                          .place = names->items[n].place};
}

static const char *near_place(const Event *event, const char *word) {
  const trm_Entries *lists[] = {&event->freeze->def.bodies, &event->freeze->def.markers};
  const char **known = TRM_ARENA_NEW(event->freeze->arena, const char *, lists[0]->count + lists[1]->count);
  int count = 0;
  for (int l = 0; known && l < TRM_COUNT(lists); l++)
    for (int i = 0; i < lists[l]->count; i++) known[count++] = lists[l]->items[i].name;
  return known ? trm_nearest(word, known, count) : NULL;
}

static void freeze_impulse(const Event *event, const trm_ImpulseDef *def, trm_ModelEvent *out) {
  if (!def->on.name) return;
  trm_Target on = trm_freeze_find(event->freeze, def->on.name);
  if (!on.found || on.joint >= 0 || on.is_ground) {
    const char *near = near_place(event, def->on.name);
    trm_freeze_error(event->freeze, def->on.place,
                     "event \"%s\": impulse.on: no body, marker or point of a beam is called \"%s\"%s%s%s", event->name,
                     def->on.name, near ? " (did you mean \"" : "", near ? near : "", near ? "\"?)" : "");
    return;
  }
  out->strikes = true, out->struck = on.marker;
  freeze_components(event, &def->force, "force", out->impulse);
  freeze_components(event, &def->moment, "moment", out->impulse + 3);
}

/* Gears and couplings have no reactions, but forces along the coordinates of their terms. */
static bool has_reactions(const Event *event, int j, trm_Place place) {
  const trm_ModelJoint *joint = &event->freeze->joints[j];
  if (joint->kind->frame != TRM_FRAME_NONE) return true;
  const trm_ModelJoint *other = joint->term_count > 0 ? &event->freeze->joints[joint->terms[0].joint] : NULL;
  trm_freeze_error(event->freeze, place,
                   "event \"%s\": exceeds: the %s \"%s\" has no force and no moment of its own, only what it exerts on "
                   "each coordinate: when: abs(%s.%s.%s.force) - 10%s",
                   event->name, joint->kind->name, joint->name, joint->name, other ? other->name : "hinge",
                   other ? other->kind->coordinates[joint->terms[0].coordinate].name : "phi",
                   trm_pitch_wheel(joint->kind) ? "; with a radius also its tooth.force" : "");
  return false;
}

/* |force|/limit and |moment|/limit, whichever is the larger, less 1 */
static void freeze_limit(const Event *event, const trm_ExceedsDef *def, trm_ModelEvent *out) {
  trm_Arena *arena = event->freeze->arena;
  const char *name = def->joint.name, *parts[2] = {"0", "0"};
  int j = name ? joint_of(event, name, def->joint.place) : -1;
  if (j < 0 || !has_reactions(event, j, def->joint.place)) return;
  const double limits[2] = {def->force, def->moment};
  const char *const quantities[2] = {"force", "moment"};
  for (int i = 0; i < 2; i++)
    if (limits[i] > 0)
      parts[i] = trm_arena_text(arena, "sqrt(%s.%s.x^2 + %s.%s.y^2 + %s.%s.z^2)/%.17g", name, quantities[i], name,
                                quantities[i], name, quantities[i], limits[i]);
  out->when.text = trm_arena_text(arena, "max(%s, %s) - 1", parts[0], parts[1]);
  out->direction = 1, out->at_once = true;
  if (out->when.text) out->when.place = (trm_Place){def->joint.place.line, def->joint.place.column, 1};
}

static void freeze_event(const Event *event, const trm_EventDef *def, trm_ModelEvent *out) {
  static const int directions[] = {1, -1, 0};
  const trm_EventDoDef *action = &def->action;
  out->when = (trm_FormulaText){.owner = trm_arena_text(event->freeze->arena, "event \"%s\"", event->name),
                                .text = def->when,
                                .place = trm_place_of(def, offsetof(trm_EventDef, when))};
  out->direction = directions[def->direction];
  if (!def->when) freeze_limit(event, &def->exceeds, out);
  if (!trm_given(def, offsetof(trm_EventDef, action))) {
    const trm_Reference *joint = &def->exceeds.joint;
    trm_Names broken = {joint->name ? 1 : 0, joint};
    if (!def->when) freeze_release(event, &broken, out);
    return;
  }
  out->stop = action->run == 1;
  check_contraries(event, action);
  freeze_release(event, &action->release, out);
  out->lock = freeze_coordinates(event, &action->lock, "lock", &out->lock_count);
  out->unlock = freeze_coordinates(event, &action->unlock, "unlock", &out->unlock_count);
  freeze_impulse(event, &action->impulse, out);
}

void trm_freeze_events(trm_Freeze *freeze) {
  int count = freeze->def.events.count;
  trm_ModelEvent *events = TRM_ARENA_NEW(freeze->arena, trm_ModelEvent, count);
  for (int e = 0; events && e < count; e++) {
    const trm_Entry *entry = &freeze->def.events.items[e];
    Event event = {freeze, entry->name};
    events[e] = (trm_ModelEvent){.name = entry->name, .place = entry->place};
    if (entry->data) freeze_event(&event, entry->data, &events[e]);
  }
  freeze->model->analyses.events = (trm_ModelEvents){count, events};
}

void trm_freeze_event_signals(trm_Freeze *freeze) {
  if (!freeze->model->analyses.events.items) return; /* no memory */
  for (int e = 0; e < freeze->def.events.count; e++) {
    const trm_Entry *entry = &freeze->def.events.items[e];
    const trm_EventDef *def = entry->data;
    Event event = {freeze, entry->name};
    if (def && trm_given(def, offsetof(trm_EventDef, action)))
      freeze_settings(&event, &def->action, (trm_ModelEvent *)&freeze->model->analyses.events.items[e]);
  }
}
