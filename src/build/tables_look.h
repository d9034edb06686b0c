/* How bodies, beams and the ground are drawn: keys that no computation depends on. */
#ifndef TRM_BUILD_TABLES_LOOK_H
#define TRM_BUILD_TABLES_LOOK_H

#include "build/freeze_internal.h"

extern const trm_FieldTable trm_shape_table, trm_ground_table;

#define TRM_COLOR_DOC                                                                                                  \
  "its colour: \"#rrggbb\", or red, orange, yellow, green, teal, blue, violet, pink, brown, grey, black, white; "      \
  "default: chosen"

/* Errors in what the tables cannot say: colours that are none, rods without length. */
void trm_check_looks(trm_Freeze *freeze);

#endif
