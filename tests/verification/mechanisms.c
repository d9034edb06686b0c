/* The texts of both models of each mechanism. */
#include "verification/mechanisms.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>
#include "element/joint_table.h"

/* clang-format off */
#define PIN(name, a, b, at)          name ": {type: revolute, between: [" a ", " b "], at: [" at ", 0], axis: [0, 0, 1]}"
#define PIN_RATE(name, a, b, at, w)  name ": {type: revolute, between: [" a ", " b "], at: [" at ", 0], axis: [0, 0, 1], coordinates: {phi: {rate: " w "}}}"
#define HINGE(name, a, b, at, axis)  name ": {type: revolute, between: [" a ", " b "], at: [" at "], axis: [" axis "]}"
#define HINGE_RATE(name, a, b, at, axis, w) name ": {type: revolute, between: [" a ", " b "], at: [" at "], axis: [" axis "], coordinates: {phi: {rate: " w "}}}"
#define BAR(name, at)                name ": {mass: 0.8, inertia: [0.03, 0.05, 0.07], position: [" at ", 0]}"
#define BODY(name, at)               name ": {mass: 1.1, inertia: [0.03, 0.05, 0.07], position: [" at "]}"
#define DOWN "[0.7, -9.81, 0]"
#define LOW_ORDER "order: 2, step: 0.005"
#define HIGH_ORDER "order: 6, step: 0.01"
/* clang-format on */

