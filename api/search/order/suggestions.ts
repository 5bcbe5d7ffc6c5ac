import type { Database } from 'bun:sqlite'
import type { QueryWord, Words } from '../query/condition.ts'

interface Known {
  word: string
  papers: number
}

/** A word in more papers than this is no slip. */
const RARE = 5
/** A rare word is taken for a slip when the closest known word is in this many times more papers. */
const RARER_BY = 20

/**
 * The query with each unknown word replaced by the closest word of the index: one slip in words of four letters or
 * more, two from seven. Undefined when nothing would change. Everything else of the query stays as typed.
 */
export function suggest(database: Database, text: string, marks: readonly Words[]): string | undefined {
  let suggestion = text
  const words = marks.flatMap(({ words, prefix }) =>
    prefix && goesOn(database, words.at(-1)) ? words.slice(0, -1) : words,
  )
  // From the end, so that the places of the words before stay true.
  for (const { word, start, end } of words.toSorted((one, other) => other.start - one.start)) {
    const closest = findClosest(database, word)
    if (closest !== undefined) suggestion = suggestion.slice(0, start) + closest + suggestion.slice(end)
  }
  return suggestion === text ? undefined : suggestion
}

/** A word that is still being typed is no slip as long as some word starts with it. */
const goesOn = (database: Database, last: QueryWord | undefined): boolean =>
  last !== undefined &&
  database
    .query('SELECT 1 FROM vocabulary WHERE word >= ?1 AND word < ?2 LIMIT 1')
    .get(last.word, `${last.word}\u{10ffff}`) !== null

function findClosest(database: Database, word: string): string | undefined {
  if (word.length < 4 || !/^\p{L}+$/u.test(word)) return undefined
  const slips = word.length < 7 ? 1 : 2
  const known = database.query<Known, [string]>('SELECT word, papers FROM vocabulary WHERE word = ?').get(word)
  if (known !== null && known.papers > RARE) return undefined
  const least = known === null ? 1 : known.papers * RARER_BY
  const near = database
    .query<Known, [number, number, number]>(
      'SELECT word, papers FROM vocabulary WHERE length(word) BETWEEN ? AND ? AND papers >= ?',
    )
    .iterate(word.length - slips, word.length + slips, least)
  let best: (Known & { distance: number }) | undefined
  for (const candidate of near) {
    if (candidate.word === word) continue
    const distance = countSlips(word, candidate.word, slips)
    if (distance > slips) continue
    const better =
      !best ||
      distance < best.distance ||
      (distance === best.distance &&
        (candidate.papers > best.papers || (candidate.papers === best.papers && candidate.word < best.word)))
    if (better) best = { ...candidate, distance }
  }
  return best?.word
}

/**
 * Letters inserted, left out, replaced or swapped with their neighbour between two words (optimal string alignment),
 * given up above `most`.
 */
function countSlips(one: string, other: string, most: number): number {
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, place) => place)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1]
      let least = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      )
      const swapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      if (row > 1 && column > 1 && swapped) least = Math.min(least, (before[column - 2] ?? 0) + 1)
      current.push(least)
    }
    if (Math.min(...current) > most) return most + 1
    before = last
    last = current
  }
  return last[other.length] ?? 0
}
