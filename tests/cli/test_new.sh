#!/bin/sh
# test_new.sh TRAMMEL SOURCE: every starter model runs; the manual page and the completions say all that the help says.
trammel=$1
. "$(dirname "$0")/checks.sh"

# ---- new
run 0 new
cp out list
names=$(awk '{print $1}' list)
for name in $names; do
  run 0 new "$name"
  says out "next: trammel run $name.yaml"
  run 0 check "$name.yaml"
  says out "$name.yaml: ok"
  says out "redundant constraints: none"
  run 0 run "$name.yaml" -q
  silent err
  run 0 info "$name.h5"
  says out "finished"
done
says list "flexible-slider-crank"
equal "$(echo "$names" | wc -w)" "$(ls "$2"/cli/starters/*.yaml | wc -l)" "all starters are listed"
cp pendulum.yaml kept
echo '# mine' >>pendulum.yaml
run 2 new pendulum
says err "pendulum.yaml exists already; --force replaces it, -o names another"
equal "$(tail -n 1 pendulum.yaml)" "# mine" "the file is untouched"
run 0 new pendulum -o other.yaml
echo '# mine' >>other.yaml
run 0 new pendulum -o other.yaml --force
cmp -s other.yaml kept && good || bad "the same model under another name"
run 0 new pendulum -o -
cmp -s out kept && good || bad "the same model on the standard output"
run 2 new pendulm
says err '(did you mean "pendulum"?)'
run 2 new pendulum beam
says err "takes one name"
run 2 new -o x.yaml
says err "needs a name"
run 2 new beam -o no/where.yaml
says err "cannot write no/where.yaml"

# ---- help, man, completions
run 0 help --man
cp out trammel.1
run 0 help --completion bash
cp out trammel.bash
run 0 help --completion zsh
cp out _trammel
run 0 help
commands=$(awk '/^  [a-z]/ && NF > 2 && !/trammel/ {print $1}' out)
equal "$(echo "$commands" | grep -cx run)" 1 "run is a command"
for command in $commands; do
  run 0 help "$command"
  sed -n 's/^ *\(-., \)\{0,1\}--\([a-z-]*\).*/\2/p' out >options
  while read -r option; do
    says trammel.1 "$(echo "--$option" | sed 's/-/\\-/g')"
    says trammel.bash "--$option"
    says _trammel "--$option"
  done <options
done
run 2 help --completion fish
says err 'not "fish"'
run 2 help run --man
run 2 help run check
bash -n trammel.bash && good || bad "the completion is no bash"
# what a user gets who types and presses the tab key
complete() {
  bash --norc -c '. ./trammel.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _trammel; echo "${COMPREPLY[*]}"' bash "$@"
}
equal "$(complete trammel cs)" csv "a command"
equal "$(complete trammel run pend)" "pendulum.yaml" "a model"
equal "$(complete trammel csv pend)" "pendulum.h5" "a result"
equal "$(complete trammel run --fo)" "--force" "an option"
equal "$(complete trammel new flex)" "flexible-slider-crank" "a starter"
equal "$(complete "$trammel" describe orien)" "orientation" "a topic"
equal "$(complete "$trammel" describe joint prism)" "prismatic" "a topic below a topic"
equal "$(complete "$trammel" describe joint revolute ax)" "axis" "a key of a joint"
equal "$(complete "$trammel" plot pendulum.h5 pivot.phi.r)" "pivot.phi.rate" "a channel of the result"
# what options take: channels also behind commas, files where files are meant, nothing where a word of one's own is
for option in "csv pendulum.h5 -c" "csv pendulum.h5 --channels" "report pendulum.h5 --plots" "view pendulum.h5 -p" \
  "linearise pendulum.yaml --outputs" "linearise pendulum.yaml -y"; do
  # shellcheck disable=SC2086 # words
  set -- $option
  equal "$(complete "$trammel" "$@" pivot.phi.r)" "pivot.phi.rate" "$option"
  equal "$(complete "$trammel" "$@" pivot.phi,bob.position.x,pivot.phi.r)" "pivot.phi,bob.position.x,pivot.phi.rate" "$option, a list"
  equal "$(complete "$trammel" "$@" pend)" "" "$option: no files"
done
equal "$(complete "$trammel" csv pendulum.h5 --channels = pivot.phi.r)" "pivot.phi.rate" "--channels=..."
for option in "run pendulum.yaml --set" "sweep pendulum.yaml -v" "sweep pendulum.yaml --vary" "csv pendulum.h5 --at" "run pendulum.yaml -u" \
  "plot pendulum.h5 --title" "view pendulum.h5 --frames" "export pendulum.h5 --every"; do
  # shellcheck disable=SC2086
  set -- $option
  equal "$(complete "$trammel" "$@" "")" "" "$option: neither files nor channels"
done
# bash completes files itself where nothing is offered and that was not switched off
fallback() {
  bash --norc -c '. ./trammel.bash; compopt() { echo off; }; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _trammel' bash "$@"
}
equal "$(fallback "$trammel" run pendulum.yaml --set "")" off "--set: no files"
equal "$(fallback "$trammel" csv pendulum.h5 -c bob.nothing)" off "--channels: no files"
equal "$(fallback "$trammel" plot pendulum.h5 -o "")$(complete "$trammel" plot pendulum.h5 -o piv)" "" "-o: files, no channels"
mkdir beside
(
  cd beside || exit 1
  touch one.yaml two.h5 three.csv
)
complete_beside() { (cd beside && bash --norc -c '. ../trammel.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _trammel; echo "${COMPREPLY[*]}"' bash "$@"); }
equal "$(complete_beside trammel view "")" "one.yaml two.h5" "view: models and results"
equal "$(complete_beside trammel report "")" "two.h5" "report: results"
equal "$(complete trammel help --completion "")" "bash zsh" "shells"
equal "$(complete trammel help --completion z)" "zsh" "a shell"
run 0 describe --topics
for topic in $(cat out); do run 0 describe "$topic"; done
run 2 describe body --topics --schema
equal "$(complete trammel help inf)" "info" "a topic"
summary