const Mechanism mechanisms[] = {
    {.name = "four-bar linkage",
     .gravity = DOWN,
     .bodies = BAR("crank", "0.02, 0.25") ", " BAR("coupler", "0.6, 0.7") ", " BAR("rocker", "1.1, 0.4"),
     .joints = {PIN_RATE("a", "ground", "crank", "0, 0", "3"), PIN("b", "crank", "coupler", "0, 0.5"),
                PIN("c", "coupler", "rocker", "1.2, 0.8"), PIN("d", "ground", "rocker", "1, 0")},
     .redundant = 3,
     .freedom = 1,
     .exact = {PIN_RATE("a", "ground", "crank", "0, 0", "3"),
               "b: {type: spherical, between: [crank, coupler], at: [0, 0.5, 0]}",
               "c: {type: universal, between: [coupler, rocker], at: [1.2, 0.8, 0], axes: [[0, 0, 1], [1, 0, 0]]}",
               PIN("d", "ground", "rocker", "1, 0")},
     .settings = LOW_ORDER},

    {.name = "slider-crank",
     .gravity = DOWN,
     .bodies = BAR("crank", "0.1, 0.12") ", " BAR("rod", "0.7, 0.1") ", " BAR("piston", "1.2, 0"),
     .joints = {PIN_RATE("a", "ground", "crank", "0, 0", "6"), PIN("b", "crank", "rod", "0.2, 0.24"),
                PIN("c", "rod", "piston", "1.2, 0"),
                "d: {type: prismatic, between: [ground, piston], at: [1.2, 0, 0], axis: [1, 0, 0]}"},
     .redundant = 3,
     .freedom = 1,
     .exact = {PIN_RATE("a", "ground", "crank", "0, 0", "6"),
               "b: {type: spherical, between: [crank, rod], at: [0.2, 0.24, 0]}",
               "c: {type: universal, between: [rod, piston], at: [1.2, 0, 0], axes: [[0, 0, 1], [0, 1, 0]]}",
               "d: {type: prismatic, between: [ground, piston], at: [1.2, 0, 0], axis: [1, 0, 0]}"},
     .settings = LOW_ORDER},

    {.name = "five-bar linkage",
     .gravity = DOWN,
     .bodies = BAR("one", "-0.15, -0.3") ", " BAR("two", "0.05, -0.85") ", " BAR("three", "0.8, -0.9") ", " BAR(
         "four", "1.1, -0.35"),
     .joints = {PIN_RATE("a", "ground", "one", "0, 0", "2"), PIN("b", "one", "two", "-0.3, -0.6"),
                PIN("c", "two", "three", "0.4, -1.1"), PIN("d", "three", "four", "1.2, -0.7"),
                PIN_RATE("e", "ground", "four", "1, 0", "-1")},
     .redundant = 3,
     .freedom = 2,
     .settings = LOW_ORDER},

    {.name = "six-bar linkage of Watt",
     .gravity = DOWN,
     .bodies = BAR("crank", "0, -0.25") ", " BAR("first", "0.55, -0.65") ", " BAR("plate", "1.2, -0.5") ", " BAR(
         "second", "2.1, -0.7") ", " BAR("rocker", "2.65, -0.5"),
     .joints = {PIN_RATE("a", "ground", "crank", "0, 0", "1"), PIN("b", "crank", "first", "0, -0.5"),
                PIN("c", "first", "plate", "1.1, -0.8"), PIN("d", "ground", "plate", "1, 0"),
                PIN("e", "plate", "second", "1.6, -0.6"), PIN("f", "second", "rocker", "2.7, -0.9"),
                PIN("g", "ground", "rocker", "2.6, 0")},
     .redundant = 6,
     .freedom = 1,
     .settings = LOW_ORDER},

    {.name = "six-bar linkage of Stephenson",
     .gravity = DOWN,
     .bodies = BAR("crank", "0, -0.25") ", " BAR("plate", "0.6, -0.8") ", " BAR("rocker", "1.05, -0.4") ", " BAR(
         "link", "1.2, -1.3") ", " BAR("arm", "1.9, -0.7"),
     .joints = {PIN_RATE("a", "ground", "crank", "0, 0", "1"), PIN("b", "crank", "plate", "0, -0.5"),
                PIN("c", "plate", "rocker", "1.1, -0.8"), PIN("d", "ground", "rocker", "1, 0"),
                PIN("e", "plate", "link", "0.6, -1.2"), PIN("f", "link", "arm", "1.8, -1.5"),
                PIN("g", "ground", "arm", "2, 0")},
     .redundant = 6,
     .freedom = 1,
     .settings = LOW_ORDER},

    /* also in the plane the third crank says what the others say */
    {.name = "parallelogram of three cranks",
     .gravity = DOWN,
     .more = "markers: {tip: {on: three, at: [2.8, -0.9, 0]}, first: {on: beam, at: [0.3, -0.9, 0]}}, ",
     .bodies = BAR("one", "0.15, -0.45") ", " BAR("two", "1.15, -0.45") ", " BAR("three", "2.65, -0.45") ", " BAR(
         "beam", "1.5, -0.9"),
     .joints = {PIN_RATE("a", "ground", "one", "0, 0", "1"), PIN("b", "ground", "two", "1, 0"),
                PIN("c", "ground", "three", "2.5, 0"), PIN("d", "one", "beam", "0.3, -0.9"),
                PIN("e", "two", "beam", "1.3, -0.9"), PIN("f", "three", "beam", "2.8, -0.9")},
     .redundant = 7,
     .freedom = 1,
     .exact = {PIN_RATE("a", "ground", "one", "0, 0", "1"), PIN("b", "ground", "two", "1, 0"),
               PIN("c", "ground", "three", "2.5, 0"), PIN("d", "one", "beam", "0.3, -0.9"),
               PIN("e", "two", "beam", "1.3, -0.9"), "f: {type: distance, between: [first, tip]}"},
     .exact_is_planar = true,
     .settings = LOW_ORDER},

    {.name = "inversor of Peaucellier",
     .gravity = DOWN,
     .more = "parameters: {h: -sqrt(0.84), c: h + 0.3, d: h - 0.3}, ",
     .bodies = BAR("left", "-0.2, h/2") ", " BAR("right", "0.2, h/2") ", " BAR("crank", "0, 0.75*c") ", " BAR(
         "nw", "-0.2, h + 0.15") ", " BAR("ne", "0.2, h + 0.15") ", " BAR("sw",
                                                                          "-0.2, h - 0.15") ", " BAR("se",
                                                                                                     "0.2, h - 0.15"),
     .joints = {PIN("o1", "ground", "left", "0, 0"), PIN("o2", "ground", "right", "0, 0"),
                PIN_RATE("q", "ground", "crank", "0, c/2", "0.5"), PIN("a1", "left", "nw", "-0.4, h"),
                PIN("a2", "left", "sw", "-0.4, h"), PIN("b1", "right", "ne", "0.4, h"),
                PIN("b2", "right", "se", "0.4, h"), PIN("c1", "nw", "crank", "0, c"), PIN("c2", "ne", "crank", "0, c"),
                PIN("e", "sw", "se", "0, d")},
     .redundant = 9,
     .freedom = 1,
     .settings = LOW_ORDER},

    {.name = "scissor lift",
     .gravity = "[0.1, -0.4, 0]",
     .bodies = BAR("bar1", "0.5, 0.3") ", " BAR("bar2", "0.5, 0.31") ", " BAR("bar3", "0.5, 0.9") ", " BAR(
         "bar4", "0.51, 0.9") ", " BAR("foot", "1, 0"),
     .joints = {PIN("a", "ground", "bar1", "0, 0"),
                "b: {type: prismatic, between: [ground, foot], at: [1, 0, 0], axis: [1, 0, 0]}",
                PIN("c", "foot", "bar2", "1, 0"), PIN("d", "bar1", "bar2", "0.5, 0.3"),
                PIN("e", "bar2", "bar3", "0, 0.6"), PIN("f", "bar1", "bar4", "1, 0.6"),
                PIN("g", "bar3", "bar4", "0.5, 0.9")},
     .redundant = 6,
     .freedom = 1,
     .settings = LOW_ORDER},

    {.name = "door on two hinges",
     .gravity = "[1, 2, -9.81]",
     .bodies = BODY("door", "0.45, 0.02, 0.1"),
     .joints = {HINGE_RATE("lower", "ground", "door", "0, 0, -0.8", "0, 0, 1", "1"),
                HINGE("upper", "ground", "door", "0, 0, 0.8", "0, 0, 1")},
     .redundant = 5,
     .freedom = 1,
     .exact = {HINGE_RATE("lower", "ground", "door", "0, 0, -0.8", "0, 0, 1", "1")},
     .settings = LOW_ORDER},

    {.name = "inclined door on three hinges",
     .gravity = "[1, 2, -9.81]",
     .bodies = BODY("door", "0.45, 0.02, 0.1"),
     .joints = {HINGE_RATE("lower", "ground", "door", "-0.16, 0.08, -0.8", "0.2, -0.1, 1", "1"),
                HINGE("middle", "ground", "door", "0, 0, 0", "0.2, -0.1, 1"),
                HINGE("upper", "ground", "door", "0.16, -0.08, 0.8", "0.2, -0.1, 1")},
     .redundant = 10,
     .freedom = 1,
     .exact = {HINGE_RATE("lower", "ground", "door", "-0.16, 0.08, -0.8", "0.2, -0.1, 1", "1")},
     .settings = HIGH_ORDER},

    {.name = "shaft in three bearings",
     .gravity = "[1, -9.81, 2]",
     .bodies = BODY("shaft", "1, 0.05, 0.02"),
     .joints = {HINGE_RATE("fixed", "ground", "shaft", "0, 0, 0", "1, 0, 0", "5"),
                "middle: {type: cylindrical, between: [ground, shaft], at: [1, 0, 0], axis: [1, 0, 0]}",
                "floating: {type: cylindrical, between: [ground, shaft], at: [2, 0, 0], axis: [1, 0, 0]}"},
     .redundant = 8,
     .freedom = 1,
     .exact = {HINGE_RATE("fixed", "ground", "shaft", "0, 0, 0", "1, 0, 0", "5")},
     .settings = LOW_ORDER},

    {.name = "carriage on two guides",
     .gravity = "[1, -9.81, 2]",
     .more = "markers: {wall: {on: ground, at: [1, 0.2, 0.3]}}, springs: {coil: {between: [wall, carriage], stiffness: "
             "40, free-length: 0.5}}, ",
     .bodies = BODY("carriage", "0, 0, 0.1"),
     .joints = {"left: {type: prismatic, between: [ground, carriage], at: [0, -0.5, 0], axis: [1, 0, 0.2]}",
                "right: {type: prismatic, between: [ground, carriage], at: [0, 0.5, 0], axis: [1, 0, 0.2]}"},
     .redundant = 5,
     .freedom = 1,
     .exact = {"left: {type: prismatic, between: [ground, carriage], at: [0, -0.5, 0], axis: [1, 0, 0.2]}"},
     .settings = LOW_ORDER},

    {.name = "platform on three parallel rods",
     .gravity = DOWN,
     .more = "markers: {a0: {on: ground, at: [0, 0, 0]}, a1: {on: ground, at: [1, 0, 0]}, a2: {on: ground, at: [2, 0, "
             "0]}, b0: {on: table, at: [0.5, -0.8, 0]}, b1: {on: table, at: [1.5, -0.8, 0]}, b2: {on: table, at: [2.5, "
             "-0.8, 0]}}, ",
     .bodies = BAR("table", "1.3, -0.9"),
     .joints = {"plane: {type: planar, between: [ground, table], at: [0, 0, 0], axis: [0, 0, 1]}",
                "rod0: {type: distance, between: [a0, b0]}", "rod1: {type: distance, between: [a1, b1]}",
                "rod2: {type: distance, between: [a2, b2]}"},
     .redundant = 1,
     .freedom = 1,
     .exact = {"plane: {type: planar, between: [ground, table], at: [0, 0, 0], axis: [0, 0, 1]}",
               "rod0: {type: distance, between: [a0, b0]}", "rod2: {type: distance, between: [a2, b2]}"},
     .settings = LOW_ORDER},

    /* two chains of three parallel hinges each, both of which keep the platform from turning about the vertical */
    {.name = "linkage of Sarrus",
     .gravity = "[0.3, 0.2, -0.8]",
     .bodies = BODY("a1", "0, 1.25, 0.25") ", " BODY("a2", "0, 1.25, 0.75") ", " BODY("b1", "1.25, 0, 0.25") ", " BODY(
         "b2", "1.25, 0, 0.75") ", " BODY("platform", "0, 0, 1"),
     .joints = {HINGE("a", "ground", "a1", "0, 1, 0", "1, 0, 0"), HINGE("b", "a1", "a2", "0, 1.5, 0.5", "1, 0, 0"),
                HINGE("c", "a2", "platform", "0, 1, 1", "1, 0, 0"), HINGE("d", "ground", "b1", "1, 0, 0", "0, 1, 0"),
                HINGE("e", "b1", "b2", "1.5, 0, 0.5", "0, 1, 0"), HINGE("f", "b2", "platform", "1, 0, 1", "0, 1, 0")},
     .redundant = 1,
     .freedom = 1,
     .exact = {HINGE("a", "ground", "a1", "0, 1, 0", "1, 0, 0"), HINGE("b", "a1", "a2", "0, 1.5, 0.5", "1, 0, 0"),
               "c: {type: universal, between: [a2, platform], at: [0, 1, 1], axes: [[1, 0, 0], [0, 0, 1]]}",
               HINGE("d", "ground", "b1", "1, 0, 0", "0, 1, 0"), HINGE("e", "b1", "b2", "1.5, 0, 0.5", "0, 1, 0"),
               HINGE("f", "b2", "platform", "1, 0, 1", "0, 1, 0")},
     .settings = LOW_ORDER},

    /* four hinges with skew axes: opposite links of equal length and twist, 1/sin(0.6) = b/sin(1.3); the angles fulfil
       tan(t1/2) tan(t2/2) = sin(0.95)/sin(0.35), drawn at t1 = 1.9 */
    {.name = "linkage of Bennett",
     .gravity = "[0.5, 1, -2]",
     .more = "parameters: {px1: -0.32328956686350335, py1: 0.94630008768741447, px2: -1.2222640395602202, py2: "
             "-0.23404584197614187, pz2: 0.84305710031898728, px3: -1.70649256975585}, "
             "markers: {pin: {on: link3, at: [px3, 0, 0]}, wall1: {on: ground, at: [px3 + 0.6, 0.5, 0]}, "
             "wall2: {on: ground, at: [px3 + 0.1, 0.2, 0.8]}}, ",
     .bodies = BODY("link1", "px1/2, py1/2, 0.05") ", " BODY("link2", "(px1 + px2)/2, (py1 + py2)/2, pz2/2") ", " BODY(
         "link3", "(px2 + px3)/2, py2/2, pz2/2"),
     .joints = {HINGE_RATE("a", "ground", "link1", "0, 0, 0", "0, 0, 1", "0.8"),
                HINGE("b", "link1", "link2", "px1, py1, 0",
                      "0.53432122208576061, 0.1825430206566182, 0.82533561490967833"),
                HINGE("c", "link2", "link3", "px2, py2, pz2",
                      "-0.49402916558822429, 0.72212042907868412, 0.48422853019562961"),
                HINGE("d", "ground", "link3", "px3, 0, 0", "0, 0.96355818541719296, 0.26749882862458729")},
     .redundant = 3,
     .freedom = 1,
     .exact = {HINGE_RATE("a", "ground", "link1", "0, 0, 0", "0, 0, 1", "0.8"),
               HINGE("b", "link1", "link2", "px1, py1, 0",
                     "0.53432122208576061, 0.1825430206566182, 0.82533561490967833"),
               HINGE("c", "link2", "link3", "px2, py2, pz2",
                     "-0.49402916558822429, 0.72212042907868412, 0.48422853019562961"),
               "d1: {type: distance, between: [wall1, pin]}", "d2: {type: distance, between: [wall2, pin]}"},
     .settings = HIGH_ORDER},

    {.name = "mechanism of Bricard",
     .gravity = DOWN,
     .bodies = BODY("rod1", "0.5, 0, 0") ", " BODY("rod2", "1, -0.5, 0") ", " BODY("rod3", "1, -1, 0.5") ", " BODY(
         "rod4", "0.5, -1, 1") ", " BODY("rod5", "0, -0.5, 1"),
     .joints = {HINGE("a", "ground", "rod1", "0, 0, 0", "0, 1, 0"), HINGE("b", "rod1", "rod2", "1, 0, 0", "0, 0, 1"),
                HINGE("c", "rod2", "rod3", "1, -1, 0", "1, 0, 0"), HINGE("d", "rod3", "rod4", "1, -1, 1", "0, 1, 0"),
                HINGE("e", "rod4", "rod5", "0, -1, 1", "0, 0, 1"), HINGE("f", "rod5", "ground", "0, 0, 1", "1, 0, 0")},
     .redundant = 1,
     .freedom = 1,
     .exact = {HINGE("a", "ground", "rod1", "0, 0, 0", "0, 1, 0"), HINGE("b", "rod1", "rod2", "1, 0, 0", "0, 0, 1"),
               HINGE("c", "rod2", "rod3", "1, -1, 0", "1, 0, 0"), HINGE("d", "rod3", "rod4", "1, -1, 1", "0, 1, 0"),
               HINGE("e", "rod4", "rod5", "0, -1, 1", "0, 0, 1"),
               "f: {type: cylindrical, between: [rod5, ground], at: [0, 0, 1], axis: [1, 0, 0]}"},
     .settings = HIGH_ORDER},

    {.name = "coupling of Oldham",
     .gravity = DOWN,
     .bodies = BAR("in", "0.05, 0.02") ", " BAR("disc", "0.1, 0") ", " BAR("out", "0.12, 0.1"),
     .joints = {PIN_RATE("a", "ground", "in", "0, 0", "5"),
                "b: {type: prismatic, between: [in, disc], at: [0.1, 0, 0], axis: [1, 0, 0]}",
                "c: {type: prismatic, between: [disc, out], at: [0.1, 0.05, 0], axis: [0, 1, 0]}",
                PIN("d", "ground", "out", "0.1, 0.05")},
     .redundant = 3,
     .freedom = 1,
     .settings = LOW_ORDER},

    {.name = "spherical four-bar linkage",
     .gravity = "[1, -3, 2]",
     .bodies =
         BODY("crank", "0.15, -0.05, 0.5") ", " BODY("coupler", "0.5, 0.1, 0.6") ", " BODY("rocker", "0.6, 0.3, 0.2"),
     .joints = {HINGE_RATE("a", "ground", "crank", "0, 0, 0.5", "0, 0, 1", "1"),
                HINGE("b", "crank", "coupler", "0.4, -0.2, 0.9", "0.4, -0.2, 0.9"),
                HINGE("c", "coupler", "rocker", "0.9, 0.6, 0.5", "0.9, 0.6, 0.5"),
                HINGE("d", "ground", "rocker", "0.8, 0, 0.1", "0.8, 0, 0.1")},
     .redundant = 3,
     .freedom = 1,
     .exact = {HINGE_RATE("a", "ground", "crank", "0, 0, 0.5", "0, 0, 1", "1"),
               "b: {type: spherical, between: [crank, coupler], at: [0.4, -0.2, 0.9]}",
               "c: {type: universal, between: [rocker, coupler], at: [0.9, 0.6, 0.5], axes: [[0.9, 0.6, 0.5], [0.64, "
               "-0.61, -0.42]]}",
               HINGE("d", "ground", "rocker", "0.8, 0, 0.1", "0.8, 0, 0.1")},
     .settings = HIGH_ORDER},

    /* the middle shaft has no sliding part: that its length fits is said twice */
    {.name = "shaft with two universal joints",
     .gravity = "[1, -9.81, 2]",
     .bodies = BODY("in", "0.2, 0.05, 0") ", " BODY("middle", "0.95, 0.15, 0.13") ", " BODY("out", "1.7, 0.32, 0.2"),
     .joints = {HINGE_RATE("a", "ground", "in", "0, 0, 0", "1, 0, 0", "4"),
                "b: {type: universal, between: [in, middle], at: [0.5, 0, 0], axes: [[0, 1, 0], [0, 0, 1]]}",
                "c: {type: universal, between: [middle, out], at: [1.4, 0.3, 0.2], axes: [[0, 0, 1], [0, 1, 0]]}",
                HINGE("d", "ground", "out", "1.8, 0.3, 0.2", "1, 0, 0")},
     .redundant = 1,
     .freedom = 1,
     .exact = {HINGE_RATE("a", "ground", "in", "0, 0, 0", "1, 0, 0", "4"),
               "b: {type: universal, between: [in, middle], at: [0.5, 0, 0], axes: [[0, 1, 0], [0, 0, 1]]}",
               "c: {type: universal, between: [middle, out], at: [1.4, 0.3, 0.2], axes: [[0, 0, 1], [0, 1, 0]]}",
               "d: {type: cylindrical, between: [ground, out], at: [1.8, 0.3, 0.2], axis: [1, 0, 0]}"},
     .settings = HIGH_ORDER},

    {.name = "steering parallelogram",
     .gravity = DOWN,
     .more = "markers: {r1: {on: relay, at: [0.2, -0.32, 0]}, r2: {on: relay, at: [0.8, -0.32, 0]}, k1: {on: left, at: "
             "[-0.45, -0.3, 0]}, k2: {on: right, at: [1.45, -0.3, 0]}}, ",
     .bodies = BAR("pitman", "0, -0.15") ", " BAR("idler", "1, -0.15") ", " BAR("relay", "0.5, -0.31") ", " BAR(
         "left", "-0.5, -0.25") ", " BAR("right", "1.5, -0.25"),
     .joints = {PIN_RATE("box", "ground", "pitman", "0, 0", "0.5"), PIN("post", "ground", "idler", "1, 0"),
                PIN("a", "pitman", "relay", "0, -0.3"), PIN("b", "idler", "relay", "1, -0.3"),
                PIN("king1", "ground", "left", "-0.5, -0.1"), PIN("king2", "ground", "right", "1.5, -0.1"),
                "tie1: {type: distance, between: [r1, k1]}", "tie2: {type: distance, between: [r2, k2]}"},
     .redundant = 3,
     .freedom = 1,
     .settings = LOW_ORDER},

    /* two wheels and two coupling rods a quarter turn apart, in planes of their own */
    {.name = "coupled wheels of a locomotive",
     .gravity = "[0, 0, 0]",
     .more = "parameters: {x: 0.3*cos(0.5), y: 0.3*sin(0.5)}, "
             "markers: {tip: {on: rod2, at: [1 - y, x, 0]}, hub: {on: wheel2, at: [1 - y + 0.4*cos(0.55), x + "
             "0.4*sin(0.55), 0]}}, ",
     .bodies =
         BAR("wheel1", "0, 0") ", " BAR("wheel2", "1, 0") ", " BAR("rod1", "0.5 + x, y") ", " BAR("rod2", "0.5 - y, x"),
     .joints = {PIN_RATE("axle1", "ground", "wheel1", "0, 0", "2"), PIN("axle2", "ground", "wheel2", "1, 0"),
                PIN("a", "wheel1", "rod1", "x, y"), PIN("b", "wheel2", "rod1", "1 + x, y"),
                PIN("c", "wheel1", "rod2", "-y, x"), PIN("d", "wheel2", "rod2", "1 - y, x")},
     .redundant = 7,
     .freedom = 1,
     .exact = {PIN_RATE("axle1", "ground", "wheel1", "0, 0", "2"), PIN("axle2", "ground", "wheel2", "1, 0"),
               PIN("a", "wheel1", "rod1", "x, y"), PIN("b", "wheel2", "rod1", "1 + x, y"),
               PIN("c", "wheel1", "rod2", "-y, x"), "d: {type: distance, between: [hub, tip]}"},
     .exact_is_planar = true,
     .settings = LOW_ORDER},
};
const int mechanism_count = sizeof mechanisms / sizeof mechanisms[0];

