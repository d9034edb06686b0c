/* The scene as JSON, for the page. */
#ifndef TRM_CLI_PAGE_SCENE_H
#define TRM_CLI_PAGE_SCENE_H

#include "scene.h"

void page_put_scene(FILE *out, const Scene *scene);

#endif
