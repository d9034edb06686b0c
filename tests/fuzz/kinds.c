/* Refusals and warnings that random models may have: each is of a kind that stands here, and names what it has to name.
   The models are right as texts, so that most findings of the model doctor would be false. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include "fuzz/judge_runs.h"

/* what must be named, in quotes or as the owner of a channel */
typedef enum Names { NO_NAME, A_PART, A_KEY } Names;
/* of which models, or in which schemes, it may be said */
typedef enum Where { ANYWHERE, WITH_KINKS, OF_RATES } Where;

typedef struct Kind {
  const char *code, *words; /* words of the message, or "" */
  Names names;
  Where where;
} Kind;

static const Kind refusals[] = {
    /* schemes and forms that are not for such models */
    {"mistake", "runs some substeps backwards in time", A_PART, ANYWHERE},
    {"mistake", "relative coordinates are those of rigid bodies", A_PART, ANYWHERE},
    {"mistake", "may let its slider go (ends: release), which relative coordinates cannot tell", A_PART, ANYWHERE},
    {"step-failed", "is too long for the explicit scheme", A_KEY, ANYWHERE},
    {"step-failed", "of the energy that has moved is not accounted for", A_KEY, ANYWHERE},
    /* what is given, driven, or hangs together as it was drawn */
    {"contradicting-velocities", "", A_PART, ANYWHERE},
    {"contradicting-constraints", "", A_PART, ANYWHERE},
    {"mistake", "cannot turn (its joints fix its orientation), but an omega is given", A_PART, ANYWHERE},
    {"overdriven", "", A_PART, ANYWHERE},
    {"branching-start", "", A_PART, ANYWHERE},
    {"cannot-set-off", "", A_PART, ANYWHERE},
    {"massless", "", A_PART, ANYWHERE},
    {"driven-to-stop", "", A_PART, WITH_KINKS},
    {"singular-position", "", A_PART, ANYWHERE},
    {"mistake", "cannot be released: a gear or coupling uses its coordinates", A_PART, ANYWHERE},
    {"mistake", "has a drive, which goes on whatever an event does", A_PART, ANYWHERE},
    {"mistake", "signals with memory do not take reactions", A_PART, ANYWHERE},
    {"mistake", "a formula names its reactions, which are not unique", A_PART, ANYWHERE},
    /* the end of a way */
    {"step-failed", "and the run stops there", A_PART, ANYWHERE},
    {"off-track", "and the run stops there", A_PART, ANYWHERE},
    {"step-failed", "has come to the end of its Bryan angles", A_PART, ANYWHERE},
    {"angles-end", "has come to the end of its Bryan angles", A_PART, ANYWHERE},
    {"slider-at-border", "is caught at", A_PART, WITH_KINKS},
    /* steps that are far too long */
    {"step-failed", "also after halving the step twelve times", A_PART, WITH_KINKS},
    {"energy-gained", "generalized-alpha had added", A_KEY, ANYWHERE},
    /* linear systems about a motion */
    {"mistake", "about a state that is not steady the memory of signals is not followed", NO_NAME, ANYWHERE},
    {"mistake", "is no linear system of finitely many states", NO_NAME, ANYWHERE},
    {"mistake", "has ended the run before the modal analysis", A_PART, WITH_KINKS},
};

static const Kind warnings[] = {
    {"run", "of its turns, because the steps are long", A_PART, ANYWHERE},
    {"run", "steps are too long for ", A_PART, ANYWHERE}, /* forces within a step: it names them */
    {"run", "generalized-alpha takes or adds energy where steps are long", NO_NAME, ANYWHERE},
    {"run", "the energy balance is open", NO_NAME, OF_RATES},
    {"unlikely-units", "", NO_NAME, ANYWHERE}, /* units of all kinds are drawn */
    {"held-coordinate", "", A_PART, ANYWHERE},
    {"redundant-drives", "", A_PART, ANYWHERE},
    {"locked", "", A_PART, ANYWHERE},
    {"step-too-long", "", A_PART, ANYWHERE},
    {"stuck-start", "", A_PART, ANYWHERE},
    {"instantaneous-freedom", "", A_PART, ANYWHERE},
    {"nearly-massless", "", A_PART, ANYWHERE}, /* rods that have none about their axis are drawn */
    {"doubt", "is locked by other joints already", A_PART, ANYWHERE},
    {"run", "locks nothing: of the joint", A_PART, ANYWHERE},
};

