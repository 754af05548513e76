# The GitHub App. dist/ is committed, so nothing is built here: the image holds it and the packages of the lockfile.
FROM node:24-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
# The App's packages alone, as the lockfile has them. Everything else is part of dist/.
RUN node -e 'const p = require("./package.json"); p.dependencies = Object.fromEntries(p.appPackages.map((name) => [name, p.devDependencies[name]])); delete p.devDependencies; fs.writeFileSync("package.json", JSON.stringify(p))'
# No package runs a script of its own.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:24-slim
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PR_DEBATE_DATA_DIR=/data
WORKDIR /app
# git reads the tree of a commit. Without it the seats see the change alone.
RUN apt-get update -qq && apt-get install -qq --no-install-recommends git && rm -rf /var/lib/apt/lists/*
# All of it belongs to root: the program cannot change itself, and the root file system may be read-only.
COPY --from=packages /app/node_modules node_modules
COPY package.json LICENSE ./
COPY dist dist
# The store, where DATABASE_URL is not set: the only folder, besides /tmp for command seats, that is written to.
RUN install --directory --owner=1000 --group=1000 --mode=700 /data
VOLUME /data
# The image's user "node", as a number: Kubernetes cannot see otherwise that it is not root.
USER 1000:1000
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --retries=3 \
    CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/cli.js", "serve"]
