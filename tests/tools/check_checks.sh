#!/bin/sh
# check_checks.sh TOOLS: every checker of TOOLS accepts a good tree and names what is wrong with a bad one.
set -u
tools=$1
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
failures=0

# a small tree that breaks no rule
fresh() {
  rm -rf "$tree"
  mkdir -p "$tree/tools" "$tree/src/base" "$tree/src/element" "$tree/cli" "$tree/include/trammel"
  printf 'include:\nbase:\nelement: base\ncli:\n' >"$tree/tools/layers.txt"
  printf '/* One. */\n#include "trammel/a.h"\n#include <math.h>\nint one(void) {\n  return 1;\n}\n' >"$tree/src/base/a.c"
  printf '/* B. */\n#include "base/a.h"\n#include "element/b.h"\n' >"$tree/src/element/b.c"
  printf '/* Joints. */\nkinds[] = {\n    {.name = "revolute",\n    {.name = "ball-track",\n};\n' >"$tree/src/element/joint_table.c"
  printf 'ColumnLimit: 120\n' >"$tree/.clang-format"
}

# expect CHECKER STATUS TEXT: runs it on the tree; its output must contain TEXT
expect() {
  output=$("$tools/$1" "$tree" 2>&1)
  status=$?
  if [ "$status" -ne "$2" ] || ! printf '%s\n' "$output" | grep -qF -- "$3"; then
    printf '%s: status %s (wanted %s), wanted "%s" in:\n%s\n' "$1" "$status" "$2" "$3" "$output"
    failures=$((failures + 1))
  fi
}

repeat() { awk -v n="$1" -v line="$2" 'BEGIN { for (i = 0; i < n; i++) print line }'; }

fresh
expect check-layers 0 ''
expect check-style 0 ''

echo '#include "element/b.h"' >>"$tree/src/base/a.c"
expect check-layers 1 'src/base/a.c:7: base may not include element'
fresh
echo '#  include "elemnt/b.h"' >>"$tree/src/base/a.c"
expect check-layers 1 'src/base/a.c:7: elemnt is not in tools/layers.txt'
fresh
mkdir "$tree/src/other"
echo 'int x;' >"$tree/src/other/x.c"
expect check-layers 1 'src/other/x.c: other is not in tools/layers.txt'
fresh
echo '#include "base/a.h"' >"$tree/cli/main.c"
expect check-layers 1 'cli/main.c:1: cli may not include base'
fresh
echo '#include "base/a.h"' >"$tree/include/trammel/a.h"
expect check-layers 1 'include/trammel/a.h:1: include may not include base'
fresh
echo 'solve: basse' >>"$tree/tools/layers.txt"
expect check-layers 1 'tools/layers.txt:5: solve names basse'
fresh
mkdir -p "$tree/viewer/src" "$tree/bindings"
echo "import {a} from '../../cli/a.js'" >"$tree/viewer/src/a.js"
expect check-layers 1 'viewer/src/a.js:1: the viewer may not import ../../cli/a.js'
fresh
mkdir "$tree/bindings"
echo 'lib.trm_secret(1)' >"$tree/bindings/a.py"
expect check-layers 1 'bindings/a.py:1: the installed headers do not declare trm_secret'

# what is linked: declared by hand, no header tells of it
linked() {
  fresh
  printf 'int two(void);\nint one(void);\nint one(void) { return %s; }\n' "$1" >"$tree/src/base/a.c"
  printf 'int two(void);\nint one(void);\nint two(void) { return %s; }\n' "$2" >"$tree/src/element/b.c"
  (cd "$tree" && cc -c src/base/a.c -o a.o && cc -c src/element/b.c -o b.o)
  printf '[{"directory": "%s", "file": "%s/src/base/a.c", "command": "cc -o a.o -c a.c"},\n' "$tree" "$tree" >"$tree/compile_commands.json"
  printf '{"directory": "%s", "file": "%s/src/element/b.c", "command": "cc -o b.o -c b.c"}]\n' "$tree" "$tree" >>"$tree/compile_commands.json"
  output=$("$tools/check-layers" "$tree" "$tree" 2>&1)
  printf '%s\n' "$output" | grep -qF -- "$3" || { printf 'check-layers: wanted "%s" in:\n%s\n' "$3" "$output"; failures=$((failures + 1)); }
}
linked 'two()' 1 'src/base/a.c: base may not use element: two of src/element/b.c'
linked 1 'one()' 'src/element/b.c: two is used by no other file: static, or dead'

