/* The keys of cross-sections, with those of the shapes that there are. */
#include "build/tables_section.h"
#include "build/tables_variants.h"
#include "element/section.h"

/* ---- by numbers -------------------------------------------------------------------------------------------------- */

#define POSITIVE_NUMBER(structure, member, units, text)                                                                \
  {                                                                                                                    \
    .key = #member, .type = TRM_FIELD_NUMBER, .offset = offsetof(structure, member), .unit = units,                    \
    .flags = TRM_POSITIVE, .doc = text                                                                                 \
  }

static const char *const infinite[] = {"rigid", NULL};

#define STIFFNESS(structure, member, units, text)                                                                      \
  {                                                                                                                    \
    .key = #member, .type = TRM_FIELD_NUMBER, .offset = offsetof(structure, member), .unit = units,                    \
    .flags = TRM_POSITIVE, .choices = infinite, .doc = text                                                            \
  }

static const trm_Field stiffness_fields[] = {
    STIFFNESS(trm_StiffnessDef, EA, "N", "axial stiffness"),
    STIFFNESS(trm_StiffnessDef, GKy, "N", "shear stiffness along y, the shear factor included"),
    STIFFNESS(trm_StiffnessDef, GKz, "N", "shear stiffness along z"),
    STIFFNESS(trm_StiffnessDef, GJ, "N m2", "torsional stiffness"),
    STIFFNESS(trm_StiffnessDef, EIy, "N m2", "bending stiffness about y"),
    STIFFNESS(trm_StiffnessDef, EIz, "N m2", "bending stiffness about z"),
    {TRM_KEY(trm_StiffnessDef, matrix, "matrix", TRM_FIELD_MATRIX6), .unit = "N, N m, N m2",
     .doc = "all couplings: symmetric, positive definite; forces and moments in the order axial, shear y, shear z, "
            "torsion, bending y, bending z"},
};

static const trm_Rule stiffness_rules[] = {
    {TRM_RULE_ONE, "EA matrix"},        {TRM_RULE_NEEDS, "EA GKy"},         {TRM_RULE_NEEDS, "EA GKz"},
    {TRM_RULE_NEEDS, "EA GJ"},          {TRM_RULE_NEEDS, "EA EIy"},         {TRM_RULE_NEEDS, "EA EIz"},
    {TRM_RULE_EXCLUSIVE, "matrix GKy"}, {TRM_RULE_EXCLUSIVE, "matrix GKz"}, {TRM_RULE_EXCLUSIVE, "matrix GJ"},
    {TRM_RULE_EXCLUSIVE, "matrix EIy"}, {TRM_RULE_EXCLUSIVE, "matrix EIz"}};

static const trm_FieldTable stiffness_table = {
    .name = "stiffness",
    .doc =
        "Stiffness of the section about its reference line: six numbers, or the 6x6 matrix. A number may be the word "
        "rigid: that strain is then zero, exactly, and its force or moment is a reaction (GKy: rigid, GKz: rigid is "
        "a beam whose sections stay normal to its axis, with EA: rigid besides one that does not stretch). Stiffness "
        "of any size does no harm; a rigid one is not less accurate than a very stiff one, and costs the same.",
    .size = sizeof(trm_StiffnessDef),
    .fields = stiffness_fields,
    .field_count = TRM_COUNT(stiffness_fields),
    .shorthand = "matrix",
    .example = "stiffness: {EA: 44e6, GKy: 2.8e6, GKz: 2.8e6, GJ: 20e3, EIy: 23e3, EIz: 23e3}",
    .rules = stiffness_rules,
    .rule_count = TRM_COUNT(stiffness_rules)};

static const trm_Field mass_fields[] = {
    {TRM_KEY(trm_SectionMassDef, m, "m", TRM_FIELD_NUMBER), .unit = "kg/m", .flags = TRM_POSITIVE,
     .doc = "mass per length"},
    {TRM_KEY(trm_SectionMassDef, Iyy, "Iyy", TRM_FIELD_NUMBER), .unit = "kg m", .flags = TRM_NOT_NEGATIVE,
     .doc = "moment of inertia per length about the axis y through the centre of mass; default: m EIy/EA, that of a "
            "homogeneous section; needed where EIy or EA is rigid"},
    {TRM_KEY(trm_SectionMassDef, Izz, "Izz", TRM_FIELD_NUMBER), .unit = "kg m", .flags = TRM_NOT_NEGATIVE,
     .doc = "moment of inertia per length about the axis z through the centre of mass; default: m EIz/EA; needed where "
            "EIz or EA is rigid"},
    {TRM_KEY(trm_SectionMassDef, Ixx, "Ixx", TRM_FIELD_NUMBER), .unit = "kg m", .flags = TRM_NOT_NEGATIVE,
     .doc = "polar moment of inertia per length about the centre of mass; default: Iyy + Izz, that of a flat section"},
    {TRM_KEY(trm_SectionMassDef, eta, "eta", TRM_FIELD_NUMBERS), .unit = "m",
     .doc = "[y, z] of the centre of mass in the section; default: on the reference line"},
    {TRM_KEY(trm_SectionMassDef, matrix, "matrix", TRM_FIELD_MATRIX6), .unit = "kg/m, kg, kg m",
     .doc = "the whole matrix [m I, -m eta~; m eta~, J], J about the reference line"},
};

