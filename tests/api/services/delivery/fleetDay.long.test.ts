import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import mongoose from 'mongoose'
import type { SystemHealth } from '#api/contract/admin.ts'
import type { SearchResponse } from '#api/contract/search.ts'
import { CONNECTIONS_MAX } from '#api/mail/connectionPool.ts'
import { requestDigests } from '#api/services/schedule/schedule.ts'
import { FLEET_PARTS, addFleet, type FleetPart } from '#tests/api/support/fleet.ts'
import { checkDay, inventPapers, inventReaders, wordOf } from '#tests/api/support/fleetDays.ts'
import { findLostSaves, type RequestKind } from '#tests/api/support/savingClients.ts'
import { RandomNumbers } from '#tests/simulators/randomNumbers.ts'
import { WORLD_SEED } from '#tests/api/support/worldSeed.ts'
import { sized } from '#tests/support/longRun.ts'
import { canRunOpenSearch } from '#tests/support/opensearch.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

/** From 2,000 readers on the workers share the readers of a day. */
const READERS = Number(process.env['FLEET_READERS'] ?? sized({ short: 0, long: 2_400, everything: 20_000 }))
const PAPERS = Number(process.env['FLEET_PAPERS'] ?? sized({ short: 0, long: 300, everything: 1_500 }))
/** The days that arXiv announces papers on after `BEFORE`, from a Thursday on. */
const DAYS = ['2026-11-19', '2026-11-20', '2026-11-23', '2026-11-24', '2026-11-25']
DAYS.push('2026-11-26', '2026-11-30', '2026-12-01', '2026-12-02', '2026-12-03')
const BEFORE = '2026-11-18'
const ROUNDS = Number(process.env['FLEET_ROUNDS'] ?? sized({ short: 0, long: 4, everything: 10 }))
const CLIENTS = 6
const UIDS = ['uid-admin', ...Array.from({ length: CLIENTS }, (_, number) => `uid-reader${number}`)]
type Work = 'papers' | 'cards' | 'mails'
/** The jobs that do it, of which the first is the one that is interrupted. */
const JOBS: Record<Work, readonly string[]> = {
  papers: ['ingest', 'process-papers'],
  cards: ['deliver'],
  mails: ['digest'],
}
const TOTALS: Record<Work, number> = { papers: PAPERS, cards: READERS, mails: READERS }
const KINDS: readonly RequestKind[] = ['read', 'save', 'search']

/** A kill, and the ms from it to the first success of each kind of request and to the next paper, card or mail. */
interface Kill extends Partial<Record<RequestKind, number>> {
  part: FleetPart
  during: Work
  work: number | null
}

const collection = (name: string) => mongoose.connection.collection(name)

