import { afterEach, describe, expect, test } from 'bun:test'
import { setClock } from '#api/platform/clock.ts'
import { checkSource } from '#api/services/health/sourceCheck.ts'
import { requestExpectedFetch } from '#api/services/schedule/schedule.ts'
import { findAnnouncement } from '#api/store/papers/announcements.ts'
import { findJobs } from '#api/store/jobs/jobLists.ts'
import { findPaper } from '#api/store/papers/papers.ts'
import { findDelivery } from '#api/store/readers/deliveries.ts'
import { batch, usePipeline } from '#tests/api/support/pipeline.ts'
import { makeReader } from '#tests/api/support/readers.ts'
import { sized } from '#tests/support/longRun.ts'

const { simulator, product, arxiv, run } = usePipeline()
afterEach(() => {
  simulator.onRequest = null
})
const [TUESDAY, WEDNESDAY] = ['2026-11-17', '2026-11-18']
/** 00:30 Eastern: the feeds of the day are there. */
const nightOf = (day: string) => setClock(new Date(`${day}T05:30:00Z`))
/** 09:30 Eastern. */
const morningOf = (day: string) => setClock(new Date(`${day}T14:30:00Z`))
/** Changes the feed of cs. */
const alterFeed = (alter: (xml: string) => string) => {
  simulator.onRequest = async ({ url }, correct) =>
    url === '/rss/cs' ? new Response(alter(await (await correct()).text())) : correct()
}
const stateOf = async (day: string, archive = 'cs') => (await findAnnouncement('arxiv', day))?.archives[archive]?.state
const daysOf = async (number: number) =>
  (await findPaper(`arxiv:2611.${number}`))?.announcements.map(({ on, type }) => `${on} ${type}`)
const datesOf = (xml: string, change: (date: string) => string) =>
  xml.replaceAll(/(?<=<pubDate>)[^<]*/g, (date) => change(date))
const items = (xml: string) => [...xml.matchAll(/<item>[^]*?<\/item>/g)].map(([item]) => item)

/** Tuesday is read, and Wednesday's announcement is there: of cs ten papers, and one of math. */
async function readTuesday() {
  const ada = await makeReader('ada', ['cs.LG'])
  simulator.papers.push(...batch(10, TUESDAY, 10_001), ...batch(1, TUESDAY, 10_101, { categories: ['math.PR'] }))
  nightOf(TUESDAY)
  await run('ingest')
  simulator.papers.push(...batch(10, WEDNESDAY, 20_001), ...batch(1, WEDNESDAY, 20_101, { categories: ['math.PR'] }))
  nightOf(WEDNESDAY)
  return ada
}

describe('The dates of a feed', () => {
  test('are taken as they are written, also in another zone than arXiv’s', async () => {
    await readTuesday()
    alterFeed((xml) => datesOf(xml, (date) => date.replace('-0500', '+0000')))
    await run('ingest')
    expect([await stateOf(WEDNESDAY), await daysOf(20_001)]).toEqual(['announced', [`${WEDNESDAY} new`]])
  })

  test.each([
    ['in all records', 1],
    ['in half of them', 2],
  ])(
    'of yesterday %s do not move the announcement to that day, which was read without these papers',
    async (_, each) => {
      await readTuesday()
      let count = 0
      alterFeed((xml) => datesOf(xml, (date) => (count++ % each === 0 ? date.replace('Wed, 18', 'Tue, 17') : date)))
      await run('ingest')
      expect(await stateOf(WEDNESDAY)).toBe('announced')
      for (const number of [20_001, 20_002, 20_009, 20_010]) expect(await daysOf(number)).toEqual([`${WEDNESDAY} new`])
      expect((await findAnnouncement('arxiv', TUESDAY))?.stored.new).toBe(11)
    },
  )

  test('at a weekend are those of the mailing day after it', async () => {
    await makeReader('ada', ['cs.LG'])
    simulator.papers.push(...batch(3, '2026-11-16', 10_001))
    nightOf('2026-11-16')
    alterFeed((xml) => datesOf(xml, (date) => date.replace('Mon, 16', 'Sun, 15')))
    await run('ingest')
    expect(await daysOf(10_001)).toEqual(['2026-11-16 new'])
  })
})

