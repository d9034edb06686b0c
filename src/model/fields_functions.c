/* Readers of functions: a number, an expression in the variables of the place, or a table; and of tables with names. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/report.h"
#include "model/fields_read.h"

/* ---- expressions ------------------------------------------------------------------------------------------------- */

enum { NAME_SIZE = 32 };

/* "phi rate t" as separate names; returns how many */
static int split_variables(const char *list, char names[][NAME_SIZE], const char **variables) {
  int count = 0;
  while (list && *list && count < TRM_EXPRESSION_VARIABLES) {
    size_t length = strcspn(list, " ");
    snprintf(names[count], NAME_SIZE, "%.*s", (int)length, list);
    variables[count] = names[count];
    count++;
    list += length + strspn(list + length, " ");
  }
  return count;
}

static bool hides(const trm_Slot *target, const trm_Value *value, const char *name, const char *what) {
  return trm_complain(target->binding, target->path, value->place,
                      ": \"%s\" is a variable here and %s of the model; rename the %s", name, what,
                      strchr(what, ' ') + 1);
}

/* A parameter or an input with the name of a variable would be hidden by it. */
static bool check_hidden(const trm_Slot *target, const trm_Value *value, const trm_Expression *expression,
                         const trm_Symbols *symbols) {
  for (int v = 0; v < symbols->variable_count; v++) {
    const char *name = symbols->variables[v];
    if (!trm_expression_uses(expression, v)) continue;
    for (int c = 0; c < symbols->constant_count; c++)
      if (strcmp(name, symbols->constants[c]) == 0) return hides(target, value, name, "a parameter");
    for (int c = 0; c < symbols->input_count; c++)
      if (strcmp(name, symbols->inputs[c]) == 0) return hides(target, value, name, "an input");
    for (int c = 0; c < symbols->signal_count; c++)
      if (strcmp(name, symbols->signals[c].name) == 0) return hides(target, value, name, "a signal");
  }
  return true;
}

/* A name that resembles none: what the formula may use instead. */
static void tell_known(const trm_Slot *target, const trm_Value *value, const trm_Symbols *symbols,
                       trm_ExpressionError *error) {
  if (strncmp(error->message, "unknown name", 12) != 0 || strstr(error->message, "did you mean")) return;
  size_t used = strlen(error->message), room = sizeof error->message;
  for (int v = 0; v < symbols->variable_count && used < room; v++)
    used += (size_t)snprintf(error->message + used, room - used, "%s%s",
                             v == 0                             ? "; a formula here knows "
                             : v + 1 == symbols->variable_count ? " and "
                                                                : ", ",
                             symbols->variables[v]);
  if (symbols->names_known && used < room)
    used += (size_t)snprintf(error->message + used, room - used,
                             ", and what moves, as in hinge.phi (`trammel describe names`)");
  bool elsewhere = memchr(value->text + error->offset, '.', (size_t)error->span) != NULL;
  if (elsewhere && !target->field->otherwise && used < room)
    snprintf(error->message + used, room - used,
             "; what moves elsewhere may be named in laws on coordinates and in loads");
}

bool trm_keep_names(const trm_Binding *binding, const trm_Value *value, trm_Function *out) {
  const trm_ExpressionName *names = trm_expression_names(out->expression, &out->named_count);
  trm_Place *places = TRM_ARENA_NEW(binding->arena, trm_Place, out->named_count);
  trm_FoundNames *found = binding->found;
  for (int k = 0; places && k < out->named_count; k++) {
    places[k] = trm_place_within(value, names[k].offset, names[k].span);
    if (!names[k].text || !found) continue;
    if (found->count == found->room) {
      int room = found->room ? 2 * found->room : 16;
      trm_Reference *items = TRM_ARENA_NEW(binding->arena, trm_Reference, room);
      if (!items) return false;
      if (found->count) memcpy(items, found->items, sizeof *items * (size_t)found->count);
      found->items = items, found->room = room;
    }
    found->items[found->count++] = (trm_Reference){names[k].text, places[k]};
  }
  out->places = places;
  return !binding->arena->failed;
}

