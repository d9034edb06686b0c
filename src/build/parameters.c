/* The order in which parameters follow from each other, circles refused, and their values. */
#include "build/parameters.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "math/expression.h"
#include "model/fields_read.h"

enum { MOST_PARAMETERS = 10000 };

typedef enum State { UNTOUCHED, OPEN, DONE } State;

typedef struct Named {
  const char *name;
  int index;
} Named;

/* A depth-first walk along "is written with": a parameter is evaluated when all that it is written with are. */
typedef struct Walk {
  trm_Binding binding;
  const trm_Value *map;
  const char **names;
  double *values;
  Named *sorted;
  State *states;
  int *stack;   /* open parameters, each written with the next */
  int *offsets; /* how far the text of each open one was searched */
  int depth;
  bool good;
} Walk;

static const trm_Path parameters_path = {NULL, "parameters", NULL, 0}, inputs_path = {NULL, "inputs", NULL, 0};

static void fail(Walk *walk, int index) {
  walk->values[index] = NAN;
  walk->good = false;
}

/* ---- names ------------------------------------------------------------------------------------------------------- */

static bool letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
static bool digit(char c) { return c >= '0' && c <= '9'; }

static int word_length(const char *text) {
  int length = 0;
  if (letter(*text))
    while (letter(text[length]) || digit(text[length])) length++;
  return length;
}

static bool check_name(const trm_Binding *binding, const trm_Path *path, const char *name, trm_Place place) {
  int length = (int)strlen(name);
  if (length == 0 || word_length(name) != length)
    return trm_complain(binding, path, place,
                        ": \"%s\" cannot be a name: it must be letters, digits and _, starting with a letter", name);
  if (trm_expression_reserved(name) || strcmp(name, "pi") == 0)
    return trm_complain(binding, path, place, ": \"%s\" has a meaning of its own in expressions", name);
  return true;
}

static int compare_named(const void *a, const void *b) {
  return strcmp(((const Named *)a)->name, ((const Named *)b)->name);
}

