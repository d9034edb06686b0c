/* Reading of result files: finished ones, those of a running writer, and those of a writer that was killed. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/memory.h"
#include "base/text.h"
#include "io/result.h"
#include "io/result_check.h"
#include "io/result_file.h"
#include "io/result_hdf5.h"
#include "io/result_path.h"
#include "io/result_reader.h"
#include "trammel/version.h"

enum {
  LONGEST_TEXT = 1 << 28,
  LONGEST_PATH = 256,
  KEPT_BYTES = 1 << 26, /* of a dataset's tiles */
  MOST_PACKED = 4,      /* times that tiles usually shrink by */
  KEPT_SLOTS = 10007    /* prime, several times the number of tiles */
};

bool trm_results_damaged(const trm_Results *results, const char *what) {
  if (results->arena.failed || trm_hdf5_lacked_memory())
    return trm_results_no_memory(results); /* it could not be looked at */
  trm_result_error(results->diagnostics, results->path, TRM_FILE_ERROR, "the file is damaged: %s", what);
  return false;
}

bool trm_results_no_memory(const trm_Results *results) {
  trm_result_error(results->diagnostics, results->path, TRM_NO_MEMORY, "%s", trm_status_text(TRM_NO_MEMORY));
  return false;
}

/* ---- texts and numbers ------------------------------------------------------------------------------------------- */

/* An attribute or a dataset that holds one text. */
typedef struct TextSource {
  hid_t object;
  bool is_attribute;
} TextSource;

static herr_t read_raw(TextSource source, hid_t type, void *out) {
  if (source.is_attribute) return H5Aread(source.object, type, out);
  return H5Dread(source.object, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, out);
}

static const char *read_variable(trm_Arena *arena, TextSource source, hid_t type) {
  char *raw = NULL;
  if (read_raw(source, type, &raw) < 0 || !raw) return NULL;
  const char *text = trm_arena_copy(arena, raw, strlen(raw));
  H5free_memory(raw);
  return text;
}

static const char *read_fixed(trm_Arena *arena, TextSource source, hid_t type) {
  size_t size = H5Tget_size(type);
  if (size == 0 || size > LONGEST_TEXT) return NULL;
  char *text = trm_arena_alloc(arena, size + 1, 1);
  return text && read_raw(source, type, text) >= 0 ? text : NULL;
}

/* NULL when it is not one text */
static const char *read_text(trm_Arena *arena, TextSource source) {
  hid_t type = source.is_attribute ? H5Aget_type(source.object) : H5Dget_type(source.object);
  hid_t space = source.is_attribute ? H5Aget_space(source.object) : H5Dget_space(source.object);
  const char *text = NULL;
  if (type >= 0 && space >= 0 && H5Tget_class(type) == H5T_STRING && H5Sget_simple_extent_npoints(space) == 1)
    text = H5Tis_variable_str(type) > 0 ? read_variable(arena, source, type) : read_fixed(arena, source, type);
  if (type >= 0) H5Tclose(type);
  if (space >= 0) H5Sclose(space);
  return text;
}

/* A text of the file as it may be shown: names and titles are printed by everybody who reads them. lines: it has
   several. NULL stays NULL. */
static const char *shown(trm_Arena *arena, const char *text, bool lines) {
  if (!text) return NULL;
  trm_Text copy = {0};
  trm_text_add_shown(&copy, text, strlen(text), lines);
  bool same = !copy.failed && (!copy.data || strcmp(copy.data, text) == 0);
  const char *out = same ? text : copy.failed ? NULL : trm_arena_copy(arena, copy.data, copy.length);
  if (!out) arena->failed = true;
  trm_text_free(&copy);
  return out;
}

const char *trm_results_shown(trm_Arena *arena, const char *name) {
  const char *copy = trm_arena_copy(arena, name, strlen(name));
  return shown(arena, copy, false);
}

const char *trm_results_text_attribute(trm_Results *results, hid_t object, const char *name) {
  hid_t attribute = H5Aexists(object, name) > 0 ? H5Aopen(object, name, H5P_DEFAULT) : -1;
  if (attribute < 0) return NULL;
  const char *text = read_text(&results->arena, (TextSource){attribute, true});
  H5Aclose(attribute);
  return shown(&results->arena, text, false);
}

