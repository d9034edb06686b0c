/* VTK's XML files for ParaView: one unstructured grid for the beams' lines, one for their surfaces, one for the bodies,
   one for the curves and surfaces on which joints hold points, one for joints and springs, at each row, and a
   collection (PVD) that names them with their times. Numbers are appended as raw 64-bit data, so nothing is rounded. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "export.h"

enum { POLY_LINE = 4, TRIANGLE = 5, POLYGON = 7, QUAD = 9 }; /* VTK's numbers of cell types */

/* A quantity at the points: three numbers each. */
typedef struct Field {
  const char *name, *components[3];
  double *values;
} Field;

enum { DISPLACEMENT, FORCE, MOMENT, STRAIN, CURVATURE, LOAD, FIELDS };

typedef struct Grid {
  int64_t points, cells, corners; /* counts */
  int64_t point_room, cell_room, corner_room;
  double *positions;
  int64_t *connectivity, *offsets;
  int32_t *part;
  uint8_t *types;
  Field fields[FIELDS];
  bool has[FIELDS];
  bool failed; /* out of memory */
} Grid;

static const Field field_names[FIELDS] = {[DISPLACEMENT] = {"displacement", {"x", "y", "z"}, NULL},
                                          [FORCE] = {"force", {"axial", "shear y", "shear z"}, NULL},
                                          [MOMENT] = {"moment", {"torque", "bending y", "bending z"}, NULL},
                                          [STRAIN] = {"strain", {"axial", "shear y", "shear z"}, NULL},
                                          [CURVATURE] = {"curvature", {"twist", "bending y", "bending z"}, NULL},
                                          [LOAD] = {"load", {"x", "y", "z"}, NULL}}; /* N/m */

/* ---- building ---------------------------------------------------------------------------------------------------- */

static void *resize(Grid *grid, void *array, int64_t count, size_t size) {
  void *larger = realloc(array, (size_t)(count > 0 ? count : 1) * size);
  if (!larger) grid->failed = true;
  return larger ? larger : array;
}

static void reserve_points(Grid *grid, int64_t more) {
  if (grid->points + more <= grid->point_room) return;
  grid->point_room = 2 * (grid->points + more);
  grid->positions = resize(grid, grid->positions, grid->point_room, 3 * sizeof(double));
  for (int f = 0; f < FIELDS; f++)
    grid->fields[f].values = resize(grid, grid->fields[f].values, grid->point_room, 3 * sizeof(double));
}

static void reserve_cells(Grid *grid, int64_t cells, int64_t corners) {
  if (grid->cells + cells > grid->cell_room) {
    grid->cell_room = 2 * (grid->cells + cells);
    grid->offsets = resize(grid, grid->offsets, grid->cell_room, sizeof *grid->offsets);
    grid->types = resize(grid, grid->types, grid->cell_room, sizeof *grid->types);
    grid->part = resize(grid, grid->part, grid->cell_room, sizeof *grid->part);
  }
  if (grid->corners + corners <= grid->corner_room) return;
  grid->corner_room = 2 * (grid->corners + corners);
  grid->connectivity = resize(grid, grid->connectivity, grid->corner_room, sizeof *grid->connectivity);
}

static void add_point(Grid *grid, const double now[3], const double reference[3]) {
  int64_t at = 3 * grid->points++;
  for (int n = 0; n < 3; n++) {
    grid->positions[at + n] = now[n];
    grid->fields[DISPLACEMENT].values[at + n] = now[n] - reference[n];
  }
}

/* six numbers of a station to the point that was added last */
static void add_forces(Grid *grid, int first, const double *six) {
  int64_t at = 3 * (grid->points - 1);
  for (int n = 0; n < 6; n++) grid->fields[first + n / 3].values[at + n % 3] = six[n];
}

static void add_cell(Grid *grid, int type, int part, const int64_t *corners, int count) {
  for (int i = 0; i < count; i++) grid->connectivity[grid->corners++] = corners[i];
  grid->offsets[grid->cells] = grid->corners;
  grid->types[grid->cells] = (uint8_t)type;
  grid->part[grid->cells++] = part;
}

