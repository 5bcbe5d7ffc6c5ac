import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { plant } from '#tests/tools/sabotage.ts'
import { SABOTAGES } from '#tests/tools/sabotages.ts'

const root = join(import.meta.dir, '..')

test('Each planted fault can be planted: its code is in the file once, and there is a test file that must find it', async () => {
  const unusable: string[] = []
  for (const sabotage of SABOTAGES) {
    const source = await Bun.file(join(root, sabotage.file)).text()
    const canBeFound = await Bun.file(join(root, sabotage.test)).exists()
    if (plant(sabotage, source) === null || !canBeFound) unusable.push(sabotage.name)
  }
  expect(SABOTAGES.length).toBeGreaterThanOrEqual(25)
  expect(unusable).toEqual([])
})

describe('A fault', () => {
  const planted = { find: 'send(mail, { at, id })', replace: 'send(mail)' }

  test('is planted in code that a formatter has broken into lines', () => {
    expect(plant(planted, 'await send(\n  mail,\n  {\n    at,\n    id,\n  },\n)\n')).toBe('await send(mail)\n')
  })

  test('is not planted where its code is missing, other, or there twice', () => {
    expect(plant(planted, 'await send(mail, { at })')).toBeNull()
    expect(plant(planted, 'await send(mail, { at, ids })')).toBeNull()
    expect(plant(planted, 'send(mail, { at, id }); send(mail, { at, id })')).toBeNull()
  })
})
