# Sourced by the tests of the program: ". checks.sh" after trammel=PROGRAM. Moves to a folder of its own; `summary` at the end
# prints how many checks failed and returns that.
set -u
case $trammel in /*) ;; *) trammel=$PWD/$trammel ;; esac
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
checks=0
failed=0

good() { checks=$((checks + 1)); }
bad() {
  checks=$((checks + 1))
  failed=$((failed + 1))
  echo "FAILED: $*"
  sed 's/^/  stdout: /' out | head -n 5
  sed 's/^/  stderr: /' err | head -n 5
}
# run STATUS ARGUMENTS...: stdout to ./out, stderr to ./err
run() {
  expected=$1
  shift
  "$trammel" "$@" >out 2>err </dev/null
  status=$?
  if [ $status -eq "$expected" ]; then good; else bad "trammel $*: exit $status, expected $expected"; fi
  if grep -q 'Sanitizer\|runtime error' err; then bad "trammel $*: sanitizer"; fi
}
says() { if grep -qF -- "$2" "$1"; then good; else bad "\"$2\" is not in $1"; fi; }
silent() { if [ ! -s "$1" ]; then good; else bad "$1 is not empty"; fi; }
equal() { if [ "$1" = "$2" ]; then good; else bad "\"$1\" is not \"$2\": $3"; fi; }
present() { if [ -f "$1" ]; then good; else bad "$1 is missing"; fi; }
absent() { if [ ! -e "$1" ]; then good; else bad "$1 was left"; fi; }
no_leftovers() { if ls -A | grep -q '\.tmp$'; then bad "temporary files were left: $(ls -A)"; else good; fi; }

summary() {
  echo "$((checks - failed)) of $checks checks passed"
  [ $failed -eq 0 ]
}
