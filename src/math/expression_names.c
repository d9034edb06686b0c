/* Constants, functions, variables and inputs by name; what a misspelt one may have meant. */
#include "math/expression_names.h"
#include <string.h>
#include "base/text.h"

enum { ANY_NUMBER = TRM_EXPRESSION_SIZE };

#define UNARY(word, op)                                                                                                \
  { .name = word, .form = TRM_FORM_UNARY, .unary = op, .least = 1, .most = 1 }
#define BINARY(word, op)                                                                                               \
  { .name = word, .form = TRM_FORM_BINARY, .binary = op, .least = 2, .most = 2 }

static const trm_FunctionName functions[] = {
    UNARY("sin", TRM_SIN),
    UNARY("cos", TRM_COS),
    UNARY("tan", TRM_TAN),
    UNARY("asin", TRM_ASIN),
    UNARY("acos", TRM_ACOS),
    UNARY("atan", TRM_ATAN),
    UNARY("sinh", TRM_SINH),
    UNARY("cosh", TRM_COSH),
    UNARY("tanh", TRM_TANH),
    UNARY("asinh", TRM_ASINH),
    UNARY("acosh", TRM_ACOSH),
    UNARY("atanh", TRM_ATANH),
    UNARY("exp", TRM_EXP),
    UNARY("log", TRM_LOG),
    UNARY("log10", TRM_LOG10),
    UNARY("sqrt", TRM_SQRT),
    UNARY("cbrt", TRM_CBRT),
    UNARY("abs", TRM_ABS),
    UNARY("sign", TRM_SIGN),
    UNARY("floor", TRM_FLOOR),
    UNARY("ceil", TRM_CEIL),
    UNARY("round", TRM_ROUND),
    UNARY("erf", TRM_ERF),
    BINARY("atan2", TRM_ATAN2),
    BINARY("mod", TRM_MOD),
    BINARY("hypot", TRM_HYPOT),
    BINARY("pow", TRM_POWER),
    {.name = "min", .form = TRM_FORM_FOLD, .binary = TRM_MIN, .least = 2, .most = ANY_NUMBER},
    {.name = "max", .form = TRM_FORM_FOLD, .binary = TRM_MAX, .least = 2, .most = ANY_NUMBER},
    {.name = "clamp", .form = TRM_FORM_CLAMP, .least = 3, .most = 3},
    {.name = "step", .form = TRM_FORM_STEP, .least = 1, .most = 1},
    {.name = "ramp", .form = TRM_FORM_RAMP, .least = 1, .most = 1},
    {.name = "if", .form = TRM_FORM_IF, .least = 3, .most = 3},
};

static const struct {
  const char *name;
  double value;
} known_constants[] = {{"pi", 3.14159265358979323846}, {"e", 2.71828182845904523536}};

enum {
  FUNCTION_COUNT = sizeof functions / sizeof *functions,
  KNOWN_COUNT = sizeof known_constants / sizeof *known_constants,
  LONGEST_WORD = 64
};

static bool same(const char *name, const char *word, int length) {
  return !strncmp(name, word, (size_t)length) && !name[length];
}

const trm_FunctionName *trm_find_function(const char *word, int length) {
  for (int k = 0; k < FUNCTION_COUNT; k++)
    if (same(functions[k].name, word, length)) return &functions[k];
  return NULL;
}

int trm_find_own_function(const trm_Symbols *symbols, const char *word, int length) {
  for (int k = 0; k < symbols->function_count; k++)
    if (same(symbols->functions[k].name, word, length)) return k;
  return -1;
}

int trm_find_variable(const trm_Symbols *symbols, const char *word, int length) {
  for (int k = 0; k < symbols->variable_count; k++)
    if (same(symbols->variables[k], word, length)) return k;
  return -1;
}

