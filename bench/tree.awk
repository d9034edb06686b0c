# awk -v n=N -f tree.awk: a tree of N slender links (1 m, 1 kg), each with two followers, on spherical, universal and revolute joints
# in turn; it falls from rest; 1000 steps of 1 ms.
BEGIN {
  if (n !~ /^[1-9][0-9]*$/) { print "tree.awk: n = number of links" > "/dev/stderr"; exit 1 }
  split("spherical universal revolute", kind, " ")
  print "trammel: 1"
  printf "title: Tree of %d links\n", n
  print "gravity: [0, -9.81, 0]"
  print "bodies:"
  # link i starts where link i/2 ends; its direction is one of 16 in space
  x[0] = y[0] = z[0] = 0
  for (i = 1; i <= n; i++) {
    before = int(i / 2)
    a = 6.283185307179586 * (i % 16) / 16
    u = cos(a) * 0.8; v = -0.6; w = sin(a) * 0.8
    x[i] = x[before] + u; y[i] = y[before] + v; z[i] = z[before] + w
    printf "  link%d: {mass: 1, inertia: [0.08, 0.09, 0.07], position: [%.12f, %.12f, %.12f]}\n", i, x[i] - u / 2, y[i] - v / 2, z[i] - w / 2
  }
  print "joints:"
  for (i = 1; i <= n; i++) {
    before = int(i / 2); type = kind[i % 3 + 1]
    at = sprintf("at: [%.12f, %.12f, %.12f]", x[before], y[before], z[before])
    axes = type == "spherical" ? "" : type == "revolute" ? ", axis: [0, 0, 1]" : ", axes: [[0, 0, 1], [1, 0, 0]]"
    printf "  pin%d: {type: %s, between: [%s, link%d], %s%s}\n", i, type, before == 0 ? "ground" : "link" before, i, at, axes
  }
  print "analysis:"
  print "  - {type: dynamic, until: 1, scheme: energy-preserving, step: {size: 1e-3}, output: {every: 1}}"
}
