/* The packing itself: differences of rows as integers, byte planes, deflate, base64. */
#include "page_pack.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

static size_t word_size(PackType type) {
  switch (type) {
  case PACK_DOUBLE: return 8;
  case PACK_FLOAT: return 4;
  case PACK_SHORT: return 2;
  }
  return 0;
}

bool matrix_open(Matrix *matrix, PackType type, size_t rows, size_t width) {
  *matrix = (Matrix){.type = type, .rows = rows, .width = width};
  if (width && rows > SIZE_MAX / 8 / width) return false;
  size_t count = rows * width;
  matrix->words = calloc(count > 0 ? count : 1, word_size(type));
  return matrix->words != NULL;
}

void matrix_close(Matrix *matrix) {
  free(matrix->words);
  *matrix = (Matrix){0};
}

static int16_t quantized(const Matrix *matrix, size_t column, double value) {
  double scale = matrix->scale_count ? matrix->scales[column % (size_t)matrix->scale_count] : 1;
  double share = scale > 0 && isfinite(value) ? value / scale : 0;
  return (int16_t)lround(32767 * fmax(-1, fmin(1, share)));
}

void matrix_set(Matrix *matrix, size_t row, size_t column, double value) {
  size_t at = row * matrix->width + column;
  switch (matrix->type) {
  case PACK_DOUBLE: ((double *)matrix->words)[at] = value; break;
  case PACK_FLOAT: ((float *)matrix->words)[at] = (float)value; break;
  case PACK_SHORT: ((int16_t *)matrix->words)[at] = quantized(matrix, column, value); break;
  }
}

void matrix_set_row(Matrix *matrix, size_t row, const double *values) {
  for (size_t c = 0; c < matrix->width; c++) matrix_set(matrix, row, c, values[c]);
}

/* ---- differences and byte planes ---- */

/* small numbers of either sign -> small numbers: 0, -1, 1, -2 -> 0, 1, 2, 3 */
static uint32_t folded32(uint32_t difference) { return (difference << 1) ^ (0u - (difference >> 31)); }
static uint16_t folded16(uint16_t difference) {
  return (uint16_t)((uint16_t)(difference << 1) ^ (uint16_t)(0u - (difference >> 15)));
}

static void planes_of_floats(const Matrix *matrix, unsigned char *out) {
  const uint32_t *words = matrix->words;
  size_t count = matrix->rows * matrix->width, width = matrix->width;
  for (size_t i = 0; i < count; i++) {
    uint32_t word = folded32(words[i] - (i >= width ? words[i - width] : 0));
    for (int b = 0; b < 4; b++) out[(size_t)b * count + i] = (unsigned char)(word >> 8 * b);
  }
}

static void planes_of_shorts(const Matrix *matrix, unsigned char *out) {
  const uint16_t *words = matrix->words;
  size_t count = matrix->rows * matrix->width, width = matrix->width;
  for (size_t i = 0; i < count; i++) {
    uint16_t word = folded16((uint16_t)(words[i] - (i >= width ? words[i - width] : 0)));
    out[i] = (unsigned char)word;
    out[count + i] = (unsigned char)(word >> 8);
  }
}

static void planes(const Matrix *matrix, unsigned char *out) {
  switch (matrix->type) {
  case PACK_DOUBLE: memcpy(out, matrix->words, 8 * matrix->rows * matrix->width); break;
  case PACK_FLOAT: planes_of_floats(matrix, out); break;
  case PACK_SHORT: planes_of_shorts(matrix, out); break;
  }
}

/* ---- base64 ---- */

typedef struct Base64 {
  FILE *out;
  unsigned char rest[3];
  int rest_count;
  size_t *bytes;
} Base64;

static void put_group(Base64 *base64, const unsigned char *in, int count) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  unsigned long bits =
      (unsigned long)in[0] << 16 | (count > 1 ? (unsigned long)in[1] << 8 : 0) | (count > 2 ? (unsigned long)in[2] : 0);
  char text[4] = {digits[bits >> 18], digits[bits >> 12 & 63], count > 1 ? digits[bits >> 6 & 63] : '=',
                  count > 2 ? digits[bits & 63] : '='};
  fwrite(text, 1, 4, base64->out);
  *base64->bytes += 4;
}

static void base64_add(Base64 *base64, const unsigned char *in, size_t count) {
  for (size_t i = 0; i < count; i++) {
    base64->rest[base64->rest_count++] = in[i];
    if (base64->rest_count < 3) continue;
    put_group(base64, base64->rest, 3);
    base64->rest_count = 0;
  }
}

static void base64_end(Base64 *base64) {
  if (base64->rest_count) put_group(base64, base64->rest, base64->rest_count);
  base64->rest_count = 0;
}

/* ---- deflate ---- */

enum { PIECE = 1 << 16, LEVEL = 4 }; /* higher levels gain 2 % and take three times as long */

static bool deflate_all(const unsigned char *in, size_t size, Base64 *base64) {
  z_stream stream = {0};
  unsigned char piece[PIECE];
  if (deflateInit(&stream, LEVEL) != Z_OK) return false;
  int status = Z_OK;
  for (size_t done = 0; status == Z_OK;) {
    size_t step = size - done < PIECE ? size - done : PIECE;
    if (stream.avail_in == 0 && step > 0) {
      stream.next_in = (unsigned char *)(uintptr_t)(in + done);
      stream.avail_in = (unsigned)step;
      done += step;
    }
    stream.next_out = piece, stream.avail_out = PIECE;
    status = deflate(&stream, done == size ? Z_FINISH : Z_NO_FLUSH);
    base64_add(base64, piece, PIECE - stream.avail_out);
  }
  deflateEnd(&stream);
  base64_end(base64);
  return status == Z_STREAM_END;
}

bool matrix_write(const Matrix *matrix, FILE *out, size_t *bytes) {
  size_t size = matrix->rows * matrix->width * word_size(matrix->type);
  unsigned char *bytes_in = malloc(size ? size : 1);
  if (!bytes_in) return false;
  planes(matrix, bytes_in);
  Base64 base64 = {.out = out, .bytes = bytes};
  bool good = deflate_all(bytes_in, size, &base64) && !ferror(out);
  free(bytes_in);
  return good;
}
