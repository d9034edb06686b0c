/* Beams as they are frozen: nodes, frames, metric, sections, loads, references, and what is refused. */
#include "definitions.h"
#include <math.h>
#include "base/text.h"
#include "build/freeze.h"
#include "element/beam.h"
#include "element/section.h"
#include "math/vec3.h"
#include "model/section_text.h"
#include "system/layout.h"

static const char head[] = "trammel: 1\n"
                           "parameters: {L: 2.4}\n"
                           "sections:\n"
                           "  strip:\n"
                           "    stiffness: {EA: 44e6, GKy: 2.8e6, GKz: 2.9e6, GJ: 20e3, EIy: 23e3, EIz: 24e3}\n"
                           "    mass: {m: 1.6, Iyy: 1.1e-4, Izz: 1.2e-4}\n"
                           "  thick:\n"
                           "    stiffness: {EA: 88e6, GKy: 5.6e6, GKz: 5.8e6, GJ: 40e3, EIy: 46e3, EIz: 48e3}\n"
                           "    mass: {m: 3.2, Iyy: 2.2e-4, Izz: 2.4e-4}\n";
static const char tail[] = "analysis: {type: dynamic, until: 1, step: 1e-3}\n";

typedef struct Frozen {
  trm_Diagnostics *diagnostics;
  trm_Spec *spec;
  trm_Model *model;
} Frozen;

static Frozen freeze_text(const char *sections, const char *text, const char *analysis) {
  trm_Text all = {0};
  Frozen frozen = {.diagnostics = trm_diagnostics_new()};
  trm_text_format(&all, "%s%s%s", sections, text, analysis);
  frozen.spec = trm_yaml_parse("m.yaml", all.data, all.length, frozen.diagnostics);
  assert_non_null(frozen.spec);
  frozen.model = trm_model_freeze(frozen.spec, trm_joint_registry(), frozen.diagnostics);
  trm_text_free(&all);
  return frozen;
}

static bool shares_point(const trm_Model *model, int joint) {
  trm_Layout *layout;
  assert_int_equal(trm_layout_new(&layout, model, (trm_LayoutOptions){0}), TRM_OK);
  bool shares = layout->sharing.joints[joint].point;
  trm_layout_free(layout);
  return shares;
}

static Frozen freeze_good(const char *text) {
  Frozen frozen = freeze_text(head, text, tail);
  if (!frozen.model) {
    char *said = trm_diagnostics_text(frozen.diagnostics);
    print_error("%s\n%s", text, said);
    trm_free(said);
  }
  assert_non_null(frozen.model);
  return frozen;
}

static void frozen_free(Frozen *frozen) {
  trm_diagnostics_free(frozen->diagnostics);
  trm_spec_destroy(frozen->spec);
  trm_model_free(frozen->model);
}

/* The one error says this, at this line and column of the text. */
static void refused(const char *sections, const char *text, const char *message) {
  Frozen frozen = freeze_text(sections, text, tail);
  char *said = trm_diagnostics_text(frozen.diagnostics);
  if (frozen.model || !strstr(said, message) || trm_diagnostics_count(frozen.diagnostics, TRM_ERROR) != 1)
    print_error("expected: %s\nsaid: %s\n", message, said);
  assert_null(frozen.model);
  assert_non_null(strstr(said, message));
  assert_int_equal(trm_diagnostics_count(frozen.diagnostics, TRM_ERROR), 1);
  trm_free(said);
  frozen_free(&frozen);
}

