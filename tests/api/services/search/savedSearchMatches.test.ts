import { afterAll, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqliteIndex } from '#api/search/sqliteIndex.ts'
import { findMatches } from '#api/services/search/savedSearchMatches.ts'
import { indexed } from '#tests/api/support/searchIndex.ts'

const folder = mkdtempSync(join(tmpdir(), 'paperdawn-matches-'))
const index = openSqliteIndex({ folder })
afterAll(async () => {
  await index.close()
  rmSync(folder, { recursive: true })
})

// A topic would lack the papers for good: they are matched once.
test('The matches of a saved search are not none while the index cannot be read', async () => {
  const file = join(folder, 'search.sqlite')
  mkdirSync(file)
  await expect(findMatches({ index }, 'quiet', {})).rejects.toMatchObject({ code: 'unavailable' })
  expect(await index.becomeWriter()).toBe(true)
  await index.put([indexed('one'), indexed('two')])
  expect(await findMatches({ index }, 'quiet', { within: ['two'] })).toEqual(['two'])
})
