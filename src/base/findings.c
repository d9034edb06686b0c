/* The table of findings. */
#include "base/findings.h"

const trm_FindingKind trm_finding_kinds[TRM_FINDINGS] = {
#define FINDING(name, code, severity, title, why, advice) {code, severity, title, why, advice},
#include "base/findings.def"
#undef FINDING
};

const char *trm_finding_severity(trm_Severity severity) {
  switch (severity) {
  case TRM_NOTE: return "hint";
  case TRM_WARNING: return "warning";
  case TRM_ERROR: return "error";
  }
  return "error";
}
