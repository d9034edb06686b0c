/* Noting, halving and smoothing a profile; the size that it asks for at a time (theory.md, "What `tolerance` means").
   */
#include "analysis/step_profile.h"
#include <assert.h>
#include <math.h>

void trm_profile_begin(trm_StepProfile *p, double from) { *p = (trm_StepProfile){.from = from, .stride = 1}; }

void trm_profile_flat(trm_StepProfile *p, double from, double to, double size) {
  *p = (trm_StepProfile){.from = from, .stride = 1, .count = 1, .mean = size};
  p->ends[0] = to, p->sizes[0] = size;
}

/* of two sizes, of which 0 is none */
static double shorter(double a, double b) { return a > 0 && b > 0 ? fmin(a, b) : fmax(a, b); }

/* Two parts become one. */
static void thin_out(trm_StepProfile *p) {
  for (int i = 0; 2 * i + 1 < p->count; i++)
    p->ends[i] = p->ends[2 * i + 1], p->wanted[i] = p->wanted[2 * i] + p->wanted[2 * i + 1],
    p->anew[i] = shorter(p->anew[2 * i], p->anew[2 * i + 1]);
  p->wanted[p->count / 2] = p->wanted[p->count], p->anew[p->count / 2] = p->anew[p->count];
  p->count /= 2, p->stride *= 2;
}

/* of its own length: a step that is so much shorter than a right one says no more than that */
static const double says_little = 8;

void trm_profile_note(trm_StepProfile *p, double t, double h, double size, bool anew) {
  assert(h > 0);
  p->wanted[p->count] += h / size;
  if (anew && size < says_little * h) p->anew[p->count] = shorter(p->anew[p->count], size);
  if (++p->steps % p->stride != 0) return;
  p->ends[p->count++] = t;
  p->wanted[p->count] = p->anew[p->count] = 0;
  if (p->count == TRM_PROFILE_PARTS) thin_out(p);
}

static double length_of(const trm_StepProfile *p, int part) {
  return p->ends[part] - (part > 0 ? p->ends[part - 1] : p->from);
}

static void smooth(trm_StepProfile *p) {
  double before = p->sizes[0];
  for (int i = 0; i < p->count; i++) {
    double here = p->sizes[i], after = p->sizes[i + 1 < p->count ? i + 1 : i];
    p->sizes[i] = sqrt(here * sqrt(before * after));
    before = here;
  }
}

void trm_profile_close(trm_StepProfile *p, double t) {
  double last = p->count > 0 ? p->ends[p->count - 1] : p->from, all = 0;
  if (t > last && p->wanted[p->count] > 0) p->ends[p->count++] = t;
  if (p->count == 0) p->ends[0] = t, p->wanted[0] = 1, p->count = 1;
  for (int i = 0; i < p->count; i++) p->sizes[i] = length_of(p, i) / p->wanted[i], all += p->wanted[i];
  for (int pass = 0; pass < 3; pass++) smooth(p);
  for (int i = 0; i < p->count; i++) p->sizes[i] = shorter(p->sizes[i], p->anew[i]);
  p->mean = (t - p->from) / all;
}

static double best(const trm_StepProfile *p, double order, double size) {
  return p->mean * pow(size / p->mean, order / (order + 1));
}

bool trm_profile_flatten(trm_StepProfile *p, double order, double most) {
  double all = 0, steps = 0, errors = 0, equal = 0;
  for (int i = 0; i < p->count; i++) {
    double length = length_of(p, i), size = best(p, order, p->sizes[i]);
    all += length, steps += length / size;
    errors += length * pow(size / p->sizes[i], order), equal += length * pow(p->mean / p->sizes[i], order);
  }
  double size = p->mean * pow(all / equal, 1 / order); /* equal steps with the error of the profile itself, 1 */
  steps *= pow(errors / all, 1 / order);               /* the fewest with that error */
  if (all / size > most * steps) return false;
  for (int i = 0; i < p->count; i++) p->sizes[i] = size;
  p->mean = size;
  return true;
}

static double middle(const trm_StepProfile *p, int part) {
  return 0.5 * (p->ends[part] + (part > 0 ? p->ends[part - 1] : p->from));
}

double trm_profile_size(const trm_StepProfile *p, double t) {
  int low = 0, high = p->count - 1;
  if (t <= middle(p, low)) return p->sizes[low];
  if (t >= middle(p, high)) return p->sizes[high];
  while (high - low > 1) {
    int between = (low + high) / 2;
    if (middle(p, between) <= t)
      low = between;
    else
      high = between;
  }
  if (t >= p->ends[low] && p->anew[high] > 0) return p->sizes[high];
  double part = (t - middle(p, low)) / (middle(p, high) - middle(p, low));
  return pow(p->sizes[low], 1 - part) * pow(p->sizes[high], part);
}

double trm_profile_best(const trm_StepProfile *p, double order, double t) {
  return best(p, order, trm_profile_size(p, t));
}

double trm_profile_sum(const trm_StepProfile *p, double order, double share, double t) {
  double sum = 0, begin = p->from, all = p->ends[p->count - 1] - p->from;
  int64_t left = p->steps;
  for (int i = 0; i < p->count && begin < t; i++) {
    int64_t steps = left < p->stride || i == p->count - 1 ? left : p->stride;
    double h = length_of(p, i) / (double)(steps > 0 ? steps : 1);
    sum += pow(share * h / p->sizes[i], order) * (fmin(t, p->ends[i]) - begin) / all;
    begin = p->ends[i], left -= steps;
  }
  return sum;
}

void trm_profile_bytes(trm_StepProfile *p, trm_Bytes *bytes) {
  trm_bytes_int(bytes, &p->count, 0, TRM_PROFILE_PARTS);
  trm_bytes_double(bytes, &p->from);
  trm_bytes_double(bytes, &p->mean);
  trm_bytes_raw(bytes, p->ends, sizeof p->ends);
  trm_bytes_raw(bytes, p->sizes, sizeof p->sizes);
  trm_bytes_raw(bytes, p->anew, sizeof p->anew);
  for (int i = 0; bytes->reading && i < p->count; i++)
    if (!(p->sizes[i] > 0 && isfinite(p->sizes[i]) && isfinite(p->ends[i])))
      trm_bytes_refuse(bytes, "a planned step is not positive");
}
