/* Inside the YAML reader: the text of a block scalar, read from the source itself. libfyaml 0.7.12 finds where such a
   text begins and ends, but computes a wrong length for some and then returns bytes that it never wrote. */
#ifndef TRM_IO_YAML_BLOCK_H
#define TRM_IO_YAML_BLOCK_H

#include <stdbool.h>
#include "base/text.h"

/* A value of one call: where in the source, which is the reader's, the scalar stands. */
typedef struct trm_BlockScalar {
  const char *text;  /* the whole source */
  size_t after;      /* the header is not before this byte */
  size_t start, end; /* the lines of the content, from the start of the first */
  bool folded;       /* ">" instead of "|" */
} trm_BlockScalar;

/* Appends the characters that the block stands for. False when its header gives the indentation as a number (which is
   not supported) or is not found. */
bool trm_yaml_block_text(const trm_BlockScalar *block, trm_Text *out);

#endif
