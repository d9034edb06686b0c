/* The table of a study as a result file: a row for each sample, a channel for each column, so that whatever reads
   results reads it. */
#include "base/report.h"
#include "base/text.h"
#include "io/result.h"
#include "study/study.h"

static bool add_channels(const trm_Study *study, trm_Arena *arena, trm_Channel *channels) {
  for (int c = 0; c < trm_study_columns(study); c++)
    channels[c] = (trm_Channel){
        trm_arena_text(arena, "%s.%s", c < study->variable_count ? "vary" : "collect", trm_study_column(study, c)),
        "1"};
  return !arena->failed;
}

static trm_Status append_rows(const trm_Study *study, trm_ResultWriter *writer, double *row) {
  trm_Status status = TRM_OK;
  for (int64_t i = 0; i < study->sample_count && status == TRM_OK; i++) {
    for (int c = 0; c < trm_study_columns(study); c++) row[c] = trm_study_value(study, i, c);
    status = trm_result_append(writer, (double)(i + 1), row);
  }
  return status;
}

/* one to a line, as warnings of runs are */
static trm_Status tell_failures(const trm_Study *study, trm_ResultWriter *writer) {
  trm_Text text = {0};
  for (int64_t i = 0; i < study->sample_count; i++) {
    const char *failure = trm_study_failure(study, i), *lacks = trm_study_lacks(study, i);
    if (*failure) trm_text_format(&text, "sample %lld failed: %s\n", (long long)(i + 1), failure);
    if (*lacks) trm_text_format(&text, "sample %lld lacks values: %s\n", (long long)(i + 1), lacks);
  }
  trm_Status status = text.failed ? TRM_NO_MEMORY : TRM_OK;
  if (status == TRM_OK && text.length > 0) status = trm_result_put_warnings(writer, text.data, text.length);
  trm_text_free(&text);
  return status;
}

trm_Status trm_study_write(const trm_Study *study, const char *path, bool overwrite, trm_Diagnostics *diagnostics) {
  trm_Arena arena = {0};
  int count = trm_study_columns(study);
  trm_Channel *channels = TRM_ARENA_NEW(&arena, trm_Channel, count);
  double *row = TRM_ARENA_NEW(&arena, double, count);
  trm_ResultHead head = {.program_version = trm_version(),
                         .title = study->def.title ? study->def.title : "",
                         .source = study->source,
                         .model = study->model_text,
                         .geometry = "{}",
                         .study = study->text,
                         .channels = channels,
                         .channel_count = count,
                         .time_meaning = "sample",
                         .rows = study->sample_count};
  trm_ResultWriter *writer = NULL;
  trm_Status status = channels && row && add_channels(study, &arena, channels) ? TRM_OK : TRM_NO_MEMORY;
  if (status == TRM_OK && !(writer = trm_result_create(path, overwrite, &head, diagnostics))) status = TRM_FILE_ERROR;
  if (status == TRM_OK) status = append_rows(study, writer, row);
  if (status == TRM_OK) status = tell_failures(study, writer);
  if (status == TRM_OK) status = trm_result_commit(writer, NULL, NULL);
  trm_Status closed = trm_result_close(writer, status == TRM_OK ? "finished" : NULL);
  trm_arena_free(&arena);
  if (status == TRM_NO_MEMORY) trm_report(diagnostics, TRM_ERROR, TRM_NO_PLACE, "%s", trm_status_text(status));
  return status == TRM_OK ? closed : status;
}
