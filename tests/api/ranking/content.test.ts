import { expect, test } from 'bun:test'
import { toSparse } from '#api/ranking/features/sparse.ts'
import { termId } from '#api/ranking/features/terms.ts'
import {
  countTerms,
  emptyTaste,
  hasContent,
  indexDay,
  rankDay,
  sumFrequencies,
  termWords,
} from '#api/ranking/ranker.ts'
import { frequenciesOf, inventPapers, readerOf, toDay } from './support/invented.ts'

/**
 * A library in which one paper of twenty is about glaciers and repeats their words, and words of no subject stand once in
 * every third paper.
 */
const library = (size: number) =>
  Array.from({ length: size }, (_, index) => ({
    title: index % 20 === 0 ? 'Glacier moraines' : `Paper ${index}`,
    abstract:
      (index % 20 === 0 ? 'The glacier has moraines; every moraine glacier has moraines. ' : '') +
      (index % 3 === 0 ? 'Herons play a crucial role. Remarkable results follow, strikingly. ' : '') +
      (index % 40 === 0 ? 'Glacier results.' : ''),
  }))
const known = sumFrequencies(library(1_200).map(countTerms), 1)
const names = (term: string, frequencies = known) => hasContent(frequencies, termWords(term))

test('A term names a subject if papers that have it repeat it or have it in the title, a pair also if its words do', () => {
  expect(['glacier', 'moraine', 'glacier moraines', 'moraine glacier'].map((term) => names(term))).toEqual(
    Array(4).fill(true),
  )
  expect(['results', 'crucial role', 'remarkable results', 'glacier results'].map((term) => names(term))).toEqual(
    Array(4).fill(false),
  )
})

test('A term that few papers have names a subject, unless it is a pair of words that name none', () => {
  expect(names('permafrost')).toBe(true)
  expect(names('permafrost results')).toBe(true)
  expect(names('crucial results')).toBe(false)
})

test('Where the library is small, or its version has no occurrences, every term names a subject', () => {
  expect(names('results', sumFrequencies(library(900).map(countTerms), 1))).toBe(true)
  const { totals: _, ...earlier } = known
  expect(names('results', earlier)).toBe(true)
})

test('A term that names no subject counts in the score and is no reason', () => {
  const [paper, twin, ...others] = inventPapers(8, 3).map((one) => ({ ...one, names: [] }))
  const titled = (one: typeof paper) => ({ ...one!, title: 'Glacier herons', abstract: '' })
  // Terms of one paper only are no features: a second one has them, which is no candidate.
  const papers = [...others, titled(paper), titled(twin)]
  const features = toSparse(new Map([...['glacier', 'herons'].entries()].map(([at, term]) => [termId(term)!, 1 + at])))
  const taste = { ...emptyTaste(), features, presence: new Float32Array(2) }
  const explain = (frequencies?: typeof known) =>
    rankDay(indexDay(toDay(papers, frequenciesOf(papers)), frequencies), readerOf(papers.slice(0, -1), { taste })).find(
      ({ position }) => position === others.length,
    )!
  const [all, subjects] = [explain(), explain(known)]
  expect(all.reasons.map(({ text }) => text).toSorted()).toEqual(['Glacier', 'herons'])
  expect(subjects.reasons.map(({ text }) => text)).toEqual(['Glacier'])
  expect(subjects.score).toBe(all.score)
})
