/* Numbers, names and operators of the text, with places. */
#include "math/expression_tokens.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool trm_expression_fail(trm_ExpressionError *error, int offset, int span, const char *format, ...) {
  va_list list;
  va_start(list, format);
  error->offset = offset;
  error->span = span;
  vsnprintf(error->message, sizeof error->message, format, list);
  va_end(list);
  return false;
}

/* <ctype.h> depends on the locale of the host program, so do these not */
static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
static bool is_word(char c) { return is_digit(c) || is_letter(c); }

/* ------------------------------------------------------------------------------------------------ numbers */

enum { LONGEST_NUMBER = 300, LARGEST_EXPONENT = 99999 };

/* The parts of a decimal number as an integer times a power of ten: strtod sees no decimal point, whose sign is a
   matter of locale, and rounds correctly. */
typedef struct Decimal {
  char digits[LONGEST_NUMBER + 16];
  int count, exponent;
} Decimal;

static int read_digits(const char *text, int length, int at, Decimal *decimal) {
  while (at < length && is_digit(text[at])) {
    if (decimal->count < LONGEST_NUMBER) decimal->digits[decimal->count++] = text[at];
    at++;
  }
  return at;
}

/* 'e', an optional sign and digits; returns `at` unchanged where they do not follow */
static int read_exponent(const char *text, int length, int at, Decimal *decimal) {
  if (at >= length || (text[at] != 'e' && text[at] != 'E')) return at;
  int here = at + 1;
  bool negative = here < length && text[here] == '-';
  if (here < length && (text[here] == '-' || text[here] == '+')) here++;
  if (here >= length || !is_digit(text[here])) return at;
  int exponent = 0;
  for (; here < length && is_digit(text[here]); here++)
    if (exponent <= LARGEST_EXPONENT) exponent = 10 * exponent + (text[here] - '0');
  decimal->exponent += negative ? -exponent : exponent;
  return here;
}

/* letters or points directly behind a number: the whole word is shown */
static bool malformed_number(const char *text, int length, const trm_Token *token, trm_ExpressionError *error) {
  int end = token->offset + token->span;
  bool letter = is_letter(text[end]);
  while (end < length && (is_word(text[end]) || text[end] == '.')) end++;
  int shown = end - token->offset > 40 ? 40 : end - token->offset;
  return trm_expression_fail(error, token->offset, end - token->offset, "\"%.*s\" is not a number%s", shown,
                             text + token->offset, letter ? " (a product needs \"*\")" : "");
}

static bool read_number(const char *text, int length, trm_Token *token, trm_ExpressionError *error) {
  Decimal decimal = {.count = 0};
  int at = read_digits(text, length, token->offset, &decimal);
  if (at < length && text[at] == '.') {
    int before = decimal.count;
    at = read_digits(text, length, at + 1, &decimal);
    decimal.exponent -= decimal.count - before;
  }
  at = read_exponent(text, length, at, &decimal);
  token->kind = TRM_TOKEN_NUMBER;
  token->span = at - token->offset;
  if (token->span > LONGEST_NUMBER)
    return trm_expression_fail(error, token->offset, token->span, "a number of more than %d characters",
                               LONGEST_NUMBER);
  if (at < length && (is_word(text[at]) || text[at] == '.')) return malformed_number(text, length, token, error);
  snprintf(decimal.digits + decimal.count, 16, "e%d", decimal.exponent);
  token->number = strtod(decimal.digits, NULL);
  if (isfinite(token->number)) return true;
  return trm_expression_fail(error, token->offset, token->span, "the number %.*s is too large (the largest is 1.8e308)",
                             token->span > 40 ? 40 : token->span, text + token->offset);
}

/* ------------------------------------------------------------------------------------------------ words */

static const struct {
  const char *word;
  trm_TokenKind kind;
} keywords[] = {{"and", TRM_TOKEN_AND}, {"or", TRM_TOKEN_OR}, {"not", TRM_TOKEN_NOT}};

/* digits, with a point before others, and an exponent; returns `at` where there are none */
static int skip_number(const char *text, int length, int at) {
  Decimal unused = {.count = 0};
  int end = read_digits(text, length, at, &unused);
  if (end + 1 < length && text[end] == '.' && is_digit(text[end + 1]))
    end = read_digits(text, length, end + 1, &unused);
  return end == at ? at : read_exponent(text, length, end, &unused);
}

int trm_name_length(const char *text, int length, int at) {
  for (;;) {
    if (at + 1 < length && text[at] == '@' && skip_number(text, length, at + 1) > at + 1)
      at = skip_number(text, length, at + 1);
    else if (at < length && (is_word(text[at]) || (text[at] == '.' && at + 1 < length && is_letter(text[at + 1]))))
      at++;
    else
      return at;
  }
}

/* letters, digits, underscores; a point joins two words ("hinge.rate"), @ a beam and a place on it */
static void read_name(const char *text, int length, trm_Token *token) {
  token->kind = TRM_TOKEN_NAME;
  token->span = trm_name_length(text + token->offset, length - token->offset, 0);
  for (size_t k = 0; k < sizeof keywords / sizeof *keywords; k++)
    if (strlen(keywords[k].word) == (size_t)token->span &&
        !memcmp(keywords[k].word, text + token->offset, (size_t)token->span))
      token->kind = keywords[k].kind;
}

