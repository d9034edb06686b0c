/* The numbers of a result file: a few large datasets, in each of which the numbers of many entries stand side by side.

   All channels are one table, /channels/values (rows x channels). What beams and loads along them have is one dataset
   per quantity, /beams/position/values (rows x places x components), the places of one owner after those of the other.
   A dataset is cut into tiles (HDF5: chunks) of some rows and some places, about 64 kB each: whoever wants few
   channels of many rows, or many of few, reads little else. The buffer holds the rows of one block tile by tile, so
   that a tile is written from one piece of memory. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "io/result_writer.h"

enum {
  MOST_BLOCK_ROWS = 256,
  SOME_BLOCK_ROWS = 32, /* where nobody knows how many there will be: a file of few rows must not be large */
  LEAST_BLOCK_ROWS = 8,
  BLOCK_NUMBERS = 1 << 19, /* aim of rows x numbers of a block: 4 MB */
  TILE_NUMBERS = 1 << 13,  /* aim of a tile */
  NAMES_AT_ONCE = 4096
};

/* ---- the plan ---------------------------------------------------------------------------------------------------- */

static trm_Status refuse(trm_ResultWriter *writer, const char *channel, const char *why) {
  writer->failed = true;
  return trm_result_error(writer->diagnostics, writer->path.shown, TRM_BAD_ARGUMENT, "channel \"%s\" %s", channel, why);
}

static int compare_names(const void *first, const void *second) {
  return strcmp(*(const char *const *)first, *(const char *const *)second);
}

static trm_Status check_channels(trm_ResultWriter *writer, const trm_ResultHead *head) {
  size_t count = (size_t)head->channel_count;
  const char **names = TRM_NEW(const char *, count);
  trm_Status status = names ? TRM_OK : trm_result_fail_memory(writer);
  for (size_t i = 0; i < count && status == TRM_OK; i++) {
    names[i] = head->channels[i].name;
    if (!trm_result_channel_name(names[i])) status = refuse(writer, names[i], "is not named <entry>.<quantity>");
  }
  if (status == TRM_OK && count) qsort(names, count, sizeof *names, compare_names);
  for (size_t i = 1; i < count && status == TRM_OK; i++)
    if (strcmp(names[i], names[i - 1]) == 0) status = refuse(writer, names[i], "exists twice");
  trm_release(names);
  return status;
}

/* places of an array, and the numbers at each: the last of two or three sizes */
static size_t places_of(const trm_ResultArray *array) {
  return (size_t)array->sizes[0] * (size_t)(array->rank == 3 ? array->sizes[1] : 1);
}

static size_t components_of(const trm_ResultArray *array) {
  return array->rank == 1 ? 1 : (size_t)array->sizes[array->rank - 1];
}

static int find_series(const trm_ResultWriter *writer, const trm_ResultArray *array) {
  for (int i = 0; i < writer->series_count; i++) {
    const trm_ResultSeries *series = &writer->series[i];
    if (series->name && strcmp(series->name, array->name) == 0 && strcmp(series->group, array->group) == 0) return i;
  }
  return -1;
}

static bool is_alike(const trm_ResultSeries *series, const trm_ResultArray *array) {
  return series->fixed == (array->values != NULL) && series->single == array->single &&
         series->rank == (array->rank == 1 ? 1 : 2) && series->components == components_of(array) &&
         strcmp(series->unit, array->unit) == 0;
}

