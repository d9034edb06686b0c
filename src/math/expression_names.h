/* What names mean in an expression, private to src/math. */
#ifndef TRM_MATH_EXPRESSION_NAMES_H
#define TRM_MATH_EXPRESSION_NAMES_H

#include "math/expression_program.h"

typedef enum trm_Form {
  TRM_FORM_UNARY,
  TRM_FORM_BINARY,
  TRM_FORM_FOLD,  /* op(op(a, b), c) ...: min, max */
  TRM_FORM_CLAMP, /* min(max(x, lo), hi) */
  TRM_FORM_STEP,  /* x >= 0 */
  TRM_FORM_RAMP,  /* max(x, 0) */
  TRM_FORM_IF
} trm_Form;

/* A row of a constant table: static, for ever. */
typedef struct trm_FunctionName {
  const char *name;
  trm_Form form;
  union {
    trm_Unary unary;
    trm_Binary binary;
  };
  int least, most; /* arguments */
} trm_FunctionName;

/* The word is text[0 .. length-1], not terminated. */
const trm_FunctionName *trm_find_function(const char *word, int length);
/* the number of one of the model's own functions, -1: none */
int trm_find_own_function(const trm_Symbols *symbols, const char *word, int length);
int trm_find_variable(const trm_Symbols *symbols, const char *word, int length); /* -1: none */
int trm_find_input(const trm_Symbols *symbols, const char *word, int length);    /* -1: none */
bool trm_find_constant(const trm_Symbols *symbols, const char *word, int length, double *value);
/* How many of the first `left` characters are the name of a channel, the longest; 0: none stands here. */
int trm_find_channel(const trm_Symbols *symbols, const char *text, int left);
/* The known name that the word may have meant, or NULL. Functions come first where one is called. */
const char *trm_suggest_name(const trm_Symbols *symbols, const char *word, int length, bool called);

#endif
