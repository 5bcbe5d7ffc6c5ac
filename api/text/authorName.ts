import { givenFirst } from './names.ts'
import { collapseUmlauts, expandUmlauts } from './umlauts.ts'
import { foldWords } from './words.ts'

/** A word of a name in the spellings that are compared. */
export interface NameWord {
  /** Folded, and joined where it is hyphenated: "Wei-Li" is "weili". */
  plain: string
  /** With "ae", "oe", "ue" and "aa" for the umlauts that it is written with. */
  expanded: string
  /** The folded first letters of its hyphenated parts: "wl". */
  initials: string
  /** Only initials are written. */
  isInitial: boolean
}

export interface AuthorName {
  given: readonly NameWord[]
  /** "vanderberg" for "van der Berg". Null when the name has no word. */
  family: NameWord | null
  /** The family name without particles: "berg". */
  core: NameWord | null
  /** Whether the name may be written family name first. */
  mayBeReversed: boolean
}

const suffixes = new Set(['jr', 'sr', 'ii', 'iii', 'iv'])

/** Words before a family name that belong to it. "Le", "Do" and others are also family names, but not before another one. */
const particles = new Set(
  'af al ben bin d da das de del della den der di do dos du el ibn la le st ten ter van vande vander vom von zu zum zur'.split(
    ' ',
  ),
)

/** Frequent family names of East Asia, where the family name comes first. */
const eastAsian = new Set(
  (
    'bai bao bui cai cao chan chang chen cheng cho choi chou chow chung cui dai dang deng ding do dong du duan duong fan ' +
    'fang feng fu gao gu guo han hao he ho hoang hong hou hsieh hsu hu hua huang huynh hwang ito jang jeon jeong jia jiang ' +
    'jin jung kang kato kim kobayashi kong kwon le lee lei leung li liang liao lim lin liu long lu luo luu ly ma mao meng ' +
    'mo nakamura ngo nguyen nie oh pan park peng pham phan qian qiao qin qiu ren sato shao shen shi shin son song su sun ' +
    'suzuki takahashi tan tanaka tang tao tian tran tsai vo vu wan wang watanabe wei wen wong wu xia xiang xiao xie xiong xu ' +
    'xue yamamoto yan yang yao ye yi yin yoo yoon yoshida you yu yuan zeng zhan zhang zhao zheng zhong zhou zhu zou'
  ).split(' '),
)

/**
 * Reads a name in any usual order: "Mirela Quillfeather", "Quillfeather, M.", "Quillfeather MB", "Jan van der Berg",
 * "José Ortega y Gasset". A suffix such as "Jr" is dropped.
 */
export function readAuthorName(name: string): AuthorName {
  const { given, family } = splitName(name)
  return toName(
    given.map(({ word }) => word),
    family.map(({ word }) => word),
  )
}

/**
 * The parts of a name as they are written, for bibliographies: "Jan van der Berg Jr" has the family name "van der Berg"
 * and the suffix "Jr". A name of one word is a family name; `given` and `suffix` are empty if there are none.
 */
export function splitAuthorName(name: string): { given: string; family: string; suffix: string } {
  const { given, family, suffix } = splitName(name)
  return { given: joinTexts(given), family: joinTexts(family), suffix: joinTexts(suffix) }
}

const joinTexts = (tokens: readonly Token[]) => tokens.map(({ text }) => text).join(' ')

interface Token {
  text: string
  word: NameWord
}

interface SplitTokens {
  given: Token[]
  family: Token[]
  suffix: Token[]
}

function splitName(name: string): SplitTokens {
  const tokens = splitTokens(name)
  // A comma says where the family name ends.
  return givenFirst(name) === name ? splitCompound(tokens) : tokens
}

/**
 * Moves the words that begin a family name of several words to it: "de La Vallée Poussin", "Ortega y Gasset", "von und zu
 * Lind", "St. John". As in BibTeX, a particle in lower case begins the family name, except within "Maria de Lourdes".
 */
function splitCompound({ given, family, suffix }: SplitTokens): SplitTokens {
  const first = given[0]
  const isJoined = given.length === 2 && isJoint(given[1])
  const isWhole = first !== undefined && (isParticle(first) || isJoined || (given.length === 1 && first.text === 'St.'))
  const particle = given.findIndex((token, at) => at > 0 && isParticle(token) && given[at - 1]?.word.plain !== 'maria')
  const joint = given.findIndex((token, at) => at > 1 && isJoint(token)) - 1
  const at = isWhole ? 0 : particle > 0 ? particle : joint > 0 ? joint : given.length
  return { given: given.slice(0, at), family: [...given.slice(at), ...family], suffix }
}

