import type { Highlights } from '../../contract/search.ts'
import { mapFormulas } from '../../text/segments.ts'
import { readWords, stemWord } from '../../text/words.ts'
import type { Condition, Words } from '../query/condition.ts'

type Range = Highlights['title'][number]

/** The conditions whose words a reader may want to see marked: all but the excluded ones. */
export function readMarks(condition: Condition): Words[] {
  if (condition.kind === 'words') return [condition]
  return condition.kind === 'and' || condition.kind === 'or' ? condition.items.flatMap(readMarks) : []
}

/** Where the words of a query stand in `text`: ranges in order, not touching, never cutting through a formula. */
export function findHighlights(text: string, field: 'title' | 'abstract', marks: readonly Words[]): Range[] {
  const wanted = marks.filter((mark) => mark.field === null || mark.field === field)
  if (wanted.length === 0) return []
  const words = readWords(text).map(({ word, start, end }) => ({ word, stem: stemWord(word), start, end }))
  const found = new Set<number>()
  for (const { words: phrase, prefix } of wanted) {
    const stems = phrase.map(({ word }) => stemWord(word))
    const last = phrase.at(-1)?.word ?? ''
    for (let at = 0; at + stems.length <= words.length; at++) {
      const matches = stems.every((stem, place) => {
        const here = words[at + place]
        return here?.stem === stem || (prefix && place === stems.length - 1 && here?.word.startsWith(last))
      })
      if (matches) for (let place = 0; place < stems.length; place++) found.add(at + place)
    }
  }
  const ranges = words.flatMap(({ start, end }, place): Range[] => (found.has(place) ? [[start, end]] : []))
  return joinTouching(widen(ranges, text))
}

/** A formula is drawn as one: what is found in it marks all of it. */
function widen(ranges: readonly Range[], text: string): Range[] {
  if (ranges.length === 0) return []
  const formulas: Range[] = []
  let at = 0
  const skip = (part: string) => {
    at += part.length
    return ''
  }
  mapFormulas(text, skip, (formula) => {
    formulas.push([at, at + formula.length])
    return skip(formula)
  })
  return ranges.map(([start, end]) => {
    const touched = formulas.filter(([from, to]) => from < end && to > start)
    return [Math.min(start, ...touched.map(([from]) => from)), Math.max(end, ...touched.map(([, to]) => to))]
  })
}

function joinTouching(ranges: readonly Range[]): Range[] {
  const joined: Range[] = []
  for (const [start, end] of ranges) {
    const last = joined.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else joined.push([start, end])
  }
  return joined
}
