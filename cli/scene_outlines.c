/* Sections of beams as they are drawn. One that is given by numbers is an estimate and kept in proportion to its beam;
   one that is too thin to be seen is grown. */
#include <stdlib.h>
#include <string.h>
#include "scene.h"

static const double LEAST = 0.0045; /* of the motion's size: what can still be seen */
static const double MOST = 0.12;    /* of the beam's length: an estimate that looks like a beam */

static int read_points(const Json *section, double points[MOST_OUTLINE][2]) {
  const Json *outline = json_get(section, "outline");
  int count = outline->count / 2 < MOST_OUTLINE ? outline->count / 2 : MOST_OUTLINE;
  for (int i = 0; i < 2 * count; i++) points[i / 2][i % 2] = outline->items[i].number;
  return count;
}

static double extent_of(double points[MOST_OUTLINE][2], int count, int axis) {
  double reach = 0;
  for (int i = 0; i < count; i++) reach = fmax(reach, fabs(points[i][axis]));
  return 2 * reach;
}

/* the rectangle around an outline of other points than the others of its beam */
static void make_rectangle(double points[MOST_OUTLINE][2], int count) {
  double y = extent_of(points, count, 0) / 2, z = extent_of(points, count, 1) / 2;
  for (int i = 0; i < 4; i++) points[i][0] = i == 0 || i == 3 ? y : -y, points[i][1] = i < 2 ? z : -z;
}

static void fit(double points[MOST_OUTLINE][2], int count, double least, double most) {
  for (int n = 0; n < 2; n++) {
    double size = extent_of(points, count, n), factor = size > 0 ? fmax(fmin(size, most), least) / size : 1;
    for (int i = 0; i < count; i++) points[i][n] *= factor;
  }
}

static bool read_sections(const Scene *scene, Beam *beam, const Json *part, const Json *sections) {
  const Json *along = json_get(part, "sections");
  double length = json_number(part, "length", 1);
  bool alike = true;
  int *counts = calloc((size_t)along->count + 1, sizeof *counts);
  beam->sections = calloc((size_t)along->count + 1, sizeof *beam->sections);
  if (!counts || !beam->sections) return free(counts), false;
  for (int i = 0; i < along->count; i++) {
    const Json *section = scene_find(sections, json_text(&along->items[i], "name"));
    Outline *outline = &beam->sections[beam->section_count++];
    outline->at = json_number(&along->items[i], "at", 0);
    counts[i] = read_points(section, outline->points);
    double most = json_number(section, "equivalent", 0) != 0 ? MOST * length : INFINITY;
    if (counts[i] < 3) { /* a file that tells none: thin and square */
      const double square[4][2] = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
      memcpy(outline->points, square, sizeof square);
      counts[i] = 4, most = 0;
    }
    fit(outline->points, counts[i], LEAST * scene->drawn, most);
    alike &= counts[i] == counts[0];
  }
  beam->outline_count = alike ? counts[0] : 4;
  for (int i = 0; i < beam->section_count && !alike; i++) make_rectangle(beam->sections[i].points, counts[i]);
  free(counts);
  return beam->section_count > 0;
}

/* linear between two sections; two at one place are a jump */
static void outline_at(const Beam *beam, double xi, double (*points)[2]) {
  int at = 0;
  while (at + 1 < beam->section_count && beam->sections[at + 1].at <= xi) at++;
  const Outline *before = &beam->sections[at];
  const Outline *after = at + 1 < beam->section_count ? before + 1 : before;
  double share = after->at > before->at ? (xi - before->at) / (after->at - before->at) : 0;
  for (int i = 0; i < beam->outline_count; i++)
    for (int n = 0; n < 2; n++)
      points[i][n] = before->points[i][n] + share * (after->points[i][n] - before->points[i][n]);
}

bool scene_read_outlines(Scene *scene, Beam *beam, const Json *part, const Json *sections) {
  double length = json_number(part, "length", 1);
  if (!read_sections(scene, beam, part, sections)) return false;
  for (int n = 0; n < 2; n++)
    beam->thickness = fmax(beam->thickness, extent_of(beam->sections[0].points, beam->outline_count, n));
  beam->outlines = malloc((size_t)beam->stations * (size_t)beam->outline_count * sizeof *beam->outlines);
  for (int s = 0; beam->outlines && s < beam->stations; s++)
    outline_at(beam, beam->span[scene_node_of(beam, s)] / length, beam->outlines + s * beam->outline_count);
  return beam->outlines != NULL;
}