/* the array becomes part of a series */
static trm_Status plan_array(trm_ResultWriter *writer, const trm_ResultHead *head, const trm_ResultArray *array) {
  trm_ResultArray stored = *array;
  stored.single = array->single || (head->single && !array->values);
  int index = find_series(writer, &stored);
  if (index < 0) {
    index = writer->series_count++;
    writer->series[index] =
        (trm_ResultSeries){.group = trm_arena_copy(&writer->arena, array->group, strlen(array->group)),
                           .name = trm_arena_copy(&writer->arena, array->name, strlen(array->name)),
                           .unit = trm_arena_copy(&writer->arena, array->unit, strlen(array->unit)),
                           .dataset = -1,
                           .fixed = array->values != NULL,
                           .single = stored.single,
                           .rank = array->rank == 1 ? 1 : 2,
                           .components = components_of(array)};
    if (writer->arena.failed) return trm_result_fail_memory(writer);
  }
  trm_ResultSeries *series = &writer->series[index];
  if (!is_alike(series, &stored)) return refuse(writer, array->name, "is not the same of all its owners");
  writer->pieces[writer->piece_count++] = (trm_ResultPiece){index, series->places, places_of(array)};
  series->places += places_of(array);
  series->owner_count++;
  return TRM_OK;
}

/* tiles are smaller where a block has few rows */
static void cut_tiles(trm_ResultWriter *writer, trm_ResultSeries *series) {
  size_t tile = TILE_NUMBERS / ((size_t)writer->block_rows * series->components) + 1;
  series->tile = tile < series->places ? tile : series->places;
}

static size_t clamp(size_t value, size_t least, size_t most) {
  return value < least ? least : value > most ? most : value;
}

static trm_Status make_buffer(trm_ResultWriter *writer, int64_t expected_rows) {
  size_t numbers = 0;
  for (int i = 0; i < writer->series_count; i++) {
    trm_ResultSeries *series = &writer->series[i];
    series->block = numbers;
    if (!series->fixed) numbers += series->places * series->components;
  }
  size_t expected = expected_rows > 0 ? clamp((size_t)expected_rows, 1, MOST_BLOCK_ROWS) : SOME_BLOCK_ROWS;
  size_t block = clamp(BLOCK_NUMBERS / (numbers ? numbers : 1), LEAST_BLOCK_ROWS,
                       expected < LEAST_BLOCK_ROWS ? LEAST_BLOCK_ROWS : expected);
  writer->block_rows = (int)block;
  writer->times = TRM_ARENA_NEW(&writer->arena, double, block);
  writer->buffer = trm_arena_alloc(&writer->arena, block * numbers, sizeof(double));
  if (writer->arena.failed) return trm_result_fail_memory(writer);
  for (int i = 0; i < writer->series_count; i++) {
    writer->series[i].block *= block;
    cut_tiles(writer, &writer->series[i]);
  }
  return TRM_OK;
}

trm_Status trm_result_plan(trm_ResultWriter *writer, const trm_ResultHead *head) {
  size_t room = (size_t)head->array_count + 1;
  writer->compress = head->compress;
  writer->series = TRM_ARENA_NEW(&writer->arena, trm_ResultSeries, room);
  writer->pieces = TRM_ARENA_NEW(&writer->arena, trm_ResultPiece, room);
  if (writer->arena.failed) return trm_result_fail_memory(writer);
  trm_Status status = check_channels(writer, head);
  if (status != TRM_OK) return status;
  writer->series[0] = (trm_ResultSeries){.group = "channels",
                                         .dataset = -1,
                                         .single = head->single,
                                         .rank = 1,
                                         .places = (size_t)head->channel_count,
                                         .components = 1};
  writer->pieces[0] = (trm_ResultPiece){0, 0, (size_t)head->channel_count};
  writer->series_count = writer->piece_count = 1;
  for (int i = 0; i < head->array_count && status == TRM_OK; i++) status = plan_array(writer, head, &head->arrays[i]);
  return status == TRM_OK ? make_buffer(writer, head->rows) : status;
}

/* ---- datasets ---------------------------------------------------------------------------------------------------- */

/* A number that was never written reads as not-a-number, never as a plausible zero. Bytes are written whole: where
   nothing is to be filled in HDF5 writes them from where they are. */
