import { describe, expect, test } from 'bun:test'
import type { JoinRecord } from '#api/services/joining/joinRecord.ts'
import type { Decisions } from '#api/services/joining/edges.ts'
import { canonicalWorkId } from '#api/text/workIds.ts'
import { ABSTRACT, divide, NOTHING, record } from './joinRecords.ts'

const ARXIV = 'arxiv:2609.90001'
const hasPreprint = { type: 'has-preprint', to: ARXIV, by: 'publisher' } as const
const byAuthor = (to: string) => ({ type: 'preprint-of', to, by: 'author' }) as const
const bySource = (to: string) => ({ type: 'preprint-of', to, by: 'source' }) as const
const saidByS2 = (to: string) => ({ type: 'same-as', to, by: 'third' }) as const
const strangers = { authors: ['Ilse Brackwater', 'Jory Penhallow'], abstract: 'Salt and tides.' }
const otherHalf = ABSTRACT.replace('three winters', 'two summers')

interface Example {
  name: string
  records: JoinRecord[]
  decisions?: Decisions
  papers: string[][]
  ranks?: number[]
  suspects?: [string, string][]
}

/** The worked examples of the specification of joining, in its order. */
const EXAMPLES: Example[] = [
  {
    name: '1: an article whose publisher names the preprint',
    records: [record(ARXIV), record('doi:10.5555/a', { links: [hasPreprint] })],
    papers: [[ARXIV, 'doi:10.5555/a']],
    ranks: [2],
  },
  {
    name: '2: the same in the other order',
    records: [record('doi:10.5555/a', { links: [hasPreprint] }), record(ARXIV)],
    papers: [[ARXIV, 'doi:10.5555/a']],
    ranks: [2],
  },
  {
    name: '3: an author names the DOI of the whole proceedings',
    records: [
      record(ARXIV, { links: [byAuthor('doi:10.5555/a')] }),
      record('doi:10.5555/a', { kind: 'other', title: 'Proceedings of ICLX 2026', authors: [] }),
    ],
    papers: [[ARXIV], ['doi:10.5555/a']],
  },
  {
    name: '4: an author mistypes a DOI',
    records: [
      record(ARXIV, { links: [byAuthor('doi:10.5555/b')] }),
      record('doi:10.5555/b', { title: 'Tides in salt marshes', ...strangers }),
    ],
    papers: [[ARXIV], ['doi:10.5555/b']],
    suspects: [[ARXIV, 'doi:10.5555/b']],
  },
  {
    name: '6: bioRxiv names the article, which comes later from PubMed',
    records: [
      record('doi:10.64898/2026.01.02.999001', { source: 'biorxiv', links: [bySource('doi:10.5555/c')] }),
      record('pmid:99900002', { kind: 'article', ids: ['10.5555/c'] }),
    ],
    papers: [['doi:10.64898/2026.01.02.999001', 'pmid:99900002']],
    ranks: [2],
  },
  {
    name: '8: ChemRxiv, and Europe PMC about the same DOI',
    records: [
      record('doi:10.26434/chemrxiv.10009991', { ids: ['10.26434/chemrxiv.10009991/v1'], source: 'crossref' }),
      record('ppr:PPR999', { ids: ['10.26434/chemrxiv.10009991/v1'], source: 'europepmc' }),
    ],
    papers: [['doi:10.26434/chemrxiv.10009991', 'ppr:PPR999']],
    ranks: [1],
  },
  {
    name: '9: PsyArXiv by Crossref and by OSF',
    records: [
      record('doi:10.31234/osf.io/ab3de', { source: 'crossref' }),
      record('osf:ab3de', { ids: ['osf:ab3de_v2'] }),
    ],
    papers: [['doi:10.31234/osf.io/ab3de', 'osf:ab3de']],
    ranks: [1],
  },
  {
    name: '10: an article and the entry of a feed with its DOI',
    records: [record('doi:10.5555/d'), record('url:0123', { source: 'feed:jiv', kind: 'article', ids: ['10.5555/d'] })],
    papers: [['doi:10.5555/d', 'url:0123']],
    ranks: [1],
  },
  {
    name: '11: one preprint on two servers',
    records: [record('eprint:2026/9991', { abstract: otherHalf }), record('arxiv:2609.90007')],
    papers: [['arxiv:2609.90007', 'eprint:2026/9991']],
    ranks: [5],
  },
  {
    name: '12: two parts of one work',
    records: [
      record(ARXIV, { title: 'Slow lanterns in a narrow valley, Part I' }),
      record('doi:10.5555/x2', { title: 'Slow lanterns in a narrow valley, Part II' }),
    ],
    papers: [[ARXIV], ['doi:10.5555/x2']],
  },
  {
    name: '13: two preprints that are said to be one article',
    records: [
      record('arxiv:2609.90011', { links: [saidByS2('doi:10.5555/e')], abstract: '' }),
      record('arxiv:2609.90012', { links: [saidByS2('doi:10.5555/e')], abstract: 'A long version.' }),
      record('doi:10.5555/e'),
    ],
    papers: [['arxiv:2609.90011', 'doi:10.5555/e'], ['arxiv:2609.90012']],
    ranks: [4],
    suspects: [['arxiv:2609.90012', 'doi:10.5555/e']],
  },
  {
    name: '14: a notice of retraction',
    records: [
      record('doi:10.5555/f', { source: 'crossref' }),
      record('doi:10.5555/f-r', { kind: 'notice', title: 'Retraction: slow lanterns in a narrow valley of glass' }),
    ],
    papers: [['doi:10.5555/f'], ['doi:10.5555/f-r']],
  },
  {
    name: '15: what an admin parted is not joined again by a third record',
    records: [
      record('openreview:aB3', { kind: 'proceedings' }),
      record(ARXIV),
      record('dblp:conf/iclx/Quillfeather26', {
        links: [
          { type: 'same-as', to: ARXIV, by: 'source' },
          { type: 'same-as', to: 'openreview:aB3', by: 'source' },
        ],
      }),
    ],
    decisions: { must: [], mustNot: [['openreview:aB3', ARXIV]] },
    papers: [[ARXIV, 'dblp:conf/iclx/Quillfeather26'], ['openreview:aB3']],
    ranks: [2],
  },
]

