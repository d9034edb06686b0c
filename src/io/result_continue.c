/* A result file that a run has left behind, opened to write on in it; and who writes a file now. */
#define _GNU_SOURCE /* F_OFD_SETLK */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>
#include "io/result_file.h"
#include "io/result_reader.h"
#include "io/result_writer.h"

/* ---- who writes it ----------------------------------------------------------------------------------------------- */

/* Locks of the open file, not of the process: a program that reads the file it writes does not lose them. They are
   others than those of HDF5, which readers elsewhere ask for. */
#ifdef F_OFD_SETLK
enum { SET_LOCK = F_OFD_SETLK, GET_LOCK = F_OFD_GETLK };
#else
enum { SET_LOCK = F_SETLK, GET_LOCK = F_GETLK };
#endif

/* where no lock can be had (some file systems) nobody is refused */
bool trm_result_hold(trm_ResultWriter *writer, const char *path) {
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  writer->lock = open(path, O_RDWR | O_CLOEXEC);
  if (writer->lock < 0) return true;
  return fcntl(writer->lock, SET_LOCK, &lock) == 0 || (errno != EAGAIN && errno != EACCES);
}

bool trm_result_in_use(const char *path) {
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  int descriptor = open(path, O_RDWR | O_CLOEXEC);
  if (descriptor < 0) return false;
  bool held = fcntl(descriptor, GET_LOCK, &lock) == 0 && lock.l_type != F_UNLCK;
  close(descriptor);
  return held;
}

/* ---- the checkpoint ---------------------------------------------------------------------------------------------- */

static bool get_integer(hid_t object, const char *name, int64_t *value) {
  hid_t attribute = H5Aexists(object, name) > 0 ? H5Aopen(object, name, H5P_DEFAULT) : -1;
  bool good = attribute >= 0 && H5Aread(attribute, H5T_NATIVE_INT64, value) >= 0;
  if (attribute >= 0) H5Aclose(attribute);
  return good;
}

static int64_t newest_slot(hid_t file) {
  int64_t slot = -1;
  hid_t group = H5Gopen2(file, "checkpoint", H5P_DEFAULT);
  if (group < 0 || !get_integer(group, "current", &slot) || slot >= TRM_RESULT_CHECKPOINTS) slot = -1;
  if (group >= 0) H5Gclose(group);
  return slot;
}

static trm_Status read_state(trm_Results *results, unsigned char **bytes, size_t *size, int64_t *rows) {
  int64_t slot = newest_slot(results->file);
  hsize_t count = 0;
  if (slot < 0) return TRM_BAD_ARGUMENT;
  hid_t dataset = trm_results_dataset(results, slot ? "checkpoint/state1" : "checkpoint/state0");
  bool good = dataset >= 0 && trm_results_shape(dataset, 1, &count) && get_integer(dataset, "rows", rows) &&
              *rows >= 0 && *rows <= results->rows;
  *bytes = good ? trm_alloc((size_t)count + 1, 1) : NULL;
  *size = (size_t)count;
  trm_Status status = !good ? TRM_FILE_ERROR : *bytes ? TRM_OK : TRM_NO_MEMORY;
  if (status == TRM_OK && H5Dread(dataset, H5T_NATIVE_UCHAR, H5S_ALL, H5S_ALL, H5P_DEFAULT, *bytes) < 0)
    status = TRM_FILE_ERROR;
  if (dataset >= 0) H5Dclose(dataset);
  if (status != TRM_OK) trm_release(*bytes), *bytes = NULL;
  return status;
}

trm_Status trm_results_checkpoint(trm_Results *results, unsigned char **bytes, size_t *size, int64_t *rows) {
  if (!trm_hdf5_has_room(results->room)) return TRM_NO_MEMORY;
  trm_Hdf5Quiet quiet;
  trm_hdf5_quiet(&quiet);
  trm_Status status = read_state(results, bytes, size, rows);
  if (status == TRM_FILE_ERROR && trm_hdf5_lacked_memory()) status = TRM_NO_MEMORY;
  trm_hdf5_restore(&quiet);
  return status;
}

size_t trm_results_warned_before_end(trm_Results *results) {
  size_t length = results->warnings ? strlen(results->warnings) : 0;
  int64_t before = 0;
  trm_Hdf5Quiet quiet;
  trm_hdf5_quiet(&quiet);
  hid_t dataset = length ? trm_results_dataset(results, "warnings") : -1;
  bool known = dataset >= 0 && get_integer(dataset, "before_end", &before) && before >= 0 && (size_t)before <= length;
  if (dataset >= 0) H5Dclose(dataset);
  trm_hdf5_restore(&quiet);
  return known ? (size_t)before : length;
}

