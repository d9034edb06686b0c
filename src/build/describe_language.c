/* Chapters of the manual that no field table holds: expressions, functions, parameters, channels. */
#include <string.h>
#include "build/describe.h"
#include "analysis/analysis_fields.h"
#include "build/parameters.h"
#include "build/signals.h"
#include "build/tables_look.h"
#include "build/tables_study.h"
#include "element/named.h"
#include "math/expression.h"

/* What the functions of expressions mean; the list of functions itself is that of math/expression.h. */
static const struct {
  const char *name, *call, *meaning;
} functions[] = {
    {"sin", "sin(x)", "sine, x in rad"},
    {"cos", "cos(x)", "cosine"},
    {"tan", "tan(x)", "tangent"},
    {"asin", "asin(x)", "inverse sine, -pi/2 to pi/2"},
    {"acos", "acos(x)", "inverse cosine, 0 to pi"},
    {"atan", "atan(x)", "inverse tangent, -pi/2 to pi/2"},
    {"atan2", "atan2(y, x)", "angle of the point (x, y), -pi to pi"},
    {"sinh", "sinh(x)", "hyperbolic sine"},
    {"cosh", "cosh(x)", "hyperbolic cosine"},
    {"tanh", "tanh(x)", "hyperbolic tangent"},
    {"asinh", "asinh(x)", "inverse hyperbolic sine"},
    {"acosh", "acosh(x)", "inverse hyperbolic cosine"},
    {"atanh", "atanh(x)", "inverse hyperbolic tangent"},
    {"exp", "exp(x)", "exponential"},
    {"log", "log(x)", "natural logarithm"},
    {"log10", "log10(x)", "logarithm to base 10"},
    {"sqrt", "sqrt(x)", "square root"},
    {"cbrt", "cbrt(x)", "cube root"},
    {"pow", "pow(x, y)", "x to the power y, as x^y"},
    {"hypot", "hypot(x, y)", "sqrt(x^2 + y^2)"},
    {"erf", "erf(x)", "error function"},
    {"abs", "abs(x)", "absolute value"},
    {"sign", "sign(x)", "-1, 0 or 1"},
    {"floor", "floor(x)", "largest whole number that is not above x"},
    {"ceil", "ceil(x)", "smallest whole number that is not below x"},
    {"round", "round(x)", "nearest whole number, halves away from zero"},
    {"mod", "mod(x, y)", "x - y floor(x/y)"},
    {"min", "min(x, y, ...)", "smallest"},
    {"max", "max(x, y, ...)", "largest"},
    {"clamp", "clamp(x, low, high)", "min(max(x, low), high)"},
    {"step", "step(x)", "1 where x >= 0, else 0"},
    {"ramp", "ramp(x)", "max(x, 0)"},
    {"if", "if(condition, x, y)", "x where the condition is not 0, else y"},
};

static void describe_functions(trm_Manual *manual) {
  const char *name;
  for (int i = 0, least, most; (name = trm_expression_function(i, &least, &most)); i++) {
    const char *call = name, *meaning = "";
    for (size_t k = 0; k < sizeof functions / sizeof *functions; k++)
      if (strcmp(functions[k].name, name) == 0) call = functions[k].call, meaning = functions[k].meaning;
    trm_page_item(&manual->page, call, meaning);
  }
  trm_page_end(&manual->page);
}

void trm_describe_expression(trm_Manual *manual, int level) {
  static const char *const operators[][2] = {
      {"or", "weakest; 1 or 0; also written ||"},
      {"and", "also &&"},
      {"not", "also !, which binds as a sign does"},
      {"< <= > >= == !=", "1 or 0"},
      {"+ -", ""},
      {"* /", ""},
      {"+x -x", "signs"},
      {"^", "power, strongest: -x^2 is -(x^2), 2^3^2 is 2^9"},
  };
  trm_Page *page = &manual->page;
  trm_page_heading(page, level, "expression");
  trm_page_paragraph(page, "Every number of a model may be an expression over its parameters; a function may also use "
                           "its variables, such as the time `t`. `functions` and `tables` of the model are called "
                           "like those below. Known constants are `pi` and `e`. Expressions with "
                           "characters that YAML uses itself (`: `, ` #`, a leading `*`, `&`, `!`, or commas inside "
                           "[...] and {...}) stand in quotes. Derivatives are exact.");
  trm_page_end(page);
  trm_page_code(page, "parameters: {L: 2.4, half: L/2}\n"
                      "loads:\n"
                      "  pull: {on: bob, force: [0, \"5000*(1 - cos(4*pi*t))*(t <= 0.5)\", 0]}");
  trm_page_heading(page, level + 1, "Operators");
  for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
    trm_page_item(page, operators[i][0], operators[i][1]);
  trm_page_end(page);
  trm_page_heading(page, level + 1, "Functions");
  describe_functions(manual);
}

