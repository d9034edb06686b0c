/* Random assemblies that can be run: trees of bodies and beams with joints, springs, sliders on curves and beams, gears
   and couplings, floating or on the ground, under loads that are smooth, broken or none. */
#ifndef TRM_TEST_RANDOM_ASSEMBLY_H
#define TRM_TEST_RANDOM_ASSEMBLY_H

#include <stdbool.h>
#include "conformance/random_numbers.h"

typedef enum Loading { LOADS_NONE, LOADS_SMOOTH, LOADS_BROKEN, LOADINGS } Loading;

typedef struct Assembly {
  bool floating; /* or on the ground; names of what floats begin with f, of the rest with g */
  bool strained; /* springs and dampers; without: rigid bodies and joints alone */
  bool flexible; /* beams */
  bool rings;    /* without damping: their vibrations stay */
  bool curve_slider, beam_slider, gear, coupling;
  bool second; /* a second part of the other kind, floating or on the ground, beside it */
  Loading loading;
  double rho;
  double unit;     /* of mass: what masses, forces and stiffnesses are multiplied with */
  double break_at; /* when broken loads jump and have their kinks, s */
} Assembly;

/* Of every kind in turn. */
Assembly assembly_of(int index, Random *random);
/* The model without its analysis, YAML in block style; freed with free. */
char *assembly_text(const Assembly *assembly, Random *random);
/* "floating beams curve-slider gear, smooth loads" */
void assembly_name(const Assembly *assembly, char *text, int size);

#endif