describe.skipIf(!(await canRunOpenSearch()))('A fleet whose parts are killed during the day', () => {
  const fleet = addFleet(BEFORE)
  const random = new RandomNumbers(WORLD_SEED)
  const kills: Kill[] = []
  /** The papers on the cards of each reader until now. */
  const had = new Map<string, Set<string>>()
  let mailsBefore = 0

  const counts: Record<Work, (day: string) => Promise<number>> = {
    papers: (day) => collection('papers').countDocuments({ announced_on: day }),
    cards: (day) => collection('deliveries').countDocuments({ day }),
    mails: async () => fleet.mails.size - mailsBefore,
  }

  /** Whether no job that does the work is open. Reads are repeated during an election. */
  const isOver = async (work: Work) =>
    (await collection('jobs').countDocuments({ open: true, kind: { $in: JOBS[work] } })) === 0

  type Ledger = Awaited<ReturnType<typeof fleet.startClients>>['ledger']

  /** Kills the part in the middle of the work of the day, and waits until all requests succeed again. */
  async function killDuring(work: Work, { day, part, ledger }: { day: string; part: FleetPart; ledger: Ledger }) {
    const from = TOTALS[work] * (0.05 + 0.6 * random.next())
    await waitUntil(async () => (await counts[work](day)) >= from)
    const done = await counts[work](day)
    const at = performance.now()
    ledger.fault = { at, over: new Map() }
    /** Null when all of it was done already. */
    const worked = waitUntil(async () => {
      const more = await counts[work](day).catch(() => 0)
      if (more > done) return { ms: Math.round(performance.now() - at) }
      return (await isOver(work).catch(() => false)) && { ms: null }
    })
    const recovered = async () => {
      await waitUntil(() => ledger.fault.over.size === KINDS.length)
      await worked
    }
    await fleet.kill(part, { job: JOBS[work][0]!, recovered })
    const { ms } = await worked
    const { over } = ledger.fault
    kills.push({ part, during: work, ...Object.fromEntries(over), work: ms })
  }

  /**
   * Waits until no mail of the day is left to be sent. Digests are queued as the schedule does it, and mails that wait for
   * their next try wait no longer.
   */
  async function sendAll(day: string): Promise<void> {
    const ofDay = { kind: 'digest', day }
    await waitUntil(async () => {
      if (!(await isOver('mails'))) return false
      const ended = { ...ofDay, state: { $in: ['sent', 'uncertain'] } }
      if ((await collection('outbox').countDocuments(ended)) === READERS) return true
      const waiting = { ...ofDay, state: 'failed', retry_at: { $ne: null } }
      await collection('outbox').updateMany(waiting, { $set: { retry_at: new Date(0) } })
      await requestDigests()
      return false
    }, 500)
  }

  async function ask<Body>(path: string): Promise<Body> {
    const id_token = await fleet.clients.signAdmin()
    const headers = { authorization: `Bearer ${id_token}`, 'content-type': 'application/json' }
    const url = `http://127.0.0.1:${fleet.port()}/api/`
    await fetch(`${url}auth/firebase`, { method: 'POST', headers, body: JSON.stringify({ id_token }) })
    return (await (await fetch(url + path, { headers })).json()) as Body
  }

  /** Waits until the papers of the day are found and every check of the health that is used is well, but for those named. */
  async function isWell(day: string, except: readonly string[]): Promise<void> {
    const q = encodeURIComponent(wordOf(day))
    await waitUntil(async () => (await ask<SearchResponse>(`papers/search?q=${q}`)).total === PAPERS, 100)
    await waitUntil(async () => {
      const { checks } = await ask<SystemHealth>('admin/system-health')
      const bad = checks.filter(({ name, state }) => !['ok', 'unknown'].includes(state) && !except.includes(name))
      if (bad.length > 0) console.log(bad.map(({ name, message }) => `${name}: ${message}`).join(' '))
      return bad.length === 0
    }, 1_000)
  }

  beforeAll(() => inventReaders(READERS, UIDS))
  afterAll(() => {
    console.log(`${READERS} readers, ${PAPERS} papers a day, seed ${WORLD_SEED}; ms from a kill to the first success`)
    console.table(kills)
  })

  test.each(DAYS.slice(0, ROUNDS).map((day, round) => [FLEET_PARTS[round % FLEET_PARTS.length]!, day, round] as const))(
    'delivers and mails everything once, and saves what it acknowledges: %s, %s',
    async (part, day, round) => {
      const started = performance.now()
      mailsBefore = fleet.mails.size
      const papers = inventPapers(day, PAPERS, 10_001 + round * PAPERS)
      fleet.arxiv.papers.push(...papers)
      await fleet.begin(`${day}T05:31:00Z`)
      const { ledger, stop } = await fleet.startClients(CLIENTS, 'lanterns')
      await killDuring('papers', { day, part, ledger })
      await killDuring('cards', { day, part, ledger })
      await waitUntil(async () => (await isOver('papers')) && (await isOver('cards')))
      expect(await counts.cards(day)).toBe(READERS)
      await requestDigests()
      await killDuring('mails', { day, part, ledger })
      await sendAll(day)
      await stop()
      const { wrong, ...outcome } = await checkDay({ day, papers, mails: fleet.mails, had })
      await isWell(day, outcome.uncertain > 0 ? ['Mails'] : [])
      await fleet.end()
      const { answers, statuses, failures } = ledger
      const seconds = Math.round((performance.now() - started) / 1000)
      console.log({ day, part, ...outcome, answers, statuses, failures: failures.length, seconds })

      expect(wrong.slice(0, 10)).toEqual([])
      expect(outcome.uncertain).toBeLessThanOrEqual(part === 'worker' ? CONNECTIONS_MAX : 0)
      expect(await findLostSaves(ledger)).toEqual([])
      expect([...statuses.keys()].filter((status) => ![200, 201, 503].includes(status))).toEqual([])
      if (part !== 'web') expect(failures).toEqual([])
    },
  )
})
