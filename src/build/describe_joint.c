/* Joints in words, from their row blocks. */
#include <string.h>
#include "build/describe.h"
#include "element/row_form.h"

static const char reaction_convention[] =
    "Reactions are the force and the moment that the joint exerts on the second body, in the joint frame of the first "
    "body, at the joint's point (that of the second body where the two differ); an output with `frame: world` gives "
    "them in world axes.";

static void describe_rows(trm_Manual *manual, const trm_JointKind *kind) {
  trm_page_paragraph(&manual->page, "What it imposes:");
  trm_page_end(&manual->page);
  for (int i = 0; i < kind->row_count; i++) {
    char text[256];
    trm_row_words(kind, &kind->rows[i], trm_row_form(&kind->rows[i])->doc, text, sizeof text);
    trm_page_item(&manual->page, NULL, text);
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
    item(manual, "NAME.JOINT.COORDINATE.force", "N, of a rotation N m: along the coordinate of a term");
    if (trm_pitch_wheel(kind)) item(manual, "NAME.tooth.force", "N, between the teeth, where a radius is given");
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