static void a_straight_beam(void **state) {
  (void)state;
  Frozen f = freeze_good(
      "bodies: {bob: {mass: 1, position: [9, 9, 9]}}\n"
      "beams:\n"
      "  boom: {curve: {line: [[1, 0, 0], [1 + L, 0, 0]]}, normal: [5, 1, 0], elements: 4, section: strip,\n"
      "         damping: 1e-3}\n"
      "joints: {clamp: {type: rigid, between: [ground, boom.start]}}\n");
  const trm_Model *model = f.model;
  const trm_Beam *boom = &model->beams[0];
  assert_int_equal(model->beam_count, 1);
  assert_int_equal(model->mesh.element_count, 4);
  assert_int_equal(boom->node_count, 13);
  assert_int_equal(model->node_count, 15);
  assert_true(boom->order == 3 && boom->damping == 1e-3 && fabs(boom->length - 2.4) < 1e-15);
  assert_true(boom->nodes[0] == 2 && boom->nodes[12] == 14 && boom->spans[0] == 0 && boom->spans[12] == boom->length);
  assert_true(fabs(model->nodes[boom->nodes[12]].at[0] - 3.4) < 1e-15);
  assert_string_equal(model->nodes[boom->nodes[6]].name, "boom@0.5");
  double weight[2] = {0, 0}, first = 0;
  for (int e = 0; e < 4; e++) {
    const trm_BeamElement *element = &model->mesh.elements[e];
    assert_true(element->node_count == 4 && element->strain_count == 3 && element->mass_count == 4);
    assert_true(element->nodes[0] == boom->nodes[3 * e] && element->nodes[3] == boom->nodes[3 * e + 3]);
    for (int p = 0; p < 3; p++) {
      const trm_BeamPoint *point = &element->strain[p];
      double unity = 0, slope = 0;
      for (int a = 0; a < 4; a++) unity += point->h[a], slope += point->dh[a] * model->nodes[element->nodes[a]].at[0];
      assert_true(fabs(unity - 1) < 1e-15 && fabs(slope - 1) < 1e-14);
      assert_true(fabs(point->reference[0] - 1) < 1e-14);
      for (int c = 1; c < 6; c++) assert_true(fabs(point->reference[c]) < 1e-14);
      assert_true(point->stiffness[0] == 44e6 && point->stiffness[14] == 2.9e6 && point->stiffness[35] == 24e3);
      assert_true(point->span > first && point->span < 0.6 * (e + 1));
      first = point->span, weight[0] += point->weight;
    }
    for (int p = 0; p < 4; p++) weight[1] += element->mass[p].weight;
    for (int k = 0; k < 4; k++) /* e1 = x, e2 = y, e3 = z */
      for (int i = 0; i < 9; i++) assert_true(fabs(element->triads[k][i] - (i % 4 == 0)) < 1e-15);
  }
  assert_true(fabs(weight[0] - 2.4) < 1e-14 && fabs(weight[1] - 2.4) < 1e-14);
  /* E = diag(0, Izz, Iyy): integrals of x^2, y^2, z^2 */
  const double *mass = model->mesh.elements[0].mass[0].mass;
  assert_true(mass[0] == 1.6 && mass[5] == 0 && fabs(mass[10] - 1.2e-4) < 1e-18 && fabs(mass[15] - 1.1e-4) < 1e-18);
  /* the clamp shares the unknowns of the first node with the ground */
  trm_Layout *layout;
  assert_int_equal(trm_layout_new(&layout, model, (trm_LayoutOptions){0}), TRM_OK);
  assert_true(layout->sharing.point[2] == 0 && layout->sharing.triad[2] == 0);
  assert_int_equal(layout->multiplier_count, 0);
  trm_layout_free(layout);
  frozen_free(&f);
}

/* An arc with twist: the curvature is that of the circle, the twist rate that of the function. */
static void curved_and_twisted(void **state) {
  (void)state;
  Frozen f = freeze_good(
      "beams:\n"
      "  bend: {curve: {arc: {start: [0, 0, 0], centre: [0, 100, 0], axis: [0, 0, 1], angle: pi/4}}, elements: 6,\n"
      "         order: 6, section: strip}\n"
      "  screw: {curve: {line: [[0, 0, 0], [0, 0, 2]]}, normal: [1, 0, 0], twist: 0.3*xi, order: 4, section: strip}\n");
  const trm_Model *model = f.model;
  assert_true(fabs(model->beams[0].length - 25 * TRM_PI) < 1e-12);
  for (int e = 0; e < 6; e++)
    for (int p = 0; p < 6; p++) {
      const double *reference = model->mesh.elements[e].strain[p].reference;
      assert_true(fabs(reference[0] - 1) < 1e-12 && fabs(reference[5] - 0.01) < 1e-11); /* about e3 = z */
      for (int c = 1; c < 5; c++) assert_true(fabs(reference[c]) < 1e-11);
    }
  const trm_BeamElement *screw = &model->mesh.elements[6];
  for (int p = 0; p < 4; p++) assert_true(fabs(screw->strain[p].reference[3] - 0.15) < 1e-9);
  const double *end = model->beams[1].triads[model->beams[1].node_count - 1]; /* e2 turned from x by 0.3 towards y */
  assert_true(fabs(end[1] - cos(0.3)) < 1e-14 && fabs(end[4] - sin(0.3)) < 1e-14 && fabs(end[6] - 1) < 1e-15);
  frozen_free(&f);
}

/* Elements share a node at a corner, each with its own frame; they are shared out by length. */
static void corners_and_elements(void **state) {
  (void)state;
  Frozen f = freeze_good(
      "beams:\n"
      "  frame: {curve: {polyline: [[0, 0, 0], [3, 0, 0], [3, 1, 0]]}, elements: 8, order: 2, section: strip}\n"
      "  other: {curve: {polyline: [[0, 0, 0], [3, 0, 0], [3, 1, 0]]}, elements: [1, 3], order: 1, section: strip}\n");
  const trm_Model *model = f.model;
  const trm_Beam *frame = &model->beams[0];
  assert_int_equal(frame->element_count, 8);
  assert_true(fabs(frame->spans[12] - 3) < 1e-15 && fabs(frame->spans[2] - 0.5) < 1e-15);
  const trm_BeamElement *before = &model->mesh.elements[5], *after = &model->mesh.elements[6];
  assert_int_equal(before->nodes[2], after->nodes[0]);
  assert_true(before->triads[2][0] == 1 && after->triads[0][3] == 1 &&
              after->triads[0][1] == -1);                   /* e1 x, y; e2 y, -x */
  assert_true(fabs(after->strain[0].reference[5]) < 1e-14); /* no curvature from the corner */
  const trm_Beam *other = &model->beams[1];
  assert_true(other->element_count == 4 && fabs(other->spans[1] - 3) < 1e-15 &&
              fabs(other->spans[2] - 10. / 3) < 1e-15);
  frozen_free(&f);
}

