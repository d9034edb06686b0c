/* The order in which parameters, functions and tables follow from each other, circles refused, and their values. */
#include "build/parameters.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "math/expression.h"
#include "model/fields_read.h"

enum { MOST_PARAMETERS = 10000 };

typedef enum State { UNTOUCHED, OPEN, DONE } State;

/* The sections that define names, in this order: parameters come first, so that item i is constant i. */
typedef enum Section { PARAMETER, FUNCTION, TABLE, SECTIONS } Section;

static const trm_Path section_path[SECTIONS] = {
    {NULL, "parameters", NULL, 0}, {NULL, "functions", NULL, 0}, {NULL, "tables", NULL, 0}};
static const char *const section_what[SECTIONS] = {"parameter", "function", "table"};
static const trm_Path inputs_path = {NULL, "inputs", NULL, 0};

/* Something with a name. */
typedef struct Item {
  Section section;
  const char *name;
  const trm_Value *value;
  trm_Place place;  /* of the name */
  const char *text; /* the words that it is written with */
  State state;
  bool failed; /* it has no value, which was said */
} Item;

typedef struct Named {
  const char *name;
  int index;
} Named;

/* A depth-first walk along "is written with": an item is evaluated when all that it is written with are. */
typedef struct Walk {
  trm_Binding binding;
  Item *items;
  int count, parameter_count;
  double *values;             /* of the parameters */
  trm_OwnFunction *functions; /* the others: item i is function i - parameter_count */
  Named *sorted;
  int *stack;   /* open items, each written with the next */
  int *offsets; /* how far the text of each open one was searched */
  int depth;
  bool good;
} Walk;

static void fail(Walk *walk, int index) {
  if (index < walk->parameter_count) walk->values[index] = NAN;
  walk->items[index].failed = true, walk->good = false;
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
                        ": \"%s\" cannot be a name: it must be letters, digits and _, starting with a letter or _",
                        name);
  if (trm_expression_reserved(name) || strcmp(name, "pi") == 0)
    return trm_complain(binding, path, place, ": \"%s\" has a meaning of its own in expressions", name);
  return true;
}

static int compare_named(const void *a, const void *b) {
  const Named *first = a, *second = b;
  int order = strcmp(first->name, second->name);
  return order ? order : (first->index > second->index) - (first->index < second->index);
}

/* The item with the name text[0 .. length-1], or -1. */
static int find(const Walk *walk, const char *text, int length) {
  int low = 0, high = walk->count;
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

/* The next item that is named in a text from *offset on, -1 when there is none. */
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
    if (i - from < 10) trm_text_format(&chain, "%s -> ", walk->items[walk->stack[i]].name);
    if (i - from == 10) trm_text_add(&chain, "... -> ");
    fail(walk, walk->stack[i]);
  }
  const Item *item = &walk->items[again];
  trm_complain(&walk->binding, &section_path[item->section], item->place, ": \"%s\" is written with itself: %s%s",
               item->name, chain.data ? chain.data : "", item->name);
  trm_text_free(&chain);
}

/* ---- values ------------------------------------------------------------------------------------------------------ */

static bool evaluate_parameter(const Walk *walk, const Item *item, double *out) {
  trm_Field field = {.key = item->name, .type = TRM_FIELD_NUMBER, .unit = ""};
  trm_Path path = {&section_path[PARAMETER], item->name, NULL, 0};
  trm_Slot target = {&walk->binding, &path, &field};
  if (item->value->kind == TRM_VALUE_NULL) return trm_complain(&walk->binding, &path, item->place, " has no value");
  return trm_read_number(&target, item->value, out);
}

typedef struct FunctionForm {
  trm_Bound bound;
  trm_Names of;
  const char *value;
} FunctionForm;

static const char *const any_word[] = {"variable of its own", NULL};

static const trm_Field function_fields[] = {
    {TRM_KEY(FunctionForm, of, "of", TRM_FIELD_NAMES), .unit = "", .flags = TRM_REQUIRED, .choices = any_word,
     .doc = "the arguments, at most four"},
    {TRM_KEY(FunctionForm, value, "value", TRM_FIELD_TEXT), .unit = "", .flags = TRM_REQUIRED,
     .doc = "an expression in the arguments, the parameters and other functions; the time comes as an argument too"},
};

const trm_FieldTable trm_own_function_table = {.name = "function",
                                               .definition = "own-function",
                                               .doc = "A function of the model, called in any formula as quintic(t/T).",
                                               .size = sizeof(FunctionForm),
                                               .fields = function_fields,
                                               .field_count = TRM_COUNT(function_fields),
                                               .example = "functions:\n"
                                                          "  quintic: {of: [s], value: \"10*s^3 - 15*s^4 + 6*s^5\"}\n"
                                                          "  rise: {of: [t, T], value: \"quintic(clamp(t/T, 0, 1))\"}"};

