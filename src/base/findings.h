/* The model doctor's findings: what each is called and how bad it is, why it matters and what to do (findings.def), and
   reporting them. */
#ifndef TRM_BASE_FINDINGS_H
#define TRM_BASE_FINDINGS_H

#include "base/report.h"

typedef enum trm_Finding {
#define FINDING(name, code, severity, title, why, advice) TRM_FIND_##name,
#include "base/findings.def"
#undef FINDING
  TRM_FINDINGS
} trm_Finding;

/* A row of the table. Constant. */
typedef struct trm_FindingKind {
  const char *code; /* "negative-stiffness" */
  trm_Severity severity;
  const char *title, *why, *advice;
} trm_FindingKind;

extern const trm_FindingKind trm_finding_kinds[TRM_FINDINGS];

/* "error", "warning", "hint" */
const char *trm_finding_severity(trm_Severity severity);
/* As trm_report, with the severity of the finding; its code, reason and advice go along. */
void trm_find(trm_Diagnostics *diagnostics, trm_Finding finding, trm_Place place, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
