import { expect, test } from 'bun:test'
import { within } from '#api/platform/within.ts'

const LIMIT_MS = 1_000

/** Keeps this process from doing anything else. */
function block(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

test('An answer is not late because this process is busy between its parts', async () => {
  const readParts = async () => {
    for (let part = 0; part < 4; part++) {
      await Bun.file(import.meta.path).text()
      block(LIMIT_MS / 2)
    }
    return 'read'
  }
  expect(await within(LIMIT_MS, readParts()).catch(String)).toBe('read')
})

test('What does not answer is given up after the limit, and not before', async () => {
  const started = performance.now()
  const { promise } = Promise.withResolvers<never>()
  expect(await within(LIMIT_MS, promise).catch(String)).toBe(`Error: no answer within ${LIMIT_MS} ms`)
  expect(performance.now() - started).toBeGreaterThan(LIMIT_MS / 2)
})
