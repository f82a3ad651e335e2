// Does a person stand behind this process? It has a terminal that was opened for people, and no agent is among those who started it. Told on Linux; a seat belt.
import { readFileSync, readlinkSync, statSync } from 'node:fs'
import { processOf } from '../channels/resident/standing.ts'
import { INSTALLS } from '../hosts/install.gen.ts'

export interface Started {
  readonly pid: number
  readonly parent: number
  /** Of the session it belongs to; the terminal that controls it, 0 for none. */
  readonly session: number
  readonly terminal: number
  /** As the system has it: cut to 15 characters. */
  readonly name: string
  readonly words: readonly string[]
  /** Names of the variables that it was started with and that say something; null where they cannot be read. */
  readonly variables: readonly string[] | null
  /** The program it runs; absent where the system does not tell. */
  readonly program?: Program
}
interface Program {
  /** Of its file, without the folder: what a process calls itself may be anything. */
  readonly name: string
  /** The file is root's, and nobody else may write it: whoever runs as this person did not put it there. */
  readonly isRoots: boolean
}
/** Null: not there, or nobody may look. */
export type Look = (pid: number) => Started | null

/** What no host of ours sets alone. */
const SHARED_MARKS = ['AI_AGENT']
export const AGENT_MARKS: readonly string[] = [...INSTALLS.flatMap(({ marks = [] }) => marks), ...SHARED_MARKS]
const AGENTS: ReadonlySet<string> = new Set(INSTALLS.flatMap(({ programs, editor = [] }) => programs.filter((name) => !editor.includes(name))))
const PACKAGES = INSTALLS.flatMap(({ packages = [] }) => packages.map((name) => `/node_modules/${name}/`))

