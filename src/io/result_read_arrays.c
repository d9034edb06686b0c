/* Arrays of a result file beside its channels: of beams (/beams/<beam>/<quantity>) and of modes (/modes/<quantity>). */
#include <string.h>
#include "io/result_reader.h"

/* Where the links of a group lead. */
typedef struct Walk {
  trm_Results *results;
  const char *group; /* "beams/boom", "modes" */
  const char *owner; /* "boom"; "": none */
} Walk;

static trm_ResultsArray *new_array(trm_Results *results) {
  if (results->array_count == results->array_capacity) {
    int capacity = 2 * results->array_capacity + 16;
    trm_ResultsArray *arrays = trm_realloc(results->arrays, (size_t)capacity, sizeof *arrays);
    if (!arrays) return NULL;
    results->arrays = arrays;
    results->array_capacity = capacity;
  }
  return &results->arrays[results->array_count++];
}

/* the shape of a dataset of floating-point numbers; false: it is something else. *rows: -1 when it is fixed */
static bool shape(hid_t dataset, trm_ResultsArray *array, int64_t *rows) {
  hsize_t size[5], most[5];
  hid_t space = H5Dget_space(dataset), type = H5Dget_type(dataset);
  int rank = space >= 0 ? H5Sget_simple_extent_ndims(space) : 0;
  bool good = type >= 0 && H5Tget_class(type) == H5T_FLOAT && rank >= 1 && rank <= 5 &&
              H5Sget_simple_extent_dims(space, size, most) == rank;
  if (space >= 0) H5Sclose(space);
  if (type >= 0) H5Tclose(type);
  if (!good) return false;
  array->moving = most[0] == H5S_UNLIMITED;
  *rows = array->moving ? (int64_t)size[0] : -1;
  array->rank = rank - array->moving;
  array->numbers = 1;
  for (int i = 0; i < array->rank; i++) {
    array->sizes[i] = (int64_t)size[i + array->moving];
    if (array->sizes[i] < 1 || array->sizes[i] > INT32_MAX / array->numbers) return false;
    array->numbers *= array->sizes[i];
  }
  return array->rank >= 1 && array->rank <= 4;
}

static bool add_array(const Walk *walk, const char *name, hid_t dataset) {
  trm_Results *results = walk->results;
  trm_ResultsArray array = {.owner = walk->owner};
  int64_t rows;
  if (!shape(dataset, &array, &rows)) return true; /* a text, or of a later version */
  array.unit = trm_results_text_attribute(results, dataset, "unit");
  array.quantity = trm_arena_copy(&results->arena, name, strlen(name));
  array.path = trm_arena_text(&results->arena, "%s/%s", walk->group, name);
  trm_ResultsArray *place = new_array(results);
  if (!place || !array.path || !array.quantity) return trm_results_no_memory(results);
  if (!array.unit) array.unit = "1";
  *place = array;
  if (array.moving && rows < results->rows) results->rows = rows;
  return true;
}

static herr_t visit_array(hid_t place, const char *name, const H5L_info_t *link, void *user) {
  const Walk *walk = user;
  if (link->type != H5L_TYPE_HARD) return 0; /* never into another file */
  hid_t dataset = H5Dopen2(place, name, H5P_DEFAULT);
  if (dataset < 0) return 0;
  bool good = add_array(walk, name, dataset);
  H5Dclose(dataset);
  return good ? 0 : -1;
}

static herr_t visit_owner(hid_t place, const char *name, const H5L_info_t *link, void *user) {
  const Walk *outer = user;
  if (link->type != H5L_TYPE_HARD) return 0;
  trm_Arena *arena = &outer->results->arena;
  char *owner = trm_arena_text(arena, "%s", name);
  Walk walk = {outer->results, trm_arena_text(arena, "%s/%s", outer->group, name), owner};
  if (!owner || !walk.group) return trm_results_no_memory(outer->results), -1;
  trm_result_unescape(owner);
  hid_t group = H5Gopen2(place, name, H5P_DEFAULT);
  if (group < 0) return 0;
  herr_t status = H5Literate(group, H5_INDEX_NAME, H5_ITER_NATIVE, NULL, visit_array, &walk);
  H5Gclose(group);
  return status;
}

static bool walk_group(trm_Results *results, const char *name, H5L_iterate_t visit) {
  if (H5Lexists(results->file, name, H5P_DEFAULT) <= 0) return true;
  hid_t group = H5Gopen2(results->file, name, H5P_DEFAULT);
  if (group < 0) return true;
  Walk walk = {results, name, ""};
  herr_t status = H5Literate(group, H5_INDEX_NAME, H5_ITER_NATIVE, NULL, visit, &walk);
  H5Gclose(group);
  return status >= 0 || trm_results_damaged(results, "the arrays of beams, loads and modes cannot be read");
}

bool trm_results_read_arrays(trm_Results *results) {
  return walk_group(results, "beams", visit_owner) && walk_group(results, "loads", visit_owner) &&
         walk_group(results, "modes", visit_array);
}

int trm_results_array_count(const trm_Results *results) { return results->array_count; }

trm_ResultsArray trm_results_array(const trm_Results *results, int index) {
  if (index < 0 || index >= results->array_count)
    return (trm_ResultsArray){.path = "", .owner = "", .quantity = "", .unit = ""};
  return results->arrays[index];
}

int trm_results_find_array(const trm_Results *results, const char *path) {
  for (int i = 0; i < results->array_count; i++)
    if (strcmp(results->arrays[i].path, path) == 0) return i;
  return -1;
}

static bool read_rows(hid_t dataset, const trm_ResultsArray *array, trm_RowRange rows, double *values) {
  hsize_t start[5] = {(hsize_t)rows.first}, stride[5] = {(hsize_t)rows.stride}, count[5] = {(hsize_t)rows.count};
  hsize_t numbers = (hsize_t)(rows.count * array->numbers);
  for (int i = 0; i < array->rank; i++) start[i + 1] = 0, stride[i + 1] = 1, count[i + 1] = (hsize_t)array->sizes[i];
  hid_t space = H5Dget_space(dataset), memory = H5Screate_simple(1, &numbers, NULL);
  bool good = space >= 0 && memory >= 0 &&
              H5Sselect_hyperslab(space, H5S_SELECT_SET, start, stride, count, NULL) >= 0 &&
              H5Dread(dataset, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, values) >= 0;
  if (memory >= 0) H5Sclose(memory);
  if (space >= 0) H5Sclose(space);
  return good;
}

trm_Status trm_results_read_array(trm_Results *results, int index, trm_RowRange rows, double *values) {
  if (index < 0 || index >= results->array_count) return TRM_BAD_ARGUMENT;
  const trm_ResultsArray *array = &results->arrays[index];
  if (array->moving) {
    if (rows.count < 0 || rows.first < 0 || rows.stride < 1) return TRM_BAD_ARGUMENT;
    if (rows.count == 0) return TRM_OK;
    if (rows.first >= results->rows) return TRM_BAD_ARGUMENT;
    if ((rows.count - 1) > (results->rows - 1 - rows.first) / rows.stride) return TRM_BAD_ARGUMENT;
  }
  trm_Hdf5Quiet before = trm_hdf5_quiet();
  hid_t dataset = H5Dopen2(results->file, array->path, H5P_DEFAULT);
  bool good = dataset >= 0;
  if (good)
    good = array->moving ? read_rows(dataset, array, rows, values)
                         : H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0;
  if (dataset >= 0) H5Dclose(dataset);
  trm_hdf5_restore(before);
  return good ? TRM_OK : TRM_FILE_ERROR;
}
