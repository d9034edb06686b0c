/* From libfyaml's events to the Spec: maps, lists, scalars, anchors and aliases, with places and bounds. */
#include <libfyaml.h>
#include <stdio.h>
#include <string.h>
#include "base/text.h"
#include "io/yaml.h"
#include "io/yaml_block.h"
#include "io/yaml_quoted.h"
#include "io/yaml_syntax.h"
#include "io/yaml_text.h"

enum {
  BYTES_PER_NODE = 32,    /* a long text counts as more than one node */
  MOST_SUGGESTIONS = 1000 /* anchors among which a misspelt one is sought */
};

/* A map or list that is being read. */
typedef struct Frame {
  trm_Value *value;
  const char *key;     /* map: the key whose value comes next, NULL when a key comes next */
  trm_Place key_place; /* stays that of the last key */
  bool merge;          /* the key is << */
  bool discard;        /* the key was refused: its value is read and dropped */
  bool is_key;         /* the collection stands where a key should */
  bool in_brackets;
  trm_Value *merged; /* list of the maps taken over by << */
  int anchor;        /* number of its anchor, -1: none */
  int size;          /* nodes in it with aliases expanded */
  int height;        /* levels of maps and lists in it */
} Frame;

typedef struct Anchor {
  trm_Value *value;
  trm_Place place;
  bool open; /* its value is still being read */
  int size, height;
} Anchor;

typedef struct Reader {
  trm_Arena *arena;
  trm_Diagnostics *diagnostics;
  struct fy_parser *parser;
  struct fy_diag *messages;
  trm_Cursor cursor;
  size_t last_end; /* byte after the last token */
  Frame frames[TRM_DEEPEST_VALUE];
  int depth, deepest;
  int nodes; /* with aliases expanded */
  trm_KeyIndex anchor_index;
  const char **anchor_names;
  Anchor *anchors;
  int anchor_count, anchor_capacity;
  trm_Value *root;
  int documents;
  bool failed;  /* an error was reported */
  bool stopped; /* ... after which reading on makes no sense */
  bool no_memory;
} Reader;

#define FAIL(reader, place, ...)                                                                                       \
  ((reader)->failed = true, trm_report((reader)->diagnostics, TRM_ERROR, (place), __VA_ARGS__))

static void out_of_memory(Reader *r) { r->failed = r->stopped = r->no_memory = true; }

static void check(Reader *r, trm_Status status) {
  if (status != TRM_OK) out_of_memory(r);
}

static Frame *top(Reader *r) { return r->depth > 0 ? &r->frames[r->depth - 1] : NULL; }

/* ---- places ------------------------------------------------------------------------------------------------------ */

/* before, after: how many bytes the token's own marks leave out (quotes, the star of an alias) */
static trm_Place token_place(Reader *r, struct fy_token *token, size_t before, size_t after) {
  const struct fy_mark *start = token ? fy_token_start_mark(token) : NULL;
  const struct fy_mark *end = token ? fy_token_end_mark(token) : NULL;
  if (!start || !end) { /* nothing is written there: an empty value belongs to its key */
    Frame *frame = top(r);
    if (frame && frame->key) return frame->key_place;
    size_t at = r->last_end; /* else to the next character: the dash or colon next to which it is missing */
    while (at < r->cursor.size && strchr(" \t\r\n", r->cursor.text[at])) at++;
    if (at == r->cursor.size) at = r->last_end;
    return trm_cursor_place(&r->cursor, at, at);
  }
  size_t from = start->input_pos >= before ? start->input_pos - before : 0;
  r->last_end = end->input_pos + after;
  return trm_cursor_place(&r->cursor, from, r->last_end);
}

/* libfyaml marks a block text from the start of its first line on */
static trm_Place block_place(Reader *r, struct fy_token *token) {
  size_t at = fy_token_start_mark(token)->input_pos, end = fy_token_end_mark(token)->input_pos;
  while (at < end && strchr(" \t\r\n", r->cursor.text[at])) at++;
  return trm_cursor_place(&r->cursor, at, end);
}

