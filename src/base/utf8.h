/* UTF-8: decoding one character at a time, and which characters may be shown as they are. */
#ifndef TRM_BASE_UTF8_H
#define TRM_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The character at the start of bytes and its length in bytes (1 to 4). Length 0: not UTF-8 (cut short, overlong, a
   surrogate, beyond U+10FFFF); the character is then the first byte. size must be at least 1. */
uint32_t trm_utf8_decode(const char *bytes, size_t size, int *length);

/* Can the character stand in a line of a terminal: no control character (C0, DEL, C1), no line or paragraph separator,
   nothing that reverses the direction of the text, no byte-order mark, no noncharacter. Tab and line feed are not shown
   as they are. */
bool trm_utf8_showable(uint32_t character);

/* How many characters the bytes hold; a byte that is not UTF-8 counts as one. */
size_t trm_utf8_count(const char *bytes, size_t size);

#endif
