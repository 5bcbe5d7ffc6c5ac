import type { Highlights } from '../../contract/search.ts'
import { extendToFormulas } from '../../text/segments.ts'
import { stemWord } from '../../text/stems.ts'
import { readWords } from '../../text/words.ts'
import type { Condition, Words } from '../query/condition.ts'

type Range = Highlights['title'][number]

/** Returns the word conditions to highlight: all except the excluded ones. */
export function findMarks(condition: Condition): Words[] {
  if (condition.kind === 'words') return [condition]
  return condition.kind === 'and' || condition.kind === 'or' ? condition.items.flatMap(findMarks) : []
}

/** Returns the ranges of `text` that match: sorted, merged when they touch, and extended to whole formulas. */
export function findHighlights(text: string, field: 'title' | 'abstract', marks: readonly Words[]): Range[] {
  const wanted = marks.filter((mark) => mark.field === null || mark.field === field)
  if (wanted.length === 0) return []
  const words = readWords(text)
  const stems = words.map(({ word }) => stemWord(word))
  const found = new Set<number>()
  for (const { words: phrase, prefix } of wanted) {
    const phraseStems = phrase.map(({ word }) => stemWord(word))
    const start = prefix ? phrase.at(-1)?.word : undefined
    const matches = (at: number, index: number) =>
      stems[at] === phraseStems[index] ||
      (start !== undefined && index === phraseStems.length - 1 && words[at]?.word.startsWith(start) === true)
    for (let at = 0; at + phraseStems.length <= words.length; at++) {
      let length = 0
      while (length < phraseStems.length && matches(at + length, length)) length++
      if (length === phraseStems.length) for (let index = 0; index < length; index++) found.add(at + index)
    }
  }
  const ranges = words.flatMap(({ start, end }, index): Range[] => (found.has(index) ? [[start, end]] : []))
  return mergeTouching(extendToFormulas(ranges, text))
}

function mergeTouching(ranges: readonly Range[]): Range[] {
  const merged: Range[] = []
  for (const [start, end] of ranges) {
    const last = merged.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else merged.push([start, end])
  }
  return merged
}
