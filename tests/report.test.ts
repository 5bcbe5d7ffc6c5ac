import { expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { excerptErrors, readReport } from '#tests/support/report.ts'

const FILES: Record<string, string> = {
  'nested.test.ts': `
import { describe, expect, test } from 'bun:test'
describe('Papers & lists', () => {
  describe('of a reader', () => {
    test('are "saved" > once', () => {
      throw new Error('\\uffff ]]> </testcase>')
    })
    test('are kept', () => undefined)
  })
  test.skip('are printed', () => undefined)
})
test('A test without a group', () => expect(1).toBe(2))
`,
  'broken.test.ts': `throw new Error('does not load')`,
  'killed.test.ts': `require('bun:test').test('ends the process', () => process.exit(3))`,
  'waiting.test.ts': `
require('bun:test').test('waits', () => {
  throw Object.assign(new Error('the button is hidden'), { name: 'TimeoutError' })
})
`,
  'right.test.ts': `require('bun:test').test('passes', () => undefined)`,
}

test('The report of a run names every failed test with its message, and every file that did not load', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'paperdawn-report-'))
  try {
    await Promise.all(Object.entries(FILES).map(([name, text]) => Bun.write(join(folder, name), text)))
    const path = join(folder, 'report.xml')
    const options = ['--parallel=2', '--reporter=junit', `--reporter-outfile=${path}`]
    const run = Bun.spawn([process.execPath, 'test', ...options, ...Object.keys(FILES).map((name) => `./${name}`)], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const output = await new Response(run.stderr).text()
    const { failures, skipped } = await readReport(path, Object.keys(FILES), await run.exited)
    expect(failures.toSorted()).toEqual([
      'broken.test.ts: no result',
      'killed.test.ts: (worker crashed)',
      'nested.test.ts:12: A test without a group',
      'nested.test.ts:5: Papers & lists > of a reader > are "saved" > once',
      'waiting.test.ts:2: waits',
    ])
    expect(skipped).toBe(1)
    const excerpts = excerptErrors(output)
    expect(excerpts.some((text) => /throw new Error[^]*error: does not load/.test(text))).toBe(true)
    expect(excerpts.some((text) => text.includes('TimeoutError: the button is hidden'))).toBe(true)
    expect(excerpts.some((text) => /error: expect[^]*Expected: 2\nReceived: 1/.test(text))).toBe(true)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
