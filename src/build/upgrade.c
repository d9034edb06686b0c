/* Texts of older versions of the model language in the present one: what the reader notes on its way (trm_Unsaid) is
   written into the text where it belongs, and nothing else is touched. */
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "base/utf8.h"
#include "build/tables.h"

/* A change of the text: `removed` bytes at an offset give way to `text`. In the arena. */
typedef struct Change {
  size_t at, removed;
  const char *text;
} Change;

typedef struct Upgrade {
  const trm_Spec *spec;
  trm_Arena arena;
  trm_Diagnostics *diagnostics;
  Change *changes;
  int count;
} Upgrade;

/* where a place is in the text; columns count characters */
static size_t offset_of(const trm_Spec *spec, trm_Place place) {
  size_t at = 0, size = spec->text_size;
  for (int line = 1; line < place.line && at < size; at++) line += spec->text[at] == '\n';
  for (int column = 1; column < place.column && at < size; column++) {
    int length;
    trm_utf8_decode(spec->text + at, size - at, &length);
    at += length > 0 ? (size_t)length : 1;
  }
  return at;
}

/* how the line ends in which the text stands */
static const char *line_end(const char *text, size_t at) {
  size_t end = at + strcspn(text + at, "\n");
  return end > at && text[end] && text[end - 1] == '\r' ? "\r\n" : "\n";
}

/* "of: phi" into a map in brackets, {of: phi, table: ...}, in the quotes of JSON where its keys have them, or as the
   first line of a map in lines */
static Change say_variable(Upgrade *upgrade, const trm_Unsaid *unsaid) {
  const char *text = upgrade->spec->text;
  size_t at = offset_of(upgrade->spec, unsaid->place);
  int length = (int)strcspn(unsaid->variable, " ");
  if (text[at] != '{')
    return (Change){at, 0,
                    trm_arena_text(&upgrade->arena, "of: %.*s%s%*s", length, unsaid->variable, line_end(text, at),
                                   unsaid->place.column - 1, "")};
  const char *quote = text[at + 1 + strspn(text + at + 1, " \t\r\n")] == '"' ? "\"" : "";
  return (Change){
      at + 1, 0,
      trm_arena_text(&upgrade->arena, "%sof%s: %s%.*s%s, ", quote, quote, quote, length, unsaid->variable, quote)};
}

/* a table that an alias uses twice is one text: it can be over one variable only */
static bool is_told(const Upgrade *upgrade, const trm_Unsaid *unsaid, const trm_Unsaid *list, bool *good) {
  size_t length = strcspn(unsaid->variable, " ");
  for (const trm_Unsaid *other = list; other != unsaid; other = other->next) {
    if (other->place.line != unsaid->place.line || other->place.column != unsaid->place.column) continue;
    if (strcspn(other->variable, " ") == length && strncmp(other->variable, unsaid->variable, length) == 0) return true;
    trm_report(upgrade->diagnostics, TRM_ERROR, unsaid->place,
               "this table is used twice, over %.*s and over %.*s: write it twice, each with its own of:", (int)length,
               unsaid->variable, (int)strcspn(other->variable, " "), other->variable);
    *good = false;
    return true;
  }
  return false;
}

static int by_offset(const void *a, const void *b) {
  size_t one = ((const Change *)a)->at, other = ((const Change *)b)->at;
  return one < other ? -1 : one > other;
}

/* the number behind `trammel:`, in quotes or not */
static Change new_version(Upgrade *upgrade, const trm_Value *version) {
  size_t at = offset_of(upgrade->spec, version->place);
  if (strchr("\"'", upgrade->spec->text[at])) at++;
  return (Change){at, strlen(version->text), trm_arena_text(&upgrade->arena, "%d", TRM_LANGUAGE_VERSION)};
}

static bool collect(Upgrade *upgrade, const trm_Unsaid *list) {
  int room = 1;
  bool good = true;
  for (const trm_Unsaid *unsaid = list; unsaid; unsaid = unsaid->next) room++;
  upgrade->changes = TRM_ARENA_NEW(&upgrade->arena, Change, room);
  if (!upgrade->changes) return false;
  upgrade->changes[upgrade->count++] = new_version(upgrade, trm_value_get(upgrade->spec->root, "trammel"));
  for (const trm_Unsaid *unsaid = list; unsaid; unsaid = unsaid->next)
    if (!is_told(upgrade, unsaid, list, &good)) upgrade->changes[upgrade->count++] = say_variable(upgrade, unsaid);
  qsort(upgrade->changes, (size_t)upgrade->count, sizeof *upgrade->changes, by_offset);
  return good && !upgrade->arena.failed;
}

static char *rewritten(const Upgrade *upgrade) {
  trm_Text text = {0};
  size_t at = 0;
  for (int i = 0; i < upgrade->count; i++) {
    const Change *change = &upgrade->changes[i];
    trm_text_add_bytes(&text, upgrade->spec->text + at, change->at - at);
    trm_text_add(&text, change->text);
    at = change->at + change->removed;
  }
  trm_text_add_bytes(&text, upgrade->spec->text + at, upgrade->spec->text_size - at);
  return trm_text_take(&text);
}

char *trm_upgrade_text(const trm_Spec *spec, trm_JointRegistry registry, trm_Diagnostics *diagnostics) {
  Upgrade upgrade = {.spec = spec, .diagnostics = diagnostics};
  trm_Unsaid *unsaid = NULL;
  trm_ModelDef def;
  if (!spec->text || spec->edited) {
    trm_report(diagnostics, TRM_ERROR, TRM_NO_PLACE,
               "the model was made or changed in code: it has no text to upgrade");
    return NULL;
  }
  trm_Binding start = {.arena = &upgrade.arena, .diagnostics = diagnostics, .unsaid = &unsaid};
  bool good = trm_define_noting(spec, registry, &start, &def);
  if (good && def.version != TRM_LANGUAGE_VERSION) good = collect(&upgrade, unsaid);
  char *text = good ? rewritten(&upgrade) : NULL;
  if ((good && !text) || upgrade.arena.failed) trm_report(diagnostics, TRM_ERROR, TRM_NO_PLACE, "out of memory");
  trm_arena_free(&upgrade.arena);
  return text;
}
