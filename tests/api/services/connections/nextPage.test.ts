import { expect, test } from 'bun:test'
import { categorisePapers } from '#api/services/ingestion/processing.ts'
import { catchUp } from '#api/services/search/indexing.ts'
import { announce, DAY, MORNING, useConnectedApp } from '#tests/api/support/connections.ts'
import { createJobContext } from '#tests/api/support/jobContext.ts'

const { app, as, product, simulator, save, connect, runAt } = await useConnectedApp()

interface Page {
  items: { paper: { id: string } }[]
  total: number
  skip: number
  limit: number
}

/** The text of the simulator's receiver, as a program gets it. */
const lastBody = () =>
  JSON.parse(simulator.receivedBy('program').at(-1)?.text ?? '{}') as {
    papers: { id: string }[]
    more: number
    next: string | null
  }

/** A program of a reader with a personal token: reads what is behind `next`, page by page. */
async function readRest(next: string, token: string): Promise<string[]> {
  const ids: string[] = []
  const url = new URL(next)
  for (;;) {
    const response = await app.handle(new Request(url, { headers: { authorization: `Bearer ${token}` } }))
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
    const { items, skip, limit, total } = (await response.json()) as Page
    ids.push(...items.map(({ paper }) => paper.id))
    if (skip + limit >= total) return ids
    url.searchParams.set('skip', String(skip + limit))
  }
}

async function makeToken(scope: 'day:read' | 'list:read'): Promise<string> {
  const { data, error } = await as('ada').users.me.tokens.post({ name: 'reader', scopes: [scope], expires_at: null })
  if (error) throw new Error(JSON.stringify(error.value))
  return data.token
}

test('A program reads all papers of a day of 188 from its message and the pages behind `next`, each once, in order', async () => {
  await connect('ada', 'webhook', 'program')
  // Another day, of which `next` has nothing.
  await announce(12, '2026-11-13')
  await runAt('2026-11-13T06:30:00Z')
  await announce(188)
  await runAt(MORNING)
  const { papers, more, next } = lastBody()
  expect([papers.length, more]).toEqual([20, 168])
  const ids = [...papers.map(({ id }) => id), ...(await readRest(next ?? '', await makeToken('day:read')))]
  const { data } = await as('ada').users.me.dashboard.get({ query: { day: DAY } })
  expect(ids).toHaveLength(188)
  expect(ids).toEqual(data!.cards.map(({ paper }) => paper.id))
  await expect(readRest(next ?? '', await makeToken('list:read'))).rejects.toThrow(/^403/)
})

test('What searches found is only chosen from the day, so that `next` is the whole of it', async () => {
  await connect('ada', 'webhook', 'program')
  await as('ada').users.me.put({ preferences: { digest: { max_papers: 1 } } })
  await save('ada', 'webhook', { sends: { day: false } })
  await as('ada').categories.post({ name: 'Search: lanterns', query: 'Lantern' })
  await announce(3)
  await categorisePapers(product, createJobContext())
  await catchUp(product)
  await runAt(MORNING)
  const { papers, more, next } = lastBody()
  expect([papers.length, more]).toEqual([1, 2])
  expect(await readRest(next ?? '', await makeToken('day:read'))).toHaveLength(3)
})

test('A day that is in its message as a whole has no `next`', async () => {
  await announce(4)
  await connect('ada', 'webhook', 'program')
  await runAt(MORNING)
  expect(lastBody()).toMatchObject({ more: 0, next: null })
})
