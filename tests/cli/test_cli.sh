#!/bin/sh
# test_cli.sh TRAMMEL: the program as users meet it. Prints each failed check; fails if there was one.
trammel=$1
. "$(dirname "$0")/checks.sh"

cat >pendulum.yaml <<'MODEL'
trammel: 1
title: A pendulum
parameters: {length: 1, mass: 2}
gravity: [0, 0, -9.81]
bodies:
  bob: {mass: mass, position: [length, 0, 0]}
joints:
  rod: {type: distance, between: [ground, bob]}
analysis:
  - {type: dynamic, until: 0.5, step: {size: 0.005}, output: {every: 0.1}}
MODEL
sed 's/mass: mass/mas: mass/; s/until: 0.5/until: never/' pendulum.yaml >broken.yaml
sed 's/until: 0.5/until: 1e6/' pendulum.yaml >long.yaml
# an iteration that may not iterate: the first step fails
sed 's/output: {every: 0.1}/newton: {iterations: 1, tolerance: 1e-15}/' pendulum.yaml >stuck.yaml

# ---- what check tells of analyses and of beams
sed '/^analysis:/,$d' pendulum.yaml >three.yaml
echo 'analysis: [{type: static}, {until: 2, step: 0.1}, {type: modal}]' >>three.yaml
run 0 check three.yaml
says out "three.yaml: ok ("
says out ", an equilibrium, t = 0 s to 2 s, modes)"
run 0 new flexible-slider-crank
run 0 check flexible-slider-crank.yaml
says out "with those of the beams' nodes; 0 if the beams were rigid" # its crank is driven
cat >bent.yaml <<'END'
trammel: 1
space: planar
sections: {strip: {stiffness: {EA: 1e5, GKy: 4e4, GKz: 4e4, GJ: 30, EIy: 40, EIz: 60}, mass: {m: 1, Iyy: 1e-3, Izz: 1e-3}}}
beams:
  low: {curve: {line: [[0, 0, 0], [2, 0, 0]]}, section: strip, elements: 4}
  high: {curve: {line: [[2, 0, 0], [2, 2, 0]]}, section: strip, elements: 4}
bodies: {bead: {mass: 1, inertia: 0.1, position: [2, 1, 0]}}
joints:
  foot: {type: revolute, between: [ground, low.start]}
  knee: {type: rigid, between: [low.end, high.start]}
  slide: {type: sliding, slider: bead, along: high}
analysis: {type: static}
END
run 0 check bent.yaml # a frame on a hinge, a bead that slides and turns
says out "; 3 if the beams were rigid"
says out "channels, an equilibrium)"
sed '/^bodies/d; /^  slide/d' bent.yaml >frame.yaml
run 0 run frame.yaml -q
says err 'the equilibrium is indifferent: beam "'
rm frame.h5
sed -i 's/^  slide: .*/  top: {type: revolute, between: [high.end, ground]}\n  slide: {type: rigid, between: [bead, high@0.5]}/' bent.yaml
run 0 check bent.yaml
says out "; 0 if the beams were rigid"
sed 's/elements: 4}/elements: 30000, order: 1}/' bent.yaml >fine.yaml
run 0 check fine.yaml
says err 'fine.yaml:5:74: warning: beam "low": 30000 elements of 6.67e-05 m each, 90000 unknowns'
sed 's/\[2, /[1e-9, /g; s/, 2, 0\]/, 1e-9, 0]/; s/\[1e-9, 1, 0\]/[1e-9, 0.5e-9, 0]/' bent.yaml >small.yaml
run 0 check small.yaml
says err 'beam "high" is 1e-09 m long: is it meant to be so short? Lengths are in metres'

