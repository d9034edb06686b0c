/* Recursive descent from text to the postfix program, weakest operator first:
     or    = and {"or" and}                 sum     = product {("+" | "-") product}
     and   = not {"and" not}                product = unary {("*" | "/") unary}
     not   = "not" not | compare            unary   = ("+" | "-" | "!") unary | power
     compare = sum [("<" | "<=" ...) sum]   power   = primary ["^" unary]
     primary = number | name | name "(" [or {"," or}] ")" | "(" or ")"
   Operators are emitted after their operands; where all operands are numbers the result is folded at once. */
#include <limits.h>
#include <math.h>
#include <string.h>
#include "base/text.h"
#include "math/expression_names.h"
#include "math/expression_tokens.h"

typedef struct Parser {
  const char *text;
  int length;
  const trm_Symbols *symbols;
  trm_ExpressionError *error;
  trm_NamesFound *names;
  trm_Token token;  /* the next one, not yet consumed */
  int last_end;     /* where the consumed text ends */
  trm_Token called; /* the signal that is put in */
  int nesting;
  trm_Instruction *code;
  int count, capacity;
  int first[TRM_EXPRESSION_STACK]; /* where the code of each waiting operand begins */
  int waiting;
} Parser;

enum { CHANNEL_SHOWN = 80 }; /* letters of a channel's name in a message */

static bool parse_or(Parser *parser);
static bool parse_unary(Parser *parser);

/* ------------------------------------------------------------------------------------------------ emission */

static bool out_of_memory(Parser *parser) { return trm_expression_fail(parser->error, 0, 1, "out of memory"); }

static bool reserve(Parser *parser) {
  if (parser->count < parser->capacity) return true;
  if (parser->count >= TRM_EXPRESSION_SIZE)
    return trm_expression_fail(parser->error, parser->token.offset, 1,
                               "the expression is too long (more than %d operations)", TRM_EXPRESSION_SIZE);
  int capacity = parser->capacity ? 2 * parser->capacity : 32;
  if (capacity > TRM_EXPRESSION_SIZE) capacity = TRM_EXPRESSION_SIZE;
  trm_Instruction *code = trm_realloc(parser->code, (size_t)capacity, sizeof *code);
  if (!code) return out_of_memory(parser);
  parser->code = code;
  parser->capacity = capacity;
  return true;
}

static bool emit_operand(Parser *parser, trm_Instruction instruction) {
  if (!reserve(parser)) return false;
  if (parser->waiting == TRM_EXPRESSION_STACK)
    return trm_expression_fail(parser->error, parser->token.offset, 1,
                               "the expression is nested too deeply (more than %d open operands)",
                               TRM_EXPRESSION_STACK);
  instruction.first = parser->count;
  parser->first[parser->waiting++] = parser->count;
  parser->code[parser->count++] = instruction;
  return true;
}

static bool emit_number(Parser *parser, double number) {
  return emit_operand(parser, (trm_Instruction){.step = TRM_STEP_NUMBER, .number = number});
}

static bool emit_variable(Parser *parser, int variable) {
  return emit_operand(parser, (trm_Instruction){.step = TRM_STEP_VARIABLE, .variable = variable});
}

static bool emit_input(Parser *parser, int input) {
  return emit_operand(parser, (trm_Instruction){.step = TRM_STEP_INPUT, .variable = input});
}

static bool is_number(const Parser *parser, int at) { return parser->code[at].step == TRM_STEP_NUMBER; }

static void fold(Parser *parser, int first, double number) {
  parser->code[first] = (trm_Instruction){.step = TRM_STEP_NUMBER, .first = first, .number = number};
  parser->count = first + 1;
}

static bool emit_unary(Parser *parser, trm_Unary unary, double number) {
  int first = parser->first[parser->waiting - 1];
  if (is_number(parser, parser->count - 1))
    return fold(parser, first, trm_unary_value(unary, parser->code[first].number, number)), true;
  if (!reserve(parser)) return false;
  parser->code[parser->count++] =
      (trm_Instruction){.step = TRM_STEP_UNARY, .unary = unary, .first = first, .number = number};
  return true;
}

