/* From the Spec to the definitions: parameters, keys and values, then names and what they refer to. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "build/check_analyses.h"
#include "build/parameters.h"
#include "build/signals.h"
#include "build/tables.h"
#include "build/tables_beam.h"
#include "model/fields_read.h"
#include "system/quantity.h"
#include "trammel/version.h"

/* Something that has a name in the model. */
typedef struct Named {
  const trm_Entry *entry;
  const char *what; /* "body", "joint", ... */
  int order;
} Named;

typedef struct Names {
  const trm_Binding *binding;
  Named *items; /* sorted by name, then by place */
  int count;
  bool good;
} Names;

static const char *what_of(const trm_Field *field) {
  return field->variants ? field->variants->what : field->table->name;
}

static const trm_Entries *entries_of(const trm_ModelDef *model, const trm_Field *field) {
  return (const trm_Entries *)((const char *)model + field->offset);
}

/* ---- names ------------------------------------------------------------------------------------------------------- */

static int compare_names(const void *a, const void *b) {
  const Named *x = a, *y = b;
  int order = strcmp(x->entry->name, y->entry->name);
  if (order == 0) order = x->entry->place.line - y->entry->place.line;
  if (order == 0) order = x->entry->place.column - y->entry->place.column;
  return order ? order : x->order - y->order;
}

static bool collect_names(Names *names, const trm_ModelDef *model) {
  const trm_FieldTable *table = model->bound.table;
  int count = 0;
  for (int f = 0; f < table->field_count; f++)
    if (table->fields[f].type == TRM_FIELD_ENTRIES) count += entries_of(model, &table->fields[f])->count;
  names->items = TRM_ARENA_NEW(names->binding->arena, Named, count);
  if (names->binding->arena->failed) return false; /* entries may have no name either */
  for (int f = 0; f < table->field_count; f++) {
    if (table->fields[f].type != TRM_FIELD_ENTRIES) continue;
    const trm_Entries *entries = entries_of(model, &table->fields[f]);
    for (int i = 0; i < entries->count; i++) {
      names->items[names->count] = (Named){&entries->items[i], what_of(&table->fields[f]), names->count};
      names->count++;
    }
  }
  qsort(names->items, (size_t)names->count, sizeof(Named), compare_names);
  return true;
}

static void check_unique(Names *names) {
  for (int i = 1, first = 0; i < names->count; i++) {
    const Named *named = &names->items[i], *earlier = &names->items[first];
    if (strcmp(named->entry->name, earlier->entry->name) != 0) {
      first = i;
      continue;
    }
    trm_Path path = {NULL, named->what, named->entry->name, 0};
    char where[40] = "";
    if (earlier->entry->place.line > 0) snprintf(where, sizeof where, " in line %d", earlier->entry->place.line);
    names->good =
        trm_complain(names->binding, &path, named->entry->place,
                     ": the name is already used by the %s%s; names must be unique in a model", earlier->what, where);
  }
}

static void check_reserved(Names *names) {
  static const char *const reserved[] = {"ground", "energy", "momentum", "solver", "time", "input", "signal"};
  for (int i = 0; i < names->count; i++)
    for (size_t r = 0; r < sizeof reserved / sizeof *reserved; r++)
      if (strcmp(names->items[i].entry->name, reserved[r]) == 0) {
        trm_Path path = {NULL, names->items[i].what, reserved[r], 0};
        names->good = trm_complain(names->binding, &path, names->items[i].entry->place,
                                   ": the name \"%s\" has a meaning of its own; choose another", reserved[r]);
      }
}

/* ---- references -------------------------------------------------------------------------------------------------- */

static bool allowed(const char *const *kinds, const char *what) {
  for (; *kinds; kinds++)
    if (strcmp(*kinds, what) == 0) return true;
  return false;
}

/* as strcmp, of a name that ends after so many characters of a text */
static int compare_start(const char *name, const char *text, size_t length) {
  int order = strncmp(name, text, length);
  return order != 0 ? order : name[length] != 0;
}

