/* One study by several processes, on one machine or many, that have nothing in common but a folder. Each has a journal
   of its own, JOURNAL.1, JOURNAL.2, ..., which it locks as long as it lives, and takes stretches of samples, which it
   writes down in JOURNAL.claims under a lock. Who finds all samples taken looks for those that were taken by processes
   that live no more, and takes what these have not done. No messages are sent: a process that dies costs the samples
   that it was at, and others can join at any time. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/memory.h"
#include "base/report.h"
#include "base/text.h"
#include "study/study.h"

/* A stretch of samples and whose it is. */
typedef struct Claim {
  int64_t first, count;
  int owner;
} Claim;

struct trm_Share {
  trm_Study *study;
  const char *path; /* of the journals, without their numbers */
  trm_Journal *journal;
  int own; /* number of its journal */
  int claims;
  Claim *claimed; /* all, by whoever; as read last */
  int claim_count, claim_room;
  int64_t next, end; /* what is left of its own stretch */
};

enum { MOST_SHARERS = 100000, LONGEST_STRETCH = 64, STRETCHES_EACH = 8 };

static char *numbered(const trm_Share *share, int number) {
  trm_Text name = {0};
  trm_text_format(&name, "%s.%d", share->path, number);
  return trm_text_take(&name);
}

/* ---- locks ------------------------------------------------------------------------------------------------------- */

static bool lock_claims(const trm_Share *share) {
  struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  while (fcntl(share->claims, F_SETLKW, &whole) != 0)
    if (errno != EINTR) return false;
  return true;
}

static void unlock_claims(const trm_Share *share) {
  struct flock whole = {.l_type = F_UNLCK, .l_whence = SEEK_SET};
  fcntl(share->claims, F_SETLK, &whole);
}

/* Is the journal of this number held by a process that lives? One's own lock is not seen. */
static bool lives(const trm_Share *share, int number) {
  if (number == share->own) return true; /* and to close it would give its lock away */
  char *name = numbered(share, number);
  int file = name ? open(name, O_RDWR | O_CLOEXEC | O_NOFOLLOW) : -1;
  struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  bool held = file >= 0 && fcntl(file, F_GETLK, &whole) == 0 && whole.l_type != F_UNLCK;
  if (file >= 0) close(file);
  trm_free(name);
  return held;
}

/* ---- claims ------------------------------------------------------------------------------------------------------ */

static bool keep_claim(trm_Share *share, const Claim *claim) {
  if (share->claim_count == share->claim_room) {
    int room = 2 * share->claim_room + 64;
    Claim *more = trm_realloc(share->claimed, (size_t)room, sizeof *more);
    if (!more) return false;
    share->claimed = more, share->claim_room = room;
  }
  share->claimed[share->claim_count++] = *claim;
  return true;
}

/* All that were made; a line that a kill cut off is none. The file is not closed, nor a copy of it: that would give the
   lock away. */
static bool read_claims(trm_Share *share) {
  char block[4097];
  off_t at = 0;
  share->claim_count = 0;
  for (ssize_t size; (size = pread(share->claims, block, sizeof block - 1, at)) > 0;) {
    block[size] = 0;
    char *line = block;
    for (char *end; (end = strchr(line, '\n')); line = end + 1) {
      Claim claim;
      bool whole = sscanf(line, "%" SCNd64 " %" SCNd64 " %d", &claim.first, &claim.count, &claim.owner) == 3;
      whole = whole && claim.first >= 0 && claim.count > 0 && claim.first <= share->study->sample_count - claim.count;
      if (whole && end > line && !keep_claim(share, &claim)) return false;
    }
    if (line == block) break;
    at += line - block;
  }
  return true;
}

static bool add_claim(trm_Share *share, int64_t first, int64_t count) {
  char line[120];
  int length = snprintf(line, sizeof line, "\n%" PRId64 " %" PRId64 " %d\n", first, count, share->own);
  if (lseek(share->claims, 0, SEEK_END) < 0 || write(share->claims, line, (size_t)length) != length) return false;
  share->next = first, share->end = first + count;
  return true;
}

/* a part of what nobody has taken: shorter ones towards the end, so that all end together */
static int64_t stretch(const trm_Share *share, int64_t left) {
  int sharers = 1;
  for (int i = 0; i < share->claim_count; i++)
    if (share->claimed[i].owner > sharers) sharers = share->claimed[i].owner;
  int64_t length = left / ((int64_t)sharers * STRETCHES_EACH);
  return length < 1 ? 1 : length > LONGEST_STRETCH ? LONGEST_STRETCH : length;
}

