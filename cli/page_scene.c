/* The scene in the page: numbers as JSON, with as many digits as a drawing needs. */
#include "page_scene.h"
#include <math.h>

/* lengths of what moves where positions are no numbers are none either */
static void put_real(FILE *out, double value) { fprintf(out, "%.7g", isfinite(value) ? value : 0); }

static void put_key(FILE *out, const char *key) { fprintf(out, ",\"%s\":", key); }

/* seven digits: what is drawn needs no more; guides, which are compared with motions, have nine */
static void put_list(FILE *out, const double *values, int count) {
  fputc('[', out);
  for (int i = 0; i < count; i++) fputs(i ? "," : "", out), put_real(out, values[i]);
  fputc(']', out);
}

static void put_color(FILE *out, const double color[3]) {
  fputs("\"#", out);
  for (int n = 0; n < 3; n++) fprintf(out, "%02x", (unsigned)lround(255 * color[n]));
  fputc('"', out);
}

static void put_piece(FILE *out, const Piece *piece) {
  fprintf(out, "{\"kind\":\"%s\",\"paint\":\"%s\"", piece_names[piece->kind], paint_names[piece->paint]);
  put_key(out, "size");
  put_list(out, piece->size, 4);
  put_key(out, "at");
  put_list(out, piece->pose.position, 3);
  put_key(out, "turn"); /* w, x, y, z */
  put_list(out, piece->pose.quaternion, 4);
  if (piece->corner_count) put_key(out, "corners"), put_list(out, piece->corners[0], 2 * piece->corner_count);
  if (piece->hole_count)
    put_key(out, "hole"), put_list(out, piece->corners[piece->corner_count], 2 * piece->hole_count);
  fputc('}', out);
}

static void put_look(FILE *out, const Look *look) {
  fputc('[', out);
  for (int i = 0; i < look->count; i++) {
    if (i) fputc(',', out);
    put_piece(out, &look->pieces[i]);
  }
  fputc(']', out);
}

static void put_bodies(FILE *out, const Scene *scene) {
  bool first = true;
  for (int i = 0; i < scene->body_count; i++) {
    const Body *body = &scene->bodies[i];
    bool ground = body->node == 0;
    if (ground) put_key(out, "ground");
    fputs(ground ? "" : first ? ",\"bodies\":[" : ",\n", out);
    fputs("{\"color\":", out);
    put_color(out, body->color);
    put_key(out, "pieces");
    put_look(out, &body->look);
    fputc('}', out);
    first = first && ground;
  }
  fputs(first ? ",\"bodies\":[]" : "]", out);
}

static void put_beams(FILE *out, const Scene *scene) {
  put_key(out, "beams");
  fputc('[', out);
  for (int i = 0; i < scene->beam_count; i++) {
    const Beam *beam = &scene->beams[i];
    fputs(i ? ",\n{\"thickness\":" : "\n{\"thickness\":", out), put_real(out, beam->thickness);
    put_key(out, "color");
    put_color(out, beam->color);
    put_key(out, "sections");
    for (int s = 0; s < beam->section_count; s++) {
      fputs(s ? ",{\"at\":" : "[{\"at\":", out), put_real(out, beam->sections[s].at);
      put_key(out, "outline");
      put_list(out, beam->sections[s].points[0], 2 * beam->outline_count);
      fputc('}', out);
    }
    fputs("]}", out);
  }
  fputc(']', out);
}