static const char *text_dataset(trm_Results *results, const char *name) {
  hid_t dataset = trm_results_dataset(results, name);
  if (dataset < 0) return NULL;
  const char *text = read_text(&results->arena, (TextSource){dataset, false});
  H5Dclose(dataset);
  return text;
}

/* `count` numbers of an attribute; false when it is absent or holds something else */
static bool number_attribute(hid_t object, const char *name, hid_t type, hssize_t count, void *out) {
  hid_t attribute = H5Aexists(object, name) > 0 ? H5Aopen(object, name, H5P_DEFAULT) : -1;
  if (attribute < 0) return false;
  hid_t space = H5Aget_space(attribute);
  bool good = space >= 0 && H5Sget_simple_extent_npoints(space) == count && H5Aread(attribute, type, out) >= 0;
  if (space >= 0) H5Sclose(space);
  H5Aclose(attribute);
  return good;
}

/* ---- datasets ---------------------------------------------------------------------------------------------------- */

/* is each piece of the path there? HDF5 asks for one at a time */
static bool is_there(const trm_Results *results, const char *path) {
  char part[LONGEST_PATH];
  if (strlen(path) >= sizeof part) return false;
  for (size_t end = strcspn(path, "/");; end += 1 + strcspn(path + end + 1, "/")) {
    memcpy(part, path, end), part[end] = 0;
    if (H5Lexists(results->file, part, H5P_DEFAULT) <= 0) return false;
    if (!path[end]) return true;
  }
}

/* numbers of rows may be packed, and are looked at before they are read (result_unpack.c) */
static bool is_plain(hid_t dataset, const char *path) {
  const char *name = strrchr(path, '/');
  if (name && strcmp(name, "/values") == 0) return true;
  hid_t properties = H5Dget_create_plist(dataset);
  bool good = properties >= 0 && H5Pget_nfilters(properties) == 0;
  if (properties >= 0) H5Pclose(properties);
  return good;
}

/* Tiles are kept for a while, since the next column is often in the same ones. The last number: the oldest goes first,
   read to its end or not (with 1 a tile that was read in part is kept for ever). */
static hid_t kept_tiles(void) {
  hid_t access = H5Pcreate(H5P_DATASET_ACCESS);
  if (access >= 0) H5Pset_chunk_cache(access, KEPT_SLOTS, KEPT_BYTES, 0);
  return access;
}

hid_t trm_results_dataset(const trm_Results *results, const char *path) {
  if (!is_there(results, path)) return -1;
  hid_t access = kept_tiles(), dataset = H5Dopen2(results->file, path, access >= 0 ? access : H5P_DEFAULT);
  if (access >= 0) H5Pclose(access);
  if (dataset >= 0 && is_plain(dataset, path)) return dataset;
  if (dataset >= 0) H5Dclose(dataset);
  return -1;
}

bool trm_results_shape(hid_t dataset, int rank, hsize_t *sizes) {
  hid_t space = H5Dget_space(dataset), type = H5Dget_type(dataset);
  bool good = space >= 0 && type >= 0 && (H5Tget_class(type) == H5T_FLOAT || H5Tget_class(type) == H5T_INTEGER) &&
              H5Sget_simple_extent_ndims(space) == rank && H5Sget_simple_extent_dims(space, sizes, NULL) == rank;
  if (space >= 0) H5Sclose(space);
  if (type >= 0) H5Tclose(type);
  return good;
}

/* the letters of `count` texts, and a closing 0 after each */
static const char **cut_texts(trm_Arena *arena, const char *letters, size_t count, size_t length) {
  char *copies = trm_arena_alloc(arena, count, length + 1);
  const char **texts = TRM_ARENA_NEW(arena, const char *, count);
  for (size_t i = 0; copies && texts && i < count; i++) {
    memcpy(copies + i * (length + 1), letters + i * length, length);
    texts[i] = shown(arena, copies + i * (length + 1), false);
  }
  return copies && !arena->failed ? texts : NULL;
}

