"""Large results: what a row costs, what a selection and other widths change, and how much of a large file is read.
Arguments: PROGRAM MAKE_WIDE_RESULT [LINKS...]; by default chains of 100, 1000 and 3000 links and a file of 100 MB."""

import math
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import unittest

PROGRAM, MAKE = (os.path.abspath(path) for path in sys.argv[1:3])
LINKS = [int(n) for n in sys.argv[3:]] or [100, 1000, 3000]
ROWS = 11
SMALL_CACHE, MOST_LINES = 1 << 16, 22  # bytes; lines from beyond it of a channel and row


def growth(costs):
    """of costs by size: the exponent between the smallest and the largest"""
    least, most = min(costs), max(costs)
    return math.log(costs[most] / costs[least]) / math.log(most / least)


def chain(links, output=""):
    bodies = "".join(f"  link{i}: {{mass: 1, inertia: [0.01, 0.1, 0.1], position: [{i + 0.5}, 0, 0]}}\n" for i in range(links))
    hinges = "".join(f"  hinge{i}: {{type: revolute, between: [{f'link{i - 1}' if i else 'ground'}, link{i}], at: [{i}, 0, 0], axis: [0, 0, 1]}}\n"
                     for i in range(links))
    return (f"trammel: 1\ngravity: [0, -9.81, 0]\nbodies:\n{bodies}joints:\n{hinges}"
            f"analysis: {{type: dynamic, until: 1e-2, step: 1e-3{output}}}\n")


def clamped_beams(count):
    """a row of beams, each clamped to the next, to one across it and to the ground at its middle by a spring; named in a formula too"""
    beams = "".join(f"  b{i}: {{curve: {{line: [[{i}, 0, 0], [{i + 1}, 0, 0]]}}, normal: [0, 1, 0], section: wire, elements: 1, order: 1}}\n"
                    f"  c{i}: {{curve: {{line: [[{i}, 0, 0], [{i}, 0, 1]]}}, normal: [0, 1, 0], section: wire, elements: 1, order: 1}}\n" for i in range(count))
    clamps = "".join(f"  k{i}: {{type: rigid, between: [{f'b{i - 1}.end' if i else 'ground'}, b{i}.start]}}\n"
                     f"  l{i}: {{type: rigid, between: [c{i}.start, b{i}.start]}}\n" for i in range(count))
    pulls = "".join(f"  p{i}: {{on: b{i}@0.5, force: [0, \"c{i}.end.velocity.x\", 1]}}\n" for i in range(0, count, 10))
    return ("trammel: 1\nsections:\n  wire:\n    stiffness: {EA: 1e6, GKy: 4e5, GKz: 4e5, GJ: 100, EIy: 130, EIz: 130}\n"
            f"    mass: {{m: 0.6, Iyy: 5e-6, Izz: 5e-6}}\nbeams:\n{beams}joints:\n{clamps}loads:\n{pulls}"
            "analysis: {type: dynamic, until: 1e-3, step: 1e-3, output: {every: 1e-3}}\n")


def many_parts(count):
    """as many of each: hinged bars, wheels in mesh by pairs, point masses on rods, sleds on slides, beads on curves, springs, markers"""
    lists = {"bodies": [], "joints": [], "springs": [], "markers": []}
    for i in range(count):
        lists["bodies"] += [f"bar{i}: {{mass: 1, inertia: [0.1, 0.1, 0.1], position: [{i}.5, 0, 0]}}", f"ball{i}: {{mass: 1, position: [{i}, 1, 0]}}",
                            f"sled{i}: {{mass: 1, inertia: [1, 1, 1], position: [{i}, 2, 0]}}", f"bead{i}: {{mass: 1, position: [{i}, 3, 0]}}"]
        lists["joints"] += [f"hinge{i}: {{type: revolute, between: [ground, bar{i}], at: [{i}, 0, 0], axis: [0, 0, 1]}}",
                            f"rod{i}: {{type: distance, between: [ground, ball{i}]}}",
                            f"slide{i}: {{type: prismatic, between: [ground, sled{i}], axis: [0, 1, 0]}}",
                            f"wire{i}: {{type: along-curve, between: [ground, bead{i}], curve: {{line: [[{i}, 2, 0], [{i}, 4, 0]]}}}}"]
        if i % 2:
            lists["joints"].append(f"mesh{i}: {{type: gear, terms: {{hinge{i - 1}.phi: 1, hinge{i}.phi: 1}}}}")
        lists["springs"].append(f"spring{i}: {{between: [ball{i}, tip{i}], stiffness: 10}}")
        lists["markers"].append(f"tip{i}: {{on: bar{i}, at: [{i + 1}, 0, 0]}}")
    parts = "".join(f"{key}:\n" + "".join(f"  {item}\n" for item in items) for key, items in lists.items())
    return f"trammel: 2\ngravity: [0, -9.81, 0]\n{parts}analysis: {{until: 1e-3, step: 1e-3, output: {{every: 1e-3}}}}\n"


