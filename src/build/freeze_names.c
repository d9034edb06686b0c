/* What names in formulas mean, and on which unknowns the elements depend whose formulas have them. */
#include <string.h>
#include "base/text.h"
#include "build/freeze_internal.h"
#include "build/tables_beam.h"
#include "element/joint_table.h"
#include "element/law.h"
#include "element/named.h"
#include "element/signal.h"

/* ---- one name ---------------------------------------------------------------------------------------------------- */

/* A name under way: "blade@0.7.velocity.z" is of blade@0.7, and the rest is velocity.z. */
typedef struct Name {
  trm_Freeze *freeze;
  const char *owner, *text;
  trm_Place place;
  const char *of, *rest;
  bool quiet; /* what is not found is no error */
} Name;

/* Whose names are found. */
typedef struct Owner {
  const char *text;           /* "load \"drag\"", for messages */
  bool along;                 /* a load along a beam, which knows where it acts: here */
  bool remembers;             /* a signal with memory, which is asked between steps */
  const trm_SignalLoop *loop; /* ... of which the formula is one; NULL: of none */
  bool shown;                 /* an output or an event, whose words may be channels instead */
  bool copied;                /* the formula of a signal, for what uses it: what is wrong is said of the signal */
} Owner;

static const char here[] = "here";

static bool complain(const Name *name, const char *what) {
  if (name->quiet) return false;
  trm_freeze_error(name->freeze, name->place, "%s: \"%s\": %s", name->owner, name->text, what ? what : "out of memory");
  return false;
}

/* " (did you mean "...?)", or nothing */
static const char *hint(const Name *name, const char *word, const char *const *known, int count) {
  bool letters = word[0] && word[1]; /* one letter resembles every other one */
  const char *near = count > 0 && letters ? trm_nearest(word, known, count) : NULL;
  const char *text = near ? trm_arena_text(name->freeze->arena, " (did you mean \"%s\"?)", near) : "";
  return text ? text : "";
}

/* "a, b or c" */
static const char *listed(const Name *name, const char *const *words, int count) {
  const char *text = "";
  for (int i = 0; i < count && text; i++)
    text = trm_arena_text(name->freeze->arena, "%s%s%s", text, i == 0 ? "" : i + 1 == count ? " or " : ", ", words[i]);
  return text ? text : "";
}

/* A part of the model that a formula may name something of. */
static bool unknown_owner(const Name *name) {
  const trm_ModelDef *def = &name->freeze->def;
  const trm_Entries *lists[] = {&def->bodies, &def->markers, &def->joints, &def->springs, &def->beams};
  int room = 0, count = 0;
  if (strcmp(name->of, "input") == 0)
    return complain(name, trm_arena_text(name->freeze->arena, "no input is called \"%s\"%s", name->rest,
                                         hint(name, name->rest, def->symbols.inputs, def->symbols.input_count)));
  for (int i = 0; i < def->bodies.count && strchr(name->text, '@'); i++)
    if (strcmp(def->bodies.items[i].name, name->of) == 0)
      return complain(name, "places are told by @ on beams alone; a point of a body is a marker");
  for (int l = 0; l < TRM_COUNT(lists); l++) room += lists[l]->count;
  const char **known = TRM_ARENA_NEW(name->freeze->arena, const char *, room);
  for (int l = 0; known && l < TRM_COUNT(lists); l++)
    for (int i = 0; i < lists[l]->count; i++) known[count++] = lists[l]->items[i].name;
  return complain(name, trm_arena_text(name->freeze->arena,
                                       "no body, marker, joint, spring or beam is called \"%s\"%s; `trammel describe "
                                       "names` lists what formulas may name",
                                       name->of, hint(name, name->of, known, known ? count : 0)));
}

/* ---- of joints ---- */

static bool starts_with(const char *text, const char *word) {
  size_t length = strlen(word);
  return strncmp(text, word, length) == 0 && (text[length] == '.' || !text[length]);
}

static int quantities(const Name *name, trm_NameableOf of, const char **known, int room, trm_Named *found);

static bool driven(const trm_Laws *laws) { return laws->drive || laws->drive_rate; }

/* "phi.motor.current": a channel of a law */
static bool of_law(const Name *name, const trm_ModelJoint *joint) {
  for (int c = 0; c < joint->kind->coordinate_count; c++) {
    const char *own = joint->kind->coordinates[c].name, *behind = name->rest + strlen(own);
    TRM_EACH_LAW(law, &joint->laws[c])
    if (starts_with(name->rest, own) && *behind && starts_with(behind + 1, law->kind->name)) return true;
  }
  return false;
}

