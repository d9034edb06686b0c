/* Text for everything else: the channels, and for each beam a file with a line for each row and node. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "export.h"

static int written(FILE *out, const char *path) {
  bool failed = !out || ferror(out);
  if (out && fclose(out) != 0) failed = true;
  return failed ? cli_complain(&command_export, CLI_FAILED, "cannot write %s: %s", path, strerror(errno)) : CLI_OK;
}

static void put_header(FILE *out, const Scene *scene, int count) {
  fputs("time", out);
  for (int c = 0; c < count; c++) fputc(',', out), cli_put_csv(out, trm_results_channel(scene->results, c).name);
  fputc('\n', out);
}

/* channels: the time, then all */
static int put_channels(FILE *out, const ExportRequest *request, const Scene *scene, const int *channels, int count) {
  RowReader reader;
  double *values = malloc((size_t)count * sizeof *values);
  trm_RowRange rows = {0, export_rows(request, scene), request->every};
  bool room = cli_rows_open(&reader, scene->results, channels, count, rows);
  int status = room && values ? CLI_OK : cli_no_memory(&command_export);
  for (int64_t i = 0; i < rows.count && status == CLI_OK && !ferror(out); i++) {
    if (!cli_rows_get(&reader, i, values)) status = cli_unreadable(&command_export, "the rows", request->path);
    for (int c = 0; c < count && status == CLI_OK; c++) fprintf(out, c ? ",%.17g" : "%.17g", values[c]);
    fputc('\n', out);
  }
  cli_rows_close(&reader);
  free(values);
  return status;
}

static int write_channels(const ExportRequest *request, const Scene *scene) {
  int count = trm_results_channel_count(scene->results), status = CLI_OK;
  int *channels = malloc(((size_t)count + 1) * sizeof *channels);
  for (int c = 0; channels && c <= count; c++) channels[c] = c - 1;
  char *path = cli_format("%s/%s.csv", request->output, request->stem);
  if (!channels || !path) status = cli_no_memory(&command_export);
  if (status == CLI_OK) {
    FILE *out = fopen(path, "w");
    if (out) put_header(out, scene, count);
    int read = out ? put_channels(out, request, scene, channels, count + 1) : CLI_OK;
    status = written(out, path);
    if (status == CLI_OK) status = read;
  }
  free(channels);
  free(path);
  return status;
}

/* station and node values of one row; false when they cannot be read */
static bool put_row(FILE *out, const Scene *scene, const Beam *beam, int64_t row, double *room) {
  Pose *stations = (Pose *)room;
  double *forces = room + 7 * (ptrdiff_t)beam->stations;
  if (!scene_beam(scene, beam, row, stations)) return false;
  bool known = beam->force >= 0 && scene_beam_values(scene, beam, beam->force, row, forces);
  for (int s = 0; s < beam->stations; s++) {
    const Pose *pose = &stations[s];
    fprintf(out, "%.17g,%d,%d,%.17g", scene->time[row], s / (beam->order + 1), scene_node_of(beam, s),
            beam->span[scene_node_of(beam, s)]);
    for (int n = 0; n < 3; n++) fprintf(out, ",%.17g", pose->position[n]);
    for (int n = 0; n < 4; n++) fprintf(out, ",%.9g", pose->quaternion[n]);
    for (int n = 0; known && n < 6; n++) fprintf(out, ",%.9g", forces[6 * (ptrdiff_t)s + n]);
    fputc('\n', out);
  }
  return true;
}

static int write_beam(const ExportRequest *request, const Scene *scene, const Beam *beam) {
  char *path = cli_format("%s/%s.%s.csv", request->output, request->stem, beam->name);
  double *room = malloc(13 * (size_t)beam->stations * sizeof *room);
  FILE *out = path && room ? fopen(path, "w") : NULL;
  bool good = true;
  if (out) {
    fprintf(out, "time,element,node,span,x,y,z,qw,qx,qy,qz%s\n",
            beam->force >= 0 ? ",axial,shear.y,shear.z,torque,moment.y,moment.z" : "");
    for (int64_t i = 0; good && i < export_rows(request, scene) && !ferror(out); i++)
      good = put_row(out, scene, beam, i * request->every, room);
  }
  int status = written(out, path ? path : "a table");
  free(room);
  free(path);
  return good ? status : cli_unreadable(&command_export, "a row", request->path);
}

int export_csv(const ExportRequest *request, const Scene *scene) {
  int status = write_channels(request, scene);
  for (int i = 0; i < scene->beam_count && status == CLI_OK; i++) status = write_beam(request, scene, &scene->beams[i]);
  return status;
}
