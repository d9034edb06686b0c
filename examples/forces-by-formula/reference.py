#!/usr/bin/python3
"""The gyroscope by Routh's function and the current loop as three linear equations, integrated by Runge-Kutta steps of order 4 that are
halved once (the difference is below 1e-11): prints the numbers of expect.yaml."""
from math import cos, sin


def integrate(rates, y, until, steps):
    h = until / steps
    for _ in range(steps):
        a = rates(y)
        b = rates([u + h / 2 * v for u, v in zip(y, a)])
        c = rates([u + h / 2 * v for u, v in zip(y, b)])
        d = rates([u + h * v for u, v in zip(y, c)])
        y = [u + h / 6 * (p + 2 * q + 2 * r + s) for u, p, q, r, s in zip(y, a, b, c, d)]
    return y


def gimbals(y):
    """alpha of the outer gimbal, beta of the inner one, their rates. The rotor's spin n is cyclic: p = C (n + alpha' sin beta) is constant,
    and Routh's function is I(beta) alpha'^2/2 + (Jx + A) beta'^2/2 + p alpha' sin beta."""
    axial, across, outer, inner = 0.018, 0.01, 1e-3, (1e-3, 2e-3, 2e-3)
    alpha, beta, va, vb = y
    c, s, p = cos(beta), sin(beta), axial * 30  # alpha' = 0 at the start
    about = outer + inner[1] * s * s + (inner[2] + across) * c * c
    change = 2 * s * c * (inner[1] - inner[2] - across)
    omega_z = p / axial * s + va * c * c  # of the rotor, along the vertical
    torque = -0.6 * beta - 0.05 * vb + 0.01 * omega_z
    return [va, vb, (torque - change * va * vb - p * c * vb) / about, (2 * alpha + change * va * va / 2 + p * c * va) / (inner[0] + across)]


def motor(y):
    """current, integral of its error, speed of the rotor"""
    resistance, inductance, constant, proportional, integral, goal, inertia, damper = 0.5, 0.002, 0.1, 1.2, 300, 3, 0.004, 0.02
    i, q, w = y
    voltage = proportional * (goal - i) + integral * q
    return [(voltage - resistance * i - constant * w) / inductance, goal - i, (constant * i - damper * w) / inertia]


def show(rates, start, names, times, steps):
    for t in times:
        coarse, fine = integrate(rates, start, t, steps), integrate(rates, start, t, 2 * steps)
        assert max(abs(a - b) for a, b in zip(coarse, fine)) < 1e-11
        for name, number in names:
            print(f"      - {{channel: {name}, at: {t:g}, value: {fine[number]:.15g}, tolerance: 1e-9, source: ODE}}")


show(gimbals, [0, 0.3, 0, 0], [("vertical.phi", 0), ("tilt.phi", 1), ("vertical.phi.rate", 2)], (0.25, 0.5, 1), 60000)
show(motor, [0, 0, 0], [("signal.current", 0), ("axle.phi.rate", 2)], (0.01, 0.05, 0.1), 20000)
