/* The keys of `events`. */
#include "build/tables_events.h"

static const char *const directions[] = {"rising", "falling", "either", NULL};
static const char *const runs[] = {"goes-on", "stop", NULL};
static const char *const joint[] = {"joint", NULL};
static const char *const signal[] = {"signal", NULL};
static const char *const coordinate[] = {"joint.coordinate", NULL};
static const char *const struck[] = {"body", "marker", "beam point", NULL};
static const char *const formula[] = {"formula", NULL};

static const trm_Field exceeds_fields[] = {
    {TRM_KEY(trm_ExceedsDef, joint, "joint", TRM_FIELD_REFERENCE), .unit = "", .flags = TRM_REQUIRED, .choices = joint,
     .doc = "whose reaction is looked at"},
    {TRM_KEY(trm_ExceedsDef, force, "force", TRM_FIELD_NUMBER), .unit = "N", .flags = TRM_POSITIVE,
     .doc = "largest magnitude of its force"},
    {TRM_KEY(trm_ExceedsDef, moment, "moment", TRM_FIELD_NUMBER), .unit = "N m", .flags = TRM_POSITIVE,
     .doc = "largest magnitude of its moment; with both, whichever is reached first"},
};
static const trm_Rule exceeds_rules[] = {{TRM_RULE_SOME, "force moment"}};
static const trm_FieldTable exceeds_table = {.name = "exceeds",
                                             .doc = "A limit of what a joint carries.",
                                             .size = sizeof(trm_ExceedsDef),
                                             .fields = exceeds_fields,
                                             .field_count = TRM_COUNT(exceeds_fields),
                                             .example = "exceeds: {joint: rope, force: 500}",
                                             .rules = exceeds_rules,
                                             .rule_count = TRM_COUNT(exceeds_rules)};

static const trm_Field impulse_fields[] = {
    {TRM_KEY(trm_ImpulseDef, on, "on", TRM_FIELD_REFERENCE), .unit = "", .flags = TRM_REQUIRED, .choices = struck,
     .also = "part",
     .doc = "the place that is struck; `part` is the same key, for programs that read `on` as true (YAML 1.1)"},
    {TRM_KEY(trm_ImpulseDef, force, "force", TRM_FIELD_NAMES), .unit = "N s", .choices = formula,
     .doc = "three components of the impulse of a force, world axes: numbers or formulas over channels just before"},
    {TRM_KEY(trm_ImpulseDef, moment, "moment", TRM_FIELD_NAMES), .unit = "N m s", .choices = formula,
     .doc = "three components of the impulse of a moment"},
};
static const trm_Rule impulse_rules[] = {{TRM_RULE_SOME, "force moment"}};
static const trm_FieldTable impulse_table = {
    .name = "impulse",
    .doc = "A blow: velocities change at once, on the constraints; its work is that of a load.",
    .size = sizeof(trm_ImpulseDef),
    .fields = impulse_fields,
    .field_count = TRM_COUNT(impulse_fields),
    .example = "impulse: {on: bob, force: [0, \"-1.5*bob.velocity.y\", 0]}",
    .rules = impulse_rules,
    .rule_count = TRM_COUNT(impulse_rules)};

static const trm_Field set_fields[] = {
    {TRM_KEY(trm_SetDef, signal, "signal", TRM_FIELD_REFERENCE), .unit = "", .flags = TRM_REQUIRED, .choices = signal,
     .doc = "whose memory is one number: an integral, a lag, a filter, a sampled signal, a relay"},
    {TRM_KEY(trm_SetDef, to, "to", TRM_FIELD_TEXT), .unit = "", .flags = TRM_REQUIRED,
     .doc = "its value from now on, a formula over channels just before"},
};
static const trm_FieldTable set_table = {.name = "set",
                                         .doc = "A signal gets another value; it goes on from there.",
                                         .size = sizeof(trm_SetDef),
                                         .fields = set_fields,
                                         .field_count = TRM_COUNT(set_fields),
                                         .example = "set: {signal: sum, to: -0.5*signal.sum}"};

