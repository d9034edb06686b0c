/* Iterated scaling by the largest entries of rows and columns (theory.md, "Scales"). */
#include "linalg/equilibrate.h"
#include <float.h>
#include <math.h>
#include "base/store.h"

/* Each pass halves the distance of log(largest entry) from 0; 2^60 of spread needs six to come within a factor of 2. */
static const int most_passes = 6;
static const double near_one = 4.0;

trm_Status trm_scaling_make(trm_Scaling *scaling, int n, trm_Store *store) {
  double *memory = TRM_STORE_NEW(store, double, 4 * (size_t)n);
  if (!memory) return TRM_NO_MEMORY;
  *scaling = (trm_Scaling){memory, memory + n, memory + 2 * (size_t)n, memory + 3 * (size_t)n, store};
  for (int i = 0; i < n; i++) scaling->row[i] = scaling->column[i] = 1;
  return TRM_OK;
}

void trm_scaling_free(trm_Scaling *scaling) { trm_store_release(scaling->store, scaling->row); }

static void largest_entries(trm_Scaling *scaling, const trm_Pattern *pattern, const double *values) {
  for (int i = 0; i < pattern->n; i++) scaling->row_largest[i] = 0;
  for (int j = 0; j < pattern->n; j++) {
    double column_largest = 0;
    for (int k = pattern->start[j]; k < pattern->start[j + 1]; k++) {
      int i = pattern->row[k];
      double size = fabs(values[k]) * scaling->row[i] * scaling->column[j];
      if (size > column_largest) column_largest = size;
      if (size > scaling->row_largest[i]) scaling->row_largest[i] = size;
    }
    scaling->column_largest[j] = column_largest;
  }
}

/* Divides by the root of the largest entry; returns whether it was far from 1. */
static bool improve(double *scale, double largest) {
  if (largest == 0 || (largest <= near_one && largest >= 1 / near_one)) return false;
  *scale /= sqrt(largest);
  return true;
}

static double power_of_two(double value) {
  int exponent;
  frexp(value, &exponent);
  return ldexp(1, exponent - 1);
}

/* The first scale factors: A_ij natural_i natural_j over the largest of them, which is a ratio of energies and no
   matter of units; rows and columns of multipliers, whose scale is arbitrary, by their own largest entry. */
static void begin(trm_Scaling *scaling, const trm_Pattern *pattern, const double *values) {
  const double *natural = pattern->natural, *column = pattern->natural_column ? pattern->natural_column : natural;
  double most = 0;
  for (int i = 0; i < pattern->n; i++) {
    scaling->row[i] = natural ? natural[i] : 1;
    scaling->column[i] = natural ? column[i] : 1;
  }
  if (!natural) return;
  largest_entries(scaling, pattern, values);
  for (int i = 0; i < pattern->n; i++) most = fmax(most, scaling->row_largest[i]);
  if (!(most > 0 && most <= DBL_MAX)) most = 1;
  for (int i = 0; i < pattern->n; i++) scaling->row[i] = natural[i] > 0 ? natural[i] / power_of_two(most) : 1;
  for (int i = 0; i < pattern->n; i++) scaling->column[i] = natural[i] > 0 ? column[i] : 1;
  largest_entries(scaling, pattern, values);
  for (int i = 0; i < pattern->n; i++)
    if (!(natural[i] > 0) && scaling->row_largest[i] > 0) scaling->row[i] = 1 / power_of_two(scaling->row_largest[i]);
  largest_entries(scaling, pattern, values); /* what stands on the diagonal of a multiplier is measured by now */
  for (int i = 0; i < pattern->n; i++)
    if (!(natural[i] > 0) && scaling->column_largest[i] > 0)
      scaling->column[i] = 1 / power_of_two(scaling->column_largest[i]);
}

void trm_scaling_compute(trm_Scaling *scaling, const trm_Pattern *pattern, const double *values) {
  bool changed = true;
  begin(scaling, pattern, values);
  for (int pass = 0; pass < most_passes && changed; pass++) {
    largest_entries(scaling, pattern, values);
    changed = false;
    for (int i = 0; i < pattern->n; i++) {
      changed |= improve(&scaling->row[i], scaling->row_largest[i]);
      changed |= improve(&scaling->column[i], scaling->column_largest[i]);
    }
  }
  for (int i = 0; i < pattern->n; i++) {
    scaling->row[i] = power_of_two(scaling->row[i]);
    scaling->column[i] = power_of_two(scaling->column[i]);
  }
}

trm_Status trm_scaling_apply(const trm_Scaling *scaling, const trm_Pattern *pattern, const double *values,
                             double *scaled) {
  int wrong = 0;
  for (int j = 0; j < pattern->n; j++) {
    for (int k = pattern->start[j]; k < pattern->start[j + 1]; k++) {
      scaled[k] = values[k] * scaling->row[pattern->row[k]] * scaling->column[j];
      wrong |= !(fabs(scaled[k]) <= DBL_MAX);
    }
  }
  return wrong ? TRM_NOT_FINITE : TRM_OK;
}

double trm_scaling_largest(const trm_Scaling *scaling, const trm_Pattern *pattern, const double *values) {
  double largest = 0;
  for (int j = 0; j < pattern->n; j++)
    for (int k = pattern->start[j]; k < pattern->start[j + 1]; k++)
      largest = fmax(largest, fabs(values[k]) * scaling->row[pattern->row[k]] * scaling->column[j]);
  return largest;
}