/* a part of the model, as messages tell it: "j1", or a row of it, j1: displacement along world x */
static bool names_part(const trm_Spec *spec, const char *said) {
  static const char *const sections[] = {"bodies", "beams", "joints", "springs", "signals", "loads", "events"};
  for (size_t s = 0; s < sizeof sections / sizeof sections[0]; s++) {
    const char *name;
    for (int i = 0; (name = trm_spec_key(spec, sections[s], i)) && *name; i++) {
      char quoted[80], row[80];
      snprintf(quoted, sizeof quoted, "\"%s\"", name);
      snprintf(row, sizeof row, " %s: ", name);
      if (strstr(said, quoted) || strstr(said, row)) return true;
    }
  }
  return false;
}

static bool names_word(const char *said, const char *word) {
  size_t length = strlen(word);
  for (const char *at = strstr(said, word); at; at = strstr(at + 1, word))
    if ((at == said || !isalnum((unsigned char)at[-1])) && !isalnum((unsigned char)at[length])) return true;
  return false;
}

/* what to write instead: "use formulation: absolute" */
static bool names_key(const char *said) {
  static const char *const keys[] = {"scheme:", "formulation:", "order:", "step:", "`formulation"};
  for (size_t k = 0; k < sizeof keys / sizeof keys[0]; k++)
    if (strstr(said, keys[k])) return true;
  return false;
}

static bool fits(const Mechanism *m, const Variant *v, const Kind *kind) {
  return kind->where == ANYWHERE || (kind->where == WITH_KINKS && (!m->smooth || m->fast)) ||
         (kind->where == OF_RATES && is_of_rates(v));
}

/* A table, and what is looked for in it. */
typedef struct Table {
  const Kind *kinds;
  size_t count;
} Table;

/* the row, -1: none */
static int known(Table table, const Runs *r, const Variant *v, const Said *said) {
  const Kind *kinds = table.kinds;
  const Mechanism *m = r->mechanism;
  /* numbers that are none, and texts that are missing, are no cause */
  if (strstr(said->message, "(null)") || names_word(said->message, "nan") || names_word(said->message, "inf"))
    return -1;
  trm_Spec *spec = trm_spec_parse("model", r->text, strlen(r->text), NULL);
  bool part = spec && names_part(spec, said->message);
  int found = -1;
  for (size_t k = 0; k < table.count && found < 0; k++)
    if (strcmp(kinds[k].code, said->code) == 0 && strstr(said->message, kinds[k].words) && fits(m, v, &kinds[k]) &&
        (kinds[k].names != A_PART || part) && (kinds[k].names != A_KEY || names_key(said->message)))
      found = (int)k;
  trm_spec_free(spec);
  return found;
}

enum { REFUSALS = sizeof refusals / sizeof refusals[0], WARNINGS = sizeof warnings / sizeof warnings[0] };
_Static_assert((int)REFUSALS <= (int)MOST_KINDS, "a judgement counts each kind of refusal");

int known_refusal(const Runs *r, const Variant *v, const Said *said) {
  return known((Table){refusals, REFUSALS}, r, v, said);
}

bool known_warning(const Runs *r, const Variant *v, const Said *said) {
  return known((Table){warnings, WARNINGS}, r, v, said) >= 0;
}

void print_kinds(const long *counts) {
  for (int k = 0; k < REFUSALS; k++)
    if (counts[k] > 0)
      printf("%8ld refused: %s%s%s\n", counts[k], refusals[k].code, refusals[k].words[0] ? ": ... " : "",
             refusals[k].words);
}
