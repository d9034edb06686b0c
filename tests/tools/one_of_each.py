#!/usr/bin/python3
"""one_of_each.py SOURCE BUILD: every open set of the program is a table.

Takes a scratch copy of the tree and adds one of each: a joint exactly as CONTRIBUTING.md prints it, a law, a shape of sections, a
quantity, a scheme, a kind of analysis, a command; each in one file (a joint: one row block) and a line in one list. Nothing else is touched. Compiles the new files and
those that hold a list, links them in front of the library of BUILD, and runs the conformance suite and the program with them."""
import json
import os
import pathlib
import re
import resource
import shutil
import struct
import subprocess
import sys
import tempfile

LAW = """/* A cubic spring: F = coefficient x^3. */
#include "element/law.h"

typedef struct CubicDef {
  trm_Bound bound;
  double coefficient;
} CubicDef;

static const trm_Field fields[] = {
    {TRM_KEY(CubicDef, coefficient, "coefficient", TRM_FIELD_NUMBER), .unit = "k", .flags = TRM_REQUIRED | TRM_POSITIVE,
     .doc = "restoring force per cube of the coordinate"},
};
static const trm_FieldTable table = {.doc = "A cubic spring. A number alone is the coefficient.",
                                     .size = sizeof(CubicDef),
                                     .fields = fields,
                                     .field_count = TRM_COUNT(fields),
                                     .shorthand = "coefficient",
                                     .example = "cubic: {coefficient: 3}"};

static void freeze(const void *def, void *data) { *(double *)data = ((const CubicDef *)def)->coefficient; }

/* the mean of x^3 over the step */
static trm_LawForce pair(const void *data, const trm_LawPair *p) {
  double c = *(const double *)data, i = p->x_i, f = p->x_f;
  return (trm_LawForce){0.25 * c * (i + f) * (i * i + f * f), 0.25 * c * (i * i + 2 * i * f + 3 * f * f), 0};
}

static double instant(const void *data, const trm_LawInstant *now, double *gradient) {
  (void)gradient;
  return *(const double *)data * now->x * now->x * now->x;
}

static double stored(const void *data, double x, const double *z, struct trm_PotentialMemory *memory) {
  (void)z, (void)memory;
  return 0.25 * *(const double *)data * x * x * x * x;
}

static void tangent(const void *data, double x, const double *z, double *stiffness, double *damping) {
  (void)z, (void)damping;
  *stiffness += 3 * *(const double *)data * x * x;
}

static bool reversible(const void *data) { return data != NULL; }

const trm_LawKind trm_cubic_law = {
    .name = "cubic",
    .field = {.type = TRM_FIELD_TABLE, .unit = "", .table = &table, .doc = "pulls the coordinate towards 0"},
    .size = sizeof(double),
    .freeze = freeze,
    .pair = pair,
    .instant = instant,
    .stored = stored,
    .tangent = tangent,
    .reversible = reversible};
"""

QUANTITY = """/* The speed of a place. */
#include "math/vec3.h"
#include "system/quantity.h"

static void speed(const trm_Sight *sight, double *values) {
  trm_MarkerMotion motion;
  trm_marker_motion(sight->layout->model, &sight->output->marker, sight->input, &motion);
  values[0] = trm_norm(motion.velocity);
}

const trm_QuantityKind trm_speed_quantity = {
    .name = "speed", .of = TRM_OF_PLACE, .channel = "speed", .count = 1, .parts = {{"", "m/s"}}, .values = speed};
"""

SCHEME = """/* Two energy-preserving half steps. */
#include "integrate/stepper.h"

extern const trm_Scheme trm_energy_preserving;

static trm_Status step(trm_Stepper *stepper, const trm_StepOptions *options, trm_StepReport *report) {
  trm_StepOptions half = *options;
  half.h = 0.5 * options->h;
  trm_Status status = trm_energy_preserving.step(stepper, &half, report);
  return status == TRM_OK ? trm_energy_preserving.step(stepper, &half, report) : status;
}

const trm_Scheme trm_half_steps = {
    .name = "half-steps",
    .doc = "takes each step in two halves",
    .orders = {2},
    .balances = true,
    .rho = 1,
    .step = step};
"""