static bool no_coordinate(const Name *name, const trm_ModelJoint *joint) {
  const char *known[3 * TRM_JOINT_COORDINATES + TRM_REACTION_DRIVES];
  const trm_JointKind *kind = joint->kind;
  int count = 0;
  trm_Arena *arena = name->freeze->arena;
  if (of_law(name, joint))
    return complain(name,
                    "what a law does is known to outputs and events, not to formulas of forces; a signal that does "
                    "the same can be named, as a motor's current: {integral: (voltage - R*current - "
                    "K*hinge.phi.rate)/L}");
  for (int c = 0; c < kind->coordinate_count; c++) {
    if (kind->coordinates[c].share) continue;
    known[count++] = kind->coordinates[c].name;
    const char *rate = trm_arena_text(arena, "%s.rate", kind->coordinates[c].name);
    if (rate) known[count++] = rate;
    const char *drive =
        driven(&joint->laws[c]) ? trm_arena_text(arena, "%s.drive.force", kind->coordinates[c].name) : NULL;
    if (drive) known[count++] = drive;
  }
  count += quantities(name, TRM_NAMES_REACTION, known + count, TRM_REACTION_DRIVES, &(trm_Named){0});
  return complain(
      name, count == 0 ? trm_arena_text(arena, "the joint \"%s\" has no coordinates", name->of)
                       : trm_arena_text(arena, "there is no such thing%s; of the joint \"%s\" a formula may name %s",
                                        hint(name, name->rest, known, count), name->of, listed(name, known, count)));
}

static const trm_NameableKind *quantity(trm_NameableOf of, const char *name) {
  for (int k = 0; k < trm_nameable_kind_count; k++)
    if (trm_nameable_kinds[k].of == of && strcmp(trm_nameable_kinds[k].name, name) == 0) return &trm_nameable_kinds[k];
  return NULL;
}

/* which of the reactions that formulas name; -1: no memory */
static int reaction_number(trm_Freeze *freeze, int joint, int component) {
  trm_ModelForces *forces = &freeze->model->forces;
  trm_NamedReaction *list = (trm_NamedReaction *)forces->reactions;
  if (!list)
    forces->reactions = list =
        TRM_ARENA_NEW(freeze->arena, trm_NamedReaction,
                      (TRM_REACTION_DRIVES + TRM_JOINT_COORDINATES) * (size_t)freeze->model->joint_count);
  for (int k = 0; k < forces->reaction_count; k++)
    if (list[k].joint == joint && list[k].component == component) return k;
  if (!list) return -1;
  list[forces->reaction_count] = (trm_NamedReaction){joint, component};
  return forces->reaction_count++;
}

static bool note_reaction(const Name *name, Owner owner, int joint, int component, trm_Named *out) {
  out->joint = joint;
  out->reaction = reaction_number(name->freeze, joint, component);
  name->freeze->model->forces.signals.reacts |= owner.remembers;
  return out->reaction >= 0;
}

static int track_nodes(const trm_Model *model, const trm_Track *track) {
  int count = 1;
  for (int e = 0; e < track->count; e++)
    count += model->mesh.elements[track->elements[e].element].node_count - 1; /* the last is the first of the next */
  return count;
}

/* A formula that names a reaction of a sliding joint depends on all nodes of the track, one and all with each other:
   more than so many make steps slower than is worth it. */
enum { MOST_TRACK_NODES = 100 };

static bool name_reaction(const Name *name, Owner owner, int joint, trm_Named *out) {
  trm_ModelJoint *of = &name->freeze->joints[joint];
  int nodes = of->track ? track_nodes(name->freeze->model, of->track) : 0;
  if (nodes > MOST_TRACK_NODES)
    return complain(name, trm_arena_text(name->freeze->arena,
                                         "the track has %d nodes, and the reactions of a sliding joint can be named on "
                                         "at most %d: take fewer elements; outputs and events name them on any track",
                                         nodes, MOST_TRACK_NODES));
  bool moment = strcmp(out->kind->name, "moment") == 0;
  of->reacts = true, out->factor = 1;
  out->marker[0] = of->track ? of->track->frame : of->side[0], out->marker[1] = of->side[1];
  return note_reaction(name, owner, joint, 3 * moment + out->part, out);
}

static bool name_drive(const Name *name, Owner owner, int joint, int coordinate, trm_Named *out) {
  const trm_ModelJoint *of = &name->freeze->joints[joint];
  if (!driven(&of->laws[coordinate]))
    return complain(name, trm_arena_text(name->freeze->arena, "\"%s.%s\" is not driven", of->name,
                                         of->kind->coordinates[coordinate].name));
  out->factor = 1;
  return note_reaction(name, owner, joint, TRM_REACTION_DRIVES + coordinate, out);
}

/* ---- of couplings ---- */

static bool no_coupling_force(const Name *name, const trm_ModelJoint *of) {
  const char *known[TRM_JOINT_TERMS + 3];
  int count = 0;
  trm_Arena *arena = name->freeze->arena;
  known[count++] = "sum", known[count++] = "sum.rate";
  for (int t = 0; t < of->term_count; t++) {
    const trm_ModelJoint *other = &name->freeze->joints[of->terms[t].joint];
    const char *text =
        trm_arena_text(arena, "%s.%s.force", other->name, other->kind->coordinates[of->terms[t].coordinate].name);
    if (text) known[count++] = text;
  }
  if (trm_pitch_radius(of->kind, of->parameters) > 0) known[count++] = "tooth.force";
  return complain(name, trm_arena_text(arena, "there is no such thing%s; of \"%s\" a formula may name %s",
                                       hint(name, name->rest, known, count), name->of, listed(name, known, count)));
}

