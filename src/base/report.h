/* Reporting into trm_Diagnostics from inside the library. */
#ifndef TRM_BASE_REPORT_H
#define TRM_BASE_REPORT_H

#include "trammel/diagnostics.h"

/* The text that places refer to from now on; name and text are copied. text may be NULL (no excerpts). */
trm_Status trm_diagnostics_source(trm_Diagnostics *diagnostics, const char *name, const char *text, size_t size);

/* Adds one diagnostic; a NULL diagnostics is allowed and ignored. */
void trm_report(trm_Diagnostics *diagnostics, trm_Severity severity, trm_Place place, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#define TRM_NO_PLACE ((trm_Place){0, 0, 0})

#endif
