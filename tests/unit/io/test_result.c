/* Result files: what is written is read, under the names and units it was given; wrong files are named as such; a file
   is readable whenever its writer is killed; nothing half-written is left. */
#include <dirent.h>
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <cmocka.h>
#include "io/result.h"
#include "io/result_hdf5.h"
#include "trammel/version.h"

static const trm_Channel channels[] = {
    {"bob.position.x", "m"},
    {"bob.position.y", "m"},
    {"hinge.phi", "rad"},
    {"bob.position.z", "m"},
    {"hinge.phi.rate", "rad/s"},
    {"bob.velocity.x", "m/s"},
    {"energy.total", "J"},
    {"tip.x", "m"},
    {"tip.x.x", "m"},
    {"a/b.odd%.x", "1"},
};
enum { CHANNELS = sizeof channels / sizeof *channels };

static const trm_ResultHead head = {.program_version = "0.1.0",
                                    .title = "a title",
                                    .model = "trammel: 1\n",
                                    .geometry = "{\"bodies\": []}",
                                    .channels = channels,
                                    .channel_count = CHANNELS};

static double value(int channel, int64_t row) { return sin(0.37 * channel + 0.011 * (double)row) * 1e3; }

static void fill(double *values, int64_t row) {
  for (int i = 0; i < CHANNELS; i++) values[i] = value(i, row);
}

/* ---- a folder of its own for each test --------------------------------------------------------------------------- */

typedef struct Folder {
  char path[64], file[96];
  trm_Diagnostics *diagnostics;
} Folder;

static int set_up(void **state) {
  Folder *folder = calloc(1, sizeof *folder);
  strcpy(folder->path, "/tmp/trammel_result_XXXXXX");
  if (!mkdtemp(folder->path)) return -1;
  snprintf(folder->file, sizeof folder->file, "%s/out.h5", folder->path);
  folder->diagnostics = trm_diagnostics_new();
  *state = folder;
  return 0;
}

static int entries(const char *path) {
  DIR *directory = opendir(path);
  int count = 0;
  for (struct dirent *entry; (entry = readdir(directory));) count += entry->d_name[0] != '.' || entry->d_name[1] > '.';
  closedir(directory);
  return count;
}

static void clear(const char *path) {
  DIR *directory = opendir(path);
  for (struct dirent *entry; (entry = readdir(directory));) {
    char name[512];
    snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
    remove(name);
  }
  closedir(directory);
}

static int tear_down(void **state) {
  Folder *folder = *state;
  clear(folder->path);
  rmdir(folder->path);
  trm_diagnostics_free(folder->diagnostics);
  free(folder);
  return 0;
}

static void assert_said(const Folder *folder, const char *words) {
  char *text = trm_diagnostics_text(folder->diagnostics);
  assert_non_null(text);
  if (!strstr(text, words)) fail_msg("\"%s\" is not in: %s", words, text);
  trm_free(text);
}

static trm_Summary some_summary(void) {
  trm_Summary summary = {.steps = 123456789012345, .iterations = 7, .largest_violation = 1e-13};
  summary.ledger.kinetic = 2.5;
  summary.ledger.residual = -1e-15;
  return summary;
}

/* writes `rows` rows, committing every `every` */
static trm_ResultWriter *write_rows(const Folder *folder, bool overwrite, int64_t rows, int64_t every) {
  trm_ResultWriter *writer = trm_result_create(folder->file, overwrite, &head, folder->diagnostics);
  if (!writer) return NULL;
  trm_Summary summary = some_summary();
  double values[CHANNELS];
  unsigned char state[40];
  for (int64_t row = 0; row < rows; row++) {
    fill(values, row);
    assert_int_equal(trm_result_append(writer, 1e-3 * (double)row, values), TRM_OK);
    if (row % every) continue;
    memset(state, (int)(row % 251), sizeof state);
    trm_ResultCheckpoint checkpoint = {1e-3 * (double)row, state, sizeof state};
    assert_int_equal(trm_result_commit(writer, &summary, &checkpoint), TRM_OK);
  }
  assert_int_equal(trm_result_commit(writer, &summary, NULL), TRM_OK);
  return writer;
}

static void write_finished(const Folder *folder, int64_t rows) {
  trm_ResultWriter *writer = write_rows(folder, true, rows, 100);
  assert_non_null(writer);
  assert_int_equal(trm_result_close(writer, "finished"), TRM_OK);
}

