import { expect, test } from 'bun:test'
import { featurePaper, fitLsa, sumFrequencies, countTerms } from '#api/ranking/ranker.ts'
import { projectPaper } from '#api/ranking/features/lsa.ts'

const SUBJECTS = [
  'Herons wade through marsh water and hunt fish at dawn near tall reeds.',
  'Owls chase mice over frozen fields by night with silent wings and sharp ears.',
  'Glass blowers shape molten silica with long pipes inside hot furnaces.',
]

/** `size` papers with three words each of one of three subjects, after one with all words of each. */
function vectorsOf(size: number) {
  const papers = Array.from({ length: size }, (_, index) => {
    const text = SUBJECTS[index % 3]!
    const words = text.split(' ')
    const some = [3, 5, 7].map((step) => words[(index * step) % words.length]).join(' ')
    return countTerms({ title: `Notes ${index}`, abstract: index < 6 ? text : `${some} notes of a survey` })
  })
  const frequencies = sumFrequencies(papers, 1)
  const featured = papers.map((terms, index) =>
    featurePaper({ id: `${index}`, categories: [], authors: [] }, terms, frequencies, null),
  )
  const basis = fitLsa(featured, frequencies)
  return featured.slice(0, 6).map(({ features }) => projectPaper(basis, features)!)
}

const cosine = (one: Float32Array, other: Float32Array) => one.reduce((sum, value, dim) => sum + value * other[dim]!, 0)

test.each([100, 101, 117, 119, 120, 121, 128, 144, 145, 200])(
  'A library of %d papers with fewer words than dimensions has vectors that tell its subjects apart',
  (size) => {
    const [herons, owls, glass, moreHerons] = vectorsOf(size) as [Float32Array, ...Float32Array[]] & Float32Array[]
    expect(cosine(herons!, moreHerons!)).toBeCloseTo(1, 1)
    for (const other of [owls!, glass!]) expect(Math.abs(cosine(herons!, other))).toBeLessThan(0.3)
  },
)
