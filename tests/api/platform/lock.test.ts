import { expect, test } from 'bun:test'
import { AppError } from '#api/platform/errors.ts'
import { holdDataFolder } from '#api/platform/lock.ts'
import { makeFolder, runScript } from '#tests/support/process.ts'

const ADDRESS = 'http://127.0.0.1:3000'
const HOLDER = `
import { holdDataFolder } from '#api/platform/lock.ts'
await holdDataFolder(process.argv[1], '${ADDRESS}')
// Nothing here refers to the lock any more.
Bun.gc(true)
await new Promise(setImmediate)
Bun.gc(true)
console.log('held')
setInterval(() => undefined, 1000)`

test('the folder is held through a garbage collection; a second copy names the holder; a killed one is no obstacle', async () => {
  await using folder = await makeFolder()
  await using running = runScript(HOLDER, { args: [folder.path] })
  expect(await running.nextLine()).toBe('held')
  const refusal = await holdDataFolder(folder.path, ADDRESS).catch((error: unknown) => error as AppError)
  expect(refusal).toMatchObject({ code: 'already-running' })
  expect(refusal).toHaveProperty('message', expect.stringContaining(`process ${running.pid}, at ${ADDRESS}`))

  await running.kill('SIGKILL')
  const release = await holdDataFolder(folder.path, ADDRESS)
  await release()
})

test('the folder is free again for others once it was let go of', async () => {
  await using folder = await makeFolder()
  const release = await holdDataFolder(folder.path, ADDRESS)
  await expect(holdDataFolder(folder.path, ADDRESS)).rejects.toMatchObject({ code: 'already-running' })
  await release()
  await using next = runScript(HOLDER, { args: [folder.path] })
  expect(await next.nextLine()).toBe('held')
  await next.kill('SIGKILL')
})

test('two data folders are held side by side', async () => {
  await using one = await makeFolder()
  await using other = await makeFolder()
  const releases = [await holdDataFolder(one.path, ADDRESS), await holdDataFolder(other.path, ADDRESS)]
  await Promise.all(releases.map((release) => release()))
})
