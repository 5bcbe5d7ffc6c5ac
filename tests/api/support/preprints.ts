import { beforeEach } from 'bun:test'
import mongoose from 'mongoose'
import { ARXIV_ZONE, instantOf, setClock } from '#api/platform/clock.ts'
import { findAnnouncementsSince, totalOf } from '#api/store/papers/announcements.ts'
import { normalise } from '#api/services/ingestion/normalise.ts'
import type { PaperRecord } from '#api/store/papers/papers.ts'
import { savePapers } from '#api/store/papers/paperWrites.ts'
import { findDelivery, findDeliveryDays } from '#api/store/readers/deliveries.ts'
import type { Source, SourceRecord } from '#api/sources/source.ts'
import { feedRecord } from './records.ts'
import { simPosted, simPreprint, type SimPreprint } from '#tests/simulators/simPreprints.ts'
import { simulatePreprints, usePipeline } from './pipeline.ts'

/** Sets the clock to an Eastern time of `day`, by default soon after it began. */
export const at = (day: string, time = '00:15') => setClock(instantOf(day, time, ARXIV_ZONE))

/**
 * The pipeline with simulated servers of preprints, which have posted nothing before each test, and with `further`
 * sources.
 */
export function usePreprints({ further = [], stop }: { further?: readonly Source[]; stop?: () => Promise<void> } = {}) {
  const { simulator: servers, biorxiv, medrxiv } = simulatePreprints()
  const pipeline = usePipeline({
    further: [biorxiv, medrxiv, ...further],
    stop: async () => void (await Promise.all([servers.stop(), stop?.()])),
  })
  beforeEach(() => {
    servers.preprints.length = 0
    servers.requests.length = 0
    servers.onRequest = null
  })

  /** Posts `count` first versions on `date`. Returns their ids. */
  function post(count: number, date: string, changes: Partial<SimPreprint> = {}): string[] {
    const rows = simPosted(count, date, changes)
    servers.preprints.push(...rows)
    return rows.map(idOf)
  }

  /** Adds one row. Returns its id. */
  function add(changes: Partial<SimPreprint>): string {
    const row = simPreprint(changes)
    servers.preprints.push(row)
    return idOf(row)
  }

  return { ...pipeline, servers, biorxiv, medrxiv, post, add }
}

export const idOf = ({ doi }: Pick<SimPreprint, 'doi'>) => `doi:${doi}`

export const storedPapers = (filter: object = {}) =>
  mongoose.connection.collection<PaperRecord>('papers').find(filter).sort({ _id: 1 }).toArray()

/** The announcements of a stored paper: "2026-11-24 new". */
export const announcedOn = async (id: string): Promise<string[] | undefined> =>
  (await storedPapers({ _id: id }))[0]?.announcements.map(({ on, type }) => `${on} ${type}`)

/** The ledger of a source: "2026-11-24 announced 5", oldest first; with "unread 1" where records could not be read. */
export async function ledgerOf(source: string): Promise<string[]> {
  const own = (await findAnnouncementsSince('')).filter((one) => one.source === source).toReversed()
  return own.map((one) => {
    const { state, unaccounted } = one.archives[source] ?? { state: 'unknown', unaccounted: 0 }
    return `${one.day} ${state} ${totalOf(one)}${unaccounted > 0 ? ` unread ${unaccounted}` : ''}`
  })
}

/** Days whose ledger says another number than there are stored papers of the day, over all sources. */
export async function findFalseLedgers(): Promise<string[]> {
  const papers = await storedPapers()
  return (await findAnnouncementsSince('')).flatMap((one) => {
    const own = papers.filter(({ source }) => source === one.source)
    const stored = own.flatMap(({ announcements }) => announcements.filter(({ on }) => on === one.day)).length
    return stored === totalOf(one) ? [] : [`${one._id}: ${totalOf(one)} in the ledger, ${stored} stored`]
  })
}

/** Stores the record of the preprint `id` that Crossref has, which announces nothing. */
export async function importFromCrossref(id: string, version: number | null): Promise<void> {
  const doi = id.replace('doi:', '')
  const own: Partial<SourceRecord> = { id, source: 'crossref', source_id: doi, doi, version, categories: [] }
  const record = feedRecord(0, '', { ...own, primary_category: null, announced_on: null, announce_type: null })
  await savePapers([normalise({ ...record, source_interface: 'api' })], { generation: 0 })
}

/** The cards of a reader, "2026-11-24 doi:10.64898/2026.11.22.700001", oldest day first. */
export async function cardsOf(userId: string): Promise<string[]> {
  const days = (await findDeliveryDays(userId)).map(({ on }) => on).toSorted()
  const deliveries = await Promise.all(days.map((day) => findDelivery(userId, day)))
  return deliveries.flatMap((one) => one?.cards.map(({ paper_id }) => `${one.day} ${paper_id}`) ?? [])
}
