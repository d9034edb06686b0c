/* The formats of `trammel export`. Each returns an exit status, said on stderr. */
#ifndef TRM_CLI_EXPORT_H
#define TRM_CLI_EXPORT_H

#include "scene.h"

extern const Command command_export;

typedef struct ExportRequest {
  const char *path;   /* the result file */
  const char *output; /* the file or folder to make */
  const char *stem;   /* name of the result file without its ending: for names in a folder */
  int64_t every;      /* rows: the first, and every so many-th after it */
} ExportRequest;

/* how many rows are taken, and the number of the i-th */
int64_t export_rows(const ExportRequest *request, const Scene *scene);

int export_vtu(const ExportRequest *request, const Scene *scene);  /* into the folder, which exists and is empty */
int export_gltf(const ExportRequest *request, const Scene *scene); /* into the file */
int export_csv(const ExportRequest *request, const Scene *scene);  /* into the folder, as above */

#endif
