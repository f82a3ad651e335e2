// What does a committed script do with the options and words it is given: by getopts, by getopt, behind `.` and `source`?
import { beforeAll, describe, expect, test } from 'vitest'
import { projectOnDisk } from '../project-on-disk.ts'

const disk = projectOnDisk('script-options', 0o755)
const GETOPTS = `#!/bin/bash
DIR=build
while getopts "nd:o:f" o; do
  case $o in
    d) DIR=$OPTARG;;
    o) OUT="$OPTARG";;
    f) FORCE=1;;
  esac
done
ls "$OUT"
rm -rf "$DIR"
`
const GETOPT = `#!/bin/bash
OPTS=$(getopt -o d:f --long dir:,force -- "$@")
eval set -- "$OPTS"
while true; do case "$1" in -d|--dir) DIR="$2"; shift 2;; -f|--force) F=1; shift;; --) shift; break;; esac; done
rm -rf "$DIR"
`
beforeAll(() => {
  disk.put({ 'opts.sh': GETOPTS, 'opt.sh': GETOPT, 'main.sh': 'clean() { rm -rf "$1"; }\nclean "$@"\n', 'dist/a.js': '' })
  disk.commit()
})

describe('options of a committed script', () => {
  test.each(['./opts.sh -d ~', './opts.sh -fd ~', 'bash opts.sh -f -d /home', './opt.sh -d ~', './opt.sh --dir ~', 'bash opt.sh --dir=/home -f'])(
    'say what it deletes: %s',
    (command) => {
      expect(disk.verdict(command)).toBe('deny')
    },
  )
  test.each([
    './opts.sh',
    './opts.sh -d dist',
    './opts.sh -f -d dist -o ~/logs',
    './opts.sh -o ~ -d /tmp/x',
    './opt.sh -d dist',
    './opt.sh --dir=/tmp/x --force',
  ])('are told apart: %s', (command) => {
    expect(disk.verdict(command)).toBe('allow')
  })
})

describe('words behind a file that is taken in', () => {
  test.each(['. ./main.sh ~', 'source main.sh ~', 'set -- dist; . ./main.sh ~'])('are what it works on: %s', (command) => {
    expect(disk.verdict(command)).toBe('deny')
  })
  test.each(['. ./main.sh dist', 'source main.sh /tmp/x', 'set -- ~; . ./main.sh dist', 'set -- dist; . ./main.sh /tmp/x; rm -rf "$1"'])(
    'are all that it is given: %s',
    (command) => {
      expect(disk.verdict(command)).toBe('allow')
    },
  )
  test('are gone afterwards', () => {
    expect(disk.verdict('set -- ~; . ./main.sh dist; rm -rf "$1"')).toBe('deny')
  })
})
