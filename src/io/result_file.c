/* The driver: metadata collected in a flush and written in an order that keeps the file whole, and failures of the
   disk kept. */
#include "io/result_file.h"
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/memory.h"
#if H5_VERSION_GE(1, 13, 0)
#include <H5FDdevelop.h>
#endif

enum { PAGE = 4096 }; /* bytes; a kill may split a write between two pages, never within one */

/* When a block of metadata is written in a flush. Index nodes changed in place lie between the last two, from the root
   down. */
enum { RANK_NEW = 0, RANK_SUPERBLOCK = 1, RANK_ROOT = 2, RANK_OTHER = RANK_ROOT + 256 };

/* One piece of metadata that waits for the end of the flush. */
typedef struct Block {
  haddr_t address;
  size_t size;
  char *bytes;
  bool superblock;
  int rank, number; /* number: in the order of arrival */
} Block;

typedef struct File {
  H5FD_t common; /* first: HDF5 sees only this */
  int descriptor;
  int error;               /* errno of the first refused write */
  haddr_t allocated, size; /* end of what HDF5 has given out; of the file as HDF5 sees it */
  haddr_t disk;            /* length on disk */
  haddr_t before;          /* length when it was opened: what lies there is not new */
  bool grown;              /* since then */
  Block *blocks;
  int block_count, block_room;
  haddr_t *known; /* addresses of all metadata on disk, sorted */
  size_t known_count, known_room;
} File;

/* ---- the bytes on disk ------------------------------------------------------------------------------------------- */

static void put_bytes(File *file, haddr_t address, const char *bytes, size_t size) {
  if (address + size > file->disk) file->disk = address + size;
  while (size > 0 && !file->error) {
    ssize_t count = pwrite(file->descriptor, bytes, size, (off_t)address);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0)
      file->error = count < 0 ? errno : EIO;
    else
      bytes += count, size -= (size_t)count, address += (haddr_t)count;
  }
}

static void sync_bytes(File *file) {
  int failed = 0;
  if (file->error) return;
  do failed = fdatasync(file->descriptor);
  while (failed && errno == EINTR);
  if (failed && errno != EINVAL && errno != ENOSYS) file->error = errno;
}

static void set_length(File *file, haddr_t length) {
  if (length == file->disk) return;
  if (!file->error && ftruncate(file->descriptor, (off_t)length) != 0) file->error = errno;
  file->disk = length;
}

/* what lies beyond the end reads as zero */
static bool get_bytes(const File *file, haddr_t address, char *out, size_t size) {
  while (size > 0) {
    ssize_t count = pread(file->descriptor, out, size, (off_t)address);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && !file->error) return false;
    if (count <= 0) break;
    out += count, size -= (size_t)count, address += (haddr_t)count;
  }
  memset(out, 0, size);
  return true;
}

/* ---- metadata of a flush ----------------------------------------------------------------------------------------- */

static int compare_addresses(const void *first, const void *second) {
  haddr_t a = *(const haddr_t *)first, b = *(const haddr_t *)second;
  return (a > b) - (a < b);
}

static bool is_known(const File *file, haddr_t address) {
  return file->known_count && bsearch(&address, file->known, file->known_count, sizeof address, compare_addresses);
}

/* a version 1 B-tree node starts with "TREE", its type and its level (0: leaf) */
static int rank_of(const File *file, const Block *block) {
  if (block->superblock) return RANK_SUPERBLOCK;
  if (block->address >= file->before && !is_known(file, block->address)) return RANK_NEW;
  bool node = block->size > 5 && memcmp(block->bytes, "TREE", 4) == 0;
  return node ? RANK_ROOT + 255 - (unsigned char)block->bytes[5] : RANK_OTHER;
}

static int compare_blocks(const void *first, const void *second) {
  const Block *a = first, *b = second;
  return a->rank != b->rank ? a->rank - b->rank : a->number - b->number;
}

/* without memory for it the address stays unknown and the block counts as new again: only the order suffers */
static void learn(File *file, haddr_t address) {
  if (file->known_count == file->known_room) {
    size_t room = 2 * file->known_room + 256;
    haddr_t *known = trm_realloc(file->known, room, sizeof *known);
    if (!known) return;
    file->known = known;
    file->known_room = room;
  }
  file->known[file->known_count++] = address;
}

static void put_blocks(File *file) {
  size_t before = file->known_count;
  for (int i = 0; i < file->block_count; i++) file->blocks[i].rank = rank_of(file, &file->blocks[i]);
  if (file->block_count) qsort(file->blocks, (size_t)file->block_count, sizeof(Block), compare_blocks);
  for (int i = 0; i < file->block_count; i++) {
    Block *block = &file->blocks[i];
    /* the superblock names the length of the file, and what follows it refers to all of that */
    if (block->rank > RANK_NEW && file->disk < file->size) set_length(file, file->size);
    put_bytes(file, block->address, block->bytes, block->size);
    if (block->rank == RANK_NEW) learn(file, block->address);
    trm_release(block->bytes);
  }
  file->block_count = 0;
  if (file->known_count > before) qsort(file->known, file->known_count, sizeof(haddr_t), compare_addresses);
}