/* the force along the coordinate of a term, or between teeth: the multiplier of the sum times a number */
static bool name_coupling(const Name *name, Owner owner, int joint, trm_Named *out) {
  const trm_ModelJoint *of = &name->freeze->joints[joint];
  double radius = trm_pitch_radius(of->kind, of->parameters);
  out->kind = NULL;
  for (int t = 0; t < of->term_count; t++) {
    const trm_ModelJoint *other = &name->freeze->joints[of->terms[t].joint];
    const char *text = trm_arena_text(name->freeze->arena, "%s.%s.force", other->name,
                                      other->kind->coordinates[of->terms[t].coordinate].name);
    if (!text) return false;
    if (strcmp(text, name->rest) == 0) out->kind = quantity(TRM_NAMES_TERM, "force"), out->factor = of->terms[t].factor;
  }
  if (strcmp(name->rest, "tooth.force") == 0 && of->term_count > 0) {
    if (!(radius > 0))
      return complain(name, trm_arena_text(name->freeze->arena,
                                           "give \"%s\" a radius, the pitch radius of the wheel of its first term",
                                           of->name));
    out->kind = quantity(TRM_NAMES_COUPLING, "tooth.force"), out->factor = of->terms[0].factor / radius;
  }
  if (!out->kind) return no_coupling_force(name, of);
  if (!driven(&of->laws[0]))
    return complain(name, trm_arena_text(name->freeze->arena,
                                         "\"%s\" has laws on its sum instead of being held: its force is what these "
                                         "make of %s.sum and %s.sum.rate; name them",
                                         of->name, of->name, of->name));
  return note_reaction(name, owner, joint, TRM_REACTION_DRIVES, out);
}

static bool name_of_joint(const Name *name, Owner owner, int joint, trm_Named *out) {
  const trm_JointKind *kind = name->freeze->joints[joint].kind;
  bool couples = kind && kind->frame == TRM_FRAME_NONE;
  if (!couples) quantities(name, TRM_NAMES_REACTION, NULL, 0, out);
  if (out->kind) return name_reaction(name, owner, joint, out);
  for (int c = 0; kind && c < kind->coordinate_count; c++) {
    const char *own = kind->coordinates[c].name;
    if (!starts_with(name->rest, own) || kind->coordinates[c].share) continue;
    const char *behind = name->rest + strlen(own);
    if (*behind && (out->kind = quantity(TRM_NAMES_DRIVE, behind + 1)) != NULL)
      return name_drive(name, owner, joint, c, out);
    out->kind = quantity(TRM_NAMES_COORDINATE, *behind ? behind + 1 : behind);
    out->joint = joint, out->coordinate = c;
    if (out->kind) return true;
  }
  if (couples) return name_coupling(name, owner, joint, out);
  return kind && no_coordinate(name, &name->freeze->joints[joint]);
}

/* ---- of places and springs ---- */

/* "position.x, position.y, ..." that the rest may be; found: which of them it is, with its part */
static int quantities(const Name *name, trm_NameableOf of, const char **known, int room, trm_Named *found) {
  int count = 0;
  for (int k = 0; k < trm_nameable_kind_count; k++) {
    const trm_NameableKind *kind = &trm_nameable_kinds[k];
    for (int p = 0; kind->of == of && p < 3 && (p == 0 || kind->parts[p]); p++) {
      const char *text =
          kind->parts[p] ? trm_arena_text(name->freeze->arena, "%s.%s", kind->name, kind->parts[p]) : kind->name;
      if (text && strcmp(text, name->rest) == 0) found->kind = kind, found->part = p;
      if (text && known && count < room) known[count++] = text;
    }
  }
  return count;
}

static bool name_quantity(const Name *name, trm_NameableOf of, const char *what, trm_Named *out) {
  enum { ROOM = 40 };
  const char *known[ROOM];
  int count = quantities(name, of, known, ROOM, out);
  if (out->kind) return true;
  if (of == TRM_NAMES_PLACE && (starts_with(name->rest, "acceleration") || starts_with(name->rest, "alpha")))
    return complain(name,
                    "accelerations cannot be named in the formula of a force, on which they would depend at once");
  return complain(name, trm_arena_text(name->freeze->arena, "there is no such thing%s; of a %s a formula may name %s",
                                       hint(name, name->rest, known, count), what, listed(name, known, count)));
}

static bool name_place(const Name *name, const trm_Target *target, trm_Named *out) {
  out->marker[0] = target->marker;
  if (!name_quantity(name, TRM_NAMES_PLACE, "body, marker or point of a beam", out)) return false;
  if (!out->kind->turns || !target->is_point_body) return true;
  return complain(name, trm_arena_text(name->freeze->arena, "\"%s\" is a point and does not turn", name->of));
}

