/* Sets of dependent constraints in words. */
#ifndef TRM_SYSTEM_DEPENDENT_TEXT_H
#define TRM_SYSTEM_DEPENDENT_TEXT_H

#include "base/text.h"
#include "system/redundancy.h"

/* "g0, g1: rotation about joint axis 2; rod: ...": joints that contribute the same rows stand together. */
void trm_dependent_text(const trm_System *system, const trm_DependentSet *set, trm_Text *text);
/* What the model prescribes in a set and in those that share a drive with it, or gives in it. The text is its own
   (trm_text_free). */
typedef struct trm_Told {
  int drives;      /* prescribed motions */
  int given;       /* values or rates of the start; asked for where nothing is prescribed */
  trm_Text text;   /* "phi of joint "a", delta of joint "b"" */
  trm_Place place; /* where the last of them stands */
} trm_Told;

trm_Told trm_dependent_told(const trm_System *system, const trm_Redundancy *redundancy, int which);
/* Does a constraint of this joint take part? */
bool trm_dependent_joint(const trm_System *system, const trm_DependentSet *set, const char *joint);

#endif