/* ---- writing on -------------------------------------------------------------------------------------------------- */

static bool open_checkpoints(trm_ResultWriter *writer) {
  static const char *const names[TRM_RESULT_CHECKPOINTS] = {"state0", "state1"};
  writer->checkpoint_slot = (int)newest_slot(writer->file);
  writer->checkpoint_group = H5Gopen2(writer->file, "checkpoint", H5P_DEFAULT);
  if (writer->checkpoint_group < 0) return false;
  for (int i = 0; i < TRM_RESULT_CHECKPOINTS; i++)
    if (H5Lexists(writer->checkpoint_group, names[i], H5P_DEFAULT) > 0)
      writer->checkpoints[i] = H5Dopen2(writer->checkpoint_group, names[i], H5P_DEFAULT);
  return true;
}

static trm_Status open_file(trm_ResultWriter *writer, int64_t rows) {
  writer->access = trm_result_access();
  writer->file = writer->access >= 0 ? H5Fopen(writer->path.final, H5F_ACC_RDWR, writer->access) : -1;
  if (writer->file < 0) return trm_result_fail(writer);
  writer->published = true;
  writer->time = H5Dopen2(writer->file, "time", H5P_DEFAULT);
  if (writer->time < 0 || !open_checkpoints(writer) || !trm_result_open_all(writer)) {
    if (writer->arena.failed || trm_hdf5_lacked_memory()) return trm_result_fail(writer);
    writer->failed = true;
    return trm_result_error(writer->diagnostics, writer->path.shown, TRM_BAD_ARGUMENT,
                            "cannot be continued: what it holds is not what the model stores");
  }
  writer->written = rows;
  bool good = trm_result_put_text(writer, writer->file, "status", "unfinished");
  return good ? TRM_OK : trm_result_fail(writer);
}

/* Rows are not added to compressed tiles: they would move, and whoever is killed then leaves nothing that can be read
   (result_pack.c). */
static bool is_compressed(const char *path) {
  hid_t access = trm_hdf5_access(), file = access >= 0 ? H5Fopen(path, H5F_ACC_RDONLY, access) : -1;
  hid_t dataset = file >= 0 ? H5Dopen2(file, "channels/values", H5P_DEFAULT) : -1;
  hid_t properties = dataset >= 0 ? H5Dget_create_plist(dataset) : -1;
  bool filtered = properties >= 0 && H5Pget_nfilters(properties) > 0;
  if (properties >= 0) H5Pclose(properties);
  if (dataset >= 0) H5Dclose(dataset);
  if (file >= 0) H5Fclose(file);
  if (access >= 0) H5Pclose(access);
  return filtered;
}

/* false: it stays compressed */
static bool unpack(const trm_ResultWriter *writer) {
  const char *path = writer->path.final;
  if (trm_result_in_use(path) || !is_compressed(path)) return true;
  return trm_result_repack(writer->path.shown, false, writer->diagnostics) == TRM_OK;
}

static trm_Status continue_file(trm_ResultWriter *writer, const trm_ResultHead *head, int64_t rows) {
  if (trm_result_path(&writer->arena, writer->path.shown, true, &writer->path) != TRM_OK)
    return trm_result_fail_memory(writer);
  if (!unpack(writer)) return writer->failed = true, TRM_FILE_ERROR;
  if (!trm_result_hold(writer, writer->path.final)) {
    writer->failed = true;
    return trm_result_error(writer->diagnostics, writer->path.shown, TRM_FILE_ERROR,
                            "another run is writing this file now");
  }
  if (access(writer->path.final, W_OK) != 0) {
    writer->failed = true;
    return trm_result_error(writer->diagnostics, writer->path.shown, TRM_FILE_ERROR, "cannot be written: %s",
                            strerror(errno));
  }
  trm_Status status = trm_result_plan(writer, head);
  if (status != TRM_OK) return status;
  writer->text_type = trm_hdf5_text_type();
  return writer->text_type >= 0 ? open_file(writer, rows) : trm_result_fail(writer);
}

trm_ResultWriter *trm_result_continue(const char *path, const trm_ResultHead *head, int64_t rows,
                                      trm_Diagnostics *diagnostics) {
  trm_ResultWriter *writer = trm_result_new_writer(path, diagnostics);
  if (!writer) return NULL;
  trm_Hdf5Quiet quiet;
  trm_hdf5_quiet(&quiet);
  trm_Status status = continue_file(writer, head, rows);
  trm_hdf5_restore(&quiet);
  if (status == TRM_OK) return writer;
  trm_result_close(writer, NULL);
  return NULL;
}
