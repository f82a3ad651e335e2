// Command lines and expressions of harmless words, made from the options and directives of everyday text tools: what scripts/known-output.mjs has both the gate and the tools work out.

/** The same numbers for the same seed. */
export function seeded(seed) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const below = (limit) => Math.floor(next() * limit)
  const pick = (from) => from[below(from.length)]
  return {
    below,
    pick,
    /** Often none, sometimes several. */
    some: (from, most = 2) => Array.from({ length: below(most + 1) }, () => pick(from)),
    maybe: (text, one = 2) => (below(one) === 0 ? text : ''),
  }
}

export const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`

const WORDS = [
  'alpha',
  'beta gamma',
  'ABCabc',
  'x/y/z.tar.gz',
  '/usr/lib//x/',
  'a,b;c',
  'aabbcc',
  'one:two:three',
  'Hello World',
  'kiwi',
  'é à',
  '  lead',
  'trail  ',
  '',
]
const TEXTS = [
  ...WORDS,
  'one\ntwo\nthree',
  'b\na\nb\nb',
  'a\tb\tc',
  'a b\nc d\n\n\ne f',
  '3\n10\n2',
  'aXbXc',
  'foo(bar)',
  '[a]',
  'a.b*c',
  "it's",
  '%s',
  'a%b',
  'a\\tb',
  'x\\ny',
  '-n',
  '--',
  'A1b2',
  '{"a":"b"}',
]
const SMALL = ['0', '1', '2', '3', '5', '12']
const NUMBERS = [...SMALL, '-1', '-3', '+2', '007', '0x1f', '3.5', 'abc', '65', "'A"]
const LETTERS = ['a', 'b', 'x', 'l', 'o', ' ', ',', 'A', '.', '/']

/** What brings a text to the next command. */
const given = ({ pick }, text) =>
  pick([`printf '%s\\n' ${quoted(text)}`, `printf %s ${quoted(text)}`, `echo ${quoted(text.replaceAll('\\', '/'))}`, `cat <<'E'\n${text}\nE\n`])
/** `cat <<E` ends its line before a pipe can follow. */
const piped = (random, command, text = random.pick(TEXTS)) => {
  const source = given(random, text)
  return source.startsWith('cat <<') ? `${command} <<'E'\n${text}\nE` : `${source} | ${command}`
}

const DIRECTIVE = (random) => {
  const { pick, below, maybe } = random
  const conversion = pick(['s', 's', 's', 'd', 'i', 'u', 'o', 'x', 'X', 'c', 'b', 'q', 'f', 'e', 'g', '%'])
  return below(3) === 0
    ? `%${conversion}`
    : `%${maybe(pick(['-', '0', '+', ' ', '#', '-0', "'"]))}${maybe(pick(['5', '12', '1', '*']))}${maybe(`.${pick(['0', '1', '3', '9', '', '*'])}`)}${conversion}`
}
const ESCAPES = [
  '\\n',
  '\\t',
  '\\\\',
  '\\x41',
  '\\101',
  '\\0101',
  '\\u00e9',
  '\\c',
  '\\e',
  '\\"',
  "\\'",
  '\\q',
  '\\x',
  '\\1',
  '\\07',
  '\\U41',
  '\\xe9',
  '\\r',
  '\\a',
]
const withEscapes = ({ pick, below }, most = 4) =>
  Array.from({ length: 1 + below(most) }, () => pick([...ESCAPES, 'a', 'ab c', 'x', '-', '%%'.slice(1)])).join('')

/** Lists of options and directives, by tool: longer than they are wide to read, so left as they were typed. */
// oxfmt-ignore
const makers = {
  printf: (r) => `printf ${r.maybe('-- ', 6)}${quoted(Array.from({ length: 1 + r.below(3) }, () => r.pick([DIRECTIVE(r), DIRECTIVE(r), r.pick(ESCAPES), 'ab ', '-']) ).join('').replace(/^-/, 'a-'))} ${Array.from({ length: r.below(4) }, () => quoted(r.pick([...WORDS, ...NUMBERS, withEscapes(r)]))).join(' ')}`,
  echo: (r) => `echo ${r.some(['-n', '-e', '-E', '-ne', '-nE', '-en', '-x', '--', '-ee', '-Ene']).join(' ')} ${Array.from({ length: 1 + r.below(3) }, () => quoted(r.pick([...WORDS, withEscapes(r), withEscapes(r)]))).join(' ')}`,
  head: (r) => piped(r, `${r.pick(['head', 'head', 'tail', 'busybox head', 'busybox tail'])} ${r.some([`-n ${r.pick(NUMBERS)}`, `-n${r.pick(SMALL)}`, `-c ${r.pick(SMALL)}`, `-c${r.pick(SMALL)}`, `-c -${r.pick(SMALL)}`, `-${r.pick(SMALL)}`, '-z', '-q', '-v', `--lines=${r.pick(NUMBERS)}`, `--bytes=${r.pick(NUMBERS)}`, '--li=1', '-n +2', '-c +3']).join(' ')}`),
  cut: (r) => piped(r, `${r.pick(['cut', 'busybox cut'])} ${r.pick(['-c', '-b', `-d${quoted(r.pick(LETTERS))} -f`, '-f'])}${r.pick(['1', '2', '1-3', '-2', '2-', '1,3'])} ${r.some(['-s', '--complement', '--output-delimiter=_']).join(' ')}`),
  tr: (r) => {
    const set = () => quoted(r.pick(['a', 'abc', 'a-z', 'A-Z', '[:upper:]', '[:lower:]', '[:space:]', '[=a=]', '[b*]', '[x*2]', '\\n', '\\141', '\\x41', 'a-', '-a', 'z-a', '0-9', ' ', '_', '[a-c]', '\\\\', 'é', '\\t', 'xyz', 'a-cx', '']))
    const options = r.some(['-d', '-s', '-c', '-t', '-ds', '-cd', '-C', '--delete', '--complement', '--squeeze-repeats', '-cs']).join(' ')
    return piped(r, `${r.pick(['tr', 'tr', 'busybox tr'])} ${options} ${set()} ${r.below(4) > 0 ? set() : ''}`)
  },
  seq: (r) => `${r.pick(['seq', 'busybox seq'])} ${r.some([`-s ${quoted(r.pick(LETTERS))}`, '-f %03g', '-f a%gb', '-w', '--separator=-', '--format=%.1f', '-s ""'], 1).join(' ')} ${Array.from({ length: 1 + r.below(3) }, (_, at) => r.pick(['1', '2', '3', '5', '10', '-1', '1.5', '08', '1e1', '+2', '0x3', ...(at === 1 ? [] : ['0'])])).join(' ')}`,
  basename: (r) => `${r.pick(['basename', 'basename', 'busybox basename'])} ${r.some(['-s .gz', '-a', '-z', '--suffix=z', '--multiple', '-as .gz', '--'], 1).join(' ')} ${Array.from({ length: 1 + r.below(2) }, () => quoted(r.pick(['x/y/z.tar.gz', '/usr/lib//x/', '/', '//', '', 'a', '.gz', 'a.gz', 'x.gz/', 'gz', '-a', '../..', 'a b/c d']))).join(' ')}`,
  dirname: (r) => `${r.pick(['dirname', 'dirname', 'busybox dirname'])} ${r.some(['-z', '--zero', '--'], 1).join(' ')} ${Array.from({ length: 1 + r.below(2) }, () => quoted(r.pick(['x/y/z.tar.gz', '/usr/lib//x/', '/', '//', '', 'a', 'a/', '/a', '//a//b//', '../..', 'a//b', '-z/b']))).join(' ')}`,
  rev: (r) => piped(r, r.pick(['rev', 'rev', 'busybox rev'])),
  cat: (r) => piped(r, `${r.pick(['cat', 'cat', 'tac', 'nl', 'busybox cat', 'busybox tac'])} ${r.some(['-n', '-A', '-s', '-E', '-b', '-', '-T', '-v', '--number', '-u', '-r', '-s b'], 1).join(' ')}`),
  tee: (r) => piped(r, `tee ${r.some(['-a', '-i', '-p', 'out.txt', '/dev/stdout', '-'], 2).join(' ')}`),
  lines: (r) => piped(r, `${r.pick(['sort', 'uniq', 'wc', 'paste', 'fold', 'expand', 'nl', 'od', 'grep', 'shuf -n1', 'column', 'fmt'])} ${r.some(['-r', '-n', '-u', '-c', '-d', '-s', '-w3', '-l', '-e a', '-v', '-o a', '-i'], 2).join(' ')}`),
  base64: (r) => {
    const text = r.pick(TEXTS)
    const encoded = Buffer.from(text).toString('base64')
    return r.pick([
      () => piped(r, `${r.pick(['base64', 'busybox base64', 'base32'])} ${r.some(['-w0', '-w 4', '-i'], 1).join(' ')}`, text),
      () => piped(r, `${r.pick(['base64', 'base64', ...(encoded.includes('=') ? [] : ['busybox base64'])])} ${r.pick(['-d', '--decode', '-di', '-d -i', '-w0 -d', '--dec'])}`, r.pick([encoded, encoded, encoded.replaceAll('=', ''), `${encoded.slice(0, 4)}!${encoded.slice(4)}`, `${encoded.slice(0, 4)} ${encoded.slice(4)}`, `${encoded}${encoded}`, encoded.replaceAll('+', '-')])),
      () => piped(r, 'base32 -d', 'MFRGGZDF'),
      () => piped(r, `openssl ${r.pick(['base64 -d', 'enc -base64 -d', 'enc -d -a', 'base64 -d -A', 'enc -d -base64 -A'])}`, encoded),
    ])()
  },
  xxd: (r) => {
    const text = r.pick(WORDS)
    const hex = Buffer.from(text).toString('hex')
    return piped(r, `xxd ${r.pick(['-p', '-r -p', '-r', '-r -p', '-rp', '-p -r', '-r -ps', '-p -c 3', '-r -p -s 1', '-r -p -l 2', '-ps -r', '-r -p -c 2', '-b', '-r -seek 1 -p', '-i'])}`, r.pick([hex, hex, hex.toUpperCase(), `0x${hex}`, hex.replace(/../g, '$& '), `00000000: ${hex}  text`, `\\x${hex.slice(0, 2)}`, `zz${hex}`, hex.slice(1)]))
  },
  sed: (r) => {
    const regex = () => r.pick(['a', 'b*', '[abc]', '.', '^', '$', '^a', 'o$', 'a\\+', 'a+', '\\(a\\)\\(b\\)', '(a)(b)', '[[:alpha:]]', 'l\\{2\\}', 'l{2}', '\\bw', 'a\\|b', 'a|b', 'o.*', '[^a]', '\\.', ' ', '\\n', '\\t', '\\w', 'X', '[]a]', '\\(.\\)\\1', '(l)\\1', '\\s*', 'a?', 'a\\?', '*a', '\\x41', '\\/', '[\\n]', 'é', '\\<', '.\\>'])
    const replacement = () => r.pick(['Q', '', '&&', '[&]', '\\1', '\\2-\\1', '\\U&', '\\u&', '\\n', '\\&', 'a\\tb', '\\L&', '\\x41', '\\0', '\\\\', '\\E&', '\\o101', '\\/'])
    const address = () => r.pick(['', '', '', '1', '2', '$', '1,2', '/b/', '2,$', '1!', '/a/,/b/', '0~2', '1~2', '2,+1', '0,/a/', '/A/I', '$!', '2q;', '1,~2'])
    const command = () => `${address()}${r.pick([() => `s/${regex()}/${replacement()}/${r.maybe(r.pick(['g', 'p', 'i', 'I', '2', 'gI', '2g', 'gp', 'm', 'M']))}`, () => `s,${regex()},${replacement()},`, () => `s|${regex()}|${replacement()}|g`, () => 'd', () => 'p', () => r.pick(['y/abc/xyz/', 'y/a\\/b/x-y/', 'y/\\n/ /', 'y/ab/\\t\\\\/']), () => '=', () => 'q', () => 'l', () => 'n;d', () => 'N;s/\\n/-/', () => 'G', () => 'x', () => 'a\\ new', () => 'i before', () => 'c changed', () => 'h;G', () => 'P', () => 'Q', () => 'q5', () => 'z', () => 'F', () => 'a\\\n  two', () => 's/a/b/;ta;s/$/!/;:a', () => '{s/a/1/;s/b/2/}', () => '}'])()}`
    const tool = r.pick(['sed', 'sed', 'sed', 'busybox sed'])
    // A zero in front is only GNU's.
    const start = (text) => (tool === 'sed' ? text : text.replaceAll('0,/', '1,/').replaceAll('0~', '1~'))
    return piped(r, `${tool} ${r.some(['-n', '-E', '-r', '-s', '-z', '-u', '--quiet', '--posix', '--regexp-extended', '-l 5', '--debug', '--sandbox', '-b'], 2).join(' ')} ${r.maybe(`-e ${quoted(start(command()))} -e `, 6)}${quoted(start(Array.from({ length: 1 + r.below(2) }, command).join(r.pick([';', '\n']))))}`)
  },
  awk: (r) => piped(r, `${r.pick(['awk', 'gawk', 'mawk', 'busybox awk'])} ${r.some(['-F,', '-F:', '-v x=1', "-F'[ ]'"], 1).join(' ')} ${quoted(r.pick(['{print $1}', '{print $NF}', '{print $2 $1}', '{printf "%s-", $1}', '{print toupper($0)}', 'NR==1', 'NR==2{print;exit}', 'END{print NR}', '{gsub(/a/,"b")}1', '{print substr($0,2,3)}', 'BEGIN{print "a" "b"}', 'BEGIN{printf "%c%s", 65, "x"}', 'BEGIN{print length("abc")}', '{print index($0,"b")}', 'BEGIN{OFS="-"}{$1=$1}1', '{print tolower($1) "x"}', 'BEGIN{for(i=97;i<100;i++)printf "%c",i}', '{for(i=NF;i>0;i--)printf "%s ",$i;print ""}', '{$1=$2="";print}', '$1~/a/{print NR": "$2}', '{n=split($0,p,":");print n, p[2]}', '{x=x $1}END{print x}', 'NR>1', '{if($1=="one")print "yes";else print "no"}', '{print ($1>"b")?"x":"y"}', '{print length($2), $1+1}', '{sub(/a/,"[&]");print;next}{print 1}', 'BEGIN{while(k<3){print k++ "-" k}}', '/a/&&!/b/', 'BEGIN{printf("%d-%s\\n",2*3%4,"a""b")}', '{print $1,$2 > "/dev/null"}', 'BEGIN { s = "abc" # comment\n print substr(s, 2)\n}', '{a[$1]=$2}END{print a["one"]}', '!seen[$1]++', '{print -1 " " -x}', '{print 1==1.0, $1==$2, "a"<"b"}', 'BEGIN{print 1e3, 010, 0x1f}', '{print $NF-1}', 'BEGIN{exit}END{print "e"}', '{print;exit}']))}`),
  'awk-run': (r) => {
    const value = r.pick(['"a" "b"', 'sprintf("%s-%s","a","b")', 'sprintf("%c",65)', 'sprintf("%5s|","a")', 'sprintf("%d%%",3)', 'sprintf("%s","a","b")', 'toupper("ab")', 'tolower("AB") "c"', '$1', '$2', '$0', '$NF', 'substr("abc",2)', 'x', 'x "-" y', '("a" "b")', '"a\\tb"', '"a\\x41"', '"\\101"', '"a\\/b"', '1+2', '"a" 1', 'length("abc")', 'sprintf("%03d",7)', 'sprintf("%.1s","ab")', 'sprintf("%x",255)', 'sprintf("a")', '"a" (1 ? "b" : "c")', 'index("abc","b")', '-1', '2*3 "a"', '"A" == "A"', '!x', 'x++ "q"', 'sprintf("%i",3)', 'sprintf("%s")', 'sprintf("%s%s","a")', 'NR', 'FS', 'toupper(substr("abc",1,1))', '"a" > "b"'])
    const options = r.some(["-F,", "-v x=q", "-F ':'", '-v FS=,', "-v y='a b'"], 2).join(' ')
    return { line: `echo 'one two,three:four' | ${r.pick(['awk', 'gawk', 'mawk'])} ${options} ${quoted(`{ printf "%s", ${value} }`)}`, probe: `echo 'one two,three:four' | awk ${options} ${quoted(`{ system("shown \\"" ${value} "\\"") }`)}` }
  },
  jq: (r) => `echo ${quoted(r.pick(['{"a":"beta gamma","b":["x","y"],"n":3}', '{"b":["2","1"],"a":"bÉ😀ta 07","2":"x","1":"y","n":1.50}', '{"n":-0,"a":"\\u0032"}']))} | jq ${r.some(['-r', '-c', '-j', '-S', '-n', '-s', '-a', '--tab', '-e'], 2).join(' ')} ${quoted(r.pick(['.a', '.b[0]', '.b|join("-")', '.a|ascii_upcase', '"\\(.a)!"', '.n', '.b', '.', '.a|split(" ")[1]', '@base64 "\\(.a)"', '.a|@sh', '.a[1:3]', '"x"+.a', '.zz', '.a|length', '.b[]', '[.[]]|length', '[.[]|tostring]|add', 'keys|join(" ")', '.a[1:]', '.a|split("")|last', '.a|rtrimstr("")', '.a|ltrimstr("b")', '.a|ascii_downcase', '.a|tonumber', '-(.n)', '{"2":.a,"1":.n}', '.a|explode|reverse|implode', '.n+1', 'map(.)|first']))}`,
  expr: (r) => `expr ${r.pick(['1 + 2', "substr abcdef 2 3", "length abc", "index abc c", "abcdef : 'a\\(.*\\)f'", "3 '*' 4", "abc : abc", "7 % 3", "match abc 'b'", "a = a"])}`,
  date: (r) => `date -u -d @0 +${r.pick(['%Y', '%F', '%s', '%H%M', 'a%%b', '%-d', '%j'])}`,
  expansion: (r) => `x=${quoted(r.pick(TEXTS))}; p=x; e=; printf %s "${expansionOf(r)}"`,
  list: (r) => `a=(one 'two three' four); i=1; printf '%s|' ${r.pick(['"${a[1]}"', '"${a[0]}"', '"${a[-1]}"', '"${a[@]:1}"', '"${#a[@]}"', '"${!a[@]}"', '"${a[*]}"', '"${a[i]}"', '"${a[$i]}"', '"${a[i+1]}"', '"${a[@]/o/0}"', '"${a[@]^}"', '"${a[@]#o}"', '"${a[@]:0:2}"', '"${a[*]:1}"', '"${#a}"', '"${#a[1]}"', '"$a"', '"${a[1]:1:2}"', '"${a[5]-none}"', '"${a[@]: -1}"', '"${a[@]@Q}"', '"${a[07]}"', '"${a[1]^^}"', '"x${a[@]}y"'])}`,
  'list-words': (r) => `a=(one 'two three' 'four  five'); printf '<%s>' ${r.pick(UNQUOTED)}`,
  words: (r) => `x=${quoted(r.pick(TEXTS.filter((text) => !/[[*?]/.test(text))))}; IFS=${r.pick(["' '", ':', ',', "''", "' ,'", '$" \\n"'])}; printf '<%s>' ${r.pick(['$x', '$x$x', 'a$x', '"$x"b', '${x}z', '"$*"', '$(printf %s "$x")', "{a,b}", '{1..3}', '{3..1}', 'a{1..5..2}', '{01..03}', '{a..c}', '{c..a}', 'x{,y}', "$'a\\tb\\x41\\u00e9\\cA'", '"\\a\\$x\\`"', '"${x}"{1,2}', "$'\\101\\1'", '{a,b}{1,2}', '{a}', '"{a,b}"'])}`,
}

const expansionOf = (r) => {
  const pattern = () =>
    r.pick([
      'a',
      '*',
      '?',
      'a*',
      '*a',
      '*/',
      '/*',
      '[abc]',
      '[!a]',
      '[^a]',
      '[a-c]',
      '*.*',
      '.*',
      '\\*',
      '[[:upper:]]',
      'o*o',
      '',
      ' ',
      '"*"',
      "'a'",
      '??',
      '*?',
      'l',
      '+(a)',
      '@(a|b)',
      '[]a]',
      '$e',
      'one*e',
      '#a',
      '%o',
    ])
  const number = () => r.pick(['0', '1', '2', '5', '50', ' -1', ' -2', '-3', '1+1', '$((1))', '(-2)'])
  return r.pick([
    () => `\${x:${number()}}`,
    () => `\${x:${number()}:${number()}}`,
    () => `\${x#${pattern()}}`,
    () => `\${x##${pattern()}}`,
    () => `\${x%${pattern()}}`,
    () => `\${x%%${pattern()}}`,
    () => `\${x${r.pick(['/', '//', '/#', '/%'])}${pattern()}${r.maybe(`/${r.pick(['b', '', '&', '[&]', '\\&', '/', '$p', '"&"', 'a b'])}`, 1)}}`,
    () => `\${x${r.pick(['^', '^^', ',', ',,', '~', '~~'])}${r.maybe(pattern())}}`,
    () => `\${x@${r.pick(['Q', 'U', 'u', 'L', 'E', 'P', 'A', 'a', 'K'])}}`,
    () => `\${${r.pick(['x', 'e', 'unset1', 'p'])}${r.pick([':-', '-', ':+', '+', ':=', '='])}${r.pick(['d', '$x', 'a b', '"q"', "'s'", '\\a', '${x:1}'])}}`,
    () =>
      r.pick([
        '${#x}',
        '${!p}',
        '${#e}',
        '${!p:1}',
        '${#p}',
        '$x$p',
        '${x}${p}',
        '${!p^^}',
        '${x:$((1+1))}',
        '${x: -3:2}',
        '${x:0:-1}',
        '${x:(-3)}',
        '${x: 1 : 2 }',
        '${!p@Q}',
        '${p:0:1}x',
      ]),
  ])()
}

