import { mkdirSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import type { PublicConfig } from '#api/contract/auth.ts'
import { SEARCH_PAGE_SIZE } from '#api/contract/limits.ts'
import type { SearchResponse } from '#api/contract/search.ts'
import { findMongod } from '#api/platform/embedded/findMongod.ts'
import { startMongod } from '#api/platform/embedded/mongod.ts'
import { IndexFile } from '#api/search/indexFile.ts'
import { closeDatabase, openDatabase } from '#api/store/database.ts'
import { startProduct } from '#tests/e2e/product.ts'
import { openVisitor } from '#tests/e2e/visitor.ts'
import { openBrowser } from '#tests/support/browser.ts'
import { emulatorToken } from '#tests/support/emulator.ts'
import { NOWHERE } from '#tests/support/process.ts'
import { inventPaper } from './inventedLibrary.ts'
import { fillPapers } from './inventedRecords.ts'
import { measureDay } from './searchDay.ts'
import { percentiles, QUESTIONS } from './searchQuestions.ts'

// Measures searches over HTTP, while a reader types in Chromium, and while a day of new papers is indexed, in the product
// with the papers of the index that `bench:search` has built in SEARCH_FOLDER. The papers are stored there, too, at the
// first run; each run adds its day of papers.
const folder = process.env['SEARCH_FOLDER'] ?? ''
/** Below the limit of requests of one user. */
const RUNS = 30
/** The number of the paper whose similar ones are asked for, and those of its abstract. */
const LIKE = 777_777
/** Another user, whose requests are not those of the measurement before. */
const TYPIST = 'Bela Moreau'
const TYPED = ['large language model', 'robot grasping', 'graph neural network', 'difusion model']
/** Slower than the page waits for the next key: the beginnings are searched, too. */
const KEY_MS = 300

const database = join(folder, 'mongo')
mkdirSync(database, { recursive: true })
const index = new IndexFile(folder)
const { size } = index.state
index.close()
if (size === 0) throw new Error('SEARCH_FOLDER has no index: run `bun run bench:search` with it first')

const mongod = await startMongod({
  binary: await findMongod({ report: console.log }),
  folder: database,
  report: () => undefined,
})
const uri = mongod.uri.replace('/?', '/bench?')
try {
  await openDatabase(uri)
  await fillPapers(size)
  await measure()
} finally {
  await closeDatabase()
  await mongod.stop()
}

async function measure(): Promise<void> {
  await using product = await startProduct({
    arxiv: { rssUrl: NOWHERE, oaiUrl: NOWHERE, apiUrl: NOWHERE, htmlUrl: NOWHERE },
    clock: new Date(),
    settings: { MONGODB_URI: uri, PAPERDAWN_SEARCH: folder, PAPERDAWN_ROLES: 'web' },
  })
  console.log(`${size} papers, load ${loadavg()[0]?.toFixed(1)}`)
  await measureRequests(product.address, await signIn(product.address, 'reader'))
  await measureTyping(product.address)
  // Another reader, whose limit of requests is not used up.
  await measureDay({ address: product.address, headers: await signIn(product.address, 'second'), size })
}

/** Returns the headers of the requests of a reader, who has an account then. */
async function signIn(address: string, name: string): Promise<Record<string, string>> {
  const { firebase } = (await (await fetch(`${address}/api/config`)).json()) as PublicConfig
  const token = await emulatorToken(new URL(firebase.emulator_url ?? '').host, {
    email: `${name}@example.org`,
    name,
  })
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const account = JSON.stringify({ id_token: token })
  await fetch(`${address}/api/auth/firebase`, { method: 'POST', headers, body: account })
  return headers
}

/** Times in ms of requests of one reader, one after another; beside a request that does nothing. */
async function measureRequests(address: string, headers: Record<string, string>): Promise<void> {
  const read = async (path: string, init: RequestInit) => {
    const started = performance.now()
    const response = await fetch(`${address}${path}`, { headers, ...init })
    const body = (await response.json()) as Pick<SearchResponse, 'partial'>
    if (!response.ok) throw new Error(`${response.status} for ${path}: ${JSON.stringify(body)}`)
    return { ms: performance.now() - started, body }
  }
  const time = async (path: string, init: RequestInit = {}) => {
    await read(path, init)
    const samples: Awaited<ReturnType<typeof read>>[] = []
    while (samples.length < RUNS) samples.push(await read(path, init))
    return { ...percentiles(samples.map(({ ms }) => ms)), partial: samples.filter(({ body }) => body.partial).length }
  }
  const rows: Record<string, object> = { 'nothing (/api/health/live)': await time('/api/health/live') }
  for (const { kind, plain: _, ...question } of QUESTIONS) {
    const query = new URLSearchParams(
      Object.entries({ ...question, limit: SEARCH_PAGE_SIZE }).map(([name, value]) => [name, String(value)]),
    )
    rows[kind] = await time(`/api/papers/search?${query}`)
  }
  const { id, abstract } = inventPaper(LIKE)
  const text = JSON.stringify({ text: abstract, limit: SEARCH_PAGE_SIZE })
  rows['like a text'] = await time('/api/papers/similar', { method: 'POST', body: text })
  rows['like a paper'] = await time(`/api/papers/${id}/similar?limit=${SEARCH_PAGE_SIZE}`)
  console.table(rows)
}

/** Types questions into the search page; the requests' times, and each answer that was shown. */
async function measureTyping(address: string): Promise<void> {
  const browser = await openBrowser()
  try {
    const { page, signIn } = await openVisitor(browser, address, { worker: false })
    await page.goto('/login')
    await signIn(TYPIST)
    await page.goto('/search')
    const totals = new Map<string, Promise<string>>()
    const times: number[] = []
    page.on('response', (response) => {
      const url = new URL(response.url())
      if (url.pathname.startsWith('/api/papers/search'))
        totals.set(
          url.searchParams.get('q') ?? '',
          response.json().then(({ total }: SearchResponse) => String(total)),
        )
    })
    page.on('requestfinished', (request) => {
      const { requestStart, responseEnd } = request.timing()
      if (request.url().includes('/api/papers/search')) times.push(responseEnd - requestStart)
    })
    const field = page.getByLabel('Search papers')
    const summary = page.getByText(/papers?\b.* for “/)
    const wrong: string[] = []
    for (const question of TYPED) {
      await field.fill('')
      await field.pressSequentially(question, { delay: KEY_MS })
      await page.getByText(`for “${question}”`).waitFor()
      const text = (await summary.first().textContent()) ?? ''
      const total = (await totals.get(question)) ?? ''
      if (!text.replaceAll(/[^\d“]/g, '').startsWith(total)) wrong.push(`${text} instead of ${total}`)
    }
    console.log(`Typing ${TYPED.join(', ')} with ${KEY_MS} ms a key: ${times.length} requests`)
    console.table({ requests: { ...percentiles(times), most: Math.round(Math.max(...times)) } })
    console.log(`${TYPED.length} last answers read, ${wrong.length} of another question. ${wrong.join('; ')}`)
  } finally {
    await browser.close()
  }
}
