/* To be loaded before a program (LD_PRELOAD): of the allocations that the program itself asks for, not the libraries it
   uses, that of the number in TRM_FAIL_AT fails. Where such a library is part of the program, TRM_FAIL_BELOW says where
   in the program it begins (hexadecimal). How many there were is written to the file of TRM_FAIL_COUNT. */
#include <dlfcn.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uintptr_t first, last; /* of the program in memory */
static long calls, fails_at;

static int find_program(struct dl_phdr_info *info, size_t size, void *data) {
  (void)size, (void)data;
  for (int p = 0; p < info->dlpi_phnum; p++) {
    if (info->dlpi_phdr[p].p_type != PT_LOAD) continue;
    uintptr_t from = info->dlpi_addr + info->dlpi_phdr[p].p_vaddr, to = from + info->dlpi_phdr[p].p_memsz;
    if (first == 0 || from < first) first = from;
    if (to > last) last = to;
  }
  return 1; /* the first is the program */
}

__attribute__((constructor)) static void begin(void) {
  const char *at = getenv("TRM_FAIL_AT");
  fails_at = at ? strtol(at, NULL, 10) : 0;
  dl_iterate_phdr(find_program, NULL);
  const char *below = getenv("TRM_FAIL_BELOW");
  if (below && first + strtoull(below, NULL, 16) < last) last = first + strtoull(below, NULL, 16);
}

__attribute__((destructor)) static void end(void) {
  const char *path = getenv("TRM_FAIL_COUNT");
  FILE *out = path ? fopen(path, "w") : NULL;
  if (!out) return;
  fprintf(out, "%ld\n", calls);
  fclose(out);
}

static int fails(void *caller) {
  uintptr_t at = (uintptr_t)caller;
  return at >= first && at < last && ++calls == fails_at;
}

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);

void *malloc(size_t size) { return fails(__builtin_return_address(0)) ? NULL : __libc_malloc(size); }
void *calloc(size_t count, size_t size) {
  return fails(__builtin_return_address(0)) ? NULL : __libc_calloc(count, size);
}
void *realloc(void *memory, size_t size) {
  return fails(__builtin_return_address(0)) ? NULL : __libc_realloc(memory, size);
}