/* where the load along a beam acts */
static bool name_here(const Name *name, bool along, trm_Named *out) {
  if (!along)
    return complain(name, "\"here\" is known to loads along beams alone (force-per-length, moment-per-length)");
  out->is_here[0] = true;
  out->kind = quantity(TRM_NAMES_HERE, name->rest);
  return out->kind || name_quantity(name, TRM_NAMES_PLACE, "place along a beam", out);
}

static bool name_spring(const Name *name, trm_Named *out) {
  const trm_Model *model = name->freeze->model;
  for (int s = 0; s < model->forces.spring_count; s++) {
    const trm_SpringDamper *spring = &model->forces.springs[s];
    if (strcmp(spring->name, name->of) != 0) continue;
    for (int side = 0; side < 2; side++) out->marker[side] = spring->side[side];
    return name_quantity(name, TRM_NAMES_SPRING, "spring", out);
  }
  return unknown_owner(name);
}

/* a beam without a point of it, or with one that is none */
static bool whole_beam(const Name *name) {
  for (int b = 0; b < name->freeze->def.beams.count; b++)
    if (strcmp(name->freeze->def.beams.items[b].name, name->of) == 0)
      return complain(name, trm_arena_text(name->freeze->arena,
                                           "\"%s\" is a beam; name a point of it: %s.start, %s.end or %s@0.5, as in "
                                           "%s@0.5.position.x; a load along it knows where it acts, "
                                           "here.position.x",
                                           name->of, name->of, name->of, name->of, name->of)),
             true;
  return false;
}

/* ---- along the axes of another place ---- */

static bool no_axes(const Name *name, const char *frame) {
  const trm_ModelDef *def = &name->freeze->def;
  const trm_Entries *lists[] = {&def->bodies, &def->markers};
  const char **known = TRM_ARENA_NEW(name->freeze->arena, const char *, def->bodies.count + def->markers.count + 1);
  int count = 0;
  for (int l = 0; known && l < TRM_COUNT(lists); l++)
    for (int i = 0; i < lists[l]->count; i++) known[count++] = lists[l]->items[i].name;
  return complain(name, trm_arena_text(name->freeze->arena,
                                       "no body, marker or point of a beam is called \"%s\"%s: \"in\" is followed by "
                                       "the one along whose axes the component is meant",
                                       frame, hint(name, frame, known, known ? count : 0)));
}

static bool name_frame(const Name *name, const char *frame, bool along, trm_Named *out) {
  if (!out->kind->directed)
    return complain(name, out->kind->parts[0]
                              ? "components of reactions are along the axes of the joint frame on the first body, "
                                "whose third one is the joint's axis, and of no others: leave out \"in\""
                              : "a number without a direction is the same in all axes: leave out \"in\"");
  out->framed = true;
  if (strcmp(frame, here) == 0) {
    out->is_here[1] = true;
    return along || complain(name, "\"here\" is known to loads along beams alone");
  }
  trm_Target target = trm_freeze_find(name->freeze, frame);
  if (!target.found || target.joint >= 0) return no_axes(name, frame);
  if (target.is_point_body)
    return complain(name, trm_arena_text(name->freeze->arena, "\"%s\" is a point and has no axes", frame));
  out->marker[1] = target.marker;
  return true;
}

/* ---- any of them ---- */

/* of what it is, and the quantity */
static bool find_owner(Name *name, Owner owner, trm_Named *out) {
  trm_Freeze *freeze = name->freeze;
  if (strcmp(name->of, here) == 0) return name_here(name, owner.along, out);
  trm_Target target = trm_freeze_find(freeze, name->of);
  if (target.found && target.joint >= 0) return !owner.shown && name_of_joint(name, owner, target.joint, out);
  if (target.found) return name_place(name, &target, out);
  name->of = trm_arena_copy(freeze->arena, name->text, strcspn(name->text, ".@"));
  if (!name->of || whole_beam(name)) return false;
  return name_spring(name, out);
}

/* the quantity and of what; its place among unknowns is left 0 */
static bool find_name(trm_Freeze *freeze, Owner owner, const char *text, trm_Place place, trm_Named *out) {
  size_t length, whole;
  double xi;
  const char *frame = trm_expression_name_frame(text, &whole), *alone = trm_arena_copy(freeze->arena, text, whole);
  *out = (trm_Named){.name = text};
  if (!alone) return false;
  if (!trm_beam_point_in(alone, &length, &xi)) length = strcspn(alone, ".@");
  Name name = {freeze,
               owner.text,
               alone,
               place,
               trm_arena_copy(freeze->arena, alone, length),
               alone[length] ? alone + length + 1 : alone + length,
               owner.shown || owner.copied};
  if (!name.of || !find_owner(&name, owner, out)) return false;
  name.text = text;
  return !frame || name_frame(&name, frame, owner.along, out);
}

/* What the names in a function mean; true where it has none. False after an error, at the place of the name and with
   the owner before it. Once joints and springs are there. */
static bool name_function(trm_Freeze *freeze, Owner owner, trm_Function *function);

