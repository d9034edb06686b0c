/* The list of quantities. */
#include "system/quantity.h"

#define QUANTITY(kind) extern const trm_QuantityKind trm_##kind##_quantity;
#include "system/quantities.def"
#undef QUANTITY
#define QUANTITY(kind) &trm_##kind##_quantity,
const trm_QuantityKind *const trm_quantity_kinds[] = {
#include "system/quantities.def"
};
const int trm_quantity_kind_count = TRM_COUNT(trm_quantity_kinds);
