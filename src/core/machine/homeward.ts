// Does code that is only searched remove the home folder it asks for?

const HOME_SAID = String.raw`(?:[\w.:]{0,40}(?:homedir|home_dir|user_home|UserHomeDir|NSHomeDirectory|homeDirectory|getHomeDirectory|HomeDir|Path\.home|Dir\.home)[!?]?(?:\(\))?|[\w.:%$*]{0,40}(?:env|ENV|environ|getProperty|var|var_os|get)\w{0,12}[!?]?[([<{]{1,2}["']?(?:HOME|USERPROFILE|user\.home)["']?[)\]>}]{1,2}|[\w.:]{0,40}env\.HOME\b)`
const REMOVES = String.raw`[\w.:]{0,40}(?:rmtree|rm_rf|rmrf|remove\w{0,20}|rm|delete\w{0,20}|unlink)[!?]?`
/** `home |> File.rm_rf!`, `new File(home).deleteDir()`: what comes first is what is deleted. */
const HOME_FIRST = new RegExp(`${HOME_SAID}(?:\\.unwrap\\(\\))?\\)?\\s{0,4}(?:\\|>|\\.|>>=)\\s{0,4}${REMOVES}`)
/** `h = home(); remove(h)` */
const HOME_NAMED = new RegExp(
  `([A-Za-z_$]\\w{0,40})\\s{0,3}(?:,\\s{0,3}\\w{1,20}\\s{0,3})?(?::?=|<-)\\s{0,3}(?:[\\w.:]{1,40}\\(){0,2}${HOME_SAID}(?:\\.unwrap\\(\\))?\\){0,3}\\s{0,3}(?:[;\\n}]|$)`,
  'g',
)
/** `walk(home).forEach(delete)`: in one go. */
const HOME_WALKED = new RegExp(
  `(?:walk|find|list|glob|children|enumerate|files)\\w{0,20}[!?]?\\s{0,3}\\(\\s{0,3}(?:[\\w.:]{1,40}\\(){0,2}${HOME_SAID}\\)[^"'\`]{0,300}?[.:]{1,2}(?:delete|remove|unlink)\\w{0,20}`,
  'i',
)

/** What removes and the home, close to each other in one statement, and nothing put behind the home. */
const HOME_WORD =
  /homedir|home-dir|getHomeDir\b|fs\/home|\*home\b|home_dir|getHomeDirectory|user\.home|Path\.home|Dir\.home|env\.HOME|ENV\{["']?HOME|["']HOME["']/gi
const REMOVING = /delete|remove|unlink|rm_?r|rmtree|rmdir|erase|purge|vim\.fs\.rm/i
/** `"${user.home}/x"`, `join(homedir(), "x")`: a path below it. */
const NOTHING_BEHIND = /^(?:\.to_s|\.unwrap)?[()]{0,3}\s{0,3}(?:$|[;>]|\/>|, ?\{|, ?recursive|, ?true|[a-z]+=|>>=)/
const CLOSES = /^[\])}("']{0,9}/
const NEAR = 70
export const removesNearHome = (text: string): boolean =>
  text.length <= LONGEST_HOMEWARD &&
  [...text.matchAll(HOME_WORD)].slice(0, 8).some(({ index, 0: word }) => {
    const behind = text.slice(index + word.length, index + word.length + 40)
    if (!NOTHING_BEHIND.test(behind.slice(CLOSES.exec(behind)?.[0].length ?? 0))) return false
    const before = text.slice(Math.max(0, index - NEAR), index)
    const after = text.slice(index + word.length, index + word.length + NEAR)
    return REMOVING.test(before.slice(Math.max(before.lastIndexOf(';'), before.lastIndexOf('\n')) + 1)) || /^[^;\n]{0,20}>>= [\w.]{0,40}remove/i.test(after)
  })

/** `(delete-tree (fs/home))`, `<delete dir="${user.home}"/>`: and nothing put behind it. */
const HOME_ASKED = /home-dir\b|getHomeDir\b|fs\/home\b|\*home\b|user\.home\}/gi
const REMOVAL = /(?:remove|delete|\brm)[\w./-]{0,20}[\s(]/i
const isRemoved = (text: string): boolean =>
  [...text.matchAll(HOME_ASKED)].some(
    ({ index, 0: word }) =>
      !/^(?:[\\,+]|\/\w)/.test(text.slice(index + word.length, index + word.length + 2)) &&
      REMOVAL.test(text.slice(Math.max(0, index - 50, text.lastIndexOf('\n', index)), index)),
  )

/** The home itself is asked for, given a name or not, and removed: what lies below it is another path. */
export function deletesHome(text: string): boolean {
  if (!/home/i.test(text) || text.length > LONGEST_HOMEWARD) return false
  if (HOME_FIRST.test(text) || HOME_WALKED.test(text) || isRemoved(text)) return true
  return [...text.matchAll(HOME_NAMED)]
    .slice(0, 8)
    .some(([, name = '']) =>
      new RegExp(
        `(?:rmtree|rm_rf|rmrf|remove_?(?:all|dir|tree|item)\\w{0,20}|rm|delete_?(?:dir|rec|tree)\\w{0,20})[!?]?\\s{0,2}\\(\\s{0,3}&?${name.replace('$', '\\$')}\\s{0,3}[,)]`,
        'i',
      ).test(text),
    )
}
const LONGEST_HOMEWARD = 20_000