describe('The worked examples', () => {
  test.each(EXAMPLES)('$name', ({ records, decisions = NOTHING, papers, ranks = [], suspects = [] }) => {
    const divided = divide(records, decisions)
    expect(divided.groups).toEqual(papers)
    expect(divided.unions.map(({ rank }) => rank)).toEqual(ranks as never)
    expect(divided.suspects.map(({ a, b }) => [a, b] as [string, string])).toEqual(suspects)
    expect(divide(records.toReversed(), decisions)).toEqual(divided)
  })

  test('3: the DOI of the proceedings is on the stop list', () => {
    expect([...divide(EXAMPLES[2]!.records).stopped]).toEqual(['doi:10.5555/a'])
  })

  test('5 and 7: versions of one preprint have one id', () => {
    expect(canonicalWorkId('10.1101/2025.11.22.469359v5')).toBe('doi:10.1101/2025.11.22.469359')
    expect(canonicalWorkId('10.26434/chemrxiv-2025-abc1d-v2')).toBe('doi:10.26434/chemrxiv-2025-abc1d')
  })

  test('15: without the decision all three are one', () => {
    expect(divide(EXAMPLES[12]!.records).groups).toHaveLength(1)
  })
})

const article = (id: string, changes = {}) => record(id, { kind: 'article', ...changes })

/** The papers of two articles, one of which has such a link to the other. */
const related = (type: 'has-preprint' | 'version-of') =>
  divide([
    article('doi:10.5555/g'),
    article('doi:10.5555/h', { links: [{ type, to: 'doi:10.5555/g', by: 'publisher' }] }),
  ]).groups

