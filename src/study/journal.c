/* The journal of a study. A head that says of which study it is; then of each sample a line: its number, "ok", the bits
   of its numbers and, after a tab, why some are empty, or "failed" and why; and a digest of the line. What a kill
   leaves half-written is cut off. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/bytes.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/report.h"
#include "base/text.h"
#include "study/study.h"

struct trm_Journal {
  FILE *file;
  trm_Diagnostics *diagnostics;
  char *path;
  double synced; /* s of the clock */
};

static const double sync_interval = 1; /* s */

static trm_Status fail(const trm_Journal *journal, const char *what) {
  trm_report(journal->diagnostics, TRM_ERROR, TRM_NO_PLACE, "\"%s\": %s: %s", journal->path, what, strerror(errno));
  return TRM_FILE_ERROR;
}

static uint64_t line_digest(const trm_Study *study, const char *line, size_t length) {
  return trm_hash(trm_hash(trm_hash_start, &study->digest, sizeof study->digest), line, length);
}

/* ---- reading ----------------------------------------------------------------------------------------------------- */

static void put_head(const trm_Study *study, trm_Text *text) {
  trm_text_format(text, "trammel-study 2 %016" PRIx64 " %" PRId64 "\n", study->digest,
                  trm_study_searches(study) ? study->budget : study->sample_count);
}

/* "#" and 16 digits end a line */
enum { DIGEST = 16 };

static bool take_line(trm_Study *study, char *line, size_t length, double *values) {
  char *mark = length > DIGEST + 1 ? line + length - DIGEST - 1 : NULL, *end;
  if (!mark || *mark != '#') return false;
  if (strtoull(mark + 1, NULL, 16) != line_digest(study, line, (size_t)(mark - line))) return false;
  int64_t sample = strtoll(line, &end, 10);
  if (sample < 0 || sample >= study->sample_count) return false;
  *mark = 0;
  if (strncmp(end, " failed ", 8) == 0) {
    trm_Text why = {0};
    trm_text_add(&why, end + 8);
    if (why.length > 0) why.data[--why.length] = 0; /* the blank before the digest */
    trm_study_store(study, sample, NULL, trm_text_take(&why));
    return true;
  }
  if (strncmp(end, " ok", 3) != 0) return false;
  end += 3;
  for (int c = 0; c < study->value_count; c++) {
    uint64_t bits = strtoull(end, &end, 16);
    memcpy(&values[c], &bits, sizeof bits);
  }
  trm_Text told = {0};
  if (*end == '\t') trm_text_add(&told, end + 1);
  trm_study_store(study, sample, values, told.length > 0 ? trm_text_take(&told) : NULL);
  return true;
}

/* Takes over whole lines; how many bytes are good, -1: no memory. */
static long take_lines(trm_Study *study, FILE *file, long begin) {
  char *line = NULL;
  size_t room = 0;
  long good = begin;
  double *values = TRM_NEW(double, study->value_count);
  for (ssize_t length; values && (length = getline(&line, &room, file)) > 0;) {
    if (line[length - 1] != '\n') break;
    line[length - 1] = 0;
    if (!take_line(study, line, (size_t)length - 1, values)) break;
    good += (long)length;
  }
  if (!values) good = -1;
  trm_release(values);
  free(line);
  return good;
}

void trm_journal_peek(trm_Study *study, const char *path) {
  trm_Text head = {0};
  char found[200] = "";
  put_head(study, &head);
  FILE *file = head.failed ? NULL : fopen(path, "r");
  if (file && fgets(found, sizeof found, file) && strcmp(found, head.data) == 0)
    take_lines(study, file, (long)head.length);
  if (file) fclose(file);
  trm_text_free(&head);
}

/* ---- opening ----------------------------------------------------------------------------------------------------- */

static bool hold(const trm_Journal *journal) {
  struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  if (fcntl(fileno(journal->file), F_SETLK, &whole) == 0) return true;
  trm_report(journal->diagnostics, TRM_ERROR, TRM_NO_PLACE, "\"%s\": another run of the study is writing it",
             journal->path);
  return false;
}

