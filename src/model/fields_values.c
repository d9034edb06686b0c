/* Readers of single values: numbers, lists of numbers, choices; and the wording of errors. */
#include <math.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "base/text.h"
#include "model/fields_read.h"
#include "model/model_numbers.h"

/* ---- messages ---------------------------------------------------------------------------------------------------- */

enum { MESSAGE_SIZE = 480, MOST_HINTS = 100, MOST_CANDIDATES = 5000 };

/* Cuts a text that filled its buffer, not within a UTF-8 character. */
static void cut(char *text, size_t size) {
  static const char mark[] = "...";
  size_t end = size - sizeof mark;
  while (end > 0 && ((unsigned char)text[end] & 0xC0) == 0x80) end--;
  memcpy(text + end, mark, sizeof mark);
}

const char *trm_short_name(char text[TRM_NAME_SIZE], const char *name) {
  if (strlen(name) < TRM_NAME_SIZE) return name;
  memcpy(text, name, TRM_NAME_SIZE);
  cut(text, TRM_NAME_SIZE);
  return text;
}

static size_t add_path(char *text, size_t size, const trm_Path *path) {
  if (!path) return 0;
  size_t used = add_path(text, size, path->parent);
  if (used >= size) return used;
  const char *joint = !path->parent ? "" : path->parent->name || path->parent->number ? ": " : ".";
  int added;
  char name[TRM_NAME_SIZE];
  if (path->name && *path->name)
    added = snprintf(text + used, size - used, "%s%s \"%s\"", joint, path->text, trm_short_name(name, path->name));
  else if (path->number)
    added = snprintf(text + used, size - used, "%s%s %d", joint, path->text, path->number);
  else
    added = snprintf(text + used, size - used, "%s%s", joint, path->text);
  return used + (size_t)(added > 0 ? added : 0);
}

bool trm_complain(const trm_Binding *binding, const trm_Path *path, trm_Place place, const char *format, ...) {
  char where[MESSAGE_SIZE / 2] = "", what[MESSAGE_SIZE];
  if (add_path(where, sizeof where, path) >= sizeof where) cut(where, sizeof where);
  va_list list;
  va_start(list, format);
  int length = vsnprintf(what, sizeof what, format, list);
  va_end(list);
  if (length >= (int)sizeof what) cut(what, sizeof what);
  const char *text = *where == 0 && strncmp(what, ": ", 2) == 0 ? what + 2 : what;
  trm_report(binding->diagnostics, TRM_ERROR, place, "%s%s", where, text);
  return false;
}

bool trm_hints_wanted(const trm_Binding *binding) {
  return !binding->diagnostics || trm_diagnostics_count(binding->diagnostics, TRM_ERROR) < MOST_HINTS;
}

const char *trm_hint(const trm_Binding *binding, char hint[TRM_HINT_SIZE], const char *word,
                     const char *const *candidates, int count) {
  *hint = 0;
  if (!trm_hints_wanted(binding)) return NULL;
  const char *nearest = count <= MOST_CANDIDATES ? trm_nearest(word, candidates, count) : NULL;
  if (nearest) snprintf(hint, TRM_HINT_SIZE, " (did you mean \"%s\"?)", nearest);
  return nearest;
}

const char *trm_shown(char text[TRM_HINT_SIZE], const trm_Value *value) {
  switch (value->kind) {
  case TRM_VALUE_NULL: return "nothing";
  case TRM_VALUE_MAP: return "a map";
  case TRM_VALUE_LIST: snprintf(text, TRM_HINT_SIZE, "a list of %d", value->count); return text;
  case TRM_VALUE_SCALAR:
    if (snprintf(text, TRM_HINT_SIZE, "\"%s\"", value->text) >= TRM_HINT_SIZE) cut(text, TRM_HINT_SIZE);
    return text;
  }
  return "";
}

/* characters, not bytes, of a UTF-8 text */
static int columns(const char *text) {
  int count = 0;
  for (; *text; text++) count += ((unsigned char)*text & 0xC0) != 0x80;
  return count;
}

trm_Place trm_place_within(const trm_Value *scalar, int offset, int span) {
  trm_Place place = scalar->place;
  int width = columns(scalar->text), quote = scalar->quoted ? 1 : 0;
  if (place.line == 0 || place.span != width + 2 * quote) return place; /* escapes or several lines */
  return (trm_Place){place.line, place.column + quote + offset, span};
}

