/* Damaged result files: whatever bytes were changed, cut off or put elsewhere, a file is read or refused in words, soon
   and without much memory. Files of all kinds of datasets are damaged at random: single bytes, numbers of eight bytes
   (sizes, addresses), pieces copied from elsewhere in the file (addresses that lead in circles), ends cut off.
   test_result_fuzz [SECONDS [SEED]]: for so long, and with other damages. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
#include <cmocka.h>
#include "base/memory.h"
#include "io/result.h"
#include "io/result_check.h"
#include "test_all.h"
#include "trammel/trammel.h"
#include "unit/io/random.h"

enum {
  DAMAGES = 1000,
  RESUMED = 150,
  PATIENCE = 10,      /* s of the processor for one file */
  MOST_MEMORY = 400,  /* MB */
  MOST_ROWS = 100000, /* of what is read here; a file may have more */
  MOST_CHANNELS = 200,
  MOST_NUMBERS = 10000000,
  FILES = 4
};

static uint64_t first_seed = 20260101;
static double seconds; /* 0: DAMAGES of them */
static volatile uint64_t current;

/* ---- the files --------------------------------------------------------------------------------------------------- */

static const char model_text[] =
    "trammel: 1\n"
    "title: damaged\n"
    "gravity: [0, 0, -9.81]\n"
    "sections: {s: {shape: circle, diameter: 0.02, material: {E: 2e11, nu: 0.3, rho: 7800}}}\n"
    "bodies: {bob: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [1, 0, 0]}}\n"
    "beams: {boom: {curve: {line: [[0, 0, 0], [1, 0, 0]]}, section: s, elements: 3}}\n"
    "joints:\n"
    "  root: {type: rigid, between: [ground, boom.start]}\n"
    "  tip: {type: rigid, between: [boom.end, bob]}\n"
    "loads: {wind: {on: boom, force-per-length: [0, 0, 1]}}\n"
    "analysis: %s\n";

static const char *const analyses[FILES] = {
    "{until: 0.2, step: 0.01}",
    "{until: 0.2, step: 0.01, output: {every: 0.01, compress: true}}",
    "{type: modal, count: 5, about: reference}",
    "{until: 0.02, step: 0.01, output: {every: 0.001, numbers: float32, channels: [energy, bob.position]}}",
};

typedef struct File {
  unsigned char *bytes;
  size_t size;
} File;

static char folder[] = "/tmp/trammel_fuzz_XXXXXX";
static char damaged_path[64];
static File files[FILES];

static File take_file(const char *path) {
  FILE *in = fopen(path, "rb");
  assert_non_null(in);
  fseek(in, 0, SEEK_END);
  File file = {.size = (size_t)ftell(in)};
  rewind(in);
  file.bytes = malloc(file.size);
  assert_int_equal(fread(file.bytes, 1, file.size, in), file.size);
  fclose(in);
  remove(path);
  return file;
}

/* A model of the one above with its simulation. */
typedef struct Made {
  trm_Diagnostics *diagnostics;
  trm_Spec *spec;
  trm_Model *model;
  trm_Simulation *simulation;
} Made;

static Made make(const char *analysis) {
  char text[2000];
  snprintf(text, sizeof text, model_text, analysis);
  Made made = {.diagnostics = trm_diagnostics_new()};
  made.spec = trm_spec_parse("text", text, strlen(text), made.diagnostics);
  made.model = made.spec ? trm_model_build(made.spec, made.diagnostics) : NULL;
  made.simulation = made.model ? trm_simulation_new(made.model, made.diagnostics) : NULL;
  if (!made.simulation) fail_msg("%s", trm_diagnostics_text(made.diagnostics));
  return made;
}

static void unmake(Made *made) {
  trm_simulation_free(made->simulation), trm_model_free(made->model), trm_spec_free(made->spec);
  trm_diagnostics_free(made->diagnostics);
}

/* until: s, where the run is stopped; 0: at its end */
static File make_file(const char *analysis, double until) {
  char path[64];
  snprintf(path, sizeof path, "%s/made.h5", folder);
  Made made = make(analysis);
  trm_RunOptions options = trm_run_default();
  options.output = path, options.until = until;
  if (trm_run(made.simulation, made.spec, &options, made.diagnostics) != (until > 0 ? TRM_CANCELLED : TRM_OK))
    fail_msg("%s", trm_diagnostics_text(made.diagnostics));
  unmake(&made);
  return take_file(path);
}

