/* Wrong models: what is said, and where. A @ marks the place that must be named; it is not part of the model. Keys that
   a case does not give itself stand above it. Exactly one error must be reported. */
#include "definitions.h"
#include "base/text.h"
#include "trammel/version.h"

typedef struct Case {
  const char *text, *message;
} Case;

static const Case cases[] = {
    /* the root */
    {"@bodys: {a: {mass: 1}}", "unknown key \"bodys\" (did you mean \"bodies\"?)"},
    {"@zzz: 1", "unknown key \"zzz\""},
    {"@body: {c: {mass: 1}}", "unknown key \"body\" (did you mean \"bodies\"?)"},
    {"@parameter: {c: 1}", "unknown key \"parameter\" (did you mean \"parameters\"?)"},
    {"gravity: [0, 1 + @t, 0]",
     "the time \"t\" is known only in functions of time (drives, loads, actuators), not here"},
    {"joints: {j: {type: revolute, between: [a, ground], axis: [0, 0, 1], coordinates: {@theta: {}}}}",
     "unknown key \"theta\"; there is only phi"},
    {"joints: {j: {type: planar, between: [a, ground], axis: [0, 0, 1], coordinates: {@psi: {}}}}",
     "unknown key \"psi\" (did you mean \"phi\"?)"},
    {"joints: {j: {type: planar, between: [a, ground], axis: [0, 0, 1], coordinates: {@theta: {}}}}",
     "unknown key \"theta\"; there are delta1, delta2 and phi"},
    {"gravity: @[0, -9.81]", "gravity must be a list of 3 numbers, not a list of 2"},
    {"gravity: @9.81", "gravity must be a list of 3 numbers, not \"9.81\""},
    {"gravity: [0, @g, 0]", "gravity: unknown name \"g\""},
    {"gravity: [0, @[1], 0]", "gravity must be a number, not a list of 1"},
    {"@gravity:", "gravity has no value"},
    {"title: @[a]", "title must be a text, not a list of 1"},
    {"initial: @3", "initial must be a map, not \"3\""},
    {"initial: {tolerance: @0}", "initial.tolerance must be positive, but is 0"},
    {"initial: {tolerance: @1/0}", "initial.tolerance must be finite, but \"1/0\" is infinite"},
    {"initial: {tolerance: @0/0}", "not a number"},
    {"initial: {tolerance: @1e999}", "the number 1e999 is too large"},
    {"initial: {@tol: 1e-3}", "initial: unknown key \"tol\""},
    {"!@title: x\nanalysis: {until: 1, step: 1}", "missing key \"trammel\""},
    {"!trammel: @3\nanalysys: 1", "version 3 of the model language needs a newer trammel: this is trammel " TRM_VERSION
                                  ", which reads versions 1 and 2"},
    {"!trammel: @9\nanalysys: 1", "version 9 of the model language needs a newer trammel"},
    {"!trammel: @0\nanalysys: 1",
     "there is no version 0 of the model language: this is trammel " TRM_VERSION ", which reads versions 1 and 2"},
    {"!trammel: @1.5\nanalysys: 1", "there is no version 1.5 of the model language"},
    {"!trammel: @-2\nanalysys: 1", "there is no version -2 of the model language"},
    {"!trammel: 2\nbodies: {a: {mass: 1, inertia: 1}}\njoints: {j: {type: revolute, between: [a, ground], axis: [0, 0, "
     "1], coordinates: {phi: {force: @{table: [[0, 0], [1, 1]]}}}}}\nanalysis: {until: 1, step: 1}",
     "joint \"j\": coordinates.phi.force: a table says which variable it is over: of: phi, or of: t for the time"},
    {"!trammel: @one\nanalysis: {until: 1, step: 1}", "trammel: unknown name \"one\""},
    {"!trammel: @[1]\nanalysis: {until: 1, step: 1}", "trammel must be a number"},
    {"!@trammel: 1", "missing key \"analysis\", for example analysis: {type: dynamic"},
    {"markers: {m: {on: a, @part: a}}", "marker \"m\": \"on\" and \"part\" are the same key"},
    {"loads: {l: {@true: a, force: [1, 0, 0]}}",
     "unknown key \"true\": some programs read \"on\" as true; \"part\" is the same key"},
    /* functions and tables */
    {"functions: {@sin: {of: [s], value: s}}", "functions: \"sin\" has a meaning of its own in expressions"},
    {"functions: {@f: {value: \"3\"}}", "function \"f\": missing key \"of\""},
    {"functions: {@f: {of: [s]}}", "function \"f\": missing key \"value\""},
    {"functions: {f: {of: [s], value: \"s + @r\"}}", "function \"f\": value: unknown name \"r\""},
    {"functions: {f: {of: [s, @s], value: s}}", "function \"f\": two arguments are called \"s\""},
    {"functions: {f: {of: [@2s], value: \"1\"}}", "\"2s\" cannot be a name"},
    {"functions: {f: {of: [a, b, c, d, @e1], value: a}}", "at most 4 arguments are allowed, not 5"},
    {"parameters: {s: 1}\nfunctions: {f: {of: [@s], value: s}}",
     "\"s\" is an argument here and a parameter of the model; rename one of them"},
    {"parameters: {s: 1}\nfunctions: {@s: {of: [x], value: x}}", "functions: \"s\" is a parameter already"},
    {"functions: {g: {of: [x], value: x}}\ntables: {@g: [[0, 0], [1, 1]]}", "tables: \"g\" is a function already"},
    {"functions: {@g: {of: [x], value: h(x)}, h: {of: [x], value: g(x)}}",
     "functions: \"g\" is written with itself: g -> h -> g"},
    {"functions: {g: {of: [x], value: x}}\ngravity: [0, \"@g(1, 2)\", 0]", "gravity: g takes 1 argument, not 2"},
    {"functions: {g: {of: [x], value: x}}\ngravity: [0, \"@g\", 0]",
     "the function \"g\" needs its arguments in parentheses"},
    {"functions: {g: {of: [x], value: x}}\ninputs: {@g: 1}", "inputs: \"g\" is a function already"},
    {"tables: {@f: {}}", "table \"f\": missing key \"table\", \"file\" or \"values\""},
    {"tables: {f: [[0, 0], [@0, 1]]}", "the first numbers must increase, but 0 follows 0"},
    {"tables: {f: {file: @a.csv}}", "only a model that is read from a file has a folder"},
    {"tables: {f: {x: [0, 1], y: [0, 1], values: @[[1, 2], [3, 4], [5, 6]]}}",
     "must be 2 rows (one for each x) of 2 numbers (one for each y), not 3 of 2"},
    {"tables: {f: {x: [0, 1], y: [0, 1], values: [[1, 2], @[3]]}}", "must be a list of 2 numbers, as its first row is"},
    {"tables: {f: {x: @[0, 0], y: [0, 1], values: [[1, 2], [3, 4]]}}", "x must increase, but 0 follows 0"},
    {"tables: {f: {x: [0, 1], y: [0, 1], values: [[1, 2], [3, 4]], interpolation: @akima}}",
     "of two variables must be linear or cubic"},
    {"tables: {f: {x: [0, 1], values: @[[1, 2], [3, 4]]}}", "\"values\" needs the key \"y\" too"},
    /* parameters */
    {"parameters: {@sin: 1}", "parameters: \"sin\" has a meaning of its own in expressions"},
    {"parameters: {@pi: 3}", "parameters: \"pi\" has a meaning of its own"},
    {"parameters: {@a-b: 1}", "parameters: \"a-b\" cannot be a name"},
    {"parameters: {@2a: 1}", "cannot be a name"},
    {"parameters: {a: @[1]}", "parameters.a must be a number, not a list of 1"},
    {"parameters: {@a: }", "parameters.a has no value"},
    {"parameters: @[1]", "parameters must be a map from names to numbers"},
    {"parameters: {p: 2*(3 + @qq)}", "parameters.p: unknown name \"qq\""},
    {"parameters: {length: 1, p: 2*@lenght}", "unknown name \"lenght\" (did you mean \"length\"?)"},
    {"parameters: {a1: b1, @b1: c1 + 1, c1: b1*2}", "\"b1\" is written with itself: b1 -> c1 -> b1"},
    {"parameters: {@a1: a1}", "a1 -> a1"},
    {"parameters: {p: @1/0, q: p, r: 1/q}\ninitial: {tolerance: r}", "parameters.p must be finite"},
    {"parameters: {p: '3 + @zz'}", "unknown name \"zz\""},
    {"parameters: {t: 1}\nloads: {l: {on: a, force: [@2*t, 0, 0]}}", "\"t\" is a variable here and a parameter"},
    /* bodies */
    {"bodies: {@a: {}}", "body \"a\": missing key \"mass\""},
    {"bodies:\n  @a:\n", "body \"a\": missing key \"mass\""},
    {"bodies: {a: {mass: @-1}}", "body \"a\": mass must be positive, but is -1"},
    {"bodies: {a: {mass: @{m: 1}}}", "body \"a\": mass must be a number, not a map"},
    {"bodies: {a: {mass: 1, @masss: 2}}", "body \"a\": unknown key \"masss\" (did you mean \"mass\"?)"},
    {"bodies: {a: @1}", "body \"a\" must be a map, not \"1\""},
    {"bodies: {@1a: {mass: 1}}", "body \"1a\": a name is made of letters, digits, _ and -"},
    {"bodies: {@ä: {mass: 1}}", "a name is made of letters"},
    {"bodies: {@ground: {mass: 1}}", "body \"ground\": the name \"ground\" has a meaning of its own"},
    {"bodies: {@energy: {mass: 1}}", "the name \"energy\" has a meaning of its own"},
    {"bodies: @[1]", "bodies must be a map from names to maps, not a list of 1"},
    {"bodies: {a: {mass: 1, inertia: @[1, 2]}}", "inertia must be J, [Jx, Jy, Jz]"},
    {"bodies: {a: {mass: 1, inertia: @[[1, 2, 0], [0, 1, 0], [0, 0, 1]]}}", "inertia: the matrix must be symmetric"},
    {"bodies: {a: {mass: 1, inertia: [[1, 0, 0], @[0, 1], [0, 0, 1]]}}", "inertia must be a list of 3 numbers"},
    {"bodies: {a: {mass: 1, omega: @[0, 0, 1]}}", "body \"a\": \"omega\" needs the key \"inertia\" too"},
    /* orientations */
    {"markers: {m: {on: a, orientation: @[1, 0, 0]}}", "marker \"m\": orientation must be a map, not a list of 3"},
    {"markers: {m: {on: a, orientation: @{}}}", "missing key \"axis\", \"matrix\", \"quaternion\" or \"bryan\""},
    {"markers: {m: {on: a, orientation: {axis: @[0, 0, 0], angle: 1}}}",
     "orientation.axis must not be the zero vector"},
    {"markers: {m: {on: a, orientation: {axis: @[0, 0, 1]}}}", "\"axis\" needs the key \"angle\" too"},
    {"markers: {m: {on: a, orientation: {bryan: [0, 0, 1], angle: @1}}}", "\"angle\" needs the key \"axis\" too"},
    {"markers: {m: {on: a, orientation: {axis: [0, 0, 1], angle: 1, bryan: @[0, 0, 1]}}}",
     "\"axis\" and \"bryan\" exclude each other"},
    {"markers: {m: {on: a, orientation: {quaternion: @[1, 0, 0]}}}", "orientation.quaternion must be 4 numbers"},
    {"markers: {m: {on: a, orientation: {quaternion: @[1, 1, 0, 0]}}}", "must have length 1, but has 1.41421"},
    {"markers: {m: {on: a, orientation: {matrix: @[[1, 0, 0], [0, 1, 1], [0, 0, 1]]}}}", "perpendicular rows"},
    {"markers: {m: {on: a, orientation: {matrix: @[[0, 1, 0], [1, 0, 0], [0, 0, 1]]}}}", "is a reflection"},
    {"markers: {m: {on: a, orientation: {matrix: @[[0, 1, 0], [1, 0, 0]]}}}", "must be a list of 3 vectors"},
    /* markers, references */
    {"markers: {m: {on: @aa}}", "marker \"m\": on: no body or beam point is called \"aa\""},
    {"bodies: {crank: {mass: 1}}\nmarkers: {m: {on: @crnak}}",
     "no body or beam point is called \"crnak\" (did you mean \"crank\"?)"},
    {"markers: {m: {on: a}, n: {on: @m}}", "marker \"n\": on: \"m\" is a marker, not a body"},
    {"markers: {m: {on: @[a]}}", "marker \"m\": on must be a name, not a list of 1"},
    {"markers: {@b: {on: a}}", "marker \"b\": the name is already used by the body in line"},
    {"markers: {@m: {at: [0, 0, 0]}}", "marker \"m\": missing key \"on\""},
    /* joints */
    {"joints: {@j: {between: [a, b]}}", "joint \"j\": missing key \"type\"; there are rigid, revolute"},
    {"joints: {j: {type: @hinge, between: [a, b]}}", "joint \"j\": unknown type \"hinge\"; there are rigid, revolute"},
    {"joints: {j: {type: @revolut, between: [a, b]}}",
     "unknown type \"revolut\" (did you mean \"revolute\"?); there are"},
    {"joints: {j: {type: @[rigid], between: [a, b]}}", "joint \"j\": type must be one of rigid, revolute"},
    {"joints: {j: @revolute}", "joint \"j\" must be a map, not \"revolute\""},
    {"joints: {j: {type: revolute, between: [a, b], @axsi: [0, 0, 1]}}",
     "joint \"j\": unknown key \"axsi\" (did you mean \"axis\"?)"},
    {"joints: {@j: {type: revolute, between: [a, b]}}", "joint \"j\": missing key \"axis\" or \"orientation\""},
    {"joints: {j: {type: revolute, between: [a, b], axis: [0, 0, 1], orientation: @{bryan: [0, 0, 1]}}}",
     "\"axis\" and \"orientation\" exclude each other"},
    {"joints: {j: {type: revolute, between: [a, b], axis: @[0, 0, 0]}}",
     "joint \"j\": axis must not be the zero vector"},
    {"joints: {j: {type: rigid, between: [a, b], @axis: [0, 0, 1]}}", "joint \"j\": unknown key \"axis\""},
    {"joints: {j: {type: distance, between: [a, b], @at: [0, 0, 1]}}", "joint \"j\": unknown key \"at\""},
    {"joints: {j: {type: rigid, between: @[a]}}", "joint \"j\": between must be a list of two names, not a list of 1"},
    {"joints: {j: {type: rigid, between: @a}}", "between must be a list of two names, not \"a\""},
    {"joints: {j: {type: rigid, between: [a, @c]}}",
     "joint \"j\": between: no body, marker or beam point is called \"c\""},
    {"joints: {j: {type: rigid, between: [a, @grund]}}", "(did you mean \"ground\"?)"},
    {"joints: {j: {type: rigid, between: [a, @a]}}", "joint \"j\": between: \"a\" is named twice"},
    {"markers: {m: {on: a}}\njoints: {j: {type: rigid, between: [a, @m]}}", "\"a\" and \"m\" are both on \"a\""},
    {"joints: {j: {type: rigid, between: [a, b]}, k: {type: rigid, between: [a, @j]}}", "\"j\" is a joint, not a body"},
    {"joints: {j: {type: rigid, between: [a, b], share: @yes}}",
     "joint \"j\": share must be true or false, not \"yes\""},
    {"joints: {@j: {type: screw, between: [a, b], axis: [0, 0, 1]}}", "joint \"j\": missing key \"pitch\""},
    {"joints: {@j: {type: universal, between: [a, b]}}", "joint \"j\": missing key \"axes\""},
    {"joints: {j: {type: universal, between: [a, b], axes: [[1, 0, 0], @[0, 0, 0]]}}",
     "must not contain the zero vector"},
    {"joints: {j: {type: universal, between: [a, b], axes: @[1, 0, 0]}}", "axes must be a list of 2 vectors"},
    {"joints: {@a: {type: rigid, between: [a, b]}}", "joint \"a\": the name is already used by the body in line 2"},
    {"joints: {@time: {type: rigid, between: [a, b]}}", "the name \"time\" has a meaning of its own"},
    /* coordinates and laws */
    {"joints: {j: {type: rigid, between: [a, b], @coordinates: {}}}", "unknown key \"coordinates\""},
    {"joints: {j: {type: revolute, between: [a, b], axis: [0, 0, 1], coordinates: {@phi1: {}}}}",
     "joint \"j\": coordinates: unknown key \"phi1\" (did you mean \"phi\"?)"},
    {"joints: {j: {type: revolute, between: [a, b], axis: [0, 0, 1], coordinates: {phi: {spring: @-1}}}}",
     "joint \"j\": coordinates.phi.spring.stiffness must be 0 or positive, but is -1"},
    {"joints: {j: {type: revolute, between: [a, b], axis: [0, 0, 1], coordinates: {phi: {@spring: {free: 1}}}}}",
     "joint \"j\": coordinates.phi.spring: missing key \"stiffness\" or \"force\""},
    {"joints: {j: {type: revolute, between: [a, b], axis: [0, 0, 1], coordinates: {phi: {force: 2*@delta}}}}",
     "joint \"j\": coordinates.phi.force: unknown name \"delta\""},
    {"joints: {j: {type: revolute, between: [a, b], axis: [0, 0, 1], coordinates: {phi: {drive: '2*@phi'}}}}",
     "coordinates.phi.drive: unknown name \"phi\""},
    {"joints: {j: {type: revolute, between: [a, b], axis: [0, 0, 1], coordinates: {phi: {drive: t, drive-rate: @1}}}}",
     "\"drive\" and \"drive-rate\" exclude each other"},
    {"joints: {j: {type: revolute, between: [a, b], axis: [0, 0, 1], coordinates: {phi: {drive: {table: @[[0, 1]]}}}}}",
     "coordinates.phi.drive.table must be a list of at least two points"},
    {"joints: {j: {type: revolute, between: [a, b], axis: [0, 0, 1], coordinates: {phi: {drive: {table: [[0, 1], [@0, "
     "2]]}}}}}",
     "the first numbers must increase, but 0 follows 0"},
    {"joints: {j: {type: revolute, between: [a, b], axis: [0, 0, 1], coordinates: {phi: {drive: {table: [[0, 1], "
     "@[0]]}}}}}",
     "must be a list of 2 numbers, not a list of 1"},
    {"joints: {j: {type: revolute, between: [a, b], axis: [0, 0, 1], coordinates: {phi: {drive: {table: [[0, 1], [1, "
     "2]], "
     "interpolation: @cubik}}}}}",
     "interpolation must be linear, cubic, akima or monotone, not \"cubik\" (did you mean \"cubic\"?)"},
    {"joints: {j: {type: revolute, between: [a, b], axis: [0, 0, 1], coordinates: {phi: {drive: @[1, 2]}}}}",
     "must be a number, an expression or {table: [[x, y], ...]}, not a list of 2"},
    {"joints: {j: {type: revolute, between: [a, b], axis: [0, 0, 1], coordinates: {phi: {@stops: {stiffness: 1}}}}}",
     "coordinates.phi.stops: missing key \"lower\" or \"upper\""},
    {"joints: {j: {type: revolute, between: [a, b], axis: [0, 0, 1], coordinates: {phi: {stops: {lower: 1, upper: @0, "
     "stiffness: 1}}}}}",
     "coordinates.phi.stops.upper (0) must be above lower (1)"},
    /* springs, loads, outputs */
    {"springs: {@s: {between: [a, b]}}", "spring \"s\": missing key \"stiffness\", \"force\" or \"damping\""},
    {"springs: {s: {between: [a, b], stiffness: 1, force: @length}}", "\"stiffness\" and \"force\" exclude each other"},
    {"springs: {s: {between: [a, b], damping: 1, free-length: @1}}", "\"free-length\" needs the key \"stiffness\" too"},
    {"springs: {s: {between: [a, b], stiffness: 1, @free_length: 1}}", "(did you mean \"free-length\"?)"},
    {"loads: {@l: {on: a}}",
     "load \"l\": missing key \"force\", \"moment\", \"force-per-length\" or \"moment-per-length\""},
    {"loads: {l: {on: @ground, force: [1, 0, 0]}}",
     "load \"l\": on: the ground does not move; name a body, marker, beam point or beam"},
    {"loads: {l: {on: a, force: @[1, 0]}}", "load \"l\": force must be a list of 3 numbers or expressions"},
    {"loads: {l: {on: a, force: [0, \"5*(t +@)\", 0]}}", "load \"l\": force:"},
    {"loads: {l: {on: a, force: [1, 0, 0], frame: @wrld}}",
     "load \"l\": frame must be world or body, not \"wrld\" (did you mean \"world\"?)"},
    {"outputs: {@o: {of: a}}", "output \"o\": missing key \"quantity\""},
    {"outputs: {o: {of: a, quantity: position, frame: @b}}",
     "frame must be default, world or body, not \"b\"; what another body sees is asked for by `from`"},
    {"outputs: {o: {of: a, quantity: @speed}}", "output \"o\": quantity must be position, displacement"},
    {"outputs: {o: {of: a, quantity: @force}}", "force and moment are those of a joint"},
    {"joints: {j: {type: rigid, between: [a, b]}}\noutputs: {o: {of: j, quantity: @omega}}",
     "a joint has only force, moment and bryan"},
    {"outputs: {o: {of: a, quantity: omega}, p: {of: @o, quantity: omega}}", "\"o\" is an output, not a body"},
    /* analysis */
    {"analysis: @[]", "analysis must not be empty"},
    {"analysis: @3", "analysis must be a map, not \"3\""},
    {"analysis: @{step: 1}", "analysis: missing key \"until\""},
    {"analysis: {until: 1, step: {size: 1, tolerance: @1e-3}}", "\"size\" and \"tolerance\" exclude each other"},
    {"analysis: {until: 1, step: @0}", "analysis.step.size must be positive, but is 0"},
    {"analysis: {until: 1, step: {tolerance: @0}}", "analysis.step.tolerance must be positive, but is 0"},
    {"analysis: {until: 1, step: 1, order: @3}", "analysis.order must be 2, 4 or 6, but is 3"},
    {"analysis: {until: 1, step: 1, newton: {iterations: @2.5}}", "analysis.newton.iterations must be a whole number"},
    {"analysis: {until: 1, step: 1, output: {times: [0, @-1]}}",
     "analysis.output.times must be 0 or positive, but is -1"},
    {"analysis: {until: 1, step: 1, output: {times: @1}}", "times must be a list of numbers, not \"1\""},
    {"analysis: [{until: 1, step: 1}, {until: 2, step: 1, scheme: @energy}]",
     "analysis 2: scheme must be energy-preserving"},
    {"analysis: {type: @spectral, until: 1, step: 1}",
     "analysis: unknown type \"spectral\"; there are dynamic, static, kinematic, modal"},
    {"analysis: {type: @statik}", "did you mean \"static\"?"},
    {"analysis: {type: static, until: @1}", "analysis: \"until\" says nothing to a static analysis"},
    {"analysis: {until: 1, step: 1, at: @1}", "analysis: \"at\" says nothing to a dynamic analysis"},
    {"analysis: {type: static, arc: @0.1}", "analysis: \"arc\" says nothing to a static analysis by load steps"},
    {"analysis: {type: static, method: arc-length, increments: @5}",
     "analysis: \"increments\" says nothing to a static analysis by arc-length"},
    {"analysis: {type: static, method: arc-length, @stop-at: {channel: energy.total}}",
     "analysis.stop-at: missing key \"value\""},
    {"analysis: {type: kinematic, until: 1, step: 1, order: @4}",
     "analysis: \"order\" says nothing to a kinematic analysis"},
    {"analysis: @{type: kinematic, until: 1}", "analysis: missing key \"output\" or \"step\""},
    {"analysis: @{type: kinematic, step: 1}", "analysis: missing key \"until\""},
    {"analysis: [{until: 1, step: 1}, {type: kinematic, until: @0.5, step: 1}]",
     "analysis 2: until (0.5) must be after 1"},
    {"analysis: [{type: static, at: 3}, {until: @2, step: 1}]", "analysis 2: until (2) must be after 3"},
    {"analysis: {until: 1, step: 1, output: {times: @[0.5, 2]}}", "analysis.output.times: 2 is after the end"},
};

