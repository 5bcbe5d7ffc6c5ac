import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { findTestFiles } from '#tests/support/testFiles.ts'
import { makeFolder } from '#tests/support/process.ts'

const FILES: Record<string, string> = {
  'api/short.test.ts': `import { expect, test } from 'bun:test'\n// from '#tests/support/longRun.ts'\n`,
  'api/sized.test.ts': `import { expect, test } from 'bun:test'\nimport { sized } from '#tests/support/longRun.ts'\n`,
  'api/hours.long.test.ts': `import { test } from 'bun:test'\n`,
  'web/sized.test.tsx': `import { SIZE, sized } from '../support/longRun.ts'\n`,
  'web/support.ts': `import { sized } from '#tests/support/longRun.ts'\n`,
}

test('The short run has all but the long test files, a longer one those and the ones with sizes', async () => {
  await using folder = await makeFolder()
  await Promise.all(Object.entries(FILES).map(([name, text]) => Bun.write(join(folder.path, name), text)))
  const find = async (size: 'short' | 'long' | 'everything') =>
    (await findTestFiles(folder.path, ['api/*.test.ts', 'web/*.test.{ts,tsx}'], size)).toSorted()
  expect(await find('short')).toEqual(['api/short.test.ts', 'api/sized.test.ts', 'web/sized.test.tsx'])
  expect(await find('long')).toEqual(['api/hours.long.test.ts', 'api/sized.test.ts', 'web/sized.test.tsx'])
  expect(await find('everything')).toEqual(await find('long'))
})

test('Each test file that says what the long run has is in it', async () => {
  const found = await findTestFiles('.', ['tests/**/*.test.{ts,tsx}'], 'long')
  expect(found.length).toBeGreaterThan(25)
  const all = await findTestFiles('.', ['tests/{api,cli,e2e,stories,web}/**/*.test.{ts,tsx}'], 'short')
  const sized = await Promise.all(all.map(async (file) => /\bsized[(<]|\bSIZE\b/.test(await Bun.file(file).text())))
  expect(all.filter((file, index) => sized[index] && !found.includes(file))).toEqual([])
})

test('A run of an unknown size fails instead of trying less', async () => {
  const run = Bun.spawn([process.execPath, 'tests/support/longRun.ts'], {
    env: { ...process.env, TESTS: 'all' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  expect(await new Response(run.stderr).text()).toContain('TESTS must be short, long, everything, not all.')
  expect(await run.exited).not.toBe(0)
})
