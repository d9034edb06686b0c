/* Versions: of the library, and what programs may be of. */
#include "api/run_internal.h"

const char *trm_version(void) { return TRM_VERSION; }
int trm_version_number(void) { return TRM_VERSION_NUMBER; }

bool trm_version_serves(int number) {
  int unit = TRM_VERSION_MAJOR > 0 ? 10000 : 100;
  return number >= 0 && number / unit == TRM_VERSION_NUMBER / unit && number <= TRM_VERSION_NUMBER;
}

const char trm_no_size[] = "the options have no size, or that of newer headers: begin with those of the default, and "
                           "ask TRM_VERSION_FITS() whether headers and library go together";

bool trm_take_sized(void *own, size_t size, const void *given) {
  size_t theirs;
  memcpy(&theirs, given, sizeof theirs);
  if (theirs < sizeof theirs || theirs > size) return false;
  memset(own, 0, size);
  memcpy(own, given, theirs);
  return true;
}
