import { expect, test } from 'bun:test'
import mongoose from 'mongoose'
import { addDays, ARXIV_ZONE, instantOf, isWeekend, now, setClock } from '#api/platform/clock.ts'
import { AppError } from '#api/platform/errors.ts'
import { deliverAll } from '#api/services/delivery/deliverAll.ts'
import { createJournal } from '#api/services/ingestion/journals.ts'
import { ingest } from '#api/services/ingestion/ingestion.ts'
import { requestCatchUp, requestExpectedFetch, requestMissingFetch } from '#api/services/schedule/schedule.ts'
import type { JobRecord } from '#api/store/jobs/jobs.ts'
import { compareDeliveries } from '#tests/api/support/compareDeliveries.ts'
import { createJobContext } from '#tests/api/support/jobContext.ts'
import { makePostedWorld, makeRegisteredWorld, type Posted } from '#tests/api/support/postedWorld.ts'
import { findFalseLedgers, storedPapers, usePreprints } from '#tests/api/support/preprints.ts'
import { simulateCrossref } from '#tests/api/support/pipeline.ts'
import { makeReader } from '#tests/api/support/readers.ts'
import { daysReadFromFeeds, readDeliveries, report } from '#tests/api/support/worldCheck.ts'
import { WORLD_SEED } from '#tests/api/support/worldSeed.ts'
import { expectFor } from '#tests/simulators/oracle.ts'
import { simJournal } from '#tests/simulators/simWorks.ts'
import { makeWorld, type World } from '#tests/simulators/world.ts'
import { sized } from '#tests/support/longRun.ts'

const { simulator: crossref, crossref: source } = simulateCrossref()
const { simulator: arxiv, servers, product } = usePreprints({ further: source, stop: () => crossref.stop() })

/** 40 days with a change of clocks and a holiday of arXiv. */
const [FROM, UNTIL] = ['2026-10-26', '2026-12-04'] as const
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
]
const isOut = (day: string, name: string) =>
  OUTAGES.some(({ of, from, until }) => name.includes(of) && day >= from && day <= until)

/** The rules of the schedule at these Eastern times of each day. */
const TIMES = [
  ['00:40', [requestExpectedFetch, requestMissingFetch]],
  ['09:50', [requestCatchUp, requestExpectedFetch, requestMissingFetch]],
  ['14:10', [requestExpectedFetch, requestMissingFetch]],
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
  for (const { input } of await takeJobs('ingest'))
    await ingest(product, input, createJobContext()).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'source-unavailable') throw error
    })
  for (const { input } of await takeJobs('deliver')) await deliverAll(input as never, createJobContext())
}

async function liveThrough(posted: readonly Posted[]): Promise<void> {
  for (let day = FROM as string; day <= UNTIL; day = addDays(day, 1))
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
      await work(requests)
    }
}

