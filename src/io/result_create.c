/* A new result file: which channel goes where, and the parts of the file before its first row. */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "io/result_file.h"
#include "io/result_writer.h"

enum {
  MOST_BLOCK_ROWS = 256,
  LEAST_BLOCK_ROWS = 8,
  BLOCK_NUMBERS = 1 << 19, /* aim of rows x channels of a block: 4 MB */
  TEMPORARY_ATTEMPTS = 100
};

static const char conventions[] =
    "SI units; angles in rad. Row i of every dataset under /channels belongs to /time[i]. "
    "A channel <entry>.<quantity>.<component> is a column of /channels/<entry>/<quantity>; the attribute components "
    "names the columns (\"\" for a quantity without components), unit holds for all of them. "
    "Unless an output of the model asks for another frame: positions, velocities, accelerations and angular velocities "
    "are in world axes; the position of a body or beam is its centre of mass; a quaternion (w, x, y, z) turns the "
    "world's axes "
    "into those of the body or marker; angular momentum is about the origin. "
    "A joint's coordinate is the motion of its second body relative to the first; a .rate is its time derivative; a "
    ".drive is the force or moment that the prescribed motion exerts in the coordinate's direction. "
    "Reactions (force, moment) are what a joint exerts on its second body at the joint's point (that of the second "
    "body "
    "where the two differ), along the joint's axes carried by the first body, at the row's own time. "
    "energy.total = kinetic + potential + spring + strain. Ledger: residual = stored - start - load-work - drive-work "
    "+ dissipated + numerical; each term is computed on its own.";

/* ---- which channel goes where ------------------------------------------------------------------------------------ */

typedef struct Placed {
  trm_ResultPlace place;
  int channel;
} Placed;

static int compare_places(const void *first, const void *second) {
  const Placed *a = first, *b = second;
  int order = strcmp(a->place.group, b->place.group);
  if (order == 0) order = strcmp(a->place.dataset, b->place.dataset);
  return order ? order : a->channel - b->channel;
}

static bool same_dataset(const Placed *a, const Placed *b) {
  return strcmp(a->place.group, b->place.group) == 0 && strcmp(a->place.dataset, b->place.dataset) == 0;
}

static trm_Status refuse(trm_ResultWriter *writer, const char *channel, const char *why) {
  writer->failed = true;
  return trm_result_error(writer->diagnostics, writer->path.shown, TRM_BAD_ARGUMENT, "channel \"%s\" %s", channel, why);
}

/* one more column of the last quantity */
static trm_Status add_column(trm_ResultWriter *writer, const Placed *placed, const trm_Channel *channel) {
  trm_ResultQuantity *quantity = &writer->quantities[writer->quantity_count - 1];
  for (int i = 0; i < quantity->columns; i++)
    if (strcmp(quantity->components[i], placed->place.component) == 0)
      return refuse(writer, channel->name, "exists twice");
  if (strcmp(quantity->unit, channel->unit) != 0)
    return refuse(writer, channel->name, "has another unit than the other components of its quantity");
  quantity->components[quantity->columns] = placed->place.component;
  quantity->order[quantity->columns] = placed->channel;
  quantity->columns++;
  return TRM_OK;
}

static trm_Status place_all(trm_ResultWriter *writer, const trm_ResultHead *head, Placed *placed) {
  for (int i = 0; i < head->channel_count; i++) {
    placed[i].channel = i;
    /* the component's letter is part of the name, which must live as long as the writer */
    const char *name = trm_arena_copy(&writer->arena, head->channels[i].name, strlen(head->channels[i].name));
    if (!name) return trm_result_fail_memory(writer);
    if (trm_result_place(&writer->arena, name, &placed[i].place)) continue;
    if (writer->arena.failed) return trm_result_fail_memory(writer);
    return refuse(writer, name, "is not named <entry>.<quantity>");
  }
  return TRM_OK;
}

