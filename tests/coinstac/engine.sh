# The Docker engine and the images that the tests need. Sourced by run.sh.

image=dsne-test
base=debian:bookworm-slim
own_base=dsne-test-base
engine=

skip() {
  echo "skipped: $1"
  exit 77
}

install_debian_packages() {
  command -v apt-get > /dev/null || return 1
  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq --no-install-recommends "$@" > /dev/null
}

# Makes sure that an engine runs: the machine's, or else one of our own, whose images are kept in a folder.
start_engine() {
  docker info > /dev/null 2>&1 && return
  [ "$(id -u)" = 0 ] || skip "no Docker engine is running, and only root may start one"
  command -v dockerd > /dev/null || install_debian_packages docker.io iptables ||
    skip "no Docker engine is running, and docker.io cannot be installed"
  docker info > /dev/null 2>&1 && return

  # A socket's path is short.
  engine=$(mktemp -d)
  export DOCKER_HOST="unix://$engine/socket"
  dockerd --host "$DOCKER_HOST" --data-root "$1/docker" --exec-root "$engine/exec" --pidfile "$engine/pid" \
    --group root > "$1/docker.log" 2>&1 &
  for _ in $(seq 60); do
    docker info > /dev/null 2>&1 && return
    [ -e "/proc/$!" ] || break
    sleep 0.5
  done
  skip "the Docker engine does not start: $(grep -v level=info "$1/docker.log" | tail -n 1)"
}

# Removes the tests' containers, and ends the engine if it is ours.
stop_engine() {
  docker ps --all --quiet --filter "ancestor=$image" 2> /dev/null | xargs -r docker rm --force > /dev/null
  [ -n "$engine" ] || return 0
  if [ -e "$engine/pid" ]; then
    pid=$(cat "$engine/pid")
    kill "$pid"
    while [ -e "/proc/$pid" ]; do sleep 0.1; done
  fi
  umount "$engine"/exec/netns/* 2> /dev/null || true
  rm -rf "$engine"
}

# A Debian without documentation and translations that uses this machine's own settings of apt, npm and pip, as tar on stdout.
make_base() (
  root=$(mktemp -d) || exit 1
  trap 'rm -rf "$root"' EXIT
  sources=$(apt-get indextargets --format 'deb $(REPO_URI) $(RELEASE) $(COMPONENT)' \
    'Created-By: Packages' 'Origin: Debian' | sort -u | grep ' bookworm')
  mirror=$(echo "$sources" | awk '$3 == "bookworm" { print $2; exit }')
  proxy=$(apt-config dump --format '%v%n' Acquire::http::Proxy)
  http_proxy=${proxy:-${http_proxy:-}} debootstrap --variant=minbase bookworm "$root" "$mirror" >&2 || exit 1
  echo "$sources" > "$root/etc/apt/sources.list"
  apt-config dump | grep -i '^Acquire::https\?::' > "$root/etc/apt/apt.conf.d/acquire" || true
  echo "registry=$(npm config get registry 2> /dev/null)" > "$root/root/.npmrc"
  authorities=$(npm config get cafile 2> /dev/null)
  if [ -f "$authorities" ]; then
    cp "$authorities" "$root/etc/npm-authorities.crt"
    echo "cafile=/etc/npm-authorities.crt" >> "$root/root/.npmrc"
  fi
  authorities=${PIP_CERT:-$(pip config get global.cert 2> /dev/null)}
  if [ -f "$authorities" ]; then
    cp "$authorities" "$root/etc/pip-authorities.crt"
    printf '[global]\ncert = /etc/pip-authorities.crt\n' > "$root/etc/pip.conf"
  fi
  for folder in doc info locale man; do
    echo "path-exclude /usr/share/$folder/*" >> "$root/etc/dpkg/dpkg.cfg.d/slim"
    rm -rf "${root:?}/usr/share/$folder"/*
  done
  rm -rf "${root:?}/var/cache/apt"/* "${root:?}/var/lib/apt/lists"/*
  tar --create --directory "$root" .
)

# Sets $base to an image to build on: Debian's, or where no registry can be reached one made from Debian's packages.
find_base() {
  docker image inspect $base > /dev/null 2>&1 && return
  if ! docker image inspect $own_base > /dev/null 2>&1; then
    timeout 120 docker pull --quiet $base > /dev/null 2>&1 && return
    [ "$(id -u)" = 0 ] || skip "$base cannot be pulled, and only root may make it"
    command -v debootstrap > /dev/null || install_debian_packages debootstrap || skip "$base cannot be pulled or made"
    make_base > "$1/base.tar" || skip "$base cannot be pulled, and debootstrap fails"
    docker import "$1/base.tar" $own_base
    rm "$1/base.tar"
  fi
  base=$own_base
}

is_static() { ldd "$1" 2>&1 | grep -q 'statically linked'; }

# Collects the files that tests/coinstac/Dockerfile copies: the executables beside dsne, fonts, and the container service.
lay_out_image() {
  fonts=$2/computation/fonts
  rm -rf "$2"
  mkdir -p "$fonts"
  cp "${DSNE%/*}/local" "${DSNE%/*}/remote" "$2/computation"
  strip "$2/computation/local" "$2/computation/remote"
  cp /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf /usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf "$fonts"
  echo '<fontconfig><dir>/computation/fonts</dir></fontconfig>' > "$fonts/fonts.conf"
  cp -r "$1/server" "$1/tests/coinstac/Dockerfile" "$2"
  npm ci --prefix "$2/server" --ignore-scripts --no-audit --no-fund --silent
}

# Builds the image for NVIDIA FLARE on top of ours, as $image-flare.
build_flare_image() {
  docker build --network host --build-arg "IMAGE=$image" --tag "$image-flare" "$1/adapters" > "$2/flare-image.log" 2>&1 || {
    tail -n 40 "$2/flare-image.log"
    exit 1
  }
}

# Builds our image, as $image: of the executables that were just built, or with DSNE_WHOLE_IMAGE as a user builds it.
build_image() {
  find_base "$2"
  context=$1
  if [ -z "${DSNE_WHOLE_IMAGE:-}" ] && is_static "${DSNE%/*}/local"; then
    context=$2/image
    lay_out_image "$1" "$context"
  fi
  docker build --network host --build-arg "DEBIAN=$base" --tag $image "$context" > "$2/image.log" 2>&1 || {
    tail -n 40 "$2/image.log"
    exit 1
  }
}
