/* What formulas may name: quantities of the motion, each with its value over a step and at an instant, and its exact
   derivative. A quantity is a row of the table in named.c; manual, messages and the conformance suite walk it.

   Over a step a position is that of the mean configuration and a rate the change over h, as actuators see coordinates;
   h = 0: at rest. */
#ifndef TRM_ELEMENT_NAMED_H
#define TRM_ELEMENT_NAMED_H

#include "element/contract.h"
#include "element/joint_table.h"

/* Of what a quantity may be named. */
typedef enum trm_NameableOf {
  TRM_NAMES_COORDINATE, /* joint.coordinate */
  TRM_NAMES_PLACE,      /* a body, a marker, a point of a beam; here */
  TRM_NAMES_HERE,       /* where a load along a beam acts */
  TRM_NAMES_REACTION,   /* of a joint */
  TRM_NAMES_DRIVE,      /* joint.coordinate, which is prescribed */
  TRM_NAMES_COUPLING,   /* a gear or another coupling whose sum is held or driven */
  TRM_NAMES_TERM,       /* coupling.joint.coordinate */
  TRM_NAMES_SPRING,
  TRM_NAMES_INPUT,
  TRM_NAMES_SIGNAL /* with memory */
} trm_NameableOf;

/* A quantity: constant. */
typedef struct trm_NameableKind {
  trm_NameableOf of;
  const char *name;     /* behind what it is of, with a point; "": the coordinate or the input itself */
  const char *parts[3]; /* behind that, with a point; NULL: it is one number */
  const char *unit;     /* x: that of a coordinate, v: of its rate */
  const char *doc;
  bool moves;    /* a velocity */
  bool turns;    /* needs an orientation, which point masses have not */
  bool reaction; /* it depends on multipliers */
  int markers;
  bool directed; /* may be told along the axes of another place: "... in hub", the marker behind its own */
  /* Over a pair; row (NULL: not wanted) += weight * its derivatives with respect to f, at the places among the unknowns
     of the element that trm_Named tells. */
  double (*pair)(const trm_Model *model, const trm_Named *named, const trm_Pair *pair, double weight, double *row);
  double (*instant)(const trm_Model *model, const trm_Named *named, const trm_Instant *now);
} trm_NameableKind;

extern const trm_NameableKind trm_nameable_kinds[];
extern const int trm_nameable_kind_count;

/* The inputs of a function: `given`, those of the model, where it names nothing; else the values of its names over the
   pair or at the instant, put into `room`. */
const double *trm_named_over(const trm_Model *model, const trm_Function *function, const trm_Pair *pair,
                             double room[TRM_EXPRESSION_NAMES]);
const double *trm_named_now(const trm_Model *model, const trm_Function *function, const trm_Instant *now,
                            double room[TRM_EXPRESSION_NAMES]);
/* The value at an instant of a function that may name things. */
double trm_named_value(const trm_Model *model, const trm_Function *function, const double *variables,
                       const trm_Instant *now);
/* Inputs for looking at a function of time whose names are not known: a number that stands for each. */
const double *trm_named_any(const trm_Function *function, const double *given, double room[TRM_EXPRESSION_NAMES]);

/* Derivatives of a function with respect to its names, at variables and inputs. */
void trm_named_gradient(const trm_Function *function, const double *variables, const double *inputs,
                        double gradient[TRM_EXPRESSION_NAMES]);
/* Values carry round-off, and forces that they balance among themselves may leave no other: the yardstick of
   convergence is not less than this, a part of sum |weight[k] name k|. */
double trm_named_yardstick(const trm_Function *function, const double *weight, const double *inputs);
/* row += sum over the names of weight[k] d(name k)/d(unknowns of the element). */
void trm_named_add_slopes(const trm_Model *model, const trm_Function *function, const trm_Pair *pair,
                          const double *weight, double *row);

/* Does it name a velocity? */
bool trm_named_moves(const trm_Function *function);
/* The velocity that it names, or the signal with memory that cannot be led back in time; NULL: neither. */
const char *trm_named_forwards(const trm_Function *function);
/* Of a joint: its coordinates, the multipliers of its rows, those of the drives of its coordinates. */
enum {
  TRM_DEPENDENCE_ROWS = TRM_JOINT_COORDINATES,
  TRM_DEPENDENCE_DRIVES = TRM_DEPENDENCE_ROWS + TRM_JOINT_ROWS,
  TRM_JOINT_DEPENDENCE = TRM_DEPENDENCE_DRIVES + TRM_JOINT_COORDINATES
};
/* The unknowns of an element's dependence, behind its own: six for each node, then one for each coordinate, then for
   each joint its coordinates and its multipliers. Returns how many. */
int trm_depends_unknowns(const trm_Model *model, const trm_Numbering *numbering, const trm_Depends *depends,
                         int *unknowns);
static inline int trm_depends_size(const trm_Depends *depends) {
  return 6 * depends->node_count + depends->coordinate_count + TRM_JOINT_DEPENDENCE * depends->joint_count;
}

#endif
