#!/usr/bin/python3
"""Where the upright is and what the rig must push, independent of trammel: position and Bryan angles from the six lengths and planes of the links, by Newton's method with mpmath;
the force from the power balance, F l' = d(T + V)/dt + c d'^2, differentiated numerically with 50 digits. Prints the numbers of expect.yaml."""
from mpmath import cos, diff, findroot, matrix, mp, mpf, norm, pi, sin

mp.dps = 50


def vec(*numbers):
    return matrix([mpf(str(n)) for n in numbers])


def dot(a, b):
    return sum(a[i] * b[i] for i in range(3))


centre, mass, inertia = vec(0, 0.76, 0.31), mpf(32), vec(0.9, 1.3, 0.9)
ball = {"lower": vec(0.01, 0.71, 0.19), "upper": vec(-0.02, 0.66, 0.52)}
axis = {"lower": (vec(-0.2, 0.34, 0.2), vec(0.18, 0.36, 0.21)), "upper": (vec(-0.15, 0.42, 0.49), vec(0.12, 0.42, 0.5))}
arm, rack, tyre, rig, dome, seat = vec(-0.13, 0.69, 0.24), vec(-0.14, 0.33, 0.25), vec(0, 0.76, 0), vec(0, 0.76, -1), vec(0.02, 0.52, 0.78), vec(0.02, 0.67, 0.2)


def foot(name):
    along = axis[name][1] - axis[name][0]
    along = along / norm(along)
    return axis[name][0] + along * dot(along, ball[name] - axis[name][0]), along


def turn(psi, theta, phi):
    x = matrix([[1, 0, 0], [0, cos(psi), -sin(psi)], [0, sin(psi), cos(psi)]])
    y = matrix([[cos(theta), 0, sin(theta)], [0, 1, 0], [-sin(theta), 0, cos(theta)]])
    z = matrix([[cos(phi), -sin(phi), 0], [sin(phi), cos(phi), 0], [0, 0, 1]])
    return x * y * z


def lift(t):
    return 1 + mpf("0.08") * sin(pi * t)


def at(q, point):
    return matrix(q[:3]) + turn(*q[3:]) * (point - centre)


def gaps(q, t):
    out = []
    for name in ball:
        base, along = foot(name)
        between = at(q, ball[name]) - base
        out += [dot(along, between), norm(between) - norm(ball[name] - base)]
    return out + [norm(at(q, arm) - rack) - norm(arm - rack), norm(at(q, tyre) - rig) - lift(t)]


def place(t):
    guess = [mpf(0), mpf("0.76"), mpf("0.31") + lift(t) - 1, mpf(0), mpf(0), mpf(0)]
    return list(findroot(lambda *q: gaps(q, t), guess, tol=mpf(10) ** -90, maxsteps=50))


def energies(t):
    q, h = place(t), mpf(10) ** -15
    before, after = place(t - h), place(t + h)
    velocity = (matrix(after[:3]) - matrix(before[:3])) / (2 * h)
    spin = turn(*q[3:]).T * (turn(*after[3:]) - turn(*before[3:])) / (2 * h)
    omega = [(spin[2, 1] - spin[1, 2]) / 2, (spin[0, 2] - spin[2, 0]) / 2, (spin[1, 0] - spin[0, 1]) / 2]
    kinetic = mass * dot(velocity, velocity) / 2 + sum(inertia[i] * omega[i] ** 2 for i in range(3)) / 2
    return kinetic + mass * mpf("9.81") * q[2] + 15000 * (leg(t) - mpf("0.72")) ** 2


def leg(t):
    return norm(at(place(t), seat) - dome)


for t in (mpf("0.5"), mpf("1.2"), mpf("1.5")):
    q = place(t)
    print(f"t = {mp.nstr(t, 3)}: y {mp.nstr(q[1], 17)}, z {mp.nstr(q[2], 17)}, psi {mp.nstr(q[3], 17)}, phi {mp.nstr(q[5], 17)}")
for t in (mpf("0.2"), mpf("1.2")):
    h = mpf(10) ** -8
    rate, stretch = diff(lift, t), (leg(t + h) - leg(t - h)) / (2 * h)
    print(f"t = {mp.nstr(t, 3)}: force of the rig {mp.nstr(((energies(t + h) - energies(t - h)) / (2 * h) + 2400 * stretch**2) / rate, 14)}")
