import { expect, test } from 'bun:test'
import { requestTextRenewal } from '#api/services/ingestion/renewTexts.ts'
import { catchUp } from '#api/services/search/indexing.ts'
import { findJobs } from '#api/store/jobs/jobLists.ts'
import { findPaper } from '#api/store/papers/papers.ts'
import { paperId, storePapers } from '#tests/api/support/library.ts'
import { usePipeline } from '#tests/api/support/pipeline.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

const { product, work } = usePipeline()
const findRenewals = () => findJobs({ skip: 0, limit: 1, kind: 'renew-texts' })
const countRenewals = async () => (await findRenewals()).total

/** Papers as an earlier version of the product stored them. */
async function storeOld(): Promise<void> {
  const title = String.raw`Don&#x27;t count \SI{5}{\kilo\meter} of $\ensuremath{\beta}$ owls`
  await storePapers([1], {
    title,
    title_segments: [{ text: title }],
    abstract: 'Owls &lt; herons.',
    abstract_segments: [{ text: 'Owls &lt; herons.' }],
    authors: [{ name: 'Minh Nguy\\~ên' }],
  })
  await storePapers([2], { title: 'Plain owls', title_segments: [{ text: 'Plain owls' }] })
}

test('texts that an earlier version stored are brought to the form of this one, found by it, and not read again', async () => {
  await storeOld()
  await catchUp(product)
  const plain = await findPaper(paperId(2))
  await requestTextRenewal()
  expect(await countRenewals()).toBe(1)
  work()
  await waitUntil(async () => (await findRenewals()).items[0]?.state === 'succeeded')
  expect(await findPaper(paperId(1))).toMatchObject({
    title: String.raw`Don't count 5 km of $\ensuremath{\beta}$ owls`,
    title_segments: [{ text: "Don't count 5 km of " }, { tex: String.raw`{\beta}`, plain: 'β' }, { text: ' owls' }],
    abstract: 'Owls < herons.',
    abstract_segments: [{ text: 'Owls < herons.' }],
    authors: [{ name: 'Minh Nguyễn' }],
  })
  expect((await findPaper(paperId(2)))?.seq).toBe(plain!.seq)
  expect((await product.index.search({ q: '"5 km"', limit: 5 })).hits.map(({ id }) => id)).toEqual([paperId(1)])
  await requestTextRenewal()
  expect(await countRenewals()).toBe(1)
})

test('nothing is renewed in an empty library, nor in the one that grows from it', async () => {
  await requestTextRenewal()
  await storeOld()
  await requestTextRenewal()
  expect(await countRenewals()).toBe(0)
})
