/* Reads JSON, the geometry in a result file, and writes it. Texts that are read are fit to be printed
   (cli_printable). */
#ifndef TRM_CLI_JSON_READ_H
#define TRM_CLI_JSON_READ_H

#include <stdbool.h>
#include <stdio.h>

typedef enum JsonKind { JSON_NULL, JSON_FLAG, JSON_NUMBER, JSON_TEXT, JSON_LIST, JSON_MAP } JsonKind;

typedef struct Json {
  JsonKind kind;
  double number; /* a flag: 0 or 1 */
  char *text;
  int count;
  char **keys; /* of a map */
  struct Json *items;
} Json;

/* False when the text is no JSON or memory is out; then nothing is to be freed. */
bool json_read(const char *text, Json *out);
void json_free(Json *value);

/* Parts of a map or list; what is missing or of another kind reads as an empty value. */
const Json *json_get(const Json *map, const char *key);
double json_number(const Json *map, const char *key, double otherwise);
/* A whole number of at most JSON_MOST; `otherwise` when it is missing or something else. */
enum { JSON_MOST = 100000000 };
int json_integer(const Json *map, const char *key, int otherwise);
const char *json_text(const Json *map, const char *key); /* "" when missing */
/* `count` numbers of a list; false, and zeros, when they are not there. */
bool json_numbers(const Json *map, const char *key, double *out, int count);

/* Writes JSON that may stand in a script element of a page: no text of it ends the element. Numbers that are not finite
   become null. */
void json_put(FILE *out, const Json *value);
void json_put_text(FILE *out, const char *text);
void json_put_number(FILE *out, double value);

#endif
