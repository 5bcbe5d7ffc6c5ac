import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { IndexProcess } from '#api/search/indexClient.ts'
import { openSqliteIndex } from '#api/search/sqliteIndex.ts'
import { indexed } from '#tests/api/support/searchIndex.ts'

const folder = mkdtempSync(join(tmpdir(), 'paperdawn-processes-'))
const LIMITS = { waitingMax: 2, callMs: 60_000 }
const index = openSqliteIndex({ folder })
afterAll(async () => {
  await index.close()
  rmSync(folder, { recursive: true })
})
const search = { method: 'search', value: { q: 'quiet' } } as const

describe('The processes of the index', () => {
  test('write and search, and one process after the other writes', async () => {
    expect(await index.becomeWriter()).toBe(true)
    await index.put([indexed('one', { seq: 3 })])
    await index.markCurrent(new Date('2026-11-20T10:00:00Z'))
    const found = await index.search({ q: 'quiet' })
    expect([found.total, found.indexed_through]).toEqual([1, '2026-11-20T10:00:00.000Z'])
    const second = openSqliteIndex({ folder })
    expect([await second.becomeWriter(), (await second.state()).size]).toEqual([false, 1])
    await index.close()
    expect(await second.becomeWriter()).toBe(true)
    await second.close()
    expect(await index.becomeWriter()).toBe(true)
  })

  test('write for this process after another writing process was killed', async () => {
    const shared = join(folder, 'killed')
    const program = `
      import { IndexFile } from '#api/search/indexFile.ts'
      const file = new IndexFile(${JSON.stringify(shared)})
      console.log(file.becomeWriter())
      setInterval(() => file, 1_000)`
    const other = Bun.spawn([process.execPath, '-e', program], { stdout: 'pipe' })
    const { value } = await other.stdout.getReader().read()
    expect(new TextDecoder().decode(value)).toBe('true\n')
    const own = openSqliteIndex({ folder: shared })
    expect(await own.becomeWriter()).toBe(false)
    other.kill('SIGKILL')
    await other.exited
    expect(await own.becomeWriter()).toBe(true)
    await own.close()
  })

  // Otherwise new papers would not be indexed while readers search a lot.
  test('return the state while as many searches wait as may, and refuse more', async () => {
    const searches = Array.from({ length: 66 }, () => index.search({ q: 'quiet' }))
    const ends = Promise.allSettled(searches)
    expect((await index.state()).size).toBe(1)
    const refused = (await ends).filter(({ status }) => status === 'rejected')
    // On a busy machine also those that waited too long.
    expect(refused.length).toBeGreaterThan(0)
  })

  test('leave this one free while a day of papers is written', async () => {
    const writing = index.put(Array.from({ length: 1_000 }, (_, n) => indexed(`day-${n}`)))
    const ended = writing.then(() => 'ended')
    let turns = 0
    while ((await Promise.race([ended, new Promise(setImmediate)])) !== 'ended') turns++
    expect((await index.state()).size).toBe(1_001)
    expect(turns).toBeGreaterThan(20)
  })
})

describe('A process of the index', () => {
  test('that is killed in the middle of a call fails this call, and is started again by the next', async () => {
    const own = new IndexProcess(join(folder, 'interrupted'), LIMITS)
    expect(await own.call({ method: 'becomeWriter' })).toBe(true)
    // Takes far longer than the signal that ends the process.
    const day = Array.from({ length: 5_000 }, (_, n) => indexed(`day-${n}`))
    const interrupted = own.call({ method: 'put', value: day })
    const next = own.call(search)
    await own.kill()
    await expect(interrupted).rejects.toMatchObject({ code: 'unavailable', details: { retryAfter: 1 } })
    expect(await next).toMatchObject({ total: 0 })
    await own.stop()
  })

  test('refuses a call when too many wait, and does not run one whose client has gone', async () => {
    const own = new IndexProcess(folder, LIMITS)
    const client = new AbortController()
    const calls = [own.call(search), own.call(search, client.signal), own.call(search), own.call(search)]
    client.abort()
    const results = (await Promise.allSettled(calls)).map(({ status }) => status)
    expect(results).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected'])
    await own.stop()
  })

  test('that takes too long for one call is ended', async () => {
    const own = new IndexProcess(folder, { ...LIMITS, callMs: 0 })
    await expect(own.call(search)).rejects.toMatchObject({ code: 'unavailable' })
    await own.stop()
  })

  test('passes on the error of a call', async () => {
    const own = new IndexProcess(folder, LIMITS)
    await expect(own.call({ method: 'remove', value: ['one'] })).rejects.toThrow('another process writes')
    await own.stop()
  })
})