/* ---- signals with memory ---- */

/* All signals of the loop that one is in, with their formulas. */
static bool name_loop(trm_Freeze *freeze, Owner owner, const trm_Signal *of, trm_Named *out) {
  const trm_Signals *signals = &freeze->model->forces.signals;
  trm_SignalLoop *loop = TRM_ARENA_NEW(freeze->arena, trm_SignalLoop, 1);
  trm_Function *functions = TRM_ARENA_NEW(freeze->arena, trm_Function, TRM_LOOP_SIGNALS);
  bool good = loop && functions;
  if (!good) return false;
  for (int s = 0; s < signals->memory_count; s++) {
    if (signals->items[s].memory.loop != of->memory.loop) continue;
    if (&signals->items[s] == of) out->member = loop->count;
    loop->members[loop->count++] = &signals->items[s];
  }
  loop->functions = functions, out->loop = loop, owner.loop = loop;
  for (int k = 0; k < loop->count; k++) {
    Owner own = owner;
    own.remembers |= !loop->members[k]->memory.kind->memoryless, own.copied = true;
    functions[k] = *loop->members[k]->input;
    good &= name_function(freeze, own, &functions[k]);
  }
  return good;
}

static int member_of(const trm_SignalLoop *loop, const trm_Signal *signal) {
  for (int k = 0; loop && k < loop->count; k++)
    if (loop->members[k] == signal) return k;
  return -1;
}

/* Names in the formula of a signal are those of each place that uses it: a copy of the formula. */
static bool name_signal(trm_Freeze *freeze, Owner owner, const char *name, trm_Named *out) {
  *out = (trm_Named){.name = name};
  for (int s = 0; s < freeze->model->forces.signals.memory_count; s++) {
    const trm_Signal *signal = &freeze->model->forces.signals.items[s];
    if (strcmp(signal->name, name) != 0) continue;
    out->kind = quantity(TRM_NAMES_SIGNAL, ""), out->signal = signal;
    out->member = member_of(owner.loop, signal), out->inner = out->member >= 0;
    if (out->inner) return out->loop = owner.loop, true;
    if (signal->memory.loop > 0) return name_loop(freeze, owner, signal, out);
    trm_Function *copy = TRM_ARENA_NEW(freeze->arena, trm_Function, 1);
    if (!copy) return false;
    *copy = *signal->input, out->function = copy;
    owner.remembers = owner.copied = true;
    return name_function(freeze, owner, copy);
  }
  return false;
}

/* a word that begins with "signal." */
static bool no_signal(trm_Freeze *freeze, Owner owner, const char *text, trm_Place place) {
  const trm_Signals *signals = &freeze->model->forces.signals;
  const char *called = text + strlen("signal."), **known = TRM_ARENA_NEW(freeze->arena, const char *, signals->count);
  Name name = {freeze, owner.text, text, place, "signal", called, owner.copied};
  for (int s = 0; known && s < signals->count; s++) known[s] = signals->items[s].name;
  return complain(&name, trm_arena_text(freeze->arena, "no signal is called \"%s\"%s", called,
                                        hint(&name, called, known, known ? signals->count : 0)));
}

static bool name_function(trm_Freeze *freeze, Owner owner, trm_Function *function) {
  int count = function->named_count;
  if (count == 0) return true;
  const trm_ExpressionName *names = trm_expression_names(function->expression, &count);
  trm_Named *named = TRM_ARENA_NEW(freeze->arena, trm_Named, count);
  bool good = named != NULL;
  for (int k = 0; named && k < count; k++) {
    Owner own = owner;
    own.copied |= names[k].inner;
    if (names[k].text && strncmp(names[k].text, "signal.", strlen("signal.")) == 0) {
      bool found = name_signal(freeze, own, names[k].text + strlen("signal."), &named[k]);
      good &= found || (!named[k].kind && no_signal(freeze, own, names[k].text, function->places[k]));
      continue;
    }
    if (names[k].text) {
      good &= find_name(freeze, own, names[k].text, function->places[k], &named[k]);
      continue;
    }
    named[k] = (trm_Named){.input = names[k].input};
    for (int kind = 0; kind < trm_nameable_kind_count; kind++)
      if (trm_nameable_kinds[kind].of == TRM_NAMES_INPUT) named[k].kind = &trm_nameable_kinds[kind];
  }
  function->named = named;
  return good;
}

/* ---- on what elements depend ------------------------------------------------------------------------------------- */

/* The dependence of an element while it is found: nodes that are not its own, then coordinates. */
typedef struct Finding {
  trm_Freeze *freeze;
  Owner owner;
  const int *own; /* its own nodes ... */
  int own_count;  /* ... how many they are, though which may not be told */
  int *nodes, node_count;
  trm_CoordinateRef *coordinates;
  int coordinate_count;
  int *joints, joint_count; /* whose reactions are named */
} Finding;

