/* Tables from text files beside a model: what is read, what is refused, and that nothing outside the folder is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>
#include "conformance/random_numbers.h"
#include "base/report.h"
#include "io/yaml.h"

static char folder[64];

static void write_text(const char *name, const char *text) {
  char path[200];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fputs(text, file);
  assert_int_equal(fclose(file), 0);
}

static int make_folder(void **state) {
  (void)state;
  snprintf(folder, sizeof folder, "/tmp/trammel-columns-XXXXXX");
  if (!mkdtemp(folder)) return 1;
  char path[200];
  snprintf(path, sizeof path, "%s/model", folder);
  if (mkdir(path, 0700)) return 1;
  snprintf(path, sizeof path, "%s/model/data", folder);
  if (mkdir(path, 0700)) return 1;
  write_text("secret.csv", "0,1\n1,2\n");
  write_text("model/plain.csv", "0,1\n1,2.50\n  2 , -3e-1 \n");
  write_text("model/data/named.csv", "\xEF\xBB\xBF# a road\n\"t\"; z ; w\r\n0;1;5\r\n\r\n1;2;6 # here\r\n3;4;7\r\n");
  write_text("model/blanks.txt", "  0   10 \n 1\t20\n");
  write_text("model/tabs.txt", "0\t10\t\n1\t20\t\n");
  write_text("model/bad.csv", "x,y\n0,1\n1,two\n");
  write_text("model/short.csv", "x,y\n0,1\n1\n");
  write_text("model/comma.csv", "0;1,5\n1;2,5\n");
  write_text("model/empty.csv", "");
  write_text("model/comments.csv", "# nothing\n\n");
  write_text("model/one.csv", "0,1\n");
  write_text("model/infinite.csv", "0,1\n1,inf\n");
  write_text("model/huge.csv", "0,1\n1,1e999\n");
  char target[200];
  snprintf(target, sizeof target, "%s/secret.csv", folder);
  snprintf(path, sizeof path, "%s/model/link.csv", folder);
  if (symlink(target, path)) return 1;
  snprintf(path, sizeof path, "%s/model/inside.csv", folder);
  return symlink("plain.csv", path);
}

static int remove_folder(void **state) {
  (void)state;
  char command[200];
  snprintf(command, sizeof command, "rm -r %s", folder);
  return system(command);
}

/* The spec of a model with one table; NULL with what was said in `said`. */
static trm_Spec *read_model(const char *table, char said[600]) {
  char text[400], path[200];
  snprintf(text, sizeof text, "trammel: 1\ntables: {f: %s}\nanalysis: {until: 1, step: 1}\n", table);
  write_text("model/m.yaml", text);
  snprintf(path, sizeof path, "%s/model/m.yaml", folder);
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  trm_Spec *spec = trm_yaml_read_file(path, diagnostics);
  char *all = trm_diagnostics_text(diagnostics);
  snprintf(said, 600, "%s", all);
  trm_free(all);
  trm_diagnostics_free(diagnostics);
  return spec;
}

static void expect_points(const char *table, const char *points) {
  char said[600], read[400] = "";
  trm_Spec *spec = read_model(table, said);
  if (!spec) fail_msg("%s: %s", table, said);
  const trm_Value *form = trm_value_get(trm_value_get(spec->root, "tables"), "f"), *list = trm_value_get(form, "table");
  assert_non_null(list);
  assert_null(trm_value_get(form, "file"));
  assert_null(trm_value_get(form, "columns"));
  assert_true(spec->filled && !spec->edited);
  for (int i = 0; i < list->count; i++)
    snprintf(read + strlen(read), sizeof read - strlen(read), "%s,%s ", list->items[i]->items[0]->text,
             list->items[i]->items[1]->text);
  if (strcmp(read, points) != 0) fail_msg("%s: \"%s\" instead of \"%s\"", table, read, points);
  trm_spec_destroy(spec);
}

static void test_files_are_read(void **state) {
  (void)state;
  expect_points("{file: plain.csv}", "0,1 1,2.50 2,-3e-1 ");
  expect_points("{file: data/named.csv, columns: [2, 1]}", "1,0 2,1 4,3 ");
  expect_points("{file: data/named.csv}", "0,1 1,2 3,4 ");
  expect_points("{file: ./data/named.csv, columns: [t, w], interpolation: monotone}", "0,5 1,6 3,7 ");
  expect_points("{file: data/named.csv, columns: [1, z]}", "0,1 1,2 3,4 ");
  expect_points("{file: blanks.txt}", "0,10 1,20 ");
  expect_points("{file: tabs.txt}", "0,10 1,20 ");
  expect_points("{file: inside.csv}", "0,1 1,2.50 2,-3e-1 ");
}

