import { describe, expect, test } from 'bun:test'
import { subscribe } from '#tests/api/support/digests.ts'
import { paperId, storePapers } from '#tests/api/support/library.ts'
import { sendDigestOf } from '#tests/api/support/sentDigest.ts'
import { doiOf, noonAfter, useNoticing } from '#tests/api/support/noticing.ts'
import { simNotice } from '#tests/simulators/notices.ts'
import { simRow } from '#tests/simulators/retractionWatch.ts'

const { app, crossref, watch, run, retract, categorise, saveArticles, storeArticles } = useNoticing()
const updates = async () => (await app.as('ada').users.me.dashboard.get({ query: {} })).data?.living ?? []
const kinds = async () => (await updates()).map(({ kind }) => kind)
const open = (id: string) =>
  app
    .as('ada')
    .papers({ id: encodeURIComponent(id) })
    .click.post({})

describe('A reader who saved a paper', () => {
  test('learns once that it was retracted, until they open it', async () => {
    const [id = ''] = await saveArticles(1)
    expect(await updates()).toEqual([])
    retract(1)
    await run()
    expect(await updates()).toMatchObject([
      { kind: 'retracted', text: 'Retracted by the publisher on 19 Nov 2026 (Crossref).', item: { paper: { id } } },
    ])
    await open(id)
    expect(await updates()).toEqual([])
    // The same retraction, from another source and with another day, is no other one.
    watch.rows.push(simRow(1, { OriginalPaperDOI: doiOf(1), RetractionDOI: 'unavailable' }))
    noonAfter(1)
    await run()
    expect(await updates()).toEqual([])
    crossref.works.push(simNotice({ about: doiOf(1), doi: `${doiOf(1)}c`, type: 'correction', on: '2026-11-20' }))
    noonAfter(2)
    await run()
    expect(await kinds()).toEqual(['corrected'])
  })

  test('sees no update about what was known when they saved it', async () => {
    await storeArticles(1)
    retract(1)
    await run()
    await saveArticles(1)
    expect(await updates()).toEqual([])
    expect((await app.as('ada').users.me['reading-list'].get()).data?.items[0]?.paper.notices).toMatchObject([
      { kind: 'retracted' },
    ])
  })

  test('learns of retractions before anything else, however many papers have news', async () => {
    await saveArticles(...Array.from({ length: 15 }, (_, at) => at))
    for (const number of Array.from({ length: 14 }, (_, at) => at))
      crossref.works.push(
        simNotice({ about: doiOf(number), doi: `${doiOf(number)}c`, type: 'erratum', on: '2026-11-19' }),
      )
    retract(14)
    await run()
    expect((await kinds()).join(' ')).toBe(`retracted${' corrected'.repeat(9)}`)
  })

  test('has a list of all that happened to their papers, and no other reader sees it', async () => {
    const [article = ''] = await saveArticles(1)
    await storePapers([5], { withdrawn: true, withdrawn_by: 'authors', comment: 'A crucial error.' })
    await storePapers([6], { journal_ref: 'J. Imag. Vis. 3 (2026)' })
    await storePapers([7])
    await categorise()
    for (const number of [5, 6, 7]) await app.as('ada').users.me['reading-list'].post({ paper_id: paperId(number) })
    retract(1)
    watch.rows.push(simRow(1, { OriginalPaperDOI: doiOf(1) }))
    await run()
    const { data } = await app.as('ada').users.me.watch.get({ query: {} })
    expect(data?.total).toBe(3)
    expect(data?.items).toMatchObject([
      {
        paper_id: article,
        kind: 'retracted',
        doi: doiOf(1),
        by: ['publisher', 'retraction-watch'],
        noticed_on: '2026-11-19',
        known_on: '2026-11-20',
        reason: 'Concerns/Issues about Data; Investigation by Journal/Publisher',
      },
      { paper_id: paperId(5), kind: 'withdrawn', by: ['authors'], reason: 'A crucial error.' },
      { paper_id: paperId(6), kind: 'published', reason: 'J. Imag. Vis. 3 (2026)' },
    ])
    expect((await app.as('ada').users.me.watch.get({ query: { skip: 1, limit: 1 } })).data?.items).toHaveLength(1)
    expect((await app.as('bea').users.me.watch.get({ query: {} })).data?.items).toEqual([])
    expect((await app.signedOut.users.me.watch.get({ query: {} })).status).toBe(401)
  })
})

test('A licence that a later version replaced is on the list of what happened, another address of the same one is not', async () => {
  const by = 'http://creativecommons.org/licenses/by/4.0/'
  const own = 'http://arxiv.org/licenses/nonexclusive-distrib/1.0/'
  const versions = async (number: number, licences: readonly (string | null)[]) => {
    for (const [index, license] of licences.entries())
      await storePapers([number], { version: index + 1, license, updated_at: new Date(`2026-11-1${index}T09:00:00Z`) })
    await app.as('ada').users.me['reading-list'].post({ paper_id: paperId(number) })
  }
  await versions(1, [own, by])
  await versions(2, [by, by.replace('http:', 'https:').replace(/\/$/, '')])
  await versions(3, [null, by])
  await versions(4, [by, own, by])
  const { data } = await app.as('ada').users.me.watch.get({ query: {} })
  expect(data?.items.map(({ paper_id, kind, reason, noticed_on }) => [paper_id, kind, reason, noticed_on])).toEqual([
    [paperId(4), 'licence', 'CC BY 4.0 in place of arXiv’s licence to distribute', '2026-11-12'],
    [paperId(1), 'licence', 'CC BY 4.0 in place of arXiv’s licence to distribute', '2026-11-11'],
    [paperId(4), 'licence', 'arXiv’s licence to distribute in place of CC BY 4.0', '2026-11-11'],
  ])
})

describe('The digests of a reader', () => {
  test('have each notice about a saved paper in exactly one that was sent', async () => {
    const userId = await subscribe(app.as, 'ada', { skip_empty: true })
    await saveArticles(1, 2)
    retract(1)
    await run()
    const days = ['2026-11-21', '2026-11-22', '2026-11-23', '2026-11-24', '2026-11-25']
    const texts: string[] = []
    for (const day of days) {
      if (day === '2026-11-23') {
        retract(2, '2026-11-22')
        noonAfter(3)
        await run()
      }
      texts.push(await sendDigestOf(app.product, { userId, day, isSent: day !== '2026-11-22' }))
    }
    const said = 'Retracted by the publisher on 19 Nov 2026 (Crossref).'
    expect(texts.map((text) => text.includes(said))).toEqual([false, true, true, false, false])
    expect(texts.map((text) => text.includes('on 22 Nov 2026'))).toEqual([false, false, false, false, true])
    expect(texts[1]).toContain('On your list')
    expect(texts[1]).toContain(`https://doi.org/${doiOf(1)}r`)
  })

  test('have no notice that the reader has seen', async () => {
    const userId = await subscribe(app.as, 'ada', { skip_empty: true })
    const [id = ''] = await saveArticles(1)
    retract(1)
    await run()
    await open(id)
    expect(await sendDigestOf(app.product, { userId, day: '2026-11-22' })).toBe('')
  })
})
