/* Orthogonalisation twice over, the largest row first. */
#include "linalg/row_space.h"
#include <assert.h>
#include <math.h>

enum { N = TRM_ROW_SPACE, MOST_ROWS = 32 };

static const double dependent = 1e-9; /* what is left of a unit row that follows from others */
static const double equal = 1e-10;    /* relative: of equal rows the first is taken, whatever round-off says */

static double dot(const double *a, const double *b) {
  double sum = 0;
  for (int i = 0; i < N; i++) sum += a[i] * b[i];
  return sum;
}

/* takes the part along `unit` out of `row`, twice for round-off; returns the part */
static double remove_part(double *row, const double *unit) {
  double part = 0;
  for (int pass = 0; pass < 2; pass++) {
    double here = dot(row, unit);
    part += here;
    for (int i = 0; i < N; i++) row[i] -= here * unit[i];
  }
  return part;
}

typedef struct Work {
  int count;
  double rows[MOST_ROWS][N];  /* what is left of each, unit at first */
  double norm[MOST_ROWS];     /* of the row as given, in units */
  double parts[MOST_ROWS][N]; /* along the basis so far */
} Work;

static void normalise(const double (*rows)[N], int count, trm_RowSpace *out, Work *work) {
  work->count = count < MOST_ROWS ? count : MOST_ROWS;
  for (int r = 0; r < work->count; r++) {
    for (int i = 0; i < N; i++) work->rows[r][i] = rows[r][i] * out->length[i];
    work->norm[r] = sqrt(dot(work->rows[r], work->rows[r]));
    for (int i = 0; i < N; i++) work->rows[r][i] = work->norm[r] > 0 ? work->rows[r][i] / work->norm[r] : 0;
  }
}

static int largest(const Work *work, double *size) {
  int best = -1;
  *size = 0;
  for (int r = 0; r < work->count; r++) {
    double here = sqrt(dot(work->rows[r], work->rows[r]));
    if (here > *size * (1 + equal)) *size = here, best = r;
  }
  return best;
}

/* orthonormal motions normal to the basis: what is left of the coordinate directions, the largest first */
static void complete(trm_RowSpace *out) {
  double left[N][N];
  out->freedom = N - out->rank;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) left[i][j] = i == j;
  for (int i = 0; i < N; i++)
    for (int k = 0; k < out->rank; k++) remove_part(left[i], out->basis[k]);
  for (int f = 0; f < out->freedom; f++) {
    int best = 0;
    for (int i = 1; i < N; i++)
      if (dot(left[i], left[i]) > dot(left[best], left[best])) best = i;
    double size = sqrt(dot(left[best], left[best]));
    for (int i = 0; i < N; i++) out->motions[f][i] = left[best][i] / size;
    for (int i = 0; i < N; i++) remove_part(left[i], out->motions[f]);
  }
  for (int f = 0; f < out->freedom; f++)
    for (int i = 0; i < N; i++) out->motions[f][i] *= out->length[i];
}

void trm_row_space(const double (*rows)[N], int count, double unit, trm_RowSpace *out) {
  assert(count >= 0 && unit > 0);
  Work work;
  for (int i = 0; i < N; i++) out->length[i] = i < 3 ? unit : 1;
  normalise(rows, count, out, &work);
  out->rank = 0;
  while (out->rank < N) {
    double size;
    int best = largest(&work, &size), k = out->rank;
    if (best < 0 || size < dependent) break;
    out->picked[k] = best, out->norm[k] = work.norm[best];
    for (int i = 0; i < N; i++) out->basis[k][i] = work.rows[best][i] / size;
    for (int j = 0; j < k; j++) out->lower[k][j] = work.parts[best][j];
    out->lower[k][k] = size;
    out->rank++;
    for (int r = 0; r < work.count; r++) work.parts[r][k] = remove_part(work.rows[r], out->basis[k]);
    for (int i = 0; i < N; i++) work.rows[best][i] = 0;
  }
  complete(out);
}

void trm_row_space_solve(const trm_RowSpace *space, const double *b, double v[N]) {
  double part[N];
  for (int i = 0; i < N; i++) v[i] = 0;
  for (int k = 0; k < space->rank; k++) {
    part[k] = b[space->picked[k]] / space->norm[k];
    for (int j = 0; j < k; j++) part[k] -= space->lower[k][j] * part[j];
    part[k] /= space->lower[k][k];
    for (int i = 0; i < N; i++) v[i] += part[k] * space->basis[k][i] * space->length[i];
  }
}

void trm_row_space_multipliers(const trm_RowSpace *space, const double force[N], double *lambda) {
  double scaled[N], found[N];
  for (int i = 0; i < N; i++) scaled[i] = force[i] * space->length[i];
  for (int k = space->rank - 1; k >= 0; k--) {
    found[k] = dot(space->basis[k], scaled);
    for (int later = k + 1; later < space->rank; later++) found[k] -= space->lower[later][k] * found[later];
    found[k] /= space->lower[k][k];
  }
  for (int k = 0; k < space->rank; k++) lambda[space->picked[k]] = found[k] / space->norm[k];
}
