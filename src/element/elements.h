/* The element kinds; the list that the assembly walks is in elements.c. */
#ifndef TRM_ELEMENT_ELEMENTS_H
#define TRM_ELEMENT_ELEMENTS_H

#include "element/contract.h"

extern const trm_ElementKind trm_rigid_body_element;
extern const trm_ElementKind trm_joint_element;
extern const trm_ElementKind trm_spring_damper_element;
extern const trm_ElementKind trm_load_element;

#endif
