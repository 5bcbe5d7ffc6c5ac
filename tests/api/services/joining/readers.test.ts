import { describe, expect, test } from 'bun:test'
import { deliverDay } from '#api/services/delivery/delivery.ts'
import { followMailLink } from '#api/services/readingList/mailLinks.ts'
import { findUser, type UserRecord } from '#api/store/readers/users.ts'
import { makeReader } from '#tests/api/support/readers.ts'
import { useApp } from '#tests/support/app.ts'
import { ARTICLE, article, bring, LANTERNS, onBiorxiv, preprint, PREPRINT } from './joinedWorld.ts'

const { as, product } = useApp()
const [WED, FRI] = ['2026-11-18', '2026-11-20']
const BOTH = ['cs.LG', 'biorxiv.neuroscience']
const POSTED = onBiorxiv().id
const follow = (name: string, category_ids = ['cs.LG']) => as(name).users.me.put({ category_ids })
const deliver = async (user: UserRecord, day: string) => {
  const { cards, ledger, places } = await deliverDay(user, day)
  expect(ledger.announced).toBe(ledger.shown + Object.values(places).flat().length)
  expect(ledger.shown).toBe(cards.length)
  return { cards: cards.map(({ paper_id }) => paper_id), ledger }
}
const list = async (name: string) => (await as(name).users.me['reading-list'].get({ query: {} })).data!

describe('Cards of a paper with several records', () => {
  test('a reader whom the first record was shown gets no card for the second, and the ledger says so', async () => {
    const ada = await makeReader('ada', BOTH)
    const bela = await makeReader('bela', ['biorxiv.neuroscience'])
    await bring(product, preprint(WED))
    expect((await deliver(ada, WED)).cards).toEqual([PREPRINT])
    await bring(product, onBiorxiv(FRI))
    expect(await deliver(ada, FRI)).toMatchObject({ cards: [], ledger: { announced: 1, shown: 0, seen_before: 1 } })
    // To a reader of the other server it is new.
    expect(await deliver(bela, FRI)).toMatchObject({ cards: [PREPRINT], ledger: { announced: 1, shown: 1 } })
  })

  test('records of one day are one card', async () => {
    const ada = await makeReader('ada', BOTH)
    await bring(product, preprint(FRI), onBiorxiv(FRI))
    expect(await deliver(ada, FRI)).toMatchObject({ cards: [PREPRINT], ledger: { announced: 1, shown: 1 } })
    expect(await deliver(ada, FRI)).toMatchObject({ cards: [PREPRINT], ledger: { announced: 1, shown: 1 } })
  })

  test('two cards of one day that turn out to be one paper: the second is hidden, and counted as seen', async () => {
    const ada = await makeReader('ada', BOTH)
    const stranger = { title: 'Tides in salt marshes', authors: [{ name: 'Ilse Brackwater' }] }
    await bring(product, preprint(FRI), onBiorxiv(FRI, { ...stranger, title: 'Tides in the salt marshes of spring' }))
    expect((await deliver(ada, FRI)).cards.toSorted()).toEqual([PREPRINT, POSTED])
    await bring(product, onBiorxiv(FRI, { version: 2, announced_on: null }))
    expect(await deliver(ada, FRI)).toMatchObject({
      cards: [PREPRINT],
      ledger: { announced: 2, shown: 1, seen_before: 1 },
    })
  })

  test('a card that was made for a record stays the card of the paper when its day is extended', async () => {
    const bela = await makeReader('bela', ['biorxiv.neuroscience'])
    const other = { title: 'Tides in the salt marshes of spring', authors: [{ name: 'Ilse Brackwater' }] }
    await bring(product, preprint(WED))
    await bring(product, onBiorxiv(FRI, other))
    expect((await deliver(bela, FRI)).cards).toEqual([POSTED])
    const doi = '10.64898/2026.11.19.700002'
    const late = onBiorxiv(FRI, { id: `doi:${doi}`, source_id: doi, doi, title: 'Glia of imaginary cells at night' })
    await bring(product, onBiorxiv(FRI), late)
    expect((await deliver(bela, FRI)).cards).toEqual([POSTED, late.id])
  })

  test('the start page shows the card of a record as the paper, with what was done with either record', async () => {
    const { id } = (await follow('bela', ['biorxiv.neuroscience'])).data!
    const other = { title: 'Tides in the salt marshes of spring', authors: [{ name: 'Ilse Brackwater' }] }
    await bring(product, preprint(WED), onBiorxiv(FRI, other))
    await deliver((await findUser(id))!, FRI)
    const bela = as('bela')
    await bela.papers({ id: encodeURIComponent(POSTED) }).view.post({ view_duration: 0 })
    await bela.users.me['reading-list'].post({ paper_id: PREPRINT })
    await bring(product, onBiorxiv(FRI))
    const { cards, outline } = (await bela.users.me.dashboard.get({ query: { day: FRI } })).data!
    expect(cards).toMatchObject([{ paper: { id: PREPRINT }, state: { seen: true, saved: true } }])
    expect(outline).toEqual([{ paper_id: PREPRINT, categories: cards[0]!.paper.categories, state: cards[0]!.state }])
  })

  test.each([
    ['the first', PREPRINT],
    ['the second', POSTED],
  ])('what a reader saved, dismissed or opened as %s record is no card as the paper', async (_which, id) => {
    const names = ['saver', 'dismisser', 'opener', 'nobody']
    for (const name of names) await follow(name, ['biorxiv.neuroscience'])
    await bring(product, preprint(WED))
    const other = { title: 'Tides in the salt marshes of spring', authors: [{ name: 'Ilse Brackwater' }] }
    await bring(product, onBiorxiv(FRI, other))
    await as('saver').users.me['reading-list'].post({ paper_id: id })
    const acted = encodeURIComponent(id)
    await as('dismisser').papers({ id: acted }).feedback.put({ value: 'dislike' })
    await as('opener').papers({ id: acted }).click.post({})
    await bring(product, onBiorxiv(FRI))
    const ledgers = await Promise.all(
      names.map(async (name) => {
        const user = await findUser((await as(name).auth.me.get()).data!.id)
        return (await deliver(user!, FRI)).ledger
      }),
    )
    expect(ledgers).toMatchObject([
      { saved_before: 1, shown: 0 },
      { dismissed_before: 1, shown: 0 },
      { seen_before: 1, shown: 0 },
      { shown: 1 },
    ])
  })
})