// oxfmt-ignore
const expressions = {
  python: (r) => {
    const s = () => r.pick(['"alpha"', '"Hello World"', '"a,b,c"', '"  pad "', '"xxabcxx"', '"aXbXc"', "'it%d'", '"é"', '"a\\tb"', 'r"a\\tb"', '"""q"""', 'f"{1+1}x"', "'a' 'b'", '"x/y/z.txt"'])
    const n = () => r.pick(['0', '1', '2', '-1', '-2', '3', '', '5'])
    const step = () => r.pick([`[${n()}:${n()}]`, `[${n()}:${n()}:${r.pick(['1', '2', '-1', '-2', ''])}]`, '[::-1]', `[${r.pick(['0', '1', '-1'])}]`, '.upper()', '.lower()', '.title()', '.capitalize()', '.swapcase()', '.strip()', '.strip("x")', '.strip(" p")', '.lstrip()', '.rstrip()', '.lstrip("xa")', '.rstrip("c")', '.replace("a","b")', '.replace("a","b",1)', '.replace("","-")', '.split(",")[0]', '.split()[0]', '.split("a",1)[-1]', '.rsplit("a",1)[0]', '.zfill(8)', '.center(9,"*")', '.ljust(7,".")', '.rjust(7)', '.removeprefix("al")', '.removesuffix("a")', '*2', '.encode().decode()', '.encode().hex()', '.casefold()', '.expandtabs(2)', '.partition("a")[2]', '.translate({97:"Z"})', '.join(["1","2"])', '.join("xyz")', '.splitlines()[0]', ' + "z"', '.format(1)', ' % 5', '.encode("utf-8").decode("latin-1")', '.encode("rot13")', '.replace("a","b").replace("b","c")'])
    return r.pick([
      () => s() + Array.from({ length: 1 + r.below(2) }, step).join(''),
      () => s() + Array.from({ length: 1 + r.below(2) }, step).join(''),
      () => `"${r.pick(['%s', '%5s', '%-5s|', '%.2s', '%d', '%05d', '%x', '%c', '%r', '%%%s', '%(a)s', '%o', '%+d', '%e'])}" % ${r.pick(['"ab"', '12', '("ab",)', '{"a":"q"}', '65', '(7,)'])}`,
      () => `"${r.pick(['{}', '{0}{0}', '{1}{0}', '{:>5}', '{:5}|', '{:05d}', '{!r}', '{a}', '{:.1}', '{{}}{}', '{0[0]}', '{:x}', '{:^7}', '{0!s:>4}', '{:,}', '{{{}}}', '{0.real}'])}".format(${r.pick(['"ab"', '12', '"a","b"', 'a="q"', '1234567', '"ab",3'])})`,
      () => `f"${r.pick(['{"ab"}', '{"ab":>5}', '{"ab"!r}', '{12:05}', '{12:x}', '{{x}}', '{3*2}', '{"ab"[0]}', '{"ab".upper()}', '{"a" + "b"}', '{1.5:.2f}', "{'a'=}", '{255:#x}', '{"ab":{4}}'])}"`,
      () => r.pick(['chr(97)+chr(0x62)', '"".join(map(chr,[97,98]))', '"".join(chr(c) for c in [97,98])', '"".join(reversed("abc"))', '"".join(sorted("cba"))', '"-".join(["a","b"])', '"-".join("abc"[::-1])', 'bytes([97,98]).decode()', 'bytes.fromhex("6162").decode()', '__import__("base64").b64decode("YWI=").decode()', '__import__("codecs").decode("nop","rot13")', 'str(12)', 'repr("a")', 'str(1.0)', 'hex(255)', '"a" or "b"', '"" or "b"', '"a" and "b"', '"a" if 0 else "b"', '["a","b"][1]', '["a","b"][-1]', '{"k":"v"}["k"]', '("a","b","c")[1]', 'max("a","b")', '(lambda x: x+"!")("a")', '"".join(chr(ord(c)+1) for c in "abc")', '"".join(c for c in "a1b2" if c.isalpha())', '"".join(["a"]*3)', 'str(["a"][0])', '"%s" "%s" % ("a","b")', '"a" "b".upper()', 'str(b"a","ascii")', '"".join(filter(str.isalpha,"a1b"))', '__import__("base64").b32decode("MFRA====").decode()', '__import__("base64").b16decode("6162").decode()', '"abc"[slice(1,2)]', 'str(True)', 'str(None)', 'str(0x1f)', '"".join(["a","b"][::-1])', '"abc".__getitem__(1)', '__import__("os").path.basename("a/b.c")', '__import__("os").path.join("a","/b")', '__import__("os").path.join("a","b/")', '__import__("os").path.splitext("a.tar.gz")[0]', '__import__("os").path.dirname("a/b/")', '__import__("os").path.normpath("a/../b")', '__import__("re").sub("a","b","banana")', '__import__("re").sub("a","b","banana",1)', '__import__("urllib.parse").parse.unquote("a%20b+c")', '__import__("binascii").unhexlify("6162").decode()', '"a".__add__("b")', 'int("12",8).__str__()', 'str(int("0x1f",16))', 'str(ord("a"))', '__import__("os").path.basename("a/b/")', 'str(7//2)', 'str(7%3)', 'str(2**3)', 'str(1+2*3)', 'str(10-3-2)', 'str(1<<4)', 'str(7^2)', '"a"+str(6/3)', '"ab"[1]+"cd"[0]', '__import__("string").Template("$a").substitute(a="b")']),
    ])()
  },
  perl: (r) => {
    const s = () => r.pick(['"alpha"', "'it''", '"Hello World"', "'a\\tb'", '"a\\tb"', 'q(abc)', 'qq{a-b}', '"x/y/z"', '"aXbXc"'].filter((one) => one !== "'it''"))
    return r.pick([
      () => `${r.pick(['lc', 'uc', 'ucfirst', 'lcfirst', 'scalar reverse', 'length', 'reverse', 'quotemeta', 'ord', 'fc', 'chop', 'hex', 'oct', 'lc uc', 'ucfirst lc'])} ${s()}`,
      () => `${s()} ${r.pick(['.', 'x', '.', '+', '||', '//', '&&', '^', '|', 'lt', 'eq', 'cmp'])} ${r.pick(['"z"', '3', "'q'", '2'])}`,
      () => `substr(${s()},${r.pick(['0', '1', '-2'])}${r.maybe(`,${r.pick(['1', '2', '-1', '0'])}`)}${r.maybe('', 9)})`,
      () => `sprintf("${r.pick(['%s', '%5s', '%-4s|', '%.1s', '%03d', '%x', '%c', '%%', '%2$s', '%vd', '%*s', '%b', '%s%s', '%+d'])}",${r.pick(['"ab"', '12', '"a","b"', '65', '"1.22"'])})`,
      () => `${s()} =~ ${r.pick(['tr/a-z/A-Z/r', 's/a/b/r', 's/a/b/gr', 'y/a-y/b-z/r', 'tr/a//dr', 's/(.)(.)/$2$1/r', 'tr/a-zA-Z//cdr', 's/A/q/ir', 'tr/a-z//sr', 's/l/uc($&)/er'])}`,
      () => `join(${r.pick(['""', '"-"', "','", '" "'])},${r.pick(['"a","b"', 'split(//,"abc")', 'reverse split //,"abc"', 'map {uc} "a","b"', 'map {chr} 97,98', 'qw(a b c)', 'sort qw(b a)', '("a") x 3', 'map chr(ord($_)+1),"a","b"', '1..3', '"a".."c"', '(split /,/,"x,y")[1]', 'grep {/a/} qw(ab cd)', 'map { $_ . "!" } qw(a b)', '@{["a","b"]}', 'reverse 1..3'])})`,
      () => r.pick(['chr(97).chr(98)', 'pack("H*","6162")', 'pack("A3","a")', 'pack("C*",97,98)', 'pack("H4","616263")', 'pack("c2",97,98)', 'pack("N",1633837924)', 'unpack("H*","ab")', 'pack("a4","ab")', 'pack("A2 A2","abc","def")', '"@{[1+1]}"', '"a${\\ \'b\'}c"', '"\\x61\\x{62}"', "'\\x61'", '"\\U ab\\E c"', '"\\LAB"', '"\\101"', '"a" . 1 + 2', '"a" x 2 . "b"', '"3" + "4"', '("a","b")[1]', '(sort {$b cmp $a} qw(a b))[0]', 'pack("b8","10000110")', 'pack("W*",97)', 'pack("U*",97)', 'pack("u","ab")', 'unpack("u","#86)C")', 'v97.98', '<<A.""', '"\\u\\LABC"', '"a" ? "b" : "c"', '"\\cA"', 'lc("AB").uc("cd")', 'join "", map { chr(hex) } qw(61 62)', 'join "", reverse("a","b")', 'reverse("ab")."c"', '"ab"^"  "', '"%s"', "'a'.'b'x3", '"1"."2"*3', 'substr("abcdef",1,3) . substr("xyz",-1)', 'sprintf("%s",join("","a".."e"))', 'ucfirst(join("",qw(a b)))', '"\\Qa.b"', '"a\\lBC"', '"\\N{U+61}"', '"$$x"x0 . "b"', 'index("abc","c")', 'pack("(H2)*",61,62)', 'pack("H2"x2,61,62)', 'pack("h*","16")', '~~"ab"', '!!1', '-"foo"', '"a"."b"."c"', 'lc"ABC"', 'do{"a";"b"}', '(1,"z")[-1]', 'unpack("A2","abc")', 'join("",unpack("(A1)*","abc"))', 'abs(-3)', 'int(7/2)', '2**3', '7%3', '"a"lt"b"', '10-3-2', '"ab"=~/(b)/?$1:""']),
    ])()
  },
  ruby: (r) => {
    const s = () => r.pick(['"alpha"', "'a\\tb'", '"Hello World"', '"a\\tb"', '%q(abc)', '%Q{a#{1+1}b}', '"x/y/z.txt"', '"aXbXc"', '"  pad "'])
    const step = () => r.pick(['.upcase', '.downcase', '.capitalize', '.swapcase', '.reverse', '.strip', '.lstrip', '.rstrip', '.chomp', '.chomp("a")', '.chop', '.chr', '.succ', '.sub("a","b")', '.gsub("a","b")', '.gsub(/[aeiou]/,"*")', '.sub(/(.)(.)/,"\\\\2\\\\1")', '.tr("a-y","b-z")', '.tr("a","")', '.delete("a")', '.squeeze', '.squeeze("l")', '[0]', '[1..]', '[1..2]', '[1...3]', '[0,2]', '[-2..]', '[-1]', '[/l+/]', '["a"]', '*2', ' + "z"', ' << "q"', '.center(9,"*")', '.ljust(7,".")', '.rjust(7)', '.slice(1,2)', '.split("a")[0]', '.split[0]', '.split("").reverse.join', '.chars.rotate.join', '.chars.sort.join', '.bytes.map{|b| b.chr}.join', '.insert(1,"-")', '.prepend("p")', '.gsub("a"){"z"}', '.gsub(/a/, "a"=>"1")', '.unpack1("H*")', '.each_char.map(&:upcase).join', '.replace("new")', '.tr("^a-z","_")', '.partition("a").last', '.next', '.dump', '.inspect', '.freeze', '.to_s', '.to_sym.to_s', '.delete_prefix("al")', '.start_with?("a").to_s', '.size.to_s', '.itself', '.then{|x| x+"!"}', '.concat("a","b")', '.sum.to_s', '.tr_s("l","r")', '.delete("^a")', '.lines.first', '.ord.to_s', '.hex.to_s', '.encode("UTF-8")', '.split(/X/,2)[1]', '.chars.each_slice(2).map(&:join).join("-")', '.scan(/a/).join', '.chars.first(2).join', '.bytes.pack("c*")', '.crypt("ab")'])
    return r.pick([
      () => s() + Array.from({ length: 1 + r.below(2) }, step).join(''),
      () => s() + Array.from({ length: 1 + r.below(2) }, step).join(''),
      () => `"${r.pick(['%s', '%5s', '%-4s|', '%.1s', '%03d', '%x', '%c', '%p', '%%', '%<a>s', '%{a}', '%2$s', '%b'])}" % ${r.pick(['"ab"', '12', '["ab"]', '["a","b"]', '{a: "q"}', '65'])}`,
      () => `format("${r.pick(['%s', '%05d', '%-3s|', '%s%s', '%x'])}",${r.pick(['"ab"', '12', '"a","b"'])})`,
      () => r.pick(['97.chr+98.chr', '[97,98].pack("c*")', '["6162"].pack("H*")', '"YWI=".unpack1("m")', '"YWI=".unpack("m")[0]', '%w[a b].join', '%w[a b].join("-")', '["a","b"].reverse.join', '("a".."e").to_a.join', '["a"].*("-")', '["a","b"]*"-"', '"a"*3', '"a"+"b"', '"#{"a"}#{1+1}"', "'#{1}'", '"a" "b"', '[1,2].sum.to_s', '"a".ord.to_s', '"ab".each_char.to_a.join("-")', '["b","a"].sort.join', '["b","a"].min', '{a: "v"}[:a]', '["a","b"].last', '["a","b"].first', '["a","b"][1]', '["a","b"].map(&:upcase).join', '"a".then { |x| x + "b" }', '"\\x61\\u0062"', '"\\101"', "'\\x61'", ':sym.to_s', '?a', '?a + ?b', '"a".<<("b")', 'true ? "a" : "b"', '"a" || "b"', 'nil || "b"', 'nil.to_s', '3.to_s(2)', '255.to_s(16)', '(1+2).to_s', '7.fdiv(2).to_s', '(7/2).to_s', '(2**3).to_s', '[["a","b"],["c"]].join', '["a",nil,"b"].compact.join', '["a","b"].zip(["1","2"]).join', '["abc"].pack("A2")', '[97].pack("U")', '["ab"].pack("m0")', '"ab".unpack("C*").join(",")', '"a,b".split(",").reverse.join(",")', 'File.basename("a/b.c",".c")', 'File.join("a","/b")', 'File.basename("a/b.c")', 'File.dirname("a/b/")', 'File.extname("a.b")', '["a","b"].rotate.join', '"abc".sub("b"){|m| m.upcase}', '"a".send(:+,"b")', '"%c%c" % [97,98]', '[104,105].map(&:chr).join', '"hello".tr("el","ip")', 'Array("a").join', '"a".public_send(:upcase)', '"abc".method(:upcase).call', '"a".dup << "b"', '[*"a".."c"].join', '"cba".chars.sort_by{|c| c}.join', '["a","b"].inject(:+)', '["a","b"].reduce{|a,b| b+a}', '<<~X.strip\n  t\nX', 'String.new("a")', '"a".eql?("a").to_s', '[1,2,3].take(2).join', '"a-b".tr("-","_")', '"ab".swapcase!.to_s', '"AB".downcase!.to_s', '"%08.3f" % 3.14159']),
    ])()
  },
  node: (r) => {
    const s = () => r.pick(['"alpha"', "'a\\tb'", '"Hello World"', '`a${1+1}b`', '"x/y/z.txt"', '"aXbXc"', '"  pad "', 'String.raw`a\\tb`', '"aaa"'])
    const n = () => r.pick(['0', '1', '2', '-1', '-2', '3', '9'])
    const step = () => r.pick([`.slice(${n()})`, `.slice(${n()},${n()})`, `.substring(${n()},${n()})`, `.substr(${n()},${n()})`, `.at(${n()})`, `.charAt(${n()})`, `[${r.pick(['0', '1'])}]`, '.toUpperCase()', '.toLowerCase()', '.trim()', '.trimStart()', '.trimEnd()', '.padStart(8,"*")', '.padEnd(8)', '.repeat(2)', '.replace("a","b")', '.replaceAll("a","b")', '.replace(/a/g,"b")', '.replace(/a/gi,"b")', '.replace("a","[$&]")', '.replace("a","$$")', '.replace(/(.)(.)/,"$2$1")', '.replace("a",c=>c+c)', '.replaceAll("a","$&$&")', '.split("").reverse().join("")', '.split("a").join("o")', '.split("a",1).join("o")', '.split("")[0]', '.split(" ").pop()', '.split("/").pop()', '.split("").sort().join("")', '.split("").join()', '.concat("z","y")', ' + "z"', ' + 1 + 2', '.normalize()', '.toString()', '.valueOf()', '.split("").map(c=>c.toUpperCase()).join("")', '.split("").filter(c=>c!="a").join("")', '.split(/[ab]/).join("-")', '.at(-1)', '.split("").slice(1,3).join("")', '.split("").splice(1,1).join("")', '.split("X").shift()', '.match(/a/)[0]', '.replace(/X/y,"q")', '.split("").concat(["!"]).join("")', '.charCodeAt(0).toString()', '.length.toString()', '.split("").flatMap(x=>[x,x]).join("")', '.split("").reduce((a,b)=>b+a,"")', '.split(",").toString()', '.substring(2)', '.substr(-2)', '.toLocaleUpperCase()'])
    return r.pick([
      () => s() + Array.from({ length: 1 + r.below(2) }, step).join(''),
      () => s() + Array.from({ length: 1 + r.below(2) }, step).join(''),
      () => r.pick(['String.fromCharCode(97,98)', 'atob("YWI=")', 'btoa("ab")', 'Buffer.from("6162","hex").toString()', 'Buffer.from("YWI=","base64").toString()', 'Buffer.from("ab").toString("hex")', 'Buffer.from("ab").toString("base64")', 'Buffer.from([97,98]).toString()', 'Buffer.from("abc").slice(1).toString()', 'Buffer.from("abc").toString("utf8",1,2)', 'Buffer.from("YWI","base64url")+""', '["a","b"].join("")', '["a","b"].join()', '["a",["b"]].join("-")', '["a",null,"b"].join("-")', '["a","b"]+""', '"a"+1+2', '1+2+"a"', '`${"a"}${1}`', '"a"||"b"', '""||"b"', 'null??"b"', '""??"b"', '"a"&&"b"', '1?"a":"b"', '0?"a":"b"', '({k:"v"}).k', '["a","b"].at(-1)', '("x","y")', 'unescape("%61")', 'decodeURIComponent("a%20b+c")', 'escape("a b")', 'encodeURIComponent("a b")', 'JSON.stringify("a")', 'JSON.parse("\\"a\\"")', 'String(12)', '(255).toString(16)', '(12).toString()', 'parseInt("1f",16).toString()', '"\\x61\\u{62}"', '"\\141"', "'\\x61'", '[..."abc"].reverse().join("")', 'Array.from("abc").join("-")', '[97,98].map(c=>String.fromCharCode(c)).join("")', '"a".concat(1,2)', '[]+"a"', '"b"+ +"1"', 'typeof "a"', '(()=>"a")()', '(x=>x+"!")("a")', '["a","b"].reverse().join("")', '["b","a"].sort().join("")', '["a","b"].map((x,i)=>x+i).join("")', 'String.fromCodePoint(97)', '"abc".split("",2).join("")', 'Object.keys({a:1})[0]', 'Object.values({a:"v"}).join("")', '"a".repeat(3)', 'new String("a").toString()', '(7/2).toFixed(1)', '(1+2*3).toString()', '(7%4)+"a"', '2**3+"a"', '"ab"["to"+"UpperCase"]()', 'require("path").join("a","..","b")', 'require("path").basename("a/b.c",".c")', 'require("path").basename("a/b.c")', 'require("path").dirname("a/b/")', 'require("path").extname("a.b")', 'require("path").resolve("/a","b")', 'require("path").normalize("a//b")', 'require("util").format("%s-%d","a",3)', 'require("util").format("%s")', 'Buffer.alloc(2,"a").toString()', 'Buffer.concat([Buffer.from("a"),Buffer.from("b")]).toString()', '"a,b".split(",").map(s=>s.trim()).join(";")', '10-3-2+"a"', '"abc".replace(/b/,()=>"x")', '[1,2,3].slice(1).join("")', '[1,2,3].fill("x").join("")', '["a"].concat("b").join("")', '"A".codePointAt().toString()', '"x".padStart(3,"ab")']),
    ])()
  },
}

