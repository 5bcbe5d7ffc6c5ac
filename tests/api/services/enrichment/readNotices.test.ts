import { describe, expect, test } from 'bun:test'
import { requestNotices } from '#api/services/enrichment/readNotices.ts'
import { findOpenJob } from '#api/store/jobs/jobs.ts'
import { findPaper } from '#api/store/papers/papers.ts'
import { forgetJobs, storeArticle } from '#tests/api/support/enriching.ts'
import { paperId, storePapers } from '#tests/api/support/library.ts'
import { doiOf, noonAfter, useNoticing } from '#tests/api/support/noticing.ts'
import { simNotice, simUpdate } from '#tests/simulators/notices.ts'
import { simRow } from '#tests/simulators/retractionWatch.ts'

const { app, crossref, watch, run, retract, update, categorise, storeArticles, saveArticles, noticesOf, kindsOf } =
  useNoticing()

describe('A notice', () => {
  test('is on its paper with its day, the day since when it is known, who says so, and its address', async () => {
    const [id = '', other = ''] = await storeArticles(1, 2)
    const before = await findPaper(id)
    retract(1)
    await run()
    expect(await noticesOf(id)).toEqual([
      {
        kind: 'retracted',
        doi: doiOf(1),
        on: '2026-11-19',
        known_on: '2026-11-20',
        by: ['publisher'],
        url: `https://doi.org/${doiOf(1)}r`,
      },
    ])
    expect(await noticesOf(other)).toBeUndefined()
    // So that the search and those who read changes see it. It is no new announcement.
    const after = await findPaper(id)
    expect(after?.seq).toBeGreaterThan(before?.seq ?? 0)
    expect(after?.announcements).toEqual(before?.announcements)
    expect(await findOpenJob('process-papers')).toBeNull()
  })

  test('is on a paper that is stored after it', async () => {
    await storeArticles(1)
    crossref.works.push(simNotice({ about: '10.5555/JIV.2026.9', doi: '10.5555/jiv.2026.9r', on: '2026-11-19' }))
    await run()
    const late = await storeArticle(9)
    await categorise()
    expect(await kindsOf(late)).toEqual(['retracted'])
  })

  test('does not change when it is read again, and is known since the first time', async () => {
    const [id = ''] = await storeArticles(1)
    retract(1)
    await run()
    const first = await findPaper(id)
    noonAfter(1)
    const counted = new Map<string, number>()
    await run({ count: (name: string, by: number) => counted.set(name, (counted.get(name) ?? 0) + by) })
    expect(Object.fromEntries(counted)).toMatchObject({ read: 1, new: 0, papers: 0 })
    expect((await findPaper(id))?.seq).toBe(first?.seq ?? 0)
    expect(await noticesOf(id)).toMatchObject([{ known_on: '2026-11-20' }])
  })

  test('about the article is on the paper that also has a preprint, and says which record it concerns', async () => {
    const [article = ''] = await storeArticles(1)
    await storePapers([5], { doi: doiOf(1), title: 'Paper 1 on lanterns' })
    await storePapers([6], { doi: doiOf(70) })
    await categorise()
    retract(1)
    crossref.works.push(simNotice({ about: doiOf(70), doi: `${doiOf(70)}r`, on: '2026-11-19' }))
    await run()
    expect(await noticesOf(paperId(5))).toMatchObject([{ kind: 'retracted', doi: doiOf(1) }])
    expect(await noticesOf(article)).toMatchObject([{ kind: 'retracted', doi: doiOf(1) }])
    // The article that the authors name need not be stored.
    expect(await noticesOf(paperId(6))).toMatchObject([{ kind: 'retracted', doi: doiOf(70) }])
  })

  test('of publisher and Retraction Watch is there once, with the reason and both names', async () => {
    const [id = ''] = await saveArticles(1)
    retract(1)
    update(
      1,
      simUpdate(`${doiOf(1)}r`, { on: '2026-11-19' }),
      simUpdate(`${doiOf(1)}R`.toUpperCase(), { on: '2026-11-18', source: 'retraction-watch' }),
    )
    watch.rows.push(simRow(1, { OriginalPaperDOI: doiOf(1).toUpperCase() }))
    await run()
    expect(await noticesOf(id)).toMatchObject([
      {
        kind: 'retracted',
        on: '2026-11-19',
        by: ['publisher', 'retraction-watch'],
        reason: 'Concerns/Issues about Data; Investigation by Journal/Publisher',
      },
    ])
  })
})

