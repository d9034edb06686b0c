/* Diagnostics: order, duplicates, the limit of 100, excerpts that are safe to print. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>
#include "base/memory.h"
#include "base/report.h"
#include "base/utf8.h"

static void expect_text(const trm_Diagnostics *diagnostics, const char *expected) {
  char *text = trm_diagnostics_text(diagnostics);
  assert_non_null(text);
  assert_string_equal(text, expected);
  trm_free(text);
}

static void source(trm_Diagnostics *diagnostics, const char *text) {
  assert_int_equal(trm_diagnostics_source(diagnostics, "m.yaml", text, strlen(text)), TRM_OK);
}

static trm_Place at(int line, int column, int span) { return (trm_Place){line, column, span}; }

static void sorted_by_place_with_source_line_and_caret(void **state) {
  (void)state;
  trm_Diagnostics *d = trm_diagnostics_new();
  source(d, "bodies:\n  bob: {mas: 1}\r\n\tend\n");
  trm_report(d, TRM_ERROR, at(3, 2, 3), "third");
  trm_report(d, TRM_WARNING, at(2, 9, 3), "unknown key \"%s\"", "mas");
  trm_report(d, TRM_ERROR, at(2, 3, 0), "first");
  expect_text(d, "m.yaml:2:3: error: first\n"
                 "  2 |   bob: {mas: 1}\n"
                 "    |   ^\n"
                 "m.yaml:2:9: warning: unknown key \"mas\"\n"
                 "  2 |   bob: {mas: 1}\n"
                 "    |         ^~~\n"
                 "m.yaml:3:2: error: third\n"
                 "  3 |  end\n"
                 "    |  ^~~\n");
  assert_int_equal(trm_diagnostics_count(d, TRM_ERROR), 2);
  assert_int_equal(trm_diagnostics_count(d, TRM_WARNING), 3);
  assert_string_equal(trm_diagnostics_get(d, 0)->message, "first");
  assert_int_equal(trm_diagnostics_get(d, 0)->caret_column, 3);
  assert_null(trm_diagnostics_get(d, 3));
  assert_null(trm_diagnostics_get(d, -1));
  trm_diagnostics_clear(d);
  expect_text(d, "");
  trm_diagnostics_free(d);
}

static void columns_count_characters(void **state) {
  (void)state;
  trm_Diagnostics *d = trm_diagnostics_new();
  source(d, "\xC3\xA4\xE4\xB8\xAD: x");
  trm_report(d, TRM_ERROR, at(1, 5, 1), "here");
  expect_text(d, "m.yaml:1:5: error: here\n  1 | \xC3\xA4\xE4\xB8\xAD: x\n    |     ^\n");
  trm_diagnostics_free(d);
}

static void without_place_or_file(void **state) {
  (void)state;
  trm_Diagnostics *d = trm_diagnostics_new();
  trm_report(d, TRM_ERROR, TRM_NO_PLACE, "nowhere");
  assert_int_equal(trm_diagnostics_source(d, "x.yaml", NULL, 0), TRM_OK);
  trm_report(d, TRM_NOTE, TRM_NO_PLACE, "in the file");
  trm_report(d, TRM_ERROR, at(7, 2, 1), "no text to show");
  expect_text(d, "error: nowhere\nx.yaml: note: in the file\nx.yaml:7:2: error: no text to show\n");
  trm_diagnostics_free(d);
  trm_report(NULL, TRM_ERROR, TRM_NO_PLACE, "ignored");
  assert_int_equal(trm_diagnostics_count(NULL, TRM_NOTE), 0);
}

static void the_same_is_said_once(void **state) {
  (void)state;
  trm_Diagnostics *d = trm_diagnostics_new();
  source(d, "a\nb\n");
  for (int i = 0; i < 3; i++) trm_report(d, TRM_ERROR, at(1, 1, 1), "twice");
  trm_report(d, TRM_ERROR, at(2, 1, 1), "twice");
  trm_report(d, TRM_ERROR, at(1, 1, 1), "other");
  assert_int_equal(trm_diagnostics_count(d, TRM_ERROR), 3);
  assert_int_equal(trm_diagnostics_stored(d), 3);
  trm_diagnostics_free(d);
}

static void a_hundred_are_stored_and_the_rest_counted(void **state) {
  (void)state;
  trm_Diagnostics *d = trm_diagnostics_new();
  trm_diagnostics_source(d, "m.yaml", NULL, 0);
  trm_report(d, TRM_WARNING, at(1000, 1, 0), "a warning gives way to errors");
  for (int i = 0; i < 250; i++) trm_report(d, TRM_ERROR, at(250 - i, 1, 0), "number %d", i);
  assert_int_equal(trm_diagnostics_stored(d), 100);
  assert_int_equal(trm_diagnostics_count(d, TRM_ERROR), 250);
  for (int i = 0; i < 100; i++) assert_int_equal(trm_diagnostics_get(d, i)->severity, TRM_ERROR);
  for (int i = 1; i < 100; i++)
    assert_true(trm_diagnostics_get(d, i)->place.line > trm_diagnostics_get(d, i - 1)->place.line);
  char *text = trm_diagnostics_text(d);
  assert_non_null(strstr(text, "\xE2\x80\xA6 and 150 more errors\n\xE2\x80\xA6 and 1 more warning\n"));
  trm_free(text);
  trm_diagnostics_free(d);
}

static void long_lines_are_cut_around_the_caret(void **state) {
  (void)state;
  char line[1000];
  for (int i = 0; i < 999; i++) line[i] = (char)('0' + i % 10);
  line[999] = 0;
  trm_Diagnostics *d = trm_diagnostics_new();
  source(d, line);
  const int columns[] = {1, 60, 500, 960, 999, 1000, 5000};
  for (int i = 0; i < 7; i++) {
    trm_diagnostics_clear(d);
    source(d, line);
    trm_report(d, TRM_ERROR, at(1, columns[i], 2000), "x");
    const trm_Diagnostic *shown = trm_diagnostics_get(d, 0);
    size_t length = trm_utf8_count(shown->excerpt, strlen(shown->excerpt));
    assert_true(length >= 100 && length <= 102);
    assert_true(shown->caret_column >= 1 && shown->caret_column <= (int)length + 1);
    if (columns[i] > 999) continue;
    const char *byte = shown->excerpt + shown->caret_column - 1;
    if ((unsigned char)shown->excerpt[0] == 0xE2) byte += 2; /* the mark of omission has three bytes */
    assert_int_equal(*byte, '0' + (columns[i] - 1) % 10);
  }
  trm_diagnostics_free(d);
}

