/* The mechanism under way: what its parts are called and where they are, and the sections of its text. */
#ifndef TRM_FUZZ_WRITER_H
#define TRM_FUZZ_WRITER_H

#include <stdbool.h>
#include <stdio.h>
#include "conformance/random_numbers.h"
#include "element/joint_table.h"
#include "fuzz/mechanism.h"

enum { MOST_PARTS = 12, MOST_COORDINATES = 40, MOST_SIGNALS = 4, MOST_JOINTS = 24, SIGNAL_KINDS = 12 };

typedef enum Section {
  IN_SECTIONS,
  IN_BODIES,
  IN_BEAMS,
  IN_JOINTS,
  IN_SPRINGS,
  IN_SIGNALS,
  IN_LOADS,
  IN_EVENTS,
  SECTIONS
} Section;

/* the ground, a body, or the end of a beam */
typedef struct Place {
  char name[24];
  double at[3]; /* in the reference configuration, of lengths of 1 */
  bool point;   /* has no orientation */
  bool body;
} Place;

/* a relative coordinate that others may name */
typedef struct Coordinate {
  char name[48];
  bool angular;
  double at;  /* in the reference configuration, in the model's unit; NAN: not known */
  bool taken; /* given, driven or held by a coupling */
} Coordinate;

/* a joint that may be released, and carries something */
typedef struct Link {
  char name[24];
  bool carries; /* a formula may name its reactions */
  bool slides;  /* along a beam: nothing releases it but the ends */
} Link;

typedef struct Writer {
  Random random;
  Mechanism made;
  double length, mass; /* what a metre and a kilogram are in the model's units */
  bool floating, flexible, loops, signals, quiet, weight;
  bool reacting; /* formulas name reactions */
  bool pressed;  /* the reactions of the joint under way press contacts together */
  bool coasting; /* the joint under way lets its slider go along the path */
  Place places[MOST_PARTS];
  int place_count;
  Coordinate coordinates[MOST_COORDINATES];
  int coordinate_count;
  Link links[MOST_JOINTS];
  int link_count;
  int signal_count, joint_count, beam_count;
  int signal_kinds[MOST_SIGNALS];
  FILE *out[SECTIONS];
  char *text[SECTIONS];
  size_t size[SECTIONS];
} Writer;

void add_link(Writer *w, const char *name, bool carries, bool slides);
double some(Writer *w, double low, double high);
bool often(Writer *w, int of); /* one time of so many */
void put_vector(FILE *out, const double v[3], double unit);
void put_some_vector(Writer *w, FILE *out, double size);
/* units of forces and moments, of the model's own */
double unit_of_force(const Writer *w);
double unit_of_moment(const Writer *w);

/* mechanism_laws.c */
/* a function of time of this size, and of what moves where `naming` */
void put_function(Writer *w, FILE *out, double size, bool naming);
/* ", coordinates: {...}" of the joint: initial rates, drives, laws */
void put_coordinates(Writer *w, const char *joint, const trm_JointKind *kind, const double *at);
void put_laws_of(Writer *w, FILE *out, const char *name, bool angular, double at);
void put_signals(Writer *w);
void put_events(Writer *w);
/* the law of this name has a row: a test walks the registered ones */
bool law_is_written(const char *name);

#endif