describe('Under the id of a joined record', () => {
  test('the paper, its citation, its whereabouts and the look-up answer with the paper', async () => {
    await follow('ada')
    await bring(product, preprint(WED))
    await bring(product, article())
    const ada = as('ada')
    expect((await ada.papers({ id: encodeURIComponent(ARTICLE) }).get()).data).toMatchObject({
      id: PREPRINT,
      doi: '10.5555/a',
    })
    expect((await ada.papers({ id: encodeURIComponent('https://doi.org/10.5555/A') }).get()).data).toMatchObject({
      id: PREPRINT,
    })
    const { data: bibtex } = await ada.papers({ id: PREPRINT }).citation.get({ query: { format: 'bibtex' } })
    for (const part of [
      '@article{',
      'journal = {Journal of Imaginary Vision}',
      'year = {2027}',
      'doi = {10.5555/a}',
      'eprint = {2611.90001}',
    ])
      expect(String(bibtex)).toContain(part)
    const { data: csl } = await ada.papers({ id: PREPRINT }).citation.get({ query: { format: 'csl' } })
    expect(JSON.stringify(csl)).not.toContain('publisher')
    const { data: where } = await ada.users.me.whereabouts.get({ query: { ref: '10.5555/a' } })
    expect(where).toMatchObject({ paper: { id: PREPRINT }, day: WED })
    expect((await ada.papers.lookup.post({ ref: '10.5555/a', save: true })).data).toMatchObject({ id: PREPRINT })
    expect((await list('ada')).items).toMatchObject([{ paper: { id: PREPRINT } }])
  })

  test('a search finds the paper once, by the words of either record, and counts it once', async () => {
    await follow('ada')
    await bring(product, preprint(WED))
    await bring(product, onBiorxiv(FRI, { doi: '10.5555/posted' }))
    for (const q of [LANTERNS, 'lanterns', 'cat:biorxiv.neuroscience', 'cat:cs.LG']) {
      const { data } = await as('ada').papers.search.get({ query: { q } })
      expect([q, data?.total, data?.items.map(({ paper }) => paper.id)]).toEqual([q, 1, [PREPRINT]])
    }
  })

  test('likes, clicks and links in old mails reach the paper, and can be taken back', async () => {
    await follow('ada')
    const [first, other] = [PREPRINT, ARTICLE].map((id) => as('ada').papers({ id: encodeURIComponent(id) }))
    await bring(product, preprint(WED))
    await bring(product, article({ links: [], title: 'Tides in salt marshes' }))
    await other!.feedback.put({ value: 'like' })
    await bring(product, article())
    expect((await first!.get()).data).toMatchObject({ id: PREPRINT, state: { liked: true } })
    await first!.feedback.put({ value: 'none' })
    expect((await other!.get()).data?.state.liked).toBe(false)
    await other!.click.post({})
    expect((await first!.get()).data?.state.clicked).toBe(true)
    const { id } = (await as('ada').auth.me.get()).data!
    const token = await product.tokens.sign('digest', id, { seconds: 60, session: ARTICLE })
    await followMailLink(product, token, 'save')
    expect((await list('ada')).items).toMatchObject([{ paper: { id: PREPRINT } }])
    await followMailLink(product, token, 'unsave')
    expect((await list('ada')).items).toEqual([])
  })

  test('a paper that was saved as another record is saved once', async () => {
    await follow('ada')
    await bring(product, preprint(WED))
    await bring(product, article({ links: [], title: 'Tides in salt marshes' }))
    const { data: saved } = await as('ada').users.me['reading-list'].post({ paper_id: ARTICLE, notes: 'mine' })
    await bring(product, article())
    expect((await as('ada').users.me['reading-list'].post({ paper_id: PREPRINT })).data?.id).toBe(saved!.id)
    expect((await list('ada')).total).toBe(1)
  })
})