static bool compile_function(const trm_Slot *target, const trm_Value *value, trm_Function *out) {
  const trm_Binding *binding = target->binding;
  char names[TRM_EXPRESSION_VARIABLES][NAME_SIZE];
  const char *variables[TRM_EXPRESSION_VARIABLES];
  int count = split_variables(target->field->variables, names, variables);
  bool timed = count > 0 && strcmp(variables[count - 1], "t") == 0;
  trm_Symbols symbols = trm_binding_symbols(binding);
  symbols.variables = variables;
  symbols.variable_count = count;
  symbols.inputs_known = timed;
  symbols.names_known = (target->field->flags & TRM_NAMING) != 0;
  trm_ExpressionError error = {0};
  trm_Expression *expression =
      trm_expression_compile(binding->arena, value->text, strlen(value->text), &symbols, &error);
  if (binding->arena->failed) return false;
  if (!expression) tell_known(target, value, &symbols, &error);
  if (!expression) return trm_expression_error(target, value, &error);
  if (!check_hidden(target, value, expression, &symbols)) return false;
  if (trm_expression_constant(expression, &out->constant))
    return isfinite(out->constant) || trm_not_finite(target, value, out->constant);
  out->expression = expression;
  return trm_keep_names(binding, value, out);
}

/* ---- tables ------------------------------------------------------------------------------------------------------ */

/* A table as it is written, of one variable or of two. */
typedef struct TableForm {
  trm_Bound bound;
  trm_Numbers points;
  const char *file;
  trm_Names columns;
  int interpolation;
  const char *over;
  trm_Numbers x, y;
  trm_Rows values;
} TableForm;

#define TABLE_KEY(member, name, kind) TRM_KEY(TableForm, member, name, kind), .unit = ""

static const char *const column[] = {"column of the file", NULL};

/* One list: a table without a name has all keys but those of two variables, one with a name all but the first. */
static const trm_Field table_keys[] = {
    {TABLE_KEY(over, "of", TRM_FIELD_TEXT), .also = "over",
     .doc = "the variable that x stands for, such as t; where there are several, it must be said (in version 1 of the "
            "language, by default, it is the first one, which of a force in a joint is the joint's coordinate and not "
            "the time); `over` is the same key"},
    {TABLE_KEY(points, "table", TRM_FIELD_POINTS),
     .doc = "points [x, y] of the function, x increasing; beyond the ends the end values hold"},
    {TABLE_KEY(file, "file", TRM_FIELD_TEXT),
     .doc = "a text file of columns (comma, semicolon, tab or blanks between them; # begins a comment) in the folder "
            "of the model or below it: its first two columns, or those of `columns`"},
    {TABLE_KEY(columns, "columns", TRM_FIELD_NAMES), .choices = column,
     .doc = "which two columns of the file are x and y, by the names in its first line or by numbers from 1"},
    {TABLE_KEY(interpolation, "interpolation", TRM_FIELD_CHOICE), .fallback = "linear", .choices = trm_interpolations,
     .doc = "straight lines; cubic: the natural spline with continuous second derivatives, which may swing beyond its "
            "points; akima: continuous slopes, swings little; monotone: continuous slopes, never beyond two "
            "neighbouring points"},
    {TABLE_KEY(x, "x", TRM_FIELD_NUMBERS), .doc = "of a table of two variables: places of the first, increasing"},
    {TABLE_KEY(y, "y", TRM_FIELD_NUMBERS), .doc = "... places of the second"},
    {TABLE_KEY(values, "values", TRM_FIELD_ROWS),
     .doc = "... a row for each x with a number for each y; beyond the rectangle the values of its border hold; "
            "interpolation: linear or cubic"},
};

enum { OF_TWO_VARIABLES = 3 };

static const trm_Rule table_rules[] = {{TRM_RULE_ONE, "table file"}, {TRM_RULE_NEEDS, "columns file"}};

const trm_FieldTable trm_function_table = {.name = "function",
                                           .definition = "function-table",
                                           .doc = "A table of one of the function's variables.",
                                           .size = sizeof(TableForm),
                                           .fields = table_keys,
                                           .field_count = TRM_COUNT(table_keys) - OF_TWO_VARIABLES,
                                           .example =
                                               "force: {table: [[0, 0], [0.1, 50], [0.2, 400]], interpolation: cubic}",
                                           .rules = table_rules,
                                           .rule_count = TRM_COUNT(table_rules)};

static const trm_Rule named_rules[] = {{TRM_RULE_ONE, "table file values"}, {TRM_RULE_NEEDS, "columns file"},
                                       {TRM_RULE_NEEDS, "values x"},        {TRM_RULE_NEEDS, "values y"},
                                       {TRM_RULE_NEEDS, "x values"},        {TRM_RULE_NEEDS, "y values"}};