static trm_Status collect_quantities(trm_ResultWriter *writer, const trm_ResultHead *head, Placed *placed) {
  int count = head->channel_count;
  trm_Status status = place_all(writer, head, placed);
  if (status != TRM_OK) return status;
  if (count) qsort(placed, (size_t)count, sizeof *placed, compare_places);
  writer->quantities = TRM_ARENA_NEW(&writer->arena, trm_ResultQuantity, count);
  if (!writer->quantities) return trm_result_fail_memory(writer);
  for (int i = 0; i < count && status == TRM_OK; i++) {
    const trm_Channel *channel = &head->channels[placed[i].channel];
    if (i == 0 || !same_dataset(&placed[i], &placed[i - 1])) {
      trm_ResultQuantity *quantity = &writer->quantities[writer->quantity_count++];
      quantity->group = placed[i].place.group;
      quantity->name = placed[i].place.dataset;
      quantity->unit = trm_arena_copy(&writer->arena, channel->unit, strlen(channel->unit));
      if (!quantity->unit) return trm_result_fail_memory(writer);
    }
    status = add_column(writer, &placed[i], channel);
  }
  return status;
}

/* the buffer holds a block of rows, ordered as the datasets are, so that each is written from one piece of memory */
static trm_Status make_buffer(trm_ResultWriter *writer) {
  size_t numbers = (size_t)writer->channel_count, used = 0;
  for (int i = 0; i < writer->block_count; i++) numbers += writer->blocks[i].numbers;
  size_t rows = BLOCK_NUMBERS / (numbers ? numbers : 1);
  size_t block = rows > MOST_BLOCK_ROWS ? MOST_BLOCK_ROWS : rows < LEAST_BLOCK_ROWS ? LEAST_BLOCK_ROWS : rows;
  writer->block_rows = (int)block;
  writer->times = TRM_ARENA_NEW(&writer->arena, double, block);
  writer->buffer = trm_arena_alloc(&writer->arena, block * numbers, sizeof(double));
  writer->slots = TRM_ARENA_NEW(&writer->arena, trm_ResultSlot, writer->channel_count);
  if (writer->arena.failed) return trm_result_fail_memory(writer);
  for (int i = 0; i < writer->quantity_count; i++) {
    trm_ResultQuantity *quantity = &writer->quantities[i];
    quantity->block = used;
    for (int j = 0; j < quantity->columns; j++)
      writer->slots[quantity->order[j]] = (trm_ResultSlot){used + (size_t)j, (size_t)quantity->columns};
    used += block * (size_t)quantity->columns;
  }
  for (int i = 0; i < writer->block_count; i++) {
    writer->blocks[i].block = used;
    used += block * writer->blocks[i].numbers;
  }
  return TRM_OK;
}

static trm_Status plan(trm_ResultWriter *writer, const trm_ResultHead *head) {
  Placed *placed = TRM_NEW(Placed, head->channel_count);
  if (!placed) return trm_result_fail_memory(writer);
  writer->channel_count = head->channel_count;
  trm_Status status = collect_quantities(writer, head, placed);
  trm_release(placed);
  if (status == TRM_OK) status = trm_result_plan_arrays(writer, head);
  return status == TRM_OK ? make_buffer(writer) : status;
}

/* ---- the parts of the file --------------------------------------------------------------------------------------- */