void trm_describe_function(trm_Manual *manual, int level) {
  trm_Page *page = &manual->page;
  trm_describe_table(manual, &trm_function_table, "function", level);
  trm_page_paragraph(page, "Where a key takes a function, the value is a number (a constant), an expression in the "
                           "variables that the key names and the parameters, or such a map.");
  trm_page_end(page);
  trm_describe_table(manual, &trm_own_function_table, "functions", level + 1);
  trm_describe_table(manual, &trm_named_table, "tables", level + 1);
}

void trm_describe_orientation(trm_Manual *manual, int level) {
  trm_describe_table(manual, &trm_orientation_table, "orientation", level);
}

void trm_describe_shape(trm_Manual *manual, int level) { trm_describe_table(manual, &trm_shape_table, "shape", level); }

void trm_describe_study(trm_Manual *manual, int level) {
  trm_describe_table(manual, &trm_study_table, "study", level);
  trm_describe_table(manual, &trm_vary_table, "vary", level + 1);
  trm_describe_table(manual, &trm_collect_table, "collect", level + 1);
}

void trm_describe_parameters(trm_Manual *manual, int level) {
  trm_Page *page = &manual->page;
  trm_page_heading(page, level, "parameters");
  trm_page_paragraph(page,
                     "Names for numbers, to be used in every number and function of the model. A parameter may be "
                     "an expression over others, whether they stand above or below it. Names are letters, digits "
                     "and _; names of functions and `pi` are taken.");
  trm_page_end(page);
  trm_page_code(page, "parameters: {L: 2.4, half: L/2, omega0: 2*pi*50}");
}

void trm_describe_inputs(trm_Manual *manual, int level) {
  trm_Page *page = &manual->page;
  trm_page_heading(page, level, "inputs");
  trm_page_paragraph(page,
                     "Names for values that a program sets between steps (trm_simulation_set_input, or "
                     "simulation.inputs in Python): a voltage, a set point, a hand on a lever. Functions of the time "
                     "t (drives, loads, forces on coordinates) may be written with them; the value given here holds "
                     "until another is set. The channel input.<name> records each.");
  trm_page_end(page);
  trm_page_code(page, "inputs: {voltage: 0}\n"
                      "joints:\n"
                      "  motor: {type: revolute, between: [ground, rotor], axis: [0, 0, 1],\n"
                      "          coordinates: {phi: {force: 0.5*voltage - 0.02*rate}}}");
}

/* The first word of a name: what may stand there, and an example of it. */
static const struct {
  trm_NameableOf of;
  const char *example;
} owners[] = {{TRM_NAMES_COORDINATE, "hinge.phi"}, {TRM_NAMES_PLACE, "bob"},       {TRM_NAMES_HERE, "here"},
              {TRM_NAMES_REACTION, "hinge"},       {TRM_NAMES_SPRING, "strut"},    {TRM_NAMES_SIGNAL, "error"},
              {TRM_NAMES_INPUT, "voltage"},        {TRM_NAMES_DRIVE, "hinge.phi"}, {TRM_NAMES_COUPLING, "mesh"},
              {TRM_NAMES_TERM, "mesh.axle.phi"}};

void trm_describe_naming(trm_Manual *manual, int level) {
  trm_Page *page = &manual->page;
  trm_page_heading(page, level, "names");
  trm_page_paragraph(
      page,
      "The components of loads, at a point or along a beam, and the formulas of laws on coordinates (`force`, the "
      "voltage of a motor, the valve of a cylinder, the target of a controller, the normal load of friction) may "
      "name what moves anywhere in the model. "
      "A point of a beam is named as elsewhere, boom@0.7 or boom.end; `here` is, in a load along a beam, the "
      "place where it acts. Components x, y, z are those of the world (of reactions of joints: of the joint "
      "frame), or with `in` along the axes of a body, marker, point of a beam or `here`: bob.velocity.x in hub; Bryan "
      "angles turn those axes into its own. Over "
      "a step the values are those of its middle, with rates as changes over the step; "
      "the work of such a force is booked as load work. A formula names at most 64 things. Formulas of outputs and "
      "events take all of these at the end of a step, every channel, and accelerations of places besides: "
      "bob.acceleration.x, boom@0.7.alpha.z in hub.");
  trm_page_end(page);
  for (int k = 0; k < trm_nameable_kind_count; k++) {
    const trm_NameableKind *kind = &trm_nameable_kinds[k];
    const char *unit = kind->unit[0] == 'x'                     ? "rad or m"
                       : kind->unit[0] == 'v'                   ? "rad/s or m/s"
                       : kind->unit[0] == 'F' && !kind->unit[1] ? "N or N m"
                                                                : kind->unit;
    const char *owner = "", *name;
    for (size_t i = 0; i < sizeof owners / sizeof *owners; i++)
      if (owners[i].of == kind->of) owner = owners[i].example;
    name = trm_arena_text(&manual->arena, "%s%s%s%s%s", owner, *kind->name ? "." : "", kind->name,
                          kind->parts[0] ? "." : "", kind->parts[0] ? kind->parts[0] : "");
    for (int p = 1; name && p < 3 && kind->parts[p]; p++)
      name = trm_arena_text(&manual->arena, "%s, %s", name, kind->parts[p]);
    const char *doc = trm_arena_text(&manual->arena, "%s: %s%s", unit, kind->doc,
                                     kind->directed ? "; world axes, or those of another place (`in`)" : "");
    if (name && doc) trm_page_item(page, name, doc);
  }
  trm_page_end(page);
  trm_page_code(page, "joints:\n"
                      "  rail: {type: prismatic, between: [ground, cart], axis: [1, 0, 0],\n"
                      "         coordinates: {delta: {force: 30*pivot.phi + 5*pivot.phi.rate}}}\n"
                      "loads:\n"
                      "  drag: {on: ball, force: [0, 0, -0.1*ball.velocity.z*abs(ball.velocity.z)]}\n"
                      "  lift: {on: wing, frame: body, force-per-length: [0, 0, -20*(here.velocity.z in here)]}");
  trm_describe_table(manual, &trm_signal_table, "signals", level + 1);
}

