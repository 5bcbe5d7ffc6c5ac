import { act, renderHook, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import type { ReactNode } from 'react'
import { SWRConfig } from 'swr'
import type { ItemChanges, ItemInput } from '#api/contract/readingList.ts'
import { sampleItem, sampleUser } from '#tests/support/samples.ts'
import { drafts } from '#tests/web/support/noteServer.ts'
import { signedIn } from '#tests/web/support/identity.ts'
import { ClientContext } from '#web/data/api.ts'
import { keepChange } from '#web/data/offline/unsentChanges.ts'
import { useUnsentState } from '#web/data/offline/useUnsentState.ts'
import { createNoteSaver } from '#web/data/reading/noteSaver.ts'
import { noteCalls } from '#web/data/reading/sendNote.ts'
import { useNote } from '#web/data/reading/useNote.ts'
import { useUnsentWork } from '#web/data/reading/useUnsentWork.ts'
import { useStats } from '#web/data/account/useStats.ts'
import { useStrands } from '#web/data/taste/useStrands.ts'
import { useTaste } from '#web/data/taste/useTaste.ts'
import { swrOptions } from '#web/data/swrOptions.ts'
import { createClient } from '#web/shared/client.ts'
import { UserContext } from '#web/shared/useUser.ts'

const USER = 'user-1'
const TOO_LONG = 'The note is too long.'
const GONE = 'This paper is not in the library.'
const save = (paperId: string) => keepChange(USER, { paperId, title: `Title of ${paperId}`, what: 'save' })

function useWork() {
  useUnsentWork(USER)
  return useUnsentState()
}

const useOpenNote = () => useNote({ userId: USER, paperId: 'arxiv:2611.90001', item: undefined })

/** Renders a hook for the reader, over this API. */
function renderOver<Result>(api: { handle: (request: Request) => Promise<Response> }, hook: () => Result) {
  const send = async (input: RequestInfo | URL, init?: RequestInit) => api.handle(new Request(input, init))
  const client = createClient('http://localhost', signedIn, send as typeof fetch)
  const wrapper = ({ children }: { children: ReactNode }) => (
    <UserContext value={{ ...sampleUser, id: USER }}>
      <ClientContext value={client}>
        <SWRConfig value={swrOptions}>{children}</SWRConfig>
      </ClientContext>
    </UserContext>
  )
  return { client, wrapper, ...renderHook(hook, { wrapper }) }
}

/** A reader whose connection is back. The server has one item with a note of version 3, and lacks the paper "gone". */
function reconnect() {
  const received: string[] = []
  const theirs = { ...sampleItem, notes: 'written at home', version: 3 }
  const api = new Elysia({ prefix: '/api' })
    .post('/users/me/reading-list', ({ body, set }) => {
      const { paper_id } = body as ItemInput
      received.push(paper_id)
      if (paper_id !== 'gone') return sampleItem
      set.status = 404
      return { error: { code: 'not-found', message: GONE, request_id: 'r-1' } }
    })
    .put('/users/me/reading-list/gone', ({ set }) => {
      received.push('note on gone')
      set.status = 422
      return { error: { code: 'invalid-input', message: TOO_LONG, request_id: 'r-3' } }
    })
    .put('/users/me/reading-list/:id', ({ body, set }) => {
      const { version, notes } = body as ItemChanges
      received.push(`note from version ${version}`)
      if (version === theirs.version) return { ...theirs, notes, version: 4 }
      set.status = 409
      return { error: { code: 'conflict', message: 'Changed elsewhere.', current: theirs, request_id: 'r-2' } }
    })
  return { received, ...renderOver(api, useWork) }
}

beforeEach(() => localStorage.clear())

test('a change that the server refuses is shown with its reason until it is closed, and does not block the others', async () => {
  save('gone')
  save('paper-2')
  const { received, result } = reconnect()
  await waitFor(() => expect(result.current.waiting).toBe(0))
  expect(received.toSorted()).toEqual(['gone', 'paper-2'])
  const [refused, ...others] = result.current.refused
  expect(others).toEqual([])
  expect(refused).toMatchObject({ label: 'Not saved: Title of gone', reason: GONE })
  act(() => refused!.onClose())
  expect(result.current.refused).toEqual([])
  expect(localStorage).toHaveLength(0)
})

test('the taste, the interests and the figures that a page shows count a change of the page before that is sent only now', async () => {
  save('paper-2')
  const isShown = Promise.withResolvers<void>()
  let actions = 2
  const api = new Elysia({ prefix: '/api' })
    .get('/users/me/taste', () => ({ actions }))
    .get('/users/me/strands', () => ({ total: actions }))
    .get('/users/me/stats', () => ({ saved: actions }))
    .post('/users/me/reading-list', async () => {
      await isShown.promise
      actions += 1
      return sampleItem
    })
  const { result } = renderOver(api, () => {
    useUnsentWork(USER)
    return [useTaste().taste?.actions, useStrands().strands?.total, useStats().data?.saved]
  })
  await waitFor(() => expect(result.current).toEqual([2, 2, 2]))
  isShown.resolve()
  await waitFor(() => expect(result.current).toEqual([3, 3, 3]))
})

test('a note that was changed elsewhere meanwhile is kept, and its editor shows both texts', async () => {
  drafts('a closed window').write({ text: 'written on the train', base: { id: 'item-1', notes: 'first', version: 2 } })
  save('paper-2')
  const { client, received, result } = reconnect()
  await waitFor(() => expect(received).toContain('note from version 2'))
  await waitFor(() => expect(result.current.waiting).toBe(0))
  expect(result.current.refused).toEqual([])

  const saver = createNoteSaver({
    item: { ...sampleItem, notes: 'first', version: 2 },
    drafts: drafts(),
    calls: noteCalls(client, 'arxiv:2611.90001'),
  })
  await saver.saveNow()
  expect(saver.state()).toMatchObject({
    status: 'conflict',
    text: 'written on the train',
    theirs: { notes: 'written at home' },
  })
})

test('a note that the server refuses is named until its editor is opened, is not sent again, and keeps its text', async () => {
  const draft = { text: 'far too long', base: { id: 'gone', notes: '', version: 1 } }
  drafts('a closed window').write(draft)
  const { received, result, unmount } = reconnect()
  await waitFor(() => expect(result.current.refused).toHaveLength(1))
  expect(result.current.refused[0]).toMatchObject({ reason: TOO_LONG, href: '/paper/arxiv:2611.90001' })
  unmount()
  save('paper-2')
  const second = reconnect()
  await waitFor(() => expect(second.received).toEqual(['paper-2']))
  expect(received).toEqual(['note on gone'])

  const editor = renderHook(useOpenNote, { wrapper: second.wrapper })
  expect(editor.result.current.text).toBe(draft.text)
  await waitFor(() => expect(second.result.current.refused).toEqual([]))
  // The editor sends it once more when it is closed.
  editor.unmount()
  await waitFor(() => expect(second.result.current.refused).toHaveLength(1))
  expect(drafts().take()).toMatchObject({ text: draft.text })
})

test('a note that is too long is named and kept, and not sent', async () => {
  const text = 'x'.repeat(50_000)
  drafts('a closed window').write({ text, base: { id: 'item-1', notes: 'first', version: 3 } })
  save('paper-2')
  const { received, result } = reconnect()
  await waitFor(() => expect(result.current.refused).toHaveLength(1))
  await waitFor(() => expect(received).toEqual(['paper-2']))
  expect(result.current.refused[0]).toMatchObject({ reason: 'Too long by 40,000 characters.' })
  expect(drafts().take()).toMatchObject({ text })
})
