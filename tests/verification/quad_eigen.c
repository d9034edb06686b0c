/* Reduction and QR iteration in extended precision. */
#include "verification/quad_eigen.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#ifdef __SIZEOF_FLOAT128__
__extension__ typedef __float128 Quad;
static const double quad_epsilon = 1e-33;
#else
typedef long double Quad;
static const double quad_epsilon = 1e-18;
#endif

static Quad size_of(Quad a) { return a < 0 ? -a : a; }

static Quad root(Quad a) {
  if (!(a > 0)) return 0;
  int exponent;
  frexp((double)a, &exponent);
  Quad scale = ldexp(1, -(exponent & ~1)), x = a * scale, guess = sqrt((double)x);
  for (int i = 0; i < 3; i++) guess = (guess + x / guess) / 2;
  return guess * (Quad)ldexp(1, (exponent & ~1) / 2);
}

/* ---- eigenvalues of a real matrix: rows of `n` numbers ---- */

/* similarity by powers of two, until rows and columns are about as large */
static void balance(Quad *a, int n) {
  for (int rounds = 0, again = 1; again && rounds < 30; rounds++) {
    again = 0;
    for (int i = 0; i < n; i++) {
      double row = 0, column = 0;
      for (int j = 0; j < n; j++) {
        if (j == i) continue;
        row += fabs((double)a[i * n + j]), column += fabs((double)a[j * n + i]);
      }
      if (!(row > 0) || !(column > 0)) continue;
      int exponent = (int)lround(0.5 * log2(row / column));
      if (exponent == 0) continue;
      Quad up = ldexp(1, exponent), down = ldexp(1, -exponent);
      for (int j = 0; j < n; j++) a[i * n + j] *= down, a[j * n + i] *= up;
      again = 1;
    }
  }
}

/* similarity to Hessenberg form by elimination with pivots */
static void to_hessenberg(Quad *a, int n) {
  for (int m = 1; m < n - 1; m++) {
    int best = m;
    for (int i = m; i < n; i++)
      if (size_of(a[i * n + m - 1]) > size_of(a[best * n + m - 1])) best = i;
    if (a[best * n + m - 1] == 0) continue;
    for (int j = 0; j < n && best != m; j++) {
      Quad keep = a[best * n + j];
      a[best * n + j] = a[m * n + j], a[m * n + j] = keep;
    }
    for (int i = 0; i < n && best != m; i++) {
      Quad keep = a[i * n + best];
      a[i * n + best] = a[i * n + m], a[i * n + m] = keep;
    }
    for (int i = m + 1; i < n; i++) {
      Quad factor = a[i * n + m - 1] / a[m * n + m - 1];
      if (factor == 0) continue;
      for (int j = m - 1; j < n; j++) a[i * n + j] -= factor * a[m * n + j];
      for (int j = 0; j < n; j++) a[j * n + m] += factor * a[j * n + i];
    }
  }
}

typedef struct Iteration {
  Quad *h;
  int n, low, high;
  double *re, *im;
} Iteration;

/* the reflection of (x, y, z) onto its first axis, from both sides, at k; `count` of the three are there */
static void reflect(Iteration *it, int k, Quad v[3], int count) {
  Quad *h = it->h, sum = 0;
  int n = it->n;
  for (int i = 0; i < count; i++) sum += v[i] * v[i];
  if (sum == 0) return;
  Quad length = root(sum);
  v[0] += v[0] > 0 ? length : -length;
  sum = 0;
  for (int i = 0; i < count; i++) sum += v[i] * v[i];
  for (int j = k > it->low ? k - 1 : k; j <= it->high; j++) {
    Quad along = 0;
    for (int i = 0; i < count; i++) along += v[i] * h[(k + i) * n + j];
    along *= 2 / sum;
    for (int i = 0; i < count; i++) h[(k + i) * n + j] -= along * v[i];
  }
  int last = k + 3 < it->high ? k + 3 : it->high;
  for (int i = it->low; i <= last; i++) {
    Quad along = 0;
    for (int j = 0; j < count; j++) along += v[j] * h[i * n + k + j];
    along *= 2 / sum;
    for (int j = 0; j < count; j++) h[i * n + k + j] -= along * v[j];
  }
}

