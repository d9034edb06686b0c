# awk -v n=N -f crossed.awk: a chain of N slender links as in chain.awk, but its hinges turn about z and y in turn, so that it moves in space; the
# first turns at 1 rad/s about z, the second about y; gravity along -y; 1000 steps of 1 ms, results stored at the ends only.
BEGIN {
  if (n !~ /^[1-9][0-9]*$/) { print "crossed.awk: n = number of links" > "/dev/stderr"; exit 1 }
  print "trammel: 1"
  printf "title: Chain of %d links, axes crossed\n", n
  print "gravity: [0, -9.81, 0]"
  print "bodies:"
  for (i = 1; i <= n; i++) printf "  link%d: {mass: 1, inertia: [1e-4, 1/12, 1/12], position: [%.1f, 0, 0]}\n", i, i - 0.5
  print "joints:"
  for (i = 1; i <= n; i++)
    printf "  pin%d: {type: revolute, between: [%s, link%d], at: [%d, 0, 0], axis: %s, coordinates: {phi: {rate: %d}}}\n", i,
      i == 1 ? "ground" : "link" i - 1, i, i - 1, i % 2 ? "[0, 0, 1]" : "[0, 1, 0]", i <= 2
  print "analysis:"
  print "  - {type: dynamic, until: 1, scheme: energy-preserving, step: {size: 1e-3}, output: {every: 1}}"
}
