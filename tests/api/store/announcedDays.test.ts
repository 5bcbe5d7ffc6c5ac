import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { normalise } from '#api/services/ingestion/normalise.ts'
import type { SourceRecord } from '#api/sources/source.ts'
import { addDerived, mergeContent, type PaperContent } from '#api/store/papers/paperMerge.ts'
import { feedRecord } from '#tests/api/support/records.ts'

const DAY = '2026-11-18'
const report = (changes: Partial<SourceRecord>) => normalise(feedRecord(1, DAY, changes))

/** The days on which a delivery may have shown the paper, as the content says. */
const daysOf = ({ announcements, former_days = [] }: PaperContent) => [
  ...announcements.filter(({ type }) => type === 'new' || type === 'cross').map(({ on }) => on),
  ...former_days,
]

test('A paper keeps every day on which a delivery could have shown it, whatever is reported later', () => {
  const day = fc.constantFrom('2026-11-16', '2026-11-17', DAY, '2026-11-19')
  const step = fc.oneof(
    fc.record({ arrival: day, type: fc.constantFrom('new', 'cross') }),
    fc.record({
      announced_on: day,
      announce_type: fc.constantFrom('new', 'cross', 'replace'),
      source_interface: fc.constantFrom('rss', 'oai', 'api'),
      announced_in: fc.constantFrom<string[] | null>(null, ['cs.CV']),
      categories: fc.constantFrom<string[]>(['cs.LG'], ['cs.LG', 'cs.CV']),
    } as const),
  )
  const keeps = fc.property(fc.array(step, { minLength: 2, maxLength: 6 }), (steps) => {
    let paper = mergeContent(null, report({ announced_on: null, announce_type: null }))
    const showable = new Set<string>()
    for (const one of steps) {
      paper =
        'arrival' in one
          ? addDerived(paper, { arrival: { on: one.arrival, type: one.type }, replaced: [] })
          : mergeContent(paper, report(one))
      for (const on of daysOf(paper)) showable.add(on)
      expect(new Set(daysOf(paper))).toEqual(showable)
    }
  })
  fc.assert(keeps, { numRuns: 300 })
})
