/* Arrays of a result file beside its channels: of beams and loads along them ("beams/boom/position", a part of
   /beams/position/values) and of modes (/modes/<quantity>). */
#include <stdio.h>
#include <string.h>
#include "base/report.h"
#include "io/result_reader.h"

static bool add_array(trm_Results *results, const trm_ResultsArray *array, const trm_ArrayPlace *place) {
  if (results->array_count == results->array_capacity) {
    int capacity = 2 * results->array_capacity + 16;
    trm_ResultsArray *arrays = trm_realloc(results->arrays, (size_t)capacity, sizeof *arrays);
    if (arrays) results->arrays = arrays;
    trm_ArrayPlace *places = trm_realloc(results->places, (size_t)capacity, sizeof *places);
    if (places) results->places = places;
    if (!arrays || !places) return trm_results_no_memory(results);
    results->array_capacity = capacity;
  }
  if (results->arena.failed) return trm_results_no_memory(results);
  results->arrays[results->array_count] = *array;
  results->places[results->array_count++] = *place;
  return true;
}

/* Where the links of a group lead. */
typedef struct Walk {
  trm_Results *results;
  const char *group; /* "beams", "loads", "modes" */
} Walk;

/* the sizes of a dataset of floating-point numbers; 0: it is something else; -1: it cannot be read */
static int sizes_of(hid_t dataset, hsize_t size[5], bool *moving) {
  hsize_t most[5];
  hid_t space = H5Dget_space(dataset), type = H5Dget_type(dataset);
  int rank = space >= 0 && type >= 0 ? H5Sget_simple_extent_ndims(space) : -1;
  bool numbers = rank >= 1 && rank <= 5 && H5Tget_class(type) == H5T_FLOAT;
  if (numbers && H5Sget_simple_extent_dims(space, size, most) != rank) rank = -1;
  if (space >= 0) H5Sclose(space);
  if (type >= 0) H5Tclose(type);
  *moving = numbers && rank > 0 && most[0] == H5S_UNLIMITED;
  return numbers || rank < 0 ? rank : 0;
}

static bool count_numbers(trm_ResultsArray *array) {
  array->numbers = 1;
  for (int i = 0; i < array->rank; i++) {
    if (array->sizes[i] < 1 || array->sizes[i] > INT32_MAX / array->numbers) return false;
    array->numbers *= array->sizes[i];
  }
  return array->rank >= 1 && array->rank <= 4;
}

/* An array that is there and cannot be opened, being damaged or packed in the way of a later version, is left out,
   which is said; groups of a later version are none. */
static herr_t leave_out(const Walk *walk, const char *path) {
  H5O_info_t facts;
  bool known = H5Oget_info_by_name(walk->results->file, path, &facts, H5P_DEFAULT) >= 0;
  if (known && facts.type != H5O_TYPE_DATASET) return 0;
  const char *shown = trm_results_shown(&walk->results->arena, path);
  if (!shown) return trm_results_no_memory(walk->results), -1;
  trm_diagnostics_source(walk->results->diagnostics, walk->results->path, NULL, 0);
  trm_report(walk->results->diagnostics, TRM_WARNING, TRM_NO_PLACE,
             "the array %s cannot be opened and is left out: it is damaged, or packed by a later version", shown);
  return 0;
}

/* ---- of modes: a dataset for each -------------------------------------------------------------------------------- */

static bool add_whole(const Walk *walk, const char *name, hid_t dataset) {
  trm_Results *results = walk->results;
  hsize_t size[5];
  trm_ResultsArray array = {.owner = ""};
  array.rank = sizes_of(dataset, size, &array.moving);
  if (array.rank < 0) return trm_results_damaged(results, "an array of modes cannot be read");
  for (int i = 0; i < array.rank && i < 4; i++) array.sizes[i] = (int64_t)size[i];
  if (array.moving || !count_numbers(&array)) return true; /* names, or of a later version */
  array.unit = trm_results_text_attribute(results, dataset, "unit");
  array.quantity = trm_results_shown(&results->arena, name);
  const char *place = trm_arena_text(&results->arena, "%s/%s", walk->group, name);
  array.path = place ? trm_results_shown(&results->arena, place) : NULL;
  if (!array.unit) array.unit = "1";
  return add_array(results, &array, &(trm_ArrayPlace){.dataset = place});
}

