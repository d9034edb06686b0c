/* What each is for stands in its name; together they come to most of what asks for memory or solves something. */
#include "unit/small_models.h"
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include "model/fields.h"

#define WEIGHTLESS "trammel: 2\ntitle: small\nparameters: {L: 1, half: L/2}\n"
#define HEAD       "trammel: 2\ntitle: small\nparameters: {L: 1, half: L/2}\ngravity: [0, -9.81, 0]\n"
#define DIAGONAL                                                                                                       \
  "[[9, 0, 0, 0, 0, 0], [0, 9, 0, 0, 0, 0], [0, 0, 9, 0, 0, 0], [0, 0, 0, 1, 0, 0], [0, 0, 0, 0, 1, 0], [0, 0, 0, 0, " \
  "0, 1]]"
#define TWO_BARS                                                                                                       \
  "bodies: {crank: {mass: 1, inertia: [0.01, 0.1, 0.1], position: [half, 0, 0]}, block: {mass: 0.5, inertia: [0.01, "  \
  "0.01, 0.01], position: [L, 0, 0]}, bob: {mass: 0.2, position: [L, -1, 0]}}\n"
#define STRIP                                                                                                          \
  "sections: {strip: {stiffness: {EA: 1e5, GKy: 1e5, GKz: 1e5, GJ: 20, EIy: 20, EIz: 20}, mass: {m: 0.5, Iyy: 1e-4, "  \
  "Izz: 1e-4}}, flat: {shape: rectangle, width: 0.03, height: 0.002, material: {E: 210e9, nu: 0.3, rho: 7850}}}\n"
#define ROD                                                                                                            \
  STRIP "beams: {rod: {section: strip, curve: {line: [[0, 0, 0], [1, 0, 0]]}, normal: [0, 1, 0], elements: 2, order: " \
        "2}}\njoints: {clamp: {type: rigid, between: [ground, rod.start]}}\n"

static const char *const every_scheme[] = {"energy-preserving", "energy-decaying", "generalized-alpha", "index-1",
                                           NULL};
static const char *const implicit_schemes[] = {"energy-preserving", "energy-decaying", "generalized-alpha", NULL};

