/* Messages of object headers: spaces, types, layouts, filters, attributes, each within its bytes and of the kinds that
   the writer makes. */
#include <string.h>
#include "base/memory.h"
#include "io/result_check_internal.h"

static bool damaged(trm_Check *check, const char *what) { return trm_check_fault(check, TRM_RESULT_DAMAGED, what); }

/* ---- types ------------------------------------------------------------------------------------------------------- */

enum { CLASS_INTEGER = 0, CLASS_FLOAT = 1, CLASS_STRING = 3, CLASS_VARIABLE = 9, TYPE_HEAD = 8 };

/* class and version, bits of the class, size */
static const unsigned char float_64[] = {0x11, 0x20, 0x3f, 0, 8, 0, 0, 0, 0, 0, 64, 0, 52, 11, 0, 52, 0xff, 3, 0, 0};
static const unsigned char float_32[] = {0x11, 0x20, 0x1f, 0, 4, 0, 0, 0, 0, 0, 32, 0, 23, 8, 0, 23, 127, 0, 0, 0};

static bool is_integer(const unsigned char *bytes, uint64_t size, uint64_t length) {
  bool wide = length == 1 || length == 2 || length == 4 || length == 8;
  return size >= TYPE_HEAD + 4 && wide && (bytes[1] & ~8) == 0 && bytes[2] == 0 && bytes[3] == 0 &&
         trm_check_number(bytes + 8, 2) == 0 && trm_check_number(bytes + 10, 2) == 8 * length;
}

/* padding and set of characters */
static bool is_letters(const unsigned char *bytes) {
  return (bytes[1] & 15) <= 2 && bytes[1] >> 4 <= 1 && bytes[2] == 0 && bytes[3] == 0;
}

/* a text of any length: of single letters, or of small integers */
static bool is_text(const unsigned char *bytes, uint64_t size, uint64_t length) {
  if (size < 2 * TYPE_HEAD || length != TRM_CHECK_REFERENCE || (bytes[1] & 15) != 1 || bytes[1] >> 4 > 2 ||
      bytes[2] > 1 || bytes[3] != 0)
    return false;
  const unsigned char *letter = bytes + TYPE_HEAD;
  if (trm_check_number(letter + 4, 4) != 1) return false;
  return letter[0] == (0x10 | CLASS_STRING) ? is_letters(letter)
                                            : letter[0] == 0x10 && is_integer(letter, size - TYPE_HEAD, 1);
}

static bool read_type(trm_Check *check, const unsigned char *bytes, uint64_t size, trm_CheckType *type) {
  if (size < TYPE_HEAD) return damaged(check, "a type is cut off");
  if (bytes[0] >> 4 != 1) return trm_check_fault(check, TRM_RESULT_OTHER, "types of a later version");
  uint64_t length = type->size = trm_check_number(bytes + 4, 4);
  type->kind = TRM_CHECK_NUMBER;
  bool good = false;
  switch (bytes[0] & 15) {
  case CLASS_INTEGER: good = is_integer(bytes, size, length); break;
  case CLASS_FLOAT:
    good = size >= sizeof float_64 &&
           (memcmp(bytes, float_64, sizeof float_64) == 0 || memcmp(bytes, float_32, sizeof float_32) == 0);
    break;
  case CLASS_STRING: type->kind = TRM_CHECK_LETTERS, good = length > 0 && is_letters(bytes); break;
  case CLASS_VARIABLE: type->kind = TRM_CHECK_TEXT, good = is_text(bytes, size, length); break;
  }
  return good || trm_check_fault(check, TRM_RESULT_OTHER, "a type that is neither a number nor a text");
}

/* ---- spaces ------------------------------------------------------------------------------------------------------ */

static const uint64_t most_numbers = (uint64_t)1 << 48;

