#!/bin/sh
# test_messages.sh PROGRAM: messages that once blamed the wrong part, or named none
trammel=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
folder=$(mktemp -d) && cd "$folder" || exit 2
trap 'cd / && rm -rf "$folder"' EXIT
failed=0

# said PART FILE: the part stands in the file, and "(null)" does not
said() {
  grep -qF -- "$1" "$2" && ! grep -qF "(null)" "$2" && return
  echo "not said: $1"
  cat "$2"
  failed=1
}

# a load that becomes no number is named, in every scheme and form; the model has no joint that could be
for way in "scheme: energy-preserving" "scheme: energy-decaying" "scheme: generalized-alpha" "scheme: index-1" "formulation: relative"; do
  cat >load.yaml <<END
trammel: 1
bodies: {bob: {mass: 1, inertia: [1, 1, 1]}}
loads: {pull: {on: bob, force: ["sqrt(0.05 - t)", 0, 0]}}
analysis: {until: 0.1, step: 0.01, $way}
END
  "$trammel" run load.yaml --quiet --force >out 2>&1 && failed=1
  said 'load.yaml:3:9: error: at t = 0.05 s: no step is possible: load "pull": the force along x is no number' out
done

# a file that cannot be written is named with the reason
sed 's/sqrt(0.05 - t)/0/; s/until: 0.1, step: 0.01/until: 1, step: 1e-4/' load.yaml >long.yaml
(ulimit -f 16 && "$trammel" run long.yaml --quiet -o long.h5) >out 2>&1 && failed=1
said 'long.h5: error: cannot be written: File too large' out

# where a list of analyses stopped, whichever of them failed: modes are at no time of their own
for analyses in "{type: static}, DYNAMIC, {type: modal}" "DYNAMIC, {type: modal}" "KINEMATIC, {type: modal}"; do
  analyses=$(echo "$analyses" | sed 's/DYNAMIC/{type: dynamic, until: 0.5, step: 0.01}/; s/KINEMATIC/{type: kinematic, until: 0.5, step: 0.01}/')
  drive='spring: 40'
  case $analyses in *kinematic*) drive='drive: "t^2"' ;; esac
  cat >list.yaml <<END
trammel: 2
gravity: [0, -9.81, 0]
bodies: {a: {mass: 1, inertia: 0.1, position: [1, 0, 0]}}
joints: {p: {type: revolute, between: [ground, a], at: [0, 0, 0], axis: [0, 0, 1], coordinates: {phi: {$drive}}}}
analysis: [$analyses]
END
  "$trammel" run list.yaml --quiet --force >out 2>&1 && failed=1
  said 'modes need a steady state' out
  said 'stopped in the modal analysis; list.h5 holds the rows up to t = 0.5 s' out
done

# an input by the name of its channel is the input, wherever its own name may stand
for name in u input.u; do
  cat >named.yaml <<END
trammel: 2
inputs: {u: 1.5}
signals: {s: "2*$name", m: {lag: "$name - t", time: 0.3}}
bodies: {b: {mass: 2}, c: {mass: 1, inertia: 1}}
joints: {pin: {type: revolute, between: [ground, c], at: [0, 0, 0], axis: [0, 0, 1], coordinates: {phi: {drive: "t*$name"}}}}
loads: {f: {on: b, force: ["s + $name", "m*$name", "sin($name*t)"]}}
outputs: {o: {value: "$name + b.position.x"}}
events: {e: {when: "b.position.x - 0.1*$name", do: {set: {signal: m, to: "-$name"}}}}
analysis: {until: 1, step: 0.05}
END
  "$trammel" run named.yaml --quiet --force -o "$name.h5" >out 2>&1 || { cat out; failed=1; }
  "$trammel" csv "$name.h5" >"$name.csv" 2>&1 || failed=1
done
cmp -s u.csv input.u.csv || { echo "input.u is not u"; failed=1; }

# what is said of names is what passes
printf 'trammel: 1\nbodies: {__proto__: {mass: 1}}\nanalysis: {until: 0.1, step: 0.01}\n' >names.yaml
"$trammel" check names.yaml >out 2>&1 || { echo "__proto__ is refused"; failed=1; }
printf 'trammel: 1\nbodies: {1a: {mass: 1}}\n' >names.yaml
"$trammel" check names.yaml >out 2>&1 && failed=1
said 'starts with a letter or _' out
exit $failed
