/* Colours, the same in the page and in every export. */
#include <stdlib.h>
#include <string.h>
#include "scene.h"

#define RGB(code)                                                                                                      \
  { ((code) >> 16) / 255., ((code) >> 8 & 0xff) / 255., ((code)&0xff) / 255. }

const char *const paint_names[PAINTS] = {"own", "own-glass", "metal", "joint", "ground", "sleeve", "spring", "glass"};
const double paint_colors[PAINTS][3] = {
    [PAINT_METAL] = RGB(0x6b7583),  [PAINT_JOINT] = RGB(0xd3d9e2),  [PAINT_GROUND] = RGB(0x7c8798),
    [PAINT_SLEEVE] = RGB(0xb9c2cf), [PAINT_SPRING] = RGB(0xc9a227), [PAINT_GLASS] = RGB(0x8fa3bd)};
const double paint_opacity[PAINTS] = {
    [PAINT_OWN] = 1,    [PAINT_OWN_GLASS] = 0.35, [PAINT_METAL] = 1,  [PAINT_JOINT] = 1,
    [PAINT_GROUND] = 1, [PAINT_SLEEVE] = 0.55,    [PAINT_SPRING] = 1, [PAINT_GLASS] = 0.3};

static const struct {
  const char *name;
  unsigned code;
} names[] = {{"red", 0xd64550},   {"orange", 0xf28e2b}, {"yellow", 0xedc948}, {"green", 0x59a14f},
             {"teal", 0x3aa6a0},  {"blue", 0x4e79a7},   {"violet", 0x9467bd}, {"pink", 0xf490b1},
             {"brown", 0x9c755f}, {"grey", 0x8a8f98},   {"black", 0x20242b},  {"white", 0xf2f3f5}};
static const unsigned palette[] = {0x4f83cc, 0xf0913d, 0x5fae57, 0xd95763, 0x4fb3ad,
                                   0xa678c8, 0xe3b341, 0xe58aa7, 0x8d6f5c, 0x7d8ea3};

void scene_color(const Json *part, int number, double color[3]) {
  const char *text = json_text(part, "color");
  unsigned code = palette[(size_t)number % (sizeof palette / sizeof *palette)];
  if (text[0] == '#') code = (unsigned)strtoul(text + 1, NULL, 16);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(text, names[i].name) == 0) code = names[i].code;
  for (int n = 0; n < 3; n++) color[n] = (double)(code >> (16 - 8 * n) & 0xff) / 255;
}
