# awk -v n=N -f four-bars.awk: N four-bar linkages in a row, a plane mechanism of revolute joints in space (2N + 1 bodies, N loops,
# 3N redundant constraints), hanging from the ground and swinging; rods of 1 m and 1 kg; gravity along -y; 1000 steps of 1 ms.
BEGIN {
  if (n !~ /^[1-9][0-9]*$/) { print "four-bars.awk: n = number of loops" > "/dev/stderr"; exit 1 }
  print "trammel: 1"
  printf "title: %d four-bar linkages\n", n
  print "gravity: [0, -9.81, 0]"
  print "bodies:"
  for (i = 0; i <= n; i++) printf "  hanger%d: {mass: 1, inertia: [1/12, 1e-4, 1/12], position: [%d, -0.5, 0]}\n", i, i
  for (i = 1; i <= n; i++) printf "  bar%d: {mass: 1, inertia: [1e-4, 1/12, 1/12], position: [%.1f, -1, 0]}\n", i, i - 0.5
  print "joints:"
  for (i = 0; i <= n; i++)
    printf "  top%d: {type: revolute, between: [ground, hanger%d], at: [%d, 0, 0], axis: [0, 0, 1]%s}\n", i, i, i, i == 0 ? ", coordinates: {phi: {rate: 1}}" : ""
  for (i = 1; i <= n; i++) {
    printf "  left%d: {type: revolute, between: [hanger%d, bar%d], at: [%d, -1, 0], axis: [0, 0, 1]}\n", i, i - 1, i, i - 1
    printf "  right%d: {type: revolute, between: [hanger%d, bar%d], at: [%d, -1, 0], axis: [0, 0, 1]}\n", i, i, i, i
  }
  print "analysis:"
  print "  - {type: dynamic, until: 1, scheme: energy-preserving, step: {size: 1e-3}, output: {every: 1}}"
}
