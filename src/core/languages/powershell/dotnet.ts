// Which cmdlet would do the same as a .NET call in PowerShell?
import type { Word } from '../../model.ts'
import { joinWords, mergeInputs, sizeOf, unknownWord } from '../_windows/words.ts'
import { spend } from '../_windows/budget.ts'
import { emit, oneWord, textOf, unknownValue, valueOf } from './state.ts'
import type { State, Value } from './state.ts'
import { bytesOfBase64, utf16Of, utf8Of } from '../../text/decode.ts'
import { foldOperator, foldStringMethod } from './fold.ts'

export interface Call {
  readonly start: number
  /** In lower case; null when the name is computed and not known. */
  readonly method: string | null
  readonly args: readonly Value[]
}

export function typeName(written: string): string {
  return written
    .replace(/\s+/g, '')
    .toLowerCase()
    .replace(/^system\./, '')
}

const FILE_METHODS: Readonly<Record<string, string>> = {
  delete: 'Remove-Item',
  writealltext: 'Set-Content',
  writeallbytes: 'Set-Content',
  writealllines: 'Set-Content',
  appendalltext: 'Add-Content',
  appendalllines: 'Add-Content',
  readalltext: 'Get-Content',
  readallbytes: 'Get-Content',
  readalllines: 'Get-Content',
  readlines: 'Get-Content',
  openread: 'Get-Content',
  opentext: 'Get-Content',
  copy: 'Copy-Item',
  move: 'Move-Item',
  replace: 'Move-Item',
  create: 'New-Item',
  createtext: 'New-Item',
  openwrite: 'Set-Content',
  encrypt: 'Set-Content',
  deletefile: 'Remove-Item',
  deletedirectory: 'Remove-Item',
  createdirectory: 'New-Item',
  getfiles: 'Get-ChildItem',
  getdirectories: 'Get-ChildItem',
  enumeratefiles: 'Get-ChildItem',
  createsymboliclink: 'New-Item',
}
const DOWNLOADS = /^(?:download(?:string|data)(?:async|taskasync)?|openread|get(?:string|bytearray|stream)?async|sendasync)$/
const DOWNLOAD_TO_FILE = /^downloadfile(?:async|taskasync)?$/
const UPLOADS = /^upload(?:string|data|values)(?:async|taskasync)?$|^(?:post|put)async$/

const say = (...texts: string[]): Word[] => texts.map((text) => ({ text }))
const inputsOf = (args: readonly Value[], also: readonly number[] = []): readonly number[] => args.reduce((all, arg) => mergeInputs(all, arg.inputs), also)

/** Writes down the cmdlet and answers with its output. */
function stand(state: State, call: Call, words: readonly Word[], also: readonly number[] = []): Value {
  const inputs = inputsOf(call.args, also)
  if (!spend(state, words.length)) return unknownValue(null, inputs)
  const index = emit(state, { words, inputs, start: call.start })
  return unknownValue(words[0]?.text ?? null, [index])
}

function argument(state: State, call: Call, index: number): Word {
  const value = call.args[index]
  return value === undefined ? unknownWord(null) : oneWord(state, value)
}
function allWords(call: Call): Word[] {
  return call.args.flatMap((arg) => arg.words)
}
/** Every word of one argument: a loop over an array acts on each. */
function targets(call: Call, index: number): readonly Word[] {
  const words = call.args[index]?.words ?? []
  return words.length === 0 ? [unknownWord(null)] : words
}

function decodeBytes(state: State, encoding: string, value: Value | undefined): Value {
  if (value === undefined) return unknownValue(null)
  let bytes = value.bytes
  if (bytes === undefined && value.number === true && spend(state, value.words.length)) {
    bytes = value.words.map(({ text }) => String.fromCharCode(Number(text) & 0xff)).join('')
  }
  if (bytes === undefined || !spend(state, bytes.length)) return { words: value.words.length === 1 ? value.words : [unknownWord(null)], inputs: value.inputs }
  return valueOf({ text: encoding.startsWith('unicode') ? utf16Of(bytes) : utf8Of(bytes) }, value.inputs)
}

function fromBase64(state: State, call: Call): Value {
  const word = argument(state, call, 0)
  const made = stand(state, call, [{ text: 'ConvertFrom-Base64' }, word])
  const bytes = word.text === null || !spend(state, word.text.length) ? null : bytesOfBase64(word.text)
  return bytes === null ? made : { ...made, bytes }
}

