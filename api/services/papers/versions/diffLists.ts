import type { Author } from '../../../contract/papers.ts'
import type { ChangePart } from '../../../contract/versions.ts'
import { matchAuthor } from '../../../text/matchAuthor.ts'
import { readAuthorName } from '../../../text/authorName.ts'
import { foldWords } from '../../../text/words.ts'
import { longestIncreasing } from './longestIncreasing.ts'

/** How two lists differ: each part is one entry, those that were removed at the end. */
export interface ListDiff {
  parts: ChangePart[]
  added: string[]
  removed: string[]
  /** Entries that are at another place among those that both lists have. */
  moved: number
}

/** Names up to which one that was added may be the same person as one that was removed, in another spelling. */
const RESPELT_MAX = 100

/** Compares the authors by name. "J. Linde" and "Jana Linde" are one author; an affiliation is no change. */
export function diffAuthors(before: readonly Author[], after: readonly Author[]): ListDiff | null {
  const [old, now] = [entriesOf(before), entriesOf(after)]
  const known = { old: new Set(old.map(({ key }) => key)), now: new Set(now.map(({ key }) => key)) }
  const gone = old.filter(({ key }) => !known.now.has(key))
  const come = now.filter(({ key }) => !known.old.has(key))
  if (gone.length <= RESPELT_MAX && come.length <= RESPELT_MAX) {
    const candidates = gone.map(({ key, name }) => ({ key, name: readAuthorName(name) }))
    for (const entry of come) {
      const name = readAuthorName(entry.name)
      const at = candidates.findIndex((one) => matchAuthor(one.name, name) !== null)
      const [same] = at === -1 ? [] : candidates.splice(at, 1)
      if (same !== undefined) entry.key = same.key
    }
  }
  return diffEntries(old, now)
}

const entriesOf = (authors: readonly Author[]) =>
  authors.map(({ name }) => ({ key: foldWords(name).join(' ') || name, name }))

/** Compares lists of categories or of other codes. */
export const diffCodes = (before: readonly string[], after: readonly string[]): ListDiff | null =>
  diffEntries(
    before.map((code) => ({ key: code, name: code })),
    after.map((code) => ({ key: code, name: code })),
  )

interface Entry {
  key: string
  name: string
}

/** Null for lists with the same entries in the same order. An entry may be there several times. */
function diffEntries(before: readonly Entry[], after: readonly Entry[]): ListDiff | null {
  const places = Map.groupBy(before.keys(), (index) => before[index]?.key ?? '')
  const origins = after.map(({ key }) => places.get(key)?.shift())
  const staying = longestIncreasing(origins)
  const parts = after.map(({ name }, index): ChangePart => {
    const op = origins[index] === undefined ? 'added' : staying.has(index) ? 'same' : 'moved'
    return { op, segments: [{ text: name }] }
  })
  const removed = [...places.values()]
    .flat()
    .toSorted((one, other) => one - other)
    .map((index) => before[index]?.name ?? '')
  const added = after.filter((_, index) => origins[index] === undefined).map(({ name }) => name)
  const moved = parts.filter(({ op }) => op === 'moved').length
  if (removed.length + added.length + moved === 0) return null
  for (const text of removed) parts.push({ op: 'removed', segments: [{ text }] })
  return { parts, added, removed, moved }
}