static const trm_Field do_fields[] = {
    {TRM_KEY(trm_EventDoDef, run, "run", TRM_FIELD_CHOICE), .unit = "", .fallback = "goes-on", .choices = runs,
     .doc = "stop: the run ends here, as at its end"},
    {TRM_KEY(trm_EventDoDef, release, "release", TRM_FIELD_NAMES), .unit = "", .choices = joint,
     .doc = "joints of which nothing holds from now on, and no law acts; what their laws had stored is dissipated"},
    {TRM_KEY(trm_EventDoDef, lock, "lock", TRM_FIELD_NAMES), .unit = "", .choices = coordinate,
     .doc =
         "coordinates (latch.phi) without a drive that stay where they are from now on; the energy of their motion is "
         "dissipated"},
    {TRM_KEY(trm_EventDoDef, unlock, "unlock", TRM_FIELD_NAMES), .unit = "", .choices = coordinate,
     .doc = "coordinates that are free again"},
    {TRM_KEY(trm_EventDoDef, set, "set", TRM_FIELD_SERIES), .unit = "", .table = &set_table,
     .doc = "a signal that gets another value, or a list of them"},
    {TRM_KEY(trm_EventDoDef, reset, "reset", TRM_FIELD_NAMES), .unit = "", .choices = signal,
     .doc = "signals whose memory is again what it was at the start of the run"},
    {TRM_KEY(trm_EventDoDef, impulse, "impulse", TRM_FIELD_TABLE), .unit = "", .table = &impulse_table,
     .doc = "a blow on something"},
};
static const trm_FieldTable do_table = {.name = "do",
                                        .doc = "What an event does. `stop` alone ends the run.",
                                        .size = sizeof(trm_EventDoDef),
                                        .fields = do_fields,
                                        .field_count = TRM_COUNT(do_fields),
                                        .shorthand = "run",
                                        .example = "do: {lock: latch.phi}"};

static const trm_Field event_fields[] = {
    {TRM_KEY(trm_EventDef, when, "when", TRM_FIELD_TEXT), .unit = "",
     .doc = "a formula over channels, what formulas of forces may name (names), accelerations, parameters, inputs "
            "and t: it happens where its value changes sign"},
    {TRM_KEY(trm_EventDef, exceeds, "exceeds", TRM_FIELD_TABLE), .unit = "", .table = &exceeds_table,
     .doc = "instead: where what a joint carries gets this large, also if it does from the start; without `do` the "
            "joint is released"},
    {TRM_KEY(trm_EventDef, direction, "direction", TRM_FIELD_CHOICE), .unit = "", .fallback = "either",
     .choices = directions, .doc = "of the change of sign: rising from negative to positive"},
    {TRM_KEY(trm_EventDef, action, "do", TRM_FIELD_TABLE), .unit = "", .table = &do_table,
     .doc = "what happens; without it the event is only told"},
};
static const trm_Rule event_rules[] = {{TRM_RULE_ONE, "when exceeds"}, {TRM_RULE_NEEDS, "direction when"}};

const trm_FieldTable trm_event_table = {
    .name = "event",
    .doc = "Something that happens where a formula changes its sign. A step of a dynamic analysis ends there, in every "
           "scheme; when it happened is told in the summary and in the result file.",
    .size = sizeof(trm_EventDef),
    .fields = event_fields,
    .field_count = TRM_COUNT(event_fields),
    .example = "events:\n"
               "  latch: {when: \"door.phi - pi/2\", direction: rising, do: {lock: door.phi}}\n"
               "  snap: {exceeds: {joint: rope, force: 500}}\n"
               "  landed: {when: bob.position.y, direction: falling, do: stop}",
    .rules = event_rules,
    .rule_count = TRM_COUNT(event_rules)};
