import { joinWords, readAuthorName, type AuthorName, type NameWord } from '../../text/authorName.ts'
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
  const tags = readParts(author).flatMap(({ family, first, middle }) => {
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
export function wantedAuthorTags(name: string): string[] {
  const tags = readParts(readAuthorName(name)).flatMap(({ family, first, middle }) => {
    if (!first) return [toTag(family)]
    const firsts = first.isInitial ? [initialOf(first)] : [toWord(first), `${initialOf(first)}${UNKNOWN}`]
    if (!middle) return firsts.map((one) => toTag(one, family))
    const middles = [
      ...(middle.isInitial ? [initialOf(middle)] : [toWord(middle), `${initialOf(middle)}${UNKNOWN}`]),
      NONE,
    ]
    return firsts.flatMap((one) => middles.map((other) => toTag(one, other, family)))
  })
  return [...new Set(tags)]
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

/** "J.-P." and "JP" are two given names of which the initials are known. */
const splitInitials = (word: NameWord): NameWord[] =>
  word.isInitial
    ? [...word.initials].map((letter) => ({ plain: letter, expanded: letter, initials: letter, isInitial: true }))
    : [word]
