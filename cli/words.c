/* The nearest of some words to one that was misspelt, by the number of letters to change. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "cli.h"

enum { LONGEST_WORD = 64 };

static int smallest(int a, int b, int c) { return a < b ? (a < c ? a : c) : (b < c ? b : c); }

/* how many letters must be changed, added, left out or exchanged with their neighbour */
static int edits(const char *from, const char *to) {
  int table[LONGEST_WORD + 1][LONGEST_WORD + 1];
  int m = (int)strlen(from), n = (int)strlen(to);
  for (int i = 0; i <= m; i++) table[i][0] = i;
  for (int j = 0; j <= n; j++) table[0][j] = j;
  for (int i = 1; i <= m; i++) {
    for (int j = 1; j <= n; j++) {
      int change = table[i - 1][j - 1] + (from[i - 1] != to[j - 1]);
      table[i][j] = smallest(table[i - 1][j] + 1, table[i][j - 1] + 1, change);
      bool swapped = i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1];
      if (swapped && table[i - 2][j - 2] + 1 < table[i][j]) table[i][j] = table[i - 2][j - 2] + 1;
    }
  }
  return table[m][n];
}

const char *cli_nearest(const char *word, const char *const *candidates, int count) {
  size_t length = strlen(word);
  if (length == 0 || length > LONGEST_WORD) return NULL;
  int most = (int)(length + 2) / 3; /* a third of the letters may be wrong */
  const char *best = NULL;
  for (int i = 0; i < count; i++) {
    if (strlen(candidates[i]) > LONGEST_WORD) continue;
    int distance = edits(word, candidates[i]);
    if (distance <= most) best = candidates[i], most = distance - 1;
  }
  return best;
}

char **cli_split(char *text, int *count) {
  *count = 1;
  for (const char *c = text; *c; c++) *count += *c == ',';
  char **pieces = malloc((size_t)*count * sizeof *pieces);
  for (int i = 0; pieces && i < *count; i++) {
    pieces[i] = text;
    text += strcspn(text, ",");
    if (*text) *text++ = 0;
  }
  return pieces;
}

char *cli_copy(const char *text) {
  size_t size = strlen(text) + 1;
  char *copy = malloc(size);
  return copy ? memcpy(copy, text, size) : NULL;
}

char *cli_format(const char *format, ...) {
  va_list list, again;
  va_start(list, format);
  va_copy(again, list);
  int length = vsnprintf(NULL, 0, format, list);
  va_end(list);
  char *text = length < 0 ? NULL : malloc((size_t)length + 1);
  if (text) vsnprintf(text, (size_t)length + 1, format, again);
  va_end(again);
  return text;
}
