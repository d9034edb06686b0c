/* Runs of one model against each other: forms of the equations, schemes, orders. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "fuzz/judge_runs.h"

/* of the largest of their unit: forms of one order; orders of a scheme that resolves the motion */
static const double forms_differ = 1e-6, resolved = 1e-7;

/* of the same: no difference; steps too long for the motion; what is left of the differences of schemes with a quarter
   of the step, of order 2 a sixteenth and what their orders are not yet, of order 1 (kinks, jumps) a quarter and what
   kinks scatter by */
static const double equal_schemes = 1e-5, unresolved = 0.1, left_smooth = 0.25, left_with_kinks = 1;

enum { QUARTER = 2 }; /* halvings of the step */

/* Where no step of these resolves what vibrates a little, differences are larger for once and then fall: of what they
   were, with a sixteenth of it, a quarter of that, and so on as long as it can be afforded. */
static const double falls = 0.25, falls_with_kinks = 1;
enum { FURTHER = 4, SHORTEST = 10 };

double difference(const Kept *kept, const Result *a, const Result *b, const char **worst) {
  static const char *const units[] = {"m", "m/s", "rad/s"};
  const double size = kept->model->size, least[] = {size, size, 1};
  double largest = 0;
  *worst = "";
  if (a->count != b->count) return INFINITY;
  for (size_t u = 0; u < sizeof units / sizeof units[0]; u++) {
    double scale = least[u], apart = 0;
    const char *name = "";
    for (int c = 0; c < a->count; c++) {
      trm_Channel channel = trm_simulation_channel(kept->simulation, c);
      if (strcmp(channel.unit, units[u]) != 0 || strncmp(channel.name, "signal.", 7) == 0) continue;
      scale = fmax(scale, fmax(fabs(a->values[c]), fabs(b->values[c])));
      if (fabs(a->values[c] - b->values[c]) > apart) apart = fabs(a->values[c] - b->values[c]), name = channel.name;
    }
    if (apart / scale > largest) largest = apart / scale, *worst = name;
  }
  return largest;
}

/* The scheme of rates whose steps resolve the motion, as its orders agree: the number of the highest; -1: none. */
static int resolving(const Runs *r) {
  int last = -1;
  const char *worst;
  for (int i = 0; i < r->count; i++) {
    if (!is_of_rates(&r->variants[i]) || r->variants[i].relative || !r->results[i].ran) continue;
    if (last >= 0 && difference(&r->kept[i], &r->results[i], &r->results[last], &worst) < resolved) return i;
    last = i;
  }
  return -1;
}

double bend(const Kept *kept, const Result *result) {
  double *expected = calloc((size_t)result->count + 1, sizeof *expected), size = 0;
  const char *worst;
  Result end = {.count = result->count, .values = result->last[0]},
         other = {.count = result->count, .values = expected};
  if (expected && result->last[LAST - 1]) {
    for (int c = 0; c < result->count; c++) expected[c] = 2 * result->last[1][c] - result->last[2][c];
    size = difference(kept, &end, &other, &worst);
  }
  free(expected);
  return size;
}

/* A scheme with shorter steps, and how far that is from where it was. What has another course in each step, as rates
   that steps reverse instead of letting them die away (dampers that are too stiff for them), is not resolved: whole
   runs of it with even numbers of steps agree by chance. */
typedef struct Finer {
  int of; /* which of the runs */
  Result result;
  Kept kept;
  double moved;
  bool known; /* the motion is resolved, more or less */
} Finer;

static Finer refine(const Runs *r, int i, int halvings) {
  Finer finer = {.of = i};
  Variant v = r->variants[i];
  const char *worst;
  v.halvings += halvings, v.follows = true;
  finer.result = run_variant(r->mechanism, r->text, &v, &finer.kept);
  if (!finer.result.ran) return finer;
  finer.moved = difference(&r->kept[i], &finer.result, &r->results[i], &worst);
  finer.known = finer.moved <= unresolved && bend(&finer.kept, &finer.result) <= unresolved;
  return finer;
}

/* How far two forms are apart with a quarter of the step. Two orders of one form agree at the end also where what was
   not resolved has died away by then (a stiff damper at the start), while the coordinates of the other form carry what
   it left on to the end. */
static double apart_when_finer(const Runs *r, int i, int best) {
  Finer one = refine(r, i, QUARTER), other = refine(r, best, QUARTER);
  const char *worst;
  double apart =
      one.result.ran && other.result.ran ? difference(&one.kept, &one.result, &other.result, &worst) : INFINITY;
  drop(&one.result, &one.kept), drop(&other.result, &other.kept);
  return apart;
}

