#!/bin/sh
# Runs the tests of experiments/: run.sh <folder for a virtual environment, kept between calls> <path of dsne>
# Exit code 77: this machine cannot run them; the last line says why.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
requirements=$here/../../experiments/requirements.txt
work=$1
DSNE=$2
export DSNE PYTHONDONTWRITEBYTECODE=1

skip() {
  echo "skipped: $1"
  exit 77
}

mkdir -p "$work"
exec 9> "$work/lock"
flock 9
if ! cmp -s "$requirements" "$work/installed.txt"; then
  rm -rf "$work/venv"
  python3 -m venv "$work/venv" || skip "there is no python3 with venv; scripts/setup installs it"
  "$work/venv/bin/pip" install --quiet --disable-pip-version-check --requirement "$requirements" || skip "the packages cannot be installed"
  cp "$requirements" "$work/installed.txt"
fi
exec 9>&-
exec "$work/venv/bin/python" -m unittest discover --start-directory "$here" --pattern '*_test.py'
