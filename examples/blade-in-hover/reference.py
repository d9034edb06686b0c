#!/usr/bin/python3
"""Thrust and torque of the blade by another way: one equation of motion for the flap angle, integrated by scipy, with
the forces of the air integrated along the span by Gauss' rule. Prints the values that expect.yaml compares with."""
import numpy as np
from scipy.integrate import solve_ivp

speed, air, chord, slope, drag0, drag2, g = 40.0, 1.2, 0.12, 5.7, 0.011, 0.9, 9.81
offset, span, m, rotary, hub = 0.1, 1.4, 0.8, 4e-4, 0.02
nodes, weights = np.polynomial.legendre.leggauss(60)
s, ds = 0.5 * span * (nodes + 1), 0.5 * span * weights  # along the blade, from its hinge
twist = 0.22 - 0.15 * s / span


def air_forces(beta, rate):
    """Per length: along the direction of rotation, and along the upward normal of the blade."""
    ahead, up = speed * (offset + s * np.cos(beta)), s * rate
    inflow = np.arctan2(up, ahead)
    attack, v = twist - inflow, np.hypot(ahead, up)
    lift, drag = (0.5 * air * chord * v**2 * c for c in (slope * attack, drag0 + drag2 * attack**2))
    return -lift * np.sin(inflow) - drag * np.cos(inflow), lift * np.cos(inflow) - drag * np.sin(inflow)


def acceleration(beta, rate):
    """Lagrange's equation; the rotary inertia of the sections is `rotary` about both cross axes, twice that about the span."""
    x = offset + s * np.cos(beta)
    centrifugal = speed**2 * (-np.sum(ds * m * x * s) * np.sin(beta) + rotary * span * np.sin(beta) * np.cos(beta))
    moment = np.sum(ds * s * (air_forces(beta, rate)[1] - m * g * np.cos(beta)))
    return (moment + centrifugal) / (np.sum(ds * m * s**2) + rotary * span)


def thrust_and_torque(beta, rate):
    """What the shaft transmits: lift and drag, less what the blade's own motion takes."""
    ahead, normal = air_forces(beta, rate)
    a, x = acceleration(beta, rate), offset + s * np.cos(beta)
    rising = np.sum(ds * m * s) * (a * np.cos(beta) - rate**2 * np.sin(beta))
    turning = speed * rate * (-2 * np.sum(ds * m * x * s) * np.sin(beta) + 2 * rotary * span * np.sin(beta) * np.cos(beta))
    return (np.sum(ds * normal) * np.cos(beta) - rising - (m * span + 2) * g, turning - np.sum(ds * ahead * x))


times = [0.02, 0.06, 0.12]
run = solve_ivp(lambda t, y: [y[1], acceleration(*y)], (0, times[-1]), [0.0, 0.0], "DOP853", times, rtol=1e-12, atol=1e-14)
for t, beta, rate in zip(run.t, *run.y):
    thrust, torque = thrust_and_torque(beta, rate)
    # the reaction is what the shaft exerts on the hub: the thrust pulls the other way
    for channel, value, tolerance in (("flap.phi", beta, 1e-8), ("shaft.force.z", -thrust, 1e-6), ("shaft.phi.drive", torque, 1e-6)):
        print(f"  - {{channel: {channel}, at: {t:g}, value: {value:.12g}, tolerance: {tolerance:g}, source: ODE}}")
