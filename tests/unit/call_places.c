/* Callers are told apart by a hash of their return addresses. */
#define _GNU_SOURCE
#include "unit/call_places.h"
#include <assert.h>
#include <execinfo.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

enum { OWN_FRAMES = 2, DEEPEST = 16, MOST_PLACES = 1 << 16, MOST_FRESH = 1 << 15 };

static uint64_t places[MOST_PLACES]; /* hashes of callers that were met; open addressing, 0: free */
static int place_count, fresh_count, callers;
static long turn, refused_turn, fresh[MOST_FRESH];
static bool counting;

static bool is_new(uint64_t hash) {
  int at = (int)(hash % MOST_PLACES);
  while (places[at] && places[at] != hash) at = (at + 1) % MOST_PLACES;
  if (places[at]) return false;
  if (++place_count > MOST_PLACES - 2 || fresh_count == MOST_FRESH) abort();
  return places[at] = hash, true;
}

static __attribute__((noinline)) void look_round(void) {
  void *frames[OWN_FRAMES + DEEPEST];
  int count = backtrace(frames, OWN_FRAMES + callers);
  uint64_t hash = 1469598103934665603u;
  for (int k = OWN_FRAMES; k < count; k++) hash = (hash ^ (uint64_t)(uintptr_t)frames[k]) * 1099511628211u;
  if (is_new(hash | 1)) fresh[fresh_count++] = turn;
}

void calls_begin(long refused, int depth) {
  void *one[1];
  backtrace(one, 1); /* loads its library, which allocates */
  assert(depth <= DEEPEST);
  if (refused == CALLS_LOOK) fresh_count = 0;
  turn = 0, refused_turn = refused, callers = depth, counting = true;
}

void calls_end(void) { counting = false; }

__attribute__((noinline)) bool calls_refuse(void) {
  if (!counting) return false;
  turn++;
  if (refused_turn == CALLS_LOOK) look_round();
  return turn == refused_turn;
}

long calls_turn(void) { return turn; }

int calls_fresh(const long **turns) {
  *turns = fresh;
  return fresh_count;
}

int calls_places(void) { return place_count; }