static Finding find_for(trm_Freeze *freeze, Owner owner, int functions) {
  size_t most = ((size_t)functions + (size_t)freeze->def.signal_count) * TRM_EXPRESSION_NAMES + 1;
  return (Finding){.freeze = freeze,
                   .owner = owner,
                   .nodes = TRM_ARENA_NEW(&freeze->scratch, int, freeze->model->node_count),
                   .coordinates = TRM_ARENA_NEW(&freeze->scratch, trm_CoordinateRef, most),
                   .joints = TRM_ARENA_NEW(&freeze->scratch, int, most)};
}

static void add_node(Finding *finding, int node) {
  for (int i = 0; finding->own && i < finding->own_count; i++)
    if (finding->own[i] == node) return;
  for (int i = 0; i < finding->node_count; i++)
    if (finding->nodes[i] == node) return;
  finding->nodes[finding->node_count++] = node;
}

/* ... which must be an unknown */
static void add_coordinate(Finding *finding, int joint, int coordinate) {
  finding->freeze->joints[joint].named[coordinate] = true;
  for (int i = 0; i < finding->coordinate_count; i++)
    if (finding->coordinates[i].joint == joint && finding->coordinates[i].coordinate == coordinate) return;
  finding->coordinates[finding->coordinate_count++] = (trm_CoordinateRef){joint, coordinate};
}

static int sides_of(const trm_Named *named) {
  return named->kind->of == TRM_NAMES_REACTION ? 2 : named->kind->markers + named->framed;
}

/* the track along which the named reaction is; NULL: it is none, or of another joint */
static const trm_Track *track_of(const trm_Freeze *freeze, const trm_Named *named) {
  return named->kind->of == TRM_NAMES_REACTION ? freeze->joints[named->joint].track : NULL;
}

static const trm_BeamElement *track_element(const trm_Freeze *freeze, const trm_Track *track, int e) {
  return &freeze->model->mesh.elements[track->elements[e].element];
}

static void add_track(Finding *finding, const trm_Track *track) {
  for (int e = 0; track && e < track->count; e++) {
    const trm_BeamElement *element = track_element(finding->freeze, track, e);
    for (int a = 0; a < element->node_count; a++) add_node(finding, element->nodes[a]);
  }
}

static void add_joint(Finding *finding, int joint) {
  for (int i = 0; i < finding->joint_count; i++)
    if (finding->joints[i] == joint) return;
  finding->joints[finding->joint_count++] = joint;
}

static void add_function(Finding *finding, const trm_Function *function) {
  trm_ModelForces *forces = &finding->freeze->model->forces;
  for (int k = 0; k < function->named_count; k++) {
    const trm_Named *named = &function->named[k];
    forces->named = true, forces->named_rate |= named->kind->moves;
    if (named->function) add_function(finding, named->function);
    for (int m = 0; named->loop && !named->inner && m < named->loop->count; m++)
      add_function(finding, &named->loop->functions[m]);
    if (named->kind->of == TRM_NAMES_COORDINATE) add_coordinate(finding, named->joint, named->coordinate);
    if (named->kind->reaction) add_joint(finding, named->joint);
    add_track(finding, track_of(finding->freeze, named));
    for (int m = 0; m < sides_of(named); m++)
      if (!named->is_here[m]) add_node(finding, named->marker[m].node);
  }
}

/* names of a list of functions; false after an error */
static bool add_names(Finding *finding, trm_Function *functions, int count) {
  bool good = !finding->freeze->scratch.failed;
  for (int f = 0; functions && f < count; f++) {
    good &= name_function(finding->freeze, finding->owner, &functions[f]);
    if (good) add_function(finding, &functions[f]);
  }
  return good;
}

static int place_of_node(const Finding *finding, int node) {
  for (int i = 0; finding->own && i < finding->own_count; i++)
    if (finding->own[i] == node) return 6 * i;
  int i = 0;
  while (finding->nodes[i] != node) i++;
  return 6 * (finding->own_count + i);
}

static int place_of_coordinate(const Finding *finding, const trm_Named *named) {
  int i = 0;
  while (finding->coordinates[i].joint != named->joint || finding->coordinates[i].coordinate != named->coordinate) i++;
  return 6 * (finding->own_count + finding->node_count) + i;
}

static int place_of_joint(const Finding *finding, int joint) {
  int i = 0;
  while (finding->joints[i] != joint) i++;
  return 6 * (finding->own_count + finding->node_count) + finding->coordinate_count + TRM_JOINT_DEPENDENCE * i;
}

static void place_track(const Finding *finding, trm_Named *named) {
  const trm_Track *track = track_of(finding->freeze, named);
  if (!track) return;
  int *at = TRM_ARENA_NEW(finding->freeze->arena, int, TRM_BEAM_NODES *(size_t)track->count);
  named->at_track = at;
  for (int e = 0; at && e < track->count; e++) {
    const trm_BeamElement *element = track_element(finding->freeze, track, e);
    for (int a = 0; a < element->node_count; a++)
      at[TRM_BEAM_NODES * e + a] = place_of_node(finding, element->nodes[a]);
  }
}