/** What opens terminals for people and for nobody else, by the beginning of its name. */
const OPENERS =
  /^(?:tmux|screen|zellij|mosh-server|login|agetty|sshd|dropbear|gnome-terminal|ptyxis|kgx|konsole|yakuake|kitty|alacritty|wezterm|ghostty|foot|xterm|uxterm|urxvt|rxvt|st$|stterm|xfce4-terminal|mate-terminal|lxterminal|qterminal|terminator|tilix|guake|tilda|terminology|cool-retro-term|deepin-termina|hyper$|tabby|warp|rio$|contour|black-box|code$|code-|cursor|windsurf|zed|idea|pycharm|webstorm|goland|rubymine|clion|phpstorm|rider|sessionleader|relay\()/i
/** Editors over the network: the one process of theirs that opens terminals. */
const OPENING_WORDS = /--type=ptyHost|\/\.(?:vscode|cursor|windsurf)-server\/|com\.intellij\./
/** What anybody can have a terminal opened by. */
const MAKERS =
  /^(?:script|unbuffer|expect|socat|ttyd|dtach|abduco|reptyr|faketty|node|bun|deno|python|pypy|perl|ruby|php|lua|tclsh|wish|java$|sh$|bash|dash|ash$|zsh|fish|ksh|busybox|env$|timeout|nohup|setsid|xargs|watch$)/i
const MOST_ANCESTORS = 64
const NO_OPENER = 'its terminal was not opened by a terminal program, a login or a multiplexer'
/** What runs a file that gives the program its name. */
const INTERPRETERS = /^(?:python|pypy|perl|ruby|node|gjs|bash|dash|sh$|zsh)/

/** Why no person stands behind it; null when nothing speaks against it, or nobody can tell. */
export const noPersonBehind = (pid: number = process.pid, platform: string = process.platform, look: Look = lookAt): string | null =>
  objectionTo(pid, platform, look, (self) => openedForPeople(self, look))

/** The same for one who answers over a connection: a browser has no terminal. */
export const agentBehind = (pid: number, platform: string = process.platform, look: Look = lookAt): string | null =>
  objectionTo(pid, platform, look, () => null)

/** The first process of a system, or who takes its place for one user or in a container: whoever lost its parent becomes its child. */
const INITS = /^(?:systemd|init|launchd|tini|dumb-init|docker-init|catatonit|runit|runsvdir|s6-svscan|openrc-init)$/

/**
 * Why an agent may have started this process; null when nothing speaks for it. For commands that scripts of people run without a terminal too: an agent
 * above it counts, a terminal that nobody opened for people, and a shell or the like that was started apart from everything (`setsid -f`, a shell's `&`).
 */
export const agentMayBeBehind = (pid: number = process.pid, platform: string = process.platform, look: Look = lookAt): string | null =>
  objectionTo(pid, platform, look, (self) => (self.terminal === 0 ? startedApart(self, look) : openedForPeople(self, look)))

/** An agent above it counts first; `otherwise` says what else speaks against it. */
function objectionTo(pid: number, platform: string, look: Look, otherwise: (self: Started) => string | null): string | null {
  if (platform !== 'linux') return null
  const self = look(pid)
  return self === null ? 'it cannot be looked at' : (agentAbove(self, look) ?? otherwise(self))
}

function startedApart(self: Started, look: Look): string | null {
  const chain = chainOf(self, look)
  const at = chain.findIndex(({ name, pid }) => pid !== self.pid && INITS.test(name))
  const top = at < 1 ? undefined : chain[at - 1]
  return top !== undefined && isMaker(top) ? `it was started apart from any session (\`${top.name}\`, which started it, has no parent left)` : null
}

function chainOf(self: Started, look: Look): readonly Started[] {
  const chain: Started[] = [self]
  for (let at = self; at.parent > 0 && chain.length < MOST_ANCESTORS;) {
    const next = look(at.parent)
    if (next === null || chain.some(({ pid }) => pid === next.pid)) break
    chain.push(next)
    at = next
  }
  return chain
}

function agentAbove(self: Started, look: Look): string | null {
  for (const one of chainOf(self, look)) {
    const mark = one.variables?.find((name) => AGENT_MARKS.includes(name))
    if (mark !== undefined) return `an agent has started it (${mark} is set${one.pid === self.pid ? '' : ` in process ${one.pid} above it`})`
    // Its own words are ours.
    if (one.pid !== self.pid && isAgent(one)) return `an agent has started it (process ${one.pid} above it is \`${one.name}\`)`
  }
  return null
}

/** By its name, the file it was started as, or the file that Node and the like were given. */
function isAgent({ name, words }: Started): boolean {
  const files = words.slice(0, 2).filter((word, at) => at === 0 || !word.startsWith('-'))
  return AGENTS.has(name) || files.some((file) => AGENTS.has(baseOf(file)) || PACKAGES.some((part) => file.includes(part)))
}
const baseOf = (file: string): string => (file.split('/').at(-1) ?? '').replace(/\.(?:[cm]?js|py|exe)$/, '')

/** Up from the terminal to who opened it, and from there to who opened theirs. */
function openedForPeople(self: Started, look: Look): string | null {
  let at: Started = self
  let objection = NO_OPENER
  for (let turn = 0; turn < MOST_ANCESTORS; turn++) {
    if (at.terminal === 0) return turn === 0 ? 'it has no terminal' : objection
    const leader = look(at.session)
    // From outside of what can be seen: a container's own terminal.
    if (leader === null || leader.parent === 0) return null
    const opener = look(leader.parent)
    for (const one of [leader, opener]) {
      if (one === null) return null
      if (!isOpener(one)) continue
      if (one.program?.isRoots !== false) return null
      // Whatever has a terminal's name and could have been put there proves nothing; what stands above it may.
      objection = `\`${one.program.name}\` above its terminal is a file that is not root's alone, so its name proves nothing`
    }
    if (opener === null) return null
    // Who opened it has gone, or never was: started apart from everything.
    if (opener.parent === 0) return opener.terminal === 0 ? objection : null
    if (opener.terminal === 0 && !isMaker(opener) && opener.program?.isRoots !== false && hasScreen(opener)) return null
    if (opener.session === at.session) return objection
    at = opener
  }
  return objection
}

/** By what it calls itself and by its file, which a link under another name does not change. Editors over the network are told by their words alone. */
const isOpener = ({ name, program, words }: Started): boolean =>
  (OPENERS.test(name) && (program === undefined || OPENERS.test(program.name))) || OPENING_WORDS.test(words.join(' '))
const isMaker = ({ name, program }: Started): boolean => MAKERS.test(name) || (program !== undefined && MAKERS.test(program.name))
/** A window that nobody named here. */
const hasScreen = ({ variables }: Started): boolean => variables?.some((name) => name === 'DISPLAY' || name === 'WAYLAND_DISPLAY') === true

const lookAt: Look = (pid) => {
  const about = processOf(pid)
  if (about === null) return null
  const words = textOf(pid, 'cmdline')?.split('\0') ?? []
  const program = programOf(pid, words)
  return { pid, ...about, words, variables: variablesOf(pid), ...(program === null ? {} : { program }) }
}

/** Null where the system does not tell: of processes that are somebody else's, or are not to be looked into. */
function programOf(pid: number, words: readonly string[]): Program | null {
  try {
    const name = baseOf(readlinkSync(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, ''))
    const script = INTERPRETERS.test(name) ? words.slice(1).find((word) => !word.startsWith('-')) : undefined
    const isNamed = script?.startsWith('/') === true
    return { name: isNamed ? baseOf(script) : name, isRoots: isRoots(`/proc/${pid}/exe`) && (!isNamed || isRoots(script)) }
  } catch {
    return null
  }
}
/** Why its name proves nothing; null where its file is root's alone, or the system does not tell. */
export function unproven(pid: number): string | null {
  const program = programOf(pid, [])
  return program === null || program.isRoots ? null : `\`${program.name}\` is a file that is not root's alone, so its name proves nothing`
}
function isRoots(file: string): boolean {
  const about = statSync(file, { throwIfNoEntry: false })
  return about?.uid === 0 && (about.mode & 0o022) === 0
}

function textOf(pid: number, name: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1')
  } catch {
    return null
  }
}

/** Their values are nobody's business, and none is kept. */
function variablesOf(pid: number): readonly string[] | null {
  const pairs = textOf(pid, 'environ')?.split('\0') ?? null
  return pairs === null ? null : pairs.flatMap((pair) => (/^[^=]+=./.test(pair) ? [pair.slice(0, pair.indexOf('='))] : []))
}
