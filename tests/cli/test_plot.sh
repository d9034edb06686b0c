#!/bin/sh
# test_plot.sh TRAMMEL: figures by gnuplot and by letters, and what is said when they cannot be drawn.
trammel=$1
. "$(dirname "$0")/checks.sh"
run 0 new slider-crank
run 0 run slider-crank.yaml -q
run 0 run slider-crank.yaml -q -o slow.h5 --set speed=15
h=slider-crank.h5

# ---- pictures
run 0 plot $h piston.position.x
equal "$(cat out)" "slider-crank.svg" "the name is told"
for words in "<svg" "piston.position.x [m]" "time [s]" "Slider-crank"; do says slider-crank.svg "$words"; done
run 0 plot $h piston.position.x shaft.phi.drive -o two.svg --title "Piston & moment"
for words in "piston.position.x [m]" "shaft.phi.drive [N m]" "Piston &amp; moment"; do says two.svg "$words"; done
run 0 plot $h slow.h5 'shaft.*.drive' -o three.svg
for words in "slider-crank: shaft.phi.drive" "slow: shaft.phi.drive" "shaft.phi.drive [N m]"; do says three.svg "$words"; done
run 0 plot $h crank.position.x:crank.position.y -o path.svg
says path.svg "crank.position.x [m]"
run 0 plot $h 'piston.velocity.[xy]' -o velocity.svg --from 0.3 --to 0.4
says velocity.svg "[m/s]"
run 0 plot $h energy.kinetic -l xy -o log.png
equal "$(head -c 4 log.png | tail -c 3)" PNG "a PNG"
run 0 plot $h piston.position.x -o figure.PDF
equal "$(head -c 4 figure.PDF)" "%PDF" "a PDF"
# very many rows give a small picture that still shows the extremes
sed 's/step: 5e-4, output: 1e-3/step: 5e-5, output: 5e-5/' slider-crank.yaml >fine.yaml
run 0 run fine.yaml -q
run 0 plot fine.h5 piston.position.x -o fine.svg
if [ "$(wc -c <fine.svg)" -lt 150000 ]; then good; else bad "12000 rows make a large picture"; fi

# ---- figures that are larger than a pipe holds: gnuplot writes a panel while it is still sent the data of the next one
cat >long.yaml <<'MODEL'
trammel: 2
bodies: {a: {mass: 1, inertia: 1}}
joints: {r: {type: prismatic, between: [ground, a], at: [0, 0, 0], axis: [1, 0, 0], coordinates: {delta: {spring: 900, start: 0.1}}}}
analysis: {until: 10, step: 0.002}
MODEL
run 0 run long.yaml -q
program=$trammel
trammel=timeout # 5001 rows are drawn in a second
for picture in svg png pdf; do
  run 0 60 "$program" plot long.h5 r.delta / r.delta.rate -o long.$picture
  run 0 60 "$program" plot long.h5 long.h5 r.delta energy.kinetic / r.delta.rate energy.spring / r.delta:r.delta.rate -o long-curves.$picture
  run 0 60 "$program" plot long.h5 r.delta / r.delta.rate / energy.kinetic --spectrum -o long-spectrum.$picture
done
equal "$(grep -c '>time \[s\]<' long.svg)" 2 "two panels of 5001 rows"
# whatever gnuplot does: it writes much before it reads, reads nothing, stops in the middle of what it is sent
mkdir other
cat >other/gnuplot <<'END'
#!/bin/sh
case $DOES in
  writes) head -c 1000000 /dev/zero; cat >/dev/null ;;
  deaf) echo '<svg/>' ;;
  fails) head -c 100 >/dev/null; exit 3 ;;
  signal) echo '<svg>'; kill -s "$SIGNAL" $PPID; cat >/dev/null ;;