/* Elements end where something refers to the span; the number of elements stays, if it can. */
static void nodes_where_they_are_asked_for(void **state) {
  (void)state;
  Frozen f = freeze_good(
      "bodies: {bob: {mass: 1, inertia: [1, 1, 1], position: [0.6, 0, 0]}}\n"
      "beams: {boom: {curve: {line: [[0, 0, 0], [2, 0, 0]]}, elements: 10, section: [[0, strip], [0.9, strip], [0.9, "
      "thick], [1, strip]]}}\n"
      "markers: {mark: {on: boom@0.77000000000000002, at: [1.54, 0.1, 0]}}\n"
      "joints: {pin: {type: spherical, between: [bob, boom@0.3]}}\n"
      "springs: {cord: {between: [ground, mark], stiffness: 1}}\n"
      "loads: {push: {on: boom@0.5, force: [0, 1, 0]}}\n"
      "outputs:\n"
      "  left: {of: boom@0.5, quantity: internal-force}\n"
      "  right: {of: boom@0.5, quantity: internal-force, side: right}\n"
      "  first: {of: boom.start, quantity: internal-force}\n"
      "  last: {of: boom.end, quantity: internal-force, side: right}\n");
  const trm_Model *model = f.model;
  const trm_Beam *boom = &model->beams[0];
  assert_int_equal(boom->element_count, 10);
  double at[5];
  const int nodes[5] = {model->joints[0].side[1].node, model->forces.loads[0].marker.node,
                        model->forces.springs[0].side[1].node, boom->nodes[0], boom->nodes[boom->node_count - 1]};
  for (int i = 0; i < 5; i++) at[i] = boom->spans[nodes[i] - boom->nodes[0]] / 2;
  assert_true(fabs(at[0] - 0.3) < 1e-15 && fabs(at[1] - 0.5) < 1e-15 && fabs(at[2] - 0.77) < 1e-15);
  assert_true(fabs(model->forces.springs[0].side[1].offset[1] - 0.1) < 1e-15 &&
              fabs(model->forces.springs[0].side[1].offset[0]) < 1e-15);
  assert_true(at[3] == 0 && at[4] == 1);
  assert_true(shares_point(model, 0)); /* the body's centre is at the node */
  const trm_Output *outputs = model->shown.outputs;
  for (int o = 0; o < 4; o++) assert_int_equal(outputs[o].target, TRM_OUTPUT_BEAM);
  assert_true(outputs[0].element + 1 == outputs[1].element && outputs[0].parameter == 1 && outputs[1].parameter == -1);
  const trm_BeamElement *middle = &model->mesh.elements[outputs[1].element];
  assert_int_equal(middle->nodes[0], nodes[1]);
  assert_true(outputs[2].element == 0 && outputs[2].parameter == -1 && outputs[3].element == 9 &&
              outputs[3].parameter == 1);
  /* the jump of the section lies between two elements; beyond it the properties fall linearly */
  for (int e = 0; e < 10; e++)
    for (int p = 0; p < 3; p++) {
      const trm_BeamPoint *point = &model->mesh.elements[e].strain[p];
      double xi = point->span / 2, factor = xi < 0.9 ? 1 : 2 - (xi - 0.9) / 0.1;
      assert_true(fabs(point->stiffness[0] / 44e6 - factor) < 1e-12 && fabs(point->mass[0] / 1.6 - factor) < 1e-12);
    }
  frozen_free(&f);
  f = freeze_good("beams: {boom: {curve: {line: [[0, 0, 0], [2, 0, 0]]}, elements: 1, section: strip}}\n"
                  "outputs: {a: {of: boom@0.1, quantity: velocity}, b: {of: boom@0.10000000001, quantity: position},\n"
                  "          c: {of: boom@1, quantity: omega}}\n");
  assert_int_equal(f.model->beams[0].element_count, 2); /* more than asked for, but 0.1 only once */
  assert_int_equal(f.model->shown.outputs[0].marker.node, f.model->shown.outputs[1].marker.node);
  frozen_free(&f);
}

