/* The keys of the kinds of analyses that the program has, and of the maps within them. */
#include "analysis/analysis_fields.h"

static const char *const modal_abouts[] = {"state", "reference", NULL};                      /* as trm_ModalAbout */
static const char *const modal_frames[] = {"automatic", "world", "turning", "motion", NULL}; /* as trm_ModalFrame */
static const char *const formulations[] = {"absolute", "relative", NULL};                    /* as trm_Formulation */
static const char *const methods[] = {"load-steps", "arc-length", NULL};                     /* as trm_StaticMethod */
static const char *const beam_outputs[] = {"all", "shape", "none", NULL};                    /* as trm_BeamOutput */
static const char *const numbers[] = {"float64", "float32", NULL};                           /* as trm_OutputNumbers */
static const char *const channels_only[] = {"channel", NULL};
static const char *const orders[] = {"2", "4", "6", NULL};

static const trm_Field step_fields[] = {
    {TRM_KEY(trm_StepDef, size, "size", TRM_FIELD_NUMBER), .unit = "s", .flags = TRM_POSITIVE,
     .doc = "fixed time step, shortened to meet output times; default: chosen automatically"},
    {TRM_KEY(trm_StepDef, tolerance, "tolerance", TRM_FIELD_NUMBER), .unit = "", .flags = TRM_POSITIVE,
     .fallback = "1e-4",
     .doc =
         "automatic step: the largest error of any position over the whole analysis, relative to the model's size, and "
         "of any rotation of a body in rad, and of what a signal remembers, relative to its largest value; at most "
         "three "
         "times this, over durations in which small perturbations grow "
         "less than tenfold. Below 1. The model's size is the diagonal of the box around its bodies, joints, beams and "
         "springs at the start (of a single point: what its inertia, its springs or its flight say). The summary gives "
         "an estimate of the error, and of that growth, or the reason why there is none"},
    {TRM_KEY(trm_StepDef, smallest, "smallest", TRM_FIELD_NUMBER), .unit = "s", .flags = TRM_POSITIVE,
     .doc = "automatic step: the run stops rather than go below it; default: 1e-12 of the analysis"},
    {TRM_KEY(trm_StepDef, largest, "largest", TRM_FIELD_NUMBER), .unit = "s", .flags = TRM_POSITIVE,
     .doc =
         "automatic step: never longer than this; default: a tenth of the analysis where steps are chosen one by one"},
};

static const trm_Rule step_rules[] = {{TRM_RULE_EXCLUSIVE, "size tolerance"},
                                      {TRM_RULE_EXCLUSIVE, "size smallest"},
                                      {TRM_RULE_EXCLUSIVE, "size largest"}};

const trm_FieldTable trm_step_table = {
    .name = "step",
    .doc = "The time step: chosen automatically to meet a tolerance, or fixed. A number alone is a fixed size.",
    .size = sizeof(trm_StepDef),
    .fields = step_fields,
    .field_count = TRM_COUNT(step_fields),
    .shorthand = "size",
    .left_out = "write step: {tolerance: 1e-4} to say how exact the results are to be",
    .example = "step: {tolerance: 1e-5}",
    .rules = step_rules,
    .rule_count = TRM_COUNT(step_rules)};

