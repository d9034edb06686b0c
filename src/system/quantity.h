/* What an output may ask for. A quantity is a row (in quantity_*.c) and a line in quantities.def: its name in a model,
   its channels, and how they follow from what the output sees. */
#ifndef TRM_SYSTEM_QUANTITY_H
#define TRM_SYSTEM_QUANTITY_H

#include "system/channels.h"

/* Of what something may be observed. */
enum {
  TRM_OF_PLACE = 1, /* a body, a marker, a point of a beam, the ground */
  TRM_OF_JOINT = 2,
  TRM_OF_BEAM = 4 /* a point of a beam alone */
};

/* An output at an instant. A value of one call. */
typedef struct trm_Sight {
  const trm_Layout *layout;
  const trm_ChannelInput *input;
  const trm_Output *output;
} trm_Sight;

enum { TRM_QUANTITY_PARTS = 6 };

/* A quantity: constant, a line of quantities.def. */
typedef struct trm_QuantityKind {
  const char *name;
  unsigned of;         /* TRM_OF_... */
  const char *channel; /* channels are <output>.<channel>.<part>; "": <output>.<part> */
  /* of parts, each with its unit; the name "" is that of a quantity which is one number: <output>.<channel> */
  int count;
  struct {
    const char *name, *unit;
  } parts[TRM_QUANTITY_PARTS];
  bool placed; /* of a place it follows from the positions alone */
  bool turns;  /* a vector in world axes, which may be asked for in the axes of what is observed */
  bool framed; /* of a joint: may be asked for in the world's axes */
  bool sided;  /* may jump where it is observed: `side` says which limit is meant */
  void (*values)(const trm_Sight *sight, double *values);
} trm_QuantityKind;

#define TRM_VECTOR_PARTS(unit) .count = 3, .parts = {{"x", unit}, {"y", unit}, {"z", unit}}

extern const trm_QuantityKind *const trm_quantity_kinds[];
extern const int trm_quantity_kind_count;

/* The motion of a marker, world axes. */
typedef struct trm_MarkerMotion {
  double position[3], reference[3], velocity[3], acceleration[3], omega[3], alpha[3], quaternion[4], rotation[3];
} trm_MarkerMotion;
void trm_marker_motion(const trm_Model *model, const trm_Marker *marker, const trm_ChannelInput *input,
                       trm_MarkerMotion *out);
/* Force or moment of a joint on its second side, in the axes of the first. */
void trm_joint_reaction(const trm_Layout *layout, const trm_ChannelInput *input, int joint, bool moment, double out[3]);

#endif
