/* Stacks are told apart by a hash of their return addresses. */
#define _GNU_SOURCE
#include "unit/allocation_places.h"
#include <execinfo.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/memory.h"
#include "test_all.h"

enum { DEEPEST = 16, SLOTS = 1 << 18 };

static uint64_t seen[SLOTS]; /* an open hash table; 0: free */
static long found[ALLOCATION_PLACES], last;
static int count;

static uint64_t stack_hash(void) {
  void *frames[DEEPEST];
  int depth = backtrace(frames, DEEPEST);
  uint64_t hash = 0xcbf29ce484222325u;
  for (int i = 0; i < depth; i++) hash = (hash ^ (uintptr_t)frames[i]) * 0x100000001b3u;
  return hash ? hash : 1;
}

static bool is_new(uint64_t hash) {
  uint64_t at = (hash ^ (hash >> 32)) % SLOTS;
  while (seen[at] && seen[at] != hash) at = (at + 1) % SLOTS;
  if (seen[at]) return false;
  seen[at] = hash;
  return true;
}

/* asked before each allocation, and before objects of arenas, which are none */
static bool note(void) {
  long call = trm_memory_calls();
  if (call == last || count == ALLOCATION_PLACES) return false;
  last = call;
  if (test_all() || is_new(stack_hash())) found[count++] = call;
  return false;
}

void places_begin(void) {
  void *one[1];
  backtrace(one, 1); /* loads its library, which allocates */
  for (int i = 0; i < SLOTS; i++) seen[i] = 0;
  count = 0, last = 0;
  trm_memory_fail_at(0); /* counts from 1 */
  trm_memory_ask(note);
}

int places_end(const long **calls) {
  trm_memory_ask(NULL);
  *calls = found;
  return count;
}
