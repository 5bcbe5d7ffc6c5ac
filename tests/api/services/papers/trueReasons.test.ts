import { expect, test } from 'bun:test'
import type { Reason } from '#api/contract/reasons.ts'
import type { Interests } from '#api/contract/users.ts'
import { log } from '#api/platform/log.ts'
import { gatherDigest } from '#api/services/digests/gatherDigest.ts'
import { prepareDigest } from '#api/services/digests/prepareMails.ts'
import { findUser } from '#api/store/readers/users.ts'
import { useApp } from '#tests/support/app.ts'
import { paperId, recordDay, storePapers } from '#tests/api/support/library.ts'

const { as, product, signedOut } = useApp()
const { users, papers } = as('ada')
const DAY = '2026-11-20'
const id = paperId(1)

const onPage = async () => (await users.me.dashboard.get({ query: { day: DAY } })).data!.cards[0]!.reasons
const onPaperPage = async () => (await papers({ id }).get()).data!.delivered?.reasons
const inFeed = async () => {
  const { data } = await users.me['feed-address'].post()
  const key = /feeds\/(.*)\.atom$/.exec(data!.address!)![1]!
  return String((await signedOut.feeds({ file: `${key}.atom` } as never).get()).data)
}
const inMail = async () => {
  const user = (await findUser((await as('ada').auth.me.get()).data!.id))!
  const digest = { day: DAY, announced_on: DAY, log }
  expect(await gatherDigest(user, digest as never)).not.toBeNull()
  return (await prepareDigest(product, user, digest as never))!.body.text
}

const kindsOf = (reasons: readonly Reason[] = []) => reasons.map(({ kind }) => kind).toSorted()

/** Delivers a paper in math.NA to a reader with these interests. */
async function deliver(interests: Partial<Interests>) {
  await users.me.put({ category_ids: ['cs.LG', 'math.NA'], interests })
  await store({ announced_on: DAY })
  await recordDay(DAY)
  return onPage()
}
const store = (changes: Parameters<typeof storePapers>[1]) =>
  storePapers([1], {
    title: 'A lighthouse',
    abstract: 'It counts ships.',
    authors: [{ name: 'Mirela Quillfeather' }],
    categories: ['math.NA'],
    primary_category: 'math.NA',
    ...changes,
  })

test('A category that the reader has left is not given as a reason any more, on no page, in no mail and no feed', async () => {
  expect(kindsOf(await deliver({ keywords: ['ships'] }))).toEqual(['category', 'keyword'])
  expect(await inMail()).toContain('you follow')
  await users.me.put({ category_ids: ['cs.LG'] })
  expect(kindsOf(await onPage())).toEqual(['keyword'])
  expect(kindsOf(await onPaperPage())).toEqual(['keyword'])
  for (const text of [await inFeed(), await inMail()]) {
    expect(text).toContain('matches')
    expect(text).not.toContain('you follow')
  }
})

test('Words and authors that a new version does not have are not given as reasons', async () => {
  const reasons = await deliver({ keywords: ['ships'], authors: ['Mirela Quillfeather'] })
  expect(kindsOf(reasons)).toEqual(['author', 'keyword'])
  await store({
    announced_on: '2026-11-23',
    announce_type: 'replace',
    version: 2,
    authors: [{ name: 'Tomás Óðinsson' }],
  })
  expect(kindsOf(await onPage())).toEqual(['keyword'])
  await store({ announced_on: '2026-11-24', announce_type: 'replace', version: 3, abstract: 'It counts shipments.' })
  expect(kindsOf(await onPage())).toEqual(['author'])
})