static const trm_Field times_fields[] = {
    {TRM_KEY(trm_OutputTimesDef, every, "every", TRM_FIELD_NUMBER), .unit = "s", .flags = TRM_POSITIVE,
     .doc = "time between stored rows; default: every step"},
    {TRM_KEY(trm_OutputTimesDef, times, "times", TRM_FIELD_NUMBERS), .unit = "s", .flags = TRM_NOT_NEGATIVE,
     .doc = "further times to store"},
    {TRM_KEY(trm_OutputTimesDef, dense, "dense", TRM_FIELD_FLAG), .unit = "", .fallback = "false",
     .doc =
         "do not end steps at these times: rows between the ends of steps are interpolated, of the order of the "
         "scheme, and marked (the channel solver.interpolated is 1); in them reactions, multipliers, internal forces "
         "and strains of beams and energies are NaN. Dynamic analyses only"},
    {TRM_KEY(trm_OutputTimesDef, beams, "beams", TRM_FIELD_CHOICE), .unit = "", .fallback = "all",
     .choices = beam_outputs,
     .doc =
         "what is stored of every beam in each row: all = positions, orientations, internal forces and strains along "
         "it; shape = positions and orientations; none = only the channels of the outputs"},
    {TRM_KEY(trm_OutputTimesDef, channels, "channels", TRM_FIELD_NAMES), .unit = "", .choices = channels_only,
     .doc = "which channels are stored: names, of entries too (energy), with * and ? for any letters, in quotation "
            "marks (\"bob.*\"); default: all"},
    {TRM_KEY(trm_OutputTimesDef, statistics, "statistics", TRM_FIELD_NAMES), .unit = "", .choices = channels_only,
     .doc = "channels, as in `channels`, whose minimum, maximum, mean and rms over all steps are told at the end; "
            "default: those "
            "of the model's outputs, over the results"},
    {TRM_KEY(trm_OutputTimesDef, numbers, "numbers", TRM_FIELD_CHOICE), .unit = "", .fallback = "float64",
     .choices = numbers, .doc = "how they are stored: float32 has seven digits and half the size"},
    {TRM_KEY(trm_OutputTimesDef, compress, "compress", TRM_FIELD_FLAG), .unit = "", .fallback = "false",
     .doc = "make the file smaller when the run has finished (deflate)"},
};

static const trm_FieldTable output_times_table = {
    .name = "output-times",
    .doc = "When results are stored, which and how. A number alone is the interval.",
    .size = sizeof(trm_OutputTimesDef),
    .fields = times_fields,
    .field_count = TRM_COUNT(times_fields),
    .shorthand = "every",
    .example = "output: {every: 0.01, times: [0.125, 0.375], channels: [energy, \"bob.*\"]}"};

static const trm_Field newton_fields[] = {
    {TRM_KEY(trm_NewtonDef, tolerance, "tolerance", TRM_FIELD_NUMBER), .unit = "", .flags = TRM_POSITIVE,
     .fallback = "1e-12", .doc = "largest residual accepted, relative to the largest internal force"},
    {TRM_KEY(trm_NewtonDef, iterations, "iterations", TRM_FIELD_INTEGER), .unit = "", .flags = TRM_POSITIVE,
     .fallback = "25", .doc = "iterations after which the step is retried smaller"},
    {TRM_KEY(trm_NewtonDef, scale, "scale", TRM_FIELD_NUMBER), .unit = "N/m", .flags = TRM_POSITIVE,
     .doc = "factor by which multipliers are scaled; default: chosen from the model; results do not depend on it"},
};

static const trm_FieldTable newton_table = {.name = "newton",
                                            .doc = "The iteration within a step.",
                                            .size = sizeof(trm_NewtonDef),
                                            .fields = newton_fields,
                                            .field_count = TRM_COUNT(newton_fields),
                                            .example = "newton: {tolerance: 1e-10}"};

static const trm_Field stop_fields[] = {
    {TRM_KEY(trm_StopAtDef, channel, "channel", TRM_FIELD_TEXT), .unit = "", .flags = TRM_REQUIRED,
     .doc = "name of a channel, like tip.u.y"},
    {TRM_KEY(trm_StopAtDef, value, "value", TRM_FIELD_NUMBER), .unit = "", .flags = TRM_REQUIRED,
     .doc = "the value at which it ends, in the channel's unit"},
};

static const trm_FieldTable stop_table = {
    .name = "stop-at",
    .doc = "Ends a motion or a path where a channel first has a value, and exactly there.",
    .size = sizeof(trm_StopAtDef),
    .fields = stop_fields,
    .field_count = TRM_COUNT(stop_fields),
    .example = "stop-at: {channel: tip.u.y, value: -0.5}"};

