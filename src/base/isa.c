/* What the processor has, and what of it is to be used. */
#include "base/isa.h"
#include <stdlib.h>
#include <string.h>

static bool is_baseline(void) {
  const char *asked = getenv("TRM_ISA");
  return asked && strcmp(asked, "baseline") == 0;
}

#if defined(__x86_64__) && defined(__GNUC__)
bool trm_isa_avx2(void) { return __builtin_cpu_supports("avx2") && !is_baseline(); }

bool trm_isa_avx512(void) {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && !is_baseline();
}

/* glibc has variants of sin, exp, pow, ... with fused products, and takes them where both are there */
const char *trm_isa_functions(void) {
  bool fused = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  return is_baseline() ? "baseline" : fused ? "fma" : "plain";
}
#else
bool trm_isa_avx2(void) { return false; }
bool trm_isa_avx512(void) { return false; }

const char *trm_isa_functions(void) { return is_baseline() ? "baseline" : "plain"; }
#endif
