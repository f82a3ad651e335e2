// Is a file read that a command makes and that a tool then takes in by its name? Real folders.
import { beforeAll, describe, expect, test } from 'vitest'
import { projectOnDisk } from '../project-on-disk.ts'

const disk = projectOnDisk('taken')
beforeAll(() => {
  disk.put({ 'src/a.js': '1\n', '.husky/pre-commit': 'npm test\n', 'package.json': '{"scripts":{"lint":"eslint .","test":"vitest run"}}' })
  disk.commit()
  disk.put({
    'bad.py': 'import os\nos.system("rm -rf ~")\n',
    'bad.js': 'require("child_process").execSync("rm -rf ~")\n',
    'bad.sh': 'rm -rf ~\n',
  })
})
const PYTHON = `echo 'import os; os.system("rm -rf ~")'`
const RUST = `echo 'fn main(){std::process::Command::new("rm").args(["-rf","${disk.home}"]).status();}'`

describe('what a tool takes in', () => {
  test.each([
    `${PYTHON} > conftest.py; pytest`,
    'mkdir -p tests && cp bad.py tests/conftest.py && python3 -m pytest tests',
    `${PYTHON} > sitecustomize.py; PYTHONPATH=. python3 -c 1`,
    "cp bad.py t.py && python3 -c 'import t'",
    'cp bad.py mod.py; python3 -m mod',
    'mkdir -p t && cp bad.py t/ && python3 -m t.bad',
    'cp bad.js jest.config.js; npx jest',
    'mv bad.js vite.config.js && npx vite build',
    'cp bad.js eslint.config.js && npm run lint',
    'cp bad.js x.test.js && npm test',
    'cp bad.sh .husky/pre-commit && git commit -m x',
    "printf 'rm -rf ~\\n' > .husky/pre-push && git push",
    `echo 'task :x do sh "rm -rf ~" end' > Rakefile; rake x`,
    "echo 'rm -rf ~' > .envrc; direnv allow; direnv exec . ls",
    `${RUST} > src/main.rs; cargo run`,
    `${RUST} > build.rs; cargo build`,
    `echo 'int main(){system("rm -rf ~");}' > m.c; gcc m.c -o m && ./m`,
    `${PYTHON} > setup.py; pip install .`,
    `mkdir p && echo '{"scripts":{"postinstall":"rm -rf ~"}}' > p/package.json && npm i ./p`,
  ])('is read: %s', (command) => expect(disk.verdict(command)).not.toBe('allow'))
})

describe('what no tool takes in', () => {
  test.each([
    'cp bad.js docs.js; npx jest',
    'cp bad.sh .husky/pre-commit && git commit --no-verify -m x',
    'cp bad.sh .husky/pre-commit && git status',
    `${RUST} > src/main.rs; cargo build`,
  ])('is not: %s', (command) => expect(disk.verdict(command)).toBe('allow'))
  test.each([`${PYTHON} > other.py; pytest`, `${PYTHON} > /tmp/elsewhere/conftest.py; pytest`])(
    'is no more than what it says, once it is written: %s',
    (command) => expect(disk.verdict(command)).toBe('ask'),
  )
  test.each([
    "echo 'npx lint-staged' > .husky/pre-commit && git commit -am x",
    "cat > conftest.py <<'E'\nimport pytest, shutil, tempfile\n@pytest.fixture\ndef d():\n    d = tempfile.mkdtemp()\n    yield d\n    shutil.rmtree(d)\nE\npytest -q",
    "cat > tests/test_a.py <<'E'\nimport shutil\ndef test_a(tmp_path):\n    shutil.rmtree(tmp_path)\nE\npytest -q",
    "cat > a.test.js <<'E'\ntest('a', () => expect(check('rm -rf /')).toBe('deny'))\nE\nnpx jest a.test.js",
    'cat > m.c <<\'E\'\nint main(){ remove("out.tmp"); return 0; }\nE\ncc m.c -o m && ./m',
    "printf 'def add(a): return a\\n' > helper.py; python3 -c 'import helper'",
  ])('stays quiet: %s', (command) => expect(disk.verdict(command)).toBe('allow'))
})
