#!/bin/sh
# Runs a test against the real COINSTAC.
#   run.sh service|runs|bench|engines <folder to work in, kept between calls> <path of dsne> [argument of the bench …]
# Exit code 77: this machine cannot run it; the last line says why.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
source=$(cd "$here/../.." && pwd)
what=$1
work=$2
DSNE=$3
shift 3
export DSNE

. "$here/engine.sh"

# The npm packages, as the lock file lists them.
install_packages() {
  command -v node > /dev/null || skip "Node is not installed"
  command -v npm > /dev/null || skip "npm is not installed"
  mkdir -p "$work"
  if ! cmp -s "$here/package-lock.json" "$work/node_modules/installed.json"; then
    cp "$here/package.json" "$here/package-lock.json" "$here/.npmrc" "$work"
    (cd "$work" && npm ci --no-audit --no-fund) || skip "the npm packages cannot be installed"
    cp "$here/package-lock.json" "$work/node_modules/installed.json"
  fi
  export NODE_PATH="$work/node_modules"
}

install_packages
if [ "$what" = service ]; then
  exec node --test "$source"/tests/server/*.test.js
fi

trap stop_engine EXIT
trap 'exit 1' INT TERM
start_engine "$work"
build_image "$source" "$work"
export DSNE_WORK="$work"
case $what in
  runs) node --test "$here/runs.test.js" ;;
  bench) node "$source/bench/coinstac/rounds.js" "$@" ;;
  engines) python3 "$source/bench/engines/runs.py" "$@" ;;
esac