int trm_find_input(const trm_Symbols *symbols, const char *word, int length) {
  static const char channel[] = "input."; /* what its channel is called before its name, which formulas may write too */
  int before = (int)strlen(channel);
  if (length > before && memcmp(word, channel, (size_t)before) == 0) word += before, length -= before;
  for (int k = 0; k < symbols->input_count; k++)
    if (same(symbols->inputs[k], word, length)) return k;
  return -1;
}

bool trm_find_constant(const trm_Symbols *symbols, const char *word, int length, double *value) {
  for (int k = 0; k < symbols->constant_count; k++)
    if (same(symbols->constants[k], word, length)) return *value = symbols->constant_values[k], true;
  for (int k = 0; k < KNOWN_COUNT; k++)
    if (same(known_constants[k].name, word, length)) return *value = known_constants[k].value, true;
  return false;
}

static bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* does a name end behind `length` of `left` characters, or is it the beginning of a longer word? */
static bool ends(const char *text, int length, int left) {
  if (length < left && is_word(text[length])) return false;
  return !(length + 1 < left && text[length] == '.' && is_word(text[length + 1]));
}

int trm_find_channel(const trm_Symbols *symbols, const char *text, int left) {
  int longest = 0;
  for (int k = 0; k < symbols->channel_count; k++) {
    const char *name = symbols->channels[k];
    if (name[0] != text[0] || !strchr(name, '.')) continue; /* words without a point are for others */
    int length = (int)strlen(name);
    if (length > longest && length <= left && !memcmp(name, text, (size_t)length) && ends(text, length, left))
      longest = length;
  }
  return longest;
}

bool trm_expression_reserved(const char *name) {
  static const char *const words[] = {"and", "or", "not"};
  for (size_t k = 0; k < sizeof words / sizeof *words; k++)
    if (!strcmp(name, words[k])) return true;
  return trm_find_function(name, (int)strlen(name)) != NULL;
}

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

static bool same_but_case(const char *a, const char *b) {
  while (*a && lower(*a) == lower(*b)) a++, b++;
  return lower(*a) == lower(*b);
}

static int add_functions(const trm_Symbols *symbols, const char **names, int count) {
  for (int k = 0; k < symbols->function_count; k++) names[count++] = symbols->functions[k].name;
  for (int k = 0; k < FUNCTION_COUNT; k++) names[count++] = functions[k].name;
  return count;
}

const char *trm_suggest_name(const trm_Symbols *symbols, const char *word, int length, bool called) {
  char copy[LONGEST_WORD + 1] = {0};
  int inputs = symbols->inputs_known ? symbols->input_count : 0;
  size_t room = (size_t)(symbols->variable_count + symbols->constant_count + symbols->function_count) + (size_t)inputs +
                (size_t)symbols->signal_count + FUNCTION_COUNT + KNOWN_COUNT;
  const char **names = length > LONGEST_WORD ? NULL : trm_alloc(room, sizeof *names);
  if (!names) return NULL;
  memcpy(copy, word, (size_t)length);
  int count = called ? add_functions(symbols, names, 0) : 0;
  for (int k = 0; k < symbols->variable_count; k++) names[count++] = symbols->variables[k];
  for (int k = 0; k < symbols->constant_count; k++) names[count++] = symbols->constants[k];
  for (int k = 0; k < inputs; k++) names[count++] = symbols->inputs[k];
  for (int k = 0; k < symbols->signal_count; k++) names[count++] = symbols->signals[k].name;
  for (int k = 0; k < KNOWN_COUNT; k++) names[count++] = known_constants[k].name;
  if (!called) count = add_functions(symbols, names, count);
  const char *found = NULL;
  for (int k = 0; k < count && !found; k++)
    if (same_but_case(copy, names[k])) found = names[k];
  if (!found && length > 1) found = trm_nearest(copy, names, count); /* one letter resembles every other one */
  trm_release(names);
  return found;
}

const char *trm_expression_function(int index, int *least, int *most) {
  if (index < 0 || index >= FUNCTION_COUNT) return NULL;
  *least = functions[index].least;
  *most = functions[index].most;
  return functions[index].name;
}