static bool read_space(trm_Check *check, const unsigned char *bytes, uint64_t size, trm_CheckSpace *space) {
  enum { HEAD = 8, HAS_MOST = 1 };
  if (size < HEAD) return damaged(check, "a space is cut off");
  if (bytes[0] != 1) return trm_check_fault(check, TRM_RESULT_OTHER, "spaces of a later version");
  space->rank = bytes[1];
  bool most = bytes[2] & HAS_MOST;
  if (space->rank > TRM_CHECK_RANK || bytes[2] > HAS_MOST) return damaged(check, "a space has too many dimensions");
  if (size < HEAD + (uint64_t)space->rank * 8 * (most ? 2 : 1)) return damaged(check, "a space is cut off");
  space->count = 1;
  for (int i = 0; i < space->rank; i++) {
    uint64_t length = trm_check_number(bytes + HEAD + 8 * (ptrdiff_t)i, 8);
    if (most && trm_check_number(bytes + HEAD + 8 * (ptrdiff_t)(space->rank + i), 8) < length)
      return damaged(check, "a space is larger than it may become");
    if (length > most_numbers || (length && space->count > most_numbers / length))
      return damaged(check, "a space is larger than any file");
    space->sizes[i] = length, space->count *= length;
  }
  return true;
}

/* ---- layouts and filters ----------------------------------------------------------------------------------------- */

static bool read_tiles(trm_Check *check, const unsigned char *bytes, uint64_t size, trm_CheckLayout *layout) {
  enum { HEAD = 11 };
  int count = size > 2 ? bytes[2] : 0; /* the last one is the size of an element */
  layout->kind = TRM_CHECK_TILED;
  if (count < 2 || count > TRM_CHECK_RANK + 1 || size < HEAD + 4 * (uint64_t)count)
    return damaged(check, "a layout is cut off");
  layout->address = trm_check_number(bytes + 3, 8);
  layout->rank = count - 1;
  layout->size = layout->element = trm_check_number(bytes + HEAD + 4 * (ptrdiff_t)layout->rank, 4);
  for (int i = 0; i < layout->rank; i++) {
    uint64_t length = layout->tile[i] = trm_check_number(bytes + HEAD + 4 * (ptrdiff_t)i, 4);
    if (length == 0 || layout->size == 0 || length > TRM_CHECK_TILE / layout->size)
      return damaged(check, "a tile is empty or too large");
    layout->size *= length;
  }
  return true;
}

static bool read_layout(trm_Check *check, const unsigned char *bytes, uint64_t size, trm_CheckLayout *layout) {
  enum { COMPACT, CONTIGUOUS, TILED, VERSION = 3, VIRTUAL = 3 };
  if (size < 2) return damaged(check, "a layout is cut off");
  if (bytes[0] > VERSION && bytes[1] == VIRTUAL)
    return trm_check_fault(check, TRM_RESULT_LEADS_OUT,
                           "a dataset is put together from others, which may be elsewhere");
  if (bytes[0] != VERSION) return trm_check_fault(check, TRM_RESULT_OTHER, "layouts of another version");
  switch (bytes[1]) {
  case COMPACT:
    if (size < 4 || size - 4 < trm_check_number(bytes + 2, 2)) return damaged(check, "a layout is cut off");
    layout->kind = TRM_CHECK_COMPACT, layout->size = trm_check_number(bytes + 2, 2);
    if (layout->size >= sizeof layout->reference) memcpy(layout->reference, bytes + 4, sizeof layout->reference);
    return true;
  case CONTIGUOUS:
    if (size < 18) return damaged(check, "a layout is cut off");
    layout->kind = TRM_CHECK_CONTIGUOUS;
    layout->address = trm_check_number(bytes + 2, 8), layout->size = trm_check_number(bytes + 10, 8);
    return true;
  case TILED: return read_tiles(check, bytes, size, layout);
  }
  return damaged(check, "a layout of an unknown kind");
}

