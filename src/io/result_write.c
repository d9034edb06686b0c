/* Filling of result files. Rows are committed in two flushes: first the rows themselves, then their number (root
   attribute `rows`) and the number of the newest checkpoint; whoever reads in between, or after a kill, sees numbers
   that fit the data.
   Metadata leave HDF5's cache only in a flush, so that between flushes the file on disk is that of the last one. */
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "base/clock.h"
#include "io/result_file.h"
#include "io/result_writer.h"

enum { MOST_CHECKPOINT_CHUNK = 1 << 20 }; /* bytes */

static const double commit_interval = 1.0; /* s, where nothing else is asked for */
static const double commit_share = 0.05;   /* committing takes at most this part of the time */

trm_Status trm_result_fail(trm_ResultWriter *writer) {
  if (!writer->failed) {
    char cause[TRM_HDF5_CAUSE];
    int error = writer->file >= 0 ? trm_result_file_error(writer->file) : 0;
    if (error)
      snprintf(cause, sizeof cause, "%s", strerror(error));
    else
      trm_hdf5_cause(cause);
    trm_result_error(writer->diagnostics, writer->path.shown, TRM_FILE_ERROR, "cannot be written: %s", cause);
  }
  if (writer->file >= 0) trm_result_file_give_up(writer->file);
  writer->failed = true;
  return TRM_FILE_ERROR;
}

trm_Status trm_result_fail_memory(trm_ResultWriter *writer) {
  if (writer->file >= 0) trm_result_file_give_up(writer->file);
  writer->failed = true;
  return trm_result_error(writer->diagnostics, writer->path.shown, TRM_NO_MEMORY, "cannot be written: %s",
                          trm_status_text(TRM_NO_MEMORY));
}

/* ---- attributes -------------------------------------------------------------------------------------------------- */

bool trm_result_put(hid_t object, const char *name, hid_t type, hsize_t count, const void *value) {
  hid_t space = count ? H5Screate_simple(1, &count, NULL) : H5Screate(H5S_SCALAR);
  hid_t attribute = H5Aexists(object, name) > 0 ? H5Aopen(object, name, H5P_DEFAULT)
                                                : H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
  bool good = attribute >= 0 && H5Awrite(attribute, type, value) >= 0;
  if (attribute >= 0 && H5Aclose(attribute) < 0) good = false;
  if (space >= 0) H5Sclose(space);
  return good;
}

bool trm_result_put_text(const trm_ResultWriter *writer, hid_t object, const char *name, const char *text) {
  return trm_result_put(object, name, writer->text_type, 0, &text);
}

bool trm_result_put_integer(hid_t object, const char *name, int64_t value) {
  return trm_result_put(object, name, H5T_NATIVE_INT64, 0, &value);
}

bool trm_result_put_summary(const trm_ResultWriter *writer, const trm_Summary *summary) {
  hid_t group = H5Gopen2(writer->file, "summary", H5P_DEFAULT);
  int count;
  const trm_SummaryField *fields = trm_summary_fields(&count);
  bool good = group >= 0;
  for (int i = 0; good && i < count; i++) {
    const void *value = (const char *)summary + fields[i].offset;
    good = trm_result_put(group, fields[i].name, fields[i].integer ? H5T_NATIVE_INT64 : H5T_NATIVE_DOUBLE, 0, value);
  }
  if (group >= 0) H5Gclose(group);
  return good;
}

/* ---- rows -------------------------------------------------------------------------------------------------------- */

static bool write_times(const trm_ResultWriter *writer) {
  hsize_t start = (hsize_t)writer->written, count = (hsize_t)writer->buffered, size = start + count;
  if (H5Dset_extent(writer->time, &size) < 0) return false;
  hid_t memory = H5Screate_simple(1, &count, NULL), space = H5Dget_space(writer->time);
  bool good = memory >= 0 && space >= 0 &&
              H5Sselect_hyperslab(space, H5S_SELECT_SET, &start, NULL, &count, NULL) >= 0 &&
              H5Dwrite(writer->time, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, writer->times) >= 0;
  if (memory >= 0) H5Sclose(memory);
  if (space >= 0) H5Sclose(space);
  return good;
}