static bool is_block(enum fy_scalar_style style) { return style == FYSS_LITERAL || style == FYSS_FOLDED; }

static bool is_in_quotes(enum fy_scalar_style style) {
  return style == FYSS_SINGLE_QUOTED || style == FYSS_DOUBLE_QUOTED;
}

/* ---- counting ---------------------------------------------------------------------------------------------------- */

static bool count_nodes(Reader *r, int size, trm_Place place) {
  if (size > TRM_MOST_NODES - r->nodes) {
    FAIL(r, place, "the text is too large: more than %d values when aliases are followed", TRM_MOST_NODES);
    r->stopped = true;
    return false;
  }
  r->nodes += size;
  if (r->depth > 0) top(r)->size += size;
  return true;
}

static int size_of_text(size_t length) { return 1 + (int)(length / BYTES_PER_NODE); }

/* ---- anchors ----------------------------------------------------------------------------------------------------- */

static bool make_anchor_room(Reader *r) {
  if (r->anchor_count < r->anchor_capacity) return true;
  int capacity = r->anchor_capacity ? 2 * r->anchor_capacity : 16;
  Anchor *anchors = trm_realloc(r->anchors, (size_t)capacity, sizeof *anchors);
  if (anchors) r->anchors = anchors;
  const char **names = trm_realloc(r->anchor_names, (size_t)capacity, sizeof *names);
  if (names) r->anchor_names = names;
  if (!anchors || !names) return out_of_memory(r), false;
  r->anchor_capacity = capacity;
  return true;
}

/* the number of the event's new anchor, -1 when it has none; a name may be used again, aliases then mean the later
   value */
static int new_anchor(Reader *r, struct fy_token *token) {
  if (!token || !make_anchor_room(r)) return -1;
  size_t length = 0;
  const char *text = fy_token_get_text(token, &length);
  const char *name = text ? trm_arena_copy(r->arena, text, length) : NULL;
  if (!name) return out_of_memory(r), -1;
  r->anchors[r->anchor_count] = (Anchor){.place = token_place(r, token, 1, 0), .open = true};
  r->anchor_names[r->anchor_count] = name;
  check(r, trm_key_index_set(r->arena, &r->anchor_index, name, r->anchor_count));
  return r->anchor_count++;
}

static void close_anchor(Reader *r, int anchor, trm_Value *value, int size, int height) {
  if (anchor < 0) return;
  Anchor *a = &r->anchors[anchor];
  *a = (Anchor){value, a->place, false, size, height};
}

static const Anchor *find_anchor(Reader *r, const char *name, trm_Place place) {
  int found = trm_key_index_get(&r->anchor_index, name);
  if (found < 0) {
    int count = r->anchor_count < MOST_SUGGESTIONS ? r->anchor_count : MOST_SUGGESTIONS;
    const char *near = trm_nearest(name, r->anchor_names, count);
    if (near)
      FAIL(r, place, "alias *%s: no anchor &%s stands above it (did you mean \"*%s\"?)", name, name, near);
    else
      FAIL(r, place, "alias *%s: no anchor &%s stands above it", name, name);
    return NULL;
  }
  if (r->anchors[found].open) {
    FAIL(r, place, "alias *%s stands within its own anchor of line %d; the value would contain itself", name,
         r->anchors[found].place.line);
    return NULL;
  }
  return &r->anchors[found];
}

/* ---- the tree ---------------------------------------------------------------------------------------------------- */

static bool is_map_list(const trm_Value *value) {
  if (value->kind != TRM_VALUE_LIST) return false;
  for (int i = 0; i < value->count; i++)
    if (value->items[i]->kind != TRM_VALUE_MAP) return false;
  return true;
}

