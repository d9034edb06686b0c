#include "build/sections.h"
#include <math.h>
#include <string.h>
#include "math/vec3.h"

/* ---- shapes ------------------------------------------------------------------------------------------------------ */

/* Saint-Venant: J = a b^3 (1/3 - 64/pi^5 (b/a) sum over odd n of tanh(n pi a/(2 b))/n^5), a >= b */
static double rectangle_torsion(double width, double height) {
  double a = fmax(width, height), b = fmin(width, height), sum = 0;
  for (int n = 199; n >= 1; n -= 2) sum += tanh(n * TRM_PI * a / (2 * b)) / pow(n, 5);
  return a * b * b * b * (1. / 3 - 64 / pow(TRM_PI, 5) * b / a * sum);
}

static trm_ShapeNumbers rectangle(const trm_SectionDef *def) {
  double b = def->width, h = def->height, area = b * h;
  return (trm_ShapeNumbers){area,         b * h * h * h / 12, h * b * b * b / 12, rectangle_torsion(b, h),
                            5 * area / 6, 5 * area / 6};
}

/* Cowper (1966), m = inner over outer radius: k = 6 (1 + nu) (1 + m^2)^2 / ((7 + 6 nu) (1 + m^2)^2 + (20 + 12 nu)
   m^2) */
static trm_ShapeNumbers ring(double outer, double inner, double nu) {
  double m2 = (inner / outer) * (inner / outer), square = (1 + m2) * (1 + m2);
  double area = TRM_PI / 4 * (outer * outer - inner * inner), moment = TRM_PI / 64 * (pow(outer, 4) - pow(inner, 4));
  double shear = area * 6 * (1 + nu) * square / ((7 + 6 * nu) * square + (20 + 12 * nu) * m2);
  return (trm_ShapeNumbers){area, moment, moment, 2 * moment, shear, shear};
}

/* Along the web Cowper's factor of a thin-walled I of height h between the middles of the flanges, m = 2 b tf/(h tw), n
   = b/h;
   across it the flanges as rectangles. Torsion of the three rectangles: sum of length thickness^3/3. */
static trm_ShapeNumbers i_shape(const trm_SectionDef *def, double nu) {
  double b = def->width, h = def->height, tf = def->flange, tw = def->web, clear = h - 2 * tf, middle = h - tf;
  double area = 2 * b * tf + clear * tw, m = 2 * b * tf / (middle * tw), n2 = b * b / (middle * middle);
  double below = 12 + 72 * m + 150 * m * m + 90 * m * m * m + nu * (11 + 66 * m + 135 * m * m + 90 * m * m * m) +
                 30 * n2 * (m + m * m) + 5 * nu * n2 * (8 * m + 9 * m * m);
  return (trm_ShapeNumbers){.area = area,
                            .Iy = (b * h * h * h - (b - tw) * clear * clear * clear) / 12,
                            .Iz = (2 * tf * b * b * b + clear * tw * tw * tw) / 12,
                            .J = (2 * b * tf * tf * tf + middle * tw * tw * tw) / 3,
                            .shear_y = 5. / 6 * 2 * b * tf,
                            .shear_z = area * 10 * (1 + nu) * (1 + 3 * m) * (1 + 3 * m) / below};
}

trm_ShapeNumbers trm_shape_numbers(const trm_SectionDef *def, double nu) {
  switch ((trm_SectionShape)def->shape) {
  case TRM_SHAPE_RECTANGLE: return rectangle(def);
  case TRM_SHAPE_CIRCLE: return ring(def->diameter, 0, nu);
  case TRM_SHAPE_TUBE: return ring(def->diameter, def->diameter - 2 * def->thickness, nu);
  case TRM_SHAPE_I: return i_shape(def, nu);
  }
  return (trm_ShapeNumbers){0};
}

static const struct {
  const char *key;
  size_t offset;
  unsigned shapes; /* bit s: shape s has this dimension */
} dimensions[] = {
    {"width", offsetof(trm_SectionDef, width), 1u << TRM_SHAPE_RECTANGLE | 1u << TRM_SHAPE_I},
    {"height", offsetof(trm_SectionDef, height), 1u << TRM_SHAPE_RECTANGLE | 1u << TRM_SHAPE_I},
    {"diameter", offsetof(trm_SectionDef, diameter), 1u << TRM_SHAPE_CIRCLE | 1u << TRM_SHAPE_TUBE},
    {"thickness", offsetof(trm_SectionDef, thickness), 1u << TRM_SHAPE_TUBE},
    {"web", offsetof(trm_SectionDef, web), 1u << TRM_SHAPE_I},
    {"flange", offsetof(trm_SectionDef, flange), 1u << TRM_SHAPE_I},
};