void judge_forms(const Runs *r, Judgement *j) {
  int best = resolving(r);
  for (int i = 0; best >= 0 && i < r->count; i++) {
    const Variant *v = &r->variants[i];
    const char *worst;
    if (!v->relative || v->order != r->variants[best].order || !r->results[i].ran) continue;
    double apart = difference(&r->kept[i], &r->results[i], &r->results[best], &worst);
    if (!(apart < forms_differ)) apart = fmin(apart, apart_when_finer(r, i, best)), j->finer++;
    j->forms = fmax(j->forms, apart), j->compared++;
    if (!(apart < forms_differ)) blame(j, "forms", v, "differ by %.1e: %s", apart, worst);
  }
}

/* J: what a scheme has taken out of the vibrations that its steps do not follow, or put into them. */
static double lost_of(const Result *result) {
  const trm_Ledger *ledger = &result->summary.ledger;
  return fabs(ledger->numerical) + fabs(ledger->residual);
}

/* of the largest energy: a loss that can be seen in rates; of what it was with steps that are a quarter as short: what
   follows a motion loses an eighth there or less, what damps it away within some steps the same */
static const double loss_seen = 1e-10, loss_stays = 0.5;

static bool still_damps(const Result *now, const Result *before) {
  double loss = lost_of(now);
  return loss > loss_seen * now->summary.ledger.largest_energy && loss > loss_stays * lost_of(before);
}

static const double affordable = 1; /* s: the next ones take four times that */

/* Do they come nearer to each other with much shorter steps? b: where they are with these, or what needs none. Not
   resolved: with the shortest steps that can be afforded a scheme still damps a vibration away, as with longer ones. */
static Excuse come_nearer(const Runs *r, int a, int b, double apart, bool *nearer) {
  double enough = fmax(equal_schemes, (r->mechanism->smooth ? falls : falls_with_kinks) * apart), begun;
  bool damps = true;
  int halvings = FURTHER;
  *nearer = false;
  do {
    const char *worst;
    begun = (double)clock() / CLOCKS_PER_SEC;
    Finer one = refine(r, a, halvings), other = refine(r, b, is_of_rates(&r->variants[b]) ? 0 : halvings);
    if (one.result.ran && other.result.ran) {
      *nearer = difference(&one.kept, &one.result, &other.result, &worst) <= enough;
      damps = still_damps(&one.result, &r->results[a]) || still_damps(&other.result, &r->results[b]);
    }
    drop(&one.result, &one.kept), drop(&other.result, &other.kept);
    halvings += QUARTER;
  } while (!*nearer && halvings <= SHORTEST && (double)clock() / CLOCKS_PER_SEC - begun < affordable && has_time());
  return *nearer ? EXCUSE_NONE : damps ? EXCUSE_DAMPED : !has_time() ? EXCUSE_TIME : EXCUSE_NONE;
}

/* How far two are apart, and how far they came. b: NULL: the one that resolves the motion, else as a, with shorter
   steps. */
static Excuse judge_pair(const Runs *r, const Finer *a, const Finer *b, int best, Judgement *j) {
  double left = r->mechanism->smooth ? left_smooth : left_with_kinks;
  const char *worst;
  char name[64];
  int other = b ? b->of : best;
  double apart = difference(&a->kept, &a->result, b ? &b->result : &r->results[best], &worst);
  double moved = a->moved + (b ? b->moved : 0);
  bool nearer;
  j->scheme = fmax(j->scheme, apart), j->schemes++;
  if (apart <= fmax(equal_schemes, left * moved) || j->outcome == FAULTY) return EXCUSE_NONE;
  Excuse excuse = come_nearer(r, a->of, other, apart, &nearer);
  if (nearer || excuse != EXCUSE_NONE) return excuse;
  variant_name(&r->variants[other], name, sizeof name);
  blame(j, "order", &r->variants[a->of],
        "with a quarter of the step (end: 1/%d of the run) it is %.1e from %s, and came nearer by %.1e: %s",
        1 << r->variants[a->of].sooner, apart, name, moved, worst);
  return EXCUSE_NONE;
}

/* ---- until when ---- */

/* Motions part, and vibrations that no step follows die away: what was not compared at the end of the run is compared
   after an eighth of it, with steps that are as much shorter, and so on. */
enum { SOONER = 3 }; /* halvings of the end, from level to level */

/* Pairs of schemes of order 2, by their numbers among the variants, and of each with the one that resolves the
   motion. */
enum { REFERENCE = MOST_VARIANTS };
typedef struct Pairs {
  bool open[MOST_VARIANTS][MOST_VARIANTS + 1];
  Excuse excuse[MOST_VARIANTS][MOST_VARIANTS + 1];
  int left;
} Pairs;

