import { act, renderHook, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, jest, test } from 'bun:test'
import { Elysia, t } from 'elysia'
import { MemoryRouter } from 'react-router-dom'
import { samplePaper } from '#tests/support/samples.ts'
import { SearchQuery, type SearchAnswer } from '#api/contract/search.ts'
import { renderPage } from '#tests/web/support/renderPage.tsx'
import { Search } from '#web/pages/Search/Search.tsx'
import { useSearchAddress } from '#web/pages/Search/useSearchAddress.ts'

const hit = (number: number, changes: Partial<SearchAnswer['items'][number]> = {}) => ({
  paper: {
    ...samplePaper,
    id: `arxiv:2611.9000${number}`,
    title: `Lantern ${number}`,
    title_segments: [{ text: `Lantern ${number}` }],
  },
  highlights: { title: [[0, 7] as [number, number]], abstract: [] },
  ...changes,
})

/** A library in which a query finds as many papers as it is told; where finding throws, the call fails. */
function searchApi(
  options: { total?: number; found?: (query: SearchQuery) => number; refusesUndo?: () => boolean } = {},
) {
  const asked: SearchQuery[] = []
  const saved = new Map<string, string>()
  const app = new Elysia({ prefix: '/api' })
    .onError(({ set }) => {
      set.status = 422
      return { error: { code: 'invalid-input', message: 'The index is away.', request_id: 'r-1' } }
    })
    .get(
      '/papers/search',
      ({ query }) => {
        asked.push(query)
        const total = options.found?.(query) ?? options.total ?? 2
        const { offset = 0, limit = 50 } = query
        return {
          items: total > offset ? [hit(1), hit(2)].slice(0, Math.min(limit, total - offset)) : [],
          total,
          offset,
          limit,
          took_ms: 40,
          facets: { categories: [{ id: 'cs.LG', count: 1 }], years: [{ year: 2026, count: 2 }], estimated: false },
          indexed_through: '2026-11-20T06:00:00.000Z',
        } satisfies SearchAnswer
      },
      { query: SearchQuery },
    )
    .get('/categories', () => ({ items: [], total: 0 }))
    .post(
      '/users/me/reading-list',
      ({ body }) => {
        saved.set(body.paper_id, 'item-1')
        return { id: 'item-1' }
      },
      { body: t.Object({ paper_id: t.String() }) },
    )
    .delete('/users/me/reading-list/:id', ({ set }) => {
      saved.clear()
      set.status = 204
    })
    .post('/users/me/reading-list/:id/restore', () => {
      if (options.refusesUndo?.()) throw new Error('down')
      saved.set('arxiv:2611.90001', 'item-1')
      return { id: 'item-1' }
    })
  return { app, asked, saved }
}

const field = () => screen.getByRole('searchbox', { name: 'Search papers' })
const addressOf = (router: { state: { location: { search: string } } }) =>
  new URLSearchParams(router.state.location.search)

describe('the words of a search', () => {
  test('reach the address once typing has paused for 250 ms', () => {
    jest.useFakeTimers()
    const { result } = renderHook(useSearchAddress, { wrapper: MemoryRouter })
    for (const words of ['l', 'lan', 'lantern']) {
      act(() => result.current.setText(words))
      act(() => jest.advanceTimersByTime(249))
      expect(result.current.state.q).toBe('')
    }
    act(() => jest.advanceTimersByTime(1))
    expect(result.current.state.q).toBe('lantern')
  })
})

