/* Numbers that no material has together: off by a thousand. Bounds are far beyond what engineers build of, so that pure
   numbers of textbooks pass. */
#include <math.h>
#include "analysis/find.h"
#include "element/law.h"
#include "element/joint_table.h"
#include "math/vec3.h"

/* ---- gravity ---- */

/* m/s2 */
static const double standard_gravity = 9.80665;
static const double same_gravity = 0.01; /* relative: local values differ by half a percent */

static void find_gravity_unit(const trm_Examined *examined) {
  static const struct {
    double factor;
    const char *text;
  } units[] = {{1e3, "mm/s2"}, {1e2, "cm/s2"}, {3.28084, "ft/s2"}, {39.3701, "in/s2"}};
  double gravity = trm_norm(examined->model->space.gravity) / standard_gravity;
  for (size_t i = 0; i < TRM_COUNT(units); i++)
    if (fabs(gravity / units[i].factor - 1) < same_gravity)
      trm_found(
          examined, TRM_FIND_UNITS, examined->model->space.gravity_at,
          "gravity is %.5g: that is earth's in %s, where m/s2 are meant (9.81); are lengths, too, in another unit?",
          gravity * standard_gravity, units[i].text);
}

/* ---- materials and sections ---- */

/* Speed of sound in a bar, sqrt(E/rho): rubber 30 m/s, soft gels 1 m/s, lead 1200 m/s, steel 5000 m/s, diamond 18000
   m/s; dense materials (metals) have at least that of lead. */
static const double slowest_sound = 0.5, slowest_of_metal = 100, fastest_sound = 4e4; /* m/s */
/* kg/m3: aerogels, osmium; of metals at least */
static const double lightest = 1, densest = 3e4, metal = 2000;

static void find_material_units(const trm_Examined *examined, const trm_Section *section) {
  const trm_MaterialDef *material = &section->def->material;
  double sound = sqrt(material->E / material->rho);
  if (!material->bound.table || !(material->E > 0) || !(material->rho > 0)) return;
  if (material->rho < lightest || material->rho > densest)
    trm_found(examined, TRM_FIND_UNITS, material->bound.place,
              "section \"%s\": a density of %g kg/m3 has no solid (water 1000, steel 7850): is it in g/cm3 or t/m3?",
              section->name, material->rho);
  else if (sound > fastest_sound || sound < (material->rho > metal ? slowest_of_metal : slowest_sound))
    trm_found(
        examined, TRM_FIND_UNITS, material->bound.place,
        "section \"%s\": no material has E = %g Pa and a density of %g kg/m3 (steel 2.1e11 and 7850): is E in MPa "
        "or GPa?",
        section->name, material->E, material->rho);
}

/* m/s, of stiffnesses and masses that are given: those of textbooks are pure numbers, and some are nearly rigid */
static const double fastest_given = 1e6;

static void find_section_units(const trm_Examined *examined, const trm_Section *section) {
  double sound = section->mass[0] > 0 ? sqrt(section->stiffness[0] / section->mass[0]) : 0;
  if (section->computed || !(sound > fastest_given)) return;
  trm_found(examined, TRM_FIND_UNITS, section->place,
            "section \"%s\": EA = %g N with %g kg/m would carry sound at %.2g m/s, a hundred times faster than any "
            "material: a power of ten is wrong, or write `EA: rigid`",
            section->name, section->stiffness[0], section->mass[0], sound);
}

/* of the length of the beam: the radius of gyration of its section, sqrt(EI/EA) */
static const double thickest = 2;

static void find_thick_beam(const trm_Examined *examined, const trm_Beam *beam) {
  const trm_BeamMesh *mesh = &examined->model->mesh;
  const double *stiffness = mesh->elements[beam->first_element].strain[0].stiffness;
  double radius = stiffness[0] > 0 ? sqrt(fmax(stiffness[28], stiffness[35]) / stiffness[0]) : 0;
  if (!(radius > thickest * beam->length)) return;
  for (int s = 0; s < mesh->section_count; s++) {
    const double *own = mesh->sections[s].stiffness;
    if (own[0] != stiffness[0] || own[28] != stiffness[28] || own[35] != stiffness[35]) continue;
    trm_found(examined, TRM_FIND_UNITS, mesh->sections[s].place,
              "section \"%s\" is thicker than its beam \"%s\" is long (radius of gyration %.3g m, length %.3g m): are "
              "its measures in mm?",
              mesh->sections[s].name, beam->name, radius, beam->length);
    return;
  }
}

