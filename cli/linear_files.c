/* Linear systems as files: NumPy's .npz (a zip of arrays, not compressed), .mat of MATLAB level 4, CSV. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include "cli.h"

/* A matrix by rows, or a list of names. */
typedef struct Item {
  const char *name;
  const double *values;
  const char **texts;
  int rows, columns;
} Item;

enum { ITEMS = 7 };

/* A to D, then the names of states, inputs and outputs; the lists are freed by free_items */
static bool list_items(const trm_LinearSystem *system, Item items[ITEMS]) {
  static const char *const letters[] = {"A", "B", "C", "D"}, *const lists[] = {"states", "inputs", "outputs"};
  int n = trm_linear_system_states(system), u = trm_linear_system_inputs(system), y = trm_linear_system_outputs(system);
  const int rows[] = {n, n, y, y, n, u, y}, columns[] = {n, u, n, u};
  bool good = true;
  for (int i = 0; i < ITEMS; i++) {
    items[i] = (Item){.name = i < 4 ? letters[i] : lists[i - 4], .rows = rows[i], .columns = i < 4 ? columns[i] : 1};
    if (i < 4)
      items[i].values = trm_linear_system_matrix(system, letters[i][0]);
    else
      good = (items[i].texts = calloc((size_t)rows[i] + 1, sizeof(char *))) && good;
    for (int k = 0; i >= 4 && k < rows[i] && items[i].texts; k++)
      items[i].texts[k] = i == 4   ? trm_linear_system_state(system, k)
                          : i == 5 ? trm_linear_system_input(system, k)
                                   : trm_linear_system_output(system, k).name;
  }
  return good;
}

static void free_items(Item items[ITEMS]) {
  for (int i = 0; i < ITEMS; i++) free(items[i].texts);
}

static size_t longest(const Item *item) {
  size_t length = 1;
  for (int i = 0; i < item->rows; i++)
    if (strlen(item->texts[i]) > length) length = strlen(item->texts[i]);
  return length;
}

/* ---- bytes, the least significant first ---- */

/* Grows; `failed` stays. Freed by its user. */
typedef struct Buffer {
  unsigned char *data;
  size_t size, room;
  bool failed;
} Buffer;

static void add(Buffer *buffer, const void *bytes, size_t size) {
  if (buffer->size + size > buffer->room) {
    size_t room = 2 * (buffer->size + size) + 256;
    unsigned char *data = buffer->failed ? NULL : realloc(buffer->data, room);
    if (!data) {
      buffer->failed = true;
      return;
    }
    buffer->data = data, buffer->room = room;
  }
  if (size) memcpy(buffer->data + buffer->size, bytes, size);
  buffer->size += size;
}

static void add_number(Buffer *buffer, uint64_t value, int bytes) {
  unsigned char out[8];
  for (int i = 0; i < bytes; i++) out[i] = (unsigned char)(value >> (8 * i));
  add(buffer, out, (size_t)bytes);
}

static void add_double(Buffer *buffer, double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  add_number(buffer, bits, 8);
}

static int write_buffer(const Command *command, Buffer *buffer, const char *path) {
  Output output = {0};
  int status = buffer->failed ? cli_no_memory(command) : cli_output_open(&output, command, path);
  if (status == CLI_OK) {
    fwrite(buffer->data, 1, buffer->size, output.file);
    status = cli_output_close(&output, command, CLI_OK);
  }
  free(buffer->data);
  return status;
}

/* ---- .npz ---- */

/* The code points of UTF-8 that was checked when the model was read, as NumPy's text has them. */
static void add_text(Buffer *buffer, const char *text, size_t width) {
  size_t count = 0;
  for (const unsigned char *at = (const unsigned char *)text; *at && count < width; count++) {
    int more = *at >= 0xf0 ? 3 : *at >= 0xe0 ? 2 : *at >= 0xc0 ? 1 : 0;
    uint32_t code = more == 3 ? *at & 7u : more == 2 ? *at & 15u : more == 1 ? *at & 31u : *at;
    for (at++; more > 0 && (*at & 0xc0) == 0x80; more--, at++) code = code << 6 | (*at & 63u);
    add_number(buffer, code, 4);
  }
  for (; count < width; count++) add_number(buffer, 0, 4);
}

/* version 1 of the format: magic, a dictionary padded to a multiple of 64 bytes, the numbers */
static void add_npy(Buffer *buffer, const Item *item) {
  char head[200], type[40] = "<f8", shape[60];
  size_t width = item->texts ? longest(item) : 0;
  if (item->texts) snprintf(type, sizeof type, "<U%zu", width);
  snprintf(shape, sizeof shape, item->texts ? "(%d,)" : "(%d, %d)", item->rows, item->columns);
  int length = snprintf(head, sizeof head, "{'descr': '%s', 'fortran_order': False, 'shape': %s, }", type, shape);
  int padded = (10 + length + 1 + 63) / 64 * 64 - 10;
  add(buffer, "\x93NUMPY\x01\x00", 8);
  add_number(buffer, (uint64_t)padded, 2);
  add(buffer, head, (size_t)length);
  for (int i = length; i < padded - 1; i++) add(buffer, " ", 1);
  add(buffer, "\n", 1);
  for (int i = 0; i < item->rows * item->columns && !item->texts; i++) add_double(buffer, item->values[i]);
  for (int i = 0; i < item->rows && item->texts; i++) add_text(buffer, item->texts[i], width);
}

/* what the entry of a file in a zip says, in the file itself and in the directory at its end */
typedef struct Entry {
  char name[40];
  uint32_t crc, size, offset;
} Entry;