static void remember_merged(Reader *r, Frame *frame, trm_Value *value) {
  if (!frame->merged) frame->merged = trm_value_new(r->arena, TRM_VALUE_LIST, value->place);
  if (!frame->merged)
    out_of_memory(r);
  else if (value->kind == TRM_VALUE_MAP)
    check(r, trm_value_append(r->arena, frame->merged, value));
  else if (!is_map_list(value))
    FAIL(r, frame->key_place, "the value of << must be a map or a list of maps, mostly an alias as *name");
  else
    for (int i = 0; i < value->count; i++) check(r, trm_value_append(r->arena, frame->merged, value->items[i]));
}

/* keys of the map itself win over those taken over, earlier maps over later ones */
static void take_over(Reader *r, Frame *frame) {
  for (int m = 0; frame->merged && m < frame->merged->count; m++) {
    const trm_Value *other = frame->merged->items[m];
    for (int i = 0; i < other->count && !r->stopped; i++) {
      if (trm_value_find(frame->value, other->keys[i]) >= 0) continue;
      other->items[i]->shared = true;
      check(r, trm_value_put(r->arena, frame->value, other->keys[i], other->key_places[i], other->items[i]));
    }
  }
}

/* puts a finished value where it belongs; its nodes are counted already */
static void place_value(Reader *r, trm_Value *value, int height) {
  Frame *frame = top(r);
  if (!frame) {
    r->root = value;
    return;
  }
  if (height >= frame->height) frame->height = height + 1;
  if (frame->value->kind == TRM_VALUE_LIST) {
    check(r, trm_value_append(r->arena, frame->value, value));
    return;
  }
  if (frame->merge && !frame->discard)
    remember_merged(r, frame, value);
  else if (!frame->discard)
    check(r, trm_value_put(r->arena, frame->value, frame->key, frame->key_place, value));
  frame->key = NULL;
  frame->merge = frame->discard = false;
}

static bool expects_key(Reader *r) {
  Frame *frame = top(r);
  return frame && frame->value->kind == TRM_VALUE_MAP && !frame->key;
}

static void expect_value_of(Frame *frame, const char *key, trm_Place place, bool discard) {
  frame->key = key;
  frame->key_place = place;
  frame->discard = discard;
}

static void accept_key(Reader *r, const trm_Value *scalar, bool plain) {
  Frame *frame = top(r);
  const char *key = scalar->text;
  int known = trm_value_find(frame->value, key);
  bool merge = plain && strcmp(key, "<<") == 0;
  bool discard = true;
  if (plain && key[0] == 0)
    FAIL(r, scalar->place, "a key is missing before this ':'");
  else if (plain && strchr(key, ':'))
    FAIL(r, scalar->place, "a blank is missing after the ':' in \"%s\" (a key that holds a ':' goes in quotes)", key);
  else if (known >= 0)
    FAIL(r, scalar->place, "\"%s\" is given twice; the first is in line %d", key, frame->value->key_places[known].line);
  else if (merge && frame->merged)
    FAIL(r, scalar->place, "\"<<\" is given twice; write one << with a list of aliases");
  else
    discard = false;
  expect_value_of(frame, key, scalar->place, discard);
  frame->merge = merge;
}

/* ---- tags -------------------------------------------------------------------------------------------------------- */

typedef enum Shape { SHAPE_SCALAR, SHAPE_LIST, SHAPE_MAP } Shape;

/* The core tags say what the value is anyway; *is_text is set by !!str, which keeps "null" a text. */
static void check_tag(Reader *r, struct fy_token *token, Shape shape, bool *is_text) {
  static const char *const prefix = "tag:yaml.org,2002:";
  static const char *const names[3][6] = {{"str", "int", "float", "bool", "null"}, {"seq"}, {"map"}};
  if (!token) return;
  size_t length = 0;
  const char *text = fy_token_get_text(token, &length);
  size_t skip = strlen(prefix);
  if (text && length == 1 && text[0] == '!') return;
  if (text && length > skip && memcmp(text, prefix, skip) == 0)
    for (int i = 0; names[shape][i]; i++)
      if (strlen(names[shape][i]) == length - skip && memcmp(names[shape][i], text + skip, length - skip) == 0) {
        *is_text = shape == SHAPE_SCALAR && i == 0;
        return;
      }
  trm_Place place = token_place(r, token, 0, 0);
  bool core = text && length > skip && memcmp(text, prefix, skip) == 0;
  size_t start = core ? skip : 0, shown = length - start < 80 ? length - start : 80;
  FAIL(r, place, "the tag %s%.*s %s; what a value means follows from its key, so leave the tag out", core ? "!!" : "",
       text ? (int)shown : 0, text ? text + start : "", core ? "does not fit its value" : "is not known");
}

