/* Samples: grids, rows, Latin hypercubes (McKay, Beckman, Conover 1979), Sobol's sequence, random ones; and from a
   number between 0 and 1 to a value of a list, a range or a normal distribution. */
#include <math.h>
#include "base/memory.h"
#include "base/report.h"
#include "study/study.h"

static const trm_VaryDef *variable(const trm_Study *study, int v) { return study->def.vary.items[v].data; }

static bool is_normal(const trm_VaryDef *def) { return trm_given(def, offsetof(trm_VaryDef, mean)); }
static bool is_cut(const trm_VaryDef *def) { return trm_given(def, offsetof(trm_VaryDef, from)); }

/* ---- how many ---------------------------------------------------------------------------------------------------- */

/* values of a list or of a range; 0: it is a distribution */
static int listed(const trm_VaryDef *def) {
  if (is_normal(def)) return 0;
  return trm_given(def, offsetof(trm_VaryDef, values)) ? def->values.count : def->count;
}

static bool complain(const trm_Study *study, int v, trm_Diagnostics *diagnostics, const char *what) {
  trm_report(diagnostics, TRM_ERROR, study->def.vary.items[v].place, "variable \"%s\": %s",
             study->def.vary.items[v].name, what);
  return false;
}

static double normal_below(double z) { return 0.5 * erfc(-z / sqrt(2)); }

/* Where so little of a distribution lies between its ends, numbers between 0 and 1 do not tell its values apart. */
static const double least_share = 1e-9;

static bool is_cut_away(const trm_VaryDef *def) {
  return normal_below((def->to - def->mean) / def->deviation) - normal_below((def->from - def->mean) / def->deviation) <
         least_share;
}

static bool check_variable(const trm_Study *study, int v, trm_Diagnostics *diagnostics) {
  const trm_VaryDef *def = variable(study, v);
  bool drawn = study->def.samples.method >= TRM_SAMPLES_LATIN;
  if (trm_given(def, offsetof(trm_VaryDef, values)) && def->values.count == 0)
    return complain(study, v, diagnostics, "the list of values is empty");
  if (def->scale == TRM_SCALE_LOGARITHMIC && is_normal(def))
    return complain(study, v, diagnostics, "scale belongs to a range, and this is a normal distribution");
  if (def->scale == TRM_SCALE_LOGARITHMIC && !(def->from > 0))
    return complain(study, v, diagnostics, "a logarithmic range begins above 0");
  if (is_normal(def) && is_cut(def) && is_cut_away(def))
    return complain(study, v, diagnostics, "next to nothing of the distribution lies between from and to");
  if (!drawn && is_normal(def))
    return complain(study, v, diagnostics,
                    "a distribution is drawn from: samples: {method: latin-hypercube, count: 100} (or sobol, random)");
  if (!drawn && listed(def) == 0)
    return complain(study, v, diagnostics, "a range of a grid needs a count: {from: 0, to: 1, count: 11}");
  if (drawn && trm_given(def, offsetof(trm_VaryDef, count)))
    return complain(study, v, diagnostics,
                    "a range that is drawn from has no count of its own; `samples` says how many there are");
  return true;
}

static bool count_listed(const trm_Study *study, int64_t *count, trm_Diagnostics *diagnostics) {
  bool rows = study->def.samples.method == TRM_SAMPLES_ROWS;
  *count = rows ? listed(variable(study, 0)) : 1;
  for (int v = 0; v < study->variable_count; v++) {
    int own = listed(variable(study, v));
    if (rows && own != *count && own != 1 && *count != 1)
      return complain(study, v, diagnostics, "rows need lists of one length, or a single value");
    *count = rows ? (own > *count ? own : *count) : *count * own;
    if (*count > TRM_MOST_SAMPLES) return complain(study, v, diagnostics, "there are too many samples (1e8 at most)");
  }
  if (trm_given(&study->def.samples, offsetof(trm_SamplesDef, count))) {
    trm_report(diagnostics, TRM_ERROR, trm_place_of(&study->def.samples, offsetof(trm_SamplesDef, count)),
               "samples.count: of a %s it follows from the values: %lld", rows ? "list of rows" : "grid",
               (long long)*count);
    return false;
  }
  return true;
}

bool trm_samples_count(const trm_Study *study, int64_t *count, trm_Diagnostics *diagnostics) {
  const trm_SamplesDef *samples = &study->def.samples;
  bool good = true;
  for (int v = 0; v < study->variable_count; v++) good &= check_variable(study, v, diagnostics);
  if (!good) return false;
  if (samples->method < TRM_SAMPLES_LATIN) return count_listed(study, count, diagnostics);
  *count = samples->count;
  if (samples->count < 1) {
    trm_report(diagnostics, TRM_ERROR, samples->bound.place, "samples: missing key \"count\": how many are drawn");
    return false;
  }
  if (samples->count > TRM_MOST_SAMPLES) {
    trm_report(diagnostics, TRM_ERROR, trm_place_of(samples, offsetof(trm_SamplesDef, count)),
               "samples.count: at most %d", TRM_MOST_SAMPLES);
    return false;
  }
  if (samples->method == TRM_SAMPLES_SOBOL && study->variable_count > TRM_SOBOL_VARIABLES) {
    trm_report(diagnostics, TRM_ERROR, samples->bound.place,
               "samples: sobol is for at most %d variables, not %d; a latin-hypercube takes any number",
               TRM_SOBOL_VARIABLES, study->variable_count);
    return false;
  }
  return true;
}

