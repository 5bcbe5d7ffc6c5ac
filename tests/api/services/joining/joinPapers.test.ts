import { expect, test } from 'bun:test'
import mongoose from 'mongoose'
import { findNewestSeq, findPaper, findPapers } from '#api/store/papers/papers.ts'
import { findMerges, findSuspects } from '#api/store/papers/merges.ts'
import { findReferredPaper } from '#api/store/papers/paperLookup.ts'
import { removePapers } from '#api/store/papers/paperPruning.ts'
import { useApp } from '#tests/support/app.ts'
import { ARTICLE, article, bring, onBiorxiv, preprint, PREPRINT } from './joinedWorld.ts'

const { product } = useApp()
const records = () => mongoose.connection.collection<Record<string, unknown> & { _id: string }>('papers')
const OF_JOINING = new Set(['joined_into', 'record_ids', 'folded', 'join_keys', 'seq', 'processed_at'])
const contentOf = async (id: string) =>
  Object.fromEntries(Object.entries((await records().findOne({ _id: id }))!).filter(([name]) => !OF_JOINING.has(name)))

test('an article joins its preprint: the paper keeps its id and has the article’s DOI, venue, licence and citations', async () => {
  await bring(product, preprint())
  await bring(product, article())
  for (const id of [PREPRINT, ARTICLE])
    expect(await findPaper(id)).toMatchObject({
      _id: PREPRINT,
      kind: 'article',
      doi: '10.5555/a',
      venue: { name: 'Journal of Imaginary Vision', volume: '3', published_on: '2027-01-20' },
      journal_ref: 'Journal of Imaginary Vision 3 (2027)',
      metrics: { citations: 7 },
      published_at: new Date('2026-11-17T10:00:00Z'),
      abstract: 'We follow forty lanterns through a valley of glass for three winters.',
      urls: { abs: 'https://arxiv.org/abs/2611.90001v1', doi: 'https://doi.org/10.5555/a' },
    })
  expect((await findPapers([ARTICLE])).get(ARTICLE)?.id).toBe(PREPRINT)
  expect(await findReferredPaper({ id: 'doi:10.5555/unknown', doi: '10.5555/a' })).toMatchObject({ _id: PREPRINT })
})

test('records are not changed by joining', async () => {
  await bring(product, preprint())
  const before = await contentOf(PREPRINT)
  await bring(product, article())
  expect(await contentOf(PREPRINT)).toEqual(before)
})

test('in the other order the paper has the id of the article, and the abstract and PDF of the preprint', async () => {
  await bring(product, article())
  await bring(product, preprint())
  expect(await findPaper(PREPRINT)).toMatchObject({
    _id: ARTICLE,
    doi: '10.5555/a',
    abstract: 'We follow forty lanterns through a valley of glass for three winters.',
    categories: ['cs.LG'],
    urls: { pdf: 'https://arxiv.org/pdf/2611.90001v1' },
    license: null,
  })
})

test('a merge says why, and is one however often the papers are processed', async () => {
  await bring(product, preprint(), article())
  await bring(product, preprint('2026-11-18', { comment: '12 pages' }), article({ citations: 8 }))
  const { items, total } = await findMerges({ skip: 0, limit: 10 })
  expect(total).toBe(1)
  expect(items[0]).toMatchObject({
    into: PREPRINT,
    from: ARTICLE,
    rank: 2,
    by: 'system',
    undone_at: null,
    evidence: { ids: [PREPRINT, ARTICLE], link: PREPRINT, title_similarity: 1, families: ['quillfeather', 'brandt'] },
  })
  expect(await findPaper(PREPRINT)).toMatchObject({ comment: '12 pages', metrics: { citations: 8 } })
})

test('a link that waits joins when the article comes', async () => {
  const links = [{ type: 'preprint-of', to: ARTICLE, by: 'source' } as const]
  await bring(product, onBiorxiv('2026-11-20', { links }))
  await bring(product, article({ links: [] }))
  expect(await findPaper(ARTICLE)).toMatchObject({ source: 'biorxiv', doi: '10.5555/a' })
})

