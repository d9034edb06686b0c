"""First steps with trammel in Python, cell by cell (open it as a notebook in an editor that knows `# %%`, or run it as it is)."""

# %% A model is a dict with the keys of the model language; trammel.Model.load("file.yaml") reads one from a file.
import numpy as np

import trammel

model = trammel.Model({
    "trammel": 1,
    "title": "Double pendulum",
    "parameters": {"L": 0.5},
    "gravity": [0, -9.81, 0],
    "bodies": {
        "upper": {"mass": 1, "inertia": [1e-4, 0.02, 0.02], "position": ["L/2", 0, 0]},
        "lower": {"mass": 1, "inertia": [1e-4, 0.02, 0.02], "position": ["3*L/2", 0, 0]},
    },
    "joints": {
        "shoulder": {"type": "revolute", "between": ["ground", "upper"], "at": [0, 0, 0], "axis": [0, 0, 1]},
        "elbow": {"type": "revolute", "between": ["upper", "lower"], "at": ["L", 0, 0], "axis": [0, 0, 1]},
    },
    "analysis": {"until": 2, "step": 0.002, "output": 0.01},
})
print(model.check())

# %% Run it. Channels are NumPy arrays over the stored times.
results = model.run()
print(results)
place = results["lower.position"]  # rows x 3
print("lowest point of the lower bar's centre:", place[:, 1].min(), results.unit("lower.position"))
energy = results["energy.total"]
print("the energy is kept to", f"{np.ptp(energy) / results['energy.kinetic'].max():.0e}")

# %% Parameters are set by name; the model is checked again by itself.
for length in (0.25, 0.5, 1.0):
    model.parameters["L"] = length
    swung = model.run()["shoulder.phi"]
    print(f"L = {length} m: the shoulder swings down to {np.degrees(swung.min()):.2f} degrees")

# %% Mistakes are told all at once, each with its place.
try:
    trammel.Model.parse("trammel: 1\nbodies:\n  bob: {mas: 1, position: [1, 0]}\nanalysis: {until: 1}\n", name="typo.yaml").check()
except trammel.ModelError as error:
    print(error)
    for one in error.diagnostics:
        print(one.line, one.column, one.message)

# %% Small vibrations about the hanging position, which a static analysis finds.
model["analysis"] = [{"type": "static"}, {"type": "modal", "count": 2}]
modes = model.modes()
print("frequencies:", modes.frequency, "Hz")
shape = modes.rotation[:, [modes.nodes.index("upper"), modes.nodes.index("lower")], 2]
print("the bars turn alike in the first mode, against each other in the second:", np.sign((shape[:, 0] * shape[:, 1].conj()).real))

# %% The constraint matrix with its names.
matrix = model.matrix()
print(matrix.entries.shape, matrix.rows[0], "|", ", ".join(matrix.columns[:6]))