/* every row that the file says it has is the row that was written */
static void assert_rows(trm_Results *results) {
  size_t rows = (size_t)trm_results_rows(results);
  double *values = calloc(rows + 1, sizeof *values);
  assert_int_equal(trm_results_read(results, -1, values), TRM_OK);
  for (size_t row = 0; row < rows; row++) assert_true(values[row] == 1e-3 * (double)row);
  for (int i = 0; i < CHANNELS; i++) {
    assert_int_equal(trm_results_read(results, i, values), TRM_OK);
    for (size_t row = 0; row < rows; row++) assert_true(values[row] == value(i, (int64_t)row));
  }
  free(values);
}

/* ---- reading back ------------------------------------------------------------------------------------------------ */

static void rows_and_names_come_back(void **state) {
  Folder *folder = *state;
  write_finished(folder, 1001);
  trm_Results *results = trm_results_open(folder->file, folder->diagnostics);
  assert_non_null(results);
  assert_int_equal(trm_results_rows(results), 1001);
  assert_int_equal(trm_results_channel_count(results), CHANNELS);
  for (int i = 0; i < CHANNELS; i++) {
    assert_string_equal(trm_results_channel(results, i).name, channels[i].name);
    assert_string_equal(trm_results_channel(results, i).unit, channels[i].unit);
    assert_int_equal(trm_results_find_channel(results, channels[i].name), i);
  }
  assert_int_equal(trm_results_find_channel(results, "bob.position"), -1);
  assert_rows(results);
  double unused;
  assert_int_equal(trm_results_read(results, CHANNELS, &unused), TRM_BAD_ARGUMENT);
  assert_int_equal(trm_results_read(results, -2, &unused), TRM_BAD_ARGUMENT);
  trm_results_close(results);
  assert_int_equal(entries(folder->path), 1);
}

static void texts_and_summary_come_back(void **state) {
  Folder *folder = *state;
  write_finished(folder, 3);
  trm_Results *results = trm_results_open(folder->file, folder->diagnostics);
  assert_non_null(results);
  assert_true(trm_results_finished(results));
  assert_string_equal(trm_results_text(results, "title"), "a title");
  assert_string_equal(trm_results_text(results, "model"), "trammel: 1\n");
  assert_string_equal(trm_results_text(results, "geometry"), "{\"bodies\": []}");
  assert_string_equal(trm_results_text(results, "version"), "0.1.0");
  assert_string_equal(trm_results_text(results, "status"), "finished");
  assert_non_null(strstr(trm_results_text(results, "conventions"), "second body"));
  assert_non_null(strstr(trm_results_text(results, "summary"), "\"steps\": 123456789012345,"));
  assert_null(trm_results_text(results, "nonsense"));
  trm_Summary expected = some_summary();
  assert_non_null(trm_results_summary(results));
  assert_memory_equal(trm_results_summary(results), &expected, sizeof expected);
  trm_results_close(results);
}