static hid_t tile_properties(int rank, const hsize_t *tile, bool numbers) {
  double empty = NAN;
  hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
  if (properties < 0) return properties;
  if (H5Pset_chunk(properties, rank, tile) >= 0 && (numbers ? H5Pset_fill_value(properties, H5T_NATIVE_DOUBLE, &empty)
                                                            : H5Pset_fill_time(properties, H5D_FILL_TIME_NEVER)) >= 0)
    return properties;
  H5Pclose(properties);
  return -1;
}

/* tiles are not kept in memory: each is written from the buffer */
static hid_t tile_access(void) {
  hid_t access = H5Pcreate(H5P_DATASET_ACCESS);
  if (access >= 0) H5Pset_chunk_cache(access, 1, 0, 1.0);
  return access;
}

static hid_t make_tiled(hid_t place, const char *name, hid_t type, int rank, hsize_t sizes[2][3]) {
  hsize_t most[3] = {H5S_UNLIMITED, sizes[0][1], sizes[0][2]};
  hid_t space = H5Screate_simple(rank, sizes[0], most);
  hid_t properties = tile_properties(rank, sizes[1], type != H5T_STD_U8LE), access = tile_access();
  hid_t dataset = H5Dcreate2(place, name, type, space, H5P_DEFAULT, properties, access);
  if (access >= 0) H5Pclose(access);
  if (properties >= 0) H5Pclose(properties);
  if (space >= 0) H5Sclose(space);
  return dataset;
}

hid_t trm_result_make_bytes(hid_t place, const char *name, hsize_t chunk) {
  hsize_t sizes[2][3] = {{0}, {chunk}};
  return make_tiled(place, name, H5T_STD_U8LE, 1, sizes);
}

hid_t trm_result_make_series(hid_t place, const char *name, hsize_t chunk_rows, const trm_ResultSeries *series) {
  hsize_t sizes[2][3] = {{0, series->places, series->components}, {chunk_rows, series->tile, series->components}};
  return make_tiled(place, name, series->single ? H5T_IEEE_F32LE : H5T_IEEE_F64LE, series->rank + 1, sizes);
}

