/* Expressions: text compiled once, evaluated with exact first and second derivatives. */
#ifndef TRM_MATH_EXPRESSION_H
#define TRM_MATH_EXPRESSION_H

#include <stdbool.h>
#include "base/memory.h"
#include "math/table.h"

/* What names mean: variables are given at each evaluation, constants are folded when compiling (pi is always known),
   inputs are numbers beside them that a program sets: given at each evaluation too, and never differentiated. A value
   of one call. */
typedef struct trm_Symbols {
  const char *const *variables;
  int variable_count; /* at most TRM_EXPRESSION_VARIABLES */
  const char *const *constants;
  const double *constant_values;
  int constant_count;
  const char *const *inputs;
  int input_count;
  bool inputs_known; /* false: the names are known, but not to be used here */
  /* May words with a point or an @ be names of what moves (trm_ExpressionName)? Names of parts that have a - in them
     are told, so that it is not taken for a minus. */
  bool names_known;
  const char *const *dashed;
  int dashed_count;
  /* Channels, whose names have a point in them and may have dashes and numbers (energy.load-work, hinge.lambda.4): the
     longest that stands at a place is meant, and becomes a name of the expression. */
  const char *const *channels;
  int channel_count;
  const struct trm_OwnFunction *functions;
  int function_count;
  /* Signals, named alone: functions of t whose bodies may name what moves, known where t is; one without a body has
     memory, and is itself named ("signal.<name>"). */
  const struct trm_OwnFunction *signals;
  int signal_count;
} trm_Symbols;

enum { TRM_EXPRESSION_VARIABLES = 4, TRM_EXPRESSION_NAMES = 64 };

typedef struct trm_Expression trm_Expression;

/* A function that the model brings along: an expression in its arguments, which is put in wherever it is called, or a
   table. In the arena of its model, as old as it. */
typedef struct trm_OwnFunction {
  const char *name;
  const char *path;           /* of a signal: "signal.<name>" */
  int arguments;              /* how many */
  const trm_Expression *body; /* its variables are the arguments */
  const trm_Table *table;     /* ... or of one argument */
  const trm_Grid *grid;       /* ... or of two; none of the three: not to be had, its value is not a number */
} trm_OwnFunction;

/* Something that moves, named in an expression: "pivot.phi", "blade@0.7.velocity.z", "bob.velocity.x in hub"; what it
   means is for others to find. An expression with such names takes its inputs from a list of their values, in the order
   of the names, to which those inputs that it uses are added. As old as the expression. */
typedef struct trm_ExpressionName {
  const char *text; /* NULL: an input of the model */
  int input;
  int offset, span; /* where in the text of the expression it stands first */
  bool inner;       /* it stands there in the formula of a signal alone, which is put in */
} trm_ExpressionName;

typedef struct trm_ExpressionError {
  int offset, span;  /* where in the text, 0-based characters */
  char message[240]; /* "unknown name "omgea" (did you mean "omega"?)" */
  bool unknown;      /* it names what is not known here: elsewhere it may be */
} trm_ExpressionError;

/* The language.
   Numbers 1, .5, 1e-3. Weakest to strongest: or (||); and (&&); not; < <= > >= == != (not chained); + -; * /; signs + -
   !;
   ^ (from the right: -x^2 = -(x^2), 2^3^2 = 2^9). Comparisons are 1 or 0; everything but 0 is true.
   sin cos tan asin acos atan atan2(y,x) sinh cosh tanh asinh acosh atanh exp log log10 sqrt cbrt erf hypot(a,b)
   pow(a,b) abs sign floor ceil round (halves away from zero) mod(a,b) = a - b floor(a/b), min max (two or more),
   clamp(x,lo,hi), step(x) = x >= 0, ramp(x) = max(x,0), if(condition,a,b); constants pi, e, which a name of the model
   may cover, and the functions of the symbols. Names are letters, digits, underscores, with points between words; a
   name of what moves may have @ and a number in it, and "in" with another name behind it.
   Limits: 200 nested levels, 256 open operands, 10 000 operations, 1 000 000 characters. */

