import { Database } from 'bun:sqlite'
import { mkdirSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { IndexFile } from '#api/search/indexFile.ts'
import { inventPaper } from './inventedLibrary.ts'
import { percentiles, QUESTIONS } from './searchQuestions.ts'

// Builds an index of SEARCH_PAPERS invented papers (default 1 million) in SEARCH_FOLDER, continuing one that exists, and
// measures searches by class of question, beside FTS5 that scores every match with bm25, on the same file.
const papers = Number(process.env['SEARCH_PAPERS'] ?? 1_000_000)
const folder = process.env['SEARCH_FOLDER'] ?? join(tmpdir(), 'paperdawn-search-bench')
const RUNS = 15
/** Larger batches than those of the product write fewer segments. */
const BATCH = 5_000

mkdirSync(folder, { recursive: true })
const index = new IndexFile(folder)
if (!index.becomeWriter()) throw new Error(`another process writes the index in ${folder}`)
build()
measure()
index.close()

function build(): void {
  const first = index.state.seq
  const started = performance.now()
  for (let at = first; at < papers; at += BATCH) {
    index.put(Array.from({ length: Math.min(BATCH, papers - at) }, (_, more) => inventPaper(at + more)))
    if (at % 10_000 === 0) console.log(`${at} papers after ${seconds(started)} s`)
  }
  if (first < papers) console.log(`${papers - first} papers indexed in ${seconds(started)} s`)
  const { size } = index.state
  const bytes = statSync(join(folder, 'search.sqlite')).size
  console.log(`${size} papers, ${(bytes / 1e6).toFixed(0)} MB, ${(bytes / size).toFixed(0)} bytes a paper`)
}

function measure(): void {
  const plainFile = new Database(join(folder, 'search.sqlite'), { readonly: true })
  const rank = plainFile.query<unknown, [string]>(
    'SELECT rowid, bm25(words, 3.0, 2.0, 1.0, 0.0) AS score FROM words WHERE words MATCH ? ORDER BY score LIMIT 20',
  )
  const rows = QUESTIONS.map(({ kind, plain, ...request }) => {
    const { total, partial, ranked_newest } = index.search({ ...request, limit: 20 })
    const ours = timeOf(() => index.search({ ...request, limit: 20 }))
    const theirs = plain === undefined ? null : timeOf(() => rank.all(plain))
    return { kind, total, ...ours, 'FTS5 p50': theirs?.['p50'] ?? null, ranked_newest, partial }
  })
  plainFile.close()
  console.table(rows)
  console.log(`resident memory ${(process.memoryUsage().rss / 1e6).toFixed(0)} MB`)
}

/** Wall and CPU time in ms. */
function timeOf(run: () => unknown): Record<'p50' | 'p95' | 'p99' | 'CPU p50' | 'CPU p95', number> {
  const samples = Array.from({ length: RUNS }, () => {
    const [started, cpu] = [performance.now(), process.cpuUsage()]
    run()
    const used = process.cpuUsage(cpu)
    return { wall: performance.now() - started, cpu: (used.user + used.system) / 1_000 }
  })
  const { p50, p95 } = percentiles(samples.map(({ cpu }) => cpu))
  return { ...percentiles(samples.map(({ wall }) => wall)), 'CPU p50': p50, 'CPU p95': p95 }
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1_000).toFixed(0)
}
