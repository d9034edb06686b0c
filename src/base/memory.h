/* Memory: every allocation of the library goes through here, so that a test can make any of them fail. */
#ifndef TRM_BASE_MEMORY_H
#define TRM_BASE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

void *trm_alloc(size_t count, size_t size); /* zeroed; NULL when out of memory or count*size overflows */
void *trm_realloc(void *memory, size_t count, size_t size); /* grown part not zeroed */
void trm_release(void *memory);                             /* free */

/* A region from which objects are cut and freed together. Memory is zeroed. Zero-initialise to create, or with the
   store that its blocks are of. */
typedef struct trm_Arena {
  struct trm_ArenaBlock *blocks;
  struct trm_Store *store;
  int failed; /* sticky: an allocation returned NULL */
} trm_Arena;

void *trm_arena_alloc(trm_Arena *arena, size_t count, size_t size);
char *trm_arena_copy(trm_Arena *arena, const char *text, size_t length); /* NUL-terminated copy */
char *trm_arena_text(trm_Arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* What was cut is given back to the arena, not to the system: who cuts the same again asks for no memory. */
void trm_arena_rewind(trm_Arena *arena);
void trm_arena_free(trm_Arena *arena);

#define TRM_ARENA_NEW(arena, type, count) ((type *)trm_arena_alloc((arena), (size_t)(count), sizeof(type)))
#define TRM_NEW(type, count)              ((type *)trm_alloc((size_t)(count), sizeof(type)))

/* For tests: the n-th allocation from now fails (0: none does). Calls of the system made so far since the last set. */
void trm_memory_fail_at(long nth);
long trm_memory_calls(void);
/* For tests: asked before every allocation of this thread, and before every object of an arena, whether it fails. NULL:
   nothing is asked. */
void trm_memory_ask(bool (*fails)(void));
/* Whether a request fails that is met without the system: it counts as one, and is no call. */
bool trm_memory_refuses(void);

#endif
