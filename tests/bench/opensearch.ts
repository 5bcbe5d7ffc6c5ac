import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openOpenSearchIndex } from '#api/search/opensearch/openSearchIndex.ts'
import { openSqliteIndex } from '#api/search/sqliteIndex.ts'
import type { IndexedPaper, SearchIndex } from '#api/search/searchIndex.ts'
import { findOpenSearch } from '#tests/support/opensearch.ts'
import { REAL_DATA } from '#tests/support/realData.ts'
import { inventPaper } from './inventedLibrary.ts'
import { compare, meanOf, scoreWords } from './judgedSearch.ts'
import { readJudgedSets } from './judgedSets.ts'
import { percentiles, QUESTIONS } from './searchQuestions.ts'

// Compares the index in OpenSearch with the one in SQLite in one run: nDCG@10 by words on the judged collections of
// BENCH_DATA, and the times of searches of SEARCH_PAPERS invented papers (default 50,000) by class of question. OPENSEARCH_URL
// names the OpenSearch; without it the node of the tests is used.
const papers = Number(process.env['SEARCH_PAPERS'] ?? 50_000)
const RUNS = 15
const BATCH = 1_000
/** By words, nDCG@10 of the two differs by less. */
const DIFFERENCE_MAX = 0.005
const round = (value: number) => value.toFixed(4)

const url = process.env['OPENSEARCH_URL'] ?? (await findOpenSearch())
if (url === undefined) process.exit(0)
const folder = mkdtempSync(join(tmpdir(), 'paperdawn-opensearch-bench-'))
const isNear = await compareQuality(url)
await compareTimes(url)
rmSync(folder, { recursive: true })
// The keeper of the node ends with this process.
process.exit(isNear ? 0 : 1)

function openBoth(address: string, name: string): Record<'SQLite' | 'OpenSearch', SearchIndex> {
  const prefix = `bench-${process.pid}-${name}`
  return {
    SQLite: openSqliteIndex({ folder: join(folder, name) }),
    // On a busy machine, too, every step is taken: a partial result says nothing about the order.
    OpenSearch: openOpenSearchIndex({ url: address, prefix, patienceMs: Infinity }),
  }
}

async function fill(index: SearchIndex, count: number, paperAt: (n: number) => IndexedPaper): Promise<number> {
  const started = performance.now()
  await index.becomeWriter()
  for (let at = 0; at < count; at += BATCH)
    await index.put(Array.from({ length: Math.min(BATCH, count - at) }, (_, more) => paperAt(at + more)))
  await index.markCurrent(new Date())
  return (performance.now() - started) / 1_000
}

async function compareQuality(address: string): Promise<boolean> {
  let isNearAll = true
  for (const set of readJudgedSets(join(REAL_DATA, 'eval'))) {
    const { SQLite, OpenSearch } = openBoth(address, set.name.toLowerCase())
    for (const index of [SQLite, OpenSearch]) await fill(index, set.papers.length, (n) => set.papers[n]!)
    const [own, other] = [await scoreWords(SQLite, set), await scoreWords(OpenSearch, set)]
    const { mean, interval } = compare(other, own)
    const scores = `SQLite ${round(meanOf(own))}, OpenSearch ${round(meanOf(other))}`
    console.log(
      `${set.name}: nDCG@10 by words: ${scores}, difference ${round(mean)} [${interval.map(round).join(', ')}]`,
    )
    if (Math.abs(mean) >= DIFFERENCE_MAX) isNearAll = false
    await Promise.all([SQLite.close(), OpenSearch.close()])
  }
  return isNearAll
}

async function compareTimes(address: string): Promise<void> {
  const engines = openBoth(address, 'invented')
  for (const [name, index] of Object.entries(engines))
    console.log(`${name}: ${papers} papers indexed in ${(await fill(index, papers, inventPaper)).toFixed(0)} s`)
  const rows: object[] = []
  for (const { kind, plain: _plain, ...request } of QUESTIONS) {
    const row: Record<string, unknown> = { kind }
    for (const [name, index] of Object.entries(engines)) {
      const { total, partial } = await index.search({ ...request, limit: 20 })
      const times: number[] = []
      for (let run = 0; run < RUNS; run++) {
        const started = performance.now()
        await index.search({ ...request, limit: 20 })
        times.push(performance.now() - started)
      }
      const { p50, p95 } = percentiles(times)
      Object.assign(row, { [`${name} total`]: total, [`${name} p50`]: p50, [`${name} p95`]: p95 })
      if (partial) row[`${name} partial`] = true
    }
    rows.push(row)
  }
  console.table(rows)
  await Promise.all(Object.values(engines).map((index) => index.close()))
}
