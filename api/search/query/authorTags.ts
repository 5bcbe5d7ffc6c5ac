import { asFamilyName, joinWords, readAuthorName, type AuthorName, type NameWord } from '../../text/authorName.ts'
import { collapseUmlauts } from '../../text/umlauts.ts'

// An author is found by tags. A tag holds a family name with nothing else, with a first name, or with a first and a
// middle name. The author of a paper and the author in a query match if they have a tag in common, which is about the
// rule of `matchAuthor`.

/** Stands for a middle name that is missing. */
const NONE = '0'
/** Marks an initial that stands for an unknown name. */
const UNKNOWN = '0'

const toTag = (...parts: string[]) => `_by_${parts.join('_')}`

interface Parts {
  family: string
  first: NameWord | undefined
  middle: NameWord | undefined
}

/** Returns the tags under which an author of a paper can be found. */
export function authorTags(name: string): string[] {
  const author = readAuthorName(name)
  const tags = [...readParts(author), ...readEndings(author)].flatMap(({ family, first, middle }) => {
    if (!first) return [toTag(family)]
    const firsts = [
      ...new Set([toWord(first), initialOf(first), ...(first.isInitial ? [`${initialOf(first)}${UNKNOWN}`] : [])]),
    ]
    const second = middle ? [toWord(middle), initialOf(middle)] : [first.initials.slice(1, 2), NONE]
    const middles = [...second, ...(middle?.isInitial ? [`${initialOf(middle)}${UNKNOWN}`] : [])].filter(
      (part) => part !== '',
    )
    return [
      toTag(family),
      ...firsts.flatMap((one) => [toTag(one, family), ...middles.map((other) => toTag(one, other, family))]),
    ]
  })
  const [given] = author.given
  if (author.mayBeReversed && given && author.family) tags.push(toTag(toWord(author.family), toWord(given)))
  return [...new Set(tags)]
}

/** Returns the tags of the authors that a query for this name finds. */
export const wantedAuthorTags = (name: string): string[] => wantedTags(name, { isExact: false })

/** As `wantedAuthorTags`, without those of authors whose given name is only known by its initial. */
export const exactAuthorTags = (name: string): string[] => wantedTags(name, { isExact: true })

function wantedTags(name: string, { isExact }: { isExact: boolean }): string[] {
  const author = readAuthorName(name)
  const whole = asFamilyName(author)
  // "De Leo" is a family name, or a person called De, but not "D. Leo"; "Le Zhang" is a person.
  const hasParticle = whole !== null && !author.mayBeReversed
  // Without a given name, the family name is meant as it is written: "van der Berg" is not every "Berg".
  const readings = [author, ...(whole ? [whole] : [])].map((reading) =>
    reading.given.length === 0 ? { ...reading, core: reading.family } : reading,
  )
  const tags = readings.flatMap(readParts).flatMap(({ family, first, middle }) => {
    if (!first) return [toTag(family)]
    const unknown = hasParticle || isExact ? [] : [`${initialOf(first)}${UNKNOWN}`]
    const firsts = first.isInitial ? [initialOf(first)] : [toWord(first), ...unknown]
    if (!middle) return firsts.map((one) => toTag(one, family))
    const middles = [
      ...(middle.isInitial ? [initialOf(middle)] : [toWord(middle), `${initialOf(middle)}${UNKNOWN}`]),
      NONE,
    ]
    return firsts.flatMap((one) => middles.map((other) => toTag(one, other, family)))
  })
  return [...new Set(tags)]
}

/**
 * Returns the names that the value of an author field may stand for. The interface of arXiv joins the parts of a name by
 * underscores, the family name first: "del_maestro" and "DelMaestro_A".
 */
export function namesOfValue(value: string): string[] {
  const parts = value.split('_').filter((part) => part !== '')
  const last = parts.at(-1) ?? ''
  if (parts.length < 2) return [value]
  const family = parts.slice(0, -1).join(' ')
  if (last.length === 1) return [`${family}, ${last}`]
  const initials = /^\p{L}{2}$/u.test(last) ? [`${family}, ${[...last].join('. ')}.`] : []
  return [parts.join(' '), `${family}, ${last}`, ...initials]
}

const toWord = ({ plain }: NameWord) => collapseUmlauts(plain)
const initialOf = ({ initials }: NameWord) => initials.slice(0, 1)

/** Returns the ways to read a name: with and without particles, with a double family name, with joined given names. */
function readParts({ given, family, core }: AuthorName): Parts[] {
  if (!family || !core) return []
  const names = [...new Set([toWord(family), toWord(core)])]
  const letters = given.flatMap(splitInitials)
  const [first, middle] = letters
  const parts = names.map((name): Parts => ({ family: name, first, middle }))
  const last = given.at(-1)
  if (given.length < 2 || !last || last.isInitial || !first || first.isInitial) return parts
  const double = joinWords([last, family])
  if (double) parts.push({ family: toWord(double), first, middle: given.length > 2 ? middle : undefined })
  return [
    ...parts,
    ...names.map((name): Parts => ({ family: name, first: joinWords(given) ?? first, middle: undefined })),
  ]
}

/** More are no name of a person. */
const FAMILY_WORDS_MAX = 6

/** Reads each ending of the name as a family name: "de Bruyn Kops", "Bruyn Kops" and "Kops". */
function readEndings({ given, family }: AuthorName): Parts[] {
  if (!family) return []
  return given.slice(1, FAMILY_WORDS_MAX).flatMap((word, index): Parts[] => {
    const double = joinWords([...given.slice(index + 1), family])
    const [first, middle] = given.slice(0, index + 1).flatMap(splitInitials)
    return word.isInitial || !double ? [] : [{ family: toWord(double), first, middle }]
  })
}

/** "J.-P." and "JP" are two given names of which the initials are known. */
const splitInitials = (word: NameWord): NameWord[] =>
  word.isInitial
    ? [...word.initials].map((letter) => ({ plain: letter, expanded: letter, initials: letter, isInitial: true }))
    : [word]
