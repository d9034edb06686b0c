/* From a result file to the numbers of a page: which rows are shown, and the matrices of channels and arrays. */
#ifndef TRM_CLI_DATA_H
#define TRM_CLI_DATA_H

#include "page_pack.h"
#include "page.h"

enum { PAGE_SCALES = 8 }; /* components with a scale of their own, at most */

/* A matrix that has been written into the page. */
typedef struct Block {
  char *name;
  PackType type;
  size_t rows, width;
  double scales[PAGE_SCALES];
  int scale_count;
} Block;

typedef struct Range {
  double low, high; /* low > high: no number */
} Range;

typedef struct PageData {
  const Command *command;
  trm_Results *results;
  FILE *out;
  size_t *bytes;
  int64_t rows;
  double *time;
  int64_t frame_count, *frames; /* rows shown as positions, increasing */
  int64_t point_count;          /* of a plot */
  bool reduced;                 /* a plot shows the extremes of intervals instead of every row */
  Block *blocks;
  int block_count, block_capacity;
  Range *ranges; /* of each channel, over all rows */
  double *offsets;
  int64_t lost; /* numbers of positions that are not finite */
  bool *posed;  /* which channels are part of the positions */
} PageData;

/* Chooses rows and writes every matrix as a script element of its own; a CLI_ status. */
int page_data_write(PageData *data, int64_t most_frames);
void page_data_free(PageData *data);

#endif