static void loads_and_motion(void **state) {
  (void)state;
  Frozen f = freeze_good(
      "bodies: {bob: {mass: 1, inertia: [1, 1, 1], velocity: [7, 8, 9]}}\n"
      "beams:\n"
      "  rest: {curve: {line: [[0, 1, 0], [2, 1, 0]]}, section: strip}\n"
      "  boom: {curve: {line: [[1, 0, 0], [3, 0, 0]]}, section: strip, velocity: [0, 1, 0], omega: [0, 0, 2]}\n"
      "loads:\n"
      "  tip: {on: boom.end, moment: [0, 0, t], frame: body}\n"
      "  wind: {on: boom, force-per-length: [0, 3*xi*t, 1], frame: body}\n"
      "  torque: {on: rest, moment-per-length: [{table: [[0, 1], [1, 2]]}, 0, 0]}\n");
  const trm_Model *model = f.model;
  assert_true(model->forces.load_count == 1 && model->mesh.load_count == 2);
  const trm_BeamLoad *wind = &model->mesh.loads[0], *torque = &model->mesh.loads[1];
  double at[2] = {0.5, 4};
  assert_true(wind->beam == 1 && wind->follower && wind->force && !wind->moment);
  assert_true(trm_function_value(&wind->force[1], at, NULL) == 6 && trm_function_value(&wind->force[2], at, NULL) == 1);
  assert_true(torque->beam == 0 && !torque->follower && trm_function_value(&torque->moment[0], at, NULL) == 1.5);
  const trm_Beam *boom = &model->beams[1];
  assert_int_equal(model->start.motion_count, 1 + boom->node_count);
  const trm_GivenMotion *bob = &model->start.motions[0], *end = &model->start.motions[boom->node_count];
  assert_true(bob->velocity[2] == 9 && !bob->omega_given && bob->node == 1);
  assert_true(end->node == boom->nodes[boom->node_count - 1] && fabs(end->velocity[1] - 5) < 1e-15 &&
              end->omega[2] == 2);
  frozen_free(&f);
}

static double relative(double value, double expected) { return fabs(value / expected - 1); }

static const trm_SectionShape *shape_called(const char *name) {
  for (int s = 0; s < trm_section_shape_count; s++)
    if (strcmp(trm_section_shapes[s]->name, name) == 0) return trm_section_shapes[s];
  fail_msg("there is no shape %s", name);
  return NULL;
}

static void shapes_have_the_numbers_of_the_books(void **state) {
  (void)state;
  const trm_SectionShape *rectangle = shape_called("rectangle");
  trm_ShapeNumbers n = rectangle->numbers((double[]){0.02, 0.06}, 0.3);
  assert_true(relative(n.area, 1.2e-3) < 1e-14 && relative(n.Iy, 0.02 * 2.16e-4 / 12) < 1e-14);
  assert_true(relative(n.Iz, 0.06 * 8e-6 / 12) < 1e-14 && relative(n.shear_y, 1e-3) < 1e-14);
  assert_true(relative(n.J, 0.263316 * 0.06 * 8e-6) < 1e-5); /* Timoshenko and Goodier, ratio 3: 0.263 */
  assert_true(relative(rectangle->numbers((double[]){1, 1}, 0).J, 0.14057701495) < 1e-9);
  n = shape_called("circle")->numbers((double[]){0.1}, 0.3);
  assert_true(relative(n.J, TRM_PI * 1e-4 / 32) < 1e-14 && relative(n.shear_z / n.area, 7.8 / 8.8) < 1e-14);
  n = shape_called("tube")->numbers((double[]){0.1, 1e-6}, 0.3); /* thin: k = 2 (1 + nu)/(4 + 3 nu) */
  assert_true(relative(n.shear_y / n.area, 2.6 / 4.9) < 1e-4 && relative(n.J, 2 * n.Iy) < 1e-14);
  assert_true(relative(n.area, TRM_PI * 0.1 * 1e-6) < 1e-4);
  /* IPE 200 without fillets: 200 x 100 x 5.6 x 8.5 mm */
  n = shape_called("I")->numbers((double[]){0.1, 0.2, 0.0056, 0.0085}, 0.3);
  assert_true(relative(n.area, 27.248e-4) < 1e-12 && relative(n.Iy, 1.8459e-5) < 1e-3 &&
              relative(n.Iz, 1.4194e-6) < 1e-3);
  assert_true(relative(n.shear_z, 0.0056 * 0.1915) < 0.06); /* near the area of the web */
  assert_true(relative(n.J, (2 * 0.1 * pow(0.0085, 3) + 0.1915 * pow(0.0056, 3)) / 3) < 1e-12);
  assert_true(n.J < 6.98e-8 && relative(n.J, 6.98e-8) < 0.26); /* the tables' 6.98 cm4 count the fillets of 12 mm */
}

