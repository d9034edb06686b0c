/* Binding and freezing again without what is wrong, to find what it hides: first without the keys that have errors,
   with the rest of their entries; then without the entries. */
#include "build/more_errors.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "build/mend_maps.h"
#include "build/tables.h"

enum {
  MOST_ROUNDS = 12, /* of freezing; each stage of the checks needs one, with keys mended and with entries left out */
  MOST_MENDS = 100, /* as many as errors that are stored */
  MOST_PASSES = 32, /* names of names of names ...: longer chains than that are given up */
  MOST_PARTS = 20000,
  LONGEST_NAME = 127 /* that is looked for */
};

/* An entry of a section (a body, a joint, a parameter), or a key of the model that has none. */
typedef struct Part {
  const trm_Value *value;
  const char *name, *section; /* name NULL: a key by itself */
  trm_Place start;
  bool left_out;
  bool mended;   /* some of its keys are */
  bool doubtful; /* ... such that what follows for others may be another thing than what was meant */
} Part;

typedef struct Search {
  const trm_Spec *spec;
  trm_Arena arena;
  Part *parts; /* in the order of the text */
  int count;
  const char **names; /* of what is left out or doubtful, sorted */
  int name_count;
  const char *own;             /* the name of the part that is looked at: it may name itself */
  const trm_FieldTable *table; /* of a model */
  trm_Mend mends[MOST_MENDS];
  int mend_count;
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
      search->parts[search->count++] = (Part){section, NULL, root->keys[i], root->key_places[i], 0, 0, 0};
      continue;
    }
    for (int k = 0; k < section->count; k++)
      search->parts[search->count++] =
          (Part){section->items[k], section->keys[k], root->keys[i], section->key_places[k], 0, 0, 0};
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
  char name[LONGEST_NAME + 1];
  const char *key = name;
  if (length == 0 || length > LONGEST_NAME) return false;
  memcpy(name, word, length);
  name[length] = 0;
  if (search->own && strcmp(name, search->own) == 0) return false;
  return bsearch(&key, search->names, (size_t)search->name_count, sizeof key, compare_texts) != NULL;
}

/* any of its words; a name with a minus sign also as the difference that an expression would read */
static bool text_names(const Search *search, const char *text) {
  for (const char *at = text; *at;) {
    size_t length = 0, part = 0;
    while (length <= LONGEST_NAME && in_name(at[length])) length++;
    while (part < length && at[part] != '-') part++;
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
    if ((search->parts[i].left_out || search->parts[i].doubtful) && search->parts[i].name &&
        strcmp(search->parts[i].name, "ground") != 0)
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
      search->own = part->name;
      if (part->left_out || !value_names(search, part->value)) continue;
      part->left_out = more = true;
    }
    if (!more) return true;
  }
  return false;
}

/* ---- the model without them -------------------------------------------------------------------------------------- */

static const Part *part_of(const Search *search, const char *section, const char *name) {
  for (int i = 0; i < search->count; i++) {
    const Part *part = &search->parts[i];
    if (strcmp(part->section, section) == 0 && (!part->name || (name && strcmp(part->name, name) == 0))) return part;
  }
  return NULL;
}

static bool is_in(const Search *search, const char *section, const char *name) {
  const Part *part = part_of(search, section, name);
  return part && !part->left_out;
}

static trm_Value *mended_part(const Search *search, const Part *part, trm_Value *value, trm_Arena *arena) {
  return part->mended ? trm_mended(value, search->mends, search->mend_count, arena) : value;
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
    if (is_in(search, key, NULL)) return mended_part(search, part_of(search, key, NULL), value, arena);
    return strcmp(key, "analysis") == 0 ? plain_analysis(arena, value->place) : NULL;
  }
  trm_Value *rest = trm_value_new(arena, TRM_VALUE_MAP, value->place);
  for (int i = 0; rest && i < value->count; i++) {
    const Part *part = part_of(search, key, value->keys[i]);
    if (part && !part->left_out)
      trm_value_put(arena, rest, value->keys[i], value->key_places[i],
                    mended_part(search, part, value->items[i], arena));
  }
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