/* rows that several kinds have */
#define UNTIL(flag, text)                                                                                              \
  {                                                                                                                    \
    TRM_KEY(trm_AnalysisDef, until, "until", TRM_FIELD_NUMBER), .unit = "s", .flags = TRM_POSITIVE | (flag),           \
                                                                .doc = text                                            \
  }
#define STEP(text)                                                                                                     \
  { TRM_KEY(trm_AnalysisDef, step, "step", TRM_FIELD_TABLE), .unit = "", .table = &trm_step_table, .doc = text }
#define OUTPUT                                                                                                         \
  {                                                                                                                    \
    TRM_KEY(trm_AnalysisDef, output, "output", TRM_FIELD_TABLE), .unit = "", .table = &output_times_table,             \
                                                                 .doc = "when results are stored, and which"           \
  }
#define NEWTON                                                                                                         \
  {                                                                                                                    \
    TRM_KEY(trm_AnalysisDef, newton, "newton", TRM_FIELD_TABLE), .unit = "", .table = &newton_table,                   \
                                                                 .doc = "the iteration within a step"                  \
  }

#define END_OF_TIME "end of the simulated time, which begins at 0 or goes on from the analysis before"

static const trm_Field dynamic_fields[] = {
    UNTIL(TRM_REQUIRED, END_OF_TIME),
    STEP("time step, default: automatic"),
    {TRM_KEY(trm_AnalysisDef, scheme, "scheme", TRM_FIELD_CHOICE), .unit = "", .doc = "time integration"},
    {TRM_KEY(trm_AnalysisDef, formulation, "formulation", TRM_FIELD_CHOICE), .unit = "", .fallback = "absolute",
     .choices = formulations,
     .doc = "absolute: the unknowns are motions of bodies in the world; relative: of each body relative to the one "
            "that carries it, in a tree of joints whose loops are closed by constraints, with the scheme index-1: "
            "rigid bodies only; the motion is the same"},
    {TRM_KEY(trm_AnalysisDef, rho, "rho", TRM_FIELD_NUMBER), .unit = "", .flags = TRM_NOT_NEGATIVE,
     .doc =
         "energy-decaying, generalized-alpha: what is left of a very fast vibration after a step, 0 (all is taken) to "
         "1 (nothing is: energy-decaying then takes the steps of energy-preserving; just below 1 keeping velocities on "
         "the constraints takes more than asked for); default: 0 for energy-decaying, 0.8 for generalized-alpha"},
    {TRM_KEY(trm_AnalysisDef, order, "order", TRM_FIELD_INTEGER), .unit = "", .fallback = "2", .choices = orders,
     .doc = "order of accuracy; energy-preserving: 4 and 6 compose substeps of order 2, some backwards, so not with "
            "dampers or stops; with the automatic step 6 where it can be used, also with dampers that "
            "act slowly; index-1: 4 or 6, default 6, and 8 with the automatic step of models without beams, delays, "
            "stops and formulas that jump"},
    {TRM_KEY(trm_AnalysisDef, stop_at, "stop-at", TRM_FIELD_TABLE), .unit = "", .table = &stop_table,
     .doc = "the analysis ends where a channel first passes a value, and exactly there"},
    OUTPUT,
    NEWTON,
};

