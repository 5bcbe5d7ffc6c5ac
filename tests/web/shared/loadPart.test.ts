import { afterEach, expect, test } from 'bun:test'
import { loadPart } from '#web/shared/loadPart.ts'

const missing = new TypeError('Failed to fetch dynamically imported module')
/** Sets what the browser reports about its connection. */
const setOnline = (online: boolean) =>
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => online })
afterEach(() => void Reflect.deleteProperty(navigator, 'onLine'))

test('a part that could not be loaded offline is loaded when the connection is back; other failures are thrown', async () => {
  const load = async () => {
    if (!navigator.onLine) throw missing
    return 'menu'
  }
  setOnline(false)
  const part = loadPart(load)
  const nextTask = new Promise((resolve) => setImmediate(resolve, 'waiting'))
  const first = await Promise.race([part, nextTask])
  setOnline(true)
  window.dispatchEvent(new Event('online'))
  expect([first, await part]).toEqual(['waiting', 'menu'])
  await expect(loadPart(() => Promise.reject(missing))).rejects.toBe(missing)
})