/** What of servers and journals is stored or shown otherwise than once, and otherwise than on its day when nothing was wrong. */
async function findWrongPosted(posted: readonly Posted[], readers: ReadonlyMap<string, string>): Promise<string[]> {
  const wrong: string[] = []
  const first = posted.filter(({ isFirst, day }) => isFirst && day >= FROM)
  const paired = new Set(first.flatMap(({ id, preprint }) => (preprint === undefined ? [] : [id, preprint])))
  const stored = new Map((await storedPapers()).map((paper) => [paper._id, paper]))
  for (const { id } of first) {
    const days = stored.get(id)?.announcements.filter(({ type }) => type === 'new') ?? []
    if (days.length !== 1) wrong.push(`${id} was announced as new ${days.length} times`)
  }
  for (const [name, userId] of readers) {
    const delivered = await readDeliveries(userId)
    const shown = [...delivered].flatMap(([day, { cards }]) => cards.map((id) => ({ id, day })))
    const byId = Map.groupBy(shown, ({ id }) => id)
    for (const [id, all] of byId) if (all.length > 1) wrong.push(`${name} has ${id} twice`)
    wrong.push(...first.flatMap((one) => findWrongPair(one, { name, first, byId })))
    for (const { id, subject, day, isOnTime } of first) {
      if (paired.has(id)) continue
      if (!READERS[name]!.includes(subject)) {
        if (byId.has(id)) wrong.push(`${name} has ${id} of another subject`)
        continue
      }
      const on = byId.get(id)?.[0]?.day
      if (on === undefined) wrong.push(`${name} lacks ${id}, posted for ${day}`)
      else if (isOnTime ? on !== day : on < day) wrong.push(`${name} has ${id} on ${on}, not ${day}`)
    }
    for (const [day, { cards, places, ledger }] of delivered) {
      const { announced, ...counts } = ledger
      const listed = Object.values(places).reduce((sum, ids) => sum + ids.length, cards.length)
      const sum = Object.values(counts).reduce((all, count) => all + count, 0)
      if (announced !== sum || announced !== listed) wrong.push(`${name}'s ledger of ${day}: ${announced}, ${listed}`)
    }
    for (const { id, subject } of posted)
      if (subject === 'old' && byId.has(id)) wrong.push(`${name} has ${id} of an old volume`)
    const hasWeekends = READERS[name]!.some((id) => /rxiv\.|journal\./.test(id))
    for (const day of delivered.keys()) if (isWeekend(day) && !hasWeekends) wrong.push(`${name} has cards on ${day}`)
  }
  return wrong
}

interface Shown {
  name: string
  first: readonly Posted[]
  byId: ReadonlyMap<string, readonly { day: string }[]>
}

/** What a reader has of an article and its preprint otherwise than once, on the day of the first of them that is followed. */
function findWrongPair(article: Posted, { name, first, byId }: Shown): string[] {
  const preprint = first.find(({ id }) => id === article.preprint)
  if (preprint === undefined) return []
  const shown = [preprint, article].flatMap(({ id }) => byId.get(id) ?? [])
  const pair = `${name}: ${preprint.id}, published as ${article.id}`
  const [wanted] = [preprint, article]
    .filter(({ subject }) => READERS[name]!.includes(subject))
    .toSorted((one, other) => (one.day < other.day ? -1 : 1))
  if (wanted === undefined) return shown.length === 0 ? [] : [`${pair}, is of another subject`]
  if (shown.length !== 1) return [`${pair}, is shown ${shown.length} times, wanted for ${wanted.day}`]
  const day = shown[0]?.day ?? ''
  return (wanted.isOnTime ? day === wanted.day : day >= wanted.day) ? [] : [`${pair}, is on ${day}, not ${wanted.day}`]
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
  'Over 40 days of four sources with outages, eight readers have each paper once, and the ledgers are true (seed %d)',
  async (seed) => {
    const world = makeWorld({ seed, from: addDays(FROM, -3), until: UNTIL, perDay: 8, holidays: HOLIDAYS })
    arxiv.papers.push(...world.papers)
    // What is listed too late for the last days is not expected.
    const days = { from: addDays(FROM, -6), until: addDays(UNTIL, -5) }
    const preprints = makePostedWorld(seed, days)
    const registered = makeRegisteredWorld(seed, { ...days, until: addDays(UNTIL, -8), posted: preprints })
    expect(registered.filter(({ preprint }) => preprint !== undefined).length).toBeGreaterThan(10)
    // In the order in which they are listed.
    const posted = [...preprints, ...registered].toSorted((a, b) => a.listedAt.getTime() - b.listedAt.getTime())
    crossref.journals = ISSNS.map((issn) => simJournal({ title: `Journal ${issn}`, ISSN: [issn] }))
    for (const issn of ISSNS) await createJournal(product.sources, issn)
    setClock(instantOf(FROM, '00:10', ARXIV_ZONE))
    const readers = new Map<string, string>()
    for (const [name, categories] of Object.entries(READERS))
      readers.set(name, (await makeReader(name, categories))._id)
    await liveThrough(posted)
    expect((await findWrongPosted(posted, readers)).slice(0, 20)).toEqual([])
    expect(await findWrongArticles(world, readers)).toBe('')
    expect(await findFalseLedgers()).toEqual([])
  },
)