static char *compose(const Case *test) {
  trm_Text text = {0};
  if (*test->text == '!') {
    trm_text_add(&text, test->text + 1);
    return trm_text_take(&text);
  }
  trm_text_add(&text, "trammel: 1\n");
  if (!strstr(test->text, "bodies:") && !strstr(test->text, "bodys:"))
    trm_text_add(&text, "bodies: {a: {mass: 1}, b: {mass: 1, inertia: [1, 1, 1]}}\n");
  if (!strstr(test->text, "analysis:")) trm_text_add(&text, "analysis: {until: 1, step: 0.1}\n");
  trm_text_format(&text, "%s\n", test->text);
  return trm_text_take(&text);
}

/* Takes the mark out of the text and returns its place. */
static trm_Place take_mark(char *text) {
  trm_Place place = {1, 1, 0};
  char *at = text;
  for (; *at && *at != '@'; at++) {
    if (*at == '\n')
      place.line++, place.column = 1;
    else if (((unsigned char)*at & 0xC0) != 0x80)
      place.column++;
  }
  assert_int_equal(*at, '@');
  memmove(at, at + 1, strlen(at));
  return place;
}

static bool as_expected(const Defined *defined, trm_Place place, const char *message) {
  if (defined->good || trm_diagnostics_count(defined->diagnostics, TRM_NOTE) != 1) return false;
  const trm_Diagnostic *said = trm_diagnostics_get(defined->diagnostics, 0);
  return said->place.line == place.line && said->place.column == place.column && strstr(said->message, message);
}

