// Installers told to put their programs where the Node lies that runs this gate: by option, setting or variable. And the same installers told of other folders.
import type { Attempt } from './own-ground.ts'

const bash = (command: string): Attempt => ({ tool: 'Bash', input: { command } })
const cross = (frames: readonly string[], fill: readonly string[], sign: string): readonly string[] =>
  frames.flatMap((frame) => fill.map((one) => frame.replaceAll(sign, () => one)))

/** Into the folder of programs. */
const BIN = [
  'gem install x --bindir §',
  'gem install -n § x',
  'pip install -t § x',
  'uv pip install --target § x',
  'cargo binstall --install-path § x',
  'go env -w GOBIN=§',
  'GOBIN=§ go install ./cmd/node',
  'export GOBIN=§; go install ./cmd/node',
  'PIPX_BIN_DIR=§ pipx install ./x',
  'UV_TOOL_BIN_DIR=§ uv tool install ./x',
  'env UV_TOOL_BIN_DIR=§ uv tool install ./x',
  'composer global config bin-dir §',
  'COMPOSER_BIN_DIR=§ composer install',
  'bundle install --binstubs §',
  'bundle config set bin §',
  'cabal install --installdir=§ x',
  'stack install --local-bin-path §',
  'dotnet tool install x --tool-path §',
  'BUN_INSTALL_BIN=§ bun add -g x',
  'pnpm config set global-bin-dir §',
  'PNPM_HOME=§ pnpm add -g x',
  'make install BINDIR=§',
  'just install § x',
  'stow -t § x',
  'some-installer --to=§',
] as const
/** Into the folder above it. */
const PREFIX = [
  'pip install --prefix § x',
  'python3 -m pip install --prefix § ./x',
  'PYTHONUSERBASE=§ pip install --user x',
  'uv pip install --prefix § x',
  'cargo install --root § x',
  'CARGO_INSTALL_ROOT=§ cargo install x',
  'make install PREFIX=§',
  'make install prefix=§',
  'PREFIX=§ make -e install',
  './configure --prefix=§ && make install',
  'cmake --install build --prefix §',
  'cmake -DCMAKE_INSTALL_PREFIX=§ .',
  'meson setup b --prefix=§',
  'conda create -p § nodejs',
  'python3 -m venv §',
  'virtualenv §',
  'nodeenv § --force',
  'luarocks install --tree § x',
  'cpanm -l § X',
  'deno install -g --root § -n node x.ts',
  'DENO_INSTALL_ROOT=§ deno install -g -n node x.ts',
  'yarn config set prefix §',
  'opam install x --prefix §',
  'zef install x --install-to=§',
  'N_PREFIX=§ n-install latest',
] as const
const NODE = [
  '/home/dev/.nvm/versions/node/v20.20.2',
  '~/.nvm/versions/node/v20.20.2',
  '$HOME/.nvm/versions/node/v20.20.2',
  '$(dirname $(dirname $(which node)))',
] as const
const OTHERS = ['~/tools', './vendor', '/tmp/x', '~/.nvm/versions/node/v18.0.0', '$HOME/go'] as const

const LOOKING = [
  'ls §/bin',
  'ls -la §',
  'du -sh §',
  'find §/bin -type f',
  '§/bin/node app.js',
  '§/bin/npm ci',
  'PATH=§/bin:$PATH npm test',
  'export PATH=§/bin:$PATH',
  'cd § && ls',
  'node --version; ls §',
  'npm config set prefix §',
  'npx node-gyp rebuild --nodedir=§',
  'tree -L 1 §',
  'test -d § && echo yes',
  'echo §/bin',
  'realpath §/bin/node',
] as const

export const installedOver = {
  attempts: [
    ...cross(
      BIN,
      NODE.map((folder) => `${folder}/bin`),
      '§',
    ),
    ...cross(PREFIX, NODE, '§'),
  ].map(bash),
  controls: [...cross([...BIN, ...PREFIX], OTHERS, '§'), ...cross(LOOKING, NODE, '§')].map(bash),
}
