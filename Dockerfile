# Magpie on one machine, for amd64 and arm64. The root file system may be read-only: state is in /data, scratch in /tmp.
# For developers: a release has an image that is made without Docker. docker build -t magpie:built . ; see compose.build.yaml.

FROM node:24-bookworm-slim AS build
WORKDIR /src
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run release -- --draft --to /release \
 && mkdir /app \
 && tar -xzf /release/*.tar.gz -C /app --strip-components=1

FROM node:24-bookworm-slim
# The runtime does not start without certificate authorities.
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates \
 && rm -rf /var/lib/apt/lists/* \
 && rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn* \
 && groupadd --gid 10001 magpie \
 && useradd --uid 10001 --gid magpie --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin magpie \
 && install -d -o magpie -g magpie -m 0700 /data /backups
COPY --from=build /app /app
WORKDIR /app
ENV NODE_ENV=production MAGPIE_DATA=/data HOST=0.0.0.0 NODE_COMPILE_CACHE=/tmp/compile-cache
USER 10001:10001
VOLUME ["/data", "/backups"]
EXPOSE 8787
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "scripts/start/watch/health-check.ts"]
CMD ["node", "scripts/start/main.mjs"]
