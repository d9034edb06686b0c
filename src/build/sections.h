/* Cross-sections of beams: stiffness and mass from numbers, matrices, or shape and material. */
#ifndef TRM_BUILD_SECTIONS_H
#define TRM_BUILD_SECTIONS_H

#include "build/freeze_internal.h"

/* Fills section from an entry of `sections`; what no section can have is an error. */
void trm_freeze_section(trm_Freeze *freeze, const trm_Entry *entry, trm_Section *section);

/* An axis of the section (0 x, 1 y, 2 z) about which its mass has no moment of inertia, or -1. */
int trm_section_cannot_turn(const trm_Section *section);

#endif
