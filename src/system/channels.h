/* Output channels of a model: names "<entry>.<quantity>.<component>", units, and their values at a snapshot. */
#ifndef TRM_SYSTEM_CHANNELS_H
#define TRM_SYSTEM_CHANNELS_H

#include "system/instant.h"

typedef struct trm_ChannelList {
  trm_Arena arena;
  int count, capacity;
  trm_Channel *items;
} trm_ChannelList;

/* What channels are computed from. */
typedef struct trm_ChannelInput {
  const trm_System *system;
  const trm_State *state;
  const trm_Snapshot *snapshot;
  trm_Ledger ledger;
  double load_factor; /* static: share of the loads that is put on */
  double last_step;   /* s: size of the step that led here, 0 at the start */
  double iterations;  /* of Newton's method in that step */
} trm_ChannelInput;

trm_Status trm_channels_list(const trm_Layout *layout, trm_ChannelList *list);
void trm_channels_free(trm_ChannelList *list);
/* values has room for as many numbers as the list. */
void trm_channels_evaluate(const trm_ChannelInput *input, double *values);

#endif
