import { beforeEach, describe, expect, test } from 'bun:test'
import type { Interests } from '#api/contract/users.ts'
import { log } from '#api/platform/log.ts'
import { createDigestReads } from '#api/services/digests/digestReads.ts'
import { findMixedDeliveries } from '#api/store/readers/deliveries.ts'
import { saveComparison } from '#api/store/readers/orderOutcomes.ts'
import { findUser } from '#api/store/readers/users.ts'
import { useApp } from '#tests/support/app.ts'
import { paperId, recordDay, storePapers } from '#tests/api/support/library.ts'

const { as, signedOut } = useApp()
const { users } = as('ada')
const DAY = '2026-11-20'
/** Numbers of the papers on owls. */
const OWLS = [2, 5]
const all = [1, 2, 3, 4, 5, 6]
const withoutOwls = all.filter((number) => !OWLS.includes(number))

const change = (interests: Partial<Interests>) => users.me.put({ interests })
const dashboard = async () => (await users.me.dashboard.get({ query: { day: DAY } })).data!
const numbersIn = (ids: readonly string[]) => ids.map((id) => all.find((number) => paperId(number) === id)!)
const onPage = async () => numbersIn((await dashboard()).outline.map(({ paper_id }) => paper_id))
const inBucket = async (where: 'shown' | 'muted') => {
  const { data } = await users.me.ledger({ day: DAY })({ where }).get({ query: {} })
  return numbersIn(data!.items.map(({ id }) => id)).toSorted()
}
const inFeed = async () => {
  const { data } = await users.me['feed-address'].post()
  const key = /feeds\/(.*)\.atom$/.exec(data!.address!)![1]!
  const { data: feed } = await signedOut.feeds({ file: `${key}.atom` } as never).get()
  const ids = [...String(feed).matchAll(/\/paper\/(arxiv[^"&<?#]+)/g)].map(([, id]) => decodeURIComponent(id!))
  return numbersIn([...new Set(ids)])
}
const inMail = async () => {
  const user = (await findUser((await as('ada').auth.me.get()).data!.id))!
  return numbersIn((await createDigestReads().delivery(user, DAY, log)).cards.map(({ paper_id }) => paper_id))
}

beforeEach(async () => {
  await saveComparison({ a: 'ranked', b: 'time', share: 0 })
  await users.me.put({ category_ids: ['cs.LG'] })
  for (const number of all)
    await storePapers([number], {
      announced_on: DAY,
      title: OWLS.includes(number) ? `Owls of harbour ${number}` : `Lanterns of harbour ${number}`,
      authors: [{ name: number === 6 ? 'Wei Wang' : 'Mirela Quillfeather' }],
    })
  await recordDay(DAY)
})

describe('A mute that is set when the list of the day is there', () => {
  test('hides its papers on the page, in the mail, in the feed and in the ledger, whichever is asked first', async () => {
    for (const read of [onPage, inMail, inFeed]) {
      await change({ muted_terms: [] })
      const before = await onPage()
      expect(before.toSorted()).toEqual(all)
      await change({ muted_terms: ['owl'] })
      const expected = before.filter((number) => !OWLS.includes(number))
      expect(await read()).toEqual(expected)
      expect([await onPage(), await inMail(), await inFeed()]).toEqual([expected, expected, expected])
    }
    expect((await dashboard()).ledger).toMatchObject({ announced: 6, shown: 4, muted: 2 })
    expect(await inBucket('muted')).toEqual(OWLS)
    expect(await inBucket('shown')).toEqual(withoutOwls)
    const { data } = await users.me.whereabouts.get({ query: { ref: paperId(5) } })
    expect(data).toMatchObject({ fate: 'muted', because: 'owl', day: DAY })
  })

  test('is counted on the taste page at once', async () => {
    await onPage()
    await change({ muted_terms: ['owl'] })
    const { muted } = (await users.me.taste.get()).data!
    expect(muted).toMatchObject([{ text: 'owl', hidden: 2 }])
    expect(numbersIn(muted[0]!.paper_ids).toSorted()).toEqual(OWLS)
  })

  test('that is lifted, shows them again in their places, and those that were never shown at the end', async () => {
    await change({ muted_authors: ['Wei Wang'] })
    const before = await onPage()
    expect(before.toSorted()).toEqual([1, 2, 3, 4, 5])
    await change({ muted_terms: ['owl'] })
    expect((await onPage()).toSorted()).toEqual([1, 3, 4])
    await change({ muted_terms: [] })
    expect(await onPage()).toEqual(before)
    await change({ muted_authors: [] })
    expect(await onPage()).toEqual([...before, 6])
    expect((await dashboard()).ledger).toMatchObject({ announced: 6, shown: 6, muted: 0 })
    const { cards } = await dashboard()
    expect(cards.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5, 6])
  })

  test('keeps a saved paper, and which order put a card into a mixed list', async () => {
    await storePapers([50], { announced_on: '2026-11-19', title: 'Lanterns' })
    await users.me['reading-list'].post({ paper_id: paperId(50) })
    await saveComparison({ a: 'ranked', b: 'time', share: 1 })
    await onPage()
    const { id } = (await as('ada').auth.me.get()).data!
    const mixed = await findMixedDeliveries(id, DAY)
    expect(mixed[0]?.mixed.teams).toHaveLength(6)
    await users.me['reading-list'].post({ paper_id: paperId(2) })
    await change({ muted_terms: ['owls'] })
    expect((await onPage()).toSorted()).toEqual([1, 2, 3, 4, 6])
    expect(await findMixedDeliveries(id, DAY)).toEqual(mixed)
  })
})
