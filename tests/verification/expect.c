/* Field tables of expect.yaml, and reading it. */
#include "expect.h"
#include "base/report.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

static const trm_Field energy_fields[] = {
    {"residual", TRM_FIELD_NUMBER, offsetof(EnergyDef, residual), "1", TRM_NOT_NEGATIVE, NULL,
     "largest residual of the energy ledger over all steps", NULL, NULL, NULL, NULL, NULL},
    {"drift", TRM_FIELD_NUMBER, offsetof(EnergyDef, drift), "1", TRM_NOT_NEGATIVE, NULL,
     "largest minus smallest total energy", NULL, NULL, NULL, NULL, NULL},
    {"constraint-work", TRM_FIELD_NUMBER, offsetof(EnergyDef, constraint_work), "1", TRM_NOT_NEGATIVE, NULL,
     "largest work of the constraint forces in one step", NULL, NULL, NULL, NULL, NULL},
};
static const trm_FieldTable energy_table = {
    .name = "energy", .size = sizeof(EnergyDef), .fields = energy_fields, .field_count = COUNT(energy_fields)};

static const char *const norms[] = {"largest", "rms", NULL};

#define NUMBER(key, member, flags, doc)                                                                                \
  { key, TRM_FIELD_NUMBER, offsetof(CheckDef, member), "", flags, NULL, doc, NULL, NULL, NULL, NULL, NULL }
#define TEXT(key, member, flags, doc)                                                                                  \
  { key, TRM_FIELD_TEXT, offsetof(CheckDef, member), "", flags, NULL, doc, NULL, NULL, NULL, NULL, NULL }
static const trm_Field check_fields[] = {
    TEXT("channel", channel, TRM_REQUIRED, "name of the channel"),
    NUMBER("at", at, 0, "a stored time, with value"),
    NUMBER("value", value, 0, "the value at that time"),
    NUMBER("max", max, 0, "the largest value of all rows"),
    NUMBER("min", min, 0, "the smallest value of all rows"),
    NUMBER("rms", rms, 0, "the root mean square of all rows"),
    NUMBER("span", span, 0, "largest minus smallest value"),
    NUMBER("largest", largest, 0, "the largest magnitude"),
    {"function", TRM_FIELD_FUNCTION, offsetof(CheckDef, function), "", 0, NULL, "expected in every row, of t", "t",
     NULL, NULL, NULL, NULL},
    TEXT("table", table, 0, "a text file with reference values; its first column is the time"),
    TEXT("column", column, 0, "name of the column in that file"),
    {"scale", TRM_FIELD_NUMBER, offsetof(CheckDef, scale), "", 0, "1", "factor on the reference values", NULL, NULL,
     NULL, NULL, NULL},
    {"norm", TRM_FIELD_CHOICE, offsetof(CheckDef, norm), "", 0, "largest",
     "how errors of function or table are summed up", NULL, norms, NULL, NULL, NULL},
    NUMBER("tolerance", tolerance, TRM_REQUIRED | TRM_NOT_NEGATIVE, "absolute, in the channel's unit"),
    TEXT("source", source, TRM_REQUIRED, "where the expected number comes from"),
};
static const trm_Rule check_rules[] = {
    {TRM_RULE_NEEDS, "at value"},     {TRM_RULE_NEEDS, "value at"},    {TRM_RULE_NEEDS, "table column"},
    {TRM_RULE_NEEDS, "column table"}, {TRM_RULE_NEEDS, "scale table"},
};
static const trm_FieldTable check_table = {.name = "check",
                                           .size = sizeof(CheckDef),
                                           .fields = check_fields,
                                           .field_count = COUNT(check_fields),
                                           .rules = check_rules,
                                           .rule_count = COUNT(check_rules)};

static const trm_Field run_fields[] = {
    {"model", TRM_FIELD_TEXT, offsetof(RunDef, model), "", 0, "model.yaml", "the model, relative to the expect file",
     NULL, NULL, NULL, NULL, NULL},
    {"checks", TRM_FIELD_SERIES, offsetof(RunDef, checks), "", 0, NULL, "what the channels must show", NULL, NULL,
     &check_table, NULL, NULL},
    {"energy", TRM_FIELD_TABLE, offsetof(RunDef, energy), "", 0, NULL, "bounds on the energy", NULL, NULL,
     &energy_table, NULL, NULL},
    {"violation", TRM_FIELD_NUMBER, offsetof(RunDef, violation), "", TRM_NOT_NEGATIVE, NULL,
     "largest violation of any constraint", NULL, NULL, NULL, NULL, NULL},
};
static const trm_Rule run_rules[] = {{TRM_RULE_SOME, "checks energy violation"}};
static const trm_FieldTable run_table = {.name = "run",
                                         .size = sizeof(RunDef),
                                         .fields = run_fields,
                                         .field_count = COUNT(run_fields),
                                         .rules = run_rules,
                                         .rule_count = COUNT(run_rules)};