/** `[Type]::Method(…)`. */
export function staticCall(state: State, type: string, call: Call): Value {
  const { method } = call
  const inputs = inputsOf(call.args)
  if (method === null) return unknownValue(null, inputs)
  if (method === 'new') return { ...stand(state, call, [...say('New-Object', type), ...allWords(call)]), kind: type }
  switch (type) {
    case 'io.file':
    case 'io.directory':
    case 'microsoft.visualbasic.fileio.filesystem': {
      const name = FILE_METHODS[method]
      if (name === undefined) return unknownValue(null, inputs)
      if (name === 'Remove-Item') {
        const whole = (type === 'io.directory' && /^\$?true$|^1$/i.test(argument(state, call, 1).text ?? '')) || method === 'deletedirectory'
        return stand(state, call, [...say(name), ...targets(call, 0), ...(whole ? say('-Recurse') : [])])
      }
      if (method === 'createsymboliclink') return stand(state, call, [...say(name), argument(state, call, 0), ...say('-Target'), argument(state, call, 1)])
      if (name === 'New-Item' && type === 'io.directory') return stand(state, call, [...say(name), argument(state, call, 0), ...say('-ItemType', 'Directory')])
      if (/^(?:Copy|Move)/.test(name)) return stand(state, call, [...say(name), argument(state, call, 0), argument(state, call, 1)])
      const takesValue = call.args.length > 1 && (name === 'Set-Content' || name === 'Add-Content')
      return stand(state, call, [...say(name), argument(state, call, 0), ...(takesValue ? [{ text: '-Value' }, argument(state, call, 1)] : [])])
    }
    case 'io.compression.zipfile': {
      const name = method === 'extracttodirectory' ? 'Expand-Archive' : method === 'createfromdirectory' ? 'Compress-Archive' : null
      return name === null ? unknownValue(null, inputs) : stand(state, call, [...say(name), argument(state, call, 0), argument(state, call, 1)])
    }
    case 'io.path':
      if (method === 'gettemppath') return valueOf(joinWords([unknownWord('TMPDIR'), { text: '/' }], ''))
      if (method === 'gettempfilename') return unknownValue('TMPDIR')
      if (method === 'getfullpath') return valueOf(argument(state, call, 0), inputs)
      return method === 'combine' || method === 'join' ? joinPaths(state, allWords(call), inputs) : unknownValue(null, inputs)
    case 'convert':
    case 'text.encoding':
      if (method === 'frombase64string') return fromBase64(state, call)
      if (/^to(?:u?int(?:16|32|64)|s?byte)$/.test(method)) return toInteger(call, inputs)
      if (method === 'tochar') return call.args[0] === undefined ? unknownValue(null) : { ...call.args[0], kind: 'char' }
      return unknownValue(null, inputs)
    case 'diagnostics.process':
      if (method === 'start') return stand(state, call, startWords(state, call))
      return method.startsWith('getprocess') ? unknownValue('Get-Process', inputs) : unknownValue(null, inputs)
    case 'net.webrequest':
    case 'net.httpwebrequest':
      return method.startsWith('create') ? stand(state, call, [...say('Invoke-WebRequest'), argument(state, call, 0)]) : unknownValue(null, inputs)
    case 'scriptblock':
      return method === 'create' ? { ...valueOf(argument(state, call, 0), inputs), kind: 'code' } : unknownValue(null, inputs)
    case 'reflection.assembly':
      return /^load|^unsafeload/.test(method) ? stand(state, call, [...say('Invoke-Expression'), argument(state, call, 0)]) : unknownValue(null, inputs)
    case 'environment':
      if (method === 'getenvironmentvariable') return unknownValue(argument(state, call, 0).text, inputs)
      if (method === 'getfolderpath') {
        const folder = argument(state, call, 0).text
        return unknownValue(/userprofile|personal|mydocuments|desktop/i.test(folder ?? '') ? 'HOME' : folder, inputs)
      }
      if (method === 'setenvironmentvariable') {
        const machine = /machine/i.test(argument(state, call, 2).text ?? '') ? say('/M') : []
        return stand(state, call, [...say('setx'), argument(state, call, 0), argument(state, call, 1), ...machine])
      }
      return unknownValue(null, inputs)
    case 'microsoft.win32.registry':
      return method === 'setvalue'
        ? stand(state, call, [
            ...say('Set-ItemProperty'),
            argument(state, call, 0),
            { text: '-Name' },
            argument(state, call, 1),
            { text: '-Value' },
            argument(state, call, 2),
          ])
        : unknownValue(null, inputs)
    case 'security.cryptography.protecteddata':
      return method === 'unprotect' ? stand(state, call, say('dpapi')) : unknownValue(null, inputs)
    case 'diagnostics.eventlog':
      return method.startsWith('delete') ? stand(state, call, [...say('Remove-EventLog'), argument(state, call, 0)]) : unknownValue(null, inputs)
    case 'string':
      return stringCall(state, call, inputs)
    default:
      return unknownValue(null, inputs)
  }
}

