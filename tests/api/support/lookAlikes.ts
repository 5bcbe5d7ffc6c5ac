import type { RandomNumbers } from '#tests/simulators/randomNumbers.ts'

/** Characters that look like an ASCII one, or that case folding or Unicode normalisation turns into one. */
const CONFUSABLES: Readonly<Record<string, string>> = {
  a: 'аɑａàáâäåāª𝐚ⓐ',
  b: 'ЬᖯｂƄ𝐛',
  c: 'сϲｃçćⅽ',
  d: 'ԁｄⅾđ',
  e: 'еｅéèêëēє℮',
  i: 'іｉıìíîïіⅰ𝒊İ',
  k: '\u212aｋκк',
  l: 'ӏｌⅼ1|I',
  m: 'ｍⅿм',
  n: 'ｎñпո',
  o: 'оοｏóòôöøº0',
  p: 'рｐρ',
  r: 'гｒ',
  s: 'ѕｓſśš$5',
  t: 'ｔтť',
  w: 'ｗԝѡ',
  '.': '。．｡․·,',
  '-': '‐‑−－',
}
/** Zero width, bidirectional and other characters that are invisible. */
const INVISIBLE = [
  '\u200b',
  '\u200c',
  '\u200d',
  '\u2060',
  '\ufeff',
  '\u00ad',
  '\u202e',
  '\u2066',
  '\u034f',
  '\0',
  '\u{e0041}',
]
const SPACES = [' ', '\t', '\n', '\r\n', '\u00a0', '\u3000', '\v', '\u2028']
const EVIL = ['evil.example', 'evil.org', 'xn--pperdawn-x4a.test', '127.0.0.1', '[127.0.0.1]']

const insert = (random: RandomNumbers, text: string, piece: string) => {
  const at = random.between(0, text.length)
  return text.slice(0, at) + piece + text.slice(at)
}

function confuse(random: RandomNumbers, text: string): string {
  const places = [...text].flatMap((letter, at) => (letter in CONFUSABLES ? [at] : []))
  const chosen = random.pick(places)
  return [...text].map((letter, at) => (at === chosen ? random.pick([...CONFUSABLES[letter]!]) : letter)).join('')
}

/** Of ASCII letters only: some others become ASCII letters in upper case. */
const changeCase = (random: RandomNumbers, text: string) =>
  [...text].map((letter) => (/[a-z]/.test(letter) && random.chance(0.5) ? letter.toUpperCase() : letter)).join('')

type Change = (random: RandomNumbers, local: string, domain: string) => string

/** Changes of an address that end in one which is not the same, and not of the same domain in a plain form. */
const CHANGES: Readonly<Record<string, Change>> = {
  confusable: (random, local, domain) => `${local}@${confuse(random, domain)}`,
  'confusable anywhere': (random, local, domain) =>
    random.chance(0.5) ? `${insert(random, local, 'а')}@${domain}` : `${local}${random.pick(['＠', '﹫'])}${domain}`,
  invisible: (random, local, domain) => insert(random, `${local}@${domain}`, random.pick(INVISIBLE)),
  space: (random, local, domain) => insert(random, `${local}@${domain}`, random.pick(SPACES)),
  'quoted local part': (random, local, domain) =>
    random.pick([
      `"${local}"@${domain}`,
      `"${local}@${random.pick(EVIL)}"@${domain}`,
      `"${local}\\"@${domain}`,
      `" "@${domain}`,
    ]),
  comment: (random, local, domain) =>
    random.pick([`${local}(x)@${domain}`, `(x)${local}@${domain}`, `${local}@(x)${domain}`, `${local}@${domain}(x)`]),
  'another domain': (random, local, domain) => {
    const evil = random.pick(EVIL)
    return random.pick([
      `${local}@${domain}.${evil}`,
      `${local}@${evil}.${domain}`,
      `${local}@${evil.replaceAll('.', '-')}${domain}`,
      `${local}@${evil}-${domain}`,
      `${local}@${domain}@${evil}`,
      `${local}@${evil}@${domain}`,
      `${local}%${domain}@${evil}`,
      `${local}+${domain}@${evil}`,
      `@${evil}:${local}@${domain}`,
      `${local}@${evil},${local}@${domain}`,
      `${local}@${evil};${local}@${domain}`,
      `<${local}@${domain}>`,
      `mailto:${local}@${evil}?cc=${local}@${domain}`,
    ])
  },
  dots: (random, local, domain) =>
    random.pick([
      `.${local}@${domain}`,
      `${local}.@${domain}`,
      `${local}..x@${domain}`,
      `${local}@${domain}.`,
      `${local}@.${domain}`,
      `${local}@${domain.replace('.', '..')}`,
      `${local}@${domain.replaceAll('.', '')}`,
    ]),
  'letters of the domain': (random, local, domain) => {
    const at = random.between(0, domain.length - 1)
    const other = random.pick([...'abcdefghijklmnopqrstuvwxyz0123456789-'].filter((letter) => letter !== domain[at]))
    const end = domain.slice(at + 1)
    return `${local}@${domain.slice(0, at)}${random.pick([other, other + domain[at], ''])}${end}`
  },
  punycode: (random, local, domain) =>
    `${local}@${random.pick(['xn--', 'xn--0-', 'www.', 'mail.'])}${domain}${random.pick(['', '-9za', `-${random.between(1, 999)}`])}`,
  'no address': (random, local, domain) =>
    random.pick([domain, `@${domain}`, `${local}@`, '@', `${local}.${domain}`, '']),
}

/** Changes that only the rule of one address refuses: the domain is the same. */
const SAME_DOMAIN: Readonly<Record<string, Change>> = {
  plus: (random, local, domain) => `${local}+${random.between(0, 1e6)}@${domain}`,
  'dot in the local part': (_random, local, domain) => `${local.slice(0, 1)}.${local.slice(1)}@${domain}`,
  'letters of the local part': (random, local, domain) =>
    `${insert(random, local, random.pick([...'abcdefghijklmnopqrstuvwxyz0123456789_']))}@${domain}`,
  'confusable local part': (random, local, domain) => `${confuse(random, local)}@${domain}`,
}

export interface LookAlike {
  /** What was done; "valid" for an address that is an admin's. */
  kind: string
  email: string
}

/**
 * An address that looks like `address`, and must not have its rights; one in twenty is the same in another letter case.
 * With `wholeDomain`, all plain addresses of the domain have rights, so that none of them is returned.
 */
export function makeLookAlike(random: RandomNumbers, address: string, wholeDomain: boolean): LookAlike {
  const [local = '', domain = ''] = address.split('@')
  if (random.chance(0.05)) {
    const own = wholeDomain && random.chance(0.5) ? `${local}+${random.between(0, 1e6)}.x` : local
    return { kind: 'valid', email: changeCase(random, `${own}@${domain}`) }
  }
  const [kind, change] = random.pick(Object.entries(wholeDomain ? CHANGES : { ...CHANGES, ...SAME_DOMAIN }))
  const changed = change(random, local, domain)
  return { kind, email: random.chance(0.3) ? changeCase(random, changed) : changed }
}
