import { afterAll, beforeAll } from 'bun:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import mongoose from 'mongoose'
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server'
import { setClock } from '#api/platform/clock.ts'
import { findFreePort } from '#api/platform/embedded/port.ts'
import { openDatabase, closeDatabase } from '#api/store/database.ts'
import { recordSuccess } from '#api/store/sources/sources.ts'
import { startArxivSimulator } from '#tests/simulators/arxiv.ts'
import { startOpenSearchNode, type OpenSearchNode } from '#tests/support/opensearchNode.ts'
import { makeFolder, NOWHERE } from '#tests/support/process.ts'
import { startBalancer } from './balancer.ts'
import { startMailServer } from './mailServer.ts'
import { useAsMailServer } from './outboxes.ts'
import { addressOf, useProductProcesses, type ProductProcess } from './productProcess.ts'
import { startReplicaSet, type ReplicaSet } from './replicaSet.ts'
import { addSavingClients } from './savingClients.ts'

export const FLEET_PARTS = ['worker', 'mongod primary', 'web', 'OpenSearch node'] as const
export type FleetPart = (typeof FLEET_PARTS)[number]

const ROLES = ['web', 'web', 'worker', 'worker'] as const
/** Keeps a reader below the limit of 600 requests a minute, and leaves most of the machine to the product. */
const PAUSE_MS = 250
const MESSAGE_ID = /^message-id:\s*(<[^>]*>)/im

/**
 * Two web processes behind a balancer and two workers, over a replica set of three mongods and a node of OpenSearch, with
 * a simulated arXiv, which has announced everything up to `lastDay`, and a mail server. All of it runs on this machine and
 * ends with the tests of the file.
 */
export function addFleet(lastDay: string) {
  const arxiv = startArxivSimulator()
  const ports = ROLES.map(() => findFreePort())
  const products: ProductProcess[] = []
  /** Message-ID -> how often the mail server has accepted it. */
  const mails = new Map<string, number>()
  let clock = ''
  let folder: Awaited<ReturnType<typeof makeFolder>>
  let set: ReplicaSet
  let node: OpenSearchNode
  let server: Awaited<ReturnType<typeof startMailServer>>
  let balancer: Awaited<ReturnType<typeof startBalancer>>

  async function countMail(stream: SMTPServerDataStream, _session: SMTPServerSession): Promise<void> {
    const id = MESSAGE_ID.exec(String(await buffer(stream)))?.[1] ?? 'none'
    mails.set(id, (mails.get(id) ?? 0) + 1)
  }

  const ends: (() => Promise<unknown>)[] = [arxiv.stop, closeDatabase]
  beforeAll(async () => {
    folder = await makeFolder()
    ends.push(async () => folder[Symbol.asyncDispose]())
    set = await startReplicaSet()
    ends.push(async () => set[Symbol.asyncDispose]())
    node = await startOpenSearchNode(folder.path)
    ends.push(() => node.stop('SIGKILL'))
    balancer = await startBalancer(ports.filter((_, number) => ROLES[number] === 'web'))
    ends.push(() => balancer.stop())
    server = await startMailServer({ onData: callbackify(countMail) })
    ends.push(() => server.stop())
    await openDatabase(set.uri('fleet'))
    await useAsMailServer(server, { max_per_minute: 1_000_000 })
    await recordSuccess('arxiv', { watermark: lastDay })
  })
  afterAll(async () => {
    setClock(null)
    // The processes of the product have been killed after the test.
    for (const end of ends.toReversed()) await end()
  })
  const clients = addSavingClients(() => ({ PAPERDAWN_DATA: folder.path, MONGODB_URI: set.uri('fleet') }))
  const { launch } = useProductProcesses(() => ({
    ...clients.settings(),
    PAPERDAWN_SECRET: 'a secret that all processes share',
    PAPERDAWN_CLOCK: clock,
    OPENSEARCH_URL: node.address,
    ARXIV_RSS_URL: arxiv.rssUrl,
    ARXIV_OAI_URL: arxiv.oaiUrl,
    ARXIV_API_URL: arxiv.apiUrl,
    ARXIV_HTML_URL: arxiv.htmlUrl,
    ARXIV_GAP_MS: '0',
    RETRACTION_WATCH_URL: NOWHERE,
  }))

  /** Starts the process with this number, which has its own port and data folder. */
  async function start(number: number): Promise<void> {
    products[number] = launch({
      PORT: `${ports[number]}`,
      PAPERDAWN_ROLES: ROLES[number],
      PAPERDAWN_DATA: join(folder.path, `${number}`),
    })
    await addressOf(products[number])
  }

  async function kill(number: number): Promise<void> {
    products[number]?.kill('SIGKILL')
    await products[number]?.exited
    await start(number)
  }

  /** The worker that runs a job of this kind; else the first. */
  async function findWorker(kind: string): Promise<number> {
    const job = await mongoose.connection.collection('jobs').findOne({ kind, state: 'running' })
    const owner = String(job?.['lease']?.owner ?? '').split(':')
    const found = products.findIndex(({ pid }) => owner.includes(`${pid}`))
    return found < 0 ? ROLES.indexOf('worker') : found
  }

  return {
    arxiv,
    mails,
    clients,
    port: () => balancer.port,

    /** Starts all processes of the product, whose clock then shows `instant`. */
    async begin(instant: string): Promise<void> {
      clock = instant
      setClock(new Date(instant))
      await Promise.all(ROLES.map((_, number) => start(number)))
    },

    /** Stops all processes of the product. */
    async end(): Promise<void> {
      for (const product of products) product.kill('SIGTERM')
      await Promise.all(products.map(({ exited }) => exited))
    },

    startClients: (count: number, search: string) =>
      clients.start(count, { port: balancer.port, back: () => nextTurn(), pauseMs: PAUSE_MS, search }),

    /**
     * Kills the part, of the workers the one that runs a job of the kind `job`, and starts it again; the mongod when
     * `recovered` has resolved.
     */
    async kill(part: FleetPart, { job, recovered }: { job: string; recovered: () => Promise<unknown> }): Promise<void> {
      if (part === 'mongod primary') return set.killPrimary(async () => void (await recovered()))
      if (part === 'OpenSearch node') {
        await node.stop('SIGKILL')
        node = await startOpenSearchNode(folder.path, node.port)
      } else await kill(part === 'web' ? ROLES.indexOf('web') : await findWorker(job))
      await recovered()
    },
  }
}