describe('the search page', () => {
  test('searches as one types, keeps the words in the address and marks them in the papers', async () => {
    const { app, asked } = searchApi()
    const { router, person } = await renderPage(<Search />, { api: app, path: '/search' })
    await person.type(field(), 'lantern')
    expect(await screen.findByText(/2 papers for “lantern”, best match first/)).toBeTruthy()
    expect(addressOf(router).get('q')).toBe('lantern')
    expect(asked.at(-1)).toMatchObject({ q: 'lantern', limit: 20, offset: 0 })
    const [article] = screen.getAllByRole('article')
    expect(within(article!).getByText('Lantern', { selector: 'mark' })).toBeTruthy()
  })

  test('asks nothing for a single character', async () => {
    const { app, asked } = searchApi()
    const { person } = await renderPage(<Search />, { api: app, path: '/search' })
    await person.type(field(), 'l')
    expect(await screen.findByText('Type at least 2 characters.')).toBeTruthy()
    expect(asked).toEqual([])
  })

  test('adds filters to the history, so that Back takes them away', async () => {
    const { app, asked } = searchApi()
    const { router, person } = await renderPage(<Search />, { api: app, path: '/search?q=lantern' })
    await person.click(await screen.findByRole('checkbox', { name: /cs\.LG/ }))
    await waitFor(() => expect(asked.at(-1)?.category).toEqual(['cs.LG']))
    expect(addressOf(router).getAll('category')).toEqual(['cs.LG'])
    await router.navigate(-1)
    await waitFor(() => expect(addressOf(router).getAll('category')).toEqual([]))
    expect(field()).toHaveProperty('value', 'lantern')
  })

  test('says which filter keeps everything away, and removes it', async () => {
    const { app } = searchApi({ found: ({ category }) => (category ? 0 : 43) })
    const { router, person } = await renderPage(<Search />, { api: app, path: '/search?q=lantern&category=cs.CL' })
    await person.click(await screen.findByRole('button', { name: 'Remove “cs.CL”: 43 papers' }))
    expect(await screen.findByText(/43 papers for “lantern”/)).toBeTruthy()
    expect(addressOf(router).toString()).toBe('q=lantern')
  })

  test('leads from a page beyond the end to the last one and says so', async () => {
    const { app } = searchApi({ total: 41 })
    const { router } = await renderPage(<Search />, { api: app, path: '/search?q=lantern&page=9' })
    expect(await screen.findByText('There is no such page any more. This is the last one.')).toBeTruthy()
    expect(addressOf(router).get('page')).toBe('3')
    expect(await screen.findByText('Page 3 of 3')).toBeTruthy()
  })

  test('saves a paper from the results, removes it and takes that back', async () => {
    const { app, saved } = searchApi()
    const { person } = await renderPage(<Search />, { api: app, path: '/search?q=lantern' })
    const [article] = await screen.findAllByRole('article')
    await person.click(within(article!).getByRole('button', { name: 'Save' }))
    await person.click(await within(article!).findByRole('button', { name: 'Saved' }))
    await within(article!).findByRole('button', { name: 'Save' })
    expect([...saved]).toEqual([])
    await person.click(await screen.findByRole('button', { name: 'Undo' }))
    await within(article!).findByRole('button', { name: 'Saved' })
    expect([...saved.keys()]).toEqual(['arxiv:2611.90001'])
  })

  test('says that an undo failed, and repeats it when asked', async () => {
    let refusesUndo = true
    const { app, saved } = searchApi({ refusesUndo: () => refusesUndo })
    const { person } = await renderPage(<Search />, { api: app, path: '/search?q=lantern' })
    const [article] = await screen.findAllByRole('article')
    await person.click(within(article!).getByRole('button', { name: 'Save' }))
    await person.click(await within(article!).findByRole('button', { name: 'Saved' }))
    await person.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Could not bring it back')).toBeTruthy()
    expect([...saved]).toEqual([])
    refusesUndo = false
    await person.click(screen.getByRole('button', { name: 'Retry' }))
    await within(article!).findByRole('button', { name: 'Saved' })
    expect([...saved.keys()]).toEqual(['arxiv:2611.90001'])
  })

  test('keeps the words when the search fails, and tries again when asked', async () => {
    let down = true
    const { app } = searchApi({
      found: () => {
        if (down) throw new Error('down')
        return 2
      },
    })
    const { person } = await renderPage(<Search />, {
      api: app,
      path: '/search?q=lantern',
    })
    expect(await screen.findByText('The index is away.')).toBeTruthy()
    expect(field()).toHaveProperty('value', 'lantern')
    down = false
    await person.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText(/2 papers for “lantern”/)).toBeTruthy()
  })

  test('remembers searches that were meant, and forgets one when asked', async () => {
    const { app } = searchApi()
    const { person } = await renderPage(<Search />, { api: app, path: '/search' })
    await person.type(field(), 'lantern{Enter}')
    await screen.findByText(/papers for “lantern”/)
    await person.clear(field())
    expect(await screen.findByRole('button', { name: 'lantern' })).toBeTruthy()
    await person.click(screen.getByRole('button', { name: 'Forget the search lantern' }))
    expect(screen.queryByRole('button', { name: 'lantern' })).toBeNull()
  })
})