const char **trm_results_texts(trm_Results *results, const char *path, int64_t *count) {
  hid_t dataset = trm_results_dataset(results, path);
  if (dataset < 0) return NULL;
  hid_t type = H5Dget_type(dataset), space = H5Dget_space(dataset);
  const char **texts = NULL;
  hsize_t number = 0;
  size_t length =
      type >= 0 && H5Tget_class(type) == H5T_STRING && H5Tis_variable_str(type) == 0 ? H5Tget_size(type) : 0;
  if (length > 0 && space >= 0 && H5Sget_simple_extent_ndims(space) == 1 &&
      H5Sget_simple_extent_dims(space, &number, NULL) == 1 && number <= LONGEST_TEXT / length) {
    char *letters = trm_alloc((size_t)number + 1, length);
    if (!letters) results->arena.failed = true;
    if (letters && H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, letters) >= 0)
      texts = cut_texts(&results->arena, letters, (size_t)number, length);
    trm_release(letters);
  }
  if (type >= 0) H5Tclose(type);
  if (space >= 0) H5Sclose(space);
  H5Dclose(dataset);
  *count = (int64_t)number;
  return texts;
}

/* ---- the rest of the file ---------------------------------------------------------------------------------------- */

/* the committed rows, and never more than /time holds */
static bool read_rows(trm_Results *results) {
  hsize_t size = 0;
  hid_t time = trm_results_dataset(results, "time");
  bool good = time >= 0 && trm_results_shape(time, 1, &size) &&
              number_attribute(results->file, "rows", H5T_NATIVE_INT64, 1, &results->rows) && results->rows >= 0;
  if (time >= 0) H5Dclose(time);
  if (!good) return trm_results_damaged(results, "/time or the number of rows is missing");
  if ((int64_t)size < results->rows) results->rows = (int64_t)size;
  return true;
}

static void add_json_number(trm_Text *json, const trm_SummaryField *field, const trm_Summary *summary) {
  const char *member = (const char *)summary + field->offset;
  trm_text_format(json, "%s\n  \"%s\": ", json->length > 1 ? "," : "", field->name);
  if (field->integer) {
    trm_text_format(json, "%lld", (long long)*(const int64_t *)member);
  } else if (isfinite(*(const double *)member)) {
    trm_text_format(json, "%.17g", *(const double *)member);
  } else {
    trm_text_add(json, "null");
  }
}

/* fields that an older file does not have stay zero and are not shown */
static bool read_summary(trm_Results *results) {
  hid_t group = H5Gopen2(results->file, "summary", H5P_DEFAULT);
  if (group < 0) return true;
  trm_Text json = {0};
  trm_text_add(&json, "{");
  int count;
  const trm_SummaryField *fields = trm_summary_fields(&count);
  for (int i = 0; i < count; i++) {
    char *member = (char *)&results->summary + fields[i].offset;
    hid_t type = fields[i].integer ? H5T_NATIVE_INT64 : H5T_NATIVE_DOUBLE;
    if (!number_attribute(group, fields[i].name, type, 1, member)) continue;
    results->has_summary = true;
    add_json_number(&json, &fields[i], &results->summary);
  }
  H5Gclose(group);
  trm_text_add(&json, "\n}\n");
  if (!json.failed) results->summary_text = trm_arena_copy(&results->arena, json.data, json.length);
  trm_text_free(&json);
  return results->summary_text != NULL || trm_results_no_memory(results);
}

