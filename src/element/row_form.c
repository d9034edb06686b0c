/* The table of row types: one entry each, and nothing else that knows them apart. */
#include "element/row_form.h"
#include <stdio.h>
#include <string.h>

/* clang-format off */
#define K(n)        {TRM_VECTOR_AXIS, 0, TRM_AXIS_##n}
#define L(n)        {TRM_VECTOR_AXIS, 1, TRM_AXIS_##n}
#define GAP         {TRM_VECTOR_GAP, 0, TRM_AXIS_A}
#define DIRECTOR(n) {TRM_VECTOR_DIRECTOR, 0, TRM_AXIS_##n}
#define ONE_TERM(left, right) .term_count = 1, .terms = {{1, TRM_UNITY, left, right, 0}}
#define TIMES(number) TRM_##number + 1
/* f e_b . u + g e_a . u with numbers of the joint */
#define IN_TILTED_PLANE(f, at_f, g, at_g) \
  .term_count = 2, .terms = {{f, TRM_UNITY, K(B), GAP, TIMES(at_f)}, {g, TRM_UNITY, K(A), GAP, TIMES(at_g)}}
/* (e_a . v_b - e_b . v_a)/2 */
#define HALF_DIFFERENCE(e, v) .term_count = 2, .terms = {{0.5, TRM_UNITY, e(A), v(B), 0}, {-0.5, TRM_UNITY, e(B), v(A), 0}}
/* e . (cos(phi) d_b - sin(phi) d_a) */
#define IN_TURNED_PLANE(e, v) .term_count = 2, .terms = {{1, TRM_COSINE, e, v(B), 0}, {-1, TRM_SINE, e, v(A), 0}}
/* clang-format on */

const trm_RowForm trm_row_forms[] = {
    [TRM_ROW_PERPENDICULAR] = {ONE_TERM(K(A), L(B)), .angular = true, .needs = {true, true},
                               .doc = "e{a} of the first body is perpendicular to e{b} of the second",
                               .name = "rotation about joint axis {third}", .name_of_same = "right angle of the axes"},
    [TRM_ROW_IN_PLANE] = {ONE_TERM(K(A), GAP), .needs = {true},
                          .doc = "the second body's point is not displaced along e{a} of the first",
                          .name = "displacement along joint axis {a}"},
    [TRM_ROW_ANGLE] = {IN_TURNED_PLANE(L(C), K), .angular = true, .needs = {true, true},
                       .doc = "{minus}{coordinate} is the angle of e{c} of the {vector} body in the plane (e{a}, e{b}) "
                              "of the {plane}",
                       .name = "definition of {coordinate}"},
    [TRM_ROW_OFFSET] = {ONE_TERM(K(A), GAP), .scalar = TRM_SCALAR_COORDINATE, .needs = {true},
                        .doc = "{coordinate} is the displacement of the second body's point along e{a} of the first",
                        .name = "definition of {coordinate}"},
    [TRM_ROW_INCLINED] = {ONE_TERM(K(A), L(B)), .of_cosine = true, .angular = true, .needs = {true, true},
                          .doc = "e{a} of the first body keeps its angle with e{b} of the second",
                          .name = "angle of the axes"},
    [TRM_ROW_TILTED_PLANE] = {IN_TILTED_PLANE(1, SINE_OF_SLIDE, -1, COSINE_OF_SLIDE), .needs = {true},
                              .doc = "the second body's point is not displaced in the plane (e{a}, e{b}) of the first "
                                     "normal to the slide",
                              .name = "displacement normal to the slide"},
    [TRM_ROW_TILTED_OFFSET] = {IN_TILTED_PLANE(1, COSINE_OF_SLIDE, 1, SINE_OF_SLIDE), .scalar = TRM_SCALAR_COORDINATE,
                               .needs = {true},
                               .doc = "{coordinate} is the displacement of the second body's point along the slide, "
                                      "which the first body carries",
                               .name = "definition of {coordinate}"},
    [TRM_ROW_COINCIDENT] = {.kernel = TRM_KERNEL_COINCIDENT,
                            .doc = "the two points have the same {letter}",
                            .name = "displacement along world {letter}"},
    [TRM_ROW_DISTANCE] = {ONE_TERM(GAP, GAP), .of_length = true,
                          .doc = "the distance of the two points is the {parameter}", .name = "distance"},
    [TRM_ROW_LENGTH] = {ONE_TERM(GAP, GAP), .of_length = true, .scalar = TRM_SCALAR_SQUARE,
                        .doc = "{coordinate} is the distance of the two points", .name = "definition of {coordinate}"},
    [TRM_ROW_SINE] = {ONE_TERM(K(A), L(B)), .scalar = TRM_SCALAR_SINE, .angular = true, .needs = {true, true},
                      .doc = "sin({coordinate}) is the cosine of the angle between e{a} of the first body and e{b} of "
                             "the second",
                      .name = "definition of {coordinate}"},
    [TRM_ROW_TWIST] = {HALF_DIFFERENCE(K, L), .angular = true, .needs = {true, true},
                       .doc = "the second body does not turn relative to the first about the bisector of their "
                              "e{third}",
                       .name = "rotation about the bisector of the shafts"},
    [TRM_ROW_SPEED] = {.kernel = TRM_KERNEL_SPEED,
                       .angular = true,
                       .needs = {true, true},
                       .doc = "the angular velocities of the two bodies, each along the body's own e{a}, are equal",
                       .name = "equal speeds of the shafts"},
    [TRM_ROW_SURFACE] = {.kernel = TRM_KERNEL_SURFACE,
                         .needs = {true},
                         .doc = "the second body's point is where {function} = 0, in the axes of the first",
                         .name = "{function} = 0"},
    [TRM_ROW_CURVE] = {ONE_TERM(K(A), GAP), .scalar = TRM_SCALAR_PATH, .needs = {true}, .on_curve = true,
                       .doc = "the second body's point has the {letter} of the curve at arc length {coordinate}, in "
                              "the axes of the first",
                       .name = "displacement along joint axis {a}"},
    [TRM_ROW_CURVE_LOCKED] = {HALF_DIFFERENCE(L, DIRECTOR), .angular = true, .needs = {true, true}, .on_curve = true,
                              .doc = "the second body does not turn against the curve's frame about its axis e{third}",
                              .name = "rotation about axis {third} of the curve's frame"},
    [TRM_ROW_CURVE_PERPENDICULAR] = {ONE_TERM(L(A), DIRECTOR(B)), .angular = true, .needs = {true, true},
                                     .on_curve = true,
                                     .doc = "e{a} of the second body is perpendicular to e{b} of the curve's frame",
                                     .name = "rotation about axis {third} of the curve's frame"},
    [TRM_ROW_CURVE_ANGLE] = {IN_TURNED_PLANE(L(A), DIRECTOR), .angular = true, .needs = {true, true}, .on_curve = true,
                             .doc = "{coordinate} is the angle of e{a} of the second body in the plane (e{a}, e{b}) of "
                                    "the curve's frame",
                             .name = "definition of {coordinate}"},
    [TRM_ROW_COMBINATION] = {.kernel = TRM_KERNEL_COMBINATION,
                             .doc = "{coordinate} is the sum of the terms: factors times coordinates of other joints",
                             .name = "definition of {coordinate}"},
    [TRM_ROW_RELATION] = {.kernel = TRM_KERNEL_RELATION,
                          .doc = "{x_a} = {parameter} {x_b} / (2 pi)",
                          .name = "relation of its coordinates"},
    [TRM_ROW_SLIDE_POINT] = {.kernel = TRM_KERNEL_CONTACT,
                             ONE_TERM(L(A), GAP),
                             .doc = "the slider's point is not away from the beam's axis along e{a} of the slider",
                             .name = "displacement along slider axis {a}"},
    [TRM_ROW_SLIDE_LOCKED] = {.kernel = TRM_KERNEL_CONTACT,
                              HALF_DIFFERENCE(L, DIRECTOR),
                              .angular = true,
                              .needs = {false, true},
                              .doc = "the slider does not turn against the beam's section about e{third}",
                              .name = "rotation about slider axis {third}"},
    [TRM_ROW_SLIDE_PERPENDICULAR] = {.kernel = TRM_KERNEL_CONTACT,
                                     ONE_TERM(L(A), DIRECTOR(B)),
                                     .angular = true,
                                     .needs = {false, true},
                                     .doc = "e{a} of the slider is perpendicular to e{b} of the beam's section at the "
                                            "contact",
                                     .name = "rotation about slider axis {third}"},
    [TRM_ROW_SLIDE_ANGLE] = {.kernel = TRM_KERNEL_CONTACT,
                             IN_TURNED_PLANE(L(A), DIRECTOR),
                             .angular = true,
                             .needs = {false, true},
                             .doc = "{coordinate} is the angle of e{a} of the slider in the plane (e{a}, e{b}) of the "
                                    "beam's section",
                             .name = "definition of {coordinate}"},
};