/* a word of the message in quotes */
static bool quotes(const char *message, const char *key) {
  size_t length = strlen(key);
  for (const char *at = message; (at = strstr(at, key)); at++)
    if (at > message && at[-1] == '"' && at[length] == '"') return true;
  return false;
}

/* What is said of a map with doubtful keys may follow from that: where it speaks of one, or of the map itself. */
static bool follows(const Search *search, const Part *part, const trm_MapItem *at, const char *message) {
  if (at->map && trm_is_mended(at, search->mends, search->mend_count)) return true; /* a key that was guessed */
  if (!part->doubtful) return false;
  if (!at->map || trm_doubtful_in(at, search->mends, search->mend_count)) return true;
  for (int m = 0; m < search->mend_count; m++)
    if (search->mends[m].doubtful && quotes(message, search->mends[m].map->keys[search->mends[m].item])) return true;
  return strstr(message, "missing key") != NULL;
}

static trm_MapItem item_of(const Search *search, const Part *part, trm_Place place) {
  for (int i = 0; search->table && i < search->table->field_count; i++)
    if (strcmp(search->table->fields[i].key, part->section) == 0)
      return trm_item_at(&search->table->fields[i], part->name != NULL, part->value, place);
  return (trm_MapItem){NULL, 0, NULL, NULL};
}

/* Without the key that has the error, or, where it has been mended before this round, without the part. */
static void mend(Search *search, Part *part, const trm_MapItem *at, int mended_before) {
  bool new_mend = at->map && trm_is_mended(at, search->mends + mended_before, search->mend_count - mended_before);
  if (new_mend) return;
  if (!at->map || search->mend_count == MOST_MENDS || trm_is_mended(at, search->mends, mended_before)) {
    part->left_out = true;
    return;
  }
  trm_Mend made = trm_mend_item(at, &search->arena);
  search->mends[search->mend_count++] = made;
  part->mended = true, part->doubtful = part->doubtful || made.doubtful;
}

/* Mends the parts that have errors; with `heard`, errors of parts that were still in are added there. How many parts
   are others than before. */
static int mend_parts(Search *search, const trm_Diagnostics *found, trm_Diagnostics *heard) {
  int count = 0, stored = trm_diagnostics_stored(found), mended_before = search->mend_count;
  for (int i = 0; heard && i < stored; i++) {
    const trm_Diagnostic *one = trm_diagnostics_get(found, i);
    Part *part = one->severity == TRM_ERROR ? part_at(search, one->place) : NULL;
    if (!part || part->left_out) continue;
    trm_MapItem at = item_of(search, part, one->place);
    if (!follows(search, part, &at, one->message)) trm_report_again(heard, one);
  }
  for (int i = 0; i < stored; i++) {
    const trm_Diagnostic *one = trm_diagnostics_get(found, i);
    Part *part = one->severity == TRM_ERROR ? part_at(search, one->place) : NULL;
    if (!part || part->left_out) continue;
    trm_MapItem at = item_of(search, part, one->place);
    mend(search, part, &at, mended_before);
    count++;
  }
  return count;
}

static int look_again(Search *search, trm_JointRegistry registry, trm_FreezeOnce freeze, trm_Diagnostics *diagnostics) {
  trm_Diagnostics *found = trm_diagnostics_new();
  trm_Spec *rest = make_rest(search);
  int more = 0;
  if (found && rest && !rest->arena.failed) {
    trm_model_free(freeze(rest, registry, found));
    more = mend_parts(search, found, diagnostics);
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

void trm_more_errors(const trm_Spec *spec, trm_JointRegistry registry, trm_FreezeOnce freeze, bool bound,
                     trm_Diagnostics *diagnostics) {
  Search search = {.spec = spec};
  bool looks = diagnostics && spec->root->kind == TRM_VALUE_MAP && find_parts(&search);
  if (looks) search.table = trm_model_table(&search.arena, registry, NULL);
  looks = looks && search.table && mend_parts(&search, diagnostics, NULL) > 0 && worth_it(&search, diagnostics);
  if (looks && !bound) look_again(&search, registry, freeze, diagnostics); /* keys of what names the mended too */
  if (looks)
    for (int round = 0; round < MOST_ROUNDS && leave_out_more(&search); round++)
      if (look_again(&search, registry, freeze, diagnostics) == 0) break;
  trm_arena_free(&search.arena);
}
