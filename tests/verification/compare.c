/* The checks of an expect.yaml, one by one, with what was found. */
#include "compare.h"
#include <math.h>
#include <stddef.h>

int64_t find_row(const Record *record, double time) {
  if (record->rows == 0) return -1;
  double slack = 1e-12 * fmax(fabs(record->time[record->rows - 1]), fabs(time));
  int64_t low = 0, high = record->rows - 1;
  while (low < high) { /* the first row that is not before time - slack */
    int64_t middle = low + (high - low) / 2;
    if (record->time[middle] < time - slack)
      low = middle + 1;
    else
      high = middle;
  }
  return fabs(record->time[low] - time) <= slack ? low : -1;
}

static Outcome problem(const char *text) { return (Outcome){.problem = text}; }

static bool all_finite(const double *values, int64_t count) {
  for (int64_t i = 0; i < count; i++)
    if (!isfinite(values[i])) return false;
  return true;
}

static Outcome judge(double ours, double expected, double tolerance) {
  double error = fabs(ours - expected);
  return (Outcome){.passed = error <= tolerance, .ours = ours, .expected = expected, .error = error};
}

static Outcome compare_at(const Record *record, const double *values, const Check *check) {
  int64_t row = find_row(record, check->at);
  if (row < 0) return problem("this time is not stored");
  Outcome outcome = judge(values[row], check->value, check->tolerance);
  outcome.timed = true;
  outcome.time = record->time[row];
  return outcome;
}

static double statistic(CheckKind kind, const double *values, int64_t rows) {
  double high = values[0], low = values[0], squares = 0;
  for (int64_t i = 0; i < rows; i++) {
    high = fmax(high, values[i]);
    low = fmin(low, values[i]);
    squares += values[i] * values[i];
  }
  switch (kind) {
  case CHECK_MAX: return high;
  case CHECK_MIN: return low;
  case CHECK_RMS: return sqrt(squares / (double)rows);
  case CHECK_SPAN: return high - low;
  case CHECK_LARGEST: return fmax(fabs(high), fabs(low));
  case CHECK_AT:
  case CHECK_FUNCTION:
  case CHECK_TABLE: break;
  }
  return NAN;
}

/* Keeps the row that is farthest off and the sum of squares. */
typedef struct Spread {
  Outcome worst;
  double squares;
  int64_t rows;
} Spread;

static void spread_add(Spread *spread, double time, double ours, double expected) {
  double error = fabs(ours - expected);
  if (spread->rows == 0 || !(error <= spread->worst.error))
    spread->worst = (Outcome){.timed = true, .time = time, .ours = ours, .expected = expected, .error = error};
  spread->squares += error * error;
  spread->rows++;
}

static Outcome spread_judge(const Spread *spread, const Check *check) {
  Outcome outcome = spread->worst;
  if (check->mean) outcome.error = sqrt(spread->squares / (double)spread->rows);
  outcome.passed = outcome.error <= check->tolerance;
  return outcome;
}

static Outcome compare_function(const Record *record, const double *values, const Check *check) {
  Spread spread = {0};
  for (int64_t i = 0; i < record->rows; i++)
    spread_add(&spread, record->time[i], values[i], trm_function_value(&check->function, &record->time[i], NULL));
  return spread_judge(&spread, check);
}

static Outcome compare_table(const Record *record, const double *values, const Check *check) {
  if (check->reference.rows == 0) return problem("the reference table is empty");
  Spread spread = {0};
  for (int i = 0; i < check->reference.rows; i++) {
    int64_t row = find_row(record, check->reference.time[i]);
    if (row < 0) {
      Outcome outcome = problem("a time of the reference table is not stored");
      outcome.timed = true;
      outcome.time = check->reference.time[i];
      return outcome;
    }
    spread_add(&spread, record->time[row], values[row], check->reference.value[i]);
  }
  return spread_judge(&spread, check);
}

Outcome compare(const Record *record, const Check *check) {
  if (record->rows == 0) return problem("the record is empty");
  const double *values = record->column(record->owner, check->channel);
  if (!values) return problem("there is no such channel");
  if (!all_finite(values, record->rows)) return problem("a value is not finite");
  switch (check->kind) {
  case CHECK_AT: return compare_at(record, values, check);
  case CHECK_MAX:
  case CHECK_MIN:
  case CHECK_RMS:
  case CHECK_SPAN:
  case CHECK_LARGEST: return judge(statistic(check->kind, values, record->rows), check->value, check->tolerance);
  case CHECK_FUNCTION: return compare_function(record, values, check);
  case CHECK_TABLE: return compare_table(record, values, check);
  }
  return problem("unknown kind of check");
}
