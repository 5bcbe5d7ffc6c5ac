import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { IndexFile } from '#api/search/indexFile.ts'
import { findMatches } from '#api/services/search/savedSearchMatches.ts'
import { openSqliteIndex } from '#api/search/sqliteIndex.ts'
import { closeDatabase, openDatabase } from '#api/store/database.ts'
import { INDEX_REBUILD, raiseCounter } from '#api/store/papers/counters.ts'
import { storePapers } from '#tests/api/support/library.ts'
import { useFolders } from '#tests/api/support/searchIndex.ts'
import { sized } from '#tests/support/longRun.ts'
import { testDatabase } from '#tests/support/mongod.ts'
import { runScript, type Script } from '#tests/support/process.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

const KILLS = sized({ short: 6, long: 12, everything: 200 })
/** Stored before the index is built: enough that each of the first half of the kills interrupts it. */
const LIBRARY = 250 * (KILLS / 2 + 2)
/** Stored before each of the other kills. */
const HOUR = 40

const newFolder = useFolders()
const folder = newFolder()
let uri: string
const running: Script[] = []

beforeAll(async () => {
  uri = await testDatabase()
  await openDatabase(uri)
})
afterAll(async () => {
  for (const script of running) await script[Symbol.asyncDispose]()
  await closeDatabase()
})

/** Starts a process that keeps the index in the shared folder up to date. */
function startIndexing(): void {
  const program = `
    import { openDatabase } from '#api/store/database.ts'
    import { openSqliteIndex } from '#api/search/sqliteIndex.ts'
    import { followPapers } from '#api/services/search/indexing.ts'
    await openDatabase(${JSON.stringify(uri)})
    await followPapers({ index: openSqliteIndex({ folder: ${JSON.stringify(folder)} }) }, new AbortController().signal)`
  running.push(runScript(program))
}

/** The files of the index without those of SQLite, which open connections need. */
const findFiles = () => readdirSync(folder).filter((name) => /^search.*(?<!-wal|-shm)$/.test(name))
const stopAll = () => Promise.all(running.splice(0).map((script) => script.kill('SIGKILL')))
const numbers = (first: number, count: number) => Array.from({ length: count }, (_, n) => first + n)

test(`${KILLS} kills of the processes that write one index lose no paper, and repeat none`, async () => {
  await storePapers(numbers(1, LIBRARY))
  let stored = LIBRARY
  const file = new IndexFile(folder)
  startIndexing()
  startIndexing()
  for (let kill = 0; kill < KILLS; kill++) {
    if (kill >= KILLS / 2) {
      await storePapers(numbers(stored + 1, HOUR))
      stored += HOUR
    }
    const before = file.state.size
    // The writer is in its next batch, or has just written the last one.
    await waitUntil(() => file.state.size > before || file.state.size === stored, 1)
    // The first one has been running for the longest time, so it writes; every third time the other one ends, too.
    for (const script of running.splice(0, kill % 3 === 2 ? 2 : 1)) {
      await script.kill('SIGKILL')
      startIndexing()
    }
  }
  const storedAt = new Date().toISOString()
  await waitUntil(() => (file.state.indexedThrough ?? '') > storedAt)

  const index = openSqliteIndex({ folder })
  const found = await findMatches({ index }, 'lanterns', {})
  expect([found.length, new Set(found).size, file.state.size]).toEqual([stored, stored, stored])
  // No lock is left: when the processes end, this one writes.
  await stopAll()
  expect(await index.becomeWriter()).toBe(true)
  await index.close()
  file.close()

  const database = new Database(join(folder, 'search.sqlite'))
  expect(database.query('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
  expect(database.query("SELECT papers FROM vocabulary WHERE word = 'lanterns'").get()).toEqual({ papers: stored })
  database.close()
})

test(`${KILLS} kills of the processes that rebuild the index leave every search whole`, async () => {
  const file = new IndexFile(folder)
  const { size } = file.state
  const search = () => {
    const { total, partial = false, indexed_through } = file.search({ q: 'lanterns' })
    return { total, partial, isWhole: indexed_through !== null }
  }
  const whole = { total: size, partial: false, isWhole: true }
  startIndexing()
  startIndexing()
  for (let kill = 1; kill <= KILLS; kill++) {
    await raiseCounter(INDEX_REBUILD, Math.ceil(kill / 2))
    // One rebuild in two is interrupted twice: when it has just begun, and when some papers are in the new file.
    await waitUntil(() => {
      expect(search()).toEqual(whole)
      const { rebuild, size: done, replaces } = file.state
      return rebuild === Math.ceil(kill / 2) && (kill % 2 === 1 || done > 0 || !replaces)
    }, 1)
    await stopAll()
    expect(search()).toEqual(whole)
    startIndexing()
    startIndexing()
  }
  await waitUntil(() => {
    expect(search()).toEqual(whole)
    return file.state.indexedThrough
  }, 1)
  expect(file.state).toMatchObject({ size, rebuild: Math.ceil(KILLS / 2), replaces: false })
  file.close()
  expect(findFiles()).toHaveLength(1)
  await stopAll()
})
