import type { Highlights } from '../../contract/search.ts'
import { extendToFormulas } from '../../text/segments.ts'
import { mayHaveStem, stemWord } from '../../text/stems.ts'
import { readWords } from '../../text/words.ts'
import type { Condition, Words } from '../query/condition.ts'

type Range = Highlights['title'][number]

/** Returns the word conditions to highlight: all except the excluded ones. */
export function findMarks(condition: Condition): Words[] {
  if (condition.kind === 'words') return [condition]
  return condition.kind === 'and' || condition.kind === 'or' ? condition.items.flatMap(findMarks) : []
}

/** The words of a condition in the order of the query, each once: a letter is in the phrases with both of its neighbours. */
export function typedWords(condition: Condition): Words[] {
  const marks = findMarks(condition)
  const words = new Map(marks.flatMap((mark) => mark.words.map((word) => [word.start, { ...mark, words: [word] }])))
  return [...words.values()]
}

/** Returns the ranges of `text` that match: sorted, merged when they touch, and extended to whole formulas. */
export function findHighlights(text: string, field: 'title' | 'abstract', marks: readonly Words[]): Range[] {
  const wanted = marks.filter((mark) => mark.field === null || mark.field === field)
  if (wanted.length === 0) return []
  const phrases = wanted.map(({ words: phrase, prefix }) => ({
    stems: phrase.map(({ word }) => stemWord(word)),
    start: prefix ? phrase.at(-1)?.word : undefined,
  }))
  const wantedStems = [...new Set(phrases.flatMap((phrase) => phrase.stems))]
  const words = readWords(text)
  const stems = words.map(({ word }) => (mayHaveStem(word, wantedStems) ? stemWord(word) : undefined))
  const isFound = new Uint8Array(words.length)
  for (const { stems: phrase, start } of phrases) {
    const { length } = phrase
    // A loop without a call for each word: a page of results has some thousands of them.
    for (let at = 0; at + length <= words.length; at++) {
      let matched = 0
      while (matched < length && stems[at + matched] === phrase[matched]) matched++
      const isLast = start !== undefined && matched === length - 1
      if (isLast && words[at + matched]?.word.startsWith(start) === true) matched++
      if (matched === length) isFound.fill(1, at, at + length)
    }
  }
  const ranges: Range[] = []
  for (const [index, { start, end }] of words.entries()) if (isFound[index] === 1) ranges.push([start, end])
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