static bool emit_binary(Parser *parser, trm_Binary binary) {
  parser->waiting--;
  int first = parser->first[parser->waiting - 1], last = parser->count - 1;
  if (is_number(parser, last) && is_number(parser, last - 1))
    return fold(parser, first, trm_binary_value(binary, parser->code[last - 1].number, parser->code[last].number)),
           true;
  if (binary == TRM_POWER && is_number(parser, last)) { /* a constant exponent: derivatives without a logarithm */
    parser->count--;
    return emit_unary(parser, TRM_POWER_CONSTANT, parser->code[last].number);
  }
  if (!reserve(parser)) return false;
  parser->code[parser->count++] = (trm_Instruction){.step = TRM_STEP_BINARY, .binary = binary, .first = first};
  return true;
}

/* keeps one branch of an if whose condition is a number */
static void keep_branch(Parser *parser, int from, int to) {
  int first = parser->first[parser->waiting - 1];
  memmove(&parser->code[first], &parser->code[from], (size_t)(to - from) * sizeof *parser->code);
  parser->count = first + to - from;
  for (int k = first; k < parser->count; k++) parser->code[k].first -= from - first;
}

static bool emit_select(Parser *parser) {
  parser->waiting -= 2;
  const int *first = &parser->first[parser->waiting - 1]; /* condition, a, b */
  double condition = parser->code[first[0]].number;
  if (first[1] - first[0] == 1 && is_number(parser, first[0]) && condition == condition) {
    if (condition != 0)
      keep_branch(parser, first[1], first[2]);
    else
      keep_branch(parser, first[2], parser->count);
    return true;
  }
  if (!reserve(parser)) return false;
  parser->code[parser->count++] = (trm_Instruction){.step = TRM_STEP_SELECT, .first = first[0]};
  return true;
}

static bool emit_table(Parser *parser, const trm_Table *table) {
  int first = parser->first[parser->waiting - 1];
  if (is_number(parser, parser->count - 1))
    return fold(parser, first, trm_table_value(table, parser->code[first].number, NULL, NULL)), true;
  if (!reserve(parser)) return false;
  parser->code[parser->count++] = (trm_Instruction){.step = TRM_STEP_TABLE, .first = first, .table = table};
  return true;
}

static bool emit_grid(Parser *parser, const trm_Grid *grid) {
  parser->waiting--;
  int first = parser->first[parser->waiting - 1], last = parser->count - 1;
  if (is_number(parser, last) && is_number(parser, last - 1))
    return fold(parser, first, trm_grid_value(grid, parser->code[last - 1].number, parser->code[last].number).value),
           true;
  if (!reserve(parser)) return false;
  parser->code[parser->count++] = (trm_Instruction){.step = TRM_STEP_GRID, .first = first, .grid = grid};
  return true;
}

/* ------------------------------------------------------------------------------------------------ own functions
   The body of a function is put in where it is called, with the code of an argument wherever the argument stands: what
   is known of expressions (derivatives, bounds, breakpoints, folding) is then known of calls. */

/* The code of the arguments of a call, taken off the program's end. */
typedef struct Arguments {
  trm_Instruction *code;
  int from[TRM_EXPRESSION_VARIABLES + 1]; /* where each begins; the last: where all end */
} Arguments;

static bool take_arguments(Parser *parser, int count, Arguments *out) {
  parser->waiting -= count;
  int base = count ? parser->first[parser->waiting] : parser->count, size = parser->count - base;
  out->code = trm_alloc((size_t)size + 1, sizeof *out->code);
  if (!out->code) return out_of_memory(parser);
  memcpy(out->code, parser->code + base, (size_t)size * sizeof *out->code);
  for (int k = 0; k < count; k++) out->from[k] = parser->first[parser->waiting + k] - base;
  out->from[count] = size;
  for (int k = 0; k < size; k++) out->code[k].first -= base;
  parser->count = base;
  return true;
}

