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
  const words = readWords(text).map(({ word, start, end }) => ({ word, stem: stemWord(word), start, end }))
  const found = new Set<number>()
  for (const { words: phrase, prefix } of wanted) {
    const stems = phrase.map(({ word }) => stemWord(word))
    const last = phrase.at(-1)?.word ?? ''
    for (let at = 0; at + stems.length <= words.length; at++) {
      const matches = stems.every((stem, index) => {
        const here = words[at + index]
        return here?.stem === stem || (prefix && index === stems.length - 1 && here?.word.startsWith(last))
      })
      if (matches) for (let index = 0; index < stems.length; index++) found.add(at + index)
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