function startWords(state: State, call: Call): Word[] {
  return [...say('Start-Process'), argument(state, call, 0), ...(call.args.length > 1 ? [{ text: '-ArgumentList' }, argument(state, call, 1)] : [])]
}

function toInteger(call: Call, inputs: readonly number[]): Value {
  const [text, base] = [call.args[0] === undefined ? null : textOf(call.args[0]), call.args[1] === undefined ? '10' : textOf(call.args[1])]
  const number = text === null || base === null || !/^(?:2|8|10|16)$/.test(base) ? Number.NaN : Number.parseInt(text, Number(base))
  return Number.isNaN(number) ? unknownValue(null, inputs) : { words: [{ text: String(number) }], inputs, number: true }
}

function stringCall(state: State, call: Call, inputs: readonly number[]): Value {
  const words = allWords(call)
  const [first, ...rest] = words
  if (first === undefined || !spend(state, sizeOf(words))) return unknownValue(null, inputs)
  if (call.method === 'concat') return valueOf(joinWords(words, ''), inputs)
  if (call.method === 'join') return first.text === null ? unknownValue(null, inputs) : foldOperator(state, 'join', { words: rest, inputs }, valueOf(first))
  return call.method === 'format' ? foldOperator(state, 'f', valueOf(first), { words: rest, inputs }) : unknownValue(null, inputs)
}

/** One path of several; the separator the first one uses, a backslash otherwise. */
export function joinPaths(state: State, words: readonly Word[], inputs: readonly number[]): Value {
  if (!spend(state, sizeOf(words))) return unknownValue(null, inputs)
  const separator = words.some((word) => word.text?.includes('/') === true) ? '/' : '\\'
  const trimmed = words.map((word, index) => {
    if (word.text === null || word.parts !== undefined) return word
    const from = index > 0 ? word.text.search(/[^\\/]|$/) : 0
    let to = word.text.length
    if (index < words.length - 1) while (to > from && (word.text[to - 1] === '/' || word.text[to - 1] === '\\')) to--
    return { text: word.text.slice(from, to) }
  })
  return valueOf(joinWords(trimmed, separator), inputs)
}

/** Methods of what Get-WmiObject finds that change the machine. */
const MANAGEMENT =
  /^(?:uninstall|win32shutdown(?:tracker)?|reboot|stopservice|changestartmode|addprinterconnection|enable(?:dhcp|static)|setdnsserversearchorder)$/

/** `[Microsoft.Win32.Registry]::LocalMachine` and the keys below it. */
function registryCall(state: State, value: Value, call: Call, method: string): Value {
  const key = oneWord(state, value)
  const below = (): Word => joinWords([key, argument(state, call, 0)], '\\')
  switch (method) {
    case 'opensubkey':
      return { ...valueOf(below(), value.inputs), kind: 'registrykey' }
    case 'createsubkey':
      return { ...stand(state, call, [...say('New-Item'), below()]), words: [below()], kind: 'registrykey' }
    case 'deletesubkey':
    case 'deletesubkeytree':
      return stand(state, call, [...say('Remove-Item'), below(), ...say('-Recurse')])
    case 'setvalue':
      return stand(state, call, [...say('Set-ItemProperty'), key, argument(state, call, 0), argument(state, call, 1)])
    case 'deletevalue':
      return stand(state, call, [...say('Remove-ItemProperty'), key, argument(state, call, 0)])
    default:
      return unknownValue(null, value.inputs)
  }
}