static const trm_Rule section_mass_rules[] = {{TRM_RULE_ONE, "m matrix"},
                                              {TRM_RULE_EXCLUSIVE, "matrix Iyy"},
                                              {TRM_RULE_EXCLUSIVE, "matrix Izz"},
                                              {TRM_RULE_EXCLUSIVE, "matrix Ixx"},
                                              {TRM_RULE_EXCLUSIVE, "matrix eta"}};

static const trm_FieldTable mass_table = {.name = "mass",
                                          .doc = "Mass of the section per length: numbers, or the 6x6 matrix.",
                                          .size = sizeof(trm_SectionMassDef),
                                          .fields = mass_fields,
                                          .field_count = TRM_COUNT(mass_fields),
                                          .shorthand = "matrix",
                                          .example = "mass: {m: 1.6, Iyy: 1.1e-4, Izz: 1.1e-4}",
                                          .rules = section_mass_rules,
                                          .rule_count = TRM_COUNT(section_mass_rules)};

static const trm_Field material_fields[] = {
    {TRM_KEY(trm_MaterialDef, E, "E", TRM_FIELD_NUMBER), .unit = "Pa", .flags = TRM_REQUIRED | TRM_POSITIVE,
     .doc = "Young's modulus"},
    {TRM_KEY(trm_MaterialDef, G, "G", TRM_FIELD_NUMBER), .unit = "Pa", .flags = TRM_POSITIVE, .doc = "shear modulus"},
    {TRM_KEY(trm_MaterialDef, nu, "nu", TRM_FIELD_NUMBER), .unit = "",
     .doc = "Poisson's ratio, above -1 and at most 0.5; G = E/(2 (1 + nu))"},
    {TRM_KEY(trm_MaterialDef, rho, "rho", TRM_FIELD_NUMBER), .unit = "kg/m3", .flags = TRM_NOT_NEGATIVE,
     .fallback = "0", .doc = "density"},
};
static const trm_Rule material_rules[] = {{TRM_RULE_ONE, "G nu"}};

static const trm_FieldTable material_table = {.name = "material",
                                              .doc = "An isotropic elastic material.",
                                              .size = sizeof(trm_MaterialDef),
                                              .fields = material_fields,
                                              .field_count = TRM_COUNT(material_fields),
                                              .example = "material: {E: 210e9, nu: 0.3, rho: 7850}",
                                              .rules = material_rules,
                                              .rule_count = TRM_COUNT(material_rules)};

/* ---- shapes ------------------------------------------------------------------------------------------------------ */

static const trm_Field section_fields[] = {
    {TRM_KEY(trm_SectionDef, stiffness, "stiffness", TRM_FIELD_TABLE), .unit = "", .table = &stiffness_table,
     .doc = "stiffness by numbers, instead of shape and material"},
    {TRM_KEY(trm_SectionDef, mass, "mass", TRM_FIELD_TABLE), .unit = "", .table = &mass_table,
     .doc = "mass by numbers; default: from shape and material, else none (for static analyses)"},
    {TRM_KEY(trm_SectionDef, shape, "shape", TRM_FIELD_CHOICE), .unit = "",
     .doc = "a shape, centred on the reference line, from which the numbers are computed; `trammel check` prints them"},
    {TRM_KEY(trm_SectionDef, material, "material", TRM_FIELD_TABLE), .unit = "", .table = &material_table,
     .doc = "the material of the shape"},
};
enum { COMMON = TRM_COUNT(section_fields) };

static const trm_Rule shape_rules[] = {{TRM_RULE_ONE, "stiffness shape"}, {TRM_RULE_NEEDS, "shape material"}};
static const trm_Rule material_rule = {TRM_RULE_NEEDS, "material shape"};

static const char example[] =
    "sections:\n"
    "  strip:\n"
    "    stiffness: {EA: 44e6, GKy: 2.8e6, GKz: 2.8e6, GJ: 20e3, EIy: 23e3, EIz: 23e3}\n"
    "    mass: {m: 1.6, Iyy: 1.1e-4, Izz: 1.1e-4}\n"
    "  pipe: {shape: tube, diameter: 0.05, thickness: 0.002, material: {E: 210e9, nu: 0.3, rho: 7850}}";

static const char *const *shape_names(trm_Arena *arena) {
  const char **names = TRM_ARENA_NEW(arena, const char *, trm_section_shape_count + 1);
  for (int s = 0; names && s < trm_section_shape_count; s++) names[s] = trm_section_shapes[s]->name;
  return names;
}

