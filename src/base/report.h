/* Reporting into trm_Diagnostics from inside the library. */
#ifndef TRM_BASE_REPORT_H
#define TRM_BASE_REPORT_H

#include "trammel/diagnostics.h"

/* The text that places refer to from now on; name and text are copied. text may be NULL (no excerpts), name too (no
   file). Lines end with a line feed; columns count characters (UTF-8 code points). A NULL diagnostics is allowed and
   ignored. */
trm_Status trm_diagnostics_source(trm_Diagnostics *diagnostics, const char *name, const char *text, size_t size);

/* Adds one diagnostic; a NULL diagnostics is allowed and ignored. The message is made fit for one line of a terminal:
   control characters and broken UTF-8 are replaced, a very long one is cut. The same message at the same place is kept
   once. When memory runs out the diagnostic is still counted. */
void trm_report(trm_Diagnostics *diagnostics, trm_Severity severity, trm_Place place, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Memory was not enough for one of the messages, or for the diagnostics (NULL). */
bool trm_diagnostics_lacking(const trm_Diagnostics *diagnostics);

/* Adds what other diagnostics have, as the finding that it was there. */
void trm_report_again(trm_Diagnostics *diagnostics, const trm_Diagnostic *other);

#define TRM_NO_PLACE ((trm_Place){0, 0, 0})

#endif