/* ---- bodies ---- */

/* sqrt(tr J/(2 m)), m; tr E = tr J/2, whatever the axes */
static double radius_of(const trm_Body *body) {
  if (body->is_point || !(body->mass > 0)) return 0;
  return sqrt(fmax(0, body->euler[0] + body->euler[4] + body->euler[8]) / body->mass);
}

/* of how far its joints are from its centre: the radius of gyration of a body so thin that it is none */
static const double tiniest = 3e-3;

double trm_examined_arms(const trm_Model *model, double *arms) {
  double longest = 0;
  for (int j = 0; j < model->joint_count; j++)
    for (int side = 0; side < 2; side++) {
      const trm_Marker *marker = &model->joints[j].side[side];
      arms[marker->node] = fmax(arms[marker->node], trm_norm(marker->offset));
    }
  for (int b = 0; b < model->body_count; b++) longest = fmax(longest, arms[model->bodies[b].node]);
  return longest;
}

/* Bodies all of which are so much smaller than the arms by which they are moved; those without an arm (a joint at the
   centre), than the longest there is. */
static bool all_tiny(const trm_Model *model, const double *arms, double longest) {
  int count = 0;
  for (int b = 0; b < model->body_count; b++) {
    double radius = radius_of(&model->bodies[b]), arm = arms[model->bodies[b].node];
    count += radius > 0 && radius < tiniest * (arm > 0 ? arm : longest);
  }
  return count > 1 && count == model->body_count;
}

static void find_lengths_in_mm(const trm_Examined *examined) {
  const trm_Model *model = examined->model;
  double widest_of_all = 0;
  double *arms = TRM_NEW(double, model->node_count);
  trm_examined_good(examined, arms ? TRM_OK : TRM_NO_MEMORY);
  if (!arms) return;
  double longest = trm_examined_arms(model, arms);
  for (int b = 0; b < model->body_count; b++) widest_of_all = fmax(widest_of_all, radius_of(&model->bodies[b]));
  if (all_tiny(model, arms, longest))
    trm_found(examined, TRM_FIND_UNITS, model->bodies[0].place,
              "the inertias are those of bodies of %.2g m at most, with joints up to %.3g m from their centres: are "
              "lengths in mm, where m are meant?",
              2 * widest_of_all, longest);
  trm_release(arms);
}

/* Radius of gyration, sqrt(tr J/(2 m)), over the model's size: what is larger is spread wider than everything. */
static const double widest = 30;

static void find_inertia_units(const trm_Examined *examined, const trm_Body *body) {
  const trm_Model *model = examined->model;
  double radius = radius_of(body);
  if (radius > widest * model->size)
    trm_found(examined, TRM_FIND_UNITS, body->place,
              "body \"%s\": its inertia is that of its mass %g kg at a radius of %.3g m, in a model of %.3g m: is the "
              "inertia in kg mm2 or kg cm2, or the mass in other units?",
              body->name, body->mass, radius, model->size);
}

/* kg/m3, of the volume that is drawn: nothing solid is denser or lighter */
static const double lightest_drawn = 0.05, densest_drawn = 1e5;

