import { describe, expect, test } from 'bun:test'
import { addDays } from '#api/platform/clock.ts'
import { announcedTitles, stateOf, storedFeed, storedItems, useFeeds } from '#tests/api/support/feeds.ts'
import { ledgerOf } from '#tests/api/support/preprints.ts'
import { FEED_FAULTS } from '#tests/simulators/feedFaults.ts'
import { simItems } from '#tests/simulators/feeds.ts'

const { simulator, follow, visit, readDay } = useFeeds()

const TUE = '2026-11-24'
const day = (offset: number) => addDays(TUE, offset)
const PATH = '/jiv.rss'
const feedAt = (path = PATH) => simulator.feeds.get(path)!
/** Adds items that are published on `on`, the last at 14:00 UTC. */
const add = (count: number, on: string, first: number, path = PATH) =>
  feedAt(path).items.push(...simItems(count, `${on}T14:00:00Z`, first))
const requestsTo = (path: string) => simulator.requests.filter(({ url }) => url === path).length

describe('A feed that cannot be read', () => {
  test.each([1, 3, 10])('for %p days concerns itself alone and brings what it still has', async (days) => {
    const code = await follow(PATH)
    const other = await follow('/other.rss', { title: 'Letters of Nowhere' })
    add(1, TUE, 1)
    await visit(TUE)
    for (let offset = 1; offset <= days; offset++) {
      add(1, day(offset), 100 + offset)
      add(1, day(offset), 200 + offset, '/other.rss')
      feedAt().answer = () => new Response('Service Unavailable', { status: 503 })
      await visit(day(offset), '12:00')
      await readDay(day(offset + 1))
    }
    expect(await stateOf(code)).toBe(
      'The feed could not be read since 2026-11-25 17:00 UTC: its server is too busy to answer.',
    )
    expect(await stateOf(other)).toBeUndefined()
    expect((await ledgerOf('feed')).slice(0, 1)).toEqual([`${day(2)} announced 1`])
    delete feedAt().answer
    await visit(day(days + 1), '16:00')
    expect(await stateOf(code)).toBeUndefined()
    await readDay(day(days + 2))
    const late = (await announcedTitles()).filter((text) => text.startsWith(day(days + 2)))
    expect(late.filter((text) => / 1\d\d$/.test(text))).toHaveLength(days)
  })

  test('is the reason why a day is missing if it is the only one', async () => {
    await follow(PATH)
    add(1, TUE, 1)
    await visit(TUE)
    await readDay(day(1))
    feedAt().answer = () => new Response('Service Unavailable', { status: 503 })
    await visit(day(1), '12:00')
    await expect(readDay(day(2))).rejects.toMatchObject({
      code: 'source-unavailable',
      message: `No feed could be read on ${day(1)}.`,
    })
    delete feedAt().answer
    await visit(day(2), '20:00')
    await readDay(day(3))
    expect(await ledgerOf('feed')).toEqual([`${day(1)} announced 1`, `${day(2)} empty 0`, `${day(3)} empty 0`])
  })

  test('waits as its server asks, and longer after each failure', async () => {
    const code = await follow(PATH)
    simulator.fail('busy')
    await visit(TUE)
    const waitHours = async () =>
      ((await storedFeed(code)).next_visit_at.getTime() - Date.parse(`${TUE}T15:00:00Z`)) / 3_600_000
    expect(Math.floor(await waitHours())).toBe(2)
    expect((await storedFeed(code)).failures).toBe(1)
  })

  test('ends at once when its server says that it is gone', async () => {
    const code = await follow(PATH)
    simulator.fail('gone')
    await visit(TUE)
    await visit(day(1))
    expect(requestsTo(PATH)).toBe(1)
    expect(await stateOf(code)).toBe(
      'The feed has ended since 2026-11-24 15:00 UTC: its server says that it has ended.',
    )
  })

  test.each([
    ['missing', 'The feed has ended since 2026-11-24 15:00 UTC: there is nothing at its address.'],
    ['refused', 'The feed is not read any more, because it could not be read for a week: its server wants a sign-in.'],
  ] as const)('with the answer %s is given up after a week', async (fault, state) => {
    const code = await follow(PATH)
    feedAt().answer = ({ url }) => FEED_FAULTS[fault](new URL(url))
    for (let offset = 0; offset <= 8; offset++) await visit(day(offset))
    expect(await stateOf(code)).toBe(state)
    const asked = requestsTo(PATH)
    await visit(day(12))
    expect(requestsTo(PATH)).toBe(asked)
  })

  test('behind a wall against programs says that the journal can be followed by its ISSN', async () => {
    const code = await follow(PATH, { issn: '9999-9994' })
    await visit(TUE)
    simulator.fail('wall')
    await visit(day(1), '12:00')
    expect(await stateOf(code)).toBe(
      'The feed could not be read since 2026-11-25 17:00 UTC: this publisher does not let programs read its feed; follow the journal by ISSN instead (9999-9994).',
    )
  })

  test.each(['login', 'no-channel', 'truncated'] as const)(
    'because it is %s is no feed, and loses nothing',
    async (fault) => {
      const code = await follow(PATH)
      add(2, TUE, 1)
      simulator.fail(fault)
      await visit(TUE)
      expect(await stateOf(code)).toContain('what is at its address is no feed')
      await visit(TUE, '13:00')
      expect(await storedItems()).toHaveLength(2)
    },
  )
})
