/* The installed function that rewrites texts of older versions of the model language. */
#include "build/tables.h"
#include "trammel/trammel.h"

char *trm_spec_upgrade(const trm_Spec *spec, trm_Diagnostics *diagnostics) {
  return spec ? trm_upgrade_text(spec, trm_joint_registry(), diagnostics) : NULL;
}