static bool check_dimensions(trm_Freeze *freeze, const trm_Entry *entry) {
  static const char *const names[] = {"rectangle", "circle", "tube", "I"};
  const trm_SectionDef *def = entry->data;
  bool good = true;
  for (size_t d = 0; d < sizeof dimensions / sizeof dimensions[0]; d++) {
    bool wanted = dimensions[d].shapes >> def->shape & 1, given = trm_given(def, dimensions[d].offset);
    if (wanted == given) continue;
    good = false;
    trm_freeze_error(freeze, trm_place_of(def, given ? dimensions[d].offset : offsetof(trm_SectionDef, shape)),
                     given ? "section \"%s\": a shape %s has no %s" : "section \"%s\": the %s needs the key \"%s\"",
                     entry->name, names[def->shape], dimensions[d].key);
  }
  if (good && def->shape == TRM_SHAPE_TUBE && 2 * def->thickness >= def->diameter)
    trm_freeze_error(freeze, trm_place_of(def, offsetof(trm_SectionDef, thickness)),
                     "section \"%s\": the thickness of the wall must be less than half of the diameter", entry->name),
        good = false;
  if (good && def->shape == TRM_SHAPE_I && (2 * def->flange >= def->height || def->web >= def->width))
    trm_freeze_error(freeze, trm_place_of(def, offsetof(trm_SectionDef, shape)),
                     "section \"%s\": the web must be thinner than the width, the two flanges than the height",
                     entry->name),
        good = false;
  return good;
}

static bool from_shape(trm_Freeze *freeze, const trm_Entry *entry, trm_Section *section) {
  const trm_SectionDef *def = entry->data;
  const trm_MaterialDef *material = &def->material;
  if (!check_dimensions(freeze, entry)) return false;
  double nu = material->nu, G = material->G;
  if (trm_given(material, offsetof(trm_MaterialDef, nu))) {
    if (!(nu > -1 && nu <= 0.5)) {
      trm_freeze_error(freeze, trm_place_of(material, offsetof(trm_MaterialDef, nu)),
                       "section \"%s\": Poisson's ratio lies above -1 and at most at 0.5, but is %.6g", entry->name,
                       nu);
      return false;
    }
    G = material->E / (2 * (1 + nu));
  } else
    nu = fmin(0.5, fmax(0, material->E / (2 * G) - 1)); /* for the shear factors only */
  trm_ShapeNumbers n = trm_shape_numbers(def, nu);
  double diagonal[6] = {material->E * n.area, G * n.shear_y,     G * n.shear_z, G * n.J,
                        material->E * n.Iy,   material->E * n.Iz};
  for (int i = 0; i < 6; i++) section->stiffness[7 * i] = diagonal[i];
  section->mass[0] = material->rho * n.area;
  section->mass[10] = material->rho * n.Iz; /* E_yy = integral of rho y^2 */
  section->mass[15] = material->rho * n.Iy;
  section->computed = true;
  return true;
}

/* ---- matrices ---------------------------------------------------------------------------------------------------- */

static double largest(const double *a, int count) {
  double size = 0;
  for (int i = 0; i < count; i++) size = fmax(size, fabs(a[i]));
  return size;
}

/* entries relative to the diagonal, since units differ: |a_ij - a_ji| <= slack sqrt(a_ii a_jj) */
static bool symmetric(const double *a, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      if (!(fabs(a[n * i + j] - a[n * j + i]) <=
            trm_meant_equal * (sqrt(fabs(a[n * i + i] * a[n * j + j])) + fabs(a[n * i + j]))))
        return false;
  return true;
}

/* Pivots of a matrix with ones on its diagonal: smaller ones are round-off; and an entry beside a pivot that is none
   but for trm_meant_equal, whose root is 3e-5: a semidefinite matrix has no larger ones. */
static const double pivot_noise = 1e-14, entry_of_no_pivot = 1e-4;
/* Of the moments of inertia: round-off of Ixx = Iyy + Izz; a section that cannot turn about an axis. */
static const double moment_round_off = 1e-12;

/* Cholesky of D^-1/2 A D^-1/2, D the diagonal: the smallest pivot, -1 when it is not positive; a row without diagonal
   must be zero (allowed when semi) */