/* one step with the two eigenvalues of the last block (sum, product) as shifts */
static void double_step(Iteration *it, Quad sum, Quad product) {
  Quad *h = it->h;
  int n = it->n, l = it->low;
  Quad a = h[l * n + l], b = h[(l + 1) * n + l], c = h[(l + 1) * n + l + 1];
  Quad v[3] = {a * a + h[l * n + l + 1] * b - sum * a + product, b * (a + c - sum), b * h[(l + 2) * n + l + 1]};
  for (int k = l; k < it->high; k++) {
    int count = it->high - k < 2 ? 2 : 3;
    if (k > l)
      for (int i = 0; i < count; i++) v[i] = h[(k + i) * n + k - 1];
    reflect(it, k, v, count);
    for (int i = 1; k > l && i < count; i++) h[(k + i) * n + k - 1] = 0;
  }
}

static void take_two(Iteration *it) {
  const Quad *h = it->h;
  int n = it->n, i = it->high;
  Quad a = h[(i - 1) * n + i - 1], d = h[i * n + i], half = (a - d) / 2, bc = h[(i - 1) * n + i] * h[i * n + i - 1];
  Quad square = half * half + bc, mean = (a + d) / 2;
  if (square < 0) {
    it->re[i] = it->re[i - 1] = (double)mean;
    it->im[i - 1] = (double)root(-square), it->im[i] = -it->im[i - 1];
    return;
  }
  Quad far = mean + (mean > 0 ? root(square) : -root(square)), product = a * d - bc;
  it->re[i - 1] = (double)far, it->re[i] = (double)(far == 0 ? (Quad)0 : product / far);
  it->im[i] = it->im[i - 1] = 0;
}

static bool eigenvalues(Quad *a, int n, double *re, double *im) {
  balance(a, n);
  to_hessenberg(a, n);
  Iteration it = {a, n, 0, n - 1, re, im};
  Quad least = 0; /* of chains of zeros nothing is left to compare with */
  for (int i = 0; i < n * n; i++) least = size_of(a[i]) > least ? size_of(a[i]) : least;
  least *= (Quad)(1e-8 * quad_epsilon);
  for (int rounds = 0; it.high >= 0; rounds++) { /* what does not converge is at its round-off: the measure rises */
    int l = it.high;
    for (; l > 0; l--) {
      Quad around = size_of(a[l * n + l]) + size_of(a[(l - 1) * n + l - 1]);
      if (size_of(a[l * n + l - 1]) <= pow(10, rounds / 25) * (quad_epsilon * around + least)) break;
    }
    it.low = l;
    if (l > 0) a[l * n + l - 1] = 0;
    if (l == it.high) {
      re[l] = (double)a[l * n + l], im[l] = 0, it.high--, rounds = -1;
    } else if (l == it.high - 1) {
      take_two(&it), it.high -= 2, rounds = -1;
    } else {
      int i = it.high;
      if (rounds > 400) return false;
      Quad p = a[(i - 1) * n + i - 1], q = a[i * n + i], sum = p + q;
      Quad product = p * q - a[(i - 1) * n + i] * a[i * n + i - 1];
      if (rounds % 30 == 29) { /* shifts that have little to do with the block end a cycle */
        sum = size_of(sum) / 3;
        for (int j = i - 1; j <= i; j++) sum += size_of(a[j * n + j - 1]) * (1 + (rounds / 30) % 3);
        for (int j = l; j < i && sum == 0; j++) sum += size_of(a[j * n + j + 1]);
        product = sum * sum / 3;
      }
      double_step(&it, sum, product);
    }
  }
  return true;
}

/* ---- the pencil on the constraints ---- */

typedef struct Reduction {
  const trm_Pencil *pencil;
  int kinematic, constraints, rows, d;
  int *place;                /* unknown -> kinematic */
  Quad *constraint, *row;    /* by rows over the kinematic unknowns */
  Quad *stiffness, *damping; /* of the rows */
  Quad *basis;               /* kinematic x d */
} Reduction;

static void *room(size_t count, size_t size) { return calloc(count + 1, size); }

static double diagonal(const trm_Pencil *p, int i) {
  int at = trm_pattern_find(p->pattern, i, i);
  return at < 0 ? 0 : p->stiffness[at];
}

/* constraints, and strains: multipliers with a compliance, and the pencil's rows */
static void gather(Reduction *r) {
  const trm_Pencil *p = r->pencil;
  int n = r->kinematic;
  for (int c = 0; c < p->pattern->n; c++) {
    if (!p->multiplier[c]) continue;
    bool strain = diagonal(p, c) < 0, any = false;
    Quad *out = strain ? r->row + r->rows * n : r->constraint + r->constraints * n;
    for (int at = p->pattern->start[c]; at < p->pattern->start[c + 1]; at++)
      if (!p->multiplier[p->pattern->row[at]] && p->stiffness[at] != 0)
        out[r->place[p->pattern->row[at]]] = p->stiffness[at], any = true;
    if (!any) continue;
    if (strain)
      r->stiffness[r->rows] = 1 / -(Quad)diagonal(p, c), r->damping[r->rows++] = 0;
    else
      r->constraints++;
  }
  for (int i = 0; p->rows && i < p->rows->count; i++) {
    for (int at = p->rows->start[i]; at < p->rows->start[i + 1]; at++)
      r->row[r->rows * n + r->place[p->rows->unknown[at]]] += p->rows->value[at];
    r->stiffness[r->rows] = p->rows->stiffness[i], r->damping[r->rows++] = p->rows->damping[i];
  }
}

