/* Field tables of the kinds of analyses (trm_AnalysisKind.table), and of maps that several of them have. */
#ifndef TRM_ANALYSIS_ANALYSIS_FIELDS_H
#define TRM_ANALYSIS_ANALYSIS_FIELDS_H

#include "model/defs.h"

extern const trm_FieldTable trm_step_table;
extern const trm_FieldTable trm_dynamic_table, trm_static_table, trm_kinematic_table, trm_modal_table;

#endif