static bool positive(const double *a, int n, bool semi) {
  double l[36], slack = semi ? trm_meant_equal : 0;
  for (int i = 0; i < n; i++) {
    if (a[n * i + i] < 0 || (!semi && !(a[n * i + i] > 0))) return false;
    for (int j = 0; j <= i; j++) {
      double scale = sqrt(a[n * i + i] * a[n * j + j]), sum = scale > 0 ? a[n * i + j] / scale : 0;
      if (scale == 0 && a[n * i + j] != 0) return false;
      for (int k = 0; k < j; k++) sum -= l[n * i + k] * l[n * j + k];
      if (i == j && (sum < -slack || (!semi && !(sum > pivot_noise)))) return false;
      if (i == j)
        l[n * i + i] = sum > slack ? sqrt(sum) : 0;
      else
        l[n * i + j] = l[n * j + j] > 0 ? sum / l[n * j + j] : 0;
      if (i != j && l[n * j + j] == 0 && fabs(sum) > entry_of_no_pivot) return false;
    }
  }
  return true;
}

static bool from_stiffness(trm_Freeze *freeze, const trm_Entry *entry, trm_Section *section) {
  const trm_SectionDef *def = entry->data;
  const trm_StiffnessDef *given = &def->stiffness;
  if (!trm_given(given, offsetof(trm_StiffnessDef, matrix))) {
    double diagonal[6] = {given->EA, given->GKy, given->GKz, given->GJ, given->EIy, given->EIz};
    for (int i = 0; i < 6; i++) {
      section->rigid[i] = isinf(diagonal[i]);
      section->stiffness[7 * i] = section->rigid[i] ? 0 : diagonal[i];
    }
    return true;
  }
  trm_Place place = trm_place_of(given, offsetof(trm_StiffnessDef, matrix));
  const double *a = given->matrix;
  bool even = symmetric(a, 6), good = even && positive(a, 6, false);
  if (!even)
    trm_freeze_error(freeze, place, "section \"%s\": the stiffness matrix must be symmetric", entry->name);
  else if (!good)
    trm_freeze_error(freeze, place,
                     "section \"%s\": the stiffness matrix is not positive definite: some deformation would need no "
                     "force, or release energy",
                     entry->name);
  for (int i = 0; i < 36; i++) section->stiffness[i] = 0.5 * (a[i] + a[6 * (i % 6) + i / 6]);
  return good;
}

/* [m I, -m eta~; m eta~, J]: m, m eta and J taken out; false when the matrix is not of this form */
static bool split_mass(const double *a, double *m, double moment[3], double inertia[9]) {
  *m = a[0];
  moment[0] = a[6 * 5 + 1], moment[1] = a[6 * 3 + 2], moment[2] = a[6 * 4];
  double form[36] = {0}, size = sqrt(fabs(a[0]) * largest(a + 18, 18));
  for (int i = 0; i < 3; i++) {
    form[7 * i] = *m;
    for (int j = 0; j < 3; j++) inertia[3 * i + j] = form[6 * (3 + i) + 3 + j] = a[6 * (3 + i) + 3 + j];
  }
  trm_add_tilde(form + 18, 6, 1, moment);
  trm_add_tilde(form + 3, 6, -1, moment);
  for (int i = 0; i < 36; i++) {
    bool mixed = (i / 6 < 3) != (i % 6 < 3);
    if (!(fabs(a[i] - form[i]) <= trm_meant_equal * (mixed ? size + fabs(a[i]) : largest(a, 36)))) return false;
  }
  return symmetric(inertia, 3);
}

/* Moments about y and z of a homogeneous section have the ratio to the mass that bending has to axial stiffness. */
static void rotary_inertia(const trm_SectionMassDef *given, trm_Section *section, double inertia[9]) {
  const double *k = section->stiffness;
  bool has_y = trm_given(given, offsetof(trm_SectionMassDef, Iyy)),
       has_z = trm_given(given, offsetof(trm_SectionMassDef, Izz));
  inertia[4] = has_y ? given->Iyy : given->m * k[28] / k[0];
  inertia[8] = has_z ? given->Izz : given->m * k[35] / k[0];
  section->assumed_y = !has_y, section->assumed_z = !has_z;
}

/* Nothing can be told of a homogeneous section that has no finite stiffness. */
static bool inertia_is_known(trm_Freeze *freeze, const trm_Entry *entry, const trm_Section *section) {
  const trm_SectionMassDef *given = &((const trm_SectionDef *)entry->data)->mass;
  const bool *rigid = section->rigid;
  bool y = trm_given(given, offsetof(trm_SectionMassDef, Iyy)) || !(rigid[0] || rigid[4]);
  bool z = trm_given(given, offsetof(trm_SectionMassDef, Izz)) || !(rigid[0] || rigid[5]);
  if (y && z) return true;
  trm_freeze_error(freeze, trm_place_of(given, offsetof(trm_SectionMassDef, m)),
                   "section \"%s\": the stiffness from which %s would follow is rigid: give mass.%s", entry->name,
                   y ? "Izz" : "Iyy", y ? "Izz" : "Iyy");
  return false;
}

