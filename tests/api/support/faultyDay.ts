import mongoose from 'mongoose'
import { ARXIV_ZONE, instantOf } from '#api/platform/clock.ts'
import type { PaperRecord } from '#api/store/papers/papers.ts'
import type { Endpoint } from '#tests/simulators/arxivFaults.ts'
import { RAW_ANSWERS, startRawServer } from '#tests/simulators/rawServer.ts'
import type { UpstreamFault } from '#tests/simulators/upstreamFault.ts'
import { makeWorld, type World } from '#tests/simulators/world.ts'
import { sized } from '#tests/support/longRun.ts'
import type { useLifetime } from './lifetime.ts'
import { beginWorld } from './outages.ts'
import { createSource } from './pipeline.ts'
import { findDifferences, makeReaders, report } from './worldCheck.ts'

/** The faults of one day: each on one interface. */
export type Faulty = readonly { fault: UpstreamFault; door: Endpoint }[]

/** Five announcement days; the faults are on the third one. */
export const smallWorld = (seed: number): World =>
  makeWorld({ seed, from: '2026-09-14', until: '2026-09-18', perDay: 12, heldShare: 0.05 })
const [BEFORE, DAY, NEXT, LATER] = ['2026-09-15', '2026-09-16', '2026-09-17', '2026-09-18']
/** The days that the product lives through: the first one healthy, so that the faults meet a product at work. */
const [FROM, UNTIL] = sized({ short: [BEFORE, NEXT], long: [BEFORE, LATER] } as const)

/** Small limits, so that a fault that takes long is over soon. A busy machine still answers within them. */
const LIMITS = { firstByteMs: 1_500, totalMs: 3_000, bodyMaxBytes: 2 * 1024 * 1024 }
const RETRIES = { tries: 2, basePauseMs: 1, pauseMaxMs: 2, waitMaxMs: 50, breakerFailures: 1_000_000 }

/** Lives through the small world with `faulty` on its third day. Returns everything that is not as it should be. */
export async function liveWithFaults(
  life: ReturnType<typeof useLifetime>,
  world: World,
  faulty: Faulty,
): Promise<string> {
  const { simulator, sources } = life
  await beginWorld(life, world, FROM)
  const readers = await makeReaders()
  sources.set('arxiv', createSource(simulator, { limits: LIMITS, retries: RETRIES }))
  await life.turnOn()
  await life.liveUntil(instantOf(DAY, '00:00', ARXIV_ZONE))
  const mend = plant(life, faulty)
  await life.liveUntil(instantOf(NEXT, '00:00', ARXIV_ZONE))
  mend()
  await life.liveUntil(instantOf(UNTIL, '23:30', ARXIV_ZONE))
  const differences = await findDifferences({ world, readers, simulator, from: FROM, until: UNTIL })
  const problems = [
    report(world.seed, differences, 6),
    ...(await findUnclearJobs()),
    ...(await findSpoiltPapers(world, { isRetitled: faulty.some(({ fault }) => fault.retitles) })),
    ...(faulty.some(({ fault }) => fault.quarantines) && (await collection('quarantine').countDocuments()) === 0
      ? ['the record that cannot be read is not in quarantine']
      : []),
  ]
  return problems.filter((problem) => problem !== '').join('\n')
}

function plant({ simulator, sources }: ReturnType<typeof useLifetime>, faulty: Faulty): () => void {
  const { rssUrl, oaiUrl, apiUrl, htmlUrl } = simulator
  const addresses = { rssUrl, oaiUrl, apiUrl, htmlUrl }
  const stops: (() => void)[] = []
  const left = new Map(faulty.map(({ fault, door }) => [door, fault.times ?? Number.POSITIVE_INFINITY]))
  for (const { fault, door } of faulty) {
    const own = addresses[`${door}Url`]
    const raw = fault.raw === undefined ? undefined : RAW_ANSWERS[fault.raw]
    if (fault.origin) addresses[`${door}Url`] = own.replace(new URL(own).origin, fault.origin(new URL(own).origin))
    if (raw) {
      const server = startRawServer(raw)
      stops.push(() => server.stop())
      addresses[`${door}Url`] = own.replace(new URL(own).origin, server.origin)
    }
  }
  const limits = Object.assign({ ...LIMITS }, ...faulty.map(({ fault }) => fault.limits))
  sources.set('arxiv', createSource(addresses, { limits, retries: RETRIES }))
  simulator.onRequest = (request, correct) => {
    const fault = faulty.find(({ door }) => door === request.door)?.fault
    const times = left.get(request.door) ?? 0
    if (fault?.respond === undefined || times <= 0) return undefined
    left.set(request.door, times - 1)
    return fault.respond(request, correct)
  }
  return () => {
    for (const stop of stops) stop()
    simulator.onRequest = null
    sources.set('arxiv', createSource(simulator, { limits: LIMITS, retries: RETRIES }))
  }
}

const collection = (name: string) => mongoose.connection.collection(name)

/** Jobs that are open after the healthy days, or that failed without a reason that an admin can read. */
async function findUnclearJobs(): Promise<string[]> {
  const unclear = { $or: [{ open: true }, { state: 'failed', error: { $in: [null, /inside Paperdawn/] } }] }
  const jobs = await collection('jobs').find(unclear).toArray()
  return jobs.map((job) => `the job ${String(job['kind'])} is ${String(job['state'])}: ${String(job['error'])}`)
}

/** Papers of the world whose text is stored differently from what arXiv has. */
async function findSpoiltPapers(world: World, { isRetitled }: { isRetitled: boolean }): Promise<string[]> {
  const stored = await collection('papers').find<PaperRecord>({}).toArray()
  const byId = new Map(world.papers.map((paper) => [`arxiv:${paper.id}`, paper]))
  return stored.flatMap(({ _id, title, authors }) => {
    const paper = byId.get(String(_id))
    // A mirror of another year may have shown papers that this world does not have.
    if (paper === undefined) return []
    const names = authors.map(({ name }) => name).join('; ')
    const expected = paper.authors.map(({ name }) => name).join('; ')
    if ((isRetitled || title === paper.title) && names === expected) return []
    return [`spoilt: ${String(_id)} is stored as "${title.slice(0, 60)}" by ${names.slice(0, 60)}`]
  })
}
