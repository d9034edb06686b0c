/* Deleting entries of a model while its fault stays. */
#include <stdlib.h>
#include <string.h>
#include "fuzz/judge.h"
#include "io/yaml.h"
#include "model/spec.h"

enum { MOST_TRIES = 150 };

typedef struct Shrinker {
  bool (*still)(const char *text, void *user);
  void *user;
  trm_Spec *spec;
  int tries;
} Shrinker;

static bool stays(Shrinker *s) {
  char *text = trm_yaml_write(s->spec);
  s->tries++;
  bool same = text && s->still(text, s->user);
  trm_free(text);
  return same;
}

/* what was there, to be put back */
typedef struct Taken {
  trm_Value *item;
  const char *key;
  trm_Place place;
} Taken;

static void move_items(trm_Value *value, int to, int from, int count) {
  memmove(value->items + to, value->items + from, sizeof *value->items * (size_t)count);
  if (value->kind != TRM_VALUE_MAP) return;
  memmove(value->keys + to, value->keys + from, sizeof *value->keys * (size_t)count);
  memmove(value->key_places + to, value->key_places + from, sizeof *value->key_places * (size_t)count);
}

static Taken take_out(trm_Value *value, int at) {
  Taken taken = {.item = value->items[at]};
  if (value->kind == TRM_VALUE_MAP) taken.key = value->keys[at], taken.place = value->key_places[at];
  move_items(value, at, at + 1, --value->count - at);
  return taken;
}

static void put_back(trm_Value *value, int at, Taken taken) {
  move_items(value, at + 1, at, value->count++ - at);
  value->items[at] = taken.item;
  if (value->kind == TRM_VALUE_MAP) value->keys[at] = taken.key, value->key_places[at] = taken.place;
}

/* The last first: what is named stands before what names it. Lists are vectors, which stay whole. */
static bool shrink_value(Shrinker *s, trm_Value *value) {
  bool smaller = false;
  for (int i = value->count - 1; value->kind == TRM_VALUE_MAP && i >= 0; i--) {
    if (s->tries >= MOST_TRIES) return smaller;
    Taken taken = take_out(value, i);
    if (stays(s)) {
      smaller = true;
      continue;
    }
    put_back(value, i, taken);
    smaller |= shrink_value(s, taken.item);
  }
  return smaller;
}

char *shrink_text(const char *text, bool (*still)(const char *text, void *user), void *user) {
  Shrinker s = {.still = still, .user = user};
  s.spec = trm_spec_parse("model", text, strlen(text), NULL);
  while (s.spec && s.tries < MOST_TRIES && shrink_value(&s, s.spec->root)) continue;
  char *written = s.spec ? trm_yaml_write(s.spec) : NULL, *small = strdup(written ? written : text);
  trm_free(written);
  trm_spec_free(s.spec);
  return small;
}

/* ---- a fault of a judgement ---- */

typedef struct Sought {
  const Mechanism *mechanism;
  const char *fault;
  int seconds;
} Sought;

static bool same_fault(const char *text, void *user) {
  const Sought *sought = user;
  Judgement j = judge_model(sought->mechanism, text, sought->seconds);
  return j.outcome == FAULTY && strcmp(j.fault, sought->fault) == 0;
}

char *shrink_model(const Mechanism *mechanism, const Judgement *judgement, int seconds) {
  Sought sought = {mechanism, judgement->fault, seconds};
  return shrink_text(mechanism->text, same_fault, &sought);
}
