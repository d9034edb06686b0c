/* A new result file: its parts before the first row. */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "io/result_file.h"
#include "io/result_writer.h"

enum { TEMPORARY_ATTEMPTS = 100 };

static const char conventions[] =
    "SI units; angles in rad. Row i of /channels/values belongs to /time[i], column j to the channel "
    "/channels/name[j], "
    "<entry>.<quantity> or <entry>.<quantity>.<component>, in the unit /channels/unit[j]. "
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

/* A text that stays as it is, of fixed length: it goes to the disk from where it is. (HDF5 keeps a copy of texts of
   variable length, and one of what it wrote, as long as the file is open.) */
static bool make_lasting_text(const trm_ResultWriter *writer, const char *name, const char *text) {
  hid_t space = H5Screate(H5S_SCALAR), type = trm_hdf5_letters_type(strlen(text));
  hid_t dataset = H5Dcreate2(writer->file, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  bool good = dataset >= 0 && H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text) >= 0;
  if (dataset >= 0 && H5Dclose(dataset) < 0) good = false;
  if (type >= 0) H5Tclose(type);
  if (space >= 0) H5Sclose(space);
  return good;
}

static bool make_root(const trm_ResultWriter *writer, const trm_ResultHead *head) {
  hid_t root = writer->file;
  return trm_result_put_text(writer, root, "format", "trammel") &&
         trm_result_put_integer(root, "format_version", TRM_RESULT_VERSION) &&
         trm_result_put_text(writer, root, "version", head->program_version) &&
         trm_result_put_text(writer, root, "title", head->title) &&
         (!head->arithmetic || trm_result_put_text(writer, root, "arithmetic", head->arithmetic)) &&
         (!head->source || trm_result_put_text(writer, root, "source", head->source)) &&
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
  trm_ResultSeries number = {.rank = 0};
  bool good = make_root(writer, head) && make_group(writer->file, "model") &&
              make_lasting_text(writer, "model/text", head->model) &&
              make_lasting_text(writer, "model/geometry", head->geometry) &&
              (!head->doctor || make_lasting_text(writer, "model/doctor", head->doctor)) &&
              (!head->study || make_lasting_text(writer, "model/study", head->study)) &&
              make_group(writer->file, "summary") && trm_result_put_summary(writer, &nothing);
  if (!good) return false;
  writer->checkpoint_group = H5Gcreate2(writer->file, "checkpoint", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  writer->time = trm_result_make_series(writer->file, "time", (hsize_t)writer->block_rows, &number);
  return writer->checkpoint_group >= 0 && trm_result_put_integer(writer->checkpoint_group, "current", -1) &&
         writer->time >= 0 && put_time(writer, head->time_meaning) && trm_result_make_all(writer, head) &&
         H5Fflush(writer->file, H5F_SCOPE_LOCAL) >= 0;
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

hid_t trm_result_access(void) {
  hid_t access = trm_hdf5_access();
  if (access < 0 || (keep_metadata(access) && trm_result_file_use(access) >= 0)) return access;
  H5Pclose(access);
  return -1;
}

static trm_Status make_file(trm_ResultWriter *writer) {
  hid_t access = writer->access = trm_result_access();
  int error = access >= 0 ? make_under_free_name(writer, access) : 0;
  writer->created = writer->file >= 0;
  if (writer->created) trm_result_hold(writer, writer->path.temporary);
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
  status = trm_result_plan(writer, head);
  if (status != TRM_OK) return status;
  writer->text_type = trm_hdf5_text_type();
  if (writer->text_type < 0) return trm_result_fail(writer);
  status = make_file(writer);
  if (status != TRM_OK) return status;
  return make_contents(writer, head) && !trm_result_file_error(writer->file) ? TRM_OK : trm_result_fail(writer);
}

trm_ResultWriter *trm_result_new_writer(const char *path, trm_Diagnostics *diagnostics) {
  trm_ResultWriter *writer = TRM_NEW(trm_ResultWriter, 1);
  if (!writer) {
    trm_result_error(diagnostics, path, TRM_NO_MEMORY, "%s", trm_status_text(TRM_NO_MEMORY));
    return NULL;
  }
  writer->diagnostics = diagnostics;
  writer->path.shown = path;
  writer->file = writer->access = writer->text_type = writer->time = writer->checkpoint_group = -1;
  for (int i = 0; i < TRM_RESULT_CHECKPOINTS; i++) writer->checkpoints[i] = -1;
  writer->checkpoint_slot = writer->lock = -1;
  writer->reserve = trm_realloc(NULL, TRM_RESULT_RESERVE, 1);
  if (writer->reserve && trm_result_has_room(writer)) return writer;
  if (!writer->failed) trm_result_fail_memory(writer);
  trm_result_close(writer, NULL);
  return NULL;
}

trm_ResultWriter *trm_result_create(const char *path, bool overwrite, const trm_ResultHead *head,
                                    trm_Diagnostics *diagnostics) {
  trm_ResultWriter *writer = trm_result_new_writer(path, diagnostics);
  if (!writer) return NULL;
  trm_Hdf5Quiet quiet;
  trm_hdf5_quiet(&quiet);
  trm_Status status = create(writer, path, overwrite, head);
  trm_hdf5_restore(&quiet);
  if (status == TRM_OK) return writer;
  trm_result_close(writer, NULL);
  return NULL;
}
