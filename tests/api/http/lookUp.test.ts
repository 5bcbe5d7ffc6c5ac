import { afterAll, expect, test } from 'bun:test'
import { startWorker } from '#api/jobs/worker.ts'
import { setClock } from '#api/platform/clock.ts'
import { storePapers } from '#tests/api/support/library.ts'
import { simulateArxiv, simulateFeeds } from '#tests/api/support/pipeline.ts'
import { simPaper } from '#tests/simulators/simPapers.ts'
import { useApp } from '#tests/support/app.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

const { simulator, sources } = simulateArxiv()
const { simulator: pages, feeds } = simulateFeeds()
sources.set('feed', feeds)
const { as, product } = useApp({ sources })
const REF = '1706.90001'

afterAll(async () => {
  setClock(null)
  await Promise.all([simulator.stop(), pages.stop()])
})

test('search and whereabouts offer to look up an id that the library lacks, and the look-up answers 202, then the paper', async () => {
  setClock(new Date('2026-11-18T12:00:00Z'))
  simulator.papers.push(simPaper({ id: REF, versions: [{ at: new Date('2017-06-12T10:00:00Z') }] }))
  const { papers, users } = as('ada')
  const offers = async () => [
    (await papers.search.get({ query: { q: `arXiv:${REF}v2` } })).data?.look_up_id,
    (await users.me.whereabouts.get({ query: { ref: REF } })).data?.look_up_id,
  ]
  expect(await offers()).toEqual([`arxiv:${REF}`, `arxiv:${REF}`])
  expect((await papers.search.get({ query: { q: REF } })).data?.names_paper).toBe(true)
  expect((await papers.search.get({ query: { q: 'lanterns' } })).data).not.toHaveProperty('names_paper')
  expect((await papers.search.get({ query: { q: 'lanterns' } })).data).not.toHaveProperty('look_up_id')
  const first = await papers.lookup.post({ ref: REF })
  expect([first.status, first.data]).toMatchObject([202, { retry_after: 1, saves: false }])
  const worker = startWorker(product, { pollMs: 20 })
  const found = await waitUntil(async () => {
    const { status, data } = await papers.lookup.post({ ref: REF })
    return status === 200 && data
  })
  await worker.stop()
  expect(found).toMatchObject({ id: `arxiv:${REF}` })
  expect(await offers()).toEqual([undefined, undefined])
  const [sample] = await storePapers([1], { _id: 'sample:0001' })
  expect((await papers.lookup.post({ ref: sample! })).data).toMatchObject({ id: sample })
  expect((await papers.lookup.post({ ref: 'A title is no id' })).error?.value).toMatchObject({
    error: { code: 'invalid-input', fields: { ref: expect.any(String) } },
  })
})

test('a reader who looks up too many papers has to wait; another one and papers of the library do not count', async () => {
  const { papers } = as('ben')
  const statuses: number[] = []
  for (let number = 10; number < 41; number++)
    statuses.push((await papers.lookup.post({ ref: `1706.900${number}` })).status)
  expect(statuses).toEqual([...Array<number>(30).fill(202), 429])
  expect((await papers.lookup.post({ ref: '1706.90010' })).status).toBe(202)
  expect((await as('ada').papers.lookup.post({ ref: '1706.90040' })).status).toBe(202)
})

test('a search for the address of a page offers to read it, whatever its words find, and pages count as look-ups', async () => {
  await storePapers([2], { title: 'Lanterns of the reeds' })
  const { papers } = as('cy')
  const address = pages.addressOf('/articles/lanterns')
  const { data } = await papers.search.get({ query: { q: address } })
  expect([data?.look_up_id, data?.names_paper]).toEqual([address, undefined])
  expect((await papers({ id: encodeURIComponent(address) }).get()).status).toBe(404)
  const statuses: number[] = []
  for (let number = 0; number < 31; number++)
    statuses.push((await papers.lookup.post({ ref: pages.addressOf(`/articles/${number}`) })).status)
  expect(statuses).toEqual([...Array<number>(30).fill(202), 429])
  expect((await papers.lookup.post({ ref: pages.addressOf(`/${'a'.repeat(2_100)}`) })).status).toBe(422)
})
