import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import { sampleCard, sampleItem, samplePaper } from '#tests/support/samples.ts'
import { renderPage } from '#tests/web/support/renderPage.tsx'
import { PaperPage } from '#web/pages/Paper/Paper.tsx'
import { ReadingList } from '#web/pages/ReadingList/ReadingList.tsx'

const items = [1, 2].map((number) => {
  const title = `Paper ${number}`
  return {
    ...sampleItem,
    id: `item-${number}`,
    paper: {
      ...samplePaper,
      id: `arxiv:2611.9000${number}`,
      title,
      title_segments: [{ text: title }],
      announce_type: 'cross' as const,
    },
  }
})

/** An in-memory API that records the requests for files. */
function fileApi() {
  const requests: string[] = []
  const file = ({ request, path }: { request: Request; path: string }) => {
    requests.push(`${decodeURIComponent(decodeURIComponent(path))}${new URL(request.url).search}`)
    return new Response('@misc{ada}', { headers: { 'content-type': 'application/x-bibtex; charset=utf-8' } })
  }
  const api = new Elysia({ prefix: '/api' })
    .get('/users/me/reading-list', () => ({
      items,
      total: 2,
      skip: 0,
      limit: 30,
      counts: { to_read: 2, reading: 0, done: 0 },
    }))
    .get('/users/me/reading-list/export', file)
    .post('/users/me/reading-list/export', ({ body }) => {
      requests.push(JSON.stringify(body))
      return new Response('@misc{ada}', { headers: { 'content-type': 'application/x-bibtex; charset=utf-8' } })
    })
    .get('/papers/:id/citation', file)
    .get('/papers/:id/similar', () => ({ items: [], total: 0 }))
    .get('/users/me/whereabouts', () => ({ ref: 'it', fate: 'shown', day: '2026-11-20', place: 1, of: 9 }))
    .get('/papers/:id', ({ params, set }) => {
      if ([items[0]!.paper.id, 'doi:10.5555/lantern.1'].includes(decodeURIComponent(params.id)))
        return { ...items[0]!.paper, versions: [], state: sampleCard.state }
      set.status = 404
      return { error: { code: 'not-found', message: 'This paper is not in the library.', request_id: 'r-1' } }
    })
  return { api, requests }
}

describe('the reading list', () => {
  test('exports the papers selected with x or by their boxes, else those that are shown', async () => {
    const { api, requests } = fileApi()
    const { person } = await renderPage(<ReadingList />, { api, path: '/reading-list?item=item-1' })
    const exportAs = async (button: string, format: string) => {
      await person.click(await screen.findByRole('button', { name: button }))
      await person.click(await screen.findByRole('menuitem', { name: format }))
      // While it fades out, it has no name, but shortcuts are ignored.
      await waitFor(() => expect(document.querySelectorAll('[role="menu"]').length).toBe(0))
    }
    await screen.findByRole('checkbox', { name: 'Select Paper 2' })
    await exportAs('Export 2 papers', 'CSV, with notes')
    await person.keyboard('x')
    await exportAs('Export 1 selected', 'BibTeX')
    await person.click(screen.getByRole('checkbox', { name: 'Select Paper 2' }))
    await exportAs('Export 2 selected', 'RIS')
    expect(requests).toEqual([
      expect.stringMatching(/^\/api\/users\/me\/reading-list\/export\?format=csv/),
      '{"format":"bibtex","ids":["item-1"]}',
      '{"format":"ris","ids":["item-1","item-2"]}',
    ])
  })

  test('shows the citation of the open paper after c, and copies it', async () => {
    const { api, requests } = fileApi()
    const { person } = await renderPage(<ReadingList />, { api, path: '/reading-list?item=item-2' })
    await screen.findAllByText('Paper 2')
    await person.keyboard('c')
    const dialog = within(await screen.findByRole('dialog', { name: 'Cite' }))
    await dialog.findByText('@misc{ada}')
    await person.click(dialog.getByRole('button', { name: 'Copy' }))
    expect(await navigator.clipboard.readText()).toBe('@misc{ada}')
    expect(requests).toEqual(['/api/papers/arxiv:2611.90002/citation?format=bibtex'])
  })
})

describe('the page of a paper', () => {
  test('shows the paper at its address, which Copy link gives', async () => {
    const { person } = await renderPage(<PaperPage />, {
      api: fileApi().api,
      route: '/paper/*',
      path: '/paper/2611.90001v3',
    })
    await screen.findByRole('heading', { level: 1, name: 'Paper 1' })
    screen.getByText(/^Submitted .* · cross-listed /)
    await person.click(screen.getByRole('button', { name: 'Copy link' }))
    expect(await navigator.clipboard.readText()).toBe(`${location.origin}/paper/arxiv:2611.90001`)
  })

  test('undoes a save with u, once', async () => {
    const calls: string[] = []
    const note = ({ request, path, body }: { request: Request; path: string; body?: unknown }) => {
      calls.push([request.method, decodeURIComponent(path), JSON.stringify(body)].join(' '))
      return { ...sampleItem, id: 'item-1', liked: false, dismissed: false }
    }
    const api = fileApi()
      .api.post('/users/me/reading-list', note)
      .delete('/users/me/reading-list/:id', note)
      .put('/papers/:id/feedback', note)
    const { person } = await renderPage(<PaperPage />, { api, route: '/paper/*', path: '/paper/2611.90001' })
    await screen.findByRole('heading', { level: 1, name: 'Paper 1' })
    await person.keyboard('s')
    await screen.findByRole('button', { name: 'Saved' })
    await person.keyboard('u')
    await screen.findByRole('button', { name: 'Save' })
    expect(calls).toHaveLength(2)
    expect(calls[1]).toStartWith('DELETE /api/users/me/reading-list/item-1')
    await person.keyboard('u')
    expect(calls).toHaveLength(2)
  })

  test('of another id of the paper leads to its own address', async () => {
    const { router } = await renderPage(<PaperPage />, {
      api: fileApi().api,
      route: '/paper/*',
      path: '/paper/10.5555/lantern.1',
    })
    await screen.findByRole('heading', { level: 1, name: 'Paper 1' })
    expect(router.state.location.pathname).toBe('/paper/arxiv:2611.90001')
  })

  test('of a paper that the library lacks looks it up at arXiv, and says that arXiv has none', async () => {
    const asked: unknown[] = []
    const api = fileApi().api.post('/papers/lookup', ({ body, set }) => {
      asked.push(body)
      set.status = 404
      return { error: { code: 'not-found', message: 'arXiv has no paper math/0309136.', request_id: 'r-1' } }
    })
    const { person } = await renderPage(<PaperPage />, { api, route: '/paper/*', path: '/paper/math/0309136' })
    await person.click(await screen.findByRole('button', { name: 'Look it up at arXiv' }))
    await screen.findByRole('heading', { level: 1, name: 'arXiv has no such paper' })
    expect(asked).toEqual([{ ref: 'arxiv:math/0309136', save: false }])
  })
})
