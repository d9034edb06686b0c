/* Comparison of a computed record (channels over stored times) with what is expected of it. */
#ifndef VERIFICATION_COMPARE_H
#define VERIFICATION_COMPARE_H

#include <stdbool.h>
#include <stdint.h>
#include "base/memory.h"
#include "math/function.h"

/* What was computed: rows of increasing time; column gives all rows of a channel, NULL when there is no such
   channel. */
typedef struct Record {
  int64_t rows;
  const double *time;
  const double *(*column)(void *owner, const char *channel);
  void *owner;
} Record;

/* Values of one column of a text file at the times of its first. */
typedef struct Reference {
  int rows;
  const double *time, *value;
} Reference;

typedef enum CheckKind {
  CHECK_AT,       /* the value at a stored time */
  CHECK_MAX,      /* the largest value of all rows */
  CHECK_MIN,      /* the smallest */
  CHECK_RMS,      /* the root of the mean square */
  CHECK_SPAN,     /* largest minus smallest */
  CHECK_LARGEST,  /* the largest magnitude */
  CHECK_FUNCTION, /* every row against a function of t */
  CHECK_TABLE     /* every row of a reference table against the record at the same time */
} CheckKind;

typedef struct Check {
  CheckKind kind;
  const char *channel;
  double at;             /* CHECK_AT: s */
  double value;          /* CHECK_AT ... CHECK_LARGEST */
  trm_Function function; /* CHECK_FUNCTION */
  Reference reference;   /* CHECK_TABLE */
  bool mean;             /* CHECK_FUNCTION, CHECK_TABLE: the error is the root mean square, otherwise the largest */
  double tolerance;      /* absolute, in the channel's unit */
} Check;

/* For kinds that go over rows, time, ours and expected are those of the row that is farthest off. */
typedef struct Outcome {
  bool passed;
  bool timed; /* time means something */
  double time, ours, expected, error;
  const char *problem; /* why nothing could be compared, or NULL */
} Outcome;

Outcome compare(const Record *record, const Check *check);

/* The row stored at this time (to 1e-12 of the record's last time: output times are sums of steps), or -1. */
int64_t find_row(const Record *record, double time);

/* Reads "time value value ..." rows: separators are blanks, tabs, commas; lines that start with # are skipped; the
   first other line names the columns. Values are multiplied by scale. NULL on success, otherwise what is wrong. */
const char *read_reference(trm_Arena *arena, const char *path, const char *column, double scale, Reference *out);

#endif
