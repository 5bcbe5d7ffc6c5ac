import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { setClock } from '#api/platform/clock.ts'
import { startSmtpSink } from '#api/platform/embedded/smtpSink.ts'
import { loadSamples } from '#api/services/samples/loadSamples.ts'
import type { Product } from '#api/services/product.ts'
import { findNewestAnnouncement } from '#api/store/papers/announcements.ts'
import { findSampleIds } from '#api/store/papers/paperPruning.ts'
import { loneRun } from '#tests/api/support/digests.ts'
import { dump } from '#tests/api/support/pipeline.ts'
import { useApp } from '#tests/support/app.ts'
import { SIZE } from '#tests/support/longRun.ts'

const NOW = '2026-11-25T09:30:00Z'
const sink = await startSmtpSink()
const { as, product } = useApp({ sink })
const embedded: Product = { ...product, config: { ...product.config, samples: true } }
afterAll(() => sink.stop())
beforeEach(() => setClock(new Date(NOW)))
afterEach(() => setClock(null))

const load = () => loadSamples(embedded, loneRun())
const dashboardOf = async (name: string, day?: string) =>
  (await as(name).users.me.dashboard.get({ query: { ...(day !== undefined && { day }) } })).data!

describe('The demo readers of the sample library', () => {
  test('have lived in it for twenty days, with mails and figures that add up on every day; the second one is new', async () => {
    await load()
    const today = await dashboardOf('reader')
    expect(today.day).toBe('2026-11-25')
    expect(today.freshness).toMatchObject({ sample: true })
    expect(today.freshness).not.toHaveProperty('day_state')
    expect(today.papers_by_day).toHaveLength(20)
    for (const { on, delivered } of today.papers_by_day.filter((_day, index) => index % 4 === 3)) {
      const { ledger, outline, cards } = await dashboardOf('reader', on)
      const { announced, ...places } = ledger
      expect(announced).toBe(Object.values(places).reduce((sum, count) => sum + count, 0))
      const nextDoor = cards.filter(({ from_next_door }) => from_next_door).length
      expect({ on, delivered, shown: ledger.shown }).toEqual({
        on,
        delivered: outline.length,
        shown: outline.length - nextDoor,
      })
      expect(announced).toBeGreaterThanOrEqual(15)
    }
    expect(today.unseen_today).toBe(today.outline.length)
    expect(today.living.map(({ kind }) => kind).toSorted()).toEqual(['new_version', 'published'])
    expect(today.living.map(({ text }) => text)).toContain('Version 2 is out: only the comment changed, 7 to 9 pages.')
    const { data: list } = await as('reader').users.me['reading-list'].get({ query: {} })
    const { to_read, reading, done } = list!.counts
    expect(to_read + reading + done).toBe(list!.total)
    expect({ to_read, reading, done }).toEqual(today.reading)
    expect(list!.items.filter(({ notes }) => notes !== '').length).toBeGreaterThan(5)
    const { data: taste } = await as('reader').users.me.taste.get()
    expect(taste).toMatchObject({ state: 'trained' })

    const { data: outbox } = await as('admin').admin.outbox.get({ query: { limit: 50 } })
    expect(new Set(outbox!.items.map(({ state, kind }) => `${kind} ${state}`))).toEqual(new Set(['digest sent']))
    expect(outbox!.total).toBe(8)
    expect(sink.messages()).toHaveLength(8)
    const { data: stats } = await as('admin').admin['processing-stats'].get({ query: { days_back: 40 } })
    expect(stats!.totals.mails).toBe(8)
    const { data: users } = await as('admin').admin.users.get({ query: {} })
    const delivered = users!.items.reduce((sum, user) => sum + user.delivered, 0)
    expect(stats!.totals.delivered).toBe(delivered)
    const { data: second } = await as('second').auth.me.get()
    expect(second).toMatchObject({ onboarded: false, category_ids: [] })
  })

  // The short run loads the sample library twice in loadSamples.test.ts.
  test.skipIf(SIZE === 'short')(
    'live once: a second load, also on a later day, changes nothing of theirs or of a reader who came before',
    async () => {
      await as('reader').users.me.put({ category_ids: ['cs.RO'] })
      await load()
      expect((await as('reader').auth.me.get()).data).toMatchObject({ category_ids: ['cs.RO'] })
      const kept = ['papers', 'announcements', 'reading_list', 'interactions', 'deliveries', 'users', 'outbox']
      const before = await dump(kept)
      setClock(new Date('2026-11-26T09:30:00Z'))
      await load()
      expect(await dump(kept)).toEqual(before)
      expect(await findNewestAnnouncement()).toMatchObject({ day: '2026-11-25' })
    },
  )

  test('are not there without the embedded parts', async () => {
    await loadSamples(product, loneRun())
    expect((await findSampleIds()).length).toBeGreaterThanOrEqual(370)
    const { data: users } = await as('admin').admin.users.get({ query: {} })
    expect(users!.items.map(({ email }) => email)).toEqual(['admin@paperdawn.test'])
  })
})
