/* What becomes of a model in every scheme and form: it runs with a closed ledger, or is refused with a cause; forms
   give the same motion; nothing crashes or hangs. A model is judged in a process of its own. */
#ifndef TRM_FUZZ_JUDGE_H
#define TRM_FUZZ_JUDGE_H

#include "fuzz/mechanism.h"

typedef enum Outcome { RUNS, REFUSED, FAULTY } Outcome;

enum { FAULT_TEXT = 140, REASON_TEXT = 700, MOST_VARIANTS = 16, MOST_KINDS = 32 };

/* Why two schemes were not compared, or what came of it told nothing. */
typedef enum Excuse {
  EXCUSE_NONE,    /* they agree */
  EXCUSE_STOPPED, /* one did not come to the end */
  EXCUSE_DEAR,    /* one took too long, or was given up */
  EXCUSE_COARSE,  /* a quarter of the step changes one by a tenth, or it turns back in each step */
  EXCUSE_DAMPED,  /* one damps away a vibration that its shortest steps do not follow */
  EXCUSE_TIME,    /* the model's time was used up */
  EXCUSE_UNKNOWN, /* no steps of index-1 resolve the motion */
  EXCUSES
} Excuse;

enum { LEVELS = 3 }; /* of ends of runs that are compared: judge_pairs.c */

typedef struct Judgement {
  Outcome outcome;
  /* of a faulty one: the class of the fault, which a smaller model with the same fault has too: "ledger
     energy-decaying"; and all that there is to say. Of a refused one: why. */
  char fault[FAULT_TEXT], reason[REASON_TEXT];
  int runs, refusals, stopped,
      heavy; /* of variants; of those that were refused, while they ran; given up as too dear */
  int dear;  /* of those that ran: not repeated for comparisons, because of the time they took */
  int compared, finer, schemes, bits, lanes,
      systems;           /* forms, schemes that were compared; runs that had to have the same bits */
  int pairs[LEVELS];     /* of schemes, and of each with index-1, that were found to agree, by the end of the run */
  int excused[EXCUSES];  /* those that were not */
  int kinds[MOST_KINDS]; /* how many of the variants were refused for each reason of kinds.c */
  double residual, violation, forms, scheme; /* largest, relative */
} Judgement;

/* The text has no analysis. seconds: of the processor, that the model may take. */
Judgement judge_model(const Mechanism *mechanism, const char *text, int seconds);

/* judge_pairs.c: a line */
void print_pairs(const long *pairs, const long *excused);
/* kinds.c: a line for each kind of refusal that was met; counts: of MOST_KINDS */
void print_kinds(const long *counts);

/* A small text, by deleting entries while it is still as is asked for; freed with free. */
char *shrink_text(const char *text, bool (*still)(const char *text, void *user), void *user);
/* The same for the fault of a judgement. */
char *shrink_model(const Mechanism *mechanism, const Judgement *judgement, int seconds);

#endif
