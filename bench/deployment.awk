# awk -v n=N -f deployment.awk: the beam deployment problem with N cubic elements and a prismatic joint (-v sleeves=1: two sleeves), 1000
# steps of 1 ms, energy-preserving (-v scheme=...: another one), results stored at the ends only.
BEGIN {
  if (n !~ /^[1-9][0-9]*$/) { print "deployment.awk: n = number of elements" > "/dev/stderr"; exit 1 }
  if (scheme == "") scheme = "energy-preserving"
  print "trammel: 1"
  printf "title: Beam deployment, %d cubic elements\n", n
  print "sections:"
  print "  strip:"
  print "    stiffness: {EA: 44e6, GKy: 2.8e6, GKz: 2.8e6, GJ: 20e3, EIy: 23e3, EIz: 23e3}"
  print "    mass: {m: 1.6, Iyy: 0.11e-3, Izz: 0.11e-3}"
  print "beams:"
  printf "  boom: {curve: {line: [[0, 0, 0], [2.4, 0, 0]]}, normal: [0, 1, 0], section: strip, elements: %d, order: 3}\n", n
  print "joints:"
  if (sleeves) {
    print "  left: {type: sliding, slider: ground, along: boom, at: [1.08, 0, 0], coordinates: {eta: {drive: \"0.325 + 0.125*cos(2*pi*t)\"}}}"
    print "  right: {type: sliding, slider: ground, along: boom, at: [1.32, 0, 0]}"
  } else
    print "  guide: {type: prismatic, between: [ground, boom@0.5], axis: [1, 0, 0], coordinates: {delta: {drive: \"0.3*(1 - cos(2*pi*t))\"}}}"
  print "loads:"
  print "  pull: {on: boom.end, force: [0, \"5000*(1 - cos(4*pi*t))*(t <= 0.5)\", 0]}"
  print "outputs:"
  print "  tip: {of: boom.end, quantity: displacement}"
  print "analysis:"
  printf "  - {type: dynamic, until: 1, scheme: %s, step: {size: 1e-3}, output: {every: 1}}\n", scheme
}
