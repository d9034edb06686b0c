/* Static room for what elements give, in tests: `name` is an array of `count`. */
#ifndef TRM_TEST_LOCAL_ROOM_H
#define TRM_TEST_LOCAL_ROOM_H

#include "element/local.h"

#define STATIC_LOCALS(name, count)                                                                                     \
  static int name##_nodes[count][TRM_LOCAL_NODES + 2];                                                                 \
  static double name##_residual[count][TRM_LOCAL_UNKNOWNS];                                                            \
  static double name##_tangent[count][TRM_LOCAL_UNKNOWNS * TRM_LOCAL_UNKNOWNS];                                        \
  trm_Local name[count];                                                                                               \
  for (int room = 0; room < (count); room++) name[room] = (trm_Local) {                                                \
      .nodes = name##_nodes[room], .residual = name##_residual[room], .tangent = name##_tangent[room]                  \
    }

#define STATIC_JUMP_LOCALS(name, count)                                                                                \
  static double name##_y[count][TRM_LOCAL_UNKNOWNS], name##_residual[count][2 * TRM_LOCAL_UNKNOWNS];                   \
  static double name##_tangent[count][4 * TRM_LOCAL_UNKNOWNS * TRM_LOCAL_UNKNOWNS];                                    \
  trm_JumpLocal name[count];                                                                                           \
  for (int room = 0; room < (count); room++) name[room] = (trm_JumpLocal) {                                            \
      .y = name##_y[room], .residual = name##_residual[room], .tangent = name##_tangent[room]                          \
    }

#endif