static bool begin_anew(trm_Journal *journal, const char *head) {
  rewind(journal->file);
  if (ftruncate(fileno(journal->file), 0) != 0 || fputs(head, journal->file) < 0 || fflush(journal->file) != 0)
    return fail(journal, "cannot write"), false;
  return true;
}

static bool go_on(trm_Journal *journal, trm_Study *study, const char *head, bool again) {
  size_t length = strlen(head);
  char found[200] = "";
  if (!fgets(found, sizeof found, journal->file) || again || !strchr(found, '\n')) return begin_anew(journal, head);
  if (strcmp(found, head) != 0) {
    trm_report(journal->diagnostics, TRM_ERROR, TRM_NO_PLACE,
               "\"%s\" holds the samples of another study, or of another state of this one or its model; --force "
               "(overwrite) begins anew",
               journal->path);
    return false;
  }
  long good = take_lines(study, journal->file, (long)length);
  if (good < 0) return errno = ENOMEM, fail(journal, "cannot be read"), false;
  if (fseek(journal->file, good, SEEK_SET) != 0 || ftruncate(fileno(journal->file), good) != 0)
    return fail(journal, "cannot write"), false;
  return true;
}

trm_Journal *trm_journal_open(trm_Study *study, const char *path, bool again, trm_Diagnostics *diagnostics) {
  trm_Journal *journal = TRM_NEW(trm_Journal, 1);
  trm_Text head = {0}, name = {0};
  put_head(study, &head);
  trm_text_add(&name, path);
  if (!journal || head.failed || name.failed) {
    trm_report(diagnostics, TRM_ERROR, TRM_NO_PLACE, "%s", trm_status_text(TRM_NO_MEMORY));
    trm_text_free(&head), trm_text_free(&name), trm_release(journal);
    return NULL;
  }
  *journal = (trm_Journal){.diagnostics = diagnostics, .path = trm_text_take(&name), .synced = trm_clock_seconds()};
  int descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
  journal->file = descriptor < 0 ? NULL : fdopen(descriptor, "r+");
  if (!journal->file) fail(journal, "cannot be opened");
  bool good = journal->file && hold(journal) && go_on(journal, study, head.data, again);
  trm_text_free(&head);
  if (good) return journal;
  trm_journal_close(journal);
  return NULL;
}

/* ---- writing ----------------------------------------------------------------------------------------------------- */

trm_Status trm_journal_add(trm_Journal *journal, const trm_Study *study, int64_t sample) {
  trm_Text line = {0};
  trm_text_format(&line, "%" PRId64, sample);
  const char *told = study->told[sample] ? study->told[sample] : "";
  if (study->state[sample] == TRM_SAMPLE_FAILED)
    trm_text_format(&line, " failed %s ", told);
  else
    trm_text_add(&line, " ok");
  for (int c = 0; study->state[sample] == TRM_SAMPLE_DONE && c < study->value_count; c++) {
    uint64_t bits;
    memcpy(&bits, &study->values[sample * study->value_count + c], sizeof bits);
    trm_text_format(&line, " %016" PRIx64, bits);
  }
  if (study->state[sample] == TRM_SAMPLE_DONE && *told) trm_text_format(&line, "\t%s", told);
  if (line.failed) return trm_text_free(&line), TRM_NO_MEMORY;
  fprintf(journal->file, "%s#%016" PRIx64 "\n", line.data, line_digest(study, line.data, line.length));
  trm_text_free(&line);
  if (fflush(journal->file) != 0) return fail(journal, "cannot write");
  double now = trm_clock_seconds();
  if (now - journal->synced < sync_interval) return TRM_OK;
  journal->synced = now;
  return fsync(fileno(journal->file)) == 0 || errno == EINVAL ? TRM_OK : fail(journal, "cannot write");
}

trm_Status trm_journal_close(trm_Journal *journal) {
  if (!journal) return TRM_OK;
  trm_Status status = TRM_OK;
  if (journal->file && fclose(journal->file) != 0) status = fail(journal, "cannot write");
  trm_release(journal->path);
  trm_release(journal);
  return status;
}
