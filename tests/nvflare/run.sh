#!/bin/sh
# Runs tests of the adapters for NVIDIA FLARE and NeuroFLAME.
#   run.sh exchange|kits|simulator|methods|poc|images|neuroflame|neuroflame_script|bench|engines <folder to work in, kept between calls> <path of dsne> [option …]
# FLARE comes from PyPI into a virtual environment in the folder: 2.9, or the version that DSNE_FLARE names. NeuroFLAME has 2.8.
# Exit code 77: this machine cannot run it; the last line says why.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
source=$(cd "$here/../.." && pwd)
what=$1
work=$2
DSNE=$3
shift 3
export DSNE
case $what in
  neuroflame*) flare=2.8 ;;
  *) flare=${DSNE_FLARE:-2.9} ;;
esac
# NeuroFLAME's published boilerplate, at the commit that this was written for. DSNE_BOILERPLATE can name another copy.
boilerplate=${DSNE_BOILERPLATE:-https://github.com/NeuroFlame/computation-nvflare-boilerplate}
boilerplate_commit=dbc9503

skip() {
  echo "skipped: $1"
  exit 77
}

# FLARE runs on Python 3.9 to 3.13.
find_python() {
  for python in ${DSNE_PYTHON:-python3 /usr/bin/python3 python3.11}; do
    "$python" -c 'import sys, venv, ensurepip; sys.exit(not (3, 9) <= sys.version_info < (3, 14))' 2> /dev/null && return
  done
  skip "there is no Python 3.9 to 3.13 with venv; scripts/setup installs it"
}

install_flare() {
  find_python
  venv="$work/venv-$flare"
  if [ ! -f "$venv/installed" ]; then
    rm -rf "$venv"
    "$python" -m venv "$venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check "nvflare~=$flare.0" || skip "NVIDIA FLARE cannot be installed"
    touch "$venv/installed"
  fi
  PATH="$venv/bin:$PATH"
  # The packages under test are found where they are written. FLARE's processes get them, too.
  export PATH PYTHONPATH="$source/adapters/nvflare:$here:$here/../stepping" PYTHONDONTWRITEBYTECODE=1
}

fetch_boilerplate() {
  rm -rf "$work/boilerplate"
  { git clone --quiet "$boilerplate" "$work/boilerplate" && git -C "$work/boilerplate" checkout --quiet "$boilerplate_commit"; } ||
    skip "NeuroFLAME's boilerplate cannot be fetched"
  export DSNE_BOILERPLATE_FOLDER="$work/boilerplate"
}

# The images, with the Docker engine and the base of the tests against COINSTAC; its folder is beside this one's.
make_images() {
  . "$source/tests/coinstac/engine.sh"
  trap stop_engine EXIT
  trap 'exit 1' INT TERM
  mkdir -p "$work/../coinstac"
  start_engine "$work/../coinstac"
  build_image "$source" "$work/../coinstac"
  build_flare_image "$source" "$work/../coinstac"
  export DSNE_FLARE_IMAGE="$image-flare"
}

# Only one at a time installs.
mkdir -p "$work"
exec 9> "$work/lock"
flock 9
install_flare
exec 9>&-

export DSNE_WORK="$work/$what-$flare"
case $what in
  exchange | simulator | methods | poc | kits) exec python "$here/${what}_test.py" "$@" ;;
  bench) exec python "$source/bench/nvflare/rounds.py" "$@" ;;
  engines) exec python "$source/bench/engines/runs.py" "$@" ;;
  images)
    make_images
    python "$here/images_test.py" "$@"
    ;;
  neuroflame)
    fetch_boilerplate
    exec python "$here/neuroflame_test.py" "$@"
    ;;
  neuroflame_script)
    fetch_boilerplate
    make_images
    python "$here/neuroflame_script_test.py" "$@"
    ;;
esac