void trm_describe_schemes(trm_Manual *manual, int level) {
  trm_Page *page = &manual->page;
  trm_page_heading(page, level, "scheme");
  trm_page_paragraph(page, "How a dynamic analysis goes from one time to the next: `analysis: {scheme: ...}`. All of "
                           "them end every step on the constraints, with a fixed step or one chosen by a tolerance.");
  trm_page_end(page);
  trm_page_item(page, "energy-preserving",
                "the default: keeps the energy of a conservative model exactly, at any step; orders 2, 4 and 6");
  trm_page_item(page, "energy-decaying",
                "never gains energy and takes it from vibrations too fast for the step, as much as rho says; for stiff "
                "springs and beams; order 2");
  trm_page_item(page, "generalized-alpha",
                "the customary scheme, for comparison: damps fast vibrations, energy to its order only; order 2");
  trm_page_item(page, "index-1",
                "accelerations and multipliers at an instant from [M B^T; B 0], integrated by an explicit method of "
                "order 4, 6 or 8, then projected onto the constraints: the most accurate for smooth motions at tight "
                "tolerances; not for stiff models");
  trm_page_end(page);
  trm_page_paragraph(
      page, "`formulation: relative` takes the position and angular velocity of each body relative to the one "
            "that carries it as unknowns, with the scheme index-1: joints of a spanning tree are conditions on "
            "one such pair; the others close loops, as gears, couplings and equal speeds do. Everything but "
            "beams, and sliding on them.");
  trm_page_end(page);
  trm_page_code(page, "analysis: {until: 10, scheme: index-1, step: {tolerance: 1e-8}}");
}

void trm_describe_channels(trm_Manual *manual, int level) {
  trm_Page *page = &manual->page;
  trm_page_heading(page, level, "channel");
  trm_page_paragraph(page, "What a run stores, as `<name>.<quantity>.<component>`. Motions are in world axes unless an "
                           "output asks for others; components are x, y, z.");
  trm_page_end(page);
  trm_page_item(page, "time", "s; of a static analysis by load steps the share of the loads");
  trm_page_item(page, "bob.position.x",
                "of each body: position, m, velocity and acceleration; with an inertia also "
                "quaternion (w, x, y, z), omega, rad/s, and alpha, rad/s2");
  trm_page_item(page, "boom.position.x", "of each beam with mass: its centre of mass, m, and the velocity of it, m/s");
  trm_page_item(page, "hinge.phi",
                "of each joint: its relative coordinates, rad or m, with hinge.phi.rate and "
                "hinge.phi.acceleration; hinge.phi.drive, the moment (N m) or force (N) of a drive; the "
                "reactions hinge.force, N, and hinge.moment, N m; hinge.lambda.1, ...: the multipliers of its rows");
  trm_page_item(page, "hinge.phi.spring.force",
                "of each law on a coordinate (spring, damper, stops, force, friction, motor, ...; drive; bushing): the "
                "force along the coordinate, N or N m, and hinge.phi.spring.power, W, that it gives to the motion");
  trm_page_item(page, "mesh.axle.phi.force",
                "of each gear or coupling: what it exerts on the coordinate of a term; with a radius also "
                "mesh.tooth.force, N");
  trm_page_item(page, "strut.length",
                "of each spring: its length, m, rate, m/s, and tension, N; strut.force, N, on its second point, world "
                "axes; strut.power, W");
  trm_page_item(page, "pull.force.x",
                "of each load at a point: force, N, and moment, N m, that it exerts, world axes; pull.power, W");
  trm_page_item(page, "tip.u.x", "of each output: the quantity that it asks for, u for a displacement");
  trm_page_item(page, "input.voltage", "of each input: its value");
  trm_page_item(page, "signal.error", "of each signal: its value");
  trm_page_item(page, "energy.total",
                "J: kinetic + potential + spring + strain; each of these; load-work, drive-work, "
                "dissipated, numerical, constraint-work; residual, what does not close");
  trm_page_item(page, "momentum.linear.x",
                "kg m/s; momentum.angular, kg m2/s, about the origin; momentum.centre, "
                "m, the centre of mass of the whole model, and momentum.velocity, m/s, its velocity");
  trm_page_item(page, "solver.step",
                "s: size of the step that led to the row; solver.iterations: of Newton's method in it");
  trm_page_item(page, "load.factor",
                "of a static analysis by arc-length: what multiplies gravity, loads and actuators; the "
                "time is then the length of the path");
  trm_page_end(page);
}