static void empty(Grid *grid) {
  grid->points = grid->cells = grid->corners = 0;
  memcpy(grid->has, (bool[FIELDS]){[DISPLACEMENT] = true}, sizeof grid->has);
}

static void free_grid(Grid *grid) {
  free(grid->positions), free(grid->connectivity), free(grid->offsets), free(grid->types), free(grid->part);
  for (int f = 0; f < FIELDS; f++) free(grid->fields[f].values);
}

/* ---- parts of the scene ------------------------------------------------------------------------------------------ */

/* A beam in one row. */
typedef struct Span {
  const Beam *beam;
  Pose *stations;
  double *forces, *strains; /* NULL: not stored */
  double *loads;            /* per length; NULL: none */
} Span;

static void free_span(Span *span) {
  free(span->stations), free(span->forces), free(span->strains), free(span->loads);
  *span = (Span){0};
}

static double *read_six(const Scene *scene, const Beam *beam, int array, int64_t row) {
  double *values = array < 0 ? NULL : malloc(6 * (size_t)beam->stations * sizeof *values);
  if (values && !scene_beam_values(scene, beam, array, row, values)) return free(values), NULL;
  return values;
}

static double *read_load(const Scene *scene, const Beam *beam, int64_t row) {
  double *values = beam->load_count ? malloc(3 * (size_t)beam->stations * sizeof *values) : NULL;
  if (values && !scene_beam_load(scene, beam, row, values)) return free(values), NULL;
  return values;
}

static bool read_span(const Scene *scene, const Beam *beam, int64_t row, Span *span) {
  *span = (Span){.beam = beam, .stations = malloc((size_t)beam->stations * sizeof(Pose))};
  if (!span->stations || !scene_beam(scene, beam, row, span->stations)) return free_span(span), false;
  span->forces = read_six(scene, beam, beam->force, row);
  span->strains = read_six(scene, beam, beam->strain, row);
  span->loads = read_load(scene, beam, row);
  return true;
}

static void add_station_values(Grid *grid, const Span *span, int station) {
  if (span->forces) add_forces(grid, FORCE, span->forces + 6 * (ptrdiff_t)station);
  if (span->strains) add_forces(grid, STRAIN, span->strains + 6 * (ptrdiff_t)station);
  if (span->forces) grid->has[FORCE] = grid->has[MOMENT] = true;
  if (span->strains) grid->has[STRAIN] = grid->has[CURVATURE] = true;
  for (int n = 0; n < 3; n++)
    grid->fields[LOAD].values[3 * (grid->points - 1) + n] = span->loads ? span->loads[3 * station + n] : 0;
  if (span->loads) grid->has[LOAD] = true;
}

static void add_line(Grid *grid, const Span *span, int part) {
  const Beam *beam = span->beam;
  int64_t first = grid->points, corners[16];
  reserve_points(grid, beam->stations);
  reserve_cells(grid, beam->elements, beam->stations);
  if (grid->failed) return;
  for (int s = 0; s < beam->stations; s++) {
    add_point(grid, span->stations[s].position, beam->reference[s].position);
    add_station_values(grid, span, s);
  }
  for (int e = 0; e < beam->elements; e++) {
    for (int k = 0; k <= beam->order; k++) corners[k] = first + e * (beam->order + 1) + k;
    add_cell(grid, POLY_LINE, part, corners, beam->order + 1);
  }
}

static void add_ring(Grid *grid, const Span *span, int station) {
  const Beam *beam = span->beam;
  for (int i = 0; i < beam->outline_count; i++) {
    const double *outline = beam->outlines[(ptrdiff_t)station * beam->outline_count + i];
    double local[3] = {0, outline[0], outline[1]}, now[3], reference[3];
    pose_apply(&span->stations[station], local, now);
    pose_apply(&beam->reference[station], local, reference);
    add_point(grid, now, reference);
    add_station_values(grid, span, station);
  }
}

