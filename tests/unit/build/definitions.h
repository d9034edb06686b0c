/* Reads a YAML text through trm_define, for the tests of the model language. */
#ifndef TRM_TEST_DEFINITIONS_H
#define TRM_TEST_DEFINITIONS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "build/tables.h"
#include "io/yaml.h"

typedef struct Defined {
  trm_Diagnostics *diagnostics;
  trm_Spec *spec;
  trm_Arena arena;
  trm_ModelDef model;
  bool good;
} Defined;

static inline Defined define_with(const char *text, trm_JointRegistry registry) {
  Defined defined = {.diagnostics = trm_diagnostics_new()};
  defined.spec = trm_yaml_parse("m.yaml", text, strlen(text), defined.diagnostics);
  if (defined.spec)
    defined.good = trm_define(defined.spec, registry, &defined.arena, defined.diagnostics, &defined.model);
  return defined;
}

static inline Defined define_text(const char *text) { return define_with(text, trm_joint_registry()); }

static inline void defined_free(Defined *defined) {
  trm_diagnostics_free(defined->diagnostics);
  trm_spec_destroy(defined->spec);
  trm_arena_free(&defined->arena);
}

/* Stops the test with what was said unless the text is right. */
static inline Defined define_good(const char *text) {
  Defined defined = define_text(text);
  if (!defined.good) {
    char *said = trm_diagnostics_text(defined.diagnostics);
    print_error("%s\n%s", text, said);
    trm_free(said);
  }
  assert_true(defined.good);
  assert_int_equal(trm_diagnostics_count(defined.diagnostics, TRM_NOTE), 0);
  return defined;
}

#endif