/* Arguments must be words that mean nothing else. */
static bool check_arguments(const Walk *walk, const trm_Path *path, const trm_Names *of) {
  bool good = of->count <= TRM_EXPRESSION_VARIABLES;
  if (!good)
    return trm_complain(&walk->binding, path, of->items[TRM_EXPRESSION_VARIABLES].place,
                        ".of: at most %d arguments are allowed, not %d", TRM_EXPRESSION_VARIABLES, of->count);
  for (int k = 0; k < of->count; k++) {
    const char *name = of->items[k].name;
    int other = find(walk, name, (int)strlen(name));
    good &= check_name(&walk->binding, path, name, of->items[k].place);
    if (other >= 0)
      good = trm_complain(&walk->binding, path, of->items[k].place,
                          ": \"%s\" is an argument here and a %s of the model; rename one of them", name,
                          section_what[walk->items[other].section]);
    for (int before = 0; before < k; before++)
      if (strcmp(of->items[before].name, name) == 0)
        good = trm_complain(&walk->binding, path, of->items[k].place, ": two arguments are called \"%s\"", name);
  }
  return good;
}

/* A name that is known elsewhere, as the time or what moves: how a function comes by it. */
static void tell_arguments(trm_ExpressionError *error) {
  size_t used = strlen(error->message);
  if (!error->unknown || strstr(error->message, "did you mean")) return;
  snprintf(error->message + used, sizeof error->message - used,
           "; a function knows its arguments and parameters: make it one of `of`, and call the function with it");
}

static bool evaluate_function(const Walk *walk, const Item *item, trm_OwnFunction *out) {
  const trm_Binding *binding = &walk->binding;
  FunctionForm form = {0};
  trm_Path path = {NULL, "function", item->name, 0}, value_path = {&path, "value", NULL, 0};
  if (!trm_bind_nested(binding, item->value, &trm_own_function_table, &path, item->place, &form)) return false;
  if (!check_arguments(walk, &path, &form.of)) return false;
  const char *arguments[TRM_EXPRESSION_VARIABLES];
  for (int k = 0; k < form.of.count; k++) arguments[k] = form.of.items[k].name;
  trm_Symbols symbols = trm_binding_symbols(binding);
  symbols.variables = arguments, symbols.variable_count = form.of.count;
  trm_ExpressionError error = {0};
  trm_Slot target = {binding, &value_path, &function_fields[1]};
  out->arguments = form.of.count;
  out->body = trm_expression_compile(binding->arena, form.value, strlen(form.value), &symbols, &error);
  if (binding->arena->failed) return false;
  if (!out->body) tell_arguments(&error);
  return out->body || trm_expression_error(&target, trm_value_get(item->value, "value"), &error);
}

static bool evaluate_table(const Walk *walk, const Item *item, trm_OwnFunction *out) {
  trm_Path path = {NULL, "table", item->name, 0};
  trm_Slot target = {&walk->binding, &path, NULL};
  return trm_read_named_table(&target, item->value, item->place, out);
}

/* All that the item is written with have their values. */
static void evaluate(Walk *walk, int index) {
  const Item *item = &walk->items[index];
  bool good = true;
  if (item->section == PARAMETER && isnan(walk->values[index])) return; /* part of a circle */
  if (item->section == PARAMETER) {
    good = evaluate_parameter(walk, item, &walk->values[index]);
  } else {
    trm_OwnFunction *own = &walk->functions[index - walk->parameter_count], made = {.name = own->name, .arguments = 1};
    good = (item->section == FUNCTION ? evaluate_function : evaluate_table)(walk, item, &made);
    if (good && !item->failed) *own = made; /* part of a circle */
  }
  if (!good) fail(walk, index);
}

/* ---- the walk itself --------------------------------------------------------------------------------------------- */

static void push(Walk *walk, int index) {
  walk->items[index].state = OPEN;
  walk->stack[walk->depth] = index;
  walk->offsets[walk->depth++] = 0;
}

static void resolve(Walk *walk, int start) {
  if (walk->items[start].state == UNTOUCHED) push(walk, start);
  while (walk->depth > 0) {
    int top = walk->depth - 1, index = walk->stack[top];
    int used = next_used(walk, walk->items[index].text, &walk->offsets[top]);
    if (used < 0) {
      evaluate(walk, index);
      walk->items[index].state = DONE;
      walk->depth--;
    } else if (walk->items[used].state == OPEN)
      report_cycle(walk, used);
    else if (walk->items[used].state == UNTOUCHED)
      push(walk, used);
  }
}

static bool allocate(Walk *walk, trm_Arena *arena) {
  int functions = walk->count - walk->parameter_count;
  walk->items = TRM_ARENA_NEW(arena, Item, walk->count);
  walk->values = TRM_ARENA_NEW(arena, double, walk->parameter_count);
  walk->functions = TRM_ARENA_NEW(arena, trm_OwnFunction, functions);
  walk->sorted = TRM_ARENA_NEW(arena, Named, walk->count);
  walk->stack = TRM_ARENA_NEW(arena, int, walk->count);
  walk->offsets = TRM_ARENA_NEW(arena, int, walk->count);
  return !arena->failed;
}