/* ---- numbers ----------------------------------------------------------------------------------------------------- */

/* at most 15 digits and powers of ten up to 22 are exact in double, so that one division or product is correctly
   rounded */
bool trm_plain_number(const char *text, double *number) {
  static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                  1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  bool negative = *text == '-';
  int digits = 0, power = 0, exponent = 0;
  double mantissa = 0;
  if (*text == '-' || *text == '+') text++;
  for (; *text >= '0' && *text <= '9'; text++, digits++) mantissa = 10 * mantissa + (*text - '0');
  if (*text == '.')
    for (text++; *text >= '0' && *text <= '9'; text++, digits++, power--) mantissa = 10 * mantissa + (*text - '0');
  if (digits == 0 || digits > 15) return false;
  if (*text == 'e' || *text == 'E') {
    bool down = *++text == '-';
    if (*text == '-' || *text == '+') text++;
    if (*text < '0' || *text > '9') return false;
    for (; *text >= '0' && *text <= '9' && exponent < 1000; text++) exponent = 10 * exponent + (*text - '0');
    power += down ? -exponent : exponent;
  }
  if (*text || power > 22 || power < -22) return false;
  double size = power < 0 ? mantissa / powers[-power] : mantissa * powers[power];
  *number = negative ? -size : size;
  return true;
}

/* A parameter or function whose own expression failed has the value NaN: what depends on it is not reported again. */
static bool poisoned(const trm_Binding *binding) {
  for (int i = 0; i < binding->constant_count; i++)
    if (isnan(binding->constant_values[i])) return true;
  for (int i = 0; i < binding->function_count; i++) {
    const trm_OwnFunction *own = &binding->functions[i];
    if (!own->body && !own->table && !own->grid) return true;
  }
  return false;
}

bool trm_not_finite(const trm_Slot *target, const trm_Value *value, double number) {
  char shown[TRM_HINT_SIZE];
  if (isnan(number) && poisoned(target->binding)) return false;
  return trm_complain(target->binding, target->path, value->place, " must be finite, but %s is %s",
                      trm_shown(shown, value),
                      isnan(number) ? "not a number"
                      : number > 0  ? "infinite"
                                    : "-infinite");
}

bool trm_expression_error(const trm_Slot *target, const trm_Value *value, const trm_ExpressionError *error) {
  const char *otherwise = error->unknown && target->field ? target->field->otherwise : NULL;
  return trm_complain(target->binding, target->path, trm_place_within(value, error->offset, error->span), ": %s%s%s",
                      error->message, otherwise ? "; " : "", otherwise ? otherwise : "");
}

trm_Symbols trm_binding_symbols(const trm_Binding *binding) {
  return (trm_Symbols){.constants = binding->constants,
                       .constant_values = binding->constant_values,
                       .constant_count = binding->constant_count,
                       .inputs = binding->inputs,
                       .input_count = binding->input_count,
                       .functions = binding->functions,
                       .function_count = binding->function_count,
                       .signals = binding->signals,
                       .signal_count = binding->signal_count,
                       .dashed = binding->dashed,
                       .dashed_count = binding->dashed_count};
}

/* A scalar as a number, without range. */
static bool evaluate(const trm_Slot *target, const trm_Value *value, double *out) {
  const trm_Binding *binding = target->binding;
  if (trm_plain_number(value->text, out)) return true;
  trm_Symbols symbols = trm_binding_symbols(binding);
  trm_ExpressionError error = {0};
  trm_Arena scratch = {0};
  const trm_Expression *expression =
      trm_expression_compile(&scratch, value->text, strlen(value->text), &symbols, &error);
  if (expression) *out = trm_expression_value(expression, NULL, NULL);
  bool exhausted = scratch.failed;
  trm_arena_free(&scratch);
  if (exhausted) return binding->arena->failed = 1, false;
  if (!expression) return trm_expression_error(target, value, &error);
  return isfinite(*out) || trm_not_finite(target, value, *out);
}

static bool check_range(const trm_Slot *target, const trm_Value *value, double number) {
  unsigned flags = target->field->flags;
  const char *wanted = NULL;
  if ((flags & TRM_POSITIVE) && !(number > 0)) wanted = "positive";
  if ((flags & TRM_NOT_NEGATIVE) && !(number >= 0)) wanted = "0 or positive";
  if ((flags & TRM_NOT_ZERO) && number == 0) wanted = "other than 0";
  if (!wanted) return true;
  return trm_complain(target->binding, target->path, value->place, " must be %s, but is %.6g", wanted, number);
}