fresh
mkdir "$tree/docs"
printf '[good](../src/base/a.c#L1), [far](https://example.org/none)\n\n[bad](pages/none.md)\n' >"$tree/docs/page.md"
expect check-style 1 'docs/page.md:3: there is no pages/none.md'
fresh
printf '/* %0120d */\n' 1 >"$tree/src/base/wide.c"
expect check-style 1 'src/base/wide.c:1: 126 columns, at most 120'
fresh
printf 'int f(int a, int b, int c, int d, void (*e)(int, int), int g,\n      int h);\n' >"$tree/src/base/many.h"
expect check-style 1 'src/base/many.h:1: f has 7 parameters, at most 6'
fresh
printf 'double f(double x) { return x > 1e-9 ? x : 0.0005; }\n' >"$tree/src/base/small.c"
expect check-style 1 'src/base/small.c:1: 1e-9 has no name'
expect check-style 1 'src/base/small.c:1: 0.0005 has no name'
fresh
printf 'double f(double size) {\n  const double near = 1e-9 * size; /* close */\n  return near;\n}\n' >"$tree/src/base/small.c"
expect check-style 1 'src/base/small.c:2: 1e-9 has no name'
fresh
printf 'static const double a = 0.5;\nstatic const double near = 1e-9;\n' >"$tree/src/base/small.c"
expect check-style 1 'src/base/small.c:2: 1e-9 has a name, but no comment'
fresh
printf '/* of the size: round-off */\nstatic const double near[] = {1e-9,\n 1e-3};\n#define SMALL 1e-6 /* 1e-7 */\nconst char *text = "1e-9";\n' >"$tree/src/base/small.h"
printf '/* Small. */\ndouble f(void) {\n  static const float fine = 1e-4f; /* of a colour */\n  return fine + 0.001 + 1e3;\n}\n' >"$tree/cli/small.c"
expect check-style 0 ''
fresh
repeat 801 'int x;' >"$tree/src/base/long.c"
expect check-style 1 'src/base/long.c:801: the file has 801 lines'
fresh
{ echo 'int long_one(int a,'; echo '             int b) {'; repeat 118 '  a += b;'; echo '}'; } >"$tree/src/base/long.c"
expect check-style 1 'src/base/long.c:1: long_one has 121 lines'
fresh
echo 'int x;' >"$tree/src/base/headless.c"
expect check-style 1 'src/base/headless.c:1: the file does not begin with a comment'
fresh
printf '/* Y. */\n\ntypedef struct trm_Value {\n  int n; /* * */\n} trm_Value;\n\ntypedef struct trm_Y {\n  double *data;\n} trm_Y;\n' >"$tree/src/base/y.h"
expect check-style 1 'src/base/y.h:7: trm_Y: no comment says who owns it'
fresh
printf '/* Y. */\n\n/* Part of a Z, as old as it. */\nstruct trm_Y {\n  trm_Arena arena;\n};\n' >"$tree/src/base/y.h"
expect check-style 0 ''
fresh
{ echo '/* Long. */'; echo 'int long_enough(int a) {'; repeat 118 '  a += 1;'; echo '}'; } >"$tree/src/base/long.c"
expect check-style 0 ''
fresh
{ echo '/* Rows. */'; echo 'static const row rows[] = {'; repeat 200 '  ROW(1),'; echo '};'; } >"$tree/src/base/long.c"
expect check-style 0 ''
fresh
printf 'switch (row) {\n  default: break;\n}\n' >"$tree/src/element/constraint.c"
expect check-style 1 'src/element/constraint.c:2: default: hides'
fresh
echo 'if (strcmp(name, "revolute") == 0) go();' >"$tree/src/base/named.c"
expect check-style 1 'src/base/named.c:1: a joint is named'
fresh
echo 'if (type == TRM_JOINT_BALL_TRACK) go();' >"$tree/src/base/named.c"
expect check-style 1 'src/base/named.c:1: a joint is named'
fresh
: >"$tree/src/element/joint_table.c"
expect check-style 1 'joint_table.c:1: no joint found'
fresh
printf '/* TO%s: later */\n' DO >"$tree/src/base/late.c"
expect check-style 1 'src/base/late.c:1: a word for unfinished work'
fresh
printf 'see /wor%s/notes\n' k >"$tree/README.md"
expect check-style 1 'README.md:1: a path of one machine'

