/* What a result file shows: bodies, beams, joints, springs, the curves and surfaces of joints, with their looks, and
   where they are in each row. Made here once, for the page and for every export. */
#ifndef TRM_CLI_SCENE_H
#define TRM_CLI_SCENE_H

#include "cli.h"
#include "json_read.h"
#include "vectors.h"

enum { MOST_OUTLINE = 48 }; /* points of a section's outline */

/* Triangles in the frame of their owner, m. */
typedef struct Mesh {
  int point_count, triangle_count;
  double (*points)[3];
  int (*triangles)[3];
} Mesh;

/* ---- looks ------------------------------------------------------------------------------------------------------- */

/* What things are painted with: the colour of their part, or one that all things of a kind share (scene_colors.c). */
typedef enum Paint {
  PAINT_OWN,
  PAINT_OWN_GLASS,
  PAINT_METAL,
  PAINT_JOINT,
  PAINT_GROUND,
  PAINT_SLEEVE,
  PAINT_SPRING,
  PAINT_GLASS,
  PAINTS
} Paint;

/* Built about the origin along z, then placed. The numbers of each, m:
   box: edges; ball: radius; cylinder: radius, length; bar: the same, with round ends; sleeve: a cylinder without lids;
   ring: radius, thickness of its wire (radius); helix: radius, length, turns, thickness (radius); prism: height, of the
   polygon of its points; flat when that is 0. */
typedef enum PieceKind {
  PIECE_BOX,
  PIECE_BALL,
  PIECE_CYLINDER,
  PIECE_BAR,
  PIECE_SLEEVE,
  PIECE_RING,
  PIECE_HELIX,
  PIECE_PRISM,
  PIECES
} PieceKind;
extern const char *const piece_names[PIECES];

typedef struct Piece {
  PieceKind kind;
  Paint paint;
  double size[4];
  Pose pose; /* in the frame of the look */
  int corner_count, hole_count;
  double (*corners)[2]; /* of a prism, x and y, counter-clockwise; then those of its hole. The look's. */
} Piece;

/* Pieces that move as one. */
typedef struct Look {
  int count;
  Piece *pieces;
  Piece spare; /* what cannot be kept is written here */
  bool failed; /* out of memory */
} Look;

void look_free(Look *look);
Piece *look_add(Look *look, PieceKind kind, Paint paint); /* at the origin; a place to write to in any case */
/* A round bar between two points. */
void look_add_bar(Look *look, const double from[3], const double to[3], double radius, Paint paint);
void look_add_ball(Look *look, const double at[3], double radius, Paint paint);
Piece *look_add_prism(Look *look, Paint paint, const double (*corners)[2], int count);
/* Both the prism and its hole go around the origin. False when out of memory. */
bool piece_cut_hole(Piece *piece, const double (*corners)[2], int count);
void look_move(Look *look, const Pose *pose); /* all pieces */
void look_take(Look *look, Look *other);      /* the pieces of another, which has none then */

/* ---- parts ------------------------------------------------------------------------------------------------------- */

/* What carries something: a body, or a station of a beam; both -1: the world. */
typedef struct Carrier {
  int body, beam, station;
} Carrier;

typedef struct Body {
  char *name;
  int node; /* of the model; 0: the ground */
  double color[3];
  Look look; /* in the body's frame */
  Mesh mesh;
  Pose reference;
  double *channels[7]; /* position and quaternion of the rows; NULL: at rest (ground), or without orientation */
} Body;

/* A section as it is drawn, at a relative position. */
typedef struct Outline {
  double at;
  double points[MOST_OUTLINE][2]; /* y and z in the section's axes, counter-clockwise, m */
} Outline;

