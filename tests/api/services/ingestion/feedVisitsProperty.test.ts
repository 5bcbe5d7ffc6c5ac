import { expect, test } from 'bun:test'
import { addDays } from '#api/platform/clock.ts'
import { storedItems, useFeeds } from '#tests/api/support/feeds.ts'
import { simItems, type FeedFormat, type SimItem } from '#tests/simulators/feeds.ts'
import { RandomNumbers } from '#tests/simulators/randomNumbers.ts'

const { simulator, follow, visit } = useFeeds()
const TUE = '2026-11-24'
const VISITS = 12

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'each item that was in the feed at some visit is stored once, whatever the order, the guids and the outages (seed %p)',
  async (seed) => {
    const random = new RandomNumbers(seed)
    const path = '/random'
    const items: SimItem[] = []
    const shown = random.between(3, 8)
    await follow(path, {
      format: random.pick<FeedFormat>(['rss', 'rdf', 'atom', 'json']),
      items,
      shown,
      hasChangingGuids: random.chance(0.5),
      validators: random.pick(['none', 'changing-etag', 'future']),
    })
    const seen = new Set<string>()
    for (let n = 0; n < VISITS; n++) {
      const on = addDays(TUE, n)
      for (const item of simItems(random.between(0, 6), `${on}T13:00:00Z`, 100 * n)) items.push(item)
      // Titles and guids are changed later, and the marks of feeds come and go.
      for (const item of random.shuffle(items).slice(0, 2)) {
        if (random.chance(0.5)) item.title = `${item.title} (corrected)`
        else item.link = item.link.includes('?') ? item.link.replace(/\?.*/, '') : `${item.link}?af=R&utm_source=feed`
      }
      items.splice(0, items.length, ...random.shuffle(items))
      const fault = random.chance(0.3) ? random.pick(['login', 'truncated', 'empty'] as const) : null
      if (fault !== null) simulator.fail(fault)
      await visit(on, '10:00')
      if (fault !== null) continue
      const newest = items.toSorted((one, other) => (one.at < other.at ? 1 : -1)).slice(0, shown)
      for (const { link } of newest) seen.add(link.replace(/\?.*/, ''))
    }
    const stored = (await storedItems()).map(({ record }) => new URL(record!.source_id).pathname)
    expect(stored.toSorted()).toEqual([...seen].toSorted())
    expect(seen.size).toBeGreaterThan(0)
  },
)
