/* Threads that share the work within one simulation. Work is cut into parts by what is to be done, never by who does
   it: each part is done by one thread from its beginning to its end, so that no sum depends on their number. */
#ifndef TRM_BASE_TEAM_H
#define TRM_BASE_TEAM_H

#include "trammel/status.h"

enum { TRM_MOST_THREADS = 256 };

/* Owned by who made it (trm_team_new .. _free), used by one thread at a time, the caller, which is one of the team.
   Between two calls the others wait: for a moment awake, then asleep. They hear no signals. */
typedef struct trm_Team trm_Team;

/* As many threads as asked for, the caller among them, or as many as the system gives. */
trm_Status trm_team_new(trm_Team **team, int threads);
void trm_team_free(trm_Team *team);
int trm_team_size(const trm_Team *team); /* NULL: 1 */
/* Does parts 0 .. parts - 1, in any order, and returns when all are done. NULL: in this order, by the caller. Nothing
   is allocated. */
void trm_team_run(trm_Team *team, int parts, void (*task)(void *self, int part), void *self);
/* For a part that waits for another one: some time goes by. */
void trm_team_pause(int *turns);

#endif