static bool make_group(hid_t place, const char *name) {
  hid_t group = H5Gcreate2(place, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  return group >= 0 && H5Gclose(group) >= 0;
}

bool trm_result_make_text(const trm_ResultWriter *writer, const char *name, const char *text) {
  hid_t space = H5Screate(H5S_SCALAR);
  hid_t dataset = H5Dcreate2(writer->file, name, writer->text_type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  bool good = dataset >= 0 && H5Dwrite(dataset, writer->text_type, H5S_ALL, H5S_ALL, H5P_DEFAULT, &text) >= 0;
  if (dataset >= 0 && H5Dclose(dataset) < 0) good = false;
  if (space >= 0) H5Sclose(space);
  return good;
}

/* a place that was never written reads as not-a-number, never as a plausible zero */
static hid_t series_properties(int rank, const hsize_t *chunk) {
  double empty = NAN;
  hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
  if (properties < 0) return properties;
  if (H5Pset_chunk(properties, rank, chunk) >= 0 && H5Pset_fill_value(properties, H5T_NATIVE_DOUBLE, &empty) >= 0)
    return properties;
  H5Pclose(properties);
  return -1;
}

/* the cache holds the chunk that is being filled and its successor */
static hid_t series_access(size_t chunk_bytes) {
  hid_t access = H5Pcreate(H5P_DATASET_ACCESS);
  if (access >= 0) H5Pset_chunk_cache(access, 11, 2 * chunk_bytes, 1.0);
  return access;
}

hid_t trm_result_make_series(hid_t place, const char *name, hsize_t chunk_rows, const trm_ResultRow *row) {
  int rank = row->rank + 1;
  hsize_t none[4] = {0}, most[4] = {H5S_UNLIMITED}, chunk[4] = {chunk_rows};
  size_t bytes = (size_t)chunk_rows * sizeof(double);
  for (int i = 1; i < rank; i++) {
    none[i] = most[i] = chunk[i] = row->sizes[i - 1];
    bytes *= (size_t)chunk[i];
  }
  hid_t space = H5Screate_simple(rank, none, most);
  hid_t properties = series_properties(rank, chunk);
  hid_t access = series_access(bytes);
  hid_t type = row->single ? H5T_IEEE_F32LE : H5T_IEEE_F64LE;
  hid_t dataset = H5Dcreate2(place, name, type, space, H5P_DEFAULT, properties, access);
  if (access >= 0) H5Pclose(access);
  if (properties >= 0) H5Pclose(properties);
  if (space >= 0) H5Sclose(space);
  return dataset;
}

static bool make_quantity(const trm_ResultWriter *writer, hid_t group, trm_ResultQuantity *quantity) {
  hsize_t columns = (hsize_t)quantity->columns;
  trm_ResultRow row = {.rank = 1, .sizes = {columns}};
  hid_t dataset = trm_result_make_series(group, quantity->name, (hsize_t)writer->block_rows, &row);
  quantity->dataset = dataset;
  return dataset >= 0 && trm_result_put_text(writer, dataset, "unit", quantity->unit) &&
         trm_result_put(dataset, "components", writer->text_type, columns, quantity->components) &&
         trm_result_put(dataset, "order", H5T_NATIVE_INT64, columns, quantity->order);
}

static bool make_channels(trm_ResultWriter *writer) {
  hid_t channels = H5Gcreate2(writer->file, "channels", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), group = -1;
  bool good = channels >= 0;
  for (int i = 0; good && i < writer->quantity_count; i++) {
    trm_ResultQuantity *quantity = &writer->quantities[i];
    if (i == 0 || strcmp(quantity->group, writer->quantities[i - 1].group) != 0) {
      if (group >= 0) H5Gclose(group);
      group = H5Gcreate2(channels, quantity->group, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    }
    good = group >= 0 && make_quantity(writer, group, quantity);
  }
  if (group >= 0) H5Gclose(group);
  if (channels >= 0) H5Gclose(channels);
  return good;
}

static bool make_root(const trm_ResultWriter *writer, const trm_ResultHead *head) {
  hid_t root = writer->file;
  return trm_result_put_text(writer, root, "format", "trammel") &&
         trm_result_put_integer(root, "format_version", TRM_RESULT_VERSION) &&
         trm_result_put_text(writer, root, "version", head->program_version) &&
         trm_result_put_text(writer, root, "title", head->title) &&
         trm_result_put_text(writer, root, "status", "unfinished") &&
         trm_result_put_text(writer, root, "conventions", conventions) && trm_result_put_integer(root, "rows", 0);
}

/* of a static analysis it is no time */
static bool put_time(const trm_ResultWriter *writer, const char *meaning) {
  const char *name = meaning ? meaning : "time";
  return trm_result_put_text(writer, writer->time, "unit", strcmp(name, "time") == 0 ? "s" : "1") &&
         trm_result_put_text(writer, writer->time, "meaning", name);
}

static bool make_contents(trm_ResultWriter *writer, const trm_ResultHead *head) {
  trm_Summary nothing = {0};
  trm_ResultRow number = {.rank = 0};
  bool good = make_root(writer, head) && make_group(writer->file, "model") &&
              trm_result_make_text(writer, "model/text", head->model) &&
              trm_result_make_text(writer, "model/geometry", head->geometry) &&
              (!head->doctor || trm_result_make_text(writer, "model/doctor", head->doctor)) &&
              make_group(writer->file, "summary") && trm_result_put_summary(writer, &nothing);
  if (!good) return false;
  writer->checkpoint_group = H5Gcreate2(writer->file, "checkpoint", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  writer->time = trm_result_make_series(writer->file, "time", (hsize_t)writer->block_rows, &number);
  return writer->checkpoint_group >= 0 && trm_result_put_integer(writer->checkpoint_group, "current", -1) &&
         writer->time >= 0 && put_time(writer, head->time_meaning) && make_channels(writer) &&
         trm_result_make_arrays(writer, head) && H5Fflush(writer->file, H5F_SCOPE_LOCAL) >= 0;
}

/* metadata are written in flushes only, never because the cache is full */
static bool keep_metadata(hid_t access) {
  H5AC_cache_config_t cache = {.version = H5AC__CURR_CACHE_CONFIG_VERSION};
  if (H5Pget_mdc_config(access, &cache) < 0) return false;
  cache.evictions_enabled = 0;
  cache.incr_mode = H5C_incr__off;
  cache.flash_incr_mode = H5C_flash_incr__off;
  cache.decr_mode = H5C_decr__off;
  return H5Pset_mdc_config(access, &cache) >= 0;
}

/* A name that is taken (by a process of the same number that was killed) is passed over. Returns errno, of which HDF5
   keeps nothing. */
static int make_under_free_name(trm_ResultWriter *writer, hid_t access) {
  for (int attempt = 1; attempt <= TEMPORARY_ATTEMPTS; attempt++) {
    if (faccessat(AT_FDCWD, writer->path.temporary, F_OK, AT_SYMLINK_NOFOLLOW) != 0) {
      errno = 0;
      writer->file = H5Fcreate(writer->path.temporary, H5F_ACC_EXCL, H5P_DEFAULT, access);
      return errno;
    }
    if (trm_result_path_next(&writer->arena, &writer->path, attempt) != TRM_OK) return ENOMEM;
  }
  return EEXIST;
}

static trm_Status make_file(trm_ResultWriter *writer) {
  hid_t access = writer->access = trm_hdf5_access();
  int error = 0;
  if (access >= 0 && keep_metadata(access) && trm_result_file_use(access) >= 0)
    error = make_under_free_name(writer, access);
  writer->created = writer->file >= 0;
  if (writer->created) return TRM_OK;
  writer->failed = error != 0;
  if (error)
    trm_result_error(writer->diagnostics, writer->path.shown, TRM_FILE_ERROR, "cannot be written: %s", strerror(error));
  return trm_result_fail(writer);
}

static trm_Status create(trm_ResultWriter *writer, const char *path, bool overwrite, const trm_ResultHead *head) {
  trm_Status status = trm_result_allowed(path, overwrite, writer->diagnostics);
  if (status != TRM_OK) return status;
  if (trm_result_path(&writer->arena, path, overwrite, &writer->path) != TRM_OK) return trm_result_fail_memory(writer);
  status = plan(writer, head);
  if (status != TRM_OK) return status;
  writer->text_type = trm_hdf5_text_type();
  if (writer->text_type < 0) return trm_result_fail(writer);
  status = make_file(writer);
  if (status != TRM_OK) return status;
  return make_contents(writer, head) && !trm_result_file_error(writer->file) ? TRM_OK : trm_result_fail(writer);
}

trm_ResultWriter *trm_result_create(const char *path, bool overwrite, const trm_ResultHead *head,
                                    trm_Diagnostics *diagnostics) {
  trm_ResultWriter *writer = TRM_NEW(trm_ResultWriter, 1);
  if (!writer) {
    trm_result_error(diagnostics, path, TRM_NO_MEMORY, "%s", trm_status_text(TRM_NO_MEMORY));
    return NULL;
  }
  writer->diagnostics = diagnostics;
  writer->path.shown = path;
  writer->file = writer->access = writer->text_type = writer->time = writer->checkpoint_group = -1;
  for (int i = 0; i < TRM_RESULT_CHECKPOINTS; i++) writer->checkpoints[i] = -1;
  writer->checkpoint_slot = -1;
  trm_Hdf5Quiet before = trm_hdf5_quiet();
  trm_Status status = create(writer, path, overwrite, head);
  trm_hdf5_restore(before);
  if (status == TRM_OK) return writer;
  trm_result_close(writer, NULL);
  return NULL;
}