static herr_t visit_whole(hid_t place, const char *name, const H5L_info_t *link, void *user) {
  const Walk *walk = user;
  (void)place, (void)link;
  char path[300];
  snprintf(path, sizeof path, "%s/%s", walk->group, name);
  hid_t dataset = trm_results_dataset(walk->results, path);
  if (dataset < 0) return leave_out(walk, path);
  bool good = add_whole(walk, name, dataset);
  H5Dclose(dataset);
  return good ? 0 : -1;
}

/* ---- of beams and loads: a dataset for each quantity, in which each owner has its places ------------------------- */

/* Numbers of many owners. */
typedef struct Shared {
  const char *group, *quantity, *unit, *dataset;
  bool moving;
  int64_t places, components; /* components 0: a place has one number */
  const char **owners;
  int64_t owner_count;
  int64_t *table; /* of each owner: first place, and how many: one number, or two */
} Shared;

static bool add_owner(trm_Results *results, const Shared *shared, int64_t i) {
  const int64_t *row = shared->table + 3 * i;
  trm_ResultsArray array = {.owner = shared->owners[i], .quantity = shared->quantity, .unit = shared->unit};
  array.moving = shared->moving;
  array.sizes[array.rank++] = row[1];
  if (row[2] > 0) array.sizes[array.rank++] = row[2];
  if (shared->components) array.sizes[array.rank++] = shared->components;
  bool good = row[0] >= 0 && row[1] > 0 && row[2] >= 0 && row[1] <= shared->places && row[2] <= shared->places;
  int64_t count = good ? row[1] * (row[2] > 0 ? row[2] : 1) : 0;
  if (!good || count > shared->places || row[0] > shared->places - count || !count_numbers(&array))
    return trm_results_damaged(results, "an array of a beam or load is larger than the numbers that are there");
  const char *owner = trm_result_escape(&results->arena, shared->owners[i]);
  array.path = owner ? trm_arena_text(&results->arena, "%s/%s/%s", shared->group, owner, shared->quantity) : NULL;
  return add_array(results, &array, &(trm_ArrayPlace){shared->dataset, true, row[0], count, shared->components});
}

static bool read_table(trm_Results *results, const char *path, Shared *shared) {
  hsize_t size[2];
  hid_t dataset = trm_results_dataset(results, path);
  bool good =
      dataset >= 0 && trm_results_shape(dataset, 2, size) && (int64_t)size[0] == shared->owner_count && size[1] == 3;
  if (good) shared->table = TRM_NEW(int64_t, 3 * shared->owner_count);
  if (good && !shared->table) results->arena.failed = true;
  good = good && shared->table && H5Dread(dataset, H5T_NATIVE_INT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, shared->table) >= 0;
  if (dataset >= 0) H5Dclose(dataset);
  return good;
}

static bool read_shared(trm_Results *results, Shared *shared, hid_t dataset) {
  hsize_t size[5];
  int rank = sizes_of(dataset, size, &shared->moving) - shared->moving;
  const hsize_t *row = size + shared->moving;
  if (rank != 1 && rank != 2) return trm_results_damaged(results, "an array of beams or loads has another shape");
  shared->places = (int64_t)row[0], shared->components = rank == 2 ? (int64_t)row[1] : 0;
  if (shared->moving && (int64_t)size[0] < results->rows) results->rows = (int64_t)size[0];
  shared->unit = trm_results_text_attribute(results, dataset, "unit");
  if (!shared->unit) shared->unit = "1";
  const char *group = trm_arena_text(&results->arena, "%s/%s", shared->group, shared->quantity);
  const char *owners = group ? trm_arena_text(&results->arena, "%s/owner", group) : NULL;
  const char *table = group ? trm_arena_text(&results->arena, "%s/places", group) : NULL;
  if (!owners || !table) return trm_results_no_memory(results);
  shared->owners = trm_results_texts(results, owners, &shared->owner_count);
  if (!shared->owners || !read_table(results, table, shared))
    return trm_results_damaged(results, "the owners of an array of beams or loads cannot be read");
  bool good = true;
  for (int64_t i = 0; i < shared->owner_count && good; i++) good = add_owner(results, shared, i);
  return good;
}

static herr_t visit_shared(hid_t place, const char *name, const H5L_info_t *link, void *user) {
  const Walk *walk = user;
  (void)place, (void)link;
  trm_Arena *arena = &walk->results->arena;
  Shared shared = {.group = walk->group, .quantity = trm_results_shown(arena, name)};
  shared.dataset = trm_arena_text(arena, "%s/%s/values", walk->group, name);
  if (!shared.quantity || !shared.dataset) return trm_results_no_memory(walk->results), -1;
  hid_t dataset = trm_results_dataset(walk->results, shared.dataset);
  if (dataset < 0) return leave_out(walk, shared.dataset);
  bool good = read_shared(walk->results, &shared, dataset);
  trm_release(shared.table);
  H5Dclose(dataset);
  return good ? 0 : -1;
}

