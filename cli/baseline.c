/* TRM_ISA=baseline: the same bits on every x86-64 machine.
   The C library and OpenBLAS choose variants of their functions by the processor before main begins, and fused products
   change last bits. So the program starts itself once more with an environment that leaves them no choice. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "cli.h"

#if defined(__x86_64__) && defined(__linux__)
/* glibc: sin, exp, pow, ... as compiled for x86-64 without extensions; OpenBLAS: the kernels of the first such core */
static const char mask[] = "glibc.cpu.hwcaps=-FMA,-FMA4,-AVX2,-AVX,-AVX512F";
static const char core[] = "Prescott";

static bool is_prepared(void) {
  const char *tunables = getenv("GLIBC_TUNABLES"), *kernels = getenv("OPENBLAS_CORETYPE");
  return tunables && strcmp(tunables, mask) == 0 && kernels && strcmp(kernels, core) == 0;
}

static int start_again(char **arguments) {
  if (is_prepared()) return CLI_OK;
  if (setenv("GLIBC_TUNABLES", mask, 1) == 0 && setenv("OPENBLAS_CORETYPE", core, 1) == 0)
    execv("/proc/self/exe", arguments);
  return cli_complain(NULL, CLI_FAILED, "TRM_ISA=baseline: the program cannot start itself anew (/proc/self/exe)");
}
#else
static int start_again(char **arguments) {
  (void)arguments; /* one instruction set, and nothing is known to choose */
  return CLI_OK;
}
#endif

int cli_choose_arithmetic(char **arguments) {
  const char *asked = getenv("TRM_ISA");
  if (!asked || !*asked || strcmp(asked, "native") == 0) return CLI_OK;
  if (strcmp(asked, "baseline") == 0) return start_again(arguments);
  return cli_complain(NULL, CLI_WRONG, "TRM_ISA is \"%s\": there are native and baseline", asked);
}
