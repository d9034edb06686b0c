/* A model from a file of bounded size. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "base/text.h"
#include "io/columns.h"
#include "io/yaml.h"

/* Reads at most one byte more than is allowed, so that the size check sees what is too large without holding it all;
   what is not a regular file (a pipe, a device) is read the same way. 0 or an errno. */
static int read_all(FILE *file, trm_Text *content) {
  char block[65536];
  while (content->length <= TRM_LARGEST_TEXT) {
    size_t got = fread(block, 1, sizeof block, file);
    if (got > 0) trm_text_add_bytes(content, block, got);
    if (content->failed) return ENOMEM;
    if (got < sizeof block) return ferror(file) ? (errno ? errno : EIO) : 0;
  }
  return 0;
}

static int read_path(const char *path, trm_Text *content) {
  errno = 0;
  FILE *file = fopen(path, "rb");
  if (!file) return errno ? errno : EIO;
  int problem = read_all(file, content);
  fclose(file);
  return problem;
}

/* Files that the model names lie in its folder. */
static trm_Spec *with_columns(trm_Spec *spec, const char *path, trm_SpecLook look, trm_Diagnostics *diagnostics) {
  const char *slash = strrchr(path, '/');
  trm_Text folder = {0};
  trm_text_add_bytes(&folder, slash ? path : ".", slash ? (size_t)(slash - path) + 1 : 1);
  if (folder.failed) trm_report(diagnostics, TRM_ERROR, TRM_NO_PLACE, "out of memory");
  bool good = !folder.failed && trm_columns_put(spec, folder.data, diagnostics);
  trm_text_free(&folder);
  if (good) return spec;
  if (look) look(spec, diagnostics);
  trm_spec_destroy(spec);
  return NULL;
}

trm_Spec *trm_yaml_read_file(const char *path, trm_Diagnostics *diagnostics) {
  return trm_yaml_read_with(path, NULL, diagnostics);
}

trm_Spec *trm_yaml_read_with(const char *path, trm_SpecLook look, trm_Diagnostics *diagnostics) {
  trm_Text content = {0};
  int problem = read_path(path, &content);
  trm_Spec *spec = NULL;
  if (problem == 0) {
    spec = trm_yaml_parse(path, content.data ? content.data : "", content.length, diagnostics);
    if (spec) spec = with_columns(spec, path, look, diagnostics);
  } else {
    trm_diagnostics_source(diagnostics, path, NULL, 0);
    trm_report(diagnostics, TRM_ERROR, TRM_NO_PLACE, "cannot read: %s", strerror(problem));
  }
  trm_text_free(&content);
  return spec;
}
