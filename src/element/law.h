/* Laws on one relative coordinate x: springs, dampers, stops, friction and actuators. A law gives a resisting force
   (positive pulls x down) over a pair (x_i, x_f) or at an instant. Conservative laws give exact discrete gradients:
   force * (x_f - x_i) is the change of their energy to round-off. A law may have states z of its own (a bristle's
   deflection, a current, pressures), which it takes from z_i to z_f over a step; they are no unknowns of the equations
   but functions of x_f and of the normal load.

   A kind of law is one file (law_*.c): how it is written in a model, the numbers that it is frozen to, what it does
   with them; and a line in laws.def. In its rows units are letters, which a rotation and a displacement read in their
   own way: x the coordinate, v its rate, F the force conjugate to it, k = F/x, c = F/v, d = F/(x v), i = k/s, g a gear
   ratio; r a radius, of rotations alone, and l nothing, of displacements alone: where a letter has no unit, the key
   does not exist. Variables are written @ for the coordinate's own name. */
#ifndef TRM_ELEMENT_LAW_H
#define TRM_ELEMENT_LAW_H

#include "model/model.h"

enum { TRM_LAW_STATES = 4, TRM_LAW_GRADIENT = 3 + TRM_LAW_STATES }; /* of one law at most */

/* What a law sees over a step. A value of one call; states and inputs are those of the state. */
typedef struct trm_LawPair {
  double x_i, x_f, t_i, h;
  const double *z_i;    /* own states at the start */
  double theta;         /* friction takes its bristle at z_i + theta (z_f - z_i): 1/2 keeps its energy, 1 damps it */
  double normal;        /* what the coefficient of friction multiplies: N, or N m (normal force times radius) */
  const double *inputs; /* of the state */
} trm_LawPair;

typedef struct trm_LawForce {
  double force;     /* resisting force over the pair, N or N m */
  double slope;     /* its derivative with respect to x_f */
  double by_normal; /* and to the normal load */
  double by_value;  /* and to the value of its function (trm_LawKind.functions) */
} trm_LawForce;

/* What a law sees at an instant. A value of one call. */
typedef struct trm_LawInstant {
  double x, rate, t;
  const double *z;
  const double *inputs;
} trm_LawInstant;

/* States at the end of a pair and their derivatives as in trm_LawForce. */
typedef struct trm_LawStates {
  double z[TRM_LAW_STATES], by_x[TRM_LAW_STATES], by_normal[TRM_LAW_STATES], by_value[TRM_LAW_STATES];
} trm_LawStates;

/* A function of time among a law's data: where it jumps or has a kink, a step ends. A value of one call. The function
   is the model's. */
typedef struct trm_LawFunction {
  const trm_Function *function;
  int time; /* which of its variables is t */
} trm_LawFunction;
enum { TRM_LAW_FUNCTIONS = 2 };

/* Where reactions press surfaces together: what makes a normal load of them. */
typedef struct trm_LawContact {
  double lever;        /* radius of a journal, m; 1 along a displacement */
  double axial_radius; /* of the face that takes the axial force, m; 0: none */
  double length;       /* over which the contact spreads along the axis, m; 0: moments do not press */
} trm_LawContact;

/* Bounds at which a coordinate rebounds at once, its rate turned round and multiplied. */
typedef struct trm_Rebound {
  double bounds[2];   /* lower and upper, -INFINITY, INFINITY: none there */
  double restitution; /* 0 (stays) .. 1 (loses nothing) */
} trm_Rebound;

/* What a law tells of the sizes of the model that it stands in; 0: nothing. */
typedef struct trm_LawSizes {
  double free;      /* where it is relaxed */
  double stiffness; /* there */
  double reach;     /* how far from 0 its bounds are */
} trm_LawSizes;

/* What a law may go by once all of the model is known. A value of one call. */
typedef struct trm_LawSetting {
  const char *joint, *joint_kind;
  bool angular, pressed; /* pressed: the joint has reactions across the coordinate */
  double weight, length; /* of the model, N and m */
  double inertia;        /* that the coordinate moves: of the lighter body, else of the model; kg or kg m2 */
  trm_Diagnostics *diagnostics;
} trm_LawSetting;

