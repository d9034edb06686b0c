"""The arm of examples/c-api/motor.c in Python: a controller reads the angle after each step and sets the voltage of the next one. It
prints the same numbers."""

import trammel

TARGET = 1.0  # rad above the horizontal
PROPORTIONAL, INTEGRAL, RATE = 100, 150, 14  # V/rad, V/(rad s), V s/rad
MOST = 24  # V

model = trammel.Model({
    "trammel": 1,
    "title": "Arm on a motor",
    "gravity": [0, -9.81, 0],
    "inputs": {"voltage": 0},
    "bodies": {"arm": {"mass": 1.5, "inertia": [0.001, 0.05, 0.05], "position": [0.3, 0, 0]}},
    "joints": {
        "hinge": {
            "type": "revolute", "between": ["ground", "arm"], "at": [0, 0, 0], "axis": [0, 0, 1],
            # a motor of 0.6 N m/A and 0.6 V s/rad with 1.2 ohm in its winding
            "coordinates": {"phi": {"force": "0.6*(voltage - 0.6*rate)/1.2"}},
        }
    },
    "analysis": {"until": 3, "step": 0.01, "output": 0.01},
})

simulation = model.simulate()
total = 0.0
print(f"{'s':>5} {'rad':>12} {'rad/s':>12} {'V':>12}")
for step in simulation:
    error = TARGET - step["hinge.phi"]
    total += error * simulation.step_size
    voltage = max(-MOST, min(MOST, PROPORTIONAL * error + INTEGRAL * total - RATE * step["hinge.phi.rate"]))
    simulation.inputs["voltage"] = voltage
    if step.number % 25 == 0:
        print(f"{step.time:5.2f} {step['hinge.phi']:12.8f} {step['hinge.phi.rate']:12.8f} {voltage:12.8f}")

ledger = simulation.summary["ledger"]
residual = 0 if abs(ledger["residual"]) < 1e-9 else ledger["residual"]
print(f"work of the motor {ledger['load_work']:.6f} J, energy residual {residual:.0e} J, angle short by {TARGET - step['hinge.phi']:.1e} rad")
