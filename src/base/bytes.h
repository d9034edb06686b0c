/* Numbers and texts as bytes, written and read by one and the same function for each thing: the caller's variables are
   either appended or filled.
   Reading is bounds-checked and refuses: after the first fault nothing is filled any more, and `fault` says what it
   was. Byte order and representation are those of the machine; the head of a stream (trm_bytes_check) tells others. */
#ifndef TRM_BASE_BYTES_H
#define TRM_BASE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A stream. Kept by its user, on the stack as a rule; what was written is freed or taken by him. */
typedef struct trm_Bytes {
  bool reading;
  bool no_memory;      /* while writing */
  unsigned char *data; /* writing: owned until taken; reading: the caller's, only read */
  size_t size, room;
  size_t at;       /* reading: the next byte */
  char fault[200]; /* why what was read is refused; "": it is not */
} trm_Bytes;

trm_Bytes trm_bytes_reader(const void *data, size_t size);
void trm_bytes_free(trm_Bytes *bytes); /* of a writer */
/* Has nothing gone wrong so far? */
bool trm_bytes_good(const trm_Bytes *bytes);
/* Refuses what is read, unless something was refused before. */
void trm_bytes_refuse(trm_Bytes *bytes, const char *format, ...) __attribute__((format(printf, 2, 3)));

void trm_bytes_raw(trm_Bytes *bytes, void *data, size_t size);
void trm_bytes_doubles(trm_Bytes *bytes, double *values, size_t count);
void trm_bytes_double(trm_Bytes *bytes, double *value);
/* A number that is read outside of low ... high is refused. */
void trm_bytes_int(trm_Bytes *bytes, int *value, int low, int high);
void trm_bytes_int64(trm_Bytes *bytes, int64_t *value, int64_t low, int64_t high);
void trm_bytes_bool(trm_Bytes *bytes, bool *value);
void trm_bytes_bools(trm_Bytes *bytes, bool *values, size_t count);
void trm_bytes_ints(trm_Bytes *bytes, int *values, size_t count, int low, int high);
/* A text in an array of `size` characters, the closing NUL included. */
void trm_bytes_text(trm_Bytes *bytes, char *text, size_t size);
/* A number that has to be the same where it is read: `what` it is, for the refusal. */
void trm_bytes_check(trm_Bytes *bytes, int64_t value, const char *what);

/* A part with a name and a version, whose length is known: begin, the content, end. Reading: the part that begins here
   must be this one, of a version not newer than `version`; *version becomes that of the bytes, and end refuses what the
   content has left over. A value between begin and end. */
typedef struct trm_BytesPart {
  const char *name;
  size_t start; /* writing: of the content; reading: its end */
} trm_BytesPart;

trm_BytesPart trm_bytes_begin(trm_Bytes *bytes, const char *name, int *version);
void trm_bytes_end(trm_Bytes *bytes, const trm_BytesPart *part);

/* FNV-1a over bytes, 64 bits, going on from `hash`. */
enum { TRM_HASH_BYTES = 8 };
extern const uint64_t trm_hash_start;
uint64_t trm_hash(uint64_t hash, const void *data, size_t size);
/* The same idea by words of 64 bits: another number, in an eighth of the time; for megabytes. */
uint64_t trm_hash_words(uint64_t hash, const void *data, size_t size);

#endif
