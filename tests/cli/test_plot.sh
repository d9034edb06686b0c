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

# ---- what cannot be drawn
run 2 plot $h piston.postion.x
says err '(did you mean "piston.position.x"?)'
run 2 plot $h piston.position.x:piston.postion.y
says err 'no channel "piston.postion.y"'
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
