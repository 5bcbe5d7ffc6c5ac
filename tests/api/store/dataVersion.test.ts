import { afterAll, expect, test } from 'bun:test'
import { useProductProcesses } from '#tests/api/support/productProcess.ts'
import { closeDatabase, openDatabase } from '#api/store/database.ts'
import { DATA_VERSION } from '#api/store/dataVersion.ts'
import { raiseCounter, readCounter } from '#api/store/papers/counters.ts'
import { makeFolder } from '#tests/support/process.ts'
import { testDatabase } from '#tests/support/mongod.ts'

const folder = await makeFolder()
const uri = await testDatabase()
afterAll(() => folder[Symbol.asyncDispose]())
const { launch } = useProductProcesses(() => ({ PAPERDAWN_DATA: folder.path, MONGODB_URI: uri }))

test('The data carry the version of the program that wrote them, and a newer one is refused', async () => {
  await openDatabase(uri)
  expect(await readCounter('data-version')).toBe(DATA_VERSION)
  await raiseCounter('data-version', DATA_VERSION + 1)
  await closeDatabase()
  await expect(openDatabase(uri)).rejects.toMatchObject({
    code: 'invalid-input',
    message: expect.stringContaining(`versions up to ${DATA_VERSION}`),
  })

  const child = launch()
  const [code, output] = await Promise.all([child.exited, new Response(child.stderr).text()])
  expect(code).toBe(78)
  expect(output).toContain('A newer version of Paperdawn has written this database')
})
