/* malloc and its like in the place of the library's of C, which they go on to. */
#include "verification/process_memory.h"
#include <stdbool.h>
#include <stdlib.h>
#include "base/memory.h"

static bool counting;
static long calls;

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);

/* For libraries too, which would else have their own. */
#pragma GCC visibility push(default)
void *malloc(size_t size) {
  calls += counting;
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  calls += counting;
  return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
  calls += counting;
  return __libc_realloc(memory, size);
}

#pragma GCC visibility pop

static long calls_so_far(void) { return calls; }
#else
static long calls_so_far(void) { return calls + trm_memory_calls(); }
#endif

long process_memory_begin(void) {
  counting = true;
  return calls_so_far();
}

long process_memory_end(void) {
  counting = false;
  return calls_so_far();
}