typedef struct Beam {
  char *name;
  double color[3];
  int elements, order;
  int first_node;                   /* of the model */
  int nodes, stations;              /* elements * order + 1, elements * (order + 1) */
  int section_count, outline_count; /* sections along it, all with as many points; between them it is linear */
  Outline *sections;
  double (*outlines)[2];                   /* stations x outline_count */
  double thickness;                        /* larger extent of the first section as drawn */
  double *span;                            /* of nodes, m */
  double *station_quaternions;             /* stations x 4, in the axes of the node */
  Pose *reference;                         /* of stations */
  int position, quaternion, force, strain; /* arrays of the file, -1: not stored */
  int load_count;                          /* loads per length on it, and their arrays */
  int *loads;
} Beam;

/* A curve or a surface that a part carries, on which a joint holds a point; in the frame of the part. */
typedef struct Guide {
  const Json *joint;
  char *name; /* of the joint */
  double color[3];
  Carrier carrier;
  Mesh mesh; /* of a curve: the points of its line, and no triangles */
  bool closed;
  bool cut;      /* to what the motion needs: less than the file has */
  double radius; /* of the tube that a curve is drawn as */
} Guide;

/* How the pieces of a joint or a spring move. */
typedef enum Move {
  MOVE_FRAME, /* with a frame */
  MOVE_TRACK, /* its place is the frame's, z along the beam that is nearest there */
  MOVE_GUIDE, /* ... z along the curve, or square to the surface */
  MOVE_LINE   /* from the first frame to the second, along z about the middle, stretched from its first length */
} Move;

/* A frame that something carries. */
typedef struct Frame {
  int node; /* of the model */
  Carrier carrier;
  Pose reference, local; /* in the world; in the carrier's frame */
} Frame;

typedef struct Group {
  Move move;
  Frame frames[2];
  double length;           /* of a line, as its look is built */
  int guide;               /* number of the guide it is aligned with */
  int track_count, *track; /* beams of a track */
  double color[3];         /* of what is painted with its own */
  Look look;
  Mesh mesh; /* of all of it */
} Group;

enum { JOINT_FIRST, JOINT_SECOND, JOINT_SUPPORT, JOINT_GROUPS };
typedef enum LinkKind { LINK_JOINT, LINK_SPRING, LINK_COUPLING } LinkKind;

/* A joint or a spring: what moves with either side, and what stands on the ground. Of a line the first group
   is what an end of it turns about; of a coupling the first two are wheels, or a pinion and its rack. */
typedef struct Link {
  char *name;
  LinkKind kind;
  double size;   /* of its glyph */
  Frame contact; /* of wheels, in the reference configuration: where they meet */
  Group groups[JOINT_GROUPS];
} Link;

typedef struct Index Index;

typedef struct Scene {
  trm_Results *results;
  bool keeps_results;  /* somebody else closes them */
  int64_t rows, every; /* rows of the file; those whose positions of bodies are kept */
  Json geometry;       /* as the file has it */
  double *time;
  double *poses;       /* of all bodies, in the rows that are kept */
  const char *missing; /* a body whose positions are not stored; NULL: none */
  double gravity[3], up[3];
  double size;  /* m, of the model */
  double drawn; /* diagonal of the box around the motion */
  double glyph; /* size of a glyph, from that */
  int body_count, beam_count, guide_count, link_count;
  Index *index;    /* scene_index.c */
  double heaviest; /* kg, of the bodies */
  Body *bodies;    /* the ground first, where it has shapes */
  Beam *beams;
  Guide *guides;
  Link *links; /* couplings that can be seen, joints with a place, in the order of the file, springs */
} Scene;

/* An exit status, said on stderr; scene_close frees what there is in any case. */
int scene_open(Scene *scene, const Command *command, const char *path);
/* The scene of results that are open and stay so, with some of the rows: for the page. False: it cannot be read. */
bool scene_sketch(Scene *scene, trm_Results *results);
void scene_close(Scene *scene);

/* ---- where they are ---------------------------------------------------------------------------------------------- */

Pose scene_body(const Scene *scene, const Body *body, int64_t row);
/* Poses of the stations of a beam; room for beam->stations of them. */
bool scene_beam(const Scene *scene, const Beam *beam, int64_t row, Pose *stations);
/* Six numbers for each station, of the array beam->force or beam->strain. */
bool scene_beam_values(const Scene *scene, const Beam *beam, int array, int64_t row, double *values);
/* The sum of the forces per length on a beam, N/m, world axes: three numbers for each station. */
bool scene_beam_load(const Scene *scene, const Beam *beam, int64_t row, double *values);
int scene_node_of(const Beam *beam, int station);

