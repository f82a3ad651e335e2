// A bundler plugin that puts code round exported functions of src/, for measuring and recording. Nothing that is shipped is built with it.

/**
 * `wraps`: a file's path from the repository's root → name of a function it exports → source text of a function that is given the original and returns
 * what is exported in its place.
 */
export const wrapFunctions = (wraps) => ({
  name: 'wrap-functions',
  enforce: 'post',
  transform(code, id) {
    const file = id.split('?', 1)[0].replaceAll('\\', '/')
    const names = Object.entries(wraps).find(([path]) => file.endsWith(`/${path}`))?.[1]
    if (names === undefined) return null
    return { code: Object.entries(names).reduce((text, [name, wrap]) => wrapped(text, name, wrap, file), code), map: null }
  },
})

/** Imports are bound to the name that is exported, so the original takes another. */
function wrapped(code, name, wrap, file) {
  const declared = new RegExp(`(?<exported>export\\s+)?(?<kind>function|const)\\s+${name}\\b`)
  const found = declared.exec(code)
  if (found?.groups === undefined) throw new Error(`${file} declares no \`${name}\``)
  const inner = `$$${name}`
  const renamed = code.slice(0, found.index) + `${found.groups.kind} ${inner}` + code.slice(found.index + found[0].length)
  const exported = found.groups.exported === undefined ? '' : 'export '
  // A function, so that it can be called before this line is reached.
  return `${renamed}\n${exported}function ${name}(...given) { return $wrap_${name}()(...given) }\nfunction $wrap_${name}() { return ($wrap_${name}.made ??= (${wrap})(${inner})) }\n`
}
