/* Result files, as csv, plot and export use them. */
#include <stdlib.h>
#include <string.h>
#include "cli.h"

trm_Results *cli_open_results(const Command *command, const char *path) {
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  if (!diagnostics) return cli_no_memory(command), NULL;
  trm_Results *results = trm_results_open(path, diagnostics);
  cli_show_diagnostics(diagnostics);
  trm_diagnostics_free(diagnostics);
  return results;
}

/* "pw" of "pw.value": the first channel that goes on behind a point; NULL: none */
static const char *continued(const char *name, const char *const *names, int count) {
  size_t length = strlen(name);
  for (int i = 0; i < count && length > 0; i++)
    if (strncmp(name, names[i], length) == 0 && names[i][length] == '.') return names[i];
  return NULL;
}

int cli_unknown_channel(const Command *command, const trm_Results *results, const char *name) {
  int count = trm_results_channel_count(results);
  const char **names = malloc((size_t)(count + 1) * sizeof *names);
  for (int i = 0; names && i < count; i++) names[i] = trm_results_channel(results, i).name;
  const char *meant = names ? cli_nearest(name, names, count) : NULL;
  if (names && !meant) meant = continued(name, names, count);
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

enum { BLOCK_NUMBERS = 1 << 22 };

bool cli_rows_open(RowReader *reader, trm_Results *results, const int *channels, int count, trm_RowRange rows) {
  *reader = (RowReader){.results = results, .channels = channels, .count = count, .rows = rows};
  reader->most = BLOCK_NUMBERS / (count + 1) + 1;
  if (reader->most > rows.count) reader->most = rows.count;
  reader->block = malloc(((size_t)reader->most * (size_t)count + 1) * sizeof *reader->block);
  return reader->block != NULL;
}

bool cli_rows_get(RowReader *reader, int64_t i, double *values) {
  trm_RowRange rows = reader->rows;
  if (i < reader->first || i >= reader->first + reader->held) {
    int64_t count = rows.count - i < reader->most ? rows.count - i : reader->most;
    trm_RowRange next = {rows.first + i * rows.stride, count, rows.stride};
    reader->held = 0;
    if (trm_results_read_channels(reader->results, reader->channels, reader->count, next, reader->block) != TRM_OK)
      return false;
    reader->first = i, reader->held = count;
  }
  for (int c = 0; c < reader->count; c++) values[c] = reader->block[(int64_t)c * reader->held + (i - reader->first)];
  return true;
}

void cli_rows_close(RowReader *reader) { free(reader->block); }