static void read_texts(trm_Results *results) {
  results->source = trm_results_text_attribute(results, results->file, "source");
  results->title = trm_results_text_attribute(results, results->file, "title");
  results->status = trm_results_text_attribute(results, results->file, "status");
  results->version = trm_results_text_attribute(results, results->file, "version");
  results->arithmetic = trm_results_text_attribute(results, results->file, "arithmetic");
  results->conventions = trm_results_text_attribute(results, results->file, "conventions");
  results->model = text_dataset(results, "model/text");
  results->geometry = text_dataset(results, "model/geometry");
  results->doctor = shown(&results->arena, text_dataset(results, "model/doctor"), true);
  results->study = text_dataset(results, "model/study");
  results->warnings = shown(&results->arena, text_dataset(results, "warnings"), true);
  results->events = shown(&results->arena, text_dataset(results, "events"), true);
  results->statistics = shown(&results->arena, text_dataset(results, "statistics"), true);
  results->resumed = shown(&results->arena, trm_results_text_attribute(results, results->file, "resumed"), true);
  results->extended = shown(&results->arena, trm_results_text_attribute(results, results->file, "extended"), true);
  results->writer = trm_result_in_use(results->path) ? "a run that is under way" : NULL;
  hid_t time = trm_results_dataset(results, "time");
  if (time < 0) return;
  const char *meaning = trm_results_text_attribute(results, time, "meaning");
  results->time_meaning = meaning ? meaning : "time";
  H5Dclose(time);
}

/* ---- opening ----------------------------------------------------------------------------------------------------- */

static bool is_file(trm_Results *results) {
  struct stat facts;
  const char *why = NULL;
  if (stat(results->path, &facts) != 0)
    why = strerror(errno);
  else if (!S_ISREG(facts.st_mode))
    why = "it is not an ordinary file";
  else if (access(results->path, R_OK) != 0)
    why = strerror(errno);
  if (why) trm_result_error(results->diagnostics, results->path, TRM_FILE_ERROR, "cannot be read: %s", why);
  if (!why) results->room = facts.st_size < KEPT_BYTES / MOST_PACKED ? (size_t)facts.st_size * MOST_PACKED : KEPT_BYTES;
  return !why;
}

/* what HDF5 would take on trust is seen to before it reads anything */
static bool is_sound(const trm_Results *results) {
  const char *what;
  errno = 0;
  switch (trm_result_check(results->path, &what)) {
  case TRM_RESULT_SOUND: return true;
  case TRM_RESULT_FOREIGN:
    trm_result_error(results->diagnostics, results->path, TRM_FILE_ERROR, "is not a result file (not HDF5)");
    return false;
  case TRM_RESULT_CUT:
    trm_result_error(results->diagnostics, results->path, TRM_FILE_ERROR,
                     "is cut short: it was not copied or written to its end, and what is left cannot be read");
    return false;
  case TRM_RESULT_OTHER:
    trm_result_error(results->diagnostics, results->path, TRM_FILE_ERROR,
                     "is an HDF5 file but not a result file of trammel, or another program has changed it (%s)", what);
    return false;
  case TRM_RESULT_LEADS_OUT:
    trm_result_error(results->diagnostics, results->path, TRM_FILE_ERROR,
                     "is not read, because it leads out of itself: %s; results of trammel never do", what);
    return false;
  case TRM_RESULT_DAMAGED: return trm_results_damaged(results, what);
  case TRM_RESULT_UNREAD: break;
  }
  trm_result_error(results->diagnostics, results->path, TRM_FILE_ERROR, "cannot be read: %s",
                   errno ? strerror(errno) : trm_status_text(TRM_NO_MEMORY));
  return false;
}

static bool open_file(trm_Results *results) {
  if (!is_file(results) || !is_sound(results)) return false;
  hid_t access = results->access = trm_hdf5_access();
  char cause[TRM_HDF5_CAUSE] = "";
  /* the driver knows no other file as the same one: whoever opens a file that grows a second time sees it anew */
  bool ready = access >= 0 && trm_result_file_use(access) >= 0;
  results->file = ready ? H5Fopen(results->path, H5F_ACC_RDONLY, access) : -1;
  if (results->file < 0) trm_hdf5_cause(cause); /* the next call to HDF5 forgets it */
  if (results->file < 0)
    trm_result_error(results->diagnostics, results->path, TRM_FILE_ERROR, "cannot be read: %s", cause);
  return results->file >= 0;
}