/* Area and second moments of a polygon: sums over its edges of (y z' - y' z) times 1, z^2 and y^2 terms. */
static trm_ShapeNumbers numbers_of_outline(double (*points)[2], int count) {
  trm_ShapeNumbers n = {0};
  for (int i = 0; i < count; i++) {
    const double *a = points[i], *b = points[(i + 1) % count];
    double turn = a[0] * b[1] - b[0] * a[1];
    n.area += turn / 2;
    n.Iy += turn * (a[1] * a[1] + a[1] * b[1] + b[1] * b[1]) / 12;
    n.Iz += turn * (a[0] * a[0] + a[0] * b[0] + b[0] * b[0]) / 12;
  }
  return n;
}

/* What is drawn is what is computed: every shape that there is, whatever its lengths; a circle is a polygon of
   TRM_ROUND_POINTS corners, 1.2 % smaller; hollow ones are drawn from outside. */
static void outlines_have_the_numbers_of_their_shapes(void **state) {
  (void)state;
  for (int s = 0; s < trm_section_shape_count; s++) {
    const trm_SectionShape *shape = trm_section_shapes[s];
    double lengths[TRM_SECTION_DIMENSIONS], points[TRM_OUTLINE_POINTS][2];
    for (int d = 0; d < TRM_SECTION_DIMENSIONS; d++) lengths[d] = d < 2 ? 0.3 - 0.08 * d : 0.03 - 0.01 * (d - 2);
    int fault = 0;
    if (shape->impossible && shape->impossible(lengths, &fault)) lengths[fault] *= 0.4;
    int count = shape->outline(lengths, points);
    assert_true(count >= 3 && count <= TRM_OUTLINE_POINTS);
    bool hollow = strcmp(shape->name, "tube") == 0;
    trm_ShapeNumbers drawn = numbers_of_outline(points, count);
    trm_ShapeNumbers right = hollow ? shape_called("circle")->numbers(lengths, 0.3) : shape->numbers(lengths, 0.3);
    print_message("%-10s %2d points: area %.4g of %.4g m2, Iy %.4g of %.4g m4, Iz %.4g of %.4g m4\n", shape->name,
                  count, drawn.area, right.area, drawn.Iy, right.Iy, drawn.Iz, right.Iz);
    assert_true(relative(drawn.area, right.area) < 0.012);
    assert_true(relative(drawn.Iy, right.Iy) < 0.023 && relative(drawn.Iz, right.Iz) < 0.023);
  }
}

/* only m: the radii of gyration are those of bending; dynamics need them */
static void rotary_inertia_is_that_of_a_homogeneous_section(void **state) {
  (void)state;
  const char *sections =
      "trammel: 1\n"
      "sections:\n"
      "  rod: {stiffness: {EA: 200, GKy: 70, GKz: 70, GJ: 1, EIy: 3, EIz: 4}, mass: {m: 5}}\n"
      "  half: {stiffness: {EA: 200, GKy: 70, GKz: 70, GJ: 1, EIy: 3, EIz: 4}, mass: {m: 5, Izz: 2}}\n";
  const char *beam = "beams: {boom: {curve: {line: [[0, 0, 0], [2, 0, 0]]}, section: rod}}\n";
  Frozen f = freeze_text(sections, beam, tail);
  assert_non_null(f.model);
  const trm_Section *rod = &f.model->mesh.sections[0], *half = &f.model->mesh.sections[1];
  assert_true(relative(rod->mass[15], 5 * 3. / 200) < 1e-14 && relative(rod->mass[10], 5 * 4. / 200) < 1e-14);
  assert_true(relative(half->mass[10], 2) < 1e-14 && relative(half->mass[15], 5 * 3. / 200) < 1e-14);
  trm_Text text = {0};
  trm_model_sections_text(f.model, &text);
  assert_non_null(strstr(text.data, "Iyy and Izz not given: that of a homogeneous section, m EIy/EA and m EIz/EA"));
  assert_non_null(strstr(text.data, "Iyy not given: that of a homogeneous section, m EIy/EA\n"));
  trm_text_free(&text);
  frozen_free(&f);
}

