import mongoose from 'mongoose'
import type { User } from '#api/contract/users.ts'
import { announcePapers, idOf } from '#tests/api/support/records.ts'
import { claimsOf, type Issuer } from '#tests/support/keys.ts'
import { isRefused, KEPT_ALIVE_CLIENTS, type KeptAliveClient } from './keptAlive.ts'

const PAPERS = 60

/** Stores the papers that the clients save. */
export const announceForClients = () =>
  announcePapers(
    '2026-11-18',
    Array.from({ length: PAPERS }, (_, number) => ({ number })),
  )

/** What the clients have seen. */
export interface Ledger {
  /** By user id: the papers whose save was acknowledged. */
  saved: Map<string, Set<string>>
  answers: number
  statuses: Map<number, number>
  refused: number
  /** Requests that got no answer, by client. */
  failures: string[]
}

export const newLedger = (): Ledger => ({ saved: new Map(), answers: 0, statuses: new Map(), refused: 0, failures: [] })

interface Client {
  kind: string
  send: KeptAliveClient
  token: string
  userId: string
}

/** Signs in readers at the port of this machine, each with a client over a connection of its own. */
export const makeClients = (count: number, at: { port: number; issuer: Issuer; project: string }): Promise<Client[]> =>
  Promise.all(Array.from({ length: count }, (_, number) => makeClient(number, at)))

async function makeClient(
  number: number,
  { port, issuer, project }: { port: number; issuer: Issuer; project: string },
): Promise<Client> {
  const [kind, make] = Object.entries(KEPT_ALIVE_CLIENTS)[number % 3]!
  const token = await issuer.sign(claimsOf(`reader${number}`, project))
  const body = JSON.stringify({ id_token: token })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`http://127.0.0.1:${port}/api/auth/firebase`, { method: 'POST', headers, body })
  return { kind, send: make(port), token, userId: ((await response.json()) as User).id }
}

/** Reads and saves without a pause until `stopping`; after a request without an answer it waits for `back`. */
export async function useClient(
  { kind, send, token, userId }: Client,
  ledger: Ledger,
  { stopping, back }: { stopping: AbortSignal; back: () => Promise<unknown> },
): Promise<void> {
  const saved = new Set<string>()
  ledger.saved.set(userId, saved)
  const authorization = `Bearer ${token}`
  const post = { 'content-type': 'application/json', authorization }
  for (let turn = 0; !stopping.aborted; turn += 1) {
    const paper_id = idOf(turn % PAPERS)
    const requests = [
      { method: 'GET', path: '/api/papers/today', headers: { authorization }, body: '' },
      { method: 'POST', path: '/api/users/me/reading-list', headers: post, body: JSON.stringify({ paper_id }) },
      { method: 'GET', path: '/api/users/me/reading-list?limit=2', headers: { authorization }, body: '' },
    ]
    for (const request of requests) {
      try {
        const status = await send(request)
        ledger.answers += 1
        ledger.statuses.set(status, (ledger.statuses.get(status) ?? 0) + 1)
        if (status === 200 || status === 201) if (request.method === 'POST') saved.add(paper_id)
      } catch (error) {
        if (isRefused(error)) ledger.refused += 1
        else ledger.failures.push(`${kind}, ${request.method}: ${String(error)}`)
        await back()
      }
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
