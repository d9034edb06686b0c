/* Mutated models: whatever the bytes, the reader ends soon, says what is wrong, and what it accepts it can write and
   read again. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>
#include "unit/io/random.h"
#include "io/yaml.h"

enum { MUTATIONS = 20000, LARGEST = 4096, PATIENCE = 10 /* seconds for one text */ };

static const char *const models[] = {
    ("trammel: 1\ntitle: \"Slider \\u00e4 crank\" # comment\nparameters: {L: 2.4, d: 0.24}\ngravity: [0, 0, -9.81]\n"
     "bodies:\n  crank: &c {mass: 1, inertia: [0.01, 0.1, 0.1]}\n  rod:\n    <<: *c\n    mass: 2\n    position: [0, "
     "'L/2', 0]\n"
     "joints:\n  pin: {type: revolute, between: [ground, crank], coordinates: {phi: {rate: -1}}}\n"
     "analysis:\n  - {type: static}\n  - type: dynamic\n    until: 2.0\n"),
    ("a: |\n  one\n  two\n\nb: >-\n  folded\n  text\n\nc: plain\n  goes on\n? key\n: value\nd: !!str 12\ne: {\"q\": "
     "'r',\n  s: [1,\n  2]}\n"),
    "{\"trammel\":1,\"a\":[1,2.5e-3,true,null,\"x\\n\\t\\\"\"],\"b\":{\"c\":{},\"d\":[]},\"e\":[[1,0],[0,1]]}\n",
    "%YAML 1.2\n---\nx: &x [1, &y {z: *w, w: 2}]\nv: [*x, *y, *x]\nlist:\n- - a\n  - b\n- c: 1\n  d: 2\n-\n...\n",
};

static const char *const pieces[] = {": ",
                                     "- ",
                                     "? ",
                                     "\n",
                                     "\n  ",
                                     "\n    ",
                                     "\t",
                                     "[",
                                     "]",
                                     "{",
                                     "}",
                                     ", ",
                                     "&a ",
                                     "*a ",
                                     "*c",
                                     "!!str ",
                                     "!x!y ",
                                     "!<",
                                     "%",
                                     "%41",
                                     "'",
                                     "\"",
                                     "|\n",
                                     ">\n",
                                     "|2-\n",
                                     "#",
                                     " # ",
                                     "---\n",
                                     "\n---\n",
                                     "...\n",
                                     "<<: ",
                                     "@",
                                     "`",
                                     "\\",
                                     "\\x",
                                     "\\u00",
                                     "\\U0011",
                                     "\xC3\xA4",
                                     "\xC2\x85",
                                     "\xE2\x80\xA8",
                                     "\xEF\xBB\xBF",
                                     "\xFF",
                                     "\xBF",
                                     "\r\n",
                                     "\r",
                                     "null",
                                     "~",
                                     "1e999",
                                     "%YAML 1.1\n",
                                     "%TAG ! x\n",
                                     "\n%",
                                     "\n\t",
                                     ": : ",
                                     "[[[[[[[[",
                                     "{{{{{{{{",
                                     "- - - - - - ",
                                     "? ? ? ",
                                     "[? ",
                                     "{? ",
                                     "]:",
                                     "}: "};

static size_t insert(char *text, size_t size, size_t at, const char *piece, size_t length) {
  if (size + length > LARGEST) return size;
  memmove(text + at + length, text + at, size - at);
  memcpy(text + at, piece, length);
  return size + length;
}

static size_t mutate(char *text, size_t size, uint64_t *random) {
  size_t at = (size_t)random_below(random, (int)size + 1), left = size - at;
  size_t length = (size_t)random_below(random, 12);
  if (length > left) length = left;
  switch (random_below(random, 6)) {
  case 0: /* another byte */
    if (left > 0) text[at] = (char)random_below(random, 256);
    return size;
  case 1: /* a piece of syntax */
  case 2: {
    const char *piece = pieces[random_below(random, (int)(sizeof pieces / sizeof pieces[0]))];
    return insert(text, size, at, piece, strlen(piece));
  }
  case 3: /* something is missing */ memmove(text + at, text + at + length, left - length); return size - length;
  case 4: { /* something is said again elsewhere */
    char copy[16];
    memcpy(copy, text + at, length);
    return insert(text, size, (size_t)random_below(random, (int)size + 1), copy, length);
  }
  default: /* cut short, rarely */ return random_below(random, 8) == 0 ? at : size;
  }
}

static char present[LARGEST + 1];
static size_t present_size;

/* a reader that does not end is a failed test that shows the text */
static void out_of_patience(int signal_number) {
  static const char message[] = "the reader hangs on this text:\n";
  ssize_t written = write(2, message, sizeof message - 1);
  written += write(2, present, present_size);
  _exit(written >= 0 ? 1 : signal_number);
}

/* true when the text was accepted */
static bool read_one(int number) {
  char *exact = trm_alloc(present_size ? present_size : 1, 1); /* so that a sanitizer sees reads past the end */
  memcpy(exact, present, present_size);
  trm_Diagnostics *d = trm_diagnostics_new();
  alarm(PATIENCE);
  trm_Spec *spec = trm_yaml_parse("fuzz", exact, present_size, d);
  alarm(0);
  trm_release(exact);
  if ((spec != NULL) != (trm_diagnostics_count(d, TRM_ERROR) == 0))
    fail_msg("mutation %d: spec and errors disagree", number);
  char *said = trm_diagnostics_text(d);
  assert_non_null(said);
  trm_free(said);
  if (spec) {
    char *text = trm_yaml_write(spec);
    trm_Spec *again = trm_yaml_parse("again", text, strlen(text), d);
    if (!again || !trm_value_equal(spec->root, again->root))
      fail_msg("mutation %d is not written right:\n%s", number, text);
    trm_spec_destroy(again);
    trm_free(text);
  }
  trm_diagnostics_free(d);
  trm_spec_destroy(spec);
  return spec != NULL;
}

static void mutated_models(void **state) {
  (void)state;
  signal(SIGALRM, out_of_patience);
  uint64_t random = 1234567;
  int accepted = 0;
  for (int i = 0; i < MUTATIONS; i++) {
    const char *model = models[random_below(&random, (int)(sizeof models / sizeof models[0]))];
    present_size = strlen(model);
    memcpy(present, model, present_size);
    for (int k = 1 + random_below(&random, 4); k > 0; k--) present_size = mutate(present, present_size, &random);
    accepted += read_one(i);
  }
  /* both kinds must be there in numbers, else the mutations test nothing */
  assert_true(accepted > MUTATIONS / 20);
  assert_true(accepted < MUTATIONS * 9 / 10);
}

/* all texts of one or two characters that mean something to YAML, and random bytes */
static void short_texts(void **state) {
  (void)state;
  signal(SIGALRM, out_of_patience);
  static const char bytes[] = "%\xBF \n\t-:?[]{},#&*!|>'\"@`a0\\~.<\xC3\xA4\r";
  int count = (int)sizeof bytes - 1;
  for (int i = 0; i < count * count * 2; i++) {
    present[0] = bytes[i % count];
    present[1] = bytes[i / count % count];
    present_size = i < count * count ? 2 : 1;
    read_one(i);
  }
  uint64_t random = 42;
  for (int i = 0; i < 2000; i++) {
    present_size = (size_t)random_below(&random, 40);
    for (size_t k = 0; k < present_size; k++) present[k] = bytes[random_below(&random, count)];
    read_one(i);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(mutated_models), cmocka_unit_test(short_texts)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