static void sections_in_all_forms(void **state) {
  (void)state;
  const char *sections =
      "trammel: 1\n"
      "sections:\n"
      "  pipe: {shape: tube, diameter: 0.05, thickness: 0.002, material: {E: 210e9, nu: 0.25, rho: 7850}}\n"
      "  light: {shape: circle, diameter: 0.1, material: {E: 2, G: 0.8}, mass: {m: 5, Iyy: 0.2, Izz: 0.3, eta: [0.1, "
      "0.2]}}\n"
      "  full:\n"
      "    stiffness: [[10, 0, 0, 0, 1, 0], [0, 5, 0, 0, 0, 0], [0, 0, 5, 2, 0, 0], [0, 0, 2, 3, 0, 0], [1, 0, 0, 0, "
      "4, 0],\n"
      "                [0, 0, 0, 0, 0, 6]]\n"
      "    mass: [[2, 0, 0, 0, 0.2, -0.1], [0, 2, 0, -0.2, 0, 0], [0, 0, 2, 0.1, 0, 0], [0, -0.2, 0.1, 0.5, 0, 0],\n"
      "           [0.2, 0, 0, 0, 0.3, -0.01], [-0.1, 0, 0, 0, -0.01, 0.2]]\n";
  Frozen f = freeze_text(sections, "beams: {boom: {curve: {line: [[0, 0, 0], [2, 0, 0]]}, section: pipe}}\n", tail);
  char *said = trm_diagnostics_text(f.diagnostics);
  if (!f.model) print_error("%s", said);
  trm_free(said);
  assert_non_null(f.model);
  const trm_Section *pipe = &f.model->mesh.sections[0], *light = &f.model->mesh.sections[1],
                    *full = &f.model->mesh.sections[2];
  double area = TRM_PI / 4 * (0.0025 - 0.046 * 0.046);
  assert_true(relative(pipe->stiffness[0], 210e9 * area) < 1e-14 && relative(pipe->mass[0], 7850 * area) < 1e-14);
  assert_true(relative(pipe->stiffness[21], 84e9 * 2 * pipe->stiffness[28] / 210e9) < 1e-14);
  assert_true(relative(pipe->mass[10], 7850 * pipe->stiffness[35] / 210e9) < 1e-14 && pipe->mass[5] == 0);
  assert_true(light->mass[0] == 5 && fabs(light->mass[2] - 0.5) < 1e-15 && fabs(light->mass[12] - 1) < 1e-15);
  /* about the reference line: E = E of the centre + m eta eta^T */
  assert_true(fabs(light->mass[10] - 0.35) < 1e-15 && fabs(light->mass[15] - 0.4) < 1e-15);
  assert_true(fabs(light->mass[5]) == 0 && fabs(light->mass[11] - 0.1) < 1e-15);
  assert_true(relative(light->stiffness[0], 2 * TRM_PI * 0.0025) < 1e-14);
  /* eta = [y 0.05, z 0.1]; E_yy = (Jxx + Jzz - Jyy)/2, E_yz = -Jyz */
  assert_true(full->mass[0] == 2 && full->mass[1] == 0 && full->mass[2] == 0.1 && full->mass[3] == 0.2);
  assert_true(fabs(full->mass[10] - 0.2) < 1e-15 && fabs(full->mass[15] - 0.3) < 1e-15 && full->mass[11] == 0.01);
  assert_true(full->stiffness[4] == 1 && full->stiffness[20] == 2);
  trm_Text text = {0};
  trm_model_sections_text(f.model, &text);
  assert_non_null(strstr(text.data, "section \"pipe\", from shape and material\n  EA 6.333"));
  assert_non_null(strstr(text.data, "centre of mass at [0.1, 0.2] m"));
  assert_non_null(strstr(text.data, "stiffness (N, N m, N m2):"));
  trm_text_free(&text);
  frozen_free(&f);
}

#define SECTION(keys) "trammel: 1\nsections: {s: {" keys "}}\n"
#define BOOM          "beams: {boom: {curve: {line: [[0, 0, 0], [2, 0, 0]]}, section: s}}\n"

