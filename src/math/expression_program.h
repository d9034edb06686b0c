/* The compiled form of an expression, private to src/math: a postfix program over a small stack of values.
   The instructions of any subexpression are contiguous and end with the instruction that makes its value. */
#ifndef TRM_MATH_EXPRESSION_PROGRAM_H
#define TRM_MATH_EXPRESSION_PROGRAM_H

#include "math/expression.h"

enum {
  TRM_EXPRESSION_STACK = 256,   /* values waiting at one time */
  TRM_EXPRESSION_DEPTH = 200,   /* nested parentheses, calls, signs and exponents */
  TRM_EXPRESSION_SIZE = 10000,  /* instructions */
  TRM_EXPRESSION_TEXT = 1000000 /* characters */
};

typedef enum trm_Step {
  TRM_STEP_NUMBER,   /* push number */
  TRM_STEP_VARIABLE, /* push variables[variable] */
  TRM_STEP_INPUT,    /* push inputs[variable], which is held for the derivatives */
  TRM_STEP_UNARY,
  TRM_STEP_BINARY,
  TRM_STEP_SELECT, /* condition, a, b -> a or b; both were evaluated */
  TRM_STEP_TABLE,  /* x -> table(x) */
  TRM_STEP_GRID    /* x, y -> grid(x, y) */
} trm_Step;

typedef enum trm_Unary {
  TRM_NEGATE,
  TRM_NOT,
  TRM_POWER_CONSTANT, /* x^number */
  TRM_SIN,
  TRM_COS,
  TRM_TAN,
  TRM_ASIN,
  TRM_ACOS,
  TRM_ATAN,
  TRM_SINH,
  TRM_COSH,
  TRM_TANH,
  TRM_ASINH,
  TRM_ACOSH,
  TRM_ATANH,
  TRM_EXP,
  TRM_LOG,
  TRM_LOG10,
  TRM_SQRT,
  TRM_CBRT,
  TRM_ABS,
  TRM_SIGN,
  TRM_FLOOR,
  TRM_CEIL,
  TRM_ROUND, /* halves away from zero */
  TRM_ERF
} trm_Unary;

typedef enum trm_Binary {
  TRM_ADD,
  TRM_SUBTRACT,
  TRM_MULTIPLY,
  TRM_DIVIDE,
  TRM_POWER,
  TRM_LESS,
  TRM_LESS_EQUAL,
  TRM_GREATER,
  TRM_GREATER_EQUAL,
  TRM_EQUAL,
  TRM_NOT_EQUAL,
  TRM_AND,
  TRM_OR,
  TRM_MIN,
  TRM_MAX,
  TRM_ATAN2,
  TRM_MOD, /* a - b floor(a/b): has the sign of b */
  TRM_HYPOT
} trm_Binary;

/* One of a program, as old as it; its table or grid is in the arena of the model. */
typedef struct trm_Instruction {
  trm_Step step;
  union {
    trm_Unary unary;
    trm_Binary binary;
    int variable; /* or which of the inputs */
  };
  int first; /* where the subexpression begins that ends here */
  union {
    double number; /* of NUMBER and POWER_CONSTANT */
    const trm_Table *table;
    const trm_Grid *grid;
  };
} trm_Instruction;

/* In the arena that it was compiled into, as old as it. */
struct trm_Expression {
  int length;
  int variable_count;
  int active_count;                     /* variables that occur; only these are differentiated */
  int active[TRM_EXPRESSION_VARIABLES]; /* their numbers */
  int slot[TRM_EXPRESSION_VARIABLES];   /* variable -> place in active, or -1 */
  bool switches;                        /* some instruction can jump or kink */
  bool reads_inputs;                    /* so that it is no constant though it has no variables */
  int name_count;
  const trm_ExpressionName *names;
  trm_Instruction code[];
};

double trm_unary_value(trm_Unary unary, double x, double number);
double trm_binary_value(trm_Binary binary, double a, double b);
bool trm_unary_switches(trm_Unary unary);
bool trm_binary_switches(trm_Binary binary);
/* The floored quotient that belongs to TRM_MOD: (a - mod(a, b)) / b, an integer. */
double trm_mod_quotient(double a, double b);
/* Bounds of one instruction's values. */
trm_Range trm_unary_range(trm_Unary unary, trm_Range x, double number);
trm_Range trm_binary_range(trm_Binary binary, trm_Range a, trm_Range b);

/* The value of the subexpression that ends at instruction `last`. */
double trm_expression_part(const trm_Expression *expression, int last, const double *variables, const double *inputs);
/* The same with its derivative with respect to one variable. */
double trm_expression_part_slope(const trm_Expression *expression, int last, const double *variables,
                                 const double *inputs, int variable, double *slope);

/* Values over a disc of the complex plane about a real place. A value of one call. */
typedef struct trm_Disc {
  double centre, radius; /* no value is farther from that at the centre; INFINITY: that is not known */
  double noise;          /* what rounding may make of the value at the centre */
  bool open;             /* it jumps or has a kink in the interval, or may */
} trm_Disc;
/* Of the function that the expression is on an interval of one variable (from < to), continued to the disc of radius
   `reach` about the interval's middle. */
trm_Disc trm_expression_disc(const trm_Expression *expression, const trm_Along *along, double reach);

/* The names found while a text is read. An instruction that reads name k is TRM_STEP_INPUT with variable -1 - k. */
typedef struct trm_NamesFound {
  int count;
  struct {
    const char *text; /* of `length` characters, not terminated */
    int length;
    int offset, span;
    bool inner;
  } at[TRM_EXPRESSION_NAMES];
} trm_NamesFound;

/* Reads the text into code (TRM_EXPRESSION_SIZE at most); the caller releases *code. Returns the length, or -1 with
   *error. */
int trm_expression_parse(const char *text, size_t length, const trm_Symbols *symbols, trm_Instruction **code,
                         trm_NamesFound *names, trm_ExpressionError *error);

/* A value of one call. */
typedef struct trm_BreakpointSearch {
  int variable;
  const double *variables; /* where the others are held */
  const double *inputs;    /* ... and the inputs */
  double from, to;         /* open interval */
  int samples;             /* intervals in which an argument that is not affine is looked at */
  bool smooth;             /* also where only a higher derivative of a table jumps */
} trm_BreakpointSearch;

/* As trm_expression_breakpoints. */
int trm_expression_search(const trm_Expression *expression, const trm_BreakpointSearch *search, double *points,
                          int room);

#endif
