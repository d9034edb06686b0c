/* The keys of a study file. */
#include "build/tables_study.h"

static const char *const methods[] = {"grid", "rows", "latin-hypercube", "sobol", "random", NULL};
static const char *const scales[] = {"linear", "logarithmic", NULL};
static const char *const versions[] = {"1", NULL};

static const trm_Field vary_fields[] = {
    {TRM_KEY(trm_VaryDef, at, "at", TRM_FIELD_TEXT), .unit = "",
     .doc =
         "the value of the model that varies, keys joined by /: bodies/bob/mass; left out: the parameter or input of "
         "the entry's name"},
    {TRM_KEY(trm_VaryDef, values, "values", TRM_FIELD_NUMBERS), .unit = "", .doc = "these values"},
    {TRM_KEY(trm_VaryDef, from, "from", TRM_FIELD_NUMBER), .unit = "", .doc = "least value"},
    {TRM_KEY(trm_VaryDef, to, "to", TRM_FIELD_NUMBER), .unit = "", .doc = "largest value"},
    {TRM_KEY(trm_VaryDef, count, "count", TRM_FIELD_INTEGER), .unit = "", .flags = TRM_POSITIVE,
     .doc = "of grid and rows: so many values from `from` to `to`, both ends included"},
    {TRM_KEY(trm_VaryDef, scale, "scale", TRM_FIELD_CHOICE), .unit = "", .fallback = "linear", .choices = scales,
     .doc = "logarithmic: equal ratios instead of equal differences; both ends are then positive"},
    {TRM_KEY(trm_VaryDef, mean, "mean", TRM_FIELD_NUMBER), .unit = "",
     .doc = "of a normal distribution; `from` and `to` cut it off"},
    {TRM_KEY(trm_VaryDef, deviation, "deviation", TRM_FIELD_NUMBER), .unit = "", .flags = TRM_POSITIVE,
     .doc = "its standard deviation"},
    {TRM_KEY(trm_VaryDef, start, "start", TRM_FIELD_NUMBER), .unit = "",
     .doc = "of `trammel optimise`: where it begins, between `from` and `to`; left out: in the middle"},
};
static const trm_Rule vary_rules[] = {
    {TRM_RULE_SOME, "values from mean"}, {TRM_RULE_EXCLUSIVE, "values from"}, {TRM_RULE_EXCLUSIVE, "values mean"},
    {TRM_RULE_EXCLUSIVE, "values to"},   {TRM_RULE_NEEDS, "count from"},      {TRM_RULE_NEEDS, "mean deviation"},
    {TRM_RULE_NEEDS, "deviation mean"},  {TRM_RULE_NEEDS, "from to"},         {TRM_RULE_NEEDS, "to from"},
    {TRM_RULE_RISES, "from to"},         {TRM_RULE_NEEDS, "start from"}};
const trm_FieldTable trm_vary_table = {
    .name = "variable",
    .doc = "A value of the model that differs between samples: a list of values, a range, or a distribution.",
    .size = sizeof(trm_VaryDef),
    .fields = vary_fields,
    .field_count = TRM_COUNT(vary_fields),
    .shorthand = "values",
    .example = "vary:\n"
               "  L: {from: 0.5, to: 1.5, count: 11}\n"
               "  k: {mean: 1000, deviation: 50}\n"
               "  mass: {at: bodies/bob/mass, values: [1, 2, 5]}",
    .rules = vary_rules,
    .rule_count = TRM_COUNT(vary_rules)};

static const trm_Field samples_fields[] = {
    {TRM_KEY(trm_SamplesDef, method, "method", TRM_FIELD_CHOICE), .unit = "", .fallback = "grid", .choices = methods,
     .doc =
         "grid: every value with every other; rows: first values together, then second ones; latin-hypercube, sobol, "
         "random: drawn from ranges and distributions"},
    {TRM_KEY(trm_SamplesDef, count, "count", TRM_FIELD_INTEGER), .unit = "", .flags = TRM_POSITIVE,
     .doc = "how many are drawn; of a grid and of rows it follows from the values"},
    {TRM_KEY(trm_SamplesDef, seed, "seed", TRM_FIELD_INTEGER), .unit = "", .flags = TRM_NOT_NEGATIVE, .fallback = "0",
     .doc = "the same seed gives the same samples; sobol: 0 is the plain sequence, others shift it"},
};
static const trm_FieldTable samples_table = {.name = "samples",
                                             .doc = "How the values of the variables go together.",
                                             .size = sizeof(trm_SamplesDef),
                                             .fields = samples_fields,
                                             .field_count = TRM_COUNT(samples_fields),
                                             .example = "samples: {method: latin-hypercube, count: 200, seed: 1}"};