static bool emit_argument(Parser *parser, const Arguments *arguments, int number) {
  int from = arguments->from[number], to = arguments->from[number + 1], shift = parser->count - from;
  if (!emit_operand(parser, arguments->code[from])) return false;
  for (int k = from + 1; k < to; k++) {
    if (!reserve(parser)) return false;
    parser->code[parser->count] = arguments->code[k];
    parser->code[parser->count++].first += shift;
  }
  return true;
}

/* A name that stands at a token of the text. One that was named before keeps its number. inner: in the formula of a
   signal, which is put in there. */
static bool emit_found(Parser *parser, const char *word, int length, trm_Token at, bool inner) {
  trm_NamesFound *names = parser->names;
  int k = 0;
  while (k < names->count && (names->at[k].length != length || memcmp(names->at[k].text, word, (size_t)length) != 0))
    k++;
  if (k == TRM_EXPRESSION_NAMES)
    return trm_expression_fail(parser->error, at.offset, at.span, "the expression names more than %d things",
                               TRM_EXPRESSION_NAMES);
  if (k == names->count || (names->at[k].inner && !inner)) {
    names->count += k == names->count;
    names->at[k].text = word, names->at[k].length = length;
    names->at[k].offset = at.offset, names->at[k].span = at.span, names->at[k].inner = inner;
  }
  return emit_input(parser, -1 - k);
}

static bool emit_name(Parser *parser, const char *word, int length, trm_Token at) {
  return emit_found(parser, word, length, at, false);
}

/* an input of a body: one of the model's, or what the body names; it stands at the token before this one */
static bool emit_body_input(Parser *parser, const trm_Expression *body, int input) {
  if (body->name_count == 0) return emit_input(parser, input);
  const trm_ExpressionName *name = &body->names[input];
  trm_Token at = {TRM_TOKEN_NAME, parser->called.offset, parser->called.span, 0};
  if (!name->text) return emit_input(parser, name->input);
  return emit_found(parser, name->text, (int)strlen(name->text), at, true);
}

static bool emit_body(Parser *parser, const trm_Expression *body, const Arguments *arguments) {
  bool good = true;
  for (int k = 0; good && k < body->length; k++) {
    const trm_Instruction *at = &body->code[k];
    switch (at->step) {
    case TRM_STEP_NUMBER: good = emit_number(parser, at->number); break;
    case TRM_STEP_VARIABLE: good = emit_argument(parser, arguments, at->variable); break;
    case TRM_STEP_INPUT: good = emit_body_input(parser, body, at->variable); break;
    case TRM_STEP_UNARY: good = emit_unary(parser, at->unary, at->number); break;
    case TRM_STEP_BINARY: good = emit_binary(parser, at->binary); break;
    case TRM_STEP_SELECT: good = emit_select(parser); break;
    case TRM_STEP_TABLE: good = emit_table(parser, at->table); break;
    case TRM_STEP_GRID: good = emit_grid(parser, at->grid); break;
    }
  }
  return good;
}

static bool emit_own_call(Parser *parser, const trm_OwnFunction *function) {
  Arguments arguments = {0};
  if (function->table) return emit_table(parser, function->table);
  if (function->grid) return emit_grid(parser, function->grid);
  if (!take_arguments(parser, function->arguments, &arguments)) return false;
  bool good = function->body ? emit_body(parser, function->body, &arguments) : emit_number(parser, NAN);
  trm_release(arguments.code);
  return good;
}

/* ------------------------------------------------------------------------------------------------ tokens */

static bool advance(Parser *parser) {
  parser->last_end = parser->token.offset + parser->token.span;
  return trm_token_read(parser->text, parser->length, parser->last_end, &parser->token, parser->error);
}