/* ---- texts ---- */

void text_add(char text[TEXT], const char *format, ...) {
  size_t length = strlen(text);
  va_list list;
  va_start(list, format);
  int more = vsnprintf(text + length, TEXT - length, format, list);
  va_end(list);
  assert_true(more >= 0 && (size_t)more < TEXT - length);
}

static int count_joints(const char *const joints[MECHANISM_JOINTS]) {
  int count = 0;
  while (count < MECHANISM_JOINTS && joints[count]) count++;
  return count;
}

static bool can_share(trm_JointRegistry registry, const char *type, size_t length) {
  for (int k = 0; k < registry.count; k++)
    if (strlen(registry.kinds[k].name) == length && strncmp(registry.kinds[k].name, type, length) == 0)
      return trm_joint_can_share(&registry.kinds[k]);
  return false;
}

/* "pin: {type: revolute, ...}" with the type replaced and, where kinds are given, `share: false` added to those to
   which it says something */
static void add_joint(char *text, const char *joint, const char *type, const trm_JointRegistry *unshared_of) {
  const char *open = strchr(joint, '{'), *comma = strchr(open, ','), *written = strstr(open, "type: ") + 6;
  size_t length = type ? strlen(type) : (size_t)(comma - written);
  bool unshared = unshared_of && can_share(*unshared_of, type ? type : written, length);
  if (type)
    text_add(text, "%.*s{type: %s%s", (int)(open - joint), joint, type, unshared ? ", share: false" : "");
  else
    text_add(text, "%.*s%s", (int)(comma - joint), joint, unshared ? ", share: false" : "");
  text_add(text, "%s", comma);
}