/* shuffling and, last, deflation are inside of HDF5: for others it would load a plug-in */
static bool read_filters(trm_Check *check, const unsigned char *bytes, uint64_t size) {
  enum { HEAD = 8, MOST = 2, DEFLATE = 1, SHUFFLE = 2 };
  uint64_t at = HEAD;
  if (size < HEAD || bytes[1] > MOST) return damaged(check, "the filters of a dataset");
  if (bytes[0] != 1) return trm_check_fault(check, TRM_RESULT_OTHER, "filters of another version");
  for (int i = 0; i < bytes[1]; i++) {
    if (at + 8 > size) return damaged(check, "the filters of a dataset are cut off");
    uint64_t id = trm_check_number(bytes + at, 2), name = trm_check_number(bytes + at + 2, 2);
    uint64_t values = trm_check_number(bytes + at + 6, 2);
    if (id != DEFLATE && id != SHUFFLE)
      return trm_check_fault(check, TRM_RESULT_LEADS_OUT, "a dataset is packed in a way for which a plug-in is needed");
    at += 8 + (name + 7) / 8 * 8 + 4 * (values + values % 2);
    if (at > size) return damaged(check, "the filters of a dataset are cut off");
    if (values != 1 || (id == DEFLATE) != (i == bytes[1] - 1)) return damaged(check, "the filters of a dataset");
  }
  return true;
}

/* the value of what was never written: older and newer message */
static bool read_old_fill(trm_Check *check, const unsigned char *bytes, uint64_t size, uint64_t *fill) {
  *fill = size >= 4 ? trm_check_number(bytes, 4) : 0;
  return (size >= 4 && *fill <= size - 4) || damaged(check, "a fill value is cut off");
}

static bool read_fill(trm_Check *check, const unsigned char *bytes, uint64_t size, uint64_t *fill) {
  enum { HEAD = 4 };
  *fill = 0;
  if (size < HEAD || bytes[0] != 2 || bytes[1] > 3 || bytes[2] > 2 || bytes[3] > 1)
    return damaged(check, "a fill value");
  return bytes[3] == 0 || read_old_fill(check, bytes + HEAD, size - HEAD, fill);
}

/* ---- attributes -------------------------------------------------------------------------------------------------- */

static uint64_t padded(uint64_t size) { return (size + 7) / 8 * 8; }

static bool read_values(trm_Check *check, const trm_CheckType *type, const trm_CheckSpace *space,
                        const unsigned char *bytes, uint64_t size) {
  if (type->size > size || space->count > size / type->size) return damaged(check, "an attribute is cut off");
  bool good = true;
  for (uint64_t i = 0; i < space->count && type->kind == TRM_CHECK_TEXT && good; i++)
    good = trm_check_text(check, bytes + i * type->size);
  return good;
}

static bool read_attribute(trm_Check *check, const unsigned char *bytes, uint64_t size) {
  enum { HEAD = 8 };
  if (size < HEAD) return damaged(check, "an attribute is cut off");
  if (bytes[0] != 1) return trm_check_fault(check, TRM_RESULT_OTHER, "attributes of a later version");
  uint64_t lengths[3], starts[4] = {HEAD};
  for (int i = 0; i < 3; i++) {
    lengths[i] = trm_check_number(bytes + 2 + 2 * i, 2);
    starts[i + 1] = starts[i] + padded(lengths[i]);
    if (starts[i + 1] > size) return damaged(check, "an attribute is cut off");
  }
  const unsigned char *name = bytes + starts[0];
  if (lengths[0] < 2 || memchr(name, 0, lengths[0]) != name + lengths[0] - 1)
    return damaged(check, "the name of an attribute");
  trm_CheckType type = {0};
  trm_CheckSpace space = {0};
  return read_type(check, bytes + starts[1], lengths[1], &type) &&
         read_space(check, bytes + starts[2], lengths[2], &space) &&
         read_values(check, &type, &space, bytes + starts[3], size - starts[3]);
}

/* ---- texts ------------------------------------------------------------------------------------------------------- */

enum { COLLECTION_HEAD = 16, SMALLEST_COLLECTION = 4096, LARGEST_COLLECTION = 1 << 28 };

/* the objects of a collection one after the other, up to the free place (number 0) or the end */
static bool find_text(trm_Check *check, const unsigned char *bytes, uint64_t size, uint64_t number, uint64_t length) {
  bool found = false;
  for (uint64_t at = COLLECTION_HEAD, last = 0; size - at >= 16;) {
    uint64_t own = trm_check_number(bytes + at, 2), room = trm_check_number(bytes + at + 8, 8);
    if (own == 0) {
      if (room < 16 || room > size - at) return damaged(check, "a collection of texts");
      at += room;
      continue;
    }
    if (room > size - at - 16 || padded(room) > size - at - 16) return damaged(check, "a collection of texts");
    if (own == number) found = room == length;
    if (own > last) last = own;
    at += 16 + padded(room);
  }
  return found || damaged(check, "a text is not where it should be");
}

