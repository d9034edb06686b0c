/* Output channels of a model: names "<entry>.<quantity>.<component>", units, and their values at a snapshot. */
#ifndef TRM_SYSTEM_CHANNELS_H
#define TRM_SYSTEM_CHANNELS_H

#include "system/instant.h"

/* What one entry of the model has: a body, a joint, ... */
typedef struct trm_ChannelGroup {
  int part, entry; /* of which list of the model (channels.c), and which there */
  int first;       /* channel */
} trm_ChannelGroup;

/* Part of a simulation; names are in its arena (trm_channels_free). */
typedef struct trm_ChannelList {
  trm_Arena arena;
  int count, capacity;
  trm_Channel *items;
  bool *
      /* per channel: known from the state alone, without velocities on the constraints, accelerations and reactions */
      placed;
  int walked; /* how many are those of the groups */
  int group_count;
  trm_ChannelGroup *groups; /* by first channel */
  double *room;             /* for the channels of one group */
  int formula_count;        /* outputs that are formulas, the last channels of the walk */
  struct trm_Formula *formulas;
} trm_ChannelList;

/* What channels are computed from. A view of a state and a snapshot, for one call. */
typedef struct trm_ChannelInput {
  const trm_System *system;
  const trm_State *state;
  const trm_Snapshot *snapshot;
  double load_factor; /* static: share of the loads that is put on */
  double last_step;   /* s: size of the step that led here, 0 at the start */
  double iterations;  /* of Newton's method in that step */
  bool interpolated;  /* the state is one between the ends of steps: no forces that hold it, no ledger */
} trm_ChannelInput;

/* Not TRM_OK: no memory, or said in diagnostics (a formula). */
trm_Status trm_channels_list(const trm_Layout *layout, trm_ChannelList *list, trm_Diagnostics *diagnostics);
void trm_channels_free(trm_ChannelList *list);
/* values has room for as many numbers as the list. */
void trm_channels_evaluate(const trm_ChannelInput *input, const trm_ChannelList *list, double *values);
/* Is the channel meant by the pattern? It matches the name, or the name of the entry ("energy": energy.total), or
   that of the quantity without its component ("bob.position": bob.position.x); * and ? stand for letters, dots too. */
bool trm_channel_matches(const char *pattern, const char *name);
/* What is said of a name that none of the first `known` channels has, behind it: which is meant, or what of the model
   would have to be given; "" for nothing. In the arena; never NULL. */
const char *trm_channel_hint(const trm_Model *model, const trm_ChannelList *list, int known, const char *name,
                             trm_Arena *arena);
/* The joint whose channel "mesh.tooth.force" is called so and wants a radius for it; NULL: none. */
const trm_ModelJoint *trm_channel_wants_radius(const trm_Model *model, const char *name);
/* One of them; the snapshot need not be that of the state where the channel is placed. */
double trm_channels_one(const trm_ChannelInput *input, const trm_ChannelList *list, int channel);

#endif
