/* Joints in words, from their row blocks. */
#include <string.h>
#include "build/describe.h"

static const char reaction_convention[] =
    "Reactions are the force and the moment that the joint exerts on the second body, in the joint frame of the first "
    "body, at the joint's point (that of the second body where the two differ); an output with `frame: world` gives "
    "them in world axes.";

static void add_row(trm_Text *text, const trm_JointKind *kind, const trm_Row *row) {
  const char *coordinate = row->coordinate >= 0 ? kind->coordinates[row->coordinate].name : "";
  const char *parameter = kind->parameter_count > 0 ? kind->parameters[0].key : "";
  const char *plane = row->seen_from_l ? "second" : "first", *vector = row->seen_from_l ? "first" : "second";
  switch (row->type) {
  case TRM_ROW_PERPENDICULAR:
    trm_text_format(text, "e%d of the first body is perpendicular to e%d of the second", row->a + 1, row->b + 1);
    break;
  case TRM_ROW_IN_PLANE:
    trm_text_format(text, "the second body's point is not displaced along e%d of the first", row->a + 1);
    break;
  case TRM_ROW_ANGLE:
    trm_text_format(text, "%s%s is the angle of e%d of the %s body in the plane (e%d, e%d) of the %s",
                    row->reversed ? "-" : "", coordinate, row->c + 1, vector, row->a + 1, row->b + 1, plane);
    break;
  case TRM_ROW_OFFSET:
    trm_text_format(text, "%s is the displacement of the second body's point along e%d of the first", coordinate,
                    row->a + 1);
    break;
  case TRM_ROW_COINCIDENT: trm_text_format(text, "the two points have the same %c", 'x' + row->a); break;
  case TRM_ROW_DISTANCE: trm_text_format(text, "the distance of the two points is the %s", parameter); break;
  case TRM_ROW_SINE:
    trm_text_format(text, "sin(%s) is the cosine of the angle between e%d of the first body and e%d of the second",
                    coordinate, row->a + 1, row->b + 1);
    break;
  case TRM_ROW_TWIST:
    trm_text_format(text, "the second body does not turn relative to the first about the bisector of their e%d",
                    4 - row->a - row->b);
    break;
  case TRM_ROW_SPEED:
    trm_text_format(text, "the angular velocities of the two bodies, each along the body's own e%d, are equal",
                    row->a + 1);
    break;
  case TRM_ROW_SURFACE:
    trm_text_format(text, "the second body's point is where %s = 0, in the axes of the first",
                    kind->functions[row->a].key);
    break;
  case TRM_ROW_CURVE:
    trm_text_format(text, "the second body's point has the %c of the curve at arc length %s, in the axes of the first",
                    'x' + row->a, coordinate);
    break;
  case TRM_ROW_CURVE_LOCKED:
    trm_text_format(text, "the second body does not turn against the curve's frame about its axis e%d",
                    4 - row->a - row->b);
    break;
  case TRM_ROW_CURVE_PERPENDICULAR:
    trm_text_format(text, "e%d of the second body is perpendicular to e%d of the curve's frame", row->a + 1,
                    row->b + 1);
    break;
  case TRM_ROW_CURVE_ANGLE:
    trm_text_format(text, "%s is the angle of e%d of the second body in the plane (e%d, e%d) of the curve's frame",
                    coordinate, row->a + 1, row->a + 1, row->b + 1);
    break;
  case TRM_ROW_COMBINATION:
    trm_text_format(text, "%s is the sum of the terms: factors times coordinates of other joints", coordinate);
    break;
  case TRM_ROW_RELATION:
    trm_text_format(text, "%s = %s %s / (2 pi)", kind->coordinates[row->a].name, parameter,
                    kind->coordinates[row->b].name);
    break;
  case TRM_ROW_SLIDE_POINT:
    trm_text_format(text, "the slider's point is not away from the beam's axis along e%d of the slider", row->a + 1);
    break;
  case TRM_ROW_SLIDE_LOCKED:
    trm_text_format(text, "the slider does not turn against the beam's section about e%d", 4 - row->a - row->b);
    break;
  case TRM_ROW_SLIDE_PERPENDICULAR:
    trm_text_format(text, "e%d of the slider is perpendicular to e%d of the beam's section at the contact", row->a + 1,
                    row->b + 1);
    break;
  case TRM_ROW_SLIDE_ANGLE:
    trm_text_format(text, "%s is the angle of e%d of the slider in the plane (e%d, e%d) of the beam's section",
                    coordinate, row->a + 1, row->a + 1, row->b + 1);
    break;
  }
}

