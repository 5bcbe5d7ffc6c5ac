import { afterAll, afterEach, beforeEach } from 'bun:test'
import mongoose from 'mongoose'
import { startWorker, type Worker, type WorkerOptions } from '#api/jobs/worker.ts'
import type { ZoteroInput } from '#api/contract/zotero.ts'
import { setClock } from '#api/platform/clock.ts'
import { Sources } from '#api/sources/sources.ts'
import { createZotero } from '#api/sources/zotero/zotero.ts'
import { requestZoteroSyncs } from '#api/services/zotero/syncSchedule.ts'
import { mongoRateLimit } from '#api/store/sources/rateLimit.ts'
import { FAST_RETRIES, simulateCrossref } from '#tests/api/support/pipeline.ts'
import { KEY, startZoteroSimulator, USER_ID } from '#tests/simulators/zotero.ts'
import { SimLibrary } from '#tests/simulators/zoteroLibrary.ts'
import { useApp } from '#tests/support/app.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

export const ALL: ZoteroInput = {
  key: KEY,
  read: 'library',
  collections: [],
  to_list: false,
  push_to: null,
  push_notes: false,
}

/** The app with a simulated Zotero and Crossref, both empty before each test. Jobs are run by `sync`. */
export function useZotero() {
  const simulator = startZoteroSimulator()
  const { simulator: works, crossref } = simulateCrossref()
  const zotero = createZotero({
    apiUrl: simulator.apiUrl,
    contactEmail: 'papers@example.org',
    rateLimit: mongoRateLimit(),
    retries: FAST_RETRIES,
  })
  const app = useApp({ zotero, sources: new Sources([crossref]) })
  const workers: Worker[] = []
  const connection = (name = 'ada') => app.as(name).users.me.connections.zotero

  beforeEach(() => {
    simulator.library = new SimLibrary()
    simulator.libraries.clear()
    simulator.libraries.set(USER_ID, simulator.library)
    simulator.groups.clear()
    simulator.keys.clear()
    simulator.keys.set(KEY, { userId: USER_ID, library: true, write: true, notes: true })
    simulator.requests.length = 0
    simulator.onRequest = null
    simulator.onAnswer = null
    simulator.lostWrites = 0
    works.works.length = 0
    works.requests.length = 0
  })
  afterEach(async () => {
    await stopWorkers()
    setClock(null)
  })
  afterAll(async () => {
    await simulator.stop()
    await works.stop()
  })

  const stopWorkers = () => Promise.all(workers.splice(0).map((worker) => worker.stop()))

  function work(options: WorkerOptions = {}): Worker {
    const worker = startWorker(app.product, { pollMs: 20, retryMs: 1, ...options })
    workers.push(worker)
    return worker
  }

  return {
    ...app,
    simulator,
    works,
    connection,
    work,
    settle,
    stopWorkers,
    /** Queues what is due and runs it to the end. */
    async run(): Promise<void> {
      if (workers.length === 0) work()
      await requestZoteroSyncs(app.product)
      await settle()
    },
    /** Runs the library of a reader to the end. */
    async sync(name = 'ada'): Promise<void> {
      if (workers.length === 0) work()
      // A job that is under way may not see what happened last.
      await settle()
      await connection(name).sync.post()
      await settle()
    },
    /** Connects the library of a reader, and reads it. */
    async connect(changes: Partial<ZoteroInput> = {}, name = 'ada'): Promise<void> {
      const { error } = await connection(name).put({ ...ALL, ...changes })
      if (error) throw new Error(`the library was not connected: ${JSON.stringify(error.value)}`)
      if (workers.length === 0) work()
      await settle()
    },
    state: async (name = 'ada') => (await connection(name).get()).data?.connection ?? null,
  }
}

/** Waits until no job is open. */
async function settle(): Promise<void> {
  const jobs = mongoose.connection.collection('jobs')
  await waitUntil(async () => (await jobs.countDocuments({ open: true, kind: 'sync-zotero' })) === 0)
}
