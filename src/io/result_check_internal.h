/* Checking of result files: what walking through the file (result_check.c) and its messages (result_check_message.c)
   share. Names are those of the HDF5 file format specification, version 1.1 of which (superblock 0, object headers 1)
   the writer uses. All numbers in the file are little-endian. */
#ifndef TRM_IO_RESULT_CHECK_INTERNAL_H
#define TRM_IO_RESULT_CHECK_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "io/result_check.h"

enum {
  TRM_CHECK_RANK = 5,         /* most dimensions */
  TRM_CHECK_TILE = 1 << 25,   /* bytes of a tile, at most */
  TRM_CHECK_INFLATION = 1032, /* deflate makes nothing smaller than this part of it */
  TRM_CHECK_REFERENCE = 16    /* bytes: length, address and number of a text in a collection */
};

static const uint64_t trm_check_nowhere = UINT64_MAX; /* the address of what is not there */

/* A piece of the file that holds structure. */
typedef struct trm_CheckBlock {
  uint64_t address, size;
} trm_CheckBlock;

/* A node of an index, and those that it calls its neighbours. */
typedef struct trm_CheckNode {
  uint64_t address, left, right;
  int tree; /* number of the index */
} trm_CheckNode;

/* A check under way; on the stack of trm_result_check. */
typedef struct trm_Check {
  int file;
  uint64_t end;           /* bytes of the file that are in use */
  uint64_t data;          /* bytes of data found so far */
  trm_CheckBlock *blocks; /* all structure found so far, released at the end */
  size_t block_count, block_room;
  trm_CheckNode *nodes; /* likewise */
  size_t node_count, node_room;
  int trees;
  unsigned leaf, internal; /* most entries of a symbol node and of a node of a group's tree */
  int objects;
  trm_ResultSoundness soundness;
  const char *what;
} trm_Check;

/* The first fault stays; false. */
bool trm_check_fault(trm_Check *check, trm_ResultSoundness soundness, const char *what);
uint64_t trm_check_number(const unsigned char *bytes, int count);
/* Is this piece in the file? */
bool trm_check_within(const trm_Check *check, uint64_t address, uint64_t size);
/* Bytes of data, which are not noted; false: not in the file. */
bool trm_check_read(trm_Check *check, uint64_t address, void *bytes, uint64_t size);

typedef struct trm_CheckType {
  enum { TRM_CHECK_NUMBER, TRM_CHECK_LETTERS, TRM_CHECK_TEXT /* a reference to one */ } kind;
  uint64_t size;
} trm_CheckType;

typedef struct trm_CheckSpace {
  int rank;
  uint64_t sizes[TRM_CHECK_RANK];
  uint64_t count; /* their product; 1 of a single number */
} trm_CheckSpace;

typedef struct trm_CheckLayout {
  enum { TRM_CHECK_COMPACT, TRM_CHECK_CONTIGUOUS, TRM_CHECK_TILED } kind;
  uint64_t address, size; /* contiguous: of the numbers; tiled: of the index, bytes of a tile */
  int rank;
  uint64_t tile[TRM_CHECK_RANK];
  uint64_t element;                             /* bytes */
  unsigned char reference[TRM_CHECK_REFERENCE]; /* compact: the first bytes */
} trm_CheckLayout;

/* What the messages of one object header say. On the stack. */
typedef struct trm_CheckObject {
  bool has_space, has_type, has_layout, has_table, has_filters, has_fill, has_old_fill;
  trm_CheckSpace space;
  trm_CheckType type;
  trm_CheckLayout layout;
  uint64_t tree, heap;     /* of a group */
  uint64_t fill, old_fill; /* bytes of the value that stands for what was not written; 0: none */
} trm_CheckObject;

/* One message of a header. */
bool trm_check_message(trm_Check *check, trm_CheckObject *object, unsigned kind, const unsigned char *bytes,
                       uint64_t size);
/* A text in a collection, as 16 bytes refer to it. */
bool trm_check_text(trm_Check *check, const unsigned char *reference);

#endif
