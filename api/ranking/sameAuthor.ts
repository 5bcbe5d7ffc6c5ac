/**
 * Whether an author of a paper may be the author a reader named, both as the words of `readNameWords`. An initial
 * matches every name that starts with it; middle names may be missing on one side. A family name alone in `wanted`
 * matches every author with that family name.
 */
export function isSameAuthor(wanted: readonly string[], author: readonly string[]): boolean {
  const family = wanted.at(-1)
  if (family === undefined || family !== author.at(-1)) return false
  const given = wanted.slice(0, -1)
  const theirs = author.slice(0, -1)
  if (given.length === 0) return true
  if (theirs.length === 0) return false
  if (given.length === theirs.length) return given.every((name, index) => isSameGiven(name, theirs[index] ?? ''))
  return isSameGiven(given[0] ?? '', theirs[0] ?? '')
}

const isSameGiven = (one: string, other: string): boolean =>
  one === other || (one.length === 1 && other.startsWith(one)) || (other.length === 1 && one.startsWith(other))
