"""trammel export against the result file: ParaView's files read by VTK, glTF by Khronos' validator and by hand, tables.
Arguments: PROGRAM SOURCE BUILD. The validator comes from the npm registry, into BUILD/export-tools."""

import csv
import io
import json
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree
from pathlib import Path

import h5py
import numpy as np
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkIOXML import vtkXMLUnstructuredGridReader

PROGRAM, SOURCE, BUILD = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
HERE = Path(__file__).resolve().parent


class Stored(dict):
    """What a result file holds, by "time", "channels/<entry>/<quantity>" and "beams/<beam>/<quantity>", read as docs/results.md says."""

    def __init__(self, path):
        super().__init__()
        with h5py.File(path, "r") as file:
            self["time"] = file["time"][:]
            quantities = {}
            for column, name in enumerate(file["channels/name"][:]):
                entry, rest = name.decode().split(".", 1)
                component = rest[-2:] in (".x", ".y", ".z", ".w")
                quantities.setdefault(f"channels/{entry}/{rest[:-2] if component else rest}", []).append(column)
            for name, columns in quantities.items():
                self[name] = file["channels/values"][:, columns]
            self["beams"] = {}
            for quantity, here in file.get("beams", {}).items():
                values, moving = here["values"], here["values"].maxshape[0] is None
                for owner, (first, count, each) in zip(here["owner"][:], here["places"][:]):
                    rows = values[:, first:first + count * max(each, 1)] if moving else values[first:first + count * max(each, 1)]
                    rest = values.shape[1 + moving:]
                    shape = (*values.shape[:moving], count, *([each] if each else []), *rest)
                    beam = self["beams"].setdefault(owner.decode(), {})
                    beam[quantity] = self[f"beams/{owner.decode()}/{quantity}"] = rows.reshape(shape)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass


# a frame with a corner, sections of all shapes, shapes of bodies and of the ground, a point mass, z upwards
MODEL = """
trammel: 1
title: Everything that can be seen
gravity: [0, 0, -9.81]
ground: {shape: {box: [1, 1, 0.02], at: [0, 0, -0.5]}}
sections:
  rail: {shape: I, width: 0.03, height: 0.05, web: 0.004, flange: 0.005, material: {E: 70e9, nu: 0.3, rho: 2700}}
  thin: {shape: tube, diameter: 0.02, thickness: 0.002, material: {E: 70e9, nu: 0.3, rho: 2700}}
  thick: {shape: tube, diameter: 0.04, thickness: 0.002, material: {E: 70e9, nu: 0.3, rho: 2700}}
beams:
  frame: {curve: {polyline: [[0, 0, 0], [0.4, 0, 0], [0.4, 0.3, 0]]}, section: rail, elements: [2, 1], order: 2}
  mast: {curve: {line: [[0, 0, 0], [0, 0, 0.5]]}, section: [[0, thick], [1, thin]], elements: 2}
bodies:
  ball: {mass: 1, position: [0.4, 0.3, -0.2]}
  bead: {mass: 0.1, position: [0.4, 0.3, 0.15]}
  box: {mass: 1, inertia: [2e-3, 3e-3, 4e-3], position: [0, 0.1, 0.55], shape: [{box: [0.1, 0.2, 0.05]}, {sphere: 0.03, at: [0, 0.1, 0.6]}]}
joints:
  clamp: {type: rigid, between: [ground, frame.start]}
  foot: {type: rigid, between: [ground, mast.start]}
  rope: {type: distance, between: [frame.end, ball]}
  needle: {type: along-curve, between: [frame.end, bead], at: [0.4, 0.3, 0], curve: {line: [[0, 0, 0], [0, 0, 0.3]]}}
  top: {type: revolute, between: [mast.end, box], at: [0, 0, 0.5], axis: [1, 0, 0]}
loads:
  wind: {on: mast, force-per-length: [10*t, 0, 0]}
  push: {on: mast, force-per-length: [0, 3*xi, 0]}
analysis: {until: 0.1, step: 1e-3, scheme: energy-decaying, output: 5e-3}
"""