static const char *word_of(const Parser *parser, trm_Token token) { return parser->text + token.offset; }
static int shown(trm_Token token) { return token.span > 60 ? 60 : token.span; }

static bool enter(Parser *parser) {
  if (++parser->nesting <= TRM_EXPRESSION_DEPTH) return true;
  return trm_expression_fail(parser->error, parser->token.offset, 1,
                             "the expression is nested too deeply (more than %d levels)", TRM_EXPRESSION_DEPTH);
}

static bool begins_value(trm_TokenKind kind) {
  return kind == TRM_TOKEN_NUMBER || kind == TRM_TOKEN_NAME || kind == TRM_TOKEN_OPEN || kind == TRM_TOKEN_BANG ||
         kind == TRM_TOKEN_NOT;
}

/* after a complete value something came that continues nothing */
static bool unexpected_after(Parser *parser) {
  trm_Token token = parser->token;
  if (begins_value(token.kind))
    return trm_expression_fail(parser->error, token.offset, token.span, "missing operator before \"%.*s\"",
                               shown(token), word_of(parser, token));
  const char *hint = token.kind == TRM_TOKEN_COMMA   ? " (the decimal sign is \".\")"
                     : token.kind == TRM_TOKEN_CLOSE ? " without \"(\""
                                                     : "";
  return trm_expression_fail(parser->error, token.offset, token.span, "unexpected \"%.*s\"%s", shown(token),
                             word_of(parser, token), hint);
}

/* a value must stand here */
static bool missing_value(Parser *parser) {
  trm_Token token = parser->token;
  if (token.kind == TRM_TOKEN_END) {
    if (parser->last_end == 0) return trm_expression_fail(parser->error, 0, 1, "the expression is empty");
    return trm_expression_fail(parser->error, parser->last_end, 1, "the expression ends where a value is expected");
  }
  if (token.kind == TRM_TOKEN_NOT)
    return trm_expression_fail(parser->error, token.offset, token.span,
                               "\"not\" needs parentheses here (or write \"!\")");
  return trm_expression_fail(parser->error, token.offset, token.span, "unexpected \"%.*s\" where a value is expected",
                             shown(token), word_of(parser, token));
}

static bool close_parenthesis(Parser *parser, trm_Token open) {
  if (parser->token.kind == TRM_TOKEN_CLOSE) return advance(parser);
  if (parser->token.kind == TRM_TOKEN_END)
    return trm_expression_fail(parser->error, open.offset, 1, "missing \")\" for this \"(\"");
  return unexpected_after(parser);
}

/* ------------------------------------------------------------------------------------------------ calls */

/* what is emitted behind argument number `index` (from 0) */
static bool emit_after_argument(Parser *parser, const trm_FunctionName *function, int index) {
  if (function->form == TRM_FORM_FOLD && index >= 1) return emit_binary(parser, function->binary);
  if (function->form == TRM_FORM_CLAMP && index == 1) return emit_binary(parser, TRM_MAX);
  if (function->form == TRM_FORM_CLAMP && index == 2) return emit_binary(parser, TRM_MIN);
  return true;
}

static bool emit_call(Parser *parser, const trm_FunctionName *function) {
  switch (function->form) {
  case TRM_FORM_UNARY: return emit_unary(parser, function->unary, 0);
  case TRM_FORM_BINARY: return emit_binary(parser, function->binary);
  case TRM_FORM_STEP: return emit_number(parser, 0) && emit_binary(parser, TRM_GREATER_EQUAL);
  case TRM_FORM_RAMP: return emit_number(parser, 0) && emit_binary(parser, TRM_MAX);
  case TRM_FORM_IF: return emit_select(parser);
  case TRM_FORM_FOLD:
  case TRM_FORM_CLAMP: return true; /* emitted between the arguments */
  }
  return true;
}

