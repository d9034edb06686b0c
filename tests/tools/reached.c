/* Which parts of a program a test comes to, for tools/mutants: linked into a library that clang compiled with
   -fsanitize-coverage=inline-bool-flag,pc-table. At the end of each process the numbers of the basic blocks that were
   reached go to a file of the folder TRM_REACHED; the places of all blocks, as offsets in the library, are a file
   "places" there, written once. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { MOST_PARTS = 4096, PATH_ROOM = 4096 };

static struct {
  const char *flags, *flags_end;
  const uintptr_t *places, *places_end; /* pairs: address, 1 at the entry of a function */
} parts[MOST_PARTS];
static int flag_parts, place_parts;

void __sanitizer_cov_bool_flag_init(const char *begin, const char *end);
void __sanitizer_cov_pcs_init(const uintptr_t *begin, const uintptr_t *end);

void __sanitizer_cov_bool_flag_init(const char *begin, const char *end) {
  if (flag_parts < MOST_PARTS) parts[flag_parts].flags = begin, parts[flag_parts++].flags_end = end;
}

void __sanitizer_cov_pcs_init(const uintptr_t *begin, const uintptr_t *end) {
  if (place_parts < MOST_PARTS) parts[place_parts].places = begin, parts[place_parts++].places_end = end;
}

static FILE *open_in(const char *folder, const char *name) {
  char path[PATH_ROOM];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return fopen(path, "w");
}

static void write_places(const char *folder) {
  Dl_info info;
  FILE *file = dladdr((const void *)&parts, &info) ? open_in(folder, "places") : NULL;
  if (!file) return;
  for (int p = 0; p < place_parts; p++)
    for (const uintptr_t *at = parts[p].places; at < parts[p].places_end; at += 2)
      fprintf(file, "0x%lx\n", (unsigned long)(at[0] - (uintptr_t)info.dli_fbase));
  fclose(file);
}

__attribute__((destructor)) static void write_reached(void) {
  const char *folder = getenv("TRM_REACHED");
  if (!folder) return;
  char name[PATH_ROOM];
  snprintf(name, sizeof name, "%s/places", folder);
  if (access(name, F_OK) != 0) write_places(folder);
  snprintf(name, sizeof name, "%ld.reached", (long)getpid());
  FILE *file = open_in(folder, name);
  long number = 0;
  for (int p = 0; file && p < flag_parts; p++)
    for (const char *flag = parts[p].flags; flag < parts[p].flags_end; flag++, number++)
      if (*flag) fprintf(file, "%ld\n", number);
  if (file) fclose(file);
}
