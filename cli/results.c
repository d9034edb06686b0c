/* Result files, as csv, plot and export use them. */
#include <stdlib.h>
#include "cli.h"

trm_Results *cli_open_results(const Command *command, const char *path) {
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  if (!diagnostics) return cli_no_memory(command), NULL;
  trm_Results *results = trm_results_open(path, diagnostics);
  cli_show_diagnostics(diagnostics);
  trm_diagnostics_free(diagnostics);
  return results;
}

int cli_unknown_channel(const Command *command, const trm_Results *results, const char *name) {
  int count = trm_results_channel_count(results);
  const char **names = malloc((size_t)(count + 1) * sizeof *names);
  for (int i = 0; names && i < count; i++) names[i] = trm_results_channel(results, i).name;
  const char *meant = names ? cli_nearest(name, names, count) : NULL;
  free(names);
  return cli_complain(command, CLI_WRONG, "no channel \"%s\"%s%s%s; `trammel info` lists them", name,
                      meant ? " (did you mean \"" : "", meant ? meant : "", meant ? "\"?)" : "");
}

double *cli_read_channel(trm_Results *results, int channel) {
  double *values = malloc(((size_t)trm_results_rows(results) + 1) * sizeof *values);
  if (values && trm_results_read(results, channel, values) == TRM_OK) return values;
  free(values);
  return NULL;
}
