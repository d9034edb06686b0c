/* Room for what elements give to the assembly: as much as the elements at hand need. */
#ifndef TRM_ELEMENT_LOCAL_H
#define TRM_ELEMENT_LOCAL_H

#include "element/contract.h"

/* Room for `count` elements of at most n unknowns each, cut from the arena, all zero. NULL: out of memory. */
trm_Local *trm_locals_new(trm_Arena *arena, int count, int n);
/* The same for two stages of n unknowns. */
trm_JumpLocal *trm_jump_locals_new(trm_Arena *arena, int count, int n);

/* One of at most n unknowns, a constant, on the stack. */
#define TRM_LOCAL_HERE(name, n)                                                                                        \
  int name##_nodes[(n) / 6 + 1];                                                                                       \
  double name##_residual[n], name##_tangent[(n) * (n)];                                                                \
  trm_Local name = {.nodes = name##_nodes, .residual = name##_residual, .tangent = name##_tangent}

#endif
