/* Units of fields read and applied to definitions. */
#include "element/signal.h"
#include "verification/other_units.h"
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/text.h"
#include "element/named.h"
#include "math/expression_program.h"
#include "system/channels.h"

/* ---- units ---- */

static const struct {
  const char *name;
  Dimension dimension;
} known[] = {
    {"kg", {1, 0, 0}}, {"m", {0, 1, 0}},    {"s", {0, 0, 1}},    {"rad", {0, 0, 0}}, {"1", {0, 0, 0}},
    {"N", {1, 1, -2}}, {"Pa", {1, -1, -2}}, {"J", {1, 2, -2}},   {"W", {1, 2, -3}},  {"Hz", {0, 0, -1}},
    {"V", {1, 2, -3}}, {"A", {0, 0, 0}},    {"Ohm", {1, 2, -3}}, {"H", {1, 2, -2}},
};

static void add(Dimension *sum, double power, Dimension d) {
  sum->mass += power * d.mass, sum->length += power * d.length, sum->time += power * d.time;
}

static bool read_product(const char **at, Dimension *out);

/* a name with its exponent, sqrt(...) or (...) */
static bool read_factor(const char **at, Dimension *out) {
  *out = (Dimension){0, 0, 0};
  bool root = strncmp(*at, "sqrt(", 5) == 0;
  if (root || **at == '(') {
    Dimension inside;
    *at += root ? 5 : 1;
    if (!read_product(at, &inside) || **at != ')') return false;
    (*at)++;
    return add(out, root ? 0.5 : 1, inside), true;
  }
  size_t length = strspn(*at, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");
  if (length == 0 && **at == '1') length = 1;
  for (size_t k = 0; k < sizeof known / sizeof known[0]; k++)
    if (strlen(known[k].name) == length && strncmp(*at, known[k].name, length) == 0) {
      *at += length;
      double power = **at >= '2' && **at <= '9' ? *(*at)++ - '0' : 1;
      return add(out, power, known[k].dimension), true;
    }
  return false;
}

/* factors separated by blanks (times) or strokes (over) */
static bool read_product(const char **at, Dimension *out) {
  *out = (Dimension){0, 0, 0};
  for (double power = 1;;) {
    Dimension factor;
    if (!read_factor(at, &factor)) return false;
    add(out, power, factor);
    if (**at != ' ' && **at != '/') return true;
    power = *(*at)++ == '/' ? -1 : 1;
  }
}

bool dimension_parse(const char *unit, int index, Dimension *out) {
  *out = (Dimension){0, 0, 0};
  if (!unit) return false;
  if (!*unit) return true;
  for (; index > 0; index--) {
    unit += strcspn(unit, ",");
    unit += strspn(unit, ", ");
  }
  return read_product(&unit, out) && (*unit == 0 || *unit == ',');
}

double dimension_factor(Dimension d, Dimension units) {
  return exp2(d.mass * units.mass + d.length * units.length + d.time * units.time);
}

static int unread(const trm_Field *field, int wanted) {
  Dimension unused;
  int missing = !dimension_parse(field->unit, 0, &unused);
  for (int v = 0; v < wanted; v++) missing += !dimension_parse(field->variable_units, v, &unused);
  return missing;
}

static int variable_count(const trm_Field *field) {
  int count = field->variables ? 1 : 0;
  for (const char *c = field->variables; c && *c; c++) count += *c == ' ';
  return count;
}

int fields_without_unit(const trm_FieldTable *table, char *text, size_t size) {
  int missing = 0;
  for (int f = 0; f < table->field_count; f++) {
    const trm_Field *field = &table->fields[f];
    int here = unread(field, variable_count(field));
    if (here && !missing)
      snprintf(text, size, "%s.%s: \"%s\"", table->name, field->key, field->unit ? field->unit : "");
    missing += here;
    if (field->table) missing += fields_without_unit(field->table, text, missing ? 0 : size);
    for (int v = 0; field->variants && v < field->variants->count; v++)
      missing += fields_without_unit(field->variants->tables[v], text, missing ? 0 : size);
  }
  return missing;
}

/* ---- functions ---- */

/* Scales of a function: f(x) becomes value * f(argument * x). */
typedef struct Wrap {
  double value, argument[TRM_EXPRESSION_VARIABLES];
  double name[TRM_EXPRESSION_NAMES]; /* of what moves and is named */
} Wrap;

/* one instruction, and a multiplication by factor after it */
static int times(trm_Instruction *code, int at, double factor) {
  int first = code[at].first;
  code[at + 1] = (trm_Instruction){.step = TRM_STEP_NUMBER, .first = at + 1, .number = factor};
  code[at + 2] = (trm_Instruction){.step = TRM_STEP_BINARY, .binary = TRM_MULTIPLY, .first = first};
  return at + 3;
}

/* what follows an instruction */
static double factor_behind(const trm_Expression *in, int k, const Wrap *wrap) {
  if (in->code[k].step == TRM_STEP_VARIABLE) return wrap->argument[in->code[k].variable];
  return in->code[k].step == TRM_STEP_INPUT && in->name_count > 0 ? wrap->name[in->code[k].variable] : 1;
}

/* Every variable is followed by its factor, the whole by that of the value; where subexpressions begin moves along. */
static const trm_Expression *wrap_expression(trm_Arena *arena, const trm_Expression *in, const Wrap *wrap) {
  int length = in->length;
  for (int k = 0; k < in->length; k++) length += factor_behind(in, k, wrap) != 1 ? 2 : 0;
  trm_Expression *out = trm_arena_alloc(arena, 1, sizeof *out + (size_t)(length + 2) * sizeof *out->code);
  int *moved = TRM_ARENA_NEW(arena, int, in->length), at = 0;
  if (!out || !moved) return NULL;
  *out = *in;
  for (int k = 0; k < in->length; k++) {
    moved[k] = at;
    out->code[at] = in->code[k];
    out->code[at].first = moved[in->code[k].first];
    double factor = factor_behind(in, k, wrap);
    at = factor != 1 ? times(out->code, at, factor) : at + 1;
  }
  out->length = times(out->code, at - 1, wrap->value);
  return out;
}

static bool wrap_function(trm_Arena *arena, const Wrap *wrap, trm_Function *function) {
  function->constant *= wrap->value;
  if (function->expression) return (function->expression = wrap_expression(arena, function->expression, wrap)) != NULL;
  const trm_Table *table = function->table;
  if (!table) return true;
  double *x = TRM_ARENA_NEW(arena, double, table->count), *y = TRM_ARENA_NEW(arena, double, table->count);
  if (!x || !y) return false;
  for (int k = 0; k < table->count; k++)
    x[k] = table->x[k] / wrap->argument[function->over], y[k] = table->y[k] * wrap->value;
  function->table = trm_table_new(arena, x, y, table->count, table->curvature ? TRM_CUBIC : TRM_LINEAR);
  return function->table != NULL;
}

/* ---- definitions ---- */

typedef struct Scaling {
  Dimension units;
  trm_Arena *arena;
  const trm_ModelDef *model;
  bool good;
} Scaling;

static void scale_table(Scaling *s, const trm_FieldTable *table, void *data);

static double factor_of(Scaling *s, const char *unit, int index) {
  Dimension dimension;
  if (!dimension_parse(unit, index, &dimension)) s->good = false;
  return dimension_factor(dimension, s->units);
}

static void scale_numbers(double *values, int count, double factor) {
  for (int i = 0; i < count; i++) values[i] *= factor;
}

static bool ends_with(const char *text, const char *end) {
  size_t length = strlen(text), size = strlen(end);
  return length > size && strcmp(text + length - size, end) == 0 && text[length - size - 1] == '.';
}

static const char *coordinate_unit(const Scaling *s, const char *name);

/* the factor of something that moves, by its name: "hinge.phi.rate", "hinge.phi", "bob.velocity.x" */
static double name_factor(Scaling *s, const char *text) {
  char owner[200], name[200];
  size_t length;
  trm_expression_name_frame(text, &length); /* the same along all axes */
  snprintf(name, sizeof name, "%.*s", (int)length, text);
  if (strncmp(name, "signal.", strlen("signal.")) == 0) return 1; /* signals stay the numbers that they are */
  bool rate = ends_with(name, "rate");
  snprintf(owner, sizeof owner, "%.*s", (int)(strlen(name) - (rate ? strlen(".rate") : 0)), name);
  const char *unit = coordinate_unit(s, owner); /* a spring has a rate of its own, and no coordinate */
  if (unit) return factor_of(s, unit, 0) / (rate ? factor_of(s, "s", 0) : 1);
  for (int k = 0; k < trm_nameable_kind_count; k++) {
    const trm_NameableKind *kind = &trm_nameable_kinds[k];
    for (int p = 0; p < 3 && (p == 0 || kind->parts[p]); p++) {
      char end[60];
      snprintf(end, sizeof end, "%s%s%s", kind->name, kind->parts[p] ? "." : "", kind->parts[p] ? kind->parts[p] : "");
      if (kind->of != TRM_NAMES_COORDINATE && kind->of != TRM_NAMES_INPUT && ends_with(name, end))
        return factor_of(s, kind->unit, 0);
    }
  }
  s->good = false;
  return 1;
}

static void scale_functions(Scaling *s, const trm_Field *field, trm_Function *functions, int count) {
  Wrap wrap = {.value = factor_of(s, field->unit, 0)};
  for (int v = 0; v < variable_count(field); v++) wrap.argument[v] = 1 / factor_of(s, field->variable_units, v);
  for (int i = 0; i < count; i++) {
    int names = 0;
    const trm_ExpressionName *list =
        functions[i].expression ? trm_expression_names(functions[i].expression, &names) : NULL;
    for (int k = 0; k < names; k++) wrap.name[k] = list[k].text ? 1 / name_factor(s, list[k].text) : 1;
    s->good = wrap_function(s->arena, &wrap, &functions[i]) && s->good;
  }
}

/* blocks 11, 12 and 22 of a 6 x 6 matrix have units of their own */
static void scale_matrix6(Scaling *s, const trm_Field *field, double *values) {
  for (int i = 0; i < 36; i++) values[i] *= factor_of(s, field->unit, i / 18 + i % 6 / 3);
}

static const trm_Field *find_key(const trm_FieldTable *table, const char *key) {
  for (int f = 0; table && f < table->field_count; f++)
    if (strcmp(table->fields[f].key, key) == 0) return &table->fields[f];
  return NULL;
}

/* the unit of "joint.coordinate", from the table of the joint's kind */
static const char *coordinate_unit(const Scaling *s, const char *name) {
  const char *point = strrchr(name, '.');
  for (int j = 0; point && j < s->model->joints.count; j++) {
    const trm_Entry *entry = &s->model->joints.items[j];
    if (strlen(entry->name) != (size_t)(point - name) || strncmp(entry->name, name, (size_t)(point - name)) != 0)
      continue;
    const trm_Field *coordinates = find_key(entry->table, "coordinates");
    const trm_Field *field = coordinates ? find_key(coordinates->table, point + 1) : NULL;
    return field ? field->unit : NULL;
  }
  return NULL;
}

/* a factor turns the unit of its coordinate into that of the sum, which is the joint's own coordinate */
static void scale_combination(Scaling *s, const trm_FieldTable *table, trm_Combination *terms) {
  const trm_Field *sum = find_key(table, "coordinates");
  double whole = sum ? factor_of(s, sum->table->fields[0].unit, 0) : 1;
  for (int t = 0; t < terms->count; t++)
    ((double *)terms->factors)[t] *= whole / factor_of(s, coordinate_unit(s, terms->names[t].name), 0);
}

static void scale_entries(Scaling *s, const trm_Entries *entries) {
  for (int e = 0; e < entries->count; e++) scale_table(s, entries->items[e].table, entries->items[e].data);
}

static void scale_field(Scaling *s, const trm_FieldTable *table, const trm_Field *field, void *value) {
  double factor = field->type == TRM_FIELD_MATRIX6 ? 1 : factor_of(s, field->unit, 0);
  trm_Numbers *list = value;
  switch (field->type) {
  case TRM_FIELD_NUMBER: scale_numbers(value, 1, factor); break;
  case TRM_FIELD_VECTOR: scale_numbers(value, 3, factor); break;
  case TRM_FIELD_INERTIA:
  case TRM_FIELD_MATRIX: scale_numbers(value, 9, factor); break;
  case TRM_FIELD_NUMBERS:
  case TRM_FIELD_POINTS:
  case TRM_FIELD_VECTORS: scale_numbers((double *)list->values, list->count, factor); break;
  case TRM_FIELD_AXIS: scale_numbers(((trm_Axis *)value)->point, 3, factor_of(s, "m", 0)); break;
  case TRM_FIELD_FUNCTION: scale_functions(s, field, value, 1); break;
  case TRM_FIELD_FUNCTION3: scale_functions(s, field, value, 3); break;
  case TRM_FIELD_MATRIX6: scale_matrix6(s, field, value); break;
  case TRM_FIELD_COMBINATION: scale_combination(s, table, value); break;
  case TRM_FIELD_TABLE: scale_table(s, field->table, value); break;
  case TRM_FIELD_ENTRIES:
  case TRM_FIELD_SERIES: scale_entries(s, value); break;
  case TRM_FIELD_FLAG:
  case TRM_FIELD_INTEGER:
  case TRM_FIELD_TEXT:
  case TRM_FIELD_CHOICE:
  case TRM_FIELD_REFERENCE:
  case TRM_FIELD_PAIR:
  case TRM_FIELD_NAMES:
  case TRM_FIELD_ORIENTATION: /* turns and directions have no unit */
  case TRM_FIELD_DIRECTIONS:
  case TRM_FIELD_COUNTS:
  case TRM_FIELD_STATIONS:
  case TRM_FIELD_ROWS:
  case TRM_FIELD_PARAMETERS: /* are in the numbers already */
  case TRM_FIELD_INPUTS: break;
  }
}

static void scale_table(Scaling *s, const trm_FieldTable *table, void *data) {
  if (!((trm_Bound *)data)->table) return; /* a nested map that was not given */
  for (int f = 0; f < table->field_count; f++) {
    void *value = (char *)data + table->fields[f].offset;
    if (table->fields[f].flags & TRM_APART) value = *(void **)value;
    if (value) scale_field(s, table, &table->fields[f], value);
  }
}

/* Signals stay the numbers that they are: their formulas take what moves back to the old units, and times and rates of
   their memory are in the new ones. */
static void scale_signals(Scaling *s, const trm_ModelDef *def) {
  static const trm_Field of_time = {.unit = "1", .variables = "t", .variable_units = "s"};
  double second = factor_of(s, "s", 0);
  for (int i = 0; i < def->signal_count; i++) {
    trm_SignalMemory *memory = &def->signal_list[i].memory;
    scale_functions(s, &of_time, &def->signal_list[i].input, 1);
    memory->every *= second, memory->delay *= second, memory->rate /= second;
    if (!memory->kind || memory->kind->sample) continue;
    scale_numbers((double *)memory->a, memory->count * memory->count, 1 / second);
    scale_numbers((double *)memory->b, memory->count, 1 / second);
  }
}

/* `until` of a path of equilibria is a load factor, though its unit says seconds */
static void keep_factors(const trm_ModelDef *def, double second) {
  for (int a = 0; a < def->analysis.count; a++) {
    trm_AnalysisDef *analysis = def->analysis.items[a].data;
    if (analysis->type == TRM_ANALYSIS_STATIC) analysis->until /= second;
  }
}

static bool adjust(trm_ModelDef *def, trm_Arena *arena, void *user) {
  Scaling s = {*(const Dimension *)user, arena, def, true};
  scale_table(&s, def->bound.table, def);
  scale_signals(&s, def);
  keep_factors(def, factor_of(&s, "s", 0));
  return s.good;
}

/* `stop-at` is in the unit of its channel */
static void scale_stops(const trm_Model *model, Dimension units) {
  trm_ChannelList list = {0};
  for (int a = 0; a < model->analyses.count; a++) {
    trm_StopAtDef *stop = &((trm_AnalysisDef *)model->analyses.items[a])->stop_at;
    trm_Layout *layout;
    if (!stop->channel || trm_layout_new(&layout, model, (trm_LayoutOptions){0}) != TRM_OK) continue;
    trm_Status listed = trm_channels_list(layout, &list, NULL);
    trm_layout_free(layout);
    if (listed != TRM_OK) continue;
    for (int c = 0; c < list.count; c++) {
      Dimension dimension;
      if (strcmp(list.items[c].name, stop->channel) != 0 || !dimension_parse(list.items[c].unit, 0, &dimension))
        continue;
      stop->value *= dimension_factor(dimension, units);
    }
    trm_channels_free(&list);
  }
}

/* ---- formulas over channels ---- */

typedef struct Channels {
  const trm_ChannelList *list;
  Dimension units;
  trm_Arena *arena;
} Channels;

static bool is_letter(char c) { return isalnum((unsigned char)c) || strchr("_.@-", c); }

/* the length of the channel's name that begins here, and its factor; 0: none does */
static size_t channel_here(const Channels *channels, const char *text, double *factor) {
  size_t room = 0, best = 0;
  while (text[room] && is_letter(text[room])) room++;
  for (int c = 0; c < channels->list->count; c++) {
    const trm_Channel *channel = &channels->list->items[c];
    size_t length = strlen(channel->name);
    Dimension dimension;
    if (length > room || length <= best || strncmp(channel->name, text, length) != 0) continue;
    if (!dimension_parse(channel->unit, 0, &dimension)) continue;
    best = length, *factor = dimension_factor(dimension, channels->units);
  }
  if (best == 0 && room == 1 && text[0] == 't') {
    Dimension time = {.time = 1};
    best = 1, *factor = dimension_factor(time, channels->units);
  }
  return best;
}

/* every channel of a formula is taken back to the old units, its value to the new ones */
static void scale_text(const Channels *channels, trm_FormulaText *formula, double value) {
  trm_Text out = {0};
  if (!formula->text) return;
  trm_text_format(&out, "%.17g*(", value);
  for (const char *at = formula->text; *at;) {
    double factor = 1;
    size_t length = channel_here(channels, at, &factor);
    if (length > 0)
      trm_text_format(&out, "(%.*s/%.17g)", (int)length, at, factor);
    else { /* another word, or what stands between words */
      for (length = 1; is_letter(at[0]) && at[length] && is_letter(at[length]);) length++;
      trm_text_add_bytes(&out, at, length);
    }
    at += length;
  }
  trm_text_add(&out, ")");
  formula->text = trm_arena_text(channels->arena, "%s", out.data ? out.data : "");
  trm_text_free(&out);
}

static void scale_formulas(trm_Model *model, Dimension units) {
  Dimension momentum = {.mass = 1, .length = 1, .time = -1}, turning = {.mass = 1, .length = 2, .time = -1};
  trm_ChannelList list = {0};
  trm_Layout *layout;
  if (trm_layout_new(&layout, model, (trm_LayoutOptions){0}) != TRM_OK) return;
  trm_Status listed = trm_channels_list(layout, &list, NULL);
  trm_layout_free(layout);
  if (listed != TRM_OK) return;
  Channels channels = {&list, units, &model->arena};
  for (int e = 0; e < model->analyses.events.count; e++) {
    trm_ModelEvent *event = (trm_ModelEvent *)&model->analyses.events.items[e];
    if (!event->at_once) scale_text(&channels, &event->when, 1); /* the limit of a load is a number with a unit */
    for (int i = 0; i < event->set_count; i++) scale_text(&channels, (trm_FormulaText *)&event->set[i].to, 1);
    for (int i = 0; i < 6; i++)
      scale_text(&channels, &event->impulse[i], dimension_factor(i < 3 ? momentum : turning, units));
  }
  for (int o = 0; o < model->shown.output_count; o++) {
    const trm_Output *output = &model->shown.outputs[o];
    Dimension dimension = {0};
    if (output->formula && dimension_parse(output->unit, 0, &dimension))
      scale_text(&channels, (trm_FormulaText *)output->formula, dimension_factor(dimension, units));
  }
  trm_channels_free(&list);
}

trm_Model *model_in_units(const trm_Spec *spec, Dimension units, trm_Diagnostics *diagnostics) {
  trm_Adjustment adjustment = {adjust, &units};
  trm_Model *model = trm_model_freeze_adjusted(spec, trm_joint_registry(), adjustment, diagnostics);
  if (model) scale_stops(model, units);
  if (model) scale_formulas(model, units);
  return model;
}