static const trm_Field collect_fields[] = {
    {TRM_KEY(trm_CollectDef, formula, "formula", TRM_FIELD_TEXT), .unit = "", .flags = TRM_REQUIRED,
     .doc = "a number of the whole run: max(...), min, mean, rms, integral, start, end, time_of_max, time_of_min of a "
            "formula over channels, at(2.5, ...) at a time, frequency(1) and damping(1) of modes; and formulas of them "
            "and of what varies"},
};
const trm_FieldTable trm_collect_table = {.name = "collected",
                                          .doc = "A number that is kept of each run: a column of the table.",
                                          .size = sizeof(trm_CollectDef),
                                          .fields = collect_fields,
                                          .field_count = TRM_COUNT(collect_fields),
                                          .shorthand = "formula",
                                          .example = "collect:\n"
                                                     "  peak: max(abs(hinge.moment.z))\n"
                                                     "  swing: max(hinge.phi) - min(hinge.phi)"};

/* ---- optimisation ---- */

static const char *const optimisers[] = {"cobyla", "bobyqa", "nelder-mead", "subplex", "direct", "crs", "isres", NULL};

static const trm_Field constraint_fields[] = {
    {TRM_KEY(trm_ConstraintDef, at_least, "at-least", TRM_FIELD_NUMBER), .unit = "", .doc = "the column is no less"},
    {TRM_KEY(trm_ConstraintDef, at_most, "at-most", TRM_FIELD_NUMBER), .unit = "", .doc = "the column is no more"},
};
static const trm_Rule constraint_rules[] = {{TRM_RULE_SOME, "at-least at-most"}};
static const trm_FieldTable constraint_table = {.name = "constraint",
                                                .doc = "What a column must be at the optimum, by its name.",
                                                .size = sizeof(trm_ConstraintDef),
                                                .fields = constraint_fields,
                                                .field_count = TRM_COUNT(constraint_fields),
                                                .example = "constraints: {sag: {at-most: 0.005}}",
                                                .rules = constraint_rules,
                                                .rule_count = TRM_COUNT(constraint_rules)};

static const trm_Field optimise_fields[] = {
    {TRM_KEY(trm_OptimiseDef, minimise, "minimise", TRM_FIELD_TEXT), .unit = "",
     .doc = "the column that is to be small"},
    {TRM_KEY(trm_OptimiseDef, maximise, "maximise", TRM_FIELD_TEXT), .unit = "", .doc = "... or large"},
    {TRM_KEY(trm_OptimiseDef, constraints, "constraints", TRM_FIELD_ENTRIES), .unit = "", .table = &constraint_table,
     .doc = "what columns must be; all methods but bobyqa and direct"},
    {TRM_KEY(trm_OptimiseDef, method, "method", TRM_FIELD_CHOICE), .unit = "", .fallback = "cobyla",
     .choices = optimisers,
     .doc =
         "near the start: cobyla, bobyqa (smooth quantities), nelder-mead, subplex (robust, also where quantities have "
         "kinks); anywhere: direct, crs, isres"},
    {TRM_KEY(trm_OptimiseDef, evaluations, "evaluations", TRM_FIELD_INTEGER), .unit = "", .flags = TRM_POSITIVE,
     .fallback = "500", .doc = "runs, at most"},
    {TRM_KEY(trm_OptimiseDef, starts, "starts", TRM_FIELD_INTEGER), .unit = "", .flags = TRM_POSITIVE, .fallback = "1",
     .doc = "so many searches from different places, and one more from the best place that they found; places are the "
            "best of Sobol's sequence over the ranges, for which a quarter of the runs is used"},
    {TRM_KEY(trm_OptimiseDef, tolerance, "tolerance", TRM_FIELD_NUMBER), .unit = "", .flags = TRM_POSITIVE,
     .fallback = "1e-6", .doc = "it ends where a step is smaller than this share of the ranges"},
    {TRM_KEY(trm_OptimiseDef, seed, "seed", TRM_FIELD_INTEGER), .unit = "", .flags = TRM_NOT_NEGATIVE, .fallback = "0",
     .doc = "of crs and isres: the same seed gives the same runs"},
};
static const trm_Rule optimise_rules[] = {{TRM_RULE_EXCLUSIVE, "minimise maximise"}};
static const trm_FieldTable optimise_table = {
    .name = "optimise",
    .doc = "What `trammel optimise` looks for within the ranges of the variables.",
    .size = sizeof(trm_OptimiseDef),
    .fields = optimise_fields,
    .field_count = TRM_COUNT(optimise_fields),
    .example = "optimise: {minimise: mass, constraints: {sag: {at-most: 0.005}}}",
    .rules = optimise_rules,
    .rule_count = TRM_COUNT(optimise_rules)};