static const char *coordinate_name(const trm_JointKind *kind, int c) {
  return c >= 0 && c < kind->coordinate_count ? kind->coordinates[c].name : "";
}

/* The word for a name in braces; digit: room for one. */
static const char *word_for(const trm_JointKind *kind, const trm_Row *row, const char *name, char digit[2]) {
  static const char digits[] = "123", letters[] = "xyz";
  static const char *const bodies[] = {"first", "second"};
  int third = 3 - row->a - row->b;
  const struct {
    const char *name, *word;
    char sign;
  } words[] = {
      {"a", NULL, digits[row->a % 3]},
      {"b", NULL, digits[row->b % 3]},
      {"c", NULL, digits[row->c % 3]},
      {"third", NULL, third >= 0 ? digits[third % 3] : '0'},
      {"letter", NULL, letters[row->a % 3]},
      {"coordinate", coordinate_name(kind, row->coordinate), 0},
      {"minus", row->reversed ? "-" : "", 0},
      {"plane", bodies[row->seen_from_l], 0},
      {"vector", bodies[!row->seen_from_l], 0},
      {"parameter", kind->parameter_count > 0 ? kind->parameters[0].key : "", 0},
      {"function", row->a < kind->function_count ? kind->functions[row->a].key : "", 0},
      {"x_a", coordinate_name(kind, row->a), 0},
      {"x_b", coordinate_name(kind, row->b), 0},
  };
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
    size_t length = strlen(words[i].name);
    if (strncmp(name, words[i].name, length) != 0 || name[length] != '}') continue;
    digit[0] = words[i].sign, digit[1] = '\0';
    return words[i].word ? words[i].word : digit;
  }
  return "";
}

void trm_row_words(const trm_JointKind *kind, const trm_Row *row, const char *words, char *out, size_t size) {
  size_t length = 0;
  char digit[2];
  for (const char *c = words; *c && length + 1 < size; c++) {
    if (*c != '{') {
      out[length++] = *c;
      continue;
    }
    int added = snprintf(out + length, size - length, "%s", word_for(kind, row, c + 1, digit));
    length += (size_t)added < size - length ? (size_t)added : size - length - 1;
    c = strchr(c, '}');
  }
  out[length] = '\0';
}