static const trm_Field static_fields[] = {
    UNTIL(0, "with arc-length: the load factor at which the path ends when it first gets there, default: 1, or none "
             "when steps or stop-at are given"),
    {TRM_KEY(trm_AnalysisDef, at, "at", TRM_FIELD_NUMBER), .unit = "s", .flags = TRM_NOT_NEGATIVE,
     .doc = "the time at which loads and prescribed motions are taken, and at which a later analysis begins; default: "
            "0, or the end of the analysis before"},
    {TRM_KEY(trm_AnalysisDef, increments, "increments", TRM_FIELD_INTEGER), .unit = "", .flags = TRM_POSITIVE,
     .fallback = "1",
     .doc = "equal parts in which gravity, loads and prescribed motions are put on, each with a row of results; made "
            "smaller where needed"},
    {TRM_KEY(trm_AnalysisDef, method, "method", TRM_FIELD_CHOICE), .unit = "", .fallback = "load-steps",
     .choices = methods,
     .doc = "load-steps puts the loads on in increments and ends at a stable equilibrium; arc-length follows the "
            "equilibria as the load factor goes up and down, past limit points (snap-through) and turning points "
            "(snap-back), stable or not"},
    {TRM_KEY(trm_AnalysisDef, arc, "arc", TRM_FIELD_NUMBER), .unit = "", .flags = TRM_POSITIVE, .fallback = "0.1",
     .doc = "arc-length: longest step along the path; its square is the sum of the squares of the displacement over "
            "the model's size (mean of all points), the rotation in rad (mean of all triads) and the change of the "
            "load factor over until; shorter where the path bends"},
    {TRM_KEY(trm_AnalysisDef, steps, "steps", TRM_FIELD_INTEGER), .unit = "", .flags = TRM_POSITIVE,
     .doc = "arc-length: the path ends after so many steps; default: as many as it takes, and giving up after 10000"},
    {TRM_KEY(trm_AnalysisDef, stop_at, "stop-at", TRM_FIELD_TABLE), .unit = "", .table = &stop_table,
     .doc = "arc-length: the path ends where a channel first has a value"},
    NEWTON,
};

static const trm_Field kinematic_fields[] = {
    UNTIL(TRM_REQUIRED, END_OF_TIME),
    STEP("time between positions, default: the output times"),
    OUTPUT,
};

static const trm_Field modal_fields[] = {
    {TRM_KEY(trm_AnalysisDef, count, "count", TRM_FIELD_INTEGER), .unit = "", .flags = TRM_POSITIVE, .fallback = "10",
     .doc = "how many modes, those of the lowest frequencies"},
    {TRM_KEY(trm_AnalysisDef, about, "about", TRM_FIELD_CHOICE), .unit = "", .fallback = "state",
     .choices = modal_abouts,
     .doc = "state = about what the analysis before left, or the initial state with its velocities: at rest in "
            "equilibrium, or turning steadily; reference = about the model as written, at rest and without loads"},
    {TRM_KEY(trm_AnalysisDef, frame, "frame", TRM_FIELD_CHOICE), .unit = "", .fallback = "automatic",
     .choices = modal_frames,
     .doc = "axes in which the vibrations of a turning model are seen; automatic: turning with it if all of it turns, "
            "else the world's; motion: for linear systems, deviations from the motion as it is, steady or not (no "
            "modes)"},
};

const trm_FieldTable trm_dynamic_table = {.doc = "the motion",
                                          .size = sizeof(trm_AnalysisDef),
                                          .fields = dynamic_fields,
                                          .field_count = TRM_COUNT(dynamic_fields)};
const trm_FieldTable trm_static_table = {.doc = "an equilibrium",
                                         .size = sizeof(trm_AnalysisDef),
                                         .fields = static_fields,
                                         .field_count = TRM_COUNT(static_fields)};
const trm_FieldTable trm_kinematic_table = {.doc =
                                                "the motion that drives prescribe completely, with the forces it needs",
                                            .size = sizeof(trm_AnalysisDef),
                                            .fields = kinematic_fields,
                                            .field_count = TRM_COUNT(kinematic_fields)};
const trm_FieldTable trm_modal_table = {.doc = "small vibrations about a steady state, as the last analysis",
                                        .size = sizeof(trm_AnalysisDef),
                                        .fields = modal_fields,
                                        .field_count = TRM_COUNT(modal_fields)};
