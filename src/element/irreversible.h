/* What of a model cannot run backwards in time, as substeps of compositions do: a damper would feed energy there. */
#ifndef TRM_ELEMENT_IRREVERSIBLE_H
#define TRM_ELEMENT_IRREVERSIBLE_H

#include "model/model.h"

/* A value of one call; names are the model's. */
typedef struct trm_Irreversible {
  const char *owner, *what; /* owner NULL: all may run backwards */
  const char *named;        /* what a formula names that may not, where it is that; else NULL */
} trm_Irreversible;

/* The first of such things. Forces of a program may depend on anything, and count. */
trm_Irreversible trm_model_irreversible(const trm_Model *model);
/* ... where an order is asked for that runs some substeps backwards: memory of signals that may be led back in time
   (linear memory) is no reason to refuse it, though nobody chooses such an order by himself. */
trm_Irreversible trm_model_forwards(const trm_Model *model);

#endif