/* false: no memory. Writing the bytes at once would be out of order: the file then stays as it is. */
static bool collect(File *file, haddr_t address, const char *bytes, size_t size, bool superblock) {
  if (file->block_count == file->block_room) {
    int room = 2 * file->block_room + 64;
    Block *blocks = trm_realloc(file->blocks, (size_t)room, sizeof *blocks);
    if (!blocks) return false;
    file->blocks = blocks;
    file->block_room = room;
  }
  char *copy = trm_alloc(size, 1);
  if (!copy) return false;
  memcpy(copy, bytes, size);
  int number = file->block_count++;
  file->blocks[number] = (Block){address, size, copy, superblock, 0, number};
  return true;
}

/* what waits is newer than what is on disk */
static void overlay(const File *file, haddr_t address, char *out, size_t size) {
  for (int i = 0; i < file->block_count; i++) {
    const Block *block = &file->blocks[i];
    haddr_t start = block->address > address ? block->address : address;
    haddr_t block_end = block->address + block->size, end = address + size < block_end ? address + size : block_end;
    if (start < end) memcpy(out + (start - address), block->bytes + (start - block->address), (size_t)(end - start));
  }
}

/* ---- what HDF5 calls --------------------------------------------------------------------------------------------- */

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
  file->size = file->disk = file->before = (haddr_t)end;
  return &file->common;
}

static herr_t close_file(H5FD_t *common) {
  File *file = (File *)common;
  put_blocks(file);
  close(file->descriptor);
  trm_release(file->blocks);
  trm_release(file->known);
  trm_release(file);
  return 0;
}

/* no accumulator and no aggregation: blocks of metadata are placed and written one by one */
static herr_t query(const H5FD_t *common, unsigned long *flags) {
  (void)common;
  *flags = H5FD_FEAT_DATA_SIEVE | H5FD_FEAT_AGGREGATE_SMALLDATA | H5FD_FEAT_DEFAULT_VFD_COMPATIBLE;
  return 0;
}

/* a block of metadata lies within one page where it can */
static haddr_t allocate(H5FD_t *common, H5FD_mem_t type, hid_t transfer, hsize_t size) {
  (void)transfer;
  File *file = (File *)common;
  haddr_t start = file->allocated;
  if (!file->grown && start < file->before) file->before = start; /* what a killed writer left beyond is nobody's */
  file->grown = true;
  bool crosses = size > 0 && start / PAGE != (start + size - 1) / PAGE;
  if (type != H5FD_MEM_DRAW && crosses && size <= PAGE) start = (start / PAGE + 1) * PAGE;
  file->allocated = start + size;
  return start;
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

static herr_t get_handle(H5FD_t *common, hid_t access, void **handle) {
  (void)access;
  *handle = common;
  return 0;
}

static herr_t read_bytes(H5FD_t *common, H5FD_mem_t type, hid_t transfer, haddr_t address, size_t size, void *buffer) {
  (void)type, (void)transfer;
  const File *file = (const File *)common;
  if (!get_bytes(file, address, buffer, size)) return -1;
  overlay(file, address, buffer, size);
  return 0;
}

/* rows go straight to the disk: they lie in new places, or behind the committed rows of their chunk */
static herr_t write_bytes(H5FD_t *common, H5FD_mem_t type, hid_t transfer, haddr_t address, size_t size,
                          const void *buffer) {
  (void)transfer;
  File *file = (File *)common;
  if (address + size > file->size) file->size = address + size;
  if (type == H5FD_MEM_DRAW)
    put_bytes(file, address, buffer, size);
  else if (!collect(file, address, buffer, size, type == H5FD_MEM_SUPER) && !file->error)
    file->error = ENOMEM;
  return 0;
}

static herr_t flush_file(H5FD_t *common, hid_t transfer, hbool_t closing) {
  (void)transfer, (void)closing;
  put_blocks((File *)common);
  return 0;
}

/* HDF5 calls a file truncated that is shorter than it notes in the superblock; a longer one does no harm until the
   end */
static herr_t truncate_file(H5FD_t *common, hid_t transfer, hbool_t closing) {
  (void)transfer;
  File *file = (File *)common;
  file->size = file->allocated;
  if (!closing) return 0;
  put_blocks(file);
  set_length(file, file->allocated);
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
    .alloc = allocate,
    .get_eoa = get_allocated,
    .set_eoa = set_allocated,
    .get_eof = get_size,
    .get_handle = get_handle,
    .read = read_bytes,
    .write = write_bytes,
    .flush = flush_file,
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

static File *file_of(hid_t file) {
  void *handle = NULL;
  return H5Fget_vfd_handle(file, H5P_DEFAULT, &handle) >= 0 ? handle : NULL;
}

int trm_result_file_error(hid_t file) {
  const File *own = file_of(file);
  return own ? own->error : EIO;
}

void trm_result_file_give_up(hid_t file) {
  File *own = file_of(file);
  if (own && !own->error) own->error = ECANCELED;
}

void trm_result_file_sync(hid_t file) {
  File *own = file_of(file);
  if (own) sync_bytes(own);
}
