/* Reading of result files: finished ones, those of a running writer, and those of a writer that was killed. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "base/memory.h"
#include "base/text.h"
#include "io/result.h"
#include "io/result_hdf5.h"
#include "io/result_path.h"
#include "io/result_reader.h"

enum { MOST_COLUMNS = 64, LONGEST_TEXT = 1 << 28 };

typedef trm_ResultColumn Column;

bool trm_results_damaged(const trm_Results *results, const char *what) {
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

const char *trm_results_text_attribute(trm_Results *results, hid_t object, const char *name) {
  hid_t attribute = H5Aexists(object, name) > 0 ? H5Aopen(object, name, H5P_DEFAULT) : -1;
  if (attribute < 0) return NULL;
  const char *text = read_text(&results->arena, (TextSource){attribute, true});
  H5Aclose(attribute);
  return text;
}

static const char *text_dataset(trm_Results *results, const char *name) {
  hid_t dataset = H5Dopen2(results->file, name, H5P_DEFAULT);
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

/* ---- channels ---------------------------------------------------------------------------------------------------- */

static Column *new_column(trm_Results *results) {
  if (results->count == results->capacity) {
    int capacity = 2 * results->capacity + 64;
    Column *columns = trm_realloc(results->columns, (size_t)capacity, sizeof *columns);
    if (!columns) return NULL;
    results->columns = columns;
    results->capacity = capacity;
  }
  results->columns[results->count] = (Column){0};
  return &results->columns[results->count++];
}

/* What the links of /channels lead through. */
typedef struct Walk {
  trm_Results *results;
  const char *group; /* NULL in /channels itself */
} Walk;

/* the shape of an open dataset of /channels; 0: not one of ours */
static int shape(hid_t dataset, hsize_t size[2]) {
  hid_t space = H5Dget_space(dataset), type = H5Dget_type(dataset);
  int columns = 0;
  if (space >= 0 && type >= 0 && H5Tget_class(type) == H5T_FLOAT && H5Sget_simple_extent_ndims(space) == 2 &&
      H5Sget_simple_extent_dims(space, size, NULL) == 2 && size[1] >= 1 && size[1] <= MOST_COLUMNS)
    columns = (int)size[1];
  if (space >= 0) H5Sclose(space);
  if (type >= 0) H5Tclose(type);
  return columns;
}

static bool read_components(hid_t dataset, int columns, char **components) {
  hid_t type = trm_hdf5_text_type();
  bool good = type >= 0 && number_attribute(dataset, "components", type, columns, components);
  for (int i = 0; good && i < columns; i++) good = components[i] != NULL;
  if (type >= 0) H5Tclose(type);
  return good;
}

static const char *channel_name(trm_Arena *arena, const Walk *walk, const char *dataset, const char *component) {
  char *name = trm_arena_text(arena, "%s.%s%s%s", walk->group, dataset, *component ? "." : "", component);
  if (name) trm_result_unescape(name);
  return name;
}

static bool add_columns(const Walk *walk, const char *name, hid_t dataset, int columns, char *const *components) {
  trm_Results *results = walk->results;
  int64_t order[MOST_COLUMNS];
  const char *unit = trm_results_text_attribute(results, dataset, "unit");
  const char *path = trm_arena_text(&results->arena, "/channels/%s/%s", walk->group, name);
  if (!unit || !number_attribute(dataset, "order", H5T_NATIVE_INT64, columns, order))
    return trm_results_damaged(results, "a dataset of /channels has no unit or no order");
  for (int i = 0; i < columns; i++) {
    Column *column = new_column(results);
    if (!column) return trm_results_no_memory(results);
    const char *channel = channel_name(&results->arena, walk, name, components[i]);
    if (!channel || !path) return trm_results_no_memory(results);
    *column = (Column){{channel, unit}, path, i, columns, order[i]};
  }
  return true;
}

static bool add_dataset(const Walk *walk, const char *name, hid_t dataset) {
  trm_Results *results = walk->results;
  hsize_t size[2] = {0, 0};
  int columns = shape(dataset, size);
  if (columns == 0) return trm_results_damaged(results, "a dataset of /channels is not a matrix of numbers");
  char *components[MOST_COLUMNS] = {0};
  bool good = read_components(dataset, columns, components);
  if (!good) trm_results_damaged(results, "a dataset of /channels does not name its components");
  good = good && add_columns(walk, name, dataset, columns, components);
  for (int i = 0; i < columns; i++) H5free_memory(components[i]);
  if ((int64_t)size[0] < results->rows) results->rows = (int64_t)size[0];
  return good;
}

