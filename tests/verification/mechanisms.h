/* Over-constrained mechanisms of practice, each with a model of the same mechanism that is held exactly once. */
#ifndef TRM_TEST_MECHANISMS_H
#define TRM_TEST_MECHANISMS_H

#include "conformance/text_model.h"

enum { MECHANISM_JOINTS = 12, TEXT = 16384 };

typedef struct Mechanism {
  const char *name;
  const char *gravity;
  const char *more; /* further sections: parameters, markers, springs */
  const char *bodies;
  const char *joints[MECHANISM_JOINTS];
  int redundant;                       /* constraints that follow from the others: rows - (6 bodies - freedom) */
  int freedom;                         /* known mobility */
  const char *exact[MECHANISM_JOINTS]; /* joints of the exact model; none: those above, in a plane */
  bool exact_is_planar;                /* ... or the exact ones in a plane */
  const char *
      /* order and step; where the two models choose other rows of curved constraints, their difference is the error of
         the scheme, and the order must be high */
      settings;
} Mechanism;

extern const Mechanism mechanisms[];
extern const int mechanism_count;

/* A way to write a mechanism. */
typedef struct Variant {
  double until; /* s; 0 = 1 s */
  bool exact, reversed, unshared;
  const char *gravity; /* NULL: the mechanism's */
  const char *newton;  /* "" or ", newton: {...}" */
  int joint;           /* of this joint the type is written as `type`; -1: none */
  const char *type;
} Variant;

/* Adds to a text of the size TEXT. */
void text_add(char text[TEXT], const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A run of it; the joint kinds may be more than the built-in ones. */
Run mechanism_start_with(const Mechanism *mechanism, Variant variant, trm_JointRegistry registry);
Run mechanism_start(const Mechanism *mechanism, Variant variant);

#endif
