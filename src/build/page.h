/* A page of the manual, written once for the terminal (plain text) and for docs/reference (Markdown). */
#ifndef TRM_BUILD_PAGE_H
#define TRM_BUILD_PAGE_H

#include "base/text.h"

typedef struct trm_Page {
  trm_Text text;
  bool markdown;
} trm_Page;

/* Texts may contain `code`; whatever else Markdown would take as a mark is escaped. */
void trm_page_heading(trm_Page *page, int level, const char *title);
void trm_page_paragraph(trm_Page *page, const char *text);
void trm_page_code(trm_Page *page, const char *code); /* YAML */
/* A list: items one after the other, then trm_page_end. term may be NULL. */
void trm_page_item(trm_Page *page, const char *term, const char *text);
/* A table of keys: begin, a row for each, then trm_page_end. */
void trm_page_keys(trm_Page *page);
void trm_page_key(trm_Page *page, const char *key, const char *value, const char *meaning);
void trm_page_end(trm_Page *page);

#endif