/* m3; 0: nothing is drawn */
static double volume_of(const trm_BodyDef *def) {
  static const double pi = 3.14159265358979;
  double volume = 0;
  for (int i = 0; def && i < def->shapes.count; i++) {
    const trm_ShapeDef *shape = def->shapes.items[i].data;
    double rod[3];
    for (int n = 0; n < 3; n++) rod[n] = shape->rod.to[n] - shape->rod.from[n];
    if (trm_given(shape, offsetof(trm_ShapeDef, box))) volume += shape->box[0] * shape->box[1] * shape->box[2];
    if (trm_given(shape, offsetof(trm_ShapeDef, sphere))) volume += 4 * pi / 3 * pow(shape->sphere, 3);
    if (shape->cylinder.bound.table) volume += pi * pow(shape->cylinder.radius, 2) * shape->cylinder.length;
    if (shape->rod.bound.table) volume += pi * pow(shape->rod.radius, 2) * trm_norm(rod);
  }
  return volume;
}

static void find_density(const trm_Examined *examined, const trm_Body *body) {
  double volume = volume_of(body->def), density = volume > 0 ? body->mass / volume : 0;
  if (!(density > 0) || (density > lightest_drawn && density < densest_drawn)) return;
  trm_found(examined, TRM_FIND_UNITS, body->place,
            "body \"%s\": its mass of %g kg in the volume of its shapes (%.3g m3) is a density of %.3g kg/m3, which "
            "nothing has (water 1000, steel 7850): are lengths in mm, or masses in g or t?",
            body->name, body->mass, volume, density);
}

/* ---- springs ---- */

/* Of the model's size: the sag of a mass on its spring under its own weight. */
static const double deepest_sag = 30;

/* masses: of the body of each node, kg */
static void find_spring_units(const trm_Examined *examined, const trm_SpringDamper *spring, const double *masses) {
  const trm_Model *model = examined->model;
  double a = masses[spring->side[0].node], b = masses[spring->side[1].node], mass = fmax(a, b),
         sag = mass * trm_norm(model->space.gravity) / spring->stiffness,
         lighter = a > 0 && b > 0 ? sqrt(fmin(a, b) / mass) : 1; /* which of them hangs on it is not known */
  if (spring->force || !(spring->stiffness > 0) || !(lighter * sag > deepest_sag * model->size)) return;
  trm_found(
      examined, TRM_FIND_UNITS, spring->place,
      "spring \"%s\": under the weight of %g kg it would stretch by %.3g m, in a model of %.3g m: is its stiffness "
      "of %g N/m meant in N/mm or kN/m?",
      spring->name, mass, sag, model->size, spring->stiffness);
}

/* ---- laws ---- */

static void find_law_units(const trm_Examined *examined, const trm_ModelJoint *joint, int c) {
  TRM_EACH_LAW(law, &joint->laws[c]) {
    const char *what = law->kind->unlikely ? law->kind->unlikely(law->data) : NULL;
    if (what)
      trm_found(examined, TRM_FIND_UNITS, trm_law_place(&joint->laws[c], law), "joint \"%s\": the %s of %s: %s",
                joint->name, law->kind->name, joint->kind->coordinates[c].name, what);
  }
}

void trm_find_units(const trm_Examined *examined) {
  const trm_Model *model = examined->model;
  find_gravity_unit(examined);
  for (int s = 0; s < model->mesh.section_count; s++) find_material_units(examined, &model->mesh.sections[s]);
  for (int i = 0; i < model->mesh.section_count; i++) find_section_units(examined, &model->mesh.sections[i]);
  for (int b = 0; b < model->beam_count; b++) find_thick_beam(examined, &model->beams[b]);
  find_lengths_in_mm(examined);
  for (int b = 0; b < model->body_count; b++) {
    find_inertia_units(examined, &model->bodies[b]);
    find_density(examined, &model->bodies[b]);
  }
  for (int j = 0; j < model->joint_count; j++)
    for (int c = 0; c < model->joints[j].kind->coordinate_count; c++) find_law_units(examined, &model->joints[j], c);
  double *masses = TRM_NEW(double, model->node_count);
  trm_examined_good(examined, masses ? TRM_OK : TRM_NO_MEMORY);
  for (int b = 0; masses && b < model->body_count; b++) masses[model->bodies[b].node] = model->bodies[b].mass;
  for (int s = 0; masses && s < model->forces.spring_count; s++)
    find_spring_units(examined, &model->forces.springs[s], masses);
  trm_release(masses);
}