test('one preprint on two servers is one paper by its content', async () => {
  await bring(product, preprint())
  await bring(product, onBiorxiv())
  expect(await findPaper(onBiorxiv().id)).toMatchObject({
    _id: PREPRINT,
    categories: ['cs.LG', 'biorxiv.neuroscience'],
  })
})

test('a DOI that the authors mistyped joins nothing, is listed and is not shown', async () => {
  await bring(product, article({ title: 'Tides in salt marshes', authors: [{ name: 'Ilse Brackwater' }], links: [] }))
  await bring(product, preprint('2026-11-18', { doi: '10.5555/a' }))
  expect(await findPaper(PREPRINT)).toMatchObject({ _id: PREPRINT, doi: null, urls: { abs: expect.any(String) } })
  expect((await findPaper(PREPRINT))?.urls.doi).toBeUndefined()
  const { items } = await findSuspects({ skip: 0, limit: 10 })
  expect(items).toMatchObject([{ rank: 3, evidence: { ids: [PREPRINT, ARTICLE], link: ARTICLE } }])
})

test('a link that was taken back parts the papers', async () => {
  await bring(product, preprint())
  await bring(product, article())
  const links = [{ type: 'has-preprint', to: 'arxiv:2611.99999', by: 'publisher' } as const]
  await bring(product, article({ links, title: 'Tides in salt marshes' }))
  expect(await findPaper(ARTICLE)).toMatchObject({ _id: ARTICLE, title: 'Tides in salt marshes' })
  expect(await findPaper(PREPRINT)).toMatchObject({ _id: PREPRINT, doi: null, metrics: {} })
  const { items } = await findMerges({ skip: 0, limit: 10 })
  expect(items[0]?.undone_at).toBeInstanceOf(Date)
})

test('the search index is up to date after a change of a joined record that changes nothing of the paper', async () => {
  await bring(product, preprint())
  await bring(product, article())
  await bring(product, article({ abstract: 'Lanterns were followed.' }))
  const { seq, size } = await product.index.state()
  expect({ seq, size }).toEqual({ seq: await findNewestSeq(), size: 1 })
})

test('when the paper is removed, its other records are papers again', async () => {
  await bring(product, preprint())
  await bring(product, article())
  await removePapers([PREPRINT])
  await bring(product)
  expect(await records().findOne({ _id: ARTICLE })).not.toHaveProperty('joined_into')
  expect(await findPaper(ARTICLE)).toMatchObject({ _id: ARTICLE, kind: 'article' })
})

test('records of a library of an earlier version are compared, too', async () => {
  await bring(product, preprint(), article({ links: [] }))
  await records().updateMany({}, { $unset: { join_keys: 1 } })
  await records().updateOne({ _id: ARTICLE }, { $set: { links: article().links } })
  await bring(product)
  expect(await findPaper(ARTICLE)).toMatchObject({ _id: PREPRINT })
})

/** What joining has stored. */
async function findJoined() {
  const projection = { joined_into: 1, record_ids: 1, folded: 1 }
  const found = await records().find({}, { projection }).sort({ _id: 1 }).toArray()
  const { items } = await findMerges({ skip: 0, limit: 10 })
  return [found, items.map(({ from, into }) => ({ from, into }))]
}

test('a crash after any of the writes leaves nothing that the next run does not finish', async () => {
  await bring(product, preprint())
  await bring(product, article())
  const whole = await findJoined()
  // What is missing after a crash at each step: the fold, then the alias, then the merge.
  const undo = [
    () => records().updateOne({ _id: PREPRINT }, { $unset: { record_ids: 1, folded: 1 } }),
    () => records().updateOne({ _id: ARTICLE }, { $unset: { joined_into: 1, record_ids: 1 } }),
    () => mongoose.connection.collection('merges').deleteMany({}),
  ]
  for (const [at] of undo.entries()) {
    for (const step of undo.slice(0, at + 1)) await step()
    await records().updateOne({ _id: ARTICLE }, { $set: { processed_at: null } })
    await bring(product)
    expect(await findJoined()).toEqual(whole)
  }
})