static bool wrong_count(Parser *parser, const trm_FunctionName *function, trm_Token name, int count) {
  const char *range = function->most > function->least ? "at least " : "";
  return trm_expression_fail(parser->error, name.offset, name.span, "%s takes %s%d argument%s, not %d", function->name,
                             range, function->least, function->least == 1 ? "" : "s", count);
}

/* The token is "("; reads to behind ")". Emitted between the arguments is what the built-in function asks for; NULL:
   one of the model's own. Returns how many there are, -1 after an error. */
static int parse_arguments(Parser *parser, const trm_FunctionName *function) {
  trm_Token open = parser->token;
  int count = 0;
  if (!advance(parser)) return -1;
  if (parser->token.kind != TRM_TOKEN_CLOSE) {
    for (;;) {
      if (!parse_or(parser)) return -1;
      if (function && count < function->most && !emit_after_argument(parser, function, count)) return -1;
      count++;
      if (parser->token.kind != TRM_TOKEN_COMMA) break;
      if (!advance(parser)) return -1;
    }
  }
  return close_parenthesis(parser, open) ? count : -1;
}

static bool parse_call(Parser *parser, const trm_FunctionName *function, trm_Token name) {
  int count = parse_arguments(parser, function);
  if (count < 0) return false;
  if (count < function->least || count > function->most) return wrong_count(parser, function, name, count);
  return emit_call(parser, function);
}

static bool parse_own_call(Parser *parser, const trm_OwnFunction *function, trm_Token name) {
  if (parser->token.kind != TRM_TOKEN_OPEN)
    return trm_expression_fail(parser->error, name.offset, name.span,
                               "the function \"%s\" needs its arguments in parentheses", function->name);
  int count = parse_arguments(parser, NULL);
  if (count < 0) return false;
  bool anything = !function->body && !function->table && !function->grid; /* what failed was said where it stands */
  if (count != function->arguments && !(anything && count > 0 && count <= TRM_EXPRESSION_VARIABLES))
    return trm_expression_fail(parser->error, name.offset, name.span, "%s takes %d argument%s, not %d", function->name,
                               function->arguments, function->arguments == 1 ? "" : "s", count);
  trm_OwnFunction called = *function;
  called.arguments = count;
  return emit_own_call(parser, &called);
}

static bool unknown_name(Parser *parser, trm_Token name, bool called) {
  parser->error->unknown = !called;
  if (!called && name.span == 1 && *word_of(parser, name) == 't')
    return trm_expression_fail(
        parser->error, name.offset, name.span,
        "the time \"t\" is known only in functions of time (drives, loads, actuators), not here");
  const char *near = trm_suggest_name(parser->symbols, word_of(parser, name), name.span, called);
  return trm_expression_fail(parser->error, name.offset, name.span, "unknown %s \"%.*s\"%s%s%s",
                             called ? "function" : "name", shown(name), word_of(parser, name),
                             near ? " (did you mean \"" : "", near ? near : "", near ? "\"?)" : "");
}

static bool lengthen_by_frame(Parser *parser, trm_Token *name);

/* a word with a point that is no channel is told by what channels there are */
static bool unknown_channel(Parser *parser, trm_Token name) {
  if (parser->symbols->names_known && !lengthen_by_frame(parser, &name)) return false;
  char word[CHANNEL_SHOWN + 1] = {0};
  memcpy(word, word_of(parser, name), (size_t)(name.span < CHANNEL_SHOWN ? name.span : CHANNEL_SHOWN));
  const char *near = trm_nearest(word, parser->symbols->channels, parser->symbols->channel_count);
  return trm_expression_fail(parser->error, name.offset, name.span, "no channel is called \"%s\"%s%.*s%s", word,
                             near ? " (did you mean \"" : "", CHANNEL_SHOWN, near ? near : "", near ? "\"?)" : "");
}

static bool input_not_here(Parser *parser, trm_Token name) {
  parser->error->unknown = true;
  return trm_expression_fail(parser->error, name.offset, name.span,
                             "the input \"%.*s\" may change during a run and is known only where the time t is "
                             "(drives, loads, actuators), not here",
                             shown(name), word_of(parser, name));
}