esac
END
chmod +x other/gnuplot
strange() { # STATUS WHAT: a figure of that gnuplot
  does=$2
  timeout 60 env PATH="$folder/other:$PATH" DOES="$does" "$program" plot long.h5 r.delta / r.delta.rate -o strange.svg >out 2>err
  equal $? "$1" "gnuplot $does"
}
strange 0 writes
equal "$(wc -c <strange.svg)" 1000000 "all that gnuplot wrote"
rm -f strange.svg
strange 1 deaf # what it did not read is missing in the figure
says err "gnuplot failed"
absent strange.svg
strange 1 fails
says err "gnuplot failed"
absent strange.svg
# a signal while the figure is made: it ends the program, and nothing is left
for SIGNAL in INT TERM HUP; do
  export SIGNAL
  (env PATH="$folder/other:$PATH" DOES=signal /usr/bin/python3 -c '
import signal, subprocess, sys
for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
    signal.signal(number, signal.SIG_DFL)
status = subprocess.call(sys.argv[1:], timeout=60)
sys.exit(-status if status < 0 else 99)' "$program" plot long.h5 r.delta -o strange.svg >out 2>err)
  equal $? "$(case $SIGNAL in INT) echo 2 ;; TERM) echo 15 ;; HUP) echo 1 ;; esac)" "ended by SIG$SIGNAL"
  absent strange.svg
  no_leftovers
done
trammel=$program

# ---- places: beams at instants, paths with marks; the plane is that of the motion
run 0 new flexible-slider-crank
run 0 run flexible-slider-crank.yaml -q
b=flexible-slider-crank.h5
run 0 plot $b --shape rod --at 0,0.05,0.1 -o shapes.svg
for words in ">0.05 s<" "x [m]" "y [m]"; do says shapes.svg "$words"; done
run 0 plot $b --shape rod -o default.svg # five instants
run 0 plot $b $h --trace piston --marks 0.1,0.2 -o marks.svg
for words in "flexible-slider-crank: piston" "slider-crank: piston" ">0.1 s<" ">0.2 s<"; do says marks.svg "$words"; done
run 0 plot $h -r crank -m 0.05 --plane yx -o dots.svg --to 0.5
for words in "every 0.05 s" "y [m]"; do says dots.svg "$words"; done
equal "$(grep -c '>[0-9.]* s<' dots.svg)" 6 "some of eleven marks tell their time"
run 0 plot $h --trace crank --marks 0.1 --ascii
says out "* crank [m]"
says out O
run 2 plot $b --shape rods --at 0
says err 'no beam "rods"; it has rod'
run 2 plot $b --shape rod --at 0,7
says err "no results at 7 s"
run 2 plot $b --shape rod --at 0,a
run 2 plot $h --trace crunk
says err 'no channel "crunk.position.x"'
run 2 plot $h --trace crank --marks -1
run 2 plot $h --trace crank --plane xx
says err "two of x, y, z"
run 2 plot $h --trace crank piston.position.x
says err "not both in one figure"
run 2 plot $h --trace crank --at 1
says err "belongs to"

# ---- letters: the piston goes from L - r = 0.3 m to L + r = 0.5 m
run 0 plot $h piston.position.x --ascii --from 0.2
says out "       0.5 |"
says out "       0.3 |"
says out "* piston.position.x [m]"
says out "0.62"
equal "$(grep -c '^ *[0-9.]* |' out)" 21 "all rows"
run 0 plot $h piston.position.x shaft.phi.drive -a
says out "+ shaft.phi.drive [N m] (right axis)"
run 0 plot $h energy.spring -a # nothing but zeros
run 0 plot $h 'flat=0*t + 3' --ascii # in the middle, with room on both sides
says out "       4.5 |"
says out "       1.5 |"
equal "$(grep '|' out | grep -n '|\*\**|' | cut -d: -f1)" 11 "a flat curve"

# ---- panels, one below the other
run 0 plot $h piston.position.x / piston.velocity.x shaft.phi.drive / shaft.force.x -o panels.svg
for words in "piston.position.x [m]" "piston.velocity.x [m/s]" "shaft.phi.drive [N m]" "shaft.force.x [N]"; do says panels.svg "$words"; done
equal "$(grep -c '>time \[s\]<' panels.svg)" 3 "three panels"
run 0 plot $h slow.h5 piston.position.x / shaft.force.x --ascii
equal "$(grep -c '^ *[0-9.e+-]* |' out)" 42 "two panels of letters"
for words in "/ shaft.force.x" "shaft.force.x /" "shaft.force.x / / shaft.force.y"; do
  run 2 plot $h $words
  says err "a / stands between channels"
done

# ---- formulas of channels: the load of the shaft's bearing; names with a -
run 0 plot $h 'load=hypot(shaft.force.x, shaft.force.y)' -o load.svg
says load.svg ">load<"
run 0 plot $h 'twice=2*piston-pin.phi - t' --ascii
says out "* twice"
run 0 plot $h '=shaft.phi.rate^2' / shaft.phi.rate --ascii
says out "* shaft.phi.rate^2"
run 2 plot $h 'x=shaft.pih'
says err 'no channel is called "shaft.pih" (did you mean "shaft.phi"?)'
run 2 plot $h 'shaft.phi/2'
says err "a curve by a formula has a name of its own: 'curve=shaft.phi/2'"
run 2 plot $h '2*shaft.phi'
says err "'curve=2*shaft.phi'"
run 2 plot $h 'x=2*(shaft.phi'
says err "at letter"
run 2 plot $h 'x='

# ---- spectra: a sum of two vibrations, of 5 Hz and amplitude 2 mm, and of 12 Hz and 0.5 mm
cat >shaken.yaml <<'MODEL'
trammel: 1
bodies: {table: {mass: 1, inertia: [1, 1, 1]}}
joints:
  rail:
    type: prismatic
    between: [ground, table]
    axis: [1, 0, 0]
    coordinates: {delta: {drive: "0.1 + 0.002*sin(2*pi*5*t) + 0.0005*sin(2*pi*12*t)"}}
analysis: {type: kinematic, until: 4, step: 0.005}
MODEL
run 0 run shaken.yaml -q
run 0 plot shaken.h5 rail.delta --spectrum -o spectrum.svg
says spectrum.svg "frequency [Hz]"
if grep -q '>-[0-9]' spectrum.svg; then bad "the axis of amplitudes goes below 0"; else good; fi
run 0 plot shaken.h5 rail.delta --spectrum --ascii
equal "$(awk -F'|' 'NR == 1 {print ($1 > 0.001998 && $1 < 0.002002)}' out)" 1 "the peak has the amplitude of the vibration"
run 2 plot shaken.h5 rail.delta --spectrum --from 3.98
says err "a spectrum needs 8 rows and more over the time"
run 2 plot shaken.h5 rail.delta:rail.delta.rate --spectrum
run 2 plot $b --shape rod --spectrum

# ---- Campbell diagrams of sweeps of modes
cat >campbell.csv <<'TABLE'
speed,f1,f2,zeta1,zeta2
0,1.5,2,0.01,0
50,1.25,,0.01,
100,1,2.5,0.02,0
TABLE
run 0 plot campbell.csv --campbell --orders 1,2 -o campbell.svg
for words in "speed [rad/s]" "frequency [Hz]" "damping ratio" ">f2<" ">2 x<"; do says campbell.svg "$words"; done
sed -i 's/0\.0[12]/1e-15/g' campbell.csv
run 0 plot campbell.csv --campbell -o undamped.svg
if grep -q "damping ratio" undamped.svg; then bad "round-off is drawn as damping"; else good; fi
run 2 plot campbell.csv
says err "with --campbell"
run 2 plot campbell.csv --campbell rail.delta
run 2 plot $h --campbell
says err "is no table of a study that collects frequency(1)"
run 2 plot nothing.csv --campbell
says err "cannot read nothing.csv"
echo '1,2' >>campbell.csv
run 2 plot campbell.csv --campbell
says err "campbell.csv:5: is no line of a sweep of modes"
run 2 plot campbell.csv --campbell --orders 1,x
says err 'not a number'
run 2 plot $h piston.position.x --orders 1
says err "belongs to --campbell"

# ---- what cannot be drawn
run 2 plot $h piston.postion.x
says err '(did you mean "piston.position.x"?)'
run 2 plot $h piston.position.x:piston.postion.y
says err 'no channel "piston.postion.y"'
run 2 plot $h piston
says err 'no channel "piston" (did you mean "piston.position.x"?)'
run 2 plot $h 'nothing.*'
says err 'no channel "nothing.*"'
run 2 plot $h piston.position.x piston.velocity.x shaft.phi.drive
says err "the units m, m/s and N m"
run 2 plot $h piston.position.x crank.position.x:crank.position.y
says err "do not share a horizontal axis"
run 2 plot $h piston.position.x -o figure.gif
says err "ends in .svg, .pdf or .png"
run 2 plot $h piston.position.x --from 5
says err "nothing of piston.position.x is left to draw"
run 2 plot $h piston.position.x --log z
run 2 plot $h
says err "needs a channel"
run 2 plot piston.position.x
says err "needs a result file"
run 2 plot missing.h5 piston.position.x
run 2 plot $h piston.position.x
says err "slider-crank.svg exists already; --force replaces it"
run 0 plot $h piston.position.x --force
run 2 plot $h piston.position.x -o no/figure.svg
says err "cannot write no/figure.svg"

# ---- tables of studies: points, and how often values come up
cat >swing.yaml <<'END'
trammel: 1
parameters: {L: 1}
gravity: [0, -9.81, 0]
bodies: {bob: {mass: 1, inertia: 0.01, position: [L, 0, 0]}}
joints: {hinge: {type: revolute, between: [ground, bob], at: [0, 0, 0], axis: [0, 0, 1]}}
analysis: {until: 0.2, step: 0.02}
END
run 0 sweep swing.yaml -q -v L=0.5:1.5:16 -c "y=end(bob.position.y)" -o swings.h5
run 0 plot swings.h5 vary.L:collect.y --scatter -o points.svg
says points.svg "collect.y"
run 0 plot swings.h5 vary.L --histogram --ascii
says out "4 |***"
run 0 plot swings.h5 vary.L --histogram -o often.svg
says often.svg "vary.L"
run 2 plot swings.h5 vary.L --histogram --scatter
says err "exclude each other"

# ---- maps: a grid with lines of equal height, means where a third variable changes, points elsewhere, letters
run 0 sweep swing.yaml -q -v L=0.5:1.5:6 -v bodies/bob/mass=1,2,4 -c "y=end(bob.position.y)" -c "e=end(energy.kinetic)" -o grid.h5
run 0 plot grid.h5 vary.L:vary.bodies_bob_mass:collect.e / vary.L:vary.bodies_bob_mass:collect.y --map -o map.svg
says map.svg "collect.e"
run 0 plot grid.h5 vary.L:vary.bodies_bob_mass:collect.e --map --ascii
says out "up: vary.bodies_bob_mass"
says out '" .:-=+*#%@"'
# the legend ends with the least and the largest height: the first and the last letter
"$trammel" csv grid.h5 -c collect.e >heights
says out "$(awk -F, 'NR == 2 { low = high = $2 } NR > 1 { if ($2 < low) low = $2; if ($2 > high) high = $2 } END { printf "%.4g \" .:-=+*#%%@\" %.4g", low, high }' heights)"
says out "@@"
run 0 sweep swing.yaml -q -v L=0.5:1.5:4 -v bodies/bob/mass=1,2,4 -v gravity/1=-9,-10 -c "y=end(bob.position.y)" -o cube.h5
run 0 plot cube.h5 vary.L:vary.bodies_bob_mass:collect.y --map -o mean.svg
says mean.svg "mean of collect.y"
run 0 plot swings.h5 vary.L:time:collect.y --map -o line.svg
run 2 plot grid.h5 vary.L:collect.y --map
says err "needs three channels, X:Y:Z"
run 2 plot grid.h5 vary.L:vary.m:collect.y --map
says err 'no channel "vary.m"'
run 2 plot grid.h5 vary.L:vary.bodies_bob_mass:collect.y vary.L:vary.bodies_bob_mass:collect.e --map
says err "a panel has one map"
run 2 plot grid.h5 vary.L:vary.bodies_bob_mass:collect.y --map --scatter
says err "exclude each other"

