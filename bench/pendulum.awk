# awk -v n=N -f pendulum.awk: a point mass on a massless rod, released from the horizontal; N thousand steps of 10 ms, energy-preserving,
# results stored at the ends only. What a step costs besides its equations.
BEGIN {
  if (n !~ /^[1-9][0-9]*$/) { print "pendulum.awk: n = thousands of steps" > "/dev/stderr"; exit 1 }
  print "trammel: 1"
  print "title: Pendulum"
  print "gravity: [0, -9.81, 0]"
  print "bodies:"
  print "  bob: {mass: 1, position: [-1, 0, 0]}"
  print "joints:"
  print "  rod: {type: distance, between: [ground, bob]}"
  print "analysis:"
  printf "  - {type: dynamic, until: %d, scheme: energy-preserving, step: {size: 0.01}, output: {every: %d}}\n", 10 * n, 10 * n
}
