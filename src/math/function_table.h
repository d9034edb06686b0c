/* What functions need of their tables, private to src/math. */
#ifndef TRM_MATH_FUNCTION_TABLE_H
#define TRM_MATH_FUNCTION_TABLE_H

#include "math/function.h"

double trm_table_mean(const trm_Table *table, double a, double b, double *d_db); /* as trm_function_mean */
int trm_table_breakpoints(const trm_Table *table, double from, double to, double *points, int room);

#endif
