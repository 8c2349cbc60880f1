#!/bin/sh
# Runs the tests of the adapter for vantage6, or with arguments bench/engines/runs.py.
#   run.sh 4|5 <folder to work in, kept between calls> <path of dsne> [argument …]
# vantage6 comes from PyPI into a virtual environment in the folder. Exit code 77: this machine cannot run it; the last line says why.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
source=$(cd "$here/../.." && pwd)
version=$1
work=$2
export DSNE=$3 DSNE_VANTAGE6="$version" DSNE_WORK="$2"
shift 3

skip() {
  echo "skipped: $1"
  exit 77
}

# 4.14 runs on Python 3.10 to 3.13, 5.0 on 3.13 and newer.
case $version in
  4) oldest=10 newest=13 ;;
  5) oldest=13 newest=14 ;;
esac

find_python() {
  for python in ${DSNE_PYTHON:-python3 /usr/bin/python3 python3.13 "$HOME"/.pyenv/versions/3.13*/bin/python3}; do
    "$python" -c "import sys, venv, ensurepip; sys.exit(not (3, $oldest) <= sys.version_info[:2] <= (3, $newest))" 2> /dev/null && return
  done
  skip "there is no Python 3.$oldest to 3.$newest with venv"
}

mkdir -p "$work"
exec 9> "$work/lock$version"
flock 9
wanted="$here/requirements$version.txt"
venv="$work/venv$version"
if ! cmp -s "$wanted" "$venv/installed.txt"; then
  find_python
  rm -rf "$venv"
  "$python" -m venv "$venv"
  "$venv/bin/pip" install --quiet --disable-pip-version-check --requirement "$wanted" || skip "vantage6 cannot be installed"
  cp "$wanted" "$venv/installed.txt"
fi
exec 9>&-
export PYTHONPATH="$source/adapters/vantage6:$here/../stepping" PYTHONDONTWRITEBYTECODE=1
[ $# = 0 ] || exec "$venv/bin/python" "$source/bench/engines/runs.py" "$@"
exec "$venv/bin/python" "$here/runs_test.py"
