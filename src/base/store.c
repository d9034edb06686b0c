/* Pieces of one stretch of memory with their sizes at both ends, so that neighbours that are free become one (boundary
   tags; Knuth, volume 1, 2.5 C). The first free piece that is large enough is cut. */
#include "base/store.h"
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include "base/memory.h"

/* Before the bytes of a piece. The next piece begins behind these bytes. */
typedef struct Piece {
  size_t size;   /* bytes behind this, a multiple of the alignment */
  size_t before; /* ... of the piece before; `none` for the first one */
  bool free;
  struct Piece *next, *last; /* in the list of free ones; NULL: none */
} Piece;

enum { ALIGNMENT = 64 }; /* a line of a cache: as good a start for vectors as that of memory of the system */
static const size_t none = SIZE_MAX;

struct trm_Store {
  char *memory; /* as it was asked for */
  char *first, *end;
  char *clean;   /* from here on nothing was written: it is zero, as it came from the system */
  Piece *pieces; /* free ones */
  size_t used;
};

static size_t rounded(size_t size) { return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT; }

static size_t head(void) { return rounded(sizeof(Piece)); }

static Piece *after(const trm_Store *store, Piece *piece) {
  char *next = (char *)piece + head() + piece->size;
  return next < store->end ? (Piece *)(void *)next : NULL;
}

static void list(trm_Store *store, Piece *piece) {
  piece->free = true, piece->last = NULL, piece->next = store->pieces;
  if (piece->next) piece->next->last = piece;
  store->pieces = piece;
}

static void unlist(trm_Store *store, Piece *piece) {
  if (piece->last) piece->last->next = piece->next;
  if (piece->next) piece->next->last = piece->last;
  if (store->pieces == piece) store->pieces = piece->next;
  piece->free = false;
}

/* Its size is another one: the piece behind it is told. */
static void resize(trm_Store *store, Piece *piece, size_t size) {
  piece->size = size;
  Piece *next = after(store, piece);
  if (next) next->before = size;
}

trm_Store *trm_store_new(size_t bytes) {
  trm_Store *store = TRM_NEW(trm_Store, 1);
  size_t size = rounded(bytes) + head();
  if (!store) return NULL;
  store->memory = trm_alloc(size + ALIGNMENT, 1); /* large ones come as pages that nobody has touched */
  if (!store->memory) return trm_release(store), NULL;
  uintptr_t over = (uintptr_t)store->memory % ALIGNMENT;
  store->first = store->memory + (over ? ALIGNMENT - over : 0), store->end = store->first + size;
  Piece *all = (Piece *)(void *)store->first;
  *all = (Piece){.size = size - head(), .before = none};
  store->clean = store->first + head();
  list(store, all);
  return store;
}

void trm_store_free(trm_Store *store) {
  if (!store) return;
  trm_release(store->memory);
  trm_release(store);
}

/* Zeroes the bytes of a piece, and notes that they, and what is written up to `end`, are not clean any more. */
static void clear(trm_Store *store, Piece *piece, const char *end) {
  char *memory = (char *)piece + head();
  if (memory < store->clean) {
    size_t dirty = (size_t)(store->clean - memory);
    memset(memory, 0, dirty < piece->size ? dirty : piece->size);
  }
  if (end > store->clean) store->clean = store->first + (end - store->first);
}

/* What is not needed of a piece becomes one by itself. */
static void cut(trm_Store *store, Piece *piece, size_t size) {
  size_t rest = piece->size - size;
  unlist(store, piece);
  if (rest >= head() + ALIGNMENT) {
    Piece *other = (Piece *)(void *)((char *)piece + head() + size);
    piece->size = size;
    *other = (Piece){.before = size};
    resize(store, other, rest - head());
    list(store, other);
  }
  char *behind = (char *)piece + head() + piece->size;
  clear(store, piece, behind < store->end ? behind + head() : behind);
  store->used += head() + piece->size;
}

void *trm_store_alloc(trm_Store *store, size_t count, size_t size) {
  if (!store || (size != 0 && count > SIZE_MAX / 4 / size)) return trm_alloc(count, size);
  size_t need = rounded(count * size + (count * size == 0));
  Piece *piece = store->pieces;
  while (piece && piece->size < need) piece = piece->next;
  if (!piece) return trm_alloc(count, size);
  if (trm_memory_refuses()) return NULL;
  cut(store, piece, need);
  return (char *)piece + head();
}

static bool is_of(const trm_Store *store, const void *memory) {
  uintptr_t at = (uintptr_t)memory;
  return store && at >= (uintptr_t)store->first && at < (uintptr_t)store->end;
}

void trm_store_release(trm_Store *store, void *memory) {
  if (!is_of(store, memory)) {
    trm_release(memory);
    return;
  }
  Piece *piece = (Piece *)(void *)((char *)memory - head()), *next = after(store, piece);
  store->used -= head() + piece->size;
  if (next && next->free) {
    unlist(store, next);
    resize(store, piece, piece->size + head() + next->size);
  }
  Piece *before = piece->before == none ? NULL : (Piece *)(void *)((char *)piece - piece->before - head());
  if (before && before->free) {
    unlist(store, before);
    resize(store, before, before->size + head() + piece->size);
    piece = before;
  }
  list(store, piece);
}

size_t trm_store_used(const trm_Store *store) { return store ? store->used : 0; }

size_t trm_store_left(const trm_Store *store) { return store ? (size_t)(store->end - store->first) - store->used : 0; }