static herr_t visit(hid_t place, const char *name, const H5L_info_t *link, void *user) {
  const Walk *walk = user;
  if (link->type != H5L_TYPE_HARD) return 0; /* never into another file */
  if (walk->group) {
    hid_t dataset = H5Dopen2(place, name, H5P_DEFAULT);
    bool good = dataset >= 0 ? add_dataset(walk, name, dataset)
                             : trm_results_damaged(walk->results, "a dataset cannot be opened");
    if (dataset >= 0) H5Dclose(dataset);
    return good ? 0 : -1;
  }
  hid_t group = H5Gopen2(place, name, H5P_DEFAULT);
  if (group < 0) return trm_results_damaged(walk->results, "a group of /channels cannot be opened"), -1;
  Walk inner = {walk->results, name};
  herr_t status = H5Literate(group, H5_INDEX_NAME, H5_ITER_NATIVE, NULL, visit, &inner);
  H5Gclose(group);
  return status;
}

static int compare_order(const void *first, const void *second) {
  const Column *a = first, *b = second;
  if (a->order != b->order) return a->order < b->order ? -1 : 1;
  return strcmp(a->channel.name, b->channel.name);
}

/* a name and the columns it is looked up in, for sorting and searching numbers */
typedef struct NameKey {
  const char *name;
  int number;
} NameKey;

static int compare_names(const void *first, const void *second) {
  return strcmp(((const NameKey *)first)->name, ((const NameKey *)second)->name);
}

static bool index_names(trm_Results *results) {
  size_t count = (size_t)results->count;
  NameKey *keys = TRM_NEW(NameKey, count);
  results->by_name = TRM_ARENA_NEW(&results->arena, int, count);
  bool good = keys && results->by_name;
  if (good && count) {
    for (int i = 0; i < results->count; i++) keys[i] = (NameKey){results->columns[i].channel.name, i};
    qsort(keys, count, sizeof *keys, compare_names);
    for (int i = 0; i < results->count; i++) results->by_name[i] = keys[i].number;
  }
  trm_release(keys);
  return good || trm_results_no_memory(results);
}

static bool read_channels(trm_Results *results) {
  hid_t group = H5Gopen2(results->file, "channels", H5P_DEFAULT);
  if (group < 0) return trm_results_damaged(results, "there are no /channels");
  Walk walk = {results, NULL};
  int before = results->diagnostics ? trm_diagnostics_count(results->diagnostics, TRM_ERROR) : 0;
  herr_t status = H5Literate(group, H5_INDEX_NAME, H5_ITER_NATIVE, NULL, visit, &walk);
  H5Gclose(group);
  if (status < 0) {
    bool said = results->diagnostics && trm_diagnostics_count(results->diagnostics, TRM_ERROR) > before;
    return said ? false : trm_results_damaged(results, "/channels cannot be read");
  }
  if (results->count) qsort(results->columns, (size_t)results->count, sizeof(Column), compare_order);
  return index_names(results);
}

/* ---- the rest of the file ---------------------------------------------------------------------------------------- */

/* the committed rows, and never more than /time holds */
static bool read_rows(trm_Results *results) {
  hsize_t size = 0;
  hid_t time = H5Dopen2(results->file, "time", H5P_DEFAULT);
  hid_t space = time >= 0 ? H5Dget_space(time) : -1;
  bool good = space >= 0 && H5Sget_simple_extent_ndims(space) == 1 &&
              H5Sget_simple_extent_dims(space, &size, NULL) == 1 &&
              number_attribute(results->file, "rows", H5T_NATIVE_INT64, 1, &results->rows) && results->rows >= 0;
  if (space >= 0) H5Sclose(space);
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
  results->title = trm_results_text_attribute(results, results->file, "title");
  results->status = trm_results_text_attribute(results, results->file, "status");
  results->version = trm_results_text_attribute(results, results->file, "version");
  results->conventions = trm_results_text_attribute(results, results->file, "conventions");
  results->model = text_dataset(results, "model/text");
  results->geometry = text_dataset(results, "model/geometry");
  results->doctor = text_dataset(results, "model/doctor");
  results->warnings = text_dataset(results, "warnings");
  hid_t time = H5Dopen2(results->file, "time", H5P_DEFAULT);
  if (time < 0) return;
  const char *meaning = trm_results_text_attribute(results, time, "meaning");
  results->time_meaning = meaning ? meaning : "time";
  H5Dclose(time);
}

/* ---- opening ----------------------------------------------------------------------------------------------------- */

static bool is_file(const trm_Results *results) {
  struct stat facts;
  const char *why = NULL;
  if (stat(results->path, &facts) != 0)
    why = strerror(errno);
  else if (!S_ISREG(facts.st_mode))
    why = "it is not an ordinary file";
  if (why) trm_result_error(results->diagnostics, results->path, TRM_FILE_ERROR, "cannot be read: %s", why);
  return !why;
}