/* which version is needed, which this is, and the way out */
static void refuse_format(trm_Results *results, int64_t version) {
  const char *writer = trm_results_text_attribute(results, results->file, "version");
  if (!writer) writer = "of unknown version";
  if (version > TRM_RESULT_VERSION)
    trm_result_error(results->diagnostics, results->path, TRM_FILE_ERROR,
                     "has format version %lld, and this is trammel " TRM_VERSION ", which reads version %d: a newer "
                     "program is needed, such as the one that wrote it (trammel %s)",
                     (long long)version, (int)TRM_RESULT_VERSION, writer);
  else
    trm_result_error(results->diagnostics, results->path, TRM_FILE_ERROR,
                     "has format version %lld (written by trammel %s), and this is trammel " TRM_VERSION ", which "
                     "reads version %d: run the model again (it is in /model/text), or read the file with that version "
                     "of the program",
                     (long long)version, writer, (int)TRM_RESULT_VERSION);
}

static bool check_format(trm_Results *results) {
  const char *format = trm_results_text_attribute(results, results->file, "format");
  int64_t version = 0;
  if (results->arena.failed) return trm_results_no_memory(results);
  if (!format || strcmp(format, "trammel") != 0 ||
      !number_attribute(results->file, "format_version", H5T_NATIVE_INT64, 1, &version)) {
    trm_result_error(results->diagnostics, results->path, TRM_FILE_ERROR,
                     "is an HDF5 file but not a result file of trammel");
    return false;
  }
  if (version == TRM_RESULT_VERSION) return true;
  refuse_format(results, version);
  return false;
}

static bool read_all(trm_Results *results) {
  if (!open_file(results) || !check_format(results) || !read_rows(results) || !trm_results_read_names(results) ||
      !trm_results_read_arrays(results) || !read_summary(results))
    return false;
  read_texts(results);
  return !results->arena.failed || trm_results_no_memory(results);
}

trm_Results *trm_results_open(const char *path, trm_Diagnostics *diagnostics) {
  trm_Results *results = TRM_NEW(trm_Results, 1);
  if (!results) {
    trm_result_error(diagnostics, path, TRM_NO_MEMORY, "%s", trm_status_text(TRM_NO_MEMORY));
    return NULL;
  }
  *results =
      (trm_Results){.path = path, .diagnostics = diagnostics, .file = -1, .access = -1, .values = -1, .opened = -1};
  bool good = trm_hdf5_has_room(0) || trm_results_no_memory(results);
  trm_Hdf5Quiet quiet;
  if (good) {
    trm_hdf5_quiet(&quiet);
    good = read_all(results);
    trm_hdf5_restore(&quiet);
  }
  results->diagnostics = NULL;
  results->path = NULL;
  if (good) return results;
  trm_results_close(results);
  return NULL;
}

void trm_results_close(trm_Results *results) {
  if (!results) return;
  if (results->access >= 0) { /* else HDF5 was not called, perhaps for lack of memory */
    trm_Hdf5Quiet quiet;
    trm_hdf5_quiet(&quiet);
    if (results->file >= 0) H5Fclose(results->file);
    H5Pclose(results->access);
    trm_hdf5_restore(&quiet);
  }
  trm_release(results->arrays);
  trm_release(results->places);
  trm_arena_free(&results->arena);
  trm_release(results);
}

/* ---- what is in it ----------------------------------------------------------------------------------------------- */

bool trm_results_finished(const trm_Results *results) {
  return results->status && strcmp(results->status, "finished") == 0;
}

const trm_Summary *trm_results_summary(const trm_Results *results) {
  return results->has_summary ? &results->summary : NULL;
}

const char *trm_results_text(const trm_Results *results, const char *name) {
  const struct {
    const char *name, *text;
  } texts[] = {
      {"title", results->title},       {"model", results->model},           {"status", results->status},
      {"version", results->version},   {"summary", results->summary_text},  {"conventions", results->conventions},
      {"geometry", results->geometry}, {"doctor", results->doctor},         {"time", results->time_meaning},
      {"warnings", results->warnings}, {"source", results->source},         {"arithmetic", results->arithmetic},
      {"resumed", results->resumed},   {"extended", results->extended},     {"writer", results->writer},
      {"events", results->events},     {"statistics", results->statistics}, {"study", results->study},
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    if (strcmp(texts[i].name, name) == 0) return texts[i].text;
  return NULL;
}