/* ------------------------------------------------------------------------------------------------ signs */

/* longer signs stand before their beginnings */
static const struct {
  const char *sign;
  trm_TokenKind kind;
} signs[] = {{"<=", TRM_TOKEN_LESS_EQUAL}, {">=", TRM_TOKEN_GREATER_EQUAL}, {"==", TRM_TOKEN_EQUAL},
             {"!=", TRM_TOKEN_NOT_EQUAL},  {"&&", TRM_TOKEN_AND},           {"||", TRM_TOKEN_OR},
             {"<", TRM_TOKEN_LESS},        {">", TRM_TOKEN_GREATER},        {"!", TRM_TOKEN_BANG},
             {"+", TRM_TOKEN_PLUS},        {"-", TRM_TOKEN_MINUS},          {"*", TRM_TOKEN_TIMES},
             {"/", TRM_TOKEN_OVER},        {"^", TRM_TOKEN_CARET},          {"(", TRM_TOKEN_OPEN},
             {")", TRM_TOKEN_CLOSE},       {",", TRM_TOKEN_COMMA}};

/* what people write in other languages or paste from documents, and what it is called here */
static const struct {
  const char *sign, *instead;
} foreign[] = {{"**", "^"},      {"=", "=="},      {"&", "and"},         {"|", "or"},      {"%", "mod(a, b)"},
               {"\u2212", "-"},  {"\u2013", "-"},  {"\u00d7", "*"},      {"\u00b7", "*"},  {"\u22c5", "*"},
               {"\u00f7", "/"},  {"\u03c0", "pi"}, {"\u00b2", "^2"},     {"\u00b3", "^3"}, {"\u2264", "<="},
               {"\u2265", ">="}, {"\u2260", "!="}, {"\u221a", "sqrt()"}, {"[", "("},       {"]", ")"},
               {"{", "("},       {"}", ")"},       {";", ","},           {"~", "not"}};

static bool begins(const char *text, int length, int offset, const char *sign) {
  size_t size = strlen(sign);
  return (size_t)(length - offset) >= size && !memcmp(text + offset, sign, size);
}

/* bytes of the UTF-8 character at offset, or 1 where the bytes are none */
static int character_size(const char *text, int length, int offset) {
  unsigned char lead = (unsigned char)text[offset];
  int size = lead >= 0xf0 && lead < 0xf5 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 1;
  if (lead >= 0xf5 || size > length - offset) return 1;
  for (int k = 1; k < size; k++)
    if (((unsigned char)text[offset + k] & 0xc0) != 0x80) return 1;
  return size;
}

/* what YAML calls a number: .inf, .Inf, .nan, ... */
static bool names_no_number(const char *text, int length, int offset) {
  static const char *const words[] = {".inf", ".Inf", ".INF", ".nan", ".NaN", ".NAN"};
  for (size_t k = 0; k < sizeof words / sizeof *words; k++)
    if (begins(text, length, offset, words[k]) && (offset + 4 == length || !is_word(text[offset + 4]))) return true;
  return false;
}

static bool unexpected_character(const char *text, int length, int offset, trm_ExpressionError *error) {
  if (names_no_number(text, length, offset))
    return trm_expression_fail(error, offset, 4, "\"%.4s\" is not a finite number", text + offset);
  for (size_t k = 0; k < sizeof foreign / sizeof *foreign; k++)
    if (begins(text, length, offset, foreign[k].sign)) {
      bool ascii = (unsigned char)text[offset] < 0x80;
      return trm_expression_fail(error, offset, ascii ? (int)strlen(foreign[k].sign) : 1,
                                 "unexpected \"%s\" (did you mean \"%s\"?)", foreign[k].sign, foreign[k].instead);
    }
  unsigned char byte = (unsigned char)text[offset];
  int size = character_size(text, length, offset);
  if (byte < 0x20 || byte == 0x7f || (byte >= 0x80 && size == 1))
    return trm_expression_fail(error, offset, 1, "unexpected character (byte 0x%02x)", byte);
  return trm_expression_fail(error, offset, 1, "unexpected character \"%.*s\"", size, text + offset);
}

bool trm_token_read(const char *text, int length, int offset, trm_Token *token, trm_ExpressionError *error) {
  while (offset < length && is_blank(text[offset])) offset++;
  *token = (trm_Token){TRM_TOKEN_END, offset, 0, 0};
  if (offset == length) return true;
  char c = text[offset];
  if (is_digit(c) || (c == '.' && offset + 1 < length && is_digit(text[offset + 1])))
    return read_number(text, length, token, error);
  if (is_letter(c)) return read_name(text, length, token), true;
  if (begins(text, length, offset, "**")) return unexpected_character(text, length, offset, error);
  for (size_t k = 0; k < sizeof signs / sizeof *signs; k++)
    if (begins(text, length, offset, signs[k].sign)) {
      token->kind = signs[k].kind;
      token->span = (int)strlen(signs[k].sign);
      return true;
    }
  return unexpected_character(text, length, offset, error);
}

bool trm_number_read(const char *text, double *number) {
  trm_ExpressionError error;
  trm_Token token;
  int length = (int)strlen(text);
  if (!trm_token_read(text, length, 0, &token, &error)) return false;
  *number = token.number;
  return token.kind == TRM_TOKEN_NUMBER && token.offset == 0 && token.span == length;
}