/* whose a sample is by now: the last who took it */
static int owner_of(const trm_Share *share, int64_t sample) {
  for (int i = share->claim_count - 1; i >= 0; i--)
    if (sample >= share->claimed[i].first && sample < share->claimed[i].first + share->claimed[i].count)
      return share->claimed[i].owner;
  return 0;
}

/* what all journals hold, also those of processes that go on */
static bool read_journals(trm_Share *share) {
  bool good = true;
  for (int number = 1; good && number <= MOST_SHARERS; number++) {
    char *name = numbered(share, number);
    good = name != NULL;
    bool there = good && access(name, F_OK) == 0;
    if (there && number != share->own) trm_journal_peek(share->study, name);
    trm_free(name);
    if (!there) break;
  }
  return good;
}

/* a sample that is open, and whose owner lives no more; -1: there is none; *open: how many are open */
static int64_t orphan(const trm_Share *share, int64_t *open) {
  int last_owner = -1;
  bool alive = false;
  *open = 0;
  for (int64_t i = 0; i < share->study->sample_count; i++) {
    if (share->study->state[i] != TRM_SAMPLE_OPEN) continue;
    int owner = owner_of(share, i);
    ++*open;
    if (owner != last_owner) alive = owner > 0 && owner != share->own && lives(share, owner), last_owner = owner;
    if (!alive) return i;
  }
  return -1;
}

/* TRM_OK: there is more, in next .. end - 1; TRM_FINISHED: all samples are done; > 0 else: wait, and ask again */
static trm_Status take_more(trm_Share *share) {
  int64_t first = 0, open;
  if (!read_claims(share)) return TRM_FILE_ERROR;
  for (int i = 0; i < share->claim_count; i++)
    if (share->claimed[i].first + share->claimed[i].count > first)
      first = share->claimed[i].first + share->claimed[i].count;
  if (first < share->study->sample_count)
    return add_claim(share, first, stretch(share, share->study->sample_count - first)) ? TRM_OK : TRM_FILE_ERROR;
  if (!read_journals(share)) return TRM_NO_MEMORY;
  int64_t left = orphan(share, &open);
  if (open == 0) return TRM_FINISHED;
  if (left >= 0) return add_claim(share, left, 1) ? TRM_OK : TRM_FILE_ERROR;
  return TRM_STEP_FAILED;
}

trm_Status trm_share_next(trm_Share *share, int64_t *sample) {
  trm_Status status = TRM_OK;
  while (share->next < share->end && share->study->state[share->next] != TRM_SAMPLE_OPEN) share->next++;
  if (share->next >= share->end) {
    if (!lock_claims(share)) return TRM_FILE_ERROR;
    status = take_more(share);
    unlock_claims(share);
  }
  while (status == TRM_OK && share->next < share->end && share->study->state[share->next] != TRM_SAMPLE_OPEN)
    share->next++;
  if (status == TRM_OK && share->next >= share->end) return trm_share_next(share, sample);
  if (status == TRM_OK) *sample = share->next++;
  return status;
}

/* ---- opening and closing ----------------------------------------------------------------------------------------- */

/* The first journal that nobody holds: a new one, or that of a process that is gone. One of another study is told. */
static bool take_journal(trm_Share *share, trm_Diagnostics *diagnostics) {
  for (int number = 1; number <= MOST_SHARERS; number++) {
    if (lives(share, number)) continue;
    char *name = numbered(share, number);
    share->journal = name ? trm_journal_open(share->study, name, false, diagnostics) : NULL;
    trm_free(name);
    share->own = share->journal ? number : 0;
    return share->journal != NULL;
  }
  return false;
}

trm_Share *trm_share_open(trm_Study *study, const char *path, trm_Diagnostics *diagnostics) {
  trm_Share *share = TRM_NEW(trm_Share, 1);
  trm_Text name = {0};
  trm_text_format(&name, "%s.claims", path);
  if (share) *share = (trm_Share){.study = study, .path = path, .claims = -1};
  if (share && !name.failed) share->claims = open(name.data, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
  bool good = share && share->claims >= 0 && lock_claims(share);
  if (!good)
    trm_report(diagnostics, TRM_ERROR, TRM_NO_PLACE, "\"%s\": cannot be opened and locked: %s",
               name.data ? name.data : path, strerror(errno));
  good = good && take_journal(share, diagnostics);
  if (share && share->claims >= 0) unlock_claims(share);
  trm_text_free(&name);
  if (good) return share;
  if (share) trm_share_close(share);
  return NULL;
}

trm_Journal *trm_share_journal(const trm_Share *share) { return share->journal; }

trm_Status trm_share_close(trm_Share *share) {
  if (!share) return TRM_OK;
  if (share->claims >= 0) close(share->claims);
  trm_Status status = trm_journal_close(share->journal);
  trm_release(share->claimed);
  trm_release(share);
  return status;
}