static bool among(const char *const *choices, const char *word) {
  for (; *choices; choices++)
    if (strcmp(*choices, word) == 0) return true;
  return false;
}

bool trm_read_number(const trm_Slot *target, const trm_Value *value, double *out) {
  char shown[TRM_HINT_SIZE];
  if (value->kind != TRM_VALUE_SCALAR)
    return trm_complain(target->binding, target->path, value->place, " must be a number, not %s",
                        trm_shown(shown, value));
  if (target->field->type == TRM_FIELD_NUMBER && target->field->choices && among(target->field->choices, value->text))
    return *out = INFINITY, true;
  return evaluate(target, value, out) && check_range(target, value, *out);
}

/* "a, b or c" */
static const char *choice_list(char list[MESSAGE_SIZE], const char *const *choices) {
  size_t used = 0;
  *list = 0;
  for (int i = 0; choices[i] && used < MESSAGE_SIZE; i++) {
    int added = snprintf(list + used, MESSAGE_SIZE - used, "%s%s",
                         i == 0           ? ""
                         : choices[i + 1] ? ", "
                                          : " or ",
                         choices[i]);
    used += (size_t)(added > 0 ? added : 0);
  }
  return list;
}

bool trm_read_integer(const trm_Slot *target, const trm_Value *value, int *out) {
  double number;
  char list[MESSAGE_SIZE], decimal[16];
  if (!trm_read_number(target, value, &number)) return false;
  if (number != floor(number) || fabs(number) > INT_MAX)
    return trm_complain(target->binding, target->path, value->place, " must be a whole number, but is %.6g", number);
  *out = (int)number;
  snprintf(decimal, sizeof decimal, "%d", *out);
  if (!target->field->choices || among(target->field->choices, decimal)) return true;
  return trm_complain(target->binding, target->path, value->place, " must be %s, but is %d",
                      choice_list(list, target->field->choices), *out);
}

bool trm_read_choice(const trm_Slot *target, const trm_Value *value, int *out) {
  const char *const *choices = target->field->choices;
  char list[MESSAGE_SIZE], hint[TRM_HINT_SIZE] = "", shown[TRM_HINT_SIZE];
  int count = 0;
  for (; choices[count]; count++)
    if (value->kind == TRM_VALUE_SCALAR && strcmp(choices[count], value->text) == 0) return *out = count, true;
  if (value->kind == TRM_VALUE_SCALAR) trm_hint(target->binding, hint, value->text, choices, count);
  const char *otherwise = hint[0] ? NULL : target->field->otherwise;
  return trm_complain(target->binding, target->path, value->place, " must be %s, not %s%s%s%s",
                      choice_list(list, choices), trm_shown(shown, value), hint, otherwise ? "; " : "",
                      otherwise ? otherwise : "");
}

bool trm_same_length(const trm_Slot *target, const trm_Value *value, int count, const char *what) {
  char shown[TRM_HINT_SIZE];
  if (value->kind == TRM_VALUE_LIST && value->count == count) return true;
  return trm_complain(target->binding, target->path, value->place, " must be a list of %d %s, not %s", count, what,
                      trm_shown(shown, value));
}

/* `count` numbers; the field's range is that of the list as a whole, so the items have none */
static bool read_items(const trm_Slot *target, const trm_Value *value, double *out, int count) {
  trm_Field item = *target->field;
  if (item.type != TRM_FIELD_NUMBERS) item.flags = 0;
  trm_Slot one = {target->binding, target->path, &item};
  bool good = true;
  for (int i = 0; i < count; i++) good &= trm_read_number(&one, value->items[i], &out[i]);
  return good;
}

bool trm_read_vector(const trm_Slot *target, const trm_Value *value, double out[3]) {
  if (!trm_same_length(target, value, 3, "numbers") || !read_items(target, value, out, 3)) return false;
  if ((target->field->flags & TRM_NOT_ZERO) && out[0] == 0 && out[1] == 0 && out[2] == 0)
    return trm_complain(target->binding, target->path, value->place, " must not be the zero vector");
  return true;
}

