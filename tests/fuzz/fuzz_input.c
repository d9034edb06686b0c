/* fuzz_input TARGET SEED COUNT SECONDS [FOLDER]: feeds a target of targets.h with mutated texts of its corpus, COUNT of
   them or for so many seconds (0: no bound). They are fed in a process of their own, so that a crash or a text that
   takes more than ten seconds is told, and written into the folder. fuzz_input TARGET - FILE feeds one file. Exit
   status 1: something was found. */
#include <glob.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "fuzz/mechanism.h"
#include "fuzz/targets.h"
#include "unit/io/random.h"

enum { LARGEST = 16384, BATCH = 500, PATIENCE = 10, MOST_SEEDS = 64, MECHANISMS = 12 };

/* what is fed, where both processes see it */
typedef struct Present {
  size_t size;
  long fed; /* of the batch */
  char text[LARGEST];
} Present;

typedef struct Corpus {
  int count;
  char *texts[MOST_SEEDS];
  size_t sizes[MOST_SEEDS];
} Corpus;

/* ---- the corpus ---- */

static void add_text(Corpus *corpus, const char *text, size_t size) {
  if (corpus->count == MOST_SEEDS || size > LARGEST / 2) return;
  corpus->texts[corpus->count] = malloc(size + 1);
  memcpy(corpus->texts[corpus->count], text, size);
  corpus->sizes[corpus->count++] = size;
}

static bool add_file(Corpus *corpus, const char *path) {
  static char text[LARGEST];
  FILE *in = fopen(path, "rb");
  if (!in) return false;
  size_t size = fread(text, 1, sizeof text, in);
  fclose(in);
  add_text(corpus, text, size);
  return true;
}

static Corpus read_corpus(const Target *target) {
  Corpus corpus = {0};
  char pattern[200];
  glob_t found;
  snprintf(pattern, sizeof pattern, "%s/tests/fuzz/corpus/%s/*", TRM_SOURCE_DIR, target->name);
  if (glob(pattern, 0, NULL, &found) == 0)
    for (size_t f = 0; f < found.gl_pathc; f++) add_file(&corpus, found.gl_pathv[f]);
  globfree(&found);
  for (uint64_t seed = 0; strcmp(target->name, "start") == 0 && seed < MECHANISMS; seed++) {
    Mechanism m = mechanism_of(seed);
    char text[LARGEST];
    int size = snprintf(text, sizeof text, "%sanalysis: {until: 0.1, step: 0.005}\n", m.text);
    if (size < LARGEST) add_text(&corpus, text, (size_t)size);
    free(m.text);
  }
  return corpus;
}

/* ---- mutations ---- */

static size_t put_in(char *text, size_t size, size_t at, const char *piece, size_t length) {
  if (size + length > LARGEST) return size;
  memmove(text + at + length, text + at, size - at);
  memcpy(text + at, piece, length);
  return size + length;
}

/* the word or number at a place becomes another of the language */
static size_t exchange(char *text, size_t size, size_t at, const char *word) {
  static const char within[] = "abcdefghijklmnopqrstuvwxyz0123456789.-+_";
  size_t from = at, to = at;
  while (from > 0 && text[from - 1] && strchr(within, text[from - 1])) from--;
  while (to < size && text[to] && strchr(within, text[to])) to++;
  memmove(text + from, text + to, size - to);
  return put_in(text, size - (to - from), from, word, strlen(word));
}

static size_t mutate(char *text, size_t size, const char *const *words, uint64_t *random) {
  size_t at = (size_t)random_below(random, (int)size + 1), left = size - at;
  size_t length = (size_t)random_below(random, 24);
  int count = 0;
  while (words[count]) count++;
  const char *word = words[random_below(random, count)];
  if (length > left) length = left;
  switch (random_below(random, 8)) {
  case 0: /* another byte */
    if (left > 0) text[at] = (char)random_below(random, 256);
    return size;
  case 1: return put_in(text, size, at, word, strlen(word));
  case 2:
  case 3:
  case 4: return exchange(text, size, at, word);
  case 5: /* something is missing */ memmove(text + at, text + at + length, left - length); return size - length;
  case 6: { /* something is said again elsewhere */
    char copy[24];
    memcpy(copy, text + at, length);
    return put_in(text, size, (size_t)random_below(random, (int)size + 1), copy, length);
  }
  default: /* cut short, rarely */ return random_below(random, 8) == 0 ? at : size;
  }
}

