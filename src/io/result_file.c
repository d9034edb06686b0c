#include "io/result_file.h"
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/memory.h"
#if H5_VERSION_GE(1, 13, 0)
#include <H5FDdevelop.h>
#endif

typedef struct File {
  H5FD_t common; /* first: HDF5 sees only this */
  int descriptor;
  int error;               /* errno of the first refused write */
  haddr_t allocated, size; /* end of what HDF5 has given out; of the file */
} File;

static H5FD_t *open_file(const char *name, unsigned flags, hid_t access, haddr_t most) {
  (void)access, (void)most;
  int mode = (flags & H5F_ACC_RDWR ? O_RDWR : O_RDONLY) | (flags & H5F_ACC_CREAT ? O_CREAT : 0) |
             (flags & H5F_ACC_EXCL ? O_EXCL : 0) | (flags & H5F_ACC_TRUNC ? O_TRUNC : 0) | O_CLOEXEC;
  File *file = TRM_NEW(File, 1);
  if (!file) return NULL;
  file->descriptor = open(name, mode, 0666);
  off_t end = file->descriptor < 0 ? -1 : lseek(file->descriptor, 0, SEEK_END);
  if (end < 0) {
    if (file->descriptor >= 0) close(file->descriptor);
    trm_release(file);
    return NULL;
  }
  file->size = (haddr_t)end;
  return &file->common;
}

static herr_t close_file(H5FD_t *common) {
  File *file = (File *)common;
  close(file->descriptor);
  trm_release(file);
  return 0;
}

static herr_t query(const H5FD_t *common, unsigned long *flags) {
  (void)common;
  *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE |
           H5FD_FEAT_AGGREGATE_SMALLDATA | H5FD_FEAT_DEFAULT_VFD_COMPATIBLE;
  return 0;
}

static haddr_t get_allocated(const H5FD_t *common, H5FD_mem_t type) {
  (void)type;
  return ((const File *)common)->allocated;
}

static herr_t set_allocated(H5FD_t *common, H5FD_mem_t type, haddr_t end) {
  (void)type;
  ((File *)common)->allocated = end;
  return 0;
}

static haddr_t get_size(const H5FD_t *common, H5FD_mem_t type) {
  (void)type;
  return ((const File *)common)->size;
}

/* the handle is where the error is kept */
static herr_t get_handle(H5FD_t *common, hid_t access, void **handle) {
  (void)access;
  *handle = &((File *)common)->error;
  return 0;
}

/* what lies beyond the end reads as zero */
static herr_t read_bytes(H5FD_t *common, H5FD_mem_t type, hid_t transfer, haddr_t address, size_t size, void *buffer) {
  (void)type, (void)transfer;
  File *file = (File *)common;
  char *out = buffer;
  while (size > 0) {
    ssize_t count = pread(file->descriptor, out, size, (off_t)address);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && !file->error) return -1;
    if (count <= 0) break;
    out += count, size -= (size_t)count, address += (haddr_t)count;
  }
  memset(out, 0, size);
  return 0;
}

static herr_t write_bytes(H5FD_t *common, H5FD_mem_t type, hid_t transfer, haddr_t address, size_t size,
                          const void *buffer) {
  (void)type, (void)transfer;
  File *file = (File *)common;
  const char *in = buffer;
  haddr_t end = address + size;
  while (size > 0 && !file->error) {
    ssize_t count = pwrite(file->descriptor, in, size, (off_t)address);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0)
      file->error = count < 0 ? errno : EIO;
    else
      in += count, size -= (size_t)count, address += (haddr_t)count;
  }
  if (end > file->size) file->size = end;
  return 0;
}

/* HDF5 notes in the file how long it is, and calls a shorter one truncated */
static herr_t truncate_file(H5FD_t *common, hid_t transfer, hbool_t closing) {
  (void)transfer, (void)closing;
  File *file = (File *)common;
  if (file->size == file->allocated) return 0;
  if (!file->error && ftruncate(file->descriptor, (off_t)file->allocated) != 0) file->error = errno;
  file->size = file->allocated;
  return 0;
}

static const H5FD_class_t driver = {
#ifdef H5FD_CLASS_VERSION
    .version = H5FD_CLASS_VERSION,
    .value = (H5FD_class_value_t)511,
#endif
    .name = "trammel",
    .maxaddr = (haddr_t)INT64_MAX,
    .fc_degree = H5F_CLOSE_WEAK,
    .open = open_file,
    .close = close_file,
    .query = query,
    .get_eoa = get_allocated,
    .set_eoa = set_allocated,
    .get_eof = get_size,
    .get_handle = get_handle,
    .read = read_bytes,
    .write = write_bytes,
    .truncate = truncate_file,
    .fl_map = H5FD_FLMAP_DICHOTOMY,
};

herr_t trm_result_file_use(hid_t access) {
  hid_t number = H5FDregister(&driver);
  if (number < 0) return -1;
  herr_t status = H5Pset_driver(access, number, NULL);
  H5FDunregister(number); /* the property list holds it now */
  return status;
}

int trm_result_file_error(hid_t file) {
  void *handle = NULL;
  return H5Fget_vfd_handle(file, H5P_DEFAULT, &handle) >= 0 ? *(const int *)handle : EIO;
}
