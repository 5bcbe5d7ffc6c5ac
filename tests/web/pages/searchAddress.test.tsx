import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test'
import { createMemoryRouter, Link, RouterProvider, type RouteObject } from 'react-router-dom'
import { useSearchAddress } from '#web/pages/Search/useSearchAddress.ts'

/** Renders the hook in a page with a link to a paper, whose page is there when `paperPage` resolves. */
function renderSearch() {
  const paperPage = Promise.withResolvers<void>()
  const result = {} as { current: ReturnType<typeof useSearchAddress> }
  const SearchPage = () => {
    result.current = useSearchAddress()
    return <Link to="/paper">a paper</Link>
  }
  const lazy: RouteObject['lazy'] = async () => {
    await paperPage.promise
    return { Component: () => <h1>The paper</h1> }
  }
  const routes = [
    { path: '/search', Component: SearchPage },
    { path: '/paper', lazy },
  ]
  const router = createMemoryRouter(routes, { initialEntries: ['/search'] })
  render(<RouterProvider router={router} />)
  return { result, router, openPaper: () => act(() => screen.getByRole('link').click()), paperPage }
}

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

describe('the text of a search', () => {
  test('is written to the URL 250 ms after the last key', () => {
    const { result, router } = renderSearch()
    for (const words of ['l', 'lan', 'lantern']) {
      act(() => result.current.setText(words))
      act(() => jest.advanceTimersByTime(249))
      expect(result.current.state.q).toBe('')
    }
    act(() => jest.advanceTimersByTime(1))
    expect(result.current.state.q).toBe('lantern')
    expect(router.state.location.search).toBe('?q=lantern')
  })

  test('ends with a beginning of a word until a second after the last key', () => {
    const { result } = renderSearch()
    act(() => result.current.setText('lante'))
    act(() => jest.advanceTimersByTime(250))
    expect(result.current.state).toMatchObject({ q: 'lante', typing: true })
    act(() => jest.advanceTimersByTime(999))
    act(() => result.current.setText('lantern'))
    act(() => jest.advanceTimersByTime(250))
    act(() => jest.advanceTimersByTime(999))
    expect(result.current.state).toMatchObject({ q: 'lantern', typing: true })
    act(() => jest.advanceTimersByTime(1))
    expect(result.current.state).toMatchObject({ q: 'lantern', typing: false })
  })

  test('ends with a complete word on Enter', () => {
    const { result } = renderSearch()
    act(() => result.current.setText('lantern'))
    act(() => jest.advanceTimersByTime(250))
    expect(result.current.state.typing).toBe(true)
    act(() => result.current.submit())
    expect(result.current.state).toMatchObject({ q: 'lantern', typing: false })
  })

  for (const [when, milliseconds] of [
    ['at once', 0],
    ['while the last word may be incomplete', 250],
  ] as const)
    test(`does not call a reader back who opens a paper ${when} and whose page loads slowly`, async () => {
      const { result, router, openPaper, paperPage } = renderSearch()
      act(() => result.current.setText('lantern'))
      act(() => jest.advanceTimersByTime(milliseconds))
      openPaper()
      act(() => jest.advanceTimersByTime(5_000))
      expect(router.state.navigation.location?.pathname).toBe('/paper')
      await act(async () => paperPage.resolve())
      expect(screen.getByRole('heading').textContent).toBe('The paper')
    })
})