/* Gauss-Jordan with complete pivots, columns measured in the units of the unknowns: what has no pivot is free */
static void find_basis(Reduction *r, const double *unit) {
  int n = r->kinematic, rank = 0, *pivot = room((size_t)n, sizeof(int));
  bool *used = room((size_t)n, sizeof(bool));
  for (; rank < r->constraints; rank++) {
    int row = -1, column = -1;
    double best = 1e-9;
    for (int i = rank; i < r->constraints; i++) {
      double size = 0;
      for (int j = 0; j < n; j++) size = fmax(size, fabs((double)r->constraint[i * n + j]) * unit[j]);
      for (int j = 0; rank == 0 && j < n && size > 0; j++) r->constraint[i * n + j] /= size;
      for (int j = 0; j < n; j++)
        if (!used[j] && fabs((double)r->constraint[i * n + j]) * unit[j] > best)
          best = fabs((double)r->constraint[i * n + j]) * unit[j], row = i, column = j;
    }
    if (row < 0) break;
    used[column] = true, pivot[rank] = column;
    for (int j = 0; j < n; j++) {
      Quad keep = r->constraint[row * n + j];
      r->constraint[row * n + j] = r->constraint[rank * n + j], r->constraint[rank * n + j] = keep;
    }
    for (int i = 0; i < r->constraints; i++) {
      Quad factor = i == rank ? 0 : r->constraint[i * n + column] / r->constraint[rank * n + column];
      for (int j = 0; j < n && factor != 0; j++) r->constraint[i * n + j] -= factor * r->constraint[rank * n + j];
    }
  }
  for (int j = 0; j < n; j++) {
    if (used[j]) continue;
    Quad *column = r->basis + r->d++ * n;
    column[j] = 1;
    for (int k = 0; k < rank; k++) column[pivot[k]] = -r->constraint[k * n + j] / r->constraint[k * n + pivot[k]];
  }
  free(pivot), free(used);
}

/* Z^T A Z by rows, of a matrix on the pattern, and what the rows add with these factors */
static Quad *project(const Reduction *r, const double *values, const Quad *factors) {
  const trm_Pattern *pattern = r->pencil->pattern;
  int n = r->kinematic, d = r->d;
  Quad *product = room((size_t)(n * d), sizeof(Quad)), *out = room((size_t)(d * d), sizeof(Quad));
  for (int c = 0; c < pattern->n; c++)
    for (int at = pattern->start[c]; r->place[c] >= 0 && at < pattern->start[c + 1]; at++) {
      int row = r->place[pattern->row[at]];
      if (row < 0 || values[at] == 0) continue;
      for (int j = 0; j < d; j++) {
        Quad z = r->basis[j * n + r->place[c]];
        if (z != 0) product[j * n + row] += values[at] * z;
      }
    }
  for (int i = 0; i < d; i++)
    for (int j = 0; j < d; j++)
      for (int k = 0; k < n; k++)
        if (r->basis[i * n + k] != 0) out[i * d + j] += r->basis[i * n + k] * product[j * n + k];
  for (int k = 0; factors && k < r->rows; k++) {
    if (factors[k] == 0) continue;
    for (int j = 0; j < d; j++) {
      product[j] = 0;
      for (int l = 0; l < n; l++)
        if (r->row[k * n + l] != 0) product[j] += r->row[k * n + l] * r->basis[j * n + l];
    }
    for (int i = 0; i < d; i++)
      for (int j = 0; j < d; j++) out[i * d + j] += factors[k] * product[i] * product[j];
  }
  free(product);
  return out;
}