/* ---- batches ---- */

static Present *share_present(void) {
  FILE *file = tmpfile();
  if (!file || ftruncate(fileno(file), sizeof(Present)) != 0) return MAP_FAILED;
  Present *present = mmap(NULL, sizeof *present, PROT_READ | PROT_WRITE, MAP_SHARED, fileno(file), 0);
  fclose(file);
  return present;
}

static bool feed_exact(const Target *target, const char *text, size_t size) {
  char *exact = malloc(size ? size : 1); /* so that a sanitizer sees reads past the end */
  memcpy(exact, text, size);
  bool good = target->feed(exact, size);
  free(exact);
  return good;
}

static void feed_batch(const Target *target, const Corpus *corpus, uint64_t random, int count, Present *present) {
  struct itimerval patience = {.it_value.tv_sec = PATIENCE};
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  for (present->fed = 0; present->fed < count; present->fed++) {
    int seed = random_below(&random, corpus->count);
    present->size = corpus->sizes[seed];
    memcpy(present->text, corpus->texts[seed], present->size);
    for (int k = 1 + random_below(&random, 4); k > 0; k--)
      present->size = mutate(present->text, present->size, target->words, &random);
    setitimer(ITIMER_PROF, &patience, NULL);
    if (!feed_exact(target, present->text, present->size)) _exit(1);
  }
  exit(0); /* leaks are looked for */
}

static void write_found(const char *folder, const Target *target, uint64_t random, const Present *present) {
  char path[400];
  snprintf(path, sizeof path, "%s/%s-%llx", folder, target->name, (unsigned long long)random);
  FILE *out = fopen(path, "wb");
  if (!out) return;
  fwrite(present->text, 1, present->size, out);
  fclose(out);
  printf("  written to %s\n", path);
}

static bool run_batch(const Target *target, const Corpus *corpus, uint64_t random, int count, Present *present) {
  int status = 0;
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) feed_batch(target, corpus, random, count, present);
  waitpid(child, &status, 0);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return true;
  printf("%s, batch %llx, text %ld: %s %d\n", target->name, (unsigned long long)random, present->fed,
         WIFSIGNALED(status) ? "signal" : "status", WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
  return false;
}

static int feed_file(const Target *target, const char *path) {
  Corpus corpus = {0};
  if (!add_file(&corpus, path)) return 2;
  bool good = feed_exact(target, corpus.texts[0], corpus.sizes[0]);
  free(corpus.texts[0]);
  return !good;
}

int main(int count, char **arguments) {
  const Target *target = count > 1 ? fuzz_target(arguments[1]) : NULL;
  if (!target) return fprintf(stderr, "fuzz_input TARGET SEED COUNT SECONDS [FOLDER]\n"), 2;
  if (count > 3 && strcmp(arguments[2], "-") == 0) return feed_file(target, arguments[3]);
  uint64_t random = (count > 2 ? strtoull(arguments[2], NULL, 10) + 1 : 1) * 0x9E3779B97F4A7C15u;
  long texts = count > 3 ? strtol(arguments[3], NULL, 10) : BATCH, fed = 0, found = 0;
  long seconds = count > 4 ? strtol(arguments[4], NULL, 10) : 0;
  const char *folder = count > 5 ? arguments[5] : NULL;
  Corpus corpus = read_corpus(target);
  Present *present = share_present();
  if (corpus.count == 0 || present == MAP_FAILED) return fprintf(stderr, "no corpus, or no memory\n"), 2;
  time_t start = time(NULL);
  while ((texts == 0 || fed < texts) && (seconds == 0 || time(NULL) - start < seconds)) {
    uint64_t batch = random_next(&random);
    if (!run_batch(target, &corpus, batch, texts > 0 && texts - fed < BATCH ? (int)(texts - fed) : BATCH, present)) {
      found++;
      if (folder) write_found(folder, target, batch, present);
    }
    fed += present->fed + 1;
  }
  printf("%s: %ld texts, %ld found\n", target->name, fed, found);
  for (int k = 0; k < corpus.count; k++) free(corpus.texts[k]);
  munmap(present, sizeof *present);
  return found > 0;
}
