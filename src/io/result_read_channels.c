/* Channels of a result file: their names, and columns of the table /channels/values, of which only the tiles are read
   that hold some of what is wanted. */
#include <stdlib.h>
#include <string.h>
#include "io/result_reader.h"

enum {
  READ_NUMBERS = 1 << 17,     /* at a time */
  MOST_TILE_NUMBERS = 1 << 22 /* a tile that is larger was not made by this program: it is read in parts */
};

/* ---- names ------------------------------------------------------------------------------------------------------- */

/* a name and the channels it is looked up in, for sorting and searching numbers */
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
    for (int i = 0; i < results->count; i++) keys[i] = (NameKey){results->channels[i].name, i};
    qsort(keys, count, sizeof *keys, compare_names);
    for (int i = 0; i < results->count; i++) results->by_name[i] = keys[i].number;
  }
  trm_release(keys);
  return good || trm_results_no_memory(results);
}

/* how the table is cut; a file that was packed by another program may not be */
static void read_tiles(trm_Results *results) {
  hsize_t tile[2] = {0, 0};
  hid_t properties = H5Dget_create_plist(results->values);
  bool tiled = properties >= 0 && H5Pget_layout(properties) == H5D_CHUNKED && H5Pget_chunk(properties, 2, tile) == 2;
  if (properties >= 0) H5Pclose(properties);
  tiled = tiled && tile[0] >= 1 && tile[1] >= 1 && tile[0] < MOST_TILE_NUMBERS && tile[1] < MOST_TILE_NUMBERS &&
          tile[0] * tile[1] <= MOST_TILE_NUMBERS;
  results->tile_rows = tiled ? (int64_t)tile[0] : 256;
  results->tile_columns = tiled ? (int64_t)tile[1] : 32;
  int64_t tiles = READ_NUMBERS / (results->tile_rows * results->tile_columns);
  if (tiles > 1) results->tile_rows *= tiles;
}

static bool open_values(trm_Results *results, int64_t count) {
  hsize_t sizes[2];
  results->values = trm_results_dataset(results, "channels/values");
  if (results->values < 0 || !trm_results_shape(results->values, 2, sizes) || (int64_t)sizes[1] != count)
    return trm_results_damaged(results, "the table of channels is not there, or has not a column for each of them");
  if ((int64_t)sizes[0] < results->rows) results->rows = (int64_t)sizes[0];
  read_tiles(results);
  return true;
}

bool trm_results_read_names(trm_Results *results) {
  int64_t count = 0, units = 0;
  if (H5Lexists(results->file, "channels", H5P_DEFAULT) <= 0) return trm_results_damaged(results, "it has no channels");
  if (H5Lexists(results->file, "channels/name", H5P_DEFAULT) == 0) return index_names(results); /* none at all */
  const char **names = trm_results_texts(results, "channels/name", &count);
  const char **own = trm_results_texts(results, "channels/unit", &units);
  if (results->arena.failed) return trm_results_no_memory(results);
  if (!names || !own || count != units || count > INT32_MAX)
    return trm_results_damaged(results, "the names and units of the channels cannot be read");
  results->channels = TRM_ARENA_NEW(&results->arena, trm_Channel, count);
  if (!results->channels) return trm_results_no_memory(results);
  results->count = (int)count;
  for (int i = 0; i < results->count; i++) {
    results->channels[i] = (trm_Channel){names[i], own[i]};
    if (!trm_result_channel_name(names[i])) return trm_results_damaged(results, "a channel has a name that cannot be");
  }
  return open_values(results, count) && index_names(results);
}

int64_t trm_results_rows(const trm_Results *results) { return results->rows; }
int trm_results_channel_count(const trm_Results *results) { return results->count; }

trm_Channel trm_results_channel(const trm_Results *results, int index) {
  if (index < 0 || index >= results->count) return (trm_Channel){"", ""};
  return results->channels[index];
}

int trm_results_find_channel(const trm_Results *results, const char *name) {
  int low = 0, high = results->count;
  while (low < high) {
    int middle = low + (high - low) / 2, number = results->by_name[middle];
    int order = strcmp(name, results->channels[number].name);
    if (order == 0) return number;
    if (order < 0)
      high = middle;
    else
      low = middle + 1;
  }
  return -1;
}

/* ---- columns ----------------------------------------------------------------------------------------------------- */

/* A column that is wanted, and where its numbers go. */
typedef struct Wanted {
  int channel, place;
} Wanted;

/* What is wanted of these columns. For one call. */
typedef struct Request {
  trm_Results *results;
  trm_RowRange rows;
  double *values; /* column by column */
  double *room;   /* for a tile */
} Request;

static int compare_wanted(const void *first, const void *second) {
  const Wanted *a = first, *b = second;
  return a->channel != b->channel ? a->channel - b->channel : a->place - b->place;
}

static bool read_part(trm_Results *results, const hsize_t start[2], const hsize_t count[2], double *room) {
  hid_t dataset = results->values;
  trm_ReadBox box = {{start[0], start[1]}, {count[0], count[1]}};
  if (!trm_results_unpack(results, "channels/values", dataset, &box)) return false;
  hid_t space = H5Dget_space(dataset), memory = H5Screate_simple(2, count, NULL);
  bool good = space >= 0 && memory >= 0 && H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, count, NULL) >= 0 &&
              H5Dread(dataset, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, room) >= 0;
  if (memory >= 0) H5Sclose(memory);
  if (space >= 0) H5Sclose(space);
  return good;
}

