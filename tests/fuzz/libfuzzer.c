/* The same targets for libFuzzer, where there is clang: FUZZ_TARGET is the name of one. */
#include <stdint.h>
#include <stdlib.h>
#include "fuzz/targets.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  if (!fuzz_target(FUZZ_TARGET)->feed((const char *)bytes, size)) abort();
  return 0;
}