static const struct {
  const char *table, *message;
} wrong[] = {
    {"{file: ../secret.csv}", "../secret.csv: a file of a model lies in its folder or below it"},
    {"{file: data/../../secret.csv}", "lies in its folder"},
    {"{file: /etc/passwd}", "lies in its folder"},
    {"{file: link.csv}", "link.csv: a file of a model lies in its folder or below it"},
    {"{file: \"\"}", "lies in its folder"},
    {"{file: data}", "data: is not a regular file"},
    {"{file: none.csv}", "none.csv: No such file or directory"},
    {"{file: empty.csv}", "empty.csv: is empty"},
    {"{file: comments.csv}", "comments.csv: holds no numbers"},
    {"{file: one.csv}", "one.csv: holds fewer than two points"},
    {"{file: bad.csv}", "bad.csv, line 3: \"two\" is not a number (the decimal sign is \".\")"},
    {"{file: comma.csv}", "comma.csv, line 1: \"1,5\" is not a number"},
    {"{file: infinite.csv}", "line 2: \"inf\" is not a number"},
    {"{file: huge.csv}", "line 2: \"1e999\" is not a number"},
    {"{file: short.csv}", "short.csv, line 3: has 1 columns, and column 2 is asked for"},
    {"{file: bad.csv, columns: [x, z]}", "bad.csv, line 1: there is no column \"z\"; there are \"x\", \"y\""},
    {"{file: plain.csv, columns: [1, z]}", "there is no column \"z\"; it has 2 columns without names"},
    {"{file: plain.csv, columns: [1, 3]}", "there is no column \"3\""},
    {"{file: plain.csv, columns: [2, 1]}", "plain.csv, line 3: x must increase, but -0.3 follows 2.5"},
    {"{file: plain.csv, columns: 2}", "columns must be a list of two: x and y"},
    {"{file: plain.csv, columns: [1, [2]]}", "a column is a name or a number"},
};

static void test_wrong_files_are_refused(void **state) {
  (void)state;
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
    char said[600];
    trm_Spec *spec = read_model(wrong[k].table, said);
    if (spec) fail_msg("%s is accepted", wrong[k].table);
    if (!strstr(said, wrong[k].message) || !strstr(said, "m.yaml:2:"))
      fail_msg("%s: \"%s\" instead of \"%s\"", wrong[k].table, said, wrong[k].message);
  }
}

/* ---- names or numbers ---- */

/* Lines of random numbers, in one of which one character is mistyped: the line is named, be it the first. */
static void test_mistyped_numbers_are_found(void **state) {
  (void)state;
  static const char wrong_letters[] = "OolI,xX";
  Random random = {16};
  for (int trial = 0; trial < 300; trial++) {
    char text[600] = "", said[600], expected[60];
    int lines = 2 + random_count(&random, 5), bad = random_count(&random, lines),
        columns = 2 + random_count(&random, 2);
    int field = random_count(&random, 2), length = 0;
    for (int i = 0; i < lines; i++)
      for (int c = 0; c < columns; c++) {
        char number[40];
        int size =
            snprintf(number, sizeof number, random_count(&random, 2) ? "%.4f" : "%.3e", random_number(&random, -5, 5));
        if (c == 0) size = snprintf(number, sizeof number, "%d", 2 * i);
        if (i == bad && c == field)
          number[random_count(&random, size)] = wrong_letters[random_count(&random, (int)sizeof wrong_letters - 1)];
        length += snprintf(text + length, sizeof text - (size_t)length, "%s%s", number, c + 1 < columns ? ";" : "\n");
      }
    write_text("model/typed.csv", text);
    snprintf(expected, sizeof expected, "typed.csv, line %d: \"", bad + 1);
    trm_Spec *spec = read_model("{file: typed.csv}", said);
    if (spec || !strstr(said, expected) || !strstr(said, "is not a number"))
      fail_msg("line %d is to be named, and it is said: \"%s\" of\n%s", bad + 1, spec ? "nothing" : said, text);
  }
}

/* Names of columns of any kind, which are no numbers; one of them may be when another is asked for by its name. */
static void test_names_are_names(void **state) {
  (void)state;
  static const char *const names[] = {"t", "z", "time", "3rd", "l", "I", "O", "o", "e", "x_1", "force 2", "delta.x"};
  enum { NAMES = sizeof names / sizeof *names };
  for (int a = 0; a < NAMES; a++)
    for (int b = 0; b < NAMES; b++) {
      char text[200];
      snprintf(text, sizeof text, "%s,%s\n0,1\n1,2\n", names[a], names[b]);
      write_text("model/typed.csv", text);
      expect_points("{file: typed.csv}", "0,1 1,2 ");
    }
  write_text("model/typed.csv", "time,1,2\n0,1,5\n1,2,6\n");
  expect_points("{file: typed.csv, columns: [time, \"2\"]}", "0,5 1,6 ");
}