/* ---- events ------------------------------------------------------------------------------------------------------ */

static bool means_null(const char *text) {
  return text[0] == 0 || strcmp(text, "~") == 0 || strcmp(text, "null") == 0 || strcmp(text, "Null") == 0 ||
         strcmp(text, "NULL") == 0;
}

static trm_Value *block_scalar(Reader *r, struct fy_token *token, size_t after, bool folded, trm_Place place) {
  trm_BlockScalar block = {.text = r->cursor.text,
                           .after = after,
                           .start = fy_token_start_mark(token)->input_pos,
                           .end = fy_token_end_mark(token)->input_pos,
                           .folded = folded};
  trm_Text content = {0};
  if (!trm_yaml_block_text(&block, &content))
    FAIL(r, place, "the indentation of a block of text cannot be given as a number after | or >; leave the number out");
  trm_Value *value = content.failed ? NULL : trm_value_scalar(r->arena, content.data, content.length, place);
  trm_text_free(&content);
  return value;
}

static trm_Value *double_quoted_scalar(Reader *r, struct fy_token *token, trm_Place place) {
  size_t start = fy_token_start_mark(token)->input_pos, end = fy_token_end_mark(token)->input_pos;
  trm_Text content = {0};
  if (!trm_yaml_quoted_text(r->cursor.text + start, end - start, &content))
    FAIL(r, place, "an escape in this text does not make a character");
  else if (content.length > 0 && memchr(content.data, 0, content.length))
    FAIL(r, place, "a text cannot hold the character \\0");
  trm_Value *value = content.failed ? NULL : trm_value_scalar(r->arena, content.data, content.length, place);
  trm_text_free(&content);
  return value;
}

static trm_Value *plain_scalar(Reader *r, struct fy_token *token, trm_Place place) {
  size_t length = 0;
  const char *text = token ? fy_token_get_text(token, &length) : "";
  return text ? trm_value_scalar(r->arena, text, length, place) : NULL;
}

static trm_Value *styled_scalar(Reader *r, struct fy_token *token, enum fy_scalar_style style) {
  size_t after = r->last_end;
  bool in_quotes = is_in_quotes(style);
  trm_Place place = token_place(r, token, in_quotes, in_quotes);
  if (is_block(style)) return block_scalar(r, token, after, style == FYSS_FOLDED, block_place(r, token));
  if (style == FYSS_DOUBLE_QUOTED) return double_quoted_scalar(r, token, place);
  return plain_scalar(r, token, place);
}

static trm_Value *read_scalar(Reader *r, struct fy_event *event, bool *plain) {
  struct fy_token *token = event->scalar.value;
  enum fy_scalar_style style = token ? fy_scalar_token_get_style(token) : FYSS_PLAIN;
  bool is_text = false;
  trm_Value *value = styled_scalar(r, token, style);
  if (!value) return out_of_memory(r), NULL;
  check_tag(r, event->scalar.tag, SHAPE_SCALAR, &is_text);
  if (!count_nodes(r, size_of_text(strlen(value->text)), value->place)) return NULL;
  *plain = style == FYSS_PLAIN && !is_text;
  value->quoted = !*plain;
  return value;
}

