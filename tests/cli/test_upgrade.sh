#!/bin/sh
# test_upgrade.sh TRAMMEL SOURCE: models of version 1 in version 2: nothing but what is asked for changes, and nothing of what is computed.
trammel=$1
. "$(dirname "$0")/checks.sh"

# ---- every example: one line changes, the doctor says the same, a second upgrade does nothing
for model in "$2"/examples/*/*.yaml; do
  grep -q '^trammel: 1' "$model" || continue
  cp "$model" "$(dirname "$model")"/*.csv . 2>/dev/null
  name=$(basename "$model")
  run 0 upgrade "$name" -o - # a table without `of` would be written into it: the examples have none
  equal "$(diff "$model" out | grep -c '^>')" 1 "$model: one line changes"
  cp out new.yaml
  run 0 upgrade new.yaml
  says out "is of version 2 already"
done

# ---- tables in brackets, in lines, in the quotes of JSON, behind letters of several bytes; forces of two kinds of coordinates
cat >old.yaml <<'MODEL'
# Müller's
trammel: "1" # the first one
bodies: {arm: {mass: 1, inertia: 1}, wheel: {mass: 1, inertia: [1, 1, 1]}, slide: {mass: 1, inertia: [1, 1, 1]}}
joints:
  pin: {title: é, type: revolute, between: [ground, arm], axis: [0, 0, 1], coordinates: {phi: {force: {table: [[0, 1], [1, 2]]}}}}
  shaft:
    type: revolute
    between: [ground, wheel]
    axis: [0, 0, 1]
    coordinates:
      phi:
        spring: 5
        force:
          table: [[0, 1], [1, 2]]   # measured
          interpolation: cubic
  rail: {"type": "prismatic", "between": ["ground", "slide"], "axis": [1, 0, 0], "coordinates": {"delta": {"force": { "table": [[0, 1], [1, 2]]}, damper: 1}}}
analysis: {until: 1, step: 0.01}
MODEL
sed -i 's/title: é, //' old.yaml
cp old.yaml new.yaml
run 0 upgrade new.yaml
says out '  2: trammel: "2" # the first one'
says out "  14: of: phi"
says new.yaml "force: {of: phi, table: [[0, 1], [1, 2]]}"
says new.yaml '"force": {"of": "delta",  "table"'
says new.yaml "table: [[0, 1], [1, 2]]   # measured"
equal "$(diff old.yaml new.yaml | grep -c '^[<>]')" 7 "three lines change, one is new"
run 0 run old.yaml -q
equal "$(grep -c 'trammel upgrade writes it' err)" 3 "tables of version 1 are told of"
run 0 run new.yaml -q
silent err
run 0 csv old.h5
cp out old.csv
run 0 csv new.h5
cmp -s out old.csv && good || bad "an upgraded model computes something else"
# over the time: said in either version, by either word
sed 's/{of: phi, /{over: t, /' new.yaml >time.yaml
run 0 check time.yaml
silent err
sed 's/{of: phi, /{of: x, /' new.yaml >time.yaml
run 2 check time.yaml
says err '.of: "x" is none of the variables here: phi rate t'

# ---- lines that end in CR LF: the same text with these, in the file and on the terminal; mixed ones stay as they are
sed 's/$/\r/' old.yaml >crlf.yaml
run 0 upgrade crlf.yaml
cp out told
equal "$(tr -d '\r' <crlf.yaml | cksum)" "$(cksum <new.yaml)" "the same text as with LF"
equal "$(grep -c "$(printf '\r')\$" crlf.yaml)" "$(wc -l <crlf.yaml)" "every line ends in CR LF"
equal "$(tail -n +2 told | cksum)" "$(cp old.yaml lf.yaml && "$trammel" upgrade lf.yaml | tail -n +2 | cksum)" "the same is told"
sed '14s/$/\r/' old.yaml >mixed.yaml
run 0 upgrade mixed.yaml
equal "$(grep -c "$(printf '\r')\$" mixed.yaml)" 2 "the new line ends as the one behind it"
equal "$(tr -d '\r' <mixed.yaml | cksum)" "$(cksum <new.yaml)" "the same text as with LF"

# ---- an alias is one text
sed 's/force: {table: \[\[0, 1\], \[1, 2\]\]}/force: \&curve {table: [[0, 1], [1, 2]]}/; s/"force": { "table": \[\[0, 1\], \[1, 2\]\]}/"force": *curve/' old.yaml >alias.yaml
cp alias.yaml kept
run 2 upgrade alias.yaml
says err "this table is used twice, over"
cmp -s alias.yaml kept && good || bad "a model that cannot be upgraded has changed"

# ---- what cannot be done
run 2 upgrade
run 2 upgrade missing.yaml
run 2 upgrade old.yaml new.yaml -o one.yaml
says err "-o takes one model"
run 2 upgrade old.yaml -o kept
says err "kept exists already"
run 0 upgrade old.yaml -o kept --force
cmp -s kept new.yaml && good || bad "the same text in another file"
sed 's/mass: 1/mas: 1/' old.yaml >wrong.yaml
run 2 upgrade wrong.yaml
says err 'did you mean "mass"?'
printf 'trammel: 3\n' >later.yaml
run 2 upgrade later.yaml
says err "version 3 of the model language needs a newer trammel"
no_leftovers

summary