const trm_FieldTable trm_named_table = {
    .name = "table",
    .doc = "A table of the model, called in formulas as a function is: road(t), lift(angle, mach).",
    .size = sizeof(TableForm),
    .fields = table_keys + 1,
    .field_count = TRM_COUNT(table_keys) - 1,
    .shorthand = "table",
    .example = "tables:\n"
               "  road: {file: road.csv, columns: [t, z], interpolation: monotone}\n"
               "  lift: {x: [-0.2, 0, 0.2], y: [0, 50], values: [[-1, -1.1], [0, 0], [1, 1.1]], interpolation: cubic}",
    .rules = named_rules,
    .rule_count = TRM_COUNT(named_rules),
    .stranger = "of",
    .instead = "a named table is called with its variables where it is used, as road(t)"};

/* The number of a variable among the names separated by blanks; -1: none is called so. */
static int variable_number(const char *variables, const char *name) {
  size_t length = strlen(name);
  for (int number = 0; variables && *variables; number++) {
    size_t size = strcspn(variables, " ");
    if (size == length && strncmp(variables, name, size) == 0) return number;
    variables += size + strspn(variables + size, " ");
  }
  return -1;
}

/* a table that is over the first of several variables for want of a word */
static bool note_unsaid(const trm_Binding *binding, trm_Place place, const char *variable) {
  trm_Unsaid *unsaid = TRM_ARENA_NEW(binding->arena, trm_Unsaid, 1);
  if (!unsaid) return false;
  *unsaid = (trm_Unsaid){place, variable, *binding->unsaid};
  *binding->unsaid = unsaid;
  return true;
}

/* Which variable a table is of. Where it might be the time, for want of a word, the user is told what it is, and from
   version 2 on asked. */
static bool choose_variable(const trm_Slot *target, const trm_Value *value, const TableForm *form, trm_Function *out) {
  const char *variables = target->field ? target->field->variables : NULL;
  const trm_Binding *binding = target->binding;
  if (form->over) {
    out->over = variable_number(variables, form->over);
    if (out->over >= 0) return true;
    return trm_complain(binding, target->path, trm_place_of(form, offsetof(TableForm, over)),
                        ".of: \"%s\" is none of the variables here: %s", form->over, variables ? variables : "none");
  }
  if (variable_number(variables, "t") <= 0) return true;
  int length = (int)strcspn(variables, " ");
  if (binding->version > 1)
    return trm_complain(binding, target->path, value->place,
                        ": a table says which variable it is over: of: %.*s, or of: t for the time", length, variables);
  if (binding->unsaid) return note_unsaid(binding, value->place, variables);
  trm_report(binding->diagnostics, TRM_WARNING, value->place,
             "this table is over %.*s, the first of its variables, not over the time t: say which is meant by of: %.*s "
             "or of: t (trammel upgrade writes it)",
             length, variables, length, variables);
  return true;
}

/* A spline that swings far beyond its points is seldom what was meant. */
static void warn_of_swing(const trm_Slot *target, trm_Place place, const trm_Table *table) {
  static const double far = 0.1; /* of the range of the data */
  int count = table->count, worst = 0;
  double low = table->y[0], high = low, beyond = 0;
  for (int k = 1; k < count; k++) low = fmin(low, table->y[k]), high = fmax(high, table->y[k]);
  for (int k = 0; k + 1 < count; k++) {
    trm_Range piece = trm_table_range(table, (trm_Range){table->x[k], table->x[k + 1]});
    double out = fmax(low - piece.low, piece.high - high);
    if (out > beyond) beyond = out, worst = k;
  }
  if (!(beyond > far * (high - low))) return;
  trm_Range piece = trm_table_range(table, (trm_Range){table->x[worst], table->x[worst + 1]});
  trm_report(target->binding->diagnostics, TRM_WARNING, place,
             "the curve through this table reaches %.4g between x = %.6g and %.6g, though its points lie between %.4g "
             "and %.4g: interpolation: monotone stays between neighbouring points, linear too",
             low - piece.low > piece.high - high ? piece.low : piece.high, table->x[worst], table->x[worst + 1], low,
             high);
}

static bool needs_folder(const trm_Slot *target, const TableForm *form) {
  return trm_complain(target->binding, target->path, trm_place_of(form, offsetof(TableForm, file)),
                      ".file: only a model that is read from a file has a folder in which others lie; give the points "
                      "as `table`");
}

