#!/bin/sh
# compile_examples.sh SOURCE BUILD: the programs of examples/c-api and the installed headers compile as C11 and as C++17 without a
# warning, and the C++ programs say what the C ones say.
set -eu
source=$1
build=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
flags="-Wall -Wextra -pedantic -Werror -I$source/include"
link="-L$build -ltrammel -lm -Wl,-rpath,$build"
cd "$folder"

for header in "$source"/include/trammel/*.h; do
  name=trammel/$(basename "$header")
  printf '#include <%s>\n#include <%s>\nint main(void) { return 0; }\n' "$name" "$name" >one.c
  # shellcheck disable=SC2086  # flags are words
  cc -std=c11 $flags -c one.c -o one.o && c++ -x c++ -std=c++17 $flags -c one.c -o one.o
done
for program in "$source"/examples/c-api/*.c; do
  name=$(basename "$program" .c)
  # shellcheck disable=SC2086
  cc -std=c11 $flags "$program" $link -o "$name-c"
  # shellcheck disable=SC2086
  c++ -x c++ -std=c++17 $flags "$program" -x none $link -o "$name-cpp"
done
for program in "$source"/examples/c-api/*.cpp; do
  [ -e "$program" ] || continue
  # shellcheck disable=SC2086
  c++ -std=c++17 $flags "$program" $link -o "$(basename "$program" .cpp)-own"
  ./"$(basename "$program" .cpp)"-own
done
./motor-c >c.txt
./motor-cpp >cpp.txt
cmp c.txt cpp.txt
./frequencies-cpp "$source/examples/c-api/strip.yaml" L 0.4 | tail -n 1