/** How a program of the language hands one expression on, and how a whole list of them is worked out. */
export const LANGUAGES = {
  python: {
    program: 'python3',
    probe: (expression) => `import subprocess\nsubprocess.run(["shown", ${expression}])`,
    flag: '-c',
    all: `import json,sys,warnings\nwarnings.simplefilter("ignore")\nout=[]\nfor e in json.load(sys.stdin):\n    try:\n        v=eval(e)\n        out.append(v if isinstance(v,str) else None)\n    except BaseException:\n        out.append(None)\nprint(json.dumps(out))`,
  },
  perl: {
    program: 'perl',
    probe: (expression) => `my $v = ${expression}; system("shown", $v);`,
    flag: '-e',
    all: 'use JSON::PP; local $/; my @o; for my $e (@{decode_json(<STDIN>)}) { my $v = eval "no warnings; my \\$v = $e; \\$v"; push @o, ($@ || !defined $v) ? undef : "$v"; } print JSON::PP->new->latin1->encode(\\@o);',
  },
  ruby: {
    program: 'ruby',
    probe: (expression) => `system("shown", (${expression}))`,
    flag: '-e',
    all: 'require "json"; $VERBOSE=nil; puts JSON.generate(JSON.parse(STDIN.read).map { |e| begin; v = eval("(" + e + ")"); (v.is_a?(String) && v.dup.force_encoding("UTF-8").valid_encoding?) ? v : nil; rescue Exception; nil; end })',
  },
  node: {
    program: 'node',
    probe: (expression) => `require("child_process").execFileSync("shown", [${expression}])`,
    flag: '-e',
    all: 'const out=JSON.parse(require("fs").readFileSync(0,"utf8")).map((e)=>{try{const v=(0,eval)("("+e+")");return typeof v==="string"?v:null}catch{return null}});console.log(JSON.stringify(out))',
  },
}