/* ---- all --------------------------------------------------------------------------------------------------------- */

static int errors(const trm_Results *results) {
  return results->diagnostics ? trm_diagnostics_count(results->diagnostics, TRM_ERROR) : 0;
}

static bool walk_group(trm_Results *results, const char *name, H5L_iterate_t visit) {
  static const char unread[] = "the arrays of beams, loads and modes cannot be read";
  htri_t there = H5Lexists(results->file, name, H5P_DEFAULT);
  if (there == 0) return true;
  hid_t group = there > 0 ? H5Gopen2(results->file, name, H5P_DEFAULT) : -1;
  if (group < 0) return trm_results_damaged(results, unread);
  Walk walk = {results, name};
  int before = errors(results);
  herr_t status = H5Literate(group, H5_INDEX_NAME, H5_ITER_NATIVE, NULL, visit, &walk);
  H5Gclose(group);
  if (status >= 0) return true;
  return errors(results) > before ? false : trm_results_damaged(results, unread);
}

bool trm_results_read_arrays(trm_Results *results) {
  return walk_group(results, "beams", visit_shared) && walk_group(results, "loads", visit_shared) &&
         walk_group(results, "modes", visit_whole);
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

/* places of a shared dataset, of some rows or without them */
static bool read_places(trm_Results *results, int index, hid_t dataset, trm_RowRange rows, double *values) {
  const trm_ResultsArray *array = &results->arrays[index];
  const trm_ArrayPlace *place = &results->places[index];
  hsize_t start[3] = {(hsize_t)rows.first}, stride[3] = {(hsize_t)rows.stride, 1, 1}, count[3] = {(hsize_t)rows.count};
  int lead = array->moving, rank = lead;
  start[rank] = (hsize_t)place->first, stride[rank] = 1, count[rank++] = (hsize_t)place->count;
  if (place->components) count[rank] = (hsize_t)place->components, stride[rank] = 1, start[rank++] = 0;
  trm_ReadBox box = {{start[0], start[1], start[2]}, {count[0], count[1], count[2]}};
  if (lead) box.size[0] = (count[0] - 1) * stride[0] + 1;
  if (!trm_results_unpack(results, place->dataset, dataset, &box)) return false;
  hsize_t numbers = (hsize_t)((lead ? rows.count : 1) * array->numbers);
  hid_t space = H5Dget_space(dataset), memory = H5Screate_simple(1, &numbers, NULL);
  bool good = space >= 0 && memory >= 0 && H5Sget_simple_extent_ndims(space) == rank &&
              H5Sselect_hyperslab(space, H5S_SELECT_SET, start, stride, count, NULL) >= 0 &&
              H5Dread(dataset, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, values) >= 0;
  if (memory >= 0) H5Sclose(memory);
  if (space >= 0) H5Sclose(space);
  return good;
}

/* the dataset stays open until another one is read */
static hid_t open_array(trm_Results *results, const char *path) {
  if (results->opened >= 0 && strcmp(results->opened_path, path) == 0) return results->opened;
  if (results->opened >= 0) H5Dclose(results->opened);
  results->opened = trm_results_dataset(results, path);
  results->opened_path = path;
  return results->opened;
}

trm_Status trm_results_read_array(trm_Results *results, int index, trm_RowRange rows, double *values) {
  if (index < 0 || index >= results->array_count) return TRM_BAD_ARGUMENT;
  const trm_ResultsArray *array = &results->arrays[index];
  const trm_ArrayPlace *place = &results->places[index];
  if (array->moving && !trm_results_has_rows(results, rows)) return TRM_BAD_ARGUMENT;
  if (array->moving && rows.count == 0) return TRM_OK;
  if (!trm_hdf5_has_room(results->room)) return TRM_NO_MEMORY;
  trm_Hdf5Quiet quiet;
  trm_hdf5_quiet(&quiet);
  hid_t dataset = open_array(results, place->dataset);
  bool good = dataset >= 0;
  if (good)
    good = place->shared ? read_places(results, index, dataset, rows, values)
                         : H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0;
  trm_Status status = good ? TRM_OK : trm_hdf5_lacked_memory() ? TRM_NO_MEMORY : TRM_FILE_ERROR;
  trm_hdf5_restore(&quiet);
  return status;
}