/* m x = b for `count` matrices b, in place; m is destroyed */
static bool divide(Quad *m, int d, Quad *const *b, int count) {
  for (int k = 0; k < d; k++) {
    int best = k;
    for (int i = k; i < d; i++)
      if (size_of(m[i * d + k]) > size_of(m[best * d + k])) best = i;
    if (m[best * d + k] == 0) return false;
    for (int which = -1; which < count; which++)
      for (int j = 0; j < d && best != k; j++) {
        Quad *a = which < 0 ? m : b[which], keep = a[k * d + j];
        a[k * d + j] = a[best * d + j], a[best * d + j] = keep;
      }
    for (int i = 0; i < d; i++) {
      Quad factor = i == k ? 0 : m[i * d + k] / m[k * d + k];
      for (int which = -1; which < count && factor != 0; which++) {
        Quad *a = which < 0 ? m : b[which];
        for (int j = 0; j < d; j++) a[i * d + j] -= factor * a[k * d + j];
      }
    }
  }
  for (int which = 0; which < count; which++)
    for (int i = 0; i < d; i++)
      for (int j = 0; j < d; j++) b[which][i * d + j] /= m[i * d + i];
  return true;
}

/* ---- all together ---- */

static bool undamped_values(Quad *k, int d, QuadEigen *out) {
  double *re = room((size_t)d, sizeof(double)), *im = room((size_t)d, sizeof(double));
  bool good = eigenvalues(k, d, re, im);
  for (int i = 0; i < d; i++) { /* lambda^2 = -re, real */
    double size = sqrt(fabs(re[i]));
    out->re[2 * i] = re[i] < 0 ? size : 0, out->im[2 * i] = re[i] < 0 ? 0 : size;
    out->re[2 * i + 1] = -out->re[2 * i], out->im[2 * i + 1] = -out->im[2 * i];
  }
  free(re), free(im);
  return good;
}

static bool general_values(const Quad *k, const Quad *c, int d, QuadEigen *out) {
  int n = 2 * d;
  Quad *a = room((size_t)(n * n), sizeof(Quad));
  for (int i = 0; i < d; i++) {
    a[i * n + d + i] = 1;
    for (int j = 0; j < d; j++) a[(d + i) * n + j] = -k[i * d + j], a[(d + i) * n + d + j] = -c[i * d + j];
  }
  bool good = eigenvalues(a, n, out->re, out->im);
  free(a);
  return good;
}

static void sort(QuadEigen *e) {
  for (int i = 1; i < e->count; i++) {
    double re = e->re[i], im = e->im[i];
    int at = i;
    for (; at > 0 && hypot(e->re[at - 1], e->im[at - 1]) > hypot(re, im); at--)
      e->re[at] = e->re[at - 1], e->im[at] = e->im[at - 1];
    e->re[at] = re, e->im[at] = im;
  }
}

static bool solve_reduced(const Reduction *r, bool undamped, QuadEigen *out) {
  const trm_Pencil *p = r->pencil;
  Quad *m = project(r, p->mass, NULL), *c = project(r, p->damping, r->damping);
  Quad *k = project(r, p->stiffness, r->stiffness);
  bool good = divide(m, r->d, (Quad *const[2]){c, k}, 2);
  out->freedoms = r->d, out->count = 2 * r->d;
  out->re = room((size_t)out->count, sizeof(double)), out->im = room((size_t)out->count, sizeof(double));
  if (good) good = undamped ? undamped_values(k, r->d, out) : general_values(k, c, r->d, out);
  sort(out);
  free(m), free(c), free(k);
  return good;
}

bool quad_eigen_solve(const trm_Pencil *p, QuadEigen *out) {
  Reduction r = {.pencil = p};
  int n = p->pattern->n, most = n + (p->rows ? p->rows->count : 0);
  bool undamped = true;
  r.place = room((size_t)n, sizeof(int));
  double *unit = room((size_t)n, sizeof(double));
  for (int i = 0; i < n; i++) {
    r.place[i] = p->multiplier[i] ? -1 : r.kinematic;
    if (!p->multiplier[i]) unit[r.kinematic++] = p->unit ? p->unit[i] : 1;
  }
  size_t wide = (size_t)r.kinematic;
  r.constraint = room(wide * (size_t)n, sizeof(Quad)), r.row = room(wide * (size_t)most, sizeof(Quad));
  r.stiffness = room((size_t)most, sizeof(Quad)), r.damping = room((size_t)most, sizeof(Quad));
  r.basis = room(wide * wide, sizeof(Quad));
  gather(&r);
  find_basis(&r, unit);
  for (int i = 0; i < p->pattern->start[n]; i++) undamped = undamped && p->damping[i] == 0;
  for (int i = 0; i < r.rows; i++) undamped = undamped && r.damping[i] == 0;
  bool good = solve_reduced(&r, undamped, out);
  free(r.place), free(unit), free(r.constraint), free(r.row), free(r.stiffness), free(r.damping), free(r.basis);
  return good;
}

void quad_eigen_free(QuadEigen *eigen) { free(eigen->re), free(eigen->im); }