/* The parameter with the name text[0 .. length-1], or -1. */
static int find(const Walk *walk, const char *text, int length) {
  int low = 0, high = walk->map->count;
  while (low < high) {
    int middle = (low + high) / 2;
    int order = strncmp(walk->sorted[middle].name, text, (size_t)length);
    if (order == 0 && walk->sorted[middle].name[length]) order = 1;
    if (order == 0) return walk->sorted[middle].index;
    if (order < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return -1;
}

/* ---- the walk ---------------------------------------------------------------------------------------------------- */

/* The length of the number that starts here: its exponent's e is no name. */
static int number_length(const char *text) {
  int length = 0;
  while (digit(text[length]) || text[length] == '.') length++;
  if (text[length] != 'e' && text[length] != 'E') return length;
  int sign = text[length + 1] == '+' || text[length + 1] == '-';
  if (!digit(text[length + 1 + sign])) return length;
  for (length += 1 + sign; digit(text[length]);) length++;
  return length;
}

/* The next parameter in a text from *offset on, -1 when there is none. */
static int next_used(const Walk *walk, const char *text, int *offset) {
  while (text[*offset]) {
    const char *at = text + *offset;
    int length = digit(*at) || *at == '.' ? number_length(at) : word_length(at);
    *offset += length ? length : 1;
    int found = length && letter(*at) ? find(walk, at, length) : -1;
    if (found >= 0) return found;
  }
  return -1;
}

static void report_cycle(Walk *walk, int again) {
  trm_Text chain = {0};
  int from = walk->depth - 1;
  while (walk->stack[from] != again) from--;
  for (int i = from; i < walk->depth; i++) {
    if (i - from < 10) trm_text_format(&chain, "%s -> ", walk->names[walk->stack[i]]);
    if (i - from == 10) trm_text_add(&chain, "... -> ");
    fail(walk, walk->stack[i]);
  }
  trm_complain(&walk->binding, &parameters_path, walk->map->key_places[again], ": \"%s\" is written with itself: %s%s",
               walk->names[again], chain.data ? chain.data : "", walk->names[again]);
  trm_text_free(&chain);
}

/* All that the parameter is written with have their values. */
static void evaluate(Walk *walk, int index) {
  const trm_Value *value = walk->map->items[index];
  trm_Field field = {.key = walk->names[index], .type = TRM_FIELD_NUMBER, .unit = ""};
  trm_Path path = {&parameters_path, walk->names[index], NULL, 0};
  trm_Slot target = {&walk->binding, &path, &field};
  if (isnan(walk->values[index])) return;
  if (value->kind == TRM_VALUE_NULL) {
    trm_complain(&walk->binding, &path, walk->map->key_places[index], " has no value");
    fail(walk, index);
  } else if (!trm_read_number(&target, value, &walk->values[index]))
    fail(walk, index);
}

static void push(Walk *walk, int index) {
  walk->states[index] = OPEN;
  walk->stack[walk->depth] = index;
  walk->offsets[walk->depth++] = 0;
}

static void resolve(Walk *walk, int start) {
  if (walk->states[start] == UNTOUCHED) push(walk, start);
  while (walk->depth > 0) {
    int top = walk->depth - 1, index = walk->stack[top];
    const trm_Value *value = walk->map->items[index];
    int used = value->kind == TRM_VALUE_SCALAR ? next_used(walk, value->text, &walk->offsets[top]) : -1;
    if (used < 0) {
      evaluate(walk, index);
      walk->states[index] = DONE;
      walk->depth--;
    } else if (walk->states[used] == OPEN)
      report_cycle(walk, used);
    else if (walk->states[used] == UNTOUCHED)
      push(walk, used);
  }
}

static bool allocate(Walk *walk, trm_Arena *arena, int count) {
  walk->names = TRM_ARENA_NEW(arena, const char *, count);
  walk->values = TRM_ARENA_NEW(arena, double, count);
  walk->sorted = TRM_ARENA_NEW(arena, Named, count);
  walk->states = TRM_ARENA_NEW(arena, State, count);
  walk->stack = TRM_ARENA_NEW(arena, int, count);
  walk->offsets = TRM_ARENA_NEW(arena, int, count);
  return !arena->failed;
}

static bool take_names(Walk *walk, trm_Arena *arena) {
  const trm_Value *map = walk->map;
  for (int i = 0; i < map->count; i++) {
    walk->names[i] = trm_arena_copy(arena, map->keys[i], strlen(map->keys[i]));
    if (!walk->names[i]) return false;
    walk->sorted[i] = (Named){walk->names[i], i};
    if (!check_name(&walk->binding, &parameters_path, walk->names[i], map->key_places[i])) walk->good = false;
  }
  qsort(walk->sorted, (size_t)map->count, sizeof(Named), compare_named);
  return true;
}

static bool is_map_of_numbers(const trm_Binding *binding, const trm_Path *path, const trm_Value *map) {
  char shown[TRM_HINT_SIZE];
  if (map->kind != TRM_VALUE_MAP)
    return trm_complain(binding, path, map->place, " must be a map from names to numbers, not %s",
                        trm_shown(shown, map));
  if (map->count > MOST_PARAMETERS)
    return trm_complain(binding, path, map->place, ": at most %d are allowed, not %d", MOST_PARAMETERS, map->count);
  return true;
}

bool trm_read_parameters(const trm_Value *map, trm_Arena *arena, trm_Diagnostics *diagnostics, trm_Parameters *out) {
  Walk walk = {.binding = {.arena = arena, .diagnostics = diagnostics}, .map = map, .good = true};
  *out = (trm_Parameters){0};
  if (!map || map->kind == TRM_VALUE_NULL) return true;
  if (!is_map_of_numbers(&walk.binding, &parameters_path, map)) return false;
  if (!allocate(&walk, arena, map->count) || !take_names(&walk, arena)) return false;
  walk.binding.constants = walk.names;
  walk.binding.constant_values = walk.values;
  walk.binding.constant_count = map->count;
  for (int i = 0; i < map->count; i++) resolve(&walk, i);
  *out = (trm_Parameters){map->count, walk.names, walk.values};
  return walk.good && !arena->failed;
}

/* ---- inputs ------------------------------------------------------------------------------------------------------ */

static bool check_input_name(const trm_Binding *binding, const char *name, trm_Place place) {
  if (!check_name(binding, &inputs_path, name, place)) return false;
  if (strcmp(name, "t") == 0)
    return trm_complain(binding, &inputs_path, place, ": \"t\" is the time; choose another name");
  for (int c = 0; c < binding->constant_count; c++)
    if (strcmp(name, binding->constants[c]) == 0)
      return trm_complain(binding, &inputs_path, place, ": \"%s\" is a parameter already; choose another name", name);
  return true;
}

static bool read_input(const trm_Binding *binding, const trm_Value *map, int index, double *out) {
  trm_Field field = {.key = map->keys[index], .type = TRM_FIELD_NUMBER, .unit = ""};
  trm_Path path = {&inputs_path, field.key, NULL, 0};
  trm_Slot target = {binding, &path, &field};
  if (map->items[index]->kind == TRM_VALUE_NULL)
    return trm_complain(binding, &path, map->key_places[index], " has no value at the start");
  return trm_read_number(&target, map->items[index], out);
}

bool trm_read_inputs(const trm_Value *map, const trm_Binding *binding, trm_Parameters *out) {
  bool good = true;
  *out = (trm_Parameters){0};
  if (!map || map->kind == TRM_VALUE_NULL) return true;
  if (!is_map_of_numbers(binding, &inputs_path, map)) return false;
  const char **names = TRM_ARENA_NEW(binding->arena, const char *, map->count);
  double *values = TRM_ARENA_NEW(binding->arena, double, map->count);
  for (int i = 0; names && values && i < map->count; i++) {
    names[i] = trm_arena_copy(binding->arena, map->keys[i], strlen(map->keys[i]));
    if (!names[i]) return false;
    good &= check_input_name(binding, names[i], map->key_places[i]);
    good &= read_input(binding, map, i, &values[i]);
  }
  if (!binding->arena->failed) *out = (trm_Parameters){map->count, names, values};
  return good && !binding->arena->failed;
}
