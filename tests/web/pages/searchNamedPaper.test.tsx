import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'bun:test'
import { renderPage } from '#tests/web/support/renderPage.tsx'
import { searchApi } from '#tests/web/support/searchApi.ts'
import { Search } from '#web/pages/Search/Search.tsx'

const ID = '2611.90001'
const PAPER = `/paper/arxiv:${ID}`
const field = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search papers' })
const findList = () => screen.findByText(`1 paper for “${ID}”, best match first`, { exact: false })

/** The search page, whose library has the paper of that id alone. */
async function open(path: string) {
  const { app, requests } = searchApi({ found: ({ q }) => Number(q === ID), changes: () => ({ names_paper: true }) })
  const page = await renderPage(<Search />, { api: app, path })
  const isOpened = () => page.router.state.location.pathname === PAPER
  return { ...page, requests, isOpened, waitForPaper: () => waitFor(() => expect(isOpened()).toBe(true)) }
}

describe('a search for an id that is found', () => {
  test('opens the paper on Enter, and Back shows the search', async () => {
    const { router, person, waitForPaper, isOpened } = await open('/search')
    await person.type(field(), `${ID}{Enter}`)
    await waitForPaper()
    await act(() => router.navigate(-1))
    await findList()
    expect([isOpened(), router.state.location.search]).toEqual([false, `?q=${ID}`])
    await person.type(field(), '{Enter}')
    await waitForPaper()
  })

  test('opens the paper after a paste, and from a link', async () => {
    const pasted = await open('/search')
    await pasted.person.click(field())
    await pasted.person.paste(ID)
    await pasted.waitForPaper()
    pasted.unmount()
    const linked = await open('/search?q=other')
    await act(() => linked.router.navigate(`/search?q=${ID}`))
    await linked.waitForPaper()
  })

  test('shows the paper in a list to a reader who types or filters, and at the address of the search', async () => {
    const { router, person, requests, isOpened, unmount } = await open('/search')
    await person.type(field(), ID)
    await waitFor(() => expect(requests.at(-1)).toMatchObject({ q: ID, typing: true }))
    // The words are complete a second after the last key.
    await waitFor(() => expect(requests.at(-1)?.typing).toBeUndefined())
    await findList()
    await person.click(await screen.findByRole('radio', { name: 'Newest' }))
    await waitFor(() => expect(router.state.location.search).toContain('sort=newest'))
    await screen.findByText(/newest first/)
    expect(isOpened()).toBe(false)
    unmount()
    const reloaded = await open(`/search?q=${ID}`)
    await findList()
    expect(reloaded.isOpened()).toBe(false)
  })

  test('stays on the search if the library lacks the paper', async () => {
    const { person, router } = await open('/search')
    await person.type(field(), '2611.90002{Enter}')
    await screen.findByRole('heading', { name: /^Nothing found/ })
    expect(router.state.location.pathname).toBe('/search')
  })
})
