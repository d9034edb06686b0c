/* Within the judge: a model run in one scheme and form, and what came of it. */
#ifndef TRM_FUZZ_JUDGE_RUNS_H
#define TRM_FUZZ_JUDGE_RUNS_H

#include "analysis/simulation.h"
#include "fuzz/judge.h"
#include "integrate/scheme.h"
#include "trammel/trammel.h"

enum { CODE_TEXT = 40, MOST_WARNINGS = 12, LAST = 3, FINE = 2 /* halvings of the step of schemes of rates */ };

typedef struct Variant {
  const trm_Scheme *scheme;
  int order, halvings; /* of the step */
  int sooner;          /* halvings of the end */
  bool relative;
  bool follows;       /* channels at the ends of the last steps are kept */
  const char *output; /* of the analysis, or NULL */
} Variant;

/* A message and which of the findings it is. */
typedef struct Said {
  char code[CODE_TEXT], message[REASON_TEXT];
} Said;

/* How a run ended: channels at its end, or what was said. Its values are freed by drop. */
typedef struct Result {
  bool ran, started;
  bool heavy;                 /* it was given up, because of the work it took */
  Said said;                  /* where it did not start, or stopped */
  Said warned[MOST_WARNINGS]; /* at the start, and at the end */
  int warning_count;
  int count;
  double *values;
  double *last[LAST]; /* at the ends of the last steps, the latest first; NULL: there were fewer, or none is kept */
  double seconds;     /* of the processor, from its start on */
  double round_off;   /* J: what rounding makes of the energy balance */
  trm_Summary summary;
} Result;

/* What is kept of a run: the simulation for the names of its channels. */
typedef struct Kept {
  trm_Model *model;
  trm_Simulation *simulation;
} Kept;

/* All runs of a model. Texts and mechanism are the caller's. */
typedef struct Runs {
  const Mechanism *mechanism;
  const char *text;
  int count;
  Variant variants[MOST_VARIANTS];
  Result results[MOST_VARIANTS];
  Kept kept[MOST_VARIANTS];
} Runs;

/* judge_runs.c */
/* Has it taken so long (a wire that whips under steps that are far too long) that it is not repeated to be compared? */
bool is_dear(const Result *result);
/* Is there time for more comparisons, of the minute that a model has? */
bool has_time(void);
int all_variants(Variant *variants);
bool is_of_rates(const Variant *v);
void variant_name(const Variant *v, char *text, size_t size);
/* Model and simulation of a variant, NULL where they cannot be: *result says why. */
Kept open_variant(const Mechanism *m, const char *text, const Variant *v, Result *result);
Result run_variant(const Mechanism *m, const char *text, const Variant *v, Kept *kept);
void drop(Result *result, Kept *kept);
/* Notes a fault, unless there is one already. */
void blame(Judgement *j, const char *fault, const Variant *v, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* judge_pairs.c: forms, schemes and orders against each other */
/* Of places and velocities, each relative to the largest of its unit in both, at least a length a second. */
double difference(const Kept *kept, const Result *a, const Result *b, const char **worst);
/* The same between the end of the last step and what the two before it would let one expect; 0: there were no two. */
double bend(const Kept *kept, const Result *result);
void judge_forms(const Runs *r, Judgement *j);
void judge_schemes(const Runs *r, Judgement *j);

/* kinds.c: is it a refusal, or a warning, of a known kind, that names what it has to name in this model? The kind of
   the refusal, -1: of none. */
int known_refusal(const Runs *r, const Variant *v, const Said *said);
bool known_warning(const Runs *r, const Variant *v, const Said *said);

/* same_bits.c: what must change no bit of a run, and systems about a motion */
void judge_bits(const Runs *r, Judgement *j);

#endif
