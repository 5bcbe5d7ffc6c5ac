import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import type { ReactNode } from 'react'
import { samplePaper, sampleUser } from '#tests/support/samples.ts'
import { item, listApi } from '#tests/web/support/listApi.ts'
import { renderPage } from '#tests/web/support/renderPage.tsx'
import { detailsOf } from '#stories/config/paperSamples.ts'
import { useUnsentState } from '#web/data/offline/useUnsentState.ts'
import { useUnsentWork } from '#web/data/reading/useUnsentWork.ts'
import { PaperPage } from '#web/pages/Paper/Paper.tsx'
import { ReadingList } from '#web/pages/ReadingList/ReadingList.tsx'
import { Search } from '#web/pages/Search/Search.tsx'

/** Sets what the browser reports about its connection. Answers are still received, as from the copies on the device. */
function setOnline(online: boolean) {
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => online })
  act(() => void window.dispatchEvent(new Event(online ? 'online' : 'offline')))
}

beforeEach(() => localStorage.clear())
afterEach(() => void Reflect.deleteProperty(navigator, 'onLine'))

/** The page with what the shell does: it sends what waits, and shows how much does. */
function Site({ children }: { children: ReactNode }) {
  useUnsentWork(sampleUser.id)
  const { waiting } = useUnsentState()
  return (
    <>
      <output aria-label="Waiting">{waiting}</output>
      {children}
    </>
  )
}

const waiting = (count: number) =>
  waitFor(() => expect(screen.getByLabelText('Waiting').textContent).toBe(String(count)))

/** `app` with a record of the changes that it received. */
function recorded(app: { handle(request: Request): Promise<Response> | Response }) {
  const received: string[] = []
  const handle = async (request: Request) => {
    const { pathname } = new URL(request.url)
    if (request.method !== 'GET')
      received.push(`${request.method} ${decodeURIComponent(pathname)} ${await request.clone().text()}`.trim())
    return app.handle(request)
  }
  return { api: { handle }, received }
}

const row = (title: string) => screen.findByRole('article', { name: title })
const openMenu = async (person: Awaited<ReturnType<typeof renderPage>>['person'], title: string, entry: string) => {
  await person.click(within(await row(title)).getByRole('button', { name: `More for ${title}` }))
  await person.click(await screen.findByRole('menuitem', { name: entry }))
  await waitFor(() => expect(screen.queryByRole('menu') === null).toBe(true))
}

test('moves and removals on the reading list wait while offline, also after a reload, and are sent in their order', async () => {
  const { app, stored, removed } = listApi([item(1), item(2), item(3)])
  const { api, received } = recorded(app)
  const open = () =>
    renderPage(
      <Site>
        <ReadingList />
      </Site>,
      { api, path: '/reading-list' },
    )
  const { person } = await open()
  await row('Paper 3')
  setOnline(false)
  await openMenu(person, 'Paper 2', 'Move to Done')
  expect(await within(await row('Paper 2')).findByText('Moved to Done, waiting')).toBeTruthy()
  await openMenu(person, 'Paper 1', 'Move to Done')
  await openMenu(person, 'Paper 1', 'Remove')
  expect(await screen.findByText('Removed, waiting: Paper 1')).toBeTruthy()
  // There and back leaves nothing to send.
  await openMenu(person, 'Paper 3', 'Move to Reading')
  await openMenu(person, 'Paper 3', 'Move to To read')
  await waiting(3)
  expect(received).toEqual([])

  cleanup()
  const again = await open()
  expect(await within(await row('Paper 2')).findByText('Moved to Done, waiting')).toBeTruthy()
  const removedRow = screen.getByText('Removed, waiting: Paper 1').parentElement!
  await again.person.click(within(removedRow).getByRole('button', { name: 'Undo' }))
  expect(await within(await row('Paper 1')).findByText('Moved to Done, waiting')).toBeTruthy()
  await openMenu(again.person, 'Paper 1', 'Remove')
  await waiting(3)
  // Another device has written a note meanwhile.
  stored.set('item-2', { ...stored.get('item-2')!, notes: 'theirs', version: 7 })

  setOnline(true)
  await waiting(0)
  expect(received).toEqual([
    'PUT /api/users/me/reading-list/item-2 {"version":1,"status":"done"}',
    'PUT /api/users/me/reading-list/item-2 {"version":7,"status":"done"}',
    'PUT /api/users/me/reading-list/item-1 {"version":1,"status":"done"}',
    'DELETE /api/users/me/reading-list/item-1',
  ])
  expect([...removed]).toEqual(['item-1'])
  expect(stored.get('item-2')).toMatchObject({ status: 'done', notes: 'theirs' })
  await waitFor(() => expect(screen.queryByText(/waiting/) === null).toBe(true))
  // What was sent is as it was shown.
  await waitFor(() => expect(screen.queryByRole('article', { name: 'Paper 2' }) === null).toBe(true))
  expect(screen.queryByRole('article', { name: 'Paper 1' })).toBeNull()
  await row('Paper 3')
})

