#include "integrate/scheme.h"

/* schemes.def lists them, each in its file; the first is what an analysis has that asks for none */
#define SCHEME(name) extern const trm_Scheme trm_##name;
#include "integrate/schemes.def"
#undef SCHEME
#define SCHEME(name) &trm_##name,
const trm_Scheme *const trm_schemes[] = {
#include "integrate/schemes.def"
};
const int trm_scheme_count = (int)(sizeof trm_schemes / sizeof trm_schemes[0]);

trm_Status trm_solve_step(const trm_Motion *motion, trm_Newton *newton, const trm_Problem *problem,
                          trm_NewtonReport *report) {
  bool kinks = motion->has_kinks(motion->self);
  newton->options.backtrack = kinks;
  trm_Status status = trm_newton_solve(newton, problem, report);
  if (status > 0 && kinks) {
    motion->again(motion->self);
    status = trm_newton_solve(newton, problem, report);
    if (status == TRM_OK) motion->hold(motion->self);
    if (status == TRM_OK) status = trm_newton_solve(newton, problem, report);
  }
  newton->options.backtrack = false;
  return status;
}

enum { DEEPEST_HALVING = 12 };

/* The parts of a halved step, as a counter of the smallest pieces: each success may double the piece again. */
trm_Status trm_step_safely(const trm_Scheme *scheme, const trm_Motion *motion, trm_Newton *newton,
                           const trm_StepOptions *options, trm_StepReport *report) {
  trm_StepOptions part = *options;
  int depth = 0;
  long done = 0; /* in units of h / 2^depth */
  while (done < 1L << depth) {
    part.h = options->h / (double)(1L << depth);
    trm_Status status = scheme->step(motion, newton, &part, report);
    report->tried = part.h;
    if (status < 0 || status == TRM_PASSES) return status;
    if (status > 0) {
      if (depth == DEEPEST_HALVING) return status;
      report->retries++;
      depth++, done *= 2;
      continue;
    }
    done++;
    while (depth > 0 && done % 2 == 0 && done < 1L << depth) depth--, done /= 2;
  }
  return TRM_OK;
}
