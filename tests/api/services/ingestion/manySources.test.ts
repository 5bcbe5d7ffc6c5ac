import { expect, test } from 'bun:test'
import mongoose from 'mongoose'
import { addDays, ARXIV_ZONE, instantOf, now, setClock } from '#api/platform/clock.ts'
import { AppError } from '#api/platform/errors.ts'
import { deliverAll } from '#api/services/delivery/deliverAll.ts'
import { createJournal } from '#api/services/ingestion/journals.ts'
import { requestFeedVisits, visitFeeds } from '#api/services/ingestion/feedVisits.ts'
import { toMadeCode } from '#api/services/ingestion/finding.ts'
import { createFeed } from '#api/services/ingestion/followedFeeds.ts'
import { createQuery } from '#api/services/ingestion/queries.ts'
import { ingest } from '#api/services/ingestion/ingestion.ts'
import { requestCatchUp, requestExpectedFetch, requestMissingFetch } from '#api/services/schedule/schedule.ts'
import type { JobRecord } from '#api/store/jobs/jobs.ts'
import { compareDeliveries } from '#tests/api/support/compareDeliveries.ts'
import { createJobContext } from '#tests/api/support/jobContext.ts'
import { findWrongPosted } from '#tests/api/support/postedCheck.ts'
import { makePostedWorld, makeRegisteredWorld, type Posted } from '#tests/api/support/postedWorld.ts'
import { findFalseLedgers, usePreprints } from '#tests/api/support/preprints.ts'
import { simulateCrossref, simulateFeeds, simulatePubmed } from '#tests/api/support/pipeline.ts'
import { makeFedWorld, makeQueriedWorld, QUERIES, queryCode } from '#tests/api/support/queriedWorld.ts'
import { makeReader } from '#tests/api/support/readers.ts'
import { daysReadFromFeeds, readDeliveries, report } from '#tests/api/support/worldCheck.ts'
import { WORLD_SEED } from '#tests/api/support/worldSeed.ts'
import { expectFor } from '#tests/simulators/oracle.ts'
import { simJournal } from '#tests/simulators/simWorks.ts'
import { makeWorld, type World } from '#tests/simulators/world.ts'
import { sized } from '#tests/support/longRun.ts'

const { simulator: crossref, crossref: register } = simulateCrossref()
const { simulator: pubmed, pubmed: library } = simulatePubmed()
const { simulator: host, feeds } = simulateFeeds()
const {
  simulator: arxiv,
  servers,
  product,
} = usePreprints({
  further: [register, library, feeds],
  stop: async () => void (await Promise.all([crossref, pubmed, host].map((simulator) => simulator.stop()))),
})
const FEED = host.addressOf('/notes.rss')
const FEED_CODE = toMadeCode('feed', FEED)

/** 14 days with a change of clocks; the long run has 36 days, with a holiday of arXiv. */
const FROM = '2026-10-30'
const UNTIL = sized({ short: '2026-11-12', long: '2026-12-04' })
const HOLIDAYS = ['2026-11-27']
const READERS: Readonly<Record<string, string[]>> = {
  ada: ['cs.LG', 'stat.ML'],
  bela: ['biorxiv.neuroscience'],
  cleo: ['cs.LG', 'biorxiv.neuroscience', 'medrxiv.oncology'],
  dora: ['medrxiv.epidemiology', 'medrxiv.oncology'],
  emil: ['math.PR', 'biorxiv.ecology', 'biorxiv.bioinformatics'],
  fay: ['quant-ph', 'medrxiv.public-and-global-health', 'journal.9999-9994'],
  gus: ['journal.9999-9994', 'journal.9999-996X'],
  hana: ['journal.9999-9978', 'biorxiv.neuroscience'],
  ines: [queryCode('result[ti]'), queryCode('glowing[ti]'), 'medrxiv.oncology'],
  jan: [FEED_CODE, 'journal.9999-9994', queryCode('result[ti]')],
}
const ISSNS = ['9999-9994', '9999-9978', '9999-996X']
/** When a source does not answer: the first and the last day. "rxiv" is all three. */
const OUTAGES = [
  { of: 'biorxiv', from: '2026-11-04', until: '2026-11-04' },
  { of: 'medrxiv', from: '2026-11-06', until: '2026-11-09' },
  { of: 'rxiv', from: '2026-11-13', until: '2026-11-17' },
  { of: 'arxiv', from: '2026-11-19', until: '2026-11-20' },
  { of: 'crossref', from: '2026-11-08', until: '2026-11-08' },
  { of: 'crossref', from: '2026-11-16', until: '2026-11-19' },
  { of: 'pubmed', from: '2026-11-05', until: '2026-11-07' },
  { of: 'pubmed', from: '2026-11-19', until: '2026-11-19' },
  { of: 'feed', from: '2026-11-10', until: '2026-11-12' },
]
const isOut = (day: string, name: string) =>
  OUTAGES.some(({ of, from, until }) => name.includes(of) && day >= from && day <= until)