static void put_file(const unsigned char *bytes, size_t size) {
  FILE *out = fopen(damaged_path, "wb");
  assert_non_null(out);
  assert_int_equal(fwrite(bytes, 1, size, out), size);
  assert_int_equal(fclose(out), 0);
}

/* ---- damages ----------------------------------------------------------------------------------------------------- */

/* numbers of rows are long and lie side by side, all else is short and has zeros around it */
static bool is_structure(const File *file, size_t at) {
  size_t from = at > 16 ? at - 16 : 0, to = at + 16 < file->size ? at + 16 : file->size;
  int zeros = 0;
  for (size_t i = from; i < to; i++) zeros += file->bytes[i] == 0;
  return zeros > 8 && zeros < 32;
}

/* where something stands */
static size_t place(uint64_t *random, const File *file) {
  size_t at = 0;
  for (int attempt = 0; attempt < 4; attempt++) {
    at = (size_t)(random_next(random) % file->size);
    if (is_structure(file, at)) break;
  }
  return at;
}

static void damage_number(uint64_t *random, unsigned char *bytes, size_t size) {
  static const uint64_t numbers[] = {0,
                                     1,
                                     2,
                                     255,
                                     65535,
                                     0x7fffffff,
                                     0xffffffff,
                                     (uint64_t)1 << 40,
                                     INT64_MAX,
                                     UINT64_MAX,
                                     UINT64_MAX - 1,
                                     (uint64_t)1 << 63};
  static const size_t widths[] = {1, 2, 4, 8};
  size_t width = widths[random_below(random, 4)], at = (size_t)(random_next(random) % size);
  uint64_t number = numbers[random_below(random, sizeof numbers / sizeof *numbers)];
  if (random_below(random, 3) == 0) number = random_next(random) % (2 * size);
  if (at + width <= size) memcpy(bytes + at, &number, width);
}

static size_t damage(uint64_t *random, const File *file, unsigned char *bytes) {
  size_t size = file->size;
  memcpy(bytes, file->bytes, size);
  int count = 1 + random_below(random, 4) * random_below(random, 4);
  for (int i = 0; i < count; i++) {
    size_t at = place(random, file), from = place(random, file), length = 8u << random_below(random, 4);
    switch (random_below(random, 6)) {
    case 0: bytes[at] ^= (unsigned char)(1 << random_below(random, 8)); break;
    case 1: bytes[at] = (unsigned char)random_next(random); break;
    case 2: bytes[at] = (unsigned char)(bytes[at] + (random_below(random, 2) ? 1 : -1)); break;
    case 3: damage_number(random, bytes + at, size - at < 32 ? size - at : 32); break;
    case 4:
      at -= at % 8, from -= from % 8;
      if (at + length <= size && from + length <= size) memmove(bytes + at, file->bytes + from, length);
      break;
    case 5:
      if (random_below(random, 8) == 0) size = 1 + (size_t)(random_next(random) % size);
      break;
    }
  }
  return size;
}

/* ---- reading all there is ---------------------------------------------------------------------------------------- */

static int64_t few(int64_t rows) { return rows < MOST_ROWS ? rows : MOST_ROWS; }

