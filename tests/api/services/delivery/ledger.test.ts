import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import type { AnnounceType } from '#api/contract/papers.ts'
import { deliverDay } from '#api/services/delivery/delivery.ts'
import { findDeliveries, type DeliveryRecord } from '#api/store/readers/deliveries.ts'
import { setFeedback } from '#api/store/readers/interactions.ts'
import { changeUser } from '#api/store/readers/users.ts'
import { makeReader } from '#tests/api/support/readers.ts'
import { announcePapers, idOf } from '#tests/api/support/records.ts'
import { resetDatabase, useDatabase } from '#tests/support/database.ts'
import { sized } from '#tests/support/longRun.ts'

// Delivery uses only the database.
const [MONDAY, TUESDAY] = ['2026-11-16', '2026-11-17']

const idsOf = ({ cards }: Pick<DeliveryRecord, 'cards'>) => cards.map(({ paper_id }) => paper_id)

useDatabase(resetDatabase)

test('The counts of every ledger add up, each paper is in one bucket, and no paper is on two cards', async () => {
  const types: AnnounceType[] = ['new', 'cross', 'replace', 'replace-cross']
  const paper = fc.record({
    number: fc.integer({ min: 1, max: 25 }),
    day: fc.constantFrom(MONDAY, TUESDAY, '2026-11-18'),
    type: fc.constantFrom(...types),
    version: fc.constantFrom(1, 2),
    category: fc.constantFrom('cs.LG', 'math.AG', 'hep-th'),
    muted: fc.boolean(),
    published: fc.constantFrom(null, new Date('2026-11-13T10:00:00Z'), new Date('2026-01-05T10:00:00Z')),
  })
  const step = fc.oneof(
    fc.record({ do: fc.constant('announce' as const), papers: fc.array(paper, { minLength: 1, maxLength: 12 }) }),
    fc.record({ do: fc.constant('deliver' as const), day: fc.constantFrom(MONDAY, TUESDAY, '2026-11-18') }),
    fc.record({ do: fc.constant('dismiss' as const), number: fc.integer({ min: 1, max: 25 }) }),
    fc.record({ do: fc.constant('choose' as const), ids: fc.subarray(['cs.LG', 'math.AG', 'hep-th']) }),
  )
  let round = 0
  const property = fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
    await resetDatabase()
    const interests = { keywords: [], authors: [], muted_terms: ['blockchain'], muted_authors: [] }
    let reader = await makeReader(`reader${++round}`, ['cs.LG'], { interests })
    const deliver = async (day: string) => {
      const { cards, ledger, places } = await deliverDay(reader, day)
      const { announced, ...rest } = ledger
      expect(Object.values(rest).reduce((sum, count) => sum + count, 0)).toBe(announced)
      const allIds = [...idsOf({ cards }), ...Object.values(places).flat()]
      expect(allIds).toHaveLength(announced)
      expect(new Set(allIds).size).toBe(announced)
      expect(ledger.shown).toBe(cards.length)
    }
    for (const one of steps) {
      if (one.do === 'dismiss') await setFeedback(reader._id, idOf(one.number), 'dislike')
      if (one.do === 'choose') reader = await changeUser(reader._id, { category_ids: one.ids })
      if (one.do === 'deliver') await deliver(one.day)
      if (one.do !== 'announce') continue
      for (const [day, announced] of Map.groupBy(one.papers, (paper) => paper.day)) {
        await announcePapers(
          day,
          announced.map(({ number, type, version, category, muted, published }) => ({
            number,
            changes: {
              announce_type: type,
              version,
              categories: [category],
              primary_category: category,
              published_at: published,
              ...(muted && { title: 'A blockchain for lanterns' }),
            },
          })),
        )
      }
    }
    for (const day of [MONDAY, TUESDAY, '2026-11-18']) await deliver(day)
    const { deliveries } = await findDeliveries(reader._id, { skip: 0, limit: 999 })
    const shown = deliveries.flatMap(idsOf)
    expect(new Set(shown).size).toBe(shown.length)
  })
  await fc.assert(property, { numRuns: sized({ short: 10, long: 50, everything: 500 }) })
})