# ---- modes
sed 's/\[length, 0, 0\]/[0, 0, -length]/' pendulum.yaml >hanging.yaml
run 0 modes hanging.yaml
says out "0.4984879165" # sqrt(9.81 / 1) / (2 pi), twice
run 0 modes hanging.yaml -n 1 -o modes.h5
present modes.h5
run 0 csv modes.h5 -c mode1.frequency
says out "0.49848791"
run 2 modes hanging.yaml -n 1 -o modes.h5
says err "exists already"
run 0 modes hanging.yaml --sweep length=1:4:2 -n 2
says out "length,f1,f2,zeta1,zeta2"
equal "$(sed -n 2,3p out | cut -d, -f1,2 | tr '\n' ' ' | cut -c1-12)" "1,0.49848791" "the sweep's first row"
equal "$(sed -n 3p out | cut -d, -f2 | cut -c1-8)" "0.249243" "four times as long, half as fast"
cat > crossing.yaml <<'YAML'
trammel: 1
parameters: {k: 1}
bodies: {a: {mass: 1, inertia: [1, 1, 1]}, b: {mass: 1, inertia: [1, 1, 1], position: [5, 0, 0]}}
joints:
  ja: {type: prismatic, between: [ground, a], axis: [0, 1, 0], coordinates: {delta: {spring: {stiffness: 4}}}}
  jb: {type: prismatic, between: [ground, b], axis: [0, 1, 0], coordinates: {delta: {spring: {stiffness: k^2}}}}
analysis: {type: modal}
YAML
run 0 modes crossing.yaml --sweep k=1:3:5
equal "$(cut -d, -f3 out | cut -c1-8 | tr '\n' ' ')" "f2 0.318309 0.318309 0.318309 0.318309 0.318309 " "a column follows its mode where frequencies cross"
equal "$(tail -1 out | cut -d, -f2 | cut -c1-8)" "0.477464" "and the other column the other mode"
run 2 modes pendulum.yaml --about initial
says err "does not balance"
run 0 modes pendulum.yaml --about static
says out "0.4984879165"
run 0 modes pendulum.yaml --about reference
says out "moves freely"
run 2 modes hanging.yaml --about statics
says err 'did you mean "static"'
run 2 modes hanging.yaml --sweep length=1:4
says err "name=from:to:count"
run 2 modes hanging.yaml -n none
run 2 modes
says err "needs a model file"
rm -f modes.h5

# ---- usage
run 2
says err "usage: trammel COMMAND"
silent out
run 0 --help
says out "usage: trammel COMMAND"
silent err
run 0 help
says out "describe"
run 0 help run
says out "usage: trammel run MODEL.yaml"
run 0 run --help
says out "usage: trammel run MODEL.yaml"
run 0 csv -h
says out "usage: trammel csv"
for command in run check csv info describe version help; do
  run 0 help $command
  says out "usage: trammel $command"
done
run 2 rnu pendulum.yaml
says err 'unknown command "rnu" (did you mean "run"?)'
run 2 help rnu
run 2 run pendulum.yaml --froce
says err 'unknown option --froce (did you mean --force?)'
run 2 run pendulum.yaml -z
run 2 run pendulum.yaml -o
says err "--output needs a value"
run 2 run pendulum.yaml --force=yes
says err "takes no value"
run 2 run
run 2 run pendulum.yaml long.yaml
run 2 csv
run 2 info
run 2 check
run 2 version 1
run 0 version
says out "trammel "
run 0 --version
equal "$(ls ./*.h5 2>/dev/null)" "" "usage errors write nothing"

# ---- run
run 0 run pendulum.yaml
says err "results go to pendulum.h5"
says err "100 %"
says out "pendulum.h5: finished at t = 0.5 s"
says out "steps           100"
says out "CPU time"
for word in kinetic potential spring loads drives dissipated numerical constraints residual "initial state"; do says out "$word"; done
present pendulum.h5
no_leftovers
before=$(cksum <pendulum.h5)
cp pendulum.yaml another.yaml
run 2 run another.yaml -o pendulum.h5
says err "pendulum.h5 exists already; --force"
silent out
rm another.yaml
equal "$(cksum <pendulum.h5)" "$before" "a refused run keeps the file"
run 0 run pendulum.yaml --force --quiet
silent out
silent err
run 0 run pendulum.yaml -q -oother.h5
present other.h5
run 0 run pendulum.yaml -q --output=third.h5
present third.h5
run 2 run pendulum.yaml -q -o nowhere/out.h5
says err "there is no folder nowhere/"
run 2 run pendulum.yaml -q --force -o pendulum.yaml
says err "pendulum.yaml would replace the file that is read"
run 2 run pendulum.yaml -q -o /proc/x.h5
says err "cannot write /proc/x.h5: No such file or directory"
run 2 run pendulum.yaml -q -o /dev/null
says err "cannot write /dev/null: it is not an ordinary file"
run 2 run pendulum.yaml -q -o .
says err "cannot write .: it is a folder"
run 2 run pendulum.yaml -q -o results/
says err "\"results/\" is not the name of a file"
ln -s nowhere/x.h5 link.h5
run 2 run pendulum.yaml -q -o link.h5 --force
says err "cannot write link.h5: it is a link that leads nowhere"
rm link.h5
mkdir sub
run 0 run ./sub/../pendulum.yaml -q -o sub/pendulum.h5
present sub/pendulum.h5