/* the keys of a shape: the common ones and its lengths */
static const trm_FieldTable *shape_table(trm_Arena *arena, const trm_SectionShape *shape, const trm_Variants *among) {
  int lengths = trm_shape_dimensions(shape);
  trm_FieldTable *table = TRM_ARENA_NEW(arena, trm_FieldTable, 1);
  trm_Field *fields = TRM_ARENA_NEW(arena, trm_Field, COMMON + lengths);
  const char *const *names = shape_names(arena);
  if (!table || !fields || !names) return NULL;
  for (int i = 0; i < COMMON; i++) {
    fields[i] = section_fields[i];
    if (fields[i].offset == offsetof(trm_SectionDef, shape)) fields[i].choices = names;
  }
  for (int d = 0; d < lengths; d++)
    fields[COMMON + d] = (trm_Field){.key = shape->dimensions[d].key,
                                     .type = TRM_FIELD_NUMBER,
                                     .offset = offsetof(trm_SectionDef, dimensions) + (size_t)d * sizeof(double),
                                     .unit = "m",
                                     .flags = TRM_REQUIRED | TRM_POSITIVE,
                                     .doc = shape->dimensions[d].doc};
  *table = (trm_FieldTable){.name = shape->name,
                            .definition = trm_arena_text(arena, "%s-section", shape->name),
                            .doc = shape->doc,
                            .size = sizeof(trm_SectionDef),
                            .fields = fields,
                            .field_count = COMMON + lengths,
                            .among = among,
                            .rules = shape_rules,
                            .rule_count = TRM_COUNT(shape_rules)};
  return table->definition ? table : NULL;
}

/* every length needs the shape: what is said where none is given */
static bool add_rules(trm_Arena *arena, trm_FieldTable *table) {
  trm_Rule *rules = TRM_ARENA_NEW(arena, trm_Rule, TRM_COUNT(shape_rules) + 1 + TRM_TABLE_FIELDS);
  if (!rules) return false;
  for (int i = 0; i < TRM_COUNT(shape_rules); i++) rules[table->rule_count++] = shape_rules[i];
  rules[table->rule_count++] = material_rule;
  for (int i = 0; i < table->field_count; i++) {
    if (table->fields[i].type != TRM_FIELD_NUMBER) continue;
    trm_Rule *rule = &rules[table->rule_count++];
    *rule = (trm_Rule){TRM_RULE_NEEDS, trm_arena_text(arena, "%s shape", table->fields[i].key)};
    if (!rule->keys) return false;
  }
  table->rules = rules;
  return true;
}

static const trm_FieldTable *all_shapes(trm_Arena *arena, const trm_Variants *variants) {
  trm_FieldTable *table = TRM_ARENA_NEW(arena, trm_FieldTable, 1);
  trm_Field *fields = TRM_ARENA_NEW(arena, trm_Field, TRM_TABLE_FIELDS);
  if (!table || !fields) return NULL;
  trm_Sentence doc = {arena,
                      "A cross-section of beams. Its axes y and z are e2 and e3 of the beam's section frame, its "
                      "reference line is the beam's curve. Shear stiffness of a shape is k G A with the shear "
                      "factor k. "};
  for (int s = 0; s < trm_section_shape_count; s++)
    trm_say(&doc, s ? "; " : "", trm_section_shapes[s]->name, ": ", trm_section_shapes[s]->doc);
  trm_say(&doc, ".", "", "", "");
  if (!doc.text) return NULL;
  *table = (trm_FieldTable){
      .name = "section", .doc = doc.text, .size = sizeof(trm_SectionDef), .fields = fields, .example = example};
  return trm_merge_variants(arena, variants, table, fields) && add_rules(arena, table) ? table : NULL;
}

/* of a model that has no sections */
static const trm_Variants *none(trm_Arena *arena) {
  static const trm_FieldTable absent = {.name = "section", .size = sizeof(trm_SectionDef)};
  trm_Variants *variants = TRM_ARENA_NEW(arena, trm_Variants, 1);
  if (variants) *variants = (trm_Variants){"shape", "section", NULL, 0, &absent};
  return variants;
}

const trm_Variants *trm_section_variants(trm_Arena *arena, bool used) {
  if (!used) return none(arena);
  trm_Variants *variants = TRM_ARENA_NEW(arena, trm_Variants, 1);
  const trm_FieldTable **tables = TRM_ARENA_NEW(arena, const trm_FieldTable *, trm_section_shape_count);
  if (!variants || !tables) return NULL;
  for (int s = 0; s < trm_section_shape_count; s++)
    if (!(tables[s] = shape_table(arena, trm_section_shapes[s], variants))) return NULL;
  *variants = (trm_Variants){"shape", "section", tables, trm_section_shape_count, NULL};
  variants->absent = all_shapes(arena, variants);
  return variants->absent ? variants : NULL;
}