/* ---- names of what moves ---- */

static bool names_motion(const char *word, int length) {
  return memchr(word, '.', (size_t)length) || memchr(word, '@', (size_t)length);
}

/* The name of a part may have a - in it: the longest that stands here, with what follows it. alone: nothing need. */
static void lengthen_name(Parser *parser, bool alone) {
  const char *word = word_of(parser, parser->token);
  int left = parser->length - parser->token.offset, longest = 0;
  for (int k = 0; parser->symbols->names_known && k < parser->symbols->dashed_count; k++) {
    int length = (int)strlen(parser->symbols->dashed[k]);
    bool here = length <= left && length > longest && !strncmp(parser->symbols->dashed[k], word, (size_t)length);
    char next = here && length < left ? word[length] : 0;
    if (here && (next == '.' || next == '@' || (alone && trm_name_length(word, left, length) == length)))
      longest = length;
  }
  if (longest > 0) parser->token.span = trm_name_length(word, left, longest);
}

/* "bob.velocity.x in hub", along the axes of hub: the name is then all of the text from its start to there. */
static bool lengthen_by_frame(Parser *parser, trm_Token *name) {
  if (parser->token.kind != TRM_TOKEN_NAME || parser->token.span != 2 ||
      memcmp(word_of(parser, parser->token), "in", 2) != 0)
    return true;
  trm_Token in = parser->token;
  if (!advance(parser)) return false;
  if (parser->token.kind != TRM_TOKEN_NAME)
    return trm_expression_fail(parser->error, in.offset, in.span,
                               "\"in\" needs the name of a body, marker or point of a beam behind it, as in "
                               "bob.velocity.x in hub");
  lengthen_name(parser, true);
  name->span = parser->token.offset + parser->token.span - name->offset;
  return advance(parser);
}

static bool parse_motion(Parser *parser, trm_Token name) {
  const char *word = word_of(parser, name);
  return lengthen_by_frame(parser, &name) && emit_name(parser, word, name.span, name);
}

/* ---- signals ---- */

static bool is_word(const char *text, const char *word, int length) {
  return text && (int)strlen(text) == length && !memcmp(text, word, (size_t)length);
}

/* By its own name, or as its channel is called. */
static int find_signal(const trm_Symbols *symbols, const char *word, int length) {
  for (int k = 0; k < symbols->signal_count; k++)
    if (is_word(symbols->signals[k].name, word, length) || is_word(symbols->signals[k].path, word, length)) return k;
  return -1;
}

/* why a signal is not taken where names of what moves, or t itself, are not known */
static const char *signal_reason(const trm_OwnFunction *signal, bool timeless) {
  if (timeless) return "changes with time and is known only where t is, which is not known here";
  if (signal->body) return "depends on what moves, which is not known here";
  return "has memory or is in a loop: it is known when a step is taken, and here t alone counts; write it as a formula "
         "of t";
}

/* Without memory it is put in, as a function of t; with memory it is named. */
static bool emit_signal(Parser *parser, const trm_OwnFunction *signal, trm_Token at) {
  int t = trm_find_variable(parser->symbols, "t", 1);
  bool moves = !signal->body || signal->body->name_count > 0;
  if (t < 0 || (moves && !parser->symbols->names_known))
    return trm_expression_fail(parser->error, at.offset, at.span,
                               "the signal \"%.60s\" %s (laws on coordinates and loads take it)", signal->name,
                               signal_reason(signal, t < 0));
  parser->called = at;
  if (!signal->body) return emit_name(parser, signal->path, (int)strlen(signal->path), at);
  Arguments arguments = {0};
  bool good =
      emit_variable(parser, t) && take_arguments(parser, 1, &arguments) && emit_body(parser, signal->body, &arguments);
  trm_release(arguments.code);
  return good;
}

/* ---- channels ---- */

