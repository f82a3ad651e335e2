// Which files does Python mean that imports `x`?
import { isRooted, normalise, parentOf } from '../../text/path.ts'
import type { CodeFiles, Named } from '../_code/files.ts'

/** Loaded before any script is: no file beside it takes their place. */
const BUILT_IN = new Set(['sys', 'os', 'os.path', 'time', 'builtins', 'io', 'abc', 'codecs', 'stat', '__future__', 'typing'])

/** Beside the script that was started, wherever the one that asks lies; with dots, from where it lies. */
const named: Named = (name, folder, from, cwd) => {
  if (BUILT_IN.has(name) || !/^\.{0,9}[\w.]*$/.test(name) || name.length > 200) return []
  const dots = /^\.*/.exec(name)?.[0].length ?? 0
  let base = dots === 0 || from === null ? folder : parentOf(from)
  for (let up = 1; up < dots; up++) base = parentOf(base)
  const rest = name.slice(dots).replaceAll('.', '/')
  // `python -m` and PYTHONPATH look where they were started.
  const bases = dots === 0 && cwd !== null && isRooted(cwd) && cwd !== base ? [base, cwd] : [base]
  return bases.map((one) => normalise(rest, one)).flatMap((path) => (rest === '' ? [`${path}/__init__.py`] : [`${path}.py`, `${path}/__init__.py`]))
}

export const files: CodeFiles = { name: 'python', named }
