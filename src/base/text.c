/* The growing buffer; and the nearest word by the number of edits. */
#include "base/text.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "base/memory.h"
#include "base/utf8.h"

static bool reserve(trm_Text *text, size_t extra) {
  if (text->failed) return false;
  if (text->length + extra + 1 <= text->capacity) return true;
  size_t capacity = 2 * (text->length + extra + 1) + 64;
  char *data = trm_realloc(text->data, capacity, 1);
  if (!data) return text->failed = true, false;
  text->data = data;
  text->capacity = capacity;
  return true;
}

void trm_text_add_bytes(trm_Text *text, const char *bytes, size_t length) {
  if (!reserve(text, length)) return;
  if (length) memcpy(text->data + text->length, bytes, length);
  text->length += length;
  text->data[text->length] = 0;
}

void trm_text_add(trm_Text *text, const char *string) {
  if (!text->failed) trm_text_add_bytes(text, string, strlen(string));
}

void trm_text_format(trm_Text *text, const char *format, ...) {
  va_list list, again;
  if (!reserve(text, 0)) return;
  size_t room = text->capacity - text->length;
  va_start(list, format);
  va_copy(again, list);
  int length = vsnprintf(text->data + text->length, room, format, list);
  va_end(list);
  if (length >= 0 && (size_t)length >= room) { /* what fitted is overwritten, or cut off where there is no memory */
    text->data[text->length] = 0;
    if (reserve(text, (size_t)length)) vsnprintf(text->data + text->length, (size_t)length + 1, format, again);
  }
  va_end(again);
  if (length >= 0 && !text->failed) text->length += (size_t)length;
}

static const char replacement[] = "\xEF\xBF\xBD"; /* U+FFFD, for what cannot be shown */

void trm_text_add_shown(trm_Text *text, const char *bytes, size_t size, bool lines) {
  for (size_t i = 0; i < size;) {
    int length;
    uint32_t character = trm_utf8_decode(bytes + i, size - i, &length);
    bool blank = length > 0 && (character == '\t' || character == '\n');
    if (length > 0 && (trm_utf8_showable(character) || (blank && lines)))
      trm_text_add_bytes(text, bytes + i, (size_t)length);
    else
      trm_text_add(text, blank ? " " : replacement);
    i += length > 0 ? (size_t)length : 1;
  }
}

char *trm_text_take(trm_Text *text) {
  if (!text->data) trm_text_add(text, "");
  char *data = text->failed ? NULL : text->data;
  if (!data) trm_release(text->data);
  *text = (trm_Text){0};
  return data;
}

void trm_text_free(trm_Text *text) {
  trm_release(text->data);
  *text = (trm_Text){0};
}

enum { LONGEST_WORD = 48 };

static int least(int a, int b) { return a < b ? a : b; }

/* edit distance with transposition of neighbours, three rolling rows */
static int distance(const char *a, int m, const char *b, int n) {
  int rows[3][LONGEST_WORD + 1];
  for (int j = 0; j <= n; j++) rows[0][j] = j;
  for (int i = 1; i <= m; i++) {
    int *now = rows[i % 3], *last = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];
    now[0] = i;
    for (int j = 1; j <= n; j++) {
      int cost = a[i - 1] != b[j - 1];
      now[j] = least(least(last[j] + 1, now[j - 1] + 1), last[j - 1] + cost);
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) now[j] = least(now[j], before[j - 2] + 1);
    }
  }
  return rows[m % 3][n];
}

/* every part of `word` between dots is one of the candidate's, in this order, its last one perhaps up to a dash:
   lift.hydraulic.pressure within lift.length.hydraulic.pressure-a */
static bool leaves_out_parts(const char *word, const char *candidate) {
  while (*word) {
    size_t part = strcspn(word, "."), other = strcspn(candidate, ".");
    bool last = !word[part], begins = other >= part && memcmp(word, candidate, part) == 0;
    if (begins && (other == part || (last && candidate[part] == '-'))) word += part + !last;
    if (!*word) return true;
    if (!candidate[other]) return false;
    candidate += other + 1;
  }
  return true;
}

/* a word without a dot, where there are candidates with one, is the first part of it: pw within pw.value */
static bool is_part_of(const char *word, const char *candidate) {
  size_t length = strlen(word);
  if (strchr(word, '.')) return leaves_out_parts(word, candidate);
  return strncmp(word, candidate, length) == 0 && candidate[length] == '.';
}

static const char *shortest_with_parts(const char *word, const char *const *candidates, int count) {
  const char *best = NULL;
  for (int i = 0; i < count; i++)
    if (is_part_of(word, candidates[i]) && (!best || strlen(candidates[i]) < strlen(best))) best = candidates[i];
  return best;
}

const char *trm_nearest(const char *word, const char *const *candidates, int count) {
  size_t length = strlen(word);
  if (length == 0 || length > LONGEST_WORD) return NULL;
  const char *best = NULL;
  int best_distance = (int)(length + 2) / 3 + 1;
  for (int i = 0; i < count; i++) {
    size_t other = strlen(candidates[i]);
    if (other > LONGEST_WORD) continue;
    int d = distance(word, (int)length, candidates[i], (int)other);
    if (d < best_distance) best_distance = d, best = candidates[i];
  }
  return best ? best : shortest_with_parts(word, candidates, count);
}