/* ---- numbers between 0 and 1 ------------------------------------------------------------------------------------- */

/* splitmix64 (Steele, Lea, Flood 2014) of a seed and two places: no state, so that any sample can be drawn alone */
static uint64_t scrambled(uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

static uint64_t random_bits(int seed, int v, int64_t place) {
  return scrambled(scrambled(scrambled((uint64_t)seed) + (uint64_t)v) + (uint64_t)place);
}

/* in (0, 1): 53 bits and a half */
static double unit(uint64_t bits) { return ((double)(bits >> 11) + 0.5) * 0x1p-53; }

enum { FOR_PERMUTATION = 1 << 20, FOR_SHIFT = 1 << 21 }; /* kept apart from the numbers of variables */

/* one number in each of `count` cells of equal width, the cells in random order */
static bool draw_latin(const trm_Study *study, int v, double *units) {
  int64_t count = study->sample_count;
  int seed = study->def.samples.seed;
  int64_t *order = TRM_NEW(int64_t, count);
  if (!order) return false;
  for (int64_t i = 0; i < count; i++) order[i] = i;
  for (int64_t i = count - 1; i > 0; i--) {
    int64_t j = (int64_t)(random_bits(seed, v + FOR_PERMUTATION, i) % (uint64_t)(i + 1)), kept = order[i];
    order[i] = order[j], order[j] = kept;
  }
  for (int64_t i = 0; i < count; i++) units[i] = ((double)order[i] + unit(random_bits(seed, v, i))) / (double)count;
  trm_release(order);
  return true;
}

/* the plain sequence begins with 0, which has no value in a normal distribution: places are middles of their cells */
static void draw_sobol(const trm_Study *study, int v, double *units) {
  int seed = study->def.samples.seed;
  uint32_t shift = seed ? (uint32_t)random_bits(seed, v + FOR_SHIFT, 0) : 0;
  for (int64_t i = 0; i < study->sample_count; i++)
    units[i] = ((double)(trm_sobol(v, (uint32_t)i) ^ shift) + 0.5) * 0x1p-32;
}

static bool draw_units(const trm_Study *study, int v, double *units) {
  if (study->def.samples.method == TRM_SAMPLES_LATIN) return draw_latin(study, v, units);
  if (study->def.samples.method == TRM_SAMPLES_SOBOL) return draw_sobol(study, v, units), true;
  for (int64_t i = 0; i < study->sample_count; i++) units[i] = unit(random_bits(study->def.samples.seed, v, i));
  return true;
}

/* ---- values ------------------------------------------------------------------------------------------------------ */

/* z with normal_below(z) = u, by halving: as exact as erfc */
static double normal_quantile(double u) {
  double low = -40, high = 40;
  for (int i = 0; i < 200 && low < high; i++) {
    double middle = 0.5 * (low + high);
    if (middle == low || middle == high) break;
    *(normal_below(middle) < u ? &low : &high) = middle;
  }
  return 0.5 * (low + high);
}

static double within(double value, double low, double high) { return value < low ? low : value > high ? high : value; }

static double value_at(const trm_VaryDef *def, double u) {
  if (trm_given(def, offsetof(trm_VaryDef, values))) {
    int index = (int)(u * def->values.count);
    return def->values.values[index < def->values.count ? index : def->values.count - 1];
  }
  if (!is_normal(def)) {
    bool equal_ratios = def->scale == TRM_SCALE_LOGARITHMIC;
    double value = equal_ratios ? def->from * pow(def->to / def->from, u) : def->from + u * (def->to - def->from);
    return within(value, def->from, def->to);
  }
  if (!is_cut(def)) return def->mean + def->deviation * normal_quantile(u);
  double low = normal_below((def->from - def->mean) / def->deviation);
  double high = normal_below((def->to - def->mean) / def->deviation);
  return within(def->mean + def->deviation * normal_quantile(low + u * (high - low)), def->from, def->to);
}

static double listed_value(const trm_VaryDef *def, int64_t index) {
  if (trm_given(def, offsetof(trm_VaryDef, values))) return def->values.values[index];
  if (index == def->count - 1 && index > 0) return def->to;
  return value_at(def, def->count > 1 ? (double)index / (def->count - 1) : 0);
}

/* the last variable changes fastest */
static void draw_listed(trm_Study *study) {
  bool rows = study->def.samples.method == TRM_SAMPLES_ROWS;
  for (int64_t i = 0; i < study->sample_count; i++) {
    int64_t rest = i;
    for (int v = study->variable_count - 1; v >= 0; v--) {
      const trm_VaryDef *def = variable(study, v);
      int own = listed(def);
      study->samples[i * study->variable_count + v] = listed_value(def, rows ? (own == 1 ? 0 : i) : rest % own);
      rest /= own;
    }
  }
}

bool trm_samples_draw(trm_Study *study) {
  if (study->def.samples.method < TRM_SAMPLES_LATIN) return draw_listed(study), true;
  double *units = TRM_NEW(double, study->sample_count);
  bool good = units != NULL;
  for (int v = 0; v < study->variable_count && good; v++) {
    good = draw_units(study, v, units);
    for (int64_t i = 0; i < study->sample_count && good; i++)
      study->samples[i * study->variable_count + v] = value_at(variable(study, v), units[i]);
  }
  trm_release(units);
  return good;
}