/* The words of a table: its scalars that are no plain numbers. */
static void add_words(trm_Text *text, const trm_Value *value) {
  double number;
  if (value->kind == TRM_VALUE_SCALAR && !trm_plain_number(value->text, &number))
    trm_text_format(text, "%s ", value->text);
  for (int i = 0; i < value->count; i++) add_words(text, value->items[i]);
}

/* keys of a table that hold no numbers: their words are not names */
static const char *words_of_table(trm_Arena *arena, const trm_Value *value) {
  static const char *const numbers[] = {"table", "x", "y", "values"};
  trm_Text text = {0};
  if (value->kind == TRM_VALUE_LIST) add_words(&text, value);
  for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
    const trm_Value *part = trm_value_get(value, numbers[k]);
    if (part) add_words(&text, part);
  }
  const char *words = trm_arena_copy(arena, text.data ? text.data : "", text.length);
  trm_text_free(&text);
  return words ? words : "";
}

static const char *words_of(trm_Arena *arena, Section section, const trm_Value *value) {
  if (section == TABLE) return words_of_table(arena, value);
  const trm_Value *text = section == PARAMETER ? value : trm_value_get(value, "value");
  return text && text->kind == TRM_VALUE_SCALAR ? text->text : "";
}

static bool take_names(Walk *walk, trm_Arena *arena, const trm_Value *const maps[SECTIONS]) {
  int index = 0;
  for (Section s = PARAMETER; s < SECTIONS; s++)
    for (int i = 0; maps[s] && i < maps[s]->count; i++, index++) {
      const trm_Value *map = maps[s];
      const char *name = trm_arena_copy(arena, map->keys[i], strlen(map->keys[i]));
      if (!name) return false;
      walk->items[index] =
          (Item){s, name, map->items[i], map->key_places[i], words_of(arena, s, map->items[i]), UNTOUCHED};
      walk->sorted[index] = (Named){name, index};
      if (s != PARAMETER) walk->functions[index - walk->parameter_count].name = name;
      if (!check_name(&walk->binding, &section_path[s], name, map->key_places[i])) walk->good = false;
    }
  qsort(walk->sorted, (size_t)walk->count, sizeof(Named), compare_named);
  for (int k = 1; k < walk->count; k++) {
    const Item *first = &walk->items[walk->sorted[k - 1].index], *second = &walk->items[walk->sorted[k].index];
    if (strcmp(first->name, second->name) == 0)
      walk->good =
          trm_complain(&walk->binding, &section_path[second->section], second->place,
                       ": \"%s\" is a %s already; choose another name", second->name, section_what[first->section]);
  }
  return !arena->failed;
}

static bool right_map(const trm_Binding *binding, const trm_Path *path, const trm_Value *map, const char *what) {
  char shown[TRM_HINT_SIZE];
  if (map->kind != TRM_VALUE_MAP)
    return trm_complain(binding, path, map->place, " must be a map from names to %s, not %s", what,
                        trm_shown(shown, map));
  if (map->count > MOST_PARAMETERS)
    return trm_complain(binding, path, map->place, ": at most %d are allowed, not %d", MOST_PARAMETERS, map->count);
  return true;
}

bool trm_read_definitions(const trm_Value *root, trm_Arena *arena, trm_Diagnostics *diagnostics, trm_Definitions *out) {
  static const char *const what[SECTIONS] = {"numbers", "maps", "maps"};
  Walk walk = {.binding = {.arena = arena, .diagnostics = diagnostics}, .good = true};
  const trm_Value *maps[SECTIONS];
  *out = (trm_Definitions){0};
  for (Section s = PARAMETER; s < SECTIONS; s++) {
    const trm_Value *map = trm_value_get(root, section_path[s].text);
    maps[s] = map && map->kind != TRM_VALUE_NULL ? map : NULL;
    if (maps[s] && !right_map(&walk.binding, &section_path[s], map, what[s])) walk.good = false, maps[s] = NULL;
    walk.count += maps[s] ? maps[s]->count : 0;
    if (s == PARAMETER) walk.parameter_count = walk.count;
  }
  const char **names = TRM_ARENA_NEW(arena, const char *, walk.parameter_count);
  if (!names || !allocate(&walk, arena) || !take_names(&walk, arena, maps)) return false;
  for (int i = 0; i < walk.parameter_count; i++) names[i] = walk.items[i].name;
  walk.binding.constants = names, walk.binding.constant_values = walk.values;
  walk.binding.constant_count = walk.parameter_count;
  walk.binding.functions = walk.functions, walk.binding.function_count = walk.count - walk.parameter_count;
  for (int i = 0; i < walk.count; i++) resolve(&walk, i);
  *out = (trm_Definitions){{walk.parameter_count, names, walk.values}, walk.functions, walk.binding.function_count};
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
  for (int c = 0; c < binding->function_count; c++)
    if (strcmp(name, binding->functions[c].name) == 0)
      return trm_complain(binding, &inputs_path, place, ": \"%s\" is a function already; choose another name", name);
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
  if (!right_map(binding, &inputs_path, map, "numbers")) return false;
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