ANALYSIS = """/* The initial state, with the accelerations and forces that belong to it. */
#include "analysis/simulation.h"

static const trm_FieldTable table = {.doc = "the initial state alone", .size = sizeof(trm_AnalysisDef)};

static trm_Status begin(trm_Simulation *s) { return trm_simulation_begin_ledger(s); }

static trm_Status step(trm_Simulation *s, bool *output) {
  (void)s;
  *output = false;
  return TRM_FINISHED;
}

const trm_AnalysisKind trm_still_analysis = {
    .name = "still", .table = &table, .final = true, .begin = begin, .step = step};
"""

COMMAND = """/* Says good day. */
#include "cli.h"

static int run(int count, char **arguments) {
  (void)count, (void)arguments;
  puts("good day");
  return CLI_OK;
}

const Command command_greet = {
    .name = "greet", .summary = "say good day", .usage = "greet", .help = "Says good day.\\n", .run = run};
"""

SECTION = """/* A triangle with two equal sides, its base along y, about its centre of area. */
#include <math.h>
#include "element/section.h"

enum { BASE, RISE };

static trm_ShapeNumbers numbers(const double *d, double nu) {
  double b = d[BASE], h = d[RISE], area = 0.5 * b * h;
  (void)nu;
  double torsion = sqrt(3) * pow(b, 4) / 80, shear = 5 * area / 6;
  return (trm_ShapeNumbers){area, b * pow(h, 3) / 36, h * pow(b, 3) / 48, torsion, shear, shear};
}

static int outline(const double *d, double points[TRM_OUTLINE_POINTS][2]) {
  const double corners[3][2] = {{-d[BASE] / 2, -d[RISE] / 3}, {d[BASE] / 2, -d[RISE] / 3}, {0, 2 * d[RISE] / 3}};
  for (int i = 0; i < 6; i++) points[i / 2][i % 2] = corners[i / 2][i % 2];
  return 3;
}

const trm_SectionShape trm_triangle_section = {
    .name = "triangle",
    .doc = "as if it were thick",
    .dimensions = {[BASE] = {"base", "length of the side along y"}, [RISE] = {"rise", "from the base to the corner"}},
    .numbers = numbers,
    .outline = outline};
"""

# what: the new file, its text, the list, its new line, the files that hold the list
ADDED = [
    ("law", "src/element/law_cubic.c", LAW, "src/element/laws.def", "LAW(cubic)", "src/element/law.c"),
    ("section", "src/element/section_triangle.c", SECTION, "src/element/sections.def", "SECTION(triangle)", "src/element/section.c"),
    ("quantity", "src/system/quantity_speed.c", QUANTITY, "src/system/quantities.def", "QUANTITY(speed)", "src/system/quantity.c"),
    ("scheme", "src/integrate/half_steps.c", SCHEME, "src/integrate/schemes.def", "SCHEME(half_steps)", "src/integrate/scheme.c"),
    ("analysis", "src/analysis/still.c", ANALYSIS, "src/analysis/analyses.def", "ANALYSIS(still)", "src/analysis/simulation.c"),
    ("command", "cli/command_greet.c", COMMAND, "cli/commands.def", "COMMAND(greet)", "cli/main.c"),
]
JOINTS = "src/element/joint_table.c"
SUITE = "constraints elements laws schemes joint_added_at_run_time beam_strains matrix levels relative round_trip".split()

MODEL = """trammel: 1
bodies: {ring: {mass: 2, inertia: [1, 1, 1], velocity: [0.5, 0, 0]}}
joints:
  wire: {type: bead, between: [ground, ring], at: [0, 0, 0], axis: [1, 0, 0], coordinates: {delta: {cubic: 3}}}
outputs: {pace: {of: ring, quantity: speed}}
analysis: %s
"""

# a bar of the new shape is pulled
BEAM = """trammel: 1
sections: {prism: {shape: triangle, base: 0.3, rise: 0.15, material: {E: 2e9, nu: 0.3, rho: 1000}}}
beams: {bar: {curve: {line: [[0, 0, 0], [1, 0, 0]]}, section: prism, elements: 2}}
joints: {wall: {type: rigid, between: [ground, bar.start]}}
loads: {pull: {on: bar.end, force: [1000, 0, 0]}}
analysis: {type: static}
"""