describe('The reading list', () => {
  test('says once that a saved preprint was published, and shows and cites the article', async () => {
    await follow('ada')
    await bring(product, preprint(WED))
    await as('ada').users.me['reading-list'].post({ paper_id: PREPRINT, notes: 'mine' })
    const updates = async () => (await as('ada').users.me.dashboard.get({ query: {} })).data!.living
    expect(await updates()).toEqual([])
    await bring(product, article())
    expect(await updates()).toMatchObject([
      { kind: 'published', text: 'Published: Journal of Imaginary Vision 3 (2027)', item: { notes: 'mine' } },
    ])
    await as('ada').papers({ id: PREPRINT }).click.post({})
    expect(await updates()).toEqual([])
    expect((await list('ada')).items).toMatchObject([{ paper: { id: PREPRINT, doi: '10.5555/a' } }])
  })

  test('says it to a reader who saved the record that was stored second, too', async () => {
    await follow('ada')
    await bring(product, onBiorxiv(FRI))
    await bring(product, preprint(WED, { title: 'Tides in salt marshes', authors: [{ name: 'Ilse Brackwater' }] }))
    await as('ada').users.me['reading-list'].post({ paper_id: PREPRINT })
    const links = [{ type: 'has-preprint', to: POSTED, by: 'publisher' } as const]
    await bring(product, preprint(WED, { source_interface: 'api' }), article({ links }))
    const { living } = (await as('ada').users.me.dashboard.get({ query: {} })).data!
    expect(living).toMatchObject([{ kind: 'published', item: { paper: { id: POSTED } } }])
    await as('ada')
      .papers({ id: encodeURIComponent(POSTED) })
      .click.post({})
    expect((await as('ada').users.me.dashboard.get({ query: {} })).data!.living).toEqual([])
  })

  test('shows two items of one paper as one, with both notes and all tags', async () => {
    await follow('ada')
    await bring(product, preprint(WED), article({ links: [], title: 'Tides in salt marshes' }))
    const save = (paper_id: string, notes: string, tags: string[]) =>
      as('ada').users.me['reading-list'].post({ paper_id, notes, tags })
    await save(PREPRINT, 'first note', ['light', 'glass'])
    await save(ARTICLE, 'second note', ['glass', 'winter'])
    await bring(product, article())
    const { items, total, counts } = await list('ada')
    expect({ total, to_read: counts.to_read }).toEqual({ total: 1, to_read: 1 })
    expect(items).toMatchObject([
      { paper: { id: PREPRINT }, notes: 'first note\n\nsecond note', tags: ['light', 'glass', 'winter'] },
    ])
    expect((await as('ada').users.me['reading-list'].post({ paper_id: ARTICLE })).data).toMatchObject({
      id: items[0]!.id,
    })
    expect((await list('ada')).total).toBe(1)
    // It is joined no second time.
    await bring(product, article({ citations: 9 }))
    expect((await list('ada')).items).toMatchObject([{ notes: 'first note\n\nsecond note' }])
    // Parted, both are what they were.
    await bring(
      product,
      article({
        links: [{ type: 'has-preprint', to: 'arxiv:2611.99999', by: 'publisher' }],
        title: 'Tides in salt marshes',
      }),
    )
    const parted = (await list('ada')).items.map(({ paper, notes, tags }) => [paper.id, notes, tags])
    expect(parted.toSorted()).toEqual([
      [PREPRINT, 'first note', ['light', 'glass']],
      [ARTICLE, 'second note', ['glass', 'winter']],
    ])
  })
})
