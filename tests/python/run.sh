#!/bin/sh
# Runs a test of the Python module against the executables of this build.
#   run.sh module|notebook <folder to work in, kept between calls> <path of dsne>
# pandas comes from PyPI into a virtual environment in the folder. Exit code 77: this machine cannot run it; the last line says why.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
what=$1
work=$2
DSNE_PROGRAM=$3
export DSNE_PROGRAM

skip() {
  echo "skipped: $1"
  exit 77
}

mkdir -p "$work"
# Only one at a time installs.
exec 9> "$work/lock"
flock 9
if [ ! -e "$work/venv/installed" ]; then
  rm -rf "$work/venv"
  python3 -m venv "$work/venv" || skip "there is no Python with venv; scripts/setup installs it"
  "$work/venv/bin/pip" install --quiet --disable-pip-version-check pandas || skip "pandas cannot be installed"
  touch "$work/venv/installed"
fi
# The module takes the compspec beside dsne, as in the wheel.
beside=${DSNE_PROGRAM%/*}/compspec.json
cmp -s "$here/../../compspec.json" "$beside" || cp "$here/../../compspec.json" "$beside"
exec 9>&-

# The module is found where it is written.
PYTHONPATH="$here/../../python:$here" PYTHONDONTWRITEBYTECODE=1 exec "$work/venv/bin/python" "$here/${what}_test.py"