# ---- over a variable a column is a curve for each value of the others, points where those are many
run 0 plot grid.h5 vary.L:collect.e -o curves.svg
says curves.svg "collect.e, bodies_bob_mass = 4"
run 0 plot cube.h5 vary.gravity_1:collect.y -o many.svg

# ---- Campbell diagrams from studies
cat >rotor.yaml <<'END'
trammel: 1
parameters: {speed: 100}
bodies: {rotor: {mass: 10, inertia: [0.3, 0.3, 0.4], omega: [0, 0, speed]}}
joints:
  front: {type: free, between: [ground, rotor], at: [0, 0, -0.25], coordinates: {delta1: {spring: 2e6}, delta2: {spring: 2e6}, delta3: {spring: 2e6}}}
  rear: {type: free, between: [ground, rotor], at: [0, 0, 0.25], coordinates: {delta1: {spring: 2e6}, delta2: {spring: 2e6}}}
analysis: {type: modal, frame: world, count: 6}
END
run 0 sweep rotor.yaml -q -v speed=300,0,150 -c "low=frequency(5)" -c "high=frequency( 6 )" -c "d=damping(5)" -o rotor.h5
run 0 plot rotor.h5 --campbell --orders 1 -o rotor.svg
says rotor.svg "f6"
run 2 plot swings.h5 --campbell
says err "no table of a study that collects frequency(1)"
run 0 sweep rotor.yaml -q -v speed=0,150 -v bodies/rotor/mass=5,10 -c "low=frequency(5)" -o both.h5
run 2 plot both.h5 --campbell
says err "one variable that changes, and there are several"

# ---- tables of studies have a report, and nothing to view
run 0 report grid.h5
says grid-report.html '"kind":"study"'
run 2 view grid.h5
says err "is the table of a study, in which nothing moves"
mkdir empty
env PATH="$folder/empty" "$trammel" plot $h piston.position.x -o lost.svg >out 2>err
equal $? 1 "no gnuplot"
says err "gnuplot was not found"
absent lost.svg
printf '#!/bin/sh\nexit 3\n' >empty/gnuplot
chmod +x empty/gnuplot
env PATH="$folder/empty:$PATH" "$trammel" plot $h piston.position.x -o lost.svg >out 2>err
equal $? 1 "gnuplot fails"
says err "gnuplot failed"
absent lost.svg
no_leftovers
summary
