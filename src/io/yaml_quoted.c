/* Escapes and folded lines of double quotes. */
#include "io/yaml_quoted.h"
#include <stdint.h>
#include <string.h>

typedef struct Scan {
  const char *source;
  size_t size, at;
  trm_Text *out;
  size_t solid; /* length of out up to which blanks at the end of a line are not dropped */
} Scan;

static bool is_blank(char c) { return c == ' ' || c == '\t'; }

static void add_character(trm_Text *out, uint32_t c) {
  char bytes[4];
  size_t length = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
  static const unsigned char lead[] = {0, 0, 0xC0, 0xE0, 0xF0};
  for (size_t i = length - 1; i > 0; i--, c >>= 6) bytes[i] = (char)(0x80 | (c & 0x3F));
  bytes[0] = (char)(lead[length] | c);
  trm_text_add_bytes(out, bytes, length);
}

/* ---- escapes ----------------------------------------------------------------------------------------------------- */

static bool read_hex(Scan *scan, int digits, uint32_t *value) {
  *value = 0;
  for (int i = 0; i < digits; i++, scan->at++) {
    static const char hex[] = "0123456789abcdef";
    char c = scan->at < scan->size ? scan->source[scan->at] : 0;
    const char *found = c ? strchr(hex, c >= 'A' && c <= 'F' ? c + 32 : c) : NULL;
    if (!found) return false;
    *value = *value << 4 | (uint32_t)(found - hex);
  }
  return true;
}

static bool is_high_half(uint32_t c) { return c >= 0xD800 && c < 0xDC00; }
static bool is_low_half(uint32_t c) { return c >= 0xDC00 && c < 0xE000; }

/* JSON writes a character beyond U+FFFF as the two halves of its UTF-16 form */
static bool read_code(Scan *scan, int digits) {
  uint32_t code, low;
  if (!read_hex(scan, digits, &code)) return false;
  if (is_high_half(code)) {
    if (scan->size - scan->at < 6 || memcmp(scan->source + scan->at, "\\u", 2) != 0) return false;
    scan->at += 2;
    if (!read_hex(scan, 4, &low) || !is_low_half(low)) return false;
    code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
  }
  if (is_low_half(code) || code > 0x10FFFF) return false;
  add_character(scan->out, code);
  return true;
}

/* the character after the backslash is at scan->at */
static bool read_escape(Scan *scan) {
  static const char names[] = "0abt\tnvfre \"/\\N_LP";
  static const uint32_t codes[] = {0, 7, 8, 9, 9, 10, 11, 12, 13, 27, ' ', '"', '/', '\\', 0x85, 0xA0, 0x2028, 0x2029};
  if (scan->at == scan->size) return false;
  char name = scan->source[scan->at++];
  if (name == 'x') return read_code(scan, 2);
  if (name == 'u') return read_code(scan, 4);
  if (name == 'U') return read_code(scan, 8);
  const char *found = name ? strchr(names, name) : NULL;
  if (!found) return false;
  add_character(scan->out, codes[found - names]);
  return true;
}

/* ---- lines ------------------------------------------------------------------------------------------------------- */

static bool at_line_end(const Scan *scan) {
  size_t at = scan->at;
  if (at < scan->size && scan->source[at] == '\r') at++;
  return at < scan->size && scan->source[at] == '\n';
}

/* past the line's end, the empty lines after it and the indentation of the next; how many lines were empty */
static int pass_line_ends(Scan *scan) {
  int ends = 0;
  while (scan->at < scan->size) {
    if (scan->source[scan->at] == '\n')
      ends++;
    else if (!is_blank(scan->source[scan->at]) && scan->source[scan->at] != '\r')
      break;
    scan->at++;
  }
  return ends - 1;
}

/* an escaped end leaves nothing, another one a blank; each empty line leaves a line feed */
static void fold(Scan *scan, bool escaped) {
  if (!escaped && scan->out->length > scan->solid && !scan->out->failed) {
    scan->out->length = scan->solid;
    scan->out->data[scan->solid] = 0;
  }
  int empty_lines = pass_line_ends(scan);
  if (empty_lines == 0 && !escaped) trm_text_add(scan->out, " ");
  for (; empty_lines > 0; empty_lines--) trm_text_add(scan->out, "\n");
  scan->solid = scan->out->length;
}

bool trm_yaml_quoted_text(const char *source, size_t size, trm_Text *out) {
  Scan scan = {.source = source, .size = size, .out = out, .solid = out->length};
  while (scan.at < size && !out->failed) {
    char c = source[scan.at];
    if (at_line_end(&scan)) {
      fold(&scan, false);
    } else if (c != '\\') {
      trm_text_add_bytes(out, &c, 1);
      scan.at++;
      if (!is_blank(c)) scan.solid = out->length;
    } else {
      scan.at++;
      if (at_line_end(&scan))
        fold(&scan, true);
      else if (!read_escape(&scan))
        return false;
      scan.solid = out->length;
    }
  }
  return true;
}
