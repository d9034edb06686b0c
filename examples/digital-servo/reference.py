"""The servo in closed form: between two samples the force is constant and 2 x'' + x' = F. Prints the checks of expect.yaml."""
from math import exp

M, C, H, LATE, GOAL = 2.0, 1.0, 0.01, 0.005, 0.1


def move(x, v, force, t):
    decay, end = exp(-C * t / M), force / C
    return x + end * t + (v - end) * M / C * (1 - decay), end + (v - end) * decay


x = v = force = previous = 0.0
seen, queue, rows = 0.0, [0.0, 0.0], {}
for k in range(201):
    rows[k] = None
    wanted = 60 * (GOAL - seen) - 9 * (seen - previous) / H
    queue.append(wanted)
    force = min(max(queue.pop(0), force - 300 * H), force + 300 * H)
    previous = seen
    rows[k] = (x, v, force)
    seen = move(x, v, force, H - LATE)[0]  # as the sensor tells at the next sample
    x, v = move(x, v, force, H)

for k in (5, 20, 50, 100, 200):
    for channel, value in zip(("rail.delta", "rail.delta.rate", "signal.command"), rows[k]):
        print(f"  - {{channel: {channel}, at: {k * H:g}, value: {value:.15g}, tolerance: 1e-8, source: closed form}}")
