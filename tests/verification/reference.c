/* Reference tables in text files. */
#include "compare.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_ROOM = 4096 };

/* The next line with content that is no comment; 0 at the end, -1 when a line is longer than the room. */
static int next_line(FILE *file, char *line) {
  while (fgets(line, LINE_ROOM, file)) {
    size_t length = strlen(line);
    if (length == LINE_ROOM - 1 && line[length - 1] != '\n') return -1;
    if (line[0] != '#' && line[strspn(line, " \t\r\n")] != '\0') return 1;
  }
  return 0;
}

static const char separators[] = " \t,;\r\n";

/* Cuts the next word off *rest; NULL when there is none. */
static char *next_word(char **rest) {
  char *word = *rest + strspn(*rest, separators);
  if (*word == '\0') return NULL;
  char *end = word + strcspn(word, separators);
  *rest = *end ? end + 1 : end;
  *end = '\0';
  return word;
}

static int find_column(char *header, const char *name) {
  int index = 0;
  for (char *word; (word = next_word(&header)) != NULL; index++)
    if (strcmp(word, name) == 0) return index;
  return -1;
}

/* The numbers of column 0 and of the given one. */
static bool parse_row(char *line, int column, double *time, double *value) {
  char *word = NULL, *end;
  for (int i = 0; i <= column; i++) {
    word = next_word(&line);
    if (!word) return false;
    double number = strtod(word, &end);
    if (*end != '\0') return false;
    if (i == 0) *time = number;
    *value = number;
  }
  return true;
}

static const char *read_rows(FILE *file, trm_Arena *arena, int column, double scale, Reference *out) {
  char line[LINE_ROOM];
  int capacity = 0, state;
  double *time = NULL, *value = NULL;
  out->rows = 0;
  while ((state = next_line(file, line)) > 0) {
    if (out->rows == capacity) {
      capacity = capacity ? 2 * capacity : 1024;
      double *more_time = TRM_ARENA_NEW(arena, double, capacity), *more_value = TRM_ARENA_NEW(arena, double, capacity);
      if (!more_time || !more_value) return "out of memory";
      if (out->rows) memcpy(more_time, time, sizeof *time * (size_t)out->rows);
      if (out->rows) memcpy(more_value, value, sizeof *value * (size_t)out->rows);
      time = more_time;
      value = more_value;
    }
    if (!parse_row(line, column, &time[out->rows], &value[out->rows])) return "a row of the reference is not numbers";
    value[out->rows++] *= scale;
  }
  out->time = time;
  out->value = value;
  if (state < 0) return "a line of the reference is too long";
  return out->rows ? NULL : "the reference has no rows";
}

const char *read_reference(trm_Arena *arena, const char *path, const char *column, double scale, Reference *out) {
  FILE *file = fopen(path, "r");
  if (!file) return strerror(errno);
  char header[LINE_ROOM];
  const char *wrong = next_line(file, header) > 0 ? NULL : "the reference names no columns";
  int index = wrong ? -1 : find_column(header, column);
  if (!wrong && index < 1) wrong = "the reference has no such column";
  if (!wrong) wrong = read_rows(file, arena, index, scale, out);
  fclose(file);
  return wrong;
}