/** `value.Method(…)`. */
export function instanceCall(state: State, value: Value, call: Call): Value {
  const { method } = call
  const inputs = inputsOf(call.args, value.inputs)
  if (method === null) return unknownValue(null, inputs)
  if (value.kind?.startsWith('text.encoding') === true) {
    if (method === 'getstring') return decodeBytes(state, value.kind.slice(14), call.args[0])
    if (method === 'getbytes') return { ...valueOf(argument(state, call, 0), inputs) }
  }
  if (DOWNLOADS.test(method)) return stand(state, call, [...say('Invoke-WebRequest'), argument(state, call, 0)])
  if (DOWNLOAD_TO_FILE.test(method))
    return stand(state, call, [...say('Invoke-WebRequest'), argument(state, call, 0), { text: '-OutFile' }, argument(state, call, 1)])
  if (UPLOADS.test(method)) {
    return stand(state, call, [
      ...say('Invoke-WebRequest'),
      argument(state, call, 0),
      ...say('-Method', 'POST', '-Body'),
      argument(state, call, call.args.length - 1),
    ])
  }
  if (method.startsWith('uploadfile')) {
    return stand(state, call, [
      ...say('Invoke-WebRequest'),
      argument(state, call, 0),
      ...say('-Method', 'POST', '-InFile'),
      argument(state, call, call.args.length - 1),
    ])
  }
  const self = value.words.length === 0 ? [unknownWord(null)] : value.words
  if (value.kind === 'registrykey') return registryCall(state, value, call, method)
  if (MANAGEMENT.test(method)) return stand(state, call, [...say('Invoke-WmiMethod', '-Name', method), ...allWords(call)], value.inputs)
  switch (method) {
    case 'delete': {
      const whole = /^\$?true$|^1$/i.test(argument(state, call, 0).text ?? '')
      return stand(state, call, [...say('Remove-Item'), ...self, ...(whole ? say('-Recurse') : [])], value.inputs)
    }
    case 'deletefile':
      return stand(state, call, [...say('Remove-Item'), ...targets(call, 0)])
    case 'deletefolder':
    case 'deletedirectory':
      return stand(state, call, [...say('Remove-Item'), ...targets(call, 0), ...say('-Recurse')])
    case 'moveto':
      return stand(state, call, [...say('Move-Item'), ...self.slice(0, 1), argument(state, call, 0)], value.inputs)
    case 'copyto':
      return stand(state, call, [...say('Copy-Item'), ...self.slice(0, 1), argument(state, call, 0)], value.inputs)
    case 'kill':
    case 'terminate':
      return stand(state, call, [...say('Stop-Process'), ...self.slice(0, 1)], value.inputs)
    case 'shellexecute':
      return stand(state, call, startWords(state, call))
    case 'invokescript':
    case 'addscript':
      return stand(state, call, [...say('Invoke-Expression'), argument(state, call, 0)])
    case 'newscriptblock':
      return { ...valueOf(argument(state, call, 0), inputs), kind: 'code' }
    case 'run':
    case 'exec':
      if (value.kind === 'wscript.shell') return stand(state, call, [...say('cmd', '/c'), argument(state, call, 0)])
      break
    case 'create':
      if (value.kind?.startsWith('wmi') === true) {
        stand(state, call, [...say('Invoke-WmiMethod', '-Name', 'Create', '-Class'), ...self.slice(0, 1)])
        return stand(state, call, [...say('cmd', '/c'), argument(state, call, 0)])
      }
      break
    case 'clearlog':
      return stand(state, call, [...say('Clear-EventLog'), argument(state, call, 0)])
    case 'createshortcut':
      return stand(state, call, [...say('New-Item'), argument(state, call, 0)])
    case 'open':
      if (/xmlhttp/.test(value.kind ?? '')) return stand(state, call, [...say('Invoke-WebRequest'), argument(state, call, 1)])
      break
    case 'invoke':
    case 'invokereturnasis':
      if (value.kind === 'code') return stand(state, call, [...say('Invoke-Expression'), oneWord(state, value)], value.inputs)
      break
    default:
  }
  const folded = value.kind === undefined || value.kind === 'char' ? foldStringMethod(state, value, method, call.args) : null
  // The result of an unread method on something unknown is still that unknown thing, for what may be in it.
  return folded ?? { words: value.words.length === 1 && value.words[0]?.text === null ? value.words : [unknownWord(null)], inputs }
}
