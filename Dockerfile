# Keijiban in a container: built with Swift's own image, run on Debian without it.

FROM swift:6.3-bookworm AS build

# The same as build_packages in script/lib/packages.sh.
RUN apt-get update \
    && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
        libwebsockets-dev libwebsockets-evlib-uv libuv1-dev libpq-dev libsodium-dev libutf8proc-dev pkg-config \
    && rm -rf /var/lib/apt/lists/*

WORKDIR /build
COPY Package.swift ./
COPY sql sql
COPY Sources Sources
# Not run here, but the package names their folders and does not load without them.
COPY Tests Tests
RUN swift build -c release --product keijiban --static-swift-stdlib

FROM debian:bookworm-slim

RUN apt-get update \
    && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
        ca-certificates libpq5 libsodium23 libutf8proc2 libuv1 libwebsockets17 libwebsockets-evlib-uv \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --user-group --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin keijiban

COPY --from=build /build/.build/release/keijiban /usr/local/bin/keijiban

# Inside the container every address; which of the host's it is reached at is for the port mapping to say.
ENV KEIJIBAN_LISTEN=0.0.0.0:8080

USER keijiban
EXPOSE 8080
HEALTHCHECK --interval=15s --timeout=5s --start-period=10s --retries=3 CMD ["keijiban", "health"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["keijiban"]
CMD ["serve"]
