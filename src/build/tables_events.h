/* The keys of `events`. */
#ifndef TRM_BUILD_TABLES_EVENTS_H
#define TRM_BUILD_TABLES_EVENTS_H

#include "model/defs.h"

extern const trm_FieldTable trm_event_table;

#endif