bool trm_read_numbers(const trm_Slot *target, const trm_Value *value, trm_Numbers *out) {
  char shown[TRM_HINT_SIZE];
  if (value->kind != TRM_VALUE_LIST)
    return trm_complain(target->binding, target->path, value->place, " must be a list of numbers, not %s",
                        trm_shown(shown, value));
  double *values = TRM_ARENA_NEW(target->binding->arena, double, value->count);
  if (!values) return false;
  *out = (trm_Numbers){value->count, values};
  return read_items(target, value, values, value->count);
}

/* ---- rows of numbers --------------------------------------------------------------------------------------------- */

static bool read_rows(const trm_Slot *target, const trm_Value *value, double *out, int rows) {
  if (!trm_same_length(target, value, rows, "vectors")) return false;
  bool good = true;
  for (int i = 0; i < rows; i++)
    good &= trm_same_length(target, value->items[i], 3, "numbers") &&
            read_items(target, value->items[i], out + 3 * (ptrdiff_t)i, 3);
  return good;
}

bool trm_read_matrix(const trm_Slot *target, const trm_Value *value, double out[9]) {
  return read_rows(target, value, out, 3);
}

bool trm_read_directions(const trm_Slot *target, const trm_Value *value, double out[6]) {
  if (!read_rows(target, value, out, 2)) return false;
  for (int i = 0; i < 2; i++)
    if (out[3 * i] == 0 && out[3 * i + 1] == 0 && out[3 * i + 2] == 0)
      return trm_complain(target->binding, target->path, value->items[i]->place, " must not contain the zero vector");
  return true;
}

/* [x, y, z], or [[x, y, z], [x, y, z]]: the axis goes from the first point to the second */
bool trm_read_axis(const trm_Slot *target, const trm_Value *value, trm_Axis *out) {
  double points[6];
  if (value->kind != TRM_VALUE_LIST || value->count < 1 || value->items[0]->kind != TRM_VALUE_LIST)
    return trm_read_vector(target, value, out->direction);
  if (!read_rows(target, value, points, 2)) return false;
  out->by_points = true;
  for (int n = 0; n < 3; n++) out->point[n] = points[n], out->direction[n] = points[3 + n] - points[n];
  if (hypot(hypot(out->direction[0], out->direction[1]), out->direction[2]) > 0) return true;
  return trm_complain(target->binding, target->path, value->place,
                      " must be two different points (or a direction [x, y, z]): these coincide, so that no line goes "
                      "through them");
}

bool trm_read_points(const trm_Slot *target, const trm_Value *value, trm_Numbers *out) {
  char shown[TRM_HINT_SIZE];
  if (value->kind != TRM_VALUE_LIST || value->count < 2)
    return trm_complain(target->binding, target->path, value->place,
                        " must be a list of at least two points [x, y], not %s", trm_shown(shown, value));
  double *points = TRM_ARENA_NEW(target->binding->arena, double, 2 * (size_t)value->count);
  if (!points) return false;
  *out = (trm_Numbers){2 * value->count, points};
  bool good = true;
  for (int i = 0; i < value->count; i++) {
    double *point = points + 2 * (ptrdiff_t)i;
    const trm_Value *item = value->items[i];
    if (!trm_same_length(target, item, 2, "numbers") || !read_items(target, item, point, 2))
      good = false;
    else if (good && i > 0 && !(point[0] > point[-2]))
      good = trm_complain(target->binding, target->path, item->items[0]->place,
                          ": the first numbers must increase, but %.6g follows %.6g", point[0], point[-2]);
  }
  return good;
}

bool trm_read_table_rows(const trm_Slot *target, const trm_Value *value, trm_Rows *out) {
  char shown[TRM_HINT_SIZE];
  bool good = true;
  if (value->kind != TRM_VALUE_LIST || value->count < 1 || value->items[0]->kind != TRM_VALUE_LIST)
    return trm_complain(target->binding, target->path, value->place, " must be a list of rows [[...], [...]], not %s",
                        trm_shown(shown, value));
  int columns = value->items[0]->count;
  double *values = TRM_ARENA_NEW(target->binding->arena, double, (size_t)value->count *(size_t)columns);
  if (!values) return false;
  *out = (trm_Rows){value->count, columns, values};
  for (int i = 0; i < value->count; i++)
    good &= trm_same_length(target, value->items[i], columns, "numbers, as its first row is") &&
            read_items(target, value->items[i], values + (ptrdiff_t)i * columns, columns);
  return good;
}