describe('Sources of notices', () => {
  test('are not asked while no paper has a DOI, and the file only when a reader has saved one that has', async () => {
    await storePapers([1], { doi: null })
    await categorise()
    await app.as('ada').users.me['reading-list'].post({ paper_id: paperId(1) })
    await requestNotices(app.product)
    expect(await findOpenJob('read-notices')).toBeNull()
    await run()
    expect([crossref.requests.length, watch.requests.length]).toEqual([0, 0])
    const [id = ''] = await storeArticles(2)
    await requestNotices(app.product)
    expect(await findOpenJob('read-notices')).toMatchObject({ requested_by: 'schedule' })
    await run()
    expect([crossref.requests.length, watch.requests.length]).toEqual([1, 0])
    await app.as('ada').users.me['reading-list'].post({ paper_id: id })
    await run()
    expect([crossref.requests.length, watch.requests.length]).toEqual([2, 1])
  })

  test('are asked once a day, and again when a reader saves a paper', async () => {
    await saveArticles(1)
    await run()
    await forgetJobs()
    await requestNotices(app.product)
    expect(await findOpenJob('read-notices')).toBeNull()
    await saveArticles(2)
    await requestNotices(app.product)
    expect(await findOpenJob('read-notices')).not.toBeNull()
    crossref.requests.length = 0
    await run()
    expect(crossref.requests.map(({ url }) => url.split('?')[0])).toEqual([`/works/${encodeURIComponent(doiOf(2))}`])
    await forgetJobs()
    noonAfter(1)
    await requestNotices(app.product)
    expect(await findOpenJob('read-notices')).not.toBeNull()
  })

  test('with a file are read at once when an admin asks, also twice a day, and show its rows, its day and what failed', async () => {
    await saveArticles(1)
    const { admin } = app.as('admin')
    const state = async () =>
      (await admin['paper-sources-status'].get()).data?.items.find(({ id }) => id === 'retraction-watch')
    expect(await state()).toMatchObject({ file: { rows: null, read_on: null } })
    await run()
    const { rows = 0 } = (await state())?.file ?? {}
    expect(await state()).toMatchObject({ file: { rows: expect.any(Number), read_on: '2026-11-20' }, failure: null })
    watch.rows.push(simRow(1, { OriginalPaperDOI: doiOf(1) }))
    await run()
    expect((await state())?.file?.rows).toBe(rows)
    const asked = await admin['fetch-all-sources'].post({ source: 'retraction-watch' })
    expect(asked.data).toMatchObject({ kind: 'read-notices' })
    await run({}, { source: 'retraction-watch' })
    expect((await state())?.file?.rows).toBe((rows ?? 0) + 1)
    await watch.down()
    expect((await run({}, { source: 'retraction-watch' }))?.partial).toStartWith('Retraction Watch')
    watch.up()
    expect(await state()).toMatchObject({
      failure: expect.stringMatching(/^Retraction Watch/),
      file: { read_on: '2026-11-20' },
    })
    await admin.sources({ id: 'retraction-watch' }).put({ enabled: false })
    expect((await admin['fetch-all-sources'].post({ source: 'retraction-watch' })).status).toBe(409)
  })

  test('are not asked when they are off', async () => {
    await saveArticles(1)
    await app.as('admin').admin.sources({ id: 'retraction-watch' }).put({ enabled: false })
    await app.as('admin').admin.sources({ id: 'crossref' }).put({ enabled: false })
    await requestNotices(app.product)
    expect(await findOpenJob('read-notices')).toBeNull()
    await run()
    expect([crossref.requests.length, watch.requests.length]).toEqual([0, 0])
  })

  test('that were down for a week are read from the last complete day on', async () => {
    const [id = ''] = await storeArticles(1)
    await run()
    retract(1, '2026-11-21')
    await crossref.down()
    for (const day of [1, 2, 3, 4, 5, 6, 7]) {
      noonAfter(day)
      expect(await run()).toMatchObject({ partial: expect.stringContaining('Crossref') })
    }
    crossref.up()
    noonAfter(8)
    crossref.requests.length = 0
    expect(await run()).toBeUndefined()
    expect(decodeURIComponent(crossref.requests[0]?.url ?? '')).toContain('from-update-date:2026-11-17&')
    expect(await noticesOf(id)).toMatchObject([{ on: '2026-11-21', known_on: '2026-11-28' }])
  })

  test('find forty retractions of forty among a thousand papers, and none that is not there', async () => {
    const numbers = Array.from({ length: 1_000 }, (_, at) => at)
    await storePapers([0])
    for (let from = 0; from < 1_000; from += 100)
      await Promise.all(numbers.slice(from, from + 100).map((number) => storeArticle(number, 'We count lanterns.')))
    await categorise()
    const retracted = numbers.filter((number) => number % 25 === 7)
    for (const number of retracted) {
      if (number % 2 === 0) retract(number)
      else watch.rows.push(simRow(number, { OriginalPaperDOI: ` ${doiOf(number).toUpperCase()} ` }))
    }
    for (const number of numbers) {
      retract(number + 5_000)
      watch.rows.push(simRow(number + 5_000, { OriginalPaperDOI: doiOf(number + 7_000) }))
    }
    await app.as('ada').users.me['reading-list'].post({ paper_id: `doi:${doiOf(3)}` })
    await run()
    const marked: number[] = []
    for (const number of numbers)
      if ((await findPaper(`doi:${doiOf(number)}`))?.notices !== undefined) marked.push(number)
    expect(retracted).toHaveLength(40)
    expect(marked).toEqual(retracted)
  })

  test('that fail leave what the others say, and entries that cannot be read are counted as problems', async () => {
    const [id = ''] = await saveArticles(1)
    crossref.fail('unavailable', { times: 2 })
    watch.rows.push(simRow(1, { OriginalPaperDOI: doiOf(1) }), simRow(2, { OriginalPaperDOI: 'no DOI' }))
    const problems: string[] = []
    expect(await run({ problem: (message: string) => problems.push(message) })).toMatchObject({
      partial: expect.stringContaining('Crossref'),
    })
    expect(await kindsOf(id)).toEqual(['retracted'])
    expect(problems).toContain('Retraction Watch: a notice could not be read: “no DOI” of row 70002 is not a DOI.')
  })

  test('that were read by a run which was killed before papers had the notices are not lost', async () => {
    const [id = ''] = await saveArticles(1)
    retract(1)
    let steps = 0
    const kill = () => (++steps === 2 ? Promise.reject(new Error('killed')) : Promise.resolve())
    await expect(run({ progress: kill })).rejects.toThrow('killed')
    expect(await kindsOf(id)).toEqual([])
    // Crossref does not name it any more, nor does it answer.
    crossref.works.length = 0
    await crossref.down()
    await run()
    expect(await kindsOf(id)).toEqual(['retracted'])
    crossref.up()
  })
})