static bool search_collection(trm_Check *check, uint64_t address, uint64_t number, uint64_t length) {
  unsigned char head[COLLECTION_HEAD];
  if (!trm_check_read(check, address, head, sizeof head)) return damaged(check, "a text is outside of the file");
  uint64_t size = trm_check_number(head + 8, 8);
  if (memcmp(head, "GCOL\1\0\0\0", 8) != 0 || size < SMALLEST_COLLECTION || size > LARGEST_COLLECTION ||
      !trm_check_within(check, address, size))
    return damaged(check, "a collection of texts");
  unsigned char *bytes = trm_alloc((size_t)size, 1);
  if (!bytes) return trm_check_fault(check, TRM_RESULT_UNREAD, "");
  bool good = trm_check_read(check, address, bytes, size) && find_text(check, bytes, size, number, length);
  trm_release(bytes);
  return good;
}

bool trm_check_text(trm_Check *check, const unsigned char *reference) {
  uint64_t length = trm_check_number(reference, 4), address = trm_check_number(reference + 4, 8);
  uint64_t number = trm_check_number(reference + 12, 4);
  if (address == 0 && length == 0) return true; /* no text */
  return search_collection(check, address, number, length);
}

/* ---- all messages ------------------------------------------------------------------------------------------------ */

enum {
  MESSAGE_NIL = 0,
  MESSAGE_SPACE = 1,
  MESSAGE_LINK_INFO = 2,
  MESSAGE_TYPE = 3,
  MESSAGE_OLD_FILL = 4,
  MESSAGE_FILL = 5,
  MESSAGE_LINK = 6,
  MESSAGE_EXTERNAL = 7,
  MESSAGE_LAYOUT = 8,
  MESSAGE_FILTERS = 11,
  MESSAGE_ATTRIBUTE = 12,
  MESSAGE_TABLE = 17,
  MESSAGE_TIME = 18
};

static bool once(trm_Check *check, bool *has) {
  if (*has) return damaged(check, "an object says the same thing twice");
  return *has = true;
}

bool trm_check_message(trm_Check *check, trm_CheckObject *object, unsigned kind, const unsigned char *bytes,
                       uint64_t size) {
  switch (kind) {
  case MESSAGE_NIL:
  case MESSAGE_TIME: return kind == MESSAGE_NIL || size >= 8 || damaged(check, "a time of change is cut off");
  case MESSAGE_SPACE: return once(check, &object->has_space) && read_space(check, bytes, size, &object->space);
  case MESSAGE_TYPE: return once(check, &object->has_type) && read_type(check, bytes, size, &object->type);
  case MESSAGE_LAYOUT: return once(check, &object->has_layout) && read_layout(check, bytes, size, &object->layout);
  case MESSAGE_FILTERS: return once(check, &object->has_filters) && read_filters(check, bytes, size);
  case MESSAGE_FILL: return once(check, &object->has_fill) && read_fill(check, bytes, size, &object->fill);
  case MESSAGE_OLD_FILL:
    return once(check, &object->has_old_fill) && read_old_fill(check, bytes, size, &object->old_fill);
  case MESSAGE_ATTRIBUTE: return read_attribute(check, bytes, size);
  case MESSAGE_TABLE:
    if (size < 16 || !once(check, &object->has_table)) return damaged(check, "the table of a group");
    object->tree = trm_check_number(bytes, 8), object->heap = trm_check_number(bytes + 8, 8);
    return true;
  case MESSAGE_EXTERNAL:
    return trm_check_fault(check, TRM_RESULT_LEADS_OUT, "the numbers of a dataset are in another file");
  case MESSAGE_LINK:
  case MESSAGE_LINK_INFO:
    return trm_check_fault(check, TRM_RESULT_LEADS_OUT, "a group has links of a kind that may lead to other files");
  default: return trm_check_fault(check, TRM_RESULT_OTHER, "a kind of message that is not known");
  }
}
