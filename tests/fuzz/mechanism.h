/* Random mechanisms as YAML text, to be run: trees and loops of rigid bodies, point masses and beams with joints of
   every registered kind, laws of every registered kind, sliding, couplings, signals, events, drives, springs, loads;
   floating or on the ground, in several units. The same seed gives the same text on every machine. */
#ifndef TRM_FUZZ_MECHANISM_H
#define TRM_FUZZ_MECHANISM_H

#include <stdbool.h>
#include <stdint.h>

/* What the text stands for: which comparisons can be made. */
typedef struct Mechanism {
  char *text;  /* without an analysis; freed with free */
  bool tree;   /* no joint closes a loop */
  bool rigid;  /* no beams */
  bool smooth; /* no stops, friction, relays, sampling, events, jumps of loads */
  bool fast;   /* stiff beams, whose vibrations no step of the comparison resolves */
  double step; /* s: the longest of the comparison */
} Mechanism;

enum { STEPS_OF_A_RUN = 20 }; /* the longest ones */

Mechanism mechanism_of(uint64_t seed);
/* The same of a text that is not drawn, as far as its words tell; text is not kept. */
Mechanism mechanism_from(const char *text);

#endif
