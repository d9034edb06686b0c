/* What is found by a number or a name for each part of a scene: which part carries a node, what acts on it, the joint
   of a name. Lists that are sorted once, so that scenes of many parts take no time with the square of their number. */
#include <stdlib.h>
#include <string.h>
#include "scene.h"

/* Nodes that follow each other and belong to one part. */
typedef struct Span {
  int first, count, body, beam; /* the part, or -1 */
} Span;

typedef struct Attachment {
  int node, order; /* order: of the file, since the first of several points at one place is the one that counts */
  const Json *frame;
} Attachment;

struct Index {
  Span *spans;
  Attachment *attachments;
  const Json **joints; /* by name */
  int span_count, attachment_count, joint_count;
};

static int compare(int a, int b) { return (a > b) - (a < b); }

static int by_first(const void *a, const void *b) {
  return compare(((const Span *)a)->first, ((const Span *)b)->first);
}

static int by_node(const void *a, const void *b) {
  const Attachment *one = a, *two = b;
  int nodes = compare(one->node, two->node);
  return nodes ? nodes : compare(one->order, two->order);
}

static int by_name(const void *a, const void *b) {
  return strcmp(json_text(*(const Json *const *)a, "name"), json_text(*(const Json *const *)b, "name"));
}

bool scene_index_parts(Scene *scene) {
  Index *index = scene->index = calloc(1, sizeof *index);
  if (!index) return false;
  index->spans = calloc((size_t)scene->body_count + (size_t)scene->beam_count + 1, sizeof *index->spans);
  if (!index->spans) return false;
  for (int b = 0; b < scene->body_count; b++) /* the ground carries nothing: what it holds is the world's */
    if (scene->bodies[b].node > 0) index->spans[index->span_count++] = (Span){scene->bodies[b].node, 1, b, -1};
  for (int b = 0; b < scene->beam_count; b++)
    index->spans[index->span_count++] = (Span){scene->beams[b].first_node, scene->beams[b].nodes, -1, b};
  qsort(index->spans, (size_t)index->span_count, sizeof *index->spans, by_first);
  return true;
}

Carrier scene_carrier_of(const Scene *scene, int node) {
  const Span *spans = scene->index->spans, *found = NULL;
  for (int low = 0, high = scene->index->span_count; low < high;) { /* the last one that begins at the node or before */
    int middle = low + (high - low) / 2;
    if (spans[middle].first <= node)
      found = &spans[middle], low = middle + 1;
    else
      high = middle;
  }
  Carrier carrier = {-1, -1, 0};
  if (!found || node >= found->first + found->count) return carrier;
  carrier.body = found->body, carrier.beam = found->beam;
  const Beam *beam = carrier.beam < 0 ? NULL : &scene->beams[carrier.beam];
  for (int s = beam ? beam->stations - 1 : -1; s >= 0; s--)
    if (scene_node_of(beam, s) == node - beam->first_node) carrier.station = s;
  return carrier;
}

/* ---- what acts on nodes ------------------------------------------------------------------------------------------ */

static void attach(Index *index, const Json *frame) {
  Attachment *last = &index->attachments[index->attachment_count];
  *last = (Attachment){json_integer(frame, "node", -1), index->attachment_count, frame};
  index->attachment_count++;
}

bool scene_index_links(Scene *scene, const Json *geometry) {
  static const char *const links[] = {"joints", "springs"}, *const frames[] = {"loads", "markers"};
  Index *index = scene->index;
  const Json *joints = json_get(geometry, "joints");
  size_t room = 1;
  for (int l = 0; l < 2; l++)
    room += 2 * (size_t)json_get(geometry, links[l])->count + (size_t)json_get(geometry, frames[l])->count;
  index->attachments = calloc(room, sizeof *index->attachments);
  index->joints = calloc((size_t)joints->count + 1, sizeof *index->joints);
  if (!index->attachments || !index->joints) return false;
  for (int l = 0; l < 2; l++) {
    const Json *list = json_get(geometry, links[l]);
    for (int i = 0; i < list->count; i++) {
      if (strcmp(json_text(&list->items[i], "glyph"), "none") == 0) continue; /* it is nowhere */
      const Json *sides = json_get(&list->items[i], "sides");
      int count = scene_slide_shift(scene, &list->items[i]) != 0 ? 1 : sides->count;
      for (int s = 0; s < count; s++) attach(index, &sides->items[s]);
    }
  }
  for (int l = 0; l < 2; l++) {
    const Json *list = json_get(geometry, frames[l]);
    for (int i = 0; i < list->count; i++) attach(index, &list->items[i]);
  }
  for (int i = 0; i < joints->count; i++) index->joints[index->joint_count++] = &joints->items[i];
  qsort(index->attachments, (size_t)index->attachment_count, sizeof *index->attachments, by_node);
  qsort(index->joints, (size_t)index->joint_count, sizeof *index->joints, by_name);
  return true;
}

const Json *scene_attachment(const Scene *scene, int node, int number) {
  const Index *index = scene->index;
  int low = 0;
  for (int high = index->attachment_count; low < high;) {
    int middle = low + (high - low) / 2;
    if (index->attachments[middle].node < node)
      low = middle + 1;
    else
      high = middle;
  }
  low += number;
  return low < index->attachment_count && index->attachments[low].node == node ? index->attachments[low].frame : NULL;
}

const Json *scene_joint(const Scene *scene, const char *name) {
  const Index *index = scene->index;
  for (int low = 0, high = index->joint_count; low < high;) {
    int middle = low + (high - low) / 2, side = strcmp(name, json_text(index->joints[middle], "name"));
    if (side == 0) return index->joints[middle];
    if (side < 0)
      high = middle;
    else
      low = middle + 1;
  }
  return json_get(&scene->geometry, ""); /* an empty value */
}

void scene_index_free(Scene *scene) {
  if (!scene->index) return;
  free(scene->index->spans), free(scene->index->attachments), free(scene->index->joints);
  free(scene->index);
  scene->index = NULL;
}
