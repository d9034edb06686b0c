/* Field tables: each kind of entry lists its keys once. Reading, checking, defaults, `describe`, the JSON Schema and
   docs/reference all walk these tables. */
#ifndef TRM_MODEL_FIELDS_H
#define TRM_MODEL_FIELDS_H

#include "math/function.h"
#include "model/spec.h"

typedef enum trm_FieldType {
  TRM_FIELD_FLAG,        /* bool */
  TRM_FIELD_INTEGER,     /* int */
  TRM_FIELD_NUMBER,      /* double: a number or an expression over the parameters */
  TRM_FIELD_VECTOR,      /* double[3] */
  TRM_FIELD_NUMBERS,     /* trm_Numbers: a list of numbers */
  TRM_FIELD_TEXT,        /* const char * */
  TRM_FIELD_CHOICE,      /* int: index into choices */
  TRM_FIELD_REFERENCE,   /* trm_Reference: a name of something else in the model */
  TRM_FIELD_PAIR,        /* trm_Reference[2]: a list of two names */
  TRM_FIELD_NAMES,       /* trm_Names: a name, or a list of them */
  TRM_FIELD_FUNCTION,    /* trm_Function of the field's variables */
  TRM_FIELD_FUNCTION3,   /* trm_Function[3] */
  TRM_FIELD_ORIENTATION, /* double[9], rows of a rotation matrix: {axis, angle}, {matrix}, {quaternion}, {bryan} */
  TRM_FIELD_INERTIA,     /* double[9]: J, [Jx, Jy, Jz], [Jxx, Jyy, Jzz, Jxy, Jxz, Jyz] or a 3x3 matrix */
  TRM_FIELD_DIRECTIONS,  /* double[6]: two vectors, neither of them zero */
  TRM_FIELD_AXIS,        /* trm_Axis: a vector, or two points on the axis */
  TRM_FIELD_MATRIX,      /* double[9]: three rows of three */
  TRM_FIELD_POINTS,      /* trm_Numbers: a list of [x, y], stored x, y, x, y, ...; x increasing */
  TRM_FIELD_VECTORS,     /* trm_Numbers: a list of [x, y, z], stored x, y, z, x, y, z, ... */
  TRM_FIELD_MATRIX6,     /* double[36]: six rows of six */
  TRM_FIELD_ROWS,        /* trm_Rows: a list of lists of numbers, all of one length */
  TRM_FIELD_COUNTS,      /* trm_Numbers: a whole number or a list of them, each at least 1 */
  TRM_FIELD_STATIONS,    /* trm_Stations: a name, or a list of [xi, name] along a span 0 .. 1 */
  TRM_FIELD_COMBINATION, /* trm_Combination: a map from names with a point (joint.coordinate) to numbers */
  TRM_FIELD_PARAMETERS,  /* trm_Parameters: a map from names to numbers, read before everything else (build/define.c) */
  TRM_FIELD_INPUTS,      /* trm_Parameters: the same for values that may be set during a run */
  TRM_FIELD_TABLE,       /* a nested map with its own table, stored in place */
  TRM_FIELD_ENTRIES,     /* trm_Entries: a map from names to nested maps */
  TRM_FIELD_SERIES       /* trm_Entries: one nested map or a list of them, without names */
} trm_FieldType;

/* A list in the arena of a model. */
typedef struct trm_Numbers {
  int count;
  const double *values;
} trm_Numbers;

/* Rows of numbers in the arena of a model. */
typedef struct trm_Rows {
  int rows, columns;
  const double *values;
} trm_Rows;

typedef struct trm_Axis {
  double direction[3]; /* any length */
  bool by_points;      /* given by two points: */
  double point[3];     /* the first of them */
} trm_Axis;

/* Names and values in the arena of a model. */
typedef struct trm_Parameters {
  int count;
  const char *const *names;
  const double *values;
} trm_Parameters;

/* A name as written, in the arena of a model. */
typedef struct trm_Reference {
  const char *name; /* NULL when not given */
  trm_Place place;
} trm_Reference;

/* A list in the arena of a model. */
typedef struct trm_Names {
  int count;
  const trm_Reference *items;
} trm_Names;

