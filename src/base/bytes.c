/* Appending and reading of numbers, texts and parts, with bounds. */
#include "base/bytes.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "base/memory.h"

trm_Bytes trm_bytes_reader(const void *data, size_t size) {
  return (trm_Bytes){.reading = true, .data = (unsigned char *)data, .size = size};
}

void trm_bytes_free(trm_Bytes *bytes) {
  if (!bytes->reading) trm_release(bytes->data);
  *bytes = (trm_Bytes){0};
}

bool trm_bytes_good(const trm_Bytes *bytes) { return !bytes->no_memory && !bytes->fault[0]; }

void trm_bytes_refuse(trm_Bytes *bytes, const char *format, ...) {
  if (bytes->fault[0]) return;
  va_list list;
  va_start(list, format);
  vsnprintf(bytes->fault, sizeof bytes->fault, format, list);
  va_end(list);
}

static bool make_room(trm_Bytes *bytes, size_t size) {
  if (bytes->no_memory) return false;
  if (size <= bytes->room - bytes->size) return true;
  size_t room = 2 * bytes->room > bytes->size + size ? 2 * bytes->room : bytes->size + size + 256;
  unsigned char *data = trm_realloc(bytes->data, room, 1);
  if (!data) return bytes->no_memory = true, false;
  bytes->data = data, bytes->room = room;
  return true;
}

void trm_bytes_raw(trm_Bytes *bytes, void *data, size_t size) {
  if (size == 0) return;
  if (!bytes->reading) {
    if (!make_room(bytes, size)) return;
    memcpy(bytes->data + bytes->size, data, size);
    bytes->size += size;
    return;
  }
  if (bytes->fault[0]) return;
  if (size > bytes->size - bytes->at) {
    trm_bytes_refuse(bytes, "the bytes end too early");
    return;
  }
  memcpy(data, bytes->data + bytes->at, size);
  bytes->at += size;
}

void trm_bytes_doubles(trm_Bytes *bytes, double *values, size_t count) {
  trm_bytes_raw(bytes, values, sizeof(double) * count);
}

void trm_bytes_double(trm_Bytes *bytes, double *value) { trm_bytes_raw(bytes, value, sizeof *value); }

void trm_bytes_int64(trm_Bytes *bytes, int64_t *value, int64_t low, int64_t high) {
  int64_t number = *value;
  trm_bytes_raw(bytes, &number, sizeof number);
  if (!bytes->reading || !trm_bytes_good(bytes)) return;
  if (number < low || number > high)
    trm_bytes_refuse(bytes, "a number is %lld, outside of %lld ... %lld", (long long)number, (long long)low,
                     (long long)high);
  else
    *value = number;
}

void trm_bytes_int(trm_Bytes *bytes, int *value, int low, int high) {
  int64_t number = *value;
  trm_bytes_int64(bytes, &number, low, high);
  if (trm_bytes_good(bytes)) *value = (int)number;
}

void trm_bytes_ints(trm_Bytes *bytes, int *values, size_t count, int low, int high) {
  for (size_t i = 0; i < count && trm_bytes_good(bytes); i++) {
    int32_t number = values[i];
    trm_bytes_raw(bytes, &number, sizeof number);
    if (bytes->reading && trm_bytes_good(bytes) && (number < low || number > high))
      trm_bytes_refuse(bytes, "a number is %d, outside of %d ... %d", (int)number, low, high);
    if (trm_bytes_good(bytes)) values[i] = number;
  }
}

void trm_bytes_bools(trm_Bytes *bytes, bool *values, size_t count) {
  for (size_t i = 0; i < count && trm_bytes_good(bytes); i++) {
    unsigned char byte = values[i];
    trm_bytes_raw(bytes, &byte, 1);
    if (bytes->reading && byte > 1) trm_bytes_refuse(bytes, "a yes or no is %d", byte);
    if (trm_bytes_good(bytes)) values[i] = byte != 0;
  }
}

void trm_bytes_bool(trm_Bytes *bytes, bool *value) { trm_bytes_bools(bytes, value, 1); }

void trm_bytes_text(trm_Bytes *bytes, char *text, size_t size) {
  int length = bytes->reading ? 0 : (int)strnlen(text, size - 1);
  trm_bytes_int(bytes, &length, 0, (int)size - 1);
  if (bytes->reading && !trm_bytes_good(bytes)) return;
  trm_bytes_raw(bytes, text, (size_t)length);
  if (bytes->reading && trm_bytes_good(bytes)) text[length] = 0;
}

void trm_bytes_check(trm_Bytes *bytes, int64_t value, const char *what) {
  int64_t number = value;
  trm_bytes_raw(bytes, &number, sizeof number);
  if (bytes->reading && number != value)
    trm_bytes_refuse(bytes, "%s: %lld there, %lld here", what, (long long)number, (long long)value);
}

/* ---- parts ---- */

enum { LONGEST_NAME = 32 };

trm_BytesPart trm_bytes_begin(trm_Bytes *bytes, const char *name, int *version) {
  char found[LONGEST_NAME] = "";
  int64_t length = 0;
  int newest = *version;
  snprintf(found, sizeof found, "%s", name);
  trm_bytes_text(bytes, found, sizeof found);
  if (bytes->reading && strcmp(found, name) != 0)
    trm_bytes_refuse(bytes, "a part \"%s\" stands where \"%s\" should", found, name);
  trm_bytes_int(bytes, version, 1, bytes->reading ? newest : *version);
  trm_bytes_int64(bytes, &length, 0, INT64_MAX);
  if (!bytes->reading) return (trm_BytesPart){name, bytes->size};
  if (trm_bytes_good(bytes) && (uint64_t)length > bytes->size - bytes->at)
    trm_bytes_refuse(bytes, "the part \"%s\" ends too early", name);
  return (trm_BytesPart){name, bytes->at + (size_t)length};
}

void trm_bytes_end(trm_Bytes *bytes, const trm_BytesPart *part) {
  if (!trm_bytes_good(bytes)) return;
  if (bytes->reading) {
    if (bytes->at != part->start) trm_bytes_refuse(bytes, "the part \"%s\" has another length", part->name);
    return;
  }
  int64_t length = (int64_t)(bytes->size - part->start);
  memcpy(bytes->data + part->start - sizeof length, &length, sizeof length);
}

/* ---- hash ---- */

const uint64_t trm_hash_start = 0xcbf29ce484222325u;
static const uint64_t hash_prime = 0x100000001b3u;

uint64_t trm_hash(uint64_t hash, const void *data, size_t size) {
  const unsigned char *byte = data;
  for (size_t i = 0; i < size; i++) hash = (hash ^ byte[i]) * hash_prime;
  return hash;
}

uint64_t trm_hash_words(uint64_t hash, const void *data, size_t size) {
  const unsigned char *byte = data;
  uint64_t word;
  size_t whole = size - size % sizeof word;
  for (size_t i = 0; i < whole; i += sizeof word) {
    memcpy(&word, byte + i, sizeof word);
    hash = (hash ^ word) * hash_prime;
    hash ^= hash >> 32; /* a product carries upwards only */
  }
  return trm_hash(hash, byte + whole, size - whole);
}