/* A law: a constant table of keys and functions, a line of laws.def. */
typedef struct trm_LawKind {
  const char *name; /* its key on a coordinate, and in channels */
  trm_Field field;  /* how it is written; key and offset are those of its place in the list */
  size_t size;      /* of its data */
  /* from what is written to numbers; then, where they follow from the model (NULL: never): false after an error */
  void (*freeze)(const void *def, void *data);
  bool (*complete)(const void *def, void *data, const trm_LawSetting *setting);
  trm_LawSizes (*sizes)(const void *data); /* NULL: it tells none */
  trm_LawForce (*pair)(const void *data, const trm_LawPair *pair);
  /* gradient (may be NULL; asked of laws with states only): with respect to x, rate, z[0], z[1], ..., and the value of
     its function */
  double (*instant)(const void *data, const trm_LawInstant *now, double *gradient);
  /* Energy stored at x, z (conservative part); NULL: stores none. memory: of its potential (trm_Law.potential), or
     NULL. */
  double (*stored)(const void *data, double x, const double *z, struct trm_PotentialMemory *memory);
  /* energy taken out for good over the pair, >= 0; NULL: dissipates none */
  double (*dissipated)(const void *data, const trm_LawPair *pair);
  /* stiffness and damping coefficient at x, z, rate 0, both >= 0: what the energy-decaying scheme damps; NULL: none */
  void (*tangent)(const void *data, double x, const double *z, double *stiffness, double *damping);
  bool supplies; /* what is neither stored nor dissipated is work of an actuator */
  /* the bounds at which the coordinate rebounds, in place of a force; false, or NULL: it does not */
  bool (*rebound)(const void *data, trm_Rebound *out);
  /* its force as a function of x alone, where it is one; NULL: never */
  const trm_Function *(*of_coordinate)(const void *data);
  bool bounds;                          /* acts beyond bounds of x only */
  bool (*saturates)(const void *data);  /* the motion decides when the force meets a limit; NULL: never */
  bool (*reversible)(const void *data); /* may run backwards in time, as composed schemes do; NULL: never */
  bool (*damps)(const void *data); /* by a multiple of the rate: it may, in steps that are short for it; NULL: not */
  int (*functions)(const void *data, trm_LawFunction *out); /* NULL: none */
  /* places within a range of x at which the force has a kink: how many, of which the first `room` are stored; NULL:
     none has */
  int (*kinks)(const void *data, const double range[2], double *points, int room);
  /* own states: names and units for channels; at the start of a run; over a step */
  int state_count;
  struct {
    const char *name, *unit; /* name NULL: no channel */
    double small;            /* nothing smaller counts: a yardstick of errors, relative to trm_law_state_size */
  } states[TRM_LAW_STATES];
  /* of a state in another unit than x, x s, F and 1: its size where the force is this */
  double (*state_unit)(const void *data, double force);
  int load_state; /* which of them is the normal load; 0: none is */
  /* which of them, without a name and a channel, is the load that the settling of velocities after a step adds to that
     of the step's multipliers, over the step's size; 0: none is */
  int settled_state;
  /* the contact whose normal load is that of the joint's reactions; NULL, or the function is: it is not */
  const trm_LawContact *(*contact)(const void *data);
  void (*start)(const void *data, double *z); /* NULL: all 0 */
  void (*advance)(const void *data, const trm_LawPair *pair, trm_LawStates *out);
  /* The same for schemes that integrate rates: dz/dt at an instant (0 for states that follow at once), and the states
     that follow put where they belong; NULL: none does. */
  void (*rates)(const void *data, const trm_LawInstant *now, double *z_dot);
  void (*follow)(const void *data, const trm_LawInstant *now, double *z);
  /* A law whose equation changes (a contact that sticks or slips): how far it is from the change, relative to what it
     is measured by;
     negative: beyond it. `limit` is what the states that follow go by (the bound of a contact that slips; 0: nothing
     does), limit_rate its rate as long as the equation stays the same. switch_over marks in z that the other equation
     holds now. NULL: always the same. */
  double (*margin)(const void *data, const trm_LawInstant *now, double limit_rate);
  double (*limit)(const void *data, const trm_LawInstant *now);
  void (*switch_over)(double *z);
  double (*swing)(const void *data); /* 1/omega of what it moves on its own stiffness, s; NULL: none */
  /* what makes its numbers unlikely: such as nothing has together, whatever the units; NULL: nothing, or never */
  const char *(*unlikely)(const void *data);
} trm_LawKind;

extern const trm_LawKind *const trm_law_kinds[];
extern const int trm_law_kind_count; /* at most TRM_COORDINATE_LAWS */

/* Stops, which the ends of tracks may be too. */
typedef struct trm_Stops {
  double lower, upper; /* -INFINITY, INFINITY: none there */
  double stiffness;    /* N/m or N m/rad beyond the stop */
  double damping;      /* N s/m2: resists at damping * penetration * rate, only while in contact */
  bool rigid;          /* no force: the coordinate rebounds ... */
  double restitution;  /* ... with so much of its rate */
} trm_Stops;
extern const trm_LawKind trm_stops_law;

/* Walks the laws on a coordinate: TRM_EACH_LAW(law, laws) ... law->kind, law->data */
#define TRM_EACH_LAW(law, laws)                                                                                        \
  for (const trm_Law *law = (laws)->items, *law##_end = (laws)->count ? law + (laws)->count : law; law != law##_end;   \
       law++)

/* How large a state of a law is likely to be, in its unit: by the model's length, time and force. */
double trm_law_state_size(const trm_Law *law, int state, bool angular, const trm_Model *model);
/* Its function that names what moves elsewhere; .function NULL: it has none. While a model is built; afterwards
   trm_Law.naming tells. */
trm_LawFunction trm_law_naming(const trm_Law *law);
/* NULL: its normal load does not come from the joint's reactions */
const trm_LawContact *trm_law_contact(const trm_Law *law);

/* any law of this coordinate, drives included: the coordinate must then be an unknown */
bool trm_laws_present(const trm_Laws *laws);
/* Where one of them stands in the model. */
trm_Place trm_law_place(const trm_Laws *laws, const trm_Law *law);
/* is one of them beyond bounds only? */
bool trm_laws_bound(const trm_Laws *laws);
/* May its force set in on the way of the coordinate, beyond bounds or by a formula that has edges? */
bool trm_law_sets_in(const trm_Law *law);
bool trm_laws_set_in(const trm_Laws *laws);
/* does the motion change the equation of one: a contact that sticks or slips? */
bool trm_laws_change(const trm_Laws *laws);
/* does one of them meet a limit of its force at a moment of its own? */
bool trm_laws_saturate(const trm_Laws *laws);
/* is a normal load to be taken from the reactions of the joint? */
bool trm_laws_need_reactions(const trm_Laws *laws);

#endif