/* where each name stands among the unknowns of the element */
static void place_names(const Finding *finding, const trm_Function *functions, int count) {
  for (int f = 0; functions && f < count; f++)
    for (int k = 0; k < functions[f].named_count; k++) {
      trm_Named *named = (trm_Named *)&functions[f].named[k];
      if (named->function) place_names(finding, named->function, 1);
      if (named->loop && !named->inner) place_names(finding, named->loop->functions, named->loop->count);
      if (named->kind->of == TRM_NAMES_COORDINATE) named->at[0] = place_of_coordinate(finding, named);
      if (named->kind->reaction) named->at_joint = place_of_joint(finding, named->joint);
      place_track(finding, named);
      for (int m = 0; m < sides_of(named); m++)
        named->at[m] = named->is_here[m] ? 0 : place_of_node(finding, named->marker[m].node);
    }
}

static trm_Depends found(const Finding *finding) {
  trm_Arena *arena = finding->freeze->arena;
  int *nodes = TRM_ARENA_NEW(arena, int, finding->node_count);
  trm_CoordinateRef *coordinates = TRM_ARENA_NEW(arena, trm_CoordinateRef, finding->coordinate_count);
  int *joints = TRM_ARENA_NEW(arena, int, finding->joint_count);
  if (arena->failed) return (trm_Depends){0};
  for (int i = 0; i < finding->joint_count; i++) joints[i] = finding->joints[i];
  for (int i = 0; i < finding->node_count; i++) nodes[i] = finding->nodes[i];
  for (int i = 0; i < finding->coordinate_count; i++) coordinates[i] = finding->coordinates[i];
  return (trm_Depends){
      finding->node_count, finding->coordinate_count, finding->joint_count, nodes, coordinates, joints};
}

static bool names_any(const trm_Function *functions, int count) {
  for (int f = 0; functions && f < count; f++)
    if (functions[f].named_count > 0) return true;
  return false;
}

/* ---- loads ---- */

static void name_load(trm_Freeze *freeze, trm_Load *load) {
  if (!names_any(load->force, 3) && !names_any(load->moment, 3)) return;
  Finding finding = find_for(freeze, (Owner){.text = trm_arena_text(freeze->arena, "load \"%s\"", load->name)}, 6);
  trm_Function *force = (trm_Function *)load->force, *moment = (trm_Function *)load->moment;
  finding.own = &load->marker.node, finding.own_count = 1;
  bool good = add_names(&finding, force, 3);
  if (!add_names(&finding, moment, 3) || !good) return;
  place_names(&finding, force, 3);
  place_names(&finding, moment, 3);
  load->depends = found(&finding), load->named = true;
}

/* the own nodes are those of each of its elements, as many in all of them */
static void name_beam_load(trm_Freeze *freeze, trm_BeamLoad *load) {
  if (!names_any(load->force, 3) && !names_any(load->moment, 3)) return;
  Finding finding =
      find_for(freeze, (Owner){.text = trm_arena_text(freeze->arena, "load \"%s\"", load->name), .along = true}, 6);
  trm_Function *force = (trm_Function *)load->force, *moment = (trm_Function *)load->moment;
  finding.own_count = freeze->beams[load->beam].order + 1;
  bool good = add_names(&finding, force, 3);
  if (!add_names(&finding, moment, 3) || !good) return;
  place_names(&finding, force, 3);
  place_names(&finding, moment, 3);
  load->depends = found(&finding), load->named = true;
}

/* ---- laws on coordinates ---- */

static void name_law(trm_Freeze *freeze, int joint, int c, trm_Law *law, trm_CoordinateForce *out) {
  const trm_ModelJoint *of = &freeze->joints[joint];
  trm_LawFunction naming = trm_law_naming(law);
  trm_Function *function = (trm_Function *)naming.function;
  const char *owner =
      trm_arena_text(freeze->arena, "joint \"%s\": %s: %s", of->name, of->kind->coordinates[c].name, law->kind->name);
  Finding finding = find_for(freeze, (Owner){.text = owner}, 1);
  if (freeze->scratch.failed) return;
  add_coordinate(&finding, joint, c); /* its own is the first */
  if (!add_names(&finding, function, 1)) return;
  place_names(&finding, function, 1);
  law->naming = function;
  *out = (trm_CoordinateForce){of->name, joint, c, law, function, naming.time, found(&finding)};
}

/* All laws that name something, out NULL: how many there are. */
static int name_laws(trm_Freeze *freeze, trm_CoordinateForce *out) {
  int count = 0;
  for (int j = 0; j < freeze->model->joint_count; j++)
    for (int c = 0; freeze->joints[j].kind && c < freeze->joints[j].kind->coordinate_count; c++)
      TRM_EACH_LAW(law, &freeze->joints[j].laws[c]) {
        if (!trm_law_naming(law).function) continue;
        if (out) name_law(freeze, j, c, (trm_Law *)law, &out[count]);
        count++;
      }
  return count;
}

/* ---- signals ---- */