/** Shells that read the same line; what they are asked is written so that all of them take it. What `echo` and `printf` make of escapes, and where lists begin, differs between them: only bash's is computed, whatever the shell. */
export const SHELLS = { bash: ['bash'], dash: ['dash'], sh: ['sh'], zsh: ['zsh', '-f'], busybox: ['busybox', 'sh'] }
const UNQUOTED = ['${a[1]}', '${a[@]}', '${a[*]}', '$a', 'x${a[@]}']
const lineOf = (made) => (typeof made === 'string' ? { line: made.trim() } : made)
const IN_SHELLS = new Set(['expansion'])

/** `count` of them, the same for the same seed: `{ kind, shell, line }` or `{ kind, language, expression }`. */
export function casesOf(count, seed) {
  const random = seeded(seed)
  const kinds = [...Object.keys(makers), ...Object.keys(expressions), ...Object.keys(expressions)]
  const seen = new Set()
  const cases = []
  for (let tries = 0; cases.length < count && tries < count * 4; tries++) {
    const kind = random.pick(kinds)
    const made = Object.hasOwn(makers, kind)
      ? {
          kind,
          shell: IN_SHELLS.has(kind) ? random.pick(['bash', 'bash', 'bash', ...Object.keys(SHELLS)]) : 'bash',
          ...lineOf(makers[kind](random)),
        }
      : { kind, language: kind, expression: expressions[kind](random) }
    const key = JSON.stringify(made)
    if (seen.has(key)) continue
    seen.add(key)
    cases.push(made)
  }
  return cases
}

/** The command that shows the gate what is to be known: the word behind `shown`. */
export function probeOf({ shell, line, probe, language, expression }) {
  if (probe !== undefined) return probe
  if (language !== undefined) {
    const { program, flag, probe: handOn } = LANGUAGES[language]
    return `${program} ${flag} ${quoted(handOn(expression))}`
  }
  const text = `shown "$(${line}\n)"`
  return shell === 'bash' ? text : `${SHELLS[shell].join(' ')} -c ${quoted(text)}`
}
