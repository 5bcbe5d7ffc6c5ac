import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'bun:test'
import { renderPage } from '#tests/web/support/renderPage.tsx'
import { searchApi } from '#tests/web/support/searchApi.ts'
import { Search } from '#web/pages/Search/Search.tsx'
import { readServerClock } from '#web/shared/serverClock.ts'

const field = () => screen.getByRole('searchbox', { name: 'Search papers' })
const paramsOf = (router: { state: { location: { search: string } } }) =>
  new URLSearchParams(router.state.location.search)

describe('the search page', () => {
  test('searches while the user types, stores the text in the URL and marks it in the papers', async () => {
    const { app, requests } = searchApi()
    const { router, person } = await renderPage(<Search />, { api: app, path: '/search' })
    await person.type(field(), 'lantern')
    expect(await screen.findByText(/2 papers for “lantern”, best match first/)).toBeTruthy()
    expect(paramsOf(router).get('q')).toBe('lantern')
    expect(requests.at(-1)).toMatchObject({ q: 'lantern', typing: true, limit: 20, offset: 0 })
    const [article] = screen.getAllByRole('article')
    expect(within(article!).getByText('Lantern', { selector: 'mark' })).toBeTruthy()
  })

  test('searches complete words once the user pauses, and keeps the papers undimmed meanwhile', async () => {
    const complete = Promise.withResolvers<number>()
    const { app, requests } = searchApi({ found: ({ typing }) => (typing ? 2 : complete.promise) })
    const { person } = await renderPage(<Search />, { api: app, path: '/search' })
    await person.type(field(), 'lante')
    await screen.findByText(/2 papers for “lante”/)
    await waitFor(() => expect(requests.slice(-2)).toMatchObject([{ q: 'lante', typing: true }, { q: 'lante' }]))
    expect(requests.at(-1)?.typing).toBeUndefined()
    expect(screen.queryByText('Searching…')).toBeNull()
    complete.resolve(1)
    await screen.findByText(/1 paper for “lante”/)
  })

  test('never shows the answer to earlier words as that to the present ones', async () => {
    const answers = new Map(['lan', 'lantern'].map((q) => [q, Promise.withResolvers<number>()]))
    const { app, requests } = searchApi({ found: ({ q }) => answers.get(q)?.promise ?? 0 })
    const isAsked = (words: string) => waitFor(() => expect(requests.map(({ q }) => q)).toContain(words))
    const { person } = await renderPage(<Search />, { api: app, path: '/search' })
    await person.type(field(), 'lan')
    await isAsked('lan')
    await person.type(field(), 'tern')
    await isAsked('lantern')
    answers.get('lantern')?.resolve(2)
    await screen.findByText(/2 papers for “lantern”/)
    // The answer to the first letters arrives last.
    answers.get('lan')?.resolve(7)
    await person.type(field(), 's')
    await screen.findByText(/No papers for “lanterns”/)
    expect(screen.queryByText(/7 papers/)).toBeNull()
  })

  test('sends no request for a single character', async () => {
    const { app, requests } = searchApi()
    const { person } = await renderPage(<Search />, { api: app, path: '/search' })
    await person.type(field(), 'l')
    expect(await screen.findByText('Type at least 2 characters.')).toBeTruthy()
    expect(requests).toEqual([])
  })

  test('adds a history entry for a filter, so that Back removes it', async () => {
    const { app, requests } = searchApi()
    const { router, person } = await renderPage(<Search />, { api: app, path: '/search?q=lantern' })
    await person.click(await screen.findByRole('checkbox', { name: /cs\.LG/ }))
    await waitFor(() => expect(requests.at(-1)?.category).toEqual(['cs.LG']))
    expect(paramsOf(router).getAll('category')).toEqual(['cs.LG'])
    await act(() => router.navigate(-1))
    await waitFor(() => expect(paramsOf(router).getAll('category')).toEqual([]))
    expect(field()).toHaveProperty('value', 'lantern')
  })

  test('offers to remove the filter that excludes all papers', async () => {
    const { app } = searchApi({ found: ({ category }) => (category ? 0 : 43) })
    const { router, person } = await renderPage(<Search />, { api: app, path: '/search?q=lantern&category=cs.CL' })
    await person.click(await screen.findByRole('button', { name: 'Remove “cs.CL”: 43 papers' }))
    expect(await screen.findByText(/43 papers for “lantern”/)).toBeTruthy()
    expect(paramsOf(router).toString()).toBe('q=lantern')
  })

  test('shows the last page, with a message, for a page number beyond the end', async () => {
    const { app } = searchApi({ total: 41 })
    const { router } = await renderPage(<Search />, { api: app, path: '/search?q=lantern&page=9' })
    expect(await screen.findByText('There is no such page any more. This is the last one.')).toBeTruthy()
    expect(paramsOf(router).get('page')).toBe('3')
    expect(await screen.findByText('Page 3 of 3')).toBeTruthy()
  })

  test('saves a paper from the results, removes it and restores it with Undo', async () => {
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

  test('says why a paper could not be saved', async () => {
    const { person } = await renderPage(<Search />, {
      api: searchApi({ refusesSaves: true }).app,
      path: '/search?q=ab',
    })
    const [article] = await screen.findAllByRole('article')
    await person.click(within(article!).getByRole('button', { name: 'Save' }))
    expect((await within(article!).findByRole('alert')).textContent).toBe('The index is unavailable.')
  })

  test('shows that an undo failed, and repeats it on Retry', async () => {
    let failsUndo = true
    const { app, saved } = searchApi({ failsUndo: () => failsUndo })
    const { person } = await renderPage(<Search />, { api: app, path: '/search?q=lantern' })
    const [article] = await screen.findAllByRole('article')
    await person.click(within(article!).getByRole('button', { name: 'Save' }))
    await person.click(await within(article!).findByRole('button', { name: 'Saved' }))
    await person.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Could not restore it')).toBeTruthy()
    expect([...saved]).toEqual([])
    failsUndo = false
    await person.click(screen.getByRole('button', { name: 'Retry' }))
    await within(article!).findByRole('button', { name: 'Saved' })
    expect([...saved.keys()]).toEqual(['arxiv:2611.90001'])
  })

  test('keeps the text when a search fails, and repeats the search on "Try again"', async () => {
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
    expect(await screen.findByText('The index is unavailable.')).toBeTruthy()
    expect(field()).toHaveProperty('value', 'lantern')
    down = false
    await person.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText(/2 papers for “lantern”/)).toBeTruthy()
  })

  test('shows nothing of the earlier words when the search for the present ones fails', async () => {
    const { app } = searchApi({
      found: ({ q }) => {
        if (q === 'lantern fish') throw new Error('down')
        return 0
      },
    })
    const { person } = await renderPage(<Search />, { api: app, path: '/search?q=lantern' })
    expect(await screen.findByText(/No papers for “lantern”/)).toBeTruthy()
    await person.type(field(), ' fish')
    expect(await screen.findByText('The index is unavailable.')).toBeTruthy()
    expect(screen.queryByText(/No papers for/)).toBeNull()
  })

  test('lists submitted searches, and removes one from the list', async () => {
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

const setClock = (at: Date) => readServerClock(new Response(null, { headers: { date: at.toUTCString() } }))

test('the past week ends today by the clock of the server, also on a device that is three years off', async () => {
  setClock(new Date(Date.now() - 3 * 365 * 86_400_000))
  const { app } = searchApi()
  const { person, router } = await renderPage(<Search />, { api: app, path: '/search?q=lantern' })
  await person.click(await screen.findByRole('radio', { name: 'Past week' }))
  const from = new URLSearchParams(router.state.location.search).get('from')
  expect(from).toBe(new Date(Date.now() - (3 * 365 + 7) * 86_400_000).toISOString().slice(0, 10))
  setClock(new Date())
})