# ---- wrong models
run 2 run broken.yaml
says err 'broken.yaml:6:'
says err 'did you mean "mass"?'
says err 'broken.yaml:10:'
absent broken.h5
before=$(cksum <other.h5)
run 2 run broken.yaml --force -o other.h5
equal "$(cksum <other.h5)" "$before" "a wrong model keeps the file"
run 2 run missing.yaml
says err "missing.yaml"
if grep -q "results go to" err; then bad "results are announced for a model that is none"; else good; fi
run 2 info pendulum.yaml
says err "pendulum.yaml: error: is not a result file (not HDF5)"
absent missing.h5
no_leftovers

# ---- redundant constraints and warnings
cat >loop.yaml <<'MODEL'
trammel: 1
bodies:
  crank: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [0, 0.5, 0]}
  coupler: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [0.5, 1, 0]}
  rocker: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [1, 0.5, 0]}
joints:
  a: {type: revolute, between: [ground, crank], at: [0, 0, 0], axis: [0, 0, 1], coordinates: {phi: {drive: "ramp(t - 0.05)"}}}
  b: {type: revolute, between: [crank, coupler], at: [0, 1, 0], axis: [0, 0, 1]}
  c: {type: revolute, between: [coupler, rocker], at: [1, 1, 0], axis: [0, 0, 1]}
  d: {type: revolute, between: [ground, rocker], at: [1, 0, 0], axis: [0, 0, 1]}
analysis: {until: 0.1, step: 0.01}
MODEL
run 0 run loop.yaml
says err "3 redundant constraints: motion unique, reactions of least norm (trammel check names them)"
says err "loop.yaml:7:108: warning: "

cat > corner.yaml <<'MODEL'
trammel: 1
bodies: {bead: {mass: 1, position: [0, 0, 0], velocity: [2, 0, 0]}}
joints: {wire: {type: along-curve, between: [ground, bead], curve: {polyline: [[0, 0, 0], [1, 0, 0], [1, 1, 0]]}}}
analysis: {until: 1, step: 0.1}
MODEL
run 0 check corner.yaml
says err "warning: joint \"wire\": the curve has a corner of 90 degrees at (1, 0, 0), s = 1 m, eta = 0.5: "
cat >table.yaml <<'END'
trammel: 1
bodies: {arm: {mass: 1, inertia: 1}}
joints: {pin: {type: revolute, between: [ground, arm], axis: [0, 0, 1], coordinates: {phi: {force: {table: [[0, 1], [1, 2]]}}}}}
analysis: {until: 1, step: 0.01}
END
run 0 check table.yaml
says err "warning: this table is over phi, the first of its variables, not over the time t"
run 1 check corner.yaml --strict
says err "1 warning, which --strict counts as a failure"
run 1 run corner.yaml
says err "joint \"wire\" has come to a corner of its curve (s = 1 m, 90 degrees)"
run 0 check loop.yaml
says out "degrees of freedom: 0"
says out "redundant constraints: 3"
says out "    - a, b, c, d: rotation about joint axis 1"
says err "everything moves in the x-y plane, write \`space: planar\` (none is redundant then)"
equal "$(awk 'length > 100' out)" "" "lines of check have at most 100 columns"
says err "warning: "
sed 's/^trammel: 1/&\nspace: planar/' loop.yaml >flat.yaml
run 0 check flat.yaml
says out "redundant constraints: none"
if grep -q "redundant" err; then bad "a planar model is told to be planar"; else good; fi
# twenty redundant pins: the first sets are listed, the others on request
{
  echo 'trammel: 1'
  echo 'bodies: {a: {mass: 1, inertia: [1, 1, 1]}}'
  echo 'joints:'
  for i in 1 2 3 4 5; do echo "  j$i: {type: revolute, between: [ground, a], at: [0, 0, $i], axis: [0, 0, 1]}"; done
  echo 'analysis: {until: 0.1, step: 0.01}'
} >pins.yaml
run 0 check pins.yaml
says out "redundant constraints: 20"
says out "    - and 14 more: trammel check --all lists them"
equal "$(grep -c '^    - ' out)" 7 "six sets and how many more"
run 0 check pins.yaml --all
equal "$(grep -c '^    - ' out)" 20 "all sets"
run 0 run loop.yaml --quiet --force
says err "warning: "
if grep -q "redundant" err; then bad "--quiet tells of redundant constraints"; else good; fi