static void wrong_models_are_refused_at_the_right_place(void **state) {
  (void)state;
  int count = (int)(sizeof cases / sizeof *cases), failures = 0;
  for (int i = 0; i < count; i++) {
    char *text = compose(&cases[i]);
    trm_Place place = take_mark(text);
    Defined defined = define_text(text);
    if (!as_expected(&defined, place, cases[i].message)) {
      char *said = trm_diagnostics_text(defined.diagnostics);
      print_error("expected %d:%d: %s\n%s%s\n", place.line, place.column, cases[i].message, text, said);
      trm_free(said);
      failures++;
    }
    defined_free(&defined);
    trm_free(text);
  }
  assert_int_equal(failures, 0);
  assert_true(count >= 100);
}

static void all_errors_come_in_one_go(void **state) {
  (void)state;
  Defined defined = define_text("trammel: 1\n"
                                "parameters: {p: q, q: p, r: 1 +}\n"
                                "gravity: [1, 2]\n"
                                "bodies: {a: {mass: -1, colour: red}, a-b: {mass: r}}\n"
                                "joints: {j: {type: revolute, between: [a, x], axis: [0, 0, 0]}}\n"
                                "loads: {a: {on: y, force: [1, 2, z]}}\n"
                                "analysis: {until: -1, step: [1]}\n");
  static const int lines[] = {2, 2, 3, 4, 4, 5, 5, 6, 6, 6, 7, 7};
  assert_int_equal(trm_diagnostics_stored(defined.diagnostics), (int)(sizeof lines / sizeof *lines));
  for (int i = 0; i < (int)(sizeof lines / sizeof *lines); i++)
    assert_int_equal(trm_diagnostics_get(defined.diagnostics, i)->place.line, lines[i]);
  defined_free(&defined);
}