/* Names in quotes may hold what separates others, and begin no comment; of two columns of one name none is meant. */
static void test_names_in_quotes(void **state) {
  (void)state;
  static const char *const names[] = {"time, s", "a;b", "c#d", "force 2", "\tx", "plain", "", "u,v;w #"};
  static const char *const marks[] = {",", ";", "\t", " "};
  enum { NAMES = sizeof names / sizeof *names, COLUMNS = 4 };
  Random random = {324};
  for (int trial = 0; trial < 400; trial++) {
    const char *own[COLUMNS], *mark = marks[random_count(&random, 4)];
    char text[600] = "", said[600], table[200], expected[200] = "";
    int length = 0, x = random_count(&random, COLUMNS), y = random_count(&random, COLUMNS);
    for (int c = 0; c < COLUMNS; c++) {
      own[c] = names[random_count(&random, NAMES)];
      bool bare = strcmp(own[c], "plain") == 0 && random_count(&random, 2);
      length += snprintf(text + length, sizeof text - (size_t)length, "%s%s%s%s", bare ? "" : "\"", own[c],
                         bare ? "" : "\"", c + 1 < COLUMNS ? mark : "\n");
    }
    for (int i = 0; i < 3; i++)
      for (int c = 0; c < COLUMNS; c++)
        length +=
            snprintf(text + length, sizeof text - (size_t)length, "%d%s", 10 * i + c, c + 1 < COLUMNS ? mark : "\n");
    write_text("model/quoted.csv", text);
    snprintf(table, sizeof table, "{file: quoted.csv, columns: ['%s', '%s']}", own[x], own[y]);
    int twice = 0;
    for (int c = 0; c < COLUMNS; c++)
      twice += (c != x && strcmp(own[c], own[x]) == 0) || (c != y && strcmp(own[c], own[y]) == 0);
    if (twice > 0) {
      trm_Spec *spec = read_model(table, said);
      if (spec || !strstr(said, "are both called") || !strstr(said, "quoted.csv, line 1"))
        fail_msg("%s: \"%s\" of\n%s", table, spec ? "nothing" : said, text);
      continue;
    }
    for (int i = 0; i < 3; i++)
      snprintf(expected + strlen(expected), sizeof expected - strlen(expected), "%d,%d ", 10 * i + x, 10 * i + y);
    expect_points(table, expected);
  }
  write_text("model/quoted.csv", "5\" pipe;z # inches\n0;1\n1;2\n"); /* one quote is a letter */
  expect_points("{file: quoted.csv, columns: ['5\" pipe', z]}", "0,1 1,2 ");
}

/* Lines that go back or stay are told by their number in the file, whatever stands between them. */
static void test_lines_that_go_back(void **state) {
  (void)state;
  Random random = {325};
  for (int trial = 0; trial < 200; trial++) {
    char text[600] = "", said[600], expected[120];
    int lines = 2 + random_count(&random, 8), bad = 1 + random_count(&random, lines - 1), number = 0, told = 0;
    int length = 0;
    for (int i = 0; i < lines; i++) {
      for (int extra = random_count(&random, 3); extra > 0; extra--, number++)
        length += snprintf(text + length, sizeof text - (size_t)length, extra % 2 ? "\r\n" : "# 7,7\n");
      int x = i == bad ? 2 * (i - 1) - random_count(&random, 2) : 2 * i;
      length += snprintf(text + length, sizeof text - (size_t)length, "%d,%d\n", x, i);
      number++;
      if (i == bad)
        told = number,
        snprintf(expected, sizeof expected, "line %d: x must increase, but %d follows %d", told, x, 2 * (i - 1));
    }
    write_text("model/back.csv", text);
    trm_Spec *spec = read_model("{file: back.csv}", said);
    if (spec || !strstr(said, expected))
      fail_msg("\"%s\" instead of \"%s\" of\n%s", spec ? "nothing" : said, expected, text);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_files_are_read),
                                     cmocka_unit_test(test_wrong_files_are_refused),
                                     cmocka_unit_test(test_mistyped_numbers_are_found),
                                     cmocka_unit_test(test_names_are_names),
                                     cmocka_unit_test(test_names_in_quotes),
                                     cmocka_unit_test(test_lines_that_go_back)};
  return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
