/* Allocation that a test can make fail, and arenas of growing blocks. */
#include "base/memory.h"
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/store.h"
#include "trammel/diagnostics.h"

/* The countdown and the question exist for tests and are 0 otherwise: with what BLAS has (linalg/arithmetic.c) the
   library's only variables outside of its structs. */
static _Thread_local long calls, requests, failing_request;
static _Thread_local bool (*asked)(void);

void trm_memory_fail_at(long nth) { calls = requests = 0, failing_request = nth; }
long trm_memory_calls(void) { return calls; }
void trm_memory_ask(bool (*fails)(void)) { asked = fails; }

bool trm_memory_refuses(void) {
  requests++;
  return (failing_request > 0 && requests == failing_request) || (asked && asked());
}

static int refuse(size_t count, size_t size) {
  calls++;
  return trm_memory_refuses() || (size != 0 && count > SIZE_MAX / 2 / size);
}

void *trm_alloc(size_t count, size_t size) {
  if (refuse(count, size)) return NULL;
  return calloc(count ? count : 1, size ? size : 1);
}

void *trm_realloc(void *memory, size_t count, size_t size) {
  if (refuse(count, size)) return NULL;
  return realloc(memory, count && size ? count * size : 1);
}

void trm_release(void *memory) { free(memory); }
void trm_free(void *memory) { free(memory); }

struct trm_ArenaBlock {
  struct trm_ArenaBlock *next;
  size_t used, size;
  max_align_t start[];
};

void *trm_arena_alloc(trm_Arena *arena, size_t count, size_t size) {
  if (size != 0 && count > SIZE_MAX / 4 / size) return arena->failed = 1, NULL;
  size_t need = (count * size + sizeof(max_align_t) - 1) / sizeof(max_align_t) * sizeof(max_align_t);
  struct trm_ArenaBlock *block = arena->blocks;
  if (asked && asked()) return arena->failed = 1, NULL;
  if (!block || block->size - block->used < need) {
    size_t capacity = need > 16384 ? need : 16384;
    block = trm_store_alloc(arena->store, 1, sizeof *block + capacity);
    if (!block) return arena->failed = 1, NULL;
    block->size = capacity;
    block->next = arena->blocks;
    arena->blocks = block;
  }
  void *memory = (char *)block->start + block->used;
  block->used += need;
  return memory;
}

char *trm_arena_copy(trm_Arena *arena, const char *text, size_t length) {
  char *copy = trm_arena_alloc(arena, length + 1, 1);
  if (copy && length) memcpy(copy, text, length);
  return copy;
}

char *trm_arena_text(trm_Arena *arena, const char *format, ...) {
  va_list list, again;
  va_start(list, format);
  va_copy(again, list);
  int length = vsnprintf(NULL, 0, format, list);
  va_end(list);
  char *text = length < 0 ? NULL : trm_arena_alloc(arena, (size_t)length + 1, 1);
  if (text) vsnprintf(text, (size_t)length + 1, format, again);
  va_end(again);
  return text;
}

/* Several blocks become one that has room for all. */
void trm_arena_rewind(trm_Arena *arena) {
  size_t all = 0;
  for (struct trm_ArenaBlock *block = arena->blocks; block; block = block->next) all += block->size;
  if (arena->blocks && !arena->blocks->next) {
    memset(arena->blocks->start, 0, arena->blocks->used);
    arena->blocks->used = 0, arena->failed = 0;
    return;
  }
  trm_arena_free(arena);
  if (all > 0 && trm_arena_alloc(arena, 1, all)) arena->blocks->used = 0;
  arena->failed = 0; /* what there was no room for will be asked for again */
}

void trm_arena_free(trm_Arena *arena) {
  while (arena->blocks) {
    struct trm_ArenaBlock *next = arena->blocks->next;
    trm_store_release(arena->store, arena->blocks);
    arena->blocks = next;
  }
  arena->failed = 0;
}