# ---- parameters
run 0 run pendulum.yaml -q --force --set length=2 --set mass=3
run 0 csv pendulum.h5 --at 0 -c bob.position.x
equal "$(tail -n 1 out)" "0,2" "--set changes the model"
run 0 info pendulum.h5 --model
says out "length: 2"
run 2 run pendulum.yaml -q --force --set lenght=2
says err 'no parameter "lenght" (did you mean "length"?)'
run 2 run pendulum.yaml -q --force --set length
says err "name=value"
run 2 run pendulum.yaml -q --force --set 'length=[1'
run 0 run pendulum.yaml -q --force
run 0 info pendulum.h5 --model
equal "$(cksum <out)" "$(cksum <pendulum.yaml)" "the stored model is the text as written"

# ---- check
run 0 check pendulum.yaml
says out "pendulum.yaml: ok ("
run 2 check broken.yaml
silent out
says err "broken.yaml:6:"
run 2 check pendulum.yaml broken.yaml
says out "pendulum.yaml: ok"
run 0 check pendulum.yaml --set length=3
run 2 check missing.yaml

# ---- matrix
run 0 matrix pendulum.yaml --format csv
equal "$(head -n 1 out)" "row,bob.x,bob.y,bob.z" "header of the matrix"
equal "$(sed -n 2p out | cut -d, -f2-)" "1,0,0" "B of a rod"
run 0 matrix pendulum.yaml --at 0.5 -F json -o B.json
present B.json
says B.json '"columns": ["bob.x", "bob.y", "bob.z"]'
equal "$(cat out)" "B.json: 1 x 3" "the file is announced"
run 2 matrix pendulum.yaml -o B.json
says err "B.json exists already"
run 0 matrix pendulum.yaml -c bryan --set length=2
says out "1 constraint, 3 columns"
run 0 matrix pendulum.yaml -c relative --level velocity --format csv
equal "$(head -n 1 out)" "row,rod.s1,rod.s2,rod.s3,c" "relative columns, right-hand side last"
run 0 matrix pendulum.yaml --level acceleration
says out "B dv/dt = gamma"
run 0 matrix pendulum.yaml --system --format csv
equal "$(head -n 1 out)" "row,bob.x,bob.y,bob.z,lambda of rod: distance,right-hand side" "the system as one matrix"
equal "$(sed -n 4p out)" "bob.z,0,0,2,0,-19.620000000000001" "a line of M"
run 0 matrix pendulum.yaml --system
says out "M dv/dt - B^T lambda = F"
run 2 matrix pendulum.yaml --level jerk
run 2 matrix pendulum.yaml --at 0.7
says err "0.7 is after the end"
run 2 matrix pendulum.yaml --format tex
run 2 matrix pendulum.yaml -c brian
says err 'did you mean "bryan"?'
run 2 matrix
run 2 matrix broken.yaml
run 2 matrix pendulum.yaml -o pendulum.yaml

