import { beforeEach, describe, expect, test } from 'bun:test'
import { createQuery } from '#api/services/ingestion/queries.ts'
import { toRecord } from '#api/services/joining/toRecord.ts'
import { findAliases, findJoinRecords } from '#api/store/papers/joins.ts'
import { findPaper } from '#api/store/papers/papers.ts'
import { simulateCrossref, simulatePreprints, simulatePubmed, usePipeline } from '#tests/api/support/pipeline.ts'
import { at, cardsOf } from '#tests/api/support/preprints.ts'
import { makeReader } from '#tests/api/support/readers.ts'
import { simArticle } from '#tests/simulators/simArticles.ts'
import { simPreprint } from '#tests/simulators/simPreprints.ts'
import { simWork } from '#tests/simulators/simWorks.ts'

const { simulator: servers, biorxiv } = simulatePreprints()
const { simulator: service, pubmed } = simulatePubmed()
const { simulator: registry, crossref } = simulateCrossref()
const { product, run } = usePipeline({
  further: [biorxiv, pubmed, crossref],
  stop: async () => void (await Promise.all([servers.stop(), service.stop(), registry.stop()])),
})

const [MON, TUE, WED, THU] = ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26'] as const
const TITLE = 'Slow lanterns in a narrow valley of glass'
const DOI = '10.5555/jim.2026.7'
const article = simArticle({
  pmid: '99900002',
  title: `${TITLE}.`,
  authors: [{ family: 'Quillfeather', given: 'Mirela' }],
  doi: DOI,
  pmc: 'PMC9990002',
  created: TUE,
})
let [reader, query] = ['', '']

beforeEach(async () => {
  servers.preprints.length = 0
  service.articles.length = 0
  registry.works.length = 0
  at(MON)
  query = (await createQuery(product.sources, 'lanterns[ti]')).category.id
  reader = (await makeReader('ada', [query, 'biorxiv.neuroscience']))._id
})
const ingestOn = async (day: string) => {
  at(day)
  await run('ingest')
}

describe('The record of PubMed', () => {
  test('of an article joins its preprint on bioRxiv, which names the DOI of the article before it is there', async () => {
    const doi = '10.64898/2026.01.02.999001'
    servers.preprints.push(
      simPreprint({
        doi,
        date: MON,
        title: TITLE,
        authors: 'Quillfeather, M.',
        category: 'neuroscience',
        published: DOI,
      }),
    )
    await ingestOn(TUE)
    // Also the reader of a query that finds nothing on the day.
    expect(await cardsOf(reader)).toEqual([`${TUE} doi:${doi}`])
    service.articles.push(article)
    await ingestOn(WED)
    const { recordsOf } = await findAliases(['pmid:99900002'])
    expect(recordsOf('pmid:99900002')).toEqual([`doi:${doi}`, 'pmid:99900002'])
    // The reader has seen it as a preprint.
    expect(await cardsOf(reader)).toEqual([`${TUE} doi:${doi}`])
    expect(await findPaper('pmid:99900002')).toMatchObject({
      _id: `doi:${doi}`,
      doi: DOI,
      venue: { name: 'Journal of invented medicine', volume: '3' },
      urls: { html: expect.stringContaining('biorxiv.org'), doi: `https://doi.org/${DOI}` },
    })
  })

  test('joins that of Crossref with the same DOI, and gives it an abstract and the full text', async () => {
    registry.works.push(
      simWork({
        DOI,
        title: [TITLE],
        author: [{ given: 'Mirela', family: 'Quillfeather' }],
        abstract: undefined,
        link: [],
      }),
    )
    await run('look-up-paper', { id: `doi:${DOI}`, save_for: [] })
    const other = await makeReader('ben', [query])
    service.articles.push(article)
    await ingestOn(WED)
    const { recordsOf } = await findAliases(['pmid:99900002'])
    expect(recordsOf('pmid:99900002')).toEqual([`doi:${DOI}`, 'pmid:99900002'])
    const own = (await findJoinRecords(['pmid:99900002'])).flatMap((record) => toRecord(record).own_ids)
    expect(own.toSorted()).toEqual([`doi:${DOI}`, 'pmc:9990002', 'pmid:99900002'])
    const paper = await findPaper(`doi:${DOI}`)
    expect(paper?.abstract).toStartWith('BACKGROUND: We keep lanterns')
    expect(paper?.urls.html).toBe('https://pmc.ncbi.nlm.nih.gov/articles/PMC9990002/')
    expect(await cardsOf(other._id)).toEqual([`${WED} doi:${DOI}`])
  })

  test('of a preprint joins that of its article, which it names by PMID', async () => {
    service.articles.push(
      simArticle({
        pmid: '99900001',
        title: 'Glass and lanterns: notes of three winters.',
        authors: article.authors,
        types: ['Preprint'],
        doi: '10.64898/2026.01.02.999009',
        created: MON,
        corrections: [{ refType: 'UpdateIn', source: 'J Inv Med. 2026;3(1):11-29.', pmid: '99900002' }],
      }),
    )
    await ingestOn(TUE)
    service.articles.push(article)
    await ingestOn(WED)
    const { recordsOf } = await findAliases(['pmid:99900002'])
    expect(recordsOf('pmid:99900002')).toEqual(['pmid:99900001', 'pmid:99900002'])
    expect(await cardsOf(reader)).toEqual([`${TUE} pmid:99900001`])
  })

  test('that is a notice about a paper stays alone', async () => {
    service.articles.push(
      article,
      simArticle({ ...article, pmid: '99900003', types: ['Published Erratum'], doi: DOI, created: WED }),
    )
    for (const day of [WED, THU]) await ingestOn(day)
    const { recordsOf } = await findAliases(['pmid:99900003'])
    expect(recordsOf('pmid:99900003')).toEqual(['pmid:99900003'])
  })
})
