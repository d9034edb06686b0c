/* Stiffness and mass matrices of a section: from shapes, from numbers, checked for being those of a body (theory.md,
   "Beams", sections). */
#include "build/sections.h"
#include <math.h>
#include <string.h>
#include "element/section.h"
#include "math/vec3.h"

/* ---- shapes ------------------------------------------------------------------------------------------------------ */

/* Lengths that no shape can have are an error; which keys it has, its table has seen to. */
static bool check_dimensions(trm_Freeze *freeze, const trm_Entry *entry) {
  const trm_SectionDef *def = entry->data;
  const trm_SectionShape *shape = trm_section_shapes[def->shape];
  int fault = 0;
  const char *words = shape->impossible ? shape->impossible(def->dimensions, &fault) : NULL;
  if (!words) return true;
  size_t offset = offsetof(trm_SectionDef, dimensions) + (size_t)fault * sizeof def->dimensions[0];
  trm_freeze_error(freeze, trm_place_of(def, offset), "section \"%s\": %s", entry->name, words);
  return false;
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
  trm_ShapeNumbers n = trm_section_shapes[def->shape]->numbers(def->dimensions, nu);
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
bool trm_matrix_symmetric(const double *a, int n) {
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
bool trm_matrix_positive(const double *a, int n, bool semi) {
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
  bool even = trm_matrix_symmetric(a, 6), good = even && trm_matrix_positive(a, 6, false);
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
  return trm_matrix_symmetric(inertia, 3);
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
  if (trm_matrix_positive(out, 4, true)) return true;
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
  return trm_matrix_positive(j, 3, false) && j[4 * least] > moment_round_off * trace ? -1 : least;
}

void trm_freeze_section(trm_Freeze *freeze, const trm_Entry *entry, trm_Section *section) {
  const trm_SectionDef *def = entry->data;
  section->name = entry->name, section->place = entry->place;
  bool good = trm_given(def, offsetof(trm_SectionDef, shape)) ? from_shape(freeze, entry, section)
                                                              : from_stiffness(freeze, entry, section);
  if (good && trm_given(def, offsetof(trm_SectionDef, mass))) from_mass(freeze, entry, section);
}