/* schemes: what is put in for its %s, one after the other; NULL: it is one model */
static const struct {
  const char *name, *const *schemes, *text;
} models[] = {
    {"linkage", NULL,
     HEAD TWO_BARS
     "markers: {eye: {on: block, at: [L, 0.1, 0], orientation: {axis: [0, 0, 1], angle: 0.3}}}\n"
     "functions: {soft: {of: [s], value: \"3*s^2\"}}\ntables: {grip: [[0, 0], [1, 5], [2, 40]]}\n"
     "joints:\n"
     "  pin: {type: revolute, between: [ground, crank], at: [0, 0, 0], axis: [0, 0, 1], coordinates: {phi: {drive: "
     "\"0.3*sin(t)\"}}}\n"
     "  slide: {type: prismatic, between: [crank, block], at: [L, 0, 0], axis: [1, 0, 0], coordinates: {delta: {start: "
     "0.05, rate: 0.1, spring: 40, friction: {coefficient: 0.1, normal: 2}, stops: {upper: 0.3, stiffness: 1e4}}}}\n"
     "  rod: {type: distance, between: [block, bob]}\n"
     "springs: {strut: {between: [ground, eye], force: \"soft(length) + grip(length)\", damping: 0.1}}\n"
     "inputs: {push: 1}\nloads: {pull: {on: eye, frame: body, force: [\"t\", push, 0]}}\n"
     "outputs: {tip: {of: eye, quantity: displacement}, power: {value: \"slide.delta.rate*energy.kinetic\"}}\n"
     "events: {far: {when: \"slide.delta - 1\", do: stop}}\n"
     "analysis: {type: dynamic, until: 0.04, step: 0.01, output: {every: 0.02}}\n"},
    {"servo with signals", NULL,
     HEAD TWO_BARS
     "inputs: {push: 1}\n"
     "joints:\n"
     "  pin: {type: revolute, between: [ground, crank], at: [0, 0, 0], axis: [0, 0, 1], coordinates: {phi: {motor: "
     "{voltage: 1, resistance: 0.5, inductance: 0.05, constant: 0.4}}}}\n"
     "  slide: {type: cylindrical, between: [crank, block], at: [L, 0, 0], axis: [1, 0, 0], coordinates: {delta: "
     "{force: "
     "\"push*command - 3*pin.phi.rate\"}, phi: {controller: {target: 0.1, proportional: 8, derivative: 0.5, integral: "
     "3}}}}\n"
     "  mount: {type: free, between: [ground, block], stiffness: " DIAGONAL ", damping: " DIAGONAL "}\n"
     "signals: {error: 0.1 - slide.delta, sum: {integral: error}, command: 30*error + 20*sum}\n"
     "analysis: {until: 0.02, scheme: index-1, step: {tolerance: 1e-4}, output: {every: 0.01}}\n"},
    {"slider on a beam", NULL,
     HEAD STRIP
     "inputs: {gust: 1}\nbeams: {rod: {section: strip, curve: {line: [[0, 0, 0], [1, 0, 0]]}, normal: [0, 1, 0], "
     "elements: 2, order: 2, "
     "damping: 1e-4}}\n"
     "bodies: {bead: {mass: 0.1, position: [0.3, 0, 0]}}\n"
     "joints: {clamp: {type: rigid, between: [ground, rod.start]}, ring: {type: sliding, slider: bead, along: rod, "
     "coordinates: {s: {rate: 0.5, friction: {coefficient: 0.1, normal: 1}}}}}\n"
     "loads: {wind: {on: rod, force-per-length: [0, \"gust*sin(3*xi)*t\", 0]}}\n"
     "outputs: {inner: {of: rod@0.5, quantity: internal-force}}\n"
     "analysis: {until: 0.02, scheme: energy-decaying, step: 0.005, output: {every: 0.01}}\n"},
    {"beam with automatic steps", NULL,
     HEAD ROD "analysis: {until: 0.01, scheme: generalized-alpha, step: {tolerance: 1e-3, largest: 0.005}}\n"},
    {"relative coordinates", NULL,
     HEAD
     "bodies: {a: {mass: 1, inertia: [1, 1, 1], position: [0, 0.5, 0]}, b: {mass: 1, inertia: [1, 1, 1], position: "
     "[1, 1, "
     "0]}, c: {mass: 1, inertia: [1, 1, 1], position: [2, 0.5, 0]}}\n"
     "joints: {p: {type: revolute, between: [ground, a], at: [0, 0, 0], axis: [0, 0, 1], coordinates: {phi: {rate: "
     "1}}}, "
     "q: {type: revolute, between: [a, b], at: [0, 1, 0], axis: [0, 0, 1]}, r: {type: revolute, between: [b, c], "
     "at: [2, "
     "1, 0], axis: [0, 0, 1]}, s: {type: revolute, between: [c, ground], at: [2, 0, 0], axis: [0, 0, 1]}}\n"
     "analysis: {until: 0.02, formulation: relative, step: {tolerance: 1e-4}, output: {every: 0.01}}\n"},
    {"equilibrium", NULL, HEAD ROD "loads: {tip: {on: rod.end, force: [0, -1, 0]}}\nanalysis: {type: static}\n"},
    {"path of equilibria", NULL,
     HEAD ROD
     "loads: {tip: {on: rod.end, force: [0, -1, 0]}}\noutputs: {end: {of: rod.end, quantity: "
     "displacement}}\nanalysis: {type: static, method: arc-length, stop-at: {channel: end.u.y, value: -0.01}}\n"},
    {"modes", NULL, HEAD ROD "analysis: [{type: static}, {type: modal, count: 3}]\n"},
    {"gear and curve", NULL,
     HEAD
     "bodies: {wheel: {mass: 1, inertia: [1, 1, 1]}, other: {mass: 1, inertia: [1, 1, 1], position: [1, 0, 0]}, bead: "
     "{mass: 1, position: [0, 0.8, 0]}}\n"
     "joints: {p: {type: revolute, between: [ground, wheel], axis: [0, 0, 1], coordinates: {phi: {drive: "
     "\"t\"}}}, q: {type: revolute, between: [ground, other], axis: [0, 0, 1]}, mesh: {type: gear, terms: {p.phi: 1, "
     "q.phi: 2}}, wire: {type: along-curve, between: [wheel, bead], curve: {arc: {start: [0, 0.8, 0], centre: [0, 0, "
     "0], "
     "axis: [0, 0, 1], angle: 1}}, coordinates: {s: {drive: \"0.1*t\"}}}}\n"
     "analysis: {type: kinematic, until: 0.1, step: 0.05}\n"},
    {"bead on a surface", NULL,
     HEAD "bodies: {bead: {mass: 1, position: [0, 0, 0.3]}}\n"
          "joints: {shell: {type: on-surface, between: [ground, bead], f: \"(x/0.5)^2 + (y/0.6)^2 + (z/0.3)^2 - 1\"}}\n"
          "analysis: {until: 0.02, order: 6, step: 0.01}\n"},
    {"signals", NULL,
     HEAD "bodies: {cart: {mass: 1, inertia: [0, 0, 0], position: [0, 0, 0]}}\n"
          "joints: {rail: {type: prismatic, between: [ground, cart], axis: [1, 0, 0], coordinates: {delta: {rate: "
          "0.5, start: 0.1, force: \"push - 3*rail.delta.rate\"}}}}\n"
          "signals:\n"
          "  late: {delay: rail.delta, time: 0.012}\n"
          "  relay: {hysteresis: rail.delta, lower: 0.1, upper: 0.102, values: [0, 2]}\n"
          "  smooth: {lag: late, time: 0.02, rate: 50}\n"
          "  low: {filter: rail.delta.rate, frequency: 20}\n"
          "  lead: {of: smooth, numerator: [0.5, 1], denominator: [0.05, 1]}\n"
          "  held: {value: 5*lead, every: 0.01, time: 0.01, rate: 40}\n"
          "  dither: {noise: 0.1, every: 0.005, seed: 3}\n"
          "  state: {of: low, A: [[-3, 1], [0, -4]], B: [1, 2], C: [1, 0], D: 0.1}\n"
          "  loop: {value: \"tanh(0.5*loop) + late\"}\n"
          "  push: relay + held - 10*smooth + dither + 0.1*state + loop\n"
          "outputs: {mean: {value: \"rail.delta*push\"}}\n"
          "analysis: {until: 0.03, step: 0.01, output: {every: 0.01, statistics: [energy.kinetic, rail.delta]}}\n"},
    {"events", NULL,
     HEAD "bodies: {door: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [half, 0, 0]}, bob: {mass: 0.5, position: "
          "[L, -0.5, 0]}, ball: {mass: 0.2, inertia: [0, 0, 0], position: [0, 0.001, 2]}}\n"
          "joints:\n"
          "  hinge: {type: revolute, between: [ground, door], at: [0, 0, 0], axis: [0, 0, 1], coordinates: {phi: "
          "{spring: 5}}}\n"
          "  rope: {type: distance, between: [door, bob]}\n"
          "  drop: {type: prismatic, between: [ground, ball], axis: [0, 1, 0], coordinates: {delta: {rate: -0.2, "
          "stops: {lower: -0.0005, restitution: 0.5}}}}\n"
          "signals: {sum: {integral: hinge.phi}}\n"
          "events:\n"
          "  snap: {exceeds: {joint: rope, force: 1}}\n"
          "  latch: {when: \"t - 0.011\", do: {lock: hinge.phi, set: {signal: sum, to: 3}}}\n"
          "  free: {when: \"t - 0.017\", do: {unlock: hinge.phi, reset: sum}}\n"
          "  blow: {when: \"t - 0.013\", direction: rising, do: {impulse: {on: bob, force: [1, \"hinge.phi\", "
          "0]}}}\n"
          "  told: {when: \"bob.velocity.y + 0.05\"}\n"
          "analysis: {until: 0.03, step: 0.005, output: {every: 0.004, dense: true}}\n"},
    {"reactions", every_scheme,
     HEAD "bodies: {crank: {mass: 1, inertia: [0.01, 0.1, 0.1], position: [half, 0, 0]}, block: {mass: 0.5, "
          "inertia: [0.01, 0.01, 0.01], position: [L, 0, 0]}}\n"
          "joints:\n"
          "  pin: {type: revolute, between: [ground, crank], at: [0, 0, 0], axis: [0, 0, 1], coordinates: {phi: "
          "{rate: 2, force: \"-0.1*hypot(pin.force.x, pin.force.y)*tanh(pin.phi.rate)\"}}}\n"
          "  slide: {type: prismatic, between: [crank, block], at: [L, 0, 0], axis: [1, 0, 0], coordinates: {delta: "
          "{spring: 40, damper: 1}}}\n"
          "loads: {drag: {on: block, force: [\"-0.2*block.velocity.x*pin.force.x\", 0, 0]}}\n"
          "analysis: {until: 0.02, scheme: %s, step: 0.005}\n"},
    {"wheels", NULL,
     HEAD "bodies: {a: {mass: 1, inertia: [0.01, 0.1, 0.1], position: [0, 0, 0]}, b: {mass: 1, inertia: [0.01, 0.1, "
          "0.1], position: [1, 0, 0]}, c: {mass: 1, inertia: [0.01, 0.1, 0.1], position: [1.5, 0.5, 0]}, d: {mass: "
          "1, inertia: [0.01, 0.1, 0.1], position: [2, 0, 0]}, e: {mass: 1, inertia: [0.01, 0.1, 0.1], position: "
          "[0, 0, 3]}, f: {mass: 1, inertia: [0.01, 0.1, 0.1], position: [0, 1, 3]}}\n"
          "inputs: {push: 1}\nmarkers: {eye: {on: e, at: [0, 0.5, 3]}}\n"
          "joints:\n"
          "  ball: {type: spherical, between: [ground, a], at: [-0.5, 0, 0]}\n"
          "  cross: {type: universal, between: [a, b], at: [0.5, 0, 0], axes: [[1, 0, 0], [0, 1, 0]]}\n"
          "  screw: {type: screw, between: [b, c], at: [1, 0, 0], axis: [0, 1, 0], pitch: 0.1}\n"
          "  table: {type: planar, between: [c, d], at: [2, 0, 0], axis: [0, 0, 1]}\n"
          "  mount: {type: free, between: [ground, e], at: [0, 0, 3], coordinates: {delta1: {spring: 10, force: push}, "
          "delta2: "
          "{spring: 30, damper: 1}, phi: {spring: 1}}}\n"
          "  strut: {type: strut, between: [eye, f], coordinates: {length: {spring: 100, damper: 2}}}\n"
          "analysis: {until: 0.02, step: 0.005}\n"},
    {"steady", NULL,
     WEIGHTLESS STRIP
     "beams: {blade: {curve: {line: [[0.1, 0, 0], [1, 0, 0]]}, normal: [0, 1, 0], section: strip, elements: 2, "
     "order: 2}}\n"
     "joints: {hub: {type: revolute, between: [ground, blade.start], axis: [0, 0, 1], coordinates: {phi: "
     "{drive-rate: 4}}}}\n"
     "analysis: {type: modal, count: 3}\n"},
    {"servo", NULL,
     HEAD "bodies: {bob: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [0, -half, 0]}}\n"
          "joints: {pin: {type: revolute, between: [ground, bob], at: [0, 0, 0], axis: [0, 0, 1], coordinates: "
          "{phi: {force: \"-20*late - 3*push\"}}}}\n"
          "signals: {late: {delay: pin.phi, time: 0.05}, push: {lag: pin.phi.rate, time: 0.1}}\n"
          "analysis: [{type: static}, {type: modal, count: 4}]\n"},
    {"automatic", every_scheme,
     HEAD "bodies: {a: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [half, 0, 0]}, b: {mass: 1, inertia: [0.1, "
          "0.1, 0.1], position: [3*half, 0, 0]}}\n"
          "joints:\n"
          "  p: {type: revolute, between: [ground, a], at: [0, 0, 0], axis: [0, 0, 1], coordinates: {phi: {rate: 1, "
          "stops: {lower: -0.02, stiffness: 1e4}}}}\n"
          "  q: {type: revolute, between: [a, b], at: [L, 0, 0], axis: [0, 0, 1], coordinates: {phi: {damper: 0.1, "
          "friction: {coefficient: 0.1, normal: 2, radius: 0.05}}}}\n"
          "loads: {kick: {on: b, force: [0, \"if(t > 0.03 and t < 0.034, 50, 0)\", 0]}}\n"
          "analysis: {until: 0.1, scheme: %s, step: {tolerance: 1e-4}, output: {every: 0.05}}\n"},
    {"bead over borders of elements", implicit_schemes,
     HEAD STRIP
     "beams: {rod: {section: strip, curve: {line: [[0, 0, 0], [1, 0, 0]]}, normal: [0, 1, 0], elements: 4, "
     "order: 2}}\n"
     "bodies: {bead: {mass: 0.1, position: [0.22, 0, 0]}}\n"
     "joints: {clamp: {type: rigid, between: [ground, rod.start]}, ring: {type: sliding, slider: bead, along: "
     "rod, coordinates: {s: {rate: 3}}}}\n"
     "analysis: {until: 0.02, scheme: %s, step: 0.01}\n"},
    {"rigid strains", implicit_schemes,
     HEAD "sections: {strip: {stiffness: {EA: rigid, GKy: 1e12, GKz: 1e5, GJ: 20, EIy: 20, EIz: 20}, mass: {m: 0.5, "
          "Iyy: 1e-4, Izz: 1e-4}}}\n"
          "beams: {rod: {section: strip, curve: {arc: {start: [0, 0, 0], centre: [0, 1, 0], axis: [0, 0, 1], angle: "
          "0.5}}, normal: [0, 0, 1], elements: 2, order: 3}}\n"
          "joints: {clamp: {type: rigid, between: [ground, rod.start]}}\n"
          "outputs: {inner: {of: rod@0.5, quantity: internal-force}, tip: {of: rod.end, quantity: acceleration}}\n"
          "analysis: {until: 0.01, scheme: %s, step: 0.005}\n"},
    {"chained", NULL,
     HEAD "bodies: {a: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [half, 0, 0]}, b: {mass: 1, inertia: [0.1, "
          "0.1, 0.1], position: [L, -half, 0]}}\n"
          "inputs: {push: 0.2}\n"
          "joints:\n"
          "  p: {type: revolute, between: [ground, a], at: [0, 0, 0], axis: [0, 0, 1], coordinates: {phi: {spring: "
          "20, force: push}}}\n"
          "  q: {type: spherical, between: [a, b], at: [L, 0, 0]}\n"
          "analysis: [{type: static}, {until: 0.02, step: 0.01}]\n"},
    {"redundant", NULL,
     HEAD "space: spatial\n"
          "bodies: {a: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [0, 0.5, 0]}, b: {mass: 1, inertia: [0.1, 0.1, "
          "0.1], position: [1, 1, 0]}, c: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [2, 0.5, 0]}}\n"
          "joints:\n"
          "  p: {type: revolute, between: [ground, a], at: [0, 0, 0], axis: [0, 0, 1], coordinates: {phi: {rate: "
          "1}}}\n"
          "  q: {type: revolute, between: [a, b], at: [0, 1, 0], axis: [0, 0, 1]}\n"
          "  r: {type: revolute, between: [b, c], at: [2, 1, 0], axis: [0, 0, 1]}\n"
          "  s: {type: revolute, between: [c, ground], at: [2, 0, 0], axis: [0, 0, 1]}\n"
          "analysis: [{until: 0.02, step: 0.01}]\n"},
};

enum { LONGEST = 4000, LONGEST_NAME = 80 };

/* The k-th one; a model of several schemes is one for each. *count: those before k, or all. */
static SmallModel find(int k, int *count) {
  static char text[LONGEST], name[LONGEST_NAME];
  *count = 0;
  for (int m = 0; m < TRM_COUNT(models); m++) {
    const char *const *scheme = models[m].schemes;
    if (!scheme && (*count)++ == k) return (SmallModel){models[m].name, models[m].text};
    for (; scheme && *scheme; scheme++)
      if ((*count)++ == k) {
        const char *place = strstr(models[m].text, "%s");
        snprintf(text, sizeof text, "%.*s%s%s", (int)(place - models[m].text), models[m].text, *scheme, place + 2);
        snprintf(name, sizeof name, "%s, %s", models[m].name, *scheme);
        return (SmallModel){name, text};
      }
  }
  return (SmallModel){NULL, NULL};
}

int small_model_count(void) {
  int count;
  find(-1, &count);
  return count;
}

SmallModel small_model(int k) {
  int count;
  return find(k, &count);
}