/* An interval of one variable, the others and the inputs held. A value of one call. */
typedef struct trm_Along {
  int variable;
  const double *variables, *inputs;
  double from, to;
} trm_Along;

/* Compiles length characters of text; the result lives in the arena. NULL with *error filled. */
trm_Expression *trm_expression_compile(trm_Arena *arena, const char *text, size_t length, const trm_Symbols *symbols,
                                       trm_ExpressionError *error);
/* inputs: their values in the order of the symbols; NULL where the expression cannot read any.
   Outside of a domain (sqrt(-1), log(0), 1/0) the value is IEEE's: not-a-number or infinite, never an error. */
double trm_expression_value(const trm_Expression *expression, const double *variables, const double *inputs);
/* Value, gradient[n] and hessian[n*n] for n = variable_count of the symbols; gradient and hessian may be NULL. Exact,
   also at kinks (one of the two sided derivatives is taken). */
double trm_expression_derivatives(const trm_Expression *expression, const double *variables, const double *inputs,
                                  double *gradient, double *hessian);
/* The names of an expression, and how many. */
const trm_ExpressionName *trm_expression_names(const trm_Expression *expression, int *count);
/* "hub" of a name "bob.velocity.x in hub", NULL: there is none; *length: of what stands before. */
const char *trm_expression_name_frame(const char *text, size_t *length);
/* The next word of a text, behind *at, that may be the name of something that moves, with its frame: it has a point or
   an @ in it. The text need be no expression. *at begins with zeros; its text is a part of this one. False: there is
   none. */
bool trm_expression_next_name(const char *text, const trm_Symbols *symbols, trm_ExpressionName *at);
/* Value, and gradient with respect to the first `count` inputs. */
double trm_expression_input_gradient(const trm_Expression *expression, const double *variables, const double *inputs,
                                     int count, double *gradient);
bool trm_expression_uses(const trm_Expression *expression, int variable);
bool trm_expression_constant(const trm_Expression *expression,
                             double *value); /* true when it uses no variable and no input */
/* Jumps and kinks along one variable, inside the interval, increasing: where the argument of a
   comparison, if, abs, sign, min, max, floor, ... changes sides. Returns how many there are; at most `room` are stored,
   the first ones, and the count is then an upper bound. Exact where the argument is affine in the variable (t <= 0.5
   gives 0.5), to round-off elsewhere. Points within round-off of from and to are left out. */
int trm_expression_breakpoints(const trm_Expression *expression, const trm_Along *along, double *points, int room);
/* Bounds of the values along one variable: no value is outside, but they may be wide. */
trm_Range trm_expression_range(const trm_Expression *expression, const trm_Along *along);
/* An edge of an expression: the argument of an instruction that jumps or has a kink (of a comparison the difference of
   both sides), and the interval of it, low <= value < high, within which that does neither. A value of one call. */
typedef struct trm_Edge {
  double value, low, high;
} trm_Edge;
/* Some of an expression's: the instructions. In the arena of whoever asked for them. */
typedef struct trm_EdgesAt {
  int count;
  const int *at;
} trm_EdgesAt;
/* The instructions whose arguments depend on what moves, names or variables of the set (bit k: number k); not where the
   product that they stand in is smooth all the same, as abs(x)*x is. Tables are left out. Returns how many there are;
   at most `room` are stored. */
int trm_expression_edges(const trm_Expression *expression, unsigned variables, int *at, int room);
void trm_expression_edge_values(const trm_Expression *expression, const trm_EdgesAt *edges, const double *variables,
                                const double *inputs, trm_Edge *out);
/* A word of the language (and, or, not, if, a function): not to be taken as the name of a variable or constant. */
bool trm_expression_reserved(const char *name);

/* The functions that expressions know, for the manual and because no parameter may have such a name: the index-th with
   its least and most arguments, NULL past the last. */
const char *trm_expression_function(int index, int *least, int *most);

/* The text as one decimal number without a sign, of any number of digits; false: it is something else. */
bool trm_number_read(const char *text, double *number);

#endif
