/* Binding and freezing again without the entries that are wrong, to find what they hide. */
#include "build/more_errors.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum {
  MOST_ROUNDS = 6,  /* of freezing; each stage of the checks needs one */
  MOST_PASSES = 32, /* names of names of names ...: longer chains than that are given up */
  MOST_PARTS = 20000
};

/* An entry of a section (a body, a joint, a parameter), or a key of the model that has none. */
typedef struct Part {
  const trm_Value *value;
  const char *name, *section; /* name NULL: a key by itself */
  trm_Place start;
  bool left_out;
} Part;

typedef struct Search {
  const trm_Spec *spec;
  trm_Arena arena;
  Part *parts; /* in the order of the text */
  int count;
  const char **names; /* of what is left out, sorted */
  int name_count;
} Search;

static int compare_places(trm_Place a, trm_Place b) { return a.line != b.line ? a.line - b.line : a.column - b.column; }

static int compare_parts(const void *a, const void *b) {
  return compare_places(((const Part *)a)->start, ((const Part *)b)->start);
}

/* sections with entries that have names are all maps but these */
static bool has_entries(const char *key, const trm_Value *value) {
  static const char *const single[] = {"analysis", "ground", "initial"};
  for (size_t i = 0; i < sizeof single / sizeof *single; i++)
    if (strcmp(key, single[i]) == 0) return false;
  return value->kind == TRM_VALUE_MAP && value->count > 0;
}

static bool find_parts(Search *search) {
  const trm_Value *root = search->spec->root;
  int room = 0;
  for (int i = 0; i < root->count; i++) room += has_entries(root->keys[i], root->items[i]) ? root->items[i]->count : 1;
  if (room > MOST_PARTS) return false;
  search->parts = TRM_ARENA_NEW(&search->arena, Part, room);
  search->names = TRM_ARENA_NEW(&search->arena, const char *, room);
  if (search->arena.failed) return false;
  for (int i = 0; i < root->count; i++) {
    const trm_Value *section = root->items[i];
    if (!has_entries(root->keys[i], section)) {
      search->parts[search->count++] = (Part){section, NULL, root->keys[i], root->key_places[i], false};
      continue;
    }
    for (int k = 0; k < section->count; k++)
      search->parts[search->count++] =
          (Part){section->items[k], section->keys[k], root->keys[i], section->key_places[k], false};
  }
  for (int i = 0; i < search->count; i++)
    if (search->parts[i].start.line <= 0) return false; /* made in code: nothing tells where an error belongs */
  qsort(search->parts, (size_t)search->count, sizeof(Part), compare_parts);
  return true;
}

/* the part in which a place lies, NULL: in none, or the model as a whole */
static Part *part_at(const Search *search, trm_Place place) {
  Part *found = NULL;
  if (place.line <= 0 || compare_places(place, search->spec->root->place) == 0) return NULL;
  for (int i = 0; i < search->count && compare_places(search->parts[i].start, place) <= 0; i++)
    found = &search->parts[i];
  return found;
}

/* ---- what names what is left out --------------------------------------------------------------------------------- */