static void describe_rows(trm_Manual *manual, const trm_JointKind *kind) {
  trm_page_paragraph(&manual->page, "What it imposes:");
  trm_page_end(&manual->page);
  for (int i = 0; i < kind->row_count; i++) {
    trm_Text text = {0};
    add_row(&text, kind, &kind->rows[i]);
    trm_page_item(&manual->page, NULL, text.data ? text.data : "");
    if (text.failed) manual->page.text.failed = true;
    trm_text_free(&text);
  }
  trm_page_end(&manual->page);
}

/* Every row takes a freedom and every coordinate that a row defines gives one back. */
static int freedoms(const trm_JointKind *kind) {
  int count = 6 - kind->row_count;
  for (int i = 0; i < kind->coordinate_count; i++) count += !kind->coordinates[i].share;
  return count;
}

static const char *freedom_text(trm_Arena *arena, const trm_JointKind *kind) {
  const char *rest = kind->coordinate_count ? "; its relative coordinates:" : ".";
  if (kind->frame == TRM_FRAME_NONE) return "It takes one degree of freedom, unless laws act on its coordinate:";
  return trm_arena_text(arena, "It leaves %d relative degree%s of freedom%s", freedoms(kind),
                        freedoms(kind) == 1 ? "" : "s", rest);
}

static void item(trm_Manual *manual, const char *name, const char *meaning) {
  if (!name || !meaning)
    manual->page.text.failed = true;
  else
    trm_page_item(&manual->page, name, meaning);
}

static void describe_coordinates(trm_Manual *manual, const trm_JointKind *kind) {
  trm_Arena *arena = &manual->arena;
  const char *text = freedom_text(arena, kind);
  trm_page_paragraph(&manual->page, text ? text : "");
  trm_page_end(&manual->page);
  for (int i = 0; i < kind->coordinate_count; i++) {
    const trm_JointCoordinate *coordinate = &kind->coordinates[i];
    item(manual, coordinate->name,
         coordinate->share ? coordinate->doc
                           : trm_arena_text(arena, "%s, %s", coordinate->doc,
                                            coordinate->angular ? "rad (many turns are counted)" : "m"));
  }
  trm_page_end(&manual->page);
}

static void describe_channels(trm_Manual *manual, const trm_JointKind *kind) {
  trm_Arena *arena = &manual->arena;
  trm_page_paragraph(&manual->page, "Channels of a joint called NAME:");
  trm_page_end(&manual->page);
  for (int i = 0; i < kind->coordinate_count; i++) {
    const char *name = kind->coordinates[i].name;
    bool angular = kind->coordinates[i].angular, share = kind->coordinates[i].share;
    item(manual, trm_arena_text(arena, "NAME.%s", name), share ? "1" : angular ? "rad" : "m");
    item(manual, trm_arena_text(arena, "NAME.%s.rate", name), share ? "1/s" : angular ? "rad/s" : "m/s");
    item(manual, trm_arena_text(arena, "NAME.%s.acceleration", name), share ? "1/s2" : angular ? "rad/s2" : "m/s2");
    if (share) continue; /* its drive is that of the length */
    item(manual, trm_arena_text(arena, "NAME.%s.drive", name),
         angular ? "N m, moment of the drive, where there is one" : "N, force of the drive, where there is one");
  }
  if (kind->frame == TRM_FRAME_NONE) {
    trm_page_end(&manual->page);
    return;
  }
  item(manual, "NAME.force.x .y .z", "N");
  item(manual, "NAME.moment.x .y .z", "N m");
  trm_page_end(&manual->page);
  trm_page_paragraph(&manual->page, reaction_convention);
}

void trm_describe_joint(trm_Manual *manual, int kind, int level) {
  const trm_JointKind *joint = &manual->registry.kinds[kind];
  const char *title = trm_arena_text(&manual->arena, "joint %s", joint->name);
  trm_describe_table(manual, manual->joints->tables[kind], title ? title : "", level);
  describe_rows(manual, joint);
  describe_coordinates(manual, joint);
  describe_channels(manual, joint);
  trm_page_end(&manual->page);
}

void trm_describe_joints(trm_Manual *manual, int level) {
  trm_Page *page = &manual->page;
  trm_page_heading(page, level, "joint");
  trm_page_paragraph(page, "Connects two bodies, markers or the ground. The joint's frame is given once, in the "
                           "reference configuration, and inherited by both sides, so that all relative motion is zero "
                           "there. Its axes are e1, e2, e3; the axis of a joint is e3.");
  trm_page_end(page);
  for (int i = 0; i < manual->registry.count; i++)
    trm_page_item(page, manual->registry.kinds[i].name, manual->registry.kinds[i].doc);
  trm_page_end(page);
}
