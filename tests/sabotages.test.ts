import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { SABOTAGES } from '#tests/support/sabotages.ts'

const root = join(import.meta.dir, '..')

test('Each planted fault can be planted: its text is in the file once, and there is a test file that must find it', async () => {
  const unusable: string[] = []
  for (const { name, file, find, test: path } of SABOTAGES) {
    const source = await Bun.file(join(root, file)).text()
    if (source.split(find).length !== 2 || !(await Bun.file(join(root, path)).exists())) unusable.push(name)
  }
  expect(SABOTAGES.length).toBeGreaterThanOrEqual(25)
  expect(unusable).toEqual([])
})