static void scalar_event(Reader *r, struct fy_event *event) {
  int anchor = new_anchor(r, event->scalar.anchor);
  bool plain = true;
  trm_Value *value = read_scalar(r, event, &plain);
  if (!value) return;
  bool is_key = expects_key(r);
  if (is_key) accept_key(r, value, plain);
  trm_Value *meant = value;
  if (plain && means_null(value->text)) meant = trm_value_new(r->arena, TRM_VALUE_NULL, value->place);
  if (!meant) {
    out_of_memory(r);
    return;
  }
  close_anchor(r, anchor, meant, size_of_text(strlen(value->text)), 0);
  if (!is_key) place_value(r, meant, 0);
}

static void alias_event(Reader *r, struct fy_event *event) {
  struct fy_token *token = event->alias.anchor;
  trm_Place place = token_place(r, token, 1, 0);
  size_t length = 0;
  const char *text = fy_token_get_text(token, &length);
  char *name = text ? trm_arena_copy(r->arena, text, length) : NULL;
  if (!name) {
    out_of_memory(r);
    return;
  }
  if (expects_key(r)) {
    FAIL(r, place, "an alias cannot be a key; write the key itself");
    expect_value_of(top(r), "", place, true);
    return;
  }
  const Anchor *anchor = find_anchor(r, name, place);
  if (anchor && r->depth + anchor->height > r->deepest) {
    FAIL(r, place, "alias *%s: maps and lists are nested more than %d levels deep", name, TRM_DEEPEST_VALUE);
    r->stopped = true;
  }
  if (!count_nodes(r, anchor ? anchor->size : 1, place)) return;
  trm_Value *value = anchor ? anchor->value : trm_value_new(r->arena, TRM_VALUE_NULL, place);
  if (!value) {
    out_of_memory(r);
    return;
  }
  value->shared = true;
  place_value(r, value, anchor ? anchor->height : 0);
}

static void start_event(Reader *r, struct fy_event *event) {
  bool map = event->type == FYET_MAPPING_START, unused;
  struct fy_token *token = map ? event->mapping_start.mapping_start : event->sequence_start.sequence_start;
  check_tag(r, map ? event->mapping_start.tag : event->sequence_start.tag, map ? SHAPE_MAP : SHAPE_LIST, &unused);
  int anchor = new_anchor(r, map ? event->mapping_start.anchor : event->sequence_start.anchor);
  trm_Place place = token_place(r, token, 0, 0);
  if (r->depth == r->deepest) {
    FAIL(r, place, "maps and lists are nested more than %d levels deep", TRM_DEEPEST_VALUE);
    r->stopped = true;
    return;
  }
  bool is_key = expects_key(r);
  if (is_key) FAIL(r, place, "a key must be a text, not a %s; is a quote missing?", map ? "map" : "list");
  if (!count_nodes(r, 1, place)) return;
  trm_Value *value = trm_value_new(r->arena, map ? TRM_VALUE_MAP : TRM_VALUE_LIST, place);
  if (!value) {
    out_of_memory(r);
    return;
  }
  r->frames[r->depth++] = (Frame){
      .value = value, .is_key = is_key, .anchor = anchor, .in_brackets = place.span > 0, .size = 1, .height = 1};
}

static void end_event(Reader *r, struct fy_event *event) {
  bool map = event->type == FYET_MAPPING_END;
  token_place(r, map ? event->mapping_end.mapping_end : event->sequence_end.sequence_end, 0, 0);
  Frame *frame = top(r);
  if (!frame) return;
  take_over(r, frame);
  close_anchor(r, frame->anchor, frame->value, frame->size, frame->height);
  r->depth--;
  if (r->depth > 0) top(r)->size += frame->size - 1; /* its first node was counted there at its start */
  if (frame->is_key)
    expect_value_of(top(r), "", frame->value->place, true);
  else
    place_value(r, frame->value, frame->height);
}

static void document_event(Reader *r, struct fy_event *event) {
  if (++r->documents < 2) return;
  struct fy_token *token = event->document_start.document_start;
  FAIL(r, token_place(r, token, 0, 0), "a second document begins here; a file holds one model");
  r->stopped = true;
}