# ---- view and report (what the pages do is tested in tests/viewer)
run 0 view pendulum.h5
present pendulum.html
says out "pendulum.html: "
silent err
equal "$(grep -c '<script type="application/json" id="page">' pendulum.html)" 1 "the page's description"
equal "$(grep -ocE '(src|href)="?https?:' pendulum.html)" 0 "references to the outside"
run 2 view pendulum.h5
says err "exists already"
run 0 view pendulum.h5 --force --frames 3
says out "3 of the file's 6 rows as positions"
run 0 report pendulum.h5 --plots bob.position.x,energy.total
present pendulum-report.html
run 2 report pendulum.h5 --force --plots bob.position.q
says err "no channel \"bob.position.q\" (did you mean \"bob.position.x\"?)"
run 2 view pendulum.h5 --force --frames none
says err "must be a whole number"
run 2 view pendulum.h5 -o pendulum.h5 --force
says err "pendulum.h5 would replace the file that is read"
run 2 view pendulum.h5 -o nowhere/x.html
says err "there is no folder nowhere/"
run 2 view pendulum.h5 -o /proc/x.html
says err "cannot write /proc/x.html: No such file or directory"
run 2 view
says err "needs a result file"
rm -f pendulum.html
run 0 view pendulum.yaml
[ -s pendulum.html ] && good || bad "view of a model writes no page"
run 2 report pendulum.yaml
says err "pendulum.yaml: error: is not a result file (not HDF5)"
# joints that cannot be brought together are drawn as they are written
sed 's/^analysis:/  far: {type: distance, between: [ground, bob], length: 50}\nanalysis:/' pendulum.yaml >apart.yaml
run 0 view apart.yaml
says err "drawn as it is written, not assembled"
run 2 view apart.yaml
says err "apart.html"
rm -f pendulum.html pendulum-report.html apart.html apart.yaml

# ---- csv
run 0 csv pendulum.h5
equal "$(wc -l <out | tr -d ' ')" 7 "header and six rows"
equal "$(head -n 1 out | cut -d, -f1,2)" "time,bob.position.x" "header"
cp out all.csv
run 0 csv pendulum.h5 --channels bob.position.z,bob.position.x
equal "$(head -n 1 out)" "time,bob.position.z,bob.position.x" "channels in the order asked for"
equal "$(sed -n 2p out)" "0,0,1" "the first row"
awk -F, 'NR > 1 && ($2 ^ 2 + $3 ^ 2 - 1) ^ 2 > 1e-24 { exit 1 }' out || bad "the rod's length in 17 digits"
run 0 csv pendulum.h5 -c 'bob.pos*' -c 'energy.t*l,bob.position.x'
equal "$(head -n 1 out)" "time,bob.position.x,bob.position.y,bob.position.z,energy.total" "wildcards, nothing twice"
run 0 csv pendulum.h5 --at 0.5,0.1 -c bob.position.x
equal "$(wc -l <out | tr -d ' ')" 3 "the rows asked for"
equal "$(sed -n 2p out | cut -d, -f1)" "0.5" "in the order asked for"
run 2 csv pendulum.h5 --at 0.25
says err "no row is stored at t = 0.25 s"
silent out
run 2 csv pendulum.h5 --at soon
run 2 csv pendulum.h5 --channels bob.postion.x
says err '(did you mean "bob.position.x"?)'
silent out
run 2 csv pendulum.h5 --channels 'nothing.*'
run 2 csv missing.h5
says err "missing.h5"
run 2 csv pendulum.yaml
says err "not HDF5"
run 0 csv pendulum.h5 -o written.csv
equal "$(cat out)" "written.csv: 6 rows" "the file is announced"
equal "$(cksum <written.csv)" "$(cksum <all.csv)" "-o writes what stdout shows"
run 2 csv pendulum.h5 -o written.csv
says err "written.csv exists already"
run 0 csv pendulum.h5 -o written.csv --force
run 2 csv pendulum.h5 -o nowhere/out.csv
says err "nowhere/out.csv"
before=$(cksum <pendulum.h5)
run 2 csv pendulum.h5 -o ./pendulum.h5
equal "$(cksum <pendulum.h5)" "$before" "csv does not overwrite its input"
run 2 csv pendulum.h5 -c nonsense -o unborn.csv
absent unborn.csv
run 0 csv pendulum.h5 -o /dev/null
"$trammel" csv pendulum.h5 -o /dev/stdout 2>err | cat >out
equal "$(cksum <out)" "$(cksum <all.csv)" "what is printed is the table alone"
head -c 3000 pendulum.h5 >cut.h5
run 2 csv cut.h5
says err "cut.h5: error: is cut short"
no_leftovers