describe('A feed that is well-formed, but not the announcement of the day, is not read', () => {
  const cases: [name: string, alter: (xml: string) => string, cause: string][] = [
    [
      'without dates',
      (xml) => xml.replaceAll(/(<item>[^]*?)<pubDate>[^<]*<\/pubDate>/g, '$1'),
      '10 of its 10 records could not be read.',
    ],
    [
      'with ids that are none',
      (xml) => xml.replaceAll(/oai:arXiv.org:[^<]*/g, 'tag:feed-1'),
      '10 of its 10 records could not be read.',
    ],
    [
      'with a part of its records broken',
      (xml) => {
        let count = 0
        return xml.replaceAll(/(<item>\s*<title>)[^<]*/g, (all, start: string) => (count++ < 3 ? start : all))
      },
      '3 of its 10 records could not be read.',
    ],
    [
      'of another archive',
      (xml) => xml.replaceAll('<category>cs.LG', '<category>hep-th'),
      '10 of its 10 records could not be read.',
    ],
    [
      'of yesterday under the date of today',
      (xml) => datesOf(xml, (date) => date.replace('Tue, 17', 'Wed, 18')),
      'It shows an earlier announcement under the date of today.',
    ],
  ]
  // The short run has a feed without a record that can be read, and one of which all can be.
  test.each(sized({ short: [cases[0]!, cases.at(-1)!], long: cases }))('%s', async (name, alter, cause) => {
    const ada = await readTuesday()
    if (name.startsWith('of yesterday')) simulator.staleFeeds.add('cs')
    alterFeed(alter)
    const job = await run('ingest')
    expect(job).toMatchObject({ state: 'partial', error: `The feed of cs could not be read: ${cause}` })
    expect([await stateOf(WEDNESDAY), await stateOf(WEDNESDAY, 'math')]).toEqual([undefined, 'announced'])
    expect(await checkSource(product, arxiv)).toMatchObject({ state: 'down', message: expect.stringContaining(cause) })
    expect((await findAnnouncement('arxiv', TUESDAY))?.stored.new).toBe(11)
    expect(await daysOf(10_001)).toEqual([`${TUESDAY} new`])

    // It is asked again, and read once it is right.
    const before = (await findJobs({ skip: 0, limit: 1, kind: 'ingest' })).total
    simulator.onRequest = null
    simulator.staleFeeds.clear()
    await requestExpectedFetch(product)
    expect((await findJobs({ skip: 0, limit: 1, kind: 'ingest' })).total).toBe(before + 1)
    await run('process-papers')
    expect(await stateOf(WEDNESDAY)).toBe('announced')
    expect((await findDelivery(ada._id, WEDNESDAY))?.ledger).toMatchObject({ announced: 10, shown: 10 })
    expect((await checkSource(product, arxiv)).state).toBe('ok')
  })
})

test('Records that could not be read are accounted for once they arrived in another way', async () => {
  await makeReader('ada', ['cs.LG'])
  simulator.papers.push(...batch(12, WEDNESDAY, 20_001))
  nightOf(WEDNESDAY)
  alterFeed((xml) => xml.replace(/(<item>\s*<title>)[^<]*/, '$1'))
  await run('ingest')
  expect((await findAnnouncement('arxiv', WEDNESDAY))?.archives['cs']).toMatchObject({ unaccounted: 1 })
  morningOf(WEDNESDAY)
  await run('ingest', { days_back: 1 })
  const { archives } = (await findAnnouncement('arxiv', WEDNESDAY))!
  expect(archives['cs']).toMatchObject({ state: 'announced', papers: 12, unaccounted: 0 })
})

test('A category that the taxonomy does not have is counted and named, from the feeds and from OAI-PMH', async () => {
  await makeReader('ada', ['cs.LG'])
  simulator.papers.push(...batch(4, WEDNESDAY, 20_001))
  nightOf(WEDNESDAY)
  alterFeed((xml) =>
    items(xml)
      .slice(1)
      .reduce((all, item) => all.replace(item, item.replaceAll('cs.LG', 'cs.LANG')), xml),
  )
  await run('ingest')
  expect(await checkSource(product, arxiv)).toEqual({
    state: 'slow',
    message:
      'A category that this version does not know: cs.LANG (3 papers since 18 November). No reader gets papers for it: update Paperdawn.',
  })
  simulator.onRequest = async ({ door }, correct) =>
    door === 'oai' ? new Response((await (await correct()).text()).replaceAll('cs.LG', 'cs.LNG')) : correct()
  simulator.papers.push(...batch(2, '2026-11-19', 30_001))
  setClock(new Date('2026-11-19T14:30:00Z'))
  simulator.staleFeeds.add('all')
  await run('ingest', { days_back: 1 })
  expect((await checkSource(product, arxiv)).message).toContain('cs.LNG (2 papers since 19 November)')
  expect(await findPaper('arxiv:2611.30001')).not.toBeNull()
})

test('A feed that fails does not hold back the others: they are delivered before it is repeated', async () => {
  const ada = await makeReader('ada', ['math.PR'])
  simulator.papers.push(...batch(3, WEDNESDAY, 20_001), ...batch(2, WEDNESDAY, 20_101, { categories: ['math.PR'] }))
  nightOf(WEDNESDAY)
  let tries = 0
  let deliveries = -1
  simulator.onRequest = async ({ url }, correct) => {
    if (url !== '/rss/cs') return correct()
    tries += 1
    if (tries === 1) return new Response('busy', { status: 503 })
    deliveries = (await findJobs({ skip: 0, limit: 1, kind: 'deliver' })).total
    return correct()
  }
  await run('ingest')
  expect([tries, deliveries]).toEqual([2, 1])
  expect((await findDelivery(ada._id, WEDNESDAY))?.ledger).toMatchObject({ shown: 2 })
  expect(await stateOf(WEDNESDAY)).toBe('announced')
})

test('A category that a paper got on a day without an announcement is one of the announcement before', async () => {
  await makeReader('ada', ['cs.LG'])
  const [paper] = batch(1, '2026-11-25', 10_001, { categories: ['math.PR'] })
  simulator.papers.push(paper!, ...batch(3, '2026-11-25', 10_002), ...batch(3, '2026-11-26', 20_001))
  for (const day of ['2026-11-25', '2026-11-26', '2026-11-27']) {
    nightOf(day)
    await run('ingest')
  }
  Object.assign(paper!, { categories: ['math.PR', 'cs.LG'], modified_on: '2026-11-27' })
  morningOf('2026-11-27')
  await run('ingest', { days_back: 1 })
  expect(await daysOf(10_001)).toEqual(['2026-11-25 new', '2026-11-26 cross'])
  expect((await findAnnouncement('arxiv', '2026-11-27'))?.archives['cs']).toMatchObject({ state: 'empty', papers: 0 })
})