/** The texts of the tabs of the reading list. */
const tabs = () =>
  within(screen.getByRole('navigation', { name: 'Reading state' }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent)

test('tags wait while offline and are merged with those of another device; the counts of the tabs have what waits', async () => {
  const { app, stored } = listApi([item(1, { tags: ['lab'] }), item(2), item(3)])
  const { api, received } = recorded(app)
  const open = () =>
    renderPage(
      <Site>
        <ReadingList />
      </Site>,
      { api, path: '/reading-list?tab=to_read&item=item-1' },
    )
  const { person } = await open()
  const tags = await screen.findByRole('combobox', { name: 'Tags' })
  setOnline(false)
  await person.type(tags, 'lantern{Enter}')
  expect(await screen.findByRole('button', { name: 'lantern' })).toBeTruthy()
  await person.type(tags, 'tide{Enter}{Backspace}')
  await openMenu(person, 'Paper 2', 'Move to Done')
  await openMenu(person, 'Paper 3', 'Remove')
  await waiting(3)
  await waitFor(() => expect(tabs().join(' ')).toMatch(/To read ?1 Reading ?0 Done ?1 All ?2/))
  expect(received).toEqual([])

  cleanup()
  await open()
  expect(await screen.findByRole('button', { name: 'lantern' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'tide' })).toBeNull()
  await waitFor(() => expect(tabs().join(' ')).toMatch(/To read ?1 Reading ?0 Done ?1 All ?2/))
  stored.set('item-1', { ...stored.get('item-1')!, tags: ['theirs'], version: 5 })

  setOnline(true)
  await waiting(0)
  expect(stored.get('item-1')!.tags).toEqual(['theirs', 'lantern'])
  expect(received.slice(0, 2)).toEqual([
    'PUT /api/users/me/reading-list/item-1 {"version":1,"tags":["lab","lantern"]}',
    'PUT /api/users/me/reading-list/item-1 {"version":5,"tags":["theirs","lantern"]}',
  ])
  expect(await screen.findByRole('button', { name: 'theirs' })).toBeTruthy()
})

test('saving and removing a search result waits while offline', async () => {
  const found = { paper: samplePaper, highlights: { title: [], abstract: [] } }
  const app = new Elysia({ prefix: '/api' })
    .get('/papers/search', () => ({
      items: [found, { ...found, paper: { ...samplePaper, id: 'arxiv:2', title: 'Kept' }, saved_item_id: 'item-2' }],
      total: 2,
      took_ms: 1,
      facets: { categories: [], years: [], estimated: false },
      indexed_through: '2026-11-20T06:00:00.000Z',
    }))
    .get('/categories', () => ({ items: [], total: 0 }))
    .post('/users/me/reading-list', () => ({ ...item(1), paper: samplePaper }))
    .delete('/users/me/reading-list/:id', ({ set }) => void (set.status = 204))
  const { api, received } = recorded(app)
  const { person } = await renderPage(
    <Site>
      <Search />
    </Site>,
    { api, path: '/search?q=kites' },
  )
  const save = await screen.findByRole('button', { name: 'Save' })
  setOnline(false)
  await person.click(save)
  await person.click(await screen.findByRole('button', { name: 'Saved, waiting' }))
  await waiting(0)
  await person.click(await screen.findByRole('button', { name: 'Save' }))
  await person.click(screen.getByRole('button', { name: 'Saved' }))
  expect(await screen.findByRole('button', { name: 'Save, waiting' })).toBeTruthy()
  await waiting(2)
  expect(received).toEqual([])
  setOnline(true)
  await waiting(0)
  expect(received).toEqual([
    `POST /api/users/me/reading-list {"paper_id":"${samplePaper.id}","found_by":"search"}`,
    'DELETE /api/users/me/reading-list/item-2',
  ])
})

test('saving and disliking on the page of a paper waits while offline', async () => {
  let details = detailsOf(samplePaper)
  details = { ...details, state: { ...details.state, saved: false, saved_item_id: undefined, dismissed: false } }
  const app = new Elysia({ prefix: '/api' })
    .get('/papers/:id', () => details)
    .get('/papers/:id/similar', () => ({ items: [], total: 0 }))
    .get('/users/me/whereabouts', () => ({ fate: 'before_library' }))
    .get('/users/me/reading-list/tags', () => ({ items: [], total: 0 }))
    .post('/users/me/reading-list', () => {
      details = { ...details, state: { ...details.state, saved: true, saved_item_id: 'item-1' } }
      return { ...item(1), paper: samplePaper }
    })
    .put('/papers/:id/feedback', () => {
      details = { ...details, state: { ...details.state, dismissed: true } }
      return details.state
    })
  const { api, received } = recorded(app)
  const { person } = await renderPage(
    <Site>
      <PaperPage />
    </Site>,
    { api, path: `/paper/${samplePaper.id}`, route: '/paper/*' },
  )
  await person.click(
    await screen.findByRole('button', { name: 'Save' }).then((button) => {
      setOnline(false)
      return button
    }),
  )
  expect(await screen.findByRole('button', { name: 'Saved, waiting' })).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'Not for me' }))
  expect(await screen.findByText(/^Marked “Not for me”/)).toBeTruthy()
  await waiting(2)
  expect(received).toEqual([])
  setOnline(true)
  await waiting(0)
  expect(received).toEqual([
    `POST /api/users/me/reading-list {"paper_id":"${samplePaper.id}","found_by":"page"}`,
    `PUT /api/papers/${samplePaper.id}/feedback {"value":"dislike"}`,
  ])
  expect(await screen.findByRole('button', { name: 'Saved' })).toBeTruthy()
})
