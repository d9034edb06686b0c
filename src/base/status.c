/* The statuses of the library in words. */
#include "trammel/status.h"

const char *trm_status_text(trm_Status status) {
  switch (status) {
#define TRM_STATUS_CASE(name, number, text)                                                                            \
  case TRM_##name: return text;
    TRM_STATUS_LIST(TRM_STATUS_CASE)
#undef TRM_STATUS_CASE
  }
  return "unknown status";
}