/* `taken` rows from the one numbered `skip` among those wanted, of columns that lie in one tile: sorted, `count` of
   them */
static bool read_block(const Request *request, const Wanted *wanted, int count, int64_t skip, int64_t taken) {
  trm_RowRange rows = request->rows;
  int first = wanted[0].channel, width = wanted[count - 1].channel - first + 1;
  int64_t row = rows.first + skip * rows.stride, height = (taken - 1) * rows.stride + 1;
  hsize_t start[2] = {(hsize_t)row, (hsize_t)first}, size[2] = {(hsize_t)height, (hsize_t)width};
  if (!read_part(request->results, start, size, request->room)) return false;
  for (int i = 0; i < count; i++) {
    const double *column = request->room + (wanted[i].channel - first);
    double *out = request->values + (int64_t)wanted[i].place * rows.count + skip;
    for (int64_t r = 0; r < taken; r++) out[r] = column[r * rows.stride * width];
  }
  return true;
}

/* columns that lie in one tile, block by block of its rows */
static bool read_strip(const Request *request, const Wanted *wanted, int count) {
  trm_RowRange rows = request->rows;
  int64_t block = request->results->tile_rows;
  for (int64_t i = 0; i < rows.count;) {
    int64_t row = rows.first + i * rows.stride, end = (row / block + 1) * block;
    int64_t taken = (end - row + rows.stride - 1) / rows.stride;
    if (taken > rows.count - i) taken = rows.count - i;
    if (!read_block(request, wanted, count, i, taken)) return false;
    i += taken;
  }
  return true;
}

static trm_Status read_columns(Request *request, const Wanted *wanted, int count) {
  int64_t columns = request->results->tile_columns;
  request->room = TRM_NEW(double, request->results->tile_rows *columns);
  if (!request->room) return TRM_NO_MEMORY;
  bool good = true;
  for (int i = 0, next; i < count && good; i = next) {
    int64_t tile = wanted[i].channel / columns;
    for (next = i + 1; next < count && wanted[next].channel / columns == tile;) next++;
    good = read_strip(request, wanted + i, next - i);
  }
  trm_release(request->room);
  return good ? TRM_OK : TRM_FILE_ERROR;
}

static bool read_time(const trm_Results *results, trm_RowRange rows, double *values) {
  hid_t dataset = trm_results_dataset(results, "time"), space = dataset >= 0 ? H5Dget_space(dataset) : -1;
  hsize_t start = (hsize_t)rows.first, stride = (hsize_t)rows.stride, count = (hsize_t)rows.count;
  hid_t memory = H5Screate_simple(1, &count, NULL);
  bool good = space >= 0 && memory >= 0 &&
              H5Sselect_hyperslab(space, H5S_SELECT_SET, &start, &stride, &count, NULL) >= 0 &&
              H5Dread(dataset, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, values) >= 0;
  if (memory >= 0) H5Sclose(memory);
  if (space >= 0) H5Sclose(space);
  if (dataset >= 0) H5Dclose(dataset);
  return good;
}

/* times at once, the others sorted by column */
static trm_Status read_all(Request *request, const int *channels, int count, Wanted *wanted) {
  int others = 0;
  for (int i = 0; i < count; i++) {
    if (channels[i] >= 0)
      wanted[others++] = (Wanted){channels[i], i};
    else if (!read_time(request->results, request->rows, request->values + (int64_t)i * request->rows.count))
      return TRM_FILE_ERROR;
  }
  if (others == 0) return TRM_OK;
  qsort(wanted, (size_t)others, sizeof *wanted, compare_wanted);
  return read_columns(request, wanted, others);
}

bool trm_results_has_rows(const trm_Results *results, trm_RowRange rows) {
  if (rows.count < 0 || rows.first < 0 || rows.stride < 1) return false;
  if (rows.count == 0) return true;
  return rows.first < results->rows && rows.count - 1 <= (results->rows - 1 - rows.first) / rows.stride;
}

trm_Status trm_results_read_channels(trm_Results *results, const int *channels, int count, trm_RowRange rows,
                                     double *values) {
  if (count < 0 || !trm_results_has_rows(results, rows)) return TRM_BAD_ARGUMENT;
  for (int i = 0; i < count; i++)
    if (channels[i] < -1 || channels[i] >= results->count) return TRM_BAD_ARGUMENT;
  if (rows.count == 0 || count == 0) return TRM_OK;
  Wanted *wanted = trm_hdf5_has_room(results->room) ? TRM_NEW(Wanted, count) : NULL;
  if (!wanted) return TRM_NO_MEMORY;
  Request request = {results, rows, values, NULL};
  trm_Hdf5Quiet quiet;
  trm_hdf5_quiet(&quiet);
  trm_Status status = read_all(&request, channels, count, wanted);
  if (status == TRM_FILE_ERROR && trm_hdf5_lacked_memory()) status = TRM_NO_MEMORY;
  trm_hdf5_restore(&quiet);
  trm_release(wanted);
  return status;
}

trm_Status trm_results_read(trm_Results *results, int channel, double *values) {
  return trm_results_read_channels(results, &channel, 1, (trm_RowRange){0, results->rows, 1}, values);
}