/* a dataset of fixed size; NULL for values: they are written later */
static hid_t make_plain(hid_t group, const char *name, hid_t type, int rank, const hsize_t *sizes) {
  hid_t space = H5Screate_simple(rank, sizes, NULL);
  hid_t dataset = H5Dcreate2(group, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  if (space >= 0) H5Sclose(space);
  return dataset;
}

/* ---- names of places --------------------------------------------------------------------------------------------- */

/* Texts that are fetched one by one. */
typedef struct Texts {
  const trm_ResultWriter *writer;
  const trm_ResultHead *head;
  const char *(*get)(const struct Texts *, size_t index);
  size_t count;
  const int *owners; /* numbers of the arrays */
} Texts;

static const char *channel_name(const Texts *texts, size_t i) { return texts->head->channels[i].name; }
static const char *channel_unit(const Texts *texts, size_t i) { return texts->head->channels[i].unit; }
static const char *array_owner(const Texts *texts, size_t i) { return texts->head->arrays[texts->owners[i]].owner; }

static size_t longest(const Texts *texts) {
  size_t most = 1;
  for (size_t i = 0; i < texts->count; i++) {
    size_t length = strlen(texts->get(texts, i));
    if (length > most) most = length;
  }
  return most;
}

static bool write_texts(hid_t dataset, hid_t type, const Texts *texts, size_t length, char *room) {
  hid_t space = H5Dget_space(dataset);
  bool good = space >= 0;
  for (size_t first = 0; good && first < texts->count; first += NAMES_AT_ONCE) {
    size_t count = texts->count - first < NAMES_AT_ONCE ? texts->count - first : NAMES_AT_ONCE;
    memset(room, 0, count * length);
    for (size_t i = 0; i < count; i++) {
      const char *text = texts->get(texts, first + i);
      memcpy(room + i * length, text, strlen(text));
    }
    hsize_t start = first, size = count;
    hid_t memory = H5Screate_simple(1, &size, NULL);
    good = memory >= 0 && H5Sselect_hyperslab(space, H5S_SELECT_SET, &start, NULL, &size, NULL) >= 0 &&
           H5Dwrite(dataset, type, memory, space, H5P_DEFAULT, room) >= 0;
    if (memory >= 0) H5Sclose(memory);
  }
  if (space >= 0) H5Sclose(space);
  return good;
}

/* texts of one length, that of the longest: numbers in the file, which cost no more than their letters */
static bool make_texts(hid_t group, const char *name, const Texts *texts) {
  if (texts->count == 0) return true;
  size_t length = longest(texts);
  hsize_t count = texts->count;
  char *room = trm_alloc(NAMES_AT_ONCE, length);
  hid_t type = trm_hdf5_letters_type(length);
  hid_t dataset = room && type >= 0 ? make_plain(group, name, type, 1, &count) : -1;
  bool good = dataset >= 0 && write_texts(dataset, type, texts, length, room);
  if (dataset >= 0 && H5Dclose(dataset) < 0) good = false;
  if (type >= 0) H5Tclose(type);
  trm_release(room);
  return good;
}

/* of each owner: its first place, and how many there are: one number, or two of which the places are the product */
static bool make_places(const trm_ResultWriter *writer, hid_t group, const Texts *owners) {
  hsize_t sizes[2] = {owners->count, 3};
  int64_t *table = TRM_NEW(int64_t, 3 * owners->count);
  for (size_t i = 0; table && i < owners->count; i++) {
    const trm_ResultArray *array = &owners->head->arrays[owners->owners[i]];
    table[3 * i] = (int64_t)writer->pieces[owners->owners[i] + 1].first;
    table[3 * i + 1] = array->sizes[0];
    table[3 * i + 2] = array->rank == 3 ? array->sizes[1] : 0;
  }
  hid_t dataset = table ? make_plain(group, "places", H5T_STD_I64LE, 2, sizes) : -1;
  bool good = dataset >= 0 && H5Dwrite(dataset, H5T_NATIVE_INT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, table) >= 0;
  if (dataset >= 0 && H5Dclose(dataset) < 0) good = false;
  trm_release(table);
  return good;
}

static bool write_fixed(const trm_ResultWriter *writer, hid_t dataset, const Texts *owners) {
  const trm_ResultSeries *series = &writer->series[writer->pieces[owners->owners[0] + 1].series];
  double *all = TRM_NEW(double, series->places * series->components), *next = all;
  for (size_t i = 0; all && i < owners->count; i++) {
    size_t numbers = writer->pieces[owners->owners[i] + 1].places * series->components;
    memcpy(next, owners->head->arrays[owners->owners[i]].values, numbers * sizeof *next);
    next += numbers;
  }
  bool good = all && H5Dwrite(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, all) >= 0;
  trm_release(all);
  return good;
}

/* ---- all of it --------------------------------------------------------------------------------------------------- */

/* the group and those above it, made where they are not there yet */
static hid_t make_group(hid_t file, const char *name) {
  hid_t properties = H5Pcreate(H5P_LINK_CREATE), group = -1;
  if (properties >= 0 && H5Pset_create_intermediate_group(properties, 1) >= 0)
    group = H5Gcreate2(file, name, properties, H5P_DEFAULT, H5P_DEFAULT);
  if (properties >= 0) H5Pclose(properties);
  return group;
}

static bool make_channels(trm_ResultWriter *writer, const trm_ResultHead *head) {
  trm_ResultSeries *series = &writer->series[0];
  Texts names = {writer, head, channel_name, (size_t)head->channel_count, NULL}, units = names;
  units.get = channel_unit;
  hid_t group = make_group(writer->file, "channels");
  bool good = group >= 0 && make_texts(group, "name", &names) && make_texts(group, "unit", &units);
  if (good && series->places) {
    series->dataset = trm_result_make_series(group, "values", (hsize_t)writer->block_rows, series);
    good = series->dataset >= 0;
  }
  if (group >= 0) H5Gclose(group);
  return good;
}

static hid_t make_values(const trm_ResultWriter *writer, hid_t group, const trm_ResultSeries *series) {
  hsize_t sizes[2] = {series->places, series->components};
  if (!series->fixed) return trm_result_make_series(group, "values", (hsize_t)writer->block_rows, series);
  return make_plain(group, "values", series->single ? H5T_IEEE_F32LE : H5T_IEEE_F64LE, series->rank, sizes);
}

static bool make_array(trm_ResultWriter *writer, trm_ResultSeries *series, const Texts *owners) {
  const char *name = trm_arena_text(&writer->arena, "%s/%s", series->group, series->name);
  hid_t group = name ? make_group(writer->file, name) : -1;
  series->dataset = group >= 0 ? make_values(writer, group, series) : -1;
  bool good = series->dataset >= 0 && trm_result_put_text(writer, series->dataset, "unit", series->unit) &&
              make_texts(group, "owner", owners) && make_places(writer, group, owners) &&
              (!series->fixed || write_fixed(writer, series->dataset, owners));
  if (group >= 0) H5Gclose(group);
  return good;
}

bool trm_result_make_all(trm_ResultWriter *writer, const trm_ResultHead *head) {
  bool good = make_channels(writer, head);
  int *owners = TRM_NEW(int, head->array_count);
  if (!owners) return trm_result_fail_memory(writer), false;
  for (int s = 1; s < writer->series_count && good; s++) {
    size_t count = 0;
    for (int i = 0; i < head->array_count; i++)
      if (writer->pieces[i + 1].series == s) owners[count++] = i;
    Texts texts = {writer, head, array_owner, count, owners};
    good = make_array(writer, &writer->series[s], &texts);
  }
  trm_release(owners);
  return good;
}

/* ---- going on ---------------------------------------------------------------------------------------------------- */

/* the shape of the file's dataset is what was planned; its tiles are what the file has */
static bool open_series(const trm_ResultWriter *writer, trm_ResultSeries *series, hsize_t *tile_rows) {
  char path[300];
  hsize_t size[3] = {0}, most[3] = {0}, tile[3] = {0};
  if (series->fixed || series->places == 0) return true;
  snprintf(path, sizeof path, "%s%s%s/values", series->group, series->name ? "/" : "",
           series->name ? series->name : "");
  hid_t access = tile_access();
  series->dataset = H5Dopen2(writer->file, path, access >= 0 ? access : H5P_DEFAULT);
  if (access >= 0) H5Pclose(access);
  hid_t space = series->dataset >= 0 ? H5Dget_space(series->dataset) : -1;
  hid_t properties = series->dataset >= 0 ? H5Dget_create_plist(series->dataset) : -1;
  int rank = series->rank + 1;
  bool good = space >= 0 && properties >= 0 && H5Sget_simple_extent_ndims(space) == rank &&
              H5Sget_simple_extent_dims(space, size, most) == rank && H5Pget_layout(properties) == H5D_CHUNKED &&
              H5Pget_chunk(properties, rank, tile) == rank && H5Pget_nfilters(properties) == 0 &&
              size[1] == series->places && (series->rank == 1 || size[2] == series->components) && tile[1] > 0 &&
              tile[0] > 0 && tile[0] <= MOST_BLOCK_ROWS && (series->rank == 1 || tile[2] == series->components);
  if (space >= 0) H5Sclose(space);
  if (properties >= 0) H5Pclose(properties);
  if (good) series->tile = (size_t)tile[1], *tile_rows = tile[0];
  return good;
}

bool trm_result_open_all(trm_ResultWriter *writer) {
  hsize_t rows = 0, own;
  size_t numbers = 0;
  for (int i = 0; i < writer->series_count; i++) {
    trm_ResultSeries *series = &writer->series[i];
    own = rows;
    if (!open_series(writer, series, &own) || (rows > 0 && own != rows)) return false;
    rows = own;
    series->block = numbers;
    if (!series->fixed) numbers += series->places * series->components;
  }
  if (rows == 0) return true; /* nothing but times */
  writer->block_rows = (int)rows;
  writer->times = TRM_ARENA_NEW(&writer->arena, double, rows);
  writer->buffer = trm_arena_alloc(&writer->arena, (size_t)rows * numbers, sizeof(double));
  for (int i = 0; i < writer->series_count; i++) writer->series[i].block *= (size_t)rows;
  return !writer->arena.failed;
}

/* ---- rows -------------------------------------------------------------------------------------------------------- */

/* the part of a row that begins at place `first` of its series, into the tiles of the block */
static void put_piece(trm_ResultWriter *writer, const trm_ResultPiece *piece, size_t row, const double *values) {
  const trm_ResultSeries *series = &writer->series[piece->series];
  double *block = writer->buffer + series->block;
  for (size_t place = piece->first, end = piece->first + piece->places; place < end;) {
    size_t start = place - place % series->tile;
    size_t width = series->places - start < series->tile ? series->places - start : series->tile;
    size_t stop = start + width < end ? start + width : end, numbers = (stop - place) * series->components;
    memcpy(block + ((size_t)writer->block_rows * start + row * width + place - start) * series->components, values,
           numbers * sizeof *values);
    values += numbers;
    place = stop;
  }
}

void trm_result_put_row(trm_ResultWriter *writer, int row, const double *values) {
  for (int i = 0; i < writer->piece_count; i++) {
    const trm_ResultSeries *series = &writer->series[writer->pieces[i].series];
    if (series->fixed || writer->pieces[i].places == 0) continue;
    put_piece(writer, &writer->pieces[i], (size_t)row, values);
    values += writer->pieces[i].places * series->components;
  }
}

/* Bytes of single numbers that are converted at a time. HDF5 clears so many for each call, by itself a megabyte, which
   is more than a tile of a few rows has. */
enum { CONVERTED = 1 << 14 };

/* Negative on failure. */
static hid_t conversion(const trm_ResultSeries *series) {
  hid_t transfer = series->single ? H5Pcreate(H5P_DATASET_XFER) : H5P_DEFAULT;
  if (!series->single || transfer < 0 || H5Pset_buffer(transfer, CONVERTED, NULL, NULL) >= 0) return transfer;
  H5Pclose(transfer);
  return -1;
}

/* Where a tile goes, and how. */
typedef struct Target {
  hid_t space, transfer;
} Target;

static bool write_tile(const trm_ResultWriter *writer, const trm_ResultSeries *series, Target target, size_t start,
                       const double *values) {
  size_t width = series->places - start < series->tile ? series->places - start : series->tile;
  hsize_t from[3] = {(hsize_t)writer->written, start, 0},
          count[3] = {(hsize_t)writer->buffered, width, series->components};
  hid_t memory = H5Screate_simple(series->rank + 1, count, NULL);
  bool good = memory >= 0 && H5Sselect_hyperslab(target.space, H5S_SELECT_SET, from, NULL, count, NULL) >= 0 &&
              H5Dwrite(series->dataset, H5T_NATIVE_DOUBLE, memory, target.space, target.transfer,
                       values + (size_t)writer->block_rows * start * series->components) >= 0;
  if (memory >= 0) H5Sclose(memory);
  return good;
}

bool trm_result_write_series(const trm_ResultWriter *writer, const trm_ResultSeries *series, const double *values) {
  hsize_t size[3] = {(hsize_t)(writer->written + writer->buffered), series->places, series->components};
  if (series->fixed || series->places == 0) return true;
  if (H5Dset_extent(series->dataset, size) < 0) return false;
  Target target = {H5Dget_space(series->dataset), conversion(series)};
  bool good = target.space >= 0 && target.transfer >= 0;
  for (size_t start = 0; good && start < series->places; start += series->tile)
    good = write_tile(writer, series, target, start, values);
  if (target.transfer > H5P_DEFAULT) H5Pclose(target.transfer);
  if (target.space >= 0) H5Sclose(target.space);
  return good;
}
