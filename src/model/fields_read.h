/* Inside the binding of field tables: where a value stands, for messages, and the readers of single values. */
#ifndef TRM_MODEL_FIELDS_READ_H
#define TRM_MODEL_FIELDS_READ_H

#include "model/fields.h"

/* Where we are in the model, innermost first: an entry (text = what it is, name), a numbered item or a key. On the
   stack of the readers. */
typedef struct trm_Path {
  const struct trm_Path *parent;
  const char *text;
  const char *name; /* NULL: a key */
  int number;       /* of an item in a series, from 1; 0: none */
} trm_Path;

/* A value's destination. */
typedef struct trm_Slot {
  const trm_Binding *binding;
  const trm_Path *path; /* the field's key included */
  const trm_Field *field;
} trm_Slot;

/* An error at a place. The message is the path followed by the text, which therefore starts with ": " or " must ...".
   Returns false, so that readers can return it. */
bool trm_complain(const trm_Binding *binding, const trm_Path *path, trm_Place place, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

enum { TRM_HINT_SIZE = 120 };
/* Errors beyond the stored ones are only counted: no suggestion is worth the search. */
bool trm_hints_wanted(const trm_Binding *binding);
/* " (did you mean \"...\"?)" in hint and the nearest candidate; "" and NULL when nothing is near. */
const char *trm_hint(const trm_Binding *binding, char hint[TRM_HINT_SIZE], const char *word,
                     const char *const *candidates, int count);
enum { TRM_NAME_SIZE = 64 };
/* A name for messages: itself, or its beginning with a mark of omission. */
const char *trm_short_name(char text[TRM_NAME_SIZE], const char *name);
/* A value in words for messages: `"text"`, "a list of 2", "a map", "nothing". */
const char *trm_shown(char text[TRM_HINT_SIZE], const trm_Value *value);

/* What names mean in expressions, but for the variables of the place. */
trm_Symbols trm_binding_symbols(const trm_Binding *binding);
/* The part of a scalar that starts `offset` characters into it, when the text stands in the source as it is. */
trm_Place trm_place_within(const trm_Value *scalar, int offset, int span);
/* The names in the expression of a function, with their places; all of the model's are listed too. */
bool trm_keep_names(const trm_Binding *binding, const trm_Value *value, trm_Function *out);
/* Errors of expressions: at their place within the scalar; of values that are not finite. */
bool trm_expression_error(const trm_Slot *target, const trm_Value *value, const trm_ExpressionError *error);
bool trm_not_finite(const trm_Slot *target, const trm_Value *value, double number);
/* Is the value a list of `count`? `what` says of what. */
bool trm_same_length(const trm_Slot *target, const trm_Value *value, int count, const char *what);

/* The scalar as a plain decimal number of at most 15 digits; false: it may still be an expression. */
bool trm_plain_number(const char *text, double *number);

bool trm_read_number(const trm_Slot *target, const trm_Value *value, double *out);
bool trm_read_integer(const trm_Slot *target, const trm_Value *value, int *out);
bool trm_read_vector(const trm_Slot *target, const trm_Value *value, double out[3]);
bool trm_read_numbers(const trm_Slot *target, const trm_Value *value, trm_Numbers *out);
bool trm_read_choice(const trm_Slot *target, const trm_Value *value, int *out);
bool trm_read_function(const trm_Slot *target, const trm_Value *value, trm_Function *out);
bool trm_read_function3(const trm_Slot *target, const trm_Value *value, trm_Function out[3]);
bool trm_read_matrix(const trm_Slot *target, const trm_Value *value, double out[9]);
bool trm_read_directions(const trm_Slot *target, const trm_Value *value, double out[6]);
bool trm_read_axis(const trm_Slot *target, const trm_Value *value, trm_Axis *out);
bool trm_read_points(const trm_Slot *target, const trm_Value *value, trm_Numbers *out);
bool trm_read_table_rows(const trm_Slot *target, const trm_Value *value, trm_Rows *out);
bool trm_read_named_table(const trm_Slot *target, const trm_Value *value, trm_Place heading, trm_OwnFunction *out);
bool trm_read_vectors(const trm_Slot *target, const trm_Value *value, trm_Numbers *out);
bool trm_read_matrix6(const trm_Slot *target, const trm_Value *value, double out[36]);
bool trm_read_counts(const trm_Slot *target, const trm_Value *value, trm_Numbers *out);
bool trm_read_names(const trm_Slot *target, const trm_Value *value, trm_Names *out);
bool trm_read_stations(const trm_Slot *target, const trm_Value *value, trm_Stations *out);
bool trm_read_combination(const trm_Slot *target, const trm_Value *value, trm_Combination *out);
bool trm_read_inertia(const trm_Slot *target, const trm_Value *value, double out[9]);
bool trm_read_orientation(const trm_Slot *target, const trm_Value *value, double out[9]);

/* Binds a nested map; heading is the place of the key or name above it. */
bool trm_bind_nested(const trm_Binding *binding, const trm_Value *map, const trm_FieldTable *table,
                     const trm_Path *path, trm_Place heading, void *out);

/* The value of a default as it is written in a table: a scalar, [..] or {..}. NULL when out of memory. */
trm_Value *trm_fallback_value(trm_Arena *arena, const char *text);

#endif
