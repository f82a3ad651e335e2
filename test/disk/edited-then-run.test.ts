// Is a file judged as it will be that a command edits and then runs? Real folders.
import { beforeAll, describe, expect, test } from 'vitest'
import { projectOnDisk } from '../project-on-disk.ts'

const disk = projectOnDisk('edited')
beforeAll(() => {
  disk.put({
    Makefile: 'OUT ?= dist\nDIR := build\n.PHONY: all clean\nall:\n\ttsc\nclean:\n\trm -rf $(OUT) $(DIR)\n',
    'package.json': '{"name":"a","version":"1.2.0","scripts":{"clean":"rm -rf dist src/made","build":"tsc"}}',
    'scripts/build.sh': '#!/bin/sh\nset -e\nOUT=${1:-dist}\nrm -rf "$OUT"\nmkdir "$OUT"\n',
    'src/made/a.js': '1\n',
  })
  disk.commit()
  disk.put({ 'bad.mk': 'all:\n\trm -rf ~\n', 'src/made/b.js': '2\n' })
})
const here = (text: string, file = 'Makefile'): string => `python3 - <<'E'\n${text.replaceAll('FILE', file)}\nE\n`

describe('what is computed', () => {
  test.each([
    "sed -i '$ a rm -rf ~' scripts/build.sh; ./scripts/build.sh",
    "sed -i '1i rm -rf ~' scripts/build.sh; bash scripts/build.sh",
    "sed -i 's/OUT=.*/OUT=$HOME/' scripts/build.sh && ./scripts/build.sh",
    `sed -i 's#"$OUT"#"$HOME"#g' scripts/build.sh && ./scripts/build.sh`,
    "sed -i -E 's/^(OUT) .*/\\1 = ~/' Makefile; make clean",
    "sed -i '1s/.*/OUT = ~/' Makefile; make clean",
    "sed -i 's/dist/~/;s/build/x/' Makefile; make clean",
    "sed -i '' 's/dist/~/' Makefile; make clean",
    "sed -i '/^clean:/a\\\trm -rf ~' Makefile; make clean",
    'echo s/dist/~/ > e.sed; sed -i -f e.sed Makefile; make clean',
    "sed 's/dist/~/' Makefile > m2 && mv m2 Makefile && make clean",
    "sed 's/dist/~/' Makefile > m2; make -f m2 clean",
    "sed 's/dist/~/' Makefile | make -f - clean",
    "sed 's/:-dist/:-\\//' scripts/build.sh | bash",
    "echo 'rm -rf ~' | cat - scripts/build.sh > t && mv t scripts/build.sh && bash scripts/build.sh",
    "echo 'OUT=~' >> Makefile; make clean",
    "printf '\\nclean:\\n\\trm -rf ~\\n' >> Makefile; make clean",
    "echo 'include bad.mk' >> Makefile; make",
    "npm pkg set scripts.clean='rm -rf ~' && npm run clean",
    "sed -i 's/dist/~/' M*; make clean",
    "grep -rl dist . | xargs sed -i 's/dist/~/g'; make clean",
    "find . -name 'Make*' -exec sed -i 's/dist/~/' {} +; make clean",
    "sed -i 's/:-dist/:-\\//' scripts/*.sh; bash scripts/build.sh",
  ])('is denied: %s', (command) => expect(disk.verdict(command)).toBe('deny'))
})

describe('what is read out of the words of the edit', () => {
  test.each([
    "perl -pi -e 's/dist/~/' Makefile; make clean",
    "perl -0777 -i -pe 's/dist/$ENV{HOME}/' Makefile; make clean",
    `ruby -pi -e 'gsub(/dist/,"~")' Makefile; make clean`,
    `awk -i inplace '{gsub("dist","~")}1' Makefile; make clean`,
    `awk '/^clean/{print; print "\\trm -rf ~"; next}1' Makefile > m && mv m Makefile; make clean`,
    "sd dist '~' Makefile && make clean",
    "ex -s -c '%s/dist/~/' -c wq Makefile; make clean",
    "printf ',s/dist/~/\\nw\\n' | ed -s Makefile; make clean",
    `${here("s=open('FILE').read()\nopen('FILE','w').write(s.replace('dist','~'))")}make clean`,
    `${here("l=open('FILE').readlines()\nl.insert(6,'\\trm -rf ~\\n')\nopen('FILE','w').writelines(l)")}make clean`,
    `${here("import json\np=json.load(open('FILE'))\np['scripts']['clean']='rm -rf ~'\njson.dump(p,open('FILE','w'))", 'package.json')}npm run clean`,
    `node -e "const p=require('./package.json');p.scripts={...p.scripts,clean:'rm -rf ~'};require('fs').writeFileSync('package.json',JSON.stringify(p))"; npm run clean`,
    `jq '.scripts.clean="rm -rf ~"' package.json > t && mv t package.json && npm run clean`,
    `jq --arg s 'rm -rf ~' '.scripts.clean=$s' package.json > t && mv t package.json && npm run clean`,
    `jq '.scripts.clean="rm -rf ~"' package.json | sponge package.json && npm run clean`,
    `cat > e.py <<'E'\ns=open('Makefile').read()\nopen('Makefile','w').write(s.replace('dist','~'))\nE\npython3 e.py; make clean`,
  ])('is not let through: %s', (command) => expect(disk.verdict(command)).not.toBe('allow'))
})

describe('an ordinary edit', () => {
  test.each([
    `sed -i 's/"1.2.0"/"1.3.0"/' package.json && npm run clean`,
    `sed -i -E 's/("version": ?)"[0-9.]+"/\\1"1.3.0"/' package.json && npm run build`,
    `jq '.version="1.3.0"' package.json > t && mv t package.json && npm run build`,
    `jq '.scripts.clean="rm -rf dist"' package.json > t && mv t package.json && npm run clean`,
    `${here("import json\np=json.load(open('FILE'))\np['version']='2'\njson.dump(p,open('FILE','w'))", 'package.json')}npm run build`,
    'npm pkg set scripts.lint="eslint ." && npm run lint',
    "sed -i 's/OUT ?= dist/OUT ?= out/' Makefile && make clean",
    "sed -i 's/nothing/here/' Makefile && make clean",
    "sed -i 's/dist/~/' *.md && make clean",
    "grep -rl foo src | xargs sed -i 's/foo/bar/g' && npm run clean && make clean",
    "sed -i 's/dist/out/g' scripts/*.sh && bash scripts/build.sh",
    "perl -pi -e 's/dist/out/' Makefile && make clean",
    "printf 'lint:\\n\\teslint .\\n' >> Makefile && make lint",
    "echo 'echo done' >> scripts/build.sh && bash scripts/build.sh",
    "sed 's/dist/out/' scripts/build.sh > b.sh && sh b.sh",
    "sed -i 's/\\r$//' scripts/build.sh && ./scripts/build.sh",
    'npx prettier -w . && npm run build && make',
    `python3 -c "print('rm -rf ~')" && make clean`,
    `perl -pi -e 's/rm -rf ~//' README.md && make clean`,
  ])('stays quiet: %s', (command) => expect(disk.verdict(command)).toBe('allow'))
})