fresh
printf 'int   x;\n' >"$tree/src/base/a.c"
case $("$tools/check-format" "$tree") in
  *'NOT CHECKED'*) echo 'check-format: not tested, the formatter is absent' ;;
  *) expect check-format 1 'src/base/a.c: not in the shape' ;;
esac

# install-deps, with stand-ins for the machine's package tools that write down what they are asked
fresh
mkdir "$tree/bin"
cat >"$tree/bin/dpkg-query" <<'STUB'
#!/bin/sh
for last in "$@"; do :; done
case " $ABSENT " in *" $last "*) printf not-installed ;; *) printf installed ;; esac
STUB
cat >"$tree/bin/apt-get" <<'STUB'
#!/bin/sh
echo "$*" >>"$ASKED"
[ "$1" = update ] && touch "$ASKED.updated"
[ "$1" = update ] || [ -e "$ASKED.updated" ] || [ -z "$STALE" ]
STUB
printf '#!/bin/sh\necho "$USER_ID"\n' >"$tree/bin/id"
printf '#!/bin/sh\necho sudo >>"$ASKED"\nexec "$@"\n' >"$tree/bin/sudo"
chmod +x "$tree/bin/"*

# install ABSENT STALE USER_ID ARGUMENT...: sets status, output and what apt-get was asked
install() {
  ABSENT=$1 STALE=$2 USER_ID=$3 ASKED=$tree/asked
  export ABSENT STALE USER_ID ASKED
  shift 3
  rm -f "$ASKED" "$ASKED.updated"
  : >"$ASKED"
  output=$(TRM_NO_INSTALL=${SKIP:-0} PATH=$tree/bin:$PATH "$tools/install-deps" "$@" 2>&1)
  status=$?
  asked=$(paste -sd'|' "$ASKED")
}
# installs WHAT STATUS ASKED: compares with what was found
installs() {
  [ "$status" -eq "$2" ] && [ "$asked" = "$3" ] && return
  printf 'install-deps, %s: status %s (wanted %s), asked "%s" (wanted "%s"), said:\n%s\n' "$1" "$status" "$2" "$asked" "$3" "$output"
  failures=$((failures + 1))
}
request='install -y -q --no-install-recommends'

install '' '' 0 core test
installs 'nothing missing' 0 ''
[ -z "$output" ] || { echo "install-deps is not quiet: $output"; failures=$((failures + 1)); }
install 'cmake libcmocka-dev' '' 0 core
installs 'one missing, as root' 0 "$request cmake"
install 'cmake libcmocka-dev' '' 1000 core test
installs 'two missing, as a user' 0 "sudo|$request cmake libcmocka-dev"
install 'cmake' yes 0 core
installs 'old package lists' 0 "$request cmake|update -q|$request cmake"
SKIP=1
install 'cmake' '' 0 core
installs 'told not to' 0 ''
SKIP=0
install '' '' 0 no-such-tier
installs 'unknown tier' 2 ''

echo "$failures of the checks' own tests failed"
[ "$failures" -eq 0 ]
