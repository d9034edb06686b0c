/* Tokens of an expression's text, private to src/math. */
#ifndef TRM_MATH_EXPRESSION_TOKENS_H
#define TRM_MATH_EXPRESSION_TOKENS_H

#include <stddef.h>
#include "math/expression.h"

typedef enum trm_TokenKind {
  TRM_TOKEN_END,
  TRM_TOKEN_NUMBER,
  TRM_TOKEN_NAME,
  TRM_TOKEN_PLUS,
  TRM_TOKEN_MINUS,
  TRM_TOKEN_TIMES,
  TRM_TOKEN_OVER,
  TRM_TOKEN_CARET,
  TRM_TOKEN_OPEN,
  TRM_TOKEN_CLOSE,
  TRM_TOKEN_COMMA,
  TRM_TOKEN_LESS,
  TRM_TOKEN_LESS_EQUAL,
  TRM_TOKEN_GREATER,
  TRM_TOKEN_GREATER_EQUAL,
  TRM_TOKEN_EQUAL,
  TRM_TOKEN_NOT_EQUAL,
  TRM_TOKEN_AND,
  TRM_TOKEN_OR,
  TRM_TOKEN_NOT, /* the word: binds weaker than a comparison */
  TRM_TOKEN_BANG /* the sign !: binds as a unary minus does */
} trm_TokenKind;

typedef struct trm_Token {
  trm_TokenKind kind;
  int offset, span;
  double number;
} trm_Token;

/* Reads the token at or after offset (blanks are skipped). False with *error filled. */
bool trm_token_read(const char *text, int length, int offset, trm_Token *token, trm_ExpressionError *error);

/* How far a name goes that begins with the first `at` characters: words with points between them, and @ with a number
   behind it. */
int trm_name_length(const char *text, int length, int at);

/* Fills *error and returns false; a message that is too long is cut. */
bool trm_expression_fail(trm_ExpressionError *error, int offset, int span, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