static const trm_Field fit_fields[] = {
    {TRM_KEY(trm_FitDef, table, "table", TRM_FIELD_POINTS), .unit = "", .flags = TRM_REQUIRED,
     .doc = "the record: [[time, value], ...]; or a file beside the study: file: record.csv, columns: [t, phi]"},
    {TRM_KEY(trm_FitDef, formula, "formula", TRM_FIELD_TEXT), .unit = "", .flags = TRM_REQUIRED,
     .doc = "what it is a record of: a channel, or a formula over channels; taken from the stored rows, between them "
            "by interpolation"},
    {TRM_KEY(trm_FitDef, deviation, "deviation", TRM_FIELD_NUMBER), .unit = "", .flags = TRM_POSITIVE,
     .doc = "standard deviation of its noise; left out: found from what the fit leaves"},
};
static const trm_FieldTable fit_table = {.name = "record",
                                         .doc = "A measured curve that the model is fitted to, by least squares.",
                                         .size = sizeof(trm_FitDef),
                                         .fields = fit_fields,
                                         .field_count = TRM_COUNT(fit_fields),
                                         .example = "fit: {angle: {file: record.csv, columns: [t, phi], formula: "
                                                    "hinge.phi, deviation: 0.01}}"};

static const char *const lanes_choices[] = {"auto", "off", NULL};

static const trm_Field study_fields[] = {
    {TRM_KEY(trm_StudyDef, version, "study", TRM_FIELD_INTEGER), .unit = "", .flags = TRM_REQUIRED, .choices = versions,
     .doc = "version of the language of studies"},
    {TRM_KEY(trm_StudyDef, title, "title", TRM_FIELD_TEXT), .unit = "", .doc = "one line that says what the study is"},
    {TRM_KEY(trm_StudyDef, model, "model", TRM_FIELD_TEXT), .unit = "",
     .doc = "the model's file, required where no program brings the model along; not an absolute path: from the folder "
            "of the study"},
    {TRM_KEY(trm_StudyDef, vary, "vary", TRM_FIELD_ENTRIES), .unit = "", .flags = TRM_REQUIRED,
     .table = &trm_vary_table, .doc = "what differs between samples"},
    {TRM_KEY(trm_StudyDef, samples, "samples", TRM_FIELD_TABLE), .unit = "", .table = &samples_table,
     .doc = "how the values go together; left out: a grid"},
    {TRM_KEY(trm_StudyDef, collect, "collect", TRM_FIELD_ENTRIES), .unit = "", .table = &trm_collect_table,
     .doc = "what is kept of each run"},
    {TRM_KEY(trm_StudyDef, keep, "keep", TRM_FIELD_NUMBERS), .unit = "",
     .doc = "numbers of samples, from 1, whose whole results are written too"},
    {TRM_KEY(trm_StudyDef, lanes, "lanes", TRM_FIELD_CHOICE), .unit = "", .fallback = "auto", .choices = lanes_choices,
     .doc = "auto: samples are advanced together, one in each lane of a vector, where their models allow it and it is "
            "faster; off: one by one. The table is the same"},
    {TRM_KEY(trm_StudyDef, optimise, "optimise", TRM_FIELD_TABLE), .unit = "", .table = &optimise_table,
     .doc = "of `trammel optimise`: what is looked for"},
    {TRM_KEY(trm_StudyDef, fit, "fit", TRM_FIELD_ENTRIES), .unit = "", .table = &fit_table,
     .doc = "of `trammel optimise`: records that the model is fitted to"},
};
const trm_FieldTable trm_study_table = {
    .name = "study",
    .doc = "A study file: YAML 1.2. One model is run many times, with other values.",
    .size = sizeof(trm_StudyDef),
    .fields = study_fields,
    .field_count = TRM_COUNT(study_fields),
    .example = "study: 1\n"
               "model: pendulum.yaml\n"
               "vary: {L: {from: 0.5, to: 1.5, count: 11}}\n"
               "collect: {highest: max(bob.position.y)}",
    .other_key = "trammel",
    .other_kind = "this is a model (`trammel run`); a study names it: study: 1, model: this file, vary: …",
};