/* The place of the first name that is not before this one. */
static int first_name(const Names *names, const char *text, size_t length) {
  int low = 0, high = names->count;
  while (low < high) {
    int middle = (low + high) / 2;
    if (compare_start(names->items[middle].entry->name, text, length) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* The first of the things with this name, or NULL. */
static const Named *find_name(const Names *names, const char *name) {
  int at = first_name(names, name, strlen(name));
  return at < names->count && strcmp(names->items[at].entry->name, name) == 0 ? &names->items[at] : NULL;
}

/* "body, marker or joint": what has a name of the user's, so not the ground */
static const char *kind_list(char *list, size_t size, const char *const *kinds) {
  size_t used = 0;
  int named = 0, written = 0;
  for (int i = 0; kinds[i]; i++) named += strcmp(kinds[i], "ground") != 0;
  for (int i = 0; kinds[i] && used < size; i++) {
    if (strcmp(kinds[i], "ground") == 0) continue;
    written++;
    const char *between = written == 1 ? "" : written < named ? ", " : " or ";
    used += (size_t)snprintf(list + used, size - used, "%s%s", between, kinds[i]);
  }
  return list;
}

/* " (did you mean ...?)" among the names that are allowed */
static void suggest(const Names *names, char hint[TRM_HINT_SIZE], const char *word, const char *const *kinds) {
  int count = 0;
  trm_Arena scratch = {0};
  const char **candidates = trm_hints_wanted(names->binding) ? TRM_NEW(const char *, 4 * names->count + 1) : NULL;
  if (!candidates) return;
  for (int i = 0; i < names->count; i++) {
    const char *name = names->items[i].entry->name, *at = strchr(word, '@');
    if (allowed(kinds, names->items[i].what)) candidates[count++] = name;
    if (strcmp(names->items[i].what, "beam") != 0 || !allowed(kinds, "beam point")) continue;
    const char *points[] = {trm_arena_text(&scratch, "%s.start", name), trm_arena_text(&scratch, "%s.end", name),
                            trm_arena_text(&scratch, "%s%s", name, at ? at : "@0.5")};
    for (int p = 0; p < 3; p++)
      if (points[p]) candidates[count++] = points[p];
  }
  if (allowed(kinds, "ground")) candidates[count++] = "ground";
  trm_hint(names->binding, hint, word, candidates, count);
  trm_arena_free(&scratch);
  trm_release(candidates);
}

static void unknown_name(Names *names, const trm_Path *path, const trm_Reference *reference, const char *const *kinds) {
  char hint[TRM_HINT_SIZE] = "", list[80] = "", shown[TRM_NAME_SIZE];
  suggest(names, hint, reference->name, kinds);
  names->good = trm_complain(names->binding, path, reference->place, ": no %s is called \"%s\"%s",
                             kind_list(list, sizeof list, kinds), trm_short_name(shown, reference->name), hint);
}

/* The beam of a name like boom.end, or NULL. */
static const Named *find_beam(const Names *names, const char *name, size_t length) {
  for (int i = first_name(names, name, length); i < names->count; i++) {
    const Named *named = &names->items[i];
    if (compare_start(named->entry->name, name, length) != 0) return NULL;
    if (strcmp(named->what, "beam") == 0) return named;
  }
  return NULL;
}

static bool is_beam_point(const Names *names, const char *name) {
  size_t length;
  double xi;
  return trm_beam_point_name(name, &length, &xi) == TRM_BEAM_POINT && find_beam(names, name, length);
}

/* A point of a beam that exists; true when the name was one, good or not. */
static bool resolve_beam_point(Names *names, const trm_Path *path, const trm_Reference *reference,
                               const char *const *kinds) {
  size_t length;
  double xi;
  char list[80] = "", shown[TRM_NAME_SIZE];
  trm_BeamPointForm form = trm_beam_point_name(reference->name, &length, &xi);
  const char *name = trm_short_name(shown, reference->name);
  if (form == TRM_NO_BEAM_POINT || !find_beam(names, reference->name, length)) return false;
  if (form == TRM_BEAM_POINT_WORD) return false; /* a suggestion follows */
  if (form == TRM_BEAM_POINT_NUMBER)
    names->good = trm_complain(names->binding, path, reference->place,
                               ": \"%s\": after @ stands a number from 0, the start of the beam, to 1, its end", name);
  else if (!allowed(kinds, "beam point"))
    names->good = trm_complain(names->binding, path, reference->place, ": \"%s\" is a point of a beam, not a %s", name,
                               kind_list(list, sizeof list, kinds));
  return true;
}

static void resolve(Names *names, const trm_Path *path, const trm_Reference *reference, const char *const *kinds) {
  char list[80] = "", shown[TRM_NAME_SIZE];
  if (!reference->name) return;
  if (resolve_beam_point(names, path, reference, kinds)) return;
  bool ground = strcmp(reference->name, "ground") == 0;
  const Named *found = ground ? NULL : find_name(names, reference->name);
  const char *what = ground ? "ground" : found ? found->what : NULL;
  if (!what)
    unknown_name(names, path, reference, kinds);
  else if (!allowed(kinds, what) && ground)
    names->good = trm_complain(names->binding, path, reference->place, ": the ground does not move; name a %s",
                               kind_list(list, sizeof list, kinds));
  else if (!allowed(kinds, what) && strcmp(what, "beam") == 0 && allowed(kinds, "beam point"))
    names->good = trm_complain(
        names->binding, path, reference->place, ": \"%s\" is a beam; name a point of it: %s.start, %s.end or %s@0.5",
        trm_short_name(shown, reference->name), reference->name, reference->name, reference->name);
  else if (!allowed(kinds, what))
    names->good = trm_complain(names->binding, path, reference->place, ": \"%s\" is %s %s, not a %s",
                               trm_short_name(shown, reference->name), *what == 'o' ? "an" : "a", what,
                               kind_list(list, sizeof list, kinds));
}

/* The body (or ground) that carries what the name stands for, NULL when that is not known. */
static const char *carrier(const Names *names, const char *name) {
  const Named *found = find_name(names, name);
  if (!found || strcmp(found->what, "marker") != 0) return name;
  const trm_MarkerDef *marker = found->entry->data;
  return marker ? marker->on.name : NULL;
}

static void check_pair(Names *names, const trm_Path *path, const trm_Reference pair[2]) {
  if (!pair[0].name || !pair[1].name) return;
  if (strcmp(pair[0].name, pair[1].name) == 0) {
    names->good = trm_complain(names->binding, path, pair[1].place, ": \"%s\" is named twice", pair[1].name);
    return;
  }
  const char *first = carrier(names, pair[0].name), *second = carrier(names, pair[1].name);
  if (first && second && strcmp(first, second) == 0)
    names->good = trm_complain(names->binding, path, pair[1].place, ": \"%s\" and \"%s\" are both on \"%s\"",
                               pair[0].name, pair[1].name, first);
}

static void check_references(Names *names, const Named *named) {
  const trm_FieldTable *table = named->entry->table;
  trm_Path entry = {NULL, named->what, named->entry->name, 0};
  for (int f = 0; table && named->entry->data && f < table->field_count; f++) {
    const trm_Field *field = &table->fields[f];
    trm_Path path = {&entry, field->key, NULL, 0};
    const trm_Reference *reference = (const trm_Reference *)((const char *)named->entry->data + field->offset);
    if (field->type == TRM_FIELD_REFERENCE) resolve(names, &path, reference, field->choices);
    if (field->type == TRM_FIELD_STATIONS) {
      const trm_Stations *stations = (const trm_Stations *)((const char *)named->entry->data + field->offset);
      for (int i = 0; i < stations->count; i++) resolve(names, &path, &stations->names[i], field->choices);
    }
    if (field->type == TRM_FIELD_NAMES) {
      const trm_Names *list = (const trm_Names *)((const char *)named->entry->data + field->offset);
      for (int i = 0; i < list->count; i++) resolve(names, &path, &list->items[i], field->choices);
    }
    if (field->type != TRM_FIELD_PAIR) continue;
    resolve(names, &path, &reference[0], field->choices);
    resolve(names, &path, &reference[1], field->choices);
    check_pair(names, &path, reference);
  }
}

/* ---- what tables cannot say -------------------------------------------------------------------------------------- */

/* "force, moment and bryan": what can be observed of something, and (alone) of nothing else */
static const char *quantities_of(const Names *names, unsigned of, bool alone) {
  const char *text = "", *last = NULL;
  for (int q = 0; q < trm_quantity_kind_count && text; q++) {
    const trm_QuantityKind *kind = trm_quantity_kinds[q];
    if (!(alone ? kind->of == of : kind->of & of)) continue;
    if (last) text = trm_arena_text(names->binding->arena, "%s%s%s", text, *text ? ", " : "", last);
    last = kind->name;
  }
  if (text && last) text = trm_arena_text(names->binding->arena, "%s%s%s", text, *text ? " and " : "", last);
  return text ? text : "";
}

static void check_output(Names *names, const trm_Entry *entry) {
  const trm_OutputDef *output = entry->data;
  trm_Path own = {NULL, "output", entry->name, 0};
  if (output && output->of.name && !trm_meant(output, offsetof(trm_OutputDef, quantity)))
    names->good = trm_complain(names->binding, &own, entry->place, ": missing key \"quantity\"");
  if (!output || !output->of.name || !trm_given(output, offsetof(trm_OutputDef, quantity))) return;
  const Named *found = find_name(names, output->of.name);
  bool joint = found && strcmp(found->what, "joint") == 0;
  bool beam = is_beam_point(names, output->of.name);
  bool placed = strcmp(output->of.name, "ground") == 0 || beam ||
                (found && (strcmp(found->what, "body") == 0 || strcmp(found->what, "marker") == 0));
  const trm_QuantityKind *kind = trm_quantity_kinds[output->quantity];
  trm_Path path = {NULL, "output", entry->name, 0};
  trm_Place place = trm_place_of(output, offsetof(trm_OutputDef, quantity));
  if (!(kind->of & TRM_OF_PLACE) && placed && !(kind->of & TRM_OF_BEAM && beam))
    names->good = trm_complain(names->binding, &path, place, ": %s %s of a %s, and \"%s\" is none",
                               quantities_of(names, kind->of, true), kind->of & TRM_OF_BEAM ? "is that" : "are those",
                               kind->of & TRM_OF_BEAM ? "point of a beam" : "joint", output->of.name);
  if (!kind->sided && trm_given(output, offsetof(trm_OutputDef, side)))
    names->good = trm_complain(names->binding, &path, trm_place_of(output, offsetof(trm_OutputDef, side)),
                               ": only internal-force has a side");
  if (!kind->turns && !kind->framed && trm_given(output, offsetof(trm_OutputDef, frame)))
    names->good =
        trm_complain(names->binding, &path, trm_place_of(output, offsetof(trm_OutputDef, frame)),
                     ": %s has axes of its own: frame is for vectors of motions and for reactions", kind->name);
  if (!(kind->of & TRM_OF_JOINT) && joint)
    names->good = trm_complain(names->binding, &path, place, ": a joint has only %s, \"%s\" is a joint",
                               quantities_of(names, TRM_OF_JOINT, false), output->of.name);
}

/* Loads per length belong to whole beams, all others to points. */
static void check_load(Names *names, const trm_Entry *entry) {
  const trm_LoadDef *load = entry->data;
  if (!load || !load->on.name) return;
  bool along = trm_given(load, offsetof(trm_LoadDef, force_per_length)) ||
               trm_given(load, offsetof(trm_LoadDef, moment_per_length));
  bool point = trm_given(load, offsetof(trm_LoadDef, force)) || trm_given(load, offsetof(trm_LoadDef, moment));
  const Named *found = find_name(names, load->on.name);
  bool beam = found && strcmp(found->what, "beam") == 0;
  trm_Path path = {NULL, "load", entry->name, 0};
  if (along && !beam && (found || is_beam_point(names, load->on.name)))
    names->good = trm_complain(names->binding, &path, load->on.place,
                               ": a load per length acts on a whole beam, and \"%s\" is none", load->on.name);
  if (point && !along && beam)
    names->good =
        trm_complain(names->binding, &path, load->on.place,
                     ": a force acts on a point of the beam (%s.start, %s.end, %s@0.5), a load along the beam is "
                     "given by force-per-length",
                     load->on.name, load->on.name, load->on.name);
}

static bool oriented_marker(const Names *names, const char *name) {
  const Named *found = name ? find_name(names, name) : NULL;
  if (!found || strcmp(found->what, "marker") != 0) return false;
  return !found->entry->data || trm_given(found->entry->data, offsetof(trm_MarkerDef, orientation));
}

/* A joint that may be given an axis needs one, or a marker that has it (in a planar model z may serve:
   freeze_joints.c). */
static void check_axis(Names *names, const trm_Entry *entry) {
  const trm_JointDef *joint = entry->data;
  bool can = false;
  for (int f = 0; joint && f < entry->table->field_count; f++)
    can |= entry->table->fields[f].offset == offsetof(trm_JointDef, axis);
  if (!can || trm_meant(joint, offsetof(trm_JointDef, axis)) || trm_meant(joint, offsetof(trm_JointDef, orientation)))
    return;
  if (oriented_marker(names, joint->between[0].name) || oriented_marker(names, joint->between[1].name)) return;
  trm_Path path = {NULL, "joint", entry->name, 0};
  names->good = trm_complain(names->binding, &path, joint->bound.place,
                             ": missing key \"axis\" or \"orientation\" (or a marker with an orientation)");
}

static bool check_model(const trm_Binding *binding, const trm_ModelDef *model) {
  Names names = {.binding = binding, .good = true};
  if (!collect_names(&names, model)) return false;
  check_reserved(&names);
  check_unique(&names);
  for (int i = 0; i < names.count; i++) check_references(&names, &names.items[i]);
  for (int i = 0; i < model->outputs.count; i++) check_output(&names, &model->outputs.items[i]);
  for (int i = 0; i < model->loads.count; i++) check_load(&names, &model->loads.items[i]);
  for (int i = 0; model->space == 0 && i < model->joints.count; i++) check_axis(&names, &model->joints.items[i]);
  return names.good;
}

/* Keys of another version of the language would give many errors that say nothing. */
static bool read_version(trm_Binding *binding, const trm_Value *root) {
  const trm_Value *version = trm_value_get(root, "trammel");
  double number;
  binding->version = 1;
  if (!version || version->kind != TRM_VALUE_SCALAR || !trm_plain_number(version->text, &number)) return true;
  if (number == 1 || number == TRM_LANGUAGE_VERSION) return binding->version = (int)number, true;
  static const char *const reads = "this is trammel " TRM_VERSION ", which reads versions 1 and";
  if (number > TRM_LANGUAGE_VERSION)
    return trm_complain(binding, NULL, version->place, "version %s of the model language needs a newer trammel: %s %d",
                        version->text, reads, TRM_LANGUAGE_VERSION);
  return trm_complain(binding, NULL, version->place, "there is no version %s of the model language: %s %d",
                      version->text, reads, TRM_LANGUAGE_VERSION);
}

/* Names of parts that have a - in them: formulas that name what moves must not take it for a minus. */
static bool list_dashed(trm_Binding *binding, const trm_Value *root) {
  static const char *const sections[] = {"bodies", "markers", "joints", "springs", "beams"};
  int room = 0, count = 0;
  const trm_Value *maps[TRM_COUNT(sections)];
  for (int s = 0; s < TRM_COUNT(sections); s++) {
    maps[s] = trm_value_get(root, sections[s]);
    if (maps[s] && maps[s]->kind != TRM_VALUE_MAP) maps[s] = NULL;
    room += maps[s] ? maps[s]->count : 0;
  }
  const char **names = TRM_ARENA_NEW(binding->arena, const char *, room);
  for (int s = 0; names && s < TRM_COUNT(sections); s++)
    for (int i = 0; maps[s] && i < maps[s]->count; i++)
      if (strchr(maps[s]->keys[i], '-'))
        names[count++] = trm_arena_text(binding->arena, "%s", maps[s]->keys[i]); /* formulas over channels outlive it */
  binding->dashed = names, binding->dashed_count = count;
  return names != NULL && !binding->arena->failed;
}

bool trm_define(const trm_Spec *spec, trm_JointRegistry registry, trm_Arena *arena, trm_Diagnostics *diagnostics,
                trm_ModelDef *out) {
  return trm_define_noting(spec, registry, &(trm_Binding){.arena = arena, .diagnostics = diagnostics}, out);
}

bool trm_define_noting(const trm_Spec *spec, trm_JointRegistry registry, const trm_Binding *start, trm_ModelDef *out) {
  trm_Binding binding = *start;
  trm_Arena *arena = binding.arena;
  trm_Diagnostics *diagnostics = binding.diagnostics;
  const trm_FieldTable *table = trm_model_table(arena, registry, spec->root);
  trm_Parameters inputs = {0};
  trm_Definitions definitions = {0};
  *out = (trm_ModelDef){0};
  if (table && !read_version(&binding, spec->root)) return false;
  bool good = table && trm_read_definitions(spec->root, arena, diagnostics, &definitions);
  binding.constants = definitions.parameters.names;
  binding.constant_values = definitions.parameters.values;
  binding.constant_count = definitions.parameters.count;
  binding.functions = definitions.functions;
  binding.function_count = definitions.function_count;
  good = table && trm_read_inputs(trm_value_get(spec->root, "inputs"), &binding, &inputs) && good;
  binding.inputs = inputs.names;
  binding.input_values = inputs.values;
  binding.input_count = inputs.count;
  trm_FoundNames found = {0};
  binding.found = &found;
  trm_ModelDef early = {0};
  if (!table || !list_dashed(&binding, spec->root) || !trm_read_signals(spec->root, &binding, &early)) {
    if (arena->failed) trm_report(diagnostics, TRM_ERROR, TRM_NO_PLACE, "out of memory");
    return false;
  }
  good = table && trm_bind(&binding, spec->root, table, "", out) && good;
  out->named = found, out->signal_list = early.signal_list, out->signal_count = early.signal_count;
  out->symbols = trm_binding_symbols(&binding);
  if (out->bound.table) out->shown = trm_shown_names(out, arena);
  good = out->bound.table && check_model(&binding, out) && good;
  good = out->bound.table && trm_check_analyses(&binding, out, trm_value_get(spec->root, "analysis")) && good;
  if (arena->failed) trm_report(diagnostics, TRM_ERROR, TRM_NO_PLACE, "out of memory");
  return good && !arena->failed;
}