/* the layout that docs/results.md promises to readers in other languages */
static void layout_is_as_documented(void **state) {
  Folder *folder = *state;
  write_finished(folder, 300);
  hid_t file = H5Fopen(folder->file, H5F_ACC_RDONLY, H5P_DEFAULT);
  assert_true(file >= 0);
  hid_t table = H5Dopen2(file, "channels/values", H5P_DEFAULT), names = H5Dopen2(file, "channels/name", H5P_DEFAULT),
        units = H5Dopen2(file, "channels/unit", H5P_DEFAULT);
  assert_true(table >= 0 && names >= 0 && units >= 0);
  hid_t space = H5Dget_space(table), type = H5Dget_type(names);
  hsize_t size[2] = {0, 0};
  assert_int_equal(H5Sget_simple_extent_dims(space, size, NULL), 2);
  assert_int_equal(size[0], 300);
  assert_int_equal(size[1], CHANNELS);
  char letters[CHANNELS][32] = {0};
  hid_t text = H5Tcopy(H5T_C_S1);
  assert_true(H5Tset_size(text, 32) >= 0 && H5Tset_cset(text, H5T_CSET_UTF8) >= 0);
  assert_true(H5Dread(names, text, H5S_ALL, H5S_ALL, H5P_DEFAULT, letters) >= 0);
  double(*values)[CHANNELS] = calloc(300, sizeof *values);
  assert_true(H5Dread(table, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
  for (int i = 0; i < CHANNELS; i++) {
    assert_string_equal(letters[i], channels[i].name);
    assert_true(values[299][i] == value(i, 299));
  }
  free(values);
  H5Tclose(text), H5Tclose(type), H5Sclose(space), H5Dclose(table), H5Dclose(names), H5Dclose(units);
  H5Fclose(file);
}

/* the newest checkpoint is whole and says which rows precede it */
static void checkpoint_is_stored(void **state) {
  Folder *folder = *state;
  write_finished(folder, 250); /* checkpoints after rows 0, 100, 200 */
  hid_t file = H5Fopen(folder->file, H5F_ACC_RDONLY, H5P_DEFAULT);
  hid_t group = H5Gopen2(file, "checkpoint", H5P_DEFAULT);
  hid_t current = H5Aopen(group, "current", H5P_DEFAULT);
  int64_t slot = -1, rows = 0;
  assert_true(H5Aread(current, H5T_NATIVE_INT64, &slot) >= 0);
  assert_int_equal(slot, 0);
  hid_t dataset = H5Dopen2(group, "state0", H5P_DEFAULT);
  unsigned char values[40];
  double time;
  assert_true(H5Dread(dataset, H5T_NATIVE_UCHAR, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
  for (int i = 0; i < 40; i++) assert_true(values[i] == 200);
  hid_t attribute = H5Aopen(dataset, "time", H5P_DEFAULT), row_attribute = H5Aopen(dataset, "rows", H5P_DEFAULT);
  assert_true(H5Aread(attribute, H5T_NATIVE_DOUBLE, &time) >= 0);
  assert_true(H5Aread(row_attribute, H5T_NATIVE_INT64, &rows) >= 0);
  assert_true(time == 0.2);
  assert_int_equal(rows, 201);
  H5Aclose(attribute), H5Aclose(row_attribute), H5Aclose(current), H5Dclose(dataset), H5Gclose(group), H5Fclose(file);
}

/* a run that goes on writes rows anew that were stored after the state that it goes on from */
static void rows_after_a_checkpoint_are_left_out(void **state) {
  Folder *folder = *state;
  trm_ResultWriter *writer = trm_result_create(folder->file, true, &head, folder->diagnostics);
  assert_non_null(writer);
  double values[CHANNELS];
  for (int64_t row = 0; row < 5; row++) {
    fill(values, row);
    assert_int_equal(trm_result_append(writer, 1e-3 * (double)row, values), TRM_OK);
  }
  unsigned char bytes[7] = {1, 2, 3, 4, 5, 6, 7};
  trm_ResultCheckpoint checkpoint = {.time = 2e-3, .bytes = bytes, .size = sizeof bytes, .rows_after = 2};
  assert_int_equal(trm_result_commit(writer, NULL, &checkpoint), TRM_OK);
  assert_int_equal(trm_result_close(writer, "unfinished"), TRM_OK);
  trm_Results *results = trm_results_open(folder->file, folder->diagnostics);
  assert_non_null(results);
  unsigned char *read = NULL;
  size_t size = 0;
  int64_t rows = 0;
  assert_int_equal(trm_results_checkpoint(results, &read, &size, &rows), TRM_OK);
  assert_int_equal(trm_results_rows(results), 5);
  assert_int_equal(rows, 3);
  assert_int_equal(size, sizeof bytes);
  assert_memory_equal(read, bytes, sizeof bytes);
  trm_release(read);
  trm_results_close(results);
}

static void live_file_is_read(void **state) {
  Folder *folder = *state;
  trm_ResultWriter *writer = write_rows(folder, false, 421, 1000);
  double values[CHANNELS];
  fill(values, 421);
  assert_int_equal(trm_result_append(writer, 0.421, values), TRM_OK); /* not committed */
  trm_Results *results = trm_results_open(folder->file, folder->diagnostics);
  assert_non_null(results);
  assert_false(trm_results_finished(results));
  assert_string_equal(trm_results_text(results, "status"), "unfinished");
  assert_int_equal(trm_results_rows(results), 421);
  assert_rows(results);
  trm_results_close(results);
  assert_int_equal(trm_result_close(writer, "failed: no \"convergence\""), TRM_OK);
  results = trm_results_open(folder->file, folder->diagnostics);
  assert_string_equal(trm_results_text(results, "status"), "failed: no \"convergence\"");
  assert_false(trm_results_finished(results));
  trm_results_close(results);
}

/* ---- channel names ----------------------------------------------------------------------------------------------- */

static void names_are_checked(void **state) {
  (void)state;
  const char *const right[] = {"bob.position.x", "hinge.phi.rate", "tip.x", "q.ax", "a/b.odd%.x"};
  for (size_t i = 0; i < sizeof right / sizeof *right; i++) assert_true(trm_result_channel_name(right[i]));
  const char *const wrong[] = {"", "bob", ".bob", "bob.", "bob..x", "."};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) assert_false(trm_result_channel_name(wrong[i]));
}

/* some channels of some rows, in any order, the time among them: the same numbers as from all of them */
static void parts_are_read(void **state) {
  Folder *folder = *state;
  write_finished(folder, 1001);
  trm_Results *results = trm_results_open(folder->file, folder->diagnostics);
  assert_non_null(results);
  const int wanted[] = {7, -1, 2, 2, 0};
  const trm_RowRange ranges[] = {{0, 1001, 1}, {3, 5, 200}, {1000, 1, 7}, {255, 3, 1}, {10, 0, 1}, {0, 334, 3}};
  double *values = calloc(5 * 1001, sizeof *values);
  for (size_t r = 0; r < sizeof ranges / sizeof *ranges; r++) {
    trm_RowRange rows = ranges[r];
    assert_int_equal(trm_results_read_channels(results, wanted, 5, rows, values), TRM_OK);
    for (int c = 0; c < 5; c++)
      for (int64_t i = 0; i < rows.count; i++) {
        int64_t row = rows.first + i * rows.stride;
        assert_true(values[c * rows.count + i] == (wanted[c] < 0 ? 1e-3 * (double)row : value(wanted[c], row)));
      }
  }
  const trm_RowRange wrong[] = {{0, 1002, 1}, {-1, 1, 1}, {0, 2, 1001}, {1001, 1, 1}, {0, 1, 0}};
  for (size_t r = 0; r < sizeof wrong / sizeof *wrong; r++)
    assert_int_equal(trm_results_read_channels(results, wanted, 5, wrong[r], values), TRM_BAD_ARGUMENT);
  assert_int_equal(trm_results_read_channels(results, (int[]){CHANNELS}, 1, ranges[0], values), TRM_BAD_ARGUMENT);
  free(values);
  trm_results_close(results);
}

static void unusable_channels_are_refused(void **state) {
  Folder *folder = *state;
  const trm_Channel twice[] = {{"a.b", "m"}, {"a.c", "m"}, {"a.b", "m"}}, plain[] = {{"a", "m"}};
  const struct {
    const trm_Channel *channels;
    int count;
    const char *words;
  } cases[] = {{twice, 3, "\"a.b\" exists twice"}, {plain, 1, "<entry>"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    trm_ResultHead wrong = head;
    wrong.channels = cases[i].channels;
    wrong.channel_count = cases[i].count;
    assert_null(trm_result_create(folder->file, false, &wrong, folder->diagnostics));
    assert_said(folder, cases[i].words);
    assert_int_equal(entries(folder->path), 0);
  }
}

static void no_channels_is_a_file_with_times(void **state) {
  Folder *folder = *state;
  trm_ResultHead empty = head;
  empty.channel_count = 0;
  trm_ResultWriter *writer = trm_result_create(folder->file, false, &empty, folder->diagnostics);
  assert_non_null(writer);
  assert_int_equal(trm_result_append(writer, 0.5, NULL), TRM_OK);
  assert_int_equal(trm_result_commit(writer, NULL, NULL), TRM_OK);
  assert_int_equal(trm_result_close(writer, "finished"), TRM_OK);
  trm_Results *results = trm_results_open(folder->file, folder->diagnostics);
  assert_non_null(results);
  assert_int_equal(trm_results_channel_count(results), 0);
  assert_int_equal(trm_results_find_channel(results, "a.b"), -1);
  double time = 0;
  assert_int_equal(trm_results_read(results, -1, &time), TRM_OK);
  assert_true(time == 0.5);
  trm_results_close(results);
}

/* ---- what is left in the folder ---------------------------------------------------------------------------------- */

static void uncommitted_file_is_removed(void **state) {
  Folder *folder = *state;
  trm_ResultWriter *writer = trm_result_create(folder->file, false, &head, folder->diagnostics);
  double values[CHANNELS];
  fill(values, 0);
  assert_int_equal(trm_result_append(writer, 0, values), TRM_OK);
  assert_int_equal(access(folder->file, F_OK), -1);
  assert_int_equal(trm_result_close(writer, NULL), TRM_OK);
  assert_int_equal(entries(folder->path), 0);
}

static void put_file(const char *path, const char *bytes, size_t size) {
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(bytes, 1, size, file), size);
  fclose(file);
}

static void existing_file_is_kept(void **state) {
  Folder *folder = *state;
  put_file(folder->file, "precious", 8);
  assert_null(trm_result_create(folder->file, false, &head, folder->diagnostics));
  assert_said(folder, "exists already");
  struct stat facts;
  assert_int_equal(stat(folder->file, &facts), 0);
  assert_int_equal(facts.st_size, 8);
  /* with overwriting it stays until the first commit */
  trm_ResultWriter *writer = trm_result_create(folder->file, true, &head, folder->diagnostics);
  assert_non_null(writer);
  assert_int_equal(stat(folder->file, &facts), 0);
  assert_int_equal(facts.st_size, 8);
  assert_int_equal(trm_result_commit(writer, NULL, NULL), TRM_OK);
  assert_int_equal(trm_result_close(writer, "finished"), TRM_OK);
  trm_Results *results = trm_results_open(folder->file, folder->diagnostics);
  assert_non_null(results);
  trm_results_close(results);
  assert_int_equal(entries(folder->path), 1);
}

/* somebody else makes the file while we compute */
static void file_that_appears_is_kept(void **state) {
  Folder *folder = *state;
  trm_ResultWriter *writer = trm_result_create(folder->file, false, &head, folder->diagnostics);
  assert_non_null(writer);
  put_file(folder->file, "precious", 8);
  assert_int_equal(trm_result_commit(writer, NULL, NULL), TRM_FILE_ERROR);
  assert_said(folder, "exists already");
  trm_result_close(writer, NULL);
  struct stat facts;
  assert_int_equal(stat(folder->file, &facts), 0);
  assert_int_equal(facts.st_size, 8);
  assert_int_equal(entries(folder->path), 1);
}

static void links_are_followed(void **state) {
  Folder *folder = *state;
  char target[128];
  snprintf(target, sizeof target, "%s/target.h5", folder->path);
  assert_int_equal(symlink(target, folder->file), 0);
  assert_null(trm_result_create(folder->file, true, &head, folder->diagnostics));
  assert_said(folder, "leads nowhere");
  put_file(target, "old", 3);
  write_finished(folder, 2);
  struct stat facts;
  assert_int_equal(lstat(folder->file, &facts), 0);
  assert_true(S_ISLNK(facts.st_mode));
  trm_Results *results = trm_results_open(target, folder->diagnostics);
  assert_non_null(results);
  trm_results_close(results);
}

static void bad_paths_are_refused(void **state) {
  Folder *folder = *state;
  const struct {
    const char *path, *words;
  } cases[] = {{"/dev/null", "not an ordinary file"},
               {"/tmp", "not an ordinary file"},
               {"/tmp/", "not the name of a file"},
               {"", "not the name of a file"},
               {"/nowhere/at/all/out.h5", "no folder /nowhere/at/all/"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    assert_null(trm_result_create(cases[i].path, true, &head, folder->diagnostics));
    assert_said(folder, cases[i].words);
    trm_diagnostics_clear(folder->diagnostics);
  }
}

/* ---- files that are none of ours --------------------------------------------------------------------------------- */

static void assert_refused(Folder *folder, const char *words) {
  assert_null(trm_results_open(folder->file, folder->diagnostics));
  assert_said(folder, words);
  trm_diagnostics_clear(folder->diagnostics);
}

static void set_format(const Folder *folder, const char *format, int64_t version) {
  hid_t file = H5Fcreate(folder->file, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  hid_t type = trm_hdf5_text_type(), space = H5Screate(H5S_SCALAR);
  hid_t text = H5Acreate2(file, "format", type, space, H5P_DEFAULT, H5P_DEFAULT);
  hid_t number = H5Acreate2(file, "format_version", H5T_NATIVE_INT64, space, H5P_DEFAULT, H5P_DEFAULT);
  H5Awrite(text, type, &format);
  H5Awrite(number, H5T_NATIVE_INT64, &version);
  H5Aclose(text), H5Aclose(number), H5Tclose(type), H5Sclose(space), H5Fclose(file);
}

static void foreign_files_are_refused(void **state) {
  Folder *folder = *state;
  assert_refused(folder, "No such file");
  put_file(folder->file, "time,x\n0,1\n", 11);
  assert_refused(folder, "not HDF5");
  put_file(folder->file, "", 0);
  assert_refused(folder, "not HDF5");
  hid_t file = H5Fcreate(folder->file, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  H5Fclose(file);
  assert_refused(folder, "not a result file of trammel");
  set_format(folder, "somebody", 1);
  assert_refused(folder, "not a result file of trammel");
  set_format(folder, "trammel", TRM_RESULT_VERSION + 1);
  assert_refused(folder, "has format version 3, and this is trammel " TRM_VERSION ", which reads version 2: a newer "
                         "program is needed");
  set_format(folder, "trammel", 1);
  assert_refused(folder,
                 "has format version 1 (written by trammel of unknown version), and this is trammel " TRM_VERSION
                 ", which reads version 2: run the model again");
  set_format(folder, "trammel", TRM_RESULT_VERSION);
  assert_refused(folder, "damaged");
}

/* a file cut at any length is refused or read, and never crashes the reader */
static void truncated_files_are_refused(void **state) {
  Folder *folder = *state;
  write_finished(folder, 50);
  struct stat facts;
  assert_int_equal(stat(folder->file, &facts), 0);
  for (off_t size = facts.st_size - 1; size >= 0; size -= 1 + facts.st_size / 97) {
    assert_int_equal(truncate(folder->file, size), 0);
    assert_null(trm_results_open(folder->file, folder->diagnostics));
    assert_int_equal(trm_diagnostics_count(folder->diagnostics, TRM_ERROR), 1);
    trm_diagnostics_clear(folder->diagnostics);
  }
}

/* the files of a writer that was killed: datasets of different lengths */
static void shortest_dataset_decides(void **state) {
  Folder *folder = *state;
  write_finished(folder, 120);
  hid_t file = H5Fopen(folder->file, H5F_ACC_RDWR, H5P_DEFAULT);
  hid_t dataset = H5Dopen2(file, "channels/values", H5P_DEFAULT);
  hsize_t size[2] = {77, CHANNELS};
  assert_true(H5Dset_extent(dataset, size) >= 0);
  H5Dclose(dataset), H5Fclose(file);
  trm_Results *results = trm_results_open(folder->file, folder->diagnostics);
  assert_non_null(results);
  assert_int_equal(trm_results_rows(results), 77);
  assert_rows(results);
  trm_results_close(results);
}

/* ---- accidents --------------------------------------------------------------------------------------------------- */

static void pause_for(long microseconds) {
  struct timespec time = {microseconds / 1000000, microseconds % 1000000 * 1000};
  nanosleep(&time, NULL);
}

/* writes until it is killed, committing far more often than a run does */
static void write_for_ever(const Folder *folder) {
  trm_ResultWriter *writer = trm_result_create(folder->file, true, &head, NULL);
  double values[CHANNELS];
  unsigned char numbers[40] = {0};
  if (!writer) _exit(3);
  for (int64_t row = 0;; row++) {
    fill(values, row);
    trm_ResultCheckpoint checkpoint = {1e-3 * (double)row, numbers, sizeof numbers};
    trm_result_append(writer, 1e-3 * (double)row, values);
    if (row % 97 == 0) trm_result_commit(writer, NULL, &checkpoint);
  }
}

static void killed_writer_leaves_readable_file(void **state) {
  Folder *folder = *state;
  const char *kills = getenv("TRM_TEST_KILLS");
  int count = kills ? atoi(kills) : 30;
  int64_t most_rows = 0;
  srand(7);
  for (int i = 0; i < count; i++) {
    unlink(folder->file);
    pid_t writer = fork();
    assert_true(writer >= 0);
    if (writer == 0) write_for_ever(folder);
    while (access(folder->file, F_OK) != 0) pause_for(100);
    pause_for(rand() % 120000);
    kill(writer, SIGKILL);
    int end;
    waitpid(writer, &end, 0);
    assert_true(WIFSIGNALED(end));
    trm_Results *results = trm_results_open(folder->file, folder->diagnostics);
    if (!results) assert_said(folder, "never");
    assert_true(trm_results_rows(results) >= 1);
    assert_false(trm_results_finished(results));
    assert_rows(results);
    if (trm_results_rows(results) > most_rows) most_rows = trm_results_rows(results);
    trm_results_close(results);
  }
  assert_true(most_rows > 100);
}

static void full_disk_is_reported(void **state) {
  Folder *folder = *state;
  struct rlimit before, small = {200000, 200000};
  getrlimit(RLIMIT_FSIZE, &before);
  small.rlim_max = before.rlim_max;
  void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &small);
  trm_ResultWriter *writer = trm_result_create(folder->file, false, &head, folder->diagnostics);
  assert_non_null(writer);
  double values[CHANNELS];
  trm_Status status = TRM_OK;
  for (int64_t row = 0; row < 100000 && status == TRM_OK; row++) {
    fill(values, row);
    status = trm_result_append(writer, 1e-3 * (double)row, values);
    if (status == TRM_OK && row % 100 == 0) status = trm_result_commit(writer, NULL, NULL);
  }
  assert_int_equal(status, TRM_FILE_ERROR);
  assert_said(folder, "File too large");
  assert_int_equal(trm_result_append(writer, 0, values), TRM_FILE_ERROR);
  assert_int_equal(trm_result_close(writer, "finished"), TRM_FILE_ERROR);
  setrlimit(RLIMIT_FSIZE, &before);
  signal(SIGXFSZ, handler);
  /* what was committed before is still there */
  trm_Results *results = trm_results_open(folder->file, folder->diagnostics);
  assert_non_null(results);
  assert_false(trm_results_finished(results));
  assert_true(trm_results_rows(results) > 500);
  assert_rows(results);
  trm_results_close(results);
}

/* every allocation of writing and reading fails once: an error, no leak (the sanitizer's part), nothing left behind */
static void lost_memory_is_an_error(void **state) {
  Folder *folder = *state;
  long nth = 0;
  for (bool done = false; !done; clear(folder->path)) {
    trm_memory_fail_at(++nth);
    trm_ResultWriter *writer = trm_result_create(folder->file, false, &head, NULL);
    trm_memory_fail_at(0);
    done = writer != NULL;
    trm_result_close(writer, NULL);
    assert_int_equal(entries(folder->path), 0);
  }
  assert_true(nth > 4);
  write_finished(folder, 5);
  trm_Results *results = NULL;
  for (nth = 1; !results; nth++) {
    trm_memory_fail_at(nth);
    results = trm_results_open(folder->file, NULL);
    trm_memory_fail_at(0);
  }
  assert_true(nth > 5);
  assert_rows(results);
  trm_results_close(results);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void) {
  const struct CMUnitTest tests[] = {
      IN_FOLDER(rows_and_names_come_back),
      IN_FOLDER(texts_and_summary_come_back),
      IN_FOLDER(layout_is_as_documented),
      IN_FOLDER(checkpoint_is_stored),
      IN_FOLDER(rows_after_a_checkpoint_are_left_out),
      IN_FOLDER(live_file_is_read),
      cmocka_unit_test(names_are_checked),
      IN_FOLDER(parts_are_read),
      IN_FOLDER(unusable_channels_are_refused),
      IN_FOLDER(no_channels_is_a_file_with_times),
      IN_FOLDER(uncommitted_file_is_removed),
      IN_FOLDER(existing_file_is_kept),
      IN_FOLDER(file_that_appears_is_kept),
      IN_FOLDER(links_are_followed),
      IN_FOLDER(bad_paths_are_refused),
      IN_FOLDER(foreign_files_are_refused),
      IN_FOLDER(truncated_files_are_refused),
      IN_FOLDER(shortest_dataset_decides),
      IN_FOLDER(killed_writer_leaves_readable_file),
      IN_FOLDER(full_disk_is_reported),
      IN_FOLDER(lost_memory_is_an_error),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
