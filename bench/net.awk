# awk -v n=N -f net.awk: a square net of N x N knots, 0.1 m apart, of beams with one cubic element between neighbours, clamped to each other
# and, on the edge x = 0, to the ground; a force across a corner that swings; 100 steps of 1 ms, energy-preserving (-v scheme=...: another
# one), results stored at the ends only.
BEGIN {
  if (n !~ /^[1-9][0-9]*$/ || n < 2) { print "net.awk: n = number of knots along a side, 2 or more" > "/dev/stderr"; exit 1 }
  if (scheme == "") scheme = "energy-preserving"
  print "trammel: 1"
  printf "title: Net of %d x %d knots\n", n, n
  print "sections:"
  print "  wire:"
  print "    stiffness: {EA: 16.5e6, GKy: 5.3e6, GKz: 5.3e6, GJ: 100, EIy: 130, EIz: 130}"
  print "    mass: {m: 0.617, Iyy: 4.9e-6, Izz: 4.9e-6}"
  print "beams:"
  for (i = 0; i < n; i++) for (j = 0; j < n; j++) {
    if (i + 1 < n) printf "  x%d_%d: {curve: {line: [[%.1f, %.1f, 0], [%.1f, %.1f, 0]]}, normal: [0, 0, 1], section: wire, elements: 1, order: 3}\n", i, j, i / 10, j / 10, (i + 1) / 10, j / 10
    if (j + 1 < n) printf "  y%d_%d: {curve: {line: [[%.1f, %.1f, 0], [%.1f, %.1f, 0]]}, normal: [0, 0, 1], section: wire, elements: 1, order: 3}\n", i, j, i / 10, j / 10, i / 10, (j + 1) / 10
  }
  print "joints:"
  for (i = 0; i < n; i++) for (j = 0; j < n; j++) {
    first = i == 0 ? "ground" : ""
    count = 0
    if (i > 0) end[count++] = "x" i - 1 "_" j ".end"
    if (i + 1 < n) end[count++] = "x" i "_" j ".start"
    if (j > 0) end[count++] = "y" i "_" j - 1 ".end"
    if (j + 1 < n) end[count++] = "y" i "_" j ".start"
    from = 0
    if (first == "") first = end[from++]
    for (k = from; k < count; k++) printf "  knot%d_%d_%d: {type: rigid, between: [%s, %s]}\n", i, j, k, first, end[k]
  }
  print "loads:"
  printf "  pull: {on: x%d_%d.end, force: [0, 0, \"%g*(1 - cos(20*pi*t))\"]}\n", n - 2, n - 1, 100 / n
  print "outputs:"
  printf "  corner: {of: x%d_%d.end, quantity: displacement}\n", n - 2, n - 1
  print "analysis:"
  printf "  - {type: dynamic, until: 0.1, scheme: %s, step: {size: 1e-3}, output: {every: 0.1}}\n", scheme
}
