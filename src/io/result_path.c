/* A temporary name beside the final one, its publishing, and what may be replaced. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "io/result_path.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/report.h"
#include "io/result.h"

static const char exists_already[] = "the file exists already and is not to be overwritten";
static const char written_now[] = "another run is writing this file now";

trm_Status trm_result_error(trm_Diagnostics *diagnostics, const char *path, trm_Status status, const char *format,
                            ...) {
  char message[512];
  va_list list;
  va_start(list, format);
  vsnprintf(message, sizeof message, format, list);
  va_end(list);
  trm_diagnostics_source(diagnostics, path, NULL, 0);
  trm_report(diagnostics, TRM_ERROR, TRM_NO_PLACE, "%s", message);
  return status;
}

/* the length of the folder's part of a path, the last '/' included; 0: the current folder */
static size_t folder_length(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? (size_t)(slash - path) + 1 : 0;
}

static trm_Status folder_allowed(const char *path, trm_Diagnostics *diagnostics) {
  char folder[PATH_MAX] = ".";
  size_t length = folder_length(path);
  if (length >= sizeof folder) return trm_result_error(diagnostics, path, TRM_FILE_ERROR, "the name is too long");
  if (length) memcpy(folder, path, length), folder[length] = 0;
  struct stat facts;
  if (stat(folder, &facts) != 0 || !S_ISDIR(facts.st_mode))
    return trm_result_error(diagnostics, path, TRM_FILE_ERROR, "cannot be written: there is no folder %s", folder);
  if (access(folder, W_OK | X_OK) != 0)
    return trm_result_error(diagnostics, path, TRM_FILE_ERROR, "cannot be written in folder %s: %s", folder,
                            strerror(errno));
  return TRM_OK;
}

trm_Status trm_result_allowed(const char *path, bool overwrite, trm_Diagnostics *diagnostics) {
  struct stat facts;
  if (path[0] == 0 || path[strlen(path) - 1] == '/')
    return trm_result_error(diagnostics, path, TRM_FILE_ERROR, "is not the name of a file");
  if (stat(path, &facts) != 0) {
    if (lstat(path, &facts) == 0)
      return trm_result_error(diagnostics, path, TRM_FILE_ERROR, "is a link that leads nowhere");
    return folder_allowed(path, diagnostics);
  }
  if (!S_ISREG(facts.st_mode))
    return trm_result_error(diagnostics, path, TRM_FILE_ERROR, "exists and is not an ordinary file");
  if (!overwrite) return trm_result_error(diagnostics, path, TRM_FILE_ERROR, exists_already);
  if (trm_result_in_use(path)) return trm_result_error(diagnostics, path, TRM_FILE_ERROR, written_now);
  return folder_allowed(path, diagnostics);
}

trm_Status trm_result_path_next(trm_Arena *arena, trm_ResultPath *path, int attempt) {
  int folder = (int)folder_length(path->final);
  path->temporary =
      trm_arena_text(arena, "%.*s.%s.%ld.%d.tmp", folder, path->final, path->final + folder, (long)getpid(), attempt);
  return path->temporary ? TRM_OK : TRM_NO_MEMORY;
}

trm_Status trm_result_path(trm_Arena *arena, const char *path, bool overwrite, trm_ResultPath *out) {
  char resolved[PATH_MAX];
  bool exists = realpath(path, resolved) != NULL;
  *out = (trm_ResultPath){.overwrite = overwrite};
  out->shown = trm_arena_copy(arena, path, strlen(path));
  out->final = exists ? trm_arena_copy(arena, resolved, strlen(resolved)) : out->shown;
  if (!out->shown || !out->final) return TRM_NO_MEMORY;
  return trm_result_path_next(arena, out, 0);
}

/* reserves the final name, so that the renaming replaces nothing of somebody else's */
static int publish_without_links(const trm_ResultPath *path) {
  int file = open(path->final, O_WRONLY | O_CREAT | O_EXCL, 0666);
  if (file < 0) return -1;
  close(file);
  if (rename(path->temporary, path->final) == 0) return 0;
  int cause = errno;
  unlink(path->final);
  errno = cause;
  return -1;
}

/* link() fails where the final name exists; some file systems have no links */
static int publish_new(const trm_ResultPath *path) {
  if (link(path->temporary, path->final) == 0) return unlink(path->temporary);
  if (errno == EEXIST) return -1;
  return publish_without_links(path);
}

/* brings the names of the folder to the disk, as far as the system lets it */
static void sync_folder(const char *path) {
  char folder[PATH_MAX] = ".";
  size_t length = folder_length(path);
  if (length >= sizeof folder) return;
  if (length) memcpy(folder, path, length), folder[length] = 0;
  int descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  fsync(descriptor);
  close(descriptor);
}

trm_Status trm_result_publish(const trm_ResultPath *path, trm_Diagnostics *diagnostics) {
  if (path->overwrite &&
      trm_result_in_use(path->final)) /* since this run began: neither is to lose its rows unawares */
    return trm_result_error(diagnostics, path->shown, TRM_FILE_ERROR, written_now);
  int failed = path->overwrite ? rename(path->temporary, path->final) : publish_new(path);
  if (!failed) sync_folder(path->final);
  if (!failed) return TRM_OK;
  if (errno == EEXIST) return trm_result_error(diagnostics, path->shown, TRM_FILE_ERROR, exists_already);
  return trm_result_error(diagnostics, path->shown, TRM_FILE_ERROR, "cannot be written: %s", strerror(errno));
}
