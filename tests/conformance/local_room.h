/* Static room for what elements give, in tests: `name` is an array of `count`. */
#ifndef TRM_TEST_LOCAL_ROOM_H
#define TRM_TEST_LOCAL_ROOM_H

#include "element/local.h"

/* elements that name many things are larger than the library's own */
enum { LOCAL_ROOM = 500, LOCAL_ROOM_NODES = 80 };

#define STATIC_LOCALS(name, count)                                                                                     \
  static int name##_nodes[count][LOCAL_ROOM_NODES];                                                                    \
  static double name##_residual[count][LOCAL_ROOM];                                                                    \
  static double name##_tangent[count][LOCAL_ROOM * LOCAL_ROOM];                                                        \
  trm_Local name[count];                                                                                               \
  for (int room = 0; room < (count); room++) name[room] = (trm_Local) {                                                \
      .nodes = name##_nodes[room], .residual = name##_residual[room], .tangent = name##_tangent[room]                  \
    }

#define STATIC_JUMP_LOCALS(name, count)                                                                                \
  static double name##_y[count][LOCAL_ROOM], name##_residual[count][2 * LOCAL_ROOM];                                   \
  static double name##_tangent[count][4 * LOCAL_ROOM * LOCAL_ROOM];                                                    \
  trm_JumpLocal name[count];                                                                                           \
  for (int room = 0; room < (count); room++) name[room] = (trm_JumpLocal) {                                            \
      .y = name##_y[room], .residual = name##_residual[room], .tangent = name##_tangent[room]                          \
    }

#endif
