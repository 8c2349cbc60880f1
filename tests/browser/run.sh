#!/bin/sh
# Runs the tests of the report page in Chromium, or makes the pictures of the pages in docs and docs/sample-report.html.
#   run.sh tests|picture <folder to work in, kept between calls> <path of dsne> [option of node's test runner …]
# Exit code 77: this machine cannot run them; the last line says why.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
source=$(cd "$here/../.." && pwd)
what=$1
work=$2
dsne=$3
shift 3

skip() {
  echo "skipped: $1"
  exit 77
}

for program in node npm chromium; do
  command -v "$program" > /dev/null || skip "$program is not installed; scripts/setup installs it"
done

# node looks for packages beside the test's files, so they go where the packages are.
mkdir -p "$work"
cp "$here"/*.js "$here/package.json" "$source/shared/report/web/src/lines.js" "$work"
if ! cmp -s "$here/package-lock.json" "$work/node_modules/installed.json"; then
  cp "$here/package-lock.json" "$here/.npmrc" "$work"
  (cd "$work" && npm ci --no-audit --no-fund --silent) || skip "the npm packages cannot be installed"
  cp "$here/package-lock.json" "$work/node_modules/installed.json"
fi

simulate() {
  "$dsne" simulate --compspec "$source/compspec.json" --directory "$1" > "$1.log" 2>&1 || {
    cat "$1.log"
    exit 1
  }
}

# The tests need labels and a given reference, the pictures show scans.
(cd "$work" && rm -rf run federation sphere2 sphere5 networks clusters)
case $what in
  tests) "$source/tests/digits/make.py" "$work/run" ;;
  picture) cp -r "$source/test-inputs" "$work/run" ;;
esac
cp -r "$source/test-inputs" "$work/federation"
(cd "$work" && node make_runs.js "$what")
"$source/scripts/make_networks.py" "$work/networks"
for run in run federation sphere2 sphere5 networks clusters; do
  simulate "$work/$run"
done
cd "$work"
case $what in
  tests) node --test "$@" ;;
  picture)
    node picture.js "$source/docs/images" "$@"
    cp run/output/local0/simulatorRun/embedding.png "$source/docs/images/demo.png"
    cp run/output/local0/simulatorRun/index.html "$source/docs/sample-report.html" ;;
esac