# a body on a spring and a damper, without shapes; a frame of three points, a slide, a ring on a beam
LINKS = """
trammel: 1
gravity: [0, 0, -9.81]
sections: {wire: {shape: circle, diameter: 1e-4, material: {E: 2e11, nu: 0.3, rho: 7800}}}
beams: {rail: {curve: {line: [[0, 1, 0], [1, 1, 0]]}, section: wire, elements: 2}}
bodies:
  bob: {mass: 1, inertia: [0.01, 0.01, 0.01], position: [0, 0, -0.5]}
  plate: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [1, 0.2, 0]}
  sled: {mass: 2, inertia: [0.1, 0.2, 0.1], position: [0, 0, 1]}
joints:
  hinge: {type: revolute, between: [ground, plate], at: [1, 0, 0], axis: [1, 0, 0]}
  slide: {type: prismatic, between: [ground, sled], at: [0, 0, 1], axis: [1, 0, 0], coordinates: {delta: {drive: 0.3*t}}}
  start: {type: rigid, between: [ground, rail.start]}
  end: {type: rigid, between: [ground, rail.end]}
springs:
  coil: {between: [ground, bob], stiffness: 100, damping: 1}
markers: {left: {on: plate, at: [0.8, 0.4, 0]}, right: {on: plate, at: [1.3, 0.4, 0]}}
analysis: {until: 0.5, step: 5e-3, output: 0.05, scheme: energy-decaying}
"""


def program(*words, status=0):
    done = subprocess.run([PROGRAM, *map(str, words)], capture_output=True, text=True)
    if done.returncode != status:
        raise AssertionError(f"trammel {' '.join(map(str, words))}: exit {done.returncode}\n{done.stderr}")
    return done.stdout if status == 0 else done.stderr


def read_vtu(path):
    reader = vtkXMLUnstructuredGridReader()
    reader.SetFileName(str(path))
    reader.Update()
    assert reader.GetErrorCode() == 0, path
    return reader.GetOutput()


def array(data, name):
    return vtk_to_numpy(data.GetArray(name))


def turn(quaternion, vector):
    w, axis = quaternion[..., :1], quaternion[..., 1:]
    t = 2 * np.cross(axis, vector)
    return vector + w * t + np.cross(axis, t)


