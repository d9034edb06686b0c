/* Laws on one relative coordinate x: springs, dampers, stops, friction and actuators. A law gives a resisting force (positive pulls
   x down) over a pair (x_i, x_f) or at an instant. Conservative laws give exact discrete gradients: force * (x_f - x_i) is the
   change of their energy to round-off. A law may have states z of its own (a bristle's deflection, a current, pressures), which it
   takes from z_i to z_f over a step; they are no unknowns of the equations but functions of x_f and of the normal load. */
#ifndef TRM_ELEMENT_LAW_H
#define TRM_ELEMENT_LAW_H

#include "model/model.h"

enum { TRM_LAW_STATES = 4 }; /* of one law at most */

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
} trm_LawForce;

typedef struct trm_LawInstant {
  double x, rate, t;
  const double *z;
  const double *inputs;
} trm_LawInstant;

/* States at the end of a pair and their derivatives with respect to x_f and to the normal load. */
typedef struct trm_LawStates {
  double z[TRM_LAW_STATES], by_x[TRM_LAW_STATES], by_normal[TRM_LAW_STATES];
} trm_LawStates;

/* A function of time among a law's data: where it jumps or has a kink, a step ends. */
typedef struct trm_LawFunction {
  const trm_Function *function;
  int time; /* which of its variables is t */
} trm_LawFunction;
enum { TRM_LAW_FUNCTIONS = 2 };

typedef struct trm_LawKind {
  const char *name;
  bool (*present)(const trm_Laws *laws);
  trm_LawForce (*pair)(const trm_Laws *laws, const trm_LawPair *pair);
  /* gradient (may be NULL; asked of laws with states only): with respect to x, rate, z[0], z[1], ... */
  double (*instant)(const trm_Laws *laws, const trm_LawInstant *now, double *gradient);
  /* energy stored at x, z (conservative part); NULL: stores none */
  double (*stored)(const trm_Laws *laws, double x, const double *z);
  /* energy taken out for good over the pair, >= 0; NULL: dissipates none */
  double (*dissipated)(const trm_Laws *laws, const trm_LawPair *pair);
  /* stiffness and damping coefficient at x, z, rate 0, both >= 0: what the energy-decaying scheme damps; NULL: none */
  void (*tangent)(const trm_Laws *laws, double x, const double *z, double *stiffness, double *damping);
  bool supplies;                            /* what is neither stored nor dissipated is work of an actuator */
  bool (*reversible)(const trm_Laws *laws); /* may run backwards in time, as composed schemes do; NULL: never */
  int (*functions)(const trm_Laws *laws, trm_LawFunction *out); /* NULL: none */
  /* places within a range of x at which the force has a kink: how many, of which the first `room` are stored; NULL: none has */
  int (*kinks)(const trm_Laws *laws, const double range[2], double *points, int room);
  /* own states: names and units for channels; at the start of a run; over a step */
  int state_count;
  struct {
    const char *name, *unit;
    double small; /* nothing smaller counts: a yardstick of errors, relative to trm_law_state_size */
  } states[TRM_LAW_STATES];
  double (*state_unit)(
      const trm_Laws *laws,
      double force); /* of a state in another unit than x, x s, F and 1: its size where the force is this */
  int load_state;    /* which of them is the normal load; 0: none is */
  void (*start)(const trm_Laws *laws, double *z); /* NULL: all 0 */
  void (*advance)(const trm_Laws *laws, const trm_LawPair *pair, trm_LawStates *out);
  /* The same for schemes that integrate rates: dz/dt at an instant (0 for states that follow at once), and the states that follow put
     where they belong; NULL: none does. */
  void (*rates)(const trm_Laws *laws, const trm_LawInstant *now, double *z_dot);
  void (*follow)(const trm_Laws *laws, const trm_LawInstant *now, double *z);
  /* A law whose equation changes (a contact that sticks or slips): how far it is from the change, relative to what it is measured by;
     negative: beyond it. `limit` is what the states that follow go by (the bound of a contact that slips; 0: nothing does), limit_rate
     its rate as long as the equation stays the same. switch_over marks in z that the other equation holds now. NULL: always the
     same. */
  double (*margin)(const trm_Laws *laws, const trm_LawInstant *now, double limit_rate);
  double (*limit)(const trm_Laws *laws, const trm_LawInstant *now);
  void (*switch_over)(double *z);
} trm_LawKind;

extern const trm_LawKind *const trm_law_kinds[];
extern const int trm_law_kind_count;

/* Walks the laws that are present on a coordinate:
   for (trm_LawWalk walk = trm_law_walk(laws); trm_law_next(&walk);) ... walk.law, walk.state */
typedef struct trm_LawWalk {
  const trm_Laws *laws;
  const trm_LawKind *law;
  int state; /* index of the law's first state among the model's; of no meaning where it has none */
  int next_kind, next_state;
} trm_LawWalk;
trm_LawWalk trm_law_walk(const trm_Laws *laws);
bool trm_law_next(trm_LawWalk *walk);

/* How large a state of a law is likely to be, in its unit: by the model's length, time and force. */
double trm_law_state_size(const trm_Laws *laws, const trm_LawKind *law, int state, bool angular,
                          const trm_Model *model);

/* any law of this coordinate, drives included: the coordinate must then be an unknown */
bool trm_laws_present(const trm_Laws *laws);
/* how many states the laws of a coordinate have */
int trm_laws_state_count(const trm_Laws *laws);
/* is the normal load to be taken from the reactions of the joint? */
bool trm_laws_need_reactions(const trm_Laws *laws);

#endif