/* Why a run with a quarter of the step tells nothing. */
static Excuse excuse_of(const Runs *r, const Finer *finer, bool tried) {
  const Result *result = &r->results[finer->of];
  if (result->heavy || is_dear(result) || finer->result.heavy) return EXCUSE_DEAR;
  if (!result->ran) return EXCUSE_STOPPED;
  if (!tried) return EXCUSE_TIME;
  return !finer->result.ran ? EXCUSE_STOPPED : finer->known ? EXCUSE_NONE : EXCUSE_COARSE;
}

static bool is_wanted(const Pairs *pairs, int i) {
  bool any = false;
  for (int b = 0; b <= REFERENCE; b++) any |= pairs->open[i][b] || (b < REFERENCE && pairs->open[b][i]);
  return any;
}

static void settle(Pairs *pairs, int a, int b, int level, Excuse excuse, Judgement *j) {
  pairs->excuse[a][b] = excuse;
  if (excuse != EXCUSE_NONE) return;
  pairs->open[a][b] = false, pairs->left--, j->pairs[level]++;
}

/* Those that are open, in runs up to one end. */
static void compare_at(const Runs *r, int level, Pairs *pairs, Judgement *j) {
  Finer finer[MOST_VARIANTS] = {{.of = 0}};
  Excuse own[MOST_VARIANTS];
  int best = resolving(r);
  for (int i = 0; i < r->count; i++) {
    finer[i].of = i;
    bool can = is_wanted(pairs, i) && r->results[i].ran && !is_dear(&r->results[i]) && has_time();
    if (can) finer[i] = refine(r, i, QUARTER);
    own[i] = excuse_of(r, &finer[i], can);
  }
  for (int a = 0; a < r->count; a++)
    for (int b = 0; b <= REFERENCE; b++) {
      if (!pairs->open[a][b]) continue;
      Excuse excuse = own[a] != EXCUSE_NONE ? own[a] : b < REFERENCE ? own[b] : best < 0 ? EXCUSE_UNKNOWN : EXCUSE_NONE;
      if (excuse == EXCUSE_NONE && !has_time()) excuse = EXCUSE_TIME;
      if (excuse == EXCUSE_NONE) excuse = judge_pair(r, &finer[a], b < REFERENCE ? &finer[b] : NULL, best, j);
      settle(pairs, a, b, level, excuse, j);
    }
  for (int i = 0; i < r->count; i++) drop(&finer[i].result, &finer[i].kept);
}

/* The same model up to an earlier end, in the schemes that are compared. */
static void run_sooner(const Runs *r, int level, const Pairs *pairs, Runs *out) {
  *out = (Runs){.mechanism = r->mechanism, .text = r->text, .count = r->count};
  for (int i = 0; i < r->count; i++) {
    Variant *v = &out->variants[i];
    *v = r->variants[i], v->sooner = SOONER * level, v->halvings += SOONER * level;
    bool resolves = is_of_rates(v) && !v->relative;
    if ((resolves || is_wanted(pairs, i)) && has_time())
      out->results[i] = run_variant(out->mechanism, out->text, v, &out->kept[i]);
  }
}

/* Schemes of order 2 come nearer to each other, and to the one that resolves the motion, with shorter steps: how far
   they are apart then is bounded by how far each came. */
void judge_schemes(const Runs *r, Judgement *j) {
  Pairs pairs = {.left = 0};
  for (int a = 0; a < r->count; a++)
    for (int b = a + 1; b <= REFERENCE; b++) {
      bool both = b == REFERENCE || (b < r->count && r->results[b].started && r->variants[b].order == 2);
      pairs.open[a][b] = both && r->results[a].started && r->variants[a].order == 2;
      pairs.left += pairs.open[a][b];
    }
  compare_at(r, 0, &pairs, j);
  for (int level = 1; level < LEVELS && pairs.left > 0 && j->outcome != FAULTY && has_time(); level++) {
    Runs sooner;
    run_sooner(r, level, &pairs, &sooner);
    compare_at(&sooner, level, &pairs, j);
    for (int i = 0; i < sooner.count; i++) drop(&sooner.results[i], &sooner.kept[i]);
  }
  for (int a = 0; a < r->count; a++)
    for (int b = 0; b <= REFERENCE; b++)
      if (pairs.open[a][b]) j->excused[pairs.excuse[a][b]]++;
}

void print_pairs(const long *pairs, const long *excused) {
  static const char *const why[] = {
      "",
      "one did not come to the end",
      "one was too dear",
      "a quarter of the step changes one by a tenth",
      "one damps vibrations that no step follows",
      "the time was used up",
      "index-1 does not resolve the motion",
  };
  printf("pairs of schemes, and of each with index-1: %ld agree at the end, %ld after an eighth of it, %ld after a "
         "64th;\nnot compared:",
         pairs[0], pairs[1], pairs[2]);
  for (int e = 1; e < EXCUSES; e++) printf(" %ld (%s)%s", excused[e], why[e], e + 1 < EXCUSES ? "," : "\n");
}