/* What something is along a span: names at relative positions that do not decrease; two at the same place are a
   jump. In the arena of its model, as old as it. */
typedef struct trm_Stations {
  int count; /* 1: the same everywhere */
  const double *at;
  const trm_Reference *names;
} trm_Stations;

/* A linear combination: factors of named things. In the arena of its model, as old as it. */
typedef struct trm_Combination {
  int count;
  const trm_Reference *names;
  const double *factors;
} trm_Combination;

/* Names of what moves in the formulas of a model, as they are found. In its arena. */
typedef struct trm_FoundNames {
  int count, room;
  trm_Reference *items;
} trm_FoundNames;

/* What a text of version 1 leaves to be guessed and later versions ask for: tables that do not say which variable they
   are over. In the arena of the binding; the list ends with NULL. */
typedef struct trm_Unsaid {
  trm_Place place;      /* of the table */
  const char *variable; /* the one it was over, letters up to a blank */
  struct trm_Unsaid *next;
} trm_Unsaid;

typedef struct trm_FieldTable trm_FieldTable;
typedef struct trm_Variants trm_Variants;

/* An entry of a map or series, in the arena of a model. */
typedef struct trm_Entry {
  const char *name; /* "" in a series */
  trm_Place place;  /* of the name (of the map in a series) */
  const trm_FieldTable *table;
  void *data; /* the struct described by table, filled */
} trm_Entry;

/* A list in the arena of a model. */
typedef struct trm_Entries {
  int count;
  const trm_Entry *items;
} trm_Entries;

typedef enum trm_FieldFlags {
  TRM_REQUIRED = 1,
  TRM_POSITIVE = 2,     /* > 0 */
  TRM_NOT_NEGATIVE = 4, /* >= 0 */
  TRM_NOT_ZERO = 8,     /* a vector of length > 0; a number other than 0 */
  TRM_APART = 16,       /* FUNCTION, TABLE: the struct holds a pointer to the value, NULL where it is not written */
  TRM_EARLY = 32,       /* ENTRIES: read before everything else, and left out here (build/parameters.c) */
  TRM_NAMING = 64       /* FUNCTION: may name what moves elsewhere */
} trm_FieldFlags;

/* A key of a table: constant, or in the arena that tables are composed in. */
typedef struct trm_Field {
  const char *key;
  trm_FieldType type;
  size_t offset;         /* of the value in the struct */
  const char *unit;      /* "kg", "m", ...; "" when none; MATRIX6: of the blocks 11, 12, 22, separated by commas */
  unsigned flags;        /* trm_FieldFlags */
  const char *fallback;  /* the default as it would be written in YAML; NULL: no default, the value stays zero */
  const char *doc;       /* one line */
  const char *variables; /* FUNCTION: names separated by blanks, "t" or "phi rate t" */
  const char *const *
      /* NULL-terminated. CHOICE: the words; NUMBER: words for infinity; INTEGER: the allowed values, or NULL for any;
         REFERENCE, PAIR, NAMES, STATIONS: what may be named ("body", "marker", "joint", "ground") */
      choices;
  const trm_FieldTable *table;  /* TABLE, ENTRIES, SERIES: the nested table */
  const trm_Variants *variants; /* ENTRIES, SERIES whose table depends on the value of one key (joints: `type`) */
  const char *also;             /* another word for the same key, or NULL */
  const char *variable_units;   /* of the variables, separated by commas: "s" or "rad, rad/s, s" */
  const char
      *otherwise; /* of numbers, functions and choices: what to write where more is meant than goes here; or NULL */
} trm_Field;

/* The beginning of a row: where the value goes, its key and its type. */
#define TRM_KEY(structure, member, name, kind) .key = name, .type = kind, .offset = offsetof(structure, member)
#define TRM_COUNT(array)                       (int)(sizeof(array) / sizeof(array)[0])

/* Tables chosen by the value of a key: joints and analyses by `type`. */
struct trm_Variants {
  const char *key;                     /* "type" */
  const char *what;                    /* "joint", for messages */
  const trm_FieldTable *const *tables; /* by table->name */
  int count;
  const trm_FieldTable *absent; /* where the key is not given; NULL: it must be */
};

