#!/bin/sh
# Makes the packages with the executables of this build, and tries them where nothing else of ours is.
#   run.sh wheel|deb|image <folder to work in, kept between calls> <path of dsne>
# Exit code 77: this machine cannot run it; the last line says why.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
source=$(cd "$here/../.." && pwd)
what=$1
work=$2/$1
DSNE=$3
. "$source/tests/coinstac/engine.sh"
image=dsne-test-command
build=$(dirname "$(dirname "$DSNE")")

is_static "$DSNE" || skip "the executables are not static"
rm -rf "$work"
mkdir -p "$work/data"
for site in north:1 south:2 west:3; do
  python3 "$source/scripts/make_scans.py" 96 "$work/data/${site%:*}.tsv" "${site#*:}"
done
cp -r "$source/test-inputs" "$work/data"
cp "$here/commands.sh" "$work/data"

packages() {
  "$source/scripts/package" "$build" "$work/packages"
  (cd "$work/packages" && sha256sum --check --quiet SHA256SUMS)
}

# The wheel, in an environment with nothing but what pip brings; the module's own tests are the test.
try_wheel() {
  packages
  python3 -m venv "$work/venv"
  "$work/venv/bin/pip" install --quiet --disable-pip-version-check "$work"/packages/*.whl || skip "pandas cannot be installed"
  cp -r "$source/tests/python" "$work/tests"
  cd "$work/data"
  clean="env -i PATH=$work/venv/bin:/usr/bin:/bin HOME=$work LANG=C.UTF-8 DSNE_NOTEBOOK=$source/docs/three-tables.ipynb"
  $clean python "$work/tests/module_test.py"
  $clean python "$work/tests/notebook_test.py"
  $clean sh commands.sh "$source/compspec.json" dsne
}

# The Debian package, in a container of a Debian with nothing installed.
try_deb() {
  packages
  docker run --rm --network host --volume "$work/packages:/packages:ro" --volume "$work/data:/data" --workdir /data "$base" \
    sh -euc 'apt-get update -qq && apt-get install -qq --no-install-recommends /packages/*.deb > /dev/null
             sh commands.sh /usr/share/dsne/compspec.json dsne
             apt-get purge -qq dsne > /dev/null && ! command -v dsne && [ ! -e /usr/libexec/dsne ]'
}

lay_out() {
  computation=$work/context/image/computation
  mkdir -p "$computation/fonts"
  mkdir -m 1777 "$work/context/image/tmp"
  cp "$build/bin/local" "$build/bin/remote" "$build/bin/dsne" "$source/compspec.json" "$computation"
  strip "$computation/local" "$computation/remote" "$computation/dsne"
  cp /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf /usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf "$computation/fonts"
  echo '<fontconfig><dir>/computation/fonts</dir><cachedir>/tmp</cachedir></fontconfig>' > "$computation/fonts/fonts.conf"
  cp "$here/Dockerfile" "$work/context"
  docker build --tag $image "$work/context"
}

# The small image as docs/install.md calls it, without a network, as a user who is nobody in it, with nothing writable but /data and /tmp.
try_image() {
  if [ -n "${DSNE_WHOLE_IMAGE:-}" ]; then
    docker build --network host --build-arg "DEBIAN=$base" --target command --tag $image "$source"
  else
    lay_out
  fi > "$work/image.log" 2>&1 || {
    tail -n 40 "$work/image.log"
    exit 1
  }
  chown -R 1234:1234 "$work/data"
  cd "$work/data"
  sh commands.sh /computation/compspec.json docker run --rm --network none --read-only --tmpfs /tmp --user 1234:1234 --volume "$work/data:/data" $image
  docker image inspect --format 'The image has {{.Size}} bytes.' $image
}

if [ "$what" != wheel ]; then
  trap stop_engine EXIT
  trap 'exit 1' INT TERM
  mkdir -p "$2/../coinstac"
  start_engine "$2/../coinstac"
  find_base "$2/../coinstac"
fi
"try_$what"