void trm_describe_coordinate(trm_Manual *manual, int level) {
  trm_describe_table(manual, manual->coordinate, "coordinate", level);
  trm_page_paragraph(&manual->page,
                     "In functions the coordinate goes by its own name: `phi` above is `delta` for a "
                     "displacement called so. Units are given for a rotation and for a displacement. A "
                     "law is added to the others of the coordinate; none is a joint of its own. What `start` "
                     "and `rate` mean together with other initial values: `trammel describe start`.");
}

void trm_describe_step(trm_Manual *manual, int level) { trm_describe_table(manual, &trm_step_table, "step", level); }

void trm_describe_start(trm_Manual *manual, int level) {
  trm_Page *page = &manual->page;
  trm_page_heading(page, level, "start");
  trm_page_paragraph(page, "The initial state always satisfies the constraints. What the model gives is met exactly, "
                           "or refused with the place of the contradiction; the rest follows by these rules.");
  trm_page_end(page);
  trm_page_item(page, "position",
                "the bodies' reference configuration is brought onto the joints (how far is told, and refused beyond "
                "`initial: {tolerance: ...}`), then moved to the `start` of coordinates and the first value of "
                "drives");
  trm_page_item(page, "velocity",
                "given by `velocity` and `omega` of bodies, `rate` of coordinates, and by drives; of all velocities "
                "that fit these and the constraints, those of least kinetic energy are taken. Nothing given: at rest");
  trm_page_item(page, "acceleration", "follows from the forces");
  trm_page_end(page);
  trm_page_paragraph(page, "Least kinetic energy is what an impulse would do that acts only where a value is given: a "
                           "chain whose first joint has a rate starts with its other joints turning the other way. To "
                           "start it as one rigid piece, give the other rates as 0.");
}

/* ---- findings ---------------------------------------------------------------------------------------------------- */

void trm_describe_finding(trm_Manual *manual, int finding, int level) {
  const trm_FindingKind *kind = &trm_finding_kinds[finding];
  const char *title = trm_arena_text(&manual->arena, "%s (%s)", kind->code, trm_finding_severity(kind->severity)),
             *what = trm_arena_text(&manual->arena, "What it is: %s.", kind->title),
             *why = trm_arena_text(&manual->arena, "Why it matters: %s", kind->why),
             *advice = trm_arena_text(&manual->arena, "What to do: %s", kind->advice);
  if (!title || !what || !why || !advice) return;
  trm_page_heading(&manual->page, level, title);
  trm_page_paragraph(&manual->page, what);
  trm_page_paragraph(&manual->page, why);
  trm_page_paragraph(&manual->page, advice);
}

void trm_describe_findings(trm_Manual *manual, int level) {
  trm_page_heading(&manual->page, level, "Findings of the model doctor");
  trm_page_paragraph(&manual->page,
                     "What `trammel check` finds, each with a code. Errors and warnings are told before every run as "
                     "well; hints by `check` alone. All of them stand in the result file and on its page. `trammel "
                     "check --json` prints them as a list of objects with `code`, `severity`, `file`, `line`, "
                     "`column`, `message`, `why` and `advice`; `trammel describe finding CODE` explains one.");
  for (int i = 0; i < TRM_FINDINGS; i++) {
    const trm_FindingKind *kind = &trm_finding_kinds[i];
    const char *text = trm_arena_text(&manual->arena, "%s: %s", trm_finding_severity(kind->severity), kind->title);
    if (text) trm_page_item(&manual->page, kind->code, text);
  }
  trm_page_end(&manual->page);
}