/** Whether the word is a particle that is written in lower case. */
const isParticle = ({ text, word }: Token) => /^\p{Ll}/u.test(text) && particles.has(word.plain)

/** Whether the word joins two family names: "Ortega y Gasset". */
const isJoint = (token: Token | undefined) => token !== undefined && /^[yei]$/.test(token.text)

const readTokens = (text: string, hasLower: boolean): Token[] =>
  text
    .split(/\s+/)
    .map((part) => ({ text: part, word: readWord(part, hasLower) }))
    .filter(({ word }) => word.plain !== '')

function splitTokens(name: string): SplitTokens {
  const hasLower = /\p{Ll}/u.test(name)
  const tokens = readTokens(givenFirst(name), hasLower)
  const suffix = tokens.length > 2 && suffixes.has(tokens.at(-1)?.word.plain ?? '') ? tokens.splice(-1) : []
  const words = tokens.map(({ word }) => word)
  const firstInitial = words.findIndex(({ isInitial }) => isInitial)
  // "Quillfeather MB", as in PubMed.
  if (!name.includes(',') && firstInitial > 0 && words.slice(firstInitial).every(({ isInitial }) => isInitial))
    return { given: tokens.slice(firstInitial), family: tokens.slice(0, firstInitial), suffix }
  const [beforeComma = '', afterComma] = name.split(',')
  // "Garcia Lopez, Ana": all words before the comma are the family name. "Sammy Davis, Jr." has no such comma.
  const isReversed = afterComma !== undefined && !givenFirst(name).startsWith(beforeComma.trim())
  const inFamily = isReversed ? readTokens(beforeComma, hasLower).length : 1
  let at = Math.max(0, words.length - inFamily)
  while (at > 1 && particles.has(words[at - 1]?.plain ?? '')) at--
  // A name that starts with a particle has no given name: "van der Berg".
  if (at === 1 && words.length > 2 && !isReversed && particles.has(words[0]?.plain ?? '')) at = 0
  return { given: tokens.slice(0, at), family: tokens.slice(at), suffix }
}

function toName(given: readonly NameWord[], family: readonly NameWord[]): AuthorName {
  const core = family.filter(({ plain }, index) => index === family.length - 1 || !particles.has(plain))
  const [first] = given
  const mayBeReversed =
    given.length === 1 &&
    first?.isInitial === false &&
    [first, family[0]].some((word) => eastAsian.has(word?.plain ?? ''))
  return { given, family: joinWords(family), core: joinWords(core), mayBeReversed }
}

/** Returns words as one: "Wei", "Li" -> "Wei-Li". Null for no words. */
export const joinWords = (words: readonly NameWord[]): NameWord | null =>
  words.length === 0
    ? null
    : {
        plain: words.map(({ plain }) => plain).join(''),
        expanded: words.map(({ expanded }) => expanded).join(''),
        initials: words.map(({ initials }) => initials).join(''),
        isInitial: words.every(({ isInitial }) => isInitial),
      }

/** `hasLower`: the name is not written in capitals, so that two or three capitals are initials: "JP". */
function readWord(text: string, hasLower: boolean): NameWord {
  const parts = foldWords(text)
  const plain = parts.join('')
  const isCapitals = hasLower && /^\p{Lu}{2,3}$/u.test(text) && !eastAsian.has(plain)
  const isInitial = isCapitals || (parts.length > 0 && parts.every((part) => /^[a-z]$/.test(part)))
  return {
    plain,
    expanded: foldWords(expandUmlauts(text)).join(''),
    initials: isInitial ? plain : parts.map((part) => part.slice(0, 1)).join(''),
    isInitial,
  }
}

/**
 * The whole name as a family name without a given name, if its first word is a particle: "Del Fornaio", "De Leo". In
 * capitals, it may as well be a given name: "Van Morrison". Null for other names.
 */
export function asFamilyName({ given, family, mayBeReversed }: AuthorName): AuthorName | null {
  if (!family || !particles.has(given[0]?.plain ?? '')) return null
  const whole = joinWords([...given, family])
  return { given: [], family: whole, core: whole, mayBeReversed }
}

/**
 * Returns the words under which an author is looked up: two names that `matchAuthor` matches have one in common. Empty
 * for a name without a word.
 */
export function authorKeys(name: AuthorName): string[] {
  const { family, core, given, mayBeReversed } = name
  if (!family || !core) return []
  const keys = [
    family,
    core,
    ...(mayBeReversed ? given : []),
    ...given.slice(1).map((middle) => joinWords([middle, core])),
    asFamilyName(name)?.family,
  ]
  return [...new Set(keys.flatMap((word) => (word ? [collapseUmlauts(word.plain)] : [])))]
}