/* A value used twice by alias is wrong once, where it stands; a right one serves twice. */
static void aliases_are_ordinary_values(void **state) {
  (void)state;
  Defined wrong = define_text("trammel: 1\nbodies:\n  a: &x {mass: -1}\n  b: *x\nanalysis: {until: 1, step: 1}\n");
  assert_false(wrong.good);
  assert_int_equal(trm_diagnostics_count(wrong.diagnostics, TRM_ERROR), 2);
  assert_int_equal(trm_diagnostics_get(wrong.diagnostics, 0)->place.line, 3);
  defined_free(&wrong);
  Defined right = define_good("trammel: 1\nbodies:\n  a: &x {mass: 2}\n  b: *x\nanalysis: {until: 1, step: 1}\n");
  assert_true(((const trm_BodyDef *)right.model.bodies.items[1].data)->mass == 2);
  defined_free(&right);
}

/* 20 000 references to nothing among 20 000 names: counted, not searched for ever. */
static void very_many_errors_are_counted_fast(void **state) {
  (void)state;
  enum { MANY = 20000 };
  trm_Text text = {0};
  trm_text_add(&text, "trammel: 1\nanalysis: {until: 1, step: 1}\nbodies:\n");
  for (int i = 0; i < MANY; i++) trm_text_format(&text, "  body%d: {mass: 1}\n", i);
  trm_text_add(&text, "loads:\n");
  for (int i = 0; i < MANY; i++) trm_text_format(&text, "  load%d: {on: bdy%d, force: [0, 0, 1]}\n", i, i);
  Defined defined = define_text(text.data);
  assert_int_equal(trm_diagnostics_count(defined.diagnostics, TRM_ERROR), MANY);
  assert_int_equal(trm_diagnostics_stored(defined.diagnostics), 100);
  defined_free(&defined);
  trm_text_free(&text);
}

static void long_names_are_cut_in_messages(void **state) {
  (void)state;
  trm_Text text = {0};
  trm_text_add(&text, "trammel: 1\nanalysis: {until: 1, step: 1}\n? ");
  for (int i = 0; i < 5000; i++) trm_text_add(&text, "\xC3\xA4");
  trm_text_add(&text, "\n: 1\n");
  Defined defined = define_text(text.data);
  assert_int_equal(trm_diagnostics_count(defined.diagnostics, TRM_ERROR), 1);
  assert_true(strlen(trm_diagnostics_get(defined.diagnostics, 0)->message) < 700);
  defined_free(&defined);
  trm_text_free(&text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(wrong_models_are_refused_at_the_right_place), cmocka_unit_test(all_errors_come_in_one_go),
      cmocka_unit_test(aliases_are_ordinary_values), cmocka_unit_test(very_many_errors_are_counted_fast),
      cmocka_unit_test(long_names_are_cut_in_messages)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
