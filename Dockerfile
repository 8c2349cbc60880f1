# Two images. The one that COINSTAC runs, with the computation in /computation and the container service in /server:
#
#   docker build --tag coinstac-dsne .
#   docker build --tag coinstac-dsne --build-arg BASE=<an official COINSTAC base image> .
#
# The second build keeps the base's own container service, which runs any command for anyone who can reach it.
# And the image for people, with only the command dsne and its dependencies:
#
#   docker build --target command --tag dsne .
#
# They hold no reference data but the map of public scans in the programs (NOTICE). Containers need no root, no network, and nothing writable
# but /tmp and the folders that they are given.

ARG DEBIAN=debian:bookworm-slim
ARG BASE=service

FROM ${DEBIAN} AS build
RUN apt-get update && apt-get install --yes --no-install-recommends \
      ca-certificates cmake fontconfig fonts-dejavu-core g++ libboost-dev libboost-filesystem-dev libboost-program-options-dev \
      libcairo2-dev libeigen3-dev libglib2.0-dev libnifti-dev libpng-dev libsodium-dev libspectra-dev make \
      nlohmann-json3-dev nodejs npm pkg-config zlib1g-dev
COPY server/package.json server/package-lock.json /server/
RUN npm ci --prefix /server --ignore-scripts --no-audit --no-fund
COPY . /source
ARG CMAKE_OPTIONS=
RUN cmake -S /source -B /build -DDSNE_TESTS=OFF ${CMAKE_OPTIONS} \
    && cmake --build /build --target local remote dsne --parallel 2

# The executables are static: with a font beside them they run on any base, however old its C library, or on none.
RUN mkdir -p /computation/fonts \
    && strip -o /computation/local /build/bin/local && strip -o /computation/remote /build/bin/remote \
    && strip -o /computation/dsne /build/bin/dsne && cp /source/compspec.json /source/NOTICE /computation \
    && cp /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf /usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf \
       /computation/fonts \
    && printf '<fontconfig><dir>%s</dir><cachedir>%s</cachedir></fontconfig>\n' \
       /computation/fonts /computation/font-cache > /computation/fonts/fonts.conf \
    && FONTCONFIG_FILE=/computation/fonts/fonts.conf fc-cache \
    && mkdir -p /root/image && cp -a /computation /root/image && mkdir -m 1777 /root/image/tmp

FROM scratch AS command
LABEL org.opencontainers.image.title="dsne" \
      org.opencontainers.image.description="Checks a site's table, summarizes it, and puts its subjects on the common map" \
      org.opencontainers.image.licenses="MIT"
COPY --from=build /root/image /
ENV FONTCONFIG_FILE=/computation/fonts/fonts.conf
WORKDIR /data
ENTRYPOINT ["/computation/dsne"]

FROM ${DEBIAN} AS service
RUN apt-get update && apt-get install --yes --no-install-recommends nodejs \
    && rm -rf /var/lib/apt/lists/* /var/cache/apt/*
COPY server /server
COPY --from=build /server/node_modules /server/node_modules

FROM ${BASE}
LABEL org.opencontainers.image.title="dSNE for COINSTAC" \
      org.opencontainers.image.description="One map of every site's subjects, while their data stays at the sites" \
      org.opencontainers.image.licenses="MIT"
COPY --from=build /computation /computation
ENV FONTCONFIG_FILE=/computation/fonts/fonts.conf PATH=$PATH:/computation
EXPOSE 8881
CMD ["node", "/server/index.js"]
