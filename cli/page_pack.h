/* Numbers of a page: matrices row by row, differences between rows, byte planes, deflate, base64. The viewer's
   src/data.js undoes it. */
#ifndef TRM_CLI_PACK_H
#define TRM_CLI_PACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef enum PackType {
  PACK_DOUBLE, /* 64 bits, as they are */
  PACK_FLOAT,  /* 32 bits */
  PACK_SHORT   /* 16 bits: value / scale of the column's group * 32767, rounded */
} PackType;

/* A matrix that grows row by row. */
typedef struct Matrix {
  PackType type;
  size_t rows, width; /* width: numbers in a row */
  void *words;
  const double *scales; /* PACK_SHORT: of column c it is scales[c % scale_count]; 0: all zero */
  int scale_count;
} Matrix;

bool matrix_open(Matrix *matrix, PackType type, size_t rows, size_t width); /* false: no memory */
void matrix_set_row(Matrix *matrix, size_t row, const double *values);
void matrix_set(Matrix *matrix, size_t row, size_t column, double value);
/* Writes the matrix as base64; false when memory or the file fails. *bytes grows by what was written. */
bool matrix_write(const Matrix *matrix, FILE *out, size_t *bytes);
void matrix_close(Matrix *matrix);

#endif