def must(command, **options):
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)
    text = done.stdout.decode(errors="replace")
    if done.returncode != 0:
        sys.exit(f"one_of_each: {' '.join(map(str, command))[:300]}\n{text[-4000:]}")
    return text


def check(holds, words):
    print(("ok      " if holds else "FAILED  ") + words)
    if not holds:
        sys.exit(1)


def copy_tree(source, copy):
    for name in must(["git", "-C", source, "ls-files", "--cached", "--others", "--exclude-standard"]).splitlines() \
            if (source / ".git").exists() else [str(path.relative_to(source)) for path in source.rglob("*") if path.is_file()]:
        if (source / name).is_file() and not name.startswith("build"):
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source / name, copy / name)


def add_joint(copy):
    """The row block of CONTRIBUTING.md, at the end of the joints."""
    block = re.search(r'```c\n(    \{\.name = "bead".*?)```', (copy / "CONTRIBUTING.md").read_text(), re.S).group(1)
    table = (copy / JOINTS).read_text()
    end = table.index("\n};", table.index("static const trm_JointKind joints[]"))
    (copy / JOINTS).write_text(table[: end + 1] + block + table[end + 1 :])


def flags_of(build, target):
    text = (build / target / "flags.make").read_text()
    return " ".join(re.findall(r"^C_(?:DEFINES|INCLUDES|FLAGS) = (.*)$", text, re.M)).split()


def compile_all(source, build, copy):
    """Objects of the new files and of those that hold the lists; the warnings of the project are errors here too."""
    objects = {"library": [], "program": []}
    files = [JOINTS] + [name for row in ADDED for name in (row[1], row[5])]
    for name in files:
        program = name.startswith("cli/")
        flags = flags_of(build, "cli/CMakeFiles/trammel_cli.dir" if program else "CMakeFiles/trammel_objects.dir")
        flags = [flag.replace(str(source / "src"), str(copy / "src")).replace(str(source / "cli"), str(copy / "cli")) for flag in flags]
        out = copy / (name.replace("/", "_") + ".o")
        must(["cc", *flags, "-O1", "-c", copy / name, "-o", out], cwd=build)
        objects["program" if program else "library"].append(out)
    return objects


def link(build, folder, target, replaced, objects, out):
    """The target's own objects, but for those that are replaced, then the new ones, then the library that has all others."""
    words = (build / folder / "CMakeFiles" / f"{target}.dir" / "link.txt").read_text().split()
    at = words.index("-o")
    words[at + 1] = str(out)
    kept = [word for word in words if not any(word.endswith(name) for name in replaced)]
    library = next(i for i, word in enumerate(kept) if "libtrammel.a" in word)
    must(kept[:library] + objects + kept[library:], cwd=build / folder)


def triangle_at(points, x):
    """The points of the plane x = const, as (y, z) rounded to micrometres."""
    return {(round(point[1], 6), round(point[2], 6)) for point in points if abs(point[0] - x) < 1e-4}


def check_section(trammel, copy):
    """The new shape is computed with, and drawn by every export and by the page."""
    (copy / "beam.yaml").write_text(BEAM)
    must([trammel, "run", copy / "beam.yaml", "-o", copy / "beam.h5", "--force"])
    text = must([trammel, "check", copy / "beam.yaml"])
    check("EA 4.5e+07 N" in text, "the triangle has EA = 4.5e7 N")
    corners = {(-0.15, -0.05), (0.15, -0.05), (0.0, 0.1)}
    for form in ("vtu", "gltf"):
        must([trammel, "export", copy / "beam.h5", "--format", form, "-o", copy / f"beam-{form}"])
    drawn = triangle_at(vtu_points(copy / "beam-vtu" / "beam.surfaces.00000.vtu"), 0)
    check(drawn == corners, f"VTU draws its corners: {sorted(drawn)}")
    drawn = triangle_at(gltf_points(copy / "beam-gltf", "bar"), 0)
    check(drawn == corners, f"glTF draws its corners: {sorted(drawn)}")
    must([trammel, "view", copy / "beam.h5", "-o", copy / "beam.html"])
    outline = [float(x) for x in re.search(r'"outline": *\[([^\]]*)\]', (copy / "beam.html").read_text()).group(1).split(",")]
    drawn = triangle_at([(0, y, z) for y, z in zip(outline[0::2], outline[1::2])], 0)
    check(drawn == corners, f"the page is given its corners: {sorted(drawn)}")


