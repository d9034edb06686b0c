/* Which state modes and linear systems are about. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "cli.h"

static const char *const abouts[] = {[TRM_MODES_AS_WRITTEN] = "as-written",
                                     [TRM_MODES_REFERENCE] = "reference",
                                     [TRM_MODES_STATIC] = "static",
                                     [TRM_MODES_INITIAL] = "initial"};
static const char *const frames[] = {"automatic", "world", "turning", "motion"}; /* the last for linear systems alone */

/* the number of a word in a list, -1 with a message when it is none of them */
static int choose(const Command *command, const char *option, const char *word, const char *const *words, int count) {
  for (int i = 0; i < count; i++)
    if (strcmp(word, words[i]) == 0) return i;
  const char *meant = cli_nearest(word, words, count);
  if (meant)
    cli_complain(command, 0, "--%s: \"%s\" is not known (did you mean \"%s\"?)", option, word, meant);
  else
    cli_complain(command, 0, "--%s: \"%s\" is not known; `trammel help %s` lists what is", option, word, command->name);
  return -1;
}

bool cli_read_about(const Command *command, const char *value, trm_ModesRequest *request) {
  char *end;
  double time = strtod(value, &end);
  if (end != value && !*end) {
    request->about = time > 0 ? TRM_MODES_TIME : TRM_MODES_INITIAL, request->time = time;
    if (time >= 0 && isfinite(time)) return true;
    cli_complain(command, 0, "--about: a time is 0 or more, s, not \"%s\"", value);
    return false;
  }
  int choice = choose(command, "about", value, abouts, sizeof abouts / sizeof *abouts);
  request->about = choice < 0 ? TRM_MODES_AS_WRITTEN : (trm_ModesAbout)choice;
  return choice >= 0;
}

bool cli_read_frame(const Command *command, const char *value, bool motion, trm_ModesRequest *request) {
  request->frame = value;
  return choose(command, "frame", value, frames, sizeof frames / sizeof *frames - (motion ? 0 : 1)) >= 0;
}

int cli_ask_modes(const Command *command, Loaded *loaded, const trm_ModesRequest *request) {
  trm_Status status = trm_spec_ask_modes(loaded->spec, request);
  if (status == TRM_BAD_ARGUMENT && request->about == TRM_MODES_TIME)
    return cli_complain(command, CLI_WRONG, "--about %g: the model has no dynamic or kinematic analysis",
                        request->time);
  if (status != TRM_OK) return cli_complain(command, CLI_FAILED, "%s", trm_status_text(status));
  return cli_load_simulation(loaded);
}
