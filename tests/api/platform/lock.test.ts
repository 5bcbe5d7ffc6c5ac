import { expect, test } from 'bun:test'
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { lockDataFolder } from '#api/platform/lock.ts'
import { errorOf } from '#tests/support/errorOf.ts'
import { makeFolder, runScript } from '#tests/support/process.ts'

const ADDRESS = 'http://127.0.0.1:3000'
const HOLDER = `
import { lockDataFolder } from '#api/platform/lock.ts'
await lockDataFolder(process.argv[1], '${ADDRESS}')
// No variable refers to the lock.
Bun.gc(true)
await new Promise(setImmediate)
Bun.gc(true)
console.log('locked')
setInterval(() => undefined, 1000)`

test('The lock survives garbage collection, the refusal names its process, and kill -9 releases it', async () => {
  await using folder = await makeFolder()
  await using running = runScript(HOLDER, { args: [folder.path] })
  expect(await running.nextLine()).toBe('locked')
  const refusal = await errorOf(lockDataFolder(folder.path, ADDRESS))
  expect(refusal).toMatchObject({ code: 'already-running' })
  expect(refusal).toHaveProperty('message', expect.stringContaining(`process ${running.pid}, at ${ADDRESS}`))

  await running.kill('SIGKILL')
  const lock = await lockDataFolder(folder.path, ADDRESS)
  await lock.release()
})

test('Another process can lock the folder after it was released', async () => {
  await using folder = await makeFolder()
  const lock = await lockDataFolder(folder.path, ADDRESS)
  await expect(lockDataFolder(folder.path, ADDRESS)).rejects.toMatchObject({ code: 'already-running' })
  await lock.release()
  await using next = runScript(HOLDER, { args: [folder.path] })
  expect(await next.nextLine()).toBe('locked')
  await next.kill('SIGKILL')
})

test('One process can lock two data folders', async () => {
  await using one = await makeFolder()
  await using other = await makeFolder()
  const locks = [await lockDataFolder(one.path, ADDRESS), await lockDataFolder(other.path, ADDRESS)]
  expect(locks[0]?.installation).not.toBe(locks[1]?.installation)
  await Promise.all(locks.map((lock) => lock.release()))
})

test('The id of the installation stays the same, names no path, and differs for a copy of the folder', async () => {
  await using folder = await makeFolder()
  await using copies = await makeFolder()
  const first = await lockDataFolder(folder.path, ADDRESS)
  await first.release()
  const second = await lockDataFolder(folder.path, ADDRESS)
  expect(second.installation).toBe(first.installation)
  expect(second.installation).toMatch(/^[0-9a-f]{16}$/)
  await second.release()
  await cp(folder.path, join(copies.path, 'copy'), { recursive: true })
  const copy = await lockDataFolder(join(copies.path, 'copy'), ADDRESS)
  expect(copy.installation).not.toBe(first.installation)
  await copy.release()
  // Another folder at the same path, as in a container with the same host name.
  await rm(join(folder.path, 'installation.id'))
  const other = await lockDataFolder(folder.path, ADDRESS)
  expect(other.installation).not.toBe(first.installation)
  await other.release()
})