static bool write_block(trm_ResultWriter *writer) {
  if (writer->buffered == 0) return true;
  for (int i = 0; i < writer->series_count; i++)
    if (!trm_result_write_series(writer, &writer->series[i], writer->buffer + writer->series[i].block)) return false;
  if (!write_times(writer)) return false;
  writer->written += writer->buffered;
  writer->buffered = 0;
  return !trm_result_file_error(writer->file);
}

bool trm_result_has_room(trm_ResultWriter *writer) {
  bool room = trm_hdf5_has_room(0);
  if (!room && !writer->failed) trm_result_fail_memory(writer);
  return room;
}

trm_Status trm_result_begin(trm_ResultWriter *writer, trm_Hdf5Quiet *quiet) {
  if (writer->failed) return TRM_FILE_ERROR;
  if (!trm_result_has_room(writer)) return TRM_NO_MEMORY;
  trm_hdf5_quiet(quiet);
  return TRM_OK;
}

trm_Status trm_result_end(trm_ResultWriter *writer, const trm_Hdf5Quiet *quiet, bool good) {
  trm_Status status = good ? TRM_OK : trm_result_fail(writer);
  trm_hdf5_restore(quiet);
  return status;
}

trm_Status trm_result_append(trm_ResultWriter *writer, double time, const double *values) {
  if (writer->failed) return TRM_FILE_ERROR;
  writer->times[writer->buffered] = time;
  trm_result_put_row(writer, writer->buffered++, values);
  if (writer->buffered < writer->block_rows) return TRM_OK;
  trm_Hdf5Quiet quiet;
  trm_Status status = trm_result_begin(writer, &quiet);
  return status == TRM_OK ? trm_result_end(writer, &quiet, write_block(writer)) : status;
}

/* ---- commits ----------------------------------------------------------------------------------------------------- */

/* the slot that is not the newest, so that the newest stays whole while this one is written */
static bool write_checkpoint(trm_ResultWriter *writer, const trm_ResultCheckpoint *checkpoint) {
  static const char *const names[TRM_RESULT_CHECKPOINTS] = {"state0", "state1"};
  if (!checkpoint || checkpoint->size == 0) return true;
  int slot = (writer->checkpoint_slot + 1) % TRM_RESULT_CHECKPOINTS;
  hid_t *dataset = &writer->checkpoints[slot];
  hsize_t size = checkpoint->size, chunk = size < MOST_CHECKPOINT_CHUNK ? size : MOST_CHECKPOINT_CHUNK;
  if (*dataset < 0) *dataset = trm_result_make_bytes(writer->checkpoint_group, names[slot], chunk);
  bool good = *dataset >= 0 && H5Dset_extent(*dataset, &size) >= 0 &&
              H5Dwrite(*dataset, H5T_NATIVE_UCHAR, H5S_ALL, H5S_ALL, H5P_DEFAULT, checkpoint->bytes) >= 0 &&
              trm_result_put(*dataset, "time", H5T_NATIVE_DOUBLE, 0, &checkpoint->time) &&
              trm_result_put_integer(*dataset, "rows", writer->written - checkpoint->rows_after);
  if (good) writer->checkpoint_slot = slot;
  return good;
}

/* to the disk too: what a flush refers to is there before the next one refers to it */
static bool flush(const trm_ResultWriter *writer) {
  if (H5Fflush(writer->file, H5F_SCOPE_LOCAL) < 0) return false;
  trm_result_file_sync(writer->file);
  return !trm_result_file_error(writer->file);
}

static bool commit(trm_ResultWriter *writer, const trm_Summary *summary, const trm_ResultCheckpoint *checkpoint) {
  if (!write_block(writer) || !write_checkpoint(writer, checkpoint)) return false;
  if (!flush(writer)) return false;
  return (!summary || trm_result_put_summary(writer, summary)) &&
         trm_result_put_integer(writer->checkpoint_group, "current", writer->checkpoint_slot) &&
         trm_result_put_integer(writer->file, "rows", writer->written) && flush(writer);
}

bool trm_result_due(const trm_ResultWriter *writer, double now) {
  double wait = writer->commit_cost / commit_share;
  double interval = writer->commit_interval > 0 ? writer->commit_interval : commit_interval;
  return writer->published && now - writer->last_commit >= (wait > interval ? wait : interval);
}

void trm_result_commit_every(trm_ResultWriter *writer, double seconds) { writer->commit_interval = seconds; }

