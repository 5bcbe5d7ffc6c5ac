import { asFamilyName, joinWords, type AuthorName, type NameWord } from './authorName.ts'
import { collapseUmlauts } from './umlauts.ts'

/** "same": written alike, or nothing speaks against it. "maybe": an initial stands for a given name, or a part of the name is missing. */
export type AuthorMatch = 'same' | 'maybe'

/**
 * Whether an author of a paper is the author that a reader named; null for another one. A given name and its initial may
 * be the same author, and so may names that differ by a full middle name, a particle or the order of East Asian names.
 * "Wei Wang" is not "Wei-Li Wang". A middle initial may be missing. A family name alone is what the reader asked for,
 * and is the same as every author with it.
 */
export function matchAuthor(wanted: AuthorName, author: AuthorName): AuthorMatch | null {
  return (
    matchParts(wanted, author) ??
    matchParts(withDoubleFamily(wanted), author) ??
    matchParts(wanted, withDoubleFamily(author)) ??
    matchParts(asFamilyName(wanted), author) ??
    matchReversed(wanted, author)
  )
}

function matchParts(wanted: AuthorName | null, author: AuthorName | null): AuthorMatch | null {
  if (!wanted || !author) return null
  const family = matchFamily(wanted, author)
  if (family === null || wanted.given.length === 0) return family
  return weaker(family, matchGiven(wanted.given, author.given))
}

function matchFamily(wanted: AuthorName, author: AuthorName): AuthorMatch | null {
  const whole = matchWord(wanted.family, author.family)
  if (whole !== null) return whole
  // Only one of them is written with a particle.
  if (hasParticle(wanted) === hasParticle(author)) return null
  return matchWord(wanted.core, author.core) === null ? null : 'maybe'
}

const hasParticle = ({ family, core }: AuthorName) => family?.plain !== core?.plain

function matchWord(one: NameWord | null, other: NameWord | null): AuthorMatch | null {
  if (!one || !other) return null
  const spellings = new Set([one.plain, one.expanded])
  if (spellings.has(other.plain) || spellings.has(other.expanded)) return 'same'
  return collapseUmlauts(one.plain) === collapseUmlauts(other.plain) ? 'maybe' : null
}

function matchGiven(wanted: readonly NameWord[], author: readonly NameWord[]): AuthorMatch | null {
  const [first, ...middle] = wanted
  const [theirs, ...theirMiddle] = author
  if (!first || !theirs) return null
  // "Wei-Li", "Weili" and "Wei Li"; "J.-P." and "JP".
  const whole = matchWord(joinWords(wanted), joinWords(author))
  if (whole !== null) return whole
  if (first.isInitial || theirs.isInitial) return matchInitials(wanted, author)
  return weaker(matchWord(first, theirs), matchMiddle(middle, theirMiddle))
}

function matchMiddle(wanted: readonly NameWord[], author: readonly NameWord[]): AuthorMatch | null {
  const shared = Math.min(wanted.length, author.length)
  const missing = [...wanted.slice(shared), ...author.slice(shared)]
  const pairs = wanted.slice(0, shared).map((word, index) => matchMiddleWord(word, author[index]))
  return pairs.reduce(weaker, missing.every(({ isInitial }) => isInitial) ? 'same' : 'maybe')
}

function matchMiddleWord(one: NameWord, other: NameWord | undefined): AuthorMatch | null {
  if (!other) return null
  if (!one.isInitial && !other.isInitial) return matchWord(one, other)
  return startsAlike(one.initials, other.initials) ? 'same' : null
}

function matchInitials(wanted: readonly NameWord[], author: readonly NameWord[]): AuthorMatch | null {
  const differs = wanted.some((word, index) => {
    const theirs = author[index]
    return theirs && !word.isInitial && !theirs.isInitial && matchWord(word, theirs) === null
  })
  return !differs && startsAlike(initialsOf(wanted), initialsOf(author)) ? 'maybe' : null
}

const initialsOf = (words: readonly NameWord[]) => words.map(({ initials }) => initials).join('')

const startsAlike = (one: string, other: string) => one.startsWith(other) || other.startsWith(one)

/** The name with its last middle name as a part of the family name: "Maria Garcia Lopez" as "Maria Garcia-Lopez". */
function withDoubleFamily({ given, family, core, mayBeReversed }: AuthorName): AuthorName | null {
  const last = given.at(-1)
  if (given.length < 2 || !last || last.isInitial || !family || !core) return null
  return { given: given.slice(0, -1), family: joinWords([last, family]), core: joinWords([last, core]), mayBeReversed }
}

function matchReversed(wanted: AuthorName, author: AuthorName): AuthorMatch | null {
  if (!wanted.mayBeReversed || !author.mayBeReversed) return null
  const crossed = weaker(
    matchWord(wanted.given[0] ?? null, author.family),
    matchWord(wanted.family, author.given[0] ?? null),
  )
  return crossed && 'maybe'
}

const weaker = (one: AuthorMatch | null, other: AuthorMatch | null): AuthorMatch | null =>
  one === null || other === null ? null : one === 'maybe' ? one : other
