#!/usr/bin/python3
"""Lagrange's equations of the cart and the pole, integrated by SciPy's DOP853: prints the numbers of expect.yaml."""
import numpy as np
from scipy.integrate import solve_ivp

M, m, l, g, goal = 1.0, 0.2, 0.5, 9.81, 0.3
J = m * l**2 / 3


def rates(t, y):
    x, phi, v, omega = y
    force = 3.2 * (x - goal) + 5.1 * v - 45 * phi - 9.5 * omega
    # the pole's centre of mass is at (x - l sin(phi), l cos(phi))
    mass = np.array([[M + m, -m * l * np.cos(phi)], [-m * l * np.cos(phi), J + m * l**2]])
    right = np.array([force - m * l * np.sin(phi) * omega**2, m * g * l * np.sin(phi)])
    a = np.linalg.solve(mass, right)
    return [v, omega, a[0], a[1]]


times = [0.5, 1, 2, 5, 10]
end = solve_ivp(rates, (0, 10), [0, 0.25, 0, 0], method="DOP853", rtol=1e-13, atol=1e-15, t_eval=times, max_step=0.01)
for t, x, phi, v in zip(end.t, end.y[0], end.y[1], end.y[2]):
    print(f"  - {{channel: rail.delta, at: {t:g}, value: {x:.15g}, tolerance: 1e-8, source: ODE}}")
    print(f"  - {{channel: pivot.phi, at: {t:g}, value: {phi:.15g}, tolerance: 1e-8, source: ODE}}")
    print(f"  - {{channel: rail.delta.rate, at: {t:g}, value: {v:.15g}, tolerance: 1e-8, source: ODE}}")