static void bad_sections_are_refused(void **state) {
  (void)state;
  refused(SECTION("stiffness: {EA: 1, GKy: 1, GKz: 1, GJ: 1, EIy: 1}"), BOOM,
          "2:32: error: section \"s\": stiffness: \"EA\" needs the key \"EIz\"");
  refused(SECTION("shape: tube, diameter: 1, thickness: 0.5, material: {E: 1, nu: 0}"), BOOM,
          "less than half of the diameter");
  refused(SECTION("shape: tube, diameter: 1, material: {E: 1, nu: 0}"), BOOM,
          "2:12: error: section \"s\": missing key \"thickness\"");
  refused(SECTION("shape: circle, diameter: 1, web: 1, material: {E: 1, nu: 0, rho: 1}"), BOOM,
          "2:49: error: section \"s\": \"web\" says nothing to a circle section");
  refused(SECTION("shape: circle, diameter: 1, material: {E: 1, nu: 0.6}"), BOOM, "at most at 0.5, but is 0.6");
  refused(SECTION("shape: circle, diameter: 1, material: {E: 1, nu: 0.3}"), BOOM,
          "has no mass, which a dynamic analysis needs");
  refused(SECTION("shape: cirle, diameter: 1, material: {E: 1, nu: 0.3}"), BOOM, "(did you mean \"circle\"?)");
  refused(
      SECTION(
          "stiffness: [[1, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0], [0, 0, 0, 1, 0, 0], [0, 0, 0, 0, "
          "1, 2], [0, 0, 0, 0, 2, 1]], mass: {m: 1}"),
      BOOM, "not positive definite");
  refused(
      SECTION(
          "stiffness: [[1, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0], [0, 0, 0, 1, 0, 0], [0, 0, 0, 0, "
          "1, 0], [0, 0, 0, 0, 0.1, 1]], mass: {m: 1}"),
      BOOM, "must be symmetric");
  refused(SECTION("stiffness: [[1, 0], [0, 1]], mass: {m: 1}"), BOOM, "must be a list of 6 rows");
  refused(SECTION("shape: circle, diameter: 1, material: {E: 1, nu: 0}, mass: {m: 1, Iyy: 1, Izz: 1, Ixx: 3}"), BOOM,
          "no mass has these moments of inertia");
  refused(SECTION("shape: circle, diameter: 1, material: {E: 1, nu: 0}, mass: [[1, 0, 0, 0, 0, 2], [0, 1, 0, 0, 0, 0], "
                  "[0, 0, 1, -2, 0, 0], [0, 0, -2, 2, 0, 0], [0, 0, 0, 0, 1, 0], [2, 0, 0, 0, 0, 1]]"),
          BOOM, "no mass has these moments of inertia"); /* y = -2: Izz must be at least 4 */
  refused(SECTION("shape: circle, diameter: 1, material: {E: 1, nu: 0}, mass: [[1, 0, 0, 0, 0, 2], [0, 1, 0, 0, 0, 0], "
                  "[0, 0, 1, 2, 0, 0], [0, 0, 2, 9, 0, 0], [0, 0, 0, 0, 4, 0], [2, 0, 0, 0, 0, 5]]"),
          BOOM, "a mass matrix has the form");
  refused(SECTION("shape: circle, diameter: 1, material: {E: 1, nu: 0}, mass: {m: 1, eta: [2]}"), BOOM,
          "eta must be [y, z]");
}

static void bad_beams_are_refused(void **state) {
  (void)state;
#define BEAM(keys) "beams: {boom: {" keys "}}\n"
  refused(head, BEAM("curve: {line: [[0, 0, 0], [1, 0, 0], [2, 0, 0]]}, section: strip"),
          "10:30: error: beam \"boom\": the curve needs two points to be a line");
  refused(head, BEAM("curve: {line: [[0, 0, 0], [0, 0, 0]]}, section: strip"), "coincide");
  refused(head, BEAM("curve: {arc: [[0, 0, 0], [1, 0, 0], [2, 0, 0]]}, section: strip"), "straight line");
  refused(head, BEAM("curve: {arc: {start: [0, 0, 0], centre: [0, 1, 0], angle: 1}}, section: strip"),
          "\"start\" needs the key \"axis\"");
  refused(head, BEAM("curve: {splin: [[0, 0, 0], [2, 0, 0]]}, section: strip"),
          "unknown key \"splin\" (did you mean \"spline\"?)");
  refused(head, BEAM("curve: {line: [0, 0, 0]}, section: strip"), "must be a list of points [x, y, z]");
  refused(head, BEAM("curve: {line: [[0, 0, 0], [1, 0]]}, section: strip"), "must be a list of 3 numbers");
  refused(head, BEAM("curve: {line: [[0, 0, 0], [1, 0, 0]]}, section: stripe"),
          "no section is called \"stripe\" (did you mean \"strip\"?)");
  refused(head, BEAM("curve: {line: [[0, 0, 0], [1, 0, 0]]}, section: [[0, strip], [1.5, thick]]"),
          "the span runs from 0 to 1, but xi is 1.5");
  refused(head, BEAM("curve: {line: [[0, 0, 0], [1, 0, 0]]}, section: [[0.5, strip], [0.4, thick]]"),
          "0.4 follows 0.5");
  refused(head, BEAM("curve: {line: [[0, 0, 0], [1, 0, 0]]}, section: strip, normal: [2, 0, 0]"),
          "normal must not be along the curve");
  refused(head, BEAM("curve: {line: [[0, 0, 0], [1, 0, 0]]}, section: strip, order: 11"), "order must be 1, 2");
  refused(head, BEAM("curve: {line: [[0, 0, 0], [1, 0, 0]]}, section: strip, elements: 1e9"),
          "more than this program takes");
  refused(head, BEAM("curve: {line: [[0, 0, 0], [1, 0, 0]]}, section: strip, elements: [2, 2]"),
          "the curve has 1 segment, but 2 numbers");
  refused(head, BEAM("curve: {polyline: [[0, 0, 0], [1, 0, 0], [1, 1, 0]]}, section: strip, elements: 1"),
          "each needs an element of its own");
  refused(head, BEAM("curve: {line: [[0, 0, 0], [1, 0, 0]]}, section: strip, twist: 1/xi"),
          "the twist is not finite at xi = 0");
  refused(
      head,
      BEAM("curve: {nurbs: {degree: 2, points: [[0, 0, 0], [1, 0, 0], [1, 1, 0]], weights: [1, 1]}}, section: strip"),
      "as many weights as points");
}