const sourceOf = ({ row, work, article }: Posted) =>
  row ? row.server.toLowerCase() : work ? 'crossref' : article ? 'pubmed' : 'feed'
const wasOut = (one: Posted) => isOut(one.day, sourceOf(one))

/** The rules of the schedule at these Eastern times of each day. */
const TIMES = [
  ['00:40', [requestFeedVisits, requestExpectedFetch, requestMissingFetch]],
  ['09:50', [requestFeedVisits, requestCatchUp, requestExpectedFetch, requestMissingFetch]],
  ['14:10', [requestExpectedFetch, requestMissingFetch]],
  ['21:20', [requestFeedVisits]],
] as const

const jobs = () => mongoose.connection.collection<JobRecord>('jobs')
async function takeJobs(kind: JobRecord['kind']): Promise<JobRecord[]> {
  const open = await jobs().find({ kind }).sort({ 'input.day': 1 }).toArray()
  await jobs().deleteMany({ kind })
  return open
}

/** Does what the schedule asks for, without a worker: fetches, and the deliveries that follow. */
async function work(requests: readonly ((all: typeof product) => Promise<void>)[]): Promise<void> {
  for (const request of requests) await request(product)
  for (const _ of await takeJobs('visit-feeds')) await visitFeeds(product, createJobContext())
  for (const { input } of await takeJobs('ingest'))
    await ingest(product, input, createJobContext()).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'source-unavailable') throw error
    })
  for (const { input } of await takeJobs('deliver')) await deliverAll(input as never, createJobContext())
}

async function liveThrough(posted: readonly Posted[]): Promise<void> {
  for (let day = FROM; day <= UNTIL; day = addDays(day, 1))
    for (const [time, requests] of TIMES) {
      setClock(instantOf(day, time, ARXIV_ZONE))
      const listed = posted.filter(({ listedAt }) => listedAt <= now())
      servers.preprints.splice(0, servers.preprints.length, ...listed.flatMap(({ row }) => row ?? []))
      // A record that was changed is in the place of the first one.
      const works = new Map(listed.flatMap(({ work }) => (work ? [[work.DOI, work] as const] : [])))
      crossref.works.splice(0, crossref.works.length, ...works.values())
      const refuse = (name: string) =>
        isOut(day, name) ? new Response('Service Unavailable', { status: 503 }) : undefined
      servers.onRequest = ({ url }) => refuse(new URL(url).pathname.split('/')[2]!)
      arxiv.onRequest = () => refuse('arxiv')
      crossref.onRequest = () => refuse('crossref')
      pubmed.onRequest = () => refuse('pubmed')
      host.onRequest = () => refuse('feed')
      await work(requests)
    }
}

const ofArxiv = (ids: readonly string[]) => ids.filter((id) => id.startsWith('arxiv:'))

