/* A finished result file made smaller, or as it was: the same objects, the tiles of its numbers deflated or not. While
   a run goes on tiles are not: rows are then added to a tile without moving it, and whoever kills the writer finds
   them. The copy replaces the file when it is whole. */
#include <errno.h>
#include <string.h>
#include <unistd.h>
#include "io/result_file.h"
#include "io/result_writer.h"

enum { LEVEL = 4 }; /* of deflate: higher ones gain little and take long */

/* What the links of one group lead to, and the group that it becomes. */
typedef struct Copying {
  hid_t to;
  bool compress;
} Copying;

/* ---- attributes -------------------------------------------------------------------------------------------------- */

static herr_t copy_attribute(hid_t from, const char *name, const H5A_info_t *facts, void *user) {
  (void)facts;
  hid_t source = H5Aopen(from, name, H5P_DEFAULT), type = source >= 0 ? H5Aget_type(source) : -1;
  hid_t space = source >= 0 ? H5Aget_space(source) : -1;
  hid_t to = *(const hid_t *)user, target = H5Acreate2(to, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
  hssize_t count = space >= 0 ? H5Sget_simple_extent_npoints(space) : 0;
  void *values = target >= 0 && count > 0 ? trm_alloc((size_t)count, H5Tget_size(type)) : NULL;
  bool good = values && H5Aread(source, type, values) >= 0;
  if (good) good = H5Awrite(target, type, values) >= 0;
  if (values && H5Tis_variable_str(type) > 0) H5Dvlen_reclaim(type, space, H5P_DEFAULT, values);
  trm_release(values);
  if (target >= 0 && H5Aclose(target) < 0) good = false;
  if (space >= 0) H5Sclose(space);
  if (type >= 0) H5Tclose(type);
  if (source >= 0) H5Aclose(source);
  return good ? 0 : -1;
}

static bool copy_attributes(hid_t from, hid_t to) {
  return H5Aiterate2(from, H5_INDEX_NAME, H5_ITER_NATIVE, NULL, copy_attribute, &to) >= 0;
}

/* ---- rows -------------------------------------------------------------------------------------------------------- */

/* Rows of a dataset, of any rank up to 3. */
typedef struct Rows {
  int rank;
  hsize_t sizes[3], tile[3];
} Rows;

/* false: it has no tiles, and is copied as it is */
static bool has_rows(hid_t dataset, Rows *rows) {
  hsize_t most[3];
  hid_t space = H5Dget_space(dataset), properties = H5Dget_create_plist(dataset), type = H5Dget_type(dataset);
  rows->rank = space >= 0 ? H5Sget_simple_extent_ndims(space) : 0;
  bool good = rows->rank >= 2 && rows->rank <= 3 && type >= 0 && H5Tget_class(type) == H5T_FLOAT &&
              H5Sget_simple_extent_dims(space, rows->sizes, most) == rows->rank && most[0] == H5S_UNLIMITED &&
              properties >= 0 && H5Pget_layout(properties) == H5D_CHUNKED &&
              H5Pget_chunk(properties, rows->rank, rows->tile) == rows->rank;
  if (space >= 0) H5Sclose(space);
  if (properties >= 0) H5Pclose(properties);
  if (type >= 0) H5Tclose(type);
  return good;
}

/* the rows of one row of tiles */
static bool copy_band(hid_t from, hid_t to, hid_t type, const Rows *rows, hsize_t first, void *room) {
  hsize_t start[3] = {first}, count[3] = {rows->tile[0], rows->sizes[1], rows->sizes[2]};
  if (count[0] > rows->sizes[0] - first) count[0] = rows->sizes[0] - first;
  hid_t memory = H5Screate_simple(rows->rank, count, NULL), space = H5Dget_space(from), other = H5Dget_space(to);
  bool good = memory >= 0 && H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, count, NULL) >= 0 &&
              H5Sselect_hyperslab(other, H5S_SELECT_SET, start, NULL, count, NULL) >= 0 &&
              H5Dread(from, type, memory, space, H5P_DEFAULT, room) >= 0 &&
              H5Dwrite(to, type, memory, other, H5P_DEFAULT, room) >= 0;
  if (memory >= 0) H5Sclose(memory);
  if (space >= 0) H5Sclose(space);
  if (other >= 0) H5Sclose(other);
  return good;
}

static bool copy_bands(hid_t from, hid_t to, const Rows *rows) {
  hid_t type = H5Dget_type(from);
  size_t numbers = (size_t)(rows->tile[0] * rows->sizes[1] * (rows->rank == 3 ? rows->sizes[2] : 1));
  void *room = type >= 0 ? trm_alloc(numbers, H5Tget_size(type)) : NULL;
  bool good = room != NULL;
  for (hsize_t first = 0; good && first < rows->sizes[0]; first += rows->tile[0])
    good = copy_band(from, to, type, rows, first, room);
  trm_release(room);
  if (type >= 0) H5Tclose(type);
  return good;
}

