import { describe, expect, test } from 'bun:test'
import { canMountDisk, runOnSmallDisk } from '#tests/api/support/smallDisk.ts'

const isPossible = canMountDisk('the tests of a search index on a full or read-only disk')

const program = `
  import { mkdirSync, rmSync } from 'node:fs'
  import { IndexFile } from '#api/search/indexFile.ts'
  import { find, indexed } from '#tests/api/support/searchIndex.ts'
  const folder = disk + '/search'
  const attempt = (work) => {
    try {
      return work() ?? 'done'
    } catch (error) {
      return error.code
    }
  }
  /** What a process does that ends before it can close the index. */
  const writeAndDie = (id) => {
    const code = "import { IndexFile } from '#api/search/indexFile.ts'; import { indexed } from '#tests/api/support/searchIndex.ts';" +
      "const file = new IndexFile(" + JSON.stringify(folder) + "); file.put([indexed(" + JSON.stringify(id) + ")]); process.kill(process.pid, 'SIGKILL')"
    attempt(() => execFileSync(process.execPath, ['-e', code]))
  }
  const search = (file) => {
    const { hits, partial = false } = file.search({ q: 'quiet' })
    return { ids: hits.map(({ id }) => id), partial }
  }
`

const runOnDisk = (code: string) => runOnSmallDisk(program + code)

describe.skipIf(!isPossible)('The index on a disk', () => {
  test('that is full keeps its papers and is searched, and takes new ones when there is space', async () => {
    const results = await runOnDisk(`
      const file = new IndexFile(folder)
      file.put([indexed('first')])
      const fill = () => {
        for (let n = 0; ; n++) file.put(Array.from({ length: 100 }, (_, k) => indexed(n + '-' + k, { title: 'Other', abstract: 'Word' + n + ' number' + k })))
      }
      report(attempt(fill))
      report(attempt(() => file.becomeWriter()))
      report(search(file))
      remount('size=60m')
      report(attempt(() => file.put([indexed('second')])))
      report(search(file).ids.toSorted())
    `)
    expect(results).toEqual(['SQLITE_FULL', true, { ids: ['first'], partial: false }, 'done', ['first', 'second']])
  })

  test('that is full during a rebuild keeps the file before, which is searched, until there is space', async () => {
    const results = await runOnDisk(`
      const file = new IndexFile(folder)
      file.put([indexed('first'), indexed('second')])
      file.markCurrent(new Date())
      file.rebuild(1)
      const fill = () => {
        for (let n = 0; ; n++) file.put(Array.from({ length: 100 }, (_, k) => indexed(n + '-' + k, { title: 'Other', abstract: 'Word' + n + ' number' + k })))
      }
      report(attempt(fill))
      const reader = new IndexFile(folder)
      report([attempt(() => file.becomeWriter()), file.state.replaces, search(reader).ids.length])
      report([attempt(() => file.rebuild(2)), search(reader).ids.length, search(file).partial])
      remount('size=60m')
      report([attempt(() => file.becomeWriter()), attempt(() => file.rebuild(3))])
      file.put([indexed('first')])
      file.markCurrent(new Date())
      report([search(reader).ids, file.state.replaces])
    `)
    const [full, kept, again, ...after] = results
    expect([full, kept]).toEqual(['SQLITE_FULL', [true, true, 2]])
    // The space of the part that was written is enough to begin, or not.
    expect(again).toMatchObject([expect.anything(), 2, false])
    expect(after).toEqual([
      [true, 'done'],
      [['first'], false],
    ])
  })

  test('that became read-only is searched, and written again when it can be', async () => {
    const results = await runOnDisk(`
      writeAndDie('first')
      remount('ro')
      const [writer, reader] = [new IndexFile(folder), new IndexFile(folder)]
      report(attempt(() => writer.becomeWriter()))
      report(search(reader))
      report(writer.state.size)
      remount('rw')
      report(attempt(() => writer.becomeWriter()))
      report(attempt(() => writer.put([indexed('second')])))
      report(new IndexFile(folder).becomeWriter())
      report(search(reader).ids.toSorted())
    `)
    const found = { ids: ['first'], partial: false }
    expect(results).toEqual(['EROFS', found, 1, true, 'done', false, ['first', 'second']])
  })

  test('that is read-only, and was not when the index was closed, gives partial results', async () => {
    const results = await runOnDisk(`
      const before = new IndexFile(folder)
      before.put([indexed('first')])
      before.close()
      remount('ro')
      const file = new IndexFile(folder)
      report(attempt(() => file.becomeWriter()))
      report(search(file))
      remount('rw')
      report(attempt(() => file.becomeWriter()))
      report(search(file))
    `)
    expect(results).toEqual(['EROFS', { ids: [], partial: true }, true, { ids: ['first'], partial: false }])
  })
})
