# awk -v n=N -f beam.awk: a cantilever of 1.2 m with the section of the beam deployment problem, N cubic elements, a force across its end that
# swings; 1000 steps of 1 ms, energy-preserving (-v scheme=...: another one; -v space=planar: in a plane), results stored at the ends only.
BEGIN {
  if (n !~ /^[1-9][0-9]*$/) { print "beam.awk: n = number of elements" > "/dev/stderr"; exit 1 }
  if (scheme == "") scheme = "energy-preserving"
  print "trammel: 1"
  printf "title: Cantilever of %d cubic elements\n", n
  if (space != "") printf "space: %s\n", space
  print "sections:"
  print "  strip:"
  print "    stiffness: {EA: 44e6, GKy: 2.8e6, GKz: 2.8e6, GJ: 20e3, EIy: 23e3, EIz: 23e3}"
  print "    mass: {m: 1.6, Iyy: 0.11e-3, Izz: 0.11e-3}"
  print "beams:"
  printf "  boom: {curve: {line: [[0, 0, 0], [1.2, 0, 0]]}, normal: [0, 1, 0], section: strip, elements: %d, order: 3}\n", n
  print "joints:"
  print "  clamp: {type: rigid, between: [ground, boom.start]}"
  print "loads:"
  print "  pull: {on: boom.end, force: [0, \"5000*(1 - cos(4*pi*t))\", 0]}"
  print "outputs:"
  print "  tip: {of: boom.end, quantity: displacement}"
  print "analysis:"
  printf "  - {type: dynamic, until: 1, scheme: %s, step: {size: 1e-3}, output: {every: 1}}\n", scheme
}
