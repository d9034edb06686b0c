/* Inside the YAML reader: the text of a scalar in double quotes, read from the source itself. libfyaml 0.7.12 finds
   where it begins and ends, but where escapes stand at the end of a line it loses characters or returns bytes that it
   never wrote. */
#ifndef TRM_IO_YAML_QUOTED_H
#define TRM_IO_YAML_QUOTED_H

#include <stdbool.h>
#include "base/text.h"

/* Appends what the source between the quotes stands for. False when an escape does not make a character. */
bool trm_yaml_quoted_text(const char *source, size_t size, trm_Text *out);

#endif
