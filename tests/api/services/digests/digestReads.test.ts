import { expect, test } from 'bun:test'
import { log } from '#api/platform/log.ts'
import { createDigestReads } from '#api/services/digests/digestReads.ts'
import { changeUser, findUser, type UserRecord } from '#api/store/readers/users.ts'
import { announceTitles } from '#tests/api/support/announce.ts'
import { subscribe } from '#tests/api/support/digests.ts'
import { useApp } from '#tests/support/app.ts'

const { as } = useApp()

test('Digests made side by side get the reader, the papers and the announcements of their own', async () => {
  const [friday, monday] = ['2026-11-13', '2026-11-16']
  await announceTitles(friday, ['Lanterns'])
  await announceTitles(monday, ['Harbours', 'Comets'])
  const [ada, ben] = [await subscribe(as, 'ada'), await subscribe(as, 'ben', {}, ['math.NA'])]
  const reads = createDigestReads()

  const users = await Promise.all([ada, 'nobody', ben].map((id) => reads.user(id)))
  expect(users.map((user) => user?._id)).toEqual([ada, undefined, ben])
  const since = await Promise.all([monday, friday, '2026-11-17'].map((day) => reads.announcementsSince(day)))
  expect(since.map((found) => found.map(({ day }) => day))).toEqual([[monday], [monday, friday], []])

  const readBoth = () =>
    Promise.all(
      [users[0]!, users[2]!].flatMap((user: UserRecord) =>
        [monday, friday].map((day) => reads.delivery(user, day, log)),
      ),
    )
  const made = await readBoth()
  expect(made.map(({ user_id, day, cards }) => [user_id, day, cards.length])).toEqual([
    [ada, monday, 2],
    [ada, friday, 1],
    [ben, monday, 0],
    [ben, friday, 0],
  ])
  expect(await readBoth()).toEqual(made)
  const paperIds = made.map(({ cards }) => cards.map(({ paper_id }) => paper_id))
  const papers = await Promise.all(paperIds.map((ids) => reads.papers(ids)))
  expect(paperIds.map((ids, index) => ids.map((id) => papers[index]?.get(id)?.id))).toEqual(paperIds)

  await changeUser(ada, { preferences: { digest: { enabled: false } } })
  expect(await reads.user(ada)).toEqual(await findUser(ada))
  expect((await reads.user(ada))?.preferences.digest.enabled).toBeFalse()
})
