import { expect, test } from 'bun:test'
import type { JoinRecord } from '#api/services/joining/joinRecord.ts'
import { RandomNumbers } from '#tests/simulators/randomNumbers.ts'
import { divide, record } from './joinRecords.ts'

const WORDS = (
  'slow lanterns narrow valley glass tides marsh copper lattice woven signal winter orchard granite ember drift sparse ' +
  'folding kernel mirror hollow anchor velvet spiral thicket beacon quarry meadow silent harbour pollen ribbon tundra ' +
  'estuary lichen cobalt furrow willow cinder pebble'
).split(' ')
const FAMILIES =
  'Quillfeather Brandt Vey Penhallow Brackwater Müller Ørsted Straße Lindqvist Ngata Okonjo Farrow'.split(' ')
const GIVEN = 'Mirela Oskar Tamsin Jory Ilse Wanda Per Aiko'.split(' ')
const PAIRS = 1_000

const random = new RandomNumbers(26)
const words = (count: number) => Array.from({ length: count }, () => random.pick(WORDS))
const inventAuthors = () =>
  Array.from({ length: random.between(2, 5) }, () => `${random.pick(GIVEN)} ${random.pick(FAMILIES)}`)

/** Another title that is nearly the same, of another work. */
const CHANGES: ((title: readonly string[]) => [string, string])[] = [
  (title) => [`${title.join(' ')}, part I`, `${title.join(' ')}, part II`],
  (title) => [`${title.join(' ')} 2025`, `${title.join(' ')} 2026`],
  (title) => [`${title.join(' ')} in ${random.between(2, 4)} dimensions`, `${title.join(' ')} in 5 dimensions`],
  (title) => [title.join(' '), [...title.slice(0, -1), 'saltworks'].join(' ')],
  (title) => [title.join(' '), `${title.join(' ')}: a reply`],
]

test('1,000 pairs of near titles of the same authors stay two papers each', () => {
  const merged: string[] = []
  for (let at = 0; at < PAIRS; at++) {
    const authors = inventAuthors()
    const [one, other] = random.pick(CHANGES)([...words(random.between(5, 35)), 'lanternwork'])
    const makeOf = (id: string, title: string): JoinRecord =>
      record(id, { title, authors, abstract: random.pick(['', words(40).join(' ')]) })
    const pair = [makeOf('arxiv:2609.90001', one), makeOf('doi:10.5555/near', other)]
    if (divide(pair).groups.length < 2) merged.push(`${one} | ${other}`)
  }
  expect(merged).toEqual([])
})

test('1,000 pairs with one identifier, or a declared link, become one paper each', () => {
  const missed: string[] = []
  for (let at = 0; at < PAIRS; at++) {
    const authors = inventAuthors()
    const title = [...words(random.between(5, 12))]
    // Journals shorten titles, add words, and write initials.
    const printed = random.pick([
      title,
      title.slice(0, -2),
      [...title, ...words(3)],
      title.map((word) => word.toUpperCase()),
    ])
    const article = record('doi:10.5555/near', {
      title: printed.join(' '),
      authors: random.pick([authors, authors.map((name) => name.replace(/^(\p{Lu})\S+/u, '$1.'))]),
      abstract: random.pick(['', words(40).join(' ')]),
    })
    const preprint = record('arxiv:2609.90001', { title: title.join(' '), authors })
    const pair = random.pick<JoinRecord[]>([
      [
        {
          ...preprint,
          links: [{ type: 'preprint-of', to: article.id, by: random.pick(['source', 'author'] as const) }],
        },
        article,
      ],
      [preprint, { ...article, links: [{ type: 'has-preprint', to: preprint.id, by: 'publisher' }] }],
      [{ ...preprint, own_ids: [...preprint.own_ids, article.id] }, article],
    ])
    if (divide(pair).groups.length > 1) missed.push(`${preprint.title} | ${article.title}`)
  }
  expect(missed).toEqual([])
})
