// Which members does a family have? A list is made from its folders; with --check, one that is out of date is only told.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** As the formatter breaks lines. */
const WIDEST = 160

const identifier = (name) => name.replaceAll(/-(.)/g, (_, letter) => letter.toUpperCase())

/** `file`: what makes a folder a member; `exported`: what it exports; `only`: what must stand in it; `isAsked`: the list is made where somebody asks for it, which the hook does for one host only. Installs lie apart from the hosts: only commands that set them up read them, never the hook. */
const LISTS = [
  {
    question: 'Which hosts are there?',
    list: 'HOSTS',
    type: 'Host',
    from: '../gate/seams.ts',
    folder: 'hosts',
    file: 'index',
    exported: 'host',
    into: 'registry',
  },
  {
    question: 'Which hosts start a program for every call?',
    list: 'hooks',
    isAsked: true,
    type: 'Host',
    from: '../gate/seams.ts',
    folder: 'hosts',
    file: 'index',
    exported: 'host',
    into: 'hooks',
    only: "\n  runs: 'hook',\n",
  },
  {
    question: 'By what is each host known that starts a program for every call?',
    list: 'KNOWN',
    type: 'Known',
    from: '../gate/seams.ts',
    folder: 'hosts',
    file: 'known',
    exported: 'known',
    into: 'known',
  },
  {
    question: 'Which hosts can be set up?',
    list: 'INSTALLS',
    type: 'HostInstall',
    from: './_frame/install.ts',
    folder: 'hosts',
    file: 'install',
    exported: 'install',
    into: 'install',
  },
  {
    question: 'Which hosts can be started for a trial?',
    list: 'LIVES',
    type: 'LiveHost',
    from: './_frame/live.ts',
    folder: 'hosts',
    file: 'live',
    exported: 'live',
    into: 'live',
  },
  {
    question: 'What does each host hold to?',
    list: 'HOST_GUARANTEES',
    type: 'HostGuarantees',
    from: './_frame/guarantees.ts',
    folder: 'hosts',
    file: 'guarantees',
    exported: 'guarantees',
    into: 'guarantees',
  },
  {
    question: 'Which channels are there?',
    list: 'CHANNELS',
    type: 'Channel',
    from: '../gate/seams.ts',
    folder: 'channels',
    file: 'index',
    exported: 'channel',
    into: 'registry',
  },
  {
    question: 'Which stores are there?',
    list: 'STORES',
    type: 'StoreKind',
    from: '../gate/seams.ts',
    folder: 'stores',
    file: 'index',
    exported: 'store',
    into: 'registry',
  },
  {
    question: 'Which languages have a reader of code of their own?',
    list: 'CODE_READERS',
    type: 'CodeReader',
    from: './_code/reader.ts',
    folder: 'core/languages',
    file: 'code',
    exported: 'reader',
    into: 'code',
  },
  {
    question: 'Which languages find the files that code takes in by ways of their own?',
    list: 'CODE_FILES',
    type: 'CodeFiles',
    from: './_code/files.ts',
    folder: 'core/languages',
    file: 'files',
    exported: 'files',
    into: 'files',
  },
  {
    question: 'Which readers of queries are there?',
    list: 'QUERY_READERS',
    type: 'QueryReader',
    from: './_query/reader.ts',
    folder: 'core/languages',
    file: 'query',
    exported: 'reader',
    into: 'query',
  },
]

function listOf({ question, list, type, from, folder, file, exported, only = '', isAsked = false }) {
  const members = join(root, 'src', folder)
  const names = readdirSync(members)
    .filter(
      (name) =>
        !name.startsWith('_') && existsSync(join(members, name, `${file}.ts`)) && readFileSync(join(members, name, `${file}.ts`), 'utf8').includes(only),
    )
    .toSorted()
  const head = isAsked ? `export const ${list} = (): readonly ${type}[] => [` : `export const ${list}: readonly ${type}[] = [`
  const line = `${head}${names.map(identifier).join(', ')}]`
  return `// ${question} Made from the folders by scripts/build-registries.mjs: add a ${file === 'index' ? 'folder' : 'file'}, not a line.
import type { ${type} } from '${from}'
${names.map((name) => `import { ${exported} as ${identifier(name)} } from './${name}/${file}.ts'`).join('\n')}

${line.length <= WIDEST ? line : [head, ...names.map((name) => `  ${identifier(name)},`), ']'].join('\n')}
`
}

/** Returns the files that were not what their folders say. */
export function buildRegistries(check = false) {
  const due = Object.fromEntries(LISTS.map((one) => [`src/${one.folder}/${one.into}.gen.ts`, listOf(one)]))
  const stale = Object.entries(due).filter(([name, text]) => !existsSync(join(root, name)) || readFileSync(join(root, name), 'utf8') !== text)
  if (!check) for (const [name, text] of stale) writeFileSync(join(root, name), text)
  return stale.map(([name]) => name)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const check = process.argv.includes('--check')
  const stale = buildRegistries(check)
  for (const name of stale) console.log(`${name} ${check ? 'is out of date: run npm run build' : 'is made anew'}`)
  process.exitCode = check && stale.length > 0 ? 1 : 0
}