static void write_mechanism(const Mechanism *mechanism, const Variant *variant, trm_JointRegistry registry,
                            char text[TEXT]) {
  const char *const *joints = variant->exact && mechanism->exact[0] ? mechanism->exact : mechanism->joints;
  int count = count_joints(joints);
  bool planar = variant->exact && (!mechanism->exact[0] || mechanism->exact_is_planar);
  text[0] = 0;
  text_add(text, "{trammel: 1, space: %s, gravity: %s, ", planar ? "planar" : "spatial",
           variant->gravity ? variant->gravity : mechanism->gravity);
  text_add(text, "%sbodies: {%s}, joints: {", mechanism->more ? mechanism->more : "", mechanism->bodies);
  for (int i = 0; i < count; i++) {
    int j = variant->reversed ? count - 1 - i : i;
    text_add(text, i ? ", " : "");
    add_joint(text, joints[j], j == variant->joint ? variant->type : NULL, variant->unshared ? &registry : NULL);
  }
  text_add(text, "}, outputs: {");
  for (int j = 0; j < count; j++) {
    int length = (int)strcspn(joints[j], ":");
    text_add(text, "%s%.*s-f: {of: %.*s, quantity: force, frame: world}, ", j ? ", " : "", length, joints[j], length,
             joints[j]);
    text_add(text, "%.*s-m: {of: %.*s, quantity: moment, frame: world}", length, joints[j], length, joints[j]);
  }
  text_add(text, "}, analysis: {until: %g, %s%s}}", variant->until > 0 ? variant->until : 1, mechanism->settings,
           variant->newton ? variant->newton : "");
}

Run mechanism_start_with(const Mechanism *mechanism, Variant variant, trm_JointRegistry registry) {
  static char text[TEXT];
  write_mechanism(mechanism, &variant, registry, text);
  return run_model(model_from_text_with(text, registry));
}

Run mechanism_start(const Mechanism *mechanism, Variant variant) {
  variant.joint = -1;
  return mechanism_start_with(mechanism, variant, trm_joint_registry());
}
