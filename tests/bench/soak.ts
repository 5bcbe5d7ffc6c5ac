import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Item } from '#api/contract/readingList.ts'
import { closeDatabase, openDatabase } from '#api/store/database.ts'
import { announcePapers, idOf } from '#tests/api/support/records.ts'
import { addressOf, startProduct } from '#tests/api/support/productProcess.ts'
import { claimsOf, firebaseSettings, startIssuer } from '#tests/support/keys.ts'
import { testDatabase } from '#tests/support/mongod.ts'
import { makeFolder } from '#tests/support/process.ts'
import { percentiles } from './searchQuestions.ts'

// Keeps the product under mixed load for SOAK_MINUTES, and prints every 30 seconds its memory, its open files and how
// long requests took. Memory and files must stay flat after the first minutes.
const MINUTES = Number(process.env['SOAK_MINUTES'] ?? 10)
const READERS = 8
const PAPERS = 2_000
/** Keeps a reader below the limit of 600 requests a minute. */
const PAUSE_MS = 105
const SAMPLE_MS = 30_000
const PROJECT = 'paperdawn-tests'

const issuer = startIssuer()
const folder = await makeFolder()
const database = await testDatabase()
await openDatabase(database)
const days = ['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20']
for (const [index, day] of days.entries()) {
  const size = PAPERS / days.length
  await announcePapers(
    day,
    Array.from({ length: size }, (_, number) => ({ number: index * size + number })),
  )
}
const product = startProduct({
  PAPERDAWN_DATA: folder.path,
  MONGODB_URI: database,
  ...firebaseSettings(issuer, PROJECT),
  ADMIN_EMAIL_DOMAIN: 'paperdawn.test',
})
const address = await addressOf(product)
const endsAt = performance.now() + MINUTES * 60_000
const statuses = new Map<number, number>()
let durations: number[] = []

await Promise.all([...Array.from({ length: READERS }, (_, number) => use(number)), sample()])
console.log(Object.fromEntries(statuses))
product.kill('SIGTERM')
console.log(`exit code ${await product.exited}`)
await closeDatabase()
await issuer.stop()
await folder[Symbol.asyncDispose]()

/** The first one is an admin. */
async function use(number: number): Promise<void> {
  const email = number === 0 ? 'admin@paperdawn.test' : `reader${number}@example.org`
  const token = await issuer.sign(claimsOf(`reader${number}`, PROJECT, { email }))
  const call = async (method: string, path: string, body?: object) => {
    const started = performance.now()
    const response = await fetch(`${address}/api/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: body ? JSON.stringify(body) : null,
    })
    const answer: unknown = await response.json().catch(() => null)
    durations.push(performance.now() - started)
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
    await sleep(PAUSE_MS)
    return answer
  }
  await call('POST', 'auth/firebase', { id_token: token })
  await call('PUT', 'users/me', { category_ids: ['cs.LG'] })
  for (let turn = 0; performance.now() < endsAt; turn += 1) {
    const paper_id = idOf((turn * 7 + number) % PAPERS)
    await call('GET', 'papers/for-me?limit=20')
    await call('GET', `papers/search?q=${encodeURIComponent(`invented result ${turn % PAPERS}`)}`)
    const { id, version } = (await call('POST', 'users/me/reading-list', { paper_id })) as Item
    await call('PUT', `users/me/reading-list/${id}`, { notes: `Note ${turn}`, version })
    await call('GET', 'users/me/reading-list?limit=20')
    await call('GET', `papers/${encodeURIComponent(paper_id)}`)
    await call('DELETE', `users/me/reading-list/${id}`)
    if (number === 0) await call('GET', 'admin/system-health')
  }
}

async function sample(): Promise<void> {
  for (let seconds = 0; performance.now() < endsAt; seconds += SAMPLE_MS / 1_000) {
    await sleep(SAMPLE_MS)
    const status = await readFile(`/proc/${product.pid}/status`, 'utf8')
    const files = (await readdir(`/proc/${product.pid}/fd`)).length
    const memory = Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
    const taken = durations
    durations = []
    console.log(`${seconds + 30} s: ${memory} MB, ${files} files, ${taken.length} requests`, percentiles(taken))
  }
}
