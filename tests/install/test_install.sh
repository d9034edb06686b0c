#!/bin/sh
# test_install.sh BUILD SOURCE: installs the build into a folder, compiles examples/c-api against it by pkg-config and by CMake,
# makes the Debian package, unpacks it and runs it. Prints each failed check; fails if there was one.
build=$1
source=$2
trammel=$build/trammel
. "$source/tests/cli/checks.sh"
: >out
: >err

# try COMMAND...: must succeed; stdout to ./out, stderr to ./err
try() { if "$@" >out 2>err; then good; else bad "$*: exit $?"; fi; }

# ---- make install
try env DESTDIR= "$source/tools/install" "$folder/usr"
libraries=$(dirname "$(find "$folder/usr" -name 'libtrammel.so.0')")
export PKG_CONFIG_PATH="$libraries/pkgconfig" LD_LIBRARY_PATH="$libraries"
present usr/bin/trammel
present usr/share/bash-completion/completions/trammel
present usr/share/zsh/site-functions/_trammel
try gzip -t usr/share/man/man1/trammel.1.gz
try usr/bin/trammel version
equal "$(cat out)" "trammel $(pkg-config --modversion trammel)" "one version"
cp "$source"/examples/c-api/*.c "$source/examples/c-api/strip.yaml" "$source/examples/c-api/CMakeLists.txt" .
flags='-std=c17 -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes -Werror'
# shellcheck disable=SC2046,SC2086  # flags are words
for program in motor frequencies; do
  try cc $flags $program.c $(pkg-config --cflags --libs trammel) -lm -o $program
done

# ---- examples/c-api: the arm is held where it should be
try ./motor
cp out motor.txt
# at rest the motor carries the weight: m g l cos(1 rad) R / k = 1.5 * 9.81 * 0.3 * cos(1) * 1.2 / 0.6 = 4.7703 V
awk '$1 == "3.00" { if ($2 - 1 < 2e-3 && $2 - 1 > -2e-3 && $4 - 4.7703 < 0.01 && $4 - 4.7703 > -0.01) found = 1 }
  /energy residual 0e\+00 J/ { closed = 1 } END { exit !(found && closed) }' motor.txt && good || bad "the arm is not held at 1 rad"
try ./frequencies strip.yaml L 0.4 0.2
says out "run to 0.1 s: 200 steps"
# (1.8751/L)^2/(2 pi) sqrt(E h^2/(12 rho)): 10.444 and 41.776 Hz, a little less with shear
awk '/^L = 0.4/ { if ($4 > 10.443 && $4 < 10.444) a = 1 } /^L = 0.2/ { if ($4 > 41.766 && $4 < 41.776) b = 1 } END { exit !(a && b) }' out &&
  good || bad "the frequencies of the strip"
if ./frequencies strip.yaml l 0.4 >out 2>err; then bad "an unknown parameter is accepted"; else good; fi
try cmake -S . -B with-cmake -DCMAKE_PREFIX_PATH="$folder/usr" -DCMAKE_BUILD_TYPE=Release
try cmake --build with-cmake
try with-cmake/motor
cmp -s out motor.txt && good || bad "CMake's program says something else"

# ---- the Python package where make install puts it: the same controller, the same numbers
package=$(dirname "$(find usr -path '*dist-packages/trammel/__init__.py')")
try env PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$folder/$(dirname "$package")" LD_LIBRARY_PATH= /usr/bin/python3 "$source/examples/python/controller.py"
cmp -s out motor.txt && good || bad "Python's numbers are not those of C"

# ---- make deb
unset LD_LIBRARY_PATH PKG_CONFIG_PATH
try "$source/tools/deb" "$folder" "$build"
package=$(cat out)
try apt-get --simulate install "$package" # its dependencies exist and fit
dpkg-deb -f "$package" Depends >depends
for library in libc6 libhdf5 libfyaml0 libklu libarpack2 libopenblas0; do says depends $library; done
try dpkg-deb -x "$package" root
# what the program and the library need is there, or of the packages that are named
for file in root/usr/bin/trammel "$(find root/usr/lib -name 'libtrammel.so.0.*')"; do
  ldd "$file" >out 2>&1
  if grep -q 'not found' out; then bad "$file lacks a library"; else good; fi
done
try root/usr/bin/trammel new slider-crank
try root/usr/bin/trammel run slider-crank.yaml -q
try root/usr/bin/trammel info slider-crank.h5
says out finished
present root/usr/lib/python3/dist-packages/trammel/_declarations.h
present root/usr/share/zsh/vendor-completions/_trammel
present root/usr/share/doc/trammel/LICENSE
try /usr/bin/python3 "$source/tests/install/test_binaries.py" "$build" usr root
summary
