import { afterAll, describe, expect, test } from 'bun:test'
import { find, indexed, indexOf } from '#tests/api/support/searchIndex.ts'

/** An invented library: for each question a paper that is meant, and others that only look like it. */
const papers: [id: string, title: string, abstract: string][] = [
  ['communities', 'Community detection in signed networks', 'We find groups of nodes in networks of friends and foes.'],
  ['commune', 'Communication detectors for commuters', 'Communicating vehicles detect detectors.'],
  ['commons', 'Common detections', 'A community of detectors, and what is detected.'],
  ['generative', 'Generative retrieval with short identifiers', 'A model writes the identifier of a document.'],
  ['general', 'General retrieval of generic generators', 'Genera of generated retrievals in general.'],
  ['universe', 'Universe simulation on one laptop', 'We simulate the universe from its first second on.'],
  ['university', 'University simulations', 'Simulating a university and its universal timetable.'],
  ['lens', 'A gravitational lens behind the harbour star', 'The lens magnifies a quiet galaxy.'],
  ['gravity', 'Gravity and lenses', 'Gravitation, lensing and gravitational lensing of lensed lenses.'],
  ['gaia', 'Open clusters in Gaia DR3', 'A list of clusters of stars that move together.'],
  ['gaia-dwarfs', 'Dwarf stars in Gaia DR3', 'Papers about stars are many; clusters are open questions.'],
  ['diffusion', 'A diffusion model for tide tables', 'Noise is removed in forty steps.'],
  ['transformer', 'Transformer attention for bell ringing', 'Attention over bells.'],
  ['sorting', 'Sorting bells in O(n log n) time', 'As fast as sorting can be.'],
  ['cpp', 'Porting a tide gauge to C++', 'The gauge was written in another language.'],
  ['c', 'The C of a harbour', 'Vitamin C for sailors.'],
  ['lambda', 'Tensions of $\\Lambda$CDM', 'The tension remains.'],
  ['alpha', 'H$\\alpha$ maps of the harbour', 'Red light of hydrogen.'],
]
// Each title word is in other papers too, so that a rare spelling is a mistake.
const index = indexOf(
  ...papers.map(([id, title, abstract]) => indexed(id, { title, abstract })),
  ...['diffusion', 'transformer'].flatMap((word) =>
    Array.from({ length: 12 }, (_, number) => indexed(`${word}-${number}`, { abstract: `The ${word} of tides.` })),
  ),
)
afterAll(() => index.close())

describe('The first paper found is the one that was meant', () => {
  test.each([
    ['community detection', 'communities'],
    ['generative retrieval', 'generative'],
    ['universe simulation', 'universe'],
    ['gravitational lens', 'lens'],
    ['papers about Gaia DR3 open clusters', 'gaia'],
    ['what is known about open clusters in Gaia DR3?', 'gaia'],
    ['how do I find communities in networks', 'communities'],
    ['difusion model', 'diffusion'],
    ['transfomer attention', 'transformer'],
    ['O(n log n)', 'sorting'],
    ['C++', 'cpp'],
    ['LCDM tension', 'lambda'],
    ['Λ-CDM tensions', 'lambda'],
    ['Halpha map', 'alpha'],
  ])('%s', (q, expected) => {
    expect(find(index, q)[0]).toBe(expected)
  })
})

test('Papers with some of the words follow behind few with all, and are marked', () => {
  const { hits, total, total_all_words } = index.search({ q: 'gravitational lens harbour' })
  expect([hits[0]?.id, hits[0]?.some_words]).toEqual(['lens', undefined])
  expect(hits.slice(1).every(({ some_words }) => some_words)).toBe(true)
  expect(hits.map(({ id }) => id)).toContain('alpha')
  expect([total, total_all_words]).toEqual([hits.length, 1])
})

test.each(['X-ray', 'U-Net', '6-DoF'])('No letter or digit of %s is searched alone', (q) => {
  const library = indexOf(
    indexed('meant', { title: `${q} of a bell` }),
    indexed('letters', { abstract: 'The points x and u, and the 6 bells.' }),
    indexed('parts', { abstract: 'The points x and u, 6 rays, a net and a DoF.' }),
  )
  const findAll = (words: string) => library.search({ q: words }).hits.map(({ id }) => id)
  expect([findAll(q), findAll(`${q} bells`)]).toEqual([['meant'], ['meant', 'letters']])
  library.close()
})
