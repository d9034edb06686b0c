#!/usr/bin/python3
"""The moments of the three motors by inverse dynamics in joint coordinates, independent of trammel: d/dt (dT/dq') - dT/dq + dV/dq, with T and V written down from the arm's
geometry and differentiated with mpmath. Prints the numbers of expect.yaml."""
from mpmath import cos, diff, matrix, mp, mpf, sin

mp.dps = 40
g = mpf("9.81")
# mass, inertia across and along, distance of the centre from the joint behind it; of the load and the forearm, which the grip makes one, each by itself
upper, fore, load = [tuple(map(mpf, row)) for row in (("8", "0.02", "0.3", "0.3"), ("5", "0.01", "0.15", "0.25"), ("3", "0.01", "0.01", "0.55"))]
length = mpf("0.6")


def smooth(s):
    s = min(max(s, mpf(0)), mpf(1))
    return s**3 * (10 - 15 * s + 6 * s**2)


def angles(t):
    return [2 * smooth(t / mpf("1.5")), -mpf("1.2") * smooth(t / mpf("1.2")), mpf("1.6") * smooth((t - mpf("0.2")) / mpf("1.2"))]


def energies(q, rate):
    """a body at radius r and height z that turns with the waist, pitched by b"""
    kinetic = mpf("0.3") * rate[0] ** 2 / 2
    potential = mpf(0)
    first, second = q[1], q[1] + q[2]
    dfirst, dsecond = rate[1], rate[1] + rate[2]
    for (m, along, across, distance), elbow in ((upper, False), (fore, True), (load, True)):
        if elbow:
            r, z = length * cos(first) + distance * cos(second), -length * sin(first) - distance * sin(second)
            dr, dz = -length * sin(first) * dfirst - distance * sin(second) * dsecond, -length * cos(first) * dfirst - distance * cos(second) * dsecond
            pitch, dpitch = second, dsecond
        else:
            r, z, dr, dz, pitch, dpitch = distance * cos(first), -distance * sin(first), -distance * sin(first) * dfirst, -distance * cos(first) * dfirst, first, dfirst
        yaw = along * sin(pitch) ** 2 + across * cos(pitch) ** 2
        kinetic += m * (dr**2 + dz**2 + (r * rate[0]) ** 2) / 2 + (yaw * rate[0] ** 2 + across * dpitch**2) / 2
        potential += m * g * z
    return kinetic, potential


def moments(t):
    q, rate, acceleration = angles(t), [diff(lambda s, i=i: angles(s)[i], t) for i in range(3)], [diff(lambda s, i=i: angles(s)[i], t, 2) for i in range(3)]

    def moved(values, i, by):
        return [value + (by if k == i else 0) for k, value in enumerate(values)]

    h = mpf(10) ** -12
    result = []
    for i in range(3):
        def momentum(q, rate):
            return (energies(q, moved(rate, i, h))[0] - energies(q, moved(rate, i, -h))[0]) / (2 * h)  # T is quadratic in the rates: exact

        change = sum((momentum(moved(q, k, h), rate) - momentum(moved(q, k, -h), rate)) / (2 * h) * rate[k] for k in range(3))
        change += sum((momentum(q, moved(rate, k, h)) - momentum(q, moved(rate, k, -h))) / (2 * h) * acceleration[k] for k in range(3))
        slope = sum((-1) ** n * (energies(moved(q, i, h if not n else -h), rate)[n2] * (1 if not n2 else -1)) for n in (0, 1) for n2 in (0, 1)) / (2 * h)
        result.append(change - slope)
    return result


def hand(t):
    q = angles(t)
    r = length * cos(q[1]) + load[3] * cos(q[1] + q[2])
    return r * cos(q[0]), r * sin(q[0]), mpf("0.5") - length * sin(q[1]) - load[3] * sin(q[1] + q[2])


if __name__ == "__main__":
    for t in ("0.4", "0.8", "1.1", "1.6"):
        print(t, "moments", *(mp.nstr(value, 16) for value in moments(mpf(t))), "hand", *(mp.nstr(value, 16) for value in hand(mpf(t))))