static bool open_file(trm_Results *results) {
  if (!is_file(results)) return false;
  hid_t access = trm_hdf5_access();
  char cause[TRM_HDF5_CAUSE] = "";
  results->file = access >= 0 ? H5Fopen(results->path, H5F_ACC_RDONLY, access) : -1;
  if (results->file < 0) trm_hdf5_cause(cause); /* the next call to HDF5 forgets it */
  if (access >= 0) H5Pclose(access);
  if (results->file >= 0) return true;
  if (H5Fis_hdf5(results->path) == 0)
    trm_result_error(results->diagnostics, results->path, TRM_FILE_ERROR, "is not a result file (not HDF5)");
  else if (strncmp(cause, "truncated file", strlen("truncated file")) == 0)
    trm_result_error(results->diagnostics, results->path, TRM_FILE_ERROR,
                     "is cut short: it was not copied or written to its end, and what is left cannot be read");
  else
    trm_result_error(results->diagnostics, results->path, TRM_FILE_ERROR, "cannot be read: %s", cause);
  return false;
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
  if (version >= 1 && version <= TRM_RESULT_VERSION) return true;
  trm_result_error(results->diagnostics, results->path, TRM_FILE_ERROR,
                   "has format version %lld; this program reads versions 1 to %d", (long long)version,
                   (int)TRM_RESULT_VERSION);
  return false;
}

static bool read_all(trm_Results *results) {
  if (!open_file(results) || !check_format(results) || !read_rows(results) || !read_channels(results) ||
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
  *results = (trm_Results){.path = path, .diagnostics = diagnostics, .file = -1};
  trm_Hdf5Quiet before = trm_hdf5_quiet();
  bool good = read_all(results);
  trm_hdf5_restore(before);
  results->diagnostics = NULL;
  results->path = NULL;
  if (good) return results;
  trm_results_close(results);
  return NULL;
}

void trm_results_close(trm_Results *results) {
  if (!results) return;
  trm_Hdf5Quiet before = trm_hdf5_quiet();
  if (results->file >= 0) H5Fclose(results->file);
  trm_hdf5_restore(before);
  trm_release(results->columns);
  trm_release(results->arrays);
  trm_arena_free(&results->arena);
  trm_release(results);
}

/* ---- what is in it ----------------------------------------------------------------------------------------------- */

int64_t trm_results_rows(const trm_Results *results) { return results->rows; }
int trm_results_channel_count(const trm_Results *results) { return results->count; }

trm_Channel trm_results_channel(const trm_Results *results, int index) {
  if (index < 0 || index >= results->count) return (trm_Channel){"", ""};
  return results->columns[index].channel;
}

int trm_results_find_channel(const trm_Results *results, const char *name) {
  int low = 0, high = results->count;
  while (low < high) {
    int middle = low + (high - low) / 2, number = results->by_name[middle];
    int order = strcmp(name, results->columns[number].channel.name);
    if (order == 0) return number;
    if (order < 0)
      high = middle;
    else
      low = middle + 1;
  }
  return -1;
}

static bool read_column(const trm_Results *results, const Column *column, double *values) {
  hid_t dataset = H5Dopen2(results->file, column ? column->dataset : "/time", H5P_DEFAULT);
  hid_t space = dataset >= 0 ? H5Dget_space(dataset) : -1;
  hsize_t rows = (hsize_t)results->rows, start[2] = {0, column ? (hsize_t)column->column : 0}, count[2] = {rows, 1};
  hid_t memory = H5Screate_simple(1, &rows, NULL);
  bool good = space >= 0 && memory >= 0 && H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, count, NULL) >= 0 &&
              H5Dread(dataset, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, values) >= 0;
  if (memory >= 0) H5Sclose(memory);
  if (space >= 0) H5Sclose(space);
  if (dataset >= 0) H5Dclose(dataset);
  return good;
}

trm_Status trm_results_read(trm_Results *results, int channel, double *values) {
  if (channel < -1 || channel >= results->count) return TRM_BAD_ARGUMENT;
  if (results->rows == 0) return TRM_OK;
  trm_Hdf5Quiet before = trm_hdf5_quiet();
  bool good = read_column(results, channel < 0 ? NULL : &results->columns[channel], values);
  trm_hdf5_restore(before);
  return good ? TRM_OK : TRM_FILE_ERROR;
}

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
      {"title", results->title},       {"model", results->model},          {"status", results->status},
      {"version", results->version},   {"summary", results->summary_text}, {"conventions", results->conventions},
      {"geometry", results->geometry}, {"doctor", results->doctor},        {"time", results->time_meaning},
      {"warnings", results->warnings},
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    if (strcmp(texts[i].name, name) == 0) return texts[i].text;
  return NULL;
}