/* Is this the name of a channel? Then the token is as long as it. */
static bool at_channel(Parser *parser) {
  int length = trm_find_channel(parser->symbols, word_of(parser, parser->token), parser->length - parser->token.offset);
  if (length > 0) parser->token.span = length;
  return length > 0;
}

static bool parse_channel(Parser *parser) {
  trm_Token name = parser->token;
  if (!advance(parser) || (parser->symbols->names_known && !lengthen_by_frame(parser, &name))) return false;
  return emit_name(parser, word_of(parser, name), name.span, name);
}

static bool parse_name(Parser *parser) {
  if (at_channel(parser)) return parse_channel(parser);
  lengthen_name(parser, false);
  trm_Token name = parser->token;
  const char *word = word_of(parser, name);
  if (!advance(parser)) return false;
  bool called = parser->token.kind == TRM_TOKEN_OPEN;
  const trm_FunctionName *function = trm_find_function(word, name.span);
  int own = function ? -1 : trm_find_own_function(parser->symbols, word, name.span);
  if (called && function) return parse_call(parser, function, name);
  if (own >= 0) return parse_own_call(parser, &parser->symbols->functions[own], name);
  int variable = trm_find_variable(parser->symbols, word, name.span);
  int input = variable < 0 ? trm_find_input(parser->symbols, word, name.span) : -1;
  int signal = variable < 0 && input < 0 && !called ? find_signal(parser->symbols, word, name.span) : -1;
  double constant = 0;
  if (signal >= 0) return emit_signal(parser, &parser->symbols->signals[signal], name);
  if (input >= 0 && !parser->symbols->inputs_known) return input_not_here(parser, name);
  if (variable < 0 && input < 0 && !trm_find_constant(parser->symbols, word, name.span, &constant)) {
    if (!called && parser->symbols->channel_count > 0 && memchr(word, '.', (size_t)name.span))
      return unknown_channel(parser, name);
    if (!function && !called && parser->symbols->names_known && names_motion(word, name.span))
      return parse_motion(parser, name);
    if (!function) return unknown_name(parser, name, called);
    return trm_expression_fail(parser->error, name.offset, name.span,
                               "the function \"%s\" needs its arguments in parentheses", function->name);
  }
  if (called)
    return trm_expression_fail(parser->error, name.offset, name.span,
                               "\"%.*s\" is not a function (a product needs \"*\")", shown(name), word);
  if (input >= 0) return emit_input(parser, input);
  return variable >= 0 ? emit_variable(parser, variable) : emit_number(parser, constant);
}

/* ------------------------------------------------------------------------------------------------ grammar */

static bool parse_primary(Parser *parser) {
  trm_Token token = parser->token;
  if (token.kind == TRM_TOKEN_NUMBER) return advance(parser) && emit_number(parser, token.number);
  if (token.kind == TRM_TOKEN_NAME) return parse_name(parser);
  if (token.kind != TRM_TOKEN_OPEN) return missing_value(parser);
  return advance(parser) && parse_or(parser) && close_parenthesis(parser, token);
}

static bool parse_power(Parser *parser) {
  if (!parse_primary(parser)) return false;
  if (parser->token.kind != TRM_TOKEN_CARET) return true;
  return advance(parser) && parse_unary(parser) && emit_binary(parser, TRM_POWER);
}

static bool parse_unary(Parser *parser) {
  if (!enter(parser)) return false;
  trm_TokenKind kind = parser->token.kind;
  bool sign = kind == TRM_TOKEN_PLUS || kind == TRM_TOKEN_MINUS || kind == TRM_TOKEN_BANG;
  if (sign ? !advance(parser) || !parse_unary(parser) : !parse_power(parser)) return false;
  parser->nesting--;
  if (kind == TRM_TOKEN_MINUS) return emit_unary(parser, TRM_NEGATE, 0);
  return kind == TRM_TOKEN_BANG ? emit_unary(parser, TRM_NOT, 0) : true;
}