enum { ZIP_VERSION = 20, ZIP_DATE = 0x21 /* 1 January 1980: the same bytes at all times */ };

static void add_entry(Buffer *out, const Entry *entry, bool directory) {
  add_number(out, directory ? 0x02014b50 : 0x04034b50, 4);
  if (directory) add_number(out, ZIP_VERSION, 2);
  add_number(out, ZIP_VERSION, 2);
  add_number(out, 0, 2), add_number(out, 0, 2), add_number(out, 0, 2), add_number(out, ZIP_DATE, 2);
  add_number(out, entry->crc, 4), add_number(out, entry->size, 4), add_number(out, entry->size, 4);
  add_number(out, strlen(entry->name), 2), add_number(out, 0, 2);
  if (directory) {
    add_number(out, 0, 2), add_number(out, 0, 2), add_number(out, 0, 2), add_number(out, 0, 4);
    add_number(out, entry->offset, 4);
  }
  add(out, entry->name, strlen(entry->name));
}

int cli_write_npz(const Command *command, const trm_LinearSystem *system, const char *path) {
  Item items[ITEMS];
  Entry entries[ITEMS];
  Buffer out = {0};
  bool good = list_items(system, items);
  for (int i = 0; i < ITEMS && good; i++) {
    Buffer array = {0};
    add_npy(&array, &items[i]);
    out.failed = out.failed || array.failed;
    snprintf(entries[i].name, sizeof entries[i].name, "%s.npy", items[i].name);
    entries[i].crc = (uint32_t)crc32(0, array.data, (uInt)array.size);
    entries[i].size = (uint32_t)array.size, entries[i].offset = (uint32_t)out.size;
    add_entry(&out, &entries[i], false);
    add(&out, array.data, array.size);
    free(array.data);
  }
  uint64_t start = out.size;
  for (int i = 0; i < ITEMS && good; i++) add_entry(&out, &entries[i], true);
  add_number(&out, 0x06054b50, 4), add_number(&out, 0, 4), add_number(&out, ITEMS, 2), add_number(&out, ITEMS, 2);
  add_number(&out, out.size - start - 12, 4), add_number(&out, start, 4), add_number(&out, 0, 2);
  free_items(items);
  out.failed = out.failed || !good;
  return write_buffer(command, &out, path);
}

/* ---- .mat, level 4: per matrix a head of five numbers, the name, the numbers by columns ---- */

static void add_mat(Buffer *out, const Item *item) {
  int width = item->texts ? (int)longest(item) : item->columns;
  add_number(out, item->texts ? 1 : 0, 4); /* doubles; texts have a 1 */
  add_number(out, (uint64_t)item->rows, 4), add_number(out, (uint64_t)width, 4), add_number(out, 0, 4);
  add_number(out, strlen(item->name) + 1, 4);
  add(out, item->name, strlen(item->name) + 1);
  for (int c = 0; c < width; c++)
    for (int r = 0; r < item->rows; r++) {
      size_t length = item->texts ? strlen(item->texts[r]) : 0;
      double letter = item->texts ? (size_t)c < length ? (unsigned char)item->texts[r][c] : ' ' : 0;
      add_double(out, item->texts ? letter : item->values[(size_t)r * (size_t)item->columns + (size_t)c]);
    }
}

int cli_write_mat(const Command *command, const trm_LinearSystem *system, const char *path) {
  Item items[ITEMS];
  Buffer out = {0};
  bool good = list_items(system, items);
  for (int i = 0; i < ITEMS && good; i++) add_mat(&out, &items[i]);
  free_items(items);
  out.failed = out.failed || !good;
  return write_buffer(command, &out, path);
}

/* ---- .csv: [A B; C D] with names ---- */

static void put_row(FILE *out, const double *left, int left_count, const double *right, int right_count) {
  for (int i = 0; i < left_count; i++) fprintf(out, ",%.17g", left[i]);
  for (int i = 0; i < right_count; i++) fprintf(out, ",%.17g", right[i]);
  fputc('\n', out);
}

int cli_write_linear_csv(const Command *command, const trm_LinearSystem *system, const char *path) {
  Output output;
  int status = cli_output_open(&output, command, path);
  if (status != CLI_OK) return status;
  FILE *out = output.file;
  int n = trm_linear_system_states(system), u = trm_linear_system_inputs(system), y = trm_linear_system_outputs(system);
  const double *a = trm_linear_system_matrix(system, 'A'), *b = trm_linear_system_matrix(system, 'B');
  const double *c = trm_linear_system_matrix(system, 'C'), *d = trm_linear_system_matrix(system, 'D');
  fputs("row", out);
  for (int i = 0; i < n; i++) fputc(',', out), cli_put_csv(out, trm_linear_system_state(system, i));
  for (int i = 0; i < u; i++) fputs(",input.", out), cli_put_csv(out, trm_linear_system_input(system, i));
  fputc('\n', out);
  for (int i = 0; i < n; i++) {
    fputs("d/dt ", out), cli_put_csv(out, trm_linear_system_state(system, i));
    put_row(out, a + (size_t)i * (size_t)n, n, b + (size_t)i * (size_t)u, u);
  }
  for (int i = 0; i < y; i++) {
    cli_put_csv(out, trm_linear_system_output(system, i).name);
    put_row(out, c + (size_t)i * (size_t)n, n, d + (size_t)i * (size_t)u, u);
  }
  return cli_output_close(&output, command, CLI_OK);
}