#define BOOM2 "beams: {boom: {curve: {line: [[0, 0, 0], [2, 0, 0]]}, section: strip}}\n"

static void bad_references_are_refused(void **state) {
  (void)state;
  refused(
      head, BOOM2 "joints: {pin: {type: spherical, between: [ground, boom]}}\n",
      "11:51: error: joint \"pin\": between: \"boom\" is a beam; name a point of it: boom.start, boom.end or boom@0.5");
  refused(head, BOOM2 "joints: {pin: {type: spherical, between: [ground, boom.strat]}}\n",
          "is called \"boom.strat\" (did you mean \"boom.start\"?)");
  refused(head, BOOM2 "joints: {pin: {type: spherical, between: [ground, bom.end]}}\n",
          "is called \"bom.end\" (did you mean \"boom.end\"?)");
  refused(head, BOOM2 "joints: {pin: {type: spherical, between: [ground, bom@0.25]}}\n",
          "(did you mean \"boom@0.25\"?)");
  refused(head, BOOM2 "joints: {pin: {type: spherical, between: [ground, boom@1.5]}}\n",
          "\"boom@1.5\": after @ stands a number from 0");
  refused(head, BOOM2 "joints: {pin: {type: spherical, between: [ground, boom@half]}}\n",
          "\"boom@half\": after @ stands a number from 0");
  refused(head, BOOM2 "joints: {pin: {type: spherical, between: [boom.start, boom@0]}}\n", "both sides are the same");
  refused(head,
          "beams: {boom: {curve: {line: [[0, 0, 0], [2, 0, 0]]}, section: strip, omega: [0, 0, 1]}}\n"
          "joints: {clamp: {type: rigid, between: [ground, boom.end]}}\n",
          "10:78: error: beam \"boom\": its joints hold it at \"boom@1\", but the given motion would turn it there");
  refused(head, BOOM2 "loads: {pull: {on: boom, force: [0, 1, 0]}}\n",
          "a force acts on a point of the beam (boom.start, boom.end, boom@0.5)");
  refused(head, BOOM2 "loads: {pull: {on: boom.end, force-per-length: [0, 1, 0]}}\n",
          "acts on a whole beam, and \"boom.end\" is none");
  refused(head, BOOM2 "bodies: {bob: {mass: 1}}\noutputs: {o: {of: bob, quantity: internal-force}}\n",
          "internal-force is that of a point of a beam, and \"bob\" is none");
  refused(head, BOOM2 "outputs: {o: {of: boom.end, quantity: force}}\n", "force and moment are those of a joint");
  refused(head, BOOM2 "outputs: {o: {of: boom.end, quantity: position, side: left}}\n",
          "only internal-force has a side");
}

/* Out of memory anywhere is told and leaves nothing behind. */
static void memory_may_run_out(void **state) {
  (void)state;
  trm_Text all = {0};
  trm_text_format(
      &all, "%s%s%s", head,
      "beams:\n"
      "  a: {curve: {spline: [[0, 0, 0], [1, 1, 0], [2, 0, 0], [3, 0, 1]]}, section: strip, elements: 2, omega: [1, 0, "
      "0]}\n"
      "  b: {curve: {nurbs: {degree: 2, points: [[0, 0, 0], [1, 1, 0], [2, 0, 0]]}}, section: [[0, strip], [1, "
      "thick]]}\n"
      "loads: {l: {on: a, force-per-length: [xi, 0, 0]}}\n"
      "outputs: {o: {of: b@0.3, quantity: internal-force}}\n",
      tail);
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  trm_Spec *spec = trm_yaml_parse("m.yaml", all.data, all.length, diagnostics);
  assert_non_null(spec);
  trm_Model *model = NULL;
  long n = 0;
  while (!model && n < 100000) {
    trm_memory_fail_at(++n);
    model = trm_model_freeze(spec, trm_joint_registry(), NULL);
    trm_memory_fail_at(0);
  }
  assert_true(model && n > 10);
  trm_model_free(model);
  trm_spec_destroy(spec);
  trm_diagnostics_free(diagnostics);
  trm_text_free(&all);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_straight_beam),
      cmocka_unit_test(curved_and_twisted),
      cmocka_unit_test(corners_and_elements),
      cmocka_unit_test(nodes_where_they_are_asked_for),
      cmocka_unit_test(loads_and_motion),
      cmocka_unit_test(shapes_have_the_numbers_of_the_books),
      cmocka_unit_test(outlines_have_the_numbers_of_their_shapes),
      cmocka_unit_test(sections_in_all_forms),
      cmocka_unit_test(bad_sections_are_refused),
      cmocka_unit_test(bad_beams_are_refused),
      cmocka_unit_test(bad_references_are_refused),
      cmocka_unit_test(memory_may_run_out),
      cmocka_unit_test(rotary_inertia_is_that_of_a_homogeneous_section),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