/* false after the last event */
static bool take_event(Reader *r, struct fy_event *event) {
  switch (event->type) {
  case FYET_DOCUMENT_START: document_event(r, event); break;
  case FYET_SCALAR: scalar_event(r, event); break;
  case FYET_ALIAS: alias_event(r, event); break;
  case FYET_MAPPING_START:
  case FYET_SEQUENCE_START: start_event(r, event); break;
  case FYET_MAPPING_END:
  case FYET_SEQUENCE_END: end_event(r, event); break;
  case FYET_STREAM_END: return false;
  case FYET_STREAM_START:
  case FYET_DOCUMENT_END:
  case FYET_NONE: break;
  }
  return !r->stopped;
}

/* ---- syntax errors ----------------------------------------------------------------------------------------------- */

static const Frame *innermost_bracket(const Reader *r) {
  for (int i = r->depth - 1; i >= 0; i--)
    if (r->frames[i].in_brackets) return &r->frames[i];
  return NULL;
}

static const struct fy_diag_error *first_error(Reader *r) {
  void *iterator = NULL;
  const struct fy_diag_error *error;
  while ((error = fy_diag_errors_iterate(r->messages, &iterator)))
    if (error->type == FYET_ERROR && error->msg) return error;
  return NULL;
}

static size_t last_character(const trm_Cursor *cursor) {
  size_t end = cursor->size;
  while (end > 0 && strchr(" \t\r\n", cursor->text[end - 1])) end--;
  return end;
}

/* The parser stops at its first error, so there is one of these at most. */
static void report_syntax(Reader *r) {
  const struct fy_diag_error *error = first_error(r);
  r->failed = true;
  if (!error) {
    FAIL(r, TRM_NO_PLACE, "the text cannot be read as YAML");
    return;
  }
  const struct fy_mark *mark = error->fyt ? fy_token_start_mark(error->fyt) : NULL;
  size_t end = last_character(&r->cursor), at = mark ? mark->input_pos : end;
  const Frame *bracket = innermost_bracket(r);
  if (bracket && at >= end) {
    FAIL(r, bracket->value->place, "this '%c' is never closed", bracket->value->kind == TRM_VALUE_MAP ? '{' : '[');
    return;
  }
  trm_Place place = trm_cursor_place(&r->cursor, at < end ? at : end, at < end ? at + 1 : end);
  const char *sentence = trm_yaml_syntax_text(error->msg);
  char opened[64] = "";
  if (bracket && bracket->value->place.line < place.line)
    snprintf(opened, sizeof opened, " (within the bracket of line %d)", bracket->value->place.line);
  FAIL(r, place, "%s%s%s (nothing after this place was read)",
       sentence ? "" : "not YAML: ", sentence ? sentence : error->msg, opened);
}

/* ---- a whole text ------------------------------------------------------------------------------------------------ */

static bool start_parser(Reader *r) {
  struct fy_diag_cfg silent;
  fy_diag_cfg_default(&silent);
  silent.fp = NULL;
  silent.output_fn = NULL;
  r->messages = fy_diag_create(&silent);
  if (!r->messages) return false;
  fy_diag_set_collect_errors(r->messages, true);
  struct fy_parse_cfg config = {.flags = FYPCF_QUIET | FYPCF_COLLECT_DIAG | FYPCF_DEFAULT_VERSION_1_2 | FYPCF_JSON_NONE,
                                .diag = r->messages};
  r->parser = fy_parser_create(&config);
  return r->parser && fy_parser_set_string(r->parser, r->cursor.text, r->cursor.size) == 0;
}

static void read_events(Reader *r) {
  bool more = true;
  while (more) {
    struct fy_event *event = fy_parser_parse(r->parser);
    if (!event) {
      report_syntax(r);
      return;
    }
    more = take_event(r, event);
    fy_parser_event_free(r->parser, event);
  }
}