/* the ring of each station, quadrilaterals between those of an element, a lid at either end */
static void add_surface(Grid *grid, const Span *span, int part) {
  const Beam *beam = span->beam;
  int m = beam->outline_count;
  int64_t first = grid->points, corners[MOST_OUTLINE];
  reserve_points(grid, (int64_t)beam->stations * m);
  reserve_cells(grid, (int64_t)beam->stations * m + 2, 4 * (int64_t)beam->stations * m + 2 * m);
  if (grid->failed) return;
  for (int s = 0; s < beam->stations; s++) add_ring(grid, span, s);
  for (int s = 0; s + 1 < beam->stations; s++) {
    if ((s + 1) % (beam->order + 1) == 0) continue; /* the last of its element */
    for (int i = 0; i < m; i++) {
      int64_t a = first + (int64_t)s * m, b = a + m, next = (i + 1) % m;
      add_cell(grid, QUAD, part, (int64_t[]){a + i, a + next, b + next, b + i}, 4);
    }
  }
  for (int end = 0; end < 2; end++) {
    for (int i = 0; i < m; i++) corners[i] = first + (end ? (int64_t)(beam->stations - 1) * m + i : m - 1 - i);
    add_cell(grid, POLYGON, part, corners, m);
  }
}

/* Where something rigid is, and was; what lies between two points is longer along z by a factor. */
typedef struct Placing {
  Pose now, reference;
  double stretch, first_stretch;
} Placing;

static void apply(const Pose *pose, double stretch, const double local[3], double world[3]) {
  pose_apply(pose, (const double[3]){local[0], local[1], stretch * local[2]}, world);
}

/* triangles, or where there are none the line through the points */
static void add_mesh(Grid *grid, const Mesh *mesh, bool closed, const Placing *placing, int part) {
  int64_t first = grid->points;
  reserve_points(grid, mesh->point_count);
  reserve_cells(grid, mesh->triangle_count + 1, 3 * (int64_t)mesh->triangle_count + mesh->point_count + 1);
  if (grid->failed) return;
  for (int i = 0; i < mesh->point_count; i++) {
    double moved[3], start[3];
    apply(&placing->now, placing->stretch, mesh->points[i], moved);
    apply(&placing->reference, placing->first_stretch, mesh->points[i], start);
    add_point(grid, moved, start);
  }
  for (int i = 0; i < mesh->triangle_count; i++) {
    const int *t = mesh->triangles[i];
    add_cell(grid, TRIANGLE, part, (int64_t[]){first + t[0], first + t[1], first + t[2]}, 3);
  }
  if (mesh->triangle_count > 0 || mesh->point_count == 0) return;
  for (int i = 0; i < mesh->point_count; i++) grid->connectivity[grid->corners++] = first + i;
  add_cell(grid, POLY_LINE, part, &first, closed); /* a closed one ends where it begins */
}

typedef enum Block { LINES, SURFACES, BODIES, GUIDES, LINKS, BLOCKS } Block;
static const char *const block_names[BLOCKS] = {"beams", "surfaces", "bodies", "guides", "joints"};

static int part_count(const Scene *scene, Block block) {
  switch (block) {
  case LINES:
  case SURFACES: return scene->beam_count;
  case BODIES: return scene->body_count;
  case GUIDES: return scene->guide_count;
  case LINKS: return scene->link_count;
  case BLOCKS: return 0;
  }
  return 0;
}
static const char *part_name(const Scene *scene, Block block, int part) {
  if (block == GUIDES) return scene->guides[part].name;
  if (block == LINKS) return scene->links[part].name;
  return block == BODIES ? scene->bodies[part].name : scene->beams[part].name;
}

static void add_link(Grid *grid, const Scene *scene, const Instant *instant, int number) {
  for (int g = 0; g < JOINT_GROUPS; g++) {
    const Group *group = &scene->links[number].groups[g];
    Placing placing;
    placing.now = scene_group(scene, instant, group, &placing.stretch);
    placing.reference = scene_group(scene, NULL, group, &placing.first_stretch);
    add_mesh(grid, &group->mesh, false, &placing, number);
  }
}