/* What signals remember goes by coordinates within steps: these are unknowns, as those that forces go by. */
static void measure_names(trm_Freeze *freeze, const trm_Function *function) {
  for (int k = 0; function->named && k < function->named_count; k++) { /* NULL: memory has ended */
    const trm_Named *named = &function->named[k];
    if (!named->kind) continue;
    if (named->kind->of == TRM_NAMES_COORDINATE) freeze->joints[named->joint].named[named->coordinate] = true;
    if (named->function) measure_names(freeze, named->function);
  }
}

/* Those with memory come first; their states stand behind those of laws. */
static void freeze_signals(trm_Freeze *freeze) {
  trm_Model *model = freeze->model;
  int count = freeze->def.signal_count;
  trm_Signal *signals = TRM_ARENA_NEW(freeze->arena, trm_Signal, count);
  if (!signals) return;
  for (int pass = 0; pass < 2; pass++)
    for (int i = 0; i < count; i++) {
      const trm_SignalDef *def = &freeze->def.signal_list[i];
      const trm_SignalKind *kind = def->memory.kind;
      if ((kind != NULL) != (pass == 0)) continue;
      signals[model->forces.signals.count++] =
          (trm_Signal){.name = def->name, .place = def->place, .input = &def->input, .memory = def->memory};
      model->forces.signals.memory_count += pass == 0;
      if (!kind) continue;
      model->forces.signals.sampled |= kind->sample != NULL;
      model->forces.signals.delayed |= kind == &trm_signal_delay;
      if (def->memory.loop > model->forces.signals.loop_count) model->forces.signals.loop_count = def->memory.loop;
    }
  model->forces.signals.items = signals;
  for (int i = 0; i < count; i++)
    name_function(freeze,
                  (Owner){.text = trm_arena_text(freeze->arena, "signal \"%s\"", signals[i].name),
                          .remembers = signals[i].memory.kind && !signals[i].memory.kind->memoryless},
                  (trm_Function *)signals[i].input);
  for (int i = 0; i < model->forces.signals.memory_count; i++) measure_names(freeze, signals[i].input);
}

/* ---- in outputs and events ---- */

/* "tip.acceleration.x", "rotor.alpha.z in hub": of a place, known where accelerations are */
static bool name_acceleration(trm_Freeze *freeze, const char *text, trm_Place place, trm_ShownName *out) {
  static const char *const words[][2] = {{".acceleration.", ".velocity."}, {".alpha.", ".omega."}};
  for (int w = 0; w < TRM_COUNT(words); w++) {
    const char *at = strstr(text, words[w][0]);
    if (!at) continue;
    const char *rate = trm_arena_text(freeze->arena, "%.*s%s%s", (int)(at - text), text, words[w][1],
                                      at + strlen(words[w][0])); /* its rate has the same parts */
    out->what = w == 0 ? TRM_SHOWN_ACCELERATION : TRM_SHOWN_ALPHA;
    return rate && find_name(freeze, (Owner){.text = "", .shown = true}, rate, place, &out->named);
  }
  return false;
}

void trm_freeze_shown_names(trm_Freeze *freeze) {
  const trm_FoundNames *found = &freeze->def.shown;
  trm_ModelShown *shown = &freeze->model->shown;
  trm_ShownName *list = TRM_ARENA_NEW(freeze->arena, trm_ShownName, found->count);
  for (int i = 0; list && i < found->count; i++) {
    const trm_Reference *name = &found->items[i];
    trm_ShownName one = {.what = TRM_SHOWN_QUANTITY};
    if (!find_name(freeze, (Owner){.text = "", .shown = true}, name->name, name->place, &one.named) &&
        !name_acceleration(freeze, name->name, name->place, &one))
      continue;
    one.named.name = name->name;
    list[shown->named_count++] = one;
  }
  shown->named = list;
}

void trm_freeze_signal_states(trm_Freeze *freeze) {
  trm_Model *model = freeze->model;
  trm_Signal *signals = (trm_Signal *)model->forces.signals.items;
  for (int i = 0; i < model->forces.signals.memory_count; i++) {
    const trm_SignalMemory *memory = &signals[i].memory;
    signals[i].state = model->on_joints.law_state_count;
    model->on_joints.law_state_count += memory->count;
    signals[i].past = model->forces.signals.past_count;
    model->forces.signals.past_count += trm_signal_past_size(memory);
  }
}

void trm_freeze_names(trm_Freeze *freeze) {
  trm_Model *model = freeze->model;
  freeze_signals(freeze);
  for (int l = 0; l < model->forces.load_count; l++) name_load(freeze, (trm_Load *)&model->forces.loads[l]);
  for (int l = 0; l < model->mesh.load_count; l++) name_beam_load(freeze, (trm_BeamLoad *)&model->mesh.loads[l]);
  trm_CoordinateForce *laws = TRM_ARENA_NEW(freeze->arena, trm_CoordinateForce, name_laws(freeze, NULL));
  if (!laws) return;
  model->forces.coordinates = laws;
  model->forces.coordinate_count = name_laws(freeze, laws);
}
