/* Headings, paragraphs, tables and lists of a page in both forms. */
#include "build/page.h"
#include <string.h>

enum { WIDTH = 100, TERM_COLUMN = 2, TEXT_COLUMN = 16 };

/* characters that Markdown would interpret outside of `code`; in a table a bar must be escaped within code too */
static void add_markdown(trm_Page *page, const char *text, bool in_table) {
  bool code = false;
  for (; *text; text++) {
    if (*text == '`') code = !code;
    if ((!code && strchr("<*_[]", *text)) || (in_table && *text == '|')) trm_text_add(&page->text, "\\");
    trm_text_add_bytes(&page->text, text, 1);
  }
}

static void add_blanks(trm_Page *page, int count) {
  for (int i = 0; i < count; i++) trm_text_add(&page->text, " ");
}

static int columns(const char *text, size_t length) {
  int count = 0;
  for (size_t i = 0; i < length; i++) count += ((unsigned char)text[i] & 0xC0) != 0x80;
  return count;
}

/* Words broken into lines that start at column `indent`; the first starts at `column`. */
static void add_wrapped(trm_Page *page, const char *text, int indent, int column) {
  while (*text) {
    size_t length = strcspn(text, " ");
    int width = columns(text, length);
    if (column > indent && column + 1 + width > WIDTH) {
      trm_text_add(&page->text, "\n");
      add_blanks(page, indent);
      column = indent;
    } else if (column > indent) {
      trm_text_add(&page->text, " ");
      column++;
    }
    trm_text_add_bytes(&page->text, text, length);
    column += width;
    text += length + strspn(text + length, " ");
  }
  trm_text_add(&page->text, "\n");
}

void trm_page_heading(trm_Page *page, int level, const char *title) {
  if (page->text.length > 0) trm_page_end(page);
  for (int i = 0; page->markdown && i < level; i++) trm_text_add(&page->text, i + 1 < level ? "#" : "# ");
  trm_text_format(&page->text, "%s\n", title);
  if (page->markdown) trm_text_add(&page->text, "\n");
}

void trm_page_paragraph(trm_Page *page, const char *text) {
  if (page->markdown) {
    add_markdown(page, text, false);
    trm_text_add(&page->text, "\n\n");
    return;
  }
  add_blanks(page, TERM_COLUMN);
  add_wrapped(page, text, TERM_COLUMN, TERM_COLUMN);
}

void trm_page_code(trm_Page *page, const char *code) {
  if (page->markdown) {
    trm_text_format(&page->text, "```yaml\n%s\n```\n\n", code);
    return;
  }
  while (*code) {
    size_t length = strcspn(code, "\n");
    add_blanks(page, 2 * TERM_COLUMN);
    trm_text_add_bytes(&page->text, code, length);
    trm_text_add(&page->text, "\n");
    code += length + (code[length] == '\n');
  }
}

void trm_page_item(trm_Page *page, const char *term, const char *text) {
  if (page->markdown) {
    trm_text_add(&page->text, "- ");
    if (term) trm_text_format(&page->text, "`%s`%s", term, *text ? ": " : "");
    add_markdown(page, text, false);
    trm_text_add(&page->text, "\n");
    return;
  }
  int column = TERM_COLUMN;
  add_blanks(page, column);
  if (!term) {
    trm_text_add(&page->text, "- ");
    add_wrapped(page, text, TERM_COLUMN + 2, TERM_COLUMN + 2);
    return;
  }
  trm_text_add(&page->text, term);
  column += columns(term, strlen(term));
  if (column + 1 > TEXT_COLUMN && *text) {
    trm_text_add(&page->text, "\n");
    column = 0;
  }
  if (*text) add_blanks(page, TEXT_COLUMN - column);
  add_wrapped(page, text, TEXT_COLUMN, TEXT_COLUMN);
}

void trm_page_keys(trm_Page *page) {
  if (page->markdown) trm_text_add(&page->text, "| key | value | meaning |\n| --- | --- | --- |\n");
}

void trm_page_key(trm_Page *page, const char *key, const char *value, const char *meaning) {
  if (page->markdown) {
    trm_text_format(&page->text, "| `%s` | ", key);
    add_markdown(page, value, true);
    trm_text_add(&page->text, " | ");
    add_markdown(page, meaning, true);
    trm_text_add(&page->text, " |\n");
    return;
  }
  trm_page_item(page, key, value);
  add_blanks(page, TEXT_COLUMN);
  add_wrapped(page, meaning, TEXT_COLUMN, TEXT_COLUMN);
}

void trm_page_end(trm_Page *page) {
  size_t length = page->text.length;
  if (length > 1 && memcmp(page->text.data + length - 2, "\n\n", 2) != 0) trm_text_add(&page->text, "\n");
}
