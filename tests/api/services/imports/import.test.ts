import { expect, test } from 'bun:test'
import { setClock } from '#api/platform/clock.ts'
import { importStart } from '#api/services/imports/import.ts'
import { readSignals } from '#api/services/ranking/tasteSignals.ts'
import { readTastes } from '#api/services/ranking/fitting.ts'
import { findJobs } from '#api/store/jobs/jobLists.ts'
import { makeReader } from '#tests/api/support/readers.ts'
import { catchUp } from '#api/services/search/indexing.ts'
import { storePapers } from '#tests/api/support/library.ts'
import { usePipeline } from '#tests/api/support/pipeline.ts'
import { simPaper } from '#tests/simulators/simPapers.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

const { simulator, product, work } = usePipeline()

test('imported papers that the library lacks are fetched in one request, and then the model knows them', async () => {
  setClock(new Date('2026-11-20T12:00:00Z'))
  const ada = await makeReader('ada', ['cs.LG'])
  simulator.papers.push(simPaper({ id: '2611.10001' }), simPaper({ id: '2611.10002' }))
  const text = 'https://arxiv.org/abs/2611.10001v1\narXiv:2611.10002 and 2611.10009'
  const dry = await importStart(product, ada, { text, dry_run: true })
  expect(dry.fetching).toEqual(['2611.10001', '2611.10002', '2611.10009'])
  expect(await readSignals(ada._id)).toEqual([])

  expect((await importStart(product, ada, { text })).papers).toEqual([])
  work()
  await waitUntil(async () => (await findJobs({ skip: 0, limit: 9 })).items.every(({ open }) => !open))
  expect(simulator.requests.length).toBe(1)
  const { papers, fetching } = await importStart(product, ada, { text })
  expect(papers.map(({ id }) => id).toSorted()).toEqual(['arxiv:2611.10001', 'arxiv:2611.10002'])
  expect(fetching).toEqual(['2611.10009'])
  expect((await readTastes([ada._id])).get(ada._id)?.record).toMatchObject({ state: 'centroid', positives: 2 })

  await importStart(product, ada, { text, undo: true })
  expect((await readTastes([ada._id])).get(ada._id)?.record).toMatchObject({ state: 'prior', positives: 0 })
})

test('a text without any paper is answered with the text that was not recognised', async () => {
  const ada = await makeReader('ada', ['cs.LG'])
  const unread = async (text: string) => (await importStart(product, ada, { text, dry_run: true })).unknown
  expect(await unread(' @@@@\n')).toEqual(['@@@@'])
  expect(await unread('@article{broken, title = {Never closed')).toEqual([
    'line 1, broken: the value of “title” does not end',
  ])
  expect(await unread('1'.repeat(5_000))).toEqual([
    `line 1, ${'1'.repeat(200)}: it is no id, DOI or address of a paper, and no title`,
  ])
  expect(await unread('Of herons nobody has seen')).toEqual(['Of herons nobody has seen'])
})

test('papers behind the first thousand of a text are counted, and none of the thousand is lost', async () => {
  const ada = await makeReader('ada', ['cs.LG'])
  const text = Array.from({ length: 1_003 }, (_, index) => `Of herons and reeds number ${index}`).join('\n')
  const { unknown, left_out } = await importStart(product, ada, { text, dry_run: true })
  expect([unknown.length, unknown.at(-1), left_out]).toEqual([1_000, 'Of herons and reeds number 999', 3])
})

test('papers of an author beyond those that are looked at are counted', async () => {
  const ada = await makeReader('ada', ['cs.LG'])
  await storePapers(
    Array.from({ length: 103 }, (_, index) => index + 1),
    { authors: [{ name: 'Wilhelmina Quist' }] },
  )
  await catchUp(product)
  const { papers, left_out } = await importStart(product, ada, { author: 'Wilhelmina Quist', dry_run: true })
  expect([papers.length, left_out]).toEqual([100, 3])
})

test('topics with the same words are one, and one without words is refused', async () => {
  const ada = await makeReader('ada', ['cs.LG'])
  await importStart(product, ada, { topics: ['Marsh birds', 'owls', 'marsh-birds'] })
  expect((await readSignals(ada._id)).map(({ key }) => key).toSorted()).toEqual(['Marsh birds', 'owls'])
  const refused = importStart(product, ada, { topics: ['herons', '   '] })
  await expect(refused).rejects.toMatchObject({
    code: 'invalid-input',
    details: { fields: { topics: expect.any(String) } },
  })
  expect(await readSignals(ada._id)).toHaveLength(2)
})
