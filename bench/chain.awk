# awk -v n=N -f chain.awk: a model of N slender links (1 m, 1 kg) on revolute joints about z, hung from the ground at the origin,
# starting horizontal along x and at rest; gravity along -y; 1000 steps of 1 ms, results stored at the ends only.
BEGIN {
  if (n !~ /^[1-9][0-9]*$/) { print "chain.awk: n = number of links" > "/dev/stderr"; exit 1 }
  print "trammel: 1"
  printf "title: Chain of %d links\n", n
  print "gravity: [0, -9.81, 0]"
  print "bodies:"
  # a rod of radius 14 mm: J = m r^2 / 2 about its axis, m l^2 / 12 across
  for (i = 1; i <= n; i++) printf "  link%d: {mass: 1, inertia: [1e-4, 1/12, 1/12], position: [%.1f, 0, 0]}\n", i, i - 0.5
  print "joints:"
  for (i = 1; i <= n; i++)
    printf "  pin%d: {type: revolute, between: [%s, link%d], at: [%d, 0, 0], axis: [0, 0, 1]}\n", i, i == 1 ? "ground" : "link" i - 1, i, i - 1
  print "analysis:"
  print "  - {type: dynamic, until: 1, scheme: energy-preserving, step: {size: 1e-3}, output: {every: 1}}"
}
