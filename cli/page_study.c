/* The page of `trammel report` for the table of a study: what the study asked for, facts of each column over all
   samples, and the samples themselves, or so many of them as a page has room for. viewer/src/study.js shows it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "json_read.h"
#include "page.h"
#include "page_pack.h"

enum { MOST_NUMBERS = 1 << 21, MOST_ROWS = 20000, LEAST_ROWS = 200 }; /* of the samples on a page */

/* What is told of a column, over all samples that have a value. */
typedef struct Column {
  int64_t count, lowest, highest; /* how many, and which samples, from 0 */
  double low, high, mean, deviation;
} Column;

bool page_is_study(const trm_Results *results) {
  const char *time = trm_results_text(results, "time");
  return time && strcmp(time, "sample") == 0;
}

static Column facts_of(const double *values, int64_t rows) {
  Column column = {.low = INFINITY, .high = -INFINITY};
  double sum = 0, squares = 0;
  for (int64_t i = 0; i < rows; i++) {
    if (!isfinite(values[i])) continue;
    if (values[i] < column.low) column.low = values[i], column.lowest = i;
    if (values[i] > column.high) column.high = values[i], column.highest = i;
    sum += values[i], column.count++;
  }
  column.mean = column.count > 0 ? sum / (double)column.count : NAN;
  for (int64_t i = 0; i < rows; i++)
    if (isfinite(values[i])) squares += (values[i] - column.mean) * (values[i] - column.mean);
  column.deviation = column.count > 1 ? sqrt(squares / (double)(column.count - 1)) : NAN;
  return column;
}

static void put_column(FILE *out, const trm_Channel *channel, const Column *column) {
  const double numbers[] = {column->low, column->high, column->mean, column->deviation};
  static const char *const names[] = {"low", "high", "mean", "deviation"};
  fputs("{\"name\":", out);
  json_put_text(out, channel->name);
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    fprintf(out, ",\"%s\":", names[i]);
    json_put_number(out, numbers[i]);
  }
  fprintf(out, ",\"count\":%lld,\"lowest\":%lld,\"highest\":%lld}", (long long)column->count, (long long)column->lowest,
          (long long)column->highest);
}

/* rows of the table that are shown: all, or some with the same distance between them */
static int64_t shown_rows(int64_t rows, int columns) {
  int64_t fitting = MOST_NUMBERS / (columns > 0 ? columns : 1);
  fitting = fitting > MOST_ROWS ? MOST_ROWS : fitting < LEAST_ROWS ? LEAST_ROWS : fitting;
  return rows < fitting ? rows : fitting;
}

/* facts of all columns, and the samples that are shown into the matrix, behind their numbers */
static int take_columns(const Command *command, trm_Results *results, Matrix *matrix, Column *columns) {
  int64_t rows = trm_results_rows(results);
  for (size_t i = 0; i < matrix->rows; i++)
    matrix_set(matrix, i, 0, (double)((int64_t)i * rows / (int64_t)matrix->rows + 1));
  for (int c = 0; c < trm_results_channel_count(results); c++) {
    double *values = cli_read_channel(results, c);
    if (!values) return cli_unreadable(command, "the samples", "the table");
    columns[c] = facts_of(values, rows);
    for (size_t i = 0; i < matrix->rows; i++)
      matrix_set(matrix, i, (size_t)c + 1, values[(int64_t)i * rows / (int64_t)matrix->rows]);
    free(values);
  }
  return CLI_OK;
}

/* the study as JSON, read again from its text; {}: an older file has none */
static void put_definition(FILE *out, const trm_Results *results) {
  const char *text = trm_results_text(results, "study");
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  trm_Spec *spec = text && diagnostics ? trm_spec_parse("study", text, strlen(text), diagnostics) : NULL;
  char *written = spec ? trm_spec_get(spec, "") : NULL;
  Json json;
  if (written && json_read(written, &json))
    json_put(out, &json), json_free(&json);
  else
    fputs("{}", out);
  trm_free(written);
  trm_spec_free(spec);
  trm_diagnostics_free(diagnostics);
}

static const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static void put_texts(FILE *out, const trm_Results *results, const PageRequest *request) {
  static const char *const texts[] = {"title", "status", "version", "warnings", "model", "study"};
  const char *source = trm_results_text(results, "source");
  fputs("\"file\":", out);
  json_put_text(out, base_name(request->file));
  fputs(",\n\"source\":", out);
  json_put_text(out, source ? base_name(source) : "");
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    const char *text = trm_results_text(results, texts[i]);
    fprintf(out, ",\n\"%s\":", texts[i]);
    json_put_text(out, text ? text : "");
  }
}

static void put_description(FILE *out, const trm_Results *results, const PageRequest *request, const Matrix *matrix,
                            const Column *columns) {
  fputs("<script type=\"application/json\" id=\"page\">{\"format\":1,\n\"kind\":\"study\",\n", out);
  put_texts(out, results, request);
  fprintf(out, ",\n\"samples\":%lld,\n\"definition\":", (long long)trm_results_rows(results));
  put_definition(out, results);
  fputs(",\n\"plots\":[", out);
  for (int i = 0; i < request->plot_count; i++) {
    if (i) fputc(',', out);
    json_put_text(out, request->plots[i]);
  }
  fputs("],\n\"channels\":[", out);
  for (int c = 0; c < trm_results_channel_count(results); c++) {
    trm_Channel channel = trm_results_channel(results, c);
    fputs(c ? ",\n" : "\n", out);
    put_column(out, &channel, &columns[c]);
  }
  fprintf(out, "],\n\"blocks\":[{\"name\":\"samples\",\"type\":\"double\",\"rows\":%zu,\"width\":%zu,\"scales\":[]}]}",
          matrix->rows, matrix->width);
  fputs("</script>\n", out);
}

int page_study_write(const Command *command, trm_Results *results, const PageRequest *request, FILE *out,
                     PageFacts *facts) {
  int count = trm_results_channel_count(results);
  int64_t rows = trm_results_rows(results), shown = shown_rows(rows, count);
  if (rows == 0) return cli_complain(command, CLI_FAILED, "the table has no samples yet");
  Column *columns = calloc((size_t)count + 1, sizeof *columns);
  Matrix matrix = {0};
  bool good = columns && matrix_open(&matrix, PACK_DOUBLE, (size_t)shown, (size_t)count + 1);
  int status = good ? take_columns(command, results, &matrix, columns) : cli_no_memory(command);
  if (status == CLI_OK) {
    fputs("<script type=\"text/plain\" id=\"block-0\">", out);
    if (!matrix_write(&matrix, out, &facts->bytes) && !ferror(out)) status = cli_no_memory(command);
    fputs("</script>\n", out);
    put_description(out, results, request, &matrix, columns);
  }
  facts->rows = facts->frames = rows, facts->points = shown, facts->study = true;
  if (matrix.words) matrix_close(&matrix);
  free(columns);
  return status;
}