def vtu_points(path):
    """Points of a file with raw appended data, of which they are the first."""
    data = path.read_bytes()
    data = data[data.index(b"_", data.index(b"<AppendedData")) + 1 :]
    count = struct.unpack_from("<Q", data)[0]
    numbers = struct.unpack_from(f"<{count // 8}d", data, 8)
    return list(zip(numbers[0::3], numbers[1::3], numbers[2::3]))


def gltf_points(path, name):
    """Positions of the vertices of a mesh."""
    data = path.read_bytes()
    length = struct.unpack_from("<I", data, 12)[0]
    facts, binary = json.loads(data[20 : 20 + length]), data[28 + length :]
    mesh = next(mesh for mesh in facts["meshes"] if mesh["name"] == name)
    view = facts["bufferViews"][facts["accessors"][mesh["primitives"][0]["attributes"]["POSITION"]]["bufferView"]]
    numbers = struct.unpack_from(f"<{view['byteLength'] // 4}f", binary, view["byteOffset"])
    return list(zip(numbers[0::3], numbers[1::3], numbers[2::3]))


def main(source, build):
    source, build = pathlib.Path(source).resolve(), pathlib.Path(build).resolve()
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder)
        copy_tree(source, copy)
        add_joint(copy)
        for _, name, text, list_name, line, _ in ADDED:
            (copy / name).write_text(text)
            with open(copy / list_name, "a") as file:
                file.write(line + "\n")
        for layers_or_style in ("check-layers", "check-style"):
            must([copy / "tools" / layers_or_style, copy])
        check(True, "layers and style of the copy")
        must(["cmake", "-S", copy, "-B", copy / "build", "-DCMAKE_BUILD_TYPE=Release"])
        made = "".join(path.read_text() for path in (copy / "build").rglob("build.make"))
        for what, name, *_ in ADDED:
            check(name in made, f"the build takes in {name}")
        objects = compile_all(source, build, copy)
        for name in SUITE:
            program = copy / f"test_{name}"
            link(build, "tests/conformance", f"test_{name}", [], objects["library"], program)
            must([program], cwd=source, env={**os.environ, "TRM_TEST_FEW": "1", "TRM_TEST_ALL": ""})
            check(True, f"conformance: test_{name}")
        trammel = copy / "trammel"
        link(build, "cli", "trammel_cli", ["/main.c.o"], objects["program"] + objects["library"], trammel)
        check(must([trammel, "greet"]) == "good day\n", "the command runs")
        for words, found in (
            ("joint bead", "slides along an axis"), ("section", "triangle: as if it were thick"), ("section", "base number > 0, m triangle: length of the side"), ("coordinate cubic", "cubic spring"), ("output", "speed"),
            ("analysis", "half-steps takes each step in two halves"), ("analysis", "still: the initial state alone")):
            text = " ".join(must([trammel, "describe", *words.split()]).split())
            check(found in text, f"describe {words}: {found}")
        schema = json.loads(must([trammel, "describe", "--schema"]))
        check({"bead", "cubic-m", "cubic-rad", "still", "triangle-section"} <= set(schema["$defs"]), "the schema has them")
        check(schema["$defs"]["triangle-section"]["required"] == ["base", "rise"], "the schema knows the lengths of the shape")
        check_section(trammel, copy)
        for analysis in ("{until: 2, step: 0.01, scheme: half-steps}", "{type: still}"):
            model = copy / "model.yaml"
            model.write_text(MODEL % analysis)
            must([trammel, "run", model, "-o", copy / "result.h5", "--force"])
            channels = "pace.speed,wire.delta,energy.total"
            rows = must([trammel, "csv", copy / "result.h5", "--channels", channels]).strip().splitlines()[1:]
            speed, energy = float(rows[0].split(",")[1]), float(rows[-1].split(",")[3])
            check(speed == 0.5 and abs(energy - 0.25) < 1e-12, f"{analysis}: speed {speed:g} m/s at first, energy {energy:.15g} J at last")
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"one of each: {len(ADDED) + 1} added, each in one place and one line; {used.ru_utime + used.ru_stime:.0f} s of processor time")


if __name__ == "__main__":
    main(*sys.argv[1:])
