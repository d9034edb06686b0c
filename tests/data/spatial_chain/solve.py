#!/usr/bin/env python3
"""solve.py [STEP]: the chain of examples/spatial-chain in nine relative coordinates, by Kane's equations and the classical Runge-Kutta
method. Nothing is shared with trammel: no constraints, no multipliers, no directors. Prints the reference table chain.txt; plain Python."""
import math
import sys

L = 0.4
G = (0.0, 0.0, -9.81)
MASS = (2.0, 1.5, 1.0, 1.0, 0.5)
INERTIA = (
    ((0.010, 0, 0), (0, 0.030, 0), (0, 0, 0.035)),
    ((0.012, 0.002, 0.001), (0.002, 0.025, -0.003), (0.001, -0.003, 0.030)),
    ((0.008, 0, 0), (0, 0.020, 0), (0, 0, 0.018)),
    ((0.009, 0, 0), (0, 0.016, 0), (0, 0, 0.020)),
    ((0.004, 0, 0), (0, 0.008, 0), (0, 0, 0.010)),
)
HALF, WHOLE = (L / 2, 0.0, 0.0), (L, 0.0, 0.0)


def add(*vs):
    return tuple(sum(c) for c in zip(*vs))


def mul(s, v):
    return (s * v[0], s * v[1], s * v[2])


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def unit(v):
    return mul(1 / math.sqrt(dot(v, v)), v)


def turn(m, v):
    return (dot(m[0], v), dot(m[1], v), dot(m[2], v))


def product(a, b):
    columns = tuple(zip(*b))
    return tuple(tuple(dot(row, c) for c in columns) for row in a)


def rotation(axis, angle):
    x, y, z = axis
    c, s = math.cos(angle), math.sin(angle)
    d = 1 - c
    return (
        (c + x * x * d, x * y * d - z * s, x * z * d + y * s),
        (y * x * d + z * s, c + y * y * d, y * z * d - x * s),
        (z * x * d - y * s, z * y * d + x * s, c + z * z * d),
    )


def from_quaternion(q):
    w, x, y, z = q
    return (
        (1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)),
        (2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)),
        (2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)),
    )


HINGE, SLEEVE, ARM1, ARM2, SLIDE = unit((0, 1, 0.2)), unit((1, 0, 0.3)), (0, 1, 0), (0, 0, 1), (1, 0, 0)


def kinematics(q, v):
    """For each body (rotation, centre, omega, acceleration and angular acceleration for zero rates of v); for each of the nine speeds
    (axis, point or None for a slide, first body that it moves). q: hinge, quaternion of the ball (4), sleeve angle, sleeve
    travel, cross angles (2), slide travel; v: the nine speeds, those of the ball in the axes of the second body."""
    bodies, speeds = [], []

    def ride(point, a_point, rot, w, al, arm):
        r = turn(rot, arm)
        return add(point, r), add(a_point, cross(al, r), cross(w, cross(w, r)))

    def slid(point, a_point, w, al, axis, travel, rate):
        r = mul(travel, axis)
        return add(point, r), add(a_point, cross(al, r), cross(w, cross(w, r)), mul(2 * rate, cross(w, axis)))

    rot, w, al = rotation(HINGE, q[0]), mul(v[0], HINGE), (0, 0, 0)
    speeds.append((HINGE, (0, 0, 0), 0))
    bodies.append((rot, *ride((0, 0, 0), (0, 0, 0), rot, w, al, HALF), w, al))
    p, ap = ride((0, 0, 0), (0, 0, 0), rot, w, al, WHOLE)

    rot = product(rot, from_quaternion(q[1:5]))
    relative = turn(rot, v[1:4])
    al = add(al, cross(w, relative))
    w = add(w, relative)
    speeds += [(tuple(row[i] for row in rot), p, 1) for i in range(3)]
    bodies.append((rot, *ride(p, ap, rot, w, al, HALF), w, al))
    p, ap = ride(p, ap, rot, w, al, WHOLE)

    axis = turn(rot, SLEEVE)
    p, ap = slid(p, ap, w, al, axis, q[6], v[5])
    rot = product(rot, rotation(SLEEVE, q[5]))
    al = add(al, mul(v[4], cross(w, axis)))
    w = add(w, mul(v[4], axis))
    speeds += [(axis, p, 2), (axis, None, 2)]
    bodies.append((rot, *ride(p, ap, rot, w, al, HALF), w, al))
    p, ap = ride(p, ap, rot, w, al, WHOLE)

    for angle, arm, rate in ((q[7], ARM1, v[6]), (q[8], ARM2, v[7])):
        axis = turn(rot, arm)
        rot = product(rot, rotation(arm, angle))
        al = add(al, mul(rate, cross(w, axis)))
        w = add(w, mul(rate, axis))
        speeds.append((axis, p, 3))
    bodies.append((rot, *ride(p, ap, rot, w, al, HALF), w, al))
    p, ap = ride(p, ap, rot, w, al, WHOLE)

    axis = turn(rot, SLIDE)
    p, ap = slid(p, ap, w, al, axis, q[9], v[8])
    speeds.append((axis, None, 4))
    bodies.append((rot, *ride(p, ap, rot, w, al, HALF), w, al))
    return bodies, speeds


