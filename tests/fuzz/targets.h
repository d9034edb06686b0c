/* What is fed with bytes: one function for each way into the library. None may crash, hang or leak, whatever the bytes;
   what is refused is refused with a message. */
#ifndef TRM_FUZZ_TARGETS_H
#define TRM_FUZZ_TARGETS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct Target {
  const char *name;                             /* of its corpus too: tests/fuzz/corpus/NAME */
  bool (*feed)(const char *bytes, size_t size); /* false: something is wrong, said on stderr */
  const char *const *words;                     /* of its language, that mutations put in; NULL-terminated */
} Target;

extern const Target fuzz_targets[];
extern const int fuzz_target_count;
const Target *fuzz_target(const char *name); /* NULL: none */

#endif
