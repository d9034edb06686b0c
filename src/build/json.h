/* Writes JSON, indented, with commas where they belong. */
#ifndef TRM_BUILD_JSON_H
#define TRM_BUILD_JSON_H

#include "base/text.h"

typedef struct trm_Json {
  trm_Text text;
  int depth;
  bool empty; /* nothing yet in the innermost object or list */
  int flat;   /* > 0: from this depth on all is in one line */
} trm_Json;

/* key is NULL in a list and at the root. bracket is '{' or '['; closing takes the same one. */
void trm_json_open(trm_Json *json, const char *key, char bracket);
void trm_json_open_line(trm_Json *json, const char *key, char bracket); /* ... all of it in one line */
void trm_json_close(trm_Json *json, char bracket);
void trm_json_string(trm_Json *json, const char *key, const char *value);
void trm_json_raw(trm_Json *json, const char *key, const char *value); /* value is JSON already */

void trm_json_number(trm_Json *json, const char *key, double value); /* all digits */
void trm_json_integer(trm_Json *json, const char *key, int value);
void trm_json_flag(trm_Json *json, const char *key, bool value);
void trm_json_numbers(trm_Json *json, const char *key, const double *values, int count); /* a list in one line */

#endif
