/* Decoding of UTF-8, strict, and the ranges of characters that show nothing or reorder text. */
#include "base/utf8.h"

uint32_t trm_utf8_decode(const char *bytes, size_t size, int *length) {
  static const uint32_t smallest[5] = {0, 0, 0x80, 0x800, 0x10000};
  const unsigned char *b = (const unsigned char *)bytes;
  *length = 1;
  if (b[0] < 0x80) return b[0];
  int n = b[0] >= 0xF8 ? 0 : b[0] >= 0xF0 ? 4 : b[0] >= 0xE0 ? 3 : b[0] >= 0xC0 ? 2 : 0;
  *length = 0;
  if (n == 0 || (size_t)n > size) return b[0];
  uint32_t character = b[0] & (0xFFu >> (n + 1));
  for (int i = 1; i < n; i++) {
    if ((b[i] & 0xC0) != 0x80) return b[0];
    character = character << 6 | (b[i] & 0x3Fu);
  }
  if (character < smallest[n] || character > 0x10FFFF || (character >= 0xD800 && character < 0xE000)) return b[0];
  *length = n;
  return character;
}

bool trm_utf8_showable(uint32_t character) {
  if (character < 0x20 || (character >= 0x7F && character < 0xA0)) return false;
  if (character == 0x200E || character == 0x200F) return false;                          /* direction marks */
  if (character >= 0x2028 && character <= 0x202E) return false;                          /* separators, embeddings */
  if (character >= 0x2066 && character <= 0x2069) return false;                          /* isolates */
  return character != 0xFEFF && (character & 0xFFFE) != 0xFFFE && character <= 0x10FFFF; /* byte order, noncharacters */
}

size_t trm_utf8_count(const char *bytes, size_t size) {
  size_t count = 0;
  for (size_t i = 0; i < size; count++) {
    int length;
    trm_utf8_decode(bytes + i, size - i, &length);
    i += length > 0 ? (size_t)length : 1;
  }
  return count;
}
