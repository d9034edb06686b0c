/* Meshes with normals at their vertices, as glTF wants them. */
#ifndef TRM_CLI_GLTF_MESHES_H
#define TRM_CLI_GLTF_MESHES_H

#include <stdint.h>
#include "scene.h"

typedef struct Shaded {
  int64_t vertex_count, corner_count;
  float (*positions)[3], (*normals)[3];
  uint16_t *stations; /* of a beam: which moves the vertex; else NULL */
  uint32_t *corners;  /* three for each triangle */
} Shaded;

/* A vertex for each direction in which the surface looks at a point: faces that meet at less than 40 degrees are one
   smooth surface.
   False when out of memory. */
bool shade_mesh(const Mesh *mesh, Shaded *out);
/* Rings of the stations of a beam, each in the frame of its section, and a lid at either end. */
bool shade_beam(const Beam *beam, Shaded *out);
void shaded_free(Shaded *shaded);

#endif
