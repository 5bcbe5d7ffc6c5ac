import { describe, expect, test } from 'bun:test'
import { Database } from 'bun:sqlite'
import { mkdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { IndexFile } from '#api/search/indexFile.ts'
import { find, indexed, useFolders } from '#tests/api/support/searchIndex.ts'

const newFolder = useFolders()

const filler = Array.from({ length: 200 }, (_, n) => indexed(`filler-${n}`, { dated_at: '2020-01-01T00:00:00.000Z' }))

describe('The index', () => {
  test.each([
    ['of another version', (file: string) => new Database(file).run('PRAGMA user_version = 9999')],
    [
      'that is not a database',
      (file: string) => Bun.write(file, 'no database at all, and longer than a header of SQLite would be '.repeat(99)),
    ],
    ['that is empty', (file: string) => Bun.write(file, '')],
    ['that is truncated', async (file: string) => Bun.write(file, await Bun.file(file).slice(0, 6_000).arrayBuffer())],
    [
      'that is overwritten after its first page',
      async (file: string) => {
        const bytes = new Uint8Array(await Bun.file(file).arrayBuffer())
        await Bun.write(file, bytes.fill(0xa5, 4_096))
      },
    ],
    [
      'that is a directory now',
      (file: string) => {
        rmSync(file)
        mkdirSync(file)
        writeFileSync(join(file, 'other.txt'), 'of another program')
      },
    ],
  ])('is recreated in place of a file %s', async (_, damage) => {
    const folder = newFolder()
    const before = new IndexFile(folder)
    before.put([...filler, indexed('lost', { title: 'Lost' })])
    before.close()
    await damage(join(folder, 'search.sqlite'))
    const after = new IndexFile(folder)
    after.becomeWriter()
    // Some damage is only found by a search.
    expect(find(after, 'lost')).toEqual([])
    after.becomeWriter()
    expect([after.state.seq, after.state.size]).toEqual([0, 0])
    after.put([indexed('again', { title: 'Lost and found' })])
    expect(find(after, 'lost')).toEqual(['again'])
    after.close()
  })

  test.each([
    ['is a directory', (file: string) => mkdirSync(file)],
    ['is not a database', (file: string) => writeFileSync(file, 'no database at all '.repeat(999))],
  ])('is written again when the file of the lock %s, by one process', (_, damage) => {
    const folder = newFolder()
    const before = new IndexFile(folder)
    before.put([indexed('kept', { title: 'Kept' })])
    before.close()
    const lock = join(folder, 'writer.sqlite')
    rmSync(lock)
    damage(lock)
    const [writer, other] = [new IndexFile(folder), new IndexFile(folder)]
    expect([writer.becomeWriter(), other.becomeWriter()]).toEqual([true, false])
    writer.put([indexed('new', { title: 'Kept, too' })])
    expect(find(writer, 'kept').toSorted()).toEqual(['kept', 'new'])
    writer.close()
    other.close()
  })

  test('returns a partial result while the file cannot be opened, and the papers when it can again', () => {
    const folder = newFolder()
    const [writer, reader] = [new IndexFile(folder), new IndexFile(folder)]
    writer.put([indexed('kept', { title: 'Kept' })])
    expect(find(reader, 'kept')).toEqual(['kept'])
    const file = join(folder, 'search.sqlite')
    renameSync(file, `${file}.away`)
    mkdirSync(file)
    expect(reader.search({ q: 'kept' })).toMatchObject({ hits: [], partial: true, indexed_through: null })
    rmdirSync(file)
    renameSync(`${file}.away`, file)
    expect(find(reader, 'kept')).toEqual(['kept'])
    writer.close()
    reader.close()
  })
})