static int compare_texts(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool in_name(char c) { return isalnum((unsigned char)c) || c == '_' || c == '-' || (unsigned char)c >= 0x80; }

static bool is_left_out(const Search *search, const char *word, size_t length) {
  char name[128];
  const char *key = name;
  if (length == 0 || length >= sizeof name) return false;
  memcpy(name, word, length);
  name[length] = 0;
  return bsearch(&key, search->names, (size_t)search->name_count, sizeof key, compare_texts) != NULL;
}

/* any of its words; a name with a minus sign also as the difference that an expression would read */
static bool text_names(const Search *search, const char *text) {
  for (const char *at = text; *at;) {
    size_t length = 0, part = 0;
    while (in_name(at[length])) length++;
    while (in_name(at[part]) && at[part] != '-') part++;
    if (is_left_out(search, at, length) || is_left_out(search, at, part)) return true;
    at += part > 0 ? part : 1;
  }
  return false;
}

static bool value_names(const Search *search, const trm_Value *value) {
  if (value->kind == TRM_VALUE_SCALAR) return text_names(search, value->text);
  for (int i = 0; i < value->count; i++) {
    bool names = value->kind == TRM_VALUE_MAP &&
                 strchr(value->keys[i], '.'); /* joint.coordinate; others are words of the language */
    if (names && text_names(search, value->keys[i])) return true;
    if (value_names(search, value->items[i])) return true;
  }
  return false;
}

static void list_names(Search *search) {
  search->name_count = 0;
  for (int i = 0; i < search->count; i++)
    if (search->parts[i].left_out && search->parts[i].name && strcmp(search->parts[i].name, "ground") != 0)
      search->names[search->name_count++] = search->parts[i].name;
  qsort(search->names, (size_t)search->name_count, sizeof *search->names, compare_texts);
}

/* false: the chain of names is too long */
static bool leave_out_more(Search *search) {
  for (int pass = 0; pass < MOST_PASSES; pass++) {
    bool more = false;
    list_names(search);
    for (int i = 0; i < search->count; i++) {
      Part *part = &search->parts[i];
      if (part->left_out || !value_names(search, part->value)) continue;
      part->left_out = more = true;
    }
    if (!more) return true;
  }
  return false;
}

/* ---- the model without them -------------------------------------------------------------------------------------- */

static bool is_in(const Search *search, const char *section, const char *name) {
  for (int i = 0; i < search->count; i++) {
    const Part *part = &search->parts[i];
    if (strcmp(part->section, section) == 0 && (!part->name || (name && strcmp(part->name, name) == 0)))
      return !part->left_out;
  }
  return false;
}

/* an analysis that every model could have stands for one with errors */
static trm_Value *plain_analysis(trm_Arena *arena, trm_Place place) {
  trm_Value *analysis = trm_value_new(arena, TRM_VALUE_MAP, place);
  if (!analysis) return NULL;
  trm_value_put(arena, analysis, "until", place, trm_value_scalar(arena, "1", 1, place));
  trm_value_put(arena, analysis, "step", place, trm_value_scalar(arena, "1", 1, place));
  return analysis;
}

static trm_Value *rest_of(const Search *search, const char *key, trm_Value *value, trm_Arena *arena) {
  if (!has_entries(key, value)) {
    if (is_in(search, key, NULL)) return value;
    return strcmp(key, "analysis") == 0 ? plain_analysis(arena, value->place) : NULL;
  }
  trm_Value *rest = trm_value_new(arena, TRM_VALUE_MAP, value->place);
  for (int i = 0; rest && i < value->count; i++)
    if (is_in(search, key, value->keys[i]))
      trm_value_put(arena, rest, value->keys[i], value->key_places[i], value->items[i]);
  return rest && rest->count > 0 ? rest : NULL;
}

static trm_Spec *make_rest(const Search *search) {
  trm_Spec *rest = trm_spec_make(search->spec->source);
  const trm_Value *root = search->spec->root;
  if (!rest) return NULL;
  rest->root->place = root->place;
  for (int i = 0; i < root->count; i++) {
    trm_Value *value = rest_of(search, root->keys[i], root->items[i], &rest->arena);
    if (value) trm_value_put(&rest->arena, rest->root, root->keys[i], root->key_places[i], value);
  }
  return rest;
}

/* ---- the search -------------------------------------------------------------------------------------------------- */

/* Leaves out the parts that have errors; with `heard`, errors of parts that were still in are added there. How many
   were left out. */
static int leave_out(Search *search, const trm_Diagnostics *found, trm_Diagnostics *heard) {
  int count = 0;
  for (int i = 0; i < trm_diagnostics_stored(found); i++) {
    const trm_Diagnostic *one = trm_diagnostics_get(found, i);
    Part *part = one->severity == TRM_ERROR ? part_at(search, one->place) : NULL;
    if (!part || (heard && part->left_out)) continue;
    if (heard) trm_report_again(heard, one);
    count += !part->left_out;
  }
  for (int i = 0; i < trm_diagnostics_stored(found); i++) {
    const trm_Diagnostic *one = trm_diagnostics_get(found, i);
    Part *part = one->severity == TRM_ERROR ? part_at(search, one->place) : NULL;
    if (part) part->left_out = true;
  }
  return count;
}

static int look_again(Search *search, trm_JointRegistry registry, trm_FreezeOnce freeze, trm_Diagnostics *diagnostics) {
  trm_Diagnostics *found = trm_diagnostics_new();
  trm_Spec *rest = make_rest(search);
  int more = 0;
  if (found && rest && !rest->arena.failed) {
    trm_model_free(freeze(rest, registry, found));
    more = leave_out(search, found, diagnostics);
  }
  trm_spec_destroy(rest);
  trm_diagnostics_free(found);
  return more;
}

/* Where not even all errors of the first look could be kept, or the language is another one, more would say nothing. */
static bool worth_it(const Search *search, const trm_Diagnostics *diagnostics) {
  if (trm_diagnostics_count(diagnostics, TRM_NOTE) > trm_diagnostics_stored(diagnostics)) return false;
  return search->count > 0 && is_in(search, "trammel", NULL);
}

void trm_more_errors(const trm_Spec *spec, trm_JointRegistry registry, trm_FreezeOnce freeze,
                     trm_Diagnostics *diagnostics) {
  Search search = {.spec = spec};
  if (diagnostics && spec->root->kind == TRM_VALUE_MAP && find_parts(&search) &&
      leave_out(&search, diagnostics, NULL) > 0 && worth_it(&search, diagnostics))
    for (int round = 0; round < MOST_ROUNDS && leave_out_more(&search); round++)
      if (look_again(&search, registry, freeze, diagnostics) == 0) break;
  trm_arena_free(&search.arena);
}
