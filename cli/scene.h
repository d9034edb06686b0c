/* What a result file shows: bodies with their shapes, beams with their sections, and where they are in each row. */
#ifndef TRM_CLI_SCENE_H
#define TRM_CLI_SCENE_H

#include "cli.h"
#include "json_read.h"

enum { MOST_OUTLINE = 48 }; /* points of a section's outline */

/* Triangles in the frame of their owner, m. */
typedef struct Mesh {
  int point_count, triangle_count;
  double (*points)[3];
  int (*triangles)[3];
} Mesh;

/* Position and axes: quaternion w, x, y, z turns the world's axes into those of the part. */
typedef struct Pose {
  double position[3], quaternion[4];
} Pose;

typedef struct Body {
  char *name;
  int node; /* of the model; 0: the ground */
  double color[3];
  Mesh mesh;
  Pose reference;
  double *channels[7]; /* position and quaternion of all rows; NULL: at rest (ground), or without orientation */
} Body;

typedef struct Beam {
  char *name;
  double color[3];
  int elements, order;
  int first_node;                          /* of the model */
  int nodes, stations;                     /* elements * order + 1, elements * (order + 1) */
  int outline_count;                       /* points of the outline of each station */
  double (*outlines)[2];                   /* stations x outline_count: y and z in the section's axes, m */
  double *span;                            /* of nodes, m */
  double *station_quaternions;             /* stations x 4, in the axes of the node */
  Pose *reference;                         /* of stations */
  int position, quaternion, force, strain; /* arrays of the file, -1: not stored */
  int load_count;                          /* loads per length on it, and their arrays */
  int *loads;
} Beam;

/* A curve or a surface that a part carries, on which a joint holds a point; in the frame of the part. */
typedef struct Guide {
  char *name; /* of the joint */
  double color[3];
  int body, beam, station; /* what carries it: a body, or a station of a beam; both -1: the world */
  Mesh mesh;               /* of a curve: the points of its line, and no triangles */
  bool closed;
} Guide;

typedef struct Scene {
  trm_Results *results;
  int64_t rows;
  double *time;
  double gravity[3];
  double size; /* m, of the model */
  int body_count, beam_count, guide_count;
  Body *bodies; /* the ground first, where it has shapes */
  Beam *beams;
  Guide *guides;
} Scene;

/* An exit status, said on stderr; scene_close frees what there is in any case. */
int scene_open(Scene *scene, const Command *command, const char *path);
void scene_close(Scene *scene);

Pose scene_body(const Body *body, int64_t row);
/* Poses of the stations of a beam; room for beam->stations of them. */
bool scene_beam(const Scene *scene, const Beam *beam, int64_t row, Pose *stations);
/* Six numbers for each station, of the array beam->force or beam->strain. */
bool scene_beam_values(const Scene *scene, const Beam *beam, int array, int64_t row, double *values);
/* The sum of the forces per length on a beam, N/m, world axes: three numbers for each station. */
bool scene_beam_load(const Scene *scene, const Beam *beam, int64_t row, double *values);
int scene_node_of(const Beam *beam, int station);

/* Where the part is now, and in the reference configuration, that carries a guide. */
bool scene_guide(const Scene *scene, const Guide *guide, int64_t row, Pose *now);
Pose scene_guide_reference(const Scene *scene, const Guide *guide);

/* Guides (scene_guides.c): those of the joints of the geometry, once bodies and beams are read; false when out of
   memory. */
bool scene_read_guides(Scene *scene, const Json *geometry);

void pose_apply(const Pose *pose, const double local[3], double world[3]);
void quaternion_product(const double a[4], const double b[4], double out[4]);

/* Shapes (scene_shapes.c): false when out of memory. */
bool mesh_add_box(Mesh *mesh, const double size[3], const double at[3], const double axes[9]);
bool mesh_add_sphere(Mesh *mesh, double radius, const double at[3]);
bool mesh_add_cylinder(Mesh *mesh, double radius, double length, const double at[3], const double axis[3]);
/* A round tube along a line. */
bool mesh_add_tube(Mesh *mesh, const double (*line)[3], int count, bool closed, double radius);
void mesh_free(Mesh *mesh);

#endif