/* All beams in one row. */
typedef struct Instant {
  int64_t row;
  Pose **stations; /* by beam */
} Instant;
bool instant_open(Instant *instant, const Scene *scene);
bool instant_read(Instant *instant, const Scene *scene, int64_t row);
void instant_close(Instant *instant, const Scene *scene);

Pose scene_carrier(const Scene *scene, const Instant *instant, Carrier carrier); /* instant NULL: the reference */
/* Where a group is, and how much longer than it was built; instant NULL: the reference. */
Pose scene_group(const Scene *scene, const Instant *instant, const Group *group, double *stretch);

/* ---- inside: from the geometry of the file ----------------------------------------------------------------------- */

int64_t scene_step(const Scene *scene, int looks); /* between rows, for so many of them, among those that are kept */
Carrier scene_carrier_of(const Scene *scene, int node);
/* The number-th frame on a node at which a joint, spring or load acts or a marker is, in the order of the file; NULL:
   no more. */
const Json *scene_attachment(const Scene *scene, int node, int number);
const Json *scene_joint(const Scene *scene, const char *name); /* an empty value: none of this name */
bool scene_index_parts(Scene *scene); /* once bodies and beams are read; false when out of memory */
bool scene_index_links(Scene *scene, const Json *geometry);
void scene_index_free(Scene *scene);
Frame scene_frame(const Scene *scene, const Json *facts);   /* of node, at, triad */
const Json *scene_find(const Json *list, const char *name); /* an empty value: none of this name */
/* Says why a scene could not be opened; a CLI_ status. */
int scene_unread(const Scene *scene, const Command *command, const char *path);
double *scene_channel(const Scene *scene, const char *name, const char *quantity); /* of all rows; NULL: none */

extern const double paint_colors[PAINTS][3], paint_opacity[PAINTS];
extern const char *const paint_names[PAINTS];
/* As the part's `color` says, or the number-th of some that differ. */
void scene_color(const Json *part, int number, double color[3]);

/* Is it a geometry as the library makes them? */
bool scene_check(const Json *geometry);
/* Each fills its part of the scene; false when out of memory or when something is missing. */
bool scene_read_outlines(Scene *scene, Beam *beam, const Json *part, const Json *sections);
bool scene_read_guides(Scene *scene, const Json *geometry);
bool scene_measure(Scene *scene, const Json *geometry); /* drawn, glyph, up */
bool scene_dress_body(const Scene *scene, Body *body, const Json *part);
bool scene_read_couplings(Scene *scene, const Json *geometry); /* before bodies are dressed */
bool scene_read_links(Scene *scene, const Json *geometry);
bool scene_is_machined(const Scene *scene, int node); /* a wheel or a rack of a coupling */
/* A link at the end of the list, in which there is room; taken back where there is nothing to see of it. False when out
   of memory. */
void scene_free_link(Link *link);
Link *scene_add_link(Scene *scene, const Json *facts, LinkKind kind);
bool scene_end_link(Scene *scene, bool seen);
/* How far along its axis the centre of what slides is, where it is on that axis: there the joint is seen best. */
double scene_slide_shift(const Scene *scene, const Json *joint);

/* ---- triangles (scene_shapes.c): false when out of memory -------------------------------------------------------- */

bool mesh_add_look(Mesh *mesh, const Look *look, Paint paint, bool all); /* pieces of one paint, or all of them */
/* A round tube along a line. */
bool mesh_add_tube(Mesh *mesh, const double (*line)[3], int count, bool closed, double radius);
void mesh_free(Mesh *mesh);
/* Triangles of a polygon, counter-clockwise, that may have notches; how many, at most count - 2; -1: out of memory. */
int polygon_triangles(const double (*points)[2], int count, int (*triangles)[3]);

#endif
