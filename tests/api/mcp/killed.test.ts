import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { expect, test } from 'bun:test'
import { hashOfToken, makePersonalToken } from '#api/platform/identity/personalTokens.ts'
import { findItems } from '#api/store/readers/readingList.ts'
import { insertPersonalToken } from '#api/store/readers/personalTokens.ts'
import { paperId, storePapers } from '#tests/api/support/library.ts'
import {
  addressOf,
  useProductData,
  useProductProcesses,
  type ProductProcess,
} from '#tests/api/support/productProcess.ts'
import { makeReader } from '#tests/api/support/readers.ts'
import { callTool } from './support.ts'

const dataSettings = useProductData()
const { launch } = useProductProcesses(() => ({
  ...dataSettings(),
  FIREBASE_PROJECT_ID: 'paperdawn-tests',
  FIREBASE_API_KEY: 'key',
  FIREBASE_AUTH_DOMAIN: 'paperdawn-tests.firebaseapp.com',
}))
const NUMBERS = Array.from({ length: 40 }, (_, index) => index + 1)

async function connect(product: ProductProcess, token: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  const address = new URL('/api/mcp', await addressOf(product))
  await client.connect(new StreamableHTTPClientTransport(address, { requestInit }))
  return client
}

/** Saves all papers at once. Returns the results of the calls that were answered. */
async function saveAll(client: Client, onAnswer = () => {}) {
  const calls = await Promise.allSettled(
    NUMBERS.map(async (number) => {
      const { data } = await callTool(client, 'save_paper', { paper_id: paperId(number), notes: `Note ${number}` })
      onAnswer()
      return data.item.paper.paper_id as string
    }),
  )
  return calls.flatMap((call) => (call.status === 'fulfilled' ? [call.value] : []))
}

test('A server that is killed between the calls of an agent has kept what it answered, and repeated calls save nothing twice', async () => {
  await storePapers(NUMBERS)
  const { _id: user_id } = await makeReader('ada', ['cs.LG'])
  const token = makePersonalToken()
  const record = { _id: 'agent', user_id, name: 'agent', hash: hashOfToken(token), expires_at: null }
  await insertPersonalToken({ ...record, scopes: ['list:read', 'list:write'], created_at: new Date() }, 20)

  const killed = launch()
  const answered = await saveAll(await connect(killed, token), () => void killed.kill('SIGKILL'))
  expect(answered.length).toBeGreaterThan(0)
  const kept = async () => (await findItems(user_id, { sort: 'added', skip: 0, limit: 100 })).items
  const before = new Set((await kept()).map(({ paper_id }) => paper_id))
  expect(answered.filter((id) => !before.has(id))).toEqual([])

  const client = await connect(launch(), token)
  expect(await saveAll(client)).toHaveLength(NUMBERS.length)
  const after = await kept()
  expect(after.map(({ paper_id }) => paper_id).toSorted()).toEqual(NUMBERS.map(paperId).toSorted())
  expect(after.every(({ notes }) => /^Note \d+$/.test(notes))).toBe(true)
  await client.close()
})
