/* The walk over the channels of a model as its parts see it (channels.c, channel_forces.c): each names its channels or,
   when values are wanted, writes them. */
#ifndef TRM_SYSTEM_CHANNEL_WALK_H
#define TRM_SYSTEM_CHANNEL_WALK_H

#include "system/channels.h"

/* A value of one call. */
typedef struct trm_ChannelWalk {
  const trm_Layout *layout;
  const trm_Model *model;
  trm_ChannelList *list;         /* naming */
  const trm_ChannelInput *input; /* evaluating; NULL when naming */
  double *next;
  bool placed; /* the channels that follow are (trm_ChannelList) */
} trm_ChannelWalk;

/* "<first>.<second>", "" when evaluating */
const char *trm_channel_joined(trm_ChannelWalk *walk, const char *first, const char *second);
/* a channel "<owner>.<quantity>" */
void trm_channel_scalar(trm_ChannelWalk *walk, const char *owner, const char *quantity, const char *unit, double value);
/* channels "<owner>.<quantity>.x" ... */
void trm_channel_vector(trm_ChannelWalk *walk, const char *owner, const char *quantity, const char *unit,
                        const double *value);

/* ---- channel_forces.c: what acts, its forces and powers ---- */

/* Everything that acts along coordinate c of a joint; full: "<joint>.<coordinate>". */
void trm_acting_channels(trm_ChannelWalk *walk, const trm_Joint *joint, int c, const char *full);
/* What a coupling exerts on the coordinates that it couples. */
void trm_coupling_channels(trm_ChannelWalk *walk, const trm_Joint *joint);
void trm_spring_channels(trm_ChannelWalk *walk, int spring);
void trm_load_channels(trm_ChannelWalk *walk, int load);

#endif
