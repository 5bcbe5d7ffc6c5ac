import { afterEach, expect, test } from 'bun:test'
import { setClock } from '#api/platform/clock.ts'
import { subscribe } from '#tests/api/support/digests.ts'
import { paperId, storePapers } from '#tests/api/support/library.ts'
import { sendDigestOf } from '#tests/api/support/sentDigest.ts'
import { reviewOf } from '#tests/api/support/reviews.ts'
import { useApp } from '#tests/support/app.ts'

const app = useApp()
const BY = 'http://creativecommons.org/licenses/by/4.0/'
const OWN = 'http://arxiv.org/licenses/nonexclusive-distrib/1.0/'
const SAID = 'Its licence was replaced: CC BY 4.0 in place of arXiv’s licence to distribute.'

/** A line of a mail ends before its end. */
const SAID_IN_MAIL = SAID.slice(0, 40)

/** Stores a version of paper 1 as it is announced on a day. */
const announce = (version: number, license: string | null, on: string) =>
  storePapers([1], {
    version,
    license,
    announced_on: on,
    announce_type: version === 1 ? 'new' : 'replace',
    updated_at: new Date(`${on}T00:00:00Z`),
  })
const licenceUpdates = async () =>
  ((await app.as('ada').users.me.dashboard.get({ query: {} })).data?.living ?? [])
    .filter(({ kind }) => kind === 'licence')
    .map(({ text }) => text)

const changedIn = async (week: string) => (await reviewOf(app, week)).changed.papers.map(({ text }) => text)

afterEach(() => setClock(null))

/** A reader who saved paper 1 under arXiv's licence on 2026-11-12. */
async function startReader(): Promise<string> {
  setClock(new Date('2026-11-12T08:00:00Z'))
  const userId = await subscribe(app.as, 'ada', { skip_empty: true })
  await announce(1, OWN, '2026-11-10')
  await app.as('ada').users.me['reading-list'].post({ paper_id: paperId(1) })
  return userId
}

test('A replaced licence is among the updates until the paper is opened, and in exactly one digest', async () => {
  const userId = await startReader()
  expect(await licenceUpdates()).toEqual([])
  await announce(2, BY, '2026-11-16')
  expect(await licenceUpdates()).toEqual([SAID])
  const days = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20']
  const said: string[] = []
  for (const day of days) if ((await sendDigestOf(app.product, { userId, day })).includes(SAID_IN_MAIL)) said.push(day)
  expect(said).toEqual(['2026-11-18'])
  await app
    .as('ada')
    .papers({ id: encodeURIComponent(paperId(1)) })
    .click.post({})
  expect(await licenceUpdates()).toEqual([])
})

test('A replaced licence that the reader has seen on the page is in no digest', async () => {
  const userId = await startReader()
  await announce(2, BY, '2026-11-16')
  await app
    .as('ada')
    .papers({ id: encodeURIComponent(paperId(1)) })
    .click.post({})
  for (const day of ['2026-11-17', '2026-11-18', '2026-11-19'])
    expect(await sendDigestOf(app.product, { userId, day })).not.toContain('licence')
})

test('A replaced licence is in the review of its week, and in no other', async () => {
  await startReader()
  await announce(2, BY, '2026-11-16')
  await announce(3, BY, '2026-11-24')
  setClock(new Date('2026-12-07T08:00:00Z'))
  expect(await changedIn('2026-11-22')).toEqual([`Version 2 is out: only the licence changed. ${SAID}`])
  expect((await changedIn('2026-11-29')).join()).not.toContain('licence was')
})

test('The same licence under another address, and one that was not known before, are no change', async () => {
  await startReader()
  await announce(2, `${OWN.replace('http:', 'https:')}`, '2026-11-16')
  expect(await licenceUpdates()).toEqual([])
  await announce(3, null, '2026-11-17')
  expect(await licenceUpdates()).toEqual([])
  await announce(4, BY, '2026-11-18')
  expect(await licenceUpdates()).toEqual([SAID])
})