/* how many letters its texts have: they are read to their ends */
static size_t read_everything(trm_Results *results) {
  static const char *const texts[] = {"title", "status", "version", "model", "geometry", "doctor", "summary"};
  size_t letters = 0;
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    const char *text = trm_results_text(results, texts[i]);
    letters += text ? strlen(text) : 0;
  }
  int64_t rows = few(trm_results_rows(results));
  int count = trm_results_channel_count(results) < MOST_CHANNELS ? trm_results_channel_count(results) : MOST_CHANNELS;
  int channels[MOST_CHANNELS + 1];
  for (int c = 0; c <= count; c++) channels[c] = c - 1;
  if (rows > MOST_NUMBERS / (count + 1)) rows = MOST_NUMBERS / (count + 1);
  double *values = calloc((size_t)(rows * (count + 1)) + 1, sizeof *values);
  trm_results_read_channels(results, channels, count + 1, (trm_RowRange){0, rows, 1}, values);
  free(values);
  for (int i = 0; i < trm_results_array_count(results) && i < 50; i++) {
    trm_ResultsArray array = trm_results_array(results, i);
    int64_t held = array.moving ? rows : 1;
    if (held < 1 || array.numbers > MOST_NUMBERS / held) continue;
    values = calloc((size_t)(held * array.numbers), sizeof *values);
    trm_results_read_array(results, i, (trm_RowRange){0, held, 1}, values);
    free(values);
  }
  unsigned char *bytes = NULL;
  size_t size;
  if (trm_results_checkpoint(results, &bytes, &size, &rows) == TRM_OK) trm_release(bytes);
  return letters;
}

/* of the processor: on a busy machine files wait */
static void be_patient(int patience) { setitimer(ITIMER_PROF, &(struct itimerval){.it_value.tv_sec = patience}, NULL); }

static void crashed(int number) {
  char text[100];
  int length = snprintf(text, sizeof text, "\nsignal %d at damage %llu of seed %llu\n", number,
                        (unsigned long long)current, (unsigned long long)first_seed);
  (void)!write(STDOUT_FILENO, text, (size_t)length);
  _exit(99);
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* is it read, and if not: with a reason? */
static bool is_read(void) {
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  trm_Results *results = trm_results_open(damaged_path, diagnostics);
  if (results)
    read_everything(results);
  else if (trm_diagnostics_count(diagnostics, TRM_ERROR) != 1)
    fail_msg("damage %llu: refused with %d reasons", (unsigned long long)current,
             trm_diagnostics_count(diagnostics, TRM_ERROR));
  trm_results_close(results);
  trm_diagnostics_free(diagnostics);
  return results != NULL;
}

static void watch_signals(void) {
  const int signals[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGPROF};
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) signal(signals[i], crashed);
}

/* a damaged file under its name; which one depends on the number alone */
static void put_damaged(int64_t number, int file_count) {
  static unsigned char bytes[1 << 20];
  const char *only = getenv("FUZZ_ONE");
  current = only ? strtoull(only, NULL, 10) : (uint64_t)number;
  uint64_t random = ((first_seed << 32) + current) * 0x9E3779B97F4A7C15u | 1;
  for (int i = 0; i < 4; i++) random_next(&random);
  const File *file = &files[random_below(&random, file_count)];
  assert_true(file->size <= sizeof bytes);
  put_file(bytes, damage(&random, file, bytes));
}

static void assert_little_memory(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  printf("at most %ld MB of memory\n", usage.ru_maxrss / 1024);
#ifndef __SANITIZE_ADDRESS__
  assert_true(usage.ru_maxrss / 1024 < MOST_MEMORY);
#endif
}

static void damaged_files_are_read_or_refused(void **state) {
  (void)state;
  for (int i = 0; i < FILES; i++) files[i] = make_file(analyses[i], 0);
  for (int i = 0; i < FILES; i++) {
    put_file(files[i].bytes, files[i].size);
    assert_true(is_read());
  }
  watch_signals();
  int64_t read = 0, count = 0;
  double start = now();
  for (; seconds > 0 ? now() - start < seconds : count < DAMAGES; count++) {
    put_damaged(count, FILES);
    be_patient(PATIENCE);
    read += is_read();
    be_patient(0);
    if (getenv("FUZZ_ONE")) break;
  }
  printf("%lld damaged files of %zu, %zu, %zu, %zu bytes: %lld read, %lld refused, in %.1f s\n", (long long)count,
         files[0].size, files[1].size, files[2].size, files[3].size, (long long)read, (long long)(count - read),
         now() - start);
  assert_true(getenv("FUZZ_ONE") || (read > 0 && read < count));
  assert_little_memory();
  for (int i = 0; i < FILES; i++) free(files[i].bytes);
}

