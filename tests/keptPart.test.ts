import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive, makeFolder, runScript } from '#tests/support/process.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

const MODULE = JSON.stringify(join(import.meta.dir, 'support/keptPart.ts'))

/** A keeper whose part has the id of its process and its folder as its address. */
const KEEPER = `
  import { keepPart } from ${MODULE}
  await keepPart(async (folder) => ({ address: process.pid + ' ' + folder, stop: async () => {} }))`
const BROKEN = `
  import { keepPart } from ${MODULE}
  await keepPart(async (folder, report) => { report('It is ill.'); throw new Error('It cannot start.') })`

/** A test process that asks for the part twice, as two of its files do, and then waits. */
const asking = (program: string) => `
  import { findKeptPart } from ${MODULE}
  for (const file of [1, 2]) console.log(await findKeptPart('part', ${JSON.stringify(program)}).catch(String))
  await Bun.sleep(2 ** 30)`

test('A part is started once for a test process, and ends with it, also when that is killed', async () => {
  await using folder = await makeFolder()
  const program = join(folder.path, 'keeper.ts')
  await Bun.write(program, KEEPER)
  await using first = runScript(asking(program))
  await using second = runScript(asking(program))
  const [address = '', other = ''] = [await first.nextLine(), await second.nextLine()]
  expect(await first.nextLine()).toBe(address)
  expect(other).not.toBe(address)
  const [keeper = '', kept = ''] = address.split(' ')
  expect(isAlive(Number(keeper))).toBe(true)

  await first.kill('SIGKILL')
  await waitUntil(() => !isAlive(Number(keeper)) && !existsSync(kept))
  expect(isAlive(Number(other.split(' ')[0]))).toBe(true)
})

test('A part that does not start fails each test file with its reason', async () => {
  await using folder = await makeFolder()
  const program = join(folder.path, 'keeper.ts')
  await Bun.write(program, BROKEN)
  await using script = runScript(asking(program))
  const lines = [1, 2, 3, 4].map(() => script.nextLine())
  const [first, reason, ...second] = await Promise.all(lines)
  expect(first).toBe('Error: The part of the tests did not start: It is ill.')
  expect(reason).toBe('Error: It cannot start.')
  expect(second).toEqual([first, reason])
})