trm_Status trm_result_commit(trm_ResultWriter *writer, const trm_Summary *summary,
                             const trm_ResultCheckpoint *checkpoint) {
  trm_Hdf5Quiet quiet;
  trm_Status status = trm_result_begin(writer, &quiet);
  if (status != TRM_OK) return status;
  double start = trm_clock_seconds();
  status = trm_result_end(writer, &quiet, commit(writer, summary, checkpoint));
  if (status == TRM_OK && !writer->published) {
    status = trm_result_publish(&writer->path, writer->diagnostics);
    writer->published = status == TRM_OK;
    writer->failed = !writer->published;
  }
  writer->last_commit = trm_clock_seconds();
  writer->commit_cost = writer->last_commit - start;
  return status;
}

/* a text that may be there already */
static bool put_text(const trm_ResultWriter *writer, const char *name, const char *text) {
  if (H5Lexists(writer->file, name, H5P_DEFAULT) <= 0) return trm_result_make_text(writer, name, text);
  hid_t dataset = H5Dopen2(writer->file, name, H5P_DEFAULT);
  bool good = dataset >= 0 && H5Dwrite(dataset, writer->text_type, H5S_ALL, H5S_ALL, H5P_DEFAULT, &text) >= 0;
  if (dataset >= 0 && H5Dclose(dataset) < 0) good = false;
  return good;
}

trm_Status trm_result_put_note(trm_ResultWriter *writer, const char *name, const char *text) {
  trm_Hdf5Quiet quiet;
  trm_Status status = trm_result_begin(writer, &quiet);
  return status == TRM_OK ? trm_result_end(writer, &quiet, trm_result_put_text(writer, writer->file, name, text))
                          : status;
}

static bool put_warnings(const trm_ResultWriter *writer, const char *warnings, size_t before_end) {
  if (!put_text(writer, "warnings", warnings)) return false;
  hid_t dataset = H5Dopen2(writer->file, "warnings", H5P_DEFAULT);
  bool good = dataset >= 0 && trm_result_put_integer(dataset, "before_end", (int64_t)before_end);
  if (dataset >= 0) H5Dclose(dataset);
  return good;
}

trm_Status trm_result_put_warnings(trm_ResultWriter *writer, const char *warnings, size_t before_end) {
  trm_Hdf5Quiet quiet;
  trm_Status status = trm_result_begin(writer, &quiet);
  return status == TRM_OK ? trm_result_end(writer, &quiet, put_warnings(writer, warnings, before_end)) : status;
}

trm_Status trm_result_put_lines(trm_ResultWriter *writer, const char *name, const char *lines) {
  trm_Hdf5Quiet quiet;
  trm_Status status = trm_result_begin(writer, &quiet);
  return status == TRM_OK ? trm_result_end(writer, &quiet, put_text(writer, name, lines)) : status;
}

/* the status is the last thing that is written: after it the file is complete */
static trm_Status close_file(trm_ResultWriter *writer, const char *text) {
  hid_t file = writer->file;
  if (file >= 0 && text && !writer->failed)
    if (!trm_result_put_text(writer, file, "status", text) || !flush(writer)) trm_result_fail(writer);
  if (writer->text_type >= 0) H5Tclose(writer->text_type);
  writer->file = -1;
  if (file >= 0 && H5Fclose(file) < 0) trm_result_fail(writer);
  if (writer->access >= 0) H5Pclose(writer->access);
  writer->access = -1;
  if (writer->lock >= 0) close(writer->lock);
  writer->lock = -1;
  return writer->failed ? TRM_FILE_ERROR : TRM_OK;
}

trm_Status trm_result_close(trm_ResultWriter *writer, const char *status_text) {
  if (!writer) return TRM_OK;
  trm_release(writer->reserve);
  trm_Status status = TRM_NO_MEMORY;
  if (writer->text_type >= 0 || writer->lock >= 0) { /* else HDF5 was not called */
    trm_Hdf5Quiet quiet;
    trm_hdf5_quiet(&quiet);
    status = close_file(writer, status_text);
    trm_hdf5_restore(&quiet);
  }
  if (writer->created && !writer->published) unlink(writer->path.temporary);
  if (status == TRM_OK && writer->compress && status_text && strcmp(status_text, "finished") == 0)
    status = trm_result_repack(writer->path.shown, true, writer->diagnostics);
  trm_arena_free(&writer->arena);
  trm_release(writer);
  return status;
}