static hid_t new_properties(hid_t from, bool compress) {
  hid_t properties = H5Dget_create_plist(from);
  bool good = properties >= 0 && H5Premove_filter(properties, H5Z_FILTER_ALL) >= 0 &&
              (!compress || (H5Pset_shuffle(properties) >= 0 && H5Pset_deflate(properties, LEVEL) >= 0));
  if (good || properties < 0) return properties;
  H5Pclose(properties);
  return -1;
}

static bool copy_rows(hid_t from, const Copying *copying, const char *name, const Rows *rows) {
  hid_t type = H5Dget_type(from), space = H5Dget_space(from), properties = new_properties(from, copying->compress);
  hid_t dataset = H5Dcreate2(copying->to, name, type, space, H5P_DEFAULT, properties, H5P_DEFAULT);
  bool good = dataset >= 0 && copy_attributes(from, dataset) && copy_bands(from, dataset, rows);
  if (dataset >= 0 && H5Dclose(dataset) < 0) good = false;
  if (properties >= 0) H5Pclose(properties);
  if (space >= 0) H5Sclose(space);
  if (type >= 0) H5Tclose(type);
  return good;
}

/* ---- objects ----------------------------------------------------------------------------------------------------- */

static bool copy_group(hid_t from, hid_t to, bool compress);

static bool copy_dataset(hid_t place, const char *name, const Copying *copying) {
  Rows rows;
  hid_t dataset = H5Dopen2(place, name, H5P_DEFAULT);
  bool good = dataset >= 0;
  if (good)
    good = has_rows(dataset, &rows) ? copy_rows(dataset, copying, name, &rows)
                                    : H5Ocopy(place, name, copying->to, name, H5P_DEFAULT, H5P_DEFAULT) >= 0;
  if (dataset >= 0) H5Dclose(dataset);
  return good;
}

static herr_t copy_link(hid_t place, const char *name, const H5L_info_t *link, void *user) {
  const Copying *copying = user;
  H5O_info_t facts;
  if (link->type != H5L_TYPE_HARD) return -1;
  if (H5Oget_info_by_name(place, name, &facts, H5P_DEFAULT) < 0) return -1;
  if (facts.type == H5O_TYPE_DATASET) return copy_dataset(place, name, copying) ? 0 : -1;
  hid_t from = H5Gopen2(place, name, H5P_DEFAULT),
        to = H5Gcreate2(copying->to, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  bool good = from >= 0 && to >= 0 && copy_group(from, to, copying->compress);
  if (from >= 0) H5Gclose(from);
  if (to >= 0) H5Gclose(to);
  return good ? 0 : -1;
}

static bool copy_group(hid_t from, hid_t to, bool compress) {
  Copying copying = {to, compress};
  return copy_attributes(from, to) && H5Literate(from, H5_INDEX_NAME, H5_ITER_NATIVE, NULL, copy_link, &copying) >= 0;
}

/* ---- files ------------------------------------------------------------------------------------------------------- */

/* the driver of results tells of a disk that is full, and brings the bytes to it */
static bool copy_file(const trm_ResultPath *path, bool compress, int *error) {
  hid_t access = trm_hdf5_access(), from = -1, to = -1;
  if (access >= 0 && trm_result_file_use(access) >= 0) {
    from = H5Fopen(path->final, H5F_ACC_RDONLY, access);
    to = H5Fcreate(path->temporary, H5F_ACC_EXCL, H5P_DEFAULT, access);
  }
  bool good = from >= 0 && to >= 0 && copy_group(from, to, compress) && H5Fflush(to, H5F_SCOPE_LOCAL) >= 0;
  *error = to >= 0 ? trm_result_file_error(to) : 0;
  if (from >= 0) H5Fclose(from);
  if (to >= 0 && H5Fclose(to) < 0) good = false;
  if (access >= 0) H5Pclose(access);
  return good && *error == 0;
}

trm_Status trm_result_repack(const char *name, bool compress, trm_Diagnostics *diagnostics) {
  trm_Arena arena = {0};
  trm_ResultPath path;
  int error = 0;
  if (!trm_hdf5_has_room(0) || trm_result_path(&arena, name, true, &path) != TRM_OK) {
    trm_result_error(diagnostics, name, TRM_NO_MEMORY, "cannot be %s: %s; it stays as it is",
                     compress ? "compressed" : "unpacked", trm_status_text(TRM_NO_MEMORY));
    return trm_arena_free(&arena), TRM_NO_MEMORY;
  }
  trm_Hdf5Quiet quiet;
  trm_hdf5_quiet(&quiet);
  bool good = copy_file(&path, compress, &error);
  char cause[TRM_HDF5_CAUSE];
  trm_hdf5_cause(cause);
  trm_hdf5_restore(&quiet);
  trm_Status status = good ? trm_result_publish(&path, diagnostics) : TRM_FILE_ERROR;
  if (!good)
    trm_result_error(diagnostics, name, TRM_FILE_ERROR, "cannot be %s: %s; it stays as it is",
                     compress ? "compressed" : "unpacked", error ? strerror(error) : cause);
  if (status != TRM_OK) unlink(path.temporary);
  trm_arena_free(&arena);
  return status;
}
