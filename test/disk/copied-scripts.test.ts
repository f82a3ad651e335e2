// Is a script read that a command copies, moves or links into a folder, or with its folder, before it runs it there?
import { beforeAll, describe, expect, test } from 'vitest'
import { projectOnDisk } from '../project-on-disk.ts'

const disk = projectOnDisk('copied')
beforeAll(() => {
  disk.put({ 'scripts/good.sh': 'echo built\nrm -rf dist\n', 'scripts/run.sh': 'ls\n', 'config/run.txt': 'x\n', 'deploy/run.sh': 'ls\n' })
  disk.commit()
  const bad = 'rm -rf ~\n'
  disk.put({
    'scripts/bad.sh': bad,
    'bad.py': 'import shutil, os\nshutil.rmtree(os.path.expanduser("~"))\n',
    'bad.mk': 'all:\n\trm -rf ~\n',
    'tools/old.sh': bad,
  })
})

describe('what came to lie there', () => {
  test.each([
    'cp scripts/bad.sh /tmp && sh /tmp/bad.sh',
    'cp scripts/bad.sh /tmp/ && cd /tmp && ./bad.sh',
    'cp -t /tmp scripts/bad.sh && sh /tmp/bad.sh',
    'cp scripts/good.sh scripts/bad.sh /tmp && sh /tmp/bad.sh',
    'cp scripts/*.sh /tmp && sh /tmp/bad.sh',
    'cp -r scripts /tmp/s8 && bash /tmp/s8/bad.sh',
    'cp -r scripts/ /tmp/ && bash /tmp/scripts/bad.sh',
    'cp -R scripts/. tools/ && sh tools/bad.sh',
    'rsync -a scripts/ /tmp/sc/ && sh /tmp/sc/bad.sh',
    'mv scripts tools2 && sh tools2/bad.sh',
    'mv scripts/bad.sh . && ./bad.sh',
    'git mv scripts tools2 && sh tools2/bad.sh',
    'ln -s scripts sc && sc/bad.sh',
    'ln -s "$PWD/scripts" /tmp/sc && sh /tmp/sc/bad.sh',
    'for f in scripts/*.sh; do cp $f /tmp/; done; sh /tmp/bad.sh',
    'cp -r . /tmp/app8 && cd /tmp/app8 && make -f bad.mk',
    'cp bad.mk scripts && make -f scripts/bad.mk',
    'cp bad.py scripts/ && python3 scripts/bad.py',
    'cp scripts/bad.sh tools.sh; cp tools.sh /tmp; bash /tmp/tools.sh',
    // What lay there before runs where the copy came to lie deeper.
    'cp -r scripts tools && sh tools/old.sh',
  ])('is read: %s', (command) => {
    expect(disk.verdict(command)).toBe('deny')
  })
  test.each([
    'cp scripts/good.sh /tmp && sh /tmp/good.sh',
    'cp -r scripts /tmp/s8 && bash /tmp/s8/good.sh',
    'cp -r . /tmp/app8 && cd /tmp/app8 && ./scripts/good.sh',
    'cp scripts/*.txt /tmp && sh /tmp/nosuch-here.sh',
    'cp -r config deploy && ./deploy/run.sh',
    'mv scripts tools2 && tools2/run.sh',
    'ln -s scripts sc && sc/good.sh',
    'cp -r scripts /tmp/s8 && ls /tmp/s8/bad.sh',
  ])('is no more than it was: %s', (command) => {
    expect(disk.verdict(command)).toBe('allow')
  })
})
