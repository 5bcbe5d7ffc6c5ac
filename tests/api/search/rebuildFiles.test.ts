import { Database } from 'bun:sqlite'
import { describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { IndexFile } from '#api/search/indexFile.ts'
import { openSqliteIndex } from '#api/search/sqliteIndex.ts'
import { fill } from '#tests/api/support/engines.ts'
import { find, indexed, useFolders } from '#tests/api/support/searchIndex.ts'

const newFolder = useFolders()
const heron = (id: string, seq: number) => indexed(id, { title: 'Heron', seq })
const AT = new Date('2026-11-20T10:00:00Z')
const OLD = 'search.sqlite'
const NEW = 'search-1.sqlite'
/** The files of the folder without those of SQLite and the lock, which open connections need. */
const filesOf = (folder: string) =>
  readdirSync(folder)
    .filter((name) => !/-(wal|shm|journal)$|^writer/.test(name))
    .toSorted()

/** Creates an index with two papers, and begins its rebuild with the first one of them. */
function begin(folder: string): IndexFile {
  const file = new IndexFile(folder)
  file.put([heron('first', 5), heron('second', 6)])
  file.markCurrent(AT)
  file.rebuild(1)
  file.put([heron('first', 5)])
  return file
}

/** Overwrites what is behind the first page, or all of it. */
function damage(folder: string, name: string): void {
  for (const [ending, from] of [
    ['', 4_096],
    ['-wal', 0],
  ] as const) {
    const path = join(folder, name + ending)
    writeFileSync(path, readFileSync(path).fill(0xa5, from))
  }
}

/** Ends the rebuild as the indexing service does, which has to begin it again where its file is lost. */
function goOn(folder: string): void {
  const writer = new IndexFile(folder)
  writer.becomeWriter()
  writer.rebuild(1)
  expect(find(writer, 'heron').toSorted()).toEqual(['first', 'second'])
  writer.put([heron('first', 5), heron('second', 6), heron('third', 7)])
  expect(find(writer, 'heron')).toHaveLength(2)
  writer.markCurrent(AT)
  expect(find(writer, 'heron')).toHaveLength(3)
  writer.close()
}

describe('A rebuild of the file in SQLite', () => {
  test('is searched by another process when it is whole, and the file before is deleted', async () => {
    const folder = newFolder()
    const [first, second] = [openSqliteIndex({ folder }), openSqliteIndex({ folder })]
    await fill(first, [heron('first', 5), heron('second', 6)])
    await first.rebuild(7)
    await first.put([heron('first', 5)])
    expect((await second.search({ q: 'heron' })).total).toBe(2)
    expect(await second.becomeWriter()).toBe(false)
    await first.close()
    expect(await second.becomeWriter()).toBe(true)
    expect(await second.state()).toEqual({
      seq: 5,
      size: 1,
      indexedThrough: null,
      rebuild: 7,
      replaces: true,
    })
    expect(await first.becomeWriter()).toBe(false)
    await second.markCurrent(AT)
    expect(await first.search({ q: 'heron' })).toMatchObject({ total: 1, indexed_through: AT.toISOString() })
    expect(await first.state()).toMatchObject({ indexedThrough: AT.toISOString(), rebuild: 7, replaces: false })
    await Promise.all([first.close(), second.close()])
    expect(filesOf(folder)).toEqual([NEW])
  })

  test.each([
    ['before the new file had its tables', (folder: string) => writeFileSync(join(folder, NEW), '')],
    ['while papers were written', () => undefined],
    [
      'before the whole file was used',
      (folder: string) => {
        const database = new Database(join(folder, NEW))
        database.run("UPDATE state SET through = '2026-11-20T10:00:00.000Z'")
        database.close()
      },
    ],
  ])('goes on after a process was killed %s', (_, leave) => {
    const folder = newFolder()
    begin(folder).close()
    leave(folder)
    goOn(folder)
    expect(readdirSync(folder).filter((name) => name.startsWith(OLD))).toEqual([])
    expect(filesOf(folder)).toHaveLength(1)
  })

  test('deletes what a process left that was killed while it deleted the file before', () => {
    const folder = newFolder()
    begin(folder).close()
    rmSync(join(folder, OLD))
    for (const ending of ['-wal', '-shm', '-damaged']) writeFileSync(join(folder, OLD + ending), 'left')
    const writer = new IndexFile(folder)
    expect(find(writer, 'heron')).toEqual(['first'])
    expect(writer.becomeWriter()).toBe(true)
    expect(find(writer, 'heron')).toEqual(['first'])
    writer.close()
    expect(readdirSync(folder).filter((name) => name.startsWith(OLD))).toEqual([])
  })

  test('begun for another number replaces the new file and keeps the one before', () => {
    const folder = newFolder()
    const file = begin(folder)
    file.rebuild(2)
    expect(file.state).toMatchObject({ size: 0, rebuild: 2, replaces: true })
    expect(find(file, 'heron')).toHaveLength(2)
    expect(filesOf(folder)).toEqual([NEW, OLD])
    file.close()
  })

  test('whose file is damaged is begun again, and the one before is searched', () => {
    const folder = newFolder()
    const writer = begin(folder)
    damage(folder, NEW)
    writer.close()
    const state = new IndexFile(folder)
    expect(state.state).toMatchObject({ size: 0, rebuild: 0 })
    state.close()
    goOn(folder)
  })

  test('goes on where the file before is damaged, which is deleted', () => {
    const folder = newFolder()
    const writer = begin(folder)
    damage(folder, OLD)
    const reader = new IndexFile(folder)
    expect(reader.search({ q: 'heron' })).toMatchObject({ total: 0, partial: true, indexed_through: null })
    expect(writer.becomeWriter()).toBe(true)
    expect(writer.state).toMatchObject({ size: 1, rebuild: 1, replaces: false })
    expect(reader.search({ q: 'heron' })).toMatchObject({ total: 1, indexed_through: null })
    expect(filesOf(folder)).toEqual([NEW])
    for (const file of [writer, reader]) file.close()
  })

  test('of a file of another version has nothing to keep', () => {
    const folder = newFolder()
    begin(folder).close()
    for (const name of [OLD, NEW]) {
      const database = new Database(join(folder, name))
      database.run('PRAGMA user_version = 9999')
      database.close()
    }
    const writer = new IndexFile(folder)
    expect(writer.becomeWriter()).toBe(true)
    expect(writer.state).toEqual({
      seq: 0,
      size: 0,
      indexedThrough: null,
      rebuild: 0,
      replaces: false,
    })
    expect(filesOf(folder)).toEqual([OLD])
    writer.close()
  })

  test('of a file that lacks papers has nothing to keep', () => {
    const file = new IndexFile(newFolder())
    file.put([heron('first', 5)])
    file.rebuild(1)
    expect(file.state).toEqual({ seq: 0, size: 0, indexedThrough: null, rebuild: 1, replaces: false })
    expect(file.search({ q: 'heron' })).toMatchObject({ total: 0, indexed_through: null })
    file.close()
  })

  test('is given up by a reset, for which there is nothing to keep', () => {
    const folder = newFolder()
    const writer = begin(folder)
    writer.reset()
    expect(filesOf(folder)).toEqual([OLD])
    expect(writer.state).toEqual({
      seq: 0,
      size: 0,
      indexedThrough: null,
      rebuild: 1,
      replaces: false,
    })
    expect(find(writer, 'heron')).toEqual([])
    writer.close()
  })
})
