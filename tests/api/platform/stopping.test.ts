import { expect, test } from 'bun:test'
import { stopParts } from '#api/platform/stopping.ts'

test('The parts are stopped last started first, also when one of them fails to stop or never does', async () => {
  const stopped: string[] = []
  const part = (name: string, end: () => unknown = () => undefined) => ({
    name,
    stop: () => {
      stopped.push(name)
      return end()
    },
  })
  const parts = [
    part('first'),
    part('hangs', () => new Promise(() => undefined)),
    part('fails', () => Promise.reject(new Error('it fails'))),
    part('last'),
  ]
  await stopParts(parts, 1)
  expect(stopped).toEqual(['last', 'fails', 'hangs', 'first'])
})