/* in world coordinates of the reference configuration */
static void put_guide(FILE *out, const Scene *scene, const Guide *guide) {
  const Pose carrier = scene_carrier(scene, NULL, guide->carrier);
  fprintf(out, "{\"closed\":%s,\"radius\":", guide->closed ? "true" : "false");
  put_real(out, guide->radius);
  put_key(out, "color");
  put_color(out, guide->color);
  if (!guide->cut) { /* the page has the points of the file */
    fputc('}', out);
    return;
  }
  put_key(out, "points");
  fputc('[', out);
  for (int i = 0; i < guide->mesh.point_count; i++) {
    double at[3];
    pose_apply(&carrier, guide->mesh.points[i], at);
    fprintf(out, "%s%.9g,%.9g,%.9g", i ? "," : "", at[0], at[1], at[2]);
  }
  fputc(']', out);
  if (guide->mesh.triangle_count) put_key(out, "triangles");
  for (int t = 0; t < guide->mesh.triangle_count; t++) {
    const int *corner = guide->mesh.triangles[t];
    fprintf(out, "%s%d,%d,%d", t ? "," : "[", corner[0], corner[1], corner[2]);
  }
  fputs(guide->mesh.triangle_count ? "]}" : "}", out);
}

static void put_links(FILE *out, const Scene *scene, LinkKind kind) {
  static const char *const groups[JOINT_GROUPS] = {"first", "second", "support"};
  bool any = false;
  put_key(out, kind == LINK_SPRING ? "springs" : "joints");
  fputc('{', out);
  for (int l = 0; l < scene->link_count; l++) {
    const Link *link = &scene->links[l];
    const Group *second = &link->groups[JOINT_SECOND];
    if (link->kind != kind) continue;
    fputs(any ? ",\n" : "\n", out), json_put_text(out, link->name);
    fputs(":{\"size\":", out), put_real(out, link->size);
    any = true;
    if (second->move == MOVE_LINE) put_key(out, "length"), put_real(out, second->length);
    for (int g = 0; g < JOINT_GROUPS; g++) put_key(out, groups[g]), put_look(out, &link->groups[g].look);
    if (second->move != MOVE_LINE && second->guide >= 0)
      put_key(out, "guide"), put_guide(out, scene, &scene->guides[second->guide]);
    fputc('}', out);
  }
  fputc('}', out);
}

static void put_frame(FILE *out, const Frame *frame) {
  fprintf(out, "{\"node\":%d", frame->node);
  put_key(out, "at");
  put_list(out, frame->reference.position, 3);
  put_key(out, "turn");
  put_list(out, frame->reference.quaternion, 4);
  fputc('}', out);
}

static void put_couplings(FILE *out, const Scene *scene) {
  bool any = false;
  put_key(out, "couplings");
  fputc('{', out);
  for (int l = 0; l < scene->link_count; l++) {
    const Link *link = &scene->links[l];
    if (link->kind != LINK_COUPLING) continue;
    fputs(any ? ",\n" : "\n", out), json_put_text(out, link->name);
    fputs(":{\"contact\":", out);
    any = true;
    put_frame(out, &link->contact);
    put_key(out, "wheels");
    for (int w = 0; w < 2; w++) {
      fputs(w ? ",{\"color\":" : "[{\"color\":", out);
      put_color(out, link->groups[w].color);
      put_key(out, "frame");
      put_frame(out, &link->groups[w].frames[0]);
      put_key(out, "pieces");
      put_look(out, &link->groups[w].look);
      fputc('}', out);
    }
    fputs("]}", out);
  }
  fputc('}', out);
}

void page_put_scene(FILE *out, const Scene *scene) {
  fputs("{\"size\":", out), put_real(out, scene->drawn);
  put_key(out, "glyph"), put_real(out, scene->glyph);
  put_key(out, "up");
  put_list(out, scene->up, 3);
  put_key(out, "paints");
  for (int p = PAINT_METAL; p < PAINTS; p++) {
    fprintf(out, "%s\"%s\":{\"opacity\":%.3g", p == PAINT_METAL ? "{" : ",", paint_names[p], paint_opacity[p]);
    put_key(out, "color");
    put_color(out, paint_colors[p]);
    fputc('}', out);
  }
  fputc('}', out);
  put_bodies(out, scene);
  put_beams(out, scene);
  put_links(out, scene, LINK_JOINT);
  put_links(out, scene, LINK_SPRING);
  put_couplings(out, scene);
  fputc('}', out);
}
