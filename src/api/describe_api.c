/* The installed functions that give the manual, the schema and the reference pages as text. */
#include "build/describe.h"
#include "trammel/trammel.h"

char *trm_describe(const char *const *words, int count, trm_Diagnostics *diagnostics) {
  return trm_describe_words(trm_joint_registry(), words, count, diagnostics);
}

char *trm_describe_topics(const char *const *words, int count) {
  return trm_describe_names(trm_joint_registry(), words, count);
}

char *trm_schema(void) { return trm_schema_text(trm_joint_registry()); }

char *trm_reference_page(int index, const char **file_name) {
  return trm_reference_text(trm_joint_registry(), index, file_name);
}