static bool parse_product(Parser *parser) {
  if (!parse_unary(parser)) return false;
  while (parser->token.kind == TRM_TOKEN_TIMES || parser->token.kind == TRM_TOKEN_OVER) {
    trm_Binary binary = parser->token.kind == TRM_TOKEN_TIMES ? TRM_MULTIPLY : TRM_DIVIDE;
    if (!advance(parser) || !parse_unary(parser) || !emit_binary(parser, binary)) return false;
  }
  return true;
}

static bool parse_sum(Parser *parser) {
  if (!parse_product(parser)) return false;
  while (parser->token.kind == TRM_TOKEN_PLUS || parser->token.kind == TRM_TOKEN_MINUS) {
    trm_Binary binary = parser->token.kind == TRM_TOKEN_PLUS ? TRM_ADD : TRM_SUBTRACT;
    if (!advance(parser) || !parse_product(parser) || !emit_binary(parser, binary)) return false;
  }
  return true;
}

static bool comparison(trm_TokenKind kind, trm_Binary *binary) {
  static const struct {
    trm_TokenKind kind;
    trm_Binary binary;
  } table[] = {{TRM_TOKEN_LESS, TRM_LESS},       {TRM_TOKEN_LESS_EQUAL, TRM_LESS_EQUAL},
               {TRM_TOKEN_GREATER, TRM_GREATER}, {TRM_TOKEN_GREATER_EQUAL, TRM_GREATER_EQUAL},
               {TRM_TOKEN_EQUAL, TRM_EQUAL},     {TRM_TOKEN_NOT_EQUAL, TRM_NOT_EQUAL}};
  for (size_t k = 0; k < sizeof table / sizeof *table; k++)
    if (table[k].kind == kind) return *binary = table[k].binary, true;
  return false;
}

static bool parse_compare(Parser *parser) {
  trm_Binary binary = TRM_LESS, next;
  if (!parse_sum(parser)) return false;
  if (!comparison(parser->token.kind, &binary)) return true;
  if (!advance(parser) || !parse_sum(parser) || !emit_binary(parser, binary)) return false;
  if (!comparison(parser->token.kind, &next)) return true;
  return trm_expression_fail(parser->error, parser->token.offset, parser->token.span,
                             "comparisons cannot be chained (write \"a < b and b < c\")");
}

static bool parse_not(Parser *parser) {
  if (parser->token.kind != TRM_TOKEN_NOT) return parse_compare(parser);
  if (!enter(parser) || !advance(parser) || !parse_not(parser)) return false;
  parser->nesting--;
  return emit_unary(parser, TRM_NOT, 0);
}

static bool parse_and(Parser *parser) {
  if (!parse_not(parser)) return false;
  while (parser->token.kind == TRM_TOKEN_AND)
    if (!advance(parser) || !parse_not(parser) || !emit_binary(parser, TRM_AND)) return false;
  return true;
}

static bool parse_or(Parser *parser) {
  if (!parse_and(parser)) return false;
  while (parser->token.kind == TRM_TOKEN_OR)
    if (!advance(parser) || !parse_and(parser) || !emit_binary(parser, TRM_OR)) return false;
  return true;
}

int trm_expression_parse(const char *text, size_t length, const trm_Symbols *symbols, trm_Instruction **code,
                         trm_NamesFound *names, trm_ExpressionError *error) {
  Parser parser = {.text = text, .length = (int)length, .symbols = symbols, .error = error, .names = names};
  bool right = length <= TRM_EXPRESSION_TEXT
                   ? trm_token_read(text, parser.length, 0, &parser.token, error) && parse_or(&parser)
                   : trm_expression_fail(error, 0, 1, "the expression is too long (more than %d characters)",
                                         TRM_EXPRESSION_TEXT);
  if (right && parser.token.kind != TRM_TOKEN_END) right = unexpected_after(&parser);
  *code = parser.code;
  return right ? parser.count : -1;
}