static const trm_Table *make_table(const trm_Slot *target, const TableForm *form) {
  trm_Arena *arena = target->binding->arena;
  if (form->file) return needs_folder(target, form), NULL;
  int count = form->points.count / 2;
  double *x = TRM_ARENA_NEW(arena, double, count), *y = TRM_ARENA_NEW(arena, double, count);
  if (!x || !y) return NULL;
  for (int i = 0; i < count; i++) x[i] = form->points.values[2 * i], y[i] = form->points.values[2 * i + 1];
  trm_Interpolation kind = (trm_Interpolation)form->interpolation;
  const trm_Table *table = trm_table_new(arena, x, y, count, kind);
  if (table && kind != TRM_LINEAR) warn_of_swing(target, trm_place_of(form, offsetof(TableForm, points)), table);
  return table;
}

static bool read_table(const trm_Slot *target, const trm_Value *value, trm_Function *out) {
  TableForm form = {0};
  if (!trm_bind_nested(target->binding, value, &trm_function_table, target->path, value->place, &form)) return false;
  out->table = make_table(target, &form);
  return out->table && choose_variable(target, value, &form, out);
}

static bool rises(const trm_Slot *target, const TableForm *form, size_t offset, const char *key) {
  const trm_Numbers *list = (const void *)((const char *)form + offset);
  trm_Place place = trm_place_of(form, offset);
  if (list->count < 2)
    return trm_complain(target->binding, target->path, place, ".%s must hold at least two places", key);
  for (int i = 1; i < list->count; i++)
    if (!(list->values[i] > list->values[i - 1]))
      return trm_complain(target->binding, target->path, place, ".%s must increase, but %.6g follows %.6g", key,
                          list->values[i], list->values[i - 1]);
  return true;
}

static const trm_Grid *make_grid(const trm_Slot *target, const TableForm *form) {
  trm_Interpolation kind = (trm_Interpolation)form->interpolation;
  trm_Place place = trm_place_of(form, offsetof(TableForm, values));
  bool good = rises(target, form, offsetof(TableForm, x), "x");
  if (!rises(target, form, offsetof(TableForm, y), "y") || !good) return NULL;
  if (form->values.rows != form->x.count || form->values.columns != form->y.count)
    return trm_complain(target->binding, target->path, place,
                        ".values must be %d rows (one for each x) of %d numbers (one for each y), not %d of %d",
                        form->x.count, form->y.count, form->values.rows, form->values.columns),
           NULL;
  if (kind != TRM_LINEAR && kind != TRM_CUBIC)
    return trm_complain(target->binding, target->path, trm_place_of(form, offsetof(TableForm, interpolation)),
                        ".interpolation of two variables must be linear or cubic"),
           NULL;
  trm_Grid points = {{form->x.count, form->y.count}, {form->x.values, form->y.values}, form->values.values, NULL};
  return trm_grid_new(target->binding->arena, &points, kind);
}

bool trm_read_named_table(const trm_Slot *target, const trm_Value *value, trm_Place heading, trm_OwnFunction *out) {
  TableForm form = {0};
  if (!trm_bind_nested(target->binding, value, &trm_named_table, target->path, heading, &form)) return false;
  out->arguments = form.values.rows > 0 ? 2 : 1;
  if (form.values.rows > 0)
    out->grid = make_grid(target, &form);
  else
    out->table = make_table(target, &form);
  return out->grid || out->table;
}

bool trm_read_function(const trm_Slot *target, const trm_Value *value, trm_Function *out) {
  char shown[TRM_HINT_SIZE];
  *out = (trm_Function){0};
  if (value->kind == TRM_VALUE_MAP) return read_table(target, value, out);
  if (value->kind != TRM_VALUE_SCALAR)
    return trm_complain(target->binding, target->path, value->place,
                        " must be a number, an expression or {table: [[x, y], ...]}, not %s", trm_shown(shown, value));
  return trm_plain_number(value->text, &out->constant) || compile_function(target, value, out);
}

bool trm_read_function3(const trm_Slot *target, const trm_Value *value, trm_Function out[3]) {
  if (!trm_same_length(target, value, 3, "numbers or expressions")) return false;
  bool good = true;
  for (int i = 0; i < 3; i++) good &= trm_read_function(target, value->items[i], &out[i]);
  return good;
}
