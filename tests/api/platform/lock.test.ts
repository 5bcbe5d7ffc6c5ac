import { expect, test } from 'bun:test'
import { AppError } from '#api/platform/errors.ts'
import { lockDataFolder } from '#api/platform/lock.ts'
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
  const refusal = await lockDataFolder(folder.path, ADDRESS).catch((error: unknown) => error as AppError)
  expect(refusal).toMatchObject({ code: 'already-running' })
  expect(refusal).toHaveProperty('message', expect.stringContaining(`process ${running.pid}, at ${ADDRESS}`))

  await running.kill('SIGKILL')
  const release = await lockDataFolder(folder.path, ADDRESS)
  await release()
})

test('Another process can lock the folder after it was released', async () => {
  await using folder = await makeFolder()
  const release = await lockDataFolder(folder.path, ADDRESS)
  await expect(lockDataFolder(folder.path, ADDRESS)).rejects.toMatchObject({ code: 'already-running' })
  await release()
  await using next = runScript(HOLDER, { args: [folder.path] })
  expect(await next.nextLine()).toBe('locked')
  await next.kill('SIGKILL')
})

test('One process can lock two data folders', async () => {
  await using one = await makeFolder()
  await using other = await makeFolder()
  const releases = [await lockDataFolder(one.path, ADDRESS), await lockDataFolder(other.path, ADDRESS)]
  await Promise.all(releases.map((release) => release()))
})
