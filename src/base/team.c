/* A round: its task, and a ticket (number of the round, next part) from which the threads take parts one by one. Every
   second number is that of a round that is being prepared, which has no part to take: who is late with a ticket of the
   round before can then take nothing with it, whatever of the new one it has read. */
#define _POSIX_C_SOURCE 200809L
#include "base/team.h"
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include "base/memory.h"

/* Turns of waiting awake, some 50 us: longer than what lies between two rounds of one evaluation, shorter than it takes
   to fall asleep and be woken twice. From the second number on others may want the core. */
enum { TURNS_AWAKE = 2000, TURNS_ALONE = 200 };
/* Bytes of a stack: the largest elements keep some 100 kB there. */
enum { STACK = 2 << 20 };

struct trm_Team {
  int size;    /* with the caller */
  int started; /* without it */
  _Atomic(void (*)(void *, int)) task;
  _Atomic(void *) self;
  atomic_int parts;
  atomic_uint_fast64_t ticket; /* round << 32 | next part */
  atomic_int left;             /* parts that are not done */
  atomic_bool ended;
  atomic_int asleep;
  pthread_mutex_t lock; /* of falling asleep */
  pthread_cond_t called;
  pthread_t threads[TRM_MOST_THREADS];
};

static uint32_t round_of(uint_fast64_t ticket) { return (uint32_t)(ticket >> 32); }

void trm_team_pause(int *turns) {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#endif
  if (++*turns > TURNS_ALONE && *turns % 16 == 0) sched_yield();
}

/* Takes parts as long as there are some. A ticket of another round is not taken: what was read with it may be old. */
static void work(trm_Team *team) {
  uint_fast64_t ticket = atomic_load_explicit(&team->ticket, memory_order_acquire);
  for (;;) {
    uint32_t part = (uint32_t)ticket, parts = (uint32_t)atomic_load_explicit(&team->parts, memory_order_acquire);
    void (*task)(void *, int) = atomic_load_explicit(&team->task, memory_order_relaxed);
    void *self = atomic_load_explicit(&team->self, memory_order_relaxed);
    if (part >= parts) return;
    if (!atomic_compare_exchange_weak_explicit(&team->ticket, &ticket, ticket + 1, memory_order_acq_rel,
                                               memory_order_acquire))
      continue;
    task(self, (int)part);
    atomic_fetch_sub_explicit(&team->left, 1, memory_order_release);
    ticket = atomic_load_explicit(&team->ticket, memory_order_acquire);
  }
}

static bool is_called(trm_Team *team, uint32_t seen) {
  return round_of(atomic_load(&team->ticket)) != seen || atomic_load(&team->ended);
}

/* Until there is another round, or the end. */
static void await(trm_Team *team, uint32_t seen) {
  for (int turns = 0; turns < TURNS_AWAKE;) {
    if (is_called(team, seen)) return;
    trm_team_pause(&turns);
  }
  pthread_mutex_lock(&team->lock);
  atomic_fetch_add(&team->asleep, 1);
  while (!is_called(team, seen)) pthread_cond_wait(&team->called, &team->lock);
  atomic_fetch_sub(&team->asleep, 1);
  pthread_mutex_unlock(&team->lock);
}

static void *member(void *self) {
  trm_Team *team = self;
  for (uint32_t seen = 0; !atomic_load(&team->ended);) {
    await(team, seen);
    seen = round_of(atomic_load(&team->ticket));
    work(team);
  }
  return NULL;
}

static void call(trm_Team *team) {
  if (atomic_load(&team->asleep) == 0) return;
  pthread_mutex_lock(&team->lock);
  pthread_cond_broadcast(&team->called);
  pthread_mutex_unlock(&team->lock);
}

/* Signals are the caller's. */
static void start(trm_Team *team, int threads) {
  pthread_attr_t attributes;
  sigset_t all, before;
  if (pthread_attr_init(&attributes) != 0) return;
  pthread_attr_setstacksize(&attributes, STACK);
  sigfillset(&all);
  bool masked = pthread_sigmask(SIG_SETMASK, &all, &before) == 0;
  while (masked && team->started < threads - 1 &&
         pthread_create(&team->threads[team->started], &attributes, member, team) == 0)
    team->started++;
  if (masked) pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
}

trm_Status trm_team_new(trm_Team **out, int threads) {
  *out = NULL;
  if (threads < 1 || threads > TRM_MOST_THREADS) return TRM_BAD_ARGUMENT;
  trm_Team *team = TRM_NEW(trm_Team, 1);
  if (!team) return TRM_NO_MEMORY;
  if (pthread_mutex_init(&team->lock, NULL) != 0) return trm_release(team), TRM_NO_MEMORY;
  if (pthread_cond_init(&team->called, NULL) != 0) {
    pthread_mutex_destroy(&team->lock);
    return trm_release(team), TRM_NO_MEMORY;
  }
  start(team, threads);
  team->size = 1 + team->started;
  *out = team;
  return TRM_OK;
}

void trm_team_free(trm_Team *team) {
  if (!team) return;
  atomic_store(&team->ended, true);
  call(team);
  for (int t = 0; t < team->started; t++) pthread_join(team->threads[t], NULL);
  pthread_cond_destroy(&team->called);
  pthread_mutex_destroy(&team->lock);
  trm_release(team);
}

int trm_team_size(const trm_Team *team) { return team ? team->size : 1; }

void trm_team_run(trm_Team *team, int parts, void (*task)(void *self, int part), void *self) {
  if (trm_team_size(team) == 1 || parts <= 1) {
    for (int part = 0; part < parts; part++) task(self, part);
    return;
  }
  uint_fast64_t next = (uint_fast64_t)(round_of(atomic_load_explicit(&team->ticket, memory_order_relaxed)) + 1u);
  atomic_store(&team->ticket, next << 32 | UINT32_MAX);
  atomic_store_explicit(&team->task, task, memory_order_relaxed);
  atomic_store_explicit(&team->self, self, memory_order_relaxed);
  atomic_store_explicit(&team->left, parts, memory_order_relaxed);
  atomic_store_explicit(&team->parts, parts, memory_order_release);
  atomic_store(&team->ticket, (uint_fast64_t)(uint32_t)(next + 1) << 32);
  call(team);
  work(team);
  for (int turns = 0; atomic_load_explicit(&team->left, memory_order_acquire) > 0;) trm_team_pause(&turns);
}
