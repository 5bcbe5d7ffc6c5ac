import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { activeFilters, presetOf, presetStart } from '#web/data/search/searchFilters.ts'
import { noFilters, readSearch, toQuery, writeSearch, type SearchState } from '#web/data/search/searchState.ts'
import { nameOfCategory } from '#web/shared/preprintServers.ts'

const day = fc
  .date({ min: new Date('1991-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const states: fc.Arbitrary<SearchState> = fc.record(
  {
    q: fc.string({ maxLength: 200 }),
    category: fc.uniqueArray(fc.constantFrom('cs.LG', 'cs.CL', 'astro-ph.GA', 'math.NA')),
    from: fc.option(day, { nil: undefined }),
    to: fc.option(day, { nil: undefined }),
    author: fc.option(fc.string({ minLength: 1, maxLength: 100 }), { nil: undefined }),
    sort: fc.constantFrom('relevance' as const, 'newest' as const),
    in_list: fc.boolean(),
    page: fc.integer({ min: 1, max: 500 }),
    as_typed: fc.constant(true),
  },
  { requiredKeys: ['q', 'category', 'from', 'to', 'author', 'sort', 'in_list', 'page'] },
)
const today = new Date('2026-11-20T12:00:00Z')

describe('the URL of a search', () => {
  test('contains the whole search: reading a written URL returns the same state', () => {
    fc.assert(
      fc.property(states, (state) => {
        expect(readSearch(new URLSearchParams(writeSearch(state).toString()))).toEqual(state)
      }),
    )
  })

  test('is read without its invalid parameters', () => {
    const params = new URLSearchParams('q=lantern&from=yesterday&to=2026-11-20&page=-3&sort=best&category=&in_list=1')
    expect(readSearch(params)).toEqual({
      ...noFilters,
      q: 'lantern',
      from: undefined,
      to: '2026-11-20',
      author: undefined,
      page: 1,
    })
  })

  test('becomes a query for its page, or no query if the text is a single character', () => {
    expect(toQuery({ ...noFilters, q: ' lantern ', page: 3 })).toEqual({
      q: 'lantern',
      limit: 20,
      offset: 40,
      sort: 'relevance',
    })
    expect(toQuery({ ...noFilters, q: ' l ', page: 1 })).toBeNull()
  })
})

describe('active filters', () => {
  test('can be removed one by one: removing a filter leaves all others', () => {
    fc.assert(
      fc.property(states, ({ q: _q, page: _page, ...filters }) => {
        for (const filter of activeFilters(filters, today, nameOfCategory)) {
          const left = activeFilters(filter.without, today, nameOfCategory).map(({ id }) => id)
          expect(left).toEqual(
            activeFilters(filters, today, nameOfCategory)
              .map(({ id }) => id)
              .filter((id) => id !== filter.id),
          )
        }
      }),
    )
  })

  test('have a label for each preset date range', () => {
    const from = presetStart('week', today)
    expect(from).toBe('2026-11-13')
    expect(presetOf({ from }, today)).toBe('week')
    expect(activeFilters({ ...noFilters, from }, today, nameOfCategory).map(({ label }) => label)).toEqual([
      'past week',
    ])
    expect(presetOf({ from, to: '2026-11-14' }, today)).toBe('own')
  })
})