def memory_of_output(links):
    """kB by which a run with a result file is larger than the same run without one; of small ones the least of nine, for what the system adds"""
    with open("memory.yaml", "w") as file:
        file.write(chain(links))
    times = 9 if links < 1000 else 1
    with_file, without = (min(int(run(MAKE, "run", "memory.yaml", *output)[2]) for _ in range(times)) for output in (["memory.h5"], []))
    return with_file - without


def run(*arguments):
    """CPU seconds, largest memory in kB, and what was printed."""
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen([str(a) for a in arguments], stdout=out, stderr=subprocess.STDOUT)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        printed = out.read().decode()
    if process.returncode:
        raise AssertionError(f"{arguments}: {printed}")
    return used.ru_utime + used.ru_stime, used.ru_maxrss, printed


class Large(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        os.chdir(self.folder.name)

    def tearDown(self):
        os.chdir("/")
        self.folder.cleanup()

    def test_chains(self):
        costs = {}
        library = memory_of_output(1)  # the library of HDF5 and its tables, whatever is written
        print(f"1 link: {library} kB of memory")
        self.assertLess(library, 6000)
        for links in LINKS:
            with open("chain.yaml", "w") as file:
                file.write(chain(links))
            memory = memory_of_output(links) - library
            run(PROGRAM, "run", "chain.yaml", "-q", "-f")
            _, _, told = run(PROGRAM, "info", "chain.h5")
            channels = int(next(line for line in told.splitlines() if line.startswith("channels")).split()[1])
            seconds = float(told.split(" output ")[1].split(",")[0])
            numbers, size = channels * ROWS, os.path.getsize("chain.h5")
            print(f"{links} links: {channels} channels, output {1e6 * seconds / numbers:.3f} us and {size / numbers:.1f} bytes a channel and row, "
                  f"{memory / links:.1f} kB of memory a link")
            self.assertLess(seconds / numbers, 10e-6)
            self.assertLess(size / numbers, 40)
            self.assertLess(memory / links, 10)
            costs[links] = seconds
        if len(LINKS) > 1:  # of the clock, which others of the machine share: printed, not asked for
            print(f"output grows with exponent {growth(costs):.2f} from {LINKS[0]} to {LINKS[-1]} links (docs/speed.md)")

    @unittest.skipUnless(shutil.which("valgrind"), "counts are valgrind's")
    def test_lines_of_a_row(self):
        """What a row costs where nothing fits into a cache, counted, so that the machine may be busy: instructions and lines of 64 bytes from beyond a second
        cache that is as much smaller than a processor's as these chains are than one of 10 000 links."""
        instructions, lines = {}, {}
        for links in (40, 160):
            with open("chain.yaml", "w") as file:
                file.write(chain(links))
            told = run("valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", "--cache-sim=yes", f"--LL={SMALL_CACHE},16,64",
                       "--toggle-collect=trm_simulation_evaluate", "--toggle-collect=trm_result_append", PROGRAM, "run", "chain.yaml", "-q", "-f")[2]
            counts = dict(zip(*(re.search(rf"{word} *: (.*)", told).group(1).split() for word in ("Events", "Collected"))))
            numbers = ROWS * (33 * links + 28)
            instructions[links] = int(counts["Ir"])
            lines[links] = (int(counts["DLmr"]) + int(counts["DLmw"])) / numbers
            print(f"{links} links: {instructions[links] / numbers:.0f} instructions and {lines[links]:.1f} lines a channel and row")
        print(f"instructions grow with exponent {growth(instructions):.3f}")
        self.assertLess(growth(instructions), 1.02)
        self.assertLess(lines[160], MOST_LINES)

    @unittest.skipUnless(shutil.which("valgrind"), "counts are valgrind's")
    def test_starts_of_many_beams(self):
        """What a start and a row cost where beams are clamped to beams, which share their unknowns: instructions, in proportion to their number."""
        instructions = {}
        for count in (50, 200):
            with open("beams.yaml", "w") as file:
                file.write(clamped_beams(count))
            told = run("valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", PROGRAM, "run", "beams.yaml", "-q", "-f")[2]
            instructions[count] = int(re.search(r"Collected *: (\d+)", told).group(1))
            print(f"{count} beams: {instructions[count] / count:.0f} instructions a beam")
        print(f"instructions grow with exponent {growth(instructions):.3f}")
        self.assertLess(growth(instructions), 1.05)

    def test_scenes_of_many_parts(self):
        """what is drawn takes no time with the square of the number of parts: four times as many of each kind that a scene has lists of"""
        used = {}
        for count in (150, 600):
            with open("parts.yaml", "w") as file:
                file.write(many_parts(count))
            run(PROGRAM, "run", "parts.yaml", "-q", "-f")
            for words in (["view", "parts.h5"], ["export", "parts.h5", "--format", "gltf"]):
                used[words[0], count] = run(PROGRAM, *words, "--force")[0]
        for command in ("view", "export"):
            print(f"{command} of 150 and 600 of each kind: {used[command, 150]:.2f} and {used[command, 600]:.2f} s")
            self.assertLess(used[command, 600], 8 * used[command, 150] + 0.1)  # the square would be 16 times

    def test_selection(self):
        outputs = {"all": "", "some": ', output: {channels: [energy, "link*.position", hinge3.phi]}',
                   "single": ", output: {numbers: float32}", "packed": ", output: {compress: true}"}
        tables = {}
        for name, output in outputs.items():
            with open(f"{name}.yaml", "w") as file:
                file.write(chain(20, output))
            run(PROGRAM, "run", f"{name}.yaml", "-q")
            lines = run(PROGRAM, "csv", f"{name}.h5")[2].splitlines()
            tables[name] = (lines[0].split(","), [[float(x) for x in line.split(",")] for line in lines[1:]])
        names, rows = tables["all"]
        some, chosen = tables["some"]
        self.assertEqual(some, [n for n in names if n in ("time", "hinge3.phi") or n.startswith("energy.") or ".position." in n])
        for whole, part in zip(rows, chosen):  # a selection changes no bit
            self.assertEqual([whole[names.index(n)] for n in some], part)
        self.assertEqual(tables["packed"], tables["all"])
        self.assertLess(os.path.getsize("packed.h5"), os.path.getsize("all.h5"))
        for whole, single in zip(rows, tables["single"][1]):
            for a, b in zip(whole, single):
                self.assertLessEqual(abs(a - b), 1e-7 * abs(a) + 1e-37)
        self.assertEqual(sorted(os.listdir()), sorted(f"{n}.{e}" for n in outputs for e in ("yaml", "h5")))

    def test_parts_of_a_large_file(self):
        for rows, bodies in ((1300, 360), (13400, 35)):
            run(MAKE, "wide.h5", rows, bodies)
            for words, seconds, memory in ((["info", "wide.h5"], 1, 100), (["csv", "wide.h5", "-c", "link1.position.x,link20.energy"], 2, 100),
                                           (["view", "wide.h5", "-o", "wide.html", "-f"], 5, 250)):
                used, most, _ = run(PROGRAM, *words)
                print(f"{os.path.getsize('wide.h5') / 1e6:.0f} MB, {rows} rows: {words[0]} {used:.2f} s, {most / 1024:.0f} MB")
                self.assertLess(used, seconds)
                self.assertLess(most / 1024, memory)


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    unittest.main(argv=sys.argv[:1])
