/* The list of element kinds. */
#include "element/elements.h"

const trm_ElementKind *const trm_element_kinds[] = {
    &trm_rigid_body_element, &trm_beam_element,       &trm_stress_element,           &trm_joint_element,
    &trm_bushing_element,    &trm_contact_element,    &trm_spring_damper_element,    &trm_load_element,
    &trm_beam_load_element,  &trm_user_force_element, &trm_coordinate_force_element, &trm_signal_element,
};
const int trm_element_kind_count = (int)(sizeof trm_element_kinds / sizeof trm_element_kinds[0]);

bool trm_element_roams(const trm_ElementKind *kind) { return kind == &trm_contact_element; }