const LANTERN_PARTS = ['', 'Lanterns in spring', 'Lanterns in summer', 'Lanterns in autumn', 'Lanterns in winter']

describe('The guard', () => {
  test('lets two articles be one only where the publisher calls one a version of the other', () => {
    expect(related('version-of')).toHaveLength(1)
    expect(related('has-preprint')).toHaveLength(2)
  })

  test('lets proceedings and a later article be one by a declared link', () => {
    const link = { type: 'has-preprint', to: 'doi:10.5555/g', by: 'publisher' } as const
    const records = [record('doi:10.5555/g', { kind: 'proceedings' }), article('doi:10.5555/h', { links: [link] })]
    expect(divide(records).groups).toHaveLength(1)
  })

  test('stops a wrong link in the middle of a chain', () => {
    const stranger = { title: 'Tides in salt marshes', ...strangers }
    const records = [
      record(ARXIV),
      article('doi:10.5555/g', { links: [hasPreprint] }),
      record('osf:ab3de', { ...stranger, links: [bySource('doi:10.5555/g')] }),
    ]
    expect(divide(records).groups).toEqual([[ARXIV, 'doi:10.5555/g'], ['osf:ab3de']])
  })

  test.each([
    ['2026-06-29', 2],
    ['2026-06-01', 2],
    ['2026-07-01', 1],
    ['2032-09-01', 1],
    ['2032-10-01', 2],
  ])('believes an author about an article of %s: %d papers', (day, papers) => {
    const records = [
      record(ARXIV, { links: [byAuthor('doi:10.5555/g')], published_at: new Date('2026-09-29') }),
      article('doi:10.5555/g', { published_at: new Date(day), published_precision: 'day' }),
    ]
    expect(divide(records).groups).toHaveLength(papers)
  })

  test('leaves what is no paper alone, whatever it is called', () => {
    for (const kind of ['other', 'notice', 'review'] as const)
      expect(divide([record(ARXIV), record('osf:ab3de', { kind })]).groups).toHaveLength(2)
    expect(divide([record(ARXIV), record('osf:ab3de')]).groups).toHaveLength(1)
  })

  test.each([
    ['Slow lanterns in a narrow valley of ice and snow', ['Ilse Brackwater'], 1],
    ['Slow lanterns under the walls of northern cities at night', ['Ilse Brackwater'], 2],
    ['Slow lanterns under the walls of northern cities at night', ['Mirela Quillfeather', 'Oskar Brandt'], 1],
    [
      'Slow lanterns under the walls of northern cities at night',
      ['Mirela Quillfeather', 'Ilse Brackwater', 'Jory Penhallow'],
      2,
    ],
  ])('compares the article that an author names, “%s” by %j: %d papers', (title, authors, papers) => {
    const records = [
      record(ARXIV, { links: [byAuthor('doi:10.5555/g')] }),
      article('doi:10.5555/g', { title, authors }),
    ]
    expect(divide(records).groups).toHaveLength(papers)
  })

  test('does not believe a DOI that four papers claim', () => {
    const claims = [1, 2, 3, 4].map((number) =>
      record(`arxiv:2609.9002${number}`, { title: `${LANTERN_PARTS[number]}`, links: [byAuthor('doi:10.5555/vol')] }),
    )
    const volume = article('doi:10.5555/vol')
    expect(divide([...claims, volume]).unions).toEqual([])
    expect(divide([...claims.slice(0, 3), volume]).unions).toHaveLength(1)
  })

  test('has at most twelve records in a paper', () => {
    const all = Array.from({ length: 14 }, (_, at) => record(`url:${at}`, { ids: ['10.5555/shared'], source: 'feed' }))
    expect(divide(all).groups.map(({ length }) => length)).toEqual([12, 2])
  })
})