def spring_forces(q):
    force = [0.0] * 9
    force[0] = -(4 * q[0] + 2 * q[0] ** 3)
    force[5] = -(300 * q[6] + 2e4 * q[6] ** 3)
    force[7] = -0.5 * q[8]
    force[8] = -200 * math.sinh(3 * q[9])
    return force


def solve(a, b):
    n = len(b)
    a = [list(row) + [b[i]] for i, row in enumerate(a)]
    for k in range(n):
        pivot = max(range(k, n), key=lambda i: abs(a[i][k]))
        a[k], a[pivot] = a[pivot], a[k]
        for i in range(k + 1, n):
            f = a[i][k] / a[k][k]
            for j in range(k, n + 1):
                a[i][j] -= f * a[k][j]
    x = [0.0] * n
    for k in reversed(range(n)):
        x[k] = (a[k][n] - sum(a[k][j] * x[j] for j in range(k + 1, n))) / a[k][k]
    return x


def rates(y):
    q, v = y[:10], y[10:]
    bodies, speeds = kinematics(q, v)
    matrix = [[0.0] * 9 for _ in range(9)]
    right = spring_forces(q)
    for i, (rot, centre, a, w, al) in enumerate(bodies):
        inertia = product(product(rot, INERTIA[i]), tuple(zip(*rot)))
        force = mul(MASS[i], G)
        if i == 4:
            length = math.sqrt(dot(centre, centre))
            force = add(force, mul(-5 * (length - 1.5) / length, centre))
        push = add(force, mul(-MASS[i], a))
        twist = mul(-1, add(turn(inertia, al), cross(w, turn(inertia, w))))
        moved = []
        for j, (axis, point, first) in enumerate(speeds):
            if first > i:
                break
            moved.append((axis, (0, 0, 0)) if point is None else (cross(axis, add(centre, mul(-1, point))), axis))
            right[j] += dot(moved[j][0], push) + dot(moved[j][1], twist)
        for j, (vj, wj) in enumerate(moved):
            iw = turn(inertia, wj)
            for k, (vk, wk) in enumerate(moved):
                matrix[j][k] += MASS[i] * dot(vj, vk) + dot(iw, wk)
    w_, x, y_, z = q[1:5]
    a, b, c = v[1:4]
    quaternion = [
        0.5 * (-x * a - y_ * b - z * c), 0.5 * (w_ * a + y_ * c - z * b),
        0.5 * (w_ * b + z * a - x * c), 0.5 * (w_ * c + x * b - y_ * a),
    ]
    return [v[0], *quaternion, v[4], v[5], v[6], v[7], v[8], *solve(matrix, right)]


def step(y, h):
    def moved(k, f):
        return [a + f * b for a, b in zip(y, k)]

    k1 = rates(y)
    k2 = rates(moved(k1, h / 2))
    k3 = rates(moved(k2, h / 2))
    k4 = rates(moved(k3, h))
    y = [a + h / 6 * (b + 2 * c + 2 * d + e) for a, b, c, d, e in zip(y, k1, k2, k3, k4)]
    size = math.sqrt(sum(c * c for c in y[1:5]))
    y[1:5] = [c / size for c in y[1:5]]
    return y


def main(h):
    # the second body starts with omega (0.5, 1, 0); the ball's speed is what it has beyond the first body
    ball = add((0.5, 1, 0), mul(-1, HINGE))
    y = [0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, *ball, -2, 0, 0, 1.5, 0.3]
    y = [float(c) for c in y]
    print("# examples/spatial-chain by solve.py: centre of the fifth body and some coordinates")
    print("time x y z hinge sleeve travel cross1 cross2 slide")
    per_row = round(0.1 / h)
    for n in range(11):
        centre = kinematics(y[:10], y[10:])[0][4][1]
        print(f"{n / 10:.1f} " + " ".join(f"{c:.12f}" for c in (*centre, y[0], y[5], y[6], y[7], y[8], y[9])))
        for _ in range(per_row if n < 10 else 0):
            y = step(y, h)


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 2e-4)
