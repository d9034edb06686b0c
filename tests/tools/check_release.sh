#!/bin/sh
# check_release.sh SOURCE: what a release says of itself is one thing: the version stands in include/trammel/version.h, and CITATION.cff,
# CHANGELOG.md and the pages agree with it; the tarball of tools/dist holds all that git knows of, unchanged, is the same bytes when files
# have other dates.
source=$1
trammel=none
. "$source/tests/cli/checks.sh"
: >out
: >err
version=$(sed -n 's/^#define TRM_VERSION_[MP][A-Z]* \([0-9]*\)$/\1/p' "$source/include/trammel/version.h" | paste -sd.)
number=$(echo "$version" | awk -F. '{ print $1 * 10000 + $2 * 100 + $3 }')

equal "$(sed -n 's/^version: *//p' "$source/CITATION.cff")" "$version" "version of CITATION.cff"
date=$(sed -n 's/^date-released: *//p' "$source/CITATION.cff")
equal "$(date -u -d "$date" +%Y-%m-%d)" "$date" "date of CITATION.cff"
says "$source/CHANGELOG.md" "## $version (" # the newest release, or the one that is being made
equal "$(sed -n 's/^## \([0-9.]*\) .*/\1/p' "$source/CHANGELOG.md" | head -n 1)" "$version" "newest section of CHANGELOG.md"
says "$source/docs/c-api.md" "\"$version\", $number"
says "$source/include/trammel/trammel.h" "\"$version\", and $number"
language=$(sed -n 's/.*TRM_LANGUAGE_VERSION = \([0-9]*\).*/\1/p' "$source/src/build/tables.h")
format=$(sed -n 's/.*TRM_RESULT_VERSION = \([0-9]*\).*/\1/p' "$source/src/io/result.h")
says "$source/docs/versions.md" "| model language | $language |"
says "$source/docs/versions.md" "| result file | $format |"
says "$source/docs/results.md" "## Layout, format version $format"

# ---- the tarball
unset SOURCE_DATE_EPOCH
archive=$("$source/tools/dist" .) && good || bad "tools/dist fails"
equal "$archive" "$PWD/trammel-$version.tar.gz" "name of the tarball"
tar -xzf "$archive" && good || bad "the tarball cannot be unpacked"
unpacked=$PWD/trammel-$version
if [ -e "$source/.git" ]; then
  git -C "$source" ls-files | LC_ALL=C sort >names
  (cd "$unpacked" && find . -type f | sed 's,^\./,,' | LC_ALL=C sort) >unpacked
  cmp -s names unpacked && good || bad "the tarball has other files than git: $(diff names unpacked | head -n 3)"
fi
while read -r name; do cmp -s "$source/$name" "$unpacked/$name" || bad "$name differs in the tarball"; done <unpacked
good
# out of the tarball itself, with other dates and permissions
find "$unpacked" -type f -exec touch -d 2001-01-01 {} +
chmod -R go-rwx "$unpacked"
mkdir again
(cd "$unpacked" && GIT_CEILING_DIRECTORIES=$folder tools/dist ../again >/dev/null)
cmp -s "$archive" "again/trammel-$version.tar.gz" && good || bad "packed again, the tarball has other bytes"
summary
