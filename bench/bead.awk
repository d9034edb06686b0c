# awk -v n=N -f bead.awk: a bead of 0.1 kg slides at 2 m/s along a wire of 2 m with N cubic elements, clamped at one end and pinned at the other;
# gravity along -z; 500 steps of 1 ms, energy-preserving (-v scheme=...: another one), results stored at the ends only.
BEGIN {
  if (n !~ /^[1-9][0-9]*$/) { print "bead.awk: n = number of elements" > "/dev/stderr"; exit 1 }
  if (scheme == "") scheme = "energy-preserving"
  print "trammel: 1"
  printf "title: Bead on a wire of %d cubic elements\n", n
  print "gravity: [0, 0, -9.81]"
  print "sections:"
  print "  strand:"
  print "    stiffness: {EA: 16.5e6, GKy: 5.3e6, GKz: 5.3e6, GJ: 100, EIy: 130, EIz: 130}"
  print "    mass: {m: 0.617, Iyy: 4.9e-6, Izz: 4.9e-6}"
  print "beams:"
  printf "  wire: {curve: {line: [[0, 0, 0], [2, 0, 0]]}, normal: [0, 1, 0], section: strand, elements: %d, order: 3}\n", n
  print "bodies:"
  print "  bead: {mass: 0.1, position: [0.2, 0, 0], velocity: [2, 0, 0]}"
  print "joints:"
  print "  clamp: {type: rigid, between: [ground, wire.start]}"
  print "  pin: {type: spherical, between: [ground, wire.end]}"
  print "  slot: {type: sliding, slider: bead, along: wire, coordinates: {s: {rate: 2}}}"
  print "analysis:"
  printf "  - {type: dynamic, until: 0.5, scheme: %s, step: {size: 1e-3}, output: {every: 0.5}}\n", scheme
}
