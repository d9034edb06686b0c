/* Block scalars: indentation, folding, chomping. */
#include "io/yaml_block.h"
#include <string.h>

typedef enum Chomping { CLIP, STRIP, KEEP } Chomping;

static bool is_blank(char c) { return c == ' ' || c == '\t'; }

/* from the sign | or > on: chomping indicator, blanks, comment, end of line */
static bool is_header(const char *text, size_t at, size_t end, Chomping *chomping) {
  char indicator = at + 1 < end ? text[at + 1] : ' ';
  *chomping = indicator == '-' ? STRIP : indicator == '+' ? KEEP : CLIP;
  at += *chomping == CLIP ? 1 : 2;
  if (at >= end) return true;
  if (!is_blank(text[at]) && text[at] != '\r') return false;
  while (at < end && (is_blank(text[at]) || text[at] == '\r')) at++;
  return at == end || text[at] == '#';
}

/* The header is on the line before the content: after the key, dash, anchor and tag the first sign that only blanks or
   a comment follow. */
static bool find_header(const trm_BlockScalar *block, Chomping *chomping) {
  size_t end = block->start;
  if (end > 0 && block->text[end - 1] == '\n') end--;
  size_t line = end;
  while (line > block->after && block->text[line - 1] != '\n') line--;
  for (size_t at = line; at < end; at++)
    if (block->text[at] == (block->folded ? '>' : '|') && is_header(block->text, at, end, chomping)) return true;
  return false;
}

typedef struct Line {
  const char *text;
  size_t indent, length; /* length without the line's end */
  bool ended;            /* with a line feed */
} Line;

static Line line_at(const trm_BlockScalar *block, size_t at) {
  const char *feed = memchr(block->text + at, '\n', block->end - at);
  Line line = {.text = block->text + at, .ended = feed != NULL};
  line.length = feed ? (size_t)(feed - line.text) : block->end - at;
  if (line.ended && line.length > 0 && line.text[line.length - 1] == '\r') line.length--;
  while (line.indent < line.length && line.text[line.indent] == ' ') line.indent++;
  return line;
}

static size_t next_line(const trm_BlockScalar *block, size_t at) {
  const char *feed = memchr(block->text + at, '\n', block->end - at);
  return feed ? (size_t)(feed - block->text) + 1 : block->end;
}

/* the indentation of the first line that holds more than blanks */
static size_t indentation(const trm_BlockScalar *block) {
  for (size_t at = block->start; at < block->end; at = next_line(block, at)) {
    Line line = line_at(block, at);
    if (line.indent < line.length) return line.indent;
  }
  return (size_t)-1;
}

static void add_feeds(trm_Text *out, int count) {
  for (; count > 0; count--) trm_text_add(out, "\n");
}

/* what stands between two lines that are not empty: folded, a single line break becomes a blank and of several one is
   dropped, except next to a line that is indented further */
static void add_between(trm_Text *out, int empty_lines, bool keeps_breaks) {
  if (keeps_breaks)
    add_feeds(out, empty_lines + 1);
  else if (empty_lines == 0)
    trm_text_add(out, " ");
  else
    add_feeds(out, empty_lines);
}

bool trm_yaml_block_text(const trm_BlockScalar *block, trm_Text *out) {
  Chomping chomping;
  if (!find_header(block, &chomping)) return false;
  size_t indent = indentation(block);
  int empty_lines = 0;
  bool any = false, last_keeps = false, last_ended = true;
  for (size_t at = block->start; at < block->end; at = next_line(block, at)) {
    Line line = line_at(block, at);
    if (line.length <= indent && line.indent == line.length) {
      empty_lines += line.ended;
      continue;
    }
    size_t skip = line.indent < indent ? line.indent : indent;
    bool keeps = !block->folded || is_blank(line.text[skip]);
    if (any)
      add_between(out, empty_lines, keeps || last_keeps);
    else
      add_feeds(out, empty_lines);
    trm_text_add_bytes(out, line.text + skip, line.length - skip);
    any = true;
    last_keeps = keeps;
    last_ended = line.ended;
    empty_lines = 0;
  }
  if (chomping == KEEP)
    add_feeds(out, empty_lines + (any && last_ended));
  else if (chomping == CLIP && any && last_ended)
    trm_text_add(out, "\n");
  return true;
}