static bool mass_numbers(trm_Freeze *freeze, const trm_Entry *entry, trm_Section *section, double *m, double moment[3],
                         double inertia[9]) {
  const trm_SectionMassDef *given = &((const trm_SectionDef *)entry->data)->mass;
  if (trm_given(given, offsetof(trm_SectionMassDef, matrix))) {
    if (split_mass(given->matrix, m, moment, inertia)) return true;
    trm_freeze_error(
        freeze, trm_place_of(given, offsetof(trm_SectionMassDef, matrix)),
        "section \"%s\": a mass matrix has the form [m I, -m eta~; m eta~, J] with J symmetric; this one has "
        "not",
        entry->name);
    return false;
  }
  if (given->eta.count != 0 && given->eta.count != 2) {
    trm_freeze_error(freeze, trm_place_of(given, offsetof(trm_SectionMassDef, eta)),
                     "section \"%s\": mass.eta must be [y, z]", entry->name);
    return false;
  }
  if (!inertia_is_known(freeze, entry, section)) return false;
  double eta[3] = {0, 0, 0};
  *m = given->m;
  for (int i = 0; i < given->eta.count; i++) eta[1 + i] = given->eta.values[i];
  for (int i = 0; i < 3; i++) moment[i] = *m * eta[i];
  rotary_inertia(given, section, inertia);
  inertia[0] = trm_given(given, offsetof(trm_SectionMassDef, Ixx)) ? given->Ixx : inertia[4] + inertia[8];
  trm_add_tilde_tilde(inertia, 3, -*m, eta, eta); /* to the reference line */
  return true;
}

/* [m, m eta^T; m eta, E], E = tr(J)/2 I - J, is the second moment of the mass over (1, x, y, z): positive
   semidefinite */
static bool from_mass(trm_Freeze *freeze, const trm_Entry *entry, trm_Section *section) {
  const trm_SectionDef *def = entry->data;
  double m = 0, moment[3] = {0}, inertia[9] = {0}, *out = section->mass;
  if (!mass_numbers(freeze, entry, section, &m, moment, inertia)) return false;
  double half_trace = 0.5 * (inertia[0] + inertia[4] + inertia[8]);
  memset(out, 0, sizeof section->mass);
  out[0] = m;
  for (int i = 0; i < 3; i++) {
    out[1 + i] = out[4 * (1 + i)] = moment[i];
    for (int j = 0; j < 3; j++)
      out[4 * (1 + i) + 1 + j] = (i == j ? half_trace : 0) - 0.5 * (inertia[3 * i + j] + inertia[3 * j + i]);
    double *entry_ii = &out[5 * (1 + i)];
    if (fabs(*entry_ii) < moment_round_off * half_trace) *entry_ii = 0; /* Ixx = Iyy + Izz up to rounding */
  }
  if (positive(out, 4, true)) return true;
  trm_freeze_error(
      freeze, trm_place_of(def, offsetof(trm_SectionDef, mass)),
      "section \"%s\": no mass has these moments of inertia: about the centre of mass one of the principal "
      "ones exceeds the sum of the other two",
      entry->name);
  return false;
}

/* J = tr(E_c) I - E_c with E_c = E - m eta eta^T about the centre of mass */
int trm_section_cannot_turn(const trm_Section *section) {
  const double *a = section->mass;
  double e[9], j[9], trace = 0;
  int least = 0;
  for (int i = 0; i < 9; i++)
    e[i] = a[4 * (1 + i / 3) + 1 + i % 3] - (a[0] > 0 ? a[1 + i / 3] * a[1 + i % 3] / a[0] : 0);
  for (int i = 0; i < 3; i++) trace += e[4 * i];
  for (int i = 0; i < 9; i++) j[i] = (i % 4 == 0 ? trace : 0) - e[i];
  for (int i = 1; i < 3; i++)
    if (j[4 * i] < j[4 * least]) least = i;
  return positive(j, 3, false) && j[4 * least] > moment_round_off * trace ? -1 : least;
}

void trm_freeze_section(trm_Freeze *freeze, const trm_Entry *entry, trm_Section *section) {
  const trm_SectionDef *def = entry->data;
  section->name = entry->name, section->place = entry->place;
  bool good = trm_given(def, offsetof(trm_SectionDef, shape)) ? from_shape(freeze, entry, section)
                                                              : from_stiffness(freeze, entry, section);
  if (good && trm_given(def, offsetof(trm_SectionDef, mass))) from_mass(freeze, entry, section);
}