static bool build_rigid(Grid *grid, const Scene *scene, Block block, int64_t row) {
  Instant instant;
  bool good = instant_open(&instant, scene) && instant_read(&instant, scene, row);
  for (int b = 0; good && block == BODIES && b < scene->body_count; b++) {
    const Body *body = &scene->bodies[b];
    const Placing placing = {scene_body(scene, body, row), body->reference, 1, 1};
    add_mesh(grid, &body->mesh, false, &placing, b);
  }
  for (int g = 0; good && block == GUIDES && g < scene->guide_count; g++) {
    const Guide *guide = &scene->guides[g];
    const Placing placing = {scene_carrier(scene, &instant, guide->carrier), scene_carrier(scene, NULL, guide->carrier),
                             1, 1};
    add_mesh(grid, &guide->mesh, guide->closed, &placing, g);
  }
  for (int l = 0; good && block == LINKS && l < scene->link_count; l++) add_link(grid, scene, &instant, l);
  instant_close(&instant, scene);
  return good && !grid->failed;
}

static bool build(Grid *grid, const Scene *scene, Block block, int64_t row) {
  empty(grid);
  if (block >= BODIES) return build_rigid(grid, scene, block, row);
  for (int b = 0; b < scene->beam_count; b++) {
    Span span;
    if (!read_span(scene, &scene->beams[b], row, &span)) return false;
    if (block == LINES)
      add_line(grid, &span, b);
    else
      add_surface(grid, &span, b);
    free_span(&span);
  }
  return !grid->failed;
}

/* ---- writing ----------------------------------------------------------------------------------------------------- */

typedef struct Vtu {
  FILE *out;
  uint64_t offset; /* of the next array in the appended data */
} Vtu;

static void declare(Vtu *vtu, const char *type, const char *name, int components, uint64_t bytes) {
  fprintf(vtu->out, "<DataArray type=\"%s\" Name=\"%s\" NumberOfComponents=\"%d\"", type, name, components);
  fprintf(vtu->out, " format=\"appended\" offset=\"%" PRIu64 "\"", vtu->offset);
  vtu->offset += bytes + sizeof(uint64_t);
}

static void declare_field(Vtu *vtu, const Grid *grid, int field) {
  declare(vtu, "Float64", field_names[field].name, 3, 24 * (uint64_t)grid->points);
  for (int n = 0; n < 3; n++) fprintf(vtu->out, " ComponentName%d=\"%s\"", n, field_names[field].components[n]);
  fputs("/>\n", vtu->out);
}

static void append(FILE *out, const void *data, uint64_t bytes) {
  fwrite(&bytes, sizeof bytes, 1, out);
  if (bytes) fwrite(data, 1, (size_t)bytes, out);
}

/* names by the numbers that cells have as `part`: as VTK writes texts, codes of letters with a 0 behind each */
static void put_names(FILE *out, const Scene *scene, Block block) {
  int count = part_count(scene, block);
  fprintf(out, "<Array type=\"String\" Name=\"parts\" NumberOfTuples=\"%d\" format=\"ascii\">", count);
  for (int i = 0; i < count; i++) {
    for (const char *c = part_name(scene, block, i); *c; c++) fprintf(out, "%d ", (unsigned char)*c);
    fputs("0 ", out);
  }
  fputs("</Array>\n", out);
}

