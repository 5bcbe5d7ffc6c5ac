import { describe, expect, test } from 'bun:test'
import { saveSourceSettings } from '#api/store/sources/sources.ts'
import { storePapers } from '#tests/api/support/library.ts'
import { ownWord, useSearched, type SearchedId } from '#tests/api/support/searched.ts'
import { simScholarPaper } from '#tests/simulators/semanticScholar.ts'
import { simPaper } from '#tests/simulators/simPapers.ts'
import { simArticle } from '#tests/simulators/simArticles.ts'

const { as, signedOut, simulators, search, failureOf } = useSearched()
const { arxiv, pubmed, europepmc, inspire, ads, s2: scholar } = simulators

const offered = async () =>
  (await as('ada').papers.search.get({ query: { q: '1706.99999' } })).data?.elsewhere?.map(({ name }) => name)

/** Lets the service have one paper with this word in its title. */
const have: Readonly<Record<SearchedId, (title: string) => void>> = {
  arxiv: (title) =>
    arxiv.papers.push(
      simPaper({ id: '1706.90001', title, journal_ref: 'J. Imag. Vis. 3', versions: [{ at: new Date('2017-06-12') }] }),
    ),
  pubmed: (title) => pubmed.articles.push(simArticle({ pmid: '99900001', title: `${title}.` })),
  europepmc: (title) =>
    europepmc.results.push({ id: '99900002', source: 'MED', pmid: '99900002', doi: '10.5555/A', title: `${title}.` }),
  inspire: (title) =>
    inspire.hits.push({ control_number: 7, title, arxiv_eprints: [{ value: '1706.90002', categories: ['hep-th'] }] }),
  ads: (title) => ads.docs.push({ bibcode: '2026JIV.....3...11Q', title, identifier: ['arXiv:1706.90003'] }),
  s2: (title) => scholar.papers.push(simScholarPaper(1, { title, venue: 'NeurIPS' })),
}

describe('A search elsewhere', () => {
  test.each<[SearchedId, object]>([
    [
      'arxiv',
      { ref: 'arxiv:1706.90001', year: 2017, venue: 'J. Imag. Vis. 3', url: 'https://arxiv.org/abs/1706.90001' },
    ],
    ['pubmed', { ref: 'pmid:99900001', url: 'https://pubmed.ncbi.nlm.nih.gov/99900001' }],
    [
      'europepmc',
      {
        ref: 'pmid:99900002',
        authors: ['Quillfeather M', 'Odinsson T'],
        year: 2026,
        venue: 'Journal of Invented Medicine',
        url: 'https://europepmc.org/article/MED/99900002',
      },
    ],
    [
      'inspire',
      {
        ref: 'arxiv:1706.90002',
        authors: ['Mirela Quillfeather'],
        year: 2026,
        venue: 'J.Imag.Vis.',
        url: 'https://inspirehep.net/literature/7',
      },
    ],
    [
      'ads',
      {
        ref: 'arxiv:1706.90003',
        authors: ['Mirela Quillfeather', 'Tomás Odinsson'],
        year: 2026,
        venue: 'Journal of Imaginary Vision',
        url: 'https://ui.adsabs.harvard.edu/abs/2026JIV.....3...11Q/abstract',
      },
    ],
    ['s2', { ref: 'arxiv:2609.90001', authors: ['Mirela Quillfeather'], year: 2026, venue: 'NeurIPS' }],
  ])('at %s lists its papers with all words, which can be looked up by their ids', async (id, expected) => {
    const own = ownWord()
    have[id](`Counting ${own} by night`)
    const { data, status } = await search(id, `night ${own}`)
    expect(status).toBe(200)
    expect(data).toMatchObject({ source: id, words: `night ${own}`, total: 1, unreadable: 0 })
    expect(data?.items).toMatchObject([
      { title: `Counting ${own} by night`, title_segments: [{ text: `Counting ${own} by night` }], ...expected },
    ])
    expect(data?.items[0]).not.toHaveProperty('paper')
    expect((await search(id, `day ${own}`)).data).toMatchObject({ items: [], total: 0 })
  })

  test('marks papers that the library has, as whichever record, with what the reader did with them', async () => {
    const own = ownWord()
    for (const id of ['1706.90011', '1706.90012'])
      arxiv.papers.push(simPaper({ id, title: `About ${own}`, versions: [{ at: new Date('2017-06-12') }] }))
    await storePapers([1], { _id: 'arxiv:1706.90011' })
    const item = await as('ada').users.me['reading-list'].post({ paper_id: 'arxiv:1706.90011' })
    const items = (await search('arxiv', own)).data?.items ?? []
    const stored = items.find(({ paper }) => paper !== undefined)
    expect(items.map(({ ref }) => ref).toSorted()).toEqual(['arxiv:1706.90012', undefined])
    expect(stored).toMatchObject({ paper: { id: 'arxiv:1706.90011' }, saved_item_id: item.data?.id })
    expect((await search('arxiv', own, 'ben')).data?.items.some(({ saved_item_id }) => saved_item_id)).toBe(false)
  })

  test('gives no way to look up a paper without an id, or whose source is off', async () => {
    const own = ownWord()
    inspire.hits.push({ control_number: 8, title: `Thesis on ${own}` })
    inspire.hits.push({ control_number: 9, title: own, arxiv_eprints: [{ value: '1706.90021', categories: [] }] })
    await saveSourceSettings('arxiv', { enabled: false })
    const { data } = await search('inspire', own)
    expect(data?.items.map(({ url, ref }) => [url.split('/').at(-1), ref])).toEqual([
      ['8', undefined],
      ['9', undefined],
    ])
  })

  test('counts the papers whose records cannot be read', async () => {
    const own = ownWord()
    for (const control_number of [11, 12]) inspire.hits.push({ control_number, title: own })
    inspire.hits.push({ control_number: 13, title: own, changes: { titles: 'none' } })
    expect((await search('inspire', own)).data).toMatchObject({ items: [{}, {}], total: 3, unreadable: 1 })
  })

  test('is not answered by a source that is switched off, not even from what it has answered before', async () => {
    const own = ownWord()
    inspire.hits.push({ control_number: 14, title: own })
    expect((await search('inspire', own)).data?.items).toHaveLength(1)
    await saveSourceSettings('inspire', { enabled: false })
    expect(failureOf(await search('inspire', own))).toEqual([409, 'INSPIRE is switched off in this library.'])
    await saveSourceSettings('inspire', { enabled: true })
    expect((await search('inspire', own)).data?.items).toHaveLength(1)
    expect(inspire.requests).toHaveLength(1)
  })

  test('is offered with each search of the library, at the services that are on', async () => {
    expect(await offered()).toEqual(['arXiv', 'PubMed', 'Europe PMC', 'INSPIRE', 'NASA ADS', 'Semantic Scholar'])
    for (const id of ['pubmed', 'ads', 's2']) await saveSourceSettings(id, { enabled: false })
    expect(await offered()).toEqual(['arXiv', 'Europe PMC', 'INSPIRE'])
    expect(failureOf(await search('ads', 'reeds'))).toEqual([409, 'NASA ADS is switched off in this library.'])
    expect(failureOf(await search('crossref', 'reeds'))).toEqual([
      404,
      'There is no such service to search at. Those that are on: arxiv, europepmc, inspire.',
    ])
    expect((await signedOut.papers.search.elsewhere.get({ query: { source: 'ads', q: 'reeds' } })).status).toBe(401)
  })
})
