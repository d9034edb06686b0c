/* The keys of beams, and how a point of a beam is named. */
#ifndef TRM_BUILD_TABLES_BEAM_H
#define TRM_BUILD_TABLES_BEAM_H

#include "model/defs.h"

extern const trm_FieldTable trm_beam_table, trm_curve_table;

/* A name of the form boom.start, boom.end or boom@0.5. */
typedef enum trm_BeamPointForm {
  TRM_NO_BEAM_POINT,    /* it has neither . nor @ */
  TRM_BEAM_POINT,       /* good */
  TRM_BEAM_POINT_WORD,  /* the word after the point is neither start nor end */
  TRM_BEAM_POINT_NUMBER /* what follows the @ is no number from 0 to 1 */
} trm_BeamPointForm;

/* length: of the beam's name; xi: relative span, 0 to 1, when good. */
trm_BeamPointForm trm_beam_point_name(const char *name, size_t *length, double *xi);
/* Does a name in a formula (boom@0.5.velocity.z) begin with a point of a beam? *length: how long that is. */
enum { TRM_POINT_SIZE = 200 };
bool trm_beam_point_in(const char *name, size_t *length, double *xi);

#endif