static void nothing_harmful_reaches_the_terminal(void **state) {
  (void)state;
  trm_Diagnostics *d = trm_diagnostics_new();
  source(d, "a\x1B[31mb\xFF\xC3\x28\xE2\x80\xAEz\n");
  trm_report(d, TRM_ERROR, at(1, 2, 1), "key \"%s\"", "x\ny\x1B\xFF\xE2\x80\xA8");
  const trm_Diagnostic *shown = trm_diagnostics_get(d, 0);
#define UNKNOWN "\xEF\xBF\xBD"
  assert_string_equal(shown->message, "key \"x y" UNKNOWN UNKNOWN UNKNOWN "\"");
  assert_string_equal(shown->excerpt, "a" UNKNOWN "[31mb" UNKNOWN UNKNOWN "(" UNKNOWN "z");
  char huge[5000];
  memset(huge, 'h', sizeof huge);
  huge[4999] = 0;
  trm_report(d, TRM_ERROR, at(2, 1, 1), "%s", huge);
  assert_true(strlen(trm_diagnostics_get(d, 1)->message) < 700);
  trm_diagnostics_free(d);
}

static void utf8_is_strict(void **state) {
  (void)state;
  static const struct {
    const char *bytes;
    uint32_t character;
    int length;
  } cases[] = {{"a", 'a', 1},
               {"\xC3\xA4", 0xE4, 2},
               {"\xE2\x82\xAC", 0x20AC, 3},
               {"\xF0\x9F\x98\x80", 0x1F600, 4},
               {"\xF4\x8F\xBF\xBF", 0x10FFFF, 4},
               {"\xC0\x80", 0xC0, 0},         /* overlong */
               {"\xE0\x80\xAF", 0xE0, 0},     /* overlong */
               {"\xED\xA0\x80", 0xED, 0},     /* surrogate */
               {"\xF4\x90\x80\x80", 0xF4, 0}, /* beyond the last */
               {"\xBF", 0xBF, 0},
               {"\xE2\x82", 0xE2, 0},
               {"\xFF", 0xFF, 0}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    int length;
    assert_int_equal(trm_utf8_decode(cases[i].bytes, strlen(cases[i].bytes), &length), cases[i].character);
    assert_int_equal(length, cases[i].length);
  }
}

/* every allocation may fail: the count stays right, nothing leaks, what could not be kept is told as out of memory */
static void out_of_memory_still_counts(void **state) {
  (void)state;
  int told = 0;
  for (long nth = 1; nth < 60; nth++) {
    trm_Diagnostics *d = trm_diagnostics_new();
    assert_non_null(d);
    trm_memory_fail_at(nth);
    trm_diagnostics_source(d, "m.yaml", "line one\nline two\n", 18);
    for (int i = 0; i < 5; i++) trm_report(d, TRM_ERROR, at(1 + i % 2, 2 + i, 1), "number %d", i);
    char *text = trm_diagnostics_text(d);
    trm_memory_fail_at(0);
    assert_int_equal(trm_diagnostics_count(d, TRM_ERROR), 5);
    if (text && trm_diagnostics_stored(d) < 5) {
      assert_non_null(strstr(text, trm_diagnostics_stored(d) < 4 ? "more errors: out of memory" : "1 more error: out"));
      told++;
    }
    trm_free(text);
    trm_diagnostics_free(d);
  }
  assert_true(told > 3);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sorted_by_place_with_source_line_and_caret),
      cmocka_unit_test(columns_count_characters),
      cmocka_unit_test(without_place_or_file),
      cmocka_unit_test(the_same_is_said_once),
      cmocka_unit_test(a_hundred_are_stored_and_the_rest_counted),
      cmocka_unit_test(long_lines_are_cut_around_the_caret),
      cmocka_unit_test(nothing_harmful_reaches_the_terminal),
      cmocka_unit_test(utf8_is_strict),
      cmocka_unit_test(out_of_memory_still_counts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