/* what is written on in a damaged file goes to where the file says */
static void damaged_files_go_on_or_not(void **state) {
  (void)state;
  files[0] = make_file(analyses[0], 0.1);
  watch_signals();
  int64_t finished = 0, count = 0;
  double start = now();
  for (; seconds > 0 ? now() - start < seconds / 4 : count < RESUMED; count++) {
    put_damaged(count, 1);
    Made made = make(analyses[0]);
    trm_RunOptions options = trm_run_default();
    options.output = damaged_path, options.resume = true;
    be_patient(PATIENCE);
    trm_Status status = trm_run(made.simulation, made.spec, &options, made.diagnostics);
    be_patient(0);
    finished += status == TRM_OK;
    if (status != TRM_OK && trm_diagnostics_count(made.diagnostics, TRM_ERROR) < 1)
      fail_msg("damage %llu: not continued, and no reason given", (unsigned long long)current);
    unmake(&made);
    if (getenv("FUZZ_ONE")) break;
  }
  printf("%lld damaged files of %zu bytes: %lld went on to their end, %lld not, in %.1f s\n", (long long)count,
         files[0].size, (long long)finished, (long long)(count - finished), now() - start);
  assert_little_memory();
  free(files[0].bytes);
}

/* what the verdicts of a file are whose number at a place is another one; the place has its own again afterwards */
static void change_number(FILE *out, const File *file, size_t at, int verdicts[TRM_RESULT_UNREAD + 1]) {
  static const unsigned char ones[8] = {255, 255, 255, 255, 255, 255, 255, 255}, none[8];
  unsigned char more[8], less[8];
  const unsigned char *const others[] = {more, less, ones, ones, none};
  const size_t widths[] = {1, 1, 1, 8, 8};
  memcpy(more, file->bytes + at, 8), memcpy(less, more, 8);
  more[0]++, less[0]--;
  for (size_t k = 0; k < sizeof widths / sizeof *widths; k++) {
    const char *what = NULL;
    fseek(out, (long)at, SEEK_SET), fwrite(others[k], 1, widths[k], out), fflush(out);
    verdicts[trm_result_check(damaged_path, &what)]++;
    assert_non_null(what);
    fseek(out, (long)at, SEEK_SET), fwrite(file->bytes + at, 1, 8, out), fflush(out);
  }
}

/* Bytes of the structure, one after the other: all of the file's head, and some elsewhere where zeros are around.
   The walk comes to an end, and knows each kind of damage. */
static void every_byte_of_the_structure(void **state) {
  (void)state;
  enum { HEAD = 1024 };
  size_t few_of = (size_t)test_count(61, 5);
  int verdicts[TRM_RESULT_UNREAD + 1] = {0};
  size_t places = 0;
  for (int i = 1; i < 3; i++) {
    File file = make_file(analyses[i], 0);
    put_file(file.bytes, file.size);
    FILE *out = fopen(damaged_path, "r+b");
    assert_non_null(out);
    for (size_t at = 0; at + 16 < file.size; at += at < HEAD ? 1 : few_of)
      if (at < HEAD || is_structure(&file, at)) change_number(out, &file, at, verdicts), places++;
    const char *what;
    assert_int_equal(trm_result_check(damaged_path, &what), TRM_RESULT_SOUND);
    fclose(out), free(file.bytes);
  }
  printf("%zu places:", places);
  for (int v = 0; v <= TRM_RESULT_UNREAD; v++) printf(" %d", verdicts[v]);
  printf("\n");
  for (int v = 0; v < TRM_RESULT_UNREAD; v++) assert_true(verdicts[v] > 0);
  assert_int_equal(verdicts[TRM_RESULT_UNREAD], 0);
}

int main(int count, char **arguments) {
  if (count > 1) seconds = strtod(arguments[1], NULL);
  if (count > 2) first_seed = strtoull(arguments[2], NULL, 10);
  if (!mkdtemp(folder)) return 1;
  snprintf(damaged_path, sizeof damaged_path, "%s/damaged.h5", folder);
  const struct CMUnitTest tests[] = {cmocka_unit_test(damaged_files_are_read_or_refused),
                                     cmocka_unit_test(damaged_files_go_on_or_not),
                                     cmocka_unit_test(every_byte_of_the_structure)};
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  remove(damaged_path), rmdir(folder);
  return failed;
}