def farthest(points, others):
    """The largest distance of a point from the nearest of the others."""
    return max(np.sqrt(((block[:, None, :] - others) ** 2).sum(axis=2).min(axis=1)).max()
               for block in np.array_split(points, len(points) // 200 + 1))


class Export(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        (cls.folder / "all.yaml").write_text(MODEL)
        (cls.folder / "links.yaml").write_text(LINKS)
        cls.files = {}
        for name, model in (("all", cls.folder / "all.yaml"), ("links", cls.folder / "links.yaml"), ("crank", SOURCE / "cli/starters/flexible-slider-crank.yaml"),
                            ("deployment", SOURCE / "examples/beam-deployment/prismatic.yaml"),
                            ("pendulum", SOURCE / "examples/pendulum/model.yaml"),
                            ("gear", SOURCE / "examples/gears/gear.yaml"), ("rack", SOURCE / "examples/gears/rack-and-pulley.yaml"),
                            ("wire", SOURCE / "examples/curve-sliding/ellipse.yaml"),
                            ("shell", SOURCE / "examples/point-on-surface/ellipsoid.yaml")):
            cls.files[name] = cls.folder / f"{name}.h5"
            program("run", model, "-q", "-o", cls.files[name])

    def export(self, name, form, *words):
        output = self.folder / f"{name}.{self._testMethodName}"
        program("export", self.files[name], "--format", form, "-o", output, *words)
        return output

    # ---- ParaView

    def collection(self, folder, name):
        root = xml.etree.ElementTree.parse(folder / f"{name}.pvd").getroot()
        steps = {}
        for entry in root.iter("DataSet"):
            steps.setdefault(float(entry.get("timestep")), {})[entry.get("name")] = folder / entry.get("file")
        return steps

    def test_paraview(self):
        for name, beam in (("crank", "rod"), ("deployment", "boom"), ("all", "frame"), ("pendulum", None)):
            with self.subTest(name), Stored(self.files[name]) as stored:
                if beam and beam not in stored["beams"]:
                    beam = next(iter(stored["beams"]))
                folder = self.export(name, "vtu", "--every", 7)
                steps = self.collection(folder, name)
                self.assertEqual(list(steps), list(stored["time"][::7]))
                used = {path.name for step in steps.values() for path in step.values()}
                self.assertEqual(used | {f"{name}.pvd"}, {path.name for path in folder.iterdir()})
                for row, step in zip(range(0, len(stored["time"]), 7), steps.values()):
                    if row % 21 == 0:
                        self.check_row(stored, row, step, beam)

    def check_row(self, stored, row, step, beam):
        if beam is None:
            self.assertEqual(set(step), {"bodies", "joints"})
            grid = read_vtu(step["bodies"])
            centre = vtk_to_numpy(grid.GetPoints().GetData()).mean(axis=0)
            self.assertTrue(np.allclose(centre, stored["channels/bob/position"][row], atol=1e-12))
            return
        group = stored["beams"][beam]
        lines = read_vtu(step["beams"])
        names = [lines.GetFieldData().GetAbstractArray("parts").GetValue(i) for i in range(len(stored["beams"]))]
        part = array(lines.GetCellData(), "part")
        points = vtk_to_numpy(lines.GetPoints().GetData())
        displacement, force = array(lines.GetPointData(), "displacement"), array(lines.GetPointData(), "force")
        moment = array(lines.GetPointData(), "moment")
        number = 0
        for cell in range(lines.GetNumberOfCells()):
            if names[part[cell]] != beam:
                continue
            ids = [lines.GetCell(cell).GetPointId(k) for k in range(lines.GetCell(cell).GetNumberOfPoints())]
            order = len(ids) - 1
            nodes = slice(number * order, number * order + order + 1)
            # equal to the last digit: nothing is rounded
            self.assertTrue(np.array_equal(points[ids], group["position"][row][nodes]))
            self.assertTrue(np.array_equal(displacement[ids], group["position"][row][nodes] - group["reference_position"][nodes]))
            self.assertTrue(np.array_equal(np.hstack([force[ids], moment[ids]]), group["force"][row][number]))
            number += 1
        self.assertEqual(number, group["force"].shape[1])
        self.assertEqual(lines.GetPointData().GetArray("moment").GetComponentName(2), "bending z")
        surfaces = read_vtu(step["surfaces"])
        self.assertEqual(surfaces.GetFieldData().GetAbstractArray("parts").GetNumberOfValues(), len(names))
        bounds = surfaces.GetBounds()
        for n in range(3):  # the surface is around the line
            self.assertLessEqual(bounds[2 * n], points[:, n].min() + 1e-9)
            self.assertGreaterEqual(bounds[2 * n + 1], points[:, n].max() - 1e-9)

    def test_surface_of_sections(self):
        """The mast's section shrinks from 40 to 20 mm; the frame's rail is 50 mm high, also behind the corner."""
        folder = self.export("all", "vtu")
        grid = read_vtu(next(iter(self.collection(folder, "all").values()))["surfaces"])
        points = vtk_to_numpy(grid.GetPoints().GetData()) - array(grid.GetPointData(), "displacement")
        foot, top = points[np.abs(points[:, 2]) < 1e-9], points[np.abs(points[:, 2] - 0.5) < 1e-9]
        foot = foot[np.abs(foot[:, 0]) < 0.021]
        self.assertAlmostEqual(np.abs(top[:, :2]).max(), 0.01, 9)
        self.assertAlmostEqual(np.abs(foot[:, 1]).max(), 0.02, 9)
        beyond = points[(np.abs(points[:, 1] - 0.3) < 1e-9)]
        self.assertAlmostEqual(np.ptp(beyond[:, 2]) + np.ptp(beyond[:, 0]), 0.08, 9)

    def test_bodies(self):
        folder = self.export("all", "vtu")
        grid = read_vtu(next(iter(self.collection(folder, "all").values()))["bodies"])
        names = [grid.GetFieldData().GetAbstractArray("parts").GetValue(i) for i in range(4)]
        self.assertEqual(names, ["ground", "ball", "bead", "box"])
        part, points = array(grid.GetCellData(), "part"), vtk_to_numpy(grid.GetPoints().GetData())
        reference = points - array(grid.GetPointData(), "displacement")

        def box_of(number):
            ids = {grid.GetCell(c).GetPointId(k) for c in np.flatnonzero(part == number) for k in range(3)}
            return reference[sorted(ids)].min(axis=0), reference[sorted(ids)].max(axis=0)

        low, high = box_of(0)
        self.assertTrue(np.allclose([low, high], [[-0.5, -0.5, -0.51], [0.5, 0.5, -0.49]], atol=1e-12))
        low, high = box_of(3)
        self.assertTrue(np.allclose([low, high], [[-0.05, 0.0, 0.525], [0.05, 0.2, 0.63]], atol=1e-12), (low, high))

    # ---- curves and surfaces of joints

    def in_frame(self, stored, body, row, points):
        """As the body sees them whose axes are the world's in the reference configuration."""
        quaternion = stored[f"channels/{body}/quaternion"][row] * [1, -1, -1, -1]
        return turn(quaternion[None, :], points - stored[f"channels/{body}/position"][row])

    def off_ellipse(self, points):
        return max(np.abs((points[:, 0] / 0.9) ** 2 + (points[:, 2] / 0.5) ** 2 - 1).max(), np.abs(points[:, 1]).max())

    def off_ellipsoid(self, points):
        local = (points - [0.3, 0, 0.1]) / [0.5, 0.6, 0.3]  # the arm's position is 0.5, the middle is at 0.8
        return np.abs((local ** 2).sum(axis=1) - 1).max()

    def test_loads(self):
        """Loads per length at the points of their beam, their sum where there are several, zero on others."""
        steps = self.collection(self.export("all", "vtu"), "all")
        time, step = list(steps.items())[-1]
        lines = read_vtu(step["beams"])
        load, points = array(lines.GetPointData(), "load"), vtk_to_numpy(lines.GetPoints().GetData())
        reference = points - array(lines.GetPointData(), "displacement")
        mast = reference[:, 2] > 1e-9
        self.assertTrue(np.allclose(load[mast], np.stack([0 * reference[mast, 2] + 10 * time, 6 * reference[mast, 2], 0 * reference[mast, 2]], axis=1), atol=1e-5))
        self.assertTrue((load[reference[:, 0] > 1e-9] == 0).all())

    def test_guides(self):
        """A curve is a line, a surface consists of triangles, and both move with what carries them."""
        for name, joint, carrier, off, kind in (("wire", "wire", "frame", self.off_ellipse, 4), ("shell", "shell", "arm", self.off_ellipsoid, 5)):
            steps = list(self.collection(self.export(name, "vtu"), name).values())
            with self.subTest(name), Stored(self.files[name]) as stored:
                for row in (0, len(steps) - 1):
                    grid = read_vtu(steps[row]["guides"])
                    self.assertEqual(grid.GetFieldData().GetAbstractArray("parts").GetValue(0), joint)
                    self.assertEqual({grid.GetCellType(c) for c in range(grid.GetNumberOfCells())}, {kind})
                    points = vtk_to_numpy(grid.GetPoints().GetData())
                    self.assertLess(off(self.in_frame(stored, carrier, row, points)), 1e-7)
                    if kind == 4:  # closed: it ends where it begins
                        ids = grid.GetCell(0).GetPointIds()
                        self.assertEqual(ids.GetId(0), ids.GetId(ids.GetNumberOfIds() - 1))
                        self.assertEqual(ids.GetNumberOfIds(), len(points) + 1)

    def test_guide_of_a_beam(self):
        steps = list(self.collection(self.export("all", "vtu"), "all").values())
        with Stored(self.files["all"]) as stored:
            row = len(steps) - 1
            points = vtk_to_numpy(read_vtu(steps[row]["guides"]).GetPoints().GetData())
            self.assertTrue(np.allclose(points[0], stored["beams/frame/position"][row, -1], atol=1e-9))
            self.assertAlmostEqual(np.linalg.norm(points[1] - points[0]), 0.3, 9)
            along = (stored["channels/bead/position"][row] - points[0]) @ (points[1] - points[0]) / 0.09
            self.assertLess(np.linalg.norm(points[0] + along * (points[1] - points[0]) - stored["channels/bead/position"][row]), 1e-6)

    def test_gltf_guides(self):
        """The node of a guide is a child of what carries it."""
        for name, joint, carrier, size in (("wire", "wire", "frame", 1.1), ("shell", "shell", "arm", None)):
            gltf, numbers = self.read_glb(self.export(name, "gltf"))
            nodes = gltf["nodes"]
            children = next(node for node in nodes if node["name"] == carrier)["children"]
            (child,) = [child for child in children if nodes[child]["name"] == joint]
            self.assertFalse({"translation", "rotation"} & set(nodes[child]))
            primitive = gltf["meshes"][nodes[child]["mesh"]]["primitives"][0]
            points = numbers(primitive["attributes"]["POSITION"])
            if name == "shell":
                self.assertLess(self.off_ellipsoid(points), 1e-5)
                self.assertEqual(gltf["materials"][primitive["material"]]["alphaMode"], "BLEND")
            else:  # a tube around the ellipse: its points and their normals are off it by one radius, along themselves
                radius = np.abs(points[:, 1]).max()
                middle = points - radius * numbers(primitive["attributes"]["NORMAL"])
                self.assertLess(self.off_ellipse(middle), 0.2 * radius)
                self.assertGreater(radius, 0.004)

    # ---- glTF

    def test_gltf_normals(self):
        """Of length 1, looking where the triangles look, outwards of a ball, and smooth there: as many as points."""
        for name in ("all", "crank", "shell"):
            gltf, numbers = self.read_glb(self.export(name, "gltf"))
            for mesh in gltf["meshes"]:
                primitive = mesh["primitives"][0]
                points, normals = (numbers(primitive["attributes"][key]) for key in ("POSITION", "NORMAL"))
                corners = numbers(primitive["indices"]).astype(int).reshape(-1, 3)
                self.assertTrue(np.allclose(np.linalg.norm(normals, axis=1), 1, atol=1e-5))
                if "JOINTS_0" in primitive["attributes"]:  # rings in the frames of their stations: give them a place
                    points = points + numbers(primitive["attributes"]["JOINTS_0"])[:, :1] * [1, 0, 0]
                a, b, c = (points[corners[:, k]] for k in range(3))
                faces = np.cross(b - a, c - a)
                size = np.linalg.norm(faces, axis=1)
                for k in range(3):
                    cosine = (faces * normals[corners[:, k]]).sum(axis=1)[size > 1e-12] / size[size > 1e-12]
                    self.assertGreater(cosine.min(), 0.7, mesh["name"])
                if mesh["name"] == "frame":  # its lids have the area of the I: two flanges and a web
                    lids = np.abs(normals[corners[:, 0], 0]) > 0.9
                    self.assertAlmostEqual(size[lids].sum() / 2, 2 * (2 * 0.03 * 0.005 + 0.04 * 0.004), 8)
                if mesh["name"] == "ball":
                    off = np.abs(normals - points / np.linalg.norm(points, axis=1)[:, None]).max()
                    self.assertLess(off, 0.06)  # triangles of 15 degrees
                    self.assertEqual(len(points), 11 * 24 + 2)

    def test_gltf_is_valid(self):
        tools = BUILD / "export-tools"
        if not (tools / "node_modules/gltf-validator").is_dir():
            tools.mkdir(exist_ok=True)
            for file in ("package.json", "package-lock.json"):
                shutil.copy(HERE / file, tools)
            subprocess.run(["npm", "ci", "--silent", "--no-audit", "--no-fund"], cwd=tools, check=True, capture_output=True)
        for name in self.files:
            file = self.export(name, "gltf")
            done = subprocess.run(["node", HERE / "validate.js", tools, file], capture_output=True, text=True, check=True)
            issues = json.loads(done.stdout)
            self.assertEqual((issues["numErrors"], issues["numWarnings"]), (0, 0), issues["messages"][:3])

    def test_gltf_moves(self):
        """The skin, moved by hand as a viewer does, is the surface that ParaView gets; bodies are where the channels say."""
        for name, every in (("all", 4), ("crank", 60)):
            gltf, numbers = self.read_glb(self.export(name, "gltf", "--every", every))
            folder = self.folder / f"{name}.surfaces"
            program("export", self.files[name], "--format", "vtu", "-o", folder, "--every", every)
            steps = list(self.collection(folder, name).values())
            animation, nodes = gltf["animations"][0], gltf["nodes"]
            motion = {}
            for channel in animation["channels"]:
                sampler = animation["samplers"][channel["sampler"]]
                motion[channel["target"]["node"], channel["target"]["path"]] = numbers(sampler["output"])
            times = numbers(animation["samplers"][0]["input"]).ravel()
            with Stored(self.files[name]) as stored:
                self.assertTrue(np.allclose(times, stored["time"][::every], rtol=1e-6))
                for node, entry in enumerate(nodes):
                    if "mesh" in entry and f"channels/{entry['name']}/position" in stored and "skin" not in entry:
                        self.assertTrue(np.allclose(motion[node, "translation"], stored[f"channels/{entry['name']}/position"][::every], atol=1e-6))
            for frame in range(len(times)):
                moved = []
                for node in nodes:
                    if "skin" not in node:
                        continue
                    attributes = gltf["meshes"][node["mesh"]]["primitives"][0]["attributes"]
                    local, joints = numbers(attributes["POSITION"]), numbers(attributes["JOINTS_0"])[:, 0].astype(int)
                    chain = gltf["skins"][node["skin"]]["joints"]
                    t = np.array([motion[chain[j], "translation"][frame] for j in joints])
                    q = np.array([motion[chain[j], "rotation"][frame] for j in joints])[:, [3, 0, 1, 2]]
                    moved.append(t + turn(q, local))
                # at an edge a point has several vertices, one for each normal
                surface = vtk_to_numpy(read_vtu(steps[frame]["surfaces"]).GetPoints().GetData())
                self.assertLess(farthest(np.vstack(moved), surface), 3e-6)
                self.assertLess(farthest(surface, np.vstack(moved)), 3e-6)
            # quaternions go on without jumps of sign
            for (_, path), values in motion.items():
                if path == "rotation" and len(values) > 1:
                    self.assertGreater((values[1:] * values[:-1]).sum(axis=1).min(), 0)

    # ---- one scene

    def page(self, name):
        page = self.folder / f"{name}.{self._testMethodName}.html"
        program("view", self.files[name], "-o", page)
        return json.loads(re.search(r'id="page">(.*?)</script>', page.read_text(), re.S).group(1))

    def moved_nodes(self, gltf, numbers, frame):
        """Points of each node with a mesh that is no skin, by its name, in the model's axes."""
        nodes, parent = gltf["nodes"], {}
        for number, node in enumerate(gltf["nodes"]):
            parent.update({child: number for child in node.get("children", [])})
        motion = {}
        for channel in gltf["animations"][0]["channels"]:
            sampler = gltf["animations"][0]["samplers"][channel["sampler"]]
            motion[channel["target"]["node"], channel["target"]["path"]] = numbers(sampler["output"])[frame]

        def placed(number, points):
            if number == 0:  # the world's rotation makes what is up point along y
                return points
            get = lambda path, usual: np.array(motion.get((number, path), nodes[number].get(path, usual)))
            points = get("translation", [0, 0, 0]) + turn(get("rotation", [0, 0, 0, 1])[None, [3, 0, 1, 2]], points * get("scale", [1, 1, 1]))
            return placed(parent[number], points)

        return {number: placed(number, numbers(gltf["meshes"][node["mesh"]]["primitives"][0]["attributes"]["POSITION"]))
                for number, node in enumerate(nodes) if "mesh" in node and "skin" not in node}

    def piece_box(self, piece):
        """The box around a piece of a look, by itself."""
        at, q, size = np.array(piece["at"]), np.array(piece["turn"]), piece["size"]
        axes = np.array([turn(q[None, :], np.eye(3)[n][None, :])[0] for n in range(3)])  # rows: x, y, z of the piece
        if piece["kind"] == "box":
            half = np.abs(axes.T) @ (np.array(size[:3]) / 2)
        elif piece["kind"] == "ball":
            half = np.full(3, size[0])
        elif piece["kind"] == "bar":
            half = np.abs(axes[2]) * size[1] / 2 + size[0]
        elif piece["kind"] == "cylinder":
            half = np.abs(axes[2]) * size[1] / 2 + size[0] * np.sqrt(np.maximum(0, 1 - axes[2] ** 2))
        else:
            corners = np.array(piece["corners"]).reshape(-1, 2) @ axes[:2]
            return at + corners.min(axis=0), at + corners.max(axis=0)
        return at - half, at + half

    def test_one_scene(self):
        """Page, glTF and VTK draw the same pieces, at the same places, in the same colours."""
        for name in ("all", "links", "crank", "wire", "shell", "gear", "rack"):
            with self.subTest(name):
                page = self.page(name)
                scene = page["scene"]
                gltf, numbers = self.read_glb(self.export(name, "gltf"))
                steps = list(self.collection(self.export_grids(name), name).values())
                nodes = gltf["nodes"]
                for frame in (0, len(steps) - 1):
                    points = self.moved_nodes(gltf, numbers, frame)
                    links = np.vstack([at for number, at in points.items() if ": " in nodes[number]["name"]])
                    grid = vtk_to_numpy(read_vtu(steps[frame]["joints"]).GetPoints().GetData())
                    self.assertLess(farthest(links, grid), 1e-5)
                    self.assertLess(farthest(grid, links), 1e-5)
                for link, look in [*scene["joints"].items(), *scene["springs"].items()]:
                    paints = {piece["paint"] for group in ("first", "second", "support") for piece in look[group]}
                    self.assertTrue(paints or "guide" in look, link)
                    self.assertEqual({node["name"].split(": ")[1] for node in nodes if node["name"].startswith(f"{link}: ")}, paints)
                for coupling, look in scene["couplings"].items():
                    self.assertEqual(len([node for node in nodes if node["name"] == f"{coupling}: own"]), len(look["wheels"]))
                self.check_bodies([body["name"] for body in page["geometry"]["bodies"]], scene, gltf, numbers)
                for beam in range(len(scene["beams"])):
                    skin = [node for node in nodes if "skin" in node][beam]
                    attributes = gltf["meshes"][skin["mesh"]]["primitives"][0]["attributes"]
                    first = numbers(attributes["POSITION"])[numbers(attributes["JOINTS_0"])[:, 0] == 0]
                    outline = np.array(scene["beams"][beam]["sections"][0]["outline"]).reshape(-1, 2)
                    self.assertLess(farthest(np.insert(outline, 0, 0, axis=1), first), 1e-6)
                    self.assertLess(farthest(first, np.insert(outline, 0, 0, axis=1)), 1e-6)

    def check_bodies(self, names, scene, gltf, numbers):
        for body, look in zip(names, scene["bodies"]):
            node = next(node for node in gltf["nodes"] if node["name"] == body)
            primitive = gltf["meshes"][node["mesh"]]["primitives"][0]
            points, boxes = numbers(primitive["attributes"]["POSITION"]), [self.piece_box(piece) for piece in look["pieces"]]
            low, high = np.min([box[0] for box in boxes], axis=0), np.max([box[1] for box in boxes], axis=0)
            round_off = 0.02 * max(max(high - low), 1e-9)  # what is round consists of 24 pieces
            self.assertTrue(np.allclose([points.min(axis=0), points.max(axis=0)], [low, high], atol=round_off), body)
            shades = np.array([int(look["color"][i:i + 2], 16) / 255 for i in (1, 3, 5)])
            linear = np.where(shades <= 0.04045, shades / 12.92, ((shades + 0.055) / 1.055) ** 2.4)
            factor = gltf["materials"][primitive["material"]]["pbrMetallicRoughness"]["baseColorFactor"]
            self.assertTrue(np.allclose(factor[:3], linear, atol=1e-4), body)

    def export_grids(self, name):
        folder = self.folder / f"{name}.{self._testMethodName}.grids"
        program("export", self.files[name], "--format", "vtu", "-o", folder)
        return folder

    def test_wheels(self):
        """20 and 40 teeth on axes 0.3 m apart: pitch radii 0.1 and 0.2 m, a module of 0.01 m beyond; tooth stands in gap."""
        gltf, numbers = self.read_glb(self.export("gear", "gltf"))
        wheels = [points for number, points in self.moved_nodes(gltf, numbers, 30).items() if gltf["nodes"][number]["name"] == "mesh: own"]
        one, two = (points - (points.min(axis=0) + points.max(axis=0)) / 2 for points in wheels)
        middles = [(points.min(axis=0) + points.max(axis=0)) / 2 for points in wheels]
        self.assertAlmostEqual(np.linalg.norm(middles[1] - middles[0]), 0.3, 2)
        for points, radius in ((one, 0.11), (two, 0.21)):
            self.assertAlmostEqual(np.linalg.norm(points[:, :2], axis=1).max(), radius, 2)
        # triangles of the rims: as large as polygons with holes are
        mesh = next(mesh for mesh in gltf["meshes"] if mesh["name"] == "mesh")["primitives"][0]
        points, corners = numbers(mesh["attributes"]["POSITION"]), numbers(mesh["indices"]).astype(int).reshape(-1, 3)
        a, b, c = (points[corners[:, k]] for k in range(3))
        volume = np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6  # of a closed surface that looks outwards
        lids = np.abs(points[:, 2]).max() * 2
        ring = np.pi * (0.1 ** 2 - (0.1 - 0.0245) ** 2) * lids  # about the pitch circle teeth and gaps are alike
        spokes = 3 * (0.1 - 0.6 * 0.0245) * 0.007 * 0.5 * lids
        self.assertLess(abs(volume / (ring + spokes) - 1), 0.1, (volume, ring, spokes))

    def test_links(self):
        """A spring ends where its sides are, rails are as long as the way, and what is too thin to be seen is grown."""
        steps = list(self.collection(self.export("links", "vtu"), "links").values())
        with Stored(self.files["links"]) as stored:
            height, way = stored["channels/bob/position"][:, 2], stored["channels/slide/delta"][:]
            way = way.ravel()
        self.assertGreater(np.ptp(height), 0.05)
        scene = self.page("links")["scene"]
        for row in range(len(steps)):
            grid = read_vtu(steps[row]["joints"])
            names = [grid.GetFieldData().GetAbstractArray("parts").GetValue(i) for i in range(5)]
            self.assertEqual(names, ["hinge", "slide", "start", "end", "coil"])
            part, points = array(grid.GetCellData(), "part"), vtk_to_numpy(grid.GetPoints().GetData())
            ids = lambda name: sorted({grid.GetCell(c).GetPointId(k) for c in np.flatnonzero(part == names.index(name)) for k in range(3)})
            self.assertAlmostEqual(points[ids("coil"), 2].min(), height[row], 9)
            rails = points[ids("slide"), 0]
            self.assertLess(rails.min(), 0)
            self.assertGreater(rails.max(), way.max())
        thickness = scene["beams"][0]["thickness"]
        self.assertAlmostEqual(thickness / scene["size"], 0.0045, 6)
        surface = vtk_to_numpy(read_vtu(steps[0]["surfaces"]).GetPoints().GetData())
        self.assertAlmostEqual(np.ptp(surface[:, 1]), thickness, 6)
        kinds = [piece["kind"] for piece in scene["bodies"][1]["pieces"]]
        self.assertEqual(kinds, ["bar", "bar", "bar", "prism"])  # a frame with glass in it

    def read_glb(self, path):
        data = path.read_bytes()
        length = struct.unpack("<I", data[12:16])[0]
        gltf, binary = json.loads(data[20:20 + length]), data[28 + length:]

        def numbers(index):
            accessor = gltf["accessors"][index]
            view = gltf["bufferViews"][accessor["bufferView"]]
            kind = {5123: np.uint16, 5125: np.uint32, 5126: np.float32}[accessor["componentType"]]
            width = {"SCALAR": 1, "VEC3": 3, "VEC4": 4}[accessor["type"]]
            return np.frombuffer(binary, kind, accessor["count"] * width, view["byteOffset"]).reshape(-1, width).astype(float)

        return gltf, numbers

    # ---- tables

    def test_tables(self):
        folder = self.export("crank", "csv", "--every", 100)
        with Stored(self.files["crank"]) as stored:
            rows = list(csv.DictReader(io.StringIO((folder / "crank.csv").read_text())))
            self.assertEqual(len(rows), 7)
            self.assertEqual([float(row["piston.position.x"]) for row in rows], list(stored["channels/piston/position"][::100, 0]))
            beam = list(csv.DictReader(io.StringIO((folder / "crank.rod.csv").read_text())))
            last = beam[-1]
            self.assertEqual([float(last[n]) for n in "xyz"], list(stored["beams/rod/position"][600, -1]))
            self.assertEqual(np.float32(last["moment.z"]), stored["beams/rod/force"][600, -1, -1, 5])
            self.assertEqual(len(beam), 7 * stored["beams/rod/force"].shape[1] * stored["beams/rod/force"].shape[2])

    # ---- what must not happen

    def test_refusals(self):
        file, folder = self.files["pendulum"], self.folder / "kept"
        folder.mkdir()
        (folder / "mine").write_text("x")
        self.assertIn("exists already; --force replaces it", program("export", file, "-F", "vtu", "-o", folder, status=2))
        self.assertEqual((folder / "mine").read_text(), "x")
        self.assertIn("which is of no export", program("export", file, "-F", "vtu", "-o", folder, "--force", status=2))
        self.assertEqual([item.name for item in folder.iterdir()], ["mine"])
        (folder / "mine").unlink()
        program("export", file, "-F", "vtu", "-o", folder, "--force")
        program("export", file, "-F", "csv", "-o", folder, "--force")
        self.assertTrue((folder / "pendulum.csv").is_file())
        self.assertFalse((folder / "pendulum.pvd").exists())
        self.assertIn("did you mean gltf?", program("export", file, "-F", "gltff", status=2))
        self.assertIn("needs --format", program("export", file, status=2))
        self.assertIn("not a number of rows", program("export", file, "-F", "csv", "--every", "0", status=2))
        self.assertIn("cannot write", program("export", file, "-F", "vtu", "-o", self.folder / "no/where", status=2))
        self.assertIn("cannot write", program("export", file, "-F", "gltf", "-o", self.folder / "no/where.glb", status=2))
        program("export", self.folder / "missing.h5", "-F", "vtu", status=2)
        self.assertIn("would replace the file that is read", program("export", file, "-F", "gltf", "-o", file, "--force", status=2))
        bare = self.folder / "bare.yaml"
        bare.write_text(MODEL.replace("output: 5e-3", "output: {every: 5e-3, beams: none}"))
        program("run", bare, "-q", "-o", self.folder / "bare.h5")
        self.assertIn("does not hold the shape", program("export", self.folder / "bare.h5", "-F", "vtu", status=2))

    def test_full_disk_leaves_nothing(self):
        """A limit of the file size stands for a full disk."""
        for form in ("vtu", "gltf", "csv"):
            output = self.folder / f"full.{form}"
            done = subprocess.run(["bash", "-c", 'ulimit -f 4; exec "$@"', "bash", PROGRAM, "export", self.files["crank"], "-F", form, "-o",
                                   output], capture_output=True, text=True)
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertFalse(output.exists())
        self.assertEqual([path for path in self.folder.iterdir() if ".tmp" in path.name], [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
