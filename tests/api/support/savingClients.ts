import { afterAll, beforeAll } from 'bun:test'
import mongoose from 'mongoose'
import type { User } from '#api/contract/users.ts'
import { announcePapers, idOf } from '#tests/api/support/records.ts'
import { claimsOf, firebaseSettings, startIssuer, type Issuer } from '#tests/support/keys.ts'
import { isRefused, KEPT_ALIVE_CLIENTS, type KeptAliveClient, type SentRequest } from './keptAlive.ts'
import { useProductData } from './productProcess.ts'

const PAPERS = 60
const PROJECT = 'paperdawn-tests'

interface Running {
  /** Of the product, or of what is before its processes. */
  port: number
  /** Called after a request without an answer. Resolves when the client goes on. */
  back: (stopping: AbortSignal) => Promise<unknown>
  /** Between two requests of a client. */
  pauseMs?: number
  /** Words that the clients search for, too. */
  search?: string
}

/** Products that are restarted while clients read and save: their data, and what `addSavingClients` has. */
export function useSavingClients() {
  return addSavingClients(useProductData())
}

/** Clients of products with this data: the papers that they save, and the issuer of their tokens. */
export function addSavingClients(data: ReturnType<typeof useProductData>) {
  const issuer = startIssuer()
  beforeAll(async () => {
    const papers = Array.from({ length: PAPERS }, (_, number) => ({ number }))
    await announcePapers('2026-11-18', papers)
  })
  afterAll(() => issuer.stop())
  return {
    /** Of the products. */
    settings: (): ReturnType<typeof data> => ({
      ...data(),
      ...firebaseSettings(issuer, PROJECT),
      ADMIN_EMAIL_DOMAIN: 'paperdawn.test',
    }),

    /** A token of an admin. */
    signAdmin: () => issuer.sign(claimsOf('admin', PROJECT, { email: 'admin@paperdawn.test' })),

    /** Starts `count` clients, each of which is another reader. */
    async start(count: number, { port, back, ...habits }: Running) {
      const ledger: Ledger = {
        saved: new Map(),
        answers: 0,
        statuses: new Map(),
        refused: 0,
        failures: [],
        fault: { at: 0, over: new Map() },
      }
      const controller = new AbortController()
      const { signal: stopping } = controller
      const clients = await Promise.all(Array.from({ length: count }, (_, number) => makeClient(number, port, issuer)))
      const running = clients.map((client) =>
        runClient(client, ledger, { ...habits, stopping, back: () => back(stopping) }),
      )
      return {
        ledger,
        async stop(): Promise<void> {
          controller.abort()
          await Promise.all(running)
        },
      }
    },
  }
}

/** What the clients have seen. */
interface Ledger {
  /** By user id: the papers whose save was acknowledged. */
  saved: Map<string, Set<string>>
  answers: number
  statuses: Map<number, number>
  refused: number
  /** Requests that got no answer, by client. */
  failures: string[]
  /** When a part was made to fail last, and after how many ms the first request of each kind had succeeded since. */
  fault: { at: number; over: Map<RequestKind, number> }
}

export type RequestKind = 'read' | 'save' | 'search'

interface ClientRun {
  stopping: AbortSignal
  back: () => Promise<unknown>
}

interface Client {
  kind: string
  send: KeptAliveClient
  token: string
  userId: string
}

/** Signs in a reader at the port of this machine, with a client over a connection of its own. */
async function makeClient(number: number, port: number, issuer: Issuer): Promise<Client> {
  const [kind, make] = Object.entries(KEPT_ALIVE_CLIENTS)[number % 3]!
  const token = await issuer.sign(claimsOf(`reader${number}`, PROJECT))
  const body = JSON.stringify({ id_token: token })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`http://127.0.0.1:${port}/api/auth/firebase`, { method: 'POST', headers, body })
  return { kind, send: make(port), token, userId: ((await response.json()) as User).id }
}

/** Reads and saves until `stopping`; after a request without an answer it waits for `back`. */
async function runClient(
  { kind, send, token, userId }: Client,
  ledger: Ledger,
  { stopping, back, pauseMs = 0, search }: Pick<Running, 'pauseMs' | 'search'> & ClientRun,
): Promise<void> {
  const saved = new Set<string>()
  ledger.saved.set(userId, saved)
  const authorization = `Bearer ${token}`
  const post = { 'content-type': 'application/json', authorization }
  for (let turn = 0; !stopping.aborted; turn += 1) {
    const paper_id = idOf(turn % PAPERS)
    const get = (path: string) => ({ method: 'GET', path, headers: { authorization }, body: '' })
    const body = JSON.stringify({ paper_id })
    const requests: [RequestKind, SentRequest][] = [
      ['read', get('/api/papers/today')],
      ['save', { method: 'POST', path: '/api/users/me/reading-list', headers: post, body }],
      ['read', get('/api/users/me/reading-list?limit=2')],
    ]
    if (search !== undefined) requests.push(['search', get(`/api/papers/search?q=${encodeURIComponent(search)}`)])
    for (const [asked, request] of requests) {
      const startedAt = performance.now()
      try {
        const status = await send(request)
        ledger.answers += 1
        ledger.statuses.set(status, (ledger.statuses.get(status) ?? 0) + 1)
        if (status === 200 || status === 201) {
          if (asked === 'save') saved.add(paper_id)
          const { at, over } = ledger.fault
          if (startedAt >= at && !over.has(asked)) over.set(asked, Math.round(performance.now() - at))
        }
      } catch (error) {
        if (isRefused(error)) ledger.refused += 1
        else ledger.failures.push(`${kind}, ${request.method}: ${String(error)}`)
        await back()
      }
      if (pauseMs > 0) await Bun.sleep(pauseMs)
    }
  }
}

/** The acknowledged saves that are not in the open database. */
export async function findLostSaves({ saved }: Ledger): Promise<string[]> {
  const lost: string[] = []
  for (const [user_id, acknowledged] of saved) {
    const items = await mongoose.connection.collection('reading_list').find({ user_id }).toArray()
    const stored = new Set(items.map(({ paper_id }) => String(paper_id)))
    lost.push(...[...acknowledged].filter((id) => !stored.has(id)).map((id) => `${user_id} ${id}`))
  }
  return lost
}

/** Statuses of the answers that are no success. */
export const otherStatuses = ({ statuses }: Ledger): number[] =>
  [...statuses.keys()].filter((status) => ![200, 201].includes(status))
