import { describe, expect, test } from 'bun:test'
import { joinPapers } from '#api/services/joining/joinPapers.ts'
import { saveDecisions } from '#api/store/papers/merges.ts'
import { findPaper } from '#api/store/papers/papers.ts'
import { useApp } from '#tests/support/app.ts'
import { ARTICLE, article, bring, onBiorxiv, preprint, PREPRINT } from './joinedWorld.ts'

const { as, product } = useApp()
const WED = '2026-11-18'
const POSTED = onBiorxiv().id
const stranger = { title: 'Tides in salt marshes', authors: [{ name: 'Ilse Brackwater' }], links: [] }
const duplicates = () => as('admin').admin.duplicates
const listed = async (kind: 'merge' | 'suspect') => (await duplicates().get({ query: { kind } })).data!
const paperOf = async (id: string) => (await findPaper(id))?._id

describe('The duplicates of the admin', () => {
  test('are for admins only', async () => {
    expect((await as('ada').admin.duplicates.get({ query: {} })).status).toBe(403)
    expect((await as('ada').admin.duplicates.join.post({ ids: [PREPRINT, ARTICLE] })).status).toBe(403)
    const part = { id: PREPRINT, record_ids: [ARTICLE], reason: 'because' }
    expect((await as('ada').admin.duplicates.part.post(part)).status).toBe(403)
  })

  test('list a merge with its evidence, and a suspect with both titles', async () => {
    await bring(product, preprint(WED), article())
    await bring(product, article({ id: 'doi:10.5555/b', source_id: '10.5555/b', doi: '10.5555/b', ...stranger }))
    await bring(
      product,
      onBiorxiv('2026-11-20', { links: [{ type: 'preprint-of', to: 'doi:10.5555/b', by: 'source' }] }),
    )
    expect(await listed('merge')).toMatchObject({
      total: 2,
      items: [
        {},
        { kind: 'merge', rank: 2, link: PREPRINT, by: 'system', records: [{ id: PREPRINT }, { id: ARTICLE }] },
      ],
    })
    expect((await listed('suspect')).items).toMatchObject([
      {
        kind: 'suspect',
        rule: 'declared by the source or the publisher',
        title_similarity: expect.any(Number),
        records: [{ title: 'Tides in salt marshes' }, { title: 'Slow lanterns in a narrow valley of glass' }],
      },
    ])
  })

  test('join records that nothing links, and the joined paper says who decided', async () => {
    await bring(product, preprint(WED), article(stranger))
    expect((await duplicates().join.post({ ids: [PREPRINT, ARTICLE] })).data).toEqual({
      papers: [{ id: PREPRINT, record_ids: [PREPRINT, ARTICLE] }],
    })
    expect(await paperOf(ARTICLE)).toBe(PREPRINT)
    expect((await listed('merge')).items).toMatchObject([{ rank: 0, by: 'admin' }])
    await bring(product, article({ ...stranger, citations: 9 }))
    expect(await paperOf(ARTICLE)).toBe(PREPRINT)
    const { data: audit } = await as('admin').admin.audit.get({ query: { action: 'papers-joined' } })
    expect(audit?.items).toMatchObject([
      { target: PREPRINT, details: `Joined ${PREPRINT}, ${ARTICLE} into one paper.` },
    ])
  })

  test('are followed also when only one of the records is processed', async () => {
    await bring(product, preprint(WED), article(stranger))
    await saveDecisions([[PREPRINT, ARTICLE]], true)
    await joinPapers([ARTICLE])
    expect(await paperOf(ARTICLE)).toBe(PREPRINT)
  })

  test('part records for good: not even a third one joins them again', async () => {
    await bring(product, preprint(WED), article())
    const part = { id: PREPRINT, record_ids: [ARTICLE], reason: 'another experiment' }
    const { data } = await duplicates().part.post(part)
    expect(data?.papers.map(({ id }) => id).toSorted()).toEqual([PREPRINT, ARTICLE])
    await bring(product, article({ citations: 9 }))
    const links = [PREPRINT, ARTICLE].map((to) => ({ type: 'same-as', to, by: 'source' }) as const)
    await bring(product, onBiorxiv('2026-11-20', { links }))
    expect(await paperOf(POSTED)).toBe(PREPRINT)
    expect(await paperOf(ARTICLE)).toBe(ARTICLE)
    expect((await listed('merge')).items.find(({ rank, undone_at }) => rank === 2 && undone_at !== null)).toBeDefined()
    const { data: audit } = await as('admin').admin.audit.get({ query: { action: 'papers-parted' } })
    expect(audit?.items[0]?.details).toContain('another experiment')
    // What was parted can be joined again.
    expect((await duplicates().join.post({ ids: [POSTED, PREPRINT, ARTICLE] })).status).toBe(200)
    expect(await paperOf(ARTICLE)).toBe(PREPRINT)
  })

  test('never join a suspect that was parted, and do not list it any more', async () => {
    const doi = { doi: ARTICLE.slice(4) }
    await bring(product, article(stranger), preprint(WED, doi))
    expect((await listed('suspect')).total).toBe(1)
    await duplicates().part.post({ id: PREPRINT, record_ids: [ARTICLE], reason: 'a mistyped DOI' })
    await bring(product, preprint(WED, { ...doi, comment: '12 pages' }))
    expect((await listed('suspect')).total).toBe(0)
    expect(await paperOf(ARTICLE)).toBe(ARTICLE)
  })

  test('what cannot be done is refused, and changes nothing', async () => {
    await bring(product, preprint(WED), article())
    const unknown = await duplicates().join.post({ ids: [PREPRINT, 'arxiv:2611.99999'] })
    expect(unknown.error?.value).toMatchObject({ error: { code: 'not-found' } })
    const whole = await duplicates().part.post({ id: PREPRINT, record_ids: [PREPRINT, ARTICLE], reason: 'all' })
    expect(whole.error?.value).toMatchObject({ error: { code: 'invalid-input' } })
    for (const ids of [[PREPRINT], [PREPRINT, PREPRINT], []])
      expect((await duplicates().join.post({ ids })).status).toBe(422)
    expect(await paperOf(ARTICLE)).toBe(PREPRINT)
  })
})
