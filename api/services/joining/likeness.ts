import { readAuthorName } from '../../text/authorName.ts'
import { collapseUmlauts } from '../../text/umlauts.ts'
import { foldWords } from '../../text/words.ts'
import type { JoinRecord } from './joinRecord.ts'

/** In letters and digits. Shorter titles are those of several works. */
const TITLE_MIN = 20
/** Titles that many works have. */
const GENERAL_TITLES =
  /^(?:authors?|publishers?)?(?:introduction|editorial|preface|foreword|reply|response|comments?|erratum|errata|corrigendum|corrections?|addendum|retraction|abstracts|bookreviews?|inmemoriam|obituary|issueinformation|frontmatter|tableofcontents|acknowledge?ments?toreviewers)(?:to(?:the)?(?:editor|special(?:issue|section).*|reviewers?|comments?.*)|fromtheeditors?|notice|\d*)?$/
const ROMAN = /^(?:i{1,3}|iv|vi{0,3}|ix|x{1,3}|xi{1,3}|xi?v|xvi{0,3})$/
/** Words in the title of a work about another one. */
const ABOUT_ANOTHER =
  /^(?:reply|response|rejoinder|comments?|erratum|corrigendum|corrections?|addendum|supplement|retraction)$/
/** Words that say nothing about an abstract. */
const STOP_WORDS = new Set(
  (
    'a about after all also an and are as at be been between both but by can for from had has have here how in into is it ' +
    'its may more most not of on or our such than that the their then there these they this those through to two under ' +
    'used using was we were when where which while who with within without'
  ).split(' '),
)

/** A record with what its likeness to others is measured by, computed once. */
export interface Likeness {
  /**
   * The keys under which records with the same content are looked for: the title, and the first family name with the four
   * longest words of the title. None for a title that many works have.
   */
  keys: readonly [title: string, words: string] | null
  titleWords: ReadonlySet<string>
  /** What tells two works with nearly the same title apart: "part ii" is not "part i", "2025" not "2026", a reply not the work. */
  marks: string
  /** The family names in the order of the authors, folded. */
  families: readonly string[]
  /** Read when they are asked for: most records have a title of their own. */
  readAbstract: () => ReadonlySet<string>
}

export function likenessOf({ title, abstract, authors }: Pick<JoinRecord, 'title' | 'abstract' | 'authors'>): Likeness {
  const words = foldWords(title)
  const titleWords = new Set(words)
  const families = authors.flatMap((name) => familyOf(name) ?? [])
  const key = words.join('')
  const isOfMany = key.length < TITLE_MIN || GENERAL_TITLES.test(key)
  return {
    keys: isOfMany ? null : [`title:${key}`, `words:${[families[0] ?? '', ...longest(titleWords)].join(' ')}`],
    titleWords,
    marks: words
      .flatMap((word) => (ROMAN.test(word) || ABOUT_ANOTHER.test(word) ? word : (word.match(/\d+/g) ?? [])))
      .toSorted()
      .join(' '),
    families,
    readAbstract: () => new Set(foldWords(abstract).filter((word) => !STOP_WORDS.has(word))),
  }
}

/** The four longest words, in the order of the alphabet. */
const longest = (words: ReadonlySet<string>): string[] =>
  [...words]
    .toSorted((one, other) => other.length - one.length || (one < other ? -1 : 1))
    .slice(0, 4)
    .toSorted()

/** The family name without particles, accents and "e" for an umlaut; a collaboration is one name. */
function familyOf(name: string): string | null {
  if (/\bcollaboration\b/i.test(name))
    return foldWords(name)
      .filter((word) => word !== 'the')
      .join('')
  const { core } = readAuthorName(name)
  return core === null ? null : collapseUmlauts(core.expanded)
}

/** The share of the words of both that are in both; 0 without words. */
export function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const both = a.intersection(b).size
  const all = a.size + b.size - both
  return all === 0 ? 0 : both / all
}

export const titleSimilarity = (a: Likeness, b: Likeness): number => jaccard(a.titleWords, b.titleWords)

export const haveSameFirstFamily = (a: Likeness, b: Likeness): boolean =>
  a.families[0] !== undefined && a.families[0] === b.families[0]

/** Whether at least half of the shorter list of family names is in the longer one. */
export function shareFamilies(a: Likeness, b: Likeness): boolean {
  const [shorter, longer] = [new Set(a.families), new Set(b.families)].toSorted((one, other) => one.size - other.size)
  return shorter !== undefined && shorter.size > 0 && shorter.intersection(longer ?? shorter).size * 2 >= shorter.size
}

/** Whether the titles are the same, or have nearly the same words, the longest among them, and the same marks. */
function haveSameTitle(a: Likeness, b: Likeness): boolean {
  if (a.keys === null || b.keys === null) return false
  if (a.keys[0] === b.keys[0]) return true
  return a.keys[1] === b.keys[1] && a.marks === b.marks && titleSimilarity(a, b) >= 0.9
}

const haveEqualFamilies = (a: Likeness, b: Likeness): boolean =>
  a.families.length >= 2 && new Set(a.families).symmetricDifference(new Set(b.families)).size === 0

/** Whether title, authors and abstract are those of one work. */
export function haveSameContent(a: Likeness, b: Likeness): boolean {
  if (!haveSameTitle(a, b) || !haveSameFirstFamily(a, b) || !shareFamilies(a, b)) return false
  const [one, other] = [a.readAbstract(), b.readAbstract()]
  return one.size > 0 && other.size > 0 ? jaccard(one, other) >= 0.5 : haveEqualFamilies(a, b)
}