static void put_head(Vtu *vtu, const Grid *grid, const Scene *scene, Block block) {
  const uint16_t one = 1;
  FILE *out = vtu->out;
  fprintf(out, "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" byte_order=\"%s\"",
          *(const uint8_t *)&one ? "LittleEndian" : "BigEndian");
  fputs(" header_type=\"UInt64\">\n<UnstructuredGrid>\n<FieldData>\n", out);
  put_names(out, scene, block);
  fprintf(out, "</FieldData>\n<Piece NumberOfPoints=\"%" PRId64 "\" NumberOfCells=\"%" PRId64 "\">\n<Points>\n",
          grid->points, grid->cells);
  declare(vtu, "Float64", "Points", 3, 24 * (uint64_t)grid->points);
  fputs("/>\n</Points>\n<Cells>\n", out);
  declare(vtu, "Int64", "connectivity", 1, 8 * (uint64_t)grid->corners);
  fputs("/>\n", out);
  declare(vtu, "Int64", "offsets", 1, 8 * (uint64_t)grid->cells);
  fputs("/>\n", out);
  declare(vtu, "UInt8", "types", 1, (uint64_t)grid->cells);
  fputs("/>\n</Cells>\n<CellData>\n", out);
  declare(vtu, "Int32", "part", 1, 4 * (uint64_t)grid->cells);
  fputs("/>\n</CellData>\n<PointData Vectors=\"displacement\">\n", out);
  for (int f = 0; f < FIELDS; f++)
    if (grid->has[f]) declare_field(vtu, grid, f);
  fputs("</PointData>\n</Piece>\n</UnstructuredGrid>\n<AppendedData encoding=\"raw\">\n_", out);
}

static void put_grid(FILE *out, const Grid *grid, const Scene *scene, Block block) {
  Vtu vtu = {out, 0};
  put_head(&vtu, grid, scene, block);
  append(out, grid->positions, 24 * (uint64_t)grid->points);
  append(out, grid->connectivity, 8 * (uint64_t)grid->corners);
  append(out, grid->offsets, 8 * (uint64_t)grid->cells);
  append(out, grid->types, (uint64_t)grid->cells);
  append(out, grid->part, 4 * (uint64_t)grid->cells);
  for (int f = 0; f < FIELDS; f++)
    if (grid->has[f]) append(out, grid->fields[f].values, 24 * (uint64_t)grid->points);
  fputs("\n</AppendedData>\n</VTKFile>\n", out);
}

static int write_block(const ExportRequest *request, const Scene *scene, Grid *grid, Block block, int64_t number) {
  char *path = cli_format("%s/%s.%s.%05" PRId64 ".vtu", request->output, request->stem, block_names[block], number);
  int status = path && build(grid, scene, block, number * request->every)
                   ? CLI_OK
                   : cli_unreadable(&command_export, "a row", request->path);
  FILE *out = status == CLI_OK ? fopen(path, "wb") : NULL;
  if (out) {
    put_grid(out, grid, scene, block);
    bool failed = ferror(out) != 0;
    if (fclose(out) != 0 || failed) out = NULL;
  }
  if (status == CLI_OK && !out)
    status = cli_complain(&command_export, CLI_FAILED, "cannot write %s: %s", path, strerror(errno));
  free(path);
  return status;
}

static int write_collection(const ExportRequest *request, const Scene *scene) {
  char *path = cli_format("%s/%s.pvd", request->output, request->stem);
  FILE *out = path ? fopen(path, "w") : NULL;
  if (out) {
    fputs("<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\">\n<Collection>\n", out);
    for (int64_t i = 0; i < export_rows(request, scene); i++)
      for (int block = 0; block < BLOCKS; block++)
        if (part_count(scene, (Block)block))
          fprintf(out, "<DataSet timestep=\"%.17g\" part=\"%d\" name=\"%s\" file=\"%s.%s.%05" PRId64 ".vtu\"/>\n",
                  scene->time[i * request->every], block, block_names[block], request->stem, block_names[block], i);
    fputs("</Collection>\n</VTKFile>\n", out);
    bool failed = ferror(out) != 0;
    if (fclose(out) != 0 || failed) out = NULL;
  }
  free(path);
  return out ? CLI_OK : cli_complain(&command_export, CLI_FAILED, "cannot write the collection: %s", strerror(errno));
}

int export_vtu(const ExportRequest *request, const Scene *scene) {
  Grid grid = {0};
  int status = CLI_OK;
  for (int64_t i = 0; i < export_rows(request, scene) && status == CLI_OK; i++) {
    for (int block = 0; block < BLOCKS && status == CLI_OK; block++)
      if (part_count(scene, (Block)block)) status = write_block(request, scene, &grid, (Block)block, i);
    if (cli_interrupted()) status = CLI_FAILED;
  }
  free_grid(&grid);
  return status == CLI_OK ? write_collection(request, scene) : status;
}