static const trm_Field expect_fields[] = {
    {"runs", TRM_FIELD_SERIES, offsetof(ExpectDef, runs), "", TRM_REQUIRED, NULL, "one entry per model", NULL, NULL,
     &run_table, NULL, NULL},
};
static const trm_FieldTable expect_table = {
    .name = "expect", .size = sizeof(ExpectDef), .fields = expect_fields, .field_count = COUNT(expect_fields)};

/* What a check may compare, by the key that asks for it. */
static const struct {
  CheckKind kind;
  size_t key;
} askings[] = {
    {CHECK_AT, offsetof(CheckDef, value)},          {CHECK_MAX, offsetof(CheckDef, max)},
    {CHECK_MIN, offsetof(CheckDef, min)},           {CHECK_RMS, offsetof(CheckDef, rms)},
    {CHECK_SPAN, offsetof(CheckDef, span)},         {CHECK_LARGEST, offsetof(CheckDef, largest)},
    {CHECK_FUNCTION, offsetof(CheckDef, function)}, {CHECK_TABLE, offsetof(CheckDef, table)},
};

static int asking_of(const CheckDef *def) {
  int found = -1;
  for (int i = 0; i < COUNT(askings); i++) {
    if (!trm_given(def, askings[i].key)) continue;
    if (found >= 0) return -1;
    found = i;
  }
  return found;
}

static bool checks_ask(const RunDef *run, trm_Diagnostics *diagnostics) {
  bool good = true;
  for (int i = 0; i < run->checks.count; i++) {
    const CheckDef *def = run->checks.items[i].data;
    if (asking_of(def) >= 0) continue;
    trm_report(diagnostics, TRM_ERROR, run->checks.items[i].place,
               "a check has exactly one of value, max, min, rms, span, largest, function, table");
    good = false;
  }
  return good;
}

bool read_expect(const trm_Spec *spec, trm_Arena *arena, trm_Diagnostics *diagnostics, ExpectDef *out) {
  trm_Binding binding = {.arena = arena, .diagnostics = diagnostics};
  *out = (ExpectDef){0};
  if (trm_value_get(spec->root, "runs")) {
    if (!trm_bind(&binding, spec->root, &expect_table, "the expect file", out)) return false;
  } else {
    RunDef *run = TRM_ARENA_NEW(arena, RunDef, 1);
    trm_Entry *entry = TRM_ARENA_NEW(arena, trm_Entry, 1);
    if (!run || !entry || !trm_bind(&binding, spec->root, &run_table, "the expect file", run)) return false;
    *entry = (trm_Entry){"", run->bound.place, &run_table, run};
    out->runs = (trm_Entries){1, entry};
  }
  bool good = true;
  for (int i = 0; i < out->runs.count; i++) good = checks_ask(out->runs.items[i].data, diagnostics) && good;
  return good;
}

static double asked_value(const CheckDef *def, CheckKind kind) {
  switch (kind) {
  case CHECK_AT: return def->value;
  case CHECK_MAX: return def->max;
  case CHECK_MIN: return def->min;
  case CHECK_RMS: return def->rms;
  case CHECK_SPAN: return def->span;
  case CHECK_LARGEST: return def->largest;
  case CHECK_FUNCTION:
  case CHECK_TABLE: break;
  }
  return 0;
}

const char *make_check(const CheckDef *def, const char *folder, trm_Arena *arena, Check *out) {
  int asking = asking_of(def);
  if (asking < 0) return "the check asks for nothing";
  CheckKind kind = askings[asking].kind;
  *out = (Check){.kind = kind,
                 .channel = def->channel,
                 .at = def->at,
                 .value = asked_value(def, kind),
                 .function = def->function,
                 .mean = def->norm == 1,
                 .tolerance = def->tolerance};
  if (kind != CHECK_TABLE) return NULL;
  const char *path = trm_arena_text(arena, "%s/%s", folder, def->table);
  return path ? read_reference(arena, path, def->column, def->scale, &out->reference) : "out of memory";
}

bool has_energy(const RunDef *run) { return trm_given(run, offsetof(RunDef, energy)); }