# ---- info
run 0 info pendulum.h5
says out "written by   trammel 0."
says out "A pendulum"
says out "finished"
says out "6, t = 0 s to 0.5 s"
says out "bob: position.{x,y,z} [m]"
says out "residual"
run 0 info pendulum.h5 --conventions
says out "second body"
run 2 info missing.h5

# ---- describe
run 0 describe
run 0 describe joint
run 2 describe jiont
says err "did you mean"
run 0 describe --schema
equal "$(head -c 1 out)" "{" "the schema is JSON"
run 0 describe --reference pages
equal "$(ls pages | wc -l | awk '{ print ($1 > 0) }')" 1 "there are reference pages"
if ls -A pages | grep -q '\.tmp$'; then bad "temporary pages were left"; else good; fi
run 2 describe joint --schema

# ---- output that cannot be written
: >out
"$trammel" csv pendulum.h5 >/dev/full 2>err
equal $? 1 "a full disk under stdout"
says err "cannot write standard output"
"$trammel" help >/dev/full 2>err
equal $? 1 "a full disk under stdout"
"$trammel" csv pendulum.h5 >&- 2>err
equal $? 1 "a closed stdout"
cat pendulum.yaml >many.yaml
sed -i 's/output: {every: 0.1}/output: {every: 0.0001}/; s/size: 0.005/size: 0.0001/' many.yaml
run 0 run many.yaml -q
for command in "csv many.h5" "describe --schema"; do
  # shellcheck disable=SC2086  # words on purpose
  { sleep 0.3; "$trammel" $command 2>err; echo $? >status; } | : >out
  equal "$(cat status)" 141 "$command into a closed pipe"
  silent err
done
(ulimit -f 1000; "$trammel" run many.yaml -o limited.h5 >out 2>err)
equal $? 1 "a file at its limit"
says err "limited.h5"
says err "File too large"
run 0 csv limited.h5 -c bob.position.x

# ---- runs that stop early
run 1 run stuck.yaml -o stuck.h5
says err "did not converge"
says err "stuck.h5 holds the rows up to t = "
run 0 info stuck.h5
says out "failed:"
stop_after_first_row() { # SIGNAL FILE SECONDS
  env --default-signal=INT,HUP,TERM "$trammel" run long.yaml -q -o "$2" >out 2>err & # a shell ignores INT for its jobs
  process=$!
  tries=0
  while [ ! -f "$2" ] && [ $tries -lt 100 ]; do sleep 0.1; tries=$((tries + 1)); done
  sleep "$3"
  kill -s "$1" $process
  wait $process
}
for signal in INT TERM; do
  stop_after_first_row $signal $signal.h5 0.3
  equal $? $([ $signal = INT ] && echo 130 || echo 143) "SIG$signal cancels"
  says err "holds the rows up to t = "
  run 0 info $signal.h5
  says out "unfinished"
  run 0 csv $signal.h5 -c bob.position.x
  if [ "$(wc -l <out)" -gt 3 ]; then good; else bad "a cancelled run keeps its rows"; fi
done
stop_after_first_row KILL killed.h5 1.5 2>/dev/null # more than the second after which rows are in the file
run 0 info killed.h5
says out "unfinished"
run 0 csv killed.h5 -c bob.position.x
if [ "$(wc -l <out)" -gt 3 ]; then good; else bad "a killed run keeps its rows"; fi
no_leftovers

# ---- an export replaces exports, not what else a folder holds
mkdir -p thesis/chapters own
echo words >thesis/chapters/one.tex
echo 1,2 >own/measured.csv
echo 3,4 >own/another.csv
run 0 export pendulum.h5 --format csv -o tables
run 0 export pendulum.h5 --format vtu -f -o tables
run 0 export pendulum.h5 --format csv -f -o tables
for place in thesis own thesis/chapters .; do
  run 2 export pendulum.h5 --format csv -f -o $place
  says err "which is of no export: --force replaces exports alone"
done
present thesis/chapters/one.tex
equal "$(cat own/measured.csv own/another.csv)" "1,2
3,4" "the files of others are untouched"
mkdir empty
run 0 export pendulum.h5 --format vtu -f -o empty
no_leftovers

summary