/** What of arXiv the readers got otherwise than it was announced. */
async function findWrongArticles(world: World, readers: ReadonlyMap<string, string>): Promise<string> {
  const days = world.days.filter((day) => day >= FROM && day <= UNTIL)
  const readOn = daysReadFromFeeds(arxiv)
  const differences = []
  for (const [reader, userId] of readers) {
    const delivered = new Map(
      [...(await readDeliveries(userId))].map(([day, { cards, places, ledger }]) => {
        const own = {
          seen_before: ofArxiv(places.seen_before),
          older_version: ofArxiv(places.older_version),
          cross_list: ofArxiv(places.cross_list),
          muted: ofArxiv(places.muted),
          below_cut: ofArxiv(places.below_cut),
        }
        return [day, { cards: ofArxiv(cards), places: own, ledger }] as const
      }),
    )
    const expected = expectFor(world.papers, READERS[reader]!, world.days.findLast((day) => day < FROM) ?? FROM)
    const wasAnnouncementRead = (day: string) => readOn.has(day)
    // The ledgers count papers of all sources.
    const all = compareDeliveries({ reader, expected, delivered, days, wasAnnouncementRead })
    differences.push(...all.filter(({ kind }) => kind !== 'ledger'))
  }
  return report(world.seed, differences)
}

const SEEDS = Array.from({ length: sized({ short: 1, long: 5, everything: 30 }) }, (_, index) => WORLD_SEED + index)

test.each(SEEDS)(
  'Over weeks of six sources with outages, ten readers have each paper once, and the ledgers are true (seed %d)',
  async (seed) => {
    const world = makeWorld({ seed, from: addDays(FROM, -3), until: UNTIL, perDay: 8, holidays: HOLIDAYS })
    arxiv.papers.push(...world.papers)
    // What is listed too late for the last days is not expected.
    const days = { from: addDays(FROM, -6), until: addDays(UNTIL, -5) }
    const preprints = makePostedWorld(seed, days)
    const registered = makeRegisteredWorld(seed, { ...days, until: addDays(UNTIL, -8), posted: preprints })
    expect(registered.filter(({ of }) => of !== undefined).length).toBeGreaterThan(10)
    const queried = makeQueriedWorld(seed, { ...days, until: addDays(UNTIL, -7), registered })
    // The items of the days before are those of the first reading of the feed, which are no news.
    const fed = makeFedWorld(seed, { from: FROM, until: days.until, registered, code: FEED_CODE })
    pubmed.articles.splice(0, pubmed.articles.length, ...queried.flatMap(({ article }) => article ?? []))
    host.feeds.set('/notes.rss', { format: 'rss', title: 'Notes', items: fed.flatMap(({ item }) => item ?? []) })
    // In the order in which they are listed.
    const posted = [...preprints, ...registered, ...queried, ...fed].toSorted(
      (a, b) => a.listedAt.getTime() - b.listedAt.getTime(),
    )
    crossref.journals = ISSNS.map((issn) => simJournal({ title: `Journal ${issn}`, ISSN: [issn] }))
    for (const issn of ISSNS) await createJournal(product.sources, issn)
    for (const query of QUERIES) await createQuery(product.sources, query)
    setClock(instantOf(FROM, '00:10', ARXIV_ZONE))
    await createFeed(product.sources, { category_ids: [] }, { url: FEED, mayAdd: () => undefined })
    const readers = new Map<string, string>()
    for (const [name, categories] of Object.entries(READERS))
      readers.set(name, (await makeReader(name, categories))._id)
    await liveThrough(posted)
    const wrong = await findWrongPosted(posted, { ids: readers, follows: READERS, from: FROM, isOut: wasOut })
    expect(wrong.slice(0, 20)).toEqual([])
    expect(await findWrongArticles(world, readers)).toBe('')
    expect(await findFalseLedgers()).toEqual([])
  },
)