/* What must hold between the keys of a table. */
typedef enum trm_RuleKind {
  TRM_RULE_ONE,       /* exactly one of the keys */
  TRM_RULE_SOME,      /* at least one of them */
  TRM_RULE_EXCLUSIVE, /* at most one of them */
  TRM_RULE_NEEDS,     /* the first only together with the second */
  TRM_RULE_RISES      /* of two numbers the second is above the first, where both are given */
} trm_RuleKind;

/* What keys of a table ask of each other: constant. */
typedef struct trm_Rule {
  trm_RuleKind kind;
  const char *keys; /* separated by blanks */
} trm_Rule;

enum { TRM_TABLE_FIELDS = 64, TRM_RULE_KEYS = 8 }; /* most fields of a table, most keys of a rule */

/* A table of keys: constant, or composed in the arena of who asks (tables_joint.c, tables_analysis.c). */
struct trm_FieldTable {
  const char *name;       /* "body", "revolute", ... */
  const char *definition; /* what the schema calls it; NULL: the name */
  const char *doc;        /* one or two sentences */
  size_t size;            /* of the struct */
  const trm_Field *fields;
  int field_count;       /* at most TRM_TABLE_FIELDS */
  const char *shorthand; /* a scalar (or list) in place of the map is read as this key, or NULL */
  const char *left_out;  /* what to write in place of "auto", where leaving the key out means that; NULL: it does not */
  const char *example;   /* YAML for `describe`, or NULL */
  const trm_Variants *among; /* keys of the other tables are said to say nothing to this one; NULL: they are unknown */
  const trm_Rule *rules;
  int rule_count;
  const char *other_key, *other_kind; /* a map with this key and without the first field is another kind of file */
  const char *stranger, *instead;     /* a key that people write here though it has none, and what to do; or NULL */
};

/* Every struct that a table describes starts with this. Bit i of given = field i was written (not defaulted). In the
   arena of its model, as old as it. */
typedef struct trm_Bound {
  uint64_t given;
  uint64_t meant;          /* bit i: given, or a misspelt key seems to mean it: not to be missed as well */
  trm_Place place;         /* of the name or key that heads the map (of the map where there is none) */
  const trm_Place *places; /* of each field's value, in table order (line 0 when not given) */
  const trm_FieldTable *table;
} trm_Bound;

/* What binding needs: where memory comes from, what names mean in expressions, where errors go. On the stack while a
   model is read. */
typedef struct trm_Binding {
  trm_Arena *arena;
  trm_Diagnostics *diagnostics;
  const char *const *constants; /* parameters */
  const double *constant_values;
  int constant_count;
  const char *const *inputs;  /* known where the time is */
  const double *input_values; /* at the start */
  int input_count;
  const trm_OwnFunction *functions; /* functions and tables of the model */
  int function_count;
  const trm_OwnFunction *signals;
  int signal_count;
  const char *const *dashed; /* names of parts with a - in them */
  int dashed_count;
  trm_FoundNames *found; /* in formulas; NULL: not wanted */
  int version;           /* of the model language */
  trm_Unsaid **unsaid;   /* NULL: not wanted */
} trm_Binding;

/* Fills the struct at `out` (of table->size bytes, begins with trm_Bound) from a map value: every error is reported,
   with its place and a suggestion. True when there was none. path is the location in words for messages ("body
   \"bob\""). */
bool trm_bind(const trm_Binding *binding, const trm_Value *map, const trm_FieldTable *table, const char *path,
              void *out);
/* Was the field at this offset written in the model? */
bool trm_given(const void *bound, size_t offset);
bool trm_meant(const void *bound, size_t offset); /* ... or was it tried, with a misspelt key? */
/* The place of the field's value, of the map when it was not given. */
trm_Place trm_place_of(const void *bound, size_t offset);

/* The maps that may stand for an orientation and for a function, as tables: for the schema and the manual. */
extern const trm_FieldTable trm_orientation_table, trm_function_table;
/* A table of the model's own: an entry of `tables`. */
extern const trm_FieldTable trm_named_table;

#endif
