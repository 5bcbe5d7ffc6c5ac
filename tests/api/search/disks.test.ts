import { describe, expect, test } from 'bun:test'
import { canMountDisk, runOnSmallDisk } from '#tests/api/support/smallDisk.ts'

const isPossible = canMountDisk('the tests of a search index on a full or read-only disk')

const program = `
  import { readdirSync, statfsSync, statSync } from 'node:fs'
  import { IndexFile } from '#api/search/indexFile.ts'
  import { find, indexed } from '#tests/api/support/searchIndex.ts'
  const folder = disk + '/search'
  const attempt = (work) => {
    try {
      return work() ?? 'done'
    } catch (error) {
      return error.code ?? error.message
    }
  }
  /** What a process does that ends before it can close the index. */
  const writeAndDie = (id) => {
    const code = "import { IndexFile } from '#api/search/indexFile.ts'; import { indexed } from '#tests/api/support/searchIndex.ts';" +
      "const file = new IndexFile(" + JSON.stringify(folder) + "); file.put([indexed(" + JSON.stringify(id) + ")]); process.kill(process.pid, 'SIGKILL')"
    attempt(() => execFileSync(process.execPath, ['-e', code]))
  }
  const indexFiles = () => readdirSync(folder).filter((name) => /^search.*sqlite$/.test(name))
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
    const full = 'the disk is full. Free some space on it'
    expect(results).toEqual([full, true, { ids: ['first'], partial: false }, 'done', ['first', 'second']])
  })

  test('that becomes full during a rebuild keeps the file before, which is searched and written, until there is space', async () => {
    const results = await runOnDisk(`
      remount('size=260m')
      const file = new IndexFile(folder)
      file.put([indexed('first'), indexed('second')])
      file.markCurrent(new Date())
      report(file.findLack())
      file.rebuild(1)
      file.put(Array.from({ length: 1_000 }, (_, n) => indexed('new-' + n, { title: 'Other', abstract: 'Number ' + n })))
      const reader = new IndexFile(folder)
      report([file.state.replaces, search(reader).ids.length])
      const sizeOf = (name) => statSync(folder + '/' + name).size + statSync(folder + '/' + name + '-wal').size
      const had = sizeOf('search-1.sqlite')
      remount('size=200m')
      report(attempt(() => file.remove(['first'])))
      report([indexFiles(), attempt(() => file.remove(['first'])), attempt(() => file.put([indexed('third')]))])
      report([search(reader), file.state.rebuild, file.state.replaces, file.findLack() !== null])
      // More than the file before needs, and less than the new one had.
      const { blocks, bfree, bsize } = statfsSync(disk)
      remount('size=' + ((blocks - bfree) * bsize + 200 * 1024 ** 2 + had - 8_192))
      report([had > 2 * sizeOf('search.sqlite'), file.findLack() !== null])
      remount('size=260m')
      report(file.findLack())
      file.rebuild(2)
      file.put([indexed('first')])
      file.markCurrent(new Date())
      report([search(reader).ids, file.state.replaces, indexFiles()])
    `)
    expect(results).toEqual([
      null,
      [true, 2],
      'the disk has too little space for a second index, which was deleted',
      [['search.sqlite'], 'done', 'done'],
      [{ ids: ['third', 'second'], partial: false }, 0, false, true],
      [true, true],
      null,
      [['first'], false, ['search-1.sqlite']],
    ])
  })

  test('that has no space for a second file says so, unless the file is not kept during a rebuild', async () => {
    const results = await runOnDisk(`
      const [file, memory] = [new IndexFile(folder), new IndexFile(':memory:')]
      for (const one of [file, memory]) {
        one.put([indexed('first')])
        report(one.findLack())
      }
      for (const one of [file, memory]) {
        one.markCurrent(new Date())
        report(one.findLack() !== null)
      }
    `)
    expect(results).toEqual([null, null, true, false])
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
