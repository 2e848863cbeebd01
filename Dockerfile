# The product in one image: `docker build -t landfall .`
# What every step does can also be done by hand; docs/install.md, "In a container".

# For a digest instead of a tag: `--build-arg NODE_IMAGE=node:22-bookworm-slim@sha256:…`.
ARG NODE_IMAGE=node:22-bookworm-slim
FROM ${NODE_IMAGE} AS build
# The repository is not part of the image: `--build-arg COMMIT=$(git rev-parse --short HEAD)`.
ARG COMMIT
ENV BUILD_COMMIT=${COMMIT}
WORKDIR /landfall
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev

FROM ${NODE_IMAGE}
ARG COMMIT
LABEL org.opencontainers.image.title=Landfall \
  org.opencontainers.image.description="Self-hostable dashboard for package downloads" \
  org.opencontainers.image.licenses=MIT \
  org.opencontainers.image.version=0.1.0 \
  org.opencontainers.image.revision=${COMMIT}
WORKDIR /landfall
COPY --from=build /landfall/package.json ./
COPY --from=build /landfall/node_modules node_modules
COPY --from=build /landfall/build build

ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data TRUST_PROXY=true
RUN install -d -o node -g node -m 700 /data && ln -s /landfall/build/landfall.js /usr/local/bin/landfall
USER node
VOLUME /data
# Dashboard, and gateway: API and downloads.
EXPOSE 3000 8081
STOPSIGNAL SIGTERM
# Of the gateway's port, which every role but `store` has: that one has the dashboard's.
HEALTHCHECK --start-period=30s --interval=15s --timeout=5s \
  CMD ["node", "-e", "let e=process.env;fetch('http://127.0.0.1:'+(e.ROLE==='store'?e.PORT||3000:e.GATEWAY_PORT||8081)+'/healthz').then((r)=>process.exit(r.ok?0:1),()=>process.exit(1))"]
CMD ["node", "build/server.js"]
