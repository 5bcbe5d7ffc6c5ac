import { expect, test } from 'bun:test'
import { canMountDisk, runOnSmallDisk } from '#tests/api/support/smallDisk.ts'
import { testDatabase } from '#tests/support/mongod.ts'

const whole = (total: number) => ({ total, isWhole: true })
const isPossible = canMountDisk('the test of a disk that becomes full during a rebuild of the index')

test.skipIf(!isPossible)(
  'A rebuild for which the disk becomes too full is given up, says so, and is done when there is space again',
  async () => {
    const results = await runOnSmallDisk(`
      import { readdirSync } from 'node:fs'
      import { openSqliteIndex } from '#api/search/sqliteIndex.ts'
      import { Sources } from '#api/sources/sources.ts'
      import { healthChecks } from '#api/services/health/healthChecks.ts'
      import { followPapers } from '#api/services/search/indexing.ts'
      import { rebuildIndex } from '#api/services/search/rebuildIndex.ts'
      import { closeDatabase, openDatabase } from '#api/store/database.ts'
      import { removePapers } from '#api/store/papers/paperPruning.ts'
      import { createJobContext } from '#tests/api/support/jobContext.ts'
      import { paperId, storePapers } from '#tests/api/support/library.ts'
      import { waitUntil } from '#tests/support/waitUntil.ts'

      await openDatabase(${JSON.stringify(await testDatabase())})
      remount('size=260m')
      const folder = disk + '/search'
      const inner = openSqliteIndex({ folder })
      let puts = 0
      let isGivenUp = false
      let givenUpAt = ''
      const index = {
        ...inner,
        async put(papers) {
          // Some papers are in the new file.
          if ((await inner.state()).rebuild === 1 && ++puts === 2) remount('size=200m')
          await inner.put(papers).catch((error) => {
            isGivenUp = true
            givenUpAt = new Date().toISOString()
            throw error
          })
        },
      }
      const check = () => healthChecks({ index, sources: new Sources() }).find(({ name }) => name === 'Search index').run()
      const files = () => readdirSync(folder).filter((name) => /^search.*sqlite$/.test(name))
      const search = async () => {
        const { total, partial = false, indexed_through } = await index.search({ q: 'lanterns' })
        return { total, isWhole: !partial && indexed_through !== null }
      }
      await storePapers(Array.from({ length: 600 }, (_, n) => n + 1))
      const stop = new AbortController()
      const following = followPapers({ index }, stop.signal)
      await waitUntil(async () => (await index.state()).indexedThrough)

      const problems = []
      const job = rebuildIndex({ index }, { ...createJobContext(), problem: (sentence) => problems.push(sentence) })
      // Each answer of the health since the file was given up.
      const said = new Set()
      await waitUntil(async () => {
        if (isGivenUp) said.add((await check()).message.replace(/\\d+ MB/, 'some MB'))
        return said.size > 0 && (await index.state()).indexedThrough > givenUpAt
      })
      report([...said])
      report((await check()).state)
      await waitUntil(() => problems.some((sentence) => sentence.includes('second index: the health')))
      report([files(), await search()])
      await storePapers([601, 602])
      await removePapers([paperId(7)])
      await waitUntil(async () => (await search()).total === 601)
      report([files(), await search(), (await index.state()).rebuild])

      remount('size=260m')
      await job
      report([files(), await search(), (await index.state()).rebuild, await check()])
      stop.abort()
      await following
      await index.close()
      await closeDatabase()
    `)
    expect(results).toEqual([
      [
        'It cannot be built again yet: the disk lacks some MB for a second index. Free space there, and the rebuild goes on by ' +
          'itself. Searches and new papers use the old index.',
      ],
      'slow',
      [['search.sqlite'], whole(600)],
      [['search.sqlite'], whole(601), 0],
      [['search-1.sqlite'], whole(601), 1, { state: 'ok', message: 'All papers are indexed (601).' }],
    ])
  },
)