/* the root, NULL on errors; a text without content is null */
static trm_Value *read_text(Reader *r) {
  if (!trm_yaml_text_is_sound(r->cursor.text, r->cursor.size, r->diagnostics)) return NULL;
  if (start_parser(r))
    read_events(r);
  else
    out_of_memory(r);
  if (!r->failed && !r->root) {
    r->root = trm_value_new(r->arena, TRM_VALUE_NULL, TRM_NO_PLACE);
    if (!r->root) out_of_memory(r);
  }
  if (r->parser) fy_parser_destroy(r->parser);
  if (r->messages) fy_diag_destroy(r->messages); /* frees what it collected, which fy_diag_unref does not */
  trm_release(r->anchors);
  trm_release(r->anchor_names);
  if (r->no_memory) trm_report(r->diagnostics, TRM_ERROR, TRM_NO_PLACE, "out of memory while the text was read");
  return r->failed ? NULL : r->root;
}

static trm_Value *read_value(trm_Arena *arena, const char *text, size_t size, int levels,
                             trm_Diagnostics *diagnostics) {
  Reader *reader = TRM_NEW(Reader, 1);
  if (!reader) return NULL;
  *reader = (Reader){.arena = arena, .diagnostics = diagnostics, .cursor = trm_cursor(text, size), .deepest = levels};
  trm_Value *value = read_text(reader);
  trm_release(reader);
  return value;
}

trm_Value *trm_yaml_value(trm_Arena *arena, const char *text, size_t size, int levels, trm_Diagnostics *diagnostics) {
  if (size > TRM_LARGEST_TEXT) return NULL;
  return read_value(arena, text, size, levels < TRM_DEEPEST_VALUE ? levels : TRM_DEEPEST_VALUE, diagnostics);
}

static bool check_root(const trm_Value *root, trm_Diagnostics *diagnostics) {
  static const char *const hint = "a model is a map, one \"key: value\" per line; it begins with \"trammel: 2\"";
  switch (root->kind) {
  case TRM_VALUE_MAP: return true;
  case TRM_VALUE_NULL: trm_report(diagnostics, TRM_ERROR, TRM_NO_PLACE, "there is no content; %s", hint); return false;
  case TRM_VALUE_LIST: trm_report(diagnostics, TRM_ERROR, root->place, "this is a list; %s", hint); return false;
  case TRM_VALUE_SCALAR: trm_report(diagnostics, TRM_ERROR, root->place, "this is only a text; %s", hint); return false;
  }
  return false;
}

static bool fill(trm_Spec *spec, const char *text, size_t size, trm_Diagnostics *diagnostics) {
  char *copy = trm_arena_copy(&spec->arena, text, size);
  if (!copy) return false;
  trm_Value *root = read_value(&spec->arena, copy, size, TRM_DEEPEST_VALUE, diagnostics);
  if (!root || !check_root(root, diagnostics)) return false;
  spec->root = root;
  spec->text = copy;
  spec->text_size = size;
  return true;
}

trm_Spec *trm_yaml_parse(const char *name, const char *text, size_t size, trm_Diagnostics *diagnostics) {
  static const char *const byte_order_mark = "\xEF\xBB\xBF";
  if (size >= 3 && memcmp(text, byte_order_mark, 3) == 0) text += 3, size -= 3;
  int errors_before = trm_diagnostics_count(diagnostics, TRM_ERROR);
  bool too_large = size > TRM_LARGEST_TEXT;
  trm_Status status = trm_diagnostics_source(diagnostics, name, too_large ? NULL : text, size);
  if (too_large) {
    trm_report(diagnostics, TRM_ERROR, TRM_NO_PLACE, "the text is larger than %d MB", TRM_LARGEST_TEXT >> 20);
    return NULL;
  }
  trm_Spec *spec = status == TRM_OK ? trm_spec_make(name ? name : "model") : NULL;
  if (spec && fill(spec, text, size, diagnostics)) return spec;
  trm_spec_destroy(spec);
  if (trm_diagnostics_count(diagnostics, TRM_ERROR) == errors_before)
    trm_report(diagnostics, TRM_ERROR, TRM_NO_PLACE, "out of memory while the text was read");
  return NULL;
}
