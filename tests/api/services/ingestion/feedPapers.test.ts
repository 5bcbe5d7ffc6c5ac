import { expect, test } from 'bun:test'
import { addDays } from '#api/platform/clock.ts'
import { findTrueReasons } from '#api/services/delivery/trueReasons.ts'
import { createJournal } from '#api/services/ingestion/journals.ts'
import { readRankingDay } from '#api/services/ranking/rankingDay.ts'
import { toPaper } from '#api/store/papers/papers.ts'
import { stateOf, useFeeds } from '#tests/api/support/feeds.ts'
import { VISION } from '#tests/api/support/journals.ts'
import { simulateCrossref } from '#tests/api/support/pipeline.ts'
import { at, cardsOf, findFalseLedgers, ledgerOf, storedPapers } from '#tests/api/support/preprints.ts'
import { makeReader } from '#tests/api/support/readers.ts'
import { simItems } from '#tests/simulators/feeds.ts'
import { simJournal, simRegistered } from '#tests/simulators/simWorks.ts'

const { simulator: crossref, crossref: register } = simulateCrossref()
const { simulator, product, publish, run } = useFeeds({ further: [register], stop: () => crossref.stop() })

const TUE = '2026-11-24'
const WED = addDays(TUE, 1)

test('an article that a feed and Crossref have is one card, with the abstract of the feed', async () => {
  crossref.journals = [simJournal()]
  await createJournal(product.sources, '9999-9994')
  const works = simRegistered(2, TUE, { abstract: undefined })
  crossref.works.push(...works)
  const items = works.map(({ DOI, title, author }, index) => ({
    ...simItems(1, `${TUE}T14:00:00Z`, index)[0]!,
    guid: DOI,
    doi: DOI,
    title: String((title as string[])[0]),
    authors: (author as { given: string; family: string }[]).map(({ given, family }) => `${given} ${family}`),
  }))
  const feed = await publish('/jiv.rss', { items: [...items, ...simItems(1, `${TUE}T14:00:00Z`, 9)] })
  const reader = await makeReader('ada', [VISION, feed])
  at(TUE, '10:00')
  await run('visit-feeds')
  at(WED)
  await run('ingest')
  const papers = await storedPapers({ joined_into: { $exists: false } })
  expect(papers.map(({ kind }) => kind).toSorted()).toEqual(['article', 'article', 'post'])
  expect((await cardsOf(reader._id)).length).toBe(3)
  for (const paper of papers)
    expect(paper.folded?.abstract ?? paper.abstract).toContain('We count the lanterns of a town')
  const article = papers.find(({ kind }) => kind === 'article')
  expect(article!.folded?.venue).toMatchObject({ name: 'Journal of Imaginary Vision', volume: expect.any(String) })
  // Texts of feeds are for those who follow them: readers of other categories get no post from next door.
  const { papers: ofDay, firstSeen } = await readRankingDay(WED)
  expect(firstSeen.map((position) => ofDay[position]!.title)).toEqual([])
  const reasonsOf = await findTrueReasons(reader, [])
  const post = papers.find(({ kind }) => kind === 'post')!
  const reasons = [{ kind: 'category', text: feed }] as const
  expect(reasonsOf(reasons, toPaper(post))[0]?.text).toBe('Journal of Imaginary Vision')
  expect(await ledgerOf('feed')).toEqual([`${WED} announced 3`])
  expect(await findFalseLedgers()).toEqual([])
  at(addDays(WED, 1))
  await run('ingest')
  expect((await cardsOf(reader._id)).length).toBe(3)
})

test('an article that Crossref announced days before its feed is no second card', async () => {
  crossref.journals = [simJournal()]
  await createJournal(product.sources, '9999-9994')
  const [work] = simRegistered(1, TUE, { abstract: undefined })
  crossref.works.splice(0, crossref.works.length, work!)
  const feed = await publish('/jiv.rss', { items: simItems(1, '2026-11-20T14:00:00Z', 1) })
  const reader = await makeReader('ada', [VISION, feed])
  at(TUE, '10:00')
  await run('visit-feeds')
  at(WED)
  await run('ingest')
  const before = await cardsOf(reader._id)
  expect(before.filter((card) => card.includes('doi:'))).toEqual([`${WED} doi:${work!.DOI}`])
  simulator.feeds.get('/jiv.rss')!.items.push({
    ...simItems(1, `${WED}T14:00:00Z`, 2)[0]!,
    doi: work!.DOI,
    title: String((work!.title as string[])[0]),
  })
  at(WED, '12:00')
  await run('visit-feeds')
  at(addDays(WED, 1))
  await run('ingest')
  expect(await cardsOf(reader._id)).toEqual(before)
  const [paper] = await storedPapers({ _id: `doi:${work!.DOI}` })
  expect(paper!.folded?.abstract).toContain('We count the lanterns of a town')
  expect(await findFalseLedgers()).toEqual([])
})

test('a post that two feeds have, or that comes into the second one a day later, is one card with the name of its feed', async () => {
  const items = simItems(2, `${TUE}T14:00:00Z`, 1)
  const all = await publish('/all.rss', { title: 'Lantern notes', items })
  const some = await publish('/some.atom', {
    title: 'Lantern notes on glass',
    format: 'atom',
    items: items.slice(0, 1),
  })
  const reader = await makeReader('ada', [all, some])
  const cards = async () => {
    await run('visit-feeds')
    return cardsOf(reader._id)
  }
  at(TUE, '10:00')
  await cards()
  at(WED)
  await run('ingest')
  simulator.feeds.get('/some.atom')!.items.push(items[1]!)
  at(WED, '22:00')
  expect(await cards()).toHaveLength(2)
  at(addDays(WED, 1))
  await run('ingest')
  expect(await cards()).toHaveLength(2)
  const papers = await storedPapers({ joined_into: { $exists: false } })
  expect(papers.map(({ kind }) => kind)).toEqual(['post', 'post'])
  // Which of two feeds is visited first is not certain.
  for (const { venue } of papers) expect(['Lantern notes', 'Lantern notes on glass']).toContain(venue?.name ?? '')
  expect(await findFalseLedgers()).toEqual([])
})

test('hostile items cost neither the feed nor the day: 10,000 letters of a name, markup, control characters, 3 MB of text', async () => {
  const hostile = simItems(6, `${TUE}T14:00:00Z`, 1)
  hostile[0]!.title = '<script>alert(1)</script> \u202E\u0000 Lanterns'
  hostile[1]!.authors = [`A ${'x'.repeat(10_000)}`]
  hostile[2]!.text = '<p>'.repeat(50_000)
  hostile[3]!.link = 'javascript:alert(1)'
  hostile[4]!.text = 'lantern '.repeat(400_000)
  hostile[5]!.authors = Array.from({ length: 3_000 }, (_, index) => `Ada Lind${index}`)
  const feed = await publish('/jiv.rss', { items: hostile })
  const reader = await makeReader('ada', [feed])
  at(TUE, '10:00')
  await run('visit-feeds')
  at(WED)
  await run('ingest')
  expect(await cardsOf(reader._id)).toHaveLength(5)
  expect(await stateOf(feed)).toBe('1 item of the feed cannot be read.')
  const papers = await storedPapers({ source: 'feed' })
  expect(papers.every(({ urls }) => /^https?:/.test(urls.abs))).toBe(true)
  expect(papers.some(({ title }) => /\p{Cc}|\u202E|<script/u.test(title))).toBe(false)
})
